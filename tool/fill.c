/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/fill.c: what a buffer begins with that no file holds: A=zeros, A=random, A=random:7, A=3, A=1,2,3.
 *
 * Random bits come of a counter: the same seed gives the same values on every machine, to each buffer others.  Integers have any value of
 * their type, floats lie from -1 to 1. */
#include <errno.h>
#include <stdlib.h>

#include "tool/internal.h"

static bool parse_int(struct tir_type t, const char *s, uint64_t *bits)
{
	char *end;
	errno = 0;
	if (t.code == TIR_TYPE_UINT && *s != '-') {
		*bits = strtoull(s, &end, 0);
		return *s && !*end && !errno && (t.bits >= 64 || !(*bits >> t.bits));
	}
	long long v = strtoll(s, &end, 0);
	return *s && !*end && !errno && shape_fits(t, v, bits);
}

bool args_scalar(struct tir_type t, const char *s, uint64_t *bits)
{
	if (t.code == TIR_TYPE_BOOL) {
		*bits = !strcmp(s, "True") || !strcmp(s, "1");
		return *bits || !strcmp(s, "False") || !strcmp(s, "0");
	}
	if (tir_is_int(t))
		return parse_int(t, s, bits);
	if (!tir_is_float(t) || !*s)
		return false;
	char *end;
	*bits = tir_float_bits(t, strtod(s, &end));
	return !*end;
}

/* The number of a seed; false if the word is none. */
static bool read_seed(const char *s, uint64_t *seed)
{
	char *end;
	errno = 0;
	*seed = strtoull(s, &end, 0);
	return *s >= '0' && *s <= '9' && !*end && !errno;
}

/* How many values a list has. */
static uint32_t count_values(const char *s)
{
	uint32_t n = 1;
	for (; *s; s++)
		n += *s == ',';
	return n;
}

/* Read the values of a list for elements of type t; false after an error. */
static bool read_values(struct job *j, struct run_fill *f, const char *name, struct tir_type t,
        const char *text)
{
	char type[40];
	f->kind = FILL_VALUES;
	f->n = count_values(text);
	f->bits = ARENA_NEWN(&j->arena, uint64_t, f->n);
	for (uint32_t i = 0; i < f->n; i++) {
		size_t n = strcspn(text, ",");
		const char *word = arena_strndup(&j->arena, text, n);
		if (!args_scalar(t, word, &f->bits[i]))
			return JOB_ERROR(j,
			        "'%s' is no value of '%s', which holds %s; give %s=@FILE.npy, "
			        "%s=zeros, %s=random or values with commas between",
			        word, name, tir_type_name(t, type), name, name, name);
		text += n + (text[n] == ',');
	}
	return true;
}

bool run_fill_read(struct job *j, struct run_fill *f, const char *name, struct tir_type elem,
        const char *text)
{
	static const char random[] = "random";
	size_t n = sizeof random - 1;
	if (!strcmp(text, "zeros")) {
		f->kind = FILL_ZEROS;
		return true;
	}
	if (!strncmp(text, random, n) && (!text[n] || text[n] == ':')) {
		f->kind = FILL_RANDOM;
		f->seed = 1;
		return !text[n] || read_seed(text + n + 1, &f->seed) ||
		       JOB_ERROR(j, "%s=%s: the seed must be a number, as in %s=random:7", name,
		               text, name);
	}
	return read_values(j, f, name, tir_lanes(elem, 1), text);
}

/* Random bits number i of a seed. */
static uint64_t random_bits(uint64_t seed, uint64_t i)
{
	uint64_t x = seed + (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

/* A random value of type t. */
static uint64_t random_value(struct tir_type t, uint64_t bits)
{
	if (t.code == TIR_TYPE_BOOL)
		return bits & 1;
	if (!tir_is_float(t))
		return bits;
	double unit = (double)(bits >> 11) / (double)(UINT64_C(1) << 53);
	return tir_float_bits(t, 2 * unit - 1);
}

/* The seed of a buffer: the run's, and the buffer's name. */
static uint64_t seed_of(const struct run_fill *f, const char *name)
{
	uint64_t h = f->seed;
	for (; *name; name++)
		h = hash_mix(h, (unsigned char)*name);
	return h;
}

bool run_fill_write(struct job *j, const struct run_fill *f, const char *name, struct tir_type elem,
        char *array, uint64_t count)
{
	struct tir_type t = tir_lanes(elem, 1);
	uint64_t seed = seed_of(f, name);
	size_t width = tir_type_bytes(t);
	if (f->kind == FILL_VALUES && f->n > 1 && f->n != count)
		return JOB_ERROR(j, "'%s' has %llu elements, but %u values are given", name,
		        (unsigned long long)count, f->n);
	for (uint64_t i = 0; i < count; i++) {
		uint64_t bits = f->kind == FILL_VALUES   ? f->bits[f->n > 1 ? i : 0]
		                : f->kind == FILL_RANDOM ? random_value(t, random_bits(seed, i))
		                                         : 0;
		memcpy(array + i * width, &bits, width); /* of a little-endian machine */
	}
	return true;
}
