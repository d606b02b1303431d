/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interp/spine.c: code for an operand: its nodes with effects in order, all others as plan.c orders them.
 *
 * Idea.   The nodes from the root down to the effects stand on a stack; each step begins the innermost one's next
 *         operand or ends it. */
#include "interp/internal.h"

/* What stands between operand number f->next - 1, whose register is last, and the next one of a
 * lazy node or Let. */
static void between(struct compiler *c, struct spine_frame *f, int32_t last)
{
	const struct tir_expr *e = f->e;
	bool first = f->next == 1, and_or = e->op == TIR_AND || e->op == TIR_OR;
	if (e->op == TIR_LET) {
		if (first)
			interp_move(c, TIR_LET, e->arg[0]->type, interp_fixed(c, e->u.var->expr),
			        last);
		else
			f->dst = last;
		return;
	}
	if (first) {
		enum ins_kind kind = e->op == TIR_OR      ? INS_JUMP_ALL
		                     : e->type.lanes == 1 ? INS_JUMP_ZERO
		                     : e->op == TIR_AND   ? INS_JUMP_NONE
		                                          : INS_JUMP_ZERO;
		if (and_or)
			interp_move(c, TIR_NOPS, e->type, f->dst, last);
		f->jump = interp_jump(c, kind, e->op, e->arg[0]->type, last);
		return;
	}
	if (and_or && e->type.lanes > 1)
		interp_push(c, (struct ins){.kind = INS_BINARY,
		                       .op = e->op,
		                       .type = e->type,
		                       .dst = f->dst,
		                       .a = f->dst,
		                       .b = last,
		                       .e = e});
	else
		interp_move(c, TIR_NOPS, e->type, f->dst, last);
	if (!and_or && f->next == 2) {
		f->jump_end = interp_jump(c, INS_JUMP, TIR_NOPS, TIR_BOOL, 0);
		interp_land(c, f->jump);
	} else {
		interp_land(c, and_or ? f->jump : f->jump_end);
	}
}

/* One step of the innermost unfinished node: begin its next operand or end it. */
static void spine_step(struct compiler *c)
{
	struct spine_frame *f = &c->spine.at[c->spine.n - 1];
	const struct tir_expr *e = f->e;
	bool ordered = e->op == TIR_LET || tir_is_lazy(e);
	if (ordered && f->next > 0)
		between(c, f, c->values.at[c->values.n - 1]);
	if (f->next < interp_used_args(e)) {
		const struct tir_expr *arg = e->arg[f->next++];
		if (arg->flags & TIR_HAS_EFFECT) {
			int32_t dst = arg->op == TIR_LET ? 0 : interp_temp(c, arg->type);
			VEC_PUSH(c->arena, &c->spine,
			        ((struct spine_frame){
			                .e = arg, .values = c->values.n, .dst = dst}));
		} else {
			int32_t reg = interp_emit_pure(c, arg);
			VEC_PUSH(c->arena, &c->values, reg);
		}
		return;
	}
	if (!ordered)
		interp_emit_node(c, e, f->dst, c->values.at + f->values);
	c->values.n = f->values;
	VEC_PUSH(c->arena, &c->values, f->dst);
	c->spine.n--;
}

int32_t interp_emit(struct compiler *c, const struct tir_expr *e)
{
	if (!(e->flags & TIR_HAS_EFFECT))
		return interp_emit_pure(c, e);
	c->spine.n = c->values.n = 0;
	struct spine_frame root = {.e = e, .dst = e->op == TIR_LET ? 0 : interp_temp(c, e->type)};
	VEC_PUSH(c->arena, &c->spine, root);
	while (c->spine.n && !c->failed)
		spine_step(c);
	return c->failed ? 0 : c->values.at[0];
}
