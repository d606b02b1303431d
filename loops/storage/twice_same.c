/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/twice_same.c: do two statements do the same, but for names and the buffer that they store to?
 *
 * Costs   the nodes of both, as long as t->nodes are left. */
#include "loops/storage/twice.h"

static bool same_buffer(const struct pair *p, const struct tir_buffer *x,
        const struct tir_buffer *y)
{
	return p->a.own && (x == p->a.own || y == p->b.own) ? x == p->a.own && y == p->b.own
	                                                    : x == y;
}

/* The place of the variable among those that stand for others; UINT32_MAX: it is none of them. */
static uint32_t place_in(const uint32_t *at, uint32_t n, const struct tir_var *const *var,
        uint32_t nvars, const struct tir_var *v)
{
	uint32_t i = v->id < n ? at[v->id] : UINT32_MAX;
	return i < nvars && var[i] == v ? i : UINT32_MAX;
}

static bool same_var(const struct pair *p, const struct tir_var *x, const struct tir_var *y)
{
	const struct twice *t = p->t;
	uint32_t a = place_in(t->in_a.at, t->in_a.n, p->in_a.at, p->in_a.n, x);
	uint32_t b = place_in(t->in_b.at, t->in_b.n, p->in_b.at, p->in_b.n, y);
	return a == b && (a != UINT32_MAX || x == y);
}

/* Note that v stands for w. */
static void add_vars(struct pair *p, const struct tir_var *v, const struct tir_var *w)
{
	struct twice *t = p->t;
	while (t->in_a.n <= v->id)
		VEC_PUSH(t->arena, &t->in_a, UINT32_MAX);
	while (t->in_b.n <= w->id)
		VEC_PUSH(t->arena, &t->in_b, UINT32_MAX);
	t->in_a.at[v->id] = p->in_a.n;
	t->in_b.at[w->id] = p->in_b.n;
	VEC_PUSH(t->arena, &p->in_a, v);
	VEC_PUSH(t->arena, &p->in_b, w);
}

/* May x differ from iteration to iteration?  What does not is computed once, in front of both runs (CSE). */
static bool varies(const struct pair *p, const struct tir_expr *x)
{
	bool is = x->op == TIR_LOAD;
	if (x->op == TIR_VAR)
		is = place_in(p->t->in_a.at, p->t->in_a.n, p->in_a.at, p->in_a.n, x->u.var) !=
		     UINT32_MAX;
	for (uint32_t i = 0; i < x->n && !is; i++)
		is = varies(p, x->arg[i]);
	return is;
}

/* Note what x, which takes long, is worth. */
static void note_dear(struct pair *p, const struct tir_expr *x)
{
	enum twice_dear dear = varies(p, x) ? TWICE_DEAR_EACH : TWICE_DEAR_ONCE;
	p->dear = dear > p->dear ? dear : p->dear;
}

/* Are they the same expression, but for what stands for each other? */
static bool same_expr(struct pair *p, const struct tir_expr *x, const struct tir_expr *y)
{
	if (!p->t->nodes)
		return false;
	p->t->nodes--;
	if (x->op != y->op || x->n != y->n || !tir_type_eq(x->type, y->type) ||
	        x->flags & (TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS))
		return false;
	if (x->op == TIR_VAR)
		return same_var(p, x->u.var, y->u.var);
	bool same = x->op == TIR_LOAD ? same_buffer(p, x->u.buffer, y->u.buffer)
	                              : x->u.bits == y->u.bits;
	bool divides = tir_ops[x->op].traps && x->arg[1]->op != TIR_INT_IMM;
	for (uint32_t i = 0; i < x->n && same; i++)
		same = same_expr(p, x->arg[i], y->arg[i]);
	if (same && (x->op == TIR_CALL || divides))
		note_dear(p, x);
	return same && x->op != TIR_MASKED_LOAD;
}

/* Are the operands of both the same, but for what stands for each other? */
static bool same_operands(struct pair *p, const struct tir_stmt *x, const struct tir_stmt *y)
{
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(x, a, TIR_MAX_OPERANDS);
	bool same = tir_stmt_exprs(y, b, TIR_MAX_OPERANDS) == n;
	for (uint32_t i = 0; i < n && same; i++)
		same = same_expr(p, a[i], b[i]);
	return same;
}

bool twice_is_plain(const struct tir_stmt *s)
{
	if (s->kind != TIR_FOR)
		return s->kind == TIR_IF || s->kind == TIR_BIND ||
		       (s->kind == TIR_STORE && !tir_mask_of(s));
	const struct tir_loop_more *more = tir_as_for(s)->more;
	return s->for_kind == TIR_SERIAL && !(more->attr && more->attr->n) && !more->tag &&
	       !more->step.e && !(tir_stmt_flags(s) & TIR_READS_MEM);
}

static bool same_seq(struct pair *p, const struct tir_seq *x, const struct tir_seq *y);

bool twice_same_stmt(struct pair *p, const struct tir_stmt *x, const struct tir_stmt *y)
{
	if (x->kind != y->kind || x->nindex != y->nindex || !twice_is_plain(x) ||
	        !twice_is_plain(y))
		return false;
	const struct tir_var *v = tir_var_of(x), *w = tir_var_of(y);
	if (x->kind == TIR_STORE && !p->a.own) {
		p->a.own = tir_buffer_of(x);
		p->b.own = tir_buffer_of(y);
	}
	if (x->kind == TIR_STORE && (tir_buffer_of(x) != p->a.own || tir_buffer_of(y) != p->b.own))
		return false;
	if (!same_operands(p, x, y) || (v && !tir_type_eq(v->type, w->type)))
		return false;
	p->loops += x->kind == TIR_FOR;
	if (v)
		add_vars(p, v, w);
	return same_seq(p, tir_body(x), tir_body(y)) && same_seq(p, tir_orelse(x), tir_orelse(y));
}

/* Do both sequences do the same, statement by statement? */
static bool same_seq(struct pair *p, const struct tir_seq *x, const struct tir_seq *y)
{
	const struct tir_stmt *s = x->first, *t = y->first;
	for (; s && t && twice_same_stmt(p, s, t); t = t->next)
		s = s->next;
	return !s && !t;
}
