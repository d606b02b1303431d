/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/duplex.c: words of two short instructions.
 *
 * Idea      Bits 31:29 and 13 say which kinds the two are of; bits 28:16 are the one that a constant extender goes before, bits
 *           12:0 the other one. */
#include "backend/internal.h"

enum kind { L1, L2, S1, S2, A };
enum { STACK_POINTER = 29 };

/* The register, or the lower one of the pair, that the lowest bits name. */
static uint8_t reg_of(uint32_t x)
{
	return (uint8_t)((x & 15) < 8 ? x & 15 : (x & 15) + 8);
}

static uint8_t pair_of(uint32_t x)
{
	return (uint8_t)((x & 7) < 4 ? 2 * (x & 7) : 2 * (x & 7) + 8);
}

static int64_t sign(uint32_t x, unsigned bits)
{
	return (int64_t)x - (x >> (bits - 1) & 1 ? INT64_C(1) << bits : 0);
}

static void emit(struct backend_decoder *d, enum backend_code code, uint8_t reg, uint8_t a,
        int64_t imm)
{
	backend_emit(d,
	        (struct backend_op){
	                .code = (uint8_t)code, .d = reg, .a = a, .has_imm = true, .imm = imm});
}

static void kill(struct backend_decoder *d, uint32_t mask)
{
	backend_emit(d, (struct backend_op){.code = BACKEND_KILL, .mask = mask});
}

/* What returns, under a condition if bit 2 is set. */
static void emit_return(struct backend_decoder *d, uint32_t x)
{
	backend_emit(d, (struct backend_op){.code = BACKEND_RETURN,
	                        .is_new = x >> 1 & 1,
	                        .negated = x & 1,
	                        .when = x & 4 ? BACKEND_BY_PREDICATE : BACKEND_ALWAYS});
}

/* Loads of kind L2. */
static void decode_load(struct backend_decoder *d, uint32_t x)
{
	int64_t at = x >> 4 & 31, wide = x >> 3 & 31;
	if (x >> 11 < 3) {
		kill(d, UINT32_C(1) << reg_of(x));
	} else if (x >> 9 == 14) {
		emit(d, BACKEND_LOAD, reg_of(x), 0, at * 4);
	} else if (x >> 8 == 30) {
		emit(d, BACKEND_LOAD, pair_of(x), 0, wide * 8);
		emit(d, BACKEND_LOAD, (uint8_t)(pair_of(x) + 1), 0, wide * 8 + 4);
	} else if (x >> 6 == 125 || x >> 6 == 127) {
		emit_return(d, x);
	} else if (x >> 6 == 124) {
		kill(d, UINT32_C(7) << 29);
	}
}

static void emit_store(struct backend_decoder *d, uint8_t reg, int64_t at)
{
	backend_emit(d,
	        (struct backend_op){.code = BACKEND_STORE, .b = reg, .has_imm = true, .imm = at});
}

/* Stores of kind S2; the others are to memory that is not followed. */
static void decode_store(struct backend_decoder *d, uint32_t x)
{
	int64_t at = x >> 4 & 31, wide = sign(x >> 3 & 63, 6);
	if (x >> 9 == 4)
		emit_store(d, reg_of(x), at * 4);
	if (x >> 9 == 5) {
		emit_store(d, pair_of(x), wide * 8);
		emit_store(d, (uint8_t)(pair_of(x) + 1), wide * 8 + 4);
	}
	if (x >> 9 == 14)
		kill(d, UINT32_C(3) << 29);
}

/* A pair of two immediates, or of a register and zero. */
static void decode_combine(struct backend_decoder *d, uint32_t x)
{
	uint8_t low = pair_of(x), high = (uint8_t)(low + 1);
	if (x >> 8 & 1) {
		bool first = x >> 3 & 1;
		emit(d, BACKEND_COPY, first ? high : low, reg_of(x >> 4), 0);
		emit(d, BACKEND_SET, first ? low : high, 0, 0);
		return;
	}
	emit(d, BACKEND_SET, high, 0, x >> 3 & 3);
	emit(d, BACKEND_SET, low, 0, x >> 5 & 3);
}

/* Kind A: sums, copies, immediates. */
static void decode_sum(struct backend_decoder *d, uint32_t x, bool is_extended)
{
	uint8_t reg = reg_of(x), from = reg_of(x >> 4);
	int64_t imm = sign(x >> 4 & 127, 7), small = x >> 4 & 63;
	if (is_extended)
		imm = small = (int32_t)(d->extension | (x >> 4 & 63));
	if (is_extended && d->has_reloc)
		kill(d, UINT32_C(1) << reg);
	else if (x >> 11 == 0)
		emit(d, BACKEND_ADD, reg, reg, imm);
	else if (x >> 10 == 2)
		emit(d, BACKEND_SET, reg, 0, small);
	else if (x >> 10 == 3)
		emit(d, BACKEND_ADD, reg, STACK_POINTER, (x >> 4 & 63) * 4);
	else if (x >> 8 == 16)
		emit(d, BACKEND_COPY, reg, from, 0);
	else if (x >> 8 == 17 || x >> 8 == 19)
		emit(d, BACKEND_ADD, reg, from, x >> 8 == 17 ? 1 : -1);
	else if (x >> 8 == 24)
		backend_emit(d,
		        (struct backend_op){.code = BACKEND_ADD, .d = reg, .a = reg, .b = from});
	else if (x >> 8 == 25)
		backend_emit(d, (struct backend_op){.code = BACKEND_COMPARE,
		                        .relation = BACKEND_EQ,
		                        .a = from,
		                        .has_imm = true,
		                        .imm = x & 3});
	else if (x >> 8 == 18 || x >> 8 == 23)
		emit(d, BACKEND_AND, reg, from, x >> 8 == 18 ? 1 : 255);
	else if (x >> 8 == 22)
		emit(d, BACKEND_BITS, reg, from, 16);
	else if (x >> 6 == 104)
		emit(d, BACKEND_SET, reg, 0, -1);
	else if (x >> 6 == 105) /* under a condition of p0 */
		backend_emit(d, (struct backend_op){.code = BACKEND_SET,
		                        .d = reg,
		                        .has_imm = true,
		                        .when = BACKEND_BY_PREDICATE,
		                        .is_new = !(x >> 5 & 1),
		                        .negated = x >> 4 & 1});
	else if (x >> 10 == 7)
		decode_combine(d, x);
	else
		kill(d, UINT32_C(1) << reg);
}

static void decode(struct backend_decoder *d, enum kind kind, uint32_t x, bool is_extended)
{
	switch (kind) {
	case L1: kill(d, UINT32_C(1) << reg_of(x)); break;
	case L2: decode_load(d, x); break;
	case S1: break;
	case S2: decode_store(d, x); break;
	case A: decode_sum(d, x, is_extended); break;
	}
}

void backend_decode_duplex(struct backend_decoder *d, uint32_t word)
{
	static const uint8_t kinds[16][2] = {{L1, L1}, {L2, L1}, {L2, L2}, {A, A}, {L1, A}, {L2, A},
	        {S1, A}, {S2, A}, {S1, L1}, {S1, L2}, {S1, S1}, {S2, S1}, {S2, L1}, {S2, L2},
	        {S2, S2}, {S1, S1}};
	uint32_t which = (word >> 28 & 14) | (word >> 13 & 1);
	decode(d, kinds[which][1], word >> 16 & 0x1fff, d->is_extended);
	decode(d, kinds[which][0], word & 0x1fff, false);
}
