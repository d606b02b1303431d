/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/program.c: a program of a seed: its parameters, where they lie, and what they hold. */
#include <math.h>

#include "make.h"

const struct feature_info random_features[NFEATURES] = {
#define FEATURE(NAME, word, percent, text) {word, percent, text},
#include "features.def"
};
const struct rtype_info random_types[NRTYPES] = {
#define RTYPE(NAME, text, bits, kind) {text, bits, kind},
#include "types.def"
};

/* ---- Parameters -------------------------------------------------------------------------*/
static void choose_features(struct make *g, const struct random_options *o)
{
	for (int i = 0; i < NFEATURES; i++)
		if (chance(g, random_features[i].percent))
			g->may |= UINT64_C(1) << i;
	g->may = (g->may | o->only) & ~o->without;
	if (may(g, FEATURE_OVERLAP))
		g->may &= ~(UINT64_C(1) << FEATURE_NOALIAS);
	if (may(g, FEATURE_HALF) || may(g, FEATURE_DOUBLE))
		g->may |= UINT64_C(1) << FEATURE_FLOAT;
	g->may &= ~o->without;
}

static void choose_types(struct make *g)
{
	static const enum rtype wide[] = {
	        RT_I8, RT_U8, RT_I16, RT_U16, RT_I64, RT_U64, RT_U8, RT_I16};
	bool any = may(g, FEATURE_WIDE);
	g->main = chance(g, 60) ? RT_I32 : RT_U32;
	g->other = any ? wide[below(g, 8)] : chance(g, 50) ? RT_U32 : RT_I32;
	if (any && chance(g, 50))
		g->main = wide[below(g, 8)];
	g->real = may(g, FEATURE_HALF) ? RT_F16 : may(g, FEATURE_DOUBLE) ? RT_F64 : RT_F32;
	if (g->main != RT_I32 && g->main != RT_U32)
		uses(g, FEATURE_WIDE);
	if (g->other != RT_I32 && g->other != RT_U32)
		uses(g, FEATURE_WIDE);
}

static void choose_shape(struct make *g, struct buffer *b, bool flat)
{
	static const int64_t sizes[] = {16, 24, 32, 60, 64, 64, 100, 128};
	static const int64_t shapes[][RANDOM_RANK] = {
	        {8, 8}, {4, 16}, {5, 7}, {16, 4}, {2, 4, 8}, {3, 3, 5}, {4, 4, 4}, {12, 10}};
	int64_t n = 1;
	b->ndim = 1;
	b->shape[0] = may(g, FEATURE_LONG) ? 256 : sizes[below(g, 8)];
	if (!flat && chance(g, 45)) {
		const int64_t *s = shapes[below(g, 8)];
		b->ndim = s[2] ? 3 : 2;
		memcpy(b->shape, s, sizeof b->shape);
	}
	if (!flat && may(g, FEATURE_POINT) && chance(g, 30)) {
		b->ndim = 0;
		uses(g, FEATURE_POINT);
	}
	for (uint32_t i = b->ndim; i-- > 0; n *= b->shape[i])
		b->stride[i] = n;
	b->size = n;
}

static void add_param(struct make *g, const char *name, enum rtype ty, int64_t size)
{
	struct buffer *b = ARENA_NEW(g->a, struct buffer);
	b->name = name;
	b->ty = ty;
	b->bounded = is_bounded(ty);
	choose_shape(g, b, size != 0);
	if (size) {
		b->shape[0] = b->size = size;
		b->stride[0] = 1;
	}
	b->align = chance(g, 25) ? random_types[ty].bits / 8 : 0;
	b->root = b->raw = b;
	g->p->param[g->p->nparams++] = b;
	if (g->nbuffers < MAX_BUFFERS)
		g->buffer[g->nbuffers++] = b;
}

static void add_params(struct make *g)
{
	add_param(g, "C", RT_I32, 32);
	add_param(g, "A", g->main, 0);
	add_param(g, "B", g->other, 0);
	if (may(g, FEATURE_FLOAT)) {
		add_param(g, "F", g->real, 0);
		uses(g, FEATURE_FLOAT);
		if (g->real != RT_F32)
			uses(g, g->real == RT_F16 ? FEATURE_HALF : FEATURE_DOUBLE);
	} else {
		add_param(g, "F", g->main, 0);
	}
	if (may(g, FEATURE_BOOL)) {
		add_param(g, "E", RT_BOOL, 0);
		uses(g, FEATURE_BOOL);
	} else {
		add_param(g, "E",
		        chance(g, 50)                                ? g->main
		        : g->real == RT_F32 && may(g, FEATURE_FLOAT) ? RT_F32
		                                                     : g->other,
		        0);
	}
	add_param(g, "O", g->main, 64);
}

static void add_scalars(struct make *g)
{
	g->var[g->nvars++] = make_var(g, "n", RT_I32, 0, 5);
	g->var[g->nvars++] = make_var(g, "x", RT_I32, -8, 40);
	g->var[g->nvars++] = make_var(g, "y", RT_I32, -8, 40);
	g->var[g->nvars++] = make_var(g, "w", RT_I64, -100, 100);
	g->var[g->nvars++] = make_var(g, "f", RT_F32, 0, -1);
}

/* ---- Where they lie ---------------------------------------------------------------------*/
static uint32_t bytes_of(const struct buffer *b)
{
	return (uint32_t)b->size * random_types[b->ty].bits / 8;
}

/* The first offset from at on that is a multiple of align and not of twice that. */
static uint32_t placed(uint32_t at, uint32_t align)
{
	at = (at + align - 1) & ~(align - 1);
	return at & align ? at : at + align;
}

static bool may_overlap(const struct buffer *a, const struct buffer *b)
{
	bool any = is_int(a->ty) && is_int(b->ty) && !a->bounded && !b->bounded;
	return any || a->ty == b->ty;
}

/* Put b over a: not at the same place, as a rule, and so that elements are aligned. */
static void overlap(struct make *g, uint32_t a, uint32_t b)
{
	struct program *p = g->p;
	unsigned la = random_types[p->param[a]->ty].bits / 8,
	         lb = random_types[p->param[b]->ty].bits / 8;
	unsigned align = la > lb ? la : lb;
	p->param[a]->align = la;
	p->param[b]->align = lb;
	uint32_t steps = bytes_of(p->param[a]) / align;
	p->place[b] = p->place[a] +
	              align * (chance(g, 15) ? 0
	                                     : below(g, steps > 6 && chance(g, 60) ? 6 : steps));
	uses(g, FEATURE_OVERLAP);
}

/* Before the body is made: it depends on whether the parameters overlap. */
static void place_params(struct make *g)
{
	struct program *p = g->p;
	uint32_t at = RANDOM_GUARD, under[RANDOM_BUFFERS], n = p->nparams;
	for (uint32_t i = 0; i < n; i++)
		under[i] = n;
	for (int i = 0; i < 3 && may(g, FEATURE_OVERLAP); i++) {
		uint32_t a = below(g, n), b = below(g, n);
		bool low = a < b && under[a] == n && under[b] == n;
		for (uint32_t k = 0; k < n; k++)
			low &= under[k] != b; /* one that others lie over stays where it is */
		if (low && may_overlap(p->param[a], p->param[b])) {
			under[b] = a;
			p->param[a]->align = random_types[p->param[a]->ty].bits / 8;
		}
	}
	for (uint32_t i = 0; i < n; i++) {
		unsigned align = p->param[i]->align;
		if (under[i] < n)
			continue;
		p->place[i] = placed(at, align ? align : 64);
		at = p->place[i] + bytes_of(p->param[i]) + RANDOM_GUARD;
		for (uint32_t j = i + 1; j < n; j++) {
			if (under[j] != i)
				continue;
			overlap(g, i, j);
			uint32_t end = p->place[j] + bytes_of(p->param[j]) + RANDOM_GUARD;
			at = end > at ? end : at;
		}
	}
	p->image = (at + 63) / 64 * 64;
}

struct program *random_program(uint64_t seed, const struct random_options *o, struct arena *a)
{
	struct program *p = ARENA_NEW(a, struct program);
	struct make *g = ARENA_NEW(a, struct make);
	*g = (struct make){.r = {seed}, .a = a, .p = p};
	random_next(&g->r);
	p->seed = seed;
	p->arena = a;
	choose_features(g, o);
	choose_types(g);
	add_scalars(g);
	add_params(g);
	place_params(g);
	p->noalias = may(g, FEATURE_NOALIAS);
	if (p->noalias)
		uses(g, FEATURE_NOALIAS);
	if (may(g, FEATURE_VIEW) && chance(g, 60))
		make_view(g, &p->body);
	if (may(g, FEATURE_WIDTH) && chance(g, 60))
		make_view(g, &p->body);
	g->budget = 6 + (int)below(g, 9);
	while (g->budget > 0)
		make_block_of(g, &p->body, 3);
	return p;
}

/* ---- What they hold ---------------------------------------------------------------------*/
static uint16_t half_bits(double v)
{
	__extension__ _Float16 h = (_Float16)v;
	uint16_t bits;
	memcpy(&bits, &h, sizeof bits);
	return bits;
}

static void put_float(enum rtype ty, double v, unsigned char *to)
{
	float f = (float)v;
	uint16_t h = half_bits(v);
	if (ty == RT_F16)
		memcpy(to, &h, sizeof h);
	else if (ty == RT_F32)
		memcpy(to, &f, sizeof f);
	else
		memcpy(to, &v, sizeof v);
}

static double some_float(struct random *r)
{
	static const double some[] = {0.0, -0.0, 1.0, -1.5, 3.25, 0.1, 7.0, 8.0, -20.0, 100.0, 1e30,
	        1e-40, -1e-42, INFINITY, -INFINITY, NAN};
	return some[random_below(r, random_percent(r, 60) ? 10 : 16)];
}

static void fill(struct random *r, const struct buffer *b, unsigned char *to)
{
	unsigned width = random_types[b->ty].bits / 8;
	for (int64_t i = 0; i < b->size; i++, to += width) {
		int64_t v = (int64_t)random_below(r, 17) - 8;
		if (b->bounded && random_percent(r, 30))
			v = (int64_t)random_below(r, 256) - 128;
		if (!b->bounded && random_percent(r, 25))
			v = (int64_t)random_next(r);
		if (b->ty == RT_BOOL)
			v &= 1;
		if (is_float(b->ty))
			put_float(b->ty, some_float(r), to);
		else
			memcpy(to, &v, width); /* little-endian, as the engines are */
	}
}

struct random_scalars random_input(const struct program *p, unsigned k, unsigned char *image)
{
	struct random r = {p->seed * RANDOM_INPUTS + k + UINT64_C(0x517cc1b727220a95)};
	memset(image, RANDOM_FILL, p->image);
	for (uint32_t i = 0; i < p->nparams; i++)
		fill(&r, p->param[i], image + p->place[i]);
	return (struct random_scalars){.n = (int32_t)random_below(&r, 6),
	        .x = (int32_t)random_below(&r, 49) - 8,
	        .y = random_percent(&r, 30) ? 0 : (int32_t)random_below(&r, 49) - 8,
	        .w = (int64_t)random_below(&r, 201) - 100,
	        .f = (float)some_float(&r)};
}

/* ---- Comparing --------------------------------------------------------------------------*/
static bool is_nan(enum rtype ty, const unsigned char *p)
{
	uint16_t h;
	uint32_t f;
	uint64_t d;
	memcpy(&h, p, sizeof h);
	if (ty == RT_F16)
		return (h & 0x7fff) > 0x7c00;
	memcpy(&f, p, sizeof f);
	if (ty == RT_F32)
		return (f & 0x7fffffff) > 0x7f800000;
	memcpy(&d, p, sizeof d);
	return (d & INT64_MAX) > INT64_C(0x7ff0000000000000);
}

const struct buffer *random_param_at(const struct program *p, uint32_t byte)
{
	for (uint32_t i = 0; i < p->nparams; i++)
		if (byte >= p->place[i] && byte < p->place[i] + bytes_of(p->param[i]))
			return p->param[i];
	return NULL;
}

/* Is what a and b hold around this byte a NaN of the same float each? */
static bool both_nan(const struct program *p, const unsigned char *a, const unsigned char *b,
        uint32_t byte)
{
	for (uint32_t i = 0; i < p->nparams; i++) {
		const struct buffer *x = p->param[i];
		uint32_t width = random_types[x->ty].bits / 8, at = byte - p->place[i];
		if (byte < p->place[i] || at >= bytes_of(x) || !is_float(x->ty))
			continue;
		at = p->place[i] + at / width * width;
		if (is_nan(x->ty, a + at) && is_nan(x->ty, b + at))
			return true;
	}
	return false;
}

int64_t random_compare(const struct program *p, const unsigned char *a, const unsigned char *b)
{
	if (memcmp(a, b, p->image) == 0)
		return -1;
	for (uint32_t i = 0; i < p->image; i++)
		if (a[i] != b[i] && !both_nan(p, a, b, i))
			return i;
	return -1;
}
