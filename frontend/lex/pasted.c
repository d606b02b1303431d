/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/lex/pasted.c: is the text a copy of a terminal or of a page, with marks that are not its own?
 *
 * Idea.   The first line that holds anything says so: no text of TVMScript begins as one of these does.  One message says what
 *         to take away, where the lexer would stop at each line.
 * Costs   a walk over the first line. */
#include "frontend/lex/lex.h"

/* What stands at the front of such a text. */
static const struct mark {
	const char *front, *say;
} marks[] = {
        {"\x1b[", "the text has the colours of a terminal; save what print(mod.script()) prints"},
        {">>>", "the text has the prompts of Python; take '>>>' and '...' away"},
        {"```", "the text has the fences of a page; take the lines of ``` away"},
};

static const char *skip(const char *s, const char *end, const char *these)
{
	while (s < end && *s && strchr(these, *s))
		s++;
	return s;
}

/* A number, and behind it something that cannot follow one in a line: a name, '@' or '#'. */
static bool is_numbered(const char *s, const char *end)
{
	const char *number = skip(s, end, "0123456789"), *next = skip(number, end, " \t:|");
	bool name = next < end && ((*next >= 'a' && *next <= 'z') || *next == '@' || *next == '#');
	return number > s && next > number && name;
}

bool frontend_check_pasted(const struct source *src, struct diag *d)
{
	const char *end = src->text + src->len, *s = skip(src->text, end, " \t\r\n");
	struct span at = {(uint32_t)(s - src->text), (uint32_t)(s - src->text) + 1};
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		size_t n = strlen(marks[i].front);
		if ((size_t)(end - s) >= n && !memcmp(s, marks[i].front, n))
			return diag_error(d, src, at, "%s", marks[i].say);
	}
	return !is_numbered(s, end) ||
	       diag_error(d, src, at, "the text has the numbers of its lines; take them away");
}
