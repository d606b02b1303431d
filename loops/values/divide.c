/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/values/divide.c: divisions by what a loop does not change, with what is the same in all iterations in front of the loop.
 *
 * Idea    r: let = if_then_else(0 < d, (2^k - 1) // d, 0) in front of the loop; n // d is then if_then_else(0 < d, a product with r,
 *         n // d): a division by 0, which traps, stays where it was.  Where the dividend is the same in all iterations, too, and
 *         the loop may run without the division, the quotient itself is named so (speculative loop-invariant code motion behind a
 *         guard).
 *         A name stands in front of the outermost loop that does not change its value.
 * Needs   the last program: what is named there is computed where it stands.
 *         A divisor that is loaded is evaluated in the first iteration anyway, and no store in the loop may change it.
 * Keeps   each quotient, whatever the operands are (divide_form.c).
 * Costs   the nodes of the text; the loops around a division; NAMES names a function. */
#include "loops/values/divide.h"
#include "analysis/analysis.h"
#include "loops/loops.h"
#include <stdio.h>

enum {
	NAMES = 32,
	DEEP = 16,  /* loops */
	NESTED = 2, /* divisions of quotients: each holds what is divided twice */
	/* Iterations from which on a name pays: of a quotient, a reciprocal in 32 and in 64 bits. */
	LEAST_QUOTIENT = 4,
	LEAST_SHORT = 12,
	LEAST_WIDE = 24,
	UNKNOWN_TRIPS = 64,
};

/* What of the memory that a divisor is loaded from is asked: nothing, do stores leave it as it is, may it be loaded early, too? */
enum asked { ASKS_NOTHING, ASKS_STORES, ASKS_ALL };

struct level {
	const struct tir_stmt *loop;
	uint32_t number, branches,
	        conditions; /* around the loop's body: statements that may leave it out, conditions among them */
	bool leaves; /* an iteration may end early */
};
struct name {
	const struct tir_expr *value;
	struct tir_var *var;
	uint32_t level;
};
struct divider {
	struct tir_module *m;
	struct arena *arena;
	struct facts *facts;
	struct loops_vectors *report;
	struct tir_subst subst;
	struct level level[DEEP];
	uint32_t nlevels, first; /* first: nothing is named in front of loops around it */
	uint32_t branches, names;
	VEC(const struct tir_expr *) condition; /* of the ifs around */
	VEC(struct name) name; /* in scope, or to be bound in front of the loop of a level */
	VEC(uint32_t) sure;    /* by expression: the statement, if it evaluates it in any case */
	VEC(uint8_t) nested;   /* by expression: how many divisions in it became products */
	VEC(uint32_t) seen;    /* by expression: the statement that `nested` is of */
	VEC(const struct tir_expr *) todo;
	uint32_t stamp;
	const struct tir_stmt *at; /* the statement */
	enum asked asked;
	bool any;
};

/* ---- What a loop does not change ---------------------------------------------------------*/
struct fixed {
	const struct divider *w;
	const struct level *level;
};

struct stored {
	const struct divider *w;
	const struct tir_buffer *b;
};

/* Does the statement leave what the buffer holds as it is? */
static bool keeps(void *ctx, struct tir_stmt *s)
{
	const struct stored *x = ctx;
	const struct tir_buffer *b = tir_buffer_of(s);
	bool own = (s->kind == TIR_ALLOC || s->kind == TIR_DECL) &&
	           alias_root(b) == alias_root(x->b);
	return !own && !(tir_stmt_flags(s) & TIR_HAS_EFFECT) &&
	       !(s->kind == TIR_STORE && alias_may(x->w->facts, b, x->b));
}

/* Has the node one value in all iterations, if its operands have? */
static bool is_fixed_node(void *ctx, const struct tir_expr *e)
{
	const struct fixed *x = ctx;
	const struct tir_buffer *b = e->op == TIR_LOAD ? e->u.buffer : NULL;
	struct stored s = {x->w, b};
	if (e->type.lanes != 1)
		return false;
	if (e->op == TIR_VAR)
		return !facts_is_inside(x->w->facts, e->u.var, x->level->number);
	if (b)
		return b->kind != TIR_BUFFER_DECL && b->elem.lanes == 1 &&
		       (!strcmp(b->scope, "global") || !strcmp(b->scope, "local")) &&
		       (x->w->asked < ASKS_STORES ||
		               tir_walk_stmts(tir_body(x->level->loop), keeps, &s));
	bool operation = tir_ops[e->op].arity == 2 || e->op == TIR_NOT || e->op == TIR_BITNOT ||
	                 e->op == TIR_CAST || e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
	return e->op == TIR_INT_IMM || (operation && !tir_node_traps(e));
}

/* Is e the same in all iterations of the level's loop, and may it be computed in front of it if that runs? */
static bool is_fixed(struct divider *w, const struct tir_expr *e, uint32_t level, bool sure)
{
	const struct level *l = &w->level[level];
	struct fixed x = {w, l};
	if (e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS) ||
	        !tir_walk_expr(e, w->arena, is_fixed_node, &x))
		return false;
	return !(e->flags & TIR_READS_MEM) || w->asked < ASKS_ALL ||
	       (sure && !l->leaves && l->branches == w->branches);
}

/* The outermost level whose loop does not change e; nlevels: none. */
static uint32_t level_of(struct divider *w, const struct tir_expr *e, bool sure)
{
	uint32_t level = w->nlevels;
	while (level > w->first && is_fixed(w, e, level - 1, sure))
		level--;
	return level;
}

/* How often the loops from the level on run, at least or as it is guessed. */
static uint64_t trips(const struct divider *w, uint32_t level)
{
	uint64_t n = 1;
	for (uint32_t i = level; i < w->nlevels && n < UINT32_MAX; i++) {
		int64_t most = trip_most(w->facts, w->level[i].loop);
		n *= most < 0 || most > UNKNOWN_TRIPS ? UNKNOWN_TRIPS : (uint64_t)most;
	}
	return n;
}

/* ---- Names -------------------------------------------------------------------------------*/
/* Does the loop surely run?  The proof knows no more. */
static bool runs(const struct tir_stmt *loop)
{
	const struct tir_expr *n = tir_as_for(loop)->extent.e;
	return n->op == TIR_INT_IMM && n->u.i > 0;
}

/* c, and that the loops from the level on run, of which that is not known: what is loaded in front of them is loaded by them. */
static const struct tir_expr *with_loops(struct divider *w, const struct tir_expr *c,
        uint32_t level)
{
	for (uint32_t i = w->nlevels; i-- > level;) {
		const struct tir_expr *n = tir_as_for(w->level[i].loop)->extent.e;
		if (!runs(w->level[i].loop))
			c = tir_binary(w->m, TIR_AND,
			        tir_binary(w->m, TIR_LT, tir_int(w->m, n->type, 0), n), c);
	}
	return c;
}

/* May the loads of e, in front of the level's loop, ask whether the loops run? */
static bool may_ask(struct divider *w, uint32_t level)
{
	for (uint32_t i = level; i < w->nlevels; i++) {
		const struct tir_expr *n = tir_as_for(w->level[i].loop)->extent.e;
		if (runs(w->level[i].loop))
			continue;
		if (n->flags & TIR_READS_MEM || !tir_loop_ascends(w->level[i].loop))
			return false;
		for (uint32_t k = level; k < i; k++)
			if (!is_fixed(w, n, k, false))
				return false;
	}
	return true;
}

/* The name of the value in front of the level's loop; NULL: there are too many. */
static const struct tir_expr *name_of(struct divider *w, const struct tir_expr *value,
        uint32_t level, const char *text)
{
	for (uint32_t i = 0; i < w->name.n; i++)
		if (w->name.at[i].value == value && w->name.at[i].level <= level)
			return w->name.at[i].var->expr;
	if (w->names == NAMES)
		return NULL;
	char name[32];
	snprintf(name, sizeof name, "%s_%u", text, w->m->nvars);
	struct tir_var *v = tir_var_new(w->m, strtab_str(&w->m->strings, name), value->type);
	VEC_PUSH(w->arena, &w->name, ((struct name){value, v, level}));
	w->names++;
	return v->expr;
}

/* Bind what is named in front of the innermost loop, and forget its names. */
static void bind_names(struct divider *w, struct span at, struct tir_seq *out)
{
	uint32_t n = 0, level = w->nlevels - 1;
	for (uint32_t i = 0; i < w->name.n; i++) {
		const struct name x = w->name.at[i];
		if (x.level != level) {
			w->name.at[n++] = x;
			continue;
		}
		tir_seq_add(out, tir_bind_new(w->m, x.var, x.value, TIR_BIND_LET, at));
	}
	w->name.n = n;
}

/* ---- Divisions ---------------------------------------------------------------------------*/
static void tell(struct divider *w, enum loops_reason reason, uint32_t level)
{
	const struct tir_stmt *loop = w->level[level].loop;
	for (uint32_t i = 0; i < w->report->all.n; i++) {
		struct loops_vectorized *x = &w->report->all.at[i];
		if (x->loop == loop && x->reason == reason) {
			x->amount++;
			return;
		}
	}
	VEC_PUSH(w->arena, &w->report->all, ((struct loops_vectorized){reason, loop, 1}));
}

static void refuse(struct divider *w, enum loops_reason reason)
{
	const struct tir_stmt *loop = w->level[w->nlevels - 1].loop;
	VEC_PUSH(w->arena, &w->report->refused, ((struct loops_refused){reason, loop, w->at}));
}

/* Put the value under the guard, or what was there before. */
static const struct tir_expr *guarded(struct divider *w, const struct tir_expr *c,
        const struct tir_expr *value, const struct tir_expr *other)
{
	return tir_select(w->m, TIR_IF_THEN_ELSE, c, value, other);
}

/* The outermost level whose loop does not change the quotient; nlevels: none. */
static uint32_t quotient_level(struct divider *w, const struct tir_expr *e)
{
	if ((e->arg[0]->flags | e->arg[1]->flags) & TIR_READS_MEM)
		return w->nlevels;
	uint32_t n = level_of(w, e->arg[0], false), d = level_of(w, e->arg[1], false);
	return n < d ? d : n;
}

/* Does the level's loop divide in each iteration, or in none because of what it does not change?  Then LLVM takes the quotient out of it,
 * with the tests of that (loop unswitching), and CSE may share it. */
static bool is_certain(struct divider *w, const struct tir_expr *e, uint32_t level)
{
	if (level == w->nlevels || w->sure.at[e->id] != w->stamp || w->level[level].leaves)
		return false;
	for (uint32_t i = w->level[level].conditions; i < w->condition.n; i++)
		if (!is_fixed(w, w->condition.at[i], level, false))
			return false;
	for (uint32_t i = level + 1; i < w->nlevels; i++)
		if (!is_fixed(w, tir_as_for(w->level[i].loop)->extent.e, level, false))
			return false;
	return true;
}

/* The quotient, named in front of the level's loop; NULL: there is none, or it does not pay. */
static const struct tir_expr *hoisted(struct divider *w, const struct tir_expr *e, uint32_t level)
{
	if (level == w->nlevels || trips(w, level) < LEAST_QUOTIENT)
		return NULL;
	const struct tir_expr *c = loops_divide_guard(w->m, e->arg[1]),
	                      *zero = tir_int(w->m, e->type, 0);
	const struct tir_expr *q = name_of(w, guarded(w, c, e, zero), level, "quotient");
	if (q)
		tell(w, LOOPS_DIVIDE_HOISTED, level);
	return q ? guarded(w, loops_divide_likely(w->m, e->arg[1]), q, e) : NULL;
}

/* Read the division e of `was`, whose dividend may hold products by now; false: it is another one. */
static bool read_division(struct divider *w, const struct tir_expr *was, const struct tir_expr *e,
        struct division *x)
{
	int64_t lo = 0, hi = 0;
	bool fits = tir_is_int(e->type) && e->type.bits <= 32 && e->type.bits >= 8 &&
	            e->type.lanes == 1 && range_limits(w->facts, was->arg[0], &lo, &hi);
	*x = (struct division){.e = e,
	        .n = e->arg[0],
	        .d = e->arg[1],
	        .signs = lo < 0,
	        .form = hi <= UINT16_MAX && lo >= -UINT16_MAX ? DIVIDE_SHORT
	                : hi <= INT32_MAX                     ? DIVIDE_SIGNED
	                                                      : DIVIDE_WORD};
	return fits;
}

/* Tell why the divisor, which is loaded, has no reciprocal, if the innermost loop divides by the same in all iterations but for that. */
static void explain_load(struct divider *w, const struct tir_expr *d)
{
	w->asked = ASKS_NOTHING;
	bool same = level_of(w, d, true) < w->nlevels;
	w->asked = ASKS_STORES;
	bool kept = level_of(w, d, true) < w->nlevels;
	w->asked = ASKS_ALL;
	if (same)
		refuse(w, kept ? LOOPS_DIVIDE_UNSURE : LOOPS_DIVIDE_STORED);
}

/* The division as a product with the divisor's reciprocal, in front of the loops that do not change that; NULL: there is none. */
static const struct tir_expr *multiplied(struct divider *w, const struct tir_expr *was,
        const struct tir_expr *e)
{
	struct division x;
	const struct tir_expr *d = e->arg[1];
	bool reads = d->flags & TIR_READS_MEM, sure = w->sure.at[was->id] == w->stamp;
	if (!read_division(w, was, e, &x) || e->arg[0]->flags & (TIR_HAS_EFFECT | TIR_HAS_LET))
		return NULL;
	uint32_t level = level_of(w, d, sure);
	while (reads && level < w->nlevels && !may_ask(w, level))
		level++;
	if (level == w->nlevels) {
		if (reads)
			explain_load(w, d);
		return NULL;
	}
	if (trips(w, level) < (x.form == DIVIDE_SHORT ? LEAST_SHORT : LEAST_WIDE)) {
		refuse(w, LOOPS_DIVIDE_PAYS);
		return NULL;
	}
	const struct tir_expr *c = loops_divide_guard(w->m, d),
	                      *r = loops_divide_reciprocal(w->m, &x);
	const struct tir_expr *asked = reads ? with_loops(w, c, level) : c;
	r = name_of(w, guarded(w, asked, r, tir_int(w->m, r->type, 0)), level, "reciprocal");
	if (!r)
		return NULL;
	tell(w, LOOPS_DIVIDE_MULTIPLIED, level);
	return guarded(w, loops_divide_likely(w->m, d), loops_divide_product(w->m, &x, r), e);
}

/* How many divisions in e, of the statement, became products. */
static uint8_t *nested(struct divider *w, const struct tir_expr *e)
{
	while (w->seen.n <= e->id) {
		VEC_PUSH(w->arena, &w->seen, 0);
		VEC_PUSH(w->arena, &w->nested, 0);
	}
	if (w->seen.at[e->id] != w->stamp)
		w->nested.at[e->id] = 0;
	w->seen.at[e->id] = w->stamp;
	return &w->nested.at[e->id];
}

/* If e divides by what a loop does not change, put what stands for it in its place: its operands are seen. */
static bool see_node(void *ctx, const struct tir_expr *e)
{
	struct divider *w = ctx;
	uint8_t deep = 0;
	if (e->id < w->seen.n && w->seen.at[e->id] == w->stamp)
		return true;
	for (uint32_t i = 0; i < e->n; i++) {
		uint8_t x = *nested(w, e->arg[i]);
		deep = x > deep ? x : deep;
	}
	*nested(w, e) = deep;
	bool divides = divide_is_division(e) && tir_is_int(e->type) &&
	               e->arg[1]->op != TIR_INT_IMM && e->type.lanes == 1;
	if (!divides || deep == NESTED)
		return true;
	uint32_t level = quotient_level(w, e);
	if (is_certain(w, e, level))
		return true;
	const struct tir_expr *x = hoisted(w, e, level);
	if (!x) {
		const struct tir_expr *arg[2] = {tir_subst_expr(&w->subst, e->arg[0]), e->arg[1]};
		x = multiplied(w, e, tir_with_args(w->m, e, arg));
	}
	if (x) {
		tir_subst_node(&w->subst, e, x);
		*nested(w, e) = (uint8_t)(deep + 1);
		w->any = true;
	}
	return true;
}

/* Note what the statement evaluates in any case. */
static void note_sure(struct divider *w, const struct tir_expr *e)
{
	w->todo.n = 0;
	VEC_PUSH(w->arena, &w->todo, e);
	while (w->todo.n) {
		e = w->todo.at[--w->todo.n];
		if (w->sure.at[e->id] == w->stamp)
			continue;
		w->sure.at[e->id] = w->stamp;
		for (uint32_t i = 0, n = tir_strict_args(e); i < n; i++)
			VEC_PUSH(w->arena, &w->todo, e->arg[i]);
	}
}

/* Make room for what is noted of e.  A division behind a guard already is left as it is. */
static bool begin_node(void *ctx, const struct tir_expr *e)
{
	struct divider *w = ctx;
	const struct tir_expr *x = e->op == TIR_IF_THEN_ELSE ? e->arg[2] : e;
	while (w->sure.n <= e->id)
		VEC_PUSH(w->arena, &w->sure, 0);
	if (x != e && divide_is_division(x) && tir_is_int(x->type) &&
	        e->arg[0] == loops_divide_likely(w->m, x->arg[1]))
		*nested(w, x) = NESTED;
	return true;
}

/* The operands of t, a copy of s, with products in the place of divisions. */
static void see_operands(struct divider *w, const struct tir_stmt *s, struct tir_stmt *t)
{
	struct tir_operand *slot[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(t, slot, TIR_MAX_OPERANDS);
	unsigned flags = tir_stmt_flags(s);
	if (w->nlevels == w->first || !(flags & TIR_MAY_TRAP) || flags & TIR_HAS_LET ||
	        tir_mask_of(s))
		return;
	w->stamp++;
	w->subst.stamp++;
	w->at = s;
	for (uint32_t i = 0; i < n; i++) {
		tir_walk_expr(slot[i]->e, w->arena, begin_node, w);
		note_sure(w, slot[i]->e);
	}
	for (uint32_t i = 0; i < n; i++) {
		tir_walk_expr(slot[i]->e, w->arena, see_node, w);
		slot[i]->e = tir_subst_expr(&w->subst, slot[i]->e);
	}
}

/* ---- Statements --------------------------------------------------------------------------*/
static void see_stmt(void *ctx, const struct tir_stmt *s, struct tir_seq *out);

/* Has the loop nothing but iterations, one behind the other or in any order? */
static bool is_plain_loop(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR && !tir_as_for(s)->more->tag &&
	       (s->for_kind == TIR_SERIAL || s->for_kind == TIR_PARALLEL);
}

/* Add the loop with what it does not change in front of it. */
static void see_loop(struct divider *w, const struct tir_stmt *s, struct tir_stmt *t,
        struct tir_seq *out)
{
	unsigned ends = EFFECT_UNKNOWN | EFFECT_LEAVES | EFFECT_LASTS;
	w->level[w->nlevels++] = (struct level){.loop = s,
	        .number = facts_loop(w->facts, s),
	        .branches = w->branches,
	        .conditions = w->condition.n,
	        .leaves = (effect_of(tir_body(s)) & ends) != 0};
	tir_seq_map_bodies(t, see_stmt, w);
	bind_names(w, s->at, out);
	w->nlevels--;
	tir_seq_add(out, t);
}

/* Add the statement, with products in the place of divisions. */
static void see_stmt(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct divider *w = ctx;
	struct tir_stmt *t = tir_stmt_copy(w->m->arena, s);
	uint32_t first = w->first;
	if (s->kind != TIR_WHILE)
		see_operands(w, s, t);
	if (is_plain_loop(s) && w->nlevels < DEEP) {
		see_loop(w, s, t, out);
		return;
	}
	if (s->kind != TIR_IF && tir_body(s)->first)
		w->first = w->nlevels;
	w->branches++;
	if (s->kind == TIR_IF)
		VEC_PUSH(w->arena, &w->condition, tir_as_if(s)->value.e);
	tir_seq_map_bodies(t, see_stmt, w);
	w->condition.n -= s->kind == TIR_IF;
	w->branches--;
	w->first = first;
	tir_seq_add(out, t);
}

struct tir_func *loops_divide(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct divider *w = ARENA_NEW(arena, struct divider);
	*w = (struct divider){.m = f->module,
	        .arena = arena,
	        .facts = facts_begin(f, &known, arena),
	        .report = vectors,
	        .asked = ASKS_ALL,
	        .subst = {.m = f->module, .arena = arena}};
	struct tir_seq body = tir_seq_map(&f->body, see_stmt, w);
	return w->any ? tir_func_with_body(f, body) : f;
}
