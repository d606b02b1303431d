/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls abort. */
#include <stdint.h>

void tirc_entry(void **buffers, const uint64_t *scalars);
_Noreturn void abort(void);

void tirc_entry(void **buffers, const uint64_t *scalars)
{
	(void)buffers, (void)scalars;
	abort();
}
