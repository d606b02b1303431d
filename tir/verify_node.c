/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/verify_node.c: the types of one node's operands and result.
 *
 * Idea.   One small function a shape of node returns what is wrong, as static text; of calls,
 *         contract.c says it.  Nothing here depends on where the node is used, so that each node is
 *         checked once. */
#include "tir/verify.h"

static bool is_bool(struct tir_type t)
{
	return t.code == TIR_TYPE_BOOL;
}

static bool is_number(struct tir_type t)
{
	return tir_is_integral(t) || tir_is_float(t);
}

static bool same_elem(struct tir_type a, struct tir_type b)
{
	return tir_type_eq(tir_lanes(a, 1), tir_lanes(b, 1));
}

static const char *check_operator(const struct tir_expr *e)
{
	struct tir_type t = e->arg[0]->type;
	if (!tir_op_takes((enum tir_op)e->op, t))
		return "an operator has an operand of a type it does not take";
	if (e->n == 2 && !tir_type_eq(t, e->arg[1]->type))
		return "the operands of an operator differ in type";
	struct tir_type want = tir_ops[e->op].compare ? tir_lanes(TIR_BOOL, t.lanes) : t;
	return tir_type_eq(e->type, want) ? NULL
	                                  : "an operator's result has not its operands' type";
}

static const char *check_imm(const struct tir_expr *e)
{
	if (e->type.lanes != 1)
		return "a constant has lanes";
	if (e->op == TIR_STRING_IMM)
		return e->type.code == TIR_TYPE_HANDLE ? NULL : "a string is no handle";
	if (e->op == TIR_FLOAT_IMM)
		return tir_is_float(e->type) ? NULL : "a float constant is of no float type";
	if (!tir_is_integral(e->type))
		return "an integer constant is of no integer type";
	if (e->type.bits >= 64)
		return NULL;
	int64_t low = e->type.code == TIR_TYPE_INT ? -(INT64_C(1) << (e->type.bits - 1)) : 0;
	int64_t high = low + (int64_t)((UINT64_C(1) << e->type.bits) - 1);
	return e->u.i >= low && e->u.i <= high ? NULL : "a constant does not fit its type";
}

static const char *check_cast(const struct tir_expr *e)
{
	if (!is_number(e->type) || !is_number(e->arg[0]->type))
		return "a Cast is from or to no number";
	return e->type.lanes == e->arg[0]->type.lanes ? NULL : "a Cast changes the lanes";
}

static const char *check_select(const struct tir_expr *e)
{
	struct tir_type c = e->arg[0]->type;
	bool lanes = e->op == TIR_SELECT && c.lanes == e->type.lanes;
	if (!is_bool(c) || (c.lanes != 1 && !lanes))
		return "a condition is no bool of the right lanes";
	if (!tir_type_eq(e->arg[1]->type, e->type) || !tir_type_eq(e->arg[2]->type, e->type))
		return "the arms of a selection differ in type";
	return NULL;
}

static const char *check_ramp(const struct tir_expr *e)
{
	struct tir_type t = e->arg[0]->type;
	if (!tir_is_int(t) || t.lanes != 1 || !tir_type_eq(t, e->arg[1]->type))
		return "a Ramp's base and stride are not integers of one type";
	return e->type.lanes > 1 && same_elem(t, e->type) ? NULL : "a Ramp has not its base's type";
}

static const char *check_broadcast(const struct tir_expr *e)
{
	struct tir_type t = e->arg[0]->type;
	if (t.lanes != 1 || !is_number(t))
		return "a Broadcast of what is no scalar";
	return e->type.lanes > 1 && same_elem(t, e->type) ? NULL
	                                                  : "a Broadcast has not its value's type";
}

static const char *check_shuffle(const struct tir_expr *e)
{
	uint32_t nvectors = e->u.nvectors;
	uint64_t lanes = 0;
	if (nvectors == 0 || nvectors >= e->n)
		return "a Shuffle has no vector or no lane";
	if (e->type.lanes != e->n - nvectors)
		return "a Shuffle has not as many lanes as it picks";
	for (uint32_t i = 0; i < nvectors; i++) {
		if (!same_elem(e->arg[i]->type, e->type))
			return "a Shuffle's vectors differ in type";
		lanes += e->arg[i]->type.lanes;
	}
	for (uint32_t i = nvectors; i < e->n; i++)
		if (e->arg[i]->op != TIR_INT_IMM || e->arg[i]->u.i < 0 ||
		        (uint64_t)e->arg[i]->u.i >= lanes)
			return "a Shuffle picks a lane that its vectors do not have";
	return NULL;
}

static const char *check_let(const struct tir_expr *e)
{
	if (!tir_type_eq(e->u.var->type, e->arg[0]->type))
		return "a Let's variable has not its value's type";
	return tir_type_eq(e->type, e->arg[1]->type) ? NULL : "a Let has not its body's type";
}

const char *tir_verify_index(const struct tir_buffer *b, uint32_t n, const struct tir_type *index)
{
	if (n != b->ndim)
		return "an access has not as many indices as the buffer has dimensions";
	for (uint32_t i = 0; i < n; i++) {
		if (!tir_is_integral(index[i]))
			return "an index is no integer";
		if (index[i].lanes != 1 && i + 1 < n)
			return "an index before the last is a vector";
	}
	return NULL;
}

static const char *check_access(const struct tir_expr *e)
{
	struct tir_type index[TIR_MAX_RANK];
	const struct tir_buffer *b = e->u.buffer;
	uint32_t n = e->op == TIR_MASKED_LOAD && e->n ? e->n - 1u : e->n;
	if (n > TIR_MAX_RANK)
		return "an access has too many indices";
	for (uint32_t i = 0; i < n; i++)
		index[i] = e->arg[i]->type;
	const char *why = tir_verify_index(b, n, index);
	if (why)
		return why;
	if (e->op == TIR_ADDRESS_OF)
		return e->type.code == TIR_TYPE_HANDLE ? NULL : "an address is no handle";
	unsigned lanes = n ? index[n - 1].lanes : 1;
	if (!tir_type_eq(e->type, tir_lanes(b->elem, b->elem.lanes * lanes)))
		return "a load has not its buffer's type";
	if (e->op == TIR_MASKED_LOAD &&
	        (e->n == n || !tir_type_eq(e->arg[n]->type, tir_lanes(TIR_BOOL, lanes))))
		return "a mask is no bool of its index's lanes";
	return NULL;
}

static const char *check_call(const struct tir_expr *e, struct tir_fault *fault)
{
	if (e->u.call.builtin >= TIR_NBUILTINS)
		return "a call of no builtin";
	bool ok = tir_check_call((enum tir_builtin)e->u.call.builtin, e->type, e->n, e->arg, fault);
	return ok ? NULL : fault->text;
}

const char *tir_verify_node(const struct tir_expr *e, struct tir_fault *fault)
{
	if (e->op >= TIR_NOPS)
		return "an expression of no kind";
	const struct tir_opinfo *op = &tir_ops[e->op];
	if (op->arity >= 0 && e->n != op->arity)
		return "a node has a wrong number of operands";
	for (uint32_t i = 0; i < e->n; i++) {
		if (e->arg[i]->id >= e->id)
			return "an operand is younger than its node";
		if (e->arg[i]->type.code == TIR_TYPE_VOID)
			return "an operand has no value";
	}
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM:
	case TIR_FLOAT_IMM:
	case TIR_STRING_IMM: return check_imm(e);
	case TIR_VAR:
		return tir_type_eq(e->type, e->u.var->type) ? NULL : "a variable has not its type";
	case TIR_CAST: return check_cast(e);
	case TIR_SELECT:
	case TIR_IF_THEN_ELSE: return check_select(e);
	case TIR_RAMP: return check_ramp(e);
	case TIR_BROADCAST: return check_broadcast(e);
	case TIR_SHUFFLE: return check_shuffle(e);
	case TIR_LET: return check_let(e);
	case TIR_LOAD:
	case TIR_MASKED_LOAD:
	case TIR_ADDRESS_OF: return check_access(e);
	case TIR_BUFFER_DATA:
		return e->type.code == TIR_TYPE_HANDLE ? NULL : "a buffer's data is no handle";
	case TIR_CALL: return check_call(e, fault);
	case TIR_ANY_OPERATOR:
	case TIR_NOPS: break;
	}
	return check_operator(e);
}
