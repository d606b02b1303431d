/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/parse/parse_infix.c: what is open, and operators between two operands.
 *
 * An operator is emitted when a weaker one, or the end of its bracket, comes. */
#include "frontend/parse/parse.h"

struct open_op *frontend_parse_top(struct parser *p)
{
	return &p->open.at[p->open.n - 1];
}

/* ---- Emitting ---------------------------------------------------------------------------*/
bool frontend_parse_push(struct parser *p, struct open_op o)
{
	if (p->open.n >= MAX_OPEN)
		return frontend_parse_error(p, p->t.at,
		        "expression is nested more than %d levels deep", MAX_OPEN);
	VEC_PUSH(p->arena, &p->open, o);
	return true;
}

/* Emit the open operators that bind at least so; false after an error. */
bool frontend_parse_reduce(struct parser *p, unsigned prec)
{
	char buf[64];
	for (;;) {
		struct open_op o = *frontend_parse_top(p);
		if (o.kind < O_PREFIX || (o.kind != O_IF && o.prec < prec))
			return true;
		if (o.kind == O_IF && prec > PREC_COND)
			return true;
		p->open.n--;
		switch ((enum open_kind)o.kind) {
		case O_PREFIX: frontend_parse_emit(p, N_UNARY, o.begin, 1)->op = o.op; break;
		case O_INFIX:
			frontend_parse_emit(p, (enum node_kind)o.node, o.begin, 2)->op = o.op;
			break;
		case O_COMPARE:
			frontend_parse_emit(p, N_COMPARE, o.begin, o.n + 1)->i = o.ops;
			break;
		case O_ELSE: frontend_parse_emit(p, N_COND, o.begin, 3); break;
		case O_BASE:
		case O_CALL:
		case O_DICT:
		case O_IF:
		case O_INDEX:
		case O_LIST:
		case O_PAREN:
			return frontend_parse_error(p, p->t.at, "expected 'else' before %s",
			        frontend_token_text(p, &p->t, buf));
		}
	}
}

/* ---- Infix operators --------------------------------------------------------------------*/
bool frontend_parse_infix(struct parser *p, enum node_kind node, uint8_t op, unsigned prec)
{
	if (!frontend_parse_reduce(p, prec))
		return false;
	struct open_op o = {.kind = O_INFIX,
	        .node = (uint8_t)node,
	        .op = op,
	        .prec = (uint8_t)prec,
	        .begin = parse_last(p)->at.begin};
	if (!frontend_parse_push(p, o))
		return false;
	frontend_parse_advance(p);
	return true;
}

/* a < b < c is one node. */
bool frontend_parse_comparison(struct parser *p)
{
	uint64_t op = p->t.op;
	if (!frontend_parse_reduce(p, PREC_COMPARE + 1))
		return false;
	if (frontend_parse_top(p)->kind != O_COMPARE) {
		struct open_op o = {
		        .kind = O_COMPARE, .prec = PREC_COMPARE, .begin = parse_last(p)->at.begin};
		if (!frontend_parse_push(p, o))
			return false;
	}
	struct open_op *o = frontend_parse_top(p);
	if (o->n == 8)
		return frontend_parse_error(p, p->t.at, "more than 8 comparisons in a chain");
	o->ops |= op << (8 * o->n++);
	frontend_parse_advance(p);
	return true;
}

bool frontend_parse_is(struct parser *p)
{
	if (!frontend_parse_infix(p, N_IS, 0, PREC_COMPARE))
		return false;
	if (p->t.kind == TOK_NAME && p->t.keyword == KW_NOT) {
		frontend_parse_top(p)->op = 1;
		frontend_parse_advance(p);
	}
	return true;
}

bool frontend_parse_start_if(struct parser *p)
{
	if (!frontend_parse_reduce(p, PREC_OR))
		return false;
	struct open_op o = {.kind = O_IF, .prec = PREC_COND, .begin = parse_last(p)->at.begin};
	if (!frontend_parse_push(p, o))
		return false;
	frontend_parse_advance(p);
	return true;
}

bool frontend_parse_start_else(struct parser *p)
{
	if (!frontend_parse_reduce(p, PREC_COND + 1))
		return false;
	if (frontend_parse_top(p)->kind != O_IF)
		return frontend_parse_error(p, p->t.at, "'else' without 'if'");
	frontend_parse_top(p)->kind = O_ELSE;
	frontend_parse_advance(p);
	return true;
}
