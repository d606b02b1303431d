/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/scalarize.h: which lanes of a group of statements touch the same memory. */
#ifndef TIRC_LEGALIZE_SCALARIZE_H
#define TIRC_LEGALIZE_SCALARIZE_H

#include "analysis/analysis.h"
#include "legalize/internal.h"

/* A load or store of a group. */
struct lane_access {
	struct access access;
	const struct tir_buffer *plain; /* whose elements these are under other names */
	const struct tir_expr
	        *index; /* tells the lanes' indices, each its own; or NULL: it does not */
};
struct lane_accesses {
	VEC(struct lane_access) at;
	unsigned lanes;
	const struct facts *facts; /* of the function as it was */
};
/* Add one of a buffer that differs from plain in nothing that an index or an element is told by. */
void legalize_lane_access_add(struct lane_accesses *s, struct arena *arena,
        const struct tir_buffer *plain, struct access a);
/* True if lanes one after the other would see or leave something else in memory than all at once, by the
 * accesses from number `first` on; those before are known not to. */
bool legalize_lanes_meet(const struct lane_accesses *a, uint32_t first);

#endif
