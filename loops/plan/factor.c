/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/factor.c: part sums of a reduction in memory (rfactor), so that iterations that reduce may be lanes.
 *
 * Idea.    One loop of the reduction is two: an outer one, over which a part sum is reduced, and an inner one, whose iterations have
 *          part sums of their own, in the narrowest type that holds them.  A second nest reduces these.
 * Costs    each expression of the nest once.
 * Wrong if a part sum does not fit its type: proof/replay knows the bounds of sums. */
#include "loops/plan/emit.h"
#include "loops/plan/rewrite.h"

struct lookout {
	const struct nests *n;
	const struct nest_reduce *found;
	uint32_t count;
};

/* Note a reduction. */
static bool look(void *ctx, const struct tir_expr *e)
{
	struct lookout *x = ctx;
	const struct nest_reduce *r = nest_reduction(x->n, e);
	x->count += r && r != x->found;
	x->found = r ? r : x->found;
	return true;
}

const struct nest_reduce *rewrite_only(const struct nests *all, const struct nest *n)
{
	struct lookout x = {all, NULL, 0};
	nest_walk(all, n->value, look, &x);
	return x.count == 1 ? x.found : NULL;
}

uint32_t rewrite_loops(const struct nests *all, const struct nest *n, struct nest_loop *out)
{
	const struct nest_reduce *r = rewrite_only(all, n);
	for (uint32_t i = 0; r && i < r->loops.n; i++)
		out[i] = r->loops.at[i];
	return r ? r->loops.n : 0;
}

/* ---- Narrow terms ------------------------------------------------------------------------*/
/* Sums and products of what is narrow are narrow. */
const struct tir_expr *rewrite_narrowed(struct nests *all, const struct tir_expr *e,
        struct tir_type t)
{
	const struct tir_expr *a, *b;
	if (tir_type_eq(e->type, t))
		return e;
	if (e->op == TIR_INT_IMM)
		return tir_int(all->m, t, (int64_t)tir_eval_cast(t, e->type, (uint64_t)e->u.i));
	if (e->op == TIR_CAST && tir_type_eq(e->arg[0]->type, t))
		return e->arg[0];
	if (e->op == TIR_CAST && tir_is_int(e->arg[0]->type) && e->arg[0]->type.bits <= t.bits)
		return tir_cast(all->m, t, e->arg[0]);
	if (e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL) {
		a = rewrite_narrowed(all, e->arg[0], t);
		b = rewrite_narrowed(all, e->arg[1], t);
		return tir_binary(all->m, (enum tir_op)e->op, a, b);
	}
	bool chooses = e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
	if (!chooses || e->arg[0]->flags & TIR_READS_MEM)
		return tir_cast(all->m, t, e); /* an arm may not fit, where it is not taken */
	a = rewrite_narrowed(all, e->arg[1], t);
	b = rewrite_narrowed(all, e->arg[2], t);
	return tir_select(all->m, (enum tir_op)e->op, e->arg[0], a, b);
}

/* Is it a choice of a constant? */
static bool chooses_constant(void *ctx, const struct tir_expr *e)
{
	bool *any = ctx;
	bool is = e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
	*any |= is && (e->arg[1]->op == TIR_INT_IMM || e->arg[2]->op == TIR_INT_IMM);
	return !*any;
}

/* Does the proof know the parts again?  A constant that is the least in one part and in another one counts once in the whole, which it does
 * not know. */
static bool is_known_again(struct nests *all, const struct nest_reduce *r)
{
	bool any = false;
	nest_walk(all, r->term, chooses_constant, &any);
	return r->op == TIR_ADD || r->op == TIR_BITXOR || !any;
}

bool rewrite_may_reorder(struct nests *all, const struct nest_reduce *r, int64_t terms)
{
	int64_t least, most, a, b;
	if (r->op != TIR_ADD || r->var->type.code != TIR_TYPE_INT || r->var->type.bits < 32)
		return true;
	if (!rewrite_range_held(all, r->term, &least, &most) ||
	        !rewrite_range_held(all, r->init, &a, &b))
		return false;
	least = least < 0 ? least * terms : 0;
	most = most > 0 ? most * terms : 0;
	return least + (a < 0 ? a : 0) >= INT32_MIN && most + (b > 0 ? b : 0) <= INT32_MAX;
}

struct tir_type rewrite_type_of_parts(struct nests *all, const struct nest_reduce *r, int64_t terms)
{
	static const uint8_t bits[] = {8, 16};
	int64_t least, most, lo = 0, hi = 0;
	bool adds = r->op == TIR_ADD, extreme = r->op == TIR_MIN || r->op == TIR_MAX;
	if ((!adds && !extreme) || !rewrite_range_held(all, r->term, &least, &most))
		return r->var->type;
	if (adds) {
		least = least < 0 ? least * terms : 0;
		most = most > 0 ? most * terms : 0;
	}
	for (uint32_t i = 0; i < sizeof bits; i++) {
		struct tir_type t = tir_type(least < 0 ? TIR_TYPE_INT : TIR_TYPE_UINT, bits[i], 1);
		rewrite_type_range(t, &lo, &hi);
		if (bits[i] < r->var->type.bits && least >= lo && most <= hi)
			return t;
	}
	return r->var->type;
}

/* ---- Both nests --------------------------------------------------------------------------*/
static const struct tir_expr *scaled(struct nests *all, const struct tir_var *v, int64_t by)
{
	return by == 1 ? v->expr
	               : tir_binary(all->m, TIR_MUL, v->expr, tir_int(all->m, TIR_INT32, by));
}

/* The index of a part sum.  Elements lie in the order of the nest's loops. */
static const struct tir_expr *place(struct nests *all, const struct nest *n,
        const struct tir_var *lane, int64_t lanes, bool inner)
{
	int64_t by = inner ? lanes : 1;
	const struct tir_expr *e = NULL;
	for (uint32_t i = n->loops.n; i-- > 0; by *= n->loops.at[i].extent) {
		const struct tir_expr *x = scaled(all, n->loops.at[i].var, by);
		e = e ? tir_binary(all->m, TIR_ADD, x, e) : x;
	}
	const struct tir_expr *l = scaled(all, lane, inner ? 1 : by);
	return e ? tir_binary(all->m, TIR_ADD, e, l) : l;
}

struct tir_buffer *rewrite_memory(struct nests *all, const char *name, struct tir_type t,
        int64_t elements)
{
	struct tir_buffer *b = tir_row_new(all->m, name, t, elements);
	b->align = 128;
	return b;
}

/* Note the range of what b holds: reductions of `terms` terms, each between least and most. */
static void hold_range(struct nests *all, const struct tir_buffer *b, int64_t terms, int64_t least,
        int64_t most)
{
	struct nest_range r = {b, least < 0 ? least * terms : 0, most > 0 ? most * terms : 0};
	VEC_PUSH(all->arena, &all->ranges, r);
}

/* Which iteration of the loop is iteration `next` of part sum `low`, when the parts were gone through `block` times.  NULL: 0. */
static const struct tir_expr *iteration(struct nests *all, const struct rewrite_split *by,
        const struct tir_var *block, const struct tir_var *low, const struct tir_var *next)
{
	const struct tir_expr *e = scaled(all, low, by->together);
	if (block)
		e = tir_binary(all->m, TIR_ADD, scaled(all, block, by->lanes * by->together), e);
	return next ? tir_binary(all->m, TIR_ADD, e, next->expr) : e;
}

/* The loops and the term of a part sum `low`.  False: iterations that change nothing are not known for the operation. */
static bool part_sum(struct nests *all, const struct nest_reduce *r, const struct rewrite_split *by,
        const struct tir_var *low, struct nest_reduce *out)
{
	struct nest_loop of = r->loops.at[by->loop];
	struct tir_type t = out->var->type;
	int64_t blocks = by->padded / (by->lanes * by->together), nothing;
	struct tir_var *block = blocks > 1 ? tir_var_new(all->m, of.var->name, TIR_INT32) : NULL,
	               *next = by->together > 1 ? tir_var_new(all->m, of.var->name, TIR_INT32)
	                                        : NULL;
	const struct tir_expr *at = iteration(all, by, block, low, next);
	if (!nest_identity(r->op, t, &nothing))
		return false;
	out->init = tir_int(all->m, t, nothing);
	out->term = rewrite_narrowed(all, nest_subst(all, r->term, 1, &of.var, &at), t);
	if (by->padded > of.extent)
		out->term = tir_select(all->m, TIR_IF_THEN_ELSE,
		        tir_binary(all->m, TIR_LT, at, tir_int(all->m, TIR_INT32, of.extent)),
		        out->term, out->init);
	out->loops.n = 0;
	for (uint32_t i = 0; i < r->loops.n; i++)
		if (i != by->loop)
			out->loops.at[out->loops.n++] = r->loops.at[i];
		else if (block)
			out->loops.at[out->loops.n++] = (struct nest_loop){block, blocks};
	if (next)
		out->loops.at[out->loops.n++] = (struct nest_loop){next, by->together};
	return true;
}

bool rewrite_factor(struct nests *all, const struct nest *n, struct rewrite_split by,
        struct rewrite_part *out)
{
	enum { MOST = 1 << 16 };
	const struct nest_reduce *found = rewrite_only(all, n);
	int64_t elements = by.lanes, terms = 1, least, most;
	if (!found || tir_is_float(found->var->type) || n->loops.n + 1 > NEST_LOOPS ||
	        found->loops.n + 1 > NEST_LOOPS || found->op == TIR_SUB)
		return false;
	struct nest_reduce r = *found, first = {.op = r.op}, second = {.op = r.op};
	for (uint32_t i = 0; i < n->loops.n; i++)
		elements *= n->loops.at[i].extent;
	for (uint32_t i = 0; i < r.loops.n; i++)
		terms *= r.loops.at[i].extent;
	bool wraps = !rewrite_may_reorder(all, &r, terms);
	if (elements > MOST || (wraps && (r.op != TIR_ADD || !by.wraps)) ||
	        !is_known_again(all, &r))
		return false;
	/* another order of the terms may overflow: unsigned sums wrap */
	struct tir_type t = wraps ? tir_type(TIR_TYPE_UINT, r.var->type.bits, 1) : r.var->type,
	                whole = t;
	int64_t in_part = terms / r.loops.at[by.loop].extent * (by.padded / by.lanes);
	struct tir_var *low = tir_var_new(all->m, "part", TIR_INT32);
	first.var = tir_var_new(all->m, "sum", t);
	if (!part_sum(all, &r, &by, low, &first))
		return false;
	if (!wraps && (by.together == 1 || !emit_terms_inside(&first))) {
		t = rewrite_type_of_parts(all, &r, in_part);
		first.var = tir_var_new(all->m, "sum", t);
		part_sum(all, &r, &by, low, &first);
	}
	*out = (struct rewrite_part){
	        .sums = rewrite_memory(all, "part", t, elements), .first = *n, .second = *n};
	if (rewrite_range_held(all, r.term, &least, &most))
		hold_range(all, out->sums, r.op == TIR_ADD ? in_part : 1, least, most);
	out->first.buffer = out->sums;
	out->first.value = first.loops.n ? first.var->expr : first.term;
	out->first.index = place(all, n, low, by.lanes, by.inner);
	out->first.loops.at[out->first.loops.n++] = (struct nest_loop){low, by.lanes};
	if (first.loops.n)
		VEC_PUSH(all->arena, &all->reduces, first);
	struct tir_var *lane = tir_var_new(all->m, "part", TIR_INT32);
	const struct tir_expr *from = place(all, n, lane, by.lanes, by.inner);
	second.var = tir_var_new(all->m, "sum", whole);
	second.init = wraps ? tir_cast(all->m, whole, r.init) : r.init;
	second.term = tir_access(all->m, TIR_LOAD, out->sums, 1, &from);
	if (!tir_type_eq(t, whole))
		second.term = tir_cast(all->m, whole, second.term);
	second.loops.at[second.loops.n++] = (struct nest_loop){lane, by.lanes};
	VEC_PUSH(all->arena, &all->reduces, second);
	const struct tir_expr *sum = second.var->expr;
	if (wraps)
		sum = tir_cast(all->m, r.var->type, sum);
	out->second.value = nest_subst(all, n->value, 1, &r.var, &sum);
	return true;
}
