/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/decide.c: which options go with which, and what they mean together. */
#include <stdlib.h>
#include <unistd.h>

#include "tool/internal.h"

/* ---- Words of a choice --------------------------------------------------------------------*/
/* What to type instead of a word that is none of n; "": nothing is near. */
static const char *suggestion(const char *option, const char *word, size_t n,
        const char *(*nth)(size_t), struct sbuf *out)
{
	const char *text = slip_of(option, word), *near = slip_nearest(word, n, nth);
	if (text)
		sbuf_printf(out, "; did you mean %s?", text);
	else if (near)
		sbuf_printf(out, "; did you mean %s=%s?", option, near);
	return out->text ? out->text : "";
}

/* Find a word among n; reports it with the choices if it is none of them. */
static bool choose(const char *option, const char *word, size_t n, const char *(*nth)(size_t),
        unsigned *out, struct diag *d)
{
	struct sbuf all = {0}, meant = {0};
	for (size_t i = 0; i < n; i++) {
		if (!strcmp(word, nth(i))) {
			*out = (unsigned)i;
			sbuf_free(&all);
			return true;
		}
		sbuf_printf(&all, "%s%s", i == 0 ? "" : i + 1 == n ? " or " : ", ", nth(i));
	}
	USAGE(d, "%s=%s: must be %s%s", option, word, all.text ? all.text : "another word",
	        suggestion(option, word, n, nth, &meant));
	sbuf_free(&all);
	sbuf_free(&meant);
	return false;
}

static const char *emit_word(size_t i)
{
	return options_emit_kinds[i].word;
}

static const char *color_word(size_t i)
{
	static const char *const words[NCOLORS] = {"auto", "always", "never"};
	return words[i];
}

static const char *engine_word(size_t i)
{
	return options_engines[i].word;
}

bool options_emits(const struct options *o, enum emit_kind kind)
{
	for (uint32_t i = 0; i < o->nkinds; i++)
		if (o->kinds[i] == kind)
			return true;
	return false;
}

bool options_lowers(const struct options *o)
{
	for (uint32_t i = 0; i < o->nkinds; i++)
		if (options_emit_kinds[o->kinds[i]].lowered)
			return true;
	return false;
}

/* Find the kinds of --emit, separated by commas. */
static bool read_kinds(const char *words, bool *wanted, struct arena *arena, struct diag *d)
{
	for (const char *s = words;; s++) {
		size_t n = strcspn(s, ",");
		unsigned kind;
		if (!choose("--emit", arena_strndup(arena, s, n), EMIT_NKINDS, emit_word, &kind, d))
			return false;
		wanted[kind] = true;
		s += n;
		if (!*s)
			return true;
	}
}

/* Is the program itself wanted, as text or JSON? */
static bool emits_program(const struct options *o)
{
	return options_emits(o, EMIT_TIR) || options_emits(o, EMIT_JSON);
}

/* What is made if no option says it: what the name of the output says, else an object. */
static bool kind_of_output(const char *output, enum emit_kind *kind, struct diag *d)
{
	const char *dot = output ? strrchr(output, '.') : NULL;
	*kind = EMIT_OBJ;
	if (dot && slip_is_linked(output))
		return USAGE(d,
		        "-o %s: tirc does not link; make an object, -c -o FILE.o, and give it to "
		        "clang or ld.lld",
		        output);
	for (unsigned k = 0; dot && k < EMIT_NKINDS; k++)
		if (!strcmp(dot + 1, options_emit_kinds[k].suffix))
			*kind = (enum emit_kind)k;
	return true;
}

/* Which kinds go together, and with the other options. */
static bool check_kinds(const struct options *o, struct diag *d)
{
	bool plans = options_emits(o, EMIT_PLAN);
	if (o->output && o->header && o->nkinds == 1 && o->kinds[0] == EMIT_HEADER)
		return USAGE(d, "-o and -H name one header twice; drop one of them");
	if (emits_program(o) && options_lowers(o))
		return USAGE(d, "--emit=%s: tir and json go with plan and header only", o->emit);
	if (options_emits(o, EMIT_VALUES) && o->nkinds > 1u + options_emits(o, EMIT_HEADER))
		return USAGE(d, "--emit=%s: values goes with header only", o->emit);
	if (options_emits(o, EMIT_SCHEDULE) && (o->driver.no_loops || o->driver.level == 0))
		return USAGE(d, "--emit=schedule needs the pass that plans; drop %s",
		        o->driver.no_loops ? "--no-loops" : "-O0");
	if (plans && (o->driver.no_cse || o->driver.level == 0))
		return USAGE(d, "--emit=plan needs the pass that plans; drop %s",
		        o->driver.no_cse ? "--no-cse" : "-O0");
	return true;
}

/* Decide what is made from --emit, -H, -S, -c and -emit-llvm, as clang does for the last three, else from -o. */
static bool decide_kinds(struct options *o, struct arena *arena, struct diag *d)
{
	bool wanted[EMIT_NKINDS] = {[EMIT_HEADER] = o->header != NULL};
	if (o->emit && (o->asm_ || o->object || o->llvm))
		return USAGE(d, "--emit and -S, -c, -emit-llvm exclude each other");
	if (o->asm_ && o->object)
		return USAGE(d, "-S and -c exclude each other");
	if (o->emit && !read_kinds(o->emit, wanted, arena, d))
		return false;
	enum emit_kind kind = o->asm_ ? o->llvm ? EMIT_LL : EMIT_ASM : o->llvm ? EMIT_BC : EMIT_OBJ;
	bool silent = !o->asm_ && !o->object && !o->llvm;
	if (!o->emit && silent && !kind_of_output(o->output, &kind, d))
		return false;
	if (!o->emit)
		wanted[kind] = true;
	for (unsigned k = 0; k < EMIT_NKINDS; k++)
		if (wanted[k])
			o->kinds[o->nkinds++] = (enum emit_kind)k;
	return check_kinds(o, d);
}

/* How messages are shown: --color, its two older spellings, and -ferror-limit. */
static bool decide_messages(struct options *o, struct diag *d)
{
	unsigned when = o->fno_color ? COLOR_NEVER : o->fcolor ? COLOR_ALWAYS : COLOR_AUTO;
	if (o->fcolor && o->fno_color)
		return USAGE(d,
		        "-fcolor-diagnostics and -fno-color-diagnostics exclude each other");
	if (o->color && !choose("--color", o->color, NCOLORS, color_word, &when, d))
		return false;
	o->color_when = (enum color)when;
	o->max_errors = 20;
	if (!o->error_limit)
		return true;
	size_t n = strlen(o->error_limit);
	if (n > 6 || strspn(o->error_limit, "0123456789") != n)
		return USAGE(d, "-ferror-limit=%s: must be a number of at most 6 digits",
		        o->error_limit);
	o->max_errors = (unsigned)strtoul(o->error_limit, NULL, 10);
	return true;
}

/* --timeout=SECONDS */
static bool decide_time(struct options *o, struct diag *d)
{
	const char *s = o->timeout;
	o->seconds = 0;
	if (!s)
		return true;
	size_t n = strlen(s);
	if (!n || n > 6 || strspn(s, "0123456789") != n || !strtoul(s, NULL, 10))
		return USAGE(d, "--timeout=%s: must be a number of seconds from 1 to 999999", s);
	o->seconds = (unsigned)strtoul(s, NULL, 10);
	return true;
}

static const char *stage_word(size_t i)
{
	static const char *const words[DRIVER_NSTAGES] = {
	        "read", "legalize", "cse", "choose", "lower"};
	return words[i];
}

/* Report a name that is no pass, with the nearest one that is. */
static bool unknown_pass(const char *option, const char *name, struct diag *d)
{
	size_t n = 0;
	while (driver_pass_name(n))
		n++;
	const char *near = slip_nearest(name, n, driver_pass_name);
	if (near)
		return USAGE(d, "%s: there is no pass '%s'; did you mean '%s'?", option, name,
		        near);
	return USAGE(d, "%s: there is no pass '%s'; --print-passes lists them", option, name);
}

static bool is_pass(const char *name)
{
	for (size_t i = 0; driver_pass_name(i); i++)
		if (!strcmp(driver_pass_name(i), name))
			return true;
	return false;
}

/* The options, and the arena for what is said of them. */
struct naming {
	struct options *o;
	struct arena *arena;
};

/* Keep a warning for options_warn. */
static void note_old_pass(void *ctx, int n, const char *old, const char *now)
{
	const struct naming *x = ctx;
	option_LIST *list = &x->o->renamed;
	if (list->n < DRIVER_MAX_LIST)
		list->at[list->n++] = arena_printf(x->arena, "pass '%.*s' is deprecated; use '%s'",
		        n, old, now);
}

/* Put today's names in the place of old ones. */
static void rename_passes(struct options *o, struct arena *arena)
{
	struct naming x = {o, arena};
	option_LIST *const lists[] = {&o->print_after, &o->print_before};
	if (o->driver.passes_)
		o->driver.passes_ = driver_rename_passes(o->driver.passes_, arena, note_old_pass,
		        &x);
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (uint32_t k = 0; k < lists[i]->n; k++)
			lists[i]->at[k] = driver_rename_passes(lists[i]->at[k], arena,
			        note_old_pass, &x);
}

static bool check_passes(const char *option, const option_LIST *names, struct diag *d)
{
	for (uint32_t i = 0; i < names->n; i++)
		if (!is_pass(names->at[i]))
			return unknown_pass(option, names->at[i], d);
	return true;
}

/* How far the program goes by itself. */
static enum driver_stage usual_stage(const struct options *o)
{
	const struct driver_options *d = &o->driver;
	if (o->run ? options_engines[o->engine].lowered : options_lowers(o))
		return DRIVER_LOWER;
	/* -O0 prints what was read */
	bool as_read = emits_program(o) && !d->level && !d->passes_;
	if (options_emits(o, EMIT_VALUES)) /* of what the pass is to see */
		return DRIVER_LEGALIZE;
	/* a plan tells of what the model decides */
	bool chooses = emits_program(o) && d->level == 3 && !o->run && !options_emits(o, EMIT_PLAN);
	return as_read ? DRIVER_READ : chooses ? DRIVER_CHOOSE : DRIVER_CSE;
}

/* Which passes run and which are shown. */
static bool decide_passes(struct options *o, struct diag *d)
{
	unsigned stage = usual_stage(o);
	if (o->after_ && !choose("--after", o->after_, DRIVER_NSTAGES, stage_word, &stage, d))
		return false;
	enum emit_kind kind = stage == DRIVER_LOWER ? EMIT_LL : EMIT_TIR;
	if (o->after_ && !options_emits(o, kind) && !(kind == EMIT_TIR && emits_program(o)))
		return USAGE(d, "--after=%s goes with --emit=%s", o->after_,
		        options_emit_kinds[kind].word);
	o->driver.last = (enum driver_stage)stage;
	return check_passes("--print-after", &o->print_after, d) &&
	       check_passes("--print-before", &o->print_before, d);
}

/* A run under qemu-hexagon is one of Hexagon's code. */
static bool check_engine(const struct options *o, struct diag *d)
{
	return o->engine != ENGINE_HEXAGON || target_is_hexagon(o->driver.target.triple) ||
	       USAGE(d, "--run=hexagon runs Hexagon's code; drop %s",
	               o->target ? "--target" : "-mtriple");
}

/* What the passes are told. */
static bool decide_driver(struct options *o, struct arena *arena, struct diag *d)
{
	o->driver.with_callees = o->run != NULL;
	o->driver.tells = o->run != NULL;
	o->driver.own_pipeline = o->passes != NULL;
	o->driver.meets_vectorizer = true;
	o->driver.debug |= options_emits(o, EMIT_REPORT); /* for the lines of the assembly */
	return options_decide_target(o, arena, d) && check_engine(o, d) &&
	       driver_decide(&o->driver, arena, d) && options_check_cpu(o, d);
}

/* The same for a run: which engine, and for which target. */
static bool decide_engine(struct options *o, struct diag *d)
{
	unsigned engine;
	if (!choose("--run", o->run, ENGINE_NONE, engine_word, &engine, d))
		return false;
	o->engine = (enum engine)engine;
	if (o->emit || o->asm_ || o->object || o->llvm || o->output || o->header)
		return USAGE(d, "--run writes no output file; --save=DIR keeps the buffers");
	if (o->engine == ENGINE_JIT && o->stats)
		return USAGE(d, "--run=jit counts nothing; drop --stats");
	if (o->engine != ENGINE_HEXAGON)
		return (!o->target && !o->triple) ||
		       USAGE(d, "--run=%s runs on the host; drop %s", o->run,
		               o->target ? "--target" : "-mtriple");
	if (!o->triple && !o->target)
		o->triple = "hexagon";
	return true;
}

/* The name of a file beside the output, as clang names it. */
static const char *beside_output(const struct options *o, const char *suffix, struct arena *arena)
{
	bool named = o->output && strcmp(o->output, "-") != 0;
	const char *path = named ? o->output : o->input;
	size_t n;
	const char *base = output_base_name(path, &n);
	return arena_printf(arena, "%.*s%.*s.%s", (int)(named ? base - path : 0), path, (int)n,
	        base, suffix);
}

/* -fsave-optimization-record and -ftime-trace without a name. */
static void decide_records(struct options *o, struct arena *arena)
{
	if (o->save_record && !o->remarks && o->files.n <= 1)
		o->remarks = beside_output(o, "opt.yaml", arena);
	if (o->time_trace && !*o->time_trace)
		o->time_trace = beside_output(o, "json", arena);
}

/* -E: what it prints must be all that the one file which it is asked about depends on, and what a run makes besides must
 * be on stdout, which caches keep, too. */
static bool check_preprocess(const struct options *o, struct diag *d)
{
	bool prints = o->header && !strcmp(o->header, "-");
	const char *file = prints ? NULL : o->header;
	const char *more = o->run                    ? "--run"
	                   : o->driver.headers.n     ? "--extern-header"
	                   : o->driver.schedule      ? "--schedule"
	                   : file                    ? "-H"
	                   : o->remarks              ? "--pass-remarks-output"
	                   : o->save_record          ? "-fsave-optimization-record"
	                   : o->stats_json           ? "--stats-json"
	                   : o->time_trace           ? "-ftime-trace"
	                   : o->save_temps           ? "--save-temps"
	                   : o->files.n > 1          ? "several inputs"
	                   : o->nkinds > 1U + prints ? "several outputs"
	                                             : NULL;
	return !o->preprocess || !more ||
	       USAGE(d,
	               "-E and %s exclude each other: there is more to it than a text and an "
	               "object",
	               more);
}

/* Which texts, and what else stands on the command line. */
static bool decide_files(struct options *o, struct diag *d)
{
	if (!o->files.n && isatty(STDIN_FILENO))
		return USAGE(d, "no input file");
	o->input = o->files.n ? o->files.at[0] : "-";
	const char *one = o->output                         ? "-o"
	                  : o->header                       ? "-H"
	                  : o->mf                           ? "-MF"
	                  : o->save_record                  ? "-fsave-optimization-record"
	                  : o->time_trace                   ? "-ftime-trace"
	                  : o->stats_json && *o->stats_json ? "--stats-json"
	                                                    : NULL;
	const char *meant = o->files.n > 1 ? slip_of("", o->input) : NULL;
	if (!o->run && meant && access(o->input, F_OK) != 0)
		return USAGE(d, "there is no file '%s'; did you mean %s?", o->input, meant);
	if (!o->run && o->files.n > 1 && one)
		return USAGE(d, "%s names one file, but there are %u inputs", one, o->files.n);
	for (uint32_t i = 0; i < o->files.n && !o->run; i++)
		if (strstr(o->files.at[i], "=@"))
			return USAGE(d, "'%s': arguments go with --run=ENGINE", o->files.at[i]);
	for (uint32_t i = 1; i < o->files.n && o->run; i++)
		if (!strchr(o->files.at[i], '=') || o->files.at[i][0] == '=')
			return USAGE(d, "'%s' is no argument: NAME=@FILE.npy or NAME=VALUE",
			        o->files.at[i]);
	return true;
}

/* Outputs without a name of their own are named by the inputs, in the current folder. */
static bool check_names(const struct options *o, struct diag *d)
{
	bool text = o->nkinds == 1 && options_emit_kinds[o->kinds[0]].text;
	for (uint32_t i = 1; i < o->files.n && !o->run && !text; i++)
		for (uint32_t k = 0; k < i; k++) {
			size_t n, m;
			const char *a = output_base_name(o->files.at[i], &n),
			           *b = output_base_name(o->files.at[k], &m);
			if (n == m && !memcmp(a, b, n))
				return USAGE(d,
				        "'%s' and '%s' would both become '%.*s.%s'; compile them "
				        "one by one, with -o FILE",
				        o->files.at[k], o->files.at[i], (int)n, a,
				        options_emit_kinds[o->kinds[0]].suffix);
		}
	return true;
}

/* --align=BYTES */
static bool decide_align(struct options *o, struct diag *d)
{
	const char *s = o->align_;
	size_t n = s ? strlen(s) : 0;
	o->align = 0;
	if (!s)
		return true;
	bool number = n && n <= 4 && strspn(s, "0123456789") == n;
	unsigned long at = number ? strtoul(s, NULL, 10) : 0;
	if (!at || at & (at - 1) || at > RUN_MAX_ALIGN)
		return USAGE(d, "--align=%s: must be a power of two from 1 to %d", s,
		        RUN_MAX_ALIGN);
	o->align = (unsigned)at;
	return o->run || USAGE(d, "--align needs --run");
}

bool options_decide(struct options *o, struct arena *arena, struct diag *d)
{
	if (!decide_files(o, d))
		return false;
	if (!decide_messages(o, d) || !decide_time(o, d) || !decide_align(o, d) ||
	        (o->run ? !decide_engine(o, d) : !decide_kinds(o, arena, d)))
		return false;
	if (!run_check_settings(o, d))
		return false;
	if (!o->run && (o->save || o->stats))
		return USAGE(d, "%s needs --run", o->save ? "--save" : "--stats");
	if (!check_names(o, d))
		return false;
	decide_records(o, arena);
	rename_passes(o, arena);
	return check_preprocess(o, d) && decide_passes(o, d) && decide_driver(o, arena, d);
}
