/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/decompose.c: what reductions begin with in front of them (TVM's decompose_reduction).
 *
 * Idea      `if first: S = init` in the loops that reduce is asked in each of their iterations, and LLVM loads S behind it in one arm
 *           alone, so that it stays a branch.  S = init goes in front of the outermost loop that reduces, in a copy of the
 *           loops over elements that stand in that one; the order of the loops stays.
 *           Where the innermost loops reduce LLVM peels the first iteration instead, which is better (a convolution of halves takes
 *           1.9 times the packets if it begins in front, a depthwise one of bytes 1.6).
 * Needs     what sums.c needs: sum.h.
 * Preserves each element's sequence of operations, and the order of all others.
 * Costs     each nest, once.
 * Wrong if  an element is another one in the end: proof/replay/ runs both functions on symbols. */
#include "loops/normalise/sum.h"

struct decompose {
	const struct facts *facts;
	struct tir_module *m;
	struct arena *arena;
	uint32_t around;
	bool any;
};

/* The loop, around that body. */
static struct tir_seq loop_around(struct decompose *w, const struct tir_stmt *loop,
        struct tir_seq body)
{
	struct tir_stmt *s = tir_stmt_copy(w->m->arena, loop);
	tir_set_body(s, body);
	return (struct tir_seq){s, s};
}

/* A store of that value to S. */
static struct tir_seq store_of(struct decompose *w, const struct sum_nest *n,
        const struct tir_expr *value)
{
	struct tir_stmt *s = tir_store_like(w->m->arena, n->store, value);
	return (struct tir_seq){s, s};
}

/* The outermost loop that reduces. */
static uint32_t first_of(const struct sum_nest *n)
{
	uint32_t l = 0;
	while (l < n->n && sum_is_spatial(&n->loop[l]))
		l++;
	return l;
}

/* S = init in the loops over elements from that loop on, which have variables of their own. */
static struct tir_seq build_init(struct decompose *w, const struct sum_nest *n, uint32_t first)
{
	struct tir_subst zero = {.m = w->m, .arena = w->arena}, copy = zero;
	struct tir_seq s = store_of(w, n, n->init), nest;
	for (uint32_t l = n->n; l-- > first;) {
		const struct tir_var *v = tir_as_for(n->loop[l].stmt)->var;
		if (n->loop[l].stride)
			s = loop_around(w, n->loop[l].stmt, s);
		else
			tir_subst_var(&zero, v, tir_int(w->m, v->type, 0));
	}
	nest = tir_subst_seq(&zero, &s);
	return tir_subst_seq(&copy, &nest);
}

/* Is the innermost loop of several iterations one over elements? */
static bool pays(const struct sum_nest *n)
{
	uint32_t l = n->n - 1;
	while (l && n->loop[l].extent == 1)
		l--;
	return n->loop[l].stride != 0;
}

/* Write the nest anew; NULL: it is no reduction that begins in its first iteration. */
static struct tir_stmt *decomposed(struct decompose *w, const struct tir_stmt *s)
{
	struct sum_nest n = {.facts = w->facts, .m = w->m, .arena = w->arena, .around = w->around};
	if (s->kind != TIR_FOR || !sum_read(&n, s) || !n.init || n.set)
		return NULL;
	uint32_t first = first_of(&n);
	if (!pays(&n))
		return NULL;
	struct tir_seq sum = store_of(w, &n, n.value), all = {0};
	for (uint32_t l = n.n; l-- > first;)
		sum = loop_around(w, n.loop[l].stmt, sum);
	tir_seq_append(&all, build_init(w, &n, first));
	tir_seq_append(&all, sum);
	for (uint32_t l = first; l-- > 0;)
		all = loop_around(w, n.loop[l].stmt, all);
	w->any = true;
	return all.first;
}

/* The sequence with reductions that begin in front of their loops. */
static struct tir_seq rewrite(struct decompose *w, const struct tir_seq *s)
{
	struct tir_seq out = {0};
	uint32_t around = w->around;
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		struct tir_stmt *new = decomposed(w, t), *next;
		if (!new) {
			new = tir_stmt_copy(w->m->arena, t);
			w->around = t->kind == TIR_FOR ? facts_loop(w->facts, t) : around;
			if (tir_body(t)->first)
				tir_set_body(new, rewrite(w, tir_body(t)));
			if (tir_orelse(t)->first)
				tir_set_orelse(new, rewrite(w, tir_orelse(t)));
			w->around = around;
		}
		for (; new; new = next) {
			next = new->next;
			new->next = NULL;
			tir_seq_add(&out, new);
		}
	}
	return out;
}

struct tir_func *loops_decompose(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct decompose w = {.facts = facts_begin(f, &known, arena),
	        .m = f->module,
	        .arena = arena,
	        .around = FACTS_NO_LOOP};
	vectors->all.n = 0;
	struct tir_seq body = rewrite(&w, &f->body);
	return w.any ? tir_func_with_body(f, body) : f;
}
