/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* examples/dsp/main.c: C code on Hexagon that calls a kernel.  scale.h and the kernel's object are made of scale.py:
 *
 *     tirc --emit=header -o scale.h examples/dsp/scale.py
 *
 * The start-up code of libtirc-hexagon.a calls tirc_program; its value is the exit code. */
#include "scale.h"

int tirc_program(int argc, char **argv)
{
	static _Alignas(128) int32_t a[64], b[64];
	(void)argv;
	for (int i = 0; i < 64; i++)
		a[i] = i;
	scale(a, b, 2 * argc);
	for (int i = 0; i < 64; i++)
		if (b[i] != 3 * i)
			return 1;
	return 0;
}
