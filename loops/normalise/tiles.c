/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/tiles.c: loops that only tile one index, joined.
 *
 * Idea    Where a loop o and a loop i in it, of n iterations, are named in o * n + i alone, or in conditions that both are 0, one loop of
 *         o * n + i does the same: tiling is what the passes behind decide.  Where other loops lie between the two their order changes: that is no matter if each
 *         iteration of the joined loop has elements of its own.
 * Needs   flat statements; loops from 0 by 1 of constant numbers of iterations, with nothing between them.
 * Keeps   the order of loops that do not say by themselves which elements are stored to; loops that a break leaves; the order of a
 *         sum's terms around those of the two loops.
 * Costs   the nodes of the nest for each pair of its loops. */
#include "loops/normalise/respell.h"

enum { MOST = 12, NODES = 1 << 16 };

struct tile_nest {
	const struct tir_stmt *loop[MOST]; /* the outermost first */
	uint32_t n;
	const struct tir_seq *body;
};
struct joiner {
	struct respell *r;
	const struct tile_nest *nest;
	const struct tir_var *outer, *inner;
	int64_t extent, all; /* of the inner one, and of the joined one */
	struct tir_var *to;
	VEC(const struct tir_expr *) done; /* by expression: what stands for it */
	uint32_t nodes;                    /* left */
	bool fails, any;
};

/* ---- The nest ----------------------------------------------------------------------------*/
/* Does the loop, whose variable may be another one, count from 0 by 1 to a constant? */
static bool is_counted(const struct respell *r, const struct tir_stmt *s)
{
	if (!loops_respell_is_plain(s) || !respell_is_free(r, tir_as_for(s)->var))
		return false;
	const struct tir_for *l = tir_as_for(s);
	return s->for_kind == TIR_SERIAL && tir_loop_step(s) == 1 && l->min.e->op == TIR_INT_IMM &&
	       l->min.e->u.i == 0 && l->extent.e->op == TIR_INT_IMM && l->extent.e->u.i > 1 &&
	       l->extent.e->u.i < INT32_MAX;
}

/* The loops from s on, as far as there is nothing beside them. */
static struct tile_nest read_nest(const struct respell *r, const struct tir_stmt *s)
{
	struct tile_nest n = {.body = NULL};
	while (n.n < MOST && s && s->kind == TIR_FOR && is_counted(r, s)) {
		n.loop[n.n++] = s;
		n.body = tir_body(s);
		s = n.body->first && !n.body->first->next ? n.body->first : NULL;
	}
	return n;
}

/* ---- Expressions -------------------------------------------------------------------------*/
static const struct tir_expr *join(struct joiner *j, const struct tir_expr *e);

/* a + factor * x; a may be NULL. */
static const struct tir_expr *plus(struct tir_module *m, const struct tir_expr *a,
        const struct tir_expr *x, int64_t factor)
{
	bool minus = a && factor < 0 && factor > INT32_MIN;
	factor = minus ? -factor : factor;
	if (factor != 1)
		x = tir_binary(m, TIR_MUL, x, tir_int(m, x->type, factor));
	return a ? tir_binary(m, minus ? TIR_SUB : TIR_ADD, a, x) : x;
}

/* What a sum has of the two variables. */
enum tile_terms { NEITHER, OTHERWISE, JOINED };

/* Read e as a sum.  JOINED: its terms *outer and *inner are those of the joined variable. */
static enum tile_terms read_sum(const struct joiner *j, const struct tir_expr *e,
        struct affine_sum *s, uint32_t *outer, uint32_t *inner)
{
	*outer = *inner = AFFINE_TERMS;
	affine_clear(s);
	if (!tir_type_eq(e->type, j->to->type) || !affine_read(s, e, 1, NULL, NULL))
		return NEITHER;
	for (uint32_t i = 0; i < s->n; i++) {
		const struct affine_term *t = &s->term[i];
		if (t->n != 1 || !tir_type_eq(t->x[0]->type, e->type))
			return NEITHER;
		*outer = t->x[0] == j->outer->expr ? i : *outer;
		*inner = t->x[0] == j->inner->expr ? i : *inner;
	}
	if (*outer == AFFINE_TERMS && *inner == AFFINE_TERMS)
		return NEITHER;
	int64_t all;
	bool joins = *outer < AFFINE_TERMS && *inner < AFFINE_TERMS && s->constant >= -INT32_MAX &&
	             !__builtin_mul_overflow(s->term[*inner].factor, j->extent, &all) &&
	             s->term[*outer].factor == all && all;
	return joins ? JOINED : OTHERWISE;
}

/* A sum that is put together, of what is written without the two variables and of the joined one. */
struct tile_sum {
	const struct tir_expr *at[AFFINE_TERMS]; /* parts of the text */
	int64_t factor[AFFINE_TERMS];
	uint32_t n;
	int64_t constant;
};

/* Add what e, times the factor, has beside the two variables; false: there are too many parts, or a number is too large. */
static bool take_apart(const struct joiner *j, const struct tir_expr *e, int64_t factor,
        struct tile_sum *sum)
{
	struct affine_sum s;
	uint32_t outer, inner;
	int64_t by;
	if (e == j->outer->expr || e == j->inner->expr)
		return true;
	if (e->op == TIR_INT_IMM)
		return !__builtin_mul_overflow(e->u.i, factor, &by) &&
		       !__builtin_add_overflow(sum->constant, by, &sum->constant);
	if (read_sum(j, e, &s, &outer, &inner) == NEITHER) {
		if (sum->n == AFFINE_TERMS)
			return false;
		sum->factor[sum->n] = factor;
		sum->at[sum->n++] = e;
		return true;
	}
	if (e->op == TIR_ADD || e->op == TIR_SUB)
		return take_apart(j, e->arg[0], factor, sum) && factor > INT64_MIN &&
		       take_apart(j, e->arg[1], e->op == TIR_SUB ? -factor : factor, sum);
	uint32_t number = e->op == TIR_MUL && e->arg[0]->op == TIR_INT_IMM ? 0 : 1;
	return e->op == TIR_MUL && e->arg[number]->op == TIR_INT_IMM &&
	       !__builtin_mul_overflow(factor, e->arg[number]->u.i, &by) &&
	       take_apart(j, e->arg[!number], by, sum);
}

/* Between which numbers it is. */
static struct range_interval range_of(const struct joiner *j, const struct tir_expr *e)
{
	int64_t lo, hi;
	for (uint32_t i = 0; i < j->nest->n; i++)
		if (e == tir_as_for(j->nest->loop[i])->var->expr)
			return (struct range_interval){
			        0, tir_as_for(j->nest->loop[i])->extent.e->u.i - 1, true};
	bool known = range_limits(j->r->facts, e, &lo, &hi);
	return (struct range_interval){lo, hi, known};
}

/* Add to the range of a sum that of x times the factor; false: one of these might overflow. */
static bool add_range(struct range_interval *sum, struct range_interval x, int64_t factor,
        struct tir_type t)
{
	range_wide least = -((range_wide)1 << (t.bits - 1)), most = -least - 1;
	range_wide a = x.lo * factor, b = x.hi * factor;
	range_wide lo = range_min(a, b), hi = range_max(a, b);
	if (!x.known || lo < least || hi > most || sum->lo + lo < least || sum->hi + hi > most)
		return false;
	sum->lo += lo;
	sum->hi += hi;
	return true;
}

/* The sum with the joined variable in the place of both, times the factor.  What might overflow on the way comes last, as the whole
 * does not where the text's does not; NULL: there is more than one such part. */
static const struct tir_expr *build(struct joiner *j, const struct tile_sum *s, struct tir_type t,
        int64_t factor)
{
	struct tir_module *m = j->r->m;
	const struct tir_expr *e = plus(m, NULL, j->to->expr, factor), *last = NULL;
	struct range_interval sum = {0, 0, true}, one = {1, 1, true};
	int64_t last_factor = 1;
	if (s->constant < -INT32_MAX ||
	        !add_range(&sum, (struct range_interval){0, j->all - 1, true}, factor, t) ||
	        !add_range(&sum, one, s->constant, t))
		return NULL;
	if (s->constant)
		e = plus(m, e, tir_int(m, t, s->constant < 0 ? -s->constant : s->constant),
		        s->constant < 0 ? -1 : 1);
	for (uint32_t i = 0; i < s->n; i++) {
		if (add_range(&sum, range_of(j, s->at[i]), s->factor[i], t)) {
			e = plus(m, e, join(j, s->at[i]), s->factor[i]);
			continue;
		}
		if (last || (s->factor[i] != 1 && s->factor[i] != -1))
			return NULL;
		last = s->at[i];
		last_factor = s->factor[i];
	}
	j->any = true;
	return last ? plus(m, e, join(j, last), last_factor) : e;
}

/* Is each operand without the two variables, or with both as they are joined?  Then the sum stays as it is written: in another
 * order a part of it might overflow. */
static bool is_joined_inside(const struct joiner *j, const struct tir_expr *e)
{
	bool ok = true;
	for (uint32_t i = 0; ok && i < e->n; i++) {
		struct affine_sum s;
		uint32_t outer, inner;
		ok = read_sum(j, e->arg[i], &s, &outer, &inner) != OTHERWISE;
	}
	return ok;
}

/* The sum that e is, with the joined variable; NULL: it names neither of the two, is no sum, or its operands are joined one by
 * one.  It fails if it names them otherwise, or if a part of it might overflow. */
static const struct tir_expr *join_sum(struct joiner *j, const struct tir_expr *e)
{
	struct affine_sum s;
	uint32_t outer, inner;
	bool sum = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL;
	enum tile_terms has = sum ? read_sum(j, e, &s, &outer, &inner) : NEITHER;
	j->fails |= has == OTHERWISE;
	if (has != JOINED || is_joined_inside(j, e))
		return NULL;
	struct tile_sum parts = {.n = 0};
	const struct tir_expr *x = NULL;
	if (take_apart(j, e, 1, &parts))
		x = build(j, &parts, e->type, s.term[inner].factor);
	j->fails |= !x;
	return x;
}

/* Is e, part of a conjunction, `v == 0`, or of a disjunction, `v != 0`? */
static bool is_of_0(enum tir_op whole, const struct tir_expr *e, const struct tir_var *v)
{
	return e->op == (whole == TIR_AND ? TIR_EQ : TIR_NE) && e->arg[0] == v->expr &&
	       e->arg[1]->op == TIR_INT_IMM && !e->arg[1]->u.i;
}

/* Add the parts of a conjunction or disjunction, up to MOST; false: there are more. */
static bool add_parts(enum tir_op whole, const struct tir_expr *e, const struct tir_expr **part,
        uint32_t *n)
{
	if (e->op == whole)
		return add_parts(whole, e->arg[0], part, n) && add_parts(whole, e->arg[1], part, n);
	if (*n == MOST)
		return false;
	part[(*n)++] = e;
	return true;
}

/* The conjunction with one condition of the joined variable in the place of those that both are 0 in it, or the contrary; NULL: it asks
 * something else of one of the two. */
static const struct tir_expr *join_condition(struct joiner *j, const struct tir_expr *e)
{
	const struct tir_expr *part[MOST], *x = NULL;
	enum tir_op whole = (enum tir_op)e->op;
	uint32_t n = 0, has = 0;
	if ((whole != TIR_AND && whole != TIR_OR) || !add_parts(whole, e, part, &n))
		return NULL;
	for (uint32_t i = 0; i < n; i++)
		has |= is_of_0(whole, part[i], j->outer) | is_of_0(whole, part[i], j->inner) << 1;
	if (has != 3)
		return NULL;
	for (uint32_t i = 0; i < n; i++) {
		const struct tir_expr *y = part[i];
		if (is_of_0(whole, y, j->inner))
			continue;
		y = is_of_0(whole, y, j->outer)
		            ? tir_binary(j->r->m, (enum tir_op)y->op, j->to->expr, y->arg[1])
		            : join(j, y);
		x = x ? tir_binary(j->r->m, whole, x, y) : y;
	}
	j->any = true;
	return x;
}

/* e with the joined variable; it fails if e names one of the two otherwise. */
static const struct tir_expr *join(struct joiner *j, const struct tir_expr *e)
{
	const struct tir_expr *x = e;
	while (j->done.n <= e->id)
		VEC_PUSH(j->r->arena, &j->done, NULL);
	if (j->done.at[e->id] || !(e->flags & TIR_HAS_VAR) || j->fails)
		return j->done.at[e->id] ? j->done.at[e->id] : e;
	j->fails |= !j->nodes || x == j->outer->expr || x == j->inner->expr;
	j->nodes -= j->nodes != 0;
	x = j->fails ? NULL : join_sum(j, e);
	if (!x && !j->fails)
		x = join_condition(j, e);
	if (!x && !j->fails && e->n) {
		const struct tir_expr **arg = ARENA_NEWN(j->r->arena, const struct tir_expr *,
		        e->n);
		for (uint32_t i = 0; i < e->n; i++)
			arg[i] = join(j, e->arg[i]);
		x = j->fails ? NULL : tir_with_args(j->r->m, e, arg);
	}
	x = x ? x : e;
	j->done.at[e->id] = x;
	return x;
}

/* Add the statement, with the joined variable in it and in what it holds. */
static void join_stmt(void *joiner, const struct tir_stmt *s, struct tir_seq *out)
{
	struct joiner *j = joiner;
	struct tir_operand *slot[TIR_MAX_OPERANDS];
	struct tir_stmt *t = tir_stmt_copy(j->r->m->arena, s);
	uint32_t n = tir_stmt_operands(t, slot, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		slot[i]->e = join(j, slot[i]->e);
	tir_seq_map_bodies(t, join_stmt, j);
	tir_seq_add(out, t);
}

/* ---- Order -------------------------------------------------------------------------------*/
/* Accesses of what the nest stores to. */
struct owners {
	const struct joiner *j;
	VEC(const struct tir_stmt *) stores;
	bool own;
};

/* Note a store; false: the nest holds statements of other kinds. */
static bool note_store(void *ctx, struct tir_stmt *s)
{
	struct owners *o = ctx;
	o->own &= s->kind == TIR_STORE || s->kind == TIR_FOR || s->kind == TIR_IF ||
	          s->kind == TIR_BIND;
	if (s->kind == TIR_STORE)
		VEC_PUSH(o->j->r->arena, &o->stores, s);
	return o->own;
}

/* Does the store go to the element of these indices? */
static bool is_element(const struct tir_stmt *store, uint32_t n,
        const struct tir_expr *const *index)
{
	if (n != store->nindex)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (tir_as_store(store)->index[i].e != index[i])
			return false;
	return true;
}

/* Is what is loaded or stored there the very element of each store to memory that it may be in? */
static void see(struct owners *o, const struct tir_buffer *b, uint32_t n,
        const struct tir_expr *const *index)
{
	for (uint32_t i = 0; i < o->stores.n; i++) {
		const struct tir_buffer *c = tir_buffer_of(o->stores.at[i]);
		if (alias_may(o->j->r->facts, b, c))
			o->own &= b == c && is_element(o->stores.at[i], n, index);
	}
}

/* Look at what a load reads; false: it is not an element of the iteration's own. */
static bool see_load(void *ctx, const struct tir_expr *e)
{
	struct owners *o = ctx;
	if (e->op == TIR_LOAD)
		see(o, e->u.buffer, e->n, e->arg);
	o->own &= e->op != TIR_MASKED_LOAD && e->op != TIR_CALL && !(e->flags & TIR_HAS_ADDRESS);
	return o->own;
}

/* The same of all that a statement accesses. */
static bool see_stmt(void *ctx, struct tir_stmt *s)
{
	struct owners *o = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	if (s->kind == TIR_STORE)
		see(o, tir_buffer_of(s), s->nindex, e);
	for (uint32_t i = 0; o->own && i < n; i++)
		tir_walk_expr(e[i], o->j->r->arena, see_load, o);
	return o->own;
}

/* Has the index a dimension in which both variables, and nothing else that changes, are named? */
static bool says_which(const struct joiner *j, const struct tir_stmt *store)
{
	for (uint32_t i = 0; i < store->nindex; i++) {
		struct affine_sum s;
		affine_clear(&s);
		if (!affine_read(&s, tir_as_store(store)->index[i].e, 1, NULL, NULL) || s.n != 2)
			continue;
		const struct tir_expr *x = s.term[0].x[0], *y = s.term[1].x[0], *o = j->outer->expr,
		                      *in = j->inner->expr;
		if (s.term[0].n == 1 && s.term[1].n == 1 &&
		        ((x == o && y == in) || (x == in && y == o)))
			return true;
	}
	return false;
}

/* Does each iteration of the joined loop have elements of its own? */
static bool is_owner(const struct joiner *j, const struct tir_seq *body)
{
	struct owners o = {.j = j, .own = true};
	if (!tir_walk_stmts(body, note_store, &o))
		return false;
	tir_walk_stmts(body, see_stmt, &o);
	for (uint32_t i = 0; o.own && i < o.stores.n; i++)
		o.own = says_which(j, o.stores.at[i]);
	return o.own;
}

/* ---- A pair ------------------------------------------------------------------------------*/
/* The nest with loops a and b joined; NULL: they are named otherwise, or their order counts. */
static struct tir_stmt *joined(struct respell *r, const struct tile_nest *n, uint32_t a, uint32_t b)
{
	const struct tir_for *o = tir_as_for(n->loop[a]), *in = tir_as_for(n->loop[b]);
	struct joiner j = {.r = r,
	        .nest = n,
	        .outer = o->var,
	        .inner = in->var,
	        .extent = in->extent.e->u.i,
	        .nodes = NODES};
	if (!tir_type_eq(o->var->type, in->var->type) ||
	        __builtin_mul_overflow(o->extent.e->u.i, j.extent, &j.all) || j.all >= INT32_MAX ||
	        tir_seq_leaves(n->body) || (b > a + 1 && !is_owner(&j, n->body)))
		return NULL;
	j.to = tir_var_new(r->m, in->var->name, o->var->type);
	j.to->at = in->var->at;
	struct tir_seq body = tir_seq_map(n->body, join_stmt, &j);
	struct tir_stmt *t = NULL;
	if (j.fails || !j.any)
		return NULL;
	for (uint32_t i = n->n; i-- > 0;) {
		if (i == b)
			continue;
		t = tir_stmt_copy(r->m->arena, n->loop[i]);
		tir_set_body(t, body);
		if (i == a) {
			tir_set_var(t, j.to);
			tir_as_for(t)->extent.e = tir_int(r->m, o->extent.e->type, j.all);
		}
		body = (struct tir_seq){0};
		tir_seq_add(&body, t);
	}
	return t;
}

/* Add the nest, with all loops joined that only tile one index. */
static void loop(struct respell *r, const struct tir_stmt *s, struct tir_seq *out)
{
	struct tile_nest n = read_nest(r, s);
	for (uint32_t b = 1; b < n.n; b++)
		for (uint32_t a = b; a-- > 0;) {
			struct tir_stmt *t = joined(r, &n, a, b);
			if (!t)
				continue;
			r->any = true;
			loop(r, t, out);
			return;
		}
	struct tir_stmt *t = tir_stmt_copy(r->m->arena, s);
	tir_seq_map_bodies(t, loops_respell_stmt, r);
	tir_seq_add(out, t);
}

struct tir_func *loops_tiles(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct respell r = loops_respell_begin(f, options, arena);
	(void)vectors;
	r.loop = loop;
	return loops_respell_func(&r, f);
}
