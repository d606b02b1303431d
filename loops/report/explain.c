/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/report/explain.c: what became of loops and of the elements that they keep in memory; profiles. */
#include "loops/loops.h"

const struct loops_reasoninfo loops_reasons[LOOPS_NREASONS] = {
#define REASON(NAME, word, passed, unit, done, text)                                               \
	[LOOPS_##NAME] = {word, done, text, passed, LOOPS_UNIT_##unit},
#include "loops/reasons.def"
};
static const char *const units[LOOPS_NUNITS] = {
#define UNIT(NAME, text) [LOOPS_UNIT_##NAME] = text,
#include "loops/reasons.def"
};

void loops_remark_print(const struct loops_remark *r, struct sbuf *out)
{
	const struct loops_reasoninfo *why = &loops_reasons[r->reason];
	bool loop = r->reason != LOOPS_PROMOTED && r->reason != LOOPS_CARRIED;
	sbuf_str(out, loop ? "loop '" : "'");
	tir_print_expr(r->func->module, r->expr, 60, out);
	sbuf_char(out, '\'');
	if (loop && why->passed && why->unit == LOOPS_UNIT_NONE)
		sbuf_printf(out, ": %s", why->text);
	else if (loop && why->passed)
		sbuf_printf(out, ": %s%s %u", why->text, units[why->unit], r->uses);
	else if (loop)
		sbuf_printf(out, " is not %s: %s%s%s", why->done, why->text, r->name ? "; " : "",
		        r->name ? r->name : "");
	else if (r->reason == LOOPS_CARRIED)
		sbuf_printf(out, " %s '%s', which uses it %u times", why->text, r->name, r->uses);
	else
		sbuf_printf(out, " %s %u times: %s", why->text, r->uses, r->name);
}

void loops_print_promotions(const struct tir_func *f, const struct loops_kept_values *promotions,
        struct sbuf *out)
{
	const struct tir_module *m = f->module;
	if (promotions->all.n)
		sbuf_printf(out, "%s: %u promoted element%s\n", f->name, promotions->all.n,
		        promotions->all.n == 1 ? "" : "s");
	for (uint32_t i = 0; i < promotions->all.n; i++) {
		const struct loops_kept *c = &promotions->all.at[i];
		unsigned line, column;
		sbuf_printf(out, "  %s = ", c->in->name);
		tir_print_expr(m, c->e, 0, out);
		sbuf_str(out, "  # promoted element");
		if (m->source && c->loop->at.end > c->loop->at.begin) {
			source_location(m->source, c->loop->at.begin, &line, &column);
			sbuf_printf(out, " of the loop at line %u", line);
		}
		sbuf_printf(out, ", used %u times in it\n", c->uses);
	}
}

void loops_explain_promotions(const struct tir_func *f, const struct loops_kept_values *promotions,
        const struct loops_options *options)
{
	for (uint32_t i = 0; i < promotions->all.n; i++) {
		const struct loops_kept *c = &promotions->all.at[i];
		struct loops_remark r = {
		        LOOPS_PROMOTED, f, c->e, c->loop->at, c->uses, c->in->name};
		options->remark(options->ctx, &r);
	}
}

void loops_print_carries(const struct tir_func *f, const struct loops_kept_values *carries,
        struct sbuf *out)
{
	for (uint32_t i = 0; i < carries->all.n; i++) {
		const struct loops_kept *c = &carries->all.at[i];
		sbuf_printf(out, "%s: ", f->name);
		tir_print_expr(f->module, c->e, 60, out);
		sbuf_printf(out, "  # carried by loop '%s' in %u variable%s, used %u times in it\n",
		        tir_as_for(c->loop)->var->name, c->n, c->n == 1 ? "" : "s", c->uses);
	}
}

void loops_explain_carries(const struct tir_func *f, const struct loops_kept_values *carries,
        const struct loops_options *options)
{
	for (uint32_t i = 0; i < carries->all.n; i++) {
		const struct loops_kept *c = &carries->all.at[i];
		struct loops_remark r = {LOOPS_CARRIED, f, c->e, c->loop->at, c->uses,
		        tir_as_for(c->loop)->var->name};
		options->remark(options->ctx, &r);
	}
}

static const struct {
	const char *name;
	struct loops_options options;
} profiles[] = {
        {"host", {.promote_scalars = true, .scratch = 1 << 16}},
        {"hexagon", {.promote_scalars = true,
                            .predictive_commoning = true,
                            .unroll_and_jam = 4,
                            .scratch = 1 << 16}},
};

struct loops_options loops_profile(const char *name)
{
	for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
		if (!name || !strcmp(name, profiles[i].name))
			return profiles[i].options;
	return (struct loops_options){0};
}
