/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/share.c: common subexpression elimination of one function: planned, applied and proved apart.
 *
 * Preserves what a function does: one whose proof fails is left as it was, with a warning. */
#include "driver/optimize.h"

static void done(const struct driver_optimizer *r, enum cse_step step)
{
	if (r->options->cse.watch)
		r->options->cse.watch(r->options->cse.ctx, step);
}

/* The plan for f carried out and proved, or NULL with a warning. */
static struct tir_func *carry_out(struct driver_optimizer *r, const struct tir_func *f,
        struct cse_plan *p)
{
	bool last = !r->options->cse.remark;
	if (last && !cse_plan_looks_back(p)) {
		cse_plan_forget(p);
		arena_free(&r->work);
	}
	struct tir_func *g = cse_apply(p);
	const struct cse_options *o = &r->options->cse;
	const struct proof_contract contract = {.alias = o->alias, .ctx = o->ctx, .key = o->key};
	const char *why;
	struct cse_plan_named named = cse_plan_tell(p, &r->work);
	struct proof_cse_told told = {.oldest = r->nexprs,
	        .no_guards = !named.guarded,
	        .first_name = named.first,
	        .nnamed = named.n,
	        .named = named.at};
	done(r, CSE_APPLIED);
	if (last) { /* the plan is done with: the proof takes its memory */
		arena_free(&r->arena);
		arena_free(&r->numbers);
	}
	bool ok = proof_cse(f, g, &contract, &told, &r->arena, &why);
	done(r, CSE_PROVED);
	return driver_holds(r, ok, "common subexpression elimination", why) ? g : NULL;
}

struct tir_func *driver_share(struct driver_optimizer *r, struct tir_func *f)
{
	const struct cse_options *o = &r->options->cse;
	r->nexprs = r->m->nexprs;
	struct cse_plan *p = cse_plan_in(f, o, &r->arena, &r->numbers, &r->work);
	if (r->text)
		cse_plan_print(p, r->text);
	uint32_t names = cse_plan_names(p);
	bool empty = cse_plan_is_empty(p);
	done(r, CSE_PLANNED);
	struct tir_func *g = empty ? f : carry_out(r, f, p);
	if (g && o->remark)
		cse_plan_explain(p);
	arena_free(&r->arena);
	r->names += g ? names : 0;
	return g ? g : f;
}
