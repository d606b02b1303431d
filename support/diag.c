/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/diag.c: reporting.  Counts, limits, formats, and the printer that looks like clang's. */
#include "support/support.h"

static void send(struct diag *d, enum diag_level level, const struct source *s, struct span at,
        const char *text)
{
	struct diag_message m = {level, s, at, text};
	if (d->sink)
		d->sink(d->ctx, &m);
}

/* True if a message of this level may still be shown; says once that the limit is reached. */
static bool admit(struct diag *d, enum diag_level level)
{
	bool over = d->error_limit && d->errors >= d->error_limit;
	if (level == DIAG_ERROR) {
		d->errors++;
		if (d->error_limit && d->errors == d->error_limit + 1)
			send(d, DIAG_ERROR, NULL, (struct span){0},
			        "too many errors emitted, stopping now");
	}
	if (level == DIAG_WARNING)
		d->warnings++;
	return !over;
}

enum { BRIEF = 512 }; /* bytes of a message that are shown where there is no memory for all of it */

static void report(struct diag *d, enum diag_level level, const struct source *s, struct span at,
        const char *format, va_list ap)
{
	bool promoted = level == DIAG_WARNING && d->warnings_are_errors;
	d->dropped = level == DIAG_WARNING ? d->no_warnings : level == DIAG_NOTE && d->dropped;
	if (d->dropped || !admit(d, promoted ? DIAG_ERROR : level))
		return;
	char brief[BRIEF] = "";
	struct sbuf b = {0};
	va_list again;
	va_copy(again, ap);
	vsnprintf(brief, sizeof brief, format, again);
	va_end(again);
	sbuf_vprintf(&b, format, ap);
	sbuf_str(&b, promoted ? " [-Werror]" : "");
	send(d, promoted ? DIAG_ERROR : level, s, at, !b.failed ? b.text : *brief ? brief : format);
	sbuf_free(&b);
}

#define REPORT(level)                                                                              \
	va_list ap;                                                                                \
	va_start(ap, format);                                                                      \
	report(d, level, s, at, format, ap);                                                       \
	va_end(ap)

bool diag_error(struct diag *d, const struct source *s, struct span at, const char *format, ...)
{
	REPORT(DIAG_ERROR);
	return false;
}

void diag_warning(struct diag *d, const struct source *s, struct span at, const char *format, ...)
{
	REPORT(DIAG_WARNING);
}

void diag_note(struct diag *d, const struct source *s, struct span at, const char *format, ...)
{
	REPORT(DIAG_NOTE);
}

void diag_remark(struct diag *d, const struct source *s, struct span at, const char *format, ...)
{
	REPORT(DIAG_REMARK);
}

/* ---- the printer ------------------------------------------------------------------------*/
enum { MAX_SHOWN = 160 }; /* bytes of a source line that are shown */

struct look {
	const char *word, *colour;
};
static const struct look looks[] = {
        [DIAG_NOTE] = {"note", "\033[1;36m"},
        [DIAG_REMARK] = {"remark", "\033[1;34m"},
        [DIAG_WARNING] = {"warning", "\033[1;35m"},
        [DIAG_ERROR] = {"error", "\033[1;31m"},
};

/* A byte of source as it may go to a terminal: nothing that moves the cursor. */
static char shown(char c)
{
	return c == '\t' || (unsigned char)c < 32 || c == 127 ? ' ' : c;
}

/* Print the line of at, cut around the span if it is long, and the caret line below it. */
static void print_line(const struct diag_printer *p, const struct source *s, struct span at)
{
	unsigned line, column;
	source_location(s, at.begin, &line, &column);
	uint32_t from = s->line[line - 1];
	uint32_t to = line < s->nlines ? s->line[line] - 1 : (uint32_t)s->len;
	if (to > from && s->text[to - 1] == '\r')
		to--;
	uint32_t end = at.end > to ? to : at.end;
	bool cut_left = at.begin - from > MAX_SHOWN / 2 && to - from > MAX_SHOWN;
	if (cut_left)
		from = at.begin - MAX_SHOWN / 2;
	bool cut_right = to - from > MAX_SHOWN;
	if (cut_right)
		to = from + MAX_SHOWN;
	if (end > to)
		end = to;
	fputs(cut_left ? "..." : "", p->out);
	for (uint32_t i = from; i < to; i++)
		fputc(shown(s->text[i]), p->out);
	fputs(cut_right ? "...\n" : "\n", p->out);
	for (uint32_t i = from; i < at.begin + (cut_left ? 3 : 0); i++)
		fputc(' ', p->out);
	fputs(p->colour ? "\033[1;32m^" : "^", p->out);
	for (uint32_t i = at.begin + 1; i < end; i++)
		fputc('~', p->out);
	fputs(p->colour ? "\033[0m\n" : "\n", p->out);
}

void diag_print(void *printer, const struct diag_message *m)
{
	const struct diag_printer *p = printer;
	bool located = m->source && m->span.end > m->span.begin && m->span.begin <= m->source->len;
	const char *bold = p->colour ? "\033[1m" : "", *off = p->colour ? "\033[0m" : "";
	if (located) {
		unsigned line, column;
		source_location(m->source, m->span.begin, &line, &column);
		fprintf(p->out, "%s%s:%u:%u: ", bold, m->source->name, line, column);
	} else {
		fprintf(p->out, "%s%s: ", bold, m->source ? m->source->name : "tirc");
	}
	fprintf(p->out, "%s%s:%s %s%s%s\n", p->colour ? looks[m->level].colour : "",
	        looks[m->level].word, off, bold, m->text, off);
	if (located)
		print_line(p, m->source, m->span);
}
