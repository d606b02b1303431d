/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/access.c: addresses, loads, stores.
 *
 * A ramp of stride 1 is one vector access, a broadcast one scalar access, any other vector index one
 * access a lane, in increasing order: of many lanes by a loop over memory on the stack.  The alignment of a vector access is what the memory's
 * alignment and the known factor of its index promise. */
#include "lowering/internal.h"

/* ---- Addresses ---------------------------------------------------------------------------*/
/* Elements as memory holds them: lanes side by side, without padding. */
static LLVMTypeRef element_type(struct lower *l, const struct tir_buffer *b)
{
	LLVMTypeRef t = lower_memory_type(l, tir_lanes(b->elem, 1));
	return b->elem.lanes > 1 ? LLVMArrayType2(t, b->elem.lanes) : t;
}

/* The distance of neighbours in dimension i, in elements; NULL: 1. */
static LLVMValueRef stride(struct lower *l, const struct tir_buffer *b, uint32_t i)
{
	LLVMValueRef s = NULL;
	if (b->strides)
		return lower_widen_index(l, lower_expr(l, b->strides[i]), b->strides[i]->type);
	for (uint32_t k = i + 1; k < b->ndim; k++) {
		LLVMValueRef n = lower_widen_index(l, lower_expr(l, b->shape[k]),
		        b->shape[k]->type);
		s = s ? LLVMBuildMul(l->b, s, n, "") : n;
	}
	return s;
}

/* The offset of the scalar indices [0, n), in elements; NULL: 0. */
static LLVMValueRef offset(struct lower *l, const struct tir_buffer *b,
        const struct tir_operand *index, uint32_t n)
{
	LLVMValueRef sum = NULL;
	for (uint32_t i = 0; i < n; i++) {
		LLVMValueRef v = lower_widen_index(l, lower_expr(l, index[i].e), index[i].e->type);
		LLVMValueRef s = stride(l, b, i);
		v = s ? LLVMBuildMul(l->b, v, s, "") : v;
		sum = sum ? LLVMBuildAdd(l->b, sum, v, "") : v;
	}
	return sum;
}

static LLVMValueRef element(struct lower *l, const struct tir_buffer *b, LLVMValueRef base,
        LLVMValueRef index)
{
	return index ? LLVMBuildInBoundsGEP2(l->b, element_type(l, b), base, &index, 1, "") : base;
}

/* The elements of a row of a buffer of two dimensions; 0: it is none, or the number is not known, or words are short. */
static uint64_t row_of(struct lower *l, const struct tir_buffer *b)
{
	const struct tir_expr *n = b->ndim == 2 && !b->strides ? b->shape[1] : NULL;
	bool known = n && n->op == TIR_INT_IMM && n->u.i > 0 && n->u.i <= INT32_MAX;
	return known && LLVMGetIntTypeWidth(l->word) > 32 ? (uint64_t)n->u.i : 0;
}

uint64_t lower_row_elements(const struct tir_buffer *b, uint32_t i)
{
	uint64_t n = 1;
	for (uint32_t k = i + 1; k < b->ndim && n; k++) {
		const struct tir_expr *e = b->shape[k];
		bool known = e->op == TIR_INT_IMM && e->u.i > 0 && e->u.i <= INT32_MAX;
		n = known && n * (uint64_t)e->u.i <= INT32_MAX ? n * (uint64_t)e->u.i : 0;
	}
	return n;
}

/* The element's number as a sum of 32 bits, which does not wrap: windows.c says why. */
static LLVMValueRef number(struct lower *l, const struct tir_buffer *b,
        const struct tir_operand *index)
{
	LLVMValueRef sum = NULL;
	for (uint32_t i = 0; i < b->ndim; i++) {
		LLVMValueRef v = lower_expr(l, index[i].e);
		uint64_t s = lower_row_elements(b, i);
		v = s == 1 ? v
		           : LLVMBuildNSWMul(l->b, v, LLVMConstInt(LLVMTypeOf(v), s, false), "");
		sum = sum ? LLVMBuildNSWAdd(l->b, sum, v, "") : v;
	}
	return LLVMBuildSExt(l->b, sum, l->word, "");
}

/* The element at the scalar indices [0, n): of two dimensions row by row, as clang does it for C, so that LLVM sees what it is made
 * for.  Of more dimensions LLVM makes better loops of one sum. */
static LLVMValueRef place(struct lower *l, const struct tir_buffer *b,
        const struct tir_operand *index, uint32_t n)
{
	LLVMValueRef base = l->buffer[b->id];
	uint64_t row = n == 2 ? row_of(l, b) : 0;
	if (l->again && l->again[b->id] && n == b->ndim)
		return element(l, b, base, number(l, b, index));
	if (!row)
		return element(l, b, base, offset(l, b, index, n));
	LLVMTypeRef type = LLVMArrayType2(element_type(l, b), row);
	LLVMValueRef y = lower_widen_index(l, lower_expr(l, index[0].e), index[0].e->type);
	LLVMValueRef x = lower_widen_index(l, lower_expr(l, index[1].e), index[1].e->type);
	base = LLVMBuildGEP2(l->b, type, base, &y, 1,
	        ""); /* a row may begin outside, if x goes back */
	return element(l, b, base, x);
}

/* How one access is made. */
struct access {
	const struct tir_buffer *b;
	LLVMValueRef base;           /* the scalar indices are in */
	const struct tir_expr *last; /* the vector index, or NULL: one element */
	LLVMValueRef last_stride;    /* of the last dimension, or NULL: 1 */
	uint64_t factor;             /* of its first element's number */
	unsigned lanes;              /* of the index */
};

static struct access prepare(struct lower *l, const struct tir_buffer *b,
        const struct tir_operand *index, uint32_t n)
{
	struct access a = {.b = b, .lanes = n ? index[n - 1].e->type.lanes : 1};
	bool vector = a.lanes > 1;
	a.base = place(l, b, index, vector ? n - 1 : n);
	if (vector) {
		const struct tir_expr *named = lower_value_here(l, index[n - 1].e);
		a.last = named->op == TIR_RAMP ? named : index[n - 1].e;
		a.last_stride = stride(l, b, n - 1);
	}
	bool ramp = vector && a.last->op == TIR_RAMP;
	a.factor = n ? lower_element_factor(l, b, index, n, ramp ? a.last->arg[0] : index[n - 1].e)
	             : 0;
	return a;
}

static bool is_contiguous(const struct access *a)
{
	return a->last && a->last->op == TIR_RAMP && !a->last_stride &&
	       a->last->arg[1]->op == TIR_INT_IMM && a->last->arg[1]->u.i == 1;
}

static LLVMValueRef widened(struct lower *l, const struct tir_expr *e)
{
	return lower_widen_index(l, lower_expr(l, e), e->type);
}

/* The address of each lane: a base and a constant step, or a vector of indices. */
static void lane_addresses(struct lower *l, const struct access *a, LLVMValueRef *out)
{
	bool ramp = a->last->op == TIR_RAMP && a->last->arg[1]->op == TIR_INT_IMM;
	LLVMValueRef first = ramp ? widened(l, a->last->arg[0]) : widened(l, a->last);
	for (unsigned i = 0; i < a->lanes; i++) {
		LLVMValueRef k = ramp ? LLVMConstInt(l->word, (uint64_t)(a->last->arg[1]->u.i * i),
		                                true)
		                      : lower_lane(l, first, i);
		if (ramp && i == 0 && a->last_stride)
			first = LLVMBuildMul(l->b, first, a->last_stride, "");
		if (a->last_stride)
			k = LLVMBuildMul(l->b, k, a->last_stride, "");
		LLVMValueRef base = ramp ? element(l, a->b, a->base, first) : a->base;
		out[i] = element(l, a->b, base, k);
	}
}

/* ---- Lanes -------------------------------------------------------------------------------*/
/* Go to a new block if the lane's mask is set; returns the block to continue in, or NULL. */
static LLVMBasicBlockRef guard(struct lower *l, LLVMValueRef mask, unsigned lane)
{
	if (!mask)
		return NULL;
	LLVMBasicBlockRef then = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "lane");
	LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "lane.end");
	LLVMBuildCondBr(l->b, lower_lane(l, mask, lane), then, after);
	LLVMPositionBuilderAtEnd(l->b, then);
	return after;
}

/* Lanes [k*width, (k+1)*width) of a vector, or the scalar. */
static LLVMValueRef part(struct lower *l, LLVMValueRef v, unsigned k, unsigned width,
        unsigned lanes)
{
	if (lanes == 1 || width == lanes)
		return v;
	if (width == 1)
		return lower_lane(l, v, k);
	LLVMValueRef *mask = ARENA_NEWN(l->arena, LLVMValueRef, width);
	for (unsigned i = 0; i < width; i++)
		mask[i] = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), k * width + i, false);
	return LLVMBuildShuffleVector(l->b, v, LLVMGetPoison(LLVMTypeOf(v)),
	        LLVMConstVector(mask, width), "");
}

/* Put a part back. */
static LLVMValueRef put(struct lower *l, LLVMValueRef all, LLVMValueRef v, unsigned k,
        unsigned width)
{
	for (unsigned i = 0; i < width; i++) {
		LLVMValueRef at = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), k * width + i,
		        false);
		all = LLVMBuildInsertElement(l->b, all, lower_lane(l, v, i), at, "");
	}
	return all;
}

/* ---- Many lanes --------------------------------------------------------------------------*/
/* What the addresses of lanes are made of before the loop: the ramp's base, or all indices in memory. */
static LLVMValueRef lane_indices(struct lower *l, const struct access *a)
{
	const struct tir_expr *e = a->last;
	bool ramp = e->op == TIR_RAMP && e->arg[1]->op == TIR_INT_IMM;
	return ramp ? widened(l, e->arg[0])
	            : lower_spilled(l, LOWER_INDICES, lower_expr(l, e), e->type);
}

/* The address of lane k. */
static LLVMValueRef lane_address(struct lower *l, const struct access *a, LLVMValueRef indices,
        LLVMValueRef k)
{
	struct tir_type t = tir_lanes(a->last->type, 1);
	if (a->last->op == TIR_RAMP && a->last->arg[1]->op == TIR_INT_IMM) {
		LLVMValueRef step = LLVMConstInt(l->word, (uint64_t)a->last->arg[1]->u.i, true);
		k = LLVMBuildAdd(l->b, indices, LLVMBuildMul(l->b, k, step, ""), "");
	} else {
		k = lower_load_at(l, lower_lane_place(l, indices, t, k), t, tir_elem_bytes(t));
		k = lower_widen_index(l, k, t);
	}
	if (a->last_stride)
		k = LLVMBuildMul(l->b, k, a->last_stride, "");
	return element(l, a->b, a->base, k);
}

static LLVMValueRef load_many(struct lower *l, const struct access *a, struct tir_type t,
        LLVMValueRef mask)
{
	struct tir_type one = a->b->elem;
	LLVMValueRef indices = lane_indices(l, a), to = lower_scratch(l, LOWER_LANES, t);
	LLVMValueRef set = lower_spilled(l, LOWER_MASK, mask, tir_lanes(TIR_BOOL, a->lanes));
	if (mask)
		lower_store_at(l, to, LLVMConstNull(lower_type(l, t)), t, LOWER_ALLOC_ALIGN);
	struct lower_lanes_loop loop = lower_begin_lanes(l, set);
	LLVMValueRef v = lower_load_at(l, lane_address(l, a, indices, loop.k), one,
	        tir_elem_bytes(one));
	lower_store_at(l, lower_lane_place(l, to, one, loop.k), v, one, tir_elem_bytes(one));
	lower_end_lanes(l, &loop, a->lanes);
	return lower_load_at(l, to, t, LOWER_ALLOC_ALIGN);
}

static void store_many(struct lower *l, const struct access *a, LLVMValueRef v, struct tir_type t,
        LLVMValueRef mask)
{
	struct tir_type one = a->b->elem;
	LLVMValueRef indices = lane_indices(l, a), from = lower_spilled(l, LOWER_LANES, v, t);
	LLVMValueRef set = lower_spilled(l, LOWER_MASK, mask, tir_lanes(TIR_BOOL, a->lanes));
	struct lower_lanes_loop loop = lower_begin_lanes(l, set);
	LLVMValueRef w = lower_load_at(l, lower_lane_place(l, from, one, loop.k), one,
	        tir_elem_bytes(one));
	lower_store_at(l, lane_address(l, a, indices, loop.k), w, one, tir_elem_bytes(one));
	lower_end_lanes(l, &loop, a->lanes);
}

/* ---- Loads and stores --------------------------------------------------------------------*/
static LLVMValueRef load_lanes(struct lower *l, const struct access *a, struct tir_type t,
        LLVMValueRef mask)
{
	LLVMValueRef *p = ARENA_NEWN(l->arena, LLVMValueRef, a->lanes);
	LLVMValueRef all = mask ? LLVMConstNull(lower_type(l, t)) : LLVMGetPoison(lower_type(l, t));
	unsigned width = a->b->elem.lanes;
	lane_addresses(l, a, p);
	if (!mask && width == 1) {
		LLVMValueRef *lane = ARENA_NEWN(l->arena, LLVMValueRef, a->lanes), whole;
		for (unsigned i = 0; i < a->lanes; i++)
			lane[i] = lower_load_at(l, p[i], a->b->elem, tir_elem_bytes(a->b->elem));
		whole = l->hooks->vector(l, lane, t);
		for (unsigned i = 0; i < a->lanes && !whole; i++)
			all = put(l, all, lane[i], i, width);
		return whole ? whole : all;
	}
	for (unsigned i = 0; i < a->lanes; i++) {
		LLVMBasicBlockRef from = LLVMGetInsertBlock(l->b), after = guard(l, mask, i);
		LLVMValueRef v = lower_load_at(l, p[i], a->b->elem, tir_elem_bytes(a->b->elem));
		LLVMValueRef more = put(l, all, v, i, width);
		if (after) {
			LLVMBasicBlockRef then = LLVMGetInsertBlock(l->b);
			LLVMBuildBr(l->b, after);
			LLVMPositionBuilderAtEnd(l->b, after);
			LLVMValueRef phi = LLVMBuildPhi(l->b, LLVMTypeOf(all), "");
			LLVMAddIncoming(phi, (LLVMValueRef[]){all, more},
			        (LLVMBasicBlockRef[]){from, then}, 2);
			more = phi;
		}
		all = more;
	}
	return all;
}

static void operands_of(const struct tir_expr *e, uint32_t n, struct tir_operand *out)
{
	for (uint32_t i = 0; i < n; i++)
		out[i] = (struct tir_operand){.e = e->arg[i]};
}

LLVMValueRef lower_load(struct lower *l, const struct tir_expr *e)
{
	struct tir_operand index[TIR_MAX_RANK];
	uint32_t n = e->op == TIR_MASKED_LOAD ? e->n - 1u : e->n;
	operands_of(e, n, index);
	struct access a = prepare(l, e->u.buffer, index, n);
	LLVMValueRef mask = e->op == TIR_MASKED_LOAD ? lower_expr(l, e->arg[n]) : NULL;
	lower_check_bounds(l, "load of", a.b, index, n, mask);
	if (!a.last) {
		unsigned bytes = tir_type_bytes(a.b->elem);
		return lower_load_at(l, a.base, a.b->elem,
		        lower_access_align(l, a.b, a.factor, bytes));
	}
	if (is_contiguous(&a) && !mask) {
		unsigned align = lower_access_align(l, a.b, a.factor, tir_type_bytes(e->type));
		LLVMValueRef i = widened(l, a.last->arg[0]);
		if (l->side != LOWER_PLAIN) {
			i = LLVMBuildAdd(l->b, i, LLVMConstInt(l->word, (uint64_t)l->delta, true),
			        "");
			align = tir_type_bytes(e->type);
		}
		return lower_load_at(l, element(l, a.b, a.base, i), e->type, align);
	}
	if (a.last->op == TIR_BROADCAST && !mask && a.b->elem.lanes == 1) {
		LLVMValueRef i = widened(l, a.last->arg[0]);
		if (a.last_stride)
			i = LLVMBuildMul(l->b, i, a.last_stride, "");
		LLVMValueRef v = lower_load_at(l, element(l, a.b, a.base, i), a.b->elem,
		        tir_elem_bytes(a.b->elem));
		return lower_splat(l, v, a.lanes);
	}
	LLVMValueRef rows = mask || a.last_stride
	                            ? NULL
	                            : l->hooks->gather(l, a.base, a.b, a.last, e->type);
	if (rows)
		return rows;
	return a.lanes > LOWER_MAX_INSERTED ? load_many(l, &a, e->type, mask)
	                                    : load_lanes(l, &a, e->type, mask);
}

LLVMValueRef lower_row_part(struct lower *l, const struct tir_expr *e, int64_t from, unsigned lanes,
        unsigned align)
{
	struct tir_operand index[TIR_MAX_RANK];
	operands_of(e, e->n, index);
	struct access a = prepare(l, e->u.buffer, index, e->n);
	LLVMValueRef i = LLVMBuildAdd(l->b, widened(l, a.last->arg[0]),
	        LLVMConstInt(l->word, (uint64_t)from, true), "");
	return lower_load_at(l, element(l, a.b, a.base, i), tir_lanes(e->type, lanes), align);
}

LLVMValueRef lower_address(struct lower *l, const struct tir_expr *e)
{
	struct tir_operand index[TIR_MAX_RANK];
	operands_of(e, e->n, index);
	return prepare(l, e->u.buffer, index, e->n).base;
}

void lower_store(struct lower *l, const struct tir_stmt *s)
{
	const struct tir_store *store = tir_as_store(s);
	struct access a = prepare(l, store->buffer, store->index, s->nindex);
	LLVMValueRef v = lower_operand(l, store->value);
	lower_allow_any_order(l, s, v);
	LLVMValueRef mask = store->mask.e ? lower_operand(l, store->mask) : NULL;
	lower_check_bounds(l, "store to", a.b, store->index, s->nindex, mask);
	struct tir_type t = store->value.e->type;
	unsigned width = a.b->elem.lanes;
	if (!a.last) {
		lower_store_at(l, a.base, v, t,
		        lower_access_align(l, a.b, a.factor, tir_type_bytes(t)));
		return;
	}
	if (is_contiguous(&a) && !mask) {
		LLVMValueRef p = element(l, a.b, a.base, widened(l, a.last->arg[0]));
		l->copies_rows |= l->is_open && t.lanes > 1 && LLVMIsALoadInst(v);
		v = lower_store_at(l, p, v, t,
		        lower_access_align(l, a.b, a.factor, tir_type_bytes(t)));
		l->hooks->stored(l, store, v);
		return;
	}
	if (a.lanes > LOWER_MAX_INSERTED) {
		store_many(l, &a, v, t, mask);
		return;
	}
	LLVMValueRef *p = ARENA_NEWN(l->arena, LLVMValueRef, a.lanes);
	lane_addresses(l, &a, p);
	for (unsigned i = 0; i < a.lanes; i++) {
		LLVMBasicBlockRef after = guard(l, mask, i);
		lower_store_at(l, p[i], part(l, v, i, width, t.lanes), a.b->elem,
		        tir_elem_bytes(a.b->elem));
		if (after) {
			LLVMBuildBr(l->b, after);
			LLVMPositionBuilderAtEnd(l->b, after);
		}
	}
}
