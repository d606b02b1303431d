/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/best_parts.c: part sums of a loop that reduces, and what reduces these.
 *
 * Idea.    Iterations that reduce are lanes.  The part sums of a row are added up by halves: two neighbours are one sum of the next
 *          nest, until few are left.  If a row has no whole number of registers, iterations that change nothing stand behind its last one.
 *          Rows are done in blocks, so that the memory between the nests stays small.
 * Costs    some nests for each loop that reduces. */
#include "loops/plan/best_tried.h"
#include "loops/plan/emit.h"
#include "loops/plan/rewrite.h"

enum {
	FEWEST_TERMS = 16,
	MOST_PARTS = 32 * EMIT_LANES, /* in memory at once */
	TRIES = 6,
	MOST_TERMS = 1 << 12
};

static int64_t elements_of(const struct nest *n)
{
	int64_t all = 1;
	for (uint32_t i = 0; i < n->loops.n; i++)
		all *= n->loops.at[i].extent;
	return all;
}

/* ---- Blocks ------------------------------------------------------------------------------*/
/* Some neighbouring elements of a nest, in loops over all such blocks. */
struct block {
	struct nest nest;
	struct tir_seq loops, *body;
	int64_t times;
};

/* Put a loop around the block. */
static const struct tir_expr *open(struct planner *s, const struct nest *n, const char *name,
        int64_t extent, struct block *out)
{
	struct tir_stmt *loop = tir_loop_new(s->f->module,
	        tir_var_new(s->f->module, name, TIR_INT32), extent, n->loop->at);
	tir_seq_add(out->body, loop);
	out->body = &tir_as_for(loop)->body;
	out->times *= extent;
	return tir_as_for(loop)->var->expr;
}

/* Split the nest into blocks of `elements` elements.  If these do not divide a loop, the last block begins earlier.  False: there are no such blocks. */
static bool block_of(struct planner *s, const struct nest *n, int64_t elements, struct block *out)
{
	struct tir_module *m = s->f->module;
	int64_t inner = elements_of(n);
	uint32_t i = 0;
	*out = (struct block){.nest = *n, .times = 1};
	out->body = &out->loops;
	for (; i < n->loops.n && inner / n->loops.at[i].extent > elements; i++)
		inner /= n->loops.at[i].extent;
	if (i == n->loops.n || elements < 1 || inner < elements)
		return false;
	int64_t extent = n->loops.at[i].extent, rows = elements / (inner / extent);
	bool whole = extent % rows == 0;
	if (elements % (inner / extent) || (!whole && nest_loads_own(&s->nests, n)))
		return false;
	out->nest.loops.n = 0;
	for (uint32_t k = 0; k < n->loops.n; k++) {
		struct nest_loop l = n->loops.at[k];
		struct nest_outside o = {l.var, NULL, l.extent};
		if (k < i)
			o.is = open(s, n, l.var->name, l.extent, out);
		if (k >= i)
			out->nest.loops.at[out->nest.loops.n++] = l;
		if (k > i || (k == i && rows == extent))
			continue;
		if (out->nest.outside.n == NEST_LOOPS)
			return false;
		if (k == i) {
			const struct tir_expr *row = open(s, n, l.var->name,
			        (extent + rows - 1) / rows, out);
			o.is = tir_binary(m, TIR_MUL, row, tir_int(m, TIR_INT32, rows));
			if (!whole)
				o.is = tir_binary(m, TIR_MIN, o.is,
				        tir_int(m, TIR_INT32, extent - rows));
			o.extent = extent - rows + 1;
			o.var = tir_var_new(m, l.var->name, TIR_INT32);
			const struct tir_expr *to = tir_binary(m, TIR_ADD, o.var->expr,
			        l.var->expr);
			out->nest.index = nest_subst(&s->nests, n->index, 1, &l.var, &to);
			out->nest.value = nest_subst(&s->nests, n->value, 1, &l.var, &to);
			out->nest.loops.at[out->nest.loops.n - 1].extent = rows;
		}
		out->nest.outside.at[out->nest.outside.n++] = o;
	}
	return true;
}

/* ---- Ways --------------------------------------------------------------------------------*/
static void try_halves(struct planner *s, const struct nest *n, struct best *best);

struct along {
	const struct tir_var *var;
	bool is;
};

/* Do iterations of the loop load neighbours? */
static bool loads_neighbours(void *ctx, const struct tir_expr *e)
{
	struct along *x = ctx;
	struct nest_sum at;
	x->is |= e->op == TIR_LOAD && e->n == 1 && nest_sum_of(e->arg[0], &at) &&
	         nest_factor(&at, x->var) == 1;
	return !x->is;
}

static bool is_along(struct planner *s, const struct nest *n, const struct tir_var *v)
{
	struct along x = {v, false};
	nest_walk(&s->nests, n->value, loads_neighbours, &x);
	return x.is;
}

static void cover_sums(struct planner *s, const struct nest *n, struct best *best)
{
	best_covers(s, n, best);
	best_plain(s, n, best);
	try_halves(s, n, best);
}

/* Try part sums of a loop that reduces, and the nest that reduces these, for blocks of `elements` elements. */
static void try_parts(struct planner *s, const struct nest *n, struct rewrite_split by,
        int64_t elements, struct best *best)
{
	best_cover *const cover[2] = {best_covers, cover_sums};
	struct nest_loop loop[NEST_LOOPS];
	struct rewrite_part p;
	struct best part[2], all = best_none(), left = *best;
	struct block b;
	rewrite_loops(&s->nests, n, loop);
	if (!block_of(s, n, elements, &b) || !rewrite_factor(&s->nests, &b.nest, by, &p))
		return;
	left.time /= (uint64_t)b.times;
	bool better = best_two(s, &p.first, &p.second, cover, &left, part);
	if (better) {
		all = best_in_two(s, n, p.sums, part);
		tir_seq_append(b.body, all.seq);
		all.seq = b.loops;
		all.time *= (uint64_t)b.times;
	}
	struct schedule *way = best_new_way(s, SCHEDULE_PARTS, better ? 2 : 0, part);
	way->number[PARTS_LOOP] = by.loop;
	way->number[PARTS_LANES] = by.lanes;
	way->number[PARTS_INNER] = by.inner;
	way->number[PARTS_TOGETHER] = by.together > 1 ? by.together : 0;
	way->number[PARTS_PADDED] = by.padded > loop[by.loop].extent ? by.padded : 0;
	way->number[PARTS_ELEMENTS] = elements < elements_of(n) ? elements : 0;
	best_tried(s, way, &all, best_worse, best);
}

/* Part sums as they are asked for. */
static void try_asked(struct planner *s, const struct nest *n, const struct nest_loop *loop,
        uint32_t loops, struct best *best)
{
	const int64_t *number = s->asked->number, lanes = number[PARTS_LANES];
	int64_t together = number[PARTS_TOGETHER] ? number[PARTS_TOGETHER] : 1,
	        elements = number[PARTS_ELEMENTS] ? number[PARTS_ELEMENTS] : elements_of(n);
	struct rewrite_split by = {.loop = (uint32_t)number[PARTS_LOOP],
	        .lanes = lanes,
	        .together = together,
	        .padded = number[PARTS_PADDED],
	        .inner = number[PARTS_INNER] != 0,
	        .wraps = true};
	s->why = "the nest has no such loop that reduces";
	if (by.loop >= loops)
		return;
	int64_t extent = loop[by.loop].extent;
	by.padded = by.padded ? by.padded : extent;
	s->why = "the lanes of part sums, times those together, divide the loop's iterations, and "
	         "are not too many";
	if (lanes > 0 && lanes <= MOST_TERMS && together > 0 && together <= MOST_TERMS &&
	        by.padded >= extent && by.padded <= 2 * extent + EMIT_LANES &&
	        by.padded % (lanes * together) == 0 && elements <= MOST_PARTS / lanes)
		try_parts(s, n, by, elements, best);
}

/* Half as many part sums, and half of these, and so on: each of two neighbours, or of two that lie half a row apart. */
static void try_halves(struct planner *s, const struct nest *n, struct best *best)
{
	struct nest_loop loop[NEST_LOOPS];
	if (!best_may_be(s, SCHEDULE_PARTS))
		return;
	uint32_t loops = rewrite_loops(&s->nests, n, loop);
	if (s->asked)
		try_asked(s, n, loop, loops, best);
	if (s->asked || loops != 1 || loop[0].extent % 2)
		return;
	int64_t extent = loop[0].extent;
	const struct rewrite_split near = {0, extent / 2, 2, extent, true, false},
	                           far = {0, extent / 2, 1, extent, false, false};
	try_parts(s, n, is_along(s, n, loop[0].var) ? near : far, elements_of(n), best);
}

/* How many elements are done at once, so that there are at most `most`: blocks of as many, or of some registers' words.  0: none.  */
static int64_t elements_at_once(const struct nest *n, int64_t most, bool words)
{
	enum { WORDS = EMIT_LINE_BITS / 32 };
	int64_t all = elements_of(n);
	if (all <= most)
		return words ? 0 : all;
	for (uint32_t i = 0; i < n->loops.n; i++) {
		int64_t extent = n->loops.at[i].extent;
		all /= extent;
		if (all > most)
			continue;
		int64_t rows = most / all, blocks = (extent + rows - 1) / rows;
		return (words ? rows / WORDS * WORDS : (extent + blocks - 1) / blocks) * all;
	}
	return 0;
}

struct reading {
	const struct nest *n;
	bool all;
};

/* Does it load another element in each iteration of the nest's loops? */
static bool names_all(void *ctx, const struct tir_expr *e)
{
	struct reading *x = ctx;
	struct nest_sum at;
	bool names = e->op == TIR_LOAD && e->n == 1 && nest_sum_of(e->arg[0], &at);
	for (uint32_t i = 0; i < x->n->loops.n && names; i++)
		names = nest_factor(&at, x->n->loops.at[i].var) || x->n->loops.at[i].extent == 1;
	x->all |= names;
	return !x->all;
}

/* Is something loaded for one element alone, and not for many as in a product of matrices? */
static bool has_own(struct planner *s, const struct nest *n)
{
	struct reading x = {n, false};
	nest_walk(&s->nests, n->value, names_all, &x);
	return x.all;
}

/* Registers of part sums for each row of a loop that reduces: of single terms, of two and of four that an instruction adds up. */
static void try_rows(struct planner *s, const struct nest *n, uint32_t i, int64_t extent,
        struct best *best)
{
	for (int64_t together = 1; together <= 4; together *= 2)
		for (int64_t lanes = 4; lanes <= EMIT_LANES; lanes *= 2) {
			int64_t block = lanes * together, last = 0;
			int64_t padded = (extent + block - 1) / block * block;
			for (int words = 0; words < 2 && block <= 2 * extent; words++) {
				int64_t elements = elements_at_once(n, MOST_PARTS / lanes, words);
				if (lanes * elements < EMIT_LANES || elements == last)
					continue;
				last = elements;
				try_parts(s, n,
				        (struct rewrite_split){
				                i, lanes, together, padded, true, true},
				        elements, best);
			}
		}
}

void best_parts(struct planner *s, const struct nest *found, struct best *best)
{
	const struct nest joined = rewrite_join_reduced(&s->nests, found), *n = &joined;
	struct nest_loop loop[NEST_LOOPS];
	uint32_t loops = rewrite_loops(&s->nests, n, loop), tries = 0;
	int64_t elements = elements_of(n), terms = 1;
	if (!best_may_be(s, SCHEDULE_PARTS))
		return;
	if (s->asked) {
		try_asked(s, n, loop, loops, best);
		return;
	}
	for (uint32_t i = 0; i < loops; i++)
		terms *= loop[i].extent;
	if (terms < FEWEST_TERMS)
		return;
	bool own = has_own(s, n);
	for (uint32_t i = 0; i < loops; i++)
		for (int64_t q = 2, all = loop[i].extent; q <= all && q <= 2 * EMIT_LANES; q++) {
			bool fills = q * elements >= EMIT_LANES && q * elements <= MOST_PARTS;
			if (all % q || !fills || tries++ >= TRIES)
				continue;
			try_parts(s, n, (struct rewrite_split){i, q, 1, all, false, own}, elements,
			        best);
			try_parts(s, n, (struct rewrite_split){i, q, 1, all, true, own}, elements,
			        best);
		}
	for (uint32_t i = 0; i < loops; i++)
		for (int64_t q = 2, all = loop[i].extent; q <= 4; q += 2)
			if (all % q == 0 && all / q * elements <= MOST_PARTS)
				try_parts(s, n,
				        (struct rewrite_split){i, all / q, q, all, true, own},
				        elements, best);
	for (uint32_t i = 0; i < loops && own; i++)
		try_rows(s, n, i, loop[i].extent, best);
}
