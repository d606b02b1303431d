/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay_expr.c: what an expression is, lane by lane, in symbols. */
#include "proof/replay.h"

enum { DEEP = 512 };

bool proof_replay_fails(struct replay *r, enum proof_verdict v, const char *why)
{
	r->why = why;
	r->verdict = v;
	return false;
}

static bool is_unknown(struct replay *r, const char *why)
{
	return proof_replay_fails(r, PROOF_UNDECIDED, why);
}

/* A fault of the first program is not ours. */
static bool is_fault(struct replay *r, const char *why)
{
	return proof_replay_fails(r, r->second ? PROOF_REFUTED : PROOF_UNDECIDED, why);
}

static struct replay_symbol *push(struct replay *r, uint32_t lanes)
{
	if (r->used + lanes > r->room)
		return NULL;
	r->used += lanes;
	return r->stack + r->used - lanes;
}

/* The operand in at least one lane; those of vectors in all. */
static struct replay_symbol *operand(struct replay *r, const struct tir_expr *e)
{
	struct replay_symbol *s = push(r, e->type.lanes);
	if (!s)
		is_unknown(r, "vectors are too wide");
	return s && proof_replay_expr(r, e, s) ? s : NULL;
}

/* ---- Memory ------------------------------------------------------------------------------*/
static int64_t elements(const struct tir_buffer *b)
{
	enum { MOST = 1 << 17 };
	int64_t n = 1;
	for (uint32_t i = 0; i < b->ndim; i++) {
		if (b->shape[i]->op != TIR_INT_IMM || b->shape[i]->u.i < 0)
			return -1;
		if (__builtin_mul_overflow(n, b->shape[i]->u.i, &n) || n > MOST)
			return -1;
	}
	return n;
}

static bool is_plain(const struct tir_buffer *b)
{
	const struct tir_buffer *root = b->root;
	return root && !b->strides && !b->elem_offset && b->elem.lanes == 1 && !root->strides &&
	       !root->elem_offset && tir_type_eq(b->elem, root->elem) &&
	       (b == root || b->starts_there) && elements(root) >= 0;
}

static struct replay_memory *memory_of(struct replay *r, const struct tir_buffer *b)
{
	uint32_t id = b->root->id;
	if (!r->number_of[id]) {
		int64_t n = elements(b->root);
		struct replay_memory m = {.root = b->root,
		        .n = n,
		        .cell = ARENA_NEWN(r->arena, struct replay_symbol, n + 1),
		        .set = ARENA_NEWN(r->arena, uint8_t, n + 1)};
		VEC_PUSH(r->arena, &r->memory, m);
		r->number_of[id] = r->memory.n;
	}
	return &r->memory.at[r->number_of[id] - 1];
}

/* Row by row. */
static bool add_index(struct replay *r, const struct tir_buffer *b, uint32_t dim,
        const struct tir_expr *e, uint32_t lanes, int64_t *at)
{
	uint32_t used = r->used;
	struct replay_symbol *s = operand(r, e);
	if (!s)
		return false;
	int64_t n = b->shape[dim]->op == TIR_INT_IMM ? b->shape[dim]->u.i : -1;
	for (uint32_t l = 0; l < lanes; l++) {
		const struct replay_symbol *x = &s[e->type.lanes > 1 ? l : 0];
		if (!x->known)
			return is_unknown(r, "an element depends on what is in memory");
		if (x->number < 0 || x->number >= n)
			return is_fault(r, "an element lies out of its buffer");
		if (__builtin_mul_overflow(at[l], n, &at[l]) ||
		        __builtin_add_overflow(at[l], x->number, &at[l]))
			return is_fault(r, "an element lies out of its buffer");
	}
	r->used = used;
	return true;
}

bool proof_replay_place(struct replay *r, const struct tir_buffer *b, uint32_t nindex,
        const struct tir_expr *const *index, uint32_t lanes, int64_t *at,
        struct replay_memory **memory)
{
	if (!is_plain(b) || nindex != b->ndim)
		return is_unknown(r, "a buffer is not understood");
	memset(at, 0, lanes * sizeof *at);
	for (uint32_t i = 0; i < nindex; i++)
		if (!add_index(r, b, i, index[i], lanes, at))
			return false;
	*memory = memory_of(r, b);
	for (uint32_t l = 0; l < lanes; l++)
		if (at[l] >= (*memory)->n)
			return is_fault(r, "an element lies out of its buffer");
	return true;
}

/* What is there before anything is stored: of an allocation nobody knows, so it is never the same twice. */
static struct replay_symbol first_value(const struct replay *r, const struct replay_memory *m,
        int64_t at)
{
	bool param = m->root->kind == TIR_BUFFER_PARAM;
	uint64_t who = param ? m->root->id : (uint64_t)(r->second ? 3 : 2) << 60 | m->root->id;
	return proof_replay_atom(who, (uint64_t)at, param ? 0 : 1 + m->age);
}

static bool load(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	int64_t few[REPLAY_LANES], *at = few;
	struct replay_memory *m;
	if (e->type.lanes > REPLAY_LANES)
		at = ARENA_NEWN(r->arena, int64_t, e->type.lanes);
	if (!proof_replay_place(r, e->u.buffer, e->n, e->arg, e->type.lanes, at, &m))
		return false;
	m->reads = true;
	for (uint32_t l = 0; l < e->type.lanes; l++)
		out[l] = m->set[at[l]] ? m->cell[at[l]] : first_value(r, m, at[l]);
	return true;
}

/* ---- Operations on a lane ----------------------------------------------------------------*/
static uint64_t bits_of(struct tir_type t, int64_t n)
{
	return t.bits >= 64 ? (uint64_t)n : (uint64_t)n & ((UINT64_C(1) << t.bits) - 1);
}

/* As an immediate of the type has it. */
static struct replay_symbol from_bits(struct tir_type t, uint64_t bits)
{
	bool is_signed = t.code == TIR_TYPE_INT && t.bits < 64;
	return proof_replay_number(is_signed ? (int64_t)(bits << (64 - t.bits)) >> (64 - t.bits)
	                                     : (int64_t)bits);
}

static void grow_done(struct replay *r)
{
	uint64_t n = r->slots ? r->slots * 2 : 1 << 12, *old = r->done, slots = r->slots;
	r->done = ARENA_NEWN(r->arena, uint64_t, n);
	r->slots = n;
	for (uint64_t i = 0; i < slots; i++)
		for (uint64_t k = old[i]; old[i]; k++)
			if (!r->done[k & (n - 1)]) {
				r->done[k & (n - 1)] = old[i];
				break;
			}
}

/* Note that the first program does this signed operation, or ask whether it did. */
static bool may_overflow(struct replay *r, uint64_t key)
{
	key += !key;
	if (2 * r->ndone >= r->slots)
		grow_done(r);
	uint64_t k = key & (r->slots - 1);
	while (r->done[k] && r->done[k] != key)
		k = (k + 1) & (r->slots - 1);
	if (r->second)
		return !r->done[k];
	r->ndone += !r->done[k];
	r->done[k] = key;
	return false;
}

static bool is_bits_flip(enum tir_op op, struct tir_type t, const struct replay_symbol *x,
        const struct replay_symbol *y)
{
	return op == TIR_BITXOR && t.bits == 8 && x->flipped && !x->known && y->known &&
	       bits_of(t, y->number) == 128;
}

/* Operands of type t; result: of one lane.  wraps: a signed number may overflow. */
struct operation {
	enum tir_op op;
	struct tir_type t, result;
	bool wraps;
};

static bool binary(struct replay *r, struct operation o, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol *out)
{
	struct tir_type t = o.t;
	uint64_t bits;
	if (x->known && y->known && tir_is_integral(t)) {
		uint64_t a = bits_of(t, x->number), b = bits_of(t, y->number);
		if (!o.wraps && tir_overflows(o.op, t, a, b))
			return is_fault(r, "a number overflows");
		if (!tir_eval_binary(o.op, t, a, b, &bits))
			return is_fault(r, "a division by zero");
		*out = from_bits(o.result, bits);
		return true;
	}
	uint64_t h = proof_replay_hash(proof_replay_hash((uint64_t)o.op, t, x), t, y);
	if (is_bits_flip(o.op, t, x, y)) { /* 0 to 255 */
		struct replay_symbol top = proof_replay_number(128);
		proof_replay_ring(TIR_ADD, TIR_INT32, x, &top, out);
		out->exact = true;
		return true;
	}
	if (!proof_replay_ring(o.op, t, x, y, out)) {
		*out = proof_replay_atom(4, h, o.result.bits);
		return true;
	}
	if (!o.wraps && t.code == TIR_TYPE_INT && t.bits >= 32 && may_overflow(r, h))
		return is_fault(r, "a signed number might overflow");
	return true;
}

static void cast(struct tir_type to, struct tir_type from, const struct replay_symbol *x,
        struct replay_symbol *out)
{
	if (x->known && tir_is_integral(to) && tir_is_integral(from))
		*out = from_bits(to, tir_eval_cast(to, from, bits_of(from, x->number)));
	else if (x->known || !proof_replay_cast(to, from, x, out)) {
		/* of integers, the bits are the same whether the result is signed or not */
		bool whole = tir_is_int(to) && tir_is_int(from) && !x->known;
		*out = proof_replay_atom(5, proof_replay_hash(whole ? 0 : to.code, from, x),
		        to.bits);
		out->exact = !whole || to.code == from.code || from.code == TIR_TYPE_UINT;
	}
}

/* ---- What is scaled ----------------------------------------------------------------------*/
/* x op y of so many bits; nothing overflows that matters. */
static struct replay_symbol wrapped(struct replay *r, enum tir_op op, unsigned bits,
        struct replay_symbol x, struct replay_symbol y)
{
	struct tir_type t = tir_type(TIR_TYPE_INT, bits, 1);
	struct replay_symbol out = {.exact = false};
	binary(r, (struct operation){op, t, t, true}, &x, &y, &out);
	return out;
}

static struct replay_symbol widened(const struct replay_symbol *x)
{
	struct replay_symbol out;
	cast(TIR_INT64, TIR_INT32, x, &out);
	return out;
}

/* (x * y + 2^(30 + n)) >> (31 + n), as it is written with 64 bits. */
static struct replay_symbol scaled(struct replay *r, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol n)
{
	struct replay_symbol by = wrapped(r, TIR_ADD, 32, n, proof_replay_number(31)), out;
	struct replay_symbol less = wrapped(r, TIR_ADD, 32, n, proof_replay_number(30));
	struct replay_symbol half = wrapped(r, TIR_SHL, 64, proof_replay_number(1), widened(&less));
	out = wrapped(r, TIR_MUL, 64, widened(x), widened(y));
	out = wrapped(r, TIR_ADD, 64, out, half);
	out = wrapped(r, TIR_SHR, 64, out, widened(&by));
	cast(TIR_INT32, TIR_INT64, &out, &out);
	return out;
}

static bool is_known(const struct replay_symbol *x, int64_t n)
{
	return x->known && x->number == n;
}

/* A lane of T.q_multiply_shift or its kin, where it scales by 2^-(31 + n); false: it does something else. */
static bool scale(struct replay *r, const struct tir_expr *e, struct replay_symbol *const *arg,
        uint32_t l, struct replay_symbol *out)
{
	const struct replay_symbol *x[7] = {NULL};
	if ((e->n != 4 && e->n != 7) || e->type.code != TIR_TYPE_INT || e->type.bits != 32)
		return false;
	for (uint32_t i = 0; i < e->n; i++) {
		struct tir_type t = e->arg[i]->type;
		x[i] = &arg[i][t.lanes > 1 ? l : 0];
		if (i < 4 && (t.code != TIR_TYPE_INT || t.bits != 32))
			return false;
	}
	if (e->u.call.builtin == TIR_BUILTIN_Q_MULTIPLY_SHIFT_PER_AXIS) {
		if (!is_known(x[4], 31) || !is_known(x[5], 0) || !is_known(x[6], 1))
			return false;
		*out = scaled(r, x[0], x[1], *x[3]);
		return true;
	}
	if (e->u.call.builtin != TIR_BUILTIN_Q_MULTIPLY_SHIFT || !x[1]->known ||
	        x[1]->number == 1 << 30 || !is_known(x[2], 31) || !x[3]->known ||
	        x[3]->number >= 0 || x[3]->number < -31)
		return false;
	*out = scaled(r, x[0], x[1], proof_replay_number(-x[3]->number));
	return true;
}

/* ---- Nodes -------------------------------------------------------------------------------*/
/* An operation on each lane, of which nothing else is known. */
static bool any_lanes(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	struct replay_symbol *arg[TIR_MAX_RANK];
	if (e->n > TIR_MAX_RANK)
		return is_unknown(r, "a call has too many operands");
	for (uint32_t i = 0; i < e->n; i++)
		if (!(arg[i] = operand(r, e->arg[i])))
			return false;
	for (uint32_t l = 0; l < e->type.lanes; l++) {
		uint64_t h = e->op * UINT64_C(0x100000001b3) + e->u.bits;
		if (e->op == TIR_CALL && scale(r, e, arg, l, &out[l]))
			continue;
		for (uint32_t i = 0; i < e->n; i++)
			h = proof_replay_hash(h, tir_lanes(e->arg[i]->type, 1),
			        &arg[i][e->arg[i]->type.lanes > 1 ? l : 0]);
		out[l] = proof_replay_atom(6, h, e->type.bits);
	}
	return true;
}

static bool call(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	bool wide = e->type.lanes > 1;
	for (uint32_t i = 0; i < e->n; i++)
		wide |= e->arg[i]->type.lanes > 1;
	if (tir_call_effect(e) != TIR_PURE || (wide && !tir_builtins[e->u.call.builtin].vector))
		return is_unknown(r, "a call is not understood");
	return any_lanes(r, e, out);
}

/* |x - y| in each lane, where that is known by their polynomials; false: r->why, or *known is false. */
static bool distance(struct replay *r, const struct tir_expr *e, struct replay_symbol *out,
        bool *known)
{
	const struct tir_expr *const *of = proof_replay_distance_of(e);
	uint32_t used = r->used;
	*known = of != NULL;
	struct replay_symbol *x = of ? operand(r, of[0]) : NULL, *y = x ? operand(r, of[1]) : NULL;
	for (uint32_t l = 0; y && *known && l < e->type.lanes; l++)
		*known = proof_replay_distance(&x[l], &y[l], &out[l]);
	r->used = used;
	return !of || y;
}

static bool two(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	bool known;
	if (!distance(r, e, out, &known) || known)
		return known;
	struct replay_symbol *x = operand(r, e->arg[0]), *y = x ? operand(r, e->arg[1]) : NULL;
	struct operation o = {
	        (enum tir_op)e->op, tir_lanes(e->arg[0]->type, 1), tir_lanes(e->type, 1), false};
	for (uint32_t l = 0; y && l < e->type.lanes; l++)
		if (!binary(r, o, &x[l], &y[l], &out[l]))
			return false;
	return y != NULL;
}

/* and, or of scalars: the second operand only if the first one does not decide. */
static bool logic(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	struct replay_symbol *x = operand(r, e->arg[0]);
	if (!x)
		return false;
	if (e->type.lanes == 1 && x->known && (x->number != 0) == (e->op == TIR_OR)) {
		*out = proof_replay_number(e->op == TIR_OR);
		return true;
	}
	if (e->type.lanes == 1 && x->known)
		return proof_replay_expr(r, e->arg[1], out);
	return any_lanes(r, e, out);
}

static bool choice(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	bool known;
	if (!distance(r, e, out, &known) || known)
		return known;
	struct replay_symbol *c = operand(r, e->arg[0]);
	if (!c)
		return false;
	if (e->arg[0]->type.lanes == 1 && c->known)
		return proof_replay_expr(r, e->arg[c->number ? 1 : 2], out);
	struct replay_symbol *x = operand(r, e->arg[1]), *y = x ? operand(r, e->arg[2]) : NULL;
	struct tir_type t = tir_lanes(e->type, 1);
	for (uint32_t l = 0; y && l < e->type.lanes; l++) {
		const struct replay_symbol *k = &c[e->arg[0]->type.lanes > 1 ? l : 0];
		uint64_t h = proof_replay_hash(proof_replay_hash(proof_replay_hash(7, TIR_BOOL, k),
		                                       t, &x[l]),
		        t, &y[l]);
		out[l] = k->known ? k->number ? x[l] : y[l] : proof_replay_atom(7, h, t.bits);
	}
	return y != NULL;
}

static bool ramp(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	struct replay_symbol *x = operand(r, e->arg[0]), *y = x ? operand(r, e->arg[1]) : NULL;
	if (!y)
		return false;
	if (!x->known || !y->known)
		return is_unknown(r, "a ramp is not known");
	for (uint32_t l = 0; l < e->type.lanes; l++)
		out[l] = proof_replay_number((int64_t)((uint64_t)x->number +
		                                       (uint64_t)y->number * l));
	return true;
}

static bool shuffle(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	uint32_t first = r->used;
	for (uint32_t i = 0; i < e->u.nvectors; i++)
		if (!operand(r, e->arg[i]))
			return false;
	for (uint32_t l = 0; l < e->type.lanes; l++)
		out[l] = r->stack[first + e->arg[e->u.nvectors + l]->u.i];
	return true;
}

static bool let(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	struct replay_symbol *x = operand(r, e->arg[0]);
	r->value[e->u.var->id] = x;
	return x && proof_replay_expr(r, e->arg[1], out);
}

static bool node(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	struct replay_symbol *x;
	uint32_t lanes = e->type.lanes;
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM: *out = proof_replay_number(e->u.i); return true;
	case TIR_FLOAT_IMM: *out = proof_replay_atom(8, e->u.bits, e->type.bits); return true;
	case TIR_VAR:
		if (!r->value[e->u.var->id])
			return is_unknown(r, "a variable is not known");
		memcpy(out, r->value[e->u.var->id], lanes * sizeof *out);
		return true;
	case TIR_ANY_ARITHMETIC:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_SHIFT:
	case TIR_BITAND:
	case TIR_BITOR:
	case TIR_BITXOR: return two(r, e, out);
	case TIR_AND:
	case TIR_OR: return logic(r, e, out);
	case TIR_NOT:
	case TIR_BITNOT: return any_lanes(r, e, out);
	case TIR_CAST:
		if (!(x = operand(r, e->arg[0])))
			return false;
		for (uint32_t l = 0; l < lanes; l++)
			cast(tir_lanes(e->type, 1), tir_lanes(e->arg[0]->type, 1), &x[l], &out[l]);
		return true;
	case TIR_ANY_CHOICE: return choice(r, e, out);
	case TIR_RAMP: return ramp(r, e, out);
	case TIR_BROADCAST:
		if (!(x = operand(r, e->arg[0])))
			return false;
		for (uint32_t l = 0; l < lanes; l++)
			out[l] = x[l % e->arg[0]->type.lanes];
		return true;
	case TIR_SHUFFLE: return shuffle(r, e, out);
	case TIR_LET: return let(r, e, out);
	case TIR_LOAD: return load(r, e, out);
	case TIR_CALL: return call(r, e, out);
	case TIR_STRING_IMM:
	case TIR_MASKED_LOAD:
	case TIR_BUFFER_DATA:
	case TIR_ADDRESS_OF:
	case TIR_NOPS: break;
	}
	return is_unknown(r, "an expression is not understood");
}

bool proof_replay_expr(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	uint32_t used = r->used;
	if (r->steps < e->type.lanes)
		return is_unknown(r, "there is too much to do");
	r->steps -= e->type.lanes;
	if (e->depth > DEEP)
		return is_unknown(r, "an expression is too deep");
	if (!node(r, e, out))
		return false;
	r->used = used;
	return true;
}
