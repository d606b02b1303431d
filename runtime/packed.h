/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/packed.h: how lowered code calls a packed function of the runtime.
 *
 * tvm.contrib.sort.argsort(a, b, 0, true) becomes
 *
 *   int32_t tvm_contrib_sort_argsort(const struct tirc_any *args, int32_t nargs);
 *
 * (dots become underscores); 0 is success, anything else a refusal of the arguments.  The structs
 * are TVM's TVMFFIAny and DLTensor, field for field. */
#ifndef TIRC_RUNTIME_PACKED_H
#define TIRC_RUNTIME_PACKED_H

#include <stdint.h>

/* TVM's type indices, those that can reach the runtime. */
enum tirc_any_type {
	TIRC_ANY_NONE = 0,
	TIRC_ANY_INT = 1,
	TIRC_ANY_BOOL = 2,
	TIRC_ANY_FLOAT = 3,
	TIRC_ANY_POINTER = 4,
	TIRC_ANY_TENSOR = 7, /* struct tirc_tensor * */
	TIRC_ANY_STRING = 8, /* NUL-terminated */
};

struct tirc_any {
	int32_t type;
	uint32_t pad;
	union {
		int64_t i; /* also bool */
		double f;
		void *pointer;
		const char *string;
		struct tirc_tensor *tensor;
	} v;
};

enum tirc_type_code { TIRC_CODE_INT, TIRC_CODE_UINT, TIRC_CODE_FLOAT, TIRC_CODE_BOOL = 6 };

struct tirc_tensor {
	void *data;
	struct {
		int32_t type, id;
	} device;
	int32_t ndim;
	struct {
		uint8_t code, bits;
		uint16_t lanes;
	} dtype;
	int64_t *shape;
	int64_t *strides; /* in elements; NULL: compact */
	uint64_t byte_offset;
};

_Static_assert(sizeof(struct tirc_any) == 16, "TVMFFIAny has 16 bytes");
_Static_assert(sizeof(struct tirc_tensor) == (sizeof(void *) == 8 ? 48 : 40), "DLTensor");

int32_t tvm_contrib_sort_sort(const struct tirc_any *args, int32_t nargs);
int32_t tvm_contrib_sort_argsort(const struct tirc_any *args, int32_t nargs);
int32_t tvm_contrib_sort_argsort_nms(const struct tirc_any *args, int32_t nargs);
int32_t tvm_contrib_sort_topk(const struct tirc_any *args, int32_t nargs);

#endif
