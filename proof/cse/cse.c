/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/cse/cse.c: check one run of common subexpression elimination.
 *
 * Idea.   g must do what f does, statement by statement: they are walked in step, with one memory.  A name that g has and
 *         f has not stands for the expression that it is bound to.  Operands are compared as they are written, names in
 *         their places; only where they are written differently are their values numbered (number.h).
 *         Scopes and types are the verifier's business, computing early is cse_anticipated.c's.
 *         What is in a loop that never runs is passed by: whatever it holds, g does as f does.
 * Needs   nothing of the pass.  What it tells of names is looked at first, and never believed.
 *         Promoted elements were checked before (promote.c): both functions have them.
 * Costs   each node of g that f has not, once; numbers where they are asked for. */
#include "proof/cse/cse.h"

struct pair {
	const struct tir_expr *x, *y; /* of f, of g */
	uint32_t next;
};
struct name {
	const struct tir_var *var;
	uint32_t number, before; /* of its value; the name before of the same number */
};
struct prover {
	struct numbers n;
	const struct proof_cse_told *told;
	struct arena *arena;
	/* By expression of g, from number told->oldest on: the one of f that it is, its number plus 1; of those that read
	 * no memory.  0: not known. */
	uint32_t *twin;
	bool may_trap;        /* the value of a name may, and of a Let who knows */
	bool known;           /* compared are only operands that are written alike */
	bool *stays, *stored; /* struct cse_proof */
	VEC(struct pair) pairs;
	VEC(struct name) names; /* new ones in scope */
	VEC(uint32_t) latest; /* by number of a value: the last of the indexed names that have it */
	uint32_t nindexed;    /* names whose values are numbered */
	uint32_t *holder; /* by dropped variable: the name that holds its value, or NUMBER_NONE */
	const struct tir_expr **guard; /* of new names (cse_guard.c) */
	const char *why;
};

static bool fail(struct prover *p, const char *why)
{
	p->why = why;
	return false;
}

/* ---- Operands ----------------------------------------------------------------------------*/
static bool same_number(struct prover *p, const struct tir_expr *x, const struct tir_expr *y)
{
	return !p->known &&
	       proof_number_same_polynomial(&p->n, proof_number_in(&p->n, x, p->n.state),
	               proof_number_in(&p->n, y, p->n.state));
}

/* Do they compute the same of names, whatever these are bound to? */
static bool same_of_names(struct prover *p, const struct tir_expr *x, const struct tir_expr *y)
{
	return !p->known && proof_number_of_names(&p->n, x) == proof_number_of_names(&p->n, y);
}

/* What a variable stands for now, if it is bound to an expression that computes the same as then; else itself. */
static const struct tir_expr *meant(const struct prover *p, const struct tir_expr *e)
{
	if (e->op != TIR_VAR)
		return e;
	const struct number_var *v = &p->n.var[e->u.var->id];
	return v->e && (!number_reads(v->e) || v->state == p->n.state) ? v->e : e;
}

/* The same operation on operands of the same types.  The variable of a Let is known only where the whole is numbered. */
static bool same_operation(const struct tir_expr *x, const struct tir_expr *y)
{
	bool same = x->op == y->op && x->op != TIR_LET && x->n == y->n && x->n &&
	            x->u.bits == y->u.bits && tir_type_eq(x->type, y->type);
	for (uint32_t i = 0; same && i < x->n; i++)
		same = tir_type_eq(x->arg[i]->type, y->arg[i]->type);
	return same;
}

static uint32_t *twin_of(struct prover *p, const struct tir_expr *y)
{
	bool has = y->id >= p->told->oldest && !number_reads(y) && !(y->flags & TIR_HAS_LET);
	return has ? &p->twin[y->id - p->told->oldest] : NULL;
}

/* Do they compute the same, as they are written?  1: yes, 0: no, -1: if their operands do, which are pushed. */
static int push_pair(struct prover *p, const struct tir_expr *x, const struct tir_expr *y)
{
	if (x == y)
		return 1;
	const uint32_t *twin = twin_of(p, y);
	if ((twin && *twin == x->id + 1) || meant(p, x) == meant(p, y))
		return 1;
	if (!same_operation(x, y))
		return 0;
	VEC_PUSH(p->arena, &p->pairs, ((struct pair){x, y, 0}));
	return -1;
}

/* Where operands differ, what they are operands of may still have one number. */
static bool same(struct prover *p, const struct tir_expr *x, const struct tir_expr *y)
{
	uint32_t open = p->pairs.n;
	int is = push_pair(p, x, y);
	if (!is)
		is = same_number(p, x, y);
	while (p->pairs.n > open) {
		struct pair *top = &p->pairs.at[p->pairs.n - 1];
		bool whole = is && top->next == top->x->n;
		if (is && !whole) {
			uint32_t i = top->next++;
			const struct tir_expr *a = top->x->arg[i], *b = top->y->arg[i];
			if (a == b)
				continue;
			is = push_pair(p, a, b);
			if (!is)
				is = same_number(p, a, b);
			continue;
		}
		is = whole || same_number(p, top->x, top->y);
		top = &p->pairs.at[--p->pairs.n];
		uint32_t *twin = is && !number_reads(top->x) ? twin_of(p, top->y) : NULL;
		if (twin)
			*twin = top->x->id + 1;
	}
	return is || same_of_names(p, x, y);
}

/* ---- Statements --------------------------------------------------------------------------*/
static bool has_value(const struct tir_stmt *s)
{
	return !(tir_value_of(s)->flags & TIR_HAS_EFFECT);
}

/* From now on the variable stands for e. */
static void bind(struct prover *p, const struct tir_var *var, const struct tir_expr *e)
{
	p->n.var[var->id].e = e;
	p->n.var[var->id].state = p->n.state;
}

/* What of f the new name stands for, if that is told and true; else e, its value. */
static const struct tir_expr *form_of(struct prover *p, const struct tir_var *var,
        const struct tir_expr *e)
{
	const struct proof_cse_told *t = p->told;
	uint32_t i = var->id - t->first_name;
	const struct tir_expr *form = var->id >= t->first_name && i < t->nnamed ? t->named[i]
	                                                                        : NULL;
	p->known = true;
	if (form && (form->op == TIR_VAR || !same(p, form, e)))
		form = NULL;
	p->known = false;
	return form ? form : e;
}

/* The names in scope that no dropped binding was looked for among. */
static void index_names(struct prover *p)
{
	for (; p->nindexed < p->names.n; p->nindexed++) {
		struct name *x = &p->names.at[p->nindexed];
		const struct number_var *v = &p->n.var[x->var->id];
		x->number = proof_number_in(&p->n, v->e, v->state);
		while (p->latest.n <= x->number)
			VEC_PUSH(p->arena, &p->latest, NUMBER_NONE);
		x->before = p->latest.at[x->number];
		p->latest.at[x->number] = p->nindexed;
	}
}

/* Names from number n on are out of scope. */
static void leave_names(struct prover *p, uint32_t n)
{
	while (p->nindexed > n) {
		const struct name *x = &p->names.at[--p->nindexed];
		p->latest.at[x->number] = x->before;
	}
	p->names.n = n;
}

/* The new name that was bound last, of those in scope, to the value of a binding that g dropped. */
static uint32_t find_holder(struct prover *p, const struct tir_expr *e)
{
	index_names(p);
	uint32_t number = proof_number_in(&p->n, e, p->n.state);
	uint32_t at = number < p->latest.n ? p->latest.at[number] : NUMBER_NONE;
	return at == NUMBER_NONE ? NUMBER_NONE : p->names.at[at].var->id;
}

/* A binding that only one of the two has: its variable stands for its value. */
static bool bind_alone(struct prover *p, const struct tir_stmt *s)
{
	const struct tir_bind *b = tir_as_bind(s);
	bool in_f = p->n.var[b->var->id].bound;
	if (!has_value(s))
		return fail(p, "a binding that has an effect was added or dropped");
	const struct tir_expr *e = p->guard[b->var->id] ? b->value.e->arg[1] : b->value.e;
	p->may_trap |= (e->flags & (TIR_MAY_TRAP | TIR_HAS_LET)) != 0;
	if (in_f) {
		p->holder[b->var->id] = find_holder(p, e);
		bind(p, b->var, e);
		return true;
	}
	bind(p, b->var, form_of(p, b->var, e));
	VEC_PUSH(p->arena, &p->names, ((struct name){.var = b->var}));
	return b->var->expr->id >= p->told->oldest || fail(p, "a name is not new");
}

/* Have both statements operands of the same values?  *effect: they call a function that may store, and so what is known
 * of memory ends.  False with the reason. */
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
		proof_numbers_call(&p->n);
	for (uint32_t i = 0; i < n; i++)
		if (!same(p, x[i], y[i]))
			return fail(p, "an operand computes another value");
	return true;
}

static bool same_seq(struct prover *p, const struct tir_seq *f, const struct tir_seq *g);

/* The bodies, each entered with the memory of before; so is a while's condition. */
static bool same_bodies(struct prover *p, const struct tir_stmt *s, const struct tir_stmt *t,
        uint32_t loop)
{
	struct number_mark mark = proof_numbers_enter(&p->n), inner = mark;
	bool ok = true, effect = false;
	if (loop != NUMBER_NONE)
		proof_numbers_iterate(&p->n, loop);
	if (s->kind == TIR_WHILE) {
		ok = same_operands(p, s, t, &effect);
		proof_numbers_leave(&p->n, inner);
		inner = proof_numbers_enter(&p->n);
		proof_numbers_iterate(&p->n, loop);
	}
	ok = ok && same_seq(p, tir_body(s), tir_body(t));
	proof_numbers_leave(&p->n, inner);
	inner = proof_numbers_enter(&p->n);
	ok = ok && same_seq(p, tir_orelse(s), tir_orelse(t));
	proof_numbers_leave(&p->n, inner);
	proof_numbers_meet(&p->n, mark);
	return ok;
}

/* What the statement does to variables and memory. */
static void execute(struct prover *p, const struct tir_stmt *s, bool effect)
{
	if (effect)
		proof_numbers_call(&p->n);
	if (s->kind == TIR_BIND && has_value(s))
		bind(p, tir_as_bind(s)->var, tir_as_bind(s)->value.e);
	if (s->kind == TIR_STORE)
		proof_numbers_store(&p->n, s);
	if (s->kind == TIR_ALLOC)
		proof_numbers_alloc(&p->n, s);
}

/* Are both statements the same, in the same state, at any depth?  False with the reason. */
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
	if (number_is_idle(&p->n, s)) {
		proof_numbers_skip(&p->n);
		return true;
	}
	bool loop = s->kind == TIR_FOR || s->kind == TIR_WHILE || s->kind == TIR_LAUNCH;
	return same_bodies(p, s, t, loop ? proof_numbers_loop(&p->n) : NUMBER_NONE);
}

/* ---- Variables that g has not --------------------------------------------------------------*/
static bool note_alloc(void *ctx, struct tir_stmt *s)
{
	bool *stays = ctx;
	if (s->kind == TIR_ALLOC)
		stays[tir_buffer_of(s)->id] = true;
	return true;
}

/* Does the binding t of g, which f has not, name at once what the store s of f, which g has not, stores?  Then f computes it
 * there, too. */
static bool names_stored(struct prover *p, const struct tir_stmt *s, const struct tir_stmt *t)
{
	bool may = s->kind == TIR_STORE && t && t->kind == TIR_BIND && has_value(t) &&
	           !tir_mask_of(s) && !p->n.var[tir_as_bind(t)->var->id].bound;
	if (!may || !same(p, tir_value_of(s), tir_value_of(t)))
		return false;
	bind(p, tir_as_bind(t)->var, tir_value_of(t));
	p->n.var[tir_as_bind(t)->var->id].bound = NUMBER_BOUND;
	p->stored[tir_as_bind(t)->var->id] = true;
	return true;
}

/* Are both sequences the same but for bindings that one of them has alone, and for variables of f alone?  False with the reason.
 * Names end with the sequence. */
static bool same_seq(struct prover *p, const struct tir_seq *f, const struct tir_seq *g)
{
	const struct tir_stmt *s = f->first, *t = g->first;
	uint32_t names = p->names.n;
	while (s || t) {
		if (proof_cse_is_gone(p->stays, s)) {
			t = names_stored(p, s, t) ? t->next : t;
			execute(p, s, false);
			s = s->next;
			continue;
		}
		bool added = t && t->kind == TIR_BIND && !p->n.var[tir_as_bind(t)->var->id].bound;
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
	leave_names(p, names);
	return true;
}

/* joins: symbolic divisors are joined.  *asked: such a divisor was met. */
static bool prove(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, const struct proof_cse_told *told, bool joins,
        struct arena *arena, const char **why, bool *asked)
{
	struct diag silent = {0};
	struct prover p = {.told = told, .arena = arena};
	tir_enter(f);
	proof_numbers_begin(&p.n, f, contract, arena);
	p.n.after = g;
	p.n.keeps_divisors = !joins;
	p.n.follows_lets = told->lets;
	uint32_t nvars = p.n.m->nvars, nexprs = p.n.m->nexprs;
	p.twin = ARENA_NEWN(arena, uint32_t, nexprs > told->oldest ? nexprs - told->oldest : 1);
	p.holder = arena_alloc(arena, nvars * sizeof *p.holder);
	memset(p.holder, 0xff, nvars * sizeof *p.holder);
	if (told->drops) {
		p.stays = ARENA_NEWN(arena, bool, p.n.m->nbuffers);
		p.stored = ARENA_NEWN(arena, bool, nvars);
		tir_walk_stmts(&g->body, note_alloc, p.stays);
	}
	p.guard = told->no_guards ? ARENA_NEWN(arena, const struct tir_expr *, nvars)
	                          : proof_cse_guards(g, p.n.var, told->oldest, arena);
	struct cse_proof proof = {
	        f, g, p.n.var, told->oldest, p.holder, p.guard, &p.n, p.stays, p.stored};
	bool ok = tir_verify_func(g, &silent) || fail(&p, "a name is used out of its scope");
	ok = ok && same_seq(&p, &f->body, &g->body);
	ok = ok && (!p.n.confused || fail(&p, "a Let is bound to two values"));
	ok = ok && (!p.may_trap || proof_cse_anticipated(&proof, arena, &p.why));
	*why = p.why;
	*asked = p.n.positive != NULL;
	return ok;
}

/* A place where a divisor's sign is not known may have another expression in the second program.  Then divisors are
 * joined in one program alone: once more, and in neither. */
bool proof_cse(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, const struct proof_cse_told *told,
        struct arena *arena, const char **why)
{
	bool asked;
	return prove(f, g, contract, told, true, arena, why, &asked) ||
	       (asked && prove(f, g, contract, told, false, arena, why, &asked));
}
