/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/decode_values.c: instructions that give registers values which are computed of registers and immediates. */
#include "backend/decode.h"

void backend_emit(struct backend_decoder *d, struct backend_op op)
{
	VEC_PUSH(d->arena, &d->code->ops, op);
	d->code->packets.at[d->code->packets.n - 1].n++;
}

/* ---- Immediates -------------------------------------------------------------------------*/
/* The bits of the word that the mask has, side by side. */
static uint32_t gather(uint32_t word, uint32_t mask, unsigned *n)
{
	uint32_t out = 0;
	*n = 0;
	for (unsigned i = 0; i < 32; i++)
		if (mask >> i & 1)
			out |= (word >> i & 1) << (*n)++;
	return out;
}

int64_t backend_immediate_of(uint32_t word, uint32_t mask, bool is_signed, unsigned shift)
{
	unsigned n;
	int64_t x = gather(word, mask, &n);
	if (is_signed && n && x >> (n - 1) & 1)
		x -= INT64_C(1) << n;
	return x * (INT64_C(1) << shift);
}

/* The immediate of an instruction that a constant extender may go before. */
int64_t backend_immediate(const struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	unsigned n;
	if (d->is_extended)
		return (int32_t)(d->extension | (gather(word, x->imm, &n) & 63));
	return backend_immediate_of(word, x->imm, x->is_signed, x->shift);
}

/* ---- Values ----------------------------------------------------------------------------*/
void backend_emit_value(struct backend_decoder *d, enum backend_code code, uint32_t reg, uint32_t a,
        int64_t imm)
{
	backend_emit(d, (struct backend_op){.code = (uint8_t)code,
	                        .d = (uint8_t)reg,
	                        .a = (uint8_t)a,
	                        .has_imm = true,
	                        .imm = imm});
}

/* d = what is computed of registers and the immediate. */
uint32_t backend_build_value(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	static const uint8_t codes[NBUILDS] = {[SET] = BACKEND_SET,
	        [COPY] = BACKEND_COPY,
	        [ADD] = BACKEND_ADD,
	        [SUB] = BACKEND_SUB,
	        [SUB_FROM] = BACKEND_SUB_FROM,
	        [LEFT] = BACKEND_LEFT,
	        [RIGHT] = BACKEND_RIGHT,
	        [AND] = BACKEND_AND,
	        [OR] = BACKEND_OR,
	        [XOR] = BACKEND_XOR,
	        [MIN] = BACKEND_MIN,
	        [MINU] = BACKEND_MINU,
	        [MAX] = BACKEND_MAX,
	        [MAXU] = BACKEND_MAXU,
	        [PRODUCT] = BACKEND_PRODUCT};
	uint32_t reg = field(word, x->d);
	if (d->has_reloc) /* an address */
		return 0;
	backend_emit(d, (struct backend_op){.code = codes[x->build],
	                        .d = (uint8_t)reg,
	                        .a = (uint8_t)(x->a == _ ? 0 : field(word, x->a)),
	                        .b = (uint8_t)(x->b == _ ? 0 : field(word, x->b)),
	                        .has_imm = x->imm != 0,
	                        .opposite = x->build == RIGHT && (word >> 5 & 1),
	                        .imm = backend_immediate(d, word, x)});
	return UINT32_C(1) << reg;
}

/* Set how a register is shifted, and what the result is combined with. */
static void scale(struct backend_op *op, uint32_t word, const struct insn *x)
{
	int64_t by = field(word, 8);
	op->code = BACKEND_SCALED;
	if (x->build == ADD_SCALED) {
		op->wide = word >> 5 & 7;
		op->relation = BACKEND_BY_ADD;
	} else if (x->build == SCALED_ON) {
		bool bits = word >> 22 & 1, first = word >> 7 & 1;
		op->wide = word >> 6 & 1 ? by : -by;
		op->relation = bits ? (first ? BACKEND_BY_OR : BACKEND_BY_AND)
		                    : (first ? BACKEND_BY_ADD : BACKEND_BY_SUB);
	} else {
		op->wide = word >> 4 & 1 ? -by : by;
		op->relation = word >> 1 & 3;
	}
}

/* d = a shifted, with something, or some of its bits: what one instruction computes in two steps. */
uint32_t backend_build_two(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	uint32_t reg = field(word, x->d);
	struct backend_op op = {.d = (uint8_t)reg,
	        .a = (uint8_t)field(word, x->a),
	        .b = (uint8_t)(x->b == _ ? 0 : field(word, x->b)),
	        .has_imm = x->b == _,
	        .imm = backend_immediate(d, word, x)};
	if (d->has_reloc)
		return 0;
	if (x->build == BITS || x->build == LOW_HALF) {
		op.code = BACKEND_BITS;
		op.imm = x->build == BITS ? op.imm : 16;
		op.wide = x->build == BITS ? backend_immediate_of(word, 0x006000e0, false, 0) : 0;
	} else if (x->build == ADD_THREE) {
		op.code = BACKEND_ADD_THREE;
		op.opposite = word >> 23 & 1;
		op.wide = op.imm;
	} else {
		scale(&op, word, x);
	}
	backend_emit(d, op);
	return UINT32_C(1) << reg;
}

/* d = a with some bits of another one, or another bit, or with a product added. */
uint32_t backend_build_changed(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	uint32_t reg = field(word, x->d);
	bool bit = x->build == SET_BIT || x->build == CLEAR_BIT, sum = word >> 24 == 0xdf;
	struct backend_op op = {.code = BACKEND_INSERT,
	        .d = (uint8_t)reg,
	        .a = (uint8_t)field(word, x->a),
	        .b = (uint8_t)(x->b == _ ? 0 : field(word, x->b)),
	        .has_imm = x->b == _,
	        .imm = backend_immediate(d, word, x)};
	if (d->has_reloc)
		return 0;
	if (x->build == OR_THREE) {
		op.code = BACKEND_OR_THREE;
	} else if (bit) {
		op.code = x->build == SET_BIT ? BACKEND_OR : BACKEND_AND;
		op.imm = (int32_t)(x->build == SET_BIT ? UINT32_C(1) << op.imm
		                                       : ~(UINT32_C(1) << op.imm));
	} else if (x->build == INSERT) {
		op.wide = field(word, 8);
	} else {
		op.code = BACKEND_ADD_PRODUCT;
		op.by = (uint8_t)(sum ? field(word, 0) : reg);
		op.opposite = word >> 24 == 0xe1 && word >> 23 & 1;
	}
	backend_emit(d, op);
	return UINT32_C(1) << reg;
}

/* One of two registers or immediates, by a predicate. */
uint32_t backend_build_choice(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	uint32_t reg = field(word, x->d);
	bool first = x->build == CHOICE_NR || x->build == CHOICE_NN;
	struct backend_op op = {.code = BACKEND_CHOICE,
	        .d = (uint8_t)reg,
	        .a = (uint8_t)(x->a == _ ? 0 : field(word, x->a)),
	        .b = (uint8_t)(x->b == _ ? 0 : field(word, x->b)),
	        .has_imm = x->build == CHOICE_RN || x->build == CHOICE_NN,
	        .is_or = first};
	if (d->has_reloc)
		return 0;
	op.by = x->build == CHOICE_RR   ? word >> 5 & 3
	        : x->build == CHOICE_NN ? word >> 23 & 3
	                                : word >> 21 & 3;
	*(first ? &op.wide : &op.imm) = x->build == CHOICE_RR ? 0 : backend_immediate(d, word, x);
	if (x->build == CHOICE_NN)
		op.imm = backend_immediate_of(word, 0x007f2000, true, 0);
	backend_emit(d, op);
	return UINT32_C(1) << reg;
}

/* A register gets the word of a predicate, or a value if a predicate is so. */
uint32_t backend_build_by_predicate(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	static const uint8_t codes[NBUILDS] = {[WORD] = BACKEND_WORD,
	        [ADD_IF] = BACKEND_ADD,
	        [SUB_IF] = BACKEND_SUB,
	        [SET_IF] = BACKEND_SET};
	bool registers = word >> 24 == 0xfb;
	uint32_t reg = field(word, x->d);
	struct backend_op op = {.code = codes[x->build],
	        .d = (uint8_t)reg,
	        .a = (uint8_t)(x->a == _ ? 0 : field(word, x->a)),
	        .b = (uint8_t)(x->b == _ ? 0 : field(word, x->b)),
	        .has_imm = x->imm != 0,
	        .imm = backend_immediate(d, word, x)};
	if (d->has_reloc)
		return 0;
	if (x->build == WORD) {
		op.by = word >> 16 & 3;
	} else {
		op.when = BACKEND_BY_PREDICATE;
		op.by = word >> (registers ? 5 : 21) & 3;
		op.is_new = word >> 13 & 1;
		op.negated = word >> (registers ? 7 : 23) & 1;
	}
	backend_emit(d, op);
	return UINT32_C(1) << reg;
}

/* The upper half is a shifted, the lower one what that drops. */
uint32_t backend_build_split(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	uint32_t reg = field(word, 0) & 30;
	struct backend_op op = {.code = BACKEND_RIGHT,
	        .d = (uint8_t)(reg + 1),
	        .a = (uint8_t)field(word, 16),
	        .has_imm = true,
	        .opposite = true,
	        .imm = backend_immediate(d, word, x)};
	backend_emit(d, op);
	op.code = BACKEND_BITS;
	op.d = (uint8_t)reg;
	backend_emit(d, op);
	return pair(reg);
}

/* A register or an immediate as half of a pair. */
void backend_emit_half(struct backend_decoder *d, uint32_t reg, bool is_reg, uint32_t from,
        int64_t imm)
{
	backend_emit_value(d, is_reg ? BACKEND_COPY : BACKEND_SET, reg, from, imm);
}

uint32_t backend_build_pair(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	uint32_t reg = field(word, 0) & 30;
	bool upper = x->build == PAIR_RN || x->build == PAIR_RR,
	     lower = x->build == PAIR_NR || x->build == PAIR_RR;
	int64_t first = backend_immediate_of(word, x->imm, true, 0), second = first;
	if (d->has_reloc)
		return 0;
	if (x->build == PAIR_NN)
		second = backend_immediate_of(word, 0x007f2000, true, 0);
	if (x->build == PAIR_NX)
		second = d->is_extended
		                 ? (int32_t)(d->extension | ((uint32_t)backend_immediate_of(word,
		                                                     0x001f2000, false, 0) &
		                                                    63))
		                 : backend_immediate_of(word, 0x001f2000, false, 0);
	else if (d->is_extended && x->build != PAIR_RR)
		first = (int32_t)(d->extension | ((uint32_t)first & 63));
	if (x->build == PAIR_RN)
		second = first;
	backend_emit_half(d, reg + 1, upper, upper ? field(word, 16) : 0, first);
	backend_emit_half(d, reg, lower, lower ? field(word, x->build == PAIR_RR ? 8 : 16) : 0,
	        second);
	return pair(reg);
}
