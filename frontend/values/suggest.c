/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/values/suggest.c: "did you mean" for names that stand in short lists: parameters, attributes,
 * keywords, types. */
#include "frontend/internal.h"

enum { MAX_WORD = 40 };

const char *frontend_nearest_word(const char *name, const char *words)
{
	char best[MAX_WORD] = "", word[MAX_WORD];
	const char *found = NULL;
	for (const char *w = words; *w; w += strspn(w, " ")) {
		size_t n = strcspn(w, " ");
		if (n > 0 && n < MAX_WORD && *w != '*') {
			memcpy(word, w, n);
			word[n] = 0;
			if (frontend_nearer(name, found ? best : NULL, word) == word) {
				memcpy(best, word, n + 1);
				found = w;
			}
		}
		w += n;
	}
	return found;
}

bool frontend_suggest(struct reader *r, struct span at, const char *name, const char *words,
        const char *format, ...)
{
	struct sbuf b = {0};
	va_list ap;
	va_start(ap, format);
	sbuf_vprintf(&b, format, ap);
	va_end(ap);
	const char *best = r->suggestions++ < MAX_SUGGESTIONS ? frontend_nearest_word(name, words)
	                                                      : NULL;
	if (best)
		sbuf_printf(&b, "; did you mean '%.*s'?", (int)strcspn(best, " "), best);
	frontend_fail(r, at, "%s", b.text ? b.text : format);
	sbuf_free(&b);
	return false;
}

bool frontend_suggest_type(struct reader *r, struct span at, const char *name)
{
	static const char types[] = "int32 int64 int8 int16 float32 float16 float64 uint8 uint16 "
	                            "uint32 uint64 bool handle bfloat16 void";
	char elem[MAX_WORD];
	size_t n = strcspn(name, "x");
	const char *lanes = name + n, *best = NULL;
	if (n < MAX_WORD) {
		memcpy(elem, name, n);
		elem[n] = 0;
		best = frontend_nearest_word(elem, types);
	}
	if (best)
		return frontend_fail(r, at, "there is no type '%s'; did you mean '%.*s%s'?", name,
		        (int)strcspn(best, " "), best, lanes);
	return frontend_refuse(r, at, "there is no type '%s'", name);
}
