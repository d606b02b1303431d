/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/rests.c: loops over blocks of a layout, of which the last one is not whole, as two loops.
 *
 * Idea.   Where `for h in range(14)` stores to O[h // 8, .., h % 8], iterations 0 to 7 fill a block, and 8 to 13 a part of one. In a loop over
 *         the one or the other, quotients and remainders are known, or digits of the loop's variable (digits.c).
 * Needs   serial loops from 0 to constants, around loops, stores and allocations alone.
 * Keeps   the order of iterations of the loop that is split.
 * Costs   each nest a copy for each loop that is split, at most PIECES. */
#include "loops/nest/piece.h"
#include "loops/order/digits.h"

enum { PIECES = 8, DEEPEST = 32 };

/* What divides a loop's variable in indices of stores. */
struct divided {
	int64_t by; /* the largest number; 0: none; -1: numbers that do not divide each other */
	bool quotient, remainder;
};
struct rests {
	struct tir_func *f;
	struct arena *arena;
	VEC(struct divided) var; /* by variable */
	uint32_t pieces;         /* of the nest */
	bool any;
};

static struct divided *divided_of(struct rests *r, const struct tir_var *v)
{
	while (r->var.n <= v->id)
		VEC_PUSH(r->arena, &r->var, (struct divided){0});
	return &r->var.at[v->id];
}

/* Note the divisor, if e is a variable's quotient or remainder. */
static bool note_divisor(void *ctx, const struct tir_expr *e)
{
	struct rests *r = ctx;
	bool quotient = e->op == TIR_FLOORDIV || e->op == TIR_DIV,
	     remainder = e->op == TIR_FLOORMOD || e->op == TIR_MOD;
	if ((!quotient && !remainder) || e->arg[0]->op != TIR_VAR || e->arg[1]->op != TIR_INT_IMM)
		return true;
	struct divided *x = divided_of(r, e->arg[0]->u.var);
	int64_t by = e->arg[1]->u.i, larger = by > x->by ? by : x->by,
	        smaller = by > x->by ? x->by : by;
	x->by = x->by < 0 || by <= 0 || (smaller && larger % smaller) ? -1 : larger;
	x->quotient |= quotient;
	x->remainder |= remainder;
	return true;
}

/* Note what the indices of stores in it divide; false: it holds something other than loops, stores and allocations. */
static bool note_stores(struct rests *r, const struct tir_seq *s, uint32_t deep)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		for (uint32_t i = 0; t->kind == TIR_STORE && i < t->nindex; i++)
			tir_walk_expr(tir_as_store(t)->index[i].e, r->arena, note_divisor, r);
		bool ok = t->kind == TIR_STORE || (t->kind == TIR_ALLOC && !tir_attr_of(t)) ||
		          (t->kind == TIR_FOR && digits_is_plain(t) && deep < DEEPEST &&
		                  note_stores(r, tir_body(t), deep + 1));
		if (!ok)
			return false;
	}
	return true;
}

/* The first iteration of the part of a block; 0: there is none. */
static int64_t rest_of(struct rests *r, const struct tir_stmt *s)
{
	struct divided x = *divided_of(r, tir_as_for(s)->var);
	int64_t by = x.by, n = tir_as_for(s)->extent.e->u.i;
	return x.quotient && x.remainder && by > 1 && n > by && n % by ? n / by * by : 0;
}

static void split(void *ctx, const struct tir_stmt *s, struct tir_seq *out);

/* Add the loop's iterations from `begin` on, so many. */
static void add_piece(struct rests *r, const struct tir_stmt *s, int64_t begin, int64_t n,
        struct tir_seq *out)
{
	struct tir_seq body = tir_seq_map(tir_body(s), split, r);
	struct tir_subst copy = {.m = r->f->module, .arena = r->arena};
	tir_seq_add(out, loops_piece(&copy, s, &body, begin, n));
}

/* Add the statement, or both pieces of a loop. */
static void split(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct rests *r = ctx;
	int64_t first = s->kind == TIR_FOR ? rest_of(r, s) : 0;
	if (!first || r->pieces * 2 > PIECES) {
		struct tir_stmt *t = tir_stmt_copy(r->f->module->arena, s);
		tir_seq_map_bodies(t, split, r);
		tir_seq_add(out, t);
		return;
	}
	r->pieces *= 2;
	r->any = true;
	add_piece(r, s, 0, first, out);
	add_piece(r, s, first, tir_as_for(s)->extent.e->u.i - first, out);
	r->pieces /= 2;
}

/* Add a copy of a statement of the function, with the loops of a nest split. */
static void split_nest(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct rests *r = ctx;
	struct tir_seq one = {0};
	struct tir_stmt *t = tir_stmt_copy(r->f->module->arena, s);
	tir_seq_add(&one, t);
	r->var.n = 0;
	r->pieces = 1;
	if (s->kind == TIR_FOR && note_stores(r, &one, 0))
		split(r, s, out);
	else
		tir_seq_append(out, one);
}

struct tir_func *loops_rests(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct rests r = {.f = f, .arena = arena};
	(void)options;
	(void)vectors;
	struct tir_seq body = tir_seq_map(&f->body, split_nest, &r);
	return r.any ? tir_func_with_body(f, body) : f;
}
