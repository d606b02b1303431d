/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/parse/parse_other.c: what stands in a Python file beside kernels, which nobody here reads.
 *
 * Idea.   A look ahead tells what the decorators of a definition are; the tokens of what is no kernel are skipped, up to
 *         the end of its line or of the block below it, without a word about what they are.
 * Errors  a bracket that is never closed, since what follows would be skipped with it. */
#include "frontend/parse/parse.h"

/* Skip a token.  Where it gives a name a value, as in N = 3 or global N, add the name to s; s may be NULL. */
static void skip_token(struct parser *p, struct syntax *s)
{
	struct syntax_param name = {.sym = p->t.sym, .at = p->t.at};
	bool is_name = p->t.kind == TOK_NAME && !p->t.keyword;
	bool global = p->t.kind == TOK_NAME && p->t.keyword == KW_GLOBAL;
	frontend_parse_advance(p);
	bool stored = p->t.kind == TOK_OP && p->lex.brackets == 0 &&
	              (p->t.op == P_ASSIGN || frontend_puncts[p->t.op].base);
	if (global && p->t.kind == TOK_NAME)
		name = (struct syntax_param){.sym = p->t.sym, .at = p->t.at};
	if (s && ((is_name && stored && !s->op) || global))
		VEC_PUSH(p->arena, &s->params, name);
}

enum { PRIM_FUNC = 1, IR_MODULE = 2 };

/* Skip the rest of a line.  Return which of the two decorators' names it holds. */
static unsigned skip_tokens(struct parser *p, struct syntax *s)
{
	unsigned seen = 0;
	while (p->t.kind > TOK_DEDENT) {
		const char *name = p->t.kind == TOK_NAME ? p->symbols->at.at[p->t.sym].name : "";
		seen |= !strcmp(name, "prim_func") ? PRIM_FUNC : 0;
		seen |= !strcmp(name, "ir_module") ? IR_MODULE : 0;
		skip_token(p, s);
	}
	if (p->t.kind == TOK_NEWLINE)
		frontend_parse_advance(p);
	return seen;
}

/* Skip the block below a line, if there is one. */
static void skip_suite(struct parser *p, struct syntax *s)
{
	uint32_t depth = p->t.kind == TOK_INDENT;
	if (!depth)
		return;
	while (depth && p->t.kind != TOK_END) {
		skip_token(p, s);
		depth += p->t.kind == TOK_INDENT;
		depth -= p->t.kind == TOK_DEDENT;
	}
	if (p->t.kind == TOK_DEDENT)
		frontend_parse_advance(p);
}

bool frontend_parse_is_kernel(struct parser *p)
{
	struct diag silent;
	struct parser ahead = parse_ahead(p, &silent);
	bool function = false, module = false;
	while (is_op(&ahead, P_AT)) {
		frontend_parse_advance(&ahead);
		bool language = ahead.t.kind == TOK_NAME && ahead.t.sym == p->sym_T;
		unsigned seen = skip_tokens(&ahead, NULL);
		function = function || language || seen & PRIM_FUNC;
		module = module || seen & IR_MODULE;
	}
	p->lex.text = ahead.lex.text;
	bool class = ahead.t.kind == TOK_NAME && ahead.t.keyword == KW_CLASS;
	return class ? module : function;
}

struct syntax *frontend_parse_other(struct parser *p)
{
	struct syntax *s = frontend_parse_new(p, S_OTHER);
	struct diag silent = {.sink = NULL}, *d = p->lex.d;
	p->lex.d = &silent;
	while (is_op(p, P_AT))
		skip_tokens(p, NULL);
	s->at = p->t.at;
	bool defines = p->t.kind == TOK_NAME &&
	               (p->t.keyword == KW_DEF || p->t.keyword == KW_CLASS);
	if (defines) {
		frontend_parse_advance(p);
		s->sym = p->t.sym;
		s->name_at = p->t.at;
		defines = p->t.kind == TOK_NAME && !p->t.keyword;
	}
	s->op = defines;
	skip_tokens(p, s);
	skip_suite(p, s);
	p->lex.d = d;
	if (p->lex.ended)
		frontend_parse_error(p, s->at, "a bracket of what begins here is never closed");
	return s;
}
