/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/promote.c: sums that an innermost loop keeps in memory get a cell.
 *
 * Idea.   `for k: B[i, j] = B[i, j] + A[k, i] * B[k, j]` stores in each iteration and reads that back
 *         in the next.  LLVM keeps the sum in a register only if it knows that no other access of the
 *         loop touches it; that B[k, j] does not, the bounds of k say.  So:
 *             if 0 < extent:
 *                 acc: T.int32 = B[i, j]
 *                 for k: acc = acc + A[k, i] * B[k, j]
 *                 B[i, j] = acc
 * Needs   a verified flat function.
 * Keeps   loops that may be left early, that call what may read or write, whose other accesses are
 *         not surely elsewhere; and those without such accesses: LLVM does these itself.
 * Costs   one walk; in an innermost loop its stores times its accesses, MAX_ACCESSES at most.
 * Wrong if the element is not surely read and written wherever the loop runs: only a store that is a
 *         statement of the body itself and reads the element is taken. */
#include "cse/promote.h"
#include "cse/values.h"

enum { MAX_ACCESSES = 64 };

struct access {
	struct tir_buffer *buffer;
	uint32_t n;
	const struct tir_expr *index[TIR_MAX_RANK];
};

struct promoter {
	struct tir_module *m;
	struct cse_values values; /* its places alone */
	struct cse_scope scope;
	struct arena scratch;
	uint32_t nvars, now, cells;
	/* of the loop that is looked at */
	uint32_t n;
	struct access at[MAX_ACCESSES];
	/* of the operand that is rewritten */
	const struct tir_expr *from, *to;
	VEC(const struct tir_expr *) done;
	const struct tir_expr **memo; /* by expression */
	uint32_t nmemo;
};

/* ---- The accesses of a loop --------------------------------------------------------------*/
static struct access *add_access(struct promoter *p, struct tir_buffer *b, uint32_t n)
{
	if (p->n == MAX_ACCESSES)
		return NULL;
	p->at[p->n] = (struct access){.buffer = b, .n = n};
	return &p->at[p->n++];
}

static bool add_load(void *ctx, const struct tir_expr *e)
{
	struct promoter *p = ctx;
	if (e->op == TIR_LOAD) {
		struct access *a = add_access(p, e->u.buffer, e->n);
		if (a)
			memcpy(a->index, e->arg, e->n * sizeof *e->arg);
		return a != NULL;
	}
	return e->op != TIR_MASKED_LOAD && e->op != TIR_BUFFER_DATA && e->op != TIR_ADDRESS_OF &&
	       !(e->op == TIR_CALL && e->flags & TIR_READS_MEM && tir_call_effect(e) != TIR_PURE);
}

/* Note the accesses of a statement; false: the loop is not to be touched. */
static bool add_stmt(void *ctx, struct tir_stmt *s)
{
	struct promoter *p = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	if ((s->kind != TIR_STORE && s->kind != TIR_BIND && s->kind != TIR_IF) || s->mask.e)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (op[i]->e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET) ||
		        !tir_walk_expr(op[i]->e, &p->scratch, add_load, p))
			return false;
	struct access *a = s->kind == TIR_STORE ? add_access(p, s->buffer, s->nindex) : NULL;
	for (uint32_t i = 0; a && i < s->nindex; i++)
		a->index[i] = s->index[i].e;
	return a || s->kind != TIR_STORE;
}

/* ---- May this store's element have a cell? -----------------------------------------------*/
struct asked {
	const struct promoter *p;
	const struct tir_expr *load; /* is it in there? */
	uint32_t order;              /* or a variable that is bound from here on? */
	bool found;
};

static bool find(void *ctx, const struct tir_expr *e)
{
	struct asked *a = ctx;
	a->found |= e == a->load;
	a->found |= e->op == TIR_VAR && a->p->scope.order[e->u.var->id] >= a->order;
	return true;
}

/* Outside of lazy operands, so that it is surely read. */
static bool reads_surely(const struct tir_expr *e, const struct tir_expr *load, unsigned depth)
{
	uint32_t n = depth ? tir_strict_args(e) : 0;
	for (uint32_t i = 0; i < n; i++)
		if (reads_surely(e->arg[i], load, depth - 1))
			return true;
	return e == load;
}

static bool is_steady(struct promoter *p, const struct tir_stmt *loop, const struct tir_expr *index)
{
	struct asked a = {p, NULL, p->scope.order[loop->var->id], false};
	if (index->flags & (TIR_READS_MEM | TIR_HAS_LET) || index->type.lanes != 1)
		return false;
	tir_walk_expr(index, &p->scratch, find, &a);
	return !a.found;
}

static bool is_elsewhere(struct promoter *p, const struct access *a, const struct access *b)
{
	for (uint32_t i = 0; i < a->n && a->buffer == b->buffer && a->n == b->n; i++)
		if (cse_apart(&p->scope, a->index[i], b->index[i]))
			return true;
	return false;
}

/* Every other access of the loop is this one, or elsewhere; and some are elsewhere. */
static bool is_alone(struct promoter *p, const struct access *a)
{
	bool others = false;
	for (uint32_t i = 0; i < p->n; i++) {
		const struct access *b = &p->at[i];
		if (p->values.place[b->buffer->id] != p->values.place[a->buffer->id])
			continue;
		if (b->buffer == a->buffer && b->n == a->n &&
		        !memcmp(a->index, b->index, a->n * sizeof *a->index))
			continue;
		if (!is_elsewhere(p, a, b))
			return false;
		others = true;
	}
	return others;
}

/* The load of what a store of the loop's body itself sums up, or NULL. */
static const struct tir_expr *summed(struct promoter *p, const struct tir_stmt *loop,
        const struct tir_stmt *s)
{
	const struct tir_buffer *b = s->buffer;
	struct access a = {s->buffer, s->nindex, {0}};
	if (s->kind != TIR_STORE || b->strides || b->elem.lanes != 1 ||
	        (strcmp(b->scope, "global") != 0 && strcmp(b->scope, "local") != 0))
		return NULL;
	for (uint32_t i = 0; i < a.n; i++) {
		a.index[i] = s->index[i].e;
		if (!is_steady(p, loop, a.index[i]))
			return NULL;
	}
	const struct tir_expr *load = tir_access(p->m, TIR_LOAD, s->buffer, a.n, a.index);
	return reads_surely(s->value.e, load, MAX_ACCESSES) && is_alone(p, &a) ? load : NULL;
}

/* ---- Put it there ------------------------------------------------------------------------*/
static void note(struct promoter *p, const struct tir_expr *e, const struct tir_expr *r)
{
	if (e->id >= p->nmemo) {
		uint32_t n = p->m->nexprs * 2;
		const struct tir_expr **memo = ARENA_NEWN(&p->scratch, const struct tir_expr *, n);
		for (uint32_t i = 0; i < p->nmemo; i++)
			memo[i] = p->memo[i];
		p->memo = memo;
		p->nmemo = n;
	}
	p->memo[e->id] = r;
}

/* Operands come first. */
static bool rebuild(void *ctx, const struct tir_expr *e)
{
	struct promoter *p = ctx;
	const struct tir_expr *r = e;
	p->done.n = 0;
	for (uint32_t i = 0; i < e->n; i++)
		VEC_PUSH(&p->scratch, &p->done, p->memo[e->arg[i]->id]);
	if (e == p->from)
		r = p->to;
	else if (e->n && memcmp(p->done.at, e->arg, e->n * sizeof *e->arg) != 0)
		r = tir_with_args(p->m, e, p->done.at);
	note(p, e, r);
	return true;
}

static const struct tir_expr *with_cell(struct promoter *p, const struct tir_expr *e)
{
	tir_walk_expr(e, &p->scratch, rebuild, p);
	return p->memo[e->id];
}

static struct tir_stmt *store(struct promoter *p, struct tir_buffer *b, uint32_t n,
        const struct tir_expr *const *index, const struct tir_expr *value, struct span at)
{
	struct tir_stmt *s = tir_stmt_new(p->m, TIR_STORE, at);
	s->buffer = b;
	s->nindex = n;
	s->index = ARENA_NEWN(p->m->arena, struct tir_operand, n);
	for (uint32_t i = 0; i < n; i++)
		s->index[i] = (struct tir_operand){index[i], at};
	s->value = (struct tir_operand){value, at};
	return s;
}

static struct tir_seq body_with_cell(struct promoter *p, const struct tir_seq *seq)
{
	struct tir_seq out = {0};
	for (const struct tir_stmt *s = seq->first; s; s = s->next) {
		struct tir_stmt *t = arena_copy(p->m->arena, s, sizeof *s);
		struct tir_operand *op[TIR_MAX_OPERANDS];
		if (t->nindex)
			t->index = arena_copy(p->m->arena, t->index, t->nindex * sizeof *t->index);
		uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
		for (uint32_t i = 0; i < n; i++)
			op[i]->e = with_cell(p, op[i]->e);
		bool same = s->kind == TIR_STORE && s->buffer == p->from->u.buffer;
		for (uint32_t i = 0; same && i < s->nindex; i++)
			same = s->index[i].e == p->from->arg[i];
		if (same)
			t = store(p, p->to->u.buffer, 1, p->to->arg, t->value.e, s->at);
		t->body = body_with_cell(p, &s->body);
		t->orelse = body_with_cell(p, &s->orelse);
		t->next = NULL;
		tir_seq_add(&out, t);
	}
	return out;
}

static struct tir_buffer *new_cell(struct promoter *p, struct tir_type t)
{
	struct tir_buffer *b = tir_buffer_new(p->m, "acc", TIR_BUFFER_ALLOC, t);
	b->scope = "local";
	b->ndim = 1;
	b->shape = ARENA_NEWN(p->m->arena, const struct tir_expr *, 1);
	b->shape[0] = tir_int(p->m, TIR_INT32, 1);
	return b;
}

/* The loop with a cell for the load's element, and what goes around it. */
static void put_cell(struct promoter *p, const struct tir_expr *load, struct tir_stmt *loop,
        struct tir_seq *out)
{
	struct tir_seq in = {0};
	struct tir_buffer *cell = new_cell(p, load->u.buffer->elem);
	const struct tir_expr *zero = tir_int(p->m, TIR_INT32, 0);
	const struct tir_expr *extent = loop->extent.e;
	p->from = load;
	p->to = tir_access(p->m, TIR_LOAD, cell, 1, &zero);
	p->cells++;
	struct tir_stmt *alloc = tir_stmt_new(p->m, TIR_ALLOC, loop->at);
	alloc->buffer = cell;
	alloc->form = TIR_ALLOC_CELL;
	tir_seq_add(&in, alloc);
	tir_seq_add(&in, store(p, cell, 1, &zero, load, loop->at));
	loop->body = body_with_cell(p, &loop->body);
	tir_seq_add(&in, loop);
	tir_seq_add(&in, store(p, load->u.buffer, load->n, load->arg, p->to, loop->at));
	if (extent->op == TIR_INT_IMM) {
		out->first = out->first ? out->first : in.first;
		if (out->last)
			out->last->next = in.first;
		out->last = in.last;
		return;
	}
	struct tir_stmt *runs = tir_stmt_new(p->m, TIR_IF, loop->at);
	runs->value = (struct tir_operand){
	        tir_binary(p->m, TIR_LT, tir_int(p->m, extent->type, 0), extent), loop->at};
	runs->body = in;
	tir_seq_add(out, runs);
}

/* ---- The walk ----------------------------------------------------------------------------*/
static void define(struct promoter *p, const struct tir_stmt *s)
{
	if (!s->var)
		return;
	p->scope.def[s->var->id] = s->kind == TIR_BIND || s->kind == TIR_FOR ? s : NULL;
	p->scope.order[s->var->id] = ++p->now;
}

/* Add the loop to out, in a cell's company if one of its stores wants that. */
static void add_loop(struct promoter *p, struct tir_stmt *loop, struct tir_seq *out)
{
	const struct tir_expr *load = NULL;
	p->n = 0;
	const struct tir_expr *extent = loop->extent.e;
	bool runs = extent->op == TIR_INT_IMM ? extent->u.i > 0 : !(extent->flags & TIR_READS_MEM);
	if (loop->for_kind == TIR_SERIAL && runs && tir_walk_stmts(&loop->body, add_stmt, p))
		for (const struct tir_stmt *s = loop->body.first; s && !load; s = s->next)
			load = summed(p, loop, s);
	if (load)
		put_cell(p, load, loop, out);
	else
		tir_seq_add(out, loop);
}

static struct tir_seq walk(struct promoter *p, const struct tir_seq *seq)
{
	struct tir_seq out = {0};
	for (const struct tir_stmt *s = seq->first; s; s = s->next) {
		struct tir_stmt *t = arena_copy(p->m->arena, s, sizeof *s);
		t->next = NULL;
		define(p, t);
		t->body = walk(p, &s->body);
		t->orelse = walk(p, &s->orelse);
		if (s->kind == TIR_FOR)
			add_loop(p, t, &out);
		else
			tir_seq_add(&out, t);
	}
	return out;
}

struct tir_func *cse_promote(struct tir_func *f, const struct cse_options *options,
        struct arena *arena, uint32_t *cells)
{
	struct promoter p = {.m = f->module, .scratch = {.oom = arena->oom}};
	cse_values_init(&p.values, p.m, f, options, arena);
	p.scope.def = ARENA_NEWN(&p.scratch, const struct tir_stmt *, p.m->nvars);
	p.scope.order = ARENA_NEWN(&p.scratch, uint32_t, p.m->nvars);
	struct tir_seq body = walk(&p, &f->body);
	arena_free(&p.scratch);
	*cells = p.cells;
	return p.cells ? tir_func_with_body(f, body) : f;
}
