/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/passes.c: the passes in front of optimize, in their order: those of legalize/, and those of loops/ that
 * stand between them. */
#include "driver/driver.h"
#include "proof/proof.h"

static struct tir_func *move_allocations(struct pass *p, struct tir_func *f)
{
	return loops_move_allocations(f, legalize_arena(p));
}

static struct tir_func *make_flat(void *ctx, struct tir_func *f)
{
	return legalize_simplify(ctx, legalize_flatten(ctx, move_allocations(ctx, f)));
}

/* f as the pass rewrites it; f itself where that is not proved. */
static struct tir_func *rewritten(struct pass *p, struct tir_func *f, loops_pass *pass,
        proof_check *proof)
{
	const struct loops_options none = {0};
	const struct proof_contract contract = {0};
	struct loops_vectors vectors = {0};
	const char *why = NULL;
	struct tir_func *g = pass(f, &none, legalize_arena(p), &vectors);
	bool ok = g == f || proof(f, g, &contract, legalize_arena(p), &why) == PROOF_PROVED;
	return ok ? g : f;
}

/* What follows reads sums, not names of them: as loops_names does in front of the passes over loops. */
static struct tir_func *put_values(struct pass *p, struct tir_func *f)
{
	f = rewritten(p, f, loops_locals, proof_unlocal);
	return rewritten(p, f, loops_names, proof_unnamed);
}

/* f with loops of their own for parts of blocks, if there still are quotients where buffers have one dimension. */
static struct tir_func *split_rests(struct pass *p, struct tir_func *f)
{
	const struct loops_options none = {0};
	struct loops_vectors vectors = {0};
	if (loops_rests(f, &none, legalize_arena(p), &vectors) == f)
		return f;
	struct tir_func *flat = make_flat(p, f), *g = rewritten(p, flat, loops_rests, proof_replay);
	return g == flat ? f : legalize_simplify(p, g);
}

static struct tir_func *split_digits(struct pass *p, struct tir_func *f)
{
	const struct loops_flattener flat = {make_flat, p};
	f = split_rests(p, f);
	struct tir_func *g = loops_split_digits(f, &flat, legalize_arena(p));
	return g == f && loops_stencil_wants_flat(f) ? make_flat(p, f) : g;
}

const struct legalize_pass driver_passes[] = {
#define PASS(name, function, needed, flat, targets, text)                                          \
	{name, text, needed, flat, LEGALIZE_FOR_##targets, function},
#include "driver/passes.def"
};
const uint32_t driver_npasses = sizeof driver_passes / sizeof *driver_passes;

static const struct {
	const char *old, *now;
} renamed[] = {
#define RENAMED_PASS(old, new) {old, new},
#include "driver/passes.def"
};

/* The name that a pass has today if `name`, n bytes, is an old one; or NULL. */
static const char *todays_name(const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
		if (strlen(renamed[i].old) == n && !memcmp(renamed[i].old, name, n))
			return renamed[i].now;
	return NULL;
}

const char *driver_rename_passes(const char *list, struct arena *arena, driver_tell_pass *tell,
        void *ctx)
{
	const char *out = "";
	bool any = false;
	for (const char *p = list, *comma; p; p = comma ? comma + 1 : NULL) {
		size_t n = strcspn(p, ",");
		comma = strchr(p, ',');
		const char *now = todays_name(p, n);
		if (now)
			tell(ctx, (int)n, p, now);
		any |= now != NULL;
		out = arena_printf(arena, "%s%s%.*s", out, p == list ? "" : ",",
		        now ? (int)strlen(now) : (int)n, now ? now : p);
	}
	return any ? out : list;
}
