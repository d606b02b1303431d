/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interp/run.c: the instructions.
 *
 * Idea.   One loop over an array of instructions; values are 64 bits a lane in registers.
 * Keeps   every access inside the memory of its region, whatever the program computes.
 * Costs   5 to 10 ns a scalar node; no allocation, no recursion but calls between functions. */
#include "interp/internal.h"

/* ---- scalars ----------------------------------------------------------------------------*/
static inline uint64_t int_op(enum tir_op op, struct tir_type t, uint64_t a, uint64_t b)
{
	unsigned s = 64u - t.bits;
	if (op == TIR_ADD)
		return (a + b) << s >> s;
	if (op == TIR_SUB)
		return (a - b) << s >> s;
	if (op == TIR_MUL)
		return (a * b) << s >> s;
	/* bring the sign to the top; order as unsigned after flipping it */
	uint64_t flip = t.code == TIR_TYPE_INT ? UINT64_C(1) << 63 : 0;
	a = (a << s) ^ flip;
	b = (b << s) ^ flip;
	switch (op) {
	case TIR_EQ: return a == b;
	case TIR_NE: return a != b;
	case TIR_LT: return a < b;
	case TIR_LE: return a <= b;
	case TIR_GT: return a > b;
	case TIR_GE: return a >= b;
	case TIR_ANY_LEAF:
	case TIR_ANY_ARITHMETIC:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return 0;
}

static inline float single(uint64_t bits)
{
	uint32_t low = (uint32_t)bits;
	float v;
	memcpy(&v, &low, sizeof v);
	return v;
}

static inline uint64_t single_bits(float v)
{
	uint32_t bits;
	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static inline uint64_t single_op(enum tir_op op, uint64_t x, uint64_t y)
{
	float a = single(x), b = single(y);
	switch (op) {
	case TIR_ADD: return single_bits(a + b);
	case TIR_SUB: return single_bits(a - b);
	case TIR_MUL: return single_bits(a * b);
	case TIR_DIV: return single_bits(a / b);
	case TIR_MIN: return a < b ? x : y;
	case TIR_MAX: return a > b ? x : y;
	case TIR_EQ: return a == b;
	case TIR_NE: return a < b || a > b;
	case TIR_LT: return a < b;
	case TIR_LE: return a <= b;
	case TIR_GT: return a > b;
	case TIR_GE: return a >= b;
	case TIR_ANY_LEAF:
	case TIR_MOD:
	case TIR_FLOORDIV:
	case TIR_FLOORMOD:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return 0;
}

/* ---- lanes ------------------------------------------------------------------------------*/
static bool binary(struct interp *in, const struct ins *p, uint64_t *r)
{
	uint64_t *dst = r + p->dst;
	const uint64_t *a = r + p->a, *b = r + p->b;
	bool traps = interp_traps_overflow(in);
	for (unsigned i = 0; i < p->type.lanes; i++) {
		if (traps && tir_overflows((enum tir_op)p->op, p->type, a[i], b[i]))
			return interp_trap(in, "signed overflow in %s", tir_ops[p->op].node);
		if (!tir_eval_binary((enum tir_op)p->op, p->type, a[i], b[i], &dst[i]))
			return interp_trap(in, "%s %s",
			        b[i] ? "the smallest value is divided by -1 in"
			             : "division by zero in",
			        tir_ops[p->op].node);
	}
	return true;
}

static void cast(const struct ins *p, uint64_t *r)
{
	struct tir_type from = p->e->arg[0]->type;
	for (unsigned i = 0; i < p->type.lanes; i++)
		r[p->dst + (int)i] = tir_eval_cast(p->type, from, r[p->a + (int)i]);
}

static void select_lanes(const struct ins *p, uint64_t *r)
{
	bool each = p->e->arg[0]->type.lanes > 1;
	for (int i = 0; i < p->type.lanes; i++)
		r[p->dst + i] = r[p->a + (each ? i : 0)] ? r[p->b + i] : r[p->c + i];
}

static void ramp(const struct ins *p, uint64_t *r)
{
	struct tir_type t = p->type;
	unsigned s = 64u - t.bits;
	for (int i = 0; i < t.lanes; i++)
		r[p->dst + i] = (r[p->a] + (uint64_t)i * r[p->b]) << s >> s;
}

static void broadcast(const struct ins *p, uint64_t *r)
{
	unsigned n = p->e->arg[0]->type.lanes;
	for (unsigned i = 0; i < p->type.lanes; i++)
		r[p->dst + (int)i] = r[p->a + (int)(i % n)];
}

/* The lane of all operands together that a Shuffle's index names. */
static bool shuffle(struct interp *in, struct frame *fr, const struct ins *p)
{
	const int32_t *operand = fr->fn->pool.at + p->a;
	uint64_t *r = fr->reg;
	for (int i = 0; i < p->type.lanes; i++) {
		const struct tir_expr *index = p->e->arg[p->n + i];
		int64_t lane = index->u.i;
		uint32_t k = 0;
		while (k < p->n && lane >= p->e->arg[k]->type.lanes)
			lane -= p->e->arg[k++]->type.lanes;
		if (lane < 0 || k == p->n)
			return interp_trap(in, "Shuffle takes lane %lld of vectors that have fewer",
			        (long long)index->u.i);
		r[p->dst + i] = r[operand[k] + (int)lane];
	}
	return true;
}

static bool any_lane(const uint64_t *v, struct tir_type t, bool value)
{
	for (unsigned i = 0; i < t.lanes; i++)
		if ((v[i] != 0) == value)
			return true;
	return false;
}

/* ---- memory -----------------------------------------------------------------------------*/
/* One access: the indices' registers and expressions. */
struct access {
	const struct ibuffer *buffer;
	const int32_t *reg;
	const struct tir_expr *const *index;
	uint32_t n;
};

/* Element number (from the buffer's first) at lane of the last index. */
static int64_t element(const struct frame *fr, const struct access *a, unsigned lane)
{
	uint64_t at = 0;
	for (uint32_t k = 0; k < a->n; k++) {
		uint64_t v = fr->reg[a->reg[k] + (k + 1 == a->n ? (int)lane : 0)];
		at += (uint64_t)interp_signed(a->index[k]->type, v) *
		      (uint64_t)a->buffer->stride[k];
	}
	return (int64_t)at;
}

/* Where an element is, or NULL if not all of it is inside. */
static inline uint8_t *locate(const struct ibuffer *b, int64_t elem)
{
	uint64_t at = (uint64_t)b->offset + (uint64_t)elem * b->element_bytes;
	return at <= b->bytes && b->bytes - at >= b->element_bytes ? b->base + at : NULL;
}

static bool out_of_bounds(struct interp *in, const struct frame *fr, const struct access *a,
        const char *what, unsigned lane)
{
	char text[TIR_MAX_RANK * 24] = "";
	size_t used = 0;
	for (uint32_t k = 0; k < a->n; k++) {
		uint64_t v = fr->reg[a->reg[k] + (k + 1 == a->n ? (int)lane : 0)];
		used += (size_t)snprintf(text + used, sizeof text - used, "%s%lld", k ? ", " : "",
		        (long long)interp_signed(a->index[k]->type, v));
	}
	const struct ibuffer *b = a->buffer;
	return interp_trap(in, "%s '%s[%s]' is out of bounds: its memory has %llu bytes", what,
	        b->b ? b->b->name : "?", text, (unsigned long long)b->bytes);
}

/* Is lane i of total written or read? */
static bool enabled(const uint64_t *mask, unsigned mask_lanes, unsigned i, unsigned total)
{
	return !mask || mask[(uint64_t)i * mask_lanes / total];
}

static unsigned last_lanes(const struct access *a)
{
	return a->n ? a->index[a->n - 1]->type.lanes : 1;
}

static bool load(struct interp *in, struct frame *fr, const struct ins *p)
{
	const struct ibuffer *b = &fr->buffer[p->b];
	struct access a = {b, fr->fn->pool.at + p->a, p->e->arg, p->n};
	bool masked = p->op == TIR_MASKED_LOAD;
	const uint64_t *mask = masked ? fr->reg + p->c : NULL;
	unsigned mask_lanes = masked ? p->e->arg[p->n]->type.lanes : 0;
	unsigned lanes = last_lanes(&a), each = b->b ? b->b->elem.lanes : 1;
	struct tir_type lane = tir_lanes(p->type, 1);
	uint64_t *dst = fr->reg + p->dst;
	for (unsigned i = 0; i < lanes; i++, dst += each) {
		memset(dst, 0, sizeof *dst * each);
		if (!enabled(mask, mask_lanes, i, lanes))
			continue;
		const uint8_t *at = locate(b, element(fr, &a, i));
		if (!at)
			return out_of_bounds(in, fr, &a, "load of", i);
		for (unsigned k = 0; k < each; k++)
			dst[k] = interp_read(lane, at + k * b->lane_bytes);
	}
	return true;
}

static inline bool load_scalar(struct interp *in, struct frame *fr, const struct ins *p)
{
	const struct ibuffer *b = &fr->buffer[p->b];
	int64_t i = interp_signed(p->e->arg[0]->type, fr->reg[p->a]);
	const uint8_t *at = locate(b, (int64_t)((uint64_t)i * (uint64_t)b->stride[0]));
	if (!at) {
		struct access a = {b, &p->a, p->e->arg, 1};
		return out_of_bounds(in, fr, &a, "load of", 0);
	}
	fr->reg[p->dst] = interp_read(p->type, at);
	return true;
}

bool interp_store(struct interp *in, struct frame *fr, const struct cstmt *c)
{
	const struct tir_stmt *s = c->s;
	const struct ibuffer *b = &fr->buffer[c->buffer];
	const struct tir_expr *index[TIR_MAX_RANK];
	for (uint32_t k = 0; k < s->nindex && k < TIR_MAX_RANK; k++)
		index[k] = tir_as_store(s)->index[k].e;
	struct access a = {b, c->index, index, s->nindex};
	const uint64_t *mask = tir_as_store(s)->mask.e ? fr->reg + c->mask : NULL;
	unsigned mask_lanes = mask ? tir_as_store(s)->mask.e->type.lanes : 0;
	unsigned lanes = last_lanes(&a), each = tir_as_store(s)->buffer->elem.lanes;
	struct tir_type lane = tir_lanes(tir_as_store(s)->buffer->elem, 1);
	const uint64_t *value = fr->reg + c->value;
	for (unsigned i = 0; i < lanes; i++, value += each) {
		if (!enabled(mask, mask_lanes, i, lanes))
			continue;
		uint8_t *at = locate(b, element(fr, &a, i));
		if (!at)
			return out_of_bounds(in, fr, &a, "store to", i);
		for (unsigned k = 0; k < each; k++)
			interp_write(lane, at + k * b->lane_bytes, value[k]);
	}
	return true;
}

static uint64_t address(struct frame *fr, const struct ins *p)
{
	const struct ibuffer *b = &fr->buffer[p->b];
	struct access a = {b, fr->fn->pool.at + p->a, p->e->arg, p->n};
	return interp_handle_add(b->first,
	        (int64_t)((uint64_t)element(fr, &a, 0) * b->element_bytes));
}

/* ---- the loop ---------------------------------------------------------------------------*/
bool interp_run_code(struct interp *in, struct frame *fr, uint32_t pc)
{
	const struct ins *code = fr->fn->code.at;
	uint64_t *r = fr->reg, stamp = ++in->stamp;
	const struct ins **back = fr->back;
	for (const struct ins *p = code + pc;; p++) {
		bool ok = true;
		in->ops[p->op]++;
		switch ((enum ins_kind)p->kind) {
		case INS_END: return true;
		case INS_RETURN: p = *--back; break;
		case INS_THUNK:
			if (fr->memo[p->a] != stamp) {
				fr->memo[p->a] = stamp;
				*back++ = p;
				p = code + p->b - 1;
			}
			break;
		case INS_JUMP: p = code + p->b - 1; break;
		case INS_JUMP_ZERO: p = r[p->a] ? p : code + p->b - 1; break;
		case INS_JUMP_NONE:
			p = any_lane(r + p->a, p->type, true) ? p : code + p->b - 1;
			break;
		case INS_JUMP_ALL:
			p = any_lane(r + p->a, p->type, false) ? p : code + p->b - 1;
			break;
		case INS_MOVE: memmove(r + p->dst, r + p->a, sizeof *r * p->type.lanes); break;
		case INS_INT:
			r[p->dst] = int_op((enum tir_op)p->op, p->type, r[p->a], r[p->b]);
			break;
		case INS_SINGLE: r[p->dst] = single_op((enum tir_op)p->op, r[p->a], r[p->b]); break;
		case INS_BINARY: ok = binary(in, p, r); break;
		case INS_CAST: cast(p, r); break;
		case INS_SELECT: select_lanes(p, r); break;
		case INS_RAMP: ramp(p, r); break;
		case INS_BROADCAST: broadcast(p, r); break;
		case INS_SHUFFLE: ok = shuffle(in, fr, p); break;
		case INS_LOAD: ok = load(in, fr, p); break;
		case INS_LOAD_SCALAR: ok = load_scalar(in, fr, p); break;
		case INS_ADDRESS: r[p->dst] = address(fr, p); break;
		case INS_DATA: r[p->dst] = fr->buffer[p->b].data; break;
		case INS_CALL: ok = interp_call(in, fr, p); break;
		}
		if (!ok)
			return false;
	}
}
