/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report/code.c: the assembly as runs of one line of the source each, with how often each packet runs.
 *
 * Idea      LLVM writes ".loc FILE LINE COLUMN" where the line changes.  Directives are left out; a label stands before what it labels.
 *           Packets are those of the object in the same order, but for packets of nops, which the assembler adds to align loops. */
#include <stdlib.h>

#include "report/internal.h"

struct reader {
	const struct report *r;
	struct report_code *code;
	const char *type; /* the name in the last .type NAME,@function */
	size_t ntype;
	bool inside, has_run; /* of a function; of a run that may go on */
	unsigned line;
	struct sbuf held; /* labels and comments before the next instruction */
};

static bool begins(const char *s, size_t n, const char *with)
{
	size_t m = strlen(with);
	return n >= m && !memcmp(s, with, m);
}

static size_t indent(const char *s, size_t n)
{
	size_t i = 0;
	while (i < n && (s[i] == ' ' || s[i] == '\t'))
		i++;
	return i;
}

static bool is_comment(const char *s, size_t n)
{
	return begins(s, n, "#") || begins(s, n, "//") || begins(s, n, "@") || begins(s, n, ";");
}

/* A line of code goes to the run of its line of the source. */
static void add_code(struct reader *x, const char *s, size_t n, bool counts)
{
	struct report_code *c = x->code;
	struct report_func *f = &c->funcs.at[c->funcs.n - 1];
	if (!x->has_run || c->runs.at[c->runs.n - 1].line != x->line) {
		struct report_run run = {x->line, (uint32_t)c->text.len, 0, f->n, 0};
		VEC_PUSH(x->r->arena, &c->runs, run);
		f->nruns++;
		x->has_run = true;
	}
	struct report_run *run = &c->runs.at[c->runs.n - 1];
	if (x->held.len)
		sbuf_add(&c->text, x->held.text, x->held.len);
	x->held.len = 0;
	sbuf_add(&c->text, s, n);
	sbuf_char(&c->text, '\n');
	run->size = (uint32_t)c->text.len - run->begin;
	run->n += counts;
	f->n += counts;
}

static void hold(struct reader *x, const char *s, size_t n)
{
	sbuf_add(&x->held, s, n);
	sbuf_char(&x->held, '\n');
}

/* ".loc 1 16 13", and the name of a function to come. */
static void read_directive(struct reader *x, const char *s, size_t n)
{
	if (begins(s, n, ".type\t")) {
		x->type = s + 6;
		for (x->ntype = 0; 6 + x->ntype < n && s[6 + x->ntype] != ',';)
			x->ntype++;
	}
	if (!begins(s, n, ".loc"))
		return;
	char *end;
	strtoul(s + 4, &end, 10);
	unsigned long line = strtoul(end, &end, 10);
	x->line = line <= x->r->source->nlines ? (unsigned)line : 0;
}

/* NAME: or .LABEL: */
static void read_label(struct reader *x, const char *s, size_t n)
{
	bool is_func = x->type && n > x->ntype && !memcmp(s, x->type, x->ntype) &&
	               s[x->ntype] == ':';
	if (is_func) {
		struct report_func f = {
		        .name = arena_strndup(x->r->arena, s, x->ntype), .first = x->code->runs.n};
		VEC_PUSH(x->r->arena, &x->code->funcs, f);
		x->inside = true;
		x->has_run = false;
		x->line = 0;
		x->held.len = 0;
	}
	if (begins(s, n, ".Lfunc_end"))
		x->inside = false;
	else if (x->inside && !begins(s, n, ".Ltmp") && !begins(s, n, ".Lfunc_begin"))
		hold(x, s, n);
}

static void read_line(struct reader *x, const char *s, size_t n)
{
	size_t white = indent(s, n);
	if (white == n)
		return;
	const char *t = s + white;
	size_t m = n - white;
	if (is_comment(t, m)) {
		bool value = (t[0] == '#' && begins(t, m, "#DEBUG")) || begins(t, m, "//DEBUG") ||
		             begins(t, m, "@DEBUG");
		if (x->inside && !value)
			hold(x, s, n);
	} else if (!white) {
		read_label(x, s, n);
	} else if (t[0] == '.') {
		read_directive(x, t, m);
	} else if (x->inside) {
		bool packets = x->code->has_packets;
		add_code(x, s, n, packets ? t[0] == '{' : t[0] != '{' && t[0] != '}');
	}
}

/* ---- How often --------------------------------------------------------------------------*/
/* Is a packet of the assembly a nop?  Then one of the object may be it. */
static bool is_written_nop(const char *packet)
{
	const char *s = packet + indent(packet, strlen(packet));
	s += *s == '{';
	s += strspn(s, " \t\n");
	return !strncmp(s, "nop", 3);
}

/* Pass over packets of nops that the assembler added: what they take goes to the packet before. */
static void skip_nops(struct backend_profile *p, uint32_t *at, uint32_t n)
{
	for (; *at < p->npackets && p->packets[*at].is_nop; ++*at)
		if (n)
			p->packets[n - 1].times += p->packets[*at].times;
}

/* Leave out the packets of the object that the assembler added; false: the two do not fit. */
static bool match_packets(const struct report_code *c, struct report_func *f)
{
	struct backend_profile *p = &f->profile;
	const char *end = c->text.text + c->text.len;
	uint32_t n = 0, at = 0;
	for (uint32_t i = f->first; i < f->first + f->nruns; i++) {
		const struct report_run *run = &c->runs.at[i];
		const char *s = c->text.text + run->begin;
		for (; s < c->text.text + run->begin + run->size && s < end;
		        s = strchr(s, '\n') + 1) {
			if (s[indent(s, strcspn(s, "\n"))] != '{')
				continue;
			if (!is_written_nop(s))
				skip_nops(p, &at, n);
			if (at == p->npackets)
				return false;
			p->packets[n++] = p->packets[at++];
		}
	}
	skip_nops(p, &at, n);
	bool all = at == p->npackets && n == f->n;
	p->npackets = n;
	return all;
}

static void count(const struct report *r, const struct report_code *c, struct report_func *f)
{
	const struct sbuf *o = r->object;
	f->is_counted = o && !f->version &&
	                backend_profile(o->text, o->len, f->name, r->arena, &f->profile) &&
	                match_packets(c, f);
	for (uint32_t i = 0; f->is_counted && i < f->profile.npackets; i++)
		f->packets += f->profile.packets[i].times;
}

/* Is b called as a, with a word behind it? */
static bool is_version(const char *a, const char *b)
{
	size_t n = strlen(a);
	return !strncmp(a, b, n) && b[n] == '.';
}

static void find_version(struct report_code *c, struct report_func *f)
{
	for (uint32_t i = 0; i < c->funcs.n && !f->version; i++)
		if (is_version(f->name, c->funcs.at[i].name))
			f->version = c->funcs.at[i].name;
}

struct report_code report_read_code(const struct report *r)
{
	struct report_code c = {.has_packets = r->object != NULL};
	struct reader x = {.r = r, .code = &c};
	for (const char *s = r->assembly; s && *s;) {
		size_t n = strcspn(s, "\n");
		read_line(&x, s, n);
		s += n + (s[n] == '\n');
	}
	sbuf_free(&x.held);
	for (uint32_t i = 0; i < c.funcs.n; i++) {
		find_version(&c, &c.funcs.at[i]);
		count(r, &c, &c.funcs.at[i]);
	}
	return c;
}

double report_cost(const struct report_func *f, const struct report_run *run)
{
	double sum = f->is_counted || f->version ? 0 : run->n;
	for (uint32_t i = 0; f->is_counted && i < run->n; i++)
		sum += f->profile.packets[run->first + i].times;
	return sum;
}

const char *report_unit(const struct report_code *c)
{
	bool counted = c->funcs.n != 0;
	for (uint32_t i = 0; i < c->funcs.n; i++)
		counted &= c->funcs.at[i].is_counted || c->funcs.at[i].version;
	return !c->has_packets ? "instructions" : counted ? "packets a call" : "packets";
}
