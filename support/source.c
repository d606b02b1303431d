/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/source.c: source texts and the locations in them. */
#include <errno.h>
#include <stdlib.h>

#include "support/support.h"

enum { MAX_SOURCE = 1 << 30 }; /* bytes; spans are 32 bits */

/* Fill the table of line starts. */
static void find_lines(struct arena *a, struct source *s)
{
	uint32_t n = 1;
	for (size_t i = 0; i < s->len; i++)
		n += s->text[i] == '\n';
	s->line = ARENA_NEWN(a, uint32_t, n);
	s->nlines = 1;
	for (size_t i = 0; i < s->len; i++)
		if (s->text[i] == '\n')
			s->line[s->nlines++] = (uint32_t)i + 1;
}

const struct source *source_text(struct arena *a, const char *name, const char *text, size_t len)
{
	struct source *s = ARENA_NEW(a, struct source);
	s->name = arena_strndup(a, name, strlen(name));
	s->text = arena_strndup(a, text, len);
	s->len = len;
	find_lines(a, s);
	return s;
}

/* Append a stream to b; returns why it failed or NULL. */
static const char *read_stream(FILE *f, struct sbuf *b)
{
	char block[65536];
	size_t n;
	while ((n = fread(block, 1, sizeof block, f)) > 0) {
		sbuf_add(b, block, n);
		if (b->failed)
			return "out of memory";
		if (b->len > MAX_SOURCE)
			return "file is larger than 1 GiB";
	}
	return ferror(f) ? strerror(errno) : NULL;
}

struct reading {
	struct arena *arena;
	const char *name;
	struct sbuf text;
	const struct source *result;
};

static void take_text(void *ctx)
{
	struct reading *r = ctx;
	r->result = source_text(r->arena, r->name, r->text.text ? r->text.text : "", r->text.len);
}

const struct source *source_read(struct arena *a, const char *path, const char **why)
{
	bool is_stdin = !strcmp(path, "-");
	FILE *f = is_stdin ? stdin : fopen(path, "rb");
	if (!f) {
		*why = strerror(errno);
		return NULL;
	}
	struct reading r = {.arena = a, .name = is_stdin ? "<stdin>" : path};
	*why = read_stream(f, &r.text);
	if (!is_stdin)
		fclose(f);
	/* guarded, so that the text is freed in any case */
	if (!*why && !arena_guard(a, take_text, &r))
		*why = "out of memory";
	sbuf_free(&r.text);
	return r.result;
}

void source_location(const struct source *s, uint32_t offset, unsigned *line, unsigned *column)
{
	uint32_t lo = 0, hi = s->nlines;
	while (hi - lo > 1) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (s->line[mid] <= offset)
			lo = mid;
		else
			hi = mid;
	}
	*line = lo + 1;
	*column = offset - s->line[lo] + 1;
}
