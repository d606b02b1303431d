/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/split.h: kernels beside the functions that launch them. */
#ifndef TIRC_LEGALIZE_SPLIT_H
#define TIRC_LEGALIZE_SPLIT_H

#include "legalize/legalize.h"

/* A kernel is a function with this attribute, as in TVM's CallingConv::kDeviceKernelLaunch. */
#define LEGALIZE_CONVENTION "calling_conv"
enum { LEGALIZE_KERNEL = 2, LEGALIZE_MAX_PARAMS = 64 };
bool legalize_is_kernel(const struct tir_func *f);
/* Kernels get what the functions that call them can compute as parameters. */
void legalize_lift(struct tir_module *m, struct arena *scratch);

#endif
