/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report/nests.c: the loops of a program as nested lists, with what is stored in them: its schedule, before or behind the passes. */
#include "report/internal.h"

enum { MOST_TEXT = 60 };

struct nests {
	const struct tir_module *module;
	const struct tir_func *func;
	struct sbuf *out;
};

static void print_expr(const struct nests *n, const struct tir_expr *e)
{
	struct sbuf text = {0};
	tir_print_expr_of(n->func, e, MOST_TEXT, &text);
	if (text.text)
		report_text(n->out, text.text, text.len);
	sbuf_free(&text);
}

static void print_tag(const struct nests *n, const char *text)
{
	sbuf_printf(n->out, " <span class=\"tag\">%s</span>", text);
}

static void print_loop(const struct nests *n, const struct tir_stmt *s)
{
	static const char *const kinds[] = {[TIR_SERIAL] = "",
	        [TIR_PARALLEL] = "parallel",
	        [TIR_VECTORIZED] = "vectorised",
	        [TIR_UNROLLED] = "unrolled",
	        [TIR_THREAD] = "thread"};
	const struct tir_for *loop = tir_as_for(s);
	sbuf_str(n->out, "for ");
	report_string(n->out, loop->var->name);
	sbuf_str(n->out, " <span class=\"dim\">× ");
	print_expr(n, loop->extent.e);
	sbuf_str(n->out, "</span>");
	const char *kind = s->kind == TIR_LAUNCH ? "thread" : kinds[s->for_kind];
	if (*kind)
		print_tag(n, kind);
}

/* Stores of the same buffer and width that follow each other are one row; returns the last of them. */
static const struct tir_stmt *print_store(const struct nests *n, const struct tir_stmt *s)
{
	const struct tir_buffer *b = tir_as_store(s)->buffer;
	unsigned lanes = tir_as_store(s)->value.e->type.lanes, times = 1;
	for (; s->next && s->next->kind == TIR_STORE && tir_as_store(s->next)->buffer == b &&
	        tir_as_store(s->next)->value.e->type.lanes == lanes;
	        s = s->next)
		times++;
	sbuf_str(n->out, "<li>store ");
	report_string(n->out, b->name);
	if (times > 1)
		sbuf_printf(n->out, " <span class=\"dim\">%u times</span>", times);
	if (lanes > 1)
		sbuf_printf(n->out, " <span class=\"tag\">%u lanes</span>", lanes);
	sbuf_str(n->out, "</li>\n");
	return s;
}

static void print_seq(const struct nests *n, const struct tir_seq *seq);

static void print_body(const struct nests *n, const struct tir_seq *body)
{
	if (!body->first)
		return;
	sbuf_str(n->out, "\n<ul>\n");
	print_seq(n, body);
	sbuf_str(n->out, "</ul>");
}

static void print_if(const struct nests *n, const struct tir_stmt *s)
{
	sbuf_printf(n->out, "<li>%s ", s->kind == TIR_IF ? "if" : "while");
	print_expr(n, tir_value_of(s));
	print_body(n, tir_body(s));
	sbuf_str(n->out, "</li>\n");
	if (!tir_orelse(s)->first)
		return;
	sbuf_str(n->out, "<li>else");
	print_body(n, tir_orelse(s));
	sbuf_str(n->out, "</li>\n");
}

static void print_alloc(const struct nests *n, const struct tir_stmt *s)
{
	const struct tir_buffer *b = tir_as_alloc(s)->buffer;
	if (tir_as_alloc(s)->s.form == TIR_ALLOC_SCALAR)
		return;
	char type[40];
	sbuf_str(n->out, "<li>memory ");
	report_string(n->out, b->name);
	sbuf_printf(n->out, " <span class=\"dim\">%s", tir_type_name(b->elem, type));
	for (uint32_t i = 0; i < b->ndim; i++) {
		sbuf_str(n->out, " × ");
		print_expr(n, b->shape[i]);
	}
	sbuf_str(n->out, "</span></li>\n");
}

static void print_for(const struct nests *n, const struct tir_stmt *s)
{
	sbuf_str(n->out, "<li>");
	print_loop(n, s);
	print_body(n, tir_body(s));
	sbuf_str(n->out, "</li>\n");
}

static void print_seq(const struct nests *n, const struct tir_seq *seq)
{
	for (const struct tir_stmt *s = seq->first; s; s = s->next)
		if (s->kind == TIR_FOR || s->kind == TIR_LAUNCH)
			print_for(n, s);
		else if (s->kind == TIR_STORE)
			s = print_store(n, s);
		else if (s->kind == TIR_IF || s->kind == TIR_WHILE)
			print_if(n, s);
		else if (s->kind == TIR_ALLOC)
			print_alloc(n, s);
		else if (s->kind == TIR_EVALUATE)
			sbuf_str(n->out, "<li>call</li>\n");
		else
			print_seq(n, tir_body(s));
}

static void print_func(struct sbuf *out, const struct tir_module *m, const struct tir_func *f)
{
	struct nests n = {m, f, out};
	sbuf_str(out, "<ul class=\"nest\"><li><b>");
	report_string(out, f->name);
	sbuf_str(out, "</b>");
	print_body(&n, &f->body);
	sbuf_str(out, "</li></ul>\n");
}

void report_nests(const struct tir_module *m, const char *function, struct sbuf *out)
{
	for (uint32_t i = 0; i < m->funcs.n; i++)
		if (!function || !strcmp(m->funcs.at[i]->name, function))
			print_func(out, m, m->funcs.at[i]);
}
