/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/best_tried.h: which ways to do a nest are asked for, and what became of those that were tried. */
#ifndef TIRC_LOOPS_BEST_TRIED_H
#define TIRC_LOOPS_BEST_TRIED_H

#include "loops/plan/best.h"

/* Why a way of several nests is none. */
extern const char best_worse[];

/* May a way of this kind be done: is it asked for, or is none? */
bool best_may_be(const struct planner *s, enum schedule_way way);
/* Is the number of the way asked for this one, or is no way asked for? */
bool best_is_asked(const struct planner *s, uint32_t number, int64_t value);
/* A new way, with the n nests' ways in it. */
struct schedule *best_new_way(struct planner *s, enum schedule_way way, uint32_t n,
        const struct best *part);
/* Note what became of a way; it is the best one if it takes less time. */
void best_tried(struct planner *s, const struct schedule *way, const struct best *made,
        const char *why, struct best *best);
/* Begin with the k-th of the nests that a nest is made of: for it, another way may be asked for.  What was asked for before. */
const struct schedule *best_begin_part(struct planner *s, uint32_t k);
void best_end_part(struct planner *s, const struct schedule *before);

/* Put the allocation of memory for a nest behind *out. */
void best_add_buffer(struct planner *s, struct tir_seq *out, struct tir_buffer *b,
        const struct nest *n);
/* Cover both nests of a nest made of two; false: that cannot be, or takes longer than the best way. */
typedef void best_cover(struct planner *s, const struct nest *n, struct best *best);
bool best_two(struct planner *s, const struct nest *first, const struct nest *second,
        best_cover *const cover[2], const struct best *best, struct best part[2]);
/* What stands for a nest: the allocation of memory between two nests, and what stands for these. */
struct best best_in_two(struct planner *s, const struct nest *n, struct tir_buffer *between,
        const struct best part[2]);

/* ---- best_parts.c ---- */
/* Part sums of a loop that reduces, in registers, and what adds these up. */
void best_parts(struct planner *s, const struct nest *n, struct best *best);

/* ---- best_cover.c ---- */
/* What the statements take, computed in as few bits as hold them. */
uint64_t best_time_of(struct planner *s, const struct tir_seq *seq);
/* Cover the nest in each way; a way that takes less time is the best one then. */
void best_covers(struct planner *s, const struct nest *n, struct best *best);
/* The same, in those ways alone whose registers are fullest, unless one is asked for. */
void best_fullest(struct planner *s, const struct nest *n, struct best *best);
/* The same, so that terms go into instructions; false: it is no sum of such terms, or a way is asked for. */
bool best_inside(struct planner *s, const struct nest *n, struct best *best);
/* The nest as plain loops. */
void best_plain(struct planner *s, const struct nest *n, struct best *best);

#endif
