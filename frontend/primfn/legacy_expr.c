/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/primfn/legacy_expr.c: expressions of the older text.  Every type is spelt out in it, so nothing
 * is promoted or folded: a node is what its text says. */
#include "frontend/primfn/legacy.h"

bool frontend_legacy_list(struct legacy *l, struct value out[TIR_MAX_RANK], uint32_t *n)
{
	struct span open = l->t.at;
	*n = 0;
	if (!frontend_legacy_expect(l, "["))
		return false;
	while (!frontend_legacy_accept(l, "]")) {
		struct span from = l->t.at;
		const struct tir_expr *e;
		if (*n == TIR_MAX_RANK)
			return frontend_legacy_error(l, open, "a list of more than %d items",
			        TIR_MAX_RANK);
		if (!(e = frontend_legacy_expr(l)))
			return false;
		out[(*n)++] = expr_value(e, (struct span){from.begin, l->before});
		if (!frontend_legacy_is(l, "]") && !frontend_legacy_expect(l, ","))
			return false;
	}
	return true;
}

bool frontend_legacy_dims(struct legacy *l, uint32_t *n, const struct tir_expr ***out)
{
	struct value v[TIR_MAX_RANK];
	if (!frontend_legacy_list(l, v, n))
		return false;
	*out = ARENA_NEWN(l->r->arena, const struct tir_expr *, *n);
	for (uint32_t i = 0; i < *n; i++) {
		(*out)[i] = v[i].e;
		if (!tir_is_int(v[i].e->type) || v[i].e->type.lanes != 1)
			return frontend_legacy_error(l, v[i].at, "a dimension must be an integer");
	}
	return true;
}

/* ---- Names and accesses -----------------------------------------------------------------*/
static struct tir_buffer *buffer_of(const struct legacy *l, const char *name)
{
	uint32_t sym = frontend_symbol_of(&l->r->symbols, name, strlen(name));
	const struct entity *e = frontend_scope_find(l->r, sym);
	return !e ? frontend_legacy_met(l, sym) : e->kind == ENT_BUFFER ? e->buffer : NULL;
}

/* A[i], its name read already; with a type before it the load must have that. */
static const struct tir_expr *element(struct legacy *l, const char *name, struct span at,
        const struct tir_type *want)
{
	struct value index[TIR_MAX_RANK];
	uint32_t n;
	char x[40], y[40];
	struct tir_buffer *b = buffer_of(l, name);
	if (!b) {
		uint32_t sym = frontend_symbol_of(&l->r->symbols, name, strlen(name));
		if (frontend_scope_find(l->r, sym))
			frontend_legacy_error(l, at, "'%s' is no buffer", name);
		else
			frontend_scope_undefined(l->r, sym, at);
		return NULL;
	}
	if (!frontend_legacy_list(l, index, &n))
		return NULL;
	at.end = l->before;
	const struct tir_expr *i = n == 1 ? index[0].e : NULL;
	if (want && want->lanes > 1 && i && i->type.lanes == 1 && b->elem.lanes == 1)
		index[0].e = tir_ramp(l->r->m, i, tir_int(l->r->m, i->type, 1), want->lanes);
	struct value v = frontend_load(l->r, b, index, n, at);
	if (v.kind != V_EXPR)
		return NULL;
	if (want && !tir_type_eq(v.e->type, *want)) {
		frontend_legacy_error(l, at, "the load has type %s, not %s",
		        tir_type_name(v.e->type, x), tir_type_name(*want, y));
		return NULL;
	}
	return v.e;
}

static const struct tir_expr *variable(struct legacy *l, uint32_t sym, struct span at)
{
	struct reader *r = l->r;
	struct tir_type t;
	struct tir_buffer *b = frontend_scope_find(r, sym)
	                               ? NULL
	                               : frontend_legacy_free_buffer(l, sym, at);
	if (b)
		return element(l, b->name, at, NULL);
	bool typed = frontend_legacy_accept(l, ":");
	if (typed && !frontend_legacy_type(l, &t))
		return NULL;
	const struct entity *e = frontend_scope_find(r, sym);
	if (!e)
		return frontend_legacy_free_variable(l, sym, at, typed ? &t : NULL);
	if (e->kind == ENT_FAILED)
		return NULL;
	return e->kind == ENT_BUFFER ? tir_buffer_data(r->m, e->buffer) : e->var->expr;
}

/* ---- Calls ------------------------------------------------------------------------------*/
struct arguments {
	struct value *at;
	uint32_t n;
	struct tir_type dtype;
	bool typed;
};

/* Arguments up to the bracket, dtype= among them. */
static bool arguments(struct legacy *l, struct arguments *a)
{
	VEC(struct value) v = {NULL, 0, 0};
	struct value first = {.kind = V_NONE};
	VEC_PUSH(l->r->scratch, &v, first); /* room for a type before them */
	frontend_legacy_accept(l, ",");     /* "@tir.f(, dtype=int32)" has no arguments */
	while (!frontend_legacy_accept(l, ")")) {
		struct value x = {.kind = V_STRING, .at = l->t.at, .str = l->t.str};
		if (v.n > MAX_ARGS)
			return frontend_legacy_error(l, l->t.at, "a call of more than %d arguments",
			        MAX_ARGS);
		if (frontend_legacy_accept(l, "dtype")) {
			a->typed = true;
			if (!frontend_legacy_expect(l, "=") || !frontend_legacy_type(l, &a->dtype))
				return false;
		} else if (l->t.kind == L_STRING) {
			frontend_legacy_next(l);
			VEC_PUSH(l->r->scratch, &v, x);
		} else {
			const struct tir_expr *e = frontend_legacy_expr(l);
			if (!e)
				return false;
			x = expr_value(e, (struct span){x.at.begin, l->before});
			VEC_PUSH(l->r->scratch, &v, x);
		}
		if (!frontend_legacy_is(l, ")") && !frontend_legacy_expect(l, ","))
			return false;
	}
	a->at = v.at + 1;
	a->n = v.n - 1;
	return true;
}

/* @tir.name(..., dtype=t), @name(...): one of TVM's operators, else a function elsewhere. */
static const struct tir_expr *intrinsic(struct legacy *l, struct span at)
{
	struct reader *r = l->r;
	struct arguments a = {0};
	if (l->t.kind != L_NAME) {
		frontend_legacy_expected(l, "a name");
		return NULL;
	}
	const char *name = !strncmp(l->t.str, "tir_", 4) ? l->t.str + 4 : l->t.str;
	const struct known *k = frontend_known_find(r,
	        frontend_symbol_of(&r->symbols, name, strlen(name)));
	frontend_legacy_next(l);
	if (!frontend_legacy_expect(l, "(") || !arguments(l, &a))
		return NULL;
	at.end = l->before;
	struct value type = {.kind = V_TYPE,
	        .at = at,
	        .type = a.typed ? a.dtype : TIR_INT32,
	        .elem = TIR_VOID,
	        .scope = "global"};
	bool elsewhere = !k || k->kind == K_REFUSED || k->kind == K_TYPE ||
	                 (k->kind == K_FORM && frontend_forms[k->index].later);
	uint32_t n = a.n;
	struct value *v = a.at;
	if (elsewhere) {
		struct value *all = ARENA_NEWN(r->scratch, struct value, n + 2);
		all[0] = type;
		all[1] = (struct value){.kind = V_STRING, .at = at, .str = name};
		memcpy(all + 2, v, n * sizeof *v);
		struct value c = frontend_call_builtin(r, TIR_BUILTIN_CALL_EXTERN, all, n + 2, at);
		return c.kind == V_EXPR ? c.e : NULL;
	}
	if (k->kind == K_BUILTIN && tir_builtins[k->index].dtype == TIR_DTYPE_FIRST) {
		*--v = type;
		n++;
	} else if (k->kind == K_BUILTIN && tir_builtins[k->index].dtype == TIR_DTYPE_LAST) {
		struct value *all = ARENA_NEWN(r->scratch, struct value, n + 1);
		memcpy(all, v, n * sizeof *v);
		all[n++] = type;
		v = all;
	}
	struct value callee = {.kind = V_KNOWN, .at = at, .known = k};
	struct value c = frontend_call(r, &callee, v, n, at);
	return c.kind == V_ERROR ? NULL : frontend_as_expr(r, &c);
}

/* cast(t, e) */
static const struct tir_expr *cast(struct legacy *l, struct span at)
{
	struct tir_type t;
	const struct tir_expr *e;
	if (!frontend_legacy_expect(l, "(") || !frontend_legacy_type(l, &t) ||
	        !frontend_legacy_expect(l, ",") || !(e = frontend_legacy_expr(l)) ||
	        !frontend_legacy_expect(l, ")"))
		return NULL;
	return frontend_cast_to(l->r, e, t, at);
}

/* Functions that are nodes: what T calls them, and whether two operands make one. */
static const struct node_name {
	const char *name;
	enum tir_op op; /* NOPS: by T's function of the name in form */
	const char *form;
} node_names[] = {
        {"min", TIR_MIN, NULL},
        {"max", TIR_MAX, NULL},
        {"floordiv", TIR_FLOORDIV, NULL},
        {"floormod", TIR_FLOORMOD, NULL},
        {"broadcast", TIR_NOPS, "Broadcast"},
        {"ramp", TIR_NOPS, "Ramp"},
        {"select", TIR_NOPS, "Select"},
};

/* A lanes or index literal is Python's number to the forms. */
static void plain_numbers(struct value *v, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (v[i].kind == V_EXPR && v[i].e->op == TIR_INT_IMM)
			v[i] = (struct value){.kind = V_INT, .at = v[i].at, .i = v[i].e->u.i};
}

/* A scalar beside a vector stands for as many of itself. */
static const struct tir_expr *widen(struct legacy *l, const struct tir_expr *e,
        const struct tir_expr *like)
{
	bool one = e->type.lanes == 1 && like->type.lanes > 1 && e->type.code < TIR_TYPE_HANDLE;
	return one ? tir_broadcast(l->r->m, e, like->type.lanes) : e;
}

static const struct tir_expr *node(struct legacy *l, const struct node_name *f, struct span at)
{
	struct reader *r = l->r;
	struct arguments a = {0};
	if (!frontend_legacy_expect(l, "(") || !arguments(l, &a))
		return NULL;
	at.end = l->before;
	if (f->op != TIR_NOPS) {
		const struct tir_expr **e = a.n == 2 ? frontend_as_exprs(r, a.at, a.n) : NULL;
		if (a.n != 2)
			frontend_legacy_error(l, at, "%s takes 2 arguments, not %u", f->name, a.n);
		if (!e || !frontend_check_constant(r, f->op, e[1], at))
			return NULL;
		return frontend_checked(r, f->op, widen(l, e[0], e[1]), widen(l, e[1], e[0]), at);
	}
	if (a.n)
		plain_numbers(a.at + a.n - 1, strcmp(f->form, "Select") ? 1 : 0);
	const struct known *k = frontend_known_find(r,
	        frontend_symbol_of(&r->symbols, f->form, strlen(f->form)));
	struct value callee = {.kind = V_KNOWN, .at = at, .known = k};
	struct value v = frontend_call(r, &callee, a.at, a.n, at);
	return v.kind == V_ERROR ? NULL : frontend_as_expr(r, &v);
}

/* ---- Operands ---------------------------------------------------------------------------*/
/* (float32x4*)A[...]: true if this is one; the bracket is read already. */
static bool typed_load(struct legacy *l, struct tir_type *t)
{
	struct legacy before = *l;
	if (l->t.kind == L_NAME && tir_type_parse(l->t.str, strlen(l->t.str), t)) {
		frontend_legacy_next(l);
		if (frontend_legacy_accept(l, "*") && frontend_legacy_accept(l, ")"))
			return true;
	}
	*l = before;
	return false;
}

/* (let x: int32 = e in body) */
static const struct tir_expr *let_in(struct legacy *l)
{
	struct reader *r = l->r;
	uint32_t sym;
	struct span at;
	struct tir_type t;
	const struct tir_expr *e, *body;
	if (!frontend_legacy_name(l, &sym, &at))
		return NULL;
	if (frontend_legacy_accept(l, ":") && !frontend_legacy_type(l, &t))
		return NULL;
	if (!frontend_legacy_expect(l, "=") || !(e = frontend_legacy_expr(l)) ||
	        !frontend_legacy_expect(l, "in"))
		return NULL;
	frontend_scope_open(r);
	struct tir_var *v = frontend_scope_var(r, sym, e->type, at);
	body = frontend_legacy_expr(l);
	frontend_scope_close(r);
	return body ? tir_let(r->m, v, e, body) : NULL;
}

static const struct tir_expr *bracketed(struct legacy *l, struct span at)
{
	struct tir_type t;
	uint32_t sym;
	struct span name;
	if (typed_load(l, &t)) {
		const char *b = l->t.str;
		return frontend_legacy_name(l, &sym, &name) ? element(l, b, name, &t) : NULL;
	}
	const struct tir_expr *e = frontend_legacy_accept(l, "let") ? let_in(l)
	                                                            : frontend_legacy_expr(l);
	if (e && !frontend_legacy_expect(l, ")")) {
		diag_note(l->r->d, l->r->src, at, "in the bracket opened here");
		return NULL;
	}
	return e;
}

static const struct tir_expr *named(struct legacy *l)
{
	uint32_t sym;
	struct span at = l->t.at;
	const char *name = l->t.str;
	frontend_legacy_name(l, &sym, &at);
	bool truth = !strcmp(name, "True");
	if (truth || !strcmp(name, "False"))
		return tir_int(l->r->m, TIR_BOOL, truth);
	if (frontend_legacy_is(l, "["))
		return element(l, name, at, NULL);
	if (!frontend_legacy_is(l, "("))
		return variable(l, sym, at);
	if (!strcmp(name, "cast"))
		return cast(l, at);
	for (size_t i = 0; i < sizeof node_names / sizeof *node_names; i++)
		if (!strcmp(name, node_names[i].name))
			return node(l, &node_names[i], at);
	frontend_suggest(l->r, at, name, "min max floordiv floormod broadcast ramp select cast",
	        "there is no function '%s'", name);
	return NULL;
}

static const struct tir_expr *operand(struct legacy *l)
{
	struct span at = l->t.at;
	const struct tir_expr *e;
	if (l->t.kind == L_NUMBER) {
		e = l->t.number;
		frontend_legacy_next(l);
		return e;
	}
	if (l->t.kind == L_NAME)
		return named(l);
	if (frontend_legacy_accept(l, "@"))
		return intrinsic(l, at);
	if (frontend_legacy_accept(l, "("))
		return bracketed(l, at);
	bool minus = frontend_legacy_is(l, "-"), not = frontend_legacy_is(l, "!");
	if (!minus && !not) {
		frontend_legacy_expected(l, "an expression");
		return NULL;
	}
	if (++l->depth > MAX_LEGACY_DEPTH) {
		frontend_legacy_error(l, at, "expression is nested more than %d levels deep",
		        MAX_LEGACY_DEPTH);
		return NULL;
	}
	frontend_legacy_next(l);
	e = operand(l);
	l->depth--;
	if (!e)
		return NULL;
	struct value v = expr_value(e, at),
	             u = frontend_unary(l->r, minus ? P_SUB : KW_NOT, &v, at);
	return u.kind == V_EXPR ? u.e : NULL;
}

/* ---- Operators --------------------------------------------------------------------------*/
static const struct infix {
	const char *op;
	uint8_t prec;
	enum tir_op node;
} infixes[] = {
        {"||", 1, TIR_OR},
        {"&&", 2, TIR_AND},
        {"==", 3, TIR_EQ},
        {"!=", 3, TIR_NE},
        {"<", 3, TIR_LT},
        {"<=", 3, TIR_LE},
        {">", 3, TIR_GT},
        {">=", 3, TIR_GE},
        {"+", 4, TIR_ADD},
        {"-", 4, TIR_SUB},
        {"*", 5, TIR_MUL},
        {"/", 5, TIR_DIV},
        {"%", 5, TIR_MOD},
};

static const struct infix *infix_here(const struct legacy *l, uint8_t prec)
{
	for (size_t i = 0; i < sizeof infixes / sizeof *infixes; i++)
		if (infixes[i].prec >= prec && frontend_legacy_is(l, infixes[i].op))
			return &infixes[i];
	return NULL;
}

static const struct tir_expr *climb(struct legacy *l, uint8_t prec)
{
	uint32_t from = l->t.at.begin;
	const struct infix *f;
	if (l->depth >= MAX_LEGACY_DEPTH) {
		frontend_legacy_error(l, l->t.at, "expression is nested more than %d levels deep",
		        MAX_LEGACY_DEPTH);
		return NULL;
	}
	l->depth++;
	const struct tir_expr *a = operand(l);
	while (a && (f = infix_here(l, prec))) {
		frontend_legacy_next(l);
		const struct tir_expr *b = climb(l, (uint8_t)(f->prec + 1));
		struct span at = {from, l->before};
		if (b) {
			const struct tir_expr *x = a;
			a = widen(l, a, b);
			b = widen(l, b, x);
		}
		a = b && frontend_check_constant(l->r, f->node, b, at)
		            ? frontend_checked(l->r, f->node, a, b, at)
		            : NULL;
	}
	l->depth--;
	return a;
}

const struct tir_expr *frontend_legacy_expr(struct legacy *l)
{
	return climb(l, 1);
}

bool frontend_legacy_operand(struct legacy *l, struct tir_operand *out)
{
	uint32_t from = l->t.at.begin;
	out->e = frontend_legacy_expr(l);
	out->at = (struct span){from, l->before};
	return out->e != NULL;
}
