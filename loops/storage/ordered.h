/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/ordered.h: loops that go on with sums of floats. */
#ifndef TIRC_LOOPS_ORDERED_H
#define TIRC_LOOPS_ORDERED_H

#include "analysis/analysis.h"
#include "loops/loops.h"

enum { ORDERED_STATEMENTS = 16 };

struct ordered {
	struct tir_module *m;
	struct arena *arena;
	const struct facts *facts;
	struct loops_vectors *report;
	bool products;  /* wanted are sums and products; else sums and differences */
	uint64_t bytes; /* that arrays may still take */
};

/* A statement of the loop. */
struct ordered_part {
	const struct tir_stmt *s;
	const struct tir_expr *own,
	        *term; /* of a sum: a load of its element, what is added; else NULL */
	struct tir_buffer
	        *array; /* of the terms, or of the parts of the sum; NULL: there is none */
};
struct ordered_parts {
	const struct tir_stmt *loop;
	struct ordered_part at[ORDERED_STATEMENTS];
	uint32_t n;
};

/* Read the body of the inner loop; false: it is not one of plain stores with a sum among them, whose element is the same in all iterations
 * of the loop, which holds the inner one or is it. */
bool loops_ordered_read(const struct ordered *w, const struct tir_stmt *loop,
        const struct tir_stmt *inner, struct ordered_parts *p);
/* Does nothing in the loop touch the sums' elements but the sums? */
bool loops_ordered_are_apart(const struct ordered *w, const struct ordered_parts *p);

#endif
