/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/neighbours.c: horizontal reductions: sums of neighbouring bytes, and of absolute differences of bytes, in blocks.
 *
 * Idea.   In for x: for i: for j < 8: S[x] = S[x] + A[i, x * 8 + j] rows of A are whole, though no loop goes along one. Four
 *         neighbours of a register are added to a word of 32 bits in one instruction, over all i; then words of two registers
 *         are deinterleaved into even and odd ones, which are added, until there is one for each x.
 *         |a - b| of bytes is a byte: the larger one less the smaller one; of signed bytes, after 128 was added to both.
 * Needs   loops from 0 on with constant extents; blocks of 4, 8, 16 or 32 bytes, and 32 of them next to each other.
 * Keeps   each sum's value: numbers of 32 bits wrap, so the order of terms is no matter.
 * Costs   each nest, once.
 * Wrong if the sums are not those of before: proof/replay/replay.c runs both functions on symbols. */
#include "loops/nest/counted.h"
#include "loops/nest/growth.h"
#include "loops/nest/refuse.h"
#include "loops/nest/replace.h"
#include "loops/patterns/dot.h"

enum {
	LOOPS = 8,
	MOST_BYTES = 32,      /* of a block along a row */
	UNROLLED = 16,        /* rows of a block, in one body */
	MOST_STEPS = 1 << 30, /* of a nest */
};

#define UINT32 tir_type(TIR_TYPE_UINT, 32, 1)

struct neighbours {
	const struct facts *facts;
	struct tir_module *m;
	struct arena *scratch;
	const struct loops_options *options;
	struct loops_vectors *out;
	/* The nest: the loops around, of which the last one's iterations become lanes; those of a block, the last one of
	 * which goes along a row. */
	const struct tir_stmt *loop[LOOPS], *set;
	uint32_t n, nouter;
	const struct tir_expr *a, *b; /* loads; b NULL: a alone is added up */
	struct loops_doubt doubt;     /* what there is to say if it is no such nest */
};

/* ---- What is read ------------------------------------------------------------------------*/
static int64_t extent(const struct neighbours *t, uint32_t l)
{
	return tir_as_for(t->loop[l])->extent.e->u.i;
}

static const struct tir_var *var(const struct neighbours *t, uint32_t l)
{
	return tir_as_for(t->loop[l])->var;
}

/* The loops from s on, with nothing between them; the body of the last one, NULL: they are none, or too many. */
static const struct tir_seq *read_loops(struct neighbours *t, const struct tir_stmt *s)
{
	for (;; s = tir_body(s)->first) {
		if (t->n == LOOPS || !loops_is_counted(s))
			return NULL;
		t->loop[t->n++] = s;
		const struct tir_stmt *first = tir_body(s)->first;
		if (!first || first->next || first->kind != TIR_FOR)
			return tir_body(s);
	}
}

static const struct tir_expr *byte_of(const struct tir_expr *e)
{
	const struct tir_expr *x = e->op == TIR_CAST ? e->arg[0] : NULL;
	bool is = x && x->op == TIR_LOAD && x->n && tir_type_eq(e->type, TIR_INT32) &&
	          tir_is_int(x->type) && x->type.bits == 8 && x->type.lanes == 1;
	return is ? x : NULL;
}

static bool is_zero(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM && e->u.i == 0;
}

/* |a - b|, as it is written; false: it is something else. */
static bool read_difference(struct neighbours *t, const struct tir_expr *e)
{
	const struct tir_expr *c = e->op == TIR_SELECT ? e->arg[0] : NULL,
	                      *d = c ? e->arg[1] : NULL;
	if (!c || c->op != TIR_GE || c->arg[0] != d || !is_zero(c->arg[1]) || d->op != TIR_SUB ||
	        e->arg[2]->op != TIR_SUB || !is_zero(e->arg[2]->arg[0]) || e->arg[2]->arg[1] != d)
		return false;
	t->a = byte_of(d->arg[0]);
	t->b = byte_of(d->arg[1]);
	return t->a && t->b && tir_type_eq(t->a->type, t->b->type);
}

static void indices(const struct tir_stmt *s, const struct tir_expr **index)
{
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = tir_as_store(s)->index[i].e;
}

/* S = c; loops: S = S + x */
static bool read_sum(struct neighbours *t, const struct tir_stmt *set, const struct tir_stmt *s)
{
	const struct tir_store *x = tir_as_store(set);
	const struct tir_expr *e = tir_value_of(s);
	if (s->kind != TIR_STORE || tir_mask_of(s) || tir_as_store(s)->buffer != x->buffer ||
	        s->nindex != set->nindex || e->op != TIR_ADD)
		return false;
	uint32_t own = e->arg[1]->op == TIR_LOAD && e->arg[1]->u.buffer == x->buffer;
	const struct tir_expr *sum = e->arg[own], *term = e->arg[!own];
	if (sum->op != TIR_LOAD || sum->u.buffer != x->buffer)
		return false;
	for (uint32_t i = 0; i < s->nindex; i++)
		if (tir_as_store(s)->index[i].e != x->index[i].e || sum->arg[i] != x->index[i].e)
			return false;
	t->b = NULL;
	return read_difference(t, term) || (t->a = byte_of(term)) != NULL;
}

/* Do the bytes of neighbouring blocks lie one behind the other? */
static bool is_row(const struct neighbours *t, const struct tir_expr *load)
{
	int64_t by, block;
	uint32_t j = t->n - 1;
	return !alias_may(t->facts, tir_as_store(t->set)->buffer, load->u.buffer) &&
	       loops_growth_of(t->facts, load->n, load->arg, var(t, j), &by) && by == 1 &&
	       loops_growth_of(t->facts, load->n, load->arg, var(t, t->nouter - 1), &block) &&
	       block == extent(t, j);
}

/* Are neighbouring bytes added up? */
static bool goes_along(const struct neighbours *t)
{
	int64_t by = 0;
	return loops_growth_of(t->facts, t->a->n, t->a->arg, var(t, t->n - 1), &by) && by == 1;
}

/* Are the extents, and their product, small enough for indices of 32 bits? */
static bool is_small(const struct neighbours *t)
{
	int64_t all = 1;
	for (uint32_t l = 0; l < t->n; l++)
		if (extent(t, l) > MOST_STEPS || (all *= extent(t, l)) > MOST_STEPS)
			return false;
	return true;
}

/* Is s a nest that sets sums to a constant and adds a power of two of neighbouring bytes to each?  Then t holds it. */
static bool read_nest(struct neighbours *t, const struct tir_stmt *s)
{
	const struct tir_expr *index[TIR_MAX_RANK];
	int64_t by = 0;
	t->n = 0;
	t->doubt = loops_no_doubt();
	const struct tir_seq *body = read_loops(t, s);
	const struct tir_stmt *set = body ? body->first : NULL;
	if (!set || set->kind != TIR_STORE || !set->next || set->next->next || !set->nindex ||
	        tir_mask_of(set) || tir_value_of(set)->op != TIR_INT_IMM ||
	        !tir_type_eq(tir_as_store(set)->buffer->elem, TIR_INT32))
		return false;
	t->set = set;
	t->nouter = t->n;
	const struct tir_seq *inner = read_loops(t, set->next);
	if (!inner || !inner->first || inner->first->next || !read_sum(t, set, inner->first))
		return false;
	struct loops_doubt *d = &t->doubt;
	int64_t bytes = extent(t, t->n - 1);
	bool block = bytes >= DOT_WORD && bytes <= MOST_BYTES && (bytes & (bytes - 1)) == 0;
	indices(set, index);
	if (goes_along(t))
		loops_looks(d, set);
	return loops_holds(d, block && is_small(t), LOOPS_NEIGHBOURS_BLOCK) &&
	       loops_holds(d, extent(t, t->nouter - 1) >= DOT_LANES, LOOPS_NEIGHBOURS_FEW) &&
	       loops_holds(d, is_row(t, t->a) && (!t->b || is_row(t, t->b)),
	               LOOPS_NEIGHBOURS_ROW) &&
	       loops_holds(d,
	               loops_growth_of(t->facts, set->nindex, index, var(t, t->nouter - 1), &by) &&
	                       by == 1,
	               LOOPS_NEIGHBOURS_STORE);
}

/* ---- What is made ------------------------------------------------------------------------*/
struct maker {
	struct neighbours *t;
	struct loop_builder k;
	const struct tir_expr *at[LOOPS]; /* what stands for the variables of loops */
	uint32_t registers;               /* of a row of 32 blocks */
	struct tir_buffer *acc;           /* their sums; NULL: the rows are in one body */
};

/* The index, and lanes from `more` elements behind it on. */
static const struct tir_expr **vector_at(struct maker *x, uint32_t n,
        const struct tir_expr *const *index, int64_t more, uint32_t lanes)
{
	struct neighbours *t = x->t;
	const struct tir_expr **at = ARENA_NEWN(t->scratch, const struct tir_expr *, n);
	for (uint32_t i = 0; i < n; i++) {
		struct tir_subst s = {.m = t->m, .arena = t->scratch};
		for (uint32_t l = 0; l < t->n; l++)
			tir_subst_var(&s, var(t, l), x->at[l]);
		at[i] = tir_subst_expr(&s, index[i]);
	}
	at[n - 1] = dot_sum(&x->k, at[n - 1], dot_int(&x->k, more));
	at[n - 1] = tir_ramp(t->m, at[n - 1], dot_int(&x->k, 1), lanes);
	return at;
}

static const struct tir_expr *line(struct maker *x, struct tir_seq *out, const struct tir_expr *e,
        uint32_t r)
{
	const struct tir_expr **at = vector_at(x, e->n, e->arg, (int64_t)r * DOT_LINE, DOT_LINE);
	return dot_bind(&x->k, out, "line", tir_access(x->t->m, TIR_LOAD, e->u.buffer, e->n, at));
}

/* Signed bytes as unsigned ones in the same order: 128 is added by flipping the top bit. */
static const struct tir_expr *without_sign(struct maker *x, const struct tir_expr *v)
{
	struct tir_type t = tir_type(TIR_TYPE_UINT, 8, v->type.lanes);
	struct tir_module *m = x->t->m;
	if (v->type.code == TIR_TYPE_UINT)
		return v;
	const struct tir_expr *top = tir_int(m, tir_lanes(t, 1), 128);
	return tir_binary(m, TIR_BITXOR, tir_cast(m, t, v), tir_broadcast(m, top, t.lanes));
}

/* What is added up, of register r of a row. */
static const struct tir_expr *term(struct maker *x, struct tir_seq *out, uint32_t r)
{
	struct tir_module *m = x->t->m;
	const struct tir_expr *a = line(x, out, x->t->a, r);
	if (!x->t->b)
		return a;
	a = without_sign(x, a);
	const struct tir_expr *b = without_sign(x, line(x, out, x->t->b, r));
	return dot_bind(&x->k, out, "difference",
	        tir_binary(m, TIR_SUB, tir_binary(m, TIR_MAX, a, b), tir_binary(m, TIR_MIN, a, b)));
}

static const struct tir_expr *plus(struct maker *x, const struct tir_expr *a,
        const struct tir_expr *b)
{
	return a ? tir_binary(x->t->m, TIR_ADD, a, b) : b;
}

/* acc, and four neighbours of the bytes in each lane. */
static const struct tir_expr *add_bytes(struct maker *x, const struct tir_expr *acc,
        const struct tir_expr *v)
{
	for (uint32_t q = 0; q < DOT_WORD; q++)
		acc = plus(x, acc,
		        tir_cast(x->t->m, tir_lanes(UINT32, DOT_LANES),
		                dot_shuffle(&x->k, 1, &v, DOT_LANES, q, 1)));
	return acc;
}

static const struct tir_expr *acc_at(struct maker *x, uint32_t r)
{
	return dot_row(&x->k, x->acc, dot_int(&x->k, (int64_t)r * DOT_LANES), DOT_LANES);
}

static void keep(struct maker *x, struct tir_seq *out, uint32_t r, const struct tir_expr *v)
{
	dot_store(&x->k, out, x->acc, dot_int(&x->k, (int64_t)r * DOT_LANES), v);
}

/* Iterations of the loops of a block from number l on, but for the last one: rows, one behind the other in one body, or in loops. */
static void add_rows(struct maker *x, struct tir_seq *out, uint32_t l, const struct tir_expr **sum)
{
	struct neighbours *t = x->t;
	if (l + 1 == t->n) {
		for (uint32_t r = 0; r < x->registers; r++) {
			const struct tir_expr *v = term(x, out, r);
			if (x->acc)
				keep(x, out, r, add_bytes(x, acc_at(x, r), v));
			else
				sum[r] = add_bytes(x, sum[r], v);
		}
		return;
	}
	if (x->acc) {
		struct tir_stmt *loop = dot_loop(&x->k, var(t, l)->name, extent(t, l), 1);
		x->at[l] = tir_as_for(loop)->var->expr;
		add_rows(x, &tir_as_for(loop)->body, l + 1, sum);
		tir_seq_add(out, loop);
		return;
	}
	for (int64_t i = 0; i < extent(t, l); i++) {
		x->at[l] = dot_int(&x->k, i);
		add_rows(x, out, l + 1, sum);
	}
}

/* Words of one block, deinterleaved and added until there is one. */
static const struct tir_expr *add_words(struct maker *x, struct tir_seq *out,
        const struct tir_expr **sum)
{
	for (uint32_t n = x->registers; n > 1; n /= 2) {
		for (uint32_t r = 0; r < n; r++)
			sum[r] = dot_bind(&x->k, out, "words", sum[r]);
		for (uint32_t r = 0; r < n / 2; r++)
			sum[r] = tir_binary(x->t->m, TIR_ADD,
			        dot_shuffle(&x->k, 2, sum + 2 * r, DOT_LANES, 0, 1),
			        dot_shuffle(&x->k, 2, sum + 2 * r, DOT_LANES, 1, 1));
	}
	return sum[0];
}

/* Add the sums of a block of 32 lanes: the rows added up in registers, the words within them, the initial value; and
 * their store. */
static void make_blocks(struct maker *x, struct tir_seq *out)
{
	const struct tir_expr *sum[MOST_BYTES / DOT_WORD] = {NULL}, *index[TIR_MAX_RANK], **at;
	struct neighbours *t = x->t;
	struct tir_stmt *s = tir_stmt_copy(t->m->arena, t->set);
	struct tir_type type = tir_lanes(UINT32, DOT_LANES);
	const struct tir_expr *zero = tir_broadcast(t->m, tir_int(t->m, UINT32, 0), DOT_LANES);
	for (uint32_t r = 0; x->acc && r < x->registers; r++)
		keep(x, out, r, zero);
	add_rows(x, out, t->nouter, sum);
	for (uint32_t r = 0; x->acc && r < x->registers; r++)
		sum[r] = acc_at(x, r);
	const struct tir_expr *init = tir_cast(t->m, UINT32, tir_value_of(t->set));
	const struct tir_expr *all = plus(x, tir_broadcast(t->m, init, type.lanes),
	        add_words(x, out, sum));
	indices(t->set, index);
	at = vector_at(x, s->nindex, index, 0, DOT_LANES);
	for (uint32_t i = 0; i < s->nindex; i++)
		tir_as_store(s)->index[i].e = at[i];
	tir_as_store(s)->value.e = tir_cast(t->m, tir_lanes(TIR_INT32, DOT_LANES), all);
	tir_seq_add(out, s);
}

/* Add the loops that stand for the nest, blocks of 32 lanes at once; a last block that is not whole overlaps the one
 * before it. */
static void make_nest(struct neighbours *t, struct tir_seq *nest)
{
	struct maker x = {.t = t,
	        .k = {.m = t->m, .scratch = t->scratch, .span = t->loop[0]->at},
	        .registers = (uint32_t)extent(t, t->n - 1) / DOT_WORD};
	struct tir_seq *out = nest;
	int64_t rows = 1;
	for (uint32_t l = t->nouter; l + 1 < t->n; l++)
		rows *= extent(t, l);
	if (rows * x.registers > 2 * UNROLLED)
		x.acc = dot_alloc(&x.k, out, "acc", UINT32, (int64_t)x.registers * DOT_LANES);
	for (uint32_t l = 0; l < t->nouter; l++) {
		bool lane = l + 1 == t->nouter;
		int64_t n = extent(t, l);
		struct tir_stmt *loop = dot_loop(&x.k, var(t, l)->name,
		        lane ? (n + DOT_LANES - 1) / DOT_LANES : n, 1);
		x.at[l] = tir_as_for(loop)->var->expr;
		if (lane)
			x.at[l] = dot_scaled(&x.k, x.at[l], DOT_LANES);
		if (lane && n % DOT_LANES)
			x.at[l] = tir_binary(t->m, TIR_MIN, x.at[l], dot_int(&x.k, n - DOT_LANES));
		tir_seq_add(out, loop);
		out = &tir_as_for(loop)->body;
	}
	x.at[t->n - 1] = dot_int(&x.k, 0);
	make_blocks(&x, out);
}

/* Put the new nest in the place of s if that is a horizontal reduction; false: it is none. */
static bool take(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct neighbours *t = ctx;
	if (!read_nest(t, s)) {
		loops_refuse(t->out, t->scratch, s, &t->doubt);
		return false;
	}
	loops_take_back(t->out, t->set);
	struct loops_vectorized x = {LOOPS_NEIGHBOURS, t->loop[t->nouter - 1], DOT_LANES};
	VEC_PUSH(t->scratch, &t->out->all, x);
	make_nest(t, out);
	return true;
}

struct tir_func *loops_neighbours(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct neighbours *t = ARENA_NEW(arena, struct neighbours);
	*t = (struct neighbours){.m = f->module,
	        .facts = facts_begin(f, &known, arena),
	        .scratch = arena,
	        .options = options,
	        .out = vectors};
	vectors->all.n = 0;
	if (options->lanes && options->lanes < DOT_LANES)
		return f;
	return loops_replace(f, take, t, arena);
}
