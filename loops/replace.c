/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/replace.c: the walk of passes that put other statements in the place of nests. */
#include "loops/replace.h"
#include "loops/loops.h"

struct replacer {
	struct arena *to; /* of the new statements */
	loops_replacement *take;
	void *ctx;
	bool any;
};

static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct replacer *r = ctx;
	if (s->kind == TIR_FOR && r->take(r->ctx, s, out)) {
		r->any = true;
		return;
	}
	struct tir_stmt *copy = tir_stmt_copy(r->to, s);
	tir_seq_map_bodies(copy, visit, r);
	tir_seq_add(out, copy);
}

struct tir_func *loops_replace_alone(struct tir_func *f, loops_replacement *take, void *ctx)
{
	struct replacer r = {.to = f->module->arena, .take = take, .ctx = ctx};
	struct tir_seq body = tir_seq_map(&f->body, visit, &r);
	return r.any ? tir_func_with_body(f, body) : f;
}

struct tir_func *loops_replace(struct tir_func *f, loops_replacement *take, void *ctx,
        struct arena *arena)
{
	struct tir_func *g = loops_replace_alone(f, take, ctx);
	return g == f ? f : loops_fold(g, arena);
}
