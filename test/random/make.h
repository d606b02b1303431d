/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/make.h: what the files that make a program share. */
#ifndef TIRC_RANDOM_MAKE_H
#define TIRC_RANDOM_MAKE_H

#include "random.h"

enum { MAX_POOL = 400, MAX_VARS = 100, MAX_BUFFERS = 60 };
/* A program on its way. */
struct make {
	struct random r;
	struct arena *a;
	struct program *p;
	uint64_t may;                 /* bits: features that it may use */
	enum rtype main, other, real; /* the types that it is about */
	struct expr *pool[MAX_POOL];  /* terms to be used again */
	struct expr *var[MAX_VARS];   /* names that can be seen */
	struct buffer *buffer[MAX_BUFFERS];
	uint32_t npool, nvars, nbuffers;
	uint32_t pool_base, var_base; /* those below are out of sight */
	struct expr *own;             /* the variable of the parallel loop around; NULL: none */
	struct buffer *target;        /* and what its body may write */
	uint32_t depth, names;
	bool in_loop, no_jump;
	int budget; /* statements still to be made */
};
static inline bool may(const struct make *g, enum feature f)
{
	return g->may >> f & 1;
}
static inline void uses(struct make *g, enum feature f)
{
	g->p->used |= UINT64_C(1) << f;
}
/* Do some of its parameters lie in the same memory? */
static inline bool overlaps(const struct make *g)
{
	return g->p->used >> FEATURE_OVERLAP & 1;
}
static inline bool chance(struct make *g, unsigned percent)
{
	return random_percent(&g->r, percent);
}
static inline uint32_t below(struct make *g, uint32_t n)
{
	return random_below(&g->r, n);
}
static inline bool is_float(enum rtype t)
{
	return random_types[t].kind == 'f';
}
static inline bool is_int(enum rtype t)
{
	return random_types[t].kind == 's' || random_types[t].kind == 'u';
}
/* May its arithmetic not overflow? */
static inline bool is_bounded(enum rtype t)
{
	return t == RT_I32 || t == RT_I64;
}
const char *make_name(struct make *g, const char *stem);

/* ---- expr.c: nodes, and what is known of their values -----------------------------------*/
struct expr *make_const(struct make *g, enum rtype ty, int64_t v, unsigned lanes);
struct expr *make_double(struct make *g, enum rtype ty, double v, unsigned lanes);
struct expr *make_var(struct make *g, const char *name, enum rtype ty, int64_t lo, int64_t hi);
/* a op b, with operands made smaller where the result might overflow. */
struct expr *make_binary(struct make *g, enum node op, struct expr *a, struct expr *b);
struct expr *make_node(struct make *g, enum node op, enum rtype ty, unsigned lanes, uint32_t n,
        ...);
struct expr *make_not(struct make *g, struct expr *e);
struct expr *make_cast(struct make *g, enum rtype ty, struct expr *e);
struct expr *make_broadcast(struct make *g, struct expr *e, unsigned lanes);
/* b at these indices. */
struct expr *make_load(struct make *g, struct buffer *b, struct expr *const *index);
/* The index of the second spelling. */
struct expr *make_flat(struct make *g, const struct buffer *b, struct expr *const *index);
/* e brought into [lo, hi] in one of some ways. */
struct expr *make_within(struct make *g, struct expr *e, int64_t lo, int64_t hi);
/* e as something that b may hold. */
struct expr *make_fit(struct make *g, const struct buffer *b, struct expr *e);

/* ---- term.c: random expressions ---------------------------------------------------------*/
struct expr *make_term(struct make *g, enum rtype ty, int depth);
struct expr *make_condition(struct make *g, int depth);
/* An int32 in [0, n). */
struct expr *make_index(struct make *g, int64_t n);
void make_indices(struct make *g, const struct buffer *b, struct expr **index);
/* A variable or a constant. */
struct expr *make_leaf(struct make *g, enum rtype ty);
/* The same value computed in another way, or e. */
struct expr *make_variant(struct make *g, struct expr *e);
void make_remember(struct make *g, struct expr *e);
/* A buffer that may be read, of that type (NRTYPES: any), or NULL. */
struct buffer *make_readable(struct make *g, enum rtype ty);

/* ---- vector.c ---------------------------------------------------------------------------*/
struct expr *make_vector(struct make *g, enum rtype ty, unsigned lanes, int depth);
/* A store of a vector; NULL: no buffer has room. */
struct stmt *make_vector_store(struct make *g);

/* ---- stmt.c -----------------------------------------------------------------------------*/
struct stmt *make_stmt(struct make *g, struct stmts *to, enum stmt_kind kind);
void make_block_of(struct make *g, struct stmts *to, int n);
/* A store of e, or of a random term if it is NULL. */
struct stmt *make_store(struct make *g, struct stmts *to, struct expr *e);
struct stmt *make_for(struct make *g, struct stmts *to, struct expr **var, int64_t lo,
        int64_t extent);
/* What can be seen now, to be put back at the end of a scope. */
struct scope {
	uint32_t npool, nvars, nbuffers, pool_base, var_base, depth;
	bool in_loop, no_jump;
};
struct scope make_enter(struct make *g);
void make_leave(struct make *g, const struct scope *s);
/* Hide the variables and the terms that there are. */
void make_hide(struct make *g);

/* ---- guard.c, stir.c, views.c: statements of a kind -------------------------------------*/
void make_guarded(struct make *g, struct stmts *to);
void make_reduction(struct make *g, struct stmts *to);
void make_stir(struct make *g, struct stmts *to);
void make_launch(struct make *g, struct stmts *to);
void make_view(struct make *g, struct stmts *to);
void make_alloc(struct make *g, struct stmts *to);

#endif
