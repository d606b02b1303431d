/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/apart.c: reductions in nests of their own (loop distribution).
 *
 * Idea      What stands beside a reduction, in front of it or behind, hides it from who knows matrix products, convolutions, sums of neighbours: it
 *           goes to a nest of its own, as the reduction does whose S = init stands in a nest before.  What S begins with, where that is
 *           no constant, and the sign of what is subtracted are put behind the sum: S = 0; S = S + t; S = init + S, or init - S.
 * Needs     perfect loops from 0 on with constant extents around the statements; an element of S for each iteration (sum.c); integers that
 *           wrap, or terms whose sums stay in 32 bits, where the sum begins otherwise.
 * Preserves the order of dependent accesses: no statement of a later nest, in an earlier iteration, touches what one of an earlier nest
 *           touches in a later iteration of a loop that both are taken out of.
 * Costs     the accesses of a nest, pair by pair, up to a bound.  Kept where better vectors come of it (AHEAD).
 * Wrong if  an element is another one in the end: proof/replay/ runs both functions on symbols. */
#include "loops/nest/counted.h"
#include "loops/normalise/sum.h"

enum { MOST_ACCESSES = 48 };

struct apart {
	const struct facts *facts;
	struct tir_module *m;
	struct arena *arena;
	uint32_t around;
	bool any;
};
/* A nest: its loops, and the statements of the innermost body, parted. */
struct parts {
	const struct tir_stmt *loop[SUM_LOOPS];
	uint32_t n;
	const struct tir_stmt *first, *sums,
	        *rest; /* the reduction is from `sums` on; NULL: there is no rest */
	struct sum_nest sum;
};

/* ---- The reduction -----------------------------------------------------------------------*/
/* The loops from s on, as long as one is all that the one around holds; the body of the last one, NULL: it is none. */
static const struct tir_seq *read_around(struct parts *p, const struct tir_stmt *s)
{
	p->n = 0;
	for (;; s = tir_body(s)->first) {
		if (p->n == SUM_LOOPS || !loops_is_counted(s))
			return NULL;
		p->loop[p->n++] = s;
		if (!sum_is_single(tir_body(s), TIR_FOR))
			return tir_body(s);
	}
}

/* Is there a reduction in the innermost body of the nest?  The first one is taken. */
static bool read_parts(struct apart *w, struct parts *p, const struct tir_stmt *nest)
{
	const struct tir_seq *body = nest->kind == TIR_FOR ? read_around(p, nest) : NULL;
	for (const struct tir_stmt *s = body ? body->first : NULL; s; s = s->next) {
		p->sum = (struct sum_nest){
		        .facts = w->facts, .m = w->m, .arena = w->arena, .around = w->around};
		if ((s->kind != TIR_STORE && s->kind != TIR_FOR) || !sum_read_at(&p->sum, nest, s))
			continue;
		p->first = body->first;
		p->sums = s;
		p->rest = p->sum.set ? s->next->next : s->next;
		return true;
	}
	return false;
}

/* Is what S begins with, or the sign of the terms, to stand behind the sum? */
static bool begins_otherwise(const struct parts *p)
{
	enum tir_op op = (enum tir_op)p->sum.value->op;
	bool sum = op == TIR_ADD || op == TIR_SUB;
	return sum && p->sum.init && (op == TIR_SUB || p->sum.init->op != TIR_INT_IMM) &&
	       sum_stays_from_0(&p->sum);
}

/* ---- Dependences -------------------------------------------------------------------------*/
static bool may_move(void *ctx, struct tir_stmt *s)
{
	(void)ctx;
	return s->kind == TIR_STORE || s->kind == TIR_IF ||
	       (s->kind == TIR_FOR && !(tir_stmt_flags(s) & TIR_READS_MEM));
}

/* What the statements from s up to the one before `end` access; false: too much, or they do something else. */
static bool collect(struct apart *w, const struct parts *p, const struct tir_stmt *s,
        const struct tir_stmt *end, struct access_list *out)
{
	struct access_list one;
	uint32_t loop = facts_loop(w->facts, p->loop[p->n - 1]);
	*out = (struct access_list){.whole = true};
	for (; s != end; s = s->next) {
		struct tir_stmt *copy = tir_stmt_copy(w->arena, s);
		struct tir_seq alone = {copy, copy};
		copy->next = NULL;
		if (!tir_walk_stmts(&alone, may_move, NULL))
			return false;
		bool is_loop = s->kind == TIR_FOR;
		access_collect(w->facts, is_loop ? tir_body(s) : &alone, MOST_ACCESSES,
		        is_loop ? facts_loop(w->facts, s) : loop, w->arena, &one);
		if (!one.whole || (one.effects & ~(unsigned)(EFFECT_READS | EFFECT_WRITES)))
			return false;
		for (uint32_t i = 0; i < one.all.n; i++)
			VEC_PUSH(w->arena, &out->all, one.all.at[i]);
	}
	return out->all.n <= MOST_ACCESSES;
}

/* May all of `before` be done before all of `behind`, in all iterations? */
static bool may_part(struct apart *w, const struct parts *p, const struct access_list *before,
        const struct access_list *behind)
{
	struct distance d;
	for (uint32_t i = 0; i < before->all.n; i++)
		for (uint32_t k = 0; k < behind->all.n; k++) {
			const struct access *a = &before->all.at[i], *b = &behind->all.at[k];
			if (!((a->kind | b->kind) & ACCESS_WRITE))
				continue;
			for (uint32_t l = 0; l < p->n; l++)
				if (dependence_later(w->facts, b, a, p->loop[l], &d))
					return false;
		}
	return true;
}

/* May the reduction have a nest of its own? */
static bool is_legal(struct apart *w, const struct parts *p)
{
	struct access_list front, sum, rest;
	return collect(w, p, p->first, p->sums, &front) && collect(w, p, p->sums, p->rest, &sum) &&
	       collect(w, p, p->rest, NULL, &rest) && may_part(w, p, &front, &sum) &&
	       may_part(w, p, &front, &rest) && may_part(w, p, &sum, &rest);
}

/* ---- The nests ---------------------------------------------------------------------------*/
/* The loops around these statements. */
static struct tir_seq around(struct apart *w, const struct parts *p, struct tir_seq body)
{
	for (uint32_t l = p->n; l-- > 0;) {
		struct tir_stmt *s = tir_stmt_copy(w->m->arena, p->loop[l]);
		tir_set_body(s, body);
		body = (struct tir_seq){s, s};
	}
	return body;
}

/* Add the loops around these statements, with variables of their own. */
static void add_copy(struct apart *w, const struct parts *p, struct tir_seq body,
        struct tir_seq *out)
{
	struct tir_subst copy = {.m = w->m, .arena = w->arena};
	struct tir_seq nest = around(w, p, body);
	if (body.first)
		tir_seq_append(out, tir_subst_seq(&copy, &nest));
}

/* Add copies of the statements from s up to the one before `end`. */
static void add_statements(struct apart *w, const struct tir_stmt *s, const struct tir_stmt *end,
        struct tir_seq *out)
{
	for (; s != end; s = s->next) {
		struct tir_stmt *copy = tir_stmt_copy(w->m->arena, s);
		tir_seq_add(out, copy);
	}
}

/* The loops that reduce, around that sum. */
static struct tir_stmt *loops_of(struct apart *w, const struct sum_nest *n,
        const struct tir_expr *value)
{
	struct tir_stmt *s = tir_store_like(w->m->arena, n->store, value);
	for (uint32_t l = n->n; l-- > n->nset;) {
		struct tir_seq body = {s, s};
		s = tir_stmt_copy(w->m->arena, n->loop[l].stmt);
		tir_set_body(s, body);
	}
	return s;
}

/* The load of S in its sum. */
static const struct tir_expr *own_of(const struct sum_nest *n)
{
	bool second = n->value->op == TIR_ADD && !sum_is_own(n, n->value->arg[0]);
	return n->value->arg[second];
}

/* Write the nest as up to three; false: it stays. */
static bool takes(struct apart *w, const struct tir_stmt *s, struct tir_seq *out)
{
	struct parts p = {.n = 0};
	struct tir_seq front = {0}, sum = {0}, rest = {0};
	if (!read_parts(w, &p, s))
		return false;
	bool otherwise = begins_otherwise(&p);
	const struct sum_nest *n = &p.sum;
	const struct tir_expr *init = n->init, *value = n->value;
	if ((!otherwise && p.first == p.sums && !p.rest) || !is_legal(w, &p))
		return false;
	if (otherwise) {
		const struct tir_expr *own = own_of(n), *term = value->arg[value->arg[0] == own];
		enum tir_op op = (enum tir_op)value->op;
		tir_seq_add(&rest, tir_store_like(w->m->arena, p.sums,
		                           op == TIR_ADD ? tir_binary(w->m, op, own, init)
		                                         : tir_binary(w->m, op, init, own)));
		init = tir_int(w->m, init->type, 0);
		value = op == TIR_ADD ? value : tir_binary(w->m, TIR_ADD, own, term);
	}
	add_statements(w, p.first, p.sums, &front);
	if (init)
		tir_seq_add(&sum, tir_store_like(w->m->arena, p.sums, init));
	tir_seq_add(&sum, loops_of(w, n, value));
	add_statements(w, p.rest, NULL, &rest);
	add_copy(w, &p, front, out);
	tir_seq_append(out, around(w, &p, sum));
	add_copy(w, &p, rest, out);
	return true;
}

/* ---- The function ------------------------------------------------------------------------*/
/* The sequence with reductions in nests of their own. */
static struct tir_seq rewrite(struct apart *w, const struct tir_seq *s)
{
	struct tir_seq out = {0};
	uint32_t around = w->around;
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (takes(w, t, &out)) {
			w->any = true;
			continue;
		}
		struct tir_stmt *copy = tir_stmt_copy(w->m->arena, t);
		w->around = t->kind == TIR_FOR ? facts_loop(w->facts, t) : around;
		if (tir_body(t)->first)
			tir_set_body(copy, rewrite(w, tir_body(t)));
		if (tir_orelse(t)->first)
			tir_set_orelse(copy, rewrite(w, tir_orelse(t)));
		w->around = around;
		tir_seq_add(&out, copy);
	}
	return out;
}

struct tir_func *loops_apart(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct apart w = {.facts = facts_begin(f, &known, arena),
	        .m = f->module,
	        .arena = arena,
	        .around = FACTS_NO_LOOP};
	vectors->all.n = 0;
	struct tir_seq body = rewrite(&w, &f->body);
	return w.any ? tir_func_with_body(f, body) : f;
}
