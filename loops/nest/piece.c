/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/piece.c: some iterations of a loop as a loop of their own. */
#include "loops/nest/piece.h"

struct tir_stmt *loops_piece(struct tir_subst *copy, const struct tir_stmt *s,
        const struct tir_seq *body, int64_t begin, int64_t n)
{
	struct tir_module *m = copy->m;
	struct tir_stmt *t = tir_stmt_copy(m->arena, s);
	const struct tir_var *old = tir_as_for(s)->var;
	struct tir_var *v = tir_var_new(m, old->name, old->type);
	const struct tir_expr *at = v->expr;
	v->at = old->at;
	if (begin)
		at = tir_binary(m, TIR_ADD, at, tir_int(m, old->type, begin));
	tir_subst_var(copy, old, at);
	tir_set_var(t, v);
	tir_as_for(t)->extent.e = tir_int(m, tir_as_for(s)->extent.e->type, n);
	tir_set_body(t, tir_subst_seq(copy, body));
	return t;
}
