/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/fuse.c: nests beside each other, of which one reads what the one before it wrote, as one nest (loop fusion).
 *
 * Idea    for i: T[i] = A[i] + 1; for i: B[i] = T[i] * 2 is one loop, in which T[i] is known when it is loaded.
 * Needs   loops of the same ranges around statements that hold no loops; a load in the second nest of an element that the first one
 *         stores in the same iteration: there is nothing to win otherwise.
 * Keeps   the order of dependent accesses: nothing that the second nest accesses in an earlier iteration is accessed by the first one in
 *         a later one, and of parallel loops nothing in any other.
 * Costs   the accesses of two nests, pair by pair, up to a bound; NESTS of them become one at most.  Each pair costs the number of the
 *         module's expressions, and WORK is the most of all. */
#include "loops/storage/fuse.h"

enum { LOOPS = 6, NESTS = 16, MOST_ACCESSES = 48, WORK = 1 << 20 };

struct fuse {
	struct tir_module *m;
	struct tir_func *f;
	struct arena *arena;
	const struct loops_options *options;
	struct loops_vectors *report;
	struct fused fused;
	VEC(const struct tir_stmt *) decl_of; /* by buffer that is a view: its declaration */
	VEC(const struct tir_stmt *) views;   /* that the bodies at hand name */
	uint64_t left;                        /* of WORK */
	uint32_t gone; /* statements that follow, which are in a fused nest */
};
/* Loops with nothing else between, around statements without loops. */
struct nest {
	const struct tir_stmt *loop[LOOPS];
	uint32_t n;
	struct tir_seq body;
};

static bool is_loop(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR;
}

/* Is it a statement that may be done at another time, as far as memory allows it? */
static bool is_plain(void *ctx, struct tir_stmt *s)
{
	(void)ctx;
	unsigned not_plain = TIR_HAS_EFFECT | TIR_HAS_ADDRESS;
	return (s->kind == TIR_STORE || s->kind == TIR_IF || s->kind == TIR_BIND) &&
	       !(tir_stmt_flags(s) & not_plain);
}

/* Is the statement such a nest?  Then it is in n. */
static bool read_nest(const struct tir_stmt *s, struct nest *n)
{
	for (n->n = 0; s && is_loop(s); s = tir_body(s)->first) {
		const struct tir_for *l = tir_as_for(s);
		bool kind = s->for_kind == TIR_SERIAL || s->for_kind == TIR_PARALLEL;
		bool plain = kind && !(l->more->attr && l->more->attr->n) && !l->more->tag &&
		             !l->more->step.e &&
		             !(tir_stmt_flags(s) & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_MAY_TRAP));
		if (!plain || n->n == LOOPS)
			return false;
		n->loop[n->n++] = s;
		n->body = *tir_body(s);
		if (n->body.first && is_loop(n->body.first) && n->body.first->next)
			return false;
	}
	return n->n && n->body.first && tir_walk_stmts(&n->body, is_plain, NULL);
}

/* Have the loops of both nests, which are as many, the same ranges, and are the same ones parallel? */
static bool same_ranges(struct fuse *w, const struct nest *a, const struct nest *b,
        struct arena *arena)
{
	struct tir_subst other = {.m = w->m, .arena = arena};
	for (uint32_t i = 0; i < a->n; i++) {
		const struct tir_for *x = tir_as_for(a->loop[i]), *y = tir_as_for(b->loop[i]);
		if (a->loop[i]->for_kind != b->loop[i]->for_kind ||
		        x->min.e != tir_subst_expr(&other, y->min.e) ||
		        x->extent.e != tir_subst_expr(&other, y->extent.e) ||
		        !tir_type_eq(x->var->type, y->var->type))
			return false;
		tir_subst_var(&other, y->var, x->var->expr);
	}
	return true;
}

/* The second nest's body with the first one's variables. */
static struct tir_seq body_as(struct fuse *w, const struct nest *a, const struct nest *b,
        struct arena *arena)
{
	struct tir_subst other = {.m = w->m, .arena = arena};
	for (uint32_t i = 0; i < a->n; i++)
		tir_subst_var(&other, tir_as_for(b->loop[i])->var,
		        tir_as_for(a->loop[i])->var->expr);
	return tir_subst_seq(&other, &b->body);
}

/* Copies of the statements. */
static struct tir_seq copy_of(struct fuse *w, const struct tir_seq *s)
{
	struct tir_seq out = {0};
	for (const struct tir_stmt *x = s->first; x; x = x->next)
		tir_seq_add(&out, tir_stmt_copy(w->m->arena, x));
	return out;
}

/* The nest's loops around the body, which are in the nest then. */
static struct tir_stmt *around(struct fuse *w, struct nest *n, struct tir_seq body)
{
	n->body = body;
	for (uint32_t i = n->n; i-- > 0;) {
		struct tir_stmt *loop = tir_stmt_copy(w->m->arena, n->loop[i]);
		tir_set_body(loop, body);
		n->loop[i] = loop;
		body = (struct tir_seq){loop, loop};
	}
	return body.first;
}

/* ---- Views ---------------------------------------------------------------------------------*/
static void note_decl(struct fuse *w, const struct tir_stmt *s)
{
	while (w->decl_of.n <= tir_buffer_of(s)->id)
		VEC_PUSH(w->arena, &w->decl_of, NULL);
	w->decl_of.at[tir_buffer_of(s)->id] = s;
}

static bool see_node(void *ctx, const struct tir_expr *e);

/* Note the buffer's declaration, behind those of what it is a view of. */
static void note_view(struct fuse *w, const struct tir_buffer *b)
{
	const struct tir_stmt *decl = b->id < w->decl_of.n ? w->decl_of.at[b->id] : NULL;
	for (uint32_t i = 0; i < w->views.n; i++)
		if (w->views.at[i] == decl)
			return;
	if (!decl || w->views.n == MOST_ACCESSES)
		return;
	tir_walk_expr(tir_value_of(decl), w->arena, see_node, w);
	VEC_PUSH(w->arena, &w->views, decl);
}

static bool see_node(void *ctx, const struct tir_expr *e)
{
	if (e->op == TIR_LOAD || e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF)
		note_view(ctx, e->u.buffer);
	return true;
}

/* Note the views that the statement names. */
static bool see_stmt(void *ctx, struct tir_stmt *s)
{
	struct fuse *w = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(e[i], w->arena, see_node, w);
	if (s->kind == TIR_STORE)
		note_view(w, tir_buffer_of(s));
	return true;
}

/* The statement, behind the declarations of views that it names. */
static struct tir_seq with_views(struct fuse *w, struct tir_stmt *s)
{
	struct tir_seq out = {0}, one = {s, s};
	w->views.n = 0;
	tir_walk_stmts(&one, see_stmt, w);
	for (uint32_t i = 0; i < w->views.n; i++)
		tir_seq_add(&out, tir_stmt_copy(w->arena, w->views.at[i]));
	tir_seq_add(&out, s);
	return out;
}

/* ---- Dependences ---------------------------------------------------------------------------*/
/* The accesses of both bodies, which stand behind each other in one nest. */
struct both {
	const struct facts *facts;
	struct nest *nest;
	struct access_list first, second;
};

/* Does the second one load an element that the first one stores in the same iteration? */
static bool hands_on(const struct both *b)
{
	for (uint32_t i = 0; i < b->first.all.n; i++)
		for (uint32_t k = 0; k < b->second.all.n; k++)
			if (b->first.all.at[i].kind & ACCESS_WRITE &&
			        b->second.all.at[k].kind & ACCESS_READ &&
			        access_is_same(&b->first.all.at[i], &b->second.all.at[k]))
				return true;
	return false;
}

/* Does no access of the second body meet one of the first body in a later iteration of the loop, nor in an earlier one if it is
 * parallel? */
static bool keeps_in(const struct both *b, const struct tir_stmt *loop, const struct access *x,
        const struct access *y)
{
	struct distance d;
	return !dependence_later(b->facts, y, x, loop, &d) &&
	       (loop->for_kind == TIR_SERIAL || !dependence_later(b->facts, x, y, loop, &d));
}

/* Does no access of the second body meet one of the first body in another iteration that comes later then? */
static bool keeps_order(const struct both *b)
{
	for (uint32_t i = 0; i < b->first.all.n; i++)
		for (uint32_t k = 0; k < b->second.all.n; k++) {
			const struct access *x = &b->first.all.at[i], *y = &b->second.all.at[k];
			if (!((x->kind | y->kind) & ACCESS_WRITE))
				continue;
			for (uint32_t l = 0; l < b->nest->n; l++)
				if (!keeps_in(b, b->nest->loop[l], x, y))
					return false;
		}
	return true;
}

static void refuse(struct fuse *w, const struct tir_stmt *loop)
{
	VEC_PUSH(w->arena, &w->report->refused,
	        ((struct loops_refused){LOOPS_FUSE_DEPENDS, loop, loop}));
}

/* May one more pair be looked at?  Then that is counted. */
static bool pays_for_pair(struct fuse *w)
{
	uint64_t cost = (uint64_t)w->m->nexprs + 1;
	if (w->left < cost)
		return false;
	w->left -= cost;
	return true;
}

/* May all be in one loop, and does one hand the other an element?  front, behind: the statements of both.  loop: the second one's, for the
 * report. */
static bool keeps_all(struct fuse *w, struct both *b, struct tir_seq front, struct tir_seq behind,
        const struct tir_stmt *loop, struct arena *arena)
{
	uint32_t inner = facts_loop(b->facts, b->nest->loop[b->nest->n - 1]);
	access_collect(b->facts, &behind, MOST_ACCESSES, inner, arena, &b->second);
	front.last->next = NULL;
	access_collect(b->facts, &front, MOST_ACCESSES, inner, arena, &b->first);
	front.last->next = behind.first;
	unsigned other = ~(unsigned)(EFFECT_READS | EFFECT_WRITES);
	if (!b->first.whole || !b->second.whole || (b->first.effects | b->second.effects) & other ||
	        !hands_on(b))
		return false;
	bool keeps = keeps_order(b);
	if (!keeps)
		refuse(w, loop);
	return keeps;
}

/* Put b's statements behind those in a; false: they may not stand there, or that is no use. */
static bool fit(struct fuse *w, struct nest *a, const struct nest *b, struct arena *arena)
{
	struct tir_seq body = copy_of(w, &a->body), tail = body_as(w, a, b, arena);
	struct tir_stmt *last = body.last, *first = tail.first;
	tir_seq_append(&body, tail);
	struct tir_stmt *s = around(w, a, body);
	struct tir_seq front = {body.first, last}, behind = {first, body.last};
	struct tir_func *part = tir_func_with_body(w->f, with_views(w, s));
	struct facts_options known = {
	        .alias = w->options->alias, .ctx = w->options->ctx, .is_part = true};
	struct both both = {.facts = facts_begin(part, &known, arena), .nest = a};
	return keeps_all(w, &both, front, behind, b->loop[0], arena);
}

/* Put b's statements behind those of a, in a; false: they may not stand there, or that is no use.  a->loop are a's alone. */
static bool joins(struct fuse *w, struct nest *a, const struct nest *b)
{
	struct nest one = *a;
	struct arena scratch = arena_scratch(w->arena);
	bool ok = a->n == b->n && pays_for_pair(w) && same_ranges(w, a, b, &scratch) &&
	          fit(w, &one, b, &scratch);
	arena_free(&scratch);
	if (!ok)
		return false;
	*a = one;
	return true;
}

/* ---- The walk ------------------------------------------------------------------------------*/
/* Add the nests from s on that become one, with the allocations between them in front; false: it stays by itself. */
static bool add_fused(struct fuse *w, const struct tir_stmt *s, struct tir_seq *out)
{
	struct nest a, b;
	const struct tir_stmt *end = s;
	uint32_t n = 1, between = 0; /* nests; statements that stand between those */
	if (!s->next || !read_nest(s, &a))
		return false;
	for (const struct tir_stmt *x = s->next; x && n < NESTS; x = x->next) {
		if (x->kind == TIR_ALLOC)
			continue;
		if (!read_nest(x, &b) || !joins(w, &a, &b))
			break;
		for (const struct tir_stmt *y = end->next; y != x; y = y->next, between++)
			tir_seq_add(out, tir_stmt_copy(w->m->arena, y));
		end = x;
		n++;
	}
	if (n == 1)
		return false;
	VEC_PUSH(w->arena, &w->report->all, ((struct loops_vectorized){LOOPS_FUSED, s, n}));
	struct tir_stmt *one = around(w, &a, copy_of(w, &a.body));
	VEC_PUSH(w->arena, &w->fused.all, one);
	tir_seq_add(out, one);
	w->gone = n - 1 + between;
	return true;
}

/* Fuse the nest with those behind it; what threads do stays. */
static enum tir_fate visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct fuse *w = ctx;
	if (w->gone) {
		w->gone--;
		return TIR_REPLACED;
	}
	if (s->kind == TIR_DECL)
		note_decl(w, s);
	bool threads = s->kind == TIR_LAUNCH || (s->kind == TIR_FOR && s->for_kind == TIR_THREAD);
	if (threads)
		return TIR_KEPT;
	return add_fused(w, s, out) ? TIR_REPLACED : TIR_LOOKED_AT;
}

struct tir_func *loops_fuse(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct fuse w = {.m = f->module,
	        .f = f,
	        .arena = arena,
	        .options = options,
	        .report = vectors,
	        .left = WORK};
	struct tir_seq body;
	/* --scratch=0 asks for the text's own loops */
	if (!options->scratch || !tir_seq_change(w.m->arena, &f->body, visit, &w, &body))
		return f;
	return loops_forward(tir_func_with_body(f, body), &w.fused, options, arena);
}
