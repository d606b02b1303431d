/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_rows.c: rows of float32 that are divided by one float.
 *
 * Idea.   Few bits have to be looked at where dividends are normal or 0, the divisor y is normal and above 0, and quotients are normal.  So
 *         the exponents of the row are looked at first, and there are two loops: one for where all is so, and one for any floats
 *         (bits_divide.c).
 *         X and Y are the digits of both, whole numbers of 24 bits; X is doubled where it is less than Y.  Then X / Y is from 1 on and below 2.
 *         What Y's reciprocal R gives has the result's digits and one more.  The middle of two floats, times Y, tells which of them is nearer.
 * Needs   a loop of one store of such quotients.  Each iteration loads the registers behind those of the one before, and nothing that one
 *         stored.  The divisor is the same in all iterations.
 * Why it cannot be wrong
 *         R is 2^54 / Y, or up to 5 less.  So q, 2 X R / 2^31 cut off, is 2^24 X / Y cut off, or one less.  Half of q | 1 is the middle between
 *         q / 2 cut off and the next float.  It is above X / Y where 2^24 X < (q | 1) Y, and the lower float is the nearer one; else the upper one
 *         is, also where q is one less than it should be: then 2^24 X / Y is not above (q | 1) + 1.
 *         Both are never the same, as Y would be divisible by 2^24.  They are less than 2^26 apart, so 32 bits of their difference are enough.
 *         The exponent is that of x less that of y, or one less.
 * Keeps   IEEE 754's bits.
 * Costs   about 20 instructions a register, and 5 to look at it. */
#include "legalize/bits_build.h"

enum { DIGITS = 23, BIAS = 127, MOST = 254 /* exponent as it is stored */, REGISTERS = 8 };

/* A loop that divides a row. */
struct row {
	struct bits *b;
	const struct tir_stmt *loop, *store;
	const struct tir_expr *load, *divisor; /* of floats */
};

/* ---- Which loops -------------------------------------------------------------------------*/
/* May a node of the divisor change in the loop? */
static bool is_fixed(void *ctx, const struct tir_expr *e)
{
	const struct row *r = ctx;
	const struct facts *f = r->b->facts;
	bool loads = e->op == TIR_LOAD, inside = e->op == TIR_VAR;
	inside = inside && facts_is_inside(f, e->u.var, facts_loop(f, r->loop));
	return !inside && e->op != TIR_MASKED_LOAD && e->op != TIR_BUFFER_DATA &&
	       !(loads && alias_may(f, e->u.buffer, tir_buffer_of(r->store)));
}

/* By how much does the index grow with the loop's variable?  False: that is not known. */
static bool grows(const struct row *r, const struct tir_expr *e, int64_t *by)
{
	const struct affine *a = affine_of(r->b->facts, e);
	const struct tir_var *v = tir_var_of(r->loop);
	*by = 0;
	for (uint32_t i = 0; i < a->n; i++) {
		const struct affine_term *t = &a->term[i];
		bool is = t->n == 1 && t->x[0] == v->expr;
		*by += is ? t->factor : 0;
		for (uint32_t k = 0; !is && k < t->n; k++)
			if (facts_names(r->b->facts, t->x[k], v))
				return false;
	}
	return true;
}

/* Does it load neighbours, which go along a row as the loop's variable grows? */
static bool goes_along(const struct row *r, const struct tir_expr *load)
{
	const struct tir_expr *last = load->arg[load->n - 1];
	int64_t by;
	for (uint32_t i = 0; i + 1 < load->n; i++)
		if (load->arg[i]->type.lanes != 1 || !grows(r, load->arg[i], &by) || by)
			return false;
	return last->op == TIR_RAMP && last->arg[1]->op == TIR_INT_IMM && last->arg[1]->u.i == 1 &&
	       grows(r, last->arg[0], &by) && by == 1;
}

/* Does the loop have that many registers, all of the row one behind the other? */
static bool has_registers(const struct row *r)
{
	const struct tir_expr *from = tir_as_for(r->loop)->min.e,
	                      *n = tir_as_for(r->loop)->extent.e;
	int64_t lanes = tir_value_of(r->store)->type.lanes;
	return r->loop->for_kind == TIR_SERIAL && tir_loop_step(r->loop) == lanes &&
	       from->op == TIR_INT_IMM && n->op == TIR_INT_IMM && n->u.i >= REGISTERS * lanes &&
	       n->u.i % lanes == 0;
}

/* May what the loop stores be loaded in a later iteration? */
static bool comes_back(const struct row *r)
{
	const struct facts *f = r->b->facts;
	uint32_t number = facts_loop(f, r->loop);
	struct access store = access_of_store(r->store, number),
	              load = access_of_load(r->load, r->store, number);
	struct distance d;
	return dependence_later(f, &store, &load, r->loop, &d);
}

/* Read the loop; false: it divides no row. */
static bool read_row(struct row *r)
{
	const struct tir_stmt *s = tir_body(r->loop)->first;
	const unsigned other = TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS;
	if (!s || s->next || s->kind != TIR_STORE || tir_mask_of(s))
		return false;
	const struct tir_expr *e = tir_value_of(s);
	if (e->op != TIR_DIV || e->type.bits != 32 || e->arg[0]->op != TIR_LOAD ||
	        e->arg[1]->op != TIR_BROADCAST ||
	        target_float_in(e, r->b->floats) != TARGET_FLOAT_DIVIDE)
		return false;
	r->store = s;
	r->load = e->arg[0];
	r->divisor = e->arg[1]->arg[0];
	return has_registers(r) && goes_along(r, r->load) &&
	       !((r->divisor->flags | tir_stmt_flags(s)) & other) &&
	       tir_walk_expr(r->divisor, r->b->arena, is_fixed, r) && !comes_back(r);
}

/* ---- Statements --------------------------------------------------------------------------*/
/* buffer[0] = value */
static void keep(const struct row *r, struct tir_buffer *buffer, const struct tir_expr *value,
        struct tir_seq *out)
{
	const struct tir_expr *zero = tir_int(r->b->m, TIR_INT32, 0);
	tir_seq_add(out, tir_store_new(r->b->m, buffer, 1, &zero, value, r->loop->at));
}

static const struct tir_expr *kept(const struct row *r, struct tir_buffer *buffer)
{
	const struct tir_expr *at = tir_int(r->b->m, TIR_INT32, 0);
	return tir_access(r->b->m, TIR_LOAD, buffer, 1, &at);
}

/* Allocate one integer. */
static struct tir_buffer *new_integer(const struct row *r, const char *name, struct tir_seq *out)
{
	struct tir_module *m = r->b->m;
	struct tir_buffer *b = tir_row_new(m, name, TIR_INT32, 1);
	tir_seq_add(out, tir_alloc_new(m, b, r->loop->at));
	return b;
}

/* Name a value. */
static const struct tir_expr *named(const struct row *r, const char *name, const struct tir_expr *e,
        struct tir_seq *out)
{
	struct tir_var *v = tir_var_new(r->b->m, name, e->type);
	tir_seq_add(out, tir_bind_new(r->b->m, v, e, TIR_BIND_LET, r->loop->at));
	return v->expr;
}

/* The loop over single elements, of which LLVM makes lanes: what is greatest of their bits without a sign, and what is least of these less 1, in a
 * type in which 0 less 1 is the greatest. */
static void look(const struct row *r, struct tir_buffer *most, struct tir_buffer *least,
        struct tir_seq *out)
{
	struct bits *b = r->b;
	struct tir_stmt *loop = tir_stmt_new(b->m, TIR_FOR, r->loop->at);
	struct tir_var *v = tir_var_new(b->m, "k", tir_var_of(r->loop)->type);
	struct tir_subst by = {.m = b->m, .arena = b->arena};
	tir_set_var(loop, v);
	tir_as_for(loop)->min = tir_as_for(r->loop)->min;
	tir_as_for(loop)->extent = tir_as_for(r->loop)->extent;
	tir_subst_var(&by, tir_var_of(r->loop), v->expr);
	uint32_t n = r->load->n;
	const struct tir_expr **at = ARENA_NEWN(b->arena, const struct tir_expr *, n), *m;
	for (uint32_t i = 0; i + 1 < n; i++)
		at[i] = r->load->arg[i];
	at[n - 1] = tir_subst_expr(&by, r->load->arg[n - 1]->arg[0]);
	m = tir_access(b->m, TIR_LOAD, b->view[r->load->u.buffer->id], n, at);
	m = as_signed(b, opn(b, TIR_BITAND, m, INT32_MAX));
	struct tir_seq body = {0};
	keep(r, most, op(b, TIR_MAX, kept(r, most), m), &body);
	m = as_signed(b, opn(b, TIR_ADD, as_unsigned(b, m), INT32_MAX));
	keep(r, least, op(b, TIR_MIN, kept(r, least), m), &body);
	tir_set_body(loop, body);
	tir_seq_add(out, loop);
}

/* Are all dividends normal or 0, y normal and above 0, and the quotients normal? */
static const struct tir_expr *is_plain(const struct row *r, const struct tir_expr *y,
        const struct tir_expr *most, const struct tir_expr *least)
{
	struct bits *b = r->b;
	const struct tir_expr *e = as_signed(b, opn(b, TIR_SHR, y, DIGITS)), *low, *high, *ok;
	low = opn(b, TIR_MAX, opn(b, TIR_SUB, e, BIAS - 2), 1);
	low = opn(b, TIR_SHL, as_unsigned(b, low), DIGITS);
	low = as_signed(b, opn(b, TIR_ADD, low, INT32_MAX));
	high = opn(b, TIR_ADD, opn(b, TIR_MIN, opn(b, TIR_ADD, e, BIAS), MOST), 1);
	high = as_signed(b, opn(b, TIR_SHL, as_unsigned(b, high), DIGITS));
	ok = op(b, TIR_AND, op(b, TIR_LT, most, high), op(b, TIR_GE, least, low));
	ok = op(b, TIR_AND, ok, opn(b, TIR_LT, as_unsigned(b, opn(b, TIR_SUB, e, 1)), MOST));
	return tir_call(b->m, TIR_BUILTIN_LIKELY, NULL, ok->type, 1, &ok);
}

/* The quotient of such floats. */
static const struct tir_expr *plain_quotient(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *y)
{
	const struct tir_expr *digits = num(b, x, (1 << (DIGITS + 1)) - 1),
	                      *first = num(b, x, 1 << (DIGITS + 1));
	const struct tir_expr *dy = op(b, TIR_BITOR,
	        op(b, TIR_BITAND, op(b, TIR_ADD, y, y), digits), first);
	const struct tir_expr *twice = op(b, TIR_ADD, x, x), *less, *d, *q, *rest, *e, *scale;
	const struct tir_expr *reciprocal = legalize_bits_reciprocal(b, opn(b, TIR_SHL, dy, 6), 2);
	d = op(b, TIR_BITOR, op(b, TIR_BITAND, twice, digits), first);
	less = op(b, TIR_LT, as_signed(b, d), as_signed(b, dy));
	d = choose(b, less, op(b, TIR_ADD, d, d), d);
	q = legalize_bits_upper(b, d, reciprocal, 32);
	rest = op(b, TIR_MUL, opn(b, TIR_BITOR, q, 1), opn(b, TIR_SHR, dy, 1));
	rest = as_signed(b, op(b, TIR_SUB, opn(b, TIR_SHL, d, DIGITS), rest));
	/* the exponent, less what the first digit adds */
	e = op(b, TIR_SUB, num(b, y, (BIAS - 1) << DIGITS), opn(b, TIR_BITAND, y, 255 << DIGITS));
	e = opn(b, TIR_ADD, e, 1); /* which a rest below 0 takes off again */
	e = choose(b, less, opn(b, TIR_SUB, e, 1 << DIGITS), e);
	scale = opn(b, TIR_BITAND, x, UINT64_C(511) << DIGITS);
	e = op(b, TIR_ADD, scale, e);
	e = op(b, TIR_ADD, as_signed(b, e), opn(b, TIR_SHR, as_signed(b, q), 1));
	e = op(b, TIR_ADD, e, opn(b, TIR_SHR, rest, 31));
	return choose(b, opn(b, TIR_EQ, twice, 0), scale, as_unsigned(b, e));
}

/* The loop for such floats. */
static struct tir_seq plain_loop(const struct row *r, const struct tir_expr *y)
{
	struct bits *b = r->b;
	struct tir_subst copy = {.m = b->m, .arena = b->arena};
	struct tir_stmt *loop = tir_stmt_copy(b->m->arena, r->loop),
	                *store = tir_stmt_copy(b->m->arena, r->store);
	const struct tir_expr *x = legalize_bits(b, r->load);
	y = tir_broadcast(b->m, y, x->type.lanes);
	tir_as_store(store)->value.e = plain_quotient(b, x, y);
	tir_as_store(store)->buffer = b->view[tir_buffer_of(store)->id];
	loop->next = store->next = NULL;
	tir_set_body(loop, (struct tir_seq){store, store});
	struct tir_seq seq = {loop, loop};
	return tir_subst_seq(&copy, &seq);
}

struct tir_stmt *legalize_bits_row(struct bits *b, const struct tir_stmt *loop, struct tir_seq *out)
{
	struct row r = {.b = b, .loop = loop};
	if (loop->kind != TIR_FOR || !b->facts || !read_row(&r))
		return NULL;
	const struct tir_expr *y = b->plain(b, r.divisor);
	y = named(&r, "divisor", legalize_bits_reinterpret(b, tir_type(TIR_TYPE_UINT, 32, 1), y),
	        out);
	struct tir_buffer *most = new_integer(&r, "most", out),
	                  *least = new_integer(&r, "least", out);
	keep(&r, most, tir_int(b->m, TIR_INT32, 0), out);
	keep(&r, least, tir_int(b->m, TIR_INT32, INT32_MAX), out);
	look(&r, most, least, out);
	const struct tir_expr *high = named(&r, "most", kept(&r, most), out),
	                      *low = named(&r, "least", kept(&r, least), out);
	struct tir_stmt *both = tir_stmt_new(b->m, TIR_IF, loop->at);
	tir_as_if(both)->value = (struct tir_operand){is_plain(&r, y, high, low), loop->at};
	tir_set_body(both, plain_loop(&r, y));
	tir_seq_add(out, both);
	return both;
}
