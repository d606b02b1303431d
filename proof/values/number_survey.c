/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/number_survey.c: what a function has: buffers that may overlap, variables, and what each loop writes.
 *
 * Idea.   Buffers that may overlap share an alias class: an allocation has one of its own, a view that of its root,
 *         parameters as proof/values/alias.c says.  What the program gives away escapes: an unknown function may change it.
 * Costs   a step a statement; pairs of parameters; nodes with addresses or Lets once; a loop what it writes. */
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
struct interval {
	int64_t lo, hi;
};
enum { INTERVAL_DEPTH = 8 };
static bool lies(const struct survey *s, const struct tir_expr *e, struct interval *r, int depth);

static int64_t floor_of(int64_t a, int64_t b)
{
	return a / b - (a % b != 0 && a < 0);
}

/* Of an operation on numbers in a and b; false: that is not known, or may not be in int64. */
static bool operation_lies(enum tir_op op, struct interval a, struct interval b, struct interval *r)
{
	if (op == TIR_ADD)
		return !__builtin_add_overflow(a.lo, b.lo, &r->lo) &&
		       !__builtin_add_overflow(a.hi, b.hi, &r->hi);
	if (op == TIR_SUB)
		return !__builtin_sub_overflow(a.lo, b.hi, &r->lo) &&
		       !__builtin_sub_overflow(a.hi, b.lo, &r->hi);
	if (op == TIR_MUL && b.lo == b.hi)
		return !__builtin_mul_overflow(b.lo < 0 ? a.hi : a.lo, b.lo, &r->lo) &&
		       !__builtin_mul_overflow(b.lo < 0 ? a.lo : a.hi, b.lo, &r->hi);
	if (op == TIR_FLOORDIV && b.lo == b.hi && b.lo > 0) {
		*r = (struct interval){floor_of(a.lo, b.lo), floor_of(a.hi, b.lo)};
		return true;
	}
	bool choice = op == TIR_SELECT || op == TIR_IF_THEN_ELSE, least = op == TIR_MIN;
	r->lo = (choice || least) == (a.lo < b.lo) ? a.lo : b.lo;
	r->hi = least == (a.hi < b.hi) ? a.hi : b.hi;
	return choice || least || op == TIR_MAX;
}

/* Of a minimum or a maximum, one operand of which may be anything from least to most: no more, or no less, than the other one. */
static bool extreme_lies(const struct survey *s, const struct tir_expr *e, int64_t least,
        int64_t most, struct interval *r, int depth)
{
	struct interval a, b;
	bool left = lies(s, e->arg[0], &a, depth), right = lies(s, e->arg[1], &b, depth);
	if (left && right)
		return operation_lies((enum tir_op)e->op, a, b, r);
	a = left ? a : b;
	*r = (struct interval){e->op == TIR_MAX ? a.lo : least, e->op == TIR_MIN ? a.hi : most};
	return left || right;
}

/* Between which numbers lies e, of constants and variables that were defined so far?  False: not known. */
static bool lies(const struct survey *s, const struct tir_expr *e, struct interval *r, int depth)
{
	struct interval a, b;
	unsigned bits = e->type.bits - (e->type.code == TIR_TYPE_INT);
	if (!tir_is_int(e->type) || e->type.lanes != 1 || bits > 63 || !depth)
		return false;
	int64_t most = (int64_t)((UINT64_C(1) << bits) - 1),
	        least = e->type.code == TIR_TYPE_INT ? -most - 1 : 0;
	if (e->op == TIR_INT_IMM) {
		*r = (struct interval){e->u.i, e->u.i};
		return true;
	}
	if (e->op == TIR_VAR) {
		const struct number_var *v = &s->n->var[e->u.var->id];
		*r = (struct interval){v->lo, v->hi};
		return v->bounded || (v->by && v->by->kind == TIR_BIND &&
		                             lies(s, tir_as_bind(v->by)->value.e, r, depth - 1));
	}
	if (e->op == TIR_MIN || e->op == TIR_MAX)
		return extreme_lies(s, e, least, most, r, depth - 1);
	bool choice = e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
	return e->n == (choice ? 3 : 2) && lies(s, e->arg[choice], &a, depth - 1) &&
	       lies(s, e->arg[choice + 1], &b, depth - 1) &&
	       operation_lies((enum tir_op)e->op, a, b, r) && r->lo >= least && r->hi <= most;
}

/* The loop goes from min to another end: its variable stays below that. */
static void bound_by_end(const struct survey *s, struct number_var *x, const struct tir_for *l,
        struct interval min)
{
	const struct tir_expr *n = l->extent.e;
	struct tir_type t = l->var->type;
	struct interval end;
	bool exact = t.code == TIR_TYPE_INT && t.bits >= 32 && tir_type_eq(n->type, t);
	if (!exact || n->op != TIR_SUB || n->arg[1] != l->min.e ||
	        !lies(s, n->arg[0], &end, INTERVAL_DEPTH))
		return;
	x->idle |= end.hi <= min.lo && tir_loop_ascends(&l->s);
	if (x->idle || end.hi <= min.lo)
		return;
	x->hi = x->bounded && x->hi < end.hi ? x->hi : end.hi - 1;
	x->bounded = true;
}

/* Between which numbers a loop's variable lies. */
static void bound_by_extent(const struct survey *s, struct number_var *x, const struct tir_for *l,
        int64_t step)
{
	struct interval min, extent;
	int64_t span, most;
	unsigned bits = l->var->type.bits - (l->var->type.code == TIR_TYPE_INT);
	if (step <= 0 || bits >= 64 || !lies(s, l->min.e, &min, INTERVAL_DEPTH))
		return;
	most = (int64_t)((UINT64_C(1) << bits) - 1);
	bool leaves = min.lo == min.hi && step < NUMBER_FIXED;
	x->step = leaves ? (int32_t)step : 1;
	x->rest = leaves ? (int32_t)((min.lo % step + step) % step) : 0;
	x->lo = min.lo;
	x->hi = most;
	/* From elsewhere than 0 the end may lie beyond the type's: of a signed one of 32 bits and more that is undefined. */
	x->bounded = (min.lo == 0 && min.hi == 0) ||
	             (l->var->type.code == TIR_TYPE_INT && l->var->type.bits >= 32);
	if (!lies(s, l->extent.e, &extent, INTERVAL_DEPTH))
		return;
	x->idle = extent.hi <= 0 && tir_loop_ascends(&l->s);
	bool fits = !__builtin_mul_overflow((extent.hi - 1) / step, step, &span) &&
	            !__builtin_add_overflow(min.hi, span, &x->hi) && x->hi <= most;
	x->hi = fits ? x->hi : most;
	x->bounded = extent.hi > 0 && (fits || x->bounded);
}

/* Bound a loop's variable by its extent and by its ends. */
static void bound_var(const struct survey *s, struct number_var *x, const struct tir_for *l,
        int64_t step)
{
	struct interval min;
	bound_by_extent(s, x, l, step);
	if (step <= 0 || !lies(s, l->min.e, &min, INTERVAL_DEPTH))
		return;
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
