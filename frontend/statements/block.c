/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/statements/block.c: blocks and what stands at their heads (tirscript 3.9, 3.10).
 *
 * Idea.   A block is a statement whose parts are calls and assignments in its body; they go to the
 *         block that is open in this scope, and the other statements are its body.  A function has
 *         a block from the start, the root, which is kept if there is another or a buffer of it.
 * Needs   regions are read from the tree: A[0:4, i] is no load there. */
#include "frontend/internal.h"

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
	bool fails;
	if (frontend_read_notes(r, v, &fails))
		return frontend_fail(r, v->at, "a block's allocation has no annotations");
	struct tir_block *b = tir_as_block(r->block)->block;
	struct tir_buffer *buffer = fails ? NULL
	                                  : frontend_make_buffer(r, sym_name(r, sym),
	                                            TIR_BUFFER_ALLOC, v);
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
	bool oldest = frontend_oldest_is_block(v);
	uint32_t loops = r->open_loops.n;
	struct tir_seq *around = seq;
	if (!frontend_bind_args(r, &frontend_forms[v->form], v->item, v->n, v->at, &a) ||
	        (a.arg[oldest] &&
	                !frontend_as_string(r, a.arg[oldest], "the name of a block", &name)) ||
	        !frontend_nest(r, s->at) || (oldest && !frontend_oldest_loops(r, s, v, &around))) {
		frontend_oldest_forget(r, s);
		frontend_read_for_errors(r, s->body);
		return false;
	}
	if (!oldest && a.arg[1] && (a.arg[1]->kind != V_BOOL || a.arg[1]->i))
		frontend_refuse(r, a.arg[1]->at, "a block that is not realized is not supported");
	struct tir_stmt *outer = r->block, *b = new_block(r, name, s->at);
	uint32_t level = r->block_level, closed = r->closed;
	bool reads = r->block_reads, writes = r->block_writes, in_init = r->in_init;
	uint32_t entities = r->block_entities;
	r->block = b;
	r->block_level = r->level;
	r->block_entities = r->entities.n;
	r->in_init = false;
	if (oldest || has_axes(r, s->body))
		r->closed = r->level; /* the body sees no loop around the block */
	r->block_reads = r->block_writes = false;
	r->has_blocks = true;
	uint32_t vars = r->m->nvars, buffers = r->m->nbuffers;
	bool first = outer == r->root && r->level == r->func_level + 1 && !around->first;
	if (oldest)
		frontend_oldest_axes(r, s, v);
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
	r->open_loops.n = loops;
	tir_seq_add(around, b);
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
