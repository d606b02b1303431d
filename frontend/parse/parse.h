/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/parse/parse.h: what stands open while an expression is read. */
#ifndef TIRC_FRONTEND_PARSE_H
#define TIRC_FRONTEND_PARSE_H

#include "frontend/internal.h"

enum open_kind {
	O_BASE, /* the expression itself */
	O_PAREN,
	O_LIST,
	O_DICT,
	O_CALL,
	O_INDEX,
	O_PREFIX,
	O_INFIX,
	O_COMPARE,
	O_IF,   /* a if ... */
	O_ELSE, /* a if c else ... */
};

/* Strength of binding, Python's order. */
enum prec {
	PREC_ANY = 0,
	PREC_COND = 1,
	PREC_OR = 3,
	PREC_AND = 4,
	PREC_NOT = 5,
	PREC_COMPARE = 6,
	PREC_UNARY = 13,
};

struct open_op {
	uint8_t kind;        /* enum open_kind */
	uint8_t node;        /* INFIX: enum node_kind */
	uint8_t op;          /* PREFIX, INFIX: enum punct or keyword */
	uint8_t prec;        /* of operators; brackets have none */
	uint8_t parts, part; /* INDEX: which of a slice were there; which is read */
	bool comma;          /* PAREN, BASE: there was one */
	bool tuple;          /* BASE: commas are welcome */
	bool value;          /* DICT: the value of an item is read */
	uint32_t n;          /* items so far; COMPARE: operators */
	uint32_t begin;      /* where its node begins */
	uint32_t slice;      /* INDEX: where its slice does */
	uint32_t keyword;    /* CALL: symbol + 1 of the argument */
	uint32_t named;      /* CALL: arguments by name so far */
	struct span at;      /* the bracket */
	uint64_t ops;        /* COMPARE: a byte an operator */
};

static inline bool is_op(const struct parser *p, enum punct op)
{
	return p->t.kind == TOK_OP && p->t.op == op;
}

static inline struct node *parse_last(struct parser *p)
{
	return &p->tree->nodes.at[p->tree->nodes.n - 1];
}

/* A node that began at begin and ends with the last token. */
struct node *frontend_parse_emit(struct parser *p, enum node_kind kind, uint32_t begin, uint32_t n);
/* Strings in a row are one, with their values in braces (parse_format.c). */
bool frontend_parse_strings(struct parser *p);
/* A lambda is text up to the comma or bracket that ends it. */
bool frontend_parse_lambda(struct parser *p);
/* What TVM 0.8 printed and Python does not read.  T.iter_var(...): attributes keep it as text. */
bool frontend_parse_iter_var(struct parser *p);
/* The scope in T.Ptr[global T.int32]: a name in front of another one. */
bool frontend_parse_is_scope(const struct parser *p);
/* A target without quotes: cuda -keys=cuda,gpu -max_num_threads=1024 */
bool frontend_parse_is_target(const struct parser *p);
bool frontend_parse_target(struct parser *p);

/* ---- parse_simple.c ---- */
bool frontend_parse_is_word(const struct parser *p, enum keyword kw);
bool frontend_parse_accept(struct parser *p, enum punct op);
bool frontend_parse_accept_word(struct parser *p, enum keyword kw);
bool frontend_parse_expected(struct parser *p, const char *what);
bool frontend_parse_expect(struct parser *p, enum punct op, const char *what);
struct syntax *frontend_parse_new(struct parser *p, enum syntax_kind kind);
/* Skip what is left of the line. */
void frontend_parse_skip_line(struct parser *p);
bool frontend_parse_simple(struct parser *p, struct syntax *s);

/* A copy of the parser that looks ahead without messages.  Hand its lex.text back to p: it may have grown. */
static inline struct parser parse_ahead(const struct parser *p, struct diag *silent)
{
	struct parser ahead = *p;
	*silent = (struct diag){.sink = NULL};
	ahead.d = ahead.lex.d = silent;
	return ahead;
}

/* ---- parse_other.c ---- */
/* Is the definition that begins here, with its decorators, a kernel or a module of kernels? */
bool frontend_parse_is_kernel(struct parser *p);
/* Skip a definition or a statement with all that belongs to it. */
struct syntax *frontend_parse_other(struct parser *p);

/* ---- parse_infix.c ---- */
struct open_op *frontend_parse_top(struct parser *p);
bool frontend_parse_push(struct parser *p, struct open_op o);
/* Emit the open operators that bind at least so; false after an error. */
bool frontend_parse_reduce(struct parser *p, unsigned prec);
bool frontend_parse_infix(struct parser *p, enum node_kind node, uint8_t op, unsigned prec);
/* a < b < c is one node. */
bool frontend_parse_comparison(struct parser *p);
/* a is b, a is not b */
bool frontend_parse_is(struct parser *p);
bool frontend_parse_start_if(struct parser *p);
bool frontend_parse_start_else(struct parser *p);

#endif
