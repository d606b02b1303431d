/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/sum_nest.c: nests that reduce, whatever they begin with; may their terms change places?
 *
 * Idea      S = S op t is the innermost statement; what S begins with stands beside it, in it, before the loops that reduce, or somewhere
 *           else.
 * Costs     the nest, once.
 * Wrong if  a partial sum in another order overflows: replay knows the bounds of the terms, too. */
#include "loops/normalise/sum.h"

/* ---- Order -------------------------------------------------------------------------------*/
/* The operand of the sum that is not S; NULL: it is no such sum. */
static const struct tir_expr *term_of(const struct sum_nest *n)
{
	const struct tir_expr *e = n->value;
	if (e->op != TIR_ADD && e->op != TIR_SUB && e->op != TIR_MIN && e->op != TIR_MAX &&
	        e->op != TIR_BITAND && e->op != TIR_BITOR && e->op != TIR_BITXOR)
		return NULL;
	bool second = e->op != TIR_SUB && sum_is_own(n, e->arg[1]);
	uint32_t own;
	if (!sum_is_own(n, e->arg[second]) || !sum_reads_apart(n, e->arg[!second], &own) || own)
		return NULL;
	return e->arg[!second];
}

/* A walk that finds where the numbers of an expression lie. */
struct bounding {
	uint32_t left; /* nodes */
};

static struct range_interval bounds_of(struct bounding *b, const struct tir_expr *e);

/* Where one or the other lies. */
static struct range_interval either(struct range_interval x, struct range_interval y)
{
	return (struct range_interval){
	        range_min(x.lo, y.lo), range_max(x.hi, y.hi), x.known && y.known};
}

/* All numbers of an integer type. */
static struct range_interval of_type(struct tir_type t)
{
	bool is_signed = t.code == TIR_TYPE_INT;
	range_wide one = 1;
	if (!tir_is_int(t))
		return (struct range_interval){.known = false};
	return (struct range_interval){
	        is_signed ? -(one << (t.bits - 1)) : 0, (one << (t.bits - is_signed)) - 1, true};
}

/* The bounds of an operation's exact result, operands by their own. */
static struct range_interval bounds_of_node(struct bounding *b, const struct tir_expr *e)
{
	bool chooses = e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
	bool computes = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL ||
	                e->op == TIR_MIN || e->op == TIR_MAX;
	if (e->op == TIR_INT_IMM)
		return (struct range_interval){e->u.i, e->u.i, true};
	if (e->op == TIR_CAST)
		return bounds_of(b, e->arg[0]);
	if (!chooses && !computes)
		return (struct range_interval){.known = false};
	struct range_interval x = bounds_of(b, e->arg[chooses]),
	                      y = bounds_of(b, e->arg[1 + chooses]);
	if (chooses || !x.known || !y.known)
		return either(x, y);
	return range_of_operation((enum tir_op)e->op, e->type, x, y);
}

/* Where e lies, by what its proof knows, too: the types of what is loaded, and constants. */
static struct range_interval bounds_of(struct bounding *b, const struct tir_expr *e)
{
	struct range_interval t = of_type(e->type), x = {.known = false};
	if (b->left && t.known) {
		b->left--;
		x = bounds_of_node(b, e);
	}
	return x.known && x.lo >= t.lo && x.hi <= t.hi ? x : t;
}

/* Does what S begins with, and so many terms, each within these bounds, stay in 32 bits? */
static bool stays(const struct sum_nest *n, const struct tir_expr *t)
{
	enum { NODES = 256 };
	struct bounding b = {NODES};
	int64_t all = 1;
	if (!n->init)
		return false;
	struct range_interval x = bounds_of(&b, t), first = bounds_of(&b, n->init);
	range_wide most = range_max(x.hi, -x.lo);
	for (uint32_t l = 0; l < n->n; l++)
		if (!n->loop[l].stride && __builtin_mul_overflow(all, n->loop[l].extent, &all))
			return false;
	return x.known && first.known && most <= INT32_MAX && all <= INT32_MAX &&
	       first.hi + most * all <= INT32_MAX && first.lo - most * all >= INT32_MIN;
}

bool sum_stays_from_0(const struct sum_nest *n)
{
	const struct tir_expr *t = term_of(n);
	struct sum_nest x = *n;
	if (!t || !tir_is_int(t->type) || t->type.lanes != 1)
		return false;
	x.init = tir_int(n->m, t->type, 0);
	return t->type.code == TIR_TYPE_UINT || t->type.bits < 32 || stays(&x, t);
}

bool sum_commutes(const struct sum_nest *n)
{
	const struct tir_expr *t = term_of(n);
	if (!t || !tir_is_integral(t->type) || t->type.code == TIR_TYPE_BOOL)
		return false;
	bool ring = n->value->op == TIR_ADD || n->value->op == TIR_SUB;
	bool wraps = t->type.code == TIR_TYPE_UINT || t->type.bits < 32;
	return !ring || wraps || stays(n, t);
}

/* ---- Nests -------------------------------------------------------------------------------*/
/* Note how far apart in memory neighbouring iterations of each loop read. */
static bool note_reach(void *ctx, const struct tir_expr *e)
{
	struct sum_nest *n = ctx;
	int64_t by[SUM_LOOPS], width;
	struct affine_sum base;
	struct access a = access_of_load(e, n->store, n->around);
	if (e->op != TIR_LOAD || sum_is_own(n, e) || !sum_read_strides(n, &a, by, &base, &width))
		return true;
	for (uint32_t l = 0; l < n->n; l++)
		if (sum_size(by[l]) > n->loop[l].reach)
			n->loop[l].reach = sum_size(by[l]);
	return true;
}

/* The loops from s on, in those of the nest so far, reduce: they are around S = S op t alone, whose element the loops so far say. */
static bool read_inner(struct sum_nest *n, const struct tir_stmt *s)
{
	n->nset = n->n;
	const struct tir_seq *inner = sum_read_loops(n, s);
	if (!inner || !sum_is_single(inner, TIR_STORE) || !sum_read_element(n, inner->first))
		return false;
	for (uint32_t l = n->nset; l < n->n; l++)
		n->loop[l].inner = true;
	for (uint32_t l = 0; l < n->n; l++)
		if (l < n->nset ? !sum_is_spatial(&n->loop[l]) : n->loop[l].stride != 0)
			return false;
	return true;
}

/* S = init, s, is followed by loops around S = S op t. */
static bool read_separate(struct sum_nest *n, const struct tir_stmt *s)
{
	if (!s || s->kind != TIR_STORE || !s->next || s->next->kind != TIR_FOR ||
	        !read_inner(n, s->next))
		return false;
	const struct tir_store *a = tir_as_store(s), *b = tir_as_store(n->store);
	if (a->mask.e || a->buffer != b->buffer || s->nindex != n->store->nindex)
		return false;
	for (uint32_t i = 0; i < s->nindex; i++)
		if (a->index[i].e != b->index[i].e)
			return false;
	n->set = s;
	n->init = a->value.e;
	return true;
}

/* Does the nest sum up anything, and may what it begins with stand in front? */
static bool is_reduction(struct sum_nest *n)
{
	uint32_t own;
	bool reduces = false;
	for (uint32_t l = 0; l < n->n; l++)
		reduces |= !n->loop[l].stride && n->loop[l].extent > 1;
	if (!reduces || !sum_reads_apart(n, n->value, &own) || !own ||
	        (n->init && (!sum_reads_apart(n, n->init, &own) || own)))
		return false;
	return tir_walk_expr(n->value, n->arena, note_reach, n);
}

bool sum_read(struct sum_nest *n, const struct tir_stmt *s)
{
	*n = (struct sum_nest){
	        .facts = n->facts, .m = n->m, .arena = n->arena, .around = n->around};
	const struct tir_seq *body = sum_read_loops(n, s);
	if (!body)
		return false;
	uint32_t outer = n->n;
	if (sum_is_single(body, TIR_STORE)) {
		if (!sum_read_element(n, body->first))
			return false;
		sum_read_choice(n);
		return is_reduction(n);
	}
	if (sum_read_conditional(n, body))
		return is_reduction(n);
	n->n = outer;
	return body->first && body->first->next && !body->first->next->next &&
	       read_separate(n, body->first) && is_reduction(n);
}

bool sum_read_at(struct sum_nest *n, const struct tir_stmt *nest, const struct tir_stmt *s)
{
	*n = (struct sum_nest){
	        .facts = n->facts, .m = n->m, .arena = n->arena, .around = n->around};
	return sum_read_loops(n, nest) &&
	       (s->kind == TIR_FOR ? read_inner(n, s) : read_separate(n, s)) && is_reduction(n);
}

/* ---- Maps --------------------------------------------------------------------------------*/
bool sum_read_map(struct sum_nest *n, const struct tir_stmt *s)
{
	*n = (struct sum_nest){
	        .facts = n->facts, .m = n->m, .arena = n->arena, .around = n->around};
	const struct tir_seq *body = sum_read_loops(n, s);
	uint32_t own;
	if (!body || !sum_is_single(body, TIR_STORE) || !sum_read_element(n, body->first) ||
	        !sum_reads_apart(n, n->value, &own))
		return false;
	for (uint32_t l = 0; l < n->n; l++)
		if (!n->loop[l].stride)
			return false;
	return true;
}

struct ordering {
	const struct sum_nest *n;
	const uint32_t *order;
};

/* Is the load in the order of memory? */
static bool load_is_in_order(void *ctx, const struct tir_expr *e)
{
	const struct ordering *o = ctx;
	const struct sum_nest *n = o->n;
	int64_t by[SUM_LOOPS], width, least = INT64_MAX;
	struct affine_sum base;
	struct access a = access_of_load(e, n->store, n->around);
	if (e->op != TIR_LOAD)
		return true;
	if (!sum_read_strides(n, &a, by, &base, &width))
		return false;
	for (uint32_t i = 0; i < n->n; i++) {
		int64_t size = sum_size(by[o->order[i]]);
		if (size > least)
			return false;
		least = size ? size : least;
	}
	return true;
}

bool sum_reads_in_order(const struct sum_nest *n, const uint32_t *order)
{
	struct ordering o = {n, order};
	return tir_walk_expr(n->value, n->arena, load_is_in_order, &o);
}
