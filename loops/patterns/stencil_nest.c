/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/stencil_nest.c: which nests are window reductions over lines of two interleaved columns.
 *
 * Idea.   An index is a sum. Its terms with the lane loop are that loop's variable alone; those with the pair loop or the tap
 *         loop depend on nothing else, so what they are is tried for all values of both; all others are whole lines.
 * Needs   flat statements; loops from 0 on with constant extents.
 * Costs   the nest, for each choice of three loops; the pair loop's iterations for each one of the tap loop. */
#include "loops/nest/counted.h"
#include "loops/nest/private.h"
#include "loops/patterns/stencil.h"

/* ---- Loops -------------------------------------------------------------------------------*/
/* The loops from s on, with nothing between them; the body of the last one, NULL: they are none. */
static const struct tir_seq *read_loops(struct stencil_nest *n, const struct tir_stmt *s)
{
	for (;; s = tir_body(s)->first) {
		if (n->n == STENCIL_LOOPS || !loops_is_counted(s) ||
		        tir_as_for(s)->extent.e->u.i > STENCIL_EXTENT)
			return NULL;
		n->loop[n->n] = s;
		n->extent[n->n++] = tir_as_for(s)->extent.e->u.i;
		const struct tir_stmt *first = tir_body(s)->first;
		if (!first || first->next || first->kind != TIR_FOR)
			return tir_body(s);
	}
}

static uint32_t loop_of(const struct stencil_nest *n, const struct tir_var *v)
{
	uint32_t l = 0;
	while (l < n->n && tir_as_for(n->loop[l])->var != v)
		l++;
	return l;
}

/* A bit for each loop whose variable is in e, and one more for what is no loop's. */
static uint32_t loops_in(const struct stencil_nest *n, const struct tir_expr *e)
{
	uint32_t all = 0;
	if (e->op == TIR_VAR)
		return UINT32_C(1) << loop_of(n, e->u.var);
	if (e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET))
		return UINT32_C(1) << n->n;
	for (uint32_t i = 0; i < e->n; i++)
		all |= loops_in(n, e->arg[i]);
	return all;
}

/* ---- Indices -----------------------------------------------------------------------------*/
/* The value of e where the pair loop is at p and the tap loop at t; false: it traps or overflows. */
static bool evaluate(const struct stencil_nest *n, const struct tir_expr *e, int64_t p, int64_t t,
        int64_t *out)
{
	int64_t x[2];
	uint64_t bits;
	if (e->op == TIR_INT_IMM || e->op == TIR_VAR) {
		*out = e->op == TIR_INT_IMM ? e->u.i : loop_of(n, e->u.var) == n->pair ? p : t;
		return true;
	}
	if (e->n != 2 || !tir_type_eq(e->type, TIR_INT32) ||
	        !tir_type_eq(e->arg[0]->type, TIR_INT32))
		return false;
	for (uint32_t i = 0; i < 2; i++)
		if (!evaluate(n, e->arg[i], p, t, &x[i]))
			return false;
	if (tir_overflows((enum tir_op)e->op, e->type, (uint64_t)x[0], (uint64_t)x[1]) ||
	        !tir_eval_binary((enum tir_op)e->op, e->type, (uint64_t)x[0], (uint64_t)x[1],
	                &bits))
		return false;
	*out = (int32_t)(uint32_t)bits;
	return true;
}

/* How far the terms with the pair loop and the tap loop go; false: not known. */
static bool place(const struct stencil_nest *n, const struct affine *a, int64_t p, int64_t t,
        int64_t *out)
{
	uint32_t both = UINT32_C(1) << n->pair | UINT32_C(1) << n->tap;
	*out = 0;
	for (uint32_t i = 0; i < a->n; i++) {
		int64_t x;
		if (!(loops_in(n, a->term[i].x[0]) & both))
			continue;
		if (!evaluate(n, a->term[i].x[0], p, t, &x))
			return false;
		*out += x * a->term[i].factor;
	}
	return true;
}

/* Is the index the lane loop's variable times `lanes`, terms with the loops in `some` and no other, and whole lines? */
static bool has_form(const struct stencil_nest *n, const struct affine *a, int64_t lanes,
        uint32_t some)
{
	uint32_t lane = UINT32_C(1) << n->lane, met = 0;
	enum { MOST = 1 << 28 };
	if (a->constant % STENCIL_LINE)
		return false;
	for (uint32_t i = 0; i < a->n; i++) {
		const struct affine_term *t = &a->term[i];
		uint32_t in = t->n == 1 ? loops_in(n, t->x[0]) : lane | some;
		if (t->factor > MOST || t->factor < -MOST)
			return false;
		if (in & lane) {
			if (in != lane || t->x[0]->op != TIR_VAR || t->factor != lanes)
				return false;
			met++;
		} else if (in & some ? in & ~some : t->factor % STENCIL_LINE != 0) {
			return false;
		}
	}
	return met == 1;
}

/* Column u of a line of columns: u = p + t. */
static bool column(const struct stencil_nest *n, const struct affine *a, int64_t u, int64_t *out)
{
	int64_t last = n->extent[n->pair] - 1;
	return place(n, a, u < last ? u : last, u < last ? 0 : u - last, out);
}

/* Are columns 2 j and 2 j + 1 interleaved in a line; is column p + t the same, whatever p and t are? */
static bool is_in_turn(const struct stencil_nest *n, const struct affine *a, int64_t taps)
{
	int64_t all = n->extent[n->pair] + taps - 1, at, before = 0;
	for (int64_t u = 0; u < all; u++) {
		if (!column(n, a, u, &at) || (u % 2 ? at != before + 1 : at % STENCIL_LINE != 0))
			return false;
		before = at;
		for (int64_t t = 0; t < taps && t <= u; t++) {
			int64_t same;
			if (u - t < n->extent[n->pair] &&
			        (!place(n, a, u - t, t, &same) || same != at))
				return false;
		}
	}
	return true;
}

/* Have columns the same stride, wherever they are, if there are `step` lines between them? */
static bool is_even(const struct stencil_nest *n, const struct affine *a, int64_t taps,
        uint32_t step)
{
	int64_t all = n->extent[n->pair] + taps - 1, first, x, y;
	if (!column(n, a, 0, &x) || !column(n, a, 2 * step, &first))
		return false;
	first -= x;
	for (int64_t u = 0; u + 2 * step < all; u++)
		if (!column(n, a, u, &x) || !column(n, a, u + 2 * step, &y) || y - x != first)
			return false;
	return true;
}

/* The weights of a row of lanes are neighbours; of nothing else than the window they depend. */
static bool is_weight(const struct stencil_nest *n, const struct affine *a)
{
	uint32_t window = (UINT32_C(1) << n->n) - (UINT32_C(1) << n->nouter), met = 0;
	for (uint32_t i = 0; i < a->n; i++) {
		const struct affine_term *t = &a->term[i];
		uint32_t in = t->n == 1 ? loops_in(n, t->x[0]) : ~window;
		bool lane = in == UINT32_C(1) << n->lane;
		if (lane ? t->x[0]->op != TIR_VAR || t->factor != 1 : in & ~window)
			return false;
		met += lane;
	}
	return met == 1;
}

static const struct affine *index_of(const struct stencil_nest *n, const struct tir_expr *load)
{
	return affine_of(n->facts, load->arg[0]);
}

/* Do the chosen loops make lines of interleaved columns? */
static bool fits(struct stencil_nest *n)
{
	const struct affine *in = index_of(n, n->input),
	                    *out = affine_of(n->facts, tir_as_store(n->store)->index[0].e);
	uint32_t pair = UINT32_C(1) << n->pair, tap = UINT32_C(1) << n->tap;
	int64_t taps = n->extent[n->tap], lines = n->extent[n->pair] / 2;
	if (n->extent[n->lane] % STENCIL_LANES || n->extent[n->pair] % 2 || taps > STENCIL_TAPS ||
	        !has_form(n, out, 2, pair) || !has_form(n, in, 2, pair | tap) ||
	        (n->weight && !is_weight(n, index_of(n, n->weight))) || !is_in_turn(n, out, 1) ||
	        !is_in_turn(n, in, taps))
		return false;
	for (n->step = 2; n->step <= 8; n->step *= 2)
		if (lines % n->step == 0 && is_even(n, out, 1, n->step) &&
		        is_even(n, in, taps, n->step))
			return true;
	n->step = lines % 2 ? 1 : 2;
	return true;
}

/* Find which loops are lanes, pairs of columns and window elements; false: no choice of them fits. */
static bool find_loops(struct stencil_nest *n)
{
	for (n->lane = 0; n->lane < n->nouter; n->lane++)
		for (n->pair = 0; n->pair < n->nouter; n->pair++)
			for (n->tap = n->nouter; n->tap < n->n && n->lane != n->pair; n->tap++)
				if (fits(n))
					return true;
	return false;
}

/* ---- Statements --------------------------------------------------------------------------*/
static bool is_plain_buffer(const struct stencil_nest *n, const struct tir_buffer *b)
{
	bool flat = b->ndim == 1 && b->shape[0]->op == TIR_INT_IMM;
	return (flat || n->folded) && private_is_dense(b);
}

/* A load of 16 bits, widened; NULL: it is none. */
static const struct tir_expr *widened(const struct stencil_nest *n, const struct tir_expr *e)
{
	const struct tir_expr *x = e->op == TIR_CAST ? e->arg[0] : e;
	bool ok = x != e && x->op == TIR_LOAD && tir_type_eq(e->type, TIR_INT32) &&
	          (x->n == 1 || n->folded) && tir_is_int(x->type) && x->type.bits == 16 &&
	          is_plain_buffer(n, x->u.buffer);
	return ok ? x : NULL;
}

/* Loops around S = S + x or S = S + x * y */
static bool read_window(struct stencil_nest *n, const struct tir_stmt *s)
{
	const struct tir_seq *body = read_loops(n, s);
	const struct tir_stmt *t = body ? body->first : NULL;
	if (!t || t->next || t->kind != TIR_STORE || t->nindex != 1 || tir_as_store(t)->mask.e ||
	        tir_as_store(t)->buffer != n->sum)
		return false;
	const struct tir_expr *e = tir_as_store(t)->value.e;
	if (e->op != TIR_ADD)
		return false;
	uint32_t own = e->arg[1]->op == TIR_LOAD;
	const struct tir_expr *x = e->arg[!own];
	if (e->arg[own]->op != TIR_LOAD || e->arg[own]->u.buffer != n->sum)
		return false;
	n->input = widened(n, x->op == TIR_MUL ? x->arg[0] : x);
	n->weight = x->op == TIR_MUL ? widened(n, x->arg[1]) : NULL;
	if (!n->input || (x->op == TIR_MUL && !n->weight))
		return false;
	return true;
}

/* Is e made of the sum and numbers of 32 bits, so that it may be done lane by lane? */
static bool is_lanewise(const struct stencil_nest *n, const struct tir_expr *e)
{
	if (e->op == TIR_LOAD)
		return e->u.buffer == n->sum;
	if (e->op == TIR_INT_IMM)
		return tir_type_eq(e->type, TIR_INT32);
	bool known = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL || e->op == TIR_MIN ||
	             e->op == TIR_MAX || (e->op == TIR_SHR && e->arg[1]->op == TIR_INT_IMM);
	return known && tir_type_eq(e->type, TIR_INT32) && is_lanewise(n, e->arg[0]) &&
	       is_lanewise(n, e->arg[1]);
}

/* O[i] = T.Cast("int16", what is made of S) */
static bool read_result(struct stencil_nest *n, const struct tir_stmt *s)
{
	const struct tir_store *x = tir_as_store(s);
	const struct tir_expr *e = x->value.e;
	n->store = s;
	n->made = e->op == TIR_CAST ? e->arg[0] : e;
	return (s->nindex == 1 || n->folded) && !x->mask.e && is_plain_buffer(n, x->buffer) &&
	       e->op == TIR_CAST && tir_is_int(e->type) && e->type.bits == 16 &&
	       is_lanewise(n, n->made);
}

/* S, of one element; S = c; loops around S = S + x * y; O[i] = ... */
static bool read_body(struct stencil_nest *n, const struct tir_seq *body)
{
	const struct tir_stmt *s = body->first;
	s = s && s->kind == TIR_ALLOC ? s->next : s;
	const struct tir_stmt *loop = s ? s->next : NULL, *store = loop ? loop->next : NULL;
	if (!store || store->next || s->kind != TIR_STORE || loop->kind != TIR_FOR ||
	        store->kind != TIR_STORE || s->nindex != 1 || tir_as_store(s)->mask.e)
		return false;
	n->sum = tir_as_store(s)->buffer;
	const struct tir_expr *init = tir_as_store(s)->value.e;
	n->init = init->op == TIR_INT_IMM ? init->u.i : 0;
	return init->op == TIR_INT_IMM && private_is_small(n->sum, 1) &&
	       tir_type_eq(n->sum->elem, TIR_INT32) && read_window(n, loop) &&
	       read_result(n, store) && !private_is_named(&n->f->body, n->sum, n->loop[0]);
}

/* The loops, whichever of two factors the weight is. */
static bool find_factors(struct stencil_nest *n)
{
	if (find_loops(n))
		return true;
	const struct tir_expr *input = n->input;
	if (!n->weight)
		return false;
	n->input = n->weight;
	n->weight = input;
	return find_loops(n);
}

uint32_t stencil_rows(const struct stencil_nest *n)
{
	uint32_t rows = 1;
	for (uint32_t l = n->nouter; l < n->n; l++)
		rows *= l == n->tap || rows > STENCIL_WINDOW ? 1 : (uint32_t)n->extent[l];
	return rows;
}

static bool divides(const struct tir_expr *e)
{
	bool any = e->op == TIR_FLOORDIV || e->op == TIR_FLOORMOD;
	for (uint32_t i = 0; i < e->n && !any; i++)
		any = divides(e->arg[i]);
	return any;
}

bool loops_stencil_wants_flat(const struct tir_func *f)
{
	for (const struct tir_stmt *s = f->body.first; s; s = s->next) {
		struct stencil_nest n = {.f = f, .folded = true};
		const struct tir_seq *body = s->kind == TIR_FOR ? read_loops(&n, s) : NULL;
		n.nouter = n.n;
		if (body && read_body(&n, body) && n.input->n > 1 && divides(n.input))
			return true;
	}
	return false;
}

bool stencil_read(struct stencil_nest *n, const struct tir_stmt *s)
{
	*n = (struct stencil_nest){.facts = n->facts, .f = n->f, .doubt = loops_no_doubt()};
	const struct tir_seq *body = read_loops(n, s);
	n->nouter = n->n;
	if (!body || (effect_of(body) & ~(unsigned)(EFFECT_READS | EFFECT_WRITES)) ||
	        !read_body(n, body))
		return false;
	loops_looks(&n->doubt, n->store);
	if (!loops_holds(&n->doubt, find_factors(n), LOOPS_STENCIL_LOOPS) ||
	        !loops_holds(&n->doubt, stencil_rows(n) * n->extent[n->tap] <= STENCIL_WINDOW,
	                LOOPS_STENCIL_LARGE))
		return false;
	const struct tir_buffer *out = tir_as_store(n->store)->buffer;
	bool apart = !alias_may(n->facts, out, n->input->u.buffer) &&
	             !(n->weight && alias_may(n->facts, out, n->weight->u.buffer));
	return loops_holds(&n->doubt, apart, LOOPS_STENCIL_OVERLAPS);
}
