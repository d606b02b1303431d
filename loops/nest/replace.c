/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/replace.c: the walk of passes that put other statements in the place of nests.
 *
 * Idea      What is put there is simplified by itself, with what loops and names around tell.  All other statements stay as
 *           they are: a proof has nothing to say of them. */
#include "loops/nest/replace.h"
#include "loops/loops.h"
#include "simplify/simplify.h"

struct replacer {
	loops_replacement *take;
	void *ctx;
	struct simplifier *simple; /* NULL: what is put there is right as it is */
};

/* Put what is to stand in the place of the nest; false: nothing is. */
static bool replaces(struct replacer *r, const struct tir_stmt *s, struct tir_seq *out)
{
	struct tir_seq new = {0};
	if (s->kind != TIR_FOR || !r->take(r->ctx, s, &new))
		return false;
	if (r->simple)
		new = simplify_seq(r->simple, &new);
	tir_seq_append(out, new);
	return true;
}

/* Add to out what the caller puts in the place of s; what it leaves is looked at inside. */
static enum tir_fate visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct replacer *r = ctx;
	bool once;
	if (replaces(r, s, out))
		return TIR_REPLACED;
	if (r->simple && s->kind == TIR_BIND)
		simplify_range_bind(r->simple, tir_as_bind(s)->var, tir_as_bind(s)->value.e);
	if (r->simple && s->kind == TIR_FOR)
		simplify_range_loop(r->simple, s, &once);
	return TIR_LOOKED_AT;
}

static struct tir_func *replace(struct tir_func *f, struct replacer *r)
{
	struct tir_seq body;
	bool any = tir_seq_change(f->module->arena, &f->body, visit, r, &body);
	return any ? tir_func_with_body(f, body) : f;
}

struct tir_func *loops_replace_alone(struct tir_func *f, loops_replacement *take, void *ctx)
{
	struct replacer r = {.take = take, .ctx = ctx};
	return replace(f, &r);
}

struct tir_func *loops_replace(struct tir_func *f, loops_replacement *take, void *ctx,
        struct arena *arena)
{
	struct simplifier simple = simplify_begin(f->module, arena);
	struct replacer r = {.take = take, .ctx = ctx, .simple = &simple};
	simplify_range_shapes(&simple, f);
	return replace(f, &r);
}
