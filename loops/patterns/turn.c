/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/turn.c: row reductions: rows transposed into lanes: which loops.
 *
 * Idea.   Where each iteration of a loop has a row of its own, with a sum or a maximum of it, neighbouring iterations
 *         access elements a row apart.  Of 32 rows a transposed copy is made: the same elements of 32 rows are neighbours.
 *         In front of the loop rows are transposed into it, behind it they are transposed back.  Then iterations can become lanes
 *         (vectorize.c), and nothing goes across lanes.
 * Needs   loops that are statements of the function itself, of 32 iterations or a multiple unless nobody asks for a row's number;
 *         rows of 4 bytes and more; of what is stored, whole rows.
 *         One or two rows behind whole blocks stay a loop of their own, whose columns may be lanes.
 * Keeps   the order of iterations.  Whether it pays is for who asks vectorize.c.
 * Costs   each nest, once.
 * Wrong if a copy is not what its rows are: proof/replay/replay.c runs both functions on symbols. */
#include "loops/patterns/turn.h"
#include "loops/nest/counted.h"
#include "loops/nest/piece.h"
#include "loops/nest/private.h"

enum {
	NODES = 4096,        /* of a nest's operands */
	LEAST_ROW = 4,       /* bytes */
	MOST_COPY = 1 << 15, /* bytes of a copy */
	FEWEST_ROWS = 4,
	ALONE = 2 /* rows behind whole blocks that are no block of their own, at most */
};

struct reader {
	struct turn_nest *n;
	const struct tir_stmt *around[DOT_LOOPS];
	uint32_t depth, nodes;
	bool conditional;
};

/* ---- Elements ----------------------------------------------------------------------------*/
static bool is_plain(const struct tir_buffer *b)
{
	return b->ndim == 1 && !b->strides && !b->elem_offset && b->elem.lanes == 1 &&
	       b->elem.bits == 8 && tir_is_int(b->elem) && b->shape[0]->op == TIR_INT_IMM &&
	       b->root && (!strcmp(b->scope, "global") || !strcmp(b->scope, "local"));
}

/* The loop in the nest whose variable it is; NULL: none. */
static const struct tir_stmt *loop_of(const struct reader *r, const struct tir_var *v)
{
	for (uint32_t i = 0; i < r->depth; i++)
		if (tir_as_for(r->around[i])->var == v)
			return r->around[i];
	return NULL;
}

/* Are all variables in it those of loops? */
static bool is_of_loops(const struct reader *r, const struct tir_expr *e)
{
	if (e->op == TIR_VAR)
		return loop_of(r, e->u.var) != NULL;
	for (uint32_t i = 0; i < e->n; i++)
		if (!is_of_loops(r, e->arg[i]))
			return false;
	return !(e->flags & TIR_READS_MEM);
}

/* An index: the stride of rows; the element of a row, which is all of it in the innermost loop. */
struct place {
	int64_t row, lo, hi;
	bool all;
};

/* False: it is not understood. */
static bool read_place(const struct reader *r, const struct tir_expr *e, struct place *out)
{
	enum { MOST = 1 << 24 };
	const struct affine *a = affine_of(r->n->facts, e);
	*out = (struct place){0, a->constant, a->constant, false};
	if (a->constant < -MOST || a->constant > MOST)
		return false;
	uint32_t others = 0;
	for (uint32_t i = 0; i < a->n; i++) {
		const struct affine_term *t = &a->term[i];
		const struct tir_stmt *s = t->n == 1 && t->x[0]->op == TIR_VAR
		                                   ? loop_of(r, t->x[0]->u.var)
		                                   : NULL;
		if (!s || t->factor < -MOST || t->factor > MOST)
			return false;
		if (s == r->n->loop) {
			out->row = t->factor;
			continue;
		}
		int64_t n = tir_as_for(s)->extent.e->u.i;
		if (n > MOST)
			return false;
		*(t->factor < 0 ? &out->lo : &out->hi) += t->factor * (n - 1);
		out->all = t->factor == 1 && !a->constant;
		others++;
	}
	out->all &= others == 1 && !r->conditional;
	return true;
}

/* The length of a row as it is transposed: 2^n, or whole registers. */
static int64_t padded(int64_t row)
{
	int64_t all = LEAST_ROW;
	while (all < row && all < DOT_LINE)
		all *= 2;
	return all < row ? (row + DOT_LINE - 1) / DOT_LINE * DOT_LINE : all;
}

static bool is_length(int64_t row)
{
	return row >= LEAST_ROW && padded(row) * TURN_ROWS * 4 <= MOST_COPY;
}

/* An access to an element; false: its rows cannot be transposed. */
static bool read_access(struct reader *r, struct tir_buffer *b, uint32_t nindex,
        const struct tir_expr *const *index, bool stores)
{
	struct turn_nest *n = r->n;
	struct place p;
	if (nindex != 1 || !read_place(r, index[0], &p))
		return nindex == 1 && !turn_buffer_of(n, b) && !stores;
	struct turn_buffer *x = (struct turn_buffer *)turn_buffer_of(n, b);
	n->numbered |= p.row == 1;
	if (p.row == 0 || p.row == 1)
		return !x;
	if (!x) {
		if (n->n == TURN_BUFFERS || !is_plain(b) || !is_length(p.row) ||
		        p.row * n->rows > b->shape[0]->u.i)
			return false;
		x = &n->buffer[n->n++];
		*x = (struct turn_buffer){.of = b, .length = p.row, .row = padded(p.row)};
	}
	x->loaded |= !stores;
	x->stored |= stores;
	x->filled |= stores && p.all && p.hi == p.row - 1;
	return p.row == x->length && p.lo >= 0 && p.hi < p.row && is_of_loops(r, index[0]);
}

/* ---- The nest ----------------------------------------------------------------------------*/
static bool read_expr(struct reader *r, const struct tir_expr *e)
{
	if (!r->nodes || e->type.lanes != 1 || e->op == TIR_MASKED_LOAD ||
	        e->op == TIR_ADDRESS_OF || e->op == TIR_BUFFER_DATA || e->op == TIR_LET ||
	        (e->op == TIR_CALL && tir_call_effect(e) != TIR_PURE))
		return false;
	r->nodes--;
	if (e->op == TIR_LOAD && !read_access(r, e->u.buffer, e->n, e->arg, false))
		return false;
	if (e->op == TIR_LOAD && turn_buffer_of(r->n, e->u.buffer))
		return true;
	r->n->numbered |= e->op == TIR_VAR && e->u.var == tir_as_for(r->n->loop)->var;
	for (uint32_t i = 0; i < e->n; i++)
		if (!read_expr(r, e->arg[i]))
			return false;
	return true;
}

static bool read_seq(struct reader *r, const struct tir_seq *s);

/* Read the bodies of s, one loop deeper if it is a loop; false: too deep, or one whose iterations are not known. */
static bool read_bodies(struct reader *r, const struct tir_stmt *s)
{
	bool conditional = r->conditional;
	if (s->kind == TIR_FOR && (r->depth == DOT_LOOPS || !loops_is_counted(s)))
		return false;
	r->conditional |= s->kind == TIR_IF;
	if (s->kind == TIR_FOR)
		r->around[r->depth++] = s;
	bool ok = read_seq(r, tir_body(s)) && read_seq(r, tir_orelse(s));
	r->depth -= s->kind == TIR_FOR;
	r->conditional = conditional;
	return ok;
}

/* Read a store; false: it is masked, or its element is none of a row. */
static bool read_store(struct reader *r, const struct tir_stmt *s)
{
	const struct tir_store *x = tir_as_store(s);
	const struct tir_expr *index = s->nindex == 1 ? x->index[0].e : NULL;
	r->n->sums |= r->depth > 1 && private_is_small(x->buffer, 1) &&
	              private_is_set_first(tir_body(r->n->loop), x->buffer);
	return index && !x->mask.e && read_access(r, x->buffer, 1, &index, true);
}

/* Read the statements; false: another kind of statement, or an access that is not of rows. */
static bool read_seq(struct reader *r, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		const struct tir_expr *op[TIR_MAX_OPERANDS];
		uint32_t nops = tir_stmt_exprs(t, op, TIR_MAX_OPERANDS);
		if (t->kind != TIR_FOR && t->kind != TIR_IF && t->kind != TIR_BIND &&
		        t->kind != TIR_STORE)
			return false;
		for (uint32_t i = 0; i < nops; i++)
			if ((t->kind != TIR_STORE || op[i] == tir_value_of(t)) &&
			        !read_expr(r, op[i]))
				return false;
		if ((t->kind == TIR_STORE && !read_store(r, t)) || !read_bodies(r, t))
			return false;
	}
	return true;
}

/* Is a row that is stored stored whole, and not read?  Do no two buffers name the same memory? */
static bool are_rows(const struct turn_nest *n)
{
	for (uint32_t i = 0; i < n->n; i++) {
		const struct turn_buffer *x = &n->buffer[i];
		if (x->stored && (x->loaded || !x->filled))
			return false;
		for (uint32_t k = 0; k < i; k++)
			if (n->buffer[k].of->root == x->of->root)
				return false;
	}
	return n->n && n->sums;
}

/* Is s a loop over whole blocks of rows, with a sum a row?  Then n holds it. */
static bool read_nest(struct turn_nest *n, const struct tir_stmt *s)
{
	struct reader r = {.n = n, .around = {s}, .depth = 1, .nodes = NODES};
	*n = (struct turn_nest){.facts = n->facts, .loop = s, .doubt = loops_no_doubt()};
	if (!loops_is_counted(s))
		return false;
	n->rows = tir_as_for(s)->extent.e->u.i;
	n->blocks = (n->rows + TURN_ROWS - 1) / TURN_ROWS;
	bool reads = read_seq(&r, tir_body(s));
	bool whole = n->rows % TURN_ROWS == 0 || (n->rows >= FEWEST_ROWS && !n->numbered);
	if (n->n && n->sums)
		loops_looks(&n->doubt, s);
	return loops_holds(&n->doubt, reads, LOOPS_TURN_ACCESS) &&
	       loops_holds(&n->doubt, whole, LOOPS_TURN_BLOCKS) &&
	       loops_holds(&n->doubt, are_rows(n), LOOPS_TURN_STORED);
}

/* ---- All ---------------------------------------------------------------------------------*/
struct turn_walk {
	struct tir_func *f;
	struct turn_nest n;
	struct facts_options known;
	struct arena *arena;
	struct loops_vectors *vectors;
	bool any;
};

/* The loop's iterations that are whole blocks, if there are few others; else s. */
static const struct tir_stmt *without_few(struct turn_walk *w, const struct tir_stmt *s)
{
	int64_t n = loops_is_counted(s) ? tir_as_for(s)->extent.e->u.i : 0, few = n % TURN_ROWS;
	if (n < TURN_ROWS || !few || few > ALONE)
		return s;
	struct tir_stmt *whole = tir_stmt_copy(w->f->module->arena, s);
	tir_as_for(whole)->extent.e = tir_int(w->f->module, TIR_INT32, n - few);
	return whole;
}

/* A loop whose rows behind whole blocks are done by themselves, and the memory that these get for themselves. */
struct few {
	struct turn_walk *w;
	const struct tir_stmt *loop;
	struct tir_subst copy;
	struct tir_seq *out;
};

/* Let an element that each iteration sets first, and nobody reads behind the loop, be another one in the copy. */
static bool renew(void *ctx, struct tir_stmt *s)
{
	struct few *x = ctx;
	struct tir_buffer *b = s->kind == TIR_STORE ? tir_as_store(s)->buffer : NULL;
	bool is_done = b && b->id < x->copy.buffer.n && x->copy.buffer.at[b->id];
	if (!b || is_done || !private_is_small(b, 1) ||
	        private_is_named(&x->w->f->body, b, x->loop) ||
	        !private_is_set_first(tir_body(x->loop), b))
		return true;
	struct tir_stmt *alloc = tir_stmt_new(x->w->f->module, TIR_ALLOC, x->loop->at);
	alloc->form = TIR_ALLOC_BUFFER;
	tir_as_alloc(alloc)->buffer = tir_subst_fresh_buffer(&x->copy, b);
	tir_seq_add(x->out, alloc);
	return true;
}

/* Add the iterations behind whole blocks. */
static void add_few(struct turn_walk *w, const struct tir_stmt *s, struct tir_seq *out)
{
	struct few x = {w, s, {.m = w->f->module, .arena = w->arena}, out};
	int64_t n = tir_as_for(s)->extent.e->u.i;
	tir_walk_stmts(tir_body(s), renew, &x);
	tir_seq_add(out, loops_piece(&x.copy, s, tir_body(s), w->n.rows, n - w->n.rows));
}

/* Add what stands for the statement: rows that are turned, or a copy; an `if` may have such loops in it. */
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct turn_walk *w = ctx;
	bool loop = s->kind == TIR_FOR;
	if (loop && !w->n.facts)
		w->n.facts = facts_begin(w->f, &w->known, w->arena);
	const struct tir_stmt *whole = loop ? without_few(w, s) : s;
	if (loop && read_nest(&w->n, whole)) {
		struct loops_vectorized x = {LOOPS_TURNED, s, TURN_ROWS};
		tir_seq_append(out, turn_make(&w->n, w->f->module, w->arena));
		if (whole != s)
			add_few(w, s, out);
		VEC_PUSH(w->arena, &w->vectors->all, x);
		w->any = true;
		return;
	}
	struct tir_stmt *copy = tir_stmt_copy(w->f->module->arena, s);
	if (loop)
		loops_refuse(w->vectors, w->arena, s, &w->n.doubt);
	if (s->kind == TIR_IF)
		tir_seq_map_bodies(copy, visit, w);
	tir_seq_add(out, copy);
}

struct tir_func *loops_turn(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct turn_walk w = {.f = f,
	        .known = {.alias = options->alias, .ctx = options->ctx},
	        .arena = arena,
	        .vectors = vectors};
	vectors->all.n = 0;
	if (options->lanes && options->lanes < TURN_ROWS)
		return f;
	struct tir_seq body = tir_seq_map(&f->body, visit, &w);
	return w.any ? tir_func_with_body(f, body) : f;
}
