/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/access.c: what a piece of code reads and writes, and at which byte.
 *
 * Idea.   An access is an occurrence of a load or a store.  Its first byte is a sum: where the buffer begins
 *         in its root (what it is a view of, its elem_offset), and each index times its stride times the
 *         width of an element.  Views and other widths are nothing special then.
 * Costs   a walk over the operands; O(terms) an index for the bytes. */
#include "analysis/internal.h"

struct collect {
	const struct facts *f;
	struct arena *arena, scratch;
	struct access_list *out;
	uint32_t most, loop;
	const struct tir_stmt *s;
	bool effect; /* of the operand that is looked at */
};

/* ---- Collecting --------------------------------------------------------------------------*/
struct access access_of_load(const struct tir_expr *load, const struct tir_stmt *s, uint32_t loop)
{
	return (struct access){load->u.buffer, s, load, ACCESS_READ, false, loop};
}

struct access access_of_store(const struct tir_stmt *store, uint32_t loop)
{
	return (struct access){tir_as_store(store)->buffer, store, NULL, ACCESS_WRITE, false, loop};
}

/* Has the statement this load already?  A walk goes twice to what an expression holds twice. */
static bool is_noted(const struct collect *c, const struct tir_expr *load)
{
	enum { BACK = 64 };
	const struct access *all = c->out->all.at;
	for (uint32_t i = c->out->all.n, k = 0; i-- > 0 && k < BACK && all[i].stmt == c->s; k++)
		if (all[i].load == load)
			return true;
	return false;
}

static bool add(struct collect *c, struct access a)
{
	if (c->out->all.n >= c->most)
		return c->out->whole = false;
	VEC_PUSH(c->arena, &c->out->all, a);
	return true;
}

static bool add_node(void *ctx, const struct tir_expr *e)
{
	struct collect *c = ctx;
	if (e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD)
		return is_noted(c, e) || add(c, access_of_load(e, c->s, c->loop));
	if (e->op != TIR_BUFFER_DATA && e->op != TIR_ADDRESS_OF)
		return true;
	unsigned kind = c->effect ? ACCESS_READ | ACCESS_WRITE : ACCESS_READ;
	return add(c, (struct access){e->u.buffer, c->s, e, kind, true, c->loop});
}

static void collect(struct collect *c, const struct tir_seq *code)
{
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	for (const struct tir_stmt *s = code->first; s && c->out->whole; s = s->next) {
		uint32_t around = c->loop, n = 0;
		if (s->kind != TIR_DECL) /* a view gives no address away */
			n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
		c->s = s;
		c->out->effects |= effect_of_stmt(s);
		for (uint32_t i = 0; i < n && c->out->whole; i++) {
			c->effect = op[i]->flags & TIR_HAS_EFFECT;
			if (op[i]->flags & (TIR_READS_MEM | TIR_HAS_ADDRESS))
				tir_walk_expr(op[i], &c->scratch, add_node, c);
		}
		if (s->kind == TIR_STORE)
			add(c, access_of_store(s, c->loop));
		if (s->kind == TIR_FOR || s->kind == TIR_WHILE || s->kind == TIR_LAUNCH)
			c->loop = facts_loop(c->f, s);
		collect(c, tir_body(s));
		collect(c, tir_orelse(s));
		c->loop = around;
	}
}

void access_collect(const struct facts *f, const struct tir_seq *code, uint32_t most, uint32_t loop,
        struct arena *arena, struct access_list *out)
{
	struct collect c = {.f = f,
	        .arena = arena,
	        .scratch = arena_scratch(arena),
	        .out = out,
	        .most = most,
	        .loop = loop};
	*out = (struct access_list){.whole = true};
	collect(&c, code);
	arena_free(&c.scratch);
}

/* ---- Indices -----------------------------------------------------------------------------*/
uint32_t access_rank(const struct access *a)
{
	if (!a->load)
		return a->stmt->nindex;
	return a->load->op == TIR_MASKED_LOAD ? a->load->n - 1u : a->load->n;
}

const struct tir_expr *access_index(const struct access *a, uint32_t i)
{
	return a->load ? a->load->arg[i] : tir_as_store(a->stmt)->index[i].e;
}

bool access_is_invariant(const struct facts *f, const struct access *a, uint32_t loop)
{
	bool same = !a->anywhere;
	for (uint32_t i = 0; same && i < access_rank(a); i++)
		same = facts_is_invariant(f, access_index(a, i), loop);
	return same;
}

bool access_is_same(const struct access *a, const struct access *b)
{
	uint32_t n = access_rank(a);
	if (a->buffer != b->buffer || a->anywhere || b->anywhere || n != access_rank(b))
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (access_index(a, i) != access_index(b, i))
			return false;
	return true;
}

/* ---- Bytes -------------------------------------------------------------------------------*/

/* A copy of the sum that lasts. */
static const struct affine *keep(const struct facts *f, const struct affine_sum *s)
{
	struct affine *a = arena_words(f->arena, sizeof *a + s->n * sizeof *s->term);
	a->constant = s->constant;
	a->n = s->n;
	memcpy(a->term, s->term, s->n * sizeof *s->term);
	return a;
}

/* at += what n indices of the buffer say, in elements of that many bytes. */
static bool add_indices(const struct facts *f, const struct tir_buffer *b, uint32_t n,
        const struct tir_expr *const *index, int64_t bytes, struct affine_sum *at)
{
	struct affine_sum size = {.constant = bytes};
	if (n != b->ndim)
		return false;
	for (uint32_t i = n; i-- > 0;) {
		const struct affine *x = affine_of(f, index[i]);
		if (b->strides) {
			if (!affine_add_product(at, x, affine_of(f, b->strides[i]), bytes))
				return false;
			continue;
		}
		if (size.n == 0) {
			if (!affine_add(at, x, size.constant))
				return false;
		} else if (!affine_add_product(at, x, keep(f, &size), 1)) {
			return false;
		}
		if (i == 0)
			break;
		struct affine_sum larger;
		const struct affine *extent = b->shape[i] ? affine_of(f, b->shape[i]) : NULL;
		affine_clear(&larger);
		if (!extent ||
		        !(size.n == 0 ? affine_add(&larger, extent, size.constant)
		                      : affine_add_product(&larger, extent, keep(f, &size), 1)))
			return false;
		size = larger;
	}
	return true;
}

/* at += where the buffer's first element lies in its root. */
static bool add_base(const struct facts *f, const struct tir_buffer *b, struct affine_sum *at,
        unsigned depth)
{
	if (b->kind != TIR_BUFFER_DECL)
		return true;
	const struct analysis_buffer *x = analysis_buffer(f, b);
	if (!x || !x->data || depth == 0)
		return false;
	if (b->elem_offset &&
	        !affine_add(at, affine_of(f, b->elem_offset), tir_type_bytes(b->elem)))
		return false;
	const struct tir_expr *p = x->data;
	/* The data of a view is what it views, without its elem_offset. */
	for (; p->op == TIR_BUFFER_DATA; p = x->data) {
		if (p->u.buffer->kind != TIR_BUFFER_DECL)
			return true;
		x = analysis_buffer(f, p->u.buffer);
		if (!x || !x->data || --depth == 0)
			return false;
	}
	return p->op == TIR_ADDRESS_OF && add_base(f, p->u.buffer, at, depth - 1) &&
	       add_indices(f, p->u.buffer, p->n, p->arg, tir_type_bytes(p->u.buffer->elem), at);
}

/* The index of one lane, and how far the next one is in indices; false: lanes are not side by side. */
static bool split_lanes(const struct facts *f, const struct tir_expr **e, int64_t *lanes,
        int64_t *step)
{
	*lanes = (*e)->type.lanes;
	*step = 0;
	if (*lanes == 1)
		return true;
	if ((*e)->op == TIR_BROADCAST) {
		*lanes = 1;
		*e = (*e)->arg[0];
		return true;
	}
	if ((*e)->op != TIR_RAMP)
		return false;
	const struct affine *s = affine_of(f, (*e)->arg[1]);
	*step = s->constant;
	*e = (*e)->arg[0];
	return s->n == 0;
}

bool access_bytes(const struct facts *f, const struct access *a, struct affine_sum *at,
        int64_t *lanes, int64_t *stride, int64_t *width)
{
	const struct tir_expr *index[TIR_MAX_RANK];
	const struct tir_buffer *b = a->buffer;
	uint32_t n = access_rank(a);
	*width = tir_type_bytes(b->elem);
	*lanes = 1;
	*stride = 0;
	affine_clear(at);
	if (a->anywhere || n != b->ndim || !alias_root(b))
		return false;
	for (uint32_t i = 0; i < n; i++)
		index[i] = access_index(a, i);
	if (n && !split_lanes(f, &index[n - 1], lanes, stride))
		return false;
	if (n && b->strides && *lanes > 1) {
		const struct affine *s = affine_of(f, b->strides[n - 1]);
		if (s->n || __builtin_mul_overflow(*stride, s->constant, stride))
			return false;
	}
	if (__builtin_mul_overflow(*stride, *width, stride) ||
	        !add_indices(f, b, n, index, *width, at) || !add_base(f, b, at, TIR_MAX_RANK))
		return false;
	if (*stride == *width) { /* side by side: one wide lane */
		*width *= *lanes;
		*lanes = 1;
	}
	return true;
}
