/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/hoist.c: check the arrays in which hoist.c keeps what loops compute.
 *
 * Idea    g is taken apart: where an array that f has not is allocated, a nest must follow that fills each of its elements, and what loads
 *         an element computes its value instead.  What is left must be f, by the proof of common subexpression elimination.
 *         An element is looked for where the nest has filled it: each index is a loop's variable, perhaps plus a number, and lies in the array.
 *         Nothing from the nest to the last load stores to what the value loads.  A value that may trap there is computed by the
 *         program anyway: each iteration surely loads the element, and nothing on the way may leave.
 * Needs   f verified.  Shares nothing with loops/ and analysis/.
 * Costs   one walk of g; the elements of arrays, for each load; the proof of CSE.
 * Wrong if an element is loaded that was not filled, or filled from other memory. */
#include "proof/normalise/hoist.h"

/* ---- What fills an array -----------------------------------------------------------------*/
/* Read the allocation; false with the reason: it is no such array. */
static bool begin_array(struct hoist_apart *t, const struct tir_stmt *s)
{
	const struct tir_buffer *b = tir_buffer_of(s);
	struct hoist_array a = {.b = b, .level = t->nloops, .branches = t->branches};
	int64_t all = 1;
	if (b->strides || b->elem_offset || b->elem.lanes != 1 || b->ndim > HOIST_DIMS || !b->ndim)
		return proof_hoist_fail(t, "an array that is not there before is no plain one");
	for (uint32_t d = 0; d < b->ndim; d++) {
		a.size[d] = b->shape[d]->op == TIR_INT_IMM ? b->shape[d]->u.i : 0;
		if (a.size[d] < 1 || a.size[d] > HOIST_MOST || (all *= a.size[d]) > HOIST_MOST)
			return proof_hoist_fail(t,
			        "an array that is not there before has no known size");
	}
	a.loaded = ARENA_NEWN(t->arena, bool, all);
	VEC_PUSH(t->arena, &t->array, a);
	while (t->array_of.n <= b->id)
		VEC_PUSH(t->arena, &t->array_of, 0);
	t->array_of.at[b->id] = t->array.n;
	return true;
}

/* Skip the arrays, and the loops that fill them, at the head of a sequence; return the statement behind them. */
static const struct tir_stmt *behind_arrays(const struct tir_stmt *s)
{
	while (s && s->next && (s->kind == TIR_ALLOC || s->kind == TIR_FOR))
		s = s->next;
	return s;
}

/* The first store in a nest of loops, with nothing else between but arrays and what fills them; NULL: it is none. */
static const struct tir_stmt *innermost(const struct tir_stmt *s)
{
	for (s = behind_arrays(s); s && s->kind == TIR_FOR;)
		s = behind_arrays(tir_body(s)->first);
	return s && s->kind == TIR_STORE ? s : NULL;
}

/* Is it of the kind that f has not? */
static bool is_new(const struct hoist_apart *t, const struct tir_buffer *b)
{
	return b && b->kind == TIR_BUFFER_ALLOC && !(b->id < t->in_f.n && t->in_f.at[b->id]);
}

static bool is_array(const struct hoist_apart *t, const struct tir_stmt *s)
{
	return s->kind == TIR_ALLOC && is_new(t, tir_buffer_of(s));
}

/* Is it a nest that stores to arrays? */
static bool is_nest(const struct hoist_apart *t, const struct tir_stmt *s)
{
	const struct tir_stmt *store = s->kind == TIR_FOR ? innermost(tir_body(s)->first) : NULL;
	return store && is_new(t, tir_buffer_of(store));
}

/* Is it such a nest, or a condition around nothing but arrays and such nests? */
static bool fills(const struct hoist_apart *t, const struct tir_stmt *s)
{
	if (s->kind != TIR_IF || !tir_body(s)->first)
		return is_nest(t, s);
	for (const struct tir_stmt *x = tir_body(s)->first; x; x = x->next)
		if (!is_array(t, x) && !is_nest(t, x))
			return false;
	return true;
}

/* Does the store fill the array, element by element, in these loops; if it stands in front, under the condition of the statement that
 * fills? */
static bool fill(struct hoist_apart *t, const struct tir_stmt *s, const struct tir_stmt *from,
        uint32_t level)
{
	struct hoist_array *a = s->kind == TIR_STORE ? proof_hoist_array(t, tir_buffer_of(s))
	                                             : NULL;
	const struct tir_expr *value = s->kind == TIR_STORE ? tir_value_of(s) : NULL;
	const struct tir_expr *guard = a && from->kind == TIR_IF && a->branches < t->branches
	                                       ? tir_value_of(from)
	                                       : NULL;
	if (!a || a->value || tir_mask_of(s) || tir_as_store(s)->buffer != a->b ||
	        a->level != level || a->branches + (guard != NULL) != t->branches ||
	        s->nindex != t->nloops - level)
		return proof_hoist_fail(t, "a nest fills an array otherwise than once");
	if (value->flags & (TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS))
		return proof_hoist_fail(t, "a nest fills an array with what has effects");
	for (uint32_t d = 0; d < s->nindex; d++) {
		const struct tir_for *l = tir_as_for(t->loop[level + d]);
		if (tir_as_store(s)->index[d].e != l->var->expr || l->min.e->op != TIR_INT_IMM ||
		        l->min.e->u.i != 0 || l->extent.e->op != TIR_INT_IMM ||
		        l->extent.e->u.i != a->size[d] || !proof_is_plain(t->loop[level + d]) ||
		        tir_loop_step(t->loop[level + d]) != 1)
			return proof_hoist_fail(t, "a nest does not fill each element of an array");
		a->var[d] = l->var;
	}
	uint32_t i = (uint32_t)(a - t->array.at);
	if (!(value = proof_hoist_undo(t, value)))
		return false;
	t->array.at[i].value = value;
	t->array.at[i].guard = guard;
	t->array.at[i].from = guard ? from : t->loop[level];
	return true;
}

/* ---- Is the value the same where it is loaded? -------------------------------------------*/
struct between {
	struct hoist_apart *t;
	const struct tir_buffer *stored;
};

static bool is_other(void *ctx, const struct tir_expr *e)
{
	const struct between *x = ctx;
	return e->op != TIR_LOAD ||
	       !proof_may_overlap(x->t->f, x->t->contract, e->u.buffer, x->stored);
}

struct passing {
	struct hoist_apart *t;
	const struct hoist_array *a;
};

/* May the value be computed in front of the statement, as if it stood behind? */
static bool passes(void *ctx, struct tir_stmt *s)
{
	struct passing *p = ctx;
	bool leaves = s->kind == TIR_WHILE || s->kind == TIR_BREAK || s->kind == TIR_CONTINUE ||
	              s->kind == TIR_RETURN || s->kind == TIR_ASSERT ||
	              tir_stmt_flags(s) & TIR_HAS_EFFECT;
	struct between x = {p->t, tir_buffer_of(s)};
	return !leaves &&
	       (s->kind != TIR_STORE || tir_walk_expr(p->a->value, p->t->arena, is_other, &x));
}

/* Does the value hold from where it is computed to the last statement of the sequence that loads the array; and may it be computed
 * there? */
static bool holds(struct hoist_apart *t, const struct hoist_array *a)
{
	const struct tir_stmt *last = a->last, *s;
	struct passing p = {t, a};
	int64_t all = 1;
	if (!a->value)
		return proof_hoist_fail(t, "an array is not filled");
	for (s = a->from; last && s != last->next; s = s->next)
		if (!passes(&p, (struct tir_stmt *)s) || !tir_walk_stmts(tir_body(s), passes, &p) ||
		        !tir_walk_stmts(tir_orelse(s), passes, &p))
			return proof_hoist_fail(t,
			        "what an array holds may change before it is loaded");
	for (uint32_t d = 0; d < a->b->ndim; d++)
		all *= a->size[d];
	for (int64_t i = 0; a->value->flags & TIR_MAY_TRAP && i < all; i++)
		if (!a->loaded[i] && proof_hoist_may_trap(t, a, i))
			return proof_hoist_fail(t,
			        "an array holds what the program may not compute");
	return true;
}

/* ---- Nests that fill arrays ---------------------------------------------------------------*/
/* Of the arrays from the first one on, all of one sequence, note which the statement of that loads. */
static void note_last(struct hoist_apart *t, uint32_t first, const struct tir_stmt *s)
{
	for (uint32_t i = first; i < t->array.n; i++) {
		t->array.at[i].last = t->array.at[i].seen ? s : t->array.at[i].last;
		t->array.at[i].seen = false;
	}
}

/* Do the arrays from the first one on hold what they are to hold? */
static bool all_hold(struct hoist_apart *t, uint32_t first)
{
	for (uint32_t i = first; i < t->array.n; i++) {
		const struct hoist_array *a = &t->array.at[i];
		if (a->level == t->nloops && a->branches == t->branches && !holds(t, a))
			return false;
	}
	return true;
}

static bool read_nest(struct hoist_apart *t, const struct tir_stmt *x, const struct tir_stmt *from);

/* Read a loop of such a nest, whose first one has this level: arrays of its own, and behind them the next loop, or stores. */
static bool read_loop(struct hoist_apart *t, const struct tir_stmt *loop,
        const struct tir_stmt *from, uint32_t level)
{
	const struct tir_stmt *s = tir_body(loop)->first, *last = behind_arrays(s);
	uint32_t first = t->array.n;
	bool ok = t->nloops < HOIST_DEEP || proof_hoist_fail(t, "loops are too deep");
	if (ok)
		t->loop[t->nloops++] = loop;
	for (; s && ok; s = s->next) {
		ok = is_array(t, s)       ? begin_array(t, s)
		     : s->kind != TIR_FOR ? fill(t, s, from, level)
		     : s == last          ? read_loop(t, s, from, level)
		                          : read_nest(t, s, s);
		note_last(t, first, s);
	}
	return ok && all_hold(t, first);
}

/* Read the nest in the statement `from`, that fills arrays. */
static bool read_nest(struct hoist_apart *t, const struct tir_stmt *x, const struct tir_stmt *from)
{
	uint32_t level = t->nloops;
	bool ok = read_loop(t, x, from, level);
	t->nloops = level;
	return ok;
}

/* Take the statement that fills arrays away: a nest, or several under a condition, with arrays of their own. */
static bool take_nest(struct hoist_apart *t, const struct tir_stmt *s)
{
	uint32_t first = t->array.n;
	if (s->kind == TIR_FOR)
		return read_nest(t, s, s);
	if (tir_orelse(s)->first || tir_value_of(s)->flags & (TIR_READS_MEM | TIR_HAS_EFFECT))
		return proof_hoist_fail(t, "an array is filled under another condition");
	t->branches++;
	t->asked = tir_value_of(s);
	bool ok = true;
	for (const struct tir_stmt *x = tir_body(s)->first; x && ok; x = x->next) {
		ok = is_array(t, x) ? begin_array(t, x) : read_nest(t, x, s);
		note_last(t, first, x);
	}
	ok = ok && all_hold(t, first);
	t->asked = NULL;
	t->branches--;
	return ok;
}

/* ---- The walk ----------------------------------------------------------------------------*/
static bool take_seq(struct hoist_apart *t, const struct tir_seq *seq, struct tir_seq *out);

/* Add the statement without arrays. */
static bool take_stmt(struct hoist_apart *t, const struct tir_stmt *s, struct tir_seq *out)
{
	struct tir_operand *slot[TIR_MAX_OPERANDS];
	struct tir_stmt *x = tir_stmt_copy(t->arena, s);
	struct tir_seq body = {0}, orelse = {0};
	uint32_t n = tir_stmt_operands(x, slot, TIR_MAX_OPERANDS);
	const struct tir_buffer *b = tir_buffer_of(s);
	if (b && is_new(t, proof_root(b)))
		return proof_hoist_fail(t, "an array is stored to where it is not filled");
	for (uint32_t i = 0; i < n; i++)
		if (slot[i]->e && !(slot[i]->e = proof_hoist_undo(t, slot[i]->e)))
			return false;
	bool loop = s->kind == TIR_FOR;
	if (loop && t->nloops == HOIST_DEEP)
		return proof_hoist_fail(t, "loops are too deep");
	if (loop)
		t->loop[t->nloops++] = s;
	t->branches += !loop;
	bool ok = take_seq(t, tir_body(s), &body) && take_seq(t, tir_orelse(s), &orelse);
	t->branches -= !loop;
	t->nloops -= loop;
	tir_set_body(x, body);
	tir_set_orelse(x, orelse);
	tir_seq_add(out, x);
	return ok;
}

/* Add the statements without arrays, if these hold what they are to hold. */
static bool take_seq(struct hoist_apart *t, const struct tir_seq *seq, struct tir_seq *out)
{
	uint32_t first = t->array.n;
	bool ok = true;
	for (const struct tir_stmt *s = seq->first; s && ok; s = s->next) {
		ok = is_array(t, s) ? begin_array(t, s)
		     : fills(t, s)  ? take_nest(t, s)
		                    : take_stmt(t, s, out);
		note_last(t, first, s);
	}
	return ok && all_hold(t, first);
}

/* Note an allocation of f. */
static bool note_buffer(void *ctx, struct tir_stmt *s)
{
	struct hoist_apart *t = ctx;
	const struct tir_buffer *b = s->kind == TIR_ALLOC ? tir_buffer_of(s) : NULL;
	while (b && t->in_f.n <= b->id)
		VEC_PUSH(t->arena, &t->in_f, false);
	if (b)
		t->in_f.at[b->id] = true;
	return true;
}

struct tir_func *proof_without_arrays(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	struct hoist_apart t = {.m = f->module,
	        .f = f,
	        .contract = contract,
	        .arena = arena,
	        .steps = TRAP_STEPS,
	        .subst = {.m = f->module, .arena = arena},
	        .index = {.m = f->module, .arena = arena}};
	struct diag silent = {0};
	struct tir_seq body = {0};
	tir_enter(f);
	tir_walk_stmts(&f->body, note_buffer, &t);
	if (!tir_verify_func(g, &silent)) {
		*why = "the verifier refuses the program with arrays";
		return NULL;
	}
	bool ok = take_seq(&t, &g->body, &body);
	*why = t.why;
	return ok ? tir_func_with_body(f, body) : NULL;
}

enum proof_verdict proof_hoisted(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	const struct proof_cse_told told = {0};
	struct tir_func *x = proof_without_arrays(f, g, contract, arena, why);
	bool same = x &&
	            (tir_equal_func(f, x, why) || proof_cse(f, x, contract, &told, arena, why));
	return same ? PROOF_PROVED : PROOF_REFUTED;
}
