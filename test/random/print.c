/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/print.c: a program as TVMScript, in either of its spellings. */
#include <inttypes.h>
#include <math.h>

#include "random.h"

struct printer {
	struct program *p;
	struct sbuf *out;
	bool flat;
	unsigned indent;
	struct sbuf lets; /* the declarations of what T.Let names */
};

static const char *const node_text[NNODES] = {
#define NODE(NAME, form, text) text,
#include "nodes.def"
};
enum form { INFIX, CALL, SPECIAL };
static const enum form node_form[NNODES] = {
#define NODE(NAME, form, text) form,
#include "nodes.def"
};

/* ---- Expressions ------------------------------------------------------------------------*/
static void expression(struct printer *w, struct expr *e);

static void list(struct printer *w, struct expr *const *e, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		sbuf_str(w->out, i ? ", " : "");
		expression(w, e[i]);
	}
}

static void constant(struct printer *w, const struct expr *e)
{
	const char *type = random_types[e->ty].text;
	double v;
	memcpy(&v, &e->u.bits, sizeof v);
	if (e->ty == RT_BOOL)
		sbuf_printf(w->out, "T.bool(%s)", e->u.i ? "True" : "False");
	else if (e->ty == RT_I32)
		sbuf_printf(w->out, e->u.i < 0 ? "T.int32(%" PRId64 ")" : "%" PRId64, e->u.i);
	else if (random_types[e->ty].kind != 'f')
		sbuf_printf(w->out, "T.%s(%" PRId64 ")", type, e->u.i);
	else if (isfinite(v))
		sbuf_printf(w->out, "T.%s(%.17g%s)", type, v,
		        v == floor(v) && fabs(v) < 1e15 ? ".0" : "");
	else
		sbuf_printf(w->out, "T.%s(\"%s\")", type,
		        isnan(v) ? "nan"
		        : v < 0  ? "-inf"
		                 : "inf");
}

/* What follows the name of a buffer that is indexed. */
static void indices(struct printer *w, const struct buffer *b, struct expr *const *index,
        struct expr *flat)
{
	if (w->flat)
		expression(w, flat);
	else if (!b->ndim)
		sbuf_str(w->out, "()");
	else
		list(w, index, b->ndim);
}

static const char *name_of(const struct printer *w, const struct buffer *b)
{
	return w->flat ? b->raw->name : b->name;
}

static void masked(struct printer *w, const struct expr *e)
{
	sbuf_printf(w->out, "T.masked_load(\"%sx%u\", %s, ", random_types[e->ty].text, e->lanes,
	        name_of(w, e->buffer));
	indices(w, e->buffer, e->arg, e->flat);
	sbuf_str(w->out, ", ");
	expression(w, e->arg[e->n - 1]);
	sbuf_char(w->out, ')');
}

static void let(struct printer *w, const struct expr *e)
{
	const char *name = arena_printf(w->p->arena, "L%u", w->p->nlets++);
	sbuf_printf(&w->lets, "%s    %s = T.%s()\n", "    ", name,
	        random_types[e->arg[0]->ty].text);
	sbuf_str(w->out, "T.Let(");
	e->arg[0]->u.name = name;
	expression(w, e->arg[2]);
	sbuf_printf(w->out, ", where={%s: ", name);
	expression(w, e->arg[1]);
	sbuf_str(w->out, "})");
}

static void special(struct printer *w, struct expr *e)
{
	const char *type = random_types[e->ty].text;
	switch (e->op) {
	case N_CONST: constant(w, e); return;
	case N_VAR: sbuf_str(w->out, e->u.name); return;
	case N_LET: let(w, e); return;
	case N_MASKED: masked(w, e); return;
	case N_DATA: sbuf_printf(w->out, "%s.data", e->buffer->name); return;
	case N_LOAD:
		sbuf_printf(w->out, "%s[", name_of(w, e->buffer));
		indices(w, e->buffer, e->arg, e->flat);
		sbuf_char(w->out, ']');
		return;
	case N_CAST:
		sbuf_printf(w->out, e->lanes > 1 ? "T.Cast(\"%sx%u\", " : "T.Cast(\"%s\", ", type,
		        e->lanes);
		break;
	case N_NOT:
	case N_NOT_BITS: sbuf_printf(w->out, "(%s ", node_text[e->op]); break;
	case N_CALL:
		sbuf_printf(w->out, "%s%s", e->u.name, strchr(e->u.name, '"') ? ", " : "");
		break;
	case N_INTRINSIC: sbuf_printf(w->out, "%s(", e->u.name); break;
	case N_RAMP:
	case N_BROADCAST: sbuf_str(w->out, e->op == N_RAMP ? "T.Ramp(" : "T.Broadcast("); break;
	default: break;
	}
	list(w, e->arg, e->n);
	if (e->op == N_RAMP || e->op == N_BROADCAST)
		sbuf_printf(w->out, ", %u", e->lanes);
	sbuf_char(w->out, ')');
}

static void expression(struct printer *w, struct expr *e)
{
	if (node_form[e->op] == SPECIAL) {
		special(w, e);
	} else if (node_form[e->op] == CALL) {
		sbuf_printf(w->out, "%s(", node_text[e->op]);
		list(w, e->arg, e->n);
		sbuf_char(w->out, ')');
	} else {
		sbuf_char(w->out, '(');
		expression(w, e->arg[0]);
		sbuf_printf(w->out, " %s ", node_text[e->op]);
		expression(w, e->arg[1]);
		sbuf_char(w->out, ')');
	}
}

/* ---- Statements -------------------------------------------------------------------------*/
static void begin(struct printer *w)
{
	for (unsigned i = 0; i < w->indent; i++)
		sbuf_str(w->out, "    ");
}

static void line(struct printer *w, const char *text)
{
	begin(w);
	sbuf_printf(w->out, "%s\n", text);
}

/* A line made of a text in front, an expression and a text behind. */
static void with(struct printer *w, const char *before, struct expr *e, const char *behind)
{
	begin(w);
	sbuf_str(w->out, before);
	expression(w, e);
	sbuf_printf(w->out, "%s\n", behind);
}

static void statements(struct printer *w, const struct stmts *s);

static void body(struct printer *w, const struct stmts *s)
{
	w->indent++;
	if (s->first)
		statements(w, s);
	else
		line(w, "pass");
	w->indent--;
}

static void numbers(struct sbuf *out, const int64_t *v, uint32_t n)
{
	sbuf_char(out, '(');
	for (uint32_t i = 0; i < n; i++)
		sbuf_printf(out, n == 1 ? "%" PRId64 "," : i ? ", %" PRId64 : "%" PRId64, v[i]);
	sbuf_char(out, ')');
}

static void store(struct printer *w, const struct stmt *s)
{
	begin(w);
	sbuf_printf(w->out, s->kind == S_MASKED ? "T.masked_store(%s, " : "%s[",
	        name_of(w, s->buffer));
	if (s->kind == S_MASKED) {
		expression(w, s->value);
		sbuf_str(w->out, ", ");
	}
	indices(w, s->buffer, s->index, s->flat);
	sbuf_str(w->out, s->kind == S_MASKED ? ", " : "] = ");
	expression(w, s->kind == S_MASKED ? s->mask : s->value);
	sbuf_str(w->out, s->kind == S_MASKED ? ")\n" : "\n");
}

static void for_(struct printer *w, const struct stmt *s)
{
	static const char *const kinds[] = {[LOOP_SERIAL] = "range(",
	        [LOOP_UNROLLED] = "T.unroll(",
	        [LOOP_VECTORIZED] = "T.vectorized(",
	        [LOOP_PARALLEL] = "T.parallel(",
	        [LOOP_THREAD] = "T.thread_binding(",
	        [LOOP_VTHREAD] = "T.thread_binding("};
	enum loop_kind kind = w->flat ? LOOP_SERIAL : s->loop;
	begin(w);
	if (s->kind == S_LAUNCH && !w->flat) {
		sbuf_printf(w->out, "with T.launch_thread(\"%s\", ", s->tag);
		expression(w, s->high);
		sbuf_printf(w->out, ") as %s:\n", s->name);
		body(w, &s->body);
		return;
	}
	sbuf_printf(w->out, "for %s in %s", s->name, kinds[kind]);
	if (s->low->u.i || s->step > 1) {
		expression(w, s->low);
		sbuf_str(w->out, ", ");
	}
	expression(w, s->high);
	if (s->step > 1)
		sbuf_printf(w->out, ", %" PRId64, s->step);
	if (kind == LOOP_THREAD || kind == LOOP_VTHREAD)
		sbuf_printf(w->out, ", thread=\"%s\"", kind == LOOP_THREAD ? s->tag : "vthread");
	sbuf_str(w->out, "):\n");
	body(w, &s->body);
}

static void if_(struct printer *w, const struct stmt *s)
{
	with(w, "if ", s->value, ":");
	body(w, &s->body);
	if (!s->other.first)
		return;
	line(w, "else:");
	body(w, &s->other);
}

/* The address of root's element number b->start. */
static void address(struct printer *w, const struct buffer *b)
{
	const struct buffer *r = b->root;
	int64_t rest = b->start;
	sbuf_printf(w->out, "T.address_of(%s[", r->name);
	for (uint32_t i = 0; i < r->ndim; i++, rest %= r->stride[i - 1])
		sbuf_printf(w->out, i ? ", %" PRId64 : "%" PRId64, rest / r->stride[i]);
	sbuf_str(w->out, "])");
}

static void declare(struct printer *w, const struct buffer *b, const char *root, bool strides)
{
	begin(w);
	sbuf_printf(w->out, "%s = T.decl_buffer(", b->name);
	numbers(w->out, b->shape, b->ndim);
	sbuf_printf(w->out, ", \"%s\", data=", random_types[b->ty].text);
	if (b->start)
		address(w, b);
	else
		sbuf_printf(w->out, "%s.data", root);
	if (strides) {
		sbuf_str(w->out, ", strides=");
		numbers(w->out, b->stride, b->ndim);
	}
	int64_t before = b->start * random_types[b->root->ty].bits / random_types[b->ty].bits;
	if (b->offset > before)
		sbuf_printf(w->out, ", elem_offset=%" PRId64, b->offset - before);
	if (b->align)
		sbuf_printf(w->out, ", align=%u", b->align);
	sbuf_str(w->out, ")\n");
}

static void view(struct printer *w, const struct stmt *s)
{
	const struct buffer *b = s->buffer;
	bool compact = b->stride[b->ndim - 1] == 1 && (b->ndim == 1 || b->stride[0] == b->shape[1]);
	if (!w->flat)
		declare(w, b, s->name, !compact);
	else if (b->raw != b->root)
		declare(w, b->raw, b->root->name, false);
	else
		line(w, "pass");
}

static void match(struct printer *w, const struct stmt *s)
{
	const struct buffer *b = s->buffer;
	if (w->flat) {
		line(w, "pass");
		return;
	}
	begin(w);
	sbuf_printf(w->out, "%s = T.match_buffer(%s[", b->name, b->root->name);
	for (uint32_t i = 0; i < b->ndim; i++) {
		sbuf_str(w->out, i ? ", " : "");
		expression(w, s->index[i]);
		sbuf_char(w->out, ':');
		expression(w, s->index[i]);
		sbuf_printf(w->out, " + %" PRId64, b->shape[i]);
	}
	sbuf_str(w->out, "], ");
	numbers(w->out, b->shape, b->ndim);
	sbuf_printf(w->out, ", \"%s\", strides=(", random_types[b->ty].text);
	for (uint32_t i = 0; i < b->ndim; i++)
		sbuf_printf(w->out, "\"s%u_%s\"%s", i, b->name,
		        b->ndim == 1 || i + 1 < b->ndim ? ", " : "");
	sbuf_printf(w->out, "), offset_factor=1%s", b->align ? "" : ")\n");
	if (b->align)
		sbuf_printf(w->out, ", align=%u)\n", b->align);
}

static void block(struct printer *w, const struct stmt *s)
{
	begin(w);
	sbuf_printf(w->out, "with T.sblock(\"%s\"):\n", s->name);
	w->indent++;
	for (uint32_t i = 0; i < s->naxes; i++) {
		const struct axis *a = &s->axis[i];
		begin(w);
		sbuf_printf(w->out, a->lo ? "%s = T.axis.%s((%" PRId64 ", " : "%s = T.axis.%s(",
		        a->name,
		        a->kind == 'S'   ? "spatial"
		        : a->kind == 'R' ? "reduce"
		                         : "opaque",
		        a->lo);
		sbuf_printf(w->out, a->lo ? "%" PRId64 "), " : "%" PRId64 ", ", a->hi);
		expression(w, a->binding);
		sbuf_str(w->out, ")\n");
	}
	if (s->where)
		with(w, "T.where(", s->where, ")");
	if (s->other.first) {
		line(w, "with T.init():");
		body(w, &s->other);
	}
	statements(w, &s->body);
	w->indent--;
}

/* The same in loops and conditions. */
static void block_flat(struct printer *w, const struct stmt *s)
{
	for (uint32_t i = 0; i < s->naxes; i++) {
		begin(w);
		sbuf_printf(w->out, "%s = T.bind(", s->axis[i].name);
		expression(w, s->axis[i].binding);
		sbuf_str(w->out, ")\n");
	}
	if (s->where)
		with(w, "if ", s->where, ":");
	else
		line(w, "if T.bool(True):");
	w->indent++;
	for (uint32_t i = 0; i < s->naxes && s->other.first; i++) {
		if (s->axis[i].kind != 'R')
			continue;
		begin(w);
		sbuf_printf(w->out, "if %s == %" PRId64 ":\n", s->axis[i].name, s->axis[i].lo);
		body(w, &s->other);
	}
	statements(w, &s->body);
	w->indent--;
}

static void allocate(struct printer *w, const struct buffer *b)
{
	begin(w);
	sbuf_printf(w->out, "%s = T.alloc_buffer(", b->name);
	numbers(w->out, w->flat ? &b->size : b->shape, w->flat ? 1 : b->ndim);
	sbuf_printf(w->out, ", \"%s\")\n", random_types[b->ty].text);
}

static void statement(struct printer *w, const struct stmt *s)
{
	switch (s->kind) {
	case S_STORE:
	case S_MASKED: store(w, s); return;
	case S_BIND:
		with(w, arena_printf(w->p->arena, "%s = T.bind(", s->name), s->value, ")");
		return;
	case S_SCALAR:
		with(w, arena_printf(w->p->arena, "%s: T.int32 = ", s->name), s->value, "");
		return;
	case S_SET: with(w, arena_printf(w->p->arena, "%s = ", s->name), s->value, ""); return;
	case S_FOR:
	case S_LAUNCH: for_(w, s); return;
	case S_WHILE:
		with(w, "while ", s->value, ":");
		body(w, &s->body);
		return;
	case S_IF: if_(w, s); return;
	case S_BREAK: line(w, "break"); return;
	case S_CONTINUE: line(w, "continue"); return;
	case S_RETURN: with(w, "return ", s->value, ""); return;
	case S_ALLOC: allocate(w, s->buffer); return;
	case S_DECL: view(w, s); return;
	case S_MATCH: match(w, s); return;
	case S_BLOCK: w->flat ? block_flat(w, s) : block(w, s); return;
	case S_EVALUATE: with(w, "T.evaluate(", s->value, ")"); return;
	case S_ASSERT: with(w, s->tag, s->value, s->tag[0] == 'a' ? ", \"never\"" : "))"); return;
	}
}

static void statements(struct printer *w, const struct stmts *s)
{
	for (const struct stmt *x = s->first; x; x = x->next)
		statement(w, x);
}

/* ---- Functions --------------------------------------------------------------------------*/
static void param(struct printer *w, const struct buffer *b)
{
	sbuf_printf(w->out, "%s: T.Buffer(", b->name);
	numbers(w->out, w->flat ? &b->size : b->shape, w->flat ? 1 : b->ndim);
	sbuf_printf(w->out, ", \"%s\"", random_types[b->ty].text);
	if (b->align)
		sbuf_printf(w->out, ", align=%u", b->align);
	sbuf_str(w->out, "), ");
}

void random_print(struct program *p, bool flat, struct sbuf *out)
{
	struct sbuf text = {0};
	struct printer w = {.p = p, .out = out, .flat = flat, .indent = 2};
	p->nlets = 0;
	sbuf_printf(out, "    @T.prim_func(s_tir=True)\n    def f%" PRIu64 "(", p->seed);
	for (uint32_t i = 0; i < p->nparams; i++)
		param(&w, p->param[i]);
	sbuf_str(out,
	        "n: T.int32, x: T.int32, y: T.int32, w: T.int64, f: T.float32) -> T.int32:\n");
	if (p->noalias)
		line(&w, "T.func_attr({\"tirx.noalias\": True})");
	w.out = &text;
	statements(&w, &p->body);
	line(&w, "return 0");
	if (w.lets.len)
		sbuf_add(out, w.lets.text, w.lets.len);
	sbuf_add(out, text.text, text.len);
	sbuf_char(out, '\n');
	sbuf_free(&text);
	sbuf_free(&w.lets);
}

void random_print_head(struct sbuf *out)
{
	sbuf_str(out, "# from tvm.script import ir as I\n"
	              "# from tvm.script import tirx as T\n"
	              "# from tvm.tirx.layout import Axis\n\n"
	              "@I.ir_module\nclass Module:\n");
	static const char *const helpers[][2] = {
	        {"peek(P: T.Buffer((32,), \"int32\", align=4), k: T.int32)",
	                "return P[k & 31] + P[0]"},
	        {"poke(P: T.Buffer((32,), \"int32\", align=4), k: T.int32, v: T.int32)",
	                "P[k & 31] = v\n        return 0"},
	        {"bump(P: T.Buffer((32,), \"int32\", align=4))",
	                "P[2] = (P[2] + 1) & 127\n        return P[2]"},
	        {"half(k: T.int32)", "return k // 2"},
	};
	for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
		sbuf_printf(out,
		        "    @T.prim_func(private=True, s_tir=True)\n    def %s -> T.int32:\n      "
		        "  %s\n\n",
		        helpers[i][0], helpers[i][1]);
}
