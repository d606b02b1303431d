/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/lanes/vectorize_expr.c: is a vector, lane by lane, what an expression is in neighbouring iterations?
 *
 * Idea.    Lane k of Ramp(b, s) is b + s * k, of Broadcast(b) it is b, of an operation the operation on lanes k.  An
 *          index is compared as a sum: what is left of x - y must be nothing, in each iteration of the group.
 * Needs    signed integers of 32 bits and more, which do not overflow, for sums; others node by node.
 *          Where one iteration alone is compared, a name of g that was found to be one of f's is that.
 * Wrong if a value that differs from iteration to iteration is taken for one that does not. */
#include "proof/lanes/vectorize.h"

enum { PARTS = 24 };

/* constant + base * (the piece's variable) + lane * (iteration of the piece) + dim * (those of a tile's other loops) + parts */
struct line {
	int64_t constant, base, lane, dim[LANE_DIMS];
	uint32_t n;
	struct line_part {
		const struct tir_expr *e;
		bool after; /* of g */
		int64_t by;
	} part[PARTS];
};

static const struct lane_var *var_of(const struct lane_walk *w, const struct tir_var *v)
{
	for (uint32_t i = w->vars.n; i-- > 0;)
		if (w->vars.at[i].from == v && (w->vars.at[i].uniform || w->vars.at[i].at == w->at))
			return &w->vars.at[i];
	return NULL;
}

/* ---- Sums --------------------------------------------------------------------------------*/
static bool add_number(int64_t *to, int64_t n)
{
	return !__builtin_add_overflow(*to, n, to);
}

/* Something that is no sum. */
static bool add_part(struct lane_walk *w, struct line *l, const struct tir_expr *e, bool after,
        int64_t by)
{
	for (uint32_t i = 0; i < l->n; i++) {
		struct line_part *p = &l->part[i];
		bool same = p->after == after ? p->e == e && !(e->flags & TIR_HAS_EFFECT)
		            : after           ? proof_lanes_uniform(w, p->e, e)
		                              : proof_lanes_uniform(w, e, p->e);
		if (!same)
			continue;
		if (!add_number(&p->by, by))
			return false;
		if (!p->by)
			*p = l->part[--l->n];
		return true;
	}
	if (l->n == PARTS)
		return false;
	l->part[l->n++] = (struct line_part){e, after, by};
	return true;
}

static bool add(struct lane_walk *w, struct line *l, const struct tir_expr *e, bool after,
        int64_t by);

/* The name of f that g's is in the one lane that is compared; NULL: it is none. */
static const struct tir_expr *name_before(const struct lane_walk *w, const struct tir_var *v)
{
	for (uint32_t i = w->vars.n; w->lanes == 1 && i-- > 0;) {
		const struct lane_var *x = &w->vars.at[i];
		if (x->to == v && !x->uniform && x->at == w->at && v->type.lanes == 1)
			return x->from->expr;
	}
	return NULL;
}

/* Add a variable times `by` to the line: the loop's by lane, the piece's as the base, a tile's as its digit, others as
 * parts.  False: too large. */
static bool add_var(struct lane_walk *w, struct line *l, const struct tir_expr *e, bool after,
        int64_t by)
{
	if (after && w->piece && e->u.var == tir_as_for(w->piece)->var)
		return add_number(&l->base, by);
	if (after) {
		const struct tir_expr *before = name_before(w, e->u.var);
		return before ? add(w, l, before, false, by) : add_part(w, l, e, after, by);
	}
	if (e->u.var == tir_as_for(w->loop)->var)
		return add_number(&l->base, by) && add_number(&l->lane, by);
	for (uint32_t i = 1; i < w->ndims; i++)
		if (e->u.var == tir_as_for(w->dim[i])->var)
			return add_number(&l->dim[i], by) &&
			       add(w, l, tir_as_for(w->dim[i])->min.e, after, by);
	const struct lane_var *v = var_of(w, e->u.var);
	for (uint32_t i = 0; v && !v->uniform && i < w->nest->local.n; i++) {
		const struct proof_local *d = &w->nest->local.at[i];
		if (d->var == e->u.var && d->value &&
		        !(d->value->flags & (TIR_READS_MEM | TIR_HAS_EFFECT)))
			return add(w, l, d->value, after, by);
	}
	return add_part(w, l, e, after, by);
}

/* Add a product times `by`: one with a constant term by term, any other as a part.  False: too large. */
static bool add_product(struct lane_walk *w, struct line *l, const struct tir_expr *e, bool after,
        int64_t by)
{
	uint32_t c = e->arg[1]->op == TIR_INT_IMM;
	if (e->arg[c]->op != TIR_INT_IMM)
		return add_part(w, l, e, after, by);
	return !__builtin_mul_overflow(by, e->arg[c]->u.i, &by) && add(w, l, e->arg[!c], after, by);
}

/* Add e times `by` to the line, as an expression of the function before or after; false: too large, or too many parts. */
static bool add(struct lane_walk *w, struct line *l, const struct tir_expr *e, bool after,
        int64_t by)
{
	int64_t n;
	if (!w->budget || by == INT64_MIN)
		return false;
	w->budget--;
	if (!proof_is_exact(e->type))
		return add_part(w, l, e, after, by);
	if (e->op == TIR_INT_IMM)
		return !__builtin_mul_overflow(by, e->u.i, &n) && add_number(&l->constant, n);
	if (e->op == TIR_ADD || e->op == TIR_SUB)
		return add(w, l, e->arg[0], after, by) &&
		       add(w, l, e->arg[1], after, e->op == TIR_ADD ? by : -by);
	if (e->op == TIR_MUL)
		return add_product(w, l, e, after, by);
	if (e->op == TIR_VAR)
		return add_var(w, l, e, after, by);
	if (e->op == TIR_CAST && proof_is_exact(e->arg[0]->type) &&
	        e->arg[0]->type.bits <= e->type.bits)
		return add(w, l, e->arg[0], after, by);
	return add_part(w, l, e, after, by);
}

/* Is scale * x + more * iteration, in each iteration k of the group, y + stride * (k - the first one)?  In a tile the
 * lane's number is in the place of iteration. */
struct claim {
	const struct tir_expr *x, *y;
	int64_t scale, more, stride;
};

/* What the line is in a lane of a tile. */
static int64_t in_lane(const struct lane_walk *w, const struct line *l, uint32_t lane)
{
	int64_t n = l->constant + l->lane * w->digit[lane][0];
	for (uint32_t i = 1; i < w->ndims; i++)
		n += l->dim[i] * w->digit[lane][i];
	return n;
}

/* Is the sum small enough to be counted with, and nothing but lanes? */
static bool is_small(const struct lane_walk *w, const struct line *l)
{
	enum { MOST = 1 << 28 };
	bool small = !l->n && !l->base && l->constant > -MOST && l->constant < MOST &&
	             l->lane > -MOST && l->lane < MOST;
	for (uint32_t i = 1; i < w->ndims; i++)
		small &= l->dim[i] > -MOST && l->dim[i] < MOST;
	return small;
}

/* Does the claim hold where lanes are iterations of several loops?  It is tried in each lane. */
static bool holds_in_tile(struct lane_walk *w, struct claim c)
{
	struct line l = {0};
	bool one = !c.more && !c.stride; /* in all lanes */
	if (!add(w, &l, c.x, false, c.scale) || !add(w, &l, c.y, true, -1) || !is_small(w, &l) ||
	        (!one && w->at + w->lanes > tir_loop_step(w->piece) * w->inner))
		return false;
	for (uint32_t i = 1; one && i < w->ndims; i++)
		one = l.dim[i] == 0;
	if (!c.more && !c.stride)
		return one && !l.lane && !l.constant;
	for (uint32_t i = 0; i < w->lanes; i++)
		if (in_lane(w, &l, w->at + i) + c.more * (w->at + i) != c.stride * i)
			return false;
	return true;
}

bool proof_lanes_strides(struct lane_walk *w, const struct tir_expr *x, int64_t by[LANE_DIMS])
{
	struct line l = {0};
	w->budget = 4096;
	if (!proof_is_exact(x->type) || !add(w, &l, x, false, 1))
		return false;
	memcpy(by, l.dim, sizeof l.dim);
	by[0] = l.lane;
	return true;
}

/* Does the claim hold in all of these lanes?  False also if that is not known. */
static bool holds(struct lane_walk *w, struct claim c)
{
	struct line l = {.lane = c.more};
	int64_t first = w->at;
	if (w->ndims > 1)
		return holds_in_tile(w, c);
	if (!add(w, &l, c.x, false, c.scale) || !add(w, &l, c.y, true, -1) || l.n || l.base)
		return false;
	if (w->lanes == 1)
		return l.constant + l.lane * first == 0;
	return l.lane == c.stride && l.constant + c.stride * first == 0;
}

bool proof_lanes_is_sum(struct lane_walk *w, const struct tir_expr *x, int64_t offset,
        const struct tir_expr *y)
{
	struct line l = {.constant = offset};
	w->budget = 4096;
	return add(w, &l, x, false, 1) && add(w, &l, y, true, -1) && !l.n && !l.base && !l.lane &&
	       !l.constant;
}

/* ---- Elements ----------------------------------------------------------------------------*/
/* The first one of the indices that a vector of them has; NULL: they are no neighbours. */
static const struct tir_expr *first_of(const struct lane_walk *w, const struct tir_expr *y,
        int64_t *stride)
{
	*stride = 1;
	if (w->lanes == 1)
		return y->type.lanes == 1 ? y : NULL;
	if (y->op != TIR_RAMP || y->type.lanes != w->lanes || y->arg[1]->op != TIR_INT_IMM)
		return NULL;
	*stride = y->arg[1]->u.i;
	return y->arg[0];
}

bool proof_lanes_element(struct lane_walk *w, const struct tir_buffer *b, uint32_t n,
        const struct tir_expr *const *x, const struct tir_buffer *c,
        const struct tir_expr *const *y)
{
	int64_t stride, step = tir_loop_step(w->piece) * w->inner;
	if (!n) /* the only element that there is */
		return w->lanes == 1 && b == c && !proof_lanes_is_own(w, b);
	const struct tir_expr *first = first_of(w, y[n - 1], &stride);
	if (!first || !proof_is_exact(x[n - 1]->type))
		return false;
	if (proof_lanes_is_own(w, b))
		return n == 1 && stride == 1 && proof_lanes_is_memory_of(w, b, c) &&
		       holds(w, (struct claim){x[0], first, step, 1, 1});
	for (uint32_t i = 0; i + 1 < n; i++)
		if (!proof_is_exact(x[i]->type) || y[i]->type.lanes != 1 ||
		        !holds(w, (struct claim){x[i], y[i], 1, 0, 0}))
			return false;
	return b == c && holds(w, (struct claim){x[n - 1], first, 1, 0, stride});
}

/* Is the vector one of neighbours, of the buffer that x loads from, at x's other indices?  *l: how far x's last index
 * is from its first one. */
static bool is_block(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *v,
        struct line *l)
{
	const struct tir_expr *row = v->n ? v->arg[v->n - 1] : NULL;
	if (v->op != TIR_LOAD || v->u.buffer != x->u.buffer || v->n != x->n || !x->n ||
	        row->op != TIR_RAMP || row->arg[1]->op != TIR_INT_IMM || row->arg[1]->u.i != 1 ||
	        !proof_is_exact(x->arg[x->n - 1]->type))
		return false;
	for (uint32_t i = 0; i + 1 < x->n; i++)
		if (!proof_is_exact(x->arg[i]->type) || v->arg[i]->type.lanes != 1 ||
		        !holds(w, (struct claim){x->arg[i], v->arg[i], 1, 0, 0}))
			return false;
	*l = (struct line){0};
	return add(w, l, x->arg[x->n - 1], false, 1) && add(w, l, row->arg[0], true, -1) &&
	       is_small(w, l);
}

/* Lanes of vectors of neighbours: is each the element that x is in the lane's iteration?  What a vector has besides lies
 * in the buffer. */
static bool is_shuffle(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	uint32_t n = y->u.nvectors, right = 0, wanted = 0;
	int64_t at = 0;
	for (uint32_t i = 0; i < w->lanes; i++)
		wanted += w->needs[i];
	for (uint32_t k = 0; k < n; at += y->arg[k++]->type.lanes) {
		const struct tir_expr *v = y->arg[k];
		struct line l;
		if (!is_block(w, x, v, &l))
			return false;
		uint32_t used = 0, lanes = v->type.lanes;
		uint8_t *is_used = memset(ARENA_NEWN(w->scratch, uint8_t, lanes), 0, lanes);
		for (uint32_t i = 0; i < w->lanes; i++) {
			int64_t lane = y->arg[n + i]->u.i - at;
			if (lane < 0 || lane >= lanes || !w->needs[i])
				continue;
			right += in_lane(w, &l, w->at + i) == lane;
			used += !is_used[lane];
			is_used[lane] = 1;
		}
		const struct tir_expr *first = v->arg[v->n - 1]->arg[0];
		if (used < lanes && !proof_lanes_in_buffer(w, x->u.buffer, first, lanes))
			return false;
	}
	return right == wanted;
}

/* ---- Uniform values ----------------------------------------------------------------------*/
/* Is y the number that x is in all iterations? */
static bool holds_in_all(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	uint32_t lanes = w->lanes;
	w->lanes = lanes > 1 ? lanes : 2; /* in several iterations */
	bool same = holds(w, (struct claim){x, y, 1, 0, 0});
	w->lanes = lanes;
	return same;
}

/* Is y the load x, at the same indices in all iterations? */
static bool uniform_load(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	bool same = !proof_lanes_is_own(w, x->u.buffer);
	for (uint32_t i = 0; i < x->n && same; i++)
		same = proof_is_exact(x->arg[i]->type)
		               ? holds_in_all(w, x->arg[i], y->arg[i])
		               : proof_lanes_uniform(w, x->arg[i], y->arg[i]);
	return same;
}

/* May they be one sum that is written in two ways? */
static bool may_be_sum(const struct tir_expr *x, const struct tir_expr *y)
{
	return (proof_is_ring(x) || proof_is_ring(y)) && proof_is_exact(x->type) &&
	       tir_type_eq(x->type, y->type);
}

/* Is a variable one value in all iterations, and y that? */
static bool uniform_var(const struct lane_walk *w, const struct tir_expr *x,
        const struct tir_expr *y)
{
	const struct lane_var *v = var_of(w, x->u.var);
	if (x->u.var == tir_as_for(w->loop)->var || (v && !v->uniform))
		return false;
	for (uint32_t i = 1; i < w->ndims; i++)
		if (x->u.var == tir_as_for(w->dim[i])->var)
			return false;
	return v ? y->op == TIR_VAR && y->u.var == v->to : x == y;
}

/* sums: compare them as such, too; a sum in a sum is part of that. */
static bool uniform(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y,
        bool sums)
{
	if (!w->budget)
		return false;
	w->budget--;
	if (x->op == TIR_VAR)
		return uniform_var(w, x, y);
	bool same = x->op == y->op && tir_type_eq(x->type, y->type) && x->n == y->n &&
	            x->u.bits == y->u.bits;
	if (same && x->op == TIR_LOAD)
		return uniform_load(w, x, y);
	for (uint32_t i = 0; same && i < x->n; i++)
		same = uniform(w, x->arg[i], y->arg[i], !proof_is_ring(x));
	return same || (sums && may_be_sum(x, y) && holds_in_all(w, x, y));
}

bool proof_lanes_uniform(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	return uniform(w, x, y, true);
}

/* ---- Values ------------------------------------------------------------------------------*/
/* May all lanes evaluate the operands behind the first one? */
static bool may_evaluate(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	bool chooses = x->op == TIR_AND || x->op == TIR_OR || x->op == TIR_IF_THEN_ELSE ||
	               x->op == TIR_SELECT;
	for (uint32_t i = 1; chooses && y->arg[0]->type.lanes > 1 && i < x->n; i++)
		if (!proof_lanes_harmless(w, x->arg[i], x))
			return false;
	return true;
}

/* Are both operations the same but for lanes?  A choice that left one arm alone may be a select on vectors. */
static bool same_op(const struct tir_expr *x, const struct tir_expr *y)
{
	if (x->op == TIR_IF_THEN_ELSE && y->op == TIR_SELECT)
		return y->arg[0]->type.lanes > 1;
	if (x->op == TIR_CALL && !(tir_call_effect(x) == TIR_PURE && y->type.lanes == 1) &&
	        !tir_builtins[x->u.call.builtin].vector)
		return false;
	return x->op == y->op && x->u.bits == y->u.bits;
}

/* Is y what the variable is in all of these lanes? */
static bool same_var(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	const struct lane_var *v = var_of(w, x->u.var);
	if (x->u.var == tir_as_for(w->loop)->var)
		return w->lanes == 1 && holds(w, (struct claim){x, y, 1, 0, 0});
	return v && !v->uniform ? y->op == TIR_VAR && y->u.var == v->to
	                        : w->lanes == 1 && proof_lanes_uniform(w, x, y);
}

/* A load that a vector of indices chooses lane by lane. */
static bool same_lookup(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	if (w->some || !x->n || x->u.buffer != y->u.buffer || proof_lanes_is_own(w, x->u.buffer))
		return false;
	for (uint32_t i = 0; i + 1 < x->n; i++)
		if (!proof_is_exact(x->arg[i]->type) || y->arg[i]->type.lanes != 1 ||
		        !holds(w, (struct claim){x->arg[i], y->arg[i], 1, 0, 0}))
			return false;
	return proof_lanes_same(w, x->arg[x->n - 1], y->arg[y->n - 1]);
}

/* A load of neighbours: in lanes that do not ask for it, it must lie in the buffer all the same. */
static bool same_load(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	if (y->op != TIR_LOAD || x->n != y->n)
		return false;
	const struct tir_expr *row = y->n ? y->arg[y->n - 1] : NULL;
	if (w->some && row && !proof_lanes_is_own(w, x->u.buffer) &&
	        (row->op != TIR_RAMP || row->arg[1]->op != TIR_INT_IMM || row->arg[1]->u.i != 1 ||
	                !proof_lanes_in_buffer(w, x->u.buffer, row->arg[0], w->lanes)))
		return false;
	return proof_lanes_element(w, x->u.buffer, x->n, x->arg, y->u.buffer, y->arg) ||
	       same_lookup(w, x, y);
}

/* Compare the arm in the lanes that take it. */
static bool same_arm(struct lane_walk *w, const uint8_t *lanes, const struct tir_expr *x,
        const struct tir_expr *y)
{
	const uint8_t *needs = w->needs;
	bool some = w->some;
	w->needs = lanes;
	w->some = true;
	bool same = proof_lanes_same(w, x, y);
	w->needs = needs;
	w->some = some;
	return same;
}

/* A choice whose condition is known in each lane; false: it is not. */
static bool same_choice(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y,
        bool *same)
{
	uint8_t *yes = ARENA_NEWN(w->scratch, uint8_t, 2 * w->lanes), *no = yes + w->lanes;
	enum lane_arms arms = proof_lanes_arms(w, x, y, yes, no);
	if (arms == LANES_FIRST || arms == LANES_SECOND)
		*same = proof_lanes_same(w, x->arg[arms == LANES_FIRST ? 1 : 2], y);
	else
		*same = arms == LANES_BOTH && same_arm(w, yes, x->arg[1], y->arg[1]) &&
		        same_arm(w, no, x->arg[2], y->arg[2]);
	return arms != LANES_UNKNOWN;
}

/* The same, node by node. */
static bool same_nodes(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	if (!w->budget || !tir_type_eq(tir_lanes(x->type, w->lanes), y->type) || x->type.lanes != 1)
		return false;
	bool same = false;
	w->budget--;
	if (w->digit && w->lanes > 1 && x->op != TIR_INT_IMM && proof_lanes_constant(w, x, y))
		return true;
	if (w->digit && w->lanes > 1 && (x->op == TIR_IF_THEN_ELSE || x->op == TIR_SELECT) &&
	        same_choice(w, x, y, &same) && same)
		return true;
	if (w->some && tir_ops[x->op].traps && !proof_lanes_divides(w, y->n == 2 ? y->arg[1] : y))
		return false;
	if (w->lanes > 1 && y->op == TIR_BROADCAST)
		return proof_lanes_uniform(w, x, y->arg[0]);
	if (w->lanes > 1 && y->op == TIR_RAMP)
		return proof_is_exact(x->type) && y->arg[1]->op == TIR_INT_IMM &&
		       holds(w, (struct claim){x, y->arg[0], 1, 0, y->arg[1]->u.i});
	if (x->op == TIR_VAR)
		return same_var(w, x, y);
	if (x->op == TIR_LOAD && y->op == TIR_SHUFFLE)
		return w->digit && w->lanes > 1 && !proof_lanes_is_own(w, x->u.buffer) &&
		       is_shuffle(w, x, y);
	if (x->op == TIR_LOAD)
		return same_load(w, x, y);
	if (x->n != y->n || (x->n == 0 && x != y) || !same_op(x, y) || !may_evaluate(w, x, y))
		return false;
	for (uint32_t i = 0; i < x->n; i++) {
		bool one = w->lanes > 1 && y->arg[i]->type.lanes == 1;
		if (one ? !proof_lanes_uniform(w, x->arg[i], y->arg[i])
		        : !proof_lanes_same(w, x->arg[i], y->arg[i]))
			return false;
	}
	return true;
}

bool proof_lanes_same(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	return same_nodes(w, x, y) ||
	       (w->lanes == 1 && may_be_sum(x, y) && holds(w, (struct claim){x, y, 1, 0, 0}));
}
