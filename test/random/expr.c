/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/expr.c: nodes, and what is known of their values.
 *
 * Idea.   TIR leaves it undefined what int32 and int64 do where they overflow, so their values are kept small: each
 *         node knows its range, and operands are cut down before an operation might exceed LIMIT.  The other
 *         integers wrap around; of them it is enough to know whether the range is certain.
 * Wrong if a range is too small: then an engine may rightly do what the interpreter does not. */
#include "make.h"

#define LIMIT (INT64_C(1) << 28)

const char *make_name(struct make *g, const char *stem)
{
	return arena_printf(g->a, "%s%u", stem, g->names++);
}

/* The largest and the least value of an integer type, as far as int64 holds them. */
static int64_t largest(enum rtype t)
{
	unsigned bits = random_types[t].bits - (random_types[t].kind == 's');
	return bits >= 63 ? INT64_MAX : (INT64_C(1) << bits) - 1;
}

static int64_t least(enum rtype t)
{
	return random_types[t].kind == 's' ? -largest(t) - 1 : 0;
}

static struct expr *new_node(struct make *g, enum node op, enum rtype ty, unsigned lanes)
{
	struct expr *e = ARENA_NEW(g->a, struct expr);
	e->op = (uint8_t)op;
	e->ty = (uint8_t)ty;
	e->lanes = (uint16_t)lanes;
	e->wild = true;
	e->size = 1;
	return e;
}

struct expr *make_node(struct make *g, enum node op, enum rtype ty, unsigned lanes, uint32_t n, ...)
{
	struct expr *e = new_node(g, op, ty, lanes);
	va_list args;
	va_start(args, n);
	for (e->n = (uint8_t)n; n; n--) {
		struct expr *arg = e->arg[e->n - n] = va_arg(args, struct expr *);
		e->size += arg->size;
	}
	va_end(args);
	return e;
}

static struct expr *in_range(struct expr *e, int64_t lo, int64_t hi)
{
	bool fits = lo >= least(e->ty) && hi <= largest(e->ty);
	e->wild = !fits;
	e->lo = lo;
	e->hi = hi;
	return e;
}

struct expr *make_broadcast(struct make *g, struct expr *e, unsigned lanes)
{
	if (lanes == e->lanes)
		return e;
	struct expr *v = make_node(g, N_BROADCAST, e->ty, lanes, 1, e);
	v->wild = e->wild;
	v->lo = e->lo;
	v->hi = e->hi;
	return v;
}

struct expr *make_const(struct make *g, enum rtype ty, int64_t v, unsigned lanes)
{
	struct expr *e = new_node(g, N_CONST, ty, 1);
	if (is_float(ty))
		return make_double(g, ty, (double)v, lanes);
	e->u.i = v;
	return make_broadcast(g, in_range(e, v, v), lanes);
}

struct expr *make_double(struct make *g, enum rtype ty, double v, unsigned lanes)
{
	struct expr *e = new_node(g, N_CONST, ty, 1);
	memcpy(&e->u.bits, &v, sizeof v);
	return make_broadcast(g, e, lanes);
}

struct expr *make_var(struct make *g, const char *name, enum rtype ty, int64_t lo, int64_t hi)
{
	struct expr *e = new_node(g, N_VAR, ty, 1);
	e->u.name = name;
	return is_int(ty) && lo <= hi ? in_range(e, lo, hi) : e;
}

/* ---- Ranges -----------------------------------------------------------------------------*/
static int64_t size_of(const struct expr *e)
{
	if (e->wild)
		return INT64_MAX;
	int64_t a = e->lo < 0 ? -e->lo : e->lo, b = e->hi < 0 ? -e->hi : e->hi;
	return a > b ? a : b;
}

/* Could the result of an operation on values so large be too large to be kept account of? */
static bool too_large(enum node op, const struct expr *a, const struct expr *b)
{
	int64_t x = size_of(a), y = size_of(b);
	if (op == N_SHL)
		return x > LIMIT >> b->lo;
	if (x > LIMIT || y > LIMIT)
		return true;
	return op == N_MUL ? y && x > LIMIT / y : x + y > LIMIT;
}

static bool is_division(enum node op)
{
	return op == N_FLOORDIV || op == N_FLOORMOD || op == N_TRUNCDIV || op == N_TRUNCMOD;
}

static int64_t least_of(const int64_t *v, int n)
{
	int64_t m = v[0];
	for (int i = 1; i < n; i++)
		m = v[i] < m ? v[i] : m;
	return m;
}

static int64_t largest_of(const int64_t *v, int n)
{
	int64_t m = v[0];
	for (int i = 1; i < n; i++)
		m = v[i] > m ? v[i] : m;
	return m;
}

/* The range of bits that are combined: as many as the wider operand has. */
static struct expr *bits_range(struct expr *e, const struct expr *a, const struct expr *b)
{
	int64_t top = 1;
	while (top <= size_of(a) || top <= size_of(b))
		top *= 2;
	bool negative = a->lo < 0 || b->lo < 0;
	if (e->op == N_AND_BITS && (a->lo >= 0 || b->lo >= 0))
		return in_range(e, 0,
		        a->lo < 0       ? b->hi
		        : b->lo < 0     ? a->hi
		        : a->hi < b->hi ? a->hi
		                        : b->hi);
	return in_range(e, negative ? -top : 0, top - 1);
}

/* The range of e = a op b, both in ranges that are not too large. */
static struct expr *combined(struct expr *e, const struct expr *a, const struct expr *b)
{
	int64_t m = size_of(b);
	const int64_t p[] = {a->lo * b->lo, a->lo * b->hi, a->hi * b->lo, a->hi * b->hi};
	switch (e->op) {
	case N_ADD: return in_range(e, a->lo + b->lo, a->hi + b->hi);
	case N_SUB: return in_range(e, a->lo - b->hi, a->hi - b->lo);
	case N_MUL: return in_range(e, least_of(p, 4), largest_of(p, 4));
	case N_MIN:
		return in_range(e, a->lo < b->lo ? a->lo : b->lo, a->hi < b->hi ? a->hi : b->hi);
	case N_MAX:
		return in_range(e, a->lo > b->lo ? a->lo : b->lo, a->hi > b->hi ? a->hi : b->hi);
	case N_FLOORMOD: return in_range(e, b->lo < 0 ? b->lo + 1 : 0, b->hi > 0 ? b->hi - 1 : 0);
	case N_TRUNCMOD: return in_range(e, a->lo < 0 ? 1 - m : 0, a->hi > 0 ? m - 1 : 0);
	case N_FLOORDIV:
	case N_TRUNCDIV:
		if (a->lo >= 0 && b->lo > 0)
			return in_range(e, a->lo / b->hi, a->hi / b->lo);
		return in_range(e, -size_of(a) - 1, size_of(a) + 1);
	case N_SHL: return in_range(e, a->lo * (1 << b->lo), a->hi * (1 << b->lo));
	case N_SHR: return in_range(e, a->lo >> b->lo, a->hi >> b->lo);
	case N_AND_BITS:
	case N_OR_BITS:
	case N_XOR_BITS: return bits_range(e, a, b);
	default: return e;
	}
}

/* The range of what wraps around: known only where a small operand says it. */
static struct expr *partial(struct expr *e, const struct expr *a, const struct expr *b)
{
	if (e->op == N_AND_BITS && !b->wild && b->lo >= 0)
		return in_range(e, 0, b->hi);
	if (e->op == N_AND_BITS && !a->wild && a->lo >= 0)
		return in_range(e, 0, a->hi);
	if (e->op == N_FLOORMOD && !b->wild && b->lo > 0)
		return in_range(e, 0, b->hi - 1);
	return e;
}

struct expr *make_binary(struct make *g, enum node op, struct expr *a, struct expr *b)
{
	bool compares = op >= N_LT && op <= N_NE, logic = op == N_AND || op == N_OR;
	if (compares || logic)
		return make_node(g, op, RT_BOOL, a->lanes, 2, a, b);
	enum rtype ty = a->ty;
	if (is_bounded(ty) && (op == N_ADD || op == N_SUB || op == N_MUL || op == N_SHL) &&
	        too_large(op, a, b)) {
		a = make_within(g, a, -63, 63);
		b = op == N_SHL ? b : make_within(g, b, -63, 63);
	}
	struct expr *e = make_node(g, op, ty, a->lanes, 2, a, b);
	if (!is_int(ty))
		return e;
	bool sure = size_of(a) <= 4 * LIMIT && size_of(b) <= 4 * LIMIT && !too_large(op, a, b);
	if (is_division(op) || (op >= N_MIN && op <= N_XOR_BITS) || op == N_SHR)
		sure = !a->wild && !b->wild && size_of(a) <= 4 * LIMIT && size_of(b) <= 4 * LIMIT;
	return sure ? combined(e, a, b) : partial(e, a, b);
}

struct expr *make_within(struct make *g, struct expr *e, int64_t lo, int64_t hi)
{
	if (!e->wild && e->lo >= lo && e->hi <= hi)
		return e;
	int64_t n = hi - lo + 1, mask = 1;
	while (mask * 2 <= n)
		mask *= 2;
	struct expr *low = make_const(g, e->ty, lo, e->lanes), *x;
	switch (below(g, 3)) {
	case 0:
		x = make_node(g, N_FLOORMOD, e->ty, e->lanes, 2, e,
		        make_const(g, e->ty, n, e->lanes));
		x = in_range(x, 0, n - 1);
		break;
	case 1:
		x = make_node(g, N_AND_BITS, e->ty, e->lanes, 2, e,
		        make_const(g, e->ty, mask - 1, e->lanes));
		x = in_range(x, 0, mask - 1);
		break;
	default:
		x = make_node(g, N_MIN, e->ty, e->lanes, 2, e, make_const(g, e->ty, hi, e->lanes));
		x = make_node(g, N_MAX, e->ty, e->lanes, 2, x, low);
		return in_range(x, lo, hi);
	}
	if (lo == 0)
		return x;
	return in_range(make_node(g, N_ADD, e->ty, e->lanes, 2, x, low), lo, lo + x->hi);
}

struct expr *make_not(struct make *g, struct expr *e)
{
	struct expr *n = make_node(g, N_NOT_BITS, e->ty, e->lanes, 1, e);
	return e->wild || random_types[e->ty].kind == 'u' ? n : in_range(n, -e->hi - 1, -e->lo - 1);
}

/* ---- Casts ------------------------------------------------------------------------------*/
/* A float cut down so that any integer type holds it; NaN and what is too large become a constant. */
static struct expr *small_float(struct make *g, struct expr *e)
{
	struct expr *low = make_double(g, e->ty, 0.0, e->lanes),
	            *high = make_double(g, e->ty, 100.0, e->lanes);
	struct expr *above = make_binary(g, N_GE, e, low), *below_ = make_binary(g, N_LE, e, high);
	struct expr *inside = make_node(g, e->lanes > 1 ? N_AND_BITS : N_AND, RT_BOOL, e->lanes, 2,
	        above, below_);
	return make_node(g, N_SELECT, e->ty, e->lanes, 3, inside, e,
	        make_double(g, e->ty, 7.0, e->lanes));
}

struct expr *make_cast(struct make *g, enum rtype ty, struct expr *e)
{
	if (ty == e->ty)
		return e;
	if (is_float(e->ty) && is_int(ty))
		return in_range(make_node(g, N_CAST, ty, e->lanes, 1, small_float(g, e)), 0, 100);
	if (is_bounded(ty) && e->ty != RT_BOOL && size_of(e) > LIMIT)
		e = make_within(g, e, 0, 100);
	if (ty == RT_F16 &&
	        is_int(e->ty)) /* rounded once here, and twice where it goes by float32 */
		e = make_within(g, e, 0, 100);
	struct expr *c = make_node(g, N_CAST, ty, e->lanes, 1, e);
	if (e->ty == RT_BOOL && is_int(ty))
		return in_range(c, 0, 1);
	return is_int(ty) && !e->wild && e->lo >= least(ty) && e->hi <= largest(ty)
	               ? in_range(c, e->lo, e->hi)
	               : c;
}

/* ---- Memory -----------------------------------------------------------------------------*/
struct expr *make_flat(struct make *g, const struct buffer *b, struct expr *const *index)
{
	unsigned lanes = b->ndim ? index[b->ndim - 1]->lanes : 1;
	struct expr *sum = b->origin ? make_broadcast(g, b->origin, lanes)
	                             : make_const(g, RT_I32, b->offset, lanes);
	for (uint32_t i = 0; i < b->ndim; i++) {
		struct expr *at = make_broadcast(g, index[i], lanes);
		if (at->ty != RT_I32)
			at = make_node(g, N_CAST, RT_I32, lanes, 1, at);
		struct expr *scaled = make_node(g, N_MUL, RT_I32, lanes, 2, at,
		        make_const(g, RT_I32, b->stride[i], lanes));
		sum = make_node(g, N_ADD, RT_I32, lanes, 2, sum, scaled);
	}
	return sum;
}

struct expr *make_load(struct make *g, struct buffer *b, struct expr *const *index)
{
	unsigned lanes = b->ndim ? index[b->ndim - 1]->lanes : 1;
	struct expr *e = new_node(g, N_LOAD, b->ty, lanes);
	e->buffer = b;
	e->n = (uint8_t)b->ndim;
	memcpy(e->arg, index, b->ndim * sizeof *index);
	for (uint32_t i = 0; i < b->ndim; i++)
		e->size += index[i]->size;
	e->flat = make_flat(g, b, index);
	if (b->bounded && is_int(b->ty))
		return in_range(e, least(b->ty) < 0 ? -128 : 0, 127);
	return is_bounded(b->ty) ? make_within(g, e, 0, 127) : e;
}

struct expr *make_fit(struct make *g, const struct buffer *b, struct expr *e)
{
	if (b->bounded && is_int(b->ty))
		return make_within(g, e, least(b->ty) < 0 ? -128 : 0, 127);
	if (!is_float(b->ty) || b->root->ty == b->ty)
		return e;
	/* Nobody says which NaN it is, and here somebody could look. */
	struct expr *same = make_binary(g, N_EQ, e, e);
	return make_node(g, N_SELECT, b->ty, e->lanes, 3, same, e,
	        make_double(g, b->ty, 0.5, e->lanes));
}
