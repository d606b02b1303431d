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
