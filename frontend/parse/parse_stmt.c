/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/parse/parse_stmt.c: statements of the text as a tree.
 *
 * Idea.   Recursive descent; a block is one level of recursion, which the lexer's limit on
 *         indentation bounds.  Blocks on the line of their head do not nest.
 * Errors  a statement that cannot be read is reported and skipped to the end of its line, a block
 *         that follows it is read for its own errors and dropped. */
#include "frontend/parse/parse.h"

/* ---- Blocks -----------------------------------------------------------------------------*/
static struct syntax *statement(struct parser *p);

static void add(struct syntax **first, struct syntax **last, struct syntax *s)
{
	while (s) {
		if (*last)
			(*last)->next = s;
		else
			*first = s;
		*last = s;
		s = s->next;
	}
}

/* Read statements up to the end of the block. */
static struct syntax *block(struct parser *p)
{
	struct syntax *first = NULL, *last = NULL;
	while (p->t.kind != TOK_DEDENT && p->t.kind != TOK_END)
		add(&first, &last, statement(p));
	if (p->t.kind == TOK_DEDENT)
		frontend_parse_advance(p);
	return first;
}

static struct syntax *skipped(struct parser *p)
{
	return frontend_parse_new(p, S_SKIP);
}

/* "fro i in range(4):": reports the keyword the line should have begun with; false if none
 * is near. */
static bool misspelt(struct parser *p, const struct syntax *s)
{
	static const char words[] = "for while if with def class assert return elif else";
	const struct node *first = &p->tree->nodes.at[s->value.begin];
	if (s->kind != S_EXPR || s->value.end != s->value.begin + 1 || first->kind != N_NAME)
		return false;
	const char *name = p->symbols->at.at[first->sym].name,
	           *best = frontend_nearest_word(name, words);
	if (!strcmp(name, "match"))
		return !frontend_parse_error(p, first->at, "'match' is not TVMScript");
	if (!best)
		return false;
	size_t n = strcspn(best, " ");
	frontend_parse_error(p, first->at, "'%s' begins no statement; did you mean '%.*s'?", name,
	        (int)n, best);
	return true;
}

/* Simple statements up to the end of the line, parted by semicolons. */
static struct syntax *line(struct parser *p)
{
	struct syntax *first = NULL, *last = NULL;
	for (;;) {
		struct syntax *s = frontend_parse_new(p, S_EXPR);
		bool ok = frontend_parse_simple(p, s);
		s->at.end = p->before > s->at.begin ? p->before : s->at.end;
		if (ok && p->t.kind != TOK_NEWLINE && !is_op(p, P_SEMICOLON))
			ok = !misspelt(p, s) && frontend_parse_expected(p, "end of line");
		if (!ok)
			s->kind = S_SKIP;
		add(&first, &last, s);
		if (!ok || !frontend_parse_accept(p, P_SEMICOLON) || p->t.kind == TOK_NEWLINE)
			break;
	}
	frontend_parse_skip_line(p);
	return first;
}

/* ":" and a suite; the head's place is finished.  The answer is never empty. */
static struct syntax *suite(struct parser *p, struct syntax *head)
{
	if (!frontend_parse_expect(p, P_COLON, "':'")) {
		frontend_parse_skip_line(p);
		if (p->t.kind == TOK_INDENT) {
			frontend_parse_advance(p);
			block(p);
		}
		head->kind = S_SKIP;
		return skipped(p);
	}
	head->at.end = p->before;
	if (p->t.kind != TOK_NEWLINE)
		return line(p);
	frontend_parse_advance(p);
	if (p->t.kind != TOK_INDENT) {
		frontend_parse_error(p, head->at, "expected an indented block after this");
		return skipped(p);
	}
	frontend_parse_advance(p);
	struct syntax *body = block(p);
	return body ? body : skipped(p);
}

/* The head could not be read. */
static struct syntax *bad_head(struct parser *p, struct syntax *s)
{
	frontend_parse_skip_line(p);
	s->kind = S_SKIP;
	if (p->t.kind == TOK_INDENT) {
		frontend_parse_advance(p);
		block(p);
	}
	return s;
}

static void refuse_else(struct parser *p, const char *what)
{
	if (!frontend_parse_is_word(p, KW_ELSE))
		return;
	frontend_parse_error(p, p->t.at, "'else' of %s is not TVMScript", what);
	struct syntax *s = frontend_parse_new(p, S_SKIP);
	frontend_parse_advance(p);
	suite(p, s);
}

static struct syntax *for_loop(struct parser *p)
{
	struct syntax *s = frontend_parse_new(p, S_FOR);
	frontend_parse_advance(p);
	if (!frontend_parse_expr(p, true, &s->target))
		return bad_head(p, s);
	if (!frontend_parse_accept_word(p, KW_IN)) {
		frontend_parse_expected(p, "'in'");
		return bad_head(p, s);
	}
	if (!frontend_parse_expr(p, true, &s->value))
		return bad_head(p, s);
	s->body = suite(p, s);
	refuse_else(p, "a loop");
	return s;
}

static struct syntax *while_loop(struct parser *p)
{
	struct syntax *s = frontend_parse_new(p, S_WHILE);
	frontend_parse_advance(p);
	if (!frontend_parse_expr(p, false, &s->value))
		return bad_head(p, s);
	s->body = suite(p, s);
	refuse_else(p, "a loop");
	return s;
}

/* if, and each elif as an if in the else before. */
static struct syntax *if_else(struct parser *p)
{
	struct syntax *first = NULL, **link = &first;
	for (;;) {
		struct syntax *s = frontend_parse_new(p, S_IF);
		*link = s;
		frontend_parse_advance(p);
		if (!frontend_parse_expr(p, false, &s->value)) {
			bad_head(p, s);
		} else {
			s->body = suite(p, s);
		}
		link = &s->orelse;
		if (!frontend_parse_is_word(p, KW_ELIF))
			break;
	}
	if (frontend_parse_is_word(p, KW_ELSE)) {
		struct syntax *head = frontend_parse_new(p, S_SKIP);
		frontend_parse_advance(p);
		*link = suite(p, head);
	}
	return first;
}

/* with a as x, b as y: the second in the body of the first. */
static struct syntax *with(struct parser *p)
{
	struct syntax *first = NULL, **link = &first, *s;
	struct span at = p->t.at;
	frontend_parse_advance(p);
	do {
		*link = s = frontend_parse_new(p, S_WITH);
		s->at.begin = at.begin;
		if (!frontend_parse_expr(p, false, &s->value) ||
		        (frontend_parse_accept_word(p, KW_AS) &&
		                !frontend_parse_expr(p, false, &s->target))) {
			bad_head(p, first);
			first->body = NULL;
			return first;
		}
		s->at.end = p->before;
		link = &s->body;
	} while (frontend_parse_accept(p, P_COMMA));
	*link = suite(p, s);
	return first;
}

/* ---- Definitions ------------------------------------------------------------------------*/
static bool param(struct parser *p, struct syntax *s)
{
	struct syntax_param a = {.sym = p->t.sym, .at = p->t.at};
	if (is_op(p, P_MUL) || is_op(p, P_POWER) || is_op(p, P_DIV))
		return frontend_parse_error(p, p->t.at, "'%s' parameters are not TVMScript",
		        frontend_puncts[p->t.op].text);
	if (p->t.kind != TOK_NAME || p->t.keyword)
		return frontend_parse_expected(p, "a parameter");
	frontend_parse_advance(p);
	if (!is_op(p, P_COLON))
		return frontend_parse_error(p, a.at, "parameter '%s' has no type",
		        p->symbols->at.at[a.sym].name);
	frontend_parse_advance(p);
	if (!frontend_parse_expr(p, false, &a.type))
		return false;
	if (is_op(p, P_ASSIGN))
		return frontend_parse_error(p, p->t.at,
		        "a parameter has no default value in TVMScript");
	VEC_PUSH(p->arena, &s->params, a);
	return true;
}

/* class Module(Base): what the bases add is for Python alone. */
static bool bases(struct parser *p)
{
	struct range base;
	if (!frontend_parse_accept(p, P_LPAREN))
		return true;
	while (!is_op(p, P_RPAREN))
		if (!frontend_parse_expr(p, false, &base) ||
		        (!frontend_parse_accept(p, P_COMMA) && !is_op(p, P_RPAREN)))
			return frontend_parse_expected(p, "',' or ')'");
	frontend_parse_advance(p);
	return true;
}

static bool head_of_def(struct parser *p, struct syntax *s)
{
	s->sym = p->t.sym;
	s->name_at = p->t.at;
	if (p->t.kind != TOK_NAME || p->t.keyword)
		return frontend_parse_expected(p, "a name");
	frontend_parse_advance(p);
	if (s->kind == S_CLASS)
		return bases(p);
	if (!frontend_parse_expect(p, P_LPAREN, "'('"))
		return false;
	while (!is_op(p, P_RPAREN)) {
		if (!param(p, s))
			return false;
		if (!frontend_parse_accept(p, P_COMMA))
			break;
	}
	return frontend_parse_expect(p, P_RPAREN, "',' or ')'") &&
	       (!frontend_parse_accept(p, P_ARROW) || frontend_parse_expr(p, false, &s->type));
}

/* A function of another language, as of Triton; its head may be read in no way. */
static bool foreign_function(struct parser *p, const struct syntax *s)
{
	if (s->kind != S_DEF || s->decorators.n == 0)
		return false;
	const struct node *last = &p->tree->nodes.at[s->decorators.at[0].end - 1];
	return !frontend_parse_error(p, last->at,
	        "functions of this kind are not supported, only @T.prim_func");
}

/* Decorators, then def or class. */
static struct syntax *definition(struct parser *p)
{
	bool within = p->defs && !p->in_class;
	bool kernel = within || frontend_parse_is_kernel(p);
	if (p->tolerant && !kernel)
		return frontend_parse_other(p);
	struct syntax *s = frontend_parse_new(p, S_DEF);
	while (frontend_parse_accept(p, P_AT)) {
		struct range d;
		if (!frontend_parse_expr(p, false, &d))
			return bad_head(p, s);
		VEC_PUSH(p->arena, &s->decorators, d);
		if (p->t.kind != TOK_NEWLINE) {
			frontend_parse_expected(p, "end of line");
			return bad_head(p, s);
		}
		frontend_parse_advance(p);
	}
	s->at = p->t.at;
	if (frontend_parse_is_word(p, KW_CLASS)) {
		s->kind = S_CLASS;
	} else if (!frontend_parse_is_word(p, KW_DEF)) {
		frontend_parse_expected(p, "'def' or 'class' after the decorator");
		return bad_head(p, s);
	}
	frontend_parse_advance(p);
	if ((!kernel && foreign_function(p, s)) || !head_of_def(p, s))
		return bad_head(p, s);
	bool outer = p->in_class;
	p->in_class = s->kind == S_CLASS;
	p->defs++;
	s->body = suite(p, s);
	p->defs--;
	p->in_class = outer;
	return s;
}

/* One statement, or the simple ones of a line. */
static struct syntax *statement(struct parser *p)
{
	if (p->t.kind == TOK_INDENT) {
		frontend_parse_error(p, p->t.at, "unexpected indentation");
		frontend_parse_advance(p);
		return block(p);
	}
	if (is_op(p, P_AT))
		return definition(p);
	uint32_t word = p->t.kind == TOK_NAME ? p->t.keyword : 0;
	if (word == KW_FOR)
		return for_loop(p);
	if (word == KW_WHILE)
		return while_loop(p);
	if (word == KW_IF)
		return if_else(p);
	if (word == KW_WITH)
		return with(p);
	if (word == KW_DEF || word == KW_CLASS)
		return definition(p);
	struct syntax *s = line(p);
	if (p->t.kind == TOK_INDENT && s->kind == S_SKIP) {
		frontend_parse_advance(p); /* the block of a statement that is not TVMScript */
		block(p);
	}
	return s;
}

/* ---- Beside kernels ---------------------------------------------------------------------*/
/* Is it print(...), main(), mod.show()?  What begins with T is a statement that lost its indentation. */
static bool is_foreign_call(const struct parser *p, const struct syntax *s)
{
	if (s->kind != S_EXPR || s->value.begin == s->value.end)
		return false;
	const struct node *first = &p->tree->nodes.at[s->value.begin];
	return p->tree->nodes.at[s->value.end - 1].kind == N_CALL && first->kind == N_NAME;
}

/* Does the line begin with a name, and what would be no statement of a kernel? */
static bool is_foreign_line(struct parser *p)
{
	struct diag silent;
	struct parser ahead = parse_ahead(p, &silent);
	if (p->t.kind != TOK_NAME || p->t.keyword || p->t.sym == p->sym_T)
		return false;
	frontend_lex_next(&ahead.lex, &ahead.t);
	p->lex.text = ahead.lex.text;
	return is_op(&ahead, P_ASSIGN) || is_op(&ahead, P_LPAREN) || is_op(&ahead, P_DOT);
}

/* A simple statement at the top of a file: what cannot be read is Python's business, if it may be. */
static struct syntax *top_line(struct parser *p)
{
	struct parser before = *p;
	struct diag silent = {.sink = NULL}, *d = p->d;
	uint32_t nodes = p->tree->nodes.n;
	bool foreign = is_foreign_line(&before);
	p->lex.text = before.lex.text;
	if (!foreign)
		return statement(p);
	p->d = p->lex.d = &silent;
	struct syntax *s = line(p);
	p->d = p->lex.d = d;
	if (silent.errors == 0 && p->t.kind != TOK_INDENT) {
		for (struct syntax *k = s; k; k = k->next)
			k->kind = is_foreign_call(p, k) ? S_OTHER : k->kind;
		return s;
	}
	before.open = p->open;
	before.named = p->named;
	before.lex.text = p->lex.text;
	*p = before;
	p->tree->nodes.n = nodes;
	return frontend_parse_other(p);
}

/* if __name__ == "__main__": */
static bool is_main(struct parser *p)
{
	struct diag silent;
	struct parser ahead = parse_ahead(p, &silent);
	if (!frontend_parse_is_word(p, KW_IF))
		return false;
	frontend_lex_next(&ahead.lex, &ahead.t);
	p->lex.text = ahead.lex.text;
	return ahead.t.kind == TOK_NAME && !strcmp(p->symbols->at.at[ahead.t.sym].name, "__name__");
}

/* One statement at the top of a file that holds a kernel. */
static struct syntax *top_statement(struct parser *p, const struct syntax *last)
{
	uint32_t word = p->t.kind == TOK_NAME ? p->t.keyword : 0;
	bool follows = last && last->kind == S_OTHER &&
	               (word == KW_ELSE || word == KW_ELIF || word == KW_EXCEPT ||
	                       word == KW_FINALLY);
	if (word == KW_TRY || follows || is_main(p))
		return frontend_parse_other(p);
	return word ? statement(p) : top_line(p);
}

/* Read the whole text. */
static void read_file(struct parser *p)
{
	struct syntax *first = NULL, *last = NULL;
	frontend_lex_next(&p->lex, &p->t);
	while (p->t.kind != TOK_END) {
		if (p->t.kind == TOK_DEDENT)
			frontend_parse_advance(p);
		else
			add(&first, &last, p->tolerant ? top_statement(p, last) : statement(p));
	}
	p->tree->first = first;
}

/* Does the text define a kernel, or a module of them, at its top? */
static bool holds_kernel(struct parser *p)
{
	struct diag silent;
	struct parser ahead = parse_ahead(p, &silent);
	bool found = false;
	frontend_lex_next(&ahead.lex, &ahead.t);
	while (ahead.t.kind != TOK_END) {
		found = is_op(&ahead, P_AT) && frontend_parse_is_kernel(&ahead);
		if (found)
			break;
		frontend_parse_other(&ahead);
		if (ahead.t.kind == TOK_DEDENT || ahead.t.kind == TOK_INDENT)
			frontend_parse_advance(&ahead);
	}
	p->lex.text = ahead.lex.text;
	return found;
}

void frontend_parse_file(struct parser *p)
{
	p->tolerant = holds_kernel(p);
	read_file(p);
}
