/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/contract.h: the words of the last columns of builtins.def. */
#ifndef TIRC_TIR_CONTRACT_H
#define TIRC_TIR_CONTRACT_H

#include "tir/internal.h"

enum contract_word {
	/* kinds */
	SIGNED = 1,
	UNSIGNED = 2,
	BOOLS = 4,
	FLOATS = 8,
	POINTERS = 16,
	STRINGS = 32,
	NOTHING = 64,
	KINDS = 127,
	INTS = SIGNED | UNSIGNED,
	NUMBERS = INTS | BOOLS | FLOATS,
	VALUES = NUMBERS | POINTERS,
	ANY = VALUES | STRINGS,
	OF_32_BITS = 128,
	INT32 = SIGNED | OF_32_BITS,
	/* lanes */
	ONE = 256,
	MANY = 512,
	EVEN = 1024,
	SPREAD = 2048,
	LANES = 4096,
	/* types */
	SAME = 8192,
	BITS = 16384,
	HALF = 32768,
	TWICE = 65536,
	/* literals */
	CONST = 131072,
	SYMBOL = 262144,
};

#endif
