/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/place.c: where in its statement an expression is written.
 *
 * Idea.   Nodes have no place of their own, as they are shared.  The expression's text, as TVM would print it, is looked
 *         for in the text of the statement, word by word; brackets and blanks do not count, but what is found must be
 *         a whole operand.  What is written otherwise is not found: then the statement's place will do.
 * Costs   the text of a statement a remark. */
#include "driver/internal.h"

enum { MAX_WORDS = 400, MAX_TEXT = 4000, LOOSEST = 1, TIGHT = 100 };

struct word {
	const char *at;
	size_t n;
};

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '.';
}

/* The next word of the text from p on that is no bracket; false at its end. */
static bool next_word(const char *p, const char *end, struct word *w)
{
	static const char *const pairs[] = {"//", "<<", ">>", "<=", ">=", "==", "!="};
	while (p < end &&
	        (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t' || *p == '(' || *p == ')'))
		p++;
	if (p >= end)
		return false;
	w->at = p;
	w->n = 1;
	if (is_letter(*p))
		for (; p + w->n < end && is_letter(p[w->n]); w->n++)
			;
	else if (*p == '"') {
		const char *close = memchr(p + 1, '"', (size_t)(end - p - 1));
		w->n = close ? (size_t)(close + 1 - p) : (size_t)(end - p);
	}
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs && p + 1 < end; i++)
		if (!memcmp(p, pairs[i], 2))
			w->n = 2;
	return true;
}

/* How tightly an operator binds; TIGHT: it is none. */
static int strength(const char *p, size_t n)
{
	static const struct {
		const char *text;
		int strength;
	} table[] = {{"or", 1}, {"and", 2}, {"not", 3}, {"<", 4}, {"<=", 4}, {">", 4}, {">=", 4},
	        {"==", 4}, {"!=", 4}, {"|", 5}, {"^", 6}, {"&", 7}, {"<<", 8}, {">>", 8}, {"+", 9},
	        {"-", 9}, {"*", 10}, {"/", 10}, {"//", 10}, {"%", 10}};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strlen(table[i].text) == n && !memcmp(table[i].text, p, n))
			return table[i].strength;
	return TIGHT;
}

/* The weakest operator of the text outside of brackets. */
static int weakest(const char *p, const char *end)
{
	int depth = 0, least = TIGHT;
	struct word w;
	for (; p < end; p++) {
		depth += *p == '(' || *p == '[';
		depth -= *p == ')' || *p == ']';
		if (depth || *p == ' ' || *p == ')' || *p == ']' || !next_word(p, end, &w))
			continue;
		int s = strength(w.at, w.n);
		least = s < least ? s : least;
		p = w.at + w.n - 1;
	}
	return least;
}

/* The word that ends before p, none of its brackets; n is 0 if there is none. */
static struct word word_before(const char *begin, const char *p)
{
	struct word w = {p, 0}, last = w;
	for (const char *q = begin; next_word(q, p, &w); q = w.at + w.n)
		last = w;
	return last.n ? last : (struct word){p, 0};
}

/* Take in the brackets that belong to [*lo, *hi); false: they are not there. */
static bool balance(const char *begin, const char *end, const char **lo, const char **hi)
{
	int depth = 0, least = 0;
	for (const char *p = *lo; p < *hi; p++) {
		depth += *p == '(';
		depth -= *p == ')';
		least = depth < least ? depth : least;
	}
	for (; least < 0; least++, depth++) {
		for (; *lo > begin && (*lo)[-1] == ' '; --*lo)
			;
		if (*lo == begin || (*lo)[-1] != '(')
			return false;
		--*lo;
	}
	for (; depth > 0; depth--) {
		for (; *hi < end && **hi == ' '; ++*hi)
			;
		if (*hi == end || **hi != ')')
			return false;
		++*hi;
	}
	return true;
}

/* Is what is between lo and hi a whole operand there, with operators of that strength at least?  Behind an opening
 * bracket and before a closing one it is. */
static bool stands_alone(const char *begin, const char *end, const char *lo, const char *hi,
        int least)
{
	struct word before = word_before(begin, lo), after;
	const char *b = lo, *a = hi;
	while (b > begin && b[-1] == ' ')
		b--;
	while (a < end && *a == ' ')
		a++;
	bool opened = b > begin && b[-1] == '(', closed = a < end && *a == ')';
	int left = before.n && !opened ? strength(before.at, before.n) : TIGHT;
	int right = !closed && next_word(hi, end, &after) ? strength(after.at, after.n) : TIGHT;
	return (left == TIGHT || left < least) && (right == TIGHT || right <= least);
}

/* Is what is between lo and hi stored to?  "A[i] = A[i] + 1" computes the second A[i]. */
static bool is_target(const char *begin, const char *end, const char *lo, const char *hi)
{
	while (hi < end && *hi == ' ')
		hi++;
	return lo == begin && hi + 1 < end && hi[0] == '=' && hi[1] != '=';
}

struct span driver_place(const struct tir_func *f, const struct tir_expr *e, struct span at)
{
	const struct source *src = f->module->source;
	struct sbuf text = {0};
	struct span found = at;
	struct word want[MAX_WORDS], w;
	uint32_t n = 0;
	if (!src || !e || e->n == 0 || at.end > src->len || at.end - at.begin > MAX_TEXT)
		return at;
	tir_print_expr_of(f, e, 0, &text);
	const char *begin = src->text + at.begin, *end = src->text + at.end;
	const char *p = text.text, *stop = p ? p + text.len : NULL;
	while (p && n < MAX_WORDS && next_word(p, stop, &want[n])) {
		p = want[n].at + want[n].n;
		n++;
	}
	int least = n && n < MAX_WORDS ? weakest(text.text, stop) : TIGHT;
	for (const char *q = begin; n && n < MAX_WORDS && next_word(q, end, &w); q = w.at + w.n) {
		const char *lo = w.at, *hi = w.at;
		uint32_t k = 0;
		struct word x = w;
		for (; k < n && (k == 0 || next_word(hi, end, &x)); k++) {
			if (x.n != want[k].n || memcmp(x.at, want[k].at, x.n) != 0)
				break;
			hi = x.at + x.n;
		}
		if (k < n || !balance(begin, end, &lo, &hi) ||
		        !stands_alone(begin, end, lo, hi, least) || is_target(begin, end, lo, hi))
			continue;
		found = (struct span){(uint32_t)(lo - src->text), (uint32_t)(hi - src->text)};
		break;
	}
	sbuf_free(&text);
	return found;
}
