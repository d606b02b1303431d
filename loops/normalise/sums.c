/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/sums.c: reductions in one form: loops over elements, in them `S = init`, then loops around `S = S op t`.
 *
 * Idea      What S begins with is found where it stands: under `if` the first iteration, as a choice, in a nest of its own before, or
 *           in the nest.  Then the nest is written anew: spatial loops in the order of S's memory, S = init, loops that reduce in
 *           the order of the memory that they read.
 * Needs     S's address to be a sum of the loops in which no two spatial iterations meet (sum.c).  What t and init read is other memory
 *           than S.  What stands between the nest that sets S and the one that reduces leaves S alone and does not write what init
 *           reads.
 * Preserves each element's sequence of operations: with S's element go all iterations of the loops that reduce, in their order, however
 *           the spatial loops stand to them.  Loops that reduce change places only where the terms of an element may: integers
 *           that wrap, or whose partial sums stay in 32 bits, in any order.
 * Costs     each nest, once, and the statements between it and what sets S.
 * Wrong if  an element is another one in the end: proof/replay/ runs both functions on symbols. */
#include "loops/normalise/sum.h"
#include "simplify/simplify.h"

/* A statement of the sequence being written. */
struct line {
	const struct tir_stmt *old;
	struct tir_stmt *new; /* NULL: it is gone */
};
struct lines {
	VEC(struct line) all;
};
struct sums {
	const struct facts *facts;
	struct tir_module *m;
	struct arena *arena;
	uint32_t around;
	bool inits_only; /* nests get S = init in front of the innermost loops; their loops stay in their order */
	bool any;
};

/* ---- Statements between ------------------------------------------------------------------*/
struct touching {
	const struct facts *facts;
	const struct tir_buffer *b;
	struct arena *arena;
	bool writes; /* ask for writes alone */
};

/* Does the node leave the buffer alone? */
static bool expr_spares(void *ctx, const struct tir_expr *e)
{
	const struct touching *t = ctx;
	bool memory = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_BUFFER_DATA ||
	              e->op == TIR_ADDRESS_OF;
	bool pure = e->op != TIR_CALL || tir_call_effect(e) == TIR_PURE;
	return pure && !(memory && !t->writes && alias_may(t->facts, e->u.buffer, t->b));
}

/* Does the statement itself leave the buffer alone, and go on to the next one? */
static bool stmt_spares(void *ctx, struct tir_stmt *s)
{
	struct touching *t = ctx;
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
	bool passes = s->kind == TIR_BIND || s->kind == TIR_STORE || s->kind == TIR_ALLOC ||
	              s->kind == TIR_FOR || s->kind == TIR_IF || s->kind == TIR_ATTR;
	if (!passes || (s->kind == TIR_STORE && alias_may(t->facts, tir_as_store(s)->buffer, t->b)))
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!tir_walk_expr(op[i], t->arena, expr_spares, t))
			return false;
	return true;
}

/* Does the statement, with all that is in it, leave the buffer alone? */
static bool spares(const struct sums *w, const struct tir_stmt *s, const struct tir_buffer *b,
        bool writes)
{
	struct touching t = {w->facts, b, w->arena, writes};
	struct tir_stmt *copy = tir_stmt_copy(w->arena, s);
	struct tir_seq one = {copy, copy};
	copy->next = NULL;
	return tir_walk_stmts(&one, stmt_spares, &t);
}

/* ---- What sets S -------------------------------------------------------------------------*/
static bool same_base(const struct sum_nest *a, const struct sum_nest *b)
{
	struct affine_sum d;
	affine_clear(&d);
	return affine_add_sum(&d, &a->base, 1) && affine_add_sum(&d, &b->base, -1) && !d.n &&
	       !d.constant;
}

/* Let each loop of the setting nest be the one of n that has its stride and extent; false: they are other loops. */
static bool pair_loops(const struct sum_nest *n, const struct sum_nest *set, struct tir_subst *copy)
{
	uint32_t used = 0;
	for (uint32_t l = 0; l < set->n; l++) {
		const struct tir_var *v = tir_as_for(set->loop[l].stmt)->var;
		uint32_t k = 0;
		if (set->loop[l].extent == 1) {
			tir_subst_var(copy, v, tir_int(n->m, v->type, 0));
			continue;
		}
		while (k < n->n &&
		        (n->loop[k].stride != set->loop[l].stride ||
		                n->loop[k].extent != set->loop[l].extent || used >> k & 1))
			k++;
		if (k == n->n)
			return false;
		used |= 1U << k;
		tir_subst_var(copy, v, tir_as_for(n->loop[k].stmt)->var->expr);
	}
	for (uint32_t k = 0; k < n->n; k++)
		if (n->loop[k].stride && n->loop[k].extent > 1 && !(used >> k & 1))
			return false;
	return true;
}

/* The spatial loops as few as possible: those that go on where others end are one.  How many there are. */
static uint32_t joined(const struct sum_nest *n, struct sum_loop *out)
{
	uint32_t k = 0;
	for (uint32_t l = 0; l < n->n; l++) {
		struct sum_loop x = n->loop[l];
		if (x.extent == 1)
			continue;
		uint32_t i = k++;
		for (; i && out[i - 1].stride > x.stride; i--)
			out[i] = out[i - 1];
		out[i] = x;
	}
	uint32_t last = 0;
	for (uint32_t i = 1; i < k; i++)
		if (out[i].stride == out[last].stride * out[last].extent)
			out[last].extent *= out[i].extent;
		else
			out[++last] = out[i];
	return k ? last + 1 : 0;
}

/* Do both go over the same elements, whatever their loops are? */
static bool same_elements(const struct sum_nest *n, const struct sum_nest *set)
{
	struct sum_loop a[SUM_LOOPS], b[SUM_LOOPS];
	struct sum_nest spatial = *n;
	spatial.n = 0;
	for (uint32_t l = 0; l < n->n; l++)
		if (n->loop[l].stride)
			spatial.loop[spatial.n++] = n->loop[l];
	uint32_t k = joined(&spatial, a);
	if (joined(set, b) != k)
		return false;
	for (uint32_t i = 0; i < k; i++)
		if (a[i].stride < 0 || a[i].stride != b[i].stride || a[i].extent != b[i].extent)
			return false;
	return true;
}

/* Does s set each element that n sums up, once, and nothing else?  Then what with, in n's loops; NULL: it does not. */
static const struct tir_expr *set_by(struct sums *w, struct sum_nest *n, const struct tir_stmt *s)
{
	struct sum_nest *set = ARENA_NEW(w->arena, struct sum_nest);
	*set = (struct sum_nest){
	        .facts = w->facts, .m = w->m, .arena = w->arena, .around = w->around};
	const struct tir_seq *body = s->kind == TIR_FOR ? sum_read_loops(set, s) : NULL;
	const struct tir_stmt *store = body ? body->first : s;
	uint32_t own;
	if (!store || store->kind != TIR_STORE || (body && store->next) ||
	        tir_as_store(store)->buffer != tir_as_store(n->store)->buffer ||
	        !sum_read_element(set, store) || !same_base(n, set) ||
	        !sum_reads_apart(set, set->value, &own) || own)
		return NULL;
	for (uint32_t l = 0; l < set->n; l++)
		if (!sum_is_spatial(&set->loop[l]))
			return NULL;
	struct tir_subst copy = {.m = w->m, .arena = w->arena};
	if (pair_loops(n, set, &copy))
		return tir_subst_expr(&copy, set->value);
	return !sum_names_loops(set, set->value) && same_elements(n, set) ? set->value : NULL;
}

struct loads {
	const struct sums *w;
	const struct tir_stmt *s;
};

static bool load_stays(void *ctx, const struct tir_expr *e)
{
	const struct loads *l = ctx;
	return e->op != TIR_LOAD || spares(l->w, l->s, e->u.buffer, true);
}

/* Find the line before that sets S; nothing in between may need or change it.  NULL: there is none. */
static struct line *find_init(struct sums *w, struct lines *before, struct sum_nest *n)
{
	const struct tir_buffer *b = tir_as_store(n->store)->buffer;
	uint32_t i = before->all.n;
	while (i && (!before->all.at[i - 1].new || spares(w, before->all.at[i - 1].old, b, false)))
		i--;
	if (!i)
		return NULL;
	const struct tir_expr *init = set_by(w, n, before->all.at[i - 1].old);
	if (!init)
		return NULL;
	for (uint32_t k = i; k < before->all.n; k++) {
		struct loads l = {w, before->all.at[k].old};
		if (before->all.at[k].new && !tir_walk_expr(init, w->arena, load_stays, &l))
			return NULL;
	}
	n->init = init;
	if (i == before->all.n && before->all.at[i - 1].old->kind == TIR_STORE) {
		n->set = before->all.at[i - 1].old; /* it stands where it is to stand */
		for (uint32_t l = 0; l < n->n; l++)
			n->loop[l].inner = true;
	}
	return &before->all.at[i - 1];
}

/* ---- The nest anew -----------------------------------------------------------------------*/
/* What a loop is ordered by: the largest stands outside. */
static int64_t key_of(const struct sum_loop *l)
{
	if (l->extent == 1)
		return INT64_MAX;
	if (l->stride)
		return l->stride < 0 ? -l->stride : l->stride;
	return l->reach;
}

/* The loops' order: spatial ones first, then those that reduce. */
static void put_in_order(const struct sum_nest *n, uint32_t *order)
{
	bool commutes = sum_commutes(n);
	uint32_t k = 0;
	for (int reduces = 0; reduces < 2; reduces++) {
		uint32_t first = k;
		for (uint32_t l = 0; l < n->n; l++) {
			if (sum_is_spatial(&n->loop[l]) == (reduces != 0))
				continue;
			uint32_t i = k++;
			for (; i > first && (commutes || !reduces) &&
			        key_of(&n->loop[order[i - 1]]) < key_of(&n->loop[l]);
			        i--)
				order[i] = order[i - 1];
			order[i] = l;
		}
	}
}

/* What S begins with, where all loops that reduce are in their first iteration. */
static const struct tir_expr *first_value(const struct sums *w, const struct sum_nest *n)
{
	struct tir_subst copy = {.m = w->m, .arena = w->arena};
	for (uint32_t l = 0; l < n->n; l++) {
		const struct tir_var *v = tir_as_for(n->loop[l].stmt)->var;
		if (!sum_is_spatial(&n->loop[l]))
			tir_subst_var(&copy, v, tir_int(w->m, v->type, 0));
	}
	const struct tir_expr *e = tir_subst_expr(&copy, n->init);
	struct simplifier s = simplify_begin(w->m, w->arena);
	return e == n->init ? e : simplify_expr(&s, e);
}

/* The nest in that order of its loops, with S = init, if there is one, behind the spatial ones. */
static struct tir_stmt *build(struct sums *w, const struct sum_nest *n, const uint32_t *order)
{
	struct tir_stmt *inner = tir_store_like(w->m->arena, n->store, n->value), *s;
	struct tir_seq body = {inner, inner};
	bool is_set = !n->init;
	for (uint32_t i = n->n; i-- > 0;) {
		const struct sum_loop *l = &n->loop[order[i]];
		if (!is_set && sum_is_spatial(l)) {
			s = tir_store_like(w->m->arena, n->set ? n->set : n->store,
			        first_value(w, n));
			s->next = body.first;
			body.first = s;
			is_set = true;
		}
		s = tir_stmt_copy(w->m->arena, l->stmt);
		tir_set_body(s, body);
		body = (struct tir_seq){s, s};
	}
	if (!is_set) {
		s = tir_store_like(w->m->arena, n->set ? n->set : n->store, first_value(w, n));
		s->next = body.first;
		body.first = s;
	}
	return body.first;
}

/* Is the nest as it is to be? */
static bool is_normal(const struct sum_nest *n, const uint32_t *order)
{
	for (uint32_t i = 0; i < n->n; i++)
		if (order[i] != i || (i < n->nset) != sum_is_spatial(&n->loop[i]))
			return false;
	return n->set && !n->rewritten;
}

/* Leave the loops in their order.  Does S begin under a condition, inside of loops that reduce and are the inner ones?  LLVM's vectoriser
 * makes no vectors of such loops. */
static bool keep_order(struct sum_nest *n, uint32_t *order)
{
	bool reduces = false, ok = n->n && !n->set;
	for (uint32_t i = 0; i < n->n; i++) {
		struct sum_loop *l = &n->loop[i];
		l->inner = reduces && !l->stride; /* of one iteration, too */
		ok = ok && !(reduces && sum_is_spatial(l));
		reduces |= !sum_is_spatial(l);
		order[i] = i;
	}
	return ok && reduces;
}

/* Write a nest that stores one value to each element in the order of its memory, if it reads in that order, too; false: it is in that
 * order, or no such nest. */
static bool takes_map(struct sums *w, struct sum_nest *n, const struct tir_stmt *s,
        struct tir_stmt **to)
{
	uint32_t order[SUM_LOOPS];
	bool moves = false;
	if (!sum_read_map(n, s))
		return false;
	put_in_order(n, order);
	for (uint32_t i = 0; i < n->n; i++)
		moves |= order[i] != i;
	if (!moves || !sum_reads_in_order(n, order))
		return false;
	*to = build(w, n, order);
	return true;
}

/* Write the nest anew into *to, which may be two statements; false: it is no reduction, or is as it is to be. */
static bool takes(struct sums *w, struct lines *before, const struct tir_stmt *s,
        struct tir_stmt **to)
{
	struct sum_nest n = {.facts = w->facts, .m = w->m, .arena = w->arena, .around = w->around};
	uint32_t order[SUM_LOOPS];
	if (s->kind != TIR_FOR)
		return false;
	if (!sum_read(&n, s))
		return !w->inits_only && takes_map(w, &n, s, to);
	struct line *set = n.init || w->inits_only ? NULL : find_init(w, before, &n);
	if (!n.init)
		return false;
	if (w->inits_only && !keep_order(&n, order))
		return false;
	if (!w->inits_only)
		put_in_order(&n, order);
	if (!w->inits_only && is_normal(&n, order))
		return false;
	if (set)
		set->new = NULL;
	*to = build(w, &n, order);
	return true;
}

/* ---- The function ------------------------------------------------------------------------*/
/* The sequence with nests written anew. */
static struct tir_seq rewrite(struct sums *w, const struct tir_seq *s)
{
	struct lines lines = {0};
	struct tir_seq out = {0};
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		struct tir_stmt *new;
		uint32_t around = w->around;
		if (takes(w, &lines, t, &new)) {
			w->any = true;
		} else {
			new = tir_stmt_copy(w->m->arena, t);
			w->around = t->kind == TIR_FOR ? facts_loop(w->facts, t) : around;
			if (tir_body(t)->first)
				tir_set_body(new, rewrite(w, tir_body(t)));
			if (tir_orelse(t)->first)
				tir_set_orelse(new, rewrite(w, tir_orelse(t)));
			w->around = around;
		}
		VEC_PUSH(w->arena, &lines.all, ((struct line){t, new}));
	}
	for (uint32_t i = 0; i < lines.all.n; i++)
		for (struct tir_stmt *t = lines.all.at[i].new, *next; t; t = next) {
			next = t->next;
			t->next = NULL;
			tir_seq_add(&out, t);
		}
	return out;
}

struct tir_func *loops_sums(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct sums w = {.facts = facts_begin(f, &known, arena),
	        .m = f->module,
	        .arena = arena,
	        .around = FACTS_NO_LOOP,
	        .inits_only = !options->vectorize};
	vectors->all.n = 0;
	struct tir_seq body = rewrite(&w, &f->body);
	return w.any ? tir_func_with_body(f, body) : f;
}
