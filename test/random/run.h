/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/run.h: programs of a row of seeds through the engines. */
#ifndef TIRC_RANDOM_RUN_H
#define TIRC_RANDOM_RUN_H

#include <llvm-c/Orc.h>

#include "driver/driver.h"
#include "random.h"

enum run_stage {
#define STAGE(NAME, ...) RUN_##NAME,
#include "stages.def"
	RUN_NSTAGES
};
struct stage_info {
	const char *word, *text;
};
extern const struct stage_info run_stages[RUN_NSTAGES];

enum run_engine { RUN_WITH_INTERP, RUN_WITH_JIT, RUN_WITH_HEXAGON };
struct run_options {
	struct random_options program;
	enum run_engine engine; /* the last one; those before run, too */
	unsigned llvm;          /* level of LLVM's passes and code, and 1; 0: chosen by the seed */
	const char *text;       /* a file: it stands in the place of the program's first spelling */
	const char
	        *examples; /* a folder: write the programs with inputs and results there, no more */
	const char *lib;   /* the folder with libtirc-hexagon.a and the batch's entry */
	const char *temp;  /* a folder for objects */
	unsigned seconds;  /* of processor time for a program, and some more for each of a batch */
};
/* How far a program came, and what was said then.  In memory that processes share. */
struct verdict {
	enum run_stage stage;
	uint64_t used; /* bits: the program's features */
	char text[240];
};
enum { RUN_CONFIG = 64 }; /* so many seeds in a row are compiled with the same options */

/* Programs first to first + n - 1, at most up to the next multiple of RUN_CONFIG, in a process of their own.  Where
 * they fail together, each half for itself. */
void run_programs(const struct run_options *o, uint64_t first, uint32_t n, struct verdict *v);

/* ---- What the files of the engines share ------------------------------------------------*/
struct image {
	unsigned char *bytes; /* 128-aligned; the program's image */
	int32_t result;
};
struct batch {
	const struct run_options *options;
	uint64_t first;
	uint32_t n;
	struct arena arena;
	struct diag diag;
	char said[240];      /* the last message */
	unsigned complaints; /* messages that no program may bring about */
	struct program **program;
	struct verdict *verdict;
	bool program_is_right; /* it was run as the oracle, which traps where it is not well defined */
	struct image *want;    /* n * RANDOM_INPUTS: after a call, as the interpreter has it */
	struct driver_options compile;
	unsigned level, code_level; /* of LLVM's passes and its code, whatever tirc's own is */
	struct driver run;
	LLVMOrcThreadSafeContextRef shared; /* has run's context, and is the JIT's */
};
/* The symbol of program i. */
const char *run_name(struct batch *b, uint32_t i);
/* A new image with input k of program i. */
struct image run_input(struct batch *b, uint32_t i, unsigned k, struct random_scalars *s);
/* Compare what program i made of input k; false, and said so in its verdict, if that is wrong. */
bool run_compare(struct batch *b, uint32_t i, unsigned k, const struct image *got);
/* A context that the JIT can take over, of which b->shared is set. */
LLVMContextRef run_context(struct batch *b);
/* Call all in the process (jit.c) or under qemu (hexagon.c); false after an error in b->diag. */
bool run_jit(struct batch *b);
bool run_hexagon(struct batch *b);
/* Write SEED.py and SEED.json for each program that is well defined (examples.c). */
void run_examples(struct batch *b);

#endif
