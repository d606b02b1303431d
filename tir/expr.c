/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/expr.c: interned expressions.
 *
 * Idea.   A node is looked up before it is made, by operation, type, payload and the numbers of its
 *         operands; so equal expressions are one node and nobody ever compares trees.
 * Keeps   operands older than the node: id order is a topological order.
 * Costs   one probe a node; hashes come from numbers, never from addresses. */
#include "tir/internal.h"

#ifndef TIRC_COLLIDE
#define TIRC_COLLIDE 0 /* 1: a build for tests, in which every hash is equal */
#endif

enum { FIRST_NODES = 32, COLLIDE = TIRC_COLLIDE };

static uint64_t hash_text(const char *s)
{
	uint64_t h = 0;
	for (; *s; s++)
		h = hash_mix(h, (unsigned char)*s);
	return h;
}

/* What the payload counts as in the hash: an object's number, never where it lies. */
static uint64_t payload(enum tir_op op, uint64_t u)
{
	switch (op) {
	case TIR_LET: return ((const struct tir_var *)(uintptr_t)u)->id;
	case TIR_LOAD:
	case TIR_MASKED_LOAD:
	case TIR_BUFFER_DATA:
	case TIR_ADDRESS_OF: return ((const struct tir_buffer *)(uintptr_t)u)->id;
	case TIR_STRING_IMM: return hash_text((const char *)(uintptr_t)u);
	case TIR_INT_IMM:
	case TIR_FLOAT_IMM:
	case TIR_VAR:
	case TIR_ANY_OPERATOR:
	case TIR_CAST:
	case TIR_ANY_CHOICE:
	case TIR_ANY_VECTOR:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	return u;
}

/* What is made in a row has payloads and operands that lie together. */
static uint32_t near_of(enum tir_op op, uint64_t payload, uint32_t n,
        const struct tir_expr *const *args)
{
	uint32_t near = (uint32_t)payload + ((uint32_t)op << 16);
	for (uint32_t i = 0; i < n; i++)
		near += args[i]->id;
	return near;
}

static struct lookup_key key_of(const struct tir_module *m, enum tir_op op, struct tir_type type,
        uint64_t u, uint32_t n, const struct tir_expr *const *args)
{
	if (COLLIDE || m->collide)
		return (struct lookup_key){0};
	u = payload(op, u);
	uint64_t h = hash_mix((uint64_t)op << 32 | (uint64_t)type.code << 24 |
	                              (uint64_t)type.bits << 16 | type.lanes,
	        u);
	for (uint32_t i = 0; i < n; i++)
		h = hash_mix(h, args[i]->id);
	return (struct lookup_key){near_of(op, u, n, args), (uint32_t)(h >> 16)};
}

static uint32_t near_of_node(void *ctx, uint32_t number)
{
	const struct tir_module *m = ctx;
	const struct tir_expr *e = m->node[number];
	bool collides = COLLIDE || m->collide;
	return collides ? 0
	                : near_of((enum tir_op)e->op, payload((enum tir_op)e->op, e->u.bits), e->n,
	                          e->arg);
}

static bool same_args(const struct tir_expr *e, uint32_t n, const struct tir_expr *const *args)
{
	uint32_t i = 0;
	while (i < n && e->arg[i] == args[i])
		i++;
	return i == n;
}

static bool same(const struct tir_expr *e, enum tir_op op, struct tir_type type, uint64_t u,
        uint32_t n, const struct tir_expr *const *args)
{
	return e->op == op && tir_type_eq(e->type, type) && e->u.bits == u && e->n == n &&
	       same_args(e, n, args);
}

bool tir_select_is_lazy(const struct tir_expr *e)
{
	const uint8_t unsafe = TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT;
	return e->arg[0]->type.lanes == 1 && ((e->arg[1]->flags | e->arg[2]->flags) & unsafe);
}

bool tir_loop_ascends(const struct tir_stmt *loop)
{
	const struct tir_for *l = tir_as_for(loop);
	struct tir_type t = l->extent.e->type;
	const struct tir_expr *min = l->min.e;
	bool wraps = t.code != TIR_TYPE_INT || t.bits < 32;
	return !wraps || !min || (min->op == TIR_INT_IMM && min->u.i == 0);
}

/* True if dividing by e cannot trap: a constant that is neither 0 nor, when signed, -1. */
static bool divides_safely(const struct tir_expr *e)
{
	if (e->op == TIR_BROADCAST)
		e = e->arg[0];
	return e->op == TIR_INT_IMM && e->u.i != 0 &&
	       !(e->type.code == TIR_TYPE_INT && e->u.i == -1);
}

enum tir_effect tir_call_effect(const struct tir_expr *call)
{
	uint32_t b = call->u.call.builtin;
	bool external = b == TIR_BUILTIN_CALL_EXTERN || b == TIR_BUILTIN_CALL_PURE_EXTERN;
	return external && call->u.call.promise ? (enum tir_effect)(call->u.call.promise - 1)
	                                        : tir_builtins[b].effect;
}

bool tir_node_traps(const struct tir_expr *e)
{
	if (tir_ops[e->op].traps)
		return tir_is_integral(e->type) && !divides_safely(e->arg[1]);
	if (e->op == TIR_CALL)
		return tir_call_effect(e) == TIR_OPAQUE || tir_call_effect(e) == TIR_NORETURN ||
		       e->u.call.builtin == TIR_BUILTIN_CALL_EXTERN ||
		       e->u.call.builtin == TIR_BUILTIN_CALL_PURE_EXTERN ||
		       e->u.call.builtin == TIR_BUILTIN_CALL_LLVM_PURE_INTRIN ||
		       e->u.call.builtin == TIR_BUILTIN_TVM_STRUCT_GET;
	return tir_ops[e->op].reads;
}

/* The flags the node has of its own, its operands aside. */
static uint8_t own_flags(const struct tir_expr *e)
{
	uint8_t f = 0;
	if (tir_node_traps(e))
		f |= TIR_MAY_TRAP;
	if (tir_ops[e->op].reads)
		f |= TIR_READS_MEM | TIR_HAS_VAR;
	if (e->op == TIR_VAR || e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF)
		f |= TIR_HAS_VAR;
	if (e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF)
		f |= TIR_HAS_ADDRESS;
	if (e->op == TIR_LET)
		f |= TIR_HAS_LET;
	if (e->op == TIR_CALL)
		f |= TIR_HAS_CALL;
	if (e->op == TIR_CALL && tir_call_effect(e) == TIR_READS)
		f |= TIR_READS_MEM | TIR_HAS_VAR;
	if (e->op == TIR_CALL &&
	        (tir_call_effect(e) == TIR_OPAQUE || tir_call_effect(e) == TIR_NORETURN))
		f |= TIR_HAS_EFFECT | TIR_HAS_VAR;
	return f;
}

/* An operator that adds no flag to those of its operands. */
static bool is_simple(enum tir_op op)
{
	return op >= TIR_ADD && op < TIR_CAST && !tir_ops[op].traps && !tir_ops[op].lazy;
}

static const struct tir_expr *new_node(struct tir_module *m, enum tir_op op, struct tir_type type,
        uint64_t u, uint32_t n, const struct tir_expr *const *args)
{
	struct tir_expr *e = arena_words(m->arena, sizeof *e + n * sizeof *args);
	if (m->nexprs == m->cap) {
		uint32_t cap = m->cap ? 2 * m->cap : FIRST_NODES;
		m->node = arena_grow(m->arena, m->node, m->nexprs * sizeof *m->node,
		        cap * sizeof *m->node);
		m->cap = cap;
	}
	m->nmade++;
	m->node[m->nexprs] = e;
	*e = (struct tir_expr){
	        .op = (uint8_t)op, .n = (uint16_t)n, .type = type, .id = m->nexprs++};
	e->u.bits = u;
	for (uint32_t i = 0; i < n; i++) {
		e->arg[i] = args[i];
		e->flags |= args[i]->flags;
		if (args[i]->depth > e->depth)
			e->depth = args[i]->depth;
	}
	e->depth++;
	if (is_simple(op))
		return e;
	m->divides |= tir_ops[op].traps || op == TIR_CALL;
	e->flags |= own_flags(e);
	if (tir_is_lazy(e))
		e->flags |= TIR_HAS_LAZY;
	return e;
}

const struct tir_expr *tir_make(struct tir_module *m, enum tir_op op, struct tir_type type,
        uint64_t u, uint32_t n, const struct tir_expr *const *args)
{
	struct lookup_entry *entry;
	if (op == TIR_VAR) { /* has its node with it: nobody looks for that */
		const struct tir_var *v = (const struct tir_var *)(uintptr_t)u;
		return v->expr ? v->expr : new_node(m, op, type, u, n, args);
	}
	lookup_room_near(&m->lookup, m->arena, near_of_node, m);
	struct lookup_key k = key_of(m, op, type, u, n, args);
	uint32_t i = 0;
	for (entry = lookup_slot(&m->lookup, k, 0); entry->number;
	        entry = lookup_next(&m->lookup, k, &i, entry))
		if (entry->hash == k.hash && same(m->node[entry->number - 1], op, type, u, n, args))
			return m->node[entry->number - 1];
	const struct tir_expr *e = new_node(m, op, type, u, n, args);
	lookup_add(&m->lookup, entry, k, e->id);
	return e;
}

const struct tir_expr *tir_with_args(struct tir_module *m, const struct tir_expr *e,
        const struct tir_expr *const *args)
{
	return tir_make(m, (enum tir_op)e->op, e->type, e->u.bits, e->n, args);
}
