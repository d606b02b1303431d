/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/stmt.h: statements and attributes.  A part of tir/tir.h, which alone includes it. */
#ifndef TIRC_TIR_STMT_H
#define TIRC_TIR_STMT_H

#include "tir/expr.h"
#include <assert.h>

/* ---- Statements -------------------------------------------------------------------------*/
enum tir_stmt_kind {
	TIR_BIND,     /* var = value, once */
	TIR_STORE,    /* buffer[index...] = value, lanes where mask */
	TIR_ALLOC,    /* buffer exists to the end of its sequence, contents undefined */
	TIR_DECL,     /* buffer is a view of value (a handle) to the end of its sequence */
	TIR_FOR,      /* for var in [min, min+extent) by step: body */
	TIR_WHILE,    /* while value: body */
	TIR_IF,       /* if value: body else orelse */
	TIR_ASSERT,   /* value must hold; attr tells the kind and text of the failure */
	TIR_ATTR,     /* an annotation on body: node, key, value as attr trees */
	TIR_LAUNCH,   /* var ranges over the threads [0, extent) of thread tag; body */
	TIR_EVALUATE, /* value, for its effect */
	TIR_BREAK,
	TIR_CONTINUE,
	TIR_RETURN, /* value or nothing */
	TIR_BLOCK,  /* block; body is run for its axes' values.  Gone after legalize */
};
enum tir_for_kind { TIR_SERIAL, TIR_PARALLEL, TIR_VECTORIZED, TIR_UNROLLED, TIR_THREAD };

struct tir_seq {
	struct tir_stmt *first, *last; /* linked by next; NULL: empty */
};

enum tir_axis_kind { TIR_SPATIAL, TIR_REDUCE, TIR_SCAN, TIR_OPAQUE_AXIS };

/* var takes value in each instance, and is promised to lie in [min, min+extent). */
struct tir_axis {
	enum tir_axis_kind kind;
	struct tir_var *var;
	struct tir_operand min, extent, value; /* evaluated outside the block */
	struct span at;
};

/* A box of a buffer: in dimension k [min[k], min[k]+extent[k]); n is the buffer's rank. */
struct tir_region {
	struct tir_buffer *buffer;
	uint32_t n;
	struct tir_operand *min, *extent;
	struct span at;
};

/* buffer is a second name for a region.  Variables that its shape, strides and elem_offset hold
 * and nothing defines are defined here, by what the region has in their place. */
struct tir_match {
	struct tir_buffer *buffer; /* of kind DECL */
	struct tir_region source;
};

/* One instance: the axes take their values; if where holds, allocations and matches come to life;
 * init is run if every reduce axis is at its domain's minimum; the statement's body is run.
 * reads and writes are promises without effect.  The block without axes that is a whole function's
 * body and is named "root" is not written as a block, but its allocations are. */
struct tir_block {
	const char *name;
	VEC(struct tir_axis) axes;
	struct tir_operand where; /* absent: always */
	VEC(struct tir_region) reads, writes;
	VEC(struct tir_buffer *) allocs; /* of kind ALLOC */
	VEC(struct tir_match) matches;
	struct tir_seq init; /* empty: none */
};

/* What few loops have. */
struct tir_loop_more {
	const struct tir_attr *attr; /* annotations */
	const char *tag;             /* LAUNCH, FOR of kind THREAD: thread tag */
	struct tir_operand step;     /* absent: 1 */
};
extern const struct tir_loop_more tir_plain_loop; /* nothing of that */

/* What every statement begins with; the struct of its kind follows, which tir_as_for and the like give.
 * A statement is allocated as long as that struct. */
struct tir_stmt {
	enum tir_stmt_kind kind : 8;
	enum tir_for_kind for_kind : 8; /* FOR */
	/* How it was written, so that it is printed so again: BIND: annotated (x: T.let[t] = e) or
	 * plain (x = T.bind(e)); ALLOC: a mutable scalar (x: T.int32), alloc_local, alloc_buffer, ...;
	 * DECL: A.view(...) or T.decl_buffer(...). */
	uint8_t form;
	bool with;       /* ATTR, LAUNCH: printed "with ...:" (semantically the same) */
	uint32_t nindex; /* STORE; 0: others */
	struct span at;  /* the whole statement's first line */
	struct tir_stmt *next;
};
struct tir_bind {
	struct tir_stmt s;
	struct tir_var *var;
	struct tir_operand value;
};
struct tir_store {
	struct tir_stmt s;
	struct tir_buffer *buffer;
	struct tir_operand value;
	struct tir_operand *index; /* s.nindex of them */
	struct tir_operand mask;   /* absent, or lanes written */
};
struct tir_alloc {
	struct tir_stmt s;
	struct tir_buffer *buffer;
	const struct tir_attr *attr; /* annotations, or NULL */
};
struct tir_decl {
	struct tir_stmt s;
	struct tir_buffer *buffer;
	struct tir_operand value; /* the pointer */
};
struct tir_for { /* LAUNCH too */
	struct tir_stmt s;
	struct tir_var *var;
	struct tir_operand min;
	struct tir_seq body;
	struct tir_operand extent;
	const struct tir_loop_more *more; /* its own, made by tir_loop_more; or tir_plain_loop */
};
struct tir_while {
	struct tir_stmt s;
	struct tir_operand value;
	struct tir_seq body;
};
struct tir_if {
	struct tir_stmt s;
	struct tir_operand value;
	struct tir_seq body, orelse;
};
struct tir_assert {
	struct tir_stmt s;
	struct tir_operand value;
	struct tir_seq body;
	const struct tir_attr *attr; /* the message */
};
struct tir_attr_stmt { /* ATTR */
	struct tir_stmt s;
	struct tir_seq body;
	const struct tir_attr *node, *attr; /* attr: the value */
	const char *tag;                    /* the key */
};
struct tir_evaluate {
	struct tir_stmt s;
	struct tir_operand value;
};
struct tir_return {
	struct tir_stmt s;
	struct tir_operand value; /* absent: nothing */
};
struct tir_block_realize { /* BLOCK */
	struct tir_stmt s;
	struct tir_seq body;
	const struct tir_attr *attr; /* annotations */
	struct tir_block *block;
};

/* A statement as what its kind says that it is: const if the statement is.  Any other kind is a
 * programming error, which builds with assertions find. */
#define TIR_STMT(type, is)                                                                         \
	static inline struct tir_##type *tir_own_##type(struct tir_stmt *s)                        \
	{                                                                                          \
		assert(is);                                                                        \
		return (struct tir_##type *)s;                                                     \
	}                                                                                          \
	static inline const struct tir_##type *tir_const_##type(const struct tir_stmt *s)          \
	{                                                                                          \
		assert(is);                                                                        \
		return (const struct tir_##type *)s;                                               \
	}
TIR_STMT(bind, s->kind == TIR_BIND)
TIR_STMT(store, s->kind == TIR_STORE)
TIR_STMT(alloc, s->kind == TIR_ALLOC)
TIR_STMT(decl, s->kind == TIR_DECL)
TIR_STMT(for, s->kind == TIR_FOR || s->kind == TIR_LAUNCH)
TIR_STMT(while, s->kind == TIR_WHILE)
TIR_STMT(if, s->kind == TIR_IF)
TIR_STMT(assert, s->kind == TIR_ASSERT)
TIR_STMT(attr_stmt, s->kind == TIR_ATTR)
TIR_STMT(evaluate, s->kind == TIR_EVALUATE)
TIR_STMT(return, s->kind == TIR_RETURN)
TIR_STMT(block_realize, s->kind == TIR_BLOCK)
#undef TIR_STMT
#define TIR_AS(type, s)                                                                            \
	_Generic((s),                                                                              \
	        struct tir_stmt *: tir_own_##type,                                                 \
	        const struct tir_stmt *: tir_const_##type)(s)
#define tir_as_bind(s)  TIR_AS(bind, s)
#define tir_as_store(s) TIR_AS(store, s)
#define tir_as_alloc(s) TIR_AS(alloc, s)
#define tir_as_decl(s)  TIR_AS(decl, s)
#define tir_as_for(s)      TIR_AS(for, s)
#define tir_as_while(s)    TIR_AS(while, s)
#define tir_as_if(s)       TIR_AS(if, s)
#define tir_as_assert(s)   TIR_AS(assert, s)
#define tir_as_attr(s)     TIR_AS(attr_stmt, s)
#define tir_as_evaluate(s) TIR_AS(evaluate, s)
#define tir_as_return(s)   TIR_AS(return, s)
#define tir_as_block(s)    TIR_AS(block_realize, s)

/* How long a kind of statement is, and how many bytes from its beginning its parts lie; 0: it has no
 * such part.  Code that does not know the kind asks tir_body and the like, not this. */
struct tir_stmt_info {
	uint8_t bytes, var, buffer, value, index, body, orelse, attr, tag, node, more;
};
extern const struct tir_stmt_info tir_stmts[]; /* by kind */
extern const struct tir_seq tir_empty_seq;
enum tir_bind_form { TIR_BIND_LET, TIR_BIND_PLAIN };
enum tir_alloc_form { TIR_ALLOC_BUFFER, TIR_ALLOC_LOCAL, TIR_ALLOC_SHARED, TIR_ALLOC_SCALAR };
enum tir_decl_form { TIR_DECL_BUFFER, TIR_DECL_VIEW, TIR_DECL_VIEW_DTYPE };

/* ---- Attribute trees --------------------------------------------------------------------
 * What func_attr, annotations and attributes hold: kept and printed back, never interpreted but
 * for the few keys that matter. */
enum tir_attr_kind {
	TIR_ATTR_NONE,
	TIR_ATTR_BOOL,
	TIR_ATTR_INT,
	TIR_ATTR_FLOAT,
	TIR_ATTR_STRING,
	TIR_ATTR_EXPR, /* typed constant or expression */
	TIR_ATTR_BUFFER,
	TIR_ATTR_LIST,
	TIR_ATTR_TUPLE,
	TIR_ATTR_DICT, /* items: key i is name[i] */
	TIR_ATTR_CALL, /* str(items...), keywords have a name */
	TIR_ATTR_TEXT, /* source text kept as it is (lambda, metadata reference) */
};
struct tir_attr {
	enum tir_attr_kind kind;
	int64_t i;
	double f;
	const char *str;
	const struct tir_expr *expr;
	struct tir_buffer *buffer;
	uint32_t n;
	const struct tir_attr **item;
	const char **name; /* DICT, CALL: n names (NULL: positional) */
};
/* The value of a key of a DICT (NULL dict allowed), or NULL. */
const struct tir_attr *tir_attr_get(const struct tir_attr *dict, const char *key);
/* True for True, 1, T.bool(True). */
bool tir_attr_is_true(const struct tir_attr *a);

#endif
