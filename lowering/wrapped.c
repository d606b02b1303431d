/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/wrapped.c: loops that LLVM's vectoriser is to leave alone, for an index in them begins again.
 *
 * Idea.   LLVM 22 takes E[x + (i & 3)] for neighbours of i, whatever i is: the number of bits that i & 3 has is forgotten
 *         where x is added, and a vector of 8 iterations stores 8 neighbours instead of 4 elements twice.  It knows &, % and
 *         casts to fewer bits as the same thing, and makes them of shifts and quotients, too, where what is divided may wrap.  What no index is made of, such as
 *         the number that is stored, may hold any of them.
 * Needs   a target on which LLVM vectorises loops.
 * Keeps   track of what an index is made of: names are followed to their values, loads to what the loop stores to their memory.
 * Costs   vectors of LLVM in loops where an index has such an operation of what the loop changes.
 * Wrong if an operation that LLVM makes & of is forgotten, or a way for a value to become part of an address. */
#include "analysis/analysis.h"
#include "lowering/internal.h"

enum {
	OPEN = 64,
	MOST = 1024 /* nodes of an operation that are looked at, those in wait and all */
};

/* Of a variable that the loop changes: what it is bound to, and whether that has been looked at; value NULL: it counts. */
struct changed {
	bool changes, seen;
	const struct tir_expr *value;
};
/* What the loop stores to a buffer's memory. */
struct stored {
	const struct tir_buffer *root;
	const struct tir_expr *value;
};
struct search {
	struct arena scratch;
	VEC(struct changed) var;            /* by number */
	VEC(struct stored) store;           /* until it is looked at */
	VEC(const struct tir_buffer *) set; /* the roots of all stores */
	VEC(const struct tir_expr *) index; /* what addresses are made of, to be looked at */
	bool checked;                       /* sums wrap and are looked at then */
	bool found;
};

/* ---- What the loop changes, and where it goes ---------------------------------------------*/
static void note_var(struct search *k, const struct tir_var *v, const struct tir_expr *value)
{
	while (k->var.n <= v->id)
		VEC_PUSH(&k->scratch, &k->var, (struct changed){0});
	k->var.at[v->id] = (struct changed){true, false, value};
}

static void note_index(struct search *k, const struct tir_expr *e)
{
	if (e)
		VEC_PUSH(&k->scratch, &k->index, e);
}

/* Note the indices of an access, and the value of a T.Let. */
static bool note_of_expr(void *ctx, const struct tir_expr *e)
{
	struct search *k = ctx;
	bool access = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_ADDRESS_OF;
	for (uint32_t i = 0; access && i < e->n; i++)
		note_index(k, e->arg[i]);
	if (e->op == TIR_LET)
		note_var(k, e->u.var, e->arg[0]);
	return true;
}

/* Note where the statement stores, what it names, and the indices in it; all of a view's operands say where that begins. */
static bool note_of_stmt(void *ctx, struct tir_stmt *s)
{
	struct search *k = ctx;
	const struct tir_expr *op[TIR_MAX_OPERANDS], *value = tir_value_of(s);
	const struct tir_buffer *b = tir_buffer_of(s);
	uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
	bool stores = s->kind == TIR_STORE;
	bool points = s->kind == TIR_BIND && !tir_is_integral(tir_var_of(s)->type) &&
	              !tir_is_float(tir_var_of(s)->type);
	if (stores) {
		VEC_PUSH(&k->scratch, &k->store, ((struct stored){alias_root(b), value}));
		VEC_PUSH(&k->scratch, &k->set, alias_root(b));
	}
	if (tir_var_of(s))
		note_var(k, tir_var_of(s), value);
	for (uint32_t i = 0; i < n; i++) {
		tir_walk_expr(op[i], &k->scratch, note_of_expr, k);
		if ((stores && op[i] != value) || points || s->kind == TIR_DECL)
			note_index(k, op[i]);
	}
	for (uint32_t i = 0; s->kind == TIR_DECL && b->strides && i < b->ndim; i++)
		note_index(k, b->strides[i]);
	note_index(k, s->kind == TIR_DECL ? b->elem_offset : NULL);
	return true;
}

/* ---- What an index is made of --------------------------------------------------------------*/
static bool is_changed(const struct search *k, const struct tir_var *v)
{
	return v->id < k->var.n && k->var.at[v->id].changes;
}

static bool is_set(const struct search *k, const struct tir_buffer *root)
{
	for (uint32_t i = 0; i < k->set.n; i++)
		if (k->set.at[i] == root)
			return true;
	return false;
}

/* Nodes of an expression that are looked at one by one, those behind names too. */
struct walk {
	const struct tir_expr *open[OPEN];
	uint32_t n, left;
};

/* Is the walk too large for `more` operands?  Such an expression is taken to be whatever is asked for. */
static bool is_full(const struct walk *w, uint32_t more)
{
	return w->n + more > OPEN || !w->left;
}

/* Look at what e is made of, but for what memory holds. */
static void go_on(const struct search *k, struct walk *w, const struct tir_expr *e)
{
	bool loads = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD;
	if (e->op == TIR_VAR && is_changed(k, e->u.var) && k->var.at[e->u.var->id].value)
		w->open[w->n++] = k->var.at[e->u.var->id].value;
	for (uint32_t i = 0; !loads && i < e->n; i++)
		w->open[w->n++] = e->arg[i];
}

/* Does the loop store to what e loads? */
static bool loads_stored(const struct search *k, const struct tir_expr *e)
{
	return (e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD) &&
	       is_set(k, alias_root(e->u.buffer));
}

/* Does the expression change with the loop's iterations: by a variable, or by a load of what the loop stores?  What another load finds
 * may be anything, which LLVM takes for no neighbour.  One with very many nodes is taken to. */
static bool changes(const struct search *k, const struct tir_expr *e)
{
	struct walk w = {{e}, 1, MOST};
	while (w.n && w.left--) {
		e = w.open[--w.n];
		bool counts = e->op == TIR_VAR && is_changed(k, e->u.var) &&
		              !k->var.at[e->u.var->id].value;
		if (counts || loads_stored(k, e) || is_full(&w, e->n + 1))
			return true;
		go_on(k, &w, e);
	}
	return w.n != 0;
}

/* May the number lose bits at its high end before it is divided?  Sums and products of int32 do not wrap, by LLVM's nsw. */
static bool loses_bits(const struct search *k, const struct tir_expr *e)
{
	struct walk w = {{e}, 1, MOST};
	while (w.n && w.left--) {
		e = w.open[--w.n];
		bool wraps = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL;
		bool is_plain = e->type.code == TIR_TYPE_INT && e->type.bits >= 32;
		if (e->op == TIR_SHL || (wraps && !is_plain) || loads_stored(k, e) ||
		        is_full(&w, e->n + 1))
			return true;
		go_on(k, &w, e);
	}
	return w.n != 0;
}

/* Go on with what a variable, or memory, holds. */
static void follow(struct search *k, const struct tir_expr *e)
{
	if (e->op == TIR_VAR && is_changed(k, e->u.var) && !k->var.at[e->u.var->id].seen) {
		k->var.at[e->u.var->id].seen = true;
		note_index(k, k->var.at[e->u.var->id].value);
	}
	for (uint32_t i = k->store.n; e->op == TIR_LOAD && i-- > 0;)
		if (k->store.at[i].root == alias_root(e->u.buffer)) {
			note_index(k, k->store.at[i].value);
			k->store.at[i] = k->store.at[--k->store.n];
		}
}

static bool is_power_of_two(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM && e->u.i > 0 && (e->u.i & (e->u.i - 1)) == 0;
}

/* Does the result begin again where what it is made of goes on?  A quotient does where its number does. */
static bool cuts_bits(const struct search *k, const struct tir_expr *e)
{
	switch ((enum tir_op)e->op) {
	case TIR_BITAND: return e->arg[0]->op == TIR_INT_IMM || e->arg[1]->op == TIR_INT_IMM;
	case TIR_CAST: return tir_is_int(e->arg[0]->type) && e->type.bits < e->arg[0]->type.bits;
	case TIR_SHL: return e->arg[1]->op == TIR_INT_IMM;
	case TIR_SHR:
		return e->arg[1]->op == TIR_INT_IMM && (k->checked || loses_bits(k, e->arg[0]));
	case TIR_DIV:
	case TIR_FLOORDIV:
		return is_power_of_two(e->arg[1]) && (k->checked || loses_bits(k, e->arg[0]));
	case TIR_MOD:
	case TIR_FLOORMOD: return is_power_of_two(e->arg[1]);
	case TIR_ANY_LEAF:
	case TIR_ANY_RING:
	case TIR_ANY_EXTREME:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_BITNOT:
	case TIR_ANY_CHOICE:
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_CALL:
	case TIR_NOPS: return false;
	}
	return false;
}

static bool look_at(void *ctx, const struct tir_expr *e)
{
	struct search *k = ctx;
	k->found |= e->type.lanes == 1 && tir_is_int(e->type) && cuts_bits(k, e) && changes(k, e);
	follow(k, e);
	return !k->found;
}

void lower_keep_wrapped(struct lower *l, const struct tir_stmt *s, LLVMValueRef branch)
{
	struct search k = {.checked = l->options->checked};
	if (tir_var_of(s))
		note_var(&k, tir_var_of(s), NULL);
	tir_walk_stmts(tir_body(s), note_of_stmt, &k);
	while (k.index.n && !k.found) {
		const struct tir_expr *e = k.index.at[--k.index.n];
		tir_walk_expr(e, &k.scratch, look_at, &k);
	}
	arena_free(&k.scratch);
	LLVMMetadataRef no = lower_hint(l->ctx, "llvm.loop.vectorize.enable", 1, false);
	if (k.found || lower_loads_far(l, s))
		lower_give_hints(l->ctx, branch, &no, 1);
}
