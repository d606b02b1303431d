/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/held.h: elements that hold the value of a name, while a function is walked in the order of its text. */
#ifndef TIRC_LOOPS_HELD_H
#define TIRC_LOOPS_HELD_H

#include "analysis/analysis.h"

/* The element of the access holds the value of the variable. */
struct loops_held {
	const struct tir_var *var;
	struct access access;
	const struct tir_expr *load; /* that reads it */
	bool gone;                   /* it may have been written since */
};
struct loops_holders {
	const struct facts *facts; /* of the function that is walked */
	struct arena *arena;
	const struct tir_stmt *loop; /* the innermost that is open, or NULL */
	VEC(struct loops_held) all;
};
/* From now on the element of the access holds the value, and the load reads it. */
void loops_held_add(struct loops_holders *h, const struct tir_var *v, const struct access *a,
        const struct tir_expr *load);
/* Note what the statement itself may write, without the statements in its body. */
void loops_held_by(struct loops_holders *h, const struct tir_stmt *s);
/* The body of a loop begins (NULL: of another statement), and how many there were; it ends, and what it added goes. */
uint32_t loops_held_enter(struct loops_holders *h, const struct tir_stmt *loop);
void loops_held_leave(struct loops_holders *h, const struct tir_stmt *around, uint32_t n);
/* A load that reads the value of the variable; NULL: none is known. */
const struct tir_expr *loops_held_load(const struct loops_holders *h, const struct tir_var *v);

#endif
