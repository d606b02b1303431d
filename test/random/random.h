/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/random.h: random programs, and the engines that must agree on them.
 *
 * A program is one function, made from its seed alone: the same on every machine.  It is well defined whatever
 * its inputs: indices are in bounds, divisors are not zero where they divide, signed integers of 32 and 64 bits do
 * not overflow.  It is printed in two spellings.  The first has everything that TIR has: buffers of several
 * dimensions, views, blocks, launches.  The second says the same with flat buffers, plain loops and no views, and is
 * what the interpreter runs, without any pass, to know what is right. */
#ifndef TIRC_RANDOM_H
#define TIRC_RANDOM_H

#include "support/support.h"

enum feature {
#define FEATURE(NAME, ...) FEATURE_##NAME,
#include "features.def"
	NFEATURES
};
struct feature_info {
	const char *word;
	unsigned percent;
	const char *text;
};
extern const struct feature_info random_features[NFEATURES];

enum rtype {
#define RTYPE(NAME, ...) RT_##NAME,
#include "types.def"
	NRTYPES
};
struct rtype_info {
	const char *text;
	unsigned bits;
	char kind;
};
extern const struct rtype_info random_types[NRTYPES];

/* ---- Random numbers ---------------------------------------------------------------------*/
struct random {
	uint64_t state;
};
static inline uint64_t random_next(struct random *r)
{
	uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}
/* Below n. */
static inline uint32_t random_below(struct random *r, uint32_t n)
{
	return (uint32_t)((random_next(r) >> 32) * n >> 32);
}
static inline bool random_percent(struct random *r, unsigned percent)
{
	return random_below(r, 100) < percent;
}

/* ---- A program --------------------------------------------------------------------------*/
enum { RANDOM_RANK = 3, RANDOM_ARGS = 4, RANDOM_BUFFERS = 6, RANDOM_INPUTS = 2 };
enum node {
#define NODE(NAME, ...) N_##NAME,
#include "nodes.def"
	NNODES
};
struct buffer;
/* An expression.  Of integers it is known that they are in [lo, hi], unless they are wild: any value of the type. */
struct expr {
	uint8_t op, ty, n;
	bool wild;
	uint16_t lanes;
	uint32_t size; /* nodes, as the text has them */
	int64_t lo, hi;
	union {
		int64_t i;         /* CONST of integers and bools */
		uint64_t bits;     /* CONST of floats: those of a double */
		const char *name;  /* VAR, CALL, INTRINSIC */
		const char *width; /* of a CALL's result, in front */
	} u;
	struct buffer *buffer;         /* LOAD, MASKED, DATA */
	struct expr *arg[RANDOM_ARGS]; /* of LOAD: the indices; of MASKED: the mask behind them */
	struct expr *flat;             /* LOAD, MASKED: the index in the second spelling */
};
struct buffer {
	const char *name;
	enum rtype ty;
	uint32_t ndim;
	int64_t shape[RANDOM_RANK], stride[RANDOM_RANK]; /* in elements */
	int64_t offset; /* of the first element behind the start of root's memory, in elements of ty */
	int64_t start; /* a view of root's data from this element on, in root's elements; 0: of all */
	struct expr *origin; /* the same for the view of a block's region; NULL: none */
	int64_t size;        /* of a root: elements */
	struct buffer *root; /* itself, or what the view is of */
	struct buffer *raw;  /* what the second spelling indexes: root, or root as elements of ty */
	bool bounded;        /* holds only what fits a signed byte */
	unsigned align;      /* of a parameter, in bytes; 0: what TVM says when nothing is said */
};
enum stmt_kind {
	S_STORE,
	S_MASKED,
	S_BIND,
	S_SCALAR,
	S_SET,
	S_FOR,
	S_WHILE,
	S_IF,
	S_BREAK,
	S_CONTINUE,
	S_RETURN,
	S_ALLOC,
	S_DECL,
	S_MATCH,
	S_BLOCK,
	S_EVALUATE,
	S_ASSERT,
	S_LAUNCH
};
struct stmts {
	struct stmt *first, *last;
};
enum loop_kind {
	LOOP_SERIAL,
	LOOP_UNROLLED,
	LOOP_VECTORIZED,
	LOOP_PARALLEL,
	LOOP_THREAD,
	LOOP_VTHREAD
};
struct axis {
	const char *name;
	char kind; /* 'S', 'R' or 'O' */
	int64_t lo, hi;
	struct expr *binding;
};
/* A statement.  Which fields it has: see print.c. */
struct stmt {
	enum stmt_kind kind;
	enum loop_kind loop;
	const char *name, *tag; /* of what it defines; a launch's axis */
	struct buffer *buffer;
	struct expr *index[RANDOM_RANK], *flat, *value, *mask, *low, *high;
	int64_t step;
	struct axis axis[3];
	uint32_t naxes;
	bool regions; /* a block that says what it reads and writes */
	struct expr *where;
	struct stmts body, other; /* other: else, or a block's init */
	struct stmt *next;
};
/* A program's parameters: buffers, then the scalars n, x, y, w, f. */
struct program {
	uint64_t seed;
	struct arena *arena;
	uint64_t used; /* bits: features it uses */
	struct buffer *param[RANDOM_BUFFERS];
	uint32_t nparams;
	uint32_t place[RANDOM_BUFFERS]; /* in the memory image, in bytes */
	uint32_t image;                 /* its bytes */
	bool noalias;
	uint32_t nlets; /* named by T.Let in the spelling printed last */
	struct stmts body;
};
enum { RANDOM_GUARD = 32, RANDOM_FILL = 0xa5 };

/* What the user wants. */
struct random_options {
	uint64_t only, without; /* bits: features that every program may use, and that none may */
};
/* The program of a seed. */
struct program *random_program(uint64_t seed, const struct random_options *o, struct arena *a);
/* Append its text as a function of a module; flat: the second spelling. */
void random_print(struct program *p, bool flat, struct sbuf *out);
/* A module's text in front of and behind its functions. */
void random_print_head(struct sbuf *out);

/* The scalars of an input. */
struct random_scalars {
	int32_t n, x, y;
	int64_t w;
	float f;
};
/* The k-th input of a program: fills the image's bytes. */
struct random_scalars random_input(const struct program *p, unsigned k, unsigned char *image);
/* The first byte at which two images of p differ, NaNs of floats taken for equal, or -1. */
int64_t random_compare(const struct program *p, const unsigned char *a, const unsigned char *b);
/* The parameter that a byte of the image lies in, or NULL. */
const struct buffer *random_param_at(const struct program *p, uint32_t byte);

#endif
