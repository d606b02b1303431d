/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interp/interp.h: run a function of TIR as it stands: the meaning of the IR as a program.
 *
 * The interpreter is the reference that compiled code is compared with.  It trusts no pointer: an access
 * out of bounds is reported at its statement. */
#ifndef TIRC_INTERP_H
#define TIRC_INTERP_H

#include "tir/tir.h"

/* One argument: a buffer's memory (shared with the caller, written in place) or a scalar. */
struct interp_arg {
	void *data;    /* buffer parameter: points at elem_offset */
	size_t bytes;  /* what may be touched from data on */
	uint64_t bits; /* scalar parameter or symbolic variable: its bits */
};
struct interp_stats {
	uint64_t steps; /* statements executed */
	/* Nodes evaluated, lanes counted once.  A node that occurs more than once in an operand is
	 * evaluated once; constants and variables cost nothing and are not counted. */
	uint64_t ops[TIR_NOPS];
	uint64_t calls[TIR_NBUILTINS];
};
struct interp_options {
	uint64_t max_steps; /* 0: no limit; passing it is an error */
	bool traps_overflow; /* of signed + - * and loop variables of 32 bits and more; else they wrap */
	/* Functions outside: call name with n values of these types; returns false if there is no
	 * such function.  Used after the built-in libm table; may be NULL. */
	bool (*external)(void *ctx, const char *name, struct tir_type ret, uint64_t *result,
	        uint32_t n, const struct tir_type *types, const uint64_t *args);
	void *ctx;
};
/* Run f.  args: one per parameter, then one per f->syms.  Traps, failed asserts and what cannot be
 * interpreted are reported to d at the statement's place; returns false then.  stats and result
 * (of a function that returns a value) may be NULL. */
bool interp_run(const struct tir_func *f, const struct interp_arg *args,
        const struct interp_options *options, struct interp_stats *stats, uint64_t *result,
        struct diag *d);

#endif
