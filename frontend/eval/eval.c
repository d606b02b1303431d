/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/eval/eval.c: the value of an expression of the text.
 *
 * Idea.   Its nodes stand in order of evaluation: each takes its operands from a stack and leaves
 *         its value there.
 * Costs   one step a node; no recursion. */
#include "frontend/internal.h"

/* ---- Names ------------------------------------------------------------------------------*/
/* True if a string of this parameter names the symbol: it is defined by it then. */
static bool is_quoted(const struct reader *r, uint32_t sym)
{
	const char *name = sym_name(r, sym);
	if (!r->quotes)
		return false;
	for (uint32_t i = r->quotes->begin; i < r->quotes->end; i++) {
		const struct node *k = &r->tree.nodes.at[i];
		if (k->kind == N_STRING && k->str == name)
			return true;
	}
	return false;
}

/* The variable of this function that a TypeVar or a quoted name stands for. */
static struct value symbolic(struct reader *r, uint32_t sym, struct tir_type t, int how,
        struct span at)
{
	struct entity *e = frontend_scope_symbol(r, sym, t, how, at);
	return e ? expr_value(e->var->expr, at) : error_value(at);
}

static struct value undefined(struct reader *r, uint32_t sym, struct span at)
{
	if (sym == r->sym_range)
		return (struct value){.kind = V_RANGE, .at = at};
	if (r->f && r->quoting)
		return frontend_quoted_name(r, sym, at);
	if (r->f && is_quoted(r, sym))
		return frontend_quoted_name(r, sym, at);
	if (sym == r->sym_cls)
		return (struct value){.kind = V_MODULE, .at = at};
	frontend_scope_undefined(r, sym, at);
	return error_value(at);
}

/* Is this a name of the innermost block that what is being read cannot see? */
static bool is_hidden(const struct reader *r, const struct entity *e)
{
	bool value = e->kind == ENT_VAR || e->kind == ENT_BUFFER || e->kind == ENT_SCALAR;
	bool own = r->block && e->level == r->block_level &&
	           e >= r->entities.at + r->block_entities && value && !e->symbolic;
	return own &&
	       ((r->outside && r->block != r->root) || ((r->in_head || r->in_init) && !e->part));
}

bool frontend_check_visible(struct reader *r, const struct entity *e, struct span at)
{
	const char *name = sym_name(r, e->sym);
	if (e->ended) {
		frontend_fail(r, at, "'%s' has no value here: the block that gave it one has ended",
		        name);
	} else if (!is_hidden(r, e)) {
		return true;
	} else if (r->outside) {
		frontend_fail(r, at,
		        "'%s' is defined in this block: its axes and T.where cannot use it", name);
	} else {
		frontend_fail(r, at, "'%s' is defined by the body, which comes after this", name);
	}
	diag_note(r->d, r->src, e->at, "defined here");
	return false;
}

static void only_python(struct reader *r, const struct entity *e, struct span at)
{
	frontend_fail(r, at,
	        "only Python knows what '%s' is; save what print(mod.script()) prints, and "
	        "compile that",
	        sym_name(r, e->sym));
	diag_note(r->d, r->src, e->at, "defined here");
}

/* A block with axes sees no loop outside of it. */
static bool is_closed(struct reader *r, const struct entity *e, struct span at)
{
	if (!e->loop || e->level >= r->closed || r->outside)
		return false;
	frontend_fail(r, at, "loop variable '%s' is used in a block with axes",
	        sym_name(r, e->sym));
	diag_note(r->d, r->src, e->at, "the loop is outside of the block");
	return true;
}

static struct value name(struct reader *r, uint32_t sym, struct span at)
{
	struct entity *e = frontend_scope_find(r, sym);
	bool caller = r->f &&
	              (r->quoting || is_quoted(r, sym)); /* of a shape, whatever is around */
	if (!e || (caller && e->kind == ENT_VALUE && !e->loop))
		return undefined(r, sym, at);
	e->uses++;
	if (!frontend_check_visible(r, e, at))
		return error_value(at);
	switch (e->kind) {
	case ENT_VAR: return is_closed(r, e, at) ? error_value(at) : expr_value(e->var->expr, at);
	case ENT_BUFFER: return (struct value){.kind = V_BUFFER, .at = at, .buffer = e->buffer};
	case ENT_SCALAR: return (struct value){.kind = V_SCALAR, .at = at, .buffer = e->buffer};
	case ENT_DECLARED: {
		uint32_t i = (uint32_t)(e - r->entities.at);
		VEC_PUSH(r->scratch, &r->loose, ((struct loose){i, at}));
		return (struct value){.kind = V_DECLARED, .at = at, .entity = i};
	}
	case ENT_TYPEVAR:
		if (r->f && r->level == r->func_level)
			return symbolic(r, sym, TIR_INT64, TIR_SYM_TYPEVAR, at);
		frontend_fail(r, at, "'%s' is of no shape of this function", sym_name(r, sym));
		break;
	case ENT_CLASS: return (struct value){.kind = V_MODULE, .at = at};
	case ENT_VALUE:
		if (!e->value)
			only_python(r, e, at);
		return is_closed(r, e, at) || !e->value ? error_value(at) : *e->value;
	case ENT_TAKEN:
		frontend_fail(r, at, "'%s' was given to T.match_buffer and has no other use",
		        sym_name(r, sym));
		break;
	case ENT_FAILED: break;
	}
	return error_value(at);
}

/* ---- Attributes and indices -------------------------------------------------------------*/
static struct value module_func(struct reader *r, uint32_t sym, struct span at)
{
	const char *s = sym_name(r, sym);
	struct tir_func *f = tir_find_func(r->m, s);
	if (f)
		return (struct value){.kind = V_FUNC, .at = at, .func = f};
	const char *best = NULL;
	for (uint32_t i = 0; i < r->m->funcs.n; i++)
		best = frontend_nearer(s, best, r->m->funcs.at[i]->name);
	frontend_suggest(r, at, s, best ? best : "", "the module has no function '%s'", s);
	return error_value(at);
}

/* T.axis.spatial and its like, S and R for short. */
static struct value axis_form(struct reader *r, const char *s, struct span at)
{
	const char *name = !strcmp(s, "S") ? "spatial" : !strcmp(s, "R") ? "reduce" : s;
	const char *text = arena_printf(r->scratch, "axis.%s", name);
	struct value v = {.kind = V_KNOWN, .at = at};
	v.known = frontend_known_find(r, frontend_symbol_of(&r->symbols, text, strlen(text)));
	if (v.known)
		return v;
	frontend_suggest(r, at, s, "spatial reduce scan opaque remap", "T.axis has no '%s'", s);
	return error_value(at);
}

static struct value attribute(struct reader *r, const struct value *v, const struct node *k)
{
	const char *s = sym_name(r, k->sym);
	switch ((enum value_kind)v->kind) {
	case V_ERROR: return error_value(k->at);
	case V_BUFFER:
	case V_SCALAR: return frontend_buffer_attribute(r, v, k->sym, k->at);
	case V_MODULE: return module_func(r, k->sym, k->at);
	case V_TYPE:
	case V_DECL:
		if (!strcmp(s, "ty")) {
			struct value t = *v;
			t.kind = V_TYPE;
			t.at = k->at;
			return t;
		}
		break;
	case V_EXPR:
	case V_DECLARED:
		if (!strcmp(s, "astype"))
			return (struct value){.kind = V_METHOD,
			        .at = k->at,
			        .item = frontend_copy_values(r, v, 1),
			        .method = M_ASTYPE};
		if (!strcmp(s, "dtype") && v->kind == V_EXPR)
			return (struct value){.kind = V_TYPE,
			        .at = k->at,
			        .type = v->e->type,
			        .elem = TIR_VOID,
			        .scope = "global"};
		break;
	case V_KNOWN:
		if (v->known->kind == K_FORM && v->known->index == F_axis)
			return axis_form(r, s, k->at);
		break;
	case V_ANY_NUMBER:
	case V_STRING:
	case V_NONE:
	case V_ANY_COLLECTION:
	case V_FUNC:
	case V_METHOD:
	case V_RANGE:
	case V_SPREAD:
	case V_VIEW:
	case V_FORM:
	case V_TEXT:
	case V_KEPT: break;
	}
	frontend_refuse(r, k->at, "%s has no attribute '%s'", frontend_value_name(v), s);
	return error_value(k->at);
}

/* T.name; of I there is nothing that has a value. */
static struct value dotted(struct reader *r, const struct node *k)
{
	struct value v = {.kind = V_KNOWN, .at = k->at};
	if (k->op && frontend_scope_find(r, r->sym_I)) { /* a kernel's own I, such as a buffer */
		v = name(r, r->sym_I, k->at);
		return attribute(r, &v, k);
	}
	if (k->op) {
		frontend_fail(r, k->at, "I.%s cannot be used here", sym_name(r, k->sym));
		return error_value(k->at);
	}
	v.known = frontend_known_find(r, k->sym);
	if (!v.known) {
		frontend_known_fail(r, k->at, sym_name(r, k->sym));
		return error_value(k->at);
	}
	if (v.known->kind == K_REFUSED) {
		frontend_refuse(r, k->at, "T.%s is not supported: %s", v.known->name, v.known->why);
		return error_value(k->at);
	}
	if (v.known->kind == K_TYPE) {
		struct tir_type t = v.known->type;
		return (struct value){.kind = V_TYPE,
		        .at = k->at,
		        .type = t,
		        .elem = TIR_VOID,
		        .scope = "global"};
	}
	return v;
}

/* (a, b)[1], of A.shape for one. */
static struct value element(struct reader *r, const struct value *v, const struct value *i,
        struct span at)
{
	int64_t k;
	if (!frontend_as_int(r, i, "an index here", -(wide)v->n, (wide)v->n - 1, &k))
		return error_value(at);
	struct value e = v->item[k < 0 ? k + v->n : k];
	e.at = at;
	return e;
}

static struct value index_value(struct reader *r, const struct value *v, uint32_t n, struct span at)
{
	const struct value *i = v + 1;
	for (uint32_t k = 0; k < n; k++)
		if (v[k].kind == V_ERROR)
			return error_value(at);
	if (v->kind == V_BUFFER) {
		bool empty = n == 2 && i->kind == V_TUPLE;
		return frontend_load(r, v->buffer, empty ? i->item : i, empty ? i->n : n - 1, at);
	}
	if ((v->kind == V_TUPLE || v->kind == V_LIST) && n == 2)
		return element(r, v, i, at);
	if (v->kind == V_KNOWN && v->known->kind == K_FORM &&
	        (v->known->index == F_Buffer || v->known->index == F_Ptr)) {
		struct value turned[2] = {v[n > 2 ? 2 : 1], *i};
		bool scope = v->known->index == F_Ptr && n == 3 && i->kind == V_STRING;
		return frontend_call(r, v, scope ? turned : i, n - 1, at);
	}
	if (v->kind == V_KNOWN)
		frontend_fail(r, at, "T.%s[...] is not TVMScript", v->known->name);
	else
		frontend_no_buffer(r, v, "indexed");
	return error_value(at);
}

static struct value slice(struct reader *r, const struct value *v, const struct node *k)
{
	struct value s = {.kind = V_SLICE, .at = k->at, .n = 3};
	s.item = ARENA_NEWN(r->scratch, struct value, 3);
	for (unsigned part = 0, next = 0; part < 3; part++) {
		s.item[part] = (struct value){.kind = V_NONE, .at = k->at};
		if (k->i >> part & 1)
			s.item[part] = v[next++];
		if (s.item[part].kind == V_ERROR)
			s.kind = V_ERROR;
	}
	return s;
}

/* ---- Operators --------------------------------------------------------------------------*/
/* a < b < c is a < b and b < c. */
static struct value comparison(struct reader *r, const struct value *v, const struct node *k)
{
	struct value all = frontend_binary(r, frontend_puncts[(uint8_t)k->i].op, &v[0], &v[1]);
	for (uint32_t i = 1; i + 1 < k->n; i++) {
		struct value next = frontend_binary(r, frontend_puncts[(uint8_t)(k->i >> 8 * i)].op,
		        &v[i], &v[i + 1]);
		all = frontend_logical(r, TIR_AND, &all, &next);
	}
	all.at = k->at;
	return all;
}

static struct value collection(struct reader *r, enum value_kind kind, const struct value *v,
        const struct node *k)
{
	struct value c = {.kind = (uint8_t)kind, .at = k->at, .n = k->n};
	for (uint32_t i = 0; i < k->n; i++)
		if (v[i].kind == V_ERROR)
			return error_value(k->at);
	v = frontend_spread_all(r, v, &c.n);
	c.item = frontend_copy_values(r, v, c.n);
	return c;
}

/* The value of one node, whose operands are v[0], v[1], ... */
static struct value step(struct reader *r, const struct node *k, struct value *v)
{
	switch ((enum node_kind)k->kind) {
	case N_NAME: return name(r, k->sym, k->at);
	case N_DOTTED: return dotted(r, k);
	case N_INT: return (struct value){.kind = V_INT, .at = k->at, .i = (wide)k->i};
	case N_FLOAT: return (struct value){.kind = V_FLOAT, .at = k->at, .f = k->f};
	case N_STRING: return (struct value){.kind = V_STRING, .at = k->at, .str = k->str};
	case N_TRUE: return (struct value){.kind = V_BOOL, .at = k->at, .i = 1};
	case N_FALSE: return (struct value){.kind = V_BOOL, .at = k->at, .i = 0};
	case N_NONE: return (struct value){.kind = V_NONE, .at = k->at};
	case N_TEXT: return (struct value){.kind = V_TEXT, .at = k->at};
	case N_ATTR: return attribute(r, v, k);
	case N_KEYWORD: {
		struct value a = *v;
		a.keyword = k->sym + 1;
		return a;
	}
	case N_CALL: {
		uint32_t n = k->n - 1;
		const struct value *args = frontend_spread_all(r, v + 1, &n);
		return frontend_call(r, v, args, n, k->at);
	}
	case N_INDEX: {
		uint32_t n = k->n;
		const struct value *all = frontend_spread_all(r, v, &n);
		return index_value(r, all, n, k->at);
	}
	case N_SLICE: return slice(r, v, k);
	case N_UNARY:
		return k->op == P_MUL ? frontend_spread(r, v, k->at)
		                      : frontend_unary(r, k->op, v, k->at);
	case N_BINARY: return frontend_binary(r, frontend_puncts[k->op].op, &v[0], &v[1]);
	case N_COMPARE: return comparison(r, v, k);
	case N_AND: return frontend_logical(r, TIR_AND, &v[0], &v[1]);
	case N_OR: return frontend_logical(r, TIR_OR, &v[0], &v[1]);
	case N_COND: return frontend_conditional(r, &v[1], &v[0], &v[2], k->at);
	case N_FORMAT: return frontend_format(r, v, k->n, k->at);
	case N_IS: return frontend_identity(r, &v[0], &v[1], k->op, k->at);
	case N_TUPLE: return collection(r, V_TUPLE, v, k);
	case N_LIST: return collection(r, V_LIST, v, k);
	case N_DICT: return collection(r, V_DICT, v, k);
	}
	return error_value(k->at);
}

/* Leave the values of x on the stack. */
static void run(struct reader *r, struct range x)
{
	for (uint32_t i = x.begin; i < x.end; i++) {
		const struct node *k = &r->tree.nodes.at[i];
		r->stack.n -= k->n;
		/* without operands there may be no stack yet to point into */
		struct value *operands = k->n ? &r->stack.at[r->stack.n] : NULL;
		struct value v = step(r, k, operands);
		v.at = k->at;
		VEC_PUSH(r->scratch, &r->stack, v);
	}
}

struct value *frontend_eval_list(struct reader *r, struct range x, uint32_t n)
{
	uint32_t base = r->stack.n;
	run(r, x);
	r->stack.n = base;
	return frontend_copy_values(r, r->stack.at + base, n);
}

struct value frontend_eval(struct reader *r, struct range x)
{
	uint32_t base = r->stack.n;
	run(r, x);
	struct value v = r->stack.at[base];
	r->stack.n = base;
	return v;
}

/* ---- For statements ---------------------------------------------------------------------*/
