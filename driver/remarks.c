/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/remarks.c: what the passes tell of their decisions, in one form for everybody who listens. */
#include "driver/internal.h"

enum { MOST_OTHERS = 32 };

/* Find where else the remark's computation is written; how many places that are.  In a statement where it was found before it is looked
 * for behind that. */
static uint32_t find_others(const struct cse_remark *r, struct span first, struct span *out)
{
	struct span stmt = r->at, last = first;
	uint32_t n = 0;
	for (uint32_t i = 0; i < r->nothers && n < MOST_OTHERS; i++) {
		const struct cse_place *p = &r->others[i];
		struct span rest = p->at;
		if (rest.begin == stmt.begin && rest.end == stmt.end)
			rest.begin = last.end;
		struct span found = driver_place(r->func, p->expr, rest);
		if (found.begin == rest.begin && found.end == rest.end)
			continue;
		stmt = p->at;
		last = out[n++] = found;
	}
	return n;
}

static void from_cse(void *ctx, const struct cse_remark *r)
{
	const struct driver_listener *l = ctx;
	const struct cse_reasoninfo *why = &cse_reasons[r->reason];
	struct sbuf text = {0};
	cse_remark_print(r, &text);
	struct span first = driver_place(r->func, r->expr, r->at), other[MOST_OTHERS];
	struct driver_remark x = {why->passed, l->pass, "cse", why->word, r->func, first, r->uses,
	        text.text, r->expr, r->named_at, other, find_others(r, first, other)};
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
	        r->func, r->at, r->uses, text.text, r->expr, {0, 0}, NULL, 0};
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
