/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/move.c: what is a nest that moves elements. */
#include "loops/nest/move.h"
#include "loops/nest/counted.h"
#include "target/target.h"

/* Is s a store of one integer element that is loaded from another buffer?  Then it is m->store, and a register holds
 * m->lanes such elements. */
static bool read_store(struct loops_move *m, const struct facts *facts, const struct tir_stmt *s)
{
	if (s->kind != TIR_STORE || tir_mask_of(s) || !s->nindex)
		return false;
	const struct tir_store *x = tir_as_store(s);
	const struct tir_expr *e = x->value.e;
	struct tir_type t = x->buffer->elem;
	if (t.lanes != 1 || !tir_is_int(t) || (t.bits != 8 && t.bits != 16 && t.bits != 32))
		return false;
	m->store = s;
	m->lanes = TARGET_HVX_BYTES * 8 / t.bits;
	return e->op == TIR_LOAD && e->n && tir_type_eq(e->type, t) &&
	       !alias_may(facts, x->buffer, e->u.buffer);
}

bool loops_move_read(struct loops_move *m, const struct facts *facts, const struct tir_stmt *s)
{
	int64_t all = 1;
	for (m->n = 0; loops_is_counted(s); s = tir_body(s)->first) {
		int64_t n = tir_as_for(s)->extent.e->u.i;
		if (m->n == LOOPS_MOVE_DEPTH || !tir_body(s)->first || tir_body(s)->first->next ||
		        n > LOOPS_MOVE_ELEMENTS || (all *= n) > LOOPS_MOVE_ELEMENTS)
			return false;
		m->loop[m->n++] = s;
	}
	return m->n && read_store(m, facts, s);
}

bool loops_move_is_injective(const struct loops_move *m, const int64_t *by)
{
	int64_t span = 0;
	uint32_t done = 0;
	for (uint32_t i = 0; i < m->n; i++) {
		uint32_t next = m->n;
		for (uint32_t l = 0; l < m->n; l++)
			if (!(done >> l & 1) && (next == m->n || by[l] < by[next]))
				next = l;
		if (by[next] <= span && loops_move_extent(m, next) > 1)
			return false;
		done |= 1U << next;
		span += by[next] * (loops_move_extent(m, next) - 1);
	}
	return true;
}
