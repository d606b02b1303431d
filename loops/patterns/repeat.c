/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/repeat.c: loops over columns that fill no whole vectors, collapsed; operands of a column are replicated.
 *
 * Idea.   In for x, c in T.grid(196, 24): O[x * 24 + c] = f(S[x * 24 + c], bias[c]) the elements of O and S follow each other
 *         without a gap.  Only bias starts again after 24 elements, which fill no register.  So bias is replicated,
 *         until 24 columns and a vector of 128 elements fit behind each other.  Then any 128 neighbours of O are one
 *         vector: it reads a row of the copy, from the column on at which it begins.
 * Needs   loops from 0 on with constant extents and nothing between; one store, of a value that is scaled.
 * Keeps   the order of iterations.
 * Costs   the nodes of the value. */
#include "loops/nest/counted.h"
#include "loops/nest/refuse.h"
#include "loops/patterns/dot.h"
#include "loops/values/scale.h"

enum { LOOPS = 4, COPIES = 6, LEAST = 4 * DOT_LINE, MOST = 1 << 20, DEEP = 64 };

struct repeat {
	const struct facts *facts;
	const struct tir_stmt *loop[LOOPS];
	uint32_t nloops, ncopies;
	int64_t all, columns;
	const struct tir_stmt *store;
	struct loops_doubt doubt; /* what there is to say if it is no such nest */
	/* What is one for each column: its elements from `first` on; and the copies. */
	struct tir_buffer *from[COPIES], *to[COPIES];
	int64_t first[COPIES];
	/* Of the loop that is made. */
	struct loop_builder k;
	const struct tir_expr *line, *column,
	        *lane; /* in elements; the column that the line begins with */
};

enum along { ALONG, COLUMN, UNIFORM, OTHER };

static uint32_t loop_of(const struct repeat *r, const struct tir_expr *e)
{
	uint32_t l = 0;
	while (l < r->nloops && tir_as_for(r->loop[l])->var->expr != e)
		l++;
	return l;
}

/* Does e name a variable of the nest's loops? */
static bool names_loop(const struct repeat *r, const struct tir_expr *e)
{
	if (e->op == TIR_VAR)
		return loop_of(r, e) < r->nloops;
	for (uint32_t i = 0; i < e->n; i++)
		if (e->flags & TIR_HAS_VAR && names_loop(r, e->arg[i]))
			return true;
	return false;
}

/* Where the index goes; *constant: where it is at first. */
static enum along kind_of(const struct repeat *r, const struct tir_expr *index, int64_t *constant)
{
	int64_t by[LOOPS] = {0}, inner = 1;
	if (!names_loop(r, index))
		return UNIFORM;
	const struct affine *a = affine_of(r->facts, index);
	*constant = a->constant;
	if (a->constant < -MOST || a->constant > MOST)
		return OTHER;
	for (uint32_t i = 0; i < a->n; i++) {
		uint32_t l = a->term[i].n == 1 ? loop_of(r, a->term[i].x[0]) : r->nloops;
		if (l == r->nloops)
			return OTHER;
		by[l] = a->term[i].factor;
	}
	bool along = true, column = true;
	for (uint32_t l = r->nloops; l-- > 0; inner *= tir_as_for(r->loop[l])->extent.e->u.i) {
		along &= by[l] == inner;
		column &= by[l] == (l + 1 == r->nloops);
	}
	return along ? ALONG : column ? COLUMN : OTHER;
}

static bool is_plain(const struct tir_buffer *b)
{
	return b->ndim == 1 && !b->strides && !b->elem_offset && b->shape[0]->op == TIR_INT_IMM &&
	       b->elem.lanes == 1;
}

static uint32_t copy_of(const struct repeat *r, const struct tir_buffer *b, int64_t first)
{
	uint32_t i = 0;
	while (i < r->ncopies && (r->from[i] != b || r->first[i] != first))
		i++;
	return i;
}

/* Let there be a replicated copy of the columns from `first` on of what is loaded; false: it may be stored to, or there
 * are too many copies. */
static bool note_column(struct repeat *r, const struct tir_expr *load, int64_t first)
{
	struct tir_buffer *b = load->u.buffer;
	if (!is_plain(b) || first < 0 || first + r->columns > b->shape[0]->u.i ||
	        alias_may(r->facts, b, tir_as_store(r->store)->buffer))
		return false;
	uint32_t i = copy_of(r, b, first);
	if (i == COPIES)
		return false;
	r->from[i] = b;
	r->first[i] = first;
	r->ncopies += i == r->ncopies;
	return true;
}

/* Is each load of e along memory, the same for all, or of the column; and does nothing else name the loops? */
static bool read_value(struct repeat *r, const struct tir_expr *e)
{
	int64_t constant;
	if (e->op == TIR_VAR)
		return loop_of(r, e) == r->nloops;
	if (e->op == TIR_LOAD && e->n == 1) {
		enum along k = kind_of(r, e->arg[0], &constant);
		return k == ALONG || k == UNIFORM || (k == COLUMN && note_column(r, e, constant));
	}
	for (uint32_t i = 0; i < e->n; i++)
		if (!read_value(r, e->arg[i]))
			return false;
	return true;
}

/* Is something loaded that each column has one of? */
static bool has_columns(const struct repeat *r, const struct tir_expr *e)
{
	int64_t constant;
	bool any = e->op == TIR_LOAD && e->n == 1 && kind_of(r, e->arg[0], &constant) == COLUMN;
	for (uint32_t i = 0; i < e->n && !any && e->op != TIR_LOAD; i++)
		any = has_columns(r, e->arg[i]);
	return any;
}

/* Is s a perfect nest, over columns innermost, whose one store goes along memory?  Then r holds it. */
static bool read_nest(struct repeat *r, const struct tir_stmt *s)
{
	int64_t constant;
	r->nloops = r->ncopies = 0;
	r->doubt = loops_no_doubt();
	r->all = 1;
	for (;; s = tir_body(s)->first) {
		if (r->nloops == LOOPS || !loops_is_counted(s))
			return false;
		r->columns = tir_as_for(s)->extent.e->u.i;
		r->all *= r->columns;
		r->loop[r->nloops++] = s;
		const struct tir_stmt *inner = tir_body(s)->first;
		if (r->columns > MOST || r->all > MOST || !inner || inner->next)
			return false;
		if (inner->kind != TIR_FOR)
			break;
	}
	r->store = tir_body(s)->first;
	bool along = r->nloops > 1 && r->all >= LEAST && r->columns % DOT_LANES &&
	             r->columns <= DOT_LINE && r->store->kind == TIR_STORE &&
	             r->store->nindex == 1 && !tir_mask_of(r->store) &&
	             is_plain(tir_as_store(r->store)->buffer) &&
	             tir_value_of(r->store)->depth <= DEEP && loops_scales(tir_body(s)) &&
	             kind_of(r, tir_as_store(r->store)->index[0].e, &constant) == ALONG;
	if (along && has_columns(r, tir_value_of(r->store)))
		loops_looks(&r->doubt, r->store);
	return along &&
	       loops_holds(&r->doubt, read_value(r, tir_value_of(r->store)), LOOPS_REPEAT_LOADS) &&
	       r->ncopies;
}

/* ---- What is made ------------------------------------------------------------------------*/
static const struct tir_expr *along(struct repeat *r, int64_t constant)
{
	const struct tir_expr *at = dot_sum(&r->k, r->line, r->lane);
	return dot_sum(&r->k, at, dot_int(&r->k, constant));
}

/* What lane r->lane of a row computes: e with its loads along the row, and those of columns from the copies. */
static const struct tir_expr *value(struct repeat *r, const struct tir_expr *e)
{
	int64_t constant;
	if (!e->n)
		return e;
	enum along kind = e->op == TIR_LOAD ? kind_of(r, e->arg[0], &constant) : OTHER;
	if (kind == UNIFORM)
		return e;
	if (kind == ALONG)
		return dot_row(&r->k, e->u.buffer, along(r, constant), 1);
	if (kind == COLUMN)
		return dot_row(&r->k, r->to[copy_of(r, e->u.buffer, constant)],
		        dot_sum(&r->k, r->column, r->lane), 1);
	const struct tir_expr **arg = ARENA_NEWN(r->k.scratch, const struct tir_expr *, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = value(r, e->arg[i]);
	return tir_with_args(r->k.m, e, arg);
}

/* A loop over n elements of the line. */
static void make_line(struct repeat *r, struct tir_seq *out, int64_t n)
{
	int64_t constant = 0;
	struct tir_stmt *loop = dot_loop(&r->k, "lane", n, 1);
	r->lane = tir_as_for(loop)->var->expr;
	kind_of(r, tir_as_store(r->store)->index[0].e, &constant);
	dot_store(&r->k, &tir_as_for(loop)->body, tir_as_store(r->store)->buffer,
	        along(r, constant), value(r, tir_value_of(r->store)));
	tir_seq_add(out, loop);
}

/* Add the loops that fill replicated copy i: all columns again and again, until a row may begin at any column. */
static void make_copy(struct repeat *r, struct tir_seq *out, uint32_t i)
{
	int64_t times = (r->columns + DOT_LINE - 2) / r->columns + 1;
	struct tir_stmt *again = dot_loop(&r->k, "again", times, 1);
	struct tir_stmt *column = dot_loop(&r->k, "column", r->columns, 1);
	const struct tir_expr *c = tir_as_for(column)->var->expr;
	r->to[i] = dot_alloc(&r->k, out, "repeated", r->from[i]->elem, times * r->columns);
	dot_store(&r->k, &tir_as_for(column)->body, r->to[i],
	        dot_sum(&r->k, dot_scaled(&r->k, tir_as_for(again)->var->expr, r->columns), c),
	        dot_row(&r->k, r->from[i], dot_sum(&r->k, c, dot_int(&r->k, r->first[i])), 1));
	tir_seq_add(&tir_as_for(again)->body, column);
	tir_seq_add(out, again);
}

/* The statements that stand for the nest: copies, the loop over whole rows of 128 elements, the tail. */
static struct tir_seq make(struct repeat *r)
{
	struct tir_seq out = {0};
	int64_t lines = r->all / DOT_LINE, rest = r->all % DOT_LINE;
	struct tir_stmt *loop = dot_loop(&r->k, "line", lines, 1);
	for (uint32_t i = 0; i < r->ncopies; i++)
		make_copy(r, &out, i);
	r->line = dot_scaled(&r->k, tir_as_for(loop)->var->expr, DOT_LINE);
	r->column = dot_bind(&r->k, &tir_as_for(loop)->body, "column",
	        tir_binary(r->k.m, TIR_FLOORMOD, r->line, dot_int(&r->k, r->columns)));
	make_line(r, &tir_as_for(loop)->body, DOT_LINE);
	tir_seq_add(&out, loop);
	r->line = dot_int(&r->k, lines * DOT_LINE);
	r->column = dot_int(&r->k, lines * DOT_LINE % r->columns);
	if (rest)
		make_line(r, &out, rest);
	return out;
}

struct tir_func *loops_repeat(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct repeat r = {.k = {.m = f->module, .scratch = arena}};
	struct tir_seq body = {0};
	bool any = false;
	if (options->lanes && options->lanes < DOT_LINE)
		return f;
	for (const struct tir_stmt *s = f->body.first; s; s = s->next) {
		if (s->kind == TIR_FOR && !r.facts)
			r.facts = facts_begin(f, &known, arena);
		if (s->kind != TIR_FOR || !read_nest(&r, s)) {
			if (s->kind == TIR_FOR)
				loops_refuse(vectors, arena, s, &r.doubt);
			tir_seq_add(&body, tir_stmt_copy(f->module->arena, s));
			continue;
		}
		r.k.span = s->at;
		tir_seq_append(&body, make(&r));
		any = true;
		struct loops_vectorized x = {LOOPS_REPEATED, s, (uint32_t)r.columns};
		VEC_PUSH(arena, &vectors->all, x);
	}
	return any ? tir_func_with_body(f, body) : f;
}
