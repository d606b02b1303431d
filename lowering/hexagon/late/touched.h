/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/touched.h: which bytes an instruction touches, and may two touch the same ones? */
#ifndef TIRC_LOWERING_HEXAGON_TOUCHED_H
#define TIRC_LOWERING_HEXAGON_TOUCHED_H

#include "lowering/hexagon/before_codegen.h"

enum { LOWER_TERMS = 6 };

/* A value times a factor. */
struct lower_term {
	LLVMValueRef value;
	uint32_t factor;
};

/* Bytes of memory: root + the sum of its terms + constant, modulo 2^32 as pointers are; and how many. */
struct lower_touched {
	LLVMValueRef root; /* the pointer without any offset; NULL: any memory */
	bool known;        /* the sum is: it has no more than LOWER_TERMS terms */
	struct lower_term at[LOWER_TERMS];
	unsigned n;
	uint32_t constant;
	uint64_t bytes;
};

/* Those of a value of type t at p. */
struct lower_touched lower_touched_at(LLVMTargetDataRef layout, LLVMValueRef p, LLVMTypeRef t);
bool lower_may_overlap(const struct lower_touched *a, const struct lower_touched *b);
/* Do the two lie at a known distance?  b is so many bytes behind a. */
bool lower_distance(const struct lower_touched *a, const struct lower_touched *b, int32_t *out);
/* May they lie at a constant distance?  Not if they begin at different parameters or allocas. */
bool lower_may_be_near(const struct lower_touched *a, const struct lower_touched *b);

/* Each is true, and says which bytes, if v ...
 * loads them, or those of them that a mask chooses; */
bool lower_loads(LLVMTargetDataRef layout, LLVMValueRef v, struct lower_touched *out);
/* stores them, or those of them that a mask chooses; */
bool lower_stores(LLVMTargetDataRef layout, LLVMValueRef v, struct lower_touched *out);
/* is a memset, memcpy or memmove, which writes them; */
bool lower_fills(LLVMTargetDataRef layout, LLVMValueRef v, struct lower_touched *out);
/* may write them in any way.  What is not known to write nothing may write anything. */
bool lower_may_write(LLVMTargetDataRef layout, LLVMValueRef v, struct lower_touched *out);

/* An assembly statement of nothing, which may have effects all the same. */
bool lower_is_empty_asm(LLVMValueRef v);
/* Does it call an intrinsic whose name begins so? */
bool lower_calls(LLVMValueRef v, const char *intrinsic);

#endif
