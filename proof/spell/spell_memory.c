/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/spell/spell_memory.c: allocations of the second program that stand for one of the first.
 *
 * Idea.    Where a nest stands twice, each copy may have memory of its own.  Such an allocation, outside of all loops, stands for the
 *          one of the first program that is stored to where it is stored to first.  The second program must not name that one
 *          anywhere, so that all that the first one does to it is compared with what the second one does to its own.
 * Wrong if one allocation stands for two on the way through a program, or two for one: what is read may then be another value. */
#include "proof/spell/spell.h"

/* Is it memory that one thread sees, where each element lies by itself? */
static bool is_plain(const struct tir_buffer *b)
{
	bool own = !strncmp(b->scope, "global", 6) || !strncmp(b->scope, "local", 5);
	return own && b->kind == TIR_BUFFER_ALLOC && !b->strides && !b->elem_offset;
}

bool proof_spell_allocates(struct spell *s, const struct tir_stmt *alloc)
{
	if (s->loops || s->nmemory == SPELL_MEMORY || tir_attr_of(alloc) ||
	        !is_plain(tir_buffer_of(alloc)))
		return proof_spell_fails(s, "memory is allocated");
	s->memory[s->nmemory++] = (struct spell_memory){NULL, tir_buffer_of(alloc)};
	return true;
}

/* ---- Which stands for which --------------------------------------------------------------*/
struct naming {
	const struct tir_buffer *b;
	struct arena *arena;
};

static bool is_other(const struct naming *n, const struct tir_buffer *b)
{
	return b != n->b && b->root != n->b;
}

static bool other_node(void *ctx, const struct tir_expr *e)
{
	bool memory = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_BUFFER_DATA ||
	              e->op == TIR_ADDRESS_OF;
	return !memory || is_other(ctx, e->u.buffer);
}

/* Does neither the statement nor an operand of it name the buffer? */
static bool other_stmt(void *ctx, struct tir_stmt *t)
{
	const struct naming *n = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t count = tir_stmt_exprs(t, e, TIR_MAX_OPERANDS);
	bool other = !tir_buffer_of(t) || is_other(n, tir_buffer_of(t));
	for (uint32_t i = 0; other && i < count; i++)
		other = tir_walk_expr(e[i], n->arena, other_node, ctx);
	return other;
}

/* Have both elements of one type, as many of them? */
static bool is_alike(const struct tir_buffer *x, const struct tir_buffer *y)
{
	bool alike = is_plain(x) && x->ndim == y->ndim && tir_type_eq(x->elem, y->elem) &&
	             !strcmp(x->scope, y->scope);
	for (uint32_t i = 0; alike && i < x->ndim; i++)
		alike = x->shape[i] == y->shape[i];
	return alike;
}

bool proof_spell_same_memory(struct spell *s, const struct tir_buffer *x,
        const struct tir_buffer *y)
{
	struct spell_memory *free = NULL;
	if (x == y)
		return true;
	for (uint32_t i = 0; i < s->nmemory; i++) {
		if (s->memory[i].of == x)
			return s->memory[i].to == y;
		if (s->memory[i].to == y && !s->memory[i].of)
			free = &s->memory[i];
	}
	struct naming n = {x, s->arena};
	if (!free || !is_alike(x, y) || !tir_walk_stmts(&s->g->body, other_stmt, &n))
		return false;
	free->of = x;
	return true;
}

/* ---- What is known in a case -------------------------------------------------------------*/
/* A copy of what variables and allocations stand for. */
struct spell_meanings proof_spell_meanings(const struct spell *s)
{
	struct spell_meanings m = {.nmemory = s->nmemory};
	memcpy(m.memory, s->memory, sizeof m.memory);
	for (uint32_t i = 0; i < 2; i++) {
		m.n[i] = s->side[i].var.n;
		m.var[i] = ARENA_NEWN(s->arena, uint32_t, m.n[i] + 1);
		for (uint32_t k = 0; k < m.n[i]; k++)
			m.var[i][k] = s->side[i].var.at[k];
	}
	return m;
}

/* Let them stand for that again, and for nothing else. */
void proof_spell_restore(struct spell *s, const struct spell_meanings *m)
{
	s->nmemory = m->nmemory;
	memcpy(s->memory, m->memory, sizeof m->memory);
	for (uint32_t i = 0; i < 2; i++)
		for (uint32_t k = 0; k < s->side[i].var.n; k++)
			s->side[i].var.at[k] = k < m->n[i] ? m->var[i][k] : 0;
}
