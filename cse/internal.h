/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/internal.h: what the walks of cse/ share.
 *
 * Words.  A *class* is a set of expressions that compute the same value.  A *statement number* is a
 * statement's position in execution order, from 1 (LLVM: SlotIndexes).  A *region* is a part of the program that is entered as a
 * whole: a body, an arm, a lazy operand, the body of a Let.  A *use* is one occurrence that computes a
 * class.  A *name* is a variable that is to hold a class from a point on. */
#ifndef TIRC_CSE_INTERNAL_H
#define TIRC_CSE_INTERNAL_H

#include "cse/values.h"

enum { NONE = UINT32_MAX };
/* Forks of operands are region numbers, others are statement numbers. */
#define FORK_IN_EXPR (UINT32_C(1) << 31)

/* How a region is entered from the one around it. */
enum region_kind {
	REGION_ROOT,
	REGION_THEN, /* with REGION_ELSE of the same fork: exactly one of the two */
	REGION_ELSE,
	REGION_MAYBE, /* perhaps not at all: body of a loop that may not run, right side of And */
	REGION_LOOP,  /* at least once, body of a loop or of a launch */
	REGION_SURE,  /* always: body of an attribute or a Let, condition of a while */
};

struct region {
	enum region_kind kind : 8;
	bool in_expr; /* a lazy operand, a Let body, a while condition: names become Lets */
	const struct tir_var *let; /* whose body it is, or NULL */
	uint32_t parent, depth, jump;
	uint32_t stmt_number;        /* of the parent: where it hangs */
	uint32_t fork;               /* THEN, ELSE: shared by the two and by no others */
	uint32_t barriers;           /* among plan->barriers, NONE: it has none */
	uint32_t first_name, nnames; /* in_expr: its names among plan->names */
};

struct barriers { /* numbers of statements that may leave a region, ascending */
	VEC(uint32_t) stmts;
};

struct use {
	uint32_t next; /* of the same class, NONE ends */
	uint32_t stmt_number, region;
	uint32_t count; /* how often there */
	bool of_name;   /* the value of a name computes it, not the text */
	bool moved;     /* that name's insertion point is not where the text computes it */
	uint32_t from;  /* the statement whose memory it reads */
	const struct tir_expr *form; /* as it is written there */
};

/* What the plan knows of a value; classes have the numbers of values. */
struct class
{
	uint32_t uses, last_use;  /* list of uses; kept in order of creation */
	uint32_t stmt_number;     /* where it was met first */
	uint32_t def_region : 30; /* deepest region that defines one of its variables */
	uint32_t opaque : 1;      /* reads memory beside a call that may change it */
	uint32_t in_let : 1;      /* depends on a Let variable without a known value */
};

struct var_info {
	const struct tir_expr *value; /* it is bound to, without effects; or NULL */
	uint32_t region : 30;         /* visible in region from statements after this one */
	uint32_t is_let : 1;
	uint32_t pinned : 1; /* a buffer's shape or an attribute names it: its Bind stays */
	uint32_t stmt_number : 30;
	uint32_t defined : 1;
	uint32_t in_let : 1; /* there is a region of a Let of it */
};

/* The extents of loops that may not run, the innermost first, each once. */
enum { MAX_GUARDS = 3 };
struct guards {
	uint32_t n;
	const struct tir_expr *extent[MAX_GUARDS];
};

struct name {
	uint32_t class, region;
	uint32_t stmt_number : 30;
	uint32_t moved : 1;          /* the insertion point is not where the text computes form */
	uint32_t is_reused : 1;      /* var is bound by the program itself */
	uint32_t uses;               /* computations it stands for */
	const struct tir_expr *form; /* its value, before other names are put in */
	struct tir_var *var;
	/* The value is computed only if all these are positive, in region `arm`, and the name is in effect where loops of
	 * all these extents are open.  NULL: always. */
	const struct guards *guards;
	uint32_t from;      /* the statement whose memory form reads */
	uint32_t arm, last; /* the statement of the last use */
	uint32_t note;      /* among plan->notes, or NONE */
};

struct written { /* a load that the text has, for cse_plan_explain */
	const struct tir_expr *load;
	uint32_t stmt_number, class;
};

struct note { /* for cse_plan_explain */
	uint32_t stmt_number, class, uses;
	enum cse_reason reason;
	const struct tir_expr *form;
	const struct tir_var *var; /* that holds it, or NULL */
	uint32_t named;            /* the statement before which it is bound */
	const struct cse_place *others;
	uint32_t nothers;
};

struct expr_region { /* lazy operands, found by where they are */
	uint32_t parent, stmt_number, node,
	        region; /* region: of operand 1; operand 2 has the next number */
};

struct cse_plan {
	const struct tir_func *f;
	struct tir_module *m;
	struct cse_options options;
	struct arena *arena;
	struct cse_values values;
	struct var_info *vars; /* by variable number */
	bool lets_again;       /* one Let stands in several places */
	uint32_t *buffer_region,
	        *buffer_stmt; /* by buffer: visible in region from statements after that one */
	/* of what is needed to insert names and to tell of them; to carry the plan out only if it looks back */
	struct arena *work;
	bool looks_back; /* a name was moved, and something reads memory: what was stored may stand for it */
	VEC(struct class) classes;       /* by value */
	const struct tir_stmt **stmt_of; /* by number, from 1 */
	uint32_t *
	        before; /* by statement number: statements before it, stores as often as they have lanes */
	VEC(struct use) uses;
	uint32_t free_uses; /* of classes that are settled */
	/* structure */
	VEC(struct region) regions;
	VEC(struct barriers) barriers;
	uint32_t nstmts;
	uint32_t *state_of; /* by statement number: of memory, when its operands are read */
	struct expr_region *expr_slot;
	uint32_t nexpr_slots, nexpr_regions;
	/* result */
	VEC(struct note) notes;
	VEC(struct written) loads; /* if remarks are asked for */
	uint32_t nexprs;           /* those that have numbers: not the names' variables */
	VEC(struct name) names;    /* sorted by insertion point, then class */
	bool guarded;              /* one of them is */
	bool folds;                /* what is no load is found to be a variable or a constant */
	struct strtab taken;       /* names of the function that a new one might have */
};

enum {
	MAX_EXPR_REGIONS = 1 << 20, /* lazy operands that are looked into; a shared term of 20
	                               levels of if_then_else occurs 2^20 times */
	MAX_REGION_DEPTH = 2000,    /* apply.c recurses into lazy operands that hold names */
};

/* number.c */
uint32_t cse_class_of(struct cse_plan *p, const struct tir_expr *e, uint32_t from);
/* The same for what was numbered before. */
static inline uint32_t cse_class_in(const struct cse_plan *p, const struct tir_expr *e,
        uint32_t from)
{
	return cse_value_in(&p->values, e, p->state_of[from]);
}
static inline bool cse_is_atom(const struct tir_expr *e)
{
	return e->n == 0 && !tir_ops[e->op].reads; /* a buffer without dimensions is memory, too */
}
/* A plan of no names yet: f is walked and its values are numbered. */
struct cse_plan *cse_plan_numbers(const struct tir_func *f, const struct cse_options *options,
        struct arena *arena, struct arena *numbers, struct arena *work);
/* region.c */
uint32_t cse_region_new(struct cse_plan *p, enum region_kind kind, uint32_t parent,
        uint32_t stmt_number);
uint32_t cse_region_lca(const struct cse_plan *p, uint32_t a, uint32_t b);
bool cse_region_encloses(const struct cse_plan *p, uint32_t outer, uint32_t inner);
/* The child of region up that encloses r. */
uint32_t cse_region_towards(const struct cse_plan *p, uint32_t up, uint32_t r);
uint32_t cse_last_barrier(const struct cse_plan *p, uint32_t region, uint32_t stmt_number);
/* The statement, behind all that are known, may leave the region. */
void cse_add_barrier(struct cse_plan *p, uint32_t region, uint32_t stmt_number);
uint32_t cse_find_expr_region(const struct cse_plan *p, uint32_t parent, uint32_t stmt_number,
        const struct tir_expr *e);
uint32_t cse_make_expr_region(struct cse_plan *p, uint32_t parent, uint32_t stmt_number,
        const struct tir_expr *e);
bool cse_in_scope(const struct cse_plan *p, const struct tir_var *v, uint32_t region,
        uint32_t stmt_number);
/* The constant or variable that the load e is known to find, if it is visible where it is read. */
const struct tir_expr *cse_find_atom(const struct cse_plan *p, const struct tir_expr *e,
        uint32_t from, uint32_t region, uint32_t stmt_number);
static inline const struct tir_expr *cse_stored_atom(const struct cse_plan *p,
        const struct tir_expr *e, uint32_t from, uint32_t region, uint32_t stmt_number)
{
	bool none = e->op != TIR_LOAD ? !p->values.folds : p->options.no_loads;
	return none ? NULL : cse_find_atom(p, e, from, region, stmt_number);
}
/* If e is a load that finds what the function stored: the expression stored, and in *from where that
 * was computed; else NULL. */
const struct tir_expr *cse_stored_form(const struct cse_plan *p, const struct tir_expr *e,
        uint32_t *from);
/* visit.c */
void cse_visit(struct cse_plan *p);
void cse_add_use(struct cse_plan *p, const struct use *u);
/* insert.c */
void cse_insert(struct cse_plan *p);
/* cost.c */
/* May it be worth while to compute e before a loop instead of in it? */
bool cse_leaves_loop(const struct tir_expr *e);
/* *why: the reason if not; CSE_NREASONS: not worth a word. */
bool cse_is_shareable(const struct cse_plan *p, const struct tir_expr *e, enum cse_reason *why);

#endif
