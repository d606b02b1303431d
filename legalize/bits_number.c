/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_number.c: formats of floats, and numbers in the place of their bits.
 *
 * Idea.   A format says where its bits lie and which codes mean something else than a number; what is made of a node is kept by the node's
 *         number. */
#include "legalize/bits.h"

/* ---- Formats -----------------------------------------------------------------------------*/
struct bits_format legalize_bits_format(struct tir_type t)
{
	bool single = t.bits == 32;
	const struct tir_float_format *f = single ? NULL : tir_float_format(t);
	struct bits_format r = {.width = t.bits, .mantissa = single ? 23 : f->mantissa};
	r.sign = UINT64_C(1) << (t.bits - 1);
	r.magnitude = r.sign - 1;
	r.infinity = r.sign - (UINT64_C(1) << r.mantissa);
	r.quiet = UINT64_C(1) << (r.mantissa - 1);
	return r;
}

struct tir_type legalize_bits_type(struct tir_type t)
{
	return tir_type(TIR_TYPE_UINT, t.bits, t.lanes);
}

const struct tir_expr *legalize_bits_number(struct bits *b, struct tir_type t, uint64_t v)
{
	int64_t n = t.code == TIR_TYPE_INT && t.bits < 64
	                    ? (int64_t)(v << (64 - t.bits)) >> (64 - t.bits)
	                    : (int64_t)v;
	const struct tir_expr *one = tir_int(b->m, tir_lanes(t, 1), n);
	return t.lanes > 1 ? tir_broadcast(b->m, one, t.lanes) : one;
}

struct bits_memo *legalize_bits_memo(struct bits *b, const struct tir_expr *e)
{
	while (b->memo.n <= e->id)
		VEC_PUSH(b->arena, &b->memo, (struct bits_memo){0});
	return &b->memo.at[e->id];
}

const struct tir_expr *legalize_bits_reinterpret(struct bits *b, struct tir_type t,
        const struct tir_expr *e)
{
	if (e->op == TIR_CALL && e->u.call.builtin == TIR_BUILTIN_REINTERPRET &&
	        tir_type_eq(e->arg[0]->type, t))
		return e->arg[0];
	return tir_call(b->m, TIR_BUILTIN_REINTERPRET, NULL, t, 1, &e);
}
