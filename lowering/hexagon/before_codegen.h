/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/before_codegen.h: what the rewrites right before Hexagon's code generation share. */
#ifndef TIRC_LOWERING_HEXAGON_BEFORE_CODEGEN_H
#define TIRC_LOWERING_HEXAGON_BEFORE_CODEGEN_H

#include "lowering/hexagon/internal.h"

struct before_codegen {
	LLVMModuleRef mod;
	LLVMBuilderRef b;
	bool vectors;       /* of the function: it has HVX of 128 bytes */
	bool float_vectors; /* which computes with floats */
	bool ieee_vectors;  /* of IEEE 754, in instructions of its own */
	bool repeats;       /* a rewrite loads what others may load, too */
};
/* Rewrite one instruction, or leave it.  What it replaces it erases; what it adds stands before the
 * instruction or right behind it. */
typedef void lower_rewrite(struct before_codegen *c, LLVMValueRef instruction);

lower_rewrite lower_mend_order;     /* mend_order.c */
lower_rewrite lower_end_fill;       /* fills.c */
lower_rewrite lower_widen_load;     /* short_loads.c */
lower_rewrite lower_pace_loop;      /* paced_loops.c */
lower_rewrite lower_keep_carried;   /* carried_phis.c */
lower_rewrite lower_split_cast;     /* float_convert.c */
lower_rewrite lower_widen_product;  /* float_convert.c */
lower_rewrite lower_widen_splat;    /* float_convert.c */
lower_rewrite lower_widen_strided;  /* strided_halves.c */
lower_rewrite lower_splat_bits;     /* float_splats.c */
lower_rewrite lower_convert_half;   /* float_convert.c */
lower_rewrite lower_narrow_float;   /* float_convert.c */
lower_rewrite lower_compare_bits;   /* float_compare.c */
lower_rewrite lower_extreme_bits;   /* float_compare.c */
lower_rewrite lower_plain_extreme;  /* plain_extremes.c */
lower_rewrite lower_exact_select;   /* exact_select.c */
lower_rewrite lower_half_as_float;  /* half_as_float.c */
lower_rewrite lower_unequal_floats; /* unequal_floats.c */
lower_rewrite lower_repeat_words;   /* repeated_words.c */
lower_rewrite lower_count_to_end;   /* end_counts.c */
lower_rewrite lower_hide_count;     /* exit_counts.c */
lower_rewrite lower_hide_shift;     /* sign_bits.c */
lower_rewrite lower_extend_cut;     /* sign_bits.c */
lower_rewrite lower_cut_bytes;      /* two_bytes.c */
lower_rewrite lower_shift_doubled;  /* doubled.c */
lower_rewrite lower_test_lowest;    /* lowest_bits.c */
lower_rewrite lower_store_short;    /* short_rows.c */
lower_rewrite lower_load_short;     /* short_rows.c */
lower_rewrite lower_cut_vector;     /* cut_vectors.c */

/* long_blocks.c: cut the blocks of a function for Hexagon, if one is too long; have LLVM generate code of f as it is, with a note, if it is longer by far. */
void lower_leave_long(LLVMValueRef f, struct diag *d);
/* Cut the blocks of a function for the host's kinds of machines, if one is so long. */
void lower_cut_long(LLVMValueRef f);

/* store_order.c: keep scalar stores behind the vector stores of f that they overlap. */
void lower_order_stores(struct before_codegen *c, LLVMValueRef f);

/* load_order.c: keep the loads and stores of f in the order that LLVM's hexagon-vc would change. */
void lower_order_loads(struct before_codegen *c, LLVMValueRef f);

/* swapped_sums.c: one order of the two indices of an address in each block of f. */
void lower_join_sums(LLVMValueRef f);

/* A call to an intrinsic with n operands; types[0, ntypes): what it is overloaded by. */
LLVMValueRef lower_late_call(struct before_codegen *c, const char *name, LLVMTypeRef *types,
        size_t ntypes, LLVMValueRef *x, unsigned n);
/* An instruction of HVX on whole registers, as words. */
LLVMValueRef lower_late_hvx(struct before_codegen *c, enum target_instruction i,
        const LLVMValueRef *x);
#define LOWER_LATE_HVX(c, i, ...) lower_late_hvx(c, i, (const LLVMValueRef[]){__VA_ARGS__})
/* The element of a vector's type, or the type itself. */
LLVMTypeRef lower_element(LLVMTypeRef t);
/* The kind of v's elements if v is a vector, else LLVMVoidTypeKind. */
LLVMTypeKind lower_vector_of(LLVMValueRef v);
bool lower_is_op(LLVMValueRef v, LLVMOpcode op);
/* Is v a quotient or a remainder of integers? */
bool lower_divides(LLVMValueRef v);
/* Lane i, a constant, of a vector. */
LLVMValueRef lower_late_lane(struct before_codegen *c, LLVMValueRef v, unsigned i);
void lower_replace(LLVMValueRef old, LLVMValueRef with);

/* products.c: keep an idiom of HVX's code generation from products that it does wrong. */
void lower_guard_products(LLVMModuleRef module, struct target_hvx hvx);
/* rematerialise.c: products that are only added to accumulators are made anew in each block that does so.  True if
 * something changed. */
bool lower_unshare(LLVMModuleRef module);

/* float_compare.c: the bits of a vector of floats; a constant in all lanes of a vector of integers. */
struct lower_bits {
	LLVMTypeRef type; /* integers as wide as the floats */
	unsigned width;
	uint64_t magnitude, infinity; /* all bits but the sign; of infinity */
};
struct lower_bits lower_bits_of(LLVMValueRef v);
LLVMValueRef lower_late_splat(struct before_codegen *c, LLVMTypeRef type, uint64_t value);
LLVMValueRef lower_as_bits(struct before_codegen *c, LLVMValueRef v);

#endif
