/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize/vectorize_strided.c: does LLVM's vectoriser make rows of the loads of an innermost loop?
 *
 * Idea.   Loads of every second element are a row together with those of the elements between.  LLVM 22 takes them as one where
 *         all are there, and each once: A[2 * x] and A[2 * x + 1], but not A[2 * x + 2] as well, nor three of four.
 * Costs   pairs of accesses. */
#include "loops/vectorize/vectorize.h"

enum { MOST = 8 };

/* How far behind a's element b's lies, if both go the same way; false: they do not. */
static bool distance(const struct vectorize_nest *n, const struct access *a, const struct access *b,
        int64_t *out)
{
	uint32_t last = access_rank(a) - 1;
	struct affine_sum d;
	if (a->buffer != b->buffer || access_rank(a) != access_rank(b))
		return false;
	for (uint32_t i = 0; i < last; i++)
		if (access_index(a, i) != access_index(b, i))
			return false;
	affine_clear(&d);
	bool known = affine_add(&d, affine_of(n->facts, access_index(b, last)), 1) &&
	             affine_add(&d, affine_of(n->facts, access_index(a, last)), -1);
	*out = d.constant;
	return known && d.n == 0;
}

/* Are the loads of a's row the `by` neighbours of some element, each of them? */
static bool is_whole(const struct vectorize_nest *n, const struct access *a, int64_t by)
{
	int64_t least = 0, most = 0, at;
	uint64_t found = 0;
	for (uint32_t i = 0; i < n->accesses.all.n; i++)
		if (n->accesses.all.at[i].load && distance(n, a, &n->accesses.all.at[i], &at)) {
			least = at < least ? at : least;
			most = at > most ? at : most;
			if (at > -MOST && at < MOST)
				found |= UINT64_C(1) << (at + MOST);
		}
	return most - least == by - 1 && __builtin_popcountll(found) == by;
}

/* Does LLVM make memset or memcpy of the innermost loop, which move words?  It stores one constant, or moves elements. */
static bool is_moved(const struct tir_seq *body)
{
	const struct tir_stmt *s = body->first;
	const struct tir_expr *e = s && !s->next && s->kind == TIR_STORE ? tir_value_of(s) : NULL;
	return e && (e->op == TIR_LOAD || e->op == TIR_INT_IMM || e->op == TIR_FLOAT_IMM);
}

bool vectorize_has_whole_rows(const struct vectorize_nest *n)
{
	if (is_moved(n->body))
		return false;
	for (uint32_t i = 0; i < n->accesses.all.n; i++) {
		const struct access *a = &n->accesses.all.at[i];
		int64_t by[VECTORIZE_DIMS];
		uint32_t rank = access_rank(a);
		if (!a->load || !rank || !vectorize_strides(n, access_index(a, rank - 1), by))
			continue;
		if (by[0] > 1 && (by[0] > MOST || !is_whole(n, a, by[0])))
			return false;
	}
	return true;
}
