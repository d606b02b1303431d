/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/growth.h: how an index grows with a loop, and how often that runs then. */
#ifndef TIRC_LOOPS_GROWTH_H
#define TIRC_LOOPS_GROWTH_H

#include "analysis/analysis.h"

enum { LOOPS_FARTHEST = 1 << 28 };

/* Find how much the index grows when v grows by 1.  False: nobody knows, or it is too much. */
static inline bool loops_growth(const struct facts *f, const struct tir_expr *index,
        const struct tir_var *v, int64_t *by)
{
	const struct affine *a = affine_of(f, index);
	*by = 0;
	if (a->constant > LOOPS_FARTHEST || a->constant < -LOOPS_FARTHEST)
		return false;
	for (uint32_t i = 0; i < a->n; i++) {
		const struct affine_term *t = &a->term[i];
		bool is = t->n == 1 && t->x[0] == v->expr;
		if (t->factor > LOOPS_FARTHEST || t->factor < -LOOPS_FARTHEST)
			return false;
		*by += is ? t->factor : 0;
		for (uint32_t k = 0; !is && k < t->n; k++)
			if (facts_names(f, t->x[k], v))
				return false;
	}
	return true;
}

/* How much the last one of n indices does; false: it is not known, or others grow. */
static inline bool loops_growth_of(const struct facts *f, uint32_t n,
        const struct tir_expr *const *index, const struct tir_var *v, int64_t *by)
{
	for (uint32_t i = 0; i < n; i++)
		if (!loops_growth(f, index[i], v, by) || (i + 1 < n && *by))
			return false;
	return n != 0;
}

/* How many iterations the loop has at most, if each reaches the next element of a dimension of this size, and rows of several,
 * as far apart as another variable takes the index, do not overlap; INT64_MAX: any number.  (growth.c) */
int64_t loops_most_of_index(const struct tir_stmt *loop, const struct tir_expr *index,
        const struct tir_expr *size, bool is_store);

#endif
