/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/predictive.c: predictive commoning: what an iteration computed that later ones need is carried to them.
 *
 * Idea.   In `for j: B[j] = A[j - 1] + A[j] + A[j + 1]` two of three loads are those of the iteration before.  They
 *         are kept in variables instead, a shift register that a prologue fills, and so is what is computed from such
 *         loads.  Where a loop goes on by whole vectors, its unaligned loads are shuffled out of aligned ones, half of which are carried.
 *         One form a loop is carried; who wants more calls again.
 * Needs   a verified flat function.
 * Keeps   loops that may be left early, that call what may read or write; loops that LLVM makes vectors of; loops around
 *         loops, and right below an attribute, which may be a pragma's; what may trap, unless the first iteration computes
 *         all of it that is computed in front of the loop.
 * Costs   a walk over the function; in innermost loops as predictive_form.c says.  A second walk that copies, where
 *         there is anything to do.
 * Wrong if a store of the loop hits what is carried, or a first value lies out of bounds where the loop does not run.
 *         proof/keep/predictive.c checks each run. */
#include "loops/storage/predictive.h"
#include "loops/order/unroll_jam.h"

enum { MANY = 1 << 20 }; /* iterations */

struct walker {
	struct tir_module *m;
	const struct loops_options *options;
	const struct facts *facts;
	struct arena *arena;
	struct loops_kept_values *carries;
	struct unroll_jam_meter meter;
	struct predictive last; /* the loop looked at last, whose table the next one takes over */
};

/* ---- Loops that may carry something ------------------------------------------------------*/
static bool may_stay(const struct tir_expr *e)
{
	return !(e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS));
}

/* Are the statements few bindings, stores and ifs without masks, whose expressions may stay as they are?  *n counts them. */
static bool is_plain_body(struct walker *w, const struct tir_seq *body, uint32_t *n)
{
	for (const struct tir_stmt *s = body->first; s; s = s->next) {
		const struct tir_expr *e[TIR_MAX_OPERANDS];
		uint32_t nexprs = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
		bool known = s->kind == TIR_BIND || s->kind == TIR_STORE || s->kind == TIR_IF;
		if (!known || tir_mask_of(s) || ++*n > PREDICTIVE_STMTS)
			return false;
		for (uint32_t i = 0; i < nexprs; i++)
			if (!may_stay(e[i]))
				return false;
		if (!is_plain_body(w, tir_body(s), n) || !is_plain_body(w, tir_orelse(s), n))
			return false;
	}
	return true;
}

/* May anything be put around the loop?  `0 < extent` means that it runs, and that is known or can be asked. */
static bool is_open(const struct tir_stmt *loop)
{
	const struct tir_for *l = tir_as_for(loop);
	const struct tir_expr *min = l->min.e, *extent = l->extent.e;
	const uint8_t never = TIR_HAS_EFFECT | TIR_READS_MEM | TIR_HAS_LET | TIR_MAY_TRAP;
	bool counts = l->var->type.code == TIR_TYPE_INT && l->var->type.bits >= 32;
	bool plain = loop->for_kind == TIR_SERIAL && !l->more->step.e &&
	             !(l->more->attr && l->more->attr->n) && !l->more->tag;
	return plain && counts && !((min->flags | extent->flags) & never) &&
	       (extent->op != TIR_INT_IMM || extent->u.i > 1);
}

static bool is_unproved(const struct walker *w, const struct tir_stmt *loop)
{
	for (uint32_t i = 0; i < w->carries->unproved.n; i++)
		if (tir_as_for(w->carries->unproved.at[i])->var == tir_as_for(loop)->var)
			return true;
	return false;
}

/* Of rows that grow half of the longest; many if nothing is known. */
static int64_t usual_trips(const struct walker *w, const struct tir_stmt *loop)
{
	int64_t least = trip_least(w->facts, loop), most = trip_most(w->facts, loop);
	return most == INT64_MAX ? MANY : least == most ? most : most / 2;
}

static bool llvm_vectorizes(struct walker *w, const struct tir_stmt *loop)
{
	w->meter.trips = usual_trips(w, loop);
	w->meter.vectors = false;
	unroll_jam_time(&w->meter, loop);
	return w->meter.vectors;
}

/* A loop to look at, with an empty table. */
static struct predictive begin(struct walker *w, const struct tir_stmt *loop)
{
	struct predictive p = {.m = w->m,
	        .facts = w->facts,
	        .arena = w->arena,
	        .loop = loop,
	        .number = facts_loop(w->facts, loop),
	        .seen = w->last.seen,
	        .nseen = w->last.nseen,
	        .touched = {w->last.touched.at, 0, w->last.touched.cap}};
	for (uint32_t i = 0; i < w->last.touched.n; i++)
		p.seen[w->last.touched.at[i]] = (struct predictive_seen){0};
	return p;
}

/* What the loop is to carry; false: nothing. */
static bool wanted(struct walker *w, const struct tir_stmt *loop, struct predictive *p,
        struct predictive_chain *chain)
{
	uint32_t n = 0;
	if (!is_open(loop) || is_unproved(w, loop) ||
	        !is_plain_body(w, &tir_as_for(loop)->body, &n))
		return false;
	if (!w->options->predictive_always && llvm_vectorizes(w, loop))
		return false;
	*p = begin(w, loop);
	bool found = p->number != FACTS_NO_LOOP && predictive_choose(p, w->options, chain);
	w->last = *p;
	return found;
}

/* ---- The walk ----------------------------------------------------------------------------*/
/* Is there a loop that is to carry something?  Most often not: then nothing is copied. */
static bool is_wanted(struct walker *w, const struct tir_seq *seq, bool below_attr)
{
	for (const struct tir_stmt *s = seq->first; s; s = s->next) {
		struct predictive p;
		struct predictive_chain chain;
		if ((s->kind == TIR_FOR && !below_attr && wanted(w, s, &p, &chain)) ||
		        is_wanted(w, tir_body(s), s->kind == TIR_ATTR) ||
		        is_wanted(w, tir_orelse(s), false))
			return true;
	}
	return false;
}

/* The statements, with the first loop that is wanted carrying one value more. */
static struct tir_seq walk(struct walker *w, const struct tir_seq *seq, bool below_attr)
{
	struct tir_seq out = {0};
	for (const struct tir_stmt *s = seq->first; s; s = s->next) {
		struct predictive p;
		struct predictive_chain chain;
		struct tir_stmt *t = tir_stmt_copy(w->m->arena, s);
		if (s->kind == TIR_FOR && !below_attr && wanted(w, s, &p, &chain)) {
			struct loops_kept told;
			tir_seq_append(&out, predictive_copy(&p, &chain, t, &told));
			w->last = p;
			VEC_PUSH(w->m->arena, &w->carries->all, told);
			continue;
		}
		tir_set_body(t, walk(w, tir_body(s), s->kind == TIR_ATTR));
		tir_set_orelse(t, walk(w, tir_orelse(s), false));
		tir_seq_add(&out, t);
	}
	return out;
}

/* Is it a loop that might carry something?  If there is none, no facts are gathered. */
static bool any_load(const struct tir_stmt *s)
{
	if (s->kind != TIR_FOR || !is_open(s))
		return false;
	for (const struct tir_stmt *t = tir_as_for(s)->body.first; t; t = t->next)
		if (tir_stmt_flags(t) & TIR_READS_MEM && t->kind != TIR_FOR)
			return true;
	return false;
}

struct tir_func *loops_predict(const struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_kept_values *carries)
{
	const struct facts_options known = {options->alias, options->ctx, false};
	struct walker w = {.m = f->module,
	        .options = options,
	        .arena = arena,
	        .carries = carries,
	        .meter = {.arena = arena,
	                .vectorizes = options->vectorizes,
	                .unrolls_more = options->opt_level >= 3}};
	tir_enter(f);
	carries->all.n = 0;
	if (!tir_seq_any(&f->body, any_load))
		return NULL;
	w.facts = facts_begin(f, &known, arena);
	return is_wanted(&w, &f->body, false) ? tir_func_with_body(f, walk(&w, &f->body, false))
	                                      : NULL;
}
