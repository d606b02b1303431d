/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/statements/assign.c: x = e, x: T.int32 = e, A[i] = e, A[i] += e (tirscript 2.3, 3.3 to 3.5).
 *
 * Idea.   What is assigned decides: an allocation or view makes a buffer, T.bind and pointers an
 *         immutable variable, any other value is stored to the buffer's element or to the scalar of
 *         that name, which is made if there is none. */
#include "frontend/internal.h"

/* ---- Buffers ----------------------------------------------------------------------------*/
static bool name_buffer(struct reader *r, struct name x, struct tir_buffer *b)
{
	struct entity *e = frontend_scope_define(r, x.sym, ENT_BUFFER, x.at);
	if (!e)
		return false;
	b->at = x.at;
	e->buffer = b;
	return true;
}

static bool assign_alloc(struct reader *r, struct name x, const struct value *v, struct span at,
        struct tir_seq *seq)
{
	struct tir_buffer *b = frontend_make_buffer(r, sym_name(r, x.sym), TIR_BUFFER_ALLOC, v);
	bool fails = !b;
	const struct tir_attr *notes = b ? frontend_read_notes(r, v, &fails) : NULL;
	if (fails || !name_buffer(r, x, b))
		return false;
	struct tir_stmt *s = frontend_add_stmt(r, TIR_ALLOC, at, seq);
	tir_as_alloc(s)->buffer = b;
	tir_as_alloc(s)->attr = notes;
	s->form = v->form == F_alloc_local    ? TIR_ALLOC_LOCAL
	          : v->form == F_alloc_shared ? TIR_ALLOC_SHARED
	                                      : TIR_ALLOC_BUFFER;
	return true;
}

static bool assign_view(struct reader *r, struct name x, const struct value *v, struct span at,
        struct tir_seq *seq)
{
	enum tir_decl_form form = TIR_DECL_BUFFER;
	const struct tir_expr *data = NULL;
	struct tir_buffer *b;
	if (v->kind == V_VIEW) {
		b = frontend_make_view(r, sym_name(r, x.sym), v, &form);
		data = tir_buffer_data(r->m, v->item[0].buffer);
	} else {
		b = frontend_make_buffer(r, sym_name(r, x.sym), TIR_BUFFER_DECL, v);
		data = b ? frontend_view_data(r, v, b) : NULL;
	}
	if (!b || !data || !name_buffer(r, x, b))
		return false;
	struct tir_stmt *s = frontend_add_stmt(r, TIR_DECL, at, seq);
	struct tir_decl *decl = tir_as_decl(s);
	decl->buffer = b;
	s->form = (uint8_t)form;
	decl->value = (struct tir_operand){data, v->at};
	return true;
}

/* Variables that a buffer's shape uses before they have a value: the caller gives them. */
static void adopt_loose(struct reader *r)
{
	for (uint32_t i = 0; i < r->loose.n; i++) {
		struct entity *e = &r->entities.at[r->loose.at[i].entity];
		if (e->kind != ENT_DECLARED)
			continue;
		e->kind = ENT_VAR;
		e->symbolic = true;
		VEC_PUSH(r->arena, &r->f->syms, ((struct tir_sym){e->var, TIR_SYM_QUOTED}));
	}
	r->loose.n = 0;
}

/* A = T.match_buffer(a, ...): the parameter a is a buffer. */
static bool assign_match(struct reader *r, struct name x, const struct value *v)
{
	struct tir_func *f = r->f;
	const struct value *a = v->n ? &v->item[0] : NULL;
	bool var = a && a->kind == V_EXPR && a->e->op == TIR_VAR &&
	           a->e->type.code == TIR_TYPE_HANDLE && a->e->u.var->id < r->param_of.n;
	uint32_t number = var ? r->param_of.at[a->e->u.var->id] : 0;
	struct tir_param *p = number ? &f->params.at[number - 1] : NULL;
	if (!p || !p->var)
		return frontend_fail(r, v->at,
		        "T.match_buffer takes a T.handle parameter or a region of a buffer");
	struct entity *e = frontend_scope_find(r,
	        frontend_symbol_of(&r->symbols, p->var->name, strlen(p->var->name)));
	if (r->level != r->func_level || !e || e->var != p->var || e->uses != 1)
		return frontend_fail(r, v->at,
		        "T.match_buffer must be the first use of its parameter");
	struct tir_buffer *b = frontend_make_buffer(r, sym_name(r, x.sym), TIR_BUFFER_PARAM, v);
	if (!b)
		return false;
	adopt_loose(r);
	e = frontend_scope_find(r, e->sym); /* new names may have moved it */
	e->kind = ENT_TAKEN;
	p->var = NULL;
	p->buffer = b;
	if (!name_buffer(r, x, b))
		return false;
	frontend_scope_find(r, x.sym)->part = true;
	return true;
}

/* A call of T.name that gets a name. */
struct form_named {
	struct name x;
	const struct value *v;
	struct span at;
	struct tir_seq **seq;
};

static bool name_axis(struct reader *r, const struct form_named *f)
{
	return frontend_read_axis(r, f->x.sym, f->x.at, f->v);
}

static bool name_bind(struct reader *r, const struct form_named *f)
{
	const struct value *v = f->v;
	struct args a;
	if (!frontend_bind_args(r, &frontend_forms[F_bind], v->item, v->n, v->at, &a))
		return false;
	if (a.arg[1])
		return frontend_fail(r, a.arg[1]->at, "T.bind takes 1 argument, not 2");
	const struct tir_expr *e = frontend_as_expr(r, a.arg[0]);
	return e && frontend_bind_var(r, f->x, e, a.arg[0]->at, TIR_BIND_PLAIN, f->at, *f->seq);
}

static bool name_alloc(struct reader *r, const struct form_named *f)
{
	return assign_alloc(r, f->x, f->v, f->at, *f->seq);
}

static bool name_decl(struct reader *r, const struct form_named *f)
{
	if (r->dialect <= D2 && frontend_older_rename(r, f->x.sym, f->x.at, f->v))
		return true;
	return frontend_has_data(r, f->v) ? assign_view(r, f->x, f->v, f->at, *f->seq)
	                                  : name_alloc(r, f);
}

/* x = T.local_scalar("int32") is x: T.int32. */
static bool name_scalar(struct reader *r, const struct form_named *f)
{
	struct args a;
	struct tir_type t = TIR_F32;
	return frontend_bind_args(r, &frontend_forms[F_local_scalar], f->v->item, f->v->n, f->at,
	               &a) &&
	       (!a.arg[0] || frontend_as_dtype(r, a.arg[0], &t)) &&
	       frontend_declare_scalar(r, f->x, t, f->at, *f->seq);
}

static bool name_match(struct reader *r, const struct form_named *f)
{
	return assign_match(r, f->x, f->v);
}

static bool name_launch(struct reader *r, const struct form_named *f)
{
	return frontend_read_launch(r, f->v, f->x.sym, f->x.at, f->at, false, f->seq);
}

static bool name_thread(struct reader *r, const struct form_named *f)
{
	return frontend_oldest_thread(r, f->x.sym, f->x.at, f->v);
}

static bool name_allocate(struct reader *r, const struct form_named *f)
{
	return frontend_older_allocate(r, f->x.sym, f->x.at, f->v, f->at, *f->seq);
}

static bool name_buffer_decl(struct reader *r, const struct form_named *f)
{
	struct value view = *f->v;
	struct form_named decl = *f;
	view.form = F_decl_buffer;
	decl.v = &view;
	if (r->dialect > D2)
		return frontend_read_promise(r, f->x.sym, f->x.at, f->v);
	return frontend_older_rename(r, f->x.sym, f->x.at, f->v) || name_decl(r, &decl);
}

typedef bool form_namer(struct reader *r, const struct form_named *f);
static form_namer *const namers[NFORMS] = {
        [F_axis_spatial] = name_axis,
        [F_axis_reduce] = name_axis,
        [F_axis_scan] = name_axis,
        [F_axis_opaque] = name_axis,
        [F_bind] = name_bind,
        [F_alloc_buffer] = name_alloc,
        [F_local_scalar] = name_scalar,
        [F_alloc_local] = name_alloc,
        [F_alloc_shared] = name_alloc,
        [F_decl_buffer] = name_decl,
        [F_match_buffer] = name_match,
        [F_launch_thread] = name_launch,
        [F_env_thread] = name_thread,
        [F_allocate] = name_allocate,
        [F_allocate_const] = name_allocate,
        [F_buffer_decl] = name_buffer_decl,
        [F_Buffer] = name_buffer_decl,
};

static bool assign_form(struct reader *r, struct name x, const struct value *v, struct span at,
        struct tir_seq **seq)
{
	const struct form_named f = {x, v, at, seq};
	if (frontend_is_block_alloc(r, v))
		return frontend_read_block_alloc(r, x.sym, x.at, v);
	if (namers[v->form])
		return namers[v->form](r, &f);
	return frontend_fail(r, v->at, "T.%s gives nothing that can have a name",
	        frontend_forms[v->form].name);
}

static bool assign_name(struct reader *r, struct name x, const struct value *v, struct span at,
        struct tir_seq **seq)
{
	switch ((enum value_kind)v->kind) {
	case V_ERROR: return false;
	case V_DECL: return frontend_declare_var(r, x, v);
	case V_FORM: return assign_form(r, x, v, at, seq);
	case V_VIEW: return assign_view(r, x, v, at, *seq);
	case V_EXPR:
		if (v->e->type.code == TIR_TYPE_HANDLE)
			return frontend_bind_var(r, x, v->e, v->at, TIR_BIND_LET, at, *seq);
		break;
	case V_ANY_NUMBER:
	case V_STRING:
	case V_NONE:
	case V_ANY_COLLECTION:
	case V_TYPE:
	case V_ANY_MEMORY:
	case V_DECLARED:
	case V_ANY_CALLABLE:
	case V_MODULE:
	case V_SPREAD:
	case V_TEXT:
	case V_KEPT: break;
	}
	return frontend_assign_number(r, x, v, at, *seq);
}

/* The variable of a loop has a new value in each iteration, and no other. */
static bool check_loop_variable(struct reader *r, struct name x)
{
	const struct entity *e = frontend_scope_find(r, x.sym);
	if (!e || e->kind != ENT_VAR || !e->loop)
		return true;
	frontend_fail(r, x.at, "'%s' is the variable of a loop, which cannot be assigned to",
	        sym_name(r, x.sym));
	diag_note(r->d, r->src, e->at, "of this loop");
	return false;
}

/* ---- Targets ----------------------------------------------------------------------------*/
static bool assign_one(struct reader *r, struct range target, const struct value *v, struct span at,
        struct tir_seq **seq)
{
	const struct node *k = &r->tree.nodes.at[target.end - 1];
	if (k->kind == N_NAME) {
		struct name x = {k->sym, k->at};
		if (!check_loop_variable(r, x)) {
			frontend_scope_failed(r, x.sym, x.at);
			return false;
		}
		if (assign_name(r, x, v, at, seq))
			return true;
		frontend_scope_failed(r, x.sym, x.at);
		return false;
	}
	if (k->kind == N_INDEX)
		return frontend_assign_element(r, target, v, at, *seq);
	return frontend_fail(r, k->at, "this cannot be assigned to");
}

/* a, b = e, f */
static bool assign_tuple(struct reader *r, const struct syntax *s, const struct value *v,
        struct tir_seq **seq)
{
	const struct node *k = &r->tree.nodes.at[s->target.end - 1];
	const struct range *target = frontend_operand_ranges(r, s->target);
	struct value bad = error_value(v->at);
	uint32_t n = k->n;
	bool match = v->kind == V_TUPLE && v->n == n, ok = match;
	if (!match && v->kind != V_ERROR)
		frontend_fail(r, s->at, "%u names for %s", n,
		        v->kind == V_TUPLE ? "another number of values" : frontend_value_name(v));
	for (uint32_t i = 0; i < n; i++)
		ok = assign_one(r, target[i], match ? &v->item[i] : &bad, s->at, seq) && ok;
	return ok;
}

/* Say no more about the names of a target. */
static bool failed_names(struct reader *r, struct range target)
{
	for (uint32_t i = target.begin; i < target.end; i++)
		if (r->tree.nodes.at[i].kind == N_NAME)
			frontend_scope_failed(r, r->tree.nodes.at[i].sym, r->tree.nodes.at[i].at);
	return false;
}

bool frontend_read_assign(struct reader *r, const struct syntax *s, struct tir_seq **seq)
{
	if (frontend_is_region_match(r, s)) {
		r->in_head = true;
		bool ok = frontend_read_match(r, s);
		r->in_head = false;
		return ok || failed_names(r, s->target);
	}
	r->outside = frontend_is_outside(r, s);
	r->in_head = frontend_is_head(r, s);
	struct value v = frontend_eval(r, s->value);
	r->outside = r->in_head = false;
	if (is_form(&v, F_axis_remap))
		return frontend_read_remap(r, s, &v) || failed_names(r, s->target);
	if (r->tree.nodes.at[s->target.end - 1].kind == N_TUPLE)
		return assign_tuple(r, s, &v, seq);
	return assign_one(r, s->target, &v, s->at, seq);
}

/* ---- Annotations ------------------------------------------------------------------------*/
/* A pointer whose origin is known points to what its type says. */
static bool check_pointer(struct reader *r, const struct value *t, const struct tir_expr *e,
        struct span at)
{
	struct tir_type elem;
	const char *scope;
	char x[40], y[40];
	frontend_pointee(e, &elem, &scope);
	if (e->op == TIR_CALL || (tir_type_eq(elem, t->elem) && !strcmp(scope, t->scope)))
		return true;
	return frontend_fail(r, at,
	        "a pointer to %s in \"%s\" where one to %s in \"%s\" is declared",
	        tir_type_name(elem, x), scope, tir_type_name(t->elem, y), t->scope);
}

/* x: T.let = e, x: T.let[type] = e */
static bool annotate_let(struct reader *r, const struct syntax *s, struct name x, struct range type,
        struct tir_seq *seq)
{
	struct value t = {.kind = V_NONE}, v = frontend_eval(r, s->value);
	char a[40], b[40];
	if (type.begin != type.end)
		t = frontend_eval(r, type);
	bool typed = t.kind == V_TYPE || t.kind == V_DECL;
	if (t.kind != V_NONE && !typed)
		return t.kind != V_ERROR &&
		       frontend_fail(r, t.at, "expected a type, not %s", frontend_value_name(&t));
	bool direct = typed && frontend_is_python_number(&v) && t.type.code < TIR_TYPE_HANDLE;
	const struct tir_expr *e = direct ? frontend_literal(r, &v, t.type)
	                                  : frontend_as_expr(r, &v);
	if (!e)
		return false;
	if (typed && !tir_type_eq(t.type, e->type))
		return frontend_fail(r, v.at, "'%s' is declared as %s but its value has type %s",
		        sym_name(r, x.sym), tir_type_name(t.type, a), tir_type_name(e->type, b));
	bool pointer = typed && e->type.code == TIR_TYPE_HANDLE;
	if (pointer && !check_pointer(r, &t, e, v.at))
		return false;
	if (!frontend_bind_var(r, x, e, v.at, TIR_BIND_LET, s->at, seq))
		return false;
	if (pointer) {
		tir_as_bind(seq->last)->var->elem = t.elem;
		tir_as_bind(seq->last)->var->scope = t.scope;
	}
	return true;
}

/* x: T.float32[4] */
static bool annotate_array(struct reader *r, const struct syntax *s, struct name x,
        struct tir_seq *seq)
{
	const struct node *k = &r->tree.nodes.at[s->type.end - 1];
	const struct value *v = frontend_eval_list(r,
	        (struct range){s->type.begin, s->type.end - 1}, k->n);
	struct value shape = {.kind = V_TUPLE,
	        .at = k->at,
	        .item = frontend_copy_values(r, v + 1, k->n - 1),
	        .n = k->n - 1};
	struct value args[] = {shape, v[0]};
	struct value form = {
	        .kind = V_FORM, .at = k->at, .form = F_alloc_local, .item = args, .n = 2};
	if (shape.n == 1 && shape.item[0].kind == V_TUPLE)
		args[0] = shape.item[0];
	if (s->value.begin != s->value.end)
		return frontend_fail(r, s->at, "an array cannot be given a value");
	for (uint32_t i = 0; i < k->n; i++)
		if (v[i].kind == V_ERROR)
			return false;
	return assign_alloc(r, x, &form, s->at, seq);
}

/* x: T.int32, x: T.int32 = e */
static bool annotate_scalar(struct reader *r, const struct syntax *s, struct name x,
        struct tir_seq *seq)
{
	bool has_value = s->value.begin != s->value.end;
	struct value v = has_value ? frontend_eval(r, s->value) : (struct value){.kind = V_NONE};
	struct value t = frontend_eval(r, s->type);
	if (v.kind == V_ERROR || t.kind == V_ERROR)
		return false;
	if (t.kind != V_TYPE && t.kind != V_DECL)
		return frontend_fail(r, t.at, "expected a type, not %s", frontend_value_name(&t));
	if (r->dialect < D5) {
		if (!has_value)
			return frontend_fail(r, s->at, "'%s' needs a value", sym_name(r, x.sym));
		const struct tir_expr *e = frontend_converted(r, &v, t.type);
		return e && frontend_bind_named(r, x.sym, x.at, e, v.at, s->at, seq);
	}
	if (t.type.code >= TIR_TYPE_HANDLE)
		return frontend_fail(r, t.at, "a variable of this type is a T.let");
	if (!has_value)
		return frontend_declare_scalar(r, x, t.type, s->at, seq) != NULL;
	struct tir_seq both = {NULL, NULL};
	struct tir_buffer *b = frontend_declare_scalar(r, x, t.type, s->at, &both);
	if (!b || !frontend_store_scalar(r, b, &v, x.at, s->at, &both))
		return false;
	frontend_scope_find(r, x.sym)->assigned = true;
	struct tir_stmt *store = both.first->next;
	tir_seq_add(seq, both.first);
	tir_seq_add(seq, store);
	return true;
}

bool frontend_read_annotate(struct reader *r, const struct syntax *s, struct tir_seq *seq)
{
	const struct node *target = &r->tree.nodes.at[s->target.end - 1];
	const struct node *first = &r->tree.nodes.at[s->type.begin];
	const struct node *last = &r->tree.nodes.at[s->type.end - 1];
	struct name x = {target->sym, target->at};
	const struct entity *e = target->kind == N_NAME ? frontend_scope_find(r, x.sym) : NULL;
	/* T.name[...], not T.name[...][...] */
	bool indexed = last->kind == N_INDEX && first->kind == N_DOTTED &&
	               frontend_operand_ranges(r, s->type)[0].end == s->type.begin + 1;
	bool is_let = first->kind == N_DOTTED && first->sym == r->sym_let && !first->op;
	bool ok;
	if (target->kind != N_NAME)
		return frontend_fail(r, target->at, "only a name can have a type");
	if (e && e->loop && e->level + 1 == r->level && !check_loop_variable(r, x))
		return false;
	if (is_let && (first == last || (indexed && last->n == 2)))
		ok = annotate_let(r, s, x,
		        first == last ? (struct range){0, 0}
		                      : (struct range){s->type.begin + 1, s->type.end - 1},
		        seq);
	else if (indexed)
		ok = annotate_array(r, s, x, seq);
	else
		ok = annotate_scalar(r, s, x, seq);
	if (!ok)
		frontend_scope_failed(r, x.sym, x.at);
	return ok;
}

/* ---- Augmented --------------------------------------------------------------------------*/
bool frontend_read_augment(struct reader *r, const struct syntax *s, struct tir_seq *seq)
{
	struct value old = frontend_eval(r, s->target), v = frontend_eval(r, s->value), b;
	const struct value *index;
	uint32_t n;
	const struct node *k = &r->tree.nodes.at[s->target.end - 1];
	if (old.kind == V_ERROR || v.kind == V_ERROR)
		return false;
	if (k->kind == N_NAME && (!check_loop_variable(r, (struct name){k->sym, k->at}) ||
	                                 !frontend_dialect_assigns(r, k->sym, k->at)))
		return false;
	if (k->kind != N_INDEX && old.kind != V_SCALAR)
		return frontend_fail(r, k->at, "this cannot be assigned to");
	v = frontend_binary(r, frontend_puncts[s->op].op, &old, &v);
	if (v.kind == V_ERROR)
		return false;
	if (old.kind == V_SCALAR)
		return frontend_store_scalar(r, old.buffer, &v, k->at, s->at, seq);
	if (!frontend_read_indexed(r, s->target, &b, &index, &n))
		return false;
	struct tir_stmt *t = frontend_store_to(r, b.buffer, index, n, &v, s->at, k->at);
	if (t)
		tir_seq_add(seq, t);
	return t != NULL;
}
