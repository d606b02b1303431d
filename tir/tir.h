/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/tir.h: the IR.
 *
 * A module owns functions; a function owns a tree of statements; a statement's operand slots hold
 * expressions.  Expressions are interned in their function: two equal expressions are one node, so
 * equality is ==.  A node is an expression, not an occurrence of it: it has no place in the text;
 * an operand slot (struct tir_operand) is an occurrence and has one.  A node's operands are older
 * than the node: id order is a topological order.
 *
 * Meaning of the IR, which every pass argues from (sources: TVM 0.27, tirscript.md 6):
 *  - int of 32 and 64 bits: overflow is undefined (nsw); narrower ints and all uints wrap.  The
 *    interpreter wraps everywhere, or traps if it is asked to (-ftrapv).
 *  - // and % round to minus infinity, Div and Mod (truncdiv, truncmod) to zero; x/0 and
 *    INT_MIN/-1 trap.  Shifts outside [0, bits) give an unspecified value.  >> is arithmetic for
 *    int, logical for uint.
 *  - floats are IEEE, round to nearest even, never contracted or re-associated.  float16 and
 *    bfloat16 operations round after each operation.  Comparisons are ordered, != too: NaN != NaN
 *    is false (TVM emits fcmp one).  Min and Max are a < b ? a : b and a > b ? a : b: a NaN in
 *    either operand gives b.
 *  - And, Or and IfThenElse evaluate later operands only if needed.  Select evaluates both arms,
 *    unless its condition is a scalar and an arm may trap or reads memory: then only the chosen one.
 *  - Let evaluates its value once, then its body.
 *  - operands are evaluated left to right; a store evaluates indices and value, then writes; lanes
 *    are written in increasing order.  Loop bounds are evaluated once.
 *  - loads and stores out of a buffer's bounds are undefined (the interpreter traps).
 *  - distinct allocations never overlap; a declared view overlaps what it views; buffer parameters
 *    may overlap each other unless the function says tirx.noalias. */
#ifndef TIRC_TIR_H
#define TIRC_TIR_H

#include "tir/stmt.h"

/* ---- Functions and modules --------------------------------------------------------------*/
struct tir_param {
	struct tir_var *var;       /* a scalar or pointer, or NULL */
	struct tir_buffer *buffer; /* a buffer, or NULL */
	struct span at;
};

/* A variable that no parameter spells out: the caller's shape, stride or offset.  In the C calling
 * convention these follow the parameters, in this order (docs/abi.md). */
struct tir_sym {
	struct tir_var *var;
	enum { TIR_SYM_QUOTED, TIR_SYM_TYPEVAR, TIR_SYM_OFFSET } how;
};

/* Expressions, variables and buffers that are numbered together, each kind from 0: those of one function,
 * so that what a pass keeps by number is as large as the function, not as the module. */
struct tir_numbers {
	struct lookup lookup;         /* nodes by number: interning */
	const struct tir_expr **node; /* by number */
	uint32_t cap, nexprs, nvars, nbuffers;
};

struct tir_func {
	const char *name;   /* the def's; changed by tir_func_rename alone */
	const char *symbol; /* exported name: global_symbol or the name; NULL: private */
	struct tir_module *module;
	uint32_t id; /* its place in the module's functions */
	uint32_t
	        origin; /* its number in tir_module.graph; UINT32_MAX: it was not read from there */
	struct tir_numbers *numbers; /* of what it holds; asked for with tir_numbers_of */
	VEC(struct tir_param) params;
	VEC(struct tir_sym) syms;
	const struct tir_attr *attrs;     /* func_attr DICT or NULL */
	const struct tir_attr *decorator; /* keywords of @T.prim_func(...): DICT or NULL */
	struct tir_type ret;              /* void: none; as declared or inferred from return */
	bool ret_declared;
	bool noalias; /* tirx.noalias or tir.noalias is true */
	struct tir_seq body;
	struct span at;
	/* What does the same where no two buffers of its parameters overlap; NULL: nothing.  It has the same parameters and
	 * numbers, and is in no module's list of functions. */
	const struct tir_func *apart;
	/* The same function, made of the same text in another way, with what that is called, and the next such; NULL: there is none.
	 * Who knows which takes least time puts it in the function's place. */
	const struct tir_func *other;
	const char *way;
	bool at_o2; /* LLVM is to optimise it as at -O2, though it is at -O3 that it is compiled */
};

/* A function outside, as a C header declares it. */
struct tir_extern {
	const char *name;
	struct tir_type ret; /* void: returns nothing */
	const struct tir_type *param;
	uint32_t nparams;
	bool variadic;          /* takes more of them */
	const char *no_tir;     /* a C type of it that TIR cannot pass: never called; or NULL */
	enum tir_effect effect; /* PURE: const; READS: pure; NORETURN; OPAQUE: promises nothing */
	const struct source *source; /* the prototype; NULL: not known */
	struct span at;
};
struct tir_externs {
	const struct tir_extern *at; /* by name, strcmp's order */
	uint32_t n;
	/* What calling a function does that no prototype tells of (TIR_OPAQUE: not known); NULL: nothing
	 * is known of those. */
	enum tir_effect (*effect)(void *ctx, const char *name);
	void *ctx;
};

struct tir_graph;
struct tir_module {
	struct arena *arena; /* everything below lives here; not owned */
	struct strtab strings;
	const struct source *source; /* NULL for a module built by hand */
	/* NULL: no header was read.  Set before the first call is built: a call keeps what its
	 * function promises, and flags come from it. */
	const struct tir_externs *externs;
	/* TVM's JSON that it was read from, for graph/ to keep what is not changed; NULL: another text. */
	const struct tir_graph *graph;
	const char *name;   /* class name, or NULL: bare functions */
	const char *header; /* comment lines at the top of the text, to be printed back, or NULL */
	const struct tir_attr *attrs; /* I.module_attrs DICT or NULL */
	VEC(struct tir_func *) funcs;
	struct lookup by_name;   /* functions by name */
	VEC(const char *) names; /* of unknown builtins and called global functions */
	struct lookup by_called; /* these by name */
	/* The numbers that what is made gets: those of the function that was entered last (tir_enter), field for
	 * field.  Where they go when another one is entered; those of what no function holds. */
	struct lookup lookup;
	const struct tir_expr **node;
	uint32_t cap, nexprs, nvars, nbuffers;
	struct tir_numbers *open, common;
	uint32_t nmade;   /* expressions of all functions */
	bool divides;     /* one of them is a division or a call */
	uint32_t nblocks; /* TIR_BLOCK statements made; 0: no function has any */
	bool collide;     /* debugging: every hash is equal; output must not change */
};

/* A new empty module in the arena. */
struct tir_module *tir_module_new(struct arena *arena);
/* With the numbers that the module uses now: a module that is built by hand may do with one set for all. */
struct tir_func *tir_func_new(struct tir_module *m, const char *name);
void tir_func_rename(struct tir_func *f, const char *name);
/* Begin numbers of f's own, before anything that it holds is made, and enter it. */
void tir_func_own_numbers(struct tir_func *f);
/* Go on with f's numbers: whoever makes or keeps something by number for f does this first. */
void tir_enter(const struct tir_func *f);
/* The same with those of what no function holds. */
void tir_leave(struct tir_module *m);
/* How far f's numbers go now. */
struct tir_numbers tir_numbers_of(const struct tir_func *f);
/* A copy of f in its module with another body: what a pass returns.  Shares everything else. */
struct tir_func *tir_func_with_body(const struct tir_func *f, struct tir_seq body);
struct tir_func *tir_find_func(const struct tir_module *m, const char *name);
/* Take functions of which an error is held, by their numbers in m, and all that call them out of m.  Say so in a warning for each, and
 * tell what is held of the others.  only: the function that is asked for, by name or symbol (NULL: all are); what it neither is nor calls goes
 * without a word.  False: a function that is asked for is wrong, not only refused (diag_held.refused), or no exported function would be left; the
 * errors are told then, and m is as it was. */
bool tir_leave_out(struct tir_module *m, struct diag_held *held, const char *only, struct diag *d);
/* Some functions of a module, by their names. */
struct tir_names {
	const char *const *at;
	uint32_t n;
};
bool tir_names_have(const struct tir_names *names, const struct tir_func *f);
/* What a header says of an external function, or NULL. */
const struct tir_extern *tir_find_extern(const struct tir_module *m, const char *name);

/* ---- Building ---------------------------------------------------------------------------
 * The nodes live in the module's arena.  Nothing here folds, casts or checks beyond assert: the
 * reader checks types before it builds, the verifier checks after. */
/* The name is not copied: it must last as long as the module. */
struct tir_var *tir_var_new(struct tir_module *m, const char *name, struct tir_type type);
struct tir_buffer *tir_buffer_new(struct tir_module *m, const char *name, enum tir_buffer_kind kind,
        struct tir_type elem);
/* The one node of this kind.  u is compared by bits: zero what is unused. */
const struct tir_expr *tir_make(struct tir_module *m, enum tir_op op, struct tir_type type,
        uint64_t u, uint32_t n, const struct tir_expr *const *args);
const struct tir_expr *tir_int(struct tir_module *m, struct tir_type t, int64_t v);
const struct tir_expr *tir_float(struct tir_module *m, struct tir_type t, double v);
/* 0 of a number type; of vectors a Broadcast of it. */
const struct tir_expr *tir_zero(struct tir_module *m, struct tir_type t);
const struct tir_expr *tir_string(struct tir_module *m, const char *s);
const struct tir_expr *tir_unary(struct tir_module *m, enum tir_op op, const struct tir_expr *a);
/* Type: the operands', or bool of their lanes for comparisons. */
const struct tir_expr *tir_binary(struct tir_module *m, enum tir_op op, const struct tir_expr *a,
        const struct tir_expr *b);
const struct tir_expr *tir_select(struct tir_module *m, enum tir_op op, const struct tir_expr *c,
        const struct tir_expr *a, const struct tir_expr *b); /* SELECT or IF_THEN_ELSE */
const struct tir_expr *tir_cast(struct tir_module *m, struct tir_type t, const struct tir_expr *a);
const struct tir_expr *tir_ramp(struct tir_module *m, const struct tir_expr *base,
        const struct tir_expr *stride, unsigned lanes);
const struct tir_expr *tir_broadcast(struct tir_module *m, const struct tir_expr *v,
        unsigned lanes);
const struct tir_expr *tir_let(struct tir_module *m, struct tir_var *v,
        const struct tir_expr *value, const struct tir_expr *body);
/* LOAD, MASKED_LOAD or ADDRESS_OF; LOAD's lanes are the last index's times the element's. */
const struct tir_expr *tir_access(struct tir_module *m, enum tir_op op, struct tir_buffer *b,
        uint32_t n, const struct tir_expr *const *index);
/* b.data: of a PARAM the pointer passed, of an ALLOC its memory, of a DECL the pointer that it views, to
 * which its elem_offset is not yet added (TVM 0.27, as compiled code shows). */
const struct tir_expr *tir_buffer_data(struct tir_module *m, struct tir_buffer *b);
/* A call; name only for UNKNOWN and CALL_GLOBAL. */
const struct tir_expr *tir_call(struct tir_module *m, enum tir_builtin b, const char *name,
        struct tir_type type, uint32_t n, const struct tir_expr *const *args);
/* The name after "T." (or the called function's) of a CALL. */
const char *tir_call_name(const struct tir_module *m, const struct tir_expr *call);
/* A row of dma.def. */
struct tir_dma {
	const char *name;
	uint8_t to, from, bytes; /* operands; 0: it copies nothing */
};
/* The row of a call of a packed function; NULL: it is none of them. */
const struct tir_dma *tir_dma(const struct tir_expr *call);
/* The type of the elements of a T.tvm_stack_make_array: that of its operand, or that which it names. */
struct tir_type tir_tensor_type(const struct tir_expr *array);
/* Operand k of such a call as a pointer to elements: of a tensor made in the call its data. NULL: a tensor made elsewhere. */
const struct tir_expr *tir_dma_pointer(const struct tir_expr *call, unsigned k);
/* The same node with other operands (n of them, as many as e has). */
const struct tir_expr *tir_with_args(struct tir_module *m, const struct tir_expr *e,
        const struct tir_expr *const *args);

struct tir_stmt *tir_stmt_new(struct tir_module *m, enum tir_stmt_kind kind, struct span at);
/* An array, to be allocated, of so many dimensions, whose sizes are to be set; of one dimension. */
struct tir_buffer *tir_array_new(struct tir_module *m, const char *name, struct tir_type elem,
        uint32_t ndim);
struct tir_buffer *tir_row_new(struct tir_module *m, const char *name, struct tir_type elem,
        int64_t elements);
/* The statement that allocates the array. */
struct tir_stmt *tir_alloc_new(struct tir_module *m, struct tir_buffer *b, struct span at);
/* A store to the element of these n indices. */
struct tir_stmt *tir_store_new(struct tir_module *m, struct tir_buffer *b, uint32_t n,
        const struct tir_expr *const *index, const struct tir_expr *value, struct span at);
/* The statement that names the value. */
struct tir_stmt *tir_bind_new(struct tir_module *m, struct tir_var *v, const struct tir_expr *value,
        enum tir_bind_form form, struct span at);
/* A loop of the variable from 0 to the number, around nothing yet. */
struct tir_stmt *tir_loop_new(struct tir_module *m, struct tir_var *v, int64_t extent,
        struct span at);
/* A copy with indices of its own, in no sequence yet; its bodies are the same. */
struct tir_stmt *tir_stmt_copy(struct arena *a, const struct tir_stmt *s);
/* A store of the value to the element that another one stores to. */
struct tir_stmt *tir_store_like(struct arena *a, const struct tir_stmt *like,
        const struct tir_expr *value);
void tir_seq_add(struct tir_seq *s, struct tir_stmt *stmt);

/* ---- Asking -----------------------------------------------------------------------------*/
static inline bool tir_is_const_int(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM;
}
static inline bool tir_is_number(const struct tir_expr *e, int64_t n)
{
	return e->op == TIR_INT_IMM && e->u.i == n;
}
/* Is e a number, or one in all lanes?  *out: which one, else 0. */
static inline bool tir_number_of(const struct tir_expr *e, int64_t *out)
{
	e = e->op == TIR_BROADCAST ? e->arg[0] : e;
	*out = e->op == TIR_INT_IMM ? e->u.i : 0;
	return e->op == TIR_INT_IMM;
}
/* True for SELECT evaluated lazily (see the top), AND, OR, IF_THEN_ELSE: operands from 1 on are
 * evaluated only if needed. */
bool tir_select_is_lazy(const struct tir_expr *e);
static inline bool tir_is_lazy(const struct tir_expr *e)
{
	return e->op == TIR_SELECT ? tir_select_is_lazy(e) : tir_ops[e->op].lazy;
}
/* The number of leading operands that are evaluated with the node, whatever it is: 1 for lazy
 * ones, none for ADDRESS_OF's load of itself, all otherwise. */
static inline uint32_t tir_strict_args(const struct tir_expr *e)
{
	return tir_is_lazy(e) ? 1 : e->n;
}
/* Does a For whose extent is more than 0 surely run?  It runs from min to min + extent; where that sum may
 * wrap (signed numbers of 32 bits and more do not overflow), not even a constant extent says so. */
bool tir_loop_ascends(const struct tir_stmt *loop);
/* May evaluating this very node (its operands done) trap? */
bool tir_node_traps(const struct tir_expr *e);
/* By tir/builtins.def; of an external function by its prototype, where that promises something. */
enum tir_effect tir_call_effect(const struct tir_expr *call);
/* The operand slots of one statement in order of evaluation: how many, and the i-th (its address,
 * so that a pass can replace it).  Bodies are not included, and a block has none: its parts are
 * asked for by name. */
uint32_t tir_stmt_operands(struct tir_stmt *s, struct tir_operand **out, uint32_t max);
/* The flags of all of them together. */
uint8_t tir_stmt_flags(const struct tir_stmt *s);
/* What they hold. */
uint32_t tir_stmt_exprs(const struct tir_stmt *s, const struct tir_expr **out, uint32_t max);
/* What a statement of any kind has; what its kind does not have is empty, absent, NULL. */
static inline const void *tir_part(const struct tir_stmt *s, uint8_t at)
{
	return at ? (const char *)s + at : NULL;
}
static inline struct tir_var *tir_var_of(const struct tir_stmt *s)
{
	struct tir_var *const *var = tir_part(s, tir_stmts[s->kind].var);
	return var ? *var : NULL;
}
static inline struct tir_buffer *tir_buffer_of(const struct tir_stmt *s)
{
	struct tir_buffer *const *buffer = tir_part(s, tir_stmts[s->kind].buffer);
	return buffer ? *buffer : NULL;
}
static inline const struct tir_expr *tir_value_of(const struct tir_stmt *s)
{
	const struct tir_operand *value = tir_part(s, tir_stmts[s->kind].value);
	return value ? value->e : NULL;
}
static inline const struct tir_seq *tir_body(const struct tir_stmt *s)
{
	const struct tir_seq *body = tir_part(s, tir_stmts[s->kind].body);
	return body ? body : &tir_empty_seq;
}
static inline const struct tir_seq *tir_orelse(const struct tir_stmt *s)
{
	const struct tir_seq *orelse = tir_part(s, tir_stmts[s->kind].orelse);
	return orelse ? orelse : &tir_empty_seq;
}
const struct tir_attr *tir_attr_of(const struct tir_stmt *s);
const struct tir_attr *tir_node_of(const struct tir_stmt *s);
const char *tir_tag_of(const struct tir_stmt *s);
const struct tir_expr *tir_mask_of(const struct tir_stmt *s);
/* How far a verified loop, FOR, goes on with each iteration. */
static inline int64_t tir_loop_step(const struct tir_stmt *loop)
{
	const struct tir_expr *step = tir_as_for(loop)->more->step.e;
	return step ? step->u.i : 1;
}
/* A loop's own, to be written to. */
struct tir_loop_more *tir_loop_more(struct arena *a, struct tir_stmt *loop);
/* What its kind has, to be written to; NULL: it has none. */
struct tir_operand *tir_value_slot(struct tir_stmt *s);
struct tir_seq *tir_body_slot(struct tir_stmt *s);
/* Give it these, which its kind has. */
void tir_set_var(struct tir_stmt *s, struct tir_var *var);
void tir_set_buffer(struct tir_stmt *s, struct tir_buffer *buffer);
/* Give it this, which has one already; NULL: to any. */
void tir_set_attr(struct tir_stmt *s, const struct tir_attr *attr);
/* Give it these; a kind that has none is given an empty one. */
void tir_set_body(struct tir_stmt *s, struct tir_seq body);
void tir_set_orelse(struct tir_stmt *s, struct tir_seq orelse);
enum { TIR_MAX_RANK = 16, TIR_MAX_OPERANDS = TIR_MAX_RANK + 4 };

/* Visit e and everything below it, operands first (post-order), without recursion; a node that occurs several
 * times is visited at least once, and in time that grows with the nodes.  Returns false if the visitor did. */
bool tir_walk_expr(const struct tir_expr *e, struct arena *scratch,
        bool (*visit)(void *ctx, const struct tir_expr *e), void *ctx);
/* Visit every statement, before its init and body; false stops.  Recursion is as deep as loops nest, which the
 * reader bounds. */
bool tir_walk_stmts(const struct tir_seq *s, bool (*visit)(void *ctx, struct tir_stmt *s),
        void *ctx);

/* ---- Bodies (copy.c) ----------------------------------------------------------------*/
/* A body rebuilt by a pass: each statement in turn is handed to visit, which adds what is to stand
 * for it to out.  Recursion is as deep as statements nest. */
struct tir_seq tir_seq_map(const struct tir_seq *s,
        void (*visit)(void *ctx, const struct tir_stmt *s, struct tir_seq *out), void *ctx);
/* The same for the bodies that t, a copy, has. */
void tir_seq_map_bodies(struct tir_stmt *t,
        void (*visit)(void *ctx, const struct tir_stmt *s, struct tir_seq *out), void *ctx);
/* What becomes of a statement. */
enum tir_fate {
	TIR_KEPT,      /* it stays */
	TIR_LOOKED_AT, /* it stays, but for what its bodies hold */
	TIR_REPLACED   /* what visit added to out stands for it, perhaps nothing */
};
/* A body in which few statements change: each in turn is handed to visit.  False: all are kept, and nothing is copied.  Else *to is the
 * new body; bodies that are kept are those of s. */
bool tir_seq_change(struct arena *a, const struct tir_seq *s,
        enum tir_fate (*visit)(void *ctx, const struct tir_stmt *s, struct tir_seq *out), void *ctx,
        struct tir_seq *to);
/* True if one of the statements in s or below it is such that is(ctx, statement). */
bool tir_seq_any(const struct tir_seq *s, bool (*is)(const struct tir_stmt *s));
/* True if a break or continue in s belongs to the loop whose body s is. */
bool tir_seq_leaves(const struct tir_seq *s);
/* Put the statements of tail behind those of s. */
void tir_seq_append(struct tir_seq *s, struct tir_seq tail);

/* ---- Copies with other variables (subst.c) ----------------------------------------------*/
/* What stands for a variable or a buffer in a copy.  {.m, .arena} is the empty substitution. */
struct tir_subst_memo {
	uint32_t stamp;
	const struct tir_expr *e;
};
/* Accesses of a buffer become accesses of another: index k of its n goes to min[k] plus the index of
 * the dimension that ends as far from the last one. */
struct tir_subst_view {
	struct tir_buffer *of;
	uint32_t n;
	const struct tir_expr **min; /* n */
};
struct tir_subst {
	struct tir_module *m;
	struct arena *arena;
	VEC(const struct tir_expr *) var;        /* by number; NULL: itself */
	VEC(struct tir_buffer *) buffer;         /* by number; NULL: itself */
	VEC(struct tir_subst_memo) memo;         /* by number of expression */
	VEC(const struct tir_subst_view *) view; /* by number; NULL: none */
	/* What stands for a block in a copy; NULL: there are none. */
	void (*block)(struct tir_subst *s, const struct tir_stmt *b, struct tir_seq *out);
	uint32_t stamp; /* memo entries of an older stamp are not good any more */
};
void tir_subst_var(struct tir_subst *s, const struct tir_var *v, const struct tir_expr *e);
/* The expression e, which has operands, becomes another one, until a variable gets another meaning. */
void tir_subst_node(struct tir_subst *s, const struct tir_expr *e, const struct tir_expr *to);
void tir_subst_view(struct tir_subst *s, const struct tir_buffer *b,
        const struct tir_subst_view *view);
/* A new buffer for a copy of b's definition, which the rest of the copy uses. */
struct tir_buffer *tir_subst_fresh_buffer(struct tir_subst *s, struct tir_buffer *b);
/* An index of another type. */
const struct tir_expr *tir_subst_cast(struct tir_subst *s, struct tir_type t,
        const struct tir_expr *e);
/* The sum of two indices, of the wider type. */
const struct tir_expr *tir_subst_add(struct tir_subst *s, const struct tir_expr *a,
        const struct tir_expr *b);
/* e with the variables replaced; Lets get variables of their own. */
const struct tir_expr *tir_subst_expr(struct tir_subst *s, const struct tir_expr *e);
/* A copy of a body that can stand beside it: what it defines is defined anew. */
struct tir_seq tir_subst_seq(struct tir_subst *s, const struct tir_seq *body);

/* ---- Verifier ---------------------------------------------------------------------------*/
/* Check everything the other folders rely on (types, arity, scopes, definitions before uses, one
 * definition a variable).  Reports to d and returns false on the first broken rule of each
 * function, as an internal error: the reader gives no module that breaks one. */
bool tir_verify(const struct tir_module *m, struct diag *d);
bool tir_verify_func(const struct tir_func *f, struct diag *d);
/* The same for a module that was just read: what is wrong is the text's fault. */
bool tir_verify_text(const struct tir_module *m, struct diag *d);

/* ---- Printer ----------------------------------------------------------------------------*/
/* Print as TVMScript that TVM 0.27 and the reader read back as the same program. */
void tir_print_module(const struct tir_module *m, struct sbuf *out);
/* True if the comments at the head of a text are those that the printer puts there. */
bool tir_is_printed_header(const char *h);
void tir_print_func(const struct tir_func *f, struct sbuf *out);
/* What a failed assert says, in text: "assertion failed: ValueError: n is odd". */
enum { TIR_MAX_MESSAGE = 320 };
const char *tir_assert_message(const struct tir_stmt *s, char *text);
/* One expression, for messages; cut short with "..." after max bytes (0: whole). */
void tir_print_expr(const struct tir_module *m, const struct tir_expr *e, size_t max,
        struct sbuf *out);
/* The same of an expression in f: what "x: T.int32" allocates is x in it, as in the text, and not x[0]. */
void tir_print_expr_of(const struct tir_func *f, const struct tir_expr *e, size_t max,
        struct sbuf *out);
/* True if the two functions are the same program: same statements and expressions up to the
 * identity of variables and buffers (they may be of different modules).  *why tells the first
 * difference (static text). */
bool tir_equal_func(const struct tir_func *a, const struct tir_func *b, const char **why);

/* ---- Scalars ----------------------------------------------------------------------------
 * Exact arithmetic of one lane; a value is its bits in memory, zero-extended (bool: 0 or 1). */
uint64_t tir_float_bits(struct tir_type t, double v); /* rounded to nearest even */
double tir_float_value(struct tir_type t, uint64_t bits);
/* How floats of less than 32 bits lie in their bits, from the highest: sign, exponent, mantissa. */
enum tir_float_specials {
	TIR_FLOAT_IEEE,          /* highest exponent: infinity and NaNs */
	TIR_FLOAT_FINITE,        /* no infinity; NaN is all ones (either sign) */
	TIR_FLOAT_UNSIGNED_ZERO, /* no infinity, no -0: its code is the only NaN */
	TIR_FLOAT_EXPONENT,      /* exponent only: no sign, no zero; NaN is all ones */
};
struct tir_float_format {
	uint8_t exponent, mantissa; /* bits */
	uint8_t specials;
	int bias;
};
const struct tir_float_format *tir_float_format(struct tir_type t);
/* Binary and unary nodes on one lane; false: it traps. */
bool tir_eval_binary(enum tir_op op, struct tir_type t, uint64_t a, uint64_t b, uint64_t *out);
/* Does signed + - * of 32 bits and more leave the range of type t?  False for all else. */
bool tir_overflows(enum tir_op op, struct tir_type t, uint64_t a, uint64_t b);
uint64_t tir_eval_cast(struct tir_type to, struct tir_type from, uint64_t v);

#endif
