/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph/read_leaf.c: numbers and variables; what was made of a node. */
#include "graph/internal.h"

bool graph_type_of(struct graph_reader *r, uint32_t node, struct tir_type *t)
{
	uint32_t type;
	if (!graph_ref(r, node, "ty", &type) || !graph_type(r, type, t, NULL, NULL))
		return false;
	return t->lanes <= TIR_MAX_LANES ||
	       graph_fail(r, node, "an access of more than %d lanes", TIR_MAX_LANES);
}

const struct tir_expr *graph_int_of(struct graph_reader *r, uint32_t node)
{
	struct tir_type t;
	uint32_t to;
	if (!graph_type_of(r, node, &t) || !graph_ref_of(r, node, "value", NODE_INT, &to))
		return NULL;
	const struct json *v = json_get(&r->g->node[to], "data");
	if (!v || v->kind != JSON_INT || !tir_is_integral(t) || t.lanes != 1) {
		graph_fail(r, node, "its value is no integer of 64 bits");
		return NULL;
	}
	const struct tir_expr *e = tir_int(r->m, t, v->i);
	if (e->u.i != v->i) {
		graph_fail(r, node, "its value does not fit its type");
		return NULL;
	}
	return e;
}

const struct tir_expr *graph_float_of(struct graph_reader *r, uint32_t node)
{
	struct tir_type t;
	const struct json *v = graph_field(r, node, "value");
	if (!v || !graph_type_of(r, node, &t))
		return NULL;
	if ((v->kind != JSON_FLOAT && v->kind != JSON_INT) || !tir_is_float(t)) {
		graph_fail(r, node, "its value is no float");
		return NULL;
	}
	return tir_float(r->m, t, v->kind == JSON_INT ? (double)v->i : v->f);
}

const char *graph_name_of(struct graph_reader *r, uint32_t node)
{
	const char *text;
	if (!graph_text(r, node, "name", &text))
		return NULL;
	char *name = arena_strndup(r->arena, text, strlen(text));
	for (char *c = name; *c; c++)
		if (!(*c >= 'a' && *c <= 'z') && !(*c >= 'A' && *c <= 'Z') && *c != '_' &&
		        (c == name || !(*c >= '0' && *c <= '9')))
			*c = '_';
	return strtab_str(&r->m->strings, *name ? name : "v");
}

const struct tir_expr *graph_new_var(struct graph_reader *r, uint32_t node)
{
	struct tir_type t, elem = TIR_VOID;
	const char *scope = "global", *name = graph_name_of(r, node);
	uint32_t type;
	if (!name || !graph_ref(r, node, "ty", &type) || !graph_type(r, type, &t, &elem, &scope))
		return NULL;
	if (t.code == TIR_TYPE_VOID) {
		graph_fail(r, node, "a variable is void");
		return NULL;
	}
	struct tir_var *v = tir_var_new(r->m, name, t);
	v->elem = elem;
	v->scope = scope;
	return v->expr;
}

/* ---- What is made ------------------------------------------------------------------------*/
const struct tir_expr *graph_made_expr(struct graph_reader *r, uint32_t node)
{
	const struct graph_made *m = &r->made[node];
	if (m->as != MADE_EXPR) {
		graph_fail(r, node, "a buffer is no value");
		return NULL;
	}
	return m->it;
}

bool graph_made_exprs(struct graph_reader *r, const uint32_t *node, uint32_t n,
        const struct tir_expr **out)
{
	for (uint32_t i = 0; i < n; i++)
		if (!(out[i] = graph_made_expr(r, node[i])))
			return false;
	return true;
}
