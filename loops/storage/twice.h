/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/twice.h: what the files about nests that stand twice share. */
#ifndef TIRC_LOOPS_TWICE_H
#define TIRC_LOOPS_TWICE_H

#include "analysis/analysis.h"
#include "loops/loops.h"

enum { TWICE_LOOPS = 12, TWICE_NODES = 4096 };

struct members;

/* Loops that have the same hash. */
struct twice_class {
	uint64_t hash;
	const struct members *in; /* the sequence that was read last and has such loops */
	uint32_t first, last;     /* such loops in it: the numbers of the first and the last one */
};
struct twice {
	struct tir_func *f;
	struct tir_module *m;
	struct arena *arena;
	const struct loops_options *options;
	const struct facts *facts; /* once they are asked for */
	struct loops_vectors *report;
	uint32_t *class_of; /* by variable: that of its loop, from 1; 0: no run has the loop */
	VEC(struct twice_class) classes;
	struct lookup by_hash; /* of these */
	uint64_t *hash;        /* by expression, while loops are classified */
	VEC(uint32_t)
	last; /* of the sequence that is looked at: the last member that names the variable, by its number */
	VEC(uint32_t) in_a, in_b; /* by variable: where the pair has it */
	uint64_t nodes;           /* that may still be compared */
	VEC(const struct members *)
	seen;            /* by sequence of two loops and more, in the order of the text */
	uint32_t copied; /* of these */
	bool any;
};
/* A statement of the sequence that is looked at. */
struct member {
	const struct tir_stmt *s;
	uint32_t class; /* of a loop, from 1; 0: it is none, or no run has it */
	uint32_t later; /* the next member of this class; 0: there is none */
	bool gone;
	struct tir_seq instead; /* what stands for it then */
};
struct members {
	VEC(struct member) at;
	bool noted; /* twice.last is of this sequence */
};
/* Statements first to last of the sequence, and the loops where the walk is. */
struct run {
	uint32_t first, last;
	const struct tir_buffer *own;             /* that it stores to */
	const struct tir_stmt *loop[TWICE_LOOPS]; /* around what begins it */
	const struct tir_stmt *store;             /* that */
	uint32_t n;
};
/* Do runs have operations that take long: none, ones that are the same in all iterations, or others, too? */
enum twice_dear { TWICE_DEAR_NONE, TWICE_DEAR_ONCE, TWICE_DEAR_EACH };
/* Two runs that are compared. */
struct pair {
	struct twice *t;
	struct run a, b;                        /* a stands in front of b */
	VEC(const struct tir_var *) in_a, in_b; /* that stand for each other */
	uint32_t loops;
	enum twice_dear dear;
};

/* ---- twice_same.c ---- */
/* Do both statements compute the same, each into the buffer of its own run?  Counts the nodes that it compares down from t->nodes. */
bool twice_same_stmt(struct pair *p, const struct tir_stmt *x, const struct tir_stmt *y);
/* Is it of a kind that a run may have? */
bool twice_is_plain(const struct tir_stmt *s);

/* ---- twice_class.c ---- */
/* Do loops stand beside each other in the sequence? */
bool twice_has_loops(const struct tir_seq *seq);
/* Give each loop of the function its class.  Loops that differ in names alone have the same one.  False: no loops stand beside each
 * other. */
bool twice_classify(struct twice *t);
/* Add the next statement of the sequence. */
void twice_add_member(struct twice *t, struct members *all, const struct tir_stmt *s);

#endif
