/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/fail.c: code that ends a run that cannot go on, and what a checked build checks (docs/engines.md).
 *
 * Idea.   A place in the program and a text are a constant (runtime/failure.h); tirc_fail() is called with it and with the
 *         values that the text names.  Where nobody is to be told, a trap.
 * Keeps   the words of the interpreter. */
#include "lowering/internal.h"
#include "runtime/failure.h"

static LLVMTypeRef word64(struct lower *l)
{
	return LLVMInt64TypeInContext(l->ctx);
}

static LLVMValueRef number(struct lower *l, uint64_t v)
{
	return LLVMConstInt(word64(l), v, true);
}

/* ---- The end -----------------------------------------------------------------------------*/
/* The name of the text's file, once a module. */
static LLVMValueRef file_name(struct lower *l)
{
	static const char name[] = ".tirc.file";
	LLVMValueRef g = LLVMGetNamedGlobal(l->mod, name);
	if (!g) {
		g = LLVMBuildGlobalString(l->b, l->src ? l->src->name : "?", name);
		LLVMSetUnnamedAddress(g, LLVMGlobalUnnamedAddr);
	}
	return g;
}

/* A struct tirc_failure at the statement that is being built. */
static LLVMValueRef failure(struct lower *l, const char *text, unsigned n)
{
	unsigned line = 1, column = 1;
	if (l->src)
		source_location(l->src, l->stmt_at.begin, &line, &column);
	const uint32_t numbers[] = {l->stmt_at.begin, l->stmt_at.end, line, column, n};
	enum { POINTERS = 2, NUMBERS = sizeof numbers / sizeof *numbers };
	LLVMValueRef field[POINTERS + NUMBERS] = {
	        file_name(l), LLVMBuildGlobalString(l->b, text, ".tirc.text")};
	for (unsigned i = 0; i < NUMBERS; i++)
		field[POINTERS + i] = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), numbers[i],
		        false);
	LLVMValueRef value = LLVMConstStructInContext(l->ctx, field, POINTERS + NUMBERS, false);
	LLVMValueRef g = LLVMAddGlobal(l->mod, LLVMTypeOf(value), ".tirc.failure");
	LLVMSetInitializer(g, value);
	LLVMSetGlobalConstant(g, true);
	LLVMSetLinkage(g, LLVMPrivateLinkage);
	return g;
}

/* The values in memory; NULL: there are none. */
static LLVMValueRef kept(struct lower *l, const LLVMValueRef *value, unsigned n)
{
	if (n && !l->fail_values)
		l->fail_values = lower_alloca(l, word64(l), TIR_MAX_RANK + 1, 8);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef k = number(l, i);
		LLVMBuildStore(l->b, value[i],
		        LLVMBuildInBoundsGEP2(l->b, word64(l), l->fail_values, &k, 1, ""));
	}
	return n ? l->fail_values : LLVMConstNull(LLVMPointerTypeInContext(l->ctx, 0));
}

static void never_returns(struct lower *l, LLVMValueRef f)
{
	static const char *const words[] = {"noreturn", "cold", "nounwind"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		LLVMAddAttributeAtIndex(f, (unsigned)LLVMAttributeFunctionIndex,
		        LLVMCreateEnumAttribute(l->ctx,
		                LLVMGetEnumAttributeKindForName(words[i], strlen(words[i])), 0));
}

void lower_fail(struct lower *l, const char *text, const LLVMValueRef *value, unsigned n)
{
	LLVMTypeRef pointer = LLVMPointerTypeInContext(l->ctx, 0);
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(l->ctx),
	        (LLVMTypeRef[]){pointer, pointer}, 2, false);
	bool fresh;
	if (l->options->tells) {
		LLVMValueRef f = lower_outside(l, "tirc_fail", type, &fresh);
		LLVMValueRef args[] = {failure(l, text, n), kept(l, value, n)};
		never_returns(l, f);
		LLVMBuildCall2(l->b, type, f, args, 2, "");
	} else {
		lower_intrinsic(l, "llvm.trap", NULL, 0, NULL, 0);
	}
	LLVMBuildUnreachable(l->b);
}

void lower_ensure(struct lower *l, LLVMValueRef good, const char *text, const LLVMValueRef *value,
        unsigned n)
{
	if (LLVMIsAConstantInt(good) && LLVMConstIntGetZExtValue(good))
		return;
	LLVMBasicBlockRef bad = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "bad");
	LLVMBasicBlockRef ok = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "ok");
	LLVMBuildCondBr(l->b, good, ok, bad);
	LLVMPositionBuilderAtEnd(l->b, bad);
	lower_fail(l, text, value, n);
	LLVMPositionBuilderAtEnd(l->b, ok);
}

/* ---- Lane by lane ------------------------------------------------------------------------*/
/* A scalar, or the lanes of a vector in a loop: operand i of the lane is v[i] then. */
struct each {
	LLVMValueRef v[2];
	struct lower_lanes_loop loop;
	unsigned lanes;
};

/* Begin it with operands of one type, the second of which may be NULL. */
static struct each begin_each(struct lower *l, struct tir_type t, LLVMValueRef a, LLVMValueRef b,
        LLVMValueRef mask)
{
	struct each each = {{a, b}, {0}, t.lanes};
	struct tir_type one = tir_lanes(t, 1);
	if (t.lanes == 1)
		return each;
	LLVMValueRef from[] = {
	        lower_spilled(l, LOWER_CHECKED, a, t), lower_spilled(l, LOWER_CHECKED_BY, b, t)};
	LLVMValueRef set = lower_spilled(l, LOWER_CHECKED_MASK, mask, tir_lanes(TIR_BOOL, t.lanes));
	each.loop = lower_begin_lanes(l, set);
	for (int i = 0; i < 2; i++)
		if (from[i])
			each.v[i] = lower_load_at(l, lower_lane_place(l, from[i], one, each.loop.k),
			        one, tir_elem_bytes(one));
	return each;
}

/* Have LLVM leave the loop that the branch goes back in as it is: one for each vector of a long row would be thousands of
 * branches, unrolled. */
static void keep_rolled(struct lower *l, LLVMValueRef branch)
{
	LLVMMetadataRef once = lower_hint(l->ctx, "llvm.loop.unroll.disable", 0, 0);
	lower_give_hints(l->ctx, branch, &once, 1);
}

static void end_each(struct lower *l, struct each *each)
{
	if (each->lanes == 1)
		return;
	lower_end_lanes(l, &each->loop, each->lanes);
	keep_rolled(l, LLVMGetBasicBlockTerminator(each->loop.next));
}

/* ---- Divisions, sums ---------------------------------------------------------------------*/
void lower_check_division(struct lower *l, const struct tir_expr *e, LLVMValueRef a, LLVMValueRef b)
{
	const struct tir_expr *by = e->arg[1]->op == TIR_BROADCAST ? e->arg[1]->arg[0] : e->arg[1];
	struct tir_type one = tir_lanes(e->type, 1);
	bool is_signed = e->type.code == TIR_TYPE_INT;
	if (by->op == TIR_INT_IMM && by->u.i != 0 && !(is_signed && by->u.i == -1))
		return;
	struct each each = begin_each(l, e->type, a, b, NULL);
	const char *name = tir_ops[e->op].node;
	LLVMValueRef zero = lower_const_int(l, one, 0), x = each.v[0], y = each.v[1];
	lower_ensure(l, LLVMBuildICmp(l->b, LLVMIntNE, y, zero, ""),
	        arena_printf(l->arena, "division by zero in %s", name), NULL, 0);
	if (is_signed) {
		LLVMValueRef least = lower_const_int(l, one,
		        (int64_t)(UINT64_C(1) << (one.bits - 1)));
		LLVMValueRef good = LLVMBuildOr(l->b,
		        LLVMBuildICmp(l->b, LLVMIntNE, y, lower_const_int(l, one, -1), ""),
		        LLVMBuildICmp(l->b, LLVMIntNE, x, least, ""), "");
		lower_ensure(l, good,
		        arena_printf(l->arena, "the smallest value is divided by -1 in %s", name),
		        NULL, 0);
	}
	end_each(l, &each);
}

/* x by y with the intrinsic that says whether it overflows; *over: it does. */
static LLVMValueRef overflowing(struct lower *l, const char *name, LLVMValueRef x, LLVMValueRef y,
        LLVMValueRef *over)
{
	LLVMTypeRef t = LLVMTypeOf(x);
	LLVMValueRef both = lower_intrinsic(l, name, &t, 1, (LLVMValueRef[]){x, y}, 2);
	*over = LLVMBuildExtractValue(l->b, both, 1, "");
	return LLVMBuildExtractValue(l->b, both, 0, "");
}

void lower_check_overflow(struct lower *l, enum tir_op op, struct tir_type t, LLVMValueRef a,
        LLVMValueRef b, const char *where)
{
	const char *name = op == TIR_ADD   ? "llvm.sadd.with.overflow"
	                   : op == TIR_SUB ? "llvm.ssub.with.overflow"
	                                   : "llvm.smul.with.overflow";
	if (!l->options->traps_overflow || t.code != TIR_TYPE_INT || t.bits < 32)
		return;
	LLVMValueRef over;
	struct each each = begin_each(l, t, a, b, NULL);
	overflowing(l, name, each.v[0], each.v[1], &over);
	lower_ensure(l, LLVMBuildNot(l->b, over, ""),
	        arena_printf(l->arena, "signed overflow in %s", where), NULL, 0);
	end_each(l, &each);
}

/* ---- Memory ------------------------------------------------------------------------------*/
static LLVMValueRef wide(struct lower *l, LLVMValueRef v, struct tir_type t)
{
	return LLVMBuildIntCast2(l->b, v, word64(l), t.code == TIR_TYPE_INT, "");
}

static LLVMValueRef wide_expr(struct lower *l, const struct tir_expr *e)
{
	return wide(l, lower_expr(l, e), e->type);
}

/* The distance of neighbours in dimension k, in elements. */
static LLVMValueRef stride_of(struct lower *l, const struct tir_buffer *b, uint32_t k)
{
	LLVMValueRef s = number(l, 1);
	if (b->strides)
		return wide_expr(l, b->strides[k]);
	for (uint32_t i = k + 1; i < b->ndim; i++)
		s = LLVMBuildMul(l->b, s, wide_expr(l, b->shape[i]), "");
	return s;
}

/* The bytes that b takes; *too_many: there cannot be so many. */
static LLVMValueRef bytes_of(struct lower *l, const struct tir_buffer *b, LLVMValueRef *too_many)
{
	LLVMValueRef last = number(l, 0), one = number(l, 1), zero = last, over;
	LLVMValueRef empty = LLVMConstNull(LLVMInt1TypeInContext(l->ctx)), many = empty;
	for (uint32_t k = 0; k < b->ndim; k++) {
		LLVMValueRef n = wide_expr(l, b->shape[k]), s = stride_of(l, b, k);
		empty = LLVMBuildOr(l->b, empty, LLVMBuildICmp(l->b, LLVMIntSLE, n, zero, ""), "");
		many = LLVMBuildOr(l->b, many, LLVMBuildICmp(l->b, LLVMIntSLT, s, zero, ""), "");
		LLVMValueRef far = overflowing(l, "llvm.umul.with.overflow",
		        LLVMBuildSub(l->b, n, one, ""), s, &over);
		many = LLVMBuildOr(l->b, many, over, "");
		last = overflowing(l, "llvm.uadd.with.overflow", last, far, &over);
		many = LLVMBuildOr(l->b, many, over, "");
	}
	LLVMValueRef bytes = overflowing(l, "llvm.umul.with.overflow",
	        LLVMBuildAdd(l->b, last, one, ""), number(l, tir_type_bytes(b->elem)), &over);
	many = LLVMBuildOr(l->b, many, over, "");
	*too_many = LLVMBuildAnd(l->b, many, LLVMBuildNot(l->b, empty, ""), "");
	return LLVMBuildSelect(l->b, empty, zero, bytes, "");
}

void lower_note_bytes(struct lower *l, const struct tir_buffer *b)
{
	LLVMValueRef too_many;
	lower_enter_arm(l);
	l->bytes[b->id] = bytes_of(l, b, &too_many);
	lower_leave_arm(l);
}

static const char *no_memory(struct lower *l, const struct tir_buffer *b)
{
	return arena_printf(l->arena, "no memory for '%s'", b->name);
}

uint64_t lower_most_bytes(const struct lower *l)
{
	uint64_t most = UINT64_MAX >> (65 - LLVMGetIntTypeWidth(l->word));
	return most - UINT64_C(2) * LOWER_ALLOC_ALIGN;
}

LLVMValueRef lower_checked_size(struct lower *l, const struct tir_buffer *b)
{
	LLVMValueRef too_many, bytes = bytes_of(l, b, &too_many);
	LLVMValueRef fits = LLVMBuildICmp(l->b, LLVMIntULE, bytes, number(l, lower_most_bytes(l)),
	        "");
	lower_ensure(l, LLVMBuildAnd(l->b, fits, LLVMBuildNot(l->b, too_many, ""), ""),
	        no_memory(l, b), NULL, 0);
	l->bytes[b->id] = bytes;
	return LLVMBuildTrunc(l->b, bytes, l->word, "");
}

void lower_ensure_memory(struct lower *l, const struct tir_buffer *b, LLVMValueRef p)
{
	lower_ensure(l, LLVMBuildIsNotNull(l->b, p, ""), no_memory(l, b), NULL, 0);
}

/* "load of 'A[%, %]' is out of bounds: its memory has % bytes" */
static const char *bounds_text(struct lower *l, const char *what, const struct tir_buffer *b,
        uint32_t n)
{
	char percents[3 * TIR_MAX_RANK + 1] = "";
	for (uint32_t k = 0; k < n; k++)
		strcat(percents, k ? ", %" : "%");
	return arena_printf(l->arena, "%s '%s[%s]' is out of bounds: its memory has %% bytes", what,
	        b->name, percents);
}

/* Where b begins in its root's memory, in bytes. */
static LLVMValueRef start_of(struct lower *l, const struct tir_buffer *b)
{
	if (b == b->root)
		return number(l, 0);
	LLVMValueRef at = LLVMBuildPtrToInt(l->b, l->buffer[b->id], l->word, "");
	LLVMValueRef from = LLVMBuildPtrToInt(l->b, l->data[b->root->id], l->word, "");
	return LLVMBuildSExt(l->b, LLVMBuildSub(l->b, at, from, ""), word64(l), "");
}

void lower_check_bounds(struct lower *l, const char *what, const struct tir_buffer *b,
        const struct tir_operand *index, uint32_t n, LLVMValueRef mask)
{
	LLVMValueRef bytes = b->root ? l->bytes[b->root->id] : NULL, value[TIR_MAX_RANK + 1];
	if (!l->options->checked || !bytes)
		return;
	LLVMValueRef at = number(l, 0), width = number(l, tir_type_bytes(b->elem));
	for (uint32_t k = 0; k + 1 < n; k++) {
		value[k] = wide_expr(l, index[k].e);
		at = LLVMBuildAdd(l->b, at, LLVMBuildMul(l->b, value[k], stride_of(l, b, k), ""),
		        "");
	}
	struct tir_type t = n ? index[n - 1].e->type : TIR_INT32;
	LLVMValueRef last_stride = n ? stride_of(l, b, n - 1) : NULL, start = start_of(l, b);
	struct each each = begin_each(l, t, n ? lower_expr(l, index[n - 1].e) : number(l, 0), NULL,
	        mask);
	if (n) {
		value[n - 1] = wide(l, each.v[0], tir_lanes(t, 1));
		at = LLVMBuildAdd(l->b, at, LLVMBuildMul(l->b, value[n - 1], last_stride, ""), "");
	}
	value[n] = bytes;
	at = LLVMBuildAdd(l->b, start, LLVMBuildMul(l->b, at, width, ""), "");
	LLVMValueRef begins = LLVMBuildICmp(l->b, LLVMIntULE, at, bytes, "");
	LLVMValueRef ends = LLVMBuildICmp(l->b, LLVMIntUGE, LLVMBuildSub(l->b, bytes, at, ""),
	        width, "");
	LLVMValueRef good = LLVMBuildAnd(l->b, begins, ends, "");
	if (mask && t.lanes == 1)
		good = LLVMBuildOr(l->b, good, LLVMBuildNot(l->b, mask, ""), "");
	lower_ensure(l, good, bounds_text(l, what, b, n), value, n + 1);
	end_each(l, &each);
}
