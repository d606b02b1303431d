/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/dependence_guards.c: loops that Hexagon's software pipeliner must leave alone.
 *
 * Idea.   LLVM 22's pipeliner forgets that what one iteration stores a later one may load or store
 *         again: `v[j + 2] = f(v[j])` is scheduled with the load before the store of two iterations
 *         ago.  Where the bases of two accesses are not known to be one it is careful; so a loop is
 *         in danger if it stores to a buffer and accesses the same one at another index, too, unless
 *         the two are sums that no later iteration makes meet.  Such a loop gets LLVM's own metadata
 *         that forbids pipelining it.
 *         HVX accesses that are not aligned are in danger at one and the same index, too: LLVM makes
 *         them of whole lines, of which neighbouring iterations share one (atax of the benchmark, y[j]
 *         += ..., was wrong).  They are those of vectors, and those of loops that may become vectors.
 *         And LLVM's vectoriser for HVX makes vectors of 32 elements and more whatever it found of the
 *         distance between iterations that need each other: the same loops are kept from it.
 * Needs   the accesses of the loop, those of inner loops as well: they may be unrolled in full.
 * Keeps   loops that access what they store at one and the same index, which no other iteration
 *         has: element by element, or a sum kept in one place (LLVM keeps that in a register).
 * Costs   MAX_ACCESSES squared a loop; a loop with more is too long for the pipeliner anyhow. */
#include "lowering/hexagon/internal.h"

enum { MAX_ACCESSES = 64, MAX_TERMS = 16, FAR = 1 << 30, LINE = TARGET_HVX_BYTES };
#define BEYOND (INT64_C(1) << 60)

struct access {
	const struct tir_buffer *buffer;
	uint32_t n; /* indices; none: anywhere in the buffer */
	const struct tir_expr *index[TIR_MAX_RANK];
	bool stores;
};

struct carried {
	struct lower *l;
	const struct tir_stmt *loop;
	struct arena scratch;
	bool asks;      /* whether LLVM's vectoriser may have the loop, or one inside */
	bool for_lanes; /* it may */
	uint32_t *binder,
	        loop_number; /* by variable: loop_number if it is bound in the loop's body */
	bool effect;         /* of the operand that is looked at */
	uint32_t n;
	struct access at[MAX_ACCESSES];
};

static bool add(struct carried *c, const struct tir_buffer *b, bool stores, uint32_t n)
{
	if (c->n == MAX_ACCESSES)
		return false;
	c->at[c->n++] = (struct access){.buffer = b, .n = n, .stores = stores};
	return true;
}

static bool add_node(void *ctx, const struct tir_expr *e)
{
	struct carried *c = ctx;
	if (e->op == TIR_LET)
		c->binder[e->u.var->id] = c->loop_number;
	if (e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF)
		return add(c, e->u.buffer, c->effect, 0);
	if (e->op != TIR_LOAD && e->op != TIR_MASKED_LOAD)
		return true;
	uint32_t n = e->u.buffer->ndim;
	if (!add(c, e->u.buffer, false, n))
		return false;
	memcpy(c->at[c->n - 1].index, e->arg, n * sizeof *e->arg);
	return true;
}

static bool add_stmt(void *ctx, struct tir_stmt *s)
{
	struct carried *c = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	c->for_lanes |= c->asks && s->kind == TIR_FOR && c->l->hexagon->for_lanes[s->var->id];
	if (tir_var_of(s))
		c->binder[s->var->id] = c->loop_number;
	for (uint32_t i = 0; i < n; i++) {
		c->effect = (op[i]->e->flags & TIR_HAS_EFFECT) != 0;
		if (!tir_walk_expr(op[i]->e, &c->scratch, add_node, c))
			return false;
	}
	if (s->kind != TIR_STORE)
		return true;
	if (!add(c, s->buffer, true, s->nindex))
		return false;
	for (uint32_t i = 0; i < s->nindex; i++)
		c->at[c->n - 1].index[i] = s->index[i].e;
	return true;
}

/* ---- One index ---------------------------------------------------------------------------*/
struct reads {
	const struct carried *c;
	bool own, inner; /* the loop's variable; one bound in its body */
};

static bool add_read(void *ctx, const struct tir_expr *e)
{
	struct reads *r = ctx;
	if (e->op != TIR_VAR)
		return true;
	r->own |= e->u.var == r->c->loop->var;
	r->inner |= r->c->binder[e->u.var->id] == r->c->loop_number;
	return true;
}

/* Is the same index, read twice, another element in each other iteration, or one that never changes? */
static bool is_own(struct carried *c, const struct access *a)
{
	bool mixed = false;
	for (uint32_t i = 0; i < a->n; i++) {
		struct reads r = {.c = c};
		if (a->index[i]->flags & TIR_READS_MEM)
			return false;
		tir_walk_expr(a->index[i], &c->scratch, add_read, &r);
		if (r.own && !r.inner)
			return true;
		mixed |= r.own;
	}
	return !mixed;
}

/* Is it the same element in all iterations, those of inner loops as well? */
static bool is_steady(struct carried *c, const struct access *a)
{
	struct reads r = {.c = c};
	uint32_t flags = 0;
	for (uint32_t i = 0; i < a->n; i++) {
		flags |= a->index[i]->flags;
		tir_walk_expr(a->index[i], &c->scratch, add_read, &r);
	}
	return !r.own && !r.inner && !(flags & TIR_READS_MEM);
}

static bool is_constant(const struct access *a)
{
	for (uint32_t i = 0; i < a->n; i++)
		if (a->index[i]->flags & TIR_HAS_VAR || a->index[i]->type.lanes != 1)
			return false;
	return a->n > 0;
}

/* ---- Two indices -------------------------------------------------------------------------*/
/* own * the loop's variable + offset + other terms, `lanes` elements from there on. */
struct sum {
	int64_t own, offset, lanes;
	int64_t low, high; /* what inner loops add */
	uint32_t n;
	struct term {
		const struct tir_expr *e;
		int64_t factor;
	} term[MAX_TERMS];
};

static bool add_term(struct sum *s, const struct tir_expr *e, int64_t factor)
{
	uint32_t i = 0;
	while (i < s->n && s->term[i].e != e)
		i++;
	if (i == MAX_TERMS)
		return false;
	if (i == s->n)
		s->term[s->n++] = (struct term){e, 0};
	return !__builtin_add_overflow(s->term[i].factor, factor, &s->term[i].factor);
}

static bool add_sum(const struct carried *c, struct sum *s, const struct tir_expr *e,
        int64_t factor, unsigned depth)
{
	int64_t by;
	if (e->op == TIR_VAR && e->u.var == c->loop->var)
		return !__builtin_add_overflow(s->own, factor, &s->own);
	const struct tir_stmt *named = e->op == TIR_VAR ? c->l->definer[e->u.var->id] : NULL;
	if (depth && named && named->kind == TIR_BIND)
		return add_sum(c, s, named->value.e, factor, depth - 1);
	if (e->op == TIR_INT_IMM)
		return !__builtin_mul_overflow(e->u.i, factor, &by) &&
		       !__builtin_add_overflow(s->offset, by, &s->offset);
	bool exact = e->type.code == TIR_TYPE_INT && e->type.bits >= 32; /* no overflow */
	if (depth && exact && (e->op == TIR_ADD || e->op == TIR_SUB))
		return add_sum(c, s, e->arg[0], factor, depth - 1) &&
		       add_sum(c, s, e->arg[1], e->op == TIR_SUB ? -factor : factor, depth - 1);
	for (uint32_t i = 0; depth && exact && e->op == TIR_MUL && i < 2; i++)
		if (e->arg[i]->op == TIR_INT_IMM)
			return !__builtin_mul_overflow(factor, e->arg[i]->u.i, &by) &&
			       by != INT64_MIN && add_sum(c, s, e->arg[1 - i], by, depth - 1);
	return !(e->flags & TIR_READS_MEM) && add_term(s, e, factor);
}

/* Index number i; terms must not change in the loop. */
static bool sum_of(struct carried *c, const struct access *a, uint32_t i, struct sum *s)
{
	const struct tir_expr *e = a->index[i];
	*s = (struct sum){
	        .lanes = tir_type_bytes(a->buffer->elem) / tir_elem_bytes(a->buffer->elem)};
	if (s->lanes != 1)
		return false;
	if (e->op == TIR_RAMP && e->arg[1]->op == TIR_INT_IMM && e->arg[1]->u.i == 1) {
		s->lanes = e->type.lanes;
		e = e->arg[0];
	}
	if (e->type.lanes != 1 || !add_sum(c, s, e, 1, MAX_TERMS))
		return false;
	for (uint32_t k = 0; k < s->n; k++) {
		struct reads r = {.c = c};
		tir_walk_expr(s->term[k].e, &c->scratch, add_read, &r);
		if (s->term[k].factor && (r.own || r.inner))
			return false;
	}
	return true;
}

static bool less_terms(struct sum *s, const struct sum *by)
{
	for (uint32_t i = 0; i < by->n; i++)
		if (by->term[i].factor == INT64_MIN ||
		        !add_term(s, by->term[i].e, -by->term[i].factor))
			return false;
	return true;
}

static bool less(struct sum *s, const struct sum *by)
{
	if (!less_terms(s, by))
		return false;
	for (uint32_t i = 0; i < s->n; i++)
		if (s->term[i].factor)
			return false;
	return !__builtin_sub_overflow(s->own, by->own, &s->own) && s->own == 0 &&
	       !__builtin_sub_overflow(s->offset, by->offset, &s->offset);
}

/* Is index i of the access, in any later iteration, never what the store's was in one? */
static bool stays_apart(struct carried *c, const struct access *store, const struct access *x,
        uint32_t i)
{
	const struct tir_expr *step = c->loop->kind == TIR_FOR ? c->loop->more->step.e : NULL;
	struct sum s, d;
	if (!sum_of(c, store, i, &s) || !sum_of(c, x, i, &d) || (step && step->op != TIR_INT_IMM))
		return false;
	int64_t by = s.own, above = s.lanes, below = d.lanes, first;
	if (!less(&d, &s) || (step && __builtin_mul_overflow(by, step->u.i, &by)) || by < -FAR ||
	        by > FAR || d.offset < -FAR || d.offset > FAR)
		return false;
	if (by == 0)
		return d.offset >= above || d.offset <= -below;
	if (by < 0) { /* seen from the other side */
		by = -by;
		d.offset = -d.offset;
		above = d.lanes;
		below = s.lanes;
	}
	/* the first iteration in which by * k + offset > -below */
	first = -below - d.offset < 0 ? 1 : (-below - d.offset) / by + 1;
	return by * first + d.offset >= above;
}

/* Does the access never touch, in any later iteration, what the store wrote in one?  One index is enough,
 * unless the strides say that rows overlap. */
static bool keeps_off(struct carried *c, const struct access *store, const struct access *x)
{
	if (store->buffer != x->buffer || store->n != x->n ||
	        (store->n > 1 && store->buffer->strides))
		return false;
	for (uint32_t i = 0; i < store->n; i++)
		if (stays_apart(c, store, x, i))
			return true;
	return false;
}

/* Is the access of parts of lines of memory, others of which other iterations have? */
static bool shares_lines(struct carried *c, const struct access *a)
{
	const struct tir_expr *last = a->n ? a->index[a->n - 1] : NULL;
	if (!last || last->type.lanes == 1)
		return c->for_lanes && !is_steady(c, a);
	uint64_t bytes = tir_type_bytes(tir_lanes(a->buffer->elem, 1));
	return a->n > 1 || last->op != TIR_RAMP || !lower_lies_in_lines(a->buffer, LINE) ||
	       last->type.lanes * bytes % LINE || lower_factor(last->arg[0]) * bytes % LINE;
}

/* May one iteration store what the other access touches in another one, at a distance that the
 * pipeliner thinks it knows? */
static bool collide(struct carried *c, const struct access *s, const struct access *x)
{
	if (!s->buffer->root || s->buffer->root != x->buffer->root)
		return false;
	bool loads = !s->stores || !x->stores; /* stores of parts of a line leave the rest alone */
	if (loads && target_may_have_hvx(c->l->hvx) && (shares_lines(c, s) || shares_lines(c, x)))
		return true;
	bool same = s->buffer == x->buffer && s->n == x->n && s->n &&
	            !memcmp(s->index, x->index, s->n * sizeof *s->index);
	if (same && is_own(c, s))
		return false;
	return (s->buffer != x->buffer || !is_constant(s) || !is_constant(x)) &&
	       !keeps_off(c, s, x);
}

/* ---- Side by side ------------------------------------------------------------------------*/
/* The term, of an inner loop's variable, goes to what it may add to the sum. */
static bool add_range(struct sum *s, const struct term *t, const struct tir_stmt *by)
{
	int64_t first, span;
	if (!by || by->kind != TIR_FOR || by->extent.e->op != TIR_INT_IMM || by->more->step.e ||
	        by->min.e->op != TIR_INT_IMM || by->extent.e->u.i < 1 ||
	        __builtin_mul_overflow(t->factor, by->min.e->u.i, &first) ||
	        __builtin_mul_overflow(t->factor, by->extent.e->u.i - 1, &span))
		return false;
	int64_t *end = span < 0 ? &s->low : &s->high;
	return !__builtin_add_overflow(s->offset, first, &s->offset) &&
	       !__builtin_add_overflow(*end, span, end);
}

/* The element's number in the buffer, as a sum of the loop's variable, what inner loops add, and what does not
 * change; false if it is not that. */
static bool number_of(struct carried *c, const struct access *a, struct sum *s)
{
	int64_t size = 1;
	*s = (struct sum){0};
	if (a->n == 0 || a->n != a->buffer->ndim || a->buffer->strides)
		return false;
	for (uint32_t i = a->n; i-- > 0;) {
		const struct tir_expr *extent = a->buffer->shape[i];
		if (!add_sum(c, s, a->index[i], size, MAX_TERMS) ||
		        (i && (extent->op != TIR_INT_IMM ||
		                      __builtin_mul_overflow(size, extent->u.i, &size))))
			return false;
	}
	for (uint32_t i = 0; i < s->n; i++) {
		struct reads r = {.c = c};
		const struct tir_expr *e = s->term[i].e;
		tir_walk_expr(e, &c->scratch, add_read, &r);
		if (!s->term[i].factor || (!r.own && !r.inner))
			continue;
		if (e->op != TIR_VAR || !add_range(s, &s->term[i], c->l->definer[e->u.var->id]))
			return false;
		s->term[i].factor = 0;
	}
	return true;
}

/* What divides all terms of the sum (of large ones only a part of it); 0: there are none. */
static int64_t divisor_of(const struct sum *s)
{
	uint64_t all = 0;
	for (uint32_t i = 0; i < s->n; i++) {
		int64_t factor = s->term[i].factor;
		uint64_t n = factor < 0 ? -(uint64_t)factor : (uint64_t)factor;
		while (n) {
			uint64_t rest = all % n;
			all = n;
			n = rest;
		}
	}
	return all > FAR ? all % FAR ? 1 : FAR : (int64_t)all;
}

/* Is there a multiple of by, which is 0 or more, from low to high? */
static bool has_multiple(int64_t by, int64_t low, int64_t high)
{
	if (by == 0 || (low <= 0 && high >= 0))
		return low <= 0 && high >= 0;
	return low > 0 ? high / by * by >= low : low / by * by <= high;
}

/* May x touch what the store wrote a few iterations ago?  Where both go on by different steps LLVM asks at run
 * time. */
static bool follows(struct carried *c, const struct access *store, const struct access *x)
{
	struct sum s, d;
	int64_t most = lower_most_trips(c->l, c->loop), low, high;
	if (!store->buffer->root || store->buffer->root != x->buffer->root ||
	        keeps_off(c, store, x))
		return false;
	if (tir_elem_bytes(store->buffer->elem) != tir_elem_bytes(x->buffer->elem) ||
	        !number_of(c, store, &s) || !number_of(c, x, &d))
		return true;
	if (s.own == 0 || s.own != d.own)
		return false;
	bool known = less_terms(&d, &s) && !__builtin_sub_overflow(d.offset, s.offset, &d.offset) &&
	             !__builtin_sub_overflow(d.low, s.high, &low) &&
	             !__builtin_sub_overflow(d.high, s.low, &high) &&
	             !__builtin_add_overflow(low, d.offset, &low) &&
	             !__builtin_add_overflow(high, d.offset, &high) && low > -BEYOND &&
	             high < BEYOND && s.own > -FAR && s.own < FAR;
	int64_t divisor = known ? divisor_of(&d) : 0;
	for (int64_t k = 1; known && k < most && k < LINE; k++)
		if (has_multiple(divisor, s.own * k + low, s.own * k + high))
			return true;
	return !known;
}

bool lower_is_followed(struct lower *l, const struct tir_stmt *s)
{
	struct carried c = {.l = l,
	        .loop = s,
	        .binder = l->hexagon->binder,
	        .loop_number = ++l->hexagon->nloops,
	        .scratch = {.oom = l->arena->oom}};
	bool follow = !tir_walk_stmts(&s->body, add_stmt, &c);
	for (uint32_t i = 0; i < c.n && !follow; i++)
		for (uint32_t k = 0; k < c.n && c.at[i].stores && !follow; k++)
			follow = i != k && follows(&c, &c.at[i], &c.at[k]);
	arena_free(&c.scratch);
	return follow;
}

/* ---- All ---------------------------------------------------------------------------------*/
static bool is_carried(struct carried *c)
{
	if (!tir_walk_stmts(&c->loop->body, add_stmt, c))
		return true;
	for (uint32_t i = 0; i < c->n; i++)
		for (uint32_t k = 0; k < c->n && c->at[i].stores; k++)
			if (i != k && collide(c, &c->at[i], &c->at[k]))
				return true;
	return false;
}

bool lower_is_carried(struct lower *l, const struct tir_stmt *s)
{
	struct carried c = {.l = l,
	        .loop = s,
	        .asks = true,
	        .for_lanes = s->kind == TIR_FOR && l->hexagon->for_lanes[s->var->id],
	        .binder = l->hexagon->binder,
	        .loop_number = ++l->hexagon->nloops,
	        .scratch = {.oom = l->arena->oom}};
	bool carried = is_carried(&c);
	arena_free(&c.scratch);
	return carried;
}
