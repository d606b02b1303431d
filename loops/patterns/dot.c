/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/dot.c: dot products of bytes, four at once: matmul, convolution without im2col.
 *
 * Idea.   HVX multiplies four neighbouring bytes of each word of a register by those of a scalar word, and adds them up, in one
 *         instruction.  Where many sums share their scalar operand they become lanes, the other operand is
 *         packed once, before the loops that do not change it.
 * Needs   flat statements; constant extents; bytes; a nest, wherever it stands.
 * Keeps   each sum's value: numbers of 32 bits wrap, so the order of terms is no matter.
 * Costs   each nest, once.
 * Wrong if the sums are not those of before: proof/replay/replay.c runs both functions on symbols. */
#include "loops/patterns/dot.h"
#include "loops/order/unroll_jam.h"
#include "loops/values/scale.h"

enum {
	PAYS = 50,                 /* percent of the time of before, at most */
	EXCHANGE = 90,             /* of the time with the operands as they are */
	MOST_STEPS = 1 << 30,      /* products of a nest */
	MOST_MEMORY = 1 << 16,     /* bytes of packed words and of sums */
	SUM = 3 * TARGET_PACKET,   /* a register of sums: begun, stored */
	ADDED = 4 * TARGET_PACKET, /* more, where it is added to what is there */
	LONG_ROW = 64,             /* bytes that LLVM's vectoriser makes vectors of */
	PER_PACKET = 6,            /* products that it does in a packet */
	VECTOR_SUM = 20 * TARGET_PACKET,
	WORD = TARGET_PACKET / 2 + TARGET_PACKET / 12, /* of a register, multiplied */
};

/* How often all loops but those that reduce run, lanes taken together. */
static uint64_t times(const struct dot_nest *n)
{
	uint64_t k = 1;
	for (uint32_t l = 0; l < n->n; l++)
		k *= n->reduces[l] || dot_is_lane(n, l) ? 1 : (uint64_t)n->extent[l];
	return k;
}

static uint64_t packings(const struct dot_nest *n)
{
	uint64_t k = 1;
	for (uint32_t l = 0; l < n->n; l++)
		k *= dot_is_batch(n, l) ? (uint64_t)n->extent[l] : 1;
	return k;
}

/* Are there few enough iterations for indices of 32 bits, and do all copies of operands and sums fit in the memory they
 * may take? */
static bool is_small(const struct dot_nest *n)
{
	uint64_t all = 1;
	for (uint32_t l = 0; l < n->n; l++) {
		all *= (uint64_t)n->extent[l];
		if (all > MOST_STEPS)
			return false;
	}
	uint64_t packed = (uint64_t)dot_blocks(n) * dot_words(n) * DOT_LINE;
	uint64_t sums = n->set ? times(n) * dot_blocks(n) * DOT_LINE : 0;
	uint64_t laid = (uint64_t)(dot_lay_bytes(&n->scalar) + dot_lay_bytes(&n->vector));
	return packed + sums + laid <= MOST_MEMORY;
}

/* In twelfths of packets, as the loop as it is is measured. */
static uint64_t time_of(const struct dot_nest *n)
{
	uint64_t words = dot_words(n), blocks = dot_blocks(n);
	uint64_t scalars = words / 4 * TARGET_PACKET;
	uint64_t once = dot_packing_time(n) + (n->scalar.zero ? words * blocks * TARGET_PACKET : 0);
	if (n->both_vectors) /* the other operand is deinterleaved, too */
		return dot_packing_time(n) * (packings(n) + times(n)) +
		       times(n) * blocks * (words * TARGET_PACKET + SUM);
	uint64_t sum = SUM + (n->accumulates ? ADDED : 0);
	uint64_t laid = dot_lay_time(&n->scalar) + dot_lay_time(&n->vector);
	if (dot_is_transposed(n))
		once += dot_turn_time(n);
	return laid + packings(n) * once + times(n) * (blocks * (words * WORD + sum) + scalars);
}

/* The loop as it is: LLVM's vectoriser adds up what lies side by side, if nothing else is in the loop. */
static uint64_t time_before(struct unroll_jam_meter *meter, const struct dot_nest *n)
{
	uint64_t time = unroll_jam_time(meter, n->nest), sums = 1;
	if (!meter->vectorizes || !n->init_is_separate || n->columns || n->row < LONG_ROW)
		return time;
	for (uint32_t l = 0; l < n->n; l++)
		sums *= l == n->k ? 1 : (uint64_t)n->extent[l];
	uint64_t vectors = sums * ((uint64_t)n->row * TARGET_PACKET / PER_PACKET + VECTOR_SUM);
	return vectors < time ? vectors : time;
}

static bool pays(struct unroll_jam_meter *meter, const struct dot_nest *n)
{
	return time_of(n) <= time_before(meter, n) * PAYS / 100;
}

/* Exchange the operands where that takes less. */
static void exchange(struct dot_nest *n)
{
	struct dot_nest x;
	if (dot_exchange(n, &x) && is_small(&x) &&
	        (!is_small(n) || time_of(&x) < time_of(n) * EXCHANGE / 100))
		*n = x;
}

/* Is s a nest of dot products that pays?  Then n holds it, with operands exchanged where that is better. */
static bool takes(struct unroll_jam_meter *meter, const struct loops_options *options,
        struct dot_nest *n, const struct tir_stmt *s)
{
	if (s->kind != TIR_FOR || !dot_read(n, s))
		return false;
	exchange(n);
	return loops_holds(n->doubt, is_small(n), LOOPS_DOT_LARGE) &&
	       loops_holds(n->doubt, options->vectorize_always || pays(meter, n), LOOPS_DOT_PAYS);
}

/* Sums that are added to in whole blocks of lanes may end behind their buffer: a copy of the body in which it is longer. */
struct longer {
	struct tir_buffer *buffer;
	int64_t elements;
};
struct longer_buffers {
	VEC(struct longer) all;
};

/* Note that the buffer of sums must be longer, where whole blocks are stored. */
static void note_longer(struct longer_buffers *b, const struct dot_nest *n, struct arena *arena)
{
	struct longer x = {n->sums, 0};
	if (!n->set && !n->accumulates && !dot_is_transposed(n) &&
	        n->sums->kind == TIR_BUFFER_ALLOC)
		x.elements = dot_stored(n);
	if ((!n->accumulates || dot_adds_blocks(n, &x.elements)) &&
	        x.elements > n->sums->shape[0]->u.i)
		VEC_PUSH(arena, &b->all, x);
}

/* f with that body, in which buffers are as long as was noted. */
static struct tir_func *with_longer(struct tir_func *f, struct tir_seq body,
        const struct longer_buffers *b, struct arena *arena)
{
	struct tir_subst copy = {.m = f->module, .arena = arena};
	if (!b->all.n)
		return tir_func_with_body(f, body);
	body = tir_subst_seq(&copy, &body);
	for (uint32_t i = 0; i < b->all.n; i++) {
		const struct longer *x = &b->all.at[i];
		struct tir_buffer *to = copy.buffer.at[x->buffer->id];
		if (to->shape[0]->u.i >= x->elements)
			continue;
		to->shape = ARENA_NEWN(f->module->arena, const struct tir_expr *, 1);
		to->shape[0] = tir_int(f->module, x->buffer->shape[0]->type, x->elements);
	}
	return tir_func_with_body(f, body);
}

/* The walk over a function. */
struct dot_walk {
	struct tir_func *f;
	const struct loops_options *options;
	struct arena *arena;
	struct loops_vectors *out;
	struct unroll_jam_meter meter;
	struct dot_nest n;
	struct longer_buffers longer;
	const struct tir_stmt *joined; /* the statement behind a nest, which is done in it */
	bool any;
};

/* Add what stands for the statement: a nest of sums of products done four at once, or a copy whose bodies are looked at. */
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct dot_walk *w = ctx;
	if (s == w->joined)
		return;
	struct loops_doubt doubt = loops_no_doubt();
	w->n.f = w->f;
	w->n.doubt = &doubt;
	if (!takes(&w->meter, w->options, &w->n, s)) {
		struct tir_stmt *copy = tir_stmt_copy(w->f->module->arena, s);
		loops_refuse(w->out, w->arena, s, &doubt);
		tir_seq_map_bodies(copy, visit, w);
		tir_seq_add(out, copy);
		return;
	}
	if (dot_read_after(&w->n, s->next))
		w->joined = s->next;
	tir_seq_append(out, dot_make(&w->n, w->arena));
	w->any = true;
	loops_take_back(w->out, doubt.of);
	note_longer(&w->longer, &w->n, w->arena);
	struct loops_vectorized x = {LOOPS_DOT, w->n.loop[w->n.lane], DOT_LANES};
	VEC_PUSH(w->arena, &w->out->all, x);
}

static bool is_loop(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR;
}

/* f with sums of products of bytes done four at once; f itself. */
static struct tir_func *sums(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct dot_walk w = {.f = f,
	        .options = options,
	        .arena = arena,
	        .out = vectors,
	        .meter = {.arena = arena,
	                .vectorizes = options->vectorizes,
	                .unrolls_more = options->opt_level == 0 || options->opt_level > 2}};
	vectors->all.n = 0;
	if ((options->lanes && options->lanes < DOT_LANES) || !tir_seq_any(&f->body, is_loop))
		return f;
	w.n.facts = facts_begin(f, &known, arena);
	struct tir_seq body = tir_seq_map(&f->body, visit, &w);
	return w.any ? with_longer(f, body, &w.longer, arena) : f;
}

struct tir_func *loops_dot(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	f = sums(loops_scale(f, arena), options, arena, vectors);
	return loops_collapse(loops_rows(f, options, arena, vectors), options, arena);
}
