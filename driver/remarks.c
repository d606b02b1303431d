/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/remarks.c: what the passes tell of their decisions, in one form for everybody who listens. */
#include "driver/internal.h"

static void from_cse(void *ctx, const struct cse_remark *r)
{
	const struct driver_listener *l = ctx;
	const struct cse_reasoninfo *why = &cse_reasons[r->reason];
	struct sbuf text = {0};
	cse_remark_print(r, &text);
	struct driver_remark x = {why->passed, l->pass, "cse", why->word, r->func,
	        driver_place(r->func, r->expr, r->at), r->uses, text.text, r->expr, r->named_at};
	if (text.text)
		l->remark(l->ctx, &x);
	sbuf_free(&text);
}

static void from_loops(void *ctx, const struct loops_remark *r)
{
	const struct driver_listener *l = ctx;
	const struct loops_reasoninfo *why = &loops_reasons[r->reason];
	struct sbuf text = {0};
	loops_remark_print(r, &text);
	struct driver_remark x = {why->passed, l->pass ? l->pass : "loops", "loops", why->word,
	        r->func, r->at, r->uses, text.text, r->expr, {0, 0}};
	if (text.text)
		l->remark(l->ctx, &x);
	sbuf_free(&text);
}

void driver_listen(struct driver_optimizations *o, struct driver_listener *listener)
{
	o->listener = listener;
	if (!listener->remark)
		return;
	o->cse.remark = from_cse;
	o->loops.remark = from_loops;
	o->cse.ctx = o->loops.ctx = listener;
}
