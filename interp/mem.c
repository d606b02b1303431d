/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interp/mem.c: the interpreter's memory.
 *
 * Idea.   Allocations live as long as their sequence of statements, so memory is a stack with
 *         marks; a loop that allocates uses the same bytes each time.  Handles are numbers of
 *         regions and offsets, checked where they are used.
 * Costs   a pointer move and clearing per allocation.
 * Wrong   if a handle outlives its sequence: it may then point into a later region (never outside
 *         of one). */
#include <stdlib.h>

#include "interp/internal.h"

enum { OFFSET_BITS = 40, MAX_REGIONS = 1 << 23, CHUNK = 1 << 16, ALIGN = 64 };
#define OFFSET_BIAS (INT64_C(1) << (OFFSET_BITS - 1)) /* so that small negative offsets fit */
#define MAX_MEMORY  (UINT64_C(1) << 31)               /* of all allocations of a run at one time */

struct mem_chunk {
	struct mem_chunk *older;
	uint8_t *at; /* aligned */
	size_t used, size;
};

struct mem_mark interp_mark(const struct mem *m)
{
	return (struct mem_mark){m->chunk, m->chunk ? m->chunk->used : 0, m->nregions};
}

void interp_release(struct mem *m, struct mem_mark mark)
{
	while (m->chunk != mark.chunk) {
		struct mem_chunk *c = m->chunk;
		m->chunk = c->older;
		m->total -= c->size;
		free(c);
	}
	if (m->chunk)
		m->chunk->used = mark.used;
	m->nregions = mark.nregions;
}

void interp_mem_free(struct mem *m)
{
	interp_release(m, (struct mem_mark){NULL, 0, 0});
	free(m->region);
}

/* A new chunk, all zero: large ones come from the system so and cost nothing until touched. */
static bool new_chunk(struct mem *m, size_t size)
{
	if (size < CHUNK)
		size = CHUNK;
	if (size > MAX_MEMORY - m->total)
		return false;
	struct mem_chunk *c = calloc(1, sizeof *c + size + ALIGN);
	if (!c)
		return false;
	uintptr_t data = (uintptr_t)(c + 1);
	c->at = (uint8_t *)(c + 1) + (ALIGN - data % ALIGN) % ALIGN;
	c->size = size;
	c->older = m->chunk;
	m->total += size;
	m->chunk = c;
	return true;
}

void *interp_alloc(struct mem *m, uint64_t bytes)
{
	if (bytes > MAX_MEMORY)
		return NULL;
	size_t size = ((size_t)bytes + ALIGN - 1) / ALIGN * ALIGN;
	bool fits = m->chunk && m->chunk->size - m->chunk->used >= size;
	if (!fits && !new_chunk(m, size))
		return NULL;
	uint8_t *p = m->chunk->at + m->chunk->used;
	m->chunk->used += size;
	if (fits)
		memset(p, 0, size);
	return p;
}

uint64_t interp_region(struct mem *m, void *base, uint64_t bytes)
{
	if (m->nregions == m->cap) {
		uint32_t cap = m->cap ? 2 * m->cap : 64;
		struct region *r = realloc(m->region, sizeof *r * cap);
		if (!r)
			return 0;
		m->region = r;
		m->cap = cap;
	}
	if (m->nregions >= MAX_REGIONS)
		return 0;
	m->region[m->nregions++] = (struct region){base, bytes};
	return (uint64_t)m->nregions << OFFSET_BITS | (uint64_t)OFFSET_BIAS;
}

uint64_t interp_new_region(struct mem *m, uint64_t bytes)
{
	void *p = interp_alloc(m, bytes);
	return p ? interp_region(m, p, bytes) : 0;
}

struct region interp_find(const struct mem *m, uint64_t handle, int64_t *offset)
{
	uint64_t number = handle >> OFFSET_BITS;
	*offset = (int64_t)(handle & ((UINT64_C(1) << OFFSET_BITS) - 1)) - OFFSET_BIAS;
	if (number == 0 || number > m->nregions)
		return (struct region){NULL, 0};
	return m->region[number - 1];
}

uint64_t interp_handle_add(uint64_t handle, int64_t bytes)
{
	return handle + (uint64_t)bytes;
}

void *interp_bytes(const struct mem *m, uint64_t handle, uint64_t n)
{
	int64_t offset;
	struct region r = interp_find(m, handle, &offset);
	if (offset < 0 || (uint64_t)offset > r.bytes || r.bytes - (uint64_t)offset < n || !r.base)
		return NULL;
	return r.base + offset;
}

/* Widths that are no machine integer (int24): byte by byte, low ones first. */
static uint64_t read_bytes(const uint8_t *p, unsigned n)
{
	uint64_t v = 0;
	for (unsigned i = 0; i < n; i++)
		v |= (uint64_t)p[i] << 8 * i;
	return v;
}

uint64_t interp_read(struct tir_type t, const uint8_t *p)
{
	uint16_t v16;
	uint32_t v32;
	uint64_t v;
	switch (tir_elem_bytes(t)) {
	case 1: v = p[0]; break;
	case 2:
		memcpy(&v16, p, sizeof v16);
		v = v16;
		break;
	case 4:
		memcpy(&v32, p, sizeof v32);
		v = v32;
		break;
	case 8: memcpy(&v, p, sizeof v); break;
	default: v = read_bytes(p, tir_elem_bytes(t)); break;
	}
	if (t.code == TIR_TYPE_BOOL)
		return v != 0;
	return t.bits < 64 ? v & ((UINT64_C(1) << t.bits) - 1) : v;
}

void interp_write(struct tir_type t, uint8_t *p, uint64_t v)
{
	uint16_t v16 = (uint16_t)v;
	uint32_t v32 = (uint32_t)v;
	unsigned n = tir_elem_bytes(t);
	switch (n) {
	case 1: p[0] = (uint8_t)v; break;
	case 2: memcpy(p, &v16, sizeof v16); break;
	case 4: memcpy(p, &v32, sizeof v32); break;
	case 8: memcpy(p, &v, sizeof v); break;
	default:
		for (unsigned i = 0; i < n; i++)
			p[i] = (uint8_t)(v >> 8 * i);
	}
}
