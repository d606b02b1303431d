/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/dot_nest.c: which nests add up products of bytes.
 *
 * Idea.   Three shapes: `if k == 0: S = c`, then `S = S + x * y` in one nest; `S = c`, then loops around `S = S + x * y`; and
 *         the same with one element, which other statements of the body use.
 * Needs   flat statements; loops from 0 on with constant extents; bytes plus a constant; indices that are sums.
 * Costs   the nest, once. */
#include "loops/nest/counted.h"
#include "loops/nest/private.h"
#include "loops/patterns/dot.h"

enum { LEAST = 4 }; /* lanes */

/* ---- Loops -------------------------------------------------------------------------------*/
static bool is_single(const struct tir_seq *s, enum tir_stmt_kind kind)
{
	return s->first && !s->first->next && s->first->kind == kind;
}

/* The loops from s on, with nothing between them; the body of the last one, NULL: they are none. */
static const struct tir_seq *read_loops(struct dot_nest *n, const struct tir_stmt *s, bool reduces)
{
	for (;; s = tir_body(s)->first) {
		if (n->n == DOT_LOOPS || !loops_is_counted(s))
			return NULL;
		n->reduces[n->n] = reduces;
		n->loop[n->n] = s;
		n->extent[n->n++] = tir_as_for(s)->extent.e->u.i;
		if (!is_single(tir_body(s), TIR_FOR))
			return tir_body(s);
	}
}

static uint32_t loop_of(const struct dot_nest *n, const struct tir_expr *e)
{
	uint32_t l = 0;
	while (l < n->n && (e->op != TIR_VAR || tir_as_for(n->loop[l])->var != e->u.var))
		l++;
	return l;
}

/* Is e a constant plus loops times strides of 0 or more, all of them small?  Then *out holds them. */
static bool read_index(const struct dot_nest *n, const struct tir_expr *e, struct dot_index *out)
{
	enum { MOST = 1 << 28 };
	const struct affine *a = affine_of(n->facts, e);
	*out = (struct dot_index){.constant = a->constant};
	if (a->constant < -MOST || a->constant > MOST)
		return false;
	for (uint32_t i = 0; i < a->n; i++) {
		const struct affine_term *t = &a->term[i];
		uint32_t l = t->n == 1 ? loop_of(n, t->x[0]) : n->n;
		if (l == n->n || t->factor < 0 || t->factor > MOST)
			return false;
		out->stride[l] = t->factor;
	}
	return true;
}

/* ---- Operands ----------------------------------------------------------------------------*/
static bool is_plain_buffer(const struct tir_buffer *b)
{
	return b->ndim == 1 && private_is_dense(b) && b->shape[0]->op == TIR_INT_IMM;
}

/* Is e a byte, widened to 32 bits, plus or minus a small constant?  Then *out is that operand, with its index in the
 * nest's loops. */
static bool read_operand(const struct dot_nest *n, const struct tir_expr *e,
        struct dot_operand *out)
{
	*out = (struct dot_operand){0};
	if ((e->op == TIR_ADD || e->op == TIR_SUB) && e->arg[1]->op == TIR_INT_IMM) {
		int64_t c = e->arg[1]->u.i;
		if (c < -255 || c > 255)
			return false;
		out->zero = e->op == TIR_ADD ? c : -c;
		e = e->arg[0];
	}
	if (e->op != TIR_CAST || e->arg[0]->op != TIR_LOAD || !tir_type_eq(e->type, TIR_INT32))
		return false;
	out->load = e->arg[0];
	struct tir_type t = out->load->type;
	return t.bits == 8 && (t.code == TIR_TYPE_INT || t.code == TIR_TYPE_UINT) &&
	       out->load->n == 1 && is_plain_buffer(out->load->u.buffer) &&
	       read_index(n, out->load->arg[0], &out->at);
}

/* Which loop's iterations are lanes: the innermost that the scalar operand takes no part in; n->n:
 * there is none. */
static uint32_t find_lanes(const struct dot_nest *n, const struct dot_operand *scalar,
        const struct dot_operand *vector)
{
	uint32_t found = n->n;
	for (uint32_t l = 0; l < n->n; l++)
		if (!n->reduces[l] && vector->at.stride[l] && !scalar->at.stride[l] &&
		        (!n->store.stride[l] || n->store.stride[l] == 1))
			found = l;
	return found;
}

/* The innermost loop that reduces goes along the bytes of both. */
static bool find_words(struct dot_nest *n)
{
	n->k = n->n - 1;
	return n->reduces[n->k] && n->scalar.at.stride[n->k] == 1 &&
	       n->vector.at.stride[n->k] == 1 && n->extent[n->k] % DOT_WORD == 0 &&
	       dot_unit(n) != 0;
}

/* May lines be loaded from each element of the vector operand on that whole registers of lanes begin at? */
static bool has_room(const struct dot_nest *n)
{
	const struct dot_index *at = &n->vector.at;
	int64_t lanes = (n->extent[n->lane] + DOT_LINE - 1) / DOT_LINE * DOT_LINE;
	int64_t last = at->constant + lanes - 1;
	for (uint32_t l = 0; l < n->n; l++)
		last += l == n->lane ? 0 : at->stride[l] * (n->extent[l] - 1);
	return last < n->vector.load->u.buffer->shape[0]->u.i;
}

/* The same where operands may be laid out anew, or the vector operand has its lanes side by side. */
static bool lay_words(struct dot_nest *n)
{
	n->k = n->n - 1;
	n->row = n->extent[n->k];
	n->columns = n->vector.at.stride[n->lane] == 1;
	bool odd = n->row % DOT_WORD != 0;
	if (!n->reduces[n->k] || n->scalar.at.stride[n->k] != 1 ||
	        (!n->columns && n->vector.at.stride[n->k] != 1) ||
	        (odd && dot_pad(n) != -dot_zero(n)))
		return false;
	if ((odd || !dot_unit(n)) && !dot_lay_rows(n, &n->scalar))
		return false;
	if (n->columns ? !has_room(n) && !dot_lay_room(n, &n->vector)
	               : odd && !dot_lay_rows(n, &n->vector))
		return false;
	n->extent[n->k] = (n->row + DOT_WORD - 1) / DOT_WORD * DOT_WORD;
	return true;
}

static bool is_power(int64_t n)
{
	return n > 0 && (n & (n - 1)) == 0;
}

static bool is_one_loop(const struct dot_nest *n)
{
	for (uint32_t l = 0; l < n->n; l++)
		if (n->reduces[l] && l != n->k)
			return false;
	return true;
}

bool dot_is_dense(const struct dot_nest *n, const struct dot_operand *x)
{
	int64_t row = n->extent[n->k], lanes = n->extent[n->lane];
	return is_one_loop(n) && x->at.stride[n->lane] == row && is_power(row) &&
	       row / DOT_WORD <= DOT_NETWORK && lanes * row % DOT_LINE == 0;
}

/* Both operands take part in one loop: the one that is the same in more of the others is packed, for all of them. */
static bool find_both(struct dot_nest *n, const struct dot_operand *a, const struct dot_operand *b)
{
	uint32_t only_a = 0, only_b = 0;
	n->both_vectors = true;
	n->lane = n->n;
	for (uint32_t l = 0; l < n->n; l++) {
		bool in_a = a->at.stride[l] != 0, in_b = b->at.stride[l] != 0;
		if (n->reduces[l])
			continue;
		only_a += in_a && !in_b;
		only_b += in_b && !in_a;
		if (in_a && in_b && (!n->store.stride[l] || n->store.stride[l] == 1))
			n->lane = l;
	}
	n->scalar = only_a < only_b ? *b : *a;
	n->vector = only_a < only_b ? *a : *b;
	return n->lane < n->n && find_words(n) && dot_is_dense(n, &n->scalar) &&
	       dot_is_dense(n, &n->vector);
}

/* ---- Statements --------------------------------------------------------------------------*/
/* Is e a load that is widened to 32 bits, perhaps with a constant? */
static bool resembles_operand(const struct tir_expr *e)
{
	if ((e->op == TIR_ADD || e->op == TIR_SUB) && e->arg[1]->op == TIR_INT_IMM)
		e = e->arg[0];
	return e->op == TIR_CAST && e->arg[0]->op == TIR_LOAD && tir_type_eq(e->type, TIR_INT32);
}

/* S[i] = S[i] + x * y */
static bool read_sum(struct dot_nest *n, const struct tir_stmt *s)
{
	const struct tir_store *x = tir_as_store(s);
	const struct tir_expr *e = x->value.e, *product;
	if (s->nindex != 1 || x->mask.e || e->op != TIR_ADD ||
	        !tir_type_eq(x->buffer->elem, TIR_INT32) || !is_plain_buffer(x->buffer))
		return false;
	uint32_t own = e->arg[1]->op == TIR_LOAD;
	product = e->arg[!own];
	if (e->arg[own]->op != TIR_LOAD || e->arg[own]->u.buffer != x->buffer ||
	        e->arg[own]->arg[0] != x->index[0].e || product->op != TIR_MUL)
		return false;
	n->sums = x->buffer;
	if (resembles_operand(product->arg[0]) && resembles_operand(product->arg[1]))
		loops_looks(n->doubt, s);
	struct dot_operand a, b;
	if (!loops_holds(n->doubt, read_index(n, x->index[0].e, &n->store), LOOPS_DOT_INDEX) ||
	        !loops_holds(n->doubt, read_operand(n, product->arg[0], &a), LOOPS_DOT_OPERAND) ||
	        !loops_holds(n->doubt, read_operand(n, product->arg[1], &b), LOOPS_DOT_OPERAND))
		return false;
	uint32_t ab = find_lanes(n, &a, &b), ba = find_lanes(n, &b, &a);
	int64_t lanes = ab < n->n ? n->extent[ab] : 0;
	if (ba < n->n && n->extent[ba] > lanes)
		lanes = n->extent[ba];
	if (lanes < DOT_LANES && find_both(n, &a, &b) && n->extent[n->lane] >= LEAST &&
	        n->extent[n->lane] > lanes)
		return loops_fits(n->doubt);
	n->both_vectors = false;
	bool first = ba == n->n || (ab < n->n && n->extent[ab] >= n->extent[ba]);
	n->lane = first ? ab : ba;
	n->scalar = first ? a : b;
	n->vector = first ? b : a;
	return loops_holds(n->doubt, n->lane < n->n && n->extent[n->lane] >= LEAST,
	               LOOPS_DOT_LANES) &&
	       loops_holds(n->doubt, lay_words(n), LOOPS_DOT_WORDS) && loops_fits(n->doubt);
}

/* Is it a store to the element that the sum is, of what the sum begins with? */
static bool is_set(struct dot_nest *n, const struct tir_stmt *s, const struct tir_stmt *sum)
{
	const struct tir_store *x = tir_as_store(sum);
	if (!s || s->kind != TIR_STORE || s->nindex != 1 || tir_as_store(s)->mask.e ||
	        tir_as_store(s)->buffer != x->buffer ||
	        tir_as_store(s)->index[0].e != x->index[0].e)
		return false;
	n->init = tir_as_store(s)->value.e;
	return true;
}

/* Is the condition that all variables of loops that reduce are 0?  Each is met once: *left counts. */
static bool is_first(struct dot_nest *n, const struct tir_expr *e, uint32_t *left)
{
	if (e->op == TIR_AND)
		return is_first(n, e->arg[0], left) && is_first(n, e->arg[1], left);
	if (e->op != TIR_EQ || e->arg[1]->op != TIR_INT_IMM || e->arg[1]->u.i != 0)
		return false;
	uint32_t l = loop_of(n, e->arg[0]);
	if (l == n->n || n->reduces[l])
		return false;
	n->reduces[l] = true;
	(*left)--;
	return true;
}

/* if k == 0: S = c; S = S + x * y */
static bool read_conditional(struct dot_nest *n, const struct tir_seq *body)
{
	const struct tir_stmt *s = body->first, *sum = s ? s->next : NULL;
	if (!sum || sum->next || s->kind != TIR_IF || sum->kind != TIR_STORE ||
	        tir_orelse(s)->first || !is_single(tir_body(s), TIR_STORE))
		return false;
	uint32_t left = n->n;
	if (!is_first(n, tir_value_of(s), &left) || !is_set(n, tir_body(s)->first, sum))
		return false;
	for (uint32_t l = 0; l < n->n; l++)
		if (n->reduces[l] != (l >= left))
			return false;
	return read_sum(n, sum);
}

/* S = c; loops: S = S + x * y; perhaps among other statements */
static bool read_separate_init(struct dot_nest *n, const struct tir_seq *body)
{
	uint32_t outer = n->n;
	for (const struct tir_stmt *s = body->first; s && s->next; s = s->next) {
		const struct tir_stmt *loop = s->next;
		n->n = outer;
		if (s->kind != TIR_STORE || loop->kind != TIR_FOR)
			continue;
		const struct tir_seq *inner = read_loops(n, loop, true);
		if (!inner || !is_single(inner, TIR_STORE) || !is_set(n, s, inner->first) ||
		        !read_sum(n, inner->first))
			continue;
		n->init_is_separate = true;
		if (s != body->first || loop->next) {
			n->set = s;
			n->make = loop;
		}
		return true;
	}
	return false;
}

/* ---- Sums that are added to --------------------------------------------------------------*/
/* Put loops that reduce last, `last` as the very last one. */
static struct dot_nest reordered(const struct dot_nest *n, uint32_t last)
{
	struct dot_nest x = *n;
	x.n = 0;
	for (uint32_t round = 0; round < 3; round++)
		for (uint32_t l = 0; l < n->n; l++) {
			if (round != (n->reduces[l] ? 1U + (l == last) : 0U))
				continue;
			x.loop[x.n] = n->loop[l];
			x.extent[x.n] = n->extent[l];
			x.reduces[x.n++] = n->reduces[l];
		}
	return x;
}

/* The loop of whose iterations each has a row of all lanes, one behind the other; n->n: there is none. */
static uint32_t find_also(const struct dot_nest *n)
{
	for (uint32_t l = 0; l < n->n; l++)
		if (!n->reduces[l] && l != n->lane && !n->scalar.at.stride[l] &&
		        n->store.stride[l] == n->extent[n->lane] &&
		        n->extent[l] * n->extent[n->lane] <= DOT_LANES)
			return l;
	return n->n;
}

/* S = S + x * y alone, in loops in any order: what is there is added to. */
static bool read_added(struct dot_nest *n, const struct tir_seq *body)
{
	const struct tir_stmt *s = body->first;
	struct dot_index at;
	if (!is_single(body, TIR_STORE) || s->nindex != 1 ||
	        !read_index(n, tir_as_store(s)->index[0].e, &at))
		return false;
	for (uint32_t l = 0; l < n->n; l++)
		n->reduces[l] = !at.stride[l];
	for (uint32_t last = n->n; last-- > 0;) {
		struct dot_nest x = reordered(n, last);
		if (!n->reduces[last] || !read_sum(&x, s))
			continue;
		if (x.both_vectors || (x.columns && x.extent[x.lane] % DOT_LANES))
			return false;
		x.accumulates = true;
		x.second_lane_loop = x.columns ? x.n : find_also(&x);
		*n = x;
		return true;
	}
	return false;
}

/* ---- May it be changed? ------------------------------------------------------------------*/

/* Does the statement leave the operands alone? */
static bool spares(void *ctx, struct tir_stmt *s)
{
	const struct dot_nest *n = ctx;
	if (s->kind != TIR_STORE)
		return true;
	const struct tir_buffer *b = tir_as_store(s)->buffer;
	return !alias_may(n->facts, b, n->scalar.load->u.buffer) &&
	       !alias_may(n->facts, b, n->vector.load->u.buffer);
}

/* Do no two sums go to one element?  Each loop's stride is more than all smaller ones together. */
static bool is_injective(const struct dot_nest *n)
{
	int64_t span = 0;
	uint32_t done = 0;
	for (uint32_t i = 0; i < n->n; i++) {
		uint32_t next = n->n;
		for (uint32_t l = 0; l < n->n; l++)
			if (!n->reduces[l] && !(done >> l & 1) &&
			        (next == n->n || n->store.stride[l] < n->store.stride[next]))
				next = l;
		if (next == n->n)
			return true;
		if (n->store.stride[next] <= span)
			return false;
		done |= 1U << next;
		span += n->store.stride[next] * (n->extent[next] - 1);
	}
	return true;
}

/* Sums of the nest's own go where the sum is; one element is used by the statements around it. */
static bool has_place(const struct dot_nest *n)
{
	bool one = n->sums->kind == TIR_BUFFER_ALLOC && n->sums->shape[0]->u.i == 1;
	if (n->set)
		return one;
	if (n->accumulates)
		return n->store.stride[n->lane] == 1;
	return n->init->op == TIR_INT_IMM && n->store.stride[n->lane] == 1 && is_injective(n);
}

bool dot_read(struct dot_nest *n, const struct tir_stmt *s)
{
	*n = (struct dot_nest){.facts = n->facts, .f = n->f, .doubt = n->doubt, .nest = s};
	const struct tir_seq *body = read_loops(n, s, false);
	uint32_t outer = n->n;
	if (!body || (effect_of(body) & ~(unsigned)(EFFECT_READS | EFFECT_WRITES)))
		return false;
	n->second_lane_loop = n->transposed = DOT_LOOPS;
	if (!read_conditional(n, body)) {
		n->n = outer;
		memset(n->reduces, 0, sizeof n->reduces);
		if (!read_separate_init(n, body)) {
			n->n = outer;
			if (!read_added(n, body))
				return false;
		}
	}
	return loops_holds(n->doubt, has_place(n), LOOPS_DOT_PLACE) &&
	       loops_holds(n->doubt, tir_walk_stmts(&tir_as_for(s)->body, spares, n),
	               LOOPS_DOT_OVERLAPS);
}
