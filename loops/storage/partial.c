/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/partial.c: sums and products of floats that may be computed in any order (--fp-reassociate), in parts, so that iterations may
 * become lanes.
 *
 * Idea      for i: s = s + A[i] is no loop over lanes, for s waits for each iteration.  It is strip-mined, and each of P iterations beside each
 *           other has a sum of its own: for l: P[l] = -0.0; for k: for l: P[l] = P[l] + A[k * P + l]; then the upper half of the parts is added
 *           to the lower one, down to a register, and s = s + P[l] for each that is left.  Where there are instructions for such floats a register
 *           is added to itself, half as far on each time: of that one lane is a sum of all.  Iterations left over are shorter strips.
 *           -0.0 is what leaves each float as it is that it is added to; of products that is 1.0.
 * Needs     what ordered.h reads; nests of loops, of which the innermost alone has a body.
 * Preserves the order of all other accesses.
 * Costs     each nest once.  Kept where that takes less time by the model (TRIED).
 * Wrong if  a term is added twice, or never: proof/replay/ runs both functions on symbols, of which sums are sets. */
#include "loops/nest/counted.h"
#include "loops/nest/replace.h"
#include "loops/storage/ordered.h"
#include "target/target.h"

enum { REGISTER = 128, REGISTERS = 4, NESTED = 4, LEAST_STEPS = 2 };

struct partial {
	struct ordered o;
	const struct tir_stmt *inner;
	struct ordered_parts p;
	int64_t parts, least; /* of each sum; of them in a register */
	unsigned floats;      /* formats in which HVX computes (enum target_floats) */
};

/* ---- New statements ----------------------------------------------------------------------*/
static const struct tir_expr *number(const struct partial *w, int64_t n)
{
	return tir_int(w->o.m, TIR_INT32, n);
}

/* An empty loop over a new variable. */
static struct tir_stmt *new_loop(struct partial *w, const char *name, int64_t extent)
{
	return tir_loop_new(w->o.m, tir_var_new(w->o.m, name, TIR_INT32), extent, w->inner->at);
}

static const struct tir_expr *var_of(const struct tir_stmt *loop)
{
	return tir_as_for(loop)->var->expr;
}

/* factor * a + b; a NULL: b */
static const struct tir_expr *place(const struct partial *w, const struct tir_expr *a,
        int64_t factor, const struct tir_expr *b)
{
	struct tir_module *m = w->o.m;
	return a ? tir_binary(m, TIR_ADD, tir_binary(m, TIR_MUL, a, number(w, factor)), b) : b;
}

static const struct tir_expr *part_at(const struct partial *w, const struct ordered_part *x,
        const struct tir_expr *at)
{
	return tir_access(w->o.m, TIR_LOAD, x->array, 1, &at);
}

/* array[at] = value */
static struct tir_stmt *store_part(struct partial *w, const struct ordered_part *x,
        const struct tir_expr *at, const struct tir_expr *value)
{
	return tir_store_new(w->o.m, x->array, 1, &at, value, x->s->at);
}

static enum tir_op op_of(const struct ordered_part *x)
{
	return (enum tir_op)tir_value_of(x->s)->op;
}

/* old op term, as the sum has its operands. */
static const struct tir_expr *joined(const struct partial *w, const struct ordered_part *x,
        const struct tir_expr *old, const struct tir_expr *term)
{
	bool first = tir_value_of(x->s)->arg[0] == x->own;
	return tir_binary(w->o.m, op_of(x), first ? old : term, first ? term : old);
}

/* ---- The new loops -----------------------------------------------------------------------*/
static void add_array(struct partial *w, struct ordered_part *x, struct tir_seq *out)
{
	struct tir_module *m = w->o.m;
	x->array = tir_row_new(m, "parts", x->term->type, w->parts);
	x->array->align = REGISTER;
	tir_seq_add(out, tir_alloc_new(m, x->array, w->inner->at));
}

/* Arrays of parts that leave all as it is. */
static void add_arrays(struct partial *w, struct tir_seq *out)
{
	for (uint32_t i = 0; i < w->p.n; i++)
		if (w->p.at[i].term)
			add_array(w, &w->p.at[i], out);
	struct tir_stmt *loop = new_loop(w, "l", w->parts);
	for (uint32_t i = 0; i < w->p.n; i++) {
		struct ordered_part *x = &w->p.at[i];
		double none = op_of(x) == TIR_ADD ? -0.0 : 1.0;
		if (x->term)
			tir_seq_add(&tir_as_for(loop)->body,
			        store_part(w, x, var_of(loop),
			                tir_float(w->o.m, x->term->type, none)));
	}
	tir_seq_add(out, loop);
}

/* The inner loop's body, in iteration `at` of it, with its sums in that part of theirs. */
static struct tir_seq body_at(struct partial *w, const struct tir_expr *at,
        const struct tir_expr *part)
{
	struct tir_subst by = {.m = w->o.m, .arena = w->o.arena};
	struct tir_seq body = {0};
	for (uint32_t i = 0; i < w->p.n; i++) {
		const struct ordered_part *x = &w->p.at[i];
		struct tir_stmt *s = tir_stmt_copy(w->o.m->arena, x->s);
		if (x->term)
			s = store_part(w, x, part, joined(w, x, part_at(w, x, part), x->term));
		tir_seq_add(&body, s);
	}
	tir_subst_var(&by, tir_as_for(w->inner)->var, at);
	return tir_subst_seq(&by, &body);
}

/* As many iterations of the inner loop from *from on as come in whole strips of so many, a part each. */
static void add_strips(struct partial *w, int64_t lanes, int64_t *from, struct tir_seq *out)
{
	int64_t steps = (tir_as_for(w->inner)->extent.e->u.i - *from) / lanes;
	if (!steps)
		return;
	struct tir_stmt *k = new_loop(w, tir_as_for(w->inner)->var->name, steps),
	                *l = new_loop(w, "l", lanes);
	const struct tir_expr *at = place(w, steps > 1 ? var_of(k) : NULL, lanes, var_of(l));
	at = *from ? tir_binary(w->o.m, TIR_ADD, at, number(w, *from)) : at;
	tir_as_for(l)->body = body_at(w, at, var_of(l));
	tir_seq_add(&tir_as_for(k)->body, l);
	tir_seq_add(out, steps > 1 ? k : l);
	*from += steps * lanes;
}

/* What is done in the place of the inner loop: strips of all parts, then of those in a register, then of what is left over. */
static struct tir_seq strips(struct partial *w)
{
	struct tir_seq out = {0};
	int64_t from = 0, extent = tir_as_for(w->inner)->extent.e->u.i;
	add_strips(w, w->parts, &from, &out);
	add_strips(w, w->least, &from, &out);
	if (from < extent)
		add_strips(w, extent - from, &from, &out);
	return out;
}

/* The nest, with another innermost loop. */
static struct tir_seq nest_around(struct partial *w, const struct tir_stmt *s, struct tir_seq inner)
{
	if (s == w->inner)
		return inner;
	struct tir_stmt *copy = tir_stmt_copy(w->o.m->arena, s);
	tir_set_body(copy, nest_around(w, tir_body(s)->first, inner));
	return (struct tir_seq){copy, copy};
}

/* A loop that joins the parts from `half` on to those below it; it joins others, too, where these do not fill a register. */
static struct tir_stmt *halve(struct partial *w, int64_t half)
{
	struct tir_stmt *loop = new_loop(w, "l", half < w->least ? w->least : half);
	const struct tir_expr *l = var_of(loop),
	                      *upper = tir_binary(w->o.m, TIR_ADD, l, number(w, half));
	for (uint32_t i = 0; i < w->p.n; i++) {
		const struct ordered_part *x = &w->p.at[i];
		if (x->term)
			tir_seq_add(&tir_as_for(loop)->body,
			        store_part(w, x, l,
			                tir_binary(w->o.m, op_of(x), part_at(w, x, l),
			                        part_at(w, x, upper))));
	}
	return loop;
}

/* Are lanes of a register joined to each other?  Each takes an instruction then, and what they are stored to goes on behind the register. */
static bool is_folded(const struct partial *w)
{
	bool has = w->parts > w->least;
	for (uint32_t i = 0; i < w->p.n; i++) {
		const struct ordered_part *x = &w->p.at[i];
		has = has && (!x->term || target_float_in(tir_value_of(x->s), w->floats) ==
		                                  TARGET_FLOAT_COMPUTE);
	}
	return has;
}

/* Join the parts, and the last of them to the sums. */
static void add_up(struct partial *w, struct tir_seq *out)
{
	int64_t left = w->parts, last = is_folded(w) ? 1 : w->least;
	for (; left > last; left /= 2)
		tir_seq_add(out, halve(w, left / 2));
	struct tir_stmt *loop = new_loop(w, "l", left);
	const struct tir_expr *at = left > 1 ? var_of(loop) : number(w, 0);
	for (uint32_t i = 0; i < w->p.n; i++) {
		const struct ordered_part *x = &w->p.at[i];
		if (!x->term)
			continue;
		tir_seq_add(left > 1 ? &tir_as_for(loop)->body : out,
		        tir_store_like(w->o.m->arena, x->s,
		                joined(w, x, x->own, part_at(w, x, at))));
	}
	if (left > 1)
		tir_seq_add(out, loop);
}

/* ---- Which nests -------------------------------------------------------------------------*/
/* The innermost of loops that each hold nothing but the next one; NULL: there is none. */
static const struct tir_stmt *innermost(const struct tir_stmt *loop)
{
	for (int depth = 0; depth < NESTED && loops_is_counted(loop); depth++) {
		const struct tir_stmt *s = tir_body(loop)->first;
		if (!s || s->kind != TIR_FOR)
			return s ? loop : NULL;
		if (s->next)
			return NULL;
		loop = s;
	}
	return NULL;
}

static uint32_t sums_of(const struct ordered_parts *p)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < p->n; i++)
		n += p->at[i].term != NULL;
	return n;
}

/* Is each type of a sum one whose -0.0 and 1.0 are known?  How many parts the sums get: as many as fill some registers, but a step takes them
 * twice at least; false: they would be too few. */
static bool choose_parts(struct partial *w)
{
	int64_t extent = tir_as_for(w->inner)->extent.e->u.i;
	uint32_t widest = 0;
	for (uint32_t i = 0; i < w->p.n; i++) {
		const struct tir_expr *e = w->p.at[i].term;
		if (e && e->type.code != TIR_TYPE_FLOAT && e->type.code != TIR_TYPE_BFLOAT)
			return false;
		widest = e && e->type.bits > widest ? e->type.bits : widest;
	}
	w->least = REGISTER * 8 / widest;
	w->parts = w->least * REGISTERS;
	while (w->parts > w->least && extent < LEAST_STEPS * w->parts)
		w->parts /= 2;
	return extent >= LEAST_STEPS * w->parts;
}

/* Replace the nest, if what it goes on with may be done in parts. */
static bool take(void *ctx, const struct tir_stmt *loop, struct tir_seq *out)
{
	struct partial *w = ctx;
	struct ordered_parts whole;
	w->inner = innermost(loop);
	if (!w->inner || !loops_ordered_read(&w->o, w->inner, w->inner, &w->p) ||
	        !loops_ordered_read(&w->o, loop, w->inner, &whole) ||
	        sums_of(&whole) != sums_of(&w->p) || !loops_ordered_are_apart(&w->o, &w->p) ||
	        !choose_parts(w))
		return false;
	add_arrays(w, out);
	tir_seq_append(out, nest_around(w, loop, strips(w)));
	add_up(w, out);
	VEC_PUSH(w->o.arena, &w->o.report->all,
	        ((struct loops_vectorized){LOOPS_PARTIAL, w->inner, (uint32_t)w->parts}));
	return true;
}

struct tir_func *loops_partial(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	const struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct partial w = {.o = {.m = f->module,
	                            .arena = arena,
	                            .facts = facts_begin(f, &known, arena),
	                            .report = vectors,
	                            .products = true},
	        .floats = options->floats};
	vectors->all.n = 0;
	return options->any_order ? loops_replace_alone(f, take, &w) : f;
}
