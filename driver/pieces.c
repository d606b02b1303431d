/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/pieces.c: where a pass changed a function, and the function with some of these changes alone.
 *
 * Idea      Both functions are compared statement by statement; what is no row of equal statements is a piece: a nest, and what
 *           stands for it.  A change that is not proved as a whole is tried piece by piece: a nest that is refuted, or of which
 *           too little is known, stays as it was, and its neighbours keep their change.
 * Needs     statements in the order of the function before; a piece that stands elsewhere makes one with those between.
 * Preserves what a function does: each piece is proved where it stands, with those that were proved before.
 * Costs     a proof a piece, DRIVER_PIECES at most; nothing where the whole is proved. */
#include "driver/optimize.h"

/* ---- Where they differ ---------------------------------------------------------------------*/
struct compare {
	struct arena *arena;
	struct driver_pieces *out;
};

/* Are both the same but for what is in their bodies? */
static bool same_head(const struct tir_stmt *s, const struct tir_stmt *t)
{
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, a, TIR_MAX_OPERANDS);
	bool same = s->kind == t->kind && s->kind != TIR_BLOCK && s->for_kind == t->for_kind &&
	            tir_buffer_of(s) == tir_buffer_of(t) && tir_var_of(s) == tir_var_of(t) &&
	            tir_tag_of(s) == tir_tag_of(t) && tir_attr_of(s) == tir_attr_of(t) &&
	            tir_node_of(s) == tir_node_of(t) &&
	            tir_stmt_exprs(t, b, TIR_MAX_OPERANDS) == n &&
	            (s->kind != TIR_FOR || tir_loop_step(s) == tir_loop_step(t));
	for (uint32_t i = 0; i < n && same; i++)
		same = a[i] == b[i];
	return same;
}

static bool same_seq(const struct tir_seq *f, const struct tir_seq *g);

static bool same(const struct tir_stmt *s, const struct tir_stmt *t)
{
	return same_head(s, t) && same_seq(tir_body(s), tir_body(t)) &&
	       same_seq(tir_orelse(s), tir_orelse(t));
}

/* Are all their statements the same? */
static bool same_seq(const struct tir_seq *f, const struct tir_seq *g)
{
	const struct tir_stmt *s = f->first, *t = g->first;
	for (; s && t && same(s, t); s = s->next)
		t = t->next;
	return !s && !t;
}

static void compare(struct compare *c, const struct tir_seq *f, const struct tir_seq *g);

/* Note that g's statements stand for f's; of one and one that differ in their bodies, where these do. */
static void note(struct compare *c, const struct tir_stmt *f, uint32_t nf, const struct tir_stmt *g,
        uint32_t ng)
{
	struct driver_pieces *p = c->out;
	if (nf == 1 && ng == 1 && same_head(f, g)) {
		compare(c, tir_body(f), tir_body(g));
		compare(c, tir_orelse(f), tir_orelse(g));
		return;
	}
	if (p->n < DRIVER_PIECES)
		p->at[p->n] = (struct driver_piece){f, g, nf, ng, false};
	p->n++;
}

/* Does the statement, or one in it, store to the buffer? */
static bool stores_to(const struct tir_stmt *s, const struct tir_buffer *b)
{
	bool stores = s->kind == TIR_STORE && tir_buffer_of(s) == b;
	const struct tir_seq *body[] = {tir_body(s), tir_orelse(s)};
	for (int i = 0; i < 2; i++)
		for (const struct tir_stmt *t = body[i]->first; t && !stores; t = t->next)
			stores = stores_to(t, b);
	return stores;
}

/* The buffer that the statement stores to first; NULL: it stores to none. */
static const struct tir_buffer *first_stored(const struct tir_stmt *s)
{
	const struct tir_buffer *b = s->kind == TIR_STORE ? tir_buffer_of(s) : NULL;
	for (const struct tir_stmt *t = tir_body(s)->first; t && !b; t = t->next)
		b = first_stored(t);
	for (const struct tir_stmt *t = tir_orelse(s)->first; t && !b; t = t->next)
		b = first_stored(t);
	return b;
}

/* May t be part of what stands for s? */
static bool belongs(const struct tir_stmt *s, const struct tir_stmt *t)
{
	const struct tir_buffer *b = first_stored(s);
	return b ? stores_to(t, b) : same(s, t);
}

/* Statements in a row. */
struct row {
	const struct tir_stmt **at;
	uint32_t n;
};

static struct row row_of(struct compare *c, const struct tir_stmt *s)
{
	VEC(const struct tir_stmt *) all = {0};
	for (; s; s = s->next)
		VEC_PUSH(c->arena, &all, s);
	return (struct row){all.at, all.n};
}

/* How many of g's statements from k on stand for f's i-th: up to the last one in a row that stores where it does; 0: none does. */
static uint32_t count(struct row f, uint32_t i, struct row g, uint32_t k)
{
	uint32_t end = k;
	while (end < g.n && !belongs(f.at[i], g.at[end]))
		end++;
	if (end == g.n)
		return 0;
	do
		end++;
	while (end < g.n && belongs(f.at[i], g.at[end]) && !belongs(f.at[i + 1], g.at[end]));
	return end - k;
}

/* Note which of g's statements stand for each of f's, which are others. */
static void part(struct compare *c, struct row f, struct row g)
{
	uint32_t k = 0, i = 0, n;
	for (; i + 1 < f.n; i++, k += n) {
		n = f.n == g.n ? 1 : count(f, i, g, k);
		if (!n)
			break;
		if (n != 1 || !same(f.at[i], g.at[k]))
			note(c, f.at[i], 1, g.at[k], n);
	}
	note(c, f.at[i], f.n - i, k < g.n ? g.at[k] : NULL, g.n - k);
}

/* Note where the two differ: without what is the same in front and behind. */
static void compare(struct compare *c, const struct tir_seq *f, const struct tir_seq *g)
{
	struct row x = row_of(c, f->first), y = row_of(c, g->first);
	uint32_t front = 0;
	while (front < x.n && front < y.n && same(x.at[front], y.at[front]))
		front++;
	if (front == x.n && front == y.n)
		return;
	while (x.n > front && y.n > front && same(x.at[x.n - 1], y.at[y.n - 1]))
		x.n--, y.n--;
	if (front == x.n && front) /* what is only added stands with the statement before */
		front--;
	if (front == x.n) { /* or with all there is */
		x = row_of(c, f->first);
		y = row_of(c, g->first);
	}
	if (x.n)
		part(c, (struct row){x.at + front, x.n - front},
		        (struct row){y.at + front, y.n - front});
	else
		c->out->n = DRIVER_PIECES + 1;
}

bool driver_find_pieces(const struct tir_func *f, const struct tir_func *g, struct arena *arena,
        struct driver_pieces *out)
{
	struct compare c = {arena, out};
	out->n = 0;
	compare(&c, &f->body, &g->body);
	if (out->n < 2 || out->n > DRIVER_PIECES)
		out->n = 0;
	return out->n;
}

/* ---- Some of them --------------------------------------------------------------------------*/
struct putter {
	struct arena *to;
	const struct driver_pieces *all;
	uint32_t skip; /* statements that follow, for which something stands */
};

/* Add what stands for s: a piece's statements, or a copy of it. */
static void put(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct putter *p = ctx;
	if (p->skip) {
		p->skip--;
		return;
	}
	for (uint32_t i = 0; i < p->all->n; i++) {
		const struct driver_piece *x = &p->all->at[i];
		const struct tir_stmt *t = x->in_g;
		if (!x->is_taken || x->in_f != s)
			continue;
		for (uint32_t k = 0; k < x->ng; k++, t = t->next)
			tir_seq_add(out, tir_stmt_copy(p->to, t));
		p->skip = x->nf - 1;
		return;
	}
	struct tir_stmt *copy = tir_stmt_copy(p->to, s);
	tir_seq_map_bodies(copy, put, p);
	tir_seq_add(out, copy);
}

struct tir_func *driver_take_pieces(const struct tir_func *f, const struct driver_pieces *all)
{
	struct putter p = {.to = f->module->arena, .all = all};
	struct diag silent = {0};
	struct tir_func *g = tir_func_with_body(f, tir_seq_map(&f->body, put, &p));
	return tir_verify_func(g, &silent) ? g : NULL;
}

static bool has(const struct tir_stmt *s, const struct tir_stmt *loop)
{
	bool is = s == loop;
	for (const struct tir_stmt *t = tir_body(s)->first; t && !is; t = t->next)
		is = has(t, loop);
	for (const struct tir_stmt *t = tir_orelse(s)->first; t && !is; t = t->next)
		is = has(t, loop);
	return is;
}

bool driver_piece_has(const struct driver_piece *p, const struct tir_stmt *loop)
{
	const struct tir_stmt *s = p->in_f;
	for (uint32_t i = 0; i < p->nf; i++, s = s->next)
		if (has(s, loop))
			return true;
	return false;
}

/* ---- Those that are proved -----------------------------------------------------------------*/
struct tir_func *driver_proved_pieces(struct driver_optimizer *r, struct tir_func *f,
        struct driver_pieces *all, proof_check *proof, struct proof_doubts *doubts)
{
	const struct proof_contract contract = driver_contract(&r->options->loops);
	struct tir_func *best = f;
	for (uint32_t i = 0; i < all->n; i++) {
		struct driver_piece *p = &all->at[i];
		const char *why = "a name is used out of its scope";
		p->is_taken = true;
		struct tir_func *g = driver_take_pieces(f, all);
		enum proof_verdict v = g ? proof(best, g, &contract, &r->arena, &why)
		                         : PROOF_UNDECIDED;
		p->is_taken = v == PROOF_PROVED;
		best = p->is_taken ? g : best;
		if (v == PROOF_REFUTED)
			VEC_PUSH(&r->arena, &doubts->all, ((struct proof_doubt){p->in_f, v, why}));
	}
	return best;
}

/* Doubt each loop of the piece; the first one tells why. */
static void doubt_loops(struct driver_optimizer *r, const struct tir_stmt *s, uint32_t n,
        const char **why, struct proof_doubts *doubts)
{
	for (; n && s; n--, s = s->next) {
		const struct proof_doubt d = {s, *why ? PROOF_REFUTED : PROOF_UNDECIDED, *why};
		if (s->kind == TIR_FOR) {
			VEC_PUSH(&r->arena, &doubts->all, d);
			*why = NULL;
		}
		doubt_loops(r, tir_body(s)->first, UINT32_MAX, why, doubts);
		doubt_loops(r, tir_orelse(s)->first, UINT32_MAX, why, doubts);
	}
}

bool driver_doubt_pieces(struct driver_optimizer *r, const struct tir_func *f,
        const struct tir_func *g, proof_loops *proof, struct proof_doubts *doubts)
{
	const struct proof_contract contract = driver_contract(&r->options->loops);
	struct driver_pieces all;
	uint32_t failed = 0;
	doubts->all.n = 0;
	if (!driver_find_pieces(f, g, &r->arena, &all))
		return false;
	for (uint32_t i = 0; i < all.n; i++) {
		struct driver_piece *p = &all.at[i];
		struct proof_doubts other = {0};
		const char *why = "a name is used out of its scope";
		p->is_taken = true;
		const struct tir_func *h = driver_take_pieces(f, &all);
		p->is_taken = false;
		if (h && proof(r->proof, f, h, &contract, &r->arena, &other, &why))
			continue;
		failed++;
		doubt_loops(r, p->in_f, p->nf, &why, doubts);
	}
	return failed < all.n && doubts->all.n;
}
