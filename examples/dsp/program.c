/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* examples/dsp/program.c: C code on Hexagon that calls two kernels.  Makefile and CMakeLists.txt build it.
 *
 * The headers have what memory for a buffer takes.  The start-up code of libtirc-hexagon.a calls tirc_program; its
 * value is the exit code. */
#include "blur.h"
#include "scale.h"

static _Alignas(scale_A_ALIGN) int32_t a[scale_A_ELEMENTS];
static _Alignas(scale_B_ALIGN) int32_t b[scale_B_ELEMENTS];
static _Alignas(blur_image_ALIGN) uint8_t image[blur_image_ELEMENTS];
static _Alignas(blur_out_ALIGN) uint8_t out[blur_out_ELEMENTS];

static int check_scale(void)
{
	for (int i = 0; i < scale_A_ELEMENTS; i++)
		a[i] = i;
	scale(a, b, 2);
	for (int i = 0; i < scale_B_ELEMENTS; i++)
		if (b[i] != 3 * i)
			return 1;
	return 0;
}

static int check_blur(void)
{
	for (int i = 0; i < blur_image_ELEMENTS; i++)
		image[i] = (uint8_t)(i * 7 % 251);
	blur(image, out);
	for (int i = 0; i < blur_out_ELEMENTS; i++)
		if (out[i] != (image[i] + image[i + 128] + image[i + 256]) / 3)
			return 2;
	return 0;
}

int tirc_program(int argc, char **argv);
int tirc_program(int argc, char **argv)
{
	(void)argc, (void)argv;
	return check_scale() + check_blur();
}
