/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plugin/plugin.c: the pass tir-lower: read, cse, lower into the module that is being compiled.
 *
 * TIR comes from the parameter file= and from the module itself, where C code embedded it in section
 * .tir (embed.c).  A function that the module declares gets its body (adopt.c); others are added.
 * Needs: a module with triple and data layout.  Keeps: everything that was defined.  Running it
 * again finds no text in the section and, without file=, changes nothing. */
#include <llvm-c/Core.h>
#include <llvm-c/ErrorHandling.h>

#include "driver/driver.h"
#include "plugin/internal.h"
#include "proof/proof.h"

#define DEFAULT_CPU "hexagonv67" /* as the command's */
_Static_assert((int)PLUGIN_SIZE == (int)DRIVER_SIZE, "one number for -Os");

/* ---- a run of the pass ------------------------------------------------------------------*/
struct pass {
	LLVMModuleRef module;
	struct arena arena; /* texts and programs */
	struct diag diag;
	const struct plugin_request *request;
	VEC(const char *) files; /* of each file= */
	bool is_default;         /* nothing says the processor: it is the command's default */
	bool version;            /* tell of it */
	bool is_silent;          /* the module says nothing of processor and features */
	const char *cpu,
	        *features; /* that parameters or the host's options name; NULL: the module's */
	struct driver_options options;
	const struct tir_externs *externs; /* of the headers, or NULL */
	const struct embedded *embedded;   /* texts of the module */
	const char *debug_folder;          /* of the module's debug information, or NULL */
	VEC(struct tir_module *) programs;
	bool changed;
	bool said; /* a warning or an error was handed on */
};

/* Report an error that has no location in a text; returns false. */
#define PASS_ERROR(p, ...) diag_error(&(p)->diag, NULL, (struct span){0}, __VA_ARGS__)

/* Hand our messages to LLVM's handler: it knows how its host reports. */
static void to_llvm(void *ctx, const struct diag_message *m)
{
	struct pass *p = ctx;
	const struct source *s = m->source;
	bool located = s && m->span.end > m->span.begin && m->span.end <= s->len;
	/* clang shows no note that nothing stands before */
	bool alone = m->level == DIAG_NOTE && !p->said;
	p->said |= m->level >= DIAG_WARNING;
	plugin_diagnose(LLVMGetModuleContext(p->module), alone ? DIAG_WARNING : m->level,
	        s ? s->name : "", located ? s->text : NULL, located ? s->len : 0, m->span.begin,
	        m->span.end, m->text);
}

/* ---- parameters -------------------------------------------------------------------------*/
static bool unknown_param(struct pass *p, const char *s, size_t n)
{
	size_t name = 0;
	while (name < n && s[name] != '=')
		name++;
	const char *near = driver_nearest_param(s, name);
	int shown = (int)(n > 200 ? 200 : n);
	if (name == n && n > 3 && !memcmp(s + n - 3, ".py", 3))
		return PASS_ERROR(p,
		        "tir-lower: unknown parameter '%.*s'; did you mean 'file=%.*s'?", shown, s,
		        shown, s);
	if (near)
		return PASS_ERROR(p, "tir-lower: unknown parameter '%.*s'; did you mean '%s'?",
		        shown, s, near);
	struct sbuf all = {0};
	driver_print_params(&all);
	PASS_ERROR(p,
	        "tir-lower: unknown parameter '%.*s'; there are file=, cpu=, features=, version, "
	        "%s, separated by "
	        "';'",
	        shown, s, all.text ? all.text : "others");
	sbuf_free(&all);
	return false;
}

/* Of a parameter of n bytes, the value behind "name="; NULL: it is another one. */
static const char *value_of(struct pass *p, const char *name, const char *s, size_t n)
{
	size_t skip = strlen(name);
	bool is = n > skip && !memcmp(s, name, skip);
	return is ? arena_strndup(&p->arena, s + skip, n - skip) : NULL;
}

/* Take one parameter of n bytes. */
static bool take_param(struct pass *p, const char *s, size_t n)
{
	static const char version[] = "version";
	const char *file = value_of(p, "file=", s, n), *cpu = value_of(p, "cpu=", s, n),
	           *features = value_of(p, "features=", s, n);
	bool known;
	if (file)
		VEC_PUSH(&p->arena, &p->files, file);
	p->cpu = cpu ? cpu : p->cpu;
	if (features)
		p->features = p->features ? arena_printf(&p->arena, "%s,%s", p->features, features)
		                          : features;
	if (file || cpu || features)
		return true;
	if (n == sizeof version - 1 && !memcmp(s, version, n))
		return p->version = true;
	bool ok = driver_take_param(&p->options, s, n, &p->arena, &p->diag, &known);
	return ok || (!known && unknown_param(p, s, n)); /* or it was reported */
}

static bool parse_params(struct pass *p)
{
	bool ok = true;
	for (size_t i = 0; ok && i < p->request->len; i++) {
		struct sbuf param = {0};
		i = plugin_unquote(p->request->params, p->request->len, i, &param);
		ok = !param.len || take_param(p, param.text, param.len);
		sbuf_free(&param);
	}
	return ok;
}

/* Who runs LLVM's vectoriser afterwards, and may it use HVX? */
static bool meets_vectorizer(const struct pass *p, bool has_autohvx)
{
	switch (p->request->when) {
	case PLUGIN_IN_TEXT: return has_autohvx || p->cpu || p->options.target.features;
	case PLUGIN_BEFORE_VECTORIZER: return has_autohvx;
	case PLUGIN_AT_END: break;
	}
	return false;
}

/* A module with debug information wants that of its kernels, too. */
static void take_debug(struct pass *p)
{
	size_t n = 0;
	const char *folder = plugin_debug_folder(p->module, &n);
	if (!folder)
		return;
	p->options.debug = true;
	p->debug_folder = arena_strndup(&p->arena, folder, n);
}

static void add_word(void *ctx, const char *word)
{
	struct sbuf *all = ctx;
	sbuf_printf(all, "%s%s", all->len ? "," : "", word);
}

/* The words of LLVM's own option of that name in this process, with commas between; NULL: there are none. */
static const char *words_of(const char *name, struct arena *arena)
{
	struct sbuf all = {0};
	plugin_each_word(name, add_word, &all);
	const char *words = all.len ? arena_strndup(arena, all.text, all.len) : NULL;
	sbuf_free(&all);
	return words;
}

/* LLVM would abort at others. */
static bool check_features(struct pass *p, const char *features)
{
	for (const char *s = features; s && *s; s += strcspn(s, ",") + (strchr(s, ',') != NULL))
		if ((*s != '+' && *s != '-') || !s[1] || s[1] == ',')
			return PASS_ERROR(p,
			        "features=%s: must be +NAME or -NAME, with commas between",
			        features);
	return true;
}

/* The target is the module's.  Parameters that name a processor or features count more; the same options of opt, llc
 * and lld count where the module is silent. */
static bool take_target(struct pass *p)
{
	struct driver_options *o = &p->options;
	bool named = p->cpu || p->features;
	p->is_silent = !adopt_has_target(p->module);
	if (!named && p->is_silent) {
		p->cpu = words_of("mcpu", &p->arena);
		p->features = words_of("mattr", &p->arena);
	}
	const char *triple = LLVMGetTarget(p->module); /* another one when a text was put in */
	p->is_default = p->is_silent && !p->cpu && !p->features && target_is_hexagon(triple) &&
	                o->level >= 2 && !o->no_vectorize;
	if (p->is_default)
		p->cpu = DEFAULT_CPU;
	named |= p->is_default;
	o->target.triple = arena_strndup(&p->arena, triple, strlen(triple));
	o->target.cpu = p->cpu;
	const char *own = adopt_features(p->module);
	o->target.features = named || p->is_silent ? p->features
	                     : own                 ? arena_strndup(&p->arena, own, strlen(own))
	                                           : NULL;
	o->target_is_fixed = !named;
	if (named)
		driver_name_native(&o->target, &p->arena);
	return check_features(p, p->features);
}

/* The options: defaults of the request, then the parameters. */
static bool decide(struct pass *p)
{
	struct driver_options *o = &p->options;
	*o = (struct driver_options){
	        .level = p->request->level, .are_params = true, .last = DRIVER_LOWER};
	if (!parse_params(p))
		return false;
	if (!take_target(p))
		return false;
	/* a module of another machine's was chosen */
	o->target_from = driver_is_host(o->target.triple, &p->arena) ? DRIVER_TARGET_GIVEN
	                                                             : DRIVER_TARGET_SILENT;
	take_debug(p);
	o->has_autohvx = plugin_flag("hexagon-autohvx");
	o->meets_vectorizer = meets_vectorizer(p, o->has_autohvx);
	bool ok = driver_decide(o, &p->arena, &p->diag);
	p->cpu = p->cpu ? o->target.cpu : NULL;
	if (p->cpu || p->features)
		p->features = o->target.features;
	return ok;
}

/* ---- compiling --------------------------------------------------------------------------*/
/* Set the declarations aside that the functions of a text are to replace. */
static bool adopt(struct pass *p, const struct tir_module *m, struct adopted **adopted)
{
	const char *only = p->options.function;
	bool ok = true;
	for (uint32_t i = 0; ok && i < m->funcs.n; i++) {
		const struct tir_func *f = m->funcs.at[i];
		if (f->symbol && (!only || driver_is_called(f, only)))
			ok = adopt_declaration(adopted, p->module, m->source, f->symbol, f->at,
			        &p->arena, &p->diag);
	}
	return ok;
}

/* The program is about to be lowered beside what is there (driver.before). */
struct lowering {
	struct pass *pass;
	struct tir_module *module;
	struct adopted *adopted;
	struct remarks remarks;
};

static bool before_pass(void *ctx, const char *name)
{
	struct lowering *l = ctx;
	return strcmp(name, "lower") != 0 || adopt(l->pass, l->module, &l->adopted);
}

static void keep_remark(void *ctx, const struct driver_remark *r)
{
	struct lowering *l = ctx;
	remarks_keep(&l->remarks, r);
}

static bool is_embedded(const struct pass *p, const struct source *s)
{
	const struct embedded *e = p->embedded;
	while (e && e->source != s)
		e = e->next;
	return e != NULL;
}

/* The line behind the reader, for one text. */
static void compile(struct pass *p, struct tir_module *m)
{
	struct lowering l = {.pass = p, .module = m};
	struct driver run = {.options = &p->options,
	        .arena = &p->arena,
	        .diag = &p->diag,
	        .before = before_pass,
	        .remark = keep_remark,
	        .ctx = &l,
	        .llvm = p->module,
	        .hvx = target_hvx_of(p->options.target.features),
	        .debug_lines = plugin_debug_lines(p->module),
	        .debug_folder = is_embedded(p, m->source) ? p->debug_folder : NULL,
	        .module = m};
	LLVMValueRef last = LLVMGetLastFunction(p->module);
	unsigned units = plugin_debug_units(p->module);
	remarks_begin(&l.remarks, p->module, &p->arena);
	bool ok = driver_export(&p->options, m, &p->arena, &p->diag) && driver_run(&run) &&
	          driver_lower(&run);
	if (ok) {
		plugin_join_debug(p->module, units);
		adopt_target(p->module, last, p->cpu, p->features);
		adopt_sanitizers(p->module, last);
	}
	adopt_finish(l.adopted, p->module, m->source, ok, &p->diag);
	p->changed |= ok;
	if (ok)
		remarks_emit(&l.remarks, m->source);
}

/* A remark on the first function of each text. */
static void tell(const struct pass *p, const char *name, const char *text)
{
	for (uint32_t i = 0; i < p->programs.n; i++) {
		const struct tir_module *m = p->programs.at[i];
		const struct tir_func *f = m->funcs.n ? m->funcs.at[0] : NULL;
		LLVMValueRef v = f && f->symbol ? LLVMGetNamedFunction(p->module, f->symbol) : NULL;
		if (v && !LLVMIsDeclaration(v))
			plugin_remark(v, NULL, false, "tirc", name, text);
	}
}

/* Loops were prepared for LLVM's vectoriser: say in a remark if it will not see them. */
static void tell_of_vectorizer(const struct pass *p)
{
	const struct driver_options *o = &p->options;
	if (o->vectorizes && !o->vectorize && !o->has_autohvx)
		tell(p, "NoVectorizer",
		        "loops are prepared for LLVM's vectoriser, which does not use HVX in this "
		        "process; add -hexagon-autohvx, or the parameter no-vectorize");
}

/* Hexagon without HVX: a warning where nobody said so, a remark where the module did. */
static void tell_of_hvx(struct pass *p)
{
	const struct driver_options *o = &p->options;
	if (p->is_default && p->programs.n && !p->diag.errors)
		diag_warning(&p->diag, NULL, (struct span){0},
		        "nothing says which processor the module is for: its kernels are compiled "
		        "for " DEFAULT_CPU
		        " with HVX; the parameter cpu=NAME, or -mcpu of opt or llc, "
		        "names another one");
	if (!target_is_hexagon(o->target.triple) || target_has_hvx(o->target.hvx) || o->level < 2 ||
	        o->no_vectorize || !p->programs.n || p->diag.errors)
		return;
	if (p->is_silent && !o->target.hvx.known)
		diag_warning(&p->diag, NULL, (struct span){0},
		        "nothing says which HVX the module is for, so that there are no vectors; "
		        "add cpu=hexagonv68 or no-vectorize to the parameters of tir-lower, or "
		        "give opt or llc -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b");
	else
		tell(p, "NoHVX",
		        "the module is for Hexagon without HVX, so that there are no vectors; "
		        "clang's -mhvx or the parameter cpu=hexagonv68 bring it");
}

static bool read_text(struct pass *p, const struct source *s)
{
	struct driver run = {.options = &p->options,
	        .arena = &p->arena,
	        .diag = &p->diag,
	        .externs = p->externs};
	if (!driver_read(&run, s))
		return false;
	VEC_PUSH(&p->arena, &p->programs, run.module);
	return true;
}

/* Read each file= in its turn; false after an error. */
static bool read_files(struct pass *p)
{
	bool ok = true;
	for (uint32_t i = 0; i < p->files.n; i++) {
		const char *why;
		const struct source *s = source_read(&p->arena, p->files.at[i], &why);
		ok &= s ? read_text(p, s)
		        : PASS_ERROR(p, "cannot read '%s': %s", p->files.at[i], why);
	}
	return ok;
}

/* Is there the function that function= names, if all texts could be read? */
static bool has_function(struct pass *p)
{
	const char *name = p->options.function;
	bool found = !name || !p->programs.n || p->diag.errors;
	for (uint32_t i = 0; i < p->programs.n && !found; i++)
		found = driver_find_function(p->programs.at[i], name) != NULL;
	return found || driver_no_function((const struct tir_module *const *)p->programs.at,
	                        p->programs.n, name, &p->diag);
}

/* Read the headers for the module's target; false after an error. */
static bool read_headers(struct pass *p)
{
	struct driver run = {.options = &p->options, .arena = &p->arena, .diag = &p->diag};
	if (!p->options.headers.n)
		return true;
	bool ok = driver_read_headers(&run);
	p->externs = run.externs;
	LLVMResetFatalErrorHandler(); /* libclang's would abort where opt's only exits */
	return ok;
}

/* What the pass and the process run on. */
static void tell_version(struct pass *p)
{
	unsigned major, minor, patch;
	char buf[PROOF_VERSION_BYTES];
	const char *isl = proof_isl_version(buf);
	LLVMGetVersion(&major, &minor, &patch);
	diag_remark(&p->diag, NULL, (struct span){0}, "tirc %s, LLVM %u.%u.%u, %s", TIRC_VERSION,
	        major, minor, patch, isl ? isl : "no isl");
}

/* LLVM's options that stop a pipeline know passes of code generation alone, and opt does not say so. */
static void tell_of_stops(struct pass *p)
{
	static const char *const options[] = {
	        "stop-after", "stop-before", "start-after", "start-before"};
	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		const char *pass = words_of(options[i], &p->arena);
		if (pass && !strncmp(pass, "tir-lower", sizeof "tir-lower" - 1))
			diag_warning(&p->diag, NULL, (struct span){0},
			        "-%s=%s has no effect, as it takes passes of code generation "
			        "alone; "
			        "-passes='tir-lower<...>' without what follows stops there, "
			        "-print-after=tir-lower prints the module",
			        options[i], pass);
	}
}

/* Who writes the pass into a pipeline wants something of it. */
static void tell_of_no_text(struct pass *p)
{
	if (p->request->when == PLUGIN_IN_TEXT && !p->programs.n && !p->diag.errors && !p->version)
		diag_warning(&p->diag, NULL, (struct span){0},
		        "tir-lower has no text to compile: give file=KERNEL.py, or a text in "
		        "section .tir of the module");
}

static void work(void *ctx)
{
	struct pass *p = ctx;
	if (!decide(p))
		return;
	tell_of_stops(p);
	if (p->version)
		tell_version(p);
	if (!read_headers(p) || !read_files(p))
		return;
	p->embedded = embed_take(p->module, &p->arena, &p->diag, &p->changed);
	for (const struct embedded *e = p->embedded; e; e = e->next)
		read_text(p, e->source);
	tell_of_no_text(p);
	if (!has_function(p))
		return;
	for (uint32_t i = 0; i < p->programs.n; i++)
		compile(p, p->programs.at[i]);
	tell_of_vectorizer(p);
	tell_of_hvx(p);
}

bool plugin_run(LLVMModuleRef m, const struct plugin_request *request)
{
	struct pass p = {.module = m, .request = request};
	p.diag = (struct diag){.sink = to_llvm, .ctx = &p, .error_limit = 20};
	if (!arena_guard(&p.arena, work, &p))
		PASS_ERROR(&p, "out of memory");
	arena_free(&p.arena);
	return p.changed;
}

void plugin_before_code(LLVMModuleRef m, LLVMTargetMachineRef machine, int level)
{
	const struct plugin_request request = {.level = level, .when = PLUGIN_AT_END};
	plugin_run(m, &request);
	plugin_last(m, machine, level >= 2);
}

bool plugin_is_bounded(LLVMModuleRef m)
{
	return lower_is_bounded(m);
}

bool plugin_last(LLVMModuleRef m, LLVMTargetMachineRef machine, bool unshare)
{
	struct pass p = {.module = m};
	struct diag d = {.sink = to_llvm, .ctx = &p};
	return lower_before_codegen(m, &(struct lower_codegen){.machine = machine,
	                                       .features = adopt_features(m),
	                                       .diag = &d,
	                                       .unshare = unshare});
}
