/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/header.c: C declarations of the exported functions. */
#include "lowering/internal.h"

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

static void comment(const struct tir_func *f, struct sbuf *out)
{
	char buf[40];
	sbuf_printf(out, "/* %s\n", f->name);
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_buffer *b = f->params.at[i].buffer;
		if (!b)
			continue;
		sbuf_printf(out, " * %s: %s[", b->name, tir_type_name(b->elem, buf));
		for (uint32_t k = 0; k < b->ndim; k++) {
			sbuf_str(out, k ? ", " : "");
			tir_print_expr(f->module, b->shape[k], 0, out);
		}
		sbuf_printf(out, "], aligned to %d bytes\n", b->align > 0 ? b->align : 64);
	}
	sbuf_str(out,
	        f->noalias ? " * No two buffers overlap. */\n" : " * Buffers may overlap. */\n");
}

static void prototype(const struct tir_func *f, struct sbuf *out)
{
	uint32_t n = f->params.n + f->syms.n;
	c_type(f->ret, out);
	sbuf_printf(out, " %s(", f->symbol);
	for (uint32_t i = 0; i < n; i++) {
		const struct tir_param *p = i < f->params.n ? &f->params.at[i] : NULL;
		const struct tir_var *v = p ? p->var : f->syms.at[i - f->params.n].var;
		sbuf_str(out, i ? ", " : "");
		c_type(v ? v->type : tir_lanes(p->buffer->elem, 1), out);
		sbuf_printf(out, v ? " %s" : " *%s", v ? v->name : p->buffer->name);
	}
	sbuf_str(out, n ? ");\n\n" : "void);\n\n");
}

void lower_header(const struct tir_module *m, const char *guard, struct sbuf *out)
{
	sbuf_printf(out,
	        "#ifndef %s\n#define %s\n\n#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" "
	        "{\n#endif\n\n",
	        guard, guard);
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		if (!m->funcs.at[i]->symbol)
			continue;
		comment(m->funcs.at[i], out);
		prototype(m->funcs.at[i], out);
	}
	sbuf_str(out, "#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
