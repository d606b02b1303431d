/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* target/instruction.c: the table of HVX's instructions. */
#include "target/target.h"

/* What a packet holds of them: two products, one move of lanes, four in all.  A shift is priced as a move, and so is both at once. */
enum units { NONE, ALU, ALUS, MULTIPLY, MULTIPLIES, SHIFT, PERMUTE, PERMUTE_SHIFT };
static const struct target_vector_work works[] = {
        [NONE] = {0},
        [ALU] = {.others = 1},
        [ALUS] = {.others = 2},
        [MULTIPLY] = {.multiplies = 1},
        [MULTIPLIES] = {.multiplies = 2},
        [SHIFT] = {.permutes = 1},
        [PERMUTE] = {.permutes = 1},
        [PERMUTE_SHIFT] = {.permutes = 1},
};

/* Lanes: their bits. */
enum { ANY = 0, I8 = 8, U8 = 8, I16 = 16, U16 = 16, F16 = 16, I32 = 32, U32 = 32, F32 = 32 };
#define N(bits) (TARGET_NUMBER | (bits))
#define S(type) (TARGET_SCALAR | (type))
#define Q(type) (TARGET_PREDICATE | (type))
#define V(type) (TARGET_REGISTER | (type))
#define W(type) (TARGET_PAIR | (type))

static const struct target_hvx_instruction rows[TARGET_NINSTRUCTIONS] = {
#define COUNT(...) (sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))
#define INSTRUCTION(NAME, name, version, units, meaning, result, ...)                              \
	{name, "llvm.hexagon.V6." name ".128B", version, &works[units], meaning, result,           \
	        {__VA_ARGS__}, COUNT(__VA_ARGS__)},
#include "target/instructions.def"
};

const struct target_hvx_instruction *target_instruction(enum target_instruction i)
{
	return &rows[i];
}

bool target_has_instruction(struct target_hvx h, enum target_instruction i)
{
	return target_has_hvx(h) && h.version >= rows[i].version;
}
