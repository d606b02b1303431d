/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph/internal.h: what the files of the folder share. */
#ifndef TIRC_GRAPH_INTERNAL_H
#define TIRC_GRAPH_INTERNAL_H

#include "graph/graph.h"

enum graph_node {
#define NODE(name, type) NODE_##name,
#include "graph/nodes.def"
	NODE_OPERATOR, /* of tir/ops.def */
	NODE_OTHER
};
enum { GRAPH_MAX_NESTED = 500, GRAPH_MAX_ATTRS = 64, GRAPH_MAX_ARGS = 60000 };

/* ---- What is kept of the JSON -----------------------------------------------------------*/
/* By number of expression, variable and buffer: 1 + the node; 0: none. */
struct graph_func {
	uint32_t global, func; /* their nodes; global: 0 of a bare function */
	VEC(uint32_t) expr, var, buffer;
};
struct tir_graph {
	const struct source *src;
	uint32_t begin, end; /* of the nodes, without brackets, in src */
	uint32_t n;          /* nodes */
	uint32_t root;
	const struct json *node; /* n */
	uint8_t *kind;           /* n: enum graph_node */
	uint8_t *op;             /* n: enum tir_op of an operator */
	struct graph_func *func; /* by number of function */
};

/* ---- Reading ----------------------------------------------------------------------------*/
/* What a node became in the function that is read. */
struct graph_made {
	uint32_t stamp; /* 1 + the function's number */
	enum { MADE_OPEN, MADE_EXPR, MADE_BUFFER } as;
	const void *it;
};
struct graph_reader {
	struct tir_module *m;
	struct tir_graph *g;
	struct arena *arena, *scratch;
	struct diag *d;
	struct tir_func *f;
	struct graph_made *made; /* by node */
	VEC(uint32_t) list;      /* operands of what is open */
	uint32_t nested;
	bool failed;  /* something was reported */
	bool refused; /* what cannot be done */
};
/* Report what is wrong with a node; false. */
bool graph_fail(struct graph_reader *r, uint32_t node, const char *format, ...) PRINTF_LIKE(3, 4);
/* The same of what is right, but not supported: the function that holds it is left out where others stay. */
bool graph_refuse(struct graph_reader *r, uint32_t node, const char *format, ...) PRINTF_LIKE(3, 4);
/* The value of a field; the node that it names; NULL and false: reported. */
const struct json *graph_field(struct graph_reader *r, uint32_t node, const char *name);
bool graph_ref(struct graph_reader *r, uint32_t node, const char *name, uint32_t *to);
/* The same, of a kind. */
bool graph_ref_of(struct graph_reader *r, uint32_t node, const char *name, enum graph_node kind,
        uint32_t *to);
/* The items of a list, which are nodes; a Map has keys and values in turn. */
bool graph_items(struct graph_reader *r, uint32_t node, const char *name, const struct json **items,
        uint32_t *n);
uint32_t graph_item(const struct json *items, uint32_t i);
bool graph_text(struct graph_reader *r, uint32_t node, const char *name, const char **text);
bool graph_number(struct graph_reader *r, uint32_t node, const char *name, int64_t *value);
bool graph_is_none(const struct graph_reader *r, uint32_t node);
/* The type of an expression: a PrimType, or a pointer's with what it points at (elem, scope: or NULL). */
bool graph_type(struct graph_reader *r, uint32_t node, struct tir_type *t, struct tir_type *elem,
        const char **scope);

/* Leaves, and what was made of a node (read_leaf.c). */
bool graph_type_of(struct graph_reader *r, uint32_t node, struct tir_type *t);
const struct tir_expr *graph_int_of(struct graph_reader *r, uint32_t node);
const struct tir_expr *graph_float_of(struct graph_reader *r, uint32_t node);
const struct tir_expr *graph_new_var(struct graph_reader *r, uint32_t node);
/* A name as the text can have it. */
const char *graph_name_of(struct graph_reader *r, uint32_t node);
const struct tir_expr *graph_made_expr(struct graph_reader *r, uint32_t node);
bool graph_made_exprs(struct graph_reader *r, const uint32_t *node, uint32_t n,
        const struct tir_expr **out);

/* The expression of a node; NULL: reported. */
const struct tir_expr *graph_expr(struct graph_reader *r, uint32_t node);
bool graph_operand(struct graph_reader *r, uint32_t node, const char *name, struct tir_operand *o);
struct tir_var *graph_var(struct graph_reader *r, uint32_t node);
/* The buffer of a Var; a kind other than DECL says that it is defined here. */
struct tir_buffer *graph_buffer(struct graph_reader *r, uint32_t node);
bool graph_is_buffer(const struct graph_reader *r, uint32_t node);
const char *graph_call_name(struct graph_reader *r, uint32_t node);
const struct tir_attr *graph_attr(struct graph_reader *r, uint32_t node, unsigned depth);
/* A DICT of the Map that a field names; *dict is NULL if it is empty. */
bool graph_dict(struct graph_reader *r, uint32_t node, const char *name,
        const struct tir_attr **dict);
/* Statements to the end of seq. */
bool graph_stmt(struct graph_reader *r, uint32_t node, struct tir_seq *seq);
bool graph_block(struct graph_reader *r, uint32_t node, struct tir_seq *seq);

/* ---- Writing ----------------------------------------------------------------------------*/
struct graph_writer {
	const struct tir_module *m;
	const struct tir_graph *g; /* NULL: read from a text */
	const struct tir_func *f;
	struct sbuf *out;
	struct arena scratch;
	struct diag *d;
	uint32_t n; /* nodes so far */
	bool failed;
	struct lookup lookup; /* nodes without identity, by their text */
	VEC(uint32_t) node;   /* by number in lookup */
	VEC(const char *) text;
	VEC(uint32_t) expr, var, buffer; /* of f: 1 + the node; 0: not written */
	uint32_t *global;                /* by number of function */
	VEC(const struct tir_expr *) stack;
	const struct tir_stmt
	        *bind;  /* whose value is being written: a pointer is of its variable's type */
	bool scalar;    /* the buffer being written is a variable: x: T.int32 */
	int view_align; /* of the buffer that a view is of, which it takes over; 0: none */
};
/* Write a node; its number.  shared: the one that has this text already, if there is one. */
uint32_t graph_new(struct graph_writer *w, const char *format, ...) PRINTF_LIKE(2, 3);
uint32_t graph_shared(struct graph_writer *w, const char *format, ...) PRINTF_LIKE(2, 3);
uint32_t graph_none(struct graph_writer *w);
/* Report what cannot be written, and why. */
void graph_unwritten(struct graph_writer *w, const char *what, const char *why);
uint32_t graph_int(struct graph_writer *w, int64_t i);
/* An IntImm. */
uint32_t graph_write_int(struct graph_writer *w, struct tir_type t, int64_t v);
uint32_t graph_string(struct graph_writer *w, const char *s);
/* A StringImm. */
uint32_t graph_write_string(struct graph_writer *w, const char *s);
uint32_t graph_list(struct graph_writer *w, const char *type, const uint32_t *item, uint32_t n);
uint32_t graph_write_type(struct graph_writer *w, struct tir_type t);
uint32_t graph_pointer(struct graph_writer *w, struct tir_type elem, const char *scope);
uint32_t graph_write_expr(struct graph_writer *w, const struct tir_expr *e);
uint32_t graph_write_var(struct graph_writer *w, const struct tir_var *v);
uint32_t graph_write_buffer(struct graph_writer *w, const struct tir_buffer *b);
/* prim: as where TVM has an expression: numbers are IntImm, texts StringImm. */
uint32_t graph_write_attr(struct graph_writer *w, const struct tir_attr *a, bool prim);
uint32_t graph_write_dict(struct graph_writer *w, const struct tir_attr *a, bool prim);
uint32_t graph_write_seq(struct graph_writer *w, const struct tir_seq *s);
uint32_t graph_write_block(struct graph_writer *w, const struct tir_stmt *s);
uint32_t graph_write_axis(struct graph_writer *w, uint32_t dom, uint32_t var, int kind,
        const char *tag);

#endif
