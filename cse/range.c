/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/range.c: what the ranges of loop variables say.
 *
 * Idea.   A loop from 0 gives its variable no negative value, one of known extent no value behind its
 *         end.  So a sum has a range, and two indices whose difference's range does not hold 0 never
 *         meet; not in this iteration, nor in any other one, if only the store's index changes in
 *         the loop.
 * Needs   the loops and stores of the function (memory.c).
 * Costs   O(terms) a sum; a loop its stores, for each load that it surrounds, as long as cse_may_look says. */
#include "analysis/analysis.h"
#include "cse/values.h"

enum { MAX_NODES = 64 };

void cse_bound_var(struct cse_var *x, const struct tir_stmt *loop)
{
	const struct tir_for *l = tir_as_for(loop);
	const struct tir_expr *min = l->min.e, *extent = l->extent.e, *step = l->more->step.e;
	int64_t by = 1, span;
	if (min->op != TIR_INT_IMM || (step && step->op != TIR_INT_IMM))
		return;
	by = step ? step->u.i : 1;
	unsigned bits = l->var->type.bits - (l->var->type.code == TIR_TYPE_INT);
	x->lo = min->u.i;
	if (by <= 0 || bits >= 64)
		return;
	if (extent->op != TIR_INT_IMM) {
		x->hi = (int64_t)((UINT64_C(1) << bits) - 1);
		x->bounded = x->lo == 0; /* from elsewhere the end may lie beyond the type's */
		return;
	}
	x->bounded = extent->u.i > 0 && !__builtin_mul_overflow(extent->u.i - 1, by, &span) &&
	             !__builtin_add_overflow(x->lo, span, &x->hi) &&
	             x->hi <= (int64_t)((UINT64_C(1) << bits) - 1);
}

/* The variable of the function, or one that was made since. */
static struct cse_var var_of(const struct cse_values *v, uint32_t var)
{
	return var < v->nbounds ? v->vars[var] : (struct cse_var){.loop = CSE_NO_VALUE};
}

/* What a value of a sum may be. */
static bool range_of_value(const struct cse_values *v, uint32_t value, int64_t *lo, int64_t *hi)
{
	const uint32_t *k = cse_key(v, value);
	if (cse_op(v, value) == TIR_VAR) {
		struct cse_var x = var_of(v, k[KEY_LOW]);
		*lo = x.lo;
		*hi = x.hi;
		return x.bounded;
	}
	if (cse_op(v, value) != TIR_FLOORMOD)
		return false;
	uint32_t by = k[KEY_HEAD + 1];
	*lo = 0;
	*hi = (int64_t)cse_payload(cse_key(v, by)) - 1;
	return cse_op(v, by) == TIR_INT_IMM && *hi >= 0;
}

bool cse_range_of(const struct cse_values *v, const struct cse_sum *s, int64_t *lo, int64_t *hi)
{
	unsigned up = 64u - s->type.bits;
	*lo = *hi = (int64_t)(s->offset << up) >> up;
	for (uint32_t i = 0; i < s->n; i++) {
		int64_t factor = (int64_t)(s->term[i].factor << up) >> up, a, b;
		if (!range_of_value(v, s->term[i].value, &a, &b) ||
		        __builtin_mul_overflow(a, factor, &a) ||
		        __builtin_mul_overflow(b, factor, &b) ||
		        __builtin_add_overflow(*lo, a < b ? a : b, lo) ||
		        __builtin_add_overflow(*hi, a < b ? b : a, hi))
			return false;
	}
	return true;
}

/* ---- Bounds that name other variables ---------------------------------------------------*/
static const struct facts *facts_of(struct cse_values *v)
{
	struct facts_options known = {.alias = v->alias, .ctx = v->ctx};
	if (!v->facts)
		v->facts = facts_begin(v->f, &known, v->arena);
	return v->facts;
}

/* A scalar expression of the value that means the same wherever its variables do, or NULL.  None in a function with
 * Lets: the proof numbers its values anew, in the order of the new program, and the forms it meets first name
 * variables that the facts of the old one do not know. */
static const struct tir_expr *timeless(const struct cse_values *v, uint32_t value)
{
	const struct tir_expr *e = v->lets ? NULL : cse_form(v, value);
	bool fits = e && e->type.lanes == 1;
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
	return q && s && p->type.lanes == 1 && dependence_differ(&any, p, q);
}

/* ---- Loops -------------------------------------------------------------------------------*/
static bool is_inside(const struct cse_values *v, uint32_t var, uint32_t loop)
{
	uint32_t at = var_of(v, var).loop;
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
		        !(var_of(v, e->u.var->id).counts && var_of(v, e->u.var->id).loop == loop))
			return false;
		for (uint32_t i = 0; i < e->n; i++) {
			if (n == MAX_NODES)
				return false;
			todo[n++] = e->arg[i];
		}
	}
	return true;
}

/* Does the store in the loop miss the indices, in one dimension at least? */
static bool store_misses(struct cse_values *v, uint32_t loop, const struct tir_stmt *s,
        const uint32_t *index)
{
	for (uint32_t i = 0; i < s->nindex && !(tir_as_store(s)->buffer->strides && s->nindex > 1);
	        i++)
		if ((is_steady(v, loop, index[i]) &&
		            is_known(v, loop, tir_as_store(s)->index[i].e) &&
		            cse_disjoint(v, cse_value(v, tir_as_store(s)->index[i].e), index[i])) ||
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

/* ---- Loads -------------------------------------------------------------------------------*/
/* The elements of a buffer of constant shape without strides and offset; 0: not known. */
static int64_t elements_of(const struct tir_buffer *b)
{
	int64_t n = 1;
	for (uint32_t i = 0; i < b->ndim; i++)
		if (b->shape[i]->op != TIR_INT_IMM || b->shape[i]->u.i <= 0 ||
		        __builtin_mul_overflow(n, b->shape[i]->u.i, &n))
			return 0;
	return b->strides || b->elem_offset ? 0 : n;
}

bool cse_load_fits(const struct cse_values *v, const struct tir_expr *load, const uint32_t *index)
{
	const struct tir_buffer *b = load->u.buffer, *root = b->root;
	if (load->op != TIR_LOAD || load->n != b->ndim || !root || root->kind == TIR_BUFFER_DECL ||
	        (b != root && !b->starts_there) || !tir_type_eq(b->elem, root->elem) ||
	        elements_of(b) == 0 || elements_of(b) > elements_of(root))
		return false;
	for (uint32_t i = 0; i < load->n; i++) {
		struct cse_sum s;
		int64_t lo, hi;
		cse_sum_of(v, index[i], &s);
		if (!tir_is_int(s.type) || s.type.lanes != 1 || !cse_range_of(v, &s, &lo, &hi) ||
		        lo < 0 || hi >= b->shape[i]->u.i)
			return false;
	}
	return true;
}
