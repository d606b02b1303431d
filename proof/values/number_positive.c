/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/number_positive.c: divisions whose divisors are positive in every place where either program divides, and whether
 * all divisors are whole numbers.
 *
 * Idea.   x // y // z is x // (y * z) if z is positive, as whole numbers.  A shift to the left may wrap around where sums and products
 *         of its type do not: no divisor may be a sum of such, nor what either program binds or stores.  Both programs are walked once with a count, by variable, of the
 *         conditions and loops around that say that it is positive; a division is bad once one place does not.
 * Needs   variables that never change: what holds at the entry of a body holds in all of it.
 * Costs   a step a node in each body that knows more than the one around it, up to a bound.
 * Wrong if a place is left out, or an operator whose value is numbered as a sum or a product. */
#include "proof/values/number.h"

enum { DEEP = 8, OPERANDS = 64, STEPS = 1 << 16, STEPS_A_NODE = 16 };
enum { UNMET, GOOD, BAD };

struct walk {
	const struct numbers *n;
	struct arena scratch;
	uint32_t *said;  /* by variable: how many of what is around say that it is positive */
	bool *bound;     /* by variable: the first program binds it to a value */
	bool *made;      /* by variable: the second one alone does */
	bool second;     /* which program this is */
	uint32_t *stamp; /* by expression: when it was looked at */
	uint32_t now, last;
	uint8_t *is;        /* by expression: UNMET, GOOD, BAD */
	VEC(uint32_t) open; /* variables that something around speaks of */
	bool *in_sum; /* by expression: a divisor, a name's value or a store's is a sum of it and others */
	VEC(const struct tir_expr *) sums;
	bool shifted; /* there is a shift among them */
	uint64_t left;
};

/* Is e at least 1, as the numbers and conditions around say?  False also beyond `deep`. */
static bool is_positive(const struct walk *w, const struct tir_expr *e, int deep)
{
	bool a, b;
	if (!proof_is_exact(e->type) || deep == 0)
		return false;
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM: return e->u.i >= 1;
	case TIR_VAR:
		return w->said[e->u.var->id] ||
		       (w->n->var[e->u.var->id].bounded && w->n->var[e->u.var->id].lo >= 1);
	case TIR_CAST:
		return proof_is_exact(e->arg[0]->type) && e->arg[0]->type.bits <= e->type.bits &&
		       is_positive(w, e->arg[0], deep - 1);
	case TIR_MAX:
	case TIR_MIN:
	case TIR_MUL:
		a = is_positive(w, e->arg[0], deep - 1);
		b = is_positive(w, e->arg[1], deep - 1);
		return e->op == TIR_MAX ? a || b : a && b;
	case TIR_FLOAT_IMM:
	case TIR_STRING_IMM:
	case TIR_ADD:
	case TIR_SUB:
	case TIR_ANY_DIVISION:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_CHOICE:
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_CALL:
	case TIR_NOPS: return false;
	}
	return false;
}

/* ---- What is around ----------------------------------------------------------------------*/
static void say_of(struct walk *w, uint32_t var)
{
	w->said[var]++;
	VEC_PUSH(&w->scratch, &w->open, var);
	w->now = ++w->last;
}

/* What is said of a name that the second program alone has, the first one says of no variable. */
static void say(struct walk *w, const struct tir_expr *e)
{
	if (e->op == TIR_VAR && !w->made[e->u.var->id])
		say_of(w, e->u.var->id);
}

struct around {
	uint32_t open, now;
};
static struct around enter(const struct walk *w)
{
	return (struct around){w->open.n, w->now};
}

static void leave(struct walk *w, struct around a)
{
	while (w->open.n > a.open)
		w->said[w->open.at[--w->open.n]]--;
	w->now = a.now;
}

/* a < b, or a <= b, holds. */
static void compare(struct walk *w, const struct tir_expr *a, const struct tir_expr *b, bool equal)
{
	if (proof_is_exact(a->type) && a->op == TIR_INT_IMM && a->u.i >= (equal ? 1 : 0))
		say(w, b);
}

/* The condition holds, or does not. */
static void suppose(struct walk *w, const struct tir_expr *e, bool holds, int deep)
{
	const struct tir_expr *a = e->n > 0 ? e->arg[0] : NULL, *b = e->n > 1 ? e->arg[1] : NULL;
	if (deep == 0)
		return;
	switch ((enum tir_op)e->op) {
	case TIR_NOT: suppose(w, a, !holds, deep - 1); break;
	case TIR_AND:
	case TIR_OR:
		if (holds == (e->op == TIR_AND)) {
			suppose(w, a, holds, deep - 1);
			suppose(w, b, holds, deep - 1);
		}
		break;
	case TIR_LT: holds ? compare(w, a, b, false) : compare(w, b, a, true); break;
	case TIR_LE: holds ? compare(w, a, b, true) : compare(w, b, a, false); break;
	case TIR_GT: holds ? compare(w, b, a, false) : compare(w, a, b, true); break;
	case TIR_GE: holds ? compare(w, b, a, true) : compare(w, a, b, false); break;
	case TIR_ANY_LEAF:
	case TIR_ANY_ARITHMETIC:
	case TIR_EQ:
	case TIR_NE:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
}

/* ---- Sums that may wrap ------------------------------------------------------------------*/
static void meet(struct walk *w, const struct tir_expr *e)
{
	if (w->in_sum[e->id] || !proof_is_exact(e->type))
		return;
	w->in_sum[e->id] = true;
	VEC_PUSH(&w->scratch, &w->sums, e);
}

/* Note whether e is made of a shift by sums and products. */
static void note_shifts(struct walk *w, const struct tir_expr *e)
{
	meet(w, e);
	while (w->sums.n) {
		e = w->sums.at[--w->sums.n];
		switch ((enum tir_op)e->op) {
		case TIR_SHL: w->shifted = true; break;
		case TIR_ADD:
		case TIR_SUB:
		case TIR_MUL:
			meet(w, e->arg[1]);
			meet(w, e->arg[0]);
			break;
		case TIR_BITNOT: meet(w, e->arg[0]); break;
		case TIR_LET: meet(w, e->arg[1]); break;
		case TIR_ANY_LEAF:
		case TIR_ANY_DIVISION:
		case TIR_ANY_EXTREME:
		case TIR_ANY_COMPARISON:
		case TIR_ANY_LOGIC:
		case TIR_BITAND:
		case TIR_BITOR:
		case TIR_BITXOR:
		case TIR_SHR:
		case TIR_CAST:
		case TIR_ANY_CHOICE:
		case TIR_ANY_VECTOR:
		case TIR_ANY_MEMORY:
		case TIR_CALL:
		case TIR_NOPS: break;
		}
	}
}

/* ---- Places ------------------------------------------------------------------------------*/
static void note_bound(struct walk *w, uint32_t var)
{
	if (w->second)
		w->made[var] = !w->bound[var];
	else
		w->bound[var] = true;
}

/* Too many operands of operands leave nothing known. */
static void look(struct walk *w, const struct tir_expr *e, int deep)
{
	if (e->n == 0 || w->stamp[e->id] == w->now || w->left == 0)
		return;
	w->left = deep ? w->left - 1 : 0;
	w->stamp[e->id] = w->now;
	if (e->op == TIR_LET) {
		note_bound(w, e->u.var->id);
		note_shifts(w, e->arg[0]);
	}
	if (e->op == TIR_FLOORDIV || e->op == TIR_FLOORMOD || e->op == TIR_DIV || e->op == TIR_MOD)
		note_shifts(w, e->arg[1]);
	bool divides = e->op == TIR_FLOORDIV || e->op == TIR_DIV;
	if (divides && !is_positive(w, e->arg[1], DEEP))
		w->is[e->id] = BAD;
	else if (divides && w->is[e->id] == UNMET)
		w->is[e->id] = GOOD;
	for (uint32_t i = 0; i < e->n && w->left; i++) {
		struct around a = enter(w);
		if (i && (e->op == TIR_IF_THEN_ELSE || e->op == TIR_AND || e->op == TIR_OR))
			suppose(w, e->arg[0], e->op == TIR_IF_THEN_ELSE ? i == 1 : e->op == TIR_AND,
			        DEEP);
		look(w, e->arg[i], deep - 1);
		leave(w, a);
	}
}

/* Look at the statements with what loops and conditions around say of their variables; what they say ends with them. */
static void look_at(struct walk *w, const struct tir_seq *seq)
{
	struct around all = enter(w);
	for (const struct tir_stmt *s = seq->first; s; s = s->next) {
		const struct tir_expr *op[TIR_MAX_OPERANDS];
		uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
		for (uint32_t i = 0; i < n; i++)
			look(w, op[i], OPERANDS);
		if (s->kind == TIR_BIND || s->kind == TIR_STORE)
			note_shifts(w, tir_value_of(s));
		struct around a = enter(w);
		if (s->kind == TIR_FOR && tir_loop_ascends(s))
			say(w, tir_as_for(s)->extent.e);
		if (s->kind == TIR_IF || s->kind == TIR_WHILE)
			suppose(w, tir_value_of(s), true, DEEP);
		look_at(w, tir_body(s));
		leave(w, a);
		if (s->kind == TIR_IF)
			suppose(w, tir_value_of(s), false, DEEP);
		look_at(w, tir_orelse(s));
		leave(w, a);
		if (s->kind == TIR_BIND)
			note_bound(w, tir_var_of(s)->id);
		if (s->kind == TIR_BIND && is_positive(w, tir_value_of(s), DEEP))
			say_of(w, tir_var_of(s)->id);
	}
	leave(w, all);
}

/* One walk answers both questions, for all divisions of both programs. */
static void look_at_both(struct numbers *n)
{
	struct walk w = {.n = n, .scratch = arena_scratch(n->arena), .now = 1, .last = 1};
	n->npositive = n->m->nexprs;
	w.left = STEPS + (uint64_t)STEPS_A_NODE * n->npositive;
	w.said = ARENA_NEWN(&w.scratch, uint32_t, n->m->nvars);
	w.stamp = ARENA_NEWN(&w.scratch, uint32_t, n->npositive);
	w.is = ARENA_NEWN(&w.scratch, uint8_t, n->npositive);
	w.in_sum = ARENA_NEWN(&w.scratch, bool, n->npositive);
	w.bound = ARENA_NEWN(&w.scratch, bool, n->m->nvars);
	w.made = ARENA_NEWN(&w.scratch, bool, n->m->nvars);
	look_at(&w, &n->f->body);
	w.second = true;
	if (n->after)
		look_at(&w, &n->after->body);
	n->positive = ARENA_NEWN(n->arena, bool, n->npositive);
	for (uint32_t i = 0; i < n->npositive; i++)
		n->positive[i] = w.left && w.is[i] == GOOD;
	n->whole_divisors = w.left && !w.shifted;
	arena_free(&w.scratch);
}

bool proof_number_divisors_are_whole(struct numbers *n)
{
	if (!n->positive)
		look_at_both(n);
	return n->whole_divisors;
}

bool proof_number_divides_by_positive(struct numbers *n, const struct tir_expr *e)
{
	if (!n->positive)
		look_at_both(n);
	return e->id < n->npositive && n->positive[e->id];
}
