/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/proof.h: is a program that a pass made the same as the one before?  Found out from the two programs. */
#ifndef TIRC_PROOF_H
#define TIRC_PROOF_H

#include "tir/tir.h"

struct cse_options;
struct cse_told;

/* What the caller of a function promises. */
struct proof_contract {
	/* May the two parameters overlap?  NULL: unless the function says tirx.noalias. */
	bool (*alias)(void *ctx, const struct tir_buffer *a, const struct tir_buffer *b);
	void *ctx;
};

/* ---- Common subexpression elimination (cse.c) --------------------------------------------*/
/* Check that g computes what f computes: every name is expanded and compared, every use lies in its name's
 * scope, and a name that may trap is always needed.  Of the options only alias and key matter.  told: what need not
 * be found out; {0}: nothing.  *why says what is wrong. */
bool proof_cse(const struct tir_func *f, const struct tir_func *g,
        const struct cse_options *options, const struct cse_told *told, struct arena *arena,
        const char **why);

/* ---- Scalar promotion (promote.c) --------------------------------------------------------*/
/* Is g what f is, but for elements that loops keep in variables; and may these stand there?  *why says what is
 * wrong. */
bool proof_promote(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why);

#endif
