/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report/report.h: a kernel as a page of HTML: what became of it, and what that costs.
 *
 * Idea      All that is known of a source is written at its lines: what passes decided, the machine code that was made of it, how many
 *           packets that takes.  The page is one file without a script; a browser's own folding shows and hides the assembly.
 * Keeps     the order of everything: the same kernel gives the same bytes.  All text is escaped.
 * Costs     time and space that grow with the source, the remarks and the assembly. */
#ifndef TIRC_REPORT_REPORT_H
#define TIRC_REPORT_REPORT_H

#include "tir/tir.h"

/* What a pass decided. */
struct report_note {
	struct span at, named_at; /* named_at: empty if there is no name */
	bool passed;              /* something was changed */
	const char *word, *text, *func;
	uint32_t saved; /* how many computations of the text are not done any more */
	bool again; /* it speaks of a place where the text writes again what another note speaks of */
};
struct report {
	struct arena *arena;
	const struct source *source;
	const char *made_for; /* as: hexagonv67, -O3 */
	const struct tir_module *module;
	const char *function; /* the only one that matters, or NULL */
	const struct report_note *notes;
	uint32_t nnotes;
	const struct sbuf *before, /* what report_nests wrote of the program as it was read */
	        *after;            /* the same of what it became; NULL: the page has no schedule */
	const char *program;       /* the text that it became, or NULL */
	const char
	        *assembly; /* with the lines of the source (.loc) and LLVM's comments; NULL: none */
	const struct sbuf *object; /* of the same code, for Hexagon; NULL: nothing is counted */
};
/* Add the loops of a program, or of one function of it, and what is stored in them. */
void report_nests(const struct tir_module *m, const char *function, struct sbuf *out);
/* Add the page. */
void report_write(const struct report *r, struct sbuf *out);

#endif
