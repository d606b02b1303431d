/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/predictive_choose.c: what a loop is to carry from one iteration to the next.
 *
 * Idea.   A form that a loop needs at several shifts is computed once an iteration, at the greatest shift; the others
 *         are what earlier iterations have computed.  Terms of a sum whose shifts and factors are the same
 *         up to one shift and one factor are a sum of sums: that of one shift each is the form.  Of vectors whole
 *         lines are computed and carried; what begins between two of them is shuffled out of both.
 * Keeps   loops that store to what the form loads, in any iteration.
 * Costs   each node of the body once; candidates times expressions. */
#include <stdlib.h>

#include "loops/order/unroll_jam.h"
#include "loops/storage/predictive.h"

enum {
	CANDIDATES = 64,
	SHIFTS = 32,  /* of one form */
	NODES = 512,  /* of what is carried */
	ROUGHLY = 16, /* iterations of a loop of unknown extent */
	FIRST = 3,    /* times as long as in the loop takes what is computed in front of it */
	/* What one of each takes, in twelfths of a packet. */
	MEMORY = TARGET_PACKET / 2,
	MULTIPLY = TARGET_PACKET / 2,
	OTHER = TARGET_PACKET / 4,
	OFTEN = TARGET_PACKET / 2, /* to be saved in each of many iterations */
	VECTOR_REGISTERS = 6,      /* that a form may take */
};

/* A form, the shifts at which it is needed, and what that takes today. */
struct candidate {
	uint32_t form, n;
	int64_t shift[SHIFTS];
	uint32_t uses; /* at any of these */
};
struct chooser {
	struct predictive *p;
	uint32_t n;
	struct candidate *all;
};

/* ---- Groups of terms ---------------------------------------------------------------------*/
/* The terms of one form, from the smallest shift on. */
struct row {
	uint32_t form, n;
	int64_t least, factor; /* factor: that all have in common */
	struct predictive_part use[SHIFTS];
	uint32_t term[SHIFTS], used; /* taken by a group */
};

static int64_t common(const struct row *r)
{
	uint64_t d = 0;
	for (uint32_t i = 0; i < r->n; i++)
		d = affine_gcd(d, (uint64_t)llabs(r->use[i].factor));
	return r->use[0].factor < 0 ? -(int64_t)d : (int64_t)d;
}

/* Put the terms into rows by form; false: there are too many. */
static bool make_rows(struct predictive *p, uint32_t n, const struct predictive_term *term,
        struct row *row, uint32_t *nrows)
{
	*nrows = 0;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t form = term[i].at.form, k = 0, j;
		if (form == PREDICTIVE_NONE || p->form.at[form].op == TIR_VAR)
			continue;
		while (k < *nrows && row[k].form != form)
			k++;
		if (k == *nrows)
			row[(*nrows)++] = (struct row){.form = form};
		struct row *r = &row[k];
		if (r->n == SHIFTS)
			return false;
		for (j = r->n++; j > 0 && r->use[j - 1].at.shift > term[i].at.shift; j--) {
			r->use[j] = r->use[j - 1];
			r->term[j] = r->term[j - 1];
		}
		r->use[j] = (struct predictive_part){term[i].at, term[i].factor};
		r->term[j] = i;
	}
	for (uint32_t k = 0; k < *nrows; k++) {
		row[k].least = row[k].use[0].at.shift;
		row[k].factor = common(&row[k]);
	}
	return true;
}

/* Are they at the same shifts, with the same factors, up to one shift and one factor? */
static bool are_alike(const struct predictive *p, enum tir_op op, const struct row *a,
        const struct row *b)
{
	const struct predictive_form *f = &p->form.at[a->form], *g = &p->form.at[b->form];
	bool alike = a->n == b->n && f->lanes == g->lanes && f->type.lanes == g->type.lanes;
	/* whole lines are computed: all must begin alike */
	alike = alike && (f->lanes == 0 || (b->least - a->least) % f->lanes == 0);
	for (uint32_t i = 0; alike && i < a->n; i++)
		alike = a->use[i].at.shift - a->least == b->use[i].at.shift - b->least &&
		        (op != TIR_ADD ||
		                a->use[i].factor / a->factor == b->use[i].factor / b->factor);
	for (uint32_t i = 1; alike && i < a->n; i++) /* each shift once */
		alike = a->use[i].at.shift > a->use[i - 1].at.shift;
	return alike;
}

/* The group of row[first] and those alike behind it. */
static bool make_group(struct predictive *p, const struct tir_expr *e, struct row *row,
        uint32_t nrows, uint32_t first, struct predictive_group *g)
{
	struct predictive_part part[PREDICTIVE_TERMS];
	enum tir_op op = e->op == TIR_SUB ? TIR_ADD : (enum tir_op)e->op;
	struct row *a = &row[first];
	int64_t least = a->least;
	uint32_t n = 0;
	g->nterms = 0;
	for (uint32_t k = first; k < nrows; k++) {
		struct row *r = &row[k];
		if (r->used || !are_alike(p, op, a, r))
			continue;
		least = r->least < least ? r->least : least;
		part[n++] = (struct predictive_part){
		        {r->form, r->least}, op == TIR_ADD ? r->factor : 1};
		for (uint32_t i = 0; i < r->n; i++)
			g->term[g->nterms++] = r->term[i];
		r->used = true;
	}
	if (n < 2)
		return false;
	for (uint32_t i = 0; i < n; i++)
		part[i].at.shift -= least;
	qsort(part, n, sizeof *part, predictive_order);
	g->form = predictive_sum(p, op, e->type, n, part);
	g->n = a->n;
	g->use = ARENA_NEWN(p->arena, struct predictive_part, a->n);
	for (uint32_t i = 0; i < a->n; i++)
		g->use[i] = (struct predictive_part){
		        {g->form, least + a->use[i].at.shift - a->least},
		        op == TIR_ADD ? a->use[i].factor / a->factor : 1};
	return g->form != PREDICTIVE_NONE;
}

uint32_t predictive_groups(struct predictive *p, const struct tir_expr *e, uint32_t n,
        const struct predictive_term *term, struct predictive_group **out)
{
	struct row *row = ARENA_NEWN(p->arena, struct row, n);
	struct predictive_group *g = ARENA_NEWN(p->arena, struct predictive_group, n);
	uint32_t nrows, ngroups = 0;
	*out = g;
	if (!make_rows(p, n, term, row, &nrows))
		return 0;
	for (uint32_t k = 0; k < nrows; k++)
		if (!row[k].used && row[k].n > 1 && make_group(p, e, row, nrows, k, &g[ngroups]))
			ngroups++;
	return ngroups;
}

/* ---- Candidates --------------------------------------------------------------------------*/
static struct candidate *candidate_of(struct chooser *c, uint32_t form)
{
	uint32_t i = 0;
	while (i < c->n && c->all[i].form != form)
		i++;
	if (i == c->n && c->n == CANDIDATES)
		return NULL;
	if (i == c->n)
		c->all[c->n++] = (struct candidate){.form = form};
	return &c->all[i];
}

/* Note that a form is needed at this shift.  Shifts stay in ascending order; one more than SHIFTS is left out, and so is
 * what the loop does not change. */
static void add_use(struct chooser *c, struct predictive_place at)
{
	bool changes = at.form != PREDICTIVE_NONE && c->p->form.at[at.form].op != TIR_VAR;
	struct candidate *x = changes ? candidate_of(c, at.form) : NULL;
	uint32_t i = 0, j;
	if (!x)
		return;
	x->uses++;
	while (i < x->n && x->shift[i] < at.shift)
		i++;
	if ((i < x->n && x->shift[i] == at.shift) || x->n == SHIFTS)
		return;
	for (j = x->n++; j > i; j--)
		x->shift[j] = x->shift[j - 1];
	x->shift[i] = at.shift;
}

/* Note the uses of partial sums that terms of e have in common with other iterations. */
static void add_groups(struct chooser *c, const struct tir_expr *e, uint32_t n,
        const struct predictive_term *term)
{
	struct predictive_group *g;
	uint32_t ngroups = predictive_groups(c->p, e, n, term, &g);
	for (uint32_t i = 0; i < ngroups; i++)
		for (uint32_t k = 0; k < g[i].n; k++)
			add_use(c, g[i].use[k].at);
}

/* Note e and what is surely evaluated with it. */
static void add_expr(struct chooser *c, const struct tir_expr *e)
{
	struct predictive_term term[PREDICTIVE_TERMS];
	struct predictive_place at = predictive_place(c->p, e);
	if (e->id >= c->p->nseen || c->p->seen[e->id].met || e->depth > PREDICTIVE_DEPTH)
		return;
	predictive_touch(c->p, e)->met = true;
	if (e->op != TIR_VAR)
		add_use(c, at);
	uint32_t n = predictive_terms(c->p, e, term);
	if (n > 1)
		add_groups(c, e, n, term);
	for (uint32_t i = 0; i < n; i++)
		add_expr(c, term[i].e);
	for (uint32_t i = 0; n == 0 && i < tir_strict_args(e) && e->op != TIR_LOAD; i++)
		add_expr(c, e->arg[i]);
}

/* ---- What it takes -----------------------------------------------------------------------*/
struct work {
	uint64_t loads, time; /* registers that are loaded; all else */
};

static uint64_t registers_of(struct tir_type t)
{
	uint64_t bytes = (uint64_t)t.lanes * tir_type_bytes(tir_lanes(t, 1));
	return t.lanes == 1 ? 1 : (bytes + TARGET_HVX_BYTES - 1) / TARGET_HVX_BYTES;
}

/* Add the time of one operation, in twelfths of packets. */
static void add_op(struct work *w, enum tir_op op, bool by_constant, struct tir_type t)
{
	enum target_op kind = target_op_of(op, by_constant);
	if (t.lanes > 1) {
		struct target_vector_work x = {0};
		target_vector_op(&x, kind, t, t.lanes);
		w->time += TARGET_PACKET * (x.memory + x.permutes) + MULTIPLY * x.multiplies +
		           OTHER * x.others;
		return;
	}
	const struct target_cost *x = target_cost(kind, target_type_of(t));
	w->time += MULTIPLY * x->multiplies + OTHER * x->others +
	           (x->calls ? 20 * TARGET_PACKET : 0);
}

/* How often each form up to this one is computed for it: by number, which is above those of its parts. */
static uint32_t *parts_of(const struct predictive *p, uint32_t form)
{
	uint32_t *times = ARENA_NEWN(p->arena, uint32_t, form + 1);
	times[form] = 1;
	for (uint32_t i = form + 1; i-- > 0;) {
		const struct predictive_form *f = &p->form.at[i];
		for (uint32_t k = 0; k < f->n && times[i]; k++) {
			uint32_t n = 1, *part = &times[f->part[k].at.form];
			for (uint32_t j = 0; j < k; j++)
				n += f->part[j].at.form == f->part[k].at.form &&
				     f->part[j].at.shift != f->part[k].at.shift;
			*part = *part > n ? *part : n;
		}
	}
	return times;
}

/* Add the time of one node of a form, without its parts, in twelfths of packets. */
static void add_node(struct work *w, const struct predictive_form *f)
{
	bool sum = f->op == TIR_ADD && !f->e;
	bool free = f->op == TIR_CAST && f->e->type.bits == f->e->arg[0]->type.bits;
	for (uint32_t i = 0; i < f->n && sum; i++)
		if (llabs(f->part[i].factor) != 1)
			add_op(w, TIR_MUL, true, f->type);
	for (uint32_t i = 1; i < (f->e ? 2 : f->n) && !free; i++)
		add_op(w, f->op, f->e && f->e->n > 1 && f->e->arg[1]->op == TIR_INT_IMM, f->type);
}

/* What the form takes once, loads of lines counted as aligned. */
static struct work work_of(const struct predictive *p, uint32_t form)
{
	struct work w = {0};
	const uint32_t *times = parts_of(p, form);
	for (uint32_t i = 0; i <= form; i++) {
		const struct predictive_form *f = &p->form.at[i];
		struct work one = {0};
		if (!times[i] || f->op == TIR_VAR)
			continue;
		if (f->op == TIR_LOAD)
			one.loads = registers_of(f->type);
		else
			add_node(&one, f);
		w.loads += times[i] * one.loads;
		w.time += times[i] * one.time;
	}
	return w;
}

/* Does the form hold loads of scalars only, which LLVM carries itself where it knows that no store hits them? */
static bool is_load(const struct predictive *p, uint32_t form)
{
	return p->form.at[form].op == TIR_LOAD;
}

/* ---- May it be carried? ------------------------------------------------------------------*/
/* Do all stores of the loop miss what the form loads, in all iterations?  same: one is of that buffer. */
static bool is_untouched(struct predictive *p, uint32_t form, bool *same)
{
	struct access_list all;
	access_collect(p->facts, &tir_as_for(p->loop)->body, PREDICTIVE_ACCESSES, p->number,
	        p->arena, &all);
	const struct dependence_query any = {p->facts, 1, {{p->loop, DEPENDENCE_ANY, 0}}};
	const uint32_t *parts = parts_of(p, form);
	*same = false;
	if (!all.whole)
		return false;
	for (uint32_t i = 0; i < all.all.n; i++) {
		const struct access *a = &all.all.at[i];
		struct predictive_place at = {PREDICTIVE_NONE, 0};
		if (a->load && a->load->op == TIR_LOAD && a->load->id < p->nseen &&
		        p->seen[a->load->id].done)
			at = p->seen[a->load->id].at;
		if (at.form == PREDICTIVE_NONE || at.form > form || !parts[at.form])
			continue;
		for (uint32_t k = 0; k < all.all.n; k++) {
			const struct access *b = &all.all.at[k];
			if (!(b->kind & ACCESS_WRITE) || !alias_may(p->facts, a->buffer, b->buffer))
				continue;
			if (b->anywhere || dependence_may(&any, a, b))
				return false;
			*same = true;
		}
	}
	return true;
}

/* ---- What pays ---------------------------------------------------------------------------*/
/* Nodes of the form, shared ones as often as they occur. */
static uint32_t nodes_of(const struct predictive *p, uint32_t form)
{
	uint32_t *n = ARENA_NEWN(p->arena, uint32_t, form + 1);
	for (uint32_t i = 0; i <= form; i++) {
		const struct predictive_form *f = &p->form.at[i];
		n[i] = 1;
		for (uint32_t k = 0; k < f->n && n[i] <= NODES; k++)
			n[i] += n[f->part[k].at.form];
	}
	return n[form];
}

/* Note which iteration is the first to compute each value that may trap.  False: the loop is known to end before one of them. */
static bool note_computed(const struct predictive *p, const struct candidate *x,
        struct predictive_chain *chain)
{
	const struct tir_expr *extent = tir_as_for(p->loop)->extent.e;
	bool known = extent->op == TIR_INT_IMM, runs = !p->form.at[x->form].lanes;
	int64_t n = chain->greatest - chain->least, k = 0;
	for (int64_t i = 0; i < n && i < PREDICTIVE_CARRIED && runs; i++) {
		k += x->shift[k + 1] == chain->least + i;
		int64_t computed = chain->least + i - x->shift[k];
		runs = !known || computed < extent->u.i;
		chain->computed[i] = known ? 0 : (uint8_t)computed;
	}
	return runs;
}

/* The candidate as a chain; false: there is nothing to be carried, or too much. */
static bool make_chain(const struct predictive *p, const struct candidate *x,
        struct predictive_chain *chain)
{
	const struct predictive_form *f = &p->form.at[x->form];
	int64_t lanes = f->lanes, first = x->shift[0], last = x->shift[x->n - 1];
	*chain = (struct predictive_chain){x->form, first, last, x->n, {0}};
	if (lanes) {
		chain->least = predictive_floor(first, lanes);
		chain->greatest = predictive_floor(last + lanes - 1, lanes);
	}
	int64_t n = chain->greatest - chain->least;
	bool gaps = !lanes && x->n != n + 1;
	if (n < 1 || n > PREDICTIVE_CARRIED || (f->traps && !note_computed(p, x, chain)))
		return false;
	const uint32_t *parts = gaps ? parts_of(p, x->form) : NULL;
	for (uint32_t i = 0; gaps && i <= x->form; i++)
		if (parts[i] && p->form.at[i].op == TIR_LOAD && !p->form.at[i].step)
			return false; /* what lies between is not known to be in bounds */
	return nodes_of(p, x->form) <= NODES;
}

/* Twelfths of packets of an iteration that carrying it saves. */
static int64_t gain(const struct predictive *p, const struct candidate *x,
        const struct predictive_chain *chain, bool stored)
{
	const struct predictive_form *f = &p->form.at[x->form];
	int64_t carried = chain->greatest - chain->least, loads, copy, shuffles = 0;
	uint64_t registers = registers_of(f->type);
	struct work w = work_of(p, x->form);
	if (!f->type.lanes || f->type.lanes == 1) {
		/* LLVM carries loads from one iteration to the next, by copies. */
		int64_t alone = 1;
		for (uint32_t i = 1; i < x->n; i++)
			alone += stored || x->shift[i] != x->shift[i - 1] + 1;
		loads = (int64_t)w.loads * ((alone - 1) * MEMORY + (x->n - alone) * OTHER);
		return loads + (int64_t)w.time * (x->n - 1) - carried * OTHER;
	}
	copy = (int64_t)registers * OTHER;
	loads = -(int64_t)w.loads * TARGET_PACKET;
	for (uint32_t i = 0; i < x->n; i++) {
		bool whole = !f->lanes || x->shift[i] % f->lanes == 0;
		loads += (int64_t)w.loads * (whole ? TARGET_PACKET : TARGET_PACKET + MEMORY);
		shuffles += whole ? 0 : (int64_t)registers * TARGET_PACKET;
	}
	return loads + (int64_t)w.time * (x->n - 1) - shuffles - carried * copy;
}

/* Iterations that the loop has, or usually has. */
static int64_t trips(const struct predictive *p)
{
	int64_t least = trip_least(p->facts, p->loop), most = trip_most(p->facts, p->loop);
	return least == most ? most : most < ROUGHLY ? most : ROUGHLY;
}

/* Is the form one of vectors that lowering/ makes better code of if it sees all of them in one iteration: bytes,
 * whose windows it computes for whole lines, and values of other widths made of each other, whose lanes it keeps in
 * another order?  And of those that no one register holds. */
static bool is_left_to_lowering(const struct predictive *p, uint32_t form)
{
	const struct predictive_form *whole = &p->form.at[form];
	const uint32_t *parts = parts_of(p, form);
	bool is = whole->type.lanes > 1 &&
	          (!target_holds(whole->type) || registers_of(whole->type) > 1);
	for (uint32_t i = 0; i <= form && whole->type.lanes > 1 && !is; i++) {
		const struct predictive_form *f = &p->form.at[i];
		is = parts[i] && f->op != TIR_VAR &&
		     (f->type.bits != whole->type.bits || f->type.bits < 16);
	}
	return is;
}

/* Are there operands of the form that begin between lines, if it is a line? */
static bool is_uneven(const struct predictive *p, uint32_t form)
{
	const uint32_t *parts = parts_of(p, form);
	bool is = false;
	for (uint32_t i = 0; i <= form && !is; i++) {
		const struct predictive_form *f = &p->form.at[i];
		for (uint32_t k = 0; k < f->n && parts[i] && f->lanes; k++)
			is |= f->part[k].at.shift % f->lanes != 0;
	}
	return is;
}

/* What carrying the form saves over the whole loop, in twelfths of packets; 0: it may not be carried, or does not pay. */
static int64_t weigh(struct predictive *p, const struct loops_options *o, const struct candidate *x,
        const struct predictive_chain *chain)
{
	const struct predictive_form *f = &p->form.at[x->form];
	int64_t carried = chain->greatest - chain->least;
	bool stored = false;
	if (!is_untouched(p, x->form, &stored))
		return 0;
	if (o->predictive_always)
		return 1 + x->n;
	struct work w = work_of(p, x->form);
	int64_t each = gain(p, x, chain, stored), n = trips(p);
	int64_t before = FIRST * carried * (int64_t)(w.loads * MEMORY + w.time);
	if (is_left_to_lowering(p, x->form) || is_uneven(p, x->form) ||
	        (f->type.lanes > 1 && carried > VECTOR_REGISTERS))
		return 0;
	const struct tir_expr *extent = tir_as_for(p->loop)->extent.e;
	before += extent->op == TIR_INT_IMM ? 0 : 2 * TARGET_PACKET;
	bool is_short = extent->op == TIR_INT_IMM && extent->u.i <= ROUGHLY;
	if (f->type.lanes == 1 && (is_short || (is_load(p, x->form) && !stored)))
		return 0; /* LLVM does that, or unrolls all of it and shares what it needs again */
	/* less than a packet may be lost again: LLVM makes pairs of what each iteration does alone */
	int64_t least = f->type.lanes == 1 ? TARGET_PACKET : 1;
	/* of many iterations LLVM makes bodies of some, in which a line is loaded once */
	if (n > ROUGHLY && is_load(p, x->form))
		least = least > OFTEN ? least : OFTEN;
	return n > 2 * carried && each >= least && each * n > before ? each * n - before : 0;
}

bool predictive_choose(struct predictive *p, const struct loops_options *options,
        struct predictive_chain *best)
{
	struct chooser c = {.p = p, .all = ARENA_NEWN(p->arena, struct candidate, CANDIDATES)};
	int64_t most = 0;
	for (const struct tir_stmt *s = tir_as_for(p->loop)->body.first; s; s = s->next) {
		const struct tir_expr *e[TIR_MAX_OPERANDS];
		uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
		for (uint32_t i = 0; i < n; i++)
			add_expr(&c, e[i]);
	}
	for (uint32_t i = 0; i < c.n; i++) {
		struct predictive_chain chain;
		if (!make_chain(p, &c.all[i], &chain))
			continue;
		int64_t worth = weigh(p, options, &c.all[i], &chain);
		if (worth > most) {
			most = worth;
			*best = chain;
		}
	}
	return most > 0;
}
