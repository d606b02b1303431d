/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/vectorize.c: loops marked T.vectorized become ramps, broadcasts and masks.
 *
 * Idea.   All iterations at once, a statement after the other.  An if whose condition differs by
 *         iteration puts a mask on the stores and loads below it.  A statement that cannot be done
 *         so becomes a serial loop of its own; if what follows needs it, the whole loop does.
 * Needs   constant bounds, flat buffers, and iterations that are independent: a loop that is not,
 *         as far as indices tell, is run in order.
 *         What LLVM would take apart lane by lane, elements that lie apart and divisions, is none of
 *         many lanes: it would be straight code, in time that grows with the square of the lanes.
 * Keeps   what the serial loop computes.  Every loop or statement that stays serial is told of.
 * Why it cannot be wrong
 *         All iterations at once are the same as one after the other if none touches what another one
 *         stores: that is asked of the whole body before a vector is made (legalize_vector_carries). A
 *         statement that runs serially beside vectors defines nothing and needs no name that became a
 *         vector (can_stand_alone). Where a condition differs by lane, below it stand only stores and ifs,
 *         each with the lanes as its mask, and the condition reads no memory that these change (vector_if).
 * Costs   two steps a node. */
#include "legalize/vectorize.h"

enum {
	MAX_VECTOR = 1024, /* wider ones are only slower to compile */
	MAX_APART =
	        128, /* the same where lanes are done one by one: 256 of them took LLVM a minute */
};

static bool vector_seq(struct vectorizer *x, const struct tir_seq *s, struct tir_seq *out);

/* ---- Statements of a vectorised loop ---------------------------------------------------- */
static bool fails(struct vectorizer *x, const char *why)
{
	x->why = why;
	return false;
}

/* ---- What is done lane by lane -----------------------------------------------------------*/
/* Are the elements at this index of a vector's lanes neither one nor neighbours? */
static bool lies_apart(const struct tir_expr *index)
{
	return index->type.lanes > MAX_APART && index->op != TIR_BROADCAST &&
	       !(index->op == TIR_RAMP && is_int(index->arg[1], 1));
}

static bool is_constant_vector(const struct tir_expr *e)
{
	return e->op == TIR_BROADCAST && e->arg[0]->op == TIR_INT_IMM;
}

static bool stays_whole(void *ctx, const struct tir_expr *e)
{
	(void)ctx;
	if (e->op == TIR_LOAD)
		return !lies_apart(e->arg[e->n - 1]);
	return e->type.lanes <= MAX_APART || !tir_is_integral(e->type) || !tir_ops[e->op].traps ||
	       is_constant_vector(e->arg[1]);
}

static bool comes_apart(struct vectorizer *x, const struct tir_expr *e)
{
	return !tir_walk_expr(e, x->s.arena, stays_whole, NULL) &&
	       !fails(x, "its many lanes would be computed one at a time");
}

static bool vector_store(struct vectorizer *x, struct tir_stmt *t)
{
	const struct tir_expr *value;
	bool wide = false;
	struct tir_store *st = tir_as_store(t);
	if (st->mask.e || st->buffer->elem.lanes != 1 || st->value.e->type.lanes != 1)
		return fails(x, "it stores vectors already");
	for (uint32_t i = 0; i < t->nindex; i++) {
		const struct tir_expr *index = legalize_vector_expr(x, st->index[i].e);
		if (!index)
			return false;
		if (index->type.lanes > 1 && i + 1 < t->nindex)
			return fails(x, "an index before the last differs by lane");
		if (comes_apart(x, index) || lies_apart(index))
			return fails(x, "its many lanes would be computed one at a time");
		wide = index->type.lanes > 1;
		st->index[i].e = index;
	}
	value = legalize_vector_expr(x, st->value.e);
	if (!value || comes_apart(x, value))
		return false;
	if (!wide && (value->type.lanes > 1 || x->mask))
		return fails(x, "all iterations store one element");
	st->value.e = wide ? legalize_vector_widen(x, value) : value;
	if (x->mask)
		st->mask = (struct tir_operand){x->mask, t->at};
	return true;
}

static bool vector_bind_stmt(struct vectorizer *x, struct tir_stmt *t)
{
	struct tir_bind *bind = tir_as_bind(t);
	const struct tir_expr *value = legalize_vector_expr(x, bind->value.e);
	if (!value || comes_apart(x, value))
		return false;
	bind->value.e = value;
	if (value->type.lanes == bind->var->type.lanes)
		return true;
	struct tir_var *v = tir_var_new(x->s.m, bind->var->name, value->type);
	v->at = bind->var->at;
	bool simple = value->op == TIR_RAMP && !(value->flags & (TIR_READS_MEM | TIR_HAS_EFFECT));
	/* an index that is a ramp stays one access */
	legalize_vector_bind(x, bind->var, simple ? value : v->expr);
	bind->var = v;
	x->bound = true;
	return true;
}

static bool vector_for(struct vectorizer *x, struct tir_stmt *t, const struct tir_stmt *from)
{
	struct tir_for *l = tir_as_for(t);
	struct tir_operand *op[] = {&l->min, &l->extent};
	if (t->for_kind != TIR_SERIAL && t->for_kind != TIR_VECTORIZED &&
	        t->for_kind != TIR_UNROLLED)
		return fails(x, "a parallel loop is inside");
	if (tir_seq_leaves(tir_body(from)))
		return fails(x, "break or continue ends a loop inside");
	for (uint32_t i = 0; i < 2; i++) { /* the step is a constant */
		if (!op[i]->e)
			continue;
		op[i]->e = legalize_vector_expr(x, op[i]->e);
		if (!op[i]->e)
			return false;
		if (op[i]->e->type.lanes > 1)
			return fails(x, "the bounds of a loop inside differ by iteration");
	}
	t->for_kind = t->for_kind == TIR_VECTORIZED ? TIR_SERIAL : t->for_kind;
	l->body = (struct tir_seq){0};
	return vector_seq(x, &tir_as_for(from)->body, &l->body);
}

/* True if everything in s can be masked: stores and ifs. */
static bool is_maskable(const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if ((t->kind != TIR_STORE && t->kind != TIR_IF) || !is_maskable(tir_body(t)) ||
		        !is_maskable(tir_orelse(t)))
			return false;
	return true;
}

/* One branch under its mask. */
static bool branch(struct vectorizer *x, const struct tir_seq *s, const struct tir_expr *mask,
        struct tir_seq *out)
{
	struct vector_scope outer = legalize_vector_enter(x, mask);
	bool ok = x->depth <= 8 && vector_seq(x, s, out);
	legalize_vector_leave(x, outer);
	return ok;
}

static bool vector_if(struct vectorizer *x, struct tir_stmt *t, const struct tir_stmt *from,
        struct tir_seq *out)
{
	struct tir_if *cond = tir_as_if(t);
	const struct tir_expr *c = legalize_vector_expr(x, cond->value.e);
	if (!c)
		return false;
	cond->body = cond->orelse = (struct tir_seq){0};
	if (c->type.lanes == 1) {
		cond->value.e = c;
		if (!vector_seq(x, &tir_as_if(from)->body, &cond->body) ||
		        !vector_seq(x, &tir_as_if(from)->orelse, &cond->orelse))
			return false;
		tir_seq_add(out, t);
		return true;
	}
	if (!is_maskable(tir_body(from)) || !is_maskable(tir_orelse(from)) ||
	        (c->flags & (TIR_READS_MEM | TIR_HAS_EFFECT)))
		return fails(x, "the condition differs by iteration");
	struct tir_seq done = {0};
	if (!branch(x, tir_body(from), c, &done) ||
	        (tir_as_if(from)->orelse.first &&
	                !branch(x, tir_orelse(from), tir_unary(x->s.m, TIR_NOT, c), &done)))
		return false;
	tir_seq_append(out, done);
	return true;
}

/* The statement for all iterations; false with x->why set. */
static bool vector_stmt(struct vectorizer *x, const struct tir_stmt *s, struct tir_seq *out)
{
	struct tir_stmt *t = tir_stmt_copy(x->s.m->arena, s);
	bool ok = false;
	switch (s->kind) {
	case TIR_STORE: ok = vector_store(x, t); break;
	case TIR_BIND: ok = vector_bind_stmt(x, t); break;
	case TIR_FOR: ok = !x->mask && vector_for(x, t, s); break;
	case TIR_IF: return vector_if(x, t, s, out);
	case TIR_ATTR:
		tir_as_attr(t)->body = (struct tir_seq){0};
		ok = vector_seq(x, &tir_as_attr(s)->body, &tir_as_attr(t)->body);
		break;
	case TIR_EVALUATE:
		if (!(tir_as_evaluate(s)->value.e->flags & (TIR_MAY_TRAP | TIR_HAS_EFFECT)))
			return true; /* it does nothing */
		ok = fails(x, "it is called for its effect");
		break;
	case TIR_ALLOC:
	case TIR_DECL: ok = fails(x, "each iteration has memory of its own"); break;
	case TIR_ASSERT:
	case TIR_BLOCK:
	case TIR_BREAK:
	case TIR_CONTINUE:
	case TIR_LAUNCH:
	case TIR_RETURN:
	case TIR_WHILE: ok = fails(x, "a statement of this kind runs in order"); break;
	}
	if (ok)
		tir_seq_add(out, t);
	return ok;
}

/* s alone in a serial loop. */
static void scalarize(struct vectorizer *x, const struct tir_stmt *s, struct tir_seq *out)
{
	struct tir_subst copy = {.m = x->s.m, .arena = x->s.arena};
	struct tir_stmt *loop = tir_stmt_copy(x->s.m->arena, x->loop),
	                *one = tir_stmt_copy(x->s.m->arena, s);
	struct tir_seq only = {one, one};
	loop->for_kind = TIR_SERIAL;
	tir_set_attr(loop, NULL);
	struct tir_for *l = tir_as_for(loop);
	l->var = tir_var_new(x->s.m, tir_as_for(x->loop)->var->name,
	        tir_as_for(x->loop)->var->type);
	l->var->at = tir_as_for(x->loop)->var->at;
	tir_subst_var(&copy, tir_as_for(x->loop)->var, l->var->expr);
	l->body = tir_subst_seq(&copy, &only);
	tir_seq_add(out, loop);
	PASS_WARNING(x->p, s->at, "this statement of a vectorised loop runs serially: %s", x->why);
}

/* True if the statement stands alone: nothing later needs it, and it needs no vector. */
static bool can_stand_alone(struct vectorizer *x, const struct tir_stmt *s)
{
	return s->kind != TIR_BIND && s->kind != TIR_ALLOC && s->kind != TIR_DECL && !x->mask &&
	       !x->bound;
}

static bool vector_seq(struct vectorizer *x, const struct tir_seq *s, struct tir_seq *out)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		struct tir_seq done = {0};
		if (vector_stmt(x, t, &done))
			tir_seq_append(out, done);
		else if (can_stand_alone(x, t))
			scalarize(x, t, out);
		else
			return false;
	}
	return true;
}

/* ---- Loops -------------------------------------------------------------------------------*/
struct outer {
	struct pass *p;
	const struct facts *facts; /* of the function that is being rewritten */
	struct simplifier s;       /* ranges of the variables so far */
};

/* Why this loop is no vector from its head alone, or NULL. */
static const char *bad_head(const struct tir_stmt *s)
{
	const struct tir_for *loop = tir_as_for(s);
	if (loop->extent.e->op != TIR_INT_IMM || tir_loop_step(s) != 1)
		return "its extent is not constant";
	if (loop->extent.e->u.i > MAX_VECTOR)
		return "its vectors would be too long";
	if (tir_seq_leaves(tir_body(s)))
		return "break or continue may end it";
	return NULL;
}

/* The vectors of a loop, or false with *why set. */
static bool vectorize_loop(struct outer *o, const struct tir_stmt *s, struct tir_seq *out,
        const char **why)
{
	const struct tir_for *loop = tir_as_for(s);
	struct tir_type t = loop->var->type;
	const struct tir_expr *min = loop->min.e ? loop->min.e : tir_int(o->p->m, t, 0);
	struct arena *scratch = &o->p->scratch; /* tables as large as the function: of one loop */
	struct vectorizer x = {.s = simplify_begin(o->p->m, scratch),
	        .p = o->p,
	        .facts = o->facts,
	        .loop = s,
	        .lanes = (unsigned)loop->extent.e->u.i,
	        .stamp = 1,
	        .stamps = 1};
	x.s.var.at = o->s.var.at; /* the same array, until it grows */
	x.s.var.n = o->s.var.n;
	x.s.var.cap = o->s.var.cap;
	bool ok = !legalize_vector_carries(&x, tir_body(s));
	if (ok) {
		x.ramp = tir_ramp(x.s.m, min, tir_int(x.s.m, t, 1), x.lanes);
		legalize_vector_bind(&x, loop->var, x.ramp);
		ok = vector_seq(&x, tir_body(s), out);
	}
	if (x.s.var.at != o->s.var.at)
		o->s.var.at = arena_copy(&o->p->arena, x.s.var.at,
		        x.s.var.cap * sizeof *x.s.var.at);
	o->s.var.cap = x.s.var.cap;
	arena_clear(scratch);
	*why = x.why;
	return ok;
}

/* How much the index grows with each iteration; 0: it does not, or that is not known. */
static int64_t growth(const struct outer *o, const struct tir_expr *index, const struct tir_var *v)
{
	const struct affine *a = affine_of(o->facts, index);
	for (uint32_t i = 0; i < a->n; i++)
		if (a->term[i].n == 1 && a->term[i].x[0] == v->expr)
			return a->term[i].factor;
	return 0;
}

/* Does the loop store all parts of rows in turn, or move what lies in a line for each lane? */
static bool is_for_lanes(const struct outer *o, const struct tir_stmt *s)
{
	enum { PARTS = 4, LINE = 128 };
	const struct tir_var *v = tir_as_for(s)->var;
	int64_t by = 0, n = 0;
	for (const struct tir_stmt *t = tir_body(s)->first; t; t = t->next, n++) {
		if (t->kind != TIR_STORE || t->nindex != 1 || tir_mask_of(t))
			return false;
		int64_t g = growth(o, tir_as_store(t)->index[0].e, v);
		if (n && g != by)
			return false;
		by = g;
	}
	const struct tir_expr *e = n ? tir_value_of(tir_body(s)->first) : NULL;
	if (n == 1 && by == 1 && e->op == TIR_LOAD && e->n == 1) {
		int64_t far = growth(o, e->arg[0], v);
		return far >= LINE || far * e->type.bits >= LINE * 8;
	}
	return by >= 2 && by <= PARTS && n % by == 0;
}

static void vectorize(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct outer *o = ctx;
	bool once, loop = s->kind == TIR_FOR || s->kind == TIR_LAUNCH;
	struct tir_stmt *t = tir_stmt_copy(o->p->m->arena, s);
	if (loop)
		simplify_range_loop(&o->s, s, &once);
	if (s->kind == TIR_BIND)
		simplify_range_bind(&o->s, tir_as_bind(s)->var, tir_as_bind(s)->value.e);
	if (s->kind == TIR_FOR && s->for_kind == TIR_VECTORIZED) {
		struct tir_seq done = {0};
		const char *why = bad_head(s);
		bool later = !why && o->p->options->lanes_follow && is_for_lanes(o, s);
		if (!why && tir_as_for(s)->extent.e->u.i <= 0)
			return;
		if (!why && !later && tir_as_for(s)->extent.e->u.i > 1 &&
		        vectorize_loop(o, s, &done, &why)) {
			tir_seq_append(out, done);
			return;
		}
		if (why)
			PASS_WARNING(o->p, s->at, "this loop is not vectorised: %s", why);
		t->for_kind = TIR_SERIAL;
	}
	tir_seq_map_bodies(t, vectorize, o);
	tir_seq_add(out, t);
}

static bool is_vectorized(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR && s->for_kind == TIR_VECTORIZED;
}

/* A program that calls a loop vectorised says that much. */
static bool never_overlap(void *ctx, const struct tir_buffer *a, const struct tir_buffer *b)
{
	(void)ctx;
	return a == b;
}

/* Loops in statements that run serially are new: they are looked at as the function's, once more. */
struct tir_func *legalize_vectorize(struct pass *p, struct tir_func *f)
{
	const struct facts_options apart = {.alias = never_overlap};
	while (tir_seq_any(&f->body, is_vectorized)) {
		struct outer o = {.p = p,
		        .facts = facts_begin(f, &apart, &p->arena),
		        .s = simplify_begin(p->m, &p->arena)};
		simplify_range_shapes(&o.s, f);
		f = tir_func_with_body(f, tir_seq_map(&f->body, vectorize, &o));
	}
	return f;
}
