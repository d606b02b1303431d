/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/internal.h: what the files of the driver share. */
#ifndef TIRC_DRIVER_INTERNAL_H
#define TIRC_DRIVER_INTERNAL_H

#include "driver/driver.h"

/* Call the caller's hooks around a pass; false: they end the run. */
bool driver_begin(struct driver *run, const char *pass);
bool driver_end(struct driver *run, const char *pass);
/* Make what was read flat; false after an error. */
bool driver_legalize(struct driver *run);
/* Where in the statement the expression is written; where it is not found, the statement.  (place.c) */
struct span driver_place(const struct tir_func *f, const struct tir_expr *e, struct span at);
/* The tree of a text in JSON, in the arena; NULL: it is none. */
const struct tir_attr *driver_read_json(const char *text, struct arena *arena);

/* Give the functions the symbols that --rename and --prefix ask for; false after an error. */
bool driver_name_symbols(const struct driver_options *o, struct tir_module *m, struct arena *arena,
        struct diag *d);

/* Do the pieces g of one of f's nests become vectors that take so much less time than it does?  (pays.c) */
bool driver_split_pays(struct tir_func *f, struct tir_func *g, const struct loops_options *o,
        struct arena *arena);

struct driver_bisect;
/* f with loops of few vectors unrolled whole, if that is proved; itself, perhaps with a warning.  The arena is empty
 * then.  (unroll.c) */
struct tir_func *driver_unroll(struct tir_func *f, const struct loops_options *o,
        struct driver_bisect *bisect, struct arena *arena, struct diag *d);

/* f with stores in turn as stores of rows, where that makes better vectors and is proved; itself, perhaps with a warning.
 * The arena is empty then.  (zip.c) */
struct tir_func *driver_zip(struct tir_func *f, const struct loops_options *o,
        struct driver_bisect *bisect, struct arena *arena, struct diag *d);

/* ---- Bisection (bisect.c) -----------------------------------------------------------------*/
struct driver_bisect {
	uint32_t left; /* how many loops more may be transformed */
	VEC(const struct tir_stmt *) stopped;
};
/* What a pass is about to do: if that is too much, the loops that are one too many are to be left as they are, and the
 * pass is to be asked again: true. */
bool driver_bisect_vectors(struct driver_bisect *b, struct arena *arena,
        struct loops_vectors *vectors);
bool driver_bisect_jams(struct driver_bisect *b, struct arena *arena,
        struct loops_unroll_jam_notes *notes);
/* Count n that are transformed; false, and none is counted, if they are too many. */
bool driver_bisect_takes(struct driver_bisect *b, uint32_t n);
/* Why a loop was left as it is, if the reason that the pass has is that nothing was proved. */
enum loops_reason driver_bisect_reason(const struct driver_bisect *b, const struct tir_stmt *loop,
        enum loops_reason reason);

#endif
