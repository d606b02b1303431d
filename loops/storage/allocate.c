/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/allocate.c: allocations stand where they are used, and are as large as what is used.
 *
 * Idea.   A buffer whose elements are all written before they are read in each iteration of a loop
 *         can be allocated in that loop: the innermost one that holds all accesses and of which that
 *         is known.  What an iteration touches lies in a box that begins at an expression of outer
 *         variables; the buffer becomes as large as the box, the indices are counted from there.
 * Needs   a function without blocks.  A buffer that is used in any other way than by loads and
 *         stores of scalar indices stays as it is, and so does one with strides.
 * Keeps   every value that is read.  A dimension is made smaller only if all its indices are known
 *         to be in bounds.
 * Why it cannot be wrong
 *         A buffer moves into a loop only if each read there sees what the same iteration wrote
 *         (loops_region_is_private); what an iteration leaves behind is read by none. It gets smaller only
 *         by a box that holds all indices of all accesses, which are in bounds (shrink), and all accesses
 *         count from the box's first element (rebuild, rewrite_store). An address, a call or a view of it
 *         leaves it as it is (give_up), as do break, continue and return in the function (leaves).
 * Costs   two steps a node; for a buffer, reads times stores in the loops that hold all of them, for
 *         MAX_USES at most. */
#include "loops/storage/allocate.h"

enum { MAX_USES = 128 };

/* ---- Collecting --------------------------------------------------------------------------*/
static struct storage *storage_of(struct allocate *a, const struct tir_buffer *b)
{
	struct storage *s = b && b->id < a->storage.n ? &a->storage.at[b->id] : NULL;
	return s && s->alloc ? s : NULL;
}

/* The buffer stays as it is. */
static void give_up(struct allocate *a, const struct tir_buffer *b)
{
	struct storage *s = storage_of(a, b);
	if (s)
		s->alloc = NULL;
}

/* Note an access of the buffer at its simplified indices; a buffer whose indices are not known is left as it is. */
static void add_use(struct allocate *a, const struct scope *scope, const struct tir_buffer *b,
        uint32_t n, const struct tir_expr *const *index, bool write)
{
	struct storage *s = storage_of(a, b);
	if (!s)
		return;
	const struct tir_expr **simple = ARENA_NEWN(a->arena, const struct tir_expr *, n);
	bool good = n == b->ndim && s->uses.n < MAX_USES;
	for (uint32_t i = 0; i < n && good; i++) {
		simple[i] = simplify_expr(&a->s, index[i]);
		good = index[i]->type.lanes == 1 && loops_region_is_known(a, simple[i]);
	}
	if (good)
		VEC_PUSH(a->arena, &s->uses, ((struct use){scope, simple, write}));
	else
		give_up(a, b);
}

struct visit {
	struct allocate *a;
	const struct scope *scope;
};

/* Note the load that e is; give a buffer up whose address is taken. */
static bool visit_node(void *ctx, const struct tir_expr *e)
{
	struct visit *v = ctx;
	switch ((enum tir_op)e->op) {
	case TIR_LOAD: add_use(v->a, v->scope, e->u.buffer, e->n, e->arg, false); break;
	case TIR_MASKED_LOAD:
	case TIR_ADDRESS_OF:
	case TIR_BUFFER_DATA: give_up(v->a, e->u.buffer); break;
	case TIR_ANY_LEAF:
	case TIR_ANY_OPERATOR:
	case TIR_CAST:
	case TIR_ANY_CHOICE:
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	return true;
}

static void visit_expr(struct allocate *a, const struct scope *scope, const struct tir_expr *e)
{
	struct visit v = {a, scope};
	if (e)
		tir_walk_expr(e, a->arena, visit_node, &v);
}

/* Note what an attribute and its items load; a buffer that one names is given up. */
static void visit_attr(struct allocate *a, const struct scope *scope, const struct tir_attr *t)
{
	if (!t)
		return;
	visit_expr(a, scope, t->expr);
	give_up(a, t->buffer);
	for (uint32_t i = 0; i < t->n; i++)
		visit_attr(a, scope, t->item[i]);
}

/* Say in which scope a variable is defined, and by which loop (NULL: none). */
static void set_home(struct allocate *a, const struct tir_var *v, const struct scope *scope,
        const struct tir_stmt *loop)
{
	while (a->home.n <= v->id) {
		VEC_PUSH(a->arena, &a->home, NULL);
		VEC_PUSH(a->arena, &a->loop, NULL);
		VEC_PUSH(a->arena, &a->moved, NULL);
	}
	a->home.at[v->id] = scope;
	a->loop.at[v->id] = loop;
}

/* A buffer that may be moved: what threads share, and registers of another kind, are not. */
static void visit_alloc(struct allocate *a, const struct scope *scope, const struct tir_stmt *t)
{
	const struct tir_buffer *b = tir_as_alloc(t)->buffer;
	bool plain = !b->scope || !strncmp(b->scope, "global", 6) || !strcmp(b->scope, "local");
	if (!plain || b->strides || b->elem_offset || !b->ndim || t->form != TIR_ALLOC_BUFFER)
		return;
	while (a->storage.n <= b->id)
		VEC_PUSH(a->arena, &a->storage, (struct storage){0});
	a->storage.at[b->id] = (struct storage){.alloc = t, .declared = scope, .scope = scope};
}

static void collect(struct allocate *a, const struct tir_seq *s, const struct scope *scope);

/* Note all accesses and definitions of the statement, each with its scope, and those of its bodies. */
static void collect_stmt(struct allocate *a, struct tir_stmt *t, const struct scope *scope)
{
	struct tir_operand *op[TIR_MAX_OPERANDS];
	const struct tir_expr *index[TIR_MAX_RANK];
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	bool once;
	for (uint32_t i = 0; i < n; i++)
		visit_expr(a, scope, op[i]->e);
	visit_attr(a, scope, tir_attr_of(t));
	visit_attr(a, scope, tir_node_of(t));
	struct scope *in = ARENA_NEWN(a->arena, struct scope, 2);
	in[0] = (struct scope){scope, t, false, scope->depth + 1};
	in[1] = (struct scope){scope, t, true, scope->depth + 1};
	if (t->kind == TIR_STORE) {
		for (uint32_t i = 0; i < t->nindex; i++)
			index[i] = tir_as_store(t)->index[i].e;
		add_use(a, scope, tir_as_store(t)->buffer, t->nindex, index, true);
		if (tir_as_store(t)->mask.e)
			give_up(a, tir_as_store(t)->buffer);
	} else if (t->kind == TIR_ALLOC) {
		visit_alloc(a, scope, t);
	} else if (t->kind == TIR_BIND) {
		set_home(a, tir_as_bind(t)->var, scope, NULL);
		simplify_range_bind(&a->s, tir_as_bind(t)->var, tir_as_bind(t)->value.e);
	} else if (t->kind == TIR_FOR || t->kind == TIR_LAUNCH) {
		set_home(a, tir_as_for(t)->var, &in[0], t);
		simplify_range_loop(&a->s, t, &once);
	}
	collect(a, tir_body(t), &in[0]);
	collect(a, tir_orelse(t), &in[1]);
}

static void collect(struct allocate *a, const struct tir_seq *s, const struct scope *scope)
{
	for (struct tir_stmt *t = s->first; t; t = t->next)
		collect_stmt(a, t, scope);
}

/* ---- Deciding ----------------------------------------------------------------------------*/
/* True for a body that a buffer may move into: not one that becomes vectors or copies. */
static bool may_hold(const struct scope *s)
{
	return s->of->kind == TIR_LAUNCH ||
	       (s->of->kind == TIR_FOR && s->of->for_kind != TIR_VECTORIZED &&
	               s->of->for_kind != TIR_UNROLLED);
}

/* The innermost scope that the buffer may live in. */
static void choose_scope(struct allocate *a, struct storage *b)
{
	const struct scope *all = b->uses.at[0].scope;
	for (uint32_t i = 1; i < b->uses.n; i++)
		all = scope_common(all, b->uses.at[i].scope);
	for (const struct scope *s = all; s != b->declared; s = s->up)
		if (s->of->kind != TIR_IF && s->of->kind != TIR_ATTR && !may_hold(s))
			all = s->up;
	for (const struct scope *s = all; s != b->declared; s = s->up)
		if (may_hold(s) && loops_region_is_private(a, b, s)) {
			b->scope = s;
			return;
		}
}

/* Make the buffer that stands for b's if that is smaller. */
static void shrink(struct allocate *a, struct storage *b)
{
	struct tir_buffer *from = tir_as_alloc(b->alloc)->buffer;
	const struct tir_expr **shape = arena_copy(a->s.m->arena, from->shape,
	        from->ndim * sizeof *shape);
	bool smaller = false;
	b->min = ARENA_NEWN(a->arena, const struct tir_expr *, from->ndim);
	for (uint32_t k = 0; k < from->ndim; k++) {
		int64_t n = loops_region_extent(a, b, k, &b->min[k]);
		shape[k] = n ? tir_int(a->s.m, shape[k]->type, n) : shape[k];
		b->min[k] = n ? b->min[k] : NULL;
		smaller |= n != 0;
	}
	if (!smaller)
		return;
	b->buffer = tir_buffer_new(a->s.m, from->name, from->kind, from->elem);
	uint32_t id = b->buffer->id;
	*b->buffer = *from;
	b->buffer->id = id;
	b->buffer->root = b->buffer;
	b->buffer->shape = shape;
}

/* True if something is to be done. */
static bool decide(struct allocate *a, bool may_move)
{
	bool any = false;
	for (uint32_t i = a->storage.n; i-- > 0;) {
		struct storage *b = &a->storage.at[i];
		if (!b->alloc || !b->uses.n)
			continue;
		if (may_move)
			choose_scope(a, b);
		shrink(a, b);
		any |= b->buffer || b->scope != b->declared;
		if (b->scope != b->declared) {
			b->next = a->moved.at[tir_var_of(b->scope->of)->id];
			a->moved.at[tir_var_of(b->scope->of)->id] = b;
		}
	}
	return any;
}

/* ---- Rewriting ---------------------------------------------------------------------------*/
static const struct tir_expr *rebuild(struct allocate *a, const struct tir_expr *e,
        const struct tir_expr *const *args)
{
	struct storage *b = e->op == TIR_LOAD ? storage_of(a, e->u.buffer) : NULL;
	if (!b || !b->buffer)
		return memcmp(args, e->arg, e->n * sizeof *args) ? tir_with_args(a->s.m, e, args)
		                                                 : e;
	const struct tir_expr *index[TIR_MAX_RANK];
	for (uint32_t k = 0; k < e->n; k++)
		index[k] = b->min[k] ? loops_region_shift(a, args[k], b->min[k]) : args[k];
	return tir_make(a->s.m, TIR_LOAD, e->type, (uintptr_t)b->buffer, e->n, index);
}

struct rewrite_frame {
	const struct tir_expr *e;
	uint32_t next;
};

/* e with loads of moved buffers at their new indices; walks by a stack, as expressions are deep. */
static const struct tir_expr *rewrite(struct allocate *a, const struct tir_expr *e)
{
	VEC(struct rewrite_frame) open = {0};
	VEC(const struct tir_expr *) done = {0};
	VEC_PUSH(a->arena, &open, ((struct rewrite_frame){e, 0}));
	while (open.n) {
		struct rewrite_frame *f = &open.at[open.n - 1];
		struct tir_subst_memo *memo = &a->memo[f->e->id];
		if (!f->e->n || (f->next == 0 && memo->e)) {
			VEC_PUSH(a->arena, &done, f->e->n ? memo->e : f->e);
			open.n--;
		} else if (f->next < f->e->n) {
			const struct tir_expr *arg = f->e->arg[f->next++];
			VEC_PUSH(a->arena, &open, ((struct rewrite_frame){arg, 0}));
		} else {
			open.n--;
			done.n -= f->e->n;
			memo->e = rebuild(a, f->e, done.at + done.n);
			VEC_PUSH(a->arena, &done, memo->e);
		}
	}
	return done.at[0];
}

static void emit_alloc(struct allocate *a, const struct storage *b, struct tir_seq *out)
{
	struct tir_stmt *t = tir_stmt_copy(a->s.m->arena, b->alloc);
	struct tir_alloc *alloc = tir_as_alloc(t);
	alloc->buffer = b->buffer ? b->buffer : alloc->buffer;
	tir_seq_add(out, t);
}

/* Let the store go to the moved buffer, whose first element is the least that is used. */
static void rewrite_store(struct allocate *a, struct tir_stmt *t, const struct storage *b)
{
	for (uint32_t k = 0; k < t->nindex; k++)
		if (b->min[k])
			tir_as_store(t)->index[k].e = loops_region_shift(a,
			        tir_as_store(t)->index[k].e, b->min[k]);
	tir_as_store(t)->buffer = b->buffer;
}

/* Add a copy of the statement with moved buffers; an allocation goes where it was decided. */
static void rewrite_stmt(void *ctx, const struct tir_stmt *from, struct tir_seq *out)
{
	struct allocate *a = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	struct storage *b = storage_of(a, tir_buffer_of(from));
	if (from->kind == TIR_ALLOC && b) {
		if (b->scope == b->declared)
			emit_alloc(a, b, out);
		return;
	}
	struct tir_stmt *t = tir_stmt_copy(a->s.m->arena, from);
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		op[i]->e = rewrite(a, op[i]->e);
	if (t->kind == TIR_STORE && b && b->buffer)
		rewrite_store(a, t, b);
	struct tir_seq body = {0};
	if (t->kind == TIR_FOR || t->kind == TIR_LAUNCH)
		for (b = a->moved.at[tir_as_for(t)->var->id]; b; b = b->next)
			emit_alloc(a, b, &body);
	tir_seq_append(&body, tir_seq_map(tir_body(from), rewrite_stmt, a));
	tir_set_body(t, body);
	tir_set_orelse(t, tir_seq_map(tir_orelse(from), rewrite_stmt, a));
	tir_seq_add(out, t);
}

static bool leaves(const struct tir_stmt *s)
{
	return s->kind == TIR_BREAK || s->kind == TIR_CONTINUE || s->kind == TIR_RETURN;
}

static bool is_alloc(const struct tir_stmt *s)
{
	return s->kind == TIR_ALLOC;
}

struct tir_func *loops_move_allocations(struct tir_func *f, struct arena *arena)
{
	struct allocate a = {.s = simplify_begin(f->module, arena),
	        .subst = {.m = f->module, .arena = arena},
	        .m = f->module,
	        .arena = arena};
	struct scope *root = ARENA_NEW(arena, struct scope);
	if (!tir_seq_any(&f->body, is_alloc))
		return f;
	simplify_range_shapes(&a.s, f);
	for (uint32_t i = 0; i < f->params.n; i++)
		if (f->params.at[i].var)
			set_home(&a, f->params.at[i].var, root, NULL);
	for (uint32_t i = 0; i < f->syms.n; i++)
		set_home(&a, f->syms.at[i].var, root, NULL);
	collect(&a, &f->body, root);
	if (!decide(&a, !tir_seq_any(&f->body, leaves)))
		return f;
	a.memo = ARENA_NEWN(arena, struct tir_subst_memo, f->module->nexprs);
	return tir_func_with_body(f, tir_seq_map(&f->body, rewrite_stmt, &a));
}
