/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report/page.c: the sections of the page, in their order. */
#include "report/internal.h"

/* A row of the summary; none for a function of which nothing is said where one alone was asked for. */
static void print_row(const struct report *r, const char *name, struct sbuf *out)
{
	unsigned count[2] = {0, 0};
	uint64_t saved = 0;
	for (uint32_t i = 0; i < r->nnotes; i++)
		if (!strcmp(r->notes[i].func, name) && !r->notes[i].again) {
			count[r->notes[i].passed]++;
			saved += r->notes[i].saved;
		}
	if (!count[0] && !count[1] && r->function)
		return;
	sbuf_str(out, "<tr><td>");
	report_string(out, name);
	sbuf_printf(out,
	        "</td><td class=\"num\">%u</td><td class=\"num\">%u</td><td "
	        "class=\"num\">%llu</td></tr>\n",
	        count[1], count[0], (unsigned long long)saved);
}

/* A row a function: how much was done there, how much was left, and how many computations of the text are not done any more. */
static void print_summary(const struct report *r, struct sbuf *out)
{
	sbuf_str(out,
	        "<h2>Decisions</h2>\n<table>\n<caption>Repeated computations and loops, by "
	        "function</caption>\n<thead><tr><th scope=\"col\">function</th><th scope=\"col\" "
	        "class=\"num\">done</th><th scope=\"col\" class=\"num\">left</th><th "
	        "scope=\"col\" class=\"num\">computations saved</th></tr></thead>\n<tbody>\n");
	for (uint32_t f = 0; f < r->module->funcs.n; f++)
		print_row(r, r->module->funcs.at[f]->name, out);
	sbuf_str(out, "</tbody></table>\n");
}

static void print_half(const char *title, const struct sbuf *nests, struct sbuf *out)
{
	sbuf_printf(out, "<div><h3>%s</h3>\n", title);
	sbuf_add(out, nests->text ? nests->text : "", nests->len);
	sbuf_str(out, "</div>\n");
}

static void print_schedule(const struct report *r, struct sbuf *out)
{
	if (!r->after)
		return;
	sbuf_str(out, "<h2>Schedule</h2>\n<div class=\"two\">\n");
	print_half("As written", r->before, out);
	print_half("As compiled", r->after, out);
	sbuf_str(out, "</div>\n");
}

static void print_program(const struct report *r, struct sbuf *out)
{
	if (!r->program)
		return;
	sbuf_str(out, "<details><summary>the program as compiled</summary>\n<pre>");
	report_string(out, r->program);
	sbuf_str(out, "</pre></details>\n");
}

void report_write(const struct report *r, struct sbuf *out)
{
	struct report_code code = report_read_code(r);
	report_begin(out, r->source->name);
	sbuf_str(out, "<h1>");
	report_string(out, r->source->name);
	sbuf_str(out, "</h1>\n");
	if (r->made_for) {
		sbuf_str(out, "<p class=\"sub\">");
		report_string(out, r->made_for);
		sbuf_str(out, "</p>\n");
	}
	report_bars(r, &code, out);
	print_summary(r, out);
	report_listing(r, &code, out);
	print_schedule(r, out);
	print_program(r, out);
	sbuf_str(out, "</main>\n</body>\n</html>\n");
	sbuf_free(&code.text);
}
