/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/widen.c: terms of reductions computed in the type of their sum.
 *
 * Idea      A cast of a sum, difference or product of few bits is that of the casts, if the result fits these bits: int32(int16 * int16) of two
 *           bytes is int32 * int32.  What follows knows products of widened bytes; `shrink` makes them short again where vectors
 *           gain by it.
 * Needs     a store to an element of what it holds and a term; bounds of the operands.
 * Costs     the nodes of terms, once.
 * Wrong if  the narrow result wraps: proof/normalise/widen.c bounds it again. */
#include "analysis/analysis.h"
#include "loops/loops.h"

enum { DEEPEST = 24 };

struct widener {
	const struct facts *facts;
	struct tir_module *m;
	bool any;
};

/* May every number between the two be one of the type? */
static bool holds(struct tir_type t, range_wide lo, range_wide hi)
{
	bool is_signed = t.code == TIR_TYPE_INT;
	range_wide top = (range_wide)1 << (t.bits - is_signed);
	return lo >= (is_signed ? -top : 0) && hi < top;
}

/* Does the operation of few bits have its exact result? */
static bool is_exact(const struct widener *w, const struct tir_expr *e)
{
	struct range_interval x[2];
	bool known = tir_is_int(e->type) && e->type.bits < 32 && e->type.lanes == 1 && e->n == 2;
	for (uint32_t i = 0; known && i < 2; i++) {
		int64_t lo, hi;
		known = range_limits(w->facts, e->arg[i], &lo, &hi);
		x[i] = (struct range_interval){lo, hi, known};
	}
	if (!known)
		return false;
	struct range_interval r = range_of_operation((enum tir_op)e->op, e->type, x[0], x[1]);
	return r.known && holds(e->type, r.lo, r.hi);
}

/* The number that e is, in the type t, which is wider. */
static const struct tir_expr *widened(struct widener *w, struct tir_type t,
        const struct tir_expr *e, uint32_t depth)
{
	bool ring = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL;
	int64_t lo, hi;
	if (e->op == TIR_INT_IMM && holds(t, e->u.i, e->u.i))
		return tir_int(w->m, t, e->u.i);
	if (depth && ring && is_exact(w, e))
		return tir_binary(w->m, (enum tir_op)e->op, widened(w, t, e->arg[0], depth - 1),
		        widened(w, t, e->arg[1], depth - 1));
	const struct tir_expr *from = e->op == TIR_CAST ? e->arg[0] : NULL;
	if (depth && from && tir_is_int(from->type) && from->type.lanes == 1 &&
	        range_limits(w->facts, from, &lo, &hi) && holds(e->type, lo, hi) &&
	        holds(t, lo, hi))
		return from->type.bits < t.bits ? widened(w, t, from, depth - 1)
		                                : tir_cast(w->m, t, e);
	return tir_cast(w->m, t, e);
}

/* The term with casts at its leaves; itself if there is nothing to widen. */
static const struct tir_expr *term(struct widener *w, const struct tir_expr *e, uint32_t depth)
{
	const struct tir_expr *arg[2];
	struct tir_type t = e->type;
	if (!depth || t.code != TIR_TYPE_INT || t.bits != 32 || t.lanes != 1)
		return e;
	if (e->op == TIR_CAST && tir_is_int(e->arg[0]->type))
		return widened(w, t, e->arg[0], depth - 1);
	if (e->op != TIR_ADD && e->op != TIR_SUB && e->op != TIR_MUL)
		return e;
	for (uint32_t i = 0; i < 2; i++)
		arg[i] = term(w, e->arg[i], depth - 1);
	return tir_with_args(w->m, e, arg);
}

/* Is e what the store's element holds? */
static bool is_own(const struct tir_store *x, const struct tir_expr *e)
{
	if (e->op != TIR_LOAD || e->u.buffer != x->buffer || e->n != x->s.nindex)
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (e->arg[i] != x->index[i].e)
			return false;
	return true;
}

/* What the store is to store. */
static const struct tir_expr *value_of(struct widener *w, const struct tir_store *x)
{
	const struct tir_expr *e = x->value.e;
	bool sum = e->op == TIR_ADD || e->op == TIR_SUB;
	if (!sum || x->mask.e || (e->flags & (TIR_HAS_LET | TIR_HAS_EFFECT)))
		return e;
	bool second = e->op == TIR_ADD && is_own(x, e->arg[1]);
	if (!is_own(x, e->arg[second]))
		return e;
	const struct tir_expr *arg[2] = {e->arg[0], e->arg[1]};
	arg[!second] = term(w, e->arg[!second], DEEPEST);
	return tir_with_args(w->m, e, arg);
}

/* Add the statement, with what it is to store. */
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct widener *w = ctx;
	struct tir_stmt *copy = tir_stmt_copy(w->m->arena, s);
	if (s->kind == TIR_STORE) {
		tir_as_store(copy)->value.e = value_of(w, tir_as_store(s));
		w->any |= tir_value_of(copy) != tir_value_of(s);
	}
	tir_seq_map_bodies(copy, visit, w);
	tir_seq_add(out, copy);
}

struct tir_func *loops_widen(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct widener w = {.facts = facts_begin(f, &known, arena), .m = f->module};
	vectors->all.n = 0;
	struct tir_seq body = tir_seq_map(&f->body, visit, &w);
	return w.any ? tir_func_with_body(f, body) : f;
}
