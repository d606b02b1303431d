/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/guard.c: terms that trap unless a condition holds, beside the condition, in all the ways in which
 * programs say it; and sums kept in memory. */
#include "make.h"

/* A term that must not be computed unless *guard holds. */
static struct expr *dangerous(struct make *g, struct expr **guard)
{
	static const enum node divisions[] = {N_FLOORDIV, N_FLOORMOD, N_TRUNCDIV, N_TRUNCMOD};
	struct expr *x = g->var[1 + below(g, 2)], *zero = make_const(g, RT_I32, 0, 1);
	if (chance(g, 60)) {
		struct expr *above = make_var(g, x->u.name, RT_I32, 1, x->hi); /* as it is then */
		*guard = chance(g, 50) ? make_binary(g, N_GT, x, zero)
		                       : make_binary(g, N_LT, zero, x);
		return make_binary(g, divisions[below(g, 4)], make_term(g, RT_I32, 1), above);
	}
	struct buffer *b = NULL;
	for (int i = 0; i < 6 && (!b || b->ndim != 1); i++)
		b = make_readable(g, NRTYPES);
	if (!b || b->ndim != 1 || b->ty == RT_BOOL)
		return NULL;
	struct expr *end = make_const(g, RT_I32, b->shape[0], 1);
	*guard = make_binary(g, N_AND, make_binary(g, N_LE, zero, x), make_binary(g, N_LT, x, end));
	return make_load(g, b, &x);
}

static struct stmt *guarded_if(struct make *g, struct stmts *to, struct expr *guard, struct expr *e)
{
	struct stmt *s = make_stmt(g, to, S_IF);
	s->value = guard;
	struct scope outer = make_enter(g);
	make_store(g, &s->body, e);
	if (chance(g, 30))
		make_store(g, &s->other, NULL);
	make_leave(g, &outer);
	return s;
}

/* A loop that runs only where the guard holds. */
static void guarded_loop(struct make *g, struct stmts *to, struct expr *guard, struct expr *e)
{
	struct scope outer = make_enter(g);
	struct expr *v;
	struct stmt *s = make_for(g, to, &v, 0, 2);
	s->high = make_node(g, N_SELECT, RT_I32, 1, 3, guard, make_const(g, RT_I32, 2, 1),
	        make_const(g, RT_I32, 0, 1));
	g->in_loop = true;
	make_store(g, &s->body, e);
	make_leave(g, &outer);
}

/* Leave unless it holds; then what needs it. */
static void guarded_exit(struct make *g, struct stmts *to, struct expr *guard, struct expr *e)
{
	struct stmt *s = make_stmt(g, to, S_IF);
	s->value = make_node(g, N_NOT, RT_BOOL, 1, 1, guard);
	enum stmt_kind kind = !g->in_loop ? S_RETURN : chance(g, 50) ? S_BREAK : S_CONTINUE;
	make_stmt(g, &s->body, kind)->value = make_const(g, RT_I32, 5, 1);
	make_store(g, to, e);
	uses(g, FEATURE_JUMP);
}

void make_guarded(struct make *g, struct stmts *to)
{
	struct expr *guard = NULL, *e = dangerous(g, &guard);
	int times = 1 + (int)below(g, 3);
	if (!e) {
		make_store(g, to, NULL);
		return;
	}
	uses(g, FEATURE_GUARD);
	while (times-- > 0) {
		struct expr *zero = make_const(g, e->ty, 0, 1);
		switch (below(g, 6)) {
		case 0:
		case 1: guarded_if(g, to, guard, e); break;
		case 2: guarded_loop(g, to, guard, e); break;
		case 3: {
			bool strict = chance(g, 30);
			struct expr *c = make_node(g, strict ? N_SELECT : N_CHOICE, e->ty, 1, 3,
			        guard, e, zero);
			c->wild = e->wild;
			c->lo = e->lo < 0 ? e->lo : 0;
			c->hi = e->hi > 0 ? e->hi : 0;
			make_store(g, to, c);
			break;
		}
		case 4:
			guarded_if(g, to,
			        make_binary(g, N_AND, guard, make_binary(g, N_NE, e, zero)), e);
			break;
		default:
			if (g->no_jump || g->own)
				guarded_if(g, to, guard, e);
			else
				guarded_exit(g, to, guard, e);
		}
	}
}

/* ---- Sums kept in memory ----------------------------------------------------------------*/
/* One or two loops around S[outer] = S[outer] op something of the inner one. */
void make_reduction(struct make *g, struct stmts *to)
{
	struct buffer *b = make_readable(g, NRTYPES);
	if (!b || b->ty == RT_BOOL || g->own) {
		make_store(g, to, NULL);
		return;
	}
	struct scope outer = make_enter(g);
	struct expr *i, *k, *index[RANDOM_RANK];
	struct stmt *first = make_for(g, to, &i, 0, 1 + below(g, 6));
	make_indices(g, b, index);
	struct stmt *second = make_for(g, &first->body, &k, 0,
	        1 + below(g, may(g, FEATURE_LONG) ? 40 : 9));
	g->in_loop = true;
	for (int n = 1 + (int)below(g, 2); n; n--) {
		struct stmt *s = make_stmt(g, &second->body, S_STORE);
		struct expr *old = make_load(g, b, index), *more = make_term(g, b->ty, 2);
		static const enum node ops[] = {N_ADD, N_ADD, N_ADD, N_MAX, N_MIN, N_SUB};
		s->buffer = b;
		memcpy(s->index, index, sizeof index);
		s->value = make_fit(g, b, make_binary(g, ops[below(g, 6)], old, more));
		s->flat = make_flat(g, b, index);
	}
	if (chance(g, 25))
		make_block_of(g, &second->body, 1);
	make_leave(g, &outer);
	uses(g, FEATURE_REDUCE);
}
