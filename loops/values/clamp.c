/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/values/clamp.c: loads at an index that a minimum or maximum keeps inside, as selects between loads.
 *
 * Idea.   A[max(x - 1, 0)] goes on by one with x, but for the first x: its lanes are no row.  Here it is
 *         A[x - 1] if 0 <= x - 1 else A[0], a row and one element.  Which lanes take which of them is a constant, so vectors
 *         choose at the border, and nowhere else.
 * Needs   flat statements; a minimum or maximum that names a loop whose iterations may be lanes.
 * Keeps   which element is loaded: the arm that is not taken is not loaded.
 * Costs   the nodes of each stored value; each such index doubles its load. */
#include "analysis/analysis.h"
#include "loops/loops.h"
#include "loops/nest/counted.h"
#include "loops/nest/refuse.h"

enum {
	LANES = 64,   /* iterations that fill half a vector: loops around those are no lanes */
	NODES = 4096, /* that are looked at in what is stored */
	MOST = 24,    /* choices in what is stored */
	INDEX_DEEP = 6
};

struct clamper {
	struct tir_module *m;
	struct arena *arena;
	const struct facts *facts;
	VEC(const struct tir_stmt *) loops; /* around */
	uint32_t nodes, choices;            /* left, of the store */
	const struct tir_stmt *store;
	bool any;
	struct loops_doubt doubt; /* of the store: what there is to say if a load stays as it is */
	struct loops_vectors *out;
};

/* Does the expression name a loop whose iterations may be lanes? */
static bool moves_lanes(const struct clamper *k, const struct tir_expr *e)
{
	int64_t inner = 1;
	for (uint32_t i = k->loops.n; i-- > 0 && inner < LANES;) {
		const struct tir_for *l = tir_as_for(k->loops.at[i]);
		if (!loops_is_counted(k->loops.at[i]))
			return false;
		if (facts_names(k->facts, e, l->var))
			return true;
		inner *= l->extent.e->u.i;
	}
	return false;
}

/* A minimum or maximum that decides where lanes load, without another one in it; NULL: there is none. */
static const struct tir_expr *find_extreme(struct clamper *k, const struct tir_expr *e)
{
	if (!k->nodes)
		return NULL;
	k->nodes--;
	for (uint32_t i = 0; i < e->n; i++) {
		const struct tir_expr *x = find_extreme(k, e->arg[i]);
		if (x)
			return x;
	}
	bool extreme = e->op == TIR_MIN || e->op == TIR_MAX;
	return extreme && tir_type_eq(e->type, TIR_INT32) && moves_lanes(k, e) ? e : NULL;
}

/* Take the nodes of e, shared ones each time, off those that are left; false: there are not so many. */
static bool spend(struct clamper *k, const struct tir_expr *e)
{
	if (!k->nodes)
		return false;
	k->nodes--;
	for (uint32_t i = 0; i < e->n; i++)
		if (!spend(k, e->arg[i]))
			return false;
	return true;
}

/* e with `to` in the place of `from`. */
static const struct tir_expr *replaced(struct clamper *k, const struct tir_expr *e,
        const struct tir_expr *from, const struct tir_expr *to)
{
	if (e == from || !e->n)
		return e == from ? to : e;
	const struct tir_expr **arg = ARENA_NEWN(k->arena, const struct tir_expr *, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = replaced(k, e->arg[i], from, to);
	return tir_with_args(k->m, e, arg);
}

/* Is there a minimum or maximum in the index, within some nodes? */
static bool has_extreme(const struct tir_expr *e, uint32_t deep)
{
	bool any = e->op == TIR_MIN || e->op == TIR_MAX;
	for (uint32_t i = 0; i < e->n && deep && !any; i++)
		any = has_extreme(e->arg[i], deep - 1);
	return any;
}

/* The load, as a choice for each minimum and maximum in its last index. */
static const struct tir_expr *chosen(struct clamper *k, const struct tir_expr *load)
{
	const struct tir_expr *index = load->n ? load->arg[load->n - 1] : NULL;
	bool plain = index && !(index->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_MAY_TRAP |
	                                               TIR_HAS_LET));
	bool few = plain && k->choices && spend(k, load);
	const struct tir_expr *x = few ? find_extreme(k, index) : NULL;
	bool clamped = plain && has_extreme(index, INDEX_DEEP);
	if (clamped)
		loops_looks(&k->doubt, k->store);
	loops_holds(&k->doubt, !clamped || few, LOOPS_CLAMP_LARGE);
	loops_holds(&k->doubt, !clamped || x, LOOPS_CLAMP_LANES);
	if (!x)
		return load;
	k->choices--;
	enum tir_op op = x->op == TIR_MAX ? TIR_GE : TIR_LE;
	const struct tir_expr *arm[2];
	for (uint32_t i = 0; i < 2; i++)
		arm[i] = chosen(k, replaced(k, load, x, x->arg[i]));
	return tir_select(k->m, TIR_IF_THEN_ELSE, tir_binary(k->m, op, x->arg[0], x->arg[1]),
	        arm[0], arm[1]);
}

/* e with choices in place of loads at clamped indices; e itself where nothing is loaded, or where it is too large. */
static const struct tir_expr *rewrite(struct clamper *k, const struct tir_expr *e)
{
	if (!(e->flags & TIR_READS_MEM) || !k->nodes)
		return e;
	k->nodes--;
	if (e->op == TIR_LOAD)
		return chosen(k, e);
	const struct tir_expr **arg = ARENA_NEWN(k->arena, const struct tir_expr *, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = rewrite(k, e->arg[i]);
	return tir_with_args(k->m, e, arg);
}

/* Add a copy of s, with loads at clamped indices replaced in what it stores, if there are not too many; notes how many there were. */
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct clamper *k = ctx;
	struct tir_stmt *t = tir_stmt_copy(k->m->arena, s);
	if (s->kind == TIR_STORE && tir_value_of(s)->type.lanes == 1 && k->loops.n) {
		uint32_t before = MOST;
		k->nodes = NODES;
		k->choices = before;
		k->store = s;
		k->doubt = loops_no_doubt();
		const struct tir_stmt *loop = k->loops.at[k->loops.n - 1];
		const struct tir_expr *e = rewrite(k, tir_value_of(s));
		/* what is left of too many would keep iterations from being lanes */
		if (k->choices != before && k->doubt.why != LOOPS_CLAMP_LARGE) {
			tir_value_slot(t)->e = e;
			k->any = true;
			struct loops_vectorized x = {LOOPS_CLAMPED, loop, before - k->choices};
			VEC_PUSH(k->arena, &k->out->all, x);
		} else {
			loops_refuse(k->out, k->arena, loop, &k->doubt);
		}
	}
	if (s->kind == TIR_FOR)
		VEC_PUSH(k->arena, &k->loops, s);
	tir_seq_map_bodies(t, visit, k);
	k->loops.n -= s->kind == TIR_FOR;
	tir_seq_add(out, t);
}

struct tir_func *loops_clamp(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct clamper k = {.m = f->module,
	        .arena = arena,
	        .facts = facts_begin(f, &known, arena),
	        .out = vectors};
	struct tir_seq body = tir_seq_map(&f->body, visit, &k);
	return k.any ? tir_func_with_body(f, body) : f;
}
