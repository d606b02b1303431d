/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/kinds.c: the kinds of output, the engines that run programs (tables of options.def), and the files that are read. */
#include "tool/internal.h"

const struct emit_info options_emit_kinds[EMIT_NKINDS] = {
#define EMIT(name, ...) [EMIT_##name] = {__VA_ARGS__},
#include "tool/options.def"
};
const struct engine_info options_engines[ENGINE_NONE] = {
#define ENGINE(name, ...) [ENGINE_##name] = {__VA_ARGS__},
#include "tool/options.def"
};

const char *options_file(const struct options *o, uint32_t i)
{
	const driver_LIST *headers = &o->driver.headers;
	return i < headers->n ? headers->at[i] : i == headers->n ? o->driver.schedule : NULL;
}
