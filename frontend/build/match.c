/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/build/match.c: regions of buffers, and views of them (tirscript 3.9, 3.10).
 *
 * Needs   regions are read from the tree: A[0:4, i] is no load there. */
#include "frontend/internal.h"

/* The open block, if this is the scope of its parts.  The root only has buffers. */
struct tir_block *frontend_head(struct reader *r, struct span at, const char *what)
{
	if (r->block && r->block != r->root && r->level == r->block_level)
		return tir_as_block(r->block)->block;
	frontend_fail(r, at, "%s must stand at the head of a block", what);
	return NULL;
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
	struct tir_block *b = frontend_head(r, at, writes ? "T.writes" : "T.reads");
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
enum form frontend_form_of(struct reader *r, struct range x)
{
	const struct node *first = &r->tree.nodes.at[x.begin], *last = &r->tree.nodes.at[x.end - 1];
	if (x.begin == x.end || first->kind != N_DOTTED || first->op || last->kind != N_CALL)
		return NFORMS;
	const struct known *k = frontend_known_find(r, first->sym);
	return k && k->kind == K_FORM ? (enum form)k->index : NFORMS;
}

bool frontend_is_regions(struct reader *r, const struct syntax *s)
{
	enum form f = frontend_form_of(r, s->value);
	return f == F_reads || f == F_writes;
}

bool frontend_read_block_regions(struct reader *r, const struct syntax *s)
{
	r->in_head = true;
	bool ok = read_regions(r, s, frontend_form_of(r, s->value) == F_writes);
	r->in_head = false;
	return ok;
}

bool frontend_is_head(struct reader *r, const struct syntax *s)
{
	enum form f = frontend_form_of(r, s->value);
	bool alloc = f == F_sblock_alloc_buffer || (f == F_alloc_buffer && r->dialect <= D2);
	return r->level == r->block_level && (alloc || f == F_match_buffer);
}

bool frontend_is_outside(struct reader *r, const struct syntax *s)
{
	enum form f = frontend_form_of(r, s->value);
	return r->level == r->block_level && (f == F_where || f == F_axis);
}

/* ---- Views of regions -------------------------------------------------------------------*/
bool frontend_is_region_match(struct reader *r, const struct syntax *s)
{
	if (frontend_form_of(r, s->value) != F_match_buffer ||
	        r->tree.nodes.at[s->value.end - 1].n < 2)
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
	struct tir_block *b = frontend_head(r, at, "a view of a region");
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
