/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/turn.h: rows as lanes: what the files turn*.c share.
 *
 * Words.  A *row* is what one iteration of the loop accesses of a buffer: neighbouring bytes.  A *block* is 32 rows, one behind
 * the other.  Its *copy* is transposed: element by element of a row, of each 32 rows side by side, as words. */
#ifndef TIRC_LOOPS_TURN_H
#define TIRC_LOOPS_TURN_H

#include "analysis/analysis.h"
#include "loops/nest/refuse.h"
#include "loops/patterns/dot.h"

enum { TURN_BUFFERS = 4, TURN_ROWS = DOT_LANES };

struct turn_buffer {
	struct tir_buffer *of, *copy,
	        *padded;     /* padded: rows as they are transposed; NULL: as they are */
	int64_t length, row; /* bytes of a row, and as it is transposed */
	bool loaded, filled; /* all of each row is stored */
	bool stored;
};
struct turn_nest {
	const struct facts *facts;
	const struct tir_stmt *loop;
	int64_t rows, blocks;
	bool numbered; /* the row's number is used, but for elements of rows */
	struct turn_buffer buffer[TURN_BUFFERS];
	uint32_t n;
	struct loops_doubt doubt; /* what there is to say if it is no such nest */
	bool sums; /* an iteration has an element of its own, which loops in it change */
};
/* (turn_make.c)  Is the buffer one whose rows are transposed?  NULL: no. */
const struct turn_buffer *turn_buffer_of(const struct turn_nest *n, const struct tir_buffer *b);

/* ---- Rows of other lengths, or fewer (turn_pad.c) ----------------------------------------*/
bool turn_is_padded(const struct turn_nest *n, const struct turn_buffer *b);
/* Lay rows out as they are transposed, or put them back. */
void turn_pad_in(struct loop_builder *k, struct tir_seq *out, const struct turn_nest *n,
        const struct turn_buffer *b);
void turn_pad_out(struct loop_builder *k, struct tir_seq *out, const struct turn_nest *n,
        const struct turn_buffer *b);
/* Set those columns of what is stored that no row has. */
void turn_fill(struct loop_builder *k, struct tir_seq *out, const struct turn_buffer *b);

/* The statements that stand for the loop (turn_make.c). */
struct tir_seq turn_make(struct turn_nest *n, struct tir_module *m, struct arena *scratch);

#endif
