/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/unswitch.c: a condition that no loop of a nest changes around the nest, not in it (loop unswitching).
 *
 * Idea    for i: if n > 0: S is if n > 0: for i: S.  With an else, or where the condition chooses between two values, the nest stands
 *         twice: once as if the condition held, once as if it did not.  Nests that follow each other and ask the same share the test.
 *         Memory that nothing else names each copy has for itself.
 * Needs   flat statements; conditions that cannot fail and read no memory, of parameters and names that are bound outside.
 * Keeps   nests that allocate memory or that something leaves, and those that are long.
 * Costs   MOST conditions a nest, each of which makes two copies of it; the nodes of the text. */
#include "loops/nest/private.h"
#include "loops/normalise/respell.h"

enum { MOST = 2, MOST_OF_ALL = 6, MOST_NODES = 1000 };

struct unswitch {
	struct tir_module *m;
	struct arena *arena;
	struct respell blank;     /* which writes nothing otherwise yet */
	uint32_t left, left_here; /* conditions: of the function, of the nest */
	bool guards;              /* where the nest need not stand twice alone */
	/* Of the nest that is read. */
	VEC(bool) inner; /* by variable: it is bound in the nest */
	const struct tir_expr *condition;
	uint32_t nodes;
	bool stays;
	bool any;
};

/* ---- Which condition ---------------------------------------------------------------------*/
static void bind_inside(struct unswitch *u, const struct tir_var *v)
{
	while (u->inner.n <= v->id)
		VEC_PUSH(u->arena, &u->inner, false);
	u->inner.at[v->id] = true;
}

/* Note what the statement binds, and whether it forbids a copy of the nest. */
static bool read_stmt(void *ctx, struct tir_stmt *s)
{
	struct unswitch *u = ctx;
	if (tir_var_of(s))
		bind_inside(u, tir_var_of(s));
	u->stays |= s->kind == TIR_ALLOC || s->kind == TIR_DECL || s->kind == TIR_BLOCK ||
	            s->kind == TIR_LAUNCH || s->kind == TIR_WHILE || s->kind == TIR_RETURN;
	return !u->stays;
}

static bool is_outer(void *ctx, const struct tir_expr *e)
{
	const struct unswitch *u = ctx;
	return e->op != TIR_VAR || e->u.var->id >= u->inner.n || !u->inner.at[e->u.var->id];
}

/* Take the condition, or the first operand of it that no loop changes. */
static void take(struct unswitch *u, const struct tir_expr *c)
{
	unsigned not_pure = TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET;
	bool pure = c->type.lanes == 1 && !(c->flags & not_pure) && c->flags & TIR_HAS_VAR;
	while (c->op == TIR_NOT)
		c = c->arg[0];
	if (u->condition)
		return;
	if (pure && tir_walk_expr(c, u->arena, is_outer, u))
		u->condition = c;
	else if (c->op == TIR_AND || c->op == TIR_OR)
		for (uint32_t i = 0; i < c->n; i++)
			take(u, c->arg[i]);
}

/* Count the node; take the condition that it chooses by. */
static bool read_node(void *ctx, const struct tir_expr *e)
{
	struct unswitch *u = ctx;
	u->nodes++;
	if ((e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE) && e->type.lanes == 1)
		take(u, e->arg[0]);
	return true;
}

/* Look at the operands of the statement, the condition of an `if` first. */
static bool read_operands(void *ctx, struct tir_stmt *s)
{
	struct unswitch *u = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	if (s->kind == TIR_IF)
		take(u, tir_value_of(s));
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(e[i], u->arena, read_node, u);
	return true;
}

/* The condition in the loop that none of its loops changes; NULL: there is none, or the loop stays as it is. */
static const struct tir_expr *condition_in(struct unswitch *u, const struct tir_stmt *loop)
{
	const struct tir_for *l = tir_as_for(loop);
	unsigned not_pure = TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET;
	bool plain = (loop->for_kind == TIR_SERIAL || loop->for_kind == TIR_PARALLEL) &&
	             !((l->min.e->flags | l->extent.e->flags) & not_pure);
	u->condition = NULL;
	u->nodes = u->inner.n = 0;
	u->stays = !plain || tir_seq_leaves(tir_body(loop));
	bind_inside(u, l->var);
	if (!u->stays)
		tir_walk_stmts(tir_body(loop), read_stmt, u);
	if (!u->stays)
		tir_walk_stmts(tir_body(loop), read_operands, u);
	return u->stays || u->nodes > MOST_NODES ? NULL : u->condition;
}

/* ---- The copies --------------------------------------------------------------------------*/
/* Is nothing stored, whatever the loops do? */
static bool does_nothing(const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		const struct tir_expr *c = t->kind == TIR_IF ? tir_value_of(t) : NULL;
		bool known = c && c->op == TIR_INT_IMM;
		if (t->kind != TIR_FOR && !known)
			return false;
		if (!does_nothing(known && !c->u.i ? tir_orelse(t) : tir_body(t)))
			return false;
	}
	return true;
}

/* The condition of a copy, and whether it holds there. */
struct known {
	const struct tir_expr *condition;
	bool holds;
};

/* By comparison: the one that holds where it does not; 0 of other operators. */
static const uint8_t contraries[TIR_NOPS] = {
        [TIR_EQ] = TIR_NE,
        [TIR_NE] = TIR_EQ,
        [TIR_LT] = TIR_GE,
        [TIR_GE] = TIR_LT,
        [TIR_GT] = TIR_LE,
        [TIR_LE] = TIR_GT,
};

/* Is e the contrary of the condition?  Comparisons of floats have none, as neither holds of a NaN. */
static bool is_contrary(const struct tir_expr *e, const struct tir_expr *condition)
{
	return contraries[e->op] && contraries[e->op] == condition->op &&
	       e->arg[0] == condition->arg[0] && e->arg[1] == condition->arg[1] &&
	       tir_is_integral(e->arg[0]->type);
}

/* What `and`, `or` and `not` are of operands of which one is known; NULL: that is not known. */
static const struct tir_expr *logic(const struct tir_expr *e)
{
	bool both = e->op == TIR_AND;
	if (!both && e->op != TIR_OR)
		return NULL;
	for (uint32_t i = 0; i < e->n; i++)
		if (e->arg[i]->op == TIR_INT_IMM)
			return (e->arg[i]->u.i != 0) == both ? e->arg[!i] : e->arg[i];
	return NULL;
}

/* What stands for a node in a copy. */
static const struct tir_expr *known_node(struct respell *r, const struct tir_expr *was,
        const struct tir_expr *e)
{
	const struct known *k = r->ctx;
	if (was == k->condition)
		return tir_int(r->m, e->type, k->holds);
	if (is_contrary(was, k->condition))
		return tir_int(r->m, e->type, !k->holds);
	if (e->op == TIR_NOT && e->arg[0]->op == TIR_INT_IMM)
		return tir_int(r->m, e->type, !e->arg[0]->u.i);
	const struct tir_expr *x = logic(e);
	return x ? x : e;
}

/* Add the statement, without loops in it that do nothing, and with what is under a condition that is known in its place. */
static void prune(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct unswitch *u = ctx;
	const struct tir_expr *c = s->kind == TIR_IF ? tir_value_of(s) : NULL;
	if (c && c->op == TIR_INT_IMM) {
		tir_seq_append(out, tir_seq_map(c->u.i ? tir_body(s) : tir_orelse(s), prune, u));
		return;
	}
	struct tir_stmt *t = tir_stmt_copy(u->m->arena, s);
	struct tir_seq one = {t, t};
	if (s->kind == TIR_FOR && does_nothing(&one))
		return;
	tir_seq_map_bodies(t, prune, ctx);
	tir_seq_add(out, t);
}

/* A copy of the loops, in which the condition has that value; without those that do nothing then. */
static struct tir_seq copy_with(struct unswitch *u, const struct tir_seq *loops,
        const struct tir_expr *condition, bool holds)
{
	struct respell r = u->blank;
	struct known k = {condition, holds};
	struct tir_subst fresh = {.m = u->m, .arena = u->arena};
	r.node = known_node;
	r.ctx = &k;
	struct tir_seq all = tir_seq_map(loops, loops_respell_stmt, &r);
	all = tir_seq_map(&all, prune, u);
	struct tir_seq used = {0};
	for (struct tir_stmt *t = all.first, *next; t; t = next) {
		next = t->next;
		t->next = NULL;
		struct tir_seq rest = {next, all.last};
		if (t->kind != TIR_ALLOC || private_is_named(&rest, tir_buffer_of(t), NULL))
			tir_seq_add(&used, t);
	}
	return tir_subst_seq(&fresh, &used);
}

/* ---- Sequences ---------------------------------------------------------------------------*/
/* Loops of a sequence that ask the same. */
struct run {
	const struct tir_stmt *first, *end; /* not with it */
	const struct tir_expr *condition;   /* NULL: they stay */
};

static bool is_in(const struct run *r, const struct tir_stmt *s)
{
	for (const struct tir_stmt *t = r->first; t != r->end; t = t->next)
		if (t == s)
			return true;
	return false;
}

/* Do the run's loops name what is allocated, and nothing else in the sequence? */
static bool is_own(const struct tir_seq *s, const struct run *r, const struct tir_stmt *alloc)
{
	const struct tir_buffer *b = tir_buffer_of(alloc);
	bool inside = false, outside = false;
	if (!private_is_dense(b) || tir_attr_of(alloc) || is_in(r, alloc))
		return false;
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		*(is_in(r, t) ? &inside : &outside) |= private_stmt_names(t, b);
	return inside && !outside;
}

static struct tir_seq unswitch_seq(struct unswitch *u, const struct tir_seq *s);

/* Take what the loops allocate for themselves out of the sequence. */
static void take_allocations(const struct tir_seq *loops, struct tir_seq *out)
{
	struct tir_seq before = *out;
	*out = (struct tir_seq){0};
	for (struct tir_stmt *a = before.first, *next; a; a = next) {
		bool own = false;
		next = a->next;
		a->next = NULL;
		for (const struct tir_stmt *x = loops->first; x && a->kind == TIR_ALLOC;
		        x = x->next)
			own |= x->kind == TIR_ALLOC && tir_buffer_of(x) == tir_buffer_of(a);
		if (!own)
			tir_seq_add(out, a);
	}
}

/* Add two versions of the run's loops, in which others may follow, with what they allocate for themselves; the loops as they are,
 * if only guards are looked for and this is none. */
static void add_versions(struct unswitch *u, const struct tir_seq *s, const struct run *r,
        struct tir_seq *out)
{
	struct tir_stmt *t = tir_stmt_new(u->m, TIR_IF, r->first->at);
	struct tir_seq loops = {0}, alone = {0};
	for (const struct tir_stmt *a = s->first; a; a = a->next)
		if (a->kind == TIR_ALLOC && is_own(s, r, a))
			tir_seq_add(&loops, tir_stmt_copy(u->m->arena, a));
	for (const struct tir_stmt *a = r->first; a != r->end; a = a->next) {
		tir_seq_add(&loops, tir_stmt_copy(u->m->arena, a));
		tir_seq_add(&alone, tir_stmt_copy(u->m->arena, a));
	}
	struct tir_seq held = copy_with(u, &loops, r->condition, true),
	               other = copy_with(u, &loops, r->condition, false);
	if (u->guards && held.first && other.first) {
		tir_seq_append(out, alone);
		return;
	}
	take_allocations(&loops, out);
	u->left--;
	u->left_here--;
	u->any = true;
	tir_as_if(t)->value.e = r->condition;
	tir_set_body(t, unswitch_seq(u, &held));
	tir_as_if(t)->orelse = unswitch_seq(u, &other);
	u->left_here++;
	tir_seq_add(out, t);
}

/* The loops from s on that have the condition that s has; s alone, if it has none. */
static struct run run_of(struct unswitch *u, const struct tir_stmt *s)
{
	bool may = u->left && u->left_here;
	struct run r = {s, s->next, may && s->kind == TIR_FOR ? condition_in(u, s) : NULL};
	while (r.condition && r.end && r.end->kind == TIR_FOR &&
	        condition_in(u, r.end) == r.condition)
		r.end = r.end->next;
	return r;
}

/* The sequence, with the conditions around loops that stood in them. */
static struct tir_seq unswitch_seq(struct unswitch *u, const struct tir_seq *s)
{
	struct tir_seq out = {0};
	struct run r;
	for (const struct tir_stmt *t = s->first; t; t = r.end) {
		r = run_of(u, t);
		if (r.condition) {
			add_versions(u, s, &r, &out);
			continue;
		}
		struct tir_stmt *copy = tir_stmt_copy(u->m->arena, t);
		if (t->kind == TIR_IF || t->kind == TIR_ATTR)
			tir_set_body(copy, unswitch_seq(u, tir_body(t)));
		if (t->kind == TIR_IF)
			tir_as_if(copy)->orelse = unswitch_seq(u, tir_orelse(t));
		tir_seq_add(&out, copy);
	}
	return out;
}

/* f with conditions around nests; guards: where the nest need not stand twice alone. */
static struct tir_func *unswitch(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, bool guards)
{
	struct unswitch u = {.m = f->module,
	        .arena = arena,
	        .blank = loops_respell_begin(f, options, arena),
	        .left = MOST_OF_ALL,
	        .left_here = MOST,
	        .guards = guards};
	struct tir_seq body = unswitch_seq(&u, &f->body);
	return u.any ? tir_func_with_body(f, body) : f;
}

struct tir_func *loops_guards(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	(void)vectors;
	return unswitch(f, options, arena, true);
}

struct tir_func *loops_unswitch(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	(void)vectors;
	return unswitch(f, options, arena, false);
}
