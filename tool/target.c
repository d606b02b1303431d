/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/target.c: --target, -mtriple, -mcpu, -mattr and clang's options of HVX: what they ask for together. */
#include <llvm/Config/llvm-config.h>
#include <stdlib.h>

#include "tool/internal.h"
#include "tool/mllvm.h"

/* What -mattr and the options of HVX ask for, as LLVM's features; NULL: nothing. */
static const char *features_of(const struct options *o, struct arena *arena)
{
	const struct {
		bool given;
		const char *feature;
	} all[] = {
	        {o->features != NULL, o->features},
	        {o->hvx && !*o->hvx, "+hvx"},
	        {o->hvx && *o->hvx, o->hvx ? arena_printf(arena, "+hvx%s", o->hvx) : ""},
	        {o->hvx_length != NULL,
	                o->hvx_length ? arena_printf(arena, "+hvx-length%s", o->hvx_length) : ""},
	        {o->no_hvx, "-hvx"},
	        {o->hvx_ieee, "+hvx-ieee-fp"},
	        {o->no_hvx_ieee, "-hvx-ieee-fp"},
	        {o->hvx_qfloat, "+hvx-qfloat"},
	        {o->no_hvx_qfloat, "-hvx-qfloat"},
	};
	const char *text = NULL;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (all[i].given)
			text = text ? arena_printf(arena, "%s,%s", text, all[i].feature)
			            : all[i].feature;
	return text;
}

/* Check the options of HVX by themselves; the processor's table has the rest. */
static bool decide_hvx(struct options *o, struct diag *d)
{
	if (o->hvx && *o->hvx && (*o->hvx != 'v' || strspn(o->hvx + 1, "0123456789") < 2))
		return USAGE(d, "-mhvx=%s: must be a version such as v68", o->hvx);
	if (o->hvx_length && !strcmp(o->hvx_length, "64B"))
		o->hvx_length = "64b";
	else if (o->hvx_length && !strcmp(o->hvx_length, "128B"))
		o->hvx_length = "128b";
	if (o->hvx_length && strcmp(o->hvx_length, "128b") && strcmp(o->hvx_length, "64b"))
		return USAGE(d, "-mhvx-length=%s: must be 128B", o->hvx_length);
	const struct {
		bool both;
		const char *a, *b;
	} pairs[] = {{o->hvx && o->no_hvx, "-mhvx", "-mno-hvx"},
	        {o->hvx_ieee && o->no_hvx_ieee, "-mhvx-ieee-fp", "-mno-hvx-ieee-fp"},
	        {o->hvx_qfloat && o->no_hvx_qfloat, "-mhvx-qfloat", "-mno-hvx-qfloat"}};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		if (pairs[i].both)
			return USAGE(d, "%s and %s exclude each other", pairs[i].a, pairs[i].b);
	return true;
}

/* The processor of Hexagon that a word means, such as v68, hexagonv68 or hexagon-v68; NULL: none. */
static const struct target_processor *hexagon_named(const char *word)
{
	static const char family[] = "hexagon";
	size_t n = sizeof family - 1;
	if (!strncmp(word, family, n) && word[n] == '-')
		word += n + 1;
	for (size_t i = 0; target_processor_at(i); i++) {
		const struct target_processor *p = target_processor_at(i);
		bool whole = !strcmp(p->name, word);
		if (p->family == TARGET_HEXAGON && !strncmp(p->name, family, n) &&
		        (whole || !strcmp(p->name + n, word)))
			return p;
	}
	return NULL;
}

static const char *target_word(size_t i)
{
	static const char *const words[] = {"auto", "host", "hexagon"};
	return words[i];
}

/* Report a word that is no target but looks as if it were meant for one. */
static bool check_word(const char *option, const char *word, struct diag *d)
{
	const struct target_processor *p = hexagon_named(word);
	const char *slip = slip_of("--target", word), *near = slip_nearest(word, 3, target_word);
	if (p)
		return USAGE(d, "%s=%s: is a processor; did you mean -mcpu=%s?", option, word,
		        p->name);
	if (slip)
		return USAGE(d, "%s=%s: there is no such target; did you mean %s?", option, word,
		        slip);
	if (target_is_hexagon(word) && !strchr(word, '-') && strcmp(word, "hexagon") != 0)
		return USAGE(d, "%s=%s: there is no such processor; -mcpu=help lists them", option,
		        word);
	return !near || !strcmp(near, word) ||
	       USAGE(d, "%s=%s: there is no such target; did you mean --target=%s?", option, word,
	               near);
}

/* -march=NAME: an architecture as for llc, or a processor as for gcc. */
static void decide_march(struct options *o)
{
	bool family = o->march && (!strcmp(o->march, "hexagon") || strchr(o->march, '-'));
	if (family && target_is_hexagon(o->march) && !o->target && !o->triple)
		o->triple = o->march;
	else if (o->march && !o->cpu)
		o->cpu = o->march;
}

/* What the options say of the target.  Where the text is to say it, that is not known before it was read. */
bool options_decide_target(struct options *o, struct arena *arena, struct diag *d)
{
	struct target *t = &o->driver.target;
	decide_march(o);
	bool text = !o->run && !o->triple && (!o->target || !strcmp(o->target, "auto"));
	if (o->target && o->triple)
		return USAGE(d, "--target and -mtriple exclude each other");
	if (!decide_hvx(o, d) || (o->target && !check_word("--target", o->target, d)) ||
	        (o->triple && !check_word("-mtriple", o->triple, d)))
		return false;
	if (o->target && !text && !driver_name_target(o->target, t, arena, d))
		return false;
	if (!o->target && o->triple)
		t->triple = o->triple;
	const char *features = features_of(o, arena);
	if (text && o->cpu && target_is_hexagon(o->cpu)) { /* a processor names its family */
		t->triple = "hexagon";
		text = false;
	}
	o->driver.target_from = o->run ? DRIVER_TARGET_SILENT
	                        : text ? DRIVER_TARGET_TEXT
	                               : DRIVER_TARGET_GIVEN;
	o->driver.asked = (struct target){.cpu = o->cpu, .features = features};
	if (text)
		return true;
	if (t->features && features && !o->cpu)
		t->features = arena_printf(arena, "%s,%s", t->features, features);
	else if (features || o->cpu)
		t->features = features;
	t->cpu = o->cpu ? o->cpu : t->cpu;
	driver_name_native(t, arena);
	return true;
}

/* ---- Processors ---------------------------------------------------------------------------*/
/* Has LLVM what -mattr asks for?  It would print a line for each time that it meets another word, and go on. */
static bool check_features(const char *triple, const char *features, struct diag *d)
{
	for (const char *s = features; s && *s; s += *s == ',') {
		size_t n = strcspn(s, ","), sign = *s == '+' || *s == '-';
		if (n > sign && !mllvm_has_feature(triple, s + sign, n - sign))
			return USAGE(d,
			        "unknown feature '%.*s' for target '%s'; -mattr=help lists them",
			        (int)(n - sign), s + sign, triple);
		s += n;
	}
	return true;
}

bool options_check_cpu(const struct options *o, struct diag *d)
{
	const struct target *t = &o->driver.target;
	const char *triple = t->triple ? t->triple : LLVM_DEFAULT_TARGET_TRIPLE;
	if (target_is_hexagon(triple))
		return true;
	if (!*t->cpu || mllvm_has_cpu(triple, t->cpu))
		return check_features(triple, t->features, d);
	if (hexagon_named(t->cpu))
		return USAGE(d, "unknown processor '%s' for target '%s'; did you mean -mcpu=%s?",
		        t->cpu, triple, hexagon_named(t->cpu)->name);
	return USAGE(d, "unknown processor '%s' for target '%s'; -mcpu=help lists them", t->cpu,
	        triple);
}

static void add_name(void *ctx, const char *name)
{
	struct sbuf *out = ctx;
	sbuf_printf(out, "  %s\n", name);
}

static void add_hexagon(struct sbuf *out)
{
	const struct target_processor *p;
	for (size_t i = 0; (p = target_processor_at(i)); i++) {
		if (p->family != TARGET_HEXAGON || !*p->name)
			continue;
		sbuf_printf(out, "  %-12s ", p->name);
		if (*p->features)
			sbuf_printf(out, "HVX v%u%s", p->hvx,
			        p->floats ? ", vectors of floats" : "");
		else
			sbuf_str(out, "no HVX");
		sbuf_printf(out, "%s%s\n", *p->tags ? ", TVM's " : "", p->tags);
	}
}

static void add_hexagon_features(struct sbuf *out)
{
	for (size_t i = 0; target_feature_name(i); i++)
		add_name(out, target_feature_name(i));
}

void options_print_names(const struct options *o, struct sbuf *out)
{
	const char *named = o->triple ? o->triple : o->target ? o->target : "auto";
	const char *what = o->print_features ? "features" : "processors";
	bool any = !strcmp(named, "auto");
	if (any || target_is_hexagon(named)) {
		sbuf_printf(out, "%s of Hexagon:\n", what);
		(o->print_features ? add_hexagon_features : add_hexagon)(out);
	}
	if (!target_is_hexagon(named)) {
		const char *triple = any || !strcmp(named, "host") ? LLVM_DEFAULT_TARGET_TRIPLE
		                                                   : named;
		sbuf_printf(out, "%s of %s:\n", what, triple);
		mllvm_list(triple, o->print_features, add_name, out);
	}
}
