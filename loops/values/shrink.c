/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/values/shrink.c: integers in 8 or 16 bits where their ranges fit (type shrinking).
 *
 * Idea.   Bytes are cast to 32 bits before they are added up, as C does it; a register of HVX holds four times as many bytes.
 *         A subexpression whose range fits a shorter type is computed in it, if all its operands fit as well.
 *         Sums and products may take operands that wrap: they are right modulo 2^bits, and the result fits.  An index of up to 256
 *         elements is cut off to a byte: it lies in the buffer.
 * Needs   stores that vectors may take: of vectors, or of neighbouring elements in a loop.
 * Costs   each node of what is stored, once for each of the two widths.
 * Wrong if a value lies outside of its range: proof/exhaust/shrink.c bounds them anew. */
#include "loops/loops.h"
#include "loops/nest/growth.h"
#include "loops/nest/refuse.h"
#include "target/target.h"

enum {
	NODES = 1024, /* of an expression */
	SHORTEST = 8,
	SHORT = 16,
	LEAST_LANES = 33, /* that fill a register in 16 bits, padded to a power of two */
	LEAST_PRODUCTS = 64,
	MANY = 1 << 20, /* elements of a row */
	LEAST_TEXT = 64 /* lanes of a vector of the text, which are not padded */
};

struct shrinker {
	struct tir_module *m;
	const struct facts *facts;
	struct arena *arena;
	uint32_t bits;                      /* that are tried */
	uint32_t nodes;                     /* left, of the expression */
	bool products;                      /* are worth it by themselves */
	uint32_t most;                      /* bits that any of its values takes now */
	VEC(const struct tir_stmt *) loops; /* around */
	struct loops_vectors *out;
	struct loops_doubt
	        doubt; /* of the store: what there is to say if something is not shrunk */
	bool any;
};

static bool is_number(struct tir_type t)
{
	return t.code == TIR_TYPE_INT || t.code == TIR_TYPE_UINT;
}

/* ---- What fits ---------------------------------------------------------------------------*/
static struct tir_type short_type(const struct shrinker *k, bool is_signed, struct tir_type like)
{
	return tir_type(is_signed ? TIR_TYPE_INT : TIR_TYPE_UINT, k->bits, like.lanes);
}

/* The type of k->bits that holds all values from lo to hi, a signed one if both do; false: there is none. */
static bool type_of_range(const struct shrinker *k, int64_t lo, int64_t hi, struct tir_type like,
        struct tir_type *out)
{
	int64_t end = INT64_C(1) << (k->bits - 1);
	bool is_signed = lo >= -end && hi < end;
	*out = short_type(k, is_signed, like);
	return is_signed || (lo >= 0 && hi < 2 * end);
}

static bool type_that_holds(const struct shrinker *k, const struct tir_expr *e,
        struct tir_type *out)
{
	int64_t lo, hi;
	return is_number(e->type) && range_limits(k->facts, e, &lo, &hi) &&
	       type_of_range(k, lo, hi, e->type, out);
}

/* The type that holds what both are. */
static bool type_of_both(const struct shrinker *k, const struct tir_expr *a,
        const struct tir_expr *b, struct tir_type *out)
{
	int64_t al, ah, bl, bh;
	if (!is_number(a->type) || !range_limits(k->facts, a, &al, &ah) ||
	        !range_limits(k->facts, b, &bl, &bh))
		return false;
	return type_of_range(k, al < bl ? al : bl, ah > bh ? ah : bh, a->type, out);
}

/* ---- In a shorter type -------------------------------------------------------------------*/
static const struct tir_expr *number(struct shrinker *k, struct tir_type t, int64_t n)
{
	const struct tir_expr *e = tir_int(k->m, tir_lanes(t, 1), n);
	return t.lanes > 1 ? tir_broadcast(k->m, e, t.lanes) : e;
}

/* Does a cast of this type to more bits, by way of another one, give the same as the cast at once? */
static bool same_at_once(struct tir_type from, struct tir_type by, struct tir_type to)
{
	return from.bits < to.bits &&
	       (by.bits >= to.bits || (by.bits >= from.bits && by.code == from.code) ||
	               (by.bits > from.bits && by.code == TIR_TYPE_INT));
}

/* e in a type of as many bits; a number stays one. */
static const struct tir_expr *as(struct shrinker *k, struct tir_type t, const struct tir_expr *e)
{
	int64_t n;
	if (tir_type_eq(e->type, t))
		return e;
	if (e->op == TIR_CAST && is_number(e->arg[0]->type) &&
	        same_at_once(e->arg[0]->type, e->type, t))
		return tir_cast(k->m, t, e->arg[0]);
	return tir_number_of(e, &n) ? number(k, t, n) : tir_cast(k->m, t, e);
}

static const struct tir_expr *shorten(struct shrinker *k, const struct tir_expr *e);
static const struct tir_expr *shrink(struct shrinker *k, const struct tir_expr *e,
        const struct tir_expr *around);

/* What is cut off within e, in fewer bits. */
static const struct tir_expr *shrunk_within(struct shrinker *k, const struct tir_expr *e)
{
	uint32_t bits = k->bits;
	e = shrink(k, e, NULL);
	k->bits = bits;
	return e;
}

/* The operation on both operands, shortened, in type t. */
static const struct tir_expr *operation(struct shrinker *k, const struct tir_expr *e,
        struct tir_type t)
{
	const struct tir_expr *a = shorten(k, e->arg[0]);
	const struct tir_expr *b = a ? shorten(k, e->arg[1]) : NULL;
	return b ? tir_binary(k->m, (enum tir_op)e->op, as(k, t, a), as(k, t, b)) : NULL;
}

/* A shift to the right or a division by a constant: in the type of what is divided; without a sign a division is simpler, if
 * that is never below zero. */
static const struct tir_expr *quotient(struct shrinker *k, const struct tir_expr *e)
{
	struct tir_type t;
	int64_t n, lo, hi;
	bool may = tir_number_of(e->arg[1], &n) && n > 0 && (e->op != TIR_SHR || n < k->bits) &&
	           type_of_both(k, e->arg[0], e->arg[1], &t) &&
	           range_limits(k->facts, e->arg[0], &lo, &hi);
	if (may && lo >= 0 && e->op != TIR_SHR)
		t = short_type(k, false, t);
	return may ? operation(k, e, t) : NULL;
}

/* Is it a mask of constants? */
static bool is_mask(const struct tir_expr *e)
{
	return e->op == TIR_SHUFFLE && !(e->flags & (TIR_HAS_VAR | TIR_READS_MEM | TIR_HAS_CALL));
}

/* A condition with its operands in fewer bits; NULL: one of them does not fit. */
static const struct tir_expr *condition(struct shrinker *k, const struct tir_expr *e)
{
	struct tir_type t;
	if (tir_ops[e->op].compare)
		return type_of_both(k, e->arg[0], e->arg[1], &t) ? operation(k, e, t) : NULL;
	if (is_mask(e))
		return e;
	if (e->op != TIR_AND && e->op != TIR_OR && e->op != TIR_NOT)
		return NULL;
	const struct tir_expr *arg[2];
	for (uint32_t i = 0; i < e->n; i++)
		if (!(arg[i] = condition(k, e->arg[i])))
			return NULL;
	return tir_with_args(k->m, e, arg);
}

/* A choice with condition and arms in fewer bits; NULL: one of them does not fit. */
static const struct tir_expr *choice(struct shrinker *k, const struct tir_expr *e)
{
	struct tir_type t;
	const struct tir_expr *c, *a, *b;
	if (!type_of_both(k, e->arg[1], e->arg[2], &t) || !(c = condition(k, e->arg[0])) ||
	        !(a = shorten(k, e->arg[1])) || !(b = shorten(k, e->arg[2])))
		return NULL;
	return tir_select(k->m, (enum tir_op)e->op, c, as(k, t, a), as(k, t, b));
}

/* What a cast gives, in fewer bits: of its operand, if all its values are kept; NULL: else. */
static const struct tir_expr *cast(struct shrinker *k, const struct tir_expr *e)
{
	const struct tir_expr *from = e->arg[0];
	struct tir_type t;
	int64_t lo, hi, least, most;
	if (!is_number(from->type))
		return NULL;
	if (from->type.bits <= k->bits)
		return type_that_holds(k, from, &t) ? as(k, t, shrunk_within(k, from)) : NULL;
	/* Is it the number that it was? */
	bool same = range_limits(k->facts, from, &lo, &hi) &&
	            range_limits(k->facts, e, &least, &most) && lo == least && hi == most;
	return same ? shorten(k, from) : NULL;
}

/* Lanes out of vectors, each in fewer bits, or one number for all. */
static const struct tir_expr *lanes_of_parts(struct shrinker *k, const struct tir_expr *e,
        struct tir_type t)
{
	const struct tir_expr **arg = ARENA_NEWN(k->arena, const struct tir_expr *, e->n);
	for (uint32_t i = 0; i < e->n; i++) {
		bool is_part = e->op == TIR_BROADCAST || i < e->u.nvectors;
		arg[i] = is_part ? shorten(k, e->arg[i]) : e->arg[i];
		if (!arg[i])
			return NULL;
		if (is_part)
			arg[i] = as(k, tir_lanes(t, e->arg[i]->type.lanes), arg[i]);
	}
	return tir_make(k->m, (enum tir_op)e->op, t, e->u.bits, e->n, arg);
}

/* e in k->bits, of the same value; NULL: it does not fit, or would cost more. */
static const struct tir_expr *shorten(struct shrinker *k, const struct tir_expr *e)
{
	struct tir_type t;
	int64_t n;
	if (!k->nodes)
		return NULL;
	k->nodes--;
	if (!type_that_holds(k, e, &t))
		return NULL;
	if (tir_number_of(e, &n))
		return number(k, t, n);
	switch ((enum tir_op)e->op) {
	case TIR_CAST: return cast(k, e);
	case TIR_ANY_RING: return operation(k, e, t);
	case TIR_ANY_EXTREME:
	case TIR_BITAND:
	case TIR_BITOR:
	case TIR_BITXOR:
		return type_of_both(k, e->arg[0], e->arg[1], &t) ? operation(k, e, t) : NULL;
	case TIR_SHR:
	case TIR_FLOORDIV:
	case TIR_DIV: return quotient(k, e);
	case TIR_ANY_CHOICE: return choice(k, e);
	case TIR_BROADCAST:
	case TIR_SHUFFLE: return lanes_of_parts(k, e, t);
	case TIR_RAMP:
	case TIR_ANY_LEAF:
	case TIR_MOD:
	case TIR_FLOORMOD:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_BITNOT:
	case TIR_SHL:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	return NULL;
}

/* ---- Expressions -------------------------------------------------------------------------*/
/* Is there something to compute? */
static bool is_operation(const struct tir_expr *e)
{
	return tir_ops[e->op].form == TIR_FORM_INFIX || e->op == TIR_MIN || e->op == TIR_MAX ||
	       e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
}

/* A term of a sum which is a product of two that both vary: HVX widens what it multiplies, and adds it up so. */
static bool is_product(const struct tir_expr *e, const struct tir_expr *around)
{
	int64_t n;
	bool in_sum = around && (around->op == TIR_ADD || around->op == TIR_SUB);
	return in_sum && e->op == TIR_MUL && !tir_number_of(e->arg[0], &n) &&
	       !tir_number_of(e->arg[1], &n);
}

/* e in the fewest bits that hold all of it; NULL: none do. */
static const struct tir_expr *fewest(struct shrinker *k, const struct tir_expr *e)
{
	for (k->bits = SHORTEST; k->bits <= SHORT && k->bits < e->type.bits; k->bits *= 2) {
		const struct tir_expr *x = shorten(k, e);
		if (x) {
			k->most = k->bits > k->most ? k->bits : k->most;
			return x;
		}
	}
	return NULL;
}

/* ---- Indices of tables -------------------------------------------------------------------*/
/* Does e name a loop's variable outside of indices, which makes it a row of the table? */
static bool names_loop(const struct tir_expr *e)
{
	bool names = e->op == TIR_RAMP || (e->op == TIR_VAR && e->type.lanes == 1);
	for (uint32_t i = 0; i < e->n && !names && e->op != TIR_LOAD; i++)
		names = names_loop(e->arg[i]);
	return names;
}

/* The lowest byte of e. */
static const struct tir_expr *lowest_byte(struct shrinker *k, const struct tir_expr *e)
{
	struct tir_type t = tir_type(TIR_TYPE_UINT, SHORTEST, e->type.lanes);
	int64_t n;
	bool both = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL ||
	            e->op == TIR_BITAND || e->op == TIR_BITOR || e->op == TIR_BITXOR;
	if (tir_number_of(e, &n))
		return number(k, t, (uint8_t)n);
	if (!k->nodes || e->type.bits == SHORTEST)
		return tir_cast(k->m, t, shrink(k, e, NULL));
	k->nodes--;
	if (both)
		return tir_binary(k->m, (enum tir_op)e->op, lowest_byte(k, e->arg[0]),
		        lowest_byte(k, e->arg[1]));
	if (e->op == TIR_CAST && is_number(e->arg[0]->type) && e->arg[0]->type.bits >= SHORTEST)
		return lowest_byte(k, e->arg[0]);
	const struct tir_expr *x = fewest(k, e);
	return tir_cast(k->m, t, x ? x : shrink(k, e, NULL));
}

/* A load from a table of up to 256 elements at an index that a load decides: the byte that chooses, in bytes. */
static const struct tir_expr *lookup(struct shrinker *k, const struct tir_expr *e)
{
	const struct tir_expr *index = e->n == 1 ? e->arg[0] : NULL;
	const struct tir_expr *size = index && e->u.buffer->ndim ? e->u.buffer->shape[0] : NULL;
	struct target_table table;
	uint32_t bits = k->bits;
	if (!size || size->op != TIR_INT_IMM || size->u.i > 1 << SHORTEST || names_loop(index) ||
	        !(index->flags & TIR_READS_MEM) ||
	        !target_vector_table(e->u.buffer, index, &table) ||
	        table.bytes->type.bits == SHORTEST)
		return e;
	index = tir_cast(k->m, index->type, lowest_byte(k, table.bytes));
	k->most = k->most > SHORTEST ? k->most : SHORTEST;
	k->bits = bits;
	return tir_with_args(k->m, e, &index);
}

/* e with what is cut off to few bits computed in few bits, if all of it fits: within a wider operation it would have to be
 * widened again, which products alone are worth. */
static const struct tir_expr *shrink(struct shrinker *k, const struct tir_expr *e,
        const struct tir_expr *around)
{
	if (k->nodes && e->op == TIR_LOAD)
		return lookup(k, e);
	if (!k->nodes || e->n == 0 || e->op == TIR_CALL || e->op == TIR_LET)
		return e;
	k->nodes--;
	bool cuts = e->op == TIR_CAST && is_number(e->type) && e->type.bits <= SHORT &&
	            is_number(e->arg[0]->type) && is_operation(e->arg[0]);
	const struct tir_expr *x = cuts ? fewest(k, e->arg[0])
	                           : k->products && is_number(e->type) && is_product(e, around)
	                                   ? fewest(k, e)
	                                   : NULL;
	if (x)
		return as(k, e->type, x);
	if (cuts && e->arg[0]->type.bits > SHORT && e->arg[0]->flags & TIR_READS_MEM)
		loops_holds(&k->doubt, false, LOOPS_SHRINK_FITS);
	const struct tir_expr **arg = ARENA_NEWN(k->arena, const struct tir_expr *, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = shrink(k, e->arg[i], e);
	return tir_with_args(k->m, e, arg);
}

/* ---- Stores ------------------------------------------------------------------------------*/
/* By how much the index grows in each iteration of the loop; 0: nobody knows. */
static int64_t growth(const struct shrinker *k, const struct affine_sum *at,
        const struct tir_stmt *loop)
{
	struct affine_sum by;
	return affine_growth(k->facts, at, loop, &by) && !by.n ? by.constant : 0;
}

/* How many iterations the loop has, as far as its extent or else what it stores tells: many, if nobody knows. */
static int64_t most_of(const struct shrinker *k, const struct tir_stmt *loop,
        const struct tir_stmt *s)
{
	const struct tir_buffer *b = tir_as_store(s)->buffer;
	const struct tir_expr *extent = tir_as_for(loop)->extent.e;
	uint32_t last = s->nindex - 1;
	if (extent->op == TIR_INT_IMM)
		return extent->u.i;
	int64_t most = trip_most(k->facts, loop), by_row = INT64_MAX;
	if (s->nindex == b->ndim)
		by_row = loops_most_of_index(loop, tir_as_store(s)->index[last].e, b->shape[last],
		        true);
	return by_row < most ? by_row : most;
}

/* How many neighbouring elements neighbouring iterations of loops around store: many, if nobody knows; 0: none do. */
static int64_t row_of(const struct shrinker *k, const struct tir_stmt *s)
{
	struct affine_sum at;
	int64_t row = 1;
	bool any = false;
	affine_clear(&at);
	if (!s->nindex ||
	        !affine_add(&at, affine_of(k->facts, tir_as_store(s)->index[s->nindex - 1].e), 1))
		return 0;
	for (uint32_t i = k->loops.n; i-- > 0;) {
		int64_t n = most_of(k, k->loops.at[i], s);
		int64_t by = growth(k, &at, k->loops.at[i]);
		if (by != row && by != 1)
			continue;
		if (n > MANY)
			return MANY;
		any = true;
		row = by == row ? row * n : n > row ? n : row;
	}
	return any ? row : 0;
}

/* How many lanes may the vectors have that the store becomes, or is? */
static int64_t lanes_of(const struct shrinker *k, const struct tir_stmt *s)
{
	uint32_t lanes = tir_value_of(s)->type.lanes;
	return lanes > 1 && lanes < LEAST_TEXT ? 0 : lanes > 1 ? lanes : row_of(k, s);
}

/* Add a copy of s, with what it stores computed in fewer bits where enough lanes may do so. */
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct shrinker *k = ctx;
	struct tir_stmt *t = tir_stmt_copy(k->m->arena, s);
	int64_t lanes = s->kind == TIR_STORE ? lanes_of(k, s) : 0;
	if (lanes >= LEAST_LANES) {
		k->products = lanes >= LEAST_PRODUCTS;
		uint32_t n = k->loops.n;
		k->nodes = NODES;
		k->most = 0;
		k->doubt = loops_no_doubt();
		loops_looks(&k->doubt, s);
		tir_value_slot(t)->e = shrink(k, tir_value_of(s), NULL);
		k->any |= k->most != 0;
		if (n && !k->most)
			loops_refuse(k->out, k->arena, k->loops.at[n - 1], &k->doubt);
		if (k->most && n) {
			struct loops_vectorized x = {LOOPS_SHRUNK, k->loops.at[n - 1], k->most};
			VEC_PUSH(k->arena, &k->out->all, x);
		}
	}
	if (s->kind == TIR_FOR)
		VEC_PUSH(k->arena, &k->loops, s);
	tir_seq_map_bodies(t, visit, k);
	k->loops.n -= s->kind == TIR_FOR;
	tir_seq_add(out, t);
}

struct tir_func *loops_shrink(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct shrinker k = {.m = f->module,
	        .facts = facts_begin(f, &known, arena),
	        .arena = arena,
	        .out = vectors};
	struct tir_seq body = tir_seq_map(&f->body, visit, &k);
	return k.any ? tir_func_with_body(f, body) : f;
}
