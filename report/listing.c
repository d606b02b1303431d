/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report/listing.c: the source, at each line what was decided there and the code that was made of it.
 *
 * Idea.   Each character of the source has the decision of the smallest expression that holds it, where it is written first and where it is
 *         written again; a row of words behind the first line says what each decision was, so that nothing is said by colours
 *         alone. */
#include "report/internal.h"

static unsigned line_of(const struct report *r, uint32_t offset)
{
	unsigned line, column;
	source_location(r->source, offset, &line, &column);
	return line;
}

/* What belongs to each line: chains by number; UINT32_MAX ends. */
struct chains {
	uint32_t *first, *next;
};
struct listing {
	const struct report *r;
	const struct report_code *code;
	struct sbuf *out;
	struct chains notes, runs;
	uint32_t *func; /* of each run */
	double *cost;   /* by line */
	double most;
};

static struct chains begin_chains(const struct listing *l, uint32_t n)
{
	uint32_t lines = l->r->source->nlines + 2;
	struct chains c = {
	        ARENA_NEWN(l->r->arena, uint32_t, lines), ARENA_NEWN(l->r->arena, uint32_t, n + 1)};
	for (uint32_t i = 0; i < lines; i++)
		c.first[i] = UINT32_MAX;
	return c;
}

/* To be called for the last one first. */
static void chain(struct chains *c, uint32_t i, unsigned line)
{
	c->next[i] = c->first[line];
	c->first[line] = i;
}

/* The note of the smallest expression that holds the character, or NULL.  Only notes of the lines from `from` on are
 * looked at, as a statement may go over several. */
static const struct report_note *note_at(const struct listing *l, unsigned from, unsigned line,
        uint32_t at)
{
	const struct report_note *best = NULL;
	for (unsigned k = from; k <= line; k++)
		for (uint32_t i = l->notes.first[k]; i != UINT32_MAX; i = l->notes.next[i]) {
			const struct report_note *n = &l->r->notes[i];
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

static void print_text(const struct listing *l, unsigned line)
{
	enum { LINES = 8 }; /* that an expression is taken to go over at most */
	const struct source *s = l->r->source;
	unsigned from = line > LINES ? line - LINES : 1;
	uint32_t at = s->line[line - 1], end = line_end(s, at);
	while (at < end) {
		const struct report_note *n = note_at(l, from, line, at);
		uint32_t begin = at;
		while (at < end && note_at(l, from, line, at) == n)
			at++;
		if (n)
			sbuf_printf(l->out, "<mark class=\"%s\" title=\"",
			        n->passed ? "yes" : "no");
		if (n)
			report_string(l->out, n->text);
		sbuf_str(l->out, n ? "\">" : "");
		report_text(l->out, s->text + begin, at - begin);
		sbuf_str(l->out, n ? "</mark>" : "");
	}
}

static void print_note(const struct listing *l, const struct report_note *n)
{
	sbuf_printf(l->out, "<li class=\"%s\">%s: ", n->passed ? "yes" : "no",
	        n->passed ? "done" : "left");
	report_string(l->out, n->text);
	if (n->named_at.end) {
		sbuf_str(l->out, " (named before ");
		report_link(l->out, line_of(l->r, n->named_at.begin));
		sbuf_str(l->out, ")");
	}
	sbuf_printf(l->out, " [%s]</li>\n", n->word);
}

/* Print the notes of a line, of what was left those behind the first FEW (rest), or all others; returns how many those are. */
static uint32_t print_some(const struct listing *l, unsigned line, bool rest, bool quiet)
{
	enum { FEW = 4 };
	uint32_t left = 0, n = 0;
	for (uint32_t i = l->notes.first[line]; i != UINT32_MAX; i = l->notes.next[i]) {
		const struct report_note *note = &l->r->notes[i];
		left += !note->again && !note->passed;
		bool behind = !note->passed && left > FEW;
		if (note->again || behind != rest)
			continue;
		n++;
		if (!quiet)
			print_note(l, note);
	}
	return n;
}

static void print_notes(const struct listing *l, unsigned line)
{
	uint32_t rest = print_some(l, line, true, true);
	if (!print_some(l, line, false, true))
		return;
	sbuf_str(l->out, "<ul>\n");
	print_some(l, line, false, false);
	sbuf_str(l->out, "</ul>\n");
	if (!rest)
		return;
	sbuf_printf(l->out, "<details><summary>%u more left</summary>\n<ul>\n", rest);
	print_some(l, line, true, false);
	sbuf_str(l->out, "</ul></details>\n");
}

/* ---- The code of a line -----------------------------------------------------------------*/
static void print_runs(const struct listing *l, unsigned line)
{
	const struct report_code *c = l->code;
	uint32_t n = 0, func = UINT32_MAX;
	for (uint32_t i = l->runs.first[line]; i != UINT32_MAX; i = l->runs.next[i])
		n += c->runs.at[i].n;
	if (l->runs.first[line] == UINT32_MAX)
		return;
	sbuf_printf(l->out, "<details><summary>assembly: %u %s%s</summary>\n<pre>", n,
	        c->has_packets ? "packet" : "instruction", n == 1 ? "" : "s");
	for (uint32_t i = l->runs.first[line]; i != UINT32_MAX; i = l->runs.next[i]) {
		const struct report_run *run = &c->runs.at[i];
		sbuf_str(l->out, i == l->runs.first[line] ? "" : "\n");
		if (l->func[i] != func && c->funcs.n > 1) {
			report_string(l->out, c->funcs.at[l->func[i]].name);
			sbuf_str(l->out, ":\n");
		}
		func = l->func[i];
		report_text(l->out, c->text.text + run->begin, run->size);
	}
	sbuf_str(l->out, "</pre></details>\n");
}

static void print_cost(const struct listing *l, unsigned line)
{
	double cost = l->cost[line];
	if (l->most <= 0)
		return;
	sbuf_printf(l->out, "<span class=\"h\" style=\"--w:%.1f%%\">", cost / l->most * 100);
	if (cost > 0)
		report_number(l->out, cost);
	sbuf_str(l->out, "</span>");
}

static void print_line(const struct listing *l, unsigned line)
{
	sbuf_printf(l->out, "<li id=\"L%u\"><code><span class=\"n\">%u</span>", line, line);
	print_cost(l, line);
	print_text(l, line);
	sbuf_str(l->out, "</code>\n");
	print_notes(l, line);
	print_runs(l, line);
	sbuf_str(l->out, "</li>\n");
}

/* ---- The section ------------------------------------------------------------------------*/
static void chain_all(struct listing *l)
{
	const struct report_code *c = l->code;
	uint32_t lines = l->r->source->nlines + 2;
	l->notes = begin_chains(l, l->r->nnotes);
	l->runs = begin_chains(l, c->runs.n);
	l->func = ARENA_NEWN(l->r->arena, uint32_t, c->runs.n + 1);
	l->cost = ARENA_NEWN(l->r->arena, double, lines);
	for (uint32_t i = l->r->nnotes; i-- > 0;)
		chain(&l->notes, i, line_of(l->r, l->r->notes[i].at.begin));
	for (uint32_t i = c->runs.n; i-- > 0;)
		chain(&l->runs, i, c->runs.at[i].line);
	for (uint32_t f = 0; f < c->funcs.n; f++)
		for (uint32_t i = 0; i < c->funcs.at[f].nruns; i++) {
			const struct report_run *run = &c->runs.at[c->funcs.at[f].first + i];
			l->func[c->funcs.at[f].first + i] = f;
			l->cost[run->line] += report_cost(&c->funcs.at[f], run);
		}
	for (uint32_t i = 0; i < lines; i++)
		l->most = l->cost[i] > l->most ? l->cost[i] : l->most;
}

void report_listing(const struct report *r, const struct report_code *c, struct sbuf *out)
{
	struct listing l = {.r = r, .code = c, .out = out};
	chain_all(&l);
	sbuf_str(out, "<h2>Source</h2>\n<p><mark class=\"yes\">Underlined</mark> is what was "
	              "shared or changed, <mark class=\"no\">dashed</mark> what was left as it "
	              "is; the words behind a line say why.");
	if (l.most > 0)
		sbuf_printf(out, " The bar before a line shows its %s.", report_unit(c));
	sbuf_printf(out, "</p>\n<ol class=\"src%s\">\n", l.most > 0 ? " cost" : "");
	for (unsigned line = 1;
	        line <= r->source->nlines && r->source->line[line - 1] < r->source->len; line++)
		print_line(&l, line);
	if (l.runs.first[0] != UINT32_MAX) {
		sbuf_str(out, "<li><code><span class=\"n\"></span>");
		print_cost(&l, 0);
		sbuf_str(out, "<span class=\"dim\">code of no line</span></code>\n");
		print_runs(&l, 0);
		sbuf_str(out, "</li>\n");
	}
	sbuf_str(out, "</ol>\n");
}
