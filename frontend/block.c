/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/block.c: blocks and what stands at their heads (tirscript 3.9, 3.10).
 *
 * Idea.   A block is a statement whose parts are calls and assignments in its body; they go to the
 *         block that is open in this scope, and the other statements are its body.  A function has
 *         a block from the start, the root, which is kept if there is another or a buffer of it.
 * Needs   regions are read from the tree: A[0:4, i] is no load there. */
#include "frontend/internal.h"

/* The open block, if this is the scope of its parts.  The root only has buffers. */
static struct tir_block *head(struct reader *r, struct span at, const char *what)
{
	if (r->block && r->block != r->root && r->level == r->block_level)
		return tir_as_block(r->block)->block;
	frontend_fail(r, at, "%s must stand at the head of a block", what);
	return NULL;
}

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
	struct tir_block *b = head(r, at, "an axis");
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

/* ---- Regions ----------------------------------------------------------------------------*/
/* lo:hi, where either may be left out; or one index, which may be a vector. */
static bool region_dim(struct reader *r, const struct tir_buffer *b, uint32_t k,
        const struct value *v, struct tir_operand *min, struct tir_operand *extent)
{
	bool slice = v->kind == V_SLICE;
	const struct tir_expr *lo, *hi;
	min->at = extent->at = v->at;
	if (slice && v->item[2].kind != V_NONE)
		return frontend_fail(r, v->at, "a region has no steps");
	const struct value *first = slice ? &v->item[0] : v, *stop = slice ? &v->item[1] : NULL;
	if (slice && first->kind == V_NONE)
		lo = tir_int(r->m, b->shape[k]->type, 0);
	else if (!(lo = frontend_as_expr(r, first)))
		return false;
	if (!tir_is_int(lo->type))
		return frontend_fail(r, v->at, "an index must be an integer");
	if (!slice) {
		bool ramp = lo->op == TIR_RAMP && lo->arg[1]->op == TIR_INT_IMM;
		if (lo->type.lanes > 1 && !ramp)
			return frontend_fail(r, v->at, "a region is no vector");
		min->e = ramp ? lo->arg[0] : lo;
		int64_t n = ramp ? lo->type.lanes * lo->arg[1]->u.i : 1;
		extent->e = tir_int(r->m, tir_lanes(lo->type, 1), n);
		return true;
	}
	hi = stop->kind == V_NONE ? b->shape[k] : frontend_as_expr(r, stop);
	if (!hi || !frontend_promote(r, v->at, &lo, &hi))
		return false;
	if (!tir_is_int(lo->type) || lo->type.lanes != 1)
		return frontend_fail(r, v->at, "the bounds of a slice must be scalar integers");
	min->e = lo;
	extent->e = frontend_extent_of(r, lo, hi, v->at);
	return extent->e != NULL;
}

static bool make_region(struct reader *r, struct tir_buffer *b, const struct value *index,
        uint32_t n, struct span at, struct tir_region *out)
{
	*out = (struct tir_region){.buffer = b, .n = b->ndim, .at = at};
	if (n > b->ndim)
		return frontend_fail(r, at, "'%s' has %u dimensions but its region %u", b->name,
		        b->ndim, n);
	out->min = ARENA_NEWN(r->arena, struct tir_operand, b->ndim);
	out->extent = ARENA_NEWN(r->arena, struct tir_operand, b->ndim);
	for (uint32_t i = 0; i < n; i++)
		if (!region_dim(r, b, i, &index[i], &out->min[i], &out->extent[i]))
			return false;
	for (uint32_t i = n; i < b->ndim; i++) {
		out->min[i] = (struct tir_operand){tir_int(r->m, b->shape[i]->type, 0), at};
		out->extent[i] = (struct tir_operand){b->shape[i], at};
	}
	return true;
}

/* A[0:4, i], or A: all of it. */
static bool read_region(struct reader *r, struct range x, struct tir_region *out)
{
	const struct node *k = &r->tree.nodes.at[x.end - 1];
	if (k->kind != N_INDEX) {
		struct value v = frontend_eval(r, x);
		if (v.kind == V_ERROR)
			return false;
		if (v.kind != V_BUFFER && v.kind != V_SCALAR)
			return frontend_fail(r, v.at, "expected a region of a buffer, not %s",
			        frontend_value_name(&v));
		return make_region(r, v.buffer, NULL, 0, v.at, out);
	}
	struct value *all = frontend_eval_list(r, (struct range){x.begin, x.end - 1}, k->n);
	uint32_t n = k->n - 1;
	const struct value *index = all + 1;
	if (n == 1 && index->kind == V_TUPLE) {
		n = index->n;
		index = index->item;
	}
	for (uint32_t i = 0; i < k->n; i++)
		if (all[i].kind == V_ERROR)
			return false;
	if (all->kind != V_BUFFER)
		return frontend_fail(r, all->at, "expected a region of a buffer, not %s",
		        frontend_value_name(all));
	return make_region(r, all->buffer, index, n, k->at, out);
}

/* A view of the block is no buffer that its regions can name. */
static bool check_source(struct reader *r, const struct tir_block *b, const struct tir_region *g)
{
	for (uint32_t i = 0; i < b->matches.n; i++)
		if (b->matches.at[i].buffer == g->buffer)
			return frontend_fail(r, g->at,
			        "'%s' is a view: T.reads and T.writes take '%s' itself",
			        g->buffer->name, b->matches.at[i].source.buffer->name);
	return true;
}

/* T.reads(A[0:4], ...), T.writes(...), with a list around them in older text. */
static bool read_regions(struct reader *r, const struct syntax *s, bool writes)
{
	struct span at = r->tree.nodes.at[s->value.end - 1].at;
	struct tir_block *b = head(r, at, writes ? "T.writes" : "T.reads");
	bool *seen = writes ? &r->block_writes : &r->block_reads;
	if (!b)
		return false;
	if (*seen)
		return frontend_fail(r, at, "T.%s stands twice in a block",
		        writes ? "writes" : "reads");
	*seen = true;
	struct range x = s->value;
	const struct node *only = x.end >= 2 ? &r->tree.nodes.at[x.end - 2] : NULL;
	uint32_t n = r->tree.nodes.at[x.end - 1].n - 1, from = 1;
	if (n == 1 && (only->kind == N_LIST || only->kind == N_TUPLE)) {
		x = (struct range){x.begin + 1, x.end - 1};
		n = only->n;
		from = 0;
	}
	const struct range *part = frontend_operand_ranges(r, x);
	for (uint32_t i = 0; i < n; i++) {
		struct tir_region g;
		if (!read_region(r, part[from + i], &g) || !check_source(r, b, &g))
			return false;
		if (writes)
			VEC_PUSH(r->arena, &b->writes, g);
		else
			VEC_PUSH(r->arena, &b->reads, g);
	}
	return frontend_check_loose(r);
}

/* The form a call's text names, or NFORMS. */
static enum form form_of(struct reader *r, struct range x)
{
	const struct node *first = &r->tree.nodes.at[x.begin], *last = &r->tree.nodes.at[x.end - 1];
	if (x.begin == x.end || first->kind != N_DOTTED || first->op || last->kind != N_CALL)
		return NFORMS;
	const struct known *k = frontend_known_find(r, first->sym);
	return k && k->kind == K_FORM ? (enum form)k->index : NFORMS;
}

bool frontend_is_regions(struct reader *r, const struct syntax *s)
{
	enum form f = form_of(r, s->value);
	return f == F_reads || f == F_writes;
}

bool frontend_read_block_regions(struct reader *r, const struct syntax *s)
{
	r->in_head = true;
	bool ok = read_regions(r, s, form_of(r, s->value) == F_writes);
	r->in_head = false;
	return ok;
}

bool frontend_is_head(struct reader *r, const struct syntax *s)
{
	enum form f = form_of(r, s->value);
	bool alloc = f == F_sblock_alloc_buffer || (f == F_alloc_buffer && r->dialect <= D2);
	return r->level == r->block_level && (alloc || f == F_match_buffer);
}

bool frontend_is_outside(struct reader *r, const struct syntax *s)
{
	enum form f = form_of(r, s->value);
	return r->level == r->block_level && (f == F_where || f == F_axis);
}

/* ---- Views of regions -------------------------------------------------------------------*/
bool frontend_is_region_match(struct reader *r, const struct syntax *s)
{
	if (form_of(r, s->value) != F_match_buffer || r->tree.nodes.at[s->value.end - 1].n < 2)
		return false;
	const struct range *part = frontend_operand_ranges(r, s->value);
	const struct node *first = &r->tree.nodes.at[part[1].begin];
	const struct entity *e = first->kind == N_NAME ? frontend_scope_find(r, first->sym) : NULL;
	return e && e->kind == ENT_BUFFER;
}

/* Is the variable one of the view's extents, one of its strides, or its offset? */
static bool is_matched(const struct tir_buffer *b, const struct tir_var *var)
{
	bool yes = b->elem_offset == var->expr;
	for (uint32_t i = 0; i < b->ndim; i++)
		yes = yes || b->shape[i] == var->expr || (b->strides && b->strides[i] == var->expr);
	return yes;
}

/* Names that stand for a view's strides, shape and offset: the region has a value for them, up to
 * the end of the block. */
static bool adopt_matched(struct reader *r, const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < r->loose.n; i++) {
		struct entity *e = &r->entities.at[r->loose.at[i].entity];
		if (e->kind == ENT_DECLARED && !is_matched(b, e->var))
			return frontend_fail(r, r->loose.at[i].at,
			        "'%s' has no value here: only a whole extent, stride or offset is "
			        "given one",
			        sym_name(r, e->sym));
		if (e->kind == ENT_DECLARED && e->let)
			return frontend_fail(r, r->loose.at[i].at, "'%s' is given a value twice",
			        sym_name(r, e->sym));
		if (e->kind != ENT_DECLARED)
			continue;
		e->kind = ENT_VAR;
		e->part = true;
		frontend_scope_bound(r, e);
	}
	r->loose.n = 0;
	return true;
}

static bool check_match(struct reader *r, const struct tir_match *m, struct span at)
{
	char x[40], y[40];
	const struct tir_buffer *b = m->buffer, *of = m->source.buffer;
	if (!tir_type_eq(b->elem, of->elem))
		return frontend_fail(r, at, "a view of type %s of a buffer of type %s",
		        tir_type_name(b->elem, x), tir_type_name(of->elem, y));
	if (strcmp(b->scope, of->scope) != 0)
		return frontend_fail(r, at, "a view in \"%s\" of a buffer in \"%s\"", b->scope,
		        of->scope);
	if (b->ndim > of->ndim)
		return frontend_fail(r, at, "a view of %u dimensions of a region of %u", b->ndim,
		        of->ndim);
	for (uint32_t i = 0; i < b->ndim; i++) {
		const struct tir_expr *d = b->shape[i];
		const struct tir_expr *e = m->source.extent[of->ndim - b->ndim + i].e;
		if (d->op == TIR_INT_IMM && e->op == TIR_INT_IMM && d->u.i != e->u.i)
			return frontend_fail(r, at, "dimension %u of the view is not its region's",
			        i);
	}
	return true;
}

/* S = T.match_buffer(A[lo:hi, ...], shape, ...) */
bool frontend_read_match(struct reader *r, const struct syntax *s)
{
	const struct node *name = &r->tree.nodes.at[s->target.end - 1];
	uint32_t n = r->tree.nodes.at[s->value.end - 1].n;
	const struct range *part = frontend_operand_ranges(r, s->value);
	struct span at = r->tree.nodes.at[s->value.end - 1].at;
	struct tir_block *b = head(r, at, "a view of a region");
	struct tir_match m;
	if (!b || !read_region(r, part[1], &m.source))
		return false;
	if (name->kind != N_NAME)
		return frontend_fail(r, name->at, "a buffer must be a name");
	if (!frontend_check_loose(r))
		return false;
	struct value *v = ARENA_NEWN(r->scratch, struct value, n - 1);
	v[0] = (struct value){.kind = V_BUFFER, .at = at, .buffer = m.source.buffer};
	for (uint32_t i = 2; i < n; i++) {
		v[i - 1] = frontend_eval(r, part[i]);
		if (v[i - 1].kind == V_ERROR)
			return false;
	}
	struct value form = {
	        .kind = V_FORM, .at = at, .form = F_match_buffer, .item = v, .n = n - 1};
	m.buffer = frontend_make_buffer(r, sym_name(r, name->sym), TIR_BUFFER_DECL, &form);
	if (!m.buffer)
		return false;
	m.buffer->root = m.source.buffer->root;
	if (!check_match(r, &m, at) || !adopt_matched(r, m.buffer))
		return false;
	struct entity *e = frontend_scope_define(r, name->sym, ENT_BUFFER, name->at);
	if (!e)
		return false;
	e->buffer = m.buffer;
	e->part = true;
	m.buffer->at = name->at;
	VEC_PUSH(r->arena, &b->matches, m);
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
	struct tir_block *b = head(r, a->at, "T.where");
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
	struct tir_block *b = head(r, a->at, "T.sblock_attr");
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
	struct tir_block *b = head(r, at, "T.init");
	if (b && b->init.first)
		frontend_fail(r, at, "T.init stands twice in a block");
	if (!b || b->init.first) {
		frontend_read_for_errors(r, s->body);
		return false;
	}
	r->level++; /* the body is deeper than the block's head */
	r->in_init = true;
	frontend_read_suite(r, s->body, &b->init);
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
		if (s->kind == S_ASSIGN && form_of(r, s->value) == F_axis)
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
	frontend_read_block(r, s->body, &tir_as_block(b)->body);
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
