/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/stencil_make.c: the loops of a window reduction over lines of two interleaved columns.
 *
 * Idea.   A line's sums over the rows of the window, for tap t, are words of even lanes and words of odd ones. Of the results
 *         of line j, even lanes take for tap t what column t from there on makes: even words of line j + t / 2, if t is even,
 *         else the odd ones; odd lanes take column t + 1. Some lines are done at once, and share their sums. Sums wrap, so
 *         they are done in unsigned numbers.
 *         Each weight is needed for both neighbours: they are written twice, in front of the nest.
 * Needs   a nest that stencil_nest.c has read; decides nothing.
 * Costs   the nest. */
#include "loops/patterns/dot.h"
#include "loops/patterns/stencil.h"

#define UINT32 tir_type(TIR_TYPE_UINT, 32, 1)
enum { MOST_LINES = 8 + STENCIL_TAPS };

struct maker {
	const struct stencil_nest *n;
	struct loop_builder k;
	const struct tir_expr *at[STENCIL_LOOPS]; /* where each loop is */
	struct tir_buffer *twice;                 /* weights */
	struct tir_seq *out;
	const struct tir_expr *line[MOST_LINES][STENCIL_WINDOW]; /* by row */
	const struct tir_expr *weight[STENCIL_WINDOW][STENCIL_TAPS];
	const struct tir_expr *sum[MOST_LINES][STENCIL_TAPS][2]; /* odd? */
};

static const struct tir_expr *number(struct maker *x, struct tir_type t, int64_t n)
{
	return tir_broadcast(x->k.m, tir_int(x->k.m, t, n), STENCIL_LANES);
}

static const struct tir_expr *plus(struct maker *x, const struct tir_expr *a,
        const struct tir_expr *b)
{
	return !a ? b : tir_binary(x->k.m, TIR_ADD, a, b);
}

/* The index with the loops where x->at says. */
static const struct tir_expr *index_at(struct maker *x, const struct tir_expr *index)
{
	struct tir_subst s = {.m = x->k.m, .arena = x->k.scratch};
	for (uint32_t l = 0; l < x->n->n; l++)
		if (x->at[l])
			tir_subst_var(&s, tir_as_for(x->n->loop[l])->var, x->at[l]);
	return tir_subst_expr(&s, index);
}

/* Row number r of the window. */
static void enter_row(struct maker *x, uint32_t r)
{
	const struct stencil_nest *n = x->n;
	for (uint32_t l = n->n; l-- > n->nouter;)
		if (l != n->tap) {
			x->at[l] = dot_int(&x->k, r % n->extent[l]);
			r /= (uint32_t)n->extent[l];
		}
}

/* ---- Weights -----------------------------------------------------------------------------*/
/* Where the weights of an element of the window are, from the first of a block of lanes on. */
static int64_t place_of(const struct stencil_nest *n, uint32_t row, uint32_t tap)
{
	return ((int64_t)row * n->extent[n->tap] + tap) * 2 * n->extent[n->lane];
}

/* A vector with each lane of v twice, side by side: a weight for both interleaved columns. */
static const struct tir_expr *twice(struct maker *x, const struct tir_expr *v)
{
	const struct tir_expr *arg[1 + STENCIL_LINE] = {v};
	for (uint32_t i = 0; i < STENCIL_LINE; i++)
		arg[1 + i] = dot_int(&x->k, i / 2);
	return tir_make(x->k.m, TIR_SHUFFLE, tir_lanes(v->type, STENCIL_LINE), 1, 1 + STENCIL_LINE,
	        arg);
}

/* Fill a buffer with the weights of all rows and window elements, each lane twice. */
static void write_weights(struct maker *x, struct tir_seq *out)
{
	const struct stencil_nest *n = x->n;
	const struct tir_expr *load = n->weight;
	int64_t all = place_of(n, stencil_rows(n), 0);
	x->twice = dot_alloc(&x->k, out, "weights", load->type, all);
	for (uint32_t r = 0; r < stencil_rows(n); r++)
		for (uint32_t t = 0; t < n->extent[n->tap]; t++)
			for (int64_t c = 0; c < n->extent[n->lane]; c += STENCIL_LANES) {
				enter_row(x, r);
				x->at[n->tap] = dot_int(&x->k, t);
				x->at[n->lane] = dot_int(&x->k, c);
				const struct tir_expr *v = dot_row(&x->k, load->u.buffer,
				        index_at(x, load->arg[0]), STENCIL_LANES);
				dot_store(&x->k, out, x->twice,
				        dot_int(&x->k, place_of(n, r, t) + 2 * c), twice(x, v));
			}
}

/* The doubled weights of a window element, loaded once an iteration. */
static const struct tir_expr *weights(struct maker *x, uint32_t row, uint32_t tap)
{
	const struct tir_expr **w = &x->weight[row][tap];
	const struct tir_expr *at = dot_sum(&x->k, dot_scaled(&x->k, x->at[x->n->lane], 2),
	        dot_int(&x->k, place_of(x->n, row, tap)));
	if (!*w)
		*w = dot_bind(&x->k, x->out, "weight", dot_row(&x->k, x->twice, at, STENCIL_LINE));
	return *w;
}

/* ---- Lines -------------------------------------------------------------------------------*/
/* Put the pair loop, and the tap loop, to column 2 d from the first one that is done at once on. */
static void enter_line(struct maker *x, const struct tir_expr *first, int64_t d)
{
	const struct stencil_nest *n = x->n;
	int64_t p = 2 * d, last = 2 * ((int64_t)n->step - 1), t = p > last ? p - last : 0;
	if (t >= n->extent[n->tap])
		t--; /* one more column on, by one less */
	x->at[n->pair] = dot_sum(&x->k, first, dot_int(&x->k, p - t));
	x->at[n->tap] = dot_int(&x->k, t);
}

/* Even or odd lanes, as words. */
static const struct tir_expr *half(struct maker *x, const struct tir_expr *v, bool odd)
{
	return tir_cast(x->k.m, tir_lanes(UINT32, STENCIL_LANES),
	        dot_shuffle(&x->k, 1, &v, STENCIL_LANES, odd, 1));
}

/* What line d makes for a tap. */
static const struct tir_expr *sum_of(struct maker *x, int64_t d, uint32_t tap, bool odd)
{
	const struct stencil_nest *n = x->n;
	tap = n->weight ? tap : 0;
	if (x->sum[d][tap][odd])
		return x->sum[d][tap][odd];
	const struct tir_expr *sum = NULL;
	for (uint32_t r = 0; r < stencil_rows(n); r++) {
		const struct tir_expr *v = half(x, x->line[d][r], odd);
		if (n->weight)
			v = tir_binary(x->k.m, TIR_MUL, v, half(x, weights(x, r, tap), odd));
		sum = plus(x, sum, v);
	}
	return x->sum[d][tap][odd] = dot_bind(&x->k, x->out, odd ? "odd" : "even", sum);
}

/* Load the lines of all rows that the results of one iteration need. */
static void load_lines(struct maker *x, const struct tir_expr *first)
{
	const struct stencil_nest *n = x->n;
	uint32_t lines = n->step + (uint32_t)n->extent[n->tap] / 2;
	memset(x->sum, 0, sizeof x->sum);
	for (uint32_t d = 0; d < lines; d++)
		for (uint32_t r = 0; r < stencil_rows(n); r++) {
			enter_row(x, r);
			enter_line(x, first, d);
			const struct tir_expr *at = index_at(x, n->input->arg[0]);
			x->line[d][r] = dot_bind(&x->k, x->out, "line",
			        dot_row(&x->k, n->input->u.buffer, at, STENCIL_LINE));
		}
}

/* ---- Results -----------------------------------------------------------------------------*/
/* What is made of the sum, lane by lane. */
static const struct tir_expr *made(struct maker *x, const struct tir_expr *e,
        const struct tir_expr *sum)
{
	if (e->op == TIR_LOAD)
		return sum;
	if (e->op == TIR_INT_IMM)
		return number(x, TIR_INT32, e->u.i);
	return tir_binary(x->k.m, (enum tir_op)e->op, made(x, e->arg[0], sum),
	        made(x, e->arg[1], sum));
}

/* The results of even or odd lanes of line j. */
static const struct tir_expr *result(struct maker *x, int64_t j, bool odd)
{
	const struct stencil_nest *n = x->n;
	const struct tir_expr *sum = NULL;
	for (uint32_t t = 0; t < n->extent[n->tap]; t++)
		sum = plus(x, sum, sum_of(x, j + (t + odd) / 2, t, (t + odd) % 2));
	if (n->init)
		sum = plus(x, sum, number(x, UINT32, (int64_t)(uint32_t)n->init));
	sum = tir_cast(x->k.m, tir_lanes(TIR_INT32, STENCIL_LANES), sum);
	return made(x, n->made, dot_bind(&x->k, x->out, "sum", sum));
}

/* Store line j of the iteration: the results of even and odd lanes, interleaved. */
static void make_line(struct maker *x, const struct tir_expr *first, int64_t j)
{
	const struct stencil_nest *n = x->n;
	const struct tir_store *s = tir_as_store(n->store);
	const struct tir_expr *arg[2 + STENCIL_LINE];
	for (uint32_t i = 0; i < 2; i++)
		arg[i] = result(x, j, i);
	for (uint32_t i = 0; i < STENCIL_LINE; i++)
		arg[2 + i] = dot_int(&x->k, i % 2 * STENCIL_LANES + i / 2);
	const struct tir_expr *all = tir_make(x->k.m, TIR_SHUFFLE,
	        tir_lanes(TIR_INT32, STENCIL_LINE), 2, 2 + STENCIL_LINE, arg);
	x->at[n->pair] = dot_sum(&x->k, first, dot_int(&x->k, 2 * j));
	dot_store(&x->k, x->out, s->buffer, index_at(x, s->index[0].e),
	        tir_cast(x->k.m, tir_lanes(s->value.e->type, STENCIL_LINE), all));
}

/* A loop around what comes; its variable times `by`. */
static const struct tir_expr *open_loop(struct maker *x, const char *name, int64_t extent,
        int64_t by)
{
	if (extent == 1)
		return dot_int(&x->k, 0);
	struct tir_stmt *loop = dot_loop(&x->k, name, extent, 1);
	tir_seq_add(x->out, loop);
	x->out = &tir_as_for(loop)->body;
	return dot_scaled(&x->k, tir_as_for(loop)->var->expr, by);
}

/* Add the new loops: outer ones as they were, then blocks of lanes, then pairs of columns, in whose body lines are loaded
 * and results stored. */
static void make_nest(struct maker *x)
{
	const struct stencil_nest *n = x->n;
	for (uint32_t l = 0; l < n->nouter; l++)
		if (l != n->pair && l != n->lane)
			x->at[l] = open_loop(x, tir_as_for(n->loop[l])->var->name, n->extent[l], 1);
	x->at[n->lane] = open_loop(x, tir_as_for(n->loop[n->lane])->var->name,
	        n->extent[n->lane] / STENCIL_LANES, STENCIL_LANES);
	const struct tir_expr *first = open_loop(x, tir_as_for(n->loop[n->pair])->var->name,
	        n->extent[n->pair] / 2 / n->step, 2 * (int64_t)n->step);
	load_lines(x, first);
	for (uint32_t j = 0; j < n->step; j++)
		make_line(x, first, j);
}

struct tir_seq stencil_make(const struct stencil_nest *n, struct arena *scratch)
{
	struct maker *x = ARENA_NEW(scratch, struct maker);
	struct tir_seq out = {0};
	x->n = n;
	x->k = (struct loop_builder){.m = n->f->module, .scratch = scratch, .span = n->loop[0]->at};
	if (n->weight)
		write_weights(x, &out);
	memset(x->at, 0, sizeof x->at);
	x->out = &out;
	make_nest(x);
	return out;
}
