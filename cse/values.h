/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/values.h: value numbering, for the pass and by itself.
 *
 * A *value* is a number that stands for what an expression computes; two expressions with one number
 * compute the same.  Numbers are given in the order of meeting, operands' before the value's, so
 * they depend on nothing but the program.
 *
 *     struct cse_values v;
 *     cse_values_init(&v, module, function, &(struct cse_options){.level = CSE_AFFINE}, arena);
 *     same = cse_value(&v, a) == cse_value(&v, b);
 *
 * Variables stand for themselves until cse_values_bind gives one a value.  Whoever walks a function
 * tells of every statement that may change memory (cse_values_store, ...): loads are numbered for the
 * memory as it is then.  Everything lives in the arena. */
#ifndef TIRC_CSE_VALUES_H
#define TIRC_CSE_VALUES_H

#include "cse/cse.h"

enum { CSE_NO_VALUE = UINT32_MAX };

/* What a key may be besides an operator of tir/ops.def. */
enum cse_key_op {
	CSE_KEY_SUM =
	        TIR_NOPS, /* offset; then value, coefficient (low, high if of more than 32 bits) */
	CSE_KEY_PRODUCT,  /* values, ascending */
	CSE_KEY_LANE,     /* 0, 1, 2, ... in the lanes of a vector */
	CSE_KEY_OPAQUE,   /* equal to nothing else */
};
/* A key is an operator and words: the type, 64 bits of payload, the operands. */
enum { KEY_TYPE, KEY_LOW, KEY_HIGH, KEY_HEAD };

struct cse_value {
	uint32_t key; /* in words */
	uint32_t nwords : 22;
	uint32_t op : 8;          /* enum tir_op or cse_key_op */
	uint32_t past_stores : 1; /* a load found there past stores that write elsewhere */
	uint32_t reads : 1;       /* memory: KEY_HIGH is its version */
	uint32_t form;            /* cse_form */
};

/* What memory held between two statements that may change it. */
struct cse_version {
	uint32_t alias_class : 30;
	uint32_t by : 2; /* enum cse_writer */
	uint32_t before; /* the version it replaced, or CSE_NO_VALUE */
	uint32_t what;   /* BY_STORE: its first word; BY_LOOP: its number */
};
/* Where the walk said that it was, and its `now`, when a version was made. */
struct cse_made {
	uint32_t where, stmt_number;
};
enum cse_writer {
	CSE_BY_ANYTHING,
	CSE_BY_STORE,
	CSE_BY_LOOP, /* with stores alone */
};
/* The words of a store: its buffer's number, the value stored (CSE_NO_VALUE: not known), how many indices, and
 * their values. */
enum { STORE_BUFFER, STORE_VALUE, STORE_RANK, STORE_HEAD };

struct cse_walk {
	const struct tir_expr *e;
	uint32_t next;
};
struct cse_undo {
	uint32_t alias_class, version;
};
struct cse_loop {
	uint32_t first, n;       /* in loop_write */
	uint32_t store, nstores; /* in stores: those in its body */
	uint32_t end;            /* the number of the first loop behind it */
};
struct cse_loop_write {
	uint32_t alias_class;
	bool by_stores; /* nothing else writes to it in the loop */
};
/* Stores that follow each other, whose indices differ in constants alone (runs.c). */
struct cse_run {
	uint32_t before, last; /* versions: before the first one; of the last one */
};
struct cse_in_run {
	uint32_t run;  /* its number, from 1; 0: in none */
	uint32_t same; /* the store before in it with the same indices, or CSE_NO_VALUE */
};
/* A variable of the function. */
struct cse_var {
	uint32_t loop; /* the innermost loop that defines it, its own included; or CSE_NO_VALUE */
	bool counts;   /* it is that loop's own */
	bool bounded;
	int64_t lo, hi; /* bounded: what it may be */
};

struct facts; /* analysis/analysis.h */
struct cse_values {
	struct tir_module *m;
	struct arena *arena, *work; /* work: of what cse_values_forget gives up */
	enum cse_level level;
	bool no_loads; /* what a load finds is not known, though a store just put it there */
	/* cse_options.key, and its ctx and alias' */
	const struct tir_expr *(*key)(void *ctx, struct tir_module *m, const struct tir_expr *e);
	void *ctx;
	uint32_t nkeys; /* normal forms that are being numbered */
	VEC(uint32_t) words;
	VEC(struct cse_value) all;
	struct lookup lookup; /* values by number; in work */
	uint32_t *number;     /* by expression, of those that read no memory */
	uint32_t *of_var;     /* by variable; CSE_NO_VALUE: itself */
	uint32_t nexprs, nvars, lane;
	uint32_t nstmts, nbodies, nloops, nstores; /* of the function */
	bool lets;                                 /* it has some */
	bool divides;                              /* a quotient or a remainder was numbered */
	bool *positive; /* by expression of the first npositive (positive.c); NULL: nobody asked */
	uint32_t npositive;
	bool whole; /* what cse_divides_by_whole says, once positive is there */
	bool folds; /* one was found to be a variable or a constant */
	/* memory */
	uint32_t *alias_class; /* by buffer: those of other classes never overlap */
	uint32_t nalias_classes;
	bool *escapes;     /* by alias class: an unknown function may change it */
	uint32_t *current; /* by alias class: its version */
	uint32_t now;      /* the walk's own, never less than before; 0 if it does not tell */
	VEC(struct cse_version) versions;
	VEC(struct cse_made) made; /* by version; in work */
	/* Numbers of the first nsorted versions by their alias classes, in order; a class's begin at first_of.  In work. */
	uint32_t *sorted, *first_of, nsorted;
	uint64_t looks; /* at stores far back and in loops that the walk may still take */
	VEC(struct cse_undo) undo;
	/* Changes whenever a version does: the number of the version made last on the way here. */
	uint32_t state;
	VEC(struct cse_loop) loops; /* in order of their heads: the alias classes they write to */
	VEC(struct cse_loop_write) loop_write;
	VEC(const struct tir_stmt *) stores; /* of the function, in order */
	struct cse_var *vars;                /* by variable, of the first that many */
	uint32_t nbounds;
	uint32_t next_loop;
	const struct tir_func *f;
	bool (*alias)(void *ctx, const struct tir_buffer *a, const struct tir_buffer *b);
	struct facts *facts; /* of f, once they are asked for */
	VEC(struct cse_run) runs;
	VEC(struct cse_in_run) run_of; /* by version */
	VEC(uint32_t) run_entries;     /* the last stores of runs with their indices */
	struct lookup run_table;       /* of these; in arena, once it is asked for */
	VEC(uint32_t) dirty;           /* alias classes written to on the paths that meet next */
	uint32_t *stamp, stamps;
	bool opaque_reads; /* loads met now are equal to nothing */
	const struct tir_expr
	        *asked; /* whoever looks for a version wants its number first; or NULL */
	struct cse_seen {
		uint32_t state, expr, value;
	} *seen; /* expressions that read memory, by state */
	uint32_t nseen, nseen_slots;
	VEC(struct cse_walk) stack;
};

void cse_values_init(struct cse_values *v, struct tir_module *m, const struct tir_func *f,
        const struct cse_options *options, struct arena *arena);
/* The same; what few need when all is numbered lies in an arena of its own. */
void cse_values_init_in(struct cse_values *v, struct tir_module *m, const struct tir_func *f,
        const struct cse_options *options, struct arena *arena, struct arena *work);
/* That arena is going to be freed: where and when versions were made is not known from now on, and how values
 * are found is worked out anew if somebody asks for one by its key. */
void cse_values_forget(struct cse_values *v);
/* The number of e with the memory of now. */
uint32_t cse_value(struct cse_values *v, const struct tir_expr *e);
/* The number that e was given with the memory of that state, or CSE_NO_VALUE. */
uint32_t cse_value_seen(const struct cse_values *v, const struct tir_expr *e, uint32_t state);
static inline uint32_t cse_value_in(const struct cse_values *v, const struct tir_expr *e,
        uint32_t state)
{
	if (e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT))
		return cse_value_seen(v, e, state);
	return e->id < v->nexprs ? v->number[e->id] : CSE_NO_VALUE;
}
/* From now on the variable stands for that value. */
void cse_values_bind(struct cse_values *v, const struct tir_var *var, uint32_t value);

/* ---- Memory (memory.c) ------------------------------------------------------------------
 * Told by whoever walks a function, in execution order.  `where` is the walk's own: versions keep
 * where they were made. */
/* What the function has: alias classes and what escapes, what it binds, how much there is.  (survey.c) */
void cse_survey(struct cse_values *v, const struct tir_func *f, const struct cse_options *options);
/* The alias classes, their first versions, and what each loop of f writes. */
void cse_memory_init(struct cse_values *v, const struct tir_func *f,
        const struct cse_options *options);
/* Does each lane of the index name another element?  Where two meet, the last one written stays. */
bool cse_hits_once(const struct cse_values *v, const struct tir_expr *e, uint32_t index);
/* A store to the indices of these numbers; stored: the value's, or CSE_NO_VALUE: not known. */
void cse_memory_store(struct cse_values *v, const struct tir_stmt *s, const uint32_t *index,
        uint32_t stored, uint32_t where);
/* The same, its operands numbered.  (values.c) */
void cse_values_store(struct cse_values *v, const struct tir_stmt *s, uint32_t where);
/* A buffer begins, its contents undefined. */
void cse_values_alloc(struct cse_values *v, const struct tir_stmt *s, uint32_t where);
/* An unknown function was called. */
void cse_values_call(struct cse_values *v, uint32_t where);
/* A path begins: what happens to memory on it is forgotten by cse_values_leave, which notes the
 * alias classes it wrote to; cse_values_meet makes new versions of them when the last of the paths has
 * ended.  mark as cse_values_enter returned it. */
struct cse_mark {
	uint32_t undo, state, dirty;
};
struct cse_mark cse_values_enter(struct cse_values *v);
void cse_values_leave(struct cse_values *v, struct cse_mark mark);
void cse_values_meet(struct cse_values *v, struct cse_mark mark, uint32_t where);
/* The number of the next loop in order of its head; new versions of all it writes to. */
uint32_t cse_values_loop(struct cse_values *v);
void cse_values_iterate(struct cse_values *v, uint32_t loop, uint32_t where);
/* Was nothing written where the buffer lies from the one time on, up to before the other?  In doubt: no. */
bool cse_values_undisturbed(const struct cse_values *v, const struct tir_buffer *b, uint32_t from,
        uint32_t to);
/* May so many more stores be looked at?  The number is one of the function, as large as its statements are many: a
 * load may look at all that there are, as long as not all loads of a long function do.  A run costs much: each load of
 * an unrolled convolution would go back over hundreds of them. */
enum {
	CSE_LOOKS = 1 << 20,
	CSE_LOOKS_A_STATEMENT = 256,
	CSE_LOOKS_A_TEST = 16,
	CSE_LOOKS_A_RUN = 512
};
static inline bool cse_may_look(struct cse_values *v, uint32_t cost)
{
	v->looks -= v->looks < cost ? v->looks : cost;
	return v->looks != 0;
}
static inline uint64_t cse_looks(const struct cse_values *v)
{
	return CSE_LOOKS + (uint64_t)CSE_LOOKS_A_STATEMENT * v->nstmts;
}
/* The version a load from the buffer reads, past the stores that write elsewhere; *stored is the
 * value it finds there, or CSE_NO_VALUE; *past: there are such stores. */
uint32_t cse_values_version(struct cse_values *v, const struct tir_expr *load,
        const uint32_t *index, uint32_t nindex, uint32_t *stored, bool *past);
/* The same from version `at` on, however far back the store is; CSE_NO_VALUE: too much was looked at
 * already.  (runs.c) */
uint32_t cse_runs_version(struct cse_values *v, const struct tir_buffer *b, const uint32_t *index,
        uint32_t nindex, uint32_t at, uint32_t *stored);
/* Does a store to the indices `at` of the buffer leave alone what `index` names?  (apart.c) */
bool cse_stores_elsewhere(struct cse_values *v, const struct tir_buffer *b, const uint32_t *at,
        const uint32_t *index, uint32_t nindex);
/* The variable of the function, or one that was made since.  (range.c) */
struct cse_var cse_var_of(const struct cse_values *v, uint32_t var);
/* Note the values a loop gives its variable.  (range.c) */
void cse_bound_var(struct cse_var *x, const struct tir_stmt *loop);
/* Does no store in the loop, in any iteration, write what the indices name in every one?  It may ask for a number (v->asked): then the answer
 * is no answer.  (apart.c) */
bool cse_loop_misses(struct cse_values *v, uint32_t loop, const struct tir_buffer *b,
        const uint32_t *index, uint32_t nindex);
/* The buffer a load's key names: views that differ in nothing are one.  (survey.c) */
const struct tir_buffer *cse_values_buffer(const struct tir_buffer *b);

/* ---- Sums (sum.c) -----------------------------------------------------------------------*/
enum { CSE_MAX_TERMS = 16 };
/* offset + sum of coefficients times values, modulo two to the power of the type's bits. */
struct cse_sum {
	struct tir_type type;
	uint64_t offset;
	uint32_t n;
	bool lost; /* a term fell out */
	struct cse_term {
		uint32_t value;
		uint64_t factor;
	} term[CSE_MAX_TERMS];
};
/* The sum a value is; itself times one if it is none. */
void cse_sum_of(const struct cse_values *v, uint32_t value, struct cse_sum *sum);
/* a += factor * value; a += factor * b.  False: there are too many terms.  a->lost is set where one falls out. */
bool cse_add_term(struct cse_sum *a, uint32_t value, uint64_t factor);
bool cse_add_sum(struct cse_sum *a, const struct cse_sum *b, uint64_t factor);
/* a *= b; false if the product is too large. */
bool cse_multiply(struct cse_values *v, struct cse_sum *a, const struct cse_sum *b);
/* The value a * b of two terms, or CSE_NO_VALUE if it has too many factors. */
uint32_t cse_product(struct cse_values *v, uint32_t a, uint32_t b, struct tir_type type);
uint32_t cse_value_of_sum(struct cse_values *v, const struct cse_sum *s);
/* An empty sum; the terms are not touched, they would cost more than all else. */
void cse_sum_clear(struct cse_sum *s, struct tir_type type, uint64_t offset);
static inline uint64_t cse_mask(struct tir_type t)
{
	return t.bits >= 64 ? UINT64_MAX : (UINT64_C(1) << t.bits) - 1;
}
/* x - x // c * c becomes x % c, and x - x % c x // c * c, in sums of scalars.  (quotient.c) */
void cse_fold_remainders(struct cse_values *v, struct cse_sum *s);
/* Is the quotient or remainder e by a constant, of operands with these numbers, a variable or another constant?
 * (quotient.c) */
bool cse_quotient(struct cse_values *v, const struct tir_expr *e, const uint32_t *kids,
        uint32_t *value);
/* Is the divisor of the quotient e positive wherever the function computes e?  (positive.c) */
bool cse_divides_by_positive(struct cse_values *v, const struct tir_expr *e);
/* Are all divisors of the function what their sums and products are as whole numbers?  Those with shifts may have wrapped around.
 * (positive.c) */
bool cse_divides_by_whole(struct cse_values *v);
/* Does the sum as an integer fit its type, of at most 32 bits?  Then that is what it computes, from *lo on.
 * (quotient.c) */
bool cse_sum_fits(const struct cse_values *v, const struct cse_sum *s, int64_t *lo);
/* Is the cast e one of such a sum to a wider integer?  Then it is the sum of the casts.  (cast.c) */
bool cse_cast(struct cse_values *v, const struct tir_expr *e, const uint32_t *kids,
        uint32_t *value);
/* Do index a (one or more lanes, side by side or not) and index b surely differ in every lane?  (apart.c) */
bool cse_disjoint(const struct cse_values *v, uint32_t a, uint32_t b);
/* Do the two surely differ, by what loops say of their variables?  (apart.c) */
bool cse_differ(struct cse_values *v, uint32_t a, uint32_t b);
/* Does the load surely stay inside its buffer?  index: the values of its indices.  (range.c) */
bool cse_load_fits(const struct cse_values *v, const struct tir_expr *load, const uint32_t *index);
/* The sum as an integer lies in [*lo, *hi], its lanes aside; false: not known.  (range.c) */
bool cse_range_of(const struct cse_values *v, const struct cse_sum *sum, int64_t *lo, int64_t *hi);
/* If e is a sum, product, shift or vector of these: true and the number of the whole.  kids are the
 * numbers of its operands. */
bool cse_linear(struct cse_values *v, const struct tir_expr *e, const uint32_t *kids,
        uint32_t *value);

/* ---- Keys (keys.c) ----------------------------------------------------------------------*/
/* A key that is being made, with room for CSE_MAX_KIDS operands and all that there are. */
enum { CSE_MAX_KIDS = 16 };
struct cse_new_key {
	uint32_t op, n, *words;
};
/* Bring the key of e, as it is written, into the form that all equal ones have.  (canonical.c) */
void cse_canonical(struct cse_values *v, const struct tir_expr *e, struct cse_new_key *key);
/* The value with this key, made if it is new. */
uint32_t cse_value_of_key(struct cse_values *v, uint32_t op, const uint32_t *key, uint32_t nwords);
static inline uint32_t cse_key_type(struct tir_type t)
{
	return t.code | (uint32_t)t.bits << 8 | (uint32_t)t.lanes << 16;
}
static inline struct tir_type cse_type_of_key(uint32_t word)
{
	return (struct tir_type){(uint8_t)word, (uint8_t)(word >> 8), (uint16_t)(word >> 16)};
}
static inline const uint32_t *cse_key(const struct cse_values *v, uint32_t value)
{
	return &v->words.at[v->all.at[value].key];
}
static inline uint32_t cse_op(const struct cse_values *v, uint32_t value)
{
	return v->all.at[value].op;
}
static inline uint64_t cse_payload(const uint32_t *key)
{
	return key[KEY_LOW] | (uint64_t)key[KEY_HIGH] << 32;
}
/* Is the value an integer constant?  *c is it then. */
static inline bool cse_is_constant(const struct cse_values *v, uint32_t value, int64_t *c)
{
	*c = (int64_t)cse_payload(cse_key(v, value));
	return cse_op(v, value) == TIR_INT_IMM;
}
/* The number that the low bits of x are in this type. */
static inline int64_t cse_extend(struct tir_type t, uint64_t x)
{
	unsigned up = 64u - t.bits;
	return t.code == TIR_TYPE_UINT ? (int64_t)(x << up >> up) : (int64_t)(x << up) >> up;
}
static inline struct tir_type cse_type(const struct cse_values *v, uint32_t value)
{
	return cse_type_of_key(cse_key(v, value)[KEY_TYPE]);
}
/* The version of the memory it reads, or CSE_NO_VALUE. */
static inline uint32_t cse_version_of(const struct cse_values *v, uint32_t value)
{
	return v->all.at[value].reads ? cse_key(v, value)[KEY_HIGH] : CSE_NO_VALUE;
}
/* The expression of that value that was met first; NULL: none was. */
static inline const struct tir_expr *cse_form(const struct cse_values *v, uint32_t value)
{
	uint32_t form = v->all.at[value].form;
	return form ? v->m->node[form - 1] : NULL;
}
/* The words of a sum's term. */
static inline uint32_t cse_term_words(uint32_t type)
{
	return cse_type_of_key(type).bits > 32 ? 3 : 2;
}
/* The values among the operands of a key: the first word, and how many words on the next one is. */
static inline uint32_t cse_key_kids(const struct cse_values *v, uint32_t value, uint32_t *step)
{
	uint32_t op = cse_op(v, value);
	*step = op == CSE_KEY_SUM ? cse_term_words(cse_key(v, value)[KEY_TYPE]) : 1;
	return op == CSE_KEY_OPAQUE ? v->all.at[value].nwords : KEY_HEAD;
}

#endif
