/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/predictive_form.c: which expressions of a loop are others of it, some iterations or lanes on.
 *
 * Idea.   The index of a load is a sum.  What it grows by from one iteration to the next is taken off as often as it
 *         goes: what is left is the load's key, how often is its shift.  Where a loop goes on by all lanes of a
 *         vector, shifts are lanes.  What is computed lane by lane from loads and from what does not change has
 *         the shift of its operands; operands at different shifts are a part of the form.  Integer sums are lists
 *         of terms, up to their order.
 * Needs   facts of the function; what is asked about is a part of the loop's body.
 * Costs   PREDICTIVE_NODES steps a loop, each as many comparisons as there are forms. */
#include <stdlib.h>

#include "loops/storage/predictive.h"

static const struct predictive_place nowhere = {PREDICTIVE_NONE, 0};

int64_t predictive_floor(int64_t a, int64_t b)
{
	int64_t q = a / b;
	return q - (a % b != 0 && (a < 0) != (b < 0));
}

struct tir_type predictive_wraps(struct tir_type t)
{
	if (t.code == TIR_TYPE_INT && t.bits >= 32)
		t.code = TIR_TYPE_UINT;
	return t;
}

/* ---- Loads -------------------------------------------------------------------------------*/
static bool same_sum(const struct affine_sum *x, const struct affine_sum *y)
{
	struct affine_sum d = *x;
	return affine_add_sum(&d, y, -1) && d.n == 0 && d.constant == 0;
}

static bool same_factors(const struct affine_term *a, const struct affine_term *b)
{
	bool same = a->n == b->n;
	for (uint32_t i = 0; same && i < a->n; i++)
		same = a->x[i] == b->x[i];
	return same;
}

/* Take the growth off as often as it goes; false: a number is too large. */
static bool reduce(struct affine_sum *at, const struct affine_sum *growth, int64_t *shift)
{
	int64_t by = growth->n ? growth->term[0].factor : growth->constant, x = at->constant;
	if (growth->n) {
		x = 0;
		for (uint32_t i = 0; i < at->n; i++)
			if (same_factors(&at->term[i], &growth->term[0]))
				x = at->term[i].factor;
	}
	if (by == INT64_MIN || x == INT64_MIN)
		return false;
	*shift = predictive_floor(x, by);
	return affine_add_sum(at, growth, -*shift);
}

/* Do all lines of so many elements lie within a row of the buffer, if one of their elements does?  at: of the last
 * index. */
static bool holds_lines(const struct tir_buffer *b, const struct affine_sum *at, int64_t lanes)
{
	const struct tir_expr *size = b->ndim ? b->shape[b->ndim - 1] : NULL;
	bool holds = size && size->op == TIR_INT_IMM && size->u.i % lanes == 0;
	for (uint32_t i = 0; holds && i < at->n; i++) {
		uint64_t d = (uint64_t)llabs(at->term[i].factor % lanes);
		for (uint32_t k = 0; k < at->term[i].n; k++) {
			uint64_t by = affine_divisor(at->term[i].x[k]) % (uint64_t)lanes;
			d = d * by % (uint64_t)lanes;
		}
		holds = d == 0;
	}
	return holds;
}

/* Where a load's lanes begin, as one sum for each index; false: not known. */
static bool read_indices(const struct predictive *p, const struct tir_expr *e,
        struct affine_sum *at)
{
	for (uint32_t i = 0; i < e->n; i++) {
		const struct tir_expr *index = e->arg[i];
		bool row = i + 1 == e->n && index->op == TIR_RAMP &&
		           index->arg[1]->op == TIR_INT_IMM && index->arg[1]->u.i == 1;
		affine_clear(&at[i]);
		if ((index->type.lanes > 1 && !row) ||
		        !affine_add(&at[i], affine_of(p->facts, row ? index->arg[0] : index), 1))
			return false;
	}
	return true;
}

/* The one index that grows from iteration to iteration, and by what; false: there is not one. */
static bool find_growth(const struct predictive *p, uint32_t n, const struct affine_sum *at,
        uint32_t *grows, struct affine_sum *growth)
{
	uint32_t found = 0;
	for (uint32_t i = 0; i < n; i++) {
		struct affine_sum by;
		if (!affine_growth(p->facts, &at[i], p->loop, &by))
			return false;
		if (by.n == 0 && by.constant == 0)
			continue;
		*grows = i;
		*growth = by;
		found++;
	}
	return found == 1;
}

/* The number of the form of a load: that of an equal one, or a new one. */
static uint32_t form_of_load(struct predictive *p, const struct predictive_form *f)
{
	uint32_t i = 0;
	for (; i < p->form.n; i++) {
		const struct predictive_form *x = &p->form.at[i];
		bool same = x->op == TIR_LOAD && x->lanes == f->lanes &&
		            tir_type_eq(x->type, f->type) && x->e->u.buffer == f->e->u.buffer &&
		            x->e->n == f->e->n && x->grows == f->grows;
		for (uint32_t k = 0; same && k < f->e->n; k++)
			same = same_sum(&x->key[k], &f->key[k]);
		if (same)
			return i;
	}
	VEC_PUSH(p->arena, &p->form, *f);
	return i;
}

/* The form of a load, and how many iterations ahead it is of the form's own; nowhere: its index does not grow evenly. */
static struct predictive_place place_of_load(struct predictive *p, const struct tir_expr *e)
{
	struct affine_sum *key = ARENA_NEWN(p->arena, struct affine_sum, e->n), by;
	int64_t lanes = e->type.lanes, shift;
	uint32_t k = 0;
	if (e->u.buffer->strides || e->u.buffer->elem.lanes != 1 || !read_indices(p, e, key) ||
	        !find_growth(p, e->n, key, &k, &by))
		return nowhere;
	bool lines = lanes > 1 && k + 1 == e->n && by.n == 0 && by.constant == lanes &&
	             holds_lines(e->u.buffer, &key[k], lanes);
	if (lines) {
		shift = key[k].constant;
		key[k].constant = 0;
	} else if (!reduce(&key[k], &by, &shift)) {
		return nowhere;
	}
	const struct predictive_form f = {.op = TIR_LOAD,
	        .type = e->type,
	        .lanes = lines ? (uint32_t)lanes : 0,
	        .e = e,
	        .key = key,
	        .grows = k,
	        .step = by.n ? 0 : by.constant};
	uint32_t i = form_of_load(p, &f);
	VEC_PUSH(p->arena, &p->form.at[i].loads, ((struct predictive_load){e, shift}));
	return (struct predictive_place){i, shift};
}

/* ---- What does not change ----------------------------------------------------------------*/
static struct predictive_place place_of_fixed(struct predictive *p, const struct tir_expr *e)
{
	uint32_t i = 0;
	while (i < p->form.n && (p->form.at[i].op != TIR_VAR || p->form.at[i].e != e))
		i++;
	if (i == p->form.n)
		VEC_PUSH(p->arena, &p->form,
		        ((struct predictive_form){.op = TIR_VAR,
		                .type = e->type,
		                .e = e,
		                .traps = e->flags & TIR_MAY_TRAP}));
	return (struct predictive_place){i, 0};
}

static bool is_fixed(const struct predictive *p, uint32_t form)
{
	return p->form.at[form].op == TIR_VAR;
}

/* ---- Sums --------------------------------------------------------------------------------*/
/* A sum, that is a minimum or maximum, too: of integers, in any order. */
bool predictive_is_sum(const struct tir_expr *e)
{
	return tir_is_int(e->type) &&
	       (e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MIN || e->op == TIR_MAX);
}

struct terms {
	struct predictive *p;
	enum tir_op op; /* ADD, MIN, MAX */
	uint32_t n;
	struct predictive_term *out;
};

/* Take e apart into terms with constant factors; false: too many, or a factor that is too large. */
static bool add_terms(struct terms *t, const struct tir_expr *e, int64_t factor)
{
	int64_t c;
	bool sum = t->op == TIR_ADD && (e->op == TIR_ADD || e->op == TIR_SUB);
	if (sum || e->op == t->op) {
		int64_t second = e->op == TIR_SUB ? -factor : factor;
		return add_terms(t, e->arg[0], factor) && add_terms(t, e->arg[1], second);
	}
	for (uint32_t i = 0; t->op == TIR_ADD && e->op == TIR_MUL && i < 2; i++)
		if (tir_number_of(e->arg[i], &c) && c &&
		        !tir_number_of(e->arg[1 - i], &(int64_t){0}))
			return !__builtin_mul_overflow(factor, c, &c) && llabs(c) < INT32_MAX &&
			       add_terms(t, e->arg[1 - i], c);
	if (t->n == PREDICTIVE_TERMS)
		return false;
	t->out[t->n++] = (struct predictive_term){e, predictive_place(t->p, e), factor};
	return true;
}

uint32_t predictive_terms(struct predictive *p, const struct tir_expr *e,
        struct predictive_term out[PREDICTIVE_TERMS])
{
	struct terms t = {
	        .p = p, .op = e->op == TIR_SUB ? TIR_ADD : (enum tir_op)e->op, .out = out};
	return predictive_is_sum(e) && add_terms(&t, e, 1) ? t.n : 0;
}

int predictive_order(const void *x, const void *y)
{
	const struct predictive_part *a = x, *b = y;
	if (a->at.form != b->at.form)
		return a->at.form < b->at.form ? -1 : 1;
	if (a->at.shift != b->at.shift)
		return a->at.shift < b->at.shift ? -1 : 1;
	return (a->factor > b->factor) - (a->factor < b->factor);
}

/* Has the form these n parts, in this order? */
static bool same_parts(const struct predictive_form *f, uint32_t n,
        const struct predictive_part *part)
{
	bool same = f->n == n;
	for (uint32_t i = 0; same && i < n; i++)
		same = predictive_order(&f->part[i], &part[i]) == 0;
	return same;
}

/* Lanes of the parts that change, which must be one number; or those of none.  false: they differ. */
static bool unit_of(const struct predictive *p, uint32_t n, const struct predictive_part *part,
        uint32_t *lanes)
{
	bool any = false;
	for (uint32_t i = 0; i < n; i++) {
		const struct predictive_form *f = &p->form.at[part[i].at.form];
		if (f->op == TIR_VAR)
			continue;
		if (any && f->lanes != *lanes)
			return false;
		*lanes = f->lanes;
		any = true;
	}
	return any;
}

/* The number of the form: that of an equal one, or a new one, with its parts kept. */
static uint32_t find_form(struct predictive *p, struct predictive_form f)
{
	uint32_t i = 0;
	for (; i < p->form.n; i++) {
		const struct predictive_form *x = &p->form.at[i];
		bool same = x->op == f.op && x->op != TIR_LOAD && x->op != TIR_VAR &&
		            tir_type_eq(x->type, f.type) && same_parts(x, f.n, f.part);
		bool alike = !x->e || !f.e || x->e->u.bits == f.e->u.bits;
		if (same && alike)
			return i;
	}
	struct predictive_part *kept = ARENA_NEWN(p->arena, struct predictive_part, f.n);
	memcpy(kept, f.part, f.n * sizeof *kept);
	f.part = kept;
	f.traps = f.e && tir_node_traps(f.e);
	for (uint32_t k = 0; k < f.n; k++)
		f.traps |= p->form.at[f.part[k].at.form].traps;
	VEC_PUSH(p->arena, &p->form, f);
	return i;
}

uint32_t predictive_sum(struct predictive *p, enum tir_op op, struct tir_type t, uint32_t n,
        const struct predictive_part *part)
{
	struct predictive_form f = {.op = op, .n = n, .part = (struct predictive_part *)part};
	f.type = op == TIR_ADD ? predictive_wraps(t) : t;
	return unit_of(p, n, part, &f.lanes) ? find_form(p, f) : PREDICTIVE_NONE;
}

/* The form of a sum, minimum or maximum, and how far ahead it is; nowhere: a term has none, or none of them grows. */
static struct predictive_place place_of_sum(struct predictive *p, const struct tir_expr *e)
{
	struct predictive_term term[PREDICTIVE_TERMS];
	struct predictive_part part[PREDICTIVE_TERMS];
	uint32_t n = predictive_terms(p, e, term);
	int64_t least = INT64_MAX;
	for (uint32_t i = 0; i < n; i++) {
		if (term[i].at.form == PREDICTIVE_NONE)
			return nowhere;
		part[i] = (struct predictive_part){term[i].at, term[i].factor};
		if (!is_fixed(p, term[i].at.form) && term[i].at.shift < least)
			least = term[i].at.shift;
	}
	if (n < 2 || least == INT64_MAX)
		return nowhere;
	for (uint32_t i = 0; i < n; i++)
		part[i].at.shift -= is_fixed(p, part[i].at.form) ? 0 : least;
	qsort(part, n, sizeof *part, predictive_order);
	enum tir_op op = e->op == TIR_SUB ? TIR_ADD : (enum tir_op)e->op;
	return (struct predictive_place){predictive_sum(p, op, e->type, n, part), least};
}

/* ---- Other operators ---------------------------------------------------------------------*/
/* Is it computed lane by lane, from its operands alone? */
static bool is_plain(const struct tir_expr *e)
{
	if (tir_is_lazy(e) || e->n == 0 || e->n > PREDICTIVE_TERMS)
		return false;
	switch ((enum tir_op)e->op) {
	case TIR_ANY_ARITHMETIC:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_CHOICE:
	case TIR_CAST: return true;
	case TIR_CALL: return e->type.lanes == 1 && tir_call_effect(e) == TIR_PURE;
	case TIR_ANY_LEAF:
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_NOPS: break;
	}
	return false;
}

/* The form of any other operation, and how far ahead it is; nowhere: an operand has none, or they do not go on together. */
static struct predictive_place place_of_node(struct predictive *p, const struct tir_expr *e)
{
	struct predictive_part part[PREDICTIVE_TERMS];
	int64_t least = INT64_MAX;
	if (!is_plain(e))
		return nowhere;
	for (uint32_t i = 0; i < e->n; i++) {
		part[i] = (struct predictive_part){predictive_place(p, e->arg[i]), 1};
		if (part[i].at.form == PREDICTIVE_NONE ||
		        (e->arg[i]->type.lanes != e->type.lanes && !is_fixed(p, part[i].at.form)))
			return nowhere;
		if (!is_fixed(p, part[i].at.form) && part[i].at.shift < least)
			least = part[i].at.shift;
	}
	if (least == INT64_MAX)
		return nowhere;
	for (uint32_t i = 0; i < e->n; i++)
		part[i].at.shift -= is_fixed(p, part[i].at.form) ? 0 : least;
	struct predictive_form f = {
	        .op = (enum tir_op)e->op, .type = e->type, .e = e, .n = e->n, .part = part};
	if (!unit_of(p, e->n, part, &f.lanes))
		return nowhere;
	return (struct predictive_place){find_form(p, f), least};
}

/* A name of the loop's body stands for its value. */
static struct predictive_place place_of_name(struct predictive *p, const struct tir_expr *e)
{
	const struct tir_stmt *s = facts_definer(p->facts, e->u.var);
	if (!s || s->kind != TIR_BIND)
		return nowhere;
	return predictive_place(p, tir_as_bind(s)->value.e);
}

static bool is_steady(const struct predictive *p, const struct tir_expr *e)
{
	return !(e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS)) &&
	       facts_is_invariant(p->facts, e, p->number);
}

static void grow_seen(struct predictive *p)
{
	uint32_t n = p->m->nexprs + p->m->nexprs / 4 + 1;
	p->seen = arena_grow(p->arena, p->seen, p->nseen * sizeof *p->seen, n * sizeof *p->seen);
	memset(p->seen + p->nseen, 0, (n - p->nseen) * sizeof *p->seen);
	p->nseen = n;
}

struct predictive_seen *predictive_touch(struct predictive *p, const struct tir_expr *e)
{
	struct predictive_seen *s = &p->seen[e->id];
	if (!s->done && !s->met)
		VEC_PUSH(p->arena, &p->touched, e->id);
	return s;
}

struct predictive_place predictive_place(struct predictive *p, const struct tir_expr *e)
{
	struct predictive_place at = nowhere;
	if (e->id >= p->nseen)
		grow_seen(p);
	if (p->seen[e->id].done || p->depth == PREDICTIVE_DEPTH || p->nodes++ > PREDICTIVE_NODES)
		return p->seen[e->id].done ? p->seen[e->id].at : nowhere;
	p->depth++;
	*predictive_touch(p, e) = (struct predictive_seen){
	        true, p->seen[e->id].met, nowhere}; /* a name is never part of its own value */
	if (is_steady(p, e))
		at = place_of_fixed(p, e);
	else if (e->op == TIR_LOAD)
		at = place_of_load(p, e);
	else if (e->op == TIR_VAR)
		at = place_of_name(p, e);
	else if (predictive_is_sum(e))
		at = place_of_sum(p, e);
	else
		at = place_of_node(p, e);
	p->depth--;
	return p->seen[e->id].at = at;
}
