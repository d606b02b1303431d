/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/apart.c: which two indices never meet, and which of a loop's stores miss a load.
 *
 * Idea.   The difference of two sums is never 0 by its range, or modulo a power of two; where the bounds of loops name other
 *         variables, analysis/ is asked. A store in a loop misses a load if it does in every iteration: what changes in the
 *         loop is another number in each.
 * Needs   the ranges of range.c, the loops and stores of the function (memory.c).
 * Costs   O(terms) a pair; a loop its stores, for each load that it surrounds, as long as cse_may_look says. */
#include "analysis/analysis.h"
#include "cse/values.h"

enum { MAX_NODES = 64 };

/* ---- Two indices -------------------------------------------------------------------------*/
/* Take the lanes out of an index: *lo to *hi is where they lie, relative to the rest.  Other vectors
 * in it have any multiple of their factors, another one in each lane: these go to *bits. */
static bool take_lanes(const struct cse_values *v, struct cse_sum *s, int64_t *lo, int64_t *hi,
        uint64_t *bits)
{
	int64_t span;
	uint32_t kept = 0;
	*lo = *hi = 0;
	s->type.code = TIR_TYPE_INT; /* modulo 2^w: the sign is a matter of taste */
	for (uint32_t i = 0; i < s->n; i++) {
		struct cse_term t = s->term[i];
		if (t.value != v->lane && cse_type(v, t.value).lanes == 1) {
			s->term[kept++] = t;
			continue;
		}
		if (t.value != v->lane) {
			*bits |= t.factor;
			continue;
		}
		if (__builtin_mul_overflow(cse_extend(s->type, t.factor),
		            (int64_t)s->type.lanes - 1, &span) ||
		        span > INT32_MAX || span < INT32_MIN)
			return false;
		*(span < 0 ? lo : hi) = span;
	}
	s->n = kept;
	s->type = tir_lanes(s->type, 1);
	return true;
}

/* Is the difference, with what the lanes add to it, never 0 by the ranges of its variables? */
static bool is_apart(const struct cse_values *v, const struct cse_sum *s, int64_t below,
        int64_t above)
{
	int64_t lo, hi;
	if (v->level < CSE_RANGES || !cse_range_of(v, s, &lo, &hi) ||
	        __builtin_add_overflow(lo, below, &lo) || __builtin_add_overflow(hi, above, &hi))
		return false;
	int64_t limit = s->type.bits < 63 ? INT64_C(1) << s->type.bits : INT64_MAX;
	return (lo > 0 && hi < limit) || (hi < 0 && lo > -limit);
}

bool cse_disjoint(const struct cse_values *v, uint32_t a, uint32_t b)
{
	struct cse_sum x, y;
	cse_sum_of(v, a, &x);
	cse_sum_of(v, b, &y);
	int64_t xlo, xhi, ylo, yhi;
	uint64_t bits = 0;
	if (x.type.code != y.type.code || x.type.bits != y.type.bits || !tir_is_int(x.type) ||
	        !take_lanes(v, &x, &xlo, &xhi, &bits) || !take_lanes(v, &y, &ylo, &yhi, &bits) ||
	        !cse_add_sum(&x, &y, UINT64_MAX))
		return false;
	if (!bits && is_apart(v, &x, xlo - yhi, xhi - ylo))
		return true;
	/* modulo 2^w, x - y is a multiple of step, plus one of offset + [xlo - yhi, xhi - ylo] */
	bits |= UINT64_C(1) << (x.type.bits < 62 ? x.type.bits : 62);
	for (uint32_t i = 0; i < x.n; i++)
		bits |= x.term[i].factor;
	int64_t step = (int64_t)(bits & (0 - bits)), d = cse_extend(x.type, x.offset);
	if (x.type.bits == 64 && (d > INT32_MAX || d < INT32_MIN))
		return false;
	int64_t lo = d + xlo - yhi, hi = d + xhi - ylo;
	int64_t below = lo > 0 ? (lo - 1) / step : -((1 - lo + step - 1) / step);
	int64_t at = hi >= 0 ? hi / step : -((-hi + step - 1) / step);
	return at == below; /* no multiple of step between lo and hi */
}

/* ---- Bounds that name other variables ---------------------------------------------------*/
static const struct facts *facts_of(struct cse_values *v)
{
	struct facts_options known = {.alias = v->alias, .ctx = v->ctx};
	if (!v->facts)
		v->facts = facts_begin(v->f, &known, v->arena);
	return v->facts;
}

static bool is_scalar_or_row(const struct tir_expr *e)
{
	return e->type.lanes == 1 || (e->op == TIR_RAMP && e->arg[0]->type.lanes == 1 &&
	                                     e->arg[1]->op == TIR_INT_IMM && e->arg[1]->u.i == 1);
}

/* An expression of the value, a scalar or a row of lanes, that means the same wherever its variables do, or NULL.  None in
 * a function with Lets, whose variables the facts do not know. */
static const struct tir_expr *timeless(const struct cse_values *v, uint32_t value)
{
	const struct tir_expr *e = v->lets ? NULL : cse_form(v, value);
	bool fits = e && is_scalar_or_row(e);
	return fits && !(e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET)) ? e : NULL;
}

bool cse_differ(struct cse_values *v, uint32_t a, uint32_t b)
{
	const struct tir_expr *p = timeless(v, a), *q = timeless(v, b);
	return v->level >= CSE_RANGES && p && q && p != q &&
	       dependence_differ(&(struct dependence_query){.facts = facts_of(v)}, p, q);
}

/* In whatever iterations of the loop each of them is. */
static bool differ_in(struct cse_values *v, uint32_t loop, const struct tir_expr *p, uint32_t b)
{
	const struct tir_expr *q = timeless(v, b);
	const struct facts *f = facts_of(v);
	const struct tir_stmt *s = facts_loop_stmt(f, loop);
	struct dependence_query any = {.facts = f, .n = 1, .at = {{s, DEPENDENCE_ANY, 0}}};
	return q && s && is_scalar_or_row(p) && dependence_differ(&any, p, q);
}

/* ---- Loops -------------------------------------------------------------------------------*/
static bool is_inside(const struct cse_values *v, uint32_t var, uint32_t loop)
{
	uint32_t at = cse_var_of(v, var).loop;
	return at != CSE_NO_VALUE && at >= loop && at < v->loops.at[loop].end;
}

/* Is the value surely the same in each iteration?  Memory is not looked at. */
static bool is_steady(const struct cse_values *v, uint32_t loop, uint32_t value)
{
	uint32_t todo[MAX_NODES] = {value}, n = 1, step;
	for (uint32_t met = 0; n; met++) {
		uint32_t x = todo[--n], end = v->all.at[x].nwords;
		const uint32_t *k = cse_key(v, x);
		uint32_t op = cse_op(v, x);
		bool reads = v->all.at[x].reads || op == TIR_CALL || op == CSE_KEY_OPAQUE ||
		             op == TIR_LET;
		if (met == MAX_NODES || reads || (op == TIR_VAR && is_inside(v, k[KEY_LOW], loop)))
			return false;
		for (uint32_t i = cse_key_kids(v, x, &step); i < end; i += step) {
			if (n == MAX_NODES)
				return false;
			todo[n++] = k[i];
		}
	}
	return true;
}

/* May e be numbered anywhere in the loop, before the walk comes to it, with one result?  Its variables
 * are bound outside or count the loop. */
static bool is_known(const struct cse_values *v, uint32_t loop, const struct tir_expr *e)
{
	const struct tir_expr *todo[MAX_NODES] = {e};
	uint32_t n = 1;
	for (uint32_t met = 0; n; met++) {
		e = todo[--n];
		if (met == MAX_NODES || e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET))
			return false;
		if (e->op == TIR_VAR && is_inside(v, e->u.var->id, loop) &&
		        !(cse_var_of(v, e->u.var->id).counts &&
		                cse_var_of(v, e->u.var->id).loop == loop))
			return false;
		for (uint32_t i = 0; i < e->n; i++) {
			if (n == MAX_NODES)
				return false;
			todo[n++] = e->arg[i];
		}
	}
	return true;
}

/* e reads no memory.  If it has no number yet, that is asked for. */
static bool is_disjoint(struct cse_values *v, const struct tir_expr *e, uint32_t index)
{
	uint32_t number = e->id < v->nexprs ? v->number[e->id] : CSE_NO_VALUE;
	if (number == CSE_NO_VALUE && !v->asked)
		v->asked = e;
	return number != CSE_NO_VALUE && cse_disjoint(v, number, index);
}

/* Does the store in the loop miss the indices, in one dimension at least? */
static bool store_misses(struct cse_values *v, uint32_t loop, const struct tir_stmt *s,
        const uint32_t *index)
{
	for (uint32_t i = 0; i < s->nindex && !(tir_as_store(s)->buffer->strides && s->nindex > 1);
	        i++)
		if ((is_steady(v, loop, index[i]) &&
		            is_known(v, loop, tir_as_store(s)->index[i].e) &&
		            is_disjoint(v, tir_as_store(s)->index[i].e, index[i])) ||
		        differ_in(v, loop, tir_as_store(s)->index[i].e, index[i]))
			return true;
	return false;
}

bool cse_loop_misses(struct cse_values *v, uint32_t loop, const struct tir_buffer *b,
        const uint32_t *index, uint32_t nindex)
{
	const struct cse_loop l = v->loops.at[loop];
	if (v->level < CSE_RANGES)
		return false;
	for (uint32_t i = 0; i < l.nstores; i++) {
		const struct tir_stmt *s = v->stores.at[l.store + i];
		const struct tir_buffer *stored = tir_as_store(s)->buffer;
		bool here = v->alias_class[stored->id] == v->alias_class[b->id];
		if (!cse_may_look(v, here ? CSE_LOOKS_A_TEST : 1))
			return false;
		if (here && (cse_values_buffer(stored) != b || s->nindex != nindex ||
		                    !store_misses(v, loop, s, index)))
			return false;
	}
	return true;
}

/* ---- A store -----------------------------------------------------------------------------*/
/* In one dimension apart, the two never meet, unless the strides say that rows of the buffer overlap. */
bool cse_stores_elsewhere(struct cse_values *v, const struct tir_buffer *b, const uint32_t *at,
        const uint32_t *index, uint32_t nindex)
{
	for (uint32_t i = 0; i < nindex && !(b->strides && nindex > 1); i++)
		if (cse_disjoint(v, at[i], index[i]) || cse_differ(v, at[i], index[i]))
			return true;
	return false;
}
