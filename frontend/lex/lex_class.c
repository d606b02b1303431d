/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/lex/lex_class.c: what characters may be part of. */
#include "frontend/lex/lex.h"

#define DIGITS 2, 2, 2, 2, 2, 2, 2, 2, 2, 2
#define HALF   1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 /* of the alphabet */
const uint8_t frontend_lex_class[256] = {
        ['\t'] = C_BLANK,
        ['\f'] = C_BLANK,
        [' '] = C_BLANK,
        ['0'] = DIGITS,
        ['A'] = HALF,
        HALF,
        ['_'] = C_NAME,
        ['a'] = HALF,
        HALF,
};
