/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/scalarize.h: which lanes of a group of statements touch the same memory. */
#ifndef TIRC_LEGALIZE_SCALARIZE_H
#define TIRC_LEGALIZE_SCALARIZE_H

#include "legalize/internal.h"

/* A load or store of a group. */
struct lane_access {
	const struct tir_buffer *buffer;
	const struct tir_expr
	        *index; /* tells the lanes' places, each its own; or NULL: it does not */
	bool store;
};
struct lane_accesses {
	VEC(struct lane_access) at;
	unsigned lanes;
	const struct tir_func *f;
};
/* Add one, whose only index is given (NULL: there are others); false: there are too many. */
bool legalize_lane_access_add(struct lane_accesses *a, struct arena *arena,
        const struct tir_buffer *b, const struct tir_expr *index, bool store);
/* True if lanes one after the other would see or leave something else in memory than all at once, by the
 * accesses from number `first` on; those before are known not to. */
bool legalize_lanes_meet(const struct lane_accesses *a, uint32_t first);

#endif
