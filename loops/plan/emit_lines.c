/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/emit_lines.c: elements in lanes: a row, one for all, or lanes out of lines.
 *
 * Idea.    Which element each lane wants is a number, and a sum of symbols that most lanes have in common.  Neighbours in a row are
 *          loaded as they are.  Else as few lines are loaded as hold all of them, each inside of the buffer whatever the symbols
 *          are, and one shuffle takes the lanes out of all lines; constants are lines, too.
 * Costs    lanes times lines. */
#include "loops/plan/emit.h"

enum { MOST = EMIT_LANES };

/* What a lane wants: a constant, or an element. */
struct wanted {
	bool is_live, is_constant;
	struct tir_buffer *buffer;
	struct lane_index at; /* of a constant: its number; of a float: the bits of a double */
};
struct line {
	struct tir_buffer *buffer; /* NULL: lanes of a constant */
	struct lane_index at;
};
struct lines {
	struct emitter *x;
	struct tir_type elem;
	uint32_t lanes; /* of a line */
	struct line line[EMIT_LINES];
	uint32_t n;
	int32_t from[MOST]; /* by lane wanted: its number in all lines */
};

bool emit_is_plain(struct emitter *x, const struct tir_expr *e)
{
	if (e->op == TIR_LOAD)
		return lane_is_index(&x->env, e->arg[0]);
	if (e->op == TIR_INT_IMM || e->op == TIR_FLOAT_IMM)
		return true;
	return (e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE) &&
	       lane_is_index(&x->env, e->arg[0]) && emit_is_plain(x, e->arg[1]) &&
	       emit_is_plain(x, e->arg[2]);
}

/* A constant again, in all of n lanes. */
static const struct tir_expr *constant(struct emitter *x, struct tir_type t, int64_t number,
        uint32_t n)
{
	const struct tir_expr *e = tir_make(x->m, tir_is_float(t) ? TIR_FLOAT_IMM : TIR_INT_IMM, t,
	        (uint64_t)number, 0, NULL);
	return tir_broadcast(x->m, e, n);
}

/* What lane l wants of a plain value; false: that is not known.  sum: that of a load's index; NULL: it is none. */
static bool want(struct emitter *x, const struct tir_expr *e, const struct lane_sum *sum,
        uint32_t l, struct wanted *out)
{
	struct lane_index c;
	while (e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE) {
		if (!lane_eval(&x->env, e->arg[0], l, &c) || c.n)
			return emit_fails(x, "a condition depends on loops around") != NULL;
		e = e->arg[c.number ? 1 : 2];
	}
	out->is_constant = e->op == TIR_INT_IMM || e->op == TIR_FLOAT_IMM;
	out->buffer = NULL;
	out->at.number = 0;
	out->at.n = 0;
	if (out->is_constant) {
		out->at.number = (int64_t)e->u.bits;
		return true;
	}
	out->buffer = e->u.buffer;
	return (sum ? lane_sum_at(&x->env, sum, l, &out->at)
	            : lane_eval(&x->env, e->arg[0], l, &out->at)) ||
	       emit_fails(x, "an index is no sum of loops' variables") != NULL;
}

static bool is_same(const struct wanted *a, const struct wanted *b)
{
	return a->is_constant == b->is_constant && a->buffer == b->buffer &&
	       lane_same_symbols(&a->at, &b->at);
}

/* ---- Rows --------------------------------------------------------------------------------*/
static int64_t elements(const struct tir_buffer *b)
{
	return b->shape[0]->u.i;
}

/* Are all lanes that are live neighbours, from an element on that is there whatever the symbols are?  Which: *first. */
static bool is_row(const struct emitter *x, const struct wanted *w, uint32_t n,
        struct lane_index *first)
{
	uint32_t l0 = 0;
	while (l0 < n && !w[l0].is_live)
		l0++;
	if (l0 == n || w[l0].is_constant)
		return false;
	for (uint32_t l = l0; l < n; l++)
		if (w[l].is_live && (!is_same(&w[l0], &w[l]) ||
		                            w[l].at.number - w[l0].at.number != (int64_t)l - l0))
			return false;
	*first = w[l0].at;
	first->number -= l0;
	struct lane_range r = lane_range_of(&x->env, first);
	return r.lo >= 0 && r.hi + (int64_t)n <= elements(w[l0].buffer);
}

/* Do all lanes that are live want the same?  Which lane: *one. */
static bool is_one(const struct wanted *w, uint32_t n, uint32_t *one)
{
	bool any = false;
	for (uint32_t l = 0; l < n; l++) {
		if (!w[l].is_live)
			continue;
		if (any && (!is_same(&w[*one], &w[l]) || w[*one].at.number != w[l].at.number))
			return false;
		*one = any ? *one : l;
		any = true;
	}
	*one = any ? *one : n;
	return true;
}

/* ---- Lines -------------------------------------------------------------------------------*/
/* The buffer, or its copy, in which a line begins with each element. */
static struct tir_buffer *as_large(struct emitter *x, struct tir_buffer *b, uint32_t lanes)
{
	if (elements(b) >= lanes)
		return b;
	for (uint32_t i = 0; i < x->copies.n; i++)
		if (x->copies.at[i].of == b)
			return x->copies.at[i].to;
	struct emit_copy c = {b, emit_alloc(x, NULL, b->name, b->elem, 2 * (int64_t)lanes)};
	VEC_PUSH(x->arena, &x->copies, c);
	return c.to;
}

/* The line from that element on; false: there are too many. */
static bool add_line(struct lines *s, struct tir_buffer *b, const struct lane_index *at)
{
	if (s->n == EMIT_LINES)
		return emit_fails(s->x, "a register's lanes come from too many lines") != NULL;
	s->line[s->n++] = (struct line){b, *at};
	return true;
}

/* Do the symbols move an index by whole lines alone? */
static bool are_aligned(const struct lane_index *at, uint32_t lanes)
{
	for (uint32_t i = 0; i < at->n; i++)
		if (at->term[i].factor % lanes)
			return false;
	return true;
}

/* How many lines hold these elements, which rise; aligned: lines begin at whole lines. */
static uint32_t count_lines(const int64_t *need, uint32_t n, uint32_t lanes, bool aligned)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < n; count++) {
		int64_t first = need[i];
		int64_t at = aligned ? first - ((first % lanes) + lanes) % lanes : first;
		while (i < n && need[i] < at + lanes)
			i++;
	}
	return count;
}

/* Cover the elements, in rising order, by lines. */
static bool cover(struct lines *s, struct tir_buffer *b, const struct lane_index *symbols,
        const int64_t *need, uint32_t n)
{
	struct lane_index at = *symbols;
	at.number = 0;
	struct lane_range r = lane_range_of(&s->x->env, &at);
	int64_t least = -r.lo, most = elements(b) - r.hi - s->lanes;
	bool aligned = are_aligned(&at, s->lanes) && count_lines(need, n, s->lanes, true) <=
	                                                     count_lines(need, n, s->lanes, false);
	for (uint32_t i = 0; i < n;) {
		int64_t first = need[i];
		if (aligned)
			first -= ((first % s->lanes) + s->lanes) % s->lanes;
		at.number = need[i];
		if (most < least && !lane_is_at_most(&s->x->env, &at, elements(b) - s->lanes) &&
		        s->x->env.fault == LANE_CUT)
			return false; /* in both parts another line */
		first = first < least ? least : first > most ? most : first;
		if (first > need[i] || first < least)
			return emit_fails(s->x, "no whole line lies in the buffer") != NULL;
		at.number = first;
		if (!add_line(s, b, &at))
			return false;
		while (i < n && need[i] < first + s->lanes)
			i++;
	}
	return true;
}

/* The lines for all lanes that want elements of one buffer by the same symbols as lane l does. */
static bool cover_group(struct lines *s, const struct wanted *w, uint32_t n, uint32_t l)
{
	int64_t need[MOST];
	uint32_t count = 0, before = s->n;
	for (uint32_t k = l; k < n; k++) {
		if (!w[k].is_live || !is_same(&w[l], &w[k]))
			continue;
		uint32_t i = count;
		while (i && need[i - 1] > w[k].at.number)
			i--;
		if (i && need[i - 1] == w[k].at.number)
			continue;
		memmove(&need[i + 1], &need[i], (count - i) * sizeof *need);
		need[i] = w[k].at.number;
		count++;
	}
	struct tir_buffer *b = as_large(s->x, w[l].buffer, s->lanes);
	if (!cover(s, b, &w[l].at, need, count))
		return false;
	for (uint32_t k = l; k < n; k++)
		for (uint32_t i = before; w[k].is_live && is_same(&w[l], &w[k]) && i < s->n; i++) {
			int64_t far = w[k].at.number - s->line[i].at.number;
			if (far >= 0 && far < s->lanes)
				s->from[k] = (int32_t)(i * s->lanes + far);
		}
	return true;
}

/* A constant's line. */
static bool cover_constant(struct lines *s, const struct wanted *w, uint32_t n, uint32_t l)
{
	uint32_t line = s->n;
	if (!add_line(s, NULL, &w[l].at))
		return false;
	for (uint32_t k = l; k < n; k++)
		if (w[k].is_live && w[k].is_constant && w[k].at.number == w[l].at.number)
			s->from[k] = (int32_t)(line * s->lanes + k % s->lanes);
	return true;
}

static const struct tir_expr *load_line(struct lines *s, const struct line *l)
{
	struct emitter *x = s->x;
	if (!l->buffer)
		return constant(x, s->elem, l->at.number, s->lanes);
	return emit_load(x, l->buffer, emit_index(x, &l->at), s->lanes);
}

static bool is_end(const struct wanted *w, uint32_t n, uint32_t l)
{
	for (; l < n; l++)
		if (w[l].is_live && !w[l].is_constant)
			return false;
	return true;
}

/* Of one line and a constant, which all lanes before it or behind it want: let all lanes be neighbours in both, since that is one
 * instruction. */
static void align_constant(struct lines *s, const struct wanted *w, uint32_t n)
{
	uint32_t l0 = 0, c = s->n == 2 && !s->line[1].buffer ? 1 : 0;
	while (l0 < n && !(w[l0].is_live && !w[l0].is_constant))
		l0++;
	if (s->n != 2 || s->line[c].buffer || !s->line[1 - c].buffer || l0 == n)
		return;
	int32_t by = s->from[l0] % (int32_t)s->lanes - (int32_t)l0;
	for (uint32_t l = l0; l < n; l++)
		if (w[l].is_live && !w[l].is_constant &&
		        s->from[l] % (int32_t)s->lanes - (int32_t)l != by)
			return;
	uint32_t before = l0, behind = l0;
	for (uint32_t l = l0; l < n; l++)
		behind = w[l].is_live && !w[l].is_constant ? l + 1 : behind;
	bool front = before > 0 && behind == n && by == -(int32_t)before;
	bool back = before == 0 && by + (int32_t)behind == (int32_t)s->lanes;
	if ((!front && !back) || !is_end(w, n, behind))
		return;
	for (uint32_t l = l0; l < behind; l++)
		if (w[l].is_live && w[l].is_constant)
			return;
	struct line row = s->line[1 - c], constant = s->line[c];
	s->line[front ? 0 : 1] = constant;
	s->line[front ? 1 : 0] = row;
	for (uint32_t l = 0; l < n; l++)
		s->from[l] = (int32_t)l + by + (front ? (int32_t)s->lanes : 0);
}

/* Lanes out of lines: one shuffle. */
static const struct tir_expr *shuffled(struct emitter *x, const struct wanted *w, uint32_t n,
        struct tir_type elem)
{
	struct lines *s = ARENA_NEW(x->arena, struct lines);
	*s = (struct lines){.x = x, .elem = elem, .lanes = EMIT_LINE_BITS / elem.bits};
	for (uint32_t l = 0; l < n; l++)
		s->from[l] = -1;
	for (uint32_t l = 0; l < n; l++)
		if (w[l].is_live && s->from[l] < 0 &&
		        !(w[l].is_constant ? cover_constant : cover_group)(s, w, n, l))
			return NULL;
	align_constant(s, w, n);
	const struct tir_expr **arg = ARENA_NEWN(x->arena, const struct tir_expr *, s->n + n);
	bool same = n == s->lanes && s->n == 1;
	for (uint32_t i = 0; i < s->n; i++)
		arg[i] = load_line(s, &s->line[i]);
	int32_t last = 0; /* of a lane that nobody uses: the neighbour of the one before */
	for (uint32_t l = 0; l < n; l++) {
		int32_t all = (int32_t)(s->n * s->lanes);
		last = s->from[l] >= 0 ? s->from[l] : l && last + 1 < all ? last + 1 : last;
		same &= last == (int32_t)l;
		arg[s->n + l] = tir_int(x->m, TIR_INT32, last);
	}
	if (same)
		return arg[0];
	return tir_make(x->m, TIR_SHUFFLE, tir_lanes(elem, n), s->n, s->n + n, arg);
}

/* ---- Rows under masks --------------------------------------------------------------------*/
enum { ROWS = 3 };

/* Do lanes k and l want elements of one row, or the same constant? */
static bool is_same_row(const struct wanted *w, uint32_t k, uint32_t l)
{
	return is_same(&w[k], &w[l]) &&
	       w[k].at.number - w[l].at.number == (w[k].is_constant ? 0 : (int64_t)k - l);
}

/* The row, of which lane l is an element, as far as all lanes go; NULL: not all of it is there. */
static const struct tir_expr *whole_row(struct emitter *x, const struct wanted *w, uint32_t n,
        uint32_t l, struct tir_type elem)
{
	struct lane_index first = w[l].at;
	if (w[l].is_constant)
		return constant(x, elem, first.number, n);
	first.number -= l;
	struct lane_range r = lane_range_of(&x->env, &first);
	if (r.lo < 0 || r.hi + (int64_t)n > elements(w[l].buffer))
		return NULL;
	return emit_load(x, w[l].buffer, emit_index(x, &first), n);
}

/* A few whole rows, each in its lanes, by masks of constants; NULL: there are more, or not all of one is there. */
static const struct tir_expr *masked(struct emitter *x, const struct wanted *w, uint32_t n,
        struct tir_type elem)
{
	uint32_t first[ROWS], rows = 0, which[MOST];
	for (uint32_t l = 0; l < n; l++) {
		which[l] = l ? which[l - 1] : 0;
		if (!w[l].is_live)
			continue;
		uint32_t k = 0;
		while (k < rows && !is_same_row(w, l, first[k]))
			k++;
		if (k == ROWS)
			return NULL;
		if (k == rows)
			first[rows++] = l;
		which[l] = k;
	}
	const struct tir_expr *v = rows ? whole_row(x, w, n, first[0], elem) : NULL;
	for (uint32_t k = 1; v && k < rows; k++) {
		int64_t mask[MOST];
		const struct tir_expr *row = whole_row(x, w, n, first[k], elem);
		for (uint32_t l = 0; l < n; l++)
			mask[l] = which[l] == k;
		v = row ? tir_select(x->m, TIR_SELECT, emit_constants(x, TIR_BOOL, mask, n), row, v)
		        : NULL;
	}
	return v;
}

/* Do the lanes want every other run of 2^n elements of two lines?  An instruction deals two registers out so, and the other runs with it. */
static bool is_dealt(const struct emitter *x, const struct wanted *w, uint32_t n,
        struct tir_type elem)
{
	uint32_t run = 1;
	if (n * elem.bits != EMIT_LINE_BITS || !w[0].is_live || w[0].is_constant ||
	        !are_aligned(&w[0].at, n))
		return false;
	while (run < n && w[run].at.number - w[0].at.number == run)
		run *= 2;
	for (uint32_t l = 0; l < n; l++)
		if (!w[l].is_live || !is_same(&w[0], &w[l]) ||
		        w[l].at.number - w[0].at.number != 2 * (l - l % run) + l % run)
			return false;
	int64_t first = w[0].at.number % (2 * run);
	struct lane_range r = lane_range_of(&x->env, &w[0].at);
	return run < n && (first == 0 || first == run) && r.lo >= first &&
	       r.hi - first + 2 * (int64_t)n <= elements(w[0].buffer);
}

/* What n lanes want, which is at most a line. */
static const struct tir_expr *part(struct emitter *x, const struct wanted *w, uint32_t n,
        struct tir_type elem)
{
	struct lane_index first;
	uint32_t one;
	if (is_row(x, w, n, &first)) {
		uint32_t l = 0;
		while (!w[l].is_live)
			l++;
		return emit_load(x, w[l].buffer, emit_index(x, &first), n);
	}
	if (!is_one(w, n, &one)) {
		const struct tir_expr *v = is_dealt(x, w, n, elem) ? NULL : masked(x, w, n, elem);
		return v ? v : shuffled(x, w, n, elem);
	}
	if (one == n || w[one].is_constant)
		return constant(x, elem, one == n ? 0 : w[one].at.number, n);
	return tir_broadcast(x->m, emit_load(x, w[one].buffer, emit_index(x, &w[one].at), 1), n);
}

const struct tir_expr *emit_joined(struct emitter *x, const struct tir_expr **part, uint32_t n,
        struct tir_type elem)
{
	const struct tir_expr **arg = ARENA_NEWN(x->arena, const struct tir_expr *, n + x->lanes);
	for (uint32_t i = 0; i < n; i++)
		arg[i] = part[i];
	for (uint32_t l = 0; l < x->lanes; l++)
		arg[n + l] = tir_int(x->m, TIR_INT32, l);
	return tir_make(x->m, TIR_SHUFFLE, tir_lanes(elem, x->lanes), n, n + x->lanes, arg);
}

const struct tir_expr *emit_elements(struct emitter *x, const struct tir_expr *e,
        const uint8_t *live)
{
	struct wanted w[4 * EMIT_LANES];
	const struct tir_expr *parts[4 * EMIT_LINE_BITS / 32 / 8];
	uint32_t one, n = 0, lanes = EMIT_LINE_BITS / (e->type.bits < 8 ? 8 : e->type.bits);
	struct lane_index first;
	struct lane_sum sum;
	bool is_sum = e->op == TIR_LOAD && lane_sum_of(&x->env, e->arg[0], &sum);
	if (!emit_pays_for(x, e->type.bits))
		return NULL;
	for (uint32_t l = 0; l < x->lanes; l++) {
		w[l].is_live = !live || live[l];
		w[l].is_constant = false;
		if (w[l].is_live && !want(x, e, is_sum ? &sum : NULL, l, &w[l]))
			return NULL;
	}
	if (x->lanes <= lanes || is_row(x, w, x->lanes, &first) || is_one(w, x->lanes, &one))
		return part(x, w, x->lanes, e->type);
	for (uint32_t l = 0; l < x->lanes; l += lanes) {
		uint32_t here = x->lanes - l < lanes ? x->lanes - l : lanes;
		parts[n] = part(x, w + l, here, e->type);
		if (!parts[n++])
			return NULL;
	}
	return emit_joined(x, parts, n, e->type);
}

const struct tir_expr *emit_word(struct emitter *x, const struct tir_expr *load, uint32_t q,
        const uint8_t *live)
{
	struct wanted first = {0}, w;
	struct lane_sum sum;
	bool any = false, is_sum = lane_sum_of(&x->env, load->arg[0], &sum);
	if (!lane_is_index(&x->env, load->arg[0]))
		return NULL;
	for (uint32_t l = 0; l < x->lanes; l++) {
		if (live && !live[l])
			continue;
		if (!want(x, load, is_sum ? &sum : NULL, l, &w))
			return NULL;
		w.at.number -= l % q;
		if (any && (!is_same(&first, &w) || first.at.number != w.at.number))
			return NULL;
		first = w;
		any = true;
	}
	struct lane_range r = lane_range_of(&x->env, &first.at);
	if (!any || r.lo < 0 || r.hi + (int64_t)q > elements(load->u.buffer))
		return NULL;
	return emit_load(x, load->u.buffer, emit_index(x, &first.at), q);
}
