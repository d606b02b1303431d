/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/replay_symbol.c: numbers and polynomials that stand for what a program computes.
 *
 * Idea.    Two polynomials of degree d that differ have the same value at a point chosen at random with a probability of
 *          d / 2^61 at most, and at two points of its square.  Polynomials that are equal as such are equal whatever wraps.
 *          Constants are taken as signed numbers: modulo 2^bits that is the same.  A polynomial's own constant is kept apart, as it may
 *          have grown beyond 2^bits in one program, and been wrapped in the other one.
 * Wrong if a value is taken for that of its polynomial where it is only equal modulo 2^bits. */
#include "proof/replay/replay.h"

__extension__ typedef unsigned __int128 wide;
#define PRIME ((UINT64_C(1) << 61) - 1)

bool proof_replay_fails(struct replay *r, enum proof_verdict v, const char *why)
{
	r->why = why;
	r->verdict = v;
	return false;
}

bool proof_replay_unknown(struct replay *r, const char *why)
{
	return proof_replay_fails(r, PROOF_UNDECIDED, why);
}

/* A fault of the first program is not ours. */
bool proof_replay_fault(struct replay *r, const char *why)
{
	return proof_replay_fails(r, r->second ? PROOF_REFUTED : PROOF_UNDECIDED, why);
}

/* Mix the bits of a hash. */
static uint64_t mix(uint64_t h)
{
	h ^= h >> 30;
	h *= UINT64_C(0xbf58476d1ce4e5b9);
	h ^= h >> 27;
	h *= UINT64_C(0x94d049bb133111eb);
	return h ^ h >> 31;
}

static uint64_t reduce(uint64_t n)
{
	n = (n & PRIME) + (n >> 61);
	return n >= PRIME ? n - PRIME : n;
}

static uint64_t times(uint64_t a, uint64_t b)
{
	wide p = (wide)a * b;
	return reduce((uint64_t)(p & PRIME) + (uint64_t)(p >> 61));
}

struct replay_symbol *proof_replay_push(struct replay *r, uint32_t lanes)
{
	if (r->used + lanes > r->room)
		return NULL;
	r->used += lanes;
	return r->stack + r->used - lanes;
}

struct replay_symbol proof_replay_number(int64_t n)
{
	return (struct replay_symbol){.number = n, .known = true};
}

struct replay_symbol proof_replay_atom(uint64_t a, uint64_t b, uint64_t c)
{
	struct replay_symbol s = {.exact = true};
	uint64_t h = mix(mix(mix(a + UINT64_C(0x9e3779b97f4a7c15)) ^ b) + c);
	s.at[0] = reduce(mix(h ^ UINT64_C(0x5851f42d4c957f2d)));
	s.at[1] = reduce(mix(h + UINT64_C(0x14057b7ef767814f)));
	return s;
}

struct replay_symbol proof_replay_float(struct tir_type t, uint64_t bits)
{
	return proof_replay_atom(8, bits, (uint64_t)t.code << 8 | t.bits);
}

/* The signed number of so many bits that n is modulo 2^bits. */
static int64_t signed_of(struct tir_type t, int64_t n)
{
	return t.bits >= 64 ? n : (int64_t)((uint64_t)n << (64 - t.bits)) >> (64 - t.bits);
}

/* That, modulo the prime. */
static uint64_t residue(struct tir_type t, int64_t n)
{
	int64_t s = signed_of(t, n);
	return s >= 0 ? reduce((uint64_t)s) : PRIME - reduce(-(uint64_t)s);
}

/* The value at point i; the constant is as the type has it. */
static uint64_t point(struct tir_type t, const struct replay_symbol *x, int i)
{
	return x->known ? residue(t, x->number) : reduce(x->at[i] + residue(t, x->constant));
}

uint64_t proof_replay_hash(uint64_t h, struct tir_type t, const struct replay_symbol *x)
{
	h = mix(h ^ ((uint64_t)t.code << 8 | t.bits));
	for (int i = 0; i < REPLAY_POINTS; i++)
		h = mix(h * 3 + point(t, x, i));
	return h;
}

bool proof_replay_is_same(struct tir_type t, const struct replay_symbol *x,
        const struct replay_symbol *y)
{
	for (int i = 0; i < REPLAY_POINTS; i++)
		if (point(t, x, i) != point(t, y, i))
			return false;
	return true;
}

bool proof_replay_is_exact(struct tir_type t, const struct replay_symbol *x)
{
	int64_t n = x->number;
	return x->known ? signed_of(t, n) == n : x->exact || x->whole;
}

/* x as the value of a polynomial without its constant, and that. */
struct split {
	uint64_t at[REPLAY_POINTS];
	int64_t constant;
};

static struct split split_of(struct tir_type t, const struct replay_symbol *x)
{
	struct split s = {{0}, x->known ? signed_of(t, x->number) : x->constant};
	if (!x->known)
		memcpy(s.at, x->at, sizeof s.at);
	return s;
}

/* op on two constants; false: 64 bits do not hold the result. */
static bool of_constants(enum tir_op op, int64_t a, int64_t b, int64_t *out)
{
	return op == TIR_MUL   ? !__builtin_mul_overflow(a, b, out)
	       : op == TIR_ADD ? !__builtin_add_overflow(a, b, out)
	                       : !__builtin_sub_overflow(a, b, out);
}

/* op on the values at a point. */
static uint64_t of_points(enum tir_op op, uint64_t a, uint64_t b)
{
	return op == TIR_MUL ? times(a, b) : op == TIR_ADD ? reduce(a + b) : reduce(a + PRIME - b);
}

bool proof_replay_ring(enum tir_op op, struct tir_type t, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol *out)
{
	if (!tir_is_int(t) || (op != TIR_ADD && op != TIR_SUB && op != TIR_MUL))
		return false;
	struct split a = split_of(t, x), b = split_of(t, y);
	struct replay_symbol s = {.exact = false};
	bool apart = of_constants(op, a.constant, b.constant, &s.constant);
	uint64_t c = residue(TIR_INT64, a.constant), d = residue(TIR_INT64, b.constant);
	s.constant = apart ? s.constant : 0;
	for (int i = 0; i < REPLAY_POINTS; i++) {
		s.at[i] = of_points(op, reduce(a.at[i] + c), reduce(b.at[i] + d));
		s.at[i] = of_points(TIR_SUB, s.at[i], residue(TIR_INT64, s.constant));
	}
	*out = s;
	return true;
}

bool proof_replay_cast(struct tir_type to, struct tir_type from, const struct replay_symbol *x,
        struct replay_symbol *out)
{
	if (!tir_is_int(to) || !tir_is_int(from))
		return false;
	bool widens = to.bits > from.bits, loses_sign = from.code != to.code;
	if (widens && !x->exact)
		return false;
	*out = *x;
	out->form = 0;
	out->flipped = x->exact && from.bits == 8 && to.bits == 8 && from.code == TIR_TYPE_INT &&
	               to.code == TIR_TYPE_UINT;
	/* an unsigned number fits a wider signed type */
	out->exact = x->exact && (widens ? !loses_sign || from.code == TIR_TYPE_UINT
	                                 : to.bits == from.bits && !loses_sign);
	return true;
}
