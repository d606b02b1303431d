/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/tile.c: does a nest that was made anew leave what the one before left?
 *
 * Idea.    One iteration of the outer loops of g's nest is run on symbols, with these loops' variables as they are: sums of
 *          variables stand for indices.  Each cell that it leaves tells the iterations of f's nest that store to it;
 *          those alone are run, and must leave the same there.  As no tile loads what another one stores, and each leaves what
 *          f leaves in the end, their order is no matter, nor that some overlap.  At last the tiles must have done all
 *          iterations (tile_cover.c).
 *          Where a condition, a least one or a quotient is not the same for all values of a variable, each part of its range is
 *          a case of its own.
 * Needs    both functions to be the same but for parts of them: statements in a row.
 * Costs    MOST_STEPS lanes of operations for each nest: those of a tile, whatever the number of tiles.
 * Wrong if a part of g does something that no tile is asked about. */
#include "proof/replay/tile.h"

enum { MOST_STEPS = 1 << 26, STACK = 1 << 16, MOST_CASES = 96, LOOKS = 32 };

static bool not_known(struct tile *t, const char *why)
{
	return proof_replay_unknown(&t->r, why);
}

/* ---- A case ------------------------------------------------------------------------------*/
/* Loops of g's nest whose iterations are done at once. */
struct tile_nest {
	const struct tir_stmt *stmt, *loop[REPLAY_VARS];
	const struct tir_seq *body; /* of the last one; NULL: the statement itself is the tile */
	uint32_t nloops;
};

static struct replay_symbol *value_of(struct tile *t, const struct tir_var *v)
{
	struct replay_symbol **x = &t->r.value[v->id];
	if (!*x)
		*x = ARENA_NEW(t->arena, struct replay_symbol);
	return *x;
}

static bool set_loop(struct tile *t, const struct tir_stmt *s, uint32_t var)
{
	const struct tir_for *l = tir_as_for(s);
	struct replay_sum at = {.number = l->min.e->u.i};
	at.factor[var] = tir_loop_step(s);
	return proof_replay_of_sum(&t->r, &at, value_of(t, l->var));
}

/* Forget what was run; the variables have the ranges of the case. */
static bool begin_case(struct tile *t, const struct tile_nest *n,
        const struct tir_stmt *const *around)
{
	t->forms.nvars = t->naround + (n ? n->nloops : 0);
	memcpy(t->forms.var, t->range, sizeof t->range);
	proof_replay_forms_begin(&t->r);
	proof_tile_clear(&t->memo);
	t->r.used = 0;
	t->late.all.n = 0;
	if (t->r.ndone)
		memset(t->r.done, 0, t->r.slots * sizeof *t->r.done);
	t->r.ndone = 0;
	for (uint32_t i = 0; i < t->naround; i++)
		if (!set_loop(t, around[i], i))
			return false;
	for (uint32_t i = 0; n && i < n->nloops; i++)
		if (!set_loop(t, n->loop[i], t->naround + i))
			return false;
	return true;
}

static bool did(const struct tile *t, const uint64_t *keys)
{
	return proof_replay_did(&t->r, keys[0]) || (keys[1] && proof_replay_did(&t->r, keys[1]));
}

/* Did f do what g did in the case? */
static bool did_all(struct tile *t)
{
	for (uint32_t i = 0; i < t->early.all.n; i += 2)
		if (t->early.all.at[i] && did(t, &t->early.all.at[i]))
			t->early.all.at[i] = 0;
	for (uint32_t i = 0; i < t->late.all.n; i += 2)
		if (!did(t, &t->late.all.at[i]))
			return not_known(t, "a signed number might overflow");
	return true;
}

/* Does the tile leave in each of its cells what f leaves there? */
static bool leaves_same(struct tile *t, const struct tile_run *tile)
{
	t->r.second = false;
	for (uint32_t i = 0; i < tile->cells.slots; i++) {
		const struct tile_cell *c = &tile->cells.slot[i];
		struct replay_symbol at = {.form = c->form, .number = c->number, .known = !c->form},
		                     v;
		const struct tir_buffer *root = t->root[(uint32_t)c->who];
		if (!c->stamp || !proof_tile_counts(t, root))
			continue;
		if (!proof_tile_value(t, root, &at, t->nbefore, &v) ||
		        !proof_tile_covers(t, root, &at))
			return false;
		t->differs = !proof_replay_is_same(root->elem, &v, &c->value);
		if (t->differs)
			return not_known(t, "an element is not the same in the end");
	}
	return did_all(t);
}

/* Does a tile leave the same in this case?  Where it depends on an iteration around, the case is cut in two and both are
 * proved.  False with the reason. */
static bool prove_case(struct tile *t, const struct tile_nest *n, struct tile_run *tile,
        const struct tir_stmt *const *around)
{
	if (t->cases++ >= MOST_CASES)
		return not_known(t, "there are too many cases");
	bool ok = begin_case(t, n, around);
	proof_tile_clear(&tile->cells);
	tile->place = UINT32_MAX;
	tile->bound.n = 0;
	tile->stamp = tile->stamps = 1;
	tile->nstored = 0;
	t->run = tile;
	t->r.second = true;
	t->r.later = &t->late;
	ok = ok && (n->body ? proof_tile_run_seq(t, n->body) : proof_tile_run_stmt(t, n->stmt));
	t->run = NULL;
	ok = ok && leaves_same(t, tile);
	proof_tile_end_case(t, ok);
	if (ok || !t->forms.parts)
		return ok;
	uint32_t v = t->forms.part;
	struct replay_range all = t->range[v];
	int64_t at = t->forms.at;
	t->range[v].most = at - 1;
	ok = prove_case(t, n, tile, around);
	t->range[v] = (struct replay_range){at, all.most};
	ok = ok && prove_case(t, n, tile, around);
	t->range[v] = all;
	return ok;
}

/* ---- A nest of g -------------------------------------------------------------------------*/
static bool is_tiled(const struct tir_stmt *s)
{
	const struct tir_for *l = s->kind == TIR_FOR ? tir_as_for(s) : NULL;
	return l && l->min.e->op == TIR_INT_IMM && l->extent.e->op == TIR_INT_IMM &&
	       l->extent.e->u.i > 0 && l->extent.e->u.i <= INT32_MAX && tir_loop_step(s) > 0 &&
	       l->min.e->u.i > INT32_MIN && l->min.e->u.i < INT32_MAX;
}

static int64_t trips(const struct tir_stmt *s)
{
	return (tir_as_for(s)->extent.e->u.i - 1) / tir_loop_step(s) + 1;
}

/* The n outermost loops of the nest, as far as there is nothing beside them. */
static struct tile_nest nest_of(const struct tile *t, const struct tir_stmt *s, uint32_t n)
{
	struct tile_nest x = {.stmt = s};
	while (x.nloops < n && is_tiled(s) && t->naround + x.nloops < REPLAY_VARS) {
		x.loop[x.nloops++] = s;
		x.body = tir_body(s);
		s = x.body->first;
		if (!s || s->next)
			break;
	}
	return x;
}

/* Mark what it stores to; *counts: does that outlive the part? */
struct marking {
	struct tile *t;
	uint8_t *of, bit;
	bool counts;
};

/* Mark the buffer that a statement stores to; false: it has no memory of its own. */
static bool mark(void *ctx, struct tir_stmt *s)
{
	struct marking *m = ctx;
	const struct tir_buffer *root = s->kind == TIR_STORE ? tir_as_store(s)->buffer->root : NULL;
	if (!root)
		return s->kind != TIR_STORE;
	m->of[root->id] |= m->bit;
	m->t->root[root->id] = root;
	m->t->touched[root->id] = 1;
	m->counts |= proof_tile_counts(m->t, root);
	return true;
}

/* Mark all buffers that s stores to with `bit`; *counts: one of them counts for the result.  False with the reason. */
static bool marks(struct tile *t, const struct tir_stmt *s, uint8_t *of, uint8_t bit, bool *counts)
{
	struct tir_seq one = {0};
	struct tir_stmt *copy = tir_stmt_copy(t->arena, s);
	struct marking m = {t, of, bit, false};
	copy->next = NULL;
	one.first = one.last = copy;
	bool ok = tir_walk_stmts(&one, mark, &m);
	*counts = m.counts;
	return ok || not_known(t, "a buffer is not understood");
}

/* Does a nest of the new function leave what the old one leaves?  The more of its outer loops are symbols the fewer steps
 * that takes: all are tried first.  False with the reason. */
static bool prove_nest(struct tile *t, const struct tir_stmt *s,
        const struct tir_stmt *const *around)
{
	struct tile_run *tile = ARENA_NEW(t->arena, struct tile_run);
	uint32_t n = nest_of(t, s, REPLAY_VARS).nloops, kept[TILE_STORES];
	bool ok = false, any;
	for (uint32_t i = 0; i < tir_numbers_of(t->g).nbuffers; i++)
		t->written[i] &= 1;
	if (!marks(t, s, t->written, 3, &any))
		return false;
	for (uint32_t i = 0; i < t->nstores; i++)
		kept[i] = t->store[i].boxes.n;
	for (uint32_t k = n + 1; k-- > 0 && !ok;) {
		struct tile_nest x = nest_of(t, s, k);
		t->r.steps = MOST_STEPS;
		t->cases = 0;
		t->differs = false;
		memcpy(t->range, t->around, sizeof t->range);
		for (uint32_t i = 0; i < k; i++)
			t->range[t->naround + i] = (struct replay_range){0, trips(x.loop[i]) - 1};
		for (uint32_t i = 0; i < t->nstores; i++)
			t->store[i].boxes.n = kept[i];
		ok = prove_case(t, &x, tile, around);
		uint64_t steps = MOST_STEPS - t->r.steps;
		if (!ok && k && (t->differs || steps * (uint64_t)trips(x.loop[k - 1]) > MOST_STEPS))
			break;
	}
	if (!ok || !marks(t, s, t->spoiled, 1, &any))
		return false;
	for (uint32_t i = 0; i < t->nbuffers; i++)
		if (t->root[i] && t->written[i] & 2 && proof_tile_counts(t, t->root[i]))
			t->settled[i] = proof_tile_covers_all(t, t->root[i]);
	return true;
}

/* What comes before nests: it stores to memory of its own. */
static bool run_early(struct tile *t, const struct tir_stmt *s,
        const struct tir_stmt *const *around)
{
	memcpy(t->range, t->around, sizeof t->range);
	t->r.steps = MOST_STEPS;
	t->run = NULL;
	t->r.later = &t->early;
	t->r.second = true;
	return begin_case(t, NULL, around) && proof_tile_run_stmt(t, s);
}

/* ---- A part ------------------------------------------------------------------------------*/
static bool is_new(void *ctx, struct tir_stmt *s)
{
	const struct tile *t = ctx;
	const struct tir_var *v = s->kind == TIR_BIND ? tir_var_of(s) : NULL;
	const struct tir_buffer *b = s->kind == TIR_ALLOC || s->kind == TIR_DECL ? tir_buffer_of(s)
	                                                                         : NULL;
	return (!v || v->id >= t->nvars) && (!b || b->id >= t->nbuffers) && s->kind != TIR_BLOCK;
}

/* May two buffers of the part share a byte, one of which is stored to? */
static bool overlap(const struct tile *t, uint32_t nbuffers)
{
	for (uint32_t i = 0; i < nbuffers; i++)
		for (uint32_t k = 0; t->root[i] && t->written[i] & 1 && k < nbuffers; k++)
			if (t->root[k] && k != i && t->touched[k] &&
			        proof_may_overlap(t->f, t->contract, t->root[i], t->root[k]))
				return true;
	return false;
}

struct part {
	const struct tir_stmt *f, *f_end, *g, *g_end;
};

/* Do the changed statements of both functions leave the same in all that counts, and is each iteration of the old one
 * done?  False with the reason. */
static bool prove_part(struct tile *t, const struct tir_stmt *const *around, struct part p)
{
	uint32_t nbuffers = tir_numbers_of(t->g).nbuffers;
	memset(t->written, 0, nbuffers + 1);
	memset(t->spoiled, 0, nbuffers + 1);
	memset(t->settled, 0, nbuffers + 1);
	memset(t->touched, 0, nbuffers + 1);
	memset(t->inner, 0, nbuffers + 1);
	t->nbefore = t->nstores = t->early.all.n = 0;
	proof_tile_clear(&t->base);
	memcpy(t->range, t->around, sizeof t->range);
	if (!begin_case(t, NULL, around))
		return false;
	for (const struct tir_stmt *s = p.f; s != p.f_end; s = s->next) {
		if (t->nbefore == TILE_STMTS)
			return not_known(t, "too much was changed");
		t->before[t->nbefore++] = s;
	}
	if (!proof_tile_read_before(t))
		return false;
	for (const struct tir_stmt *s = p.g; s != p.g_end; s = s->next) {
		bool counts;
		struct tir_seq one = {0};
		struct tir_stmt *copy = tir_stmt_copy(t->arena, s);
		copy->next = NULL;
		one.first = one.last = copy;
		if (!tir_walk_stmts(&one, is_new, t))
			return not_known(t, "a variable or buffer is another one");
		if (!marks(t, s, t->written, 1, &counts) ||
		        !(counts ? prove_nest(t, s, around) : run_early(t, s, around)))
			return false;
	}
	for (uint32_t i = 0; i < t->early.all.n; i += 2)
		if (t->early.all.at[i])
			return not_known(t, "a signed number might overflow");
	if (overlap(t, nbuffers))
		return not_known(t, "parameters may overlap");
	for (uint32_t i = 0; i < t->nstores; i++) {
		const struct tir_buffer *root = tir_as_store(t->store[i].stmt)->buffer->root;
		if (proof_tile_counts(t, root) && !t->settled[root->id] &&
		        !proof_tile_is_dead(t, p.g_end, root))
			return not_known(t, "an iteration is not known to be done");
	}
	return true;
}

/* ---- Both functions ----------------------------------------------------------------------*/
struct tile_walk {
	struct tile *t;
	const struct tir_stmt *around[REPLAY_VARS];
};

static bool same_seq(const struct tir_seq *f, const struct tir_seq *g);

/* Are both statements the same but for their bodies? */
static bool same_line(const struct tir_stmt *s, const struct tir_stmt *t)
{
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	if (!proof_same_head(s, t) || tir_var_of(s) != tir_var_of(t) ||
	        (s->kind == TIR_FOR && tir_loop_step(s) != tir_loop_step(t)))
		return false;
	uint32_t n = tir_stmt_exprs(s, a, TIR_MAX_OPERANDS);
	return tir_stmt_exprs(t, b, TIR_MAX_OPERANDS) == n && !memcmp(a, b, n * sizeof *a);
}

static bool same_stmt(const struct tir_stmt *s, const struct tir_stmt *t)
{
	return same_line(s, t) && same_seq(tir_body(s), tir_body(t)) &&
	       same_seq(tir_orelse(s), tir_orelse(t));
}

/* Are both sequences the same, at any depth? */
static bool same_seq(const struct tir_seq *f, const struct tir_seq *g)
{
	const struct tir_stmt *s = f->first, *t = g->first;
	for (; s && t; s = s->next, t = t->next)
		if (!same_stmt(s, t))
			return false;
	return !s && !t;
}

/* The next statements that are the same; none: both ends. */
static struct part changed_from(const struct tir_stmt *s, const struct tir_stmt *t)
{
	struct part p = {s, NULL, t, NULL};
	uint32_t i = 0;
	for (const struct tir_stmt *x = s; x && i < LOOKS; x = x->next, i++) {
		uint32_t k = 0;
		for (const struct tir_stmt *y = t; y && k < LOOKS; y = y->next, k++)
			if (same_stmt(x, y))
				return (struct part){s, x, t, y};
	}
	return p;
}

static bool walk(struct tile_walk *w, const struct tir_seq *f, const struct tir_seq *g);

/* The two are the same, but for what is inside. */
static bool walk_inside(struct tile_walk *w, const struct tir_stmt *s, const struct tir_stmt *y)
{
	struct tile *t = w->t;
	uint32_t n = t->naround;
	bool is_inside = t->is_inside;
	t->is_inside = true;
	if (s->kind == TIR_FOR && is_tiled(s) && n < REPLAY_VARS / 2) {
		w->around[n] = s;
		t->around[t->naround++] = (struct replay_range){0, trips(s) - 1};
	} else if (s->kind == TIR_FOR) {
		*value_of(t, tir_as_for(s)->var) = proof_replay_atom(11, tir_as_for(s)->var->id, 0);
	}
	bool ok = walk(w, tir_body(s), tir_body(y)) && walk(w, tir_orelse(s), tir_orelse(y));
	t->naround = n;
	t->is_inside = is_inside;
	return ok;
}

static void define(struct tile *t, const struct tir_stmt *s)
{
	const struct tir_var *v = tir_as_bind(s)->var;
	t->r.value[v->id] = ARENA_NEWN(t->arena, struct replay_symbol, v->type.lanes);
	for (uint32_t l = 0; l < v->type.lanes; l++)
		t->r.value[v->id][l] = proof_replay_atom(11, v->id, l);
}

/* Walk both functions in step and prove each part that was changed; false with the reason. */
static bool walk(struct tile_walk *w, const struct tir_seq *f, const struct tir_seq *g)
{
	const struct tir_stmt *s = f->first, *y = g->first;
	while (s && y) {
		if (same_stmt(s, y)) {
			if (s->kind == TIR_BIND)
				define(w->t, s);
			s = s->next;
			y = y->next;
			continue;
		}
		struct part p = changed_from(s, y);
		bool inside = (s->kind == TIR_FOR || s->kind == TIR_IF) && same_line(s, y) &&
		              p.f_end == s->next && p.g_end == y->next;
		if (!(inside ? walk_inside(w, s, y) : prove_part(w->t, w->around, p)))
			return false;
		s = p.f_end;
		y = p.g_end;
	}
	return (!s && !y) || prove_part(w->t, w->around, (struct part){s, NULL, y, NULL});
}

/* Count variables and buffers of the function before: what is numbered behind them is new. */
static bool note(void *ctx, struct tir_stmt *s)
{
	struct tile *t = ctx;
	const struct tir_var *v = tir_var_of(s);
	const struct tir_buffer *b = tir_buffer_of(s);
	t->nvars = v && v->id >= t->nvars ? v->id + 1 : t->nvars;
	t->nbuffers = b && b->id >= t->nbuffers ? b->id + 1 : t->nbuffers;
	return true;
}

/* Make the tables, with a symbol for each scalar parameter. */
static void begin(struct tile *t)
{
	struct tir_numbers n = tir_numbers_of(t->g);
	t->age = ARENA_NEWN(t->arena, uint32_t, n.nbuffers + 1);
	t->spoiled = ARENA_NEWN(t->arena, uint8_t, n.nbuffers + 1);
	t->settled = ARENA_NEWN(t->arena, uint8_t, n.nbuffers + 1);
	t->written = ARENA_NEWN(t->arena, uint8_t, n.nbuffers + 1);
	t->touched = ARENA_NEWN(t->arena, uint8_t, n.nbuffers + 1);
	t->inner = ARENA_NEWN(t->arena, uint8_t, n.nbuffers + 1);
	t->root = ARENA_NEWN(t->arena, const struct tir_buffer *, n.nbuffers + 1);
	t->r = (struct replay){.f = t->g,
	        .arena = t->arena,
	        .load = proof_tile_load,
	        .ctx = t,
	        .forms = &t->forms,
	        .any_order = t->contract->any_order,
	        .room = STACK};
	t->r.value = ARENA_NEWN(t->arena, struct replay_symbol *, n.nvars + 1);
	t->r.stack = ARENA_NEWN(t->arena, struct replay_symbol, STACK);
	tir_walk_stmts(&t->f->body, note, t);
	for (uint32_t i = 0; i < t->f->params.n; i++) {
		const struct tir_param *p = &t->f->params.at[i];
		if (p->var) {
			*value_of(t, p->var) = proof_replay_atom(1, p->var->id, 0);
			t->nvars = p->var->id >= t->nvars ? p->var->id + 1 : t->nvars;
		}
		if (p->buffer && p->buffer->id >= t->nbuffers)
			t->nbuffers = p->buffer->id + 1;
	}
}

enum proof_verdict proof_tiles(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	struct diag silent = {0};
	struct arena scratch = arena_scratch(arena);
	struct tile_walk *w = ARENA_NEW(&scratch, struct tile_walk);
	struct tile *t = ARENA_NEW(&scratch, struct tile);
	w->t = t;
	*t = (struct tile){.arena = &scratch,
	        .f = f,
	        .g = g,
	        .contract = contract,
	        .value = proof_tile_value,
	        .load_before = proof_tile_load_before};
	begin(t);
	bool ok = tir_verify_func(g, &silent) && walk(w, &f->body, &g->body);
	*why = t->r.why;
	arena_free(&scratch);
	return ok ? PROOF_PROVED : PROOF_UNDECIDED;
}
