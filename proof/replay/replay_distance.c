/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/replay_distance.c: which expressions are the distance of two numbers, and what its square is.
 *
 * Idea.   A distance is an atom, the same for both differences.  A table says for each of which difference it is: the square of both is one polynomial. */
#include "proof/replay/replay.h"

/* Is it that number, in all lanes? */
static bool is_number(const struct tir_expr *e, int64_t n)
{
	e = e->op == TIR_BROADCAST ? e->arg[0] : e;
	return e->op == TIR_INT_IMM && e->u.i == n;
}

/* Is it one of 16 bits or less, widened?  The difference of two does not overflow. */
static bool is_narrow(const struct tir_expr *e)
{
	return e->op == TIR_CAST && tir_is_int(e->arg[0]->type) && e->arg[0]->type.bits <= 16;
}

/* The larger of two unsigned numbers less the smaller one. */
static bool is_spread(const struct tir_expr *e)
{
	if (e->op != TIR_SUB || e->type.code != TIR_TYPE_UINT)
		return false;
	const struct tir_expr *x = e->arg[0], *y = e->arg[1];
	return x->op == TIR_MAX && y->op == TIR_MIN && x->arg[0] == y->arg[0] &&
	       x->arg[1] == y->arg[1];
}

/* Read x - y of two narrow numbers, as it is written; false: it is something else. */
static bool read_difference(const struct tir_expr *e, const struct tir_expr *of[2])
{
	if (!tir_type_eq(tir_lanes(e->type, 1), TIR_INT32))
		return false;
	if (e->op == TIR_SUB && is_number(e->arg[0], 0)) {
		const struct tir_expr *back[2];
		if (!read_difference(e->arg[1], back))
			return false;
		of[0] = back[1];
		of[1] = back[0];
		return true;
	}
	if (e->op != TIR_SUB && e->op != TIR_ADD)
		return false;
	of[0] = e->arg[0];
	of[1] = e->arg[1];
	for (uint32_t i = 0; i < 2 && e->op == TIR_ADD; i++) {
		const struct tir_expr *y = e->arg[i];
		if (y->op != TIR_MUL || !is_number(y->arg[1], -1))
			continue;
		of[0] = e->arg[!i];
		of[1] = y->arg[0];
		return is_narrow(of[0]) && is_narrow(of[1]);
	}
	return e->op == TIR_SUB && is_narrow(of[0]) && is_narrow(of[1]);
}

/* The difference of two narrow numbers, or that below 0. */
static bool is_magnitude(const struct tir_expr *e, const struct tir_expr *of[2])
{
	const struct tir_expr *back[2];
	if (e->op != TIR_SELECT)
		return false;
	const struct tir_expr *c = e->arg[0], *d = e->arg[1];
	return c->op == TIR_GE && c->arg[0] == d && is_number(c->arg[1], 0) &&
	       read_difference(d, of) && read_difference(e->arg[2], back) && of[0] == back[1] &&
	       of[1] == back[0];
}

bool proof_replay_distance_of(const struct tir_expr *e, const struct tir_expr *of[2])
{
	if (!is_spread(e))
		return is_magnitude(e, of);
	of[0] = e->arg[0]->arg[0];
	of[1] = e->arg[0]->arg[1];
	return true;
}

/* ---- Squares -----------------------------------------------------------------------------*/
/* A distance's points, and the difference of which it is one. */
struct known {
	bool used;
	uint64_t at[REPLAY_POINTS];
	struct replay_symbol difference;
};
struct replay_distances {
	struct known *slot;
	uint64_t n, slots; /* a power of two */
};

static bool is_of(const struct known *k, const struct replay_symbol *x)
{
	return k->at[0] == x->at[0] && k->at[1] == x->at[1];
}

/* Where it is, or is to be put. */
static struct known *slot_of(struct replay_distances *d, const struct replay_symbol *x)
{
	uint64_t k = x->at[0] & (d->slots - 1);
	while (d->slot[k].used && !is_of(&d->slot[k], x))
		k = (k + 1) & (d->slots - 1);
	return &d->slot[k];
}

/* Double the table. */
static void grow(struct replay *r, struct replay_distances *d)
{
	struct replay_distances old = *d;
	d->slots = old.slots ? 2 * old.slots : 1 << 8;
	d->slot = ARENA_NEWN(r->arena, struct known, d->slots);
	for (uint64_t i = 0; i < old.slots; i++) {
		struct replay_symbol x = {.at = {old.slot[i].at[0], old.slot[i].at[1]}};
		if (old.slot[i].used)
			*slot_of(d, &x) = old.slot[i];
	}
}

/* Both x - y and y - x have the one atom. */
bool proof_replay_distance(struct replay *r, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol *out)
{
	struct replay_symbol a, b;
	if (x->known || y->known || !x->exact || !y->exact)
		return false;
	proof_replay_ring(TIR_SUB, TIR_INT64, x, y, &a);
	proof_replay_ring(TIR_SUB, TIR_INT64, y, x, &b);
	uint64_t p = proof_replay_hash(0, TIR_INT64, &a), q = proof_replay_hash(0, TIR_INT64, &b);
	*out = proof_replay_atom(9, p < q ? p : q, p < q ? q : p);
	if (!r->distances)
		r->distances = ARENA_NEW(r->arena, struct replay_distances);
	struct replay_distances *d = r->distances;
	if (2 * d->n >= d->slots)
		grow(r, d);
	struct known *k = slot_of(d, out);
	d->n += !k->used;
	*k = (struct known){true, {out->at[0], out->at[1]}, a};
	return true;
}

const struct replay_symbol *proof_replay_difference(const struct replay *r,
        const struct replay_symbol *x, const struct replay_symbol *y)
{
	struct replay_distances *d = r->distances;
	if (!d || x->known || y->known || x->constant || y->constant || x->at[0] != y->at[0] ||
	        x->at[1] != y->at[1])
		return NULL;
	const struct known *k = slot_of(d, x);
	return k->used ? &k->difference : NULL;
}
