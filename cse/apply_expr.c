/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/apply_expr.c: expressions as the plan wants them: names in the place of what they hold.
 *
 * Idea.   A stack of its own; what became of a node is kept as long as the names in effect are the same.
 * Keeps   the expressions they are made of: those are interned.
 * Costs   one step a node of each operand; shared nodes once an operand. */
#include "cse/apply.h"

static const struct tir_expr *node(const struct applier *a, uint32_t number)
{
	return number ? a->m->node[number - 1] : NULL;
}

/* ---- Names in effect ---------------------------------------------------------------------*/
void cse_apply_set_name(struct applier *a, uint32_t class, const struct tir_var *v)
{
	struct undo u = {class, a->in_effect[class]};
	VEC_PUSH(a->arena, &a->undo, u);
	a->in_effect[class] = v->expr->id + 1;
}

void cse_apply_take_back(struct applier *a, uint32_t mark)
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

struct insertion_point cse_apply_new_point(struct applier *a, uint32_t region, uint32_t stmt_number,
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
const struct tir_expr *cse_apply_name_value(struct applier *a, const struct name *n)
{
	begin_name(a);
	return cse_apply_build(a, n->form,
	        cse_apply_new_point(a, n->region, n->stmt_number, n->from, n));
}

/* Build e at the root of a region of an expression, its names as Lets around it. */
const struct tir_expr *cse_apply_build_region(struct applier *a, const struct tir_expr *e,
        struct insertion_point at)
{
	const struct region *r = &a->p->regions.at[at.region];
	uint32_t mark = a->undo.n;
	const struct tir_expr **value = ARENA_NEWN(a->arena, const struct tir_expr *, r->nnames);
	for (uint32_t i = 0; i < r->nnames; i++) {
		const struct name *n = &a->p->names.at[r->first_name + i];
		bool outer = a->is_stale;
		value[i] = cse_apply_name_value(a, n);
		if (a->is_stale)
			value[i] = NULL;
		else
			cse_apply_set_name(a, n->class, n->var);
		a->is_stale = outer;
	}
	e = cse_apply_build(a, e, again(a, at));
	for (uint32_t i = r->nnames; i-- > 0;)
		e = !value[i] ? e
		              : tir_let(a->m, a->p->names.at[r->first_name + i].var, value[i], e);
	cse_apply_take_back(a, mark);
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

/* What stands for e, which is no variable, by its class; or NULL. */
static const struct tir_expr *named(struct applier *a, const struct tir_expr *e,
        const struct insertion_point *at)
{
	uint32_t name = a->in_effect[cse_class_in(a->p, e, at->from)];
	if (name)
		return node(a, name);
	return at->region == NONE ? NULL
	                          : cse_stored_atom(a->p, e, at->from, at->region, at->stmt_number);
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
	const struct tir_expr *done = named(a, *e, at);
	if (done)
		return done;
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
		return cse_apply_build_region(a, f->e->arg[i], *at);
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
	if (!cse_is_atom(e) || (e->op == TIR_VAR && at->is_name))
		return NULL;
	return e->op == TIR_VAR ? stands_for(a, e) : with_args(a, e, NULL, at);
}

/* Begin e, an operand of the innermost frame that is computed with it, at the frame's point, which stays as it is; false: e may be
 * computed elsewhere. */
static bool begin_here(struct applier *a, const struct tir_expr *e, uint32_t point)
{
	const struct insertion_point *at = &a->points.at[point];
	const struct tir_expr *done = leaf(a, e, at);
	if (!done && (e->op == TIR_VAR || at->moved))
		return false;
	done = done ? done : named(a, e, at);
	done = done ? done : built(a, e, at->stamp);
	if (done)
		VEC_PUSH(a->arena, &a->done, done);
	else
		VEC_PUSH(a->arena, &a->frames, ((struct frame){e, 0, point}));
	return true;
}

/* Begin the next operand of the innermost frame. */
static void step(struct applier *a)
{
	struct frame *f = &a->frames.at[a->frames.n - 1];
	uint32_t i = f->next++, strict = f->e->op == TIR_LET ? 1 : tir_strict_args(f->e);
	const struct tir_expr *e = f->e->arg[i];
	if (i < strict && begin_here(a, e, f->at))
		return;
	struct insertion_point at = a->points.at[f->at];
	if (f->e->op == TIR_LET && i == 1)
		enter_let(a, f->e, a->done.at[a->done.n - 1]);
	const struct tir_expr *r = i >= strict ? enter_region(a, f, i, strict, &at) : NULL;
	if (r)
		VEC_PUSH(a->arena, &a->done, r);
	else
		begin(a, e, at);
}

const struct tir_expr *cse_apply_build(struct applier *a, const struct tir_expr *e,
        struct insertion_point at)
{
	uint32_t open = a->frames.n;
	VEC_MORE(a->arena, &a->frames, e->depth);
	begin(a, e, at);
	while (a->frames.n > open) {
		const struct frame *top = &a->frames.at[a->frames.n - 1];
		if (top->next < top->e->n) {
			step(a);
			continue;
		}
		struct frame f = *top;
		a->frames.n--;
		finish(a, &f);
	}
	return a->done.at[--a->done.n];
}

/* The same, computed only if the loops run that need it; those are g's then. */
const struct tir_expr *cse_apply_guarded_value(struct applier *a, const struct name *n,
        struct guarded *g)
{
	struct insertion_point at = cse_apply_new_point(a, n->region, n->stmt_number,
	        n->stmt_number, n);
	const struct tir_expr *run = NULL;
	*g = (struct guarded){.name = n, .last = n->last};
	begin_name(a);
	for (uint32_t i = n->guards->n; i-- > 0;) {
		const struct tir_expr *e = cse_apply_build(a, n->guards->extent[i], at);
		const struct tir_expr *runs = tir_binary(a->m, TIR_LT, tir_int(a->m, e->type, 0),
		        e);
		g->extent[i] = e;
		run = run ? tir_binary(a->m, TIR_AND, run, runs) : runs;
	}
	at = cse_apply_new_point(a, n->arm, n->stmt_number, n->from, n);
	return tir_select(a->m, TIR_IF_THEN_ELSE, run, cse_apply_build_region(a, n->form, at),
	        tir_zero(a->m, n->form->type));
}
