/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/decode.c: what the words of a packet do, as far as trip counts ask for it.
 *
 * Idea      An instruction is looked up in decode.def.  Of one that is not there it is known which registers it writes
 *           (writes.def), so that nothing is taken for known that is not.
 * Costs     a look at a few rows a word. */
#include "backend/internal.h"

enum build {
	SET,
	COPY,
	ADD,
	SUB,
	SUB_FROM,
	LEFT,
	RIGHT,
	PAIR_NN,
	PAIR_NX,
	PAIR_RN,
	PAIR_NR,
	PAIR_RR,
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
	TRUTH,
	LOGIC,
	LOGIC_NOT,
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
static const struct insn insns[] = {
#define INSN(mask, match, build, d, a, b, imm, is_signed, shift)                                   \
	{mask, match, build, d, a, b, imm, is_signed, shift},
#include "backend/decode.def"
};

/* ---- Which registers a word writes ------------------------------------------------------*/
enum which { NONE, LOW, LOW_PAIR, MIDDLE, BASE, LOW_AND_BASE, PAIR_AND_BASE };
static const struct {
	uint32_t first;
	enum which which;
} writes[] = {
#define WRITES(first, which) {first, which},
#include "backend/writes.def"
};

static uint32_t field(uint32_t word, unsigned at)
{
	return word >> at & 31;
}

static uint32_t pair(uint32_t reg)
{
	return UINT32_C(3) << (reg & 30);
}

uint32_t backend_writes(uint32_t word)
{
	size_t lo = 0, hi = sizeof writes / sizeof *writes;
	while (hi - lo > 1) {
		size_t mid = (lo + hi) / 2;
		*(word >= writes[mid].first ? &lo : &hi) = mid;
	}
	uint32_t low = UINT32_C(1) << field(word, 0), base = UINT32_C(1) << field(word, 16);
	if (word < writes[0].first)
		return 0;
	switch (writes[lo].which) {
	case NONE: break;
	case LOW: return low;
	case LOW_PAIR: return pair(field(word, 0));
	case MIDDLE: return UINT32_C(1) << field(word, 8);
	case BASE: return base;
	case LOW_AND_BASE: return low | base;
	case PAIR_AND_BASE: return pair(field(word, 0)) | base;
	}
	return 0;
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

static int64_t immediate_of(uint32_t word, uint32_t mask, bool is_signed, unsigned shift)
{
	unsigned n;
	int64_t x = gather(word, mask, &n);
	if (is_signed && n && x >> (n - 1) & 1)
		x -= INT64_C(1) << n;
	return x * (INT64_C(1) << shift);
}

/* The immediate of an instruction that a constant extender may go before. */
static int64_t immediate(const struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	unsigned n;
	if (d->is_extended)
		return (int32_t)(d->extension | (gather(word, x->imm, &n) & 63));
	return immediate_of(word, x->imm, x->is_signed, x->shift);
}

/* ---- What becomes of a row --------------------------------------------------------------*/
void backend_emit(struct backend_decoder *d, struct backend_op op)
{
	VEC_PUSH(d->arena, &d->code->ops, op);
	d->code->packets.at[d->code->packets.n - 1].n++;
}

/* The register that the instruction `back` before this one writes: bits 2:1 of a new-value operand are that distance. */
static uint8_t producer(const struct backend_decoder *d, uint32_t operand)
{
	uint32_t back = operand >> 1 & 3, at = d->nwritten - back;
	uint32_t mask = back && back <= d->nwritten ? d->written[at] : 0;
	for (uint8_t i = 0; i < 32; i++)
		if (mask >> i & 1)
			return (uint8_t)(i + (mask >> i == 3 ? operand & 1 : 0));
	return STACK_POINTER;
}

/* A jump or a call to the immediate, or to what the linker puts there. */
static struct backend_op jump(const struct backend_decoder *d, enum backend_code code, int64_t imm)
{
	struct backend_op op = {.code = (uint8_t)code, .target = d->packet_at + (uint32_t)imm};
	op.reloc = backend_reloc_at(d->code->section, d->word_at);
	return op;
}

static void emit_value(struct backend_decoder *d, enum backend_code code, uint32_t reg, uint32_t a,
        int64_t imm)
{
	backend_emit(d, (struct backend_op){.code = (uint8_t)code,
	                        .d = (uint8_t)reg,
	                        .a = (uint8_t)a,
	                        .has_imm = true,
	                        .imm = imm});
}

/* d = what is computed of registers and the immediate. */
static uint32_t build_value(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	static const uint8_t codes[NBUILDS] = {[SET] = BACKEND_SET,
	        [COPY] = BACKEND_COPY,
	        [ADD] = BACKEND_ADD,
	        [SUB] = BACKEND_SUB,
	        [SUB_FROM] = BACKEND_SUB_FROM,
	        [LEFT] = BACKEND_LEFT,
	        [RIGHT] = BACKEND_RIGHT};
	uint32_t reg = field(word, x->d);
	if (d->has_reloc) /* an address */
		return 0;
	backend_emit(d, (struct backend_op){.code = codes[x->build],
	                        .d = (uint8_t)reg,
	                        .a = (uint8_t)(x->a == _ ? 0 : field(word, x->a)),
	                        .b = (uint8_t)(x->b == _ ? 0 : field(word, x->b)),
	                        .has_imm = x->imm != 0,
	                        .imm = immediate(d, word, x)});
	return UINT32_C(1) << reg;
}

/* A register or an immediate as half of a pair. */
static void emit_half(struct backend_decoder *d, uint32_t reg, bool is_reg, uint32_t from,
        int64_t imm)
{
	emit_value(d, is_reg ? BACKEND_COPY : BACKEND_SET, reg, from, imm);
}

static uint32_t build_pair(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	uint32_t reg = field(word, 0) & 30;
	bool upper = x->build == PAIR_RN || x->build == PAIR_RR,
	     lower = x->build == PAIR_NR || x->build == PAIR_RR;
	int64_t first = immediate_of(word, x->imm, true, 0), second = first;
	if (d->has_reloc)
		return 0;
	if (x->build == PAIR_NN)
		second = immediate_of(word, 0x007f2000, true, 0);
	if (x->build == PAIR_NX)
		second = d->is_extended
		                 ? (int32_t)(d->extension |
		                             ((uint32_t)immediate_of(word, 0x001f2000, false, 0) &
		                                     63))
		                 : immediate_of(word, 0x001f2000, false, 0);
	else if (d->is_extended && x->build != PAIR_RR)
		first = (int32_t)(d->extension | ((uint32_t)first & 63));
	if (x->build == PAIR_RN)
		second = first;
	emit_half(d, reg + 1, upper, upper ? field(word, 16) : 0, first);
	emit_half(d, reg, lower, lower ? field(word, x->build == PAIR_RR ? 8 : 16) : 0, second);
	return pair(reg);
}

/* A word of the stack, or two. */
static uint32_t build_load(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	bool two = x->build == LOAD_PAIR;
	uint32_t reg = field(word, 0);
	int64_t at = immediate(d, word, x);
	if (field(word, 16) != STACK_POINTER || d->has_reloc)
		return 0;
	emit_value(d, BACKEND_LOAD, two ? reg & 30 : reg, 0, at);
	if (two)
		emit_value(d, BACKEND_LOAD, reg | 1, 0, at + 4);
	return two ? pair(reg) : UINT32_C(1) << reg;
}

static void emit_store(struct backend_decoder *d, uint32_t reg, int64_t at)
{
	backend_emit(d,
	        (struct backend_op){
	                .code = BACKEND_STORE, .b = (uint8_t)reg, .has_imm = true, .imm = at});
}

static uint32_t build_store(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	int64_t at = immediate(d, word, x);
	uint32_t reg = x->b == _ ? 0 : field(word, x->b);
	if (field(word, 16) != STACK_POINTER)
		return 0;
	if (x->build == STORE || x->build == STORE_PAIR)
		emit_store(d, x->build == STORE ? reg : reg & 30, at);
	if (x->build == STORE_PAIR)
		emit_store(d, reg | 1, at + 4);
	if (x->build == STORE_NEW) {
		emit_store(d, producer(d, word >> 8 & 7), at);
		d->code->ops.at[d->code->ops.n - 1].is_new = true;
	}
	if (x->build == STORE_IMM) {
		struct backend_op op = {.code = BACKEND_STORE_IMM,
		        .has_imm = true,
		        .imm = immediate_of(word, x->imm, false, 2),
		        .wide = immediate_of(word, 0x0000207f, true, 0)};
		if (d->is_extended)
			op.wide = (int32_t)(d->extension | ((uint32_t)op.wide & 63));
		backend_emit(d, op);
	}
	return 0;
}

/* The address of an access is moved on. */
static uint32_t build_move_on(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	uint32_t reg = field(word, 16);
	int64_t step = immediate_of(word, x->imm, true, x->shift);
	emit_value(d, BACKEND_ADD, reg, reg, x->build == MOVE_ON_VECTOR ? step * VECTOR : step);
	return UINT32_C(1) << reg;
}

static uint32_t build_predicate(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	static const uint8_t codes[NBUILDS] = {[COMPARE_EQ] = BACKEND_COMPARE,
	        [COMPARE_GT] = BACKEND_COMPARE,
	        [COMPARE_GTU] = BACKEND_COMPARE,
	        [TRUTH] = BACKEND_TRUTH,
	        [LOGIC] = BACKEND_LOGIC,
	        [LOGIC_NOT] = BACKEND_LOGIC,
	        [PREDICATE] = BACKEND_FORGET};
	static const uint8_t relations[NBUILDS] = {
	        [COMPARE_EQ] = BACKEND_EQ, [COMPARE_GT] = BACKEND_GT, [COMPARE_GTU] = BACKEND_GTU};
	bool logic = codes[x->build] == BACKEND_LOGIC;
	struct backend_op op = {.code = codes[x->build],
	        .d = word >> x->d & 3,
	        .relation = relations[x->build],
	        .opposite = x->build == LOGIC_NOT,
	        .has_imm = x->imm != 0,
	        .imm = immediate(d, word, x)};
	op.mask = UINT32_C(1) << op.d;
	op.a = (uint8_t)(x->a == _ ? 0 : logic ? word >> 16 & 3 : field(word, x->a));
	op.b = (uint8_t)(x->b == _ ? 0 : logic ? word >> 8 & 3 : field(word, x->b));
	backend_emit(d, op);
	return 0;
}

static void by_predicate(struct backend_op *op, uint32_t predicate, bool is_new)
{
	op->when = BACKEND_BY_PREDICATE;
	op->a = (uint8_t)predicate;
	op->is_new = is_new;
}

/* Jumps by nothing, a predicate or a register. */
static uint32_t build_jump(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	struct backend_op op = jump(d, BACKEND_JUMP, immediate(d, word, x));
	if (x->build == JUMP_IF)
		by_predicate(&op, word >> 8 & 3, word >> 11 & 1);
	if (x->build == JUMP_ZERO) {
		op.when = BACKEND_BY_COMPARE;
		op.relation = word >> 22 & 1 ? BACKEND_OTHER : BACKEND_EQ;
		op.a = (uint8_t)field(word, 16);
		op.has_imm = true;
		op.imm = 0;
	}
	backend_emit(d, op);
	return 0;
}

static uint32_t build_call(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	struct backend_op op = {.code = BACKEND_CALL, .target = BACKEND_NONE};
	if (x->build == CALL)
		op = jump(d, BACKEND_CALL, immediate(d, word, x));
	backend_emit(d, op);
	return 0;
}

static uint32_t build_return(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	bool indirect = (x->build == JUMP_REGISTER || word >> 24 == 0x53) &&
	                field(word, 16) != LINK;
	struct backend_op op = {.code = indirect ? BACKEND_INDIRECT : BACKEND_RETURN};
	if (x->build == RETURN_IF)
		by_predicate(&op, word >> 8 & 3, word >> 11 & 1);
	backend_emit(d, op);
	return 0;
}

static uint32_t build_loop(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	struct backend_op op = jump(d, BACKEND_LOOP, immediate(d, word, x));
	op.d = x->build == LOOP_1;
	op.has_imm = x->a == _;
	op.a = (uint8_t)field(word, 16);
	op.imm = immediate_of(word, 0x001f00e3, false, 0);
	backend_emit(d, op);
	return 0;
}

/* ---- Compare and jump -------------------------------------------------------------------*/
static uint32_t build_new_jump(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	static const uint8_t relations[16] = {BACKEND_EQ, BACKEND_GT, BACKEND_GTU, BACKEND_GT,
	        BACKEND_GTU, BACKEND_OTHER, BACKEND_OTHER, BACKEND_OTHER, BACKEND_EQ, BACKEND_GT,
	        BACKEND_GTU, BACKEND_OTHER, BACKEND_EQ, BACKEND_GT, BACKEND_OTHER, BACKEND_OTHER};
	uint32_t kind = word >> 23 & 15;
	struct backend_op op = jump(d, BACKEND_JUMP, immediate(d, word, x));
	op.when = BACKEND_BY_COMPARE;
	op.relation = relations[kind];
	op.a = producer(d, word >> 16 & 7);
	op.is_new = true;
	op.has_imm = kind >= 8;
	op.b = (uint8_t)field(word, 8);
	op.imm = kind >= 12 ? -1 : (int64_t)field(word, 8);
	backend_emit(d, op);
	return 0;
}

/* The register that four bits name. */
static uint32_t sub_register(uint32_t word, unsigned at)
{
	uint32_t x = word >> at & 15;
	return x < 8 ? x : x + 8;
}

/* A predicate of a comparison, and a jump by it. */
static uint32_t build_compound(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	static const uint8_t relations[4] = {BACKEND_EQ, BACKEND_GT, BACKEND_GTU, BACKEND_OTHER};
	bool imm = x->build == COMPOUND_IMM;
	uint32_t kind = word >> 23 & 3, special = word >> 8 & 3;
	struct backend_op by = jump(d, BACKEND_JUMP, immediate(d, word, x)),
	                  op = {.code = BACKEND_COMPARE,
	                          .d = word >> (imm ? 25 : 12) & 1,
	                          .relation = relations[kind],
	                          .a = (uint8_t)sub_register(word, 16),
	                          .b = (uint8_t)sub_register(word, 8),
	                          .has_imm = imm,
	                          .imm = field(word, 8)};
	if (imm && kind == 3) {
		op.relation = special == 0 ? BACKEND_EQ : special == 1 ? BACKEND_GT : BACKEND_OTHER;
		op.imm = -1;
	}
	by_predicate(&by, op.d, true);
	backend_emit(d, op);
	backend_emit(d, by);
	return 0;
}

/* A register gets a value, and a jump. */
static uint32_t build_set_jump(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	bool copy = x->build == COPY_JUMP;
	uint32_t reg = sub_register(word, copy ? 8 : 16);
	emit_half(d, reg, copy, sub_register(word, 16), immediate_of(word, 0x00003f00, false, 0));
	backend_emit(d, jump(d, BACKEND_JUMP, immediate(d, word, x)));
	return UINT32_C(1) << reg;
}

/* ---- One word ---------------------------------------------------------------------------*/
/* Carries a row out; returns the registers whose values it tells. */
typedef uint32_t builder(struct backend_decoder *d, uint32_t word, const struct insn *x);
static builder *const builders[NBUILDS] = {
        [SET] = build_value,
        [COPY] = build_value,
        [ADD] = build_value,
        [SUB] = build_value,
        [SUB_FROM] = build_value,
        [LEFT] = build_value,
        [RIGHT] = build_value,
        [PAIR_NN] = build_pair,
        [PAIR_NX] = build_pair,
        [PAIR_RN] = build_pair,
        [PAIR_NR] = build_pair,
        [PAIR_RR] = build_pair,
        [LOAD] = build_load,
        [LOAD_PAIR] = build_load,
        [STORE] = build_store,
        [STORE_PAIR] = build_store,
        [STORE_NEW] = build_store,
        [STORE_IMM] = build_store,
        [MOVE_ON] = build_move_on,
        [MOVE_ON_VECTOR] = build_move_on,
        [COMPARE_EQ] = build_predicate,
        [COMPARE_GT] = build_predicate,
        [COMPARE_GTU] = build_predicate,
        [TRUTH] = build_predicate,
        [LOGIC] = build_predicate,
        [LOGIC_NOT] = build_predicate,
        [PREDICATE] = build_predicate,
        [JUMP] = build_jump,
        [JUMP_IF] = build_jump,
        [JUMP_ZERO] = build_jump,
        [JUMP_REGISTER] = build_return,
        [CALL] = build_call,
        [CALL_REGISTER] = build_call,
        [RETURN] = build_return,
        [RETURN_IF] = build_return,
        [LOOP_0] = build_loop,
        [LOOP_1] = build_loop,
        [NEW_JUMP] = build_new_jump,
        [COMPOUND_IMM] = build_compound,
        [COMPOUND] = build_compound,
        [SET_JUMP] = build_set_jump,
        [COPY_JUMP] = build_set_jump,
};

void backend_decode_word(struct backend_decoder *d, uint32_t word)
{
	uint32_t told = 0, all = backend_writes(word);
	for (size_t i = 0; i < sizeof insns / sizeof *insns; i++)
		if ((word & insns[i].mask) == insns[i].match) {
			told = builders[insns[i].build](d, word, &insns[i]);
			break;
		}
	if (all & ~told)
		backend_emit(d, (struct backend_op){.code = BACKEND_KILL, .mask = all & ~told});
	d->written[d->nwritten++ % 8] = all | told;
}
