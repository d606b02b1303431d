/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/explain.c: what became of each repeated computation. */
#include <stdlib.h>

#include "cse/internal.h"

static int by_insertion_point(const void *x, const void *y)
{
	const struct note *a = x, *b = y;
	if (a->stmt_number != b->stmt_number)
		return a->stmt_number < b->stmt_number ? -1 : 1;
	return a->class < b->class ? -1 : a->class > b->class;
}

/* ---- Loads that a store came between -----------------------------------------------------*/
struct load {
	const uint32_t *key;
	uint32_t nwords, class;
};

/* By all but the version, then in order of meeting. */
static int by_load(const void *x, const void *y)
{
	const struct load *a = x, *b = y;
	if (a->nwords != b->nwords)
		return a->nwords < b->nwords ? -1 : 1;
	for (uint32_t i = 0; i < a->nwords; i++)
		if (i != KEY_HIGH && a->key[i] != b->key[i])
			return a->key[i] < b->key[i] ? -1 : 1;
	return a->class < b->class ? -1 : a->class > b->class;
}

static bool same_load(const struct load *a, const struct load *b)
{
	return a->nwords == b->nwords && !memcmp(a->key, b->key, KEY_HIGH * sizeof *a->key) &&
	       !memcmp(a->key + KEY_HEAD, b->key + KEY_HEAD,
	               (a->nwords - KEY_HEAD) * sizeof *a->key);
}

/* Reading these again costs nothing: LLVM keeps them in registers. */
static bool is_scalar(const struct tir_expr *e)
{
	const struct tir_buffer *b = e->op == TIR_LOAD ? e->u.buffer : NULL;
	return b && b->kind == TIR_BUFFER_ALLOC && !strcmp(b->scope, "local") && b->ndim == 1 &&
	       b->shape[0]->op == TIR_INT_IMM && b->shape[0]->u.i == 1;
}

/* Note each load that reads an element again after something may have written there. */
static void note_loads(struct cse_plan *p)
{
	const struct cse_values *v = &p->values;
	struct load *loads = ARENA_NEWN(p->arena, struct load, p->classes.n);
	uint32_t n = 0;
	for (uint32_t c = 0; c < p->classes.n; c++)
		if (cse_op(v, c) == TIR_LOAD && p->classes.at[c].uses != NONE)
			loads[n++] = (struct load){cse_key(v, c), v->all.at[c].nwords, c};
	if (n)
		qsort(loads, n, sizeof *loads, by_load);
	for (uint32_t i = 1; i < n; i++) {
		if (!same_load(&loads[i - 1], &loads[i]))
			continue;
		const struct use *u = &p->uses.at[p->classes.at[loads[i].class].uses];
		if (is_scalar(u->form))
			continue;
		struct note note = {
		        u->stmt_number, loads[i].class, 2, CSE_MEMORY, u->form, NULL, 0, NULL, 0};
		VEC_PUSH(p->arena, &p->notes, note);
	}
}

/* ---- Loads whose element is known by then --------------------------------------------------*/
static int by_text(const void *x, const void *y)
{
	const struct written *a = x, *b = y;
	if (a->load->id != b->load->id)
		return a->load->id < b->load->id ? -1 : 1;
	if (a->stmt_number != b->stmt_number)
		return a->stmt_number < b->stmt_number ? -1 : 1;
	return a->class < b->class ? -1 : a->class > b->class;
}

/* Note each load that the text writes again, behind a store of another value to its element: it has that value's class. */
static void note_known_loads(struct cse_plan *p)
{
	if (p->loads.n)
		qsort(p->loads.at, p->loads.n, sizeof *p->loads.at, by_text);
	for (uint32_t i = 1; i < p->loads.n; i++) {
		const struct written *a = &p->loads.at[i - 1], *b = &p->loads.at[i];
		struct note note = {
		        b->stmt_number, b->class, 2, CSE_MEMORY, b->load, NULL, 0, NULL, 0};
		if (a->load == b->load && a->class != b->class && !is_scalar(b->load) &&
		        cse_op(&p->values, a->class) == TIR_LOAD &&
		        cse_op(&p->values, b->class) != TIR_LOAD)
			VEC_PUSH(p->arena, &p->notes, note);
	}
}

/* ---- All of it ---------------------------------------------------------------------------*/
void cse_plan_explain(struct cse_plan *p)
{
	if (!p->options.remark)
		return;
	for (uint32_t i = 0; i < p->names.n; i++)
		if (p->names.at[i].note != NONE) {
			p->notes.at[p->names.at[i].note].var = p->names.at[i].var;
			p->notes.at[p->names.at[i].note].named = p->names.at[i].stmt_number;
		}
	note_loads(p);
	note_known_loads(p);
	uint32_t n = p->notes.n;
	if (!n)
		return;
	struct note *sorted = arena_copy(p->arena, p->notes.at, n * sizeof *sorted);
	qsort(sorted, n, sizeof *sorted, by_insertion_point);
	for (uint32_t i = 0; i < n; i++) {
		struct cse_remark r = {sorted[i].reason, p->f, sorted[i].form,
		        p->stmt_of[sorted[i].stmt_number]->at, sorted[i].uses,
		        sorted[i].var ? sorted[i].var->name : NULL, {0, 0}, sorted[i].others,
		        sorted[i].nothers};
		if (sorted[i].var)
			r.named_at = p->stmt_of[sorted[i].named]->at;
		p->options.remark(p->options.ctx, &r);
	}
}

void cse_remark_print(const struct cse_remark *r, struct sbuf *out)
{
	const struct cse_reasoninfo *why = &cse_reasons[r->reason];
	sbuf_char(out, '\'');
	tir_print_expr_of(r->func, r->expr, 60, out);
	sbuf_char(out, '\'');
	if (why->passed)
		sbuf_printf(out, " %s %u times: %s", why->text, r->uses, r->name);
	else
		sbuf_printf(out, " is computed %u times: %s", r->uses, why->text);
}
