/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/values/narrow.c: functions of one byte, or of a sum of bytes, in 16 bits or by a lookup table.
 *
 * Idea.   What is computed of one byte and numbers alone, and is a byte itself, has 256 values at most.  A sum of bytes has some more.  If they are those of
 *         clamp((x * c + d) >> s, lo, hi), that is some halfword operations, whatever the text needs: 64 bits, say.  For
 *         s and c, what d may be is an interval: each value that is not lo or hi bounds it on both sides.  If there is
 *         no such form, and the loops do many iterations, the values are computed once, into a table.
 * Needs   stores of bytes; a call, a division or 64 bits in what is stored: all else is cheap enough.
 * Costs   256 values of each such expression; for a form, 256 steps for each s and c.
 * Wrong if a value is another one: proof/exhaust/narrow.c tries all of them. */
#include "loops/loops.h"
#include "target/target.h"

enum {
	VALUES = 256,
	MOST_VALUES = 1024, /* of a sum */
	NODES = 128,        /* of an expression */
	LEAST_LANES = 64,   /* halfwords in a register */
	MOST_TABLES = 2,
	LEAST_LOOKUPS = 2048, /* that pay for a table */
	MOST_SHIFT = 8,
	MOST_FACTOR = 255
};

struct narrow {
	struct tir_module *m;
	struct arena *scratch;
	struct loops_vectors *vectors;
	const struct tir_stmt *loop;
	int64_t times;         /* that the loops around do their body; -1: nobody knows */
	struct tir_seq tables; /* what is to stand before the nest */
	uint32_t ntables;
	bool any;
};

/* An expression of one byte, or of a sum: what it is for each value of that. */
struct of_byte {
	const struct tir_expr *load;
	bool is_sum;
	uint32_t nodes; /* left */
	bool dear;
	int64_t first, n; /* the lowest value, and how many there are */
	int64_t value[MOST_VALUES], lo, hi;
};
/* (x * factor + add) >> shift, not below the least value or not above the greatest one; is_inner: of x between two numbers. */
struct form {
	bool is_inner, low, high;
	int64_t factor, add, shift, least, most;
};

/* ---- What is read ------------------------------------------------------------------------*/
static bool is_byte(struct tir_type t)
{
	return t.bits == 8 && t.lanes == 1 && tir_is_int(t);
}

static bool is_scale(const struct tir_expr *e)
{
	return e->op == TIR_CALL && e->u.call.builtin == TIR_BUILTIN_Q_MULTIPLY_SHIFT && e->n == 4;
}

/* Between which numbers does a sum of bytes and numbers lie, whatever the bytes are?  The proof asks the same, and tables have a place for each
 * value: what conditions around say is left out.  False: it is another expression. */
static bool range_of(const struct tir_expr *e, int64_t *lo, int64_t *hi)
{
	enum { DEEPEST = 8, MOST = 1 << 16 };
	int64_t a[2], b[2];
	bool is_sub = e->op == TIR_SUB;
	if (e->op == TIR_INT_IMM) {
		*lo = *hi = e->u.i;
		return *lo >= -MOST && *lo <= MOST;
	}
	if (e->op == TIR_LOAD && is_byte(e->type)) {
		*lo = e->type.code == TIR_TYPE_INT ? -128 : 0;
		*hi = *lo + VALUES - 1;
		return true;
	}
	if (e->depth > DEEPEST || e->type.code != TIR_TYPE_INT || e->type.bits != 32)
		return false;
	if (e->op == TIR_CAST)
		return e->arg[0]->type.bits <= 32 && range_of(e->arg[0], lo, hi);
	if ((e->op != TIR_ADD && !is_sub) || !range_of(e->arg[0], &a[0], &a[1]) ||
	        !range_of(e->arg[1], &b[0], &b[1]))
		return false;
	*lo = a[0] + (is_sub ? -b[1] : b[0]);
	*hi = a[1] + (is_sub ? -b[0] : b[1]);
	return true;
}

/* A byte from memory, or a sum of two? */
static bool is_input(const struct of_byte *x, const struct tir_expr *e)
{
	if (!x->is_sum)
		return e->op == TIR_LOAD && is_byte(e->type);
	return (e->op == TIR_ADD || e->op == TIR_SUB) && e->arg[0]->flags & TIR_READS_MEM &&
	       e->arg[1]->flags & TIR_READS_MEM;
}

/* Numbers and one byte, or one sum, alone? */
static bool read(struct of_byte *x, const struct tir_expr *e)
{
	if (is_input(x, e) && (!x->load || x->load == e)) {
		x->load = e;
		return true;
	}
	if (!x->nodes-- || e->type.lanes != 1 || !tir_is_integral(e->type))
		return false;
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM: return true;
	case TIR_CALL:
		if (!is_scale(e))
			return false;
		break;
	case TIR_CAST:
	case TIR_ANY_ARITHMETIC:
	case TIR_ANY_SHIFT:
	case TIR_BITAND:
	case TIR_BITOR:
	case TIR_BITXOR: break;
	case TIR_FLOAT_IMM:
	case TIR_STRING_IMM:
	case TIR_VAR:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_BITNOT:
	case TIR_ANY_CHOICE:
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_NOPS: return false;
	}
	x->dear |= e->op == TIR_CALL || e->type.bits > 32 || e->op == TIR_FLOORDIV ||
	           e->op == TIR_FLOORMOD || e->op == TIR_DIV || e->op == TIR_MOD;
	for (uint32_t i = 0; i < e->n; i++)
		if (!read(x, e->arg[i]))
			return false;
	return true;
}

/* ---- Values ------------------------------------------------------------------------------*/
static int64_t number(struct tir_type t, uint64_t bits)
{
	return (int64_t)tir_eval_cast(tir_type(TIR_TYPE_INT, 64, 1), t, bits);
}

static bool evaluate(const struct tir_expr *e, const struct of_byte *x, int64_t byte,
        uint64_t *out);

/* (x * m + half) >> by, if nothing is shifted out. */
static bool scale(const struct tir_expr *e, const uint64_t *arg, uint64_t *out)
{
	int64_t v[4], product, half;
	for (uint32_t i = 0; i < 4; i++)
		v[i] = number(e->arg[i]->type, arg[i]);
	int64_t left = v[3] > 0 ? v[3] : 0, by = v[2] + (v[3] < 0 ? -v[3] : 0);
	if (e->arg[0]->type.bits > 32 || v[1] == 1 << 30 || left > 31 || by < 1 || by > 62 ||
	        v[3] < -62 || __builtin_mul_overflow(v[0] * (INT64_C(1) << left), v[1], &product) ||
	        __builtin_add_overflow(product, INT64_C(1) << (by - 1), &half))
		return false;
	*out = tir_eval_cast(e->type, tir_type(TIR_TYPE_INT, 64, 1), (uint64_t)(half >> by));
	return true;
}

/* The bits of e, where the byte has that value; false: they are not known. */
static bool evaluate(const struct tir_expr *e, const struct of_byte *x, int64_t byte, uint64_t *out)
{
	struct tir_type wide = tir_type(TIR_TYPE_INT, 64, 1);
	uint64_t arg[4] = {0};
	if (e == x->load || e->op == TIR_INT_IMM) {
		*out = tir_eval_cast(e->type, wide, (uint64_t)(e == x->load ? byte : e->u.i));
		return true;
	}
	for (uint32_t i = 0; i < e->n; i++)
		if (!evaluate(e->arg[i], x, byte, &arg[i]))
			return false;
	if (e->op == TIR_CALL)
		return scale(e, arg, out);
	if (e->op == TIR_CAST) {
		*out = tir_eval_cast(e->type, e->arg[0]->type, arg[0]);
		return true;
	}
	struct tir_type t = e->arg[0]->type;
	return !tir_overflows((enum tir_op)e->op, t, arg[0], arg[1]) &&
	       tir_eval_binary((enum tir_op)e->op, t, arg[0], arg[1], out);
}

/* Compute e for all values of its byte or its sum, and the least and greatest of them; false: it cannot be evaluated for one of
 * them, or there are too many. */
static bool tabulate(struct of_byte *x, const struct tir_expr *e)
{
	int64_t last;
	if (!range_of(x->load, &x->first, &last) || last - x->first >= MOST_VALUES)
		return false;
	x->n = last - x->first + 1;
	for (int64_t i = 0; i < x->n; i++) {
		uint64_t bits;
		if (!evaluate(e, x, x->first + i, &bits))
			return false;
		int64_t v = x->value[i] = number(e->type, bits);
		x->lo = !i || v < x->lo ? v : x->lo;
		x->hi = !i || v > x->hi ? v : x->hi;
	}
	return true;
}

/* ---- Forms -------------------------------------------------------------------------------*/
/* What is to be added, with that factor and shift: all sums fit 16 bits. */
static bool find_add(const struct of_byte *x, struct form *f)
{
	int64_t lo = INT16_MIN, hi = INT16_MAX;
	for (int64_t v = f->least; v <= f->most && lo <= hi; v++) {
		int64_t product = v * f->factor, unit = INT64_C(1) << f->shift;
		int64_t value = x->value[v - x->first];
		int64_t least = f->low && value == x->lo ? INT16_MIN : value * unit;
		int64_t most = f->high && value == x->hi ? INT16_MAX : (value + 1) * unit - 1;
		lo = least - product > lo ? least - product : lo;
		hi = most - product < hi ? most - product : hi;
		lo = INT16_MIN - product > lo ? INT16_MIN - product : lo;
		hi = INT16_MAX - product < hi ? INT16_MAX - product : hi;
	}
	f->add = lo;
	int64_t last = f->most * f->factor, first = f->least * f->factor;
	return lo <= hi && last >= INT16_MIN && last <= INT16_MAX && first >= INT16_MIN &&
	       first <= INT16_MAX;
}

/* Find factor, addend and shift that give all of the table in 16 bits; false: there are none. */
static bool find_in(const struct of_byte *x, struct form *f)
{
	for (f->shift = 0; f->shift <= MOST_SHIFT; f->shift++)
		for (f->factor = -MOST_FACTOR; f->factor <= MOST_FACTOR; f->factor++)
			if (find_add(x, f))
				return true;
	return false;
}

/* Find a form for all values; or for those between which the function is not what it is at both ends. */
static bool find_form(const struct of_byte *x, struct form *f)
{
	*f = (struct form){false, true, true, .least = x->first, .most = x->first + x->n - 1};
	if (find_in(x, f))
		return true;
	f->is_inner = true;
	while (f->least < f->most && x->value[f->least + 1 - x->first] == x->value[0])
		f->least++;
	while (f->most > f->least && x->value[f->most - 1 - x->first] == x->value[x->n - 1])
		f->most--;
	for (int ends = 0; ends < 4; ends++) {
		f->low = ends & 1;
		f->high = ends & 2;
		if (find_in(x, f))
			return true;
	}
	return false;
}

/* ---- What is made ------------------------------------------------------------------------*/
static const struct tir_expr *half(struct narrow *k, int64_t n)
{
	return tir_int(k->m, tir_type(TIR_TYPE_INT, 16, 1), n);
}

/* e between the numbers that there are. */
static const struct tir_expr *between(struct narrow *k, const struct tir_expr *e,
        const int64_t *least, const int64_t *most)
{
	e = most ? tir_binary(k->m, TIR_MIN, e, half(k, *most)) : e;
	return least ? tir_binary(k->m, TIR_MAX, e, half(k, *least)) : e;
}

/* The form of x in 16 bits, cast to the type. */
static const struct tir_expr *made(struct narrow *k, const struct of_byte *x, const struct form *f,
        struct tir_type type)
{
	const struct tir_expr *e = tir_cast(k->m, tir_type(TIR_TYPE_INT, 16, 1), x->load);
	e = f->is_inner ? between(k, e, &f->least, &f->most) : e;
	e = f->factor == 1 ? e : tir_binary(k->m, TIR_MUL, e, half(k, f->factor));
	e = f->add ? tir_binary(k->m, TIR_ADD, e, half(k, f->add)) : e;
	e = f->shift ? tir_binary(k->m, TIR_SHR, e, half(k, f->shift)) : e;
	e = between(k, e, f->low ? &x->lo : NULL, f->high ? &x->hi : NULL);
	return tir_cast(k->m, type, e);
}

/* e with something else in the place of the load. */
static const struct tir_expr *with_byte(struct narrow *k, const struct tir_expr *e,
        const struct tir_expr *load, const struct tir_expr *byte)
{
	if (e == load || !e->n)
		return e == load ? byte : e;
	const struct tir_expr **arg = ARENA_NEWN(k->scratch, const struct tir_expr *, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = with_byte(k, e->arg[i], load, byte);
	return tir_with_args(k->m, e, arg);
}

/* for v in range(256): table[v] = e of byte v; what e is with that. */
static const struct tir_expr *look_up(struct narrow *k, const struct of_byte *x,
        const struct tir_stmt *s, const struct tir_expr *e)
{
	struct tir_buffer *b = tir_row_new(k->m, "table", e->type, VALUES);
	struct tir_stmt *loop = tir_loop_new(k->m, tir_var_new(k->m, "byte", TIR_INT32), VALUES,
	        s->at);
	struct tir_for *l = tir_as_for(loop);
	b->align = TARGET_HVX_BYTES;
	const struct tir_expr *first = tir_int(k->m, TIR_INT32, x->first), *v = l->var->expr;
	const struct tir_expr *byte = tir_cast(k->m, x->load->type,
	        x->first ? tir_binary(k->m, TIR_ADD, v, first) : v);
	tir_seq_add(&l->body, tir_store_new(k->m, b, 1, &v, with_byte(k, e, x->load, byte), s->at));
	tir_seq_add(&k->tables, tir_alloc_new(k->m, b, s->at));
	tir_seq_add(&k->tables, loop);
	k->ntables++;
	const struct tir_expr *at = tir_cast(k->m, TIR_INT32, x->load);
	at = x->first ? tir_binary(k->m, TIR_SUB, at, first) : at;
	return tir_access(k->m, TIR_LOAD, b, 1, &at);
}

/* How often the body of the loop runs, if what is around it does so many times. */
static int64_t times_of(const struct tir_stmt *loop, int64_t times)
{
	enum { ENOUGH = 1 << 20 };
	const struct tir_expr *n = tir_as_for(loop)->extent.e;
	if (times < 0 || n->op != TIR_INT_IMM || n->u.i < 0)
		return -1;
	return n->u.i > ENOUGH || times * n->u.i > ENOUGH ? ENOUGH : times * n->u.i;
}

/* Is e a dear function of one byte, or of one sum, of which all values are known? */
static bool is_function(struct of_byte *x, const struct tir_expr *e)
{
	for (int is_sum = 0; is_sum < 2; is_sum++) {
		*x = (struct of_byte){.nodes = NODES, .is_sum = is_sum};
		if (read(x, e) && x->load && x->dear && tabulate(x, e))
			return true;
	}
	return false;
}

/* Add a copy of s, with such a function computed in 16 bits or looked up in a table, where that is cheaper than
 * what it stores. */
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct narrow *k = ctx;
	const struct tir_stmt *around = k->loop;
	struct tir_stmt *t = tir_stmt_copy(k->m->arena, s);
	const struct tir_expr *e = s->kind == TIR_STORE ? tir_value_of(s) : NULL;
	struct of_byte *x = e && k->loop ? ARENA_NEW(k->scratch, struct of_byte) : NULL;
	int64_t times = k->times;
	struct form f;
	if (x && is_byte(e->type) && is_function(x, e)) {
		bool has_form = find_form(x, &f);
		struct loops_vectorized told = {
		        has_form ? LOOPS_NARROW : LOOPS_TABLE, k->loop, has_form ? 16 : VALUES};
		bool may = has_form ||
		           (!x->is_sum && k->times >= LEAST_LOOKUPS && k->ntables < MOST_TABLES);
		if (may) {
			tir_value_slot(t)->e = has_form ? made(k, x, &f, e->type)
			                                : look_up(k, x, s, e);
			VEC_PUSH(k->scratch, &k->vectors->all, told);
			k->any = true;
		}
	}
	if (s->kind == TIR_FOR) {
		k->loop = s;
		k->times = times_of(s, times);
	}
	tir_seq_map_bodies(t, visit, k);
	k->loop = around;
	k->times = times;
	tir_seq_add(out, t);
}

struct tir_func *loops_narrow(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct narrow k = {.m = f->module, .scratch = arena, .vectors = vectors};
	struct tir_seq body = {0};
	if (options->lanes && options->lanes < LEAST_LANES)
		return f;
	for (const struct tir_stmt *s = f->body.first; s; s = s->next) {
		struct tir_seq nest = {0};
		k.tables = (struct tir_seq){0};
		k.loop = NULL;
		k.times = 1;
		visit(&k, s, &nest);
		tir_seq_append(&body, k.tables);
		tir_seq_append(&body, nest);
	}
	return k.any ? tir_func_with_body(f, body) : f;
}
