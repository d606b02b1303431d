/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/turn_make.c: the loop over transposed copies of rows, and the copies.
 *
 * Idea.   Words of 32 rows are deinterleaved as dot_pack.c does it, so that a register holds a word of each row; its bytes are
 *         widened to four registers.  Back, four registers are cut to bytes, and the rounds go the other way.
 * Needs   a nest that turn.c has read; decides nothing.
 * Costs   a line of n words in log2(n) rounds; the nest, once. */
#include "loops/patterns/turn.h"

enum { MOST_LINES = 32 };

struct maker {
	struct loop_builder k;
	struct turn_nest *n;
	const struct tir_expr *block, *lane; /* the block's number, NULL: 0; the row in it */
};

const struct turn_buffer *turn_buffer_of(const struct turn_nest *n, const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < n->n; i++)
		if (n->buffer[i].of == b)
			return &n->buffer[i];
	return NULL;
}

/* ---- Rows --------------------------------------------------------------------------------*/
/* Lines of a block that are deinterleaved at once: each has `words` words of 128 / words / 4 rows. */
struct lines {
	uint32_t n;
	int64_t stride; /* bytes */
	uint32_t rounds;
};

/* How many lines of the buffer are transposed at once, how far they lie from each other in bytes, and in how many rounds. */
static struct lines lines_of(const struct turn_buffer *b)
{
	struct lines x = {.n = MOST_LINES, .stride = b->row, .rounds = 5};
	if (b->row < DOT_LINE) {
		x.n = (uint32_t)b->row / DOT_WORD;
		x.stride = DOT_LINE;
		x.rounds = (uint32_t)__builtin_ctz(x.n);
	}
	return x;
}

/* The address of line i, of those that begin `line` lines behind the rows' beginning. */
static const struct tir_expr *place_of(struct maker *m, const struct turn_buffer *b,
        const struct tir_expr *line, int64_t i)
{
	const struct tir_expr *at = m->block ? dot_scaled(&m->k, m->block, b->row * TURN_ROWS)
	                                     : dot_int(&m->k, 0);
	at = dot_sum(&m->k, at, dot_scaled(&m->k, line, DOT_LINE));
	return dot_sum(&m->k, at, dot_int(&m->k, i * lines_of(b).stride));
}

/* Of element number i of word `word` of that line, in the copy. */
static const struct tir_expr *turned_place(struct maker *m, const struct tir_expr *line,
        int64_t word, int64_t i)
{
	return dot_sum(&m->k, dot_scaled(&m->k, line, DOT_LINE * TURN_ROWS),
	        dot_int(&m->k, (word * DOT_WORD + i) * TURN_ROWS));
}

/* Copy some lines of 32 rows, transposed: word by word, then byte by byte, widened to 32 bits. */
static void turn_in(struct maker *m, struct tir_seq *out, const struct turn_buffer *b,
        const struct tir_expr *line)
{
	const struct tir_expr *v[MOST_LINES];
	struct lines x = lines_of(b);
	for (uint32_t i = 0; i < x.n; i++)
		v[i] = dot_bind(&m->k, out, "row",
		        dot_row(&m->k, b->padded ? b->padded : b->of, place_of(m, b, line, i),
		                DOT_LINE));
	dot_deal_lines(&m->k, out, x.rounds, v);
	for (uint32_t w = 0; w < x.n; w++)
		for (uint32_t i = 0; i < DOT_WORD; i++) {
			const struct tir_expr *bytes = dot_shuffle(&m->k, 1, &v[w], TURN_ROWS, i,
			        1);
			dot_store(&m->k, out, b->copy, turned_place(m, line, w, i),
			        tir_cast(m->k.m, tir_lanes(TIR_INT32, TURN_ROWS), bytes));
		}
}

/* Lanes of n vectors, interleaved in runs of so many. */
static const struct tir_expr *interleaved(struct maker *m, uint32_t n,
        const struct tir_expr *const *v, uint32_t first, uint32_t lanes, uint32_t run)
{
	const struct tir_expr **arg = ARENA_NEWN(m->k.scratch, const struct tir_expr *, n + lanes);
	for (uint32_t i = 0; i < n; i++)
		arg[i] = v[i];
	for (uint32_t i = 0; i < lanes; i++) {
		uint32_t of = i / run % n, at = first + i / run / n * run + i % run;
		arg[n + i] = dot_int(&m->k, of * v[0]->type.lanes + at);
	}
	return tir_make(m->k.m, TIR_SHUFFLE, tir_lanes(v[0]->type, lanes), n, n + lanes, arg);
}

/* The rounds of deinterleaving, backwards: interleaving. */
static void collect(struct maker *m, struct tir_seq *out, uint32_t rounds,
        const struct tir_expr **v)
{
	const struct tir_expr *next[MOST_LINES];
	uint32_t n = 1U << rounds;
	for (uint32_t r = 0; r < rounds; r++) {
		for (uint32_t i = 0; i < n; i++) {
			const struct tir_expr *pair[2] = {v[i / 2], v[n / 2 + i / 2]};
			next[i] = dot_bind(&m->k, out, "shuffled",
			        interleaved(m, 2, pair, i % 2 * DOT_LINE / 2, DOT_LINE, DOT_WORD));
		}
		memcpy(v, next, n * sizeof *v);
	}
}

/* Store some lines of 32 rows from their transposed copy. */
static void turn_out(struct maker *m, struct tir_seq *out, const struct turn_buffer *b,
        const struct tir_expr *line)
{
	const struct tir_expr *v[MOST_LINES], *word[DOT_WORD];
	struct lines x = lines_of(b);
	for (uint32_t w = 0; w < x.n; w++) {
		for (uint32_t i = 0; i < DOT_WORD; i++)
			word[i] = dot_row(&m->k, b->copy, turned_place(m, line, w, i), TURN_ROWS);
		v[w] = dot_bind(&m->k, out, "words",
		        tir_cast(m->k.m, tir_lanes(b->of->elem, DOT_LINE),
		                interleaved(m, DOT_WORD, word, 0, DOT_LINE, 1)));
	}
	collect(m, out, x.rounds, v);
	for (uint32_t i = 0; i < x.n; i++)
		dot_store(&m->k, out, b->padded ? b->padded : b->of, place_of(m, b, line, i), v[i]);
}

/* All lines of a block. */
static void turn_lines(struct maker *m, struct tir_seq *out, const struct turn_buffer *b,
        void (*turn)(struct maker *m, struct tir_seq *out, const struct turn_buffer *b,
                const struct tir_expr *line))
{
	int64_t lines = b->row / DOT_LINE;
	if (lines < 2) {
		turn(m, out, b, dot_int(&m->k, 0));
		return;
	}
	struct tir_stmt *loop = dot_loop(&m->k, "line", lines, 1);
	turn(m, &tir_as_for(loop)->body, b, tir_as_for(loop)->var->expr);
	tir_seq_add(out, loop);
}

/* ---- The loop ----------------------------------------------------------------------------*/
static bool is_zero(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM && e->u.i == 0;
}

/* The index without its row. */
static const struct tir_expr *in_row(struct maker *m, const struct tir_expr *e)
{
	const struct tir_expr *arg[2];
	if (e->op == TIR_VAR)
		return e->u.var == tir_as_for(m->n->loop)->var ? tir_int(m->k.m, e->type, 0) : e;
	if (e->n != 2)
		return e;
	for (uint32_t i = 0; i < 2; i++)
		arg[i] = in_row(m, e->arg[i]);
	if (e->op == TIR_MUL && (is_zero(arg[0]) || is_zero(arg[1])))
		return tir_int(m->k.m, e->type, 0);
	if (e->op == TIR_ADD && (is_zero(arg[0]) || is_zero(arg[1])))
		return arg[is_zero(arg[0])];
	return tir_with_args(m->k.m, e, arg);
}

static const struct tir_expr *turned_index(struct maker *m, const struct tir_expr *e)
{
	return dot_sum(&m->k, dot_scaled(&m->k, in_row(m, e), TURN_ROWS), m->lane);
}

static const struct tir_expr *turned(struct maker *m, const struct tir_expr *e);

/* The element as a word; NULL: it is not of a copy. */
static const struct tir_expr *turned_load(struct maker *m, const struct tir_expr *e)
{
	const struct turn_buffer *b = e->op == TIR_LOAD ? turn_buffer_of(m->n, e->u.buffer) : NULL;
	if (!b)
		return NULL;
	const struct tir_expr *at = turned_index(m, e->arg[0]);
	return tir_access(m->k.m, TIR_LOAD, b->copy, 1, &at);
}

static const struct tir_expr *converted(struct maker *m, struct tir_type t,
        const struct tir_expr *e)
{
	return tir_type_eq(t, e->type) ? e : tir_cast(m->k.m, t, e);
}

/* What a lane computes: e with loads of rows from their transposed copies, and the row's number as the lane's. */
static const struct tir_expr *turned(struct maker *m, const struct tir_expr *e)
{
	const struct tir_expr *load = turned_load(m, e->op == TIR_CAST ? e->arg[0] : e);
	if (load)
		return converted(m, e->type, load);
	if (e->op == TIR_VAR && e->u.var == tir_as_for(m->n->loop)->var)
		return m->block ? dot_sum(&m->k, dot_scaled(&m->k, m->block, TURN_ROWS), m->lane)
		                : m->lane;
	if (!e->n)
		return e;
	const struct tir_expr **arg = ARENA_NEWN(m->k.scratch, const struct tir_expr *, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = turned(m, e->arg[i]);
	return tir_with_args(m->k.m, e, arg);
}

static void turn_operand(struct maker *m, struct tir_operand *x)
{
	if (x && x->e)
		x->e = turned(m, x->e);
}

/* Add a copy of s, on the transposed copies. */
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct maker *m = ctx;
	struct tir_stmt *t = tir_stmt_copy(m->k.m->arena, s);
	turn_operand(m, tir_value_slot(t));
	if (t->kind == TIR_STORE) {
		struct tir_store *x = tir_as_store(t);
		const struct turn_buffer *b = turn_buffer_of(m->n, x->buffer);
		struct tir_operand at = x->index[0];
		at.e = b ? turned_index(m, at.e) : turned(m, at.e);
		x->index = ARENA_NEWN(m->k.m->arena, struct tir_operand, 1);
		x->index[0] = at;
		if (b) {
			const struct tir_expr *v = x->value.e;
			bool cut = v->op == TIR_CAST && tir_type_eq(v->arg[0]->type, TIR_INT32);
			x->buffer = b->copy;
			x->value.e = cut ? v->arg[0] : tir_cast(m->k.m, TIR_INT32, v);
		}
	}
	tir_seq_map_bodies(t, visit, m);
	tir_seq_add(out, t);
}

/* Allocate the buffer's copies, and fill what must be there from the beginning. */
static void begin(struct maker *m, struct tir_seq *out, struct turn_buffer *b)
{
	b->copy = dot_alloc(&m->k, out, "turned", TIR_INT32, b->row * TURN_ROWS);
	if (!turn_is_padded(m->n, b))
		return;
	b->padded = dot_alloc(&m->k, out, "padded", b->of->elem, b->row * TURN_ROWS * m->n->blocks);
	if (b->loaded)
		turn_pad_in(&m->k, out, m->n, b);
	if (b->stored)
		turn_fill(&m->k, out, b);
}

struct tir_seq turn_make(struct turn_nest *n, struct tir_module *mod, struct arena *scratch)
{
	struct maker m = {.k = {.m = mod, .scratch = scratch, .span = n->loop->at}, .n = n};
	struct tir_seq out = {0}, *to = &out;
	const struct tir_var *v = tir_as_for(n->loop)->var;
	for (uint32_t i = 0; i < n->n; i++)
		begin(&m, &out, &n->buffer[i]);
	struct tir_stmt *rows = dot_loop(&m.k, v->name, TURN_ROWS, 1);
	struct tir_stmt *blocks = dot_loop(&m.k, "block", n->blocks, 1);
	m.lane = tir_as_for(rows)->var->expr;
	if (n->blocks > 1) {
		m.block = tir_as_for(blocks)->var->expr;
		tir_seq_add(to, blocks);
		to = &tir_as_for(blocks)->body;
	}
	for (uint32_t i = 0; i < n->n; i++)
		if (n->buffer[i].loaded)
			turn_lines(&m, to, &n->buffer[i], turn_in);
	tir_as_for(rows)->body = tir_seq_map(tir_body(n->loop), visit, &m);
	tir_seq_add(to, rows);
	for (uint32_t i = 0; i < n->n; i++)
		if (n->buffer[i].stored)
			turn_lines(&m, to, &n->buffer[i], turn_out);
	for (uint32_t i = 0; i < n->n; i++)
		if (n->buffer[i].stored && n->buffer[i].padded)
			turn_pad_out(&m.k, &out, n, &n->buffer[i]);
	return out;
}
