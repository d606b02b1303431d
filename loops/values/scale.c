/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/values/scale.c: sums scaled in 64 bits, by the builtin that says so.
 *
 * Idea.   T.Cast("int32", (T.Cast("int64", x) * m + 2^(s - 1)) >> s) with s = 31 + n is T.q_multiply_shift(x, m, 31, -n), and with
 *         a factor or n in memory T.q_multiply_shift_per_axis.  LLVM is handed the same for both; but vectors of the
 *         builtin are computed in 32 bits (lowering/hexagon/ops/requantise.c), and those of 64 bits are none of HVX.
 * Needs   x and m of 32 bits; n from 1 to 31, or known when the program runs.
 * Keeps   where n is none of these the text's shifts are not defined.
 * Costs   each node that is not shared, once. */
#include "loops/values/scale.h"
#include "target/target.h"

enum { Q = 31, LEAST = 1, MOST = 31, NODES = 4096 };

struct scaler {
	struct tir_module *m;
	struct arena *scratch;
	uint32_t nodes; /* left, of the statement */
	bool any;
};

/* Is there a fixed-point product (q_multiply_shift) in e, not deeper than `depth`? */
static bool holds_scale(const struct tir_expr *e, uint32_t depth)
{
	if (target_vector_scales(e))
		return true;
	for (uint32_t i = 0; depth && i < e->n; i++)
		if (e->flags & TIR_HAS_CALL && holds_scale(e->arg[i], depth - 1))
			return true;
	return false;
}

bool loops_scales(const struct tir_seq *s)
{
	enum { DEEP = 12 };
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if ((t->kind == TIR_STORE || t->kind == TIR_BIND) &&
		        holds_scale(tir_value_of(t), DEEP))
			return true;
	return false;
}

/* ---- What is read ------------------------------------------------------------------------*/
/* A number of 32 bits, in 64; NULL: it is none. */
static const struct tir_expr *word(struct scaler *s, const struct tir_expr *e)
{
	struct tir_type wide = tir_type(TIR_TYPE_INT, 64, 1);
	if (!tir_type_eq(e->type, wide))
		return NULL;
	if (e->op == TIR_INT_IMM && e->u.i >= INT32_MIN && e->u.i <= INT32_MAX)
		return tir_int(s->m, TIR_INT32, e->u.i);
	return e->op == TIR_CAST && tir_type_eq(e->arg[0]->type, TIR_INT32) ? e->arg[0] : NULL;
}

/* What is added to the number. */
static const struct tir_expr *without(const struct tir_expr *e, int64_t n)
{
	return e && e->op == TIR_ADD && tir_is_number(e->arg[1], n) ? e->arg[0] : NULL;
}

/* n, where the sum is shifted by 31 + n and half of that is added to it; NULL: it is not. */
static const struct tir_expr *shift_of(struct scaler *s, const struct tir_expr *half,
        const struct tir_expr *by)
{
	if (by->op == TIR_INT_IMM) {
		int64_t n = by->u.i - Q;
		bool fits = n >= LEAST && n <= MOST &&
		            tir_is_number(half, INT64_C(1) << (by->u.i - 1));
		return fits ? tir_int(s->m, TIR_INT32, n) : NULL;
	}
	const struct tir_expr *n = without(word(s, by), Q);
	const struct tir_expr *less = half->op == TIR_SHL && tir_is_number(half->arg[0], 1)
	                                      ? word(s, half->arg[1])
	                                      : NULL;
	return n && without(less, Q - 1) == n ? n : NULL;
}

/* ---- What is made ------------------------------------------------------------------------*/
static const struct tir_expr *scaled(struct scaler *s, const struct tir_expr *x,
        const struct tir_expr *m, const struct tir_expr *n)
{
	const struct tir_expr *q = tir_int(s->m, TIR_INT32, Q), *no = tir_int(s->m, TIR_BOOL, 0);
	if (m->op == TIR_INT_IMM && n->op == TIR_INT_IMM && m->u.i != 1 << (Q - 1)) {
		const struct tir_expr *arg[4] = {x, m, q, tir_int(s->m, TIR_INT32, -n->u.i)};
		return tir_call(s->m, TIR_BUILTIN_Q_MULTIPLY_SHIFT, NULL, TIR_INT32, 4, arg);
	}
	const struct tir_expr *arg[7] = {
	        x, m, tir_int(s->m, TIR_INT32, 0), n, q, no, tir_int(s->m, TIR_BOOL, 1)};
	return tir_call(s->m, TIR_BUILTIN_Q_MULTIPLY_SHIFT_PER_AXIS, NULL, TIR_INT32, 7, arg);
}

static const struct tir_expr *rewrite(struct scaler *s, const struct tir_expr *e);

/* The builtin for the text; NULL: it is another one. */
static const struct tir_expr *match(struct scaler *s, const struct tir_expr *e)
{
	const struct tir_expr *sum = e->arg[0];
	if (e->op != TIR_CAST || !tir_type_eq(e->type, TIR_INT32) || sum->op != TIR_SHR ||
	        sum->arg[0]->op != TIR_ADD || sum->arg[0]->arg[0]->op != TIR_MUL)
		return NULL;
	const struct tir_expr *product = sum->arg[0]->arg[0];
	const struct tir_expr *x = word(s, product->arg[0]), *m = word(s, product->arg[1]);
	const struct tir_expr *n = shift_of(s, sum->arg[0]->arg[1], sum->arg[1]);
	if (!x || !m || !n || x->op == TIR_INT_IMM)
		return NULL;
	s->any = true;
	return scaled(s, rewrite(s, x), m, n);
}

/* e with fixed-point products in place of what match() takes; e itself where there is none, or where it is too large. */
static const struct tir_expr *rewrite(struct scaler *s, const struct tir_expr *e)
{
	if (!e->n || !s->nodes)
		return e;
	s->nodes--;
	const struct tir_expr *made = match(s, e);
	if (made)
		return made;
	const struct tir_expr **arg = ARENA_NEWN(s->scratch, const struct tir_expr *, e->n);
	bool same = true;
	for (uint32_t i = 0; i < e->n; i++) {
		arg[i] = rewrite(s, e->arg[i]);
		same &= arg[i] == e->arg[i];
	}
	return same ? e : tir_with_args(s->m, e, arg);
}

/* Add a copy of s, with fixed-point products found in the value that it stores or binds. */
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	enum { DEEP = 256 };
	struct scaler *k = ctx;
	struct tir_stmt *t = tir_stmt_copy(k->m->arena, s);
	struct tir_operand *x = tir_value_slot(t);
	k->nodes = NODES;
	if ((s->kind == TIR_STORE || s->kind == TIR_BIND) && x->e->depth <= DEEP)
		x->e = rewrite(k, x->e);
	tir_seq_map_bodies(t, visit, k);
	tir_seq_add(out, t);
}

struct tir_func *loops_scale(struct tir_func *f, struct arena *arena)
{
	struct scaler s = {.m = f->module, .scratch = arena};
	struct tir_seq body = tir_seq_map(&f->body, visit, &s);
	return s.any ? tir_func_with_body(f, body) : f;
}
