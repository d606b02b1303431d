/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/lowering.h: flat TIR to LLVM IR, objects and headers, through the LLVM C API. */
#ifndef TIRC_LOWERING_H
#define TIRC_LOWERING_H

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#include "tir/tir.h"

struct lower_target {
	const char *triple;   /* NULL: the host's */
	const char *cpu;      /* NULL: generic, or hexagonv67 for Hexagon */
	const char *features; /* LLVM's "+a,-b"; NULL: "" or "+hvxv67,+hvx-length128b" */
	unsigned opt;         /* 0 to 3: code generation level and pipeline */
};
/* Fill in the defaults above; "hexagon" is short for the triple hexagon-unknown-elf. */
void lower_target_defaults(struct lower_target *t);
/* A target machine (PIC; owned by the caller), or NULL after an error in d. */
LLVMTargetMachineRef lower_machine(const struct lower_target *t, struct diag *d);

/* Does the target, its defaults filled in, compute with vectors of floats?  HVX does from v68 on, where
 * the features say in which format. */
bool lower_has_float_vectors(const struct lower_target *t);
/* Let LLVM's vectoriser use HVX if the target has it: true.  It is an option of the whole process:
 * to be called once, by a program of its own, not by a plugin. */
bool lower_use_hvx(const struct lower_target *t);

/* What is known of HVX on the target: nothing, that it is absent, that it has 128-byte vectors. */
enum lower_hvx { LOWER_HVX_UNKNOWN, LOWER_HVX_NONE, LOWER_HVX_128B, LOWER_HVX_128B_V65 };
/* What LLVM's feature string (NULL: nothing known) tells. */
enum lower_hvx lower_hvx_of(const char *features);

struct lower_options {
	const char *function; /* only this one; NULL: all */
	bool debug_lines;     /* DILocations that point at the TVMScript */
	enum lower_hvx hvx;   /* lower_module asks its machine instead */
	bool vectorizes;      /* lower_use_hvx was called: tell LLVM where that pays */
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
/* The C declarations of m's exported functions (docs/abi.md). */
void lower_header(const struct tir_module *m, const char *guard, struct sbuf *out);

#endif
