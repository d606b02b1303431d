/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/number_survey.c: what a function has: buffers that may overlap, variables, and what each loop writes.
 *
 * Idea.   Buffers that may overlap share an alias class: an allocation has one of its own, a view that of its root,
 *         parameters as proof/values/alias.c says.  What the program gives away escapes: an unknown function may change it.
 * Costs   a step a statement; pairs of parameters; nodes with addresses or Lets once; a loop what it writes. */
#include "proof/values/bounds.h"
#include "proof/values/number.h"

enum { UNKNOWN = 0 }; /* the class of pointers of unknown origin */

struct survey {
	struct numbers *n;
	struct arena scratch;
	uint8_t *seen; /* by expression, for which flags; NULL: none was */
	bool unknown,
	        effects; /* a view is of nothing known; a statement may change what is not named */
	VEC(const struct tir_expr *) todo;
	VEC(struct number_loop_write) writes;
	uint32_t *kept; /* by alias class: its number among the writes */
	uint32_t nloops, nstores;
};

const struct tir_buffer *proof_number_buffer(const struct tir_buffer *b)
{
	const struct tir_buffer *r = b->root;
	if (!r || r == b || r->kind == TIR_BUFFER_DECL || b->ndim != 1 || r->ndim != 1 ||
	        b->strides || r->strides || b->elem_offset || !b->starts_there ||
	        !tir_type_eq(b->elem, r->elem))
		return b;
	return r;
}

/* ---- Alias classes -----------------------------------------------------------------------*/
/* Parameters of the one class are of the other from now on. */
static void join(struct numbers *n, uint32_t from, uint32_t to)
{
	for (uint32_t i = 0; i < n->f->params.n; i++) {
		const struct tir_buffer *b = n->f->params.at[i].buffer;
		if (b && n->alias_class[b->id] == from)
			n->alias_class[b->id] = to;
	}
}

/* Parameters that may overlap share a class, with all that overlap one of them. */
static void classify_params(struct numbers *n)
{
	bool one = !n->contract->alias && !n->f->noalias;
	for (uint32_t i = 0; i < n->f->params.n; i++) {
		const struct tir_buffer *b = n->f->params.at[i].buffer;
		if (!b || one)
			continue;
		n->alias_class[b->id] = n->nalias_classes++;
		for (uint32_t k = 0; n->contract->alias && k < i; k++) {
			const struct tir_buffer *a = n->f->params.at[k].buffer;
			if (a && proof_may_overlap(n->f, n->contract, a, b))
				join(n, n->alias_class[a->id], n->alias_class[b->id]);
		}
	}
	for (uint32_t i = 0; i < n->nalias_classes; i++)
		n->escapes[i] = true;
}

/* Other threads see it. */
static bool is_shared(const struct tir_buffer *b)
{
	return !strncmp(b->scope, "shared", 6) || !strncmp(b->scope, "warp", 4) ||
	       !strncmp(b->scope, "wmma", 4);
}

/* Give a buffer its alias class: a new one for an allocation, else that of its root. */
static void begin_buffer(struct survey *s, const struct tir_stmt *t)
{
	struct numbers *n = s->n;
	const struct tir_buffer *b = tir_buffer_of(t), *root = b->root;
	if (t->kind == TIR_ALLOC) {
		n->escapes[n->nalias_classes] = is_shared(b);
		n->alias_class[b->id] = n->nalias_classes++;
		return;
	}
	s->unknown |= !root;
	n->alias_class[b->id] = root ? n->alias_class[root->id] : UNKNOWN;
}

/* ---- Expressions -------------------------------------------------------------------------*/
static void visit(struct survey *s, const struct tir_expr *e)
{
	if (e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF)
		s->n->escapes[s->n->alias_class[e->u.buffer->id]] = true;
	if (e->op == TIR_LET)
		s->n->var[e->u.var->id].bound = e->arg[0]->flags & TIR_READS_MEM
		                                        ? NUMBER_BOUND_TO_READ
		                                        : NUMBER_BOUND;
}

/* Visit each node of the statement with an address or a Let, once in all. */
static void visit_nodes(struct survey *s, const struct tir_stmt *t, uint8_t flags)
{
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	uint32_t count = tir_stmt_exprs(t, op, TIR_MAX_OPERANDS);
	if (!s->seen)
		s->seen = ARENA_NEWN(&s->scratch, uint8_t, s->n->m->nexprs);
	for (uint32_t i = 0; i < count; i++)
		VEC_PUSH(&s->scratch, &s->todo, op[i]);
	while (s->todo.n) {
		const struct tir_expr *e = s->todo.at[--s->todo.n];
		if (!(e->flags & flags & ~s->seen[e->id]))
			continue;
		s->seen[e->id] |= flags;
		visit(s, e);
		for (uint32_t i = 0; i < e->n; i++)
			VEC_PUSH(&s->scratch, &s->todo, e->arg[i]);
	}
}

/* ---- Variables ---------------------------------------------------------------------------*/
enum { BOUNDS_DEPTH = 8 };

/* The numbers of an integer type or of bool, where int64 holds them; not known of others. */
static struct proof_bounds all_of(struct tir_type t)
{
	const struct tir_type largest = {.code = TIR_TYPE_INT, .bits = 64, .lanes = 1};
	struct proof_bounds all = proof_bounds_of_type(t);
	all.known = t.lanes == 1 && proof_bounds_within(all, largest);
	return all;
}

static struct proof_bounds lies(const struct survey *s, const struct tir_expr *e, int depth);

/* Of a variable that was defined so far: of a loop, or bound to a value. */
static struct proof_bounds var_lies(const struct survey *s, const struct tir_var *var, int depth)
{
	const struct number_var *v = &s->n->var[var->id];
	if (v->bounded)
		return (struct proof_bounds){v->lo, v->hi, true};
	return v->by && v->by->kind == TIR_BIND ? lies(s, tir_as_bind(v->by)->value.e, depth)
	                                        : all_of(var->type);
}

/* The exact result of e. */
static struct proof_bounds exact(const struct survey *s, const struct tir_expr *e, int depth)
{
	bool choice = e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
	if (e->op == TIR_INT_IMM)
		return (struct proof_bounds){e->u.i, e->u.i, true};
	if (e->op == TIR_VAR)
		return var_lies(s, e->u.var, depth);
	if (e->op == TIR_CAST)
		return lies(s, e->arg[0], depth);
	if (e->n != (choice ? 3 : 2))
		return (struct proof_bounds){0};
	struct proof_bounds a = lies(s, e->arg[choice], depth);
	struct proof_bounds b = lies(s, e->arg[choice + 1], depth);
	return choice ? proof_bounds_of_both(a, b)
	              : proof_bounds_of_operation((enum tir_op)e->op, e->type, a, b);
}

/* Between which numbers e lies, wherever it is computed: what its type may not hold is any number of that. */
static struct proof_bounds lies(const struct survey *s, const struct tir_expr *e, int depth)
{
	if (e->op == TIR_INT_IMM && e->type.code == TIR_TYPE_INT)
		return (struct proof_bounds){e->u.i, e->u.i, true};
	struct proof_bounds all = all_of(e->type);
	if (!all.known || !depth)
		return all;
	struct proof_bounds b = exact(s, e, depth - 1);
	return proof_bounds_within(b, e->type) ? b : all;
}

/* The loop goes from min to another end: its variable stays below that. */
static void bound_by_end(const struct survey *s, struct number_var *x, const struct tir_for *l,
        struct proof_bounds min)
{
	const struct tir_expr *n = l->extent.e;
	struct tir_type t = l->var->type;
	bool signs = t.code == TIR_TYPE_INT && t.bits >= 32 && tir_type_eq(n->type, t);
	if (!signs || n->op != TIR_SUB || n->arg[1] != l->min.e)
		return;
	struct proof_bounds end = lies(s, n->arg[0], BOUNDS_DEPTH);
	x->idle |= end.hi <= min.lo && tir_loop_ascends(&l->s);
	if (x->idle || end.hi <= min.lo)
		return;
	x->hi = x->bounded && x->hi < end.hi ? x->hi : (int64_t)end.hi - 1;
	x->bounded = true;
}

/* Between which numbers a loop's variable lies. */
static void bound_by_extent(const struct survey *s, struct number_var *x, const struct tir_for *l,
        struct proof_bounds min, int64_t step)
{
	struct proof_bounds all = all_of(l->var->type);
	struct proof_bounds extent = lies(s, l->extent.e, BOUNDS_DEPTH);
	bool leaves = min.lo == min.hi && step < NUMBER_FIXED;
	x->step = leaves ? (int32_t)step : 1;
	x->rest = leaves ? (int32_t)((min.lo % step + step) % step) : 0;
	x->idle = extent.known && extent.hi <= 0 && tir_loop_ascends(&l->s);
	proof_wide last = min.hi + (extent.hi - 1) / step * step;
	bool fits = extent.known && last <= all.hi;
	/* From elsewhere than 0 the end may lie beyond the type's: of a signed one of 32 bits and more that is undefined. */
	bool stays = (min.lo == 0 && min.hi == 0) ||
	             (l->var->type.code == TIR_TYPE_INT && l->var->type.bits >= 32);
	x->lo = (int64_t)min.lo;
	x->hi = (int64_t)(fits ? last : all.hi);
	x->bounded = (fits || stays) && (!extent.known || extent.hi > 0);
}

/* Bound a loop's variable by its extent and by its ends. */
static void bound_var(const struct survey *s, struct number_var *x, const struct tir_for *l,
        int64_t step)
{
	struct proof_bounds min = lies(s, l->min.e, BOUNDS_DEPTH);
	if (step <= 0 || !all_of(l->var->type).known || !min.known)
		return;
	bound_by_extent(s, x, l, min, step);
	bound_by_end(s, x, l, min);
	if (x->bounded && x->lo == x->hi && x->lo >= 0 && x->lo < NUMBER_FIXED) {
		x->step = NUMBER_FIXED;
		x->rest = (int32_t)x->lo;
	}
}

/* Note where a variable is defined, in which loop, and in which bounds. */
static void define(struct survey *s, const struct tir_stmt *t, uint32_t loop)
{
	struct number_var *x = &s->n->var[tir_var_of(t)->id];
	const struct tir_expr *step = t->kind == TIR_FOR ? tir_as_for(t)->more->step.e : NULL;
	x->bound = NUMBER_BOUND;
	x->loop = loop;
	x->by = t;
	if (t->kind == TIR_FOR && (!step || step->op == TIR_INT_IMM))
		bound_var(s, x, tir_as_for(t), step ? step->u.i : 1);
}

/* ---- What loops write --------------------------------------------------------------------*/
static void add_write(struct survey *s, uint32_t alias_class, bool by_store)
{
	VEC_PUSH(&s->scratch, &s->writes, ((struct number_loop_write){alias_class, by_store}));
}

/* What the statement itself writes; in the end, when all that escapes is known. */
static void add_writes(struct survey *s, const struct tir_stmt *t)
{
	struct numbers *n = s->n;
	bool effect = s->effects && tir_stmt_flags(t) & TIR_HAS_EFFECT;
	if (t->kind == TIR_STORE || t->kind == TIR_ALLOC)
		add_write(s, n->alias_class[tir_buffer_of(t)->id], t->kind == TIR_STORE);
	for (uint32_t i = 0; effect && i < n->nalias_classes; i++)
		if (n->escapes[i])
			add_write(s, i, false);
}

/* Each of the writes from number `from` on, once. */
static void distinct(struct survey *s, uint32_t from)
{
	struct numbers *n = s->n;
	uint32_t kept = from;
	n->stamps++;
	for (uint32_t i = from; i < s->writes.n; i++) {
		struct number_loop_write w = s->writes.at[i];
		if (n->stamp[w.alias_class] == n->stamps) {
			s->writes.at[s->kept[w.alias_class]].by_stores &= w.by_stores;
			continue;
		}
		n->stamp[w.alias_class] = n->stamps;
		s->kept[w.alias_class] = kept;
		s->writes.at[kept++] = w;
	}
	s->writes.n = kept;
}

/* The writes of a sequence stay on the list, for the loops around it. */
static void find_writes(struct survey *s, const struct tir_seq *seq, uint32_t around)
{
	struct numbers *n = s->n;
	for (const struct tir_stmt *t = seq->first; t; t = t->next) {
		uint32_t from = s->writes.n, number = n->loops.n, store = n->all_stores.n;
		bool loop = t->kind == TIR_FOR || t->kind == TIR_WHILE || t->kind == TIR_LAUNCH;
		if (loop)
			VEC_PUSH(n->arena, &n->loops, ((struct number_loop){0}));
		if (tir_var_of(t))
			define(s, t, loop ? number : around);
		if (t->kind == TIR_STORE)
			VEC_PUSH(n->arena, &n->all_stores, ((struct number_loop_store){t, false}));
		add_writes(s, t);
		if (tir_body(t)->first)
			find_writes(s, tir_body(t), loop ? number : around);
		if (tir_orelse(t)->first)
			find_writes(s, tir_orelse(t), loop ? number : around);
		if (!loop)
			continue;
		if (number_never_runs(t)) {
			s->writes.n = from;
			n->all_stores.n = store;
		}
		bool idle = tir_var_of(t) && n->var[tir_var_of(t)->id].idle;
		for (uint32_t i = store; idle && i < n->all_stores.n; i++)
			n->all_stores.at[i].idle = true;
		distinct(s, from);
		n->loops.at[number] = (struct number_loop){n->loop_writes.n, s->writes.n - from,
		        store, n->all_stores.n - store, n->loops.n};
		for (uint32_t i = from; i < s->writes.n; i++)
			VEC_PUSH(n->arena, &n->loop_writes, s->writes.at[i]);
	}
}

/* ---- All of it ---------------------------------------------------------------------------*/
static bool look(void *ctx, struct tir_stmt *t)
{
	struct survey *s = ctx;
	uint8_t all = tir_stmt_flags(t), flags = all & (TIR_HAS_LET | TIR_HAS_ADDRESS);
	s->effects |= all & TIR_HAS_EFFECT;
	s->n->nstmts++;
	s->nloops += t->kind == TIR_FOR || t->kind == TIR_WHILE || t->kind == TIR_LAUNCH;
	s->nstores += t->kind == TIR_STORE;
	if (t->kind == TIR_ALLOC || t->kind == TIR_DECL)
		begin_buffer(s, t);
	if (t->kind == TIR_DECL) /* that it names its root gives nothing away */
		flags &= TIR_HAS_LET;
	if (flags)
		visit_nodes(s, t, flags);
	return true;
}

void proof_numbers_begin(struct numbers *n, const struct tir_func *f,
        const struct proof_contract *contract, struct arena *arena)
{
	enum { LOOKS = 1 << 22, LOOKS_A_STATEMENT = 1024 };
	struct survey s = {.n = n, .scratch = arena_scratch(arena)};
	*n = (struct numbers){.m = f->module, .f = f, .contract = contract, .arena = arena};
	n->var = ARENA_NEWN(arena, struct number_var, n->m->nvars);
	for (uint32_t i = 0; i < n->m->nvars; i++)
		n->var[i].loop = NUMBER_NONE;
	n->alias_class = ARENA_NEWN(arena, uint32_t, n->m->nbuffers);
	n->escapes = ARENA_NEWN(arena, bool, n->m->nbuffers + 1);
	n->nalias_classes = UNKNOWN + 1;
	classify_params(n);
	tir_walk_stmts(&f->body, look, &s);
	for (uint32_t i = 0; s.unknown && i < n->m->nbuffers; i++)
		if (n->escapes[n->alias_class
		                    [i]]) /* they may point to all that ever left the function */
			n->alias_class[i] = UNKNOWN;
	n->stamp = ARENA_NEWN(arena, uint32_t, n->nalias_classes);
	s.kept = ARENA_NEWN(&s.scratch, uint32_t, n->nalias_classes);
	VEC_ROOM(arena, &n->loops, s.nloops);
	VEC_ROOM(arena, &n->all_stores, s.nstores);
	find_writes(&s, &f->body, NUMBER_NONE);
	arena_free(&s.scratch);
	/* a store makes a version, what a loop writes to one at its entry and one behind it */
	VEC_ROOM(arena, &n->versions, n->nalias_classes + s.nstores + 2 * n->loop_writes.n);
	VEC_ROOM(arena, &n->stores, s.nstores);
	VEC_ROOM(arena, &n->path, s.nstores);
	n->current = arena_alloc(arena, n->nalias_classes * sizeof *n->current);
	for (uint32_t i = 0; i < n->nalias_classes; i++) {
		n->current[i] = i;
		VEC_PUSH(arena, &n->versions,
		        ((struct number_version){
		                i, NUMBER_NONE, NUMBER_NONE, 0, 0, NUMBER_BY_ANYTHING}));
	}
	n->state = n->nalias_classes - 1;
	n->looks = LOOKS + LOOKS_A_STATEMENT * (uint64_t)n->nstmts;
}
