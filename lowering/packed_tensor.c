/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/packed_tensor.c: tensors that an entry takes (docs/abi.md). */
#include "lowering/packed.h"

/* ---- Tensors -----------------------------------------------------------------------------*/
static uint32_t dl_type(struct tir_type t)
{
	static const uint8_t codes[] = {[TIR_TYPE_INT] = 0,
	        [TIR_TYPE_UINT] = 1,
	        [TIR_TYPE_BOOL] = 6,
	        [TIR_TYPE_FLOAT] = 2,
	        [TIR_TYPE_BFLOAT] = 4,
	        [TIR_TYPE_F8_E3M4] = 7,
	        [TIR_TYPE_F8_E4M3] = 8,
	        [TIR_TYPE_F8_E4M3B11FNUZ] = 9,
	        [TIR_TYPE_F8_E4M3FN] = 10,
	        [TIR_TYPE_F8_E4M3FNUZ] = 11,
	        [TIR_TYPE_F8_E5M2] = 12,
	        [TIR_TYPE_F8_E5M2FNUZ] = 13,
	        [TIR_TYPE_F8_E8M0FNU] = 14,
	        [TIR_TYPE_HANDLE] = 3};
	uint32_t bits = t.code == TIR_TYPE_BOOL ? 8 : t.code == TIR_TYPE_HANDLE ? 64 : t.bits;
	return codes[t.code] | bits << 8 | (uint32_t)t.lanes << 16;
}

/* "A.shape[0]" */
static const char *place(struct packed *p, const char *what, int64_t k)
{
	const char *name = p->f->params.at[p->i].buffer->name;
	return k < 0 ? arena_printf(p->l->arena, "%s.%s", name, what)
	             : arena_printf(p->l->arena, "%s.%s[%lld]", name, what, (long long)k);
}

static const char *words(struct packed *p, const char *first, const char *second)
{
	return arena_printf(p->l->arena, "%s %s", first, second);
}

/* What is wrong with every tensor of this kind, whatever its shape. */
static void check_kind(struct packed *p, const struct tir_buffer *b, LLVMValueRef t)
{
	char text[64];
	uint64_t device = p->l->is_hexagon ? HEXAGON : CPU;
	lower_packed_check_argument(p, LLVMBuildIsNotNull(p->l->b, t, ""), "TypeError",
	        "Mismatched type", "Tensor");
	lower_packed_check_argument(p,
	        lower_packed_is(p, lower_packed_load(p, p->i32, t, p->at.ndim), b->ndim),
	        "ValueError", words(p, "Mismatched", place(p, "ndim", -1)),
	        arena_printf(p->l->arena, "%u", b->ndim));
	lower_packed_check_argument(p,
	        lower_packed_is(p, lower_packed_load(p, p->i32, t, p->at.code), dl_type(b->elem)),
	        "TypeError", words(p, "Mismatched", place(p, "dtype", -1)),
	        tir_type_name(b->elem, text));
	lower_packed_check_argument(p,
	        lower_packed_is(p, lower_packed_load(p, p->i32, t, p->at.device), device),
	        "ValueError", words(p, "Mismatched", place(p, "device_type", -1)),
	        p->l->is_hexagon ? "hexagon" : "cpu");
}

/* An integer of a tensor is read as e, or compared with it; from is its place in messages. */
static void match(struct packed *p, const struct tir_expr *e, LLVMValueRef got, const char *from,
        enum packed_step step)
{
	struct lower *l = p->l;
	const struct tir_var *v = e->op == TIR_VAR ? e->u.var : NULL;
	if (step == READ) {
		if (!v || l->var[v->id])
			return;
		LLVMValueRef whole = lower_cast(l, got, TIR_INT64, v->type);
		l->var[v->id] = whole;
		p->where[v->id] = from;
		lower_packed_check_argument(p,
		        LLVMBuildICmp(l->b, LLVMIntEQ, lower_cast(l, whole, v->type, TIR_INT64),
		                got, ""),
		        "ValueError", words(p, "Invalid", from),
		        arena_printf(l->arena, "a value of %u bits", v->type.bits));
		return;
	}
	if (!v != (step == COMPARE_EXPRESSIONS) || (v && !strcmp(p->where[v->id], from)))
		return;
	LLVMValueRef want = lower_cast(l, lower_expr(l, e), e->type, TIR_INT64);
	lower_packed_check_argument(p, LLVMBuildICmp(l->b, LLVMIntEQ, got, want, ""), "ValueError",
	        words(p, v ? "Mismatched" : "Invalid", from),
	        v ? words(p, "to match", p->where[v->id]) : lower_packed_expr(p, e));
}

/* The strides that a tensor has, those of a compact one where it says none. */
static LLVMValueRef strides_of(struct packed *p, const struct tir_buffer *b, LLVMValueRef t,
        LLVMValueRef shape)
{
	struct lower *l = p->l;
	LLVMValueRef own = lower_packed_load(p, p->pointer, t, p->at.strides),
	             n = LLVMConstInt(p->i64, 1, false),
	             compact = lower_alloca(l, p->i64, b->ndim ? b->ndim : 1, 8);
	for (uint32_t k = b->ndim; k-- > 0;) {
		lower_packed_store(p, n, compact, (uint64_t)k * 8);
		n = LLVMBuildMul(l->b, n, lower_packed_load(p, p->i64, shape, (uint64_t)k * 8), "");
	}
	return LLVMBuildSelect(l->b, LLVMBuildIsNull(l->b, own, ""), compact, own, "");
}

static bool has_offset(const struct tir_buffer *b)
{
	return b->elem_offset || b->offset_var || b->offset_factor;
}

/* Take a step for all that a tensor tells. */
static void match_tensor(struct packed *p, const struct tir_buffer *b, enum packed_step step)
{
	LLVMValueRef t = p->tensor[p->i];
	for (uint32_t k = 0; k < b->ndim; k++)
		match(p, b->shape[k], lower_packed_load(p, p->i64, p->shape[p->i], (uint64_t)k * 8),
		        place(p, "shape", k), step);
	for (uint32_t k = 0; b->strides && k < b->ndim; k++)
		match(p, b->strides[k],
		        lower_packed_load(p, p->i64, p->strides[p->i], (uint64_t)k * 8),
		        place(p, "strides", k), step);
	LLVMValueRef bytes = lower_packed_load(p, p->i64, t, p->at.offset);
	LLVMValueRef k = LLVMBuildUDiv(p->l->b, bytes,
	        LLVMConstInt(p->i64, tir_type_bytes(b->elem), false), "");
	if (b->elem_offset)
		match(p, b->elem_offset, k, place(p, "elem_offset", -1), step);
	if (b->offset_var && step == READ && !p->l->var[b->offset_var->id]) {
		p->where[b->offset_var->id] = place(p, "elem_offset", -1);
		p->l->var[b->offset_var->id] = lower_cast(p->l, k, TIR_INT64, b->offset_var->type);
	}
	if (!has_offset(b) && step == COMPARE_EXPRESSIONS)
		lower_packed_check_argument(p, lower_packed_is(p, bytes, 0), "ValueError",
		        words(p, "Invalid", place(p, "byte_offset", -1)), "0");
}

/* Is the tensor compact, where the program says no strides? */
static void check_compact(struct packed *p, const struct tir_buffer *b)
{
	struct lower *l = p->l;
	LLVMValueRef own = lower_packed_load(p, p->pointer, p->tensor[p->i], p->at.strides),
	             n = LLVMConstInt(p->i64, 1, false),
	             ok = LLVMConstInt(LLVMInt1TypeInContext(l->ctx), 1, false);
	for (uint32_t k = b->ndim; k-- > 0;) {
		LLVMValueRef extent = lower_cast(l, lower_expr(l, b->shape[k]), b->shape[k]->type,
		        TIR_INT64);
		LLVMValueRef same = LLVMBuildICmp(l->b, LLVMIntEQ,
		        lower_packed_load(p, p->i64, p->strides[p->i], (uint64_t)k * 8), n, "");
		ok = LLVMBuildAnd(l->b, ok,
		        lower_packed_either(p, same, lower_packed_is(p, extent, 1)), "");
		n = LLVMBuildMul(l->b, n, extent, "");
	}
	if (b->ndim)
		lower_packed_check_argument(p,
		        lower_packed_either(p, LLVMBuildIsNull(l->b, own, ""), ok), "ValueError",
		        words(p, "Mismatched", place(p, "strides", -1)), "to be compact array");
}

/* All tensors are on one device. */
static void check_device(struct packed *p, const struct tir_buffer *b, LLVMValueRef t)
{
	LLVMValueRef id = lower_packed_load(p, p->i32, t, p->at.id);
	if (!p->device) {
		p->device = id;
		p->device_from = b->name;
		return;
	}
	lower_packed_check_argument(p, LLVMBuildICmp(p->l->b, LLVMIntEQ, id, p->device, ""),
	        "ValueError", words(p, "Mismatched", place(p, "device_id", -1)),
	        arena_printf(p->l->arena, "to match %s.device_id", p->device_from));
}

static void check_data(struct packed *p, const struct tir_buffer *b, LLVMValueRef t)
{
	struct lower *l = p->l;
	LLVMValueRef data = lower_packed_load(p, p->pointer, t, p->at.data),
	             n = LLVMConstInt(p->i64, 1, false);
	for (uint32_t k = 0; k < b->ndim; k++)
		n = LLVMBuildMul(l->b, n,
		        lower_packed_load(p, p->i64, p->shape[p->i], (uint64_t)k * 8), "");
	lower_packed_check_argument(p,
	        lower_packed_either(p, lower_packed_is(p, n, 0),
	                LLVMBuildIsNotNull(l->b, data, "")),
	        "ValueError", arena_printf(l->arena, "%s data pointer is NULL", b->name),
	        "non-NULL data pointer");
}

/* The pointer that the function takes, aligned as it is promised: TVM's own entry does not ask. */
static LLVMValueRef data_of(struct packed *p, const struct tir_buffer *b, LLVMValueRef t)
{
	struct lower *l = p->l;
	uint64_t align = lower_param_align(l, b);
	LLVMValueRef bytes = lower_packed_load(p, p->i64, t, p->at.offset),
	             data = LLVMBuildGEP2(l->b, p->i8,
	                     lower_packed_load(p, p->pointer, t, p->at.data), &bytes, 1, ""),
	             rest = LLVMBuildURem(l->b, LLVMBuildPtrToInt(l->b, data, p->i64, ""),
	                     LLVMConstInt(p->i64, align, false), "");
	lower_packed_check_argument(p, lower_packed_is(p, rest, 0), "ValueError",
	        arena_printf(l->arena, "Misaligned data of %s", b->name),
	        arena_printf(l->arena, "a multiple of %llu bytes", (unsigned long long)align));
	return data;
}

void lower_packed_read_tensor(struct packed *p, const struct tir_buffer *b, LLVMValueRef *arg)
{
	LLVMValueRef t = p->tensor[p->i];
	(void)arg;
	check_kind(p, b, t);
	p->shape[p->i] = lower_packed_load(p, p->pointer, t, p->at.shape);
	p->strides[p->i] = strides_of(p, b, t, p->shape[p->i]);
	match_tensor(p, b, READ);
}

void lower_packed_compare_tensor(struct packed *p, const struct tir_buffer *b, LLVMValueRef *arg)
{
	(void)arg;
	match_tensor(p, b, COMPARE_VARIABLES);
	if (!b->strides)
		check_compact(p, b);
	check_device(p, b, p->tensor[p->i]);
	check_data(p, b, p->tensor[p->i]);
}

void lower_packed_take_tensor(struct packed *p, const struct tir_buffer *b, LLVMValueRef *arg)
{
	match_tensor(p, b, COMPARE_EXPRESSIONS);
	*arg = data_of(p, b, p->tensor[p->i]);
}
