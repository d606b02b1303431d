/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/padding.c: a buffer with what lies outside of another one, for loads under a condition.
 *
 * Idea    A sum over a window that loads A[y + r - 1] where that is inside, and has a number where it is not, loads from a copy of
 *         A with margins. What the margins hold makes the same number: v - z of Cast(A[...]) + z and v.  So conditions leave the
 *         nest, whose products are then found.
 * Needs   flat statements; a nest of constant ranges; a condition that compares indices of the load with numbers; A not stored to.
 *         A factor of such a choice between a product and 0 may be computed in any case.
 * Keeps   which elements are loaded: the copy loads them under the same condition.
 * Costs   the nodes of each nest. */
#include "loops/normalise/respell.h"

enum { MOST_BYTES = 1 << 17, MOST_TERMS = 16 };

struct padded {
	struct respell *r;
	const struct tir_expr *choice, *load; /* of the text */
	const struct tir_expr *factor;        /* of what is loaded; NULL: there is none */
	int64_t margin;                       /* what the margins hold */
	int64_t add;                          /* to what is loaded */
	int64_t min[TIR_MAX_RANK], size[TIR_MAX_RANK];
	struct {
		enum tir_op op;
		uint32_t dim;
		int64_t sign, constant; /* sign * index + constant, compared with 0 */
	} term[MOST_TERMS];
	uint32_t nterms;
	const struct tir_stmt *loop;
};

/* ---- What is read ------------------------------------------------------------------------*/
/* Is e a byte that is loaded and widened, perhaps with a number added to it?  The load, and that number; NULL: it is none. */
static const struct tir_expr *byte_of(const struct tir_expr *e, int64_t *add)
{
	*add = 0;
	if ((e->op == TIR_ADD || e->op == TIR_SUB) && e->arg[1]->op == TIR_INT_IMM &&
	        e->arg[1]->u.i > INT32_MIN) {
		*add = e->op == TIR_ADD ? e->arg[1]->u.i : -e->arg[1]->u.i;
		e = e->arg[0];
	}
	bool byte = e->op == TIR_CAST && tir_is_int(e->type) && e->type.bits > 8 &&
	            e->arg[0]->op == TIR_LOAD && e->arg[0]->type.bits == 8 &&
	            e->arg[0]->type.lanes == 1 && e->arg[0]->u.buffer->elem.lanes == 1;
	return byte ? e->arg[0] : NULL;
}

/* Is e surely there, whatever the condition is: a number, or what a load in bounds makes? */
static bool is_safe(struct padded *p, const struct tir_expr *e, uint32_t depth)
{
	int64_t lo, hi;
	bool load = e->op == TIR_LOAD;
	if (!(e->flags & TIR_MAY_TRAP))
		return !(e->flags & TIR_HAS_EFFECT);
	if (!depth || (!load && tir_node_traps(e)) || (load && e->n != e->u.buffer->ndim))
		return false;
	for (uint32_t i = 0; i < e->n; i++) {
		const struct tir_expr *size = load ? e->u.buffer->shape[i] : NULL;
		bool inside = !load || (size->op == TIR_INT_IMM &&
		                               range_limits(p->r->facts, e->arg[i], &lo, &hi) &&
		                               lo >= 0 && hi < size->u.i);
		if (!inside || !is_safe(p, e->arg[i], depth - 1))
			return false;
	}
	return true;
}

/* Read what is chosen: a byte that is loaded, perhaps with a number added to it, perhaps times a factor. */
static bool read_arm(struct padded *p, const struct tir_expr *e)
{
	enum { DEEP = 32 };
	p->factor = NULL;
	if ((p->load = byte_of(e, &p->add)))
		return true;
	for (uint32_t i = 0; e->op == TIR_MUL && tir_is_int(e->type) && i < 2; i++)
		if (is_safe(p, e->arg[!i], DEEP) && (p->load = byte_of(e->arg[i], &p->add))) {
			p->factor = e->arg[!i];
			return true;
		}
	return false;
}

/* Read a comparison of one of the load's indices with a number; false: it is another condition. */
static bool read_comparison(struct padded *p, const struct tir_expr *c)
{
	if (c->op != TIR_LT && c->op != TIR_LE && c->op != TIR_GT && c->op != TIR_GE)
		return false;
	for (uint32_t d = 0; d < p->load->n && p->nterms < MOST_TERMS; d++)
		for (int64_t sign = -1; sign <= 1; sign += 2) {
			struct affine_sum s;
			bool constant = true;
			affine_clear(&s);
			if (!affine_read(&s, c->arg[0], 1, NULL, NULL) ||
			        !affine_read(&s, c->arg[1], -1, NULL, NULL) ||
			        !affine_read(&s, p->load->arg[d], -sign, NULL, NULL))
				return false;
			for (uint32_t i = 0; i < s.n; i++)
				constant = constant && !s.term[i].factor;
			if (!constant || s.constant > INT32_MAX / 2 || s.constant < INT32_MIN / 2)
				continue;
			p->term[p->nterms].op = (enum tir_op)c->op;
			p->term[p->nterms].dim = d;
			p->term[p->nterms].sign = sign;
			p->term[p->nterms++].constant = s.constant;
			return true;
		}
	return false;
}

static bool read_condition(struct padded *p, const struct tir_expr *c)
{
	if (c->op == TIR_AND)
		return read_condition(p, c->arg[0]) && read_condition(p, c->arg[1]);
	return read_comparison(p, c);
}

/* Is e a choice between what is made of a byte that is loaded where a condition holds and a number? */
static bool read_choice(struct padded *p, const struct tir_expr *e)
{
	int64_t bytes = 1, lo, hi;
	if (e->op != TIR_IF_THEN_ELSE || e->arg[2]->op != TIR_INT_IMM || !read_arm(p, e->arg[1]) ||
	        (p->factor && e->arg[2]->u.i != 0))
		return false;
	bool sign = p->load->type.code == TIR_TYPE_INT;
	p->choice = e;
	p->margin = e->arg[2]->u.i - p->add;
	p->nterms = 0;
	if (p->margin < (sign ? -128 : 0) || p->margin > (sign ? 127 : 255) ||
	        !read_condition(p, e->arg[0]))
		return false;
	for (uint32_t d = 0; d < p->load->n; d++) {
		if (!tir_type_eq(p->load->arg[d]->type, TIR_INT32) ||
		        p->load->arg[d]->flags & TIR_READS_MEM ||
		        !range_limits(p->r->facts, p->load->arg[d], &lo, &hi) || lo < -MOST_BYTES ||
		        hi > MOST_BYTES)
			return false;
		p->min[d] = lo;
		p->size[d] = hi - lo + 1;
		bytes *= p->size[d];
		if (bytes > MOST_BYTES)
			return false;
	}
	return true;
}

/* The search for a choice in a nest. */
struct search {
	struct padded *p;
	bool found, stores; /* the buffer is stored to */
};

static bool see(void *ctx, const struct tir_expr *e)
{
	struct search *s = ctx;
	s->found = s->found || read_choice(s->p, e);
	return !s->found;
}

static bool see_stmt(void *ctx, struct tir_stmt *t)
{
	struct search *s = ctx;
	if (!s->found && t->kind == TIR_STORE)
		tir_walk_expr(tir_value_of(t), s->p->r->arena, see, s);
	return !s->found;
}

static bool see_store(void *ctx, struct tir_stmt *t)
{
	struct search *s = ctx;
	s->stores |= t->kind == TIR_STORE &&
	             alias_may(s->p->r->facts, tir_buffer_of(t), s->p->load->u.buffer);
	return !s->stores && t->kind != TIR_EVALUATE;
}

/* ---- What is made ------------------------------------------------------------------------*/
static const struct tir_expr *plus(struct tir_module *m, const struct tir_expr *e, int64_t n)
{
	const struct tir_expr *c = tir_int(m, e->type, n < 0 ? -n : n);
	return n ? tir_binary(m, n < 0 ? TIR_SUB : TIR_ADD, e, c) : e;
}

/* The condition, of indices of the copy. */
static const struct tir_expr *condition(const struct padded *p, struct tir_var *const *v)
{
	struct tir_module *m = p->r->m;
	const struct tir_expr *all = NULL;
	for (uint32_t i = 0; i < p->nterms; i++) {
		uint32_t d = p->term[i].dim;
		int64_t c = p->term[i].constant;
		bool up = p->term[i].sign > 0; /* v + min + c, or c - min - v, is compared with 0 */
		const struct tir_expr *x = v[d]->expr, *n = tir_int(m, TIR_INT32,
		                                               up ? -c - p->min[d] : c - p->min[d]);
		x = tir_binary(m, p->term[i].op, up ? x : n, up ? n : x);
		all = all ? tir_binary(m, TIR_AND, all, x) : x;
	}
	return all;
}

/* Add the copy, and the nest that fills it; the choice stands for a load from it then. */
static void add_copy(struct padded *p, struct tir_seq *out)
{
	struct tir_module *m = p->r->m;
	uint32_t n = p->load->n;
	struct tir_buffer *b = tir_array_new(m, "padded", p->load->u.buffer->elem, n);
	const struct tir_expr *index[TIR_MAX_RANK], *at[TIR_MAX_RANK];
	struct tir_var *v[TIR_MAX_RANK];
	struct tir_seq body = {0};
	const struct tir_expr *own[TIR_MAX_RANK];
	tir_seq_add(out, tir_alloc_new(m, b, p->loop->at));
	for (uint32_t d = 0; d < n; d++) {
		b->shape[d] = tir_int(m, TIR_INT32, p->size[d]);
		v[d] = loops_respell_var(p->r, "p", d, TIR_INT32);
		index[d] = plus(m, v[d]->expr, p->min[d]);
		at[d] = plus(m, loops_respell_expr(p->r, p->load->arg[d]), -p->min[d]);
		own[d] = v[d]->expr;
	}
	const struct tir_expr *x = tir_access(m, TIR_LOAD, p->load->u.buffer, n, index);
	x = tir_select(m, TIR_IF_THEN_ELSE, condition(p, v), x, tir_int(m, x->type, p->margin));
	tir_seq_add(&body, tir_store_new(m, b, n, own, x, p->loop->at));
	for (uint32_t d = n; d-- > 0;) {
		struct tir_stmt *l = tir_loop_new(m, v[d], p->size[d], p->loop->at);
		tir_set_body(l, body);
		body = (struct tir_seq){0};
		tir_seq_add(&body, l);
	}
	tir_seq_append(out, body);
	x = plus(m, tir_cast(m, p->choice->type, tir_access(m, TIR_LOAD, b, n, at)), p->add);
	if (p->factor)
		x = tir_binary(m, TIR_MUL, x, loops_respell_expr(p->r, p->factor));
	loops_respell_set(p->r, p->choice, x);
	p->r->any = true;
}

/* Add the nest, loading from a copy with margins if it loads under a condition. */
static void loop(struct respell *r, const struct tir_stmt *s, struct tir_seq *out)
{
	struct padded p = {.r = r, .loop = s};
	struct search x = {.p = &p};
	tir_walk_stmts(tir_body(s), see_stmt, &x);
	if (x.found && tir_walk_stmts(tir_body(s), see_store, &x))
		add_copy(&p, out);
	void (*outer)(struct respell *, const struct tir_stmt *, struct tir_seq *) = r->loop;
	r->loop = NULL; /* of what is inside */
	tir_seq_add(out, loops_respell_copy(r, s));
	r->loop = outer;
}

struct tir_func *loops_padding(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct respell r = loops_respell_begin(f, options, arena);
	(void)vectors;
	r.loop = loop;
	return loops_respell_func(&r, f);
}
