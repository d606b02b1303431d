/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/lanes/vectorize.c: is g what f is, with iterations of some loops as lanes of vectors?
 *
 * Idea.    Walk both in step.  Where f has a loop and g one that counts a variable f does not have, pieces of the loop
 *          follow: each does `step` iterations at once, from where the one before ended.  Their numbers add up to the
 *          loop's: each iteration is done once, in one piece, and those of a piece before those of the next.  The last piece
 *          may do the last iterations once more where vectorize_repeat.c finds that they store the same, and so may the last
 *          vector of a piece.
 *          In a piece loops, conditions and uniform bindings of f stand once; a store or a binding that varies stands
 *          there as one or several vectors, whose lanes together are the iterations that are done at once.  vectorize_expr.c
 *          compares these lane by lane; nest.c asks whether the new order keeps all dependences.
 * Needs    verified functions without blocks.
 * Costs    each node of both once, those of changed nests once a vector.
 * Wrong if a statement of g is passed over, or a lane is another iteration's. */
#include "proof/lanes/vectorize.h"

enum { MAX_NODES = 8192, MAX_PIECES = 8 };

static bool fail(struct lane_walk *w, const char *why)
{
	w->both.why = why;
	return false;
}

/* Take up the statement's accesses, which lie there in the two texts; of which iterations: w->lanes. */
static void read_stmt(struct lane_walk *w, const struct tir_stmt *x, int64_t before, int64_t after,
        bool vector)
{
	struct proof_nest *n = w->nest;
	n->from = vector ? w->at : 0;
	n->to = vector ? w->at + w->lanes : 0;
	proof_nest_push(n, 2 * before, 2 * after, 0);
	proof_nest_read(n, x);
	n->ntimes--;
	n->from = n->to = 0;
}

/* ---- Vectors -----------------------------------------------------------------------------*/
/* The operand that is compared next is asked for in all lanes. */
static void need_all(struct lane_walk *w)
{
	w->budget = MAX_NODES;
	w->some = false;
	w->needs = memset(ARENA_NEWN(w->scratch, uint8_t, w->lanes), 1, w->lanes);
}

/* Does each lane store the value that its iteration stores, to the same element?  False with the reason. */
static bool same_store(struct lane_walk *w, const struct tir_stmt *s, const struct tir_stmt *t)
{
	const struct tir_store *x = tir_as_store(s), *y = tir_as_store(t);
	const struct tir_expr *a[TIR_MAX_RANK], *b[TIR_MAX_RANK];
	if (x->mask.e || y->mask.e || s->nindex != t->nindex || !s->nindex ||
	        s->nindex > TIR_MAX_RANK)
		return fail(w, "a store has other indices");
	for (uint32_t i = 0; i < s->nindex; i++) {
		a[i] = x->index[i].e;
		b[i] = y->index[i].e;
	}
	need_all(w);
	w->store = s; /* which has no mask */
	bool same = proof_lanes_same(w, x->value.e, y->value.e);
	w->store = NULL;
	if (!same)
		return fail(w, "a lane stores another value");
	return proof_lanes_element(w, x->buffer, s->nindex, a, y->buffer, b) ||
	       fail(w, "a lane stores to another element");
}

/* Is each lane bound to the value that its iteration binds?  The variable is mapped to the vector then.  False with the
 * reason. */
static bool same_bind(struct lane_walk *w, const struct tir_stmt *s, const struct tir_stmt *u)
{
	const struct tir_bind *x = tir_as_bind(s), *y = tir_as_bind(u);
	struct tir_type t = tir_lanes(x->var->type, w->lanes);
	need_all(w);
	if (!tir_type_eq(t, y->var->type) || !proof_lanes_same(w, x->value.e, y->value.e))
		return fail(w, "a lane is bound to another value");
	VEC_PUSH(w->scratch, &w->vars, ((struct lane_var){x->var, y->var, w->at, false}));
	return true;
}

/* Return the lane at which the next vector begins.  It follows the vector before.  The last one may begin earlier, where the loop is a
 * single store: then it repeats some iterations. */
static uint32_t begin_lanes(struct lane_walk *w, uint32_t lanes, uint32_t step)
{
	const struct tir_stmt *x = tir_body(w->loop)->first;
	bool alone = w->ndims == 1 && x->kind == TIR_STORE && !x->next;
	bool ends = alone && lanes < step && w->at + lanes > step;
	return ends && proof_lanes_may_repeat(w) ? step - lanes : w->at;
}

/* Statements of g from *y on whose lanes are all iterations of the piece.  Those of a tile are taken up together. */
static bool same_vectors(struct lane_walk *w, const struct tir_stmt *x, int64_t before,
        int64_t *after, const struct tir_stmt **y)
{
	uint32_t step = (uint32_t)tir_loop_step(w->piece) * w->inner;
	int64_t first = *after;
	for (w->at = 0; w->at < step; w->at += w->lanes, *y = (*y)->next, ++*after) {
		const struct tir_stmt *t = *y;
		if (!t || t->kind != x->kind)
			return fail(w, "a statement has too few lanes");
		w->lanes = tir_value_of(t)->type.lanes;
		w->at = begin_lanes(w, w->lanes, step);
		if (w->at + w->lanes > step)
			return fail(w, "a statement has too many lanes");
		if (x->kind == TIR_STORE ? !same_store(w, x, t) : !same_bind(w, x, t))
			return false;
		w->grouped |= w->ndims > 1 && w->lanes != step;
		if (w->ndims == 1)
			read_stmt(w, x, before, *after, true);
	}
	if (w->ndims > 1) {
		w->at = 0;
		w->lanes = step;
		read_stmt(w, x, before, first, true);
	}
	return true;
}

/* ---- Statements that are there once ------------------------------------------------------*/
static bool same_operands(struct lane_walk *w, const struct tir_stmt *x, const struct tir_stmt *y)
{
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(x, a, TIR_MAX_OPERANDS);
	w->at = 0;
	w->lanes = 2; /* of which none may differ */
	if (tir_stmt_exprs(y, b, TIR_MAX_OPERANDS) != n)
		return fail(w, "a statement has other operands");
	for (uint32_t i = 0; i < n; i++) {
		w->budget = MAX_NODES;
		if (!proof_lanes_uniform(w, a[i], b[i]))
			return fail(w, "an operand is another one");
	}
	return true;
}

static bool same_seq(struct lane_walk *w, const struct tir_seq *s, const struct tir_seq *t);

/* Do the bodies of a loop or condition that all lanes share do the same?  before, after: where they stand in both
 * functions.  False with the reason. */
static bool same_bodies(struct lane_walk *w, const struct tir_stmt *x, const struct tir_stmt *y,
        int64_t before, int64_t after)
{
	struct proof_nest *n = w->nest;
	struct proof_around in = {
	        .loop = x->kind == TIR_FOR ? x : NULL, .condition = tir_value_of(x), .holds = true};
	uint32_t ntimes = n->ntimes;
	proof_nest_push(n, 2 * before + 1, 2 * after + 1, 0);
	proof_nest_enter(n, in);
	bool ok = same_seq(w, tir_body(x), tir_body(y));
	proof_nest_leave(n);
	if (!in.loop) {
		in.holds = false;
		proof_nest_enter(n, in);
		ok = ok && same_seq(w, tir_orelse(x), tir_orelse(y));
		proof_nest_leave(n);
	}
	n->ntimes = ntimes;
	return ok;
}

/* Is y the statement that all lanes of x do together, once?  False with the reason. */
static bool same_once(struct lane_walk *w, const struct tir_stmt *x, const struct tir_stmt *y,
        int64_t before, int64_t after)
{
	if (!y || !proof_is_plain(x) || !proof_same_head(x, y) ||
	        (x->kind == TIR_FOR && tir_loop_step(x) != tir_loop_step(y)))
		return fail(w, "a statement is another one");
	if (!same_operands(w, x, y))
		return false;
	read_stmt(w, x, before, after, false);
	const struct tir_var *from = tir_var_of(x), *to = tir_var_of(y);
	if (from) {
		if (!tir_type_eq(from->type, to->type))
			return fail(w, "a variable is of another type");
		VEC_PUSH(w->scratch, &w->vars, ((struct lane_var){from, to, 0, true}));
	}
	return x->kind == TIR_BIND || same_bodies(w, x, y, before, after);
}

/* ---- Bodies ------------------------------------------------------------------------------*/
/* x begins memory of an iteration's own, or y that of all. */
static bool same_alloc(struct lane_walk *w, const struct tir_stmt *x)
{
	if (!proof_lanes_is_plain(tir_as_alloc(x)->buffer, -1))
		return fail(w, "an allocation is of an unknown size");
	proof_lanes_add_own(w, tir_as_alloc(x)->buffer, w->nest->nloops);
	return true;
}

static void take_spare(struct lane_walk *w, const struct tir_stmt **y)
{
	for (; *y && (*y)->kind == TIR_ALLOC; *y = (*y)->next)
		VEC_PUSH(w->scratch, &w->spare,
		        ((struct lane_spare){tir_as_alloc(*y)->buffer, w->nest->nloops}));
}

static bool is_per_lane(const struct lane_walk *w, const struct tir_stmt *x,
        const struct tir_stmt *y)
{
	bool wide = y && y->kind == TIR_BIND && tir_as_bind(y)->var->type.lanes > 1;
	return x->kind == TIR_STORE ||
	       (x->kind == TIR_BIND && (wide || tir_loop_step(w->piece) * w->inner == 1));
}

/* Is t, from its first statement to its last, what s is in the iterations of the piece? */
static bool same_seq(struct lane_walk *w, const struct tir_seq *s, const struct tir_seq *t)
{
	const struct tir_stmt *y = t->first;
	int64_t before = 0, after = 0;
	for (const struct tir_stmt *x = s->first; x; x = x->next, before++) {
		take_spare(w, &y);
		if (x->kind == TIR_ALLOC) {
			if (!same_alloc(w, x))
				return false;
		} else if (is_per_lane(w, x, y)) {
			if (!same_vectors(w, x, before, &after, &y))
				return false;
		} else if (!same_once(w, x, y, before, after++)) {
			return false;
		} else {
			y = y->next;
		}
	}
	take_spare(w, &y);
	return !y || fail(w, "there is more than the loop's statements");
}

/* ---- Pieces ------------------------------------------------------------------------------*/
static void doubt(struct lane_walk *w, enum proof_verdict v, const char *witness)
{
	struct proof_doubt d = {w->loop, v, witness};
	bool known = w->doubts->all.n && w->doubts->all.at[w->doubts->all.n - 1].loop == w->loop;
	proof_counted(w->p, v);
	if (v != PROOF_PROVED && !known)
		VEC_PUSH(w->arena, &w->doubts->all, d);
}

/* Does the piece begin behind `done` iterations of the loop, and do whole steps?  */
static bool is_piece(struct lane_walk *w, const struct tir_stmt *t, int64_t done)
{
	const struct tir_for *f = tir_as_for(w->loop), *g = tir_as_for(t);
	int64_t step = tir_loop_step(t), n = g->extent.e->u.i;
	w->piece = NULL; /* its bounds are outside of it */
	w->ndims = 0;
	w->digit = NULL;
	if (step <= 0 || step > TIR_MAX_LANES || !proof_is_plain(t) ||
	        !proof_same_head(w->loop, t) || !tir_type_eq(f->var->type, g->var->type))
		return false;
	if (f->extent.e->op != TIR_INT_IMM)
		return proof_lanes_is_part(w->loop, t, w->part, w->most);
	return g->extent.e->op == TIR_INT_IMM && n > 0 && n % step == 0 &&
	       n <= f->extent.e->u.i - done && proof_lanes_is_sum(w, f->min.e, done, g->min.e);
}

/* Tell the nest which lane a copy of the loop, and an iteration of each of the tile's loops in it, is. */
static void set_lanes(struct lane_walk *w)
{
	w->nest->lane_by[0] = w->by[0];
	for (uint32_t i = 1; i < w->ndims; i++) {
		w->nest->lane_by[i] = w->by[i];
		w->nest->lane_begin += w->by[i] * tir_as_for(w->dim[i])->min.e->u.i;
	}
}

/* Is the piece, with so many iterations before it, what the loop does in its own, in this order of a statement's lanes? */
static bool same_in_order(struct lane_walk *w, const struct tir_stmt *t, int64_t done, bool by_lane)
{
	const char *witness;
	struct arena scratch = arena_scratch(w->arena);
	struct proof_nest *n = ARENA_NEW(&scratch, struct proof_nest);
	*n = (struct proof_nest){.arena = &scratch,
	        .f = w->f,
	        .contract = w->contract,
	        .scope = &w->both.scope,
	        .loop = w->loop,
	        .many = t,
	        .factor = (uint32_t)tir_loop_step(t),
	        .by_lane = by_lane};
	w->scratch = &scratch;
	w->nest = n;
	memset(&w->vars, 0, sizeof w->vars);
	memset(&w->memory, 0, sizeof w->memory);
	memset(&w->spare, 0, sizeof w->spare);
	memset(&w->depth, 0, sizeof w->depth);
	bool ok = is_piece(w, t, done) || fail(w, "a piece of a loop does other iterations");
	w->piece = t;
	ok = ok && (proof_lanes_find_tile(w) || fail(w, "the lanes of a tile are not known"));
	if (ok) {
		set_lanes(w);
		proof_lanes_find_own(w);
		proof_nest_begin(n);
		for (uint32_t i = 1; i < w->ndims; i++)
			proof_nest_enter_lanes(n, w->dim[i]);
		ok = same_seq(w, w->body, tir_body(t));
	}
	if (ok) {
		proof_limit(w->p, 0, 0);
		enum proof_verdict v = proof_nest_order(n, w->p, w->arena, &witness);
		doubt(w, v, witness);
	}
	arena_free(&scratch);
	return ok;
}

/* Of a statement that is there once for each group of lanes, two lanes of one group come as in one vector, and two of
 * different groups in their order: if both orders are right, so is this one. */
static bool same_piece(struct lane_walk *w, const struct tir_stmt *t, int64_t done)
{
	w->grouped = false;
	return same_in_order(w, t, done, false) && (!w->grouped || same_in_order(w, t, done, true));
}

static bool is_new(const struct lane_walk *w, const struct tir_stmt *t)
{
	return t && t->kind == TIR_FOR && tir_as_for(t)->var->id >= w->nvars;
}

/* With `done` iterations before it: which iteration the piece begins with.  That is the next one; or it is the last piece, and
 * does some of these once more. */
static int64_t begin_of(struct lane_walk *w, const struct tir_stmt *t, int64_t done)
{
	const struct tir_for *f = tir_as_for(w->loop), *g = tir_as_for(t);
	int64_t n = g->extent.e->op == TIR_INT_IMM ? g->extent.e->u.i : 0;
	int64_t begin = f->extent.e->u.i - n;
	return n > 0 && begin >= 0 && begin < done && proof_lanes_may_repeat(w) ? begin : done;
}

static bool same_part(struct lane_walk *w, const struct tir_stmt *t, enum lane_part part)
{
	w->part = part;
	return is_new(w, t) ? same_piece(w, t, 0) : fail(w, "a loop has too few pieces");
}

/* Is it a comparison of the loop's extent with a number, which may be done anywhere in front of it? */
static bool is_test_of(const struct tir_stmt *s, const struct tir_expr *e)
{
	const struct tir_expr *extent = tir_as_for(s)->extent.e;
	const unsigned mask = TIR_READS_MEM | TIR_HAS_EFFECT | TIR_MAY_TRAP | TIR_HAS_LET;
	return e->op == TIR_GE && e->arg[0] == extent && e->arg[1]->op == TIR_INT_IMM &&
	       !(e->flags & mask);
}

/* The loop s stands in both arms of a condition: each does what it does. */
static bool same_versions(struct lane_walk *w, const struct tir_stmt *s, const struct tir_stmt *t)
{
	if (!is_test_of(s, tir_as_if(t)->value.e))
		return fail(w, "a loop of unknown extent is done under another condition");
	for (int i = 0; i < 2; i++) {
		struct tir_stmt *alone = tir_stmt_copy(w->arena, s);
		struct tir_seq before = {.first = alone, .last = alone};
		if (!proof_walk_seq(&w->both, &before, i ? tir_orelse(t) : tir_body(t)))
			return false;
	}
	return true;
}

/* The loop s, whose extent is not known, became whole vectors, and for what is left one more or single iterations; or, where
 * it has fewer iterations than a vector, it is what it was. */
static bool same_open(struct lane_walk *w, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct lane_tests tests = {0};
	const struct tir_stmt *first = t->kind == TIR_IF ? tir_body(t)->first : t;
	if (!is_new(w, first) || !proof_lanes_may_be_open(s))
		return fail(w, "a loop of unknown extent is another one");
	w->most = tir_loop_step(first);
	*next = t->next;
	if (t->kind == TIR_FOR) {
		*next = t->next ? t->next->next : NULL;
		return same_part(w, t, LANES_WHOLE) && same_part(w, t->next, LANES_REST);
	}
	if (!proof_lanes_read_tests(s, t, w->most, &tests))
		return same_versions(w, s, t);
	struct tir_stmt *alone = tir_stmt_copy(w->arena, s);
	struct tir_seq before = {.first = alone, .last = alone};
	if (!proof_lanes_may_repeat(w))
		return fail(w, "iterations are done twice");
	if (!same_part(w, first, LANES_WHOLE) || !same_part(w, tests.last, LANES_LAST))
		return false;
	w->original = s == w->alone ? w->original : s;
	w->alone = alone;
	return proof_walk_seq(&w->both, &before, tir_orelse(t));
}

/* s became pieces, of which t is the first. */
static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct lane_walk *w = ctx;
	const struct tir_for *l = tir_as_for(s);
	struct tir_type type = l->var->type;
	int64_t done = 0;
	w->loop = s;
	w->part = LANES_EXACT;
	if (!proof_is_plain(s) || tir_loop_step(s) != 1 || type.code != TIR_TYPE_INT ||
	        type.bits < 32)
		return fail(w, "a loop is no longer the same");
	if (l->extent.e->op != TIR_INT_IMM)
		return same_open(w, s, t, next);
	for (int i = 0; done < l->extent.e->u.i; i++, t = t->next) {
		if (i == MAX_PIECES || !is_new(w, t))
			return fail(w, "a loop has too few pieces");
		done = begin_of(w, t, done);
		if (!same_piece(w, t, done))
			return false;
		done += tir_as_for(t)->extent.e->u.i;
	}
	*next = t;
	return true;
}

static bool is_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t)
{
	const struct tir_stmt *first = t->kind == TIR_IF ? tir_body(t)->first : t;
	return s->kind == TIR_FOR && is_new(ctx, first);
}

/* ---- The variables of f ------------------------------------------------------------------*/
static bool note_var(void *ctx, struct tir_stmt *s)
{
	struct lane_walk *w = ctx;
	const struct tir_var *v = tir_var_of(s);
	if (v && v->id >= w->nvars)
		w->nvars = v->id + 1;
	return true;
}

bool proof_vectorize(struct proof *p, const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, struct proof_doubts *doubts,
        const char **why)
{
	struct diag silent = {0};
	struct lane_walk w = {
	        .p = p, .arena = arena, .contract = contract, .f = f, .doubts = doubts};
	w.both = (struct proof_walk){
	        .arena = arena, .is_changed = is_changed, .same_changed = same_changed, .ctx = &w};
	tir_walk_stmts(&f->body, note_var, &w);
	bool ok = tir_verify_func(g, &silent) || fail(&w, "a variable is used out of its scope");
	ok = ok && proof_walk_seq(&w.both, &f->body, &g->body);
	*why = w.both.why;
	return ok;
}
