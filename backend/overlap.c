/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/overlap.c: find branches that test whether buffers overlap.
 *
 * Idea      LLVM tests `a < end of b && b < end of a` for each pair of buffers, by unsigned comparisons of addresses.  Indices are
 *           signed: comparisons of two registers without signs, joined by `and`, are taken for such a test.
 *           A predicate's definition is the last operation in front of the branch, in the order of the code, that writes it.  Where paths
 *           join, that is a guess: use it for frequencies only.
 * Costs     the packets back to where the predicates are set. */
#include "backend/internal.h"

enum { MOST_DEPTH = 16 };
/* What a predicate tests.  A negative number tests the opposite. */
enum asks { NOTHING = 0, ONE_BEFORE_OTHER = 1, OVERLAP = 2 };

static bool writes(const struct backend_op *op, uint32_t predicate)
{
	switch (op->code) {
	case BACKEND_COMPARE:
	case BACKEND_LOGIC:
	case BACKEND_TRUTH:
	case BACKEND_NOT: return op->d == predicate;
	case BACKEND_FORGET: return op->mask >> predicate & 1;
	default: return false;
	}
}

/* Find the last operation in front of the packet that writes the predicate, and its packet; NULL: there is none. */
static const struct backend_op *writer(const struct backend_graph *g, uint32_t packet,
        uint32_t predicate, uint32_t *at)
{
	for (uint32_t p = packet; p-- > 0;) {
		const struct backend_packet *x = &g->code->packets.at[p];
		for (uint32_t i = x->first; i < x->first + x->n; i++)
			if (writes(&g->ops[i], predicate)) {
				*at = p;
				return &g->ops[i];
			}
	}
	return NULL;
}

/* Find what a predicate that is read in front of a packet tests. */
static int asks(const struct backend_graph *g, uint32_t packet, uint32_t predicate, int depth)
{
	uint32_t at;
	const struct backend_op *op = depth == MOST_DEPTH ? NULL
	                                                  : writer(g, packet, predicate, &at);
	if (!op)
		return NOTHING;
	if (op->code == BACKEND_COMPARE && op->relation == BACKEND_GTU && !op->has_imm)
		return op->negated ? -ONE_BEFORE_OTHER : ONE_BEFORE_OTHER;
	if (op->code == BACKEND_NOT)
		return -asks(g, at, op->a, depth + 1);
	if (op->code != BACKEND_LOGIC)
		return NOTHING;
	int a = asks(g, at, op->a, depth + 1), b = asks(g, at, op->b, depth + 1),
	    both = op->is_or ? -ONE_BEFORE_OTHER : ONE_BEFORE_OTHER;
	a = op->opposite ? -a : a;
	if (a == both && b == both)
		return op->is_or ? -OVERLAP : OVERLAP;
	int any = op->is_or ? OVERLAP : -OVERLAP;
	return a == any && b == any ? any : NOTHING;
}

uint32_t backend_way_of_overlap(const struct backend_graph *g, uint32_t block)
{
	const struct backend_block *b = &g->blocks.at[block];
	const struct backend_packet *p = &g->code->packets.at[b->end - 1];
	for (uint32_t i = p->first; b->succ.n == 2 && i < p->first + p->n; i++) {
		const struct backend_op *op = &g->ops[i];
		if (op->code != BACKEND_JUMP || op->when != BACKEND_BY_PREDICATE)
			continue;
		int is = asks(g, b->end - !op->is_new, op->a, 0);
		is = op->negated ? -is : is;
		return is == OVERLAP ? 0 : is == -OVERLAP ? 1 : BACKEND_NONE;
	}
	return BACKEND_NONE;
}
