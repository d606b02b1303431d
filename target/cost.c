/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* target/cost.c: what operations cost, and the time that they take together. */
#include "target/target.h"

enum { CALLED = 30 }; /* instructions of a function of the runtime */

#define UNITS(weight, multiplies, others) {weight, multiplies, others, false}
#define FUNCTION(weight)                  {weight, 0, CALLED, true}
#define PACKET(instructions, memory, multiplies, registers)
#define COST(op, words, wide, floats, soft) [TARGET_##op] = {words, wide, floats, soft},
static const struct target_cost costs[TARGET_NOPS][TARGET_NTYPES] = {
#include "target/costs.def"
};
#define PACKET(instructions, memory, multiplies, registers)                                        \
	{instructions, memory, multiplies, registers}
#define COST(op, words, wide, floats, soft)
static const struct {
	uint32_t instructions, memory, multiplies, registers;
} packet =
#include "target/costs.def"
        ;

enum target_type target_type_of(struct tir_type t)
{
	if (tir_is_float(t))
		return t.bits == 32 ? TARGET_FLOATS : TARGET_SOFT;
	return t.bits > 32 && tir_is_integral(t) ? TARGET_WIDE : TARGET_WORDS;
}

enum target_op target_op_of(enum tir_op op, bool by_constant)
{
	switch (op) {
	case TIR_CALL: return TARGET_CALL;
	case TIR_DIV:
	case TIR_MOD:
	case TIR_FLOORDIV:
	case TIR_FLOORMOD: return by_constant ? TARGET_DIVIDE_BY_CONSTANT : TARGET_DIVIDE;
	case TIR_SHR: return by_constant ? TARGET_SHIFT_BY_CONSTANT : TARGET_OTHER_OP;
	case TIR_MUL: return TARGET_MULTIPLY;
	case TIR_ADD:
	case TIR_SUB: return TARGET_ADD;
	case TIR_CAST:
	case TIR_VAR: return TARGET_MOVE;
	case TIR_ANY_EXTREME: return TARGET_EXTREME;
	case TIR_ANY_CONSTANT:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_SHL:
	case TIR_ANY_CHOICE:
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_NOPS: break;
	}
	return TARGET_OTHER_OP;
}

enum target_op target_op_of_node(const struct tir_expr *e, bool by_constant)
{
	bool counts = e->op == TIR_CALL && (e->u.call.builtin == TIR_BUILTIN_POPCOUNT ||
	                                           e->u.call.builtin == TIR_BUILTIN_CLZ);
	return counts ? TARGET_COUNT : target_op_of((enum tir_op)e->op, by_constant);
}

const struct target_cost *target_cost(enum target_op op, enum target_type type)
{
	return &costs[op][type];
}

/* ---- Time ---------------------------------------------------------------------------------*/
uint32_t target_registers(void)
{
	return packet.registers;
}

static uint64_t greater(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

uint64_t target_time(const struct target_work *w)
{
	uint64_t all = w->memory + w->multiplies + w->others;
	uint64_t units = greater(w->memory * (TARGET_PACKET / packet.memory),
	        w->multiplies * (TARGET_PACKET / packet.multiplies));
	return greater(units, all * (TARGET_PACKET / packet.instructions));
}

uint64_t target_vector_time(const struct target_work *w)
{
	uint64_t all = w->memory + w->multiplies + w->others;
	return (all + 2 * w->multiplies) * (TARGET_PACKET / packet.instructions);
}
