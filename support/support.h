/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/support.h: what every folder stands on: arenas, interned strings, source text and
 * spans, diagnostics, byte buffers.  Knows nothing of TIR or LLVM. */
#ifndef TIRC_SUPPORT_H
#define TIRC_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define PRINTF_LIKE(fmt, args)
#endif

/* ---- Arena ------------------------------------------------------------------------------
 * Memory that is freed as a whole.  {0} is an empty arena.  Allocation never returns NULL:
 * when memory (or the limit) runs out it jumps to the innermost arena_guard of that arena, and
 * aborts only where there is none.  Every public entry point of the library sets one. */
struct arena_chunk;
/* An arena_guard: where to go when memory runs out, and what scratch arenas hold, which is freed on that way. */
struct arena_exit {
	jmp_buf to;
	struct arena_chunk *scratch;
};
struct arena_block {
	char *at;
	size_t size;
};
enum { ARENA_LEFT = 8 };
struct arena {
	struct arena_chunk *chunk;           /* newest first */
	struct arena_chunk *empty;           /* to be used again */
	struct arena_block left[ARENA_LEFT]; /* behind by arena_grow and so on, to be used again */
	uint32_t nleft;
	struct arena *pool;     /* has empty chunks, gets those of arena_free; NULL: the system */
	char *next, *end;       /* free part of the newest chunk */
	size_t used;            /* bytes handed out, without what was given back */
	size_t limit;           /* most bytes it may take; 0: no limit */
	struct arena_exit *oom; /* where to go when memory runs out */
	bool is_scratch;        /* nobody frees it who is jumped over */
};

/* Return size bytes, aligned for any type, contents undefined (arena_alloc) or zero (arena_zero). */
void *arena_alloc(struct arena *a, size_t size);
void *arena_zero(struct arena *a, size_t size);
/* The same as arena_alloc, aligned for nothing larger than pointers and 64 bits. */
void *arena_words(struct arena *a, size_t size);
/* Return a copy of n bytes; arena_strndup adds a final NUL. */
void *arena_copy(struct arena *a, const void *p, size_t n);
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *format, ...) PRINTF_LIKE(2, 3);
/* s and behind it k's digits. */
char *arena_numbered(struct arena *a, const char *s, uint32_t k);
/* Return p's n bytes in a block of at least m; p is the arena's own, and no longer the caller's. */
void *arena_grow(struct arena *a, void *p, size_t n, size_t m);
/* Nobody uses p's n bytes any more, which arena_alloc gave as a part or the whole of a block. */
void arena_give_back(struct arena *a, void *p, size_t n);
/* An empty arena for what is needed for a while only: its memory comes from where that of a comes from.  Where memory
 * runs out and the guard of a is left, it is freed. */
static inline struct arena arena_scratch(const struct arena *a)
{
	return (struct arena){.pool = a->pool, .oom = a->oom, .is_scratch = true};
}
/* Forget everything that was allocated; its memory is used again. */
void arena_clear(struct arena *a);
/* Free everything; the arena is empty again and can be used. */
void arena_free(struct arena *a);
/* Run fn(ctx); returns false if the arena ran out of memory on the way (nothing is freed). */
bool arena_guard(struct arena *a, void (*fn)(void *ctx), void *ctx);

#define ARENA_NEW(a, type)     ((type *)arena_zero((a), sizeof(type)))
#define ARENA_NEWN(a, type, n) ((type *)arena_zero((a), sizeof(type) * (size_t)(n)))

/* A growing array in an arena: struct { T *at; uint32_t n, cap; }. */
#define VEC(type)                                                                                  \
	struct {                                                                                   \
		type *at;                                                                          \
		uint32_t n, cap;                                                                   \
	}
#define VEC_PUSH(a, v, item)                                                                       \
	((v)->n == (v)->cap ? (void)((v)->at = arena_grow((a), (v)->at, sizeof *(v)->at * (v)->n,  \
	                                     sizeof *(v)->at *                                     \
	                                             ((v)->cap = (v)->cap ? 2 * (v)->cap : 8)))    \
	                    : (void)0,                                                             \
	        (v)->at[(v)->n++] = (item))

/* Room for that many more items, so that it need not move while it takes them. */
#define VEC_MORE(a, v, items)                                                                      \
	do {                                                                                       \
		uint32_t vec_need = (v)->n + (items), vec_twice = 2 * (v)->cap;                    \
		if (vec_need <= (v)->cap)                                                          \
			break;                                                                     \
		(v)->cap = vec_need > vec_twice ? vec_need : vec_twice;                            \
		(v)->at = arena_grow((a), (v)->at, sizeof *(v)->at * (v)->n,                       \
		        sizeof *(v)->at * (v)->cap);                                               \
	} while (0)

/* Room for n items in an empty one, so that it need not move while it grows. */
#define VEC_ROOM(a, v, items)                                                                      \
	((v)->cap = (items) < 8 ? 8 : (items),                                                     \
	        (v)->at = arena_alloc((a), sizeof *(v)->at * (v)->cap))

/* Mix two words into a hash with a fixed seed: the same on every run and machine. */
static inline uint64_t hash_mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
	return h ^ (h >> 29);
}

/* ---- Lookup -----------------------------------------------------------------------------
 * A hash table of the numbers of things that lie elsewhere and are never taken out; the larger the later.
 *
 *     lookup_room(&t, arena, keys, ctx);
 *     struct lookup_key k = ...;
 *     for (i = 0, slot = lookup_slot(&t, k, 0); slot->number; slot = lookup_next(&t, k, &i, slot))
 *             if (slot->hash == k.hash && is_it(slot->number - 1)) return slot->number - 1;
 *     lookup_add(&t, slot, k, number);
 *
 * `near` says which line of the cache to look at first; only if that is full, `hash` says which others.
 * What is asked for in a row should have near's that lie together: then a large table costs a new line
 * now and then, not one a question. */
struct lookup_key {
	uint32_t near, hash;
};
struct lookup {
	struct lookup_entry {
		uint32_t hash, number; /* from 1; 0: none */
	} *entry;
	uint32_t nentries, n;
	uint32_t end; /* behind the largest number */
};
enum { LOOKUP_LINE = 8, LOOKUP_SPREAD = 2 }; /* entries a line; near's of one line: 2^that */
static inline struct lookup_entry *lookup_slot(const struct lookup *t, struct lookup_key k,
        uint32_t i)
{
	uint32_t turn = i / LOOKUP_LINE, line = k.near >> LOOKUP_SPREAD;
	if (turn)
		line = k.hash + turn * (k.hash >> 16 | 1);
	return &t->entry[(line * LOOKUP_LINE + i % LOOKUP_LINE) & (t->nentries - 1)];
}
/* The slot behind slot *i, which lies at entry; *i is its number then. */
static inline struct lookup_entry *lookup_next(const struct lookup *t, struct lookup_key k,
        uint32_t *i, struct lookup_entry *entry)
{
	return ++*i % LOOKUP_LINE ? entry + 1 : lookup_slot(t, k, *i);
}
static inline void lookup_add(struct lookup *t, struct lookup_entry *entry, struct lookup_key k,
        uint32_t number)
{
	*entry = (struct lookup_entry){k.hash, number + 1};
	t->n++;
	t->end = number + 1;
}
/* See to it that one more fits.  If they must move, key is asked of each number from 0 on: false if that is
 * not in the table. */
void lookup_grow(struct lookup *t, struct arena *a,
        bool (*key)(void *ctx, uint32_t number, struct lookup_key *k), void *ctx);
static inline void lookup_room(struct lookup *t, struct arena *a,
        bool (*key)(void *ctx, uint32_t number, struct lookup_key *k), void *ctx)
{
	if (t->n >= t->nentries / 4 * 3)
		lookup_grow(t, a, key, ctx);
}
/* The same for a table whose numbers keep their keys: near is asked of those that are in it alone, and no hash. */
void lookup_spread(struct lookup *t, struct arena *a, uint32_t (*near)(void *ctx, uint32_t number),
        void *ctx);
static inline void lookup_room_near(struct lookup *t, struct arena *a,
        uint32_t (*near)(void *ctx, uint32_t number), void *ctx)
{
	if (t->n >= t->nentries / 4 * 3)
		lookup_spread(t, a, near, ctx);
}
/* The memory of its entries is going to be freed: lookup_room, which must be called before anything else then, puts
 * all numbers into new ones. */
static inline void lookup_forget(struct lookup *t)
{
	t->entry = NULL;
	t->nentries = 0;
}
/* An empty table with room for n. */
void lookup_init(struct lookup *t, struct arena *a, uint32_t n);

/* ---- Interned strings -------------------------------------------------------------------
 * Equal strings are one pointer.  Strings are NUL-terminated and may hold no NUL. */
struct strtab {
	struct arena *arena;
	struct lookup lookup;
	VEC(const char *) all; /* by number */
};
/* Return the one copy of the n bytes at s, owned by the table's arena. */
const char *strtab_intern(struct strtab *t, const char *s, size_t n);
const char *strtab_str(struct strtab *t, const char *s);
/* Return the copy if the string was interned before, NULL otherwise. */
const char *strtab_find(const struct strtab *t, const char *s, size_t n);

/* ---- Byte buffer ------------------------------------------------------------------------
 * Grows on the heap; {0} is empty.  sbuf_free releases it.  text is NUL-terminated after the
 * first write, NULL before.  A failed allocation sets failed and later writes do nothing. */
struct sbuf {
	char *text;
	size_t len, cap;
	bool failed;
};
void sbuf_add(struct sbuf *b, const char *s, size_t n);
void sbuf_str(struct sbuf *b, const char *s);
void sbuf_char(struct sbuf *b, char c);
/* The character n times; a number in decimal digits. */
void sbuf_fill(struct sbuf *b, char c, size_t n);
void sbuf_uint(struct sbuf *b, uint64_t x);
void sbuf_int(struct sbuf *b, int64_t x);
void sbuf_printf(struct sbuf *b, const char *format, ...) PRINTF_LIKE(2, 3);
void sbuf_vprintf(struct sbuf *b, const char *format, va_list ap);
void sbuf_free(struct sbuf *b);

/* ---- Source text and locations ---------------------------------------------------------*/
struct span {
	uint32_t begin, end; /* byte offsets into the source; begin == end: not known */
};
struct source {
	const char *name; /* as shown in diagnostics */
	const char *text; /* len bytes, a NUL follows */
	size_t len;
	uint32_t *line; /* offset of each line's first byte */
	uint32_t nlines;
};
/* Read a whole file ("-": stdin) or take a text; the source lives in the arena.  On failure
 * *why says what is wrong (static or arena text) and NULL is returned. */
const struct source *source_read(struct arena *a, const char *path, const char **why);
const struct source *source_text(struct arena *a, const char *name, const char *text, size_t len);
/* Line and column (both from 1, column in bytes) of an offset. */
void source_location(const struct source *s, uint32_t offset, unsigned *line, unsigned *column);

/* ---- Diagnostics ------------------------------------------------------------------------
 * Errors are values: reported here, in order, with a location; the reporter goes on.  The sink
 * decides what becomes of them (the command prints them as clang does, the plugin hands them to
 * LLVM's handler, tests collect them). */
enum diag_level { DIAG_NOTE, DIAG_REMARK, DIAG_WARNING, DIAG_ERROR };
struct diag_message {
	enum diag_level level;
	const struct source *source; /* NULL: no location */
	struct span span;
	const char *text; /* one sentence, no final newline; valid during the call */
};
struct diag {
	void (*sink)(void *ctx, const struct diag_message *m);
	void *ctx;
	unsigned errors, warnings;
	unsigned error_limit; /* after so many errors say so once and drop the rest; 0: no limit */
	bool warnings_are_errors, no_warnings; /* the second is stronger */
	bool dropped;                          /* the message before: its notes go with it */
};
/* Report; diag_error returns false so that it can end a function. */
bool diag_error(struct diag *d, const struct source *s, struct span at, const char *format, ...)
        PRINTF_LIKE(4, 5);
void diag_warning(struct diag *d, const struct source *s, struct span at, const char *format, ...)
        PRINTF_LIKE(4, 5);
void diag_note(struct diag *d, const struct source *s, struct span at, const char *format, ...)
        PRINTF_LIKE(4, 5);
void diag_remark(struct diag *d, const struct source *s, struct span at, const char *format, ...)
        PRINTF_LIKE(4, 5);
/* Messages that are held back until it is known whether they are printed; {0}: none. */
struct diag_held {
	struct diag d; /* counts them; its sink keeps them */
	bool refused;  /* the first error is of what cannot be done, not of what is wrong */
	struct arena *arena;
	VEC(struct diag_message) all;
};
/* Where to report what is to be held; h must not move, and the arena outlives it. */
struct diag *diag_hold(struct diag_held *h, struct arena *a);
/* Report in order to d what is held, and hold nothing any more. */
void diag_tell(struct diag_held *h, struct diag *d);
/* The first error that is held, or NULL. */
const struct diag_message *diag_first_error(const struct diag_held *h);
/* A sink that prints "file:line:col: error: text", the line and a caret under the span. */
struct diag_printer {
	FILE *out;
	bool colour;
};
void diag_print(void *printer, const struct diag_message *m);

/* ---- JSON (RFC 8259), with NaN and Infinity as TVM writes them ---------------------------*/
enum json_kind { JSON_NULL, JSON_BOOL, JSON_INT, JSON_FLOAT, JSON_STRING, JSON_ARRAY, JSON_OBJECT };
struct json {
	enum json_kind kind;
	uint32_t n;          /* ARRAY, OBJECT: items */
	uint32_t begin, end; /* ARRAY, OBJECT: its bytes in the text; others: end alone */
	const char *key;     /* of an object's items; NULL */
	union {
		int64_t i; /* BOOL, INT */
		double f;  /* FLOAT; integers beyond 64 bits, too */
		const char *text;
		const struct json *item; /* n, in the order of the text */
	};
};
/* Read n bytes, which a NUL follows.  The tree lives in the arena.  NULL: *why says in English what is wrong, and
 * *at where. */
const struct json *json_read(const char *text, size_t n, struct arena *arena, const char **why,
        size_t *at);
/* The value of a key, or NULL. */
const struct json *json_get(const struct json *object, const char *key);

/* ---- Words that are near -----------------------------------------------------------------*/
/* The search for the name that somebody meant who typed a word that is none. */
struct support_nearest {
	const char *word; /* n bytes; not owned */
	size_t n;
	unsigned
	        limit; /* names at this edit distance are too far; swaps of neighbours count as one */
};
/* Begin a search: a third of the word's letters may be wrong. */
struct support_nearest support_nearest_of(const char *word, size_t n);
/* True: this name of n bytes is nearer than those before it.  The empty name never is. */
bool support_nearest_try(struct support_nearest *s, const char *name, size_t n);

/* ---- Files ------------------------------------------------------------------------------*/
/* Write a whole file or leave it as it was: a temporary beside it, then rename.  "-" is stdout.  Symbolic links are
 * followed; devices, pipes and what is open as stdout or stderr are written to as they are.
 * Returns false and sets *why (static text or strerror's) on failure. */
bool support_write_file(const char *path, const void *data, size_t n, const char **why);

#endif
