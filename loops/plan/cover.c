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
#include "loops/plan/radix.h"

enum { PIECES = 40, BUDGET = 5000 };

/* ---- One way -----------------------------------------------------------------------------*/
/* A register of a step: which one, what is done for it, and the first vector that its value loads; NULL: none. */
struct stored {
	int64_t beside, at;
	struct tir_seq seq;
	const struct tir_expr *first;
	bool done;
};
struct coverer {
	struct emitter x;
	struct radix r[COVER_NESTS];
	const struct nest *const
	        *nest; /* of the same radix: their registers are done side by side */
	uint32_t nnests;
	const struct cover *way;
	uint32_t around, outside,
	        step; /* symbols: how many loops around, which come first; how many outside the nest, behind these; the step's */
	int64_t row;  /* elements of an iteration of the outermost flat loop */
	int32_t *number[NEST_LOOPS]; /* by flat loop, of each lane */
	struct tir_seq *out;
	uint32_t pieces;
	bool steps; /* there is a symbol for the step */
	const struct tir_expr
	        *block; /* how many blocks of iterations beside were done; NULL: none */
	struct inner {
		uint32_t symbol, copies;    /* of the innermost loop: iterations in one body */
		const struct tir_expr *var; /* NULL: there is no loop */
		int64_t lo, extent;
	} inner;
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

/* Store the register of each nest at which the step is. */
static bool emit_register(struct coverer *c, struct tir_seq *out)
{
	c->x.out = out;
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

/* How many of the iterations beside a step does. */
static int64_t beside(const struct coverer *c, struct lane_range r)
{
	int64_t all = r.hi - r.lo + 1;
	return c->way->by && c->way->by < all ? c->way->by : all;
}

/* A loop over blocks of the iterations beside, if there are several. */
static struct tir_seq *emit_blocks(struct coverer *c, struct lane_range r, struct tir_seq *out)
{
	int64_t blocks = (r.hi - r.lo + 1) / beside(c, r);
	c->block = NULL;
	if (blocks == 1)
		return out;
	struct tir_stmt *loop = emit_loop(&c->x, c->r->loop[c->way->beside - 1].var->name, blocks);
	c->block = tir_as_for(loop)->var->expr;
	tir_seq_add(out, loop);
	return &tir_as_for(loop)->body;
}

/* Let the innermost loop's symbol be its value in copy i of the body. */
static void enter_copy(struct coverer *c, int64_t i)
{
	const struct inner *x = &c->inner;
	const struct tir_expr *e = x->var;
	if (!e)
		return;
	if (x->copies > 1)
		e = tir_binary(c->x.m, TIR_MUL, e, tir_int(c->x.m, TIR_INT32, x->copies));
	c->x.symbol[x->symbol] = x->lo + i ? tir_binary(c->x.m, TIR_ADD, e,
	                                             tir_int(c->x.m, TIR_INT32, x->lo + i))
	                                   : e;
}

static bool is_outside(const struct coverer *c, uint32_t symbol)
{
	return symbol >= c->around && symbol < c->around + c->outside;
}

/* Loops over the symbols whose range is more than one value, in *out; the innermost body.  `copies` iterations of the innermost loop are
 * in one body. */
static struct tir_seq *emit_loops(struct coverer *c, uint32_t copies, struct tir_seq *out)
{
	uint32_t last = 0;
	for (uint32_t s = 0; s < c->x.env.nsymbols; s++)
		if (s + 1 != c->way->beside && !is_outside(c, s) &&
		        c->x.env.range[s].lo < c->x.env.range[s].hi)
			last = s;
	c->inner = (struct inner){.copies = 1};
	for (uint32_t s = 0; s < c->x.env.nsymbols; s++) {
		struct lane_range r = c->x.env.range[s];
		if (s + 1 == c->way->beside) {
			out = emit_blocks(c, r, out);
			continue;
		}
		if (is_outside(c, s))
			continue;
		if (r.lo == r.hi) {
			c->x.symbol[s] = tir_int(c->x.m, TIR_INT32, r.lo);
			continue;
		}
		const struct tir_var *v = c->r->loop[s == c->step ? c->around : s].var;
		uint32_t times = s == last ? copies : 1;
		struct tir_stmt *loop = emit_loop(&c->x, v->name, (r.hi - r.lo + 1) / times);
		c->inner = (struct inner){
		        s, times, tir_as_for(loop)->var->expr, r.lo, r.hi - r.lo + 1};
		enter_copy(c, 0);
		tir_seq_add(out, loop);
		out = &tir_as_for(loop)->body;
	}
	return out;
}

/* ---- The order of registers --------------------------------------------------------------*/

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

/* Let the step be at that register, whose symbol beside has those values in all. */
static void enter(struct coverer *c, const struct stored *r, struct lane_range all)
{
	uint32_t s = c->way->beside - 1;
	int64_t by = beside(c, all);
	struct tir_module *m = c->x.m;
	c->x.lanes = c->way->lanes;
	if (c->way->beside) {
		const struct tir_expr *e = tir_int(m, TIR_INT32, all.lo + r->beside), *block = NULL;
		if (c->block)
			block = tir_binary(m, TIR_MUL, c->block, tir_int(m, TIR_INT32, by));
		c->x.symbol[s] = !block                    ? e
		                 : all.lo + r->beside == 0 ? block
		                                           : tir_binary(m, TIR_ADD, block, e);
		c->x.env.range[s] = (struct lane_range){
		        all.lo + r->beside, all.hi - by + 1 + r->beside};
	}
	set_lanes(c, r->at);
}

/* A step whose sums are added up in the same loops. */
struct tile {
	struct coverer *c;
	const struct stored *r;
	struct lane_range all;
};

static void enter_tile(void *ctx, uint32_t i)
{
	const struct tile *t = ctx;
	enter(t->c, &t->r[i], t->all);
}

/* The sums of the registers, in one nest of loops, and their stores. */
static bool emit_sums(struct coverer *c, const struct stored *r, uint32_t n, struct lane_range all,
        struct tir_seq *body)
{
	const struct nest *nest = c->nest[0];
	const struct nest_reduce *sum = nest_reduction(c->x.n, nest->value);
	const struct tir_expr **value = ARENA_NEWN(c->x.arena, const struct tir_expr *, n);
	struct tile t = {c, r, all};
	c->x.out = body;
	if (!sum || !emit_terms_inside(sum) || c->nnests > 1) {
		c->x.why = "it is no sum of which terms go into instructions";
		return false;
	}
	if (!emit_tile(&c->x, sum, n, enter_tile, &t, value))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		struct lane_index index;
		enter(c, &r[i], all);
		if (!lane_eval(&c->x.env, nest->index, 0, &index))
			return false;
		emit_store(&c->x, body, nest->buffer, emit_index(&c->x, &index), value[i]);
	}
	return true;
}

/* The registers of one step: for each value of the symbol that is done beside, if there is one. */
static bool emit_step(struct coverer *c, int64_t start, int64_t length, struct tir_seq *body)
{
	uint32_t lanes = c->way->lanes, n = 0;
	struct lane_range none = {0, 0},
	                  *symbol = c->way->beside ? &c->x.env.range[c->way->beside - 1] : &none;
	const struct lane_range all = *symbol;
	struct stored *r = ARENA_NEWN(c->x.arena, struct stored,
	        beside(c, all) * (length / lanes + 1));
	bool ok = true;
	for (int64_t v = 0; v < beside(c, all); v++)
		for (int64_t at = start; at < start + length; at += lanes) {
			int64_t first = at + lanes > start + length ? start + length - lanes : at;
			r[n].beside = v;
			r[n++].at = first < 0 ? 0 : first;
		}
	if (c->way->by)
		ok = emit_sums(c, r, n, all, body);
	for (uint32_t i = 0; ok && i < n && !c->way->by; i++) {
		enter(c, &r[i], all);
		ok = emit_register(c, &r[i].seq);
	}
	*symbol = all;
	if (ok && !c->way->by)
		add_registers(c, r, n, body);
	return ok;
}

/* ---- Steps of whole lines ----------------------------------------------------------------*/
enum { PAIRS = 8, MOST_PAIRS = 128, MOST_COPIES = 4 };

/* Vectors of bytes that are computed from two that begin as far behind a line, but not at one. */
struct pairs {
	const struct tir_expr *var, *at[MOST_PAIRS];
	uint32_t n, copies; /* copies: iterations that together go on by whole lines */
};

/* Is it a load of a register of bytes?  *at: from which element on. */
static bool loads_bytes(const struct tir_expr *e, struct nest_sum *at)
{
	return e->op == TIR_LOAD && e->type.bits == 8 && e->type.lanes == EMIT_LANES &&
	       e->arg[0]->op == TIR_RAMP && nest_sum_of(e->arg[0]->arg[0], at);
}

/* How many iterations of the loop together go on by whole lines of memory. */
static uint32_t copies_of(const struct nest_sum *at, const struct tir_expr *var)
{
	int64_t by = nest_factor(at, var->u.var);
	uint32_t n = 1;
	while (by * n % EMIT_LANES)
		n *= 2;
	return n;
}

/* Note e if it is computed from two such loads; false: there are too many. */
static bool count_pair(void *ctx, const struct tir_expr *e)
{
	struct pairs *p = ctx;
	struct nest_sum a, b;
	if (e->n != 2 || !loads_bytes(e->arg[0], &a) || !loads_bytes(e->arg[1], &b) ||
	        e->arg[0]->u.buffer == e->arg[1]->u.buffer || (a.number - b.number) % EMIT_LANES ||
	        copies_of(&a, p->var) != copies_of(&b, p->var))
		return true;
	uint32_t copies = copies_of(&a, p->var);
	uint32_t i = 0;
	while (i < p->n && p->at[i] != e)
		i++;
	if (i == MOST_PAIRS)
		return false;
	p->at[i] = e;
	p->n += i == p->n;
	p->copies = copies > p->copies ? copies : p->copies;
	return true;
}

/* How many iterations are to be in one body, so that all of them go on by whole lines of memory: what is computed of several rows that
 * begin between two lines can be computed of the lines first. */
static uint32_t copies_by_lines(struct coverer *c, const struct tir_seq *body)
{
	struct pairs p = {.var = c->inner.var, .copies = 1};
	if (!p.var)
		return 1;
	for (const struct tir_stmt *s = body->first; s; s = s->next)
		if (tir_value_of(s))
			tir_walk_expr(tir_value_of(s), c->x.arena, count_pair, &p);
	bool may = p.n >= PAIRS && p.copies <= MOST_COPIES && p.n * p.copies <= MOST_PAIRS;
	return may && p.copies < c->inner.extent ? p.copies : 1;
}

static bool emit_piece(struct coverer *c, int64_t start, int64_t length);

/* Cut the range of the symbol: cover what is below `at`, and the rest. */
static bool emit_parts(struct coverer *c, int64_t start, int64_t length, uint32_t s, int64_t at)
{
	struct lane_range all = c->x.env.range[s];
	c->x.env.range[s].hi = at - 1;
	bool ok = emit_piece(c, start, length);
	c->x.env.range[s] = (struct lane_range){at, all.hi};
	ok = ok && emit_piece(c, start, length);
	c->x.env.range[s] = all;
	return ok;
}

/* Cover `length` elements of the flat range from `start` on, for the symbols' ranges as they are, in parts where these are cut. */
static bool emit_piece(struct coverer *c, int64_t start, int64_t length)
{
	struct tir_seq piece = {0}, *body;
	bool ok = c->pieces++ < PIECES;
	if (c->way->by) { /* what is no whole block comes behind the others */
		struct lane_range r = c->x.env.range[c->way->beside - 1];
		int64_t rest = (r.hi - r.lo + 1) % beside(c, r);
		if (rest)
			return emit_parts(c, start, length, c->way->beside - 1, r.hi - rest + 1);
	}
	uint32_t budget = c->x.budget;
	body = emit_loops(c, 1, &piece);
	if (!ok)
		c->x.why = "it falls into too many pieces";
	ok = ok && emit_step(c, start, length, body);
	uint32_t copies = ok ? copies_by_lines(c, body) : 1;
	int64_t rest = copies > 1 ? c->inner.extent % copies : 0;
	if (rest)
		return emit_parts(c, start, length, c->inner.symbol,
		        c->x.env.range[c->inner.symbol].hi - rest + 1);
	if (copies > 1) {
		piece = (struct tir_seq){0};
		c->x.budget = budget;
		body = emit_loops(c, copies, &piece);
		for (uint32_t i = 0; ok && i < copies; i++) {
			enter_copy(c, i);
			ok = emit_step(c, start, length, body);
		}
	}
	if (ok) {
		tir_seq_append(c->out, piece);
		return true;
	}
	if (c->x.env.fault != LANE_CUT || c->x.why || is_outside(c, c->x.env.cut))
		return false;
	c->x.env.fault = LANE_FINE;
	return emit_parts(c, start, length, c->x.env.cut, c->x.env.at);
}

/* The steps, and what is left behind the last whole one. */
static bool emit_steps(struct coverer *c)
{
	uint32_t top = c->r->n - c->way->flat;
	int64_t all = c->row * c->r->loop[top].extent, step = c->row * c->way->rows;
	int64_t steps = all / step, rest = all - steps * step;
	c->steps = steps > 1;
	c->x.env.nsymbols = c->step + c->steps;
	if (c->steps)
		c->x.env.range[c->step] = (struct lane_range){0, steps - 1};
	if (!emit_piece(c, 0, step))
		return false;
	c->steps = false;
	c->x.env.nsymbols = c->step;
	return !rest || emit_piece(c, steps * step, rest);
}

/* Read what all nests store; false: not all are rows of memory of the same kind. */
static bool read_all(struct coverer *c)
{
	if (!c->nnests || c->nnests > COVER_NESTS || !radix_read(c->nest[0], c->r))
		return false;
	for (uint32_t k = 1; k < c->nnests; k++)
		if (!radix_read(c->nest[k], &c->r[k]) || !radix_is_same(&c->r[0], &c->r[k]))
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
	if (!read_all(c) || c->r->n - way->flat + n[0]->outside.n + 1 > LANE_SYMBOLS)
		return false;
	nvars = all->m->nvars + 1;
	c->x.env = (struct lane_env){.var = ARENA_NEWN(arena, struct lane_var, nvars),
	        .nvars = nvars,
	        .steps = UINT64_C(20000000)};
	c->x.memos = memos_of(all);
	c->around = c->r->n - way->flat;
	c->outside = n[0]->outside.n;
	c->step = c->around + c->outside;
	c->row = radix_row(c->r, way->flat);
	for (uint32_t i = 0; i < c->r->n; i++)
		c->number[i] = ARENA_NEWN(arena, int32_t, EMIT_LANES);
	for (uint32_t i = 0; i < c->around; i++) {
		c->x.env.range[i] = (struct lane_range){0, c->r->loop[i].extent - 1};
		bind_all(c, i, (struct lane_var){.is_bound = true, .factor = 1, .symbol = i});
	}
	for (uint32_t i = 0; i < c->outside; i++) {
		const struct nest_outside *o = &n[0]->outside.at[i];
		uint32_t symbol = c->around + i;
		c->x.env.range[symbol] = (struct lane_range){0, o->extent - 1};
		c->x.symbol[symbol] = o->is;
		c->x.env.var[o->var->id] = (struct lane_var){
		        .is_bound = true, .factor = 1, .symbol = symbol};
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
