/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/survey.c: what a function has, found in one walk before its values are numbered.
 *
 * Idea.   Buffers that may overlap share an alias class: a parameter has one of its own if the function
 *         promises so (tirx.noalias), all others share one; an allocation has its own; a view has
 *         that of what it views.  What the program gives away escapes: an unknown function may change it.
 * Costs   a step a statement; nodes with addresses once. */
#include "analysis/analysis.h"
#include "cse/values.h"

enum { UNKNOWN = 0 };

struct survey {
	struct cse_values *v;
	struct arena scratch;
	bool *seen;   /* by expression; NULL: none was */
	bool unknown; /* pointers of unknown origin are about */
	VEC(const struct tir_expr *) todo;
};

/* ---- Alias classes -------------------------------------------------------------------------*/
/* Other threads see it. */
static bool is_shared(const struct tir_buffer *b)
{
	return !strncmp(b->scope, "shared", 6) || !strncmp(b->scope, "warp", 4) ||
	       !strncmp(b->scope, "wmma", 4);
}

static void give_class(struct cse_values *v, struct tir_buffer *b, bool alone)
{
	v->alias_class[b->id] = alone ? v->nalias_classes++ : UNKNOWN;
}

static void begin_buffer(struct survey *s, const struct tir_stmt *t)
{
	struct cse_values *v = s->v;
	struct tir_buffer *b = tir_buffer_of(t);
	if (t->kind == TIR_ALLOC) {
		give_class(v, b, true);
		v->escapes[v->alias_class[b->id]] = is_shared(b);
	} else {
		const struct tir_buffer *root = alias_root(b);
		s->unknown |= !root;
		v->alias_class[b->id] = root ? v->alias_class[root->id] : UNKNOWN;
	}
}

const struct tir_buffer *cse_values_buffer(const struct tir_buffer *b)
{
	const struct tir_buffer *r = b->root;
	bool plain = b->ndim == 1 && !b->strides && !b->elem_offset && b->starts_there;
	return plain && r && r != b && r->kind != TIR_BUFFER_DECL && r->ndim == 1 && !r->strides &&
	                       tir_type_eq(r->elem, b->elem)
	               ? r
	               : b;
}

/* ---- Expressions -------------------------------------------------------------------------*/
/* Look at each node of the statement that holds an address, once in all. */
static void give_away(struct survey *s, const struct tir_stmt *t)
{
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(t, op, TIR_MAX_OPERANDS);
	if (!s->seen)
		s->seen = ARENA_NEWN(&s->scratch, bool, s->v->m->nexprs);
	for (uint32_t i = 0; i < n; i++)
		VEC_PUSH(&s->scratch, &s->todo, op[i]);
	while (s->todo.n) {
		const struct tir_expr *e = s->todo.at[--s->todo.n];
		if (!(e->flags & TIR_HAS_ADDRESS) || s->seen[e->id])
			continue;
		s->seen[e->id] = true;
		if (e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF)
			s->v->escapes[s->v->alias_class[e->u.buffer->id]] = true;
		for (uint32_t i = 0; i < e->n; i++)
			VEC_PUSH(&s->scratch, &s->todo, e->arg[i]);
	}
}

/* ---- The walk ----------------------------------------------------------------------------*/
static bool look(void *ctx, struct tir_stmt *t)
{
	struct survey *s = ctx;
	struct cse_values *v = s->v;
	v->nstmts++;
	v->nloops += t->kind == TIR_FOR || t->kind == TIR_WHILE || t->kind == TIR_LAUNCH;
	v->nstores += t->kind == TIR_STORE;
	v->nbodies += (tir_body(t)->first != NULL) + (tir_orelse(t)->first != NULL) +
	              (t->kind == TIR_WHILE);
	if (t->kind == TIR_ALLOC || t->kind == TIR_DECL)
		begin_buffer(s, t);
	uint8_t flags = tir_stmt_flags(t);
	if (flags & TIR_HAS_ADDRESS && t->kind != TIR_DECL)
		give_away(s, t);
	v->lets |= (flags & TIR_HAS_LET) != 0;
	return true;
}

/* A parameter has an alias class of its own if the function promises so, or as the caller says: then those
 * that may overlap share one, and those that overlap with these. */
static void classify_param(struct cse_values *v, const struct tir_func *f, uint32_t i,
        const struct cse_options *options)
{
	struct tir_buffer *b = f->params.at[i].buffer;
	give_class(v, b, options->alias || f->noalias);
	for (uint32_t k = 0; options->alias && k < i; k++) {
		const struct tir_buffer *a = f->params.at[k].buffer;
		if (!a || !options->alias(options->ctx, a, b))
			continue;
		uint32_t from = v->alias_class[a->id];
		for (uint32_t j = 0; j < i; j++)
			if (f->params.at[j].buffer &&
			        v->alias_class[f->params.at[j].buffer->id] == from)
				v->alias_class[f->params.at[j].buffer->id] = v->alias_class[b->id];
	}
}

void cse_survey(struct cse_values *v, const struct tir_func *f, const struct cse_options *options)
{
	struct survey s = {.v = v, .scratch = arena_scratch(v->arena)};
	v->alias_class = ARENA_NEWN(v->arena, uint32_t, v->m->nbuffers);
	v->escapes = ARENA_NEWN(v->arena, bool, v->m->nbuffers + 1);
	v->nalias_classes = UNKNOWN + 1;
	v->escapes[UNKNOWN] = true;
	for (uint32_t i = 0; i < f->params.n; i++)
		if (f->params.at[i].buffer)
			classify_param(v, f, i, options);
	tir_walk_stmts(&f->body, look, &s);
	for (uint32_t i = 0; i < f->params.n; i++)
		if (f->params.at[i].buffer)
			v->escapes[v->alias_class[f->params.at[i].buffer->id]] = true;
	if (s.unknown) /* it may point anywhere but at what never leaves the function */
		for (uint32_t i = 0; i < v->m->nbuffers; i++)
			if (v->escapes[v->alias_class[i]])
				v->alias_class[i] = UNKNOWN;
	arena_free(&s.scratch);
}
