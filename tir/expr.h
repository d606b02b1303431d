/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/expr.h: expressions, and the buffers and variables that they name.  A part of tir/tir.h, which alone includes it. */
#ifndef TIRC_TIR_EXPR_H
#define TIRC_TIR_EXPR_H

#include "tir/type.h"

/* ---- Expressions ------------------------------------------------------------------------*/
enum tir_op {
#define OP(name, ...) TIR_##name,
#include "tir/ops.def"
	TIR_NOPS
};
/* Groups of them, for a switch that treats each of a group alike: `case TIR_ANY_SHIFT:`.  They need no `default`, and a
 * new operation must be put into one, or the switches that do not know it do not compile. */
#define TIR_ANY_CONSTANT                                                                           \
	TIR_INT_IMM:                                                                               \
	case TIR_FLOAT_IMM:                                                                        \
	case TIR_STRING_IMM
#define TIR_ANY_LEAF                                                                               \
	TIR_ANY_CONSTANT:                                                                          \
	case TIR_VAR
#define TIR_ANY_RING                                                                               \
	TIR_ADD:                                                                                   \
	case TIR_SUB:                                                                              \
	case TIR_MUL
#define TIR_ANY_DIVISION                                                                           \
	TIR_DIV:                                                                                   \
	case TIR_MOD:                                                                              \
	case TIR_FLOORDIV:                                                                         \
	case TIR_FLOORMOD
#define TIR_ANY_EXTREME                                                                            \
	TIR_MIN:                                                                                   \
	case TIR_MAX
#define TIR_ANY_ARITHMETIC                                                                         \
	TIR_ANY_RING:                                                                              \
	case TIR_ANY_DIVISION:                                                                     \
	case TIR_ANY_EXTREME
#define TIR_ANY_COMPARISON                                                                         \
	TIR_EQ:                                                                                    \
	case TIR_NE:                                                                               \
	case TIR_LT:                                                                               \
	case TIR_LE:                                                                               \
	case TIR_GT:                                                                               \
	case TIR_GE
#define TIR_ANY_LOGIC                                                                              \
	TIR_AND:                                                                                   \
	case TIR_OR:                                                                               \
	case TIR_NOT
#define TIR_ANY_BITWISE                                                                            \
	TIR_BITAND:                                                                                \
	case TIR_BITOR:                                                                            \
	case TIR_BITXOR:                                                                           \
	case TIR_BITNOT
#define TIR_ANY_SHIFT                                                                              \
	TIR_SHL:                                                                                   \
	case TIR_SHR
#define TIR_ANY_OPERATOR                                                                           \
	TIR_ANY_ARITHMETIC:                                                                        \
	case TIR_ANY_COMPARISON:                                                                   \
	case TIR_ANY_LOGIC:                                                                        \
	case TIR_ANY_BITWISE:                                                                      \
	case TIR_ANY_SHIFT
#define TIR_ANY_CHOICE                                                                             \
	TIR_SELECT:                                                                                \
	case TIR_IF_THEN_ELSE
#define TIR_ANY_VECTOR                                                                             \
	TIR_RAMP:                                                                                  \
	case TIR_BROADCAST:                                                                        \
	case TIR_SHUFFLE
#define TIR_ANY_MEMORY                                                                             \
	TIR_LOAD:                                                                                  \
	case TIR_MASKED_LOAD:                                                                      \
	case TIR_BUFFER_DATA:                                                                      \
	case TIR_ADDRESS_OF
#define TIR_ANY_OTHER                                                                              \
	TIR_CAST:                                                                                  \
	case TIR_ANY_CHOICE:                                                                       \
	case TIR_ANY_VECTOR:                                                                       \
	case TIR_LET:                                                                              \
	case TIR_ANY_MEMORY:                                                                       \
	case TIR_CALL
enum tir_builtin {
#define BUILTIN(name, ...) TIR_BUILTIN_##name,
#include "tir/builtins.def"
	TIR_NBUILTINS
};
enum tir_form { TIR_FORM_LEAF, TIR_FORM_INFIX, TIR_FORM_PREFIX, TIR_FORM_HELPER, TIR_FORM_SPECIAL };
enum { TIR_CONTRACT = 7 }; /* operands that a builtin tells apart */
enum tir_effect { TIR_PURE, TIR_READS, TIR_OPAQUE, TIR_NORETURN, TIR_INFO };

enum tir_takes {
	TIR_TAKES_ANY,
	TIR_TAKES_NUMBERS,
	TIR_TAKES_ORDERED,
	TIR_TAKES_INTS,
	TIR_TAKES_BITS,
	TIR_TAKES_TRUTH,
	TIR_TAKES_VALUES,
};

struct tir_opinfo {
	const char *name, *node, *text;
	enum tir_form form;
	int arity, prec;
	enum tir_takes takes;
	bool commutes, fcommutes, traps, compare, lazy, reads;
};
struct tir_builtininfo {
	const char *name, *text;
	int min, max;
	enum tir_effect effect;
	enum { TIR_DTYPE_OP, TIR_DTYPE_FIRST, TIR_DTYPE_LAST, TIR_DTYPE_FIXED } dtype;
	struct tir_type type; /* when FIXED; no lanes: the first operand's */
	bool is_float, vector, transparent, gpu;
	const char *llvm, *libm;
	/* Words of tir/contract.h: what the result must be, then the operands; 0: as the one before. */
	uint32_t contract[1 + TIR_CONTRACT];
};
extern const struct tir_opinfo tir_ops[TIR_NOPS];
/* May the operator op have operands of that type? */
bool tir_op_takes(enum tir_op op, struct tir_type t);
extern const struct tir_builtininfo tir_builtins[TIR_NBUILTINS];
/* The row spelt so after "T.", or TIR_BUILTIN_UNKNOWN. */
enum tir_builtin tir_builtin_find(const char *text);

/* What is wrong with a call, by its row of tir/builtins.def. */
struct tir_fault {
	uint32_t operand; /* which one, from 0; the number of operands: the call as a whole */
	char text[200];   /* a sentence */
};
struct tir_expr;
/* May b be called so?  *fault is written only if not. */
bool tir_check_call(enum tir_builtin b, struct tir_type result, uint32_t n,
        const struct tir_expr *const *arg, struct tir_fault *fault);
/* The type of the result as builtins.def says it; t if the call does (FIRST, LAST). */
struct tir_type tir_call_type(enum tir_builtin b, struct tir_type t, uint32_t n,
        const struct tir_expr *const *arg);
/* Why no function can have this name in an object file; NULL: one can. */
const char *tir_symbol_fault(const char *name);

/* What every pass asks of an expression, of all that is below it too. */
enum tir_flag {
	TIR_MAY_TRAP = 1,     /* integer division, load (bounds) or call that may trap */
	TIR_READS_MEM = 2,    /* holds a load or a call that reads */
	TIR_HAS_EFFECT = 4,   /* holds a call that is OPAQUE or NORETURN */
	TIR_HAS_LET = 8,      /* holds a Let */
	TIR_HAS_VAR = 16,     /* holds a Var or a buffer: not a constant */
	TIR_HAS_LAZY = 32,    /* holds And, Or, IfThenElse or a lazy Select */
	TIR_HAS_ADDRESS = 64, /* holds BufferData or AddressOf */
	TIR_HAS_CALL = 128,   /* holds a Call */
};

struct tir_expr {
	uint8_t op;    /* enum tir_op */
	uint8_t flags; /* enum tir_flag */
	uint16_t n;    /* operands */
	struct tir_type type;
	uint32_t id;    /* order of creation in its function (struct tir_numbers), from 0 */
	uint32_t depth; /* 1 + the deepest operand's */
	union {
		int64_t i;           /* INT_IMM: sign-extended (int), zero-extended (uint, bool) */
		double f;            /* FLOAT_IMM: as read, a double; round to the type to use it */
		const char *str;     /* STRING_IMM */
		struct tir_var *var; /* VAR, LET */
		struct tir_buffer *buffer; /* LOAD, MASKED_LOAD, BUFFER_DATA, ADDRESS_OF */
		uint32_t nvectors; /* SHUFFLE: the first operands; the rest are INT_IMM lanes */
		struct {
			uint32_t builtin; /* CALL: enum tir_builtin */
			union {
				uint32_t name; /* UNKNOWN, CALL_GLOBAL: index in module->names */
				/* CALL_EXTERN, CALL_PURE_EXTERN: 1 + the enum tir_effect that the
				 * function's prototype promises; 0: it promises nothing */
				uint32_t promise;
			};
		} call;
		uint64_t bits;
	} u;
	const struct tir_expr *arg[]; /* LET: value, body.  MASKED_LOAD: indices, mask last */
};

/* A use of an expression: where it is written.  Statements hold these. */
struct tir_operand {
	const struct tir_expr *e; /* NULL where an optional operand is absent */
	struct span at;
};

struct tir_var {
	const char *name;
	struct tir_type type;
	struct tir_type elem; /* handle: pointee; void if unknown */
	const char *scope;    /* handle: storage scope */
	uint32_t id;          /* order of creation in its function */
	struct span at;
	const struct tir_expr *expr; /* the VAR node */
};

enum tir_buffer_kind { TIR_BUFFER_PARAM, TIR_BUFFER_ALLOC, TIR_BUFFER_DECL };

struct tir_buffer {
	const char *name;
	enum tir_buffer_kind kind;
	struct tir_type elem;
	uint32_t ndim;
	const struct tir_expr **shape;   /* ndim */
	const struct tir_expr **strides; /* ndim, or NULL: compact row-major */
	/* In elements, NULL: 0.  PARAM: the pointer passed already points there; DECL: added to the
	 * viewed pointer. */
	const struct tir_expr *elem_offset;
	const char *scope; /* "global", "local", ... */
	int align;         /* bytes promised for data; 0: default (64) */
	int offset_factor; /* elem_offset is a multiple of it; 0 or 1: no promise */
	/* The PARAM or ALLOC it views; itself for those; NULL for a view of a pointer of unknown
	 * origin. */
	struct tir_buffer *root;
	bool starts_there; /* a view of root's own pointer, to which elem_offset is added; false: of any place */
	struct tir_var *offset_var; /* PARAM with offset_factor: what A.elem_offset means */
	/* Has it TVM's row-major TileLayout?  TVM gives it one outside functions in s_tir mode. */
	enum { TIR_LAYOUT_USUAL, TIR_LAYOUT_NONE, TIR_LAYOUT_TILE } layout;
	uint32_t id;
	struct span at;
};

#endif
