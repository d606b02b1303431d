/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/layout/halves_order.c: which vectors may lie with their even lanes first (halves.c). */
#include "lowering/hexagon/halves.h"

enum { LANES = PAIR_LANES, MAX_DEPTH = 256 };

static bool is_wide(struct tir_type t)
{
	return tir_is_int(t) && t.bits == 16 && t.lanes % LANES == 0;
}

bool lower_pairs_is_bytes(struct tir_type t)
{
	return tir_is_int(t) && t.bits == 8 && t.lanes % LANES == 0;
}

bool lower_is_lanewise(const struct tir_expr *e)
{
	switch ((enum tir_op)e->op) {
	case TIR_ADD:
	case TIR_SUB:
	case TIR_MUL:
	case TIR_MIN:
	case TIR_MAX:
	case TIR_BITAND:
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_BITNOT:
	case TIR_SHL:
	case TIR_SHR: return true;
	case TIR_ANY_LEAF:
	case TIR_ANY_DIVISION:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return false;
}

static enum order find_order(const struct lower *l, const struct tir_expr *e)
{
	if (!is_wide(e->type) || e->depth > MAX_DEPTH || e->flags & TIR_HAS_EFFECT)
		return NEVER;
	if (e->op == TIR_BROADCAST)
		return e->type.lanes == e->arg[0]->type.lanes ? NEVER : NEUTRAL;
	if (e->op == TIR_VAR) {
		enum order named = (enum order)l->hexagon->pairs->named[e->u.var->id];
		return named == UNKNOWN ? NEVER : named;
	}
	if (e->op == TIR_CAST)
		return lower_pairs_is_bytes(e->arg[0]->type) ? PAIRED
		                                             : lower_pairs_order(l, e->arg[0]);
	if (!lower_is_lanewise(e))
		return NEVER;
	enum order all = NEUTRAL;
	for (uint32_t i = 0; i < e->n; i++) {
		enum order a = lower_pairs_order(l, e->arg[i]);
		if (a == NEVER)
			return NEVER;
		all = a == PAIRED ? PAIRED : all;
	}
	return all;
}

/* A variable's value was asked before it, so this goes no deeper than one expression does. */
enum order lower_pairs_order(const struct lower *l, const struct tir_expr *e)
{
	uint8_t *known = &l->hexagon->pairs->order[e->id];
	if (*known == UNKNOWN)
		*known = (uint8_t)find_order(l, e);
	return (enum order) * known;
}
