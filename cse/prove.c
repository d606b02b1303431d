/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/prove.c: check one run of the pass.
 *
 * Idea.   g must do what f does, statement by statement: they are walked side by side.  Names are
 *         expanded by numbering: a variable bound to a pure value has the number of that value, so
 *         two operands compute the same exactly if they have one number.  Scopes and types are the
 *         verifier's business, computing early is needed.c's.
 * Needs   nothing of the plan, and shares no code with the walks that made it.
 * Costs   each node of f and g once. */
#include "cse/prove.h"

enum { NONE = UINT32_MAX };

struct key {
	const struct tir_expr *e; /* operation, type, payload, number of operands */
	uint32_t first;           /* operands' numbers, in kids */
};
struct prover {
	struct tir_module *m;
	struct arena *arena;
	bool *in_f;       /* variables that f binds */
	uint32_t *number; /* by expression; NONE: not yet */
	uint32_t *value;  /* by variable: number of its value; NONE: unknown */
	VEC(struct key) keys;
	VEC(uint32_t) kids;
	uint32_t *slot, nslots;
	const char *why;
};

static bool fail(struct prover *p, const char *why)
{
	p->why = why;
	return false;
}

/* ---- Numbers -----------------------------------------------------------------------------*/
static uint64_t hash(const struct tir_expr *e, const uint32_t *kids)
{
	uint64_t h = hash_mix((uint64_t)e->op << 32 | (uint64_t)e->type.code << 24,
	        (uint64_t)e->type.bits << 16 | e->type.lanes);
	h = hash_mix(h, e->n ? 0 : e->id);
	for (uint32_t i = 0; i < e->n; i++)
		h = hash_mix(h, kids[i]);
	return h >> 20;
}

static bool same(const struct prover *p, const struct key *k, const struct tir_expr *e,
        const uint32_t *kids)
{
	return k->e->op == e->op && k->e->n == e->n && tir_type_eq(k->e->type, e->type) &&
	       k->e->u.bits == e->u.bits && !memcmp(&p->kids.at[k->first], kids, 4 * e->n);
}

static void grow(struct prover *p)
{
	p->nslots = p->nslots ? 2 * p->nslots : 256;
	p->slot = arena_alloc(p->arena, p->nslots * sizeof *p->slot);
	memset(p->slot, 0xff, p->nslots * sizeof *p->slot);
	for (uint32_t i = 0; i < p->keys.n; i++) {
		const struct key *k = &p->keys.at[i];
		uint64_t h = hash(k->e, &p->kids.at[k->first]) & (p->nslots - 1);
		while (p->slot[h] != NONE)
			h = (h + 1) & (p->nslots - 1);
		p->slot[h] = i;
	}
}

/* Operands in one order where the order does not matter: integers and bools, and floats but for
 * Min and Max (docs/cse.md, condition on floats). */
static void order(const struct tir_expr *e, uint32_t *kids)
{
	if (e->n != 2 || kids[0] <= kids[1])
		return;
	bool is_float = tir_is_float(e->arg[0]->type);
	if (is_float ? tir_ops[e->op].fcommutes : tir_ops[e->op].commutes) {
		uint32_t k = kids[0];
		kids[0] = kids[1];
		kids[1] = k;
	}
}

static uint32_t find(struct prover *p, const struct tir_expr *e)
{
	if (e->op == TIR_VAR && p->value[e->u.var->id] != NONE)
		return p->value[e->u.var->id];
	if (e->op == TIR_LET && p->value[e->u.var->id] != NONE)
		return p->number[e->arg[1]->id];
	uint32_t few[8], *kids = e->n > 8 ? arena_alloc(p->arena, 4 * (size_t)e->n) : few;
	for (uint32_t i = 0; i < e->n; i++)
		kids[i] = p->number[e->arg[i]->id];
	order(e, kids);
	if (2 * p->keys.n >= p->nslots)
		grow(p);
	uint64_t h = hash(e, kids) & (p->nslots - 1);
	for (; p->slot[h] != NONE; h = (h + 1) & (p->nslots - 1))
		if (same(p, &p->keys.at[p->slot[h]], e, kids))
			return p->slot[h];
	struct key k = {e, p->kids.n};
	for (uint32_t i = 0; i < e->n; i++)
		VEC_PUSH(p->arena, &p->kids, kids[i]);
	VEC_PUSH(p->arena, &p->keys, k);
	return p->slot[h] = p->keys.n - 1;
}

static bool is_pure(const struct tir_expr *e)
{
	return !(e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET));
}

static uint32_t number(struct prover *p, const struct tir_expr *root)
{
	struct frame {
		const struct tir_expr *e;
		uint32_t next;
	};
	struct arena scratch = {.oom = p->arena->oom};
	VEC(struct frame) stack = {0};
	if (p->number[root->id] == NONE)
		VEC_PUSH(&scratch, &stack, ((struct frame){root, 0}));
	while (stack.n) {
		struct frame *top = &stack.at[stack.n - 1];
		const struct tir_expr *e = top->e;
		if (e->op == TIR_LET && top->next == 1 && is_pure(e->arg[0]))
			p->value[e->u.var->id] = p->number[e->arg[0]->id];
		if (top->next < e->n) {
			const struct tir_expr *arg = e->arg[top->next++];
			if (p->number[arg->id] == NONE)
				VEC_PUSH(&scratch, &stack, ((struct frame){arg, 0}));
			continue;
		}
		p->number[e->id] = find(p, e);
		stack.n--;
	}
	arena_free(&scratch);
	return p->number[root->id];
}

/* ---- Statements --------------------------------------------------------------------------*/
/* A binding that only one of the two has: its variable stands for its value. */
static bool bind_alone(struct prover *p, const struct tir_stmt *s)
{
	if (!is_pure(s->value.e))
		return fail(p, "a binding that reads memory or has an effect was added or dropped");
	p->value[s->var->id] = number(p, s->value.e);
	return true;
}

static bool same_operands(struct prover *p, const struct tir_stmt *s, const struct tir_stmt *t)
{
	struct tir_stmt a = *s, b = *t;
	struct tir_operand *x[TIR_MAX_OPERANDS], *y[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(&a, x, TIR_MAX_OPERANDS);
	if (tir_stmt_operands(&b, y, TIR_MAX_OPERANDS) != n)
		return fail(p, "a statement has another number of operands");
	for (uint32_t i = 0; i < n; i++)
		if (number(p, x[i]->e) != number(p, y[i]->e))
			return fail(p, "an operand computes another value");
	return true;
}

static bool same_stmt(struct prover *p, const struct tir_stmt *s, const struct tir_stmt *t)
{
	if (s->kind != t->kind || s->for_kind != t->for_kind || s->var != t->var ||
	        s->buffer != t->buffer || s->tag != t->tag || s->attr != t->attr ||
	        s->node != t->node)
		return fail(p, "a statement became another one");
	if (!same_operands(p, s, t))
		return false;
	if (s->kind == TIR_BIND && is_pure(s->value.e))
		p->value[s->var->id] = number(p, s->value.e);
	return true;
}

static bool same_seq(struct prover *p, const struct tir_seq *f, const struct tir_seq *g)
{
	const struct tir_stmt *s = f->first, *t = g->first;
	while (s || t) {
		bool added = t && t->kind == TIR_BIND && !p->in_f[t->var->id];
		bool dropped = s && s->kind == TIR_BIND &&
		               !(t && t->kind == TIR_BIND && t->var == s->var);
		if (added || dropped) {
			if (!bind_alone(p, added ? t : s))
				return false;
		} else if (!s || !t) {
			return fail(p, "a statement was lost or added");
		} else if (!same_stmt(p, s, t) || !same_seq(p, &s->body, &t->body) ||
		           !same_seq(p, &s->orelse, &t->orelse)) {
			return false;
		}
		if (added || !dropped)
			t = t->next;
		if (!added)
			s = s->next;
	}
	return true;
}

bool cse_prove(const struct tir_func *f, const struct tir_func *g, struct arena *arena,
        const char **why)
{
	struct diag silent = {0};
	struct prover p = {.m = f->module, .arena = arena};
	p.in_f = cse_bound_vars(f, arena);
	p.number = arena_alloc(arena, p.m->nexprs * sizeof *p.number);
	memset(p.number, 0xff, p.m->nexprs * sizeof *p.number);
	p.value = arena_alloc(arena, p.m->nvars * sizeof *p.value);
	memset(p.value, 0xff, p.m->nvars * sizeof *p.value);
	bool ok = tir_verify_func(g, &silent) || fail(&p, "a name is used out of its scope");
	ok = ok && same_seq(&p, &f->body, &g->body);
	*why = p.why;
	return ok && cse_prove_needed(f, g, arena, why);
}
