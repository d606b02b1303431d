/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/insert.h: one class while its names get their insertion points. */
#ifndef TIRC_CSE_INSERT_H
#define TIRC_CSE_INSERT_H

#include "cse/group.h"

struct inserter {
	struct cse_plan *p;
	struct arena scratch;
	VEC(struct group_use) uses; /* of the class, in program order */
	struct group_use *spare;
	uint32_t spare_cap;
	struct group_list groups;
	uint32_t *seen, stamp; /* by expression: met in the walk of that number */
	uint16_t *size;        /* by expression: nodes, 0: nobody has asked */
	VEC(const struct tir_expr *) todo;
};

/* profit.c.  What becomes of the uses from the group's first to number hi if one name at its insertion point is to
 * serve them; bind: the statement that binds it there anyhow, or NULL. */
enum cse_reason cse_profit(struct inserter *s, uint32_t class, const struct use *first,
        const struct tir_stmt *bind, const struct group *g, uint32_t hi);
/* A walk over the nodes of an expression, each once: s->todo are those still to be seen. */
void cse_begin_walk(struct inserter *s, const struct tir_expr *e);
void cse_walk_on(struct inserter *s, const struct tir_expr *e);
/* How often the uses [lo, hi) compute the class. */
uint32_t cse_count_uses(const struct inserter *s, uint32_t lo, uint32_t hi);
/* note.c: a note of what was decided on the uses [lo, hi); its number, NONE if nobody is to be told. */
uint32_t cse_add_note(struct inserter *s, uint32_t class, enum cse_reason why, uint32_t lo,
        uint32_t hi);
/* The class is computed at so many points, which no name can serve together. */
void cse_note_points(struct inserter *s, uint32_t class, uint32_t points);
/* Can computing e, which reads the memory of statement `from`, nowhere trap?  In doubt: no. */
bool cse_is_total(struct inserter *s, const struct tir_expr *e, uint32_t from);

#endif
