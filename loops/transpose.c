/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/transpose.c: nests that move elements so that columns become rows.
 *
 * Idea.   In for y, x: B[y, x] = A[x, y] rows of A are columns of B. Number 2^n registers by bits, and their 2^n lanes: a row of A
 *         in each register is what is there, a row of B in each is what is wanted, so each bit of the register's number is to
 *         change places with the bit of the lane's number that has its weight. One instruction does so with one bit of two
 *         registers. Registers are few: four bits in 16 of them, what comes of it is stored where B's rows lie, then the other
 *         bits, of registers 16 rows apart.
 *         The last tile of a row or a column overlaps the one before, if tiles do not fit.
 * Needs   loops from 0 on with constant extents around one store of what is loaded; as many iterations as lanes, both ways.
 * Costs   each nest, once.
 * Wrong if an element goes elsewhere: proof/replay.c runs both functions on symbols. */
#include "loops/counted.h"
#include "loops/dot.h"
#include "loops/growth.h"

enum {
	LOOPS = 8,
	FIRST = 16,              /* registers, whose bits are exchanged first */
	MOST_ELEMENTS = 1 << 28, /* of a nest */
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
	/* The nest. */
	const struct tir_stmt *loop[LOOPS], *store;
	uint32_t n, x,
	        y; /* loops; which of them go along rows of what is stored, and of what is loaded */
	uint32_t lanes;
};

/* ---- What is read ------------------------------------------------------------------------*/
static int64_t extent(const struct transposer *t, uint32_t l)
{
	return tir_as_for(t->loop[l])->extent.e->u.i;
}

static const struct tir_var *var(const struct transposer *t, uint32_t l)
{
	return tir_as_for(t->loop[l])->var;
}

/* The loops from s on, with nothing between them, around a store of an element that is loaded. */
static bool read_loops(struct transposer *t, const struct tir_stmt *s)
{
	int64_t all = 1;
	for (t->n = 0; loops_is_counted(s); s = tir_body(s)->first) {
		int64_t n = tir_as_for(s)->extent.e->u.i;
		if (t->n == LOOPS || !tir_body(s)->first || tir_body(s)->first->next ||
		        n > MOST_ELEMENTS || (all *= n) > MOST_ELEMENTS)
			return false;
		t->loop[t->n++] = s;
	}
	if (t->n < 2 || s->kind != TIR_STORE || tir_mask_of(s) || !s->nindex)
		return false;
	const struct tir_store *x = tir_as_store(s);
	const struct tir_expr *e = x->value.e;
	struct tir_type type = x->buffer->elem;
	t->store = s;
	t->lanes = type.bits ? TARGET_HVX_BYTES * 8 / type.bits : 0;
	return e->op == TIR_LOAD && e->n && tir_is_int(type) && type.lanes == 1 &&
	       (type.bits == 8 || type.bits == 16 || type.bits == 32) &&
	       tir_type_eq(e->type, type) && !alias_may(t->facts, x->buffer, e->u.buffer);
}

static void indices(const struct tir_stmt *s, const struct tir_expr **index)
{
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = tir_as_store(s)->index[i].e;
}

/* The loop whose iterations go along the last index by one, and that has iterations for whole registers; t->n: there is none. */
static uint32_t find_row(const struct transposer *t, uint32_t n,
        const struct tir_expr *const *index)
{
	uint32_t found = t->n;
	int64_t by;
	for (uint32_t l = 0; l < t->n; l++)
		if (loops_growth_of(t->facts, n, index, var(t, l), &by) && by == 1 &&
		        extent(t, l) >= t->lanes)
			found = l;
	return found;
}

/* How far apart the loop's neighbours are stored; 0: it is not known. */
static int64_t distance(const struct transposer *t, uint32_t l)
{
	const struct tir_store *s = tir_as_store(t->store);
	int64_t sum = 0, by;
	for (uint32_t i = 0; i < t->store->nindex; i++) {
		const struct tir_expr *size = s->buffer->shape[i];
		if (size->op != TIR_INT_IMM || size->u.i > MOST_ELEMENTS || size->u.i < 1 ||
		        !loops_growth(t->facts, s->index[i].e, var(t, l), &by))
			return 0;
		sum = sum * size->u.i + by;
		if (sum > LOOPS_FARTHEST || sum < 0)
			return 0;
	}
	return sum;
}

/* Does no element take two?  Each loop goes farther than all loops that go less far together. */
static bool is_injective(const struct transposer *t)
{
	int64_t span = 0;
	uint32_t done = 0;
	for (uint32_t i = 0; i < t->n; i++) {
		uint32_t next = t->n;
		for (uint32_t l = 0; l < t->n; l++)
			if (!(done >> l & 1) &&
			        (next == t->n || distance(t, l) < distance(t, next)))
				next = l;
		if (distance(t, next) <= span)
			return false;
		done |= 1U << next;
		span += distance(t, next) * (extent(t, next) - 1);
	}
	return true;
}

static bool pays(const struct transposer *t)
{
	int64_t lanes = t->lanes, x = extent(t, t->x), y = extent(t, t->y);
	int64_t rows = ((x + lanes - 1) / lanes) * ((y + lanes - 1) / lanes) * lanes;
	return t->options->vectorize_always || rows * ROW * 100 <= x * y * PAYS;
}

static bool read_nest(struct transposer *t, const struct tir_stmt *s)
{
	const struct tir_expr *index[TIR_MAX_RANK];
	if (!read_loops(t, s) || tir_as_store(t->store)->buffer->strides ||
	        tir_as_store(t->store)->buffer->ndim != t->store->nindex)
		return false;
	const struct tir_expr *e = tir_value_of(t->store);
	indices(t->store, index);
	t->x = find_row(t, t->store->nindex, index);
	t->y = find_row(t, e->n, e->arg);
	uint32_t most = t->options->lanes;
	return t->x < t->n && t->y < t->n && t->x != t->y && (!most || most >= t->lanes) &&
	       is_injective(t) && pays(t);
}

/* ---- What is made ------------------------------------------------------------------------*/
struct tile {
	struct transposer *t;
	struct dot_maker k;
	const struct tir_expr *at[LOOPS]; /* what stands for the variables of loops */
};

/* The index with `row` in the place of one loop's variable. */
static const struct tir_expr *index_at(struct tile *x, const struct tir_expr *e, uint32_t rows,
        const struct tir_expr *row)
{
	struct tir_subst s = {.m = x->t->m, .arena = x->t->scratch};
	for (uint32_t l = 0; l < x->t->n; l++)
		tir_subst_var(&s, var(x->t, l), l == rows ? row : x->at[l]);
	return tir_subst_expr(&s, e);
}

/* The indices of a register whose first element is there. */
static const struct tir_expr **register_at(struct tile *x, uint32_t n,
        const struct tir_expr *const *index, uint32_t rows, const struct tir_expr *row)
{
	const struct tir_expr **at = ARENA_NEWN(x->t->scratch, const struct tir_expr *, n);
	for (uint32_t i = 0; i < n; i++)
		at[i] = index_at(x, index[i], rows, row);
	at[n - 1] = tir_ramp(x->t->m, at[n - 1], dot_int(&x->k, 1), x->t->lanes);
	return at;
}

/* Row number `row` of what is stored, loaded and stored. */
static const struct tir_expr *load_stored(struct tile *x, const struct tir_expr *row)
{
	const struct tir_expr *index[TIR_MAX_RANK];
	uint32_t n = x->t->store->nindex;
	indices(x->t->store, index);
	return tir_access(x->t->m, TIR_LOAD, tir_as_store(x->t->store)->buffer, n,
	        register_at(x, n, index, x->t->y, row));
}

static void put(struct tile *x, struct tir_seq *out, const struct tir_expr *row,
        const struct tir_expr *value)
{
	const struct tir_expr *index[TIR_MAX_RANK], **at;
	struct tir_stmt *s = tir_stmt_copy(x->t->m->arena, x->t->store);
	struct tir_store *store = tir_as_store(s);
	indices(x->t->store, index);
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
	uint32_t lanes = x->t->lanes;
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
	struct tir_stmt *loop = dot_loop(&x->k, "group", t->lanes / FIRST, 1);
	const struct tir_expr *group = dot_scaled(&x->k, tir_as_for(loop)->var->expr, FIRST);
	const struct tir_expr *e = tir_value_of(t->store), *v[FIRST];
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
	uint32_t n = t->lanes / FIRST;
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

static struct tir_stmt *make_nest(struct transposer *t)
{
	struct tile x = {.t = t, .k = {.m = t->m, .scratch = t->scratch, .span = t->loop[0]->at}};
	struct tir_seq nest = {0}, *out = &nest;
	for (uint32_t l = 0; l < t->n; l++) {
		bool tiled = l == t->x || l == t->y;
		int64_t n = extent(t, l), lanes = t->lanes;
		struct tir_stmt *loop = dot_loop(&x.k, var(t, l)->name,
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

static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct transposer *t = ctx;
	if (s->kind == TIR_FOR && read_nest(t, s)) {
		struct loops_vectorized x = {LOOPS_TRANSPOSED, t->loop[t->x], t->lanes};
		VEC_PUSH(t->scratch, &t->out->all, x);
		tir_seq_add(out, make_nest(t));
		return;
	}
	struct tir_stmt *copy = tir_stmt_copy(t->m->arena, s);
	tir_seq_map_bodies(copy, visit, t);
	tir_seq_add(out, copy);
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
	struct tir_seq body = tir_seq_map(&f->body, visit, t);
	return vectors->all.n ? loops_split_fold(tir_func_with_body(f, body), arena) : f;
}
