/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/index_types.c: loops and indices of 64 bits in 32 bits, where their ranges fit.
 *
 * Idea    A loop's variable that stays within 32 bits becomes one of 32 bits.  What is computed of such variables, constants and
 *         shorter numbers is computed in 32 bits, if each result on the way fits; elsewhere it is a cast of that.
 * Needs   flat statements.
 * Keeps   the numbers; variables that shapes or annotations name.
 * Costs   the nodes of the text. */
#include "loops/normalise/respell.h"

struct narrower {
	VEC(const struct tir_expr *)
	narrow; /* by expression: the same number in 32 bits; NULL: it is none */
	VEC(const struct tir_expr *) var; /* by variable: the one in its place; NULL: itself */
};

static bool is_wide(struct tir_type t)
{
	return tir_type_eq(t, TIR_INT64);
}

static bool fits(const struct respell *r, const struct tir_expr *e)
{
	int64_t lo, hi;
	return range_limits(r->facts, e, &lo, &hi) && lo >= INT32_MIN && hi <= INT32_MAX;
}

/* What stands for the expression of 64 bits in 32 bits; NULL: nothing. */
static const struct tir_expr *narrow_of(const struct respell *r, const struct tir_expr *e)
{
	const struct narrower *n = r->ctx;
	return e->id < n->narrow.n ? n->narrow.at[e->id] : NULL;
}

/* A number of at most 32 bits as one of 32 bits with a sign; NULL: it is none. */
static const struct tir_expr *as_word(struct respell *r, const struct tir_expr *e)
{
	struct tir_type t = e->type;
	if (tir_type_eq(t, TIR_INT32))
		return e;
	bool fits_word = t.lanes == 1 && ((t.code == TIR_TYPE_INT && t.bits < 32) ||
	                                         (t.code == TIR_TYPE_UINT && t.bits < 32));
	return fits_word ? tir_cast(r->m, TIR_INT32, e) : NULL;
}

/* e's operands in 32 bits: all but a condition.  False: one of them is not. */
static bool narrow_args(const struct respell *r, const struct tir_expr *was,
        const struct tir_expr *e, const struct tir_expr **arg)
{
	for (uint32_t i = 0; i < e->n; i++) {
		bool wide = is_wide(was->arg[i]->type);
		arg[i] = wide ? narrow_of(r, was->arg[i]) : e->arg[i];
		if (!arg[i])
			return false;
	}
	return true;
}

/* Is the operation one of 32 bits if its operands and its result are? */
static bool may_be_narrow(const struct tir_expr *e)
{
	switch ((enum tir_op)e->op) {
	case TIR_ANY_ARITHMETIC:
	case TIR_BITAND:
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_ANY_CHOICE: return true;
	case TIR_SHR:
		return e->arg[1]->op == TIR_INT_IMM && e->arg[1]->u.i >= 0 && e->arg[1]->u.i < 32;
	case TIR_ANY_LEAF:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_BITNOT:
	case TIR_SHL:
	case TIR_CAST:
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	return false;
}

/* The number of 64 bits that `was` is, in 32 bits; NULL: it is not known to fit. */
static const struct tir_expr *narrowed(struct respell *r, const struct tir_expr *was,
        const struct tir_expr *e)
{
	const struct narrower *n = r->ctx;
	const struct tir_expr *arg[3];
	if (was->op == TIR_INT_IMM)
		return was->u.i >= INT32_MIN && was->u.i <= INT32_MAX
		               ? tir_int(r->m, TIR_INT32, was->u.i)
		               : NULL;
	if (was->op == TIR_VAR)
		return was->u.var->id < n->var.n ? n->var.at[was->u.var->id] : NULL;
	if (was->op == TIR_CAST)
		return as_word(r, e->arg[0]);
	if (!may_be_narrow(was) || was->n > 3 || !narrow_args(r, was, e, arg) || !fits(r, was))
		return NULL;
	if (was->n == 3)
		return tir_select(r->m, (enum tir_op)was->op, arg[0], arg[1], arg[2]);
	return tir_binary(r->m, (enum tir_op)was->op, arg[0], arg[1]);
}

/* Indices of an access in 32 bits, where that is known. */
static const struct tir_expr *narrow_indices(struct respell *r, const struct tir_expr *was,
        const struct tir_expr *e)
{
	const struct tir_expr *arg[TIR_MAX_RANK];
	if (e->n > TIR_MAX_RANK)
		return e;
	for (uint32_t i = 0; i < e->n; i++) {
		const struct tir_expr *x = is_wide(was->arg[i]->type) ? narrow_of(r, was->arg[i])
		                                                      : NULL;
		arg[i] = x ? x : e->arg[i];
	}
	return tir_with_args(r->m, e, arg);
}

/* What stands for a node, of the same type; what it is in 32 bits is noted. */
static const struct tir_expr *node(struct respell *r, const struct tir_expr *was,
        const struct tir_expr *e)
{
	struct narrower *n = r->ctx;
	const struct tir_expr *x = is_wide(was->type) ? narrowed(r, was, e) : NULL, *arg[3];
	while (n->narrow.n <= was->id)
		VEC_PUSH(r->arena, &n->narrow, NULL);
	n->narrow.at[was->id] = x;
	if (x && was->op != TIR_INT_IMM && was->op != TIR_CAST)
		return tir_cast(r->m, was->type, x);
	if (was->op == TIR_LOAD)
		return narrow_indices(r, was, e);
	if (tir_ops[was->op].compare && is_wide(was->arg[0]->type) && narrow_args(r, was, e, arg))
		return tir_binary(r->m, (enum tir_op)was->op, arg[0], arg[1]);
	x = was->op == TIR_CAST && is_wide(was->arg[0]->type) ? narrow_of(r, was->arg[0]) : NULL;
	return !x ? e : tir_type_eq(was->type, TIR_INT32) ? x : tir_cast(r->m, was->type, x);
}

/* May the variable of the loop have 32 bits, as far as it goes? */
static bool is_narrow_loop(const struct respell *r, const struct tir_stmt *s)
{
	const struct tir_for *l = tir_as_for(s);
	int64_t lo, hi;
	if (!loops_respell_is_plain(s) || !is_wide(l->var->type) || !respell_is_free(r, l->var))
		return false;
	return range_limits(r->facts, l->var->expr, &lo, &hi) && lo >= INT32_MIN &&
	       hi < INT32_MAX - tir_loop_step(s) && fits(r, l->extent.e) && fits(r, l->min.e);
}

/* What the name or the loop's variable is in 32 bits. */
static void rename_var(struct respell *r, const struct tir_var *v, struct tir_var *to)
{
	struct narrower *n = r->ctx;
	to->at = v->at;
	while (n->var.n <= v->id)
		VEC_PUSH(r->arena, &n->var, NULL);
	n->var.at[v->id] = to->expr;
	r->any = true;
}

/* Add the loop, of 32 bits if it goes no farther. */
static void loop(struct respell *r, const struct tir_stmt *s, struct tir_seq *out)
{
	const struct tir_for *l = tir_as_for(s);
	const struct tir_expr *min = NULL, *extent = NULL;
	if (is_narrow_loop(r, s)) {
		loops_respell_expr(r, l->min.e);
		loops_respell_expr(r, l->extent.e);
		min = narrow_of(r, l->min.e);
		extent = narrow_of(r, l->extent.e);
	}
	struct tir_var *v = NULL;
	if (min && extent)
		rename_var(r, l->var, v = tir_var_new(r->m, l->var->name, TIR_INT32));
	struct tir_stmt *t = loops_respell_copy(r, s);
	if (v) {
		tir_set_var(t, v);
		tir_as_for(t)->min.e = min;
		tir_as_for(t)->extent.e = extent;
		if (l->more->step.e)
			tir_loop_more(r->m->arena, t)->step.e = tir_int(r->m, TIR_INT32,
			        tir_loop_step(s));
	}
	tir_seq_add(out, t);
}

/* Indices of stores in 32 bits; names of what is known in 32 bits. */
static void stmt(struct respell *r, const struct tir_stmt *s, struct tir_stmt *t)
{
	for (uint32_t i = 0; i < s->nindex; i++) {
		const struct tir_expr *was = tir_as_store(s)->index[i].e;
		const struct tir_expr *x = is_wide(was->type) ? narrow_of(r, was) : NULL;
		r->any |= x != NULL;
		if (x)
			tir_as_store(t)->index[i].e = x;
	}
	if (s->kind != TIR_BIND || !is_wide(tir_var_of(s)->type) ||
	        !respell_is_free(r, tir_var_of(s)))
		return;
	const struct tir_expr *x = narrow_of(r, tir_value_of(s));
	struct tir_var *v = x ? tir_var_new(r->m, tir_var_of(s)->name, TIR_INT32) : NULL;
	if (v) {
		rename_var(r, tir_var_of(s), v);
		tir_set_var(t, v);
		tir_value_slot(t)->e = x;
	}
}

struct tir_func *loops_index_types(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct narrower n = {0};
	struct respell r = loops_respell_begin(f, options, arena);
	(void)vectors;
	r.node = node;
	r.loop = loop;
	r.stmt = stmt;
	r.ctx = &n;
	return loops_respell_func(&r, f);
}
