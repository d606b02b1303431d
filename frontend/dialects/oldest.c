/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/dialects/oldest.c: what TVM 0.8 wrote and no version after it: threads that are named before they are launched, and
 * blocks whose head has the axes.
 *
 *     tx = T.env_thread("threadIdx.x")
 *     T.launch_thread(tx, 8)
 *     with T.block([16, T.reduce_axis(0, 8)], "B") as [vi, vk]:
 *         T.bind(vi, i) */
#include "frontend/internal.h"

/* ---- Threads ----------------------------------------------------------------------------*/
bool frontend_oldest_thread(struct reader *r, uint32_t sym, struct span name_at,
        const struct value *v)
{
	struct args a;
	const char *tag;
	struct name x = {sym, name_at};
	struct value t = {.kind = V_DECL,
	        .at = v->at,
	        .type = TIR_INT32,
	        .elem = TIR_VOID,
	        .scope = "global"};
	if (!frontend_bind_args(r, &frontend_forms[F_env_thread], v->item, v->n, v->at, &a) ||
	        !frontend_as_string(r, a.arg[0], "a thread", &tag) ||
	        !frontend_check_thread(r, a.arg[0]->at, tag) ||
	        (a.arg[1] && !frontend_as_dtype(r, a.arg[1], &t.type)) ||
	        !frontend_declare_var(r, x, &t))
		return false;
	frontend_scope_find(r, sym)->thread = tag;
	return true;
}

/* The variable of the thread in this launch: a launch further down has one of its own. */
static struct tir_var *declared_name(struct reader *r, void *ctx, struct tir_type t)
{
	struct entity *e = &r->entities.at[*(const uint32_t *)ctx];
	if (e->assigned || !tir_type_eq(e->var->type, t)) {
		struct tir_var *v = tir_var_new(r->m, e->var->name, t);
		v->at = e->var->at;
		e->var = v;
	}
	e->kind = ENT_VAR;
	e->assigned = true;
	e->ended = false;
	frontend_scope_bound(r, e);
	return e->var;
}

/* The thread that the first argument names. */
static struct entity *thread_of(struct reader *r, const struct value *x)
{
	const struct tir_var *v = x->kind == V_EXPR && x->e->op == TIR_VAR ? x->e->u.var : NULL;
	if (x->kind == V_DECLARED && r->entities.at[x->entity].thread)
		return &r->entities.at[x->entity];
	for (uint32_t i = r->entities.n; v && i-- > 0;)
		if (r->entities.at[i].var == v && r->entities.at[i].thread)
			return &r->entities.at[i];
	return NULL;
}

bool frontend_oldest_launch(struct reader *r, const struct value *v, struct span at, bool with,
        struct tir_seq **seq)
{
	struct args a;
	if (!frontend_bind_args(r, &frontend_forms[F_launch_thread], v->item, v->n, v->at, &a))
		return false;
	struct entity *e = thread_of(r, a.arg[0]);
	if (!e && with)
		return frontend_fail(r, v->at,
		        "'with T.launch_thread(...)' needs a name after 'as'");
	if (!e)
		return frontend_fail(r, v->at,
		        "T.launch_thread needs a name before '=', or one of T.env_thread");
	uint32_t entity = (uint32_t)(e - r->entities.at);
	r->loose.n = 0;
	return frontend_nest(r, at) &&
	       frontend_add_launch(r, e->thread, a.arg[1], declared_name, &entity, at, with, seq);
}

/* ---- Blocks -----------------------------------------------------------------------------*/
bool frontend_oldest_is_block(const struct value *v)
{
	return is_form(v, F_block) && v->n && !v->item[0].keyword && v->item[0].kind == V_LIST;
}

/* The names after "as", and how many they are. */
static const struct node *axis_name(const struct reader *r, const struct syntax *s, uint32_t i,
        uint32_t *n)
{
	*n = 0;
	if (s->target.begin == s->target.end)
		return NULL;
	const struct node *whole = &r->tree.nodes.at[s->target.end - 1];
	bool list = whole->kind == N_TUPLE || whole->kind == N_LIST;
	*n = list ? whole->n : 1;
	return list && i < *n ? &r->tree.nodes.at[s->target.begin + i] : whole;
}

bool frontend_oldest_is_binding(struct reader *r, const struct syntax *s)
{
	if (s->kind != S_EXPR || frontend_form_of(r, s->value) != F_bind)
		return false;
	const struct node *call = &r->tree.nodes.at[s->value.end - 1];
	return call->kind == N_CALL && call->n == 3;
}

bool frontend_oldest_check_binding(struct reader *r, const struct syntax *s)
{
	const struct range *part = frontend_operand_ranges(r, s->value);
	const struct node *name = &r->tree.nodes.at[part[1].end - 1];
	const struct entity *e = name->kind == N_NAME ? frontend_scope_find(r, name->sym) : NULL;
	bool axis = e && e->part && e->var && e->level == r->level && r->level == r->block_level;
	return axis || (e && e->kind == ENT_FAILED) ||
	       frontend_fail(r, s->at, "T.bind of two gives an axis of its block a value");
}

/* The statement of the body that gives the axis its value, or NULL. */
static const struct syntax *binding_of(struct reader *r, const struct syntax *body, uint32_t sym)
{
	for (const struct syntax *s = body; s; s = s->next) {
		if (!frontend_oldest_is_binding(r, s))
			continue;
		const struct range *part = frontend_operand_ranges(r, s->value);
		const struct node *name = &r->tree.nodes.at[part[1].end - 1];
		if (name->kind == N_NAME && name->sym == sym)
			return s;
	}
	return NULL;
}

/* 16, T.reduce_axis(0, 8), T.reduce_axis(8): what the axis goes over. */
static bool axis_domain(struct reader *r, const struct value *v, struct value pair[2],
        struct value *domain, enum tir_axis_kind *kind)
{
	static const uint8_t kinds[NFORMS] = {[F_reduce_axis] = TIR_REDUCE,
	        [F_scan_axis] = TIR_SCAN,
	        [F_opaque_axis] = TIR_OPAQUE_AXIS};
	struct args a;
	bool plain = v->kind != V_FORM;
	*domain = *v;
	*kind = TIR_SPATIAL;
	if (plain)
		return true;
	bool range = v->form == F_range;
	if (!range && v->form != F_reduce_axis && v->form != F_scan_axis &&
	        v->form != F_opaque_axis)
		return frontend_fail(r, v->at, "T.%s is no axis of a block",
		        frontend_forms[v->form].name);
	if (!frontend_bind_args(r, &frontend_forms[v->form], v->item, v->n, v->at, &a))
		return false;
	*kind = range ? TIR_SPATIAL : (enum tir_axis_kind)kinds[v->form];
	pair[0] = *a.arg[0];
	if (a.arg[1])
		pair[1] = *a.arg[1];
	*domain = a.arg[1] ? (struct value){.kind = V_TUPLE, .at = v->at, .item = pair, .n = 2}
	                   : pair[0];
	return true;
}

bool frontend_oldest_loops(struct reader *r, const struct syntax *s, const struct value *v,
        struct tir_seq **seq)
{
	uint32_t n, axes = v->item[0].n;
	axis_name(r, s, 0, &n);
	if (n != axes)
		return frontend_fail(r, v->at, "%u names for %u ax%cs", n, axes,
		        axes == 1 ? 'i' : 'e');
	bool bound = false;
	for (const struct syntax *b = s->body; b && !bound; b = b->next)
		bound = frontend_oldest_is_binding(r, b);
	uint32_t loops = r->open_loops.n;
	if (bound || (r->block == r->root && loops == axes))
		return true;
	if (loops || r->block != r->root)
		return frontend_fail(r, v->at, "the axes of this block need T.bind");
	for (uint32_t i = 0; i < axes; i++) {
		struct value pair[2], domain;
		enum tir_axis_kind kind;
		if (!axis_domain(r, &v->item[0].item[i], pair, &domain, &kind) ||
		        !frontend_nest(r, s->at))
			return false;
		bool both = domain.kind == V_TUPLE;
		const struct tir_expr *lo = both ? frontend_as_expr(r, &pair[0]) : NULL;
		const struct tir_expr *hi = frontend_as_expr(r, both ? &pair[1] : &domain);
		if (!hi || (both && (!lo || !frontend_promote(r, domain.at, &lo, &hi))))
			return false;
		if (!tir_is_int(hi->type) || hi->type.lanes != 1)
			return frontend_fail(r, domain.at,
			        "the domain of an axis must be integers");
		lo = lo ? lo : tir_int(r->m, hi->type, 0);
		if (!(hi = frontend_extent_of(r, lo, hi, domain.at)))
			return false;
		struct tir_stmt *t = frontend_add_stmt(r, TIR_FOR, s->at, *seq);
		struct tir_for *loop = tir_as_for(t);
		loop->min = (struct tir_operand){lo, domain.at};
		loop->extent = (struct tir_operand){hi, domain.at};
		loop->var = tir_var_new(r->m, arena_printf(r->m->arena, "i%u", i), hi->type);
		loop->var->at = domain.at;
		*seq = &loop->body;
		VEC_PUSH(r->scratch, &r->open_loops, t);
	}
	return true;
}

static bool read_axes(struct reader *r, const struct syntax *s, const struct value *v)
{
	uint32_t n, axes = v->item[0].n, loops = r->open_loops.n;
	for (uint32_t i = 0; i < axes; i++) {
		const struct node *name = axis_name(r, s, i, &n);
		struct value pair[2], domain;
		enum tir_axis_kind kind;
		const struct tir_expr *e;
		if (name->kind != N_NAME)
			return frontend_fail(r, name->at, "an axis must be a name");
		if (!axis_domain(r, &v->item[0].item[i], pair, &domain, &kind))
			return false;
		const struct syntax *b = binding_of(r, s->body, name->sym);
		struct span at = b ? b->at : name->at;
		if (b) {
			r->outside = true;
			struct value x = frontend_eval(r, frontend_operand_ranges(r, b->value)[2]);
			r->outside = false;
			e = frontend_as_expr(r, &x);
		} else if (loops >= axes) {
			e = tir_as_for(r->open_loops.at[loops - axes + i])->var->expr;
		} else {
			return frontend_fail(r, name->at, "'%s' has no value: T.bind gives it one",
			        sym_name(r, name->sym));
		}
		if (!e || !frontend_check_loose(r) ||
		        !frontend_add_axis(r, name->sym, name->at, kind, &domain, e, at))
			return false;
	}
	return true;
}

void frontend_oldest_forget(struct reader *r, const struct syntax *s)
{
	for (uint32_t i = 0, n = 1; i < n; i++) {
		const struct node *name = axis_name(r, s, i, &n);
		if (name && name->kind == N_NAME && !frontend_scope_find(r, name->sym))
			frontend_scope_failed(r, name->sym, name->at);
	}
}

bool frontend_oldest_axes(struct reader *r, const struct syntax *s, const struct value *v)
{
	bool ok = read_axes(r, s, v);
	if (!ok)
		frontend_oldest_forget(r, s);
	return ok;
}
