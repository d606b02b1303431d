/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/page.c: --explain=FILE.html, the source with what was decided: a page that needs no script and nothing else.
 *
 * Idea.   Each character of the source has the decision of the smallest expression that holds it, where it is written first and where it is
 *         written again; a row of words behind the first line says what each decision was, so that nothing is told by colours
 *         alone. */
#include "tool/internal.h"

void remarks_page_add(struct job *j, const struct driver_remark *r)
{
	size_t n = strlen(r->text);
	bool shares = r->passed && !strcmp(r->group, "cse");
	struct page_note note = {r->at, r->named_at, r->passed, r->word,
	        arena_strndup(&j->arena, r->text, n), r->func->name,
	        shares && r->uses > 1 ? r->uses - 1 : 0, false};
	VEC_PUSH(&j->arena, &j->notes, note);
	note.again = true;
	for (uint32_t i = 0; i < r->nothers; i++) {
		note.at = r->others[i];
		VEC_PUSH(&j->arena, &j->notes, note);
	}
}

static void escaped(struct sbuf *out, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		switch (text[i]) {
		case '&': sbuf_str(out, "&amp;"); break;
		case '<': sbuf_str(out, "&lt;"); break;
		case '>': sbuf_str(out, "&gt;"); break;
		case '"': sbuf_str(out, "&quot;"); break;
		default: sbuf_char(out, text[i]);
		}
}

static unsigned line_of(const struct job *j, uint32_t offset)
{
	unsigned line, column;
	source_location(j->source, offset, &line, &column);
	return line;
}

static const char head[] = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                           "<meta name=\"viewport\" content=\"width=device-width\">\n<title>";
static const char style[] =
        "</title>\n<style>\n"
        "body{font-family:sans-serif;margin:1.5em;color:#1b1f24;background:#fff}\n"
        "table{border-collapse:collapse}td,th{border:1px solid #57606a;padding:.2em "
        ".6em;text-align:left}\n"
        "ol{list-style:none;padding:0;font-family:monospace;line-height:1.4}\n"
        "ol code{white-space:pre}.n{display:inline-block;width:3.5em;color:#57606a}\n"
        "mark{color:inherit}.yes{background:#aceebb;border-bottom:2px solid #116329}\n"
        ".no{background:#ffe0b5;border-bottom:2px dashed #7a4100}\n"
        "ul{margin:0 0 .3em 3.5em;padding:0;list-style:none}li.yes,li.no{border:0;padding:0 .4em}\n"
        "</style>\n</head>\n<body>\n<main>\n";

/* The notes that begin on each line; the line of note i is at[i]. */
struct page {
	struct job *j;
	struct sbuf *out;
	unsigned *line;
	uint32_t *first,
	        *next; /* by line: its first note; by note: the next one of its line; UINT32_MAX ends */
};

/* The note of the smallest expression that holds the character, or NULL.  Only notes of the lines from `from` on are
 * looked at, as a statement may go over several. */
static const struct page_note *note_at(const struct page *p, unsigned from, unsigned line,
        uint32_t at)
{
	const struct page_note *best = NULL;
	for (unsigned l = from; l <= line; l++)
		for (uint32_t i = p->first[l]; i != UINT32_MAX; i = p->next[i]) {
			const struct page_note *n = &p->j->notes.at[i];
			bool holds = n->at.begin <= at && at < n->at.end;
			if (holds &&
			        (!best || n->at.end - n->at.begin < best->at.end - best->at.begin))
				best = n;
		}
	return best;
}

/* The end of the line that begins at `at`, without its ending. */
static uint32_t line_end(const struct source *s, uint32_t at)
{
	while (at < s->len && s->text[at] != '\n' && s->text[at] != '\r')
		at++;
	return at;
}

static void print_code(const struct page *p, unsigned line)
{
	enum { LINES = 8 }; /* that an expression is taken to go over at most */
	const struct source *s = p->j->source;
	unsigned from = line > LINES ? line - LINES : 1;
	uint32_t at = s->line[line - 1], end = line_end(s, at);
	while (at < end) {
		const struct page_note *n = note_at(p, from, line, at);
		uint32_t begin = at;
		while (at < end && note_at(p, from, line, at) == n)
			at++;
		if (n)
			sbuf_printf(p->out, "<mark class=\"%s\" title=\"",
			        n->passed ? "yes" : "no");
		if (n)
			escaped(p->out, n->text, strlen(n->text));
		sbuf_str(p->out, n ? "\">" : "");
		escaped(p->out, s->text + begin, at - begin);
		sbuf_str(p->out, n ? "</mark>" : "");
	}
}

static void print_notes(const struct page *p, unsigned line)
{
	bool any = false;
	for (uint32_t i = p->first[line]; i != UINT32_MAX; i = p->next[i]) {
		const struct page_note *n = &p->j->notes.at[i];
		if (n->again)
			continue;
		sbuf_str(p->out, any ? "" : "<ul>\n");
		any = true;
		sbuf_printf(p->out, "<li class=\"%s\">%s: ", n->passed ? "yes" : "no",
		        n->passed ? "done" : "left");
		escaped(p->out, n->text, strlen(n->text));
		if (n->named_at.end)
			sbuf_printf(p->out, " (named before <a href=\"#L%u\">line %u</a>)",
			        line_of(p->j, n->named_at.begin), line_of(p->j, n->named_at.begin));
		sbuf_printf(p->out, " [%s]</li>\n", n->word);
	}
	sbuf_str(p->out, any ? "</ul>\n" : "");
}

static void index_notes(struct page *p, uint32_t nlines)
{
	const struct job *j = p->j;
	p->first = ARENA_NEWN(&p->j->arena, uint32_t, nlines + 2);
	p->next = ARENA_NEWN(&p->j->arena, uint32_t, j->notes.n);
	p->line = ARENA_NEWN(&p->j->arena, unsigned, j->notes.n);
	for (uint32_t l = 0; l < nlines + 2; l++)
		p->first[l] = UINT32_MAX;
	for (uint32_t i = j->notes.n; i-- > 0;) {
		unsigned line = line_of(j, j->notes.at[i].at.begin);
		p->next[i] = p->first[line];
		p->first[line] = i;
	}
}

/* A row of the summary; none for a function of which nothing is told where one alone was asked for. */
static void print_row(const struct page *p, const char *name)
{
	const struct job *j = p->j;
	unsigned count[2] = {0, 0};
	uint64_t saved = 0;
	for (uint32_t i = 0; i < j->notes.n; i++)
		if (!strcmp(j->notes.at[i].func, name) && !j->notes.at[i].again) {
			count[j->notes.at[i].passed]++;
			saved += j->notes.at[i].saved;
		}
	if (!count[0] && !count[1] && j->run.options->function)
		return;
	sbuf_str(p->out, "<tr><td>");
	escaped(p->out, name, strlen(name));
	sbuf_printf(p->out, "</td><td>%u</td><td>%u</td><td>%llu</td></tr>\n", count[1], count[0],
	        (unsigned long long)saved);
}

/* A row a function: how much was done there, how much was left, and how many computations of the text are not done any more. */
static void print_summary(const struct page *p)
{
	const struct job *j = p->j;
	sbuf_str(p->out,
	        "<table>\n<caption>Repeated computations and loops, by function</caption>\n"
	        "<tr><th scope=\"col\">function</th><th scope=\"col\">done</th><th "
	        "scope=\"col\">left</th><th scope=\"col\">computations saved</th></tr>\n");
	for (uint32_t f = 0; f < j->run.module->funcs.n; f++)
		print_row(p, j->run.module->funcs.at[f]->name);
	sbuf_str(p->out, "</table>\n");
}

bool remarks_page_write(struct job *j, const char *path)
{
	struct sbuf out = {0};
	struct page p = {.j = j, .out = &out};
	const struct source *s = j->source;
	sbuf_str(&out, head);
	escaped(&out, s->name, strlen(s->name));
	sbuf_str(&out, style);
	sbuf_str(&out, "<h1>");
	escaped(&out, s->name, strlen(s->name));
	sbuf_str(&out,
	        "</h1>\n<p><mark class=\"yes\">Underlined</mark> is what was shared or changed, "
	        "<mark class=\"no\">dashed</mark> what was left as it is; the words behind a line "
	        "say why.</p>\n");
	index_notes(&p, s->nlines);
	print_summary(&p);
	sbuf_str(&out, "<h2>Source</h2>\n<ol>\n");
	for (unsigned line = 1; line <= s->nlines; line++) {
		sbuf_printf(&out, "<li id=\"L%u\"><code><span class=\"n\">%u</span>", line, line);
		print_code(&p, line);
		sbuf_str(&out, "</code>\n");
		print_notes(&p, line);
		sbuf_str(&out, "</li>\n");
	}
	sbuf_str(&out, "</ol>\n</main>\n</body>\n</html>\n");
	bool ok = output_write(j, path, &out);
	sbuf_free(&out);
	return ok;
}
