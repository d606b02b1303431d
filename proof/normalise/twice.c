/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/twice.c: check copies in the place of statements that do what others before them did.
 *
 * Idea    Both functions are walked in step.  Where g goes on otherwise it has loops around R[i] = S[i], or nothing, for some statements of f
 *         that store to R alone.  As many statements in front of them must be those statements with other names: the *model*, which stores to S.
 *         Both begin with a store to an element; each other access to S or R in them is to an element that this one has stored to. So what
 *         they leave is made of what they read alone, and that nothing stores to from the model on; nor to S.  The copy's
 *         loops and elements are those of the store that begins f's statements, so all of them are copied, and no others.
 * Needs   f verified.  Shares nothing with loops/ and analysis/.
 * Costs   one walk of both; of each copy, the statements in front of it.
 * Wrong if an element is copied that the statements of f leave otherwise. */
#include "proof/nest.h"

enum {
	MODEL_LOOPS = 32,
	MODEL_LENGTH = 16,
	MODEL_NODES = 8192,
	MODEL_FAR = 256,
	MODEL_MOST = 1 << 24
};

/* The loops around a statement inside a model. */
struct chain {
	const struct tir_stmt *loop[MODEL_LOOPS];
	uint32_t n;
};
struct copies {
	const struct tir_func *f;
	const struct proof_contract *contract;
	struct arena *arena;
	const char *why;
	/* Of the copy that is looked at. */
	const struct tir_buffer *from, *to;   /* S, R */
	VEC(const struct tir_var *) old, new; /* of the model, and of what does the same */
	uint32_t nodes;
	struct chain first, at;       /* around the first store of the model; around the walk */
	const struct tir_stmt *begin; /* that store */
	VEC(const struct tir_buffer *) read;
	bool ok;
};

static bool fail(struct copies *c, const char *why)
{
	c->why = why;
	return false;
}

/* ---- The same with other names --------------------------------------------------------------*/
static bool is_renamed(const struct copies *c, const struct tir_var *x, const struct tir_var *y)
{
	for (uint32_t i = 0; i < c->old.n; i++)
		if (c->old.at[i] == x || c->new.at[i] == y)
			return c->old.at[i] == x && c->new.at[i] == y;
	return x == y;
}

/* Is y what x is, with the names of what does the same? */
static bool is_same_value(struct copies *c, const struct tir_expr *x, const struct tir_expr *y)
{
	unsigned not_plain = TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS;
	if (c->nodes == MODEL_NODES || x->op != y->op || !tir_type_eq(x->type, y->type) ||
	        x->n != y->n || (x->flags | y->flags) & not_plain)
		return false;
	c->nodes++;
	if (x->op == TIR_VAR)
		return is_renamed(c, x->u.var, y->u.var);
	if (x->op == TIR_LOAD) {
		const struct tir_buffer *b = x->u.buffer;
		if (y->u.buffer != (b == c->from ? c->to : b) || (b == c->to && b != c->from))
			return false;
	} else if (x->u.bits != y->u.bits || x->op == TIR_MASKED_LOAD) {
		return false;
	}
	for (uint32_t i = 0; i < x->n; i++)
		if (!is_same_value(c, x->arg[i], y->arg[i]))
			return false;
	return true;
}

static bool is_same_work(struct copies *c, const struct tir_seq *x, const struct tir_seq *y);

/* Does the statement of the model do to S what the other one does to R? */
static bool is_same_step(struct copies *c, const struct tir_stmt *x, const struct tir_stmt *y)
{
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(x, a, TIR_MAX_OPERANDS);
	const struct tir_var *v = tir_var_of(x), *w = tir_var_of(y);
	if (x->kind != y->kind || !proof_is_plain(x) || !proof_is_plain(y) || tir_mask_of(x) ||
	        tir_mask_of(y) || tir_stmt_exprs(y, b, TIR_MAX_OPERANDS) != n ||
	        x->nindex != y->nindex || (v && !tir_type_eq(v->type, w->type)))
		return false;
	if (x->kind == TIR_STORE && (tir_buffer_of(x) != c->from || tir_buffer_of(y) != c->to))
		return false;
	if (x->kind == TIR_FOR && (tir_loop_step(x) != 1 || tir_loop_step(y) != 1 ||
	                                  tir_stmt_flags(x) & TIR_READS_MEM))
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!is_same_value(c, a[i], b[i]))
			return false;
	if (v) {
		VEC_PUSH(c->arena, &c->old, v);
		VEC_PUSH(c->arena, &c->new, w);
	}
	return is_same_work(c, tir_body(x), tir_body(y)) &&
	       is_same_work(c, tir_orelse(x), tir_orelse(y));
}

/* Do both sequences do the same, with other names? */
static bool is_same_work(struct copies *c, const struct tir_seq *x, const struct tir_seq *y)
{
	const struct tir_stmt *s = x->first, *t = y->first;
	for (; s && t; s = s->next, t = t->next)
		if (!is_same_step(c, s, t))
			return false;
	return s == t;
}

/* ---- Is what a model leaves made of what it reads alone? -------------------------------------*/
/* The place of the loop that counts the variable; c.n: none does. */
static uint32_t counter(const struct chain *c, const struct tir_expr *e)
{
	uint32_t i = 0;
	while (e->op == TIR_VAR && i < c->n && tir_as_for(c->loop[i])->var != e->u.var)
		i++;
	return e->op == TIR_VAR ? i : c->n;
}

/* Is y what x is, with other loops of the same range in the place of those behind the first `common`?  used: these, by the place of x's. */
static bool is_element(struct copies *c, uint32_t common, const struct tir_stmt **used,
        const struct tir_expr *x, const struct tir_expr *y)
{
	if (c->nodes == MODEL_NODES || x->flags & TIR_READS_MEM)
		return false;
	c->nodes++;
	uint32_t i = counter(&c->first, x), k = counter(&c->at, y);
	if (i < c->first.n && i >= common) {
		const struct tir_for *l = tir_as_for(c->first.loop[i]);
		if (k == c->at.n || k < common || (used[i] && used[i] != c->at.loop[k]))
			return false;
		used[i] = c->at.loop[k];
		return tir_as_for(used[i])->min.e == l->min.e &&
		       tir_as_for(used[i])->extent.e == l->extent.e;
	}
	if (x->op != y->op || x->n != y->n || x->u.bits != y->u.bits ||
	        !tir_type_eq(x->type, y->type))
		return false;
	for (uint32_t j = 0; j < x->n; j++)
		if (!is_element(c, common, used, x->arg[j], y->arg[j]))
			return false;
	return true;
}

static bool surely_runs(const struct tir_stmt *loop)
{
	const struct tir_expr *min = tir_as_for(loop)->min.e, *n = tir_as_for(loop)->extent.e;
	return min->op == TIR_INT_IMM && n->op == TIR_INT_IMM && min->type.bits >= 32 &&
	       n->u.i > 0 && n->u.i < MODEL_MOST && min->u.i > -MODEL_MOST && min->u.i < MODEL_MOST;
}

/* Has the first store of the model been to that element, by now? */
static bool is_set(struct copies *c, uint32_t n, const struct tir_expr *const *index)
{
	const struct tir_stmt *used[MODEL_LOOPS] = {NULL};
	uint32_t common = 0;
	while (common < c->first.n && common < c->at.n &&
	        c->first.loop[common] == c->at.loop[common])
		common++;
	c->nodes = 0;
	if (n != c->begin->nindex)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!is_element(c, common, used, tir_as_store(c->begin)->index[i].e, index[i]))
			return false;
	for (uint32_t i = common; i < c->first.n; i++)
		if (!used[i] && !surely_runs(c->first.loop[i]))
			return false;
	return true;
}

/* Note a load: S must have been stored to there. */
static bool read_node(void *ctx, const struct tir_expr *e)
{
	struct copies *c = ctx;
	if (e->op == TIR_LOAD && e->u.buffer != c->from)
		VEC_PUSH(c->arena, &c->read, e->u.buffer);
	else if (e->op == TIR_LOAD)
		c->ok = c->ok && is_set(c, e->n, e->arg);
	return c->ok;
}

static bool first_reads_none(void *ctx, const struct tir_expr *e)
{
	return e->op != TIR_LOAD || e->u.buffer != ((struct copies *)ctx)->from;
}

/* Read what the statement loads and stores, and those in it. */
static bool read_model(struct copies *c, const struct tir_stmt *s)
{
	const struct tir_expr *e[TIR_MAX_OPERANDS], *index[TIR_MAX_RANK];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS), depth = c->at.n;
	for (uint32_t i = 0; i < n && s == c->begin; i++)
		if (!tir_walk_expr(e[i], c->arena, first_reads_none, c))
			return false;
	for (uint32_t i = 0; i < n; i++)
		if (!tir_walk_expr(e[i], c->arena, read_node, c))
			return false;
	if (s->nindex > TIR_MAX_RANK || depth == MODEL_LOOPS)
		return false;
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = tir_as_store(s)->index[i].e;
	if (s->kind == TIR_STORE && s != c->begin && !is_set(c, s->nindex, index))
		return false;
	if (s->kind == TIR_FOR)
		c->at.loop[c->at.n++] = s;
	for (const struct tir_stmt *x = tir_body(s)->first; x; x = x->next)
		if (!read_model(c, x))
			return false;
	for (const struct tir_stmt *x = tir_orelse(s)->first; x; x = x->next)
		if (!read_model(c, x))
			return false;
	c->at.n = depth;
	return true;
}

/* The first store in or behind nothing but loops; NULL: something else comes first. */
static const struct tir_stmt *find_first(struct chain *c, const struct tir_stmt *s)
{
	for (c->n = 0; s && s->kind == TIR_FOR && c->n < MODEL_LOOPS; s = tir_body(s)->first)
		c->loop[c->n++] = s;
	return s && s->kind == TIR_STORE ? s : NULL;
}

static bool is_common_memory(const struct tir_buffer *b)
{
	return !strcmp(b->scope, "global") || !strcmp(b->scope, "local");
}

/* ---- What happens between ---------------------------------------------------------------------*/
static bool is_harmless(void *ctx, struct tir_stmt *s)
{
	struct copies *c = ctx;
	const struct tir_buffer *b = s->kind == TIR_STORE ? tir_buffer_of(s) : NULL;
	if (tir_stmt_flags(s) & TIR_HAS_EFFECT || s->kind == TIR_LAUNCH || s->kind == TIR_BLOCK ||
	        (s->kind == TIR_FOR && s->for_kind == TIR_THREAD))
		return false;
	if (b && proof_may_overlap(c->f, c->contract, b, c->from))
		return false;
	for (uint32_t i = 0; b && i < c->read.n; i++)
		if (proof_may_overlap(c->f, c->contract, b, c->read.at[i]))
			return false;
	return true;
}

/* Does nothing from the model to the copy change what the model reads and leaves? */
static bool is_kept(struct copies *c, const struct tir_stmt *s, const struct tir_stmt *end)
{
	for (uint32_t i = 0; i < c->read.n; i++)
		if (!is_common_memory(c->read.at[i]) ||
		        proof_may_overlap(c->f, c->contract, c->read.at[i], c->from) ||
		        proof_may_overlap(c->f, c->contract, c->read.at[i], c->to))
			return false;
	if (!is_common_memory(c->from) || !is_common_memory(c->to) ||
	        (c->from != c->to && proof_may_overlap(c->f, c->contract, c->from, c->to)))
		return false;
	for (; s != end; s = s->next)
		if (!is_harmless(c, (struct tir_stmt *)s) ||
		        !tir_walk_stmts(tir_body(s), is_harmless, c) ||
		        !tir_walk_stmts(tir_orelse(s), is_harmless, c))
			return false;
	return true;
}

/* ---- A copy ------------------------------------------------------------------------------------*/
/* Is t, which may be NULL if S is R, a copy of the elements of S that the first store of s makes in R? */
static bool is_copy(const struct copies *c, const struct tir_stmt *s, const struct tir_stmt *t)
{
	struct chain of_s, of_t;
	const struct tir_stmt *x = find_first(&of_s, s);
	if (!t)
		return c->from == c->to;
	const struct tir_stmt *y = find_first(&of_t, t);
	bool same = x && y && of_s.n == of_t.n && y->nindex == x->nindex && !tir_mask_of(y) &&
	            tir_buffer_of(y) == c->to;
	for (uint32_t i = 0; same && i < of_t.n; i++)
		same = proof_same_head(of_s.loop[i], of_t.loop[i]) &&
		       proof_is_plain(of_t.loop[i]) && tir_loop_step(of_t.loop[i]) == 1 &&
		       tir_as_for(of_t.loop[i])->var == tir_as_for(of_s.loop[i])->var &&
		       tir_as_for(of_t.loop[i])->min.e == tir_as_for(of_s.loop[i])->min.e &&
		       tir_as_for(of_t.loop[i])->extent.e == tir_as_for(of_s.loop[i])->extent.e &&
		       tir_body(of_t.loop[i])->first == (i + 1 < of_t.n ? of_t.loop[i + 1] : y) &&
		       !tir_body(of_t.loop[i])->first->next;
	const struct tir_expr *v = same ? tir_value_of(y) : NULL;
	same = v && v->op == TIR_LOAD && v->u.buffer == c->from && v->n == y->nindex;
	for (uint32_t i = 0; same && i < y->nindex; i++)
		same = v->arg[i] == tir_as_store(x)->index[i].e &&
		       tir_as_store(y)->index[i].e == v->arg[i];
	return same;
}

/* Do n statements from s on the same as n from m on, so that t may stand for them? */
static bool is_repeated(struct copies *c, const struct tir_stmt *m, const struct tir_stmt *s,
        uint32_t n, const struct tir_stmt *t)
{
	const struct tir_stmt *x = m, *y = s;
	struct chain unused;
	const struct tir_stmt *to = find_first(&unused, s);
	c->begin = find_first(&c->first, m);
	if (!c->begin || !to)
		return false;
	c->from = tir_buffer_of(c->begin);
	c->to = tir_buffer_of(to);
	c->old.n = c->new.n = c->read.n = c->at.n = 0;
	c->ok = true;
	for (uint32_t i = 0; i < n; i++, x = x->next, y = y->next) {
		c->nodes = 0;
		if (x == s || !y || !is_same_step(c, x, y))
			return false;
	}
	const struct tir_stmt *behind = x;
	for (x = m; x != behind; x = x->next)
		if (!read_model(c, x))
			return false;
	return is_kept(c, behind, s) && is_copy(c, s, t);
}

/* How many statements of f from s on t stands for, by a model among those from `first` on: as few as may be, since g may have the next ones.
 * 0: none. */
static uint32_t repeats(struct copies *c, const struct tir_stmt *first, const struct tir_stmt *s,
        const struct tir_stmt *t)
{
	for (uint32_t n = 1; n <= MODEL_LENGTH; n++)
		for (const struct tir_stmt *m = first; m != s; m = m->next)
			if (is_repeated(c, m, s, n, t))
				return n;
	return 0;
}

/* ---- The walk ----------------------------------------------------------------------------------*/
static bool is_step(const struct tir_stmt *s, const struct tir_stmt *t)
{
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, a, TIR_MAX_OPERANDS);
	return proof_same_head(s, t) && tir_stmt_exprs(t, b, TIR_MAX_OPERANDS) == n &&
	       tir_var_of(s) == tir_var_of(t) &&
	       (s->kind != TIR_FOR || tir_loop_step(s) == tir_loop_step(t)) &&
	       !memcmp(a, b, n * sizeof *a);
}

static bool is_idle(const struct tir_stmt *s);

static bool is_idle_seq(const struct tir_seq *seq)
{
	const struct tir_stmt *s = seq->first;
	while (s && is_idle(s))
		s = s->next;
	return !s;
}

/* Does the statement do nothing but define names? */
static bool is_idle(const struct tir_stmt *s)
{
	return s->kind != TIR_STORE && proof_is_plain(s) && !(tir_stmt_flags(s) & TIR_HAS_EFFECT) &&
	       is_idle_seq(tir_body(s)) && is_idle_seq(tir_orelse(s));
}

static bool same_seq(struct copies *c, const struct tir_seq *f, const struct tir_seq *g);

/* Is t what s is, but for copies in it? */
static bool same_inside(struct copies *c, const struct tir_stmt *s, const struct tir_stmt *t)
{
	if (s->kind == TIR_LAUNCH || (s->kind == TIR_FOR && s->for_kind == TIR_THREAD))
		return is_step(s, t) &&
		       tir_body(s)->first == tir_body(t)->first; /* others may store */
	return is_step(s, t) && same_seq(c, tir_body(s), tir_body(t)) &&
	       same_seq(c, tir_orelse(s), tir_orelse(t));
}

/* Is g's sequence f's, but for copies?  False with the reason. */
static bool same_seq(struct copies *c, const struct tir_seq *f, const struct tir_seq *g)
{
	const struct tir_stmt *s = f->first, *t = g->first, *first = s;
	uint32_t far = 0;
	while (s) {
		bool same = t && same_inside(c, s, t);
		uint32_t n = same ? 1 : t ? repeats(c, first, s, t) : 0;
		if (n)
			t = t->next;
		else
			n = repeats(c, first, s, NULL);
		if (!n && is_idle(s)) /* nothing of g uses its names, as it is verified */
			n = 1;
		if (!n)
			return fail(c, "a statement is neither the same nor a copy of what was "
			               "done before");
		for (; n; n--, far++, s = s->next)
			first = far < MODEL_FAR ? first : first->next;
	}
	return !t || fail(c, "a statement was added");
}

enum proof_verdict proof_twice(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	struct copies c = {.f = f, .contract = contract, .arena = arena};
	struct diag silent = {0};
	tir_enter(f);
	if (!tir_verify_func(g, &silent)) {
		*why = "the verifier refuses the program with copies";
		return PROOF_REFUTED;
	}
	if (same_seq(&c, &f->body, &g->body))
		return PROOF_PROVED;
	*why = c.why;
	return PROOF_REFUTED;
}
