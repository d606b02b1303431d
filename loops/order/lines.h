/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/lines.h: which lines of memory whole registers lie in, where a line serves several of them. */
#ifndef TIRC_LOOPS_LINES_H
#define TIRC_LOOPS_LINES_H

#include "target/target.h"
#include "tir/tir.h"

enum { LINES_MOST = 512 };

/* A line of memory: line `number` behind the element at the index that `at` stands for. */
struct line {
	const struct tir_buffer *of;
	uint64_t at;    /* a hash of the index without its constant */
	int64_t number; /* of whole lines in the constant */
};
/* Those that a list of statements loaded. */
struct lines {
	struct line at[LINES_MOST];
	uint32_t n, list;
};

/* Is it the greater or the lesser of two rows of bytes that begin as far behind a line?  Such are computed of whole lines first, which
 * others share (lowering/hexagon/layout/windows.c). */
bool loops_is_pair_of_rows(const struct tir_expr *e);
/* Add the lines of such a row to those of the list.  Is one of them new? */
bool loops_is_new_line(struct lines *x, uint32_t list, const struct tir_expr *load);

/* Add a load of whole registers, neighbours in memory, of which each line is loaded once in the list; false: it is another load. */
bool loops_load_lines(struct lines *x, uint32_t list, struct target_vector_work *w,
        const struct tir_expr *load);
/* Of a store to whole registers that lie in two lines each, how many; 0: it is another store. */
uint32_t loops_split_lines(const struct tir_buffer *b, const struct tir_expr *index);

#endif
