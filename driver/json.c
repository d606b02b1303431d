/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/json.c: JSON as an attribute tree, for targets on the command line: what the same text would be in TVMScript,
 * so that one reader of targets serves both.  Recursion is as deep as the text nests, which is bounded. */
#include "driver/internal.h"

enum { MAX_DEPTH = 32 };

static const struct tir_attr *convert(const struct json *j, struct arena *arena, unsigned depth);

static bool convert_items(const struct json *j, struct tir_attr *a, struct arena *arena,
        unsigned depth)
{
	a->n = j->n;
	a->item = ARENA_NEWN(arena, const struct tir_attr *, j->n + 1);
	a->name = j->kind == JSON_OBJECT ? ARENA_NEWN(arena, const char *, j->n + 1) : NULL;
	for (uint32_t i = 0; i < j->n; i++) {
		if (!(a->item[i] = convert(&j->item[i], arena, depth + 1)))
			return false;
		if (a->name)
			a->name[i] = j->item[i].key;
	}
	return true;
}

/* NULL: nested too deeply. */
static const struct tir_attr *convert(const struct json *j, struct arena *arena, unsigned depth)
{
	static const enum tir_attr_kind kinds[] = {[JSON_NULL] = TIR_ATTR_NONE,
	        [JSON_BOOL] = TIR_ATTR_BOOL,
	        [JSON_INT] = TIR_ATTR_INT,
	        [JSON_FLOAT] = TIR_ATTR_FLOAT,
	        [JSON_STRING] = TIR_ATTR_STRING,
	        [JSON_ARRAY] = TIR_ATTR_LIST,
	        [JSON_OBJECT] = TIR_ATTR_DICT};
	struct tir_attr *a = ARENA_NEW(arena, struct tir_attr);
	a->kind = kinds[j->kind];
	switch (j->kind) {
	case JSON_BOOL:
	case JSON_INT: a->i = j->i; break;
	case JSON_FLOAT: a->f = j->f; break;
	case JSON_STRING: a->str = j->text; break;
	case JSON_ARRAY:
	case JSON_OBJECT: return depth < MAX_DEPTH && convert_items(j, a, arena, depth) ? a : NULL;
	case JSON_NULL: break;
	}
	return a;
}

const struct tir_attr *driver_read_json(const char *text, struct arena *arena)
{
	const char *why;
	size_t at;
	const struct json *j = json_read(text, strlen(text), arena, &why, &at);
	return j ? convert(j, arena, 0) : NULL;
}
