/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/keep/promote.c: check the promoted elements that promote.c put into a function.
 *
 * Idea.   g is taken apart: where a buffer that f has not begins, there must stand
 *             acc: T.int32 = B[i, j]
 *             for k: ...acc...
 *             B[i, j] = acc
 *         (or a vector of neighbours) below `if 0 < extent`, unless the extent is a constant above 0.  Whether it may stand there is
 *         found out from g alone; and with B[i, j] for acc again, without the lines around the loop,
 *         g must be f, statement by statement.
 *         An access that its own sums do not tell apart from the element is put to isl (promote_touch.c).
 * Needs   f verified.  Shares nothing with loops/ and analysis/: has places, scopes and
 *         differences of its own; the rules behind these are proved by Z3 (test/rules/promote.rules).
 * Costs   one walk of both functions; in a loop with a promoted element each access once. */
#include "proof/keep/promote.h"

/* The statements around a loop with a promoted element; guard: NULL if the extent is a constant. */
struct spot {
	const struct tir_stmt *guard, *alloc, *fill, *loop, *back;
};

static bool fail(struct restorer *r, const char *why)
{
	r->why = why;
	return false;
}

/* Visit the nodes of e that were not met since the stamp changed, operands first. */
static bool each_node(struct restorer *r, const struct tir_expr *e,
        bool (*visit)(struct restorer *r, const struct tir_expr *e))
{
	r->todo.n = 0;
	VEC_PUSH(r->arena, &r->todo, e);
	while (r->todo.n) {
		uint32_t n = r->todo.n;
		e = r->todo.at[n - 1];
		for (uint32_t i = 0; i < e->n; i++)
			if (r->met[e->arg[i]->id] != r->stamp && r->met[e->id] != r->stamp)
				VEC_PUSH(r->arena, &r->todo, e->arg[i]);
		if (r->todo.n > n)
			continue;
		r->todo.n--;
		if (r->met[e->id] != r->stamp && !visit(r, e))
			return false;
		r->met[e->id] = r->stamp;
	}
	return true;
}

/* ---- Does an access of the loop miss the element? ----------------------------------------*/
/* Its own sums do not tell: has isl found out that the access never is the element? */
static bool misses_by_isl(struct restorer *r, const struct tir_buffer *b, uint32_t n,
        const struct tir_expr *const *index)
{
	const struct tir_expr *e = r->element;
	const struct tir_stmt *loop = r->touch.open.at[r->touch.open.n - 1];
	struct proof_doubt x = {loop, PROOF_UNDECIDED, NULL};
	if (!r->doubts || proof_root(b) != proof_root(e->u.buffer))
		return false;
	if (b == e->u.buffer && n == e->n)
		x.verdict = proof_touch(&r->touch, n, e->arg, index, &x.witness);
	bool known = r->doubts->all.n && r->doubts->all.at[r->doubts->all.n - 1].loop == loop;
	if (x.verdict != PROOF_PROVED && !known)
		VEC_PUSH(r->arena, &r->doubts->all, x);
	return true;
}

/* Does the access miss the promoted element in memory: by its indices, its buffer, or by isl?  False with the reason. */
static bool misses(struct restorer *r, const struct tir_buffer *b, uint32_t n,
        const struct tir_expr *const *index)
{
	const struct tir_expr *e = r->element;
	if (b == r->promoted)
		return n == 1 && index[0] == r->inside->arg[0];
	for (uint32_t i = 0; i < n && b == e->u.buffer && n == e->n; i++)
		if (proof_is_above(r, e->arg[i], index[i]) ||
		        proof_is_above(r, index[i], e->arg[i]))
			return true;
	return !proof_may_overlap(r->f, r->contract, b, e->u.buffer) ||
	       misses_by_isl(r, b, n, index) ||
	       fail(r, "a loop may touch its promoted element in memory");
}

/* Does the node leave the promoted element in memory alone?  False with the reason. */
static bool check_node(struct restorer *r, const struct tir_expr *e)
{
	switch ((enum tir_op)e->op) {
	case TIR_LOAD: return misses(r, e->u.buffer, e->n, e->arg);
	case TIR_MASKED_LOAD:
	case TIR_BUFFER_DATA:
	case TIR_ADDRESS_OF:
	case TIR_LET:
		return fail(r, "a loop with a promoted element takes an address or names part of "
		               "an operand");
	case TIR_CALL:
		return tir_call_effect(e) == TIR_PURE || tir_call_effect(e) == TIR_INFO ||
		       fail(r, "a loop with a promoted element calls a function that may touch "
		               "memory");
	case TIR_ANY_LEAF:
	case TIR_ANY_OPERATOR:
	case TIR_CAST:
	case TIR_ANY_CHOICE:
	case TIR_ANY_VECTOR:
	case TIR_NOPS: break;
	}
	return true;
}

/* inside: of a loop with an element. */
static void bind(struct restorer *r, const struct tir_stmt *s, bool inside)
{
	const struct tir_bind *b = tir_as_bind(s);
	r->bound[b->var->id] = s;
	if (inside || proof_is_timeless(b->value.e))
		VEC_PUSH(r->arena, &r->touch.local,
		        ((struct proof_local){.var = b->var, .value = b->value.e}));
}

/* Does the statement leave the promoted element in memory alone, what it loads included?  False with the reason. */
static bool check_stmt(void *ctx, struct tir_stmt *s)
{
	struct restorer *r = ctx;
	const struct tir_expr *index[TIR_MAX_RANK];
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	if ((s->kind != TIR_STORE && s->kind != TIR_BIND && s->kind != TIR_IF) || tir_mask_of(s))
		return fail(r, "a loop with a promoted element has annotations or a step");
	for (uint32_t i = 0; i < n; i++)
		if (!each_node(r, op[i]->e, check_node))
			return false;
	if (s->kind == TIR_BIND)
		bind(r, s, true);
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = tir_as_store(s)->index[i].e;
	return s->kind != TIR_STORE || misses(r, tir_as_store(s)->buffer, s->nindex, index);
}

/* ---- May the promoted element stand there? -----------------------------------------------*/
static bool note_change(void *ctx, struct tir_stmt *s)
{
	struct restorer *r = ctx;
	if (tir_var_of(s))
		r->changes[tir_var_of(s)->id] = r->number;
	return true;
}

static bool is_changed(const void *ctx, const struct tir_var *v)
{
	const struct restorer *r = ctx;
	return r->changes[v->id] == r->number;
}

static bool is_scalar(const struct tir_buffer *b)
{
	return b->elem.lanes == 1 && !b->strides &&
	       (!strcmp(b->scope, "global") || !strcmp(b->scope, "local"));
}

/* The four statements, and what they make of the promoted element. */
static bool check_frame(struct restorer *r, const struct spot *x)
{
	if (!x->fill || !x->loop || !x->back || x->fill->kind != TIR_STORE ||
	        x->loop->kind != TIR_FOR || x->back->kind != TIR_STORE || tir_mask_of(x->fill) ||
	        tir_mask_of(x->back))
		return fail(r, "a promoted element without a loop");
	const struct tir_store *fill = tir_as_store(x->fill);
	const struct tir_buffer *c = tir_as_alloc(x->alloc)->buffer,
	                        *b = tir_as_store(x->back)->buffer;
	const struct tir_expr *e = fill->value.e, *zero = fill->index[0].e;
	const struct tir_expr *first = x->fill->nindex == 1 ? proof_first_of(zero) : NULL;
	if (fill->buffer != c || !first || first->op != TIR_INT_IMM || first->u.i != 0)
		return fail(r, "a promoted element's variable is not filled before the loop");
	if (c->ndim != 1 || c->strides || c->elem_offset || strcmp(c->scope, "local") != 0 ||
	        c->shape[0]->op != TIR_INT_IMM || c->shape[0]->u.i != zero->type.lanes)
		return fail(r, "a promoted element is not a single one");
	if (e->op != TIR_LOAD || e->u.buffer != b || e->n != x->back->nindex || !is_scalar(b) ||
	        !tir_type_eq(b->elem, c->elem))
		return fail(r,
		        "a promoted element is read from one element and written back to another");
	for (uint32_t i = 0; i < e->n; i++)
		if (e->arg[i] != tir_as_store(x->back)->index[i].e)
			return fail(r, "a promoted element is written back elsewhere");
	r->promoted = c;
	r->element = e;
	r->inside = tir_as_store(x->back)->value.e;
	if (r->inside->op != TIR_LOAD || r->inside->u.buffer != c || r->inside->n != 1 ||
	        r->inside->arg[0] != zero)
		return fail(r, "the value written back is not the promoted element's");
	return true;
}

/* What is around the loop is done if and only if the loop runs (rule zero-trips), and the loop
 * computes its bounds as before: from there nothing is seen of it. */
static bool check_header(struct restorer *r, const struct spot *x)
{
	const struct tir_stmt *loop = x->loop;
	const struct tir_for *l = tir_as_for(loop);
	const struct tir_expr *extent = l->extent.e,
	                      *asked = x->guard ? tir_as_if(x->guard)->value.e : NULL;
	bool wraps = l->var->type.code != TIR_TYPE_INT || l->var->type.bits < 32;
	if (loop->for_kind != TIR_SERIAL || (l->min.e->flags | extent->flags) & TIR_HAS_EFFECT)
		return fail(r, "a promoted element around a loop that is not serial");
	if (wraps && (l->min.e->op != TIR_INT_IMM || l->min.e->u.i != 0))
		return fail(r, "a promoted element around a loop whose bounds may wrap");
	if (extent->op == TIR_INT_IMM)
		return extent->u.i > 0 ||
		       fail(r, "a promoted element around a loop that never runs");
	if (!asked || x->back->next || tir_as_if(x->guard)->orelse.first || asked->op != TIR_LT ||
	        asked->arg[0]->op != TIR_INT_IMM || asked->arg[0]->u.i != 0 ||
	        asked->arg[1] != extent || !proof_is_timeless(extent))
		return fail(r, "a promoted element around a loop that may not run");
	return true;
}

/* The element is one element, that each iteration surely writes. */
static bool check_element(struct restorer *r, const struct spot *x)
{
	const struct tir_expr *e = r->element;
	bool sure = false;
	r->stamp++;
	r->changes[tir_as_for(x->loop)->var->id] = r->number;
	tir_walk_stmts(&tir_as_for(x->loop)->body, note_change, r);
	for (uint32_t i = 0; i < e->n; i++)
		if ((i + 1 < e->n ? e->arg[i]->type.lanes != 1 : !proof_first_of(e->arg[i])) ||
		        !proof_is_timeless(e->arg[i]) ||
		        !proof_is_steady(e->arg[i], r->arena, is_changed, r))
			return fail(r, "the index of a promoted element may change in its loop");
	for (const struct tir_stmt *s = tir_as_for(x->loop)->body.first; s; s = s->next)
		sure |= s->kind == TIR_STORE && tir_as_store(s)->buffer == r->promoted;
	return sure || fail(r, "a loop may not write its promoted element");
}

static void enter(struct restorer *r, const struct tir_stmt *loop)
{
	VEC_PUSH(r->arena, &r->touch.open, loop);
	const struct tir_for *l = tir_as_for(loop);
	r->loop[l->var->id] = loop;
	r->depth[l->var->id] = ++r->open;
}

static void leave(struct restorer *r, const struct tir_stmt *loop)
{
	r->depth[tir_as_for(loop)->var->id] = 0;
	r->open--;
	r->touch.open.n--;
}

/* Is the promotion at this spot right: its frame, its loop, its element, and all accesses in the loop?  False with the
 * reason. */
static bool check_spot(struct restorer *r, const struct spot *x)
{
	r->number++;
	if (!check_frame(r, x) || !check_header(r, x) || !check_element(r, x))
		return false;
	r->stamp++;
	uint32_t outside = r->touch.local.n;
	struct proof_local counter = {
	        .var = tir_as_for(x->loop)->var, .sum = {.n = 1, .term = {{1, 0}}}};
	VEC_PUSH(r->arena, &r->touch.local, counter);
	enter(r, x->loop);
	bool ok = tir_walk_stmts(&tir_as_for(x->loop)->body, check_stmt, r);
	leave(r, x->loop);
	r->touch.local.n = outside;
	return ok;
}

/* ---- Take it out again -------------------------------------------------------------------*/
static bool undo_node(struct restorer *r, const struct tir_expr *e)
{
	r->args.n = 0;
	for (uint32_t i = 0; i < e->n; i++)
		VEC_PUSH(r->arena, &r->args, r->undone[e->arg[i]->id]);
	const struct tir_expr *u = e == r->inside ? r->element : e;
	if (u == e && e->n && memcmp(r->args.at, e->arg, e->n * sizeof *e->arg) != 0)
		u = tir_with_args(r->m, e, r->args.at);
	r->undone[e->id] = u;
	return true;
}

static const struct tir_expr *undo_expr(struct restorer *r, const struct tir_expr *e)
{
	each_node(r, e, undo_node);
	return r->undone[e->id];
}

/* The statements with the element in memory again, in place of the variable. */
static struct tir_seq undo_body(struct restorer *r, const struct tir_seq *seq)
{
	struct tir_seq out = {0};
	for (const struct tir_stmt *s = seq->first; s; s = s->next) {
		struct tir_stmt *t = tir_stmt_copy(r->arena, s);
		struct tir_operand *op[TIR_MAX_OPERANDS];
		if (s->kind == TIR_STORE && tir_as_store(s)->buffer == r->promoted) {
			tir_as_store(t)->buffer = r->element->u.buffer;
			t->nindex = r->element->n;
			tir_as_store(t)->index = ARENA_NEWN(r->arena, struct tir_operand,
			        t->nindex);
			for (uint32_t i = 0; i < t->nindex; i++)
				tir_as_store(t)->index[i].e = r->element->arg[i];
		}
		uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
		for (uint32_t i = 0; i < n; i++)
			op[i]->e = undo_expr(r, op[i]->e);
		tir_set_body(t, undo_body(r, tir_body(s)));
		tir_set_orelse(t, undo_body(r, tir_orelse(s)));
		tir_seq_add(&out, t);
	}
	return out;
}

/* ---- The walk ----------------------------------------------------------------------------*/
static bool begins_promoted(const struct restorer *r, const struct tir_stmt *s)
{
	return s && s->kind == TIR_ALLOC && !r->in_f[tir_as_alloc(s)->buffer->id];
}

/* Does a promoted element begin with s?  An if may be its guard only if it is a loop of unknown extent. */
static bool is_spot(const struct restorer *r, const struct tir_stmt *s, struct spot *x)
{
	const struct tir_stmt *first = s->kind == TIR_IF ? tir_as_if(s)->body.first : s;
	if (!begins_promoted(r, first))
		return false;
	*x = (struct spot){.alloc = first, .fill = first->next};
	x->loop = x->fill ? x->fill->next : NULL;
	x->back = x->loop ? x->loop->next : NULL;
	x->guard = s == first ? NULL : s;
	bool known = x->loop && x->loop->kind == TIR_FOR &&
	             tir_as_for(x->loop)->extent.e->op == TIR_INT_IMM;
	return !(x->guard && known);
}

/* The statements with all promotions undone, in out, to be compared with those before; false with the reason: one of them
 * is wrong. */
static bool restore(struct restorer *r, const struct tir_seq *seq, struct tir_seq *out)
{
	struct spot x;
	for (const struct tir_stmt *s = seq->first; s; s = s->next) {
		bool spot = is_spot(r, s, &x);
		if (spot && !check_spot(r, &x))
			return false;
		struct tir_stmt *t = tir_stmt_copy(r->arena, spot ? x.loop : s);
		tir_seq_add(out, t);
		if (spot) {
			r->stamp++;
			tir_as_for(t)->body = undo_body(r, &tir_as_for(x.loop)->body);
			s = x.guard ? s : x.back;
			continue;
		}
		if (s->kind == TIR_BIND)
			bind(r, s, false);
		if (s->kind == TIR_FOR)
			enter(r, s);
		struct tir_seq body = {0}, orelse = {0};
		if (!restore(r, tir_body(s), &body) || !restore(r, tir_orelse(s), &orelse))
			return false;
		tir_set_body(t, body);
		tir_set_orelse(t, orelse);
		if (s->kind == TIR_FOR)
			leave(r, s);
	}
	return true;
}

static bool note_buffer(void *ctx, struct tir_stmt *s)
{
	struct restorer *r = ctx;
	if (s->kind == TIR_ALLOC || s->kind == TIR_DECL)
		r->in_f[tir_buffer_of(s)->id] = true;
	return true;
}

bool proof_promote(struct proof *p, const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, struct proof_doubts *doubts,
        const char **why)
{
	struct tir_module *m = f->module;
	struct restorer r = {.m = m,
	        .f = f,
	        .contract = contract,
	        .arena = arena,
	        .doubts = doubts,
	        .touch = {.p = p, .arena = arena, .f = f}};
	struct diag silent = {0};
	struct tir_seq body = {0};
	if (p)
		proof_limit(p, 0, 0);
	tir_enter(f);
	r.in_f = ARENA_NEWN(arena, bool, m->nbuffers);
	r.bound = ARENA_NEWN(arena, const struct tir_stmt *, m->nvars);
	r.loop = ARENA_NEWN(arena, const struct tir_stmt *, m->nvars);
	r.depth = ARENA_NEWN(arena, uint32_t, m->nvars);
	r.changes = ARENA_NEWN(arena, uint32_t, m->nvars);
	r.met = ARENA_NEWN(arena, uint32_t, m->nexprs);
	r.undone = ARENA_NEWN(arena, const struct tir_expr *, m->nexprs);
	tir_walk_stmts(&f->body, note_buffer, &r);
	bool ok = (tir_verify_func(g, &silent) ||
	                  fail(&r, "the verifier refuses the program with promoted elements")) &&
	          restore(&r, &g->body, &body) &&
	          tir_equal_func(f, tir_func_with_body(f, body), &r.why);
	*why = r.why;
	return ok;
}
