/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph/write_node.c: nodes and types.  Nodes without identity (numbers, texts, types) are written once. */
#include "graph/internal.h"

/* ---- Nodes ------------------------------------------------------------------------------*/
static uint32_t add_text(struct graph_writer *w, const char *text)
{
	if (w->n)
		sbuf_char(w->out, ',');
	sbuf_str(w->out, text);
	if (w->n == UINT32_MAX - 1)
		w->out->failed = true;
	return w->n++;
}

uint32_t graph_new(struct graph_writer *w, const char *format, ...)
{
	struct sbuf b = {0};
	va_list ap;
	va_start(ap, format);
	sbuf_vprintf(&b, format, ap);
	va_end(ap);
	if (b.failed)
		w->out->failed = true;
	uint32_t n = add_text(w, b.text ? b.text : "");
	sbuf_free(&b);
	return n;
}

void graph_unwritten(struct graph_writer *w, const char *what, const char *why)
{
	if (!w->failed)
		diag_error(w->d, w->m->source, (struct span){0}, "%s cannot be written as JSON: %s",
		        what, why);
	w->failed = true;
}

static struct lookup_key key_of(const char *s)
{
	uint64_t h = 0;
	for (; *s; s++)
		h = hash_mix(h, (unsigned char)*s);
	return (struct lookup_key){(uint32_t)h, (uint32_t)(h >> 32)};
}

static bool key_of_shared(void *ctx, uint32_t number, struct lookup_key *k)
{
	const struct graph_writer *w = ctx;
	*k = key_of(w->text.at[number]);
	return true;
}

static uint32_t shared_text(struct graph_writer *w, const char *text, size_t n)
{
	struct lookup_key k = key_of(text);
	struct lookup_entry *p;
	lookup_room(&w->lookup, &w->scratch, key_of_shared, w);
	for (uint32_t i = 0; (p = lookup_slot(&w->lookup, k, i))->number; i++)
		if (p->hash == k.hash && !strcmp(w->text.at[p->number - 1], text))
			return w->node.at[p->number - 1];
	lookup_add(&w->lookup, p, k, w->text.n);
	VEC_PUSH(&w->scratch, &w->text, arena_strndup(&w->scratch, text, n));
	VEC_PUSH(&w->scratch, &w->node, add_text(w, text));
	return w->node.at[w->node.n - 1];
}

uint32_t graph_shared(struct graph_writer *w, const char *format, ...)
{
	struct sbuf b = {0};
	va_list ap;
	va_start(ap, format);
	sbuf_vprintf(&b, format, ap);
	va_end(ap);
	if (b.failed)
		w->out->failed = true;
	uint32_t n = shared_text(w, b.text ? b.text : "", b.len);
	sbuf_free(&b);
	return n;
}

uint32_t graph_none(struct graph_writer *w)
{
	return graph_shared(w, "{\"type\":\"None\"}");
}

uint32_t graph_int(struct graph_writer *w, int64_t i)
{
	return graph_shared(w, "{\"type\":\"int\",\"data\":%lld}", (long long)i);
}

uint32_t graph_string(struct graph_writer *w, const char *s)
{
	struct sbuf b = {0};
	sbuf_str(&b, "{\"type\":\"ffi.String\",\"data\":\"");
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			sbuf_printf(&b, "\\%c", *s);
		else if ((unsigned char)*s < 0x20)
			sbuf_printf(&b, "\\u%04x", (unsigned)*s);
		else
			sbuf_char(&b, *s);
	}
	sbuf_str(&b, "\"}");
	if (b.failed)
		w->out->failed = true;
	uint32_t n = shared_text(w, b.text ? b.text : "", b.len);
	sbuf_free(&b);
	return n;
}

uint32_t graph_list(struct graph_writer *w, const char *type, const uint32_t *item, uint32_t n)
{
	if (w->n)
		sbuf_char(w->out, ',');
	sbuf_printf(w->out, "{\"type\":\"%s\",\"data\":[", type);
	for (uint32_t i = 0; i < n; i++)
		sbuf_printf(w->out, i ? ",%u" : "%u", item[i]);
	sbuf_str(w->out, "]}");
	return w->n++;
}

uint32_t graph_write_type(struct graph_writer *w, struct tir_type t)
{
	char buf[40];
	return graph_shared(w, "{\"type\":\"ir.PrimType\",\"data\":{\"span\":%u,\"dtype\":\"%s\"}}",
	        graph_none(w), t.code == TIR_TYPE_VOID ? "" : tir_type_name(t, buf));
}

uint32_t graph_pointer(struct graph_writer *w, struct tir_type elem, const char *scope)
{
	uint32_t of = graph_write_type(w, elem), where = graph_string(w, scope);
	return graph_shared(w,
	        "{\"type\":\"ir.PointerType\",\"data\":{\"span\":%u,\"element_type\":%u,"
	        "\"storage_scope\":%u}}",
	        graph_none(w), of, where);
}

uint32_t graph_write_string(struct graph_writer *w, const char *s)
{
	uint32_t text = graph_string(w, s), none = graph_none(w);
	uint32_t type = graph_shared(w, "{\"type\":\"ir.StringType\",\"data\":{\"span\":%u}}",
	        none);
	return graph_shared(w,
	        "{\"type\":\"ir.StringImm\",\"data\":{\"span\":%u,\"ty\":%u,\"value\":%u}}", none,
	        type, text);
}
