/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/summary.c: what a run did to each buffer, a line each: type and shape, the least and the largest element, the first ones.
 *
 * Idea.   A hash of each buffer from before the run tells which are as they were. */
#include "tool/internal.h"

enum { FIRST = 8 }; /* elements that are shown */

static uint64_t hash_of(const struct interp_arg *v)
{
	const unsigned char *p = (const unsigned char *)v->data;
	uint64_t h = v->bytes;
	for (size_t i = 0; i < v->bytes; i++)
		h = hash_mix(h, p[i]);
	return h;
}

uint64_t *run_summary_begin(struct job *j, const struct run_args *args)
{
	uint64_t *hash = ARENA_NEWN(&j->arena, uint64_t, args->n + 1);
	for (uint32_t i = 0; i < args->n; i++)
		if (args->arg[i].buffer)
			hash[i] = hash_of(&args->value[i]);
	return hash;
}

static uint64_t element_bits(const char *p, struct tir_type t)
{
	uint64_t bits = 0;
	memcpy(&bits, p, tir_type_bytes(t)); /* of a little-endian machine */
	return bits;
}

/* An integer's value in 64 bits, with its sign. */
static int64_t extended(struct tir_type t, uint64_t bits)
{
	unsigned left = 64 - (unsigned)t.bits;
	return t.code == TIR_TYPE_INT ? (int64_t)(bits << left) >> left : (int64_t)bits;
}

static void print_value(struct sbuf *out, struct tir_type t, uint64_t bits)
{
	if (t.code == TIR_TYPE_BOOL)
		sbuf_str(out, bits ? "True" : "False");
	else if (tir_is_float(t))
		sbuf_printf(out, "%.*g", t.bits > 32 ? 15 : 7, tir_float_value(t, bits));
	else if (t.code == TIR_TYPE_UINT)
		sbuf_printf(out, "%llu", (unsigned long long)bits);
	else
		sbuf_printf(out, "%lld", (long long)extended(t, bits));
}

static bool is_less(struct tir_type t, uint64_t a, uint64_t b)
{
	if (tir_is_float(t))
		return tir_float_value(t, a) < tir_float_value(t, b);
	return t.code == TIR_TYPE_INT ? extended(t, a) < extended(t, b) : a < b;
}

static bool is_nan(struct tir_type t, uint64_t bits)
{
	return tir_is_float(t) && tir_float_value(t, bits) != tir_float_value(t, bits);
}

/* Print extremes and beginning of count elements; what is no number is counted apart. */
static void print_elements(struct sbuf *out, struct tir_type t, const char *array, uint64_t count)
{
	size_t width = tir_type_bytes(t);
	uint64_t least = 0, most = 0, nans = 0;
	bool any = false;
	for (uint64_t i = 0; i < count; i++) {
		uint64_t bits = element_bits(array + i * width, t);
		bool nan = is_nan(t, bits);
		nans += nan;
		if (nan)
			continue;
		least = any && !is_less(t, bits, least) ? least : bits;
		most = any && !is_less(t, most, bits) ? most : bits;
		any = true;
	}
	if (any) {
		sbuf_str(out, ", minimum ");
		print_value(out, t, least);
		sbuf_str(out, ", maximum ");
		print_value(out, t, most);
	}
	if (nans)
		sbuf_printf(out, ", NaN %llu", (unsigned long long)nans);
	sbuf_str(out, count ? ", first" : ", empty");
	for (uint64_t i = 0; i < count && i < FIRST; i++) {
		sbuf_str(out, " ");
		print_value(out, t, element_bits(array + i * width, t));
	}
}

static void print_buffer(struct job *j, const struct run_arg *a, const struct interp_arg *v,
        bool changed, struct sbuf *out)
{
	char type[40];
	uint64_t count;
	const char *array = args_array(j, a, v, &count);
	sbuf_printf(out, "%s: %s[", a->name, tir_type_name(a->buffer->elem, type));
	for (uint32_t k = 0; k < a->ndim; k++)
		sbuf_printf(out, "%s%lld", k ? ", " : "", (long long)a->shape[k]);
	sbuf_str(out, "]");
	if (array)
		print_elements(out, tir_lanes(a->buffer->elem, 1), array,
		        count * (unsigned)a->buffer->elem.lanes);
	sbuf_str(out, changed ? "\n" : " (as it was)\n");
}

void run_summary_print(struct job *j, const struct run_args *args, const uint64_t *before,
        struct sbuf *out)
{
	for (uint32_t i = 0; i < args->n; i++)
		if (args->arg[i].buffer)
			print_buffer(j, &args->arg[i], &args->value[i],
			        hash_of(&args->value[i]) != before[i], out);
}
