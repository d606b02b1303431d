/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Many values live across calls, built for size: the prologues in save.S keep them.  The result
 * must be that of any other level. */
#include <stdint.h>

void tirc_entry(void **buffers, const uint64_t *scalars);

__attribute__((noinline)) static int step(int x)
{
	__asm__ volatile("" : "+r"(x));
	return x * 3 + 1;
}

__attribute__((noinline)) static int three(int a, int b, int c)
{
	int x = step(a), y = step(b), z = step(c);
	return step(x + y) - x * y + step(z) * a;
}

__attribute__((noinline)) static int six(int a, int b, int c, int d, int e, int f)
{
	int x = step(a), y = step(b), z = step(c), u = step(d), v = step(e), w = step(f);
	return step(a * b) + step(c * d) + x * y - z * u + v * w + e;
}

__attribute__((noinline)) static int tail(int a, int b, int c, int d)
{
	int x = step(a), y = step(b), z = step(c), w = step(d);
	return three(x + y + a, z + w + b, x * w + c + d);
}

__attribute__((noinline)) static int nine(int a, int b, int c, int d, int e, int f)
{
	int x = step(a), y = step(b), z = step(c), u = step(d), v = step(e), w = step(f);
	int p = six(a, x, b, y, c, z), q = tail(u, v, w, p);
	return six(p, q, d, e, f, x) + x * y * z * u * v * w - p * q;
}

void tirc_entry(void **buffers, const uint64_t *scalars)
{
	int *out = buffers[0];
	int kept = (int)scalars[0];
	for (int i = 0; i < 64; i++) {
		int y = nine(i, i + 1, i * 2, kept, i - 7, i ^ 5);
		out[i] = y + tail(kept, y, i, 3) + three(y, kept, i) + kept;
	}
}
