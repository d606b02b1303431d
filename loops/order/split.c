/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/split.c: index-set splitting: loops split at the conditions in them (peeling where
 * a piece is one iteration).  The walk, one nest a time.
 *
 * Idea.   The outermost loops that may be split are tried in the order of the text.  Who calls says which ones it has tried.
 * Needs   flat statements.
 * Costs   a copy of the function's outermost statements, and what the nest costs. */
#include "loops/order/split.h"

struct splitter {
	struct split_nest nest;
	struct arena *arena;
	struct loops_splits *out;
	bool done;
};

static bool is_left(const struct splitter *x, const struct tir_stmt *s)
{
	for (uint32_t i = 0; i < x->out->left.n; i++)
		if (x->out->left.at[i] == tir_as_for(s)->var)
			return true;
	return false;
}

/* Say what became of the nest; of one that was split, how many copies of its body there are. */
static void note(struct splitter *x, const struct tir_stmt *s, enum loops_reason reason)
{
	struct loops_split *d = &x->out->did;
	*d = (struct loops_split){reason, s, reason == LOOPS_SPLIT ? (uint32_t)x->nest.copies : 1};
}

/* Split the first nest that may be. */
static void split_stmt(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct splitter *x = ctx;
	bool outer = s->kind == TIR_FOR && !x->done && !is_left(x, s);
	bool ok = outer && split_read(&x->nest, s);
	if (ok || (outer && x->nest.why != LOOPS_NREASONS)) {
		x->done = true;
		note(x, s, ok ? LOOPS_SPLIT : x->nest.why);
	}
	if (ok) {
		tir_seq_append(out, split_copy(&x->nest));
		return;
	}
	struct tir_stmt *t = tir_stmt_copy(x->nest.f->module->arena, s);
	if (s->kind != TIR_FOR)
		tir_seq_map_bodies(t, split_stmt, x);
	tir_seq_add(out, t);
}

static bool is_loop(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR;
}

struct tir_func *loops_split(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_splits *splits)
{
	splits->did = (struct loops_split){0};
	if (!tir_seq_any(&f->body, is_loop))
		return f;
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct splitter *x = ARENA_NEW(arena, struct splitter);
	*x = (struct splitter){
	        .nest = {.facts = facts_begin(f, &known, arena), .f = f, .scratch = arena},
	        .arena = arena,
	        .out = splits};
	struct tir_seq body = tir_seq_map(&f->body, split_stmt, x);
	bool changed = splits->did.loop && splits->did.reason == LOOPS_SPLIT;
	return changed ? tir_func_with_body(f, body) : f;
}
