/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/lift.c: what a kernel computes of its numbers alone becomes a parameter; the host computes it.
 *
 *     main_kernel(A_ptr, n): ... A[i] = log2(n)     ->     main_kernel(A_ptr, n, host_v1): ... A[i] = host_v1
 *     Module.main_kernel(A.data, n)                        Module.main_kernel(A.data, n, log2(n))
 *
 * Idea.   The largest expressions of parameters and constants that hold a call or a division.
 * Needs   nothing: a kernel is what says so of itself, with calls in the module and none that a
 *         kernel makes.
 * Keeps   what is computed: what reads memory or calls a function outside stays, and so does what may trap, unless each call computes it
 *         in any case.
 * Why it cannot be wrong
 *         What is moved gives the same wherever it is computed: scalars made of numbers and constants that
 *         read no memory and call pure functions of floats alone, and do not trap if the kernel does not (is_movable). The call
 *         computes it of the operands that it gives the kernel; they have no effect and the parameters'
 *         types (fits). All calls in the module give it, or none: a call in a kernel, or one that cannot be
 *         changed, leaves the kernel as it is (may_lift).
 * Costs   one step a node of each function, for each kernel. */
#include "legalize/split.h"

enum { MAX_LIFTED = 32, DEEPEST = 256 };

/* What is known of an expression of the kernel, by number. */
struct known {
	bool of_numbers, dear, listed, sure; /* sure: each call of the kernel computes it */
};
struct lift {
	struct tir_module *m;
	struct arena *arena;
	const struct tir_func *k;
	VEC(bool) param;         /* by number of variable: is it a number that k is given? */
	VEC(struct known) known; /* by number of expression */
	const struct tir_expr *value[MAX_LIFTED];
	uint32_t n;
	uint32_t calls; /* of k, in the module */
	bool fails;
	struct tir_subst *into; /* what calls become in the function at hand */
};

/* ---- What each call of the kernel computes ----------------------------------------------*/
static struct known *known_of(struct lift *l, const struct tir_expr *e)
{
	while (l->known.n <= e->id)
		VEC_PUSH(l->arena, &l->known, (struct known){0});
	return &l->known.at[e->id];
}

/* Note what is evaluated with e in any case. */
static void see_sure(struct lift *l, const struct tir_expr *e)
{
	if (!(e->flags & TIR_MAY_TRAP) || e->depth > DEEPEST || known_of(l, e)->sure)
		return;
	known_of(l, e)->sure = true;
	for (uint32_t i = 0; i < tir_strict_args(e); i++)
		see_sure(l, e->arg[i]);
}

/* Does the statement come to its end, and what is behind it? */
static bool goes_on(void *ctx, struct tir_stmt *s)
{
	(void)ctx;
	return s->kind != TIR_RETURN && s->kind != TIR_BREAK && s->kind != TIR_CONTINUE &&
	       s->kind != TIR_ASSERT && s->kind != TIR_WHILE &&
	       !(tir_stmt_flags(s) & TIR_HAS_EFFECT);
}

/* Does its body run, whenever the statement is reached? */
static bool surely_runs(const struct tir_stmt *s)
{
	bool counts = s->kind == TIR_FOR || s->kind == TIR_LAUNCH;
	const struct tir_expr *extent = counts ? tir_as_for(s)->extent.e : NULL;
	return s->kind == TIR_ATTR || (extent && extent->op == TIR_INT_IMM && extent->u.i > 0);
}

/* Note what is computed whenever the statements are reached, up to the first one that may not come to its end. */
static void see_sure_seq(struct lift *l, const struct tir_seq *seq)
{
	for (struct tir_stmt *s = seq->first; s; s = s->next) {
		struct tir_operand *op[TIR_MAX_OPERANDS];
		uint32_t n = tir_mask_of(s) ? 0 : tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
		for (uint32_t i = 0; i < n; i++)
			if (op[i]->e)
				see_sure(l, op[i]->e);
		if (surely_runs(s))
			see_sure_seq(l, tir_body(s));
		if (!goes_on(NULL, s) || !tir_walk_stmts(tir_body(s), goes_on, NULL) ||
		        !tir_walk_stmts(tir_orelse(s), goes_on, NULL))
			return;
	}
}

/* ---- What the host can compute ----------------------------------------------------------*/
static bool is_param(const struct lift *l, const struct tir_var *v)
{
	return v->id < l->param.n && l->param.at[v->id];
}

/* May a node be the host's, if its operands are? */
static bool is_movable(const struct lift *l, const struct tir_expr *e)
{
	bool traps = tir_node_traps(e) && !l->known.at[e->id].sure;
	if (e->type.lanes != 1 || e->type.code == TIR_TYPE_BOOL || traps)
		return false;
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM:
	case TIR_FLOAT_IMM:
	case TIR_ANY_OPERATOR:
	case TIR_CAST: return true;
	case TIR_VAR: return is_param(l, e->u.var);
	case TIR_CALL:
		return tir_builtins[e->u.call.builtin].is_float && tir_call_effect(e) == TIR_PURE;
	case TIR_STRING_IMM:
	case TIR_ANY_CHOICE:
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_NOPS: break;
	}
	return false;
}

static bool is_dear(const struct tir_expr *e)
{
	return e->op == TIR_CALL || tir_ops[e->op].traps;
}

static void list(struct lift *l, const struct tir_expr *e)
{
	struct known *k = known_of(l, e);
	if (!k->of_numbers || !k->dear || k->listed || l->n == MAX_LIFTED ||
	        !(e->flags & TIR_HAS_VAR))
		return;
	k->listed = true;
	l->value[l->n++] = e;
}

static bool judge(void *ctx, const struct tir_expr *e)
{
	struct lift *l = ctx;
	const struct known old = *known_of(l, e);
	struct known k = {is_movable(l, e), is_dear(e), old.listed, old.sure};
	for (uint32_t i = 0; i < e->n; i++) {
		k.of_numbers &= known_of(l, e->arg[i])->of_numbers;
		k.dear |= known_of(l, e->arg[i])->dear;
	}
	*known_of(l, e) = k;
	for (uint32_t i = 0; i < e->n && !k.of_numbers; i++)
		list(l, e->arg[i]);
	return true;
}

static bool judge_stmt(void *ctx, struct tir_stmt *s)
{
	struct lift *l = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++) {
		tir_walk_expr(op[i]->e, l->arena, judge, l);
		list(l, op[i]->e);
	}
	return true;
}

/* ---- The calls --------------------------------------------------------------------------*/
/* The number of operands before those for k's parameters; -1: e does not call k. */
static int calls(const struct lift *l, const struct tir_expr *e)
{
	if (e->op != TIR_CALL)
		return -1;
	uint32_t b = e->u.call.builtin;
	if (b == TIR_BUILTIN_CALL_GLOBAL)
		return strcmp(tir_call_name(l->m, e), l->k->name) ? -1 : 0;
	bool by_symbol = b == TIR_BUILTIN_CALL_EXTERN || b == TIR_BUILTIN_CALL_PACKED ||
	                 b == TIR_BUILTIN_CALL_CPACKED;
	return by_symbol && e->n && e->arg[0]->op == TIR_STRING_IMM && l->k->symbol &&
	                       !strcmp(e->arg[0]->u.str, l->k->symbol)
	               ? 1
	               : -1;
}

/* May the operands of a call be computed with, one by one? */
static bool fits(const struct lift *l, const struct tir_expr *call, uint32_t first)
{
	uint32_t n = l->k->params.n;
	if (call->n < first + n || call->n + l->n > LEGALIZE_MAX_PARAMS + MAX_LIFTED)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		const struct tir_param *p = &l->k->params.at[i];
		const struct tir_expr *e = call->arg[first + i];
		if ((e->flags & TIR_HAS_EFFECT) ||
		        (p->var && is_param(l, p->var) && !tir_type_eq(e->type, p->var->type)))
			return false;
	}
	return true;
}

static bool check_call(void *ctx, const struct tir_expr *e)
{
	struct lift *l = ctx;
	int first = calls(l, e);
	l->calls += first >= 0;
	l->fails |= first >= 0 && !fits(l, e, (uint32_t)first);
	return true;
}

/* What the lifted expression e of the kernel is in a caller. */
struct moved {
	struct lift *l;
	const struct tir_expr *const *operand; /* for the kernel's parameters */
	VEC(const struct tir_expr *) is;       /* by number of the kernel's expression */
};

static bool move_node(void *ctx, const struct tir_expr *e)
{
	struct moved *v = ctx;
	struct lift *l = v->l;
	const struct tir_expr *to = NULL;
	while (v->is.n <= e->id)
		VEC_PUSH(l->arena, &v->is, NULL);
	for (uint32_t i = 0; e->op == TIR_VAR && i < l->k->params.n; i++)
		if (l->k->params.at[i].var == e->u.var)
			to = v->operand[i];
	if (e->op != TIR_VAR) {
		const struct tir_expr **args = ARENA_NEWN(l->arena, const struct tir_expr *,
		        e->n + 1);
		for (uint32_t i = 0; i < e->n; i++)
			args[i] = v->is.at[e->arg[i]->id];
		to = tir_make(l->m, (enum tir_op)e->op, e->type, e->u.bits, e->n, args);
	}
	v->is.at[e->id] = to;
	return true;
}

/* A call of k gives it the lifted values, too: behind its parameters. */
static bool change_call(void *ctx, const struct tir_expr *e)
{
	struct lift *l = ctx;
	int first = calls(l, e);
	if (first < 0)
		return true;
	const struct tir_expr *args[LEGALIZE_MAX_PARAMS + MAX_LIFTED];
	uint32_t n = 0, behind = (uint32_t)first + l->k->params.n;
	struct moved v = {.l = l, .operand = e->arg + first};
	for (uint32_t i = 0; i < behind; i++)
		args[n++] = e->arg[i];
	for (uint32_t i = 0; i < l->n; i++) {
		tir_walk_expr(l->value[i], l->arena, move_node, &v);
		args[n++] = v.is.at[l->value[i]->id];
	}
	for (uint32_t i = behind; i < e->n; i++)
		args[n++] = e->arg[i];
	tir_subst_node(l->into, e, tir_make(l->m, TIR_CALL, e->type, e->u.bits, n, args));
	return true;
}

struct visitor {
	struct lift *l;
	bool (*visit)(void *ctx, const struct tir_expr *e);
};

static bool visit_stmt(void *ctx, struct tir_stmt *s)
{
	struct visitor *v = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t before = v->l->calls;
		tir_walk_expr(op[i]->e, v->l->arena, v->visit, v->l);
		v->l->fails |= v->l->calls > before && (op[i]->e->flags & TIR_HAS_LET);
	}
	return true;
}

/* Are the calls of k all of functions that are no kernels, and such that they can be changed? */
static bool may_lift(struct lift *l)
{
	struct visitor v = {l, check_call};
	for (uint32_t i = 0; i < l->m->funcs.n && !l->fails; i++) {
		uint32_t before = l->calls;
		tir_walk_stmts(&l->m->funcs.at[i]->body, visit_stmt, &v);
		l->fails |= l->calls > before && legalize_is_kernel(l->m->funcs.at[i]);
	}
	return l->calls && !l->fails && !l->k->syms.n;
}

/* ---- Doing it ---------------------------------------------------------------------------*/
static struct tir_func *with_params(struct lift *l)
{
	struct tir_subst s = {.m = l->m, .arena = l->arena, .stamp = 1};
	struct tir_func *k = tir_func_with_body(l->k, (struct tir_seq){0});
	tir_enter(k);
	k->params.at = arena_copy(l->m->arena, k->params.at, k->params.n * sizeof *k->params.at);
	k->params.cap = k->params.n;
	for (uint32_t i = 0; i < l->n; i++) {
		const char *name = arena_printf(l->m->arena, "host_v%u", i + 1);
		struct tir_var *v = tir_var_new(l->m, name, l->value[i]->type);
		v->at = k->at;
		VEC_PUSH(l->m->arena, &k->params, ((struct tir_param){.var = v, .at = k->at}));
		tir_subst_node(&s, l->value[i], v->expr);
	}
	k->body = tir_subst_seq(&s, &l->k->body);
	return k;
}

/* A statement with other calls in it; what it defines stays. */
static void change_stmt(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct lift *l = ctx;
	struct tir_stmt *t = tir_stmt_copy(l->m->arena, s);
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		op[i]->e = tir_subst_expr(l->into, op[i]->e);
	tir_seq_map_bodies(t, change_stmt, l);
	tir_seq_add(out, t);
}

static void change_calls(struct lift *l, struct tir_func **f)
{
	struct tir_subst s = {.m = l->m, .arena = l->arena, .stamp = 1};
	struct visitor v = {l, change_call};
	tir_enter(*f);
	l->into = &s;
	tir_walk_stmts(&(*f)->body, visit_stmt, &v);
	if (s.memo.n)
		*f = tir_func_with_body(*f, tir_seq_map(&(*f)->body, change_stmt, l));
}

static void lift_of(struct tir_module *m, uint32_t which, struct arena *arena)
{
	struct lift l = {.m = m, .arena = arena, .k = m->funcs.at[which]};
	for (uint32_t i = 0; i < l.k->params.n; i++) {
		const struct tir_var *v = l.k->params.at[i].var;
		if (!v || v->type.code == TIR_TYPE_HANDLE || v->type.code == TIR_TYPE_BOOL)
			continue;
		while (l.param.n <= v->id)
			VEC_PUSH(arena, &l.param, false);
		l.param.at[v->id] = true;
	}
	if (!l.param.n)
		return;
	see_sure_seq(&l, &l.k->body);
	tir_walk_stmts(&l.k->body, judge_stmt, &l);
	if (!l.n || !may_lift(&l))
		return;
	for (uint32_t i = 0; i < m->funcs.n; i++)
		if (i != which)
			change_calls(&l, &m->funcs.at[i]);
	m->funcs.at[which] = with_params(&l);
}

void legalize_lift(struct tir_module *m, struct arena *scratch)
{
	for (uint32_t i = 0; i < m->funcs.n; i++)
		if (legalize_is_kernel(m->funcs.at[i]))
			lift_of(m, i, scratch);
}

bool legalize_is_kernel(const struct tir_func *f)
{
	const struct tir_attr *a = tir_attr_get(f->attrs, LEGALIZE_CONVENTION);
	if (a && a->kind == TIR_ATTR_EXPR)
		return tir_is_const_int(a->expr) && a->expr->u.i == LEGALIZE_KERNEL;
	return a && a->kind == TIR_ATTR_INT && a->i == LEGALIZE_KERNEL;
}
