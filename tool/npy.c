/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/npy.c: NumPy's array files.
 *
 * Format (numpy.lib.format, versions 1.0 to 3.0): the magic, two version bytes, the length of the
 * header in 2 bytes (1.0) or 4, then the header: a Python dict with the keys 'descr',
 * 'fortran_order' and 'shape', padded with spaces and ended by a newline; then the elements.
 * Only plain little-endian bool, int, uint and float elements in C order are taken.  Any bytes are
 * safe to read: the parser looks at nothing outside them and every size is checked. */
#include <errno.h>

#include "tool/internal.h"

static const char magic[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};
enum { KEY_DESCR = 1, KEY_ORDER = 2, KEY_SHAPE = 4, ALL_KEYS = 7 };
static const size_t max_bytes = (size_t)1 << 40; /* keeps every product far from overflow */

/* The text of a header. */
struct reader {
	const char *at, *end;
	const char *why; /* the first thing that was wrong */
	bool fortran;
};

static bool fail(struct reader *r, const char *why)
{
	if (!r->why)
		r->why = why;
	return false;
}

static void skip_space(struct reader *r)
{
	while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\t'))
		r->at++;
}

/* Take one character if it is the next one. */
static bool take(struct reader *r, char c)
{
	skip_space(r);
	if (r->at == r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

static bool take_word(struct reader *r, const char *word)
{
	size_t n = strlen(word);
	skip_space(r);
	if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n))
		return false;
	r->at += n;
	return true;
}

/* Read a quoted string without escapes into out; strings of n bytes or more are refused. */
static bool take_string(struct reader *r, char *out, size_t n)
{
	skip_space(r);
	if (r->at == r->end || (*r->at != '\'' && *r->at != '"'))
		return false;
	char quote = *r->at++;
	size_t len = 0;
	while (r->at < r->end && *r->at != quote && len + 1 < n)
		out[len++] = *r->at++;
	out[len] = 0;
	return r->at < r->end && *r->at++ == quote;
}

static bool take_number(struct reader *r, uint64_t *out)
{
	skip_space(r);
	const char *first = r->at;
	*out = 0;
	for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
		*out = *out * 10 + (uint64_t)(*r->at - '0');
		if (*out > max_bytes)
			return fail(r, "a dimension is too large");
	}
	return r->at > first;
}

static bool take_shape(struct reader *r, struct npy *a)
{
	if (!take(r, '('))
		return fail(r, "the shape is no tuple");
	while (!take(r, ')')) {
		uint64_t n;
		if (!take_number(r, &n))
			return fail(r, "the shape is no tuple of numbers");
		if (a->ndim == NPY_MAX_RANK)
			return fail(r, "the array has too many dimensions");
		a->shape[a->ndim++] = n;
		if (!take(r, ',') && (r->at == r->end || *r->at != ')'))
			return fail(r, "the shape is no tuple of numbers");
	}
	return true;
}

static bool take_descr(struct reader *r, struct npy *a)
{
	char s[8];
	if (!take_string(r, s, sizeof s))
		return fail(r, "the elements are no plain numbers");
	if (s[0] == '>')
		return fail(r, "the elements are big-endian; only little-endian ones are read");
	size_t n = strlen(s);
	bool plain = n == 3 && strchr("<|=", s[0]) && strchr("biuf", s[1]) && strchr("1248", s[2]);
	if (!plain)
		return fail(r,
		        "the elements are no bool, int, uint or float of 1, 2, 4 or 8 bytes");
	a->kind = s[1];
	a->width = (unsigned)(s[2] - '0');
	if ((a->kind == 'b' && a->width != 1) || (a->kind == 'f' && a->width == 1))
		return fail(r,
		        "the elements are no bool, int, uint or float of 1, 2, 4 or 8 bytes");
	return true;
}

static bool take_order(struct reader *r)
{
	r->fortran = take_word(r, "True");
	return r->fortran || take_word(r, "False") || fail(r, "fortran_order is not True or False");
}

/* Read one "key: value" and note it in seen. */
static bool take_entry(struct reader *r, struct npy *a, unsigned *seen)
{
	char key[16];
	if (!take_string(r, key, sizeof key) || !take(r, ':'))
		return fail(r, "the header is no dict");
	unsigned bit = !strcmp(key, "descr")           ? KEY_DESCR
	               : !strcmp(key, "fortran_order") ? KEY_ORDER
	               : !strcmp(key, "shape")         ? KEY_SHAPE
	                                               : 0;
	if (!bit || (*seen & bit))
		return fail(r, "the header has an unknown key or one twice");
	*seen |= bit;
	return bit == KEY_DESCR   ? take_descr(r, a)
	       : bit == KEY_ORDER ? take_order(r)
	                          : take_shape(r, a);
}

static bool take_header(struct reader *r, struct npy *a)
{
	unsigned seen = 0;
	if (!take(r, '{'))
		return fail(r, "the header is no dict");
	while (!take(r, '}')) {
		if (!take_entry(r, a, &seen))
			return false;
		if (!take(r, ',') && (r->at == r->end || *r->at != '}'))
			return fail(r, "the header is no dict");
	}
	skip_space(r);
	if (r->at != r->end)
		return fail(r, "text follows the header's dict");
	if (seen != ALL_KEYS)
		return fail(r, "the header lacks descr, fortran_order or shape");
	return true;
}

/* Set bytes from shape and width. */
static bool measure(struct npy *a)
{
	a->bytes = a->width;
	for (uint32_t i = 0; i < a->ndim; i++) {
		if (a->shape[i] && a->bytes > max_bytes / a->shape[i])
			return false;
		a->bytes *= (size_t)a->shape[i];
	}
	return true;
}

/* The length of the header and where its text begins; 0 if the file is too short or no .npy. */
static size_t header_bounds(const unsigned char *p, size_t n, size_t *begin, const char **why)
{
	*why = n > 1 && !memcmp(p, "PK", 2)
	               ? "not a .npy file but an .npz one; numpy.save writes the former"
	               : "not a .npy file";
	if (n < 10 || memcmp(p, magic, sizeof magic))
		return 0;
	bool wide = p[6] >= 2;
	*why = "this version of the .npy format is unknown";
	if (p[6] < 1 || p[6] > 3 || p[7] != 0)
		return 0;
	*why = "the file ends inside the header";
	*begin = wide ? 12 : 10;
	if (n < *begin)
		return 0;
	size_t len = (size_t)p[8] | (size_t)p[9] << 8;
	if (wide)
		len |= (size_t)p[10] << 16 | (size_t)p[11] << 24;
	return len <= n - *begin ? len : 0;
}

size_t npy_parse_header(const char *text, size_t n, struct npy *a, const char **why)
{
	size_t begin = 0, len = header_bounds((const unsigned char *)text, n, &begin, why);
	*a = (struct npy){0};
	if (!len)
		return 0;
	struct reader r = {.at = text + begin, .end = text + begin + len};
	bool ok = take_header(&r, a);
	if (ok && r.fortran && a->ndim > 1)
		ok = fail(&r, "the array is in Fortran order; save numpy.ascontiguousarray of it");
	if (ok && !measure(a))
		ok = fail(&r, "the array is too large");
	*why = r.why;
	return ok ? begin + len : 0;
}

bool npy_read(const char *path, struct arena *arena, struct npy *a, const char **why)
{
	FILE *f = fopen(path, "rb");
	if (!f) {
		*why = strerror(errno);
		return false;
	}
	struct sbuf b = {0};
	char block[16384];
	size_t n, begin;
	while ((n = fread(block, 1, sizeof block, f)) > 0 && !b.failed)
		sbuf_add(&b, block, n);
	*why = ferror(f) ? strerror(errno) : b.failed ? "out of memory" : NULL;
	fclose(f);
	bool ok = !*why && (begin = npy_parse_header(b.text ? b.text : "", b.len, a, why)) > 0;
	if (ok && b.len - begin != a->bytes) {
		*why = b.len - begin < a->bytes ? "the file ends before the last element"
		                                : "bytes follow the last element";
		ok = false;
	}
	if (ok)
		a->data = arena_copy(arena, b.text + begin, a->bytes);
	sbuf_free(&b);
	return ok;
}

void npy_format(const struct npy *a, struct sbuf *out)
{
	struct sbuf h = {0};
	sbuf_printf(&h, "{'descr': '%c%c%u', 'fortran_order': False, 'shape': (",
	        a->width == 1 ? '|' : '<', a->kind, a->width);
	for (uint32_t i = 0; i < a->ndim; i++)
		sbuf_printf(&h, i ? ", %llu" : "%llu", (unsigned long long)a->shape[i]);
	sbuf_str(&h, a->ndim == 1 ? ",), }" : "), }");
	while ((10 + h.len + 1) % 64 && !h.failed)
		sbuf_char(&h, ' ');
	sbuf_char(&h, '\n');
	sbuf_add(out, magic, sizeof magic);
	sbuf_add(out, (char[]){1, 0, (char)(h.len & 255), (char)(h.len >> 8)}, 4);
	sbuf_add(out, h.text ? h.text : "", h.len);
	sbuf_add(out, a->data ? a->data : "", a->data ? a->bytes : 0);
	out->failed |= h.failed;
	sbuf_free(&h);
}

bool npy_type(struct tir_type t, char *kind, unsigned *width)
{
	switch ((enum tir_code)t.code) {
	case TIR_TYPE_INT: *kind = 'i'; break;
	case TIR_TYPE_BOOL: *kind = 'b'; break;
	case TIR_TYPE_FLOAT: *kind = 'f'; break;
	case TIR_TYPE_UINT:
	case TIR_TYPE_BFLOAT:
	case TIR_TYPE_F8_E3M4:
	case TIR_TYPE_F8_E4M3:
	case TIR_TYPE_F8_E4M3B11FNUZ:
	case TIR_TYPE_F8_E4M3FN:
	case TIR_TYPE_F8_E4M3FNUZ:
	case TIR_TYPE_F8_E5M2:
	case TIR_TYPE_F8_E5M2FNUZ:
	case TIR_TYPE_F8_E8M0FNU: *kind = 'u'; break;
	case TIR_TYPE_HANDLE:
	case TIR_TYPE_VOID:
	case TIR_NTYPES: return false;
	}
	*width = tir_elem_bytes(t);
	return *width == 1 || *width == 2 || *width == 4 || *width == 8;
}
