/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/help.c: --help, --print-passes, --print-workarounds and --list-functions. */
#include "tool/internal.h"

enum { HELP_COLUMN = 22, HELP_WIDTH = 80, MAX_DIMENSION = 60 /* bytes of one in a list */ };

/* How an option is written in --help. */
static void print_spelling(const struct option_row *r, struct sbuf *out)
{
	switch (r->form) {
	case FORM_FLAG:
	case FORM_GROUP:
	case FORM_LEVEL: sbuf_printf(out, "%s%s", r->spelling, r->arg); break;
	case FORM_LIST:
	case FORM_VALUE: sbuf_printf(out, "%s=%s", r->spelling, r->arg); break;
	case FORM_OPTIONAL:
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

/* What --help says of an option. */
static void print_row(const struct option_row *r, struct sbuf *out)
{
	struct sbuf left = {0};
	print_spelling(r, &left);
	bool fits = left.len < HELP_COLUMN - 2;
	sbuf_printf(out, "  %-*s", HELP_COLUMN - 2, left.text ? left.text : "");
	sbuf_printf(out, "%s%*s", fits ? "" : "\n", fits ? 0 : HELP_COLUMN, "");
	print_text(r->text, out);
	sbuf_free(&left);
}

void options_help(struct sbuf *out)
{
	sbuf_str(out,
	        "usage: tirc [options] FILE.py ...                    compile; '-' is stdin\n"
	        "       tirc --run=ENGINE FILE.py NAME=@FILE.npy NAME=3 ...           execute\n");
	const struct option_row *r;
	for (size_t i = 0; (r = options_row(i)); i++) {
		if (r->form == FORM_GROUP) {
			sbuf_printf(out, "%s:\n", r->spelling);
			continue;
		}
		if (!*r->text)
			continue;
		print_row(r, out);
	}
}

static void print_pass(const char *name, const char *text, struct sbuf *out)
{
	bool fits = strlen(name) < HELP_COLUMN - 2;
	sbuf_printf(out, "  %-*s%s%*s", HELP_COLUMN - 2, name, fits ? "" : "\n",
	        fits ? 0 : HELP_COLUMN, "");
	print_text(text, out);
}

void options_passes(struct sbuf *out)
{
	const char *name, *text;
	for (size_t i = 0; (name = driver_pass(i, &text)); i++)
		print_pass(name, text, out);
}

/* Is the topic the option's name, whatever its dashes? */
static bool is_option(const struct option_row *r, const char *topic)
{
	size_t n, k;
	const char *name = options_bare_name(r->spelling, &n), *want = options_bare_name(topic, &k);
	return r->form != FORM_GROUP && n == k && !memcmp(name, want, n);
}

bool options_help_on(const char *topic, struct sbuf *out)
{
	const struct option_row *r;
	const char *name, *text;
	bool inside = false;
	for (size_t i = 0; (r = options_row(i)); i++) {
		if (r->form == FORM_GROUP)
			inside = !strcmp(r->spelling, topic);
		if (r->form == FORM_GROUP && inside)
			sbuf_printf(out, "%s:\n", r->spelling);
		else if (*r->text && (inside || is_option(r, topic)))
			print_row(r, out);
	}
	for (size_t i = 0; (name = driver_pass(i, &text)); i++)
		if (!strcmp(name, topic))
			print_pass(name, text, out);
	return out->len > 0;
}

bool options_no_topic(const char *topic, struct diag *d)
{
	const struct option_row *r;
	const char *best = NULL, *name, *text;
	size_t n, k;
	const char *want = options_bare_name(topic, &n);
	struct support_nearest near = support_nearest_of(want, n);
	struct sbuf headings = {0};
	for (size_t i = 0; (r = options_row(i)); i++) {
		const char *bare = options_bare_name(r->spelling, &k);
		if (*bare && support_nearest_try(&near, bare, k))
			best = r->spelling;
		if (r->form == FORM_GROUP)
			sbuf_printf(&headings, "%s%s", headings.len ? ", " : "", r->spelling);
	}
	for (size_t i = 0; (name = driver_pass(i, &text)); i++)
		if (support_nearest_try(&near, name, strlen(name)))
			best = name;
	USAGE(d, "--help: there is no heading, option or pass '%s'%s%s%s headings are %s", topic,
	        best ? "; did you mean '" : "", best ? best : "", best ? "'? The" : "; the",
	        headings.text ? headings.text : "none");
	sbuf_free(&headings);
	return false;
}

static void print_param(const struct tir_func *f, const struct tir_param *p, struct sbuf *out)
{
	const struct tir_buffer *b = p->buffer;
	char type[40];
	if (!b) {
		sbuf_printf(out, "%s: %s", p->var->name, tir_type_name(p->var->type, type));
		return;
	}
	sbuf_printf(out, "%s: %s[", b->name, tir_type_name(b->elem, type));
	for (uint32_t i = 0; i < b->ndim; i++) {
		sbuf_str(out, i ? ", " : "");
		tir_print_expr_of(f, b->shape[i], MAX_DIMENSION, out);
	}
	sbuf_str(out, "]");
}

void options_functions(const struct tir_module *m, struct sbuf *out)
{
	char type[40];
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		const struct tir_func *f = m->funcs.at[i];
		sbuf_printf(out, "%s(", f->name);
		for (uint32_t k = 0; k < f->params.n; k++) {
			sbuf_str(out, k ? ", " : "");
			print_param(f, &f->params.at[k], out);
		}
		sbuf_str(out, ")");
		if (f->ret.code != TIR_TYPE_VOID)
			sbuf_printf(out, " -> %s", tir_type_name(f->ret, type));
		if (!f->symbol)
			sbuf_str(out, " private");
		else if (strcmp(f->symbol, f->name) != 0)
			sbuf_printf(out, " as %s", f->symbol);
		sbuf_str(out, "\n");
	}
}

/* Print the rows of lowering/workarounds.def, each line "what: words" behind a name. */
void options_workarounds(struct sbuf *out)
{
	static const struct {
		const char *name;
		int from, to;
		const char *function, *file, *what, *test, *why;
	} rows[] = {
#define WORKAROUND(name, from, to, function, file, what, test, why)                                \
	{name, from, to, function, file, what, test, why},
#include "lowering/workarounds.def"
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		sbuf_printf(out, "%s\n    fault: %s\n", rows[i].name, rows[i].what);
		sbuf_printf(out, "    LLVM: %s%d", rows[i].to ? "" : "since ", rows[i].from);
		if (rows[i].to)
			sbuf_printf(out, " to %d", rows[i].to);
		sbuf_str(out, "\n");
		sbuf_printf(out, "    step: %s in %s\n    test: %s\n", rows[i].function,
		        rows[i].file, rows[i].test);
		if (*rows[i].why)
			sbuf_printf(out, "    no reproducer: %s\n", rows[i].why);
		else
			sbuf_printf(out, "    reproducer: test/faults/%s.ll\n", rows[i].name);
	}
}
