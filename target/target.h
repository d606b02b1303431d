/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* target/target.h: what is known of a machine.  Knows no LLVM and never looks at a program. */
#ifndef TIRC_TARGET_H
#define TIRC_TARGET_H

#include "tir/tir.h"

/* ---- Processors (processors.def) ---------------------------------------------------------*/
enum target_family { TARGET_OTHER, TARGET_HEXAGON }; /* OTHER: the host, whatever else LLVM has */
/* Formats in which vectors of floats compute; sums of these. */
enum target_floats { TARGET_IEEE = 1, TARGET_QFLOAT = 2 };
/* The one length of HVX vectors that is supported. */
enum { TARGET_HVX_BYTES = 128 };

struct target_processor {
	const char *name;
	enum target_family family;
	unsigned version;
	unsigned hvx; /* the latest version of HVX it can have; 0: none */
	unsigned floats;
	const char *features, *qemu, *tags;
};
/* Is the triple (NULL: the host's) one of Hexagon? */
bool target_is_hexagon(const char *triple);
/* The processor of a name or of a tag of TVM's, or NULL.  The first of them all is number 0. */
const struct target_processor *target_processor_named(enum target_family family, const char *name);
const struct target_processor *target_processor_tagged(const char *tag);
const struct target_processor *target_processor_at(size_t i);
/* Does a processor that LLVM calls so gather slowly?  (tunings.def) */
bool target_gathers_slowly(const char *cpu);
/* The features of Hexagon that -mattr takes, one by one; NULL behind the last. */
const char *target_feature_name(size_t i);

/* ---- HVX ---------------------------------------------------------------------------------*/
struct target_hvx {
	bool known;       /* if not, the target may have it, of any version */
	unsigned version; /* 0: none, or not known */
	unsigned floats;
};
/* What LLVM's features (NULL: nothing is known) say of it. */
struct target_hvx target_hvx_of(const char *features);
static inline bool target_has_hvx(struct target_hvx h)
{
	return h.known && h.version > 0;
}
static inline bool target_may_have_hvx(struct target_hvx h)
{
	return !h.known || h.version > 0;
}

/* ---- A target ----------------------------------------------------------------------------*/
struct target {
	/* What is asked for; target_resolve fills in what is NULL. */
	const char *triple;   /* NULL: the host's; "hexagon" is short for hexagon-unknown-elf */
	const char *cpu;      /* NULL: any, or hexagonv67 for Hexagon */
	const char *features; /* LLVM's "+a,-b"; what they leave open of HVX is the processor's */
	unsigned opt;         /* LLVM's level, 0 to 3 */
	/* What it is then. */
	const struct target_processor *processor;
	struct target_hvx hvx;
	bool float_vectors; /* it computes with vectors of floats */
};
/* Find out what the target is; what is made lives in the arena.  False after an error in d. */
bool target_resolve(struct target *t, struct arena *arena, struct diag *d);
/* The same for a module that says itself what it is compiled for: what it leaves open (NULL) stays open. */
void target_describe(struct target *t);
/* Would LLVM's vectoriser, allowed to use HVX, do so for the resolved target at its level? */
static inline bool target_may_use_hvx(const struct target *t)
{
	return t->opt >= 2 && target_has_hvx(t->hvx);
}

/* ---- Costs on Hexagon (costs.def) ---------------------------------------------------------*/
/* Values of up to 32 bits, of 64; floats of 32 bits, floats that functions compute with. */
enum target_type { TARGET_WORDS, TARGET_WIDE, TARGET_FLOATS, TARGET_SOFT, TARGET_NTYPES };
enum target_type target_type_of(struct tir_type t);
enum target_op {
#define PACKET(instructions, memory, multiplies, registers)
#define COST(op, words, wide, floats, soft) TARGET_##op,
#include "target/costs.def"
	TARGET_NOPS
};
/* by_constant: the second operand is one. */
enum target_op target_op_of(enum tir_op op, bool by_constant);
/* The same of a node: a call that counts bits is an operation, too. */
enum target_op target_op_of_node(const struct tir_expr *e, bool by_constant);
struct target_cost {
	uint32_t weight;             /* to weigh what is worth to be computed once */
	uint32_t multiplies, others; /* instructions */
	bool calls;                  /* a function of the runtime, or as dear */
};
const struct target_cost *target_cost(enum target_op op, enum target_type type);

/* ---- Floats by their bits (floats.c, floats.def) -------------------------------------------*/
/* What is done with floats: nothing, as there are none; by their bits, in one way of floats.def; arithmetic. */
enum target_float {
	TARGET_FLOAT_NONE,
	TARGET_FLOAT_ARITHMETIC,
#define WORK(multiplies, permutes, others)
#define FLOAT(operation, halves, words) TARGET_FLOAT_##operation,
#include "target/floats.def"
#undef WORK
	TARGET_NFLOATS
};
/* What the node does with floats, on vectors or, if it is of one lane, if it were one on vectors. */
enum target_float target_float_of(const struct tir_expr *e);
/* The same, with these formats (enum target_floats): arithmetic is what neither they nor integers do. */
enum target_float target_float_in(const struct tir_expr *e, unsigned floats);
/* Do vectors of integers do it, whatever the formats are? */
bool target_is_by_bits(enum target_float x);
bool target_float_by_bits(const struct tir_expr *e);
/* Do vectors of integers, or of floats in one of these formats (enum target_floats)? */
bool target_float_in_lanes(const struct tir_expr *e, unsigned floats);
/* How many instructions that takes a register. */
uint32_t target_float_instructions(const struct tir_expr *e);

/* Instructions.  Their time is in parts of a packet. */
enum { TARGET_PACKET = 12 };
struct target_work {
	uint64_t memory, multiplies, others;
};
/* The time of those in a loop; of those on vectors, which LLVM neither pipelines nor packs well: a product and its
 * sum are three. */
uint64_t target_time(const struct target_work *w);
uint64_t target_vector_time(const struct target_work *w);
/* Scalar registers that values may live in. */
uint32_t target_registers(void);

/* ---- Vectors that we make (vector.c, vectors.def) ----------------------------------------*/
/* Instructions on vectors, by what a packet holds of them. */
struct target_vector_work {
	uint64_t memory, multiplies, permutes, others;
};

/* ---- The instructions of HVX (instruction.c, instructions.def) -------------------------------*/
enum target_instruction {
#define INSTRUCTION(NAME, ...) TARGET_##NAME,
#include "target/instructions.def"
	TARGET_NINSTRUCTIONS
};
/* What an operand or the result is: one of these plus the bits of a lane, 0 if these may be any. */
enum target_operand {
	TARGET_NUMBER = 1 << 8, /* known when it is compiled */
	TARGET_SCALAR = 2 << 8,
	TARGET_PREDICATE = 3 << 8,
	TARGET_REGISTER = 4 << 8,
	TARGET_PAIR = 5 << 8,
	TARGET_LANE = 255
};
enum { TARGET_OPERANDS = 4 };
struct target_hvx_instruction {
	const char *name, *intrinsic; /* of LLVM's intrinsic: the middle of it, all of it */
	unsigned version;             /* the first one of HVX that has it */
	const struct target_vector_work *work;
	const char *meaning; /* a lane of the result as TIR's text has it */
	unsigned result, operand[TARGET_OPERANDS], noperands;
};
const struct target_hvx_instruction *target_instruction(enum target_instruction i);
/* Of HVX, of an operand; 0: it is none. */
static inline unsigned target_registers_of(unsigned operand)
{
	unsigned kind = operand & ~(unsigned)TARGET_LANE;
	return kind == TARGET_PAIR ? 2 : kind == TARGET_REGISTER;
}
bool target_has_instruction(struct target_hvx h, enum target_instruction i);

/* Does LLVM make good code of vectors of so many lanes, whose elements have from `narrowest` to `widest` bits?
 * may_be_short: less than half of a register, too, which then live in scalar ones: no products, no casts. */
bool target_vector_fits(uint32_t narrowest, uint32_t widest, uint32_t lanes, bool may_be_short);
/* The most lanes that fit, of elements of so many bits. */
uint32_t target_vector_most_lanes(uint32_t widest);
/* Add a load or store of a vector, a vector of one value, an operation on vectors; t: of a lane. */
void target_vector_access(struct target_vector_work *w, struct tir_type t, uint32_t lanes);
/* Add what such an access takes more if it is done word by word: what does not fill its last register. */
void target_vector_words(struct target_vector_work *w, struct tir_type t, uint32_t lanes);
void target_vector_broadcast(struct target_vector_work *w, struct tir_type t, uint32_t lanes);
/* Add loads of so many blocks of `of` lanes, and a vector whose lanes are from anywhere in these; deals: neighbours in it are none
 * there, which takes one more move into half a register. */
void target_vector_shuffle(struct target_vector_work *w, struct tir_type t, uint32_t lanes,
        uint32_t of, uint32_t blocks, bool deals);
void target_vector_op(struct target_vector_work *w, enum target_op op, struct tir_type t,
        uint32_t lanes);
/* The same of one of floats.def, of elements t. */
void target_vector_float(struct target_vector_work *w, enum target_float op, struct tir_type t,
        uint32_t lanes);
/* The same of a cast between integers: an instruction makes a pair of registers of one, or one of a pair,
 * and doubles or halves the width. */
void target_vector_cast(struct target_vector_work *w, struct tir_type from, struct tir_type to,
        uint32_t lanes);
/* Is x a byte in 16 bits, and by, which is the same for all lanes, a byte, too (NULL: there is none, and x has no sign)?  Does
 * HVX add up their products in so many lanes?  Add one of them; near: x is shifted out of the line of another one's. */
bool target_vector_is_tap(const struct tir_expr *x, const struct tir_expr *by);
bool target_vector_adds_taps(uint32_t lanes);
/* Does HVX add up n taps to a sum of the type, `near` of which are shifted out of the lines of others? */
bool target_vector_sums_taps(struct tir_type sum, uint32_t n, uint32_t near);
void target_vector_tap(struct target_vector_work *w, uint32_t lanes, bool near);
/* Does HVX do the call, a T.q_multiply_shift or its kin, in 32 bits, if it is one on vectors?  Add that. */
bool target_vector_scales(const struct tir_expr *call);
void target_vector_scale(struct target_vector_work *w, uint32_t lanes);
/* Is e a quotient or a remainder that is computed bit by bit, if it is one on vectors?  Add that. */
bool target_vector_divides(const struct tir_expr *e);
void target_vector_division(struct target_vector_work *w, uint32_t lanes);
/* The upper bits of a product of two numbers of 32 bits, T.Cast("int32", T.Cast("int64", x) * T.Cast("int64", y) >> by): y, if
 * it is a constant, is one of 32 or 64 bits, and not -2^31.  Operands that are the same in all lanes may be scalars. */
struct target_product {
	const struct tir_expr *x, *y;
	int64_t by; /* 31 to 62 */
};
/* Does HVX compute e in 32 bits, if it is one on vectors? */
bool target_vector_product(const struct tir_expr *e, struct target_product *p);
/* A table of up to 256 elements that are chosen by a byte, as an index lies in the buffer. */
struct target_table {
	const struct tir_expr *bytes; /* integers whose lowest bytes choose */
	bool flips;                   /* the byte's sign is turned round: the least one is -128 */
	int64_t first;                /* the element that the least byte chooses; never negative */
	uint32_t entries;             /* from there on, at most 256 */
	uint32_t planes;              /* bytes of an element: each is looked up by itself */
};
/* Can HVX look the elements up in the last dimension of b?  index: a vector, or of one lane.  Add that. */
bool target_vector_table(const struct tir_buffer *b, const struct tir_expr *index,
        struct target_table *t);
void target_vector_lookup(struct target_vector_work *w, const struct target_table *t,
        uint32_t lanes);
/* The time of those in a loop. */
uint64_t target_vector_body(const struct target_vector_work *w);

/* ---- What LLVM makes vectors of (vectorizer.c) -------------------------------------------*/
enum { TARGET_LANES = 32 }; /* of a vector of the widest elements that it makes vectors of */
enum { TARGET_FEW = 4 };    /* iterations of a loop inside, of which it makes copies */
/* A loop, as who asks sees it. */
struct target_loop {
	int64_t trips; /* iterations that it usually has */
	bool serial;
	bool loops;     /* there are loops inside that remain */
	int64_t copies; /* all iterations of those of which LLVM makes copies; 0: none */
	int64_t least,
	        most; /* elements from one iteration to the next, of all accesses: target_add_step() */
	bool scattered;   /* of an access that is not known */
	bool other_types; /* not only integers of up to 32 bits, one by one, and truths */
	bool divides;     /* by what changes, or may be 0 */
	bool calls;
	bool branches; /* between statements */
	bool carried;  /* an iteration needs what the one before has made */
};
void target_add_step(struct target_loop *loop, int64_t step);
bool target_vectorizes(const struct target_loop *loop);

/* ---- What LLVM unrolls (unroll.c) ----------------------------------------------------------*/
/* An innermost loop. */
struct target_inner {
	uint64_t n;          /* iterations */
	uint64_t steady;     /* loads that are the same in all iterations of the loop around */
	uint64_t outer_sums; /* elements which that one reads and stores in all of its own */
	uint64_t sums;       /* elements which this one does */
	bool unrolls_more;   /* at -O3 */
	bool downwards;      /* vectors are reversed */
	uint64_t lanes;      /* of its vectors, 0: there are none */
	uint64_t rest;       /* iterations behind the vectors */
	uint64_t parts;      /* vectors, smaller ones, scalars */
};
/* Set the last three; bits: of the narrowest elements of vectors, 0: there are none. */
void target_shape(struct target_inner *k, uint32_t bits);
/* Unrolled, does it keep in registers all that is steady and the sums of the loop around?  times: as often
 * as it is in that one. */
bool target_keeps_all(const struct target_inner *k, uint64_t times);
/* What it takes to add up the lanes of its sums, of each lane. */
uint64_t target_lanes_time(const struct target_inner *k);
/* How many iterations side by side pay for loads of the type that the next iteration has again; 0: none. */
unsigned target_copies(enum target_type t);
/* Do registers of HVX hold the vector?  Else it lives in scalar registers. */
bool target_holds(struct tir_type t);

#endif
