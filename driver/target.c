/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/target.c: what a text says it was made for, and what it is compiled for.
 *
 * Idea.   TVM writes the target into the attributes of a function: func_attr({"target": T.target({"kind":
 *         "hexagon", "mcpu": "hexagonv68", ...})}).  It does not choose ours.  Where nobody chose, and a default
 *         stands against what the text says, that is told.
 * Keeps   the program. */
#include "driver/driver.h"

/* What an attribute says; NULL: nothing. */
struct text_target {
	const char *kind, *triple, *cpu;
};

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
	return a && a->kind == TIR_ATTR_STRING ? a->str : NULL;
}

/* T.target({...}), T.target("hexagon -mcpu=..."), or what stands in it. */
static struct text_target read_target(const struct tir_attr *a, struct arena *arena)
{
	struct text_target t = {0};
	if (a && a->kind == TIR_ATTR_CALL && a->n > 0)
		a = a->item[0];
	if (a && a->kind == TIR_ATTR_DICT)
		return (struct text_target){
		        string_of(a, "kind"), string_of(a, "mtriple"), string_of(a, "mcpu")};
	if (!a || a->kind != TIR_ATTR_STRING)
		return t;
	t.kind = arena_strndup(arena, a->str, strcspn(a->str, " "));
	t.triple = word_of(a->str, " -mtriple=", arena);
	t.cpu = word_of(a->str, " -mcpu=", arena);
	return t;
}

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

/* The architecture that a text was made for; NULL: any. */
static const char *arch_of_text(const struct text_target *t, struct arena *arena)
{
	static const char *const any[] = {"c", "stackvm", "ext_dev", "composite", "test"};
	if (!t->kind)
		return NULL;
	for (size_t i = 0; i < sizeof any / sizeof *any; i++)
		if (!strcmp(t->kind, any[i]))
			return NULL;
	if (strcmp(t->kind, "llvm") != 0)
		return t->kind;
	return t->triple && *t->triple ? arch_of(t->triple, arena) : NULL;
}

/* Warn of a function; true if there was a reason to. */
static bool compare(const struct driver *run, const struct tir_func *f, const char *arch,
        const char *triple)
{
	const struct driver_options *o = run->options;
	struct text_target t = read_target(tir_attr_get(f->attrs, "target"), run->arena);
	const char *wanted = arch_of_text(&t, run->arena);
	if (!wanted)
		return false;
	if (strcmp(wanted, arch) != 0) {
		if (!o->target_given)
			diag_warning(run->diag, run->module->source, f->at,
			        "the target of '%s' is '%s', but it is compiled for '%s'", f->name,
			        t.kind, triple);
		return !o->target_given;
	}
	bool other = !o->cpu_given && t.cpu && *t.cpu && strcmp(t.cpu, o->target.cpu) != 0;
	if (other)
		diag_warning(run->diag, run->module->source, f->at,
		        "the target of '%s' has the processor '%s', but it is compiled for '%s'",
		        f->name, t.cpu, *o->target.cpu ? o->target.cpu : "any");
	return other;
}

void driver_compare_target(const struct driver *run)
{
	const struct driver_options *o = run->options;
	char *host = LLVMGetDefaultTargetTriple();
	const char *triple = o->target.triple && *o->target.triple ? o->target.triple : host;
	const char *arch = arch_of(triple, run->arena);
	for (uint32_t i = 0; i < run->module->funcs.n; i++) {
		const struct tir_func *f = run->module->funcs.at[i];
		bool wanted = !o->function || driver_is_called(f, o->function);
		if (wanted && compare(run, f, arch, triple))
			break; /* once a text */
	}
	LLVMDisposeMessage(host);
}

bool driver_is_host(const char *triple, struct arena *arena)
{
	char *host = LLVMGetDefaultTargetTriple();
	bool same = !triple || !*triple || !strcmp(arch_of(triple, arena), arch_of(host, arena));
	LLVMDisposeMessage(host);
	return same;
}
