/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/heap.c: malloc and free.
 *
 * Idea.   First fit over a list of free blocks in order of address; neighbours are joined when a
 *         block is freed.  Blocks and their headers are whole HVX vectors, so every block is
 *         aligned for any access.
 * Needs   one thread: programs under the harness have no other.
 * Costs   a walk over the free blocks; a kernel that allocates and frees in a loop walks one. */
#include "internal.h"

enum { VECTOR = 128, GROW = 1 << 20 };

/* Stands before each block.  The list's head is the heap's only state. */
struct block {
	_Alignas(VECTOR) size_t size; /* of header and bytes */
	struct block *next;           /* the next free one, where free */
};

static struct block *first_free;

void *calloc(size_t n, size_t size);
void *aligned_alloc(size_t align, size_t size);

static char *end_of(struct block *b)
{
	return (char *)b + b->size;
}

/* Put b into the list, joined with the free blocks before and behind it. */
static void release(struct block *b)
{
	struct block *before = NULL, *behind = first_free;
	while (behind && behind < b) {
		before = behind;
		behind = behind->next;
	}
	b->next = behind;
	if (behind && end_of(b) == (char *)behind) {
		b->size += behind->size;
		b->next = behind->next;
	}
	if (!before) {
		first_free = b;
	} else if (end_of(before) == (char *)b) {
		before->size += b->size;
		before->next = b->next;
	} else {
		before->next = b;
	}
}

/* Get at least size bytes more from the system; false if there are none. */
static int grow(size_t size)
{
	struct block *b;
	if (size < GROW)
		size = GROW;
	b = rt_pages(size);
	if (!b)
		return 0;
	b->size = size;
	release(b);
	return 1;
}

/* Take size bytes off the first free block that has them, or return NULL. */
static struct block *take(size_t size)
{
	for (struct block **link = &first_free; *link; link = &(*link)->next) {
		struct block *b = *link;
		if (b->size < size)
			continue;
		if (b->size == size) {
			*link = b->next;
		} else {
			struct block *rest = (struct block *)((char *)b + size);
			rest->size = b->size - size;
			rest->next = b->next;
			*link = rest;
			b->size = size;
		}
		return b;
	}
	return NULL;
}

void *malloc(size_t size)
{
	struct block *b;
	if (size > SIZE_MAX / 2)
		return NULL;
	size = (sizeof *b + size + VECTOR - 1) / VECTOR * VECTOR;
	b = take(size);
	if (!b && grow(size))
		b = take(size);
	return b ? b + 1 : NULL;
}

void free(void *p)
{
	if (p)
		release((struct block *)p - 1);
}

void *calloc(size_t n, size_t size)
{
	void *p = size && n > SIZE_MAX / size ? NULL : malloc(n * size);
	return p ? memset(p, 0, n * size) : NULL;
}

/* Alignments above a vector's are refused. */
void *aligned_alloc(size_t align, size_t size)
{
	return align > VECTOR ? NULL : malloc(size);
}
