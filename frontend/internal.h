/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/internal.h: what the files of the reader share.
 *
 *     text -> lexer -> parse -> tree -> eval, stmt, func -> tir_module
 *
 * The tree knows Python's grammar and nothing of TIR.  An expression of it is a run of nodes with
 * the operands before the operator, so that reading one and giving it a meaning are loops with a
 * stack of their own: no nesting in the text costs stack of the machine.  Statements nest by
 * recursion, MAX_BLOCKS deep.  The tree and the values live in a scratch arena. */
#ifndef TIRC_FRONTEND_INTERNAL_H
#define TIRC_FRONTEND_INTERNAL_H

#include "frontend/value.h"

enum dialect { D1 = 1, D2, D3, D5 = 5 }; /* D4 and D5 are read alike */

/* What a break or continue here would leave. */
enum jump { NO_LOOP, IN_SERIAL, IN_UNROLLED, IN_PARALLEL, IN_VECTORIZED, IN_THREADS, IN_LAUNCH };

struct reader;
/* What gives an expression its value and reads the statements of a body, for the files that these call. */
struct reader_hooks {
	struct value (*eval)(struct reader *r, struct range x);
	void (*read_block)(struct reader *r, const struct syntax *s, struct tir_seq *out);
	void (*read_suite)(struct reader *r, const struct syntax *s, struct tir_seq *out);
};
struct reader {
	const struct reader_hooks *hooks;
	struct tir_module *m;
	struct arena *arena, *scratch; /* the module's; the reader's own */
	const struct source *src;
	struct diag *d;
	struct symtab symbols;
	struct tree tree;
	VEC(const struct known *) known; /* of the tables: for suggestions */
	enum dialect dialect;
	bool constant;        /* what is assigned may not be assigned again */
	struct span old_sign; /* what says that the text is of an older TVM */
	uint32_t suggestions;
	bool refused; /* the first error is one of frontend_refuse */

	VEC(struct entity) entities;
	uint32_t level;
	VEC(struct value) stack; /* of eval */
	VEC(struct loose) loose;
	VEC(struct bound) bound;
	VEC(struct called) called;

	/* of the function being read */
	struct tir_func *f;
	const struct syntax *def;
	VEC(struct head) heads;
	VEC(uint32_t) param_of; /* by variable number: 1 + the parameter that it is; 0: none */
	bool returns;           /* a return was read */
	uint32_t func_level;    /* the scope of its parameters and body */
	enum jump jump;
	const char *unordered; /* the innermost loop whose iterations have no order; NULL: none */
	uint32_t blocks;
	VEC(const struct tir_stmt *) open_loops; /* whose bodies are being read */
	struct tir_stmt *root, *block;           /* the function's own block; the innermost one */
	uint32_t block_level;                    /* the scope of the parts of block */
	bool block_reads, block_writes;          /* block has T.reads, T.writes */
	bool has_blocks;                         /* a block was read */
	uint32_t closed;         /* loop variables of scopes below are not seen; 0: all are */
	uint32_t block_entities; /* those from here on are of block */
	bool outside;            /* but here they are: what is read stands outside of the block */
	bool in_head;            /* what is read stands before the block's body */
	bool in_init;            /* so does the suite that is read */
	bool quoting;            /* in a quoted shape: unknown names become variables */
	const struct range *quotes; /* the parameter whose quoted names unknown ones may be */
	uint32_t sym_T, sym_I, sym_range, sym_cls, sym_TypeVar, sym_let;
};

/* Report; fail returns false so that it can end a function, error_value does for values. */
bool frontend_fail(struct reader *r, struct span at, const char *format, ...) PRINTF_LIKE(3, 4);
/* The same of what TVM has, or may have, and is not read: the function that holds it is left out where others stay. */
bool frontend_refuse(struct reader *r, struct span at, const char *format, ...) PRINTF_LIKE(3, 4);
static inline struct value error_value(struct span at)
{
	return (struct value){.kind = V_ERROR, .at = at};
}
static inline struct value expr_value(const struct tir_expr *e, struct span at)
{
	return (struct value){.kind = e ? V_EXPR : V_ERROR, .at = at, .e = e};
}
static inline struct span join(struct span a, struct span b)
{
	return (struct span){a.begin, b.end};
}
static inline const char *sym_name(const struct reader *r, uint32_t sym)
{
	return r->symbols.at.at[sym].name;
}

/* dialect.c */
void frontend_dialect_start(struct reader *r);
/* Report an assignment that other versions of TVM read otherwise. */
bool frontend_dialect_assigns(struct reader *r, uint32_t sym, struct span at);

/* known.c */
void frontend_known_start(struct reader *r);
/* What T.name is, or NULL. */
const struct known *frontend_known_find(struct reader *r, uint32_t sym);
/* No integer of 5 bits, though "int5" is a type. */
bool frontend_has_usual_width(struct tir_type t);
/* Report that T has no such name, with the nearest one it has. */
bool frontend_known_fail(struct reader *r, struct span at, const char *name);
/* What became of work that a child process did first (rehearse.c). */
enum rehearsal { REHEARSAL_DONE, REHEARSAL_CRASHED, REHEARSAL_LATE };
enum rehearsal frontend_rehearse(bool (*work)(void *ctx), void *ctx); /* false: as if it crashed */

/* The nearer of best and candidate to name; best may be NULL. */
const char *frontend_nearer(const char *name, const char *best, const char *candidate);
/* suggest.c */
/* The nearest of the words, which blanks part, or NULL; it ends at a blank or at the end. */
const char *frontend_nearest_word(const char *name, const char *words);
/* Fail with the message and "; did you mean", if one of the words is near the name. */
bool frontend_suggest(struct reader *r, struct span at, const char *name, const char *words,
        const char *format, ...) PRINTF_LIKE(5, 6);
/* Report that there is no type of this name. */
bool frontend_suggest_type(struct reader *r, struct span at, const char *name);

/* scope.c */
void frontend_scope_open(struct reader *r);
void frontend_scope_close(struct reader *r);
struct entity *frontend_scope_find(struct reader *r, uint32_t sym);
/* Define a name in the innermost scope; NULL after an error if it is taken there. */
struct entity *frontend_scope_define(struct reader *r, uint32_t sym, enum entity_kind kind,
        struct span at);
/* A new variable under that name; never NULL, though the name may be taken. */
struct tir_var *frontend_scope_var(struct reader *r, uint32_t sym, struct tir_type t,
        struct span at);
/* The symbol NAME_I. */
uint32_t frontend_scope_numbered(struct reader *r, uint32_t sym, uint32_t i);
/* The name stands for this Python value; NULL: for one that only Python knows. */
bool frontend_scope_value(struct reader *r, uint32_t sym, const struct value *v, struct span at);
/* Say no more about a name whose definition failed. */
void frontend_scope_failed(struct reader *r, uint32_t sym, struct span at);
/* A declared name has its value up to the end of this scope. */
void frontend_scope_bound(struct reader *r, struct entity *e);
bool frontend_scope_undefined(struct reader *r, uint32_t sym, struct span at);
/* A new variable that the caller of the function gives. */
struct entity *frontend_scope_symbol(struct reader *r, uint32_t sym, struct tir_type t, int how,
        struct span at);

/* literal.c */
const struct tir_expr *frontend_as_expr(struct reader *r, const struct value *v);
/* A Python number as a constant of the type, broadcast to its lanes. */
const struct tir_expr *frontend_literal(struct reader *r, const struct value *v, struct tir_type t);
/* What a store does: literals become constants of the type, expressions are cast to it. */
const struct tir_expr *frontend_converted(struct reader *r, const struct value *v,
        struct tir_type t);
const struct tir_expr *frontend_constant(struct reader *r, struct tir_type t, double f,
        struct span at);
bool frontend_is_python_number(const struct value *v);
double frontend_as_double(const struct value *v);
bool frontend_fits(struct tir_type t, wide v);
/* A Python int in [min, max]. */
bool frontend_as_int(struct reader *r, const struct value *v, const char *what, wide min, wide max,
        int64_t *out);
bool frontend_as_string(struct reader *r, const struct value *v, const char *what,
        const char **out);
bool frontend_as_dtype(struct reader *r, const struct value *v, struct tir_type *out);
const char *frontend_value_name(const struct value *v);
/* Report that v is no buffer; what was to be done with it, such as "indexed". */
bool frontend_no_buffer(struct reader *r, const struct value *v, const char *what);

/* types.c */
const struct tir_expr *frontend_cast_to(struct reader *r, const struct tir_expr *e,
        struct tir_type t, struct span at);
bool frontend_promote(struct reader *r, struct span at, const struct tir_expr **a,
        const struct tir_expr **b);
/* The node with its types checked, as a constructor makes it: nothing promoted or folded. */
const struct tir_expr *frontend_checked(struct reader *r, enum tir_op op, const struct tir_expr *a,
        const struct tir_expr *b, struct span at);
struct value frontend_binary(struct reader *r, enum tir_op op, const struct value *a,
        const struct value *b);
/* T.min(a, b) and its like: promotes and folds, but Python numbers are TIR constants. */
struct value frontend_helper(struct reader *r, enum tir_op op, const struct value *a,
        const struct value *b, struct span at);
struct value frontend_bit_function(struct reader *r, enum tir_op op, const struct value *a,
        const struct value *b, struct span at);
struct value frontend_logical(struct reader *r, enum tir_op op, const struct value *a,
        const struct value *b);
struct value frontend_unary(struct reader *r, uint8_t op, const struct value *a, struct span at);
struct value frontend_conditional(struct reader *r, const struct value *c, const struct value *a,
        const struct value *b, struct span at);

/* fold.c */
bool frontend_python_binary(struct reader *r, enum tir_op op, const struct value *a,
        const struct value *b, struct value *out);
/* Divisions by zero and shifts by too much are mistakes of an operator. */
bool frontend_check_constant(struct reader *r, enum tir_op op, const struct tir_expr *b,
        struct span at);
/* a op b of equal types as the operator leaves it; NULL after an error. */
const struct tir_expr *frontend_fold(struct reader *r, enum tir_op op, const struct tir_expr *a,
        const struct tir_expr *b, struct span at);
/* stop - start, simplified. */
const struct tir_expr *frontend_extent_of(struct reader *r, const struct tir_expr *start,
        const struct tir_expr *stop, struct span at);

/* eval.c */
struct value frontend_eval(struct reader *r,
        struct range x); /* not inside of itself but for quoted text */
/* Report a name that has no value here. */
bool frontend_check_visible(struct reader *r, const struct entity *e, struct span at);
/* Evaluate the n expressions that stand in a row. */
struct value *frontend_eval_list(struct reader *r, struct range x, uint32_t n);
struct value *frontend_copy_values(struct reader *r, const struct value *v, uint32_t n);
/* Report names that need a value and have none. */
bool frontend_check_loose(struct reader *r);

/* python.c */
/* f"{a}...": the parts as one string. */
struct value frontend_format(struct reader *r, const struct value *v, uint32_t n, struct span at);
/* a is b, or a is not b */
struct value frontend_identity(struct reader *r, const struct value *a, const struct value *b,
        bool differs, struct span at);
/* *a; and the values with those of each *a in its place. */
struct value frontend_spread(struct reader *r, const struct value *v, struct span at);
const struct value *frontend_spread_all(struct reader *r, const struct value *v, uint32_t *n);
/* call.c */
struct value frontend_call(struct reader *r, const struct value *callee, const struct value *args,
        uint32_t n, struct span at);
/* Sort the arguments into the form's parameters; absent ones are NULL. */
struct args {
	const struct value *arg[MAX_PARAMS];
	const struct value *rest; /* of "*" */
	uint32_t nrest;
	struct span at;
	enum form form; /* that they are of */
};
bool frontend_bind_args(struct reader *r, const struct form_info *f, const struct value *v,
        uint32_t n, struct span at, struct args *out);
static inline bool is_form(const struct value *v, enum form f)
{
	return v->kind == V_FORM && v->form == f;
}
/* builtin.c */
struct value frontend_call_builtin(struct reader *r, enum tir_builtin b, const struct value *args,
        uint32_t n, struct span at);
/* The arguments as operands of a node; NULL after an error. */
const struct tir_expr **frontend_as_exprs(struct reader *r, const struct value *v, uint32_t n);
/* prototype.c */
/* A call of an external function, e[0] its name: does it fit the prototype, if a header has one? */
bool frontend_check_extern(struct reader *r, struct tir_type ret, const struct value *v, uint32_t n,
        const struct tir_expr *const *e, struct span at);
/* T.handle("float32", "global"): a pointer's type, or a variable of it. */
struct value frontend_pointer_type(struct reader *r, const struct value *v, uint32_t n,
        struct span at);
/* form.c */
struct value frontend_let_value(struct reader *r, const struct value *body,
        const struct value *where, struct span at);
struct value frontend_call_form(struct reader *r, enum form f, const struct args *a);

/* buffer.c */
enum method { M_ASTYPE, M_VIEW, M_SCOPE, M_VLOAD, M_VSTORE };
bool frontend_make_indices(struct reader *r, const struct tir_buffer *b, const struct value *index,
        uint32_t n, struct span at, const struct tir_expr **out);
struct value frontend_load(struct reader *r, struct tir_buffer *b, const struct value *index,
        uint32_t n, struct span at);
const struct tir_expr *frontend_scalar_load(struct reader *r, struct tir_buffer *b);
struct value frontend_buffer_attribute(struct reader *r, const struct value *b, uint32_t sym,
        struct span at);
struct value frontend_call_method(struct reader *r, const struct value *m, const struct value *args,
        uint32_t n, struct span at);
/* What a pointer points to, as far as the expression tells. */
void frontend_pointee(const struct tir_expr *e, struct tir_type *elem, const char **scope);
/* declare.c */
/* The buffer that T.Buffer, T.match_buffer, T.alloc_buffer, T.decl_buffer ask for; NULL after an
 * error. */
/* Report dimensions that are negative, or too many elements. */
bool frontend_check_size(struct reader *r, const struct tir_buffer *b, struct span at);
struct tir_buffer *frontend_make_buffer(struct reader *r, const char *name,
        enum tir_buffer_kind kind, const struct value *form);
/* The variable that a quoted name stands for: a parameter or a new one. */
struct value frontend_quoted_name(struct reader *r, uint32_t sym, struct span at);
struct tir_buffer *frontend_make_scalar(struct reader *r, const char *name, struct tir_type t);
/* The pointer a DECL views, and what it points to. */
const struct tir_expr *frontend_view_data(struct reader *r, const struct value *form,
        struct tir_buffer *b);
/* Does T.decl_buffer view memory, or is it an allocation? */
bool frontend_has_data(struct reader *r, const struct value *form);
struct tir_buffer *frontend_make_view(struct reader *r, const char *name, const struct value *v,
        enum tir_decl_form *how);
/* attr.c */
const struct tir_attr *frontend_as_attr(struct reader *r, const struct value *v);
/* The annotations of an allocation; NULL: there are none, or *fails. */
const struct tir_attr *frontend_read_notes(struct reader *r, const struct value *v, bool *fails);

/* stmt.c */
struct tir_stmt *frontend_add_stmt(struct reader *r, enum tir_stmt_kind kind, struct span at,
        struct tir_seq *seq);
/* One more statement around what follows; false after an error if they are too many. */
bool frontend_nest(struct reader *r, struct span at);
/* Statements in this scope; in a scope of their own; in one, and thrown away. */
void frontend_read_block(struct reader *r, const struct syntax *s, struct tir_seq *out);
void frontend_read_suite(struct reader *r, const struct syntax *s, struct tir_seq *out);
void frontend_read_for_errors(struct reader *r, const struct syntax *body);
bool frontend_as_condition(struct reader *r, const struct value *v, struct tir_operand *out);
bool frontend_as_branch(struct reader *r, const struct value *v, struct tir_operand *out);
bool frontend_return_value(struct reader *r, const struct value *v, struct span at,
        struct tir_seq *seq);
/* Is there a thread of this name? */
bool frontend_check_thread(struct reader *r, struct span at, const char *tag);
/* T.launch_thread under this name; *seq becomes its body. */
bool frontend_read_launch(struct reader *r, const struct value *v, uint32_t sym,
        struct span name_at, struct span at, bool with, struct tir_seq **seq);
/* assign.c */
bool frontend_bind_named(struct reader *r, uint32_t sym, struct span name_at,
        const struct tir_expr *e, struct span value, struct span at, struct tir_seq *seq);
bool frontend_read_assign(struct reader *r, const struct syntax *s, struct tir_seq **seq);
bool frontend_read_annotate(struct reader *r, const struct syntax *s, struct tir_seq *seq);
bool frontend_read_augment(struct reader *r, const struct syntax *s, struct tir_seq *seq);
/* A store that is in no sequence yet; what: the element, for messages. */
struct tir_stmt *frontend_store_to(struct reader *r, struct tir_buffer *b,
        const struct value *index, uint32_t n, const struct value *v, struct span at,
        struct span what);
/* Where the expression whose last node is root begins. */
uint32_t frontend_first_node(const struct reader *r, uint32_t root);
struct range *frontend_operand_ranges(struct reader *r, struct range x);
/* block.c */
bool frontend_is_regions(struct reader *r, const struct syntax *s);
/* T.reads(...), T.writes(...) */
bool frontend_read_block_regions(struct reader *r, const struct syntax *s);
/* True if the statement is an axis or T.where: they see what is around the block. */
bool frontend_is_outside(struct reader *r, const struct syntax *s);
/* S = T.match_buffer(A[...], ...) */
bool frontend_is_region_match(struct reader *r, const struct syntax *s);
bool frontend_read_match(struct reader *r, const struct syntax *s);
bool frontend_read_axis(struct reader *r, uint32_t sym, struct span name_at, const struct value *v);
bool frontend_add_axis(struct reader *r, uint32_t sym, struct span name_at, enum tir_axis_kind kind,
        const struct value *domain, const struct tir_expr *value, struct span at);
bool frontend_read_remap(struct reader *r, const struct syntax *s, const struct value *v);
bool frontend_is_block_alloc(const struct reader *r, const struct value *v);
/* A = T.Buffer(...) above the regions of a block that allocates A below them. */
bool frontend_read_promise(struct reader *r, uint32_t sym, struct span name_at,
        const struct value *v);
bool frontend_read_block_alloc(struct reader *r, uint32_t sym, struct span name_at,
        const struct value *v);
bool frontend_read_where(struct reader *r, const struct args *a);
bool frontend_read_block_attr(struct reader *r, const struct args *a);
bool frontend_read_init(struct reader *r, const struct syntax *s, struct span at);
bool frontend_read_sblock(struct reader *r, const struct syntax *s, const struct value *v,
        struct tir_seq *seq);
void frontend_start_root(struct reader *r);
void frontend_finish_root(struct reader *r, const struct syntax *def);

/* True if the statement stands before the block's body: an allocation of the block, or a parameter's
 * T.match_buffer. */
bool frontend_is_head(struct reader *r, const struct syntax *s);

/* region.c */
/* T.reads and T.writes of a block that has none, seen from outside: variables and buffers from these
 * numbers on are its own. */
void frontend_infer_regions(struct reader *r, struct tir_stmt *s, uint32_t vars, uint32_t buffers);

/* older.c: what TVM before 0.24 wrote */
const struct value *frontend_older_arguments(struct reader *r, const struct known *k,
        const struct value *v, uint32_t *n);
struct value frontend_older_let(struct reader *r, const struct value *v, struct span at);
struct value frontend_older_type(struct reader *r, const struct args *a);
struct value frontend_older_load(struct reader *r, const struct args *a);
struct value frontend_older_masked_load(struct reader *r, struct tir_buffer *b,
        const struct value *index, const struct value *mask, struct span at);
/* Statements, with their bodies if they have one. */
bool frontend_older_store(struct reader *r, const struct args *a, struct span at,
        struct tir_seq *seq);
bool frontend_older_vstore(struct reader *r, const struct value *v, struct span at,
        struct tir_seq *seq);
bool frontend_older_return(struct reader *r, const struct value *v, struct span at,
        struct tir_seq *seq);
bool frontend_older_preflattened(struct reader *r, const struct value *v, struct span at,
        struct tir_seq *seq);
bool frontend_older_with(struct reader *r, const struct syntax *s, const struct value *v,
        struct tir_seq *seq);
bool frontend_older_allocate(struct reader *r, uint32_t sym, struct span name_at,
        const struct value *v, struct span at, struct tir_seq *seq);
/* T.Buffer(..., data=p) is another name of what T.allocate gave, and nothing used it before: give
 * it this name and shape. */
bool frontend_older_rename(struct reader *r, uint32_t sym, struct span name_at,
        const struct value *v);
bool frontend_is_older_with(const struct value *v);
/* The attributes of a function as they are called today. */
void frontend_older_func_attrs(struct reader *r, struct tir_attr *dict);

/* oldest.c: what TVM 0.8 wrote */
/* tx = T.env_thread("threadIdx.x") */
bool frontend_oldest_thread(struct reader *r, uint32_t sym, struct span name_at,
        const struct value *v);
/* T.launch_thread(tx, 8), where tx is such a name. */
bool frontend_oldest_launch(struct reader *r, const struct value *v, struct span at, bool with,
        struct tir_seq **seq);
/* with T.block([16, T.reduce_axis(0, 8)], "name") as [vi, vk]: is it one? */
bool frontend_oldest_is_block(const struct value *v);
/* The loops around such a block that the text leaves out; *seq becomes the body of the innermost. */
bool frontend_oldest_loops(struct reader *r, const struct syntax *s, const struct value *v,
        struct tir_seq **seq);
/* Say no more about the names of its axes. */
void frontend_oldest_forget(struct reader *r, const struct syntax *s);
/* Its axes, in the block that is open. */
bool frontend_oldest_axes(struct reader *r, const struct syntax *s, const struct value *v);
/* T.bind(vi, i): the value of such an axis. */
bool frontend_oldest_is_binding(struct reader *r, const struct syntax *s);
/* It was read with the head of its block: is it of an axis of that block? */
bool frontend_oldest_check_binding(struct reader *r, const struct syntax *s);

/* loop.c */
/* One thread more around what follows, under its name: *seq becomes its body. */
bool frontend_add_launch(struct reader *r, const char *tag, const struct value *extent,
        struct tir_var *(*name)(struct reader *r, void *ctx, struct tir_type t), void *ctx,
        struct span at, bool with, struct tir_seq **seq);
bool frontend_read_for(struct reader *r, const struct syntax *s, struct tir_seq *seq);

/* func.c */
bool frontend_is_prim_func(const struct reader *r, const struct range *decorator);
bool frontend_is_identifier(const char *s);
/* A new function with its name, decorator and result; NULL after an error. */
bool frontend_check_symbol(struct reader *r, const struct tir_func *f, const char *symbol,
        struct span at);
struct tir_func *frontend_read_head(struct reader *r, const struct syntax *def);
void frontend_read_func(struct reader *r, struct tir_func *f, const struct syntax *def);

/* ---- store.c ---- */
/* ---- Variables --------------------------------------------------------------------------*/
struct name {
	uint32_t sym;
	struct span at;
};
bool frontend_store_scalar(struct reader *r, struct tir_buffer *b, const struct value *v,
        struct span name_at, struct span at, struct tir_seq *seq);
/* The nodes of an index: what is indexed, and the indices. */
bool frontend_read_indexed(struct reader *r, struct range target, struct value *buffer,
        const struct value **index, uint32_t *n);
bool frontend_assign_element(struct reader *r, struct range target, const struct value *v,
        struct span at, struct tir_seq *seq);
bool frontend_bind_var(struct reader *r, struct name x, const struct tir_expr *e, struct span value,
        enum tir_bind_form form, struct span at, struct tir_seq *seq);
/* x = T.int32(): a variable the caller gives, if the signature named it; else one that waits. */
bool frontend_declare_var(struct reader *r, struct name x, const struct value *v);
struct tir_buffer *frontend_declare_scalar(struct reader *r, struct name x, struct tir_type t,
        struct span at, struct tir_seq *seq);
/* x = e of a number: to the scalar x, or to a new one. */
bool frontend_assign_number(struct reader *r, struct name x, const struct value *v, struct span at,
        struct tir_seq *seq);

/* ---- match.c ---- */
/* The form a call's text names, or NFORMS. */
enum form frontend_form_of(struct reader *r, struct range x);
/* ---- block.c ---- */
/* The open block, if this is the scope of its parts.  The root only has buffers. */
struct tir_block *frontend_head(struct reader *r, struct span at, const char *what);

/* ---- form_value.c ---- */
/* T.masked_load("float32x4", A, index..., mask) */
struct value frontend_masked_load(struct reader *r, const struct args *a);
/* ---- older_expr.c ---- */
/* The buffer that a pointer points at; NULL after an error. */
struct tir_buffer *frontend_older_pointed(struct reader *r, const struct value *v);
/* Is the argument given by that name? */
bool frontend_older_is_named(const struct reader *r, const struct value *v, const char *name);
/* Is it a predicate that always holds, or none? */
bool frontend_older_is_always(const struct value *v);

#endif
