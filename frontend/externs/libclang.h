/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/externs/libclang.h: libclang, loaded when the first header is read: it is 35 MB that few need. */
#ifndef TIRC_FRONTEND_LIBCLANG_H
#define TIRC_FRONTEND_LIBCLANG_H

#include <clang-c/Index.h>

#include "support/support.h"

/* Its functions, without their prefix clang_. */
struct frontend_libclang {
#define CLANG(name) __typeof__(clang_##name) *name;
#include "frontend/externs/libclang.def"
};
/* Load it and fill in the table; false after an error in d.  It stays loaded until the process ends. */
bool frontend_load_libclang(struct frontend_libclang *table, struct diag *d);

#endif
