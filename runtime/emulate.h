/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/emulate.h: float instructions of HVX on a qemu that does not know them.
 *
 * Idea.   tool/emulate.c rewrites the assembly: in the place of a packet with such instructions stands a jump to code that stores
 *         what they read, calls rt_emulate_enter, loads what they wrote, and goes back to the rest of the packet.
 *         What it needs to know stands in a struct rt_packet. */
#ifndef TIRC_RUNTIME_EMULATE_H
#define TIRC_RUNTIME_EMULATE_H

#include <stdint.h>

enum rt_row {
#define HVX_ROW(name, ...) RT_##name,
#include "runtime/hvx_float.def"
	RT_NROWS
};

/* Settings of a run: a bit each. */
enum rt_setting {
#define HVX_SETTING(name, word, bit, text) RT_##name = bit,
#include "runtime/hvx_float.def"
};

enum { RT_MAX_STEPS = 4, RT_LANES = 128 };

/* Where the operands of the i-th instruction of a packet are stored: vectors of a block of their own.  A pair is the vector of its
 * even register and the one behind it.  Of predicates each byte is a lane. */
enum rt_place { RT_FIRST = 0, RT_SECOND = 2, RT_RESULT = 4, RT_SPARE = 6, RT_BLOCK = 8 };

struct rt_packet {
	/* What is executed more than on a processor that has the instructions, but for what rt_emulate_enter counts
	 * itself; modulo 2^32. */
	uint32_t packets, instructions, hvx;
	uint32_t settings, nsteps;
	uint8_t row[RT_MAX_STEPS];
};

#endif
