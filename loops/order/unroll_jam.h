/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/unroll_jam.h: unroll-and-jam of an outer loop: what the files unroll_jam*.c share.
 *
 * Words.  To *unroll and jam* a loop by F is to unroll it by F and fuse the copies: each statement of its body
 * is there F times, copy after copy, and a loop or if in its body is entered once, with the copies of
 * its own statements in its body.  A *copied statement* is one that is copied as a whole: a store, a
 * binding, a loop or if that is not the same in all iterations. */
#ifndef TIRC_LOOPS_UNROLL_JAM_H
#define TIRC_LOOPS_UNROLL_JAM_H

#include "analysis/analysis.h"
#include "loops/loops.h"
#include "target/target.h"

enum {
	UNROLL_JAM_LOOPS = 16,    /* of a nest, and around it */
	UNROLL_JAM_COPIED = 24,   /* in a nest */
	UNROLL_JAM_ACCESSES = 48, /* to memory, in the text of a nest */
	UNROLL_JAM_NODES = 256,   /* of its operands, shared ones as often as they occur */
	UNROLL_JAM_MAX = 8,       /* iterations at once */
};

/* What the shuffle takes, in permutes.  (shuffles.c) */
uint32_t loops_time_of_shuffle(const struct tir_expr *e);

/* ---- A nest (unroll_jam_nest.c) -----------------------------------------------------------------*/
struct unroll_jam_loop {
	const struct tir_stmt *s;
	int64_t step;
};
struct unroll_jam_copied {
	const struct tir_stmt *s;
	uint32_t nloops,
	        loop[UNROLL_JAM_LOOPS]; /* that are entered once for all copies, from the outside */
};
struct unroll_jam_access {
	const struct tir_buffer *buffer;
	const struct tir_stmt *stmt;
	const struct tir_expr *load; /* NULL: the store that stmt is */
	uint32_t copied;
};
struct facts; /* analysis/analysis.h */
struct unroll_jam_nest {
	const struct facts *facts; /* of the function: set by whoever reads nests */
	/* Those around, the outermost first; then, from number `at` on, the unrolled one, then those in its
	 * body in the order of the text. */
	struct unroll_jam_loop loop[UNROLL_JAM_LOOPS];
	uint32_t nloops, at;
	const struct tir_stmt *bind[UNROLL_JAM_COPIED]; /* of the body */
	uint32_t nbinds;
	struct unroll_jam_copied copied[UNROLL_JAM_COPIED];
	uint32_t ncopied;
	struct unroll_jam_access access[UNROLL_JAM_ACCESSES];
	uint32_t naccesses, nnodes;
	bool vectors;   /* it holds vectors */
	uint32_t steps; /* loops of it, or around it, with a step: unrolled before */
};
/* Loops around the walk, as nests begin with. */
struct unroll_jam_around {
	const struct tir_stmt *loop[UNROLL_JAM_LOOPS];
	uint32_t n;
};
/* Read the nest of the loop; false: it cannot be unrolled, *why is the reason. */
bool unroll_jam_read(struct unroll_jam_nest *n, const struct unroll_jam_around *around,
        const struct tir_stmt *loop, enum loops_reason *why);
/* Does the loop do what unroll-and-jam leaves? */
bool unroll_jam_is_rest(const struct tir_stmt *loop);
/* Is the statement of the nest's body a loop or if that is entered once for all copies? */
bool unroll_jam_is_entered_once(const struct unroll_jam_nest *n, const struct tir_stmt *s);
/* Which loop of the nest the variable counts, or which of its bindings it is; UINT32_MAX: none. */
uint32_t unroll_jam_loop_of(const struct unroll_jam_nest *n, const struct tir_var *v);
uint32_t unroll_jam_bind_of(const struct unroll_jam_nest *n, const struct tir_var *v);

/* ---- Dependences (unroll_jam_depend.c) ----------------------------------------------------------*/
/* How many iterations, at most `most`, may be done at once: 1 if none may. */
uint32_t unroll_jam_allowed(const struct unroll_jam_nest *n, uint32_t most);
/* Does the loop to unroll never have a negative extent? */
bool unroll_jam_runs(const struct unroll_jam_nest *n);

/* ---- Copies (unroll_jam_copy.c) -----------------------------------------------------------------*/
/* The loop, unrolled and jammed: itself, and another one for the iterations that remain, if any may. */
struct tir_seq unroll_jam_copy(const struct unroll_jam_nest *n, struct tir_module *m,
        struct arena *scratch, uint32_t factor);

/* ---- Accesses from iteration to iteration (unroll_jam_access.c) ---------------------------------*/
/* Is that the same element in each iteration of the loop, and the buffer not written in it? */
bool unroll_jam_is_steady(const struct tir_stmt *loop, const struct tir_buffer *buffer, uint32_t n,
        const struct tir_expr *const *index);
/* Has e the same value in each iteration of the loop? */
bool unroll_jam_is_same(const struct tir_stmt *loop, const struct tir_expr *e);
/* Are all accesses to the buffer in the loop to the same elements in each of its iterations? */
bool unroll_jam_is_still(const struct tir_stmt *loop, const struct tir_buffer *buffer);
/* Tell of an access how it goes from one iteration to the next.  index: without a nest. */
void unroll_jam_describe(struct target_loop *as, const struct tir_stmt *loop,
        const struct tir_buffer *buffer, uint32_t n, const struct affine_sum *index);

/* ---- Loops that are unrolled whole (unroll_jam_window.c) ---------------------------------------*/
/* How many iterations it has, or usually has. */
uint64_t unroll_jam_times(const struct tir_stmt *loop);
/* Does LLVM unroll all loops in it?  May it unroll the loop itself, too? */
bool unroll_jam_is_window(const struct tir_stmt *loop);
bool unroll_jam_is_short(const struct tir_stmt *loop);

/* ---- Vectors (unroll_jam_vectors.c) -------------------------------------------------------*/
/* What an iteration of the loop takes by itself, and what copies of it share, in twelfths of packets; how many copies have registers. */
struct unroll_jam_saving {
	uint64_t time[2];
	uint32_t most;
};
struct unroll_jam_meter;
struct unroll_jam_saving unroll_jam_saves(const struct unroll_jam_nest *n,
        struct unroll_jam_meter *m);
/* Is there a loop in the statements?  (time.c) */
bool unroll_jam_has_loops(const struct tir_seq *s);
/* Add the work of one operation on so many lanes, without its operands.  (time.c) */
void loops_work_of(struct target_vector_work *w, const struct tir_expr *e, uint32_t lanes,
        unsigned floats);

/* ---- Cost (unroll_jam_cost.c) ------------------------------------------------------------*/
struct unroll_jam_seen { /* an expression, in the loop that is being looked at */
	uint32_t stamp;
	bool varies, counted;
};
struct unroll_jam_meter {
	struct arena *arena;
	struct body *body; /* scratch */
	uint32_t stamp;
	VEC(struct unroll_jam_seen) seen; /* by expression */
	/* Of the innermost loop that has most of them, since they were set to 0: values that live in
	 * registers from iteration to iteration; statements and operations. */
	uint32_t registers, nodes;
	uint32_t sums;   /* elements that it stores to in each iteration and keeps in a register */
	bool vectors;    /* one of the loops becomes HVX vectors */
	bool crowded;    /* copies share more values than registers hold */
	bool branches;   /* such a loop calls functions or branches: copies of it share little */
	bool vectorizes; /* loops_options */
	bool unrolls_more; /* LLVM does, at -O3 */
	unsigned floats;   /* loops_options */
	bool no_entries;   /* count nothing for entering loops */
	int64_t trips; /* of innermost loops, as LLVM's vectoriser sees it; 0: as unroll_jam_times() */
	bool is_short; /* the loop measured last: LLVM may unroll what is in it, and it, too */
};
/* What the loop costs, in twelfths of packets. */
uint64_t unroll_jam_time(struct unroll_jam_meter *m, const struct tir_stmt *loop);

#endif
