/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plugin/plugin.c: the pass tir-lower: read, cse, lower into the module that is being compiled.
 *
 * TIR comes from the parameter file= and from the module itself, where C code embedded it in section
 * .tir (embed.c).  A function that the module declares gets its body (adopt.c); others are added.
 * Needs: a module with triple and data layout.  Keeps: everything that was defined.  Running it
 * again finds no text in the section and, without file=, changes nothing. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr, dl_iterate_phdr */
#endif
#include <dlfcn.h>
#include <link.h>
#include <llvm-c/Core.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm/Config/llvm-config.h>

#include "cse/cse.h"
#include "driver/driver.h"
#include "frontend/frontend.h"
#include "legalize/legalize.h"
#include "plugin/internal.h"

/* ---- versions ---------------------------------------------------------------------------*/
/* Is this another LLVM than the one the plugin is linked with?  ctx: the latter's path, replaced by
 * the other's. */
static int find_other(struct dl_phdr_info *info, size_t size, void *ctx)
{
	const char **ours = ctx, *slash = strrchr(info->dlpi_name, '/');
	const char *base = slash ? slash + 1 : info->dlpi_name;
	const char *own_slash = strrchr(*ours, '/'), *own = own_slash ? own_slash + 1 : *ours;
	(void)size;
	if (strncmp(base, "libLLVM-", 8) && strncmp(base, "libLLVM.so", 10))
		return 0;
	if (!strcmp(base, own))
		return 0;
	*ours = base;
	return 1;
}

bool plugin_version_ok(void)
{
	unsigned major, minor, patch;
	Dl_info where;
	LLVMGetVersion(&major, &minor, &patch);
	if (major != LLVM_VERSION_MAJOR || minor != LLVM_VERSION_MINOR) {
		fprintf(stderr,
		        "tirc-plugin: error: built for LLVM " LLVM_VERSION_STRING
		        " but loaded into LLVM %u.%u.%u; use the opt, clang or lld of LLVM %d\n",
		        major, minor, patch, LLVM_VERSION_MAJOR);
		return false;
	}
	if (!dladdr((void *)(uintptr_t)LLVMGetVersion, &where) || !where.dli_fname)
		return true;
	const char *other = where.dli_fname;
	if (!dl_iterate_phdr(find_other, &other))
		return true;
	fprintf(stderr,
	        "tirc-plugin: error: built for LLVM " LLVM_VERSION_STRING
	        " but this process runs on %s; use the opt, clang or lld of LLVM %d\n",
	        other, LLVM_VERSION_MAJOR);
	return false;
}

/* ---- a run of the pass ------------------------------------------------------------------*/
struct params {
	const char *file, *function, *profile;
	VEC(const char *) headers;
	bool cse, no_cse, debug;
};
struct pass {
	LLVMModuleRef module;
	struct arena arena; /* texts and programs */
	struct diag diag;
	const char *text; /* of the parameters */
	size_t len;
	struct params params;
	const struct tir_externs *externs; /* of the headers, or NULL */
	VEC(struct tir_module *) programs;
	bool changed;
};

/* Report an error that has no place in a text; returns false. */
#define PASS_ERROR(p, ...) diag_error(&(p)->diag, NULL, (struct span){0}, __VA_ARGS__)

/* Hand our messages to LLVM's handler: it knows how its host reports. */
static void to_llvm(void *ctx, const struct diag_message *m)
{
	struct pass *p = ctx;
	const struct source *s = m->source;
	bool place = s && m->span.end > m->span.begin && m->span.end <= s->len;
	plugin_diagnose(LLVMGetModuleContext(p->module), m->level, s ? s->name : "",
	        place ? s->text : NULL, place ? s->len : 0, m->span.begin, m->span.end, m->text);
}

/* ---- parameters -------------------------------------------------------------------------*/
struct param_row {
	const char *name; /* ends in '=' if it has a value */
	size_t field;     /* of struct params: bool, or const char * with a value */
};
static const struct param_row param_rows[] = {
        {"file=", offsetof(struct params, file)},
        {"function=", offsetof(struct params, function)},
        {"cse", offsetof(struct params, cse)},
        {"no-cse", offsetof(struct params, no_cse)},
        {"debug", offsetof(struct params, debug)},
        {"profile=", offsetof(struct params, profile)},
};

/* Take one parameter of n bytes. */
static bool take_param(struct pass *p, const char *s, size_t n)
{
	static const char header[] = "extern-header=";
	const size_t skip = sizeof header - 1;
	if (n > skip && !memcmp(s, header, skip)) {
		VEC_PUSH(&p->arena, &p->params.headers,
		        arena_strndup(&p->arena, s + skip, n - skip));
		return true;
	}
	for (size_t i = 0; i < sizeof param_rows / sizeof *param_rows; i++) {
		const struct param_row *r = &param_rows[i];
		size_t len = strlen(r->name);
		void *field = (char *)&p->params + r->field;
		if (n < len || memcmp(s, r->name, len))
			continue;
		if (r->name[len - 1] == '=' && n > len) {
			*(const char **)field = arena_strndup(&p->arena, s + len, n - len);
			return true;
		}
		if (r->name[len - 1] != '=' && n == len) {
			*(bool *)field = true;
			return true;
		}
	}
	return PASS_ERROR(p,
	        "tir-lower: unknown parameter '%.*s'; there are file=, function=, profile=, "
	        "extern-header=, cse, no-cse and debug, separated by ';'",
	        (int)(n > 200 ? 200 : n), s);
}

static bool parse_params(struct pass *p)
{
	for (size_t i = 0; i < p->len;) {
		size_t n = 0;
		while (i + n < p->len && p->text[i + n] != ';')
			n++;
		if (n && !take_param(p, p->text + i, n))
			return false;
		i += n + 1;
	}
	if (p->params.cse && p->params.no_cse)
		return PASS_ERROR(p, "tir-lower: cse and no-cse exclude each other");
	if (!cse_profile(p->params.profile))
		return PASS_ERROR(p, "tir-lower: there is no CSE profile '%s'", p->params.profile);
	return true;
}

/* ---- compiling --------------------------------------------------------------------------*/
/* Lower a program beside what is there. */
static bool lower(struct pass *p, const struct tir_module *m, const struct source *s)
{
	struct lower_options options = {.function = p->params.function,
	        .debug_lines = p->params.debug,
	        .hvx = target_hvx_of(adopt_features(p->module))};
	struct adopted *adopted = NULL;
	LLVMValueRef last = LLVMGetLastFunction(p->module);
	bool ok = true;
	for (uint32_t i = 0; ok && i < m->funcs.n; i++) {
		const struct tir_func *f = m->funcs.at[i];
		const char *only = p->params.function;
		if (f->symbol && (!only || driver_is_called(f, only)))
			ok = adopt_declaration(&adopted, p->module, s, f->symbol, f->at, &p->arena,
			        &p->diag);
	}
	ok = ok && lower_into(p->module, m, &options, &p->diag);
	if (ok)
		adopt_target(p->module, last);
	adopt_finish(adopted, p->module, s, ok, &p->diag);
	p->changed |= ok;
	return ok;
}

/* The line behind the reader, for one text. */
static bool compile(struct pass *p, struct tir_module *m)
{
	bool hexagon = target_is_hexagon(LLVMGetTarget(p->module));
	const char *profile = p->params.profile ? p->params.profile : hexagon ? "hexagon" : "host";
	struct target target = {
	        .triple = LLVMGetTarget(p->module), .features = adopt_features(p->module)};
	target_describe(&target);
	struct legalize_options legal = {.scalar_floats = !target.float_vectors};
	if (!legalize_run(m, &legal, &p->diag))
		return false;
	struct driver_optimizations options = driver_profile(profile);
	struct remarks remarks;
	remarks_begin(&remarks, p->module, &p->arena, &options);
	if (!p->params.no_cse)
		driver_optimize(m, &options, &p->diag, NULL);
	if (!lower(p, m, m->source))
		return false;
	remarks_emit(&remarks, m->source);
	return true;
}

static void read_text(struct pass *p, const struct source *s)
{
	struct tir_module *m = frontend_read_with(s, p->externs, &p->arena, &p->diag);
	if (m)
		VEC_PUSH(&p->arena, &p->programs, m);
}

static bool read_file(struct pass *p)
{
	const char *why;
	const struct source *s = source_read(&p->arena, p->params.file, &why);
	if (!s)
		return PASS_ERROR(p, "cannot read '%s': %s", p->params.file, why);
	read_text(p, s);
	return p->programs.n > 0;
}

/* Is there the function that function= names, if all texts could be read? */
static bool has_function(struct pass *p)
{
	const char *name = p->params.function;
	bool found = !name || !p->programs.n || p->diag.errors;
	for (uint32_t i = 0; i < p->programs.n && !found; i++)
		found = driver_find_function(p->programs.at[i], name) != NULL;
	return found || driver_no_function((const struct tir_module *const *)p->programs.at,
	                        p->programs.n, name, &p->diag);
}

/* Read the headers for the module's target; false after an error. */
static bool read_headers(struct pass *p)
{
	const char *triple = LLVMGetTarget(p->module);
	if (!p->params.headers.n)
		return true;
	p->externs = frontend_read_headers(p->params.headers.at, p->params.headers.n,
	        *triple ? triple : NULL, &p->arena, &p->diag);
	LLVMResetFatalErrorHandler(); /* libclang's would abort where opt's only exits */
	return p->externs != NULL;
}

static void work(void *ctx)
{
	struct pass *p = ctx;
	if (!parse_params(p) || !read_headers(p) || (p->params.file && !read_file(p)))
		return;
	struct embedded *e = embed_take(p->module, &p->arena, &p->diag, &p->changed);
	for (; e; e = e->next)
		read_text(p, e->source);
	for (uint32_t i = 0; has_function(p) && i < p->programs.n; i++)
		compile(p, p->programs.at[i]);
}

bool plugin_run(LLVMModuleRef m, const char *params, size_t n)
{
	struct pass p = {.module = m, .text = params, .len = n};
	p.diag = (struct diag){.sink = to_llvm, .ctx = &p, .error_limit = 20};
	if (!arena_guard(&p.arena, work, &p))
		PASS_ERROR(&p, "out of memory");
	arena_free(&p.arena);
	return p.changed;
}

void plugin_before_code(LLVMModuleRef m, LLVMTargetMachineRef machine, bool optimize)
{
	plugin_run(m, "", 0);
	plugin_last(m, machine, optimize);
}

bool plugin_last(LLVMModuleRef m, LLVMTargetMachineRef machine, bool unshare)
{
	return lower_before_codegen(m,
	        &(struct lower_codegen){
	                .machine = machine, .features = adopt_features(m), .unshare = unshare});
}
