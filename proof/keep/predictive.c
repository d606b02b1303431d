/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/keep/predictive.c: is a program with loops that carry what they computed the same as the one before?
 *
 * Idea.   In the place of a loop there must stand
 *             c = F, ...                        for each carried variable
 *             for j: next = N; body'; c = c' or next, ...
 *         below `if 0 < extent`, unless the extent is a constant above 0.  F may be `F if k < extent else 0`, where iteration k
 *         is the first one to use it.  By the assignments in the end a variable holds what next was some iterations before: its age.  Induction over the iterations: it begins as N of as
 *         many iterations before the first one, value by value and lane by lane, and the assignments keep that up, if no
 *         store of the loop changes what N loads.  With that for the variables, each operand of body' must have
 *         the value of the one before (predictive_value.c).
 * Needs   f verified.  Shares nothing with loops/ and analysis/.
 * Costs   one walk of both functions; PREDICTED_STEPS a loop. */
#include "proof/keep/predictive.h"

struct predict_walk {
	struct proof_walk both;
	struct proof *p;
	struct arena *arena;
	const struct tir_func *f;
	const struct proof_contract *contract;
	struct proof_doubts *doubts;
	bool *in_f;                    /* buffers, by number */
	bool *is_old;                  /* variables, by number */
	const struct tir_expr **bound; /* what they are bound to */
};

static bool fail(struct predict_walk *w, const char *why)
{
	w->both.why = why;
	return false;
}

static bool is_new_buffer(const struct predict_walk *w, const struct tir_stmt *s)
{
	return s && s->kind == TIR_ALLOC && !w->in_f[tir_as_alloc(s)->buffer->id];
}

/* ---- What stands around the loop ---------------------------------------------------------*/
/* All of the variable: its one element, or its lanes from the first one on. */
static bool is_whole(const struct tir_expr *index, const struct tir_buffer *b)
{
	const struct tir_expr *first = index->op == TIR_RAMP ? index->arg[0] : index;
	bool row = index->op != TIR_RAMP ||
	           (index->arg[1]->op == TIR_INT_IMM && index->arg[1]->u.i == 1);
	return row && first->op == TIR_INT_IMM && first->u.i == 0 &&
	       b->shape[0]->op == TIR_INT_IMM && b->shape[0]->u.i == index->type.lanes;
}

static struct predicted_carried *carried_of(struct predicted *x, const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < x->ncarried; i++)
		if (x->carried[i].buffer == b)
			return &x->carried[i];
	return NULL;
}

/* Note the first value, and without which iteration it is another one. */
static void read_fill(const struct predicted *x, struct predicted_carried *c,
        const struct tir_expr *e)
{
	const struct tir_expr *extent = tir_as_for(x->before)->extent.e;
	const struct tir_expr *test = e->op == TIR_IF_THEN_ELSE ? e->arg[0] : NULL;
	bool asks = test && test->op == TIR_LT && test->arg[0]->op == TIR_INT_IMM &&
	            test->arg[1] == extent && test->arg[0]->u.i > 0 &&
	            test->arg[0]->u.i < PREDICTED_CARRIED;
	c->fill = asks ? e->arg[1] : e;
	c->from = asks ? test->arg[0]->u.i : 0;
}

/* Note a store in front of the loop as the first value of a carried variable; false with the reason: it is none, or the
 * second one. */
static bool note_fill(struct predict_walk *w, struct predicted *x, const struct tir_stmt *s)
{
	const struct tir_store *st = tir_as_store(s);
	struct predicted_carried *c = carried_of(x, st->buffer);
	if (!c || c->fill || s->nindex != 1 || tir_mask_of(s) ||
	        !is_whole(st->index[0].e, st->buffer))
		return fail(w, "a carried variable has not one first value");
	c->inside = st->index[0].e;
	read_fill(x, c, st->value.e);
	return true;
}

/* The variables and their first values, from t on; *loop: what follows. */
static bool read_carried(struct predict_walk *w, struct predicted *x, const struct tir_stmt *t,
        const struct tir_stmt **loop)
{
	for (; is_new_buffer(w, t); t = t->next) {
		const struct tir_buffer *b = tir_as_alloc(t)->buffer;
		if (x->ncarried == PREDICTED_CARRIED || b->ndim != 1 || b->strides ||
		        b->elem_offset || b->elem.lanes != 1 || strcmp(b->scope, "local") != 0)
			return fail(w, "a carried variable is none");
		x->carried[x->ncarried++] = (struct predicted_carried){.buffer = b};
	}
	for (; t && t->kind == TIR_STORE; t = t->next)
		if (!note_fill(w, x, t))
			return false;
	for (uint32_t i = 0; i < x->ncarried; i++)
		if (!x->carried[i].fill)
			return fail(w, "a carried variable has no first value");
	*loop = t;
	return t && t->kind == TIR_FOR ? true : fail(w, "a carried variable without a loop");
}

static bool is_timeless(const struct tir_expr *e)
{
	return !(e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET | TIR_MAY_TRAP));
}

/* Do both loops have the same iterations, and what is around the second one is done if and only if it has any? */
static bool check_header(struct predict_walk *w, const struct predicted *x,
        const struct tir_stmt *guard)
{
	const struct tir_for *l = tir_as_for(x->before), *m = tir_as_for(x->after);
	const struct tir_expr *extent = l->extent.e,
	                      *asked = guard ? tir_as_if(guard)->value.e : NULL;
	if (!proof_is_plain(x->before) || !proof_is_plain(x->after) || l->var != m->var ||
	        l->min.e != m->min.e || extent != m->extent.e || tir_loop_step(x->before) != 1 ||
	        tir_loop_step(x->after) != 1)
		return fail(w, "a loop that carries something has other iterations");
	if (l->var->type.code != TIR_TYPE_INT || l->var->type.bits < 32 || !is_timeless(l->min.e) ||
	        !is_timeless(extent))
		return fail(w, "the bounds of a loop that carries something may wrap or change");
	if (!guard)
		return (extent->op == TIR_INT_IMM && extent->u.i > 0) ||
		       fail(w, "a loop that carries something may not run");
	return (asked->op == TIR_LT && asked->arg[0]->op == TIR_INT_IMM &&
	               asked->arg[0]->u.i == 0 && asked->arg[1] == extent &&
	               !tir_as_if(guard)->orelse.first && !x->after->next) ||
	       fail(w, "a loop that carries something may not run");
}

/* ---- The bodies --------------------------------------------------------------------------*/
/* Bindings, stores and ifs, of operands that do nothing but compute. */
static bool is_plain(void *ctx, struct tir_stmt *s)
{
	(void)ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	bool ok = (s->kind == TIR_BIND || s->kind == TIR_STORE || s->kind == TIR_IF) &&
	          !tir_mask_of(s);
	for (uint32_t i = 0; i < n && ok; i++)
		ok = !(e[i]->flags & (TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS));
	return ok;
}

/* Compare two operands of one place, lane by lane.  *known: whether the answer is. */
static bool same_value(struct predicted *x, const struct tir_expr *a, const struct tir_expr *b,
        bool *known)
{
	const struct predicted_when now = {0, false};
	*known = true;
	if (a == b)
		return true;
	if (!tir_type_eq(a->type, b->type))
		return false;
	for (uint32_t lane = 0; lane < a->type.lanes; lane++) {
		uint32_t v = 0, u = 0;
		for (int k = 0; k < 2 && (!v || v != u); k++) {
			x->names = k == 1;
			v = proof_predicted_value(x, a, lane, now);
			u = v ? proof_predicted_value(x, b, lane, now) : 0;
		}
		x->names = false;
		*known = v && u;
		if (!*known || v != u)
			return false;
	}
	*known = proof_predicted_computes(x, b, false);
	return *known;
}

/* The statement after does what the one before does. */
static bool same_stmt(struct predict_walk *w, struct predicted *x, const struct tir_stmt *s,
        const struct tir_stmt *t, bool *known)
{
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, a, TIR_MAX_OPERANDS);
	if (!proof_same_head(s, t) || tir_stmt_exprs(t, b, TIR_MAX_OPERANDS) != n ||
	        tir_var_of(s) != tir_var_of(t))
		return fail(w, "a statement of a loop that carries something is another one");
	for (uint32_t i = 0; i < n && *known; i++)
		if (!same_value(x, a[i], b[i], known) && *known)
			return fail(w,
			        "an operand of a loop that carries something has another value");
	return !*known || (proof_walk_seq(&w->both, tir_body(s), tir_body(t)) &&
	                          proof_walk_seq(&w->both, tir_orelse(s), tir_orelse(t)));
}

/* How old the carried variables are, by the assignments from t on: *from[i] is the variable that i takes its value
 * from, or PREDICTED_CARRIED: the new name. */
static bool read_ages(struct predict_walk *w, struct predicted *x, const struct tir_stmt *t)
{
	uint32_t from[PREDICTED_CARRIED];
	for (uint32_t i = 0; i < x->ncarried; i++)
		from[i] = i;
	for (; t; t = t->next) {
		struct predicted_carried *c = t->kind == TIR_STORE
		                                      ? carried_of(x, tir_as_store(t)->buffer)
		                                      : NULL;
		const struct tir_expr *v = c ? tir_as_store(t)->value.e : NULL;
		if (!c || t->nindex != 1 || tir_mask_of(t) ||
		        tir_as_store(t)->index[0].e != c->inside)
			return fail(w, "a loop that carries something has a statement more");
		struct predicted_carried *d = v->op == TIR_LOAD ? carried_of(x, v->u.buffer) : NULL;
		bool is_next = v->op == TIR_VAR && v->u.var == x->next;
		if (!is_next && (!d || v->n != 1 || v->arg[0] != d->inside))
			return fail(w, "a carried variable takes another value");
		from[c - x->carried] = is_next ? PREDICTED_CARRIED : from[d - x->carried];
	}
	for (uint32_t i = 0; i < x->ncarried; i++) {
		uint32_t age = 1, k = i;
		for (; from[k] != PREDICTED_CARRIED && age <= x->ncarried; age++)
			k = from[k];
		if (age > x->ncarried)
			return fail(w, "a carried variable never takes a new value");
		x->carried[i].age = age;
	}
	return true;
}

/* Variables that statements read, but for those that take the value of the next one. */
struct reading {
	struct predicted *x;
	bool read[PREDICTED_CARRIED];
};

/* Note that a carried variable is read. */
static bool note_load(void *ctx, const struct tir_expr *e)
{
	struct reading *r = ctx;
	const struct predicted_carried *c = e->op == TIR_LOAD ? carried_of(r->x, e->u.buffer)
	                                                      : NULL;
	if (c)
		r->read[c - r->x->carried] = true;
	return true;
}

/* Note which carried variables the statement reads, if it is one of the loop before. */
static bool note_reads(void *ctx, struct tir_stmt *s)
{
	struct reading *r = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	bool shifts = s->kind == TIR_STORE && carried_of(r->x, tir_as_store(s)->buffer);
	for (uint32_t i = 0; i < n && !shifts; i++)
		tir_walk_expr(e[i], r->x->arena, note_load, r);
	return true;
}

/* A first value that is right if there is an iteration `from`: is that the first one to use it?  Until then it lies in variables of
 * its age and above. */
static bool are_used_late(struct predicted *x)
{
	struct reading r = {.x = x};
	tir_walk_stmts(&tir_as_for(x->after)->body, note_reads, &r);
	for (uint32_t i = 0; i < x->ncarried; i++)
		for (uint32_t k = 0; k < x->ncarried; k++) {
			int64_t later = (int64_t)x->carried[k].age - x->carried[i].age;
			if (r.read[k] && later >= 0 && later < x->carried[i].from)
				return false;
		}
	return true;
}

/* Iterations that the loop has at least, where the first value is that of its age. */
static int64_t runs_of(const struct predicted *x, const struct predicted_carried *c)
{
	const struct tir_expr *extent = tir_as_for(x->before)->extent.e;
	int64_t least = extent->op == TIR_INT_IMM ? extent->u.i : 1;
	return least > c->from ? least : c->from + 1;
}

static bool no_carried(void *ctx, const struct tir_expr *e)
{
	struct predicted *x = ctx;
	return !(e->op == TIR_LOAD && carried_of(x, e->u.buffer)) &&
	       !(e->op == TIR_VAR && e->u.var == x->next);
}

/* Is each first value the new name's, of as many iterations before the first one?  Does the loop load in bounds? */
static bool begins_right(struct predict_walk *w, struct predicted *x, bool *known)
{
	x->quiet = true;
	*known = proof_predicted_is_safe(x, x->next_value, false);
	for (uint32_t i = 0; i < x->ncarried && *known; i++) {
		const struct predicted_carried *c = &x->carried[i];
		const struct predicted_when now = {0, false}, before = {-(int64_t)c->age, true};
		x->runs = runs_of(x, c);
		*known = proof_predicted_is_safe(x, c->fill, true);
		for (uint32_t lane = 0; lane < c->fill->type.lanes && *known; lane++) {
			uint32_t a = proof_predicted_value(x, c->fill, lane, now);
			uint32_t b = proof_predicted_value(x, x->next_value, lane, before);
			*known = a && b;
			if (*known && a != b)
				return fail(w, "a carried variable begins with another value");
		}
	}
	return true;
}

/* ---- A loop ------------------------------------------------------------------------------*/
static void doubt(struct predict_walk *w, const struct tir_stmt *loop, enum proof_verdict verdict,
        const char *witness)
{
	VEC_PUSH(w->arena, &w->doubts->all, ((struct proof_doubt){loop, verdict, witness}));
}

/* Does the loop that carries values do what the loop did?  False with the reason, if it is no such loop; a doubt is noted
 * if it is one and not proved. */
static bool same_loop(struct predict_walk *w, struct predicted *x)
{
	const struct tir_stmt *s = tir_as_for(x->before)->body.first,
	                      *bind = tir_as_for(x->after)->body.first;
	const struct tir_stmt *t = bind ? bind->next : NULL, *last = t;
	bool known = true;
	if (!bind || bind->kind != TIR_BIND || w->is_old[tir_as_bind(bind)->var->id])
		return fail(w, "a loop that carries something computes nothing new");
	x->next_value = tir_as_bind(bind)->value.e;
	if (!tir_walk_stmts(&tir_as_for(x->before)->body, is_plain, NULL))
		return fail(w, "a loop that carries something has effects");
	x->next = tir_as_bind(bind)->var;
	if (!tir_walk_expr(x->next_value, w->arena, no_carried, x))
		return fail(w, "what is carried is made of what is carried");
	for (const struct tir_stmt *k = s; k && last; k = k->next)
		last = last->next;
	if (!read_ages(w, x, last))
		return false;
	if (!are_used_late(x))
		return fail(w, "a carried variable is used before it has a value");
	for (; s && t && known; s = s->next, t = t->next)
		if (!same_stmt(w, x, s, t, &known))
			return false;
	if (s && known)
		return fail(w, "a loop that carries something has lost a statement");
	if (known && !begins_right(w, x, &known))
		return false;
	const char *witness = NULL;
	enum proof_verdict v = known ? proof_predicted_untouched(x, &w->both, &witness)
	                             : PROOF_UNDECIDED;
	if (v != PROOF_PROVED)
		doubt(w, x->before, v, witness);
	return true;
}

/* Is what stands for the loop s a loop that carries values, with its first values in front and perhaps a guard around?
 * *next is behind it. */
static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct predict_walk *w = ctx;
	const struct tir_stmt *guard = t->kind == TIR_IF ? t : NULL;
	struct predicted x = {.p = w->p,
	        .arena = w->arena,
	        .m = w->f->module,
	        .f = w->f,
	        .contract = w->contract,
	        .before = s,
	        .bound = w->bound};
	if (!read_carried(w, &x, guard ? tir_body(guard)->first : t, &x.after) ||
	        !check_header(w, &x, guard))
		return false;
	*next = guard ? guard->next : x.after->next;
	if (w->p)
		proof_limit(w->p, 0, 0);
	proof_predicted_begin(&x);
	return same_loop(w, &x);
}

static bool is_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t)
{
	return s->kind == TIR_FOR && is_new_buffer(ctx, t->kind == TIR_IF ? tir_body(t)->first : t);
}

/* ---- The functions -----------------------------------------------------------------------*/
static bool note(void *ctx, struct tir_stmt *s)
{
	struct predict_walk *w = ctx;
	if (s->kind == TIR_ALLOC || s->kind == TIR_DECL)
		w->in_f[tir_buffer_of(s)->id] = true;
	if (tir_var_of(s))
		w->is_old[tir_var_of(s)->id] = true;
	if (s->kind == TIR_BIND)
		w->bound[tir_as_bind(s)->var->id] = tir_as_bind(s)->value.e;
	return true;
}

bool proof_predictive(struct proof *p, const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, struct proof_doubts *doubts,
        const char **why)
{
	struct diag silent = {0};
	struct predict_walk w = {
	        .p = p, .arena = arena, .f = f, .contract = contract, .doubts = doubts};
	w.both = (struct proof_walk){
	        .arena = arena, .is_changed = is_changed, .same_changed = same_changed, .ctx = &w};
	tir_enter(f);
	w.in_f = ARENA_NEWN(arena, bool, f->module->nbuffers);
	w.is_old = ARENA_NEWN(arena, bool, f->module->nvars);
	w.bound = ARENA_NEWN(arena, const struct tir_expr *, f->module->nvars);
	tir_walk_stmts(&f->body, note, &w);
	bool ok = tir_verify_func(g, &silent) || fail(&w, "a variable is used out of its scope");
	ok = ok && proof_walk_seq(&w.both, &f->body, &g->body);
	*why = w.both.why;
	return ok;
}
