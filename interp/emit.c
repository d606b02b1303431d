/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interp/emit.c: instructions and registers; expressions that have effects.
 *
 * Idea.   A node with an effect happens once per occurrence, in order.  So the part of an expression
 *         that leads to effects (its spine) is compiled as a tree, operand by operand; what hangs
 *         on it without effects goes through plan.c.
 * Costs   a spine shared many times is compiled as often as it is evaluated; MAX_CODE bounds it. */
#include "interp/internal.h"

enum { MAX_CODE = 1 << 22, MAX_TEMP = 1 << 25 };

static void fail(struct compiler *c, const char *why)
{
	if (!c->failed)
		interp_trap(c->in, "%s", why);
	c->failed = true;
}

uint32_t interp_push(struct compiler *c, struct ins ins)
{
	if (c->fn->code.n >= MAX_CODE)
		fail(c, "the function is too large to interpret");
	if (c->failed)
		return 0;
	VEC_PUSH(c->arena, &c->fn->code, ins);
	return c->fn->code.n - 1;
}

int32_t interp_temp(struct compiler *c, struct tir_type t)
{
	if (c->ntemp + t.lanes > MAX_TEMP)
		fail(c, "the statement needs too many values at once to interpret");
	if (c->failed)
		return 0;
	c->ntemp += t.lanes;
	if (c->ntemp > c->fn->ntemp)
		c->fn->ntemp = c->ntemp;
	return (int32_t)(c->ntemp - t.lanes);
}

bool interp_is_leaf(const struct tir_expr *e)
{
	return e->op <= TIR_VAR;
}

/* A constant's bits; a string is only looked at by the call that has it. */
static uint64_t constant_bits(const struct tir_expr *e)
{
	if (e->op == TIR_FLOAT_IMM)
		return tir_float_bits(e->type, e->u.f);
	if (e->op == TIR_STRING_IMM)
		return 0;
	return e->type.bits < 64 ? e->u.bits & ((UINT64_C(1) << e->type.bits) - 1) : e->u.bits;
}

int32_t interp_fixed(struct compiler *c, const struct tir_expr *leaf)
{
	if (c->fixed_mark[leaf->id] == c->function)
		return c->fixed[leaf->id];
	if (c->fn->nfixed + leaf->type.lanes > MAX_TEMP)
		fail(c, "the function has too many variables to interpret");
	if (c->failed)
		return 0;
	c->fn->nfixed += leaf->type.lanes;
	int32_t reg = -(int32_t)c->fn->nfixed;
	c->fixed_mark[leaf->id] = c->function;
	c->fixed[leaf->id] = reg;
	if (leaf->op != TIR_VAR) {
		struct constant k = {reg, constant_bits(leaf)};
		VEC_PUSH(c->arena, &c->fn->constants, k);
	}
	return reg;
}

uint32_t interp_slot(struct compiler *c, const struct tir_buffer *b)
{
	if (c->buffer_mark[b->id] != c->function) {
		c->buffer_mark[b->id] = c->function;
		c->buffer_slot[b->id] = c->fn->buffers.n;
		VEC_PUSH(c->arena, &c->fn->buffers, ((struct cbuffer){.b = b, .pc = NO_CODE}));
	}
	return c->buffer_slot[b->id];
}

void interp_move(struct compiler *c, uint8_t op, struct tir_type t, int32_t dst, int32_t src)
{
	interp_push(c, (struct ins){.kind = INS_MOVE, .op = op, .type = t, .dst = dst, .a = src});
}

uint32_t interp_jump(struct compiler *c, enum ins_kind kind, uint8_t op, struct tir_type t,
        int32_t condition)
{
	return interp_push(c,
	        (struct ins){.kind = (uint8_t)kind, .op = op, .type = t, .a = condition});
}

void interp_land(struct compiler *c, uint32_t jump)
{
	if (!c->failed)
		c->fn->code.at[jump].b = (int32_t)c->fn->code.n;
}

/* ---- operands ---------------------------------------------------------------------------*/
/* Calls that are no code: their operands are not evaluated either. */
static bool is_no_code(const struct tir_expr *e)
{
	enum tir_builtin b = (enum tir_builtin)e->u.call.builtin;
	return e->op == TIR_CALL &&
	       (b == TIR_BUILTIN_ASSUME || b == TIR_BUILTIN_PREFETCH ||
	               b == TIR_BUILTIN_START_PROFILE || b == TIR_BUILTIN_END_PROFILE);
}

uint32_t interp_used_args(const struct tir_expr *e)
{
	if (e->op == TIR_SHUFFLE)
		return e->u.nvectors;
	return is_no_code(e) ? 0 : e->n;
}

uint32_t interp_strict_args(const struct tir_expr *e)
{
	return e->op == TIR_LET || tir_is_lazy(e) ? 1 : interp_used_args(e);
}

/* ---- nodes ------------------------------------------------------------------------------*/
/* INS_INT and INS_SINGLE are the nodes that nearly all kernels spend their time on. */
static enum ins_kind binary_kind(const struct compiler *c, const struct tir_expr *e,
        struct tir_type t)
{
	bool sum = e->op >= TIR_ADD && e->op <= TIR_MUL, plain = sum || tir_ops[e->op].compare;
	if (sum && tir_is_int(t) && interp_traps_overflow(c->in))
		return INS_BINARY;
	if (t.lanes != 1)
		return INS_BINARY;
	if (plain && tir_is_int(t))
		return INS_INT;
	bool single = t.code == TIR_TYPE_FLOAT && t.bits == 32;
	if (single && (plain || e->op == TIR_DIV || e->op == TIR_MIN || e->op == TIR_MAX))
		return INS_SINGLE;
	return INS_BINARY;
}

/* Put the operands in the pool. */
static void with_pool(struct compiler *c, struct ins *ins, uint32_t n, const int32_t *operand)
{
	ins->n = (uint16_t)n;
	ins->a = (int32_t)c->fn->pool.n;
	for (uint32_t i = 0; i < n; i++)
		VEC_PUSH(c->arena, &c->fn->pool, operand[i]);
}

static void access_ins(struct compiler *c, struct ins *ins, const int32_t *operand)
{
	const struct tir_expr *e = ins->e;
	const struct tir_buffer *b = e->u.buffer;
	bool masked = e->op == TIR_MASKED_LOAD;
	uint32_t n = masked ? e->n - 1u : e->n;
	ins->kind = e->op == TIR_ADDRESS_OF ? INS_ADDRESS : INS_LOAD;
	ins->b = (int32_t)interp_slot(c, b);
	if (e->op == TIR_LOAD && n == 1 && e->type.lanes == 1) {
		ins->kind = INS_LOAD_SCALAR;
		ins->n = 1;
		ins->a = operand[0];
		return;
	}
	with_pool(c, ins, n, operand);
	if (masked)
		ins->c = operand[n];
}

void interp_emit_node(struct compiler *c, const struct tir_expr *e, int32_t dst,
        const int32_t *operand)
{
	struct ins ins = {.op = e->op, .type = e->type, .dst = dst, .e = e};
	switch ((enum tir_op)e->op) {
	case TIR_CAST:
		ins.kind = INS_CAST;
		ins.a = operand[0];
		break;
	case TIR_SELECT:
		ins.kind = INS_SELECT;
		ins.a = operand[0];
		ins.b = operand[1];
		ins.c = operand[2];
		break;
	case TIR_RAMP:
		ins.kind = INS_RAMP;
		ins.a = operand[0];
		ins.b = operand[1];
		break;
	case TIR_BROADCAST:
		ins.kind = INS_BROADCAST;
		ins.a = operand[0];
		break;
	case TIR_SHUFFLE:
		ins.kind = INS_SHUFFLE;
		with_pool(c, &ins, e->u.nvectors, operand);
		break;
	case TIR_LOAD:
	case TIR_MASKED_LOAD:
	case TIR_ADDRESS_OF: access_ins(c, &ins, operand); break;
	case TIR_BUFFER_DATA:
		ins.kind = INS_DATA;
		ins.b = (int32_t)interp_slot(c, e->u.buffer);
		break;
	case TIR_CALL:
		ins.kind = INS_CALL;
		with_pool(c, &ins, interp_used_args(e), operand);
		break;
	case TIR_ANY_LEAF:
	case TIR_ANY_OPERATOR:
	case TIR_IF_THEN_ELSE:
	case TIR_LET:
	case TIR_NOPS:
		ins.type = e->arg[0]->type;
		ins.kind = (uint8_t)binary_kind(c, e, ins.type);
		ins.a = operand[0];
		ins.b = operand[e->n - 1];
	}
	interp_push(c, ins);
}
