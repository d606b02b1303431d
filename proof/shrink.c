/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/shrink.c: are two programs the same but for the width in which they compute what they store?
 *
 * Idea.    Walk both in step.  What is stored otherwise is compared as numbers: an operation of another width is the same
 *          number if its operands are, and if its result, bounded by f's operands, fits the width.  Sums, differences and
 *          products need operands that are the same modulo 2^bits alone.
 * Costs    each node of f's side once for each node above it: bounds are not kept.
 * Wrong if a bound is too narrow: all of them come from types and constants alone, by the rules below. */
#include "proof/nest.h"

enum { STEPS = 1 << 20, DEEPEST = 64 };
__extension__ typedef __int128 wide;

struct bounds {
	wide lo, hi;
	bool known;
};
struct shrunk {
	struct proof_walk walk;
	uint32_t steps; /* left */
};

/* ---- Bounds ------------------------------------------------------------------------------*/
static bool is_number(struct tir_type t)
{
	return (t.code == TIR_TYPE_INT || t.code == TIR_TYPE_UINT) && t.bits >= 1 && t.bits <= 64;
}

static struct bounds of_type(struct tir_type t)
{
	bool sign = t.code == TIR_TYPE_INT;
	wide end = (wide)1 << (t.bits - (sign ? 1 : 0));
	return (struct bounds){sign ? -end : 0, end - 1, is_number(t)};
}

static bool within(struct bounds b, struct tir_type t)
{
	struct bounds all = of_type(t);
	return b.known && all.known && b.lo >= all.lo && b.hi <= all.hi;
}

static wide lesser(wide a, wide b)
{
	return a < b ? a : b;
}

static wide greater(wide a, wide b)
{
	return a > b ? a : b;
}

static struct bounds of_corners(wide a, wide b, wide c, wide d)
{
	return (struct bounds){
	        lesser(lesser(a, b), lesser(c, d)), greater(greater(a, b), greater(c, d)), true};
}

static wide floor_of(wide a, wide b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Of a remainder by a number above zero, rounded down or, of what is below zero, as C does it. */
static struct bounds of_rest(bool floor, struct bounds a, wide by)
{
	wide most = a.lo >= 0 ? lesser(a.hi, by - 1) : by - 1;
	return (struct bounds){floor || a.lo >= 0 ? 0 : 1 - by, most, true};
}

/* The exact result; not known: another operation, or too large. */
static struct bounds of_operation(enum tir_op op, struct bounds a, struct bounds b)
{
	const wide most = (wide)1 << 62;
	struct bounds none = {0};
	if (!a.known || !b.known || a.lo < -most || a.hi > most || b.lo < -most || b.hi > most)
		return none;
	bool divides = b.lo == b.hi && b.lo > 0;
	switch ((int)op) {
	case TIR_ADD: return (struct bounds){a.lo + b.lo, a.hi + b.hi, true};
	case TIR_SUB: return (struct bounds){a.lo - b.hi, a.hi - b.lo, true};
	case TIR_MUL: return of_corners(a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi);
	case TIR_MIN: return (struct bounds){lesser(a.lo, b.lo), lesser(a.hi, b.hi), true};
	case TIR_MAX: return (struct bounds){greater(a.lo, b.lo), greater(a.hi, b.hi), true};
	case TIR_SHR:
		if (b.lo != b.hi || b.lo < 0 || b.lo > 31)
			return none;
		return (struct bounds){
		        floor_of(a.lo, (wide)1 << b.lo), floor_of(a.hi, (wide)1 << b.lo), true};
	case TIR_FLOORDIV:
		return divides ? (struct bounds){floor_of(a.lo, b.lo), floor_of(a.hi, b.lo), true}
		               : none;
	case TIR_DIV: return divides ? (struct bounds){a.lo / b.lo, a.hi / b.lo, true} : none;
	case TIR_FLOORMOD:
	case TIR_MOD: return divides ? of_rest(op == TIR_FLOORMOD, a, b.lo) : none;
	case TIR_BITAND: /* with a number that is not negative, not more than that */
		if (a.lo < 0 && b.lo < 0)
			return none;
		return (struct bounds){0,
		        a.lo < 0   ? b.hi
		        : b.lo < 0 ? a.hi
		                   : lesser(a.hi, b.hi),
		        true};
	default: return none;
	}
}

static struct bounds bounds_of(struct shrunk *w, const struct tir_expr *e, int depth);

/* Of the variable of a loop around with constant bounds, or of one that is bound to a value. */
static struct bounds of_var(struct shrunk *w, const struct tir_var *v, int depth)
{
	const struct proof_scope *scope = &w->walk.scope;
	for (uint32_t i = 0; i < scope->around.n; i++) {
		const struct tir_stmt *s = scope->around.at[i].loop;
		if (!s || tir_as_for(s)->var != v)
			continue;
		const struct tir_expr *min = tir_as_for(s)->min.e, *n = tir_as_for(s)->extent.e;
		bool known = min->op == TIR_INT_IMM && n->op == TIR_INT_IMM && n->u.i > 0;
		wide last = known ? (wide)min->u.i + n->u.i - 1 : 0;
		return (struct bounds){known ? min->u.i : 0, last, known};
	}
	for (uint32_t i = 0; i < scope->binds.n; i++)
		if (scope->binds.at[i].var == v && scope->binds.at[i].value)
			return bounds_of(w, scope->binds.at[i].value, depth);
	return (struct bounds){0};
}

/* Of the number that e is. */
static struct bounds bounds_of(struct shrunk *w, const struct tir_expr *e, int depth)
{
	struct bounds all = of_type(e->type), b = {0};
	if (!all.known || !depth || !w->steps)
		return all;
	w->steps--;
	switch ((int)e->op) {
	case TIR_INT_IMM: b = (struct bounds){e->u.i, e->u.i, true}; break;
	case TIR_VAR: b = of_var(w, e->u.var, depth - 1); break;
	case TIR_BROADCAST:
	case TIR_CAST:
		if (is_number(e->arg[0]->type))
			b = bounds_of(w, e->arg[0], depth - 1);
		break;
	case TIR_SELECT:
	case TIR_IF_THEN_ELSE: {
		struct bounds x = bounds_of(w, e->arg[1], depth - 1),
		              y = bounds_of(w, e->arg[2], depth - 1);
		b = (struct bounds){lesser(x.lo, y.lo), greater(x.hi, y.hi), x.known && y.known};
		break;
	}
	case TIR_ANY_RING:
	case TIR_ANY_EXTREME:
	case TIR_SHR:
	case TIR_FLOORDIV:
	case TIR_DIV:
	case TIR_FLOORMOD:
	case TIR_MOD:
	case TIR_BITAND:
		b = of_operation((enum tir_op)e->op, bounds_of(w, e->arg[0], depth - 1),
		        bounds_of(w, e->arg[1], depth - 1));
		break;
	default: break;
	}
	return within(b, e->type) ? b : all; /* a sum that leaves its type may be anything in it */
}

static bool fits(struct shrunk *w, const struct tir_expr *x, struct tir_type t)
{
	return within(bounds_of(w, x, DEEPEST), t);
}

/* ---- Numbers -----------------------------------------------------------------------------*/
static bool same(struct shrunk *w, const struct tir_expr *x, const struct tir_expr *y);

static bool is_ring(const struct tir_expr *e)
{
	return e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL;
}

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

/* Is y, modulo 2^bits of its type, what x is? */
static bool congruent(struct shrunk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	if (!w->steps)
		return false;
	w->steps--;
	if (y->op == TIR_CAST && is_number(y->arg[0]->type)) {
		uint32_t from = y->arg[0]->type.bits, to = y->type.bits;
		if (from == to ? congruent(w, x, y->arg[0]) : from < to && same(w, x, y->arg[0]))
			return true;
	}
	if (is_ring(x) && x->op == y->op && wraps_no_later(x, y))
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

/* Is y, of whatever width, the number that x is? */
static bool same(struct shrunk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	int64_t n, m;
	if (x == y)
		return true;
	if (!w->steps || x->type.lanes != y->type.lanes)
		return false;
	w->steps--;
	if (x->type.code == TIR_TYPE_BOOL && y->type.code == TIR_TYPE_BOOL)
		return (tir_ops[x->op].compare || x->op == TIR_AND || x->op == TIR_OR ||
		               x->op == TIR_NOT) &&
		       same_args(w, x, y);
	if (!is_number(x->type) || !is_number(y->type))
		return false;
	if (is_imm(x, &n) && is_imm(y, &m))
		return n == m && within((struct bounds){m, m, true}, y->type);
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
	switch ((int)x->op) {
	case TIR_ANY_RING:
		return wraps_no_later(x, y) && congruent(w, x->arg[0], y->arg[0]) &&
		       congruent(w, x->arg[1], y->arg[1]);
	case TIR_ANY_EXTREME:
	case TIR_BITAND:
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_FLOORDIV:
	case TIR_DIV:
	case TIR_ANY_CHOICE: return same_args(w, x, y);
	case TIR_SHR: /* by less than the width */
		return is_imm(y->arg[1], &m) && m >= 0 && m < y->type.bits && same_args(w, x, y);
	default: return false;
	}
}

/* ---- Stores ------------------------------------------------------------------------------*/
static bool is_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t)
{
	(void)ctx;
	return s->kind == TIR_STORE && t->kind == TIR_STORE && tir_value_of(s) != tir_value_of(t);
}

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

static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct shrunk *w = ctx;
	w->steps = STEPS;
	bool ok = proof_same_head(s, t) && tir_mask_of(s) == tir_mask_of(t) &&
	          same_value(w, tir_value_of(s), tir_value_of(t));
	*next = t->next;
	for (uint32_t i = 0; ok && i < s->nindex; i++)
		ok = tir_as_store(s)->index[i].e == tir_as_store(t)->index[i].e;
	w->walk.why = "a value that is computed in fewer bits is another one, or not known";
	return ok;
}

enum proof_verdict proof_shrink(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	(void)contract;
	struct diag silent = {0};
	struct shrunk w = {.walk = {.arena = arena,
	                           .is_changed = is_changed,
	                           .same_changed = same_changed,
	                           .why = "a variable is used out of its scope"}};
	w.walk.ctx = &w;
	bool ok = tir_verify_func(g, &silent) && proof_walk_seq(&w.walk, &f->body, &g->body);
	*why = w.walk.why;
	return ok ? PROOF_PROVED : PROOF_REFUTED;
}
