/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/verify.h: what the two files of the verifier share. */
#ifndef TIRC_TIR_VERIFY_H
#define TIRC_TIR_VERIFY_H

#include "tir/internal.h"

/* Why this one node, its operands taken for granted, breaks the contract of tir.h; NULL: it does
 * not.  The text may be fault's. */
const char *tir_verify_node(const struct tir_expr *e, struct tir_fault *fault);
/* Why these cannot be the indices of an access to b. */
const char *tir_verify_index(const struct tir_buffer *b, uint32_t n, const struct tir_type *index);

#define NOT_LIVE UINT32_MAX

enum { BY_STMT, BY_LET, NSTACKS };
enum { NOT_CHECKED, NO_NEED }; /* definitions have the numbers behind these */

/* The newest definition of each stack that a node needs, by number; NO_NEED: none, NOT_CHECKED: the node
 * was not looked at. */
struct need {
	uint32_t of[NSTACKS];
};

struct frame {
	const struct tir_expr *e;
	uint32_t next;
	bool open; /* LET: its variable is on the stack */
	struct need need;
};

/* What is in scope, oldest first. */
struct stack {
	VEC(uint32_t) serial;
	VEC(uint32_t *) owner; /* the elements of var or buffer that say where they are */
};

struct verify {
	const struct tir_func *f;
	struct diag *d;
	struct arena scratch;
	const char *whose; /* what messages begin with */
	struct span at;    /* of the statement or operand */
	bool failed;
	unsigned loops; /* around the statement */

	struct stack stack[NSTACKS];
	VEC(bool) alive;        /* by number of definition: is it on its stack? */
	uint32_t *var, *buffer; /* by number: place on the stack, or NOT_LIVE */
	uint8_t *seen_var;      /* by number: 1 defined by a statement, 2 by a Let */
	bool *seen_buffer;
	/* By number of expression: its needs.  Of Lets: NULL as long as there was none. */
	uint32_t *need[NSTACKS];
	VEC(struct frame) frames;
};

/* ---- verify_scope.c ---- */
bool tir_verify_broken(struct verify *v, const char *what, const char *name);
void tir_verify_pop_to(struct verify *v, unsigned which, uint32_t n);
bool tir_verify_define_var(struct verify *v, const struct tir_var *var);
bool tir_verify_check_operand(struct verify *v, const struct tir_operand *o);
bool tir_verify_check_buffer(struct verify *v, const struct tir_buffer *b,
        enum tir_buffer_kind kind);
bool tir_verify_define_buffer(struct verify *v, const struct tir_buffer *b);

#endif
