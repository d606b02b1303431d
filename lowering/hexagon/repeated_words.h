/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/repeated_words.h: where the bytes of a vector come from, and such bytes put together anew. */
#ifndef TIRC_LOWERING_HEXAGON_REPEATED_WORDS_H
#define TIRC_LOWERING_HEXAGON_REPEATED_WORDS_H

#include "lowering/hexagon/before_codegen.h"

enum { LOWER_LINE = TARGET_HVX_BYTES };

/* byte_origin.c: byte `byte` of a value, or a constant byte; NULL: any. */
struct lower_origin {
	LLVMValueRef value;
	unsigned byte;
};
struct lower_origin lower_origin_of(LLVMValueRef v, unsigned byte);
/* The bytes of a number or of a lane, 0 if it is none of whole bytes. */
unsigned lower_whole_bytes(LLVMTypeRef t);
/* Are two words of the n bytes the same, and not one byte four times? */
bool lower_repeats_words(const struct lower_origin *byte, unsigned n);

/* byte_shuffle.c: place i of the result is byte from[i] of the line, 32 words; where that is -1, another line's. */
struct lower_line {
	LLVMValueRef line;
	int from[LOWER_LINE];
};
LLVMValueRef lower_shuffle_bytes(struct before_codegen *c, const struct lower_line *lines,
        unsigned n);
/* Does one instruction do it? */
bool lower_is_routed(const int *from);

#endif
