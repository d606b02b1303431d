/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/help.c: --help, --print-passes and --print-workarounds. */
#include "tool/internal.h"

enum { HELP_COLUMN = 22, HELP_WIDTH = 80 };

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
		struct sbuf left = {0};
		print_spelling(r, &left);
		bool fits = left.len < HELP_COLUMN - 2;
		sbuf_printf(out, "  %-*s", HELP_COLUMN - 2, left.text ? left.text : "");
		sbuf_printf(out, "%s%*s", fits ? "" : "\n", fits ? 0 : HELP_COLUMN, "");
		print_text(r->text, out);
		sbuf_free(&left);
	}
}

void options_passes(struct sbuf *out)
{
	const char *name, *text;
	for (size_t i = 0; (name = driver_pass(i, &text)); i++) {
		bool fits = strlen(name) < HELP_COLUMN - 2;
		sbuf_printf(out, "  %-*s%s%*s", HELP_COLUMN - 2, name, fits ? "" : "\n",
		        fits ? 0 : HELP_COLUMN, "");
		print_text(text, out);
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
