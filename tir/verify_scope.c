/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/verify_scope.c: what is in scope, and expressions and buffers in it.
 *
 * Idea.   Definitions live on two stacks: what statements define, and what Lets do.  A node is
 *         walked once; then it remembers the newest definition of each it needs.  As long as
 *         those are on the stacks, so are the older ones, and the node is fine wherever it is
 *         used.  So shared nodes cost one look a use.
 * Costs   one visit a node, one look a use; only a Let shared by the bodies of several Lets is
 *         walked again in each.  What is known of a node serves all functions of the module. */
#include "tir/verify.h"

bool tir_verify_broken(struct verify *v, const char *what, const char *name)
{
	if (!v->failed) {
		if (name)
			diag_error(v->d, v->f->module->source, v->at, "%s%s: '%s'", v->whose, what,
			        name);
		else
			diag_error(v->d, v->f->module->source, v->at, "%s%s", v->whose, what);
	}
	v->failed = true;
	return false;
}

/* ---- Definitions ------------------------------------------------------------------------*/
static void push(struct verify *v, unsigned which, uint32_t *owner)
{
	struct stack *s = &v->stack[which];
	*owner = s->serial.n;
	VEC_PUSH(&v->scratch, &s->serial, v->alive.n);
	VEC_PUSH(&v->scratch, &v->alive, true);
	VEC_PUSH(&v->scratch, &s->owner, owner);
}

void tir_verify_pop_to(struct verify *v, unsigned which, uint32_t n)
{
	struct stack *s = &v->stack[which];
	while (s->serial.n > n) {
		v->alive.at[s->serial.at[--s->serial.n]] = false;
		*s->owner.at[--s->owner.n] = NOT_LIVE;
	}
}

bool tir_verify_define_var(struct verify *v, const struct tir_var *var)
{
	if (v->seen_var[var->id])
		return tir_verify_broken(v, "a variable is defined twice", var->name);
	v->seen_var[var->id] = 1;
	push(v, BY_STMT, &v->var[var->id]);
	return true;
}

static bool define_let(struct verify *v, const struct tir_var *var)
{
	if (v->seen_var[var->id] == 1 || v->var[var->id] != NOT_LIVE)
		return tir_verify_broken(v, "a variable is defined twice", var->name);
	v->seen_var[var->id] = 2;
	if (!v->need[BY_LET]) {
		uint32_t n = v->f->module->nexprs;
		v->need[BY_LET] = arena_alloc(&v->scratch, n * sizeof *v->need[BY_LET]);
		for (uint32_t i = 0; i < n; i++)
			v->need[BY_LET][i] = NO_NEED;
	}
	push(v, BY_LET, &v->var[var->id]);
	return true;
}

/* ---- Expressions ------------------------------------------------------------------------*/
static bool holds(const struct verify *v, const struct tir_expr *e)
{
	return v->alive.at[v->need[BY_STMT][e->id]] &&
	       (!v->need[BY_LET] || v->alive.at[v->need[BY_LET][e->id]]);
}

static void set_need(struct verify *v, const struct tir_expr *e, const struct need *n)
{
	for (unsigned k = 0; k < NSTACKS && v->need[k]; k++)
		v->need[k][e->id] = n->of[k];
}

static void add_need(const struct verify *v, struct need *to, const struct tir_expr *e)
{
	for (unsigned k = 0; k < NSTACKS && v->need[k]; k++)
		if (v->need[k][e->id] > to->of[k])
			to->of[k] = v->need[k][e->id];
}

/* The definition a node itself names. */
static bool own_need(struct verify *v, const struct tir_expr *e, struct need *n)
{
	if (e->op == TIR_VAR) {
		uint32_t id = e->u.var->id;
		unsigned which = v->seen_var[id] == 2 ? BY_LET : BY_STMT;
		if (v->var[id] == NOT_LIVE)
			return tir_verify_broken(v, "a variable is used where it is not defined",
			        e->u.var->name);
		n->of[which] = v->stack[which].serial.at[v->var[id]];
	} else if (e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_BUFFER_DATA ||
	           e->op == TIR_ADDRESS_OF) {
		uint32_t pos = v->buffer[e->u.buffer->id];
		if (pos == NOT_LIVE)
			return tir_verify_broken(v, "a buffer is used where it is not declared",
			        e->u.buffer->name);
		n->of[BY_STMT] = v->stack[BY_STMT].serial.at[pos];
	}
	return true;
}

/* Leave a Let: its variable is gone.  If that was the newest its body needs, the second newest is
 * not known, and any Let around this one may be it. */
static void leave_let(struct verify *v, struct need *n)
{
	struct stack *s = &v->stack[BY_LET];
	tir_verify_pop_to(v, BY_LET, s->serial.n - 1);
	if (!v->alive.at[n->of[BY_LET]])
		n->of[BY_LET] = s->serial.n ? s->serial.at[s->serial.n - 1] : NO_NEED;
}

static bool check_node(struct verify *v, const struct tir_expr *e)
{
	struct tir_fault fault;
	const char *why = v->need[BY_STMT][e->id] != NOT_CHECKED ? NULL
	                                                         : tir_verify_node(e, &fault);
	return !why || tir_verify_broken(v, why, NULL);
}

static bool check_leaf(struct verify *v, const struct tir_expr *e)
{
	struct need need = {{NO_NEED, NO_NEED}};
	bool ok = check_node(v, e) && own_need(v, e, &need);
	set_need(v, e, &need);
	return ok;
}

static bool enter(struct verify *v, const struct tir_expr *e)
{
	if (!check_node(v, e))
		return false;
	struct need none = {{NO_NEED, NO_NEED}};
	VEC_PUSH(&v->scratch, &v->frames, ((struct frame){e, 0, false, none}));
	return own_need(v, e, &v->frames.at[v->frames.n - 1].need);
}

/* Check e and everything below it. */
static bool check_expr(struct verify *v, const struct tir_expr *e)
{
	if (holds(v, e))
		return true;
	v->frames.n = 0;
	VEC_MORE(&v->scratch, &v->frames, e->depth);
	if (!enter(v, e))
		return false;
	while (v->frames.n) {
		struct frame *top = &v->frames.at[v->frames.n - 1];
		if (top->next < top->e->n) {
			const struct tir_expr *arg = top->e->arg[top->next];
			if (top->e->op == TIR_LET && top->next == 1 && !top->open) {
				if (!define_let(v, top->e->u.var))
					return false;
				top->open = true;
			}
			if (!holds(v, arg)) {
				if (arg->n ? !enter(v, arg) : !check_leaf(v, arg))
					return false;
				if (arg->n)
					continue; /* this operand again, when it is done */
			}
			add_need(v, &top->need, arg);
			top->next++;
			continue;
		}
		if (top->e->op == TIR_LET)
			leave_let(v, &top->need);
		set_need(v, top->e, &top->need);
		v->frames.n--;
	}
	return true;
}

bool tir_verify_check_operand(struct verify *v, const struct tir_operand *o)
{
	if (!o->e)
		return true;
	struct span at = v->at;
	if (o->at.end > o->at.begin)
		v->at = o->at;
	bool ok = check_expr(v, o->e);
	v->at = at;
	return ok;
}

/* ---- Buffers ----------------------------------------------------------------------------*/
static bool check_exprs(struct verify *v, uint32_t n, const struct tir_expr *const *e)
{
	for (uint32_t i = 0; i < n; i++) {
		if (!check_expr(v, e[i]))
			return false;
		if (!tir_is_int(e[i]->type) || e[i]->type.lanes != 1)
			return tir_verify_broken(v, "a shape or stride is no integer", NULL);
	}
	return true;
}

bool tir_verify_check_buffer(struct verify *v, const struct tir_buffer *b,
        enum tir_buffer_kind kind)
{
	if (b->kind != kind)
		return tir_verify_broken(v, "a buffer is not of the kind of its declaration",
		        b->name);
	if (b->ndim > TIR_MAX_RANK)
		return tir_verify_broken(v, "a buffer has too many dimensions", b->name);
	if (kind != TIR_BUFFER_DECL && b->root != b)
		return tir_verify_broken(v, "a buffer with memory of its own views another",
		        b->name);
	if (b->root && b->root->kind == TIR_BUFFER_DECL)
		return tir_verify_broken(v, "a buffer's root is a view", b->name);
	return check_exprs(v, b->ndim, b->shape) &&
	       (!b->strides || check_exprs(v, b->ndim, b->strides)) &&
	       (!b->elem_offset || check_exprs(v, 1, &b->elem_offset));
}

bool tir_verify_define_buffer(struct verify *v, const struct tir_buffer *b)
{
	if (v->seen_buffer[b->id])
		return tir_verify_broken(v, "a buffer is declared twice", b->name);
	v->seen_buffer[b->id] = true;
	push(v, BY_STMT, &v->buffer[b->id]);
	return true;
}
