/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/tile.h: nests that a pass made anew, compared for one iteration of their outer loops: what the files tile*.c share.
 *
 * Words.  A *place* is a statement of the changed part of f and what follows it; a *cell* an element of a buffer, whose number
 * is a sum of variables (replay_form.h).  A *tile* is an iteration of the outer loops of a nest of g, all of them at once. */
#ifndef TIRC_PROOF_TILE_H
#define TIRC_PROOF_TILE_H

#include "proof/nest.h"
#include "proof/replay/replay_form.h"

enum { TILE_STMTS = 64, TILE_LOOPS = 12, TILE_STORES = 64 };

/* What cells hold, by `who` (a buffer, and which of its allocations, or a place), form and number. */
struct tile_cell {
	uint64_t who;
	int64_t number;
	uint32_t form;
	uint32_t
	        stamp; /* in which iteration of bound loops it was stored, from 1 on; 0: the slot is empty */
	struct replay_symbol value;
};
struct tile_map {
	struct tile_cell *slot;
	uint32_t n, slots;
};
struct tile_cell *proof_tile_find(const struct tile_map *m, uint64_t who,
        const struct replay_symbol *at);
void proof_tile_put(struct tile_map *m, struct arena *arena, uint64_t who,
        const struct replay_symbol *at, uint32_t stamp, const struct replay_symbol *value);
void proof_tile_clear(struct tile_map *m);

/* Iterations, as ranges: of the loops around the changed part, and of those around a store. */
struct tile_box {
	struct replay_range range[REPLAY_VARS + TILE_LOOPS];
};
/* Cells of tiles of one form: which iterations of the store wrote them, each loop's number less its form. */
struct tile_group {
	uint32_t form[TILE_LOOPS];
	struct replay_range offset[TILE_LOOPS];
	struct tile_map seen;
};
/* A store of f's changed part, as a sum of what counts the loops around it. */
struct tile_store {
	const struct tir_stmt *stmt;
	uint32_t place, nloops;
	const struct tir_stmt
	        *loop[TILE_LOOPS]; /* from the outside; NULL: lanes of the store itself */
	int64_t trips[TILE_LOOPS];
	int64_t factor[TILE_LOOPS]; /* of the iteration's number; 0: it tells nothing of the loop */
	struct replay_sum first;    /* of the first iteration of all */
	bool known;                 /* else the sum is not understood */
	VEC(struct tile_box) boxes; /* that g was found to do */
	VEC(struct tile_group) groups; /* of the case */
};
/* A loop of f of which one iteration alone is run. */
struct tile_bound {
	const struct tir_stmt *loop;
	struct replay_sum number; /* of the iteration, from 0 on */
};
struct tile_loops {
	struct tile_bound at[TILE_LOOPS * 2];
	uint32_t n;
};
/* A run of a place for some of its iterations: f's, or a tile of g's. */
struct tile_run {
	uint32_t place; /* UINT32_MAX: g's */
	struct tile_loops bound;
	struct tile_map cells;
	uint32_t stamp, stamps; /* iteration of the innermost bound loop, and how many there were */
	uint32_t nstored;       /* statements that stored so far */
	struct tile_run *inside; /* for a run that this one asks for; kept */
};

struct tile {
	struct replay r;
	struct replay_forms forms;
	struct arena *arena;
	const struct tir_func *f, *g;
	const struct proof_contract *contract;
	/* What a cell holds after the first n places of f, and in the run of one (tile_before.c). */
	bool (*value)(struct tile *t, const struct tir_buffer *root, const struct replay_symbol *at,
	        uint32_t n, struct replay_symbol *out);
	bool (*load_before)(struct tile *t, const struct tir_buffer *root,
	        const struct replay_symbol *at, struct replay_symbol *out);
	uint32_t nvars, nbuffers; /* of f: what has a higher number is new in g */
	uint32_t *age;            /* by buffer: which allocation of it */
	uint8_t *spoiled;         /* by buffer: tiles of g stored to it; */
	uint8_t *settled;         /* to all that f stores to */
	uint8_t *written; /* by buffer: the part stores to it, bit 0; the nest of g, bit 1 */
	uint8_t *touched, *inner;       /* by buffer: it is used; f's part allocates it */
	const struct tir_buffer **root; /* by buffer, of what is stored or used */
	/* Loops around the changed part, whose iterations are all done at once. */
	struct replay_range around[REPLAY_VARS];
	uint32_t naround;
	bool is_inside; /* there are such loops, or conditions */
	/* The changed part. */
	const struct tir_stmt *before[TILE_STMTS];
	uint32_t nbefore;
	struct tile_store store[TILE_STORES];
	uint32_t nstores;
	struct tile_run *run, *first; /* the current one; f's outermost */
	struct tile_map base,
	        memo; /* what g's part stored to its own memory; what places of f leave */
	struct replay_range range[REPLAY_VARS]; /* of the case */
	uint32_t cases;
	bool differs; /* a tile does not leave what f leaves */
	/* Signed operations of g that f has to do, too: those of the case, and of what comes before the nests. */
	struct replay_keys late, early;
};

/* ---- f (tile_before.c) -------------------------------------------------------------------*/
/* Take up the stores of the part; false: r.why. */
bool proof_tile_read_before(struct tile *t);
/* Is it memory that is there before the part? */
bool proof_tile_counts(const struct tile *t, const struct tir_buffer *root);
/* What the cell holds after the first n places. */
bool proof_tile_value(struct tile *t, const struct tir_buffer *root, const struct replay_symbol *at,
        uint32_t n, struct replay_symbol *out);
/* The cell of f's run is loaded: its value. */
bool proof_tile_load_before(struct tile *t, const struct tir_buffer *root,
        const struct replay_symbol *at, struct replay_symbol *out);
/* Does an iteration store to the cell, and which?  *holds; number: by loop; false: r.why. */
bool proof_tile_invert(struct tile *t, const struct tile_store *s, const struct replay_symbol *at,
        bool *holds, struct replay_sum *number);

/* ---- Runs (tile_run.c) -------------------------------------------------------------------*/
bool proof_tile_run_seq(struct tile *t, const struct tir_seq *s);
bool proof_tile_run_stmt(struct tile *t, const struct tir_stmt *s);
bool proof_tile_load(struct replay *r, const struct tir_expr *e, struct replay_symbol *out);
/* What is there before the part. */
struct replay_symbol proof_tile_first_value(const struct tile *t, const struct tir_buffer *root,
        const struct replay_symbol *at);
uint64_t proof_tile_who(const struct tile *t, const struct tir_buffer *root);

/* ---- Memory that nobody reads (tile_dead.c) ----------------------------------------------*/
/* Does nobody read what the part leaves in the buffer?  rest: what follows it in g's body. */
bool proof_tile_is_dead(const struct tile *t, const struct tir_stmt *rest,
        const struct tir_buffer *root);

/* ---- Which iterations were done (tile_cover.c) -------------------------------------------*/
/* A tile stores to the cell. */
bool proof_tile_covers(struct tile *t, const struct tir_buffer *root,
        const struct replay_symbol *at);
/* The case ends: its groups become boxes; forget them. */
void proof_tile_end_case(struct tile *t, bool holds);
/* Do the boxes hold all iterations of all stores to that memory? */
bool proof_tile_covers_all(const struct tile *t, const struct tir_buffer *root);

#endif
