/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/lex/lex.h: what the files of the lexer share, and what is asked of a text before. */
#ifndef TIRC_FRONTEND_LEX_H
#define TIRC_FRONTEND_LEX_H

#include "frontend/internal.h"

enum { C_NAME = 1, C_DIGIT = 2, C_BLANK = 4 };
extern const uint8_t frontend_lex_class[256];

static inline bool is(char c, int classes)
{
	return frontend_lex_class[(unsigned char)c] & classes;
}

/* The k-th character from here; 0 behind the end. */
static inline char peek(const struct lexer *x, size_t k)
{
	return (size_t)(x->end - x->p) > k ? x->p[k] : 0;
}

/* Make *out a token that began at from and ends here. */
static inline void give(const struct lexer *x, struct token *out, enum token_kind kind,
        const char *from)
{
	const char *text = x->src->text;
	*out = (struct token){
	        .kind = (uint8_t)kind, .at = {(uint32_t)(from - text), (uint32_t)(x->p - text)}};
}

/* A number; a string whose quotes are here, its prefix at from. */
void frontend_lex_number(struct lexer *x, struct token *out);
void frontend_lex_string(struct lexer *x, const char *from, struct token *out);

/* Is the text UTF-8?  False after an error in d (utf8.c). */
bool frontend_check_utf8(const struct source *src, struct diag *d);

/* Is the text without the marks of a terminal or a page?  False after an error in d (pasted.c). */
bool frontend_check_pasted(const struct source *src, struct diag *d);

#endif
