/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/keep/predictive_value.c: what an expression computes in an iteration, lane by lane, as a number.
 *
 * Idea.    Integers are sums modulo 2^bits of products of what is no sum, with constant factors; minima and maxima of
 *          integers are sets; all else is an operator and the numbers of its operands.  What is written alike up
 *          to the ring's laws has one number (test/rules/predictive.rules).  The loop's variable is a term, so
 *          `j + 1` in one iteration and `j` in the next are one.  A variable that is carried over n iterations is what the
 *          new name was n iterations before.  A signed sum of 32 bits and more does not overflow where the
 *          first program computes it, and the second one computes no other (predictive_sure.c): its cast to more bits is
 *          the sum of the casts.
 * Needs    verified expressions.
 * Costs    PREDICTED_STEPS nodes a loop.
 * Wrong if two values that may differ get one number: signedness counts in all operators but + - * and casts
 *          of one width. */
#include "proof/keep/predictive_value.h"

enum { MAX_KEY = 8 + 4 * PREDICTED_TERMS, MAX_NESTING = 512 };

struct at {
	struct predicted_when when;
	bool early;
};

/* ---- Expressions -------------------------------------------------------------------------*/
static uint32_t eval(struct predicted *x, const struct tir_expr *e, uint32_t lane, struct at at);

static uint32_t constant(struct predicted *x, uint32_t bits, int64_t c)
{
	struct sum s = {.bits = bits, .constant = (uint64_t)c};
	return proof_value_of_sum(x, &s);
}

static uint64_t type_word(struct tir_type t)
{
	return (uint64_t)t.code << 8 | t.bits;
}

/* The number of a sum, difference or product of two integers, as a sum; 0 with the reason: too many terms. */
static uint32_t ring_of(struct predicted *x, const struct tir_expr *e, uint32_t a, uint32_t b)
{
	struct sum s, t, out;
	if (!proof_value_sum(x, a, &s) || !proof_value_sum(x, b, &t))
		return proof_value_fail(x, "an integer is no sum");
	bool ok = e->op == TIR_MUL ? proof_value_multiply(x, &s, &t, &out)
	                           : proof_value_add(&s, &t, e->op == TIR_ADD ? 1 : UINT64_MAX);
	return ok ? proof_value_of_sum(x, e->op == TIR_MUL ? &out : &s)
	          : proof_value_fail(x, "a sum has too many terms");
}

static uint32_t eval_ring(struct predicted *x, const struct tir_expr *e, uint32_t lane,
        struct at at)
{
	uint32_t a = eval(x, e->arg[0], lane, at), b = a ? eval(x, e->arg[1], lane, at) : 0;
	return b ? ring_of(x, e, a, b) : 0;
}

/* Add the number to a minimum or maximum, whose head is the first two words. */
static bool add_extreme(const struct predicted *x, uint64_t *word, uint32_t *n, uint32_t value)
{
	struct sum s;
	const uint64_t *inside = NULL;
	if (proof_value_sum(x, value, &s) && s.n == 1 && s.constant == 0 && s.term[0].factor == 1)
		inside = proof_value_words(x, s.term[0].atom);
	bool same = inside && inside[0] == word[0] && inside[1] == word[1];
	uint32_t more = same ? x->values->key.at[s.term[0].atom].n - 2 : 1;
	for (uint32_t i = 0; i < more; i++) {
		uint64_t v = same ? inside[2 + i] : value;
		uint32_t k = 2;
		while (k < *n && word[k] < v)
			k++;
		if (k < *n && word[k] == v)
			continue;
		if (*n == MAX_KEY)
			return false;
		memmove(word + k + 1, word + k, ((*n)++ - k) * sizeof *word);
		word[k] = v;
	}
	return true;
}

/* The number of a minimum or maximum, whose operands are sorted; 0 with the reason: too many operands. */
static uint32_t eval_extreme(struct predicted *x, const struct tir_expr *e, uint32_t lane,
        struct at at)
{
	uint64_t word[MAX_KEY] = {KIND_EXTREME, (uint64_t)e->op << 32 | type_word(e->type)};
	uint32_t n = 2;
	for (uint32_t i = 0; i < 2; i++) {
		uint32_t v = eval(x, e->arg[i], lane, at);
		if (!v || !add_extreme(x, word, &n, v))
			return v ? proof_value_fail(x, "an extreme has too many operands") : 0;
	}
	return proof_value_as_sum(x, e->type, proof_value_number(x, n, word));
}

/* Any other operator, by the numbers of its operands. */
static uint32_t eval_node(struct predicted *x, const struct tir_expr *e, uint32_t lane,
        struct at at)
{
	uint64_t word[MAX_KEY] = {KIND_NODE, e->op, type_word(e->type), type_word(e->arg[0]->type)};
	for (uint32_t i = 0; i < e->n; i++) {
		word[4 + i] = eval(x, e->arg[i], lane, at);
		if (!word[4 + i])
			return 0;
	}
	return proof_value_as_sum(x, e->type, proof_value_number(x, 4 + e->n, word));
}

/* The number of a cast of what has that number; 0: that has none. */
static uint32_t cast_of(struct predicted *x, struct tir_type to, struct tir_type from,
        uint32_t value)
{
	uint64_t word[] = {KIND_NODE, TIR_CAST, type_word(to), type_word(from), value};
	uint32_t n = sizeof word / sizeof *word;
	return value ? proof_value_as_sum(x, to, proof_value_number(x, n, word)) : 0;
}

/* What is the same wherever it stands. */
static uint32_t leaf(struct predicted *x, const struct tir_expr *e, uint32_t lane)
{
	uint64_t word[] = {KIND_LEAF, e->id, lane};
	return proof_value_as_sum(x, e->type, proof_value_number(x, 3, word));
}

/* The number of a pure call on scalars; 0 with the reason: any other call. */
static uint32_t eval_call(struct predicted *x, const struct tir_expr *e, uint32_t lane,
        struct at at)
{
	uint64_t word[MAX_KEY] = {KIND_CALL, e->u.bits, type_word(e->type), e->n};
	bool scalar = e->type.lanes == 1 && e->n + 4 < MAX_KEY;
	for (uint32_t i = 0; i < e->n && scalar; i++)
		scalar = e->arg[i]->type.lanes == 1;
	if (!scalar || lane != 0 || tir_call_effect(e) != TIR_PURE)
		return proof_value_fail(x, "a call is not pure, or one on vectors");
	for (uint32_t i = 0; i < e->n; i++) {
		word[4 + i] = eval(x, e->arg[i], 0, at);
		if (!word[4 + i])
			return 0;
	}
	return proof_value_as_sum(x, e->type, proof_value_number(x, 4 + e->n, word));
}

/* ---- Variables and memory ----------------------------------------------------------------*/
/* What a name of the loop's body, before, stands for; NULL: it is none. */
static const struct tir_expr *value_in_body(const struct predicted *x, const struct tir_var *v)
{
	for (const struct tir_stmt *s = tir_as_for(x->before)->body.first; s; s = s->next)
		if (s->kind == TIR_BIND && tir_as_bind(s)->var == v)
			return tir_as_bind(s)->value.e;
	return NULL;
}

/* The carried variable that is loaded; NULL: it is none. */
static const struct predicted_carried *carried_by(const struct predicted *x,
        const struct tir_expr *load)
{
	for (uint32_t i = 0; i < x->ncarried; i++)
		if (x->carried[i].buffer == load->u.buffer)
			return &x->carried[i];
	return NULL;
}

/* The expression whose value a variable, or the load of one that is carried, has at that time, and in *at when that is computed;
 * NULL: it is none. */
static const struct tir_expr *stands_for(const struct predicted *x, const struct tir_expr *e,
        struct at *at)
{
	const struct predicted_carried *c = e->op == TIR_LOAD ? carried_by(x, e) : NULL;
	if (c && e->n == 1 && e->arg[0] == c->inside && c->age) {
		*at = (struct at){{at->when.on - c->age, at->when.first}, true};
		return x->next_value;
	}
	if (e->op != TIR_VAR)
		return NULL;
	const struct tir_expr *value = x->bound[e->u.var->id];
	if (e->u.var != x->next && value &&
	        !(value->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET)))
		return value;
	value = e->u.var == x->next ? x->next_value : value_in_body(x, e->u.var);
	if (e->u.var != x->next && !x->names && !at->when.on && !at->when.first)
		return NULL;
	at->early |= value != NULL;
	return value;
}

/* The number of a variable at that time: what it stands for, the loop's iteration, or a leaf. */
static uint32_t eval_var(struct predicted *x, const struct tir_expr *e, uint32_t lane, struct at at)
{
	const struct tir_for *l = tir_as_for(x->before);
	const struct tir_expr *value = stands_for(x, e, &at);
	if (value)
		return eval(x, value, lane, at);
	if (e->u.var != l->var)
		return leaf(x, e, lane);
	uint32_t j = at.when.first ? eval(x, l->min.e, 0, (struct at){{0, false}, false})
	                           : leaf(x, e, 0);
	struct sum s;
	if (!j || !proof_value_sum(x, j, &s))
		return proof_value_fail(x, "a loop's variable is no integer");
	s.constant += (uint64_t)at.when.on;
	return proof_value_of_sum(x, &s);
}

/* The number of a lane of a load, by buffer and numbers of indices; notes the load, whose memory is checked later.  0
 * with the reason. */
static uint32_t eval_load(struct predicted *x, const struct tir_expr *e, uint32_t lane,
        struct at at)
{
	const struct tir_expr *carried = stands_for(x, e, &at);
	if (carried)
		return eval(x, carried, lane, at);
	if (carried_by(x, e))
		return proof_value_fail(x, "a carried variable is read in part");
	uint64_t word[3 + TIR_MAX_RANK] = {KIND_LOAD, e->u.buffer->id, type_word(e->type)};
	if (e->u.buffer->elem.lanes != 1)
		return proof_value_fail(x, "an element is a vector");
	for (uint32_t i = 0; i < e->n; i++) {
		word[3 + i] = eval(x, e->arg[i], e->arg[i]->type.lanes > 1 ? lane : 0, at);
		if (!word[3 + i])
			return 0;
	}
	uint32_t value = proof_value_number(x, 3 + e->n, word);
	bool here = at.when.on == 0 && !at.when.first;
	if (!x->quiet)
		VEC_PUSH(x->arena, &x->loads, ((struct predicted_load){e, value, at.early, here}));
	return proof_value_as_sum(x, e->type, value);
}

/* ---- Casts -------------------------------------------------------------------------------*/
/* Is a cast between these a signed integer, whose sums do not overflow, as a wider one? */
static bool widens(struct tir_type from, struct tir_type to)
{
	return from.code == TIR_TYPE_INT && to.code == TIR_TYPE_INT && from.bits >= 32 &&
	       to.bits > from.bits;
}

static uint32_t eval_wide(struct predicted *x, const struct tir_expr *e, struct tir_type t,
        uint32_t lane, struct at at);

/* The number of a sum, difference or product, computed in the wider type: in this one none overflows. */
static uint32_t eval_wide_ring(struct predicted *x, const struct tir_expr *e, struct tir_type t,
        uint32_t lane, struct at at)
{
	uint32_t a = eval_wide(x, e->arg[0], t, lane, at);
	uint32_t b = a ? eval_wide(x, e->arg[1], t, lane, at) : 0;
	return b ? ring_of(x, e, a, b) : 0;
}

/* The number of the loop's variable, cast: it is as many iterations from now in the wider type, too. */
static uint32_t eval_wide_iteration(struct predicted *x, const struct tir_expr *e,
        struct tir_type t, struct at at)
{
	const struct predicted_when none = {0, false};
	const struct tir_expr *min = tir_as_for(x->before)->min.e;
	uint32_t j = at.when.first ? eval_wide(x, min, t, 0, (struct at){none, false})
	                           : cast_of(x, t, e->type, leaf(x, e, 0));
	struct sum s;
	if (!j || !proof_value_sum(x, j, &s))
		return proof_value_fail(x, "a loop's variable is no integer");
	s.constant += (uint64_t)at.when.on;
	return proof_value_of_sum(x, &s);
}

/* The number of a lane of e, a signed integer of 32 bits and more, cast to a wider one.  Where e is computed its sums do not
 * overflow: the cast of a sum is the sum of the casts. */
static uint32_t eval_wide(struct predicted *x, const struct tir_expr *e, struct tir_type t,
        uint32_t lane, struct at at)
{
	if (x->values->steps++ > PREDICTED_STEPS || x->values->nesting == MAX_NESTING)
		return proof_value_fail(x, "the loop is too large");
	uint32_t value;
	x->values->nesting++;
	struct at then = at;
	const struct tir_expr *meant = stands_for(x, e, &then);
	if (meant)
		value = eval_wide(x, meant, t, lane, then);
	else if (e->op == TIR_INT_IMM)
		value = constant(x, t.bits, e->u.i);
	else if (e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL)
		value = eval_wide_ring(x, e, t, lane, at);
	else if (e->op == TIR_CAST && widens(e->arg[0]->type, t))
		value = eval_wide(x, e->arg[0], t, lane, at);
	else if (e->op == TIR_BROADCAST)
		value = eval_wide(x, e->arg[0], t, lane % e->arg[0]->type.lanes, at);
	else if (e->op == TIR_VAR && e->u.var == tir_as_for(x->before)->var)
		value = eval_wide_iteration(x, e, t, at);
	else
		value = cast_of(x, t, e->type, eval(x, e, lane, at));
	x->values->nesting--;
	return value;
}

/* The number of a cast; one between signed and unsigned integers of one width changes no bit. */
static uint32_t eval_cast(struct predicted *x, const struct tir_expr *e, uint32_t lane,
        struct at at)
{
	struct tir_type from = e->arg[0]->type, to = e->type;
	if (tir_is_int(to) && tir_is_int(from) && to.bits == from.bits)
		return eval(x, e->arg[0], lane, at);
	return widens(from, to) ? eval_wide(x, e->arg[0], to, lane, at) : eval_node(x, e, lane, at);
}

/* ---- Lanes -------------------------------------------------------------------------------*/
static uint32_t eval_ramp(struct predicted *x, const struct tir_expr *e, uint32_t lane,
        struct at at)
{
	uint32_t a = eval(x, e->arg[0], 0, at), b = a ? eval(x, e->arg[1], 0, at) : 0;
	struct sum s, t;
	if (!b || e->arg[0]->type.lanes != 1)
		return 0;
	bool ok = proof_value_sum(x, a, &s) && proof_value_sum(x, b, &t) &&
	          proof_value_add(&s, &t, lane);
	return ok ? proof_value_of_sum(x, &s) : proof_value_fail(x, "a ramp has too many terms");
}

/* The number of the lane that a shuffle picks; 0 with the reason: its index is no constant of these vectors. */
static uint32_t eval_shuffle(struct predicted *x, const struct tir_expr *e, uint32_t lane,
        struct at at)
{
	const struct tir_expr *index = e->arg[e->u.nvectors + lane];
	int64_t l = index->op == TIR_INT_IMM ? index->u.i : -1;
	for (uint32_t i = 0; i < e->u.nvectors && l >= 0; i++) {
		if (l < e->arg[i]->type.lanes)
			return eval(x, e->arg[i], (uint32_t)l, at);
		l -= e->arg[i]->type.lanes;
	}
	return proof_value_fail(x, "a lane of a shuffle is not known");
}

/* The number of a lane of e, not looked up; 0 with the reason: an operand takes an address, has a mask or names a part of
 * itself. */
static uint32_t eval_kind(struct predicted *x, const struct tir_expr *e, uint32_t lane,
        struct at at)
{
	bool integer = tir_is_int(e->type);
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM: return integer ? constant(x, e->type.bits, e->u.i) : leaf(x, e, 0);
	case TIR_FLOAT_IMM:
	case TIR_STRING_IMM: return leaf(x, e, 0);
	case TIR_VAR: return eval_var(x, e, lane, at);
	case TIR_ANY_RING: return integer ? eval_ring(x, e, lane, at) : eval_node(x, e, lane, at);
	case TIR_ANY_EXTREME:
		return integer ? eval_extreme(x, e, lane, at) : eval_node(x, e, lane, at);
	case TIR_ANY_DIVISION:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_CHOICE: return eval_node(x, e, lane, at);
	case TIR_CAST: return eval_cast(x, e, lane, at);
	case TIR_RAMP: return eval_ramp(x, e, lane, at);
	case TIR_BROADCAST: return eval(x, e->arg[0], lane % e->arg[0]->type.lanes, at);
	case TIR_SHUFFLE: return eval_shuffle(x, e, lane, at);
	case TIR_LOAD: return eval_load(x, e, lane, at);
	case TIR_CALL: return eval_call(x, e, lane, at);
	case TIR_LET:
	case TIR_MASKED_LOAD:
	case TIR_BUFFER_DATA:
	case TIR_ADDRESS_OF:
	case TIR_NOPS: break;
	}
	return proof_value_fail(x,
	        "an operand takes an address, names a part of itself or has a mask");
}

/* The entry of e, lane and time in the table of what is done; its e is NULL if it is not there. */
static struct done *find(struct predicted *x, const struct done *d)
{
	struct predicted_values *v = x->values;
	uint64_t hash = proof_value_mix(proof_value_mix(d->e->id, (uint64_t)d->on),
	        (uint64_t)d->lane << 4 | (uint64_t)d->quiet << 3 | (uint64_t)d->first << 2 |
	                (uint64_t)d->early << 1 | d->names);
	uint32_t s = (uint32_t)hash & (v->most - 1);
	for (; v->done[s].e; s = (s + 1) & (v->most - 1)) {
		const struct done *o = &v->done[s];
		if (o->e == d->e && o->on == d->on && o->lane == d->lane && o->first == d->first &&
		        o->early == d->early && o->names == d->names && o->quiet == d->quiet)
			break;
	}
	return &v->done[s];
}

/* Make the table of what is done four times as large. */
static void grow_done(struct predicted *x)
{
	struct predicted_values *v = x->values;
	struct done *old = v->done;
	uint32_t n = v->most;
	v->most *= 4;
	v->done = ARENA_NEWN(x->arena, struct done, v->most);
	for (uint32_t i = 0; i < n; i++)
		if (old[i].e)
			*find(x, &old[i]) = old[i];
}

/* The number of a lane of e at that time, computed once; 0 with the reason: not known, or too much to do. */
static uint32_t eval(struct predicted *x, const struct tir_expr *e, uint32_t lane, struct at at)
{
	struct predicted_values *v = x->values;
	struct done d = {e, at.when.on, lane, 0, at.when.first, at.early, x->names, x->quiet};
	struct done *known = find(x, &d);
	if (known->e)
		return known->value;
	if (v->steps++ > PREDICTED_STEPS || v->nesting == MAX_NESTING)
		return proof_value_fail(x, "the loop is too large");
	v->nesting++;
	d.value = eval_kind(x, e, lane, at);
	v->nesting--;
	if (!d.value)
		return 0;
	if (2 * ++v->ndone > v->most)
		grow_done(x);
	*find(x, &d) = d;
	return d.value;
}

uint32_t proof_predicted_value(struct predicted *x, const struct tir_expr *e, uint32_t lane,
        struct predicted_when when)
{
	return eval(x, e, lane, (struct at){when, false});
}
