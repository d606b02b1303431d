/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/json.c: JSON (RFC 8259) as an attribute tree, for targets on the command line.
 *
 * Idea.   Objects, lists, strings, numbers and words become what the same text would be in TVMScript, so that one
 *         reader of targets serves both.
 * Leaves alone  what a number is worth: it stays a text.  Escapes above U+007F become '?': no key or value that
 *         matters has one. */
#include "driver/internal.h"

enum { MAX_DEPTH = 32 };

struct reader {
	const char *at;
	struct arena *arena;
	unsigned depth;
};

static void skip_space(struct reader *r)
{
	r->at += strspn(r->at, " \t\r\n");
}

/* Take the character if it comes next. */
static bool take(struct reader *r, char c)
{
	skip_space(r);
	bool is = *r->at == c;
	r->at += is;
	return is;
}

static struct tir_attr *leaf(struct reader *r, enum tir_attr_kind kind, const char *text)
{
	struct tir_attr *a = ARENA_NEW(r->arena, struct tir_attr);
	a->kind = kind;
	a->str = text;
	return a;
}

static char hex(const char *s)
{
	unsigned value = 0;
	return sscanf(s, "%4x", &value) == 1 && value > 0 && value < 128 ? (char)value : '?';
}

/* A string, whose first quote was taken; NULL: it does not end. */
static const char *read_string(struct reader *r)
{
	static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
	char *text = arena_alloc(r->arena, strlen(r->at) + 1), *end = text;
	for (; *r->at && *r->at != '"'; r->at++) {
		if (*r->at != '\\') {
			*end++ = *r->at;
			continue;
		}
		const char *plain = *++r->at ? strchr(from, *r->at) : NULL;
		if (!*r->at)
			return NULL;
		*end++ = plain ? to[plain - from] : *r->at == 'u' ? hex(r->at + 1) : *r->at;
		r->at += *r->at == 'u' ? strspn(r->at + 1, "0123456789abcdefABCDEF") : 0;
	}
	*end = 0;
	return take(r, '"') ? text : NULL;
}

static const struct tir_attr *read_value(struct reader *r);

/* What stands between brackets, which are open. */
static const struct tir_attr *read_items(struct reader *r, bool keys, char close)
{
	struct tir_attr *a = leaf(r, keys ? TIR_ATTR_DICT : TIR_ATTR_LIST, NULL);
	VEC(const struct tir_attr *) items = {0};
	VEC(const char *) names = {0};
	while (!take(r, close)) {
		const char *name = NULL;
		if (items.n && !take(r, ','))
			return NULL;
		if (keys && (!take(r, '"') || !(name = read_string(r)) || !take(r, ':')))
			return NULL;
		const struct tir_attr *item = read_value(r);
		if (!item)
			return NULL;
		VEC_PUSH(r->arena, &items, item);
		VEC_PUSH(r->arena, &names, name);
	}
	a->n = items.n;
	a->item = items.at;
	a->name = keys ? names.at : NULL;
	return a;
}

/* true, false, null or a number; NULL: none of them. */
static const struct tir_attr *read_word(struct reader *r)
{
	size_t n = strcspn(r->at, " \t\r\n,]}");
	const char *word = arena_strndup(r->arena, r->at, n);
	r->at += n;
	if (!strcmp(word, "null"))
		return leaf(r, TIR_ATTR_NONE, NULL);
	if (strcmp(word, "true") != 0 && strcmp(word, "false") != 0 &&
	        (!n || strspn(word, "+-.0123456789eE") != n))
		return NULL;
	return leaf(r, TIR_ATTR_TEXT, word);
}

static const struct tir_attr *read_value(struct reader *r)
{
	const struct tir_attr *a = NULL;
	if (r->depth == MAX_DEPTH)
		return NULL;
	r->depth++;
	if (take(r, '{')) {
		a = read_items(r, true, '}');
	} else if (take(r, '[')) {
		a = read_items(r, false, ']');
	} else if (take(r, '"')) {
		const char *text = read_string(r);
		a = text ? leaf(r, TIR_ATTR_STRING, text) : NULL;
	} else {
		a = read_word(r);
	}
	r->depth--;
	return a;
}

const struct tir_attr *driver_read_json(const char *text, struct arena *arena)
{
	struct reader r = {text, arena, 0};
	const struct tir_attr *a = read_value(&r);
	skip_space(&r);
	return *r.at ? NULL : a;
}
