/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls the kernel that tirc_add_kernel compiled. */
#include <stdio.h>

#include "axpy.h"

int main(void)
{
	static int32_t x[64] __attribute__((aligned(64))), y[64] __attribute__((aligned(64)));
	for (int i = 0; i < 64; i++)
		x[i] = i;
	axpy(x, y, 2, 5);
	printf("axpy(63) = %d\n", (int)y[63]);
	return y[63] == 640 ? 0 : 1;
}
