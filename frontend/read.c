/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/read.c: a text as a module (tirscript 0, 1.3), and the way in. */
#include "frontend/lex/lex.h"
#include "frontend/primfn/legacy.h"

struct definition {
	const struct syntax *def;
	struct tir_func *f;
	uint32_t end;           /* where what follows begins */
	uint32_t called;        /* the first of its calls */
	struct diag_held *head; /* with only: what is wrong with its head */
};

struct job {
	struct reader r;
	VEC(struct definition) defs;
	const struct tir_externs *externs;
	struct tir_module *result;
	const char *only;
	struct diag *out;        /* where messages go that are not held back */
	struct diag_held parsed; /* with only: what the grammar refuses */
	bool noted;              /* that statements are left out */
};

/* ---- What stands in files and classes ---------------------------------------------------*/
/* May a kernel hold the value: a number, a string, a type, or a tuple of them?  MAX_CONSTANT bounds how deep tuples nest. */
static bool is_constant(const struct value *v)
{
	bool many = v->kind == V_TUPLE || v->kind == V_LIST;
	for (uint32_t i = 0; many && i < v->n; i++)
		if (!is_constant(&v->item[i]))
			return false;
	return many || frontend_is_python_number(v) || v->kind == V_STRING || v->kind == V_NONE ||
	       v->kind == V_TYPE ||
	       (v->kind == V_EXPR && (v->e->op == TIR_INT_IMM || v->e->op == TIR_FLOAT_IMM));
}

/* A name at the top that only Python knows, or that is given two values there. */
static void define_unknown(struct reader *r, uint32_t name, struct span at)
{
	struct entity *old = frontend_scope_find(r, name);
	if (old && old->kind == ENT_VALUE)
		old->value = NULL;
	else if (!old && name != r->sym_T)
		frontend_scope_value(r, name, NULL, at);
}

/* from config import N, behind N = 64 */
static void read_import(struct reader *r, const struct syntax *s)
{
	for (uint32_t i = 0; i < s->params.n; i++)
		if (frontend_scope_find(r, s->params.at[i].sym))
			define_unknown(r, s->params.at[i].sym, s->params.at[i].at);
}

/* N = 64: kernels know it. */
static void read_constant(struct reader *r, const struct node *name, struct range x)
{
	struct diag silent = {.sink = NULL}, *d = r->d;
	struct value v = error_value(name->at);
	r->d = &silent;
	if (x.end - x.begin <= MAX_CONSTANT)
		v = frontend_eval(r, x);
	r->d = d;
	r->stack.n = r->loose.n = r->suggestions = 0;
	if (silent.errors || !is_constant(&v) || frontend_scope_find(r, name->sym))
		define_unknown(r, name->sym, name->at);
	else
		frontend_scope_value(r, name->sym, &v, name->at);
}

/* N, M = 64, 32 */
static void read_constants(struct reader *r, const struct syntax *s)
{
	uint32_t n = r->tree.nodes.at[s->target.end - 1].n;
	const struct node *value = &r->tree.nodes.at[s->value.end - 1];
	bool parallel = value->kind == N_TUPLE && value->n == n;
	const struct range *names = frontend_operand_ranges(r, s->target);
	const struct range *values = parallel ? frontend_operand_ranges(r, s->value) : NULL;
	for (uint32_t i = 0; i < n; i++) {
		const struct node *k = &r->tree.nodes.at[names[i].end - 1];
		if (k->kind == N_NAME && parallel)
			read_constant(r, k, values[i]);
		else if (k->kind == N_NAME)
			define_unknown(r, k->sym, k->at);
	}
}

/* n = TypeVar("n"), N = 64; other assignments at the top are the file's own business. */
static void read_top_assign(struct reader *r, const struct syntax *s)
{
	const struct node *name = &r->tree.nodes.at[s->target.begin];
	const struct node *call = &r->tree.nodes.at[s->value.end - 1];
	const struct node *callee = &r->tree.nodes.at[s->value.begin];
	const struct node *target = &r->tree.nodes.at[s->target.end - 1];
	if (target->kind >= N_INT && target->kind <= N_TEXT) {
		frontend_fail(r, target->at, "this cannot be assigned to");
		return;
	}
	bool typevar = call->kind == N_CALL && callee->kind == N_NAME &&
	               callee->sym == r->sym_TypeVar;
	if (name->kind == N_NAME && typevar)
		frontend_scope_define(r, name->sym, ENT_TYPEVAR, name->at);
	else if (target->kind == N_NAME && target->sym != r->sym_T)
		read_constant(r, target, s->value);
	else if (target->kind == N_TUPLE)
		read_constants(r, s);
}

/* Read the head of a function.  What is wrong with one that nobody asks for is no error. */
static struct tir_func *read_head(struct job *j, const struct syntax *s, struct diag_held **head)
{
	struct reader *r = &j->r;
	struct diag *d = r->d;
	if (j->only) {
		*head = ARENA_NEW(r->scratch, struct diag_held);
		r->d = diag_hold(*head, r->scratch);
	}
	struct tir_func *f = frontend_read_head(r, s);
	r->d = d;
	if (!f && j->only && !strcmp(sym_name(r, s->sym), j->only))
		diag_tell(*head, d);
	return f;
}

/* Add a function whose text ends where the next statement begins, or at end. */
static void add_def(struct job *j, const struct syntax *s, uint32_t end)
{
	struct reader *r = &j->r;
	if (s->decorators.n == 0) {
		frontend_fail(r, s->at, "function '%s' must be decorated with @T.prim_func",
		        sym_name(r, s->sym));
		return;
	}
	if (!frontend_is_prim_func(r, &s->decorators.at[0]) || s->decorators.n > 1) {
		const struct node *k = &r->tree.nodes.at[s->decorators.at[0].end - 1];
		frontend_fail(r, k->at,
		        "functions of this kind are not supported, only @T.prim_func");
		return;
	}
	struct definition d = {.def = s, .end = s->next ? s->next->at.begin : end};
	d.f = read_head(j, s, &d.head);
	if (d.f)
		VEC_PUSH(r->scratch, &j->defs, d);
}

static bool is_docstring(const struct reader *r, const struct syntax *s)
{
	return s->kind == S_EXPR && s->value.end - s->value.begin == 1 &&
	       r->tree.nodes.at[s->value.begin].kind == N_STRING;
}

/* I.module_attrs({...}); false: s is something else. */
static bool read_module_attrs(struct reader *r, const struct syntax *s)
{
	const struct node *k = s->kind == S_EXPR ? &r->tree.nodes.at[s->value.begin] : NULL;
	if (!k || k->kind != N_DOTTED || !k->op || strcmp(sym_name(r, k->sym), "module_attrs"))
		return false;
	const struct node *call = &r->tree.nodes.at[s->value.end - 1];
	if (call->kind != N_CALL || call->n != 2)
		return !frontend_fail(r, s->at, "I.module_attrs takes a dictionary");
	struct value v = frontend_eval(r, (struct range){s->value.begin + 1, s->value.end - 1});
	if (v.kind == V_ERROR)
		return true;
	const struct tir_attr *d = frontend_as_attr(r, &v);
	if (d && d->kind != TIR_ATTR_DICT)
		return !frontend_fail(r, v.at, "I.module_attrs takes a dictionary");
	r->m->attrs = d;
	return true;
}

static bool is_ir_module(const struct reader *r, const struct syntax *s)
{
	if (s->decorators.n != 1)
		return false;
	for (uint32_t i = s->decorators.at[0].begin; i < s->decorators.at[0].end; i++) {
		const struct node *k = &r->tree.nodes.at[i];
		bool named = k->kind == N_DOTTED || k->kind == N_ATTR;
		if (named && !strcmp(sym_name(r, k->sym), "ir_module"))
			return true;
	}
	return false;
}

/* Say what is left out: each definition, and of other statements the first. */
static void note_other(struct job *j, const struct syntax *s)
{
	struct reader *r = &j->r;
	for (uint32_t i = 0; i < s->params.n; i++)
		define_unknown(r, s->params.at[i].sym, s->params.at[i].at);
	if (s->op) {
		diag_note(r->d, r->src, s->name_at, "'%s' is no @T.prim_func and is left out",
		        sym_name(r, s->sym));
		define_unknown(r, s->sym, s->name_at);
	} else if (!j->noted) {
		diag_note(r->d, r->src, s->at, "what is no kernel is left out");
		j->noted = true;
	}
}

static void read_class(struct job *j, const struct syntax *c)
{
	struct reader *r = &j->r;
	if (!is_ir_module(r, c)) {
		frontend_fail(r, c->at, "class '%s' must be decorated with @I.ir_module",
		        sym_name(r, c->sym));
		return;
	}
	if (r->m->name) {
		frontend_fail(r, c->at, "a text holds one module");
		return;
	}
	r->m->name = sym_name(r, c->sym);
	frontend_scope_define(r, c->sym, ENT_CLASS, c->name_at);
	uint32_t end = c->next ? c->next->at.begin : (uint32_t)r->src->len;
	for (const struct syntax *s = c->body; s; s = s->next) {
		if (s->kind == S_DEF)
			add_def(j, s, end);
		else if (s->kind == S_OTHER)
			note_other(j, s);
		else if (s->kind != S_SKIP && s->kind != S_PASS && !is_docstring(r, s) &&
		         !read_module_attrs(r, s))
			frontend_fail(r, s->at, "a module holds functions, not this");
	}
}

static void read_top(struct job *j)
{
	struct reader *r = &j->r;
	for (const struct syntax *s = r->tree.first; s; s = s->next) {
		if (s->kind == S_ASSIGN)
			read_top_assign(r, s);
		else if (s->kind == S_OTHER)
			note_other(j, s);
		else if (s->kind == S_IMPORT)
			read_import(r, s);
		else if (s->kind == S_CLASS)
			read_class(j, s);
		else if (s->kind == S_DEF)
			add_def(j, s, (uint32_t)r->src->len);
		else if (s->kind != S_SKIP && s->kind != S_IMPORT && !is_docstring(r, s))
			frontend_fail(r, s->at,
			        "a text holds functions or a module, not this; tirc takes what "
			        "print(mod.script()) prints");
	}
	if (j->defs.n == 0 && r->d->errors == 0 && j->parsed.d.errors == 0)
		frontend_fail(r, (struct span){0, 0},
		        "the text holds no function; tirc takes what print(mod.script()) prints");
}

/* ---- Calls between functions ------------------------------------------------------------*/
/* Does an argument fit its parameter? */
static bool argument_fits(const struct tir_param *p, const struct tir_expr *e)
{
	return tir_type_eq(e->type, p->buffer ? TIR_HANDLE : p->var->type);
}

/* Check the calls of a function, from one number to another. */
static void check_calls(struct reader *r, uint32_t from, uint32_t to)
{
	char x[40], y[40];
	for (uint32_t i = from; i < to; i++) {
		const struct called *c = &r->called.at[i];
		const struct tir_func *f = c->callee;
		if (c->e->n != f->params.n) {
			frontend_fail(r, c->at, "'%s' takes %u argument%s, not %u", f->name,
			        f->params.n, f->params.n == 1 ? "" : "s", c->e->n);
			diag_note(r->d, r->src, f->at, "defined here");
			continue;
		}
		for (uint32_t k = 0; k < f->params.n; k++) {
			const struct tir_param *p = &f->params.at[k];
			if (argument_fits(p, c->e->arg[k]))
				continue;
			frontend_fail(r, c->at, "argument %u of '%s' has type %s, not %s", k + 1,
			        f->name, tir_type_name(c->e->arg[k]->type, x),
			        tir_type_name(p->buffer ? TIR_HANDLE : p->var->type, y));
			diag_note(r->d, r->src, p->at, "the parameter is here");
			break;
		}
	}
}

/* ---- Function by function ---------------------------------------------------------------*/
/* Tell what is wrong with heads, and what the grammar refuses: of a function to what is held of that, the rest to everybody. */
static void tell_parsed(struct job *j, struct diag_held *held)
{
	for (uint32_t k = 0; k < j->defs.n; k++)
		if (j->defs.at[k].head)
			diag_tell(j->defs.at[k].head, &held[j->defs.at[k].f->id].d);
	for (uint32_t i = 0; i < j->parsed.all.n; i++) {
		const struct diag_message *m = &j->parsed.all.at[i];
		struct diag *d = j->r.d;
		for (uint32_t k = 0; k < j->defs.n; k++)
			if (m->span.begin >= j->defs.at[k].def->at.begin &&
			        m->span.begin < j->defs.at[k].end)
				d = &held[j->defs.at[k].f->id].d;
		diag_error(d, m->source, m->span, "%s", m->text);
	}
}

static bool is_there(const struct job *j)
{
	for (uint32_t i = 0; j->only && i < j->defs.n; i++) {
		const struct tir_func *f = j->defs.at[i].f;
		if (!strcmp(f->name, j->only) || (f->symbol && !strcmp(f->symbol, j->only)))
			return true;
	}
	return false;
}

/* Read the bodies of all functions.  One that is not supported is left out with a warning; the others stay. */
static bool read_funcs(struct job *j)
{
	struct reader *r = &j->r;
	struct diag *d = r->d;
	uint32_t n = r->m->funcs.n;
	struct diag_held *held = ARENA_NEWN(r->scratch, struct diag_held, n + 1);
	for (uint32_t i = 0; i < n; i++)
		diag_hold(&held[i], r->scratch);
	tell_parsed(j, held);
	for (uint32_t i = 0; i < j->defs.n; i++) {
		struct definition *k = &j->defs.at[i];
		r->d = &held[k->f->id].d;
		r->refused = false;
		k->called = r->called.n;
		frontend_read_func(r, k->f, k->def);
		held[k->f->id].refused = r->refused;
	}
	for (uint32_t i = 0; i < j->defs.n; i++) {
		const struct definition *k = &j->defs.at[i];
		uint32_t end = i + 1 < j->defs.n ? k[1].called : r->called.n;
		r->d = &held[k->f->id].d;
		check_calls(r, k->called, end);
	}
	r->d = d;
	return tir_leave_out(r->m, held, is_there(j) ? j->only : NULL, d);
}

/* ---- The way in -------------------------------------------------------------------------*/
static uint32_t sym(struct reader *r, const char *name)
{
	return frontend_symbol_of(&r->symbols, name, strlen(name));
}

static void parse(struct reader *r)
{
	struct parser p = {.tree = &r->tree,
	        .arena = r->scratch,
	        .d = r->d,
	        .src = r->src,
	        .symbols = &r->symbols,
	        .sym_T = sym(r, "T"),
	        .sym_I = sym(r, "I"),
	        .sym_tir = sym(r, "tir"),
	        .sym_iter_var = sym(r, "iter_var"),
	        .sym_tirx = sym(r, "tirx"),
	        .sym_ir = sym(r, "ir")};
	p.lex = (struct lexer){.d = r->d, .symbols = &r->symbols, .arena = r->scratch};
	frontend_lex_start(&p.lex, r->src, 0, (uint32_t)r->src->len);
	/* about what a text needs: growing would copy */
	r->tree.nodes.cap = (uint32_t)r->src->len / 4 + 64;
	r->tree.nodes.at = arena_alloc(r->scratch, r->tree.nodes.cap * sizeof(struct node));
	frontend_parse_file(&p);
	r->sym_T = p.sym_T;
	r->sym_I = p.sym_I;
}

static void start(struct reader *r)
{
	static const struct reader_hooks hooks = {
	        frontend_eval, frontend_read_block, frontend_read_suite};
	r->hooks = &hooks;
	r->m = tir_module_new(r->arena);
	r->m->source = r->src;
	r->m->header = frontend_lex_header(r->src, r->arena);
	r->symbols = (struct symtab){.arena = r->scratch, .strings = &r->m->strings};
	frontend_symbol_start(&r->symbols);
	frontend_known_start(r);
	r->sym_range = sym(r, "range");
	r->sym_cls = sym(r, "cls");
	r->sym_TypeVar = sym(r, "TypeVar");
	r->sym_let = sym(r, "let");
}

static void read_module(void *ctx)
{
	struct job *j = ctx;
	struct reader *r = &j->r;
	unsigned errors = r->d->errors;
	if (r->src->len > MAX_BYTES) {
		frontend_fail(r, (struct span){0, 0}, "text is larger than %d MiB",
		        MAX_BYTES >> 20);
		return;
	}
	if (!frontend_check_utf8(r->src, r->d) || !frontend_check_pasted(r->src, r->d))
		return;
	start(r);
	r->m->externs = j->externs;
	if (frontend_legacy_text(r->src)) {
		frontend_legacy_read(r);
		check_calls(r, 0, r->called.n);
	} else {
		struct diag *d = r->d;
		r->d = j->only ? diag_hold(&j->parsed, r->scratch) : d;
		parse(r);
		r->d = d;
		frontend_dialect_start(r);
		read_top(j);
		read_funcs(j);
	}
	if (r->d->errors == errors && tir_verify_text(r->m, r->d))
		j->result = r->m;
}

static void read_in_scratch(void *ctx)
{
	struct job *j = ctx;
	bool ok = arena_guard(j->r.scratch, read_module, j);
	j->r.d = j->out;
	if (!ok)
		frontend_fail(&j->r, (struct span){0, 0}, "out of memory");
}

struct tir_module *frontend_read_with(const struct source *src, const struct tir_externs *externs,
        const char *only, struct arena *arena, struct diag *d)
{
	struct arena scratch = {0};
	struct job j = {.out = d,
	        .r = {.arena = arena, .scratch = &scratch, .src = src, .d = d},
	        .externs = externs,
	        .only = only};
	if (!arena_guard(arena, read_in_scratch, &j)) {
		j.result = NULL;
		j.r.d = d;
		frontend_fail(&j.r, (struct span){0, 0}, "out of memory");
	}
	arena_free(&scratch);
	return j.result;
}

struct tir_module *frontend_read(const struct source *src, struct arena *arena, struct diag *d)
{
	return frontend_read_with(src, NULL, NULL, arena, d);
}
