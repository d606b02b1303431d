/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/replay_chain.c: operations whose operands may stand in any order.
 *
 * Idea.    What such operations give of several symbols is named by a number that each of them adds to, however often it occurs.  Of integers
 *          these are extremes and operations on bits.  Of floats they are sums and products with which a store goes on, where the
 *          contract says so: a + b is one of those if the store puts it into the element that a or b was loaded from.
 * Wrong if another sum of floats is taken for one: no other operation on floats is associative. */
#include "proof/replay/replay.h"

/* Of the number itself, in whatever type. */
enum { OF_NUMBERS = 128 };

/* What a symbol of type t adds to such a chain. */
static uint64_t link_of(uint8_t chain, enum tir_op op, struct tir_type t,
        const struct replay_symbol *x)
{
	return x->chain == chain && !x->known ? (uint64_t)x->number
	                                      : proof_replay_hash((uint64_t)op, t, x);
}

/* Is it, as a number of 32 bits, what its polynomial is?  An extreme of such is the same in each type that holds it.  One of others goes on
 * with others. */
static bool is_number(struct tir_type t, const struct replay_symbol *x)
{
	int64_t least, most;
	bool others = !x->known && x->chain && !(x->chain & OF_NUMBERS);
	return tir_type_eq(t, TIR_INT32) ||
	       (t.bits < 32 && !others && proof_replay_bounds(t, x, &least, &most) &&
	               (x->known || x->exact));
}

/* What the operation gives of all that the two are made of. */
static struct replay_symbol chain_of(enum tir_op op, struct tir_type t,
        const struct replay_symbol *x, const struct replay_symbol *y)
{
	bool extreme = op == TIR_MIN || op == TIR_MAX;
	uint8_t chain = (uint8_t)(1 + op);
	if (extreme && tir_is_int(t) && is_number(t, x) && is_number(t, y)) {
		chain |= OF_NUMBERS;
		t = TIR_INT32;
	}
	uint64_t all = link_of(chain, op, t, x) + link_of(chain, op, t, y);
	struct replay_symbol s = proof_replay_atom(12, all,
	        (uint64_t)op << 16 | t.code << 8 | t.bits);
	s.number = (int64_t)all;
	s.chain = chain;
	return s;
}

bool proof_replay_keeps_chain(const struct replay_symbol *x)
{
	return x->chain & OF_NUMBERS && x->exact;
}

/* Is it the number that leaves every other operand as it is? */
static bool is_neutral(enum tir_op op, struct tir_type t, const struct replay_symbol *x)
{
	bool zero = op == TIR_BITOR || op == TIR_BITXOR;
	int64_t ones = t.code == TIR_TYPE_INT ? -1 : (INT64_C(1) << (t.bits & 63)) - 1;
	return x->known && ((zero && !x->number) || (op == TIR_BITAND && x->number == ones));
}

bool proof_replay_chain(enum tir_op op, struct tir_type t, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol *out)
{
	bool extreme = op == TIR_MIN || op == TIR_MAX;
	bool any_order = extreme || op == TIR_BITAND || op == TIR_BITOR || op == TIR_BITXOR;
	if (!any_order || !tir_is_int(t))
		return false;
	const struct replay_symbol *one = is_neutral(op, t, x) ? y
	                                  : is_neutral(op, t, y)
	                                          ? x
	                                          : proof_replay_extreme(op, t, x, y);
	if (one) {
		*out = *one;
		return true;
	}
	struct replay_symbol s = chain_of(op, t, x, y);
	if (extreme)
		proof_replay_bound_choice(op, t, x, y, &s);
	*out = s;
	return true;
}

/* ---- Floats ------------------------------------------------------------------------------*/
/* -0.0 leaves what it is added to as it is, and 1.0 what it is multiplied by. */
struct replay_symbol proof_replay_goes_on(enum tir_op op, struct tir_type t,
        const struct replay_symbol *x, const struct replay_symbol *y)
{
	struct replay_symbol none = proof_replay_float(t,
	        tir_float_bits(t, op == TIR_ADD ? -0.0 : 1.0));
	if (proof_replay_is_same(t, x, &none))
		return *y;
	return proof_replay_is_same(t, y, &none) ? *x : chain_of(op, t, x, y);
}

bool proof_replay_any_order(const struct replay *r, const struct tir_stmt *s)
{
	const struct tir_store *x = tir_as_store(s);
	const struct tir_expr *e = x->value.e;
	bool is = r->any_order && (e->op == TIR_ADD || e->op == TIR_MUL) &&
	          (e->type.code == TIR_TYPE_FLOAT || e->type.code == TIR_TYPE_BFLOAT);
	for (uint32_t k = 0; is && k < 2; k++) {
		const struct tir_expr *old = e->arg[k];
		bool own = old->op == TIR_LOAD && old->u.buffer == x->buffer && old->n == s->nindex;
		for (uint32_t i = 0; own && i < s->nindex; i++)
			own = old->arg[i] == x->index[i].e;
		if (own)
			return true;
	}
	return false;
}
