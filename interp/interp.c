/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interp/interp.c: run a function, statement by statement: the meaning of TIR as a program.
 *
 * Idea.   Walks compiled statements; loops of every kind run in order, threads of a launch one after
 *         another.  Everything a pass or the lowering does is checked against this.
 * Needs   a verified function.
 * Keeps   the function untouched; touches only memory it was given.
 * Costs   10 to 20 ns a statement and 5 to 10 ns a node; recursion as deep as statements nest. */
#include "interp/internal.h"

enum status { NEXT, BREAK, CONTINUE, RETURN, FAIL };

static enum status exec_seq(struct interp *in, struct frame *fr, const struct cseq *seq);

/* Count a statement or an iteration. */
static inline bool tick(struct interp *in)
{
	uint64_t max = in->options ? in->options->max_steps : 0;
	if (max && in->ticks >= max)
		return interp_trap(in, "stopped after %llu steps", (unsigned long long)max);
	in->ticks++;
	return true;
}

/* ---- buffers ----------------------------------------------------------------------------*/
static int64_t value_of(const struct frame *fr, int32_t reg, const struct tir_expr *e)
{
	return interp_signed(e->type, fr->reg[reg]);
}

static void set_strides(const struct frame *fr, const struct cbuffer *cb, struct ibuffer *b)
{
	uint64_t next = 1;
	for (uint32_t k = cb->b->ndim; k-- > 0;) {
		if (cb->strides) {
			b->stride[k] = value_of(fr, cb->strides[k], cb->b->strides[k]);
			continue;
		}
		b->stride[k] = (int64_t)next;
		next *= (uint64_t)value_of(fr, cb->shape[k], cb->b->shape[k]);
	}
}

/* The bytes an allocation needs; UINT64_MAX: more than there can be. */
static uint64_t size_of(const struct frame *fr, const struct cbuffer *cb, const struct ibuffer *b)
{
	uint64_t last = 0; /* element furthest from the first */
	for (uint32_t k = 0; k < cb->b->ndim; k++) {
		int64_t extent = value_of(fr, cb->shape[k], cb->b->shape[k]);
		uint64_t step;
		if (extent <= 0)
			return 0;
		if (b->stride[k] < 0 ||
		        __builtin_mul_overflow((uint64_t)extent - 1, (uint64_t)b->stride[k],
		                &step) ||
		        __builtin_add_overflow(last, step, &last))
			return UINT64_MAX;
	}
	return last >= UINT64_MAX / b->element_bytes ? UINT64_MAX : (last + 1) * b->element_bytes;
}

bool interp_define(struct interp *in, struct frame *fr, uint32_t slot, uint64_t handle)
{
	const struct cbuffer *cb = &fr->fn->buffers.at[slot];
	struct ibuffer *b = &fr->buffer[slot];
	if (cb->pc != NO_CODE && !interp_run_code(in, fr, cb->pc))
		return false;
	*b = (struct ibuffer){.b = cb->b};
	b->lane_bytes = tir_elem_bytes(cb->b->elem);
	b->element_bytes = tir_type_bytes(cb->b->elem);
	set_strides(fr, cb, b);
	int64_t offset = 0;
	if (cb->b->elem_offset && cb->b->kind != TIR_BUFFER_PARAM)
		offset = value_of(fr, cb->offset, cb->b->elem_offset);
	offset = (int64_t)((uint64_t)offset * b->element_bytes);
	if (cb->b->kind == TIR_BUFFER_ALLOC) {
		uint64_t bytes = size_of(fr, cb, b), before = offset > 0 ? (uint64_t)offset : 0;
		if (bytes > UINT64_MAX - before ||
		        !(handle = interp_new_region(&in->mem, bytes + before)))
			return interp_trap(in, "no memory for '%s'", cb->b->name);
	}
	b->data = handle;
	b->first = interp_handle_add(handle, offset);
	struct region region = interp_find(&in->mem, handle, &b->offset);
	b->base = region.base;
	b->bytes = region.bytes;
	b->offset = (int64_t)((uint64_t)b->offset + (uint64_t)offset);
	return true;
}

/* Memory that threads share needs waiting for each other, even where no wait is written yet (TVM
 * puts them in late), and threads run one after another. */
static bool refuse_shared(struct interp *in, const char *what)
{
	return interp_trap(in,
	        "%s is shared by threads that wait for each other: they do not run one "
	        "after another",
	        what);
}

static bool is_shared(const struct tir_buffer *b)
{
	return !strncmp(b->scope, "shared", 6) || !strncmp(b->scope, "warp", 4);
}

static bool allocate(struct interp *in, struct frame *fr, const struct cstmt *c)
{
	if (is_shared(tir_as_alloc(c->s)->buffer)) {
		if (in->threads)
			return refuse_shared(in, tir_as_alloc(c->s)->buffer->name);
		in->shared++;
	}
	return interp_define(in, fr, c->buffer, 0);
}

/* ---- statements -------------------------------------------------------------------------*/
static enum status fail_assert(struct interp *in, const struct tir_stmt *s)
{
	char text[TIR_MAX_MESSAGE];
	interp_trap(in, "%s", tir_assert_message(s, text));
	return FAIL;
}

/* One iteration. */
static enum status iterate(struct interp *in, struct frame *fr, const struct cseq *body)
{
	if (!tick(in))
		return FAIL;
	enum status st = exec_seq(in, fr, body);
	return st == CONTINUE ? NEXT : st;
}

static enum status exec_for(struct interp *in, struct frame *fr, const struct cstmt *c)
{
	const struct tir_stmt *s = c->s;
	const struct tir_for *l = tir_as_for(s);
	struct tir_type t = l->var->type;
	int64_t extent = value_of(fr, c->extent, l->extent.e);
	int64_t min = l->min.e ? value_of(fr, c->min, l->min.e) : 0;
	int64_t step = l->more->step.e ? value_of(fr, c->step, l->more->step.e) : 1;
	if (step <= 0) {
		interp_trap(in, "the loop's step is %lld", (long long)step);
		return FAIL;
	}
	unsigned cut = 64u - t.bits;
	for (int64_t i = 0; i < extent;) {
		if (interp_traps_overflow(in) &&
		        tir_overflows(TIR_ADD, t, (uint64_t)min, (uint64_t)i)) {
			in->at = s->at;
			interp_trap(in, "signed overflow in the variable of the loop");
			return FAIL;
		}
		fr->reg[c->var] = ((uint64_t)min + (uint64_t)i) << cut >> cut;
		enum status st = iterate(in, fr, &c->body);
		if (st != NEXT)
			return st == BREAK ? NEXT : st;
		if (__builtin_add_overflow(i, step, &i))
			break;
	}
	return NEXT;
}

/* Threads run one after another.  A tag that is launched already is the same thread again. */
static enum status exec_threads(struct interp *in, struct frame *fr, const struct cstmt *c)
{
	const struct tir_stmt *s = c->s;
	const struct tir_for *loop = tir_as_for(s);
	const char *tag = loop->more->tag ? loop->more->tag : "";
	bool is_virtual = !strncmp(tag, "vthread", 7);
	for (const struct thread_var *v = in->launched; v && !is_virtual; v = v->outer)
		if (!strcmp(v->tag, tag)) {
			fr->reg[c->var] = v->value;
			return exec_seq(in, fr, &c->body);
		}
	int64_t extent = value_of(fr, c->extent, loop->extent.e);
	int64_t min = loop->min.e ? value_of(fr, c->min, loop->min.e) : 0;
	bool waits = !strncmp(tag, "threadIdx", 9) && extent > 1;
	if (waits && in->shared) {
		refuse_shared(in, "memory");
		return FAIL;
	}
	struct thread_var self = {tag, 0, in->launched};
	enum status st = NEXT;
	in->launched = &self;
	in->threads += waits;
	for (int64_t i = 0; i < extent && st == NEXT; i++) {
		unsigned cut = 64u - loop->var->type.bits;
		self.value = ((uint64_t)min + (uint64_t)i) << cut >> cut;
		fr->reg[c->var] = self.value;
		st = iterate(in, fr, &c->body);
	}
	in->threads -= waits;
	in->launched = self.outer;
	return st;
}

static enum status exec_while(struct interp *in, struct frame *fr, const struct cstmt *c)
{
	for (;;) {
		if (!fr->reg[c->value])
			return NEXT;
		enum status st = iterate(in, fr, &c->body);
		if (st != NEXT)
			return st == BREAK ? NEXT : st;
		in->at = c->s->at;
		struct mem_mark mark = interp_mark(&in->mem);
		if (c->pc != NO_CODE && !interp_run_code(in, fr, c->pc))
			return FAIL;
		interp_release(&in->mem, mark);
	}
}

static enum status exec_stmt(struct interp *in, struct frame *fr, const struct cstmt *c)
{
	const struct tir_stmt *s = c->s;
	in->at = s->at;
	in->steps++;
	if (!tick(in) || (c->pc != NO_CODE && !interp_run_code(in, fr, c->pc)))
		return FAIL;
	switch (s->kind) {
	case TIR_BIND:
		memmove(fr->reg + c->var, fr->reg + c->value,
		        sizeof *fr->reg * tir_as_bind(s)->var->type.lanes);
		return NEXT;
	case TIR_STORE: return interp_store(in, fr, c) ? NEXT : FAIL;
	case TIR_ALLOC: return allocate(in, fr, c) ? NEXT : FAIL;
	case TIR_DECL: return interp_define(in, fr, c->buffer, fr->reg[c->value]) ? NEXT : FAIL;
	case TIR_FOR:
		return s->for_kind == TIR_THREAD ? exec_threads(in, fr, c) : exec_for(in, fr, c);
	case TIR_WHILE: return exec_while(in, fr, c);
	case TIR_IF: return exec_seq(in, fr, fr->reg[c->value] ? &c->body : &c->orelse);
	case TIR_ASSERT: return fr->reg[c->value] ? exec_seq(in, fr, &c->body) : fail_assert(in, s);
	case TIR_ATTR: return exec_seq(in, fr, &c->body);
	case TIR_LAUNCH: return exec_threads(in, fr, c);
	case TIR_BLOCK: /* was refused */
	case TIR_EVALUATE: return NEXT;
	case TIR_BREAK: return BREAK;
	case TIR_CONTINUE: return CONTINUE;
	case TIR_RETURN:
		if (tir_as_return(s)->value.e)
			fr->result = fr->reg[c->value];
		return RETURN;
	}
	return NEXT;
}

static enum status exec_seq(struct interp *in, struct frame *fr, const struct cseq *seq)
{
	if (in->nest >= MAX_NEST) {
		interp_trap(in, "statements and calls nest deeper than %d", MAX_NEST);
		return FAIL;
	}
	in->nest++;
	struct mem_mark mark = {NULL, 0, 0};
	if (seq->allocates)
		mark = interp_mark(&in->mem);
	uint32_t shared = in->shared;
	enum status st = NEXT;
	for (const struct cstmt *c = seq->first; c && st == NEXT; c = c->next)
		st = exec_stmt(in, fr, c);
	if (seq->allocates)
		interp_release(&in->mem, mark);
	in->shared = shared;
	in->nest--;
	return st;
}

/* ---- functions --------------------------------------------------------------------------*/
static bool new_frame(struct interp *in, const struct cfunc *fn, struct frame *fr)
{
	uint64_t *reg = interp_alloc(&in->mem,
	        sizeof *reg * ((uint64_t)fn->nfixed + fn->ntemp + 1));
	*fr = (struct frame){.fn = fn};
	fr->buffer = interp_alloc(&in->mem, sizeof *fr->buffer * ((uint64_t)fn->buffers.n + 1));
	fr->memo = interp_alloc(&in->mem, sizeof *fr->memo * ((uint64_t)fn->nthunks + 1));
	fr->back = interp_alloc(&in->mem, sizeof *fr->back * ((uint64_t)fn->nthunks + 1));
	if (!reg || !fr->buffer || !fr->memo || !fr->back)
		return interp_trap(in, "no memory to call '%s'", fn->f->name);
	fr->reg = reg + fn->nfixed;
	for (uint32_t i = 0; i < fn->constants.n; i++)
		fr->reg[fn->constants.at[i].reg] = fn->constants.at[i].bits;
	return true;
}

static uint64_t normal(struct tir_type t, uint64_t bits)
{
	if (t.code == TIR_TYPE_BOOL)
		return bits != 0;
	return t.bits < 64 ? bits & ((UINT64_C(1) << t.bits) - 1) : bits;
}

static bool bind_args(struct interp *in, struct frame *fr, const uint64_t *args)
{
	const struct cfunc *fn = fr->fn;
	uint32_t n = fn->f->params.n;
	for (uint32_t i = 0; i < n; i++)
		if (!fn->f->params.at[i].buffer)
			fr->reg[fn->param.at[i]] = normal(fn->f->params.at[i].var->type, args[i]);
	for (uint32_t i = 0; i < fn->f->syms.n; i++)
		fr->reg[fn->sym.at[i]] = normal(fn->f->syms.at[i].var->type, args[n + i]);
	for (uint32_t i = 0; i < n; i++)
		if (fn->f->params.at[i].buffer &&
		        !interp_define(in, fr, fn->param_buffer.at[i], args[i]))
			return false;
	return true;
}

bool interp_call_func(struct interp *in, const struct tir_func *f, uint32_t n, const uint64_t *args,
        uint64_t *result)
{
	struct span at = in->at;
	if (n != f->params.n + f->syms.n)
		return interp_trap(in, "'%s' takes %u values, %u are given", f->name,
		        f->params.n + f->syms.n, n);
	if (in->depth >= MAX_CALLS)
		return interp_trap(in, "calls nest deeper than %d", MAX_CALLS);
	const struct cfunc *fn = interp_compile(in, f);
	if (!fn)
		return false;
	struct mem_mark mark = interp_mark(&in->mem);
	struct frame fr;
	in->depth++;
	bool ok = new_frame(in, fn, &fr) && bind_args(in, &fr, args) &&
	          exec_seq(in, &fr, &fn->body) != FAIL;
	in->depth--;
	interp_release(&in->mem, mark);
	*result = ok ? fr.result : 0;
	in->at = at;
	return ok;
}

struct run {
	struct interp in;
	uint64_t result;
	bool ok;
};

/* The caller's arguments as values: buffers and pointers become regions. */
static void run_entry(void *ctx)
{
	struct run *run = ctx;
	struct interp *in = &run->in;
	const struct tir_func *f = in->entry;
	uint32_t n = f->params.n + f->syms.n;
	uint64_t *value = ARENA_NEWN(in->arena, uint64_t, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		const struct tir_param *p = i < f->params.n ? &f->params.at[i] : NULL;
		const struct interp_arg *a = &in->args[i];
		bool pointer = p && (p->buffer || p->var->type.code == TIR_TYPE_HANDLE);
		value[i] = a->bits;
		if (pointer)
			value[i] = a->data || p->buffer ? interp_region(&in->mem, a->data, a->bytes)
			                                : 0;
		if (pointer && (a->data || p->buffer) && !value[i]) {
			interp_trap(in, "no memory");
			return;
		}
	}
	run->ok = interp_call_func(in, f, n, value, &run->result);
}

bool interp_run(const struct tir_func *f, const struct interp_arg *args,
        const struct interp_options *options, struct interp_stats *stats, uint64_t *result,
        struct diag *d)
{
	struct arena arena = {0};
	struct run run = {.in = {.call_func = interp_call_func,
	                          .entry = f,
	                          .args = args,
	                          .options = options,
	                          .d = d}};
	run.in.arena = &arena;
	run.in.at = f->at;
	if (!arena_guard(&arena, run_entry, &run))
		interp_trap(&run.in, "no memory to interpret '%s'", f->name);
	if (stats) {
		stats->steps = run.in.steps;
		memcpy(stats->ops, run.in.ops, sizeof stats->ops);
		memcpy(stats->calls, run.in.calls, sizeof stats->calls);
	}
	if (result)
		*result = run.result;
	bool ok = run.ok && !run.in.trapped;
	interp_mem_free(&run.in.mem);
	arena_free(&arena);
	return ok;
}
