/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/layout/gather.c: HVX: loads whose lanes are a known way apart, as loads of rows and shuffles.
 *
 * Idea.   Such an index is a number that all lanes share and an offset that each knows: ramps of any
 *         step, and what generated text makes of blocked layouts, ramp(0, 1, 128) // 32 * 64 +
 *         ramp(0, 1, 128) % 32.  A few rows of memory, each as long as the vector, hold all lanes; they
 *         lie between the first and the last one, so that nothing else is touched.
 *         What is still loaded lane by lane is put together as words: of a vector in which four bytes
 *         come again LLVM 22 makes one in which the first of them comes four times.
 * Needs   vectors of whole lines, no mask, int32 or int64 indices (whose sums do not wrap).
 * Keeps   each lane's element.
 * Costs   a step a node and lane; an index of at most MAX_NODES nodes, MAX_ROWS rows. */
#include "lowering/hexagon/internal.h"

enum { LINE = TARGET_HVX_BYTES, MAX_NODES = 64, MAX_ROWS = 4, MOST_REPEATED = 4, WORD = 4 };

/* shared + offset[lane]; shared: NULL is 0, else a multiple of factor. */
struct lanes {
	LLVMValueRef shared;
	int64_t factor;
	int64_t *offset;
};

static struct lanes constant(struct lower *l, unsigned n, int64_t first, int64_t step)
{
	struct lanes r = {NULL, 0, ARENA_NEWN(l->arena, int64_t, n)};
	for (unsigned i = 0; i < n; i++)
		r.offset[i] = first + step * i;
	return r;
}

static int64_t common_factor(int64_t a, int64_t b)
{
	for (int64_t rest; b; b = rest) {
		rest = a % b;
		a = b;
	}
	return a < 0 ? -a : a;
}

/* What the scalar is a multiple of. */
static int64_t factor_of(const struct lower *l, const struct tir_expr *e)
{
	const struct affine *a = affine_of(l->hexagon->facts, e);
	int64_t factor = a->constant;
	for (uint32_t i = 0; i < a->n; i++)
		factor = common_factor(factor, a->term[i].factor);
	return factor ? factor : 1;
}

/* A scalar and step times the lane. */
static struct lanes line(struct lower *l, const struct tir_expr *e, unsigned n, int64_t step)
{
	bool number = e->op == TIR_INT_IMM;
	struct lanes r = constant(l, n, number ? e->u.i : 0, step);
	r.shared = number ? NULL : lower_widen_index(l, lower_expr(l, e), e->type);
	r.factor = number ? 0 : factor_of(l, e);
	return r;
}

static LLVMValueRef sum(struct lower *l, LLVMValueRef a, LLVMValueRef b)
{
	return !a ? b : !b ? a : LLVMBuildAdd(l->b, a, b, "");
}

/* Is x the same number in all lanes? */
static bool is_uniform(const struct lanes *x, unsigned n)
{
	for (unsigned i = 1; i < n; i++)
		if (x->offset[i] != x->offset[0])
			return false;
	return !x->shared;
}

/* The quotient of x and a number, or what is left, in all lanes, where the number divides what they share. */
static bool divide(struct lower *l, enum tir_op op, struct lanes *x, const struct lanes *by,
        unsigned n)
{
	int64_t d = by->offset[0];
	if (!is_uniform(by, n) || d <= 0 || x->factor % d)
		return false;
	if (op == TIR_FLOORMOD) {
		x->shared = NULL;
		x->factor = 0;
		return true;
	}
	x->shared = LLVMBuildExactSDiv(l->b, x->shared, LLVMConstInt(l->word, (uint64_t)d, true),
	        "");
	x->factor /= d;
	return true;
}

/* Arithmetic of two; false: the lanes' distances are not known. */
static bool combine(struct lower *l, const struct tir_expr *e, struct lanes *a,
        const struct lanes *b)
{
	unsigned n = e->type.lanes;
	enum tir_op op = (enum tir_op)e->op;
	struct tir_type t = tir_lanes(e->type, 1);
	if (op == TIR_ADD) {
		a->shared = sum(l, a->shared, b->shared);
		a->factor = common_factor(a->factor, b->factor);
	} else if (op == TIR_MUL && a->shared && is_uniform(b, n))
		a->shared = LLVMBuildMul(l->b, a->shared,
		        LLVMConstInt(l->word, (uint64_t)b->offset[0], true), "");
	else if (a->shared && (op == TIR_FLOORDIV || op == TIR_FLOORMOD)) {
		if (!divide(l, op, a, b, n))
			return false;
	} else if (b->shared || (a->shared && op != TIR_SUB))
		return false;
	for (unsigned i = 0; i < n; i++) {
		uint64_t v;
		if (!tir_eval_binary(op, t, (uint64_t)a->offset[i], (uint64_t)b->offset[i], &v))
			return false;
		a->offset[i] = t.bits == 32 ? (int32_t)v : (int64_t)v;
	}
	return true;
}

/* *nodes: how many more may be looked at, names' values anew at each use. */
static bool lanes_of(struct lower *l, const struct tir_expr *e, unsigned *nodes, struct lanes *out)
{
	struct lanes right;
	unsigned n = e->type.lanes;
	if (*nodes == 0)
		return false;
	--*nodes;
	switch ((enum tir_op)e->op) {
	case TIR_BROADCAST: *out = line(l, e->arg[0], n, 0); return true;
	case TIR_RAMP:
		if (e->arg[1]->op == TIR_INT_IMM)
			*out = line(l, e->arg[0], n, e->arg[1]->u.i);
		return e->arg[1]->op == TIR_INT_IMM;
	case TIR_VAR: {
		const struct tir_expr *value = lower_value_here(l, e);
		return value != e && lanes_of(l, value, nodes, out);
	}
	case TIR_ADD:
	case TIR_SUB:
	case TIR_MUL:
	case TIR_FLOORDIV:
	case TIR_FLOORMOD:
	case TIR_DIV:
	case TIR_MOD:
		return lanes_of(l, e->arg[0], nodes, out) &&
		       lanes_of(l, e->arg[1], nodes, &right) && combine(l, e, out, &right);
	case TIR_ANY_CONSTANT:
	case TIR_ANY_EXTREME:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_CAST:
	case TIR_ANY_CHOICE:
	case TIR_SHUFFLE:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	return false;
}

/* Do two words of the vector hold the same lanes, of which each is several?  LLVM 22 repeats one byte there (deal.c). */
static bool repeats_words(const int64_t *offset, unsigned n, unsigned each)
{
	for (unsigned i = 0; i < n && each > 1; i += each)
		for (unsigned k = 0; k < i; k += each)
			if (!memcmp(&offset[i], &offset[k], each * sizeof *offset))
				return true;
	return false;
}

/* The rows that hold all lanes: where each begins; how many, or 0.  *width: their elements. */
static unsigned rows_of(const int64_t *offset, unsigned n, unsigned bytes, int64_t *row,
        unsigned *width)
{
	int64_t lo = offset[0], hi = offset[0];
	for (unsigned i = 1; i < n; i++) {
		lo = offset[i] < lo ? offset[i] : lo;
		hi = offset[i] > hi ? offset[i] : hi;
	}
	if (hi - lo + 1 < n && n % (hi - lo + 1) == 0 && hi - lo + 1 >= n / MOST_REPEATED &&
	        !repeats_words(offset, n, WORD / bytes)) {
		*width = (unsigned)(hi - lo + 1);
		row[0] = lo;
		return 1;
	}
	if (hi - lo + 1 < n || hi - lo >= (int64_t)MAX_ROWS * 16 * n)
		return 0;
	*width = n;
	unsigned rows = 0;
	for (int64_t from = lo; from <= hi; rows++) {
		if (rows == MAX_ROWS)
			return 0;
		row[rows] = from + *width > hi + 1 ? hi + 1 - *width : from;
		int64_t next = hi + 1; /* the first lane behind the row */
		for (unsigned i = 0; i < n; i++)
			if (offset[i] >= row[rows] + *width && offset[i] < next)
				next = offset[i];
		from = next;
	}
	return rows;
}

/* Lanes that row k holds from it, the others from what there is. */
static LLVMValueRef take(struct lower *l, LLVMValueRef all, LLVMValueRef row, int64_t from,
        unsigned width, const int64_t *offset, unsigned n)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(l->ctx);
	LLVMValueRef *mask = ARENA_NEWN(l->arena, LLVMValueRef, n);
	for (unsigned i = 0; i < n; i++) {
		bool here = offset[i] >= from && offset[i] < from + width;
		mask[i] = here ? LLVMConstInt(i32, (uint64_t)(offset[i] - from), false)
		               : LLVMGetPoison(i32);
	}
	LLVMValueRef none = LLVMGetPoison(LLVMTypeOf(row));
	LLVMValueRef v = LLVMBuildShuffleVector(l->b, row, none, LLVMConstVector(mask, n), "");
	if (!all)
		return v;
	for (unsigned i = 0; i < n; i++) {
		bool here = offset[i] >= from && offset[i] < from + width;
		mask[i] = LLVMConstInt(i32, here ? n + i : i, false);
	}
	return LLVMBuildShuffleVector(l->b, all, v, LLVMConstVector(mask, n), "");
}

LLVMValueRef lower_vector(struct lower *l, const LLVMValueRef *lane, struct tir_type t)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(l->ctx);
	unsigned bits = t.bits, each = bits < 32 ? 32 / bits : 1;
	if (t.code == TIR_TYPE_BOOL || bits < 8 || each == 1 || t.lanes % each)
		return NULL;
	LLVMTypeRef narrow = LLVMIntTypeInContext(l->ctx, bits);
	LLVMValueRef all = LLVMGetPoison(LLVMVectorType(i32, t.lanes / each));
	for (unsigned i = 0; i < t.lanes; i += each) {
		LLVMValueRef word = NULL;
		for (unsigned k = 0; k < each; k++) {
			LLVMValueRef v = LLVMBuildBitCast(l->b, lane[i + k], narrow, "");
			v = LLVMBuildShl(l->b, LLVMBuildZExt(l->b, v, i32, ""),
			        LLVMConstInt(i32, k * bits, false), "");
			word = word ? LLVMBuildOr(l->b, word, v, "") : v;
		}
		all = LLVMBuildInsertElement(l->b, all, word, LLVMConstInt(i32, i / each, false),
		        "");
	}
	return LLVMBuildBitCast(l->b, all, lower_type(l, t), "");
}

LLVMValueRef lower_gather(struct lower *l, LLVMValueRef base, const struct tir_buffer *b,
        const struct tir_expr *index, struct tir_type t)
{
	struct lanes at;
	int64_t row[MAX_ROWS];
	unsigned width = 0, bytes = tir_elem_bytes(t), nodes = MAX_NODES;
	bool wide = t.lanes == index->type.lanes && bytes <= 4 && t.lanes * bytes % LINE == 0;
	if (!target_has_hvx(l->hvx) || !wide || t.code == TIR_TYPE_BOOL ||
	        index->type.code != TIR_TYPE_INT || index->type.bits < 32 ||
	        !lanes_of(l, index, &nodes, &at))
		return lower_lookup(l, base, b, index, t);
	unsigned rows = rows_of(at.offset, t.lanes, bytes, row, &width);
	LLVMTypeRef elem = lower_memory_type(l, tir_lanes(t, 1));
	LLVMTypeRef type = lower_memory_type(l, tir_lanes(t, width));
	LLVMValueRef all = NULL;
	for (unsigned k = 0; k < rows; k++) {
		LLVMValueRef i = sum(l, at.shared, LLVMConstInt(l->word, (uint64_t)row[k], true));
		LLVMValueRef v = LLVMBuildLoad2(l->b, type,
		        LLVMBuildInBoundsGEP2(l->b, elem, base, &i, 1, ""), "");
		LLVMSetAlignment(v, bytes);
		lower_promise_lanes(l, v);
		all = take(l, all, v, row[k], width, at.offset, t.lanes);
	}
	return all;
}
