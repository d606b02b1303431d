/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/held.c: messages that are held back until it is known whether they are printed. */
#include "support/support.h"

static void keep(void *ctx, const struct diag_message *m)
{
	struct diag_held *h = ctx;
	struct diag_message copy = *m;
	copy.text = arena_strndup(h->arena, m->text, strlen(m->text));
	VEC_PUSH(h->arena, &h->all, copy);
}

struct diag *diag_hold(struct diag_held *h, struct arena *a)
{
	h->arena = a;
	h->d.sink = keep;
	h->d.ctx = h;
	h->d.error_limit = 20;
	return &h->d;
}

/* Report a message anew. */
static void tell(struct diag *d, const struct diag_message *m)
{
	switch (m->level) {
	case DIAG_NOTE: diag_note(d, m->source, m->span, "%s", m->text); break;
	case DIAG_REMARK: diag_remark(d, m->source, m->span, "%s", m->text); break;
	case DIAG_WARNING: diag_warning(d, m->source, m->span, "%s", m->text); break;
	case DIAG_ERROR: diag_error(d, m->source, m->span, "%s", m->text); break;
	}
}

/* Say again in order what is held, and hold nothing any more. */
void diag_tell(struct diag_held *h, struct diag *d)
{
	for (uint32_t i = 0; i < h->all.n; i++)
		tell(d, &h->all.at[i]);
	*h = (struct diag_held){.arena = h->arena};
}

const struct diag_message *diag_first_error(const struct diag_held *h)
{
	for (uint32_t i = 0; i < h->all.n; i++)
		if (h->all.at[i].level == DIAG_ERROR)
			return &h->all.at[i];
	return NULL;
}
