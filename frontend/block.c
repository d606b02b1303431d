/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/block.c: blocks and what stands at their heads (tirscript 3.9, 3.10).
 *
 * Idea.   A block is a statement whose parts are calls and assignments in its body; they go to the
 *         block that is open in this scope, and the other statements are its body.  A function has
 *         a block from the start, the root, which is kept if there is another or a buffer of it.
 * Needs   regions are read from the tree: A[0:4, i] is no load there. */
#include "frontend/internal.h"

/* ---- Axes -------------------------------------------------------------------------------*/
struct domain {
	const struct tir_expr *min, *extent;
	struct span at;
};

/* n, or (begin, end) */
static bool as_domain(struct reader *r, const struct value *v, struct domain *d)
{
	bool pair = v->kind == V_TUPLE || v->kind == V_LIST;
	d->at = v->at;
	if (pair && v->n != 2)
		return frontend_fail(r, v->at, "the domain of an axis is an extent or a pair");
	if (!(d->extent = frontend_as_expr(r, pair ? &v->item[1] : v)))
		return false;
	if (!tir_is_int(d->extent->type) || d->extent->type.lanes != 1)
		return frontend_fail(r, v->at, "the domain of an axis must be integers");
	d->min = pair ? frontend_as_expr(r, &v->item[0]) : tir_int(r->m, d->extent->type, 0);
	if (!d->min || !pair)
		return d->min != NULL;
	if (!tir_is_int(d->min->type) || d->min->type.lanes != 1)
		return frontend_fail(r, v->at, "the domain of an axis must be integers");
	if (!frontend_promote(r, v->at, &d->min, &d->extent))
		return false;
	d->extent = frontend_extent_of(r, d->min, d->extent, v->at);
	return d->extent != NULL;
}

static bool add_axis(struct reader *r, uint32_t sym, struct span name_at, enum tir_axis_kind kind,
        const struct domain *d, const struct tir_expr *value, struct span at)
{
	struct tir_block *b = frontend_head(r, at, "an axis");
	struct tir_axis a = {.kind = kind, .at = at};
	if (!b)
		return false;
	struct tir_type t = value->type;
	if (!tir_is_int(t) || t.lanes != 1)
		return frontend_fail(r, at, "the value of an axis must be an integer");
	if (d->extent->type.bits > t.bits)
		t = d->extent->type;
	if (!(value = frontend_cast_to(r, value, t, at)))
		return false;
	a.min = (struct tir_operand){frontend_cast_to(r, d->min, t, d->at), d->at};
	a.extent = (struct tir_operand){frontend_cast_to(r, d->extent, t, d->at), d->at};
	a.value = (struct tir_operand){value, at};
	a.var = frontend_scope_var(r, sym, t, name_at);
	struct entity *e = frontend_scope_find(r, sym);
	if (e && e->var == a.var)
		e->part = true;
	VEC_PUSH(r->arena, &b->axes, a);
	return true;
}

bool frontend_read_axis(struct reader *r, uint32_t sym, struct span name_at, const struct value *v)
{
	static const uint8_t kinds[NFORMS] = {[F_axis_reduce] = TIR_REDUCE,
	        [F_axis_scan] = TIR_SCAN,
	        [F_axis_opaque] = TIR_OPAQUE_AXIS};
	struct args a;
	struct domain d;
	if (!frontend_bind_args(r, &frontend_forms[v->form], v->item, v->n, v->at, &a) ||
	        !as_domain(r, a.arg[0], &d))
		return false;
	const struct tir_expr *e = a.arg[1]->kind == V_INT
	                                   ? frontend_literal(r, a.arg[1], d.extent->type)
	                                   : frontend_as_expr(r, a.arg[1]);
	return e && frontend_check_loose(r) &&
	       add_axis(r, sym, name_at, (enum tir_axis_kind)kinds[v->form], &d, e, a.arg[1]->at);
}

/* The loop of a variable, and its domain. */
static bool loop_domain(struct reader *r, const struct value *v, struct domain *d)
{
	for (uint32_t i = r->open_loops.n; v->kind == V_EXPR && i-- > 0;) {
		const struct tir_stmt *s = r->open_loops.at[i];
		if (tir_as_for(s)->var->expr != v->e)
			continue;
		*d = (struct domain){tir_as_for(s)->min.e, tir_as_for(s)->extent.e, v->at};
		return true;
	}
	return frontend_fail(r, v->at, "T.axis.remap takes variables of loops");
}

/* vi, vj = T.axis.remap("SR", [i, j]) */
bool frontend_read_remap(struct reader *r, const struct syntax *s, const struct value *v)
{
	struct args a;
	const char *kinds;
	const struct node *k = &r->tree.nodes.at[s->target.end - 1];
	uint32_t n = k->kind == N_TUPLE ? k->n : 1;
	if (!frontend_bind_args(r, &frontend_forms[F_axis_remap], v->item, v->n, v->at, &a) ||
	        !frontend_as_string(r, a.arg[0], "the kinds of axes", &kinds))
		return false;
	const struct value *of = a.arg[1];
	bool list = of->kind == V_LIST || of->kind == V_TUPLE;
	if (!list || of->n != n || strlen(kinds) != n)
		return frontend_fail(r, v->at,
		        "T.axis.remap has %zu kinds and %u variables for %u names", strlen(kinds),
		        list ? of->n : 0, n);
	for (uint32_t i = 0; i < n; i++) {
		struct domain d;
		const struct node *name = &r->tree.nodes.at[s->target.begin + i];
		if (kinds[i] != 'S' && kinds[i] != 'R')
			return frontend_fail(r, a.arg[0]->at,
			        "an axis to remap is 'S' or 'R', not '%c'", kinds[i]);
		if (n == 1)
			name = k->kind == N_TUPLE ? name : k;
		if (name->kind != N_NAME)
			return frontend_fail(r, name->at, "an axis must be a name");
		if (!loop_domain(r, &of->item[i], &d) ||
		        !add_axis(r, name->sym, name->at,
		                kinds[i] == 'S' ? TIR_SPATIAL : TIR_REDUCE, &d, of->item[i].e,
		                of->item[i].at))
			return false;
	}
	return true;
}

/* ---- The other parts --------------------------------------------------------------------*/
bool frontend_is_block_alloc(const struct reader *r, const struct value *v)
{
	if (v->form == F_sblock_alloc_buffer)
		return true;
	return v->form == F_alloc_buffer && r->dialect <= D2 && r->block &&
	       r->level == r->block_level;
}

bool frontend_read_promise(struct reader *r, uint32_t sym, struct span name_at,
        const struct value *v)
{
	if (!r->block || r->block == r->root || r->level != r->block_level ||
	        frontend_has_data(r, v))
		return frontend_fail(r, v->at,
		        "T.Buffer cannot declare a view: write T.decl_buffer");
	struct tir_buffer *buffer = frontend_make_buffer(r, sym_name(r, sym), TIR_BUFFER_ALLOC, v);
	struct entity *e = buffer ? frontend_scope_define(r, sym, ENT_BUFFER, name_at) : NULL;
	if (!e)
		return false;
	buffer->at = name_at;
	e->buffer = buffer;
	e->promised = e->part = true;
	return true;
}

/* Say which promises the block did not keep. */
static void check_promises(struct reader *r)
{
	for (uint32_t i = r->entities.n; i-- > 0 && r->entities.at[i].level == r->level;)
		if (r->entities.at[i].promised)
			frontend_fail(r, r->entities.at[i].at, "'%s' is not allocated in its block",
			        sym_name(r, r->entities.at[i].sym));
}

static bool same_promise(const struct tir_buffer *a, const struct tir_buffer *b)
{
	bool same = a->ndim == b->ndim && tir_type_eq(a->elem, b->elem);
	for (uint32_t i = 0; same && i < a->ndim; i++)
		same = a->shape[i] == b->shape[i];
	return same;
}

bool frontend_read_block_alloc(struct reader *r, uint32_t sym, struct span name_at,
        const struct value *v)
{
	if (!r->block || r->level != r->block_level)
		return frontend_fail(r, v->at,
		        "T.sblock_alloc_buffer must stand at the head of a block");
	struct tir_block *b = tir_as_block(r->block)->block;
	struct tir_buffer *buffer = frontend_make_buffer(r, sym_name(r, sym), TIR_BUFFER_ALLOC, v);
	struct entity *old = frontend_scope_find(r, sym);
	if (buffer && old && old->promised && old->level == r->level) {
		old->promised = false;
		if (!same_promise(old->buffer, buffer)) {
			frontend_fail(r, name_at, "'%s' is declared otherwise above",
			        sym_name(r, sym));
			diag_note(r->d, r->src, old->at, "declared here");
			return false;
		}
		uint32_t id = old->buffer->id;
		*old->buffer = *buffer;
		old->buffer->id = id;
		old->buffer->root = old->buffer;
		VEC_PUSH(r->arena, &b->allocs, old->buffer);
		return true;
	}
	struct entity *e = buffer ? frontend_scope_define(r, sym, ENT_BUFFER, name_at) : NULL;
	if (!e)
		return false;
	buffer->at = name_at;
	e->buffer = buffer;
	e->part = true;
	VEC_PUSH(r->arena, &b->allocs, buffer);
	return true;
}

bool frontend_read_where(struct reader *r, const struct args *a)
{
	struct tir_block *b = frontend_head(r, a->at, "T.where");
	struct value v = *a->arg[0];
	if (!b)
		return false;
	if (b->where.e)
		return frontend_fail(r, a->at, "T.where stands twice in a block");
	if (v.kind == V_BOOL)
		v = expr_value(tir_int(r->m, TIR_BOOL, (int64_t)v.i), v.at);
	return frontend_as_condition(r, &v, &b->where) && frontend_check_loose(r);
}

bool frontend_read_block_attr(struct reader *r, const struct args *a)
{
	struct tir_block *b = frontend_head(r, a->at, "T.sblock_attr");
	if (!b)
		return false;
	if (tir_as_block(r->block)->attr)
		return frontend_fail(r, a->at, "T.sblock_attr stands twice in a block");
	const struct tir_attr *d = frontend_as_attr(r, a->arg[0]);
	if (d && d->kind != TIR_ATTR_DICT)
		return frontend_fail(r, a->arg[0]->at, "T.sblock_attr takes a dictionary");
	tir_as_block(r->block)->attr = d;
	return d != NULL;
}

/* with T.init(): */
bool frontend_read_init(struct reader *r, const struct syntax *s, struct span at)
{
	struct tir_block *b = frontend_head(r, at, "T.init");
	if (b && b->init.first)
		frontend_fail(r, at, "T.init stands twice in a block");
	if (!b || b->init.first) {
		frontend_read_for_errors(r, s->body);
		return false;
	}
	r->level++; /* the body is deeper than the block's head */
	r->in_init = true;
	r->hooks->read_suite(r, s->body, &b->init);
	r->in_init = false;
	r->level--;
	return true;
}

/* ---- Blocks -----------------------------------------------------------------------------*/
static struct tir_stmt *new_block(struct reader *r, const char *name, struct span at)
{
	struct tir_stmt *s = tir_stmt_new(r->m, TIR_BLOCK, at);
	struct tir_block_realize *block = tir_as_block(s);
	block->block = ARENA_NEW(r->arena, struct tir_block);
	block->block->name = name;
	return s;
}

static bool has_axes(struct reader *r, const struct syntax *body)
{
	for (const struct syntax *s = body; s; s = s->next)
		if (s->kind == S_ASSIGN && frontend_form_of(r, s->value) == F_axis)
			return true;
	return false;
}

/* with T.sblock("name"): */
bool frontend_read_sblock(struct reader *r, const struct syntax *s, const struct value *v,
        struct tir_seq *seq)
{
	struct args a;
	const char *name = "";
	if (!frontend_bind_args(r, &frontend_forms[v->form], v->item, v->n, v->at, &a) ||
	        (a.arg[0] && !frontend_as_string(r, a.arg[0], "the name of a block", &name)) ||
	        !frontend_nest(r, s->at)) {
		frontend_read_for_errors(r, s->body);
		return false;
	}
	if (a.arg[1] && (a.arg[1]->kind != V_BOOL || a.arg[1]->i))
		frontend_fail(r, a.arg[1]->at, "a block that is not realized is not supported");
	struct tir_stmt *outer = r->block, *b = new_block(r, name, s->at);
	uint32_t level = r->block_level, closed = r->closed;
	bool reads = r->block_reads, writes = r->block_writes, in_init = r->in_init;
	uint32_t entities = r->block_entities;
	r->block = b;
	r->block_level = r->level;
	r->block_entities = r->entities.n;
	r->in_init = false;
	if (has_axes(r, s->body))
		r->closed = r->level; /* the body sees no loop around the block */
	r->block_reads = r->block_writes = false;
	r->has_blocks = true;
	uint32_t vars = r->m->nvars, buffers = r->m->nbuffers;
	bool first = outer == r->root && r->level == r->func_level + 1 && !seq->first;
	r->hooks->read_block(r, s->body, &tir_as_block(b)->body);
	check_promises(r);
	bool whole = first && !s->next &&
	             tir_as_block(b)->block->axes.n == 0; /* a root: it promises nothing */
	if (!whole && (!r->block_reads || !r->block_writes))
		frontend_infer_regions(r, b, vars, buffers);
	r->block = outer;
	r->block_level = level;
	r->block_entities = entities;
	r->in_init = in_init;
	r->closed = closed;
	r->block_reads = reads;
	r->block_writes = writes;
	tir_seq_add(seq, b);
	return true;
}

void frontend_start_root(struct reader *r)
{
	r->root = new_block(r, "root", r->f->at);
	r->block = r->root;
	r->block_level = r->level;
	r->block_entities = r->entities.n;
	r->bound.n = 0;
	r->outside = r->in_head = r->in_init = false;
	r->closed = 0;
	r->has_blocks = r->block_reads = r->block_writes = false;
	r->open_loops.n = 0;
}

/* Blocks are for functions that say so; before there was a way to, all could have them. */
static void need_s_tir(struct reader *r, const struct syntax *def)
{
	struct tir_func *f = r->f;
	if (tir_attr_is_true(tir_attr_get(f->decorator, "s_tir")))
		return;
	if (r->dialect >= D5) {
		frontend_fail(r, join(def->at, def->name_at),
		        "a function with blocks needs @T.prim_func(s_tir=True)");
		return;
	}
	const struct tir_attr *old = f->decorator;
	uint32_t n = old ? old->n : 0;
	struct tir_attr *yes = ARENA_NEW(r->arena, struct tir_attr);
	struct tir_attr *all = ARENA_NEW(r->arena, struct tir_attr);
	*yes = (struct tir_attr){.kind = TIR_ATTR_BOOL, .i = 1};
	*all = (struct tir_attr){.kind = TIR_ATTR_DICT, .n = n + 1};
	all->item = ARENA_NEWN(r->arena, const struct tir_attr *, n + 1);
	all->name = ARENA_NEWN(r->arena, const char *, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		all->item[i] = old->item[i];
		all->name[i] = old->name[i];
	}
	all->item[n] = yes;
	all->name[n] = "s_tir";
	f->decorator = all;
}

/* A root around the body, unless the body is one. */
void frontend_finish_root(struct reader *r, const struct syntax *def)
{
	struct tir_seq *body = &r->f->body;
	struct tir_stmt *only = body->first;
	bool allocs = tir_as_block(r->root)->block->allocs.n > 0;
	bool is_root = only && !only->next && only->kind == TIR_BLOCK &&
	               tir_as_block(only)->block->axes.n == 0 &&
	               !tir_as_block(only)->block->where.e;
	if (r->has_blocks || allocs || r->dialect < D5)
		need_s_tir(r, def);
	if ((!r->has_blocks || is_root) && !allocs) {
		r->m->nblocks--; /* r->root is none of the function's */
		return;
	}
	tir_as_block(r->root)->body = *body;
	*body = (struct tir_seq){NULL, NULL};
	tir_seq_add(body, r->root);
}
