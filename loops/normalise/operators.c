/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/operators.c: one operation for what several say.
 *
 * Idea    Where nothing is negative truncdiv is //, truncmod is %, and in an index a shift to the right is // and a mask %.  The
 *         greater of two numbers less the lesser, and a choice between a difference and its contrary by its sign, are the
 *         absolute difference, T.abs of the difference in 32 bits.  A product with a choice of 0 is a choice of the product.
 *         The ones of a widened byte are those of the byte.
 * Needs   flat statements.
 * Keeps   the numbers; what a choice does not load is not loaded.
 * Costs   the nodes of the text, and AFFINE_NODES for each choice. */
#include "loops/normalise/respell.h"

static bool limits(const struct respell *r, const struct tir_expr *e, int64_t *lo, int64_t *hi)
{
	return range_limits(r->facts, e, lo, hi);
}

static bool is_integer(struct tir_type t)
{
	return t.lanes == 1 && (t.code == TIR_TYPE_INT || t.code == TIR_TYPE_UINT);
}

/* ---- Quotients ---------------------------------------------------------------------------*/
/* // and % for truncdiv and truncmod of what is not negative by what is above 0; NULL: it is another node. */
static const struct tir_expr *as_floor(struct respell *r, const struct tir_expr *was,
        const struct tir_expr *e)
{
	int64_t lo, hi;
	if ((was->op != TIR_DIV && was->op != TIR_MOD) || !is_integer(was->type) ||
	        !limits(r, was->arg[0], &lo, &hi) || lo < 0 || !limits(r, was->arg[1], &lo, &hi) ||
	        lo < 0)
		return NULL;
	return tir_binary(r->m, was->op == TIR_DIV ? TIR_FLOORDIV : TIR_FLOORMOD, e->arg[0],
	        e->arg[1]);
}

/* A shift to the right of an index as a quotient, a mask of one as a remainder; NULL: it is another node. */
static const struct tir_expr *as_quotient(struct respell *r, const struct tir_expr *was,
        const struct tir_expr *e)
{
	int64_t lo, hi;
	bool mask = was->op == TIR_BITAND, first = mask && was->arg[0]->op == TIR_INT_IMM;
	if ((was->op != TIR_SHR && !mask) || was->type.code != TIR_TYPE_INT ||
	        was->type.bits < 32 || was->type.lanes != 1)
		return NULL;
	const struct tir_expr *x = was->arg[first], *by = was->arg[!first];
	if (by->op != TIR_INT_IMM || by->u.i < 0 || x->flags & TIR_READS_MEM ||
	        !limits(r, x, &lo, &hi) || lo < 0)
		return NULL;
	int64_t n = by->u.i;
	if (mask ? (n & (n + 1)) || n >= INT32_MAX : n > 30)
		return NULL;
	return tir_binary(r->m, mask ? TIR_FLOORMOD : TIR_FLOORDIV, e->arg[first],
	        tir_int(r->m, was->type, mask ? n + 1 : INT64_C(1) << n));
}

/* ---- Absolute differences ----------------------------------------------------------------*/
/* Is the node's result the exact one, so that it may be taken apart? */
static bool is_exact(void *ctx, const struct tir_expr *e)
{
	const struct respell *r = ctx;
	int64_t lo, hi, a, b;
	if (!is_integer(e->type) || !is_integer(e->arg[0]->type) || !limits(r, e->arg[0], &lo, &hi))
		return false;
	struct range_interval x = {lo, hi, true}, y, all;
	if (e->op != TIR_CAST) {
		if (!limits(r, e->arg[1], &a, &b))
			return false;
		y = (struct range_interval){a, b, true};
		if (e->type.code == TIR_TYPE_INT && e->type.bits >= 32)
			return true;
		x = range_of_operation((enum tir_op)e->op, e->type, x, y);
	}
	unsigned bits = e->type.bits - (e->type.code == TIR_TYPE_INT);
	all = (struct range_interval){e->type.code == TIR_TYPE_INT ? -((range_wide)1 << bits) : 0,
	        ((range_wide)1 << bits) - 1, true};
	return x.known && x.lo >= all.lo && x.hi <= all.hi;
}

/* e without casts that keep its number. */
static const struct tir_expr *without_casts(struct respell *r, const struct tir_expr *e)
{
	while (e->op == TIR_CAST && is_exact(r, e))
		e = e->arg[0];
	return e;
}

/* s += factor * e, casts that keep the number apart.  False: it is too large. */
static bool add_deep(struct respell *r, struct affine_sum *s, const struct tir_expr *e,
        int64_t factor, uint32_t depth)
{
	struct affine_sum x;
	affine_clear(&x);
	if (!depth || !affine_read(&x, without_casts(r, e), factor, is_exact, r) ||
	        __builtin_add_overflow(s->constant, x.constant, &s->constant))
		return false;
	for (uint32_t i = 0; i < x.n; i++) {
		const struct affine_term *t = &x.term[i];
		const struct tir_expr *to = t->n == 1 ? without_casts(r, t->x[0]) : NULL;
		if (!to || !(to == t->x[0] ? affine_add_factor(s, to, t->factor)
		                           : add_deep(r, s, to, t->factor, depth - 1)))
			return false;
	}
	return true;
}

static bool add(struct respell *r, struct affine_sum *s, const struct tir_expr *e, int64_t factor)
{
	enum { DEEP = 4 };
	return add_deep(r, s, e, factor, DEEP);
}

static bool is_zero(const struct affine_sum *s)
{
	bool zero = s->constant == 0;
	for (uint32_t i = 0; i < s->n; i++)
		zero = zero && !s->term[i].factor;
	return zero;
}

/* Is the sum a difference of two numbers of at most 16 bits?  Then e is |a - b|, in 32 bits. */
static const struct tir_expr *absolute(struct respell *r, const struct affine_sum *s,
        struct tir_type t)
{
	const struct tir_expr *x[2] = {NULL, NULL};
	for (uint32_t i = 0; i < s->n; i++) {
		const struct affine_term *a = &s->term[i];
		uint32_t k = a->factor < 0;
		if (!a->factor)
			continue;
		if (a->n != 1 || (a->factor != 1 && a->factor != -1) || x[k] ||
		        !is_integer(a->x[0]->type) || a->x[0]->type.bits > 16)
			return NULL;
		x[k] = tir_cast(r->m, TIR_INT32, loops_respell_expr(r, a->x[0]));
	}
	if (!x[0] || !x[1] || s->constant)
		return NULL;
	const struct tir_expr *zero = tir_int(r->m, TIR_INT32, 0),
	                      *d = tir_binary(r->m, TIR_SUB, x[0], x[1]);
	d = tir_select(r->m, TIR_SELECT, tir_binary(r->m, TIR_GE, d, zero), d,
	        tir_binary(r->m, TIR_SUB, zero, d));
	return tir_type_eq(t, TIR_INT32) ? d : tir_cast(r->m, t, d);
}

/* Does the type of an extreme of two numbers hold how far they are apart? */
static bool fits_distance(struct respell *r, const struct tir_expr *e)
{
	int64_t lo[2], hi[2];
	unsigned bits = e->type.bits - (e->type.code == TIR_TYPE_INT);
	for (uint32_t i = 0; i < 2; i++)
		if (!is_integer(e->type) || bits > 31 || !limits(r, e->arg[i], &lo[i], &hi[i]))
			return false;
	return (hi[0] > hi[1] ? hi[0] : hi[1]) - (lo[0] < lo[1] ? lo[0] : lo[1]) < INT64_C(1)
	                                                                                   << bits;
}

/* The greater of two less the lesser, as the first less the second in *s. */
static bool read_extremes(struct respell *r, const struct tir_expr *e, struct affine_sum *s)
{
	if (e->op != TIR_SUB)
		return false;
	const struct tir_expr *max = e->arg[0], *min = e->arg[1];
	if (max->op != TIR_MAX || min->op != TIR_MIN || !fits_distance(r, max))
		return false;
	bool same = (max->arg[0] == min->arg[0] && max->arg[1] == min->arg[1]) ||
	            (max->arg[0] == min->arg[1] && max->arg[1] == min->arg[0]);
	return same && add(r, s, max->arg[0], 1) && add(r, s, max->arg[1], -1);
}

/* The greater of a number and its contrary, or one of the two by its sign: the number in *s. */
static bool read_choice(struct respell *r, const struct tir_expr *e, struct affine_sum *s)
{
	bool chooses = e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
	if (e->op != TIR_MAX && !chooses)
		return false;
	const struct tir_expr *x = e->arg[chooses], *y = e->arg[1 + chooses], *c = e->arg[0];
	struct affine_sum both, compared;
	affine_clear(&both);
	if (!is_integer(e->type) || !add(r, s, x, 1) || !add(r, &both, x, 1) ||
	        !add(r, &both, y, 1) || !is_zero(&both))
		return false;
	if (!chooses)
		return true;
	bool turned = c->op == TIR_LT || c->op == TIR_LE;
	if ((!turned && c->op != TIR_GT && c->op != TIR_GE) || !is_integer(c->arg[0]->type))
		return false;
	/* what is compared is the number: where it is less than 0 its contrary is taken */
	affine_clear(&compared);
	return add(r, &compared, c->arg[turned], 1) && add(r, &compared, c->arg[!turned], -1) &&
	       add(r, &compared, x, -1) && is_zero(&compared);
}

/* The absolute difference that the node is; NULL: it is none, or written so already. */
static const struct tir_expr *as_absolute(struct respell *r, const struct tir_expr *was)
{
	struct affine_sum s;
	if (!is_integer(was->type) || !(was->flags & TIR_READS_MEM))
		return NULL;
	affine_clear(&s);
	if (!read_extremes(r, was, &s)) {
		affine_clear(&s);
		if (!read_choice(r, was, &s))
			return NULL;
	}
	return absolute(r, &s, was->type);
}

/* ---- Products with a choice --------------------------------------------------------------*/
/* A product with a choice of a number or 0 as a choice of the product or 0; NULL: it is another node. */
static const struct tir_expr *as_chosen_product(struct respell *r, const struct tir_expr *e)
{
	for (uint32_t i = 0; e->op == TIR_MUL && i < 2; i++) {
		const struct tir_expr *c = e->arg[i], *by = e->arg[!i];
		if (c->op != TIR_IF_THEN_ELSE || !is_integer(e->type) ||
		        !tir_is_number(c->arg[2], 0) || by->flags & TIR_HAS_EFFECT)
			continue;
		const struct tir_expr *x = tir_binary(r->m, TIR_MUL, i ? by : c->arg[1],
		        i ? c->arg[1] : by);
		return tir_select(r->m, TIR_IF_THEN_ELSE, c->arg[0], x, c->arg[2]);
	}
	return NULL;
}

/* ---- Ones --------------------------------------------------------------------------------*/
/* The ones of a number without a sign that is widened as those of the number; NULL: it is another node. */
static const struct tir_expr *as_narrow_count(struct respell *r, const struct tir_expr *e)
{
	const struct tir_expr *x = e->op == TIR_CALL && e->u.call.builtin == TIR_BUILTIN_POPCOUNT
	                                   ? e->arg[0]
	                                   : NULL;
	if (!x || x->op != TIR_CAST || x->arg[0]->type.code != TIR_TYPE_UINT ||
	        x->arg[0]->type.bits < 8 || x->arg[0]->type.bits >= x->type.bits)
		return NULL;
	struct tir_type t = x->arg[0]->type;
	return tir_cast(r->m, e->type,
	        tir_call(r->m, TIR_BUILTIN_POPCOUNT, NULL, t, 1, &x->arg[0]));
}

/* ---- Nodes -------------------------------------------------------------------------------*/
static const struct tir_expr *node(struct respell *r, const struct tir_expr *was,
        const struct tir_expr *e)
{
	const struct tir_expr *x = as_floor(r, was, e);
	x = x ? x : as_quotient(r, was, e);
	x = x ? x : as_absolute(r, was);
	x = x ? x : as_chosen_product(r, e);
	x = x ? x : as_narrow_count(r, e);
	if (x)
		return x;
	/* a cast of an absolute difference that was written so here, in fewer bits, which it fits */
	const struct tir_expr *in = e->op == TIR_CAST && e->arg[0]->op == TIR_CAST
	                                    ? e->arg[0]->arg[0]
	                                    : NULL;
	bool made = in && e->arg[0] != was->arg[0] && in->op == TIR_SELECT;
	return made && tir_type_eq(in->type, e->type) ? in : e;
}

struct tir_func *loops_operators(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct respell r = loops_respell_begin(f, options, arena);
	(void)vectors;
	r.node = node;
	return loops_respell_func(&r, f);
}
