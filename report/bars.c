/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report/bars.c: the packets of a call by loop of the machine code, as bars; where nothing is counted, the code by line. */
#include <stdlib.h>

#include "report/internal.h"

/* A row: a loop without those in it, what lies in no loop, or a line. */
struct bar {
	uint32_t depth;
	double cost;
	uint32_t n;    /* packets it has */
	unsigned line; /* of which most of it was made; 0: of none */
	double most;   /* that this line takes */
	double trip;   /* 0: no loop */
	bool is_known;
	bool is_shown;
};

/* The text of a line, without white space around it. */
static void print_source(const struct source *s, unsigned line, struct sbuf *out)
{
	const char *text = s->text + s->line[line - 1];
	size_t n = strcspn(text, "\r\n");
	while (n && (*text == ' ' || *text == '\t'))
		text++, n--;
	report_text(out, text, n);
}

static void print_line(const struct report *r, unsigned line, struct sbuf *out)
{
	report_link(out, line);
	sbuf_str(out, " <span class=\"dim\">");
	print_source(r->source, line, out);
	sbuf_str(out, "</span>");
}

/* The cells on the right: bar, number, share of all. */
static void print_cells(double cost, double all, struct sbuf *out)
{
	double share = all > 0 ? cost / all * 100 : 0;
	sbuf_printf(out,
	        "</td><td><span class=\"track\"><span class=\"fill\" "
	        "style=\"width:%.2f%%\"></span></span></td><td class=\"num\">",
	        share);
	report_number(out, cost);
	sbuf_printf(out, "</td><td class=\"num dim\">%.1f %%</td></tr>\n", share);
}

static void print_what(const struct report *r, const struct bar *b, struct sbuf *out)
{
	sbuf_printf(out, "<tr><td class=\"what\" style=\"padding-left:%.1fem\">",
	        (b->depth < 20 ? b->depth : 20) * 1.4);
	if (!b->trip)
		sbuf_str(out, "outside of loops");
	else if (b->line)
		print_line(r, b->line, out);
	else
		sbuf_str(out, "loop of no line");
	sbuf_str(out, "</td><td class=\"num\">");
	sbuf_str(out, b->trip && !b->is_known ? "about " : "");
	if (b->trip)
		report_number(out, b->trip);
	sbuf_printf(out, "</td><td class=\"num\">%u", b->n);
}

/* Print the bar of a loop, those of the loops around it before. */
static void print_bar(const struct report *r, const struct report_func *f, struct bar *bars,
        uint32_t i, struct sbuf *out)
{
	const struct backend_profile *p = &f->profile;
	if (bars[i].is_shown)
		return;
	bars[i].is_shown = true;
	if (i < p->nloops && p->loops[i].parent < p->nloops) {
		uint32_t parent = p->loops[i].parent;
		print_bar(r, f, bars, parent, out);
		bars[i].depth = bars[parent].depth + 1;
	}
	print_what(r, &bars[i], out);
	print_cells(bars[i].cost, f->packets, out);
}

/* What one line takes in one loop. */
struct part {
	uint32_t loop;
	unsigned line;
	double times;
};

static int by_loop(const void *a, const void *b)
{
	const struct part *x = a, *y = b;
	int loops = (x->loop > y->loop) - (x->loop < y->loop);
	return loops ? loops : (x->line > y->line) - (x->line < y->line);
}

/* Find of which line most of each loop was made. */
static void find_lines(struct part *parts, uint32_t n, struct bar *bars)
{
	if (n)
		qsort(parts, n, sizeof *parts, by_loop);
	for (uint32_t i = 0, next; i < n; i = next) {
		double sum = 0;
		for (next = i; next < n && !by_loop(&parts[i], &parts[next]); next++)
			sum += parts[next].times;
		struct bar *b = &bars[parts[i].loop];
		if (parts[i].line && sum > b->most) {
			b->most = sum;
			b->line = parts[i].line;
		}
	}
}

static void fill(const struct report_code *c, const struct report_func *f, struct part *parts,
        struct bar *bars)
{
	const struct backend_profile *p = &f->profile;
	for (uint32_t i = 0; i < p->nloops; i++) {
		bars[i].trip = p->loops[i].trip;
		bars[i].is_known = p->loops[i].is_known;
	}
	for (uint32_t i = f->first; i < f->first + f->nruns; i++) {
		const struct report_run *run = &c->runs.at[i];
		for (uint32_t k = run->first; k < run->first + run->n; k++) {
			struct backend_place place = p->packets[k];
			parts[k] = (struct part){place.loop, run->line, place.times};
			bars[place.loop].cost += place.times;
			bars[place.loop].n++;
		}
	}
	find_lines(parts, f->n, bars);
}

/* The heads of the columns: two more where there are loops. */
static void begin_bars(bool loops, const char *unit, struct sbuf *out)
{
	static const char col[] = "<col class=\"few\">",
	                  head[] = "<th scope=\"col\" class=\"num\">";
	sbuf_printf(out,
	        "<table class=\"bars\">\n<colgroup><col class=\"what\">%s%s<col>%s%s</colgroup>\n"
	        "<thead><tr><th scope=\"col\">code of</th>",
	        loops ? col : "", loops ? col : "", col, col);
	if (loops)
		sbuf_printf(out, "%stimes</th>%spackets</th>", head, head);
	sbuf_printf(out, "<th></th>%s%s</th>%sshare</th></tr></thead>\n<tbody>\n", head, unit,
	        head);
}

static void print_loops(const struct report *r, const struct report_code *c,
        const struct report_func *f, struct sbuf *out)
{
	struct arena own = arena_scratch(r->arena);
	struct bar *bars = ARENA_NEWN(&own, struct bar, f->profile.nloops + 1);
	fill(c, f, ARENA_NEWN(&own, struct part, f->n + 1), bars);
	begin_bars(true, "a call", out);
	for (uint32_t i = 0; i < f->profile.npackets; i++)
		print_bar(r, f, bars, f->profile.packets[i].loop, out);
	sbuf_str(out, "</tbody></table>\n");
	arena_free(&own);
}

/* The lines of a function whose packets are not counted, or that has none. */
static void print_lines(const struct report *r, const struct report_code *c,
        const struct report_func *f, struct sbuf *out)
{
	struct arena own = arena_scratch(r->arena);
	double *by_line = ARENA_NEWN(&own, double, r->source->nlines + 1);
	for (uint32_t i = f->first; i < f->first + f->nruns; i++)
		by_line[c->runs.at[i].line] += c->runs.at[i].n;
	begin_bars(false, c->has_packets ? "packets" : "code", out);
	for (unsigned i = 0; i <= r->source->nlines; i++) {
		if (!by_line[i])
			continue;
		sbuf_str(out,
		        i ? "<tr><td class=\"what\">" : "<tr><td class=\"what\">code of no line");
		if (i)
			print_line(r, i, out);
		print_cells(by_line[i], f->n, out);
	}
	sbuf_str(out, "</tbody></table>\n");
	arena_free(&own);
}

static void print_func(const struct report *r, const struct report_code *c,
        const struct report_func *f, struct sbuf *out)
{
	sbuf_str(out, "<h3><code>");
	report_string(out, f->name);
	sbuf_str(out, "</code>: ");
	report_number(out, f->is_counted ? f->packets : f->n);
	sbuf_str(out, f->is_counted    ? " packets a call"
	              : c->has_packets ? " packets of code"
	                               : " instructions of code");
	sbuf_str(out, f->is_counted && f->profile.calls ? ", and those of what it calls" : "");
	if (f->version) {
		sbuf_str(out, ", where arguments do not fit <code>");
		report_string(out, f->version);
		sbuf_str(out, "</code>");
	}
	sbuf_str(out, "</h3>\n");
	if (f->is_counted)
		print_loops(r, c, f, out);
	else
		print_lines(r, c, f, out);
}

void report_bars(const struct report *r, const struct report_code *c, struct sbuf *out)
{
	if (!c->funcs.n)
		return;
	sbuf_printf(out, "<h2>%s</h2>\n",
	        c->has_packets ? "Packets by loop" : "Instructions by line");
	if (c->has_packets)
		sbuf_str(out,
		        "<p class=\"dim\">Each packet of the machine code counts as often as "
		        "it runs in one call. A loop's bar leaves out the loops inside it.</p>\n");
	for (uint32_t i = 0; i < c->funcs.n; i++)
		if (!c->funcs.at[i].version)
			print_func(r, c, &c->funcs.at[i], out);
	for (uint32_t i = 0; i < c->funcs.n; i++)
		if (c->funcs.at[i].version)
			print_func(r, c, &c->funcs.at[i], out);
}
