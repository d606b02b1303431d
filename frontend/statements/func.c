/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/statements/func.c: a function's head and body (tirscript 1.3 to 1.5, 2.3).
 *
 * Idea.   Heads are read before bodies, so that functions may call those below them.  Parameters
 *         are read in order; a quoted name in a shape is a parameter of that name, wherever it
 *         stands, or a new variable that the caller gives. */
#include "frontend/internal.h"

static const struct node *node_at(const struct reader *r, uint32_t i)
{
	return &r->tree.nodes.at[i];
}

/* ---- Heads ------------------------------------------------------------------------------*/
bool frontend_is_prim_func(const struct reader *r, const struct range *d)
{
	const struct node *k = node_at(r, d->begin);
	return k->kind == N_DOTTED && !k->op && !strcmp(sym_name(r, k->sym), "prim_func");
}

/* @T.prim_func(private=True, s_tir=True) */
static bool read_keywords(struct reader *r, struct range d, struct tir_func *f)
{
	static const char *const known[] = {"private", "s_tir", "persistent", "check_well_formed"};
	const struct node *call = node_at(r, d.end - 1);
	if (call->kind == N_DOTTED)
		return true;
	if (call->kind != N_CALL || d.end - d.begin != 2 * call->n)
		return frontend_fail(r, call->at, "T.prim_func takes keywords with constants");
	struct tir_attr *a = ARENA_NEW(r->arena, struct tir_attr);
	a->kind = TIR_ATTR_DICT;
	a->item = ARENA_NEWN(r->arena, const struct tir_attr *, call->n);
	a->name = ARENA_NEWN(r->arena, const char *, call->n);
	for (uint32_t i = d.begin + 1; i + 1 < d.end; i += 2) {
		const struct node *v = node_at(r, i), *k = node_at(r, i + 1);
		bool is_known = false;
		if (k->kind != N_KEYWORD || (v->kind != N_TRUE && v->kind != N_FALSE))
			return frontend_fail(r, v->at,
			        "T.prim_func takes keywords that are True or False");
		for (unsigned j = 0; j < 4; j++)
			is_known = is_known || !strcmp(sym_name(r, k->sym), known[j]);
		if (!is_known)
			return frontend_suggest(r, k->at, sym_name(r, k->sym),
			        "private s_tir persistent check_well_formed",
			        "T.prim_func has no parameter '%s'", sym_name(r, k->sym));
		struct tir_attr *truth = ARENA_NEW(r->arena, struct tir_attr);
		truth->kind = TIR_ATTR_BOOL;
		truth->i = v->kind == N_TRUE;
		a->name[a->n] = sym_name(r, k->sym);
		a->item[a->n++] = truth;
	}
	f->decorator = a;
	return true;
}

/* The exported name, if T.func_attr gives one: a string behind the string "global_symbol". */
static const char *global_symbol(const struct reader *r, const struct syntax *def)
{
	for (const struct syntax *s = def->body; s; s = s->next) {
		if (s->kind != S_EXPR && s->kind != S_ASSIGN)
			break;
		const struct node *k = s->kind == S_EXPR ? node_at(r, s->value.begin) : NULL;
		if (!k || k->kind != N_DOTTED || strcmp(sym_name(r, k->sym), "func_attr") != 0)
			continue;
		for (uint32_t i = s->value.begin; i + 1 < s->value.end; i++)
			if (node_at(r, i)->kind == N_STRING &&
			        node_at(r, i + 1)->kind == N_STRING &&
			        !strcmp(node_at(r, i)->str, "global_symbol"))
				return node_at(r, i + 1)->str;
	}
	return NULL;
}

bool frontend_is_identifier(const char *s)
{
	size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
	return n && !s[n] && !(*s >= '0' && *s <= '9');
}

/* -> T.int32, -> None */
static bool read_return_type(struct reader *r, struct range x, struct tir_func *f)
{
	if (x.begin == x.end)
		return true;
	struct value v = frontend_eval(r, x);
	if (v.kind == V_NONE)
		return true;
	if (v.kind != V_TYPE && v.kind != V_DECL)
		return v.kind != V_ERROR &&
		       frontend_fail(r, v.at, "a function returns a type, not %s",
		               frontend_value_name(&v));
	f->ret = v.type;
	f->ret_declared = v.type.code != TIR_TYPE_VOID;
	return true;
}

/* May f, not yet of the module if NULL, be exported by this name beside the other functions? */
bool frontend_check_symbol(struct reader *r, const struct tir_func *f, const char *symbol,
        struct span at)
{
	const char *why = tir_symbol_fault(symbol);
	if (why)
		return frontend_fail(r, at, "%s", why);
	for (uint32_t i = 0; i < r->m->funcs.n; i++) {
		const struct tir_func *g = r->m->funcs.at[i];
		if (g == f || !g->symbol || strcmp(g->symbol, symbol) != 0)
			continue;
		frontend_fail(r, at, "two functions are exported as '%s'", symbol);
		diag_note(r->d, r->src, g->at, "the first one is here");
		return false;
	}
	return true;
}

struct tir_func *frontend_read_head(struct reader *r, const struct syntax *def)
{
	const char *name = sym_name(r, def->sym), *symbol = global_symbol(r, def);
	bool rename = symbol && frontend_is_identifier(symbol);
	const struct tir_func *old = tir_find_func(r->m, rename ? symbol : name);
	if (old) {
		frontend_fail(r, def->name_at, "function '%s' is defined twice",
		        rename ? symbol : name);
		diag_note(r->d, r->src, old->at, "first defined here");
		return NULL;
	}
	if (symbol && !frontend_check_symbol(r, NULL, symbol, def->name_at))
		return NULL;
	struct tir_func *f = tir_func_new(r->m, rename ? symbol : name);
	f->at = join(def->at, def->name_at);
	read_keywords(r, def->decorators.at[0], f);
	if (tir_attr_is_true(tir_attr_get(f->decorator, "private")))
		f->symbol = NULL;
	if (symbol)
		f->symbol = symbol;
	read_return_type(r, def->type, f);
	return f;
}

/* ---- Parameters -------------------------------------------------------------------------*/
/* A scalar or pointer; a quoted name may have asked for it before. */
static void scalar_param(struct reader *r, const struct syntax_param *p, const struct value *t,
        struct tir_param *out)
{
	struct entity *e = frontend_scope_find(r, p->sym);
	if (e && e->level == r->level && e->early) {
		e->early = false;
		out->var = e->var;
		return;
	}
	out->var = frontend_scope_var(r, p->sym, t->type, p->at);
	out->var->elem = t->elem;
	out->var->scope = t->scope;
}

static bool buffer_param(struct reader *r, const struct syntax_param *p, const struct value *form,
        struct tir_param *out)
{
	struct tir_buffer *b = frontend_make_buffer(r, sym_name(r, p->sym), TIR_BUFFER_PARAM, form);
	struct entity *e = b ? frontend_scope_define(r, p->sym, ENT_BUFFER, p->at) : NULL;
	if (!e)
		return false;
	b->at = join(p->at, form->at);
	e->buffer = out->buffer = b;
	return true;
}

/* A parameter's new symbols, which were found as its expression was evaluated, in the order of the
 * text; its offset is the last. */
static void sort_symbols(struct reader *r, uint32_t from)
{
	struct tir_sym *s = r->f->syms.at;
	for (uint32_t i = from + 1; i < r->f->syms.n; i++) {
		struct tir_sym new = s[i];
		uint32_t k = i;
		if (new.how == TIR_SYM_OFFSET)
			continue;
		for (; k > from && s[k - 1].var->at.begin > new.var->at.begin; k--)
			s[k] = s[k - 1];
		s[k] = new;
	}
}

static bool read_param(struct reader *r, const struct syntax_param *p)
{
	struct tir_param param = {.at = p->at};
	uint32_t symbols = r->f->syms.n;
	r->quotes = &p->type;
	struct value t = frontend_eval(r, p->type);
	bool ok = true;
	if (t.kind == V_TYPE || t.kind == V_DECL)
		ok = t.type.code != TIR_TYPE_VOID ||
		     frontend_fail(r, t.at, "a parameter cannot be void");
	else if (is_form(&t, F_Buffer))
		ok = buffer_param(r, p, &t, &param);
	else
		ok = t.kind != V_ERROR &&
		     frontend_fail(r, t.at, "a parameter is a type or T.Buffer, not %s",
		             frontend_value_name(&t));
	if (ok && !param.buffer)
		scalar_param(r, p, &t, &param);
	r->quotes = NULL;
	sort_symbols(r, symbols);
	if (!ok)
		frontend_scope_failed(r, p->sym, p->at);
	else
		VEC_PUSH(r->arena, &r->f->params, param);
	return ok;
}

/* ---- Lines at the head of the body ------------------------------------------------------*/
static void find_head(struct reader *r, struct range target, struct range value)
{
	const struct node *name = node_at(r, target.end - 1), *call = node_at(r, value.end - 1);
	const struct node *type = node_at(r, value.begin);
	if (name->kind != N_NAME || call->kind != N_CALL || call->n != 1 || type->kind != N_DOTTED)
		return;
	const struct known *k = frontend_known_find(r, type->sym);
	if (k && k->kind == K_TYPE && tir_is_int(k->type) && r->heads.n < 256)
		VEC_PUSH(r->scratch, &r->heads, ((struct head){name->sym, k->type}));
}

/* "n, m = T.int32(), T.int64()" tell the types of the signature's quoted names. */
static void find_heads(struct reader *r, const struct syntax *s)
{
	r->heads.n = 0;
	for (; s && (s->kind == S_ASSIGN || s->kind == S_EXPR); s = s->next) {
		if (s->kind == S_EXPR)
			continue;
		const struct node *t = node_at(r, s->target.end - 1),
		                  *v = node_at(r, s->value.end - 1);
		if (t->kind != N_TUPLE || v->kind != N_TUPLE || t->n != v->n) {
			find_head(r, s->target, s->value);
			continue;
		}
		const struct range *names = frontend_operand_ranges(r, s->target);
		const struct range *values = frontend_operand_ranges(r, s->value);
		for (uint32_t i = 0; i < t->n; i++)
			find_head(r, names[i], values[i]);
	}
}

/* Note which variables are parameters. */
static void number_params(struct reader *r)
{
	r->param_of.n = 0;
	for (uint32_t i = 0; i < r->f->params.n; i++) {
		const struct tir_var *v = r->f->params.at[i].var;
		while (v && r->param_of.n <= v->id)
			VEC_PUSH(r->scratch, &r->param_of, 0);
		if (v)
			r->param_of.at[v->id] = i + 1;
	}
}

void frontend_read_func(struct reader *r, struct tir_func *f, const struct syntax *def)
{
	r->f = f;
	r->def = def;
	tir_func_own_numbers(f);
	r->unordered = NULL;
	r->blocks = 0;
	r->jump = NO_LOOP;
	r->returns = false;
	r->loose.n = 0;
	frontend_scope_open(r);
	r->func_level = r->level;
	find_heads(r, def->body);
	for (uint32_t i = 0; i < def->params.n; i++)
		read_param(r, &def->params.at[i]);
	number_params(r);
	frontend_start_root(r);
	frontend_read_block(r, def->body, &f->body);
	frontend_finish_root(r, def);
	frontend_scope_close(r);
	r->f = NULL;
}
