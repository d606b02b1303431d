/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/facts.c: what defines each variable and each view of a function, and the loops around it.
 *
 * Idea.   One walk over the statements.  Of each definition a copy is kept of what it said: expressions
 *         never change, so a fact is old only if its statement says something else now, or is not
 *         the function's any more; the first is compared at each use, the second is asked of loops.
 * Costs   O(statements), and the nodes of operands with Lets or addresses; sized by the function. */
#include "analysis/internal.h"

struct gather {
	struct facts *f;
	struct arena scratch;
	uint32_t loop; /* the walk is in it */
	bool unknown;  /* pointers of unknown origin are about */
};

/* ---- Tables ------------------------------------------------------------------------------*/
static uint32_t hash(uint32_t id)
{
	return (uint32_t)(hash_mix(0, id) >> 7);
}

static uint32_t *find(const struct analysis_table *t, uint32_t id, const void *all, size_t size,
        uint32_t (*id_of)(const void *item))
{
	uint32_t at = hash(id);
	for (;; at++) {
		uint32_t *slot = &t->slot[at & (t->nslots - 1)];
		if (!*slot || id_of((const char *)all + (*slot - 1) * size) == id)
			return slot;
	}
}

/* Room for one more than n. */
static void room(struct analysis_table *t, struct arena *arena, const void *all, size_t size,
        uint32_t n, uint32_t (*id_of)(const void *item))
{
	if (2 * (n + 1) <= t->nslots)
		return;
	if (t->slot)
		arena_give_back(arena, t->slot, t->nslots * sizeof *t->slot);
	t->nslots = t->nslots ? 2 * t->nslots : 32;
	t->slot = ARENA_NEWN(arena, uint32_t, t->nslots);
	for (uint32_t i = 0; i < n; i++)
		*find(t, id_of((const char *)all + i * size), all, size, id_of) = i + 1;
}

static uint32_t var_id(const void *item)
{
	return ((const struct analysis_var *)item)->var->id;
}

static uint32_t buffer_id(const void *item)
{
	return ((const struct analysis_buffer *)item)->buffer->id;
}

static uint32_t expr_id(const void *item)
{
	return ((const struct analysis_expr *)item)->e->id;
}

static void add_var(struct facts *f, struct analysis_var v)
{
	room(&f->by_var, f->arena, f->vars.at, sizeof v, f->vars.n, var_id);
	uint32_t *slot = find(&f->by_var, v.var->id, f->vars.at, sizeof v, var_id);
	if (*slot)
		return;
	VEC_PUSH(f->arena, &f->vars, v);
	*slot = f->vars.n;
}

static struct analysis_buffer *add_buffer(struct facts *f, struct analysis_buffer b)
{
	room(&f->by_buffer, f->arena, f->buffers.at, sizeof b, f->buffers.n, buffer_id);
	uint32_t *slot = find(&f->by_buffer, b.buffer->id, f->buffers.at, sizeof b, buffer_id);
	if (!*slot) {
		VEC_PUSH(f->arena, &f->buffers, b);
		*slot = f->buffers.n;
	}
	return &f->buffers.at[*slot - 1];
}

struct analysis_expr *analysis_expr(const struct facts *facts, const struct tir_expr *e)
{
	struct facts *f = (struct facts *)facts; /* what was answered is kept */
	struct analysis_expr x = {.e = e};
	room(&f->by_expr, f->arena, f->exprs.at, sizeof x, f->exprs.n, expr_id);
	uint32_t *slot = find(&f->by_expr, e->id, f->exprs.at, sizeof x, expr_id);
	if (!*slot) {
		VEC_PUSH(f->arena, &f->exprs, x);
		*slot = f->exprs.n;
	}
	return &f->exprs.at[*slot - 1];
}

/* ---- The walk ----------------------------------------------------------------------------*/
static bool see_let(void *ctx, const struct tir_expr *e)
{
	struct gather *g = ctx;
	if (e->op == TIR_LET)
		add_var(g->f, (struct analysis_var){.var = e->u.var,
		                      .kind = ANALYSIS_LET,
		                      .value = e->arg[0],
		                      .loop = g->loop});
	return true;
}

static bool see_address(void *ctx, const struct tir_expr *e)
{
	struct gather *g = ctx;
	if (e->op != TIR_BUFFER_DATA && e->op != TIR_ADDRESS_OF)
		return true;
	const struct tir_buffer *root = alias_root(e->u.buffer);
	if (root)
		add_buffer(g->f, (struct analysis_buffer){.buffer = root})->escapes = true;
	return true;
}

static void see_operands(struct gather *g, const struct tir_stmt *s)
{
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	uint8_t flags = tir_stmt_flags(s);
	bool address = flags & TIR_HAS_ADDRESS && s->kind != TIR_DECL;
	if (!address && !(flags & TIR_HAS_LET))
		return;
	uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++) {
		if (op[i]->flags & TIR_HAS_LET)
			tir_walk_expr(op[i], &g->scratch, see_let, g);
		if (address && op[i]->flags & TIR_HAS_ADDRESS)
			tir_walk_expr(op[i], &g->scratch, see_address, g);
	}
}

static void define(struct gather *g, const struct tir_stmt *s)
{
	struct analysis_var v = {.var = tir_var_of(s), .def = s, .loop = g->loop, .step = 1};
	if (!v.var)
		return;
	v.kind = s->kind == TIR_BIND  ? ANALYSIS_BIND
	         : s->kind == TIR_FOR ? ANALYSIS_FOR
	                              : ANALYSIS_LAUNCH;
	if (s->kind == TIR_BIND) {
		v.value = tir_as_bind(s)->value.e;
	} else {
		v.min = tir_as_for(s)->min.e;
		v.extent = tir_as_for(s)->extent.e;
		v.step = tir_loop_step(s);
	}
	add_var(g->f, v);
}

/* Other threads see it. */
static bool is_shared(const struct tir_buffer *b)
{
	return !strncmp(b->scope, "shared", 6) || !strncmp(b->scope, "warp", 4) ||
	       !strncmp(b->scope, "wmma", 4);
}

static void begin_buffer(struct gather *g, const struct tir_stmt *s)
{
	struct tir_buffer *buffer = tir_buffer_of(s);
	struct analysis_buffer b = {.buffer = buffer, .decl = s};
	if (s->kind == TIR_DECL)
		b.data = tir_as_decl(s)->value.e;
	else
		b.escapes = is_shared(buffer);
	add_buffer(g->f, b);
	g->unknown |= !alias_root(buffer);
}

static void gather(struct gather *g, const struct tir_seq *code)
{
	struct facts *f = g->f;
	for (const struct tir_stmt *s = code->first; s; s = s->next) {
		uint32_t around = g->loop, number = f->loops.n;
		bool loop = s->kind == TIR_FOR || s->kind == TIR_WHILE || s->kind == TIR_LAUNCH;
		if (loop) {
			VEC_PUSH(f->arena, &f->loops, ((struct analysis_loop){s, around, 0}));
			g->loop = number;
		}
		define(g, s);
		if (s->kind == TIR_ALLOC || s->kind == TIR_DECL)
			begin_buffer(g, s);
		see_operands(g, s);
		gather(g, tir_body(s));
		gather(g, tir_orelse(s));
		if (loop)
			f->loops.at[number].end = f->loops.n;
		g->loop = around;
	}
}

/* ---- Parameters --------------------------------------------------------------------------*/
static void add_sizes(struct facts *f, const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < b->ndim; i++)
		if (b->shape[i] && b->shape[i]->op == TIR_VAR)
			add_var(f, (struct analysis_var){.var = b->shape[i]->u.var,
			                   .loop = FACTS_NO_LOOP,
			                   .is_size = true});
}

static void add_params(struct facts *f)
{
	for (uint32_t i = 0; i < f->f->params.n; i++) {
		const struct tir_param *p = &f->f->params.at[i];
		if (!p->buffer)
			continue;
		add_sizes(f, p->buffer);
		add_buffer(f, (struct analysis_buffer){.buffer = p->buffer, .escapes = true});
	}
	for (uint32_t i = 0; i < f->f->params.n; i++)
		if (f->f->params.at[i].var)
			add_var(f, (struct analysis_var){
			                   .var = f->f->params.at[i].var, .loop = FACTS_NO_LOOP});
	for (uint32_t i = 0; i < f->f->syms.n; i++)
		add_var(f,
		        (struct analysis_var){.var = f->f->syms.at[i].var, .loop = FACTS_NO_LOOP});
}

struct facts *facts_begin(const struct tir_func *func, const struct facts_options *options,
        struct arena *arena)
{
	struct facts *f = ARENA_NEW(arena, struct facts);
	struct gather g = {.f = f, .scratch = arena_scratch(arena), .loop = FACTS_NO_LOOP};
	f->f = func;
	f->arena = arena;
	if (options)
		f->options = *options;
	room(&f->by_var, arena, NULL, sizeof *f->vars.at, 0, var_id);
	room(&f->by_buffer, arena, NULL, sizeof *f->buffers.at, 0, buffer_id);
	add_params(f);
	gather(&g, &func->body);
	arena_free(&g.scratch);
	return f;
}

/* ---- Asking ------------------------------------------------------------------------------*/
/* Does its statement say what it said? */
static bool is_current(const struct analysis_var *v)
{
	const struct tir_stmt *s = v->def;
	if (!s)
		return true;
	if (v->kind == ANALYSIS_BIND)
		return s->kind == TIR_BIND && tir_as_bind(s)->var == v->var &&
		       tir_as_bind(s)->value.e == v->value;
	return (s->kind == TIR_FOR || s->kind == TIR_LAUNCH) && tir_as_for(s)->var == v->var &&
	       tir_as_for(s)->min.e == v->min && tir_as_for(s)->extent.e == v->extent &&
	       tir_loop_step(s) == v->step;
}

const struct analysis_var *analysis_var(const struct facts *f, const struct tir_var *var)
{
	static const struct analysis_var around = {.loop = FACTS_NO_LOOP};
	uint32_t slot = *find(&f->by_var, var->id, f->vars.at, sizeof *f->vars.at, var_id);
	const struct analysis_var *v = slot ? &f->vars.at[slot - 1] : NULL;
	if (!v && f->options.is_part)
		return &around;
	return v && v->var == var && is_current(v) ? v : NULL;
}

const struct analysis_buffer *analysis_buffer(const struct facts *f, const struct tir_buffer *b)
{
	static const struct analysis_buffer around = {.escapes = true};
	uint32_t slot = *find(&f->by_buffer, b->id, f->buffers.at, sizeof *f->buffers.at,
	        buffer_id);
	const struct analysis_buffer *x = slot ? &f->buffers.at[slot - 1] : NULL;
	if (!x && f->options.is_part)
		return &around;
	if (!x || x->buffer != b || (x->decl && tir_buffer_of(x->decl) != b) ||
	        (x->decl && x->decl->kind == TIR_DECL && tir_as_decl(x->decl)->value.e != x->data))
		return NULL;
	return x;
}

bool facts_are_current(const struct facts *f)
{
	bool current = true;
	for (uint32_t i = 0; i < f->vars.n && current; i++)
		current = is_current(&f->vars.at[i]);
	for (uint32_t i = 0; i < f->buffers.n && current; i++)
		current = analysis_buffer(f, f->buffers.at[i].buffer) != NULL;
	for (uint32_t i = 0; i < f->loops.n && current; i++)
		current = f->loops.at[i].s->kind == TIR_WHILE ||
		          facts_loop(f, f->loops.at[i].s) == i;
	return current;
}

const struct tir_stmt *facts_definer(const struct facts *f, const struct tir_var *v)
{
	const struct analysis_var *x = analysis_var(f, v);
	return x ? x->def : NULL;
}

uint32_t facts_loop(const struct facts *f, const struct tir_stmt *loop)
{
	if (loop->kind != TIR_WHILE) {
		const struct tir_var *var = tir_var_of(loop);
		const struct analysis_var *v = var ? analysis_var(f, var) : NULL;
		return v && v->def == loop ? v->loop : FACTS_NO_LOOP;
	}
	for (uint32_t i = 0; i < f->loops.n; i++)
		if (f->loops.at[i].s == loop)
			return i;
	return FACTS_NO_LOOP;
}

const struct tir_stmt *facts_loop_stmt(const struct facts *f, uint32_t loop)
{
	return loop < f->loops.n ? f->loops.at[loop].s : NULL;
}

uint32_t facts_loop_around(const struct facts *f, uint32_t loop)
{
	return loop < f->loops.n ? f->loops.at[loop].around : FACTS_NO_LOOP;
}

uint32_t facts_loop_outermost(const struct facts *f, uint32_t loop)
{
	while (facts_loop_around(f, loop) != FACTS_NO_LOOP)
		loop = facts_loop_around(f, loop);
	return loop;
}

bool facts_is_inside(const struct facts *f, const struct tir_var *var, uint32_t loop)
{
	const struct analysis_var *v = analysis_var(f, var);
	return !v || (loop != FACTS_NO_LOOP && analysis_holds(f, loop, v->loop));
}

/* The variables that e is made of, in `x`. */
static bool list_var(void *ctx, const struct tir_expr *e)
{
	struct analysis_expr *x = ctx;
	uint8_t i = 0;
	if (e->op != TIR_VAR)
		return true;
	while (i < x->nvars && x->var[i] != e->u.var)
		i++;
	if (i < x->nvars)
		return true;
	if (i == ANALYSIS_VARS)
		return x->nvars++, false;
	x->var[x->nvars++] = e->u.var;
	return true;
}

const struct analysis_expr *analysis_vars(const struct facts *f, const struct tir_expr *e)
{
	struct analysis_expr *x = analysis_expr(f, e);
	if (x->listed)
		return x;
	struct arena scratch = arena_scratch(f->arena);
	tir_walk_expr(e, &scratch, list_var, x);
	arena_free(&scratch);
	x->listed = true;
	return x;
}

bool facts_names(const struct facts *f, const struct tir_expr *e, const struct tir_var *v)
{
	if (e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT))
		return true;
	const struct analysis_expr *x = analysis_vars(f, e);
	bool found = x->nvars > ANALYSIS_VARS;
	for (uint32_t i = 0; !found && i < x->nvars; i++)
		found = x->var[i] == v;
	return found;
}

bool facts_is_invariant(const struct facts *f, const struct tir_expr *e, uint32_t loop)
{
	if (!(e->flags & (TIR_HAS_VAR | TIR_READS_MEM | TIR_HAS_EFFECT)))
		return true;
	if (e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT))
		return false;
	const struct analysis_expr *x = analysis_vars(f, e);
	bool same = x->nvars <= ANALYSIS_VARS;
	for (uint32_t i = 0; same && i < x->nvars; i++)
		same = !facts_is_inside(f, x->var[i], loop);
	return same;
}
