/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/print_lone.c: one expression, for messages. */
#include "tir/print.h"

struct lone {
	struct printer p;
	const struct tir_func *f; /* whose scalars are plain names, or NULL */
	const struct tir_expr *e;
};

static bool note_scalar(void *ctx, struct tir_stmt *s)
{
	struct lone *l = ctx;
	if (s->kind == TIR_ALLOC && tir_print_is_scalar(s))
		l->p.scalar[tir_as_alloc(s)->buffer->id] = true;
	return true;
}

static void print_lone(void *ctx)
{
	struct lone *l = ctx;
	if (l->f && l->e->flags & TIR_READS_MEM) {
		l->p.scalar = ARENA_NEWN(&l->p.scratch, bool, tir_numbers_of(l->f).nbuffers);
		tir_walk_stmts(&l->f->body, note_scalar, l);
	}
	tir_print_operand(&l->p, l->e, 0);
}

static void print_alone(const struct tir_module *m, const struct tir_func *f,
        const struct tir_expr *e, size_t max, struct sbuf *out)
{
	struct lone l = {
	        .p = {.m = m, .out = out, .end = max ? out->len + max : 0}, .f = f, .e = e};
	if (!arena_guard(&l.p.scratch, print_lone, &l))
		out->failed = true;
	if (l.p.end && out->len > l.p.end) {
		out->len = l.p.end;
		sbuf_str(out, "...");
	}
	arena_free(&l.p.scratch);
}

void tir_print_expr(const struct tir_module *m, const struct tir_expr *e, size_t max,
        struct sbuf *out)
{
	print_alone(m, NULL, e, max, out);
}

void tir_print_expr_of(const struct tir_func *f, const struct tir_expr *e, size_t max,
        struct sbuf *out)
{
	print_alone(f->module, f, e, max, out);
}
