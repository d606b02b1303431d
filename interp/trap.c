/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interp/trap.c: a run that cannot go on. */
#include <stdarg.h>
#include <stdio.h>

#include "interp/internal.h"

bool interp_trap(struct interp *in, const char *format, ...)
{
	char text[512];
	va_list ap;
	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	in->trapped = true;
	return diag_error(in->d, in->entry->module->source, in->at, "%s", text);
}
