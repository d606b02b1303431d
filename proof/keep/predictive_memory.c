/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/keep/predictive_memory.c: loads that a loop does earlier than before: are they in bounds, and is memory the same then?
 *
 * Idea.    An iteration surely does the loads of its own statements.  What lies between two elements of one buffer that it
 *          loads is in the buffer, and so is a line of a buffer of whole lines that holds one of them.  isl is
 *          asked for two iterations of which one stores what the other loads.
 * Needs    bodies of bindings, stores and ifs alone. */
#include "proof/keep/predictive.h"

/* ---- Operations --------------------------------------------------------------------------*/
struct marks {
	struct predicted *x;
	bool *is_old; /* by expression: the iteration computes it */
	uint32_t n;
	bool first; /* asked about the first iteration */
};

static bool mark(void *ctx, const struct tir_expr *e)
{
	struct marks *m = ctx;
	if (e->id < m->n)
		m->is_old[e->id] = true;
	return true;
}

/* Mark what iterations of the loop before compute, and what its first one does. */
static struct marks mark_old(struct predicted *x)
{
	const struct tir_for *l = tir_as_for(x->before);
	struct tir_subst now = {.m = x->m, .arena = x->arena}, first = now;
	VEC(const struct tir_expr *) all = {0};
	struct marks m = {.x = x};
	tir_subst_var(&first, l->var, l->min.e);
	for (const struct tir_stmt *s = l->body.first; s; s = s->next) {
		const struct tir_expr *e[TIR_MAX_OPERANDS];
		uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
		for (uint32_t i = 0; i < n; i++) {
			VEC_PUSH(x->arena, &all, e[i]);
			VEC_PUSH(x->arena, &all, tir_subst_expr(&now, e[i]));
			VEC_PUSH(x->arena, &all, tir_subst_expr(&first, e[i]));
		}
		if (s->kind == TIR_BIND) {
			tir_subst_var(&now, tir_as_bind(s)->var, tir_subst_expr(&now, e[0]));
			tir_subst_var(&first, tir_as_bind(s)->var, tir_subst_expr(&first, e[0]));
		}
	}
	m.n = x->m->nexprs;
	m.is_old = ARENA_NEWN(x->arena, bool, m.n);
	for (uint32_t i = 0; i < all.n; i++)
		tir_walk_expr(all.at[i], x->arena, mark, &m);
	return m;
}

/* An index may be an old one and a constant: the sum is that of an element in bounds. */
static bool mark_index(void *ctx, const struct tir_expr *e)
{
	struct marks *m = ctx;
	for (uint32_t k = 0; e->op == TIR_LOAD && k < e->n; k++) {
		const struct tir_expr *i = e->arg[k]->op == TIR_RAMP ? e->arg[k]->arg[0]
		                                                     : e->arg[k];
		bool sum = (i->op == TIR_ADD || i->op == TIR_SUB) && i->arg[1]->op == TIR_INT_IMM;
		if (sum && (i->arg[0]->op == TIR_VAR || m->is_old[i->arg[0]->id]))
			m->is_old[i->id] = true;
	}
	return true;
}

/* Is it old, or does it overflow where what is old does? */
static bool is_known(void *ctx, const struct tir_expr *e)
{
	struct marks *m = ctx;
	return m->is_old[e->id] || proof_predicted_overflows_alike(m->x, e, m->first);
}

bool proof_predicted_computes(struct predicted *x, const struct tir_expr *e, bool first)
{
	struct marks *m = x->marks;
	if (!m) {
		m = x->marks = ARENA_NEW(x->arena, struct marks);
		*m = mark_old(x);
	}
	m->first = first;
	return !(e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS)) &&
	       tir_walk_expr(e, x->arena, mark_index, m) &&
	       tir_walk_expr(e, x->arena, is_known, m) && proof_predicted_traps_alike(x, e, first);
}

/* ---- Bounds ------------------------------------------------------------------------------*/
/* Elements of a buffer: all but one index are these values; that one is a sum and a number between two. */
struct reach {
	const struct tir_buffer *buffer;
	uint32_t n, along;            /* indices, the one */
	uint32_t value[TIR_MAX_RANK]; /* of that one: its terms */
	int64_t lo, hi;
};
struct hull {
	struct predicted *x;
	struct predicted_when when;
	VEC(struct reach) all;
};

/* What the load reaches, seen along one of its indices; false: not known. */
static bool reach_of(struct predicted *x, const struct tir_expr *e, struct predicted_when when,
        uint32_t along, struct reach *r)
{
	*r = (struct reach){.buffer = e->u.buffer, .n = e->n, .along = along};
	for (uint32_t i = 0; i < e->n; i++) {
		const struct tir_expr *index = e->arg[i];
		bool row = index->op == TIR_RAMP && index->arg[1]->op == TIR_INT_IMM &&
		           index->arg[1]->u.i == 1;
		if (e->u.buffer->elem.lanes != 1 ||
		        (index->type.lanes > 1 && (!row || i + 1 < e->n)))
			return false;
		r->value[i] = proof_predicted_value(x, index, 0, when);
		if (!r->value[i])
			return false;
	}
	uint32_t value = r->value[along];
	uint32_t lanes = e->arg[along]->type.lanes;
	return proof_predicted_sum(x, value, &r->value[along], &r->lo) &&
	       !__builtin_add_overflow(r->lo, lanes - 1, &r->hi);
}

static bool is_along(const struct reach *a, const struct reach *b)
{
	bool same = a->buffer == b->buffer && a->n == b->n && a->along == b->along;
	for (uint32_t i = 0; same && i < a->n; i++)
		same = a->value[i] == b->value[i];
	return same;
}

/* Widen the hull by what the load reaches, along each of its indices. */
static void add_reach(struct hull *h, const struct tir_expr *e)
{
	for (uint32_t along = 0; along < e->n; along++) {
		struct reach r;
		uint32_t i = 0;
		/* lanes are reached along the last index */
		if ((e->type.lanes > 1 && along + 1 < e->n) ||
		        !reach_of(h->x, e, h->when, along, &r))
			continue;
		while (i < h->all.n && !is_along(&h->all.at[i], &r))
			i++;
		if (i == h->all.n)
			VEC_PUSH(h->x->arena, &h->all, r);
		struct reach *o = &h->all.at[i];
		o->lo = o->lo < r.lo ? o->lo : r.lo;
		o->hi = o->hi > r.hi ? o->hi : r.hi;
	}
}

/* What is surely evaluated with e. */
static void add_sure(struct hull *h, const struct tir_expr *e)
{
	VEC(const struct tir_expr *) todo = {0};
	uint32_t budget = PREDICTED_STEPS / 16;
	VEC_PUSH(h->x->arena, &todo, e);
	while (todo.n && budget--) {
		e = todo.at[--todo.n];
		if (e->op == TIR_LOAD)
			add_reach(h, e);
		for (uint32_t i = 0; i < tir_strict_args(e) && e->flags & TIR_READS_MEM; i++)
			VEC_PUSH(h->x->arena, &todo, e->arg[i]);
	}
}

static int64_t floor_to(int64_t a, int64_t by)
{
	return a - (a % by + by) % by;
}

/* Does the load lie between those of the hull, or in their lines? */
static bool is_between(struct hull *h, const struct tir_expr *e, const struct reach *r)
{
	const struct tir_buffer *b = r->buffer;
	const struct tir_expr *size = r->along + 1 == b->ndim ? b->shape[r->along] : NULL;
	int64_t lanes = e->type.lanes;
	bool lines = lanes > 1 && size && size->op == TIR_INT_IMM && size->u.i % lanes == 0 &&
	             !b->strides && proof_predicted_divides(h->x, r->value[r->along], lanes);
	for (uint32_t i = 0; i < h->all.n; i++) {
		const struct reach *o = &h->all.at[i];
		int64_t lo = lines ? floor_to(o->lo, lanes) : o->lo;
		int64_t hi = lines ? floor_to(o->hi, lanes) + lanes - 1 : o->hi;
		if (is_along(o, r) && lo <= r->lo && r->hi <= hi)
			return true;
	}
	return false;
}

/* Does the load stay inside what the loop loaded before, along some index?  Whatever is no load does. */
static bool is_inside(void *ctx, const struct tir_expr *e)
{
	struct hull *h = ctx;
	bool inside = e->op != TIR_LOAD;
	for (uint32_t along = e->type.lanes > 1 ? e->n - 1 : 0; !inside && along < e->n; along++) {
		struct reach r;
		inside = reach_of(h->x, e, (struct predicted_when){0, false}, along, &r) &&
		         is_between(h, e, &r);
	}
	return inside;
}

bool proof_predicted_is_safe(struct predicted *x, const struct tir_expr *e, bool first)
{
	struct hull h = {.x = x, .when = {0, first}};
	bool quiet = x->quiet;
	if (e->flags & TIR_HAS_LAZY || !proof_predicted_computes(x, e, first))
		return false;
	x->quiet = true;
	for (const struct tir_stmt *s = tir_as_for(x->before)->body.first; s; s = s->next) {
		const struct tir_expr *op[TIR_MAX_OPERANDS];
		uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
		for (uint32_t i = 0; i < n; i++)
			add_sure(&h, op[i]);
	}
	bool ok = tir_walk_expr(e, x->arena, is_inside, &h);
	x->quiet = quiet;
	return ok;
}

/* ---- Stores ------------------------------------------------------------------------------*/
struct touching {
	struct predicted *x;
	const struct proof_walk *walk;
	const struct tir_expr *load;
	enum proof_verdict verdict;
	const char *witness;
};

/* What is bound in the body, in an iteration whose variable is var of the set. */
static void add_locals(const struct predicted *x, uint32_t var, struct proof_reader *r)
{
	VEC(struct proof_local) local = {0};
	const struct tir_for *l = tir_as_for(x->before);
	struct proof_local counter = {.var = l->var, .sum = {.n = 1, .term = {{1, var}}}};
	VEC_PUSH(x->arena, &local, counter);
	for (const struct tir_stmt *s = l->body.first; s; s = s->next)
		if (s->kind == TIR_BIND) {
			struct proof_local name = {
			        tir_as_bind(s)->var, tir_as_bind(s)->value.e, {0}};
			VEC_PUSH(x->arena, &local, name);
		}
	r->local = local.at;
	r->nlocals = local.n;
	struct proof_sum v = {.n = 1, .term = {{1, var}}};
	proof_read_range(r, x->before, &v);
}

/* The element of one lane: the lane is a variable of its own. */
static struct proof_sum element(struct proof_reader *r, const struct tir_expr *index)
{
	struct proof_sum lane = {.n = 1, .term = {{1, r->set->nvars}}},
	                 end = {.constant = index->type.lanes - 1};
	bool row = index->op == TIR_RAMP && index->arg[1]->op == TIR_INT_IMM &&
	           index->arg[1]->u.i == 1;
	r->set->nvars++;
	proof_add(r->arena, r->set, PROOF_AT_LEAST_0, &lane);
	r->set->wider |= !proof_sum_add(&end, &lane, -1);
	proof_add(r->arena, r->set, PROOF_AT_LEAST_0, &end);
	struct proof_sum at = {.n = 1, .term = {{1, r->set->nvars}}};
	if (!row && index->type.lanes > 1) {
		r->set->wider = true;
		r->set->nvars++;
		return at;
	}
	at = proof_read(r, row ? index->arg[0] : index);
	r->set->wider |= !proof_sum_add(&at, &lane, 1);
	return at;
}

/* Does the store miss the element that was loaded early?  False: isl says no, or does not know; the verdict says which. */
static bool check_store(void *ctx, struct tir_stmt *s)
{
	struct touching *t = ctx;
	struct predicted *x = t->x;
	struct proof_atoms atoms = {0};
	struct proof_set set = {.ndims = 2, .nvars = 2};
	struct proof_reader r = {.arena = x->arena, .atoms = &atoms, .set = &set};
	r.outer = t->walk->scope.binds.at;
	r.nouter = t->walk->scope.binds.n;
	if (s->kind != TIR_STORE ||
	        !proof_may_overlap(x->f, x->contract, tir_as_store(s)->buffer, t->load->u.buffer))
		return true;
	t->verdict = PROOF_UNDECIDED;
	if (!x->p || tir_as_store(s)->buffer != t->load->u.buffer || s->nindex != t->load->n)
		return false;
	for (uint32_t i = 0; i < t->walk->scope.around.n; i++)
		if (t->walk->scope.around.at[i].loop) {
			const struct tir_stmt *loop = t->walk->scope.around.at[i].loop;
			struct proof_sum v = proof_read(&r, tir_as_for(loop)->var->expr);
			proof_read_range(&r, loop, &v);
		}
	struct proof_sum a[TIR_MAX_RANK];
	add_locals(x, 0, &r);
	for (uint32_t i = 0; i < s->nindex; i++)
		a[i] = element(&r, t->load->arg[i]);
	add_locals(x, 1, &r);
	for (uint32_t i = 0; i < s->nindex; i++) {
		struct proof_sum b = element(&r, tir_as_store(s)->index[i].e);
		if (!proof_sum_add(&a[i], &b, -1))
			return false;
		proof_add(x->arena, &set, PROOF_IS_0, &a[i]);
	}
	set.wider |= atoms.all.n != 0;
	t->verdict = proof_never(x->p, &set, x->arena, &t->witness);
	return t->verdict == PROOF_PROVED;
}

enum proof_verdict proof_predicted_untouched(struct predicted *x, const struct proof_walk *walk,
        const char **witness)
{
	VEC(const struct tir_expr *) asked = {0};
	uint32_t most = 0;
	for (uint32_t i = 0; i < x->loads.n; i++)
		most = most > x->loads.at[i].value ? most : x->loads.at[i].value;
	bool *early = ARENA_NEWN(x->arena, bool, most + 1);
	for (uint32_t i = 0; i < x->loads.n; i++)
		early[x->loads.at[i].value] |= x->loads.at[i].early;
	for (uint32_t i = 0; i < x->loads.n; i++) {
		const struct predicted_load *l = &x->loads.at[i];
		bool again = false;
		for (uint32_t k = 0; k < asked.n && !again; k++)
			again = asked.at[k] == l->e;
		if (!l->here || !early[l->value] || again)
			continue;
		struct touching t = {x, walk, l->e, PROOF_PROVED, NULL};
		tir_walk_stmts(&tir_as_for(x->before)->body, check_store, &t);
		VEC_PUSH(x->arena, &asked, l->e);
		*witness = t.witness;
		if (t.verdict != PROOF_PROVED)
			return t.verdict;
	}
	return PROOF_PROVED;
}
