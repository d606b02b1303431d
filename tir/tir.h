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

#include <assert.h>

#include "support/support.h"

/* ---- Types ------------------------------------------------------------------------------*/
enum tir_code {
#define TYPE(name, ...) TIR_TYPE_##name,
#include "tir/types.def"
	TIR_NTYPES
};

struct tir_type {
	uint8_t code;   /* enum tir_code */
	uint8_t bits;   /* of one lane; handle: 64, void: 0 */
	uint16_t lanes; /* 1: scalar */
};

static inline bool tir_type_eq(struct tir_type a, struct tir_type b)
{
	return a.code == b.code && a.bits == b.bits && a.lanes == b.lanes;
}
static inline struct tir_type tir_type(enum tir_code code, unsigned bits, unsigned lanes)
{
	return (struct tir_type){(uint8_t)code, (uint8_t)bits, (uint16_t)lanes};
}
static inline struct tir_type tir_lanes(struct tir_type t, unsigned lanes)
{
	t.lanes = (uint16_t)lanes;
	return t;
}
#define TIR_INT32  tir_type(TIR_TYPE_INT, 32, 1)
#define TIR_INT64  tir_type(TIR_TYPE_INT, 64, 1)
#define TIR_BOOL   tir_type(TIR_TYPE_BOOL, 1, 1)
#define TIR_F32    tir_type(TIR_TYPE_FLOAT, 32, 1)
#define TIR_HANDLE tir_type(TIR_TYPE_HANDLE, 64, 1)
#define TIR_VOID   tir_type(TIR_TYPE_VOID, 0, 1)

enum { TIR_MAX_LANES = 4096 }; /* wider vectors are refused by the reader */

bool tir_is_int(struct tir_type t);         /* int or uint */
bool tir_is_integral(struct tir_type t);    /* int, uint or bool */
bool tir_is_float(struct tir_type t);       /* float, bfloat or any float8 */
unsigned tir_elem_bytes(struct tir_type t); /* of one lane in memory; bool is 1 byte */
unsigned tir_type_bytes(struct tir_type t); /* lanes times that */
/* Parse "int32x4" (n bytes); false if it is no type.  Print into at least 40 bytes; returns buf. */
bool tir_type_parse(const char *s, size_t n, struct tir_type *out);
const char *tir_type_name(struct tir_type t, char *buf);

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

/* How a call breaks the contract that tir/builtins.def has for it. */
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
	struct tir_var *offset_var; /* PARAM with offset_factor: what A.elem_offset means */
	uint32_t id;
	struct span at;
};

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
	uint32_t id;                 /* its place in the module's functions */
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

struct tir_module {
	struct arena *arena; /* everything below lives here; not owned */
	struct strtab strings;
	const struct source *source; /* NULL for a module built by hand */
	/* NULL: no header was read.  Set before the first call is built: a call keeps what its
	 * function promises, and flags come from it. */
	const struct tir_externs *externs;
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
/* The same node with other operands (n of them, as many as e has). */
const struct tir_expr *tir_with_args(struct tir_module *m, const struct tir_expr *e,
        const struct tir_expr *const *args);

struct tir_stmt *tir_stmt_new(struct tir_module *m, enum tir_stmt_kind kind, struct span at);
/* A copy with indices of its own, in no sequence yet; its bodies are the same. */
struct tir_stmt *tir_stmt_copy(struct arena *a, const struct tir_stmt *s);
void tir_seq_add(struct tir_seq *s, struct tir_stmt *stmt);

/* ---- Asking -----------------------------------------------------------------------------*/
static inline bool tir_is_const_int(const struct tir_expr *e)
{
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
/* One expression, for messages; cut short with "..." after max bytes (0: whole). */
void tir_print_expr(const struct tir_module *m, const struct tir_expr *e, size_t max,
        struct sbuf *out);
/* True if the two functions are the same program: same statements and expressions up to the
 * identity of variables and buffers (they may be of different modules).  *why tells the first
 * difference (static text). */
bool tir_equal_func(const struct tir_func *a, const struct tir_func *b, const char **why);

/* ---- Scalars ----------------------------------------------------------------------------
 * Exact arithmetic of one lane; a value is its bits in memory, zero-extended (bool: 0 or 1). */
uint64_t tir_float_bits(struct tir_type t, double v); /* rounded to nearest even */
double tir_float_value(struct tir_type t, uint64_t bits);
/* Binary and unary nodes on one lane; false: it traps. */
bool tir_eval_binary(enum tir_op op, struct tir_type t, uint64_t a, uint64_t b, uint64_t *out);
/* Does signed + - * of 32 bits and more leave the range of type t?  False for all else. */
bool tir_overflows(enum tir_op op, struct tir_type t, uint64_t a, uint64_t b);
uint64_t tir_eval_cast(struct tir_type to, struct tir_type from, uint64_t v);

#endif
