/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/values/fail.c: say what is wrong with a text. */
#include <stdarg.h>

#include "frontend/internal.h"

bool frontend_fail(struct reader *r, struct span at, const char *format, ...)
{
	struct sbuf b = {0};
	va_list ap;
	va_start(ap, format);
	sbuf_vprintf(&b, format, ap);
	va_end(ap);
	diag_error(r->d, r->src, at, "%s", b.text ? b.text : format);
	sbuf_free(&b);
	return false;
}
