/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/syntax.h: what a text is made of, before it means anything: limits, names, tokens, the tree. */
#ifndef TIRC_FRONTEND_SYNTAX_H
#define TIRC_FRONTEND_SYNTAX_H

#include "frontend/frontend.h"

/* Limits, each with a message of its own. */
enum {
	MAX_BYTES = 256 << 20, /* of a text: numbers of nodes and offsets stay far from 32 bits */
	MAX_OPEN = 1000000,    /* brackets and operators open at a time in one expression */
	MAX_INDENTS = 200,     /* levels of indentation; Python has 100 */
	MAX_BLOCKS = 500,      /* statements nested: every pass recurses so deep */
	MAX_ATTR_DEPTH = 64,   /* of attribute trees: the printer recurses so deep */
	MAX_ARGS = 60000,      /* of one call; a node counts its operands in 16 bits */
	MAX_NAMED = 100,       /* of one call, by name */
	MAX_CONSTANT = 1000,   /* nodes of N = ... around a kernel */
	MAX_NODES = 1 << 28,   /* of the module's expressions */
	MAX_SUGGESTIONS = 20,  /* errors with a "did you mean": looking for one is slow */
};

/* ---- Names of the text -------------------------------------------------------------------
 * Each spelling is numbered once, by the lexer; what it means is looked up by number. */
struct symbol {
	const char *name; /* interned in the module */
	uint32_t hash;
	uint32_t entity; /* what it names here: index in reader.entities + 1; 0: nothing */
	const struct known *known; /* what T.name is; NULL: nothing, if looked_up */
	uint8_t keyword;           /* enum keyword */
	bool looked_up;
};
struct symtab {
	struct arena *arena; /* scratch */
	struct strtab *strings;
	VEC(struct symbol) at;
	uint32_t *slot, nslots;
};
void frontend_symbol_start(struct symtab *t);
uint32_t frontend_symbol_of(struct symtab *t, const char *s, size_t n);
uint32_t frontend_symbol_hashed(struct symtab *t, const char *s, size_t n, uint32_t hash);

enum keyword {
	KW_NONE,
#define KEYWORD(name, text) KW_##name,
#include "frontend/lex/keywords.def"
};

/* ---- Tokens ------------------------------------------------------------------------------*/
enum token_kind {
	TOK_END,
	TOK_NEWLINE,
	TOK_INDENT,
	TOK_DEDENT,
	TOK_NAME, /* keywords, too */
	TOK_INT,
	TOK_FLOAT,
	TOK_STRING,
	TOK_OP,
	TOK_BAD, /* reported already */
};
enum punct {
	P_NONE,
#define PUNCT(name, ...) P_##name,
#include "frontend/lex/punct.def"
	NPUNCTS
};
struct punct_info {
	const char *text;
	uint8_t prec;
	enum tir_op op;
	enum punct base;
};
extern const struct punct_info frontend_puncts[NPUNCTS];

struct token {
	uint8_t kind;    /* enum token_kind */
	uint8_t op;      /* OP: enum punct; STRING: 1: it has values in braces */
	uint8_t keyword; /* NAME: enum keyword */
	struct span at;
	union {
		uint32_t sym; /* NAME */
		uint64_t i;
		double f;
		const char *str; /* interned */
	};
};

struct lexer {
	const struct source *src;
	struct diag *d;
	struct symtab *symbols;
	struct arena *arena; /* scratch */
	const char *p, *end;
	uint32_t indent[MAX_INDENTS], tab1[MAX_INDENTS]; /* columns, with tabs of 8 and of 1 */
	uint32_t nindents;
	uint32_t dedents;       /* tokens still to be given */
	uint32_t brackets;      /* open ones: ends of lines mean nothing inside */
	bool line_start, ended; /* ended: within a bracket */
	VEC(char) text;         /* of the string being read */
};
void frontend_lex_start(struct lexer *x, const struct source *src, uint32_t begin, uint32_t end);
void frontend_lex_next(struct lexer *x, struct token *out);
/* After an error: give up on the open brackets and skip what is left of the line. */
void frontend_lex_skip_line(struct lexer *x);
/* The comment lines a text begins with, or NULL. */
const char *frontend_lex_header(const struct source *src, struct arena *arena);

/* ---- The tree ----------------------------------------------------------------------------*/
enum node_kind {
	N_NAME,
	N_DOTTED, /* T.name, T being the language's prefix; op 1: I.name */
	N_INT,
	N_FLOAT,
	N_STRING,
	N_TRUE,
	N_FALSE,
	N_NONE,
	N_TEXT,    /* a lambda: kept as text */
	N_ATTR,    /* n = 1: value.sym */
	N_KEYWORD, /* n = 1: sym=value, in a call */
	N_CALL,    /* n = 1 + arguments */
	N_INDEX,   /* n = 1 + indices */
	N_SLICE,   /* n parts, of which mask i tells which: 1 lo, 2 hi, 4 step */
	N_UNARY,   /* op: enum punct, KW_NOT for not, P_MUL for *sequence */
	N_BINARY,  /* op: enum punct */
	N_COMPARE, /* n operands, n - 1 comparisons: puncts in the bytes of i */
	N_AND,
	N_OR,
	N_COND,   /* a if c else b: operands a, c, b */
	N_FORMAT, /* n parts of an f-string */
	N_IS,     /* a is b; op 1: a is not b */
	N_TUPLE,
	N_LIST,
	N_DICT, /* n = 2 * items */
};
struct node {
	uint8_t kind, op;
	uint32_t n; /* operands */
	struct span at;
	union {
		uint32_t sym;
		uint64_t i;
		double f;
		const char *str;
	};
};
struct range { /* of nodes; empty: no expression */
	uint32_t begin, end;
};

enum syntax_kind {
	S_EXPR,
	S_ASSIGN,   /* target = value */
	S_ANNOTATE, /* target: type [= value] */
	S_AUGMENT,  /* target op= value */
	S_RETURN,
	S_BREAK,
	S_CONTINUE,
	S_PASS,
	S_ASSERT, /* value, or a tuple of value and message */
	S_FOR,    /* for target in value */
	S_WHILE,
	S_IF,
	S_WITH, /* with value as target */
	S_DEF,
	S_CLASS,
	S_IMPORT,
	S_OTHER, /* no kernel, and not read; op 1: a function or class of this name */
	S_SKIP,  /* reported already */
};
struct syntax_param {
	uint32_t sym;
	struct span at;
	struct range type;
};
struct syntax {
	enum syntax_kind kind;
	uint8_t op;                       /* AUGMENT: enum punct of the operator */
	struct span at;                   /* the statement, or what stands before its body */
	struct range target, value, type; /* type: DEF: what it returns */
	struct syntax *next, *body, *orelse;
	uint32_t sym; /* DEF, CLASS: its name */
	struct span name_at;
	VEC(struct range) decorators;
	VEC(struct syntax_param) params;
};
struct tree {
	VEC(struct node) nodes;
	struct syntax *first;
};

struct parser {
	struct lexer lex;
	struct token t; /* the next token */
	struct tree *tree;
	struct arena *arena;
	struct diag *d;
	const struct source *src;
	struct symtab *symbols;
	uint32_t sym_T, sym_I, sym_tir, sym_tirx, sym_ir, sym_iter_var;
	uint32_t before; /* where the last token ended */
	uint32_t depth;  /* of statements */
	VEC(struct open_op) open;
	VEC(uint32_t) named; /* symbols of the arguments by name of open calls */
	bool tolerant;       /* there is a kernel: what is none is skipped */
	bool in_class;       /* the body of a class is read */
	uint32_t defs;       /* definitions whose bodies are read */
	/* What reads an expression, for those within strings. */
	bool (*expr)(struct parser *p, bool tuple, struct range *out);
};
bool frontend_parse_error(struct parser *p, struct span at, const char *format, ...)
        PRINTF_LIKE(3, 4);
void frontend_parse_advance(struct parser *p);
/* Read an expression; commas outside brackets make a tuple if tuple is set.  False after an
 * error. */
bool frontend_parse_expr(struct parser *p, bool tuple, struct range *out);
/* Read the whole text into p->tree. */
void frontend_parse_file(struct parser *p);
/* What is wrong with this token, for "expected ...": "'x'", "end of line". */
const char *frontend_token_text(const struct parser *p, const struct token *t, char buf[64]);

#endif
