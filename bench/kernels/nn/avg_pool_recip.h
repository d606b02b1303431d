/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the sum of a window is multiplied by, over 2^15: 6, 9 or 4 elements count.  Two rows of 12 pixels of 8 channels. */
#define PIXEL(x) x, x, x, x, x, x, x, x
#define ROW(edge, x)                                                                               \
	PIXEL(edge), PIXEL(x), PIXEL(x), PIXEL(x), PIXEL(x), PIXEL(x), PIXEL(x), PIXEL(x),         \
	        PIXEL(x), PIXEL(x), PIXEL(x), PIXEL(edge)
#define INNER  ROW(5462, 3641)
#define BORDER ROW(8193, 5462)
static const int16_t inner[192] __attribute__((aligned(128))) = {INNER, INNER};
static const int16_t top[192] __attribute__((aligned(128))) = {BORDER, INNER};
static const int16_t bottom[192] __attribute__((aligned(128))) = {INNER, BORDER};
