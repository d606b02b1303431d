/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interp/packed.c: arrays as packed functions see them, and the packed functions there are:
 * tvm.contrib.sort.*.
 *
 * Idea.   An array is a DLTensor of 64-bit machines whose pointers are handles.  Each sort gathers one
 *         row along the axis, sorts it stably, and scatters the result.
 * Costs   O(n log n) a row, two copies of it.
 * Sources: dlpack.h; TVM 0.27 src/runtime/contrib/sort/sort.cc. */
#include <stdlib.h>

#include "interp/internal.h"

/* ---- DLTensor ---------------------------------------------------------------------------*/
enum {
	DL_DATA = 0,
	DL_DEVICE_TYPE = 8,
	DL_DEVICE_ID = 12,
	DL_NDIM = 16,
	DL_CODE = 20,
	DL_BITS = 21,
	DL_LANES = 22,
	DL_SHAPE = 24,
	DL_STRIDES = 32,
	DL_BYTE_OFFSET = 40,
	DL_SIZE = 48,
	ANY_SIZE = 16,
};
#define U8  tir_type(TIR_TYPE_UINT, 8, 1)
#define U16 tir_type(TIR_TYPE_UINT, 16, 1)
#define U32 tir_type(TIR_TYPE_UINT, 32, 1)
#define U64 tir_type(TIR_TYPE_UINT, 64, 1)

static const uint8_t dl_codes[TIR_NTYPES] = {
        [TIR_TYPE_INT] = 0,
        [TIR_TYPE_UINT] = 1,
        [TIR_TYPE_FLOAT] = 2,
        [TIR_TYPE_HANDLE] = 3,
        [TIR_TYPE_BFLOAT] = 4,
        [TIR_TYPE_BOOL] = 6,
        [TIR_TYPE_F8_E3M4] = 7,
        [TIR_TYPE_F8_E4M3] = 8,
        [TIR_TYPE_F8_E4M3B11FNUZ] = 9,
        [TIR_TYPE_F8_E4M3FN] = 10,
        [TIR_TYPE_F8_E4M3FNUZ] = 11,
        [TIR_TYPE_F8_E5M2] = 12,
        [TIR_TYPE_F8_E5M2FNUZ] = 13,
        [TIR_TYPE_F8_E8M0FNU] = 14,
        [TIR_TYPE_VOID] = 255,
};

/* T.tvm_stack_make_array(data, shape, strides, ndim, value of the type, elem_offset). */
uint64_t interp_make_array(struct interp *in, const struct tir_expr *e, const uint64_t *args)
{
	uint64_t handle = interp_new_region(&in->mem, DL_SIZE);
	uint8_t *p = interp_bytes(&in->mem, handle, DL_SIZE);
	struct tir_type t = tir_tensor_type(e);
	if (!p)
		return 0;
	bool has_strides = e->arg[2]->type.code == TIR_TYPE_HANDLE;
	interp_write(U64, p + DL_DATA, args[0]);
	interp_write(U32, p + DL_DEVICE_TYPE, 1);
	interp_write(U32, p + DL_NDIM, args[3]);
	interp_write(U8, p + DL_CODE, dl_codes[t.code]);
	interp_write(U8, p + DL_BITS, t.code == TIR_TYPE_BOOL ? 8 : t.bits);
	interp_write(U16, p + DL_LANES, t.lanes);
	interp_write(U64, p + DL_SHAPE, args[1]);
	interp_write(U64, p + DL_STRIDES, has_strides ? args[2] : 0);
	interp_write(U64, p + DL_BYTE_OFFSET, args[5] * tir_type_bytes(t));
	return handle;
}

/* The fields of T.tvm_struct_get and _set by kind; bytes 0: the address itself. */
static const struct field {
	uint8_t offset, bytes, each; /* each: size of an element of the array */
} fields[] = {
        [0] = {0, 0, DL_SIZE},
        [1] = {DL_DATA, 8, DL_SIZE},
        [2] = {DL_SHAPE, 8, DL_SIZE},
        [3] = {DL_STRIDES, 8, DL_SIZE},
        [4] = {DL_NDIM, 4, DL_SIZE},
        [5] = {DL_CODE, 1, DL_SIZE},
        [6] = {DL_BITS, 1, DL_SIZE},
        [7] = {DL_LANES, 2, DL_SIZE},
        [8] = {DL_BYTE_OFFSET, 8, DL_SIZE},
        [9] = {DL_DEVICE_ID, 4, DL_SIZE},
        [10] = {DL_DEVICE_TYPE, 4, DL_SIZE},
        [13] = {0, 4, ANY_SIZE},
        [14] = {4, 4, ANY_SIZE},
        [15] = {8, 8, ANY_SIZE},
        [17] = {0, 8, 8},
};

/* T.tvm_struct_get(pointer, index, kind) and T.tvm_struct_set(pointer, index, kind, value). */
bool interp_struct_access(struct interp *in, const struct tir_expr *e, const uint64_t *args,
        uint64_t *out)
{
	bool set = e->u.call.builtin == TIR_BUILTIN_TVM_STRUCT_SET;
	uint64_t kind = args[2];
	if (kind >= sizeof fields / sizeof fields[0] || !fields[kind].each)
		return interp_trap(in, "T.%s knows no field %llu",
		        tir_call_name(in->entry->module, e), (unsigned long long)kind);
	const struct field *f = &fields[kind];
	int64_t index = interp_signed(e->arg[1]->type, args[1]);
	uint64_t at = interp_handle_add(args[0], (int64_t)((uint64_t)index * f->each + f->offset));
	*out = at;
	if (f->bytes == 0)
		return true;
	uint8_t *p = interp_bytes(&in->mem, at, f->bytes);
	if (!p)
		return interp_trap(in, "T.%s outside of its memory",
		        tir_call_name(in->entry->module, e));
	struct tir_type field = tir_type(TIR_TYPE_UINT, 8u * f->bytes, 1);
	*out = 0;
	if (set)
		interp_write(field, p, tir_eval_cast(field, e->arg[3]->type, args[3]));
	else
		*out = tir_eval_cast(e->type, field, interp_read(field, p));
	return true;
}

/* ---- arrays -----------------------------------------------------------------------------*/
struct array {
	struct tir_type type;
	uint64_t data; /* handle */
	uint32_t ndim;
	int64_t shape[TIR_MAX_RANK];
	uint64_t before, along, after; /* elements outside, along and inside the axis */
};

/* Read a DLTensor; its elements must all be in memory. */
static bool read_array(const struct mem *m, uint64_t handle, int64_t axis, struct array *a)
{
	const uint8_t *p = interp_bytes(m, handle, DL_SIZE);
	if (!p)
		return false;
	a->ndim = (uint32_t)interp_read(U32, p + DL_NDIM);
	uint64_t code = interp_read(U8, p + DL_CODE);
	const uint8_t *shape = interp_bytes(m, interp_read(U64, p + DL_SHAPE),
	        (uint64_t)8 * a->ndim);
	a->type = TIR_VOID;
	for (unsigned i = 0; i < TIR_NTYPES; i++)
		if (dl_codes[i] == code)
			a->type = tir_type((enum tir_code)i, (unsigned)interp_read(U8, p + DL_BITS),
			        1);
	axis = axis < 0 ? axis + a->ndim : axis;
	if (!shape || a->ndim > TIR_MAX_RANK || axis < 0 || axis >= a->ndim ||
	        a->type.code == TIR_TYPE_VOID)
		return false;
	uint64_t bytes = tir_elem_bytes(a->type);
	a->before = a->after = 1;
	for (uint32_t k = 0; k < a->ndim; k++) {
		a->shape[k] = (int64_t)interp_read(TIR_INT64, shape + (size_t)8 * k);
		if (a->shape[k] < 0 || __builtin_mul_overflow(bytes, (uint64_t)a->shape[k], &bytes))
			return false;
		if (k < axis)
			a->before *= (uint64_t)a->shape[k];
		if (k > axis)
			a->after *= (uint64_t)a->shape[k];
	}
	a->along = (uint64_t)a->shape[axis];
	a->data = interp_handle_add(interp_read(U64, p + DL_DATA),
	        (int64_t)interp_read(U64, p + DL_BYTE_OFFSET));
	return interp_bytes(m, a->data, bytes) != NULL;
}

static uint8_t *element(const struct mem *m, const struct array *a, uint64_t i)
{
	unsigned n = tir_elem_bytes(a->type);
	return interp_bytes(m, interp_handle_add(a->data, (int64_t)(i * n)), n);
}

/* ---- sorting ----------------------------------------------------------------------------*/
struct item {
	uint64_t value, index;
};
struct sort {
	struct interp *in;
	struct array input, value, index; /* value, index: outputs */
	bool has_value, has_index, ascending;
	uint64_t k;                 /* how many are kept of a row */
	const struct array *counts; /* argsort_nms: how many of each row are sorted */
	struct item *row, *spare;
};

static bool goes_before(const struct sort *s, const struct item *a, const struct item *b)
{
	uint64_t less = 0;
	const struct item *low = s->ascending ? a : b, *high = s->ascending ? b : a;
	tir_eval_binary(TIR_LT, s->input.type, low->value, high->value, &less);
	return less != 0;
}

/* Merge sort from the bottom up; equal items keep their order. */
static void sort_row(const struct sort *s, uint64_t n)
{
	struct item *from = s->row, *to = s->spare;
	for (uint64_t width = 1; width < n; width *= 2) {
		for (uint64_t begin = 0; begin < n; begin += 2 * width) {
			uint64_t middle = begin + width < n ? begin + width : n;
			uint64_t end = middle + width < n ? middle + width : n;
			uint64_t a = begin, b = middle;
			for (uint64_t i = begin; i < end; i++) {
				bool right = a == middle ||
				             (b < end && goes_before(s, &from[b], &from[a]));
				to[i] = from[right ? b++ : a++];
			}
		}
		struct item *swap = from;
		from = to;
		to = swap;
	}
	if (from != s->row)
		memcpy(s->row, from, sizeof *from * n);
}

/* Numbers are written as the output's type. */
static void put_index(struct sort *s, uint64_t at, uint64_t v)
{
	uint8_t *p = element(&s->in->mem, &s->index, at);
	if (p)
		interp_write(s->index.type, p, tir_eval_cast(s->index.type, U64, v));
}

static void sort_line(struct sort *s, uint64_t outer, uint64_t inner)
{
	struct mem *m = &s->in->mem;
	uint64_t n = s->input.along, after = s->input.after, sorted = n;
	for (uint64_t i = 0; i < n; i++) {
		const uint8_t *p = element(m, &s->input, (outer * n + i) * after + inner);
		s->row[i] = (struct item){p ? interp_read(s->input.type, p) : 0, i};
	}
	if (s->counts) {
		const uint8_t *p = element(m, s->counts, outer * after + inner);
		int64_t count = p ? interp_signed(s->counts->type, interp_read(s->counts->type, p))
		                  : 0;
		sorted = count < 0 ? 0 : (uint64_t)count < n ? (uint64_t)count : n;
	}
	sort_row(s, sorted);
	for (uint64_t i = 0; i < s->k && i < n; i++) {
		uint64_t at = (outer * s->k + i) * after + inner;
		uint8_t *p = s->has_value ? element(m, &s->value, at) : NULL;
		if (p)
			interp_write(s->value.type, p, s->row[i].value);
		if (s->has_index)
			put_index(s, at, s->row[i].index);
	}
}

static bool sort_all(struct sort *s)
{
	struct interp *in = s->in;
	struct mem_mark mark = interp_mark(&in->mem);
	if (s->input.along > UINT32_MAX)
		return interp_trap(in, "no memory to sort");
	s->row = interp_alloc(&in->mem, sizeof *s->row * s->input.along);
	s->spare = interp_alloc(&in->mem, sizeof *s->row * s->input.along);
	if (!s->row || !s->spare)
		return interp_trap(in, "no memory to sort");
	for (uint64_t i = 0; i < s->input.before; i++)
		for (uint64_t j = 0; j < s->input.after; j++)
			sort_line(s, i, j);
	interp_release(&in->mem, mark);
	return true;
}

/* The parameters of a sort: letters name the arguments in order.  i input, o index output, v value
 * output, c counts, a axis, d ascending, k how many, r what to return. */
static const struct packed {
	const char *name, *params;
} packed[] = {
        {"tvm.contrib.sort.argsort", "ioad"},
        {"tvm.contrib.sort.argsort_stable", "ioad"},
        {"tvm.contrib.sort.sort", "ivad"},
        {"tvm.contrib.sort.argsort_nms", "icoad"},
        {"tvm.contrib.sort.topk", "ivokard"},
};

struct values {
	uint64_t of[128]; /* by letter */
	bool has[128];
};

/* The string among the arguments: what topk returns. */
static const char *returned(const struct tir_expr *e)
{
	for (uint32_t i = 1; i < e->n; i++)
		if (e->arg[i]->op == TIR_STRING_IMM && i > 1)
			return e->arg[i]->u.str;
	return "both";
}

/* Match arguments with letters; topk has one output less unless it returns both. */
static bool match(const struct tir_expr *e, const uint64_t *args, const char *params,
        struct values *v)
{
	uint32_t n = e->n - 1, k = 0;
	bool topk = strchr(params, 'r') != NULL;
	const char *ret = returned(e);
	for (const char *p = params; *p; p++) {
		if (topk && *p == (!strcmp(ret, "indices")         ? 'v'
		                          : !strcmp(ret, "values") ? 'o'
		                                                   : 0))
			continue;
		if (k == n)
			return *p == 'd'; /* ascending by default */
		v->of[(unsigned char)*p] = (uint64_t)interp_signed(e->arg[k + 1]->type, args[k]);
		v->has[(unsigned char)*p] = true;
		k++;
	}
	return k == n;
}

static bool run_sort(struct interp *in, const struct packed *f, const struct tir_expr *e,
        const uint64_t *args)
{
	struct values v = {.of = {['d'] = 1}};
	struct sort s = {.in = in};
	struct array counts;
	const struct mem *m = &in->mem;
	if (!match(e, args, f->params, &v))
		return interp_trap(in, "'%s' takes other arguments", f->name);
	int64_t axis = (int64_t)v.of['a'];
	s.has_value = v.has['v'];
	s.has_index = v.has['o'];
	s.ascending = v.of['d'] != 0;
	bool ok = read_array(m, v.of['i'], axis, &s.input) &&
	          (!s.has_value || read_array(m, v.of['v'], axis, &s.value)) &&
	          (!s.has_index || read_array(m, v.of['o'], axis, &s.index)) &&
	          (!v.has['c'] || read_array(m, v.of['c'], 0, &counts));
	if (!ok)
		return interp_trap(in, "'%s' is given an array that is not in memory", f->name);
	s.counts = v.has['c'] ? &counts : NULL;
	s.k = s.input.along;
	if (v.has['k'] && (int64_t)v.of['k'] >= 1 && v.of['k'] < s.k)
		s.k = v.of['k'];
	return sort_all(&s);
}

/* A copy by DMA is done at once. */
static bool copy_by_dma(struct interp *in, const struct tir_dma *f, const struct tir_expr *e,
        const uint64_t *args)
{
	struct mem *m = &in->mem;
	uint64_t n = f->bytes ? args[f->bytes - 1] : 0, at[2] = {0, 0};
	if (f->bytes && interp_signed(e->arg[f->bytes]->type, n) < 0)
		return interp_trap(in, "'%s' of fewer than 0 bytes", f->name);
	for (unsigned i = 0; i < 2 && f->bytes; i++) {
		unsigned k = i ? f->from : f->to;
		const struct tir_expr *p = tir_dma_pointer(e, k);
		at[i] = args[k - 1];
		if (p && p != e->arg[k])
			at[i] = interp_read(U64,
			        (const unsigned char *)interp_bytes(m, at[i], DL_SIZE) + DL_DATA);
		if (!p || !interp_bytes(m, at[i], n))
			return interp_trap(in, "'%s' outside of memory", f->name);
	}
	if (n)
		memmove(interp_bytes(m, at[0], n), interp_bytes(m, at[1], n), n);
	return true;
}

bool interp_packed(struct interp *in, const char *name, const struct tir_expr *e,
        const uint64_t *args)
{
	const struct tir_dma *dma = tir_dma(e);
	if (dma)
		return copy_by_dma(in, dma, e, args);
	for (size_t i = 0; i < sizeof packed / sizeof packed[0]; i++)
		if (!strcmp(packed[i].name, name))
			return run_sort(in, &packed[i], e, args);
	return interp_trap(in, "there is no packed function '%s' to call", name);
}
