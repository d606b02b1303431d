/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/cse.c: check one run of the pass.
 *
 * Idea.   g must do what f does, statement by statement: they are walked in step, with one
 *         memory.  Names are expanded by value numbering: a variable bound to a value stands for
 *         it, so two operands compute the same if they have one number.  Scopes and types are the
 *         verifier's business, computing early is cse_anticipated.c's.
 * Needs   nothing of the plan; shares with the pass the numbers of values, whose rules are proved
 *         apart (test/rules), none of its walks.
 *         Promoted elements were checked before (proof/promote.c): both functions have them.
 *         The numbers may be those the plan gave f's expressions, in the states of memory in which they
 *         were met: they depend on nothing but what variables were bound to, which is compared, and on
 *         what was done to memory, which the walk does again, step by step (cse_values_again).
 *         An operand of g that is f's node by node, names aside, needs no number of its own
 *         (cse_values_alike); nor does the value of a name that the plan says is such an operand.
 * Costs   each node of f and g once; of f none that the plan has numbered, nor operands that are the
 *         same node. */
#include "proof/cse.h"

struct prover {
	struct cse_values *values;
	const struct cse_told *told;
	bool again;    /* the values are those it tells of */
	bool may_trap; /* the value of a name may, and of a Let who knows */
	struct arena *arena;
	const uint8_t *in_f; /* by variable: enum cse_bound */
	/* by value: the new name that was bound to it last; by dropped variable: that name */
	VEC(uint32_t) name_of;
	uint32_t *holder;
	const struct tir_expr **guard; /* of new names (guard.c) */
	const char *why;
};

static bool fail(struct prover *p, const char *why)
{
	p->why = why;
	return false;
}

/* ---- Statements --------------------------------------------------------------------------*/
static bool has_value(const struct tir_stmt *s)
{
	return !(tir_value_of(s)->flags & TIR_HAS_EFFECT);
}

/* The variable of f is bound to that value, or CSE_NO_VALUE: to none. */
static void bind(struct prover *p, const struct tir_var *var, uint32_t value)
{
	if (p->again)
		p->values->strayed |= p->values->of_var[var->id] != value;
	else if (value != CSE_NO_VALUE)
		cse_values_bind(p->values, var, value);
}

/* The value e that the variable is bound to: the one that it is told to be, if it looks like that. */
static uint32_t value_of(struct prover *p, const struct tir_var *var, const struct tir_expr *e)
{
	const struct cse_told *t = p->told;
	if (p->again && var->id >= t->first_name && var->id - t->first_name < t->nnamed) {
		uint32_t value = t->named[var->id - t->first_name];
		const struct tir_expr *form = cse_form(p->values, value);
		if (form && cse_values_alike(p->values, form, e))
			return cse_value_in(p->values, e, p->values->state);
	}
	return cse_value(p->values, e);
}

/* A binding that only one of the two has: its variable stands for its value. */
static bool bind_alone(struct prover *p, const struct tir_stmt *s)
{
	if (!has_value(s))
		return fail(p, "a binding that has an effect was added or dropped");
	const struct tir_bind *b = tir_as_bind(s);
	const struct tir_expr *e = p->guard[b->var->id] ? b->value.e->arg[1] : b->value.e;
	p->may_trap |= (e->flags & (TIR_MAY_TRAP | TIR_HAS_LET)) != 0;
	uint32_t value = value_of(p, b->var, e);
	while (p->name_of.n <= value)
		VEC_PUSH(p->arena, &p->name_of, CSE_NO_VALUE);
	if (p->in_f[b->var->id]) {
		bind(p, b->var, value);
		p->holder[b->var->id] = p->name_of.at[value];
	} else {
		cse_values_bind(p->values, b->var, value);
		p->name_of.at[value] = b->var->id;
	}
	return b->var->expr->id >= p->told->oldest || p->in_f[b->var->id] ||
	       fail(p, "a name is not new");
}

static bool same_operands(struct prover *p, const struct tir_stmt *s, const struct tir_stmt *t,
        bool *effect)
{
	const struct tir_expr *x[TIR_MAX_OPERANDS], *y[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, x, TIR_MAX_OPERANDS);
	*effect = false;
	if (tir_stmt_exprs(t, y, TIR_MAX_OPERANDS) != n)
		return fail(p, "a statement has another number of operands");
	for (uint32_t i = 0; i < n; i++) {
		*effect |= (x[i]->flags & TIR_HAS_EFFECT) != 0;
		p->may_trap |= (y[i]->flags & TIR_HAS_LET) != 0;
	}
	if (*effect)
		cse_values_call(p->values, 0);
	for (uint32_t i = 0; i < n; i++)
		if (x[i] != y[i] && !cse_values_alike(p->values, x[i], y[i]) &&
		        cse_value(p->values, x[i]) != cse_value(p->values, y[i]))
			return fail(p, "an operand computes another value");
	return true;
}

static bool same_seq(struct prover *p, const struct tir_seq *f, const struct tir_seq *g);

/* The bodies, each entered with the memory of before; so is a while's condition. */
static bool same_bodies(struct prover *p, const struct tir_stmt *s, const struct tir_stmt *t,
        uint32_t loop)
{
	struct cse_mark mark = cse_values_enter(p->values), inner = mark;
	bool ok = true, effect = false;
	if (loop != CSE_NO_VALUE)
		cse_values_iterate(p->values, loop, 0);
	if (s->kind == TIR_WHILE) {
		ok = same_operands(p, s, t, &effect);
		cse_values_leave(p->values, inner);
		inner = cse_values_enter(p->values);
		cse_values_iterate(p->values, loop, 0);
	}
	ok = ok && same_seq(p, tir_body(s), tir_body(t));
	cse_values_leave(p->values, inner);
	inner = cse_values_enter(p->values);
	ok = ok && same_seq(p, tir_orelse(s), tir_orelse(t));
	cse_values_leave(p->values, inner);
	cse_values_meet(p->values, mark, 0);
	return ok;
}

/* What the statement does to variables and memory. */
static void execute(struct prover *p, const struct tir_stmt *s, bool effect)
{
	if (effect)
		cse_values_call(p->values, 0);
	if (tir_var_of(s))
		bind(p, tir_var_of(s),
		        s->kind == TIR_BIND && has_value(s)
		                ? cse_value(p->values, tir_as_bind(s)->value.e)
		                : CSE_NO_VALUE);
	if (s->kind == TIR_STORE)
		cse_values_store(p->values, s, 0);
	if (s->kind == TIR_ALLOC)
		cse_values_alloc(p->values, s, 0);
}

static bool same_stmt(struct prover *p, const struct tir_stmt *s, const struct tir_stmt *t)
{
	bool effect = false;
	if (s->kind != t->kind || s->for_kind != t->for_kind || tir_var_of(s) != tir_var_of(t) ||
	        tir_buffer_of(s) != tir_buffer_of(t) || tir_tag_of(s) != tir_tag_of(t) ||
	        tir_attr_of(s) != tir_attr_of(t) || tir_node_of(s) != tir_node_of(t))
		return fail(p, "a statement became another one");
	if (s->kind != TIR_WHILE && !same_operands(p, s, t, &effect))
		return false;
	execute(p, s, effect);
	bool loop = s->kind == TIR_FOR || s->kind == TIR_WHILE || s->kind == TIR_LAUNCH;
	return same_bodies(p, s, t, loop ? cse_values_loop(p->values) : CSE_NO_VALUE);
}

static bool same_seq(struct prover *p, const struct tir_seq *f, const struct tir_seq *g)
{
	const struct tir_stmt *s = f->first, *t = g->first;
	while (s || t) {
		bool added = t && t->kind == TIR_BIND && !p->in_f[tir_as_bind(t)->var->id];
		bool dropped = s && s->kind == TIR_BIND &&
		               !(t && t->kind == TIR_BIND &&
		                       tir_as_bind(t)->var == tir_as_bind(s)->var);
		if (added || dropped) {
			if (!bind_alone(p, added ? t : s))
				return false;
		} else if (!s || !t) {
			return fail(p, "a statement was lost or added");
		} else if (!same_stmt(p, s, t)) {
			return false;
		}
		if (added || !dropped)
			t = t->next;
		if (!added)
			s = s->next;
	}
	return true;
}

/* What f does not bind has no value. */
static void check_unbound(struct prover *p, uint32_t nvars)
{
	for (uint32_t i = 0; i < nvars; i++)
		p->values->strayed |= !p->values->bound[i] && p->values->of_var[i] != CSE_NO_VALUE;
}

static bool prove(struct prover *p, const struct tir_func *f, const struct tir_func *g)
{
	struct diag silent = {0};
	struct arena *arena = p->arena;
	uint32_t nvars = f->module->nvars;
	p->in_f = p->values->own = p->values->bound; /* names the pass made are in one place only */
	p->name_of.n = 0;
	p->holder = arena_alloc(arena, nvars * sizeof *p->holder);
	memset(p->holder, 0xff, nvars * sizeof *p->holder);
	p->guard = p->again && p->told->no_guards
	                   ? ARENA_NEWN(arena, const struct tir_expr *, nvars)
	                   : proof_cse_guards(g, p->in_f, p->told->oldest, arena);
	struct cse_proof proof = {f, g, p->in_f, p->told->oldest, p->holder, p->guard, p->values};
	return (tir_verify_func(g, &silent) || fail(p, "a name is used out of its scope")) &&
	       same_seq(p, &f->body, &g->body) &&
	       (!p->may_trap || proof_cse_anticipated(&proof, arena, &p->why));
}

bool proof_cse(const struct tir_func *f, const struct tir_func *g,
        const struct cse_options *options, const struct cse_told *told, struct arena *arena,
        const char **why)
{
	struct cse_values *values = told->values, fresh;
	struct prover p = {.values = values,
	        .told = told,
	        .arena = arena,
	        .again = values && values->level == CSE_RANGES && !values->lets};
	tir_enter(f);
	bool ok = false;
	if (p.again) {
		cse_values_again(values);
		check_unbound(&p, f->module->nvars);
		ok = prove(&p, f, g);
	}
	if (!ok || values->strayed) { /* from nothing, as long as it takes */
		struct cse_options strongest = *options;
		strongest.level = CSE_RANGES;
		p = (struct prover){.values = &fresh, .told = told, .arena = arena};
		cse_values_init(&fresh, f->module, f, &strongest, arena);
		fresh.looks *= 4; /* of both programs, and never fewer than the pass took */
		ok = prove(&p, f, g);
	}
	*why = p.why;
	return ok;
}
