/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/print.h: what the files of the printer share. */
#ifndef TIRC_TIR_PRINT_H
#define TIRC_TIR_PRINT_H

#include "tir/internal.h"

/* A name of the text and whether something in scope has it. */
struct name {
	const char *text;
	bool live;
	uint32_t next; /* text_1 .. text_(next-1) were found taken */
};

/* A name that ends with the scope it was given in. */
struct live {
	struct name *name, *base; /* base: name is base's text and a suffix */
	uint32_t suffix;
	const char **owner; /* its entry of var or buffer, cleared then */
};

/* One thing still to be written of an expression. */
struct item {
	enum { ITEM_TEXT, ITEM_TYPE, ITEM_NUMBER, ITEM_EXPR } kind;
	int prec; /* EXPR: in parentheses if it binds less than this */
	union {
		const char *text;
		struct tir_type type;
		uint32_t number;
		const struct tir_expr *e;
	} u;
};

struct printer {
	const struct tir_module *m;
	/* tir_print_seq, for the statements in a block */
	void (*print_seq)(struct printer *p, const struct tir_seq *s);
	struct sbuf *out;
	struct arena scratch;
	size_t end; /* a lone expression stops when out is so long; 0: never */
	unsigned indent;
	bool s_tir; /* of the function being printed */

	/* Of the function being printed, for so many numbers of each kind.  NULL when an expression of no function
	 * is printed: then names are as they are. */
	struct tir_numbers room;
	const char **var;    /* by number: the text of a variable in scope */
	const char **buffer; /* by number */
	bool *scalar;        /* by number: buffer printed as a plain name */
	bool *known;         /* by number: variable a signature can name unquoted from here on */
	bool *typevar;       /* by number: symbolic variable of a TypeVar line */
	bool *param;         /* by number: variable that is a parameter itself */
	struct name **slot;
	uint32_t nslots, nnames;
	VEC(struct live) scope;

	VEC(const struct tir_stmt *) loops; /* around the statement being printed */
	VEC(struct item) stack;
	uint32_t *mark; /* by number of expression: last walk that saw it */
	uint32_t walk;
	const struct tir_buffer *watch; /* a scalar; watched: its value was printed */
	bool watched;
	const struct tir_expr *bound; /* the value of the binding being printed */
	const struct tir_var *bound_to;
};

/* print_name.c */
void tir_print_names_start(struct printer *p);
/* Give v or b a name nothing in scope has, as like its own as possible, until the scope ends. */
const char *tir_print_define_var(struct printer *p, const struct tir_var *v);
/* A name that nothing in scope has, of no variable. */
const char *tir_print_define_name(struct printer *p, const char *text);
const char *tir_print_define_buffer(struct printer *p, const struct tir_buffer *b);
const char *tir_print_var_name(const struct printer *p, const struct tir_var *v);
const char *tir_print_buffer_name(const struct printer *p, const struct tir_buffer *b);
/* Open a scope: the mark to close it with. */
uint32_t tir_print_open(const struct printer *p);
void tir_print_close(struct printer *p, uint32_t mark);

/* print_expr.c */
void tir_print_string(struct sbuf *out, const char *s);
void tir_print_float(struct sbuf *out, double v);
/* e in a place that needs at least this binding strength. */
void tir_print_operand(struct printer *p, const struct tir_expr *e, int prec);
/* Indices with brackets; slices: a ramp is printed lo:hi, as stores have it. */
void tir_print_indices(struct printer *p, uint32_t n, const struct tir_operand *index);
/* The type as an annotation: T.int32, T.handle("float32", "global"). */
void tir_print_var_type(struct printer *p, const struct tir_var *v);
void tir_print_type_string(struct sbuf *out, struct tir_type t);
/* Visit every Var and Let below e that has one of the flags, each once; a Let after its value and
 * before its body. */
void tir_print_visit(struct printer *p, const struct tir_expr *e, uint8_t flags,
        void (*visit)(struct printer *p, const struct tir_expr *e, void *ctx), void *ctx);

/* print_attr.c */
void tir_print_attr(struct printer *p, const struct tir_attr *a);

/* print_block.c */
void tir_print_block(struct printer *p, const struct tir_stmt *s);
/* The body of a function: without the line and the indentation of a root block. */
void tir_print_func_body(struct printer *p, const struct tir_seq *body);

/* print_stmt.c */
void tir_print_body(struct printer *p, const struct tir_seq *s);
/* min + extent as the reader's arithmetic leaves it. */
void tir_print_stop(struct printer *p, const struct tir_expr *min, const struct tir_expr *extent);
void tir_print_line(struct printer *p);
/* Is e 0, or absent? */
bool tir_print_is_zero(const struct tir_expr *e);
void tir_print_seq(struct printer *p, const struct tir_seq *s);

/* print_buffer.c */
/* (d0, d1), with a comma after a lone one. */
void tir_print_tuple(struct printer *p, uint32_t n, const struct tir_expr *const *e);
/* ", scope=...", ", align=..." and ", offset_factor=..." of a buffer, where they are not usual. */
void tir_print_buffer_rest(struct printer *p, const struct tir_buffer *b, bool scope);
/* True if the text "x: T.int32" means this allocation. */
bool tir_print_is_scalar(const struct tir_stmt *s);
/* "A = T.sblock_alloc_buffer(...)" without the end of the line. */
void tir_print_block_alloc(struct printer *p, const struct tir_buffer *b);
/* "A = T.Buffer(...)" of one that is named before it is allocated. */
void tir_print_promise(struct printer *p, const struct tir_buffer *b);
/* Does a stride name a parameter that the head defines further on?  Then the head cannot declare the buffer. */
bool tir_print_has_later_stride(struct printer *p, const struct tir_buffer *b);
/* The arguments from the shape on, of T.match_buffer of a region. */
void tir_print_match_args(struct printer *p, const struct tir_buffer *b);
void tir_print_alloc(struct printer *p, const struct tir_stmt *s);
void tir_print_decl(struct printer *p, const struct tir_stmt *s);

#endif
