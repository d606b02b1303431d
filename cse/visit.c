/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/visit.c: the forward walk over statements.
 *
 * Numbers statements and regions in execution order, notes where variables and buffers are
 * defined and which statements may leave their region, numbers every operand and records it as a use.
 * Keeps   regions of statements numbered before those of expressions, in the order apply.c meets
 *         them again.
 * Costs   one step a statement; recursion is as deep as statements nest, which the reader bounds. */
#include "cse/internal.h"

enum leave { LEAVES_LOOP = 1, LEAVES_FUNC = 2 };

void cse_add_use(struct cse_plan *p, const struct use *u)
{
	uint32_t id = cse_class_of(p, u->form, u->from);
	if (cse_is_atom(u->form))
		return;
	if (p->options.remark && u->form->op == TIR_LOAD && !u->of_name)
		VEC_PUSH(p->arena, &p->loads, ((struct written){u->form, u->stmt_number, id}));
	if (cse_stored_atom(p, u->form, u->from, u->region, u->stmt_number)) {
		p->folds |= u->form->op != TIR_LOAD;
		return;
	}
	struct class *c = &p->classes.at[id];
	if (c->last_use != NONE) {
		struct use *last = &p->uses.at[c->last_use];
		if (last->stmt_number == u->stmt_number && last->region == u->region &&
		        last->form == u->form && last->of_name == u->of_name &&
		        last->moved == u->moved && last->from == u->from) {
			last->count = last->count > NONE - u->count ? NONE : last->count + u->count;
			return;
		}
	}
	uint32_t at = p->free_uses;
	if (at == NONE) {
		at = p->uses.n;
		VEC_PUSH(p->work, &p->uses, *u);
	} else {
		p->free_uses = p->uses.at[at].next;
		p->uses.at[at] = *u;
	}
	if (c->last_use == NONE)
		c->uses = at;
	else
		p->uses.at[c->last_use].next = at;
	c->last_use = at;
}

/* No new name is to be called so; of those that the plan makes up by itself none could be, if it begins
 * otherwise. */
static void take_name(struct cse_plan *p, const char *name)
{
	const char *prefix = p->options.prefix;
	if (p->options.name || !strncmp(name, prefix, strlen(prefix)))
		strtab_str(&p->taken, name);
}

static void define(struct cse_plan *p, const struct tir_var *v, uint32_t region,
        uint32_t stmt_number)
{
	struct var_info *i = &p->vars[v->id];
	i->defined = true;
	i->region = region;
	i->stmt_number = stmt_number;
	take_name(p, v->name);
}

static bool pin(void *ctx, const struct tir_expr *e)
{
	struct cse_plan *p = ctx;
	if (e->op == TIR_VAR)
		p->vars[e->u.var->id].pinned = true;
	return true;
}

/* The shape of a buffer is no operand: what it names must stay. */
static void define_buffer(struct cse_plan *p, const struct tir_buffer *b, uint32_t region,
        uint32_t stmt_number)
{
	struct arena scratch = arena_scratch(p->arena);
	p->buffer_region[b->id] = region;
	p->buffer_stmt[b->id] = stmt_number;
	take_name(p, b->name);
	for (uint32_t i = 0; i < b->ndim; i++) {
		tir_walk_expr(b->shape[i], &scratch, pin, p);
		if (b->strides)
			tir_walk_expr(b->strides[i], &scratch, pin, p);
	}
	if (b->elem_offset)
		tir_walk_expr(b->elem_offset, &scratch, pin, p);
	arena_free(&scratch);
}

static void pin_attr(struct cse_plan *p, const struct tir_attr *a)
{
	if (!a)
		return;
	struct arena scratch = arena_scratch(p->arena);
	if (a->kind == TIR_ATTR_EXPR && a->expr)
		tir_walk_expr(a->expr, &scratch, pin, p);
	arena_free(&scratch);
	for (uint32_t i = 0; i < a->n; i++)
		pin_attr(p, a->item[i]);
}

static void bind(struct cse_plan *p, const struct tir_stmt *s, uint32_t region,
        uint32_t stmt_number)
{
	const struct tir_bind *b = tir_as_bind(s);
	define(p, b->var, region, stmt_number);
	if (b->value.e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET))
		return;
	if (p->options.level == CSE_WRITTEN)
		return;
	p->vars[b->var->id].value = b->value.e;
	cse_values_bind(&p->values, b->var, cse_class_in(p, b->value.e, stmt_number));
}

/* A Let's variable is known by its value, unless that reads memory. */
static bool find_let(void *ctx, const struct tir_expr *e)
{
	struct cse_plan *p = ctx;
	const uint8_t impure = TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET;
	if (e->op != TIR_LET)
		return true;
	struct var_info *v = &p->vars[e->u.var->id];
	v->defined = v->is_let = true;
	bool known = !(e->arg[0]->flags & impure) && p->options.level != CSE_WRITTEN;
	v->value = known ? e->arg[0] : NULL;
	take_name(p, e->u.var->name);
	return true;
}

static void add_operand(struct cse_plan *p, const struct tir_expr *e, uint32_t stmt_number,
        uint32_t region)
{
	struct use u = {.next = NONE,
	        .stmt_number = stmt_number,
	        .region = region,
	        .count = 1,
	        .from = stmt_number,
	        .form = e};
	if (e->flags & TIR_HAS_LET) {
		struct arena scratch = arena_scratch(p->arena);
		tir_walk_expr(e, &scratch, find_let, p);
		arena_free(&scratch);
	}
	cse_add_use(p, &u);
}

static bool is_sure(const struct tir_stmt *s)
{
	const struct tir_for *loop = tir_as_for(s);
	return loop->extent.e->op == TIR_INT_IMM && loop->extent.e->u.i >= 1 && tir_loop_ascends(s);
}

static unsigned visit_seq(struct cse_plan *p, const struct tir_seq *seq, uint32_t region);

/* Visit a body in a new region of the kind; v is defined there.  What it does to memory is noted,
 * and forgotten. */
static unsigned visit_body(struct cse_plan *p, enum region_kind kind, uint32_t region,
        uint32_t stmt_number, const struct tir_var *v, const struct tir_seq *body, uint32_t loop)
{
	uint32_t r = cse_region_new(p, kind, region, stmt_number);
	struct cse_mark mark = cse_values_enter(&p->values);
	p->regions.at[r].fork = stmt_number;
	if (v)
		define(p, v, r, stmt_number);
	if (loop != NONE)
		cse_values_iterate(&p->values, loop, r);
	/* what the operands call comes between a name in front of the statement and the body */
	if (tir_stmt_flags(p->stmt_of[stmt_number]) & TIR_HAS_EFFECT)
		cse_values_call(&p->values, r);
	unsigned leaves = visit_seq(p, body, r);
	cse_values_leave(&p->values, mark);
	return leaves;
}

static unsigned visit_loop(struct cse_plan *p, enum region_kind kind, uint32_t region,
        uint32_t stmt_number, const struct tir_stmt *s)
{
	struct cse_mark mark = cse_values_enter(&p->values);
	uint32_t loop = cse_values_loop(&p->values);
	unsigned leaves = visit_body(p, kind, region, stmt_number, tir_as_for(s)->var, tir_body(s),
	        loop);
	cse_values_meet(&p->values, mark, region);
	return leaves;
}

/* A while's condition runs at least once and again before each iteration. */
static unsigned visit_while(struct cse_plan *p, const struct tir_stmt *s, uint32_t region,
        uint32_t stmt_number)
{
	uint32_t cond = cse_region_new(p, REGION_SURE, region, stmt_number);
	struct cse_mark mark = cse_values_enter(&p->values);
	uint32_t loop = cse_values_loop(&p->values);
	p->regions.at[cond].in_expr = true;
	cse_values_iterate(&p->values, loop, cond);
	p->state_of[stmt_number] = p->values.state;
	add_operand(p, tir_as_while(s)->value.e, stmt_number, cond);
	cse_values_leave(&p->values, mark);
	visit_body(p, REGION_MAYBE, region, stmt_number, NULL, tir_body(s), loop);
	cse_values_meet(&p->values, mark, region);
	return LEAVES_FUNC; /* it may not end */
}

static unsigned visit_if(struct cse_plan *p, const struct tir_stmt *s, uint32_t region,
        uint32_t stmt_number)
{
	struct cse_mark mark = cse_values_enter(&p->values);
	unsigned leaves = visit_body(p, REGION_THEN, region, stmt_number, NULL, tir_body(s), NONE);
	if (tir_as_if(s)->orelse.first)
		leaves |= visit_body(p, REGION_ELSE, region, stmt_number, NULL, tir_orelse(s),
		        NONE);
	cse_values_meet(&p->values, mark, region);
	return leaves;
}

/* Its body runs once: what it does to memory lasts. */
static unsigned visit_attr(struct cse_plan *p, const struct tir_stmt *s, uint32_t region,
        uint32_t stmt_number)
{
	struct cse_mark mark = cse_values_enter(&p->values);
	unsigned leaves = visit_body(p, REGION_SURE, region, stmt_number, NULL, tir_body(s), NONE);
	cse_values_meet(&p->values, mark, region);
	return leaves;
}

static unsigned visit_operands(struct cse_plan *p, const struct tir_stmt *s, uint32_t region,
        uint32_t stmt_number)
{
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
	unsigned leaves = 0;
	for (uint32_t i = 0; i < n; i++)
		if (op[i]->flags & TIR_HAS_EFFECT)
			leaves |= LEAVES_FUNC; /* an unknown function may not come back */
	if (leaves) /* before, between or after the loads beside it: they are equal to nothing */
		cse_values_call(&p->values, region);
	p->state_of[stmt_number] = p->values.state;
	p->values.opaque_reads = leaves != 0;
	for (uint32_t i = 0; i < n; i++)
		add_operand(p, op[i], stmt_number, region);
	p->values.opaque_reads = false;
	if (leaves)
		cse_values_call(&p->values, region);
	return leaves;
}

/* Visit what only this kind of statement has; returns how it may leave its region. */
static unsigned visit_kind(struct cse_plan *p, const struct tir_stmt *s, uint32_t region,
        uint32_t stmt_number)
{
	switch (s->kind) {
	case TIR_BIND: bind(p, s, region, stmt_number); return 0;
	case TIR_ALLOC: cse_values_alloc(&p->values, s, region); /* fallthrough */
	case TIR_DECL: define_buffer(p, tir_buffer_of(s), region, stmt_number); return 0;
	case TIR_FOR:
		return visit_loop(p, is_sure(s) ? REGION_LOOP : REGION_MAYBE, region, stmt_number,
		               s) &
		       LEAVES_FUNC;
	case TIR_IF: return visit_if(p, s, region, stmt_number);
	case TIR_ATTR: return visit_attr(p, s, region, stmt_number);
	case TIR_LAUNCH:
		return visit_loop(p, is_sure(s) ? REGION_LOOP : REGION_MAYBE, region, stmt_number,
		        s);
	case TIR_STORE: cse_values_store(&p->values, s, region); return 0;
	case TIR_BREAK:
	case TIR_CONTINUE: return LEAVES_LOOP;
	case TIR_ASSERT:
	case TIR_RETURN: return LEAVES_FUNC;
	case TIR_WHILE:
	case TIR_BLOCK: /* driver_optimize leaves functions with blocks alone */
	case TIR_EVALUATE: return 0;
	}
	return 0;
}

static unsigned visit_seq(struct cse_plan *p, const struct tir_seq *seq, uint32_t region)
{
	unsigned all = 0;
	for (const struct tir_stmt *s = seq->first; s; s = s->next) {
		uint32_t stmt_number = ++p->nstmts;
		unsigned leaves;
		p->values.now = stmt_number;
		p->stmt_of[stmt_number] = s;
		p->before[stmt_number + 1] = p->before[stmt_number] +
		                             (s->kind == TIR_STORE
		                                             ? tir_as_store(s)->value.e->type.lanes
		                                             : 1);
		pin_attr(p, tir_attr_of(s));
		pin_attr(p, tir_node_of(s));
		if (s->kind == TIR_WHILE) {
			leaves = visit_while(p, s, region, stmt_number);
		} else {
			leaves = visit_operands(p, s, region, stmt_number);
			leaves |= visit_kind(p, s, region, stmt_number);
		}
		if (leaves)
			cse_add_barrier(p, region, stmt_number);
		all |= leaves;
	}
	return all;
}

void cse_visit(struct cse_plan *p)
{
	const struct tir_func *f = p->f;
	uint32_t stmts = p->values.nstmts + 1;
	p->stmt_of = ARENA_NEWN(p->work, const struct tir_stmt *, stmts);
	p->before = ARENA_NEWN(p->work, uint32_t, stmts + 1);
	p->state_of = ARENA_NEWN(p->arena, uint32_t, stmts);
	VEC_ROOM(p->arena, &p->regions, p->values.nbodies + 1);
	VEC_ROOM(p->work, &p->uses, stmts + stmts / 8);
	VEC_ROOM(p->arena, &p->names, stmts / 2);
	uint32_t root = cse_region_new(p, REGION_ROOT, NONE, 0);
	for (uint32_t i = 0; i < f->syms.n; i++)
		define(p, f->syms.at[i].var, root, 0);
	for (uint32_t i = 0; i < f->params.n; i++) {
		if (f->params.at[i].var)
			define(p, f->params.at[i].var, root, 0);
		else
			define_buffer(p, f->params.at[i].buffer, root, 0);
	}
	visit_seq(p, &f->body, root);
}
