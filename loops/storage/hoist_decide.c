/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/hoist_decide.c: which values are worth an array.
 *
 * Idea    An array of all elements that sites name is filled in front of them, each once.  It pays where the sites compute them so often
 *         that filling and loading takes less.
 * Needs   what may trap, or load, is computed only where the program surely computes it: sites that each iteration evaluates name
 *         each element of the array, under the guard that loops of unknown extents run.
 * Keeps   arrays small: all of a function take at most what --scratch says.
 * Costs   the elements of each array, for each site. */
#include "loops/storage/hoist.h"

enum { MOST_TRIPS = 1 << 20, UNKNOWN_TRIPS = 8, LOAD = 2, FILL = 3, ENTRY = 20 };

int64_t loops_hoist_trips(const struct tir_stmt *loop)
{
	const struct tir_for *l = tir_as_for(loop);
	bool known = l->min.e->op == TIR_INT_IMM && l->extent.e->op == TIR_INT_IMM;
	bool small = known && l->min.e->u.i > -MOST_TRIPS && l->min.e->u.i < MOST_TRIPS;
	return small && l->extent.e->u.i > 0 && l->extent.e->u.i < MOST_TRIPS ? l->extent.e->u.i
	                                                                      : 0;
}

/* ---- What an array holds -----------------------------------------------------------------*/
/* The values that the dim of the site's value has there. */
static void range_of(const struct hoist_level *l, const struct hoist_site *s, uint32_t d,
        int64_t *lo, int64_t *n)
{
	const struct tir_stmt *loop = hoist_loop(l, s, d);
	*lo = tir_as_for(loop)->min.e->u.i + s->shift[d];
	*n = loops_hoist_trips(loop);
}

/* Find the least box with all elements; how many these are, 0: too many. */
static int64_t find_box(struct hoist_level *l, struct hoist_value *v)
{
	uint32_t ndims = l->site.at[v->first].ndims;
	int64_t all = 1;
	for (uint32_t d = 0; d < ndims; d++) {
		int64_t low = INT64_MAX, high = INT64_MIN, lo, n;
		for (uint32_t i = v->first; i != UINT32_MAX; i = l->site.at[i].next) {
			range_of(l, &l->site.at[i], d, &lo, &n);
			low = lo < low ? lo : low;
			high = lo + n > high ? lo + n : high;
		}
		v->low[d] = low;
		v->size[d] = high - low;
		if (v->size[d] > MOST_TRIPS || (all *= v->size[d]) > MOST_TRIPS)
			return 0;
	}
	return all;
}

/* Mark the elements that the site names. */
static void mark(const struct hoist_level *l, const struct hoist_value *v,
        const struct hoist_site *s, bool *has)
{
	int64_t lo[HOIST_DIMS] = {0}, n[HOIST_DIMS], size[HOIST_DIMS];
	for (uint32_t d = 0; d < HOIST_DIMS; d++) {
		n[d] = size[d] = 1;
		if (d >= s->ndims)
			continue;
		range_of(l, s, d, &lo[d], &n[d]);
		lo[d] -= v->low[d];
		size[d] = v->size[d];
	}
	for (int64_t a = lo[0]; a < lo[0] + n[0]; a++)
		for (int64_t b = lo[1]; b < lo[1] + n[1]; b++)
			for (int64_t c = lo[2]; c < lo[2] + n[2]; c++)
				for (int64_t d = lo[3]; d < lo[3] + n[3]; d++)
					has[((a * size[1] + b) * size[2] + c) * size[3] + d] = true;
}

/* Does each element have a site that is surely evaluated? */
static bool is_covered(struct hoist_level *l, const struct hoist_value *v, int64_t elements)
{
	struct arena scratch = arena_scratch(l->arena);
	bool *has = ARENA_NEWN(&scratch, bool, elements), all = true;
	for (uint32_t i = v->first; i != UINT32_MAX; i = l->site.at[i].next)
		if (l->site.at[i].sure)
			mark(l, v, &l->site.at[i], has);
	for (int64_t i = 0; i < elements && all; i++)
		all = has[i];
	arena_free(&scratch);
	return all;
}

/* ---- Guards ------------------------------------------------------------------------------*/
/* The extents of loops around the site that may be 0 or less, in guard; false: too many, or one that is no number by itself. */
static bool find_guards(const struct hoist_level *l, const struct hoist_site *s,
        const struct tir_expr **guard, uint32_t *n)
{
	const struct hoist_place *p = hoist_place_of(l, s);
	*n = 0;
	for (uint32_t i = 0; i < p->n; i++) {
		const struct tir_for *f = tir_as_for(p->loop[i]);
		if (f->extent.e->op == TIR_INT_IMM && f->extent.e->u.i > 0)
			continue;
		bool known = f->extent.e->op == TIR_VAR &&
		             l->inside[f->extent.e->u.var->id] != l->number;
		if (!known || !tir_loop_ascends(p->loop[i]))
			return false;
		uint32_t k = 0;
		while (k < *n && guard[k] != f->extent.e)
			k++;
		guard[k] = f->extent.e;
		*n += k == *n;
	}
	return true;
}

/* Are all sites under the same guards?  These are in v then. */
static bool same_guards(const struct hoist_level *l, struct hoist_value *v)
{
	const struct tir_expr *guard[HOIST_LOOPS];
	uint32_t n;
	if (!find_guards(l, &l->site.at[v->first], v->guard, &v->nguards))
		return false;
	for (uint32_t i = l->site.at[v->first].next; i != UINT32_MAX; i = l->site.at[i].next)
		if (!find_guards(l, &l->site.at[i], guard, &n) || n != v->nguards ||
		        memcmp(guard, v->guard, n * sizeof *guard) != 0)
			return false;
	return true;
}

/* ---- Profit ------------------------------------------------------------------------------*/
/* Are both evaluated in the same iterations, and are they the same there? */
static bool is_again(const struct hoist_level *l, const struct hoist_site *a,
        const struct hoist_site *b)
{
	const struct hoist_place *p = hoist_place_of(l, a), *q = hoist_place_of(l, b);
	return p->n == q->n && !memcmp(p->loop, q->loop, p->n * sizeof *p->loop) &&
	       !memcmp(a->shift, b->shift, sizeof a->shift) &&
	       !memcmp(a->dim, b->dim, a->ndims * sizeof *a->dim);
}

/* How often the program evaluates the site in a run of the level. */
static int64_t times(const struct hoist_level *l, const struct hoist_site *s)
{
	const struct hoist_place *p = hoist_place_of(l, s);
	int64_t n = 1;
	for (uint32_t i = 0; i < p->n && n < INT32_MAX; i++) {
		int64_t trips = loops_hoist_trips(p->loop[i]);
		n *= trips ? trips : UNKNOWN_TRIPS;
	}
	return n;
}

/* How often it surely evaluates the value; what one does twice side by side is one. */
static int64_t all_times(const struct hoist_level *l, const struct hoist_value *v)
{
	int64_t sum = 0;
	for (uint32_t i = v->first; i != UINT32_MAX; i = l->site.at[i].next) {
		bool again = !l->site.at[i].sure;
		for (uint32_t k = v->first; k != i && !again; k = l->site.at[k].next)
			again = l->site.at[k].sure && is_again(l, &l->site.at[k], &l->site.at[i]);
		sum += again || sum > INT32_MAX ? 0 : times(l, &l->site.at[i]);
	}
	return sum;
}

/* Does a level further in do as well?  It does if all sites are in one loop of this level, with one shift of its variable. */
static bool is_inner(const struct hoist_level *l, const struct hoist_value *v)
{
	const struct hoist_site *a = &l->site.at[v->first];
	const struct hoist_place *p = hoist_place_of(l, a);
	if (v->child != v->end || p->n < 2 || a->dim[0] != 0)
		return false;
	for (uint32_t i = a->next; i != UINT32_MAX; i = l->site.at[i].next)
		if (hoist_place_of(l, &l->site.at[i])->loop[0] != p->loop[0] ||
		        l->site.at[i].dim[0] != 0 || l->site.at[i].shift[0] != a->shift[0])
			return false;
	return true;
}

/* Does the innermost loop carry the value from iteration to iteration (predictive.c)?  It does so by one. */
static bool is_carried(const struct hoist_level *l, const struct hoist_value *v)
{
	const struct hoist_site *a = &l->site.at[v->first];
	const struct hoist_place *p = hoist_place_of(l, a);
	int64_t low = 0, high = 0;
	uint64_t has = 1;
	if (a->ndims != 1 || p->n != 1)
		return false;
	for (uint32_t i = a->next; i != UINT32_MAX; i = l->site.at[i].next) {
		const struct hoist_site *s = &l->site.at[i];
		if (hoist_place_of(l, s)->loop[0] != p->loop[0] || s->shift[0] < -31 ||
		        s->shift[0] > 31)
			return false;
		low = s->shift[0] < low ? s->shift[0] : low;
		high = s->shift[0] > high ? s->shift[0] : high;
		has |= s->shift[0] < 0 ? UINT64_C(1) << (32 - s->shift[0])
		                       : UINT64_C(1) << s->shift[0];
	}
	return __builtin_popcountll(has) == high - low + 1;
}

static bool pays(const struct hoist_level *l, const struct hoist_value *v, int64_t elements)
{
	int64_t n = all_times(l, v), weight = l->site.at[v->first].weight;
	return n > elements && (n - elements) * weight > 2 * (LOAD * n + FILL * elements + ENTRY);
}

/* ---- Choice ------------------------------------------------------------------------------*/
struct find {
	const struct tir_expr *e;
	bool found;
};

static bool is_it(void *ctx, const struct tir_expr *e)
{
	struct find *f = ctx;
	f->found |= e == f->e;
	return !f->found;
}

/* Is one of the value's sites in one of a value that is taken? */
static bool is_inside_taken(struct hoist_level *l, const struct hoist_value *v)
{
	for (uint32_t i = 0; i < l->value.n; i++) {
		const struct hoist_value *t = &l->value.at[i];
		if (!t->taken || t->end < v->child || t->child > v->end)
			continue;
		for (uint32_t a = t->first; a != UINT32_MAX; a = l->site.at[a].next)
			for (uint32_t b = v->first; b != UINT32_MAX; b = l->site.at[b].next) {
				struct find f = {.e = l->site.at[b].e};
				if (l->site.at[a].place != l->site.at[b].place)
					continue;
				tir_walk_expr(l->site.at[a].e, l->arena, is_it, &f);
				if (f.found)
					return true;
			}
	}
	return false;
}

/* What becomes of the value. */
static enum loops_reason decide(struct hoist_level *l, struct hoist_value *v)
{
	const struct hoist_site *a = &l->site.at[v->first];
	bool traps = a->e->flags & TIR_MAY_TRAP;
	if (is_inner(l, v) || is_carried(l, v) || (traps && !same_guards(l, v)))
		return LOOPS_NREASONS;
	int64_t elements = find_box(l, v);
	uint64_t bytes = (uint64_t)elements * tir_type_bytes(a->e->type);
	if (!elements || !pays(l, v, elements) || is_inside_taken(l, v))
		return LOOPS_NREASONS;
	if (v->stored)
		return l->child.at[v->child].stops ? LOOPS_NREASONS : LOOPS_HOIST_STORED;
	if (bytes > l->bytes)
		return LOOPS_HOIST_LARGE;
	if (traps && !is_covered(l, v, elements))
		return LOOPS_HOIST_TRAPS;
	l->bytes -= bytes;
	return LOOPS_HOISTED;
}

void loops_hoist_decide(struct hoist_level *l)
{
	/* from large to small, as they were found where they are as large */
	uint32_t n = l->value.n, *order = ARENA_NEWN(l->arena, uint32_t, n + 1U);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t k = i;
		for (; k && l->site.at[l->value.at[order[k - 1]].first].weight <
		                    l->site.at[l->value.at[i].first].weight;
		        k--)
			order[k] = order[k - 1];
		order[k] = i;
	}
	for (uint32_t i = 0; i < n; i++) {
		struct hoist_value *v = &l->value.at[order[i]];
		v->why = decide(l, v);
		v->taken = v->why == LOOPS_HOISTED;
		for (uint32_t s = v->first; v->taken && s != UINT32_MAX; s = l->site.at[s].next)
			l->child.at[hoist_place_of(l, &l->site.at[s])->child].changed = true;
	}
}
