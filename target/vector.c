/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* target/vector.c: what operations on vectors cost on HVX, and which vectors LLVM makes good code for.
 *
 * Idea.   A body takes as many packets as its scarcest resource: one access to memory, one permutation, two products,
 *         four operations in each.  LLVM 22 widens a vector to the next power of two of lanes.  Where that is less
 *         than half of a register it takes scalar registers, eight bytes each; where it is more than two registers,
 *         and not a vector of that many lanes, it goes lane by lane.  Of half a register, and not of that many lanes, it
 *         loads and stores words one by one; so it does with what does not fill a register, but where other loads of the
 *         same memory make it whole.
 * Keeps   an estimate: within 1.6 of what was measured in five kernels of six. */
#include "target/target.h"

enum {
	WORD = 4,
	SHORT_BYTES = 8, /* a pair of scalar registers */
	MOST_BYTES = 4 * TARGET_HVX_BYTES,
	MOST_PARTIAL = 2 * TARGET_HVX_BYTES,
	SLACK = 3, /* halves of that estimate: what is packed less well */
};

#define WORK(multiplies, permutes, others) {0, multiplies, permutes, others}
#define VECTOR(op, bytes, halves, words)   [TARGET_##op] = {bytes, halves, words},
static const struct target_vector_work works[TARGET_NOPS][3] = {
#include "target/vectors.def"
};

#define FLOAT(operation, halves, words) [TARGET_FLOAT_##operation] = {halves, words},
static const struct target_vector_work floats[TARGET_NFLOATS][2] = {
#include "target/floats.def"
};

static uint32_t padded(uint32_t lanes)
{
	uint32_t n = 1;
	while (n < lanes)
		n *= 2;
	return n;
}

/* Bytes of a vector of elements of so many bits. */
static uint32_t bytes_of(uint32_t bits, uint32_t lanes)
{
	return padded(lanes) * (bits < 8 ? 1 : bits / 8);
}

/* Registers, or pairs of scalar ones. */
static uint64_t registers(uint32_t bits, uint32_t lanes)
{
	uint32_t bytes = bytes_of(bits, lanes);
	uint32_t unit = bytes < TARGET_HVX_BYTES / 2 ? SHORT_BYTES : TARGET_HVX_BYTES;
	return (bytes + unit - 1) / unit;
}

bool target_vector_fits(uint32_t narrowest, uint32_t widest, uint32_t lanes, bool may_be_short)
{
	uint32_t least = bytes_of(narrowest, lanes), most = bytes_of(widest, lanes);
	bool whole = padded(lanes) == lanes;
	if (least < TARGET_HVX_BYTES / 2)
		return may_be_short && whole && most < TARGET_HVX_BYTES / 2 && least >= SHORT_BYTES;
	return most <= (whole ? MOST_BYTES : MOST_PARTIAL);
}

uint32_t target_vector_most_lanes(uint32_t widest)
{
	return MOST_BYTES * 8 / widest;
}

void target_vector_access(struct target_vector_work *w, struct tir_type t, uint32_t lanes)
{
	bool whole = padded(lanes) == lanes;
	w->memory += registers(t.bits, lanes) + !whole;
	if (!whole && bytes_of(t.bits, lanes) == TARGET_HVX_BYTES / 2)
		w->permutes += TARGET_HVX_BYTES / 4 / WORD;
}

void target_vector_words(struct target_vector_work *w, struct tir_type t, uint32_t lanes)
{
	bool whole = padded(lanes) == lanes;
	if (!whole && bytes_of(t.bits, lanes) > TARGET_HVX_BYTES / 2)
		w->permutes += t.bits * lanes / 8 % TARGET_HVX_BYTES / WORD;
}

void target_vector_broadcast(struct target_vector_work *w, struct tir_type t, uint32_t lanes)
{
	w->permutes += bytes_of(t.bits, lanes) < TARGET_HVX_BYTES / 2 ? registers(t.bits, lanes)
	                                                              : 1;
}

void target_vector_shuffle(struct target_vector_work *w, struct tir_type t, uint32_t lanes,
        uint32_t of, uint32_t blocks, bool deals)
{
	uint64_t n = registers(t.bits, lanes);
	bool again = deals && bytes_of(t.bits, lanes) < TARGET_HVX_BYTES;
	w->memory += registers(t.bits, of) * blocks;
	w->permutes += n * registers(t.bits, of) * blocks + again;
}

/* Add n times the instructions of x. */
static void add_work(struct target_vector_work *w, const struct target_vector_work *x, uint64_t n)
{
	w->multiplies += x->multiplies * n;
	w->permutes += x->permutes * n;
	w->others += x->others * n;
}

void target_vector_op(struct target_vector_work *w, enum target_op op, struct tir_type t,
        uint32_t lanes)
{
	const struct target_vector_work *x = &works[op][t.bits > 16 ? 2 : t.bits > 8];
	add_work(w, x, registers(t.bits, lanes));
}

void target_vector_float(struct target_vector_work *w, enum target_float op, struct tir_type t,
        uint32_t lanes)
{
	enum { CHAIN = 40, APART = 6 };
	const struct target_vector_work *x = &floats[op][t.bits > 16];
	bool converts = op == TARGET_FLOAT_WIDEN || op == TARGET_FLOAT_NARROW; /* in halves */
	uint64_t n = registers(converts ? 16 : t.bits, lanes);
	add_work(w, x, n);
	/* of half a register, and not of that many lanes, LLVM computes and multiplies lane by lane: rows of 12 floats */
	if (padded(lanes) != lanes && bytes_of(t.bits, lanes) == TARGET_HVX_BYTES / 2)
		w->others += APART * lanes * x->multiplies;
	/* numbers of both sides live at once: those of several registers LLVM keeps in memory; of one, long chains of several iterations
	 * overlap (lowering/hexagon/late/paced_loops.c) */
	bool chain = t.bits > 16 && x->others >= CHAIN;
	w->memory += n > 1 && op != TARGET_FLOAT_MOVE ? n + n * chain * x->others / 8 : 0;
}

uint32_t target_float_instructions(const struct tir_expr *e)
{
	const struct target_vector_work *x = &floats[target_float_of(e)][0];
	return (uint32_t)(x->multiplies + x->permutes + x->others);
}

void target_vector_cast(struct target_vector_work *w, struct tir_type from, struct tir_type to,
        uint32_t lanes)
{
	uint32_t narrow = from.bits < to.bits ? from.bits : to.bits;
	uint32_t wide = from.bits < to.bits ? to.bits : from.bits;
	for (uint32_t bits = narrow < 8 ? 8 : narrow; bits < wide; bits *= 2)
		w->permutes += registers(bits, lanes);
}

static const struct tir_expr *constant(const struct tir_expr *e)
{
	e = e->op == TIR_BROADCAST ? e->arg[0] : e;
	return e->op == TIR_INT_IMM ? e : NULL;
}

static bool is_number(const struct tir_expr *e, int64_t n)
{
	return constant(e) && constant(e)->u.i == n;
}

static bool are_words(const struct tir_expr *e, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (e->arg[i]->type.code != TIR_TYPE_INT || e->arg[i]->type.bits != 32)
			return false;
	return e->type.code == TIR_TYPE_INT && e->type.bits == 32;
}

bool target_vector_scales(const struct tir_expr *e)
{
	enum { Q = 31, MOST = 32, HALF = 1 << 30 };
	if (e->op != TIR_CALL)
		return false;
	if (e->u.call.builtin == TIR_BUILTIN_Q_MULTIPLY_SHIFT_PER_AXIS)
		return are_words(e, 5) && is_number(e->arg[4], Q) && is_number(e->arg[5], 0) &&
		       is_number(e->arg[6], 1);
	if (e->u.call.builtin != TIR_BUILTIN_Q_MULTIPLY_SHIFT || !are_words(e, 4))
		return false;
	/* a factor of a half only shifts, which is another thing in 32 bits */
	const struct tir_expr *y = constant(e->arg[1]), *s = constant(e->arg[3]);
	return y && y->u.i != HALF && is_number(e->arg[2], Q) && s && s->u.i < 0 && s->u.i >= -MOST;
}

bool target_vector_adds_taps(uint32_t lanes)
{
	return lanes % TARGET_HVX_BYTES == 0;
}

bool target_vector_is_tap(const struct tir_expr *x, const struct tir_expr *by)
{
	struct tir_type bytes = x->op == TIR_CAST ? x->arg[0]->type : x->type;
	bool number = by && by->op == TIR_INT_IMM && by->u.i >= INT8_MIN && by->u.i <= UINT8_MAX;
	bool byte = by && by->op == TIR_CAST && tir_is_int(by->arg[0]->type) &&
	            by->arg[0]->type.bits == 8;
	bool wide = by && x->type.code == TIR_TYPE_INT && x->type.bits == 32;
	return tir_is_int(x->type) && (x->type.bits == 16 || wide) && bytes.bits == 8 &&
	       (by ? tir_is_int(bytes) && (number || byte) : bytes.code == TIR_TYPE_UINT);
}

bool target_vector_sums_taps(struct tir_type sum, uint32_t n, uint32_t near)
{
	enum { HALF = 16, WINDOW = 4 };
	if (sum.bits == HALF)
		return n > 1;
	/* words: up to four neighbours of a row are two instructions */
	uint32_t windows = n - near + near / WINDOW;
	return sum.code == TIR_TYPE_INT && sum.bits == 2 * HALF && n > 2 && 2 * windows <= n;
}

void target_vector_tap(struct target_vector_work *w, uint32_t lanes, bool near)
{
	uint64_t n = registers(8, lanes);
	w->multiplies += n * target_instruction(TARGET_VMPABUS_ACC)->work->multiplies /
	                 2; /* two at once */
	w->others += near ? n : 0;
}

void target_vector_scale(struct target_vector_work *w, uint32_t lanes)
{
	static const enum target_instruction steps[] = {
	        TARGET_VMPYEWUH, TARGET_VMPYOWH_SACC, TARGET_VASRW, TARGET_VAVGWRND};
	uint64_t n = registers(32, lanes);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		add_work(w, target_instruction(steps[i])->work, n);
	w->others += n; /* what it is added to */
}

bool target_vector_divides(const struct tir_expr *e)
{
	return tir_ops[e->op].traps && tir_is_int(e->type) && e->type.bits == 32 &&
	       !constant(e->arg[1]);
}

void target_vector_division(struct target_vector_work *w, uint32_t lanes)
{
	enum { BITS = 32, OTHERS = 8, TEST = 40, LANE = 100 };
	/* where a lane is negative, which is one vector in two if nobody knows, lane by lane */
	w->others += ((BITS * OTHERS + TEST) * registers(32, lanes) + LANE * lanes) / 2;
}

/* A number of 32 bits, in 64; NULL: it is none. */
static const struct tir_expr *widened_word(const struct tir_expr *e)
{
	const struct tir_expr *x = e->op == TIR_BROADCAST ? e->arg[0] : e, *n = constant(e);
	if (n)
		return n->u.i > INT32_MIN && n->u.i <= INT32_MAX ? n : NULL;
	return x->op == TIR_CAST && x->arg[0]->type.code == TIR_TYPE_INT &&
	                       x->arg[0]->type.bits == 32
	               ? x->arg[0]
	               : NULL;
}

bool target_vector_product(const struct tir_expr *e, struct target_product *p)
{
	enum { LEAST = 31, MOST = 62 };
	const struct tir_expr *shift = e->op == TIR_CAST ? e->arg[0] : NULL;
	if (!shift || shift->op != TIR_SHR || !constant(shift->arg[1]) ||
	        shift->type.code != TIR_TYPE_INT || shift->type.bits != 64 ||
	        e->type.code != TIR_TYPE_INT || e->type.bits != 32 || shift->arg[0]->op != TIR_MUL)
		return false;
	const struct tir_expr *product = shift->arg[0];
	bool swap = constant(product->arg[0]) != NULL;
	p->by = constant(shift->arg[1])->u.i;
	p->x = widened_word(product->arg[swap]);
	p->y = widened_word(product->arg[!swap]);
	return p->x && p->y && p->x->op != TIR_INT_IMM && p->by >= LEAST && p->by <= MOST;
}

/* ---- Tables ------------------------------------------------------------------------------*/
enum { MAX_ENTRIES = 256, LEAST_ENTRIES = 8, SEGMENT = 32, FARTHEST = 1 << 24 };

static bool is_byte(struct tir_type t)
{
	return tir_is_int(t) && t.bits == 8;
}

/* Take the index apart: t->bytes, widened, plus a number: false: it is something else, or its least byte has no entry. */
static bool widened_byte(const struct tir_expr *e, int64_t size, struct target_table *t)
{
	const struct tir_expr *n = e->n == 2 ? constant(e->arg[1]) : NULL;
	t->first = 0;
	if ((e->op == TIR_ADD || e->op == TIR_SUB) && n && n->u.i < FARTHEST &&
	        n->u.i > -FARTHEST) {
		t->first = e->op == TIR_ADD ? n->u.i : -n->u.i;
		e = e->arg[0];
	}
	if (e->op != TIR_CAST || e->type.code != TIR_TYPE_INT || e->type.bits < 32 ||
	        !is_byte(e->arg[0]->type))
		return false;
	t->bytes = e->arg[0];
	t->flips = t->bytes->type.code == TIR_TYPE_INT;
	t->first -= t->flips ? MAX_ENTRIES / 2 : 0;
	return t->first >= 0 && t->first < size;
}

static int64_t most_of(const struct tir_expr *e, uint32_t depth);

/* No value that the operation gives is greater, as its operands tell. */
static int64_t most_of_operation(const struct tir_expr *e, uint32_t depth)
{
	const struct tir_expr *n = e->n == 2 ? constant(e->arg[1]) : NULL;
	int64_t number = n && n->u.i >= 0 ? n->u.i : -1, a = INT64_MAX;
	if (e->op == TIR_BITAND && number >= 0)
		return number;
	if ((e->op == TIR_FLOORMOD || e->op == TIR_MOD) && number > 0)
		return number - 1;
	if (e->op == TIR_SHR && number >= 0 && number < e->type.bits && e->type.bits <= 32)
		return most_of(e->arg[0], depth) >> number;
	if (e->op == TIR_MIN || e->op == TIR_MAX) {
		a = most_of(e->arg[0], depth);
		int64_t b = most_of(e->arg[1], depth);
		return (a < b) == (e->op == TIR_MIN) ? a : b;
	}
	if (e->op == TIR_CAST && tir_is_int(e->arg[0]->type) &&
	        e->arg[0]->type.bits < e->type.bits &&
	        (e->type.code == TIR_TYPE_INT || e->arg[0]->type.code == TIR_TYPE_UINT))
		return most_of(e->arg[0], depth);
	return a;
}

/* No value of the integer is greater. */
static int64_t most_of(const struct tir_expr *e, uint32_t depth)
{
	const struct tir_expr *n = constant(e);
	uint32_t bits = e->type.bits - (e->type.code == TIR_TYPE_INT);
	int64_t type = bits < 63 ? (INT64_C(1) << bits) - 1 : INT64_MAX;
	int64_t most = n ? n->u.i : depth ? most_of_operation(e, depth - 1) : type;
	return most < type ? most : type;
}

/* The same lowest byte, of what is as short as may be. */
static const struct tir_expr *lowest_byte(const struct tir_expr *e)
{
	while (e->op == TIR_CAST && e->type.bits > 8 && tir_is_int(e->arg[0]->type) &&
	        e->arg[0]->type.bits >= 8)
		e = e->arg[0];
	return e;
}

bool target_vector_table(const struct tir_buffer *b, const struct tir_expr *index,
        struct target_table *t)
{
	enum { DEPTH = 8 };
	const struct tir_expr *size = b->ndim ? b->shape[b->ndim - 1] : NULL;
	uint32_t bits = b->elem.bits;
	bool chosen = index->flags & TIR_READS_MEM ||
	              (index->type.lanes > 1 && index->flags & TIR_HAS_VAR);
	if (!tir_is_int(b->elem) || (bits != 8 && bits != 16 && bits != 32) || b->elem.lanes != 1 ||
	        b->strides || !size || size->op != TIR_INT_IMM || !tir_is_int(index->type))
		return false;
	int64_t most;
	if (widened_byte(index, size->u.i, t)) {
		most = t->flips ? MAX_ENTRIES - 1 : most_of(t->bytes, DEPTH);
	} else {
		most = most_of(index, DEPTH);
		if (!chosen || size->u.i < 1 || (size->u.i > MAX_ENTRIES && most >= MAX_ENTRIES))
			return false;
		t->bytes = lowest_byte(index);
		t->first = 0;
		t->flips = false;
	}
	int64_t n = size->u.i - t->first;
	t->planes = bits / 8;
	most = most >= 0 && most < MAX_ENTRIES ? most + 1 : MAX_ENTRIES;
	t->entries = (uint32_t)(n < most ? n : most);
	return n >= LEAST_ENTRIES;
}

void target_vector_lookup(struct target_vector_work *w, const struct target_table *t,
        uint32_t lanes)
{
	uint64_t n = (lanes + TARGET_HVX_BYTES - 1) / TARGET_HVX_BYTES * t->planes;
	uint64_t segments = (t->entries + SEGMENT - 1) / SEGMENT;
	add_work(w, target_instruction(TARGET_VLUTVVB_ORACCI)->work, n * segments);
	w->permutes += t->planes > 1 ? n : 0; /* the planes together */
}

static uint64_t greater(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

uint64_t target_vector_body(const struct target_vector_work *w)
{
	uint64_t most = greater(w->memory * TARGET_PACKET, w->multiplies * (TARGET_PACKET / 2));
	uint64_t all = w->memory + w->multiplies + w->permutes + w->others;
	most = greater(most, w->permutes * TARGET_PACKET);
	return greater(most, all * (TARGET_PACKET / 4)) * SLACK / 2;
}
