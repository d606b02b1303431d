/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/replay_form.c: sums of variables, as programs that run on symbols compute them.
 *
 * Idea.    Indices are sums of the loops' variables, and conditions and quotients of them are decided by the ranges of these; where
 *          they are not, by those of each part of a range.
 * Wrong if a number is said of a sum that it has for some values of its variables alone. */
#include "proof/replay/replay_form.h"

static const char large[] = "a number is too large";

/* ---- Sums --------------------------------------------------------------------------------*/
void proof_replay_forms_begin(struct replay *r)
{
	struct replay_form none = {.range = {0, 0}};
	r->forms->all.n = 0;
	r->forms->parts = false;
	VEC_PUSH(r->arena, &r->forms->all, none);
}

bool proof_replay_sum_of(const struct replay *r, const struct replay_symbol *x,
        struct replay_sum *out)
{
	*out = (struct replay_sum){.number = x->number};
	if (x->form)
		memcpy(out->factor, r->forms->all.at[x->form].factor, sizeof out->factor);
	return x->known || x->form;
}

bool proof_replay_add(struct replay_sum *s, const struct replay_sum *t, int64_t by)
{
	int64_t n;
	for (uint32_t i = 0; i < REPLAY_VARS; i++)
		if (__builtin_mul_overflow(t->factor[i], by, &n) ||
		        __builtin_add_overflow(s->factor[i], n, &s->factor[i]))
			return false;
	return !__builtin_mul_overflow(t->number, by, &n) &&
	       !__builtin_add_overflow(s->number, n, &s->number);
}

bool proof_replay_range(const struct replay *r, const struct replay_sum *s,
        struct replay_range *out)
{
	out->least = out->most = s->number;
	for (uint32_t i = 0; i < r->forms->nvars; i++) {
		int64_t by = s->factor[i], low, high;
		const struct replay_range *v = &r->forms->var[i];
		if (__builtin_mul_overflow(by, by < 0 ? v->most : v->least, &low) ||
		        __builtin_mul_overflow(by, by < 0 ? v->least : v->most, &high) ||
		        __builtin_add_overflow(out->least, low, &out->least) ||
		        __builtin_add_overflow(out->most, high, &out->most))
			return false;
	}
	return true;
}

/* Variables of one value are numbers. */
static bool without_fixed(const struct replay *r, struct replay_sum *s)
{
	for (uint32_t i = 0; i < r->forms->nvars; i++) {
		const struct replay_range *v = &r->forms->var[i];
		int64_t n;
		if (v->least != v->most || !s->factor[i])
			continue;
		if (__builtin_mul_overflow(s->factor[i], v->least, &n) ||
		        __builtin_add_overflow(s->number, n, &s->number))
			return false;
		s->factor[i] = 0;
	}
	return true;
}

/* The number of the sum's form. */
static uint32_t form_of(struct replay *r, const struct replay_sum *s)
{
	struct replay_forms *f = r->forms;
	struct replay_form form = {.range = {0, 0}};
	for (uint32_t i = 0; i < f->all.n; i++)
		if (!memcmp(f->all.at[i].factor, s->factor, sizeof s->factor))
			return i;
	memcpy(form.factor, s->factor, sizeof form.factor);
	VEC_PUSH(r->arena, &f->all, form);
	return f->all.n - 1;
}

bool proof_replay_of_sum(struct replay *r, const struct replay_sum *s, struct replay_symbol *out)
{
	struct replay_sum own = *s;
	struct replay_range range;
	if (!without_fixed(r, &own) || !proof_replay_range(r, &own, &range))
		return proof_replay_unknown(r, large);
	uint32_t form = form_of(r, &own);
	*out = proof_replay_number(own.number);
	for (uint32_t i = 0; form && i < r->forms->nvars; i++) {
		struct replay_symbol by = proof_replay_number(own.factor[i]),
		                     var = proof_replay_atom(10, i, 0);
		proof_replay_ring(TIR_MUL, TIR_INT64, &var, &by, &var);
		proof_replay_ring(TIR_ADD, TIR_INT64, out, &var, out);
	}
	out->form = form;
	out->number = own.number;
	out->known = !form;
	out->exact = out->bounded = true;
	out->least = range.least;
	out->most = range.most;
	return true;
}

/* ---- Conditions --------------------------------------------------------------------------*/
bool proof_replay_part(struct replay *r, const struct replay_sum *s)
{
	struct replay_forms *f = r->forms;
	uint32_t v = f->nvars, n = 0;
	for (uint32_t i = 0; i < f->nvars; i++)
		if (s->factor[i] && f->var[i].least < f->var[i].most) {
			v = i;
			n++;
		}
	struct replay_sum own = *s;
	if (n != 1 || !without_fixed(r, &own) || own.number == INT64_MIN ||
	        own.factor[v] == INT64_MIN)
		return proof_replay_unknown(r, "a condition depends on several loops");
	int64_t by = own.factor[v];
	f->at = by > 0 ? -proof_floor(own.number, by) : proof_floor(own.number, -by) + 1;
	if (f->at <= f->var[v].least || f->at > f->var[v].most)
		return proof_replay_unknown(r, "a condition is not decided");
	f->part = v;
	f->parts = true;
	return proof_replay_unknown(r, "a loop is to be parted");
}

bool proof_replay_at_least_0(struct replay *r, const struct replay_sum *s, bool *holds)
{
	struct replay_range range;
	if (!proof_replay_range(r, s, &range))
		return proof_replay_unknown(r, large);
	*holds = range.least >= 0;
	return range.least >= 0 || range.most < 0 || proof_replay_part(r, s);
}

bool proof_replay_divide(struct replay *r, const struct replay_sum *s, int64_t by,
        struct replay_sum *quotient, struct replay_sum *rest)
{
	struct replay_range range;
	struct replay_sum next;
	*quotient = (struct replay_sum){.number = proof_floor(s->number, by)};
	*rest = (struct replay_sum){.number = s->number - quotient->number * by};
	for (uint32_t i = 0; i < REPLAY_VARS; i++) {
		bool whole = s->factor[i] % by == 0;
		quotient->factor[i] = whole ? s->factor[i] / by : 0;
		rest->factor[i] = whole ? 0 : s->factor[i];
	}
	if (!proof_replay_range(r, rest, &range))
		return proof_replay_unknown(r, large);
	int64_t more = proof_floor(range.least, by), last = proof_floor(range.most, by), n;
	if (__builtin_mul_overflow(more, by, &n) ||
	        __builtin_sub_overflow(rest->number, n, &rest->number) ||
	        __builtin_add_overflow(quotient->number, more, &quotient->number))
		return proof_replay_unknown(r, large);
	next = *rest;
	next.number -= by;
	return more == last || proof_replay_part(r, &next);
}

/* ---- Operations --------------------------------------------------------------------------*/
static bool fits(const struct replay *r, struct tir_type t, const struct replay_sum *s)
{
	struct replay_range range;
	if (!tir_is_int(t) || !proof_replay_range(r, s, &range))
		return false;
	if (t.code == TIR_TYPE_UINT)
		return range.least >= 0 && (t.bits >= 63 || range.most < INT64_C(1) << t.bits);
	return t.bits >= 64 || (range.least >= -(INT64_C(1) << (t.bits - 1)) &&
	                               range.most < INT64_C(1) << (t.bits - 1));
}

static enum replay_answer made(struct replay *r, struct tir_type t, const struct replay_sum *s,
        struct replay_symbol *out)
{
	if (!fits(r, t, s))
		return REPLAY_OTHER;
	return proof_replay_of_sum(r, s, out) ? REPLAY_DONE : REPLAY_FAILED;
}

/* Is `sign` * (a - b) + more at least 0? */
static enum replay_answer compared(struct replay *r, const struct replay_sum *a,
        const struct replay_sum *b, int64_t sign, int64_t more, bool *holds)
{
	struct replay_sum d = {.number = more};
	if (!proof_replay_add(&d, a, sign) || !proof_replay_add(&d, b, -sign))
		return REPLAY_OTHER;
	return proof_replay_at_least_0(r, &d, holds) ? REPLAY_DONE : REPLAY_FAILED;
}

/* The quotient or remainder of a linear form by a constant, where its parts divide evenly or stay within one quotient;
 * REPLAY_OTHER: there is no such form. */
static enum replay_answer divided(struct replay *r, enum tir_op op, struct tir_type t,
        const struct replay_sum *a, int64_t by, struct replay_symbol *out)
{
	struct replay_sum quotient, rest;
	struct replay_range range;
	bool floors = op == TIR_FLOORDIV || op == TIR_FLOORMOD || op == TIR_SHR || op == TIR_BITAND;
	bool is_quotient = op == TIR_FLOORDIV || op == TIR_DIV || op == TIR_SHR;
	if (by <= 0 || !proof_replay_range(r, a, &range) || (!floors && range.least < 0))
		return REPLAY_OTHER;
	if (!proof_replay_divide(r, a, by, &quotient, &rest))
		return r->forms->parts ? REPLAY_FAILED : REPLAY_OTHER;
	return made(r, t, is_quotient ? &quotient : &rest, out);
}

/* a or b, whichever is less, or not. */
static enum replay_answer chosen(struct replay *r, enum tir_op op, struct tir_type t,
        const struct replay_sum *a, const struct replay_sum *b, struct replay_symbol *out)
{
	bool first = false;
	enum replay_answer answer = compared(r, a, b, op == TIR_MAX ? 1 : -1, 0, &first);
	return answer == REPLAY_DONE ? made(r, t, first ? a : b, out) : answer;
}

/* Whether a comparison of two linear forms holds in the whole case; REPLAY_FAILED: in part of it alone, which r->forms
 * says. */
static enum replay_answer comparison(struct replay *r, enum tir_op op, const struct replay_sum *a,
        const struct replay_sum *b, struct replay_symbol *out)
{
	bool less = op == TIR_LT || op == TIR_LE, strict = op == TIR_LT || op == TIR_GT, holds, up;
	enum replay_answer answer;
	if (op == TIR_EQ || op == TIR_NE) {
		answer = compared(r, a, b, 1, 0, &up);
		if (answer == REPLAY_DONE)
			answer = compared(r, a, b, -1, 0, &holds);
		if (answer == REPLAY_DONE)
			*out = proof_replay_number((up && holds) == (op == TIR_EQ));
		return answer;
	}
	answer = compared(r, a, b, less ? -1 : 1, strict ? -1 : 0, &holds);
	if (answer == REPLAY_DONE)
		*out = proof_replay_number(holds);
	return answer;
}

enum replay_answer proof_replay_linear(struct replay *r, enum tir_op op, struct tir_type t,
        const struct replay_symbol *x, const struct replay_symbol *y, struct replay_symbol *out)
{
	struct replay_sum a, b, s = {.number = 0};
	if (!r->forms || !proof_replay_sum_of(r, x, &a) || !proof_replay_sum_of(r, y, &b) ||
	        !tir_is_int(t))
		return REPLAY_OTHER;
	switch (op) {
	case TIR_ADD:
	case TIR_SUB:
		return proof_replay_add(&s, &a, 1) &&
		                       proof_replay_add(&s, &b, op == TIR_ADD ? 1 : -1)
		               ? made(r, t, &s, out)
		               : REPLAY_OTHER;
	case TIR_MUL:
		if (x->form && y->form)
			return REPLAY_OTHER;
		return proof_replay_add(&s, x->form ? &a : &b, x->form ? y->number : x->number)
		               ? made(r, t, &s, out)
		               : REPLAY_OTHER;
	case TIR_MIN:
	case TIR_MAX: return chosen(r, op, t, &a, &b, out);
	case TIR_FLOORDIV:
	case TIR_FLOORMOD:
	case TIR_DIV:
	case TIR_MOD: return y->known ? divided(r, op, t, &a, y->number, out) : REPLAY_OTHER;
	case TIR_SHL:
		return y->known && y->number >= 0 && y->number < 32 &&
		                       proof_replay_add(&s, &a, INT64_C(1) << y->number)
		               ? made(r, t, &s, out)
		               : REPLAY_OTHER;
	case TIR_SHR:
		return y->known && y->number >= 0 && y->number < 32
		               ? divided(r, op, t, &a, INT64_C(1) << y->number, out)
		               : REPLAY_OTHER;
	case TIR_BITAND:
		return y->known && y->number > 0 && y->number < INT32_MAX &&
		                       !(y->number & (y->number + 1))
		               ? divided(r, op, t, &a, y->number + 1, out)
		               : REPLAY_OTHER;
	case TIR_ANY_COMPARISON: return comparison(r, op, &a, &b, out);
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_BITNOT:
	case TIR_ANY_LEAF:
	case TIR_ANY_LOGIC:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return REPLAY_OTHER;
}

bool proof_replay_linear_cast(struct replay *r, struct tir_type to, const struct replay_symbol *x)
{
	struct replay_sum s;
	return r->forms && proof_replay_sum_of(r, x, &s) && fits(r, to, &s);
}
