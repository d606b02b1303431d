/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/digits.c: loops over the digits of an index.
 *
 * Idea.   Blocked layouts address h // 8, h % 8, c // 32 and the like.  A loop over h becomes loops
 *         over the digits that its quotients and remainders ask for, h = h_0 * 8 + h_1: then ranges
 *         decide every division.  Only divisors that vanish so are asked for: an h + 1 or h + k in
 *         a dividend leaves a carry, which is no reason to split.
 * Needs   flat indices; they are made so where there is something to split.
 * Keeps   the order of iterations here; digits_order.c changes it where that shows nowhere.  Loops
 *         that are not serial, do not begin at 0 or carry annotations stay, and so do those whose
 *         extent the largest divisor does not divide.
 * Why it cannot be wrong
 *         The loops over digits run the same iterations in the same order: divisors divide one another and
 *         the extent (decide), each digit counts what the one above leaves (digit_loop), and the variable
 *         is the sum of its digits, each times what it stands for (split_loop). A loop whose variable
 *         stands where nothing is replaced stays (survey_rest). Divisions vanish by the ranges of the
 *         digits, in simplify/.
 * Costs   one step a node to find the divisors, one to replace the variables, and the simplifier on
 *         the nests that were split. */
#include "loops/order/digits.h"

enum {
	UNKNOWN = 8,     /* iterations of a loop whose extent is not constant */
	MAX_DEPTH = 100, /* of statements: with digits' loops the reader has to take it again */
};

/* ---- Which divisors ----------------------------------------------------------------------*/
static struct digits *digits_of(struct digit_splitter *r, const struct tir_var *v)
{
	while (r->digits.n <= v->id)
		VEC_PUSH(r->arena, &r->digits, (struct digits){0});
	return &r->digits.at[v->id];
}

/* v // d or v % d is wanted. */
static void want(struct digit_splitter *r, const struct tir_var *v, int64_t d, bool hot)
{
	struct digits *g = digits_of(r, v);
	uint32_t i = g->n;
	if (!g->loop || d >= tir_as_for(g->loop)->extent.e->u.i)
		return;
	g->hot |= hot;
	while (i && g->by[i - 1] > d)
		i--;
	if (g->n == DIGITS_MAX_DIGITS || (i && g->by[i - 1] == d))
		return;
	memmove(&g->by[i + 1], &g->by[i], (g->n - i) * sizeof *g->by);
	g->by[i] = d;
	g->n++;
}

/* True if all of l but term i and multiples of d is in [0, factor of i): there is no carry into it. */
static bool is_exact(struct digit_splitter *r, const struct affine_sum *l, uint32_t i, int64_t d)
{
	struct affine_sum rest = {.constant = l->constant % d + (l->constant % d < 0 ? d : 0)};
	int64_t lo, hi;
	for (uint32_t k = 0; k < l->n; k++)
		if (k != i && l->term[k].factor % d)
			rest.term[rest.n++] = l->term[k];
	return simplify_linear_range(&r->s, &rest, &lo, &hi) && lo >= 0 && hi < l->term[i].factor;
}

enum { MAX_PARTS = 2 * AFFINE_TERMS };
struct part {
	const struct tir_expr *e;
	int64_t d;
};
/* One dividend and the digits it wants. */
struct trace {
	struct part stack[MAX_PARTS], found[MAX_PARTS]; /* found: variables */
	uint32_t n, nfound;
	uint32_t level; /* of the innermost loop it depends on */
};

static void see_var(struct digit_splitter *r, struct trace *t, const struct tir_expr *e)
{
	uint32_t level = e->op == TIR_VAR ? digits_of(r, e->u.var)->level : 0;
	t->level = level > t->level ? level : t->level;
}

/* The parts of a sum that is divided. */
static void add_parts(struct digit_splitter *r, struct trace *t, struct part whole)
{
	struct affine_sum l;
	if (!simplify_linear_of(&r->s, whole.e, &l) || (l.n == 1 && l.term[0].x[0] == whole.e))
		return;
	for (uint32_t i = 0; i < l.n; i++) {
		int64_t f = l.term[i].factor;
		see_var(r, t, l.term[i].x[0]);
		if (f > 0 && whole.d % f == 0 && whole.d > f && t->n < MAX_PARTS &&
		        is_exact(r, &l, i, whole.d))
			t->stack[t->n++] = (struct part){l.term[i].x[0], whole.d / f};
	}
}

/* The positive constant that e divides by, rounding down; 0: it is no such division. */
static int64_t divisor_of(struct digit_splitter *r, const struct tir_expr *e)
{
	bool truncates = e->op == TIR_DIV || e->op == TIR_MOD;
	if ((!truncates && e->op != TIR_FLOORDIV && e->op != TIR_FLOORMOD) ||
	        !tir_is_int(e->type) || e->arg[1]->op != TIR_INT_IMM || e->arg[1]->u.i <= 0)
		return 0;
	struct range a = truncates ? simplify_range_of(&r->s, e->arg[0]) : (struct range){0};
	return !truncates || (a.known && a.lo >= 0) ? e->arg[1]->u.i : 0;
}

/* How often the loops inside of a level run. */
static double inner_trips(const struct digit_splitter *r, uint32_t level)
{
	double n = 1;
	for (uint32_t i = level; i < r->trips.n; i++)
		n *= r->trips.at[i];
	return n;
}

/* Which digits of which variables make e // d and e % d vanish. */
static void trace(struct digit_splitter *r, const struct tir_expr *e, int64_t d)
{
	struct trace t = {.n = 1, .stack = {{e, d}}};
	while (t.n) {
		struct part p = t.stack[--t.n];
		int64_t c = divisor_of(r, p.e), by;
		bool remainder = p.e->op == TIR_FLOORMOD || p.e->op == TIR_MOD;
		see_var(r, &t, p.e);
		if (p.e->op == TIR_VAR && t.nfound < MAX_PARTS)
			t.found[t.nfound++] = p;
		else if (!c)
			add_parts(r, &t, p);
		else if (remainder && c % p.d == 0)
			t.stack[t.n++] = (struct part){p.e->arg[0], p.d};
		else if (!remainder && !__builtin_mul_overflow(c, p.d, &by))
			t.stack[t.n++] = (struct part){p.e->arg[0], by};
	}
	for (uint32_t i = 0; i < t.nfound; i++)
		want(r, t.found[i].e->u.var, t.found[i].d, inner_trips(r, t.level) <= 1);
}

/* Every node of e once; fixed: the loops whose variables are in it stay. */
static void survey_expr(struct digit_splitter *r, const struct tir_expr *e, bool fixed)
{
	VEC_PUSH(r->arena, &r->todo, e);
	while (r->todo.n) {
		e = r->todo.at[--r->todo.n];
		while (r->seen.n <= e->id)
			VEC_PUSH(r->arena, &r->seen, false);
		if ((r->seen.at[e->id] && !fixed) || !(e->flags & TIR_HAS_VAR))
			continue;
		r->seen.at[e->id] |= !fixed;
		r->dimensions |= e->op == TIR_LOAD && e->n > 1;
		if (fixed && e->op == TIR_VAR)
			digits_of(r, e->u.var)->loop = NULL;
		int64_t d = !fixed && e->type.lanes == 1 ? divisor_of(r, e) : 0;
		if (d > 1)
			trace(r, e->arg[0], d);
		for (uint32_t i = 0; i < e->n; i++)
			VEC_PUSH(r->arena, &r->todo, e->arg[i]);
	}
}

/* Survey the expressions of an attribute and of its items. */
static void survey_attr(struct digit_splitter *r, const struct tir_attr *a)
{
	if (!a)
		return;
	if (a->expr)
		survey_expr(r, a->expr, true);
	for (uint32_t i = 0; i < a->n; i++)
		survey_attr(r, a->item[i]);
}

/* What is no operand is not replaced: the loops it uses stay. */
static void survey_rest(struct digit_splitter *r, const struct tir_stmt *t)
{
	const struct tir_buffer *b = t->kind != TIR_STORE ? tir_buffer_of(t) : NULL;
	survey_attr(r, tir_attr_of(t));
	survey_attr(r, tir_node_of(t));
	for (uint32_t i = 0; b && i < b->ndim; i++) {
		survey_expr(r, b->shape[i], true);
		if (b->strides)
			survey_expr(r, b->strides[i], true);
	}
	if (b && b->elem_offset)
		survey_expr(r, b->elem_offset, true);
}

static void survey_seq(struct digit_splitter *r, const struct tir_seq *s);

/* Survey what s names: its digits, its loop's extent, how deep it lies.  A loop that is left by `break` has no statement
 * to be split. */
static void survey_stmt(struct digit_splitter *r, struct tir_stmt *t)
{
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	bool loop = t->kind == TIR_FOR || t->kind == TIR_LAUNCH, once;
	for (uint32_t i = 0; i < n; i++)
		survey_expr(r, op[i]->e, false);
	survey_rest(r, t);
	r->dimensions |= t->kind == TIR_STORE && t->nindex > 1;
	if (t->kind == TIR_BIND)
		simplify_range_bind(&r->s, tir_as_bind(t)->var, tir_as_bind(t)->value.e);
	if (loop) {
		const struct tir_expr *extent = tir_as_for(t)->extent.e;
		simplify_range_loop(&r->s, t, &once);
		VEC_PUSH(r->arena, &r->trips,
		        extent->op == TIR_INT_IMM ? (double)extent->u.i : UNKNOWN);
		digits_of(r, tir_as_for(t)->var)->level = r->trips.n;
	}
	if (digits_is_plain(t))
		digits_of(r, tir_as_for(t)->var)->loop = t;
	if (t->kind == TIR_BREAK && r->innermost) /* it would leave the last digit's loop alone */
		digits_of(r, r->innermost)->loop = NULL;
	const struct tir_var *outer = r->innermost;
	if (loop || t->kind == TIR_WHILE)
		r->innermost = loop ? tir_as_for(t)->var : NULL;
	r->depth++;
	r->deepest = r->depth > r->deepest ? r->depth : r->deepest;
	survey_seq(r, tir_body(t));
	survey_seq(r, tir_orelse(t));
	r->depth--;
	r->innermost = outer;
	r->trips.n -= loop;
}

static void survey_seq(struct digit_splitter *r, const struct tir_seq *s)
{
	for (struct tir_stmt *t = s->first; t; t = t->next)
		survey_stmt(r, t);
}

/* Keep the divisors that divide one another and the extent; true if a loop will be split. */
static bool decide(struct digit_splitter *r)
{
	bool any = false;
	for (uint32_t i = 0; i < r->digits.n && r->deepest <= MAX_DEPTH; i++) {
		struct digits *g = &r->digits.at[i];
		int64_t whole = g->loop ? tir_as_for(g->loop)->extent.e->u.i : 0;
		uint32_t to = g->n, n = g->loop ? g->n : 0;
		for (uint32_t k = n; k-- > 0;)
			if (whole % g->by[k] == 0)
				whole = g->by[--to] = g->by[k];
		g->n = n ? n - to : 0;
		memmove(g->by, g->by + to, g->n * sizeof *g->by);
		any |= g->n > 0;
	}
	return any;
}

/* ---- Splitting ---------------------------------------------------------------------------*/

/* A loop over digit k, 0 the topmost, of n + 1. */
static struct tir_stmt *digit_loop(struct digit_splitter *r, const struct tir_stmt *s,
        const struct digits *g, uint32_t k)
{
	struct tir_module *m = r->m;
	struct tir_stmt *t = tir_stmt_copy(m->arena, s);
	struct tir_for *loop = tir_as_for(t);
	size_t size = strlen(loop->var->name) + sizeof "_00000000000";
	char *name = ARENA_NEWN(r->arena, char, size);
	int64_t above = k ? g->by[g->n - k] : loop->extent.e->u.i;
	snprintf(name, size, "%s_%u", loop->var->name, k);
	loop->var = loops_digits_var(r, name, loop->var->type);
	loop->extent.e = tir_int(m, loop->extent.e->type,
	        k < g->n ? above / g->by[g->n - k - 1] : above);
	loop->body = (struct tir_seq){0};
	return t;
}

static void split_stmt(void *ctx, const struct tir_stmt *from, struct tir_seq *out);

/* The loops over the digits of s, in order. */
static void split_loop(struct digit_splitter *r, const struct tir_stmt *s, const struct digits *g,
        struct tir_seq *out)
{
	struct tir_module *m = r->m;
	struct tir_seq *at = out;
	const struct tir_expr *sum = NULL;
	r->split = true;
	for (uint32_t k = 0; k <= g->n; k++) {
		struct tir_stmt *t = digit_loop(r, s, g, k);
		const struct tir_expr *e = tir_as_for(t)->var->expr;
		if (k < g->n)
			e = tir_binary(m, TIR_MUL, e, tir_int(m, e->type, g->by[g->n - k - 1]));
		sum = sum ? tir_binary(m, TIR_ADD, sum, e) : e;
		tir_seq_add(at, t);
		at = &tir_as_for(t)->body;
	}
	tir_subst_var(&r->subst, tir_as_for(s)->var, sum);
	*at = tir_seq_map(tir_body(s), split_stmt, r);
}

/* Add a copy of the statement to out, with its loop strip-mined into one loop a digit where that is decided; else its
 * bodies are walked. */
static void split_stmt(void *ctx, const struct tir_stmt *from, struct tir_seq *out)
{
	struct digit_splitter *r = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	struct tir_stmt *t = tir_stmt_copy(r->m->arena, from);
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	struct digits *g = t->kind == TIR_FOR ? digits_of(r, tir_as_for(t)->var) : NULL;
	bool splits = g && g->n && (g->hot || !r->only_hot) && r->depth + g->n < DIGITS_MAX_NEST;
	unsigned outer = r->depth;
	for (uint32_t i = 0; i < n; i++)
		op[i]->e = tir_subst_expr(&r->subst, op[i]->e);
	r->depth += t->kind == TIR_FOR ? 1 + (splits ? g->n : 0) : 0;
	if (splits) {
		split_loop(r, t, g, out);
	} else {
		if (g && g->n)
			tir_subst_var(&r->subst, tir_as_for(t)->var, tir_as_for(t)->var->expr);
		tir_seq_map_bodies(t, split_stmt, r);
		tir_seq_add(out, t);
	}
	r->depth = outer;
}

/* The nests with digits made simple; the rest is left as it was. */
static void tidy_stmt(void *ctx, const struct tir_stmt *from, struct tir_seq *out)
{
	struct digit_splitter *r = ctx;
	struct tir_stmt *t = tir_stmt_copy(r->m->arena, from);
	struct tir_seq one = {0};
	tir_seq_add(&one, t);
	if (digits_is_digit(r, t)) {
		tir_seq_append(out, simplify_seq(&r->s, &one));
		return;
	}
	tir_seq_map_bodies(t, tidy_stmt, r);
	tir_seq_append(out, one);
}

/* True if one of the loops around the first statement of a body is to be split. */
static bool begins_nest(struct digit_splitter *r, const struct tir_stmt *t)
{
	for (; t && digits_is_plain(t); t = tir_as_for(t)->body.first == tir_as_for(t)->body.last
	                                            ? tir_as_for(t)->body.first
	                                            : NULL)
		if (digits_of(r, tir_as_for(t)->var)->n)
			return true;
	return false;
}

/* A nest, split. */
static struct tir_seq split_nest(struct digit_splitter *r, const struct tir_stmt *s, bool only_hot)
{
	struct tir_seq nest = {0};
	r->only_hot = only_hot;
	r->moved = r->split = false;
	simplify_anew(&r->s); /* names stood for digits of a nest that was thrown away */
	split_stmt(r, s, &nest);
	nest = tir_seq_map(&nest, tidy_stmt, r);
	return loops_digits_order(r, &nest);
}

/* Digits are worth their loops where they come into the order of memory or save divisions in inner
 * loops; LLVM moves the other divisions out. */
static void nest_stmt(void *ctx, const struct tir_stmt *from, struct tir_seq *out)
{
	struct digit_splitter *r = ctx;
	if (begins_nest(r, from)) {
		struct tir_seq nest = split_nest(r, from, false);
		if (!r->moved)
			nest = split_nest(r, from, true);
		r->changed |= r->moved || r->split;
		tir_seq_append(out, nest);
		return;
	}
	struct tir_stmt *t = tir_stmt_copy(r->m->arena, from);
	unsigned outer = r->depth;
	r->depth += t->kind == TIR_FOR;
	tir_seq_map_bodies(t, nest_stmt, r);
	r->depth = outer;
	tir_seq_add(out, t);
}

/* ---- The pass ----------------------------------------------------------------------------*/
static struct digit_splitter *begin(struct arena *arena, const struct tir_func *f)
{
	struct digit_splitter *r = ARENA_NEW(arena, struct digit_splitter);
	*r = (struct digit_splitter){.s = simplify_begin(f->module, arena),
	        .m = f->module,
	        .arena = arena,
	        .f = f,
	        .subst = {.m = f->module, .arena = arena}};
	simplify_range_shapes(&r->s, f);
	survey_seq(r, &f->body);
	return r;
}

struct tir_func *loops_split_digits(struct tir_func *f, const struct loops_flattener *flat,
        struct arena *arena)
{
	struct tir_func *g = f;
	struct digit_splitter *r = begin(arena, f);
	bool any = decide(r);
	if (any && r->dimensions) {
		g = flat->run(flat->ctx, f);
		r = begin(arena, g);
		any = decide(r);
	}
	if (!any)
		return f;
	struct tir_seq body = tir_seq_map(&g->body, nest_stmt, r);
	return r->changed ? tir_func_with_body(g, body) : f;
}
