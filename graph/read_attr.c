/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph/read_attr.c: what attributes and annotations hold, as the text has it.
 *
 * An object that has no form here is a reference to metadata, as in TVM's text; graph_write names its node. */
#include "graph/internal.h"

static struct tir_attr *new_attr(struct graph_reader *r, enum tir_attr_kind kind)
{
	struct tir_attr *a = ARENA_NEW(r->arena, struct tir_attr);
	a->kind = kind;
	return a;
}

static const struct tir_attr *text_attr(struct graph_reader *r, const char *text)
{
	struct tir_attr *a = new_attr(r, TIR_ATTR_STRING);
	a->str = text;
	return a;
}

static bool items(struct graph_reader *r, uint32_t node, struct tir_attr *a, unsigned depth)
{
	const struct json *item;
	uint32_t n;
	if (!graph_items(r, node, NULL, &item, &n))
		return false;
	a->n = n;
	a->item = ARENA_NEWN(r->arena, const struct tir_attr *, n);
	for (uint32_t i = 0; i < n; i++)
		if (!(a->item[i] = graph_attr(r, graph_item(item, i), depth + 1)))
			return false;
	return true;
}

/* A Map whose keys are texts. */
static bool entries(struct graph_reader *r, uint32_t node, struct tir_attr *a, unsigned depth)
{
	const struct json *item;
	uint32_t n;
	if (!graph_items(r, node, NULL, &item, &n))
		return false;
	a->item = ARENA_NEWN(r->arena, const struct tir_attr *, n / 2 + 1);
	a->name = ARENA_NEWN(r->arena, const char *, n / 2 + 1);
	for (; a->n < n / 2; a->n++)
		if (!graph_text(r, graph_item(item, 2 * a->n), NULL, &a->name[a->n]) ||
		        !(a->item[a->n] = graph_attr(r, graph_item(item, 2 * a->n + 1), depth + 1)))
			return false;
	return true;
}

static void add(struct tir_attr *dict, const char *name, const struct tir_attr *value)
{
	dict->name[dict->n] = name;
	dict->item[dict->n++] = value;
}

/* The dictionary that T.target takes. */
static const struct tir_attr *target_dict(struct graph_reader *r, uint32_t node, unsigned depth)
{
	struct tir_attr attrs = {0}, *a = new_attr(r, TIR_ATTR_DICT);
	const char *kind, *tag;
	uint32_t to, keys, host;
	if (depth >= GRAPH_MAX_ATTRS) {
		graph_fail(r, node, "attributes are nested more than %d levels deep",
		        GRAPH_MAX_ATTRS);
		return NULL;
	}
	if (!graph_ref_of(r, node, "kind", NODE_TARGET_KIND, &to) ||
	        !graph_text(r, to, NULL, &kind) || !graph_text(r, node, "tag", &tag) ||
	        !graph_ref(r, node, "keys", &keys) || !graph_ref(r, node, "host", &host) ||
	        !graph_ref_of(r, node, "attrs", NODE_MAP, &to) || !entries(r, to, &attrs, depth))
		return NULL;
	a->item = ARENA_NEWN(r->arena, const struct tir_attr *, attrs.n + 4);
	a->name = ARENA_NEWN(r->arena, const char *, attrs.n + 4);
	const struct tir_attr *list = graph_attr(r, keys, depth + 1);
	if (!list)
		return NULL;
	add(a, "kind", text_attr(r, kind));
	add(a, "tag", text_attr(r, tag));
	add(a, "keys", list);
	for (uint32_t i = 0; i < attrs.n; i++)
		add(a, attrs.name[i], attrs.item[i]);
	if (graph_is_none(r, host))
		return a;
	if (r->g->kind[host] != NODE_TARGET) {
		graph_fail(r, host, "it is no target");
		return NULL;
	}
	const struct tir_attr *inner = target_dict(r, host, depth + 1);
	if (inner)
		add(a, "host", inner);
	return inner ? a : NULL;
}

static const struct tir_attr *target(struct graph_reader *r, uint32_t node, unsigned depth)
{
	struct tir_attr *a = new_attr(r, TIR_ATTR_CALL);
	const struct tir_attr *dict = target_dict(r, node, depth);
	a->str = "T.target";
	a->n = 1;
	a->item = ARENA_NEWN(r->arena, const struct tir_attr *, 1);
	a->name = ARENA_NEWN(r->arena, const char *, 1);
	a->item[0] = dict;
	a->i = 1 + (int64_t)node;
	return dict ? a : NULL;
}

static const struct tir_attr *other(struct graph_reader *r, uint32_t node)
{
	struct tir_attr *a = new_attr(r, TIR_ATTR_TEXT);
	const struct json *type = json_get(&r->g->node[node], "type");
	a->str = arena_printf(r->arena, "metadata[\"%s\"][%u]",
	        type && type->kind == JSON_STRING ? type->text : "", node);
	a->i = 1 + (int64_t)node;
	return a;
}

static bool has_text_keys(struct graph_reader *r, uint32_t node)
{
	const struct json *item;
	uint32_t n;
	if (!graph_items(r, node, NULL, &item, &n))
		return false;
	for (uint32_t i = 0; i < n; i += 2)
		if (r->g->kind[graph_item(item, i)] != NODE_STRING)
			return false;
	return true;
}

const struct tir_attr *graph_attr(struct graph_reader *r, uint32_t node, unsigned depth)
{
	const struct json *data = json_get(&r->g->node[node], "data");
	uint8_t kind = r->g->kind[node];
	struct tir_attr *a = NULL;
	if (depth >= GRAPH_MAX_ATTRS) {
		graph_fail(r, node, "attributes are nested more than %d levels deep",
		        GRAPH_MAX_ATTRS);
		return NULL;
	}
	switch (kind) {
	case NODE_NONE: return new_attr(r, TIR_ATTR_NONE);
	case NODE_BOOL:
	case NODE_INT:
		a = new_attr(r, kind == NODE_BOOL ? TIR_ATTR_BOOL : TIR_ATTR_INT);
		a->i = data ? data->i : 0;
		return a;
	case NODE_FLOAT:
		a = new_attr(r, TIR_ATTR_FLOAT);
		a->f = !data ? 0 : data->kind == JSON_INT ? (double)data->i : data->f;
		return a;
	case NODE_STRING: {
		const char *text;
		return graph_text(r, node, NULL, &text) ? text_attr(r, text) : NULL;
	}
	case NODE_ARRAY: a = new_attr(r, TIR_ATTR_LIST); return items(r, node, a, depth) ? a : NULL;
	case NODE_MAP:
		if (!has_text_keys(r, node))
			break;
		a = new_attr(r, TIR_ATTR_DICT);
		return entries(r, node, a, depth) ? a : NULL;
	case NODE_TARGET: return target(r, node, depth);
	case NODE_STRING_IMM: {
		const char *text;
		return graph_text(r, node, "value", &text) ? text_attr(r, text) : NULL;
	}
	case NODE_VAR:
		if (!graph_is_buffer(r, node))
			goto expr;
		a = new_attr(r, TIR_ATTR_BUFFER);
		return (a->buffer = graph_buffer(r, node)) ? a : NULL;
	case NODE_INT_IMM:
	case NODE_FLOAT_IMM:
	case NODE_CALL:
	case NODE_LOAD:
	case NODE_CAST:
	case NODE_SELECT:
	case NODE_RAMP:
	case NODE_BROADCAST:
	case NODE_SHUFFLE:
	case NODE_LET:
	case NODE_OPERATOR:
	expr:
		a = new_attr(r, TIR_ATTR_EXPR);
		return (a->expr = graph_expr(r, node)) ? a : NULL;
	default: break;
	}
	return r->failed ? NULL : other(r, node);
}

bool graph_dict(struct graph_reader *r, uint32_t node, const char *name,
        const struct tir_attr **dict)
{
	uint32_t to;
	*dict = NULL;
	if (!graph_ref_of(r, node, name, NODE_MAP, &to))
		return false;
	struct tir_attr *a = new_attr(r, TIR_ATTR_DICT);
	if (!entries(r, to, a, 0))
		return false;
	*dict = a->n ? a : NULL;
	return true;
}
