/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/header.c: C declarations of the exported functions, for any C and C++ compiler.
 *
 * Idea.   A name that C cannot have is written otherwise and tied to its symbol.  What a type of C does not tell
 *         (shape, strides, alignment, where the memory is) stands in a comment; what is needed to make such memory
 *         is a macro.
 * Wrong if  a buffer is called const that the function, or one that it calls, may write. */
#include "lowering/internal.h"

struct header {
	const struct tir_module *m;
	struct arena *arena;
	struct sbuf *out;
	VEC(const char *) used; /* names of functions and macros */
};

/* ---- Names -------------------------------------------------------------------------------*/
static const char *const words[] = {
#define WORD(name) #name,
#include "lowering/words.def"
};
static const char *const library[] = {
#define LIBRARY(name) #name,
#include "lowering/words.def"
};
enum { NWORDS = sizeof words / sizeof *words, NLIBRARY = sizeof library / sizeof *library };

static bool is_among(const char *name, const char *const *at, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, at[i]))
			return true;
	return false;
}

/* Types of <stdint.h> and its like, its macros, and what compilers keep for themselves. */
static bool is_reserved(const char *name)
{
	size_t n = strlen(name);
	bool type = n > 2 && !strcmp(name + n - 2, "_t");
	bool limit = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == n &&
	             (strstr(name, "_MAX") || strstr(name, "_MIN") || strstr(name, "_C"));
	return type || limit || !strncmp(name, "TIRC_", 5) || *name == '_';
}

static bool in_c_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* A name of C like the given one, that is not among those used. */
static const char *c_name(struct header *h, const char *name, bool function,
        const char *const *used, size_t n)
{
	bool digit = *name >= '0' && *name <= '9';
	char *base = arena_printf(h->arena, "%s%s", digit ? "k" : "", name);
	for (char *c = base; *c; c++)
		*c = in_c_name(*c) ? *c : '_';
	if (*base == '_')
		base = arena_printf(h->arena, "k%s", base);
	while (is_reserved(base) || is_among(base, words, NWORDS) || is_among(base, used, n) ||
	        (function && is_among(base, library, NLIBRARY)))
		base = arena_printf(h->arena, "%s_", base);
	return base;
}

/* The same for a function or a macro, which is used then. */
static const char *take_name(struct header *h, const char *name)
{
	const char *taken = c_name(h, name, true, h->used.at, h->used.n);
	VEC_PUSH(h->arena, &h->used, taken);
	return taken;
}

/* ---- What is only read -------------------------------------------------------------------*/
/* Which buffers a function may write to, by their number; all: those whose origin is not known. */
struct writes {
	bool *buffer;
	bool all;
	struct arena *arena;
};

static void add_write(struct writes *w, const struct tir_buffer *b)
{
	if (b->root)
		w->buffer[b->root->id] = true;
	else
		w->all = true;
}

/* An address that is given away may be written to. */
static bool see_expr(void *ctx, const struct tir_expr *e)
{
	struct writes *w = ctx;
	if (e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF)
		add_write(w, e->u.buffer);
	return true;
}

static bool see_stmt(void *ctx, struct tir_stmt *s)
{
	struct writes *w = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	if (s->kind == TIR_STORE)
		add_write(w, tir_as_store(s)->buffer);
	bool view = s->kind == TIR_DECL && tir_as_decl(s)->buffer->root && tir_value_of(s);
	for (uint32_t i = 0; i < n; i++)
		if (!view || e[i] != tir_value_of(s) || e[i]->op != TIR_BUFFER_DATA)
			tir_walk_expr(e[i], w->arena, see_expr, w);
	return true;
}

static struct writes writes_of(struct header *h, const struct tir_func *f)
{
	struct tir_numbers n = tir_numbers_of(f);
	struct writes w = {.buffer = ARENA_NEWN(h->arena, bool, n.nbuffers + 1), .arena = h->arena};
	tir_walk_stmts(&f->body, see_stmt, &w);
	return w;
}

/* ---- Types -------------------------------------------------------------------------------*/
/* The C type of one element; bits where C has no type. */
static void c_type(struct tir_type t, struct sbuf *out)
{
	if (t.code == TIR_TYPE_VOID)
		sbuf_str(out, "void");
	else if (t.code == TIR_TYPE_HANDLE)
		sbuf_str(out, "void *");
	else if (t.code == TIR_TYPE_FLOAT && t.bits >= 32)
		sbuf_str(out, t.bits == 32 ? "float" : "double");
	else
		sbuf_printf(out, "%sint%u_t", t.code == TIR_TYPE_INT ? "" : "u",
		        t.bits <= 8    ? 8
		        : t.bits <= 16 ? 16
		        : t.bits <= 32 ? 32
		                       : 64);
}

/* Elements of the C type that memory for the buffer has from its pointer on; 0: they depend on arguments. */
static int64_t elements(const struct tir_buffer *b)
{
	int64_t last = 0, stride = 1;
	if (b->elem.bits < 8 && b->elem.code != TIR_TYPE_BOOL)
		return 0;
	for (uint32_t i = b->ndim; i-- > 0;) {
		const struct tir_expr *step = b->strides ? b->strides[i] : NULL;
		bool known = b->shape[i]->op == TIR_INT_IMM && (!step || step->op == TIR_INT_IMM);
		int64_t n = known ? b->shape[i]->u.i : 0, by = step && known ? step->u.i : stride;
		if (n <= 0 || by < 0 || n > INT32_MAX || by > INT32_MAX)
			return 0;
		last += (n - 1) * by;
		stride *= n;
		if (last > INT32_MAX || stride > INT32_MAX)
			return 0;
	}
	return (last + 1) * b->elem.lanes;
}

/* ---- A function --------------------------------------------------------------------------*/
static void print_list(const struct tir_func *f, const struct tir_expr **e, uint32_t n,
        struct sbuf *out)
{
	sbuf_str(out, "[");
	for (uint32_t k = 0; k < n; k++) {
		sbuf_str(out, k ? ", " : "");
		tir_print_expr(f->module, e[k], 0, out);
	}
	sbuf_str(out, "]");
}

static int align_of(const struct tir_buffer *b)
{
	return b->align > 0 ? b->align : 64;
}

static void describe(const struct tir_func *f, const struct tir_buffer *b, const char *name,
        bool written, struct sbuf *out)
{
	char buf[40];
	sbuf_printf(out, " * %s: %s", name, tir_type_name(b->elem, buf));
	print_list(f, b->shape, b->ndim, out);
	if (b->strides) {
		sbuf_str(out, ", strides ");
		print_list(f, b->strides, b->ndim, out);
	}
	if (b->elem_offset && !(b->elem_offset->op == TIR_INT_IMM && !b->elem_offset->u.i)) {
		sbuf_str(out, ", the pointer is to element ");
		tir_print_expr(f->module, b->elem_offset, 0, out);
	}
	if (b->scope && *b->scope && strcmp(b->scope, "global") != 0)
		sbuf_printf(out, ", in %s%s", b->scope,
		        !strcmp(b->scope, "global.vtcm") ? " (vector tightly coupled memory)" : "");
	sbuf_printf(out, "%s, aligned to %d bytes\n", written ? "" : ", only read", align_of(b));
}

/* A comment with what was printed, which does not end it. */
static void print_comment(const struct sbuf *text, struct sbuf *out)
{
	for (size_t i = 0; i < text->len; i++) {
		bool end = i && text->text[i] == '/' && text->text[i - 1] == '*';
		bool begin = i && text->text[i] == '*' && text->text[i - 1] == '/';
		sbuf_printf(out, "%s%c", end || begin ? " " : "", text->text[i]);
	}
}

/* A symbol as a string of C. */
static void print_symbol(const char *symbol, struct sbuf *out)
{
	sbuf_str(out, " TIRC_SYMBOL(\"");
	for (; *symbol; symbol++)
		sbuf_printf(out, "%s%c", *symbol == '"' || *symbol == '\\' ? "\\" : "", *symbol);
	sbuf_str(out, "\")");
}

/* The variable of parameter i, those behind the ones in the text included; NULL: it is a buffer. */
static const struct tir_var *var_of(const struct tir_func *f, uint32_t i)
{
	return i < f->params.n ? f->params.at[i].var : f->syms.at[i - f->params.n].var;
}

static void print_param(struct header *h, const struct tir_func *f, uint32_t i, const char *name,
        const struct writes *w)
{
	const struct tir_var *v = var_of(f, i);
	const struct tir_buffer *b = v ? NULL : f->params.at[i].buffer;
	bool written = b && (w->all || w->buffer[b->id]);
	sbuf_printf(h->out, "%s%s", i ? ", " : "", b && !written ? "const " : "");
	c_type(v ? v->type : tir_lanes(b->elem, 1), h->out);
	sbuf_printf(h->out, " %s%s%s", b ? "*" : "", b && f->noalias ? "TIRC_RESTRICT " : "", name);
}

/* Macros to make memory with: _Alignas(f_A_ALIGN) float A[f_A_ELEMENTS]. */
static void print_macros(struct header *h, const char *function, const char *name,
        const struct tir_buffer *b)
{
	int64_t n = elements(b);
	sbuf_printf(h->out, "#define %s %d\n",
	        take_name(h, arena_printf(h->arena, "%s_%s_ALIGN", function, name)), align_of(b));
	if (n)
		sbuf_printf(h->out, "#define %s %lld\n",
		        take_name(h, arena_printf(h->arena, "%s_%s_ELEMENTS", function, name)),
		        (long long)n);
}

static void print_func(struct header *h, const struct tir_func *f)
{
	uint32_t n = f->params.n + f->syms.n;
	const char **name = ARENA_NEWN(h->arena, const char *, n + 1);
	const char *function = take_name(h, f->symbol);
	const struct writes w = writes_of(h, f);
	struct sbuf comment = {0};
	for (uint32_t i = 0; i < n; i++) {
		const struct tir_var *v = var_of(f, i);
		name[i] = c_name(h, v ? v->name : f->params.at[i].buffer->name, false, name, i);
	}
	sbuf_printf(&comment, " %s\n", f->name);
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_buffer *b = f->params.at[i].buffer;
		if (b)
			describe(f, b, name[i], w.all || w.buffer[b->id], &comment);
	}
	sbuf_printf(&comment, " * %s ",
	        f->noalias ? "No two buffers overlap." : "Buffers may overlap.");
	sbuf_str(h->out, "/*");
	print_comment(&comment, h->out);
	sbuf_str(h->out, "*/\n");
	sbuf_free(&comment);
	c_type(f->ret, h->out);
	sbuf_printf(h->out, " %s(", function);
	for (uint32_t i = 0; i < n; i++)
		print_param(h, f, i, name[i], &w);
	sbuf_str(h->out, n ? ")" : "void)");
	if (strcmp(function, f->symbol) != 0)
		print_symbol(f->symbol, h->out);
	sbuf_str(h->out, ";\n");
	for (uint32_t i = 0; i < f->params.n; i++)
		if (f->params.at[i].buffer)
			print_macros(h, function, name[i], f->params.at[i].buffer);
	sbuf_str(h->out, "\n");
}

/* ---- The file ----------------------------------------------------------------------------*/
static const char prologue[] =
        "#include <stdint.h>\n"
        "\n"
        "#ifndef TIRC_RESTRICT\n"
        "#if defined(__cplusplus) || !defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L\n"
        "#define TIRC_RESTRICT __restrict\n"
        "#else\n"
        "#define TIRC_RESTRICT restrict\n"
        "#endif\n"
        "#endif\n"
        "#ifndef TIRC_SYMBOL /* of a function whose name C cannot have */\n"
        "#define TIRC_SYMBOL(name) __asm__(name)\n"
        "#endif\n"
        "\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";

void lower_header(const struct tir_module *m, const struct tir_func *only, const char *guard,
        struct arena *arena, struct sbuf *out)
{
	struct header h = {m, arena, out, {0}};
	sbuf_printf(out, "#ifndef %s\n#define %s\n\n%s", guard, guard, prologue);
	for (uint32_t i = 0; i < m->funcs.n; i++)
		if (m->funcs.at[i]->symbol && (!only || only == m->funcs.at[i]))
			print_func(&h, m->funcs.at[i]);
	sbuf_str(out, "#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
