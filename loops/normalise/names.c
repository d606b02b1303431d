/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/names.c: expressions in the place of names that the text gives them.
 *
 * Idea.   A name, of a T.bind or a T.Let, hides from what follows which sum an index is.  Nodes are shared whether they have a name
 *         or not, and common subexpression elimination names anew at the end.
 * Needs   flat statements.
 * Keeps   names of what may trap, has an effect or reads memory; of pointers; of what shapes and annotations name; and of
 *         expressions so large that passes which walk them as trees would take too long.
 * Costs   the nodes of the text. */
#include "loops/loops.h"

enum { LARGEST = 256 /* nodes of an expression that a name stands for, shared ones each time */ };

struct frame {
	const struct tir_expr *e;
	uint32_t next;
};
struct namer {
	struct tir_module *m;
	struct arena *arena;
	VEC(const struct tir_expr *) value; /* by variable: what stands for it; NULL: itself */
	VEC(bool) kept;                     /* by variable: shapes or annotations name it */
	VEC(const struct tir_expr *) done;  /* by expression: what stands for it; NULL: not known */
	VEC(uint32_t) size;                 /* by expression: its nodes as a tree; 0: not known */
	VEC(struct frame) open;             /* of the walk */
	bool any, twice;                    /* a name was taken away; one has two values */
};

/* ---- Names that stay ---------------------------------------------------------------------*/
static bool keep_var(void *ctx, const struct tir_expr *e)
{
	struct namer *k = ctx;
	if (e->op == TIR_VAR) {
		while (k->kept.n <= e->u.var->id)
			VEC_PUSH(k->arena, &k->kept, false);
		k->kept.at[e->u.var->id] = true;
	}
	return true;
}

static void keep_names(struct namer *k, const struct tir_expr *e)
{
	if (e)
		tir_walk_expr(e, k->arena, keep_var, k);
}

/* Annotations are printed as they were. */
static void keep_annotated(struct namer *k, const struct tir_attr *a)
{
	if (!a)
		return;
	keep_names(k, a->expr);
	for (uint32_t i = 0; i < a->n; i++)
		keep_annotated(k, a->item[i]);
}

/* Names in shapes and in annotations. */
static bool keep_of_stmt(void *ctx, struct tir_stmt *s)
{
	struct namer *k = ctx;
	const struct tir_buffer *b = s->kind == TIR_ALLOC || s->kind == TIR_DECL ? tir_buffer_of(s)
	                                                                         : NULL;
	keep_annotated(k, tir_attr_of(s));
	keep_annotated(k, tir_node_of(s));
	for (uint32_t i = 0; b && i < b->ndim; i++) {
		keep_names(k, b->shape[i]);
		keep_names(k, b->strides ? b->strides[i] : NULL);
	}
	keep_names(k, b ? b->elem_offset : NULL);
	return true;
}

/* ---- Sizes -------------------------------------------------------------------------------*/
/* Note how large the expression is, whose operands are noted; more than LARGEST is LARGEST + 1. */
static void note_size(struct namer *k, const struct tir_expr *e)
{
	uint32_t n = 1;
	for (uint32_t i = 0; i < e->n && n <= LARGEST; i++)
		n += k->size.at[e->arg[i]->id];
	while (k->size.n <= e->id)
		VEC_PUSH(k->arena, &k->size, 0);
	k->size.at[e->id] = n <= LARGEST ? n : LARGEST + 1;
}

/* May the expression, of which all is noted, stand for the variable? */
static bool may_stand(const struct namer *k, const struct tir_var *v, const struct tir_expr *e)
{
	bool kept = v->id < k->kept.n && k->kept.at[v->id];
	bool number = tir_is_integral(e->type) || tir_is_float(e->type);
	return !kept && number && k->size.at[e->id] <= LARGEST &&
	       !(e->flags & (TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_ADDRESS));
}

/* From now on the expression stands for the variable. */
static void stand(struct namer *k, const struct tir_var *v, const struct tir_expr *e)
{
	while (k->value.n <= v->id)
		VEC_PUSH(k->arena, &k->value, NULL);
	k->twice |= k->value.at[v->id] && k->value.at[v->id] != e;
	k->value.at[v->id] = e;
	k->any = true;
}

/* ---- Expressions -------------------------------------------------------------------------*/
/* What stands for e, if that is known, else NULL. */
static const struct tir_expr *known(const struct namer *k, const struct tir_expr *e)
{
	return e->id < k->done.n ? k->done.at[e->id] : NULL;
}

static void finish(struct namer *k, const struct tir_expr *e, const struct tir_expr *to)
{
	while (k->done.n <= e->id)
		VEC_PUSH(k->arena, &k->done, NULL);
	k->done.at[e->id] = to;
}

/* What stands for e, whose operands are done. */
static const struct tir_expr *rebuilt(struct namer *k, const struct tir_expr *e)
{
	const struct tir_expr *to = e;
	if (e->op == TIR_VAR)
		to = e->u.var->id < k->value.n ? k->value.at[e->u.var->id] : NULL;
	else if (e->op == TIR_LET && e->u.var->id < k->value.n && k->value.at[e->u.var->id])
		to = known(k, e->arg[1]);
	else if (e->n) {
		const struct tir_expr **arg = ARENA_NEWN(k->arena, const struct tir_expr *, e->n);
		for (uint32_t i = 0; i < e->n; i++)
			arg[i] = known(k, e->arg[i]);
		to = tir_with_args(k->m, e, arg);
	}
	to = to ? to : e;
	if (to->id >= k->size.n || !k->size.at[to->id])
		note_size(k, to);
	return to;
}

/* The operand that is to be done next; NULL: all are. */
static const struct tir_expr *next_operand(struct namer *k, struct frame *f)
{
	const struct tir_expr *e = f->e;
	if (e->op == TIR_LET && f->next == 1 && may_stand(k, e->u.var, known(k, e->arg[0])))
		stand(k, e->u.var, known(k, e->arg[0]));
	return f->next < e->n ? e->arg[f->next++] : NULL;
}

/* e without names. */
static const struct tir_expr *unnamed(struct namer *k, const struct tir_expr *e)
{
	if (!known(k, e))
		VEC_PUSH(k->arena, &k->open, ((struct frame){e, 0}));
	while (k->open.n) {
		struct frame *f = &k->open.at[k->open.n - 1];
		const struct tir_expr *x = next_operand(k, f);
		if (!x) {
			finish(k, f->e, rebuilt(k, f->e));
			k->open.n--;
		} else if (!known(k, x)) {
			VEC_PUSH(k->arena, &k->open, ((struct frame){x, 0}));
		}
	}
	return known(k, e);
}

/* ---- Statements --------------------------------------------------------------------------*/
/* Add a copy of s without names to out; nothing for a name that is not needed any more. */
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct namer *k = ctx;
	struct tir_stmt *t = tir_stmt_copy(k->m->arena, s);
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		op[i]->e = unnamed(k, op[i]->e);
	if (s->kind == TIR_BIND && may_stand(k, tir_var_of(s), tir_value_of(t))) {
		stand(k, tir_var_of(s), tir_value_of(t));
		return;
	}
	tir_seq_map_bodies(t, visit, k);
	tir_seq_add(out, t);
}

struct tir_func *loops_names(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	(void)options, (void)vectors;
	struct namer k = {.m = f->module, .arena = arena};
	tir_walk_stmts(&f->body, keep_of_stmt, &k);
	struct tir_seq body = tir_seq_map(&f->body, visit, &k);
	return k.any && !k.twice ? tir_func_with_body(f, body) : f;
}
