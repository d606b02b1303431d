/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/internal.h: what the files of the driver share. */
#ifndef TIRC_DRIVER_INTERNAL_H
#define TIRC_DRIVER_INTERNAL_H

#include "backend/backend.h"
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

/* For LLVM, put functions into the module whose vectors of floats are their bits, where the target has vectors of integers.
 * Return the functions as they were, which driver_put_back puts there again.  (bits.c) */
struct tir_func **driver_put_bits(const struct driver *run);
void driver_put_back(const struct driver *run, struct tir_func **kept);
/* Put in the place of each function its version that takes the fewest packets, as the options for lowering compile it.  (choose.c) */
void driver_choose(struct driver *run, const struct lower_options *lower);
/* Numbers for the text of an LLVM module, which are the same for programs that differ in names alone.  (shape.c) */
struct driver_shape {
	uint64_t
	        free; /* the same, too, for those that differ in the order of instructions within blocks */
	uint64_t ordered;
};
struct driver_shape driver_shape(const char *text, struct arena *arena);

/* Arguments with which a function is perhaps called, in the registers that hold them; in words: the numbers of the first ones, NULL: there are none. */
enum { DRIVER_SAMPLES = 4 };
struct driver_samples {
	uint32_t n;
	int32_t registers[DRIVER_SAMPLES][BACKEND_ARGUMENTS];
	const char *words;
};
/* Make some for a function with its other versions, one where no parameter is a number; false: it has others, or too many.  (samples.c) */
bool driver_make_samples(const struct tir_func *f, struct arena *arena, struct driver_samples *out);

/* Do the nests of g that f has not take at most 70 % of the modelled time of those of f that g has not, as vectors?  (pays.c) */
bool driver_is_faster(struct tir_func *f, struct tir_func *g, const struct loops_options *o,
        struct arena *arena);

#endif
