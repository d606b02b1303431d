/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/exhaust/shrink.c: are two programs the same but for the width in which they compute what they store?
 *
 * Idea.    Walk both in step.  What is stored otherwise is compared as numbers: an operation of another width is the same
 *          number if its operands are, and if its result, bounded by f's operands, fits the width.  Sums, differences and
 *          products need operands that are the same modulo 2^bits alone; so are constants whose difference is a multiple of
 *          that.  An index lies in its buffer, so of one of up to 2^bits elements it need be the same modulo 2^bits alone.
 * Wrong if a bound is too narrow: all of them come from what bounds.c reads of f. */
#include "proof/values/bounds.h"

enum { STEPS = 1 << 20 };

struct shrunk {
	struct proof_walk walk;
	struct proof_bounding bounds;
	uint32_t steps; /* left */
	bool ended;     /* there were none left */
};

static bool is_number(struct tir_type t)
{
	return (t.code == TIR_TYPE_INT || t.code == TIR_TYPE_UINT) && t.bits >= 1 && t.bits <= 64;
}

static bool fits(struct shrunk *w, const struct tir_expr *x, struct tir_type t)
{
	return proof_bounds_within(proof_bounds_of(&w->bounds, x, PROOF_DEEPEST), t);
}

/* ---- Numbers -----------------------------------------------------------------------------*/
static bool same(struct shrunk *w, const struct tir_expr *x, const struct tir_expr *y);

/* Is y computed modulo 2^bits, and x modulo that or a multiple of it? */
static bool wraps_no_later(const struct tir_expr *x, const struct tir_expr *y)
{
	return y->type.bits < 32 && y->type.bits <= x->type.bits;
}

static bool is_imm(const struct tir_expr *e, int64_t *n)
{
	if (e->op == TIR_BROADCAST)
		e = e->arg[0];
	*n = e->op == TIR_INT_IMM ? e->u.i : 0;
	return e->op == TIR_INT_IMM;
}

/* Are the numbers the same modulo 2^bits? */
static bool wrap_alike(int64_t n, int64_t m, uint32_t bits)
{
	return bits >= 1 && bits <= 64 && ((uint64_t)n - (uint64_t)m) << (64 - bits) == 0;
}

/* Is y, modulo 2^bits of its type, what x is? */
static bool congruent(struct shrunk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	int64_t n, m;
	if (!w->steps)
		return false;
	w->steps--;
	if (is_number(x->type) && is_number(y->type) && x->type.lanes == y->type.lanes &&
	        x->type.bits >= y->type.bits && is_imm(x, &n) && is_imm(y, &m))
		return wrap_alike(n, m, y->type.bits);
	if (y->op == TIR_CAST && is_number(y->arg[0]->type)) {
		uint32_t from = y->arg[0]->type.bits, to = y->type.bits;
		if (from >= to ? congruent(w, x, y->arg[0]) : same(w, x, y->arg[0]))
			return true;
	}
	if (x->op == TIR_CAST && is_number(x->arg[0]->type) &&
	        x->arg[0]->type.bits >= y->type.bits && x->type.bits >= y->type.bits &&
	        congruent(w, x->arg[0], y))
		return true; /* neither cast changes bits that y has */
	bool bitwise = x->op == TIR_BITAND || x->op == TIR_BITOR || x->op == TIR_BITXOR;
	if ((proof_is_ring(x) || bitwise) && x->op == y->op && wraps_no_later(x, y))
		return congruent(w, x->arg[0], y->arg[0]) && congruent(w, x->arg[1], y->arg[1]);
	return same(w, x, y);
}

static bool same_args(struct shrunk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	bool ok = x->op == y->op && x->n == y->n && x->n > 0;
	for (uint32_t i = 0; ok && i < x->n; i++)
		ok = same(w, x->arg[i], y->arg[i]);
	return ok;
}

/* Are both the same lanes out of the same numbers? */
static bool same_lanes(struct shrunk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	bool ok = x->n == y->n && x->u.nvectors == y->u.nvectors;
	for (uint32_t i = 0; ok && i < x->n; i++)
		ok = i < x->u.nvectors ? same(w, x->arg[i], y->arg[i]) : x->arg[i] == y->arg[i];
	return ok;
}

/* Are both the same element?  An index lies in the buffer, so of a buffer of up to 2^bits elements it is what those bits of it are. */
static bool same_element(struct shrunk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	const struct tir_buffer *b = x->u.buffer;
	const struct tir_expr *size = b->ndim == 1 ? b->shape[0] : NULL;
	if (b != y->u.buffer || x->n != 1 || y->n != 1 || !size || size->op != TIR_INT_IMM ||
	        x->arg[0]->type.lanes != y->arg[0]->type.lanes || y->arg[0]->op != TIR_CAST)
		return false;
	const struct tir_expr *bits = y->arg[0]->arg[0];
	return bits->type.code == TIR_TYPE_UINT && bits->type.bits < 32 &&
	       bits->type.bits < y->arg[0]->type.bits &&
	       size->u.i <= INT64_C(1) << bits->type.bits && congruent(w, x->arg[0], bits);
}

/* Is y, of whatever width, the number that x is? */
static bool same(struct shrunk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	int64_t n, m;
	if (x == y)
		return true;
	if (!w->steps || x->type.lanes != y->type.lanes)
		return false;
	w->steps--;
	if (x->op == TIR_LOAD && y->op == TIR_LOAD && tir_type_eq(x->type, y->type))
		return same_element(w, x, y);
	if (x->type.code == TIR_TYPE_BOOL && y->type.code == TIR_TYPE_BOOL)
		return (tir_ops[x->op].compare || x->op == TIR_AND || x->op == TIR_OR ||
		               x->op == TIR_NOT) &&
		       same_args(w, x, y);
	if (!is_number(x->type) || !is_number(y->type))
		return false;
	if (is_imm(x, &n) && is_imm(y, &m))
		return n == m && proof_bounds_within((struct proof_bounds){m, m, true}, y->type);
	if (x->op == TIR_CAST && y->op == TIR_CAST && tir_type_eq(x->type, y->type) &&
	        is_number(x->arg[0]->type) && is_number(y->arg[0]->type) &&
	        same(w, x->arg[0], y->arg[0]))
		return true; /* both are cut off alike */
	if (x->op == TIR_CAST && is_number(x->arg[0]->type) && fits(w, x->arg[0], x->type))
		return same(w, x->arg[0], y);
	if (y->op == TIR_CAST && is_number(y->arg[0]->type) && fits(w, x, y->type) &&
	        same(w, x, y->arg[0]))
		return true;
	if (x->op != y->op || !fits(w, x, y->type))
		return false;
	switch ((enum tir_op)x->op) {
	case TIR_ANY_RING:
		if (!wraps_no_later(x, y)) /* the same sum of the same numbers */
			return tir_type_eq(x->type, y->type) && same_args(w, x, y);
		return congruent(w, x->arg[0], y->arg[0]) && congruent(w, x->arg[1], y->arg[1]);
	case TIR_ANY_EXTREME:
	case TIR_BITAND:
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_FLOORDIV:
	case TIR_DIV:
	case TIR_BROADCAST:
	case TIR_ANY_CHOICE: return same_args(w, x, y);
	case TIR_SHUFFLE: return same_lanes(w, x, y);
	case TIR_SHR: /* by less than the width */
		return is_imm(y->arg[1], &m) && m >= 0 && m < y->type.bits && same_args(w, x, y);
	case TIR_ANY_LEAF:
	case TIR_MOD:
	case TIR_FLOORMOD:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_BITNOT:
	case TIR_SHL:
	case TIR_CAST:
	case TIR_RAMP:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	return false;
}

/* ---- Stores ------------------------------------------------------------------------------*/
/* Are the two stored values the same? */
static bool same_value(struct shrunk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	if (x == y)
		return true;
	if (!w->steps || !tir_type_eq(x->type, y->type))
		return false;
	w->steps--;
	if (same(w, x, y))
		return true;
	bool ok = x->op == y->op && x->n == y->n && x->n > 0 && x->u.bits == y->u.bits &&
	          x->op != TIR_LET && x->op != TIR_LOAD;
	for (uint32_t i = 0; ok && i < x->n; i++)
		ok = same_value(w, x->arg[i], y->arg[i]);
	return ok;
}

/* Do the changed statements store the same value, computed in fewer bits, to the same element?  False also if there is
 * too much to do. */
static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct shrunk *w = ctx;
	w->steps = STEPS;
	w->bounds.stamp++;
	bool ok = proof_same_head(s, t) && tir_mask_of(s) == tir_mask_of(t) &&
	          same_value(w, tir_value_of(s), tir_value_of(t));
	*next = t->next;
	for (uint32_t i = 0; ok && i < s->nindex; i++)
		ok = tir_as_store(s)->index[i].e == tir_as_store(t)->index[i].e;
	w->ended |= !ok && !w->steps;
	w->walk.why =
	        w->ended ? "there is too much to do"
	                 : "a value that is computed in fewer bits is another one, or not known";
	return ok;
}

enum proof_verdict proof_shrink(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	(void)contract;
	struct diag silent = {0};
	struct shrunk w = {.walk = {.arena = arena,
	                           .is_changed = proof_stores_other,
	                           .same_changed = same_changed,
	                           .why = "a variable is used out of its scope"}};
	w.walk.ctx = &w;
	w.bounds = (struct proof_bounding){
	        .f = f, .scope = &w.walk.scope, .arena = arena, .steps = &w.steps};
	bool ok = tir_verify_func(g, &silent) && proof_walk_seq(&w.walk, &f->body, &g->body);
	*why = w.walk.why;
	return ok ? PROOF_PROVED : w.ended ? PROOF_UNDECIDED : PROOF_REFUTED;
}
