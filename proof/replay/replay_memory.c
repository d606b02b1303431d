/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/replay_memory.c: what is in memory while a program runs on symbols: each element of a buffer. */
#include "proof/replay/replay.h"

/* -1: it is too large, or not known. */
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

/* The memory of a buffer's root, which is made when it is first asked for. */
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
	struct replay_symbol *s = proof_replay_operand(r, e);
	if (!s)
		return false;
	int64_t n = b->shape[dim]->op == TIR_INT_IMM ? b->shape[dim]->u.i : -1;
	for (uint32_t l = 0; l < lanes; l++) {
		const struct replay_symbol *x = &s[e->type.lanes > 1 ? l : 0];
		if (!x->known)
			return proof_replay_unknown(r, "an element depends on what is in memory");
		if (x->number < 0 || x->number >= n)
			return proof_replay_fault(r, "an element lies out of its buffer");
		if (__builtin_mul_overflow(at[l], n, &at[l]) ||
		        __builtin_add_overflow(at[l], x->number, &at[l]))
			return proof_replay_fault(r, "an element lies out of its buffer");
	}
	r->used = used;
	return true;
}

bool proof_replay_place(struct replay *r, const struct tir_buffer *b, uint32_t nindex,
        const struct tir_expr *const *index, uint32_t lanes, int64_t *at,
        struct replay_memory **memory)
{
	if (!is_plain(b) || nindex != b->ndim)
		return proof_replay_unknown(r, "a buffer is not understood");
	memset(at, 0, lanes * sizeof *at);
	for (uint32_t i = 0; i < nindex; i++)
		if (!add_index(r, b, i, index[i], lanes, at))
			return false;
	*memory = memory_of(r, b);
	for (uint32_t l = 0; l < lanes; l++)
		if (at[l] >= (*memory)->n)
			return proof_replay_fault(r, "an element lies out of its buffer");
	return true;
}

/* The value of an element that nothing was stored to yet.  That of an allocation is not defined: it is a symbol of its own in
 * each of both programs, and another one whenever the memory is allocated again. */
static struct replay_symbol first_value(const struct replay *r, const struct replay_memory *m,
        int64_t at)
{
	bool param = m->root->kind == TIR_BUFFER_PARAM;
	uint64_t who = param ? m->root->id : (uint64_t)(r->second ? 3 : 2) << 60 | m->root->id;
	return proof_replay_atom(who, (uint64_t)at, param ? 0 : 1 + m->age);
}

bool proof_replay_table(struct replay *r, const struct tir_expr *e, struct replay_symbol *out,
        bool *is_one)
{
	const struct tir_buffer *b = e->u.buffer;
	uint32_t used = r->used;
	*is_one = e->n == 1 && b->root == b && b->kind == TIR_BUFFER_PARAM && b->ndim == 1 &&
	          is_plain(b) && e->arg[0]->flags & TIR_READS_MEM;
	struct replay_symbol *s = *is_one ? proof_replay_operand(r, e->arg[0]) : NULL;
	for (uint32_t l = 0; s && l < e->type.lanes && *is_one; l++) {
		struct tir_type t = tir_lanes(e->arg[0]->type, 1);
		const struct replay_symbol *x = &s[e->arg[0]->type.lanes > 1 ? l : 0];
		uint64_t key = proof_replay_hash(UINT64_C(20) << 32 | b->id, t, x);
		int64_t least, most;
		*is_one = !x->known && !x->form;
		bool inside = *is_one && proof_replay_bounds(t, x, &least, &most) && least >= 0 &&
		              most < elements(b);
		if (*is_one && !inside && proof_replay_may_overflow(r, key, 0))
			return proof_replay_fault(r, "an element lies out of its buffer");
		out[l] = proof_replay_atom(20, key, e->type.bits);
	}
	r->used = used;
	return s || !*is_one;
}

bool proof_replay_load(struct replay *r, const struct tir_expr *e, struct replay_symbol *out)
{
	int64_t few[REPLAY_LANES], *at = few;
	struct replay_memory *m;
	bool is_table = !r->number_of[e->u.buffer->root->id] || !memory_of(r, e->u.buffer)->writes;
	if (is_table && !proof_replay_table(r, e, out, &is_table))
		return false;
	if (is_table) {
		memory_of(r, e->u.buffer)->reads = true;
		return true;
	}
	if (e->type.lanes > REPLAY_LANES)
		at = ARENA_NEWN(r->arena, int64_t, e->type.lanes);
	if (!proof_replay_place(r, e->u.buffer, e->n, e->arg, e->type.lanes, at, &m))
		return false;
	m->reads = true;
	for (uint32_t l = 0; l < e->type.lanes; l++)
		out[l] = m->set[at[l]] ? m->cell[at[l]] : first_value(r, m, at[l]);
	return true;
}

bool proof_replay_stored(struct replay *r, const struct tir_stmt *s, struct replay_symbol *out)
{
	const struct tir_expr *e = tir_as_store(s)->value.e;
	r->goes_on = proof_replay_any_order(r, s) ? e : NULL;
	bool ok = proof_replay_expr(r, e, out);
	r->goes_on = NULL;
	return ok;
}
