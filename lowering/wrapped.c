/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/wrapped.c: loops that LLVM's vectoriser is to leave alone, for an index in them begins again.
 *
 * Idea.   LLVM 22 takes E[x + (i & 3)] for neighbours of i, whatever i is: the number of bits that i & 3 has is forgotten
 *         where x is added, and a vector of 8 iterations stores 8 neighbours instead of 4 elements twice.  It knows &, % and
 *         casts to fewer bits as the same thing, and makes them of shifts and quotients, too.
 * Needs   a target whose loops LLVM may vectorise as it likes.
 * Costs   vectors of LLVM in loops with such an operation of their variables, even where no index is made of it.
 * Wrong if an operation that LLVM makes & of is forgotten. */
#include "lowering/internal.h"

struct search {
	struct lower *l;
	struct arena scratch;
	bool named, found;
};

/* Does the expression name a variable that a loop changes, or one that is bound to a value? */
static bool name_changes(void *ctx, const struct tir_expr *e)
{
	struct search *k = ctx;
	k->named |= e->op == TIR_VAR && lower_is_defined(k->l, e->u.var);
	return !k->named;
}

static bool is_power_of_two(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM && e->u.i > 0 && (e->u.i & (e->u.i - 1)) == 0;
}

/* Has the result fewer bits than what it is made of? */
static bool cuts_bits(const struct tir_expr *e)
{
	switch ((enum tir_op)e->op) {
	case TIR_BITAND: return e->arg[0]->op == TIR_INT_IMM || e->arg[1]->op == TIR_INT_IMM;
	case TIR_CAST: return tir_is_int(e->arg[0]->type) && e->type.bits < e->arg[0]->type.bits;
	case TIR_SHL:
	case TIR_SHR: return e->arg[1]->op == TIR_INT_IMM;
	case TIR_DIV:
	case TIR_MOD:
	case TIR_FLOORDIV:
	case TIR_FLOORMOD: return is_power_of_two(e->arg[1]);
	case TIR_ANY_LEAF:
	case TIR_ANY_RING:
	case TIR_ANY_EXTREME:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_BITNOT:
	case TIR_ANY_CHOICE:
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_CALL:
	case TIR_NOPS: return false;
	}
	return false;
}

static bool look_at(void *ctx, const struct tir_expr *e)
{
	struct search *k = ctx;
	if (e->type.lanes == 1 && tir_is_int(e->type) && !(e->flags & TIR_READS_MEM) &&
	        cuts_bits(e)) {
		k->named = false;
		tir_walk_expr(e, &k->scratch, name_changes, k);
		k->found |= k->named;
	}
	return !k->found;
}

static bool look_at_stmt(void *ctx, struct tir_stmt *s)
{
	struct search *k = ctx;
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n && !k->found; i++)
		tir_walk_expr(op[i], &k->scratch, look_at, k);
	return !k->found;
}

void lower_keep_wrapped(struct lower *l, const struct tir_stmt *s, LLVMValueRef branch)
{
	struct search k = {.l = l};
	tir_walk_stmts(tir_body(s), look_at_stmt, &k);
	arena_free(&k.scratch);
	LLVMMetadataRef no = lower_hint(l->ctx, "llvm.loop.vectorize.enable", 1, false);
	if (k.found)
		lower_give_hints(l->ctx, branch, &no, 1);
}
