/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/pairs/wanted.c: which names vectors are made of that are narrowed later. */
#include "lowering/hexagon/halves.h"

static void look_at_todo(struct lower *l, struct lower_wanted *w, lower_order *order,
        uint32_t round)
{
	while (w->todo.n) {
		const struct tir_expr *e = w->todo.at[--w->todo.n];
		if (l->met[e->id] == round || order(l, e) != PAIRED)
			continue;
		l->met[e->id] = round;
		if (e->op == TIR_VAR)
			w->var[e->u.var->id] = true;
		for (uint32_t i = 0; i < e->n; i++)
			VEC_PUSH(l->arena, &w->todo, e->arg[i]);
	}
}

/* A name is bound before it is used: from the last one to the first. */
void lower_want_names(struct lower *l, struct lower_wanted *w, lower_order *order)
{
	const struct lower_pairs *p = l->hexagon->pairs;
	uint32_t round = ++l->round;
	look_at_todo(l, w, order, round);
	for (uint32_t i = p->bind.n; i-- > 0;) {
		const struct tir_bind *b = tir_as_bind(p->bind.at[i]);
		if (!w->var[b->var->id])
			continue;
		VEC_PUSH(l->arena, &w->todo, b->value.e);
		look_at_todo(l, w, order, round);
	}
}
