/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/apply.c: carry the plan out.
 *
 * Idea.   One forward walk in the order of visit.c.  A map from classes to the names in effect is
 *         all it needs: reaching a name's insertion point sets it, leaving the region takes it back.
 * Needs   a plan; has no opinions of its own.
 * Keeps   the function it was made for: statements are copied, expressions are interned anyway.
 * Costs   one step a node of each operand; shared nodes once an operand. */
#include "cse/internal.h"

enum { MAX_STORED = 100 }; /* a chain of squares, each stored, has 2^n values in the n-th */

/* Nodes are kept by number + 1 here, 0: none: there is one for each class and each expression. */
struct undo {
	uint32_t class, node;
};
struct memo { /* what became of an expression where the names of that stamp are in effect */
	uint32_t expr, stamp, node;
};
/* Where an expression is computed, and for what. */
struct insertion_point {
	uint32_t region, stmt_number; /* region NONE: no names below */
	uint32_t scope; /* the innermost region that is known: what is visible there */
	uint32_t from;  /* the statement whose memory the expression reads */
	uint32_t stamp; /* of memo entries that are good here */
	bool is_name;   /* it is (part of) the value of a name */
	bool moved;     /* that is computed elsewhere than in the text */
};
/* A name that is in effect where loops of all its extents are open: their numbers, 0: it is not open. */
struct guarded {
	const struct name *name;
	const struct tir_expr *extent[MAX_GUARDS];
	uint32_t open[MAX_GUARDS];
};
struct frame {
	const struct tir_expr *e;
	uint32_t next, at; /* operand; insertion point */
};
struct applier {
	const struct cse_plan *p;
	struct tir_module *m;
	struct arena *arena;    /* the plan's */
	uint32_t *in_effect;    /* by class: the variable's node */
	uint32_t *alias;        /* by variable: the node of what stands for a dropped binding */
	bool *is_read;          /* by variable: it occurs in what was built */
	uint32_t *memo_of;      /* by expression: its number among the memos, or any */
	VEC(struct memo) memos; /* of this statement */
	VEC(struct guarded) guarded; /* names whose loops are still to come, here */
	VEC(struct undo) undo;
	VEC(struct frame) frames;
	VEC(struct insertion_point) points; /* of the frames, those of outer ones first */
	VEC(const struct tir_expr *) done;  /* results; the last ones are operands of open frames */
	uint32_t stamp, stmt_number, region, next_name;
	/* The name's value cannot be had at its insertion point: it is made of what was stored, which was made of
	 * memory that has changed since, or of more that was stored than is worth it. */
	bool is_stale;
	uint32_t stored; /* how often what was stored took a load's place in the name's value */
};

static const struct tir_expr *build(struct applier *a, const struct tir_expr *e,
        struct insertion_point at);

static const struct tir_expr *node(const struct applier *a, uint32_t number)
{
	return number ? a->m->node[number - 1] : NULL;
}

/* ---- Names in effect ---------------------------------------------------------------------*/
static void set_name(struct applier *a, uint32_t class, const struct tir_var *v)
{
	struct undo u = {class, a->in_effect[class]};
	VEC_PUSH(a->arena, &a->undo, u);
	a->in_effect[class] = v->expr->id + 1;
}

static void take_back(struct applier *a, uint32_t mark)
{
	while (a->undo.n > mark) {
		struct undo u = a->undo.at[--a->undo.n];
		a->in_effect[u.class] = u.node;
	}
}

/* What e became where the names of the stamp are in effect, or NULL. */
static const struct tir_expr *built(const struct applier *a, const struct tir_expr *e,
        uint32_t stamp)
{
	uint32_t i = a->memo_of[e->id];
	if (i >= a->memos.n || a->memos.at[i].expr != e->id || a->memos.at[i].stamp != stamp)
		return NULL;
	return node(a, a->memos.at[i].node);
}

static struct insertion_point new_point(struct applier *a, uint32_t region, uint32_t stmt_number,
        uint32_t from, const struct name *n)
{
	return (struct insertion_point){
	        region, stmt_number, region, from, ++a->stamp, n != NULL, n && n->moved};
}

/* The same point, other names in effect. */
static struct insertion_point again(struct applier *a, struct insertion_point at)
{
	at.stamp = ++a->stamp;
	return at;
}

static void begin_name(struct applier *a)
{
	a->is_stale = false;
	a->stored = 0;
}

/* The value of a name at its insertion point. */
static const struct tir_expr *name_value(struct applier *a, const struct name *n)
{
	begin_name(a);
	return build(a, n->form, new_point(a, n->region, n->stmt_number, n->from, n));
}

/* Build e at the root of a region of an expression, its names as Lets around it. */
static const struct tir_expr *build_region(struct applier *a, const struct tir_expr *e,
        struct insertion_point at)
{
	const struct region *r = &a->p->regions.at[at.region];
	uint32_t mark = a->undo.n;
	const struct tir_expr **value = ARENA_NEWN(a->arena, const struct tir_expr *, r->nnames);
	for (uint32_t i = 0; i < r->nnames; i++) {
		const struct name *n = &a->p->names.at[r->first_name + i];
		bool outer = a->is_stale;
		value[i] = name_value(a, n);
		if (a->is_stale)
			value[i] = NULL;
		else
			set_name(a, n->class, n->var);
		a->is_stale = outer;
	}
	e = build(a, e, again(a, at));
	for (uint32_t i = r->nnames; i-- > 0;)
		e = !value[i] ? e
		              : tir_let(a->m, a->p->names.at[r->first_name + i].var, value[i], e);
	take_back(a, mark);
	return e;
}

/* ---- Expressions -------------------------------------------------------------------------*/
/* The variable, or what stands for its dropped binding. */
static const struct tir_expr *stands_for(struct applier *a, const struct tir_expr *e)
{
	uint32_t alias = a->alias[e->u.var->id];
	a->is_read[e->u.var->id] |= !alias;
	return alias ? node(a, alias) : e;
}

/* What a variable stands for at the point: itself, a name, or (NULL, *e is set) its value. */
static const struct tir_expr *resolve(struct applier *a, const struct tir_expr **e,
        struct insertion_point *at)
{
	const struct tir_var *v = (*e)->u.var;
	const struct var_info *i = &a->p->vars[v->id];
	if (!at->is_name || !i->value || cse_in_scope(a->p, v, at->scope, at->stmt_number))
		return stands_for(a, *e);
	if (!i->is_let && at->from != i->stmt_number) {
		at->from = i->stmt_number;
		at->stamp = ++a->stamp;
	}
	*e = i->value;
	return node(a, a->in_effect[cse_class_in(a->p, i->value, at->from)]);
}

/* e is a load in the value of a moved name.  True: it finds what was stored, and is that now; else it
 * must find at the name's insertion point what it finds in the text. */
static bool take_stored(struct applier *a, const struct tir_expr **e, struct insertion_point *at)
{
	uint32_t from = at->from;
	const struct tir_expr *stored = cse_stored_form(a->p, *e, &from);
	if (!stored) {
		a->is_stale |= from < at->stmt_number &&
		               !cse_values_undisturbed(&a->p->values, (*e)->u.buffer, from,
		                       at->stmt_number);
		return false;
	}
	a->is_stale |= ++a->stored > MAX_STORED;
	if (a->is_stale) /* nobody will have the value */
		return false;
	*e = stored;
	at->from = from;
	*at = again(a, *at);
	return true;
}

/* The result for e if it needs no work, else NULL; a variable may be replaced by its value. */
static const struct tir_expr *shortcut(struct applier *a, const struct tir_expr **e,
        struct insertion_point *at)
{
	while ((*e)->op == TIR_VAR) {
		const struct tir_expr *r = resolve(a, e, at);
		if (r)
			return r;
	}
	if (cse_is_atom(*e))
		return *e;
	uint32_t name = a->in_effect[cse_class_in(a->p, *e, at->from)];
	if (name)
		return node(a, name);
	const struct tir_expr *atom = at->region == NONE ? NULL
	                                                 : cse_stored_atom(a->p, *e, at->from,
	                                                           at->region, at->stmt_number);
	if (atom)
		return atom;
	if (at->moved && (*e)->op == TIR_LOAD && take_stored(a, e, at))
		return shortcut(a, e, at);
	return built(a, *e, at->stamp);
}

/* The value of a Let is built: if it is a mere variable now, the Let goes and that variable stands
 * for its own. */
static void enter_let(struct applier *a, const struct tir_expr *e, const struct tir_expr *value)
{
	bool drop = a->p->vars[e->u.var->id].value && value->op == TIR_VAR &&
	            !cse_is_atom(e->arg[0]);
	a->alias[e->u.var->id] = drop ? value->id + 1 : 0;
}

/* Operand i of the frame, a lazy one or the body of a Let, lives in a region of its own.  Returns
 * it, built, if names live there; otherwise only the point where it is to be built. */
static const struct tir_expr *enter_region(struct applier *a, const struct frame *f, uint32_t i,
        uint32_t strict, struct insertion_point *at)
{
	uint32_t first = at->region == NONE
	                         ? NONE
	                         : cse_find_expr_region(a->p, at->region, at->stmt_number, f->e);
	at->region = first == NONE ? NONE : first + i - strict;
	if (at->region == NONE)
		return NULL;
	at->scope = at->region;
	if (a->p->regions.at[at->region].nnames)
		return build_region(a, f->e->arg[i], *at);
	at->stamp = ++a->stamp;
	return NULL;
}

static bool same_args(const struct tir_expr *e, const struct tir_expr *const *args)
{
	uint32_t i = 0;
	while (i < e->n && e->arg[i] == args[i])
		i++;
	return i == e->n;
}

/* Does nothing read the Let's variable any more?  A value that has an effect stays. */
static bool is_dead_let(const struct applier *a, const struct tir_expr *let)
{
	uint32_t v = let->u.var->id;
	return a->alias[v] || (!a->is_read[v] && !(let->arg[0]->flags & TIR_HAS_EFFECT));
}

/* The buffer that serves for b in a name's value: b itself, or, where that is not declared yet, what it is a plain view
 * of. */
static const struct tir_buffer *buffer_at(const struct applier *a, const struct tir_buffer *b,
        const struct insertion_point *at)
{
	const struct cse_plan *p = a->p;
	bool declared = p->buffer_stmt[b->id] < at->stmt_number &&
	                cse_region_encloses(p, p->buffer_region[b->id], at->scope);
	return declared ? b : cse_values_buffer(b);
}

/* e with these operands at the point. */
static const struct tir_expr *with_args(struct applier *a, const struct tir_expr *e,
        const struct tir_expr *const *args, const struct insertion_point *at)
{
	bool names = e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF || tir_ops[e->op].reads;
	const struct tir_buffer *b = at->is_name && names ? buffer_at(a, e->u.buffer, at) : NULL;
	if (b && b != e->u.buffer)
		return tir_make(a->m, (enum tir_op)e->op, e->type, (uintptr_t)b, e->n, args);
	return same_args(e, args) ? e : tir_with_args(a->m, e, args);
}

/* All operands of the innermost frame are done: make its node. */
static void finish(struct applier *a, const struct frame *f)
{
	const struct tir_expr *const *args = a->done.at + a->done.n - f->e->n;
	const struct tir_expr *e;
	if (f->e->op == TIR_LET && is_dead_let(a, f->e))
		e = args[1];
	else
		e = with_args(a, f->e, args, &a->points.at[f->at]);
	a->done.n -= f->e->n;
	a->memo_of[f->e->id] = a->memos.n;
	struct memo m = {f->e->id, a->points.at[f->at].stamp, e->id + 1};
	VEC_PUSH(a->arena, &a->memos, m);
	if (!a->frames.n || a->frames.at[a->frames.n - 1].at < f->at)
		a->points.n = f->at;
	VEC_PUSH(a->arena, &a->done, e);
}

/* Begin e: its result is pushed at once, or a frame is. */
static void begin(struct applier *a, const struct tir_expr *e, struct insertion_point at)
{
	const struct tir_expr *r = shortcut(a, &e, &at);
	if (r) {
		VEC_PUSH(a->arena, &a->done, r);
		return;
	}
	const struct insertion_point *last = a->points.n ? &a->points.at[a->points.n - 1] : NULL;
	if (!last || last->stamp != at.stamp || last->region != at.region)
		VEC_PUSH(a->arena, &a->points, at);
	VEC_PUSH(a->arena, &a->frames, ((struct frame){e, 0, a->points.n - 1}));
}

/* What becomes of a leaf, or NULL: it is none, or a variable that may stand for its value there. */
static const struct tir_expr *leaf(struct applier *a, const struct tir_expr *e,
        const struct insertion_point *at)
{
	if (e->n || (e->op == TIR_VAR && at->is_name))
		return NULL;
	return e->op == TIR_VAR ? stands_for(a, e) : with_args(a, e, NULL, at);
}

/* Begin the next operand of the innermost frame. */
static void step(struct applier *a)
{
	struct frame *f = &a->frames.at[a->frames.n - 1];
	uint32_t i = f->next++, strict = f->e->op == TIR_LET ? 1 : tir_strict_args(f->e);
	const struct tir_expr *done = i < strict ? leaf(a, f->e->arg[i], &a->points.at[f->at])
	                                         : NULL;
	if (done) {
		VEC_PUSH(a->arena, &a->done, done);
		return;
	}
	struct insertion_point at = a->points.at[f->at];
	if (f->e->op == TIR_LET && i == 1)
		enter_let(a, f->e, a->done.at[a->done.n - 1]);
	const struct tir_expr *e = f->e->arg[i];
	const struct tir_expr *r = i >= strict ? enter_region(a, f, i, strict, &at) : NULL;
	if (r)
		VEC_PUSH(a->arena, &a->done, r);
	else
		begin(a, e, at);
}

static const struct tir_expr *build(struct applier *a, const struct tir_expr *e,
        struct insertion_point at)
{
	uint32_t open = a->frames.n;
	VEC_MORE(a->arena, &a->frames, e->depth);
	begin(a, e, at);
	while (a->frames.n > open) {
		struct frame f = a->frames.at[a->frames.n - 1];
		if (f.next < f.e->n) {
			step(a);
		} else {
			a->frames.n--;
			finish(a, &f);
		}
	}
	return a->done.at[--a->done.n];
}

/* The same, computed only if the loops run that need it; those are g's then. */
static const struct tir_expr *guarded_value(struct applier *a, const struct name *n,
        struct guarded *g)
{
	struct insertion_point at = new_point(a, n->region, n->stmt_number, n->stmt_number, n);
	const struct tir_expr *run = NULL;
	*g = (struct guarded){.name = n};
	begin_name(a);
	for (uint32_t i = n->guards->n; i-- > 0;) {
		const struct tir_expr *e = build(a, n->guards->extent[i], at);
		const struct tir_expr *runs = tir_binary(a->m, TIR_LT, tir_int(a->m, e->type, 0),
		        e);
		g->extent[i] = e;
		run = run ? tir_binary(a->m, TIR_AND, run, runs) : runs;
	}
	at = new_point(a, n->arm, n->stmt_number, n->from, n);
	return tir_select(a->m, TIR_IF_THEN_ELSE, run, build_region(a, n->form, at),
	        tir_zero(a->m, n->form->type));
}

/* ---- Statements --------------------------------------------------------------------------*/
static struct tir_seq apply_seq(struct applier *a, const struct tir_seq *s, uint32_t region);

/* The next body in the order of visit.c. */
static struct tir_seq apply_body(struct applier *a, const struct tir_seq *s)
{
	return apply_seq(a, s, ++a->region);
}

static void add_bind(struct applier *a, struct tir_seq *out, struct tir_var *v,
        const struct tir_expr *value, struct span at)
{
	struct tir_stmt *s = tir_stmt_new(a->m, TIR_BIND, at);
	s->form = TIR_BIND_PLAIN;
	struct tir_bind *bind = tir_as_bind(s);
	bind->var = v;
	bind->value = (struct tir_operand){value, at};
	tir_seq_add(out, s);
}

/* Bind the new names that go before this statement; returns the one that its own binding is to
 * serve, if any. */
static const struct name *emit_names(struct applier *a, struct tir_seq *out, uint32_t region,
        uint32_t stmt_number, struct span at)
{
	const struct cse_plan *p = a->p;
	const struct name *reused = NULL;
	for (; a->next_name < p->names.n; a->next_name++) {
		const struct name *n = &p->names.at[a->next_name];
		if (n->stmt_number > stmt_number)
			break;
		if (n->region != region)
			continue;
		if (n->is_reused) {
			reused = n;
			continue;
		}
		struct guarded g;
		const struct tir_expr *e = n->guards ? guarded_value(a, n, &g) : name_value(a, n);
		if (a->is_stale)
			continue;
		add_bind(a, out, n->var, e, at);
		if (n->guards)
			VEC_PUSH(a->arena, &a->guarded, g);
		else
			set_name(a, n->class, n->var);
	}
	return reused;
}

/* True if a binding's value has a name already, which then stands for its variable. */
static bool drop_bind(struct applier *a, const struct tir_stmt *s)
{
	const struct var_info *i = s->kind == TIR_BIND ? &a->p->vars[tir_as_bind(s)->var->id]
	                                               : NULL;
	if (!i || !i->value || i->pinned || cse_is_atom(i->value))
		return false;
	a->alias[tir_as_bind(s)->var->id] =
	        a->in_effect[cse_class_in(a->p, i->value, a->stmt_number)];
	return a->alias[tir_as_bind(s)->var->id] != 0;
}

static void build_operands(struct applier *a, struct tir_stmt *s, uint32_t region,
        uint32_t stmt_number)
{
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	struct insertion_point at = new_point(a, region, stmt_number, stmt_number, NULL);
	for (uint32_t i = 0; i < n; i++)
		if (op[i]->e->n || op[i]->e->op == TIR_VAR) /* else it stays what it is */
			op[i]->e = build(a, op[i]->e, at);
}

/* Is the loop the last one that the name waits for?  It is open from now on. */
static bool open_loop(struct guarded *g, const struct tir_expr *extent, uint32_t loop)
{
	bool opens = false, all = true;
	for (uint32_t i = 0; i < g->name->guards->n; i++) {
		if (!g->open[i] && g->extent[i] == extent) {
			g->open[i] = loop;
			opens = true;
		}
		all &= g->open[i] != 0;
	}
	return opens && all;
}

/* The names that wait for this loop, and for no other one any more, are in effect in its body.  Names behind their
 * last use are forgotten. */
static void enter_loop(struct applier *a, const struct tir_expr *extent, uint32_t loop)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < a->guarded.n; i++) {
		struct guarded g = a->guarded.at[i];
		if (g.name->last < a->stmt_number)
			continue;
		if (open_loop(&g, extent, loop))
			set_name(a, g.name->class, g.name->var);
		a->guarded.at[kept++] = g;
	}
	a->guarded.n = kept;
}

static void leave_loop(struct applier *a, uint32_t loop)
{
	for (uint32_t i = 0; i < a->guarded.n; i++)
		for (uint32_t k = 0; k < MAX_GUARDS; k++)
			if (a->guarded.at[i].open[k] == loop)
				a->guarded.at[i].open[k] = 0;
}

static void apply_stmt(struct applier *a, struct tir_seq *out, const struct tir_stmt *s,
        uint32_t region)
{
	uint32_t stmt_number = ++a->stmt_number;
	a->memos.n = 0;
	const struct name *reused = emit_names(a, out, region, stmt_number, s->at);
	if (drop_bind(a, s))
		return;
	struct tir_stmt *t = tir_stmt_copy(a->m->arena, s);
	if (s->kind == TIR_WHILE)
		tir_value_slot(t)->e = build_region(a, tir_value_of(s),
		        new_point(a, ++a->region, stmt_number, stmt_number, NULL));
	else
		build_operands(a, t, region, stmt_number);
	if (reused)
		set_name(a, reused->class, tir_var_of(s));
	uint32_t mark = a->undo.n;
	bool waits = s->kind == TIR_FOR && a->guarded.n;
	if (waits)
		enter_loop(a, tir_as_for(t)->extent.e, stmt_number);
	if (s->kind == TIR_FOR || s->kind == TIR_WHILE || s->kind == TIR_IF ||
	        s->kind == TIR_ATTR || s->kind == TIR_LAUNCH)
		tir_set_body(t, apply_body(a, tir_body(s)));
	take_back(a, mark);
	if (waits)
		leave_loop(a, stmt_number);
	if (tir_orelse(s)->first)
		tir_as_if(t)->orelse = apply_body(a, tir_orelse(s));
	tir_seq_add(out, t);
}

static struct tir_seq apply_seq(struct applier *a, const struct tir_seq *s, uint32_t region)
{
	struct tir_seq out = {0};
	uint32_t mark = a->undo.n, guarded = a->guarded.n;
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		apply_stmt(a, &out, t, region);
	take_back(a, mark);
	if (a->guarded.n > guarded)
		a->guarded.n = guarded;
	return out;
}

struct tir_func *cse_apply(const struct cse_plan *p)
{
	struct applier a = {.p = p, .m = p->m, .arena = p->arena};
	tir_enter(p->f);
	a.in_effect = ARENA_NEWN(a.arena, uint32_t, p->values.all.n);
	a.alias = ARENA_NEWN(a.arena, uint32_t, p->m->nvars);
	a.is_read = ARENA_NEWN(a.arena, bool, p->m->nvars);
	a.memo_of = ARENA_NEWN(a.arena, uint32_t, p->nexprs);
	struct tir_seq body = apply_seq(&a, &p->f->body, 0);
	return tir_func_with_body(p->f, body);
}
