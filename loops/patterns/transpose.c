/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/transpose.c: nests that move elements so that columns become rows.
 *
 * Idea.   In for y, x: B[y, x] = A[x, y] rows of A are columns of B. Number 2^n registers by bits, and their 2^n lanes: a row of A
 *         in each register is what is there, a row of B in each is what is wanted, so each bit of the register's number is to
 *         change places with the bit of the lane's number that has its weight. One instruction does so with one bit of two
 *         registers. Registers are few: four bits in 16 of them, what comes of it is stored where B's rows lie, then the other
 *         bits, of registers 16 rows apart.
 *         The last tile of a row or a column overlaps the one before, if tiles do not fit.
 * Needs   loops from 0 on with constant extents around one store of what is loaded; as many iterations as lanes, both ways.
 * Costs   each nest, once.
 * Wrong if an element goes elsewhere: proof/replay/replay.c runs both functions on symbols. */
#include "loops/nest/growth.h"
#include "loops/nest/move.h"
#include "loops/nest/refuse.h"
#include "loops/nest/replace.h"
#include "loops/patterns/dot.h"

enum {
	FIRST = 16, /* registers, whose bits are exchanged first */
	ROW = 12, /* packets of a register of a tile, unaligned: loaded and stored twice, some instructions; an
	           * element by itself takes one */
	PAYS = 70, /* percent of that, at most */
};

struct transposer {
	const struct facts *facts;
	struct tir_module *m;
	struct arena *scratch;
	const struct loops_options *options;
	struct loops_vectors *out;
	struct loops_move nest;
	struct loops_doubt doubt; /* what there is to say if it is no such nest */
	uint32_t x,
	        y; /* which of its loops go along rows of what is stored, and of what is loaded */
};

/* ---- What is read ------------------------------------------------------------------------*/
static void indices(const struct tir_stmt *s, const struct tir_expr **index)
{
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = tir_as_store(s)->index[i].e;
}

/* The loop whose iterations go along the last index by one, and that has so many iterations; t->nest.n: there is none. */
static uint32_t find_row(const struct transposer *t, uint32_t n,
        const struct tir_expr *const *index, int64_t least)
{
	uint32_t found = t->nest.n;
	int64_t by;
	for (uint32_t l = 0; l < t->nest.n; l++)
		if (loops_growth_of(t->facts, n, index, loops_move_var(&t->nest, l), &by) &&
		        by == 1 && loops_move_extent(&t->nest, l) >= least)
			found = l;
	return found;
}

/* The stride at which the loop's neighbours are stored; 0: it is not known. */
static int64_t distance(const struct transposer *t, uint32_t l)
{
	const struct tir_store *s = tir_as_store(t->nest.store);
	int64_t sum = 0, by;
	for (uint32_t i = 0; i < t->nest.store->nindex; i++) {
		const struct tir_expr *size = s->buffer->shape[i];
		if (size->op != TIR_INT_IMM || size->u.i > LOOPS_MOVE_ELEMENTS || size->u.i < 1 ||
		        !loops_growth(t->facts, s->index[i].e, loops_move_var(&t->nest, l), &by))
			return 0;
		sum = sum * size->u.i + by;
		if (sum > LOOPS_FARTHEST || sum < 0)
			return 0;
	}
	return sum;
}

static bool pays(const struct transposer *t)
{
	int64_t lanes = t->nest.lanes, x = loops_move_extent(&t->nest, t->x),
	        y = loops_move_extent(&t->nest, t->y);
	int64_t rows = ((x + lanes - 1) / lanes) * ((y + lanes - 1) / lanes) * lanes;
	return t->options->vectorize_always || rows * ROW * 100 <= x * y * PAYS;
}

/* Is s a nest that only moves elements, whose loads are along one loop and whose stores are along another?  Then t holds
 * it. */
static bool read_nest(struct transposer *t, const struct tir_stmt *s)
{
	const struct tir_expr *index[TIR_MAX_RANK];
	int64_t by[LOOPS_MOVE_DEPTH];
	t->doubt = loops_no_doubt();
	if (!loops_move_read(&t->nest, t->facts, s) ||
	        tir_as_store(t->nest.store)->buffer->strides ||
	        tir_as_store(t->nest.store)->buffer->ndim != t->nest.store->nindex)
		return false;
	const struct tir_expr *e = tir_value_of(t->nest.store);
	indices(t->nest.store, index);
	t->x = find_row(t, t->nest.store->nindex, index, 2);
	t->y = find_row(t, e->n, e->arg, 2);
	if (t->x < t->nest.n && t->y < t->nest.n && t->x != t->y)
		loops_looks(&t->doubt, t->nest.store);
	t->x = find_row(t, t->nest.store->nindex, index, t->nest.lanes);
	t->y = find_row(t, e->n, e->arg, t->nest.lanes);
	for (uint32_t l = 0; l < t->nest.n; l++)
		by[l] = distance(t, l);
	uint32_t most = t->options->lanes;
	return loops_holds(&t->doubt, t->x < t->nest.n && t->y < t->nest.n && t->x != t->y,
	               LOOPS_TRANSPOSE_SHORT) &&
	       (!most || most >= t->nest.lanes) &&
	       loops_holds(&t->doubt, loops_move_is_injective(&t->nest, by),
	               LOOPS_TRANSPOSE_TWICE) &&
	       loops_holds(&t->doubt, pays(t), LOOPS_TRANSPOSE_PAYS);
}

/* ---- What is made ------------------------------------------------------------------------*/
struct tile {
	struct transposer *t;
	struct loop_builder k;
	const struct tir_expr *at[LOOPS_MOVE_DEPTH]; /* what stands for the variables of loops */
};

/* The index with `row` in the place of one loop's variable. */
static const struct tir_expr *index_at(struct tile *x, const struct tir_expr *e, uint32_t rows,
        const struct tir_expr *row)
{
	struct tir_subst s = {.m = x->t->m, .arena = x->t->scratch};
	for (uint32_t l = 0; l < x->t->nest.n; l++)
		tir_subst_var(&s, loops_move_var(&x->t->nest, l), l == rows ? row : x->at[l]);
	return tir_subst_expr(&s, e);
}

/* The indices of a register whose first element is there. */
static const struct tir_expr **register_at(struct tile *x, uint32_t n,
        const struct tir_expr *const *index, uint32_t rows, const struct tir_expr *row)
{
	const struct tir_expr **at = ARENA_NEWN(x->t->scratch, const struct tir_expr *, n);
	for (uint32_t i = 0; i < n; i++)
		at[i] = index_at(x, index[i], rows, row);
	at[n - 1] = tir_ramp(x->t->m, at[n - 1], dot_int(&x->k, 1), x->t->nest.lanes);
	return at;
}

/* Row number `row` of what is stored, loaded and stored. */
static const struct tir_expr *load_stored(struct tile *x, const struct tir_expr *row)
{
	const struct tir_expr *index[TIR_MAX_RANK];
	uint32_t n = x->t->nest.store->nindex;
	indices(x->t->nest.store, index);
	return tir_access(x->t->m, TIR_LOAD, tir_as_store(x->t->nest.store)->buffer, n,
	        register_at(x, n, index, x->t->y, row));
}

/* Store a register of the tile as row `row` of what the nest stores to. */
static void put(struct tile *x, struct tir_seq *out, const struct tir_expr *row,
        const struct tir_expr *value)
{
	const struct tir_expr *index[TIR_MAX_RANK], **at;
	struct tir_stmt *s = tir_stmt_copy(x->t->m->arena, x->t->nest.store);
	struct tir_store *store = tir_as_store(s);
	indices(x->t->nest.store, index);
	at = register_at(x, s->nindex, index, x->t->y, row);
	for (uint32_t i = 0; i < s->nindex; i++)
		store->index[i].e = at[i];
	store->value.e = value;
	tir_seq_add(out, s);
}

/* Of two registers, the one whose number has the bit, or not, after that bit changed places with one of the lanes. */
static const struct tir_expr *exchanged(struct tile *x, const struct tir_expr *low,
        const struct tir_expr *high, uint32_t bit, bool is_high)
{
	uint32_t lanes = x->t->nest.lanes;
	const struct tir_expr **arg = ARENA_NEWN(x->t->scratch, const struct tir_expr *, 2 + lanes);
	arg[0] = low;
	arg[1] = high;
	for (uint32_t l = 0; l < lanes; l++) {
		bool from_high = (l & bit) != 0, own = from_high == is_high;
		arg[2 + l] = dot_int(&x->k, (from_high ? lanes : 0) + (own ? l : l ^ bit));
	}
	return tir_make(x->t->m, TIR_SHUFFLE, low->type, 2, 2 + lanes, arg);
}

/* Exchange the bits of the numbers of n registers with as many of the lanes, from `bit` on. */
static void exchange(struct tile *x, struct tir_seq *out, uint32_t n, uint32_t bit,
        const struct tir_expr **v)
{
	for (uint32_t b = 1; b < n; b *= 2, bit *= 2)
		for (uint32_t i = 0; i < n; i++) {
			if (i & b)
				continue;
			const struct tir_expr *low = v[i], *high = v[i + b];
			v[i] = dot_bind(&x->k, out, "low", exchanged(x, low, high, bit, false));
			v[i + b] = dot_bind(&x->k, out, "high", exchanged(x, low, high, bit, true));
		}
}

/* Rows of what is loaded, 16 neighbours at once. */
static void make_first(struct tile *x, struct tir_seq *out)
{
	struct transposer *t = x->t;
	struct tir_stmt *loop = dot_loop(&x->k, "group", t->nest.lanes / FIRST, 1);
	const struct tir_expr *group = dot_scaled(&x->k, tir_as_for(loop)->var->expr, FIRST);
	const struct tir_expr *e = tir_value_of(t->nest.store), *v[FIRST];
	struct tir_seq body = {0};
	for (uint32_t i = 0; i < FIRST; i++) {
		const struct tir_expr *row = dot_sum(&x->k, x->at[t->x],
		        dot_sum(&x->k, group, dot_int(&x->k, i)));
		const struct tir_expr **at = register_at(x, e->n, e->arg, t->x, row);
		v[i] = dot_bind(&x->k, &body, "row",
		        tir_access(t->m, TIR_LOAD, e->u.buffer, e->n, at));
	}
	exchange(x, &body, FIRST, 1, v);
	for (uint32_t i = 0; i < FIRST; i++)
		put(x, &body, dot_sum(&x->k, x->at[t->y], dot_sum(&x->k, group, dot_int(&x->k, i))),
		        v[i]);
	tir_as_for(loop)->body = body;
	tir_seq_add(out, loop);
}

/* Rows of what is stored, 16 rows apart. */
static void make_second(struct tile *x, struct tir_seq *out)
{
	struct transposer *t = x->t;
	struct tir_stmt *loop = dot_loop(&x->k, "group", FIRST, 1);
	const struct tir_expr *group = tir_as_for(loop)->var->expr, *v[FIRST], *row[FIRST];
	struct tir_seq body = {0};
	uint32_t n = t->nest.lanes / FIRST;
	for (uint32_t i = 0; i < n; i++) {
		row[i] = dot_sum(&x->k, x->at[t->y],
		        dot_sum(&x->k, group, dot_int(&x->k, i * FIRST)));
		v[i] = dot_bind(&x->k, &body, "row", load_stored(x, row[i]));
	}
	exchange(x, &body, n, FIRST, v);
	for (uint32_t i = 0; i < n; i++)
		put(x, &body, row[i], v[i]);
	tir_as_for(loop)->body = body;
	tir_seq_add(out, loop);
}

/* The loops over tiles; a last tile that is not whole overlaps the one before it. */
static struct tir_stmt *make_nest(struct transposer *t)
{
	struct tile x = {
	        .t = t, .k = {.m = t->m, .scratch = t->scratch, .span = t->nest.loop[0]->at}};
	struct tir_seq nest = {0}, *out = &nest;
	for (uint32_t l = 0; l < t->nest.n; l++) {
		bool tiled = l == t->x || l == t->y;
		int64_t n = loops_move_extent(&t->nest, l), lanes = t->nest.lanes;
		struct tir_stmt *loop = dot_loop(&x.k, loops_move_var(&t->nest, l)->name,
		        tiled ? (n + lanes - 1) / lanes : n, 1);
		x.at[l] = tir_as_for(loop)->var->expr;
		if (tiled)
			x.at[l] = dot_scaled(&x.k, x.at[l], lanes);
		if (tiled && n % lanes)
			x.at[l] = tir_binary(t->m, TIR_MIN, x.at[l], dot_int(&x.k, n - lanes));
		tir_seq_add(out, loop);
		out = &tir_as_for(loop)->body;
	}
	make_first(&x, out);
	make_second(&x, out);
	return nest.first;
}

/* Put the new nest in the place of s if that transposes; false: it does not. */
static bool take(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct transposer *t = ctx;
	if (!read_nest(t, s)) {
		loops_refuse(t->out, t->scratch, s, &t->doubt);
		return false;
	}
	loops_take_back(t->out, t->nest.store);
	struct loops_vectorized x = {LOOPS_TRANSPOSED, t->nest.loop[t->x], t->nest.lanes};
	VEC_PUSH(t->scratch, &t->out->all, x);
	tir_seq_add(out, make_nest(t));
	return true;
}

struct tir_func *loops_transpose(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct transposer *t = ARENA_NEW(arena, struct transposer);
	*t = (struct transposer){.m = f->module,
	        .facts = facts_begin(f, &known, arena),
	        .scratch = arena,
	        .options = options,
	        .out = vectors};
	vectors->all.n = 0;
	return loops_replace(f, take, t, arena);
}
