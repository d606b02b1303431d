/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/values/fail.c: say what is wrong with a text. */
#include <stdarg.h>

#include "frontend/internal.h"

static void report(struct reader *r, struct span at, const char *format, va_list ap)
{
	struct sbuf b = {0};
	sbuf_vprintf(&b, format, ap);
	diag_error(r->d, r->src, at, "%s", b.text ? b.text : format);
	sbuf_free(&b);
}

bool frontend_fail(struct reader *r, struct span at, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	report(r, at, format, ap);
	va_end(ap);
	return false;
}

bool frontend_refuse(struct reader *r, struct span at, const char *format, ...)
{
	va_list ap;
	r->refused |= r->d->errors == 0;
	va_start(ap, format);
	report(r, at, format, ap);
	va_end(ap);
	return false;
}
