/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/driver.h: from options to a compiled program, for everybody who compiles one: the command, the
 * plugin, the fuzz targets and the benchmarks. */
#ifndef TIRC_DRIVER_H
#define TIRC_DRIVER_H

#include "lowering/lowering.h"

/* ---- One function of a program ----------------------------------------------------------*/
/* Is f called so, by its name or by its symbol? */
bool driver_is_called(const struct tir_func *f, const char *name);
/* The function of m called so, or NULL. */
const struct tir_func *driver_find_function(const struct tir_module *m, const char *name);
/* Report that none of the n modules has a function called so, with the names there are; returns false. */
bool driver_no_function(const struct tir_module *const *m, uint32_t n, const char *name,
        struct diag *d);

#endif
