/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/packed.h: an entry in TVM's calling convention while it is built. */
#ifndef TIRC_LOWERING_PACKED_H
#define TIRC_LOWERING_PACKED_H

#include "lowering/internal.h"

/* Type indices of TVMFFIAny, and TVM's error call. */
enum {
	ANY_NONE = 0,
	ANY_INT = 1,
	ANY_BOOL = 2,
	ANY_FLOAT = 3,
	ANY_POINTER = 4,
	ANY_DLTENSOR = 7,
	ANY_OBJECT = 64,
	ANY_TENSOR = 70
};
enum { ANY_BYTES = 16, ANY_VALUE = 8, OBJECT_BYTES = 24, CPU = 1, HEXAGON = 16, MAX_TEXT = 4096 };
/* Places of the members of a DLTensor, in bytes; pointers are words of the target. */
struct packed_places {
	unsigned data, device, id, ndim, code, shape, strides, offset;
};

struct packed {
	struct lower *l;
	const struct tir_func *f;
	const char *call; /* the function with its parameters, for messages */
	LLVMTypeRef i8, i32, i64, pointer;
	LLVMValueRef args;
	struct packed_places at;
	const char **where;                     /* by variable: what it was read from */
	LLVMValueRef device;                    /* the number of the first tensor's */
	const char *device_from;                /* that tensor */
	LLVMValueRef *tensor, *shape, *strides; /* by parameter */
	uint32_t i;                             /* the parameter that is checked */
};

/* What is done with each integer of a tensor, one step for all tensors after the other: what is a variable alone is
 * read where that comes first, then compared; then what is an expression or a number is compared. */
enum packed_step { READ, COMPARE_VARIABLES, COMPARE_EXPRESSIONS };

/* ---- packed_check.c ---- */
/* An expression as text; the function with its parameters as TVM writes it: f(A: Tensor([n, 4], float32), k: int32). */
const char *lower_packed_expr(struct packed *p, const struct tir_expr *e);
const char *lower_packed_call(struct packed *p);
/* Memory so many bytes behind base. */
LLVMValueRef lower_packed_at(struct packed *p, LLVMValueRef base, uint64_t bytes);
LLVMValueRef lower_packed_load(struct packed *p, LLVMTypeRef type, LLVMValueRef base,
        uint64_t bytes);
void lower_packed_store(struct packed *p, LLVMValueRef v, LLVMValueRef base, uint64_t bytes);
LLVMValueRef lower_packed_is(struct packed *p, LLVMValueRef v, uint64_t want);
LLVMValueRef lower_packed_either(struct packed *p, LLVMValueRef a, LLVMValueRef b);
/* Return with the error unless ok. */
void lower_packed_check(struct packed *p, LLVMValueRef ok, const char *kind, const char *message);
/* The same of argument i: "WHAT on argument #i when calling: ..., expected WANT". */
void lower_packed_check_argument(struct packed *p, LLVMValueRef ok, const char *kind,
        const char *what, const char *want);

/* ---- packed_tensor.c: argument i, which is a tensor; the steps for all of them in turn ---- */
/* Is it one of b's rank, element and device?  Read the variables that it tells. */
void lower_packed_read_tensor(struct packed *p, const struct tir_buffer *b, LLVMValueRef *arg);
/* Does it agree with the variables, is it compact, on the device of the others, and there? */
void lower_packed_compare_tensor(struct packed *p, const struct tir_buffer *b, LLVMValueRef *arg);
/* Does it agree with the expressions?  arg gets its pointer. */
void lower_packed_take_tensor(struct packed *p, const struct tir_buffer *b, LLVMValueRef *arg);

#endif
