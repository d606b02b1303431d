/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/node.c: what each kind of expression becomes.  Lazy operands become branches only if they may
 * trap, read memory or have an effect, and a choice none if what does so in its arms was computed before it. */
#include "lowering/internal.h"

/* ---- Lazy operands -----------------------------------------------------------------------*/
static bool is_cheap(const struct tir_expr *e)
{
	return !(e->flags & (TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT)) && e->depth < 2;
}

static LLVMBasicBlockRef new_block(struct lower *l, const char *name)
{
	return LLVMAppendBasicBlockInContext(l->ctx, l->fn, name);
}

/* An arm in the current block; leaves it for `join` and returns the block it ends in. */
static LLVMBasicBlockRef arm(struct lower *l, const struct tir_expr *e, LLVMBasicBlockRef join,
        LLVMValueRef *value)
{
	lower_enter_arm(l);
	*value = lower_expr(l, e);
	lower_leave_arm(l);
	LLVMBasicBlockRef end = LLVMGetInsertBlock(l->b);
	LLVMBuildBr(l->b, join);
	return end;
}

static LLVMValueRef phi(struct lower *l, struct tir_type t, LLVMValueRef *v,
        LLVMBasicBlockRef *from)
{
	LLVMValueRef p = LLVMBuildPhi(l->b, lower_type(l, t), "");
	LLVMAddIncoming(p, v, from, 2);
	return p;
}

/* May e be computed whatever the condition is, as all that reads memory or may trap in it is there already? */
static bool is_harmless(struct lower *l, const struct tir_expr *e, uint32_t *left)
{
	if (!(e->flags & (TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT)))
		return true;
	if (!(*left)--)
		return *left = 0, false;
	if (lower_recall(l, l->memo[l->side], e))
		return true;
	bool harmless = !(e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET)) && !tir_node_traps(e) &&
	                !tir_ops[e->op].reads && e->op != TIR_CALL;
	for (uint32_t i = 0; harmless && i < e->n; i++)
		harmless = is_harmless(l, e->arg[i], left);
	return harmless;
}

/* Are both arms of a choice computed, as TVM's Select does? */
static bool has_both(struct lower *l, const struct tir_expr *e)
{
	uint32_t left = 256;
	if (!tir_is_lazy(e) || (is_cheap(e->arg[1]) && is_cheap(e->arg[2])))
		return true;
	return e->op == TIR_SELECT && !l->options->traps_overflow &&
	       is_harmless(l, e->arg[1], &left) && is_harmless(l, e->arg[2], &left);
}

/* May both be the same value? */
static bool is_like(const struct tir_expr *x, const struct tir_expr *y)
{
	return x->op == y->op && x->u.bits == y->u.bits;
}

/* May e be a choice between a constant, which it is where the comparison holds, and what is compared with it, once LLVM has found what is
 * computed twice? */
static bool is_extreme(const struct tir_expr *e)
{
	const struct tir_expr *c = e->arg[0], *x = e->arg[2];
	return e->arg[1]->op == TIR_FLOAT_IMM && tir_ops[c->op].compare && x->op != TIR_FLOAT_IMM &&
	       (is_like(c->arg[0], x) || is_like(c->arg[1], x));
}

void lower_tell_likely(struct lower *l, const struct tir_expr *c, LLVMValueRef branch)
{
	static const char kind[] = "prof", weights[] = "branch_weights";
	enum { OFTEN = 2000, SELDOM = 1 };
	if (c->op != TIR_CALL || c->u.call.builtin != TIR_BUILTIN_LIKELY)
		return;
	LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
	LLVMMetadataRef part[] = {LLVMMDStringInContext2(l->ctx, weights, sizeof weights - 1),
	        LLVMValueAsMetadata(LLVMConstInt(word, OFTEN, false)),
	        LLVMValueAsMetadata(LLVMConstInt(word, SELDOM, false))};
	LLVMMetadataRef node = LLVMMDNodeInContext2(l->ctx, part, 3);
	LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(l->ctx, kind, sizeof kind - 1),
	        LLVMMetadataAsValue(l->ctx, node));
}

static LLVMValueRef choose(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef c = lower_expr(l, e->arg[0]), v[2];
	if (has_both(l, e)) {
		v[0] = lower_expr(l, e->arg[1]);
		v[1] = lower_expr(l, e->arg[2]);
		return lower_choose(l, c, v[0], v[1]);
	}
	LLVMBasicBlockRef then = new_block(l, "then"), other = new_block(l, "else"),
	                  join = new_block(l, "end"), from[2];
	if (is_extreme(e))
		c = lower_hide_constant(l, c);
	lower_tell_likely(l, e->arg[0], LLVMBuildCondBr(l->b, c, then, other));
	LLVMPositionBuilderAtEnd(l->b, then);
	from[0] = arm(l, e->arg[1], join, &v[0]);
	LLVMPositionBuilderAtEnd(l->b, other);
	from[1] = arm(l, e->arg[2], join, &v[1]);
	LLVMPositionBuilderAtEnd(l->b, join);
	return phi(l, e->type, v, from);
}

/* and, or: the right side is skipped only if evaluating it could be noticed.  Those of vectors have no branch, as in
 * TVM: what a lane must not read is masked. */
static LLVMValueRef logical(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef v[2];
	LLVMBasicBlockRef from[2];
	v[0] = lower_expr(l, e->arg[0]);
	if (e->type.lanes > 1 ||
	        !(e->arg[1]->flags & (TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT)))
		return lower_binary(l, e, v[0], lower_expr(l, e->arg[1]));
	LLVMBasicBlockRef right = new_block(l, "right"), join = new_block(l, "end");
	from[0] = LLVMGetInsertBlock(l->b);
	if (e->op == TIR_AND)
		LLVMBuildCondBr(l->b, v[0], right, join);
	else
		LLVMBuildCondBr(l->b, v[0], join, right);
	LLVMPositionBuilderAtEnd(l->b, right);
	from[1] = arm(l, e->arg[1], join, &v[1]);
	LLVMPositionBuilderAtEnd(l->b, join);
	return phi(l, e->type, v, from);
}

/* ---- Vectors -----------------------------------------------------------------------------*/
static LLVMValueRef ramp(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef base = lower_expr(l, e->arg[0]), step = lower_expr(l, e->arg[1]);
	struct tir_type t = tir_lanes(e->type, 1);
	LLVMValueRef *k = ARENA_NEWN(l->arena, LLVMValueRef, e->type.lanes);
	for (unsigned i = 0; i < e->type.lanes; i++)
		k[i] = lower_const_int(l, t, i);
	LLVMValueRef lanes = LLVMConstVector(k, e->type.lanes);
	LLVMValueRef steps = LLVMBuildMul(l->b, lower_splat(l, step, e->type.lanes), lanes, "");
	return LLVMBuildAdd(l->b, lower_splat(l, base, e->type.lanes), steps, "");
}

/* a, then b, of so many lanes each; b = NULL: lanes that are not used. */
static LLVMValueRef join(struct lower *l, LLVMValueRef a, LLVMValueRef b, unsigned lanes)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
	LLVMValueRef *mask = ARENA_NEWN(l->arena, LLVMValueRef, 2 * lanes);
	for (unsigned i = 0; i < 2 * lanes; i++)
		mask[i] = LLVMConstInt(word, i, false);
	return LLVMBuildShuffleVector(l->b, a, b ? b : LLVMGetPoison(LLVMTypeOf(a)),
	        LLVMConstVector(mask, 2 * lanes), "");
}

/* Lanes of whole vectors of one type: these joined in pairs until two are left, which are shuffled. */
static LLVMValueRef shuffle_vectors(struct lower *l, const struct tir_expr *e)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
	uint32_t n = e->u.nvectors, count = e->n - n;
	unsigned lanes = e->arg[0]->type.lanes;
	LLVMValueRef *v = ARENA_NEWN(l->arena, LLVMValueRef, n + 1);
	LLVMValueRef *mask = ARENA_NEWN(l->arena, LLVMValueRef, count);
	for (uint32_t i = 0; i < n; i++)
		v[i] = lower_expr(l, e->arg[i]);
	for (; n > 2; n = (n + 1) / 2, lanes *= 2)
		for (uint32_t i = 0; i < n; i += 2)
			v[i / 2] = join(l, v[i], i + 1 < n ? v[i + 1] : NULL, lanes);
	for (uint32_t i = 0; i < count; i++)
		mask[i] = LLVMConstInt(word, (uint64_t)e->arg[e->u.nvectors + i]->u.i, false);
	return LLVMBuildShuffleVector(l->b, v[0], n > 1 ? v[1] : LLVMGetPoison(LLVMTypeOf(v[0])),
	        LLVMConstVector(mask, count), "");
}

static bool is_of_vectors(const struct tir_expr *e)
{
	for (uint32_t i = 0; i < e->u.nvectors; i++)
		if (!tir_type_eq(e->arg[i]->type, e->arg[0]->type))
			return false;
	return e->type.lanes > 1 && e->arg[0]->type.lanes > 1;
}

static LLVMValueRef shuffle(struct lower *l, const struct tir_expr *e)
{
	uint32_t n = e->u.nvectors;
	if (is_of_vectors(e))
		return shuffle_vectors(l, e);
	LLVMValueRef *lanes = ARENA_NEWN(l->arena, LLVMValueRef, e->type.lanes), all;
	for (uint32_t i = n; i < e->n; i++) {
		int64_t lane = e->arg[i]->u.i;
		uint32_t k = 0;
		while (lane >= e->arg[k]->type.lanes)
			lane -= e->arg[k++]->type.lanes;
		lanes[i - n] = lower_lane(l, lower_expr(l, e->arg[k]), (unsigned)lane);
	}
	if (e->type.lanes == 1)
		return lanes[0];
	if ((all = l->hooks->vector(l, lanes, e->type)))
		return all;
	all = LLVMGetPoison(lower_type(l, e->type));
	for (unsigned i = 0; i < e->type.lanes; i++)
		all = LLVMBuildInsertElement(l->b, all, lanes[i],
		        LLVMConstInt(LLVMInt32TypeInContext(l->ctx), i, false), "");
	return all;
}

/* ---- Nodes -------------------------------------------------------------------------------*/
static LLVMValueRef let(struct lower *l, const struct tir_expr *e)
{
	l->var[e->u.var->id] = lower_expr(l, e->arg[0]);
	/* the variable may have another value where the node occurs again */
	lower_enter_arm(l);
	LLVMValueRef v = lower_expr(l, e->arg[1]);
	lower_leave_arm(l);
	return v;
}

static LLVMValueRef variable(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef v = l->hooks->variable(l, e);
	return v ? v : l->var[e->u.var->id];
}

static LLVMValueRef string(struct lower *l, const struct tir_expr *e)
{
	return LLVMBuildGlobalString(l->b, e->u.str, "");
}

LLVMValueRef lower_node(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef a, b;
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM: return lower_const_int(l, e->type, e->u.i);
	case TIR_FLOAT_IMM: return lower_const_float(l, e->type, e->u.f);
	case TIR_STRING_IMM: return string(l, e);
	case TIR_VAR: return variable(l, e);
	case TIR_AND:
	case TIR_OR: return logical(l, e);
	case TIR_NOT:
	case TIR_BITNOT: return LLVMBuildNot(l->b, lower_expr(l, e->arg[0]), "");
	case TIR_CAST:
		a = l->hooks->cast(l, e);
		return a ? a : lower_cast(l, lower_expr(l, e->arg[0]), e->arg[0]->type, e->type);
	case TIR_SELECT:
	case TIR_IF_THEN_ELSE: return choose(l, e);
	case TIR_RAMP: return ramp(l, e);
	case TIR_BROADCAST: return lower_splat(l, lower_expr(l, e->arg[0]), e->type.lanes);
	case TIR_SHUFFLE: return shuffle(l, e);
	case TIR_LET: return let(l, e);
	case TIR_LOAD:
	case TIR_MASKED_LOAD: return lower_load(l, e);
	case TIR_BUFFER_DATA: return l->data[e->u.buffer->id];
	case TIR_ADDRESS_OF: return lower_address(l, e);
	case TIR_CALL: return lower_call(l, e);
	case TIR_ANY_ARITHMETIC:
	case TIR_ANY_COMPARISON:
	case TIR_BITAND:
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_ANY_SHIFT:
	case TIR_NOPS: break;
	}
	a = lower_expr(l, e->arg[0]);
	b = lower_expr(l, e->arg[1]);
	return lower_binary(l, e, a, b);
}
