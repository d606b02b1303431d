/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/accumulators.c: sums in the element where they end.
 *
 * Idea.   acc = 0; for k: acc = acc + t; C[i] = acc is C[i] = 0; for k: C[i] = C[i] + t: what a sum is kept in does not matter to
 *         what follows, which knows the second form.  What is done to the sum in the end, C[i] = max(acc, 0), is done to the element.
 * Needs   an allocation of one element that nothing names outside of the statements from its first store, which does not read it,
 *         to the one that stores it to an element of the same type, which are one sequence; nothing between them touches memory that
 *         may be that element's, calls a function or leaves; and an index that is the same in front of them.
 * Keeps   accumulators that are read in another way behind the sum.
 * Costs   the nodes of each statement; of those between the two, once more. */
#include "analysis/analysis.h"
#include "loops/loops.h"

/* A variable, and what becomes of it. */
struct accumulator {
	uint32_t names;               /* statements that name it */
	bool is_alloc;                /* of one element */
	const struct tir_stmt *store; /* of it to its element; NULL: it stays */
};
struct accumulators {
	struct tir_module *m;
	struct arena *arena;
	const struct facts *facts;
	VEC(struct accumulator) all;       /* by buffer */
	VEC(const struct tir_expr *) copy; /* by expression of the statement: what stands for it */
	/* For the statements that are looked at: */
	const struct tir_buffer *b, *to;
	const struct tir_buffer *ends; /* an accumulator that a value reads, or NULL */
	uint32_t found;                /* statements that name b */
	bool ok, names;
	bool any;
};

static struct accumulator *of(struct accumulators *k, const struct tir_buffer *b)
{
	while (k->all.n <= b->id)
		VEC_PUSH(k->arena, &k->all, (struct accumulator){0});
	return &k->all.at[b->id];
}

/* ---- What names what ---------------------------------------------------------------------*/
static bool has_buffer(const struct tir_expr *e)
{
	return e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_BUFFER_DATA ||
	       e->op == TIR_ADDRESS_OF;
}

/* Is it a load of the one element of its buffer? */
static bool is_element(const struct tir_expr *e)
{
	bool is = e->op == TIR_LOAD && tir_type_eq(e->type, e->u.buffer->elem);
	for (uint32_t i = 0; is && i < e->n; i++)
		is = e->arg[i]->op == TIR_INT_IMM && e->arg[i]->u.i == 0;
	return is;
}

/* Note whether the node names k->b, and whether that or another node is in the way. */
static bool look_at_node(void *ctx, const struct tir_expr *e)
{
	struct accumulators *k = ctx;
	if (!has_buffer(e))
		return true;
	bool own = e->u.buffer == k->b;
	k->names |= own;
	k->ok &= own ? is_element(e) : !k->to || !alias_may(k->facts, e->u.buffer, k->to);
	return true;
}

/* Note the same of a statement. */
static bool look_at(void *ctx, struct tir_stmt *s)
{
	struct accumulators *k = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	bool stores = s->kind == TIR_STORE, own = stores && tir_buffer_of(s) == k->b;
	k->names = own;
	for (uint32_t i = 0; i < n; i++)
		if (e[i]->flags & (TIR_READS_MEM | TIR_HAS_ADDRESS | TIR_HAS_EFFECT))
			tir_walk_expr(e[i], k->arena, look_at_node, k);
	if (stores && !own && alias_may(k->facts, tir_buffer_of(s), k->to))
		k->ok = false;
	if (own && (tir_mask_of(s) || !tir_type_eq(tir_value_of(s)->type, k->b->elem)))
		k->ok = false;
	for (uint32_t i = 0; own && i < s->nindex; i++)
		k->ok &= tir_as_store(s)->index[i].e->op == TIR_INT_IMM;
	k->found += k->names;
	return k->ok;
}

/* Count the statements that name each buffer. */
struct counter {
	struct accumulators *k;
	VEC(uint32_t) seen; /* by buffer: the statement that named it last */
	uint32_t stmt;
};

static void count(struct counter *c, const struct tir_buffer *b)
{
	while (c->seen.n <= b->id)
		VEC_PUSH(c->k->arena, &c->seen, 0);
	of(c->k, b)->names += c->seen.at[b->id] != c->stmt;
	c->seen.at[b->id] = c->stmt;
}

static bool count_node(void *ctx, const struct tir_expr *e)
{
	if (has_buffer(e))
		count(ctx, e->u.buffer);
	return true;
}

/* Has the allocation one element, which no other thread sees? */
static bool is_scalar(const struct tir_stmt *s)
{
	const struct tir_buffer *b = tir_buffer_of(s);
	bool own = !strncmp(b->scope, "global", 6) || !strncmp(b->scope, "local", 5);
	bool one = own && !tir_attr_of(s) && b->elem.lanes == 1 && !b->elem_offset && !b->strides;
	for (uint32_t i = 0; one && i < b->ndim; i++)
		one = b->shape[i]->op == TIR_INT_IMM && b->shape[i]->u.i == 1;
	return one;
}

/* Count what the statement names; note allocations of one element. */
static bool count_of_stmt(void *ctx, struct tir_stmt *s)
{
	struct counter *c = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	c->stmt++;
	if (s->kind == TIR_ALLOC)
		of(c->k, tir_buffer_of(s))->is_alloc = is_scalar(s);
	if (s->kind == TIR_STORE)
		count(c, tir_buffer_of(s));
	if (s->kind == TIR_DECL && tir_buffer_of(s)->root)
		count(c, tir_buffer_of(s)->root);
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(e[i], c->k->arena, count_node, c);
	return true;
}

/* ---- Which end in an element -------------------------------------------------------------*/
/* Is a variable of the index bound by this statement of those between? */
static bool is_index_bound(struct accumulators *k, const struct tir_stmt *t,
        const struct tir_stmt *last)
{
	for (uint32_t i = 0; t->kind == TIR_BIND && i < last->nindex; i++)
		if (facts_names(k->facts, tir_as_store(last)->index[i].e, tir_var_of(t)))
			return true;
	return false;
}

static bool note_accumulator(void *ctx, const struct tir_expr *e)
{
	struct accumulators *k = ctx;
	if (e->op == TIR_LOAD && is_element(e) && of(k, e->u.buffer)->is_alloc)
		k->ends = e->u.buffer;
	return !k->ends;
}

/* The accumulator that the statement stores to an element of its type, perhaps with more done to it; NULL: it does not. */
static const struct tir_buffer *ends_in(struct accumulators *k, const struct tir_stmt *t)
{
	k->ends = NULL;
	if (t->kind == TIR_STORE && !tir_mask_of(t) && tir_value_of(t)->flags & TIR_READS_MEM)
		tir_walk_expr(tir_value_of(t), k->arena, note_accumulator, k);
	return k->ends && k->ends != tir_buffer_of(t) &&
	                       tir_type_eq(k->ends->elem, tir_value_of(t)->type) &&
	                       tir_type_eq(k->ends->elem, tir_buffer_of(t)->elem)
	               ? k->ends
	               : NULL;
}

static bool is_other_memory(void *ctx, const struct tir_expr *e)
{
	const struct accumulators *k = ctx;
	return !has_buffer(e) || e->u.buffer != k->b;
}

/* Does the statement set the accumulator, whatever it was? */
static bool begins(struct accumulators *k, const struct tir_stmt *first)
{
	return tir_walk_expr(tir_value_of(first), k->arena, is_other_memory, k);
}

/* May what `last` does to the accumulator be done to the element? */
static bool may_be_done(struct accumulators *k, const struct tir_stmt *last)
{
	tir_walk_expr(tir_value_of(last), k->arena, look_at_node, k);
	return k->ok && !(tir_value_of(last)->flags & (TIR_HAS_EFFECT | TIR_HAS_ADDRESS));
}

/* May the statements from `first` on, which stores the accumulator, to `last`, which stores that elsewhere, work on the element? */
static bool may_be_one(struct accumulators *k, const struct tir_stmt *first,
        const struct tir_stmt *last)
{
	k->b = tir_buffer_of(first);
	k->to = tir_buffer_of(last);
	k->found = 0;
	k->ok = begins(k, first);
	for (uint32_t i = 0; i < last->nindex; i++)
		k->ok &= !(tir_as_store(last)->index[i].e->flags &
		           (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_MAY_TRAP | TIR_HAS_LET));
	struct tir_stmt *t = (struct tir_stmt *)first;
	for (; t != last && k->ok; t = t->next) {
		struct tir_stmt *one = tir_stmt_copy(k->arena, t);
		struct tir_seq alone = {one, one};
		const unsigned bad = EFFECT_UNKNOWN | EFFECT_LEAVES | EFFECT_LASTS;
		k->ok = !(effect_of(&alone) & bad) && !is_index_bound(k, t, last) &&
		        t->kind != TIR_ALLOC && t->kind != TIR_DECL &&
		        tir_walk_stmts(&alone, look_at, k);
	}
	return k->ok && k->found + 1 == of(k, k->b)->names && may_be_done(k, last);
}

/* Look for accumulators that begin and end in the sequence, and in those below it. */
static void find(struct accumulators *k, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		const struct tir_buffer *acc = ends_in(k, t);
		const struct tir_stmt *first = s->first;
		while (acc && first != t &&
		        !(first->kind == TIR_STORE && tir_buffer_of(first) == acc))
			first = first->next;
		if (acc && first != t && may_be_one(k, first, t)) {
			of(k, acc)->store = t;
			k->any = true;
		}
		find(k, tir_body(t));
		find(k, tir_orelse(t));
	}
}

/* ---- The other form ----------------------------------------------------------------------*/
static const struct tir_stmt *store_of(struct accumulators *k, const struct tir_buffer *b)
{
	return of(k, b)->store;
}

/* What stands for a node whose operands are done: for an accumulator its element. */
static bool copy_node(void *ctx, const struct tir_expr *e)
{
	struct accumulators *k = ctx;
	const struct tir_stmt *last = e->op == TIR_LOAD ? store_of(k, e->u.buffer) : NULL;
	const struct tir_expr **arg = ARENA_NEWN(k->arena, const struct tir_expr *,
	        TIR_MAX_RANK + e->n);
	const struct tir_expr *to = e;
	for (uint32_t i = 0; last && i < last->nindex; i++)
		arg[i] = tir_as_store(last)->index[i].e;
	for (uint32_t i = 0; !last && i < e->n; i++)
		arg[i] = k->copy.at[e->arg[i]->id];
	if (last)
		to = tir_access(k->m, TIR_LOAD, tir_as_store(last)->buffer, last->nindex, arg);
	else if (e->n)
		to = tir_with_args(k->m, e, arg);
	while (k->copy.n <= e->id)
		VEC_PUSH(k->arena, &k->copy, NULL);
	k->copy.at[e->id] = to;
	return true;
}

/* The store of an accumulator becomes one of its element. */
static void turn_store(struct accumulators *k, struct tir_stmt *t, const struct tir_stmt *last)
{
	tir_as_store(t)->buffer = tir_as_store(last)->buffer;
	tir_as_store(t)->index = ARENA_NEWN(k->m->arena, struct tir_operand, last->nindex);
	t->nindex = last->nindex;
	for (uint32_t i = 0; i < last->nindex; i++)
		tir_as_store(t)->index[i] = tir_as_store(last)->index[i];
}

/* Add a copy of s to out, with elements in the place of accumulators; nothing for what an accumulator alone needs: its allocation,
 * and the store of nothing but its value. */
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct accumulators *k = ctx;
	bool of_it = s->kind == TIR_STORE || s->kind == TIR_ALLOC;
	const struct tir_stmt *last = of_it ? store_of(k, tir_buffer_of(s)) : NULL;
	const struct tir_expr *value = s->kind == TIR_STORE ? tir_value_of(s) : NULL;
	bool ends = value && value->op == TIR_LOAD && store_of(k, value->u.buffer) == s;
	if (ends || (last && s->kind == TIR_ALLOC))
		return;
	struct tir_stmt *t = tir_stmt_copy(k->m->arena, s);
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		if (op[i]->e->flags & TIR_READS_MEM) {
			tir_walk_expr(op[i]->e, k->arena, copy_node, k);
			op[i]->e = k->copy.at[op[i]->e->id];
		}
	if (last)
		turn_store(k, t, last);
	tir_seq_map_bodies(t, visit, k);
	tir_seq_add(out, t);
}

struct tir_func *loops_accumulators(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	(void)vectors;
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct accumulators k = {
	        .m = f->module, .arena = arena, .facts = facts_begin(f, &known, arena)};
	tir_walk_stmts(&f->body, count_of_stmt, &(struct counter){.k = &k});
	find(&k, &f->body);
	return k.any ? tir_func_with_body(f, tir_seq_map(&f->body, visit, &k)) : f;
}
