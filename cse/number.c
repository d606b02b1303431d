/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/number.c: classes: what the plan knows of values.
 *
 * A class is defined where its operands are, in the deepest of their regions: variables where they
 * are bound, buffers where they begin, memory where its version was made. */
#include "cse/internal.h"

static uint32_t deeper(const struct cse_plan *p, uint32_t a, uint32_t b)
{
	return a != b && p->regions.at[b].depth > p->regions.at[a].depth ? b : a;
}

/* The region where value number c has all it needs. */
static void set_definition(struct cse_plan *p, struct class *c, uint32_t value)
{
	const struct cse_value *x = &p->values.all.at[value];
	const uint32_t *k = cse_key(&p->values, value), op = cse_op(&p->values, value);
	uint32_t region = 0, step;
	bool in_let = false, opaque;
	if (op == TIR_VAR) {
		const struct var_info *v = &p->vars[k[KEY_LOW]];
		in_let = v->is_let && !v->value;
		region = v->is_let || !v->defined ? 0 : v->region;
	} else if (op == TIR_BUFFER_DATA || op == TIR_ADDRESS_OF || op == TIR_LOAD ||
	           op == TIR_MASKED_LOAD) {
		region = p->buffer_region[k[KEY_LOW]];
	}
	opaque = op == CSE_KEY_OPAQUE;
	if (x->reads)
		region = deeper(p, region, p->values.made.at[k[KEY_HIGH]].where);
	for (uint32_t i = cse_key_kids(&p->values, value, &step); i < x->nwords; i += step) {
		const struct class *kid = &p->classes.at[k[i]];
		region = deeper(p, region, kid->def_region);
		in_let |= kid->in_let;
		opaque |= kid->opaque;
	}
	c->def_region = region;
	c->in_let = in_let;
	c->opaque = opaque;
}

/* Is the region in the body of a Let of v? */
static bool is_in_let(const struct cse_plan *p, const struct tir_var *v, uint32_t region)
{
	while (p->regions.at[region].in_expr && p->regions.at[region].let != v)
		region = p->regions.at[region].parent;
	return p->regions.at[region].let == v;
}

/* True if v is visible where a name in region before the statement is computed.  The variable of a Let with a
 * known value never counts: the value does; another one counts in its Let alone. */
bool cse_in_scope(const struct cse_plan *p, const struct tir_var *v, uint32_t region,
        uint32_t stmt_number)
{
	const struct var_info *i = &p->vars[v->id];
	if (i->is_let)
		return !i->value && (!p->lets_again || is_in_let(p, v, region));
	return i->stmt_number < stmt_number && cse_region_encloses(p, i->region, region);
}

const struct tir_expr *cse_find_atom(const struct cse_plan *p, const struct tir_expr *e,
        uint32_t from, uint32_t region, uint32_t stmt_number)
{
	const struct tir_expr *atom = cse_form(&p->values, cse_class_in(p, e, from));
	if (!atom || !cse_is_atom(atom) || !tir_type_eq(atom->type, e->type))
		return NULL;
	if (atom->op != TIR_VAR)
		return atom->op == TIR_INT_IMM || atom->op == TIR_FLOAT_IMM ? atom : NULL;
	const struct var_info *v = &p->vars[atom->u.var->id];
	return !v->is_let && !v->value && cse_in_scope(p, atom->u.var, region, stmt_number) ? atom
	                                                                                    : NULL;
}

const struct tir_expr *cse_stored_form(const struct cse_plan *p, const struct tir_expr *e,
        uint32_t *from)
{
	if (e->op != TIR_LOAD)
		return NULL;
	uint32_t class = cse_class_in(p, e, *from);
	const uint32_t *k = cse_key(&p->values, class), op = cse_op(&p->values, class);
	bool found = op != TIR_LOAD || k[KEY_LOW] != cse_values_buffer(e->u.buffer)->id;
	for (uint32_t i = 0; i < e->n && !found; i++)
		found = cse_class_in(p, e->arg[i], *from) != k[KEY_HEAD + i];
	if (!found || op == CSE_KEY_OPAQUE)
		return NULL;
	/* a value may be known before anything computes it: what does is of another statement then */
	uint32_t at = p->classes.at[class].stmt_number;
	const struct tir_expr *form = cse_form(&p->values, class);
	if (!form || cse_class_in(p, form, at) != class)
		return NULL;
	*from = at;
	return form;
}

uint32_t cse_class_of(struct cse_plan *p, const struct tir_expr *e, uint32_t from)
{
	uint32_t value = cse_class_in(p, e, from);
	if (value == CSE_NO_VALUE)
		value = cse_value(&p->values, e);
	while (p->classes.n < p->values.all.n) {
		struct class c = {.uses = NONE, .last_use = NONE, .stmt_number = from};
		set_definition(p, &c, p->classes.n);
		VEC_PUSH(p->work, &p->classes, c);
	}
	return value;
}
