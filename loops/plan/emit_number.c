/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/emit_number.c: constants and indices that the emitter makes, and why it fails.
 *
 * Costs   lanes times different numbers. */
#include "loops/plan/emit.h"

const struct tir_expr *emit_fails(struct emitter *x, const char *why)
{
	if (!x->why && x->env.fault != LANE_CUT)
		x->why = why;
	return NULL;
}

bool emit_pays_for(struct emitter *x, uint32_t bits)
{
	uint32_t registers = (x->lanes * (bits < 8 ? 8 : bits) + EMIT_LINE_BITS - 1) /
	                     EMIT_LINE_BITS;
	if (x->budget < registers)
		return emit_fails(x, "its code would be too large") != NULL;
	x->budget -= registers;
	return true;
}

/* ---- Constants ---------------------------------------------------------------------------*/
const struct tir_expr *emit_constants(struct emitter *x, struct tir_type t, const int64_t *value,
        uint32_t lanes)
{
	const struct tir_expr **arg = ARENA_NEWN(x->arena, const struct tir_expr *, 2 * lanes);
	uint32_t which[EMIT_LANES * 4], n = 0;
	for (uint32_t l = 0; l < lanes; l++) {
		const struct tir_expr *e = tir_int(x->m, t, value[l]);
		uint32_t k = 0;
		while (k < n && arg[k] != e)
			k++;
		if (k == n)
			arg[n++] = e;
		which[l] = k;
	}
	if (n == 1)
		return tir_broadcast(x->m, arg[0], lanes);
	for (uint32_t l = 0; l < lanes; l++)
		arg[n + l] = tir_int(x->m, TIR_INT32, which[l]);
	return tir_make(x->m, TIR_SHUFFLE, tir_lanes(t, lanes), n, n + lanes, arg);
}

const struct tir_expr *emit_index(struct emitter *x, const struct lane_index *i)
{
	const struct tir_expr *sum = NULL;
	for (uint32_t k = 0; k < i->n; k++) {
		const struct tir_expr *e = x->symbol[i->term[k].symbol];
		if (i->term[k].factor != 1)
			e = tir_binary(x->m, TIR_MUL, e,
			        tir_int(x->m, TIR_INT32, i->term[k].factor));
		sum = sum ? tir_binary(x->m, TIR_ADD, sum, e) : e;
	}
	if (!sum)
		return tir_int(x->m, TIR_INT32, i->number);
	return i->number ? tir_binary(x->m, TIR_ADD, sum, tir_int(x->m, TIR_INT32, i->number))
	                 : sum;
}
