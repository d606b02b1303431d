/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/equal.c: are two functions the same program?
 *
 * Idea.   Walk both side by side.  A definition pairs two variables or buffers; a use must meet
 *         its pair.  Two nodes found equal once are equal wherever they meet again, because
 *         what is paired stays paired; so shared expressions cost their nodes.
 *         A Let's variable may be paired anew: where one side shares a Let the other may
 *         repeat it with variables of its own.
 * Keeps   names, spans and the form a statement was written in out of it; an evaluated constant
 *         is nothing.
 * Costs   one look a pair of nodes that meet; recursion as statements nest. */
#include <math.h>
#include <stdlib.h>

#include "tir/internal.h"

struct pair {
	const struct tir_expr *a, *b;
};

struct equal {
	const struct tir_func *f, *g;
	struct arena scratch;
	const char *why;
	bool same;
	const struct tir_var **var_b, **var_a; /* by number: the other side's */
	const struct tir_buffer **buffer_b, **buffer_a;
	VEC(struct pair) stack;
	struct pair *slot; /* pairs known to be equal */
	uint32_t nslots, npairs;
};

static bool differ(struct equal *q, const char *why)
{
	if (!q->why)
		q->why = why;
	return false;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* ---- Variables and buffers --------------------------------------------------------------*/
static bool var_types(const struct tir_var *a, const struct tir_var *b)
{
	return tir_type_eq(a->type, b->type) &&
	       (a->type.code != TIR_TYPE_HANDLE ||
	               (tir_type_eq(a->elem, b->elem) && same_text(a->scope, b->scope)));
}

static bool pair_vars(struct equal *q, const struct tir_var *a, const struct tir_var *b)
{
	if (!var_types(a, b))
		return differ(q, "variables of different types");
	q->var_b[a->id] = b;
	q->var_a[b->id] = a;
	return true;
}

/* Variables meet in an expression; what no statement defined is paired where it is first met. */
static bool meet_vars(struct equal *q, const struct tir_var *a, const struct tir_var *b)
{
	if (!q->var_b[a->id] && !q->var_a[b->id])
		return pair_vars(q, a, b);
	return (q->var_b[a->id] == b && q->var_a[b->id] == a) || differ(q, "different variables");
}

static bool meet_buffers(struct equal *q, const struct tir_buffer *a, const struct tir_buffer *b)
{
	return (q->buffer_b[a->id] == b && q->buffer_a[b->id] == a) ||
	       differ(q, "different buffers");
}

/* ---- Expressions ------------------------------------------------------------------------*/
static uint32_t hash_pair(struct pair p)
{
	/* one after the other: in one module the two have the same number */
	return (uint32_t)(hash_mix(hash_mix(0, p.a->id), p.b->id) >> 16);
}

static void grow(struct equal *q)
{
	struct pair *old = q->slot;
	uint32_t n = q->nslots;
	q->nslots = n ? 2 * n : 1024;
	q->slot = ARENA_NEWN(&q->scratch, struct pair, q->nslots);
	for (uint32_t i = 0; i < n; i++) {
		if (!old[i].a)
			continue;
		uint32_t h = hash_pair(old[i]) & (q->nslots - 1);
		while (q->slot[h].a)
			h = (h + 1) & (q->nslots - 1);
		q->slot[h] = old[i];
	}
}

/* True if the pair is new; it is known from then on. */
static bool is_new(struct equal *q, struct pair p)
{
	if (2 * q->npairs >= q->nslots)
		grow(q);
	uint32_t h = hash_pair(p) & (q->nslots - 1);
	for (; q->slot[h].a; h = (h + 1) & (q->nslots - 1))
		if (q->slot[h].a == p.a && q->slot[h].b == p.b)
			return false;
	q->slot[h] = p;
	q->npairs++;
	return true;
}

static bool same_call(const struct equal *q, const struct tir_expr *a, const struct tir_expr *b)
{
	return a->u.call.builtin == b->u.call.builtin &&
	       !strcmp(tir_call_name(q->f->module, a), tir_call_name(q->g->module, b));
}

/* The payload of two nodes of one kind. */
static bool same_payload(struct equal *q, const struct tir_expr *a, const struct tir_expr *b)
{
	switch ((enum tir_op)a->op) {
	case TIR_INT_IMM: return a->u.i == b->u.i || differ(q, "different constants");
	case TIR_FLOAT_IMM:
		return a->u.bits == b->u.bits || (isnan(a->u.f) && isnan(b->u.f)) ||
		       differ(q, "different constants");
	case TIR_STRING_IMM: return same_text(a->u.str, b->u.str) || differ(q, "different strings");
	case TIR_VAR: return meet_vars(q, a->u.var, b->u.var);
	case TIR_LET: return pair_vars(q, a->u.var, b->u.var);
	case TIR_LOAD:
	case TIR_MASKED_LOAD:
	case TIR_BUFFER_DATA:
	case TIR_ADDRESS_OF: return meet_buffers(q, a->u.buffer, b->u.buffer);
	case TIR_CALL: return same_call(q, a, b) || differ(q, "different calls");
	case TIR_SHUFFLE: return a->u.nvectors == b->u.nvectors || differ(q, "different shuffles");
	case TIR_ANY_OPERATOR:
	case TIR_CAST:
	case TIR_ANY_CHOICE:
	case TIR_RAMP:
	case TIR_BROADCAST:
	case TIR_NOPS: break;
	}
	return true;
}

static bool same_expr(struct equal *q, const struct tir_expr *a, const struct tir_expr *b)
{
	if (!a || !b)
		return a == b || differ(q, "an operand is missing");
	q->stack.n = 0;
	VEC_PUSH(&q->scratch, &q->stack, ((struct pair){a, b}));
	while (q->stack.n) {
		struct pair p = q->stack.at[--q->stack.n];
		if (p.a->op != p.b->op || p.a->n != p.b->n)
			return differ(q, "different operations");
		if (!tir_type_eq(p.a->type, p.b->type))
			return differ(q, "different types");
		/* a leaf is as quickly compared as looked up */
		if (p.a->n && !is_new(q, p))
			continue;
		if (!same_payload(q, p.a, p.b))
			return false;
		for (uint32_t i = p.a->n; i-- > 0;)
			VEC_PUSH(&q->scratch, &q->stack, ((struct pair){p.a->arg[i], p.b->arg[i]}));
	}
	return true;
}

static bool same_exprs(struct equal *q, uint32_t n, const struct tir_expr *const *a,
        const struct tir_expr *const *b)
{
	for (uint32_t i = 0; i < n; i++)
		if (!same_expr(q, a[i], b[i]))
			return false;
	return true;
}

static bool define_buffers(struct equal *q, const struct tir_buffer *a, const struct tir_buffer *b)
{
	int align_a = a->align > 0 ? a->align : 64, align_b = b->align > 0 ? b->align : 64;
	int factor_a = a->offset_factor > 1 ? a->offset_factor : 1;
	int factor_b = b->offset_factor > 1 ? b->offset_factor : 1;
	if (a->kind != b->kind || !tir_type_eq(a->elem, b->elem) || a->ndim != b->ndim ||
	        !a->strides != !b->strides || !same_text(a->scope, b->scope) ||
	        align_a != align_b || factor_a != factor_b || !a->offset_var != !b->offset_var)
		return differ(q, "buffers that differ");
	if (a->offset_var && !meet_vars(q, a->offset_var, b->offset_var))
		return false;
	if (!same_exprs(q, a->ndim, a->shape, b->shape) ||
	        (a->strides && !same_exprs(q, a->ndim, a->strides, b->strides)) ||
	        !same_expr(q, a->elem_offset, b->elem_offset))
		return differ(q, "buffers of different shape");
	q->buffer_b[a->id] = b;
	q->buffer_a[b->id] = a;
	if (!a->root != !b->root)
		return differ(q, "views of different buffers");
	return !a->root || meet_buffers(q, a->root, b->root);
}

/* ---- Attributes -------------------------------------------------------------------------*/
static bool same_attr(struct equal *q, const struct tir_attr *a, const struct tir_attr *b);

struct entry {
	const char *key;
	const struct tir_attr *value;
};

static int by_key(const void *a, const void *b)
{
	return strcmp(((const struct entry *)a)->key, ((const struct entry *)b)->key);
}

static struct entry *sorted(struct equal *q, const struct tir_attr *a)
{
	struct entry *e = ARENA_NEWN(&q->scratch, struct entry, a->n);
	for (uint32_t i = 0; i < a->n; i++)
		e[i] = (struct entry){a->name[i] ? a->name[i] : "", a->item[i]};
	qsort(e, a->n, sizeof *e, by_key);
	return e;
}

static bool same_dict(struct equal *q, const struct tir_attr *a, const struct tir_attr *b)
{
	struct entry *x = sorted(q, a), *y = sorted(q, b);
	for (uint32_t i = 0; i < a->n; i++)
		if (strcmp(x[i].key, y[i].key) != 0 || !same_attr(q, x[i].value, y[i].value))
			return differ(q, "different attributes");
	return true;
}

static bool same_items(struct equal *q, const struct tir_attr *a, const struct tir_attr *b)
{
	for (uint32_t i = 0; i < a->n; i++) {
		const char *x = a->name ? a->name[i] : NULL, *y = b->name ? b->name[i] : NULL;
		if (!same_text(x, y) || !same_attr(q, a->item[i], b->item[i]))
			return differ(q, "different attributes");
	}
	return true;
}

static bool same_attr(struct equal *q, const struct tir_attr *a, const struct tir_attr *b)
{
	uint32_t na = a ? a->n : 0, nb = b ? b->n : 0;
	bool dict = (!a || a->kind == TIR_ATTR_DICT) && (!b || b->kind == TIR_ATTR_DICT);
	if (dict && na == 0 && nb == 0)
		return true; /* none and an empty one are the same */
	if (!a || !b || a->kind != b->kind || na != nb)
		return differ(q, "different attributes");
	switch (a->kind) {
	case TIR_ATTR_NONE: return true;
	case TIR_ATTR_BOOL:
	case TIR_ATTR_INT: return a->i == b->i || differ(q, "different attributes");
	case TIR_ATTR_FLOAT:
		return a->f == b->f || (isnan(a->f) && isnan(b->f)) ||
		       differ(q, "different attributes");
	case TIR_ATTR_STRING:
	case TIR_ATTR_TEXT: return same_text(a->str, b->str) || differ(q, "different attributes");
	case TIR_ATTR_EXPR: return same_expr(q, a->expr, b->expr);
	case TIR_ATTR_BUFFER: return meet_buffers(q, a->buffer, b->buffer);
	case TIR_ATTR_LIST:
	case TIR_ATTR_TUPLE: return same_items(q, a, b);
	case TIR_ATTR_CALL:
		return (same_text(a->str, b->str) || differ(q, "different attributes")) &&
		       same_items(q, a, b);
	case TIR_ATTR_DICT: return same_dict(q, a, b);
	}
	return false;
}

/* The text of an assertion's message that is given as ("RuntimeError", ["text"]) or, in short, as
 * "text"; NULL if it is neither. */
static const char *plain_message(const struct tir_attr *a)
{
	if (a && a->kind == TIR_ATTR_TUPLE && a->n == 2 && a->item[0]->kind == TIR_ATTR_STRING &&
	        !strcmp(a->item[0]->str, "RuntimeError") && a->item[1]->kind == TIR_ATTR_LIST &&
	        a->item[1]->n == 1)
		a = a->item[1]->item[0];
	return a && a->kind == TIR_ATTR_STRING ? a->str : NULL;
}

static bool same_message(struct equal *q, const struct tir_attr *a, const struct tir_attr *b)
{
	const char *x = plain_message(a), *y = plain_message(b);
	return (x && y && !strcmp(x, y)) || same_attr(q, a, b);
}

/* ---- Statements -------------------------------------------------------------------------*/
static bool same_seq(struct equal *q, const struct tir_seq *a, const struct tir_seq *b);

static bool is_unit_step(const struct tir_expr *e)
{
	return !e || (e->op == TIR_INT_IMM && e->u.i == 1);
}

static bool same_operands(struct equal *q, const struct tir_stmt *a, const struct tir_stmt *b)
{
	if (a->nindex != b->nindex)
		return differ(q, "different numbers of indices");
	for (uint32_t i = 0; i < a->nindex; i++)
		if (!same_expr(q, tir_as_store(a)->index[i].e, tir_as_store(b)->index[i].e))
			return false;
	bool counts = a->kind == TIR_FOR || a->kind == TIR_LAUNCH;
	bool unit = !counts || (is_unit_step(tir_as_for(a)->more->step.e) &&
	                               is_unit_step(tir_as_for(b)->more->step.e));
	return (!counts ||
	               (same_expr(q, tir_as_for(a)->min.e, tir_as_for(b)->min.e) &&
	                       same_expr(q, tir_as_for(a)->extent.e, tir_as_for(b)->extent.e))) &&
	       (unit || same_expr(q, tir_as_for(a)->more->step.e, tir_as_for(b)->more->step.e)) &&
	       same_expr(q, tir_value_of(a), tir_value_of(b)) &&
	       same_expr(q, tir_mask_of(a), tir_mask_of(b));
}

static bool same_regions(struct equal *q, const struct tir_region *a, uint32_t na,
        const struct tir_region *b, uint32_t nb)
{
	if (na != nb)
		return differ(q, "different regions");
	for (uint32_t i = 0; i < na; i++) {
		if (!meet_buffers(q, a[i].buffer, b[i].buffer) || a[i].n != b[i].n)
			return differ(q, "different regions");
		for (uint32_t k = 0; k < a[i].n; k++)
			if (!same_expr(q, a[i].min[k].e, b[i].min[k].e) ||
			        !same_expr(q, a[i].extent[k].e, b[i].extent[k].e))
				return differ(q, "different regions");
	}
	return true;
}

static bool same_axes(struct equal *q, const struct tir_block *a, const struct tir_block *b)
{
	if (a->axes.n != b->axes.n)
		return differ(q, "different axes");
	for (uint32_t i = 0; i < a->axes.n; i++) {
		const struct tir_axis *x = &a->axes.at[i], *y = &b->axes.at[i];
		if (x->kind != y->kind || !same_expr(q, x->min.e, y->min.e) ||
		        !same_expr(q, x->extent.e, y->extent.e) ||
		        !same_expr(q, x->value.e, y->value.e))
			return differ(q, "different axes");
	}
	/* only now: no axis is seen by another's value */
	for (uint32_t i = 0; i < a->axes.n; i++)
		if (!pair_vars(q, a->axes.at[i].var, b->axes.at[i].var))
			return false;
	return true;
}

/* What blocks have besides a body; its buffers are paired from then on. */
static bool same_block(struct equal *q, const struct tir_block *a, const struct tir_block *b)
{
	if (!same_text(a->name, b->name))
		return differ(q, "different names of blocks");
	if (a->allocs.n != b->allocs.n || a->matches.n != b->matches.n)
		return differ(q, "different buffers of a block");
	if (!same_expr(q, a->where.e, b->where.e) || !same_axes(q, a, b))
		return false;
	for (uint32_t i = 0; i < a->allocs.n; i++)
		if (!define_buffers(q, a->allocs.at[i], b->allocs.at[i]))
			return false;
	if (!same_regions(q, a->reads.at, a->reads.n, b->reads.at, b->reads.n) ||
	        !same_regions(q, a->writes.at, a->writes.n, b->writes.at, b->writes.n))
		return false;
	for (uint32_t i = 0; i < a->matches.n; i++)
		if (!same_regions(q, &a->matches.at[i].source, 1, &b->matches.at[i].source, 1) ||
		        !define_buffers(q, a->matches.at[i].buffer, b->matches.at[i].buffer))
			return false;
	return same_seq(q, &a->init, &b->init);
}

static bool same_stmt(struct equal *q, const struct tir_stmt *a, const struct tir_stmt *b)
{
	if (a->kind != b->kind || a->for_kind != b->for_kind)
		return differ(q, "different statements");
	if (!same_text(tir_tag_of(a), tir_tag_of(b)))
		return differ(q, "different tags");
	if (!same_operands(q, a, b))
		return false;
	if (tir_var_of(a) && !pair_vars(q, tir_var_of(a), tir_var_of(b)))
		return false;
	if (a->kind == TIR_STORE && !meet_buffers(q, tir_buffer_of(a), tir_buffer_of(b)))
		return false;
	if (tir_buffer_of(a) && a->kind != TIR_STORE &&
	        !define_buffers(q, tir_buffer_of(a), tir_buffer_of(b)))
		return false;
	if (a->kind == TIR_ASSERT && !same_message(q, tir_attr_of(a), tir_attr_of(b)))
		return false;
	if (a->kind != TIR_ASSERT && !same_attr(q, tir_attr_of(a), tir_attr_of(b)))
		return false;
	if (a->kind == TIR_BLOCK && !same_block(q, tir_as_block(a)->block, tir_as_block(b)->block))
		return false;
	return same_attr(q, tir_node_of(a), tir_node_of(b)) &&
	       same_seq(q, tir_body(a), tir_body(b)) && same_seq(q, tir_orelse(a), tir_orelse(b));
}

/* The first statement from s on that does something. */
static const struct tir_stmt *real(const struct tir_stmt *s)
{
	while (s && s->kind == TIR_EVALUATE && tir_as_evaluate(s)->value.e &&
	        tir_as_evaluate(s)->value.e->op == TIR_INT_IMM)
		s = s->next;
	return s;
}

static bool same_seq(struct equal *q, const struct tir_seq *a, const struct tir_seq *b)
{
	const struct tir_stmt *s = real(a->first), *t = real(b->first);
	while (s && t) {
		if (!same_stmt(q, s, t))
			return false;
		s = real(s->next);
		t = real(t->next);
	}
	return s == t || differ(q, "different numbers of statements");
}

/* ---- Functions --------------------------------------------------------------------------*/
static bool same_signature(struct equal *q)
{
	const struct tir_func *f = q->f, *g = q->g;
	if (strcmp(f->name, g->name) != 0 || !same_text(f->symbol, g->symbol))
		return differ(q, "different names");
	if (!tir_type_eq(f->ret, g->ret) || f->noalias != g->noalias)
		return differ(q, "different results or aliasing");
	if (f->params.n != g->params.n || f->syms.n != g->syms.n)
		return differ(q, "different numbers of parameters");
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_param *a = &f->params.at[i], *b = &g->params.at[i];
		if (!a->var != !b->var || !a->buffer != !b->buffer)
			return differ(q, "different parameters");
		if (a->var && !pair_vars(q, a->var, b->var))
			return false;
	}
	for (uint32_t i = 0; i < f->syms.n; i++)
		if (!pair_vars(q, f->syms.at[i].var, g->syms.at[i].var))
			return false;
	for (uint32_t i = 0; i < f->params.n; i++)
		if (f->params.at[i].buffer &&
		        !define_buffers(q, f->params.at[i].buffer, g->params.at[i].buffer))
			return false;
	static const char *const keys[] = {"private", "s_tir", "persistent"};
	for (unsigned i = 0; i < 3; i++)
		if (tir_attr_is_true(tir_attr_get(f->decorator, keys[i])) !=
		        tir_attr_is_true(tir_attr_get(g->decorator, keys[i])))
			return differ(q, "different decorators");
	return same_attr(q, f->attrs, g->attrs);
}

static void compare(void *ctx)
{
	struct equal *q = ctx;
	struct tir_numbers a = tir_numbers_of(q->f), b = tir_numbers_of(q->g);
	q->var_b = ARENA_NEWN(&q->scratch, const struct tir_var *, a.nvars);
	q->var_a = ARENA_NEWN(&q->scratch, const struct tir_var *, b.nvars);
	q->buffer_b = ARENA_NEWN(&q->scratch, const struct tir_buffer *, a.nbuffers);
	q->buffer_a = ARENA_NEWN(&q->scratch, const struct tir_buffer *, b.nbuffers);
	q->same = same_signature(q) && same_seq(q, &q->f->body, &q->g->body);
}

bool tir_equal_func(const struct tir_func *a, const struct tir_func *b, const char **why)
{
	struct equal q = {.f = a, .g = b};
	if (!arena_guard(&q.scratch, compare, &q))
		q.why = "out of memory";
	arena_free(&q.scratch);
	if (!q.same && why)
		*why = q.why ? q.why : "different programs";
	return q.same;
}
