/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Divides scalars[0] by scalars[1] in the way number scalars[2]. */
#include <stdint.h>

void tirc_entry(void **buffers, const uint64_t *scalars);

void tirc_entry(void **buffers, const uint64_t *scalars)
{
	uint64_t a = scalars[0], b = scalars[1], q = 0;
	switch (scalars[2]) {
	case 0: q = (uint64_t)(int64_t)((int32_t)a / (int32_t)b); break;
	case 1: q = (uint64_t)(int64_t)((int32_t)a % (int32_t)b); break;
	case 2: q = (uint32_t)a / (uint32_t)b; break;
	case 3: q = (uint32_t)a % (uint32_t)b; break;
	case 4: q = (uint64_t)((int64_t)a / (int64_t)b); break;
	case 5: q = (uint64_t)((int64_t)a % (int64_t)b); break;
	case 6: q = a / b; break;
	case 7: q = a % b; break;
	}
	*(uint64_t *)buffers[0] = q;
}
