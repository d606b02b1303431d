/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/stmt.c: statements.  Loops run in order, whatever their kind; a thread launch is a loop
 * over its threads (check.c refuses threads that wait for each other). */
#include "lowering/internal.h"

enum { MAX_STACK = 64 << 10, ALIGN = 128 };

bool lower_is_terminated(struct lower *l)
{
	return LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(l->b)) != NULL;
}

static LLVMBasicBlockRef block(struct lower *l, const char *name)
{
	return LLVMAppendBasicBlockInContext(l->ctx, l->fn, name);
}

static void go(struct lower *l, LLVMBasicBlockRef to)
{
	if (!lower_is_terminated(l))
		LLVMBuildBr(l->b, to);
}

/* ---- Memory ------------------------------------------------------------------------------*/
static LLVMValueRef c_function(struct lower *l, const char *name, LLVMTypeRef ret, LLVMTypeRef arg,
        LLVMTypeRef *type)
{
	bool fresh;
	*type = LLVMFunctionType(ret, &arg, 1, false);
	return lower_outside(l, name, *type, &fresh);
}

static void free_from(struct lower *l, uint32_t mark)
{
	LLVMTypeRef type, pointer = LLVMPointerTypeInContext(l->ctx, 0);
	for (uint32_t i = l->heap.n; i-- > mark;)
		LLVMBuildCall2(l->b,
		        type = LLVMFunctionType(LLVMVoidTypeInContext(l->ctx), &pointer, 1, false),
		        c_function(l, "free", LLVMVoidTypeInContext(l->ctx), pointer, &type),
		        &l->heap.at[i], 1, "");
}

/* Memory from malloc, aligned by hand, freed where its sequence ends or is left. */
static LLVMValueRef heap(struct lower *l, const struct tir_buffer *b, LLVMValueRef bytes)
{
	LLVMTypeRef type, i8 = LLVMInt8TypeInContext(l->ctx),
	                  pointer = LLVMPointerTypeInContext(l->ctx, 0);
	LLVMValueRef f = c_function(l, "malloc", pointer, l->word, &type);
	LLVMValueRef room = LLVMBuildAdd(l->b, bytes, LLVMConstInt(l->word, ALIGN, false), "");
	LLVMValueRef p = LLVMBuildCall2(l->b, type, f, &room, 1, "");
	lower_ensure_memory(l, b, p);
	VEC_PUSH(l->arena, &l->heap, p);
	LLVMValueRef at = LLVMBuildPtrToInt(l->b, p, l->word, "");
	LLVMValueRef skip = LLVMBuildAnd(l->b, LLVMBuildNeg(l->b, at, ""),
	        LLVMConstInt(l->word, ALIGN - 1, false), "");
	return LLVMBuildInBoundsGEP2(l->b, i8, p, &skip, 1, "");
}

/* The bytes of b, which a checked build has at 0: nobody reads what was there before. */
static void clear(struct lower *l, const struct tir_buffer *b, LLVMValueRef bytes)
{
	if (l->options->checked)
		LLVMBuildMemSet(l->b, l->data[b->id], LLVMConstNull(LLVMInt8TypeInContext(l->ctx)),
		        bytes, ALIGN);
}

/* The bytes that b takes, if that is known: those of a compact buffer of constant extents; UINT64_MAX: more than there can
 * be. */
static bool constant_bytes(const struct tir_buffer *b, uint64_t *bytes)
{
	bool empty = false, over = false;
	*bytes = tir_type_bytes(b->elem);
	for (uint32_t i = 0; i < b->ndim; i++) {
		if (b->strides || b->shape[i]->op != TIR_INT_IMM || b->shape[i]->u.i < 0)
			return false;
		empty |= b->shape[i]->u.i == 0;
		over |= __builtin_mul_overflow(*bytes, (uint64_t)b->shape[i]->u.i, bytes);
	}
	*bytes = empty ? 0 : over ? UINT64_MAX : *bytes;
	return true;
}

/* The bytes to ask for; what cannot be had ends the run, or compiling where it is known. */
static LLVMValueRef heap_bytes(struct lower *l, const struct tir_buffer *b)
{
	uint64_t bytes;
	if (l->options->checked || !constant_bytes(b, &bytes))
		return lower_checked_size(l, b);
	l->at = l->stmt_at;
	if (bytes > lower_most_bytes(l))
		lower_refuse(l, TIR_VOID,
		        "'%s' is larger than all memory that the target can address", b->name);
	return LLVMConstInt(l->word, bytes, false);
}

static void alloc(struct lower *l, const struct tir_buffer *b)
{
	uint64_t bytes;
	if (constant_bytes(b, &bytes) && bytes <= MAX_STACK &&
	        l->stack_bytes + bytes <= MAX_STACK) {
		l->stack_bytes += bytes;
		l->data[b->id] = l->buffer[b->id] = lower_alloca(l, LLVMInt8TypeInContext(l->ctx),
		        bytes ? bytes : 1, ALIGN);
		l->bytes[b->id] = LLVMConstInt(LLVMInt64TypeInContext(l->ctx), bytes, false);
		clear(l, b, LLVMConstInt(l->word, bytes, false));
		return;
	}
	LLVMValueRef n = heap_bytes(l, b);
	l->data[b->id] = l->buffer[b->id] = heap(l, b, n);
	clear(l, b, n);
}

static void declare(struct lower *l, const struct tir_stmt *s)
{
	const struct tir_decl *decl = tir_as_decl(s);
	const struct tir_buffer *b = decl->buffer;
	LLVMValueRef p = lower_operand(l, decl->value);
	l->data[b->id] = p;
	lower_note_view(l, s);
	if (b->elem_offset) {
		LLVMValueRef k = lower_widen_index(l, lower_expr(l, b->elem_offset),
		        b->elem_offset->type);
		k = LLVMBuildMul(l->b, k, LLVMConstInt(l->word, tir_type_bytes(b->elem), false),
		        "");
		p = LLVMBuildGEP2(l->b, LLVMInt8TypeInContext(l->ctx), p, &k, 1, "");
	}
	l->buffer[b->id] = p;
}

/* ---- Loops -------------------------------------------------------------------------------*/
static void body_of(struct lower *l, const struct tir_seq *s, LLVMBasicBlockRef on_break,
        LLVMBasicBlockRef on_continue)
{
	LLVMBasicBlockRef b = l->on_break, c = l->on_continue;
	uint32_t heap_mark = l->loop_heap;
	l->on_break = on_break;
	l->on_continue = on_continue;
	l->loop_heap = l->heap.n;
	lower_seq(l, s);
	l->on_break = b;
	l->on_continue = c;
	l->loop_heap = heap_mark;
}

static void loop(struct lower *l, const struct tir_stmt *s)
{
	const struct tir_for *iter = tir_as_for(s);
	struct tir_type t = iter->var->type;
	LLVMTypeRef type = lower_type(l, t);
	LLVMMetadataRef outer = lower_debug_enter(l, s->at);
	lower_debug_at(l, s->at);
	LLVMValueRef first = iter->min.e ? lower_operand(l, iter->min) : LLVMConstNull(type);
	LLVMValueRef extent = lower_operand(l, iter->extent);
	LLVMValueRef end = LLVMBuildAdd(l->b, first, extent, "");
	LLVMValueRef step = iter->more->step.e ? lower_operand(l, iter->more->step)
	                                       : LLVMConstInt(type, 1, false);
	lower_check_overflow(l, TIR_ADD, t, first, extent, "the variable of the loop");
	LLVMBasicBlockRef before = LLVMGetInsertBlock(l->b), head = block(l, "for"),
	                  body = block(l, "body"), next = block(l, "next"),
	                  after = block(l, "after");
	LLVMValueRef place = lower_debug_first(l, iter->var, first, s->at);
	LLVMBuildBr(l->b, head);
	LLVMPositionBuilderAtEnd(l->b, head);
	LLVMValueRef i = LLVMBuildPhi(l->b, type, iter->var->name);
	LLVMValueRef more = LLVMBuildICmp(l->b, t.code == TIR_TYPE_INT ? LLVMIntSLT : LLVMIntULT, i,
	        end, "");
	LLVMBuildCondBr(l->b, more, body, after);
	LLVMPositionBuilderAtEnd(l->b, body);
	l->var[iter->var->id] = i;
	if (!place)
		lower_debug_var(l, iter->var, s->at);
	bool outside = l->is_open;
	l->is_open = !LLVMIsConstant(end);
	body_of(l, tir_body(s), after, next);
	l->is_open = outside;
	lower_debug_at(l, s->at);
	go(l, next);
	LLVMPositionBuilderAtEnd(l->b, next);
	lower_keep_loads(l, s);
	bool nsw = t.code == TIR_TYPE_INT && t.bits >= 32 && !l->options->checked;
	LLVMValueRef up = nsw ? LLVMBuildNSWAdd(l->b, i, step, "")
	                      : LLVMBuildAdd(l->b, i, step, "");
	lower_debug_next(l, iter->var, place, up);
	l->hooks->loop(l, s, LLVMBuildBr(l->b, head));
	LLVMAddIncoming(i, (LLVMValueRef[]){first, up}, (LLVMBasicBlockRef[]){before, next}, 2);
	LLVMPositionBuilderAtEnd(l->b, after);
	lower_debug_leave(l, outer, s->at);
}

static void while_loop(struct lower *l, const struct tir_stmt *s)
{
	LLVMBasicBlockRef head = block(l, "while"), body = block(l, "body"),
	                  after = block(l, "after");
	LLVMBuildBr(l->b, head);
	LLVMPositionBuilderAtEnd(l->b, head);
	LLVMBuildCondBr(l->b, lower_operand(l, tir_as_while(s)->value), body, after);
	LLVMPositionBuilderAtEnd(l->b, body);
	LLVMMetadataRef outer = lower_debug_enter(l, s->at);
	body_of(l, tir_body(s), after, head);
	lower_debug_leave(l, outer, s->at);
	if (!lower_is_terminated(l)) {
		lower_keep_loads(l, s);
		l->hooks->loop(l, s, LLVMBuildBr(l->b, head));
	}
	LLVMPositionBuilderAtEnd(l->b, after);
}

/* Does the sequence begin with a store of a constant? */
static bool stores_float(const struct tir_seq *b)
{
	return b && b->first && b->first->kind == TIR_STORE &&
	       tir_as_store(b->first)->value.e->op == TIR_FLOAT_IMM;
}

static void branch(struct lower *l, const struct tir_stmt *s)
{
	LLVMBasicBlockRef then = block(l, "then"), other = block(l, "else"),
	                  after = block(l, "endif");
	LLVMValueRef c = lower_operand(l, tir_as_if(s)->value);
	c = stores_float(tir_body(s)) ? lower_hide_constant(l, c) : c;
	lower_tell_likely(l, tir_as_if(s)->value.e, LLVMBuildCondBr(l->b, c, then, other));
	LLVMPositionBuilderAtEnd(l->b, then);
	LLVMMetadataRef outer = lower_debug_enter(l, s->at);
	lower_seq(l, tir_body(s));
	go(l, after);
	lower_debug_leave(l, outer, s->at);
	LLVMPositionBuilderAtEnd(l->b, other);
	outer = lower_debug_enter(l, s->at);
	lower_seq(l, tir_orelse(s));
	go(l, after);
	lower_debug_leave(l, outer, s->at);
	LLVMPositionBuilderAtEnd(l->b, after);
}

/* A failed assert ends the run: the C calling convention has no way to return an error (docs/abi.md). */
static void check(struct lower *l, const struct tir_stmt *s)
{
	LLVMBasicBlockRef bad = block(l, "assert"), good = block(l, "ok");
	char text[TIR_MAX_MESSAGE];
	LLVMBuildCondBr(l->b, lower_operand(l, tir_as_assert(s)->value), good, bad);
	LLVMPositionBuilderAtEnd(l->b, bad);
	lower_fail(l, tir_assert_message(s, text), NULL, 0);
	LLVMPositionBuilderAtEnd(l->b, good);
}

static void leave(struct lower *l, LLVMBasicBlockRef to)
{
	free_from(l, l->loop_heap);
	LLVMBuildBr(l->b, to);
}

static void ret(struct lower *l, const struct tir_stmt *s)
{
	const struct tir_return *back = tir_as_return(s);
	LLVMValueRef v = back->value.e ? lower_operand(l, back->value) : NULL;
	free_from(l, 0);
	if (!v || l->f->ret.code == TIR_TYPE_VOID) {
		LLVMBuildRetVoid(l->b);
		return;
	}
	if (l->f->ret.code == TIR_TYPE_BOOL)
		v = LLVMBuildZExt(l->b, v, LLVMInt8TypeInContext(l->ctx), "");
	LLVMBuildRet(l->b, v);
}

static LLVMValueRef bound(struct lower *l, const struct tir_stmt *s)
{
	LLVMValueRef v = l->hooks->bound(l, s);
	return v ? v : lower_operand(l, tir_as_bind(s)->value);
}

static void bind(struct lower *l, const struct tir_stmt *s)
{
	l->hooks->bind(l, s, bound);
	l->var[tir_as_bind(s)->var->id] = bound(l, s);
	l->named_chain[tir_as_bind(s)->var->id] = 1 + l->chain[tir_as_bind(s)->value.e->id];
	lower_debug_var(l, tir_as_bind(s)->var, s->at);
}

static void stmt(struct lower *l, const struct tir_stmt *s)
{
	l->stmt_at = s->at;
	lower_names_enter(l, s);
	lower_debug_at(l, s->at);
	switch (s->kind) {
	case TIR_BIND: bind(l, s); break;
	case TIR_STORE: lower_store(l, s); break;
	case TIR_ALLOC:
		alloc(l, tir_as_alloc(s)->buffer);
		lower_debug_buffer(l, tir_as_alloc(s)->buffer, s->at);
		break;
	case TIR_DECL:
		declare(l, s);
		lower_debug_buffer(l, tir_as_decl(s)->buffer, s->at);
		break;
	case TIR_FOR:
	case TIR_LAUNCH: loop(l, s); break;
	case TIR_WHILE: while_loop(l, s); break;
	case TIR_IF: branch(l, s); break;
	case TIR_ASSERT: check(l, s); break;
	case TIR_ATTR: lower_seq(l, tir_body(s)); break;
	case TIR_EVALUATE: lower_operand(l, tir_as_evaluate(s)->value); break;
	case TIR_BREAK: leave(l, l->on_break); break;
	case TIR_CONTINUE: leave(l, l->on_continue); break;
	case TIR_RETURN: ret(l, s); break;
	case TIR_BLOCK: break; /* lower_check refused it */
	}
}

void lower_seq(struct lower *l, const struct tir_seq *s)
{
	uint32_t mark = l->heap.n;
	for (const struct tir_stmt *t = s->first; t && !lower_is_terminated(l); t = t->next) {
		l->active.n = 0;
		uint32_t stamp = ++l->stamp;
		VEC_PUSH(l->arena, &l->active, stamp);
		stmt(l, t);
	}
	if (!lower_is_terminated(l))
		free_from(l, mark);
	l->heap.n = mark;
}
