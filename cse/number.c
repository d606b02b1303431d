/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/number.c: value numbering.
 *
 * Idea.   A class is found by operation, type, payload and the classes of the operands, which are
 *         sorted where the operation commutes; a variable bound to a pure value has the class of
 *         that value, so copies and equal lets vanish.
 * Keeps   operands' classes smaller than the class: class order is a topological order.
 * Costs   one probe a node; each node once, shared or not. */
#include "cse/internal.h"

bool cse_is_atom(const struct tir_expr *e)
{
	return e->op == TIR_VAR || e->n == 0 || tir_ops[e->op].form == TIR_FORM_LEAF;
}

static bool commutes(const struct cse_plan *p, const struct tir_expr *e)
{
	if (p->options.level == CSE_SYNTACTIC || e->n != 2)
		return false;
	/* Min and Max of floats are a < b ? a : b: order shows with NaN and -0.0. */
	return tir_is_float(e->arg[0]->type) ? tir_ops[e->op].fcommutes : tir_ops[e->op].commutes;
}

/* What the payload counts as in the hash: a number, never an address. */
static uint64_t payload(const struct tir_expr *e)
{
	if (cse_is_atom(e) || e->op == TIR_LET)
		return e->id;
	return tir_ops[e->op].reads || e->op == TIR_ADDRESS_OF ? e->u.buffer->id : e->u.bits;
}

static uint64_t hash_class(const struct tir_expr *e, const uint32_t *kids)
{
	uint64_t h = hash_mix((uint64_t)e->op << 32 | (uint64_t)e->type.code << 24 |
	                              (uint64_t)e->type.bits << 16 | e->type.lanes,
	        payload(e));
	for (uint32_t i = 0; i < e->n; i++)
		h = hash_mix(h, kids[i]);
	return h >> 16;
}

static bool same_class(const struct cse_plan *p, const struct class *c, const struct tir_expr *e,
        const uint32_t *kids)
{
	const struct tir_expr *f = c->form;
	return f->op == e->op && f->n == e->n && tir_type_eq(f->type, e->type) &&
	       f->u.bits == e->u.bits && (!cse_is_atom(e) || f == e) &&
	       !memcmp(&p->kids.at[c->kids], kids, e->n * sizeof *kids);
}

static void grow(struct cse_plan *p)
{
	p->nclass_slots = p->nclass_slots ? 2 * p->nclass_slots : 256;
	p->class_slot = arena_alloc(p->arena, p->nclass_slots * sizeof *p->class_slot);
	memset(p->class_slot, 0xff, p->nclass_slots * sizeof *p->class_slot);
	for (uint32_t c = 0; c < p->classes.n; c++) {
		const struct class *k = &p->classes.at[c];
		uint64_t i = hash_class(k->form, &p->kids.at[k->kids]) & (p->nclass_slots - 1);
		while (p->class_slot[i] != NONE)
			i = (i + 1) & (p->nclass_slots - 1);
		p->class_slot[i] = c;
	}
}

/* The deeper of the regions that define c's operands and e itself. */
static void set_definition(struct cse_plan *p, struct class *c, const struct tir_expr *e)
{
	uint32_t region = 0;
	if (e->op == TIR_VAR) {
		const struct var_info *v = &p->vars[e->u.var->id];
		c->in_let = v->is_let && !v->value;
		region = v->is_let || !v->defined ? 0 : v->region;
	} else if (e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF || tir_ops[e->op].reads) {
		region = p->buffer_region[e->u.buffer->id];
	}
	for (uint32_t i = 0; i < e->n; i++) {
		const struct class *k = &p->classes.at[p->kids.at[c->kids + i]];
		if (p->regions.at[k->def_region].depth > p->regions.at[region].depth)
			region = k->def_region;
		c->in_let |= k->in_let;
	}
	c->def_region = region;
}

static uint32_t new_class(struct cse_plan *p, const struct tir_expr *e, const uint32_t *kids)
{
	struct class c = {.form = e, .kids = p->kids.n, .uses = NONE, .last_use = NONE};
	for (uint32_t i = 0; i < e->n; i++)
		VEC_PUSH(p->arena, &p->kids, kids[i]);
	set_definition(p, &c, e);
	VEC_PUSH(p->arena, &p->classes, c);
	return p->classes.n - 1;
}

/* The class of e, whose operands are numbered. */
static uint32_t find_class(struct cse_plan *p, const struct tir_expr *e)
{
	if (e->op == TIR_VAR && p->vars[e->u.var->id].value)
		return p->class_of[p->vars[e->u.var->id].value->id];
	uint32_t few[8], *kids = few;
	if (e->n > 8)
		kids = arena_alloc(p->arena, e->n * sizeof *kids);
	for (uint32_t i = 0; i < e->n; i++)
		kids[i] = p->class_of[e->arg[i]->id];
	if (commutes(p, e) && kids[0] > kids[1]) {
		uint32_t k = kids[0];
		kids[0] = kids[1];
		kids[1] = k;
	}
	if (2 * p->classes.n >= p->nclass_slots)
		grow(p);
	uint64_t i = hash_class(e, kids) & (p->nclass_slots - 1);
	for (; p->class_slot[i] != NONE; i = (i + 1) & (p->nclass_slots - 1))
		if (same_class(p, &p->classes.at[p->class_slot[i]], e, kids))
			return p->class_slot[i];
	return p->class_slot[i] = new_class(p, e, kids);
}

/* A Let's variable is known by its value while its body is numbered. */
static void enter_let(struct cse_plan *p, const struct tir_expr *e)
{
	const uint8_t impure = TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET;
	struct var_info *v = &p->vars[e->u.var->id];
	v->defined = v->is_let = true;
	v->value = e->arg[0]->flags & impure ? NULL : e->arg[0];
}

uint32_t cse_class_of(struct cse_plan *p, const struct tir_expr *root)
{
	if (p->class_of[root->id] != NONE)
		return p->class_of[root->id];
	VEC_PUSH(p->arena, &p->stack, ((struct cse_frame){root, 0}));
	while (p->stack.n) {
		struct cse_frame *top = &p->stack.at[p->stack.n - 1];
		const struct tir_expr *e = top->e;
		if (e->op == TIR_LET && top->next == 1)
			enter_let(p, e);
		if (top->next < e->n) {
			const struct tir_expr *arg = e->arg[top->next++];
			if (p->class_of[arg->id] == NONE)
				VEC_PUSH(p->arena, &p->stack, ((struct cse_frame){arg, 0}));
			continue;
		}
		p->class_of[e->id] = find_class(p, e);
		p->stack.n--;
	}
	return p->class_of[root->id];
}
