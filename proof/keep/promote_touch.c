/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/keep/promote_touch.c: may an access of a loop touch the element that the loop keeps in a variable?
 *
 * Idea.    The indices of both are sums over the variables of the loops around them, which lie between the
 *          ends of their loops.  isl is asked for an iteration in which all indices are equal.
 * Needs    both accesses through one buffer without strides, indices in bounds.
 * Wrong if a range is too narrow.  A point is a fault of the pass only if nothing was left out that the pass
 *          may know: what numbers other than variables are, and what memory holds. */
#include "proof/internal.h"

static struct proof_sum minus(struct proof_set *s, struct proof_sum a, const struct proof_sum *b)
{
	if (proof_sum_add(&a, b, -1))
		return a;
	s->wider = true;
	return (struct proof_sum){.n = 1, .term = {{1, s->nvars++}}};
}

static void add_loops(const struct proof_touch *t, struct proof_reader *r)
{
	for (uint32_t i = 0; i < t->open.n; i++) {
		struct proof_sum v = proof_read(r, tir_as_for(t->open.at[i])->var->expr);
		proof_read_range(r, t->open.at[i], &v);
	}
}

/* Dimensions of parameters are not negative. */
static void add_sizes(const struct proof_touch *t, struct proof_reader *r)
{
	for (uint32_t i = 0; i < t->f->params.n; i++) {
		const struct tir_buffer *b = t->f->params.at[i].buffer;
		for (uint32_t k = 0; b && k < b->ndim; k++) {
			if (!b->shape[k] || b->shape[k]->op != TIR_VAR)
				continue;
			struct proof_sum size = proof_read(r, b->shape[k]);
			proof_add(t->arena, r->set, PROOF_AT_LEAST_0, &size);
		}
	}
}

/* Is it a number of which no more is known than what add_loops and add_sizes say? */
static bool is_free(const struct proof_touch *t, const struct tir_expr *e)
{
	bool is_param = false;
	if (e->op != TIR_VAR || e->type.code != TIR_TYPE_INT || e->type.bits < 32)
		return false;
	for (uint32_t i = 0; i < t->open.n; i++)
		is_param |= tir_as_for(t->open.at[i])->var == e->u.var;
	for (uint32_t i = 0; i < t->f->params.n; i++)
		is_param |= t->f->params.at[i].var == e->u.var;
	for (uint32_t i = 0; i < t->f->syms.n; i++)
		is_param |= t->f->syms.at[i].var == e->u.var;
	return is_param;
}

enum proof_verdict proof_touch(const struct proof_touch *t, uint32_t n,
        const struct tir_expr *const *a, const struct tir_expr *const *b, const char **witness)
{
	struct proof_atoms atoms = {0};
	struct proof_set s = {.ndims = 1, .nvars = 1};
	struct proof_reader r = {.arena = t->arena,
	        .atoms = &atoms,
	        .local = t->local.at,
	        .nlocals = t->local.n,
	        .set = &s};
	if (!t->p)
		return PROOF_UNDECIDED;
	add_loops(t, &r);
	add_sizes(t, &r);
	for (uint32_t i = 0; i < n; i++) {
		if (b[i]->type.lanes != 1)
			return PROOF_UNDECIDED;
		struct proof_sum x = proof_read(&r, a[i]), y = proof_read(&r, b[i]);
		struct proof_sum d = minus(&s, x, &y);
		proof_add(t->arena, &s, PROOF_IS_0, &d);
	}
	for (uint32_t i = 0; i < atoms.all.n; i++)
		s.wider |= !is_free(t, atoms.all.at[i]);
	return proof_never(t->p, &s, t->arena, witness);
}
