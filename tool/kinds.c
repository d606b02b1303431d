/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/kinds.c: the kinds of output, and the engines that run programs: tables of options.def. */
#include "tool/internal.h"

const struct emit_info options_emit_kinds[EMIT_NKINDS] = {
#define EMIT(name, ...) [EMIT_##name] = {__VA_ARGS__},
#include "tool/options.def"
};
const struct engine_info options_engines[ENGINE_NONE] = {
#define ENGINE(name, ...) [ENGINE_##name] = {__VA_ARGS__},
#include "tool/options.def"
};
