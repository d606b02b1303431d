/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/scalarize_node.c: nodes that the target has no instructions for, and nodes as they are for one lane.
 * Why it cannot be wrong
 *         Each node stays the same operation, of one lane of each operand; a lane of a ramp is its base and
 *         the lane's number times its step, in the ramp's own type, which wraps as the ramp does
 *         (legalize_ramp). An operand that has no lane makes the group fail (legalize_lane_of). */
#include "legalize/scalarize.h"

/* ---- Nodes -------------------------------------------------------------------------------*/
bool legalize_makes_floats(const struct tir_expr *e)
{
	return e->op == TIR_CAST && tir_is_float(e->type) && !tir_is_float(e->arg[0]->type);
}

/* Integers made floats and the same integers again: LLVM sees that nothing is done. */
static bool is_round_trip(const struct tir_expr *e)
{
	return e->op == TIR_CAST && legalize_makes_floats(e->arg[0]) &&
	       tir_type_eq(e->type, e->arg[0]->arg[0]->type) && e->type.bits <= 8;
}

/* Arithmetic of floats: what HVX has no instructions for.  Floats made of integers count where they
 * are used; what is done by bits does not count where there are vectors of these (by_bits). */
bool legalize_is_float_work(const struct tir_expr *e, bool by_bits)
{
	if (legalize_makes_floats(e) || is_round_trip(e) || (by_bits && target_float_by_bits(e)))
		return false;
	switch ((enum tir_op)e->op) {
	case TIR_LOAD:
	case TIR_MASKED_LOAD:
	case TIR_BROADCAST:
	case TIR_SHUFFLE:
	case TIR_SELECT:
	case TIR_IF_THEN_ELSE:
	case TIR_LET: return false;
	case TIR_ANY_LEAF:
	case TIR_ANY_OPERATOR:
	case TIR_CAST:
	case TIR_RAMP:
	case TIR_BUFFER_DATA:
	case TIR_ADDRESS_OF:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	return e->type.lanes > 1 && e->n &&
	       (tir_is_float(e->type) || tir_is_float(e->arg[0]->type));
}

const struct tir_expr *legalize_cannot(struct scalarizer *s, const struct tir_expr *e)
{
	s->fails = true;
	return e;
}

/* e, which all lanes share. */
const struct tir_expr *legalize_once(struct scalarizer *s, const struct tir_expr *e)
{
	bool dear = (e->flags & (TIR_MAY_TRAP | TIR_READS_MEM)) || tir_is_float(e->type);
	if (!e->n || !dear || s->lazy || s->all)
		return e;
	struct tir_stmt *bind = tir_stmt_new(s->m, TIR_BIND, s->at);
	bind->form = TIR_BIND_PLAIN;
	struct tir_bind *b = tir_as_bind(bind);
	b->var = tir_var_new(s->m, "shared", e->type);
	b->var->at = s->at;
	b->value = (struct tir_operand){e, s->at};
	tir_seq_add(&s->before, bind);
	return b->var->expr;
}

const struct tir_expr *legalize_lane_of(struct scalarizer *s, const struct tir_expr *e)
{
	if (e->type.lanes == 1)
		return legalize_once(s, e);
	if (e->type.lanes != s->lanes || s->memo[e->id].stamp != s->stamp)
		return legalize_cannot(s, e);
	return s->memo[e->id].e;
}

const struct tir_expr *legalize_ramp(struct scalarizer *s, const struct tir_expr *e)
{
	const struct tir_expr *base = legalize_once(s, e->arg[0]),
	                      *step = legalize_once(s, e->arg[1]), *k = s->lane->expr;
	if (!tir_type_eq(base->type, k->type))
		k = tir_cast(s->m, base->type, k);
	if (step->op != TIR_INT_IMM || step->u.i != 1)
		k = tir_binary(s->m, TIR_MUL, k, step);
	return base->op == TIR_INT_IMM && !base->u.i ? k : tir_binary(s->m, TIR_ADD, base, k);
}
