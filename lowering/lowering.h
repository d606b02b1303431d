/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/lowering.h: flat TIR to LLVM IR, objects and headers, through the LLVM C API. */
#ifndef TIRC_LOWERING_H
#define TIRC_LOWERING_H

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#include "target/target.h"
#include "tir/tir.h"

/* A target machine (PIC; owned by the caller) for a target that is resolved, or NULL after an error in d. */
LLVMTargetMachineRef lower_machine(const struct target *t, struct diag *d);
/* Let LLVM's vectoriser use HVX if the target has it: true.  It is an option of the whole process:
 * to be called once, by a program of its own, not by a plugin. */
bool lower_use_hvx(const struct target *t);

struct lower_options {
	const char *function;  /* only this one; NULL: all */
	bool with_callees;     /* and what it calls, directly or not */
	bool unoptimized;      /* LLVM is not to optimise: -O0 */
	bool for_size;         /* LLVM is to make small code: -Os */
	bool debug_lines;      /* DILocations that point at the TVMScript */
	struct target_hvx hvx; /* lower_module asks its machine instead */
	bool vectorizes;       /* LLVM's vectoriser may use HVX: tell it where that pays */
	bool scalar_loops; /* it may, and is told to leave all loops alone; not with vectorizes */
};
/* Check that f can be compiled; reports each construct that cannot, by name, at its place. */
bool lower_check(const struct tir_func *f, struct diag *d);
/* Add the functions of m to an existing LLVM module whose triple and data layout are set.  False
 * after an error in d: the LLVM module is as it was. */
bool lower_into(LLVMModuleRef out, const struct tir_module *m, const struct lower_options *options,
        struct diag *d);
/* A new LLVM module for the machine, or NULL after an error. */
LLVMModuleRef lower_module(LLVMContextRef context, const struct tir_module *m,
        LLVMTargetMachineRef machine, const struct lower_options *options, struct diag *d);
/* What the last step before code generation knows. */
struct lower_codegen {
	LLVMTargetMachineRef machine; /* NULL: unknown, or it does not optimise */
	const char *features; /* LLVM's, of functions that have none of their own; or NULL */
	bool unshare;         /* rematerialise products that are only added to accumulators */
};
/* Right before code generation for Hexagon, else nothing: write otherwise what LLVM's code generation does
 * wrong.  To be called again after any of LLVM's passes; where there is nothing left it changes
 * nothing.  True for Hexagon. */
bool lower_before_codegen(LLVMModuleRef module, const struct lower_codegen *codegen);
/* Run default<O{opt}>, or another pipeline text, and lower_before_codegen() without unshare. */
bool lower_optimize(LLVMModuleRef module, LLVMTargetMachineRef machine, const char *pipeline,
        struct diag *d);
/* The C declarations of m's exported functions, or of `only` (NULL: all), as they were read (docs/abi.md); guard: the
 * macro of its include guard. */
void lower_header(const struct tir_module *m, const struct tir_func *only, const char *guard,
        struct arena *arena, struct sbuf *out);

#endif
