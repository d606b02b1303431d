/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/lanes/zip.c: is g what f is, but that stores of loops that go to every second element, and between, are stores of rows?
 *
 * Idea.    A loop of f whose body only stores has in g one loop more in it, of a few iterations, the parts.  With a number in
 *          the place of a part each store of g must be one of f, each of them once: indices are compared as sums, all
 *          else node by node, and of a choice by the part the arm that is taken.  So in one iteration of the loop both do the
 *          same stores, in another order.  That is no matter where nothing is read that is stored there, and stores to one
 *          buffer are a constant distance apart that is not 0.
 * Needs    verified functions without blocks.
 * Costs    the nodes of each body, for each pair of stores.
 * Wrong if a store is done twice or never, or two that meet change places. */
#include "proof/nest.h"

enum { MOST_PARTS = 16, MOST_STORES = 64, MAX_NODES = 1 << 20 };

struct zip_walk {
	struct proof_walk both;
	const struct tir_func *f;
	const struct proof_contract *contract;
	uint32_t nvars; /* of f: the parts' variables have larger numbers */
	struct proof_local part;
	uint32_t budget;
};

static bool fail(struct zip_walk *w, const char *why)
{
	w->both.why = why;
	return false;
}

/* ---- Operands ----------------------------------------------------------------------------*/
/* x - y, where the part is a number; false: that is no sum. */
static bool difference(struct zip_walk *w, const struct tir_expr *x, const struct tir_expr *y,
        struct proof_sum *out)
{
	struct proof_set set = {0};
	struct proof_atoms atoms = {0};
	struct proof_reader r = {.arena = w->both.arena,
	        .atoms = &atoms,
	        .local = &w->part,
	        .nlocals = 1,
	        .set = &set};
	*out = proof_read(&r, x);
	struct proof_sum b = proof_read(&r, y);
	return proof_sum_add(out, &b, -1);
}

static bool same_index(struct zip_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	struct proof_sum d;
	return x == y || (difference(w, x, y, &d) && d.n == 0 && d.constant == 0);
}

static bool same_indices(struct zip_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	for (uint32_t i = 0; i < x->n; i++)
		if (!same_index(w, x->arg[i], y->arg[i]))
			return false;
	return true;
}

/* The arm of the choices by the part that is taken. */
static const struct tir_expr *taken(const struct zip_walk *w, const struct tir_expr *e)
{
	while (e->op == TIR_IF_THEN_ELSE) {
		const struct tir_expr *c = e->arg[0];
		if (c->op != TIR_EQ || c->arg[0] != w->part.var->expr ||
		        c->arg[1]->op != TIR_INT_IMM)
			break;
		e = e->arg[c->arg[1]->u.i == w->part.value->u.i ? 1 : 2];
	}
	return e;
}

/* x is of f, y of g. */
static bool same(struct zip_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	if (!w->budget)
		return false;
	w->budget--;
	y = taken(w, y);
	if (x == y) /* the part is in none of f's */
		return true;
	if (x->op != y->op || x->n != y->n || x->n == 0 || !tir_type_eq(x->type, y->type) ||
	        (x->flags | y->flags) & (TIR_HAS_LET | TIR_HAS_ADDRESS | TIR_HAS_EFFECT))
		return false;
	if (x->op == TIR_LOAD)
		return x->u.buffer == y->u.buffer && same_indices(w, x, y);
	if (x->u.bits != y->u.bits || x->op == TIR_MASKED_LOAD || x->op == TIR_CALL)
		return false;
	for (uint32_t i = 0; i < x->n; i++)
		if (!same(w, x->arg[i], y->arg[i]))
			return false;
	return true;
}

/* Do both store the same value to the same element, in this part? */
static bool same_store(struct zip_walk *w, const struct tir_stmt *x, const struct tir_stmt *y)
{
	const struct tir_store *a = tir_as_store(x), *b = tir_as_store(y);
	if (a->buffer != b->buffer || x->nindex != y->nindex)
		return false;
	for (uint32_t i = 0; i < x->nindex; i++)
		if (!same_index(w, a->index[i].e, b->index[i].e))
			return false;
	return same(w, a->value.e, b->value.e);
}

/* ---- A body ------------------------------------------------------------------------------*/
struct zip_stores {
	const struct tir_stmt *at[MOST_STORES];
	bool met[MOST_STORES];
	uint32_t n;
};

/* The stores of a body that does nothing else. */
static bool collect(const struct tir_seq *s, struct zip_stores *out)
{
	out->n = 0;
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind != TIR_STORE || out->n == MOST_STORES || tir_mask_of(t) ||
		        tir_value_of(t)->type.lanes != 1)
			return false;
		out->met[out->n] = false;
		out->at[out->n++] = t;
	}
	return out->n != 0;
}

struct zip_reads {
	struct zip_walk *w;
	const struct zip_stores *stores;
};

/* Does the node neither read what the stores may write nor have an effect? */
static bool spares(void *ctx, const struct tir_expr *e)
{
	const struct zip_reads *r = ctx;
	if (e->op == TIR_CALL || e->op == TIR_MASKED_LOAD ||
	        e->flags & (TIR_HAS_EFFECT | TIR_HAS_ADDRESS | TIR_HAS_LET))
		return false;
	for (uint32_t i = 0; e->op == TIR_LOAD && i < r->stores->n; i++)
		if (proof_may_overlap(r->w->f, r->w->contract,
		            tir_as_store(r->stores->at[i])->buffer, e->u.buffer))
			return false;
	return true;
}

/* Are the two stores to one buffer a constant distance apart in some dimension? */
static bool differs(struct zip_walk *w, const struct tir_stmt *x, const struct tir_stmt *y)
{
	const struct tir_store *a = tir_as_store(x), *b = tir_as_store(y);
	struct proof_sum d;
	for (uint32_t i = 0; i < x->nindex; i++)
		if (difference(w, a->index[i].e, b->index[i].e, &d) && d.n == 0 && d.constant != 0)
			return true;
	return false;
}

/* Do the stores of an iteration not meet, and read nothing that is stored? */
static bool is_free(struct zip_walk *w, const struct zip_stores *s)
{
	struct zip_reads reads = {w, s};
	for (uint32_t i = 0; i < s->n; i++) {
		const struct tir_store *a = tir_as_store(s->at[i]);
		bool ok = tir_walk_expr(a->value.e, w->both.arena, spares, &reads);
		for (uint32_t k = 0; ok && k < s->at[i]->nindex; k++)
			ok = tir_walk_expr(a->index[k].e, w->both.arena, spares, &reads);
		if (!ok)
			return fail(w, "what is stored may be read");
		for (uint32_t k = 0; k < i; k++) {
			const struct tir_store *b = tir_as_store(s->at[k]);
			bool meet = a->buffer == b->buffer ? !differs(w, s->at[i], s->at[k])
			                                   : proof_may_overlap(w->f, w->contract,
			                                             a->buffer, b->buffer);
			if (meet)
				return fail(w, "two stores may meet");
		}
	}
	return true;
}

/* Is store y of g, for the part, one of f that was not met yet? */
static bool meets(struct zip_walk *w, struct zip_stores *f, const struct tir_stmt *y)
{
	for (uint32_t i = 0; i < f->n; i++)
		if (!f->met[i] && same_store(w, f->at[i], y))
			return f->met[i] = true;
	return fail(w, "a store is another one");
}

/* ---- The two programs --------------------------------------------------------------------*/
static const struct tir_stmt *parts_of(const struct zip_walk *w, const struct tir_stmt *s,
        const struct tir_stmt *t)
{
	const struct tir_stmt *p = t->kind == TIR_FOR ? tir_body(t)->first : NULL;
	bool is = s->kind == TIR_FOR && p && !p->next && p->kind == TIR_FOR &&
	          tir_var_of(p)->id >= w->nvars;
	return is ? p : NULL;
}

static bool is_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t)
{
	return parts_of(ctx, s, t) != NULL;
}

/* Does the loop t over parts store all that the loop s stores, each once, and does nothing read it in between?  False
 * with the reason. */
static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct zip_walk *w = ctx;
	const struct tir_stmt *p = parts_of(w, s, t);
	const struct tir_for *x = tir_as_for(s), *y = tir_as_for(t), *parts = tir_as_for(p);
	struct zip_stores before, after;
	*next = t->next;
	if (!proof_same_head(s, t) || !proof_is_plain(s) || !proof_is_plain(t) ||
	        !proof_is_plain(p) || x->var != y->var || x->min.e != y->min.e ||
	        x->extent.e != y->extent.e || tir_loop_step(s) != tir_loop_step(t))
		return fail(w, "a loop is another one");
	if (tir_loop_step(p) != 1 || parts->min.e->op != TIR_INT_IMM || parts->min.e->u.i != 0 ||
	        parts->extent.e->op != TIR_INT_IMM || parts->extent.e->u.i < 1 ||
	        parts->extent.e->u.i > MOST_PARTS || !tir_type_eq(parts->var->type, TIR_INT32))
		return fail(w, "parts are not counted");
	if (!collect(tir_body(s), &before) || !collect(tir_body(p), &after) ||
	        before.n != after.n * parts->extent.e->u.i)
		return fail(w, "stores are lost or added");
	w->part.var = parts->var;
	w->budget = MAX_NODES;
	for (int64_t k = 0; k < parts->extent.e->u.i; k++) {
		w->part.value = tir_int(w->f->module, TIR_INT32, k);
		for (uint32_t i = 0; i < after.n; i++)
			if (!meets(w, &before, after.at[i]))
				return false;
	}
	return is_free(w, &before);
}

/* Count variables of the function before: what is numbered behind them is new. */
static bool note(void *ctx, struct tir_stmt *s)
{
	struct zip_walk *w = ctx;
	const struct tir_var *v = tir_var_of(s);
	if (v && v->id >= w->nvars)
		w->nvars = v->id + 1;
	return true;
}

enum proof_verdict proof_zip(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	struct diag silent = {0};
	struct zip_walk w = {.f = f, .contract = contract};
	w.both = (struct proof_walk){
	        .arena = arena, .is_changed = is_changed, .same_changed = same_changed, .ctx = &w};
	tir_walk_stmts(&f->body, note, &w);
	bool ok = tir_verify_func(g, &silent) || fail(&w, "a variable is used out of its scope");
	ok = ok && proof_walk_seq(&w.both, &f->body, &g->body);
	*why = w.both.why;
	return ok ? PROOF_PROVED : PROOF_REFUTED;
}
