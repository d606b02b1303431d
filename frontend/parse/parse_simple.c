/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/parse/parse_simple.c: the statements of one line as trees, and what other statements are read with. */
#include "frontend/parse/parse.h"

bool frontend_parse_is_word(const struct parser *p, enum keyword kw)
{
	return p->t.kind == TOK_NAME && p->t.keyword == kw;
}

bool frontend_parse_accept(struct parser *p, enum punct op)
{
	bool yes = is_op(p, op);
	if (yes)
		frontend_parse_advance(p);
	return yes;
}

bool frontend_parse_accept_word(struct parser *p, enum keyword kw)
{
	bool yes = frontend_parse_is_word(p, kw);
	if (yes)
		frontend_parse_advance(p);
	return yes;
}

bool frontend_parse_expected(struct parser *p, const char *what)
{
	char buf[64];
	if (p->t.kind == TOK_BAD)
		return false;
	return frontend_parse_error(p, p->t.at, "expected %s, not %s", what,
	        frontend_token_text(p, &p->t, buf));
}

bool frontend_parse_expect(struct parser *p, enum punct op, const char *what)
{
	return frontend_parse_accept(p, op) || frontend_parse_expected(p, what);
}

struct syntax *frontend_parse_new(struct parser *p, enum syntax_kind kind)
{
	struct syntax *s = ARENA_NEW(p->arena, struct syntax);
	s->kind = kind;
	s->at = p->t.at;
	return s;
}

/* Skip what is left of the line. */
void frontend_parse_skip_line(struct parser *p)
{
	if (p->t.kind > TOK_DEDENT) {
		frontend_lex_skip_line(&p->lex);
		frontend_parse_advance(p);
	} else if (p->t.kind == TOK_NEWLINE) {
		frontend_parse_advance(p);
	}
}

/* ---- Simple statements ------------------------------------------------------------------*/
static bool assignment(struct parser *p, struct syntax *s)
{
	s->kind = S_ASSIGN;
	s->target = s->value;
	frontend_parse_advance(p);
	if (!frontend_parse_expr(p, true, &s->value))
		return false;
	if (is_op(p, P_ASSIGN))
		return frontend_parse_error(p, p->t.at, "a chain of assignments is not TVMScript");
	return true;
}

static bool annotation(struct parser *p, struct syntax *s)
{
	s->kind = S_ANNOTATE;
	s->target = s->value;
	s->value = (struct range){0, 0};
	frontend_parse_advance(p);
	return frontend_parse_expr(p, false, &s->type) &&
	       (!frontend_parse_accept(p, P_ASSIGN) || frontend_parse_expr(p, true, &s->value));
}

static enum punct augmented(const struct parser *p)
{
	return p->t.kind == TOK_OP ? frontend_puncts[p->t.op].base : P_NONE;
}

/* A statement that begins with an expression. */
static bool expression(struct parser *p, struct syntax *s)
{
	if (!frontend_parse_expr(p, true, &s->value))
		return false;
	if (is_op(p, P_ASSIGN))
		return assignment(p, s);
	if (is_op(p, P_COLON))
		return annotation(p, s);
	if (augmented(p)) {
		s->kind = S_AUGMENT;
		s->op = (uint8_t)augmented(p);
		s->target = s->value;
		frontend_parse_advance(p);
		return frontend_parse_expr(p, false, &s->value);
	}
	return true;
}

/* Parse a name, or a.b.c if dotted; set *last to the last name. */
static bool import_name(struct parser *p, bool dotted, uint32_t *last)
{
	do {
		if (p->t.kind != TOK_NAME || p->t.keyword)
			return frontend_parse_expected(p, "a name");
		*last = p->t.sym;
		frontend_parse_advance(p);
	} while (dotted && frontend_parse_accept(p, P_DOT));
	return true;
}

/* Names parted by commas; "as NAME" renames the language. */
static bool import_names(struct parser *p, struct syntax *s, bool dotted, bool bracket)
{
	do {
		uint32_t what = 0, as = 0;
		if (bracket && is_op(p, P_RPAREN))
			break;
		if (!import_name(p, dotted, &what))
			return false;
		struct syntax_param bound = {.sym = what, .at = s->at};
		bool renamed = frontend_parse_accept_word(p, KW_AS);
		if (renamed && !import_name(p, false, &as))
			return false;
		bound.sym = renamed ? as : what;
		VEC_PUSH(p->arena, &s->params, bound);
		if (!renamed)
			continue;
		if (what == p->sym_tirx || what == p->sym_tir)
			p->sym_T = as;
		if (what == p->sym_ir)
			p->sym_I = as;
	} while (frontend_parse_accept(p, P_COMMA));
	return true;
}

/* import a.b as c, d; from .a.b import c as d, e; from a import (b); from a import * */
static bool import(struct parser *p, struct syntax *s)
{
	uint32_t module = 0;
	s->kind = S_IMPORT;
	if (frontend_parse_accept_word(p, KW_IMPORT))
		return import_names(p, s, true, false);
	frontend_parse_advance(p);
	bool relative = is_op(p, P_DOT);
	while (frontend_parse_accept(p, P_DOT))
		;
	if ((!relative || !frontend_parse_is_word(p, KW_IMPORT)) && !import_name(p, true, &module))
		return false;
	if (!frontend_parse_accept_word(p, KW_IMPORT))
		return frontend_parse_expected(p, "'import'");
	if (frontend_parse_accept(p, P_MUL))
		return true;
	if (!frontend_parse_accept(p, P_LPAREN))
		return import_names(p, s, false, false);
	bool empty = is_op(p, P_RPAREN);
	return import_names(p, s, false, !empty) &&
	       frontend_parse_expect(p, P_RPAREN, "',' or ')'");
}

static bool refused(struct parser *p)
{
	char buf[64];
	return frontend_parse_error(p, p->t.at, "%s is not TVMScript",
	        frontend_token_text(p, &p->t, buf));
}

bool frontend_parse_simple(struct parser *p, struct syntax *s)
{
	s->kind = S_EXPR;
	if (p->t.kind != TOK_NAME)
		return expression(p, s);
	switch ((enum keyword)p->t.keyword) {
	case KW_RETURN:
		s->kind = S_RETURN;
		frontend_parse_advance(p);
		return p->t.kind == TOK_NEWLINE || is_op(p, P_SEMICOLON) ||
		       frontend_parse_expr(p, true, &s->value);
	case KW_BREAK: s->kind = S_BREAK; break;
	case KW_CONTINUE: s->kind = S_CONTINUE; break;
	case KW_PASS: s->kind = S_PASS; break;
	case KW_ASSERT:
		s->kind = S_ASSERT;
		frontend_parse_advance(p);
		return frontend_parse_expr(p, true, &s->value);
	case KW_IMPORT:
	case KW_FROM: return import(p, s);
	case KW_ASYNC:
	case KW_AWAIT:
	case KW_DEL:
	case KW_GLOBAL:
	case KW_NONLOCAL:
	case KW_RAISE:
	case KW_TRY:
	case KW_YIELD: return refused(p);
	case KW_ELIF:
	case KW_ELSE:
	case KW_EXCEPT:
	case KW_FINALLY: return frontend_parse_expected(p, "a statement");
	case KW_FALSE:
	case KW_NONE_:
	case KW_TRUE:
	case KW_LAMBDA:
	case KW_AND:
	case KW_OR:
	case KW_NOT:
	case KW_IN:
	case KW_IS:
	case KW_AS:
	case KW_CLASS:
	case KW_DEF:
	case KW_FOR:
	case KW_WHILE:
	case KW_IF:
	case KW_WITH:
	case KW_NONE: return expression(p, s);
	}
	frontend_parse_advance(p);
	return true;
}
