/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/leading.c: check places of the greatest or least element that are found by two reductions (loops/normalise/leading.c).
 *
 * Idea    Walk both programs in step.  f has a loop whose body works on two elements, B and O.  g computes the extreme M of all A[c], then the
 *         first or the last place I where M stands, and does the body once, with M and I.
 *         Try the body in each order of A[c] to B, and of c to O.  It must take A[c] and c where A[c] is greater than B, and leave B and O
 *         where A[c] is less.  Where they are equal, B stays.
 *         First place: an equal element leaves O if O is less than c.
 *           M greater than B: iteration I is the first with M.  It takes both.  Later ones leave O, which is less than their c.
 *           M equal to B: iteration I is the first that may change O.  If it takes I, O is less than each later c; if it does not, none changes O.
 *           M less than B: no iteration changes anything.
 *         Last place: an equal element takes c if O is not greater than c.  The last iteration with M then decides.
 * Needs   f verified; c rises.  Shares nothing with loops/ and analysis/.
 * Costs   the nodes of the body, nine times.
 * Wrong if an iteration works on something else, or the reductions leave one out. */
#include "proof/normalise/reduced.h"

enum what { WHAT_NEW, WHAT_OLD, WHAT_AT, WHAT_WAS, WHAT_FALSE, WHAT_TRUE, WHAT_ELSE };
enum { DEEP = 64 };

struct leading {
	struct reduced nest;
	/* Of f: */
	const struct tir_stmt *init, *guard, *stores, *value, *index;
	const struct tir_expr *element, *place;
	/* Of the case that is tried: */
	int order, order_of_place;
	enum what holds[2];
	/* Of g: */
	const struct tir_stmt *at;
	const struct tir_buffer *lead, *found;
};

static bool fail(struct leading *k, const char *why)
{
	k->nest.walk.why = why;
	return false;
}

/* ---- The loop of f -------------------------------------------------------------------------*/
static bool are_two(const struct tir_stmt *s)
{
	return s && s->next && !s->next->next && s->kind == TIR_STORE &&
	       s->next->kind == TIR_STORE && !tir_mask_of(s) && !tir_mask_of(s->next);
}

/* Does the loop move no element that the statements store to? */
static bool are_steady(const struct leading *k, const struct tir_stmt *s)
{
	for (; s; s = s->next)
		for (uint32_t i = 0; i < s->nindex; i++)
			if (!proof_reduced_is_steady(&k->nest, tir_as_store(s)->index[i].e))
				return false;
	return true;
}

/* Does the condition hold in the first iteration alone? */
static bool is_first(const struct leading *k, const struct tir_expr *e)
{
	if (e->op != TIR_EQ && e->op != TIR_LT)
		return false;
	bool swapped = e->op == TIR_EQ && e->arg[0]->op == TIR_INT_IMM;
	const struct tir_expr *v = e->arg[swapped];
	return v->op == TIR_VAR && v->u.var == k->nest.old[0] &&
	       tir_is_number(e->arg[!swapped], e->op == TIR_LT);
}

static bool are_numbers(const struct tir_stmt *s)
{
	return tir_value_of(s)->op == TIR_INT_IMM && tir_value_of(s->next)->op == TIR_INT_IMM;
}

/* Read the statements of the body. */
static bool read_body(struct leading *k, const struct tir_stmt *s)
{
	const struct tir_seq *body = proof_reduced_read(&k->nest, s);
	s = body && k->nest.n == 1 ? body->first : NULL;
	k->init = NULL;
	if (s && s->next && s->kind == TIR_IF && !tir_orelse(s)->first &&
	        is_first(k, tir_value_of(s))) {
		k->init = tir_body(s)->first;
		if (!are_two(k->init) || !are_steady(k, k->init) || !are_numbers(k->init))
			return false;
		s = s->next;
	}
	k->guard = s && s->kind == TIR_IF && !s->next && !tir_orelse(s)->first ? s : NULL;
	k->stores = k->guard ? tir_body(s)->first : s;
	return are_two(k->stores) && are_steady(k, k->stores) &&
	       !proof_may_overlap(k->nest.f, k->nest.contract, tir_buffer_of(k->stores),
	               tir_buffer_of(k->stores->next));
}

/* What the value takes where it does not stay: the one operand that is no load of the element; NULL: there are several. */
static const struct tir_expr *other_of(const struct tir_stmt *s, const struct tir_expr *e,
        int depth)
{
	uint32_t from = e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
	if (!from && e->op != TIR_MAX && e->op != TIR_MIN)
		return proof_reduced_is_own(s, e) ? NULL : e;
	const struct tir_expr *all = NULL;
	for (uint32_t i = from; i < from + 2 && depth; i++) {
		const struct tir_expr *x = other_of(s, e->arg[i], depth - 1);
		if (x && all && x != all)
			return NULL;
		all = x ? x : all;
	}
	return all;
}

/* Does it rise from iteration to iteration: the variable, plus a number, in a type that holds it? */
static bool rises(const struct leading *k, const struct tir_expr *e)
{
	const int64_t far = INT64_C(1) << 30;
	int64_t plus = 0;
	struct tir_type t = e->type;
	if (e->op == TIR_CAST)
		e = e->arg[0];
	if (e->op == TIR_ADD && e->arg[1]->op == TIR_INT_IMM) {
		plus = e->arg[1]->u.i;
		e = e->arg[0];
	}
	bool fits = t.bits >= 32 ||
	            (t.bits >= 8 && k->nest.iterations + plus < INT64_C(1) << (t.bits - 1));
	return plus >= 0 && plus < far && k->nest.iterations < far && fits && tir_is_int(t) &&
	       e->op == TIR_VAR && e->u.var == k->nest.old[0];
}

/* Which store is of the place, and what do both take? */
static bool read_taken(struct leading *k)
{
	for (int i = 0; i < 2; i++) {
		k->index = i ? k->stores->next : k->stores;
		k->value = i ? k->stores : k->stores->next;
		k->place = other_of(k->index, tir_value_of(k->index), DEEP);
		k->element = other_of(k->value, tir_value_of(k->value), DEEP);
		if (k->place && k->element && k->place != k->element && rises(k, k->place))
			return tir_is_int(k->element->type) && k->element->type.lanes == 1 &&
			       proof_reduced_is_apart(&k->nest, k->element,
			               tir_buffer_of(k->value)) &&
			       proof_reduced_is_apart(&k->nest, k->element,
			               tir_buffer_of(k->index));
	}
	return false;
}

/* ---- Cases ---------------------------------------------------------------------------------*/
static enum what is_it(bool is)
{
	return is ? WHAT_TRUE : WHAT_FALSE;
}

/* Compare two that are known; false: they are not to be compared. */
static bool compare(const struct leading *k, enum what x, enum what y, int *order)
{
	bool values = x <= WHAT_OLD && y <= WHAT_OLD,
	     places = x >= WHAT_AT && x <= WHAT_WAS && y >= WHAT_AT && y <= WHAT_WAS;
	int first = values ? k->order : -k->order_of_place; /* of the new one to the old one */
	*order = x == y ? 0 : x < y ? first : -first;
	return values || places;
}

static enum what evaluate(const struct leading *k, const struct tir_expr *e, int depth);

/* What an operation on two gives. */
static enum what operation(const struct leading *k, const struct tir_expr *e, int depth)
{
	int order;
	enum what x = evaluate(k, e->arg[0], depth - 1), y = evaluate(k, e->arg[1], depth - 1);
	if (e->op == TIR_AND || e->op == TIR_OR) {
		bool known = (x == WHAT_TRUE || x == WHAT_FALSE) &&
		             (y == WHAT_TRUE || y == WHAT_FALSE);
		bool both = x == WHAT_TRUE && y == WHAT_TRUE,
		     one = x == WHAT_TRUE || y == WHAT_TRUE;
		return known ? is_it(e->op == TIR_AND ? both : one) : WHAT_ELSE;
	}
	if (!compare(k, x, y, &order))
		return WHAT_ELSE;
	if (e->op == TIR_MIN || e->op == TIR_MAX)
		return (order > 0) == (e->op == TIR_MAX) ? x : y;
	if (!tir_ops[e->op].compare)
		return WHAT_ELSE;
	return is_it(order < 0   ? e->op == TIR_LT || e->op == TIR_LE || e->op == TIR_NE
	             : order > 0 ? e->op == TIR_GT || e->op == TIR_GE || e->op == TIR_NE
	                         : e->op == TIR_EQ || e->op == TIR_LE || e->op == TIR_GE);
}

/* What e is in the case. */
static enum what evaluate(const struct leading *k, const struct tir_expr *e, int depth)
{
	if (e == k->element || e == k->place)
		return e == k->element ? WHAT_NEW : WHAT_AT;
	if (proof_reduced_is_own(k->value, e) || proof_reduced_is_own(k->index, e))
		return k->holds[proof_reduced_is_own(k->index, e)];
	if (!depth || !e->n || e->op == TIR_LOAD || e->op == TIR_CAST)
		return WHAT_ELSE;
	if (e->op == TIR_NOT) {
		enum what x = evaluate(k, e->arg[0], depth - 1);
		return x == WHAT_TRUE || x == WHAT_FALSE ? is_it(x == WHAT_FALSE) : WHAT_ELSE;
	}
	if (e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE) {
		enum what c = evaluate(k, e->arg[0], depth - 1);
		return c == WHAT_TRUE    ? evaluate(k, e->arg[1], depth - 1)
		       : c == WHAT_FALSE ? evaluate(k, e->arg[2], depth - 1)
		                         : WHAT_ELSE;
	}
	return e->n == 2 ? operation(k, e, depth) : WHAT_ELSE;
}

/* What B and O hold in the end of the body; false: that is not known. */
static bool try_body(struct leading *k, int order, int order_of_place)
{
	k->order = order;
	k->order_of_place = order_of_place;
	k->holds[0] = WHAT_OLD;
	k->holds[1] = WHAT_WAS;
	enum what does = k->guard ? evaluate(k, tir_value_of(k->guard), DEEP) : WHAT_TRUE;
	for (const struct tir_stmt *s = k->stores; s && does == WHAT_TRUE; s = s->next)
		k->holds[s == k->index] = evaluate(k, tir_value_of(s), DEEP);
	return (does == WHAT_TRUE || does == WHAT_FALSE) && k->holds[0] <= WHAT_OLD &&
	       (k->holds[1] == WHAT_AT || k->holds[1] == WHAT_WAS);
}

/* Does the body take what is greater (1) or less (-1) than what led?  And of those that are equal, is the first one kept, or the last one? */
static bool is_leading(struct leading *k, int side, bool first)
{
	for (int of_place = -1; of_place <= 1; of_place++) {
		if (!try_body(k, side, of_place) || k->holds[0] != WHAT_NEW ||
		        k->holds[1] != WHAT_AT)
			return false;
		if (!try_body(k, -side, of_place) || k->holds[0] != WHAT_OLD ||
		        k->holds[1] != WHAT_WAS)
			return false;
		/* O is less than c: of the first it stays, of the last it becomes c; O is c: no matter; O is greater: either */
		if (!try_body(k, 0, of_place) ||
		        (of_place < 0 && k->holds[1] != (first ? WHAT_WAS : WHAT_AT)))
			return false;
	}
	return true;
}

/* ---- The reductions of g -------------------------------------------------------------------*/
/* Read a reduction: what it begins with, and its value; the element, NULL: it is none. */
static const struct tir_buffer *read_reduction(struct leading *k, int64_t *begin,
        const struct tir_expr **value)
{
	const struct tir_buffer *b = proof_reduced_element(&k->nest, k->at);
	const struct tir_stmt *set = b ? k->at->next : NULL, *loop = set ? set->next : NULL;
	const struct tir_expr *e = b ? proof_reduced_stored(set, b) : NULL;
	const struct tir_seq *body = loop ? proof_reduced_copy(&k->nest, loop) : NULL;
	if (!e || e->op != TIR_INT_IMM || !body || body->first->next)
		return NULL;
	*begin = e->u.i;
	*value = proof_reduced_stored(body->first, b);
	k->at = loop->next;
	return *value && ((*value)->op == TIR_MIN || (*value)->op == TIR_MAX) &&
	                       proof_reduced_is_element((*value)->arg[0], b)
	               ? b
	               : NULL;
}

static int64_t end_of(struct tir_type t, bool greatest)
{
	uint64_t ones = (UINT64_C(1) << t.bits) - 1;
	if (t.code == TIR_TYPE_UINT)
		return greatest ? (int64_t)ones : 0;
	return greatest ? (int64_t)(ones >> 1) : -(int64_t)(ones >> 1) - 1;
}

/* What the element is widened from, if that keeps the number. */
static const struct tir_expr *narrow_of(const struct leading *k, struct tir_type t)
{
	const struct tir_expr *e = k->element;
	if (tir_type_eq(e->type, t))
		return e;
	bool keeps = e->op == TIR_CAST && tir_is_int(t) && tir_type_eq(e->arg[0]->type, t) &&
	             t.bits < e->type.bits &&
	             (t.code == TIR_TYPE_UINT || e->type.code == TIR_TYPE_INT);
	return keeps ? e->arg[0] : NULL;
}

/* Read what leads: 1 the greatest, -1 the least; 0: it is something else. */
static int read_lead(struct leading *k)
{
	int64_t begin;
	const struct tir_expr *e;
	k->lead = read_reduction(k, &begin, &e);
	if (!k->lead || k->lead->elem.bits > 32)
		return 0;
	const struct tir_expr *x = narrow_of(k, k->lead->elem);
	bool max = e->op == TIR_MAX;
	return !x || !proof_reduced_is_copy(&k->nest, x, e->arg[1]) ||
	                       begin != end_of(k->lead->elem, !max)
	               ? 0
	       : max ? 1
	             : -1;
}

/* Is e the copy's variable, in whatever type? */
static bool is_counter(const struct leading *k, const struct tir_expr *e)
{
	if (e->op == TIR_CAST)
		e = e->arg[0];
	return e->op == TIR_VAR && e->u.var == k->nest.copy[0];
}

/* Read the search for the place: does it find the first one, or else the last one? */
static bool read_place(struct leading *k, bool *first)
{
	int64_t begin, n = k->nest.iterations;
	const struct tir_expr *e;
	k->found = read_reduction(k, &begin, &e);
	if (!k->found || k->found == k->lead || k->found->elem.bits > 32 ||
	        n - 1 > end_of(k->found->elem, true))
		return false;
	*first = e->op == TIR_MIN;
	const struct tir_expr *x = e->arg[1], *c = x->op == TIR_SELECT ? x->arg[0] : NULL;
	return begin == (*first ? n - 1 : 0) && c && c->op == TIR_EQ &&
	       proof_reduced_is_copy(&k->nest, narrow_of(k, k->lead->elem), c->arg[0]) &&
	       proof_reduced_is_element(c->arg[1], k->lead) && is_counter(k, x->arg[1]) &&
	       tir_is_number(x->arg[2], begin);
}

/* ---- The body, once ------------------------------------------------------------------------*/
/* Is y the element's value in the type, perhaps widened? */
static bool is_held(const struct tir_expr *y, const struct tir_buffer *b, struct tir_type t)
{
	if (!tir_type_eq(y->type, t))
		return false;
	return proof_reduced_is_element(y, b) ||
	       (y->op == TIR_CAST && proof_reduced_is_element(y->arg[0], b));
}

/* Is y what x is of what leads and its place? */
static bool is_once(struct leading *k, const struct tir_expr *x, const struct tir_expr *y)
{
	if (!k->nest.nodes)
		return false;
	k->nest.nodes--;
	if (x == k->element)
		return is_held(y, k->lead, x->type);
	if (x->op == TIR_VAR && x->u.var == k->nest.old[0])
		return is_held(y, k->found, x->type);
	if (x->op == TIR_VAR || !x->n)
		return x == y;
	bool same = x->op == y->op && x->n == y->n && x->u.bits == y->u.bits &&
	            tir_type_eq(x->type, y->type);
	for (uint32_t i = 0; same && i < x->n; i++)
		same = is_once(k, x->arg[i], y->arg[i]);
	return same;
}

/* Are the statements t those of f, from s to the end, once?  What follows them; NULL: they are others. */
static bool are_once(struct leading *k, const struct tir_stmt *s)
{
	for (; s; s = s->next, k->at = k->at->next) {
		const struct tir_stmt *t = k->at;
		if (!t || t->kind != TIR_STORE || tir_mask_of(t) || !proof_same_head(s, t))
			return false;
		k->nest.nodes = REDUCED_NODES;
		for (uint32_t i = 0; i < s->nindex; i++)
			if (tir_as_store(s)->index[i].e != tir_as_store(t)->index[i].e)
				return false;
		if (!is_once(k, tir_value_of(s), tir_value_of(t)))
			return false;
	}
	return true;
}

/* Is the body done once? */
static bool is_body(struct leading *k)
{
	if (!k->guard)
		return are_once(k, k->stores);
	const struct tir_stmt *t = k->at;
	if (!t || t->kind != TIR_IF || tir_orelse(t)->first)
		return false;
	k->nest.nodes = REDUCED_NODES;
	k->at = tir_body(t)->first;
	bool same = is_once(k, tir_value_of(k->guard), tir_value_of(t)) && are_once(k, k->stores) &&
	            !k->at;
	k->at = t->next;
	return same;
}

/* ---- The walk --------------------------------------------------------------------------------*/
static bool is_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t)
{
	(void)ctx;
	return s->kind == TIR_FOR && t->kind != TIR_FOR;
}

/* Does what begins with t do what the loop s does?  False with the reason. */
static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct leading *k = ctx;
	bool first;
	if (!read_body(k, s) || !read_taken(k))
		return fail(k, "the loop does not keep what leads and its place");
	k->at = t;
	if (k->init && !are_once(k, k->init))
		return fail(k, "the two begin with something else");
	int side = read_lead(k);
	if (!side || !read_place(k, &first))
		return fail(k, "the reductions do not find what leads, or its place");
	if (!is_leading(k, side, first))
		return fail(k, "the loop leaves another place");
	*next = NULL;
	if (!is_body(k))
		return fail(k, "the body is not done once, of what leads and its place");
	*next = k->at;
	return true;
}

enum proof_verdict proof_leading(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	struct leading k = {.nest = {.f = f,
	                            .contract = contract,
	                            .walk = {.arena = arena,
	                                    .is_changed = is_changed,
	                                    .same_changed = same_changed}}};
	return proof_reduced_walk(&k.nest, g, &k, why);
}
