/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/lanes/unroll_and_jam.c: is g what f is, with some loops unrolled and jammed?
 *
 * Idea.    Walk both in step.  Where f has a loop without a step and g one with step F, match the bodies.
 *          Each statement of f stands in g F times in a row: copy k has l + k for l, and its own variables.
 *          A loop or an if may instead stand there once, with F copies of each statement inside it.
 *          The number of statements inside tells the two cases apart.  The match gives the position of
 *          each copy in g; nest.c then asks whether the new order keeps all dependences.
 * Needs    verified functions without blocks.
 * Costs    each node of both once, those of changed nests once a copy.
 * Wrong if a statement of g is passed over, or an operand that is not l + k's is taken for it. */
#include "proof/nest.h"

enum { MAX_NODES = 4096 }; /* of an operand in a changed nest */

/* What f's variable is called in each copy. */
struct renamed {
	const struct tir_var *from, *to[PROOF_FACTOR];
};
struct walk {
	struct proof *p;
	struct arena *arena;
	const struct proof_contract *contract;
	const struct tir_func *f;
	struct proof_walk both;
	struct proof_doubts *doubts;
	/* The nest that is being compared; what counts its iterations, if the copies' are l + k. */
	struct proof_nest *nest;
	const struct tir_var *iteration;
	VEC(struct renamed) renamed;
	uint32_t budget; /* nodes of the operand */
};
/* Copies first to last - 1 of an iteration. */
struct copies {
	uint32_t first, last;
};

static bool fail(struct walk *w, const char *why)
{
	w->both.why = why;
	return false;
}

/* ---- Operands ----------------------------------------------------------------------------*/
static bool same_var(const struct walk *w, uint32_t copy, const struct tir_expr *x,
        const struct tir_expr *y)
{
	if (x->u.var == w->iteration && copy)
		return y->op == TIR_ADD && y->arg[0] == x && y->arg[1]->op == TIR_INT_IMM &&
		       y->arg[1]->u.i == copy;
	for (uint32_t i = w->renamed.n; i-- > 0;)
		if (w->renamed.at[i].from == x->u.var)
			return y->op == TIR_VAR && y->u.var == w->renamed.at[i].to[copy];
	return x == y;
}

/* Is y what x is in the copy? */
static bool same_expr(struct walk *w, uint32_t copy, const struct tir_expr *x,
        const struct tir_expr *y)
{
	if (!w->budget)
		return false;
	w->budget--;
	if (x->op == TIR_VAR)
		return same_var(w, copy, x, y);
	if (x->op != y->op || !tir_type_eq(x->type, y->type) || x->n != y->n ||
	        x->u.bits != y->u.bits)
		return false;
	for (uint32_t i = 0; i < x->n; i++)
		if (!same_expr(w, copy, x->arg[i], y->arg[i]))
			return false;
	return true;
}

/* Have the copies `first` to before `last` of a statement its operands, each in its iteration?  False with the reason. */
static bool same_operands(struct walk *w, struct copies c, const struct tir_stmt *x,
        const struct tir_stmt *y)
{
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(x, a, TIR_MAX_OPERANDS);
	if (tir_stmt_exprs(y, b, TIR_MAX_OPERANDS) != n)
		return fail(w, "a copy of a statement has other operands");
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = c.first; k < c.last; k++) {
			w->budget = MAX_NODES;
			if (!same_expr(w, k, a[i], b[i]))
				return fail(w, "an operand of a copy is another one");
		}
	return true;
}

/* ---- Statements --------------------------------------------------------------------------*/
/* y defines in the copies what x defines. */
static bool define(struct walk *w, struct copies c, const struct tir_stmt *x,
        const struct tir_stmt *y)
{
	const struct tir_var *from = tir_var_of(x), *to = tir_var_of(y);
	if (!from)
		return true;
	if (c.first == 0 ? from != to : from == to || !tir_type_eq(from->type, to->type))
		return fail(w, "a copy defines another variable");
	uint32_t i = 0;
	while (i < w->renamed.n && w->renamed.at[i].from != from)
		i++;
	if (i == w->renamed.n) {
		struct renamed r = {.from = from};
		VEC_PUSH(w->arena, &w->renamed, r);
	}
	for (uint32_t k = c.first; k < c.last; k++)
		w->renamed.at[i].to[k] = to;
	return true;
}

/* Statements inside that hold no others. */
static uint64_t count_leaves(const struct tir_seq *s)
{
	uint64_t n = 0;
	for (const struct tir_stmt *x = s->first; x; x = x->next)
		n += x->kind == TIR_FOR || x->kind == TIR_IF
		             ? count_leaves(tir_body(x)) + count_leaves(tir_orelse(x))
		             : 1;
	return n;
}

/* Has x the same operands in all copies, whenever they are evaluated? */
static bool is_common(struct walk *w, const struct tir_stmt *x)
{
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(x, e, TIR_MAX_OPERANDS);
	bool same = !(tir_stmt_flags(x) & TIR_READS_MEM);
	for (uint32_t i = 0; i < n && same; i++)
		for (uint32_t k = 1; k < w->nest->factor && same; k++) {
			w->budget = MAX_NODES;
			same = same_expr(w, k, e[i], e[i]);
		}
	return same;
}

/* Is y there once for all copies of x?  One that does nothing may be, if it is the same in all. */
static bool holds_all(struct walk *w, const struct tir_stmt *x, const struct tir_stmt *y)
{
	if ((x->kind != TIR_FOR && x->kind != TIR_IF) || x->kind != y->kind)
		return false;
	uint64_t n = count_leaves(tir_body(x)) + count_leaves(tir_orelse(x));
	uint64_t there = count_leaves(tir_body(y)) + count_leaves(tir_orelse(y));
	return n ? there == n * w->nest->factor : is_common(w, x);
}

/* Where a statement is in the text: before, after, and how far each copy is behind the one before. */
struct position {
	int64_t before, after, per_copy;
};

static bool same_seq(struct walk *w, struct copies c, const struct tir_seq *s,
        const struct tir_seq *t);

/* Are the bodies of both statements the same copies?  reads: the accesses in them are read, at that position.  False with
 * the reason. */
static bool same_bodies(struct walk *w, struct copies c, const struct tir_stmt *x,
        const struct tir_stmt *y, struct position at, bool reads)
{
	struct proof_nest *n = w->nest;
	struct proof_around in = {
	        .loop = x->kind == TIR_FOR ? x : NULL, .condition = tir_value_of(x), .holds = true};
	uint32_t ntimes = n->ntimes;
	if (!tir_body(x)->first && !tir_body(y)->first && !tir_orelse(x)->first &&
	        !tir_orelse(y)->first)
		return true;
	if (reads) {
		proof_nest_push(n, 2 * at.before + 1, 2 * at.after + 1, 2 * at.per_copy);
		proof_nest_enter(n, in);
	}
	bool ok = same_seq(w, c, tir_body(x), tir_body(y));
	if (reads) {
		proof_nest_leave(n);
		in.holds = false;
		if (!in.loop)
			proof_nest_enter(n, in);
	}
	ok = ok && same_seq(w, c, tir_orelse(x), tir_orelse(y));
	if (reads && !in.loop)
		proof_nest_leave(n);
	n->ntimes = ntimes;
	return ok;
}

/* Is y what x is in the copies?  The first of them tells the nest. */
static bool same_stmt(struct walk *w, struct copies c, const struct tir_stmt *x,
        const struct tir_stmt *y, struct position at)
{
	bool reads = c.first == 0;
	if (!proof_is_plain(x) || !proof_same_head(x, y) ||
	        (x->kind == TIR_FOR && tir_loop_step(x) != tir_loop_step(y)))
		return fail(w, "a copy of a statement is another one");
	if (!same_operands(w, c, x, y) || !define(w, c, x, y))
		return false;
	if (reads) {
		proof_nest_push(w->nest, 2 * at.before, 2 * at.after, 2 * at.per_copy);
		proof_nest_read(w->nest, x);
		w->nest->ntimes--;
	}
	return same_bodies(w, c, x, y, at, reads);
}

/* Is t, from its first statement to its last, what s is in the copies, one after the other? */
static bool same_seq(struct walk *w, struct copies c, const struct tir_seq *s,
        const struct tir_seq *t)
{
	const struct tir_stmt *y = t->first;
	struct position at = {0, 0, 0};
	for (const struct tir_stmt *x = s->first; x; x = x->next, at.before++) {
		bool many = c.last - c.first > 1, once = many && y && holds_all(w, x, y);
		at.per_copy = many && !once;
		uint32_t n = once ? 1 : c.last - c.first;
		for (uint32_t k = 0; k < n; k++, y = y->next) {
			struct copies one = {c.first + k, c.first + k + 1};
			if (!y)
				return fail(w, "a statement has too few copies");
			if (!same_stmt(w, once ? c : one, x, y, at))
				return false;
		}
		at.after += n;
	}
	return !y || fail(w, "there is more than copies");
}

/* ---- The changed loop --------------------------------------------------------------------*/
static void doubt(struct walk *w, const struct tir_stmt *loop, enum proof_verdict v,
        const char *witness)
{
	struct proof_doubt d = {loop, v, witness};
	proof_counted(w->p, v);
	if (v != PROOF_PROVED)
		VEC_PUSH(w->arena, &w->doubts->all, d);
}

/* Does the loop end with its last copies, without others behind? */
static bool is_whole(const struct tir_stmt *s, const struct tir_stmt *t)
{
	const struct tir_for *x = tir_as_for(s), *y = tir_as_for(t);
	const struct tir_expr *n = x->extent.e;
	return n == y->extent.e && x->min.e == y->min.e && n->op == TIR_INT_IMM &&
	       n->u.i % tir_loop_step(t) == 0;
}

/* Is r the loop s, but for its range? */
static bool same_rest(struct walk *w, const struct tir_stmt *s, const struct tir_stmt *r)
{
	struct copies second = {1, 2};
	const struct tir_for *l = tir_as_for(s);
	struct renamed own = {.from = l->var};
	if (!r || !proof_same_head(s, r) || tir_loop_step(r) != 1 || tir_as_for(r)->var == l->var ||
	        !tir_type_eq(tir_as_for(r)->var->type, l->var->type))
		return fail(w, "a loop of the remaining iterations is missing");
	w->iteration = NULL;
	w->renamed.n = 0;
	own.to[1] = tir_as_for(r)->var;
	VEC_PUSH(w->arena, &w->renamed, own);
	return same_seq(w, second, tir_body(s), tir_body(r));
}

/* Ask what the nest's two texts leave open. */
static void ask(struct walk *w, const struct tir_stmt *rest)
{
	const char *witness;
	proof_limit(w->p, 0, 0);
	enum proof_verdict v = proof_nest_iterations(w->nest, w->p, rest);
	if (v == PROOF_PROVED)
		v = proof_nest_order(w->nest, w->p, w->arena, &witness);
	else
		witness = "its copies do other iterations";
	doubt(w, w->nest->loop, v, witness);
}

/* s became t, and the loop behind it unless t does all iterations; *next: what follows them in g. */
static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct walk *w = ctx;
	struct arena scratch = arena_scratch(w->arena);
	int64_t factor = tir_loop_step(t);
	struct copies all = {0, (uint32_t)factor};
	bool whole = is_whole(s, t);
	if (factor < 2 || factor > PROOF_FACTOR || !proof_is_plain(s) || !proof_same_head(s, t) ||
	        tir_as_for(t)->var != tir_as_for(s)->var)
		return fail(w, "a loop is no longer the same");
	struct proof_nest *n = ARENA_NEW(&scratch, struct proof_nest);
	*n = (struct proof_nest){.arena = &scratch,
	        .f = w->f,
	        .contract = w->contract,
	        .scope = &w->both.scope,
	        .loop = s,
	        .many = t,
	        .factor = (uint32_t)factor,
	        .vectors = true};
	w->nest = n;
	w->iteration = tir_as_for(s)->var;
	w->renamed.n = 0;
	proof_nest_begin(n);
	bool ok = same_seq(w, all, tir_body(s), tir_body(t)) && (whole || same_rest(w, s, t->next));
	if (ok)
		ask(w, whole ? NULL : t->next);
	*next = !whole && ok ? t->next->next : t->next;
	arena_free(&scratch);
	return ok;
}

/* ---- The walk ----------------------------------------------------------------------------*/
static bool is_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t)
{
	(void)ctx;
	return s->kind == TIR_FOR && t->kind == TIR_FOR && !tir_as_for(s)->more->step.e &&
	       tir_as_for(t)->more->step.e;
}

bool proof_unroll_and_jam(struct proof *p, const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, struct proof_doubts *doubts,
        const char **why)
{
	struct diag silent = {0};
	struct walk w = {.p = p, .arena = arena, .contract = contract, .f = f, .doubts = doubts};
	w.both = (struct proof_walk){
	        .arena = arena, .is_changed = is_changed, .same_changed = same_changed, .ctx = &w};
	bool ok = tir_verify_func(g, &silent) || fail(&w, "a variable is used out of its scope");
	ok = ok && proof_walk_seq(&w.both, &f->body, &g->body);
	*why = w.both.why;
	return ok;
}
