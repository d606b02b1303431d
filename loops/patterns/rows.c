/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/rows.c: rows whose last element was peeled: it is stored behind the loop that stores the others.
 *
 * Idea.   for i: { for t in range(15): S[i * 16 + t] = S[i * 16 + t + 1]; S[i * 16 + 15] = e(i) } moves a row on by one.
 *         First all e(i) are computed, into a buffer; then for i, t: S[i * 16 + t] = S[i * 16 + t + 1] if t < 15 else
 *         that.  The first loop, and both loops of the second nest, may become lanes.
 * Needs   loops from 0 on with constant extents, rows one behind the other; what e reads is not stored to.
 * Keeps   e(i) reads nothing of the rows, so it may be computed before all of them.
 * Costs   each nest, once.
 * Wrong if a row depends on what is stored to another one: proof/replay/replay.c runs both functions on symbols. */
#include "analysis/analysis.h"
#include "loops/nest/counted.h"
#include "loops/nest/private.h"
#include "loops/values/scale.h"
#include "target/target.h"

enum { LOOPS = 4, LEAST = 4, MOST = 64, MOST_MEMORY = 1 << 14, LANES = 32 };

struct row {
	const struct facts *facts;
	struct tir_module *m;
	struct arena *scratch;
	const struct tir_stmt *loop[LOOPS]; /* around */
	uint32_t n;
	const struct tir_seq *body;
	const struct tir_stmt *fill,
	        *last; /* the loop that stores the others, the store of the last one */
	int64_t rows;  /* how many there are */
};

/* ---- What is read ------------------------------------------------------------------------*/
static int64_t extent_of(const struct tir_stmt *loop)
{
	return tir_as_for(loop)->extent.e->u.i;
}

static const struct tir_stmt *single(const struct tir_seq *s)
{
	return s->first && !s->first->next ? s->first : NULL;
}

static bool is_store(const struct tir_stmt *s)
{
	return s && s->kind == TIR_STORE && s->nindex == 1 && !tir_mask_of(s) &&
	       tir_value_of(s)->type.lanes == 1;
}

/* By how much e grows from one iteration of the loop to the next, in elements. */
static int64_t factor_of(const struct row *r, const struct tir_expr *e, const struct tir_stmt *loop)
{
	const struct affine *a = affine_of(r->facts, e);
	for (uint32_t i = 0; i < a->n; i++)
		if (a->term[i].n == 1 && a->term[i].x[0] == tir_as_for(loop)->var->expr)
			return a->term[i].factor;
	return 0;
}

/* Is what is stored last right behind what the loop stores, and the next row right behind that? */
static bool is_row(const struct row *r)
{
	const struct tir_expr *fills = tir_as_store(single(tir_body(r->fill)))->index[0].e;
	const struct tir_expr *last = tir_as_store(r->last)->index[0].e;
	int64_t n = extent_of(r->fill);
	struct affine_sum s;
	affine_clear(&s);
	if (!affine_add(&s, affine_of(r->facts, last), 1) ||
	        !affine_add(&s, affine_of(r->facts, fills), -1))
		return false;
	return s.constant == n && s.n == 1 && s.term[0].n == 1 && s.term[0].factor == -1 &&
	       s.term[0].x[0] == tir_as_for(r->fill)->var->expr &&
	       factor_of(r, last, r->loop[r->n - 1]) == n + 1 && n + 1 >= LEAST && n + 1 <= MOST;
}

/* Does the expression read what may be stored to the buffer? */
static bool reads(const struct row *r, const struct tir_expr *e, const struct tir_buffer *b)
{
	enum { DEEP = 64 };
	if (e->depth > DEEP || e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF ||
	        (e->op == TIR_LOAD && alias_may(r->facts, e->u.buffer, b)))
		return true;
	for (uint32_t i = 0; i < e->n; i++)
		if (reads(r, e->arg[i], b))
			return true;
	return false;
}

/* Statements beside the row: they set elements that each iteration has for itself. */
static bool is_beside(const struct row *r, const struct tir_stmt *s)
{
	if (!is_store(s))
		return false;
	const struct tir_buffer *b = tir_as_store(s)->buffer, *rows = tir_as_store(r->last)->buffer;
	return private_is_small(b, 1) && private_is_set_first(r->body, b) &&
	       !reads(r, tir_value_of(s), rows);
}

/* Is s a nest that fills rows but for their last element in a loop, and stores that one behind it?  Then r holds it. */
static bool read_row(struct row *r, const struct tir_stmt *s)
{
	r->n = 0;
	r->rows = 1;
	r->fill = r->last = NULL;
	for (; s && loops_is_counted(s) && r->n < LOOPS; s = single(r->body)) {
		r->loop[r->n++] = s;
		r->body = tir_body(s);
		r->rows *= extent_of(s);
		if (r->rows > MOST_MEMORY)
			return false;
	}
	if (!r->n || s)
		return false;
	for (s = r->body->first; s; s = s->next) {
		if (s->kind == TIR_FOR && r->fill)
			return false;
		r->fill = s->kind == TIR_FOR ? s : r->fill;
		r->last = s;
	}
	if (!r->fill || !loops_is_counted(r->fill) || !is_store(r->last))
		return false;
	const struct tir_stmt *fills = single(tir_body(r->fill));
	const struct tir_buffer *b = tir_as_store(r->last)->buffer;
	if (!is_store(fills) || tir_as_store(fills)->buffer != b || b->elem.lanes != 1 ||
	        reads(r, tir_value_of(r->last), b) || !is_row(r))
		return false;
	for (s = r->body->first; s; s = s->next)
		if (s != r->fill && s != r->last && !is_beside(r, s))
			return false;
	return true;
}

/* ---- What is made ------------------------------------------------------------------------*/
/* The loops around again, around other statements. */
static struct tir_stmt *around(const struct row *r, struct tir_seq body)
{
	struct tir_stmt *s = NULL;
	for (uint32_t l = r->n; l-- > 0;) {
		s = tir_stmt_copy(r->m->arena, r->loop[l]);
		tir_as_for(s)->body = body;
		body = (struct tir_seq){0};
		tir_seq_add(&body, s);
	}
	return s;
}

/* Where the row's last element is: rows are counted. */
static const struct tir_expr *place(const struct row *r)
{
	const struct tir_expr *at = tir_as_for(r->loop[0])->var->expr;
	for (uint32_t l = 1; l < r->n; l++) {
		const struct tir_expr *n = tir_int(r->m, TIR_INT32, extent_of(r->loop[l]));
		at = tir_binary(r->m, TIR_ADD, tir_binary(r->m, TIR_MUL, at, n),
		        tir_as_for(r->loop[l])->var->expr);
	}
	return at;
}

/* The buffer for the last elements of all rows, whose allocation is added to out. */
static struct tir_buffer *lasts(const struct row *r, struct tir_seq *out)
{
	struct tir_type elem = tir_as_store(r->last)->buffer->elem;
	struct tir_buffer *b = tir_row_new(r->m, "last", elem, r->rows);
	b->align = TARGET_HVX_BYTES;
	tir_seq_add(out, tir_alloc_new(r->m, b, r->last->at));
	return b;
}

/* All last elements, to a buffer. */
static void compute_lasts(const struct row *r, struct tir_buffer *b, struct tir_seq *out)
{
	struct tir_subst copy = {.m = r->m, .arena = r->scratch};
	struct tir_seq body = {0}, nest = {0};
	for (const struct tir_stmt *s = r->body->first; s; s = s->next) {
		if (s == r->fill)
			continue;
		struct tir_stmt *t = tir_stmt_copy(r->m->arena, s);
		if (s == r->last) {
			tir_as_store(t)->buffer = b;
			tir_as_store(t)->index = ARENA_NEWN(r->m->arena, struct tir_operand, 1);
			tir_as_store(t)->index[0] = (struct tir_operand){place(r), s->at};
		}
		tir_seq_add(&body, t);
	}
	tir_seq_add(&nest, around(r, body));
	tir_seq_append(out, tir_subst_seq(&copy, &nest));
}

/* The rows, each in one loop. */
static void fill_rows(const struct row *r, struct tir_buffer *b, struct tir_seq *out)
{
	const struct tir_stmt *from = single(tir_body(r->fill));
	struct tir_stmt *store = tir_stmt_copy(r->m->arena, from);
	struct tir_stmt *loop = tir_stmt_copy(r->m->arena, r->fill);
	struct tir_seq body = {0};
	int64_t n = extent_of(r->fill);
	const struct tir_expr *at = place(r), *t = tir_as_for(r->fill)->var->expr;
	const struct tir_expr *others = tir_binary(r->m, TIR_LT, t, tir_int(r->m, TIR_INT32, n));
	const struct tir_expr *last = tir_access(r->m, TIR_LOAD, b, 1, &at);
	tir_as_store(store)->value.e = tir_select(r->m, TIR_IF_THEN_ELSE, others,
	        tir_value_of(from), last);
	tir_seq_add(&body, store);
	tir_as_for(loop)->extent.e = tir_int(r->m, TIR_INT32, n + 1);
	tir_as_for(loop)->body = body;
	body = (struct tir_seq){0};
	tir_seq_add(&body, loop);
	tir_seq_add(out, around(r, body));
}

struct tir_func *loops_rows(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct row r = {.m = f->module, .scratch = arena};
	struct tir_seq body = {0};
	bool any = false;
	if (options->lanes && options->lanes < LANES)
		return f;
	for (const struct tir_stmt *s = f->body.first; s; s = s->next) {
		if (s->kind == TIR_FOR && !r.facts)
			r.facts = facts_begin(f, &known, arena);
		if (s->kind != TIR_FOR || !read_row(&r, s)) {
			tir_seq_add(&body, tir_stmt_copy(f->module->arena, s));
			continue;
		}
		struct tir_buffer *b = lasts(&r, &body);
		compute_lasts(&r, b, &body);
		fill_rows(&r, b, &body);
		any = true;
		struct loops_vectorized x = {LOOPS_ROWS, r.fill, (uint32_t)extent_of(r.fill) + 1};
		VEC_PUSH(arena, &vectors->all, x);
	}
	return any ? tir_func_with_body(f, body) : f;
}
