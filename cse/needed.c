/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/needed.c: part of the proof: nothing that may trap is computed in vain.
 *
 * Idea.   A new name whose value may trap must be followed by a use on every path: in the strict
 *         part of a later statement's operand, in both arms of an if, in the body of a loop that
 *         surely runs, or in the value of another new name of which the same holds, before
 *         anything that may leave the place.
 * Costs   for each such name the statements to its first sure use, in practice the next one. */
#include "cse/prove.h"

struct node_list {
	const struct tir_expr **at;
	uint32_t n, cap;
};
struct needs {
	const struct tir_func *g;
	struct arena *arena, scratch;
	const bool *in_f;
	uint8_t *sure;         /* by variable: 0 unknown, 1 needed, 2 not */
	bool *traps;           /* by variable: its value may trap, names in it expanded */
	uint32_t *seen, stamp; /* by expression: met in the walk of that number */
};

/* Does evaluating root surely evaluate the variable v? */
static bool evaluates(struct needs *n, const struct tir_expr *root, const struct tir_var *v)
{
	struct node_list todo = {0};
	struct arena scratch = {.oom = n->arena->oom};
	bool found = false;
	n->stamp++;
	VEC_PUSH(&scratch, &todo, root);
	while (todo.n && !found) {
		const struct tir_expr *e = todo.at[--todo.n];
		found = e->op == TIR_VAR && e->u.var == v;
		if (n->seen[e->id] == n->stamp)
			continue;
		n->seen[e->id] = n->stamp;
		for (uint32_t i = 0; i < tir_strict_args(e); i++)
			VEC_PUSH(&scratch, &todo, e->arg[i]);
	}
	arena_free(&scratch);
	return found;
}

static bool operand_evaluates(struct needs *n, const struct tir_stmt *s, const struct tir_var *v)
{
	struct tir_stmt copy = *s;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t k = tir_stmt_operands(&copy, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < k; i++)
		if (evaluates(n, op[i]->e, v))
			return true;
	return false;
}

static bool seq_stays(const struct tir_seq *s, bool in_loop);

/* True unless the statement or one in it may leave the sequence; a break that only leaves a loop
 * inside it does not. */
static bool comes_back(const struct tir_stmt *s, bool in_loop)
{
	struct tir_stmt copy = *s;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t k = tir_stmt_operands(&copy, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < k; i++)
		if (op[i]->e->flags & TIR_HAS_EFFECT)
			return false;
	if (s->kind == TIR_RETURN || s->kind == TIR_ASSERT || s->kind == TIR_WHILE)
		return false;
	if (s->kind == TIR_BREAK || s->kind == TIR_CONTINUE)
		return in_loop;
	in_loop |= s->kind == TIR_FOR;
	return seq_stays(&s->body, in_loop) && seq_stays(&s->orelse, in_loop);
}

static bool seq_stays(const struct tir_seq *s, bool in_loop)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if (!comes_back(t, in_loop))
			return false;
	return true;
}

static bool needed_in(struct needs *n, const struct tir_stmt *s, const struct tir_var *v);

/* Is the new name that s binds surely evaluated after it? */
static bool name_is_needed(struct needs *n, const struct tir_stmt *s)
{
	uint8_t *known = &n->sure[s->var->id];
	if (!*known)
		*known = needed_in(n, s->next, s->var) ? 1 : 2;
	return *known == 1;
}

/* Does executing the statement surely evaluate v? */
static bool stmt_needs(struct needs *n, const struct tir_stmt *s, const struct tir_var *v)
{
	if (s->kind == TIR_BIND && !n->in_f[s->var->id])
		return evaluates(n, s->value.e, v) && name_is_needed(n, s);
	if (operand_evaluates(n, s, v))
		return true;
	bool runs = s->kind == TIR_ATTR ||
	            ((s->kind == TIR_FOR || s->kind == TIR_LAUNCH) &&
	                    s->extent.e->op == TIR_INT_IMM && s->extent.e->u.i > 0);
	if (s->kind == TIR_IF && s->orelse.first)
		return needed_in(n, s->body.first, v) && needed_in(n, s->orelse.first, v);
	return runs && needed_in(n, s->body.first, v);
}

/* Is v surely evaluated from statement s of a sequence on? */
static bool needed_in(struct needs *n, const struct tir_stmt *s, const struct tir_var *v)
{
	for (; s; s = s->next) {
		if (stmt_needs(n, s, v))
			return true;
		if (!comes_back(s, false))
			return false;
	}
	return false;
}

/* ---- All new names -----------------------------------------------------------------------*/
/* Add what is below root and was not met since the last stamp to out, operands last. */
static void collect(struct needs *n, const struct tir_expr *root, struct node_list *out)
{
	uint32_t next = out->n;
	if (n->seen[root->id] != n->stamp)
		VEC_PUSH(&n->scratch, out, root);
	n->seen[root->id] = n->stamp;
	for (; next < out->n; next++) {
		const struct tir_expr *e = out->at[next];
		for (uint32_t i = 0; i < e->n; i++) {
			if (n->seen[e->arg[i]->id] != n->stamp)
				VEC_PUSH(&n->scratch, out, e->arg[i]);
			n->seen[e->arg[i]->id] = n->stamp;
		}
	}
}

/* May computing e trap, the names in it expanded? */
static bool may_trap(struct needs *n, const struct tir_expr *root)
{
	struct node_list nodes = {0};
	n->stamp++;
	collect(n, root, &nodes);
	for (uint32_t i = 0; i < nodes.n; i++) {
		const struct tir_expr *e = nodes.at[i];
		if (tir_node_traps(e) || (e->op == TIR_VAR && n->traps[e->u.var->id]))
			return true;
	}
	return false;
}

/* The Lets of new names in an operand: what is below one must evaluate its variable if the value may
 * trap.  Values of outer Lets come before those of inner ones, so names in them are known. */
static bool check_lets(struct needs *n, const struct tir_expr *root)
{
	struct node_list nodes = {0};
	n->stamp++;
	collect(n, root, &nodes);
	for (uint32_t i = 0; i < nodes.n; i++) {
		const struct tir_expr *e = nodes.at[i];
		if (e->op != TIR_LET || n->in_f[e->u.var->id])
			continue;
		n->traps[e->u.var->id] = may_trap(n, e->arg[0]);
		if (n->traps[e->u.var->id] && !evaluates(n, e->arg[1], e->u.var))
			return false;
	}
	return true;
}

static bool check_stmt(void *ctx, struct tir_stmt *s)
{
	struct needs *n = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t k = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < k; i++)
		if (op[i]->e->flags & TIR_HAS_LET && !check_lets(n, op[i]->e))
			return false;
	if (s->kind != TIR_BIND || n->in_f[s->var->id])
		return true;
	n->traps[s->var->id] = may_trap(n, s->value.e);
	return !n->traps[s->var->id] || name_is_needed(n, s);
}

bool cse_prove_needed(const struct tir_func *f, const struct tir_func *g, struct arena *arena,
        const char **why)
{
	struct tir_module *m = f->module;
	struct needs n = {.g = g, .arena = arena, .in_f = cse_bound_vars(f, arena)};
	n.scratch.oom = arena->oom;
	n.sure = ARENA_NEWN(arena, uint8_t, m->nvars);
	n.traps = ARENA_NEWN(arena, bool, m->nvars);
	n.seen = ARENA_NEWN(arena, uint32_t, m->nexprs);
	bool ok = tir_walk_stmts(&g->body, check_stmt, &n);
	if (!ok)
		*why = "a computation that may trap is made where it is not surely needed";
	arena_free(&n.scratch);
	return ok;
}
