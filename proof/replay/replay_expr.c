/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/replay_expr.c: what an expression is, lane by lane, in symbols. */
#include "proof/replay/replay.h"

enum { DEEP = 512 };

/* The operand in at least one lane; those of vectors in all. */
struct replay_symbol *proof_replay_operand(struct replay *r, const struct tir_expr *e)
{
	struct replay_symbol *s = proof_replay_push(r, e->type.lanes);
	if (!s)
		proof_replay_unknown(r, "vectors are too wide");
	return s && proof_replay_expr(r, e, s) ? s : NULL;
}

/* ---- Operations on a lane ----------------------------------------------------------------*/
static uint64_t bits_of(struct tir_type t, int64_t n)
{
	return t.bits >= 64 ? (uint64_t)n : (uint64_t)n & ((UINT64_C(1) << t.bits) - 1);
}

/* As an immediate of the type has it. */
static struct replay_symbol from_bits(struct tir_type t, uint64_t bits)
{
	bool is_signed = t.code == TIR_TYPE_INT && t.bits < 64;
	return proof_replay_number(is_signed ? (int64_t)(bits << (64 - t.bits)) >> (64 - t.bits)
	                                     : (int64_t)bits);
}

/* Double the table of signed operations that the first program does. */
static void grow_done(struct replay *r)
{
	uint64_t n = r->slots ? r->slots * 2 : 1 << 12, *old = r->done, slots = r->slots;
	r->done = ARENA_NEWN(r->arena, uint64_t, n);
	r->slots = n;
	for (uint64_t i = 0; i < slots; i++)
		for (uint64_t k = old[i]; old[i]; k++)
			if (!r->done[k & (n - 1)]) {
				r->done[k & (n - 1)] = old[i];
				break;
			}
}

static uint64_t slot_of(const struct replay *r, uint64_t key)
{
	uint64_t k = key & (r->slots - 1);
	while (r->done[k] && r->done[k] != key)
		k = (k + 1) & (r->slots - 1);
	return k;
}

bool proof_replay_did(const struct replay *r, uint64_t key)
{
	return r->slots && r->done[slot_of(r, key)];
}

/* Put a key into the table. */
static void note_done(struct replay *r, uint64_t key)
{
	if (2 * r->ndone >= r->slots)
		grow_done(r);
	uint64_t k = slot_of(r, key);
	r->ndone += !r->done[k];
	r->done[k] = key;
}

bool proof_replay_may_overflow(struct replay *r, uint64_t key, uint64_t result)
{
	key += !key;
	if (r->second && r->later) {
		VEC_PUSH(r->arena, &r->later->all, key);
		VEC_PUSH(r->arena, &r->later->all, result);
		return false;
	}
	if (r->second)
		return !proof_replay_did(r, key) && !(result && proof_replay_did(r, result));
	note_done(r, key);
	if (result)
		note_done(r, result);
	return false;
}

static bool is_bits_flip(enum tir_op op, struct tir_type t, const struct replay_symbol *x,
        const struct replay_symbol *y)
{
	return op == TIR_BITXOR && t.bits == 8 && x->flipped && !x->known && y->known &&
	       bits_of(t, y->number) == 128;
}

/* Operands of type t; result: of one lane.  wraps: a signed number may overflow. */
struct operation {
	enum tir_op op;
	struct tir_type t, result;
	bool wraps;
};

/* What the operation on the two is known by: either order of them, where that is no matter. */
static uint64_t key_of(struct operation o, const struct replay_symbol *x,
        const struct replay_symbol *y)
{
	uint64_t a = proof_replay_hash((uint64_t)o.op, o.t, x), b;
	if (!tir_ops[o.op].commutes || !tir_is_integral(o.t))
		return proof_replay_hash(a, o.t, y);
	b = proof_replay_hash((uint64_t)o.op, o.t, y);
	return (a < b ? a : b) * UINT64_C(0xff51afd7ed558ccd) + (a < b ? b : a);
}

/* The result of a division by zero, which only a program that is wrong computes: the second one where the first one does, too.  False
 * with the reason. */
static bool divide_by_0(struct replay *r, struct operation o, uint64_t key,
        struct replay_symbol *out)
{
	*out = proof_replay_atom(4, key, o.result.bits);
	return !proof_replay_may_overflow(r, key, 0) || proof_replay_fault(r, "a division by zero");
}

/* What an operation gives of two symbols: a number, a linear form, a term of the ring, or an atom that stands for it;
 * false with the reason: it may overflow or divides by zero. */
static bool binary(struct replay *r, struct operation o, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol *out)
{
	struct tir_type t = o.t;
	uint64_t bits;
	enum replay_answer answer = x->form || y->form ? proof_replay_linear(r, o.op, t, x, y, out)
	                                               : REPLAY_OTHER;
	if (answer != REPLAY_OTHER)
		return answer == REPLAY_DONE;
	if (x->known && y->known && tir_is_integral(t)) {
		uint64_t a = bits_of(t, x->number), b = bits_of(t, y->number);
		if (!o.wraps && tir_overflows(o.op, t, a, b))
			return proof_replay_fault(r, "a number overflows");
		if (!tir_eval_binary(o.op, t, a, b, &bits))
			return divide_by_0(r, o, key_of(o, x, y), out);
		*out = from_bits(o.result, bits);
		return true;
	}
	uint64_t h = key_of(o, x, y);
	if (is_bits_flip(o.op, t, x, y)) { /* 0 to 255 */
		struct replay_symbol top = proof_replay_number(128);
		proof_replay_ring(TIR_ADD, TIR_INT32, x, &top, out);
		out->exact = true;
		return true;
	}
	const struct replay_symbol *d = o.op == TIR_MUL ? proof_replay_difference(r, x, y) : NULL;
	if (!proof_replay_ring(o.op, t, d ? d : x, d ? d : y, out)) {
		struct replay_symbol s;
		if (!proof_replay_chain(o.op, t, x, y, &s))
			s = proof_replay_atom(4, h, o.result.bits);
		if (!s.bounded)
			proof_replay_bound_number(o.op, t, x, y, &s);
		*out = s;
		return true;
	}
	bool stays = proof_replay_bound_ring(o.op, t, x, y, out),
	     is_signed = t.code == TIR_TYPE_INT;
	bool both = proof_replay_is_exact(t, x) && proof_replay_is_exact(t, y);
	bool asks = !o.wraps && is_signed && t.bits >= 32;
	out->whole = both && is_signed && (stays || asks);
	out->exact = both && stays && !asks; /* nothing wraps */
	/* two constants that are equal modulo 2^bits alone do not overflow alike */
	h = out->whole ? proof_replay_hash(13 + (uint64_t)t.bits, TIR_INT64, out) : 0;
	if (asks && !(stays && r->second) && proof_replay_may_overflow(r, key_of(o, x, y), h))
		return proof_replay_fault(r, "a signed number might overflow");
	return true;
}

/* What a cast gives of a symbol: a number, a linear form, the same value, or an atom that stands for it. */
static void cast(struct replay *r, struct tir_type to, struct tir_type from,
        const struct replay_symbol *x, struct replay_symbol *out)
{
	if (x->form && proof_replay_linear_cast(r, to, x))
		*out = *x;
	else if (x->known && tir_is_integral(to) && tir_is_integral(from))
		*out = from_bits(to, tir_eval_cast(to, from, bits_of(from, x->number)));
	else if (x->known && tir_is_float(to) && tir_is_integral(from))
		*out = proof_replay_float(to, tir_eval_cast(to, from, bits_of(from, x->number)));
	else if (!x->known && proof_replay_cast(to, from, x, out)) {
		proof_replay_bound_cast(to, from, x, out);
		out->chain = proof_replay_keeps_chain(out) ? out->chain : 0;
	} else {
		/* of integers, the bits are the same whether the result is signed or not */
		bool whole = tir_is_int(to) && tir_is_int(from) && !x->known;
		*out = proof_replay_atom(5, proof_replay_hash(whole ? 0 : to.code, from, x),
		        to.bits);
		out->exact = !whole || to.code == from.code || from.code == TIR_TYPE_UINT;
	}
}

/* ---- What is scaled ----------------------------------------------------------------------*/
/* x op y of so many bits; nothing overflows that matters. */
static struct replay_symbol wrapped(struct replay *r, enum tir_op op, unsigned bits,
        struct replay_symbol x, struct replay_symbol y)
{
	struct tir_type t = tir_type(TIR_TYPE_INT, bits, 1);
	struct replay_symbol out = {.exact = false};
	binary(r, (struct operation){op, t, t, true}, &x, &y, &out);
	return out;
}

static struct replay_symbol widened(struct replay *r, const struct replay_symbol *x)
{
	struct replay_symbol out;
	cast(r, TIR_INT64, TIR_INT32, x, &out);
	return out;
}

/* (x * y + 2^(30 + n)) >> (31 + n), as it is written with 64 bits. */
static struct replay_symbol scaled(struct replay *r, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol n)
{
	struct replay_symbol by = wrapped(r, TIR_ADD, 32, n, proof_replay_number(31)), out;
	struct replay_symbol less = wrapped(r, TIR_ADD, 32, n, proof_replay_number(30));
	struct replay_symbol half = wrapped(r, TIR_SHL, 64, proof_replay_number(1),
	        widened(r, &less));
	out = wrapped(r, TIR_MUL, 64, widened(r, x), widened(r, y));
	out = wrapped(r, TIR_ADD, 64, out, half);
	out = wrapped(r, TIR_SHR, 64, out, widened(r, &by));
	cast(r, TIR_INT32, TIR_INT64, &out, &out);
	return out;
}

static bool is_known(const struct replay_symbol *x, int64_t n)
{
	return x->known && x->number == n;
}

/* A lane of T.q_multiply_shift or its kin, where it scales by 2^-(31 + n); false: it does something else. */
static bool scale(struct replay *r, const struct tir_expr *e, struct replay_symbol *const *arg,
        uint32_t l, struct replay_symbol *out)
{
	const struct replay_symbol *x[7] = {NULL};
	if ((e->n != 4 && e->n != 7) || e->type.code != TIR_TYPE_INT || e->type.bits != 32)
		return false;
	for (uint32_t i = 0; i < e->n; i++) {
		struct tir_type t = e->arg[i]->type;
		x[i] = &arg[i][t.lanes > 1 ? l : 0];
		if (i < 4 && (t.code != TIR_TYPE_INT || t.bits != 32))
			return false;
	}
	if (e->u.call.builtin == TIR_BUILTIN_Q_MULTIPLY_SHIFT_PER_AXIS) {
		if (!is_known(x[4], 31) || !is_known(x[5], 0) || !is_known(x[6], 1))
			return false;
		*out = scaled(r, x[0], x[1], *x[3]);
		return true;
	}
	if (e->u.call.builtin != TIR_BUILTIN_Q_MULTIPLY_SHIFT || !x[1]->known ||
	        x[1]->number == 1 << 30 || !is_known(x[2], 31) || !x[3]->known ||
	        x[3]->number >= 0 || x[3]->number < -31)
		return false;
	*out = scaled(r, x[0], x[1], proof_replay_number(-x[3]->number));
	return true;
}

/* ---- Nodes -------------------------------------------------------------------------------*/
/* An operation on each lane, of which nothing else is known. */
static bool any_lanes(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	struct replay_symbol *arg[TIR_MAX_RANK];
	if (e->n > TIR_MAX_RANK)
		return proof_replay_unknown(r, "a call has too many operands");
	for (uint32_t i = 0; i < e->n; i++)
		if (!(arg[i] = proof_replay_operand(r, e->arg[i])))
			return false;
	for (uint32_t l = 0; l < e->type.lanes; l++) {
		uint64_t h = e->op * UINT64_C(0x100000001b3) + e->u.bits;
		if (e->op == TIR_CALL && scale(r, e, arg, l, &out[l]))
			continue;
		for (uint32_t i = 0; i < e->n; i++)
			h = proof_replay_hash(h, tir_lanes(e->arg[i]->type, 1),
			        &arg[i][e->arg[i]->type.lanes > 1 ? l : 0]);
		out[l] = proof_replay_atom(6, h, e->type.bits);
	}
	return true;
}

/* What a pure call gives, lane by lane; false with the reason: any other call. */
static bool call(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	bool wide = e->type.lanes > 1;
	for (uint32_t i = 0; i < e->n; i++)
		wide |= e->arg[i]->type.lanes > 1;
	if (tir_call_effect(e) != TIR_PURE || (wide && !tir_builtins[e->u.call.builtin].vector))
		return proof_replay_unknown(r, "a call is not understood");
	return any_lanes(r, e, out);
}

/* |x - y| in each lane, where that is known by their polynomials; false: r->why, or *known is false. */
static bool distance(struct replay *r, const struct tir_expr *e, struct replay_symbol *out,
        bool *known)
{
	const struct tir_expr *of[2];
	uint32_t used = r->used;
	*known = proof_replay_distance_of(e, of);
	bool is = *known;
	struct replay_symbol *x = is ? proof_replay_operand(r, of[0]) : NULL,
	                     *y = x ? proof_replay_operand(r, of[1]) : NULL;
	for (uint32_t l = 0; y && *known && l < e->type.lanes; l++)
		if ((*known = proof_replay_distance(r, &x[l], &y[l], &out[l])))
			proof_replay_bound_distance(tir_lanes(e->type, 1),
			        tir_lanes(of[0]->type, 1), &x[l], &y[l], &out[l]);
	r->used = used;
	return !is || y;
}

/* What an operation on two vectors gives, lane by lane; false with the reason. */
static bool two(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	bool known;
	if (!distance(r, e, out, &known) || known)
		return known;
	struct replay_symbol *x = proof_replay_operand(r, e->arg[0]),
	                     *y = x ? proof_replay_operand(r, e->arg[1]) : NULL;
	struct operation o = {
	        (enum tir_op)e->op, tir_lanes(e->arg[0]->type, 1), tir_lanes(e->type, 1), false};
	for (uint32_t l = 0; y && l < e->type.lanes; l++)
		if (e == r->goes_on)
			out[l] = proof_replay_goes_on(o.op, o.t, &x[l], &y[l]);
		else if (!binary(r, o, &x[l], &y[l], &out[l]))
			return false;
	return y != NULL;
}

/* and, or of scalars: the second operand only if the first one does not decide. */
static bool logic(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	struct replay_symbol *x = proof_replay_operand(r, e->arg[0]);
	if (!x)
		return false;
	if (e->type.lanes == 1 && x->known && (x->number != 0) == (e->op == TIR_OR)) {
		*out = proof_replay_number(e->op == TIR_OR);
		return true;
	}
	if (e->type.lanes == 1 && x->known)
		return proof_replay_expr(r, e->arg[1], out);
	return any_lanes(r, e, out);
}

/* What `not` gives; false with the reason. */
static bool negation(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	struct replay_symbol *x = e->type.lanes == 1 ? proof_replay_operand(r, e->arg[0]) : NULL;
	if (e->type.lanes == 1 && (!x || x->known)) {
		if (x)
			*out = proof_replay_number(!x->number);
		return x != NULL;
	}
	return any_lanes(r, e, out);
}

/* What a choice gives, lane by lane; an arm whose condition is known not to hold is not looked at.  False with the
 * reason. */
static bool choice(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	bool known;
	if (!distance(r, e, out, &known) || known)
		return known;
	struct replay_symbol *c = proof_replay_operand(r, e->arg[0]);
	if (!c)
		return false;
	if (e->arg[0]->type.lanes == 1 && c->known)
		return proof_replay_expr(r, e->arg[c->number ? 1 : 2], out);
	struct replay_symbol *x = proof_replay_operand(r, e->arg[1]),
	                     *y = x ? proof_replay_operand(r, e->arg[2]) : NULL;
	struct tir_type t = tir_lanes(e->type, 1);
	for (uint32_t l = 0; y && l < e->type.lanes; l++) {
		const struct replay_symbol *k = &c[e->arg[0]->type.lanes > 1 ? l : 0];
		uint64_t h = proof_replay_hash(proof_replay_hash(proof_replay_hash(7, TIR_BOOL, k),
		                                       t, &x[l]),
		        t, &y[l]);
		if (k->known) {
			out[l] = k->number ? x[l] : y[l];
			continue;
		}
		out[l] = proof_replay_atom(7, h, t.bits);
		proof_replay_bound_choice(TIR_SELECT, t, &x[l], &y[l], &out[l]);
	}
	return y != NULL;
}

/* The lanes of a ramp; false with the reason: base or stride is not known. */
static bool ramp(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	struct replay_symbol *x = proof_replay_operand(r, e->arg[0]),
	                     *y = x ? proof_replay_operand(r, e->arg[1]) : NULL;
	if (!y)
		return false;
	if (!(x->known || x->form) || !y->known)
		return proof_replay_unknown(r, "a ramp is not known");
	for (uint32_t l = 0; l < e->type.lanes; l++) {
		int64_t by = (int64_t)((uint64_t)y->number * l);
		struct replay_symbol more = proof_replay_number(by);
		if (!x->form)
			out[l] = proof_replay_number((int64_t)((uint64_t)x->number + (uint64_t)by));
		else if (proof_replay_linear(r, TIR_ADD, tir_lanes(e->type, 1), x, &more,
		                 &out[l]) != REPLAY_DONE)
			return proof_replay_unknown(r, "a ramp is not known");
	}
	return true;
}

/* The lanes that a shuffle picks; false with the reason. */
static bool shuffle(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	uint32_t first = r->used;
	for (uint32_t i = 0; i < e->u.nvectors; i++)
		if (!proof_replay_operand(r, e->arg[i]))
			return false;
	for (uint32_t l = 0; l < e->type.lanes; l++)
		out[l] = r->stack[first + e->arg[e->u.nvectors + l]->u.i];
	return true;
}

static bool let(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	struct replay_symbol *x = proof_replay_operand(r, e->arg[0]);
	r->value[e->u.var->id] = x;
	return x && proof_replay_expr(r, e->arg[1], out);
}

/* What e is, lane by lane, in out; false with the reason: it is not understood. */
static bool node(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	struct replay_symbol *x;
	uint32_t lanes = e->type.lanes;
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM: *out = proof_replay_number(e->u.i); return true;
	case TIR_FLOAT_IMM:
		*out = proof_replay_float(e->type, tir_float_bits(e->type, e->u.f));
		return true;
	case TIR_VAR:
		if (!r->value[e->u.var->id])
			return proof_replay_unknown(r, "a variable is not known");
		memcpy(out, r->value[e->u.var->id], lanes * sizeof *out);
		return true;
	case TIR_ANY_ARITHMETIC:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_SHIFT:
	case TIR_BITAND:
	case TIR_BITOR:
	case TIR_BITXOR: return two(r, e, out);
	case TIR_AND:
	case TIR_OR: return logic(r, e, out);
	case TIR_NOT: return negation(r, e, out);
	case TIR_BITNOT: return any_lanes(r, e, out);
	case TIR_CAST:
		if (!(x = proof_replay_operand(r, e->arg[0])))
			return false;
		for (uint32_t l = 0; l < lanes; l++)
			cast(r, tir_lanes(e->type, 1), tir_lanes(e->arg[0]->type, 1), &x[l],
			        &out[l]);
		return true;
	case TIR_ANY_CHOICE: return choice(r, e, out);
	case TIR_RAMP: return ramp(r, e, out);
	case TIR_BROADCAST:
		if (!(x = proof_replay_operand(r, e->arg[0])))
			return false;
		for (uint32_t l = 0; l < lanes; l++)
			out[l] = x[l % e->arg[0]->type.lanes];
		return true;
	case TIR_SHUFFLE: return shuffle(r, e, out);
	case TIR_LET: return let(r, e, out);
	case TIR_LOAD: return r->load(r, e, out);
	case TIR_CALL: return call(r, e, out);
	case TIR_STRING_IMM:
	case TIR_MASKED_LOAD:
	case TIR_BUFFER_DATA:
	case TIR_ADDRESS_OF:
	case TIR_NOPS: break;
	}
	return proof_replay_unknown(r, "an expression is not understood");
}

bool proof_replay_expr(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	uint32_t used = r->used;
	if (r->steps < e->type.lanes)
		return proof_replay_unknown(r, "there is too much to do");
	r->steps -= e->type.lanes;
	if (e->depth > DEEP)
		return proof_replay_unknown(r, "an expression is too deep");
	if (!node(r, e, out))
		return false;
	r->used = used;
	return true;
}
