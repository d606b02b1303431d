/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/stores.c: value numbering by itself, of the stores at the top of a function.
 *
 * Idea.   A walk over straight lines: what else may change memory, a loop, a branch or a call with effects, ends it. */
#include "cse/values.h"

/* Is s of the straight line, whose effect on memory is that of a store? */
static bool is_plain(struct tir_stmt *s)
{
	bool plain = s->kind == TIR_BIND || s->kind == TIR_STORE || s->kind == TIR_ALLOC ||
	             s->kind == TIR_DECL;
	return plain && !(tir_stmt_flags(s) & TIR_HAS_EFFECT);
}

static void number_store(struct cse_values *v, const struct tir_stmt *s,
        void (*visit)(void *ctx, const struct cse_store_values *s), void *ctx)
{
	const struct tir_store *store = tir_as_store(s);
	const struct cse_store_values x = {.buffer = store->buffer,
	        .index = store->index[0].e,
	        .value = store->value.e,
	        .index_number = cse_value(v, store->index[0].e),
	        .value_number = cse_value(v, store->value.e),
	        .at = s->at};
	visit(ctx, &x);
	cse_values_store(v, s, 0);
}

void cse_number_stores(const struct tir_func *f, const struct cse_options *options,
        struct arena *arena, void (*visit)(void *ctx, const struct cse_store_values *s), void *ctx)
{
	struct cse_values v;
	tir_enter(f);
	cse_values_init(&v, f->module, f, options, arena);
	for (struct tir_stmt *s = f->body.first; s && is_plain(s); s = s->next) {
		if (s->kind == TIR_BIND)
			cse_values_bind(&v, tir_as_bind(s)->var,
			        cse_value(&v, tir_as_bind(s)->value.e));
		if (s->kind == TIR_ALLOC)
			cse_values_alloc(&v, s, 0);
		if (s->kind == TIR_STORE)
			number_store(&v, s, visit, ctx);
	}
}
