/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/arena.c: memory that is freed as a whole, and growing arrays in it.
 *
 * Idea.   A list of chunks, each twice as large as the last up to a bound; allocation moves a
 *         pointer.
 *         What a grown array, a replaced table or a chunk's end leave behind is handed out again, and
 *         what a scratch arena had goes to the pool it came from: memory that was touched is worth
 *         more than new pages, which the kernel must clear.
 * Costs   a pointer bump; at most half of the memory taken is unused.
 * Wrong   if a pointer into the arena outlives arena_free. */
#include <stdlib.h>
#include <sys/mman.h>

#include "support/support.h"

/* Where AddressSanitizer watches: nothing but what was handed out may be touched, and between two blocks
 * lies what is nobody's. */
#if defined(__SANITIZE_ADDRESS__)
#define IS_WATCHED 1
#elif defined(__has_feature) /* as clang says it */
#define IS_WATCHED __has_feature(address_sanitizer)
#else
#define IS_WATCHED 0
#endif
#if IS_WATCHED
#include <sanitizer/asan_interface.h>
enum { NOBODYS = 192 };
#else
enum { NOBODYS = 0 };
#define ASAN_POISON_MEMORY_REGION(p, n)   ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#endif

struct arena_chunk {
	struct arena_chunk *older, *other; /* other: of the guard's that scratch arenas hold */
	struct arena_chunk **at;           /* what points here among those; NULL: it is none */
	size_t size;
	max_align_t data[];
};

enum { WORTH_KEEPING = 4096 };
enum { FIRST_CHUNK = 4096, LAST_CHUNK = 1 << 23, HUGE_PAGE = 1 << 21 };

static _Noreturn void out_of_memory(struct arena *a)
{
	if (a->oom)
		longjmp(a->oom->to, 1);
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

/* Nobody uses this memory: it is to be used again.  Of too many such blocks the largest are kept; false:
 * this is none of them. */
static bool leave(struct arena *a, char *p, size_t size)
{
	ASAN_POISON_MEMORY_REGION(p, size);
	uint32_t at = 0;
	size_t pad = (0 - (uintptr_t)p) & (_Alignof(max_align_t) - 1);
	if (size < WORTH_KEEPING + pad)
		return false;
	if (a->nleft < ARENA_LEFT)
		at = a->nleft++;
	else
		for (uint32_t i = 1; i < ARENA_LEFT; i++)
			if (a->left[i].size < a->left[at].size)
				at = i;
	if (a->left[at].size >= size - pad)
		return false;
	a->left[at] = (struct arena_block){p + pad, size - pad};
	return true;
}

/* The smallest block that was left and holds size bytes, taken out; or none. */
static struct arena_block take_left(struct arena *a, size_t size)
{
	uint32_t best = a->nleft;
	struct arena_block b = {NULL, 0};
	for (uint32_t i = 0; i < a->nleft; i++)
		if (a->left[i].size >= size &&
		        (best == a->nleft || a->left[i].size < a->left[best].size))
			best = i;
	if (best == a->nleft)
		return b;
	b = a->left[best];
	a->left[best] = a->left[--a->nleft];
	a->left[a->nleft].size = 0;
	return b;
}

/* The smallest of a's first empty chunks that holds size bytes, or NULL. */
static struct arena_chunk *take_empty(struct arena *a, size_t size)
{
	enum { FIRST = 64 };
	struct arena_chunk **best = NULL;
	uint32_t n = 0;
	for (struct arena_chunk **at = &a->empty; *at && n < FIRST; at = &(*at)->older, n++)
		if ((*at)->size >= size && (!best || (*at)->size < (*best)->size))
			best = at;
	struct arena_chunk *c = best ? *best : NULL;
	if (c)
		*best = c->older;
	return c;
}

/* A scratch arena takes the chunk: its guard knows it. */
static void hold(struct arena *a, struct arena_chunk *c)
{
	if (!a->is_scratch || !a->oom || c->at)
		return;
	c->other = a->oom->scratch;
	c->at = &a->oom->scratch;
	if (c->other)
		c->other->at = &c->other;
	a->oom->scratch = c;
}

static void let_go(struct arena_chunk *c)
{
	if (!c->at)
		return;
	*c->at = c->other;
	if (c->other)
		c->other->at = c->at;
	c->at = NULL;
}

/* A chunk of size bytes or more that is not used yet: what there is comes before what the system has. */
static struct arena_chunk *get_chunk(struct arena *a, size_t size)
{
	size_t want = a->chunk ? 2 * a->chunk->size : FIRST_CHUNK;
	if (want > LAST_CHUNK)
		want = LAST_CHUNK;
	if (want < size)
		want = size;
	struct arena_chunk *c = take_empty(a, size);
	if (!c && a->pool)
		c = take_empty(a->pool, size);
	if (!c) {
		c = new_block(&want);
		if (!c)
			out_of_memory(a);
		c->size = want;
		c->at = NULL;
	}
	hold(a, c);
	return c;
}

/* Small ones come from the block from now on, if it is larger than what they came from. */
static void go_on_with(struct arena *a, char *p, char *end)
{
	if (end - p > a->end - a->next) {
		leave(a, a->next, (size_t)(a->end - a->next));
		a->next = p;
		a->end = end;
	} else {
		leave(a, p, (size_t)(end - p));
	}
}

/* Size bytes of what was left behind, or NULL. */
static char *from_left(struct arena *a, size_t size)
{
	struct arena_block b = take_left(a, size);
	if (b.at)
		go_on_with(a, b.at + size, b.at + b.size);
	return b.at;
}

static char *from_new_chunk(struct arena *a, size_t size)
{
	struct arena_chunk *c = get_chunk(a, size);
	char *p = (char *)c->data;
	c->older = a->chunk;
	a->chunk = c;
	ASAN_POISON_MEMORY_REGION(p, c->size);
	go_on_with(a, p + size, p + c->size);
	return p;
}

/* Size bytes, whose address is a multiple of align, a power of two. */
static void *take_any(struct arena *a, size_t bytes, size_t align)
{
	size_t size = bytes;
	if (size > SIZE_MAX - 2 * align - NOBODYS || (a->limit && size > a->limit - a->used))
		out_of_memory(a);
	size = (size + !size + align - 1) & ~(align - 1); /* never NULL, even for no bytes */
	size_t pad = (0 - (uintptr_t)a->next) & (align - 1), all = size + NOBODYS;
	bool fits = (size_t)(a->end - a->next) >= all + pad;
	char *p = NULL;
	if (a->nleft && (!fits || size >= WORTH_KEEPING))
		p = from_left(a, all);
	if (!p && fits) {
		p = a->next + pad;
		a->next = p + all;
	}
	if (!p)
		p = from_new_chunk(a, all);
	a->used += a->limit && size > a->limit - a->used ? a->limit - a->used : size;
	ASAN_UNPOISON_MEMORY_REGION(p, bytes);
	return p;
}

/* The same: nearly all are small and fit. */
static inline void *take(struct arena *a, size_t bytes, size_t align)
{
	size_t size = (bytes + align - 1) & ~(align - 1);
	size_t pad = (0 - (uintptr_t)a->next) & (align - 1);
	bool fits = size + pad <= (size_t)(a->end - a->next);
	if (IS_WATCHED || bytes - 1 >= WORTH_KEEPING - 1 || !fits || a->limit)
		return take_any(a, bytes, align);
	char *p = a->next + pad;
	a->next = p + size;
	a->used += size;
	return p;
}

void *arena_alloc(struct arena *a, size_t size)
{
	return take(a, size, _Alignof(max_align_t));
}

void *arena_words(struct arena *a, size_t size)
{
	return take(a, size, sizeof(uint64_t));
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
	char *p = take(a, n + 1, 1);
	memcpy(p, s, n);
	p[n] = 0;
	return p;
}

char *arena_printf(struct arena *a, const char *format, ...)
{
	va_list ap;
	char few[128];
	va_start(ap, format);
	int n = vsnprintf(few, sizeof few, format, ap);
	va_end(ap);
	size_t size = n > 0 ? (size_t)n : 0;
	if (size < sizeof few)
		return arena_strndup(a, few, size);
	char *p = take(a, size + 1, 1);
	va_start(ap, format);
	vsnprintf(p, size + 1, format, ap);
	va_end(ap);
	return p;
}

char *arena_numbered(struct arena *a, const char *s, uint32_t k)
{
	size_t n = strlen(s), ndigits = 1;
	for (uint32_t x = k; x >= 10; x /= 10)
		ndigits++;
	char *p = take(a, n + ndigits + 1, 1);
	memcpy(p, s, n);
	p[n + ndigits] = 0;
	for (; ndigits; k /= 10)
		p[n + --ndigits] = (char)('0' + k % 10);
	return p;
}

void *arena_grow(struct arena *a, void *p, size_t n, size_t m)
{
	void *q = arena_alloc(a, m);
	if (!n)
		return q;
	memcpy(q, p, n);
	arena_give_back(a, p, n);
	return q;
}

void arena_give_back(struct arena *a, void *p, size_t n)
{
	if (leave(a, p, n))
		a->used -= n < a->used ? n : a->used;
}

void arena_clear(struct arena *a)
{
	while (a->chunk) {
		struct arena_chunk *c = a->chunk;
		a->chunk = c->older;
		c->older = a->empty;
		a->empty = c;
	}
	memset(a->left, 0, sizeof a->left);
	a->nleft = 0;
	a->next = a->end = NULL;
	a->used = 0;
}

void arena_free(struct arena *a)
{
	arena_clear(a);
	while (a->empty) {
		struct arena_chunk *c = a->empty;
		a->empty = c->older;
		let_go(c);
		if (a->pool) {
			c->older = a->pool->empty;
			a->pool->empty = c;
		} else {
			ASAN_UNPOISON_MEMORY_REGION(c->data, c->size);
			free(c);
		}
	}
}

bool arena_guard(struct arena *a, void (*fn)(void *ctx), void *ctx)
{
	struct arena_exit here, *volatile outer = a->oom, *volatile exit = &here;
	volatile bool done = false;
	here.scratch = NULL;
	a->oom = &here;
	if (!setjmp(here.to)) {
		fn(ctx);
		done = true;
	}
	a->oom = outer;
	for (struct arena_chunk *c = exit->scratch, *other; c; c = other) {
		other = c->other;
		c->at = NULL; /* who still uses it will free it */
		ASAN_UNPOISON_MEMORY_REGION(c->data, done ? 0 : c->size);
		if (!done)
			free(c);
	}
	return done;
}
