/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/internal.h: what the files of lowering/ share. */
#ifndef TIRC_LOWERING_INTERNAL_H
#define TIRC_LOWERING_INTERNAL_H

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "lowering/lowering.h"

/* A value that was computed and may be used again where it dominates: in the operand it was made
 * for, in the same lazy arm or outside of all; what reads memory, until the next effect. */
struct memo {
	uint32_t stamp, effects;
	LLVMValueRef value;
};

/* Which lanes of an expression are built: its own, or those of the line of memory it begins in, or
 * of the next one (hexagon/windows.c). */
enum lower_side { LOWER_PLAIN, LOWER_LOW, LOWER_HIGH, LOWER_SIDES };

/* What memory on the stack holds while lanes are done one by one (access.c). */
enum lower_scratch {
	LOWER_LANES,
	LOWER_INDICES,
	LOWER_MASK,
	LOWER_CHECKED, /* two operands and a mask of what fail.c checks */
	LOWER_CHECKED_BY,
	LOWER_CHECKED_MASK,
	LOWER_SCRATCHES
};
struct lower_room {
	LLVMValueRef p;
	uint64_t bytes; /* 0: there is none yet */
};

struct facts;
struct lower;
/* The value that s binds to its variable. */
typedef LLVMValueRef lower_bound(struct lower *l, const struct tir_stmt *s);
/* What a target does its own way.  Where a hook returns NULL the value is built as for any target. */
struct lower_hooks {
	/* A function is about to be built. */
	void (*begin)(struct lower *l, const struct tir_func *f);
	/* The value of an expression; of a variable; of a cast. */
	LLVMValueRef (*expr)(struct lower *l, const struct tir_expr *e);
	LLVMValueRef (*variable)(struct lower *l, const struct tir_expr *e);
	LLVMValueRef (*cast)(struct lower *l, const struct tir_expr *e);
	/* The value that statement s binds to its variable. */
	LLVMValueRef (*bound)(struct lower *l, const struct tir_stmt *s);
	/* A variable is about to be bound: build what it has on the other sides (enum lower_side). */
	void (*bind)(struct lower *l, const struct tir_stmt *s, lower_bound *value);
	/* The elements of base, which is a row of b, at a vector of indices. */
	LLVMValueRef (*gather)(struct lower *l, LLVMValueRef base, const struct tir_buffer *b,
	        const struct tir_expr *index, struct tir_type t);
	/* The vector of type t that has these lanes. */
	LLVMValueRef (*vector)(struct lower *l, const LLVMValueRef *lane, struct tir_type t);
	/* T.q_multiply_shift and T.q_multiply_shift_per_axis. */
	LLVMValueRef (*multiply_shift)(struct lower *l, const struct tir_expr *e);
	/* A quotient or a remainder of integers, a by b. */
	LLVMValueRef (*divide)(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
	        LLVMValueRef b);
	LLVMValueRef (*shift_right)(struct lower *l, bool is_signed, LLVMValueRef a,
	        LLVMValueRef by);
	/* The body of loop s is built: say to LLVM what it should know.  branch goes back to its head. */
	void (*loop)(struct lower *l, const struct tir_stmt *s, LLVMValueRef branch);
	/* Statement s stores neighbouring elements: say to LLVM what it should know. */
	void (*stored)(struct lower *l, const struct tir_store *s, LLVMValueRef store);
};

struct lower {
	LLVMContextRef ctx;
	LLVMModuleRef mod;
	LLVMBuilderRef b;
	const struct tir_module *m;
	const struct tir_func *f;
	const struct lower_options *options;
	const struct source *src;
	struct diag *d;
	const struct lower_hooks *hooks;
	struct lower_hexagon *hexagon; /* of its hooks; NULL: another target */
	/* What a node becomes, called by lower_expr() for its operands first: lower_node(). */
	LLVMValueRef (*node)(struct lower *l, const struct tir_expr *e);
	struct arena *arena;
	LLVMTypeRef word; /* integer of a pointer's width */
	bool is_hexagon;
	struct target_hvx hvx;  /* known to be absent elsewhere than on Hexagon */
	LLVMValueRef *func;     /* by number in the module */
	struct strtab exported; /* the names that its functions are exported by */
	/* of the function being built */
	LLVMValueRef fn;
	bool scalar_loops; /* LLVM is to leave its loops alone */
	bool in_lines;     /* its parameters begin with a line of HVX each */
	bool wants_lines;
	LLVMBasicBlockRef entry; /* allocas go before its terminator */
	LLVMValueRef *var;       /* by variable number */
	LLVMValueRef *buffer;    /* by buffer number: pointer to element 0 */
	LLVMValueRef *data;      /* the same without a view's elem_offset */
	uint32_t *data_align;    /* of a view's data, in bytes; 0: not known */
	LLVMValueRef *
	        bytes; /* by buffer number: of a checked build's own memory and parameters; NULL: not known */
	struct memo *memo[LOWER_SIDES]; /* by expression number */
	uint32_t *nest;                 /* by expression number: see too_deep() */
	uint32_t *chain;                /* by expression number: see bounded() */
	enum lower_side side;
	int delta;        /* lanes from where an expression's loads begin to where the side's do */
	uint32_t effects; /* how many were built */
	uint32_t *met, round; /* by expression number: the last walk that met it */
	VEC(uint32_t) active; /* stamps of the arms we are in, innermost last */
	uint32_t stamp;
	uint32_t
	        ncopies; /* nodes that were built anew though they were there (lower_options.copies) */
	bool overlaps;    /* parameters may, in a way that a loop's hints do not count with */
	bool is_open;     /* the innermost loop has an unknown trip count */
	bool copies_rows; /* a loop with an unknown trip count copies vectors */
	struct lower_names *names; /* names.c: what names stand for */
	const struct facts *facts; /* of the function */
	const bool *
	        again; /* by buffer number: each iteration loads its windows again (windows.c); NULL: none does */
	uint64_t *factor; /* by variable number: what divides it; 0: not known */
	uint32_t *
	        named_chain; /* by variable number: 1 + that of what it is bound to; 0: it is none */
	LLVMBasicBlockRef on_break, on_continue;
	uint32_t loop_heap;     /* heap blocks live where the loop began */
	VEC(LLVMValueRef) heap; /* pointers to free, innermost last */
	LLVMBasicBlockRef row;  /* where nodes were built last */
	uint32_t row_nodes;     /* how many, in it */
	uint64_t stack_bytes;
	struct lower_room scratch[LOWER_SCRATCHES];
	struct span at;              /* of the operand being built, for messages */
	struct span stmt_at;         /* of the statement being built, for messages of the code */
	LLVMValueRef fail_values;    /* memory for the values in them; NULL: there is none yet */
	LLVMMetadataRef scope, file; /* debug lines; NULL: none */
	LLVMDIBuilderRef di;
	bool failed;
};

/* Say what cannot be compiled, where; returns an undefined value of the type. */
LLVMValueRef lower_refuse(struct lower *l, struct tir_type t, const char *format, ...)
        PRINTF_LIKE(3, 4);
/* types.c */
LLVMTypeRef lower_type(struct lower *l, struct tir_type t);        /* of a value */
LLVMTypeRef lower_memory_type(struct lower *l, struct tir_type t); /* of an element in memory */
LLVMValueRef lower_splat(struct lower *l, LLVMValueRef v, unsigned lanes);
LLVMValueRef lower_lane(struct lower *l, LLVMValueRef v, unsigned lane);
LLVMValueRef lower_const_int(struct lower *l, struct tir_type t, int64_t v);
LLVMValueRef lower_const_float(struct lower *l, struct tir_type t, double v);
LLVMValueRef lower_widen_index(struct lower *l, LLVMValueRef v, struct tir_type t);
bool lower_is_storage_float(struct tir_type t); /* kept as its bits: bfloat16, float8 */
/* cast.c */
LLVMValueRef lower_cast(struct lower *l, LLVMValueRef v, struct tir_type from, struct tir_type to);
/* small_float.c: of those, what v is as a float32; what v is of any other type, rounded once */
LLVMValueRef lower_to_float(struct lower *l, LLVMValueRef v, struct tir_type t);
LLVMValueRef lower_to_small(struct lower *l, LLVMValueRef v, struct tir_type from,
        struct tir_type to);
/* hints.c: metadata llvm.loop.  One hint is !{"key", value}; bits 0: it has no value. */
LLVMMetadataRef lower_hint(LLVMContextRef ctx, const char *key, unsigned bits, unsigned value);
/* Give the loop that the branch goes back in these hints, in place of any that it has. */
enum { LOWER_HINTS = 8 }; /* n at most */
void lower_give_hints(LLVMContextRef ctx, LLVMValueRef branch, const LLVMMetadataRef *hint,
        unsigned n);
/* Add the hint `key` to those of the loop that ends with the branch, unless it has one. */
void lower_add_hint(LLVMContextRef ctx, LLVMValueRef branch, const char *key, unsigned value);
/* levels.c: have LLVM optimise the function as at -O2 where it optimises the module as at -O3; run the passes of a pipeline so */
void lower_mark_o2(LLVMValueRef f);
LLVMErrorRef lower_run_passes(LLVMModuleRef m, LLVMTargetMachineRef machine, const char *pipeline,
        LLVMPassBuilderOptionsRef o);
/* wrapped.c: the hook loop of targets without one: LLVM's vectoriser leaves the loop alone if an index in it begins again */
void lower_keep_wrapped(struct lower *l, const struct tir_stmt *s, LLVMValueRef branch);
/* forwarded.c: the end of a loop's iteration is being built: have no pass keep what is stored for the next one, if another store may
 * change a part of that */
void lower_keep_loads(struct lower *l, const struct tir_stmt *loop);
/* far_loads.c: does the loop only sum up, in few iterations, and load what lies in another line of the cache each time? */
bool lower_loads_far(const struct lower *l, const struct tir_stmt *s);
/* windows.c: by buffer number: is LLVM to load an element again in each iteration that uses it? */
bool *lower_find_windows(const struct lower *l, const struct tir_func *f);
/* access.c: the elements between neighbours in dimension i of a buffer without strides; 0: not known, or more than 31 bits hold */
uint64_t lower_row_elements(const struct tir_buffer *b, uint32_t i);
/* gathers.c: is LLVM to make no gathers in the function, for a processor and features? */
bool lower_spares_gathers(LLVMValueRef f, const char *cpu, const char *features);
/* fail.c: end the run at this statement with the text, in which the n values (64 bits) stand for '%', or with a trap */
void lower_fail(struct lower *l, const char *text, const LLVMValueRef *value, unsigned n);
/* Go on only if that is so. */
void lower_ensure(struct lower *l, LLVMValueRef good, const char *text, const LLVMValueRef *value,
        unsigned n);
/* Of a checked build: a by b can be divided; the access lies in its memory, where that is known. */
void lower_check_division(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b);
void lower_check_bounds(struct lower *l, const char *what, const struct tir_buffer *b,
        const struct tir_operand *index, uint32_t n, LLVMValueRef mask);
/* Note the bytes of a parameter; the most and the number of bytes to ask for, for memory of our own; it was got. */
void lower_note_bytes(struct lower *l, const struct tir_buffer *b);
uint64_t lower_most_bytes(const struct lower *l);
LLVMValueRef lower_checked_size(struct lower *l, const struct tir_buffer *b);
void lower_ensure_memory(struct lower *l, const struct tir_buffer *b, LLVMValueRef p);
/* With -ftrapv: signed a + b, a - b, a * b of 32 bits and more do not overflow; where: what the message names. */
void lower_check_overflow(struct lower *l, enum tir_op op, struct tir_type t, LLVMValueRef a,
        LLVMValueRef b, const char *where);
/* expr.c */
LLVMValueRef lower_expr(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_operand(struct lower *l, struct tir_operand o);
/* An operand that perhaps is not evaluated: what is built from here on is known in it alone. */
void lower_enter_arm(struct lower *l);
void lower_leave_arm(struct lower *l);
/* What was built for e and may be used here, or NULL; what was built is kept.  `of` is by expression number. */
LLVMValueRef lower_recall(const struct lower *l, const struct memo *of, const struct tir_expr *e);
LLVMValueRef lower_remember(struct lower *l, struct memo *of, const struct tir_expr *e,
        LLVMValueRef v);
/* node.c: e's node, its operands by lower_expr() */
LLVMValueRef lower_node(struct lower *l, const struct tir_expr *e);
/* Tell LLVM that the branch is taken if T.likely says so of its condition. */
void lower_tell_likely(struct lower *l, const struct tir_expr *c, LLVMValueRef branch);
/* arith.c */
LLVMValueRef lower_shift_right(struct lower *l, bool is_signed, LLVMValueRef a, LLVMValueRef by);
/* A quotient or a remainder of vectors, lane by lane in memory. */
LLVMValueRef lower_divide_lanes(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b);
LLVMValueRef lower_binary(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b);
/* extremes.c: c ? a : b, which LLVM must not take for a minimum or maximum of floats where it does wrong */
LLVMValueRef lower_choose(struct lower *l, LLVMValueRef c, LLVMValueRef a, LLVMValueRef b);
/* Where c compares a float with a constant: the same by the float beside that. */
LLVMValueRef lower_hide_constant(struct lower *l, LLVMValueRef c);
/* The floats next to constants, above or below, in each lane; NULL: one lane has none. */
LLVMValueRef lower_beside(LLVMValueRef c, bool above);
/* The predicate by which x compares with the float beside c, *above or below, as it does with c by p: <= with the one below for <.
 * LLVMRealPredicateFalse: p is no such one. */
LLVMRealPredicate lower_beside_predicate(LLVMRealPredicate p, bool *above);
/* The predicate of the operands the other way round; LLVMRealPredicateFalse: it is none of less, greater, or equal. */
LLVMRealPredicate lower_swapped_predicate(LLVMRealPredicate p);
/* many.c: a value of type t in memory, of that alignment; the load, the store */
LLVMValueRef lower_load_at(struct lower *l, LLVMValueRef p, struct tir_type t, unsigned align);
LLVMValueRef lower_store_at(struct lower *l, LLVMValueRef p, LLVMValueRef v, struct tir_type t,
        unsigned align);
/* Lanes that are put together one by one; LLVM takes minutes for hundreds. */
enum { LOWER_MAX_INSERTED = 128 };
/* Memory on the stack for a vector of type t; the one before it for this use may be gone. */
LLVMValueRef lower_scratch(struct lower *l, enum lower_scratch use, struct tir_type t);
/* A vector in such memory, or NULL if there is none. */
LLVMValueRef lower_spilled(struct lower *l, enum lower_scratch use, LLVMValueRef v,
        struct tir_type t);
/* The place of lane k, of type t, of the vector in memory. */
LLVMValueRef lower_lane_place(struct lower *l, LLVMValueRef p, struct tir_type t, LLVMValueRef k);
/* A loop over lanes. */
struct lower_lanes_loop {
	LLVMBasicBlockRef body, next; /* next: after a lane that the mask leaves out, too */
	LLVMValueRef k;               /* the lane */
	bool stays;                   /* LLVM is not to write it out */
};
/* Begin it; mask: of all lanes, in memory, or NULL. */
struct lower_lanes_loop lower_begin_lanes(struct lower *l, LLVMValueRef mask);
void lower_end_lanes(struct lower *l, struct lower_lanes_loop *loop, unsigned lanes);
/* access.c */
LLVMValueRef lower_load(struct lower *l, const struct tir_expr *e);
/* Bytes that the parameter's memory is a multiple of. */
uint64_t lower_param_align(const struct lower *l, const struct tir_buffer *b);
/* Would the function access whole lines of HVX if all its parameters began with one?  Do they, when it runs? */
bool lower_wants_lines(struct lower *l, const struct tir_func *f);
LLVMValueRef lower_lie_in_lines(struct lower *l, const struct tir_func *f);
/* apart.c: do no two buffers of f's parameters overlap, of which it stores to one? */
LLVMValueRef lower_are_apart(struct lower *l, const struct tir_func *f);
/* e without the constant it ends with, which goes to *offset if it is not too large; NULL: e is one. */
const struct tir_expr *lower_split_offset(const struct tir_expr *e, int64_t *offset);
/* Note what is known of a view's data once it is declared. */
void lower_note_view(struct lower *l, const struct tir_stmt *s);
/* Is b's memory a number of lines, each at a multiple of its length? */
bool lower_lies_in_lines(const struct lower *l, const struct tir_buffer *b, unsigned line);
/* Lanes of the row that the load e is of, from so many behind its first one on; bytes that their address is a multiple of. */
LLVMValueRef lower_row_part(struct lower *l, const struct tir_expr *e, int64_t from, unsigned lanes,
        unsigned align);
LLVMValueRef lower_address(struct lower *l, const struct tir_expr *e);
void lower_store(struct lower *l, const struct tir_stmt *s);
/* Let LLVM compute v, by which the store s goes on with a sum or a product of floats, in any order, if the options do.  (arith.c) */
void lower_allow_any_order(struct lower *l, const struct tir_stmt *s, LLVMValueRef v);
/* wanted.c: which functions of m the options ask for, by number, in the arena. */
const bool *lower_wanted(const struct tir_module *m, const struct lower_options *options,
        struct arena *arena);
/* names.c: before a function is built; before each of its statements. */
void lower_names_begin(struct lower *l, const struct tir_func *f);
void lower_names_enter(struct lower *l, const struct tir_stmt *s);
/* Is the statement that is built a store to the buffer? */
bool lower_is_stored_to(const struct lower *l, const struct tir_buffer *b);
/* May what the name e stands for be computed here, instead of where it was bound?  Then that, other names followed as far;
 * else e.  There is no other way from a name to its expression. */
const struct tir_expr *lower_value_here(const struct lower *l, const struct tir_expr *e);
/* What is true of the value of e, whoever computed it, from what its name is bound to. */
typedef int64_t lower_fact(const struct tir_expr *value);
int64_t lower_known(const struct lower *l, const struct tir_expr *e, lower_fact *fact);
/* symbol.c: may f be compiled under its name?  Else that is said. */
bool lower_check_symbol(const struct tir_func *f, struct diag *d);
/* Is a function of the module exported by this name? */
bool lower_exported(const struct lower *l, const char *name);
/* The function that the linker finds by the name, declared with this type if nothing has named it yet. */
LLVMValueRef lower_outside(struct lower *l, const char *name, LLVMTypeRef type, bool *fresh);
/* A call of an intrinsic of LLVM's with n operands; overload: the types it is for. */
LLVMValueRef lower_intrinsic(struct lower *l, const char *name, LLVMTypeRef *overload, unsigned no,
        LLVMValueRef *x, unsigned n);
/* intrinsic.c: T.call_llvm_intrin and T.call_llvm_pure_intrin */
LLVMValueRef lower_llvm_intrinsic(struct lower *l, const struct tir_expr *e);
/* call.c, math.c */
LLVMValueRef lower_call(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_math(struct lower *l, enum tir_builtin b, struct tir_type t, LLVMValueRef *x,
        unsigned n);
LLVMValueRef lower_pure_function(struct lower *l, const char *name, LLVMTypeRef ret,
        LLVMValueRef *x, unsigned n);
LLVMValueRef lower_alloca(struct lower *l, LLVMTypeRef t, uint64_t n, unsigned align);
/* symbol.c: give the function being built, its result or a parameter an attribute. */
void lower_attribute(struct lower *l, unsigned index, const char *name, uint64_t value);
/* func.c: declare f, parameters, then the sizes that no parameter spells out; build function i of the module, which is declared. */
LLVMValueRef lower_declare_func(struct lower *l, const struct tir_func *f);
void lower_func(struct lower *l, uint32_t i);
/* packed.c: the entry of an exported function f, which is fn, in TVM's calling convention; of tables that are new. */
void lower_packed_entry(struct lower *l, const struct tir_func *f, LLVMValueRef fn);
/* bound.c: have LLVM leave the function as it is, with a warning, where optimising it might not end. */
void lower_bound_function(struct lower *l, const struct tir_func *f);
/* debug.c: nothing where no debug information is asked for.  Open the module; begin a function; tell of its parameters,
 * which are known. */
void lower_open_debug(struct lower *l);
void lower_debug_function(struct lower *l, const struct tir_func *f);
void lower_debug_params(struct lower *l, const struct tir_func *f);
/* What is built from here on is at that place. */
void lower_debug_at(struct lower *l, struct span at);
/* Begin a block of variables of its own; returns what it is in, for its end. */
LLVMMetadataRef lower_debug_enter(struct lower *l, struct span at);
void lower_debug_leave(struct lower *l, LLVMMetadataRef outer, struct span at);
/* From here on the variable, or the buffer, is what it is. */
void lower_debug_var(struct lower *l, const struct tir_var *var, struct span at);
void lower_debug_buffer(struct lower *l, const struct tir_buffer *b, struct span at);
/* The variable of a loop, told in front of it: there a debugger stops once, where the loop itself begins again and again.
 * Returns its place on the stack, where each next value is put; NULL: it has none and is told in the body. */
LLVMValueRef lower_debug_first(struct lower *l, const struct tir_var *var, LLVMValueRef first,
        struct span at);
void lower_debug_next(struct lower *l, const struct tir_var *var, LLVMValueRef place,
        LLVMValueRef next);
/* stmt.c */
void lower_seq(struct lower *l, const struct tir_seq *s);
bool lower_is_terminated(struct lower *l);

/* ---- align.c ---- */
/* Note what divides the variable of a loop or a binding. */
void lower_note_factor(struct lower *l, const struct tir_stmt *s);
enum { LOWER_ALLOC_ALIGN = TARGET_HVX_BYTES }; /* of our own memory: a whole HVX vector */
/* What divides the number of the first element of an access, whose last index begins at `last`; NULL: at 0. */
uint64_t lower_element_factor(const struct lower *l, const struct tir_buffer *b,
        const struct tir_operand *index, uint32_t n, const struct tir_expr *last);
/* Alignment of an access of `bytes`, of whose first element's number `at` is a factor. */
unsigned lower_access_align(const struct lower *l, const struct tir_buffer *b, uint64_t at,
        uint64_t bytes);

#endif
