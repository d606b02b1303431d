/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/lex/utf8.c: is the text UTF-8, as Python's is?
 *
 * Idea.   Of the bytes of a character the first says how many there are, and the second one what is left out: forms that are too
 *         long, surrogates, and what is behind U+10FFFF.
 * Costs   a walk over the bytes, eight at once where they are ASCII. */
#include "frontend/lex/lex.h"

/* Characters whose first byte is from first to last. */
struct lead {
	unsigned char first, last, bytes, least, most; /* of the second byte */
};
static const struct lead leads[] = {
        {0xc2, 0xdf, 2, 0x80, 0xbf},
        {0xe0, 0xe0, 3, 0xa0, 0xbf},
        {0xe1, 0xec, 3, 0x80, 0xbf},
        {0xed, 0xed, 3, 0x80, 0x9f},
        {0xee, 0xef, 3, 0x80, 0xbf},
        {0xf0, 0xf0, 4, 0x90, 0xbf},
        {0xf1, 0xf3, 4, 0x80, 0xbf},
        {0xf4, 0xf4, 4, 0x80, 0x8f},
};

/* The bytes of the character that begins here, n bytes before the end; 0: none does. */
static size_t length_of(const char *s, size_t n)
{
	const unsigned char *c = (const unsigned char *)s;
	size_t i = 0, k = 2;
	if (*c < 0x80)
		return 1;
	while (i < sizeof leads / sizeof *leads && (*c < leads[i].first || *c > leads[i].last))
		i++;
	if (i == sizeof leads / sizeof *leads || n < leads[i].bytes || c[1] < leads[i].least ||
	        c[1] > leads[i].most)
		return 0;
	while (k < leads[i].bytes && (c[k] & 0xc0) == 0x80)
		k++;
	return k == leads[i].bytes ? k : 0;
}

/* The bytes at the front that are ASCII, or some of them. */
static size_t ascii(const char *s, size_t n)
{
	size_t done = 0;
	for (uint64_t word; done + sizeof word <= n; done += sizeof word) {
		memcpy(&word, s + done, sizeof word);
		if (word & UINT64_C(0x8080808080808080))
			break;
	}
	return done;
}

bool frontend_check_utf8(const struct source *src, struct diag *d)
{
	for (size_t at = 0, n; at < src->len; at += n) {
		size_t left = src->len - at;
		n = ascii(src->text + at, left);
		n = n ? n : length_of(src->text + at, left);
		if (!n)
			return diag_error(d, src, (struct span){(uint32_t)at, (uint32_t)at + 1},
			        "byte 0x%02X is no UTF-8; save the text as UTF-8",
			        (unsigned)(unsigned char)src->text[at]);
	}
	return true;
}
