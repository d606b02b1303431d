/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/dot_make.c: the loops that add up products of bytes four at once.
 *
 * Idea.   With u = w + c an unsigned byte, the sum of (a + p) * (w + q) is that of a * u, plus (q - c) times the sum of the a, plus
 *         p times the sum of the u, plus a constant.  The first one is what HVX has; the second is one number for all
 *         lanes; the third one, and the constant, are what the sums of a block begin with.  All of that wraps, so it is
 *         done in unsigned numbers.
 *         Loops that change the vector operand come first, then it is packed, then come the others, of which the innermost
 *         does some iterations at once: they share the words that they load.
 * Needs   a nest that dot_nest.c has read; decides nothing.
 * Costs   the nest. */
#include "loops/nest/private.h"
#include "loops/patterns/dot.h"

enum {
	MOST_SUMS = 8,   /* registers that hold sums */
	MOST_BLOCKS = 4, /* done at once */
	CHUNK = 16,      /* bytes of the scalar operand in one iteration */
	SCALARS = 40,    /* words of it that live in registers */
};

#define UINT32 tir_type(TIR_TYPE_UINT, 32, 1)

/* What is in one body. */
struct tile {
	uint32_t at_once;        /* iterations of the innermost loop that is left */
	uint32_t block, nblocks; /* the first one; how many */
	uint32_t loop;           /* that loop; n->n: there is none */
};

static const struct tir_expr *number(struct loop_builder *k, int64_t n, uint32_t lanes)
{
	const struct tir_expr *e = tir_int(k->m, UINT32, (int64_t)(uint32_t)n);
	return lanes > 1 ? tir_broadcast(k->m, e, lanes) : e;
}

static const struct tir_expr *plus(struct loop_builder *k, const struct tir_expr *a,
        const struct tir_expr *b)
{
	return !a ? b : !b ? a : tir_binary(k->m, TIR_ADD, a, b);
}

/* What each sum begins with, whatever the lane. */
static int64_t constant(const struct dot_nest *n)
{
	int64_t bytes = (int64_t)dot_words(n) * DOT_WORD;
	return bytes * n->scalar.zero * dot_zero(n) + (n->init && !n->set ? n->init->u.i : 0);
}

/* ---- Products ----------------------------------------------------------------------------*/
/* The bytes q of the words, widened. */
static const struct tir_expr *wide(struct loop_builder *k, const struct tir_expr *words, uint32_t q)
{
	return tir_cast(k->m, tir_lanes(UINT32, DOT_LANES),
	        dot_shuffle(k, 1, &words, DOT_LANES, q, 1));
}

/* acc + the four products of the words and bytes 4 * half on of the scalar ones. */
static const struct tir_expr *add_word(struct loop_builder *k, const struct tir_expr *acc,
        const struct tir_expr *words, const struct tir_expr *bytes, uint32_t half)
{
	for (uint32_t q = 0; q < DOT_WORD; q++) {
		const struct tir_expr *a = dot_shuffle(k, 1, &bytes, 1, half * DOT_WORD + q, 1);
		a = tir_broadcast(k->m, tir_cast(k->m, UINT32, a), DOT_LANES);
		acc = plus(k, acc, tir_binary(k->m, TIR_MUL, wide(k, words, q), a));
	}
	return acc;
}

static const struct tir_expr *add_bytes(struct loop_builder *k, const struct tir_expr *total,
        const struct tir_expr *bytes)
{
	for (uint32_t i = 0; i < bytes->type.lanes; i++)
		total = plus(k, total, tir_cast(k->m, UINT32, dot_shuffle(k, 1, &bytes, 1, i, 1)));
	return total;
}

/* Words of a block, from number `at` on. */
static const struct tir_expr *packed(struct loop_builder *k, struct tir_seq *out, uint32_t block,
        const struct tir_expr *at)
{
	int64_t first = (int64_t)block * dot_words(k->n) * DOT_LINE;
	at = dot_sum(k, dot_scaled(k, at, DOT_LINE), dot_int(k, first));
	return dot_bind(k, out, "words", dot_row(k, k->packed, at, DOT_LINE));
}

/* `bytes` of the scalar operand from where k->at is, `more` further on. */
static const struct tir_expr *scalars(struct loop_builder *k, struct tir_seq *out, int64_t more,
        uint32_t bytes)
{
	const struct dot_operand *a = &k->n->scalar;
	const struct tir_expr *at = dot_sum(k, dot_index(k, &a->at), dot_int(k, more));
	return dot_bind(k, out, "bytes", dot_row(k, k->scalar, at, bytes));
}

/* ---- What sums begin with ----------------------------------------------------------------*/
static const struct tir_expr *ones(struct loop_builder *k, const struct tir_expr *acc,
        const struct tir_expr *words)
{
	for (uint32_t q = 0; q < DOT_WORD; q++)
		acc = plus(k, acc, wide(k, words, q));
	return acc;
}

static const struct tir_expr *start_at(struct loop_builder *k, uint32_t block)
{
	return dot_row(k, k->start, dot_int(k, (int64_t)block * DOT_LANES), DOT_LANES);
}

/* Store what the sums of a block begin with: the scalar operand's zero point times the sum of the vector operand's bytes,
 * plus a constant. */
static void make_start(struct loop_builder *k, struct tir_seq *out, uint32_t block)
{
	const struct dot_nest *n = k->n;
	const struct tir_expr *at = dot_int(k, (int64_t)block * DOT_LANES), *sum = NULL;
	if (dot_words(n) <= DOT_HELD) {
		for (uint32_t w = 0; w < dot_words(n); w++)
			sum = ones(k, sum, packed(k, out, block, dot_int(k, w)));
	} else {
		struct tir_stmt *loop = dot_loop(k, "word", dot_words(n), 1);
		struct tir_seq body = {0};
		dot_store(k, out, k->start, at, number(k, 0, DOT_LANES));
		sum = packed(k, &body, block, tir_as_for(loop)->var->expr);
		dot_store(k, &body, k->start, at, ones(k, start_at(k, block), sum));
		tir_as_for(loop)->body = body;
		tir_seq_add(out, loop);
		sum = start_at(k, block);
	}
	sum = tir_binary(k->m, TIR_MUL, sum, number(k, n->scalar.zero, DOT_LANES));
	dot_store(k, out, k->start, at, plus(k, sum, number(k, constant(n), DOT_LANES)));
}

/* What the sums of a block begin with, at the iteration of k->off. */
static const struct tir_expr *begin(struct loop_builder *k, uint32_t block)
{
	const struct tir_expr *first = dot_first(k, block);
	if (first && !k->start && !constant(k->n))
		return first;
	return plus(k, k->start ? start_at(k, block) : number(k, constant(k->n), DOT_LANES), first);
}

/* The sum plus the vector operand's zero point times the total of the scalar operand's bytes; NULL: there is no total. */
static const struct tir_expr *with_total(struct loop_builder *k, const struct tir_expr *sum,
        const struct tir_expr *total)
{
	if (!total)
		return sum;
	total = tir_binary(k->m, TIR_MUL, total, number(k, dot_zero(k->n), 1));
	return plus(k, sum, tir_broadcast(k->m, total, DOT_LANES));
}

/* ---- A tile whose words are few ----------------------------------------------------------*/
static void make_held(struct loop_builder *k, struct tir_seq *out, struct tile t)
{
	const struct dot_nest *n = k->n;
	const struct tir_expr *bytes[DOT_HELD], *words[DOT_HELD];
	uint32_t unit = dot_unit(n), nwords = dot_words(n), halves = unit / DOT_WORD;
	for (uint32_t w = 0; w < nwords; w++)
		words[w] = packed(k, out, t.block, dot_int(k, w));
	for (uint32_t j = 0; j < t.at_once; j++) {
		const struct tir_expr *total = NULL;
		if (t.loop < n->n)
			k->off[t.loop] = j;
		for (uint32_t i = 0; i < nwords / halves; i++) {
			bytes[i] = scalars(k, out, (int64_t)i * unit, unit);
			total = dot_zero(n) ? add_bytes(k, total, bytes[i]) : NULL;
		}
		if (total)
			total = dot_bind(k, out, "total", total);
		const struct tir_expr *sum = with_total(k, begin(k, t.block), total);
		for (uint32_t w = 0; w < nwords; w++)
			sum = add_word(k, sum, words[w], bytes[w / halves], w % halves);
		dot_put(k, out, t.block, sum);
	}
	if (t.loop < n->n)
		k->off[t.loop] = 0;
}

/* ---- Both operands are vectors -----------------------------------------------------------*/
static void make_both(struct loop_builder *k, struct tir_seq *out, uint32_t block)
{
	const struct dot_nest *n = k->n;
	const struct tir_expr *other[DOT_NETWORK], *words, *sum = begin(k, block), *ofs = NULL;
	dot_deal(k, out, &n->scalar, block, other);
	for (uint32_t w = 0; w < dot_words(n); w++)
		ofs = dot_zero(n) ? ones(k, ofs, other[w]) : NULL;
	if (ofs)
		sum = plus(k, sum,
		        tir_binary(k->m, TIR_MUL, dot_bind(k, out, "total", ofs),
		                number(k, dot_zero(n), DOT_LANES)));
	for (uint32_t w = 0; w < dot_words(n); w++) {
		words = packed(k, out, block, dot_int(k, w));
		for (uint32_t q = 0; q < DOT_WORD; q++)
			sum = plus(k, sum,
			        tir_binary(k->m, TIR_MUL, wide(k, words, q), wide(k, other[w], q)));
	}
	dot_put(k, out, block, sum);
}

/* ---- Others ------------------------------------------------------------------------------*/
static const struct tir_expr *acc_at(struct loop_builder *k, const struct tile *t, uint32_t j,
        uint32_t block)
{
	return dot_int(k, (int64_t)(j * t->nblocks + block) * DOT_LANES);
}

/* How many bytes an iteration takes: a divisor of the row. */
static uint32_t chunk_of(const struct dot_nest *n)
{
	uint32_t unit = dot_unit(n), chunk = unit;
	while (2 * chunk <= CHUNK && n->extent[n->k] % (2 * chunk) == 0)
		chunk *= 2;
	return chunk;
}

/* Add the products of the words at k->at, the first one of which has number `word`. */
static void add_chunk(struct loop_builder *k, struct tir_seq *out, const struct tile *t,
        const struct tir_expr *word)
{
	const struct dot_nest *n = k->n;
	const struct tir_expr *words[MOST_BLOCKS][CHUNK / DOT_WORD], *bytes[CHUNK / DOT_WORD];
	uint32_t unit = dot_unit(n), chunk = chunk_of(n), halves = unit / DOT_WORD;
	for (uint32_t b = 0; b < t->nblocks; b++)
		for (uint32_t w = 0; w < chunk / DOT_WORD; w++)
			words[b][w] = packed(k, out, t->block + b, dot_sum(k, word, dot_int(k, w)));
	for (uint32_t j = 0; j < t->at_once; j++) {
		const struct tir_expr *total = NULL, *at = dot_int(k, j);
		if (t->loop < n->n)
			k->off[t->loop] = j;
		for (uint32_t i = 0; i < chunk / unit; i++) {
			bytes[i] = scalars(k, out, (int64_t)i * unit, unit);
			total = add_bytes(k, total, bytes[i]);
		}
		if (k->total)
			dot_store(k, out, k->total, at,
			        plus(k, dot_row(k, k->total, at, 1), total));
		for (uint32_t b = 0; b < t->nblocks; b++) {
			const struct tir_expr *to = acc_at(k, t, j, b);
			const struct tir_expr *sum = dot_row(k, k->acc, to, DOT_LANES);
			for (uint32_t w = 0; w < chunk / DOT_WORD; w++)
				sum = add_word(k, sum, words[b][w], bytes[w / halves], w % halves);
			dot_store(k, out, k->acc, to, sum);
		}
	}
	if (t->loop < n->n)
		k->off[t->loop] = 0;
}

/* The loops that reduce. */
static void add_all(struct loop_builder *k, struct tir_seq *out, const struct tile *t)
{
	const struct dot_nest *n = k->n;
	const struct tir_expr *word = dot_int(k, 0);
	uint32_t chunk = chunk_of(n);
	for (uint32_t l = 0; l < n->n; l++) {
		if (!n->reduces[l])
			continue;
		bool last = l == n->k;
		if (last && n->extent[l] == chunk)
			continue; /* so that the loop around it is the innermost one, which keeps sums */
		struct tir_stmt *loop = dot_loop(k, tir_as_for(n->loop[l])->var->name,
		        last ? n->extent[l] / chunk : n->extent[l], 1);
		const struct tir_expr *i = tir_as_for(loop)->var->expr;
		k->at[l] = last ? dot_scaled(k, i, chunk) : i;
		word = dot_sum(k, dot_scaled(k, word, last ? n->extent[l] / chunk : n->extent[l]),
		        i);
		tir_seq_add(out, loop);
		out = &tir_as_for(loop)->body;
	}
	add_chunk(k, out, t, dot_scaled(k, word, chunk / DOT_WORD));
	for (uint32_t l = 0; l < n->n; l++)
		if (n->reduces[l])
			k->at[l] = NULL;
}

/* Add the loops for some blocks and some iterations at once, with sums in memory; then store the sums where they go. */
static void make_loops(struct loop_builder *k, struct tir_seq *out, struct tile t)
{
	const struct dot_nest *n = k->n;
	for (uint32_t j = 0; j < t.at_once; j++) {
		if (t.loop < n->n)
			k->off[t.loop] = j;
		for (uint32_t b = 0; b < t.nblocks; b++)
			dot_store(k, out, k->acc, acc_at(k, &t, j, b), begin(k, t.block + b));
		if (k->total)
			dot_store(k, out, k->total, dot_int(k, j), number(k, 0, 1));
	}
	if (t.loop < n->n)
		k->off[t.loop] = 0;
	add_all(k, out, &t);
	for (uint32_t j = 0; j < t.at_once; j++) {
		const struct tir_expr *total = k->total ? dot_row(k, k->total, dot_int(k, j), 1)
		                                        : NULL;
		if (t.loop < n->n)
			k->off[t.loop] = j;
		for (uint32_t b = 0; b < t.nblocks; b++)
			dot_put(k, out, t.block + b,
			        with_total(k, dot_row(k, k->acc, acc_at(k, &t, j, b), DOT_LANES),
			                total));
	}
	if (t.loop < n->n)
		k->off[t.loop] = 0;
}

/* ---- The nest ----------------------------------------------------------------------------*/
static bool is_held(const struct dot_nest *n)
{
	return !n->both_vectors && !dot_is_transposed(n) && dot_words(n) <= DOT_HELD &&
	       dot_blocks(n) == 1 && dot_words(n) * DOT_WORD == n->extent[n->k];
}

static uint32_t blocks_at_once(const struct dot_nest *n)
{
	uint32_t blocks = dot_blocks(n);
	return is_held(n) ? 1 : blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS;
}

static uint32_t times_at_once(const struct dot_nest *n, uint32_t loop)
{
	uint32_t most = is_held(n) ? SCALARS / dot_words(n) : MOST_SUMS / blocks_at_once(n);
	while (loop < n->n && most > 1 && n->extent[loop] % most)
		most--;
	return loop < n->n && most ? most : 1;
}

/* Open the loops that the vector operand takes part in, or those that it does not; *last: the innermost of them. */
static struct tir_seq *open_loops(struct loop_builder *k, struct tir_seq *out, bool batch,
        uint32_t at_once, uint32_t last)
{
	const struct dot_nest *n = k->n;
	for (uint32_t l = 0; l < n->n; l++) {
		if (n->reduces[l] || dot_is_lane(n, l) || dot_is_batch(n, l) != batch)
			continue;
		struct tir_stmt *loop = dot_loop(k, tir_as_for(n->loop[l])->var->name, n->extent[l],
		        l == last ? at_once : 1);
		k->at[l] = tir_as_for(loop)->var->expr;
		tir_seq_add(out, loop);
		out = &tir_as_for(loop)->body;
	}
	return out;
}

/* Add the new nest: loops that change the vector operand, its packing, what sums begin with, the other loops (register
 * blocking: some iterations and blocks at once). */
static void make_nest(struct loop_builder *k, struct tir_seq *out)
{
	const struct dot_nest *n = k->n;
	uint32_t last = n->n, blocks = blocks_at_once(n);
	for (uint32_t l = 0; l < n->n; l++)
		if (!n->reduces[l] && !dot_is_lane(n, l) && !dot_is_batch(n, l))
			last = l;
	uint32_t at_once = n->both_vectors ? 1 : times_at_once(n, last);
	if (!is_held(n) && !n->both_vectors) {
		k->acc = dot_alloc(k, out, "acc", UINT32, (int64_t)at_once * blocks * DOT_LANES);
		if (dot_zero(n))
			k->total = dot_alloc(k, out, "total", UINT32, at_once);
	}
	out = open_loops(k, out, true, 1, n->n);
	dot_pack(k, out);
	for (uint32_t b = 0; k->start && b < dot_blocks(n); b++)
		make_start(k, out, b);
	struct tir_seq *all = out;
	out = open_loops(k, out, false, at_once, last);
	for (uint32_t b = 0; n->both_vectors && b < dot_blocks(n); b++)
		make_both(k, out, b);
	if (n->both_vectors)
		return;
	for (uint32_t b = 0; b < dot_blocks(n); b += blocks) {
		struct tile t = {at_once, b, blocks, last};
		if (b + blocks > dot_blocks(n))
			t.nblocks = dot_blocks(n) - b;
		is_held(n) ? make_held(k, out, t) : make_loops(k, out, t);
	}
	if (dot_is_transposed(n))
		dot_turn(k, all);
}

/* ---- Other statements --------------------------------------------------------------------*/
/* The nest with sums that are there already. */
static void use_sum(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct loop_builder *k = ctx;
	const struct dot_nest *n = k->n;
	int64_t size;
	if (s == n->make)
		return;
	struct tir_stmt *t = tir_stmt_copy(k->m->arena, s);
	if (s == n->set) {
		struct dot_index at = dot_own_places(n, &size);
		const struct tir_expr *sum = dot_row(k, k->sums, dot_index(k, &at), 1);
		bool is_zero = n->init->op == TIR_INT_IMM && n->init->u.i == 0;
		if (!is_zero) /* what wraps may be added in any order */
			sum = plus(k, tir_cast(k->m, UINT32, n->init), tir_cast(k->m, UINT32, sum));
		tir_as_store(t)->value.e = is_zero ? sum : tir_cast(k->m, TIR_INT32, sum);
	}
	tir_seq_map_bodies(t, use_sum, k);
	tir_seq_add(out, t);
}

/* The body of the loops with nothing between. */
static const struct tir_seq *innermost(const struct tir_stmt *s)
{
	const struct tir_seq *b = tir_body(s);
	while (b->first && !b->first->next && b->first->kind == TIR_FOR)
		b = tir_body(b->first);
	return b;
}

/* Does each statement of the function that names the element set it before it is read?  Then each may have its own. */
static bool may_be_private(const struct tir_func *f, const struct tir_buffer *b)
{
	for (const struct tir_stmt *s = f->body.first; s; s = s->next) {
		if (private_stmt_names(s, b) &&
		        (s->kind != TIR_FOR || !private_is_set_first(innermost(s), b)))
			return false;
	}
	return true;
}

/* The statements with an element of their own in the place of the sum. */
static struct tir_seq with_own_element(struct loop_builder *k, const struct tir_seq *s)
{
	struct tir_subst copy = {.m = k->m, .arena = k->scratch};
	struct tir_stmt *alloc = tir_stmt_new(k->m, TIR_ALLOC, k->span);
	struct tir_seq out = {0};
	tir_as_alloc(alloc)->buffer = tir_subst_fresh_buffer(&copy, k->n->sums);
	alloc->form = TIR_ALLOC_BUFFER;
	tir_seq_add(&out, alloc);
	tir_seq_append(&out, tir_subst_seq(&copy, s));
	return out;
}

struct tir_seq dot_make(const struct dot_nest *n, struct arena *scratch)
{
	struct loop_builder *k = ARENA_NEW(scratch, struct loop_builder);
	struct tir_seq out = {0};
	int64_t size, blocks = dot_blocks(n);
	*k = (struct loop_builder){.n = n,
	        .m = n->f->module,
	        .scratch = scratch,
	        .span = n->nest->at,
	        .sums = n->sums};
	k->packed = dot_alloc(k, &out, "packed",
	        n->both_vectors ? n->vector.load->type : tir_type(TIR_TYPE_UINT, 8, 1),
	        blocks * dot_words(n) * DOT_LINE);
	if (dot_packing(n) == DOT_PACK_ROWS)
		k->dealt = dot_alloc(k, &out, "dealt", tir_type(TIR_TYPE_UINT, 8, 1),
		        DOT_LANES * DOT_LINE);
	k->scalar = n->scalar.lay.rows ? dot_lay(k, &out, &n->scalar, false)
	                               : n->scalar.load->u.buffer;
	k->vector = n->vector.lay.rows ? dot_lay(k, &out, &n->vector, !n->columns)
	                               : n->vector.load->u.buffer;
	if (n->scalar.zero)
		k->start = dot_alloc(k, &out, "start", UINT32, blocks * DOT_LANES);
	if (n->set || dot_is_transposed(n)) {
		dot_own_places(n, &size);
		k->sums = dot_alloc(k, &out, "sums", TIR_INT32, size);
	}
	make_nest(k, &out);
	if (n->set) {
		for (uint32_t l = 0; l < n->n; l++)
			k->at[l] = n->reduces[l] ? NULL : tir_as_for(n->loop[l])->var->expr;
		struct tir_seq uses = {0};
		use_sum(k, n->nest, &uses);
		if (may_be_private(n->f, n->sums))
			uses = with_own_element(k, &uses);
		tir_seq_append(&out, uses);
	}
	return out;
}
