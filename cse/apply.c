/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/apply.c: carry the plan out.
 *
 * Idea.   One forward walk in the order of visit.c.  A map from classes to the names in effect is
 *         all it needs: reaching a name's insertion point sets it, leaving the region takes it back.
 * Needs   a plan; has no opinions of its own.
 * Keeps   the function it was made for: statements are copied, expressions are interned anyway.
 * Costs   one step a node of each operand; shared nodes once an operand. */
#include "cse/apply.h"

/* ---- Statements --------------------------------------------------------------------------*/
static struct tir_seq apply_seq(struct applier *a, const struct tir_seq *s, uint32_t region);

/* The next body in the order of visit.c. */
static struct tir_seq apply_body(struct applier *a, const struct tir_seq *s)
{
	return apply_seq(a, s, ++a->region);
}

/* The name that waits for the same loops with the same value, or NULL. */
static struct guarded *find_guarded(struct applier *a, const struct guarded *g)
{
	for (uint32_t i = 0; i < a->guarded.n; i++) {
		struct guarded *x = &a->guarded.at[i];
		if (x->name->class == g->name->class && x->last >= a->stmt_number &&
		        !memcmp(x->extent, g->extent, sizeof x->extent))
			return x;
	}
	return NULL;
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
		const struct tir_expr *e = n->guards ? cse_apply_guarded_value(a, n, &g)
		                                     : cse_apply_name_value(a, n);
		if (a->is_stale)
			continue;
		struct guarded *same = n->guards ? find_guarded(a, &g) : NULL;
		if (same) { /* uses between those of the two kept them apart */
			same->last = n->last > same->last ? n->last : same->last;
			continue;
		}
		tir_seq_add(out, tir_bind_new(a->m, n->var, e, TIR_BIND_PLAIN, at));
		if (n->guards)
			VEC_PUSH(a->arena, &a->guarded, g);
		else
			cse_apply_set_name(a, n->class, n->var);
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
	struct insertion_point at = cse_apply_new_point(a, region, stmt_number, stmt_number, NULL);
	for (uint32_t i = 0; i < n; i++)
		if (!cse_is_atom(op[i]->e) ||
		        op[i]->e->op == TIR_VAR) /* else it stays what it is */
			op[i]->e = cse_apply_build(a, op[i]->e, at);
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
		if (g.last < a->stmt_number)
			continue;
		if (open_loop(&g, extent, loop))
			cse_apply_set_name(a, g.name->class, g.name->var);
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
		tir_value_slot(t)->e = cse_apply_build_region(a, tir_value_of(s),
		        cse_apply_new_point(a, ++a->region, stmt_number, stmt_number, NULL));
	else
		build_operands(a, t, region, stmt_number);
	if (reused)
		cse_apply_set_name(a, reused->class, tir_var_of(s));
	uint32_t mark = a->undo.n;
	bool waits = s->kind == TIR_FOR && a->guarded.n;
	if (waits)
		enter_loop(a, tir_as_for(t)->extent.e, stmt_number);
	if (s->kind == TIR_FOR || s->kind == TIR_WHILE || s->kind == TIR_IF ||
	        s->kind == TIR_ATTR || s->kind == TIR_LAUNCH)
		tir_set_body(t, apply_body(a, tir_body(s)));
	cse_apply_take_back(a, mark);
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
	cse_apply_take_back(a, mark);
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
