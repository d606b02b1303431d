/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/lanes/vectorize.h: a loop whose iterations became lanes of vectors: what the files vectorize*.c share. */
#ifndef TIRC_PROOF_VECTORIZE_H
#define TIRC_PROOF_VECTORIZE_H

#include "proof/nest.h"
#include "proof/values/bounds.h"

enum { LANE_DIMS = 8, LANES_MOST = 4096 };

/* Variables and memory of f, and what they are in the piece of g that is compared. */
struct lane_var {
	const struct tir_var *from, *to;
	uint32_t at;  /* to holds iterations from this one on; all: */
	bool uniform; /* it is the same in all */
};
struct lane_memory {
	const struct tir_buffer *from, *to;
};
struct lane_spare {
	const struct tir_buffer *buffer;
	uint32_t depth;
};
/* Which iterations of a loop of n, a number that is not known, a piece does that does L at once. */
enum lane_part {
	LANES_EXACT, /* n is known */
	LANES_WHOLE, /* the first n // L * L */
	LANES_LAST,  /* the last L */
	LANES_REST,  /* all behind the first n // L * L */
};
struct lane_walk {
	struct proof *p;
	struct arena *arena, *scratch;
	const struct proof_contract *contract;
	const struct tir_func *f;
	struct proof_walk both;
	struct proof_doubts *doubts;
	uint32_t nvars; /* of f: those of g that are new have larger numbers */
	/* Of the loop: it, and the piece that is compared. */
	struct proof_nest *nest;
	const struct tir_stmt *loop, *piece;
	const struct tir_stmt *alone,
	        *original;   /* a copy of a loop, without what follows it, and that loop */
	enum lane_part part; /* of the loop */
	int64_t most;        /* L */
	/* It, and the loops with nothing between in it whose iterations are all lanes of the piece: a tile, if there
	 * are any.  Then digit has the lanes' iterations of each of these loops: a lane is their sum, each times a number. */
	const struct tir_stmt *dim[LANE_DIMS];
	uint32_t ndims, inner;
	const struct tir_seq *body; /* of the last one */
	uint16_t (*digit)[LANE_DIMS];
	int64_t by[LANE_DIMS];
	VEC(struct lane_var) vars;
	VEC(struct lane_memory) memory;
	VEC(uint32_t) depth;          /* of the nest's own memory: loops of the piece around it */
	VEC(struct lane_spare) spare; /* of g, that may be nothing of f yet */
	bool grouped;                 /* a statement has them in several vectors */
	/* Of the statement: the store of f whose value is compared, or NULL; lanes of the piece, the first one and how many. */
	const struct tir_stmt *store;
	uint32_t at, lanes;
	/* Lanes in which the operand is asked for at all; some: it is not in all of them. */
	const uint8_t *needs;
	bool some;
	uint32_t budget; /* nodes of the operand */
	struct proof_bounding bounds;
};

/* ---- Iterations done twice (vectorize_repeat.c) --------------------------------------------*/
/* Does memory hold the same if the loop's last iterations are done once more? */
bool proof_lanes_may_repeat(struct lane_walk *w);

/* ---- Tiles (vectorize_tile.c) ------------------------------------------------------------*/
/* Find out which loops of f are lanes of the piece, and which iteration each lane is. */
bool proof_lanes_find_tile(struct lane_walk *w);
/* What one iteration of each of the tile's loops adds to an index; false: not known. */
bool proof_lanes_strides(struct lane_walk *w, const struct tir_expr *x, int64_t by[LANE_DIMS]);

/* ---- Loops of unknown extent (vectorize_extent.c) ------------------------------------------*/
/* Are the loop's bounds numbers that it does not change, of its variable's type? */
bool proof_lanes_may_be_open(const struct tir_stmt *loop);
/* Does t do that part of the loop's iterations? */
bool proof_lanes_is_part(const struct tir_stmt *loop, const struct tir_stmt *t, enum lane_part part,
        int64_t most);
/* Is t `if n >= L: whole vectors, then, if n % L != 0, the last one; else: ...`? */
struct lane_tests {
	const struct tir_stmt *last;
};
bool proof_lanes_read_tests(const struct tir_stmt *loop, const struct tir_stmt *t, int64_t most,
        struct lane_tests *out);

/* ---- Between which numbers an index lies (vectorize_limits.c) ------------------------------*/
/* Do all elements of so many, from the one at y on, lie in the buffer? */
bool proof_lanes_in_buffer(struct lane_walk *w, const struct tir_buffer *b,
        const struct tir_expr *y, uint32_t lanes);
/* May e be evaluated in iterations that do not, if they evaluate `before`? */
bool proof_lanes_harmless(struct lane_walk *w, const struct tir_expr *e,
        const struct tir_expr *before);

/* ---- Operands (vectorize_expr.c) ---------------------------------------------------------*/
/* Is y, whose type has as many lanes, what x is in these iterations? */
bool proof_lanes_same(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y);
/* Is x one value in all iterations of the piece, and y that? */
bool proof_lanes_uniform(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y);
/* Are the elements of c at y those of b at x? */
bool proof_lanes_element(struct lane_walk *w, const struct tir_buffer *b, uint32_t n,
        const struct tir_expr *const *x, const struct tir_buffer *c,
        const struct tir_expr *const *y);
/* Is y = x + offset, outside of the loop? */
bool proof_lanes_is_sum(struct lane_walk *w, const struct tir_expr *x, int64_t offset,
        const struct tir_expr *y);

/* ---- Constants lane by lane (vectorize_known.c) ------------------------------------------*/
/* What x is in each lane, in all steps of the piece; of lanes that are not asked for, in the last step. */
bool proof_lanes_values(struct lane_walk *w, const struct tir_expr *x, int64_t *value);
/* Is y a vector of numbers, those that x is in the lanes that are asked for? */
bool proof_lanes_constant(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y);
/* Is y a vector of numbers of which none is 0 or -1? */
bool proof_lanes_divides(struct lane_walk *w, const struct tir_expr *y);
/* Which arms of the choice x do the lanes take that are asked for?  BOTH: y is a choice, by the same condition: the lanes
 * that take the first arm, and the second one.  OTHER: it is none.  UNKNOWN: the condition is not known. */
enum lane_arms { LANES_UNKNOWN, LANES_FIRST, LANES_SECOND, LANES_BOTH, LANES_OTHER };
enum lane_arms proof_lanes_arms(struct lane_walk *w, const struct tir_expr *x,
        const struct tir_expr *y, uint8_t *yes, uint8_t *no);

/* ---- Memory of an iteration (vectorize_own.c) ---------------------------------------------*/
/* Note that the buffer, in so many loops of the piece, is new in each of their iterations. */
void proof_lanes_add_own(struct lane_walk *w, const struct tir_buffer *b, uint32_t depth);
/* Note buffers outside of the loop that each iteration writes first, and that nothing else reads. */
void proof_lanes_find_own(struct lane_walk *w);
/* Is the buffer one that each iteration of f has for itself? */
bool proof_lanes_is_own(const struct lane_walk *w, const struct tir_buffer *b);
/* Does g's buffer hold f's own one for each iteration of the piece?  From now on it does, if it is nothing else, and
 * lasts as long: what is new in a loop of g must be so in f. */
bool proof_lanes_is_memory_of(struct lane_walk *w, const struct tir_buffer *b,
        const struct tir_buffer *c);
/* Is the buffer a plain one, of so many elements; -1: of any constant number? */
bool proof_lanes_is_plain(const struct tir_buffer *b, int64_t elements);

#endif
