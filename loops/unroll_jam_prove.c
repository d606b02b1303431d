/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/unroll_jam_prove.c: check what unroll_jam.c did to a function.
 *
 * Idea.   Both are walked side by side.  They differ in loops alone that have a step now: there the
 *         original body is read in the copies again, operand by operand, the k-th one with l + k in
 *         the place of l; the loop behind must do the iterations that are left.  Whether the order may
 *         be changed so is asked of the original anew.
 * Needs   unroll_jam_nest.c's reading of the nest and unroll_jam_depend.c's answer, which it takes for true; of
 *         the copies' maker nothing.
 * Costs   each node of both once, and dependences again. */
#include "loops/unroll_jam.h"

/* What the variables of the nest are called in one copy; NULL: as they were. */
struct copy {
	int64_t ahead; /* k */
	bool is_first; /* defines what the text defines */
	const struct tir_var *loop[JAM_LOOPS], *bind[JAM_UNITS];
};
struct proof {
	struct tir_module *m;
	struct cse_values values;
	struct jam_around around;
	struct jam_nest nest;
	struct copy copy[JAM_MAX];
	const char *why;
};

static bool fail(struct proof *p, const char *why)
{
	p->why = why;
	return false;
}

/* ---- Copies ------------------------------------------------------------------------------*/
/* Is y what the variable x is in the copy? */
static bool same_var(const struct proof *p, const struct copy *c, const struct tir_expr *x,
        const struct tir_expr *y)
{
	uint32_t loop = jam_loop_of(&p->nest, x->u.var), bind = jam_bind_of(&p->nest, x->u.var);
	const struct tir_var *to = loop != UINT32_MAX   ? c->loop[loop]
	                           : bind != UINT32_MAX ? c->bind[bind]
	                                                : NULL;
	if (loop == p->nest.at && c->ahead)
		return y->op == TIR_ADD && y->arg[0] == x && y->arg[1]->op == TIR_INT_IMM &&
		       y->arg[1]->u.i == c->ahead;
	return to ? y->op == TIR_VAR && y->u.var == to : x == y;
}

static bool same_expr(const struct proof *p, const struct copy *c, const struct tir_expr *x,
        const struct tir_expr *y)
{
	if (x->op == TIR_VAR)
		return same_var(p, c, x, y);
	if (x->op != y->op || !tir_type_eq(x->type, y->type) || x->n != y->n ||
	        x->u.bits != y->u.bits)
		return false;
	for (uint32_t i = 0; i < x->n; i++)
		if (!same_expr(p, c, x->arg[i], y->arg[i]))
			return false;
	return true;
}

/* Do the two have the same fields, variables, operands and bodies aside? */
static bool same_kind(const struct tir_stmt *s, const struct tir_stmt *t)
{
	if (s->kind != t->kind || s->kind == TIR_BLOCK)
		return false;
	bool counts = s->kind == TIR_FOR || s->kind == TIR_LAUNCH;
	return s->for_kind == t->for_kind && tir_buffer_of(s) == tir_buffer_of(t) &&
	       tir_tag_of(s) == tir_tag_of(t) && tir_attr_of(s) == tir_attr_of(t) &&
	       tir_node_of(s) == tir_node_of(t) && s->nindex == t->nindex &&
	       (!counts || (!s->min.e == !t->min.e && !s->extent.e == !t->extent.e &&
	                           !s->more->step.e == !t->more->step.e)) &&
	       !tir_value_of(s) == !tir_value_of(t) && !tir_mask_of(s) == !tir_mask_of(t);
}

static bool same_operands(struct proof *p, const struct copy *c, const struct tir_stmt *s,
        const struct tir_stmt *t)
{
	const struct tir_expr *x[TIR_MAX_OPERANDS], *y[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, x, TIR_MAX_OPERANDS);
	if (!same_kind(s, t) || tir_stmt_exprs(t, y, TIR_MAX_OPERANDS) != n)
		return fail(p, "a copy of a statement is another one");
	for (uint32_t i = 0; i < n; i++)
		if (c ? !same_expr(p, c, x[i], y[i]) : x[i] != y[i])
			return fail(p, "an operand of a copy is another one");
	return true;
}

/* t defines in the copy what s does in the text. */
static bool define(struct proof *p, struct copy *c, const struct tir_stmt *s,
        const struct tir_stmt *t)
{
	if (!tir_var_of(s))
		return true;
	uint32_t loop = jam_loop_of(&p->nest, s->var), bind = jam_bind_of(&p->nest, s->var);
	if (c->is_first ? s->var != t->var
	                : s->var == t->var || !tir_type_eq(s->var->type, t->var->type))
		return fail(p, "a copy defines another variable");
	if (!c->is_first && loop != UINT32_MAX)
		c->loop[loop] = t->var;
	if (!c->is_first && loop == UINT32_MAX && bind != UINT32_MAX)
		c->bind[bind] = t->var;
	return true;
}

static bool same_copies(struct proof *p, struct copy *c, uint32_t ncopies, const struct tir_seq *s,
        const struct tir_seq *t);

static bool same_unit(struct proof *p, struct copy *c, const struct tir_stmt *s,
        const struct tir_stmt *t)
{
	return same_operands(p, c, s, t) && define(p, c, s, t) &&
	       same_copies(p, c, 1, tir_body(s), tir_body(t)) &&
	       same_copies(p, c, 1, tir_orelse(s), tir_orelse(t));
}

/* Is t, from its first statement to its last, what s is in the copies, one after the other? */
static bool same_copies(struct proof *p, struct copy *c, uint32_t ncopies, const struct tir_seq *s,
        const struct tir_seq *t)
{
	const struct tir_stmt *y = t->first;
	for (const struct tir_stmt *x = s->first; x; x = x->next) {
		bool once = ncopies > 1 && jam_is_entered_once(&p->nest, x);
		for (uint32_t i = 0; i < (once ? 1 : ncopies); i++, y = y->next) {
			if (!y)
				return fail(p, "a statement has too few copies");
			if (once ? !same_operands(p, NULL, x, y) ||
			                        tir_var_of(x) != tir_var_of(y) ||
			                        !same_copies(p, c, ncopies, tir_body(x),
			                                tir_body(y)) ||
			                        !same_copies(p, c, ncopies, tir_orelse(x),
			                                tir_orelse(y))
			         : !same_unit(p, &c[i], x, y))
				return p->why ? false : fail(p, "a loop is another one");
		}
	}
	return !y || fail(p, "there is more than copies");
}

/* ---- The jammed loop ---------------------------------------------------------------------*/
/* Is e the sum of a and b, or the constant that is? */
static bool is_sum(const struct tir_expr *e, const struct tir_expr *a, const struct tir_expr *b)
{
	bool zero = a->op == TIR_INT_IMM && a->u.i == 0;
	if (a->op == TIR_INT_IMM && b->op == TIR_INT_IMM)
		return e->op == TIR_INT_IMM && e->u.i - b->u.i == a->u.i;
	return zero ? e == b
	            : e->op == TIR_ADD && ((e->arg[0] == a && e->arg[1] == b) ||
	                                          (e->arg[0] == b && e->arg[1] == a));
}

/* Do the two loops, the second one possibly NULL, do the iterations of s? */
static bool same_iterations(struct proof *p, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt *rest)
{
	const struct tir_expr *n = s->extent.e;
	const struct tir_expr *f = tir_int(p->m, n->type, tir_loop_step(t));
	const struct tir_expr *zero = tir_int(p->m, n->type, 0);
	int64_t by = tir_loop_step(t), times = n->op == TIR_INT_IMM ? n->u.i : 0;
	if (t->min.e != s->min.e)
		return false;
	if (n->op == TIR_INT_IMM && times % by == 0)
		return t->extent.e == n && times > 0;
	if (!rest || !is_sum(rest->min.e, s->min.e, t->extent.e))
		return false;
	if (n->op == TIR_INT_IMM)
		return times > 0 && t->extent.e == tir_int(p->m, n->type, times - times % by) &&
		       rest->extent.e == tir_int(p->m, n->type, times % by);
	if (!jam_runs(&p->nest))
		n = tir_binary(p->m, TIR_MAX, n, zero);
	return t->extent.e == tir_binary(p->m, TIR_MUL, tir_binary(p->m, TIR_FLOORDIV, n, f), f) &&
	       rest->extent.e == tir_binary(p->m, TIR_SUB, n, t->extent.e);
}

/* The loop s became t, and perhaps *rest, which is set to the statement after the last of them. */
static bool same_jammed(struct proof *p, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **rest)
{
	enum loops_reason why;
	int64_t factor = tir_loop_step(t);
	const struct tir_stmt *r = t->next;
	bool whole = s->extent.e->op == TIR_INT_IMM && s->extent.e->u.i % factor == 0;
	*rest = whole || !r ? r : r->next;
	if (factor > JAM_MAX || t->var != s->var || t->more->attr != s->more->attr ||
	        s->more->step.e)
		return fail(p, "a loop is no longer the same");
	if (!jam_read(&p->nest, &p->around, s, &why) ||
	        jam_allowed(&p->nest, &p->values, (uint32_t)factor) < factor)
		return fail(p, "the order of a loop's iterations matters");
	if (!same_iterations(p, s, t, whole ? NULL : r))
		return fail(p, "a loop has other iterations");
	memset(p->copy, 0, sizeof p->copy);
	for (uint32_t i = 0; i < factor; i++)
		p->copy[i].ahead = i;
	p->copy[0].is_first = true;
	if (!same_copies(p, p->copy, (uint32_t)factor, tir_body(s), tir_body(t)))
		return false;
	if (whole)
		return true;
	memset(p->copy, 0, sizeof p->copy);
	if (r->kind != TIR_FOR || r->for_kind != s->for_kind || r->more->attr != s->more->attr ||
	        r->more->step.e || !define(p, p->copy, s, r))
		return fail(p, "a loop of the remaining iterations is missing");
	return same_copies(p, p->copy, 1, tir_body(s), &r->body);
}

/* ---- The walk ----------------------------------------------------------------------------*/
static bool same_seq(struct proof *p, const struct tir_seq *f, const struct tir_seq *g);

static bool same_stmt(struct proof *p, const struct tir_stmt *s, const struct tir_stmt *t)
{
	bool loop = s->kind == TIR_FOR;
	if (!same_operands(p, NULL, s, t))
		return false;
	if (tir_var_of(s) != tir_var_of(t))
		return fail(p, "a statement defines another variable");
	if (loop && p->around.n < JAM_LOOPS)
		p->around.loop[p->around.n] = s;
	p->around.n += loop;
	bool ok = same_seq(p, tir_body(s), tir_body(t));
	p->around.n -= loop;
	return ok && same_seq(p, tir_orelse(s), tir_orelse(t));
}

static bool same_seq(struct proof *p, const struct tir_seq *f, const struct tir_seq *g)
{
	const struct tir_stmt *s = f->first, *t = g->first, *next;
	for (; s && t; s = s->next, t = next) {
		bool jammed = s->kind == TIR_FOR && t->kind == TIR_FOR && !s->more->step.e &&
		              t->more->step.e;
		next = t->next;
		if (jammed ? !same_jammed(p, s, t, &next) : !same_stmt(p, s, t))
			return false;
	}
	return (!s && !t) || fail(p, "a statement was lost or added");
}

bool loops_unroll_and_jam_is_right(const struct tir_func *f, const struct tir_func *g,
        const struct loops_options *options, struct arena *arena, const char **why)
{
	struct proof *p = ARENA_NEW(arena, struct proof);
	struct diag silent = {0};
	p->m = f->module;
	struct cse_options overlap = {.alias = options->alias, .ctx = options->ctx};
	cse_values_init(&p->values, p->m, f, &overlap, arena);
	bool ok = tir_verify_func(g, &silent) || fail(p, "a variable is used out of its scope");
	ok = ok && same_seq(p, &f->body, &g->body);
	*why = p->why;
	return ok;
}
