/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/versioned.c: a loop that computes a dear value of memory in each iteration, in two versions (loop versioning).
 *
 * Idea    In for i in range(n): A[i + k] = A[3] // A[2] + i the quotient stays if no store is to A[3] or A[2]: if n > 0, and k is above 3 or
 *         k + n - 1 below, and so for 2. Under that test a name holds the quotient in front of a copy of the loop; else the loop is as it was.
 * Needs   a value that no loop of the nest names, which each iteration computes; stores to elements of a buffer of one dimension, whose
 *         index is a sum of the loops' variables; all that the value loads of buffers that the nest stores to lies in these.
 * Keeps   nests that allocate memory or that something leaves, and those that are long. The test is done in 64 bits, where nothing wraps.
 * Costs   a copy of the nest; of each store and each load of the value a test, MOST_TESTS at most. */
#include "analysis/analysis.h"
#include "loops/loops.h"
#include "loops/nest/refuse.h"
#include "target/target.h"

enum {
	LOOPS = 4,
	STORES = 4,
	VALUES = 8,
	MOST_TESTS = 6,
	MOST_NODES = 1000,
	MOST_VERSIONS = 8,
	FEW = 4,
	FAR_AWAY = 1 << 20
};

struct versioned {
	struct tir_module *m;
	struct arena *arena;
	const struct facts *facts;
	struct loops_vectors *report;
	uint32_t left; /* versions */
	bool any;
	/* Of the nest that is looked at. */
	const struct tir_stmt *loop[LOOPS];
	uint32_t n;
	const struct tir_stmt *store[STORES];
	uint32_t nstores, nodes;
	uint32_t number; /* of its outermost loop */
	const struct tir_expr *value[VALUES], *test;
	uint32_t nvalues, ntests;
	bool ok;
};

/* ---- The nest ------------------------------------------------------------------------------*/
static bool is_plain(const struct tir_stmt *s)
{
	const struct tir_for *l = tir_as_for(s);
	unsigned not_pure = TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET;
	return s->for_kind == TIR_SERIAL && !(l->more->attr && l->more->attr->n) && !l->more->tag &&
	       !l->more->step.e && !(tir_stmt_flags(s) & not_pure) &&
	       l->var->type.code == TIR_TYPE_INT && l->var->type.bits == 32 &&
	       l->min.e->op == TIR_INT_IMM && l->min.e->u.i > -FAR_AWAY &&
	       l->min.e->u.i < FAR_AWAY &&
	       (l->extent.e->op == TIR_VAR ||
	               (l->extent.e->op == TIR_INT_IMM && l->extent.e->u.i > 0));
}

/* Does the loop run as often in all iterations of those around it in the nest? */
static bool is_rectangular(const struct versioned *w, const struct tir_stmt *s)
{
	bool same = true;
	for (uint32_t i = 0; i < w->n; i++)
		same &= tir_as_for(w->loop[i])->var->expr != tir_as_for(s)->extent.e;
	return same;
}

static bool count_node(void *ctx, const struct tir_expr *e)
{
	struct versioned *w = ctx;
	(void)e;
	return ++w->nodes < MOST_NODES;
}

/* See a statement of the nest: a store, or what may be copied. */
static bool see_stmt(void *ctx, struct tir_stmt *s)
{
	struct versioned *w = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	w->ok = w->ok &&
	        (s->kind == TIR_FOR || s->kind == TIR_STORE || s->kind == TIR_IF ||
	                s->kind == TIR_BIND) &&
	        !(tir_stmt_flags(s) & (TIR_HAS_EFFECT | TIR_HAS_ADDRESS | TIR_HAS_LET));
	for (uint32_t i = 0; i < n && w->ok; i++)
		w->ok = tir_walk_expr(e[i], w->arena, count_node, w);
	if (s->kind == TIR_STORE && w->ok) {
		w->ok = w->nstores < STORES;
		if (w->ok)
			w->store[w->nstores++] = s;
	}
	return w->ok;
}

/* Read the loops with nothing else between, and the stores in them; the innermost body, NULL: it is no such nest. */
static const struct tir_seq *read_nest(struct versioned *w, const struct tir_stmt *s)
{
	const struct tir_seq *body = NULL;
	struct tir_seq one = {(struct tir_stmt *)s, (struct tir_stmt *)s};
	w->n = w->nstores = w->nodes = w->nvalues = w->ntests = 0;
	w->test = NULL;
	w->ok = true;
	for (const struct tir_stmt *x = s; x && x->kind == TIR_FOR; x = body->first) {
		if (w->n == LOOPS || !is_plain(x) || !is_rectangular(w, x))
			return NULL;
		w->loop[w->n++] = x;
		body = tir_body(x);
		if (!body->first || body->first->next)
			break;
	}
	see_stmt(w, one.first);
	if (w->ok)
		tir_walk_stmts(tir_body(s), see_stmt, w);
	return w->ok && w->nstores ? body : NULL;
}

/* ---- Values --------------------------------------------------------------------------------*/
static bool is_dear(const struct tir_expr *e)
{
	bool call = e->op == TIR_CALL && tir_builtins[e->u.call.builtin].is_float &&
	            tir_is_float(e->type);
	bool divides = tir_ops[e->op].traps || e->op == TIR_DIV;
	return e->type.lanes == 1 &&
	       (call || (divides && e->n > 1 && e->arg[1]->op != TIR_INT_IMM &&
	                        e->arg[1]->op != TIR_FLOAT_IMM));
}

static bool is_named(void *ctx, const struct tir_expr *e)
{
	struct versioned *w = ctx;
	return e->op != TIR_VAR || !facts_is_inside(w->facts, e->u.var, w->number);
}

/* Does no loop of the nest name it? */
static bool stays(struct versioned *w, const struct tir_expr *e)
{
	return !(e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS)) &&
	       tir_walk_expr(e, w->arena, is_named, w);
}

/* Note the dear values of memory in what is evaluated with e. */
static void find_values(struct versioned *w, const struct tir_expr *e)
{
	if (!(e->flags & TIR_READS_MEM) || !w->nodes--)
		return;
	if (is_dear(e) && stays(w, e)) {
		for (uint32_t i = 0; i < w->nvalues; i++)
			if (w->value[i] == e)
				return;
		if (w->nvalues < VALUES)
			w->value[w->nvalues++] = e;
		return;
	}
	for (uint32_t i = 0; i < tir_strict_args(e); i++)
		find_values(w, e->arg[i]);
}

/* ---- The test ------------------------------------------------------------------------------*/
static const struct tir_expr *wide(struct versioned *w, const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM ? tir_int(w->m, TIR_INT64, e->u.i)
	                            : tir_cast(w->m, TIR_INT64, e);
}

static void also(struct versioned *w, const struct tir_expr *c)
{
	w->test = w->test ? tir_binary(w->m, TIR_AND, w->test, c) : c;
}

/* What is left of the index with each loop's variable at its first value, or at its last one: `high` of the sum; NULL: it is no sum of these
 * and of numbers of up to 32 bits. */
static const struct tir_expr *extreme(struct versioned *w, const struct tir_expr *e, int64_t sign,
        bool high)
{
	if (!w->nodes--)
		return NULL;
	if (e->type.code != TIR_TYPE_INT || e->type.bits != 32 || e->type.lanes != 1 ||
	        e->flags & TIR_READS_MEM)
		return NULL;
	for (uint32_t i = 0; e->op == TIR_VAR && i < w->n; i++) {
		const struct tir_for *l = tir_as_for(w->loop[i]);
		if (l->var != e->u.var)
			continue;
		const struct tir_expr *first = wide(w, l->min.e);
		if (high != (sign > 0))
			return first;
		first = tir_int(w->m, TIR_INT64, l->min.e->u.i - 1);
		return tir_binary(w->m, TIR_ADD, wide(w, l->extent.e), first);
	}
	if (e->op == TIR_VAR)
		return facts_is_inside(w->facts, e->u.var, w->number) ? NULL : wide(w, e);
	if (e->op == TIR_INT_IMM)
		return wide(w, e);
	bool product = e->op == TIR_MUL && e->arg[1]->op == TIR_INT_IMM &&
	               e->arg[1]->u.i > -FAR_AWAY && e->arg[1]->u.i < FAR_AWAY;
	if (e->op != TIR_ADD && e->op != TIR_SUB && !product)
		return NULL;
	int64_t second = e->op == TIR_SUB ? -sign : sign;
	if (product && e->arg[1]->u.i < 0)
		sign = -sign;
	const struct tir_expr *a = extreme(w, e->arg[0], sign, high),
	                      *b = product ? wide(w, e->arg[1])
	                                   : extreme(w, e->arg[1], second, high);
	return a && b ? tir_binary(w->m, (enum tir_op)e->op, a, b) : NULL;
}

/* Test that the store never is to what is loaded; false: that cannot be tested. */
static bool add_miss(struct versioned *w, const struct tir_stmt *s, const struct tir_expr *load)
{
	if (s->nindex != 1 || load->n != 1 || tir_buffer_of(s) != load->u.buffer ||
	        tir_mask_of(s) || load->u.buffer->elem.lanes != 1 ||
	        tir_value_of(s)->type.lanes != 1 || w->ntests++ == MOST_TESTS)
		return false;
	const struct tir_expr *index = tir_as_store(s)->index[0].e, *at = load->arg[0];
	w->nodes = MOST_NODES;
	if (at->type.code != TIR_TYPE_INT || at->type.bits != 32 ||
	        at->flags & (TIR_READS_MEM | TIR_MAY_TRAP) ||
	        (at->op != TIR_INT_IMM && at->op != TIR_VAR))
		return false;
	const struct tir_expr *lo = extreme(w, index, 1, false), *hi = extreme(w, index, 1, true);
	if (!lo || !hi)
		return false;
	at = wide(w, at);
	if (lo == hi && (lo == at || (lo->op == TIR_INT_IMM && at->op == TIR_INT_IMM)))
		return false; /* the one element that is stored, whatever happens */
	also(w, tir_binary(w->m, TIR_OR, tir_binary(w->m, TIR_LT, at, lo),
	                tir_binary(w->m, TIR_LT, hi, at)));
	return true;
}

/* May the store, in any iteration, be to what is loaded, by all that is known? */
static bool may_meet(struct versioned *w, const struct tir_stmt *s, const struct tir_expr *load)
{
	struct dependence_query any = {.facts = w->facts, .n = w->n};
	uint32_t inner = facts_loop(w->facts, w->loop[w->n - 1]);
	for (uint32_t i = 0; i < w->n; i++)
		any.at[i] = (struct dependence_loop){w->loop[i], DEPENDENCE_ANY, 0};
	struct access a = access_of_load(load, s, inner), b = access_of_store(s, inner);
	return alias_may(w->facts, load->u.buffer, tir_buffer_of(s)) &&
	       dependence_may(&any, &a, &b);
}

/* Add the tests that the load needs. */
static bool see_load(void *ctx, const struct tir_expr *e)
{
	struct versioned *w = ctx;
	for (uint32_t i = 0; i < w->nstores && w->ok && e->op == TIR_LOAD; i++)
		if (may_meet(w, w->store[i], e))
			w->ok = add_miss(w, w->store[i], e);
	return w->ok;
}

/* Add what must hold for the value to be one number in the whole nest; false: that is not known, or it is one anyway. */
static bool add_test(struct versioned *w, const struct tir_expr *value)
{
	const struct tir_expr *before = w->test;
	uint32_t ntests = w->ntests;
	w->ok = true;
	tir_walk_expr(value, w->arena, see_load, w);
	if (w->ok)
		return true;
	w->test = before;
	w->ntests = ntests;
	return false;
}

/* Note why the nest has one version, by its first statement. */
static bool refuses(struct versioned *w, const struct tir_stmt *s, enum loops_reason why)
{
	const struct loops_doubt doubt = {why, tir_body(w->loop[w->n - 1])->first, true};
	loops_refuse(w->report, w->arena, s, &doubt);
	return false;
}

/* Find the values and the test of the nest; false: there are none. */
static bool find(struct versioned *w, const struct tir_stmt *s)
{
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	const struct tir_seq *body = read_nest(w, s);
	if (!body)
		return false;
	w->number = facts_loop(w->facts, s);
	for (const struct tir_stmt *x = body->first; x; x = x->next) {
		uint32_t n = x->kind == TIR_FOR ? 0 : tir_stmt_exprs(x, e, TIR_MAX_OPERANDS);
		w->nodes = MOST_NODES;
		for (uint32_t i = 0; i < n; i++)
			find_values(w, e[i]);
	}
	uint32_t kept = 0, found = w->nvalues;
	for (uint32_t i = 0; i < found; i++)
		if (add_test(w, w->value[i]))
			w->value[kept++] = w->value[i];
	w->nvalues = kept;
	if (found && !kept)
		return refuses(w, s, LOOPS_VERSION_STORED);
	return w->ntests && kept;
}

/* Does a run of the nest take enough iterations? */
static bool is_long(const struct versioned *w)
{
	int64_t n = 1;
	for (uint32_t i = 0; i < w->n; i++) {
		const struct tir_expr *e = tir_as_for(w->loop[i])->extent.e;
		n = e->op == TIR_VAR ? FEW : n >= FEW ? n : n * e->u.i;
	}
	return n >= FEW;
}

/* ---- Two versions --------------------------------------------------------------------------*/
/* The test, behind that of each loop that it runs. */
static const struct tir_expr *whole_test(struct versioned *w)
{
	const struct tir_expr *misses = w->test;
	w->test = NULL;
	for (uint32_t i = 0; i < w->n; i++) {
		const struct tir_expr *n = tir_as_for(w->loop[i])->extent.e;
		if (n->op != TIR_INT_IMM)
			also(w, tir_binary(w->m, TIR_LT, tir_int(w->m, n->type, 0), n));
	}
	also(w, misses);
	return w->test;
}

/* Add both versions of the nest. */
static void add_versions(struct versioned *w, const struct tir_stmt *s, struct tir_seq *out)
{
	struct tir_subst names = {.m = w->m, .arena = w->arena};
	struct tir_stmt *both = tir_stmt_new(w->m, TIR_IF, s->at),
	                *old = tir_stmt_copy(w->m->arena, s);
	struct tir_seq then = {0}, nest = {0}, orelse = {0};
	tir_as_if(both)->value = (struct tir_operand){whole_test(w), s->at};
	for (uint32_t i = 0; i < w->nvalues; i++) {
		struct tir_var *v = tir_var_new(w->m, strtab_str(&w->m->strings, "kept"),
		        w->value[i]->type);
		tir_seq_add(&then, tir_bind_new(w->m, v, w->value[i], TIR_BIND_LET, s->at));
	}
	names.stamp++;
	for (uint32_t i = 0; i < w->nvalues; i++) {
		const struct tir_stmt *bind = then.first;
		for (uint32_t k = 0; k < i; k++)
			bind = bind->next;
		tir_subst_node(&names, w->value[i], tir_var_of(bind)->expr);
	}
	tir_seq_add(&nest, tir_stmt_copy(w->m->arena, s));
	tir_seq_append(&then, tir_subst_seq(&names, &nest));
	tir_seq_add(&orelse, old);
	tir_set_body(both, then);
	tir_set_orelse(both, orelse);
	tir_seq_add(out, both);
	VEC_PUSH(w->arena, &w->report->all,
	        ((struct loops_vectorized){LOOPS_VERSIONED, s, w->nvalues}));
	w->any = true;
	w->left--;
}

/* Add the statement, in two versions if that is of use. */
static void copy_stmt(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct versioned *w = ctx;
	struct tir_stmt *t = tir_stmt_copy(w->m->arena, s);
	bool threads = s->kind == TIR_LAUNCH || (s->kind == TIR_FOR && s->for_kind == TIR_THREAD);
	if (s->kind == TIR_FOR && !threads && w->left && find(w, s) &&
	        (is_long(w) || refuses(w, s, LOOPS_VERSION_SHORT))) {
		add_versions(w, s, out);
		return;
	}
	if (!threads)
		tir_seq_map_bodies(t, copy_stmt, w);
	tir_seq_add(out, t);
}

struct tir_func *loops_versioned(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct versioned w = {.m = f->module,
	        .arena = arena,
	        .facts = facts_begin(f, &known, arena),
	        .report = vectors,
	        .left = options->scratch ? MOST_VERSIONS : 0};
	struct tir_seq body = tir_seq_map(&f->body, copy_stmt, &w);
	return w.any ? tir_func_with_body(f, body) : f;
}
