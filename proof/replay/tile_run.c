/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/tile_run.c: statements run on symbols, where elements are sums of variables.
 *
 * Idea.    As replay.c does, but for memory: a map of the cells that were stored.  Of g's nests it is that of the tile; what a
 *          tile loads and has not stored must be what was there before all tiles.
 *          g may load elements of its own memory that nobody stored, and drop them: whole registers are loaded where a part
 *          is used.  Such an element is a symbol that f has not.  What g leaves is right for any value of it, or not
 *          the same polynomial.  While tiles run that memory does not change, so the symbol stands for one value even if
 *          another sum of variables is the same element.
 *          So is what a tile loads from memory that tiles store to: with that symbol in it, what the tile leaves is not
 *          what f leaves.  But where the tile stores the symbol back, at once and into the same element, as a row of which
 *          some lanes are kept does, nothing changes: that is no store.  A store to another sum of variables may be one to
 *          the same element: after each the symbols are other ones. */
#include "proof/replay/tile.h"

/* ---- Cells -------------------------------------------------------------------------------*/
static uint32_t slot_of(const struct tile_map *m, uint64_t who, const struct replay_symbol *at)
{
	uint64_t h = (who * 31 + at->form) * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)at->number;
	h = (h ^ h >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
	uint32_t k = (uint32_t)(h >> 32) & (m->slots - 1);
	for (; m->slot[k].stamp; k = (k + 1) & (m->slots - 1))
		if (m->slot[k].who == who && m->slot[k].form == at->form &&
		        m->slot[k].number == at->number)
			break;
	return k;
}

struct tile_cell *proof_tile_find(const struct tile_map *m, uint64_t who,
        const struct replay_symbol *at)
{
	struct tile_cell *c = m->n ? &m->slot[slot_of(m, who, at)] : NULL;
	return c && c->stamp ? c : NULL;
}

/* Double the map, with its cells put in anew. */
static void grow(struct tile_map *m, struct arena *arena)
{
	struct tile_map old = *m;
	m->slots = old.slots ? 2 * old.slots : 64;
	m->slot = ARENA_NEWN(arena, struct tile_cell, m->slots);
	for (uint32_t i = 0; i < old.slots; i++) {
		struct replay_symbol at = {.form = old.slot[i].form, .number = old.slot[i].number};
		if (old.slot[i].stamp)
			m->slot[slot_of(m, old.slot[i].who, &at)] = old.slot[i];
	}
}

void proof_tile_put(struct tile_map *m, struct arena *arena, uint64_t who,
        const struct replay_symbol *at, uint32_t stamp, const struct replay_symbol *value)
{
	if (2 * m->n >= m->slots)
		grow(m, arena);
	struct tile_cell *c = &m->slot[slot_of(m, who, at)];
	m->n += !c->stamp;
	*c = (struct tile_cell){who, at->number, at->form, stamp, *value};
}

void proof_tile_clear(struct tile_map *m)
{
	if (m->n)
		memset(m->slot, 0, m->slots * sizeof *m->slot);
	m->n = 0;
}

uint64_t proof_tile_who(const struct tile *t, const struct tir_buffer *root)
{
	return (uint64_t)t->age[root->id] << 32 | root->id;
}

/* ---- Elements ----------------------------------------------------------------------------*/
static bool is_plain(const struct tir_buffer *b)
{
	const struct tir_buffer *root = b->root;
	return root && !b->strides && !b->elem_offset && b->elem.lanes == 1 && !root->strides &&
	       !root->elem_offset && tir_type_eq(b->elem, root->elem) &&
	       (b == root || b->starts_there);
}

static bool out_of_bounds(struct tile *t)
{
	return proof_replay_fault(&t->r, "an element lies out of its buffer");
}

/* at = at * n + index, which lies below n. */
static bool add_index(struct tile *t, struct replay_symbol *at, const struct replay_symbol *index,
        int64_t n)
{
	struct replay_sum s, i, row = {.number = 0};
	struct replay_range range;
	if (!proof_replay_sum_of(&t->r, index, &i))
		return proof_replay_unknown(&t->r, "an element depends on what is in memory");
	if (!proof_replay_range(&t->r, &i, &range) || range.least < 0 || range.most >= n)
		return out_of_bounds(t);
	proof_replay_sum_of(&t->r, at, &s);
	if (!proof_replay_add(&row, &s, n) || !proof_replay_add(&row, &i, 1))
		return out_of_bounds(t);
	return proof_replay_of_sum(&t->r, &row, at);
}

/* Elements of a buffer of constant shape; -1: it has none. */
static int64_t elements(const struct tir_buffer *b)
{
	int64_t n = 1;
	for (uint32_t i = 0; i < b->ndim; i++)
		if (b->shape[i]->op != TIR_INT_IMM || b->shape[i]->u.i < 0 ||
		        __builtin_mul_overflow(n, b->shape[i]->u.i, &n))
			return -1;
	return n;
}

/* The elements' numbers, on the stack; NULL: r.why. */
static struct replay_symbol *place(struct tile *t, const struct tir_buffer *b, uint32_t nindex,
        const struct tir_expr *const *index, uint32_t lanes)
{
	struct replay_symbol *at = proof_replay_push(&t->r, lanes);
	if (!at || !is_plain(b) || nindex != b->ndim || elements(b) < 0 || elements(b->root) < 0) {
		proof_replay_unknown(&t->r, "a buffer is not understood");
		return NULL;
	}
	for (uint32_t l = 0; l < lanes; l++)
		at[l] = proof_replay_number(0);
	for (uint32_t i = 0; i < nindex; i++) {
		uint32_t used = t->r.used;
		const struct replay_symbol *s = proof_replay_operand(&t->r, index[i]);
		for (uint32_t l = 0; l < lanes; l++)
			if (!s || !add_index(t, &at[l], &s[index[i]->type.lanes > 1 ? l : 0],
			                  b->shape[i]->u.i))
				return NULL;
		t->r.used = used;
	}
	if (elements(b) > elements(b->root)) {
		out_of_bounds(t);
		return NULL;
	}
	t->touched[b->root->id] = 1;
	t->root[b->root->id] = b->root;
	return at;
}

/* A hash of where an element lies: its number, and the factors of its form. */
static uint64_t hash_of_place(const struct tile *t, const struct replay_symbol *at)
{
	uint64_t h = (uint64_t)at->number;
	for (uint32_t i = 0; at->form && i < t->forms.nvars; i++)
		h = (h ^ h >> 31) * UINT64_C(0x94d049bb133111eb) +
		    (uint64_t)t->forms.all.at[at->form].factor[i];
	return h;
}

struct replay_symbol proof_tile_first_value(const struct tile *t, const struct tir_buffer *root,
        const struct replay_symbol *at)
{
	return proof_replay_atom(root->id, hash_of_place(t, at), (uint64_t)(at->form != 0) << 32);
}

/* What g loads from memory of its own to which nothing was stored: a symbol that f has not. */
static struct replay_symbol undefined(const struct tile *t, uint64_t who,
        const struct replay_symbol *at)
{
	return proof_replay_atom(UINT64_C(3) << 60 ^ who, hash_of_place(t, at),
	        1 + ((uint64_t)(at->form != 0) << 32));
}

/* What a tile of g loads from memory that tiles store to, and has not stored itself: a symbol that f has not, another one after
 * each store of the tile. */
static struct replay_symbol left_there(const struct tile *t, uint64_t who,
        const struct replay_symbol *at)
{
	uint64_t sum = at->form != 0 ? 1 : 0;
	return proof_replay_atom(UINT64_C(5) << 60 ^ who, hash_of_place(t, at),
	        sum << 32 | t->run->nstored);
}

/* Does the tile store in the element what it has just loaded from there? */
static bool is_left_there(const struct tile *t, uint64_t who, const struct replay_symbol *at,
        const struct replay_symbol *value, struct tir_type elem)
{
	struct replay_symbol left;
	if (!t->run || !t->r.second || t->run->place != UINT32_MAX || value->known ||
	        proof_tile_find(&t->run->cells, who, at))
		return false;
	left = left_there(t, who, at);
	return proof_replay_is_same(elem, &left, value);
}

/* The cell as a tile of g, or what comes before the nests, loads it. */
static bool load_after(struct tile *t, const struct tir_buffer *root,
        const struct replay_symbol *at, struct replay_symbol *out)
{
	uint64_t who = proof_tile_who(t, root);
	const struct tile_cell *c = t->run ? proof_tile_find(&t->run->cells, who, at) : NULL;
	if (c) {
		*out = c->value;
		return true;
	}
	bool own = t->run && t->written[root->id] & 2;
	if (!own && t->spoiled[root->id] && t->settled[root->id]) {
		/* all of it is what f leaves there */
		t->r.second = false;
		bool ok = t->value(t, root, at, t->nbefore, out);
		t->r.second = true;
		return ok;
	}
	if (own) {
		*out = left_there(t, who, at);
		return true;
	}
	if (t->spoiled[root->id])
		return proof_replay_unknown(&t->r, "another tile may store what one loads");
	c = proof_tile_find(&t->base, who, at);
	/* what stands before the nests stored to elements with numbers */
	bool early = !t->run || t->written[root->id] & 1;
	if (!c && root->id >= t->nbuffers && early && at->form)
		return proof_replay_unknown(&t->r, "what is loaded was not stored");
	*out = c                         ? c->value
	       : root->id >= t->nbuffers ? undefined(t, who, at)
	                                 : proof_tile_first_value(t, root, at);
	return true;
}

bool proof_tile_load(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	struct tile *t = r->ctx;
	uint32_t id = e->u.buffer->root->id;
	bool is_table = id < t->nbuffers && !t->written[id] && !t->spoiled[id];
	if (is_table && !proof_replay_table(r, e, out, &is_table))
		return false;
	if (is_table) {
		t->touched[id] = 1;
		t->root[id] = e->u.buffer->root;
		return true;
	}
	const struct replay_symbol *at = place(t, e->u.buffer, e->n, e->arg, e->type.lanes);
	for (uint32_t l = 0; at && l < e->type.lanes; l++) {
		const struct tir_buffer *root = e->u.buffer->root;
		if (!(r->second ? load_after(t, root, &at[l], &out[l])
		                : t->load_before(t, root, &at[l], &out[l])))
			return false;
	}
	return at != NULL;
}

/* ---- Statements --------------------------------------------------------------------------*/
/* The value as one that is no sum of variables: what is kept longer than their ranges. */
static struct replay_symbol without_form(struct replay_symbol v)
{
	v.form = 0;
	return v;
}

/* Do a store on symbols, in the run that is going on or in what was before; false with the reason. */
static bool run_store(struct tile *t, const struct tir_stmt *s)
{
	const struct tir_store *x = tir_as_store(s);
	const struct tir_expr *index[TIR_MAX_RANK];
	uint32_t lanes = x->value.e->type.lanes;
	if (x->mask.e)
		return proof_replay_unknown(&t->r, "a store has a mask");
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = x->index[i].e;
	struct replay_symbol *value = proof_replay_push(&t->r, lanes);
	bool stored = value ? proof_replay_stored(&t->r, s, value)
	                    : proof_replay_unknown(&t->r, "vectors are too wide");
	const struct replay_symbol *at = stored ? place(t, x->buffer, s->nindex, index, lanes)
	                                        : NULL;
	struct tile_map *m = t->run ? &t->run->cells : &t->base;
	uint64_t who = proof_tile_who(t, x->buffer->root);
	bool one_row = at != NULL; /* all lanes are different elements */
	for (uint32_t l = 1; one_row && l < lanes; l++)
		one_row = at[l].form == at[0].form && at[l].number == at[0].number + (int64_t)l;
	for (uint32_t l = 0; at && l < lanes; l++) {
		struct replay_symbol v = t->run ? value[l] : without_form(value[l]);
		if (!t->run && at[l].form)
			return proof_replay_unknown(&t->r, "an element depends on a loop around");
		if (one_row && is_left_there(t, who, &at[l], &v, x->buffer->root->elem))
			continue;
		proof_tile_put(m, t->arena, who, &at[l], t->run ? t->run->stamp : 1, &v);
	}
	if (t->run)
		t->run->nstored++;
	return at != NULL;
}

/* Bind a variable to what its value is, lane by lane; false with the reason. */
static bool run_bind(struct tile *t, const struct tir_stmt *s)
{
	const struct tir_bind *x = tir_as_bind(s);
	struct replay_symbol **v = &t->r.value[x->var->id];
	if (!*v)
		*v = ARENA_NEWN(t->arena, struct replay_symbol, x->value.e->type.lanes);
	if (!proof_replay_expr(&t->r, x->value.e, *v))
		return false;
	for (uint32_t l = 0; !t->run && l < x->value.e->type.lanes; l++)
		(*v)[l] = without_form((*v)[l]);
	return true;
}

/* The number that e is; false with the reason: it depends on memory. */
static bool known(struct tile *t, const struct tir_expr *e, int64_t *out)
{
	struct replay_symbol s;
	if (!proof_replay_expr(&t->r, e, &s))
		return false;
	*out = s.number;
	return s.known || proof_replay_unknown(&t->r, "a condition depends on what is in memory");
}

/* The one iteration of a loop that is bound. */
static bool run_bound(struct tile *t, const struct tir_stmt *s, const struct replay_sum *number,
        int64_t min)
{
	const struct tir_for *l = tir_as_for(s);
	struct tile_run *run = t->run;
	struct replay_sum at = {.number = min};
	uint32_t stamp = run->stamp;
	if (!proof_replay_add(&at, number, tir_loop_step(s)) ||
	        !proof_replay_of_sum(&t->r, &at, t->r.value[l->var->id]))
		return false;
	run->stamp = ++run->stamps;
	bool ok = proof_tile_run_seq(t, &l->body);
	run->stamp = stamp;
	return ok;
}

/* Do a loop: the one iteration that is bound to, or all of them; false with the reason. */
static bool run_loop(struct tile *t, const struct tir_stmt *s)
{
	const struct tir_for *l = tir_as_for(s);
	int64_t min, extent, step = tir_loop_step(s);
	if (l->var->type.lanes != 1 || step < 1 || !known(t, l->min.e, &min) ||
	        !known(t, l->extent.e, &extent))
		return l->var->type.lanes == 1 && step >= 1
		               ? false
		               : proof_replay_unknown(&t->r, "a loop is not understood");
	if (!t->r.value[l->var->id])
		t->r.value[l->var->id] = ARENA_NEW(t->arena, struct replay_symbol);
	for (uint32_t i = 0; t->run && i < t->run->bound.n; i++)
		if (t->run->bound.at[i].loop == s)
			return run_bound(t, s, &t->run->bound.at[i].number, min);
	for (int64_t k = 0; k < extent; k = step < extent - k ? k + step : extent) {
		if (!t->r.steps)
			return proof_replay_unknown(&t->r, "there is too much to do");
		t->r.steps--;
		*t->r.value[l->var->id] = proof_replay_number(min + k);
		if (!proof_tile_run_seq(t, &l->body))
			return false;
	}
	return true;
}

static bool run_if(struct tile *t, const struct tir_stmt *s)
{
	int64_t c;
	return known(t, tir_value_of(s), &c) &&
	       proof_tile_run_seq(t, c ? tir_body(s) : tir_orelse(s));
}

bool proof_tile_run_stmt(struct tile *t, const struct tir_stmt *s)
{
	switch (s->kind) {
	case TIR_BIND: return run_bind(t, s);
	case TIR_STORE: return run_store(t, s);
	case TIR_ALLOC: t->age[tir_as_alloc(s)->buffer->id]++; return true;
	case TIR_DECL: return true;
	case TIR_FOR: return run_loop(t, s);
	case TIR_IF: return run_if(t, s);
	case TIR_ATTR: return proof_tile_run_seq(t, tir_body(s));
	case TIR_WHILE:
	case TIR_ASSERT:
	case TIR_LAUNCH:
	case TIR_EVALUATE:
	case TIR_BREAK:
	case TIR_CONTINUE:
	case TIR_RETURN:
	case TIR_BLOCK: break;
	}
	return proof_replay_unknown(&t->r, "a statement is not understood");
}

bool proof_tile_run_seq(struct tile *t, const struct tir_seq *s)
{
	uint32_t used = t->r.used;
	for (const struct tir_stmt *x = s->first; x; x = x->next) {
		if (!proof_tile_run_stmt(t, x))
			return false;
		t->r.used = used;
	}
	return true;
}
