/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/legalize.h: the flat form of a program: loops that run in order and vectors, with index
 * arithmetic made simple. */
#ifndef TIRC_LEGALIZE_H
#define TIRC_LEGALIZE_H

#include "tir/tir.h"

/* Which targets a pass is for: those without vectors of floats; those, and what has HVX. */
enum legalize_targets { LEGALIZE_FOR_ALL, LEGALIZE_FOR_HVX, LEGALIZE_FOR_SCALAR };
struct pass; /* what is being run (legalize/internal.h) */
/* A pass: a row of driver/passes.def.  It works on one function at a time. */
struct legalize_pass {
	const char *name, *text;
	bool needed; /* without it the program has no meaning to what comes after */
	bool flat;   /* functions that are flat already want it, too */
	enum legalize_targets targets; /* or where it is named */
	struct tir_func *(*run)(struct pass *p, struct tir_func *f);
};
/* The folder's own. */
struct tir_func *legalize_blocks(struct pass *p, struct tir_func *f);
struct tir_func *legalize_threads(struct pass *p, struct tir_func *f);
struct tir_func *legalize_flatten(struct pass *p, struct tir_func *f);
struct tir_func *legalize_simplify(struct pass *p, struct tir_func *f);
struct tir_func *legalize_vectorize(struct pass *p, struct tir_func *f);
struct tir_func *legalize_unroll(struct pass *p, struct tir_func *f);
struct tir_func *legalize_dead(struct pass *p, struct tir_func *f);
struct tir_func *legalize_scalarize(struct pass *p, struct tir_func *f);
/* Has f operations that this makes scalar? */
bool legalize_has_float_vectors(struct pass *p, const struct tir_func *f);
/* f with buffers of one dimension and simple indices, itself if all of its buffers have one; a function without blocks. */
struct tir_func *legalize_flat(struct tir_func *f, struct arena *arena);
/* For a pass of another folder: what it needs until it is done with the function. */
struct arena *legalize_arena(struct pass *p);

enum legalize_choice {
	LEGALIZE_NEEDED, /* the functions that are not flat; the others by passes for those */
	LEGALIZE_ALL,    /* every function */
	LEGALIZE_NONE,   /* none: for the interpreter, which runs what it is given */
};
struct legalize_options {
	const struct legalize_pass *passes; /* in the order they run; a name may come twice */
	uint32_t npasses;
	enum legalize_choice choice;
	const char *only;   /* names of passes, in order, with commas between; NULL: all */
	bool needed_only;   /* leave out the passes that only make the program better */
	bool scalar_floats; /* the target has no vectors of floats */
	bool hvx;           /* it has HVX, and all passes run */
	bool float_bits;    /* it has vectors of integers, which do what target/floats.def says */
	/* Iterations of loops become lanes afterwards: a loop marked T.vectorized that is better off then stays a loop. */
	bool lanes_follow;
	const char *function;  /* the one that is asked for; NULL: all are */
	uint32_t unroll_limit; /* statements an unrolled loop may become; 0: the default */
	/* Told before and after each pass over the module.  False ends the run. */
	bool (*before)(void *ctx, const char *pass);
	bool (*after_each)(void *ctx, const char *pass);
	void *ctx;
};

/* True if f holds what only these passes give a meaning to. */
bool legalize_is_needed(const struct tir_func *f);
/* Run the passes over m and replace its functions there.  Functions that they cannot do go out of m (tir_leave_out), for the one
 * that is asked for; false if none stays. */
bool legalize_run(struct tir_module *m, const struct legalize_options *options, struct diag *d);
/* f as the passes leave it that are for targets without vectors of floats; f itself if it computes with none, or if
 * one of them cannot do it.  A flat function. */
struct tir_func *legalize_scalar_floats(struct tir_func *f, const struct legalize_options *o);
/* Turn operations on vectors of floats that are done by their bits into operations on integers, for a target that has vectors of these.
 * For LLVM alone: to be run when nothing else is to be done.  floats: what it has instructions for (enum target_floats); rows: LLVM makes lanes of
 * loops over integers.  Return f itself if there are none. */
struct tir_func *legalize_float_bits(struct tir_func *f, unsigned floats, bool rows,
        struct arena *arena);
/* Turn statements on vectors of integers into loops over lanes.  Leave those whose lanes depend on each other as they are.  Return
 * f itself if there are none. */
struct tir_func *legalize_scalarize_text(struct tir_func *f, struct arena *arena);
/* Give each launch of a legalised module a kernel of its own that the function calls, and have the callers of
 * kernels compute what needs the kernel's numbers alone.  False without memory. */
bool legalize_split_host_device(struct tir_module *m, struct diag *d);

#endif
