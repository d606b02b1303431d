/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/cover.c: cover what a nest stores by registers.
 *
 * Idea.    The loops whose iterations store neighbours, and rows of these that touch, are one flat range.  A step of it is a whole
 *          number of rows, cut into registers: the last one begins earlier if it would not be full.  So each lane is one iteration, with the
 *          loops around and the step as symbols.  Where a condition or a quotient is not the same for all values of a symbol, the range of
 *          the symbol is cut and both parts are done by themselves (index-set splitting).
 * Needs    an index that is a sum of multiples of the loops' variables, a mixed radix.
 * Costs    PIECES times the registers of a step. */
#include "loops/plan/cover.h"

enum {
	REGISTERS = 24,
	PIECES = 40,
	BUDGET = 5000,
	ROWS = 4,
	SHORTEST = 8,
	WORD = 32,
	BESIDE = 8,     /* iterations of a loop that a step does whole, at most */
	BESIDE_WAYS = 2 /* that are tried so, for each number of flat loops */
};

/* ---- Which ways there are ----------------------------------------------------------------*/
/* The loops in the order of memory, the farthest first. */
struct radix {
	uint32_t n;
	struct nest_loop loop[NEST_LOOPS];
	int64_t stride[NEST_LOOPS], number;
};

/* Read the index of the nest's store so; false: elements are not stored once each. */
static bool read_radix(const struct nest *n, struct radix *r)
{
	struct nest_sum at;
	if (!nest_sum_of(n->index, &at) || at.n > n->loops.n)
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

/* Do both go over memory in the same steps?  Where they begin is no matter. */
static bool is_same_radix(const struct radix *a, const struct radix *b)
{
	bool same = a->n == b->n;
	for (uint32_t i = 0; i < a->n && same; i++)
		same = a->stride[i] == b->stride[i] && a->loop[i].extent == b->loop[i].extent;
	return same;
}

bool cover_fit(const struct nest *a, const struct nest *b)
{
	struct radix r = {0}, q = {0};
	return a->buffer->elem.bits == b->buffer->elem.bits && read_radix(a, &r) &&
	       read_radix(b, &q) && is_same_radix(&r, &q);
}

/* How many loops, from the innermost on, make up one range without holes. */
static uint32_t flat_loops(const struct radix *r)
{
	uint32_t n = 0;
	int64_t row = 1;
	while (n < r->n && r->stride[r->n - 1 - n] == row) {
		row *= r->loop[r->n - 1 - n].extent;
		n++;
	}
	return n;
}

static int64_t row_of(const struct radix *r, uint32_t flat)
{
	return r->stride[r->n - flat];
}

static int64_t waste(int64_t length, uint32_t lanes)
{
	return ((length + lanes - 1) / lanes * lanes - length) * 1000 / length;
}

/* Add ways with `flat` flat loops: those steps whose registers are fullest, the shorter one of two alike first. */
static uint32_t add_rows(const struct radix *r, uint32_t flat, uint32_t lanes, struct cover *out,
        uint32_t n)
{
	int64_t row = row_of(r, flat), extent = r->loop[r->n - flat].extent;
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
	int64_t extent = r->loop[r->n - flat].extent, length = row_of(r, flat) * extent;
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
			int64_t all = out[k].rows * row_of(r, flat) * r->loop[i].extent;
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
	if (!read_radix(n, &r))
		return 0;
	uint32_t most = flat_loops(&r);
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

bool cover_may(const struct nest *n, const struct cover *c, const char **why)
{
	struct radix r = {0};
	*why = "what it stores is no rows of memory";
	if (!read_radix(n, &r))
		return false;
	*why = "so many of its loops are not one range of memory";
	if (c->flat < 1 || c->flat > flat_loops(&r))
		return false;
	int64_t row = row_of(&r, c->flat), extent = r.loop[r.n - c->flat].extent;
	*why = "a step has at least one row, at most all, and as many as 24 registers hold";
	if (c->rows < 1 || c->rows > extent || c->rows * row > REGISTERS * (int64_t)EMIT_LANES)
		return false;
	*why = "the lanes of a register are a power of two up to 128, and no more than a step has";
	if (!c->lanes || c->lanes > EMIT_LANES || c->lanes & (c->lanes - 1) ||
	        c->lanes > c->rows * row)
		return false;
	*why = "a step does a loop around whole that has 2 to 8 iterations";
	return !c->beside || (c->beside <= r.n - c->flat && r.loop[c->beside - 1].extent > 1 &&
	                             r.loop[c->beside - 1].extent <= BESIDE);
}

/* ---- One way -----------------------------------------------------------------------------*/
struct coverer {
	struct emitter x;
	struct radix r[COVER_NESTS];
	const struct nest *const
	        *nest; /* of the same radix: their registers are done side by side */
	uint32_t nnests;
	const struct cover *way;
	uint32_t around, step;       /* symbols: loops around come first; the step's */
	int64_t row;                 /* elements of an iteration of the outermost flat loop */
	int32_t *number[NEST_LOOPS]; /* by flat loop, of each lane */
	struct tir_seq *out;
	uint32_t pieces;
	bool steps; /* there is a symbol for the step */
};

/* Of nest k. */
static struct lane_var *bind(struct coverer *c, uint32_t k, uint32_t loop)
{
	return &c->x.env.var[c->r[k].loop[loop].var->id];
}

/* Let the loop be this in all nests. */
static void bind_all(struct coverer *c, uint32_t loop, struct lane_var v)
{
	for (uint32_t k = 0; k < c->nnests; k++)
		*bind(c, k, loop) = v;
}

/* Let lane l be iteration `at + l` of the flat range. */
static void set_lanes(struct coverer *c, int64_t at)
{
	uint32_t top = c->r->n - c->way->flat;
	for (uint32_t l = 0; l < c->x.lanes; l++) {
		int64_t left = at + l;
		for (uint32_t i = c->r->n; i-- > top;) {
			int64_t extent = c->r->loop[i].extent;
			c->number[i][l] = (int32_t)(i == top ? left : left % extent);
			left /= extent;
		}
	}
	for (uint32_t i = top; i < c->r->n; i++) {
		struct lane_var v = {.is_bound = true, .number = c->number[i]};
		if (c->steps && i == top) {
			v.factor = c->way->rows;
			v.symbol = c->step;
		}
		bind_all(c, i, v);
	}
	c->x.epoch = ++c->x.memos->epochs;
}

/* Store the register of each nest that begins there in the flat range. */
static bool emit_register(struct coverer *c, int64_t at, uint32_t lanes, struct tir_seq *out)
{
	c->x.lanes = lanes;
	c->x.out = out;
	set_lanes(c, at);
	for (uint32_t k = 0; k < c->nnests; k++) {
		const struct nest *n = c->nest[k];
		struct lane_index index;
		const struct tir_expr *v = emit_value(&c->x, n->value, NULL);
		if (!v || !lane_eval(&c->x.env, n->index, 0, &index))
			return false;
		emit_store(&c->x, out, n->buffer, emit_index(&c->x, &index), v);
	}
	return true;
}

/* Loops over the symbols whose range is more than one value, in *out; the innermost body. */
static struct tir_seq *emit_loops(struct coverer *c, struct tir_seq *out)
{
	for (uint32_t s = 0; s < c->x.env.nsymbols; s++) {
		struct lane_range r = c->x.env.range[s];
		if (s + 1 == c->way->beside)
			continue;
		if (r.lo == r.hi) {
			c->x.symbol[s] = tir_int(c->x.m, TIR_INT32, r.lo);
			continue;
		}
		const struct tir_var *v = c->r->loop[s].var;
		struct tir_stmt *loop = emit_loop(&c->x, v->name, r.hi - r.lo + 1);
		const struct tir_expr *e = tir_as_for(loop)->var->expr;
		c->x.symbol[s] = r.lo ? tir_binary(c->x.m, TIR_ADD, e,
		                                tir_int(c->x.m, TIR_INT32, r.lo))
		                      : e;
		tir_seq_add(out, loop);
		out = &tir_as_for(loop)->body;
	}
	return out;
}

/* ---- The order of registers --------------------------------------------------------------*/
/* What is done for a register, and the first vector that its value loads; NULL: none. */
struct stored {
	struct tir_seq seq;
	const struct tir_expr *first;
	bool done;
};

static bool is_no_store(const struct tir_stmt *s)
{
	return s->kind != TIR_STORE;
}

static bool find_vector(void *ctx, const struct tir_expr *e)
{
	const struct tir_expr **first = ctx;
	if (e->op == TIR_LOAD && e->type.lanes > 1)
		*first = e;
	return !*first;
}

/* Add the registers to the body.  Those that load the same vector first stand together, so that it is not kept for long.  A register
 * that takes loops or names stays in its place. */
static void add_registers(struct coverer *c, struct stored *r, uint32_t n, struct tir_seq *body)
{
	for (uint32_t i = 0; i < n; i++)
		if (!tir_seq_any(&r[i].seq, is_no_store))
			tir_walk_expr(tir_value_of(r[i].seq.first), c->x.arena, find_vector,
			        &r[i].first);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = i; j < n; j++) {
			bool with_it = j == i || (r[i].first && r[j].first == r[i].first);
			if (!with_it || r[j].done)
				continue;
			tir_seq_append(body, r[j].seq);
			r[j].done = true;
		}
}

/* The registers of one step: for each value of the symbol that is done beside, if there is one. */
static bool emit_step(struct coverer *c, int64_t start, int64_t length, struct tir_seq *body)
{
	uint32_t lanes = c->way->lanes, n = 0, beside = c->way->beside;
	struct lane_range none = {0, 0}, *symbol = beside ? &c->x.env.range[beside - 1] : &none;
	const struct lane_range all = *symbol;
	struct stored *r = ARENA_NEWN(c->x.arena, struct stored,
	        (all.hi - all.lo + 1) * (length / lanes + 1));
	bool ok = true;
	for (int64_t v = all.lo; ok && v <= all.hi; v++) {
		*symbol = (struct lane_range){v, v};
		if (beside)
			c->x.symbol[beside - 1] = tir_int(c->x.m, TIR_INT32, v);
		for (int64_t at = start; ok && at < start + length; at += lanes) {
			int64_t first = at + lanes > start + length ? start + length - lanes : at;
			ok = emit_register(c, first < 0 ? 0 : first, lanes, &r[n++].seq);
		}
	}
	*symbol = all;
	if (ok)
		add_registers(c, r, n, body);
	return ok;
}

/* Cover `length` elements of the flat range from `start` on, for the symbols' ranges as they are, in parts where these are cut. */
static bool emit_piece(struct coverer *c, int64_t start, int64_t length)
{
	struct tir_seq piece = {0}, *body = emit_loops(c, &piece);
	bool ok = c->pieces++ < PIECES;
	if (!ok)
		c->x.why = "it falls into too many pieces";
	ok = ok && emit_step(c, start, length, body);
	if (ok) {
		tir_seq_append(c->out, piece);
		return true;
	}
	if (c->x.env.fault != LANE_CUT || c->x.why)
		return false;
	uint32_t s = c->x.env.cut;
	int64_t cut = c->x.env.at;
	struct lane_range all = c->x.env.range[s];
	c->x.env.fault = LANE_FINE;
	c->x.env.range[s].hi = cut - 1;
	ok = emit_piece(c, start, length);
	c->x.env.range[s] = (struct lane_range){cut, all.hi};
	ok = ok && emit_piece(c, start, length);
	c->x.env.range[s] = all;
	return ok;
}

/* The steps, and what is left behind the last whole one. */
static bool emit_steps(struct coverer *c)
{
	uint32_t top = c->r->n - c->way->flat;
	int64_t all = c->row * c->r->loop[top].extent, step = c->row * c->way->rows;
	int64_t steps = all / step, rest = all - steps * step;
	c->steps = steps > 1;
	c->x.env.nsymbols = c->around + c->steps;
	if (c->steps)
		c->x.env.range[c->step] = (struct lane_range){0, steps - 1};
	if (!emit_piece(c, 0, step))
		return false;
	c->steps = false;
	c->x.env.nsymbols = c->around;
	return !rest || emit_piece(c, steps * step, rest);
}

/* Read what all nests store; false: not all are rows of memory of the same kind. */
static bool read_all(struct coverer *c)
{
	if (!c->nnests || c->nnests > COVER_NESTS || !read_radix(c->nest[0], c->r))
		return false;
	for (uint32_t k = 1; k < c->nnests; k++)
		if (!read_radix(c->nest[k], &c->r[k]) || !is_same_radix(&c->r[0], &c->r[k]))
			return false;
	return true;
}

/* The values of expressions in lanes, with room for all expressions of the module. */
static struct emit_memos *memos_of(struct nests *all)
{
	if (!all->memos)
		all->memos = ARENA_NEW(all->arena, struct emit_memos);
	while (all->memos->at.n < all->m->nexprs)
		VEC_PUSH(all->arena, &all->memos->at, (struct emit_memo){0});
	return all->memos;
}

bool cover_emit(struct nests *all, const struct nest *const *n, uint32_t nnests,
        const struct cover *way, struct arena *arena, struct tir_seq *out, uint32_t *code,
        const char **why)
{
	struct coverer *c = ARENA_NEW(arena, struct coverer);
	struct tir_seq nest = {0};
	uint32_t nvars = 1;
	*c = (struct coverer){.nest = n, .nnests = nnests, .way = way, .out = &nest};
	c->x = (struct emitter){.n = all,
	        .m = all->m,
	        .arena = arena,
	        .span = n[0]->loop->at,
	        .budget = BUDGET,
	        .terms_inside = emit_terms_inside,
	        .inside = way->inside ? emit_inside : NULL};
	*why = "what it stores is no rows of memory";
	if (!read_all(c) || c->r->n - way->flat + 1 > LANE_SYMBOLS)
		return false;
	nvars = all->m->nvars + 1;
	c->x.env = (struct lane_env){.var = ARENA_NEWN(arena, struct lane_var, nvars),
	        .nvars = nvars,
	        .steps = UINT64_C(20000000)};
	c->x.memos = memos_of(all);
	c->around = c->step = c->r->n - way->flat;
	c->row = row_of(c->r, way->flat);
	for (uint32_t i = 0; i < c->r->n; i++)
		c->number[i] = ARENA_NEWN(arena, int32_t, EMIT_LANES);
	for (uint32_t i = 0; i < c->around; i++) {
		c->x.env.range[i] = (struct lane_range){0, c->r->loop[i].extent - 1};
		bind_all(c, i, (struct lane_var){.is_bound = true, .factor = 1, .symbol = i});
	}
	bool ok = emit_steps(c);
	*why = ok ? NULL : c->x.why ? c->x.why : "a condition depends on loops around";
	if (!ok)
		return false;
	*code = BUDGET - c->x.budget;
	emit_copies(&c->x, out);
	tir_seq_append(out, nest);
	return true;
}
