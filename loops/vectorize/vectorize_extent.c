/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize/vectorize_extent.c: loops of unknown extent as lanes.
 *
 * Idea.   Of n iterations the first n // L * L are whole vectors of L.  What is left, the tail, is done by one vector more, of the
 *         last L iterations: some of them a second time, which changes nothing if none reads what another one writes, nor what was
 *         there before.  That needs n >= L, which is tested (loop versioning); the loop as it is does fewer.
 *         Else what is left goes one by one, in an epilogue.
 * Needs   an extent that the nest does not change, of the loop's own type.
 * Costs   little. */
#include "loops/nest/counted.h"
#include "loops/nest/growth.h"
#include "loops/vectorize/vectorize.h"

enum {
	ASSUMED =
	        944, /* iterations of a loop of unknown extent: some half of a vector is left over, whatever its lanes */
};

/* ---- How often loops run -----------------------------------------------------------------*/
/* Of a triangle's rows half of the longest one; of a tile, which is cut off at the end alone (T.min), all. */
static int64_t assumed(const struct facts *f, const struct tir_stmt *loop)
{
	int64_t most = trip_most(f, loop);
	if (tir_as_for(loop)->extent.e->op != TIR_MIN && most < ASSUMED)
		most -= most / 2;
	return most < ASSUMED ? most : ASSUMED;
}

/* Do rows grow or shrink with a loop around?  A tile, which is cut off at the end alone (T.min), has all but once. */
static bool is_of_triangle(const struct facts *f, const struct tir_stmt *loop, uint32_t number)
{
	const struct tir_expr *extent = tir_as_for(loop)->extent.e;
	uint32_t around = facts_loop_around(f, number);
	return extent->op != TIR_MIN && around != FACTS_NO_LOOP &&
	       !facts_is_invariant(f, extent, around);
}

int64_t vectorize_most(const struct vectorize_nest *n)
{
	int64_t most = INT64_MAX;
	for (uint32_t i = 0; i < n->accesses.all.n; i++) {
		const struct access *a = &n->accesses.all.at[i];
		for (uint32_t k = 0; k < access_rank(a) && k < a->buffer->ndim; k++) {
			int64_t x = loops_most_of_index(n->loop, access_index(a, k),
			        a->buffer->shape[k], !a->load);
			most = x < most ? x : most;
		}
	}
	return most;
}

int64_t vectorize_extent(const struct vectorize_nest *n)
{
	if (!n->open)
		return tir_as_for(n->loop)->extent.e->u.i;
	int64_t extent = assumed(n->facts, n->loop), most = n->most;
	if (is_of_triangle(n->facts, n->loop, n->number))
		most -= most / 2;
	return extent < most ? extent : most;
}

uint64_t vectorize_times(const struct facts *f, const struct tir_stmt *loop)
{
	const struct tir_for *l = tir_as_for(loop);
	int64_t n = l->extent.e->op == TIR_INT_IMM ? l->extent.e->u.i : assumed(f, loop);
	n = n < LOOPS_LONGEST ? n : LOOPS_LONGEST;
	return n <= 0 ? 0 : (uint64_t)((n - 1) / tir_loop_step(loop) + 1);
}

static bool is_steady(const struct tir_expr *e)
{
	return !(e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_MAY_TRAP | TIR_HAS_LET));
}

bool vectorize_may_be_open(const struct vectorize_nest *n)
{
	const struct tir_for *l = tir_as_for(n->loop);
	struct tir_type t = l->var->type;
	return n->ndims == 1 && t.code == TIR_TYPE_INT && t.bits >= 32 &&
	       tir_type_eq(t, l->min.e->type) && tir_type_eq(t, l->extent.e->type) &&
	       is_steady(l->min.e) && is_steady(l->extent.e);
}

/* ---- Plans -------------------------------------------------------------------------------*/
static void add_piece(struct vectorize_plan *p, enum vectorize_span span, uint32_t lanes,
        int64_t begin, int64_t count, uint32_t step)
{
	p->piece[p->npieces++] = (struct vectorize_piece){.span = span,
	        .lanes = lanes,
	        .begin = begin,
	        .count = count,
	        .step = step,
	        .ngroups = 1,
	        .group = {{0, step}}};
}

void vectorize_plan_open(const struct vectorize_nest *n, struct vectorize_plan *p, uint32_t lanes)
{
	int64_t extent = vectorize_extent(n), whole = extent / lanes * lanes;
	p->npieces = 0;
	if (!whole)
		return;
	add_piece(p, VECTORIZE_WHOLE, lanes, 0, whole, lanes);
	if (!n->may_repeat) {
		add_piece(p, VECTORIZE_REST, lanes, whole, extent - whole, 1);
		return;
	}
	add_piece(p, VECTORIZE_LAST, lanes, extent - lanes, lanes, lanes);
	lanes /= 2; /* for fewer iterations: as few as are assumed never to be there */
	if (lanes < 2 || !target_vector_fits(n->narrowest, n->widest, lanes, false))
		return;
	add_piece(p, VECTORIZE_WHOLE, lanes, 0, 0, lanes);
	add_piece(p, VECTORIZE_LAST, lanes, 0, 0, lanes);
}

/* ---- Bounds ------------------------------------------------------------------------------*/
static const struct tir_expr *plus(struct tir_module *m, const struct tir_expr *a,
        const struct tir_expr *b)
{
	bool zero = a->op == TIR_INT_IMM && a->u.i == 0;
	return zero ? b : tir_binary(m, TIR_ADD, a, b);
}

/* Of what is left over of rows that all have one extent it is said how many it can be: LLVM makes shorter vectors of it. */
void vectorize_bounds(const struct vectorize_nest *n, const struct vectorize_piece *p,
        const struct tir_expr **min, const struct tir_expr **extent)
{
	struct tir_module *m = n->f->module;
	const struct tir_for *l = tir_as_for(n->loop);
	const struct tir_expr *all = l->extent.e;
	struct tir_type t = all->type;
	const struct tir_expr *lanes = tir_int(m, t, p->lanes);
	const struct tir_expr *whole = tir_binary(m, TIR_FLOORDIV, all, lanes);
	whole = tir_binary(m, TIR_MUL, whole, lanes);
	const struct tir_expr *done = tir_binary(m, TIR_MAX, whole, tir_int(m, t, 0));
	*min = l->min.e;
	*extent = whole;
	if (p->span == VECTORIZE_LAST) {
		*min = plus(m, *min, tir_binary(m, TIR_SUB, all, lanes));
		*extent = lanes;
	} else if (p->span == VECTORIZE_REST) {
		*min = plus(m, *min, done);
		*extent = tir_binary(m, TIR_SUB, all, done);
		if (facts_is_invariant(n->facts, all, facts_loop_outermost(n->facts, n->number)))
			*extent = tir_binary(m, TIR_MIN, *extent, tir_int(m, t, p->lanes - 1));
	}
}

/* ---- Tests -------------------------------------------------------------------------------*/
static struct tir_stmt *test(const struct vectorize_nest *n, const struct tir_expr *condition,
        struct tir_seq yes, struct tir_seq no)
{
	struct tir_stmt *s = tir_stmt_new(n->f->module, TIR_IF, n->loop->at);
	tir_as_if(s)->value = (struct tir_operand){condition, tir_as_for(n->loop)->extent.at};
	tir_set_body(s, yes);
	tir_set_orelse(s, no);
	return s;
}

/* The first two pieces, if there are as many iterations as a vector has lanes; else `few`. */
static struct tir_seq join_two(const struct vectorize_nest *n, const struct vectorize_piece *p,
        struct tir_stmt *const *piece, struct tir_seq few)
{
	struct tir_module *m = n->f->module;
	struct tir_seq all = {0}, last = {0}, none = {0}, out = {0};
	const struct tir_expr *extent = tir_as_for(n->loop)->extent.e;
	const struct tir_expr *lanes = tir_int(m, extent->type, p->lanes);
	const struct tir_expr *left = tir_binary(m, TIR_FLOORMOD, extent, lanes);
	left = tir_binary(m, TIR_NE, left, tir_int(m, extent->type, 0));
	tir_seq_add(&all, piece[0]);
	tir_seq_add(&last, piece[1]);
	tir_seq_add(&all, test(n, left, last, none));
	tir_seq_add(&out, test(n, tir_binary(m, TIR_GE, extent, lanes), all, few));
	return out;
}

/* The whole vectors and what they leave, if there is one of them; else `few`: that is tested where it may well be so. */
static struct tir_seq join_rest(const struct vectorize_nest *n, const struct vectorize_piece *p,
        struct tir_stmt *const *piece, struct tir_seq few)
{
	struct tir_module *m = n->f->module;
	struct tir_seq all = {0}, out = {0};
	const struct tir_expr *extent = tir_as_for(n->loop)->extent.e;
	const struct tir_expr *lanes = tir_int(m, extent->type, p->lanes);
	tir_seq_add(&all, piece[0]);
	tir_seq_add(&all, piece[1]);
	/* rows of a triangle have as many more often than not */
	if (trip_most(n->facts, n->loop) < ASSUMED && vectorize_extent(n) >= 2 * (int64_t)p->lanes)
		return all;
	tir_seq_add(&out, test(n, tir_binary(m, TIR_GE, extent, lanes), all, few));
	return out;
}

struct tir_seq vectorize_join(const struct vectorize_nest *n, const struct vectorize_plan *plan,
        struct tir_stmt *const *piece, struct tir_stmt *few)
{
	struct tir_seq out = {0};
	tir_seq_add(&out, few);
	if (plan->piece[1].span == VECTORIZE_REST)
		return join_rest(n, plan->piece, piece, out);
	for (uint32_t i = plan->npieces; i > 0; i -= 2)
		out = join_two(n, &plan->piece[i - 2], &piece[i - 2], out);
	return out;
}
