/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/decode.h: rows of decode.def, and what the files decode*.c share. */
#ifndef TIRC_BACKEND_DECODE_H
#define TIRC_BACKEND_DECODE_H

#include "backend/internal.h"

enum build {
	SET,
	COPY,
	ADD,
	SUB,
	SUB_FROM,
	LEFT,
	RIGHT,
	AND,
	OR,
	XOR,
	MIN,
	MINU,
	MAX,
	MAXU,
	PRODUCT,
	BITS,
	LOW_HALF,
	SCALED,
	ADD_SCALED,
	SCALED_ON,
	ADD_THREE,
	OR_THREE,
	INSERT,
	SET_BIT,
	CLEAR_BIT,
	ADD_PRODUCT,
	CHOICE_RN,
	CHOICE_NR,
	CHOICE_NN,
	CHOICE_RR,
	WORD,
	ADD_IF,
	SET_IF,
	SUB_IF,
	PAIR_NN,
	PAIR_NX,
	PAIR_RN,
	PAIR_NR,
	PAIR_RR,
	PAIR_SPLIT,
	LOAD,
	LOAD_PAIR,
	STORE,
	STORE_PAIR,
	STORE_NEW,
	STORE_IMM,
	MOVE_ON,
	MOVE_ON_VECTOR,
	COMPARE_EQ,
	COMPARE_GT,
	COMPARE_GTU,
	TEST_BIT,
	TEST_CLEAR,
	TRUTH,
	LOGIC,
	LOGIC_NOT,
	NOT,
	PREDICATE,
	JUMP,
	JUMP_IF,
	JUMP_ZERO,
	JUMP_REGISTER,
	CALL,
	CALL_REGISTER,
	RETURN,
	RETURN_IF,
	LOOP_0,
	LOOP_1,
	NEW_JUMP,
	COMPOUND_IMM,
	COMPOUND,
	SET_JUMP,
	COPY_JUMP,
	NBUILDS
};
enum { _ = 32, STACK_POINTER = 29, LINK = 31, VECTOR = 128 };

struct insn {
	uint32_t mask, match;
	uint8_t build, d, a, b;
	uint32_t imm;
	bool is_signed;
	uint8_t shift;
};

static inline uint32_t field(uint32_t word, unsigned at)
{
	return word >> at & 31;
}

static inline uint32_t pair(uint32_t reg)
{
	return UINT32_C(3) << (reg & 30);
}

/* The bits of the word that the mask has, side by side, shifted. */
int64_t backend_immediate_of(uint32_t word, uint32_t mask, bool is_signed, unsigned shift);
/* The immediate of an instruction that a constant extender may go before. */
int64_t backend_immediate(const struct backend_decoder *d, uint32_t word, const struct insn *x);
/* An operation on a register and an immediate; one that copies a register or sets it to an immediate. */
void backend_emit_value(struct backend_decoder *d, enum backend_code code, uint32_t reg, uint32_t a,
        int64_t imm);
void backend_emit_half(struct backend_decoder *d, uint32_t reg, bool is_reg, uint32_t from,
        int64_t imm);

/* Carries a row out; returns the registers whose values it tells. */
typedef uint32_t builder(struct backend_decoder *d, uint32_t word, const struct insn *x);
builder backend_build_value, backend_build_two, backend_build_changed, backend_build_choice,
        backend_build_by_predicate, backend_build_pair, backend_build_split;

#endif
