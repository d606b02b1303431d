/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/apply.h: what the two files that carry a plan out share. */
#ifndef TIRC_CSE_APPLY_H
#define TIRC_CSE_APPLY_H

#include "cse/internal.h"

enum { MAX_STORED = 100 }; /* a chain of squares, each stored, has 2^n values in the n-th */

/* Nodes are kept by number + 1 here, 0: none: there is one for each class and each expression. */
struct undo {
	uint32_t class, node;
};
struct memo { /* what became of an expression where the names of that stamp are in effect */
	uint32_t expr, stamp, node;
};
/* Where an expression is computed, and for what. */
struct insertion_point {
	uint32_t region, stmt_number; /* region NONE: no names below */
	uint32_t scope; /* the innermost region that is known: what is visible there */
	uint32_t from;  /* the statement whose memory the expression reads */
	uint32_t stamp; /* of memo entries that are good here */
	bool is_name;   /* it is (part of) the value of a name */
	bool moved;     /* that is computed elsewhere than in the text */
};
/* A name that is in effect where loops of all its extents are open: their numbers, 0: it is not open. */
struct guarded {
	const struct name *name;
	uint32_t last; /* the statement of its last use */
	const struct tir_expr *extent[MAX_GUARDS];
	uint32_t open[MAX_GUARDS];
};
struct frame {
	const struct tir_expr *e;
	uint32_t next, at; /* operand; insertion point */
};
struct applier {
	const struct cse_plan *p;
	struct tir_module *m;
	struct arena *arena;    /* the plan's */
	uint32_t *in_effect;    /* by class: the variable's node */
	uint32_t *alias;        /* by variable: the node of what stands for a dropped binding */
	bool *is_read;          /* by variable: it occurs in what was built */
	uint32_t *memo_of;      /* by expression: its number among the memos, or any */
	VEC(struct memo) memos; /* of this statement */
	VEC(struct guarded) guarded; /* names whose loops are still to come, here */
	VEC(struct undo) undo;
	VEC(struct frame) frames;
	VEC(struct insertion_point) points; /* of the frames, those of outer ones first */
	VEC(const struct tir_expr *) done;  /* results; the last ones are operands of open frames */
	uint32_t stamp, stmt_number, region, next_name;
	/* The name's value cannot be had at its insertion point: it is made of what was stored, which was made of
	 * memory that has changed since, or of more that was stored than is worth it. */
	bool is_stale;
	uint32_t stored; /* how often what was stored took a load's place in the name's value */
};

/* ---- apply_expr.c ---- */
void cse_apply_set_name(struct applier *a, uint32_t class, const struct tir_var *v);
void cse_apply_take_back(struct applier *a, uint32_t mark);
struct insertion_point cse_apply_new_point(struct applier *a, uint32_t region, uint32_t stmt_number,
        uint32_t from, const struct name *n);
/* The value of a name at its insertion point. */
const struct tir_expr *cse_apply_name_value(struct applier *a, const struct name *n);
/* Build e at the root of a region of an expression, its names as Lets around it. */
const struct tir_expr *cse_apply_build_region(struct applier *a, const struct tir_expr *e,
        struct insertion_point at);
const struct tir_expr *cse_apply_build(struct applier *a, const struct tir_expr *e,
        struct insertion_point at);
/* The same, computed only if the loops run that need it; those are g's then. */
const struct tir_expr *cse_apply_guarded_value(struct applier *a, const struct name *n,
        struct guarded *g);

#endif
