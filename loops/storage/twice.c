/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/twice.c: a nest that does what one before it did becomes a copy of what that left.
 *
 * Idea    for i: S[i] = 0; for j: S[i] = S[i] + A[i, j] leaves in S what the same statements leave in R later on, if nothing that they
 *         read was stored to since: the later ones are for i: R[i] = S[i]; nothing at all if R is S.
 *         A *run* is some statements in a row that store to one buffer.  Two runs are the same if a new name for each variable that they
 *         define, and for the buffer, makes one of the other.
 * Needs   a run that begins with a store to each element that it names of its own buffer: what was there before is no matter then.
 * Keeps   the operations and their order: floats do not change by a bit.
 * Costs   the nodes of the text, if loops stand beside each other; a loop is compared with RUNS others of its class
 *         at most, and in all EACH nodes are looked at for each of the text, and TWICE_NODES a hundred times. */
#include "loops/storage/twice.h"
#include "loops/nest/private.h"

enum { RUNS = 8, LONGEST = 12, FAR_AWAY = 200, LONG = 1 << 20, EACH = 4 };

/* ---- What a run names of its own buffer -----------------------------------------------------*/
/* The walk over a run's statements. */
struct inside {
	struct twice *t;
	struct run *run;
	const struct tir_stmt *loop[TWICE_LOOPS];
	uint32_t n;
	VEC(const struct tir_buffer *) reads; /* but for its own buffer */
	bool ok, begins;                      /* begins: it is at the store that begins the run */
	uint32_t nodes;
	/* While an element is compared: which loop stands for one around what begins the run. */
	const struct tir_stmt *as[TWICE_LOOPS];
};

static bool same_range(const struct tir_stmt *a, const struct tir_stmt *b)
{
	return tir_as_for(a)->min.e == tir_as_for(b)->min.e &&
	       tir_as_for(a)->extent.e == tir_as_for(b)->extent.e;
}

/* Does the variable x, of the store that begins the run, have all values that y has where the walk is?  common: loops around both. */
static bool covers_var(struct inside *w, uint32_t common, const struct tir_expr *x,
        const struct tir_expr *y)
{
	uint32_t i = 0, k = common;
	while (i < w->run->n && tir_as_for(w->run->loop[i])->var != x->u.var)
		i++;
	if (i < common || i == w->run->n)
		return x == y;
	while (y->op == TIR_VAR && k < w->n && tir_as_for(w->loop[k])->var != y->u.var)
		k++;
	if (y->op != TIR_VAR || k == w->n || (w->as[i] && w->as[i] != w->loop[k]))
		return false;
	w->as[i] = w->loop[k];
	return same_range(w->run->loop[i], w->loop[k]);
}

/* Is y an element of those that x is, as the loops around the first store go on? */
static bool covers(struct inside *w, uint32_t common, const struct tir_expr *x,
        const struct tir_expr *y)
{
	if (!w->nodes || x->flags & TIR_READS_MEM)
		return false;
	w->nodes--;
	if (x->op == TIR_VAR)
		return covers_var(w, common, x, y);
	bool same = x->op == y->op && x->n == y->n && x->u.bits == y->u.bits &&
	            tir_type_eq(x->type, y->type);
	for (uint32_t i = 0; i < x->n && same; i++)
		same = covers(w, common, x->arg[i], y->arg[i]);
	return same;
}

static bool surely_runs(const struct tir_stmt *loop)
{
	const struct tir_expr *min = tir_as_for(loop)->min.e, *n = tir_as_for(loop)->extent.e;
	return min->op == TIR_INT_IMM && n->op == TIR_INT_IMM && min->type.bits >= 32 &&
	       n->u.i > 0 && n->u.i < LONG && min->u.i > -LONG && min->u.i < LONG;
}

/* Note that the walk meets the element: what begins the run must have stored to it. */
static void see_element(struct inside *w, uint32_t n, const struct tir_expr *const *index)
{
	const struct tir_store *begins = tir_as_store(w->run->store);
	uint32_t common = 0;
	while (common < w->n && common < w->run->n && w->loop[common] == w->run->loop[common])
		common++;
	memset(w->as, 0, sizeof w->as);
	w->nodes = TWICE_NODES;
	w->ok &= n == begins->s.nindex;
	for (uint32_t i = 0; i < n && w->ok; i++)
		w->ok = covers(w, common, begins->index[i].e, index[i]);
	for (uint32_t i = common; i < w->run->n && w->ok; i++) /* it has run */
		w->ok = w->as[i] || surely_runs(w->run->loop[i]);
}

/* See a load: of the run's own buffer, or of another one. */
static bool see_node(void *ctx, const struct tir_expr *e)
{
	struct inside *w = ctx;
	w->ok = w->ok && w->t->nodes;
	w->t->nodes -= w->ok;
	if (e->op != TIR_LOAD)
		return w->ok;
	if (e->u.buffer == w->run->own && w->begins)
		w->ok = false; /* it holds what was there before */
	else if (e->u.buffer == w->run->own)
		see_element(w, e->n, e->arg);
	else
		VEC_PUSH(w->t->arena, &w->reads, e->u.buffer);
	return w->ok;
}

/* See what the statements load and store. */
static void see_stmt(struct inside *w, const struct tir_stmt *s)
{
	const struct tir_expr *e[TIR_MAX_OPERANDS], *index[TIR_MAX_RANK];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	w->begins = s == w->run->store;
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(e[i], w->t->arena, see_node, w);
	for (uint32_t i = 0; i < s->nindex && i < TIR_MAX_RANK; i++)
		index[i] = tir_as_store(s)->index[i].e;
	if (s->kind == TIR_STORE && !w->begins)
		see_element(w, s->nindex, index);
	bool loop = s->kind == TIR_FOR;
	w->ok &= s->nindex <= TIR_MAX_RANK && (!loop || w->n < TWICE_LOOPS);
	if (!w->ok)
		return;
	if (loop)
		w->loop[w->n++] = s;
	for (const struct tir_stmt *x = tir_body(s)->first; x; x = x->next)
		see_stmt(w, x);
	for (const struct tir_stmt *x = tir_orelse(s)->first; x; x = x->next)
		see_stmt(w, x);
	w->n -= loop;
}

/* Find the store that begins the run, with the loops around it; false: something else begins it. */
static bool find_begin(struct run *r, const struct tir_stmt *s)
{
	for (r->n = 0; s && s->kind == TIR_FOR && r->n < TWICE_LOOPS; s = tir_body(s)->first)
		r->loop[r->n++] = s;
	r->store = s;
	return s && s->kind == TIR_STORE;
}

/* Is what was in the buffer of the run, which begins with a store, before no matter?  What it reads else is in w then. */
static bool stands_alone(struct inside *w, const struct members *all)
{
	w->ok = true;
	w->n = w->reads.n = 0;
	for (uint32_t i = w->run->first; i <= w->run->last && w->ok; i++)
		see_stmt(w, all->at.at[i].s);
	return w->ok;
}

/* ---- What lies between ----------------------------------------------------------------------*/
struct between {
	const struct inside *in;
	const struct run *own;
	bool changes;
};

static bool is_read(const struct inside *w, const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < w->reads.n; i++)
		if (alias_may(w->t->facts, w->reads.at[i], b))
			return true;
	return false;
}

/* Does the statement change what the runs read, or what the first one left? */
static bool see_between(void *ctx, struct tir_stmt *s)
{
	struct between *b = ctx;
	const struct tir_buffer *to = s->kind == TIR_STORE ? tir_buffer_of(s) : NULL;
	bool threads = s->kind == TIR_LAUNCH || s->kind == TIR_BLOCK ||
	               (s->kind == TIR_FOR && s->for_kind == TIR_THREAD);
	b->changes |= threads || (effect_of_stmt(s) & EFFECT_UNKNOWN) ||
	              (to && (alias_may(b->in->t->facts, to, b->own->own) || is_read(b->in, to)));
	return !b->changes;
}

static void begin_facts(struct twice *t)
{
	struct facts_options known = {.alias = t->options->alias, .ctx = t->options->ctx};
	if (!t->facts)
		t->facts = facts_begin(t->f, &known, t->arena);
}

/* May something from the first run to the end of the second one change what these read, or what the first one left? */
static bool is_changed(const struct inside *w, const struct members *all, const struct pair *p)
{
	const struct tir_buffer *a = p->a.own, *b = p->b.own;
	struct between x = {w, &p->a, false};
	begin_facts(w->t);
	if (is_read(w, a) || is_read(w, b) || (a != b && alias_may(w->t->facts, a, b)))
		return true;
	for (uint32_t i = p->a.last + 1; i < p->b.first; i++) {
		see_between(&x, (struct tir_stmt *)all->at.at[i].s);
		tir_walk_stmts(tir_body(all->at.at[i].s), see_between, &x);
		tir_walk_stmts(tir_orelse(all->at.at[i].s), see_between, &x);
	}
	return x.changes;
}

/* ---- Runs ----------------------------------------------------------------------------------*/
/* Make both runs longer as long as the statements beside them are the same; `back`: in front of them, one at a time. */
static bool grow(struct pair *p, const struct members *all, bool back)
{
	uint32_t a = back ? p->a.first - 1 : p->a.last + 1,
	         b = back ? p->b.first - 1 : p->b.last + 1;
	if (back ? !p->a.first || b <= p->a.last : b == all->at.n || a >= p->b.first)
		return false;
	if (p->b.last - p->b.first + 1 == LONGEST)
		return false;
	uint32_t n = p->in_a.n, loops = p->loops;
	enum twice_dear dear = p->dear;
	if (!all->at.at[b].gone && twice_same_stmt(p, all->at.at[a].s, all->at.at[b].s)) {
		*(back ? &p->a.first : &p->a.last) = a;
		*(back ? &p->b.first : &p->b.last) = b;
		return true;
	}
	p->in_a.n = p->in_b.n = n;
	p->dear = dear;
	p->loops = loops;
	return false;
}

/* ---- Names that are used later ---------------------------------------------------------------*/
/* A walk that notes which member of a sequence is the last one to name a variable. */
struct uses {
	struct twice *t;
	uint32_t member;
};

/* Note the member as the last one that names the variable, if the node is one. */
static bool note_node(void *ctx, const struct tir_expr *e)
{
	const struct uses *u = ctx;
	if (e->op != TIR_VAR)
		return true;
	while (u->t->last.n <= e->u.var->id)
		VEC_PUSH(u->t->arena, &u->t->last, 0);
	u->t->last.at[e->u.var->id] = u->member;
	return true;
}

/* Note the variables of the statement itself, and of its buffer's shape. */
static bool note_stmt(void *ctx, struct tir_stmt *s)
{
	struct uses *u = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	const struct tir_buffer *b = tir_buffer_of(s);
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(e[i], u->t->arena, note_node, u);
	for (uint32_t i = 0; b && i < b->ndim; i++) {
		tir_walk_expr(b->shape[i], u->t->arena, note_node, u);
		if (b->strides)
			tir_walk_expr(b->strides[i], u->t->arena, note_node, u);
	}
	if (b && b->elem_offset)
		tir_walk_expr(b->elem_offset, u->t->arena, note_node, u);
	return true;
}

/* Note what the members of the sequence name. */
static void note_uses(struct twice *t, struct members *all)
{
	struct uses u = {t, 0};
	all->noted = true;
	for (; u.member < all->at.n; u.member++) {
		const struct tir_stmt *s = all->at.at[u.member].s;
		note_stmt(&u, (struct tir_stmt *)s);
		tir_walk_stmts(tir_body(s), note_stmt, &u);
		tir_walk_stmts(tir_orelse(s), note_stmt, &u);
	}
}

/* Is a name of the second run used behind it? */
static bool is_used_later(const struct pair *p, struct members *all)
{
	for (uint32_t i = p->b.first; i <= p->b.last; i++) {
		const struct tir_stmt *s = all->at.at[i].s;
		if (s->kind != TIR_BIND)
			continue;
		if (!all->noted)
			note_uses(p->t, all);
		uint32_t v = tir_var_of(s)->id;
		if (v < p->t->last.n && p->t->last.at[v] > p->b.last)
			return true;
	}
	return false;
}

/* Leave out ends of both runs until no name is used behind them, or a statement each is left. */
static void shorten(struct pair *p, struct members *all)
{
	if (!is_used_later(p, all))
		return;
	while (p->b.last > p->b.first && is_used_later(p, all)) {
		p->a.last--;
		p->b.last--;
	}
	p->in_a.n = p->in_b.n = p->loops = 0;
	p->dear = TWICE_DEAR_NONE;
	for (uint32_t i = 0; i <= p->b.last - p->b.first; i++)
		twice_same_stmt(p, all->at.at[p->a.first + i].s, all->at.at[p->b.first + i].s);
}

/* Does the first run do more than a copy of what it leaves would? */
static bool is_worth_it(struct pair *p, const struct members *all)
{
	enum twice_dear least = p->a.own == p->b.own ? TWICE_DEAR_ONCE
	                                             : TWICE_DEAR_EACH; /* of a copy */
	return find_begin(&p->a, all->at.at[p->a.first].s) &&
	       (p->loops > p->a.n || p->dear >= least);
}

/* Are the two loops, with what stands beside them, runs that do the same?  Then they are in p, and what they read is in w. */
static bool find_runs(struct pair *p, struct inside *w, struct members *all, uint32_t a, uint32_t b)
{
	p->a = (struct run){.first = a, .last = a};
	p->b = (struct run){.first = b, .last = b};
	if (!twice_same_stmt(p, all->at.at[a].s, all->at.at[b].s) || !p->a.own ||
	        !private_is_ordinary(p->a.own) || !private_is_ordinary(p->b.own))
		return false;
	while (grow(p, all, false)) {
	}
	shorten(p, all);
	w->run = &p->a;
	while (!is_worth_it(p, all) || !stands_alone(w, all))
		if (!grow(p, all, true))
			return false;
	bool more = !is_used_later(p, all);
	for (uint32_t i = 0; i < w->reads.n; i++)
		more = more && private_is_ordinary(w->reads.at[i]);
	return more && find_begin(&p->b, all->at.at[p->b.first].s);
}

/* The first run's elements, stored where the second one begins. */
static struct tir_seq copy_of(struct twice *t, const struct pair *p)
{
	struct tir_seq out = {0};
	const struct tir_expr *index[TIR_MAX_RANK];
	if (p->a.own == p->b.own)
		return out;
	struct tir_stmt *s = tir_stmt_copy(t->m->arena, p->b.store);
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = tir_as_store(s)->index[i].e;
	tir_as_store(s)->value.e = tir_access(t->m, TIR_LOAD, (struct tir_buffer *)p->a.own,
	        s->nindex, index);
	tir_seq_add(&out, s);
	for (uint32_t i = p->b.n; i-- > 0;) {
		struct tir_stmt *loop = tir_stmt_copy(t->m->arena, p->b.loop[i]);
		tir_set_body(loop, out);
		out = (struct tir_seq){0};
		tir_seq_add(&out, loop);
	}
	return out;
}

/* Report that the loop is a copy now, or why it is none. */
static void tell(struct twice *t, const struct tir_stmt *loop, bool changed)
{
	if (changed)
		VEC_PUSH(t->arena, &t->report->refused,
		        ((struct loops_refused){LOOPS_TWICE_CHANGED, loop, loop}));
	else
		VEC_PUSH(t->arena, &t->report->all,
		        ((struct loops_vectorized){LOOPS_TWICE, loop, 0}));
}

/* Does the loop do what one in front of it did?  Then p has the runs. */
static bool finds_first(struct twice *t, struct members *all, uint32_t b, struct pair *p)
{
	struct twice_class *same = &t->classes.at[all->at.at[b].class - 1];
	uint32_t left = RUNS;
	bool changed = false;
	while (same->first + FAR_AWAY < b)
		same->first = all->at.at[same->first].later;
	for (uint32_t a = same->first; a < b && left; a = all->at.at[a].later, left--) {
		struct inside w = {.t = t};
		*p = (struct pair){.t = t};
		if (!find_runs(p, &w, all, a, b))
			continue;
		if (!is_changed(&w, all, p))
			return true;
		changed = true;
	}
	if (changed)
		tell(t, all->at.at[b].s, true);
	return false;
}

/* ---- The walk ------------------------------------------------------------------------------*/
/* Does what threads do stand in the statement?  That stays. */
static bool is_left(const struct tir_stmt *s)
{
	return s->kind == TIR_LAUNCH || (s->kind == TIR_FOR && s->for_kind == TIR_THREAD);
}

/* The members of the sequence; those that do the same again are gone. */
static struct members *look_at(struct twice *t, const struct tir_seq *seq)
{
	struct members *all = ARENA_NEW(t->arena, struct members);
	for (const struct tir_stmt *s = seq->first; s; s = s->next)
		twice_add_member(t, all, s);
	for (uint32_t b = 1; b < all->at.n; b++) {
		struct pair p;
		if (!all->at.at[b].class || all->at.at[b].gone || !finds_first(t, all, b, &p))
			continue;
		tell(t, all->at.at[b].s, false);
		for (uint32_t i = p.b.first; i <= p.b.last; i++)
			all->at.at[i].gone = true;
		all->at.at[p.b.first].instead = copy_of(t, &p);
		t->any = true;
	}
	return all;
}

/* Look at the sequence, and at those in it, in the order in which copy_seq comes to them. */
static void find_seq(struct twice *t, const struct tir_seq *seq)
{
	const struct members *all = NULL;
	uint32_t i = 0;
	if (twice_has_loops(seq)) {
		all = look_at(t, seq);
		VEC_PUSH(t->arena, &t->seen, all);
	}
	for (const struct tir_stmt *s = seq->first; s; s = s->next, i++)
		if (!is_left(s) && !(all && all->at.at[i].gone)) {
			find_seq(t, tir_body(s));
			find_seq(t, tir_orelse(s));
		}
}

/* The sequence, with copies in the place of what does the same again; so in what it holds. */
static struct tir_seq copy_seq(struct twice *t, const struct tir_seq *seq)
{
	const struct members *all = twice_has_loops(seq) ? t->seen.at[t->copied++] : NULL;
	struct tir_seq out = {0};
	uint32_t i = 0;
	for (const struct tir_stmt *s = seq->first; s; s = s->next, i++) {
		if (all && all->at.at[i].gone) {
			tir_seq_append(&out, all->at.at[i].instead);
			continue;
		}
		struct tir_stmt *x = tir_stmt_copy(t->m->arena, s);
		if (!is_left(s)) {
			tir_set_body(x, copy_seq(t, tir_body(s)));
			tir_set_orelse(x, copy_seq(t, tir_orelse(s)));
		}
		tir_seq_add(&out, x);
	}
	return out;
}

struct tir_func *loops_twice(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct twice t = {.f = f,
	        .m = f->module,
	        .arena = arena,
	        .options = options,
	        .nodes = (uint64_t)EACH * f->module->nexprs + 100 * TWICE_NODES,
	        .report = vectors};
	if (options->scratch && twice_classify(&t)) /* --scratch=0 asks for the text's own loops */
		find_seq(&t, &f->body);
	return t.any ? tir_func_with_body(f, copy_seq(&t, &f->body)) : f;
}
