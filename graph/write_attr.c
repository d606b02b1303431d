/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph/write_attr.c: attributes and targets, as TVM has them. */
#include <math.h>

#include "graph/internal.h"

static uint32_t write_items(struct graph_writer *w, const struct tir_attr *a, bool prim)
{
	uint32_t *item = ARENA_NEWN(&w->scratch, uint32_t, a->n + 1);
	for (uint32_t i = 0; i < a->n; i++)
		item[i] = graph_write_attr(w, a->item[i], prim);
	return graph_list(w, "ffi.Array", item, a->n);
}

uint32_t graph_write_dict(struct graph_writer *w, const struct tir_attr *a, bool prim)
{
	uint32_t n = a ? a->n : 0;
	uint32_t *item = ARENA_NEWN(&w->scratch, uint32_t, 2 * n + 1);
	for (uint32_t i = 0; i < n; i++) {
		item[2 * i] = graph_string(w, a->name[i]);
		item[2 * i + 1] = graph_write_attr(w, a->item[i], prim);
	}
	return graph_list(w, "ffi.Map", item, 2 * n);
}

static uint32_t refuse(struct graph_writer *w, const char *what)
{
	graph_unwritten(w, what, "only TVM can read it");
	return graph_none(w);
}

/* T.target({"kind": ..., "keys": [...], ..., "host": {...}}); given: what stands behind it as host=, or NULL. */
static uint32_t write_target(struct graph_writer *w, const struct tir_attr *a,
        const struct tir_attr *given)
{
	static const char *const own[] = {"kind", "tag", "keys", "host"};
	static const char *const kind_alone[] = {"kind"};
	const struct tir_attr word = {
	        .kind = TIR_ATTR_DICT, .n = 1, .item = &a, .name = (const char **)kind_alone};
	if (a->kind == TIR_ATTR_STRING && !strpbrk(a->str, " /"))
		return write_target(w, &word, given);
	const struct tir_attr *kind = tir_attr_get(a, "kind"), *tag = tir_attr_get(a, "tag");
	const struct tir_attr *keys = tir_attr_get(a, "keys");
	const struct tir_attr *host = given ? given : tir_attr_get(a, "host");
	struct tir_attr rest = {.kind = TIR_ATTR_DICT};
	if (a->kind != TIR_ATTR_DICT || !kind || kind->kind != TIR_ATTR_STRING)
		return refuse(w, "a target that is no dictionary");
	rest.item = ARENA_NEWN(&w->scratch, const struct tir_attr *, a->n);
	rest.name = ARENA_NEWN(&w->scratch, const char *, a->n);
	for (uint32_t i = 0; i < a->n; i++) {
		bool is_own = false;
		for (unsigned k = 0; k < sizeof own / sizeof *own; k++)
			is_own = is_own || !strcmp(a->name[i], own[k]);
		if (is_own)
			continue;
		rest.name[rest.n] = a->name[i];
		rest.item[rest.n++] = a->item[i];
	}
	uint32_t cpu = graph_string(w, "cpu");
	uint32_t nkind = graph_shared(w, "{\"type\":\"target.TargetKind\",\"data\":\"%s\"}",
	        kind->str);
	uint32_t ntag = graph_string(w, tag && tag->kind == TIR_ATTR_STRING ? tag->str : "");
	uint32_t nkeys = keys ? graph_write_attr(w, keys, false)
	                      : graph_list(w, "ffi.Array", &cpu, 1);
	uint32_t nattrs = graph_write_dict(w, &rest, false);
	if (host && host->kind == TIR_ATTR_CALL && host->n == 1)
		host = host->item[0];
	uint32_t nhost = host ? write_target(w, host, NULL) : graph_none(w);
	return graph_new(w,
	        "{\"type\":\"target.Target\",\"data\":{\"kind\":%u,\"tag\":%u,\"keys\":%u,"
	        "\"attrs\":%u,\"host\":%u}}",
	        nkind, ntag, nkeys, nattrs, nhost);
}

static uint32_t write_call(struct graph_writer *w, const struct tir_attr *a)
{
	if (strcmp(a->str, "T.target") != 0 || a->n == 0 || a->n > 2)
		return refuse(w, a->str);
	return write_target(w, a->item[0], a->n == 2 ? a->item[1] : NULL);
}

static uint32_t write_number(struct graph_writer *w, const struct tir_attr *a, bool prim)
{
	uint32_t none = graph_none(w), type;
	struct tir_type t = a->kind == TIR_ATTR_BOOL ? TIR_BOOL : TIR_INT32;
	if (!prim && a->kind == TIR_ATTR_INT)
		return graph_int(w, a->i);
	if (!prim)
		return graph_shared(w, "{\"type\":\"bool\",\"data\":%s}", a->i ? "true" : "false");
	type = graph_write_type(w, t);
	return graph_shared(w,
	        "{\"type\":\"ir.IntImm\",\"data\":{\"span\":%u,\"ty\":%u,\"value\":%u}}", none,
	        type, graph_int(w, a->i));
}

uint32_t graph_write_attr(struct graph_writer *w, const struct tir_attr *a, bool prim)
{
	bool kept = w->g && a->i > 0 && (uint64_t)a->i <= w->g->n;
	switch (a->kind) {
	case TIR_ATTR_NONE: return graph_none(w);
	case TIR_ATTR_BOOL:
	case TIR_ATTR_INT: return write_number(w, a, prim);
	case TIR_ATTR_FLOAT:
		return isfinite(a->f) ? graph_shared(w, "{\"type\":\"float\",\"data\":%.17g}", a->f)
		                      : refuse(w, "an attribute that is no finite float");
	case TIR_ATTR_STRING: return prim ? graph_write_string(w, a->str) : graph_string(w, a->str);
	case TIR_ATTR_EXPR: return graph_write_expr(w, a->expr);
	case TIR_ATTR_BUFFER: return graph_write_buffer(w, a->buffer);
	case TIR_ATTR_LIST:
	case TIR_ATTR_TUPLE: return write_items(w, a, prim);
	case TIR_ATTR_DICT: return graph_write_dict(w, a, prim);
	case TIR_ATTR_CALL: return kept ? (uint32_t)a->i - 1 : write_call(w, a);
	case TIR_ATTR_TEXT: return kept ? (uint32_t)a->i - 1 : refuse(w, a->str);
	}
	return graph_none(w);
}
