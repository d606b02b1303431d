/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/zip.c: interleaved stores, to every second element and to those between, as stores of rows.
 *
 * Idea.   for x: { O[2 * x] = f(x); O[2 * x + 1] = g(x) } stores a row, but no statement of it does. Here it is
 *         for x: for part in range(2): O[2 * x + part] = f(x) if part == 0 else g(x), and both loops together are lanes. A load
 *         that goes on by 2 with x, too, is moved along with the part: of A[2 * x] there is A[2 * x + part] in the first arm and
 *         A[2 * x + part] for A[2 * x + 1] in the other one. So it is a row as well, of which each arm uses some lanes.
 * Needs   flat statements; an innermost loop that only stores; indices that are sums.
 * Keeps   the order of the loop's iterations. In one of them no statement reads what another one stores.
 * Costs   the nodes of each such body, once. */
#include "loops/loops.h"
#include "loops/nest/counted.h"
#include "loops/nest/growth.h"
#include "loops/nest/refuse.h"

enum { PARTS = 4, STORES = 32, DEEP = 64, NODES = 4096 };

struct zip_store {
	const struct tir_store *s;
	uint32_t rank;
	const struct affine *at; /* the last index: along the row */
	uint32_t part;
	const struct zip_store *first; /* of its row, that with part 0 */
};
struct zipper {
	const struct facts *facts;
	struct tir_module *m;
	struct arena *scratch;
	struct loops_vectors *out;
	/* The loop that is read. */
	const struct tir_for *loop;
	int64_t by; /* parts; what each index of a store grows by */
	struct zip_store store[STORES];
	uint32_t n, nodes;
	const struct tir_var *part;
	struct loops_doubt doubt; /* what there is to say if it is no such loop */
};

/* ---- Indices -----------------------------------------------------------------------------*/
static bool same_terms(const struct affine *a, const struct affine *b)
{
	if (a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++) {
		const struct affine_term *s = &a->term[i], *t = &b->term[i];
		if (s->factor != t->factor || s->n != t->n ||
		        memcmp(s->x, t->x, s->n * sizeof *s->x) != 0)
			return false;
	}
	return true;
}

/* Is the index an int32 made of such? */
static bool has_int32(const struct tir_expr *e, const struct affine *a)
{
	for (uint32_t i = 0; i < a->n; i++)
		for (uint32_t k = 0; k < a->term[i].n; k++)
			if (!tir_type_eq(a->term[i].x[k]->type, TIR_INT32))
				return false;
	return tir_type_eq(e->type, TIR_INT32);
}

/* ---- What is read ------------------------------------------------------------------------*/
/* Does e read nothing that the loop stores, and does it no more than compute? */
static bool may_read(struct zipper *z, const struct tir_expr *e)
{
	if (!z->nodes || e->type.lanes != 1 || e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET))
		return false;
	z->nodes--;
	for (uint32_t i = 0; e->op == TIR_LOAD && i < z->n; i++)
		if (alias_may(z->facts, z->store[i].s->buffer, e->u.buffer))
			return false;
	bool known = e->op != TIR_MASKED_LOAD && e->op != TIR_BUFFER_DATA &&
	             e->op != TIR_ADDRESS_OF && e->op != TIR_CALL;
	for (uint32_t i = 0; known && i < e->n; i++)
		known = may_read(z, e->arg[i]);
	return known;
}

/* Are the loop's statements stores to every by-th element, and no others?  Then z holds them. */
static bool read_stores(struct zipper *z)
{
	z->n = 0;
	for (const struct tir_stmt *s = z->loop->body.first; s; s = s->next) {
		int64_t by;
		const struct tir_expr *index[TIR_MAX_RANK];
		if (s->kind != TIR_STORE || z->n == STORES || !s->nindex || tir_mask_of(s) ||
		        tir_value_of(s)->depth > DEEP || tir_value_of(s)->type.lanes != 1)
			return false;
		const struct tir_store *x = tir_as_store(s);
		for (uint32_t i = 0; i < s->nindex; i++)
			index[i] = x->index[i].e;
		struct zip_store store = {
		        .s = x, .rank = s->nindex, .at = affine_of(z->facts, index[s->nindex - 1])};
		if (!loops_growth_of(z->facts, s->nindex, index, z->loop->var, &by) || by < 2 ||
		        by > PARTS || (z->n && by != z->by) ||
		        !has_int32(index[s->nindex - 1], store.at))
			return false;
		z->by = by;
		z->store[z->n++] = store;
	}
	return z->n != 0;
}

/* Are the indices of both, the last one apart, the same? */
static bool in_one_row(const struct zipper *z, const struct zip_store *a, const struct zip_store *b)
{
	if (a->s->buffer != b->s->buffer || !same_terms(a->at, b->at))
		return false;
	for (uint32_t i = 0; i + 1 < a->rank; i++) {
		const struct affine *x = affine_of(z->facts, a->s->index[i].e);
		const struct affine *y = affine_of(z->facts, b->s->index[i].e);
		if (!same_terms(x, y) || x->constant != y->constant)
			return false;
	}
	return true;
}

/* Do the stores of one iteration never meet? */
static bool are_distinct(const struct zipper *z, const struct zip_store *a,
        const struct zip_store *b)
{
	if (a->s->buffer != b->s->buffer)
		return !alias_may(z->facts, a->s->buffer, b->s->buffer);
	for (uint32_t i = 0; i < a->rank; i++) {
		const struct affine *x = affine_of(z->facts, a->s->index[i].e);
		const struct affine *y = affine_of(z->facts, b->s->index[i].e);
		if (same_terms(x, y) && x->constant != y->constant)
			return true;
	}
	return false;
}

/* The store of another part of the same row; NULL: there is none, or there are two. */
static struct zip_store *find_part(struct zipper *z, const struct zip_store *first, uint32_t part)
{
	struct zip_store *found = NULL;
	for (uint32_t i = 0; i < z->n; i++) {
		struct zip_store *x = &z->store[i];
		if (!in_one_row(z, x, first) || x->at->constant != first->at->constant + part)
			continue;
		if (found || x->first)
			return NULL;
		found = x;
	}
	return found;
}

/* Do the stores fill rows?  Every part of each row must be stored, and no part twice. */
static bool find_rows(struct zipper *z)
{
	for (uint32_t i = 0; i < z->n; i++)
		for (uint32_t k = 0; k < i; k++)
			if (!are_distinct(z, &z->store[i], &z->store[k]))
				return false;
	for (uint32_t done = 0; done < z->n;) {
		struct zip_store *first = NULL;
		for (uint32_t i = 0; i < z->n; i++) {
			struct zip_store *x = &z->store[i];
			bool before = !first || (in_one_row(z, x, first) &&
			                                x->at->constant < first->at->constant);
			if (!x->first && before)
				first = x;
		}
		for (uint32_t part = 0; part < z->by; part++, done++) {
			struct zip_store *x = find_part(z, first, part);
			if (!x)
				return false;
			x->first = first;
			x->part = part;
		}
	}
	return true;
}

/* Is s a loop of interleaved stores that fill whole rows, and may what they read be read first? */
static bool read_loop(struct zipper *z, const struct tir_stmt *s)
{
	if (!loops_is_counted(s) || tir_as_for(s)->extent.e->u.i > LOOPS_FARTHEST / PARTS)
		return false;
	z->loop = tir_as_for(s);
	z->nodes = NODES;
	if (!read_stores(z))
		return false;
	loops_looks(&z->doubt, z->n > 1 ? s : NULL);
	if (!loops_holds(&z->doubt, find_rows(z), LOOPS_ZIP_ROWS))
		return false;
	for (uint32_t i = 0; i < z->n; i++)
		if (!loops_holds(&z->doubt, may_read(z, z->store[i].s->value.e), LOOPS_ZIP_READS))
			return false;
	return true;
}

/* ---- What is made ------------------------------------------------------------------------*/
static const struct tir_expr *number(struct zipper *z, int64_t n)
{
	return tir_int(z->m, TIR_INT32, n);
}

/* The sum, of which `part` of the row is meant, as part `at` of it is written; the part's variable is in it. */
static const struct tir_expr *moved(struct zipper *z, const struct affine *a, uint32_t part)
{
	const struct tir_expr *sum = NULL;
	for (uint32_t i = 0; i < a->n; i++) {
		const struct affine_term *t = &a->term[i];
		const struct tir_expr *e = t->x[0];
		for (uint32_t k = 1; k < t->n; k++)
			e = tir_binary(z->m, TIR_MUL, e, t->x[k]);
		if (t->factor != 1)
			e = tir_binary(z->m, TIR_MUL, e, number(z, t->factor));
		sum = sum ? tir_binary(z->m, TIR_ADD, sum, e) : e;
	}
	sum = tir_binary(z->m, TIR_ADD, sum, z->part->expr);
	int64_t constant = a->constant - part;
	return constant ? tir_binary(z->m, TIR_ADD, sum, number(z, constant)) : sum;
}

/* e in the arm of one part: what goes on as the row does is moved along with it. */
static const struct tir_expr *in_arm(struct zipper *z, const struct tir_expr *e, uint32_t part)
{
	int64_t by;
	if (!e->n)
		return e;
	const struct tir_expr **arg = ARENA_NEWN(z->scratch, const struct tir_expr *, e->n);
	if (e->op == TIR_LOAD && loops_growth_of(z->facts, e->n, e->arg, z->loop->var, &by) &&
	        by == z->by) {
		const struct affine *a = affine_of(z->facts, e->arg[e->n - 1]);
		memcpy(arg, e->arg, e->n * sizeof *arg);
		if (has_int32(e->arg[e->n - 1], a))
			arg[e->n - 1] = moved(z, a, part);
		return tir_with_args(z->m, e, arg);
	}
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = in_arm(z, e->arg[i], part);
	return tir_with_args(z->m, e, arg);
}

/* What the parts of the row are, chosen from by the part. */
static const struct tir_expr *choice(struct zipper *z, const struct zip_store *first)
{
	const struct tir_expr *arm[PARTS], *all;
	for (uint32_t i = 0; i < z->n; i++)
		if (z->store[i].first == first)
			arm[z->store[i].part] = in_arm(z, z->store[i].s->value.e, z->store[i].part);
	all = arm[z->by - 1];
	for (uint32_t part = (uint32_t)z->by - 1; part-- > 0;)
		if (arm[part] != all)
			all = tir_select(z->m, TIR_IF_THEN_ELSE,
			        tir_binary(z->m, TIR_EQ, z->part->expr, number(z, part)), arm[part],
			        all);
	return all;
}

/* The loop over the parts, in which each row is stored once. */
static struct tir_stmt *make_parts(struct zipper *z, const struct tir_stmt *s)
{
	struct tir_stmt *t = tir_stmt_new(z->m, TIR_FOR, s->at);
	struct tir_for *l = tir_as_for(t);
	struct tir_var *part = tir_var_new(z->m, "part", TIR_INT32);
	z->part = part;
	l->var = part;
	l->min = (struct tir_operand){number(z, 0), s->at};
	l->extent = (struct tir_operand){number(z, z->by), s->at};
	const struct tir_stmt *old = z->loop->body.first;
	for (uint32_t i = 0; i < z->n; i++, old = old->next) {
		const struct zip_store *x = &z->store[i];
		if (x->first != x)
			continue;
		struct tir_stmt *store = tir_stmt_copy(z->m->arena, old);
		tir_as_store(store)->index[x->rank - 1].e = moved(z, x->at, 0);
		tir_as_store(store)->value.e = choice(z, x);
		tir_seq_add(&l->body, store);
	}
	return t;
}

/* Add a copy of s, with the body of a loop of interleaved stores made anew. */
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct zipper *z = ctx;
	struct tir_stmt *t = tir_stmt_copy(z->m->arena, s);
	z->doubt = loops_no_doubt();
	if (s->kind == TIR_FOR && read_loop(z, s)) {
		struct tir_seq body = {0};
		tir_seq_add(&body, make_parts(z, s));
		tir_set_body(t, body);
		struct loops_vectorized x = {LOOPS_ZIPPED, s, (uint32_t)z->by};
		VEC_PUSH(z->scratch, &z->out->all, x);
	} else {
		loops_refuse(z->out, z->scratch, s, &z->doubt);
		tir_seq_map_bodies(t, visit, z);
	}
	tir_seq_add(out, t);
}

struct tir_func *loops_zip(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct zipper *z = ARENA_NEW(arena, struct zipper);
	*z = (struct zipper){.m = f->module,
	        .facts = facts_begin(f, &known, arena),
	        .scratch = arena,
	        .out = vectors};
	vectors->all.n = 0;
	struct tir_seq body = tir_seq_map(&f->body, visit, z);
	return vectors->all.n ? tir_func_with_body(f, body) : f;
}
