/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/frontend.h: reading a text, and what is said of it. */
#ifndef TIRC_TEST_FRONTEND_H
#define TIRC_TEST_FRONTEND_H

#include "frontend/frontend.h"
#include "suite.h"
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static const char head[] = "# from tvm.script import tirx as T\n"
                           "# from tvm.tirx.layout import Axis\n\n@T.prim_func\n";
enum { HEAD_LINES = 4 };

static struct arena arena;
static struct sbuf said; /* every message as "line:column: text" and a newline */
static struct diag diag;

static inline void collect(void *ctx, const struct diag_message *m)
{
	unsigned line = 0, column = 0;
	(void)ctx;
	if (m->source && m->span.end > m->span.begin)
		source_location(m->source, m->span.begin, &line, &column);
	sbuf_printf(&said, "%u:%u: %s\n", line, column, m->text);
}

static inline void setup(void)
{
	diag = (struct diag){.sink = collect};
}

static inline void teardown(void)
{
	sbuf_free(&said);
	arena_free(&arena);
}

static inline struct tir_module *read_all(const char *text, size_t n)
{
	return frontend_read(source_text(&arena, "text", text, n), &arena, &diag);
}

static inline struct tir_module *read_text(const char *text)
{
	return read_all(text, strlen(text));
}

/* The function of this signature and body, which must be right. */
static inline struct tir_func *read_func(const char *def)
{
	struct sbuf b = {0};
	sbuf_printf(&b, "%s%s", head, def);
	struct tir_module *m = read_text(b.text);
	sbuf_free(&b);
	ck_assert_msg(m != NULL, "%s", said.text);
	ck_assert_uint_eq(diag.errors, 0);
	ck_assert_msg(tir_verify(m, &diag), "%s", said.text);
	ck_assert_uint_eq(m->funcs.n, 1);
	return m->funcs.at[0];
}

/* The text is wrong, and this is all that is said; lines count from "def". */
static inline void expect_errors(const char *def, const char *want)
{
	struct sbuf b = {0}, got = {0};
	sbuf_printf(&b, "%s%s", head, def);
	ck_assert_ptr_null(read_text(b.text));
	for (const char *s = said.text; s && *s; s = strchr(s, '\n') + 1) {
		unsigned line = (unsigned)strtoul(s, NULL, 10);
		sbuf_printf(&got, "%u", line ? line - HEAD_LINES : 0);
		const char *rest = strchr(s, ':');
		sbuf_add(&got, rest, (size_t)(strchr(s, '\n') + 1 - rest));
	}
	ck_assert_str_eq(got.text ? got.text : "", want);
	sbuf_free(&b);
	sbuf_free(&got);
	teardown();
	said = (struct sbuf){0};
	arena = (struct arena){0};
	setup();
}

static inline struct tir_stmt *nth(const struct tir_seq *s, unsigned n)
{
	struct tir_stmt *t = s->first;
	while (n--)
		t = t->next;
	return t;
}

static inline void expect_expr(const struct tir_func *f, const struct tir_expr *e, const char *want)
{
	struct sbuf b = {0};
	tir_print_expr(f->module, e, 0, &b);
	ck_assert_str_eq(b.text, want);
	sbuf_free(&b);
}

/* What the source says where the span is. */
static inline void expect_span(const struct tir_func *f, struct span at, const char *want)
{
	const struct source *s = f->module->source;
	ck_assert_uint_eq(at.end - at.begin, strlen(want));
	ck_assert_int_eq(memcmp(s->text + at.begin, want, strlen(want)), 0);
}

#endif
