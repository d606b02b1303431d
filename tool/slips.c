/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/slips.c: what to type instead of a word or a file that tirc does not take, by slips.def. */
#include <ctype.h>

#include "tool/internal.h"

static const struct slip {
	const char *option, *word, *text;
} slips[] = {
#define SLIP(option, word, text) {option, word, text},
#include "tool/slips.def"
};

static const struct foreign {
	const char *suffix, *text;
} inputs[] = {
#define INPUT(suffix, text) {suffix, text},
#include "tool/slips.def"
};

static const char *const linked[] = {
#define LINKED(suffix) suffix,
#include "tool/slips.def"
};

static bool ends_in(const char *s, const char *tail)
{
	size_t n = strlen(s), k = strlen(tail);
	return n > k && !strcmp(s + n - k, tail);
}

const char *slip_of(const char *option, const char *word)
{
	for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
		const char *want = slips[i].word;
		if (!strcmp(slips[i].option, option) &&
		        (*want == '*' ? ends_in(word, want + 1) : !strcmp(word, want)))
			return slips[i].text;
	}
	return NULL;
}

const char *slip_nearest(const char *word, size_t n, const char *(*nth)(size_t))
{
	const char *best = NULL;
	char lower[32] = ""; /* capitals or not */
	size_t length = strlen(word);
	if (length > sizeof lower)
		return NULL;
	for (size_t i = 0; i < length; i++)
		lower[i] = (char)tolower((unsigned char)word[i]);
	struct support_nearest near = support_nearest_of(lower, length);
	for (size_t i = 0; length > 1 && i < n; i++)
		if (support_nearest_try(&near, nth(i), strlen(nth(i))))
			best = nth(i);
	return best;
}

const char *slip_input(const char *path)
{
	for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
		if (ends_in(path, inputs[i].suffix))
			return inputs[i].text;
	return NULL;
}

bool slip_is_linked(const char *path)
{
	for (size_t i = 0; i < sizeof linked / sizeof *linked; i++)
		if (ends_in(path, linked[i]))
			return true;
	return false;
}

/* Does every other byte at the front say that it is UTF-16, as shells of Windows write it? */
static bool is_utf16(const struct source *s)
{
	static const char marks[][2] = {{'\xff', '\xfe'}, {'\xfe', '\xff'}};
	const char *c = s->text;
	if (s->len < 4 || (!c[2] && !c[3])) /* UTF-32 */
		return false;
	bool little = c[0] && !c[1] && c[2] && !c[3], big = !c[0] && c[1] && !c[2] && c[3];
	return little || big || !memcmp(c, marks[0], 2) || !memcmp(c, marks[1], 2);
}

const char *slip_bytes(const struct source *s)
{
	if (is_utf16(s))
		return "is UTF-16; save it as UTF-8: iconv -f UTF-16 -t UTF-8";
	if (memchr(s->text, 0, s->len < 16 ? s->len : 16))
		return "is no text; tirc takes TVMScript, as print(mod.script()) gives it, and "
		       "TVM's JSON";
	return NULL;
}
