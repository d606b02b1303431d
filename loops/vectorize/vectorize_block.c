/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize/vectorize_block.c: gathers of near elements: loads of a tile whose lanes are no neighbours, or of which
 * not all lanes are needed.
 *
 * Idea.   Such a load is some blocks of neighbours, whose lanes are shuffled.  A block may hold elements that no lane
 *         needs: it lies in the buffer.  Lanes that are not needed take any element.
 * Needs   constant bounds of the tile's loops.
 * Costs   lanes times blocks, for each load. */
#include "loops/vectorize/vectorize.h"

enum { ROW_LINES = 4 /* that a row is made of: a longer one is loaded from its first lane on */ };

/* The lanes of a group: how far the element of each is from the first one's, at least, and that from lane 0's. */
struct row {
	int64_t *at, least, first;
	uint32_t n;
};

/* Where the elements of a group's lanes lie, from the first lane's on. */
static struct row row_of(const struct vectorize_nest *n, uint32_t step,
        const struct vectorize_group *g, const int64_t *by)
{
	struct row r = {.at = ARENA_NEWN(n->scratch, int64_t, g->n),
	        .first = vectorize_offset(n, step, by, g->at),
	        .n = g->n};
	for (uint32_t l = 0; l < g->n; l++) {
		r.at[l] = vectorize_offset(n, step, by, g->at + l) - r.first;
		r.least = r.at[l] < r.least ? r.at[l] : r.least;
	}
	return r;
}

static bool is_rising(const struct row *r)
{
	for (uint32_t l = 1; l < r->n; l++)
		if (r->at[l] <= r->at[l - 1])
			return false;
	return true;
}

/* ---- Blocks ------------------------------------------------------------------------------*/
static int64_t floor_to(int64_t n, int64_t unit)
{
	return (n >= 0 ? n : n - unit + 1) / unit * unit;
}

/* Is each of them a multiple of `unit` elements, but for a constant and what lanes add?  That constant. */
static bool is_aligned(const struct vectorize_nest *n, const struct vectorize_piece *p,
        const struct tir_expr *index, int64_t unit, int64_t *constant)
{
	const struct affine *a = affine_of(n->facts, index);
	*constant = a->constant;
	for (uint32_t i = 0; i < a->n; i++) {
		const struct affine_term *t = &a->term[i];
		uint32_t d = t->n == 1 && t->x[0]->op == TIR_VAR ? vectorize_dim(n, t->x[0]->u.var)
		                                                 : UINT32_MAX;
		const struct tir_expr *min = d == UINT32_MAX ? NULL : tir_as_for(n->dim[d])->min.e;
		if (min && min->op != TIR_INT_IMM)
			return false;
		if (min)
			*constant += t->factor * (min->u.i + (d ? 0 : p->begin));
		if (d == UINT32_MAX ? t->factor % unit != 0
		                    : d == 0 && t->factor * p->step % unit != 0)
			return false;
	}
	return true;
}

/* Is the index a sum of variables of loops with constant bounds? */
static bool is_plain_sum(const struct vectorize_nest *n, const struct tir_expr *e)
{
	if (e->op == TIR_ADD || e->op == TIR_SUB)
		return is_plain_sum(n, e->arg[0]) && is_plain_sum(n, e->arg[1]);
	if (e->op == TIR_MUL)
		return is_plain_sum(n, e->arg[0]) && e->arg[1]->op == TIR_INT_IMM;
	const struct tir_stmt *s = e->op == TIR_VAR ? facts_definer(n->facts, e->u.var) : NULL;
	if (!s || s->kind != TIR_FOR)
		return e->op == TIR_INT_IMM;
	return tir_as_for(s)->min.e->op == TIR_INT_IMM &&
	       tir_as_for(s)->extent.e->op == TIR_INT_IMM;
}

/* The block that begins there, perhaps a new one; UINT32_MAX: they are too many. */
static uint32_t block_at(struct vectorize_blocks *b, int64_t at)
{
	uint32_t i = 0;
	while (i < b->n && b->at[i] != at)
		i++;
	if (i == VECTORIZE_BLOCKS)
		return UINT32_MAX;
	b->at[i] = at;
	b->n += i == b->n;
	return i;
}

/* Whole units that hold the lanes; `constant`: where the first one lies from a unit's beginning on. */
static bool take_units(const struct row *r, int64_t unit, int64_t constant,
        struct vectorize_blocks *out)
{
	out->n = 0;
	out->lanes = (uint32_t)unit;
	for (uint32_t l = 0; l < r->n; l++) {
		int64_t at = constant + r->at[l];
		uint32_t k = block_at(out, floor_to(at, unit) - constant);
		if (k == UINT32_MAX)
			return false;
		out->lane[l] = (uint32_t)(k * unit + at - floor_to(at, unit));
	}
	return true;
}

static bool has(const struct row *r, int64_t at)
{
	for (uint32_t l = 0; l < r->n; l++)
		if (r->at[l] == at)
			return true;
	return false;
}

/* How many neighbours from the first lane's element on are loaded. */
static int64_t run_length(const struct row *r)
{
	int64_t k = 1;
	while (has(r, k))
		k++;
	return k;
}

/* Are all elements of the blocks loaded by a lane? */
static bool is_full(const struct row *r, const struct vectorize_blocks *b)
{
	for (uint32_t i = 0; i < b->n; i++)
		for (uint32_t k = 0; k < b->lanes; k++)
			if (!has(r, b->at[i] + k))
				return false;
	return true;
}

/* ---- Loads of which not all lanes are needed ---------------------------------------------*/
/* Where lane 0's element may be, in the piece. */
static bool limits_of(const struct vectorize_nest *n, const struct vectorize_piece *p,
        const struct tir_expr *index, int64_t *lo, int64_t *hi)
{
	const struct affine *a = affine_of(n->facts, index);
	*lo = *hi = a->constant;
	for (uint32_t i = 0; i < a->n; i++) {
		const struct affine_term *t = &a->term[i];
		int64_t from, to, by = t->factor;
		uint32_t d = t->n == 1 && t->x[0]->op == TIR_VAR ? vectorize_dim(n, t->x[0]->u.var)
		                                                 : UINT32_MAX;
		if (t->n != 1)
			return false;
		if (d != UINT32_MAX && tir_as_for(n->dim[d])->min.e->op != TIR_INT_IMM)
			return false;
		if (d != UINT32_MAX) {
			from = to = tir_as_for(n->dim[d])->min.e->u.i;
			from += d ? 0 : p->begin;
			to += d ? 0 : p->begin + p->count - p->step;
		} else if (!range_limits(n->facts, t->x[0], &from, &to)) {
			return false;
		}
		if (from < INT32_MIN || to > INT32_MAX || by > INT32_MAX || by < INT32_MIN)
			return false;
		*lo += by > 0 ? by * from : by * to;
		*hi += by > 0 ? by * to : by * from;
	}
	return true;
}

/* Blocks of so many elements for the lanes that are needed: `phase` less than a multiple of that, or, negative, wherever
 * the next lane is. */
struct search {
	const int64_t *at; /* of each lane */
	const uint8_t *needed;
	uint32_t lanes;
	int64_t unit, phase, lo, hi, size;
};

static bool is_needed(const struct search *s, uint32_t l)
{
	return !s->needed || s->needed[l];
}

/* A block that holds the element and lies in the buffer, as far to the right as can be. */
static bool place(const struct search *s, int64_t at, int64_t *block)
{
	int64_t k = at + s->phase;
	*block = s->phase < 0 ? at : (k >= 0 ? k : k - s->unit + 1) / s->unit * s->unit - s->phase;
	int64_t last = s->size - s->unit - s->hi;
	if (s->phase < 0 && *block > last)
		*block = last;
	return s->lo + *block >= 0 && *block <= last && at >= *block && at < *block + s->unit;
}

/* The first element that is in no block yet, of those that are needed or of all; false: there is none. */
static bool next_element(const struct search *s, const struct vectorize_blocks *b, bool all,
        int64_t *at)
{
	bool any = false;
	for (uint32_t l = 0; l < s->lanes; l++) {
		bool held = !all && !is_needed(s, l);
		for (uint32_t k = 0; k < b->n && !held; k++)
			held = s->at[l] >= b->at[k] && s->at[l] < b->at[k] + s->unit;
		if (!held && (!any || s->at[l] < *at))
			*at = s->at[l];
		any |= !held;
	}
	return any;
}

static bool holds_needed(const struct search *s, int64_t block)
{
	for (uint32_t l = 0; l < s->lanes; l++)
		if (is_needed(s, l) && s->at[l] >= block && s->at[l] < block + s->unit)
			return true;
	return false;
}

/* Which lane of the blocks each lane is. */
static void number_lanes(const struct search *s, struct vectorize_blocks *out)
{
	uint32_t last = 0;
	for (uint32_t l = 0; l < s->lanes; l++) {
		uint32_t k = 0;
		while (k < out->n && (s->at[l] < out->at[k] || s->at[l] >= out->at[k] + s->unit))
			k++;
		last = k < out->n
		               ? k
		               : last; /* any element: as if the line went on from its beginning */
		int64_t base = (s->at[l] - out->at[last]) % s->unit;
		out->lane[l] = (uint32_t)(last * s->unit + (base < 0 ? base + s->unit : base));
	}
}

/* Whole lines, in their order.  Another one stands in for those that do not lie in the buffer, if no lane needs them: so the
 * lanes of all are moved alike. */
static bool find_lines(const struct search *s, struct vectorize_blocks *out)
{
	int64_t at = 0, block;
	uint32_t real = VECTORIZE_BLOCKS;
	bool lies[VECTORIZE_BLOCKS];
	out->n = 0;
	out->lanes = (uint32_t)s->unit;
	while (next_element(s, out, true, &at)) {
		if (out->n == VECTORIZE_BLOCKS)
			return false;
		lies[out->n] = place(s, at, &block);
		if (!lies[out->n] && holds_needed(s, block))
			return false;
		real = lies[out->n] && real == VECTORIZE_BLOCKS ? out->n : real;
		out->at[out->n++] = block;
	}
	number_lanes(s, out);
	for (uint32_t k = 0; k < out->n && real < VECTORIZE_BLOCKS; k++)
		out->at[k] = lies[k] ? out->at[k] : out->at[real];
	return real < VECTORIZE_BLOCKS;
}

/* Find unaligned blocks of memory that hold all elements that are needed, and which lane of which block each one is;
 * false: too many, or outside the buffer. */
static bool find_blocks(const struct search *s, struct vectorize_blocks *out)
{
	int64_t at = 0, block;
	out->n = 0;
	out->lanes = (uint32_t)s->unit;
	while (next_element(s, out, false, &at)) {
		if (out->n == VECTORIZE_BLOCKS || !place(s, at, &block))
			return false;
		out->at[out->n++] = block;
	}
	number_lanes(s, out);
	return out->n > 0;
}

/* Find the blocks to be loaded for a load: none where its row lies inside the buffer, aligned lines where the phase is
 * known, else any; false: not so. */
static bool find_needed(const struct vectorize_nest *n, const struct vectorize_piece *p,
        const struct row *r, const struct tir_expr *load, const uint8_t *needed, int64_t unit,
        int64_t phase, struct vectorize_blocks *out)
{
	const struct tir_expr *index = load->arg[load->n - 1];
	const struct tir_buffer *b = load->u.buffer;
	const struct tir_expr *size = b->ndim == load->n ? b->shape[load->n - 1] : NULL;
	int64_t by[VECTORIZE_DIMS];
	struct search s = {
	        .needed = needed, .at = r->at, .lanes = r->n, .unit = unit, .phase = phase};
	if (!size || size->op != TIR_INT_IMM || b->strides || !vectorize_strides(n, index, by) ||
	        !limits_of(n, p, index, &s.lo, &s.hi))
		return false;
	s.lo += r->first;
	s.hi += r->first;
	s.size = size->u.i;
	bool row = vectorize_is_row(n, p->step, by);
	out->n = 0; /* a row that lies in the buffer */
	if (row && s.lo >= 0 && s.hi + s.lanes <= s.size)
		return true;
	if (phase >= 0 && find_lines(&s, out) && (!row || out->n <= ROW_LINES))
		return true;
	s.phase = -1;
	return find_blocks(&s, out);
}

/* Where the elements of all lanes lie, needed or not; false: perhaps not all in the buffer, of *size elements. */
static bool limits_of_all(const struct vectorize_nest *n, const struct vectorize_piece *p,
        const struct row *r, const struct tir_expr *load, int64_t *hi, int64_t *size)
{
	const struct tir_expr *index = load->arg[load->n - 1];
	const struct tir_buffer *b = load->u.buffer;
	const struct tir_expr *shape = b->ndim == load->n ? b->shape[load->n - 1] : NULL;
	int64_t lo, last = 0;
	if (!shape || shape->op != TIR_INT_IMM || b->strides || !limits_of(n, p, index, &lo, hi))
		return false;
	for (uint32_t l = 0; l < r->n; l++)
		last = r->at[l] > last ? r->at[l] : last;
	*hi += r->first + last;
	*size = shape->u.i;
	return lo + r->first + r->least >= 0 && *hi < *size;
}

/* Does the buffer end behind what lies a unit behind the last element that is loaded, if these lie in whole units?
 * One index alone decides that: those of others lie in it anyway. */
static bool holds_more(const struct vectorize_nest *n, const struct vectorize_piece *p,
        const struct row *r, const struct tir_expr *load, int64_t unit, bool aligned)
{
	int64_t hi, size;
	return is_plain_sum(n, load->arg[load->n - 1]) &&
	       limits_of_all(n, p, r, load, &hi, &size) &&
	       (aligned ? floor_to(hi, unit) : hi) + unit <= size;
}

/* ---- Which blocks ------------------------------------------------------------------------*/
/* Do words of the vector repeat that are made of several elements? */
static bool repeats(const struct vectorize_nest *n, const int64_t *by, int64_t bytes)
{
	enum { WORD = 4 };
	bool any = false;
	for (uint32_t d = 0; d < n->ndims; d++)
		any |= by[d] == 0 && n->by[d] * bytes >= WORD;
	return any && bytes < WORD;
}

/* How many elements before the first lane's the nearest one lies whose index `by` divides, the step of the tile's only loop;
 * negative: not known.  Blocks that begin there are shared by loads of x * by and of x * by + 1. */
static int64_t phase_of(const struct vectorize_nest *n, const struct vectorize_piece *p,
        const struct row *r, const struct tir_expr *index, int64_t by)
{
	int64_t constant;
	if (n->ndims > 1 || by < 2 || !is_aligned(n, p, index, by, &constant))
		return -1;
	constant += r->first;
	return constant - floor_to(constant, by);
}

/* Blocks of less than a register are good if no word of them repeats: LLVM 22 repeats a byte there. */
bool vectorize_find_blocks(const struct vectorize_nest *n, const struct vectorize_piece *p,
        const struct vectorize_group *g, const struct tir_expr *load, const uint8_t *needed,
        struct vectorize_blocks *out)
{
	const struct tir_expr *index = load->arg[load->n - 1];
	int64_t by[VECTORIZE_DIMS], constant, bytes = tir_elem_bytes(load->type);
	int64_t unit = TARGET_HVX_BYTES / bytes, hi, size;
	uint32_t step = p->step;
	out->n = 0;
	if (!vectorize_strides(n, index, by))
		return false;
	if (!needed && vectorize_is_row(n, step, by))
		return true;
	for (uint32_t d = 0; d < n->ndims; d++)
		if (by[d] < 0)
			return false;
	struct row r = row_of(n, step, g, by);
	if (n->rising && !is_rising(&r))
		return false;
	bool aligned = is_aligned(n, p, index, unit, &constant);
	constant += r.first;
	if (needed && find_needed(n, p, &r, load, needed, unit,
	                      aligned ? constant - floor_to(constant, unit) : -1, out))
		return true;
	if (n->ndims == 1 && needed)
		return find_needed(n, p, &r, load, needed, unit / 2, -1, out);
	if (needed && !limits_of_all(n, p, &r, load, &hi, &size))
		return false;
	if (aligned && holds_more(n, p, &r, load, unit, true) &&
	        take_units(&r, unit, constant, out))
		return true;
	if (repeats(n, by, bytes))
		return find_needed(n, p, &r, load, NULL, unit, -1, out);
	int64_t phase = phase_of(n, p, &r, index, by[0]);
	if (holds_more(n, p, &r, load, unit, false) &&
	        take_units(&r, unit, phase > 0 ? phase : -r.least, out))
		return true;
	if (n->ndims == 1)
		return find_needed(n, p, &r, load, NULL, unit, phase, out) ||
		       find_needed(n, p, &r, load, NULL, unit / 2, phase, out);
	int64_t run = run_length(&r);
	return (run & (run - 1)) == 0 && run * bytes >= TARGET_HVX_BYTES / 4 &&
	       take_units(&r, run, 0, out) && is_full(&r, out);
}
