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

void sbuf_vprintf(struct sbuf *b, const char *format, va_list ap)
{
	va_list again;
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, format, ap);
	if (n >= 0 && reserve(b, (size_t)n)) {
		vsnprintf(b->text + b->len, (size_t)n + 1, format, again);
		b->len += (size_t)n;
	}
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
