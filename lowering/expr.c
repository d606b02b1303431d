/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/expr.c: the walk over an expression: what is built when, and what is used again.
 *
 * Idea.   Operands first; a pure node is built once where it dominates.  What a node becomes is
 *         node.c's.
 * Costs   recursion as deep as STEP: deeper terms are built from below, in steps.  What is not
 *         built in steps (lazy operands, let bodies, effects) may nest up to MAX_NEST. */
#include <stdlib.h>

#include "lowering/internal.h"

enum { STEP = 32, MAX_NEST = 10000, MAX_CHAIN = 1000, MAX_BLOCK = 2000 };
enum { MOST_COPIES = 1 << 16 };  /* nodes: a shared term stands in the text once a path */
enum { LANES = 16, SCALAR = 4 }; /* lanes that count as a node; nodes a scalar counts as */

/* ---- Memory of what was built ------------------------------------------------------------*/
static bool is_active(const struct lower *l, uint32_t stamp)
{
	for (uint32_t i = l->active.n; i-- > 0;)
		if (l->active.at[i] == stamp)
			return true;
	return false;
}

LLVMValueRef lower_recall(const struct lower *l, const struct memo *of, const struct tir_expr *e)
{
	const struct memo *m = &of[e->id];
	bool stale = (e->flags & TIR_READS_MEM) && m->effects != l->effects;
	return m->value && !stale && is_active(l, m->stamp) ? m->value : NULL;
}

void lower_enter_arm(struct lower *l)
{
	uint32_t stamp = ++l->stamp;
	VEC_PUSH(l->arena, &l->active, stamp);
}

void lower_leave_arm(struct lower *l)
{
	l->active.n--;
}

LLVMValueRef lower_remember(struct lower *l, struct memo *of, const struct tir_expr *e,
        LLVMValueRef v)
{
	if (e->flags & TIR_HAS_EFFECT)
		l->effects++;
	else
		of[e->id] = (struct memo){l->active.at[l->active.n - 1], l->effects, v};
	return v;
}

static int by_age(const void *a, const void *b)
{
	const struct tir_expr *x = *(const struct tir_expr *const *)a,
	                      *y = *(const struct tir_expr *const *)b;
	return x->id < y->id ? -1 : x->id > y->id;
}

/* Build what is STEP, 2 * STEP, ... levels above the leaves first, without recursion: operands are
 * older than what uses them. */
static void build_from_below(struct lower *l, const struct tir_expr *root)
{
	VEC(const struct tir_expr *) todo = {0}, steps = {0};
	uint32_t round = ++l->round;
	VEC_PUSH(l->arena, &todo, root);
	while (todo.n) {
		const struct tir_expr *e = todo.at[--todo.n];
		if (e->depth <= STEP || l->met[e->id] == round ||
		        lower_recall(l, l->memo[l->side], e))
			continue;
		l->met[e->id] = round;
		if (e->depth % STEP == 0 && e != root &&
		        !(e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET)))
			VEC_PUSH(l->arena, &steps, e);
		for (uint32_t i = 0; i < tir_strict_args(e); i++)
			VEC_PUSH(l->arena, &todo, e->arg[i]);
	}
	if (steps.n)
		qsort(steps.at, steps.n, sizeof *steps.at, by_age);
	for (uint32_t i = 0; i < steps.n; i++)
		lower_expr(l, steps.at[i]);
}

/* ---- Chains of decisions -----------------------------------------------------------------*/
/* LLVM's jump threading and its instruction selection follow a decision to those that it was made of, by
 * recursion and without a limit. */
static bool is_decision(const struct tir_expr *e)
{
	switch ((enum tir_op)e->op) {
	case TIR_AND:
	case TIR_OR:
	case TIR_NOT:
	case TIR_SELECT:
	case TIR_IF_THEN_ELSE:
	case TIR_MIN:
	case TIR_MAX:
	case TIR_CAST: return e->type.lanes == 1;
	case TIR_ANY_LEAF:
	case TIR_ANY_RING:
	case TIR_ANY_DIVISION:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	return e->type.lanes == 1 && (e->type.code == TIR_TYPE_BOOL || e->op == TIR_VAR);
}

/* How many decisions e is made of, one behind the other. */
static uint32_t chain_of(const struct lower *l, const struct tir_expr *e)
{
	uint32_t longest = 0;
	if (!is_decision(e))
		return 0;
	if (e->op == TIR_VAR && l->named_chain[e->u.var->id])
		return l->named_chain[e->u.var->id] - 1;
	for (uint32_t i = 0; i < e->n; i++)
		if (l->chain[e->arg[i]->id] > longest)
			longest = l->chain[e->arg[i]->id];
	return longest + 1;
}

/* v by way of memory that LLVM may not look through. */
static LLVMValueRef hidden(struct lower *l, LLVMValueRef v)
{
	enum { ALIGN = 8 };
	LLVMTypeRef t = LLVMTypeOf(v);
	LLVMValueRef p = lower_alloca(l, t, 1, ALIGN), store = LLVMBuildStore(l->b, v, p);
	LLVMSetAlignment(store, ALIGN);
	LLVMSetVolatile(store, true);
	v = LLVMBuildLoad2(l->b, t, p, "");
	LLVMSetAlignment(v, ALIGN);
	LLVMSetVolatile(v, true);
	return v;
}

/* v, the value of e, so that no chain of decisions goes on for more than MAX_CHAIN. */
static LLVMValueRef bounded(struct lower *l, const struct tir_expr *e, LLVMValueRef v)
{
	uint32_t *chain = &l->chain[e->id];
	*chain = chain_of(l, e);
	if (*chain < MAX_CHAIN || e->op == TIR_VAR)
		return v;
	*chain = 0;
	return hidden(l, v);
}

/* ---- Long rows ---------------------------------------------------------------------------*/
/* LLVM's code generators take time by the square of a block's length, and stack by the length of the chains in
 * it: go on in a new block where one is long.  simplifycfg joins them again where LLVM optimises.  Scalars are let go
 * from block to block at less cost than vectors, which fill many registers: their blocks are shorter. */
static void bound_row(struct lower *l, struct tir_type t)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(l->b);
	if (here != l->row) {
		l->row = here;
		l->row_nodes = 0;
	}
	l->row_nodes += t.lanes > 1 ? 1u + t.lanes / LANES : SCALAR;
	if (l->row_nodes < MAX_BLOCK)
		return;
	l->row = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "row");
	l->row_nodes = 0;
	LLVMBuildBr(l->b, l->row);
	LLVMPositionBuilderAtEnd(l->b, l->row);
}

/* Is e, which is there, to be built anew?  Scalars alone: vectors are lowered by what their parts are shared with. */
static bool is_copied(struct lower *l, const struct tir_expr *e)
{
	bool is = l->options->copies && e->n && e->depth <= STEP && e->type.lanes == 1 &&
	          !(e->flags & TIR_HAS_LET) && l->ncopies < MOST_COPIES;
	l->ncopies += is;
	return is;
}

LLVMValueRef lower_expr(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef v = lower_recall(l, l->memo[l->side], e);
	if (v && !is_copied(l, e))
		return v;
	if (e->depth > 2 * STEP)
		build_from_below(l, e);
	v = l->hooks->expr(l, e);
	v = lower_remember(l, l->memo[l->side], e, v ? v : bounded(l, e, l->node(l, e)));
	if (e->n)
		bound_row(l, e->type);
	return v;
}

/* Levels of recursion that building e takes beyond those of a step. */
static bool note_nesting(void *ctx, const struct tir_expr *e)
{
	struct lower *l = ctx;
	uint32_t deepest = 0, strict = e->op == TIR_LET ? 1 : tir_strict_args(e);
	for (uint32_t i = 0; i < e->n; i++) {
		const struct tir_expr *a = e->arg[i];
		uint32_t here = i >= strict                                 ? 2 * STEP
		                : a->flags & (TIR_HAS_EFFECT | TIR_HAS_LET) ? 1
		                                                            : 0;
		if (l->nest[a->id] + here > deepest)
			deepest = l->nest[a->id] + here;
	}
	l->nest[e->id] = deepest;
	return true;
}

static bool too_deep(struct lower *l, const struct tir_expr *e)
{
	if (e->depth <= 2 * STEP)
		return false;
	tir_walk_expr(e, l->arena, note_nesting, l);
	return l->nest[e->id] > MAX_NEST;
}

LLVMValueRef lower_operand(struct lower *l, struct tir_operand o)
{
	l->at = o.at;
	if (too_deep(l, o.e))
		return lower_refuse(l, o.e->type,
		        "operands that may not be evaluated are nested too deeply to be compiled");
	return lower_expr(l, o.e);
}
