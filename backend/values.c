/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/values.c: what registers and words of the stack hold.
 *
 * Idea      A value is a number, or a symbol and a number.  Where ways meet with other values, and where something is computed that
 *           is not followed, there is a new symbol; so there is for whatever a loop changes, at its header.
 * Needs     nobody else's pointers to words of the stack: the code generator's spills are such.
 * Costs     a value for each block and each of the registers and words; that is bounded. */
#include <stdlib.h>

#include "backend/internal.h"

enum { REGISTERS = 32, MOST_STACK = 512, MOST_VALUES = 1 << 22, MOST_SHIFT = 31 };
/* What a call may change: r0 to r15, r28 and the link. */
static const uint32_t called = UINT32_C(0xffff) | UINT32_C(1) << 28 | UINT32_C(1) << 31;

static struct backend_value number_of(int64_t k)
{
	return (struct backend_value){.k = (int32_t)k};
}

static struct backend_value symbol_of(enum backend_symbol symbol, uint32_t node, uint32_t key)
{
	return (struct backend_value){
	        .symbol = (uint8_t)symbol, .node = node, .key = (uint16_t)key};
}

static bool is_number(struct backend_value x)
{
	return x.symbol == BACKEND_NUMBER;
}

/* ---- Words of the stack -----------------------------------------------------------------*/
static int compare_words(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

/* The key of a word of the stack; BACKEND_NONE: it is not followed. */
static uint32_t key_of(const struct backend_values *v, int64_t word)
{
	uint32_t lo = 0, hi = v->words.n;
	while (hi - lo > 1) {
		uint32_t mid = (lo + hi) / 2;
		*(v->words.at[mid] <= word ? &lo : &hi) = mid;
	}
	return hi && v->words.at[lo] == word ? REGISTERS + lo : BACKEND_NONE;
}

static bool is_of_stack(const struct backend_op *op)
{
	return op->code == BACKEND_LOAD || op->code == BACKEND_STORE ||
	       op->code == BACKEND_STORE_IMM;
}

static void find_words(struct backend_values *v)
{
	const struct backend_graph *g = v->graph;
	for (uint32_t i = 0; i < g->code->ops.n; i++)
		if (is_of_stack(&g->ops[i]))
			VEC_PUSH(g->arena, &v->words, g->ops[i].imm);
	if (v->words.n)
		qsort(v->words.at, v->words.n, sizeof *v->words.at, compare_words);
	uint32_t n = 0;
	for (uint32_t i = 0; i < v->words.n; i++)
		if (!n || v->words.at[n - 1] != v->words.at[i])
			v->words.at[n++] = v->words.at[i];
	v->words.n = n < MOST_STACK ? n : MOST_STACK;
	v->nkeys = REGISTERS + v->words.n;
}

/* ---- One operation ----------------------------------------------------------------------*/
static struct backend_value plus(struct backend_value x, int64_t k)
{
	x.k += k;
	return is_number(x) ? number_of(x.k) : x;
}

static struct backend_value sum(struct backend_value a, struct backend_value b,
        struct backend_value fresh)
{
	if (is_number(b))
		return plus(a, b.k);
	return is_number(a) ? plus(b, a.k) : fresh;
}

static struct backend_value difference(struct backend_value a, struct backend_value b,
        struct backend_value fresh)
{
	if (is_number(b))
		return plus(a, -b.k);
	return backend_same_symbol(a, b) ? number_of(a.k - b.k) : fresh;
}

static struct backend_value minus(int64_t k, struct backend_value a, struct backend_value fresh)
{
	if (is_number(a))
		return number_of(k - a.k);
	if (a.shift)
		return fresh;
	a.minus = !a.minus;
	a.k = k - a.k;
	return a;
}

static struct backend_value shifted(struct backend_value a, bool left, int64_t by,
        struct backend_value fresh)
{
	if (by < 0 || by > MOST_SHIFT)
		return fresh;
	if (is_number(a) && (left || a.k >= 0))
		return number_of(left ? (int64_t)((uint64_t)a.k << by) : a.k >> by);
	if (left || a.symbol != BACKEND_CARRIED || a.shift || a.minus)
		return fresh;
	a.inside = a.k;
	a.k = 0;
	a.shift = (uint8_t)by;
	return a;
}

/* What an operation makes of numbers. */
static int64_t computed(const struct backend_op *op, int64_t a, int64_t b, int64_t c)
{
	uint32_t x = (uint32_t)a, y = (uint32_t)b, ones = 0;
	switch (op->code) {
	case BACKEND_COPY: return a;
	case BACKEND_ADD: return a + b;
	case BACKEND_SUB: return a - b;
	case BACKEND_SUB_FROM: return b - a;
	case BACKEND_LEFT: return (int64_t)((uint64_t)x << (op->imm & 31));
	case BACKEND_RIGHT: return op->opposite ? x >> (op->imm & 31) : a >> (op->imm & 31);
	case BACKEND_AND: return a & b;
	case BACKEND_OR: return a | b;
	case BACKEND_XOR: return a ^ b;
	case BACKEND_MIN: return a < b ? a : b;
	case BACKEND_MAX: return a > b ? a : b;
	case BACKEND_MINU: return x < y ? x : y;
	case BACKEND_MAXU: return x > y ? x : y;
	case BACKEND_PRODUCT: return (int64_t)((uint64_t)a * (uint64_t)b);
	case BACKEND_BITS: return x >> (op->wide & 31) & ((UINT32_C(1) << (op->imm & 31)) - 1);
	case BACKEND_ADD_THREE: return (op->opposite ? a - b : a + b) + op->wide;
	case BACKEND_SCALED:
		a = op->wide < 0 ? (int64_t)(x >> -op->wide) : (int64_t)((uint64_t)x << op->wide);
		return op->relation == BACKEND_BY_AND   ? a & b
		       : op->relation == BACKEND_BY_OR  ? a | b
		       : op->relation == BACKEND_BY_ADD ? b + a
		                                        : b - a;
	case BACKEND_OR_THREE: return a | b | c;
	case BACKEND_INSERT:
		ones = ((UINT32_C(1) << (op->wide & 31)) - 1) << (op->imm & 31);
		return (int64_t)(((uint32_t)c & ~ones) | (x << (op->imm & 31) & ones));
	case BACKEND_ADD_PRODUCT:
		a = (int64_t)((uint64_t)a * (uint64_t)b);
		return op->opposite ? c - a : c + a;
	default: return 0;
	}
}

int32_t backend_compute(const struct backend_op *op, int32_t a, int32_t b, int32_t c)
{
	return (int32_t)(uint32_t)(uint64_t)computed(op, a, op->has_imm ? op->imm : b, c);
}

/* The value that an operation gives its register. */
static struct backend_value result(const struct backend_values *v, const struct backend_op *op,
        struct backend_value fresh)
{
	const struct backend_value *now = v->now;
	struct backend_value a = now[op->a], b = op->has_imm ? number_of(op->imm) : now[op->b];
	uint32_t key;
	if (op->when != BACKEND_ALWAYS)
		return fresh;
	switch ((enum backend_code)op->code) {
	case BACKEND_WORD:
	case BACKEND_CHOICE:
	case BACKEND_OR_THREE:
	case BACKEND_INSERT:
	case BACKEND_ADD_PRODUCT: return fresh;
	case BACKEND_SET: return number_of(op->imm);
	case BACKEND_COPY: return a;
	case BACKEND_ADD: return sum(a, b, fresh);
	case BACKEND_SUB: return difference(a, b, fresh);
	case BACKEND_SUB_FROM: return minus(op->imm, a, fresh);
	case BACKEND_LEFT:
	case BACKEND_RIGHT: return shifted(a, op->code == BACKEND_LEFT, op->imm, fresh);
	case BACKEND_AND:
	case BACKEND_OR:
	case BACKEND_XOR:
	case BACKEND_MIN:
	case BACKEND_MINU:
	case BACKEND_MAX:
	case BACKEND_MAXU:
	case BACKEND_PRODUCT:
	case BACKEND_BITS:
	case BACKEND_ADD_THREE:
	case BACKEND_SCALED:
		return is_number(a) && is_number(b)
		               ? number_of(backend_compute(op, (int32_t)a.k, (int32_t)b.k, 0))
		               : fresh;
	case BACKEND_LOAD: key = key_of(v, op->imm); return key == BACKEND_NONE ? fresh : now[key];
	case BACKEND_KILL:
	case BACKEND_STORE:
	case BACKEND_STORE_IMM:
	case BACKEND_COMPARE:
	case BACKEND_LOGIC:
	case BACKEND_TRUTH:
	case BACKEND_NOT:
	case BACKEND_FORGET:
	case BACKEND_JUMP:
	case BACKEND_RETURN:
	case BACKEND_INDIRECT:
	case BACKEND_CALL:
	case BACKEND_LOOP: break;
	}
	return fresh;
}

static bool gives_value(uint8_t code)
{
	return code >= BACKEND_SET && code <= BACKEND_LOAD;
}

/* The registers that an operation writes, and the word of the stack. */
static uint32_t changed_by(const struct backend_values *v, const struct backend_op *op,
        uint32_t *key)
{
	bool stores = op->code == BACKEND_STORE || op->code == BACKEND_STORE_IMM;
	*key = stores ? key_of(v, op->imm) : BACKEND_NONE;
	if (gives_value(op->code))
		return UINT32_C(1) << op->d;
	return op->code == BACKEND_KILL ? op->mask : op->code == BACKEND_CALL ? called : 0;
}

static void forget(struct backend_values *v, uint32_t mask, uint32_t packet)
{
	for (uint32_t r = 0; r < REGISTERS; r++)
		if (mask >> r & 1)
			v->next[r] = symbol_of(BACKEND_FRESH, packet, r);
}

/* Carry a packet out on v->now: all its operations read what was there before. */
static void step(struct backend_values *v, uint32_t packet)
{
	const struct backend_graph *g = v->graph;
	const struct backend_packet *p = &g->code->packets.at[packet];
	bool calls = false;
	memcpy(v->next, v->now, v->nkeys * sizeof *v->now);
	for (uint32_t i = p->first; i < p->first + p->n; i++) {
		const struct backend_op *op = &g->ops[i];
		uint32_t key, mask = changed_by(v, op, &key);
		calls |= op->code == BACKEND_CALL;
		if (gives_value(op->code))
			v->next[op->d] = result(v, op, symbol_of(BACKEND_FRESH, packet, op->d));
		else if (op->code != BACKEND_CALL)
			forget(v, mask, packet);
		if (key == BACKEND_NONE)
			continue;
		v->next[key] = op->code == BACKEND_STORE_IMM ? number_of(op->wide)
		               : op->is_new                  ? v->next[op->b]
		                                             : v->now[op->b];
	}
	if (calls) /* behind all that */
		forget(v, called, packet);
	struct backend_value *t = v->now;
	v->now = v->next;
	v->next = t;
}

/* ---- All blocks -------------------------------------------------------------------------*/
static struct backend_value *values_of(const struct backend_values *v, struct backend_value *all,
        uint32_t block)
{
	return all + (size_t)block * v->nkeys;
}

static bool same(struct backend_value a, struct backend_value b)
{
	return backend_same_symbol(a, b) && a.k == b.k;
}

/* What is known where the ways into a block meet, those that go back aside. */
static void merge(struct backend_values *v, uint32_t block)
{
	const struct backend_graph *g = v->graph;
	const struct backend_block *b = &g->blocks.at[block];
	struct backend_value *in = values_of(v, v->in, block);
	bool any = false;
	for (uint32_t i = 0; i < b->pred.n; i++) {
		const struct backend_value *out = values_of(v, v->out, b->pred.at[i]);
		if (backend_is_back(g, b->pred.at[i], block))
			continue;
		for (uint32_t k = 0; k < v->nkeys; k++)
			if (!any)
				in[k] = out[k];
			else if (!same(in[k], out[k]))
				in[k] = symbol_of(BACKEND_MERGED, block, k);
		any = true;
	}
	for (uint32_t k = 0; k < v->nkeys && !any; k++)
		in[k] = symbol_of(BACKEND_INPUT, 0, k);
}

static void note_changes(const struct backend_values *v, uint32_t block, bool *changed)
{
	const struct backend_graph *g = v->graph;
	const struct backend_block *b = &g->blocks.at[block];
	const struct backend_packet *first = &g->code->packets.at[b->first],
	                            *last = &g->code->packets.at[b->end - 1];
	for (uint32_t i = first->first; i < last->first + last->n; i++) {
		uint32_t key, mask = changed_by(v, &g->ops[i], &key);
		for (uint32_t r = 0; r < REGISTERS; r++)
			changed[r] |= mask >> r & 1;
		if (key != BACKEND_NONE)
			changed[key] = true;
	}
}

/* What the loop changes is a symbol at its header. */
static void enter_loop(struct backend_values *v, uint32_t block, bool *changed)
{
	const struct backend_graph *g = v->graph;
	const struct backend_loop *l = &g->loops.at[g->blocks.at[block].heads];
	struct backend_value *in = values_of(v, v->in, block);
	memcpy(values_of(v, v->entry, g->blocks.at[block].heads), in, v->nkeys * sizeof *in);
	memset(changed, 0, v->nkeys * sizeof *changed);
	for (uint32_t i = 0; i < l->body.n; i++)
		note_changes(v, l->body.at[i], changed);
	for (uint32_t k = 0; k < v->nkeys; k++)
		if (changed[k])
			in[k] = symbol_of(BACKEND_CARRIED, block, k);
}

bool backend_follow(struct backend_values *v, struct backend_graph *g)
{
	*v = (struct backend_values){.graph = g};
	find_words(v);
	uint64_t all = (uint64_t)v->nkeys * (2 * g->blocks.n + g->loops.n);
	if (all > MOST_VALUES)
		return false;
	v->in = ARENA_NEWN(g->arena, struct backend_value, (uint64_t)v->nkeys * g->blocks.n);
	v->out = ARENA_NEWN(g->arena, struct backend_value, (uint64_t)v->nkeys * g->blocks.n);
	v->entry = ARENA_NEWN(g->arena, struct backend_value, (uint64_t)v->nkeys * g->loops.n + 1);
	v->now = ARENA_NEWN(g->arena, struct backend_value, v->nkeys);
	v->next = ARENA_NEWN(g->arena, struct backend_value, v->nkeys);
	bool *changed = ARENA_NEWN(g->arena, bool, v->nkeys);
	for (uint32_t i = 0; i < g->order.n; i++) {
		uint32_t block = g->order.at[i];
		const struct backend_block *b = &g->blocks.at[block];
		merge(v, block);
		if (b->heads != BACKEND_NONE)
			enter_loop(v, block, changed);
		memcpy(v->now, values_of(v, v->in, block), v->nkeys * sizeof *v->now);
		for (uint32_t p = b->first; p < b->end; p++)
			step(v, p);
		memcpy(values_of(v, v->out, block), v->now, v->nkeys * sizeof *v->now);
	}
	return true;
}

/* ---- Questions --------------------------------------------------------------------------*/
struct backend_value backend_value_at(struct backend_values *v, uint32_t packet, uint8_t reg,
        bool is_new)
{
	uint32_t block = v->graph->block_of[packet];
	memcpy(v->now, values_of(v, v->in, block), v->nkeys * sizeof *v->now);
	for (uint32_t p = v->graph->blocks.at[block].first; p < packet + is_new; p++)
		step(v, p);
	return v->now[reg];
}

bool backend_is_induction(const struct backend_values *v, struct backend_value x, uint32_t loop,
        struct backend_value *first, int64_t *by)
{
	const struct backend_loop *l = &v->graph->loops.at[loop];
	struct backend_value symbol = symbol_of(BACKEND_CARRIED, l->header, x.key);
	bool any = false;
	if (!backend_same_symbol(x, symbol))
		return false;
	*first = values_of(v, v->entry, loop)[x.key];
	for (uint32_t i = 0; i < l->latches.n; i++) {
		struct backend_value out = values_of(v, v->out, l->latches.at[i])[x.key];
		if (!backend_same_symbol(out, symbol) || (any && out.k != *by))
			return false;
		*by = out.k;
		any = true;
	}
	return any;
}
