/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/unroll.c: loops marked T.unroll become copies of their bodies.
 *
 * Idea.   From the inside out: a body without unrolled loops is copied once an iteration, with the
 *         iteration's number in place of the variable.  Below pragma_auto_unroll_max_step so
 *         are short serial loops, by TVM's rule.
 * Needs   simplified extents: only a constant can be expanded.
 * Keeps   what the loop did.  A loop that cannot be expanded runs in order, with a warning that says
 *         why: its extent is not constant, a break or continue ends it, or the copies would pass
 *         the limit.
 * Why it cannot be wrong
 *         The copies are the iterations, in their order, each with its number in place of the variable
 *         (expand); names and memory that a body defines are new ones in each copy (tir_subst_seq). A loop
 *         is expanded only if its bounds are constants and neither break nor continue leaves it (obstacle).
 * Costs   the size of the result, which options.unroll_limit bounds.  An allocation of constant
 *         shape serves all copies: its contents begin undefined in each iteration anyhow. */
#include "legalize/internal.h"

enum { DEFAULT_LIMIT = 8192 };

static uint64_t count(const struct tir_seq *s)
{
	uint64_t n = 0;
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		n += 1 + count(tir_body(t)) + count(tir_orelse(t));
	return n;
}

/* Why a loop with this body cannot be expanded, or NULL. */
static const char *obstacle(const struct pass *p, const struct tir_stmt *s,
        const struct tir_seq *body)
{
	uint64_t limit = p->options->unroll_limit ? p->options->unroll_limit : DEFAULT_LIMIT;
	const struct tir_for *loop = tir_as_for(s);
	if (loop->extent.e->op != TIR_INT_IMM || loop->min.e->op != TIR_INT_IMM ||
	        (loop->more->step.e &&
	                (loop->more->step.e->op != TIR_INT_IMM || loop->more->step.e->u.i <= 0)))
		return "its bounds are not constant";
	if (tir_seq_leaves(body))
		return "break or continue may end it";
	uint64_t extent = loop->extent.e->u.i > 0 ? (uint64_t)loop->extent.e->u.i : 0;
	uint64_t step = (uint64_t)tir_loop_step(s);
	uint64_t times = extent / step + (extent % step != 0), n = count(body);
	if (n && times > limit / n)
		return "its copies would be too many statements";
	return NULL;
}

static bool is_constant_shape(const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < b->ndim; i++)
		if (b->shape[i]->op != TIR_INT_IMM ||
		        (b->strides && b->strides[i]->op != TIR_INT_IMM))
			return false;
	return !b->elem_offset || b->elem_offset->op == TIR_INT_IMM;
}

/* Put the allocations that serve all copies in front; returns the rest of the body. */
static struct tir_seq hoist(struct pass *p, const struct tir_seq *body, struct tir_seq *out)
{
	struct tir_seq rest = {0};
	for (const struct tir_stmt *t = body->first; t; t = t->next)
		tir_seq_add(t->kind == TIR_ALLOC && is_constant_shape(tir_as_alloc(t)->buffer)
		                    ? out
		                    : &rest,
		        tir_stmt_copy(p->m->arena, t));
	return rest;
}

static void expand(struct pass *p, const struct tir_stmt *s, const struct tir_seq *body,
        struct tir_seq *out)
{
	const struct tir_for *loop = tir_as_for(s);
	int64_t end = loop->extent.e->u.i, step = tir_loop_step(s);
	struct tir_subst copy = {.m = p->m, .arena = &p->arena};
	struct tir_seq rest = end > 0 ? hoist(p, body, out) : (struct tir_seq){0};
	for (int64_t i = 0; i<end; i = end - i> step ? i + step : end) {
		int64_t at = (int64_t)((uint64_t)loop->min.e->u.i + (uint64_t)i);
		tir_subst_var(&copy, loop->var, tir_int(p->m, loop->var->type, at));
		tir_seq_append(out, tir_subst_seq(&copy, &rest));
	}
}

/* ---- Which loops -------------------------------------------------------------------------*/
/* What is known of the statements passed so far, for loops that are unrolled by a pragma. */
struct extent {
	uint64_t steps; /* stores and calls */
	bool loop;      /* one that stays a loop */
	unsigned depth; /* loops unrolled around each other */
};
struct unroller {
	struct pass *p;
	uint64_t max_step; /* of pragma_auto_unroll_max_step; 0: none */
	struct extent at;
};
static const char max_step_key[] = "pragma_auto_unroll_max_step",
                  explicit_key[] = "pragma_unroll_explicit";
enum { MAX_AUTO_DEPTH = 8, MAX_STEPS = 1 << 20 };

static uint64_t number_of(const struct tir_attr *a)
{
	int64_t v = a->kind == TIR_ATTR_EXPR && a->expr->op == TIR_INT_IMM ? a->expr->u.i : a->i;
	return v > 0 ? (uint64_t)v : 0;
}

static bool is_ours(const char *key)
{
	return !strcmp(key, max_step_key) || !strcmp(key, explicit_key);
}

/* The annotations without those that are used up. */
static const struct tir_attr *without_ours(struct tir_module *m, const struct tir_attr *a)
{
	struct tir_attr *b = arena_copy(m->arena, a, sizeof *a);
	b->n = 0;
	b->item = ARENA_NEWN(m->arena, const struct tir_attr *, a->n);
	b->name = ARENA_NEWN(m->arena, const char *, a->n);
	for (uint32_t i = 0; i < a->n; i++)
		if (!is_ours(a->name[i])) {
			b->item[b->n] = a->item[i];
			b->name[b->n++] = a->name[i];
		}
	return b->n ? b : NULL;
}

/* TVM's rule for a serial loop below the pragma: nothing in it stays a loop, and its copies are no
 * more statements than the pragma allows. */
static bool is_automatic(const struct unroller *u, const struct tir_stmt *s)
{
	const struct tir_for *loop = tir_as_for(s);
	int64_t n = loop->extent.e->op == TIR_INT_IMM ? loop->extent.e->u.i : -1;
	return s->for_kind == TIR_SERIAL && n >= 0 && !u->at.loop &&
	       u->at.depth <= MAX_AUTO_DEPTH && u->at.steps <= MAX_STEPS &&
	       (uint64_t)n <= u->max_step && (uint64_t)n * u->at.steps <= u->max_step;
}

static void unroll(void *ctx, const struct tir_stmt *s, struct tir_seq *out);

/* A body, counted for itself. */
static struct tir_seq unroll_seq(struct unroller *u, const struct tir_seq *s)
{
	return tir_seq_map(s, unroll, u);
}

static void unroll_for(struct unroller *u, struct tir_stmt *t, struct tir_seq *out)
{
	bool marked = t->for_kind == TIR_UNROLLED;
	const char *why = marked || is_automatic(u, t) ? obstacle(u->p, t, tir_body(t)) : "";
	if (!why) {
		u->at.steps *= (uint64_t)(tir_as_for(t)->extent.e->u.i > 0
		                                  ? tir_as_for(t)->extent.e->u.i
		                                  : 0);
		u->at.depth++;
		expand(u->p, t, tir_body(t), out);
		return;
	}
	u->at.loop = true;
	if (marked) {
		PASS_WARNING(u->p, t->at, "this loop is not unrolled: %s", why);
		t->for_kind = TIR_SERIAL;
	}
	tir_seq_add(out, t);
}

/* A statement whose extents are counted; s is a copy of its own. */
static void unroll_counted(struct unroller *u, struct tir_stmt *t, struct tir_seq *out)
{
	tir_set_body(t, unroll_seq(u, tir_body(t)));
	tir_set_orelse(t, unroll_seq(u, tir_orelse(t)));
	u->at.steps += t->kind == TIR_STORE || t->kind == TIR_EVALUATE;
	u->at.loop |= t->kind == TIR_WHILE || t->kind == TIR_LAUNCH;
	if (t->kind == TIR_FOR)
		unroll_for(u, t, out);
	else if (t->kind == TIR_ATTR && is_ours(tir_as_attr(t)->tag))
		tir_seq_append(out, tir_as_attr(t)->body);
	else
		tir_seq_add(out, t);
}

static void unroll(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct unroller *u = ctx;
	struct tir_stmt *t = tir_stmt_copy(u->p->m->arena, s);
	uint64_t max_step = u->max_step;
	struct extent before = u->at;
	const struct tir_attr *notes = t->kind == TIR_FOR ? tir_as_for(t)->more->attr : NULL;
	const struct tir_attr *most = t->kind == TIR_ATTR &&
	                                              !strcmp(tir_as_attr(t)->tag, max_step_key)
	                                      ? tir_as_attr(t)->attr
	                                      : tir_attr_get(notes, max_step_key);
	const struct tir_attr *in_place = tir_attr_get(notes, explicit_key);
	if (most)
		u->max_step = number_of(most);
	if (in_place && !number_of(in_place))
		u->max_step = 0; /* it is only a hint to whoever compiles the loop */
	if (notes && (most || in_place))
		tir_set_attr(t, without_ours(u->p->m, notes));
	u->at = (struct extent){0};
	unroll_counted(u, t, out);
	u->at.steps = u->at.steps < MAX_STEPS ? u->at.steps + before.steps : MAX_STEPS + 1;
	u->at.loop |= before.loop;
	u->at.depth = u->at.depth > before.depth ? u->at.depth : before.depth;
	u->max_step = max_step;
}

static bool is_wanted(const struct tir_stmt *s)
{
	if (s->kind == TIR_ATTR)
		return is_ours(tir_as_attr(s)->tag);
	return s->kind == TIR_FOR && (s->for_kind == TIR_UNROLLED ||
	                                     tir_attr_get(tir_as_for(s)->more->attr, max_step_key));
}

struct tir_func *legalize_unroll(struct pass *p, struct tir_func *f)
{
	struct unroller u = {.p = p};
	if (!tir_seq_any(&f->body, is_wanted))
		return f;
	return tir_func_with_body(f, unroll_seq(&u, &f->body));
}
