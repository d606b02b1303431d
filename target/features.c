/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* target/features.c: what LLVM's feature strings say of HVX.
 *
 * As in LLVM a string is read from left to right: what is said last counts. */
#include "target/internal.h"

static const struct feature features[] = {
#define FEATURE(name, kind, version) {name, FEATURE_##kind, version},
#include "target/features.def"
};
enum { NFEATURES = sizeof features / sizeof *features };

const struct feature *target_feature_at(size_t i)
{
	return i < NFEATURES ? &features[i] : NULL;
}

const char *target_feature_name(size_t i)
{
	return i < NFEATURES ? features[i].name : NULL;
}

const struct feature *target_feature_named(const char *name, size_t n)
{
	for (size_t i = 0; i < NFEATURES; i++)
		if (strlen(features[i].name) == n && !memcmp(features[i].name, name, n))
			return &features[i];
	return NULL;
}

unsigned target_feature_format(const struct feature *f)
{
	return f->kind == FEATURE_IEEE     ? TARGET_IEEE
	       : f->kind == FEATURE_QFLOAT ? TARGET_QFLOAT
	                                   : 0;
}

bool target_feature_next(const char **text, struct feature_item *item)
{
	*text += strspn(*text, ", ");
	item->off = **text == '-';
	item->name = *text + (**text == '-' || **text == '+');
	item->n = strcspn(item->name, ", ");
	*text = item->name + item->n;
	return item->n > 0;
}

/* HVX as LLVM's strings build it up. */
struct state {
	unsigned version, bytes, floats;
};

static void take(struct state *s, const struct feature *f, bool off)
{
	const unsigned format = target_feature_format(f);
	const unsigned oldest = 60;
	if (f->kind == FEATURE_ON && off)
		*s = (struct state){0};
	else if (f->kind == FEATURE_ON)
		s->version = f->version ? f->version : s->version ? s->version : oldest;
	if (f->kind == FEATURE_BYTES && !off)
		s->bytes = f->version;
	else if (f->kind == FEATURE_BYTES && s->bytes == f->version)
		s->bytes = 0;
	s->floats = off ? s->floats & ~format : s->floats | format;
}

struct target_hvx target_hvx_of(const char *text)
{
	struct state s = {0};
	struct feature_item item;
	if (!text)
		return (struct target_hvx){.known = false};
	while (target_feature_next(&text, &item)) {
		const struct feature *f = target_feature_named(item.name, item.n);
		if (f)
			take(&s, f, item.off);
	}
	bool on = s.version && s.bytes == TARGET_HVX_BYTES;
	return (struct target_hvx){true, on ? s.version : 0, on ? s.floats : 0};
}
