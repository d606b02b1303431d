/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* target/resolve.c: from what is asked for to the machine it is.
 *
 * Idea.   A processor brings its HVX.  Features that say anything of HVX themselves count instead, as far as the
 *         processor has what they ask for; others are added.
 * Needs   nothing: without a processor and features it is the usual one.
 * Leaves alone  targets other than Hexagon: LLVM knows what they have. */
#include "target/internal.h"

/* The processor of Hexagon if none is named. */
static const char usual[] = "hexagonv67";

/* ---- What is not known --------------------------------------------------------------------*/
static void try_name(struct support_nearest *near, const char *name, const char **best)
{
	if (support_nearest_try(near, name, strlen(name)))
		*best = name;
}

static bool refuse_processor(const struct target *t, struct diag *d)
{
	static const char family[] = "hexagon";
	struct support_nearest near = support_nearest_of(t->cpu, strlen(t->cpu));
	const char *best = NULL;
	for (size_t i = 0; target_processor_at(i); i++) {
		const struct target_processor *p = target_processor_at(i);
		if (p->family != TARGET_HEXAGON)
			continue;
		if (!strncmp(p->name, family, sizeof family - 1) &&
		        !strcmp(p->name + sizeof family - 1, t->cpu)) { /* v68 */
			best = p->name;
			break;
		}
		try_name(&near, p->name, &best);
	}
	if (best)
		return diag_error(d, NULL, (struct span){0},
		        "unknown processor '%s' for target '%s'; did you mean '%s'?", t->cpu,
		        t->triple, best);
	return diag_error(d, NULL, (struct span){0},
	        "unknown processor '%s' for target '%s'; -mcpu=help lists them", t->cpu, t->triple);
}

static bool refuse_feature(const struct target *t, const struct feature_item *item, struct diag *d)
{
	struct support_nearest near = support_nearest_of(item->name, item->n);
	const char *best = NULL;
	for (size_t i = 0; target_feature_at(i); i++)
		try_name(&near, target_feature_at(i)->name, &best);
	if (best)
		return diag_error(d, NULL, (struct span){0},
		        "unknown feature '%.*s' for target '%s'; did you mean '%s'?", (int)item->n,
		        item->name, t->triple, best);
	return diag_error(d, NULL, (struct span){0},
	        "unknown feature '%.*s' for target '%s'; -mattr=help lists them", (int)item->n,
	        item->name, t->triple);
}

/* ---- Features that are asked for ----------------------------------------------------------*/
/* The last HVX whose instructions in IEEE's format compute: LLVM's developers say that later ones have no code for them
 * (llvm-project, pull request 198832), which LLVM 22 writes all the same. */
enum { LAST_IEEE = 75 };

/* What a feature string says of HVX. */
struct wish {
	bool any;       /* anything of whether it is there */
	bool versioned; /* of which version */
	bool sized;     /* of which length */
	bool floats;    /* vectors of floats */
	bool off;       /* in the end it is not to be there */
};

static struct wish wish_of(const char *features)
{
	struct wish w = {0};
	struct feature_item item;
	while (target_feature_next(&features, &item)) {
		const struct feature *f = target_feature_named(item.name, item.n);
		bool bytes = f && f->kind == FEATURE_BYTES;
		bool on = f && f->kind == FEATURE_ON;
		if (item.off && (on || (bytes && f->version == TARGET_HVX_BYTES)))
			w = (struct wish){.any = true, .off = true};
		else if (bytes && !item.off)
			w.sized = true;
		else if (on)
			w = (struct wish){
			        true, w.versioned || f->version, w.sized, w.floats, false};
		w.floats |= f && f->kind == FEATURE_QFLOAT;
	}
	return w;
}

static bool check_on(const struct target_processor *p, const struct feature *f, struct diag *d)
{
	if (!p->hvx)
		return diag_error(d, NULL, (struct span){0},
		        "feature '%s': processor '%s' has no HVX", f->name, p->name);
	return f->version <= p->hvx ||
	       diag_error(d, NULL, (struct span){0},
	               "feature '%s': the HVX of processor '%s' is v%u; -mcpu=hexagonv%u has it",
	               f->name, p->name, p->hvx, f->version);
}

static bool refuse_ieee(struct diag *d)
{
	return diag_error(d, NULL, (struct span){0},
	        "feature 'hvx-ieee-fp': from v79 on vectors of floats are computed in qfloat "
	        "alone; v68 to v%d have IEEE's format, too",
	        LAST_IEEE);
}

static bool check_floats(const struct target_processor *p, const struct feature *f, struct diag *d)
{
	if (p->floats && f->kind == FEATURE_IEEE && !(p->floats & TARGET_IEEE))
		return refuse_ieee(d);
	return p->floats & target_feature_format(f) ||
	       diag_error(d, NULL, (struct span){0},
	               "feature '%s': processor '%s' has no vectors of floats", f->name, p->name);
}

static bool check_bytes(const struct feature *f, struct diag *d)
{
	return f->version == TARGET_HVX_BYTES ||
	       diag_error(d, NULL, (struct span){0},
	               "feature '%s': HVX vectors of %u bytes are not supported, only those of %d",
	               f->name, f->version, TARGET_HVX_BYTES);
}

/* Does the processor have what the feature asks for? */
static bool check_feature(const struct target_processor *p, const struct feature *f, struct diag *d)
{
	switch (f->kind) {
	case FEATURE_ON: return check_on(p, f, d);
	case FEATURE_BYTES: return check_bytes(f, d);
	case FEATURE_IEEE:
	case FEATURE_QFLOAT: return check_floats(p, f, d);
	case FEATURE_OTHER:
	case NFEATURE_KINDS: break;
	}
	return true;
}

static bool check_features(const struct target *t, const struct target_processor *p, bool hvx,
        struct diag *d)
{
	const char *text = t->features;
	struct feature_item item;
	bool ok = true;
	while (target_feature_next(&text, &item)) {
		const struct feature *f = target_feature_named(item.name, item.n);
		if (!f)
			ok = refuse_feature(t, &item, d);
		else if (hvx && !item.off)
			ok = check_feature(p, f, d) && ok;
	}
	return ok;
}

/* The features that are asked for, with what they leave open.  LLVM reads them from left to right. */
static const char *complete(const char *features, const struct target_processor *p,
        const struct wish *w, struct arena *arena)
{
	unsigned own = p->version < p->hvx ? p->version : p->hvx;
	if (!w->any)
		return arena_printf(arena, "%s%s%s", p->features,
		        *p->features && *features ? "," : "", features);
	if (w->off)
		return features;
	/* LLVM's versions from v68 on bring qfloat */
	bool exact = !w->floats && p->floats & TARGET_QFLOAT && own >= 68;
	const char *version = w->versioned ? "" : arena_printf(arena, ",+hvxv%u", own);
	return arena_printf(arena, "%s%s%s%s", features, version,
	        w->sized ? "" : ",+hvx-length128b", exact ? ",-hvx-qfloat" : "");
}

/* ---- Targets ------------------------------------------------------------------------------*/
static bool resolve_hexagon(struct target *t, struct arena *arena, struct diag *d)
{
	if (!strcmp(t->triple, "hexagon"))
		t->triple = "hexagon-unknown-elf";
	t->cpu = t->cpu ? t->cpu : usual;
	t->features = t->features ? t->features : "";
	const struct target_processor *p = target_processor_named(TARGET_HEXAGON, t->cpu);
	const struct wish w = wish_of(t->features);
	if (!p)
		return refuse_processor(t, d);
	if (!check_features(t, p, !w.off, d))
		return false;
	t->features = complete(t->features, p, &w, arena);
	struct target_hvx hvx = target_hvx_of(t->features);
	return !(hvx.floats & TARGET_IEEE) || hvx.version <= LAST_IEEE || refuse_ieee(d);
}

/* Is none of the features one of Hexagon's alone? */
static bool check_other(const struct target *t, struct diag *d)
{
	const char *text = t->features;
	struct feature_item item;
	while (target_feature_next(&text, &item)) {
		const struct feature *f = target_feature_named(item.name, item.n);
		if (f && f->kind != FEATURE_OTHER)
			return diag_error(d, NULL, (struct span){0},
			        "feature '%s' is one of Hexagon's; did you mean --target=hexagon?",
			        f->name);
	}
	return true;
}

static bool resolve_other(struct target *t, struct diag *d)
{
	t->cpu = t->cpu ? t->cpu : "";
	t->features = t->features ? t->features : "";
	if (!check_other(t, d))
		return false;
	return strncmp(t->cpu, usual, strcspn(usual, "0123456789")) != 0 ||
	       diag_error(d, NULL, (struct span){0},
	               "processor '%s' is one of Hexagon's; did you mean --target=hexagon "
	               "-mcpu=%s?",
	               t->cpu, t->cpu);
}

void target_describe(struct target *t)
{
	bool hexagon = target_is_hexagon(t->triple);
	t->processor = target_processor_named(hexagon ? TARGET_HEXAGON : TARGET_OTHER,
	        hexagon && t->cpu ? t->cpu : "");
	t->hvx = hexagon ? target_hvx_of(t->features) : (struct target_hvx){.known = true};
	t->float_vectors = !hexagon || t->hvx.floats;
}

/* ---- The entry ----------------------------------------------------------------------------*/
struct work {
	struct target *target;
	struct arena *arena;
	struct diag *diag;
	bool ok;
};

static void work(void *ctx)
{
	struct work *w = ctx;
	w->ok = target_is_hexagon(w->target->triple) ? resolve_hexagon(w->target, w->arena, w->diag)
	                                             : resolve_other(w->target, w->diag);
}

bool target_resolve(struct target *t, struct arena *arena, struct diag *d)
{
	struct work w = {t, arena, d, false};
	if (!arena_guard(arena, work, &w))
		return diag_error(d, NULL, (struct span){0}, "out of memory");
	if (w.ok)
		target_describe(t);
	return w.ok;
}
