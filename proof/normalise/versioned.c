/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/versioned.c: check two versions of a loop, one with names for values of memory that its stores miss.
 *
 * Idea    Both functions are walked in step.  Where f has a loop and g an `if`, the else is the loop as it is.  What stands under the condition
 *         binds names, and is the loop with these in the place of what they are bound to, and variables of its own.
 *         A name stands for its value in all iterations if no store of the loop is to what the value loads: isl is asked for an
 *         iteration in which the condition holds, with all conditions around the store, and a lane of each is one element, or shares a byte in views.  Each value is computed anyway: loops with nothing else between, which
 *         run if the condition holds, lead to a statement that evaluates it.
 *         The condition computes in 64 bits what numbers of 32 bits cannot make wrap.
 * Needs   f verified.  Shares nothing with loops/ and analysis/.
 * Costs   one walk of both; a question for each store and each load of a value, for each test in the condition.
 * Wrong if a value changes in an iteration that the condition allows. */
#include "proof/nest.h"

enum { KEPT_NAMES = 8, KEPT_NODES = 4096, KEPT_TERMS = 64 };

struct kept {
	struct proof *p;
	const struct tir_func *f;
	const struct proof_contract *contract;
	struct arena *arena;
	struct proof_walk both;
	/* Of the loop that is looked at. */
	const struct tir_expr *condition, *value[KEPT_NAMES];
	const struct tir_var *name[KEPT_NAMES];
	uint32_t n;
	VEC(const struct tir_var *) old, new;
	/* What is around the walk in it, and the variables that are defined there. */
	VEC(struct proof_around) inside;
	VEC(struct proof_local) local;
	uint32_t nloops, nodes;
};

static bool fail(struct kept *k, const char *why)
{
	k->both.why = why;
	return false;
}

/* ---- The same loop, with names ---------------------------------------------------------------*/
/* Is y what x is, with names in the place of values, and variables of the copy? */
static bool is_copy(struct kept *k, const struct tir_expr *x, const struct tir_expr *y)
{
	if (k->nodes == KEPT_NODES)
		return false;
	k->nodes++;
	for (uint32_t i = 0; y->op == TIR_VAR && i < k->n; i++)
		if (y->u.var == k->name[i])
			return x == k->value[i];
	if (x->op == TIR_VAR) {
		for (uint32_t i = 0; i < k->old.n; i++)
			if (k->old.at[i] == x->u.var)
				return y->op == TIR_VAR && y->u.var == k->new.at[i];
		return x == y;
	}
	bool same = x->op == y->op && x->n == y->n && x->u.bits == y->u.bits &&
	            tir_type_eq(x->type, y->type);
	for (uint32_t i = 0; same && i < x->n; i++)
		same = is_copy(k, x->arg[i], y->arg[i]);
	return same;
}

static bool same_seq(struct kept *k, const struct tir_seq *s, const struct tir_seq *t);

/* Is y the statement x with names in the place of values?  False with the reason. */
static bool same_stmt(struct kept *k, const struct tir_stmt *x, const struct tir_stmt *y)
{
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(x, a, TIR_MAX_OPERANDS);
	unsigned not_plain = TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS;
	if (!proof_is_plain(x) || !proof_same_head(x, y) || tir_stmt_flags(x) & not_plain ||
	        tir_stmt_exprs(y, b, TIR_MAX_OPERANDS) != n ||
	        (x->kind == TIR_FOR && tir_loop_step(x) != tir_loop_step(y)))
		return fail(k, "a statement of a version is another one");
	for (uint32_t i = 0; i < n; i++) {
		k->nodes = 0;
		if (!is_copy(k, a[i], b[i]))
			return fail(k, "an operand of a version is another one");
	}
	if (tir_var_of(x)) {
		if (!tir_type_eq(tir_var_of(x)->type, tir_var_of(y)->type))
			return fail(k, "a version counts in another type");
		VEC_PUSH(k->arena, &k->old, tir_var_of(x));
		VEC_PUSH(k->arena, &k->new, tir_var_of(y));
	}
	return same_seq(k, tir_body(x), tir_body(y)) && same_seq(k, tir_orelse(x), tir_orelse(y));
}

/* The same of all statements of two sequences. */
static bool same_seq(struct kept *k, const struct tir_seq *s, const struct tir_seq *t)
{
	const struct tir_stmt *x = s->first, *y = t->first;
	for (; x && y; x = x->next, y = y->next)
		if (!same_stmt(k, x, y))
			return false;
	return x == y || fail(k, "a version has other statements");
}

/* ---- The condition ---------------------------------------------------------------------------*/
/* Is it computed without a fault: comparisons of numbers, and of sums in 64 bits of numbers of up to 32?  most: of a number, the
 * greatest that it may be. */
static bool is_safe(struct kept *k, const struct tir_expr *e, double *most)
{
	double a = 0, b = 0;
	const double limit = 4e18;
	*most = 0;
	if (k->nodes++ == KEPT_NODES || e->type.lanes != 1)
		return false;
	if (e->op == TIR_AND || e->op == TIR_OR || tir_ops[e->op].compare)
		return is_safe(k, e->arg[0], &a) && is_safe(k, e->arg[1], &b);
	if (e->op == TIR_VAR || e->op == TIR_INT_IMM) {
		*most = e->type.bits == 32 ? 4294967296.0 : limit;
		if (e->op == TIR_INT_IMM && e->u.i > INT32_MIN && e->u.i <= INT32_MAX)
			*most = e->u.i < 0 ? -(double)e->u.i : (double)e->u.i;
		return e->type.code == TIR_TYPE_INT && e->type.bits >= 32;
	}
	if (e->op == TIR_CAST)
		return tir_type_eq(e->type, TIR_INT64) && e->arg[0]->type.bits == 32 &&
		       is_safe(k, e->arg[0], most);
	if ((e->op != TIR_ADD && e->op != TIR_SUB && e->op != TIR_MUL) ||
	        !tir_type_eq(e->type, TIR_INT64) || !is_safe(k, e->arg[0], &a) ||
	        !is_safe(k, e->arg[1], &b))
		return false;
	*most = e->op == TIR_MUL ? a * b : a + b;
	return *most < limit;
}

/* ---- Does a value change? --------------------------------------------------------------------*/
/* What must hold at once: terms without `and`. */
struct terms {
	uint32_t n;
	const struct tir_expr *all[KEPT_TERMS];
};
/* Add the terms of the condition; false: there are too many. */
static bool add_terms(struct terms *t, const struct tir_expr *e)
{
	if (e->op == TIR_AND)
		return add_terms(t, e->arg[0]) && add_terms(t, e->arg[1]);
	if (t->n == KEPT_TERMS)
		return false;
	t->all[t->n++] = e;
	return true;
}

/* A question: is the store to what the load loads, or (store: NULL) is the extent 0 or less? */
struct question {
	struct kept *k;
	const struct tir_stmt *store;
	const struct tir_expr *load, *extent;
};

/* An access to elements of a buffer, each of its lanes to one. */
struct elements {
	const struct tir_buffer *buffer;
	uint32_t n;
	const struct tir_expr *const *index;
	struct proof_sum at[TIR_MAX_RANK];
};

/* Read the index, in any of its lanes; false: these are not in a row. */
static bool read_lane(struct proof_reader *r, const struct tir_expr *e, struct proof_sum *out)
{
	bool vector = e->type.lanes != 1;
	if (vector && e->op != TIR_RAMP && e->op != TIR_BROADCAST)
		return false;
	*out = proof_read(r, vector ? e->arg[0] : e);
	if (!vector || e->op == TIR_BROADCAST)
		return true;
	struct proof_sum lane = {.n = 1, .term = {{1, r->set->nvars++}}};
	struct proof_sum most = {.constant = (int64_t)e->type.lanes - 1};
	proof_add(r->arena, r->set, PROOF_AT_LEAST_0, &lane);
	if (!proof_sum_add(&most, &lane, -1) || e->arg[1]->op != TIR_INT_IMM)
		return false;
	proof_add(r->arena, r->set, PROOF_AT_LEAST_0, &most);
	return proof_sum_add(out, &lane, e->arg[1]->u.i);
}

/* Read all indices; false: it is not known which elements these are. */
static bool read_elements(struct proof_reader *r, struct elements *x)
{
	bool ok = x->n <= TIR_MAX_RANK && x->buffer->elem.lanes == 1;
	for (uint32_t i = 0; i < x->n && ok; i++)
		ok = read_lane(r, x->index[i], &x->at[i]);
	return ok;
}

/* Add that a + most >= b. */
static bool add_reach(struct proof_reader *r, const struct proof_sum *a, const struct proof_sum *b,
        int64_t most)
{
	struct proof_sum d = {.constant = most};
	bool ok = proof_sum_add(&d, a, 1) && proof_sum_add(&d, b, -1);
	proof_add(r->arena, r->set, PROOF_AT_LEAST_0, &d);
	return ok;
}

/* Add that both are to one element, or to elements that share a byte; false: where they are is not known. */
static bool add_meeting(struct proof_reader *r, const struct proof_scope *scope,
        const struct elements *x, const struct elements *y)
{
	struct proof_sum a = {0}, b = {0};
	bool one = x->buffer == y->buffer && !x->buffer->strides && x->n == y->n;
	for (uint32_t i = 0; one && i < x->n; i++)
		if (!add_reach(r, &x->at[i], &y->at[i], 0) ||
		        !add_reach(r, &y->at[i], &x->at[i], 0))
			return false;
	return one || (proof_root(x->buffer) == proof_root(y->buffer) &&
	                      proof_read_byte(r, scope, x->buffer, x->n, x->at, &a) &&
	                      proof_read_byte(r, scope, y->buffer, y->n, y->at, &b) &&
	                      add_reach(r, &a, &b, tir_elem_bytes(x->buffer->elem) - 1) &&
	                      add_reach(r, &b, &a, tir_elem_bytes(y->buffer->elem) - 1));
}

/* Add that the store is to what the load loads, where the walk is; false: that is not known. */
static bool add_hit(struct kept *k, struct proof_reader *r, const struct tir_stmt *store,
        const struct tir_expr *load)
{
	const struct tir_expr *index[TIR_MAX_RANK];
	struct elements x = {.buffer = tir_buffer_of(store), .n = store->nindex, .index = index};
	struct elements y = {.buffer = load->u.buffer, .n = load->n, .index = load->arg};
	for (uint32_t i = 0; i < x.n && i < TIR_MAX_RANK; i++)
		index[i] = tir_as_store(store)->index[i].e;
	for (uint32_t i = 0, n = 0; i < k->inside.n; i++) {
		const struct proof_around *a = &k->inside.at[i];
		struct proof_sum v = {.n = 1, .term = {{1, n}}};
		n += a->loop != NULL;
		proof_read_around(r, a, &v);
	}
	return read_elements(r, &x) && read_elements(r, &y) &&
	       add_meeting(r, &k->both.scope, &x, &y);
}

/* Is the answer never yes where the terms hold, all but those with an `or`, and `more`, which may be NULL? */
static bool ask(const struct question *q, const struct terms *t, const struct tir_expr *more)
{
	struct kept *k = q->k;
	const char *witness;
	struct proof_atoms atoms = {0};
	struct proof_set s = {.ndims = k->nloops, .nvars = k->nloops};
	struct proof_reader r = {.arena = k->arena,
	        .atoms = &atoms,
	        .local = k->local.at,
	        .nlocals = k->local.n,
	        .outer = k->both.scope.binds.at,
	        .nouter = k->both.scope.binds.n,
	        .set = &s};
	proof_read_scope(&r, k->f, &k->both.scope);
	for (uint32_t i = 0; i < t->n; i++)
		if (t->all[i]->op != TIR_OR)
			proof_read_condition(&r, t->all[i], true);
	if (more)
		proof_read_condition(&r, more, true);
	bool ok = !q->store || add_hit(k, &r, q->store, q->load);
	if (q->extent) {
		struct proof_sum n = proof_read(&r, q->extent), none = {0};
		ok = add_reach(&r, &none, &n, 0);
	}
	proof_limit(k->p, 0, 0);
	return ok && proof_never(k->p, &s, k->arena, &witness) == PROOF_PROVED;
}

/* Is the answer never yes if the condition holds: by its terms without an `or`, or by these and either side of one that has an `or`? */
static bool is_never(struct kept *k, const struct tir_stmt *store, const struct tir_expr *load,
        const struct tir_expr *extent)
{
	struct question q = {k, store, load, extent};
	struct terms t = {0};
	if (!add_terms(&t, k->condition))
		return false;
	if (ask(&q, &t, NULL))
		return true;
	for (uint32_t i = 0; i < t.n; i++)
		if (t.all[i]->op == TIR_OR && ask(&q, &t, t.all[i]->arg[0]) &&
		        ask(&q, &t, t.all[i]->arg[1]))
			return true;
	return false;
}

/* A store, while loads of values are compared with it. */
struct hit {
	struct kept *k;
	const struct tir_stmt *store;
};

/* Is the node no load that the store may hit? */
static bool is_missed(void *ctx, const struct tir_expr *e)
{
	const struct hit *h = ctx;
	const struct tir_buffer *to = tir_buffer_of(h->store);
	if (e->op == TIR_MASKED_LOAD)
		return false;
	if (e->op != TIR_LOAD || !proof_may_overlap(h->k->f, h->k->contract, e->u.buffer, to))
		return true;
	return is_never(h->k, h->store, e, NULL);
}

static bool no_store_hits(struct kept *k, const struct tir_seq *s);

/* The same of what is in the loop or under the condition. */
static bool none_hits_inside(struct kept *k, const struct tir_stmt *x)
{
	struct proof_around in = {NULL, tir_value_of(x), true};
	if (x->kind == TIR_FOR) {
		struct proof_local l = {tir_var_of(x), NULL, {.n = 1, .term = {{1, k->nloops++}}}};
		in = (struct proof_around){.loop = x};
		VEC_PUSH(k->arena, &k->local, l);
	}
	VEC_PUSH(k->arena, &k->inside, in);
	bool ok = no_store_hits(k, tir_body(x));
	k->inside.at[k->inside.n - 1].holds = false;
	ok = ok && no_store_hits(k, tir_orelse(x));
	k->inside.n--;
	k->nloops -= x->kind == TIR_FOR;
	return ok;
}

/* Does no store in the sequence hit what a value loads? */
static bool no_store_hits(struct kept *k, const struct tir_seq *s)
{
	bool ok = true;
	for (const struct tir_stmt *x = s->first; x && ok; x = x->next) {
		struct hit h = {k, x};
		for (uint32_t i = 0; x->kind == TIR_STORE && i < k->n && ok; i++)
			ok = tir_walk_expr(k->value[i], k->arena, is_missed, &h);
		if (x->kind == TIR_BIND) {
			struct proof_local l = {tir_var_of(x), tir_value_of(x), {0}};
			VEC_PUSH(k->arena, &k->local, l);
		}
		if (x->kind == TIR_FOR || x->kind == TIR_IF)
			ok = ok && none_hits_inside(k, x);
	}
	return ok;
}

/* ---- Is a value computed anyway? ----------------------------------------------------------------*/
static bool evaluates(struct kept *k, const struct tir_expr *e, const struct tir_expr *value)
{
	bool found = e == value;
	for (uint32_t i = 0; i < tir_strict_args(e) && !found && k->nodes < KEPT_NODES; i++) {
		k->nodes++;
		found = evaluates(k, e->arg[i], value);
	}
	return found;
}

/* Does a statement of the sequence itself evaluate it? */
static bool seq_evaluates(struct kept *k, const struct tir_seq *s, const struct tir_expr *value)
{
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	for (const struct tir_stmt *x = s->first; x; x = x->next) {
		uint32_t n = tir_stmt_exprs(x, e, TIR_MAX_OPERANDS);
		k->nodes = 0;
		for (uint32_t i = 0; i < n; i++)
			if (evaluates(k, e[i], value))
				return true;
	}
	return false;
}

/* Does the loop surely run if the condition holds? */
static bool runs(struct kept *k, const struct tir_stmt *loop)
{
	const struct tir_for *l = tir_as_for(loop);
	bool small = l->min.e->op == TIR_INT_IMM && l->min.e->u.i > -(1 << 24) &&
	             l->min.e->u.i < 1 << 24;
	return small && l->var->type.bits >= 32 && l->var->type.code == TIR_TYPE_INT &&
	       is_never(k, NULL, NULL, l->extent.e);
}

/* Does the loop evaluate the value if the condition holds? */
static bool needs(struct kept *k, const struct tir_stmt *loop, const struct tir_expr *value)
{
	for (;;) {
		if (!runs(k, loop))
			return false;
		if (seq_evaluates(k, tir_body(loop), value))
			return true;
		const struct tir_stmt *next = tir_body(loop)->first;
		if (!next || next->kind != TIR_FOR || next->next)
			return false;
		loop = next;
	}
}

/* ---- The walk ----------------------------------------------------------------------------------*/
static bool is_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t)
{
	(void)ctx;
	return s->kind == TIR_FOR && t->kind == TIR_IF;
}

/* Read the names that the version begins with; what follows them. */
static const struct tir_stmt *read_names(struct kept *k, const struct tir_stmt *t)
{
	unsigned not_pure = TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS;
	for (k->n = 0; t && t->kind == TIR_BIND && k->n < KEPT_NAMES; t = t->next) {
		if (tir_value_of(t)->flags & not_pure)
			return NULL;
		k->name[k->n] = tir_var_of(t);
		k->value[k->n++] = tir_value_of(t);
	}
	return t;
}

/* Is t the loop s in two versions that do the same?  False with the reason. */
static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct kept *k = ctx;
	double most;
	const struct tir_stmt *copy = read_names(k, tir_body(t)->first);
	*next = t->next;
	k->condition = tir_value_of(t);
	k->old.n = k->new.n = k->nodes = k->nloops = k->inside.n = k->local.n = 0;
	const struct tir_stmt *old = tir_orelse(t)->first;
	if (!old || old->next || !proof_is_as_it_was(s, old))
		return fail(k, "a version is not the loop as it was");
	if (!copy || copy->next || !k->n || !is_safe(k, k->condition, &most))
		return fail(k, "a version has another form");
	if (!same_stmt(k, s, copy))
		return false;
	if (!none_hits_inside(k, s))
		return fail(k, "a store may change what a name stands for");
	k->local.n = 0;
	for (uint32_t i = 0; i < k->n; i++)
		if (!needs(k, s, k->value[i]))
			return fail(k, "a value that the program may not compute is computed");
	return true;
}

enum proof_verdict proof_versioned(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	struct diag silent = {0};
	struct kept k = {.p = proof_begin(), .f = f, .contract = contract, .arena = arena};
	k.both = (struct proof_walk){
	        .arena = arena, .is_changed = is_changed, .same_changed = same_changed, .ctx = &k};
	tir_enter(f);
	bool ok = k.p && (tir_verify_func(g, &silent) ||
	                         fail(&k, "the verifier refuses the program with versions"));
	ok = ok && proof_walk_seq(&k.both, &f->body, &g->body);
	*why = k.p ? k.both.why : "there is no isl";
	enum proof_verdict v = ok ? PROOF_PROVED : k.p ? PROOF_REFUTED : PROOF_UNDECIDED;
	proof_end(k.p);
	return v;
}
