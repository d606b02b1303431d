/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/order/without_isl.c: in place of isl.c where TIRC_ISL is OFF: nothing is decided. */
#include <stdlib.h>

#include "proof/internal.h"

struct proof {
	struct proof_counts counts;
};

const char *proof_isl_version(char *buf)
{
	(void)buf;
	return NULL;
}

struct proof *proof_begin(void)
{
	return calloc(1, sizeof(struct proof));
}

void proof_end(struct proof *p)
{
	free(p);
}

void proof_limit(struct proof *p, uint64_t question, uint64_t whole)
{
	(void)p, (void)question, (void)whole;
}

const struct proof_counts *proof_count(const struct proof *p)
{
	return &p->counts;
}

void proof_counted(struct proof *p, enum proof_verdict verdict)
{
	p->counts.proofs[verdict]++;
}

enum proof_verdict proof_is_empty(struct proof *p, const struct proof_set *s, int64_t *point)
{
	(void)p, (void)s, (void)point;
	return PROOF_UNDECIDED;
}

enum proof_verdict proof_bijection(struct proof *p, const struct proof_set *graph, uint32_t nin,
        const struct proof_set *from, const struct proof_set *to)
{
	(void)p, (void)graph, (void)nin, (void)from, (void)to;
	return PROOF_UNDECIDED;
}

enum proof_verdict proof_partition(struct proof *p, const struct proof_set *whole,
        const struct proof_set *piece, uint32_t n)
{
	(void)p, (void)whole, (void)piece, (void)n;
	return PROOF_UNDECIDED;
}
