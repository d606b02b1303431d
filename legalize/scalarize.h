/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/scalarize.h: which lanes of a group of statements touch the same memory. */
#ifndef TIRC_LEGALIZE_SCALARIZE_H
#define TIRC_LEGALIZE_SCALARIZE_H

#include "analysis/analysis.h"
#include "legalize/internal.h"
#include "target/target.h"

/* A load or store of a group. */
struct lane_access {
	struct access access;
	const struct tir_buffer *plain; /* whose elements these are under other names */
	const struct tir_expr
	        *index; /* tells the lanes' indices, each its own; or NULL: it does not */
	bool moves;     /* with a loop of the group: what is known of it is of one iteration */
};
/* A loop that goes into the one over lanes. */
struct lane_loop {
	const struct tir_var *var;
	const struct lane_loop *outer;
};
struct lane_accesses {
	VEC(struct lane_access) at;
	unsigned lanes;
	const struct lane_loop *inner; /* around the next one */
	const struct facts *facts;     /* of the function as it was */
};
/* Add one of a buffer that differs from plain in nothing that an index or an element is told by. */
void legalize_lane_access_add(struct lane_accesses *s, struct arena *arena,
        const struct tir_buffer *plain, struct access a);
/* True if lanes one after the other would see or leave something else in memory than all at once, by the
 * accesses from number `first` on; those before are known not to. */
bool legalize_lanes_meet(const struct lane_accesses *a, uint32_t first);

/* A variable: operands that name it in the function and in its group; what stands for it there; what
 * it is a name of, if that may as well be computed where it is used: vectors of indices. */
struct name {
	uint32_t uses, inside, group;
	struct tir_var *lane;
	const struct tir_expr *value;
};
/* A buffer: what it is a second name of; if its elements are vectors a view of theirs, in a group. */
struct view {
	const struct tir_buffer *of; /* NULL: none */
	uint32_t group;
	struct tir_buffer *elements;
};
struct scalarizer {
	struct pass *p;
	struct tir_module *m;
	struct name *name;           /* by variable of the function as it was */
	struct view *view;           /* by buffer */
	struct tir_subst_memo *memo; /* by expression; stamps are statements */
	uint32_t depth;              /* of statements around */
	uint32_t group, stamp;
	bool all;     /* vectors of integers, and no others */
	bool by_bits; /* what target/floats.def says stays a vector */
	/* of the group that is being built */
	unsigned lanes;
	struct tir_var *lane;
	struct tir_seq before, body;
	struct lane_accesses access;
	struct span at;
	bool asks; /* whether lanes meet */
	bool pays; /* something is computed that the target does lane by lane */
	/* of the statement */
	unsigned within; /* names that are being looked through */
	bool joins;      /* it computes such a thing, or names one of the group */
	bool lazy;       /* not all operands are evaluated: nothing goes in front */
	bool fails;      /* a lane cannot be computed by itself */
};
/* ---- scalarize_node.c ---- */
bool legalize_makes_floats(const struct tir_expr *e);
/* Arithmetic of floats: what HVX has no instructions for.  Floats made of integers count where they
 * are used; what is done by bits does not count where there are vectors of these (by_bits). */
bool legalize_is_float_work(const struct tir_expr *e, bool by_bits);
const struct tir_expr *legalize_cannot(struct scalarizer *s, const struct tir_expr *e);
/* e, which all lanes share. */
const struct tir_expr *legalize_once(struct scalarizer *s, const struct tir_expr *e);
const struct tir_expr *legalize_lane_of(struct scalarizer *s, const struct tir_expr *e);
const struct tir_expr *legalize_ramp(struct scalarizer *s, const struct tir_expr *e);

#endif
