/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/vectorize_expr.c: the expressions of a vectorised loop, all iterations at once.
 *
 * Idea.   Post-order: a node none of whose operands became a vector stays as it is and is computed
 *         once; otherwise the other operands are broadcast.  Under a condition that differs by lane
 *         loads get a mask; what may trap otherwise cannot be done.
 * Needs   scalars: what is a vector already and depends on the variable is left to the serial loop.
 * Keeps   each lane's value to the bit.
 * Why it cannot be wrong
 *         Each node stays the same operation, on all lanes; what has no such form ends it: vectors, calls
 *         without one, addresses (widen_node). Under a condition a load gets the mask (load), and what may
 *         trap or reads memory otherwise ends it (finish, widen_node), so a lane that is left out does
 *         nothing that shows.
 * Costs   one step a node and mask; masks nest MAX_MASKS deep, choices
 *         and Lets, which recurse, MAX_NEST deep. */
#include "legalize/vectorize.h"

enum { MAX_MASKS = 8, MAX_NEST = 100 };

static const struct tir_expr *cannot(struct vectorizer *x, const char *why)
{
	x->why = why;
	return NULL;
}

const struct tir_expr *legalize_vector_widen(struct vectorizer *x, const struct tir_expr *e)
{
	return e->type.lanes == 1 ? tir_broadcast(x->s.m, e, x->lanes) : e;
}

void legalize_vector_bind(struct vectorizer *x, const struct tir_var *v, const struct tir_expr *e)
{
	while (x->var.n <= v->id)
		VEC_PUSH(x->s.arena, &x->var, NULL);
	if (x->var.at[v->id])
		x->stamp = ++x->stamps;
	x->var.at[v->id] = e;
}

struct vector_scope legalize_vector_enter(struct vectorizer *x, const struct tir_expr *mask)
{
	struct vector_scope outer = {x->mask, x->stamp};
	if (x->depth < VECTOR_MASKS) {
		x->condition[x->depth] = NULL;
		x->around[x->depth] = x->mask;
	}
	x->mask = x->mask ? tir_binary(x->s.m, TIR_AND, x->mask, mask) : mask;
	x->stamp = ++x->stamps;
	x->depth++;
	return outer;
}

void legalize_vector_leave(struct vectorizer *x, struct vector_scope outer)
{
	x->mask = outer.mask;
	x->stamp = outer.stamp;
	x->depth--;
}

/* True if a lane that the mask leaves out may be computed too. */
static bool is_harmless(const struct tir_expr *e)
{
	return !(e->flags & (TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT));
}

/* Does whoever computes the condition compute e, whatever its parts are? */
static bool always_computes(const struct tir_expr *condition, const struct tir_expr *e,
        uint32_t *budget)
{
	if (condition == e || !*budget)
		return condition == e;
	--*budget;
	bool opaque = condition->op == TIR_LET || condition->op == TIR_ADDRESS_OF;
	uint32_t n = opaque ? 0 : tir_strict_args(condition);
	for (uint32_t i = 0; i < n; i++)
		if (always_computes(condition->arg[i], e, budget))
			return true;
	return false;
}

/* The lanes that must load the element: those that load it for a condition have it. */
static const struct tir_expr *mask_of_load(const struct vectorizer *x, const struct tir_expr *e)
{
	for (uint32_t i = 0; i < x->depth && i < VECTOR_MASKS; i++) {
		uint32_t budget = 512;
		if (x->condition[i] && always_computes(x->condition[i], e, &budget))
			return x->around[i];
	}
	return x->mask;
}

/* ---- Nodes with all operands done --------------------------------------------------------*/
static const struct tir_expr *load(struct vectorizer *x, const struct tir_expr *e,
        const struct tir_expr *const *args)
{
	const struct tir_buffer *b = e->u.buffer;
	const struct tir_expr *index[TIR_MAX_RANK + 1];
	if (e->op != TIR_LOAD || b->elem.lanes != 1 || e->n > TIR_MAX_RANK)
		return cannot(x, "it loads vectors");
	for (uint32_t i = 0; i < e->n; i++) {
		index[i] = args[i];
		if (i + 1 < e->n && args[i]->type.lanes > 1)
			return cannot(x, "an index before the last differs by lane");
	}
	const struct tir_expr *mask = mask_of_load(x, e);
	if (!mask)
		return tir_access(x->s.m, TIR_LOAD, e->u.buffer, e->n, index);
	index[e->n] = mask;
	return tir_access(x->s.m, TIR_MASKED_LOAD, e->u.buffer, e->n + 1, index);
}

static const struct tir_expr *call(struct vectorizer *x, const struct tir_expr *e,
        const struct tir_expr *const *args)
{
	const struct tir_builtininfo *b = &tir_builtins[e->u.call.builtin];
	const struct tir_expr **wide = ARENA_NEWN(x->s.arena, const struct tir_expr *, e->n);
	if (!b->vector || tir_call_effect(e) != TIR_PURE)
		return cannot(x, "it calls a function that takes no vectors");
	for (uint32_t i = 0; i < e->n; i++)
		wide[i] = legalize_vector_widen(x, args[i]);
	return tir_make(x->s.m, TIR_CALL, tir_lanes(e->type, x->lanes), e->u.bits, e->n, wide);
}

/* The node with operands of which one at least is a vector. */
static const struct tir_expr *widen_node(struct vectorizer *x, const struct tir_expr *e,
        const struct tir_expr *const *args)
{
	if (e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD)
		return load(x, e, args);
	if (e->op == TIR_CALL)
		return call(x, e, args);
	if (e->type.lanes != 1 || e->op == TIR_RAMP || e->op == TIR_BROADCAST ||
	        e->op == TIR_SHUFFLE || e->op == TIR_ADDRESS_OF)
		return cannot(x, "it holds vectors already");
	if (x->mask && tir_node_traps(e))
		return cannot(x, "it may trap where the condition does not hold");
	if (e->op == TIR_CAST)
		return tir_cast(x->s.m, tir_lanes(e->type, x->lanes), args[0]);
	if (e->n == 1)
		return tir_unary(x->s.m, (enum tir_op)e->op, args[0]);
	const struct tir_expr *r = tir_binary(x->s.m, (enum tir_op)e->op,
	        legalize_vector_widen(x, args[0]), legalize_vector_widen(x, args[1]));
	return tir_is_integral(args[0]->type) ? simplify_fold_node(&x->s, r) : r;
}

static const struct tir_expr *finish(struct vectorizer *x, const struct tir_expr *e,
        const struct tir_expr *const *args)
{
	bool wide = false;
	for (uint32_t i = 0; i < e->n; i++)
		wide |= args[i]->type.lanes != e->arg[i]->type.lanes;
	if (wide)
		return widen_node(x, e, args);
	if (x->mask && !is_harmless(e))
		return cannot(x, "it reads memory or may trap where the condition does not hold");
	return memcmp(args, e->arg, e->n * sizeof *args) ? tir_with_args(x->s.m, e, args) : e;
}

/* ---- Lazy nodes --------------------------------------------------------------------------*/
/* One arm of a choice under the lanes that take it. */
static const struct tir_expr *arm(struct vectorizer *x, const struct tir_expr *e,
        const struct tir_expr *mask, const struct tir_expr *condition)
{
	struct vector_scope outer = legalize_vector_enter(x, mask);
	if (x->depth <= VECTOR_MASKS)
		x->condition[x->depth - 1] = condition;
	const struct tir_expr *r = legalize_vector_expr(x, e);
	legalize_vector_leave(x, outer);
	return r;
}

/* And, Or, if_then_else and lazy Select: the condition first. */
static const struct tir_expr *choose(struct vectorizer *x, const struct tir_expr *e)
{
	bool logic = e->op == TIR_AND || e->op == TIR_OR;
	const struct tir_expr *c = legalize_vector_expr(x, e->arg[0]), *a, *b;
	if (!c || e->type.lanes != 1 || x->depth >= MAX_MASKS)
		return c ? cannot(x, "conditions nest too deep") : NULL;
	bool same = c->type.lanes == 1, safe = is_harmless(e->arg[1]);
	const struct tir_expr *not_c = tir_unary(x->s.m, TIR_NOT, c);
	a = same || safe ? legalize_vector_expr(x, e->arg[1])
	                 : arm(x, e->arg[1], e->op == TIR_OR ? not_c : c, e->arg[0]);
	if (!a)
		return NULL;
	if (logic) {
		if (same && a->type.lanes == 1)
			return tir_binary(x->s.m, (enum tir_op)e->op, c, a);
		return tir_binary(x->s.m, (enum tir_op)e->op, legalize_vector_widen(x, c),
		        legalize_vector_widen(x, a));
	}
	b = same || is_harmless(e->arg[2]) ? legalize_vector_expr(x, e->arg[2])
	                                   : arm(x, e->arg[2], not_c, e->arg[0]);
	if (!b)
		return NULL;
	if (same && a->type.lanes == 1 && b->type.lanes == 1)
		return tir_select(x->s.m, (enum tir_op)e->op, c, a, b);
	a = legalize_vector_widen(x, a);
	b = legalize_vector_widen(x, b);
	return tir_select(x->s.m, same ? (enum tir_op)e->op : TIR_SELECT, c, a, b);
}

/* Select whose arms are both evaluated. */
static const struct tir_expr *select_lanes(struct vectorizer *x, const struct tir_expr *e)
{
	const struct tir_expr *c = legalize_vector_expr(x, e->arg[0]);
	const struct tir_expr *a = c ? legalize_vector_expr(x, e->arg[1]) : NULL;
	const struct tir_expr *b = a ? legalize_vector_expr(x, e->arg[2]) : NULL;
	if (!b)
		return NULL;
	if (c->type.lanes == 1 && a->type.lanes == 1 && b->type.lanes == 1)
		return tir_select(x->s.m, TIR_SELECT, c, a, b);
	return tir_select(x->s.m, TIR_SELECT, c, legalize_vector_widen(x, a),
	        legalize_vector_widen(x, b));
}

/* A Let whose value becomes a vector has a variable of that type. */
static const struct tir_expr *let(struct vectorizer *x, const struct tir_expr *e)
{
	const struct tir_expr *value = legalize_vector_expr(x, e->arg[0]);
	if (!value)
		return NULL;
	struct tir_var *v = tir_var_new(x->s.m, e->u.var->name, value->type);
	v->at = e->u.var->at;
	legalize_vector_bind(x, e->u.var, v->expr);
	const struct tir_expr *body = legalize_vector_expr(x, e->arg[1]);
	return body ? tir_let(x->s.m, v, value, body) : NULL;
}

/* ---- All ---------------------------------------------------------------------------------*/
static struct tir_subst_memo *memo_of(struct vectorizer *x, const struct tir_expr *e)
{
	while (x->memo.n <= e->id)
		VEC_PUSH(x->s.arena, &x->memo, (struct tir_subst_memo){0});
	return &x->memo.at[e->id];
}

/* The result for a node that has no operands to wait for; *done is false for the others. */
static const struct tir_expr *leaf(struct vectorizer *x, const struct tir_expr *e, bool *done)
{
	*done = true;
	if (e->op == TIR_VAR) {
		uint32_t id = e->u.var->id;
		const struct tir_expr *to = id < x->var.n ? x->var.at[id] : NULL;
		return to ? to : e;
	}
	if (!e->n)
		return e;
	if (memo_of(x, e)->stamp == x->stamp)
		return memo_of(x, e)->e;
	*done = false;
	return NULL;
}

/* True for nodes whose operands are not simply all computed: they recurse, as deep as masks and
 * Lets nest. */
static bool is_special(const struct tir_expr *e)
{
	return tir_is_lazy(e) || e->op == TIR_LET || e->op == TIR_SELECT;
}

static const struct tir_expr *special(struct vectorizer *x, const struct tir_expr *e)
{
	if (x->nest >= MAX_NEST)
		return cannot(x, "choices nest too deep");
	x->nest++;
	const struct tir_expr *r = e->op == TIR_LET ? let(x, e)
	                           : tir_is_lazy(e) ? choose(x, e)
	                                            : select_lanes(x, e);
	x->nest--;
	return r;
}

struct vector_frame {
	const struct tir_expr *e;
	uint32_t next;
};

const struct tir_expr *legalize_vector_expr(struct vectorizer *x, const struct tir_expr *e)
{
	VEC(struct vector_frame) open = {0};
	VEC(const struct tir_expr *) done = {0};
	VEC_PUSH(x->s.arena, &open, ((struct vector_frame){e, 0}));
	while (open.n) {
		struct vector_frame *f = &open.at[open.n - 1];
		bool ready = false;
		const struct tir_expr *now = f->e, *r = f->next ? NULL : leaf(x, now, &ready);
		if (!ready && !is_special(now) && f->next < now->n) {
			const struct tir_expr *arg = now->arg[f->next++];
			VEC_PUSH(x->s.arena, &open, ((struct vector_frame){arg, 0}));
			continue;
		}
		open.n--;
		if (!ready) {
			uint32_t n = is_special(now) ? 0 : now->n;
			done.n -= n;
			r = is_special(now) ? special(x, now) : finish(x, now, done.at + done.n);
			*memo_of(x, now) = (struct tir_subst_memo){x->stamp, r};
		}
		if (!r)
			return NULL;
		VEC_PUSH(x->s.arena, &done, r);
	}
	return done.at[0];
}
