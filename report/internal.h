/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report/internal.h: what the sections of the page share. */
#ifndef TIRC_REPORT_INTERNAL_H
#define TIRC_REPORT_INTERNAL_H

#include "backend/backend.h"
#include "report/report.h"

/* ---- HTML (html.c) ----------------------------------------------------------------------*/
void report_text(struct sbuf *out, const char *text, size_t n);
void report_string(struct sbuf *out, const char *text);
/* As people read it: 6,661 or 12.5. */
void report_number(struct sbuf *out, double x);
/* Begin the page; its title. */
void report_begin(struct sbuf *out, const char *title);
/* A line of the source as a link to it. */
void report_link(struct sbuf *out, unsigned line);

/* ---- Machine code (code.c) --------------------------------------------------------------*/
/* A run of the assembly that was made of one line; several on end have other lines. */
struct report_run {
	unsigned line;        /* 0: of none */
	uint32_t begin, size; /* in code.text */
	uint32_t first, n;    /* its packets, or its instructions where there are no packets */
};
struct report_func {
	const char *name;
	uint32_t first, nruns; /* in code.runs */
	uint32_t n;            /* packets or instructions */
	const char *version;   /* the function NAME.WORD to which most calls of it go, or NULL */
	bool is_counted;
	struct backend_profile profile; /* if it is; packets are those of the assembly */
	double packets; /* that one call executes; those of functions it calls are not counted */
};
struct report_code {
	bool has_packets;
	struct sbuf text;
	VEC(struct report_run) runs;
	VEC(struct report_func) funcs;
};
struct report_code report_read_code(const struct report *r);
/* Packets of a call that the run takes, or how many it has if that is not known; 0 where calls go to a version. */
double report_cost(const struct report_func *f, const struct report_run *run);
/* What report_cost gives for all functions, in words. */
const char *report_unit(const struct report_code *c);

/* ---- Sections ---------------------------------------------------------------------------*/
void report_bars(const struct report *r, const struct report_code *c, struct sbuf *out);
void report_listing(const struct report *r, const struct report_code *c, struct sbuf *out);

#endif
