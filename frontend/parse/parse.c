/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/parse/parse.c: expressions of the text as a run of nodes, operands before operators.
 *
 * Idea.   What is open - brackets, operators that wait for their right side - stands on a stack of
 *         our own.  An operator is emitted when a weaker one, or the end of its bracket, comes.
 * Costs   one visit a token; no recursion, MAX_OPEN things open at a time.
 * Errors  the first of an expression is reported and ends it. */
#include "frontend/parse/parse.h"

/* ---- Operands ---------------------------------------------------------------------------*/
static bool keyword_operand(struct parser *p)
{
	static const uint8_t kinds[] = {
	        [KW_TRUE] = N_TRUE, [KW_FALSE] = N_FALSE, [KW_NONE_] = N_NONE};
	uint8_t kw = p->t.keyword;
	char buf[64];
	if (kw == KW_LAMBDA)
		return frontend_parse_lambda(p);
	if (kw != KW_TRUE && kw != KW_FALSE && kw != KW_NONE_)
		return frontend_parse_error(p, p->t.at, "expected an expression, not %s",
		        frontend_token_text(p, &p->t, buf));
	uint32_t begin = p->t.at.begin;
	frontend_parse_advance(p);
	frontend_parse_emit(p, (enum node_kind)kinds[kw], begin, 0);
	return true;
}

static bool open_bracket(struct parser *p, enum open_kind kind, uint32_t begin)
{
	struct open_op o = {.kind = (uint8_t)kind, .begin = begin, .at = p->t.at};
	if (!frontend_parse_push(p, o))
		return false;
	frontend_parse_advance(p);
	return true;
}

static bool prefix(struct parser *p, uint8_t op, unsigned prec)
{
	struct open_op o = {
	        .kind = O_PREFIX, .op = op, .prec = (uint8_t)prec, .begin = p->t.at.begin};
	if (!frontend_parse_push(p, o))
		return false;
	frontend_parse_advance(p);
	return true;
}

static bool no_operand(struct parser *p)
{
	char buf[64];
	if (p->t.kind == TOK_BAD)
		return false;
	if (is_op(p, P_MUL) || is_op(p, P_POWER))
		return frontend_parse_error(p, p->t.at, "'%s' arguments are not TVMScript",
		        frontend_puncts[p->t.op].text);
	const struct open_op *o = frontend_parse_top(p);
	if (o->kind == O_INFIX && (is_op(p, P_BITAND) || is_op(p, P_BITOR)) && o->op == p->t.op)
		return frontend_parse_error(p, p->t.at, "'%c%c' is not TVMScript: write %s",
		        p->t.op == P_BITAND ? '&' : '|', p->t.op == P_BITAND ? '&' : '|',
		        p->t.op == P_BITAND ? "and" : "or");
	while (o->kind >= O_PREFIX)
		o--;
	if (p->t.kind <= TOK_NEWLINE && o->kind != O_BASE)
		return frontend_parse_error(p, o->at, "bracket is never closed");
	return frontend_parse_error(p, p->t.at, "expected an expression, not %s",
	        frontend_token_text(p, &p->t, buf));
}

/* Read an operand or what stands before one; *done: it is complete. */
static bool operand(struct parser *p, bool *done)
{
	const struct token t = p->t;
	*done = true;
	switch ((enum token_kind)t.kind) {
	case TOK_NAME:
		if (t.keyword == KW_NOT) {
			*done = false;
			return prefix(p, KW_NOT, PREC_NOT);
		}
		if (t.keyword)
			return keyword_operand(p);
		frontend_parse_advance(p);
		frontend_parse_emit(p, N_NAME, t.at.begin, 0)->sym = t.sym;
		return true;
	case TOK_INT:
		frontend_parse_advance(p);
		frontend_parse_emit(p, N_INT, t.at.begin, 0)->i = t.i;
		return true;
	case TOK_FLOAT:
		frontend_parse_advance(p);
		frontend_parse_emit(p, N_FLOAT, t.at.begin, 0)->f = t.f;
		return true;
	case TOK_STRING: return frontend_parse_strings(p);
	case TOK_BAD:
	case TOK_DEDENT:
	case TOK_END:
	case TOK_INDENT:
	case TOK_NEWLINE:
	case TOK_OP: break;
	}
	*done = false;
	if (is_op(p, P_LPAREN))
		return open_bracket(p, O_PAREN, t.at.begin);
	if (is_op(p, P_LBRACKET))
		return open_bracket(p, O_LIST, t.at.begin);
	if (is_op(p, P_LBRACE))
		return open_bracket(p, O_DICT, t.at.begin);
	if (is_op(p, P_SUB) || is_op(p, P_ADD) || is_op(p, P_BITNOT))
		return prefix(p, t.op, PREC_UNARY);
	enum open_kind in = (enum open_kind)frontend_parse_top(p)->kind;
	bool item = (in == O_CALL && !frontend_parse_top(p)->keyword) || in == O_LIST ||
	            in == O_PAREN || in == O_INDEX;
	if (is_op(p, P_MUL) && item)
		return prefix(p, P_MUL, PREC_COMPARE);
	return no_operand(p);
}

/* ---- Postfix ----------------------------------------------------------------------------*/
static bool attribute(struct parser *p)
{
	char buf[64];
	frontend_parse_advance(p);
	if (p->t.kind != TOK_NAME)
		return frontend_parse_error(p, p->t.at, "expected a name after '.', not %s",
		        frontend_token_text(p, &p->t, buf));
	uint32_t sym = p->t.sym;
	struct node *k = parse_last(p);
	uint32_t begin = k->at.begin;
	bool prefix_T = k->kind == N_NAME &&
	                (k->sym == p->sym_T || k->sym == p->sym_tir || k->sym == p->sym_tirx);
	bool prefix_I = k->kind == N_NAME && (k->sym == p->sym_I || k->sym == p->sym_ir);
	frontend_parse_advance(p);
	if (prefix_T || prefix_I) {
		k->kind = N_DOTTED;
		k->op = prefix_I;
		k->sym = sym;
		k->at.end = p->before;
	} else {
		frontend_parse_emit(p, N_ATTR, begin, 1)->sym = sym;
	}
	return true;
}

/* ---- Items of brackets ------------------------------------------------------------------*/
/* An argument, index, element or part of one is complete. */
static bool end_item(struct parser *p)
{
	struct open_op *o = frontend_parse_top(p);
	if (o->kind == O_CALL && !o->keyword && o->named)
		return frontend_parse_error(p, parse_last(p)->at,
		        "an argument without a name stands behind one by name");
	if (o->kind == O_CALL && o->keyword) {
		struct node *k = parse_last(p);
		uint32_t begin = k->at.begin;
		frontend_parse_emit(p, N_KEYWORD, begin, 1)->sym = o->keyword - 1;
		o->keyword = 0;
	}
	if (o->kind == O_INDEX && o->part) {
		uint32_t n = (o->parts & 1) + (o->parts >> 1 & 1) + (o->parts >> 2 & 1);
		frontend_parse_emit(p, N_SLICE, o->slice, n)->i = o->parts & 7;
		o->parts = o->part = 0;
	}
	o->n++;
	return true;
}

/* A mistake may be that a bracket should have ended before. */
static void note_bracket(struct parser *p, const struct open_op *o)
{
	diag_note(p->d, p->src, o->at, "in the bracket opened here");
}

/* Close the bracket on frontend_parse_top; the item before, if any, is done. */
static bool close_bracket(struct parser *p)
{
	struct open_op o = *frontend_parse_top(p);
	static const uint8_t closing[] = {[O_PAREN] = P_RPAREN,
	        [O_CALL] = P_RPAREN,
	        [O_LIST] = P_RBRACKET,
	        [O_INDEX] = P_RBRACKET,
	        [O_DICT] = P_RBRACE};
	if (p->t.op != closing[o.kind]) {
		frontend_parse_error(p, p->t.at, "expected '%s', not '%s'",
		        frontend_puncts[closing[o.kind]].text, frontend_puncts[p->t.op].text);
		note_bracket(p, &o);
		return false;
	}
	p->open.n--;
	p->named.n -= o.named;
	frontend_parse_advance(p);
	switch ((enum open_kind)o.kind) {
	case O_PAREN:
		if (o.n == 1 && !o.comma)
			parse_last(p)->at = (struct span){o.begin, p->before};
		else
			frontend_parse_emit(p, N_TUPLE, o.begin, o.n);
		break;
	case O_LIST: frontend_parse_emit(p, N_LIST, o.begin, o.n); break;
	case O_DICT: frontend_parse_emit(p, N_DICT, o.begin, o.n); break;
	case O_CALL: frontend_parse_emit(p, N_CALL, o.begin, o.n + 1); break;
	case O_INDEX: frontend_parse_emit(p, N_INDEX, o.begin, o.n + 1); break;
	case O_BASE:
	case O_COMPARE:
	case O_ELSE:
	case O_IF:
	case O_INFIX:
	case O_PREFIX: break;
	}
	return true;
}

static bool is_closing(const struct parser *p)
{
	return is_op(p, P_RPAREN) || is_op(p, P_RBRACKET) || is_op(p, P_RBRACE);
}

/* A colon: of a dictionary's item or of a slice. */
static bool colon(struct parser *p, bool operand_before)
{
	struct open_op *o = frontend_parse_top(p);
	if (o->kind == O_DICT && !o->value && operand_before) {
		o->value = true;
		o->n++;
	} else if (o->kind == O_INDEX && o->part < 2) {
		if (o->part == 0)
			o->slice = operand_before ? parse_last(p)->at.begin : p->t.at.begin;
		if (operand_before)
			o->parts |= (uint8_t)(1 << o->part);
		o->part++;
	} else {
		return frontend_parse_error(p, p->t.at, "unexpected ':'");
	}
	frontend_parse_advance(p);
	return true;
}

/* NAME "=" in a call. */
static bool keyword_argument(struct parser *p)
{
	struct open_op *o = frontend_parse_top(p);
	struct node *k = parse_last(p);
	if (o->kind != O_CALL || o->keyword || k->kind != N_NAME) {
		frontend_parse_error(p, p->t.at, "'=' cannot stand in an expression");
		if (o->kind != O_CALL)
			note_bracket(p, o);
		return false;
	}
	for (uint32_t i = p->named.n - o->named; i < p->named.n; i++)
		if (p->named.at[i] == k->sym)
			return frontend_parse_error(p, k->at, "argument '%s' is given twice",
			        p->symbols->at.at[k->sym].name);
	if (o->named == MAX_NAMED)
		return frontend_parse_error(p, k->at, "a call of more than %d arguments by name",
		        MAX_NAMED);
	VEC_PUSH(p->arena, &p->named, k->sym);
	o->named++;
	o->keyword = k->sym + 1;
	p->tree->nodes.n--;
	frontend_parse_advance(p);
	return true;
}

/* ---- The loop ---------------------------------------------------------------------------*/
enum step { STEP_FAIL, STEP_OPERAND, STEP_OPERATOR, STEP_DONE };

static enum step went(bool ok, enum step next)
{
	return ok ? next : STEP_FAIL;
}

/* Where an operand may stand: one, or the end of a bracket. */
static enum step at_operand(struct parser *p)
{
	struct open_op *o = frontend_parse_top(p);
	bool done;
	if (is_closing(p) && o->kind > O_BASE && o->kind <= O_INDEX) {
		bool slice = o->kind == O_INDEX && o->part;
		if (slice && !end_item(p))
			return STEP_FAIL;
		if (o->keyword || o->value || (o->kind == O_INDEX && o->n == 0))
			return went(no_operand(p), STEP_FAIL);
		return went(close_bracket(p), STEP_OPERATOR);
	}
	if (o->kind == O_BASE && o->comma &&
	        (p->t.kind == TOK_NEWLINE || is_op(p, P_ASSIGN) || is_op(p, P_RPAREN)))
		return STEP_DONE;
	if (is_op(p, P_COLON) && o->kind == O_INDEX)
		return went(colon(p, false), STEP_OPERAND);
	if (is_op(p, P_COMMA) && o->kind == O_INDEX && o->part) {
		if (!end_item(p))
			return STEP_FAIL;
		frontend_parse_advance(p);
		return STEP_OPERAND;
	}
	if (o->kind == O_INDEX && o->n == 0 && !o->part && frontend_parse_is_scope(p)) {
		uint32_t begin = p->t.at.begin;
		const char *scope = p->symbols->at.at[p->t.sym].name;
		frontend_parse_advance(p);
		frontend_parse_emit(p, N_STRING, begin, 0)->str = scope;
		o->n++;
		return STEP_OPERAND;
	}
	if (o->kind == O_DICT && o->value && frontend_parse_is_target(p))
		return went(frontend_parse_target(p), STEP_OPERATOR);
	if (!operand(p, &done))
		return STEP_FAIL;
	return done ? STEP_OPERATOR : STEP_OPERAND;
}

/* A comma behind a complete operand. */
static enum step comma(struct parser *p)
{
	struct open_op *o = frontend_parse_top(p);
	if (o->kind == O_BASE && !o->tuple)
		return STEP_DONE;
	if (o->kind == O_DICT && !o->value)
		return went(frontend_parse_error(p, p->t.at, "expected ':' and a value"),
		        STEP_FAIL);
	if (o->kind == O_INDEX && o->part)
		o->parts |= (uint8_t)(1 << o->part);
	o->value = false;
	o->comma = true;
	if (!end_item(p))
		return STEP_FAIL;
	frontend_parse_advance(p);
	return STEP_OPERAND;
}

/* A token that is no operator ends the operand's bracket or the expression. */
static enum step at_end(struct parser *p)
{
	char buf[64];
	if (!frontend_parse_reduce(p, PREC_ANY))
		return STEP_FAIL;
	struct open_op *o = frontend_parse_top(p);
	if (is_op(p, P_COMMA))
		return comma(p);
	if (o->kind == O_BASE)
		return STEP_DONE;
	if (is_closing(p)) {
		if (o->kind == O_DICT && !o->value)
			return went(frontend_parse_error(p, p->t.at, "expected ':' and a value"),
			        STEP_FAIL);
		if (o->kind == O_INDEX && o->part)
			o->parts |= (uint8_t)(1 << o->part);
		return went(end_item(p) && close_bracket(p), STEP_OPERATOR);
	}
	if (is_op(p, P_COLON))
		return went(colon(p, true), STEP_OPERAND);
	if (is_op(p, P_ASSIGN))
		return went(keyword_argument(p), STEP_OPERAND);
	if (p->t.kind == TOK_END || p->t.kind == TOK_NEWLINE)
		return went(frontend_parse_error(p, o->at, "bracket is never closed"), STEP_FAIL);
	if (p->t.kind == TOK_NAME && p->t.keyword == KW_FOR)
		return went(frontend_parse_error(p, p->t.at, "comprehensions are not TVMScript"),
		        STEP_FAIL);
	if (is_op(p, P_WALRUS))
		return went(frontend_parse_error(p, p->t.at, "':=' is not TVMScript"), STEP_FAIL);
	frontend_parse_error(p, p->t.at, "expected an operator, ',' or a closing bracket, not %s",
	        frontend_token_text(p, &p->t, buf));
	note_bracket(p, o);
	return STEP_FAIL;
}

static enum step word_operator(struct parser *p)
{
	unsigned word = p->t.keyword;
	if (word == KW_AND)
		return went(frontend_parse_infix(p, N_AND, 0, PREC_AND), STEP_OPERAND);
	if (word == KW_OR)
		return went(frontend_parse_infix(p, N_OR, 0, PREC_OR), STEP_OPERAND);
	if (word == KW_IF)
		return went(frontend_parse_start_if(p), STEP_OPERAND);
	if (word == KW_ELSE)
		return went(frontend_parse_start_else(p), STEP_OPERAND);
	if (word == KW_IS)
		return went(frontend_parse_is(p), STEP_OPERAND);
	return at_end(p);
}

/* Behind a complete operand. */
static enum step at_operator(struct parser *p)
{
	if (p->t.kind == TOK_NAME)
		return word_operator(p);
	if (p->t.kind == TOK_BAD)
		return STEP_FAIL;
	if (p->t.kind != TOK_OP)
		return at_end(p);
	unsigned prec = frontend_puncts[p->t.op].prec;
	if (prec == PREC_COMPARE)
		return went(frontend_parse_comparison(p), STEP_OPERAND);
	if (prec)
		return went(frontend_parse_infix(p, N_BINARY, p->t.op, prec), STEP_OPERAND);
	uint32_t op = p->t.op;
	if (op == P_DOT)
		return went(attribute(p), STEP_OPERATOR);
	const struct node *last = parse_last(p);
	if (op == P_LPAREN && last->kind == N_DOTTED && last->sym == p->sym_iter_var)
		return went(frontend_parse_iter_var(p), STEP_OPERATOR);
	if (op == P_LPAREN)
		return went(open_bracket(p, O_CALL, parse_last(p)->at.begin), STEP_OPERAND);
	if (op == P_LBRACKET)
		return went(open_bracket(p, O_INDEX, parse_last(p)->at.begin), STEP_OPERAND);
	if (op == P_POWER)
		return went(frontend_parse_error(p, p->t.at, "'**' is not TVMScript: write T.pow"),
		        STEP_FAIL);
	if (op == P_AT)
		return went(frontend_parse_error(p, p->t.at, "'@' is not TVMScript"), STEP_FAIL);
	return at_end(p);
}

bool frontend_parse_expr(struct parser *p, bool tuple, struct range *out)
{
	enum step s = STEP_OPERAND;
	p->expr = frontend_parse_expr;
	out->begin = p->tree->nodes.n;
	p->open.n = p->named.n = 0;
	struct open_op base = {.kind = O_BASE, .begin = p->t.at.begin, .tuple = tuple};
	VEC_PUSH(p->arena, &p->open, base);
	while (s == STEP_OPERAND || s == STEP_OPERATOR)
		s = s == STEP_OPERAND ? at_operand(p) : at_operator(p);
	if (s == STEP_FAIL) {
		p->tree->nodes.n = out->begin;
		*out = (struct range){0, 0};
		return false;
	}
	struct open_op *o = frontend_parse_top(p);
	if (o->comma) {
		/* a trailing comma has counted its item already */
		bool trailing = parse_last(p)->at.end < p->before;
		frontend_parse_emit(p, N_TUPLE, o->begin, o->n + !trailing);
	}
	out->end = p->tree->nodes.n;
	return true;
}
