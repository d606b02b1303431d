/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/permute.c: layout permutation (a swizzle of registers and lanes): nests that move elements from
 * one layout to another, in tiles of registers.
 *
 * Idea.   Write the number of an iteration in bits: each bit of a loop's variable adds its own distance to where is loaded, and
 *         to where is stored. Bits whose distances are 1, 2, 4 ... are the number of a lane, in a register that is loaded
 *         (*from*) or stored (*to*). A tile has all these bits: as many registers as there are bits of `to` that are none of
 *         `from`. So moving is a permutation of bits, of registers' numbers and of lanes' numbers; one instruction exchanges a
 *         bit of the number of a register with some bits of the lane's, one after the other, up or down.
 *         For c, w in T.grid(32, 2): O[c * 2 + w] = A[w * 64 + c] takes such an instruction for two registers.
 * Needs   loops from 0 on with constant extents around one store of what is loaded, in buffers of one dimension.
 * Leaves  what moves in whole registers, or within them alone; tiles of more than 16 registers; rows of two
 *         registers.
 * Costs   each nest, once.
 * Wrong if an element goes elsewhere: proof/replay/replay.c runs both functions on symbols. */
#include "loops/nest/growth.h"
#include "loops/nest/move.h"
#include "loops/nest/refuse.h"
#include "loops/nest/replace.h"
#include "loops/patterns/dot.h"

enum {
	LANE_BITS = 7,         /* of bytes in a register */
	REGISTER_BITS = 4,     /* of a tile */
	BODY_BITS = 2,         /* of registers that fill the packets of a loop's body */
	STEPS = 4 * LANE_BITS, /* exchanges */
};

/* A bit of a loop's variable. */
struct bit {
	uint32_t loop, bit;
};
/* Exchange bit r of registers' numbers with bit `lane` of the lane's. */
struct step {
	uint32_t r, lane;
};
struct permuter {
	const struct facts *facts;
	struct tir_module *m;
	struct arena *scratch;
	const struct loops_options *options;
	struct loops_vectors *out;
	struct loops_move nest;
	/* The strides at which neighbouring iterations load, and store. */
	int64_t from[LOOPS_MOVE_DEPTH], to[LOOPS_MOVE_DEPTH];
	uint32_t lane_bits;
	/* The tile.  The bits of a lane's number, and of a register's, as they are loaded and as they are stored. */
	struct bit in[LANE_BITS], out_lane[LANE_BITS];
	struct bit reg_in[REGISTER_BITS], reg_out[REGISTER_BITS];
	uint32_t register_bits;
	struct step step[STEPS];
	uint32_t nsteps;
	struct loops_doubt doubt; /* what there is to say if it is no such nest */
};

/* ---- What is read ------------------------------------------------------------------------*/
static const struct tir_expr *stored_at(const struct permuter *p)
{
	return tir_as_store(p->nest.store)->index[0].e;
}

static bool is_plain(const struct tir_buffer *b)
{
	return b->ndim == 1 && !b->strides;
}

/* Is it such a nest, on buffers of one dimension? */
static bool read_loops(struct permuter *p, const struct tir_stmt *s)
{
	if (!loops_move_read(&p->nest, p->facts, s))
		return false;
	const struct tir_store *x = tir_as_store(p->nest.store);
	const struct tir_expr *e = x->value.e;
	if (!is_plain(x->buffer) || !is_plain(e->u.buffer))
		return false;
	p->lane_bits = p->nest.lanes == 128 ? 7 : p->nest.lanes == 64 ? 6 : 5;
	for (uint32_t l = 0; l < p->nest.n; l++) {
		const struct tir_var *v = loops_move_var(&p->nest, l);
		if (!loops_growth(p->facts, stored_at(p), v, &p->to[l]) ||
		        !loops_growth(p->facts, e->arg[0], v, &p->from[l]) || p->to[l] < 0 ||
		        p->from[l] < 0)
			return false;
	}
	return true;
}

/* ---- Bits --------------------------------------------------------------------------------*/
static bool is_same(struct bit a, struct bit b)
{
	return a.loop == b.loop && a.bit == b.bit;
}

/* Which of the bits it is; n: none. */
static uint32_t find(const struct bit *bit, uint32_t n, struct bit b)
{
	uint32_t i = 0;
	while (i < n && !is_same(bit[i], b))
		i++;
	return i;
}

/* Find the bits that go 1, 2, 4 ... elements along a register. */
static bool find_lanes(const struct permuter *p, const int64_t *by, struct bit *lane)
{
	uint32_t found = 0;
	for (uint32_t i = 0; i < p->lane_bits; i++)
		for (uint32_t l = 0, any = 0; l < p->nest.n && !any; l++)
			for (uint32_t b = 0; b < p->lane_bits && !any; b++)
				if (by[l] << b == 1 << i &&
				        loops_move_extent(&p->nest, l) % (2 << b) == 0) {
					lane[i] = (struct bit){l, b};
					found += any = 1;
				}
	return found == p->lane_bits;
}

/* Exchange bits of the numbers of registers with those of lanes, until each of these is where it is stored. */
static bool solve(struct permuter *p)
{
	struct bit lane[LANE_BITS];
	memcpy(lane, p->in, sizeof lane);
	p->nsteps = 0;
	for (uint32_t r = 0; r < p->register_bits; r++) {
		struct bit held = p->reg_in[r];
		uint32_t to = find(p->out_lane, p->lane_bits, held);
		for (; to < p->lane_bits; to = find(p->out_lane, p->lane_bits, held)) {
			p->step[p->nsteps++] = (struct step){r, to};
			struct bit next = lane[to];
			lane[to] = held;
			held = next;
		}
		p->reg_out[r] = held;
	}
	for (uint32_t i = 0; i < p->lane_bits; i++)
		if (!is_same(lane[i], p->out_lane[i]))
			return false;
	return true;
}

/* The bits of the tile; false: it is none, or too large. */
static bool find_tile(struct permuter *p)
{
	if (!find_lanes(p, p->from, p->in) || !find_lanes(p, p->to, p->out_lane))
		return false;
	p->register_bits = 0;
	for (uint32_t i = 0; i < p->lane_bits; i++)
		if (find(p->in, p->lane_bits, p->out_lane[i]) == p->lane_bits) {
			if (p->register_bits == REGISTER_BITS)
				return false;
			p->reg_in[p->register_bits++] = p->out_lane[i];
		}
	return p->register_bits > 0 && solve(p);
}

/* Is the tile a row of two registers?  As lanes of one vector (vectorize.c) it is as good, and stored at once. */
static bool is_row(const struct permuter *p)
{
	const struct bit *b = &p->reg_out[0];
	return p->register_bits == 1 && p->to[b->loop] << b->bit == p->nest.lanes;
}

/* A small tile is done several times in a body: bits of inner loops that move whole registers are the tile's, too. */
static void enlarge(struct permuter *p)
{
	for (uint32_t l = p->nest.n; l-- > 0;)
		for (uint32_t b = 0; p->register_bits < BODY_BITS &&
		                     loops_move_extent(&p->nest, l) % (2 << b) == 0;
		        b++) {
			struct bit x = {l, b};
			if (find(p->in, p->lane_bits, x) == p->lane_bits &&
			        find(p->reg_in, p->register_bits, x) == p->register_bits) {
				p->reg_in[p->register_bits] = x;
				p->reg_out[p->register_bits++] = x;
			}
		}
}

/* Do loops go along rows of what is loaded and of what is stored, but not the same ones? */
static bool moves_rows(const struct permuter *p)
{
	bool from = false, to = false;
	for (uint32_t l = 0; l < p->nest.n; l++) {
		from |= p->from[l] == 1 && p->to[l] != 1;
		to |= p->to[l] == 1 && p->from[l] != 1;
	}
	return from && to;
}

/* Is s a nest that only moves elements, from one layout to another, in tiles of registers?  Then p holds its tile. */
static bool read_nest(struct permuter *p, const struct tir_stmt *s)
{
	uint32_t most = p->options->lanes;
	p->doubt = loops_no_doubt();
	if (!read_loops(p, s) || (most && most < p->nest.lanes))
		return false;
	if (moves_rows(p))
		loops_looks(&p->doubt, p->nest.store);
	if (!loops_holds(&p->doubt, loops_move_is_injective(&p->nest, p->to),
	            LOOPS_PERMUTE_TWICE) ||
	        !loops_holds(&p->doubt, find_tile(p), LOOPS_PERMUTE_BITS) || is_row(p))
		return false;
	enlarge(p);
	return true;
}

/* ---- What is made ------------------------------------------------------------------------*/
/* Which bits of the loop's variable are the tile's. */
static uint32_t tile_bits(const struct permuter *p, uint32_t l)
{
	uint32_t mask = 0;
	for (uint32_t i = 0; i < p->lane_bits; i++)
		mask |= p->in[i].loop == l ? 1U << p->in[i].bit : 0;
	for (uint32_t r = 0; r < p->register_bits; r++)
		mask |= p->reg_in[r].loop == l ? 1U << p->reg_in[r].bit : 0;
	return mask;
}

/* Loops around the tile, for runs of bits that are none of it; at[l]: the variable of loop l in the tile's first iteration. */
static struct tir_seq *make_loops(struct permuter *p, struct loop_builder *k, struct tir_seq *out,
        const struct tir_expr **at)
{
	for (uint32_t l = 0; l < p->nest.n; l++) {
		uint32_t mask = tile_bits(p, l), low = 0;
		at[l] = NULL;
		for (int64_t left = loops_move_extent(&p->nest, l); left > 1;) {
			uint32_t n = 0;
			if (mask >> low == 0) {
				n = 32;
			} else {
				while (!(mask >> (low + n) & 1))
					n++;
			}
			int64_t here = n == 32 ? left : INT64_C(1) << n;
			if (here > 1) {
				struct tir_stmt *loop = dot_loop(k,
				        loops_move_var(&p->nest, l)->name, here, 1);
				const struct tir_expr *digit = dot_scaled(k,
				        tir_as_for(loop)->var->expr, INT64_C(1) << low);
				at[l] = at[l] ? dot_sum(k, digit, at[l]) : digit;
				tir_seq_add(out, loop);
				out = &tir_as_for(loop)->body;
			}
			left /= here;
			for (low += n == 32 ? 0 : n; left > 1 && (mask >> low & 1); low++)
				left /= 2;
		}
		at[l] = at[l] ? at[l] : dot_int(k, 0);
	}
	return out;
}

/* The elements of register x: those from `index` on, as far on as the bits of its number say. */
static const struct tir_expr *register_at(struct permuter *p, struct loop_builder *k,
        const struct tir_expr *index, const int64_t *by, const struct bit *bit, uint32_t x)
{
	int64_t far = 0;
	for (uint32_t r = 0; r < p->register_bits; r++)
		far += x >> r & 1 ? by[bit[r].loop] << bit[r].bit : 0;
	return tir_ramp(p->m, dot_sum(k, index, dot_int(k, far)), dot_int(k, 1), p->nest.lanes);
}

/* Of two registers whose numbers differ in a bit, the one that has it, or not, after the steps, which all exchange that bit. */
static const struct tir_expr *exchanged(struct permuter *p, struct loop_builder *k,
        const struct tir_expr *low, const struct tir_expr *high, const struct step *step,
        uint32_t n, uint32_t is_high)
{
	const struct tir_expr **arg = ARENA_NEWN(p->scratch, const struct tir_expr *,
	        2 + p->nest.lanes);
	arg[0] = low;
	arg[1] = high;
	for (uint32_t l = 0; l < p->nest.lanes; l++) {
		uint32_t lane = l, reg = is_high;
		for (uint32_t i = n; i-- > 0;) {
			uint32_t b = lane >> step[i].lane & 1;
			lane = (lane & ~(1U << step[i].lane)) | reg << step[i].lane;
			reg = b;
		}
		arg[2 + l] = dot_int(k, reg * p->nest.lanes + lane);
	}
	return tir_make(p->m, TIR_SHUFFLE, low->type, 2, 2 + p->nest.lanes, arg);
}

/* How many steps from the first one on are one instruction: they go up from lane to lane, or down. */
static uint32_t run_of(const struct step *step, uint32_t n)
{
	uint32_t k = 1;
	bool up = n > 1 && step[1].lane > step[0].lane;
	while (k < n && step[k].r == step[0].r && (step[k].lane > step[k - 1].lane) == up)
		k++;
	return k;
}

/* Exchange bits of the numbers of registers with bits of lanes, step by step: pairs of registers are shuffled. */
static void exchange(struct permuter *p, struct loop_builder *k, struct tir_seq *out,
        const struct tir_expr **v)
{
	uint32_t run;
	for (uint32_t i = 0; i < p->nsteps; i += run) {
		const struct step *s = &p->step[i];
		run = run_of(s, p->nsteps - i);
		for (uint32_t x = 0; x < 1U << p->register_bits; x++) {
			uint32_t y = x | 1U << s->r;
			if (x == y)
				continue;
			const struct tir_expr *low = v[x], *high = v[y];
			v[x] = dot_bind(k, out, "low", exchanged(p, k, low, high, s, run, 0));
			v[y] = dot_bind(k, out, "high", exchanged(p, k, low, high, s, run, 1));
		}
	}
}

/* The loops over tiles: load the registers of a tile, exchange, store them. */
static struct tir_seq make_nest(struct permuter *p)
{
	struct loop_builder k = {.m = p->m, .scratch = p->scratch, .span = p->nest.loop[0]->at};
	const struct tir_expr *v[1 << REGISTER_BITS], *at[LOOPS_MOVE_DEPTH],
	        *e = tir_value_of(p->nest.store);
	struct tir_seq nest = {0}, *out = make_loops(p, &k, &nest, at);
	struct tir_subst tile = {.m = p->m, .arena = p->scratch};
	for (uint32_t l = 0; l < p->nest.n; l++)
		tir_subst_var(&tile, loops_move_var(&p->nest, l), at[l]);
	const struct tir_expr *from = tir_subst_expr(&tile, e->arg[0]);
	const struct tir_expr *to = tir_subst_expr(&tile, stored_at(p));
	for (uint32_t x = 0; x < 1U << p->register_bits; x++) {
		const struct tir_expr *index = register_at(p, &k, from, p->from, p->reg_in, x);
		v[x] = dot_bind(&k, out, "row", tir_access(p->m, TIR_LOAD, e->u.buffer, 1, &index));
	}
	exchange(p, &k, out, v);
	for (uint32_t x = 0; x < 1U << p->register_bits; x++) {
		struct tir_stmt *s = tir_stmt_copy(p->m->arena, p->nest.store);
		tir_as_store(s)->index[0].e = register_at(p, &k, to, p->to, p->reg_out, x);
		tir_as_store(s)->value.e = v[x];
		tir_seq_add(out, s);
	}
	return nest;
}

/* Put the new nest in the place of s if that permutes a layout; false: it does not. */
static bool take(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct permuter *p = ctx;
	if (!read_nest(p, s)) {
		loops_refuse(p->out, p->scratch, s, &p->doubt);
		return false;
	}
	loops_take_back(p->out, p->nest.store);
	struct loops_vectorized x = {
	        LOOPS_PERMUTED, p->nest.loop[p->out_lane[0].loop], 1U << p->register_bits};
	VEC_PUSH(p->scratch, &p->out->all, x);
	tir_seq_append(out, make_nest(p));
	return true;
}

struct tir_func *loops_permute(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct permuter *p = ARENA_NEW(arena, struct permuter);
	*p = (struct permuter){.m = f->module,
	        .facts = facts_begin(f, &known, arena),
	        .scratch = arena,
	        .options = options,
	        .out = vectors};
	return loops_replace(f, take, p, arena);
}
