/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interp/compile.c: statements to struct cstmt.
 *
 * Idea.   A statement's operands become one piece of code over registers that are used again by the
 *         next statement.
 * Costs   one visit a statement; recursion as deep as statements nest, at most MAX_NEST. */
#include "interp/internal.h"

static bool compile_seq(struct compiler *c, const struct tir_seq *seq, struct cseq *out);

static void begin(struct compiler *c)
{
	c->ntemp = c->nthunks = 0;
}

/* End a piece of code that began at start; returns its pc. */
static uint32_t end(struct compiler *c, uint32_t start)
{
	if (c->nthunks > c->fn->nthunks)
		c->fn->nthunks = c->nthunks;
	if (c->fn->code.n == start)
		return NO_CODE;
	interp_push(c, (struct ins){.kind = INS_END, .op = TIR_NOPS});
	return start;
}

static int32_t operand(struct compiler *c, const struct tir_expr *e)
{
	return e ? interp_emit(c, e) : 0;
}

static int32_t *dimensions(struct compiler *c, uint32_t n, const struct tir_expr **e)
{
	int32_t *reg = ARENA_NEWN(c->arena, int32_t, n);
	for (uint32_t i = 0; i < n; i++)
		reg[i] = interp_emit(c, e[i]);
	return reg;
}

/* The code that finds a buffer's shape when it comes into being. */
static uint32_t compile_buffer(struct compiler *c, const struct tir_buffer *b)
{
	uint32_t slot = interp_slot(c, b);
	if (b->ndim > TIR_MAX_RANK) {
		c->failed = true;
		interp_trap(c->in, "'%s' has too many dimensions to interpret", b->name);
		return slot;
	}
	begin(c);
	uint32_t start = c->fn->code.n;
	struct cbuffer cb = {.b = b};
	cb.shape = dimensions(c, b->ndim, b->shape);
	if (b->strides)
		cb.strides = dimensions(c, b->ndim, b->strides);
	if (b->elem_offset && b->kind != TIR_BUFFER_PARAM)
		cb.offset = interp_emit(c, b->elem_offset);
	cb.pc = end(c, start);
	c->fn->buffers.at[slot] = cb;
	return slot;
}

static void compile_operands(struct compiler *c, struct cstmt *out)
{
	const struct tir_stmt *s = out->s;
	begin(c);
	uint32_t start = c->fn->code.n;
	out->index = ARENA_NEWN(c->arena, int32_t, s->nindex);
	for (uint32_t i = 0; i < s->nindex; i++)
		out->index[i] = operand(c, tir_as_store(s)->index[i].e);
	bool counts = s->kind == TIR_FOR || s->kind == TIR_LAUNCH;
	out->min = operand(c, counts ? tir_as_for(s)->min.e : NULL);
	out->extent = operand(c, counts ? tir_as_for(s)->extent.e : NULL);
	out->step = operand(c, counts ? tir_as_for(s)->more->step.e : NULL);
	out->value = operand(c, tir_value_of(s));
	out->mask = operand(c, tir_mask_of(s));
	out->pc = end(c, start);
}

static bool compile_stmt(struct compiler *c, struct tir_stmt *s, struct cstmt *out)
{
	out->s = s;
	c->in->at = s->at;
	if (s->kind == TIR_BLOCK)
		return interp_trap(c->in, "a block can be run only after it is legalised");
	compile_operands(c, out);
	if (tir_var_of(s))
		out->var = interp_fixed(c, tir_var_of(s)->expr);
	if (s->kind == TIR_ALLOC || s->kind == TIR_DECL)
		out->buffer = compile_buffer(c, tir_buffer_of(s));
	else if (s->kind == TIR_STORE)
		out->buffer = interp_slot(c, tir_buffer_of(s));
	return !c->failed && compile_seq(c, tir_body(s), &out->body) &&
	       compile_seq(c, tir_orelse(s), &out->orelse);
}

/* Memory may be taken by an allocation and by calls that make arrays. */
static bool takes_memory(const struct tir_stmt *s)
{
	const struct tir_expr *value = tir_value_of(s);
	return s->kind == TIR_ALLOC || (value && value->flags & TIR_HAS_EFFECT);
}

static bool compile_seq(struct compiler *c, const struct tir_seq *seq, struct cseq *out)
{
	struct cstmt **link = &out->first;
	if (++c->in->nest > MAX_NEST)
		return interp_trap(c->in, "statements nest deeper than %d", MAX_NEST);
	for (struct tir_stmt *s = seq->first; s; s = s->next) {
		*link = ARENA_NEW(c->arena, struct cstmt);
		out->allocates |= takes_memory(s);
		if (!compile_stmt(c, s, *link))
			return false;
		link = &(*link)->next;
	}
	c->in->nest--;
	return true;
}

static void compile_params(struct compiler *c)
{
	const struct tir_func *f = c->fn->f;
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_param *p = &f->params.at[i];
		int32_t reg = p->buffer ? 0 : interp_fixed(c, p->var->expr);
		VEC_PUSH(c->arena, &c->fn->param, reg);
	}
	for (uint32_t i = 0; i < f->syms.n; i++) {
		int32_t reg = interp_fixed(c, f->syms.at[i].var->expr);
		VEC_PUSH(c->arena, &c->fn->sym, reg);
	}
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_buffer *b = f->params.at[i].buffer;
		uint32_t slot = b ? compile_buffer(c, b) : 0;
		VEC_PUSH(c->arena, &c->fn->param_buffer, slot);
	}
}

static struct compiler *new_compiler(struct interp *in)
{
	struct compiler *c = ARENA_NEW(in->arena, struct compiler);
	c->in = in;
	c->arena = in->arena;
	return c;
}

/* Room for f's numbers.  What was noted of other functions has other marks. */
static void make_room(struct compiler *c, const struct tir_func *f)
{
	struct tir_numbers n = tir_numbers_of(f);
	if (n.nexprs > c->nexprs) {
		c->nexprs = n.nexprs + c->nexprs;
		c->fixed_mark = ARENA_NEWN(c->arena, uint32_t, c->nexprs);
		c->fixed = ARENA_NEWN(c->arena, int32_t, c->nexprs);
		c->seen_mark = ARENA_NEWN(c->arena, uint32_t, c->nexprs);
		c->seen = ARENA_NEWN(c->arena, uint32_t, c->nexprs);
	}
	if (n.nbuffers > c->nbuffers) {
		c->nbuffers = n.nbuffers + c->nbuffers;
		c->buffer_mark = ARENA_NEWN(c->arena, uint32_t, c->nbuffers);
		c->buffer_slot = ARENA_NEWN(c->arena, uint32_t, c->nbuffers);
	}
}

const struct cfunc *interp_compile(struct interp *in, const struct tir_func *f)
{
	if (!in->compiler) {
		in->compiler = new_compiler(in);
		in->funcs = ARENA_NEWN(in->arena, struct cfunc *, f->module->funcs.n);
	}
	if (in->funcs[f->id] && in->funcs[f->id]->f == f)
		return in->funcs[f->id];
	struct compiler *c = in->compiler;
	make_room(c, f);
	struct cfunc *fn = ARENA_NEW(in->arena, struct cfunc);
	fn->f = f;
	c->fn = fn;
	c->function++;
	struct span at = in->at;
	uint32_t nest = in->nest;
	in->nest = 0;
	in->at = f->at;
	compile_params(c);
	if (c->failed || !compile_seq(c, &f->body, &fn->body))
		return NULL;
	in->at = at;
	in->nest = nest;
	return in->funcs[f->id] = fn;
}
