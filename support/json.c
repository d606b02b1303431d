/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/json.c: JSON as a tree in an arena.
 *
 * Idea.   RapidJSON reads; what is open lies on a stack, and when a bracket closes, what stands in it moves to the
 *         arena in one piece.  Nothing recurses. */
#include <math.h>
#include <stdlib.h>

#include "support/json_events.h"
#include "support/support.h"

struct reader {
	struct arena *arena;
	VEC(struct json) open; /* values whose container is not closed */
	VEC(uint32_t) at;      /* of containers: where they lie in open */
	const char *key;       /* of the value that comes next */
	const char *text;      /* as it was given */
	const char *why;
};

/* An exponent beyond makes 0 or no number, whatever the digits are: a text is shorter. */
#define FAR (1L << 40)

static void *grow(void *ctx, void *p, size_t old, size_t size)
{
	struct reader *r = ctx;
	void *q = arena_alloc(r->arena, size);
	if (old)
		memcpy(q, p, old < size ? old : size);
	return q;
}

/* The number at s, as every locale reads it: its digits without a point, and an exponent. */
static double to_double(struct reader *r, const char *s)
{
	size_t n = strspn(s, "+-.0123456789");
	char *digits = arena_alloc(r->arena, n + 32), *end = digits;
	long exponent = s[n] == 'e' || s[n] == 'E' ? strtol(s + n + 1, NULL, 10) : 0;
	exponent = exponent < -FAR ? -FAR : exponent > FAR ? FAR : exponent;
	bool fraction = false;
	for (size_t i = 0; i < n; i++) {
		if (s[i] == '.') {
			fraction = true;
			continue;
		}
		exponent -= fraction;
		*end++ = s[i];
	}
	snprintf(end, 32, "e%ld", exponent);
	return strtod(digits, NULL);
}

static bool refuse(struct reader *r, const char *why)
{
	r->why = why;
	return false;
}

static void close_container(struct reader *r, const struct json_event *e)
{
	uint32_t at = r->at.at[--r->at.n];
	struct json *container = &r->open.at[at];
	container->n = (uint32_t)(r->open.n - at - 1);
	container->end = (uint32_t)e->at + 1;
	if (container->n)
		container->item = arena_copy(r->arena, container + 1,
		        container->n * sizeof *container);
	r->open.n = at + 1;
}

static bool take(void *ctx, const struct json_event *e)
{
	struct reader *r = ctx;
	if ((e->kind == JSON_EVENT_KEY || e->kind == JSON_EVENT_STRING) && strlen(e->text) != e->n)
		return refuse(r, "a string with a NUL");
	if (e->kind == JSON_EVENT_KEY) {
		r->key = e->text;
		return true;
	}
	if (e->kind == JSON_EVENT_END) {
		close_container(r, e);
		return true;
	}
	struct json j = {.kind = (enum json_kind)e->kind, .key = r->key, .end = (uint32_t)e->at};
	r->key = NULL;
	switch (e->kind) {
	case JSON_EVENT_BOOL:
	case JSON_EVENT_INT: j.i = e->i; break;
	case JSON_EVENT_FLOAT: j.f = isfinite(e->f) ? to_double(r, r->text + e->at) : e->f; break;
	case JSON_EVENT_STRING: j.text = e->text; break;
	case JSON_EVENT_ARRAY:
	case JSON_EVENT_OBJECT:
		j.begin = (uint32_t)e->at;
		VEC_PUSH(r->arena, &r->at, r->open.n);
		break;
	case JSON_EVENT_NULL:
	case JSON_EVENT_KEY:
	case JSON_EVENT_END: break;
	}
	VEC_PUSH(r->arena, &r->open, j);
	return true;
}

const struct json *json_read(const char *text, size_t n, struct arena *arena, const char **why,
        size_t *at)
{
	struct reader r = {.arena = arena, .text = text};
	char *copy = arena_strndup(arena, text, n);
	*why = strlen(copy) == n ? support_json_events(copy, grow, take, &r, at) : NULL;
	if (strlen(text) < n || n > UINT32_MAX) {
		*at = 0;
		*why = n > UINT32_MAX ? "the text is too large" : "the text has a NUL";
	}
	if (r.why)
		*why = r.why;
	return *why ? NULL : arena_copy(arena, r.open.at, sizeof *r.open.at);
}

const struct json *json_get(const struct json *object, const char *key)
{
	if (object->kind == JSON_OBJECT)
		for (uint32_t i = 0; i < object->n; i++)
			if (!strcmp(object->item[i].key, key))
				return &object->item[i];
	return NULL;
}
