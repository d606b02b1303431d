/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/sort.c: the packed functions tvm.contrib.sort.{sort,argsort,argsort_nms,topk}.
 *
 * Idea.   Every element becomes a 64-bit key whose unsigned order is the order asked for, so that
 *         one stable merge sort of (key, index) serves all types and both directions.
 * Keeps   TVM's meaning: stable; an axis counts from the end where negative; argsort_nms sorts the
 *         first n of a row and leaves the rest in place; topk with k < 1 takes all.
 * Refuses (returns -1) arguments of the wrong number, type or shape, and strides.
 * Costs   n log n steps a row; memory for two rows of pairs. */
#include "runtime/packed.h"

#include <stdbool.h>
#include <stddef.h>

/* From the C library, here or on the host. */
void *malloc(size_t size);
void free(void *p);

struct pair {
	uint64_t key;
	int64_t index;
};

/* One call: what is sorted along which axis.  Elements of a row are inner apart. */
struct job {
	const struct tirc_tensor *data;
	int64_t outer, length, inner;
	bool ascending;
	struct pair *row, *spare; /* length pairs each */
};

/* ---- Elements ---------------------------------------------------------------------------*/
static int64_t element_size(const struct tirc_tensor *t)
{
	return (t->dtype.bits + 7) / 8;
}

static char *element(const struct tirc_tensor *t, int64_t i)
{
	return (char *)t->data + t->byte_offset + i * element_size(t);
}

/* The bits of an element, zero-extended; sizes are 1, 2, 4 and 8. */
static uint64_t load_bits(const struct tirc_tensor *t, int64_t i)
{
	const void *p = element(t, i);
	switch (element_size(t)) {
	case 1: return *(const uint8_t *)p;
	case 2: return *(const uint16_t *)p;
	case 4: return *(const uint32_t *)p;
	default: return *(const uint64_t *)p;
	}
}

static void store_bits(const struct tirc_tensor *t, int64_t i, uint64_t bits)
{
	void *p = element(t, i);
	switch (element_size(t)) {
	case 1: *(uint8_t *)p = (uint8_t)bits; return;
	case 2: *(uint16_t *)p = (uint16_t)bits; return;
	case 4: *(uint32_t *)p = (uint32_t)bits; return;
	default: *(uint64_t *)p = bits; return;
	}
}

static double double_of_bits(uint64_t bits)
{
	double d;
	__builtin_memcpy(&d, &bits, sizeof d);
	return d;
}

static float float_of_bits(uint32_t bits)
{
	float f;
	__builtin_memcpy(&f, &bits, sizeof f);
	return f;
}

/* An index as the output's type wants it. */
static void store_index(const struct tirc_tensor *t, int64_t i, int64_t index)
{
	uint64_t bits = (uint64_t)index;
	if (t->dtype.code == TIRC_CODE_FLOAT) {
		double d = (double)index;
		float f = (float)index;
		uint32_t low;
		__builtin_memcpy(&low, &f, sizeof low);
		__builtin_memcpy(&bits, &d, sizeof bits);
		if (t->dtype.bits == 32)
			bits = low;
	}
	store_bits(t, i, bits);
}

/* A whole number read from an element of any integer or float type. */
static int64_t load_whole(const struct tirc_tensor *t, int64_t i)
{
	uint64_t bits = load_bits(t, i);
	unsigned unused = 64 - t->dtype.bits;
	if (t->dtype.code == TIRC_CODE_FLOAT)
		return t->dtype.bits == 32 ? (int64_t)float_of_bits((uint32_t)bits)
		                           : (int64_t)double_of_bits(bits);
	if (t->dtype.code == TIRC_CODE_INT)
		return (int64_t)(bits << unused) >> unused;
	return (int64_t)bits;
}

/* The key of an element: unsigned order of keys is the order of values.  Of a negative float all
 * bits turn round, of anything else signed the sign; -0 and 0 have one key, as they are equal. */
static uint64_t key_of(const struct job *j, int64_t i)
{
	uint64_t bits = load_bits(j->data, i);
	uint64_t sign = UINT64_C(1) << (j->data->dtype.bits - 1);
	if (j->data->dtype.code == TIRC_CODE_INT) {
		bits ^= sign;
	} else if (j->data->dtype.code == TIRC_CODE_FLOAT) {
		if (bits == sign)
			bits = 0;
		bits = bits & sign ? (sign - 1) & ~bits : bits | sign;
	}
	return j->ascending ? bits : ~bits;
}

/* ---- Sorting ----------------------------------------------------------------------------*/
/* Merge from[begin, middle) and from[middle, end) into to; of equals the left one first. */
static void merge(struct pair *to, const struct pair *from, int64_t begin, int64_t middle,
        int64_t end)
{
	int64_t left = begin, right = middle;
	for (int64_t i = begin; i < end; i++) {
		bool take_left = right == end ||
		                 (left < middle && from[left].key <= from[right].key);
		to[i] = take_left ? from[left++] : from[right++];
	}
}

static int64_t at_most(int64_t x, int64_t limit)
{
	return x < limit ? x : limit;
}

/* Sort the first n pairs of the row, from runs of one upwards. */
static void sort_row(struct job *j, int64_t n)
{
	for (int64_t run = 1; run < n; run *= 2) {
		for (int64_t i = 0; i < n; i += 2 * run)
			merge(j->spare, j->row, i, at_most(i + run, n), at_most(i + 2 * run, n));
		struct pair *swap = j->row;
		j->row = j->spare;
		j->spare = swap;
	}
}

/* Fill the row with row r's pairs, the first n of them sorted.  Returns the number of the row's
 * first element; the k-th is k * inner behind it. */
static int64_t sorted_row(struct job *j, int64_t r, int64_t n)
{
	int64_t base = r / j->inner * j->inner * j->length + r % j->inner;
	for (int64_t k = 0; k < n; k++)
		j->row[k] = (struct pair){key_of(j, base + k * j->inner), k};
	sort_row(j, n);
	for (int64_t k = n < 0 ? 0 : n; k < j->length; k++)
		j->row[k] = (struct pair){0, k};
	return base;
}

/* ---- Arguments --------------------------------------------------------------------------*/
static const struct tirc_tensor *tensor_argument(const struct tirc_any *a)
{
	return a->type == TIRC_ANY_TENSOR ? a->v.tensor : NULL;
}

static bool is_whole(const struct tirc_any *a)
{
	return a->type == TIRC_ANY_INT || a->type == TIRC_ANY_BOOL;
}

static bool is_known_type(const struct tirc_tensor *t)
{
	unsigned bits = t->dtype.bits, code = t->dtype.code;
	bool is_size = bits == 8 || bits == 16 || bits == 32 || bits == 64;
	if (t->dtype.lanes != 1 || !is_size)
		return false;
	return code == TIRC_CODE_FLOAT
	               ? bits >= 16
	               : code == TIRC_CODE_INT || code == TIRC_CODE_UINT || code == TIRC_CODE_BOOL;
}

/* Can indices be written to it? */
static bool is_index_type(const struct tirc_tensor *t)
{
	return is_known_type(t) && t->dtype.bits >= 32 && t->dtype.code != TIRC_CODE_BOOL;
}

/* Do both have the same shape, but for the axis where that is not -1? */
static bool same_shape(const struct tirc_tensor *a, const struct tirc_tensor *b, int64_t but)
{
	if (a->ndim != b->ndim)
		return false;
	for (int32_t i = 0; i < a->ndim; i++)
		if (i != but && a->shape[i] != b->shape[i])
			return false;
	return true;
}

static bool is_compact(const struct tirc_tensor *t)
{
	int64_t stride = 1;
	for (int32_t i = t->ndim - 1; t->strides && i >= 0; i--) {
		if (t->shape[i] != 1 && t->strides[i] != stride)
			return false;
		stride *= t->shape[i];
	}
	return true;
}

/* Set up a job over data along the axis; false where that cannot be. */
static bool begin(struct job *j, const struct tirc_any *data, const struct tirc_any *axis,
        const struct tirc_any *is_ascend)
{
	*j = (struct job){tensor_argument(data), 1, 0, 1, false, NULL, NULL};
	if (!j->data || !is_whole(axis) || !is_whole(is_ascend))
		return false;
	if (!is_known_type(j->data) || !is_compact(j->data))
		return false;
	int64_t at = axis->v.i < 0 ? axis->v.i + j->data->ndim : axis->v.i;
	if (at < 0 || at >= j->data->ndim)
		return false;
	for (int32_t i = 0; i < j->data->ndim; i++) {
		int64_t extent = j->data->shape[i];
		if (i < at)
			j->outer *= extent;
		else if (i > at)
			j->inner *= extent;
		else
			j->length = extent;
	}
	j->ascending = is_ascend->v.i != 0;
	size_t bytes = (size_t)(j->length > 0 ? j->length : 1) * sizeof(struct pair);
	j->row = malloc(bytes);
	j->spare = malloc(bytes);
	return j->row && j->spare;
}

static int32_t finish(struct job *j, bool done)
{
	free(j->row);
	free(j->spare);
	return done ? 0 : -1;
}

/* ---- The functions ----------------------------------------------------------------------*/
/* sort(data, out, axis, is_ascend): keys do not lead back to values, indices do. */
int32_t tvm_contrib_sort_sort(const struct tirc_any *args, int32_t nargs)
{
	struct job j = {0};
	if (nargs != 4 || !begin(&j, &args[0], &args[2], &args[3]))
		return finish(&j, false);
	const struct tirc_tensor *out = tensor_argument(&args[1]);
	if (!out || !same_shape(j.data, out, -1) || !is_compact(out) ||
	        out->dtype.bits != j.data->dtype.bits || out->dtype.code != j.data->dtype.code)
		return finish(&j, false);
	for (int64_t r = 0; r < j.outer * j.inner; r++) {
		int64_t base = sorted_row(&j, r, j.length);
		/* Read all before writing: out may be data. */
		for (int64_t k = 0; k < j.length; k++)
			j.row[k].key = load_bits(j.data, base + j.row[k].index * j.inner);
		for (int64_t k = 0; k < j.length; k++)
			store_bits(out, base + k * j.inner, j.row[k].key);
	}
	return finish(&j, true);
}

/* argsort(data, out, axis, is_ascend). */
int32_t tvm_contrib_sort_argsort(const struct tirc_any *args, int32_t nargs)
{
	struct job j = {0};
	if (nargs != 4 || !begin(&j, &args[0], &args[2], &args[3]))
		return finish(&j, false);
	const struct tirc_tensor *out = tensor_argument(&args[1]);
	if (!out || !same_shape(j.data, out, -1) || !is_compact(out) || !is_index_type(out))
		return finish(&j, false);
	for (int64_t r = 0; r < j.outer * j.inner; r++) {
		int64_t base = sorted_row(&j, r, j.length);
		for (int64_t k = 0; k < j.length; k++)
			store_index(out, base + k * j.inner, j.row[k].index);
	}
	return finish(&j, true);
}

/* argsort_nms(data, counts, out, axis, is_ascend): of each row the first counts[row]. */
int32_t tvm_contrib_sort_argsort_nms(const struct tirc_any *args, int32_t nargs)
{
	struct job j = {0};
	if (nargs != 5 || !begin(&j, &args[0], &args[3], &args[4]))
		return finish(&j, false);
	const struct tirc_tensor *counts = tensor_argument(&args[1]);
	const struct tirc_tensor *out = tensor_argument(&args[2]);
	if (!counts || !out || !same_shape(j.data, out, -1) || !is_compact(out) ||
	        !is_index_type(out) || !is_compact(counts) || !is_index_type(counts))
		return finish(&j, false);
	int64_t rows = 1;
	for (int32_t i = 0; i < counts->ndim; i++)
		rows *= counts->shape[i];
	if (rows != j.outer * j.inner)
		return finish(&j, false);
	for (int64_t r = 0; r < rows; r++) {
		int64_t n = load_whole(counts, r);
		int64_t base = sorted_row(&j, r, at_most(n, j.length));
		for (int64_t k = 0; k < j.length; k++)
			store_index(out, base + k * j.inner, j.row[k].index);
	}
	return finish(&j, true);
}

/* What topk is asked for. */
static bool is_text(const struct tirc_any *a, const char *text)
{
	if (a->type != TIRC_ANY_STRING)
		return false;
	const char *s = a->v.string;
	while (*s && *s == *text)
		s++, text++;
	return *s == *text;
}

/* The two results of topk, either may be NULL, and how many of each row. */
struct topk {
	const struct tirc_tensor *values, *indices;
	int64_t k;
};

/* Can the best k of each row be written to t? */
static bool is_topk_result(const struct job *j, const struct tirc_tensor *t, int64_t axis,
        int64_t k)
{
	return t && same_shape(j->data, t, axis) && is_compact(t) && t->shape[axis] == k;
}

/* Read the arguments; rest is where k, the axis, the kind and the direction stand. */
static bool read_topk(struct job *j, struct topk *t, const struct tirc_any *args,
        const struct tirc_any *rest)
{
	bool wants_values = is_text(&rest[2], "values") || is_text(&rest[2], "both");
	bool wants_indices = is_text(&rest[2], "indices") || is_text(&rest[2], "both");
	if (rest - args != 1 + wants_values + wants_indices || !is_whole(&rest[0]))
		return false;
	if (!begin(j, &args[0], &rest[1], &rest[3]))
		return false;
	int64_t axis = rest[1].v.i < 0 ? rest[1].v.i + j->data->ndim : rest[1].v.i;
	t->k = rest[0].v.i < 1 ? j->length : at_most(rest[0].v.i, j->length);
	if (wants_values) {
		t->values = tensor_argument(&args[1]);
		if (!is_topk_result(j, t->values, axis, t->k) ||
		        t->values->dtype.bits != j->data->dtype.bits)
			return false;
	}
	if (wants_indices) {
		t->indices = tensor_argument(&rest[-1]);
		if (!is_topk_result(j, t->indices, axis, t->k) || !is_index_type(t->indices))
			return false;
	}
	return true;
}

/* topk(data, values, indices, k, axis, "both", is_ascend), or with one of the two and its name. */
int32_t tvm_contrib_sort_topk(const struct tirc_any *args, int32_t nargs)
{
	struct job j = {0};
	struct topk t = {0};
	if (nargs < 6 || nargs > 7 || !read_topk(&j, &t, args, args + nargs - 4))
		return finish(&j, false);
	for (int64_t r = 0; r < j.outer * j.inner; r++) {
		int64_t base = sorted_row(&j, r, j.length);
		int64_t to = r / j.inner * j.inner * t.k + r % j.inner;
		for (int64_t i = 0; i < t.k; i++, to += j.inner) {
			int64_t from = base + j.row[i].index * j.inner;
			if (t.values)
				store_bits(t.values, to, load_bits(j.data, from));
			if (t.indices)
				store_index(t.indices, to, j.row[i].index);
		}
	}
	return finish(&j, true);
}
