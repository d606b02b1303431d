/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/number_state.c: what memory holds, from statement to statement.
 *
 * Idea.   A store makes a new version of its alias class, and so does whatever is not known.  Versions replace each other
 *         along the way; where paths end, those of before the paths are there again, and new ones replace them.  So
 *         every version on the way here was made surely before, and the one of an older state is the first of them that
 *         is not younger than it.
 * Needs   to be told of everything that writes, in the order in which it runs.
 * Costs   a store O(1), a loop the classes it writes; a version of an older state a logarithm. */
#include "proof/values/number.h"

/* The class holds something else from now on. */
static void replace(struct numbers *n, uint32_t alias_class, enum number_writer by, uint32_t what)
{
	uint32_t before = n->current[alias_class], number = n->versions.n;
	struct number_version x = {alias_class, before, before, 0, what, by};
	if (before != NUMBER_NONE) {
		/* as far as the two before it together, where those are of one length */
		const struct number_version *v = n->versions.at, *b = &v[before];
		uint32_t far = b->skip == NUMBER_NONE ? NUMBER_NONE : v[b->skip].skip;
		x.depth = b->depth + 1;
		if (far != NUMBER_NONE &&
		        b->depth - v[b->skip].depth == v[b->skip].depth - v[far].depth)
			x.skip = far;
	}
	VEC_PUSH(n->arena, &n->undo, ((struct number_undo){alias_class, before}));
	VEC_PUSH(n->arena, &n->versions, x);
	n->state = n->current[alias_class] = number;
}

uint32_t proof_number_version_in(const struct numbers *n, uint32_t alias_class, uint32_t state)
{
	uint32_t at = n->current[alias_class];
	while (at > state) {
		const struct number_version *x = &n->versions.at[at];
		at = x->skip > state && x->skip != NUMBER_NONE ? x->skip : x->before;
	}
	return at;
}

void proof_numbers_store(struct numbers *n, const struct tir_stmt *s)
{
	struct number_store x = {.s = s, .state = n->state, .stored = NUMBER_NONE};
	VEC_PUSH(n->arena, &n->path, n->stores.n);
	VEC_PUSH(n->arena, &n->stores, x);
	replace(n, n->alias_class[tir_as_store(s)->buffer->id], NUMBER_BY_STORE, n->stores.n - 1);
}

void proof_numbers_alloc(struct numbers *n, const struct tir_stmt *s)
{
	replace(n, n->alias_class[tir_as_alloc(s)->buffer->id], NUMBER_BY_ANYTHING, 0);
}

void proof_numbers_call(struct numbers *n)
{
	for (uint32_t i = 0; i < n->nalias_classes; i++)
		if (n->escapes[i])
			replace(n, i, NUMBER_BY_ANYTHING, 0);
}

struct number_mark proof_numbers_enter(const struct numbers *n)
{
	return (struct number_mark){n->undo.n, n->state, n->dirty.n, n->path.n};
}

void proof_numbers_leave(struct numbers *n, struct number_mark mark)
{
	while (n->undo.n > mark.undo) {
		struct number_undo u = n->undo.at[--n->undo.n];
		VEC_PUSH(n->arena, &n->dirty, u.alias_class);
		n->current[u.alias_class] = u.version;
	}
	n->state = mark.state;
	n->path.n = mark.path;
	n->nknown = n->nknown < mark.path ? n->nknown : mark.path;
}

void proof_numbers_meet(struct numbers *n, struct number_mark mark)
{
	n->stamps++;
	for (uint32_t i = mark.dirty; i < n->dirty.n; i++) {
		uint32_t alias_class = n->dirty.at[i];
		if (n->stamp[alias_class] != n->stamps)
			replace(n, alias_class, NUMBER_BY_ANYTHING, 0);
		n->stamp[alias_class] = n->stamps;
	}
	n->dirty.n = mark.dirty;
}

uint32_t proof_numbers_loop(struct numbers *n)
{
	return n->next_loop++;
}

void proof_numbers_skip(struct numbers *n)
{
	n->next_loop = n->loops.at[n->next_loop].end;
}

void proof_numbers_iterate(struct numbers *n, uint32_t loop)
{
	const struct number_loop *l = &n->loops.at[loop];
	for (uint32_t i = 0; i < l->n; i++) {
		struct number_loop_write w = n->loop_writes.at[l->first + i];
		replace(n, w.alias_class, w.by_stores ? NUMBER_BY_LOOP : NUMBER_BY_ANYTHING, loop);
	}
}
