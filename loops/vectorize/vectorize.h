/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize/vectorize.h: iterations of an outer loop as the lanes of vectors: what the files vectorize*.c share.
 *
 * Words.  A *piece* of the loop does so many iterations at once, one after the other so often.  Each statement of the
 * body is there in it once for each *group* of neighbouring lanes, as a statement on vectors of that many.
 * A value *varies* if it may differ from lane to lane; else it is *uniform*.  A *tile* is the loop and loops nested in it
 * with nothing between: all iterations of those are lanes, too, in the order in which stores have them in memory.  A loop
 * alone may be one. */
#ifndef TIRC_LOOPS_VECTORIZE_H
#define TIRC_LOOPS_VECTORIZE_H

#include "analysis/analysis.h"
#include "loops/loops.h"
#include "target/target.h"

enum {
	VECTORIZE_ACCESSES = 160, /* to memory, in a nest */
	VECTORIZE_NODES = 1024,   /* of its operands, shared ones as often as they occur */
	VECTORIZE_PRIVATE = 8,    /* buffers that each iteration has for itself */
	VECTORIZE_BINDS = 96,
	VECTORIZE_GROUPS = 4,
	VECTORIZE_PIECES = 6,
	VECTORIZE_KNOWN = 24, /* expressions that are constants lane by lane */
	VECTORIZE_DIMS = 4,   /* loops of a tile */
	VECTORIZE_BLOCKS = 8, /* vectors that a shuffle takes lanes of */
	VECTORIZE_LANES = 512,
	VECTORIZE_TAPS = 128, /* of a sum of products with scalars */
};

/* ---- What is done (vectorize.c) ----------------------------------------------------------*/
struct vectorize_group {
	uint32_t at, n; /* lanes from `at` on, of all that are done at once; n = 1: no vector */
};
/* Of a loop of n iterations, which are not known: those that a piece does L at once. */
enum vectorize_span {
	VECTORIZE_EXACT, /* so many: n is known */
	VECTORIZE_WHOLE, /* the first n // L * L */
	VECTORIZE_LAST, /* the last L, where n >= L and n % L != 0; the piece before does some of them, too */
	VECTORIZE_REST, /* one by one, those behind the first n // L * L */
};
struct vectorize_piece {
	enum vectorize_span span;
	uint32_t lanes; /* L */
	/* Iterations of the loop, from its first on, of so many as are assumed; the last piece may do some once more. */
	int64_t begin, count;
	uint32_t step; /* at once: of all groups; it divides count */
	uint32_t ngroups;
	struct vectorize_group group[VECTORIZE_GROUPS];
};
struct vectorize_plan {
	uint32_t ndims; /* loops of the tile; 1: the loop alone */
	bool tiled;     /* always of several loops */
	uint32_t npieces;
	struct vectorize_piece piece[VECTORIZE_PIECES];
};

/* ---- A nest (vectorize_nest.c) -----------------------------------------------------------*/
struct vectorize_bind {
	const struct tir_stmt *s;
	bool varies;
};
/* By expression: for which statements it was counted last. */
struct vectorize_seen {
	VEC(uint32_t) at;
	uint32_t now;
};
struct vectorize_nest {
	const struct facts
	        *facts; /* of the function: set by whoever reads nests, with the next two */
	const struct tir_func *f;
	struct arena *scratch;
	struct vectorize_seen *seen; /* made by vectorize_read */
	const struct tir_stmt *loop;
	uint32_t number, innermost; /* of the loop, and of the tile's last one, in facts */
	/* The tile's loops, from the outside, the first one is `loop`; of the others one iteration each has so many lanes. */
	const struct tir_stmt *dim[VECTORIZE_DIMS];
	uint32_t ndims, inner;
	bool tiled; /* the loops are a tile: which iteration a lane is is known, and loads may be shuffled */
	const struct tir_seq *body;  /* of the last one */
	const struct tir_stmt *stmt; /* that is read */
	int64_t by[VECTORIZE_DIMS];  /* the stride of its stores, in elements */
	/* Memory of a few elements that an iteration writes before it reads it, and that nothing else needs. */
	const struct tir_buffer *priv[VECTORIZE_PRIVATE];
	bool outside[VECTORIZE_PRIVATE]; /* its allocation is not in the loop */
	uint32_t npriv;
	struct vectorize_bind bind[VECTORIZE_BINDS];
	uint32_t nbinds, nnodes;
	struct access_list accesses;
	uint32_t narrowest, widest; /* bits of the elements of vectors */
	bool open;                  /* the loop's extent is no constant */
	int64_t most; /* iterations that the buffers have elements for; INT64_MAX: not known */
	/* What the tile's variables alone decide. */
	const struct tir_expr *known[VECTORIZE_KNOWN];
	uint32_t nknown;
	bool looks_up;   /* something in a table, which only whole vectors do well */
	bool short_ok;   /* vectors of a part of a register are good, too */
	bool may_group;  /* the lanes of a statement may be done one group behind the other */
	bool may_repeat; /* an iteration that is done once more stores the same */
	bool rising; /* only loads whose elements rise from lane to lane are good: set by whoever plans */
	bool by_llvm; /* vectors that LLVM makes are priced */
	bool branches; /* arms of a choice load what its condition does not: LLVM branches, and makes no vectors */
	bool in_words;   /* rows that fill no register are priced as moved word by word */
	unsigned floats; /* formats in which HVX computes with floats: set by whoever plans */
	enum loops_reason why;
};
/* Read the nest; false: its iterations cannot be lanes, n->why is the reason. */
bool vectorize_read(struct vectorize_nest *n, const struct tir_stmt *loop, uint32_t ndims,
        bool tiled);

/* ---- Loops of unknown extent (vectorize_extent.c) -----------------------------------------*/
/* The loop's extent; if that is not known, one that is assumed. */
int64_t vectorize_extent(const struct vectorize_nest *n);
/* The most iterations that its accesses leave inside of their buffers: to estimate with. */
int64_t vectorize_most(const struct vectorize_nest *n);
/* How often any loop runs that is around loops that are vectorised, as that assumes. */
uint64_t vectorize_times(const struct facts *f, const struct tir_stmt *loop);
/* May the loop's extent be unknown: is it a number that the nest leaves as it is? */
bool vectorize_may_be_open(const struct vectorize_nest *n);
/* Whole vectors of so many lanes, then the last iterations as one more vector, or one by one. */
void vectorize_plan_open(const struct vectorize_nest *n, struct vectorize_plan *p, uint32_t lanes);
/* Between which bounds the loop of a piece runs that is not exact. */
void vectorize_bounds(const struct vectorize_nest *n, const struct vectorize_piece *p,
        const struct tir_expr **min, const struct tir_expr **extent);
/* The pieces, under the tests that they need.  few: the loop, for fewer iterations than one vector has. */
struct tir_seq vectorize_join(const struct vectorize_nest *n, const struct vectorize_plan *plan,
        struct tir_stmt *const *piece, struct tir_stmt *few);

/* ---- Plans (vectorize_plan.c) --------------------------------------------------------------*/
/* Does LLVM make good code of vectors of so many lanes? */
bool vectorize_fits(const struct vectorize_nest *n, uint32_t lanes);
struct vectorize_piece *vectorize_add_piece(struct vectorize_plan *p, int64_t begin, int64_t count,
        uint32_t step);
void vectorize_add_group(struct vectorize_piece *p, uint32_t at, uint32_t n);
/* Vectors for the iterations from `at` to `end` in one go; how many of them have a place in one. */
uint32_t vectorize_split(const struct vectorize_nest *n, struct vectorize_piece *p, uint32_t at,
        uint32_t end);
/* Vectors of so many lanes as often as they fit, then shorter ones, then iterations one by one; or a vector of `last` lanes
 * that does some once more; or all vectors in one body.  False: there is no such plan. */
void vectorize_plan_loops(const struct vectorize_nest *n, struct vectorize_plan *p, uint32_t lanes);
bool vectorize_plan_overlap(const struct vectorize_nest *n, struct vectorize_plan *p,
        uint32_t lanes, uint32_t last);
bool vectorize_plan_single(const struct vectorize_nest *n, struct vectorize_plan *p, uint32_t lanes,
        bool again);

/* ---- What differs from lane to lane (vectorize_vary.c) -----------------------------------*/
/* Does the expression? */
bool vectorize_varies(const struct vectorize_nest *n, const struct tir_expr *e);
/* Is the load one of bytes of a table, by an index that varies and is a byte itself? */
bool vectorize_looks_up(const struct vectorize_nest *n, const struct tir_expr *load,
        struct target_table *t);
/* Which loop of the tile counts the variable; UINT32_MAX: none. */
uint32_t vectorize_dim(const struct vectorize_nest *n, const struct tir_var *v);
/* What each iteration of each of the tile's loops adds to the index; false: not known. */
bool vectorize_strides(const struct vectorize_nest *n, const struct tir_expr *index,
        int64_t by[VECTORIZE_DIMS]);
/* The number of a private buffer, or of a binding, of the nest; UINT32_MAX: it is none. */
uint32_t vectorize_private(const struct vectorize_nest *n, const struct tir_buffer *b);
uint32_t vectorize_bound(const struct vectorize_nest *n, const struct tir_var *v);

/* ---- Tiles (vectorize_tile.c) ------------------------------------------------------------*/
/* Lanes of a load that are no neighbours: those of blocks of neighbours, shuffled. */
struct vectorize_blocks {
	uint32_t n, lanes; /* of each */
	int64_t at
	        [VECTORIZE_BLOCKS]; /* the first element's distance from the group's first lane's */
	uint32_t lane[VECTORIZE_LANES]; /* of all of them, one behind the other */
};
/* The loop and loops in it, ndims in all, are a tile: set n->dim and what follows; false: they are none. */
bool vectorize_tile(struct vectorize_nest *n, const struct tir_stmt *loop, uint32_t ndims);
/* Do `step` iterations of the outermost loop, with all of those inside, store neighbouring elements, each once? */
bool vectorize_is_dense(const struct vectorize_nest *n, uint32_t step);
/* Say how much larger an index is in lane l than in lane 0; it grows by[d] with each iteration of loop d. */
int64_t vectorize_offset(const struct vectorize_nest *n, uint32_t step,
        const int64_t by[VECTORIZE_DIMS], uint32_t l);
/* Do neighbouring lanes have neighbouring elements? */
bool vectorize_is_row(const struct vectorize_nest *n, uint32_t step,
        const int64_t by[VECTORIZE_DIMS]);
/* The least number of iterations whose lanes are whole groups of so many; more than VECTORIZE_LANES: there is none. */
uint32_t vectorize_whole_groups(const struct vectorize_nest *n, uint32_t lanes);
/* Which iteration of the tile's loop number d lane l is, from the first one that is done at once on. */
uint32_t vectorize_digit(const struct vectorize_nest *n, uint32_t step, uint32_t d, uint32_t l);

/* ---- Constants lane by lane (vectorize_known.c) ------------------------------------------*/
/* Is it one in each lane, which differs between lanes, perhaps between steps of a piece? */
bool vectorize_is_known(const struct vectorize_nest *n, const struct tir_expr *e);
/* The expression in each lane of the group in step number `tile` of the piece; false: it traps or overflows in one. */
bool vectorize_values(const struct vectorize_nest *n, const struct vectorize_piece *p,
        const struct vectorize_group *g, int64_t tile, const struct tir_expr *e, int64_t *out);
/* Take note of one; false: they are too many. */
bool vectorize_note_known(struct vectorize_nest *n, const struct tir_expr *e);
/* From iteration `begin` on, a multiple of step, to `end` at most: how many make one piece? */
bool vectorize_find_run(const struct vectorize_nest *n, uint32_t step, int64_t begin, int64_t end,
        int64_t *run);
/* Is it known, and may be divided by in each iteration? */
bool vectorize_is_divisor(const struct vectorize_nest *n, const struct tir_expr *e);
/* Is it a choice by a known condition? */
bool vectorize_is_choice(const struct vectorize_nest *n, const struct tir_expr *e);
enum vectorize_truth { VECTORIZE_NEVER, VECTORIZE_SOMETIMES, VECTORIZE_ALWAYS };
/* Is the known condition true in the needed lanes of the group?  Those in which it is, and is not. */
enum vectorize_truth vectorize_decide(const struct vectorize_nest *n,
        const struct vectorize_piece *p, const struct vectorize_group *g, const struct tir_expr *e,
        const uint8_t *needed, uint8_t *yes, uint8_t *no);

/* ---- Blocks (vectorize_block.c) -----------------------------------------------------------*/
/* The blocks that hold the load's lanes of the group, or those that are needed (NULL: all); of no blocks: it is a row.
 * False: there are none that are good. */
bool vectorize_find_blocks(const struct vectorize_nest *n, const struct vectorize_piece *p,
        const struct vectorize_group *g, const struct tir_expr *load, const uint8_t *needed,
        struct vectorize_blocks *out);

/* ---- Dependences (vectorize_depend.c) ----------------------------------------------------*/
/* May any number of neighbouring iterations be done at once, statement by statement?  groups: and those of a statement
 * in the order of lanes. */
bool vectorize_may(const struct vectorize_nest *n, bool groups);
/* May the last iterations be done once more, in their order? */
bool vectorize_may_repeat(const struct vectorize_nest *n);

/* ---- Loads of every second element (vectorize_strided.c) -----------------------------------*/
/* Do those of an innermost loop make whole rows, which LLVM makes vectors of?  Not what it makes memset or memcpy of. */
bool vectorize_has_whole_rows(const struct vectorize_nest *n);

/* ---- The new loops (vectorize_copy.c) ----------------------------------------------------*/
/* few: the loop as it is, which is taken as well where the plan's vectors may be longer than it. */
struct tir_seq vectorize_copy(const struct vectorize_nest *n, const struct vectorize_plan *plan,
        struct tir_stmt *few);

/* ---- What the next loop takes from registers (vectorize_hand.c) ---------------------------*/
/* The loop that reads what this one stores, neither of them, as they are, by way of memory; NULL: there is none. */
const struct tir_stmt *vectorize_takes_over(const struct tir_stmt *loop);

/* ---- Cost (vectorize_cost.c) -------------------------------------------------------------*/
/* The time that the pieces take, in twelfths of packets; scalar: the loop's as it is. */
uint64_t vectorize_time(const struct vectorize_nest *n, const struct vectorize_plan *plan,
        uint64_t scalar);
/* Does the body add up products that HVX adds up by itself, and LLVM's vectors do not? */
bool vectorize_adds_taps(const struct vectorize_nest *n, const struct tir_seq *body);

#endif
