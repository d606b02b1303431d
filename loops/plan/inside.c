/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/inside.c: terms of a reduction that one instruction adds up.
 *
 * Idea.    An instruction multiplies the four bytes, or two halfwords, of a word by those of another one, and adds them up.  So of the
 *          innermost loop of a sum four iterations, or two, go into the instruction: an operand is a register in which they lie side by side,
 *          for each lane of 32 bits.  What is in that register is asked as for any other one (emit.h): each of its lanes is
 *          one iteration.  Where all words are the same, it is one word from memory.  The text is plain products and sums; lowering knows them.
 * Needs    sums of 32 bits, of numbers of 8 or 16 bits or of products of two such; lanes that are whole registers of words.
 * Costs    as a reduction (emit.c), for each word register. */
#include "loops/plan/emit.h"

enum {
	WORDS = EMIT_LINE_BITS / 32,
	CHUNKS = EMIT_LANES / WORDS,
	UNROLL = 64,
	BODY = 16,
	VARS = NEST_LOOPS
};

/* A sum that is taken so. */
struct inside {
	struct emitter *x;
	struct nest_reduce r;
	const struct tir_expr *a, *b; /* factors of a term; b NULL: a alone */
	const struct tir_expr *when;  /* the term is 0 where this is not so; NULL: it never is */
	int64_t times;                /* and a number */
	uint32_t q;                   /* terms in an instruction */
	uint32_t chunks;
	const uint8_t *live;
	/* Variables that differ from lane to lane; the numbers in all lanes, and in the narrow lanes of each chunk. */
	uint32_t nvars;
	struct lane_var *var[VARS];
	const int32_t *number[VARS];
	int32_t *narrow[VARS];
	uint8_t *narrow_live;
	int32_t *term;         /* which term of the instruction a narrow lane is */
	struct lane_var *last; /* the innermost loop's variable */
	const struct tir_expr *sum[CHUNKS];
};

static bool is_narrow(struct tir_type t)
{
	return tir_is_int(t) && t.lanes == 1 && (t.bits == 8 || t.bits == 16);
}

static bool is_zero(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM && !e->u.i;
}

/* Read the factors of a term; false: it is another one. */
static bool read_term(const struct tir_expr *e, const struct tir_expr **a,
        const struct tir_expr **b, int64_t *times, const struct tir_expr **when)
{
	*b = NULL;
	*times = 1;
	*when = NULL;
	if (e->op == TIR_IF_THEN_ELSE && is_zero(e->arg[2])) {
		*when = e->arg[0];
		e = e->arg[1];
	}
	if (e->op == TIR_MUL && e->arg[1]->op == TIR_INT_IMM) {
		*times = e->arg[1]->u.i;
		e = e->arg[0];
	} else if (e->op == TIR_MUL) {
		if (e->arg[1]->op != TIR_CAST)
			return false;
		*b = e->arg[1]->arg[0];
		e = e->arg[0];
	}
	if (e->op != TIR_CAST)
		return false;
	*a = e->arg[0];
	bool ok = is_narrow((*a)->type) && *times >= -128 && *times < 128;
	return *b ? ok && is_narrow((*b)->type) && (*b)->type.bits == (*a)->type.bits : ok;
}

uint32_t emit_terms_inside(const struct nest_reduce *r)
{
	const struct tir_expr *a, *b, *when;
	int64_t times;
	if (r->op != TIR_ADD || r->term->type.bits != 32 || !r->loops.n ||
	        !read_term(r->term, &a, &b, &times, &when))
		return 0;
	uint32_t q = 32 / a->type.bits;
	return r->loops.at[r->loops.n - 1].extent % q ? 0 : q;
}

/* ---- Lanes -------------------------------------------------------------------------------*/
/* Find the variables that differ from lane to lane, and what they are in the narrow lanes; false: they are too many. */
static bool find_vars(struct inside *s)
{
	struct emitter *x = s->x;
	uint32_t lanes = x->lanes * s->q;
	for (uint32_t v = 0; v < x->env.nvars; v++) {
		struct lane_var *var = &x->env.var[v];
		if (!var->is_bound || !var->number)
			continue;
		if (s->nvars == VARS)
			return emit_fails(x, "it has too many loops") != NULL;
		int32_t *narrow = ARENA_NEWN(x->arena, int32_t, lanes);
		for (uint32_t l = 0; l < lanes; l++)
			narrow[l] = var->number[l / s->q];
		s->var[s->nvars] = var;
		s->number[s->nvars] = var->number;
		s->narrow[s->nvars++] = narrow;
	}
	s->term = ARENA_NEWN(x->arena, int32_t, lanes);
	s->narrow_live = s->live ? ARENA_NEWN(x->arena, uint8_t, lanes) : NULL;
	for (uint32_t l = 0; l < lanes; l++) {
		s->term[l] = (int32_t)(l % s->q);
		if (s->live)
			s->narrow_live[l] = s->live[l / s->q];
	}
	return true;
}

/* Let the emitter's lanes be those of chunk c, wide or narrow ones; which are live. */
static const uint8_t *enter(struct inside *s, uint32_t c, bool narrow)
{
	struct emitter *x = s->x;
	x->lanes = narrow ? WORDS * s->q : WORDS;
	for (uint32_t i = 0; i < s->nvars; i++)
		s->var[i]->number = narrow ? s->narrow[i] + c * x->lanes
		                           : s->number[i] + c * x->lanes;
	s->last->number = narrow ? s->term : NULL;
	x->epoch = ++x->memos->epochs;
	const uint8_t *live = narrow ? s->narrow_live : s->live;
	return live ? live + c * x->lanes : NULL;
}

static void leave(struct inside *s, uint32_t epoch)
{
	for (uint32_t i = 0; i < s->nvars; i++)
		s->var[i]->number = s->number[i];
	s->x->lanes = s->chunks * WORDS;
	s->x->epoch = epoch;
}

/* ---- Terms -------------------------------------------------------------------------------*/
/* Every q-th lane from t on, as wide as the sum. */
static const struct tir_expr *every(struct inside *s, const struct tir_expr *v, uint32_t t)
{
	struct emitter *x = s->x;
	bool word = v->type.lanes == s->q;
	uint32_t n = word ? 1 : WORDS;
	const struct tir_expr *arg[1 + WORDS] = {v};
	struct tir_type wide = tir_lanes(s->r.term->type, 1);
	for (uint32_t i = 0; i < n; i++)
		arg[1 + i] = tir_int(x->m, TIR_INT32, (int64_t)i * s->q + t);
	const struct tir_expr *e = tir_make(x->m, TIR_SHUFFLE, tir_lanes(v->type, n), 1, 1 + n,
	        arg);
	e = tir_cast(x->m, tir_lanes(wide, n), e);
	return word ? tir_broadcast(x->m, e, WORDS) : e;
}

/* An operand of chunk c: a word, or a register. */
static const struct tir_expr *operand(struct inside *s, const struct tir_expr *e,
        const uint8_t *live)
{
	const struct tir_expr *v = e->op == TIR_LOAD ? emit_word(s->x, e, s->q, live) : NULL;
	return v ? v : emit_value(s->x, e, live);
}

/* Is the node no variable that goes on in loops around? */
static bool stays(void *ctx, const struct tir_expr *e)
{
	const struct lane_env *env = ctx;
	return e->op != TIR_VAR || e->u.var->id >= env->nvars || !env->var[e->u.var->id].factor;
}

/* The operand with 0 in lanes where there is no term. */
static const struct tir_expr *masked(struct inside *s, const struct tir_expr *e,
        const uint8_t *live, const uint8_t *yes)
{
	struct emitter *x = s->x;
	int64_t mask[EMIT_LANES];
	const struct tir_expr *v = emit_value(x, e, yes), *zero = tir_int(x->m, e->type, 0);
	for (uint32_t l = 0; l < x->lanes; l++)
		mask[l] = yes[l] || (live && !live[l]);
	return v ? tir_select(x->m, TIR_SELECT, emit_constants(x, TIR_BOOL, mask, x->lanes), v,
	                   tir_broadcast(x->m, zero, x->lanes))
	         : NULL;
}

/* The operands of chunk c; *none: it has no term in any lane.  False: they cannot be made. */
static bool operands(struct inside *s, const uint8_t *live, const struct tir_expr *out[2],
        bool *none)
{
	struct emitter *x = s->x;
	uint8_t *yes = NULL, *no = NULL;
	*none = false;
	out[1] = NULL;
	if (s->when) {
		yes = ARENA_NEWN(x->arena, uint8_t, 2 * x->lanes);
		no = yes + x->lanes;
		if (!emit_decide(x, s->when, live, yes, no))
			return false;
		*none = !memchr(yes, 1, x->lanes);
	}
	if (*none)
		return true;
	if (!s->when || !memchr(no, 1, x->lanes)) {
		out[0] = operand(s, s->a, live);
		out[1] = out[0] && s->b ? operand(s, s->b, live) : NULL;
	} else { /* the mask is put where it is computed once, if it can be */
		bool second = s->b && tir_walk_expr(s->b, x->arena, stays, &x->env);
		const struct tir_expr *e[2] = {second ? s->b : s->a, second ? s->a : s->b};
		out[0] = masked(s, e[0], live, yes);
		out[1] = out[0] && e[1] ? operand(s, e[1], yes) : NULL;
	}
	return out[0] && (!s->b || out[1]);
}

/* Add the terms of one instruction to the sum of chunk c. */
static bool add_group(struct inside *s, uint32_t c)
{
	struct emitter *x = s->x;
	const uint8_t *live = enter(s, c, true);
	const struct tir_expr *of[2];
	bool none, ok = operands(s, live, of, &none);
	const struct tir_expr *a = of[0], *b = of[1];
	x->lanes = WORDS;
	if (ok && none)
		return true;
	if (!ok || !emit_pays_for(x, 32))
		return false;
	bool swap = b && a->type.lanes == s->q;
	for (uint32_t t = 0; t < s->q; t++) {
		const struct tir_expr *p = every(s, swap ? b : a, t);
		if (b)
			p = tir_binary(x->m, TIR_MUL, p, every(s, swap ? a : b, t));
		else if (s->times != 1)
			p = tir_binary(x->m, TIR_MUL, p,
			        tir_broadcast(x->m,
			                tir_int(x->m, tir_lanes(s->r.term->type, 1), s->times),
			                WORDS));
		s->sum[c] = emit_combined(x, &s->r, s->sum[c], p,
		        s->live ? s->live + c * WORDS : NULL);
	}
	return true;
}

/* Add the terms of iterations of the loops from `from` on, all unrolled. */
static bool add_terms(struct inside *s, uint32_t from)
{
	bool last = from + 1 == s->r.loops.n, ok = true;
	uint32_t epoch = s->x->epoch;
	if (from == s->r.loops.n) { /* the innermost loop has a symbol */
		for (uint32_t c = 0; ok && c < s->chunks; c++)
			ok = add_group(s, c);
		leave(s, epoch);
		return ok;
	}
	const struct nest_loop *loop = &s->r.loops.at[from];
	struct lane_var *v = last ? s->last : &s->x->env.var[loop->var->id];
	for (int64_t i = 0; ok && i < loop->extent / (last ? s->q : 1); i++) {
		*v = (struct lane_var){.is_bound = true, .add = last ? i * s->q : i};
		for (uint32_t c = 0; ok && last && c < s->chunks; c++)
			ok = add_group(s, c);
		leave(s, epoch);
		ok = ok && (last || add_terms(s, from + 1));
	}
	v->is_bound = false;
	return ok;
}

/* ---- Loops -------------------------------------------------------------------------------*/
/* The sums in memory, so that loops add to them. */
static void keep(struct inside *s, struct tir_buffer *acc)
{
	for (uint32_t c = 0; c < s->chunks; c++)
		emit_store(s->x, s->x->out, acc, tir_int(s->x->m, TIR_INT32, c * WORDS), s->sum[c]);
}

static void fetch(struct inside *s, struct tir_buffer *acc)
{
	for (uint32_t c = 0; c < s->chunks; c++)
		s->sum[c] = emit_load(s->x, acc, tir_int(s->x->m, TIR_INT32, c * WORDS), WORDS);
}

/* Begin the sum where the emitter's lanes are now; NULL: that cannot be. */
static struct inside *begin(struct emitter *x, const struct nest_reduce *r, const uint8_t *live)
{
	struct inside *s = ARENA_NEW(x->arena, struct inside);
	uint32_t epoch = x->epoch;
	*s = (struct inside){.x = x, .r = *r, .live = live, .q = emit_terms_inside(r)};
	s->chunks = x->lanes / WORDS;
	read_term(r->term, &s->a, &s->b, &s->times, &s->when);
	const struct tir_var *last = r->loops.at[r->loops.n - 1].var;
	if (last->id >= x->env.nvars || !find_vars(s))
		return NULL;
	s->last = &x->env.var[last->id];
	bool ok = true;
	for (uint32_t c = 0; ok && c < s->chunks; c++) {
		const uint8_t *here = enter(s, c, false);
		s->sum[c] = emit_value(x, r->init, here);
		ok = s->sum[c] != NULL;
	}
	leave(s, epoch);
	return ok ? s : NULL;
}

/* Open the first `loops` loops of the reduction, the innermost one of them by as many terms as an instruction takes. */
static bool open_loops(struct emitter *x, const struct nest_reduce *found, uint32_t loops)
{
	struct nest_reduce r = *found;
	uint32_t q = emit_terms_inside(found);
	bool all = loops == r.loops.n;
	r.loops.at[r.loops.n - 1].extent /= q;
	if (!emit_open_loops(x, &r, loops))
		return false;
	if (all)
		x->env.var[r.loops.at[loops - 1].var->id].factor = q;
	return true;
}

/* How many of the outer loops stay loops, so that at most `most` instructions stand in one body. */
static uint32_t loops_around(const struct nest_reduce *r, int64_t most)
{
	uint32_t from = r->loops.n;
	int64_t inner = 1;
	while (from && inner * r->loops.at[from - 1].extent <= most * emit_terms_inside(r))
		inner *= r->loops.at[--from].extent;
	return from;
}

/* The sum in all lanes. */
static const struct tir_expr *joined(struct inside *s)
{
	return s->chunks == 1 ? s->sum[0] : emit_joined(s->x, s->sum, s->chunks, s->r.var->type);
}

bool emit_tile(struct emitter *x, const struct nest_reduce *r, uint32_t n, emit_enter *place,
        void *ctx, const struct tir_expr **sum)
{
	struct inside **s = ARENA_NEWN(x->arena, struct inside *, n);
	struct tir_buffer **acc = ARENA_NEWN(x->arena, struct tir_buffer *, n);
	struct tir_seq *outer = x->out;
	uint32_t nsymbols = x->env.nsymbols, from = loops_around(r, UNROLL / n);
	for (uint32_t i = 0; i < n; i++) {
		place(ctx, i);
		if (!(s[i] = begin(x, r, NULL)))
			return false;
		acc[i] = emit_alloc(x, outer, "acc", r->var->type, x->lanes);
		keep(s[i], acc[i]);
	}
	bool ok = open_loops(x, r, from);
	for (uint32_t i = 0; ok && i < n; i++) {
		place(ctx, i);
		s[i]->nvars = 0;
		ok = find_vars(s[i]);
		fetch(s[i], acc[i]);
		ok = ok && add_terms(s[i], from);
		if (ok)
			keep(s[i], acc[i]);
	}
	x->out = outer;
	ok = emit_close_loops(x, r, from, nsymbols, ok);
	for (uint32_t i = 0; ok && i < n; i++) {
		place(ctx, i);
		fetch(s[i], acc[i]);
		sum[i] = joined(s[i]);
	}
	return ok;
}

/* Loops over the first `loops` loops, around terms that are unrolled. */
static bool add_in_loops(struct inside *s, uint32_t loops)
{
	struct emitter *x = s->x;
	struct tir_seq *outer = x->out;
	uint32_t nsymbols = x->env.nsymbols;
	struct tir_buffer *acc = emit_alloc(x, outer, "acc", s->r.var->type, x->lanes);
	keep(s, acc);
	if (!open_loops(x, &s->r, loops))
		return false;
	fetch(s, acc);
	bool ok = add_terms(s, loops);
	if (ok)
		keep(s, acc);
	x->out = outer;
	ok = emit_close_loops(x, &s->r, loops, nsymbols, ok);
	fetch(s, acc);
	return ok;
}

const struct tir_expr *emit_inside(struct emitter *x, const struct nest_reduce *r,
        const uint8_t *live)
{
	struct inside *s = begin(x, r, live);
	uint32_t epoch = x->epoch;
	int64_t all = 1;
	for (uint32_t i = 0; i < r->loops.n; i++)
		all *= r->loops.at[i].extent;
	if (!s)
		return NULL;
	bool ok = all <= UNROLL * s->q ? add_terms(s, 0) : add_in_loops(s, loops_around(r, BODY));
	leave(s, epoch);
	s->last->is_bound = false;
	return ok ? joined(s) : NULL;
}
