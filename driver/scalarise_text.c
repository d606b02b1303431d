/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/scalarise_text.c: short vectors of the text scalarised into loops over lanes, where better vectors come of that.
 *
 * Idea      the steps of optimize.def are tried on the text as it is and on the text with loops over lanes; what takes less
 *           time by the model is kept.
 * Preserves what a function does: what is not proved is left as it was. */
#include "driver/optimize.h"
#include "legalize/legalize.h"
#include "target/target.h"

/* Take the nodes of e from the budget, those that are shared once a path; false: they are too many. */
static bool takes_nodes(const struct tir_expr *e, uint32_t *left)
{
	bool enough = *left > 0;
	*left -= enough;
	for (uint32_t i = 0; i < e->n && enough; i++)
		enough = takes_nodes(e->arg[i], left);
	return enough;
}

/* May it be worth a trial?  A statement is on vectors shorter than a register, and no walk over the text is long: a trial takes
 * time for each path to a term. */
struct worth {
	uint32_t left; /* nodes */
	bool any_short;
};

static bool note_worth(void *ctx, struct tir_stmt *s)
{
	struct worth *w = ctx;
	const struct tir_expr *e = tir_value_of(s);
	bool enough = w->left > 0;
	if (e && s->kind == TIR_STORE && e->type.lanes > 1)
		w->any_short |= (uint64_t)e->type.lanes * e->type.bits < 8 * TARGET_HVX_BYTES;
	if (enough && e)
		enough = takes_nodes(e, &w->left);
	for (uint32_t i = 0; i < s->nindex && enough; i++)
		enough = takes_nodes(tir_as_store(s)->index[i].e, &w->left);
	return enough;
}

static bool is_worth_a_trial(const struct tir_func *f)
{
	enum { NODES = 1 << 14 };
	struct worth w = {.left = NODES};
	return tir_walk_stmts(&f->body, note_worth, &w) && w.any_short;
}

/* Is a loop over lanes, one of these, left that is too short for LLVM to make vectors of? */
static bool stays_short(const struct tir_seq *s, const struct loops_vectors *lanes)
{
	enum { LEAST = 32 };
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		bool is = false;
		for (uint32_t i = 0; i < lanes->all.n && t->kind == TIR_FOR; i++)
			is |= tir_as_for(lanes->all.at[i].loop)->var == tir_as_for(t)->var &&
			      lanes->all.at[i].amount < LEAST;
		if (is || stays_short(tir_body(t), lanes) || stays_short(tir_orelse(t), lanes))
			return true;
	}
	return false;
}

/* What f takes after all of that; it is a trial.  UINT64_MAX: too much, as some lanes are left. */
static uint64_t time_as_vectors(struct driver_optimizer *r, struct tir_func *f,
        const struct loops_vectors *lanes)
{
	struct driver_trial t;
	uint32_t vectors = r->vectors.n;
	driver_trial_begin(r, &t);
	struct tir_func *g = r->steps(r, f, DRIVER_STEP_SCALARISE + 1, DRIVER_STEP_LANES + 1);
	driver_trial_end(r, &t);
	r->vectors.n = vectors;
	uint64_t time = stays_short(&g->body, lanes) ? UINT64_MAX
	                                             : loops_time(g, &r->options->loops, &r->arena);
	arena_free(&r->arena);
	return time;
}

/* Take note of the loops over lanes, whose variables are new. */
static void note_lanes(struct driver_optimizer *r, const struct tir_seq *s, uint32_t first,
        struct loops_vectors *out)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_FOR && tir_as_for(t)->var->id >= first) {
			uint32_t lanes = (uint32_t)tir_as_for(t)->extent.e->u.i;
			VEC_PUSH(r->m->arena, &out->all,
			        ((struct loops_vectorized){LOOPS_SCALARISED, t, lanes}));
		}
		note_lanes(r, tir_body(t), first, out);
		note_lanes(r, tir_orelse(t), first, out);
	}
}

struct tir_func *driver_scalarise(struct driver_optimizer *r, struct tir_func *f)
{
	enum { PAYS = 75 };
	const struct loops_options *o = &r->options->loops;
	const struct proof_contract contract = driver_contract(o);
	const char *why = NULL;
	struct loops_vectors lanes = {0};
	uint32_t first = r->m->nvars;
	if (!o->vectorize || o->traps_overflow || !(o->vectorize_always || is_worth_a_trial(f)))
		return f;
	struct tir_func *g = legalize_scalarize_text(f, &r->arena);
	if (g != f)
		g = loops_collapse_new(g, first, o, &r->arena);
	arena_free(&r->arena);
	if (g == f || !r->bisect.left)
		return f;
	struct tir_func *folded = loops_fold(g, &r->arena);
	arena_free(&r->arena);
	struct loops_vectors none = {0};
	note_lanes(r, &folded->body, first, &lanes);
	if (!o->vectorize_always &&
	        time_as_vectors(r, folded, &lanes) / PAYS >= time_as_vectors(r, f, &none) / 100)
		return f;
	driver_bisect_takes(&r->bisect, 1);
	enum proof_verdict v = proof_replay(f, folded, &contract, &r->arena, &why);
	if (v != PROOF_PROVED)
		v = proof_replay(f, folded = g, &contract, &r->arena, &why);
	driver_holds(r, v != PROOF_REFUTED, "taking vectors apart", why);
	for (uint32_t i = 0; v != PROOF_PROVED && i < lanes.all.n; i++)
		lanes.all.at[i].reason = LOOPS_LANES_UNPROVED;
	driver_report_vectors(r, &lanes);
	arena_free(&r->arena);
	return v == PROOF_PROVED ? folded : f;
}
