/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/hints/dependence_guards.c: loops that Hexagon's software pipeliner must leave alone, and those that LLVM's
 * vectoriser must.
 *
 * Idea.   LLVM 22's pipeliner forgets that what one iteration stores a later one may load or store
 *         again: `v[j + 2] = f(v[j])` is scheduled with the load before the store of two iterations
 *         ago.  Where the bases of two accesses are not known to be one it is careful; so a loop is
 *         in danger if a later iteration may touch what a store of it wrote, in one root.  (Parameters may
 *         become one root where a function is inlined: one with such loops is not.)  Such a loop
 *         gets LLVM's own metadata that forbids pipelining it.
 *         HVX accesses that are not aligned are in danger in one and the same iteration, too: LLVM makes
 *         them of whole lines, of which neighbouring iterations share one (atax of the benchmark, y[j]
 *         += ..., was wrong).  They are those of vectors, and those of loops that may become vectors.  One load and one store of a register,
 *         of the same elements in a loop that is not unrolled, it leaves as they are: each touches what is its own alone.
 *         And LLVM's vectoriser for HVX makes vectors of 32 elements and more whatever it found of the
 *         distance between iterations that need each other: loops in which that is less than a line
 *         are kept from it.  So are those that load, behind a store, what later iterations store to.
 * Needs   the accesses of the loop, those of inner loops as well: they may be unrolled in full.
 * Leaves alone loops that access what they store in the same iteration only, sums kept in one
 *         place (LLVM keeps those in a register), and places that are read from memory (a histogram).
 * Costs   MAX_ACCESSES squared a loop; a loop with more is too long for the pipeliner anyhow.
 * Wrong if two accesses are said to keep apart that do not (analysis/). */
#include "lowering/hexagon/internal.h"

enum { MAX_ACCESSES = 64, LINE = TARGET_HVX_BYTES };

struct carried {
	struct lower *l;
	uint32_t number; /* of the loop */
	struct arena scratch;
	bool for_lanes; /* LLVM's vectoriser may have the loop, or one inside */
	bool once;      /* LLVM makes no copies of the body */
	struct access_list list;
	struct dependence_query later; /* from an iteration of the loop to later ones */
};

static bool may_have_lanes(void *ctx, struct tir_stmt *s)
{
	struct carried *c = ctx;
	c->for_lanes |= s->kind == TIR_FOR && c->l->hexagon->for_lanes[tir_as_for(s)->var->id];
	return true;
}

static void begin(struct carried *c, struct lower *l, const struct tir_stmt *loop)
{
	*c = (struct carried){.l = l,
	        .number = facts_loop(l->hexagon->facts, loop),
	        .scratch = arena_scratch(l->arena),
	        .later = {l->hexagon->facts, 1, {{loop, DEPENDENCE_LATER, 0}}}};
	access_collect(l->hexagon->facts, tir_body(loop), MAX_ACCESSES, c->number, &c->scratch,
	        &c->list);
}

/* Are they of two parameters that may overlap?  Then LLVM is careful, unless it sees by how much they do. */
static bool in_two_roots(const struct carried *c, const struct access *a, const struct access *b)
{
	return alias_root(a->buffer) != alias_root(b->buffer) &&
	       alias_may(c->l->hexagon->facts, a->buffer, b->buffer);
}

static bool in_one_root(const struct access *a, const struct access *b)
{
	const struct tir_buffer *root = alias_root(a->buffer);
	return root && root == alias_root(b->buffer);
}

/* ---- The pipeliner -----------------------------------------------------------------------*/
/* Is the access of parts of lines of memory, others of which other iterations have? */
static bool shares_lines(const struct carried *c, const struct access *a)
{
	uint32_t n = a->anywhere ? 0 : access_rank(a);
	const struct tir_expr *last = n ? access_index(a, n - 1) : NULL;
	if (!last || last->type.lanes == 1)
		return c->for_lanes && !access_is_invariant(c->l->hexagon->facts, a, c->number);
	if (last->op != TIR_RAMP || n > TIR_MAX_RANK || !lower_lies_in_lines(c->l, a->buffer, LINE))
		return true;
	struct tir_operand index[TIR_MAX_RANK];
	for (uint32_t i = 0; i < n; i++)
		index[i] = (struct tir_operand){.e = access_index(a, i)};
	uint64_t bytes = tir_type_bytes(tir_lanes(a->buffer->elem, 1));
	uint64_t at = lower_element_factor(c->l, a->buffer, index, n, last->arg[0]);
	return last->type.lanes * bytes % LINE || at * bytes % LINE;
}

/* Has the loop nothing to do with which element it is, inner loops apart? */
static bool is_loopless(const struct carried *c, const struct access *a)
{
	const struct tir_var *var = tir_var_of(c->later.at[0].loop);
	bool loopless = true;
	for (uint32_t i = 0; loopless && i < access_rank(a); i++)
		loopless = !var || !facts_names(c->l->hexagon->facts, access_index(a, i), var);
	return loopless;
}

/* Are the two one place that LLVM keeps in a register: the same bytes, in all iterations of the loop? */
static bool is_register(const struct carried *c, const struct access *a, const struct access *b)
{
	const struct facts *f = c->l->hexagon->facts;
	struct affine_sum p, q;
	int64_t lanes[2], stride[2], width[2];
	if (access_is_same(a, b))
		return is_loopless(c, a);
	return access_is_invariant(f, a, c->number) && access_is_invariant(f, b, c->number) &&
	       access_bytes(f, a, &p, &lanes[0], &stride[0], &width[0]) &&
	       access_bytes(f, b, &q, &lanes[1], &stride[1], &width[1]) && lanes[0] == 1 &&
	       lanes[1] == 1 && width[0] == width[1] && affine_add_sum(&p, &q, -1) && p.n == 0 &&
	       p.constant == 0;
}

/* Does the loop store to none of what e loads? */
static bool loads_constants(void *ctx, const struct tir_expr *e)
{
	const struct carried *c = ctx;
	bool loads = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD;
	for (uint32_t i = 0; loads && i < c->list.all.n; i++)
		if (c->list.all.at[i].kind & ACCESS_WRITE &&
		        alias_may(c->l->hexagon->facts, c->list.all.at[i].buffer, e->u.buffer))
			return false;
	return true;
}

/* Is the place of the access read from memory that the loop leaves as it is?  Then the pipeliner knows no distance, and keeps the
 * order of all.  A variable in memory that the loop counts is one in a register by then. */
static bool is_scattered(struct carried *c, const struct access *a)
{
	bool reads = false, ok = true;
	for (uint32_t i = 0; i < access_rank(a) && ok; i++) {
		reads |= (access_index(a, i)->flags & TIR_READS_MEM) != 0;
		ok = tir_walk_expr(access_index(a, i), &c->scratch, loads_constants, c);
	}
	return reads && ok;
}

/* Are the two a load and a store of the same elements, a register of them, and the only accesses of their root? */
static bool is_one_register(const struct carried *c, const struct access *store,
        const struct access *x)
{
	if (!c->once || c->for_lanes || x->stmt != store->stmt || !access_rank(x) ||
	        !access_is_same(store, x))
		return false;
	const struct tir_expr *last = access_index(x, access_rank(x) - 1);
	uint64_t bytes = tir_type_bytes(tir_lanes(x->buffer->elem, 1)) * last->type.lanes;
	uint32_t others = 0;
	for (uint32_t i = 0; i < c->list.all.n; i++)
		others += &c->list.all.at[i] != store && &c->list.all.at[i] != x &&
		          in_one_root(store, &c->list.all.at[i]);
	return bytes == LINE && last->op == TIR_RAMP && !others;
}

/* May a later iteration touch what the store writes, at a distance that the pipeliner thinks it knows? */
static bool collide(struct carried *c, const struct access *store, const struct access *x)
{
	if (!in_one_root(store, x))
		return false;
	bool loads = x->kind & ACCESS_READ; /* stores of parts of a line leave the rest alone */
	if (loads && target_may_have_hvx(c->l->hvx) && !is_one_register(c, store, x) &&
	        (shares_lines(c, store) || shares_lines(c, x)))
		return true;
	return !is_register(c, store, x) && !is_scattered(c, store) && !is_scattered(c, x) &&
	       dependence_may(&c->later, store, x);
}

bool lower_is_carried(struct lower *l, const struct tir_stmt *s, bool once)
{
	struct carried c;
	begin(&c, l, s);
	c.once = once;
	c.for_lanes = s->kind == TIR_FOR && l->hexagon->for_lanes[tir_as_for(s)->var->id];
	tir_walk_stmts(tir_body(s), may_have_lanes, &c);
	bool carried = !c.list.whole;
	for (uint32_t i = 0; i < c.list.all.n && !carried; i++)
		for (uint32_t k = 0; k < c.list.all.n && c.list.all.at[i].kind & ACCESS_WRITE; k++)
			carried |= i != k && collide(&c, &c.list.all.at[i], &c.list.all.at[k]);
	l->overlaps |= !c.list.whole && !l->f->noalias;
	for (uint32_t i = 0; i < c.list.all.n && !l->overlaps; i++)
		for (uint32_t k = 0; k < c.list.all.n && c.list.all.at[i].kind & ACCESS_WRITE; k++)
			l->overlaps |= in_two_roots(&c, &c.list.all.at[i], &c.list.all.at[k]);
	arena_free(&c.scratch);
	return carried;
}

/* ---- The vectoriser ----------------------------------------------------------------------*/
/* Do the two go on by different numbers of bytes, or the store not at all?  Then LLVM asks at run time whether
 * they meet. */
static bool part_ways(const struct carried *c, const struct access *store, const struct access *x)
{
	const struct tir_stmt *loop = c->later.at[0].loop;
	struct affine_sum p, q, by, other;
	int64_t lanes, stride, width;
	const struct facts *facts = c->l->hexagon->facts;
	if (!access_bytes(facts, store, &p, &lanes, &stride, &width) ||
	        !access_bytes(facts, x, &q, &lanes, &stride, &width) ||
	        !affine_growth(facts, &p, loop, &by) || !affine_growth(facts, &q, loop, &other))
		return false;
	if (by.n == 0 && by.constant == 0)
		return true;
	return !affine_add_sum(&other, &by, -1) || other.n || other.constant;
}

/* May y touch what x touched a few iterations ago? */
static bool meets(const struct carried *c, const struct access *x, const struct access *y)
{
	struct dependence_query q = c->later;
	struct distance d;
	if (!dependence_later(c->l->hexagon->facts, x, y, q.at[0].loop, &d))
		return false;
	q.at[0].when = DEPENDENCE_BY;
	for (int64_t by = d.least; by < LINE && by <= d.greatest; by++) {
		q.at[0].by = by;
		if (dependence_may(&q, x, y))
			return true;
	}
	return false;
}

/* Do a few iterations need their order: x touches what the store wrote, or x, which stands behind the store, loads what
 * the store is to write over? */
static bool follows(const struct carried *c, const struct access *store, const struct access *x,
        bool is_behind)
{
	if (!in_one_root(store, x) || part_ways(c, store, x))
		return false;
	return meets(c, store, x) || (is_behind && meets(c, x, store));
}

bool lower_is_followed(struct lower *l, const struct tir_stmt *s)
{
	struct carried c;
	begin(&c, l, s);
	bool follow = !c.list.whole;
	for (uint32_t i = 0; i < c.list.all.n && !follow; i++)
		for (uint32_t k = 0; k < c.list.all.n && c.list.all.at[i].kind & ACCESS_WRITE; k++)
			follow |= i != k &&
			          follows(&c, &c.list.all.at[i], &c.list.all.at[k], k > i);
	arena_free(&c.scratch);
	return follow;
}
