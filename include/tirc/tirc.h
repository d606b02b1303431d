/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tirc/tirc.h: TIR as text in; flat, with its common subexpressions named, out.  libtirc-core has all of this and
 * needs no LLVM; libtirc has it, too, and tirc/lower.h.
 *
 *     struct tirc_options *o = tirc_options_new();
 *     tirc_options_set_handler(o, tirc_message_print, stderr);
 *     struct tirc_module *m = tirc_parse_file(o, "kernel.py");
 *     if (m && tirc_legalize(m, o, TIRC_PRINTED) && tirc_cse(m, o, NULL))
 *             text = tirc_print(m, NULL);
 *
 * Every function returns: none exits, aborts, or writes anywhere.  What is wrong with a program or a parameter goes
 * to the handler of the options as messages, and the function says false or NULL.  Running out of memory is such
 * an error.
 *
 * Threads: the library has no state of its own.  Two threads may use it at once, on modules of their own; options
 * that nobody changes may be shared.
 *
 * Stability (docs/api.md): functions, enumerators and members keep their meaning and their place.  Structs are
 * made by the library and grow at their end, but for struct tirc_policy, which says its size. */
#ifndef TIRC_TIRC_H
#define TIRC_TIRC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TIRC_VERSION_MAJOR 0
#define TIRC_VERSION_MINOR 1
#define TIRC_VERSION_PATCH 0

#if defined(__GNUC__)
#define TIRC_API __attribute__((visibility("default")))
#else
#define TIRC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that is running, as "0.1.0". */
TIRC_API const char *tirc_version(void);
/* Free what a function returned that says so. */
TIRC_API void tirc_free(void *p);

/* ---- Messages ----------------------------------------------------------------------------*/
enum tirc_level { TIRC_NOTE, TIRC_REMARK, TIRC_WARNING, TIRC_ERROR };
struct tirc_place; /* for tirc_message_print */
/* All of it lasts as long as the call of the handler. */
struct tirc_message {
	enum tirc_level level;
	const char *text;      /* one sentence, without a final newline */
	const char *file;      /* as it was named; NULL: the message has no place */
	unsigned line, column; /* both from 1, the column in bytes; 0 without a place */
	size_t begin, end;     /* the bytes of the text that it is about; equal: not known */
	const struct tirc_place *place;
};
/* Called with each message, in the order of their making.  It may not call the library with the same module. */
typedef void tirc_handler(void *ctx, const struct tirc_message *message);
/* A handler that prints to ctx, a FILE *, as clang does: the place, the sentence, the line. */
TIRC_API void tirc_message_print(void *ctx, const struct tirc_message *message);

/* ---- Expressions, as callbacks see them --------------------------------------------------*/
/* One node however often it is written: equal expressions of a function are one pointer.  They live as long as
 * their module. */
struct tirc_expr;
/* TVM's name of the kind of node: "Mul", "BufferLoad", "Var", "Call". */
TIRC_API const char *tirc_expr_node(const struct tirc_expr *e);
/* The name of the variable, of the buffer, or of the function outside that is called; NULL: it has none. */
TIRC_API const char *tirc_expr_name(const struct tirc_expr *e);
TIRC_API unsigned tirc_expr_operands(const struct tirc_expr *e);
/* Operand i, counted from 0; NULL behind the last one. */
TIRC_API const struct tirc_expr *tirc_expr_operand(const struct tirc_expr *e, unsigned i);
/* "int32x4": written to name, which has TIRC_TYPE_BYTES; returns name. */
enum { TIRC_TYPE_BYTES = 40 };
TIRC_API const char *tirc_expr_type(const struct tirc_expr *e, char *name);
/* Bits of a lane; lanes, 1 for a scalar. */
TIRC_API unsigned tirc_expr_bits(const struct tirc_expr *e);
TIRC_API unsigned tirc_expr_lanes(const struct tirc_expr *e);
/* The value of an integer constant (IntImm) in *value; false: it is none. */
TIRC_API bool tirc_expr_int(const struct tirc_expr *e, int64_t *value);
/* Does it, or anything in it, read memory? */
TIRC_API bool tirc_expr_reads(const struct tirc_expr *e);

/* ---- What common subexpression elimination asks and tells --------------------------------*/
/* A computation that is about to get a name. */
struct tirc_candidate {
	const struct tirc_expr *expr; /* as it is written first */
	uint32_t uses;                /* how often it would be computed without the name */
	uint32_t nodes;               /* as it is written, 1000 at most */
	uint32_t loops;               /* between the name's insertion point and the deepest use */
	uint32_t distance;            /* statements from its first use to its last */
	bool in_index;                /* the first use is a part of an index */
	bool in_condition;            /* every use is a whole condition */
	bool leaves_loop;             /* the name would go before the loop of its uses */
	bool is_early;                /* the name would be computed where it may not be needed */
};
/* What calling a function outside does. */
enum tirc_effect {
	TIRC_PURE,   /* nothing, and it reads no memory that may change */
	TIRC_READS,  /* it reads memory */
	TIRC_OPAQUE, /* anything */
};
/* One's own policy.  Any callback may be NULL: then it is as without a policy. */
struct tirc_policy {
	size_t size; /* sizeof(struct tirc_policy) */
	void *ctx;   /* the first argument of each */
	/* May it be shared at all? */
	bool (*eligible)(void *ctx, const struct tirc_expr *e);
	/* May what is computed inside e be shared? */
	bool (*descend)(void *ctx, const struct tirc_expr *e);
	/* Is it worth a name? */
	bool (*profitable)(void *ctx, const struct tirc_candidate *c);
	/* The normal form of e: e or an expression within it, of the same type, that computes the same.  It is
	 * believed. */
	const struct tirc_expr *(*key)(void *ctx, const struct tirc_expr *e);
	/* May two parameters of these names overlap?  "No" is believed. */
	bool (*alias)(void *ctx, const char *a, const char *b);
	/* Of a function that no C header declares; asked by tirc_parse.  It is believed. */
	enum tirc_effect (*effect)(void *ctx, const char *function);
	/* The name of the n-th variable (from 1), which is to hold value; copied.  Asked for again with the next
	 * n if it is taken. */
	const char *(*name)(void *ctx, const struct tirc_expr *value, uint32_t n);
};
/* What became of a repeated computation, or of a loop. */
struct tirc_remark {
	bool passed;                  /* something was changed; false: the text says why not */
	const char *word;             /* the name of the decision: "Named", "NotEligible" */
	const char *text;             /* the sentence */
	const char *function;         /* in which */
	unsigned line, column;        /* from 1; 0: not known */
	const struct tirc_expr *expr; /* what is computed; the loop's variable */
	const char *expr_text;        /* it as TVMScript */
	uint32_t uses; /* how often it is computed, or how many iterations are done at once */
};

/* ---- Options -----------------------------------------------------------------------------*/
struct tirc_options;
/* The defaults; NULL: out of memory.  tirc_options_free takes NULL, too. */
TIRC_API struct tirc_options *tirc_options_new(void);
TIRC_API void tirc_options_free(struct tirc_options *o);
/* Take a parameter: one of the plugin (plugin/README.md), as "O2", "no-cse", "cse-profile=hexagon",
 * "extern-header=F.h", or one of the target: "target=hexagon" (or a triple), "cpu=hexagonv68",
 * "features=+hvx-ieee-fp".  False after an error. */
TIRC_API bool tirc_options_set(struct tirc_options *o, const char *parameter);
/* Who gets the messages; NULL: nobody. */
TIRC_API void tirc_options_set_handler(struct tirc_options *o, tirc_handler *handler, void *ctx);
/* Who is told of the decisions; NULL: nobody. */
TIRC_API void tirc_options_set_remarks(struct tirc_options *o,
        void (*remark)(void *ctx, const struct tirc_remark *r), void *ctx);
/* A copy of the policy is kept; NULL: none. */
TIRC_API void tirc_options_set_policy(struct tirc_options *o, const struct tirc_policy *policy);

/* ---- Programs ----------------------------------------------------------------------------*/
struct tirc_module;
/* Read n bytes of TVMScript, or of what tvm.ir.save_json writes; they are copied.  name is what messages call them.  NULL after an error.  To be
 * freed by tirc_module_free, which takes NULL, too. */
TIRC_API struct tirc_module *tirc_parse(const struct tirc_options *o, const char *name,
        const char *text, size_t n);
/* The same with the text of a file. */
TIRC_API struct tirc_module *tirc_parse_file(const struct tirc_options *o, const char *path);
TIRC_API void tirc_module_free(struct tirc_module *m);

/* What comes behind.  Not every target has every vector that a text may have. */
enum tirc_next { TIRC_PRINTED, TIRC_LOWERED };
/* Make the program flat: no blocks, vectorised or unrolled loops, buffers of one dimension.  A flat function stays
 * as it is.  False after an error: then the module is only to be freed. */
TIRC_API bool tirc_legalize(struct tirc_module *m, const struct tirc_options *o,
        enum tirc_next next);
/* Unroll and jam, promote scalars, name common subexpressions, carry them to later iterations.  Every change is proved
 * before it is made; a
 * function that is not flat stays as it is.  *names (or NULL) is how many names there are more.  False after an
 * error. */
TIRC_API bool tirc_cse(struct tirc_module *m, const struct tirc_options *o, uint32_t *names);
/* The program as TVMScript that TVM reads back, for tirc_free; *n (or NULL) is its length.  NULL: out of memory. */
TIRC_API char *tirc_print(const struct tirc_module *m, size_t *n);

/* The program as JSON for tvm.ir.load_json, for tirc_free; *n (or NULL) is its length.  A module that was read from
 * JSON keeps all that was not changed: its variables, types, targets, and functions that are no PrimFunc.  NULL after an
 * error. */
TIRC_API char *tirc_print_json(const struct tirc_module *m, const struct tirc_options *o,
        size_t *n);

/* The functions of the program, in the order of the text; NULL behind the last one. */
TIRC_API const char *tirc_function_name(const struct tirc_module *m, size_t i);

/* Value numbering by itself: visit is called for each store at the top of a function that is flat, up to the first
 * loop, branch or call with effects.  Equal numbers are equal values, in this function.  False after an error, or if there is no such function. */
struct tirc_numbered_store {
	const char *buffer;
	const struct tirc_expr *index, *value; /* index: the first dimension's */
	uint32_t index_number, value_number;
	unsigned line;
};
TIRC_API bool tirc_number_stores(struct tirc_module *m, const struct tirc_options *o,
        const char *function, void (*visit)(void *ctx, const struct tirc_numbered_store *s),
        void *ctx);

/* The same for each expression of a whole flat function, in the order in which they run, operands first: through
 * loops, branches and what is done to memory. */
struct tirc_numbered {
	const struct tirc_expr *expr;
	uint32_t number;
	uint32_t
	        memory; /* of a load: the number of the state of memory that it reads; else UINT32_MAX */
	unsigned line;
};
TIRC_API bool tirc_number(struct tirc_module *m, const struct tirc_options *o, const char *function,
        void (*visit)(void *ctx, const struct tirc_numbered *n), void *ctx);

#ifdef __cplusplus
}
#endif

#endif
