/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/fuse.h: what the files of loop fusion share. */
#ifndef TIRC_LOOPS_FUSE_H
#define TIRC_LOOPS_FUSE_H

#include "analysis/analysis.h"
#include "loops/loops.h"

/* The outermost loops of fused nests. */
struct fused {
	VEC(const struct tir_stmt *) all;
};

/* ---- forward.c ---- */
/* f with one store for two to one element, in those nests. */
struct tir_func *loops_forward(struct tir_func *f, const struct fused *fused,
        const struct loops_options *options, struct arena *arena);

#endif
