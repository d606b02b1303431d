/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interp/internal.h: what the files of the interpreter share.
 *
 * A function is compiled once a run: statements to struct cstmt, the operands of a statement to a
 * sequence of instructions over registers (64 bits a lane).  Registers below zero hold variables
 * and constants for as long as the function runs, those from zero on the nodes of one statement.
 * Reading order: plan.c, emit.c, compile.c, run.c, interp.c. */
#ifndef TIRC_INTERP_INTERNAL_H
#define TIRC_INTERP_INTERNAL_H

#include "interp/interp.h"

/* ---- Code -------------------------------------------------------------------------------*/
enum ins_kind {
	INS_END,
	INS_RETURN,    /* from a thunk */
	INS_THUNK,     /* run the code at b once a statement; a: its number */
	INS_JUMP,      /* to b */
	INS_JUMP_ZERO, /* to b if scalar a is false */
	INS_JUMP_NONE, /* to b if no lane of a is true */
	INS_JUMP_ALL,  /* to b if all lanes of a are true */
	INS_MOVE,
	INS_INT,    /* scalar integer + - * and comparisons */
	INS_SINGLE, /* scalar float32 + - * / min max and comparisons */
	INS_BINARY, /* any other binary or unary node, lane by lane; type is the operand's */
	INS_CAST,
	INS_SELECT,
	INS_RAMP,
	INS_BROADCAST,
	INS_SHUFFLE,
	INS_LOAD,
	INS_LOAD_SCALAR, /* one index, one lane */
	INS_ADDRESS,
	INS_DATA,
	INS_CALL,
};

/* For LOAD, ADDRESS, SHUFFLE and CALL the n operands are registers pool[a..]; b is the buffer's
 * slot.  op is counted when the instruction runs (TIR_NOPS: not a node). */
struct ins {
	uint8_t kind, op;
	uint16_t n;
	struct tir_type type;
	int32_t dst, a, b, c;
	const struct tir_expr *e;
};

struct cstmt;
struct cseq {
	struct cstmt *first;
	bool allocates; /* memory is released at its end */
};

#define NO_CODE UINT32_MAX
/* A statement: its operands' code and the registers it leaves them in. */
struct cstmt {
	const struct tir_stmt *s;
	struct cstmt *next;
	uint32_t pc; /* NO_CODE: every operand is a variable or constant */
	int32_t var, value, mask, min, extent, step;
	int32_t *index;
	uint32_t buffer; /* slot */
	struct cseq body, orelse;
};

/* A buffer: how its shape is found when it comes into being. */
struct cbuffer {
	const struct tir_buffer *b;
	uint32_t pc;
	int32_t *shape, *strides, offset;
};

/* A compiled function. */
struct cfunc {
	const struct tir_func *f;
	VEC(struct ins) code;
	VEC(int32_t) pool;
	VEC(struct cbuffer) buffers;
	VEC(int32_t) param, sym;    /* register of each, 0 for a buffer */
	VEC(uint32_t) param_buffer; /* slot of each */
	VEC(struct constant {
		int32_t reg;
		uint64_t bits;
	})
	constants;
	struct cseq body;
	uint32_t nfixed, ntemp; /* registers below and from zero */
	uint32_t nthunks;       /* of the statement that has most */
};

/* ---- Memory -----------------------------------------------------------------------------
 * A handle is a region's number and an offset into it, so that no pointer is ever trusted and no
 * address is ever seen.  0 is null. */
struct region {
	uint8_t *base;
	uint64_t bytes;
};
struct mem_chunk;
struct mem {
	struct mem_chunk *chunk;
	struct region *region;
	uint32_t nregions, cap;
	uint64_t total;
};
struct mem_mark {
	struct mem_chunk *chunk;
	size_t used;
	uint32_t nregions;
};
struct mem_mark interp_mark(const struct mem *m);
void interp_release(struct mem *m, struct mem_mark mark);
void interp_mem_free(struct mem *m);
/* Zeroed bytes that live until released, or NULL. */
void *interp_alloc(struct mem *m, uint64_t bytes);
/* A handle of foreign memory or of new zeroed memory; 0 if there is no more. */
uint64_t interp_region(struct mem *m, void *base, uint64_t bytes);
uint64_t interp_new_region(struct mem *m, uint64_t bytes);
/* The region a handle points into (of no bytes if none), and where. */
struct region interp_find(const struct mem *m, uint64_t handle, int64_t *offset);
uint64_t interp_handle_add(uint64_t handle, int64_t bytes);
/* The bytes [handle, handle + n), or NULL if they are not all in one region. */
void *interp_bytes(const struct mem *m, uint64_t handle, uint64_t n);

/* One lane in memory. */
uint64_t interp_read(struct tir_type t, const uint8_t *p);
void interp_write(struct tir_type t, uint8_t *p, uint64_t v);

/* ---- State ------------------------------------------------------------------------------*/
/* A buffer while it exists. */
struct ibuffer {
	const struct tir_buffer *b;
	uint8_t *base;        /* of its region */
	uint64_t bytes;       /* of the region */
	uint64_t data, first; /* handles: what it views, its own first element */
	int64_t offset;       /* of element 0, in bytes from base */
	uint32_t lane_bytes, element_bytes;
	int64_t stride[TIR_MAX_RANK];
};

struct frame {
	const struct cfunc *fn;
	uint64_t *reg; /* register 0 */
	struct ibuffer *buffer;
	uint64_t *memo;          /* a thunk's: the stamp of the run that ran it */
	const struct ins **back; /* where thunks return to */
	uint64_t result;
};

enum { MAX_NEST = 2000, MAX_CALLS = 100 };

struct thread_var { /* a thread tag that is launched now */
	const char *tag;
	uint64_t value;
	struct thread_var *outer;
};

struct interp {
	/* interp_call_func, for the calls in expressions */
	bool (*call_func)(struct interp *in, const struct tir_func *f, uint32_t n,
	        const uint64_t *args, uint64_t *result);
	const struct tir_func *entry;
	const struct interp_arg *args;
	const struct interp_options *options;
	struct diag *d;
	struct arena *arena; /* compiled code and its making */
	struct mem mem;
	struct cfunc **funcs; /* by number; NULL: not compiled yet */
	struct span at;       /* statement that runs or is compiled */
	uint64_t ops[TIR_NOPS + 1], calls[TIR_NBUILTINS], steps, ticks, stamp;
	uint32_t nest, depth; /* of statements, of calls */
	uint32_t threads;     /* nested launches of more than one thread */
	uint32_t shared;      /* allocations that exist and threads share */
	struct thread_var *launched;
	struct compiler *compiler;
	bool trapped; /* something was reported */
};

static inline bool interp_traps_overflow(const struct interp *in)
{
	return in->options && in->options->traps_overflow;
}

/* Report at the current statement; returns false. */
bool interp_trap(struct interp *in, const char *format, ...) PRINTF_LIKE(2, 3);

/* ---- Compiling --------------------------------------------------------------------------*/
#define NO_THUNK UINT32_MAX
/* A node of the operand being compiled (plan.c). */
struct plan_node {
	const struct tir_expr *e;
	uint32_t owner; /* thunk whose code computes it */
	uint32_t thunk; /* the thunk it is the result of, or NO_THUNK */
	uint32_t meet;  /* lowest thunk that encloses all uses so far, or NO_THUNK */
	uint32_t next;  /* of the same owner */
	int32_t reg;
	bool strict; /* used by meet's own code */
};
struct plan_thunk {
	uint32_t parent, jump, depth; /* in the dominator tree */
	uint32_t first, last;         /* its nodes in order of evaluation */
	uint32_t pc, number;
};
struct walk_frame {
	const struct tir_expr *e;
	uint32_t next;
};
struct spine_frame {
	const struct tir_expr *e;
	uint32_t next;           /* operand to compile next */
	uint32_t values;         /* where its operands' registers begin */
	uint32_t jump, jump_end; /* to be patched */
	int32_t dst;
};
struct compiler {
	struct interp *in;
	struct arena *arena;
	struct cfunc *fn;
	uint32_t function;         /* how many functions were begun: marks fixed registers */
	uint32_t plan;             /* how many operands were: marks seen nodes */
	uint32_t nexprs, nbuffers; /* for so many is room */
	uint32_t *fixed_mark, *seen_mark, *seen; /* by node id */
	int32_t *fixed;                      /* register of a variable or constant, by node id */
	uint32_t *buffer_mark, *buffer_slot; /* by buffer id */
	VEC(struct plan_node) nodes;
	VEC(struct plan_thunk) thunks;
	VEC(struct walk_frame) walk;
	VEC(struct spine_frame) spine;
	VEC(int32_t) values;
	VEC(int32_t) operands;
	uint32_t ntemp, nthunks; /* used by the statement so far */
	bool failed;
};
/* The compiled form of f, made when first asked for; NULL after a report. */
const struct cfunc *interp_compile(struct interp *in, const struct tir_func *f);
/* Append e's code; returns the register of its value. */
int32_t interp_emit(struct compiler *c, const struct tir_expr *e);
int32_t interp_emit_pure(struct compiler *c, const struct tir_expr *e);
/* Append the instruction of strict node e with operands in these registers. */
void interp_emit_node(struct compiler *c, const struct tir_expr *e, int32_t dst,
        const int32_t *operand);
uint32_t interp_push(struct compiler *c, struct ins ins);
void interp_move(struct compiler *c, uint8_t op, struct tir_type t, int32_t dst, int32_t src);
/* Append a jump; it goes to where code continues when interp_land is called. */
uint32_t interp_jump(struct compiler *c, enum ins_kind kind, uint8_t op, struct tir_type t,
        int32_t condition);
void interp_land(struct compiler *c, uint32_t jump);
int32_t interp_temp(struct compiler *c, struct tir_type t);
/* The register of a variable, or of a constant with its value set. */
int32_t interp_fixed(struct compiler *c, const struct tir_expr *leaf);
uint32_t interp_slot(struct compiler *c, const struct tir_buffer *b);
bool interp_is_leaf(const struct tir_expr *e);
/* How many operands of e are evaluated at all, and how many always. */
uint32_t interp_used_args(const struct tir_expr *e);
uint32_t interp_strict_args(const struct tir_expr *e);

/* ---- Running ----------------------------------------------------------------------------*/
/* Run a statement's code. */
bool interp_run_code(struct interp *in, struct frame *fr, uint32_t pc);
bool interp_store(struct interp *in, struct frame *fr, const struct cstmt *s);
/* Call f with a value for each parameter and symbolic variable; buffers are handles. */
bool interp_call_func(struct interp *in, const struct tir_func *f, uint32_t n, const uint64_t *args,
        uint64_t *result);
bool interp_exec(struct interp *in, struct frame *fr, const struct cfunc *fn);
/* Make a buffer exist: at this handle, or (ALLOC) in new memory. */
bool interp_define(struct interp *in, struct frame *fr, uint32_t slot, uint64_t handle);

bool interp_call(struct interp *in, struct frame *fr, const struct ins *p);
/* One lane of a float function; false: there is none for these types. */
bool interp_math(enum tir_builtin b, struct tir_type t, const uint64_t *args, uint64_t *out);
/* A C library function or an intrinsic by name, lane by lane; false: not known. */
bool interp_libm(const char *name, struct tir_type ret, uint32_t n, const struct tir_type *types,
        const uint64_t *args, uint64_t *out);
bool interp_llvm(const char *name, struct tir_type ret, uint32_t n, const struct tir_type *types,
        const uint64_t *const *args, uint64_t *out);
/* A packed function by name on the values args (of operands e->arg[1..]); reports what is wrong. */
bool interp_packed(struct interp *in, const char *name, const struct tir_expr *e,
        const uint64_t *args);
/* A DLTensor (64-bit layout) of these fields; 0 if there is no memory. */
uint64_t interp_make_array(struct interp *in, const struct tir_expr *e, const uint64_t *args);
bool interp_struct_access(struct interp *in, const struct tir_expr *e, const uint64_t *args,
        uint64_t *out);

static inline int64_t interp_signed(struct tir_type t, uint64_t v)
{
	unsigned s = 64u - t.bits;
	return t.code == TIR_TYPE_INT && s ? (int64_t)(v << s) >> s : (int64_t)v;
}

#endif
