/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/counted.h: loops whose iterations are known numbers. */
#ifndef TIRC_LOOPS_COUNTED_H
#define TIRC_LOOPS_COUNTED_H

#include "tir/tir.h"

/* Iterations of one loop that models of time count, at most: the product of two such numbers, and of what an iteration takes, fits 64 bits. */
enum { LOOPS_LONGEST = 1 << 28 };

/* True if s is a serial loop over int32 from 0 in steps of 1 to a positive constant, without attributes or a tag. */
static inline bool loops_is_counted(const struct tir_stmt *s)
{
	if (s->kind != TIR_FOR || s->for_kind != TIR_SERIAL)
		return false;
	const struct tir_for *l = tir_as_for(s);
	return !(l->more->attr && l->more->attr->n) && !l->more->tag && tir_loop_step(s) == 1 &&
	       l->min.e->op == TIR_INT_IMM && l->min.e->u.i == 0 &&
	       l->extent.e->op == TIR_INT_IMM && l->extent.e->u.i > 0 &&
	       tir_type_eq(l->var->type, TIR_INT32);
}

#endif
