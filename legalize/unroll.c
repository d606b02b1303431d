/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/unroll.c: loops marked T.unroll become copies of their bodies.
 *
 * Idea.   From the inside out: a body without unrolled loops is copied once an iteration, with the
 *         iteration's number in place of the variable.
 * Needs   simplified extents: only a constant can be expanded.
 * Keeps   what the loop did.  A loop that cannot be expanded runs in order, with a warning that says
 *         why: its extent is not constant, a break or continue ends it, or the copies would pass
 *         the limit.
 * Costs   the size of the result, which options.unroll_limit bounds.  An allocation of constant
 *         shape serves all copies: its contents begin undefined in each iteration anyhow. */
#include "legalize/internal.h"

enum { DEFAULT_LIMIT = 8192 };

static uint64_t count(const struct tir_seq *s)
{
	uint64_t n = 0;
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		n += 1 + count(&t->body) + count(&t->orelse);
	return n;
}

/* Why a loop with this body cannot be expanded, or NULL. */
static const char *obstacle(const struct pass *p, const struct tir_stmt *s,
        const struct tir_seq *body)
{
	uint64_t limit = p->options->unroll_limit ? p->options->unroll_limit : DEFAULT_LIMIT;
	if (s->extent.e->op != TIR_INT_IMM || s->min.e->op != TIR_INT_IMM ||
	        (s->step.e && (s->step.e->op != TIR_INT_IMM || s->step.e->u.i <= 0)))
		return "its bounds are not constant";
	if (seq_leaves(body))
		return "break or continue may end it";
	uint64_t extent = s->extent.e->u.i > 0 ? (uint64_t)s->extent.e->u.i : 0;
	uint64_t step = s->step.e ? (uint64_t)s->step.e->u.i : 1;
	uint64_t times = extent / step + (extent % step != 0), n = count(body);
	if (n && times > limit / n)
		return "its copies would be too many statements";
	return NULL;
}

static bool is_constant_shape(const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < b->ndim; i++)
		if (b->shape[i]->op != TIR_INT_IMM || (b->strides && b->strides[i]->op != TIR_INT_IMM))
			return false;
	return !b->elem_offset || b->elem_offset->op == TIR_INT_IMM;
}

/* Put the allocations that serve all copies in front; returns the rest of the body. */
static struct tir_seq hoist(struct pass *p, const struct tir_seq *body, struct tir_seq *out)
{
	struct tir_seq rest = {0};
	for (const struct tir_stmt *t = body->first; t; t = t->next)
		tir_seq_add(t->kind == TIR_ALLOC && is_constant_shape(t->buffer) ? out : &rest,
		        stmt_copy(p->m, t));
	return rest;
}

static void expand(struct pass *p, const struct tir_stmt *s, const struct tir_seq *body,
        struct tir_seq *out)
{
	int64_t end = s->extent.e->u.i, step = s->step.e ? s->step.e->u.i : 1;
	struct subst copy = {.m = p->m, .arena = &p->arena};
	struct tir_seq rest = end > 0 ? hoist(p, body, out) : (struct tir_seq){0};
	for (int64_t i = 0; i < end; i = end - i > step ? i + step : end) {
		int64_t at = (int64_t)((uint64_t)s->min.e->u.i + (uint64_t)i);
		subst_var(&copy, s->var, tir_int(p->m, s->var->type, at));
		seq_append(out, subst_seq(&copy, &rest));
	}
}

static void unroll(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct pass *p = ctx;
	struct tir_stmt *t = stmt_copy(p->m, s);
	t->body = seq_map(&s->body, unroll, p);
	t->orelse = seq_map(&s->orelse, unroll, p);
	if (s->kind == TIR_FOR && s->for_kind == TIR_UNROLLED) {
		const char *why = obstacle(p, s, &t->body);
		if (!why) {
			expand(p, s, &t->body, out);
			return;
		}
		PASS_WARNING(p, s->at, "this loop is not unrolled: %s", why);
		t->for_kind = TIR_SERIAL;
	}
	tir_seq_add(out, t);
}

static bool is_unrolled(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR && s->for_kind == TIR_UNROLLED;
}

struct tir_func *legalize_unroll(struct pass *p, struct tir_func *f)
{
	if (!seq_any(&f->body, is_unrolled))
		return f;
	return tir_func_with_body(f, seq_map(&f->body, unroll, p));
}
