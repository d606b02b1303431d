/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/target.c: the target that a text or the command line names, in TVM's words or LLVM's.
 *
 * Idea.   TVM writes the target into the attributes of a function: func_attr({"target": T.target({"kind":
 *         "hexagon", "mcpu": "hexagonv68", ...})}).  Unless the command line says another one, the program is
 *         compiled for the first of those that can be; a warning tells where a function has another one.
 * Keeps   the program. */
#include <llvm/Config/llvm-config.h>
#include <stdlib.h>

#include "driver/internal.h"

/* What a target says; NULL: nothing. */
struct named {
	const char *kind, *triple, *cpu, *features, *tag;
};

/* ---- TVM's forms -------------------------------------------------------------------------*/
/* The value of " -name=" in the words of a target's string, or NULL. */
static const char *word_of(const char *words, const char *name, struct arena *arena)
{
	const char *at = strstr(words, name);
	at = at ? at + strlen(name) : NULL;
	return at ? arena_strndup(arena, at, strcspn(at, " ")) : NULL;
}

static const char *string_of(const struct tir_attr *dict, const char *key)
{
	const struct tir_attr *a = tir_attr_get(dict, key);
	return a && a->kind == TIR_ATTR_STRING && *a->str ? a->str : NULL;
}

/* "+a,-b" of ["+a", "-b"]; NULL: there are none. */
static const char *joined(const struct tir_attr *list, struct arena *arena)
{
	const char *all = NULL;
	if (list && list->kind == TIR_ATTR_STRING)
		return *list->str ? list->str : NULL;
	bool items = list && (list->kind == TIR_ATTR_LIST || list->kind == TIR_ATTR_TUPLE);
	for (uint32_t i = 0; items && i < list->n; i++)
		if (list->item[i]->kind == TIR_ATTR_STRING && *list->item[i]->str)
			all = all ? arena_printf(arena, "%s,%s", all, list->item[i]->str)
			          : list->item[i]->str;
	return all;
}

/* "hexagon -mcpu=hexagonv68", or a tag. */
static struct named read_words(const char *words, struct arena *arena)
{
	struct named t = {.kind = arena_strndup(arena, words, strcspn(words, " "))};
	t.triple = word_of(words, " -mtriple=", arena);
	t.cpu = word_of(words, " -mcpu=", arena);
	t.features = word_of(words, " -mattr=", arena);
	if (strchr(t.kind, '/'))
		t.tag = t.kind;
	return t;
}

/* A tag alone names processor and kind. */
static struct named with_tag(struct named t)
{
	const struct target_processor *p = t.tag ? target_processor_tagged(t.tag) : NULL;
	if (!p)
		return t;
	t.kind = "hexagon";
	t.cpu = t.cpu ? t.cpu : p->name;
	return t;
}

/* T.target({...}), T.target("hexagon -mcpu=..."), or what stands in it. */
static struct named read_attr(const struct tir_attr *a, struct arena *arena)
{
	if (a && a->kind == TIR_ATTR_CALL && a->n > 0)
		a = a->item[0];
	if (a && a->kind == TIR_ATTR_DICT)
		return with_tag((struct named){string_of(a, "kind"), string_of(a, "mtriple"),
		        string_of(a, "mcpu"), joined(tir_attr_get(a, "mattr"), arena),
		        string_of(a, "tag")});
	return a && a->kind == TIR_ATTR_STRING ? with_tag(read_words(a->str, arena))
	                                       : (struct named){0};
}

/* ---- Architectures -----------------------------------------------------------------------*/
/* The architecture of a triple, by the name that LLVM gives it. */
static const char *arch_of(const char *triple, struct arena *arena)
{
	static const char *const names[][2] = {{"amd64", "x86_64"}, {"arm64", "aarch64"}};
	const char *arch = arena_strndup(arena, triple, strcspn(triple, "-"));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(arch, names[i][0]))
			return names[i][1];
	return arch;
}

static bool is_any(const char *kind)
{
	static const char *const any[] = {"c", "stackvm", "ext_dev", "composite", "test"};
	for (size_t i = 0; i < sizeof any / sizeof *any; i++)
		if (!strcmp(kind, any[i]))
			return true;
	return false;
}

/* The architecture that a target is of; NULL: any. */
static const char *arch_of_named(const struct named *t, struct arena *arena)
{
	if (!t->kind || is_any(t->kind))
		return NULL;
	if (strcmp(t->kind, "llvm") != 0)
		return t->kind;
	return t->triple ? arch_of(t->triple, arena) : NULL;
}

bool driver_is_host(const char *triple, struct arena *arena)
{
	return !triple || !*triple ||
	       !strcmp(arch_of(triple, arena), arch_of(LLVM_DEFAULT_TARGET_TRIPLE, arena));
}

/* ---- Choosing one ------------------------------------------------------------------------*/
/* What to compile for; false: nothing that can be. */
static bool target_of(const struct named *t, struct target *out, struct arena *arena)
{
	bool hexagon = t->kind && !strcmp(t->kind, "hexagon");
	if (!hexagon && (!t->kind || strcmp(t->kind, "llvm") != 0))
		return false;
	*out = (struct target){
	        .triple = hexagon ? "hexagon" : t->triple, .cpu = t->cpu, .features = t->features};
	if (!hexagon && driver_is_host(t->triple, arena))
		out->triple = NULL;
	return true;
}

bool driver_name_target(const char *words, struct target *out, struct arena *arena, struct diag *d)
{
	const struct tir_attr *json = NULL;
	struct named t;
	if (*words == '{' && !(json = driver_read_json(words, arena)))
		return diag_error(d, NULL, (struct span){0}, "--target=%s: is no JSON", words);
	t = json ? read_attr(json, arena) : with_tag(read_words(words, arena));
	if (target_of(&t, out, arena))
		return true;
	if (!json && t.tag)
		return diag_error(d, NULL, (struct span){0},
		        "--target=%s: there is no such tag; -mcpu=help lists them beside their "
		        "processors",
		        words);
	if (json)
		return diag_error(d, NULL, (struct span){0},
		        "--target=%s: there is no such kind; tirc compiles for kind 'hexagon', "
		        "with "
		        "tags such as 'qcom/hexagon-v68', and 'llvm'",
		        words);
	bool host = !strcmp(words, "host");
	*out = (struct target){
	        .triple = host ? NULL : t.kind, .cpu = t.cpu, .features = t.features};
	return true;
}

void driver_name_native(struct target *t, struct arena *arena)
{
	if (!t->cpu || strcmp(t->cpu, "native") != 0 || !driver_is_host(t->triple, arena))
		return;
	char *cpu = lower_host_cpu(), *features = lower_host_features();
	t->cpu = arena_strndup(arena, cpu, strlen(cpu));
	t->features = arena_printf(arena, "%s%s%s", features, t->features ? "," : "",
	        t->features ? t->features : "");
	free(cpu);
	free(features);
}

/* Is f one of the functions that are compiled? */
static bool is_wanted(const struct driver_options *o, const struct tir_func *f)
{
	return !o->function || driver_is_called(f, o->function);
}

/* What the text says of a target, with what the options say of the processor. */
static void take_target(struct driver_options *o, const struct target *text, struct arena *arena)
{
	const char *cpu = o->asked.cpu, *features = o->asked.features;
	o->target.triple = text->triple;
	o->target.cpu = cpu ? cpu : text->cpu;
	o->target.features = features;
	if (!cpu && text->features)
		o->target.features = features ? arena_printf(arena, "%s,%s", text->features,
		                                        features)
		                              : text->features;
	driver_name_native(&o->target, arena);
}

bool driver_take_target(struct driver_options *o, const struct tir_module *m, struct arena *arena,
        struct diag *d)
{
	struct target t;
	if (o->target_from != DRIVER_TARGET_TEXT)
		return true;
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		struct named named = read_attr(tir_attr_get(m->funcs.at[i]->attrs, "target"),
		        arena);
		if (!is_wanted(o, m->funcs.at[i]) || !target_of(&named, &t, arena))
			continue;
		take_target(o, &t, arena);
		return driver_decide(o, arena, d);
	}
	take_target(o, &(struct target){0}, arena);
	return driver_decide(o, arena, d);
}

/* ---- Comparing ---------------------------------------------------------------------------*/
/* Warn of a function; true if there was a reason to. */
static bool compare(const struct driver *run, const struct tir_func *f, const char *arch,
        const char *triple)
{
	const struct driver_options *o = run->options;
	struct named t = read_attr(tir_attr_get(f->attrs, "target"), run->arena);
	const char *wanted = arch_of_named(&t, run->arena);
	if (!wanted)
		return false;
	if (strcmp(wanted, arch) != 0) {
		diag_warning(run->diag, run->module->source, f->at,
		        "the target of '%s' is '%s', but it is compiled for '%s'", f->name, t.kind,
		        triple);
		return true;
	}
	bool other = !o->target_is_fixed && t.cpu && strcmp(t.cpu, o->target.cpu) != 0;
	if (other)
		diag_warning(run->diag, run->module->source, f->at,
		        "the target of '%s' has the processor '%s', but it is compiled for '%s'",
		        f->name, t.cpu, *o->target.cpu ? o->target.cpu : "any");
	return other;
}

void driver_compare_target(const struct driver *run)
{
	const struct driver_options *o = run->options;
	if (o->target_from == DRIVER_TARGET_SILENT)
		return;
	const char *triple = o->target.triple && *o->target.triple ? o->target.triple
	                                                           : LLVM_DEFAULT_TARGET_TRIPLE;
	const char *arch = arch_of(triple, run->arena);
	for (uint32_t i = 0; i < run->module->funcs.n; i++) {
		const struct tir_func *f = run->module->funcs.at[i];
		if (is_wanted(o, f) && compare(run, f, arch, triple))
			break; /* once a text */
	}
}
