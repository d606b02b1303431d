/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/group.c: where one class is anticipated.
 *
 * Idea.   A point covers what follows it in its region.  The class is *anticipated* (very busy) at a point if every
 *         path from there computes it before anything that may leave the region; so a name put
 *         there computes nothing that was not computed before, and cannot trap where the program
 *         did not.  The uses come in program order; a stack of open regions is kept; when a region
 *         closes, it tells the one around it whether the class is anticipated at its entry.
 * Needs   uses in program order.
 * Keeps   one group a region at most: from the first point that anticipates it to its end.  Uses before that, in arms
 *         that perhaps do not run, keep the groups of their own regions.
 * Costs   O(uses + regions between them); no step looks at anything twice. */
#include "cse/group.h"

struct grouper {
	struct cse_plan *p;
	struct arena *scratch;
	const struct class *c;
	struct group_frames frames;
	struct group_events events;
	struct group_list *out;
};

static struct group_frame *top(struct grouper *g)
{
	return &g->frames.at[g->frames.n - 1];
}

static void open_region(struct grouper *g, uint32_t region, uint32_t first_group)
{
	struct group_frame f = {
	        .region = region, .first_event = g->events.n, .first_group = first_group};
	VEC_PUSH(g->scratch, &g->frames, f);
}

/* From its need at the statement on, one group of the frame's region holds everything. */
static void swallow(struct grouper *g, struct group_frame *f)
{
	struct group *mine = &g->out->at[f->group];
	if (f->is_loops) {
		mine->region = f->region;
		mine->stmt_number = f->stmt_number;
		f->is_loops = false;
	}
	g->out->n = f->group + 1;
}

/* The class is surely computed at the statement; the groups from number `group` on (or a new one that begins
 * at the use) belong to it. */
static void need(struct grouper *g, uint32_t stmt_number, uint32_t group, bool is_loop)
{
	struct group_frame *f = top(g);
	if (f->sure) {
		swallow(g, f);
		return;
	}
	uint32_t barrier = cse_last_barrier(g->p, f->region, stmt_number);
	uint32_t first = g->events.n;
	while (first > f->first_event && g->events.at[first - 1].stmt_number > barrier)
		first--;
	bool earlier = first < g->events.n;
	f->sure = true;
	f->at_entry = barrier == 0;
	f->group = earlier ? g->events.at[first].group : group;
	f->stmt_number = earlier ? g->events.at[first].stmt_number : stmt_number;
	f->is_loops = true;
	g->events.n = first;
	if (earlier || !is_loop)
		swallow(g, f);
}

/* The class is perhaps computed at the statement, by the groups from number `group` on. */
static void perhaps(struct grouper *g, uint32_t stmt_number, uint32_t group, uint32_t fork)
{
	if (top(g)->sure) {
		swallow(g, top(g));
		return;
	}
	struct group_event e = {stmt_number, group, fork};
	VEC_PUSH(g->scratch, &g->events, e);
}

/* The else arm needs the class; does the then arm, too?  If so, both are one need. */
static void join_arms(struct grouper *g, const struct region *r, uint32_t group)
{
	struct group_frame *f = top(g);
	bool has_event = g->events.n > f->first_event;
	if (!f->sure && has_event && g->events.at[g->events.n - 1].fork == r->fork) {
		group = g->events.at[--g->events.n].group;
		need(g, r->stmt_number, group, false);
	} else {
		perhaps(g, r->stmt_number, group, NONE);
	}
}

/* Close the innermost region and tell the one around it. */
static void close_region(struct grouper *g)
{
	struct group_frame f = *top(g);
	const struct region *r = &g->p->regions.at[f.region];
	bool entry = f.sure && f.at_entry;
	g->frames.n--;
	g->events.n = f.first_event;
	if (!g->frames.n || top(g)->region != r->parent)
		open_region(g, r->parent, f.first_group);
	enum region_kind kind = r->kind;
	if (!entry || (r->let && g->c->in_let))
		kind = REGION_MAYBE;
	switch (kind) {
	case REGION_ROOT:
	case REGION_MAYBE: perhaps(g, r->stmt_number, f.first_group, NONE); break;
	case REGION_THEN: perhaps(g, r->stmt_number, f.first_group, r->fork); break;
	case REGION_ELSE: join_arms(g, r, f.first_group); break;
	case REGION_LOOP: need(g, r->stmt_number, f.first_group, true); break;
	case REGION_SURE: need(g, r->stmt_number, f.first_group, false); break;
	}
}

/* A use in the innermost open region. */
static void add_use(struct grouper *g, const struct group_use *u, uint32_t index)
{
	if (!top(g)->sure) {
		struct group fresh = {
		        .first = index, .region = u->region, .stmt_number = u->stmt_number};
		VEC_PUSH(g->scratch, g->out, fresh);
	}
	need(g, u->stmt_number, g->out->n - 1, false);
}

/* True if the one group left sits at the entry of an attribute's body or of a while's condition
 * and may leave it: a pragma must stay right above its loop, a condition runs again and again. */
static bool may_leave(struct grouper *g)
{
	const struct group_frame *f = top(g);
	const struct region *r = &g->p->regions.at[f->region];
	return f->sure && f->at_entry && r->kind == REGION_SURE && !r->let &&
	       f->region != g->c->def_region;
}

void cse_group(struct cse_plan *p, struct arena *scratch, const struct class *c,
        const struct group_use *uses, uint32_t n, struct group_list *out)
{
	struct grouper g = {.p = p,
	        .scratch = scratch,
	        .c = c,
	        .frames = out->frames,
	        .events = out->events,
	        .out = out};
	out->n = g.frames.n = g.events.n = 0;
	open_region(&g, uses[0].region, 0);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t to = uses[i].region;
		if (top(&g)->region != to) {
			uint32_t meet = cse_region_lca(p, top(&g)->region, to);
			while (top(&g)->region != meet)
				close_region(&g);
			if (meet != to)
				open_region(&g, to, out->n);
		}
		add_use(&g, &uses[i], i);
	}
	while (g.frames.n > 1 || may_leave(&g))
		close_region(&g);
	out->frames = g.frames;
	out->events = g.events;
}

/* ---- Out of loops ------------------------------------------------------------------------*/
/* May the extent be computed early, to see whether the loop runs? */
static bool may_guard(const struct tir_expr *extent)
{
	return extent->depth <= 8 &&
	       !(extent->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET | TIR_MAY_TRAP));
}

/* Are all variables of the extent known outside of the body that is so deep?  In the place of one that is bound in there, its value would
 * be computed: the loop itself has another extent then, and what is loaded in there may have been an operation that traps. */
static bool is_known_above(const struct cse_plan *p, const struct tir_expr *e, uint32_t depth)
{
	bool known = true;
	if (e->op == TIR_VAR)
		return p->regions.at[p->vars[e->u.var->id].region].depth < depth;
	for (uint32_t i = 0; i < e->n && known; i++)
		known = is_known_above(p, e->arg[i], depth);
	return known;
}

/* May the extent of a loop be computed above the one whose body is that deep, as the loop itself has it?  It must be the
 * same there; and what it is made of must get its names after the class, so that the guard has them, too. */
static bool may_raise(const struct cse_plan *p, uint32_t class, const struct tir_expr *extent,
        uint32_t from, uint32_t depth)
{
	uint32_t c = cse_class_in(p, extent, from);
	return c != CSE_NO_VALUE && (c < class || cse_is_atom(extent)) &&
	       is_known_above(p, extent, depth) &&
	       p->regions.at[p->classes.at[c].def_region].depth < depth;
}

static bool has_guard(const struct guards *g, const struct tir_expr *extent)
{
	for (uint32_t i = 0; i < g->n; i++)
		if (g->extent[i] == extent)
			return true;
	return false;
}

/* Is the group's insertion point at the entry of a loop's body, in which the class and the guards do not change? */
static bool may_lift(const struct cse_plan *p, uint32_t class, const struct group *g)
{
	const struct region *r = &p->regions.at[g->region];
	if (r->in_expr || p->regions.at[p->classes.at[class].def_region].depth >= r->depth)
		return false;
	for (uint32_t i = 0; i < g->guards.n; i++)
		if (!may_raise(p, class, g->guards.extent[i], r->stmt_number, r->depth))
			return false;
	const struct tir_stmt *loop = p->stmt_of[r->stmt_number];
	if (loop->kind != TIR_FOR || !tir_loop_ascends(loop) ||
	        cse_last_barrier(p, g->region, g->stmt_number) != 0)
		return false;
	const struct tir_expr *extent = tir_as_for(loop)->extent.e;
	return r->kind == REGION_LOOP || has_guard(&g->guards, extent) ||
	       (g->guards.n < MAX_GUARDS && may_guard(extent));
}

void cse_lift(const struct cse_plan *p, uint32_t class, struct group *g)
{
	while (may_lift(p, class, g)) {
		const struct region *r = &p->regions.at[g->region];
		const struct tir_expr *extent = tir_as_for(p->stmt_of[r->stmt_number])->extent.e;
		if (r->kind != REGION_LOOP && !has_guard(&g->guards, extent))
			g->guards.extent[g->guards.n++] = extent;
		g->stmt_number = r->stmt_number;
		g->region = r->parent;
		g->is_lifted = true;
	}
}

/* ---- Above arms --------------------------------------------------------------------------*/
enum { ONCE = 64, ENOUGH = 96 }; /* in 64ths: a point above pays if it saves half a computation */

/* How often the region is entered each time that the outer one is, in 64ths: an arm every other time. */
static uint32_t frequency(const struct cse_plan *p, uint32_t region, uint32_t outer)
{
	uint32_t often = ONCE;
	for (; region != outer && often; region = p->regions.at[region].parent) {
		const struct region *r = &p->regions.at[region];
		enum tir_stmt_kind kind = p->stmt_of[r->stmt_number]->kind;
		bool loops = !r->in_expr && (kind == TIR_FOR || kind == TIR_WHILE);
		if (r->kind != REGION_SURE && r->kind != REGION_LOOP && !loops)
			often /= 2;
	}
	return often;
}

bool cse_join(const struct cse_plan *p, const struct group *groups, uint32_t n, struct group *all)
{
	uint32_t outer = groups[0].region, sum = 0, r = groups[0].region;
	for (uint32_t i = 1; i < n; i++)
		outer = cse_region_lca(p, outer, groups[i].region);
	for (uint32_t i = 0; i < n && sum < ENOUGH; i++)
		sum += frequency(p, groups[i].region, outer);
	*all = (struct group){.first = 0,
	        .region = outer,
	        .stmt_number = groups[0].stmt_number,
	        .is_early = true};
	for (; r != outer; r = p->regions.at[r].parent)
		all->stmt_number = p->regions.at[r].stmt_number;
	return sum >= ENOUGH || p->options.early == CSE_ALWAYS;
}

/* ---- Where it is in scope ----------------------------------------------------------------*/
static bool is_arm(const struct region *r)
{
	return !r->in_expr && (r->kind == REGION_THEN || r->kind == REGION_ELSE);
}

bool cse_raise(const struct cse_plan *p, uint32_t class, const struct group *groups, uint32_t n,
        uint32_t visible, struct group *all)
{
	uint32_t outer = groups[0].region, scope = p->classes.at[class].def_region;
	for (uint32_t i = 1; i < n; i++)
		outer = cse_region_lca(p, outer, groups[i].region);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t r = groups[i].region; r != outer; r = p->regions.at[r].parent)
			if (is_arm(&p->regions.at[r]))
				return false;
	while (outer != scope && !is_arm(&p->regions.at[outer]))
		outer = p->regions.at[outer].parent;
	*all = groups[0];
	for (uint32_t r = groups[0].region; r != outer; r = p->regions.at[r].parent)
		all->stmt_number = p->regions.at[r].stmt_number;
	all->is_early = outer != groups[0].region || n > 1;
	all->region = outer;
	if (outer == scope && all->stmt_number != visible) {
		all->stmt_number = visible;
		all->is_early = true;
	}
	return true;
}
