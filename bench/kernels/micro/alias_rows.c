/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* alias_rows: a row's coefficient is read again after each store; nothing says that buffers are
 * distinct. */
#include <stdint.h>

void alias_rows(int32_t *O, int32_t *Q, const int32_t *A, const int32_t *B, int32_t n)
{
	for (int32_t i = 0; i < n; i++)
		for (int32_t j = 0; j < n; j++) {
			O[i * n + j] = A[i] * B[j] + 1;
			Q[i * n + j] = A[i] * B[j] - A[i];
		}
}
