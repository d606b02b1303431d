/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/sbuf.c: a growing buffer of bytes on the heap. */
#include <stdlib.h>

#include "support/support.h"

/* Make room for n more bytes and a NUL; false if there is no memory. */
static bool reserve(struct sbuf *b, size_t n)
{
	if (b->failed)
		return false;
	if (n < b->cap - b->len)
		return true;
	size_t cap = b->cap ? b->cap : 256;
	while (cap - b->len <= n) {
		if (cap > SIZE_MAX / 2) {
			b->failed = true;
			return false;
		}
		cap *= 2;
	}
	char *text = realloc(b->text, cap);
	if (!text) {
		b->failed = true;
		return false;
	}
	b->text = text;
	b->cap = cap;
	return true;
}

void sbuf_add(struct sbuf *b, const char *s, size_t n)
{
	if (!reserve(b, n))
		return;
	if (n)
		memcpy(b->text + b->len, s, n);
	b->len += n;
	b->text[b->len] = 0;
}

void sbuf_str(struct sbuf *b, const char *s)
{
	sbuf_add(b, s, strlen(s));
}

void sbuf_char(struct sbuf *b, char c)
{
	sbuf_add(b, &c, 1);
}

void sbuf_fill(struct sbuf *b, char c, size_t n)
{
	if (!reserve(b, n))
		return;
	memset(b->text + b->len, c, n);
	b->len += n;
	b->text[b->len] = 0;
}

void sbuf_uint(struct sbuf *b, uint64_t x)
{
	char digits[20];
	size_t n = sizeof digits;
	do
		digits[--n] = (char)('0' + x % 10);
	while (x /= 10);
	sbuf_add(b, digits + n, sizeof digits - n);
}

void sbuf_int(struct sbuf *b, int64_t x)
{
	if (x < 0)
		sbuf_char(b, '-');
	sbuf_uint(b, x < 0 ? 0 - (uint64_t)x : (uint64_t)x);
}

/* Most texts fit in what there is: only the others are made twice. */
void sbuf_vprintf(struct sbuf *b, const char *format, va_list ap)
{
	va_list again;
	va_copy(again, ap);
	size_t left = b->failed ? 0 : b->cap - b->len;
	int n = vsnprintf(left ? b->text + b->len : NULL, left, format, ap);
	bool fits = n >= 0 && (size_t)n < left;
	if (!fits && left)
		b->text[b->len] = 0;
	if (!fits && n >= 0 && reserve(b, (size_t)n))
		fits = vsnprintf(b->text + b->len, (size_t)n + 1, format, again) == n;
	b->len += fits ? (size_t)n : 0;
	b->failed |= n < 0;
	va_end(again);
}

void sbuf_printf(struct sbuf *b, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	sbuf_vprintf(b, format, ap);
	va_end(ap);
}

void sbuf_free(struct sbuf *b)
{
	free(b->text);
	*b = (struct sbuf){0};
}
