/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/positive.c: which divisors are positive wherever the function divides by them, and whether all are whole numbers.
 *
 * Idea.   x // y // z is x // (y * z) if z is positive.  A condition around says so, or the extent of a loop that runs:
 *         variables never change, so what holds at the entry of a body holds in all of it.  One walk over the function looks at
 *         each division in all places where it stands.
 *         Signed sums and products of 32 bits and more do not overflow, but y << 1, which is the same modulo 2^w as y * 2, wraps
 *         around: x // (y << 1) is not x // y // 2 then.  So no shift may lead to a divisor by sums and products alone, nor to what
 *         names and buffers hold, of which a divisor may be made.
 * Needs   a question: nothing is walked before the first one.
 * Costs   a step a node in each body that knows more than the one around it, up to a bound. */
#include "cse/values.h"

enum { DEEP = 8, STEPS = 1 << 16, STEPS_A_NODE = 16 };

/* The variable is positive, and so are those further up. */
struct fact {
	const struct tir_var *var;
	const struct fact *up;
};
struct place {
	const struct tir_expr *e;
	const struct fact *known;
};
struct look {
	const struct cse_values *v;
	struct arena scratch;
	const struct fact **met; /* by expression: what was known when it was looked at last */
	const struct fact none;  /* the end of all facts */
	bool *yes,
	        *no; /* by division: there are places where its divisor is positive, or may not be */
	bool *summed; /* by expression: it was met below a divisor, a name's value or a store's */
	bool shifts;  /* so was a shift to the left */
	uint64_t left;
	VEC(const struct tir_expr *) sums;
	VEC(struct place) todo;
};

static bool is_known(const struct tir_var *var, const struct fact *known)
{
	while (known->var && known->var != var)
		known = known->up;
	return known->var != NULL;
}

static bool is_signed(struct tir_type t)
{
	return t.code == TIR_TYPE_INT && t.lanes == 1 && t.bits >= 32;
}

/* Is e positive?  In doubt: no. */
static bool is_positive(const struct look *l, const struct tir_expr *e, const struct fact *known,
        int deep)
{
	if (!is_signed(e->type) || !deep)
		return false;
	if (e->op == TIR_INT_IMM)
		return e->u.i > 0;
	if (e->op == TIR_VAR) {
		struct cse_var x = cse_var_of(l->v, e->u.var->id);
		return is_known(e->u.var, known) || (x.bounded && x.lo > 0);
	}
	if (e->op == TIR_CAST)
		return e->arg[0]->type.bits <= e->type.bits &&
		       is_positive(l, e->arg[0], known, deep - 1);
	if (e->op != TIR_MAX && e->op != TIR_MIN && e->op != TIR_MUL)
		return false;
	bool a = is_positive(l, e->arg[0], known, deep - 1);
	if (a == (e->op == TIR_MAX)) /* one is enough, or one is too much */
		return a;
	return is_positive(l, e->arg[1], known, deep - 1);
}

static const struct fact *add(struct look *l, const struct tir_expr *e, const struct fact *known)
{
	if (e->op != TIR_VAR || is_known(e->u.var, known))
		return known;
	struct fact *f = ARENA_NEW(&l->scratch, struct fact);
	*f = (struct fact){e->u.var, known};
	return f;
}

/* What is known where the condition holds, or where it does not. */
static const struct fact *assume(struct look *l, const struct tir_expr *e, bool holds,
        const struct fact *known, int deep)
{
	if (!deep)
		return known;
	if (e->op == TIR_NOT)
		return assume(l, e->arg[0], !holds, known, deep - 1);
	if (e->op == (holds ? TIR_AND : TIR_OR)) {
		known = assume(l, e->arg[0], holds, known, deep - 1);
		return assume(l, e->arg[1], holds, known, deep - 1);
	}
	if (e->op != TIR_LT && e->op != TIR_LE && e->op != TIR_GT && e->op != TIR_GE)
		return known;
	/* less < more, or <= */
	bool turned = (e->op == TIR_GT || e->op == TIR_GE) == holds;
	bool strict = (e->op == TIR_LT || e->op == TIR_GT) == holds;
	const struct tir_expr *less = e->arg[turned], *more = e->arg[!turned];
	return less->op == TIR_INT_IMM && less->u.i >= !strict && is_signed(less->type)
	               ? add(l, more, known)
	               : known;
}

static void add_to_sums(struct look *l, const struct tir_expr *e)
{
	if (!l->summed[e->id] && is_signed(e->type))
		VEC_PUSH(&l->scratch, &l->sums, e);
	l->summed[e->id] = true;
}

/* Look for shifts that lead to e by sums and products alone. */
static void look_for_shifts(struct look *l, const struct tir_expr *e)
{
	add_to_sums(l, e);
	while (l->sums.n) {
		e = l->sums.at[--l->sums.n];
		bool is_sum = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL ||
		              e->op == TIR_BITNOT;
		l->shifts |= e->op == TIR_SHL;
		for (uint32_t i = is_sum ? 0 : 1; i < e->n && (is_sum || e->op == TIR_LET); i++)
			add_to_sums(l, e->arg[i]);
	}
}

static void visit(struct look *l, const struct tir_expr *e, const struct fact *known)
{
	if (l->met[e->id] == known || !e->n || !l->left)
		return;
	l->left--;
	l->met[e->id] = known;
	VEC_PUSH(&l->scratch, &l->todo, ((struct place){e, known}));
}

/* Of e the operands that are evaluated only if one condition holds. */
static void visit_operands(struct look *l, const struct tir_expr *e, const struct fact *known)
{
	bool chooses = e->op == TIR_IF_THEN_ELSE, both = e->op == TIR_AND || e->op == TIR_OR;
	for (uint32_t i = 0; i < e->n; i++) {
		bool guarded = i && (chooses || both);
		bool holds = chooses ? i == 1 : e->op == TIR_AND;
		visit(l, e->arg[i], guarded ? assume(l, e->arg[0], holds, known, DEEP) : known);
	}
}

static void look_at(struct look *l, const struct tir_expr *e, const struct fact *known)
{
	visit(l, e, known);
	while (l->todo.n) {
		struct place p = l->todo.at[--l->todo.n];
		bool quotient = p.e->op == TIR_FLOORDIV || p.e->op == TIR_DIV;
		if (p.e->op == TIR_LET)
			look_for_shifts(l, p.e->arg[0]);
		if (quotient || p.e->op == TIR_FLOORMOD || p.e->op == TIR_MOD)
			look_for_shifts(l, p.e->arg[1]);
		if (quotient) {
			bool positive = is_positive(l, p.e->arg[1], p.known, DEEP);
			*(positive ? &l->yes[p.e->id] : &l->no[p.e->id]) = true;
		}
		visit_operands(l, p.e, p.known);
	}
}

static void look_at_seq(struct look *l, const struct tir_seq *seq, const struct fact *known)
{
	for (const struct tir_stmt *s = seq->first; s && l->left; s = s->next) {
		const struct tir_expr *op[TIR_MAX_OPERANDS], *value = tir_value_of(s);
		const struct fact *in = known, *other = known;
		uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
		for (uint32_t i = 0; i < n; i++)
			look_at(l, op[i], known);
		if (s->kind == TIR_BIND || s->kind == TIR_STORE)
			look_for_shifts(l, value);
		if (s->kind == TIR_FOR && tir_loop_ascends(s))
			in = add(l, tir_as_for(s)->extent.e, known);
		if (s->kind == TIR_IF || s->kind == TIR_WHILE)
			in = assume(l, value, true, known, DEEP);
		if (s->kind == TIR_IF)
			other = assume(l, value, false, known, DEEP);
		look_at_seq(l, tir_body(s), in);
		look_at_seq(l, tir_orelse(s), other);
		if (s->kind == TIR_BIND && is_positive(l, value, known, DEEP)) {
			struct fact *f = ARENA_NEW(&l->scratch, struct fact);
			*f = (struct fact){tir_var_of(s), known};
			known = f;
		}
	}
}

/* One walk answers both questions, for all divisions of the function. */
static void look_at_all(struct cse_values *v)
{
	struct look l = {.v = v,
	        .scratch = arena_scratch(v->arena),
	        .left = STEPS + (uint64_t)STEPS_A_NODE * v->m->nexprs};
	v->npositive = v->m->nexprs;
	v->positive = ARENA_NEWN(v->arena, bool, v->npositive);
	l.met = ARENA_NEWN(&l.scratch, const struct fact *, v->npositive);
	l.yes = ARENA_NEWN(&l.scratch, bool, v->npositive);
	l.no = ARENA_NEWN(&l.scratch, bool, v->npositive);
	l.summed = ARENA_NEWN(&l.scratch, bool, v->npositive);
	look_at_seq(&l, &v->f->body, &l.none);
	for (uint32_t i = 0; i < v->npositive && l.left; i++)
		v->positive[i] = l.yes[i] && !l.no[i];
	v->whole = l.left && !l.shifts;
	arena_free(&l.scratch);
}

bool cse_divides_by_whole(struct cse_values *v)
{
	if (!v->positive)
		look_at_all(v);
	return v->whole;
}

bool cse_divides_by_positive(struct cse_values *v, const struct tir_expr *e)
{
	if (!v->positive)
		look_at_all(v);
	return e->id < v->npositive && v->positive[e->id];
}
