/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/llvm.h: all that the command has LLVM do.
 *
 * The rest of the folder reaches LLVM through this table alone.  So a command line that makes nothing of LLVM IR is done
 * by a process that has not loaded LLVM, and the table is NULL there (part.c). */
#ifndef TIRC_TOOL_LLVM_H
#define TIRC_TOOL_LLVM_H

#include "tool/internal.h"

struct tool_llvm {
	/* Before anything is read: take -mllvm, begin -ftime-trace, make the context of j->run. */
	void (*begin)(struct job *j);
	/* Once the C headers are read, for libclang takes LLVM's handler for itself: end the process with a sentence where
	 * LLVM gives up. */
	void (*watch)(void);
	/* Free all that is LLVM's in j->run. */
	void (*end)(struct job *j);
	/* driver_lower, lower_set_options, lower_optimize. */
	bool (*lower)(struct driver *run);
	void (*set_options)(const struct target *t, bool vectorizes);
	bool (*optimize)(struct job *j);
	/* Add j->run.llvm as text. */
	void (*print)(const struct job *j, struct sbuf *out);
	/* False, with an error, if j->run.llvm is broken after the pass. */
	bool (*verify)(struct job *j, const char *pass);
	/* Add j->run.llvm as a kind that is lowered.  Code generation changes the module: keep has it done to a copy. */
	bool (*emit)(struct job *j, enum emit_kind kind, bool keep, struct sbuf *out);
	/* Add the object that assembly for the target makes. */
	bool (*assemble)(struct job *j, const struct sbuf *text, struct sbuf *out);
	/* Add tirc_entry, which calls the function with arguments from two arrays (runtime/job.h); false after an error. */
	bool (*add_entry)(struct job *j, const struct run_args *args);
	/* False after an error if the lowered program calls what the JIT does not let it call.  To be asked before LLVM
	 * optimises: its passes make calls of their own. */
	bool (*check_jit)(struct job *j);
	/* Of an object for Hexagon, the first packet that hexagonv67 does not know; NULL: it knows them all. */
	const char *(*unknown_packet)(const struct target *t, const struct source *object,
	        struct arena *arena);
	bool (*run_jit)(struct job *j, struct run_args *args, struct sbuf *stats);
	/* A pass of ours among those of -ftime-trace; passes that have begun last end first. */
	void (*trace_begin)(const char *pass);
	void (*trace_end)(void);
	/* Add all that as JSON, and forget it. */
	void (*trace_write)(struct sbuf *out);
	/* The LLVM of this process, as: 22.1.0. */
	const char *(*version)(struct arena *arena);
};
const char *run_unknown_packet(const struct target *t, const struct source *object,
        struct arena *arena);
/* The one there is (llvm.c). */
const struct tool_llvm *job_llvm(void);

/* The whole command in a process that has this table.  llvm NULL: with_llvm(argc, argv) does what needs LLVM, from the
 * start (main.c). */
int job_main(int argc, char **argv, const struct tool_llvm *llvm,
        int (*with_llvm)(int argc, char **argv));

#endif
