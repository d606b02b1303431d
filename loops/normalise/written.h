/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/written.h: has memory been written since?  Asked while a function is walked in the order of its text. */
#ifndef TIRC_LOOPS_WRITTEN_H
#define TIRC_LOOPS_WRITTEN_H

#include "analysis/analysis.h"

/* A write of a class, and the one before. */
struct loops_write {
	uint32_t class, before;
};
struct loops_written {
	const struct tir_func *f;
	const struct facts *facts;
	struct arena *arena;
	uint32_t now;                /* grows with each write */
	VEC(uint32_t) class_of;      /* by number of a root; 0: it has none yet */
	VEC(uint32_t) last;          /* by class: its last write */
	VEC(struct loops_write) log; /* of the open branches */
	uint32_t arms;               /* branches that are open */
	bool apart;                  /* no two parameters overlap */
};
void loops_written_begin(struct loops_written *w, const struct tir_func *f,
        const struct facts_options *known, struct arena *arena);
/* The class of the memory that the buffer lies in: two of different classes share no byte, but ANYWHERE is memory that is not
 * known, and a write of ANYTHING is any. */
enum { LOOPS_ANYWHERE, LOOPS_ANYTHING, LOOPS_PARAMS, LOOPS_NCLASSES };
uint32_t loops_written_class(struct loops_written *w, const struct tir_buffer *b);
/* The statement is run, those in it apart. */
void loops_written_by(struct loops_written *w, const struct tir_stmt *s);
/* All of these are run: perhaps, and perhaps several times. */
void loops_written_by_all(struct loops_written *w, const struct tir_seq *s);
/* Is what lay in memory of the class then still there? */
bool loops_is_there(const struct loops_written *w, uint32_t class, uint32_t since);

/* Branches.  An arm begins; it has ended, and the other one begins, which it writes nothing for; that has ended, too. */
uint32_t loops_written_arm(struct loops_written *w);
void loops_written_else(struct loops_written *w, uint32_t arm);
void loops_written_end(struct loops_written *w, uint32_t arm);

#endif
