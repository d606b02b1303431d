/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plugin/unquote.c: parameters whose values hold what else would end them. */
#include "plugin/internal.h"

static int digit_of(char c)
{
	const char *digits = "0123456789abcdef",
	           *at = c ? strchr(digits, c | ('A' <= c && c <= 'F' ? 32 : 0)) : NULL;
	return at ? (int)(at - digits) : -1;
}

size_t plugin_unquote(const char *s, size_t len, size_t i, struct sbuf *out)
{
	bool quoted = false;
	for (; i < len && (quoted || s[i] != ';'); i++) {
		int high = quoted && s[i] == '%' && i + 2 < len ? digit_of(s[i + 1]) : -1;
		int low = high >= 0 ? digit_of(s[i + 2]) : -1;
		char c = (char)(low >= 0 ? high * 16 + low : s[i]);
		if (s[i] == '"') {
			quoted = !quoted;
			continue;
		}
		sbuf_add(out, &c, 1);
		i += low >= 0 ? 2 : 0;
	}
	return i;
}
