/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/names.c: expressions in the place of names that the text gives them.
 *
 * Idea.   A name, of a T.bind or a T.Let, hides from what follows which sum an index is.  Nodes are shared whether they have a name
 *         or not, and common subexpression elimination names anew at the end.
 * Needs   flat statements.  T.Lets of what is loaded go only if all of them may, each with its variable in one statement.
 * Keeps   names of what may trap but for its loads, has an effect, or holds a T.Let that stays; of pointers and vectors; of what shapes and annotations name; of
 *         expressions so large that passes which walk them as trees would take too long; and those of memory where that may have
 *         been written since, and in loops of which LLVM would not move the load out.
 * Costs   the nodes of the text; of what reads memory, each time that memory was written. */
#include "loops/loops.h"
#include "loops/normalise/held.h"
#include "loops/normalise/written.h"

enum {
	LARGEST = 256, /* nodes of an expression that a name stands for, shared ones each time */
	READS = 8      /* classes of memory that it reads */
};

struct frame {
	const struct tir_expr *e;
	uint32_t next;
};
/* What stands for a variable, as long as the memory is as it was then. */
struct name {
	const struct tir_expr *e;                    /* NULL: the variable itself */
	uint32_t since, depth, nreads, reads[READS]; /* depth: loops around it */
	bool is_bound, is_kept;     /* by a statement; shapes or annotations name it */
	bool is_used;               /* in what is made */
	const struct tir_stmt *let; /* whose T.Let binds it to what memory holds */
};
/* What stands for an expression. */
struct made {
	const struct tir_expr *e; /* NULL: not known */
	uint32_t at;              /* when it did; STEADY: at any time */
};
enum { STEADY = UINT32_MAX };
/* What is known of an expression. */
struct fact {
	uint32_t size; /* nodes as a tree; 0: not known */
	bool traps;    /* something in it that is no load may */
};
struct namer {
	struct tir_module *m;
	struct arena *arena;
	struct loops_written memory;
	struct loops_holders held;
	VEC(struct name) name;       /* by variable */
	VEC(struct made) made;       /* by expression */
	VEC(struct fact) fact;       /* by expression */
	VEC(struct frame) open;      /* of the walk */
	VEC(bool) seen;              /* by expression: its variables are used */
	uint32_t depth;              /* loops that are open */
	bool any, twice;             /* a name was taken away; one has two values */
	const struct tir_stmt *stmt; /* that is visited */
	bool reads_gone, reads_stay; /* T.Lets of what memory holds */
};

static struct name *name_of(struct namer *k, const struct tir_var *v)
{
	while (k->name.n <= v->id)
		VEC_PUSH(k->arena, &k->name, (struct name){0});
	return &k->name.at[v->id];
}

/* ---- Names that stay ---------------------------------------------------------------------*/
static bool keep_var(void *ctx, const struct tir_expr *e)
{
	struct namer *k = ctx;
	if (e->op == TIR_VAR)
		name_of(k, e->u.var)->is_kept = true;
	return true;
}

static void keep_names(struct namer *k, const struct tir_expr *e)
{
	if (e)
		tir_walk_expr(e, k->arena, keep_var, k);
}

/* Annotations are printed as they were. */
static void keep_annotated(struct namer *k, const struct tir_attr *a)
{
	if (!a)
		return;
	keep_names(k, a->expr);
	for (uint32_t i = 0; i < a->n; i++)
		keep_annotated(k, a->item[i]);
}

/* Names in shapes and in annotations. */
static bool keep_of_stmt(void *ctx, struct tir_stmt *s)
{
	struct namer *k = ctx;
	const struct tir_buffer *b = s->kind == TIR_ALLOC || s->kind == TIR_DECL ? tir_buffer_of(s)
	                                                                         : NULL;
	keep_annotated(k, tir_attr_of(s));
	keep_annotated(k, tir_node_of(s));
	for (uint32_t i = 0; b && i < b->ndim; i++) {
		keep_names(k, b->shape[i]);
		keep_names(k, b->strides ? b->strides[i] : NULL);
	}
	keep_names(k, b ? b->elem_offset : NULL);
	return true;
}

/* ---- Values ------------------------------------------------------------------------------*/
/* Note what is known of the expression, as it is of its operands; a size of more than LARGEST is LARGEST + 1. */
static void note(struct namer *k, const struct tir_expr *e)
{
	struct fact x = {1, e->op != TIR_LOAD && tir_node_traps(e)};
	for (uint32_t i = 0; i < e->n; i++) {
		const struct fact *arg = &k->fact.at[e->arg[i]->id];
		x.size = x.size <= LARGEST ? x.size + arg->size : x.size;
		x.traps |= arg->traps;
	}
	x.size = x.size <= LARGEST ? x.size : LARGEST + 1;
	while (k->fact.n <= e->id)
		VEC_PUSH(k->arena, &k->fact, (struct fact){0});
	k->fact.at[e->id] = x;
}

/* May the expression, of which all is noted, stand for a variable? */
static bool may_stand(const struct namer *k, const struct tir_expr *e)
{
	const struct fact *x = &k->fact.at[e->id];
	bool number = tir_is_integral(e->type) || tir_is_float(e->type);
	return number && x->size <= LARGEST && !x->traps &&
	       !(e->flags & (TIR_HAS_EFFECT | TIR_HAS_ADDRESS | TIR_HAS_LET));
}

struct reader {
	struct namer *k;
	struct name *x;
};

/* Add the class of memory that the node reads; false: there are too many. */
static bool add_class(void *ctx, const struct tir_expr *e)
{
	struct reader *r = ctx;
	struct name *x = r->x;
	bool loads = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD;
	if (!loads && !tir_ops[e->op].reads && e->op != TIR_CALL)
		return true;
	uint32_t class = loads ? loops_written_class(&r->k->memory, e->u.buffer) : LOOPS_ANYWHERE;
	for (uint32_t i = 0; i < x->nreads; i++)
		if (x->reads[i] == class)
			return true;
	if (x->nreads < READS)
		x->reads[x->nreads++] = class;
	else
		x->reads[0] = LOOPS_ANYWHERE;
	return true;
}

/* From now on the expression stands for the variable. */
static struct name *stand(struct namer *k, const struct tir_var *v, const struct tir_expr *e)
{
	struct name *x = name_of(k, v);
	k->twice |= x->e && x->e != e;
	x->e = e;
	x->since = k->memory.now;
	x->depth = k->depth;
	x->nreads = 0;
	if (e->flags & TIR_READS_MEM)
		tir_walk_expr(e, k->arena, add_class, &(struct reader){k, x});
	return x;
}

/* Is memory of the class, which holds the same in all iterations, surely loaded once for all?  LLVM moves the load out of the loop
 * where it sees that no store of the loop overlaps it. */
static bool may_enter_loop(const struct namer *k, uint32_t class)
{
	return k->memory.apart ? class != LOOPS_ANYWHERE : class >= LOOPS_NCLASSES;
}

/* Does the memory hold what it held when the name got its value, and may it be read here? */
static bool is_there(const struct namer *k, const struct name *x)
{
	for (uint32_t i = 0; i < x->nreads; i++)
		if (!loops_is_there(&k->memory, x->reads[i], x->since) ||
		        (x->depth < k->depth && !may_enter_loop(k, x->reads[i])))
			return false;
	return true;
}

/* ---- Expressions -------------------------------------------------------------------------*/
/* What stands for e, if that is known, else NULL. */
static const struct tir_expr *known(const struct namer *k, const struct tir_expr *e)
{
	const struct made *x = e->id < k->made.n ? &k->made.at[e->id] : NULL;
	return x && (x->at == STEADY || x->at == k->memory.now) ? x->e : NULL;
}

/* `to` stands for e: as long as memory stays, or for its operands. */
static void finish(struct namer *k, const struct tir_expr *e, const struct tir_expr *to,
        bool changes)
{
	for (uint32_t i = 0; i < e->n; i++)
		changes |= k->made.at[e->arg[i]->id].at != STEADY;
	while (k->made.n <= e->id)
		VEC_PUSH(k->arena, &k->made, (struct made){0});
	k->made.at[e->id] = (struct made){to, changes ? k->memory.now : STEADY};
}

/* What stands for the variable of the name here: its value, or a load of an element that holds it; NULL: nothing does. */
static const struct tir_expr *stands_for(const struct namer *k, const struct tir_var *v,
        const struct name *x)
{
	if (x->e && !is_there(k, x))
		return loops_held_load(&k->held, v);
	return x->e;
}

/* e, whose operands are done, without names. */
static void rebuild(struct namer *k, const struct tir_expr *e)
{
	const struct tir_expr *to = e, *value = NULL;
	const struct name *x = e->op == TIR_VAR || e->op == TIR_LET ? name_of(k, e->u.var) : NULL;
	if (e->op == TIR_VAR)
		value = stands_for(k, e->u.var, x);
	bool stands = value || (e->op == TIR_LET && x->e && is_there(k, x));
	if (value)
		to = value;
	else if (e->op == TIR_LET && stands)
		to = known(k, e->arg[1]);
	else if (e->n) {
		const struct tir_expr **arg = ARENA_NEWN(k->arena, const struct tir_expr *, e->n);
		for (uint32_t i = 0; i < e->n; i++)
			arg[i] = known(k, e->arg[i]);
		to = tir_with_args(k->m, e, arg);
	}
	bool reads = e->op == TIR_LET && e->arg[0]->flags & TIR_READS_MEM;
	k->any |= stands;
	k->reads_gone |= reads && stands;
	k->reads_stay |= reads && !stands;
	if (to->id >= k->fact.n || !k->fact.at[to->id].size)
		note(k, to);
	finish(k, e, to, x && x->nreads);
}

/* The operand that is to be done next; NULL: all are. */
static const struct tir_expr *next_operand(struct namer *k, struct frame *f)
{
	const struct tir_expr *e = f->e;
	const struct tir_expr *value = e->op == TIR_LET && f->next == 1 ? known(k, e->arg[0])
	                                                                : NULL;
	bool reads = value && (e->arg[0]->flags | value->flags) & TIR_READS_MEM;
	if (reads) {
		struct name *x = name_of(k, e->u.var);
		k->twice |= x->let && x->let != k->stmt;
		x->let = k->stmt;
	}
	if (value && may_stand(k, value) && !(reads && e->flags & TIR_HAS_EFFECT))
		stand(k, e->u.var, value);
	return f->next < e->n ? e->arg[f->next++] : NULL;
}

/* e without names. */
static const struct tir_expr *unnamed(struct namer *k, const struct tir_expr *e)
{
	if (!known(k, e))
		VEC_PUSH(k->arena, &k->open, ((struct frame){e, 0}));
	while (k->open.n) {
		struct frame *f = &k->open.at[k->open.n - 1];
		const struct tir_expr *x = next_operand(k, f);
		if (!x) {
			rebuild(k, f->e);
			k->open.n--;
		} else if (!known(k, x)) {
			VEC_PUSH(k->arena, &k->open, ((struct frame){x, 0}));
		}
	}
	return known(k, e);
}

/* ---- Statements --------------------------------------------------------------------------*/
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out);

/* The arms of t, a copy of a branch: none sees what the other one writes. */
static void visit_arms(struct namer *k, struct tir_stmt *t)
{
	uint32_t arm = loops_written_arm(&k->memory), n = loops_held_enter(&k->held, NULL);
	tir_set_body(t, tir_seq_map(tir_body(t), visit, k));
	loops_written_else(&k->memory, arm);
	loops_held_leave(&k->held, k->held.loop, n);
	tir_set_orelse(t, tir_seq_map(tir_orelse(t), visit, k));
	loops_written_end(&k->memory, arm);
	loops_held_leave(&k->held, k->held.loop, n);
}

/* The body of t, a copy of what is neither a loop nor has two arms: it need not run. */
static void visit_body(struct namer *k, struct tir_stmt *t)
{
	uint32_t n = loops_held_enter(&k->held, NULL);
	tir_seq_map_bodies(t, visit, k);
	loops_held_leave(&k->held, k->held.loop, n);
}

/* The body of t, a copy of the loop s. */
static void visit_loop(struct namer *k, const struct tir_stmt *s, struct tir_stmt *t)
{
	const struct tir_stmt *around = k->held.loop;
	loops_written_by_all(&k->memory, tir_body(t));
	uint32_t n = loops_held_enter(&k->held, s);
	k->depth++;
	k->memory.now++;
	tir_seq_map_bodies(t, visit, k);
	k->depth--;
	k->memory.now++;
	loops_held_leave(&k->held, around, n);
}

static bool is_loop(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR || s->kind == TIR_WHILE || s->kind == TIR_LAUNCH;
}

/* The operands of t, a copy of s, without names; those of a while are evaluated in each iteration. */
static void visit_operands(struct namer *k, const struct tir_stmt *s, struct tir_stmt *t)
{
	const struct tir_stmt *around = k->held.loop;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	if (tir_stmt_flags(s) &
	        TIR_HAS_EFFECT) { /* a call in it may write before the rest of it is read */
		loops_written_by(&k->memory, s);
		loops_held_by(&k->held, s);
	}
	if (s->kind == TIR_WHILE) {
		loops_written_by_all(&k->memory, tir_body(s));
		loops_held_leave(&k->held, around, loops_held_enter(&k->held, s));
	}
	k->stmt = s;
	for (uint32_t i = 0; i < n; i++)
		op[i]->e = unnamed(k, op[i]->e);
	loops_written_by(&k->memory, s);
	loops_held_by(&k->held, s);
}

/* The element that s, a store of a name of which t is the copy, leaves holds its value. */
static void hold_stored(struct namer *k, const struct tir_stmt *s, const struct tir_stmt *t)
{
	const struct tir_expr *at[TIR_MAX_RANK], *value = tir_value_of(s);
	const struct tir_store *store = tir_as_store(t);
	unsigned flags = 0;
	if (value->op != TIR_VAR || !name_of(k, value->u.var)->e || store->mask.e ||
	        t->nindex > TIR_MAX_RANK)
		return;
	for (uint32_t i = 0; i < t->nindex; i++) {
		at[i] = store->index[i].e;
		flags |= at[i]->flags;
	}
	const struct tir_expr *load = tir_access(k->m, TIR_LOAD, store->buffer, t->nindex, at);
	const struct access a = access_of_store(s, FACTS_NO_LOOP);
	if (!(flags & (TIR_READS_MEM | TIR_HAS_LET | TIR_HAS_EFFECT)) &&
	        tir_type_eq(load->type, value->type))
		loops_held_add(&k->held, value->u.var, &a, load);
}

/* The element that s, a name of which t is the copy, loads holds its value. */
static void hold_loaded(struct namer *k, const struct tir_stmt *s, const struct tir_stmt *t)
{
	const struct tir_expr *from = tir_value_of(s), *load = tir_value_of(t);
	unsigned flags = 0;
	for (uint32_t i = 0; i < load->n; i++)
		flags |= load->arg[i]->flags;
	const struct access a = access_of_load(from, s, FACTS_NO_LOOP);
	if (from->op == TIR_LOAD && load->op == TIR_LOAD && !(flags & TIR_READS_MEM))
		loops_held_add(&k->held, tir_var_of(s), &a, load);
}

/* Add a copy of s without names to out; nothing for a name that is not needed any more, whatever memory holds. */
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct namer *k = ctx;
	struct tir_stmt *t = tir_stmt_copy(k->m->arena, s);
	visit_operands(k, s, t);
	if (s->kind == TIR_BIND && may_stand(k, tir_value_of(t))) {
		struct name *x = stand(k, tir_var_of(s), tir_value_of(t));
		x->is_bound = !x->is_kept;
		hold_loaded(k, s, t);
		if (!x->nreads && !x->is_kept) {
			k->any = true;
			return;
		}
	}
	tir_seq_add(out, t);
	if (s->kind == TIR_STORE)
		hold_stored(k, s, t);
	if (is_loop(s))
		visit_loop(k, s, t);
	else if (tir_orelse(s)->first)
		visit_arms(k, t);
	else
		visit_body(k, t);
}

/* ---- Names that nothing uses -------------------------------------------------------------*/
static bool is_loose(struct namer *k, const struct tir_stmt *s)
{
	return s->kind == TIR_BIND && name_of(k, tir_var_of(s))->is_bound;
}

/* Note that the variables of e are used, and those of what they stand for. */
static void use(struct namer *k, const struct tir_expr *e)
{
	VEC_PUSH(k->arena, &k->open, ((struct frame){e, 0}));
	while (k->open.n) {
		e = k->open.at[--k->open.n].e;
		while (k->seen.n <= e->id)
			VEC_PUSH(k->arena, &k->seen, false);
		if (k->seen.at[e->id])
			continue;
		k->seen.at[e->id] = true;
		struct name *x = e->op == TIR_VAR ? name_of(k, e->u.var) : NULL;
		if (x)
			x->is_used = true;
		if (x && x->is_bound)
			VEC_PUSH(k->arena, &k->open, ((struct frame){x->e, 0}));
		for (uint32_t i = 0; i < e->n; i++)
			VEC_PUSH(k->arena, &k->open, ((struct frame){e->arg[i], 0}));
	}
}

/* Note what the statement uses, unless it is a name that may go. */
static bool use_of_stmt(void *ctx, struct tir_stmt *s)
{
	struct namer *k = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = is_loose(k, s) ? 0 : tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		use(k, e[i]);
	return true;
}

/* Add what stays of s, which is new, to out. */
static void sweep(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct namer *k = ctx;
	bool goes = is_loose(k, s) && !name_of(k, tir_var_of(s))->is_used;
	k->any |= goes;
	if (goes)
		return;
	struct tir_stmt *t = tir_stmt_copy(k->m->arena, s);
	tir_seq_map_bodies(t, sweep, k);
	tir_seq_add(out, t);
}

struct tir_func *loops_names(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	(void)vectors;
	struct facts_options facts = {.alias = options->alias, .ctx = options->ctx};
	struct namer k = {.m = f->module, .arena = arena};
	loops_written_begin(&k.memory, f, &facts, arena);
	k.held = (struct loops_holders){.facts = k.memory.facts, .arena = arena};
	tir_walk_stmts(&f->body, keep_of_stmt, &k);
	struct tir_seq body = tir_seq_map(&f->body, visit, &k);
	tir_walk_stmts(&body, use_of_stmt, &k);
	body = tir_seq_map(&body, sweep, &k);
	bool some = k.reads_gone && k.reads_stay;
	return k.any && !k.twice && !some ? tir_func_with_body(f, body) : f;
}
