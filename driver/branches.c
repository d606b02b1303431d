/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/branches.c: passes over what stands in the branches of an `if` around nests.
 *
 * Idea      Many passes know nests that are statements of the function.  A branch of an `if` is given to them as a function of its own,
 *           with the views that stand before; what they make of it is put back into its place.  So a condition
 *           around a nest is neutral, whoever wrote it there.
 * Needs     branches that name no allocation from outside: what a branch leaves there might be read behind it.
 * Preserves what a function does: the whole is proved as any result of a pass. */
#include "driver/optimize.h"

enum { DEEPEST = 3 };

struct branches {
	loops_pass *pass;
	const struct loops_options *options;
	struct arena *arena;
	struct loops_vectors *vectors;
	VEC(struct loops_vectorized) told;
	struct tir_func *f;
	uint32_t depth;
	bool any;
};

static bool is_loop(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR;
}

/* ---- Which branches ----------------------------------------------------------------------*/
struct naming {
	const struct tir_buffer *b;
	struct arena *arena;
};

static bool is_other(void *ctx, const struct tir_expr *e)
{
	const struct naming *n = ctx;
	bool memory = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_BUFFER_DATA ||
	              e->op == TIR_ADDRESS_OF;
	return !memory || e->u.buffer->root != n->b;
}

/* Does neither the statement nor an operand of it name memory of the buffer? */
static bool names_other(void *ctx, struct tir_stmt *s)
{
	const struct naming *n = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t count = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	bool other = !tir_buffer_of(s) || tir_buffer_of(s)->root != n->b;
	for (uint32_t i = 0; other && i < count; i++)
		other = tir_walk_expr(e[i], n->arena, is_other, ctx);
	return other;
}

/* Has the branch loops, and no memory that is allocated outside? */
static bool may_be_alone(const struct branches *b, const struct tir_seq *branch)
{
	if (!tir_seq_any(branch, is_loop))
		return false;
	for (const struct tir_stmt *s = b->f->body.first; s; s = s->next) {
		struct naming n = {tir_buffer_of(s), b->arena};
		if (s->kind == TIR_ALLOC && !tir_walk_stmts(branch, names_other, &n))
			return false;
	}
	return true;
}

/* ---- A branch as a function --------------------------------------------------------------*/
static struct tir_func *on_branches(struct branches *b, struct tir_func *f);

/* f with the views before the `if`, and what is in the branch; *views: how many. */
static struct tir_func *alone(const struct branches *b, const struct tir_stmt *before,
        const struct tir_seq *branch, uint32_t *views)
{
	struct tir_seq body = {0};
	*views = 0;
	for (const struct tir_stmt *s = b->f->body.first; s != before; s = s->next)
		if (s->kind == TIR_DECL) {
			tir_seq_add(&body, tir_stmt_copy(b->f->module->arena, s));
			++*views;
		}
	for (const struct tir_stmt *s = branch->first; s; s = s->next)
		tir_seq_add(&body, tir_stmt_copy(b->f->module->arena, s));
	return tir_func_with_body(b->f, body);
}

/* The statements of g without its first views; false: these stand elsewhere. */
static bool without_views(struct tir_func *g, uint32_t views, struct tir_seq *out)
{
	struct tir_stmt *s = g->body.first;
	for (; views && s && s->kind == TIR_DECL; views--)
		s = s->next;
	*out = (struct tir_seq){s, s ? g->body.last : NULL};
	return !views;
}

/* What becomes of a branch. */
static struct tir_seq changed(struct branches *b, const struct tir_stmt *s,
        const struct tir_seq *branch)
{
	struct tir_seq out;
	uint32_t views, refused = b->vectors->refused.n;
	if (!may_be_alone(b, branch))
		return *branch;
	struct tir_func *f = alone(b, s, branch, &views);
	struct tir_func *g = b->pass(f, b->options, b->arena, b->vectors);
	b->vectors->refused.n = refused;
	if (g == f) {
		struct branches inner = *b;
		inner.any = false;
		g = b->depth < DEEPEST ? on_branches(&inner, f) : f;
		b->told = inner.told;
	} else {
		for (uint32_t i = 0; i < b->vectors->all.n; i++)
			VEC_PUSH(b->arena, &b->told, b->vectors->all.at[i]);
	}
	if (g == f || !without_views(g, views, &out))
		return *branch;
	b->any = true;
	return out;
}

/* f with what the pass makes of branches; f itself, if that is nothing. */
static struct tir_func *on_branches(struct branches *b, struct tir_func *f)
{
	struct tir_seq body = {0};
	b->f = f;
	b->depth++;
	for (const struct tir_stmt *s = f->body.first; s; s = s->next) {
		struct tir_stmt *t = tir_stmt_copy(f->module->arena, s);
		if (s->kind == TIR_IF) {
			tir_set_body(t, changed(b, s, tir_body(s)));
			tir_as_if(t)->orelse = changed(b, s, tir_orelse(s));
		}
		tir_seq_add(&body, t);
	}
	return b->any ? tir_func_with_body(f, body) : f;
}

struct tir_func *driver_pass_branches(loops_pass *pass, struct tir_func *f,
        const struct loops_options *o, struct arena *arena, struct loops_vectors *vectors)
{
	struct tir_func *g = pass(f, o, arena, vectors);
	struct branches b = {.pass = pass, .options = o, .arena = arena, .vectors = vectors};
	if (g != f)
		return g;
	g = on_branches(&b, f);
	vectors->all.n = 0;
	for (uint32_t i = 0; g != f && i < b.told.n; i++)
		VEC_PUSH(arena, &vectors->all, b.told.at[i]);
	return g;
}
