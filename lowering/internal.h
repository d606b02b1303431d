/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/internal.h: what the files of lowering/ share. */
#ifndef TIRC_LOWERING_INTERNAL_H
#define TIRC_LOWERING_INTERNAL_H

#include "lowering/lowering.h"

/* A value that was computed and may be used again where it dominates: in the operand it was made
 * for, in the same lazy arm or outside of all; what reads memory, until the next effect. */
struct memo {
	uint32_t stamp, effects;
	LLVMValueRef value;
};

/* Which lanes of an expression are built: its own, or those of the line of memory it begins in, or
 * of the next one (lines.c). */
enum lower_side { LOWER_PLAIN, LOWER_LOW, LOWER_HIGH, LOWER_SIDES };

struct lower {
	LLVMContextRef ctx;
	LLVMModuleRef mod;
	LLVMBuilderRef b;
	const struct tir_module *m;
	const struct tir_func *f;
	const struct source *src;
	struct diag *d;
	struct arena *arena;
	LLVMTypeRef word; /* integer of a pointer's width */
	bool is_hexagon;
	enum lower_hvx hvx;
	bool vectorizes; /* LLVM's vectoriser may use HVX */
	/* of the function being built */
	LLVMValueRef fn;
	LLVMBasicBlockRef entry;        /* allocas go before its terminator */
	LLVMValueRef *var;              /* by variable number */
	LLVMValueRef *buffer;           /* by buffer number: pointer to element 0 */
	struct memo *memo[LOWER_SIDES]; /* by expression number */
	uint32_t *nest;                 /* by expression number: see too_deep() */
	struct lower_pairs *pairs;      /* NULL: no HVX */
	struct lower_lines *lines;      /* NULL: no HVX */
	enum lower_side side;
	int delta;        /* lanes from where an expression's loads begin to where the side's do */
	uint32_t effects; /* how many were built */
	uint32_t *met, round;     /* by expression number: the last walk that met it */
	uint32_t *binder, nloops; /* by variable number: see lower_is_carried() */
	VEC(uint32_t) active;     /* stamps of the arms we are in, innermost last */
	uint32_t stamp;
	bool *for_lanes; /* by variable number: LLVM's vectoriser has the loop, which is built */
	const struct tir_stmt **definer; /* by variable number: the loop or binding it is of */
	LLVMBasicBlockRef on_break, on_continue;
	uint32_t loop_heap;     /* heap blocks live where the loop began */
	VEC(LLVMValueRef) heap; /* pointers to free, innermost last */
	uint64_t stack_bytes;
	struct span at;              /* of the operand being built, for messages */
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
LLVMValueRef lower_to_float(struct lower *l, LLVMValueRef v, struct tir_type t);
LLVMValueRef lower_from_float(struct lower *l, LLVMValueRef v, struct tir_type t);
LLVMValueRef lower_cast(struct lower *l, LLVMValueRef v, struct tir_type from, struct tir_type to);
/* expr.c */
LLVMValueRef lower_expr(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_operand(struct lower *l, struct tir_operand o);
/* What was built for e and may be used here, or NULL; what was built is kept.  `of` is by expression number. */
LLVMValueRef lower_recall(const struct lower *l, const struct memo *of, const struct tir_expr *e);
LLVMValueRef lower_remember(struct lower *l, struct memo *of, const struct tir_expr *e,
        LLVMValueRef v);
/* hvx.c: an instruction, once for each part of its operands.  The lanes of a part: of the result,
 * which has 16 bits a lane, then of each operand that is a vector. */
struct hvx_shape {
	unsigned lanes[4];
};
LLVMValueRef lower_hvx(struct lower *l, const char *name, struct hvx_shape shape,
        const LLVMValueRef *x, unsigned n);
/* Bytes of v, whose lanes are in pairs; n: the last operand, or NULL. */
LLVMValueRef lower_hvx_pack(struct lower *l, const char *name, LLVMValueRef v, LLVMValueRef n);
/* n lanes of a, n lanes of b, the next n of a and so on. */
LLVMValueRef lower_hvx_join(struct lower *l, LLVMValueRef a, LLVMValueRef b, unsigned n);
/* v, whose lanes are in pairs, with its lanes in order. */
LLVMValueRef lower_hvx_in_order(struct lower *l, LLVMValueRef v);
/* Lanes [from, from + n) of a and b side by side; b: NULL if there is none. */
LLVMValueRef lower_lanes(struct lower *l, LLVMValueRef a, LLVMValueRef b, unsigned from,
        unsigned n);
/* Lanes [k, k + 128) of a and b, 128 lanes each in pairs; in pairs. */
LLVMValueRef lower_hvx_shift_pairs(struct lower *l, LLVMValueRef a, LLVMValueRef b, unsigned k);
/* lines.c: before a function is built; by how many lanes e is behind the lines it is to be made of,
 * or 0; its value made of them, or NULL; the sides of a variable */
void lower_lines_survey(struct lower *l, const struct tir_func *f);
unsigned lower_lines_offset(const struct lower *l, const struct tir_expr *e);
void lower_lines_enter(struct lower *l, enum lower_side side, unsigned offset);
void lower_lines_leave(struct lower *l);
LLVMValueRef lower_from_lines(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_variable(struct lower *l, const struct tir_expr *e);
void lower_lines_bind(struct lower *l, const struct tir_stmt *s,
        LLVMValueRef (*value)(struct lower *l, const struct tir_stmt *s));
/* pairs.c: before a function is built; a cast to bytes, a variable's value, or NULL if they are
 * not for pairs */
void lower_pairs_survey(struct lower *l, const struct tir_func *f);
LLVMValueRef lower_narrow(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_pairs_bind(struct lower *l, const struct tir_stmt *s);
/* Arithmetic that HVX does lane by lane, the lanes in any order. */
bool lower_is_lanewise(const struct tir_expr *e);
/* arith.c, shift.c */
LLVMValueRef lower_shift_right(struct lower *l, bool is_signed, LLVMValueRef a, LLVMValueRef by);
LLVMValueRef lower_binary(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b);
/* idiom.c: the constant that all lanes of v have, or NULL; is the product of a form that LLVM's idiom for
 * fixed-point multiplication on HVX does right, whatever is added to it? */
LLVMValueRef lower_splat_of(LLVMValueRef v);
bool lower_is_scaling(LLVMValueRef product);
/* access.c */
LLVMValueRef lower_load(struct lower *l, const struct tir_expr *e);
/* access.c: what a vector's name stands for, if that may as well be computed again; else e. */
const struct tir_expr *lower_unnamed(const struct lower *l, const struct tir_expr *e);
/* gather.c: HVX: elements of base at a vector of indices, as loads of rows; NULL: it is not for that. */
LLVMValueRef lower_gather(struct lower *l, LLVMValueRef base, const struct tir_expr *index,
        struct tir_type t);
/* The vector of these lanes as words, if LLVM may be wrong with lanes of that type; else NULL. */
LLVMValueRef lower_vector(struct lower *l, const LLVMValueRef *lane, struct tir_type t);
/* A number that surely divides e; 0 if e is 0. */
uint64_t lower_factor(const struct tir_expr *e);
/* e without the constant it ends with, which goes to *offset if it is not too large; NULL: e is one. */
const struct tir_expr *lower_split_offset(const struct tir_expr *e, int64_t *offset);
/* Is b's memory a number of lines, each at a multiple of its length? */
bool lower_lies_in_lines(const struct tir_buffer *b, unsigned line);
LLVMValueRef lower_address(struct lower *l, const struct tir_expr *e);
void lower_store(struct lower *l, const struct tir_stmt *s);
/* carried.c: must Hexagon's software pipeliner leave the loop alone?  Must the vectoriser? */
bool lower_is_carried(struct lower *l, const struct tir_stmt *s);
bool lower_is_followed(struct lower *l, const struct tir_stmt *s);
/* again.c: how many iterations LLVM is to put side by side, for what they load is the same; 0: as it likes. */
unsigned lower_copies(struct lower *l, const struct tir_stmt *s);
/* call.c, math.c */
LLVMValueRef lower_call(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_math(struct lower *l, enum tir_builtin b, struct tir_type t, LLVMValueRef *x,
        unsigned n);
LLVMValueRef lower_intrinsic(struct lower *l, const char *name, LLVMTypeRef *overload, unsigned no,
        LLVMValueRef *x, unsigned n);
LLVMValueRef lower_pure_function(struct lower *l, const char *name, LLVMTypeRef ret,
        LLVMValueRef *x, unsigned n);
LLVMValueRef lower_alloca(struct lower *l, LLVMTypeRef t, uint64_t n, unsigned align);
/* loop.c: before a function is built; the most iterations of a loop, INT64_MAX: any number; what LLVM is told
 * of loop s, once its body is built: branch is the one back to its head. */
void lower_loops_survey(struct lower *l, const struct tir_func *f);
int64_t lower_most_trips(const struct lower *l, const struct tir_stmt *s);
void lower_mark_loop(struct lower *l, const struct tir_stmt *s, LLVMValueRef branch);
/* stmt.c */
void lower_seq(struct lower *l, const struct tir_seq *s);
bool lower_is_terminated(struct lower *l);

#endif
