/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/options.c: the parser of the command line, driven by options.def.
 *
 * The table is included three times: for the fields of struct options, for the rows the parser
 * looks up, and for --help.  A new option is one row.  What is no row may be the habit of another tool's user
 * (habits.def). */
#include <unistd.h>

#include "tool/internal.h"

static const struct option_row rows[] = {
#define GROUP(text) {FORM_GROUP, text, "", "", 0},
#define OPTION(field, form, spelling, arg, text)                                                   \
	{FORM_##form, spelling, arg, text, offsetof(struct options, field)},
#include "tool/options.def"
};
enum { NROWS = sizeof rows / sizeof *rows };

/* Old names; what --help says of one is the new name. */
static const struct option_row renamed[] = {
#define DRIVER_OPTION(...)
#define DRIVER_RENAMED(field, form, old, new)                                                      \
	{FORM_##form, "--" old, "VALUE", "--" new, offsetof(struct options, driver.field)},
#include "driver/options.def"
};
enum { NRENAMED = sizeof renamed / sizeof *renamed };

const struct option_row *options_row(size_t i)
{
	return i < NROWS ? &rows[i] : NULL;
}

/* ---- suggestions ------------------------------------------------------------------------*/
const char *options_bare_name(const char *s, size_t *n)
{
	s += *s == '-';
	s += *s == '-';
	*n = strcspn(s, "=");
	return s;
}

/* The row whose name is nearest, if it is near enough for a slip of the fingers; NULL if none is. */
static const struct option_row *nearest(const char *arg)
{
	size_t n, nr;
	const char *name = options_bare_name(arg, &n);
	const struct option_row *best = NULL;
	struct support_nearest near = support_nearest_of(name, n);
	for (size_t i = 0; i < NROWS && n >= 2; i++) {
		const char *other = options_bare_name(rows[i].spelling, &nr);
		if (rows[i].form != FORM_GROUP && nr >= 2 && support_nearest_try(&near, other, nr))
			best = &rows[i];
	}
	return best;
}

/* The row of whose name a part between dashes is nearest: '--prnit' may be '--print-after'. */
static const struct option_row *nearest_part(const char *arg)
{
	size_t n, nr;
	const char *name = options_bare_name(arg, &n);
	const struct option_row *best = NULL;
	struct support_nearest near = support_nearest_of(name, n);
	for (size_t i = 0; i < NROWS && n >= 4; i++) {
		const char *part = options_bare_name(rows[i].spelling, &nr), *end = part + nr;
		for (size_t k; rows[i].form != FORM_GROUP && *rows[i].text && part < end;
		        part += k + 1) {
			k = strcspn(part, "-=");
			if (k >= 4 && support_nearest_try(&near, part, k))
				best = &rows[i];
		}
	}
	return best;
}

static bool unknown(const char *arg, struct diag *d)
{
	const struct option_row *r = nearest(arg);
	r = r ? r : nearest_part(arg);
	int n = (int)strcspn(arg, "=");
	if (r)
		return USAGE(d, "unknown option '%.*s'; did you mean '%s'?", n, arg, r->spelling);
	return USAGE(d, "unknown option '%.*s'; --help lists what there is", n, arg);
}

/* ---- parsing ----------------------------------------------------------------------------*/
/* True if arg is the option of this row; *value is what is attached to it or NULL. */
static bool matches(const struct option_row *r, const char *arg, const char **value)
{
	size_t n, nr;
	const char *name = options_bare_name(arg, &n), *want = options_bare_name(r->spelling, &nr);
	*value = name[n] == '=' ? name + n + 1 : NULL;
	if (nr > 1)
		return r->form != FORM_GROUP && n == nr && !memcmp(name, want, n);
	if (r->form == FORM_GROUP || arg[1] != *want)
		return false;
	if (r->form != FORM_LEVEL)
		return arg[2] == 0;
	*value = arg[2] ? arg + 2 : NULL;
	return true;
}

/* True if arg is --no- and the name of this row, which is a switch. */
static bool is_negated(const struct option_row *r, const char *arg)
{
	size_t n, nr;
	const char *name = options_bare_name(arg, &n), *want = options_bare_name(r->spelling, &nr);
	return r->form == FORM_SWITCH && n == nr + 3 && !name[n] && !memcmp(name, "no-", 3) &&
	       !memcmp(name + 3, want, nr);
}

static bool add_to_list(option_LIST *list, const struct option_row *r, const char *value,
        struct diag *d)
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

/* The words of the command line, of which the first i are read. */
struct parser {
	struct options *o;
	struct option_words words;
	uint32_t i;
	struct arena *arena;
	struct diag *diag;
};

/* What stands behind an option in a word of its own; NULL: nothing does. */
static const char *next_word(struct parser *p)
{
	return p->i < p->words.v.n ? p->words.v.at[p->i++] : NULL;
}

/* Set a field that is a string. */
static bool set_value(struct parser *p, const struct option_row *r, const char *value)
{
	*(option_VALUE *)((char *)p->o + r->field) = value;
	return (value && *value) || r->form == FORM_OPTIONAL ||
	       USAGE(p->diag, "option '%s' needs a value: %s%c%s", r->spelling, r->spelling,
	               r->form == FORM_VALUE ? '=' : ' ', r->arg);
}

static bool set_level(struct parser *p, const struct option_row *r, const char *value)
{
	option_LEVEL *level = (option_LEVEL *)((char *)p->o + r->field);
	return driver_take_level(value ? value : "", value ? strlen(value) : 0, level) ||
	       USAGE(p->diag,
	               "unknown optimisation level '%s%s'; there are -O0, -O1, -O2, -O3 and -Os",
	               r->spelling, value ? value : "");
}

/* Set the field of a row; takes the next word if the form needs one. */
static bool set(struct parser *p, const struct option_row *r, const char *value)
{
	void *field = (char *)p->o + r->field;
	switch (r->form) {
	case FORM_FLAG:
		*(option_FLAG *)field = true;
		return !value || USAGE(p->diag, "option '%s' takes no value", r->spelling);
	case FORM_VALUE:
	case FORM_FILE: return set_value(p, r, value ? value : next_word(p));
	case FORM_OPTIONAL: return set_value(p, r, value && *value ? value : "");
	case FORM_LEVEL: return set_level(p, r, value);
	case FORM_WORDS:
	case FORM_LIST: return add_to_list(field, r, value ? value : next_word(p), p->diag);
	case FORM_SWITCH:
		return driver_take_switch(value ? value : "1", value ? strlen(value) : 1, field) ||
		       USAGE(p->diag, "%s=%s: must be 0 or 1", r->spelling, value);
	case FORM_GROUP: break;
	}
	return false;
}

/* Keep a warning for options_warn: what says how warnings are shown may stand behind it. */
static void note_renamed(struct parser *p, const struct option_row *r)
{
	option_LIST *list = &p->o->renamed;
	if (list->n < DRIVER_MAX_LIST)
		list->at[list->n++] = arena_printf(p->arena, "option '%s' is deprecated; use '%s'",
		        r->spelling, r->text);
}

/* Take the word if it is an option of tirc's, and tell in *ok whether it is right. */
static bool take_row(struct parser *p, const char *word, bool *ok)
{
	const char *value;
	for (size_t r = 0; r < NROWS; r++) {
		bool negated = is_negated(&rows[r], word);
		if (!negated && !matches(&rows[r], word, &value))
			continue;
		*ok = set(p, &rows[r], negated ? "0" : value);
		return true;
	}
	for (size_t r = 0; r < NRENAMED; r++)
		if (matches(&renamed[r], word, &value)) {
			note_renamed(p, &renamed[r]);
			*ok = set(p, &renamed[r], value);
			return true;
		}
	return false;
}

/* -oFILE */
static bool take_joined(struct parser *p, const char *word, bool *ok)
{
	for (size_t r = 0; r < NROWS && word[1] != '-'; r++)
		if (rows[r].form == FORM_FILE && !rows[r].spelling[2] &&
		        rows[r].spelling[1] == word[1]) {
			*ok = set(p, &rows[r], word + 2);
			return true;
		}
	return false;
}

/* Take the word if it is another tool's option. */
static bool take_habit(struct parser *p, const char *word, bool whole, bool *ok)
{
	const char *rest;
	const struct habit *h = options_habit(word, whole, &rest);
	if (!h || (h->kind == HABIT_ANSWERED && h->spelling[2] == '*' && nearest(word)))
		return false;
	size_t n = strcspn(h->text, "*");
	if (h->kind == HABIT_ANSWERED)
		*ok = USAGE(p->diag, "option '%s': %s", word, h->text);
	const char *ours = h->text[n] ? arena_printf(p->arena, "%.*s%s", (int)n, h->text, rest)
	                              : h->text;
	return h->kind != HABIT_SPELLED || take_row(p, ours, ok) || take_joined(p, ours, ok);
}

static bool parse_option(struct parser *p, const char *word)
{
	bool ok = true;
	bool taken = take_habit(p, word, true, &ok) || take_row(p, word, &ok) ||
	             take_habit(p, word, false, &ok) || take_joined(p, word, &ok);
	return taken ? ok : unknown(word, p->diag);
}

void options_warn(const struct options *o, struct diag *d)
{
	for (uint32_t i = 0; i < o->renamed.n; i++)
		diag_warning(d, NULL, (struct span){0}, "%s", o->renamed.at[i]);
}

/* Take the word before the texts, if it is this one; ./check is a text of that name. */
static bool take_word(struct options *o, const char *word)
{
	if (o->files.n < 2 || strcmp(o->files.at[0], word) != 0 || o->run)
		return false;
	o->files.n--;
	memmove(o->files.at, o->files.at + 1, o->files.n * sizeof *o->files.at);
	return true;
}

/* tirc report FILE.py */
static bool take_report(struct options *o, struct diag *d)
{
	if (!take_word(o, "report"))
		return true;
	if (o->emit || o->asm_ || o->object || o->llvm)
		return USAGE(d, "report and --emit, -S, -c, -emit-llvm exclude each other");
	o->emit = "report";
	return true;
}

/* tirc check FILE.py, as editors call it; and what --check and --list-functions need. */
static void take_check(struct options *o)
{
	if (take_word(o, "check"))
		o->check = true;
	if (o->check || o->list_functions) {
		o->emit = "tir";
		o->after_ = o->check ? "legalize" : "read";
	}
}

static bool parse(struct parser *p)
{
	struct options *o = p->o;
	bool only_files = false, ok = true;
	while (p->i < p->words.v.n) {
		const char *word = next_word(p);
		if (!only_files && !strcmp(word, "--"))
			only_files = true;
		else if (!only_files && word[0] == '-' && word[1])
			ok &= parse_option(p, word);
		else
			VEC_PUSH(p->arena, &o->files, word);
	}
	memcpy(&o->words, &p->words.v, sizeof o->words);
	take_check(o);
	ok &= take_report(o, p->diag);
	o->print_cpus = o->cpu && !strcmp(o->cpu, "help");
	o->print_features = o->features && !strcmp(o->features, "help");
	return ok &&
	       (o->help || o->version || o->print_passes || o->print_workarounds || o->print_cpus ||
	               o->print_features || options_decide(o, p->arena, p->diag));
}

struct work {
	struct parser parser;
	int argc;
	char **argv;
	bool ok;
};

static void work(void *ctx)
{
	struct work *w = ctx;
	struct parser *p = &w->parser;
	w->ok = options_words(&p->words, w->argc, w->argv, p->arena, p->diag) && parse(p);
}

bool options_parse(struct options *o, int argc, char **argv, struct arena *arena, struct diag *d)
{
	struct work w = {{.o = o, .arena = arena, .diag = d}, argc, argv, false};
	*o = (struct options){.driver.level = 2, .engine = ENGINE_NONE};
	return arena_guard(arena, work, &w) ? w.ok : USAGE(d, "out of memory");
}
