/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/repeated_words.h: where the bytes of a vector come from, and such bytes put together anew. */
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
/* The same, but through casts and so many shuffles alone. */
struct lower_origin lower_origin_through(LLVMValueRef v, unsigned byte, unsigned shuffles);
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

/* left_shuffles.c: a shuffle; may LLVM have it? */
enum { LOWER_MAX_LINES = 32 }; /* of a shuffle and of its operands */
struct lower_shuffle {
	LLVMValueRef value, words[2]; /* its operands, NULL as long as they are not needed */
	unsigned each, operand_bytes; /* bytes of a lane; of an operand */
};
bool lower_is_left(const struct lower_shuffle *s);
/* The byte of both operands side by side that byte i of the shuffle is, or -1. */
int lower_shuffle_source(const struct lower_shuffle *s, unsigned i);
/* What line `line` of the shuffle takes of each line of its operands; how many. */
unsigned lower_shuffle_sources(const struct lower_shuffle *s, unsigned line, struct lower_line *out,
        unsigned *which);
/* Are the operands put side by side, as they are?  Is it one lane? */
bool lower_is_joined(const struct lower_shuffle *s);
bool lower_is_splat(const struct lower_shuffle *s);
/* Is a line of v one that LLVM may put together of repeated words? */
bool lower_repeats(LLVMValueRef v);
unsigned lower_bytes_of(LLVMValueRef v);

#endif
