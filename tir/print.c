/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/print.c: modules and functions as TVM 0.27 prints them.
 *
 * Idea.   The text TVM's script() gives (tirscript.md, appendix A), but where TVM's own parser
 *         cannot read that back: then the nearest form that it can.
 * Needs   a verified module.
 * Costs   linear in the text, which for shared expressions is the tree, not the nodes. */
#include <stdlib.h>

#include "tir/print.h"

static const char first_lines[] = "# from tvm.script import tirx as T\n"
                                  "# from tvm.tirx.layout import Axis\n";

/* ---- Names of a signature ---------------------------------------------------------------*/
static void define_sym(struct printer *p, const struct tir_sym *s)
{
	if (s->how == TIR_SYM_OFFSET)
		return;
	tir_print_define_var(p, s->var);
	/* a quoted name is an int32 for TVM, a TypeVar an int64 */
	p->typevar[s->var->id] = s->how == TIR_SYM_TYPEVAR || tir_type_eq(s->var->type, TIR_INT64);
}

/* Name every parameter and symbolic variable; the scope is the function's. */
static void define_signature(struct printer *p, const struct tir_func *f)
{
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_param *a = &f->params.at[i];
		if (a->var)
			tir_print_define_var(p, a->var);
		if (a->var)
			p->param[a->var->id] = true;
		if (a->buffer)
			tir_print_define_buffer(p, a->buffer);
	}
	for (uint32_t i = 0; i < f->syms.n; i++)
		define_sym(p, &f->syms.at[i]);
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_buffer *b = f->params.at[i].buffer;
		if (b && b->offset_var)
			p->var[b->offset_var->id] = arena_printf(&p->scratch, "%s.elem_offset",
			        tir_print_buffer_name(p, b));
	}
}

/* ---- Parameters -------------------------------------------------------------------------*/
/* The "n, m = T.int32(), T.int32()" lines a signature asks for. */
struct decls {
	VEC(const struct tir_var *) var;
	VEC(uint32_t) group; /* of var */
	uint32_t ngroups;
	VEC(const struct tir_buffer *) matched; /* buffers that the body makes of handles */
	VEC(const char *) handle;               /* of them */
};

struct dim {
	bool fresh;   /* holds a variable not known yet */
	bool typevar; /* holds one of a TypeVar line */
	struct decls *decls;
	uint32_t group;
};

static void look(struct printer *p, const struct tir_expr *e, void *ctx)
{
	struct dim *d = ctx;
	if (e->op != TIR_VAR)
		return;
	uint32_t id = e->u.var->id;
	d->typevar |= p->typevar[id];
	d->fresh |= !p->known[id] && !p->typevar[id];
}

static void learn(struct printer *p, const struct tir_expr *e, void *ctx)
{
	struct dim *d = ctx;
	if (e->op != TIR_VAR || p->known[e->u.var->id] || p->typevar[e->u.var->id])
		return;
	p->known[e->u.var->id] = true;
	VEC_PUSH(&p->scratch, &d->decls->var, e->u.var);
	VEC_PUSH(&p->scratch, &d->decls->group, d->group);
}

/* What was printed since begin becomes a string: types in it have quotes of their own. */
static void quote_from(struct printer *p, size_t begin)
{
	if (p->out->failed)
		return;
	char *text = arena_strndup(&p->scratch, p->out->text + begin, p->out->len - begin);
	p->out->len = begin;
	tir_print_string(p->out, text);
}

/* One expression of a parameter's shape, quoted where its variables are not known yet (or are
 * TypeVars in arithmetic, which Python could not add).  Bare variables of one buffer are declared
 * on one line of the body. */
static void print_dim(struct printer *p, const struct tir_expr *e, struct decls *decls,
        uint32_t group)
{
	struct dim d = {.decls = decls, .group = group};
	tir_print_visit(p, e, TIR_HAS_VAR, look, &d);
	p->walk++;
	bool quote = d.fresh || (d.typevar && e->op != TIR_VAR);
	size_t begin = p->out->len;
	tir_print_operand(p, e, 0);
	if (quote)
		quote_from(p, begin);
	if (e->op != TIR_VAR)
		d.group = decls->ngroups++;
	tir_print_visit(p, e, TIR_HAS_VAR, learn, &d);
	p->walk++;
}

static void print_dims(struct printer *p, uint32_t n, const struct tir_expr *const *e,
        struct decls *decls)
{
	uint32_t group = decls->ngroups++;
	sbuf_char(p->out, '(');
	for (uint32_t i = 0; i < n; i++) {
		if (i)
			sbuf_str(p->out, ", ");
		print_dim(p, e[i], decls, group);
	}
	sbuf_str(p->out, n == 1 ? ",)" : ")");
}

/* Strides: a variable first named here is quoted, as is what else stands beside it; everywhere else
 * it is A.strides[i]. */
static void print_strides(struct printer *p, const struct tir_buffer *b)
{
	bool fresh[TIR_MAX_RANK], any = false;
	sbuf_str(p->out, ", strides=(");
	for (uint32_t i = 0; i < b->ndim; i++) {
		const struct tir_expr *e = b->strides[i];
		fresh[i] = e->op == TIR_VAR && !p->known[e->u.var->id];
		any |= fresh[i];
		sbuf_str(p->out, i ? ", " : "");
		size_t begin = p->out->len;
		tir_print_operand(p, e, 0);
		if (fresh[i] || (any && e->op != TIR_INT_IMM))
			quote_from(p, begin);
		if (fresh[i])
			p->known[e->u.var->id] = true;
	}
	for (uint32_t i = 0; i < b->ndim; i++)
		if (fresh[i])
			p->var[b->strides[i]->u.var->id] = arena_printf(&p->scratch,
			        "%s.strides[%u]", tir_print_buffer_name(p, b), i);
	sbuf_str(p->out, b->ndim == 1 ? ",)" : ")");
}

static void learn_symbol(struct printer *p, const struct tir_expr *e, void *ctx)
{
	if (e->op == TIR_VAR && !p->param[e->u.var->id])
		learn(p, e, ctx);
}

/* A handle, of which the body makes the buffer. */
static void print_handle_param(struct printer *p, const struct tir_buffer *b, struct decls *decls)
{
	struct dim d = {.decls = decls, .group = decls->ngroups++};
	for (uint32_t i = 0; i < b->ndim; i++) {
		tir_print_visit(p, b->shape[i], TIR_HAS_VAR, learn_symbol, &d);
		p->walk++;
	}
	const char *name = tir_print_define_name(p,
	        arena_printf(&p->scratch, "%s_handle", tir_print_buffer_name(p, b)));
	VEC_PUSH(&p->scratch, &decls->matched, b);
	VEC_PUSH(&p->scratch, &decls->handle, name);
	sbuf_printf(p->out, "%s: T.handle", name);
}

static void print_buffer_param(struct printer *p, const struct tir_buffer *b, struct decls *decls)
{
	sbuf_printf(p->out, "%s: T.Buffer(", tir_print_buffer_name(p, b));
	print_dims(p, b->ndim, b->shape, decls);
	sbuf_str(p->out, ", ");
	tir_print_type_string(p->out, b->elem);
	if (b->strides)
		print_strides(p, b);
	if (b->elem_offset && !(b->offset_var && b->elem_offset == b->offset_var->expr)) {
		sbuf_str(p->out, ", elem_offset=");
		print_dim(p, b->elem_offset, decls, decls->ngroups++);
	}
	tir_print_buffer_rest(p, b, true);
	sbuf_char(p->out, ')');
}

static void print_params(struct printer *p, const struct tir_func *f, struct decls *decls)
{
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_param *a = &f->params.at[i];
		if (i)
			sbuf_str(p->out, ", ");
		if (a->buffer) {
			(tir_print_has_later_stride(p, a->buffer)
			                ? print_handle_param
			                : print_buffer_param)(p, a->buffer, decls);
			continue;
		}
		sbuf_printf(p->out, "%s: ", tir_print_var_name(p, a->var));
		tir_print_var_type(p, a->var);
		p->known[a->var->id] = true;
	}
}

static void print_matched(struct printer *p, const struct decls *d)
{
	for (uint32_t i = 0; i < d->matched.n; i++) {
		tir_print_line(p);
		sbuf_printf(p->out, "%s = T.match_buffer(%s, ",
		        tir_print_buffer_name(p, d->matched.at[i]), d->handle.at[i]);
		tir_print_match_args(p, d->matched.at[i]);
		sbuf_char(p->out, '\n');
	}
}

static void print_decls(struct printer *p, const struct decls *d)
{
	char buf[40];
	for (uint32_t g = 0, i = 0; g < d->ngroups; g++) {
		uint32_t begin = i, n = 0;
		for (; i < d->var.n && d->group.at[i] == g; i++) {
			if (p->param[d->var.at[i]->id])
				continue;
			if (n++)
				sbuf_str(p->out, ", ");
			else
				tir_print_line(p);
			sbuf_str(p->out, tir_print_var_name(p, d->var.at[i]));
		}
		const char *sep = " = ";
		for (uint32_t j = begin; n && j < i; j++) {
			if (p->param[d->var.at[j]->id])
				continue;
			sbuf_printf(p->out, "%sT.%s()", sep,
			        tir_type_name(d->var.at[j]->type, buf));
			sep = ", ";
		}
		if (n)
			sbuf_char(p->out, '\n');
	}
}

/* ---- Tables by number -------------------------------------------------------------------*/
static void new_tables(struct printer *p, struct tir_numbers n)
{
	p->room = n;
	p->var = ARENA_NEWN(&p->scratch, const char *, n.nvars);
	p->buffer = ARENA_NEWN(&p->scratch, const char *, n.nbuffers);
	p->scalar = ARENA_NEWN(&p->scratch, bool, n.nbuffers);
	p->known = ARENA_NEWN(&p->scratch, bool, n.nvars);
	p->typevar = ARENA_NEWN(&p->scratch, bool, n.nvars);
	p->param = ARENA_NEWN(&p->scratch, bool, n.nvars);
	p->mark = ARENA_NEWN(&p->scratch, uint32_t, n.nexprs);
}

/* Empty tables for f: those of the function before, where they are large enough.  Marks need not go: walks are
 * counted on. */
static void start_tables(struct printer *p, const struct tir_func *f)
{
	struct tir_numbers n = tir_numbers_of(f);
	p->walk++;
	if (!p->var || n.nvars > p->room.nvars || n.nbuffers > p->room.nbuffers ||
	        n.nexprs > p->room.nexprs) {
		n.nvars += p->room.nvars;
		n.nbuffers += p->room.nbuffers;
		n.nexprs += p->room.nexprs;
		new_tables(p, n);
		return;
	}
	memset(p->var, 0, n.nvars * sizeof *p->var);
	memset(p->buffer, 0, n.nbuffers * sizeof *p->buffer);
	memset(p->scalar, 0, n.nbuffers * sizeof *p->scalar);
	memset(p->known, 0, n.nvars * sizeof *p->known);
	memset(p->typevar, 0, n.nvars * sizeof *p->typevar);
	memset(p->param, 0, n.nvars * sizeof *p->param);
}

static void drop_tables(struct printer *p)
{
	p->var = p->buffer = NULL;
	p->scalar = p->known = p->typevar = p->param = NULL;
	p->mark = NULL;
}

/* ---- Functions --------------------------------------------------------------------------*/
static void print_decorator(struct printer *p, const struct tir_func *f)
{
	static const char *const keys[] = {"private", "s_tir", "persistent"};
	const char *sep = "(";
	tir_print_line(p);
	sbuf_str(p->out, "@T.prim_func");
	for (unsigned i = 0; i < 3; i++) {
		bool is = tir_attr_is_true(tir_attr_get(f->decorator, keys[i]));
		if (!is && (i > 0 || f->symbol))
			continue;
		sbuf_printf(p->out, "%s%s=True", sep, keys[i]);
		sep = ", ";
	}
	sbuf_str(p->out, *sep == '(' ? "\n" : ")\n");
	p->s_tir = tir_attr_is_true(tir_attr_get(f->decorator, "s_tir"));
}

/* The attributes; the exported name among them if it is not the function's own. */
static void print_func_attrs(struct printer *p, const struct tir_func *f)
{
	const struct tir_attr *a = f->attrs;
	uint32_t n = a ? a->n : 0;
	bool named = f->symbol && strcmp(f->symbol, f->name) != 0;
	if (named && !tir_attr_get(a, "global_symbol")) {
		struct tir_attr *symbol = ARENA_NEW(&p->scratch, struct tir_attr);
		struct tir_attr *all = ARENA_NEW(&p->scratch, struct tir_attr);
		*symbol = (struct tir_attr){.kind = TIR_ATTR_STRING, .str = f->symbol};
		*all = (struct tir_attr){.kind = TIR_ATTR_DICT, .n = n + 1};
		all->item = ARENA_NEWN(&p->scratch, const struct tir_attr *, n + 1);
		all->name = ARENA_NEWN(&p->scratch, const char *, n + 1);
		for (uint32_t i = 0; i < n; i++) {
			all->item[i] = a->item[i];
			all->name[i] = a->name[i];
		}
		all->item[n] = symbol;
		all->name[n++] = "global_symbol";
		a = all;
	}
	if (n == 0)
		return;
	tir_print_line(p);
	sbuf_str(p->out, "T.func_attr(");
	tir_print_attr(p, a);
	sbuf_str(p->out, ")\n");
}

static void print_func(struct printer *p, const struct tir_func *f)
{
	char buf[40];
	struct decls decls = {0};
	uint32_t mark = tir_print_open(p);
	start_tables(p, f);
	define_signature(p, f);
	print_decorator(p, f);
	tir_print_line(p);
	sbuf_printf(p->out, "def %s(", f->name);
	print_params(p, f, &decls);
	sbuf_char(p->out, ')');
	if (f->ret_declared && f->ret.code != TIR_TYPE_VOID)
		sbuf_printf(p->out, " -> T.%s", tir_type_name(f->ret, buf));
	sbuf_str(p->out, ":\n");
	p->indent++;
	print_decls(p, &decls);
	print_matched(p, &decls);
	print_func_attrs(p, f);
	tir_print_func_body(p, &f->body);
	p->indent--;
	tir_print_close(p, mark);
}

/* ---- TypeVars and the first lines -------------------------------------------------------*/
struct names {
	VEC(const char *) at;
};

static void collect_typevars(struct printer *p, const struct tir_func *f, struct names *out)
{
	uint32_t mark = tir_print_open(p);
	start_tables(p, f);
	define_signature(p, f);
	for (uint32_t i = 0; i < f->syms.n; i++) {
		const struct tir_var *v = f->syms.at[i].var;
		if (f->syms.at[i].how != TIR_SYM_OFFSET && p->typevar[v->id])
			VEC_PUSH(&p->scratch, &out->at, tir_print_var_name(p, v));
	}
	tir_print_close(p, mark);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void print_typevars(struct printer *p, struct names *names)
{
	if (names->at.n)
		qsort(names->at.at, names->at.n, sizeof *names->at.at, by_text);
	for (uint32_t i = 0; i < names->at.n; i++)
		if (i == 0 || strcmp(names->at.at[i], names->at.at[i - 1]) != 0)
			sbuf_printf(p->out, "%s = TypeVar(\"%s\")\n", names->at.at[i],
			        names->at.at[i]);
}

bool tir_is_printed_header(const char *h)
{
	return strstr(h, "tirx as T") && strstr(h, "tvm.tirx.layout import Axis");
}

/* The comments the text was read with, if a reader takes them for this dialect; else TVM's, and
 * below them those that are not about imports. */
static void print_header(struct printer *p, bool typevars)
{
	const char *h = p->m->header;
	bool ours = h && tir_is_printed_header(h);
	if (!ours) {
		sbuf_str(p->out, typevars ? "# from typing import TypeVar\n" : "");
		sbuf_str(p->out, p->m->name ? "# from tvm.script import ir as I\n" : "");
		sbuf_str(p->out, first_lines);
	}
	while (h && *h) {
		size_t n = strcspn(h, "\n");
		bool import = !strncmp(h, "# from ", 7) || !strncmp(h, "# import ", 9);
		if (n && (ours || !import)) {
			sbuf_add(p->out, h, n);
			sbuf_char(p->out, '\n');
		}
		h += n + (h[n] == '\n');
	}
	sbuf_char(p->out, '\n');
}

/* ---- Entry points -----------------------------------------------------------------------*/
struct job {
	struct printer p;
	const struct tir_func *func; /* NULL: the module */
};

static void print_func_text(void *ctx)
{
	struct job *job = ctx;
	struct names names = {0};
	tir_print_names_start(&job->p);
	collect_typevars(&job->p, job->func, &names);
	print_typevars(&job->p, &names);
	print_func(&job->p, job->func);
}

static void print_module_attrs(struct printer *p)
{
	if (!p->m->attrs)
		return;
	drop_tables(p);
	tir_print_line(p);
	sbuf_str(p->out, "I.module_attrs(");
	tir_print_attr(p, p->m->attrs);
	sbuf_str(p->out, ")\n");
}

static void print_module_text(void *ctx)
{
	struct printer *p = &((struct job *)ctx)->p;
	const struct tir_module *m = p->m;
	struct names names = {0};
	tir_print_names_start(p);
	for (uint32_t i = 0; i < m->funcs.n; i++)
		collect_typevars(p, m->funcs.at[i], &names);
	print_header(p, names.at.n > 0);
	print_typevars(p, &names);
	if (m->name) {
		sbuf_printf(p->out, "@I.ir_module\nclass %s:\n", m->name);
		p->indent++;
		print_module_attrs(p);
	}
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		if (i)
			sbuf_char(p->out, '\n');
		print_func(p, m->funcs.at[i]);
	}
}

static void run(struct job *job, void (*fn)(void *ctx))
{
	if (!arena_guard(&job->p.scratch, fn, job))
		job->p.out->failed = true;
	arena_free(&job->p.scratch);
}

void tir_print_module(const struct tir_module *m, struct sbuf *out)
{
	struct job job = {.p = {.m = m, .out = out, .print_seq = tir_print_seq}};
	run(&job, print_module_text);
}

void tir_print_func(const struct tir_func *f, struct sbuf *out)
{
	struct job job = {.p = {.m = f->module, .out = out, .print_seq = tir_print_seq}, .func = f};
	run(&job, print_func_text);
}
