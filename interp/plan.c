/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interp/plan.c: code of an expression without effects: each node once, lazily.
 *
 * Idea.   An arm of a lazy node is a thunk: code that runs when first asked for and remembers that
 *         it ran.  A node belongs to the thunk that surely uses it and encloses all other uses; if
 *         no thunk does both, the node becomes a thunk of its own.  So no node is computed twice
 *         and none that TIR says is not evaluated.  Thunks form a dominator tree; the lowest one
 *         that encloses two others is found with jump pointers.
 * Needs   no TIR_HAS_EFFECT below the root (emit.c takes those).
 * Keeps   operands first, left to right; a node is computed before any thunk of its users runs,
 *         because the nodes of a thunk stand in post-order.
 * Costs   O(n log n) for n distinct nodes, however deep and however shared; no recursion. */
#include "interp/internal.h"

/* Number the nodes below root in post-order. */
static void collect(struct compiler *c, const struct tir_expr *root)
{
	c->plan++;
	c->nodes.n = 0;
	c->walk.n = 0;
	VEC_PUSH(c->arena, &c->walk, ((struct walk_frame){root, 0}));
	c->seen_mark[root->id] = c->plan;
	while (c->walk.n) {
		struct walk_frame *top = &c->walk.at[c->walk.n - 1];
		if (top->next < interp_used_args(top->e)) {
			const struct tir_expr *arg = top->e->arg[top->next++];
			if (interp_is_leaf(arg) || c->seen_mark[arg->id] == c->plan)
				continue;
			c->seen_mark[arg->id] = c->plan;
			VEC_PUSH(c->arena, &c->walk, ((struct walk_frame){arg, 0}));
			continue;
		}
		c->seen[top->e->id] = c->nodes.n;
		struct plan_node node = {.e = top->e, .thunk = NO_THUNK, .meet = NO_THUNK};
		VEC_PUSH(c->arena, &c->nodes, node);
		c->walk.n--;
	}
}

/* ---- thunks -----------------------------------------------------------------------------*/
static uint32_t new_thunk(struct compiler *c, uint32_t parent)
{
	struct plan_thunk t = {.first = UINT32_MAX, .last = UINT32_MAX};
	if (parent != NO_THUNK) {
		const struct plan_thunk *p = &c->thunks.at[parent];
		const struct plan_thunk *j = &c->thunks.at[p->jump];
		t.parent = parent;
		t.depth = p->depth + 1;
		/* two jumps of equal length become one: the skew-binary rule */
		bool even = p->depth - j->depth == j->depth - c->thunks.at[j->jump].depth;
		t.jump = even ? j->jump : parent;
	}
	t.number = c->nthunks++;
	VEC_PUSH(c->arena, &c->thunks, t);
	return c->thunks.n - 1;
}

/* The lowest thunk that encloses both. */
static uint32_t enclosing(const struct compiler *c, uint32_t a, uint32_t b)
{
	const struct plan_thunk *t = c->thunks.at;
	if (a == NO_THUNK)
		return b;
	while (t[a].depth > t[b].depth)
		a = t[t[a].jump].depth >= t[b].depth ? t[a].jump : t[a].parent;
	while (t[b].depth > t[a].depth)
		b = t[t[b].jump].depth >= t[a].depth ? t[b].jump : t[b].parent;
	while (a != b) {
		bool far = t[a].jump != t[b].jump;
		a = far ? t[a].jump : t[a].parent;
		b = far ? t[b].jump : t[b].parent;
	}
	return a;
}

static void add_use(struct compiler *c, const struct tir_expr *arg, uint32_t thunk, bool strict)
{
	if (interp_is_leaf(arg))
		return;
	struct plan_node *n = &c->nodes.at[c->seen[arg->id]];
	uint32_t meet = enclosing(c, n->meet, thunk);
	n->strict = (n->strict && meet == n->meet) || (strict && meet == thunk);
	n->meet = meet;
}

/* Give every node its thunk, users before operands. */
static void assign_owners(struct compiler *c)
{
	c->thunks.n = 0;
	new_thunk(c, NO_THUNK);
	for (uint32_t i = c->nodes.n; i-- > 0;) {
		struct plan_node *n = &c->nodes.at[i];
		if (i == c->nodes.n - 1) {
			n->owner = 0;
		} else if (n->strict) {
			n->owner = n->meet;
		} else {
			n->thunk = new_thunk(c, n->meet);
			n->owner = n->thunk;
		}
		uint32_t strict = interp_strict_args(n->e);
		for (uint32_t k = 0; k < interp_used_args(n->e); k++)
			add_use(c, n->e->arg[k], n->owner, k < strict);
	}
	for (uint32_t i = 0; i < c->nodes.n; i++) {
		struct plan_thunk *t = &c->thunks.at[c->nodes.at[i].owner];
		c->nodes.at[i].next = UINT32_MAX;
		if (t->first == UINT32_MAX)
			t->first = i;
		else
			c->nodes.at[t->last].next = i;
		t->last = i;
	}
}

/* A Let is its body: it has no register of its own. */
static void assign_registers(struct compiler *c)
{
	for (uint32_t i = 0; i < c->nodes.n; i++) {
		struct plan_node *n = &c->nodes.at[i];
		if (n->e->op != TIR_LET) {
			n->reg = interp_temp(c, n->e->type);
			continue;
		}
		const struct tir_expr *body = n->e->arg[1];
		n->reg = interp_is_leaf(body) ? interp_fixed(c, body)
		                              : c->nodes.at[c->seen[body->id]].reg;
	}
}

/* ---- code -------------------------------------------------------------------------------*/
/* Make sure that an operand is computed; returns its register. */
static int32_t demand(struct compiler *c, const struct tir_expr *arg)
{
	if (interp_is_leaf(arg))
		return interp_fixed(c, arg);
	const struct plan_node *n = &c->nodes.at[c->seen[arg->id]];
	if (n->thunk != NO_THUNK) {
		const struct plan_thunk *t = &c->thunks.at[n->thunk];
		interp_push(c, (struct ins){.kind = INS_THUNK,
		                       .op = TIR_NOPS,
		                       .a = (int32_t)t->number,
		                       .b = (int32_t)t->pc});
	}
	return n->reg;
}

/* And, Or: the first operand is the result if it decides. */
static void emit_and_or(struct compiler *c, const struct tir_expr *e, int32_t dst)
{
	bool scalar = e->type.lanes == 1, is_and = e->op == TIR_AND;
	int32_t a = demand(c, e->arg[0]);
	interp_move(c, TIR_NOPS, e->type, dst, a);
	uint32_t jump = interp_jump(c,
	        !is_and  ? INS_JUMP_ALL
	        : scalar ? INS_JUMP_ZERO
	                 : INS_JUMP_NONE,
	        e->op, e->type, a);
	int32_t b = demand(c, e->arg[1]);
	if (scalar)
		interp_move(c, TIR_NOPS, e->type, dst, b);
	else
		interp_push(c, (struct ins){.kind = INS_BINARY,
		                       .op = e->op,
		                       .type = e->type,
		                       .dst = dst,
		                       .a = a,
		                       .b = b,
		                       .e = e});
	interp_land(c, jump);
}

static void emit_choice(struct compiler *c, const struct tir_expr *e, int32_t dst)
{
	int32_t condition = demand(c, e->arg[0]);
	uint32_t other = interp_jump(c, INS_JUMP_ZERO, e->op, TIR_BOOL, condition);
	interp_move(c, TIR_NOPS, e->type, dst, demand(c, e->arg[1]));
	uint32_t end = interp_jump(c, INS_JUMP, TIR_NOPS, TIR_BOOL, 0);
	interp_land(c, other);
	interp_move(c, TIR_NOPS, e->type, dst, demand(c, e->arg[2]));
	interp_land(c, end);
}

static void emit_let(struct compiler *c, const struct tir_expr *e)
{
	int32_t value = demand(c, e->arg[0]);
	interp_move(c, TIR_LET, e->arg[0]->type, interp_fixed(c, e->u.var->expr), value);
	demand(c, e->arg[1]);
}

static void emit_planned(struct compiler *c, const struct plan_node *n)
{
	if (n->e->op == TIR_AND || n->e->op == TIR_OR) {
		emit_and_or(c, n->e, n->reg);
	} else if (tir_is_lazy(n->e)) {
		emit_choice(c, n->e, n->reg);
	} else if (n->e->op == TIR_LET) {
		emit_let(c, n->e);
	} else {
		c->operands.n = 0;
		for (uint32_t k = 0; k < interp_used_args(n->e); k++)
			VEC_PUSH(c->arena, &c->operands, demand(c, n->e->arg[k]));
		interp_emit_node(c, n->e, n->reg, c->operands.at);
	}
}

static void emit_thunk(struct compiler *c, uint32_t thunk)
{
	c->thunks.at[thunk].pc = c->fn->code.n;
	for (uint32_t i = c->thunks.at[thunk].first; i != UINT32_MAX; i = c->nodes.at[i].next)
		emit_planned(c, &c->nodes.at[i]);
}

int32_t interp_emit_pure(struct compiler *c, const struct tir_expr *e)
{
	if (interp_is_leaf(e))
		return interp_fixed(c, e);
	collect(c, e);
	assign_registers(c);
	if (!(e->flags & (TIR_HAS_LAZY | TIR_HAS_LET))) {
		for (uint32_t i = 0; i < c->nodes.n; i++)
			emit_planned(c, &c->nodes.at[i]);
		return c->nodes.at[c->nodes.n - 1].reg;
	}
	assign_owners(c);
	uint32_t over = 0;
	if (c->thunks.n > 1)
		over = interp_jump(c, INS_JUMP, TIR_NOPS, TIR_BOOL, 0);
	/* a thunk calls only later ones: those are in place when it is emitted */
	for (uint32_t t = c->thunks.n; t-- > 1;) {
		emit_thunk(c, t);
		interp_push(c, (struct ins){.kind = INS_RETURN, .op = TIR_NOPS});
	}
	if (c->thunks.n > 1)
		interp_land(c, over);
	emit_thunk(c, 0);
	return c->nodes.at[c->nodes.n - 1].reg;
}
