/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/dot_pack.c: the vector operand of a sum, put into the order in which its words are used.
 *
 * Idea.   In memory rows of words follow each other, a row for each lane; wanted is a register for each word, its lanes side by
 *         side.  Number registers and lanes by bits: deinterleaving the words of registers 2i and 2i + 1 to registers i
 *         (even ones) and n / 2 + i (odd ones) moves the lowest bit of the lane to the top of the register's number, and
 *         the lowest bit of that to the top of the lane.  As many rounds as bits are to change places.
 *         Signed bytes x become unsigned ones x + 128, as the instruction wants them.
 * Needs   rows that are whole lines, or lines of whole rows; others go word by word.
 * Costs   a line of n words in log2(n) rounds. */
#include "loops/patterns/dot.h"

enum { GROUP = 8, GROUPS = DOT_LANES / GROUP, COLUMNS = 10 /* packets of four rows */ };

static uint32_t log_of(int64_t n)
{
	uint32_t k = 0;
	while (n >> (k + 1))
		k++;
	return k;
}

/* Lanes of a block that there are. */
static uint32_t lanes_of(const struct dot_nest *n, uint32_t block)
{
	int64_t left = dot_lanes(n) - (int64_t)block * DOT_LANES;
	return left < DOT_LANES ? (uint32_t)left : DOT_LANES;
}

/* Do the loops that reduce go along memory as one? */
static bool is_flat(const struct dot_nest *n)
{
	int64_t row = 1;
	for (uint32_t l = n->n; l-- > 0;) {
		if (n->reduces[l] && n->vector.at.stride[l] != row)
			return false;
		row *= n->reduces[l] ? n->extent[l] : 1;
	}
	return true;
}

enum dot_packing dot_packing(const struct dot_nest *n)
{
	int64_t lanes = n->extent[n->lane];
	if (dot_is_transposed(n))
		return DOT_PACK_PARTS;
	if (n->columns)
		return DOT_PACK_COLUMNS;
	if (n->second_lane_loop < n->n)
		return DOT_PACK_WORDS;
	if (is_flat(n) && dot_words(n) >= DOT_LANES && lanes % GROUP == 0)
		return DOT_PACK_ROWS;
	if (dot_is_dense(n, &n->vector))
		return DOT_PACK_DENSE;
	return DOT_PACK_WORDS;
}

uint64_t dot_packing_time(const struct dot_nest *n)
{
	uint64_t lines = (uint64_t)dot_blocks(n) * dot_words(n), rounds, rest;
	switch (dot_packing(n)) {
	case DOT_PACK_ROWS:
		rest = (uint64_t)dot_blocks(n) * (dot_words(n) % DOT_LANES);
		return ((lines - rest) * 7 + rest * DOT_LANES * 2) * TARGET_PACKET;
	case DOT_PACK_PARTS:
	case DOT_PACK_DENSE:
		rounds = log_of(n->extent[n->k] / DOT_WORD);
		return lines * (4 + rounds) * TARGET_PACKET / 2;
	case DOT_PACK_COLUMNS:
		return (dot_blocks(n) + GROUPS - 1) / GROUPS * dot_words(n) * COLUMNS *
		       TARGET_PACKET;
	case DOT_PACK_WORDS: break;
	}
	return lines * DOT_LANES * 2 * TARGET_PACKET;
}

/* ---- Bytes -------------------------------------------------------------------------------*/
static const struct tir_expr *unsigned_bytes(struct loop_builder *k, const struct tir_expr *v)
{
	struct tir_type t = tir_type(TIR_TYPE_UINT, 8, v->type.lanes), one = tir_lanes(t, 1);
	if (v->type.code == TIR_TYPE_UINT)
		return v;
	const struct tir_expr *top = tir_broadcast(k->m, tir_int(k->m, one, 128), t.lanes);
	return tir_binary(k->m, TIR_BITXOR, tir_cast(k->m, t, v), top);
}

static const struct tir_expr *own_bytes(struct loop_builder *k, const struct dot_operand *x,
        int64_t more, uint32_t lanes)
{
	const struct tir_expr *at = dot_sum(k, dot_index(k, &x->at), dot_int(k, more));
	return dot_row(k, x == &k->n->vector ? k->vector : k->scalar, at, lanes);
}

/* So many bytes of the vector operand from where k->at is, `more` further on. */
static const struct tir_expr *bytes(struct loop_builder *k, int64_t more, uint32_t lanes)
{
	const struct tir_expr *v = own_bytes(k, &k->n->vector, more, lanes);
	return k->n->both_vectors ? v : unsigned_bytes(k, v);
}

static const struct tir_expr *pad(struct loop_builder *k, uint32_t lanes)
{
	struct tir_type t = tir_type(TIR_TYPE_UINT, 8, 1);
	return tir_broadcast(k->m, tir_int(k->m, t, dot_pad(k->n)), lanes);
}

/* What stands for rows that there are not; sums that are used whole want some that add nothing. */
static const struct tir_expr *padding(struct loop_builder *k, const struct tir_expr *line)
{
	return k->n->accumulates ? pad(k, DOT_LINE) : line;
}

/* ---- Dealing -----------------------------------------------------------------------------*/
void dot_deal_lines(struct loop_builder *k, struct tir_seq *out, uint32_t rounds,
        const struct tir_expr **v)
{
	const struct tir_expr *next[1 << 5];
	uint32_t n = 1U << rounds;
	for (uint32_t r = 0; r < rounds; r++) {
		for (uint32_t i = 0; i < n / 2; i++)
			for (uint32_t odd = 0; odd < 2; odd++)
				next[odd * n / 2 + i] = dot_bind(k, out, "dealt",
				        dot_shuffle(k, 2, v + 2 * i, DOT_LINE, odd * DOT_WORD,
				                DOT_WORD));
		memcpy(v, next, n * sizeof *v);
	}
}

/* The address of word number `word` of the block, of k->packed. */
static int64_t place(const struct dot_nest *n, uint32_t block, uint32_t word)
{
	return ((int64_t)block * dot_words(n) + word) * DOT_LINE;
}

void dot_deal(struct loop_builder *k, struct tir_seq *out, const struct dot_operand *x,
        uint32_t block, const struct tir_expr **words)
{
	const struct dot_nest *n = k->n;
	uint32_t lines = dot_words(n), rows = DOT_LINE / (lines * DOT_WORD);
	k->off[n->lane] = (int64_t)block * DOT_LANES;
	for (uint32_t i = 0; i < lines; i++)
		words[i] = i * rows < lanes_of(n, block)
		                   ? dot_bind(k, out, "row",
		                             own_bytes(k, x, i * DOT_LINE, DOT_LINE))
		                   : words[0];
	dot_deal_lines(k, out, log_of(lines), words);
	k->off[n->lane] = 0;
}

/* Pack a block whose rows lie in lines one behind the other: load the lines, deinterleave their words, store them. */
static void pack_dense(struct loop_builder *k, struct tir_seq *out, uint32_t block)
{
	const struct dot_nest *n = k->n;
	const struct tir_expr *v[DOT_NETWORK];
	uint32_t words = dot_words(n), rows = DOT_LINE / (words * DOT_WORD);
	k->off[n->lane] = (int64_t)block * DOT_LANES;
	for (uint32_t i = 0; i < words; i++)
		v[i] = i * rows < lanes_of(n, block)
		               ? dot_bind(k, out, "row", bytes(k, i * DOT_LINE, DOT_LINE))
		               : padding(k, v[0]);
	dot_deal_lines(k, out, log_of(words), v);
	for (uint32_t i = 0; i < words; i++)
		dot_store(k, out, k->packed, dot_int(k, place(n, block, i)), v[i]);
	k->off[n->lane] = 0;
}

/* ---- Rows that are lines -----------------------------------------------------------------*/
/* Word `at` words behind the row's first one of the loops that reduce, `more` lines further on. */
static const struct tir_expr *place_at(struct loop_builder *k, uint32_t block,
        const struct tir_expr *at, int64_t more)
{
	return dot_sum(k, dot_scaled(k, at, DOT_LINE),
	        dot_int(k, place(k->n, block, 0) + more * DOT_LINE));
}

/* The number of the first word at k->at, without those of lanes. */
static const struct tir_expr *word_at(struct loop_builder *k)
{
	const struct dot_nest *n = k->n;
	const struct tir_expr *at = dot_int(k, 0);
	int64_t words = n->extent[n->k] / DOT_WORD;
	for (uint32_t l = n->k; l-- > 0 && n->reduces[l]; words *= n->extent[l])
		if (k->at[l])
			at = dot_sum(k, at, dot_scaled(k, k->at[l], words));
	return at;
}

/* A line of each of 32 rows becomes 32 words: by three bits of the lane, then by two. */
static void pack_line(struct loop_builder *k, struct tir_seq *out, uint32_t block,
        const struct tir_expr *line)
{
	const struct dot_nest *n = k->n;
	const struct tir_expr *v[GROUP], *first = word_at(k);
	uint32_t groups = lanes_of(n, block) / GROUP;
	int64_t row = n->vector.at.stride[n->lane];
	struct tir_stmt *half = dot_loop(k, "group", groups, 1);
	struct tir_seq body = {0};
	k->off[n->lane] = (int64_t)block * DOT_LANES;
	k->at[n->lane] = dot_scaled(k, tir_as_for(half)->var->expr, GROUP);
	k->at[n->k] = dot_scaled(k, line, DOT_LINE);
	for (uint32_t i = 0; i < GROUP; i++)
		v[i] = dot_bind(k, &body, "row", bytes(k, i * row, DOT_LINE));
	k->off[n->lane] = 0;
	k->at[n->lane] = k->at[n->k] = NULL;
	dot_deal_lines(k, &body, 3, v);
	for (uint32_t i = 0; i < GROUP; i++)
		dot_store(k, &body, k->dealt,
		        dot_sum(k, dot_scaled(k, tir_as_for(half)->var->expr, DOT_LINE),
		                dot_int(k, i * GROUPS * DOT_LINE)),
		        v[i]);
	tir_as_for(half)->body = body;
	tir_seq_add(out, half);
	struct tir_stmt *other = dot_loop(k, "word", GROUP, 1);
	const struct tir_expr *word = tir_as_for(other)->var->expr;
	body = (struct tir_seq){0};
	for (uint32_t i = 0; i < GROUPS; i++)
		v[i] = i < groups
		               ? dot_bind(k, &body, "row",
		                         dot_row(k, k->dealt,
		                                 dot_sum(k, dot_scaled(k, word, GROUPS * DOT_LINE),
		                                         dot_int(k, i * DOT_LINE)),
		                                 DOT_LINE))
		               : padding(k, v[0]);
	dot_deal_lines(k, &body, 2, v);
	word = dot_sum(k, dot_sum(k, first, dot_scaled(k, line, DOT_LANES)), word);
	for (uint32_t i = 0; i < GROUPS; i++)
		dot_store(k, &body, k->packed, place_at(k, block, word, i * GROUP), v[i]);
	tir_as_for(other)->body = body;
	tir_seq_add(out, other);
}

/* ---- Word by word ------------------------------------------------------------------------*/
/* Words from number `first` on of the row at k->at. */
static void pack_words(struct loop_builder *k, struct tir_seq *out, uint32_t block, int64_t first,
        int64_t words)
{
	const struct dot_nest *n = k->n;
	uint32_t lanes = lanes_of(n, block), also = lanes;
	bool two = n->second_lane_loop < n->n;
	also /= two ? (uint32_t)n->extent[n->lane] : lanes;
	struct tir_stmt *row = dot_loop(k, "lane", lanes / also, 1);
	struct tir_stmt *word = dot_loop(k, "word", words, 1), *rows = dot_loop(k, "row", also, 1);
	const struct tir_expr *at = dot_sum(k, word_at(k), tir_as_for(word)->var->expr);
	const struct tir_expr *lane = tir_as_for(row)->var->expr;
	at = dot_sum(k, place_at(k, block, at, first), dot_scaled(k, lane, DOT_WORD));
	if (two) {
		k->at[n->second_lane_loop] = tir_as_for(rows)->var->expr;
		at = dot_sum(k, at,
		        dot_scaled(k, k->at[n->second_lane_loop], n->extent[n->lane] * DOT_WORD));
	}
	k->off[n->lane] = (int64_t)block * DOT_LANES;
	k->at[n->lane] = lane;
	k->at[n->k] = dot_scaled(k, tir_as_for(word)->var->expr, DOT_WORD);
	dot_store(k, &tir_as_for(word)->body, k->packed, at, bytes(k, first * DOT_WORD, DOT_WORD));
	k->off[n->lane] = 0;
	k->at[n->lane] = k->at[n->k] = NULL;
	tir_seq_add(&tir_as_for(row)->body, word);
	if (two) {
		k->at[n->second_lane_loop] = NULL;
		tir_seq_add(&tir_as_for(rows)->body, row);
		row = rows;
	}
	tir_seq_add(out, row);
	if (lanes == DOT_LANES)
		return;
	word = dot_loop(k, "word", words, 1);
	at = dot_sum(k, word_at(k), tir_as_for(word)->var->expr);
	for (uint32_t i = lanes; i < DOT_LANES; i++)
		dot_store(k, &tir_as_for(word)->body, k->packed,
		        dot_sum(k, place_at(k, block, at, first), dot_int(k, i * DOT_WORD)),
		        pad(k, DOT_WORD));
	tir_seq_add(out, word);
}

/* ---- Lanes side by side ------------------------------------------------------------------*/
/* The lower or upper half of the bytes of the two, interleaved. */
static const struct tir_expr *in_turns(struct loop_builder *k, struct tir_seq *out,
        const struct tir_expr *a, const struct tir_expr *b, bool upper)
{
	const struct tir_expr *arg[2 + DOT_LINE] = {a, b};
	for (uint32_t i = 0; i < DOT_LINE; i++)
		arg[2 + i] = dot_int(k, i % 2 * DOT_LINE + i / 2 + (upper ? DOT_LINE / 2 : 0));
	return dot_bind(k, out, "turns",
	        tir_make(k->m, TIR_SHUFFLE, a->type, 2, 2 + DOT_LINE, arg));
}

/* The word `word` of the row at k->at, for blocks from number `block` on; `rows` bytes of it are there. */
static void pack_interleaved(struct loop_builder *k, struct tir_seq *out, uint32_t block,
        const struct tir_expr *word, uint32_t rows)
{
	const struct dot_nest *n = k->n;
	const struct tir_expr *v[DOT_WORD], *half[2] = {NULL, NULL},
	                                    *at = dot_sum(k, word_at(k), word);
	k->off[n->lane] = (int64_t)block * DOT_LANES;
	k->at[n->k] = dot_scaled(k, word, DOT_WORD);
	for (uint32_t q = 0; q < DOT_WORD; q++) {
		k->off[n->k] = q;
		v[q] = q < rows ? dot_bind(k, out, "row", bytes(k, 0, DOT_LINE)) : pad(k, DOT_LINE);
	}
	k->off[n->lane] = k->off[n->k] = 0;
	k->at[n->k] = NULL;
	for (uint32_t i = 0; i < GROUPS && block + i < dot_blocks(n); i++) {
		if (i % 2 == 0) {
			half[0] = in_turns(k, out, v[0], v[2], i / 2);
			half[1] = in_turns(k, out, v[1], v[3], i / 2);
		}
		dot_store(k, out, k->packed, place_at(k, block + i, at, 0),
		        in_turns(k, out, half[0], half[1], i % 2));
	}
}

/* Pack some blocks whose lanes are neighbours in memory, from number `block` on: a word of each lane at once, four rows
 * interleaved; the last word may be short.  Nothing if they were packed with a block before. */
static void pack_columns(struct loop_builder *k, struct tir_seq *out, uint32_t block)
{
	const struct dot_nest *n = k->n;
	int64_t words = n->row / DOT_WORD;
	uint32_t rest = (uint32_t)(n->row % DOT_WORD);
	struct tir_stmt *loop = dot_loop(k, "word", words, 1);
	if (block % GROUPS)
		return;
	pack_interleaved(k, &tir_as_for(loop)->body, block, tir_as_for(loop)->var->expr, DOT_WORD);
	if (words)
		tir_seq_add(out, loop);
	if (rest)
		pack_interleaved(k, out, block, dot_int(k, words), rest);
}

/* ---- Parts of rows -----------------------------------------------------------------------*/
/* The words of the rows at k->at, of all lanes of the block: each line has some neighbouring lanes. */
static void pack_parts(struct loop_builder *k, struct tir_seq *out, uint32_t block)
{
	const struct dot_nest *n = k->n;
	const struct tir_expr *v[DOT_NETWORK], *first = word_at(k);
	uint32_t words = (uint32_t)(n->extent[n->k] / DOT_WORD), rows = DOT_LANES / words;
	for (uint32_t i = 0; i < words; i++) {
		dot_set_lane(k, (int64_t)block * DOT_LANES + i * rows);
		v[i] = i * rows < lanes_of(n, block)
		               ? dot_bind(k, out, "row", bytes(k, 0, DOT_LINE))
		               : v[0];
	}
	dot_set_lane(k, 0);
	dot_deal_lines(k, out, log_of(words), v);
	for (uint32_t i = 0; i < words; i++)
		dot_store(k, out, k->packed, place_at(k, block, first, i), v[i]);
}

/* ---- All ---------------------------------------------------------------------------------*/
/* Lines, and the words behind the last one. */
static void pack_rows(struct loop_builder *k, struct tir_seq *out, uint32_t block)
{
	uint32_t words = dot_words(k->n), rest = words % DOT_LANES;
	struct tir_stmt *line = dot_loop(k, "line", words / DOT_LANES, 1);
	pack_line(k, &tir_as_for(line)->body, block, tir_as_for(line)->var->expr);
	tir_seq_add(out, line);
	if (rest)
		pack_words(k, out, block, words - rest, rest);
}

/* Pack a block, in the way that dot_packing() names, in loops over all reducing loops but the innermost. */
static void pack_block(struct loop_builder *k, struct tir_seq *out, uint32_t block)
{
	const struct dot_nest *n = k->n;
	enum dot_packing how = dot_packing(n);
	if (how == DOT_PACK_DENSE || how == DOT_PACK_ROWS) {
		how == DOT_PACK_DENSE ? pack_dense(k, out, block) : pack_rows(k, out, block);
		return;
	}
	for (uint32_t l = 0; l < n->k; l++) {
		if (!n->reduces[l])
			continue;
		struct tir_stmt *loop = dot_loop(k, tir_as_for(n->loop[l])->var->name, n->extent[l],
		        1);
		k->at[l] = tir_as_for(loop)->var->expr;
		tir_seq_add(out, loop);
		out = &tir_as_for(loop)->body;
	}
	if (how == DOT_PACK_COLUMNS)
		pack_columns(k, out, block);
	else if (how == DOT_PACK_PARTS)
		pack_parts(k, out, block);
	else
		pack_words(k, out, block, 0, n->extent[n->k] / DOT_WORD);
	for (uint32_t l = 0; l < n->k; l++)
		if (n->reduces[l])
			k->at[l] = NULL;
}

void dot_pack(struct loop_builder *k, struct tir_seq *out)
{
	for (uint32_t block = 0; block < dot_blocks(k->n); block++)
		pack_block(k, out, block);
}
