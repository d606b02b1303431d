/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/samples.c: arguments with which a function is perhaps called, where extents of its loops are parameters.
 *
 * Idea      A parameter up to which a loop runs is at most what the buffers are long along which the loop goes: that is the first
 *           sample, parts of it are the others.  Where no buffer says so there are numbers that are neither small nor round.  Where there is no
 *           such parameter one sample is all calls that there are.
 * Needs     nothing: they are guesses.  Buffers begin at multiples of many bytes, far from each other.
 * Costs     a walk over each version of the function. */
#include "driver/internal.h"

enum { FAR = 24, MOST = 1 << 15 };
/* Where nothing bounds a parameter; hundredths of what bounds it. */
static const int32_t lengths[DRIVER_SAMPLES] = {100, 64, 37, 200},
                     of_two[DRIVER_SAMPLES] = {66, 48, 33, 17},
                     of_many[DRIVER_SAMPLES] = {34, 24, 17, 9}, /* of that many parameters each */
        parts[DRIVER_SAMPLES] = {100, 75, 55, 28};

struct search {
	struct arena *arena;
	const struct tir_func *f;
	const struct tir_var *loop[TIR_MAX_RANK], *extent[TIR_MAX_RANK]; /* of the loops around */
	uint32_t nloops;
	int64_t *bound; /* by parameter; 0: none */
};

static const struct tir_var *parameter(const struct tir_func *f, uint32_t i)
{
	return i < f->params.n ? f->params.at[i].var : f->syms.at[i - f->params.n].var;
}

static bool is_buffer(const struct tir_func *f, uint32_t i)
{
	return i < f->params.n && f->params.at[i].buffer;
}

/* The buffer is as long as n along a dimension through which the loop of the variable goes, and it begins at `from`. */
static void bound_by(struct search *s, const struct tir_var *loop, int64_t from, int64_t n)
{
	for (uint32_t k = 0; k < s->nloops; k++)
		for (uint32_t i = 0; s->loop[k] == loop && i < s->f->params.n + s->f->syms.n; i++)
			if (parameter(s->f, i) == s->extent[k] && n > from &&
			        (!s->bound[i] || n - from < s->bound[i]))
				s->bound[i] = n - from;
}

/* The variable to which e adds a number, *k; NULL: it is nothing like that. */
static const struct tir_var *moved(const struct tir_expr *e, int64_t *k)
{
	*k = 0;
	if ((e->op == TIR_ADD || e->op == TIR_SUB) && e->arg[1]->op == TIR_INT_IMM) {
		*k = e->op == TIR_ADD ? e->arg[1]->u.i : -e->arg[1]->u.i;
		e = e->arg[0];
	}
	return e->op == TIR_VAR ? e->u.var : NULL;
}

/* Does the index go through dimension k of the buffer with one loop, from a number on? */
static void look_at(struct search *s, const struct tir_buffer *b, uint32_t k,
        const struct tir_expr *e)
{
	int64_t from;
	const struct tir_var *loop = moved(e, &from);
	if (loop && k < b->ndim && b->shape[k]->op == TIR_INT_IMM)
		bound_by(s, loop, from, b->shape[k]->u.i);
}

static bool look_at_expr(void *ctx, const struct tir_expr *e)
{
	for (uint32_t i = 0; e->op == TIR_LOAD && i < e->n; i++)
		look_at(ctx, e->u.buffer, i, e->arg[i]);
	return true;
}

static void look_through(struct search *s, const struct tir_seq *body);

/* The parameter up to which the loop runs, from 0; NULL: none. */
static const struct tir_var *extent_of(const struct tir_stmt *loop)
{
	const struct tir_for *l = tir_as_for(loop);
	const struct tir_expr *e = l->extent.e, *from = l->min.e;
	if (e->op == TIR_MAX && e->arg[1]->op == TIR_INT_IMM)
		e = e->arg[0];
	bool is = from->op == TIR_INT_IMM && from->u.i == 0 && e->op == TIR_VAR;
	return is ? e->u.var : NULL;
}

static void look_at_stmt(struct search *s, const struct tir_stmt *t)
{
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(t, e, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(e[i], s->arena, look_at_expr, s);
	for (uint32_t i = 0; t->kind == TIR_STORE && i < t->nindex; i++)
		look_at(s, tir_as_store(t)->buffer, i, tir_as_store(t)->index[i].e);
	bool enters = t->kind == TIR_FOR && s->nloops < TIR_MAX_RANK;
	if (enters) {
		s->loop[s->nloops] = tir_as_for(t)->var;
		s->extent[s->nloops++] = extent_of(t);
	}
	look_through(s, tir_body(t));
	s->nloops -= enters;
	look_through(s, tir_orelse(t));
}

static void look_through(struct search *s, const struct tir_seq *body)
{
	for (const struct tir_stmt *t = body->first; t; t = t->next)
		look_at_stmt(s, t);
}

/* What a parameter is in a sample. */
static int64_t number(const struct tir_func *f, int64_t bound, uint32_t sample)
{
	uint32_t n = f->syms.n;
	for (uint32_t i = 0; i < f->params.n; i++)
		n += !is_buffer(f, i);
	return bound ? (bound * parts[sample] + 99) / 100
	             : (n > 2 ? of_many
	                       : n > 1 ? of_two
	                               : lengths)[sample];
}

/* The numbers of a sample in the registers that hold arguments; false: they do not hold them all. */
static bool fill(const struct tir_func *f, const int64_t *bound, uint32_t sample,
        int32_t out[BACKEND_ARGUMENTS])
{
	uint32_t at = 0;
	for (uint32_t i = 0; i < f->params.n + f->syms.n; i++) {
		bool wide = !is_buffer(f, i) && parameter(f, i)->type.bits > 32;
		at += wide && at % 2;
		if (at + wide >= BACKEND_ARGUMENTS)
			return false;
		out[at++] = is_buffer(f, i) ? (int32_t)(i + 1) << FAR
		                            : (int32_t)number(f, bound[i], sample);
		if (wide)
			out[at++] = 0;
	}
	return true;
}

/* The first sample in words. */
static const char *words_of(const struct tir_func *f, const int64_t *bound, struct arena *arena)
{
	const char *words = NULL;
	for (uint32_t i = 0; i < f->params.n + f->syms.n; i++)
		if (!is_buffer(f, i))
			words = arena_printf(arena, "%s%s%s = %lld", words ? words : "",
			        words ? ", " : "", parameter(f, i)->name,
			        (long long)number(f, bound[i], 0));
	return words;
}

bool driver_make_samples(const struct tir_func *f, struct arena *arena, struct driver_samples *out)
{
	struct arena own = arena_scratch(arena);
	struct search s = {
	        .arena = &own, .bound = ARENA_NEWN(&own, int64_t, f->params.n + f->syms.n + 1)};
	bool ok = true, any = false;
	for (s.f = f; s.f; s.f = s.f->other)
		look_through(&s, &s.f->body);
	for (uint32_t i = 0; i < f->params.n + f->syms.n; i++) {
		bool whole = is_buffer(f, i) || tir_is_int(parameter(f, i)->type);
		ok &= whole;
		any |= !is_buffer(f, i);
		s.bound[i] = s.bound[i] < MOST ? s.bound[i] : MOST;
	}
	out->n = any ? DRIVER_SAMPLES : 1;
	for (uint32_t k = 0; k < out->n && ok; k++)
		ok = fill(f, s.bound, k, out->registers[k]);
	out->words = ok ? words_of(f, s.bound, arena) : NULL;
	arena_free(&own);
	return ok;
}
