/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/scalarize.c: vectors that the target has no instructions for become loops over lanes.
 *
 * Idea.   LLVM takes such a vector apart lane by lane in straight code, behind all that could have
 *         made it short: an addition of 64 halves is 192 calls, and seconds of code generation.
 *         Here the statements side by side that name or store such vectors become one loop over the
 *         lanes; names hold one lane.
 *         Where vectors of integers are to be made anew (legalize_scalarize_text), all of them become such loops, and loops
 *         around them alone go into these.
 * Needs   each lane by itself: no shuffle, no name that is used behind the group, no store of what
 *         another lane's access may meet.
 * Keeps   the lanes' values, and the order of stores to one element.  What all lanes share and may
 *         trap, reads memory or is of floats is computed legalize_once, in front of the loop.
 * Why it cannot be wrong
 *         Statements go into one loop only if no access of a lane meets one of another lane where one of
 *         them stores (scalarize_meet.c, asked of each statement in build); then neither the order of lanes
 *         nor that of statements between lanes shows. A name of the group is used in the group alone
 *         (first_that_leaves). A node that is no operation of each lane by itself ends the group
 *         (lane_node). What is computed in front of the loop is among the accesses that are compared.
 * Costs   up to MAX_GROUP steps a node, and accesses of a group each against each. */
#include "legalize/scalarize.h"

enum {
	MAX_DEPTH = 100, /* of statements: with the loop around them the reader takes them again */
	MAX_WITHIN = 16, /* names of names */
	MAX_GROUP = 64,  /* statements; where nothing pays they are looked at again from each on */
};

/* ---- Accesses ----------------------------------------------------------------------------*/
static void note_access(struct scalarizer *s, struct access a)
{
	const struct tir_buffer *of = s->view[a.buffer->id].of;
	legalize_lane_access_add(&s->access, &s->p->arena, of ? of : a.buffer, a);
}

/* A view of the elements of b, a buffer of vectors. */
static struct tir_buffer *elements_of(struct scalarizer *s, struct tir_buffer *b)
{
	struct view *v = &s->view[b->id];
	if (v->group == s->group)
		return v->elements;
	struct tir_buffer *e = tir_buffer_new(s->m, b->name, TIR_BUFFER_DECL,
	        tir_lanes(b->elem, 1));
	struct tir_type t = b->shape[0]->type;
	const struct tir_expr **shape = ARENA_NEWN(s->m->arena, const struct tir_expr *, 1);
	shape[0] = b->shape[0]->op == TIR_INT_IMM
	                   ? tir_int(s->m, t, b->shape[0]->u.i * b->elem.lanes)
	                   : tir_binary(s->m, TIR_MUL, b->shape[0],
	                             tir_int(s->m, t, b->elem.lanes));
	e->ndim = 1;
	e->shape = shape;
	e->scope = b->scope;
	e->root = b->root;
	e->at = s->at;
	struct tir_stmt *decl = tir_stmt_new(s->m, TIR_DECL, s->at);
	decl->form = TIR_DECL_BUFFER;
	struct tir_decl *d = tir_as_decl(decl);
	d->buffer = e;
	d->value = (struct tir_operand){tir_buffer_data(s->m, b), s->at};
	tir_seq_add(&s->before, decl);
	v->group = s->group;
	v->elements = e;
	return e;
}

/* The buffer that holds the lane of an access whose indices were `wide`; `at` is their lanes, and
 * becomes the lane's index. */
static struct tir_buffer *lane_buffer(struct scalarizer *s, struct tir_buffer *b, uint32_t n,
        const struct tir_expr *const *wide, const struct tir_expr **at)
{
	for (uint32_t i = 0; i + 1 < n; i++)
		s->fails |= wide[i]->type.lanes > 1;
	if (b->elem.lanes == 1)
		return b;
	if (b->elem.lanes != s->lanes || b->ndim != 1 || n != 1 || b->strides) {
		s->fails = true;
		return b;
	}
	struct tir_type t = at[0]->type;
	const struct tir_expr *k = s->lane->expr;
	at[0] = tir_binary(s->m, TIR_ADD,
	        tir_binary(s->m, TIR_MUL, at[0], tir_int(s->m, t, s->lanes)),
	        tir_type_eq(t, k->type) ? k : tir_cast(s->m, t, k));
	return elements_of(s, b);
}

static const struct tir_expr *load(struct scalarizer *s, const struct tir_expr *e)
{
	const struct tir_expr *at[TIR_MAX_RANK];
	bool masked = e->op == TIR_MASKED_LOAD;
	uint32_t n = e->n - masked;
	if (n > TIR_MAX_RANK || (s->all && e->u.buffer->elem.lanes > 1))
		return legalize_cannot(s, e);
	note_access(s, access_of_load(e, NULL, FACTS_NO_LOOP));
	if (e->type.lanes == 1)
		return e;
	for (uint32_t i = 0; i < n; i++)
		at[i] = legalize_lane_of(s, e->arg[i]);
	struct tir_buffer *b = lane_buffer(s, e->u.buffer, n, e->arg, at);
	const struct tir_expr *mask = masked ? legalize_lane_of(s, e->arg[n]) : NULL;
	if (s->fails)
		return e;
	const struct tir_expr *r = tir_access(s->m, TIR_LOAD, b, n, at);
	/* a lane that is off is 0 */
	return mask ? tir_select(s->m, TIR_IF_THEN_ELSE, mask, r, tir_zero(s->m, r->type)) : r;
}

/* ---- Expressions -------------------------------------------------------------------------*/
static bool visit(void *ctx, const struct tir_expr *e);

static const struct tir_expr *variable(struct scalarizer *s, const struct tir_expr *e)
{
	struct name *n = &s->name[e->u.var->id];
	if (n->group == s->group) {
		s->joins = true;
		return n->lane->expr;
	}
	if (!n->value || s->within == MAX_WITHIN)
		return legalize_cannot(s, e);
	if (s->memo[n->value->id].stamp != s->stamp) {
		s->within++;
		tir_walk_expr(n->value, &s->p->arena, visit, s);
		s->within--;
	}
	return s->fails ? e : legalize_lane_of(s, n->value);
}

/* Operands' lanes are in memo. */
static const struct tir_expr *lane_node(struct scalarizer *s, const struct tir_expr *e)
{
	const struct tir_expr *arg[3];
	switch ((enum tir_op)e->op) {
	case TIR_VAR: return variable(s, e);
	case TIR_RAMP: return legalize_ramp(s, e);
	case TIR_BROADCAST: return legalize_once(s, e->arg[0]);
	case TIR_SHUFFLE:
	case TIR_LET:
	case TIR_ADDRESS_OF: return legalize_cannot(s, e);
	case TIR_CALL:
		if (!tir_builtins[e->u.call.builtin].vector || tir_call_effect(e) != TIR_PURE)
			return legalize_cannot(s, e);
		break;
	case TIR_ANY_CONSTANT:
	case TIR_ANY_OPERATOR:
	case TIR_CAST:
	case TIR_ANY_CHOICE:
	case TIR_LOAD:
	case TIR_MASKED_LOAD:
	case TIR_BUFFER_DATA:
	case TIR_NOPS: break;
	}
	if (e->n > 3 || !e->n)
		return legalize_cannot(s, e);
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = legalize_lane_of(s, e->arg[i]);
	if (s->fails)
		return e;
	struct tir_type t = tir_lanes(e->type, 1);
	if (e->op == TIR_CAST)
		return tir_cast(s->m, t, arg[0]);
	return tir_make(s->m, (enum tir_op)e->op, t, e->u.bits, e->n, arg);
}

static bool visit(void *ctx, const struct tir_expr *e)
{
	struct scalarizer *s = ctx;
	bool loads = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD;
	if (e->type.lanes > 1 || loads) {
		s->joins |= s->all || legalize_is_float_work(e, s->by_bits);
		s->fails |= s->all && tir_is_float(e->type);
		const struct tir_expr *r = loads ? load(s, e) : lane_node(s, e);
		s->memo[e->id] = (struct tir_subst_memo){s->stamp, r};
	}
	return !s->fails;
}

static const struct tir_expr *lane_of_operand(struct scalarizer *s, struct tir_operand o)
{
	s->at = o.at;
	s->stamp++;
	s->lazy = o.e->flags & TIR_HAS_LAZY;
	s->fails |= o.e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS);
	s->joins |= o.e->type.lanes > 1 && legalize_makes_floats(o.e);
	if (s->fails || !tir_walk_expr(o.e, &s->p->arena, visit, s))
		return o.e;
	return legalize_lane_of(s, o.e);
}

/* ---- Groups ------------------------------------------------------------------------------*/
static void bind(struct scalarizer *s, const struct tir_stmt *t)
{
	struct tir_stmt *copy = tir_stmt_copy(s->m->arena, t);
	struct tir_bind *c = tir_as_bind(copy);
	const struct tir_var *v = tir_as_bind(t)->var;
	c->value.e = lane_of_operand(s, c->value);
	c->var = tir_var_new(s->m, v->name, tir_lanes(v->type, 1));
	c->var->at = v->at;
	tir_seq_add(&s->body, copy);
	s->name[v->id].group = s->group;
	s->name[v->id].inside = 0;
	s->name[v->id].lane = c->var;
}

static void store(struct scalarizer *s, const struct tir_stmt *t)
{
	const struct tir_expr *wide[TIR_MAX_RANK], *at[TIR_MAX_RANK];
	struct tir_stmt *c = tir_stmt_copy(s->m->arena, t);
	for (uint32_t i = 0; i < t->nindex; i++) {
		wide[i] = tir_as_store(t)->index[i].e;
		at[i] = lane_of_operand(s, tir_as_store(t)->index[i]);
	}
	struct tir_store *st = tir_as_store(c);
	st->value.e = lane_of_operand(s, tir_as_store(t)->value);
	note_access(s, access_of_store(t, FACTS_NO_LOOP));
	st->buffer = lane_buffer(s, tir_as_store(t)->buffer, t->nindex, wide, at);
	for (uint32_t i = 0; i < t->nindex; i++)
		st->index[i].e = at[i];
	if (!tir_as_store(t)->mask.e) {
		tir_seq_add(&s->body, c);
		return;
	}
	struct tir_stmt *on = tir_stmt_new(s->m, TIR_IF, t->at);
	struct tir_if *branch = tir_as_if(on);
	branch->value = (struct tir_operand){
	        lane_of_operand(s, tir_as_store(t)->mask), tir_as_store(t)->mask.at};
	st->mask = (struct tir_operand){0};
	tir_seq_add(&branch->body, c);
	tir_seq_add(&s->body, on);
}

static bool is_of_lanes(const struct tir_stmt *t, unsigned lanes)
{
	return (t->kind == TIR_BIND || (t->kind == TIR_STORE && t->nindex <= TIR_MAX_RANK)) &&
	       tir_value_of(t)->type.lanes == lanes;
}

/* The lanes of all statements of a loop, if they are as many; 0: they are not, or there is something else. */
static unsigned lanes_in(const struct scalarizer *s, const struct tir_stmt *loop)
{
	unsigned lanes = 0;
	if (!s->all || loop->kind != TIR_FOR || loop->for_kind != TIR_SERIAL ||
	        (tir_as_for(loop)->more->attr && tir_as_for(loop)->more->attr->n))
		return 0;
	for (const struct tir_stmt *t = tir_body(loop)->first; t; t = t->next) {
		bool plain = t->kind == TIR_BIND || t->kind == TIR_STORE;
		unsigned n = plain ? tir_value_of(t)->type.lanes : lanes_in(s, t);
		if (n < 2 || (lanes && n != lanes))
			return 0;
		lanes = n;
	}
	return lanes;
}

static unsigned lanes_of(const struct scalarizer *s, const struct tir_stmt *t)
{
	return t->kind == TIR_FOR ? lanes_in(s, t) : tir_value_of(t)->type.lanes;
}

static void build_stmt(struct scalarizer *s, const struct tir_stmt *t);

/* The loop goes into the one over lanes. */
static void inner_loop(struct scalarizer *s, const struct tir_stmt *t)
{
	struct tir_seq outer = s->body;
	struct tir_stmt *copy = tir_stmt_copy(s->m->arena, t);
	struct lane_loop in = {tir_as_for(t)->var, s->access.inner};
	s->body = (struct tir_seq){0};
	s->access.inner = &in;
	for (const struct tir_stmt *u = tir_body(t)->first; u && !s->fails; u = u->next)
		build_stmt(s, u);
	s->access.inner = in.outer;
	tir_as_for(copy)->body = s->body;
	s->body = outer;
	tir_seq_add(&s->body, copy);
}

static void build_stmt(struct scalarizer *s, const struct tir_stmt *t)
{
	if (t->kind == TIR_FOR)
		inner_loop(s, t);
	else
		(t->kind == TIR_BIND ? bind : store)(s, t);
}

/* Build the group of at most n statements from t on: how many there are.  If they are fewer than n
 * what was built is of no use. */
static uint32_t build(struct scalarizer *s, const struct tir_stmt *t, uint32_t n)
{
	s->group++;
	s->lanes = lanes_of(s, t);
	s->lane = tir_var_new(s->m, "lane", TIR_INT32);
	s->lane->at = t->at;
	s->before = s->body = (struct tir_seq){0};
	s->access.at.n = 0;
	s->access.lanes = s->lanes;
	s->pays = s->fails = false;
	uint32_t i = 0;
	for (; i < n && t && (is_of_lanes(t, s->lanes) || lanes_in(s, t) == s->lanes);
	        i++, t = t->next) {
		uint32_t first = s->access.at.n;
		s->joins = false;
		build_stmt(s, t);
		/* what else is stored stays a vector */
		if (s->fails || (t->kind == TIR_STORE && !s->joins) ||
		        (s->asks && legalize_lanes_meet(&s->access, first)))
			break;
		s->pays |= s->joins;
	}
	return i;
}

static bool count(void *ctx, const struct tir_expr *e)
{
	struct scalarizer *s = ctx;
	if (e->op != TIR_VAR)
		return true;
	struct name *n = &s->name[e->u.var->id];
	n->uses += !s->group;
	n->inside += n->group == s->group;
	return true;
}

/* Count what the operands of t name: of the function, before there are groups; of the group. */
static bool count_uses(void *ctx, struct tir_stmt *t)
{
	struct scalarizer *s = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	for (uint32_t i = 0, n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS); i < n; i++)
		tir_walk_expr(op[i]->e, &s->p->arena, count, s);
	const uint8_t kept = TIR_READS_MEM | TIR_HAS_EFFECT | TIR_MAY_TRAP | TIR_HAS_LET;
	if (t->kind == TIR_BIND && tir_is_integral(tir_as_bind(t)->value.e->type) &&
	        !(tir_as_bind(t)->value.e->flags & kept))
		s->name[tir_as_bind(t)->var->id].value = tir_as_bind(t)->value.e;
	return true;
}

/* The first of the n statements from t on that names what is used behind them; n: none does. */
static uint32_t first_that_leaves(struct scalarizer *s, const struct tir_stmt *t, uint32_t n)
{
	uint32_t i = 0;
	const struct tir_stmt *u = t;
	for (; i < n; i++, u = u->next) {
		count_uses(s, (struct tir_stmt *)u);
		tir_walk_stmts(tir_body(u), count_uses, s);
	}
	for (i = 0; i < n; i++, t = t->next)
		if (t->kind == TIR_BIND && s->name[tir_as_bind(t)->var->id].uses !=
		                                   s->name[tir_as_bind(t)->var->id].inside)
			break;
	return i;
}

/* A loop for the group that begins with t; returns how many statements it stands for, or 0. */
static uint32_t group(struct scalarizer *s, const struct tir_stmt *t, struct tir_seq *out)
{
	uint32_t n, got = MAX_GROUP;
	s->asks = false; /* first whether it would pay at all: that is found out sooner */
	build(s, t, got);
	s->asks = true;
	if (!s->pays)
		return 0;
	do {
		n = got;
		got = build(s, t, n);
		if (got == n)
			got = first_that_leaves(s, t, n);
	} while (got && got < n);
	if (!got || !s->pays)
		return 0;
	struct tir_stmt *loop = tir_stmt_new(s->m, TIR_FOR, t->at);
	struct tir_for *l = tir_as_for(loop);
	l->var = s->lane;
	l->min = (struct tir_operand){tir_int(s->m, TIR_INT32, 0), t->at};
	l->extent = (struct tir_operand){tir_int(s->m, TIR_INT32, s->lanes), t->at};
	l->body = s->body;
	tir_seq_append(out, s->before);
	tir_seq_add(out, loop);
	return got;
}

/* A view that differs from what it views in nothing that an index or an element is told by. */
static void note_view(struct scalarizer *s, const struct tir_stmt *t)
{
	const struct tir_decl *decl = tir_as_decl(t);
	const struct tir_expr *data = decl->value.e;
	const struct tir_buffer *a = decl->buffer, *b;
	if (!data || data->op != TIR_BUFFER_DATA || a->elem_offset || a->strides || a->ndim != 1)
		return;
	b = data->u.buffer;
	if (tir_type_eq(a->elem, b->elem) && !b->strides && b->ndim == 1 &&
	        (b->kind != TIR_BUFFER_DECL || !b->elem_offset))
		s->view[a->id].of = s->view[b->id].of ? s->view[b->id].of : b;
}

static struct tir_seq scalar_seq(struct scalarizer *s, const struct tir_seq *from)
{
	struct tir_seq out = {0};
	s->depth++;
	for (const struct tir_stmt *t = from->first; t; t = t->next) {
		bool wide = (t->kind == TIR_BIND || t->kind == TIR_STORE) &&
		            tir_value_of(t)->type.lanes > 1;
		wide |= t->kind == TIR_FOR && lanes_in(s, t);
		uint32_t n = wide && s->depth < MAX_DEPTH ? group(s, t, &out) : 0;
		if (n) {
			while (--n)
				t = t->next;
			continue;
		}
		if (t->kind == TIR_DECL)
			note_view(s, t);
		struct tir_stmt *c = tir_stmt_copy(s->m->arena, t);
		tir_set_body(c, scalar_seq(s, tir_body(t)));
		tir_set_orelse(c, scalar_seq(s, tir_orelse(t)));
		tir_seq_add(&out, c);
	}
	s->depth--;
	return out;
}

/* ---- The pass ----------------------------------------------------------------------------*/
static bool keeps_bits(const struct pass *p)
{
	return p->options && p->options->float_bits;
}

static bool has_no_work(void *ctx, const struct tir_expr *e)
{
	return e->type.lanes == 1 ||
	       (!legalize_is_float_work(e, keeps_bits(ctx)) && !legalize_makes_floats(e));
}

static bool has_none(void *ctx, struct tir_stmt *t)
{
	struct pass *p = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	for (uint32_t i = 0, n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS); i < n; i++)
		if (!tir_walk_expr(op[i]->e, &p->arena, has_no_work, p))
			return false;
	return true;
}

static struct tir_func *scalarize(struct pass *p, struct tir_func *f, bool all)
{
	struct tir_module *m = p->m;
	struct scalarizer s = {.p = p,
	        .m = m,
	        .all = all,
	        .by_bits = keeps_bits(p),
	        .access = {.facts = facts_begin(f, NULL, &p->arena)}};
	s.name = ARENA_NEWN(&p->arena, struct name, m->nvars);
	s.view = ARENA_NEWN(&p->arena, struct view, m->nbuffers);
	s.memo = ARENA_NEWN(&p->arena, struct tir_subst_memo, m->nexprs);
	tir_walk_stmts(&f->body, count_uses, &s);
	return tir_func_with_body(f, scalar_seq(&s, &f->body));
}

bool legalize_has_float_vectors(struct pass *p, const struct tir_func *f)
{
	return !tir_walk_stmts(&f->body, has_none, p);
}

struct tir_func *legalize_scalarize(struct pass *p, struct tir_func *f)
{
	return legalize_has_float_vectors(p, f) ? scalarize(p, f, false) : f;
}

static bool is_scalar(void *ctx, struct tir_stmt *s)
{
	(void)ctx;
	return (s->kind != TIR_BIND && s->kind != TIR_STORE) || tir_value_of(s)->type.lanes == 1;
}

struct tir_func *legalize_scalarize_text(struct tir_func *f, struct arena *arena)
{
	struct pass p = {.m = f->module, .arena = arena_scratch(arena)};
	struct tir_func *g = tir_walk_stmts(&f->body, is_scalar, NULL) ? f : scalarize(&p, f, true);
	arena_free(&p.arena);
	return g;
}
