/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/decode.c: what the words of a packet do, as far as trip counts ask for it.
 *
 * Idea      An instruction is looked up in decode.def.  Of one that is not there it is known which registers it writes
 *           (writes.def), so that nothing is taken for known that is not.
 * Costs     a look at a few rows a word. */
#include "backend/decode.h"

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

/* ---- What becomes of a row --------------------------------------------------------------*/
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

/* A word of the stack, or two. */
static uint32_t build_load(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	bool two = x->build == LOAD_PAIR;
	uint32_t reg = field(word, 0);
	int64_t at = backend_immediate(d, word, x);
	if (field(word, 16) != STACK_POINTER || d->has_reloc)
		return 0;
	backend_emit_value(d, BACKEND_LOAD, two ? reg & 30 : reg, 0, at);
	if (two)
		backend_emit_value(d, BACKEND_LOAD, reg | 1, 0, at + 4);
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
	int64_t at = backend_immediate(d, word, x);
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
		        .imm = backend_immediate_of(word, x->imm, false, 2),
		        .wide = backend_immediate_of(word, 0x0000207f, true, 0)};
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
	int64_t step = backend_immediate_of(word, x->imm, true, x->shift);
	backend_emit_value(d, BACKEND_ADD, reg, reg,
	        x->build == MOVE_ON_VECTOR ? step * VECTOR : step);
	return UINT32_C(1) << reg;
}

static uint32_t build_predicate(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	static const uint8_t codes[NBUILDS] = {[COMPARE_EQ] = BACKEND_COMPARE,
	        [COMPARE_GT] = BACKEND_COMPARE,
	        [COMPARE_GTU] = BACKEND_COMPARE,
	        [TEST_BIT] = BACKEND_COMPARE,
	        [TEST_CLEAR] = BACKEND_COMPARE,
	        [TRUTH] = BACKEND_TRUTH,
	        [LOGIC] = BACKEND_LOGIC,
	        [LOGIC_NOT] = BACKEND_LOGIC,
	        [NOT] = BACKEND_NOT,
	        [PREDICATE] = BACKEND_FORGET};
	static const uint8_t relations[NBUILDS] = {[COMPARE_EQ] = BACKEND_EQ,
	        [COMPARE_GT] = BACKEND_GT,
	        [COMPARE_GTU] = BACKEND_GTU,
	        [TEST_BIT] = BACKEND_CLEAR,
	        [TEST_CLEAR] = BACKEND_CLEAR};
	bool bits = relations[x->build] == BACKEND_CLEAR;
	bool logic = codes[x->build] == BACKEND_LOGIC || x->build == NOT;
	struct backend_op op = {.code = codes[x->build],
	        .d = word >> x->d & 3,
	        .relation = relations[x->build],
	        .opposite = x->build == LOGIC_NOT,
	        .is_or = word >> 21 & 1 && (x->build == LOGIC || word >> 23 & 1),
	        .negated = bits ? (word >> 21 & 1) ^ (x->build == TEST_BIT) : word >> 4 & 1,
	        .has_imm = x->imm != 0,
	        .imm = backend_immediate(d, word, x)};
	op.imm = x->build == TEST_BIT ? INT64_C(1) << op.imm : op.imm;
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
	struct backend_op op = jump(d, BACKEND_JUMP, backend_immediate(d, word, x));
	op.negated = x->build == JUMP_IF ? word >> 21 & 1 : ~word >> 23 & 1;
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
		op = jump(d, BACKEND_CALL, backend_immediate(d, word, x));
	backend_emit(d, op);
	return 0;
}

static uint32_t build_return(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	bool indirect = (x->build == JUMP_REGISTER || word >> 24 == 0x53) &&
	                field(word, 16) != LINK;
	struct backend_op op = {.code = indirect ? BACKEND_INDIRECT : BACKEND_RETURN};
	op.negated = word >> (word >> 24 == 0x53 ? 21 : 13) & 1;
	if (x->build == RETURN_IF)
		by_predicate(&op, word >> 8 & 3, word >> 11 & 1);
	backend_emit(d, op);
	return 0;
}

static uint32_t build_loop(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	struct backend_op op = jump(d, BACKEND_LOOP, backend_immediate(d, word, x));
	op.d = x->build == LOOP_1;
	op.has_imm = x->a == _;
	op.a = (uint8_t)field(word, 16);
	op.imm = backend_immediate_of(word, 0x001f00e3, false, 0);
	backend_emit(d, op);
	return 0;
}

/* ---- Compare and jump -------------------------------------------------------------------*/
static uint32_t build_new_jump(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	static const uint8_t relations[16] = {BACKEND_EQ, BACKEND_GT, BACKEND_GTU, BACKEND_GT,
	        BACKEND_GTU, BACKEND_OTHER, BACKEND_OTHER, BACKEND_OTHER, BACKEND_EQ, BACKEND_GT,
	        BACKEND_GTU, BACKEND_CLEAR, BACKEND_EQ, BACKEND_GT, BACKEND_OTHER, BACKEND_OTHER};
	uint32_t kind = word >> 23 & 15;
	struct backend_op op = jump(d, BACKEND_JUMP, backend_immediate(d, word, x));
	op.when = BACKEND_BY_COMPARE;
	op.relation = relations[kind];
	op.a = producer(d, word >> 16 & 7);
	op.is_new = true;
	op.has_imm = kind >= 8;
	op.b = (uint8_t)field(word, 8);
	op.imm = kind >= 12 ? -1 : kind == 11 ? 1 : (int64_t)field(word, 8);
	op.swapped = kind == 3 || kind == 4;
	op.negated = (word >> 22 & 1) ^ (kind == 11);
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
	struct backend_op by = jump(d, BACKEND_JUMP, backend_immediate(d, word, x)),
	                  op = {.code = BACKEND_COMPARE,
	                          .d = word >> (imm ? 25 : 12) & 1,
	                          .relation = relations[kind],
	                          .a = (uint8_t)sub_register(word, 16),
	                          .b = (uint8_t)sub_register(word, 8),
	                          .has_imm = imm,
	                          .imm = field(word, 8)};
	if (imm && kind == 3) {
		op.relation = special == 0 ? BACKEND_EQ : special == 1 ? BACKEND_GT : BACKEND_CLEAR;
		op.imm = special > 1 ? 1 : -1;
		op.negated = special > 1;
	}
	by_predicate(&by, op.d, true);
	by.negated = word >> 22 & 1;
	backend_emit(d, op);
	backend_emit(d, by);
	return 0;
}

/* A register gets a value, and a jump. */
static uint32_t build_set_jump(struct backend_decoder *d, uint32_t word, const struct insn *x)
{
	bool copy = x->build == COPY_JUMP;
	uint32_t reg = sub_register(word, copy ? 8 : 16);
	backend_emit_half(d, reg, copy, sub_register(word, 16),
	        backend_immediate_of(word, 0x00003f00, false, 0));
	backend_emit(d, jump(d, BACKEND_JUMP, backend_immediate(d, word, x)));
	return UINT32_C(1) << reg;
}

/* ---- One word ---------------------------------------------------------------------------*/
static builder *const builders[NBUILDS] = {
        [SET] = backend_build_value,
        [COPY] = backend_build_value,
        [ADD] = backend_build_value,
        [SUB] = backend_build_value,
        [SUB_FROM] = backend_build_value,
        [LEFT] = backend_build_value,
        [RIGHT] = backend_build_value,
        [AND] = backend_build_value,
        [OR] = backend_build_value,
        [XOR] = backend_build_value,
        [MIN] = backend_build_value,
        [MINU] = backend_build_value,
        [MAX] = backend_build_value,
        [MAXU] = backend_build_value,
        [PRODUCT] = backend_build_value,
        [BITS] = backend_build_two,
        [LOW_HALF] = backend_build_two,
        [SCALED] = backend_build_two,
        [ADD_SCALED] = backend_build_two,
        [SCALED_ON] = backend_build_two,
        [ADD_THREE] = backend_build_two,
        [OR_THREE] = backend_build_changed,
        [INSERT] = backend_build_changed,
        [SET_BIT] = backend_build_changed,
        [CLEAR_BIT] = backend_build_changed,
        [ADD_PRODUCT] = backend_build_changed,
        [CHOICE_RN] = backend_build_choice,
        [CHOICE_NR] = backend_build_choice,
        [CHOICE_NN] = backend_build_choice,
        [CHOICE_RR] = backend_build_choice,
        [WORD] = backend_build_by_predicate,
        [ADD_IF] = backend_build_by_predicate,
        [SET_IF] = backend_build_by_predicate,
        [SUB_IF] = backend_build_by_predicate,
        [PAIR_NN] = backend_build_pair,
        [PAIR_NX] = backend_build_pair,
        [PAIR_RN] = backend_build_pair,
        [PAIR_NR] = backend_build_pair,
        [PAIR_RR] = backend_build_pair,
        [PAIR_SPLIT] = backend_build_split,
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
        [TEST_BIT] = build_predicate,
        [TEST_CLEAR] = build_predicate,
        [TRUTH] = build_predicate,
        [LOGIC] = build_predicate,
        [LOGIC_NOT] = build_predicate,
        [NOT] = build_predicate,
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
