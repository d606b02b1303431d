/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/exchange.h: elements that move so that columns become rows.
 *
 * Words.  A *row* is what is loaded as neighbours, a *column* goes across rows; of what is stored, columns are neighbours. */
#ifndef TIRC_LOOPS_EXCHANGE_H
#define TIRC_LOOPS_EXCHANGE_H

#include "loops/plan/emit.h"

/* to[to_at + c * to_stride + r] = from[from_at + r * from_stride + c] for all rows r and columns c, and all iterations of the loops
 * around, each of which goes on by its strides.  What moves is `unit` elements that lie side by side, of 32 bits at most: all numbers
 * count units. */
struct exchange {
	struct tir_buffer *from, *to;
	int64_t unit;
	int64_t rows, columns;
	int64_t from_at, from_stride, to_at, to_stride;
	uint32_t n;
	struct {
		int64_t extent, from, to;
	} around[NEST_LOOPS];
	/* Rows that are no multiple of a register: what lies behind them may be overwritten, too, by anything. */
	bool overruns;
};
/* The least power of 2 that is not less. */
int64_t exchange_rounded(int64_t n);
/* Move them, in blocks of registers.  False: they lie so that no whole register can be loaded or stored. */
bool exchange_emit(struct emitter *x, const struct exchange *e, struct tir_seq *out);

#endif
