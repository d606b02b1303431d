/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/internal.h: from words to packets, blocks, loops, values, trip counts and frequencies, in this order. */
#ifndef TIRC_BACKEND_INTERNAL_H
#define TIRC_BACKEND_INTERNAL_H

#include "backend/backend.h"

/* ---- The object (object.c) --------------------------------------------------------------*/
struct backend_reloc {
	uint32_t at;      /* byte of the section in which it lies */
	uint32_t section; /* of what it names; 0: that is elsewhere */
	int64_t value;    /* byte of that section */
	const char *name; /* NULL: it names the section */
};
struct backend_section {
	const uint32_t *words; /* code; NULL: it is none */
	uint32_t nwords;
	VEC(struct backend_reloc) relocs; /* in the order of at */
};
struct backend_func {
	const char *name;
	uint32_t section, begin, end; /* bytes */
};
struct backend_object {
	struct arena *arena;
	VEC(struct backend_section) sections;
	VEC(struct backend_func) funcs;
};
/* Read the n bytes; false: they are no object for Hexagon. */
bool backend_read(struct backend_object *o, const void *data, size_t n, struct arena *arena);
/* The place that the word at byte `at` of the section names; NULL: none. */
const struct backend_reloc *backend_reloc_at(const struct backend_section *s, uint32_t at);
/* The function that begins there, or is called so; NULL: none. */
const struct backend_func *backend_func_at(const struct backend_object *o, uint32_t section,
        int64_t begin);
const struct backend_func *backend_func_called(const struct backend_object *o, const char *name);

/* ---- What a packet does (decode.c) ------------------------------------------------------*/
enum backend_code {
	BACKEND_KILL, /* registers of `mask` get values that nobody follows */
	BACKEND_SET,  /* d = imm */
	BACKEND_COPY,
	BACKEND_ADD,      /* d = a + b, or a + imm */
	BACKEND_SUB,      /* d = a - b */
	BACKEND_SUB_FROM, /* d = imm - a */
	BACKEND_LEFT,     /* shifts by imm */
	BACKEND_RIGHT,    /* opposite: zeros come in */
	BACKEND_AND,      /* what is only computed of numbers: d = a & b, or a & imm */
	BACKEND_OR,
	BACKEND_XOR,
	BACKEND_MIN,
	BACKEND_MINU,
	BACKEND_MAX,
	BACKEND_MAXU,
	BACKEND_PRODUCT,
	BACKEND_BITS,      /* d = imm bits of a from bit `wide` on */
	BACKEND_ADD_THREE, /* d = a + b + wide; opposite: a - b + wide */
	BACKEND_SCALED, /* a is shifted by `wide` (negative: right, with zeros); d = that `relation` b or imm */
	BACKEND_OR_THREE,    /* d = d | a | b */
	BACKEND_INSERT,      /* `wide` bits of d from bit imm on become those of a */
	BACKEND_ADD_PRODUCT, /* d = register `by` + a * b, or a * imm; opposite: - */
	BACKEND_WORD,        /* d = 255 or 0, as predicate `by` is */
	BACKEND_CHOICE,      /* d = by predicate `by` a, or `wide` if is_or; or b, or imm */
	BACKEND_LOAD,        /* d = the word at imm of the stack */
	BACKEND_STORE,       /* the word at imm of the stack = b */
	BACKEND_STORE_IMM,   /* ... = wide */
	BACKEND_COMPARE,     /* predicate d = a ? b, or a ? imm */
	BACKEND_LOGIC,       /* predicate d of predicates a and b */
	BACKEND_TRUTH,       /* predicate d of a register */
	BACKEND_NOT,         /* predicate d of predicate a */
	BACKEND_FORGET,      /* predicates of `mask` are unknown */
	BACKEND_JUMP,
	BACKEND_RETURN,
	BACKEND_INDIRECT, /* a jump to a register that is not the link */
	BACKEND_CALL,
	BACKEND_LOOP, /* set the hardware loop d up: start `target`, count a or imm */
};
enum backend_relation { BACKEND_EQ, BACKEND_GT, BACKEND_GTU, BACKEND_OTHER, BACKEND_CLEAR };
enum backend_scaled { BACKEND_BY_AND, BACKEND_BY_OR, BACKEND_BY_ADD, BACKEND_BY_SUB };
enum backend_when { BACKEND_ALWAYS, BACKEND_BY_PREDICATE, BACKEND_BY_COMPARE };
struct backend_op {
	uint8_t code, d, a, b;
	bool has_imm;  /* in the place of b */
	bool is_new;   /* a is what this packet writes */
	bool opposite; /* of LOGIC: b is negated */
	bool is_or;    /* of LOGIC; of CHOICE: `wide` stands in the place of a */
	bool swapped;  /* of a comparison: b ? a */
	bool negated;  /* of a comparison, or of a way: where that does not hold */
	uint8_t relation, when;
	uint8_t by; /* of what gives a register a value: the predicate, if `when` says so, or one more register */
	uint32_t mask;
	int64_t imm, wide;
	uint32_t target;                   /* byte of the section */
	const struct backend_reloc *reloc; /* of a jump or call that leaves the function */
};
struct backend_packet {
	uint32_t at, first, n; /* its byte; its operations in the function's */
	bool end0, end1;
	uint8_t unaligned;
};
struct backend_code_of {
	const struct backend_section *section;
	VEC(struct backend_packet) packets;
	VEC(struct backend_op) ops;
};
/* Decode the function; false: it ends within a packet. */
bool backend_decode(struct backend_code_of *c, const struct backend_object *o,
        const struct backend_func *f, struct arena *arena);
/* What one word does beside the effects of the words before it in its packet. */
struct backend_decoder {
	struct arena *arena;
	struct backend_code_of *code;
	uint32_t packet_at, word_at;
	bool is_extended, has_reloc;
	uint32_t extension;
	uint32_t written[8], nwritten; /* registers that instructions of this packet write */
};
void backend_decode_word(struct backend_decoder *d, uint32_t word);
void backend_decode_duplex(struct backend_decoder *d, uint32_t word);
/* The registers that a word writes. */
uint32_t backend_writes(uint32_t word);
void backend_emit(struct backend_decoder *d, struct backend_op op);

/* ---- Blocks and loops (flow.c, loops.c) -------------------------------------------------*/
enum { BACKEND_NONE = UINT32_MAX };
struct backend_block {
	uint32_t first, end; /* packets */
	VEC(uint32_t) succ;
	VEC(uint32_t) pred;
	double *chance; /* that each of succ follows */
	bool returns;   /* under a condition */
	bool undecided; /* which way it goes is a guess: half of the times each */
	bool is_reached;
	bool is_tangled; /* in a loop with two ways in */
	uint32_t order;  /* in reverse post-order */
	uint32_t loop;   /* the innermost one; BACKEND_NONE */
	uint32_t heads;  /* the loop of which it is the header; BACKEND_NONE */
};
struct backend_setup {
	uint32_t packet, op;
};
struct backend_hardware { /* a packet of an endloop goes back to a block */
	uint32_t block, header, setup;
};
struct backend_loop {
	uint32_t header, parent; /* a block; a loop */
	VEC(uint32_t) body;      /* blocks */
	VEC(uint32_t) latches;
	double trip;
	bool is_known;
	double scale; /* of the header's frequency: times a way in */
};
struct backend_graph {
	struct arena *arena;
	const struct backend_code_of *code;
	const struct backend_op *ops;
	VEC(struct backend_block) blocks;
	uint32_t *block_of; /* a packet's */
	VEC(struct backend_setup) setups;
	VEC(struct backend_hardware) hardware;
	VEC(uint32_t) order;            /* blocks that are reached, in reverse post-order */
	VEC(struct backend_loop) loops; /* the larger bodies first */
	uint32_t unknown;
};
/* The blocks and edges; false: too large. */
bool backend_flow(struct backend_graph *g, const struct backend_code_of *c, struct arena *arena);
/* The natural loops; false: there is something else. */
bool backend_find_loops(struct backend_graph *g);
/* The natural loops; blocks of what has two ways in are marked.  False: too large. */
bool backend_find_most_loops(struct backend_graph *g);
bool backend_is_in(const struct backend_graph *g, uint32_t block, uint32_t loop);
/* Is the edge one that goes back? */
bool backend_is_back(const struct backend_graph *g, uint32_t from, uint32_t to);
/* The loop of a header, or BACKEND_NONE. */
uint32_t backend_loop_of(const struct backend_graph *g, uint32_t header);

/* ---- Values (values.c) ------------------------------------------------------------------*/
enum backend_symbol {
	BACKEND_NUMBER,
	BACKEND_INPUT,
	BACKEND_CARRIED,
	BACKEND_MERGED,
	BACKEND_FRESH
};
struct backend_value {
	int64_t k;     /* plus */
	uint32_t node; /* where the symbol comes from: a block, or a packet */
	uint16_t key;  /* of which register or word of the stack */
	uint8_t symbol;
	bool minus;
	uint8_t shift;  /* the symbol is shifted right first, */
	int64_t inside; /* when this was added to it */
};
struct backend_values {
	struct backend_graph *graph;
	VEC(int64_t) words; /* of the stack */
	uint32_t nkeys;
	struct backend_value *in, *out,
	        *entry; /* of blocks, nkeys each; entry: of headers, from outside */
	struct backend_value *now, *next;
};
/* What an operation makes of the numbers in its registers; c: of what is added to or inserted into. */
int32_t backend_compute(const struct backend_op *op, int32_t a, int32_t b, int32_t c);
bool backend_follow(struct backend_values *v, struct backend_graph *g);
/* The value of a register at a packet, behind it if is_new. */
struct backend_value backend_value_at(struct backend_values *v, uint32_t packet, uint8_t reg,
        bool is_new);
/* Is the value carried by the loop: first + i * step? */
bool backend_is_induction(const struct backend_values *v, struct backend_value x, uint32_t loop,
        struct backend_value *first, int64_t *step);
static inline bool backend_same_symbol(struct backend_value a, struct backend_value b)
{
	return a.symbol == b.symbol && a.node == b.node && a.key == b.key && a.minus == b.minus &&
	       a.shift == b.shift && a.inside == b.inside;
}

/* ---- Calls (count.c) --------------------------------------------------------------------*/
/* The function that an operation of a packet of f calls; NULL: it is not in the object. */
const struct backend_func *backend_callee(const struct backend_object *o,
        const struct backend_func *f, uint32_t packet_at, const struct backend_op *op);
/* Does the operation leave the function: a call, or a jump to another one? */
bool backend_leaves(const struct backend_func *f, const struct backend_op *op);
/* What a call of a function takes that is not in the object; length: its third argument, -1: it is not known. */
struct backend_cost backend_outside(const struct backend_op *op, int64_t length);

/* ---- Trip counts and frequencies --------------------------------------------------------*/
void backend_count_trips(struct backend_values *v);
/* Find the successor of the block that is for buffers that overlap: its number; BACKEND_NONE: the block does not test that.
 * (overlap.c) */
uint32_t backend_way_of_overlap(const struct backend_graph *g, uint32_t block);
/* How often each block runs in a call. */
double *backend_frequencies(struct backend_graph *g);

#endif
