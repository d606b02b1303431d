/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/exchange.c: rows of memory become columns, in blocks of registers.
 *
 * Idea.    A register of the result takes an element from each of many rows, so rows are loaded as they are, into as many registers as a result
 *          has lanes.  Number registers and lanes by bits.  A round of shuffles on pairs of registers moves one bit of the row's number from
 *          the register's number into the lane's.  There are two kinds.  To interleave two registers (one vshuff for two results) puts the
 *          bit above those that earlier passes moved; the lane's bits above go up, and the highest one becomes that bit of the register's
 *          number.  With as many rows as lanes, the bit changes places with the lane's bit of its weight instead.
 *          A pass does up to four rounds in 16 registers, for the lowest bits that are left; the next pass loads what it stored.
 *          Rows shorter than a register may lie in one register by twos, fours ...: their bits come out at the top of the lane's number,
 *          before their rounds.
 * Needs    rows in whole registers: so long, or side by side and 2^n long, or followed by what may be loaded, too.
 * Costs    each register of a block once a pass. */
#include "loops/plan/exchange.h"

enum { PASS = 4, LANE_BITS = 7, REGISTER_BITS = 7 };

/* Bit n of the row's number, or of the column's. */
struct bit {
	bool is_row;
	uint32_t n;
};
struct network {
	struct emitter *x;
	const struct exchange *e;
	uint32_t lanes, lane_bits; /* in units */
	uint32_t bits;             /* of a row's number */
	uint32_t inner;            /* how many of these lie in the lanes of what is loaded */
	struct bit reg[REGISTER_BITS], lane[LANE_BITS]; /* by weight */
	uint32_t nreg;
	uint32_t moved; /* how many bits are in the lanes' numbers, the lowest ones */
	bool is_square; /* as many rows as lanes: a row's bit changes places with the lane's bit of its weight */
	const struct tir_expr *from, *to; /* where the block begins */
	struct tir_buffer *held;
};
/* What a pass does: the bits that are in registers, and those over which it loops. */
struct pass {
	struct bit now[REGISTER_BITS], rest[REGISTER_BITS];
	uint32_t nnow, nrest, rounds;
	const struct tir_expr *at
	        [REGISTER_BITS]; /* by bit of the rest: NULL, or a loop's variable, whose lowest bit it is */
	const struct tir_expr *v[1 << PASS];
};

int64_t exchange_rounded(int64_t n)
{
	int64_t all = 1;
	while (all < n)
		all *= 2;
	return all;
}

static uint32_t bits_of(int64_t n)
{
	return (uint32_t)__builtin_ctzll((uint64_t)exchange_rounded(n));
}

/* ---- Expressions -------------------------------------------------------------------------*/
static const struct tir_expr *number(const struct network *k, int64_t n)
{
	return tir_int(k->x->m, TIR_INT32, n);
}

/* a + b * by. */
static const struct tir_expr *plus(const struct network *k, const struct tir_expr *a,
        const struct tir_expr *b, int64_t by)
{
	if (b->op == TIR_INT_IMM || !by)
		b = number(k, by ? b->u.i * by : 0);
	else if (by != 1)
		b = tir_binary(k->x->m, TIR_MUL, b, number(k, by));
	if (tir_is_number(a, 0) || tir_is_number(b, 0))
		return tir_is_number(b, 0) ? a : b;
	return a->op == TIR_INT_IMM && b->op == TIR_INT_IMM ? number(k, a->u.i + b->u.i)
	                                                    : tir_binary(k->x->m, TIR_ADD, a, b);
}

/* A name for the value. */
static const struct tir_expr *named(struct network *k, struct tir_seq *out, const char *name,
        const struct tir_expr *value)
{
	struct tir_var *v = tir_var_new(k->x->m, name, value->type);
	tir_seq_add(out, tir_bind_new(k->x->m, v, value, TIR_BIND_PLAIN, k->x->span));
	return v->expr;
}

/* n with a bit of value v put in below bit `at`, or with that bit taken out. */
static uint32_t with_bit(uint32_t n, uint32_t at, uint32_t v)
{
	return n >> at << (at + 1) | v << at | (n & ((1u << at) - 1));
}

static uint32_t without_bit(uint32_t n, uint32_t at)
{
	return n >> (at + 1) << at | (n & ((1u << at) - 1));
}

/* One result of a round: the bit that tells register a from b becomes bit `in` of the lane's number, and the lane's bits from there to
 * `out` go up by one.  The result has the lanes whose bit `out` was `upper`. */
static const struct tir_expr *interleaved(struct network *k, const struct tir_expr *a,
        const struct tir_expr *b, uint32_t in, uint32_t out, uint32_t upper)
{
	uint32_t unit = (uint32_t)k->e->unit, n = k->lanes * unit;
	const struct tir_expr **arg = ARENA_NEWN(k->x->arena, const struct tir_expr *, 2 + n);
	arg[0] = a;
	arg[1] = b;
	for (uint32_t l = 0; l < n; l++) {
		uint32_t i = l / unit, lane = with_bit(without_bit(i, in), out, upper);
		arg[2 + l] = number(k, (lane + (i >> in & 1) * k->lanes) * unit + l % unit);
	}
	return tir_make(k->x->m, TIR_SHUFFLE, a->type, 2, 2 + n, arg);
}

/* ---- One pass ----------------------------------------------------------------------------*/
static bool is_same(struct bit a, struct bit b)
{
	return a.is_row == b.is_row && a.n == b.n;
}

static uint32_t find(const struct bit *bit, uint32_t n, struct bit b)
{
	uint32_t i = 0;
	while (i < n && !is_same(bit[i], b))
		i++;
	return i;
}

/* Which bits this pass moves: all that are left, if the registers are few. */
static void plan_pass(const struct network *k, struct pass *p)
{
	uint32_t left = k->bits - k->moved;
	uint32_t most = PASS + (k->moved ? 0 : k->inner);
	*p = (struct pass){.rounds = k->nreg <= PASS || left < most ? left : most};
	for (uint32_t i = 0; i < k->nreg; i++) {
		bool now = k->nreg <= PASS;
		for (uint32_t t = 0; t < p->rounds; t++)
			now |= is_same(k->reg[i], (struct bit){true, k->moved + t});
		if (now)
			p->now[p->nnow++] = k->reg[i];
		else
			p->rest[p->nrest++] = k->reg[i];
	}
}

/* Elements from a register to the one with the bit, in the result (last) or in what is held between passes.  There rows are the
 * nearest, or columns, where many registers are stored whose numbers are columns: their addresses then fit one instruction. */
static int64_t distance(const struct network *k, struct bit b, bool last)
{
	int64_t by = last ? k->e->to_stride << b.n : k->lanes;
	bool nearest = !k->is_square || k->bits <= PASS + 1; /* rows are */
	for (uint32_t i = 0; i < k->nreg && !last; i++) {
		const struct bit *o = &k->reg[i];
		bool below = o->is_row == b.is_row ? o->n < b.n : o->is_row == nearest;
		by *= below ? 2 : 1;
	}
	return by;
}

/* Loops over the bits that are not in registers; neighbouring ones are one loop. */
static struct tir_seq *open_loops(struct network *k, struct pass *p, struct tir_seq *out)
{
	for (uint32_t i = p->nrest; i-- > 0;) {
		uint32_t low = i;
		while (low && p->rest[low - 1].is_row == p->rest[low].is_row &&
		        p->rest[low - 1].n + 1 == p->rest[low].n)
			low--;
		struct tir_stmt *loop = emit_loop(k->x, "group", INT64_C(1) << (i - low + 1));
		p->at[low] = tir_as_for(loop)->var->expr;
		tir_seq_add(out, loop);
		out = &tir_as_for(loop)->body;
		i = low;
	}
	return out;
}

/* The number of the row that is loaded into register i.  Loops go over the higher bits, and count blocks of rows.  A block, or a row,
 * behind the last one is replaced by the last one. */
static const struct tir_expr *row_of(const struct network *k, const struct pass *p, uint32_t i)
{
	int64_t known = 0, free = 0, last = (k->e->rows - 1) >> k->inner << k->inner;
	int64_t block = last >> (k->inner + p->nnow) << (k->inner + p->nnow);
	const struct tir_expr *sum = number(k, 0);
	for (uint32_t b = 0; b < p->nnow; b++)
		known += (int64_t)(i >> b & 1) << p->now[b].n;
	for (uint32_t b = 0; b < p->nrest; b++) {
		free += INT64_C(1) << p->rest[b].n;
		if (p->at[b])
			sum = plus(k, sum, p->at[b], INT64_C(1) << p->rest[b].n);
	}
	if (free > block)
		sum = block ? tir_binary(k->x->m, TIR_MIN, sum, number(k, block)) : number(k, 0);
	sum = plus(k, number(k, known), sum, 1);
	if (known <= last - block)
		return sum;
	return block ? tir_binary(k->x->m, TIR_MIN, sum, number(k, last)) : number(k, last);
}

/* The element that unit `at` begins with. */
static const struct tir_expr *element(const struct network *k, const struct tir_expr *at)
{
	return plus(k, number(k, 0), at, k->e->unit);
}

static const struct tir_expr *load(struct network *k, struct tir_buffer *b,
        const struct tir_expr *at)
{
	return emit_load(k->x, b, element(k, at), k->lanes * (uint32_t)k->e->unit);
}

static const struct tir_expr *load_first(struct network *k, const struct pass *p, uint32_t i)
{
	return load(k, k->e->from, plus(k, k->from, row_of(k, p, i), k->e->from_stride));
}

/* Where register i lies in what is held, or in the result. */
static const struct tir_expr *place(const struct network *k, const struct pass *p, uint32_t i,
        bool last)
{
	const struct tir_expr *at = last ? k->to : number(k, 0);
	int64_t known = 0;
	for (uint32_t b = 0; b < p->nnow; b++)
		known += i >> b & 1 ? distance(k, p->now[b], last) : 0;
	for (uint32_t b = 0; b < p->nrest; b++)
		if (p->at[b])
			at = plus(k, at, p->at[b], distance(k, p->rest[b], last));
	return plus(k, at, number(k, known), 1);
}

/* Do the round that moves bit `row` of the row's number. */
static void move_bit(struct network *k, struct pass *p, struct tir_seq *out, uint32_t row)
{
	struct bit next = {true, row};
	uint32_t b = find(p->now, p->nnow, next);
	uint32_t in = k->is_square ? row : k->moved, top = k->is_square ? row : k->lane_bits - 1;
	for (uint32_t i = 0; i < 1u << p->nnow; i++) {
		if (i >> b & 1)
			continue;
		const struct tir_expr *low = p->v[i], *high = p->v[i | 1u << b];
		p->v[i] = named(k, out, "low", interleaved(k, low, high, in, top, 0));
		p->v[i | 1u << b] = named(k, out, "high", interleaved(k, low, high, in, top, 1));
	}
	p->now[b] = k->lane[top];
	memmove(&k->lane[in + 1], &k->lane[in], (top - in) * sizeof *k->lane);
	k->lane[in] = next;
}

/* Let the registers' bits be those of now and of the rest, by weight: rows first. */
static void order_bits(struct network *k, const struct pass *p)
{
	for (uint32_t i = 0; i < k->nreg; i++) {
		struct bit b = i < p->nnow ? p->now[i] : p->rest[i - p->nnow];
		uint32_t j = i;
		for (; j && (k->reg[j - 1].is_row == b.is_row ? k->reg[j - 1].n > b.n : b.is_row);
		        j--)
			k->reg[j] = k->reg[j - 1];
		k->reg[j] = b;
	}
}

/* Load the registers, move bits, store them. */
static void do_pass(struct network *k, struct tir_seq *out)
{
	struct pass p;
	plan_pass(k, &p);
	bool first = !k->moved;
	out = open_loops(k, &p, out);
	for (uint32_t i = 0; i < 1u << p.nnow; i++) {
		const struct tir_expr *v = first ? load_first(k, &p, i)
		                                 : load(k, k->held, place(k, &p, i, false));
		p.v[i] = named(k, out, "row", v);
	}
	for (uint32_t t = p.rounds; t-- > 0;)
		move_bit(k, &p, out, k->moved + t);
	k->moved += p.rounds;
	order_bits(k, &p);
	bool last = k->moved == k->bits;
	for (uint32_t i = 0; i < 1u << p.nnow; i++)
		emit_store(k->x, out, last ? k->e->to : k->held, element(k, place(k, &p, i, last)),
		        p.v[i]);
}

/* ---- All blocks --------------------------------------------------------------------------*/
/* The loops around a block; k->from and k->to are where it begins. */
static struct tir_seq *around(struct network *k, struct tir_seq *out)
{
	const struct exchange *e = k->e;
	k->from = number(k, e->from_at);
	k->to = number(k, e->to_at);
	for (uint32_t i = 0; i < e->n; i++) {
		if (e->around[i].extent == 1)
			continue;
		struct tir_stmt *loop = emit_loop(k->x, "around", e->around[i].extent);
		const struct tir_expr *v = tir_as_for(loop)->var->expr;
		k->from = plus(k, k->from, v, e->around[i].from);
		k->to = plus(k, k->to, v, e->around[i].to);
		tir_seq_add(out, loop);
		out = &tir_as_for(loop)->body;
	}
	if (e->columns <= k->lanes)
		return out;
	struct tir_stmt *loop = emit_loop(k->x, "tile", (e->columns + k->lanes - 1) / k->lanes);
	const struct tir_expr *v = plus(k, number(k, 0), tir_as_for(loop)->var->expr, k->lanes);
	if (e->columns % k->lanes)
		v = tir_binary(k->x->m, TIR_MIN, v, number(k, e->columns - k->lanes));
	k->from = plus(k, k->from, v, 1);
	k->to = plus(k, k->to, v, e->to_stride);
	tir_seq_add(out, loop);
	return &tir_as_for(loop)->body;
}

/* Number the bits of registers and lanes as they are loaded; false: no whole register is there. */
static bool begin(struct network *k)
{
	const struct exchange *e = k->e;
	uint32_t columns = bits_of(e->columns);
	bool touch = e->from_stride == e->columns && INT64_C(1) << columns == e->columns;
	columns = columns > k->lane_bits || !touch ? k->lane_bits : columns;
	k->inner = k->lane_bits - columns;
	k->bits = bits_of(e->rows);
	if (e->to_stride != INT64_C(1) << k->bits)
		k->bits = k->lane_bits;
	if (k->bits <= k->inner || k->bits > k->lane_bits)
		return false;
	k->nreg = k->bits - k->inner;
	k->is_square = k->bits == k->lane_bits && !k->inner;
	for (uint32_t i = 0; i < k->nreg; i++)
		k->reg[i] = (struct bit){true, k->inner + i};
	for (uint32_t i = 0; i < k->lane_bits; i++)
		k->lane[i] = (struct bit){i >= columns, i >= columns ? i - columns : i};
	return true;
}

/* Do all registers lie in both buffers, and does none that is stored hold more than it may? */
static bool fits(const struct network *k)
{
	const struct exchange *e = k->e;
	int64_t wide = k->lanes >> k->inner, rows = INT64_C(1) << k->bits;
	int64_t last = (e->rows - 1) >> k->inner << k->inner;
	int64_t columns = e->columns > wide ? e->columns : wide;
	int64_t first = e->from_at,
	        end = e->from_at + last * e->from_stride + columns - wide + k->lanes;
	int64_t to = e->to_at, to_end = e->to_at + (columns - 1) * e->to_stride + rows;
	for (uint32_t i = 0; i < e->n; i++) {
		int64_t n = e->around[i].extent - 1;
		*(e->around[i].from < 0 ? &first : &end) += n * e->around[i].from;
		*(e->around[i].to < 0 ? &to : &to_end) += n * e->around[i].to;
	}
	bool exact = e->rows == rows && e->columns >= wide;
	bool rows_fit = rows == k->lanes || e->to_stride == rows;
	return first >= 0 && end * e->unit <= e->from->shape[0]->u.i && to >= 0 &&
	       to_end * e->unit <= e->to->shape[0]->u.i && rows_fit && (exact || e->overruns);
}

bool exchange_emit(struct emitter *x, const struct exchange *e, struct tir_seq *out)
{
	struct network k = {.x = x, .e = e};
	k.lanes = EMIT_LINE_BITS / e->to->elem.bits / (uint32_t)e->unit;
	k.lane_bits = bits_of(k.lanes);
	if (!begin(&k) || !fits(&k))
		return emit_fails(x, "rows are no whole registers") != NULL;
	if (k.nreg > PASS)
		k.held = emit_alloc(x, out, "held", e->to->elem, e->unit * k.lanes << k.nreg);
	out = around(&k, out);
	while (k.moved < k.bits)
		do_pass(&k, out);
	return true;
}
