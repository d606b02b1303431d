/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/allocate_region.c: which elements of a buffer are written before they are read, and which
 * are touched at all.
 *
 * Idea.   A store in loops of its own writes a box without holes, if the digits of the loops'
 *         variables that its indices are made of are independent and count through each dimension.
 *         A read that stays in the box of a store before it sees that store, or a later one.  A
 *         store that is guarded by "the first iteration" comes before the reads of all iterations.
 * Needs   what allocate.c collected; no break, continue or return in the function.
 * Keeps   everything: only asks.
 * Why it cannot be wrong
 *         A store fills its box only if the digits in its index are independent and count without holes
 *         (are_independent, count). A read is covered only if it lies in that box for all values of its
 *         variables (is_inside), and the store comes before it in the same instance of the scope, under no
 *         condition but "the first iteration" (find_guards, hold_first). Whatever is not known is no cover.
 * Costs   for each read one look at the stores before it, for each dimension of which one sum. */
#include "loops/storage/allocate.h"

enum { MAX_DIGITS = 32, MAX_LOOPS = 32 };

/* ---- Variables ---------------------------------------------------------------------------*/
static const struct scope *home_of(const struct allocate *a, const struct tir_var *v)
{
	return v->id < a->home.n ? a->home.at[v->id] : NULL;
}

static const struct tir_stmt *loop_of(const struct allocate *a, const struct tir_var *v)
{
	return v->id < a->loop.n ? a->loop.at[v->id] : NULL;
}

/* What is asked of the variables of an expression. */
struct ask {
	struct allocate *a;
	const struct scope *scope;
	const struct tir_expr *const *first; /* variables that are at their least */
	uint32_t nfirst;
};

static bool has_home(void *ctx, const struct tir_expr *e)
{
	const struct ask *q = ctx;
	return e->op != TIR_VAR || home_of(q->a, e->u.var);
}

/* True if e depends on variables alone. */
static bool is_still(const struct tir_expr *e)
{
	return !(e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT));
}

bool loops_region_is_known(struct allocate *a, const struct tir_expr *e)
{
	struct ask q = {.a = a};
	return tir_walk_expr(e, a->arena, has_home, &q);
}

/* True if v has one value as long as the buffer lives that the scope holds. */
static bool is_outer(void *ctx, const struct tir_expr *e)
{
	const struct ask *q = ctx;
	if (e->op != TIR_VAR)
		return true;
	const struct scope *home = home_of(q->a, e->u.var);
	return scope_holds(home, q->scope) &&
	       (home != q->scope || loop_of(q->a, e->u.var) || !home->up);
}

static bool all_outer(struct allocate *a, const struct tir_expr *e, const struct scope *scope)
{
	struct ask q = {.a = a, .scope = scope};
	return is_still(e) && tir_walk_expr(e, a->arena, is_outer, &q);
}

/* True if e is no variable but of loops and of outer ones, and none of q->first. */
static bool avoids_first(void *ctx, const struct tir_expr *e)
{
	const struct ask *q = ctx;
	if (e->op != TIR_VAR)
		return true;
	for (uint32_t i = 0; i < q->nfirst; i++)
		if (q->first[i] == e)
			return false;
	return loop_of(q->a, e->u.var) || is_outer(ctx, e);
}

/* ---- Boxes -------------------------------------------------------------------------------*/
/* How often a loop runs, if that is a constant; its first value in *min. */
static int64_t trips(const struct tir_stmt *t, int64_t *min)
{
	const struct tir_for *loop = tir_as_for(t);
	*min = loop->min.e ? loop->min.e->op == TIR_INT_IMM ? loop->min.e->u.i : INT64_MIN : 0;
	if (*min == INT64_MIN || tir_loop_step(t) != 1 || loop->extent.e->op != TIR_INT_IMM ||
	        loop->extent.e->u.i < 1 || loop->extent.e->u.i > INT32_MAX || *min < -INT32_MAX ||
	        *min > INT32_MAX)
		return 0;
	return loop->extent.e->u.i;
}

/* Of a variable: v // from % (to // from). */
struct digit {
	const struct tir_var *v;
	int64_t from, to, factor;
};

static int64_t divisor(const struct tir_expr *e, enum tir_op op)
{
	return e->op == op && e->arg[1]->op == TIR_INT_IMM && e->arg[1]->u.i > 0 ? e->arg[1]->u.i
	                                                                         : 0;
}

/* e as a digit of a loop's variable; that loop's first value times the factor goes to *base. */
static bool digit_of(struct allocate *a, struct affine_term t, struct digit *d, int64_t *base)
{
	const struct tir_expr *e = t.x[0];
	int64_t by = divisor(e, TIR_FLOORDIV), rest = by ? 0 : divisor(e, TIR_FLOORMOD);
	*d = (struct digit){NULL, 1, 0, t.factor};
	if (by || rest)
		e = e->arg[0];
	if (by) {
		rest = divisor(e, TIR_FLOORMOD);
		d->from = by;
		d->to = rest;
		e = rest ? e->arg[0] : e;
	} else if (rest) {
		by = divisor(e, TIR_FLOORDIV);
		d->from = by ? by : 1;
		if (__builtin_mul_overflow(rest, d->from, &d->to))
			return false;
		e = by ? e->arg[0] : e;
	}
	const struct tir_stmt *loop = e->op == TIR_VAR ? loop_of(a, e->u.var) : NULL;
	int64_t min = 0, n = loop ? trips(loop, &min) : 0;
	bool plain = d->from == 1 && !d->to;
	d->v = loop ? e->u.var : NULL;
	d->to = d->to ? d->to : n;
	*base = 0;
	if (n && plain)
		return !__builtin_mul_overflow(min, t.factor, base);
	return n && min == 0 && n % d->to == 0 && d->to % d->from == 0;
}

static bool are_independent(const struct digit *a, const struct digit *b)
{
	return a->v != b->v || b->from % a->to == 0 || a->from % b->to == 0;
}

/* How many numbers in a row n digits count through; 0 if there are holes. */
static int64_t count(struct digit *d, uint32_t n)
{
	int64_t reach = 1;
	for (uint32_t done = 0; done < n; done++) {
		uint32_t least = done;
		for (uint32_t i = done + 1; i < n; i++)
			if (d[i].factor < d[least].factor)
				least = i;
		struct digit t = d[least];
		d[least] = d[done];
		d[done] = t;
		int64_t more;
		if (t.factor < 1 || t.factor > reach ||
		        __builtin_mul_overflow(t.factor, t.to / t.from - 1, &more) ||
		        __builtin_add_overflow(reach, more, &reach))
			return 0;
	}
	return reach;
}

static bool add_base(struct affine_sum *l, int64_t v)
{
	return !__builtin_add_overflow(l->constant, v, &l->constant);
}

/* The least element in dimension k that the store w writes in all iterations of its loops inside of
 * common, and how many from there; 0 if there are holes.  Its digits are added to those at *nd. */
static int64_t box_of(struct allocate *a, const struct use *w, uint32_t k,
        const struct scope *common, struct affine_sum *lo, struct digit *digit, uint32_t *nd)
{
	struct affine_sum l;
	uint32_t mine = *nd;
	if (!simplify_linear_of(&a->s, w->index[k], &l))
		return 0;
	simplify_linear_collect(&a->s, &l);
	*lo = (struct affine_sum){.constant = l.constant};
	for (uint32_t i = 0; i < l.n; i++) {
		int64_t base;
		if (all_outer(a, l.term[i].x[0], common)) {
			lo->term[lo->n++] = l.term[i];
			continue;
		}
		if (*nd == MAX_DIGITS || !digit_of(a, l.term[i], &digit[*nd], &base) ||
		        !add_base(lo, base))
			return 0;
		for (uint32_t j = 0; j < *nd; j++)
			if (!are_independent(&digit[j], &digit[*nd]))
				return 0;
		++*nd;
	}
	return count(digit + mine, *nd - mine);
}

/* True if e - lo is in [0, n). */
static bool is_inside(struct allocate *a, const struct tir_expr *e, const struct affine_sum *lo,
        int64_t n)
{
	struct affine_sum l;
	int64_t least, most;
	if (!simplify_linear_of(&a->s, e, &l) || !affine_add_sum(&l, lo, -1))
		return false;
	simplify_linear_collect(&a->s, &l);
	return simplify_linear_range(&a->s, &l, &least, &most) && least >= 0 && most < n;
}

/* ---- Written before it is read -----------------------------------------------------------*/
/* The guards of a store, and loops around it in whose first iteration they hold. */
struct guards {
	const struct tir_expr *at[MAX_LOOPS];
	uint32_t n;
	const struct tir_expr *first[MAX_LOOPS];
	uint32_t nfirst;
};

/* The ifs between the store and common; false if something else decides whether it is reached. */
static bool find_guards(struct allocate *a, const struct use *w, const struct scope *common,
        struct guards *g)
{
	int64_t min;
	for (const struct scope *s = w->scope; s != common; s = s->up) {
		if (s->of->kind == TIR_IF) {
			const struct tir_expr *c = simplify_expr(&a->s, tir_as_if(s->of)->value.e);
			if (s->orelse || g->n == MAX_LOOPS || !is_still(c) ||
			        !loops_region_is_known(a, c))
				return false;
			g->at[g->n++] = c;
		} else if (s->of->kind == TIR_FOR || s->of->kind == TIR_LAUNCH) {
			if (!trips(s->of, &min))
				return false;
		} else if (s->of->kind != TIR_ATTR) {
			return false;
		}
	}
	return true;
}

struct find_var {
	const struct tir_expr *v;
};
static bool is_not(void *ctx, const struct tir_expr *e)
{
	return e != ((struct find_var *)ctx)->v;
}

static bool mentions(struct allocate *a, const struct tir_expr *e, const struct tir_expr *v)
{
	struct find_var f = {v};
	return !tir_walk_expr(e, a->arena, is_not, &f);
}

/* Collect the loops from common out to scope whose variables the guards know.  All loops there must
 * run a constant number of times, and no if there may depend on those. */
static bool find_first(struct allocate *a, const struct scope *common, const struct scope *scope,
        struct guards *g)
{
	int64_t min;
	for (const struct scope *s = common; s != scope; s = s->up) {
		bool loop = s->of->kind == TIR_FOR || s->of->kind == TIR_LAUNCH;
		if (loop ? !trips(s->of, &min) : s->of->kind != TIR_IF && s->of->kind != TIR_ATTR)
			return false;
		for (uint32_t i = 0; loop && i < g->n; i++)
			if (mentions(a, g->at[i], tir_as_for(s->of)->var->expr)) {
				if (g->nfirst == MAX_LOOPS)
					return false;
				g->first[g->nfirst++] = tir_as_for(s->of)->var->expr;
				break;
			}
	}
	struct ask q = {a, scope, g->first, g->nfirst};
	for (const struct scope *s = common; s != scope; s = s->up)
		if (s->of->kind == TIR_IF && (!is_still(tir_as_if(s->of)->value.e) ||
		                                     !tir_walk_expr(tir_as_if(s->of)->value.e,
		                                             a->arena, avoids_first, &q)))
			return false;
	return true;
}

/* True if the guards hold where the variables of g->first have their first values. */
static bool hold_first(struct allocate *a, const struct guards *g)
{
	bool all = true;
	for (uint32_t i = 0; i < g->nfirst; i++) {
		const struct tir_var *v = g->first[i]->u.var;
		int64_t min;
		trips(loop_of(a, v), &min);
		tir_subst_var(&a->subst, v, tir_int(a->s.m, v->type, min));
	}
	for (uint32_t i = 0; all && i < g->n; i++) {
		const struct tir_expr *e = simplify_expr(&a->s,
		        tir_subst_expr(&a->subst, g->at[i]));
		all = e->op == TIR_INT_IMM && e->u.i != 0;
	}
	for (uint32_t i = 0; i < g->nfirst; i++)
		tir_subst_var(&a->subst, g->first[i]->u.var, g->first[i]);
	return all;
}

/* True if what r reads in an instance of the scope was written by w, which comes before it, in the same
 * instance. */
static bool covers(struct allocate *a, const struct storage *b, const struct use *w,
        const struct use *r, const struct scope *scope)
{
	const struct scope *common = scope_common(w->scope, r->scope);
	struct digit digit[MAX_DIGITS];
	struct guards g = {.n = 0};
	uint32_t nd = 0;
	if (!find_guards(a, w, common, &g))
		return false;
	if (g.n && (!find_first(a, common, scope, &g) || !hold_first(a, &g)))
		return false;
	struct ask q = {a, scope, g.first, g.nfirst};
	for (uint32_t k = 0; k < tir_as_alloc(b->alloc)->buffer->ndim; k++) {
		struct affine_sum lo;
		if (g.n && !tir_walk_expr(w->index[k], a->arena, avoids_first, &q))
			return false;
		int64_t n = box_of(a, w, k, common, &lo, digit, &nd);
		if (!n || !is_inside(a, r->index[k], &lo, n))
			return false;
	}
	return true;
}

bool loops_region_is_private(struct allocate *a, const struct storage *b, const struct scope *scope)
{
	for (uint32_t i = 0; i < b->uses.n; i++) {
		bool covered = b->uses.at[i].write;
		for (uint32_t j = 0; j < i && !covered; j++)
			covered = b->uses.at[j].write &&
			          covers(a, b, &b->uses.at[j], &b->uses.at[i], scope);
		if (!covered)
			return false;
	}
	return true;
}

/* ---- What is touched ---------------------------------------------------------------------*/
/* Between what all indices of dimension k, less base, lie. */
static bool span_of(struct allocate *a, const struct storage *b, uint32_t k,
        const struct affine_sum *base, int64_t *lo, int64_t *hi)
{
	*lo = INT64_MAX;
	*hi = INT64_MIN;
	for (uint32_t i = 0; i < b->uses.n; i++) {
		struct affine_sum l;
		int64_t least, most;
		if (!simplify_linear_of(&a->s, b->uses.at[i].index[k], &l) ||
		        !affine_add_sum(&l, base, -1))
			return false;
		simplify_linear_collect(&a->s, &l);
		if (!simplify_linear_range(&a->s, &l, &least, &most))
			return false;
		*lo = least < *lo ? least : *lo;
		*hi = most > *hi ? most : *hi;
	}
	return true;
}

int64_t loops_region_extent(struct allocate *a, const struct storage *b, uint32_t k,
        const struct tir_expr **min)
{
	const struct tir_expr *size = tir_as_alloc(b->alloc)->buffer->shape[k],
	                      *e = b->uses.at[0].index[k];
	struct affine_sum l, base = {0}, none = {0};
	int64_t lo, hi, n;
	*min = NULL;
	if (size->op != TIR_INT_IMM || !simplify_linear_of(&a->s, e, &l) ||
	        !span_of(a, b, k, &none, &lo, &hi) || lo < 0 || hi >= size->u.i)
		return 0;
	for (uint32_t i = 1; i < b->uses.n; i++)
		if (!tir_type_eq(b->uses.at[i].index[k]->type, e->type))
			return 0;
	simplify_linear_collect(&a->s, &l);
	for (uint32_t i = 0; i < l.n; i++)
		if (all_outer(a, l.term[i].x[0], b->scope))
			base.term[base.n++] = l.term[i];
	if (!base.n || !span_of(a, b, k, &base, &lo, &hi) || hi - lo + 1 >= size->u.i) {
		base.n = 0;
		span_of(a, b, k, &base, &lo, &hi);
	}
	n = hi - lo + 1;
	base.constant = lo;
	if (n >= size->u.i)
		return 0;
	*min = base.n || base.constant ? simplify_linear_build(&a->s, e->type, &base) : NULL;
	return *min || (!base.n && !base.constant) ? n : 0;
}

const struct tir_expr *loops_region_shift(struct allocate *a, const struct tir_expr *e,
        const struct tir_expr *min)
{
	struct affine_sum l, base;
	const struct tir_expr *simple = simplify_expr(&a->s, e), *r = NULL;
	if (simplify_linear_of(&a->s, simple, &l) && simplify_linear_of(&a->s, min, &base) &&
	        affine_add_sum(&l, &base, -1)) {
		simplify_linear_collect(&a->s, &l);
		r = simplify_linear_build(&a->s, e->type, &l);
	}
	return r ? r : simplify_fold_binary(&a->s, TIR_SUB, simple, min);
}
