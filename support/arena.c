/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/arena.c: memory that is freed as a whole, and growing arrays in it.
 *
 * Idea.   A list of chunks, each twice as large as the last up to a bound; allocation moves a
 *         pointer.
 * Costs   a pointer bump; at most half of the memory taken is unused.
 * Wrong   if a pointer into the arena outlives arena_free. */
#include <stdlib.h>
#include <sys/mman.h>

#include "support/support.h"

struct arena_chunk {
	struct arena_chunk *older;
	size_t size;
	max_align_t data[];
};

/* What arena_grow left behind. */
struct arena_block {
	struct arena_block *next;
	size_t size;
};

enum { WORTH_KEEPING = 4096, LOOK_AT = 16 };
enum { FIRST_CHUNK = 4096, LAST_CHUNK = 1 << 23, HUGE_PAGE = 1 << 21 };

static _Noreturn void out_of_memory(struct arena *a)
{
	if (a->oom)
		longjmp(*a->oom, 1);
	abort(); /* a caller of ours forgot arena_guard */
}

/* A chunk of at least *want bytes, *want is set to what it has; NULL: no memory.  Large ones ask for huge
 * pages: a large kernel's tables are read all over. */
static struct arena_chunk *new_block(size_t *want)
{
	size_t size = *want + sizeof(struct arena_chunk);
	if (*want > SIZE_MAX - sizeof(struct arena_chunk) - HUGE_PAGE)
		return NULL;
	if (size < HUGE_PAGE)
		return malloc(size);
	size = (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	struct arena_chunk *c = aligned_alloc(HUGE_PAGE, size);
	if (c)
		(void)madvise(c, size, MADV_HUGEPAGE); /* a wish: refused is as good */
	*want = size - sizeof *c;
	return c;
}

/* An empty chunk that holds size bytes, or NULL. */
static struct arena_chunk *take_empty(struct arena *a, size_t size)
{
	for (struct arena_chunk **at = &a->empty; *at; at = &(*at)->older)
		if ((*at)->size >= size) {
			struct arena_chunk *c = *at;
			*at = c->older;
			return c;
		}
	return NULL;
}

/* Make room for size bytes in a new chunk. */
static void new_chunk(struct arena *a, size_t size)
{
	size_t want = a->chunk ? 2 * a->chunk->size : FIRST_CHUNK;
	if (want > LAST_CHUNK)
		want = LAST_CHUNK;
	if (want < size)
		want = size;
	struct arena_chunk *c = take_empty(a, size);
	if (!c) {
		c = new_block(&want);
		if (!c)
			out_of_memory(a);
		c->size = want;
	}
	c->older = a->chunk;
	a->chunk = c;
	a->next = (char *)c->data;
	a->end = a->next + c->size;
}

/* A block of at least size bytes that arena_grow left, or NULL. */
static void *take_left(struct arena *a, size_t size)
{
	struct arena_block **at = &a->left;
	for (int i = 0; i < LOOK_AT && *at; i++, at = &(*at)->next)
		if ((*at)->size >= size && (*at)->size <= 2 * size) {
			struct arena_block *b = *at;
			*at = b->next;
			return b;
		}
	return NULL;
}

void *arena_alloc(struct arena *a, size_t size)
{
	const size_t align = _Alignof(max_align_t);
	if (size > SIZE_MAX - align || (a->limit && size > a->limit - a->used))
		out_of_memory(a);
	size = (size + !size + align - 1) / align * align; /* never NULL, even for no bytes */
	void *left = size >= WORTH_KEEPING && a->left ? take_left(a, size) : NULL;
	if (left)
		return left;
	if ((size_t)(a->end - a->next) < size)
		new_chunk(a, size);
	void *p = a->next;
	a->next += size;
	a->used += a->limit && size > a->limit - a->used ? a->limit - a->used : size;
	return p;
}

void *arena_zero(struct arena *a, size_t size)
{
	return memset(arena_alloc(a, size), 0, size);
}

void *arena_copy(struct arena *a, const void *p, size_t n)
{
	void *q = arena_alloc(a, n);
	return n ? memcpy(q, p, n) : q;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
	char *p = arena_alloc(a, n + 1);
	memcpy(p, s, n);
	p[n] = 0;
	return p;
}

char *arena_printf(struct arena *a, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	int n = vsnprintf(NULL, 0, format, ap);
	va_end(ap);
	char *p = arena_alloc(a, (size_t)(n > 0 ? n : 0) + 1);
	p[0] = 0;
	va_start(ap, format);
	if (n > 0)
		vsnprintf(p, (size_t)n + 1, format, ap);
	va_end(ap);
	return p;
}

void *arena_grow(struct arena *a, void *p, size_t n, size_t m)
{
	void *q = arena_alloc(a, m);
	if (!n)
		return q;
	memcpy(q, p, n);
	if (n >= WORTH_KEEPING) {
		struct arena_block *b = p;
		*b = (struct arena_block){a->left, n};
		a->left = b;
	}
	return q;
}

void arena_clear(struct arena *a)
{
	while (a->chunk) {
		struct arena_chunk *c = a->chunk;
		a->chunk = c->older;
		c->older = a->empty;
		a->empty = c;
	}
	a->left = NULL;
	a->next = a->end = NULL;
	a->used = 0;
}

void arena_free(struct arena *a)
{
	arena_clear(a);
	while (a->empty) {
		struct arena_chunk *c = a->empty;
		a->empty = c->older;
		free(c);
	}
}

bool arena_guard(struct arena *a, void (*fn)(void *ctx), void *ctx)
{
	jmp_buf here, *volatile outer = a->oom;
	volatile bool done = false;
	a->oom = &here;
	if (!setjmp(here)) {
		fn(ctx);
		done = true;
	}
	a->oom = outer;
	return done;
}
