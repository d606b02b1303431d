/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/options.c: the command line, driven by options.def.
 *
 * The table is included three times: for the fields of struct options, for the rows the parser
 * looks up, and for --help.  A new option is one row. */
#include <stdlib.h>

#include "tool/internal.h"

const struct emit_info options_emit_kinds[EMIT_NKINDS] = {
#define EMIT(name, ...) [EMIT_##name] = {__VA_ARGS__},
#include "tool/options.def"
};
const struct engine_info options_engines[ENGINE_NONE] = {
#define ENGINE(name, ...) [ENGINE_##name] = {__VA_ARGS__},
#include "tool/options.def"
};

enum form {
	FORM_FLAG,
	FORM_VALUE,
	FORM_FILE,
	FORM_LEVEL,
	FORM_LIST,
	FORM_WORDS,
	FORM_SWITCH,
	FORM_GROUP,
};
struct row {
	enum form form;
	const char *spelling, *arg, *text;
	size_t field; /* offset in struct options */
};
static const struct row rows[] = {
#define GROUP(text) {FORM_GROUP, text, "", "", 0},
#define OPTION(field, form, spelling, arg, text)                                                   \
	{FORM_##form, spelling, arg, text, offsetof(struct options, field)},
#include "tool/options.def"
};
enum { NROWS = sizeof rows / sizeof *rows, HELP_COLUMN = 22, HELP_WIDTH = 80 };

/* Old names; what --help says of one is the new name. */
static const struct row renamed[] = {
#define DRIVER_OPTION(...)
#define DRIVER_RENAMED(field, form, old, new)                                                      \
	{FORM_##form, "--" old, "VALUE", "--" new, offsetof(struct options, driver.field)},
#include "driver/options.def"
};
enum { NRENAMED = sizeof renamed / sizeof *renamed };

/* Report an error of usage; returns false. */
#define USAGE(d, ...) diag_error((d), NULL, (struct span){0}, __VA_ARGS__)

/* ---- help -------------------------------------------------------------------------------*/
/* How an option is written in --help. */
static void print_spelling(const struct row *r, struct sbuf *out)
{
	switch (r->form) {
	case FORM_FLAG:
	case FORM_GROUP:
	case FORM_LEVEL: sbuf_printf(out, "%s%s", r->spelling, r->arg); break;
	case FORM_LIST:
	case FORM_VALUE: sbuf_printf(out, "%s=%s", r->spelling, r->arg); break;
	case FORM_SWITCH: sbuf_printf(out, "%s[=%s]", r->spelling, r->arg); break;
	case FORM_WORDS:
	case FORM_FILE: sbuf_printf(out, "%s %s", r->spelling, r->arg); break;
	}
}

/* Print a text in the lines of a column, broken between words; the first line's margin is there. */
static void print_text(const char *text, struct sbuf *out)
{
	const size_t room = HELP_WIDTH - HELP_COLUMN;
	while (strlen(text) > room) {
		size_t n = room;
		while (n && text[n] != ' ')
			n--;
		n = n ? n : strcspn(text, " ");
		sbuf_printf(out, "%.*s\n%*s", (int)n, text, HELP_COLUMN, "");
		text += n + (text[n] == ' ');
	}
	sbuf_printf(out, "%s\n", text);
}

void options_help(struct sbuf *out)
{
	sbuf_str(out,
	        "usage: tirc [options] FILE.py                        compile; '-' is stdin\n"
	        "       tirc --run=ENGINE FILE.py NAME=@FILE.npy NAME=3 ...           execute\n");
	for (size_t i = 0; i < NROWS; i++) {
		if (rows[i].form == FORM_GROUP) {
			sbuf_printf(out, "%s:\n", rows[i].spelling);
			continue;
		}
		if (!*rows[i].text)
			continue;
		struct sbuf left = {0};
		print_spelling(&rows[i], &left);
		bool fits = left.len < HELP_COLUMN - 2;
		sbuf_printf(out, "  %-*s", HELP_COLUMN - 2, left.text ? left.text : "");
		sbuf_printf(out, "%s%*s", fits ? "" : "\n", fits ? 0 : HELP_COLUMN, "");
		print_text(rows[i].text, out);
		sbuf_free(&left);
	}
}

void options_passes(struct sbuf *out)
{
	const char *name, *text;
	for (size_t i = 0; (name = driver_pass(i, &text)); i++) {
		sbuf_printf(out, "  %-*s", HELP_COLUMN - 2, name);
		print_text(text, out);
	}
}

/* ---- suggestions ------------------------------------------------------------------------*/
/* The part of an option between its dashes and its '='. */
static const char *bare_name(const char *s, size_t *n)
{
	s += *s == '-';
	s += *s == '-';
	*n = strcspn(s, "=");
	return s;
}

/* The row whose name is nearest, if it is near enough for a slip of the fingers; NULL if none is. */
static const struct row *nearest(const char *arg)
{
	size_t n, nr;
	const char *name = bare_name(arg, &n);
	const struct row *best = NULL;
	unsigned limit = n < 4 ? 1 : (unsigned)n / 3 + 1;
	for (size_t i = 0; i < NROWS && n >= 2; i++) {
		const char *other = bare_name(rows[i].spelling, &nr);
		if (rows[i].form == FORM_GROUP || nr < 2)
			continue;
		unsigned d = support_edit_distance(name, n, other, nr, limit);
		if (d <= limit) {
			best = &rows[i];
			limit = d ? d - 1 : 0;
			if (!d)
				break;
		}
	}
	return best;
}

static bool unknown(const char *arg, struct diag *d)
{
	const struct row *r = nearest(arg);
	int n = (int)strcspn(arg, "=");
	if (r)
		return USAGE(d, "unknown option '%.*s'; did you mean '%s'?", n, arg, r->spelling);
	return USAGE(d, "unknown option '%.*s'; --help lists what there is", n, arg);
}

/* ---- parsing ----------------------------------------------------------------------------*/
/* True if arg is the option of this row; *value is what is attached to it or NULL. */
static bool matches(const struct row *r, const char *arg, const char **value)
{
	size_t n, nr;
	const char *name = bare_name(arg, &n), *want = bare_name(r->spelling, &nr);
	*value = name[n] == '=' ? name + n + 1 : NULL;
	if (nr > 1)
		return r->form != FORM_GROUP && n == nr && !memcmp(name, want, n);
	if (r->form == FORM_GROUP || arg[1] != *want)
		return false;
	if (r->form != FORM_LEVEL)
		return arg[2] == 0; /* no -oFILE: it would take -output for -o utput */
	*value = arg[2] ? arg + 2 : NULL;
	return true;
}

/* True if arg is --no- and the name of this row, which is a switch. */
static bool is_negated(const struct row *r, const char *arg)
{
	size_t n, nr;
	const char *name = bare_name(arg, &n), *want = bare_name(r->spelling, &nr);
	return r->form == FORM_SWITCH && n == nr + 3 && !name[n] && !memcmp(name, "no-", 3) &&
	       !memcmp(name + 3, want, nr);
}

static bool add_to_list(option_LIST *list, const struct row *r, const char *value, struct diag *d)
{
	if (!value || !*value)
		return USAGE(d, "option '%s' needs a value: %s%c%s", r->spelling, r->spelling,
		        r->form == FORM_LIST ? '=' : ' ', r->arg);
	if (list->n == DRIVER_MAX_LIST)
		return USAGE(d, "option '%s' is given more than %d times", r->spelling,
		        DRIVER_MAX_LIST);
	list->at[list->n++] = value;
	return true;
}

/* Set the field of a row; takes the next argument if the form needs one. */
static bool set(struct options *o, const struct row *r, const char *value, int *i, int argc,
        char **argv, struct diag *d)
{
	void *field = (char *)o + r->field;
	switch (r->form) {
	case FORM_FLAG:
		*(option_FLAG *)field = true;
		return !value || USAGE(d, "option '%s' takes no value", r->spelling);
	case FORM_VALUE:
		*(option_VALUE *)field = value;
		return (value && *value) || USAGE(d, "option '%s' needs a value: %s=%s",
		                                    r->spelling, r->spelling, r->arg);
	case FORM_FILE:
		if (!value && *i + 1 < argc)
			value = argv[++*i];
		*(option_FILE *)field = value;
		return (value && *value) || USAGE(d, "option '%s' needs a value: %s %s",
		                                    r->spelling, r->spelling, r->arg);
	case FORM_LEVEL:
		if (!value || value[0] < '0' || value[0] > '3' || value[1])
			return USAGE(d,
			        "unknown optimisation level '%s%s'; there are -O0, -O1, -O2 and "
			        "-O3",
			        r->spelling, value ? value : "");
		*(option_LEVEL *)field = value[0] - '0';
		return true;
	case FORM_WORDS:
		if (!value && *i + 1 < argc)
			value = argv[++*i];
		return add_to_list(field, r, value, d);
	case FORM_LIST: return add_to_list(field, r, value, d);
	case FORM_SWITCH:
		return driver_take_switch(value ? value : "1", value ? strlen(value) : 1, field) ||
		       USAGE(d, "%s=%s: must be 0 or 1", r->spelling, value);
	case FORM_GROUP: break;
	}
	return false;
}

/* Keep a warning for options_warn: what says how warnings are shown may stand behind it. */
static void note_renamed(struct options *o, const struct row *r, struct arena *arena)
{
	if (o->renamed.n < DRIVER_MAX_LIST)
		o->renamed.at[o->renamed.n++] = arena_printf(arena,
		        "option '%s' is deprecated; use '%s'", r->spelling, r->text);
}

static bool parse_option(struct options *o, int *i, int argc, char **argv, struct arena *arena,
        struct diag *d)
{
	const char *value;
	for (size_t r = 0; r < NROWS; r++) {
		if (matches(&rows[r], argv[*i], &value))
			return set(o, &rows[r], value, i, argc, argv, d);
		if (is_negated(&rows[r], argv[*i]))
			return set(o, &rows[r], "0", i, argc, argv, d);
	}
	for (size_t r = 0; r < NRENAMED; r++)
		if (matches(&renamed[r], argv[*i], &value)) {
			note_renamed(o, &renamed[r], arena);
			return set(o, &renamed[r], value, i, argc, argv, d);
		}
	return unknown(argv[*i], d);
}

void options_warn(const struct options *o, struct diag *d)
{
	for (uint32_t i = 0; i < o->renamed.n; i++)
		diag_warning(d, NULL, (struct span){0}, "%s", o->renamed.at[i]);
}

/* ---- what goes with what ----------------------------------------------------------------*/
/* Find a word among n; reports it with the choices if it is none of them. */
static bool choose(const char *option, const char *word, size_t n, const char *(*nth)(size_t),
        unsigned *out, struct diag *d)
{
	struct sbuf all = {0};
	for (size_t i = 0; i < n; i++) {
		if (!strcmp(word, nth(i))) {
			*out = (unsigned)i;
			sbuf_free(&all);
			return true;
		}
		sbuf_printf(&all, "%s%s", i == 0 ? "" : i + 1 == n ? " or " : ", ", nth(i));
	}
	USAGE(d, "%s=%s: must be %s", option, word, all.text ? all.text : "another word");
	sbuf_free(&all);
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

/* Decide what is made from --emit, -S, -c and -emit-llvm, as clang does for the last three. */
static bool decide_kind(struct options *o, struct diag *d)
{
	unsigned kind;
	if (o->emit && (o->asm_ || o->object || o->llvm))
		return USAGE(d, "--emit and -S, -c, -emit-llvm exclude each other");
	if (o->asm_ && o->object)
		return USAGE(d, "-S and -c exclude each other");
	if (o->emit) {
		if (!choose("--emit", o->emit, EMIT_NKINDS, emit_word, &kind, d))
			return false;
		o->kind = (enum emit_kind)kind;
	} else if (o->llvm) {
		o->kind = o->asm_ ? EMIT_LL : EMIT_BC;
	} else {
		o->kind = o->asm_ ? EMIT_ASM : EMIT_OBJ;
	}
	if (o->kind == EMIT_PLAN && (o->driver.no_cse || o->driver.level == 0))
		return USAGE(d, "--emit=plan needs the pass that plans; drop %s",
		        o->driver.no_cse ? "--no-cse" : "-O0");
	return true;
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
	static const char *const words[DRIVER_NSTAGES] = {"read", "legalize", "cse", "lower"};
	return words[i];
}

/* Report a name that is no pass, with the nearest one that is. */
static bool unknown_pass(const char *option, const char *name, size_t n, struct diag *d)
{
	const char *best = NULL;
	unsigned limit = n < 4 ? 1 : (unsigned)n / 3 + 1;
	for (size_t i = 0; driver_pass_name(i); i++) {
		unsigned distance = support_edit_distance(name, n, driver_pass_name(i),
		        strlen(driver_pass_name(i)), limit);
		if (distance <= limit) {
			best = driver_pass_name(i);
			limit = distance ? distance - 1 : 0;
		}
	}
	if (best)
		return USAGE(d, "%s: there is no pass '%.*s'; did you mean '%s'?", option, (int)n,
		        name, best);
	return USAGE(d, "%s: there is no pass '%.*s'; --print-passes lists them", option, (int)n,
	        name);
}

static bool is_pass(const char *name)
{
	for (size_t i = 0; driver_pass_name(i); i++)
		if (!strcmp(driver_pass_name(i), name))
			return true;
	return false;
}

/* How far the program goes by itself. */
static enum driver_stage usual_stage(const struct options *o)
{
	const struct driver_options *d = &o->driver;
	if (o->run ? options_engines[o->engine].lowered : options_emit_kinds[o->kind].lowered)
		return DRIVER_LOWER;
	/* -O0 prints what was read */
	bool as_read = o->kind == EMIT_TIR && !o->run && !d->level && !d->passes_;
	return as_read ? DRIVER_READ : DRIVER_CSE;
}

/* Which passes run and which are shown. */
static bool decide_passes(struct options *o, struct diag *d)
{
	unsigned stage = usual_stage(o);
	if (o->after_ && !choose("--after", o->after_, DRIVER_NSTAGES, stage_word, &stage, d))
		return false;
	enum emit_kind kind = stage == DRIVER_LOWER ? EMIT_LL : EMIT_TIR;
	if (o->after_ && (o->run || o->kind != kind))
		return USAGE(d, "--after=%s goes with --emit=%s", o->after_,
		        options_emit_kinds[kind].word);
	o->driver.last = (enum driver_stage)stage;
	for (uint32_t i = 0; i < o->print_after.n; i++) {
		const char *name = o->print_after.at[i];
		if (!is_pass(name))
			return unknown_pass("--print-after", name, strlen(name), d);
	}
	return true;
}

/* What the passes are told. */
static bool decide_driver(struct options *o, struct arena *arena, struct diag *d)
{
	o->driver.target = (struct target){
	        .triple = o->triple, .cpu = o->cpu, .features = o->features};
	o->driver.target_given = o->triple || o->run;
	o->driver.cpu_given = o->cpu != NULL;
	o->driver.own_pipeline = o->passes != NULL;
	o->driver.meets_vectorizer = true;
	return driver_decide(&o->driver, arena, d);
}

/* The same for a run: which engine, and for which target. */
static bool decide_engine(struct options *o, struct diag *d)
{
	unsigned engine;
	if (!choose("--run", o->run, ENGINE_NONE, engine_word, &engine, d))
		return false;
	o->engine = (enum engine)engine;
	if (o->emit || o->asm_ || o->object || o->llvm || o->output)
		return USAGE(d, "--run writes no output file; --save=DIR keeps the buffers");
	if (o->engine == ENGINE_JIT && o->stats)
		return USAGE(d, "--run=jit counts nothing; drop --stats");
	if (o->engine != ENGINE_HEXAGON)
		return (!o->target && !o->triple) ||
		       USAGE(d, "--run=%s runs on the host; drop %s", o->run,
		               o->target ? "--target" : "-mtriple");
	if (!o->triple)
		o->triple = "hexagon";
	return true;
}

static bool check(struct options *o, struct arena *arena, struct diag *d)
{
	if (!o->input)
		return USAGE(d, "no input file");
	if (o->target && o->triple)
		return USAGE(d, "--target and -mtriple exclude each other");
	if (!decide_messages(o, d) || !decide_time(o, d) ||
	        (o->run ? !decide_engine(o, d) : !decide_kind(o, d)))
		return false;
	if (o->target)
		o->triple = o->target;
	if (!decide_passes(o, d) || !decide_driver(o, arena, d))
		return false;
	if (!o->run && o->nbinds)
		return USAGE(d, "more than one input file: '%s'", o->bind[0]);
	if (!o->run && (o->save || o->stats))
		return USAGE(d, "%s needs --run", o->save ? "--save" : "--stats");
	for (int i = 0; i < o->nbinds; i++)
		if (!strchr(o->bind[i], '=') || o->bind[i][0] == '=')
			return USAGE(d, "'%s' is no argument: NAME=@FILE.npy or NAME=VALUE",
			        o->bind[i]);
	return true;
}

bool options_parse(struct options *o, int argc, char **argv, struct arena *arena, struct diag *d)
{
	*o = (struct options){.driver.level = 2, .engine = ENGINE_NONE, .bind = argv};
	bool only_files = false, ok = true;
	for (int i = 1; i < argc; i++) {
		if (!only_files && !strcmp(argv[i], "--"))
			only_files = true;
		else if (!only_files && argv[i][0] == '-' && argv[i][1])
			ok &= parse_option(o, &i, argc, argv, arena, d);
		else if (!o->input)
			o->input = argv[i];
		else
			o->bind[o->nbinds++] = argv[i];
	}
	return ok && (o->help || o->version || o->print_passes || check(o, arena, d));
}
