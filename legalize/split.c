/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/split.c: launches become functions of their own, as TVM's SplitHostDevice makes them.
 *
 *     with T.launch_thread("blockIdx.x", e) as b: A[b] = n     ->     Module.main_kernel(A.data, n)
 *
 * Idea.   A kernel takes a pointer for each memory that its launch uses from outside, then the
 *         variables from outside, and declares the buffers anew on these pointers.
 * Needs   flat functions: launches, no blocks.
 * Keeps   what is computed.  A launch that leaves the function, or needs too many parameters, stays.
 * Why it cannot be wrong
 *         What a launch uses and does not define becomes a parameter: two walks over it, the first for what
 *         is defined, the second for all that is used (use_stmt). One that returns, holds a block or is
 *         left otherwise stays (split_stmt). The kernel's pointers are promised to be apart only if the
 *         function's are and no view is among them (is_apart).
 * Costs   one step a node of each launch, twice. */
#include "legalize/split.h"

/* One launch on its way. */
struct launch {
	struct splitter *p;
	VEC(bool) var_inside;    /* by number: is it defined in the launch? */
	VEC(bool) var_seen;      /* by number: is it among vars? */
	VEC(bool) buffer_inside; /* by number, the same */
	VEC(bool) buffer_seen;
	VEC(struct tir_var *) vars;        /* from outside, in the order of their first uses */
	VEC(struct tir_buffer *) buffers;  /* the same */
	VEC(const struct tir_attr *) tags; /* names of the threads */
	bool only_defines;                 /* collect what is defined inside; else what is used */
	bool fails;
};
struct splitter {
	struct tir_module *m;
	struct arena *arena;
	const struct tir_func *f; /* the function that is split */
};

#define MARK(l, list, id)                                                                          \
	do {                                                                                       \
		while ((l)->list.n <= (id))                                                        \
			VEC_PUSH((l)->p->arena, &(l)->list, false);                                \
		(l)->list.at[id] = true;                                                           \
	} while (0)
#define IS_MARKED(l, list, id) ((id) < (l)->list.n && (l)->list.at[id])

/* ---- What a launch uses -----------------------------------------------------------------*/
static void use_expr(struct launch *l, const struct tir_expr *e);

static void use_buffer(struct launch *l, struct tir_buffer *b)
{
	if (l->only_defines || IS_MARKED(l, buffer_seen, b->id))
		return;
	MARK(l, buffer_seen, b->id);
	for (uint32_t i = 0; i < b->ndim; i++)
		use_expr(l, b->shape[i]);
	for (uint32_t i = 0; b->strides && i < b->ndim; i++)
		use_expr(l, b->strides[i]);
	if (b->elem_offset && b->kind != TIR_BUFFER_PARAM)
		use_expr(l, b->elem_offset);
	if (!IS_MARKED(l, buffer_inside, b->id))
		VEC_PUSH(l->p->arena, &l->buffers, b);
}

static bool use_node(void *ctx, const struct tir_expr *e)
{
	struct launch *l = ctx;
	if (e->op == TIR_LET && l->only_defines)
		MARK(l, var_inside, e->u.var->id);
	else if (e->op == TIR_VAR && !l->only_defines && !IS_MARKED(l, var_inside, e->u.var->id) &&
	         !IS_MARKED(l, var_seen, e->u.var->id)) {
		MARK(l, var_seen, e->u.var->id);
		VEC_PUSH(l->p->arena, &l->vars, e->u.var);
	} else if (e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_BUFFER_DATA ||
	           e->op == TIR_ADDRESS_OF)
		use_buffer(l, e->u.buffer);
	return true;
}

static void use_expr(struct launch *l, const struct tir_expr *e)
{
	if (e->flags & TIR_HAS_VAR)
		tir_walk_expr(e, l->p->arena, use_node, l);
}

static void use_attr(struct launch *l, const struct tir_attr *a)
{
	if (a && a->expr)
		use_expr(l, a->expr);
	if (a && a->buffer)
		use_buffer(l, a->buffer);
	for (uint32_t i = 0; a && i < a->n; i++)
		use_attr(l, a->item[i]);
}

static const struct tir_attr *attr(struct tir_module *m, enum tir_attr_kind kind, int64_t i,
        const char *str)
{
	struct tir_attr *a = ARENA_NEW(m->arena, struct tir_attr);
	a->kind = kind;
	a->i = i;
	a->str = str;
	return a;
}

static void note_tag(struct launch *l, const char *tag)
{
	for (uint32_t i = 0; i < l->tags.n; i++)
		if (!strcmp(l->tags.at[i]->str, tag))
			return;
	VEC_PUSH(l->p->arena, &l->tags, attr(l->p->m, TIR_ATTR_STRING, 0, tag));
}

static bool use_stmt(void *ctx, struct tir_stmt *s)
{
	struct launch *l = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	bool declares = s->kind == TIR_ALLOC || s->kind == TIR_DECL;
	for (uint32_t i = 0; i < n; i++)
		use_expr(l, op[i]->e);
	if (l->only_defines && tir_var_of(s))
		MARK(l, var_inside, tir_var_of(s)->id);
	if (l->only_defines && declares)
		MARK(l, buffer_inside, tir_buffer_of(s)->id);
	if (tir_buffer_of(s))
		use_buffer(l, tir_buffer_of(s));
	use_attr(l, tir_attr_of(s));
	use_attr(l, tir_node_of(s));
	if (l->only_defines && s->kind == TIR_LAUNCH)
		note_tag(l, tir_as_for(s)->more->tag);
	l->fails |= s->kind == TIR_RETURN || s->kind == TIR_BLOCK;
	return true;
}

/* ---- The kernel -------------------------------------------------------------------------*/
/* The buffer by whose pointer the kernel gets at b's memory. */
static struct tir_buffer *holder_of(struct tir_buffer *b)
{
	return b->kind == TIR_BUFFER_DECL && b->root && b->starts_there ? b->root : b;
}

/* Do different pointers of the kernel surely point to different memory? */
static bool is_apart(const struct launch *l)
{
	for (uint32_t i = 0; i < l->vars.n; i++)
		if (l->vars.at[i]->type.code == TIR_TYPE_HANDLE)
			return false;
	for (uint32_t i = 0; i < l->buffers.n; i++)
		if (holder_of(l->buffers.at[i])->kind == TIR_BUFFER_DECL)
			return false;
	return l->p->f->noalias;
}

static const struct tir_attr *kernel_attrs(const struct launch *l)
{
	struct tir_module *m = l->p->m;
	const struct tir_attr *target = tir_attr_get(l->p->f->attrs, "target");
	struct tir_attr *a = ARENA_NEW(m->arena, struct tir_attr);
	struct tir_attr *tags = ARENA_NEW(m->arena, struct tir_attr);
	a->kind = TIR_ATTR_DICT;
	a->item = ARENA_NEWN(m->arena, const struct tir_attr *, 5);
	a->name = ARENA_NEWN(m->arena, const char *, 5);
	tags->kind = TIR_ATTR_LIST;
	tags->n = l->tags.n;
	tags->item = arena_copy(m->arena, l->tags.at, l->tags.n * sizeof *l->tags.at);
#define ADD(key, value) (a->name[a->n] = (key), a->item[a->n++] = (value))
	ADD(LEGALIZE_CONVENTION, attr(m, TIR_ATTR_INT, LEGALIZE_KERNEL, NULL));
	if (target)
		ADD("target", target);
	ADD("tirx.is_global_func", attr(m, TIR_ATTR_BOOL, 1, NULL));
	ADD("tirx.kernel_launch_params", tags);
	if (is_apart(l))
		ADD("tirx.noalias", attr(m, TIR_ATTR_BOOL, 1, NULL));
#undef ADD
	return a;
}

static bool is_taken(const struct tir_module *m, const char *name)
{
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		const struct tir_func *f = m->funcs.at[i];
		if (!strcmp(f->name, name) || (f->symbol && !strcmp(f->symbol, name)))
			return true;
	}
	return false;
}

/* main_kernel, main_kernel_1 and so on: the first name that nothing has. */
static const char *kernel_name(const struct splitter *p)
{
	const char *name = arena_printf(p->m->arena, "%s_kernel", p->f->name);
	for (uint32_t i = 1; is_taken(p->m, name); i++)
		name = arena_printf(p->m->arena, "%s_kernel_%u", p->f->name, i);
	return name;
}

/* A parameter of the kernel k, and what the host gives for it. */
static struct tir_var *add_param(struct tir_func *k, const char *name, struct tir_type type,
        struct span at)
{
	struct tir_var *v = tir_var_new(k->module, name, type);
	v->at = at;
	VEC_PUSH(k->module->arena, &k->params, ((struct tir_param){.var = v, .at = at}));
	return v;
}

/* Declare b anew in the kernel, on the pointer v. */
static void declare(struct tir_subst *s, struct tir_buffer *b, struct tir_var *v,
        struct tir_seq *body)
{
	struct tir_stmt *t = tir_stmt_new(s->m, TIR_DECL, b->at);
	struct tir_buffer *c = tir_subst_fresh_buffer(s, b);
	if (b->kind == TIR_BUFFER_PARAM)
		c->elem_offset = NULL;
	c->kind = TIR_BUFFER_DECL;
	c->root = NULL;
	c->starts_there = false;
	c->offset_var = NULL;
	t->form = TIR_DECL_BUFFER;
	tir_as_decl(t)->buffer = c;
	tir_as_decl(t)->value = (struct tir_operand){v->expr, b->at};
	tir_seq_add(body, t);
}

/* A view of what is declared on a parameter views a pointer of unknown origin. */
static bool forget_root(void *ctx, struct tir_stmt *s)
{
	struct tir_buffer *b = s->kind == TIR_DECL ? tir_buffer_of(s) : NULL;
	(void)ctx;
	if (b && b->root && b->root->kind == TIR_BUFFER_DECL) {
		b->root = NULL;
		b->starts_there = false;
	}
	return true;
}

/* The kernel of the launch t, and in *args what the host calls it with. */
static struct tir_func *make_kernel(struct launch *l, const struct tir_stmt *t,
        const struct tir_expr **args)
{
	struct tir_module *m = l->p->m;
	struct tir_subst s = {.m = m, .arena = l->p->arena};
	struct tir_func *k = tir_func_new(m, kernel_name(l->p));
	struct tir_var **pointer = ARENA_NEWN(l->p->arena, struct tir_var *, l->buffers.n + 1);
	struct tir_seq launch = {0}, body = {0};
	k->attrs = kernel_attrs(l);
	k->decorator = l->p->f->decorator;
	k->symbol = l->p->f->symbol ? k->name : NULL;
	k->noalias = is_apart(l);
	k->at = t->at;
	for (uint32_t i = 0; i < l->buffers.n; i++) {
		struct tir_buffer *b = holder_of(l->buffers.at[i]);
		for (uint32_t j = 0; j < i && !pointer[i]; j++)
			if (holder_of(l->buffers.at[j]) == b)
				pointer[i] = pointer[j];
		if (pointer[i])
			continue;
		args[k->params.n] = tir_buffer_data(m, b);
		pointer[i] = add_param(k, arena_printf(m->arena, "%s_ptr", b->name), TIR_HANDLE,
		        b->at);
		pointer[i]->elem = b->elem;
		pointer[i]->scope = b->scope;
	}
	for (uint32_t i = 0; i < l->vars.n; i++) {
		const struct tir_var *v = l->vars.at[i];
		args[k->params.n] = v->expr;
		struct tir_var *w = add_param(k, v->name, v->type, v->at);
		w->elem = v->elem;
		w->scope = v->scope;
		tir_subst_var(&s, v, w->expr);
	}
	for (uint32_t i = 0; i < l->buffers.n; i++)
		declare(&s, l->buffers.at[i], pointer[i], &body);
	tir_seq_add(&launch, tir_stmt_copy(m->arena, t));
	launch = tir_subst_seq(&s, &launch);
	tir_walk_stmts(&launch, forget_root, NULL);
	tir_seq_append(&body, launch);
	k->body = body;
	return k;
}

/* ---- The host ---------------------------------------------------------------------------*/
static void split_stmt(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct splitter *p = ctx;
	struct tir_stmt *t = tir_stmt_copy(p->m->arena, s);
	struct launch l = {.p = p, .only_defines = true};
	struct tir_seq one = {t, t};
	if (s->kind == TIR_LAUNCH) {
		tir_walk_stmts(&one, use_stmt, &l);
		l.only_defines = false;
		tir_walk_stmts(&one, use_stmt, &l);
		l.fails |= tir_seq_leaves(tir_body(s)) ||
		           l.vars.n + l.buffers.n > LEGALIZE_MAX_PARAMS;
	}
	if (s->kind != TIR_LAUNCH || l.fails) {
		tir_seq_map_bodies(t, split_stmt, p);
		tir_seq_add(out, t);
		return;
	}
	const struct tir_expr *args[LEGALIZE_MAX_PARAMS];
	const struct tir_func *k = make_kernel(&l, t, args);
	struct tir_stmt *call = tir_stmt_new(p->m, TIR_EVALUATE, s->at);
	tir_as_evaluate(call)->value = (struct tir_operand){
	        tir_call(p->m, TIR_BUILTIN_CALL_GLOBAL, k->name, TIR_VOID, k->params.n, args),
	        s->at};
	tir_seq_add(out, call);
}

static bool is_launch(const struct tir_stmt *s)
{
	return s->kind == TIR_LAUNCH;
}

/* Split the functions that the module has now. */
static void split_all(void *ctx)
{
	struct splitter *p = ctx;
	uint32_t n = p->m->funcs.n;
	for (uint32_t i = 0; i < n; i++) {
		p->f = p->m->funcs.at[i];
		if (legalize_is_kernel(p->f) || !tir_seq_any(&p->f->body, is_launch))
			continue;
		tir_enter(p->f);
		struct tir_seq body = tir_seq_map(&p->f->body, split_stmt, p);
		p->m->funcs.at[i] = tir_func_with_body(p->f, body);
	}
	if (p->m->funcs.n > n && !p->m->name)
		p->m->name = "Module";
	legalize_lift(p->m, p->arena);
}

bool legalize_split_host_device(struct tir_module *m, struct diag *d)
{
	struct arena arena = arena_scratch(m->arena);
	struct splitter p = {.m = m, .arena = &arena};
	struct arena_exit *outer = m->arena->oom;
	bool ok = arena_guard(&arena, split_all, &p);
	m->arena->oom = outer;
	arena_free(&arena);
	return ok || diag_error(d, m->source, (struct span){0},
	                     "not enough memory to split host and device");
}
