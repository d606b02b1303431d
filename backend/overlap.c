/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/overlap.c: does a branch ask whether buffers overlap?
 *
 * Idea      LLVM asks that of addresses as `a < end of b && b < end of a`, without signs, once for each pair of buffers.  Indices are
 *           signed, so that no other code compares pairs of registers like that.
 *           What sets a predicate is the last operation before the branch, in the order of the code, that writes it: that is a guess
 *           where ways join, and weighs ways only.
 * Costs     the packets back to where the predicates are set. */
#include "backend/internal.h"

enum { MOST_DEPTH = 16 };
/* What holds where the predicate does; of -x: x holds where it does not. */
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

/* The last operation in front of the packet that writes the predicate, and its packet; NULL: there is none. */
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

/* What a predicate that is read in front of a packet asks. */
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
