/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph/node.c: the fields of nodes that are read, and types. */
#include "graph/internal.h"

/* Report what is wrong with a node, unless something was reported. */
static void report(struct graph_reader *r, uint32_t node, const char *format, va_list ap)
{
	struct sbuf b = {0};
	const struct json *it = node < r->g->n ? &r->g->node[node] : NULL,
	                  *type = it ? json_get(it, "type") : NULL;
	bool placed = it && it->kind == JSON_OBJECT;
	struct span at = {placed ? it->begin : 0, placed ? it->end : 0};
	sbuf_vprintf(&b, format, ap);
	if (!r->failed)
		diag_error(r->d, placed ? r->g->src : NULL, at, "node %u, %s: %s", node,
		        type && type->kind == JSON_STRING ? type->text : "without a type",
		        b.text ? b.text : format);
	sbuf_free(&b);
	r->failed = true;
}

bool graph_fail(struct graph_reader *r, uint32_t node, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	report(r, node, format, ap);
	va_end(ap);
	return false;
}

bool graph_refuse(struct graph_reader *r, uint32_t node, const char *format, ...)
{
	va_list ap;
	r->refused |= !r->failed;
	va_start(ap, format);
	report(r, node, format, ap);
	va_end(ap);
	return false;
}

/* ---- Fields -----------------------------------------------------------------------------*/
const struct json *graph_field(struct graph_reader *r, uint32_t node, const char *name)
{
	const struct json *data = json_get(&r->g->node[node], "data");
	const struct json *field = data ? json_get(data, name) : NULL;
	if (!field)
		graph_fail(r, node, "there is no field '%s'", name);
	return field;
}

static bool as_ref(struct graph_reader *r, uint32_t node, const struct json *j, uint32_t *to)
{
	if (j->kind != JSON_INT || j->i < 0 || j->i >= r->g->n)
		return graph_fail(r, node, "it names a node that is not there");
	*to = (uint32_t)j->i;
	return true;
}

bool graph_ref(struct graph_reader *r, uint32_t node, const char *name, uint32_t *to)
{
	const struct json *j = graph_field(r, node, name);
	return j && as_ref(r, node, j, to);
}

bool graph_ref_of(struct graph_reader *r, uint32_t node, const char *name, enum graph_node kind,
        uint32_t *to)
{
	return graph_ref(r, node, name, to) &&
	       (r->g->kind[*to] == kind ||
	               graph_fail(r, *to, "it cannot be '%s' of node %u", name, node));
}

bool graph_items(struct graph_reader *r, uint32_t node, const char *name, const struct json **items,
        uint32_t *n)
{
	uint32_t list = node, to;
	if (name && !graph_ref(r, node, name, &list))
		return false;
	const struct json *data = json_get(&r->g->node[list], "data");
	bool map = r->g->kind[list] == NODE_MAP;
	if ((r->g->kind[list] != NODE_ARRAY && !map) || !data || data->kind != JSON_ARRAY ||
	        (map && data->n % 2))
		return graph_fail(r, list, "it is no list, '%s' of node %u", name ? name : "data",
		        node);
	for (uint32_t i = 0; i < data->n; i++)
		if (!as_ref(r, list, &data->item[i], &to))
			return false;
	*items = data->item;
	*n = data->n;
	return true;
}

uint32_t graph_item(const struct json *items, uint32_t i)
{
	return (uint32_t)items[i].i;
}

static bool text_of(struct graph_reader *r, uint32_t node, const char **text)
{
	const struct json *data = json_get(&r->g->node[node], "data");
	if (!data || data->kind != JSON_STRING)
		return graph_fail(r, node, "it is no text");
	*text = strtab_str(&r->m->strings, data->text);
	return true;
}

bool graph_text(struct graph_reader *r, uint32_t node, const char *name, const char **text)
{
	return (!name || graph_ref(r, node, name, &node)) && text_of(r, node, text);
}

bool graph_number(struct graph_reader *r, uint32_t node, const char *name, int64_t *value)
{
	const struct json *j = graph_field(r, node, name);
	if (j && j->kind == JSON_INT)
		*value = j->i;
	return j && (j->kind == JSON_INT || graph_fail(r, node, "'%s' is no integer", name));
}

bool graph_is_none(const struct graph_reader *r, uint32_t node)
{
	return r->g->kind[node] == NODE_NONE;
}

/* ---- Types ------------------------------------------------------------------------------*/
static bool prim_type(struct graph_reader *r, uint32_t node, struct tir_type *t)
{
	const struct json *j = graph_field(r, node, "dtype");
	if (!j)
		return false;
	if (j->kind == JSON_STRING && (!*j->text || !strcmp(j->text, "void"))) {
		*t = TIR_VOID;
		return true;
	}
	return (j->kind == JSON_STRING && tir_type_parse(j->text, strlen(j->text), t)) ||
	       graph_refuse(r, node, "unknown type '%s'", j->kind == JSON_STRING ? j->text : "");
}

static bool is_empty_tuple(struct graph_reader *r, uint32_t node)
{
	const struct json *items;
	uint32_t n;
	return r->g->kind[node] == NODE_TUPLE_TYPE && graph_items(r, node, "fields", &items, &n) &&
	       !n;
}

bool graph_type(struct graph_reader *r, uint32_t node, struct tir_type *t, struct tir_type *elem,
        const char **scope)
{
	struct tir_type pointee = TIR_VOID;
	const char *where = "global";
	uint32_t to;
	if (r->g->kind[node] == NODE_PRIM_TYPE)
		return prim_type(r, node, t);
	if (is_empty_tuple(r, node)) { /* of a call that gives nothing */
		*t = TIR_VOID;
		return true;
	}
	if (r->g->kind[node] != NODE_POINTER_TYPE)
		return graph_fail(r, node, "it is no type of a number or pointer");
	if (!graph_ref(r, node, "element_type", &to) ||
	        !graph_text(r, node, "storage_scope", &where))
		return false;
	if (r->g->kind[to] == NODE_PRIM_TYPE && !prim_type(r, to, &pointee))
		return false;
	*t = TIR_HANDLE;
	if (elem)
		*elem = pointee;
	if (scope)
		*scope = where;
	return true;
}
