/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/guarded_sum.c: check sums of choices in the place of sums under a condition (loops/normalise/guarded_sum.c).
 *
 * Idea    Both programs are walked in step.  Where f adds x to an element under a condition, perhaps in loops, g adds a choice of x and 0 in
 *         the same loops.  The element was stored to before in any case, so that g may load and store it.
 * Needs   f verified.  Shares nothing with loops/ and analysis/.
 * Costs   the sums; for each of them the statements of f, of all of them at most LOOKS.
 * Wrong if an element was not stored to before, or the loops change what the condition asks for. */
#include "proof/nest.h"

enum { LOOKS = 1 << 20 };

struct guarded {
	struct proof_walk walk;
	const struct tir_func *f;
	uint32_t looks; /* that are left */
};

/* Does s surely store to the element that t stores to? */
static bool stores_same(const struct tir_stmt *s, const struct tir_stmt *t)
{
	bool same = s->kind == TIR_STORE && !tir_mask_of(s) &&
	            tir_buffer_of(s) == tir_buffer_of(t) && s->nindex == t->nindex;
	for (uint32_t i = 0; same && i < s->nindex; i++)
		same = tir_as_store(s)->index[i].e == tir_as_store(t)->index[i].e;
	return same;
}

/* Where the sum is looked for, what was found of it. */
enum found { NOT_THERE, THERE, SET, LEFT };

/* Look for the `if` in the sequence, and in front of it for a store to the element; LEFT: it lies in what is no serial loop. */
static enum found look(struct guarded *c, const struct tir_seq *seq, const struct tir_stmt *sum,
        const struct tir_stmt *store)
{
	enum found x = NOT_THERE;
	const struct tir_stmt *at = NULL;
	for (const struct tir_stmt *s = seq->first; s && x == NOT_THERE && c->looks; s = s->next) {
		c->looks--;
		at = s;
		x = s == sum ? THERE : look(c, tir_body(s), sum, store);
		x = x == NOT_THERE ? look(c, tir_orelse(s), sum, store) : x;
		if (x == THERE && s != sum && !proof_is_plain(s))
			x = LEFT;
	}
	for (const struct tir_stmt *s = seq->first; x == THERE && s != at; s = s->next)
		x = stores_same(s, store) ? SET : THERE;
	return x;
}

/* Is y a choice of x and 0 by the condition? */
static bool is_choice(const struct tir_expr *y, const struct tir_expr *condition,
        const struct tir_expr *x)
{
	return y->op == TIR_IF_THEN_ELSE && y->arg[0] == condition && y->arg[1] == x &&
	       y->arg[2]->op == TIR_INT_IMM && y->arg[2]->u.i == 0;
}

/* Does t add to an element what s adds to it if the condition holds, and else 0? */
static bool adds(const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_expr *condition)
{
	const struct tir_expr *x = tir_value_of(s), *y = tir_value_of(t), *was;
	if (!stores_same(s, t) || tir_mask_of(t) || x->op != TIR_ADD || y->op != TIR_ADD ||
	        !tir_is_int(x->type) || x->type.lanes != 1 || x->arg[0] != y->arg[0])
		return false;
	was = x->arg[0];
	bool same = was->op == TIR_LOAD && was->u.buffer == tir_buffer_of(s) && was->n == s->nindex;
	for (uint32_t i = 0; same && i < was->n; i++)
		same = was->arg[i] == tir_as_store(s)->index[i].e &&
		       !(was->arg[i]->flags & (TIR_READS_MEM | TIR_HAS_EFFECT));
	return same && is_choice(y->arg[1], condition, x->arg[1]);
}

/* Is t the loop s, but for its body? */
static bool is_loop(const struct tir_stmt *s, const struct tir_stmt *t)
{
	return s->kind == TIR_FOR && proof_is_plain(s) && proof_same_head(s, t) &&
	       tir_var_of(s) == tir_var_of(t) && tir_loop_step(s) == tir_loop_step(t) &&
	       tir_as_for(s)->min.e == tir_as_for(t)->min.e &&
	       tir_as_for(s)->extent.e == tir_as_for(t)->extent.e &&
	       !(tir_stmt_flags(s) & (TIR_HAS_EFFECT | TIR_READS_MEM));
}

/* Does t make the sum in any case that the `if` makes under its condition? */
static bool sums(struct guarded *c, const struct tir_stmt *sum, const struct tir_stmt *t)
{
	const unsigned other = TIR_HAS_EFFECT | TIR_HAS_LET | TIR_READS_MEM | TIR_HAS_ADDRESS;
	const struct tir_expr *condition = tir_value_of(sum);
	const struct tir_stmt *s = tir_body(sum)->first;
	if (condition->flags & other || tir_orelse(sum)->first)
		return false;
	for (; s && t && !s->next && is_loop(s, t); s = tir_body(s)->first)
		t = tir_body(t)->first && !tir_body(t)->first->next ? tir_body(t)->first : NULL;
	return s && t && !s->next && adds(s, t, condition) && look(c, &c->f->body, sum, s) == SET;
}

static bool is_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t)
{
	(void)ctx;
	return s->kind == TIR_IF && t->kind != TIR_IF;
}

/* Does t make the sum of the `if`? */
static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct guarded *c = ctx;
	c->walk.why =
	        "what is added to an element is not what was, or the element was perhaps not there";
	*next = t->next;
	return sums(c, s, t);
}

enum proof_verdict proof_guarded_sum(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	(void)contract;
	struct diag silent = {0};
	struct guarded c = {.f = f,
	        .looks = LOOKS,
	        .walk = {.arena = arena,
	                .is_changed = is_changed,
	                .same_changed = same_changed,
	                .why = "a variable is used out of its scope"}};
	c.walk.ctx = &c;
	bool ok = tir_verify_func(g, &silent) && proof_walk_seq(&c.walk, &f->body, &g->body);
	*why = c.walk.why;
	return ok ? PROOF_PROVED : PROOF_REFUTED;
}
