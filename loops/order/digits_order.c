/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/digits_order.c: nests with digits in the order of memory.
 *
 * Idea.   Where every iteration writes elements of its own, the order of iterations shows nowhere:
 *         the loops are sorted by the store's strides, so that the innermost goes through memory
 *         step by step, and neighbours that are one row of every access become one loop.
 * Needs   flat, simplified indices.  analysis/ knows whether iterations touch what another one stores: of two
 *         iterations the loops with the largest strides are compared first.
 * Keeps   all values.  Nests stay in their order if a store's index is no such sum, if a stored
 *         element is read at another index, if parameters may overlap (no tirx.noalias), if the
 *         body holds anything but stores, bindings, conditions, loops and allocations, or if what
 *         is computed outside of inner loops would be computed more often.  Loops that are not in
 *         the store's index keep their places.
 * Why it cannot be wrong
 *         Loops change places only if all that the nest stores is touched in one iteration of these loops
 *         alone: each store is compared with each access, either in the later iteration (is_alone,
 *         may_meet). A store whose index is not known refuses all (are_alone). Loops become one only where
 *         their strides follow each other in every access and their variables stand nowhere else.
 * Costs   accesses squared, of which there are few (digits_nest.c). */
#include "loops/order/digits_nest.h"
#include "target/target.h"

static int64_t extent_of(const struct nest *x, uint32_t i)
{
	return tir_as_for(x->loop[i])->extent.e->u.i;
}

static uint64_t magnitude(int64_t v)
{
	return v < 0 ? -(uint64_t)v : (uint64_t)v;
}

/* ---- May the loops change places? --------------------------------------------------------*/
/* The loops of set by a's strides, the largest first. */
static uint32_t by_stride(const struct nest *x, const struct nest_access *a, uint32_t set,
        uint32_t *out)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < x->n; i++) {
		if (!(set >> i & 1))
			continue;
		uint32_t k = n++;
		for (; k && magnitude(a->stride[out[k - 1]]) < magnitude(a->stride[i]); k--)
			out[k] = out[k - 1];
		out[k] = i;
	}
	return n;
}

/* May the two touch one byte where loop number `at` of order has another iteration, those before it the same one and
 * all others any? */
static bool may_meet(const struct nest *x, const struct facts *f, const struct access *a,
        const struct access *b, const uint32_t *order, uint32_t at)
{
	struct dependence_query q = {.facts = f, .n = x->n};
	for (uint32_t i = 0; i < x->n; i++)
		q.at[i] = (struct dependence_loop){x->loop[i], DEPENDENCE_ANY, 0};
	for (uint32_t i = 0; i < at; i++)
		q.at[order[i]].when = DEPENDENCE_SAME;
	q.at[order[at]].when = DEPENDENCE_LATER;
	return dependence_may(&q, a, b) || dependence_may(&q, b, a);
}

static bool is_local(const struct nest *x, const struct access *a)
{
	bool local = false;
	for (uint32_t i = 0; i < x->local.n && !local; i++)
		local = x->local.at[i] == a->buffer;
	return local;
}

/* True if what the store writes is touched in one iteration of the loops of set alone, whatever the other loops do:
 * of two iterations the loops with the largest strides are compared first. */
static bool is_alone(const struct nest *x, const struct facts *f, const struct access_list *all,
        const struct nest_access *store, uint32_t set)
{
	uint32_t order[DIGITS_MAX_NEST], n = by_stride(x, store, set, order);
	const struct access *a = all->all.at;
	while (a->load || a->stmt != store->stmt)
		a++;
	for (uint32_t i = 0; i < all->all.n; i++)
		for (uint32_t k = 0; k < n && !is_local(x, &all->all.at[i]); k++)
			if (may_meet(x, f, a, &all->all.at[i], order, k))
				return false;
	return true;
}

/* Is what each store writes accessed in one iteration of the loops of `set` alone?  Then any order of them is right. */
static bool are_alone(const struct nest *x, uint32_t set)
{
	const struct facts_options part = {.is_part = true};
	struct tir_seq top = {x->loop[0], x->loop[0]};
	const struct facts *f = facts_begin(tir_func_with_body((struct tir_func *)x->r->f, top),
	        &part, x->r->arena);
	struct access_list all;
	access_collect(f, x->body, UINT32_MAX, facts_loop(f, x->loop[x->n - 1]), x->r->arena, &all);
	bool alone = x->n <= DEPENDENCE_LOOPS;
	for (uint32_t i = 0; i < x->access.n && alone; i++) {
		const struct nest_access *a = &x->access.at[i];
		alone = !a->stmt || a->local || (a->known && is_alone(x, f, &all, a, set));
	}
	return alone;
}

/* The loops that may change places, and the store whose order they should have; 0: none may. */
static uint32_t free_loops(const struct nest *x, struct nest_access *first)
{
	uint32_t set = UINT32_MAX;
	bool any = false;
	for (uint32_t i = 0; i < x->access.n; i++) {
		const struct nest_access *a = &x->access.at[i];
		uint32_t has = 0;
		for (uint32_t k = 0; k < x->n; k++)
			has |= (uint32_t)(a->stride[k] != 0) << k;
		if (a->stmt && !a->local) {
			set &= has;
			*first = any ? *first : *a;
			any = true;
		}
	}
	return any && set && are_alone(x, set) ? set : 0;
}

/* ---- The order ---------------------------------------------------------------------------*/
/* How often the nodes are computed if each goes as far out as its loops allow. */
static double cost(const struct nest *x, const uint32_t *order)
{
	double sum = 0;
	for (uint32_t i = 0; i < x->work.n; i++) {
		struct work w = x->work.at[i];
		double often = 1, so_far = 1;
		for (uint32_t k = 0; k < x->n; k++) {
			so_far *= (double)extent_of(x, order[k]);
			if (w.inner || w.loops >> order[k] & 1)
				often = so_far;
		}
		sum += often;
	}
	return sum;
}

enum {
	ROW = TARGET_LANES, /* elements that are a row long enough: a vector's lanes or half of them */
	FEW = TARGET_FEW, /* iterations of a loop that LLVM makes copies of, */
	MAX_COPIES = 8,   /* of several such loops in one another */
	MAX_TRIED = 4,    /* loads whose order is looked at */
};

/* How many elements in a row of memory an access goes over in the set's iterations. */
static int64_t row_of(const struct nest *x, const struct nest_access *a, uint32_t set)
{
	uint32_t order[DIGITS_MAX_NEST], n = by_stride(x, a, set, order);
	int64_t row = 1, still = 1; /* still: iterations that stay at one element */
	while (n--) {
		uint64_t stride = magnitude(a->stride[order[n]]);
		if (stride && stride != (uint64_t)row)
			break;
		*(stride ? &row : &still) *= extent_of(x, order[n]);
	}
	return row * still;
}

/* The shortest row of all accesses in the innermost loop that is no small one, those inside of it
 * copied: what LLVM can make vectors of. */
static int64_t shortest_row(const struct nest *x, const uint32_t *order)
{
	uint32_t set = 0;
	int64_t least = INT64_MAX, copies = 1;
	for (uint32_t i = x->n; i-- > 0;) {
		set |= UINT32_C(1) << order[i];
		copies *= extent_of(x, order[i]) <= FEW ? extent_of(x, order[i]) : MAX_COPIES + 1;
		if (copies > MAX_COPIES)
			break;
	}
	for (uint32_t i = 0; i < x->access.n; i++) {
		int64_t row = row_of(x, &x->access.at[i], set);
		least = row < least ? row : least;
	}
	return least;
}

/* The loops of set in the order of a's strides, the others where they are. */
static void put_in_order(const struct nest *x, const struct nest_access *a, uint32_t set,
        uint32_t *order)
{
	uint32_t sorted[DIGITS_MAX_NEST], n = 0;
	by_stride(x, a, set, sorted);
	for (uint32_t i = 0; i < x->n; i++)
		order[i] = set >> i & 1 ? sorted[n++] : i;
}

/* The best order so far. */
struct best {
	uint32_t order[DIGITS_MAX_NEST];
	int64_t row;
	double most; /* what no order may cost more than */
};

/* Keep the order of loops if its shortest row is longer than the best one's and it costs no more than it may. */
static void try_order(const struct nest *x, struct best *b, const uint32_t *order)
{
	int64_t row = shortest_row(x, order);
	if (row <= b->row || cost(x, order) > b->most)
		return;
	b->row = row;
	memcpy(b->order, order, x->n * sizeof *order);
}

/* With small loops around the innermost large one inside of it, one after the other. */
static void try_inside(const struct nest *x, struct best *b, uint32_t set)
{
	uint32_t order[DIGITS_MAX_NEST], large = x->n;
	int64_t copies = 1;
	memcpy(order, b->order, x->n * sizeof *order);
	while (large-- > 0 && extent_of(x, order[large]) <= FEW)
		copies *= extent_of(x, order[large]);
	for (; large > 0 && large < x->n && b->row < ROW; large--) {
		uint32_t loop = order[large], small = order[large - 1];
		copies *= extent_of(x, small);
		if (copies > MAX_COPIES || !(set >> loop & set >> small & 1))
			return;
		order[large - 1] = loop;
		order[large] = small;
		try_order(x, b, order);
	}
}

/* The order the loops are to have: the store's or, if that makes longer rows, a load's; true if it is
 * another one. */
static bool sort(const struct nest *x, uint32_t *order)
{
	uint32_t old[DIGITS_MAX_NEST] = {0};
	struct best b = {.row = 0};
	struct nest_access store = {0};
	uint32_t set = free_loops(x, &store);
	for (uint32_t i = 0; i < x->n; i++)
		b.order[i] = old[i] = order[i] = i;
	b.most = cost(x, old);
	if (set) {
		put_in_order(x, &store, set, order);
		try_order(x, &b, order);
		try_inside(x, &b, set);
	}
	for (uint32_t i = 0, tried = 0; i < x->access.n && tried < MAX_TRIED; i++) {
		const struct nest_access *a = &x->access.at[i];
		if (!set || b.row >= ROW)
			break;
		if (a->stmt || !a->known)
			continue;
		put_in_order(x, a, set, order);
		try_order(x, &b, order);
		tried++;
	}
	memcpy(order, b.order, x->n * sizeof *order);
	return memcmp(order, old, x->n * sizeof *old) != 0;
}

/* ---- Neighbours --------------------------------------------------------------------------*/
/* True if a around b is one loop as long as both. */
static bool is_row(const struct nest *x, uint32_t a, uint32_t b)
{
	int64_t n = extent_of(x, b), whole, by;
	if ((x->bare >> a | x->bare >> b) & 1 ||
	        (!digits_is_digit(x->r, x->loop[a]) && !digits_is_digit(x->r, x->loop[b])) ||
	        !tir_type_eq(tir_as_for(x->loop[a])->var->type,
	                tir_as_for(x->loop[b])->var->type) ||
	        __builtin_mul_overflow(n, extent_of(x, a), &whole) || whole > INT32_MAX)
		return false;
	for (uint32_t i = 0; i < x->access.n; i++) {
		const struct nest_access *t = &x->access.at[i];
		if (__builtin_mul_overflow(n, t->stride[b], &by) || by != t->stride[a])
			return false;
	}
	return true;
}

/* The n loops at order as one, its variable in place of theirs. */
static struct tir_stmt *fuse(const struct nest *x, const uint32_t *order, uint32_t n)
{
	struct tir_module *m = x->r->m;
	struct tir_stmt *t = tir_stmt_copy(m->arena, x->loop[order[n - 1]]);
	struct tir_for *loop = tir_as_for(t);
	const struct tir_var *first = tir_as_for(x->loop[order[0]])->var, *last = loop->var;
	loop->body = (struct tir_seq){0};
	if (n == 1)
		return t;
	size_t size = strlen(first->name) + strlen(last->name) + sizeof "__fused";
	char *name = ARENA_NEWN(x->r->arena, char, size);
	snprintf(name, size, "%s_%s_fused", first->name, last->name);
	loop->var = loops_digits_var(x->r, name, last->type);
	int64_t extent = 1;
	for (uint32_t i = 0; i < n; i++) {
		const struct tir_var *v = tir_as_for(x->loop[order[i]])->var;
		extent *= extent_of(x, order[i]);
		tir_subst_var(&x->r->subst, v,
		        i + 1 < n ? tir_int(m, v->type, 0) : loop->var->expr);
	}
	loop->extent.e = tir_int(m, loop->extent.e->type, extent);
	x->r->subst.stamp++;
	return t;
}

/* Add a copy of the statement to out, with variables replaced in all its operands. */
static void subst_stmt(void *ctx, const struct tir_stmt *from, struct tir_seq *out)
{
	struct digit_splitter *r = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	struct tir_stmt *t = tir_stmt_copy(r->m->arena, from);
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		op[i]->e = tir_subst_expr(&r->subst, op[i]->e);
	tir_seq_map_bodies(t, subst_stmt, r);
	tir_seq_add(out, t);
}

/* The nest with its loops in the best order, neighbours fused; false: it stays. */
static bool rebuild(const struct nest *x, struct tir_seq *out)
{
	uint32_t order[DIGITS_MAX_NEST];
	bool changed = sort(x, order);
	struct tir_seq nest = {0}, *at = &nest;
	for (uint32_t i = 0, n; i < x->n; i += n) {
		for (n = 1; i + n < x->n && is_row(x, order[i + n - 1], order[i + n]); n++)
			changed = true;
		struct tir_stmt *t = fuse(x, order + i, n);
		tir_seq_add(at, t);
		at = &tir_as_for(t)->body;
	}
	if (!changed)
		return false;
	x->r->moved = true;
	*at = tir_seq_map(x->body, subst_stmt, x->r);
	tir_seq_append(out, simplify_seq(&x->r->s, &nest));
	return true;
}

/* ---- Nests -------------------------------------------------------------------------------*/
static void order_stmt(void *ctx, const struct tir_stmt *from, struct tir_seq *out)
{
	struct digit_splitter *r = ctx;
	struct tir_stmt *top = tir_stmt_copy(r->m->arena, from), *t = top;
	struct nest x = {.r = r};
	bool digits = false;
	while (digits_is_plain(t) && x.n < DIGITS_MAX_NEST) {
		const struct tir_stmt *inner = tir_as_for(t)->body.first;
		x.loop[x.n++] = t;
		digits |= digits_is_digit(r, t);
		if (!inner || inner->next || !digits_is_plain(inner) || x.n == DIGITS_MAX_NEST)
			break;
		tir_as_for(t)->body.first = tir_as_for(t)->body.last = tir_stmt_copy(r->m->arena,
		        inner);
		t = tir_as_for(t)->body.first;
	}
	tir_seq_map_bodies(t, order_stmt, r);
	x.body = tir_body(t);
	if (digits && loops_nest_survey(&x) && rebuild(&x, out))
		return;
	tir_seq_add(out, top);
}

struct tir_seq loops_digits_order(struct digit_splitter *r, const struct tir_seq *body)
{
	return tir_seq_map(body, order_stmt, r);
}
