/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* target/resolve.c: from what is asked for to the machine it is. */
#include "target/internal.h"

static bool unknown_processor(const struct target *t, struct diag *d)
{
	return diag_error(d, NULL, (struct span){0}, "unknown processor '%s' for target '%s'",
	        t->cpu, t->triple);
}

static bool resolve_hexagon(struct target *t, struct diag *d)
{
	const struct target_processor *usual = target_processor_named(TARGET_HEXAGON, "hexagonv67");
	bool plain = !t->cpu;
	if (!strcmp(t->triple, "hexagon"))
		t->triple = "hexagon-unknown-elf";
	t->cpu = t->cpu ? t->cpu : usual->name;
	const struct target_processor *p = target_processor_named(TARGET_HEXAGON, t->cpu);
	if (!p)
		return unknown_processor(t, d);
	if (!t->features)
		t->features = plain ? p->features : "";
	target_describe(t);
	return true;
}

void target_describe(struct target *t)
{
	bool hexagon = target_is_hexagon(t->triple);
	t->processor = target_processor_named(hexagon ? TARGET_HEXAGON : TARGET_OTHER,
	        hexagon && t->cpu ? t->cpu : "");
	t->hvx = hexagon ? target_hvx_of(t->features) : (struct target_hvx){.known = true};
	t->float_vectors = !hexagon || t->hvx.floats;
}

bool target_resolve(struct target *t, struct arena *arena, struct diag *d)
{
	(void)arena;
	if (target_is_hexagon(t->triple))
		return resolve_hexagon(t, d);
	t->cpu = t->cpu ? t->cpu : "";
	t->features = t->features ? t->features : "";
	target_describe(t);
	return true;
}
