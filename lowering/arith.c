/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/arith.c: operators.
 *
 * Signed + - * of 32 bits and more are nsw, as TIR says; nothing else has flags.  Floor division and
 * modulo follow tirscript.md 5.7.  Comparisons of floats are ordered, != too. */
#include "lowering/internal.h"

/* Lanes that are divided one by one, side by side; words in a register, whose loop LLVM may write out. */
enum { FEW_LANES = 8, LANES_OF_WORDS = 32 };

LLVMValueRef lower_shift_right(struct lower *l, bool is_signed, LLVMValueRef a, LLVMValueRef by)
{
	LLVMValueRef v = l->hooks->shift_right(l, is_signed, a, by);
	if (v)
		return v;
	return is_signed ? LLVMBuildAShr(l->b, a, by, "") : LLVMBuildLShr(l->b, a, by, "");
}

static LLVMValueRef const_like(LLVMValueRef v, int64_t c)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
		return LLVMConstInt(t, (uint64_t)c, true);
	LLVMValueRef one = LLVMConstInt(LLVMGetElementType(t), (uint64_t)c, true), all[4096];
	unsigned n = LLVMGetVectorSize(t);
	for (unsigned i = 0; i < n && i < 4096; i++)
		all[i] = one;
	return LLVMConstVector(all, n);
}

/* The constant all lanes of the divisor have, or 0. */
static int64_t constant_of(const struct tir_expr *e)
{
	if (e->op == TIR_BROADCAST)
		e = e->arg[0];
	return e->op == TIR_INT_IMM ? e->u.i : 0;
}

/* Is e surely not negative?  Sums, products, quotients and the like of what is not. */
static bool not_negative(const struct tir_expr *e, int depth)
{
	if (e->type.code == TIR_TYPE_UINT)
		return true;
	if (e->op == TIR_INT_IMM)
		return e->u.i >= 0;
	if (depth == 0)
		return false;
	if (e->op == TIR_BROADCAST)
		return not_negative(e->arg[0], depth - 1);
	if (e->op == TIR_RAMP)
		return not_negative(e->arg[0], depth - 1) && not_negative(e->arg[1], depth - 1);
	if (e->op == TIR_FLOORMOD)
		return constant_of(e->arg[1]) > 0;
	return false;
}

/* a // b or a % b for a constant b > 0. */
static LLVMValueRef floor_constant(struct lower *l, bool is_mod, LLVMValueRef a, LLVMValueRef b,
        int64_t c, unsigned bits)
{
	if ((c & (c - 1)) == 0) {
		LLVMValueRef shift = const_like(a, __builtin_ctzll((uint64_t)c));
		return is_mod ? LLVMBuildAnd(l->b, a, const_like(a, c - 1), "")
		              : lower_shift_right(l, true, a, shift);
	}
	LLVMValueRef r = LLVMBuildSRem(l->b, a, b, "");
	LLVMValueRef sign = LLVMBuildAShr(l->b, r, const_like(a, bits - 1), "");
	if (is_mod)
		return LLVMBuildAdd(l->b, r, LLVMBuildAnd(l->b, sign, b, ""), "");
	return LLVMBuildAdd(l->b, LLVMBuildSDiv(l->b, a, b, ""), sign, "");
}

/* In general: one less than the truncated quotient if there is a remainder of the other sign. */
static LLVMValueRef floor_general(struct lower *l, bool is_mod, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef r = LLVMBuildSRem(l->b, a, b, ""), zero = LLVMConstNull(LLVMTypeOf(a));
	LLVMValueRef differ = LLVMBuildICmp(l->b, LLVMIntSLT, LLVMBuildXor(l->b, r, b, ""), zero,
	        "");
	LLVMValueRef any = LLVMBuildICmp(l->b, LLVMIntNE, r, zero, "");
	LLVMValueRef fix = LLVMBuildAnd(l->b, any, differ, "");
	if (is_mod)
		return LLVMBuildSelect(l->b, fix, LLVMBuildAdd(l->b, r, b, ""), r, "");
	LLVMValueRef q = LLVMBuildSDiv(l->b, a, b, "");
	return LLVMBuildSelect(l->b, fix, LLVMBuildSub(l->b, q, const_like(q, 1), ""), q, "");
}

static LLVMValueRef divide(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b)
{
	bool is_mod = e->op == TIR_MOD || e->op == TIR_FLOORMOD;
	bool is_floor = e->op == TIR_FLOORDIV || e->op == TIR_FLOORMOD;
	int64_t c = constant_of(e->arg[1]);
	if (e->type.code == TIR_TYPE_UINT)
		return is_mod ? LLVMBuildURem(l->b, a, b, "") : LLVMBuildUDiv(l->b, a, b, "");
	bool power = c > 0 && (c & (c - 1)) == 0;
	if (is_floor && c > 0 && (power || !not_negative(e->arg[0], 8)))
		return floor_constant(l, is_mod, a, b, c, e->type.bits);
	if (is_floor && c <= 0)
		return floor_general(l, is_mod, a, b);
	return is_mod ? LLVMBuildSRem(l->b, a, b, "") : LLVMBuildSDiv(l->b, a, b, "");
}

/* More lanes than LLVM has the time to take apart, divided by what is no power of two?  For Hexagon these are fewer: LLVM
 * moves each lane out of a register of HVX and back, and takes time by the square of such moves, or more. */
static bool divides_many(const struct lower *l, const struct tir_expr *e)
{
	int64_t c = constant_of(e->arg[1]);
	bool whole = e->type.bits >= 8 && (e->type.bits & (e->type.bits - 1)) == 0;
	bool apart = l->is_hexagon &&
	             (!c || e->type.bits == 64); /* no product of vectors does it */
	unsigned most = apart ? FEW_LANES : LOWER_MAX_INSERTED;
	return e->type.lanes > most && whole && !(c > 0 && (c & (c - 1)) == 0);
}

/* a by b, integers or floats. */
static LLVMValueRef divide_one(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b)
{
	if (!tir_is_float(e->type))
		return divide(l, e, a, b);
	return e->op == TIR_DIV ? LLVMBuildFDiv(l->b, a, b, "") : LLVMBuildFRem(l->b, a, b, "");
}

LLVMValueRef lower_divide_lanes(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b)
{
	struct tir_type t = e->type, one = tir_lanes(t, 1);
	int64_t c = constant_of(e->arg[1]);
	LLVMValueRef from = lower_spilled(l, LOWER_LANES, a, t),
	             by = c ? NULL : lower_spilled(l, LOWER_INDICES, b, t);
	struct lower_lanes_loop loop = lower_begin_lanes(l, NULL);
	loop.stays = l->is_hexagon && (tir_is_float(t) || t.bits != 32 || t.lanes > LANES_OF_WORDS);
	LLVMValueRef p = lower_lane_place(l, from, one, loop.k);
	a = lower_load_at(l, p, one, tir_elem_bytes(one));
	b = c ? lower_const_int(l, one, c)
	      : lower_load_at(l, lower_lane_place(l, by, one, loop.k), one, tir_elem_bytes(one));
	lower_store_at(l, p, divide_one(l, e, a, b), one, tir_elem_bytes(one));
	lower_end_lanes(l, &loop, t.lanes);
	return lower_load_at(l, from, t, LOWER_ALLOC_ALIGN);
}

static LLVMValueRef divide_any(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b)
{
	LLVMValueRef v = e->type.lanes > 1 ? l->hooks->divide(l, e, a, b) : NULL;
	if (v)
		return v;
	return divides_many(l, e) ? lower_divide_lanes(l, e, a, b) : divide(l, e, a, b);
}

static LLVMValueRef compare(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b)
{
	static const struct {
		LLVMRealPredicate real;
		LLVMIntPredicate is_signed, is_unsigned;
	} p[] = {[TIR_EQ] = {LLVMRealOEQ, LLVMIntEQ, LLVMIntEQ},
	        [TIR_NE] = {LLVMRealONE, LLVMIntNE, LLVMIntNE},
	        [TIR_LT] = {LLVMRealOLT, LLVMIntSLT, LLVMIntULT},
	        [TIR_LE] = {LLVMRealOLE, LLVMIntSLE, LLVMIntULE},
	        [TIR_GT] = {LLVMRealOGT, LLVMIntSGT, LLVMIntUGT},
	        [TIR_GE] = {LLVMRealOGE, LLVMIntSGE, LLVMIntUGE}};
	struct tir_type t = e->arg[0]->type;
	if (tir_is_float(t))
		return LLVMBuildFCmp(l->b, p[e->op].real, a, b, "");
	return LLVMBuildICmp(l->b,
	        t.code == TIR_TYPE_INT ? p[e->op].is_signed : p[e->op].is_unsigned, a, b, "");
}

/* max(max(b, x), b) of floats is max(x, b), whatever is NaN; so are minima.  LLVM takes it for max(b, x), which is NaN where x is: *a becomes
 * x. */
static void without_second(LLVMRealPredicate p, LLVMValueRef *a, LLVMValueRef b)
{
	LLVMValueRef c = LLVMIsASelectInst(*a) ? LLVMIsAFCmpInst(LLVMGetOperand(*a, 0)) : NULL;
	if (!c || LLVMGetFCmpPredicate(c) != p)
		return;
	LLVMValueRef first = LLVMGetOperand(*a, 1), x = LLVMGetOperand(*a, 2);
	if (first == b && LLVMGetOperand(c, 0) == first && LLVMGetOperand(c, 1) == x)
		*a = x;
}

static LLVMValueRef extreme_of_floats(struct lower *l, bool min, LLVMValueRef a, LLVMValueRef b)
{
	LLVMRealPredicate p = min ? LLVMRealOLT : LLVMRealOGT;
	without_second(p, &a, b);
	return lower_choose(l, LLVMBuildFCmp(l->b, p, a, b, ""), a, b);
}

static LLVMValueRef extreme(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b)
{
	bool min = e->op == TIR_MIN, is_signed = e->type.code == TIR_TYPE_INT;
	LLVMValueRef c;
	if (tir_is_float(e->type))
		return extreme_of_floats(l, min, a, b);
	c = LLVMBuildICmp(l->b,
	        is_signed ? min ? LLVMIntSLT : LLVMIntSGT
	        : min     ? LLVMIntULT
	                  : LLVMIntUGT,
	        a, b, "");
	return LLVMBuildSelect(l->b, c, a, b, "");
}

/* A quotient or a remainder of floats.  Hexagon has none of vectors: each lane is a series of twenty instructions, which LLVM
 * schedules together with those of all others. */
static LLVMValueRef divide_floats(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b)
{
	bool many = l->is_hexagon && l->hvx.floats && e->type.lanes > FEW_LANES &&
	            e->type.code == TIR_TYPE_FLOAT;
	if (many)
		return lower_divide_lanes(l, e, a, b);
	return e->op == TIR_DIV ? LLVMBuildFDiv(l->b, a, b, "") : LLVMBuildFRem(l->b, a, b, "");
}

/* v, a sum, difference or product of floats, with the flag that it may be part of a fused operation, if that is asked for. */
static LLVMValueRef contracted(const struct lower *l, LLVMValueRef v)
{
	if (l->options->contracts && LLVMIsAInstruction(v))
		LLVMSetFastMathFlags(v, LLVMFastMathAllowContract);
	return v;
}

static LLVMValueRef float_op(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b)
{
	switch ((enum tir_op)e->op) {
	case TIR_ADD: return contracted(l, LLVMBuildFAdd(l->b, a, b, ""));
	case TIR_SUB: return contracted(l, LLVMBuildFSub(l->b, a, b, ""));
	case TIR_MUL: return contracted(l, LLVMBuildFMul(l->b, a, b, ""));
	case TIR_DIV:
	case TIR_MOD: return divide_floats(l, e, a, b);
	case TIR_MIN:
	case TIR_MAX: return extreme(l, e, a, b);
	case TIR_ANY_LEAF:
	case TIR_FLOORDIV:
	case TIR_FLOORMOD:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return compare(l, e, a, b);
}

/* Is it a load of the element that the store changes? */
static bool is_own(const struct tir_store *x, uint32_t nindex, const struct tir_expr *e)
{
	bool own = e->op == TIR_LOAD && e->u.buffer == x->buffer && e->n == nindex;
	for (uint32_t i = 0; own && i < nindex; i++)
		own = e->arg[i] == x->index[i].e;
	return own;
}

void lower_allow_any_order(struct lower *l, const struct tir_stmt *s, LLVMValueRef v)
{
	const struct tir_store *x = tir_as_store(s);
	const struct tir_expr *e = x->value.e;
	if (!l->options->any_order || (e->op != TIR_ADD && e->op != TIR_MUL) ||
	        !tir_is_float(e->type) ||
	        (!is_own(x, s->nindex, e->arg[0]) && !is_own(x, s->nindex, e->arg[1])))
		return;
	LLVMOpcode op = LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v) : LLVMRet;
	if (op == LLVMFAdd || op == LLVMFMul)
		LLVMSetFastMathFlags(v, LLVMGetFastMathFlags(v) | LLVMFastMathAllowReassoc);
}

/* Builds a << b or a >> b as the interpreter computes it: a shift by the width or more leaves 0 or the sign. */
static LLVMValueRef shift_any(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b)
{
	unsigned bits = e->type.bits;
	LLVMValueRef fits = LLVMBuildICmp(l->b, LLVMIntULT, b, const_like(b, bits), "");
	if (e->op == TIR_SHR && e->type.code == TIR_TYPE_INT)
		return LLVMBuildAShr(l->b, a,
		        LLVMBuildSelect(l->b, fits, b, const_like(b, bits - 1), ""), "");
	LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(a));
	LLVMValueRef by = LLVMBuildSelect(l->b, fits, b, zero, "");
	LLVMValueRef v = e->op == TIR_SHL ? LLVMBuildShl(l->b, a, by, "")
	                                  : LLVMBuildLShr(l->b, a, by, "");
	return LLVMBuildSelect(l->b, fits, v, zero, "");
}

static LLVMValueRef int_op(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b)
{
	bool is_signed = e->type.code == TIR_TYPE_INT;
	bool nsw = is_signed && e->type.bits >= 32 && !l->options->checked;
	switch ((enum tir_op)e->op) {
	case TIR_ADD: return nsw ? LLVMBuildNSWAdd(l->b, a, b, "") : LLVMBuildAdd(l->b, a, b, "");
	case TIR_SUB: return nsw ? LLVMBuildNSWSub(l->b, a, b, "") : LLVMBuildSub(l->b, a, b, "");
	case TIR_MUL: return nsw ? LLVMBuildNSWMul(l->b, a, b, "") : LLVMBuildMul(l->b, a, b, "");
	case TIR_DIV:
	case TIR_MOD:
	case TIR_FLOORDIV:
	case TIR_FLOORMOD: return divide_any(l, e, a, b);
	case TIR_MIN:
	case TIR_MAX: return extreme(l, e, a, b);
	case TIR_AND:
	case TIR_BITAND: return LLVMBuildAnd(l->b, a, b, "");
	case TIR_OR:
	case TIR_BITOR: return LLVMBuildOr(l->b, a, b, "");
	case TIR_BITXOR: return LLVMBuildXor(l->b, a, b, "");
	case TIR_SHL:
		return l->options->checked ? shift_any(l, e, a, b) : LLVMBuildShl(l->b, a, b, "");
	case TIR_SHR:
		return l->options->checked ? shift_any(l, e, a, b)
		                           : lower_shift_right(l, is_signed, a, b);
	case TIR_ANY_LEAF:
	case TIR_ANY_COMPARISON:
	case TIR_NOT:
	case TIR_BITNOT:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return compare(l, e, a, b);
}

/* What may end the run before an operation of integers does. */
static void check(struct lower *l, const struct tir_expr *e, LLVMValueRef a, LLVMValueRef b)
{
	switch ((enum tir_op)e->op) {
	case TIR_ADD:
	case TIR_SUB:
	case TIR_MUL:
		lower_check_overflow(l, (enum tir_op)e->op, e->type, a, b, tir_ops[e->op].node);
		break;
	case TIR_DIV:
	case TIR_MOD:
	case TIR_FLOORDIV:
	case TIR_FLOORMOD:
		if (l->options->checked)
			lower_check_division(l, e, a, b);
		break;
	case TIR_ANY_LEAF:
	case TIR_ANY_EXTREME:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
}

/* An operation of floats that are kept as bits.  An extreme is one of its operands, to the bit. */
static LLVMValueRef small_op(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b)
{
	struct tir_type t = e->arg[0]->type, f = tir_lanes(TIR_F32, t.lanes);
	if (t.code ==
	        TIR_TYPE_F8_E8M0FNU) /* its products are too small and too large for a float */
		f.bits = 64;
	LLVMValueRef x = lower_cast(l, a, t, f), y = lower_cast(l, b, t, f);
	if (e->op == TIR_MIN || e->op == TIR_MAX) {
		LLVMRealPredicate p = e->op == TIR_MIN ? LLVMRealOLT : LLVMRealOGT;
		return LLVMBuildSelect(l->b, LLVMBuildFCmp(l->b, p, x, y, ""), a, b, "");
	}
	LLVMValueRef v = float_op(l, e, x, y);
	return tir_ops[e->op].compare ? v : lower_to_small(l, v, f, t);
}

LLVMValueRef lower_binary(struct lower *l, const struct tir_expr *e, LLVMValueRef a, LLVMValueRef b)
{
	struct tir_type t = e->arg[0]->type;
	if (!tir_is_float(t)) {
		check(l, e, a, b);
		return int_op(l, e, a, b);
	}
	return lower_is_storage_float(t) ? small_op(l, e, a, b) : float_op(l, e, a, b);
}
