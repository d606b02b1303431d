/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/runtime/sort_check.c: the packed sorting functions against a plain insertion sort, on the
 * host and on Hexagon.  Ends with 0 where all agree, else with the number of the first case. */
#include "runtime/packed.h"

#include <stdbool.h>
#include <stddef.h>

/* A case: shape before, along and behind the axis, and the type. */
struct shape {
	int64_t outer, length, inner;
	uint8_t code, bits;
};

enum { MOST = 512 };

struct data {
	uint64_t words[MOST]; /* elements, packed by their size */
	double value[MOST];   /* what each stands for */
	int64_t sorted[MOST]; /* for each place the index that belongs there */
};

static uint32_t next(uint32_t *seed)
{
	return (*seed = *seed * 1664525 + 1013904223) >> 16;
}

/* Few different values, so that stability shows. */
static void fill(struct data *d, const struct shape *s, uint32_t seed)
{
	int64_t n = s->outer * s->length * s->inner;
	for (int64_t i = 0; i < n; i++) {
		int v = (int)(next(&seed) % 13) - 6;
		if (s->code == TIRC_CODE_UINT && v < 0)
			v = 200 + v;
		d->value[i] = v;
		if (s->code != TIRC_CODE_FLOAT)
			s->bits == 8    ? (void)(((int8_t *)d->words)[i] = (int8_t)v)
			: s->bits == 16 ? (void)(((int16_t *)d->words)[i] = (int16_t)v)
			: s->bits == 32 ? (void)(((int32_t *)d->words)[i] = v)
			                : (void)(((int64_t *)d->words)[i] = v);
		else if (s->bits == 64)
			((double *)d->words)[i] = v * 0.25;
		else if (s->bits == 32)
			((float *)d->words)[i] = (float)v * 0.25f;
		else /* halves of -6 to 6, a quarter each: 1 to 6 in fourths */
			((uint16_t *)d->words)[i] = (uint16_t)((v < 0 ? 0x8000 : 0) |
			                                       (uint16_t[]){0, 0x3400, 0x3800,
			                                               0x3a00, 0x3c00, 0x3d00,
			                                               0x3e00}[v < 0 ? -v : v]);
	}
}

/* Insertion sort of the first 'most' of each row. */
static void sort_plainly(struct data *d, const struct shape *s, bool ascending, int64_t most)
{
	for (int64_t o = 0; o < s->outer; o++)
		for (int64_t i = 0; i < s->inner; i++) {
			int64_t *row = d->sorted + o * s->length * s->inner + i;
			const double *v = d->value + o * s->length * s->inner + i;
			for (int64_t k = 0; k < s->length; k++) {
				int64_t at = k;
				for (; at > 0 && k < most; at--) {
					double left = v[row[(at - 1) * s->inner] * s->inner],
					       x = v[k * s->inner];
					if (ascending ? left <= x : left >= x)
						break;
					row[at * s->inner] = row[(at - 1) * s->inner];
				}
				row[at * s->inner] = k;
			}
		}
}

static struct tirc_any whole(int64_t i)
{
	return (struct tirc_any){TIRC_ANY_INT, 0, {.i = i}};
}

static struct tirc_any tensor(struct tirc_tensor *t)
{
	return (struct tirc_any){TIRC_ANY_TENSOR, 0, {.tensor = t}};
}

static struct tirc_tensor make(void *data, int64_t *shape, uint8_t code, uint8_t bits)
{
	return (struct tirc_tensor){data, {1, 0}, 3, {code, bits, 1}, shape, NULL, 0};
}

static bool same_bits(const void *a, int64_t i, const void *b, int64_t k, unsigned bits)
{
	const char *x = (const char *)a + i * bits / 8, *y = (const char *)b + k * bits / 8;
	for (unsigned n = 0; n < bits / 8; n++)
		if (x[n] != y[n])
			return false;
	return true;
}

/* All four functions on one case. */
static bool agree(const struct shape *s, bool ascending, uint32_t seed)
{
	static struct data d;
	static uint64_t values[MOST];
	static int32_t indices[MOST];
	static int64_t long_indices[MOST];
	int32_t counts[MOST];
	int64_t shape[3] = {s->outer, s->length, s->inner}, rows[1] = {s->outer * s->inner};
	int64_t k = s->length < 3 ? s->length : 3, top[3] = {s->outer, k, s->inner};
	int64_t n = s->outer * s->length * s->inner;
	bool ok = true;
	fill(&d, s, seed);
	sort_plainly(&d, s, ascending, s->length);
	struct tirc_tensor in = make(d.words, shape, s->code, s->bits);
	struct tirc_tensor out = make(values, shape, s->code, s->bits);
	struct tirc_tensor index = make(indices, shape, TIRC_CODE_INT, 32);
	struct tirc_any sort[] = {tensor(&in), tensor(&out), whole(1), whole(ascending)};
	struct tirc_any argsort[] = {tensor(&in), tensor(&index), whole(-2), whole(ascending)};
	ok &= tvm_contrib_sort_sort(sort, 4) == 0 && tvm_contrib_sort_argsort(argsort, 4) == 0;
	for (int64_t i = 0; i < n; i++) {
		int64_t row = i / (s->length * s->inner) * s->length * s->inner + i % s->inner;
		ok &= indices[i] == d.sorted[i];
		ok &= same_bits(values, i, d.words, row + d.sorted[i] * s->inner, s->bits);
	}
	struct tirc_tensor best = make(values, top, s->code, s->bits);
	struct tirc_tensor where = make(long_indices, top, TIRC_CODE_INT, 64);
	struct tirc_any topk[] = {tensor(&in), tensor(&best), tensor(&where), whole(3), whole(1),
	        {TIRC_ANY_STRING, 0, {.string = "both"}}, whole(ascending)};
	ok &= tvm_contrib_sort_topk(topk, 7) == 0;
	for (int64_t i = 0; i < s->outer * k * s->inner; i++) {
		int64_t base = i / (k * s->inner) * s->length * s->inner + i % s->inner;
		int64_t from = base + i / s->inner % k * s->inner;
		ok &= long_indices[i] == d.sorted[from];
		ok &= same_bits(values, i, d.words, base + d.sorted[from] * s->inner, s->bits);
	}
	for (int64_t i = 0; i < rows[0]; i++)
		counts[i] = (int32_t)(s->length / 2);
	struct tirc_tensor count = make(counts, rows, TIRC_CODE_INT, 32);
	count.ndim = 1;
	struct tirc_any nms[] = {
	        tensor(&in), tensor(&count), tensor(&index), whole(1), whole(ascending)};
	ok &= tvm_contrib_sort_argsort_nms(nms, 5) == 0;
	sort_plainly(&d, s, ascending, s->length / 2);
	for (int64_t i = 0; i < n; i++)
		ok &= indices[i] == d.sorted[i];
	/* Refused: too few arguments, an axis that is not there, results of another shape. */
	argsort[2] = whole(3);
	ok &= tvm_contrib_sort_sort(sort, 3) != 0 && tvm_contrib_sort_argsort(argsort, 4) != 0;
	shape[2]++;
	topk[5].v.string = "neither";
	ok &= tvm_contrib_sort_topk(topk, 7) != 0;
	return ok;
}

static int check(void)
{
	static const struct shape shapes[] = {
	        {4, 19, 1, TIRC_CODE_FLOAT, 32},
	        {2, 8, 1, TIRC_CODE_FLOAT, 16},
	        {3, 7, 5, TIRC_CODE_FLOAT, 64},
	        {1, 500, 1, TIRC_CODE_INT, 32},
	        {2, 33, 3, TIRC_CODE_INT, 8},
	        {1, 1, 4, TIRC_CODE_INT, 64},
	        {5, 2, 2, TIRC_CODE_UINT, 8},
	        {2, 64, 2, TIRC_CODE_INT, 16},
	        {0, 5, 2, TIRC_CODE_INT, 32},
	        {1, 17, 2, TIRC_CODE_UINT, 32},
	};
	for (unsigned i = 0; i < 2 * sizeof shapes / sizeof *shapes; i++)
		if (!agree(&shapes[i / 2], i % 2, i))
			return (int)i + 1;
	return 0;
}

#ifdef __hexagon__
int tirc_program(int argc, char **argv);
int tirc_program(int argc, char **argv)
#else
int main(int argc, char **argv)
#endif
{
	(void)argc, (void)argv;
	return check();
}
