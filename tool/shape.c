/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/shape.c: the values of shape expressions.
 *
 * Expressions are interned, so a table by expression number holds each value once and a shape of
 * any depth costs its number of distinct nodes.  Arithmetic is the IR's own (tir_eval_*). */
#include "tool/internal.h"

struct shape_eval shape_eval_new(const struct tir_func *f, struct arena *arena)
{
	uint32_t n = tir_numbers_of(f).nexprs;
	return (struct shape_eval){
	        arena, ARENA_NEWN(arena, uint64_t, n), ARENA_NEWN(arena, bool, n)};
}

void shape_set(struct shape_eval *s, const struct tir_var *v, uint64_t bits)
{
	s->value[v->expr->id] = bits;
	s->known[v->expr->id] = true;
}

/* The low bits of v that an integer of type t has in memory. */
static uint64_t low_bits(struct tir_type t, int64_t v)
{
	return t.bits < 64 ? (uint64_t)v & ((UINT64_C(1) << t.bits) - 1) : (uint64_t)v;
}

static int64_t signed_value(struct tir_type t, uint64_t bits)
{
	if (t.code != TIR_TYPE_INT || t.bits >= 64)
		return (int64_t)bits;
	uint64_t sign = UINT64_C(1) << (t.bits - 1);
	return (int64_t)((bits ^ sign) - sign);
}

bool shape_fits(struct tir_type t, int64_t v, uint64_t *bits)
{
	*bits = low_bits(t, v);
	return signed_value(t, *bits) == v && (v >= 0 || t.code == TIR_TYPE_INT);
}

/* Compute one node whose operands were visited; what it cannot compute stays unknown. */
static bool visit(void *ctx, const struct tir_expr *e)
{
	struct shape_eval *s = ctx;
	uint64_t a, b;
	if (s->known[e->id] || e->type.lanes != 1)
		return true;
	if (e->op == TIR_INT_IMM) {
		s->value[e->id] = low_bits(e->type, e->u.i);
		s->known[e->id] = true;
		return true;
	}
	for (uint32_t i = 0; i < e->n; i++)
		if (!s->known[e->arg[i]->id] || !tir_is_integral(e->arg[i]->type))
			return true;
	const struct tir_opinfo *info = &tir_ops[e->op];
	a = e->n > 0 ? s->value[e->arg[0]->id] : 0;
	b = e->n > 1 ? s->value[e->arg[1]->id] : 0;
	if (e->op == TIR_CAST && tir_is_integral(e->type)) {
		s->value[e->id] = tir_eval_cast(e->type, e->arg[0]->type, a);
		s->known[e->id] = true;
	} else if (e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE) {
		s->value[e->id] = s->value[e->arg[a ? 1 : 2]->id];
		s->known[e->id] = true;
	} else if (info->arity == 2 &&
	           (info->form == TIR_FORM_INFIX || info->form == TIR_FORM_HELPER)) {
		s->known[e->id] = tir_eval_binary((enum tir_op)e->op, e->arg[0]->type, a, b,
		        &s->value[e->id]);
	}
	return true;
}

bool shape_value(struct shape_eval *s, const struct tir_expr *e, int64_t *out)
{
	if (!tir_walk_expr(e, s->arena, visit, s) || !s->known[e->id])
		return false;
	*out = signed_value(e->type, s->value[e->id]);
	return true;
}
