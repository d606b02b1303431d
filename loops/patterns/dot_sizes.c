/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/dot_sizes.c: how many lanes, blocks, words and sums a nest that was read has, and what stands for 0 in it. */
#include "loops/patterns/dot.h"

bool dot_is_transposed(const struct dot_nest *n)
{
	return n->transposed < n->n;
}

struct dot_index dot_own_places(const struct dot_nest *n, int64_t *size)
{
	struct dot_index x = {0};
	*size = (int64_t)dot_blocks(n) * DOT_LANES;
	x.stride[n->lane] = 1;
	if (n->second_lane_loop < n->n)
		x.stride[n->second_lane_loop] = n->extent[n->lane];
	for (uint32_t l = n->n; l-- > 0;)
		if (!n->reduces[l] && !dot_is_lane(n, l) &&
		        !(dot_is_transposed(n) && dot_is_batch(n, l))) {
			x.stride[l] = *size;
			*size *= n->extent[l];
		}
	return x;
}

int64_t dot_stored(const struct dot_nest *n)
{
	int64_t size = n->store.constant + (int64_t)dot_blocks(n) * DOT_LANES;
	for (uint32_t l = 0; l < n->n; l++)
		size += dot_is_lane(n, l) ? 0 : n->store.stride[l] * (n->extent[l] - 1);
	return size;
}

bool dot_is_lane(const struct dot_nest *n, uint32_t loop)
{
	return loop == n->lane || loop == n->second_lane_loop;
}

int64_t dot_lanes(const struct dot_nest *n)
{
	return n->extent[n->lane] *
	       (n->second_lane_loop < n->n ? n->extent[n->second_lane_loop] : 1);
}

int64_t dot_zero(const struct dot_nest *n)
{
	return n->vector.zero -
	       (!n->both_vectors && n->vector.load->type.code == TIR_TYPE_INT ? 128 : 0);
}

int64_t dot_pad(const struct dot_nest *n)
{
	int64_t pad = -dot_zero(n);
	return pad < 0 ? 0 : pad > UINT8_MAX ? UINT8_MAX : pad;
}

bool dot_adds_blocks(const struct dot_nest *n, int64_t *elements)
{
	*elements = dot_stored(n);
	bool fits = *elements <= n->sums->shape[0]->u.i || n->sums->kind == TIR_BUFFER_ALLOC;
	return fits && dot_pad(n) == -dot_zero(n);
}

bool dot_is_batch(const struct dot_nest *n, uint32_t loop)
{
	return !n->reduces[loop] && !dot_is_lane(n, loop) && n->vector.at.stride[loop];
}

uint32_t dot_blocks(const struct dot_nest *n)
{
	return (uint32_t)((dot_lanes(n) + DOT_LANES - 1) / DOT_LANES);
}

uint32_t dot_words(const struct dot_nest *n)
{
	int64_t words = 1;
	for (uint32_t l = 0; l < n->n; l++)
		words *= !n->reduces[l] ? 1 : l == n->k ? n->extent[l] / DOT_WORD : n->extent[l];
	return (uint32_t)words;
}

uint32_t dot_unit(const struct dot_nest *n)
{
	int64_t all = n->scalar.at.constant | n->extent[n->k];
	for (uint32_t l = 0; l < n->n; l++)
		all |= l == n->k ? 0 : n->scalar.at.stride[l];
	return all % 8 == 0 ? 8 : all % DOT_WORD == 0 ? DOT_WORD : 0;
}
