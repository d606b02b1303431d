/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/hoist.c: hoist values that loops compute again and again into arrays in front of the loops (loop-invariant code motion
 * with scalar expansion).
 *
 * Idea    In for i: for j: B[i, j] = A[i, j] + S[j] // y a name cannot hold S[j] // y, since j changes; an array of all j can, and is filled
 *         in front of the loop over i.  The same holds where iterations of outer loops, or loops beside each other, compute
 *         what others have computed: A[i, j] // y and A[i + 1, j] // y.
 *         Sequences are looked at from the outside.  Arrays stand in front of the first statement that loads them; their nests are
 *         statements like others, and are looked at again, in rounds.
 * Needs   hoist_find.c and hoist_decide.c say what.
 * Keeps   the operations and their order within each value: floats do not change by a bit.
 * Costs   the nodes of the text, for each loop around them; each round. */
#include "loops/storage/hoist.h"
#include <stdio.h>

enum { ROUNDS = 4 };

struct hoister {
	struct tir_module *m;
	struct arena *arena;
	struct facts *facts;
	struct loops_vectors *report;
	VEC(uint32_t) inside; /* struct hoist_level */
	struct hoist_nodes nodes;
	struct tir_subst subst;
	uint32_t levels;
	uint64_t bytes;
	bool any;
};
struct level_copy {
	struct hoister *h;
	struct hoist_level *l;
	uint32_t place; /* the next one */
};

static struct tir_seq copy_seq(struct hoister *h, const struct tir_seq *seq);

/* ---- An array ----------------------------------------------------------------------------*/
static const struct tir_expr *number(struct hoister *h, const struct tir_expr *of, int64_t n)
{
	return tir_int(h->m, of->type, n);
}

/* e + n, of one type. */
static const struct tir_expr *plus(struct hoister *h, const struct tir_expr *e, int64_t n)
{
	const struct tir_expr *c = number(h, e, n < 0 ? -n : n);
	return n ? tir_binary(h->m, n < 0 ? TIR_SUB : TIR_ADD, e, c) : e;
}

/* Add the array of the value. */
static void add_array(struct hoister *h, struct hoist_level *l, struct hoist_value *v,
        struct tir_seq *out)
{
	const struct hoist_site *s = &l->site.at[v->first];
	struct span at = hoist_place_of(l, s)->loop[0]->at;
	struct tir_buffer *b = tir_array_new(h->m, "hoisted", s->e->type, s->ndims);
	for (uint32_t d = 0; d < s->ndims; d++)
		b->shape[d] = tir_int(h->m, TIR_INT32, v->size[d]);
	tir_seq_add(out, tir_alloc_new(h->m, b, at));
	v->array = b;
}

/* ---- The nest that fills it --------------------------------------------------------------*/
/* Do both fill arrays of one shape, under one condition, in front of one statement? */
static bool is_alike(const struct hoist_level *l, const struct hoist_value *a,
        const struct hoist_value *b)
{
	const struct hoist_site *s = &l->site.at[a->first], *t = &l->site.at[b->first];
	if (!b->taken || a->child != b->child || s->ndims != t->ndims || a->nguards != b->nguards)
		return false;
	for (uint32_t d = 0; d < s->ndims; d++)
		if (a->size[d] != b->size[d] ||
		        !tir_type_eq(tir_as_for(hoist_loop(l, s, d))->var->type,
		                tir_as_for(hoist_loop(l, t, d))->var->type))
			return false;
	return !memcmp(a->guard, b->guard, a->nguards * sizeof *a->guard);
}

/* Add the store of the value, where the array's loops have these variables. */
static void add_store(struct hoister *h, struct hoist_level *l, struct hoist_value *v,
        struct tir_var *const *var, struct tir_seq *out)
{
	const struct hoist_site *s = &l->site.at[v->first];
	const struct tir_expr *index[HOIST_DIMS];
	for (uint32_t d = 0; d < s->ndims; d++) {
		index[d] = var[d]->expr;
		tir_subst_var(&h->subst, tir_as_for(hoist_loop(l, s, d))->var,
		        plus(h, var[d]->expr, v->low[d]));
	}
	tir_seq_add(out, tir_store_new(h->m, v->array, s->ndims, index,
	                         tir_subst_expr(&h->subst, s->e), v->array->at));
	for (uint32_t d = 0; d < s->ndims; d++) {
		struct tir_var *of = tir_as_for(hoist_loop(l, s, d))->var;
		tir_subst_var(&h->subst, of, of->expr);
	}
}

/* The nest, under its guards. */
static struct tir_seq guarded(struct hoister *h, const struct hoist_value *v, struct tir_seq nest)
{
	const struct tir_expr *all = NULL;
	for (uint32_t i = 0; i < v->nguards; i++) {
		const struct tir_expr *c = tir_binary(h->m, TIR_LT, number(h, v->guard[i], 0),
		        v->guard[i]);
		all = all ? tir_binary(h->m, TIR_AND, all, c) : c;
	}
	if (!all)
		return nest;
	struct tir_seq out = {0};
	struct tir_stmt *s = tir_stmt_new(h->m, TIR_IF, v->array->at);
	tir_as_if(s)->value = (struct tir_operand){all, v->array->at};
	tir_set_body(s, nest);
	tir_seq_add(&out, s);
	return out;
}

/* Add the nest that fills the arrays of the value and of those like it. */
static void add_nest(struct hoister *h, struct hoist_level *l, struct hoist_value *v,
        struct tir_seq *out)
{
	const struct hoist_site *s = &l->site.at[v->first];
	struct tir_seq body = {0};
	struct tir_var *var[HOIST_DIMS];
	char name[64];
	for (uint32_t d = 0; d < s->ndims; d++) {
		const struct tir_var *of = tir_as_for(hoist_loop(l, s, d))->var;
		snprintf(name, sizeof name, "%.40s_%u", of->name, h->m->nvars);
		var[d] = tir_var_new(h->m, strtab_str(&h->m->strings, name), of->type);
	}
	for (struct hoist_value *u = v; u < l->value.at + l->value.n; u++)
		if (u == v || (!u->filled && is_alike(l, v, u))) {
			add_store(h, l, u, var, &body);
			u->filled = true;
		}
	for (uint32_t d = s->ndims; d-- > 0;) {
		struct tir_stmt *loop = tir_loop_new(h->m, var[d], v->size[d], v->array->at);
		tir_set_body(loop, body);
		body = (struct tir_seq){0};
		tir_seq_add(&body, loop);
	}
	tir_seq_append(out, guarded(h, v, body));
}

/* Add the arrays that begin in front of the statement of the level, and what fills them. */
static void add_arrays(struct hoister *h, struct hoist_level *l, uint32_t child,
        struct tir_seq *out)
{
	for (uint32_t i = 0; i < l->value.n; i++)
		if (l->value.at[i].taken && l->value.at[i].child == child)
			add_array(h, l, &l->value.at[i], out);
	for (uint32_t i = 0; i < l->value.n; i++) {
		struct hoist_value *v = &l->value.at[i];
		if (v->taken && v->child == child && !v->filled)
			add_nest(h, l, v, out);
	}
}

/* ---- What loads it -----------------------------------------------------------------------*/
/* The site's element of the value's array. */
static const struct tir_expr *element(struct hoister *h, const struct hoist_level *l,
        const struct hoist_value *v, const struct hoist_site *s)
{
	const struct tir_expr *index[HOIST_DIMS];
	for (uint32_t d = 0; d < s->ndims; d++)
		index[d] = plus(h, tir_as_for(hoist_loop(l, s, d))->var->expr,
		        s->shift[d] - v->low[d]);
	return tir_access(h->m, TIR_LOAD, v->array, s->ndims, index);
}

/* In the statement, elements are to stand for the sites of values that are taken. */
static void put_elements(struct level_copy *c, uint32_t place)
{
	struct hoist_level *l = c->l;
	c->h->subst.stamp++;
	for (uint32_t i = 0; i < l->value.n; i++) {
		const struct hoist_value *v = &l->value.at[i];
		for (uint32_t k = v->first; v->taken && k != UINT32_MAX; k = l->site.at[k].next)
			if (l->site.at[k].place == place)
				tir_subst_node(&c->h->subst, l->site.at[k].e,
				        element(c->h, l, v, &l->site.at[k]));
	}
}

/* Add the statement of a level with elements in the place of sites. */
static void copy_changed(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct level_copy *c = ctx;
	struct tir_stmt *t = tir_stmt_copy(c->h->m->arena, s);
	struct tir_operand *slot[TIR_MAX_OPERANDS];
	if (c->place < c->l->place.n && c->l->place.at[c->place].stmt == s) {
		put_elements(c, c->place++);
		uint32_t n = tir_stmt_operands(t, slot, TIR_MAX_OPERANDS);
		for (uint32_t i = 0; i < n; i++)
			slot[i]->e = tir_subst_expr(&c->h->subst, slot[i]->e);
	}
	tir_seq_map_bodies(t, copy_changed, c);
	tir_seq_add(out, t);
}

/* ---- Levels ------------------------------------------------------------------------------*/
/* Report what became of each value, and at which loop. */
static void report(struct hoister *h, const struct hoist_level *l)
{
	for (uint32_t i = 0; i < l->value.n; i++) {
		const struct hoist_value *v = &l->value.at[i];
		const struct hoist_site *s = &l->site.at[v->first];
		int64_t n = 1;
		if (v->why == LOOPS_NREASONS)
			continue;
		for (uint32_t d = 0; d < s->ndims; d++)
			n *= v->size[d];
		const struct tir_stmt *loop = hoist_place_of(l, s)->loop[0];
		if (v->taken)
			VEC_PUSH(h->arena, &h->report->all,
			        ((struct loops_vectorized){v->why, loop, (uint32_t)n}));
		else
			VEC_PUSH(h->arena, &h->report->refused,
			        ((struct loops_refused){v->why, loop, loop}));
	}
}

/* Add a copy of the statement, the levels in it looked at; those of threads stay. */
static void copy_stmt(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct tir_stmt *t = tir_stmt_copy(((struct hoister *)ctx)->m->arena, s);
	bool threads = s->kind == TIR_LAUNCH || (s->kind == TIR_FOR && s->for_kind == TIR_THREAD);
	if (!threads) {
		tir_set_body(t, copy_seq(ctx, tir_body(s)));
		tir_set_orelse(t, copy_seq(ctx, tir_orelse(s)));
	}
	tir_seq_add(out, t);
}

static bool is_loop(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR;
}

/* The sequence with its arrays, and with those of what is in statements that load none. */
static struct tir_seq copy_seq(struct hoister *h, const struct tir_seq *seq)
{
	struct arena scratch = arena_scratch(h->arena);
	struct hoist_level l = {.m = h->m,
	        .arena = &scratch,
	        .facts = h->facts,
	        .nodes = &h->nodes,
	        .inside = h->inside.at,
	        .number = ++h->levels,
	        .bytes = h->bytes};
	struct level_copy copy = {h, &l, 0};
	struct tir_seq out = {0};
	if (tir_seq_any(seq, is_loop)) {
		loops_hoist_find(&l, seq);
		loops_hoist_decide(&l);
	}
	h->bytes = l.bytes;
	report(h, &l);
	uint32_t child = 0;
	for (const struct tir_stmt *s = seq->first; s; s = s->next, child++) {
		if (child >= l.child.n || !l.child.at[child].changed) {
			copy_stmt(h, s, &out);
			continue;
		}
		h->any = true;
		add_arrays(h, &l, child, &out);
		while (l.place.at[copy.place].child < child)
			copy.place++;
		copy_changed(&copy, s, &out);
	}
	arena_free(&scratch);
	return out;
}

/* f, once more with arrays; itself if there are none. */
static struct tir_func *hoist_once(struct hoister *h, struct tir_func *f,
        const struct loops_options *options)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	h->facts = facts_begin(f, &known, h->arena);
	h->any = false;
	h->levels = 0;
	h->subst = (struct tir_subst){.m = h->m, .arena = h->arena};
	h->nodes.arena = h->arena;
	h->inside.n = 0;
	for (uint32_t i = 0; i < h->m->nvars; i++)
		VEC_PUSH(h->arena, &h->inside, 0);
	struct tir_seq body = copy_seq(h, &f->body);
	return h->any ? tir_func_with_body(f, body) : f;
}

struct tir_func *loops_hoist(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct hoister h = {
	        .m = f->module, .arena = arena, .report = vectors, .bytes = options->scratch};
	struct tir_func *g = f, *before = NULL;
	for (uint32_t i = 0; i < ROUNDS && g != before && options->scratch; i++) {
		before = g;
		g = hoist_once(&h, g, options);
	}
	return g;
}
