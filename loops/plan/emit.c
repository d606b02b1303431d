/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/emit.c: what an expression is in the lanes of a register.
 *
 * Idea.    Each lane is one iteration, of which only what is around is not known.  What the lanes' numbers decide is a constant; a
 *          choice that is known is its arm, or a choice by a mask of constants; elements are loaded in lines (emit_lines.c), or looked up
 *          in a table by a vector of indices; all else is the same operation on vectors.  A reduction is its terms, or a loop over an accumulator.
 * Costs    each node once for the lanes that are live, and once a term of a reduction around. */
#include "loops/plan/emit.h"
#include "loops/plan/rewrite.h"

enum { UNROLL = 64, BODY = 16, DIVISORS = 4, QUOTIENT = 12 /* operations, for one */ };

static bool is_live(const uint8_t *live, uint32_t l)
{
	return !live || live[l];
}

/* What the lanes' numbers tell: constants, or a sum that is the same but for them. */
static const struct tir_expr *known(struct emitter *x, const struct tir_expr *e,
        const uint8_t *live)
{
	struct lane_index first = {0}, i;
	int64_t value[EMIT_LANES * 4];
	bool any = false;
	for (uint32_t l = 0; l < x->lanes; l++) {
		value[l] = l ? value[l - 1] : 0;
		if (!is_live(live, l))
			continue;
		if (!lane_eval(&x->env, e, l, &i))
			return emit_fails(x, "an index is no sum of loops' variables");
		if (!any) {
			first = i;
			for (uint32_t k = 0; k < l; k++)
				value[k] = i.number;
		}
		any = true;
		if (!lane_same_symbols(&first, &i))
			return emit_fails(x, "lanes differ by loops around");
		value[l] = i.number;
	}
	const struct tir_expr *c = emit_constants(x, first.n ? TIR_INT32 : e->type, value,
	        x->lanes);
	if (!first.n)
		return c;
	first.number = 0;
	c = tir_binary(x->m, TIR_ADD, tir_broadcast(x->m, emit_index(x, &first), x->lanes), c);
	return tir_type_eq(e->type, TIR_INT32) ? c
	                                       : tir_cast(x->m, tir_lanes(e->type, x->lanes), c);
}

/* ---- Choices -----------------------------------------------------------------------------*/
bool emit_decide(struct emitter *x, const struct tir_expr *c, const uint8_t *live, uint8_t *yes,
        uint8_t *no)
{
	struct lane_index i;
	for (uint32_t l = 0; l < x->lanes; l++) {
		yes[l] = no[l] = false;
		if (!is_live(live, l))
			continue;
		if (!lane_eval(&x->env, c, l, &i) || i.n)
			return emit_fails(x, "a condition depends on loops around") != NULL;
		yes[l] = i.number != 0;
		no[l] = !i.number;
	}
	return true;
}

static bool any(const uint8_t *lane, uint32_t n)
{
	return memchr(lane, 1, n) != NULL;
}

/* A choice: an arm that all lanes take, lanes out of lines, or both arms and a mask. */
static const struct tir_expr *choice(struct emitter *x, const struct tir_expr *e,
        const uint8_t *live)
{
	const struct tir_expr *c, *a, *b;
	if (!lane_is_index(&x->env, e->arg[0])) {
		c = emit_value(x, e->arg[0], live);
		a = c ? emit_value(x, e->arg[1], live) : NULL;
		b = a ? emit_value(x, e->arg[2], live) : NULL;
		return b ? tir_select(x->m, TIR_SELECT, c, a, b) : NULL;
	}
	uint8_t *yes = ARENA_NEWN(x->arena, uint8_t, 2 * x->lanes), *no = yes + x->lanes;
	int64_t mask[EMIT_LANES * 4];
	if (!emit_decide(x, e->arg[0], live, yes, no))
		return NULL;
	if (!any(no, x->lanes))
		return emit_value(x, e->arg[1], live);
	if (!any(yes, x->lanes))
		return emit_value(x, e->arg[2], live);
	if (emit_is_plain(x, e))
		return emit_elements(x, e, live);
	for (uint32_t l = 0; l < x->lanes; l++)
		mask[l] = yes[l];
	a = emit_value(x, e->arg[1], yes);
	b = a ? emit_value(x, e->arg[2], no) : NULL;
	return b ? tir_select(x->m, TIR_SELECT, emit_constants(x, TIR_BOOL, mask, x->lanes), a, b)
	         : NULL;
}

/* ---- Reductions --------------------------------------------------------------------------*/
static struct lane_var *var_of(struct emitter *x, const struct tir_var *v)
{
	return v->id < x->env.nvars ? &x->env.var[v->id] : NULL;
}

static bool is_ring(enum tir_op op)
{
	return op == TIR_ADD || op == TIR_SUB || op == TIR_MUL;
}

/* Do lanes that are not live do sums of e's type, which might overflow there?  Nobody reads them, but an overflow is undefined. */
static bool wraps(struct emitter *x, const struct tir_expr *e, const uint8_t *live)
{
	int64_t least = INT32_MIN, most = INT32_MAX;
	if (e->type.code != TIR_TYPE_INT || e->type.bits < 32 || !live ||
	        !memchr(live, 0, x->lanes))
		return false;
	return !rewrite_range(x->n, e, &least, &most) || least == INT32_MIN || most == INT32_MAX;
}

/* a op b, where a signed number may wrap. */
static const struct tir_expr *wrapped(struct emitter *x, enum tir_op op, const struct tir_expr *a,
        const struct tir_expr *b)
{
	struct tir_type t = a->type, u = tir_type(TIR_TYPE_UINT, t.bits, t.lanes);
	return tir_cast(x->m, t, tir_binary(x->m, op, tir_cast(x->m, u, a), tir_cast(x->m, u, b)));
}

const struct tir_expr *emit_combined(struct emitter *x, const struct nest_reduce *r,
        const struct tir_expr *sum, const struct tir_expr *t, const uint8_t *live)
{
	enum tir_op op = r->op;
	int64_t number;
	bool known = nest_identity(op, tir_lanes(t->type, 1), &number);
	const struct tir_expr *nothing = known ? tir_broadcast(x->m,
	                                                 tir_int(x->m, tir_lanes(t->type, 1),
	                                                         number),
	                                                 t->type.lanes)
	                                       : NULL;
	if (t == nothing)
		return sum;
	if (sum == nothing && op != TIR_SUB)
		return t;
	return is_ring(op) && wraps(x, r->var->expr, live) ? wrapped(x, op, sum, t)
	                                                   : tir_binary(x->m, op, sum, t);
}

/* Note the instructions of e, a node on one lane; false: these are too many. */
static bool pays_for_node(struct emitter *x, const struct tir_expr *e)
{
	uint32_t n = target_float_of(e) > TARGET_FLOAT_MOVE ? target_float_instructions(e) : 1;
	for (uint32_t i = 0; i < n; i++)
		if (!emit_pays_for(x, e->type.bits))
			return false;
	return true;
}

/* Add the terms of iterations of the loops from `from` on, all unrolled, to *sum. */
static bool add_terms(struct emitter *x, const struct nest_reduce *r, uint32_t from,
        const uint8_t *live, const struct tir_expr **sum)
{
	uint32_t outer = x->epoch;
	if (from == r->loops.n) {
		x->epoch = ++x->memos->epochs;
		const struct tir_expr *t = emit_value(x, r->term, live);
		x->epoch = outer;
		if (t && tir_is_float(t->type) &&
		        !pays_for_node(x, tir_binary(x->m, r->op, r->term, r->term)))
			return false;
		if (t)
			*sum = emit_combined(x, r, *sum, t, live);
		return t != NULL;
	}
	struct lane_var *v = var_of(x, r->loops.at[from].var);
	bool ok = v != NULL;
	for (int64_t i = 0; ok && i < r->loops.at[from].extent; i++) {
		*v = (struct lane_var){.is_bound = true, .add = i};
		ok = add_terms(x, r, from + 1, live, sum);
	}
	if (v)
		v->is_bound = false;
	return ok;
}

bool emit_open_loops(struct emitter *x, const struct nest_reduce *r, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		struct lane_var *v = var_of(x, r->loops.at[i].var);
		uint32_t s = x->env.nsymbols;
		if (s == LANE_SYMBOLS || !v)
			return emit_fails(x, "it has too many loops") != NULL;
		struct tir_stmt *loop = emit_loop(x, r->loops.at[i].var->name,
		        r->loops.at[i].extent);
		x->symbol[s] = tir_as_for(loop)->var->expr;
		x->env.range[s] = (struct lane_range){0, r->loops.at[i].extent - 1};
		x->env.nsymbols++;
		*v = (struct lane_var){.is_bound = true, .factor = 1, .symbol = s};
		tir_seq_add(x->out, loop);
		x->out = &tir_as_for(loop)->body;
	}
	return true;
}

bool emit_close_loops(struct emitter *x, const struct nest_reduce *r, uint32_t n, uint32_t nsymbols,
        bool ok)
{
	x->env.nsymbols = nsymbols;
	for (uint32_t i = 0; i < n; i++)
		var_of(x, r->loops.at[i].var)->is_bound = false;
	if (!ok && x->env.fault == LANE_CUT && x->env.cut >= nsymbols) {
		x->env.fault = LANE_NONE;
		return emit_fails(x, "a condition depends on a loop of a reduction") != NULL;
	}
	return ok;
}

/* Loops over an accumulator, around terms that are unrolled. */
static const struct tir_expr *reduce_in_loops(struct emitter *x, const struct nest_reduce *r,
        uint32_t unrolled, const uint8_t *live)
{
	const struct tir_expr *zero = tir_int(x->m, TIR_INT32, 0);
	const struct tir_expr *sum = emit_value(x, r->init, live);
	struct tir_seq *outer = x->out;
	uint32_t nsymbols = x->env.nsymbols;
	if (!sum)
		return NULL;
	struct tir_buffer *acc = emit_alloc(x, outer, "acc", r->var->type, x->lanes);
	emit_store(x, outer, acc, zero, sum);
	if (!emit_open_loops(x, r, unrolled))
		return NULL;
	sum = emit_load(x, acc, zero, x->lanes);
	bool ok = add_terms(x, r, unrolled, live, &sum);
	if (ok)
		emit_store(x, x->out, acc, zero, sum);
	x->out = outer;
	ok = emit_close_loops(x, r, unrolled, nsymbols, ok);
	return ok ? emit_load(x, acc, zero, x->lanes) : NULL;
}

/* A reduction: its terms, if they are few, or loops. */
static const struct tir_expr *reduction(struct emitter *x, const struct nest_reduce *found,
        const uint8_t *live)
{
	struct nest_reduce r = *found;
	int64_t all = 1, inner = 1;
	uint32_t from = r.loops.n;
	if (x->inside && x->lanes * 32 % EMIT_LINE_BITS == 0 && x->terms_inside(&r))
		return x->inside(x, &r, live);
	for (uint32_t i = 0; i < r.loops.n; i++)
		all *= r.loops.at[i].extent;
	while (from && inner * r.loops.at[from - 1].extent <= BODY)
		inner *= r.loops.at[--from].extent;
	if (all > UNROLL)
		return reduce_in_loops(x, &r, from, live);
	const struct tir_expr *sum = emit_value(x, r.init, live);
	return sum && add_terms(x, &r, 0, live, &sum) ? sum : NULL;
}

/* ---- Operations --------------------------------------------------------------------------*/
static bool is_division(const struct tir_expr *e)
{
	return e->op == TIR_DIV || e->op == TIR_MOD || e->op == TIR_FLOORDIV ||
	       e->op == TIR_FLOORMOD;
}

/* A quotient by numbers that are known: one by each, chosen by masks of constants. */
static const struct tir_expr *quotient(struct emitter *x, const struct tir_expr *e,
        const uint8_t *live)
{
	int64_t by[EMIT_LANES], divisor[DIVISORS], mask[EMIT_LANES];
	struct lane_index d;
	uint32_t n = 0;
	const struct tir_expr *of = emit_value(x, e->arg[0], live), *v = NULL;
	for (uint32_t l = 0; of && l < x->lanes; l++) {
		by[l] = l ? by[l - 1] : 0;
		if (!is_live(live, l))
			continue;
		if (!lane_eval(&x->env, e->arg[1], l, &d) || d.n || d.number <= 0)
			return emit_fails(x, "a divisor is no number that is known");
		uint32_t k = 0;
		while (k < n && divisor[k] != d.number)
			k++;
		if (k == DIVISORS)
			return emit_fails(x, "a register's lanes are divided by too many numbers");
		n += k == n;
		divisor[k] = by[l] = d.number;
	}
	for (uint32_t k = 0; of && k < n; k++) {
		struct tir_type t = tir_lanes(e->arg[1]->type, 1);
		const struct tir_expr *c = tir_broadcast(x->m, tir_int(x->m, t, divisor[k]),
		        x->lanes);
		const struct tir_expr *q = tir_binary(x->m, (enum tir_op)e->op, of, c);
		for (uint32_t l = 0; l < x->lanes; l++)
			mask[l] = by[l] == divisor[k];
		v = v ? tir_select(x->m, TIR_SELECT, emit_constants(x, TIR_BOOL, mask, x->lanes), q,
		                v)
		      : q;
		for (uint32_t i = 0; i < QUOTIENT; i++)
			if (!emit_pays_for(x, e->type.bits))
				return NULL;
	}
	return v;
}

/* May lanes do the operation? */
static bool is_allowed(const struct tir_expr *e)
{
	switch (e->op) {
	case TIR_ANY_RING:
	case TIR_ANY_EXTREME:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_CAST: return true;
	case TIR_CALL: return tir_call_effect(e) == TIR_PURE && !tir_node_traps(e);
	default: return false;
	}
}

/* The same operation on vectors. */
static const struct tir_expr *operation(struct emitter *x, const struct tir_expr *e,
        const uint8_t *live)
{
	struct tir_type t = tir_lanes(e->type, x->lanes);
	struct tir_fault fault;
	if (!is_allowed(e))
		return emit_fails(x, "an operation is not done in lanes");
	if (!pays_for_node(x, e))
		return NULL;
	const struct tir_expr **arg = ARENA_NEWN(x->arena, const struct tir_expr *, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		if (!(arg[i] = emit_value(x, e->arg[i], live)))
			return NULL;
	if (e->op == TIR_CAST)
		return tir_cast(x->m, t, arg[0]);
	if (is_ring((enum tir_op)e->op) && wraps(x, e, live))
		return wrapped(x, (enum tir_op)e->op, arg[0], arg[1]);
	if (e->op == TIR_CALL &&
	        !tir_check_call((enum tir_builtin)e->u.call.builtin, t, e->n, arg, &fault))
		return emit_fails(x, "a call is not done in lanes");
	return tir_make(x->m, (enum tir_op)e->op, t, e->u.bits, e->n, arg);
}

/* ---- Tables ------------------------------------------------------------------------------*/
/* Elements of a table, if its index depends on memory: a load with a vector of indices.  Lanes that are not live ask for some element, too. */
static const struct tir_expr *lookup(struct emitter *x, const struct tir_expr *e,
        const uint8_t *live)
{
	struct target_table t;
	int64_t least = INT32_MIN, most = INT32_MAX, size = e->u.buffer->shape[0]->u.i;
	if (!target_vector_table(e->u.buffer, e->arg[0], &t) ||
	        e->u.buffer->kind != TIR_BUFFER_PARAM)
		return emit_fails(x, "an index is no sum of loops' variables");
	bool all = !live || !memchr(live, 0, x->lanes);
	if (!all && (!rewrite_range(x->n, e->arg[0], &least, &most) || least < 0 || most >= size))
		return emit_fails(x, "an index of a lane that nobody uses may lie anywhere");
	const struct tir_expr *index = emit_value(x, e->arg[0], live);
	for (uint32_t i = 0; i < t.planes * t.entries / 16; i++)
		if (!emit_pays_for(x, 8))
			return NULL;
	return index ? tir_access(x->m, TIR_LOAD, e->u.buffer, 1, &index) : NULL;
}

/* ---- One value for all lanes --------------------------------------------------------------*/
/* Is the node none that differs from iteration to iteration? */
static bool is_the_same(void *ctx, const struct tir_expr *e)
{
	const struct emitter *x = ctx;
	const struct lane_env *env = &x->env;
	bool is_loop = e->op == TIR_VAR && e->u.var->id < env->nvars &&
	               env->var[e->u.var->id].is_bound;
	return !is_loop && !nest_reduction(x->n, e);
}

/* Is it something of parameters alone, which is the same in each iteration? */
static bool is_uniform(struct emitter *x, const struct tir_expr *e)
{
	return !(e->flags & (TIR_READS_MEM | TIR_MAY_TRAP | TIR_HAS_CALL | TIR_HAS_LET)) &&
	       e->flags & TIR_HAS_VAR && tir_walk_expr(e, x->arena, is_the_same, x);
}

/* The value, which was not made yet. */
static const struct tir_expr *new_value(struct emitter *x, const struct tir_expr *e,
        const uint8_t *live)
{
	const struct nest_reduce *r = nest_reduction(x->n, e);
	bool is_float = tir_is_float(e->type);
	if (e->type.lanes > 1 || (!tir_is_integral(e->type) && !is_float) || e->type.bits > 32 ||
	        !target_float_by_bits(e))
		return emit_fails(x, "it has elements of another type");
	if (r)
		return reduction(x, r, live);
	if (e->op == TIR_FLOAT_IMM || e->op == TIR_INT_IMM) /* of any size */
		return tir_broadcast(x->m, e, x->lanes);
	if (e->op != TIR_LOAD && !is_float && lane_is_index(&x->env, e))
		return known(x, e, live);
	if (is_uniform(x, e))
		return tir_broadcast(x->m, e, x->lanes);
	if (e->op == TIR_LOAD)
		return e->arg[0]->flags & TIR_READS_MEM ? lookup(x, e, live)
		                                        : emit_elements(x, e, live);
	if (e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE)
		return choice(x, e, live);
	if (is_division(e) && lane_is_index(&x->env, e->arg[1]))
		return quotient(x, e, live);
	return operation(x, e, live);
}

const struct tir_expr *emit_value(struct emitter *x, const struct tir_expr *e, const uint8_t *live)
{
	struct emit_memo *m = e->id < x->memos->at.n ? &x->memos->at.at[e->id] : NULL;
	if (m && m->e && m->epoch == x->epoch && m->live == live)
		return m->e;
	const struct tir_expr *v = new_value(x, e, live);
	if (v && m)
		*m = (struct emit_memo){x->epoch, live, v};
	return v;
}
