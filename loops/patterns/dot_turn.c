/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/dot_turn.c: sums of few neighbours, such as a convolution to 16 channels: pixels as lanes.
 *
 * Idea.   Where the iterations of the loop along which sums are neighbours fill half a register, or less, those of the loops
 *         that the other operand takes part in are lanes: the operands are exchanged.  A block then has the sums of 32 pixels
 *         for one channel; those of all channels are transposed, so that channels are neighbours, before they are stored:
 *         interleaving the words of registers i and n / 2 + i to registers 2i and 2i + 1 makes the topmost bit of the
 *         register's number the lowest one of the lane's.
 *         Lanes are the iterations of one loop, or of two in each other; if they are many, of a part of them.
 * Needs   a nest that dot_nest.c has read; as many channels as a power of two; rows of neighbouring pixels that fill lines.
 * Costs   a line of n channels in log2(n) rounds. */
#include "loops/patterns/dot.h"

enum {
	MOST_LANES = 4 * DOT_LANES, /* at once */
	MOST_PRODUCTS = 160000,     /* of them: the proof runs so many at once */
	MOST_ROWS = 16,             /* registers that are transposed */
};

static bool is_power(int64_t n)
{
	return n > 0 && (n & (n - 1)) == 0;
}

/* ---- Which loops -------------------------------------------------------------------------*/
/* The innermost loop before `end` that the vector operand takes part in, and the scalar one does not; n->n: there is none. */
static uint32_t find_lane(const struct dot_nest *n, uint32_t end)
{
	for (uint32_t l = end; l-- > 0;)
		if (!n->reduces[l] && n->vector.at.stride[l] && !n->scalar.at.stride[l])
			return l;
	return n->n;
}

static void insert(int64_t *x, uint32_t at, uint32_t n, int64_t value)
{
	memmove(x + at + 1, x + at, (n - at) * sizeof *x);
	x[at] = value;
}

/* Make loop l two: the inner one, behind it, of `inner` iterations; it has the loop's number plus one. */
static bool split(struct dot_nest *n, uint32_t l, int64_t inner)
{
	struct dot_index *index[] = {&n->scalar.at, &n->vector.at, &n->store};
	if (n->n == DOT_LOOPS)
		return false;
	for (uint32_t i = 0; i < 3; i++)
		insert(index[i]->stride, l, n->n, index[i]->stride[l] * inner);
	insert(n->extent, l, n->n, n->extent[l] / inner);
	n->extent[l + 1] = inner;
	memmove(n->loop + l + 1, n->loop + l, (n->n - l) * sizeof *n->loop);
	memmove(n->reduces + l + 1, n->reduces + l, (n->n - l) * sizeof *n->reduces);
	n->n++;
	n->k++;
	n->transposed += n->transposed >= l;
	n->lane += n->lane >= l;
	return true;
}

static int64_t most_lanes(const struct dot_nest *n)
{
	int64_t each = (int64_t)dot_words(n) * DOT_WORD * n->extent[n->transposed];
	int64_t lanes = MOST_PRODUCTS / each / DOT_LANES * DOT_LANES;
	return lanes < DOT_LANES ? DOT_LANES : lanes < MOST_LANES ? lanes : MOST_LANES;
}

/* How many of the iterations are lanes at once, if each is so many: the divisor that fills registers best. */
static int64_t part_of(int64_t extent, int64_t each, int64_t most)
{
	int64_t best = 1, best_lanes = 0, best_blocks = 1;
	for (int64_t i = 1; i <= extent && i * each <= most; i++) {
		int64_t lanes = i * each, blocks = (lanes + DOT_LANES - 1) / DOT_LANES;
		if (extent % i || lanes * best_blocks < best_lanes * blocks)
			continue;
		best = i;
		best_lanes = lanes;
		best_blocks = blocks;
	}
	return best;
}

/* Let the iterations of two loops, or of one, be lanes. */
static bool choose_lanes(struct dot_nest *n)
{
	n->lane = find_lane(n, n->n);
	if (n->lane == n->n)
		return false;
	int64_t most = most_lanes(n);
	uint32_t outer = find_lane(n, n->lane);
	bool two = outer < n->n && n->extent[n->lane] <= most / 2;
	uint32_t l = two ? outer : n->lane;
	int64_t part = part_of(n->extent[l], two ? n->extent[n->lane] : 1, most);
	n->second_lane_loop = DOT_LOOPS;
	if (two && part == 1)
		return true;
	if (part < n->extent[l]) {
		if (!split(n, l, part))
			return false;
		l++;
	}
	if (two)
		n->second_lane_loop = l;
	return true;
}

/* Do neighbouring lanes fill lines, as they are loaded and as they are stored? */
static bool has_lines(const struct dot_nest *n)
{
	int64_t row = n->extent[n->k], lanes = n->extent[n->lane], rows = n->extent[n->transposed];
	return is_power(row) && row >= DOT_WORD && row / DOT_WORD <= DOT_NETWORK &&
	       n->vector.at.stride[n->k] == 1 && n->vector.at.stride[n->lane] == row &&
	       is_power(rows) && rows > 1 && rows <= MOST_ROWS &&
	       n->store.stride[n->transposed] == 1 && n->store.stride[n->lane] == rows &&
	       lanes % (DOT_LINE / row) == 0 && lanes % (DOT_LANES / rows) == 0;
}

/* Is the transposed loop the only one around the sums, but for lanes and what changes the vector operand? */
static bool is_only(const struct dot_nest *n)
{
	for (uint32_t l = 0; l < n->n; l++)
		if (!n->reduces[l] && !dot_is_lane(n, l) && !dot_is_batch(n, l) &&
		        l != n->transposed)
			return false;
	return !n->vector.at.stride[n->transposed];
}

bool dot_exchange(const struct dot_nest *n, struct dot_nest *out)
{
	*out = *n;
	if (n->both_vectors || n->columns || n->accumulates || n->set || n->scalar.lay.rows ||
	        n->vector.lay.rows)
		return false;
	out->scalar = n->vector;
	out->vector = n->scalar;
	out->transposed = n->lane;
	return choose_lanes(out) && has_lines(out) && is_only(out) && dot_unit(out) != 0;
}

static uint32_t rounds_of(const struct dot_nest *n)
{
	uint32_t rounds = 0;
	while (n->extent[n->transposed] >> (rounds + 1))
		rounds++;
	return rounds;
}

uint64_t dot_turn_time(const struct dot_nest *n)
{
	uint64_t lines = (uint64_t)(n->extent[n->transposed] * dot_blocks(n));
	return lines * (4 + rounds_of(n)) * TARGET_PACKET / 2;
}

/* ---- What is made ------------------------------------------------------------------------*/
void dot_set_lane(struct loop_builder *k, int64_t lane)
{
	const struct dot_nest *n = k->n;
	k->off[n->lane] = lane % n->extent[n->lane];
	if (n->second_lane_loop < n->n)
		k->off[n->second_lane_loop] = lane / n->extent[n->lane];
}

/* The lower or upper half of the words of both, interleaved. */
static const struct tir_expr *interleaved(struct loop_builder *k, struct tir_seq *out,
        const struct tir_expr *a, const struct tir_expr *b, bool upper)
{
	const struct tir_expr *arg[2 + DOT_LANES] = {a, b};
	for (uint32_t i = 0; i < DOT_LANES; i++)
		arg[2 + i] = dot_int(k, i % 2 * DOT_LANES + i / 2 + (upper ? DOT_LANES / 2 : 0));
	return dot_bind(k, out, "turned",
	        tir_make(k->m, TIR_SHUFFLE, a->type, 2, 2 + DOT_LANES, arg));
}

/* Store a block of sums transposed: interleave its rows round by round until neighbours in memory are neighbours, then
 * store them. */
static void turn_block(struct loop_builder *k, struct tir_seq *out, uint32_t block)
{
	const struct dot_nest *n = k->n;
	const struct tir_expr *v[MOST_ROWS], *next[MOST_ROWS];
	uint32_t rows = (uint32_t)n->extent[n->transposed], lanes = DOT_LANES / rows;
	int64_t size, first = (int64_t)block * DOT_LANES;
	struct dot_index own = dot_own_places(n, &size);
	for (uint32_t i = 0; i < rows; i++)
		v[i] = dot_bind(k, out, "sums",
		        dot_row(k, k->sums, dot_int(k, own.stride[n->transposed] * i + first),
		                DOT_LANES));
	for (uint32_t r = 0; r < rounds_of(n); r++) {
		for (uint32_t i = 0; i < rows; i++)
			next[i] = interleaved(k, out, v[i / 2], v[rows / 2 + i / 2], i % 2);
		memcpy(v, next, rows * sizeof *v);
	}
	for (uint32_t i = 0; i < rows && first + i * lanes < dot_lanes(n); i++) {
		dot_set_lane(k, first + i * lanes);
		dot_store(k, out, n->sums, dot_index(k, &n->store), v[i]);
	}
	dot_set_lane(k, 0);
}

void dot_turn(struct loop_builder *k, struct tir_seq *out)
{
	k->at[k->n->transposed] = NULL;
	for (uint32_t block = 0; block < dot_blocks(k->n); block++)
		turn_block(k, out, block);
}
