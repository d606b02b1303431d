/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/type.c: data types and their spelling ("float16x64"). */
#include "tir/internal.h"

struct typeinfo {
	const char *text;
	uint8_t bits; /* 0: spelt after the text */
};
static const struct typeinfo types[TIR_NTYPES] = {
#define TYPE(name, text, bits) [TIR_TYPE_##name] = {text, bits},
#include "tir/types.def"
};

bool tir_is_int(struct tir_type t)
{
	return t.code == TIR_TYPE_INT || t.code == TIR_TYPE_UINT;
}

bool tir_is_integral(struct tir_type t)
{
	return t.code <= TIR_TYPE_BOOL;
}

bool tir_is_float(struct tir_type t)
{
	return t.code >= TIR_TYPE_FLOAT && t.code <= TIR_TYPE_F8_E8M0FNU;
}

unsigned tir_elem_bytes(struct tir_type t)
{
	return (t.bits + 7u) / 8u;
}

unsigned tir_type_bytes(struct tir_type t)
{
	return tir_elem_bytes(t) * t.lanes;
}

/* Read digits of s[*i..n); false if there are none or the number passes max. */
static bool digits(const char *s, size_t n, size_t *i, unsigned max, unsigned *out)
{
	size_t begin = *i;
	unsigned v = 0;
	while (*i < n && s[*i] >= '0' && s[*i] <= '9') {
		v = v * 10 + (unsigned)(s[*i] - '0');
		if (v > max)
			return false;
		++*i;
	}
	*out = v;
	return *i > begin && s[begin] != '0';
}

/* True if this many bits make a type of the code we can hold. */
static bool good_width(enum tir_code code, unsigned bits)
{
	if (code == TIR_TYPE_FLOAT)
		return bits == 16 || bits == 32 || bits == 64;
	if (code == TIR_TYPE_BFLOAT)
		return bits == 16;
	return bits >= 1 && bits <= 64;
}

/* The row whose spelling is the longest beginning of s, or TIR_NTYPES. */
static unsigned longest(const char *s, size_t n)
{
	unsigned best = TIR_NTYPES;
	size_t length = 0;
	for (unsigned c = 0; c < TIR_NTYPES; c++) {
		size_t k = strlen(types[c].text);
		if (k <= n && k > length && !memcmp(s, types[c].text, k)) {
			best = c;
			length = k;
		}
	}
	return best;
}

bool tir_type_parse(const char *s, size_t n, struct tir_type *out)
{
	if (n == 0) {
		*out = TIR_VOID;
		return true;
	}
	unsigned c = longest(s, n), bits, lanes = 1;
	if (c == TIR_NTYPES)
		return false;
	size_t i = strlen(types[c].text);
	bits = c == TIR_TYPE_HANDLE ? 64 : types[c].bits;
	bool spelt = c == TIR_TYPE_INT || c == TIR_TYPE_UINT || c == TIR_TYPE_FLOAT ||
	             c == TIR_TYPE_BFLOAT;
	if (spelt && (!digits(s, n, &i, 64, &bits) || !good_width((enum tir_code)c, bits)))
		return false;
	if (i < n) {
		if (s[i++] != 'x' || !digits(s, n, &i, TIR_MAX_LANES, &lanes) || i < n)
			return false;
	}
	*out = tir_type((enum tir_code)c, bits, lanes);
	return true;
}

const char *tir_type_name(struct tir_type t, char *buf)
{
	int n = snprintf(buf, 40, "%s", types[t.code].text);
	if (!types[t.code].bits && t.code != TIR_TYPE_HANDLE && t.code != TIR_TYPE_VOID)
		n += snprintf(buf + n, (size_t)(40 - n), "%u", t.bits);
	if (t.lanes > 1)
		snprintf(buf + n, (size_t)(40 - n), "x%u", t.lanes);
	return buf;
}
