/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/cover_ways.c: which ways there are to cover what a nest stores by registers.
 *
 * Idea.    Ways differ in how many loops are one range, in the rows of a step, and in the lanes.  Those whose registers are fullest are tried.
 * Needs    an index that is a sum of constants times loop variables (a mixed radix).
 * Costs    each length of a step once. */
#include "loops/plan/cover.h"
#include "loops/plan/radix.h"

enum {
	REGISTERS = 24,
	ROWS = 4,
	SHORTEST = 8,
	WORD = 32,
	BESIDE = 8,     /* iterations of a loop that a step does whole, at most */
	BESIDE_WAYS = 2 /* that are tried so, for each number of flat loops */
};

/* ---- The order of memory -----------------------------------------------------------------*/
bool radix_read(const struct nest *n, struct radix *r)
{
	struct nest_sum at;
	if (!nest_sum_of(n->index, &at) || at.n > n->loops.n + n->outside.n)
		return false;
	r->n = n->loops.n;
	r->number = at.number;
	for (uint32_t i = 0; i < r->n; i++) {
		int64_t by = nest_factor(&at, n->loops.at[i].var);
		uint32_t k = i;
		for (; k && r->stride[k - 1] < by; k--) {
			r->stride[k] = r->stride[k - 1];
			r->loop[k] = r->loop[k - 1];
		}
		r->stride[k] = by;
		r->loop[k] = n->loops.at[i];
	}
	int64_t row = 1;
	for (uint32_t i = r->n; i-- > 0;) {
		if (r->stride[i] < row && r->loop[i].extent > 1)
			return false;
		row = r->stride[i] * r->loop[i].extent;
	}
	return r->n > 0;
}

bool radix_is_same(const struct radix *a, const struct radix *b)
{
	bool same = a->n == b->n;
	for (uint32_t i = 0; i < a->n && same; i++)
		same = a->stride[i] == b->stride[i] && a->loop[i].extent == b->loop[i].extent;
	return same;
}

uint32_t radix_flat(const struct radix *r)
{
	uint32_t n = 0;
	int64_t row = 1;
	while (n < r->n && r->stride[r->n - 1 - n] == row) {
		row *= r->loop[r->n - 1 - n].extent;
		n++;
	}
	return n;
}

int64_t radix_row(const struct radix *r, uint32_t flat)
{
	return r->stride[r->n - flat];
}

/* ---- Ways --------------------------------------------------------------------------------*/
bool cover_fit(const struct nest *a, const struct nest *b)
{
	struct radix r = {0}, q = {0};
	return a->buffer->elem.bits == b->buffer->elem.bits && radix_read(a, &r) &&
	       radix_read(b, &q) && radix_is_same(&r, &q);
}

static int64_t waste(int64_t length, uint32_t lanes)
{
	return ((length + lanes - 1) / lanes * lanes - length) * 1000 / length;
}

/* Add ways with `flat` flat loops: those steps whose registers are fullest, the shorter one of two alike first. */
static uint32_t add_rows(const struct radix *r, uint32_t flat, uint32_t lanes, struct cover *out,
        uint32_t n)
{
	int64_t row = radix_row(r, flat), extent = r->loop[r->n - flat].extent;
	struct cover best[ROWS + 1];
	uint32_t count = 0;
	for (int64_t k = 1; k <= extent && k * row <= REGISTERS * (int64_t)lanes; k++) {
		if (k * row < lanes)
			continue;
		uint32_t i = count;
		for (; i && waste(best[i - 1].rows * row, lanes) > waste(k * row, lanes); i--)
			best[i] = best[i - 1];
		best[i] = (struct cover){.flat = flat, .rows = k, .lanes = lanes};
		count += count < ROWS;
	}
	for (uint32_t i = 0; i < count && n < COVER_MOST; i++)
		out[n++] = best[i];
	return n;
}

/* The way to cover a range that fills no register: by the longest power of two that is not longer than it. */
static uint32_t add_short(const struct radix *r, uint32_t flat, uint32_t lanes, struct cover *out)
{
	int64_t extent = r->loop[r->n - flat].extent, length = radix_row(r, flat) * extent;
	while (lanes > length)
		lanes /= 2;
	if (lanes < SHORTEST || r->n == flat)
		return 0;
	out[0] = (struct cover){.flat = flat, .rows = extent, .lanes = lanes};
	return 1;
}

struct sharing {
	const struct nest_loop *loop;
	bool is;
};

/* Do iterations of the loop load different elements of the same line? */
static bool see_line(void *ctx, const struct tir_expr *e)
{
	struct sharing *x = ctx;
	struct nest_sum at;
	if (e->op != TIR_LOAD || e->n != 1 || !nest_sum_of(e->arg[0], &at))
		return true;
	int64_t by = nest_factor(&at, x->loop->var);
	x->is |= by > 0 && by * (x->loop->extent - 1) < EMIT_LINE_BITS / e->type.bits;
	return !x->is;
}

/* Add variants of the ways from `first` on, which have `flat` flat loops: a step also does all iterations of a short loop around.  It
 * pays where these iterations load parts of the same line, which is loaded once then. */
static uint32_t add_beside(const struct nest *n, const struct radix *r, uint32_t flat,
        struct cover *out, uint32_t first, uint32_t found)
{
	uint32_t ways = found < first + BESIDE_WAYS ? found : first + BESIDE_WAYS;
	for (uint32_t i = 0; i + flat < r->n; i++) {
		struct sharing x = {&r->loop[i], false};
		struct arena scratch = {0};
		if (r->loop[i].extent > 1 && r->loop[i].extent <= BESIDE)
			tir_walk_expr(n->value, &scratch, see_line, &x);
		arena_free(&scratch);
		for (uint32_t k = first; x.is && k < ways && found < COVER_MOST; k++) {
			int64_t all = out[k].rows * radix_row(r, flat) * r->loop[i].extent;
			if (all > REGISTERS * (int64_t)out[k].lanes)
				continue;
			out[found] = out[k];
			out[found++].beside = i + 1;
		}
	}
	return found;
}

uint32_t cover_find(const struct nest *n, struct cover *out, const char **why)
{
	struct radix r = {0};
	uint32_t found = 0, lanes = EMIT_LINE_BITS / n->buffer->elem.bits;
	*why = "what it stores is no rows of memory";
	if (!radix_read(n, &r))
		return 0;
	uint32_t most = radix_flat(&r);
	if (!most)
		return 0;
	*why = "it stores less than a register";
	for (uint32_t flat = most; flat > 0; flat--)
		for (uint32_t l = EMIT_LANES; l >= lanes; l /= 2)
			if (l == lanes || l == EMIT_LANES) {
				uint32_t first = found;
				found = add_rows(&r, flat, l, out, found);
				found = add_beside(n, &r, flat, out, first, found);
			}
	if (!found)
		found = add_short(&r, most, lanes, out);
	int64_t row = r.loop[r.n - 1].extent;
	if (row * n->buffer->elem.bits == WORD && found < COVER_MOST) /* words, wherever they lie */
		out[found++] = (struct cover){.flat = 1, .rows = row, .lanes = (uint32_t)row};
	return found;
}

bool cover_fills(const struct nest *n)
{
	struct radix r = {0};
	int64_t lanes = EMIT_LINE_BITS / n->buffer->elem.bits;
	if (!radix_read(n, &r))
		return false;
	for (uint32_t flat = radix_flat(&r); flat > 0; flat--)
		for (int64_t k = 1, row = radix_row(&r, flat);
		        k <= r.loop[r.n - flat].extent && k * row <= REGISTERS * lanes; k++)
			if (k * row % lanes == 0)
				return true;
	return false;
}

uint32_t cover_tiles(const struct nest *n, struct cover *out)
{
	enum { ACCUMULATORS = 12, WIDEST = 4 };
	struct radix r = {0};
	uint32_t found = 0, words = EMIT_LINE_BITS / WORD;
	if (n->buffer->elem.bits != WORD || !radix_read(n, &r) || r.n < 2 || radix_flat(&r) < 2)
		return 0;
	int64_t row = r.loop[r.n - 1].extent, extent = r.loop[r.n - 2].extent;
	for (uint32_t k = 1; k <= WIDEST; k++) {
		int64_t by = ACCUMULATORS / k < BESIDE ? ACCUMULATORS / k : BESIDE;
		by = by < extent ? by : extent;
		for (int64_t less = by; less * 2 > by; less--)
			if (extent % less == 0) {
				by = less;
				break;
			}
		if (by > 1 && row % (k * words) == 0)
			out[found++] = (struct cover){.flat = 1,
			        .rows = k * words,
			        .lanes = words,
			        .inside = true,
			        .beside = r.n - 1,
			        .by = (uint32_t)by};
	}
	return found;
}

bool cover_may(const struct nest *n, const struct cover *c, const char **why)
{
	struct radix r = {0};
	*why = "what it stores is no rows of memory";
	if (!radix_read(n, &r))
		return false;
	*why = "so many of its loops are not one range of memory";
	if (c->flat < 1 || c->flat > radix_flat(&r))
		return false;
	int64_t row = radix_row(&r, c->flat), extent = r.loop[r.n - c->flat].extent;
	*why = "a step has at least one row, at most all, and as many as 24 registers hold";
	if (c->rows < 1 || c->rows > extent || c->rows * row > REGISTERS * (int64_t)EMIT_LANES)
		return false;
	*why = "the lanes of a register are a power of two up to 128, and no more than a step has";
	if (!c->lanes || c->lanes > EMIT_LANES || c->lanes & (c->lanes - 1) ||
	        c->lanes > c->rows * row)
		return false;
	*why = "a step does 2 to 8 iterations of a loop around: all, or `by` where terms of sums "
	       "go into instructions";
	if (!c->beside || c->beside > r.n - c->flat)
		return !c->beside && !c->by;
	int64_t most = r.loop[c->beside - 1].extent, all = c->by ? c->by : most;
	return all > 1 && all <= BESIDE && all <= most && (!c->by || c->inside);
}
