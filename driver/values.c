/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/values.c: the values of a program as text: a line for each expression, with its number.
 *
 * Numbers are given in the order in which values are met, for each function anew.
 * Costs   each node once a statement, and at most MOST bytes of its text. */
#include "driver/driver.h"

enum { MOST = 100 };

struct listing {
	const struct tir_func *f;
	struct arena *arena;
	struct sbuf *out;
	struct numbers {
		VEC(uint32_t) of; /* by number of the numbering: ours, 0: it was not met */
		uint32_t n;
	} values, memory;
};

static uint32_t number(struct listing *l, struct numbers *all, uint32_t x)
{
	while (all->of.n <= x)
		VEC_PUSH(l->arena, &all->of, 0);
	if (!all->of.at[x])
		all->of.at[x] = ++all->n;
	return all->of.at[x];
}

static void list(void *ctx, const struct cse_numbered *n)
{
	struct listing *l = ctx;
	const struct tir_module *m = l->f->module;
	if (!n->expr->n || tir_ops[n->expr->op].form == TIR_FORM_LEAF)
		return;
	if (m->source && n->stmt->at.end > n->stmt->at.begin) {
		unsigned line, column;
		source_location(m->source, n->stmt->at.begin, &line, &column);
		sbuf_printf(l->out, "  line %u:", line);
	}
	sbuf_printf(l->out, "  v%u = ", number(l, &l->values, n->value));
	tir_print_expr(m, n->expr, MOST, l->out);
	if (n->memory != UINT32_MAX)
		sbuf_printf(l->out, "  # memory %u", number(l, &l->memory, n->memory));
	sbuf_char(l->out, '\n');
}

bool driver_print_values(const struct tir_module *m, const struct driver_options *options,
        struct sbuf *out)
{
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		struct arena arena = arena_scratch(m->arena);
		struct listing l = {.f = m->funcs.at[i], .arena = &arena, .out = out};
		if (options->function && driver_find_function(m, options->function) != l.f)
			continue;
		sbuf_printf(out, "%s:\n", l.f->name);
		cse_number(l.f, &options->optimize.cse, &arena, list, &l);
		arena_free(&arena);
	}
	return !out->failed;
}
