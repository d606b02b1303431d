/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/emulate.h: assembly for a processor whose HVX computes with floats becomes assembly that qemu-hexagon 7.2 runs. */
#ifndef TIRC_TOOL_EMULATE_H
#define TIRC_TOOL_EMULATE_H

#include "runtime/emulate.h"
#include "support/support.h"

/* ---- One packet (emulate_packet.c) -------------------------------------------------------*/
/* Sets of registers: a bit each. */
struct emulate_regs {
	uint32_t r, v, other; /* other: predicates of both kinds, control registers */
};
/* When an instruction of a packet is executed, as they are no longer executed at once: before the operands of the float
 * instructions are stored; before their results are loaded; behind that. */
enum emulate_stage { EMULATE_BEFORE, EMULATE_BETWEEN, EMULATE_BEHIND, EMULATE_NSTAGES };
struct emulate_instr {
	const char *text;
	int row; /* of hvx_float.def; -1: it stays as it is */
	struct emulate_regs reads, writes;
	struct emulate_regs news; /* read of this packet: r1.new, and what a .cur loads */
	bool loads, stores, ends; /* ends: control may leave the packet */
	enum emulate_stage stage;
};
enum { EMULATE_MAX_INSTRS = 8 };
struct emulate_packet {
	uint32_t n;
	struct emulate_instr at[EMULATE_MAX_INSTRS];
	const char *tail;             /* what stands behind the brace: ":endloop0" */
	uint32_t nfloats;             /* instructions that are emulated */
	bool used[EMULATE_NSTAGES];   /* has it instructions there? */
	bool has_endloop, is_ordered; /* :mem_noshuf */
};
/* Read the n instructions at text.  integers: rows of integers are emulated, too.  NULL, or the instruction of floats
 * that no row is of. */
const char *emulate_read(struct emulate_packet *p, const char *const *text, uint32_t n,
        const char *tail, bool integers, struct arena *arena);
/* Give each instruction its stage; false: it cannot be executed in parts. */
bool emulate_order(struct emulate_packet *p);
/* The text of an instruction where it is executed: without .new and .cur of what other stages make. */
const char *emulate_text(const struct emulate_packet *p, uint32_t i, struct arena *arena);

/* ---- A text (emulate.c) ------------------------------------------------------------------*/
struct emulation {
	/* In: assembly of LLVM's, and the object that was assembled from it. */
	const char *text;
	size_t length;
	const void *object;
	size_t size;
	uint32_t settings; /* enum rt_setting */
	bool integers;     /* emulate integer instructions, too: tests */
	struct arena *arena;
	/* Out. */
	uint32_t sites; /* how many packets have instructions to emulate; 0: nothing is rewritten */
	const char *unknown; /* an instruction that no row is of, or */
	const char *packet;  /* a packet that cannot be emulated, and */
	const char *why;
};
/* Add the text; false with unknown or packet set. */
bool emulate_rewrite(struct emulation *e, struct sbuf *out);

#endif
