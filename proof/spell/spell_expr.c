/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/spell/spell_expr.c: what number an expression stands for.
 *
 * Idea.    An operation on integers is done on whole numbers: it is that number if its type holds it.  If its type perhaps does not
 *          hold it, it is that number cut off; but signed numbers of 32 bits and more do not overflow in the first program.  The
 *          second one must not do what the first one does not: what it loads, divides by and adds up was loaded, divided by
 *          and added up before, in the same place of the same statement, or cannot fail.
 * Needs    a statement of either program, the first one's read before the second one's.
 * Costs    each node once a statement, and SPELL_STEPS in all.
 * Wrong if an expression that may be another number gets the same one. */
#include "proof/spell/spell.h"

bool proof_spell_fails(struct spell *s, const char *why)
{
	if (!s->why)
		s->why = why;
	return false;
}

static uint32_t too_much(struct spell *s)
{
	proof_spell_fails(s, "there is too much to do");
	return SPELL_NONE;
}

void proof_spell_begin(struct spell *s)
{
	s->stamp++;
	s->side[0].effects = s->side[1].effects = 0;
	s->place = 0;
}

static void set(struct spell *s, const struct tir_var *v, uint32_t sum)
{
	struct spell_side *x = &s->side[s->now];
	while (x->var.n <= v->id)
		VEC_PUSH(s->arena, &x->var, 0);
	x->var.at[v->id] = sum + 1;
}

bool proof_spell_set(struct spell *s, const struct tir_var *v, uint32_t sum)
{
	const struct spell_side *y = &s->side[!s->now];
	set(s, v, sum);
	/* buffers, which both programs share, may name it */
	return v->id >= y->var.n || !y->var.at[v->id] || y->var.at[v->id] == sum + 1 ||
	       proof_spell_fails(s, "a variable is another one");
}

/* ---- Types -------------------------------------------------------------------------------*/
/* Between which numbers it is; not known: of floats, vectors and the like, and of unsigned ones of 64 bits. */
static struct proof_bounds of_type(struct tir_type t)
{
	bool sign = t.code == TIR_TYPE_INT, is_bool = t.code == TIR_TYPE_BOOL;
	if (t.lanes != 1 || (!is_bool && ((!sign && t.code != TIR_TYPE_UINT) || t.bits < 1 ||
	                                         t.bits > (sign ? 64 : 63))))
		return (struct proof_bounds){0};
	proof_wide end = (proof_wide)1 << (is_bool ? 1 : t.bits - (sign ? 1 : 0));
	return (struct proof_bounds){sign ? -end : 0, end - 1, true};
}

static bool is_number(struct tir_type t)
{
	return of_type(t).known;
}

static bool is_within(struct proof_bounds a, struct proof_bounds b)
{
	return a.known && b.known && a.lo >= b.lo && a.hi <= b.hi;
}

static uint32_t word_of_type(struct tir_type t)
{
	return (uint32_t)t.code << 24 | (uint32_t)t.bits << 16 | t.lanes;
}

/* ---- What the first program does ---------------------------------------------------------*/
/* The first program does this here, so the second one may; did the first one, in this place or in one around? */
static bool does(struct spell *s, uint32_t what, uint32_t x, uint32_t y)
{
	uint32_t word[5] = {what, x, y, s->place, s->stamp};
	if (!s->now) {
		proof_spell_atom(s, SPELL_DONE, 5, word, (struct proof_bounds){0});
		return true;
	}
	while (proof_spell_find(s, SPELL_DONE, 5, word) == SPELL_NONE) {
		if (!word[3])
			return false;
		word[3] = spell_words(s, word[3] - 1)[0];
	}
	return true;
}

/* The place where the condition does or does not hold. */
static uint32_t place_of(struct spell *s, uint32_t around, uint32_t condition, bool holds)
{
	int64_t n;
	if (proof_spell_is_number(s, condition, &n) && (n != 0) == holds)
		return around;
	uint32_t word[3] = {around, condition, holds};
	return 1 + proof_spell_atom(s, SPELL_PLACE, 3, word, (struct proof_bounds){0});
}

static bool is_around(const struct spell *s, uint32_t place, uint32_t inner)
{
	while (inner && inner != place)
		inner = spell_words(s, inner - 1)[0];
	return inner == place;
}

/* ---- Results -----------------------------------------------------------------------------*/
/* Does the type hold it? */
static bool fits(struct spell *s, uint32_t sum, struct tir_type t)
{
	return is_within(proof_spell_bounds(s, sum), of_type(t)) ||
	       (t.code == TIR_TYPE_INT && is_number(t) && proof_spell_is_part(s, sum, t.bits));
}

/* The number, cut off to the type. */
static uint32_t cut(struct spell *s, uint32_t sum, struct tir_type t)
{
	uint32_t word[2] = {sum, word_of_type(t)};
	if (fits(s, sum, t))
		return sum;
	return proof_spell_single(s, proof_spell_atom(s, SPELL_WRAPS, 2, word, of_type(t)));
}

/* What an operation of that type with that exact result is. */
static uint32_t held(struct spell *s, uint32_t sum, struct tir_type t)
{
	if (sum == SPELL_NONE)
		return too_much(s);
	if (t.code != TIR_TYPE_INT || t.bits < 32)
		return cut(s, sum, t);
	if (!s->now) {
		for (uint32_t bits = t.bits; bits <= 64; bits += 32)
			does(s, bits, sum, 0);
	} else if (!fits(s, sum, t) && !does(s, t.bits, sum, 0)) {
		proof_spell_fails(s, "a signed number might overflow");
		return SPELL_NONE;
	}
	return sum;
}

/* Room for n words: the few at hand, or others. */
static uint32_t *room_for(struct spell *s, uint32_t n, uint32_t few[SPELL_WORDS])
{
	return n <= SPELL_WORDS ? few : ARENA_NEWN(s->arena, uint32_t, n);
}

/* Does the load with these indices lie in its buffer, so that it cannot fail? */
static bool is_inside(struct spell *s, const struct tir_expr *e, const uint32_t *arg)
{
	const struct tir_buffer *b = e->u.buffer;
	bool inside = e->op == TIR_LOAD && e->type.lanes == 1 && e->n == b->ndim;
	for (uint32_t i = 0; inside && i < e->n; i++) {
		struct proof_bounds of = {0, b->shape[i]->u.i - 1, true};
		inside = b->shape[i]->op == TIR_INT_IMM &&
		         is_within(proof_spell_bounds(s, arg[i]), of);
	}
	return inside;
}

/* An operation that is not taken apart, of operands with these numbers. */
static uint32_t opaque(struct spell *s, const struct tir_expr *e, const uint32_t *arg)
{
	uint32_t few[SPELL_WORDS], *word = room_for(s, 2 * e->n + 6, few), n = 0;
	bool reads = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_CALL;
	bool memory = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_BUFFER_DATA ||
	              e->op == TIR_ADDRESS_OF;
	uint64_t bits = memory ? spell_memory_of(s, e->u.buffer)->id : e->u.bits;
	word[n++] = word_of_type(e->type);
	word[n++] = (uint32_t)bits;
	word[n++] = (uint32_t)(bits >> 32);
	word[n++] = reads ? s->stamp : 0;
	word[n++] = s->side[s->now].effects;
	for (uint32_t i = 0; i < e->n; i++) {
		struct tir_type t = e->arg[i]->type;
		word[n++] = arg[i];
		word[n++] = (e->op == TIR_LOAD || e->op == TIR_CAST) && is_number(t)
		                    ? 0
		                    : word_of_type(t);
	}
	uint32_t a = proof_spell_atom(s, e->op, n, word, of_type(e->type));
	bool acts = e->op == TIR_CALL && e->flags & TIR_HAS_EFFECT &&
	            (tir_call_effect(e) == TIR_OPAQUE || tir_call_effect(e) == TIR_NORETURN);
	if (!acts && e->op != TIR_LOAD && e->op != TIR_MASKED_LOAD && !tir_node_traps(e))
		return proof_spell_single(s, a);
	s->side[s->now].effects += acts;
	/* what has an effect is done in this very place */
	if (!does(s, 0, a, acts ? 1 + s->place : 0) && !is_inside(s, e, arg)) {
		proof_spell_fails(s, "what is loaded, divided or called perhaps was not before");
		return SPELL_NONE;
	}
	return proof_spell_single(s, a);
}

/* ---- Operations --------------------------------------------------------------------------*/
/* A quotient or remainder of whole numbers; SPELL_NONE: it is not taken apart. */
static uint32_t divided(struct spell *s, const struct tir_expr *e, uint32_t a, uint32_t b)
{
	bool floors = e->op == TIR_FLOORDIV || e->op == TIR_FLOORMOD;
	bool rest = e->op == TIR_MOD || e->op == TIR_FLOORMOD;
	struct proof_bounds x = proof_spell_bounds(s, a), y = proof_spell_bounds(s, b);
	int64_t c;
	if (!y.known || (y.lo <= 0 && !does(s, 1, a, b)))
		return SPELL_NONE;
	does(s, 1, a, b);
	bool above = x.known && x.lo >= 0;
	if (proof_spell_is_number(s, b, &c) && c > 0 && (floors || above)) {
		uint32_t q = proof_spell_floor(s, a, c);
		return q == SPELL_NONE || !rest ? q : proof_spell_add(s, a, q, -c);
	}
	uint32_t quotient, remains;
	if (floors && proof_spell_split(s, a, b, &quotient, &remains))
		return rest ? remains : quotient;
	/* what is not negative is rounded to zero and down alike; a divisor is not 0 */
	bool down = floors || (above && y.lo >= 0);
	uint32_t word[2] = {a, b};
	struct proof_bounds q = of_type(e->type);
	if (x.known && y.lo >= 0) {
		proof_wide least = y.lo > 0 ? y.lo : 1;
		q = above ? (struct proof_bounds){0, x.hi / least, true}
		          : (struct proof_bounds){
		                    x.lo / least - 1, x.hi < 0 ? 0 : x.hi / least, true};
	}
	if (rest && y.known && y.lo >= 0) {
		q = (struct proof_bounds){down ? 0 : 1 - y.hi, y.hi - 1, true};
		if (above && x.hi < q.hi)
			q.hi = x.hi;
	}
	enum tir_op op = rest ? (down ? TIR_FLOORMOD : TIR_MOD) : down ? TIR_FLOORDIV : TIR_DIV;
	return proof_spell_single(s, proof_spell_atom(s, op, 2, word, q));
}

/* Is n one less than a power of two? */
static bool is_mask(int64_t n)
{
	return n > 0 && n < INT64_C(1) << 62 && !(n & (n + 1));
}

/* A shift or mask by a constant of whole numbers; SPELL_NONE: it is not taken apart. */
static uint32_t shifted(struct spell *s, const struct tir_expr *e, uint32_t a, uint32_t b)
{
	int64_t c;
	uint32_t x;
	if (e->op == TIR_BITAND && !proof_spell_is_number(s, b, &c)) {
		x = a;
		a = b;
		b = x;
	}
	if (!proof_spell_is_number(s, b, &c))
		return SPELL_NONE;
	if (e->op == TIR_BITAND) {
		x = is_mask(c) ? proof_spell_floor(s, a, c + 1) : SPELL_NONE;
		return x == SPELL_NONE ? x : proof_spell_add(s, a, x, -(c + 1));
	}
	if (c < 0 || c >= e->type.bits || c > 61)
		return SPELL_NONE;
	if (e->op == TIR_SHR)
		return proof_spell_floor(s, a, INT64_C(1) << c);
	x = proof_spell_add(s, proof_spell_number(s, 0), a, INT64_C(1) << c);
	return x != SPELL_NONE && is_within(proof_spell_bounds(s, x), of_type(e->type))
	               ? x
	               : SPELL_NONE;
}

/* A comparison as whether a difference is 0, or at least 0. */
static uint32_t compared(struct spell *s, enum tir_op op, uint32_t a, uint32_t b)
{
	bool turned = op == TIR_LT || op == TIR_LE, strict = op == TIR_LT || op == TIR_GT;
	uint32_t d = proof_spell_add(s, turned ? b : a, turned ? a : b, -1);
	if (d == SPELL_NONE)
		return d;
	if (op == TIR_EQ || op == TIR_NE) {
		d = proof_spell_is_0(s, d);
		return d == SPELL_NONE || op == TIR_EQ ? d : proof_spell_not(s, d);
	}
	d = strict ? proof_spell_add(s, d, proof_spell_number(s, 1), -1) : d;
	return d == SPELL_NONE ? d : proof_spell_at_least_0(s, d);
}

/* How many ones a number that is not negative has, in whatever type; SPELL_NONE: it is another call. */
static uint32_t ones(struct spell *s, const struct tir_expr *e, const uint32_t *arg)
{
	if (e->op != TIR_CALL || e->u.call.builtin != TIR_BUILTIN_POPCOUNT ||
	        !proof_spell_bounds(s, arg[0]).known || proof_spell_bounds(s, arg[0]).lo < 0)
		return SPELL_NONE;
	uint32_t word[2] = {TIR_BUILTIN_POPCOUNT, arg[0]};
	struct proof_bounds b = {0, e->arg[0]->type.bits, true};
	return proof_spell_single(s, proof_spell_atom(s, TIR_CALL, 2, word, b));
}

/* The number of e, whose operands are numbers; SPELL_NONE: it is not taken apart, or, with the reason, it fails. */
static uint32_t operation(struct spell *s, const struct tir_expr *e, const uint32_t *arg)
{
	uint32_t x = SPELL_NONE;
	switch ((enum tir_op)e->op) {
	case TIR_ADD: return held(s, proof_spell_add(s, arg[0], arg[1], 1), e->type);
	case TIR_SUB:
		x = proof_spell_add(s, arg[0], arg[1], -1);
		return held(s, x == SPELL_NONE ? x : proof_spell_difference(s, x), e->type);
	case TIR_MUL:
		x = proof_spell_multiply(s, arg[0], arg[1]);
		if (x == SPELL_NONE) { /* it is too large a sum */
			uint32_t word[2] = {arg[0] < arg[1] ? arg[0] : arg[1],
			        arg[0] < arg[1] ? arg[1] : arg[0]};
			x = proof_spell_single(s,
			        proof_spell_atom(s, TIR_MUL, 2, word, (struct proof_bounds){0}));
		}
		return held(s, x, e->type);
	case TIR_ANY_DIVISION:
		x = divided(s, e, arg[0], arg[1]);
		return x == SPELL_NONE ? x : cut(s, x, e->type);
	case TIR_BITAND:
	case TIR_ANY_SHIFT: return shifted(s, e, arg[0], arg[1]);
	case TIR_MIN:
	case TIR_MAX: return proof_spell_extreme(s, e->op == TIR_MAX, arg[0], arg[1]);
	case TIR_ANY_COMPARISON: return compared(s, (enum tir_op)e->op, arg[0], arg[1]);
	case TIR_NOT: return proof_spell_not(s, arg[0]);
	case TIR_CAST:
		if (e->type.code == TIR_TYPE_BOOL && e->arg[0]->type.code != TIR_TYPE_BOOL)
			return compared(s, TIR_NE, arg[0], proof_spell_number(s, 0));
		return cut(s, arg[0], e->type);
	case TIR_AND: return proof_spell_both(s, arg[0], arg[1]);
	case TIR_OR:
		x = proof_spell_both(s, proof_spell_not(s, arg[0]), proof_spell_not(s, arg[1]));
		return x == SPELL_NONE ? x : proof_spell_not(s, x);
	case TIR_ANY_CHOICE: return proof_spell_choice(s, arg[0], arg[1], arg[2]);
	case TIR_ANY_LEAF:
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_BITNOT:
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_NOPS: break;
	case TIR_CALL: return ones(s, e, arg);
	}
	return x;
}

static bool are_numbers(const struct tir_expr *e)
{
	bool all = is_number(e->type);
	for (uint32_t i = 0; all && i < e->n; i++)
		all = is_number(e->arg[i]->type);
	return all;
}

/* ---- Expressions -------------------------------------------------------------------------*/
/* The sum that the variable is: as it was set, or an atom of its own. */
static uint32_t variable(struct spell *s, const struct tir_var *v)
{
	const struct spell_side *x = &s->side[s->now];
	uint32_t word = v->id;
	if (v->id < x->var.n && x->var.at[v->id])
		return x->var.at[v->id] - 1;
	struct proof_bounds b = of_type(v->type);
	if (proof_is_size(s->f, v))
		b.lo = 0;
	return proof_spell_single(s, proof_spell_atom(s, TIR_VAR, 1, &word, b));
}

static uint32_t read(struct spell *s, const struct tir_expr *e);

/* The operands' numbers, each in its place: of a lazy node those from 1 on are computed under the first. */
static bool read_args(struct spell *s, const struct tir_expr *e, uint32_t *arg)
{
	uint32_t around = s->place;
	bool lazy = tir_is_lazy(e);
	for (uint32_t i = 0; i < e->n; i++) {
		if (lazy && i)
			s->place = place_of(s, around, arg[0],
			        e->op == TIR_AND || (e->op != TIR_OR && i == 1));
		arg[i] = read(s, e->arg[i]);
		s->place = around;
		if (arg[i] == SPELL_NONE)
			return false;
	}
	return true;
}

/* e's number, which is not known yet. */
static uint32_t read_new(struct spell *s, const struct tir_expr *e)
{
	uint32_t few[SPELL_WORDS], *arg, x;
	if (e->op == TIR_VAR)
		return variable(s, e->u.var);
	if (e->op == TIR_INT_IMM && is_number(e->type))
		return proof_spell_number(s, e->u.i);
	if (e->op == TIR_LET) {
		x = read(s, e->arg[0]);
		if (x == SPELL_NONE)
			return x;
		set(s, e->u.var, x);
		return read(s, e->arg[1]);
	}
	if (e->n > SPELL_OPERANDS)
		return too_much(s);
	arg = room_for(s, e->n, few);
	if (!read_args(s, e, arg))
		return SPELL_NONE;
	x = are_numbers(e) ? operation(s, e, arg) : SPELL_NONE;
	if (x != SPELL_NONE || s->why)
		return x;
	bool commutes = tir_ops[e->op].commutes && are_numbers(e);
	if (commutes && arg[0] > arg[1]) {
		x = arg[0];
		arg[0] = arg[1];
		arg[1] = x;
	}
	return opaque(s, e, arg);
}

/* Read e, unless it was read before in a place around this one. */
static uint32_t read(struct spell *s, const struct tir_expr *e)
{
	struct spell_side *x = &s->side[s->now];
	if (!s->steps || s->depth > SPELL_DEPTH)
		return too_much(s);
	s->steps--;
	while (x->memo.n <= e->id)
		VEC_PUSH(s->arena, &x->memo, (struct spell_memo){0});
	struct spell_memo *m = &x->memo.at[e->id];
	bool once = e->flags & TIR_HAS_EFFECT; /* it is done again where it stands again */
	if (!once && m->stamp == s->stamp && is_around(s, m->place, s->place))
		return m->number;
	s->depth++;
	uint32_t n = read_new(s, e);
	s->depth--;
	if (n != SPELL_NONE)
		x->memo.at[e->id] = (struct spell_memo){s->stamp, s->place, n};
	return n;
}

uint32_t proof_spell_read(struct spell *s, const struct tir_expr *e)
{
	uint32_t n = read(s, e);
	if (n == SPELL_NONE)
		proof_spell_fails(s, "an operand is not understood");
	return n;
}
