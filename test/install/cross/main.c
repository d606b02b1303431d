/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls both kernels; exits with 0 if they are right. */
#include "axpy.h"
#include "second.h"

int tirc_program(int argc, char **argv);

int tirc_program(int argc, char **argv)
{
	static int32_t x[64] __attribute__((aligned(128))), y[64] __attribute__((aligned(128))),
	        z[64] __attribute__((aligned(128)));
	(void)argv;
	for (int i = 0; i < 64; i++)
		x[i] = i;
	first(x, y, 2 * argc, 5);
	second(x, z, 3 * argc, 5);
	return y[63] == 640 && z[63] == 960 ? 0 : 1;
}
