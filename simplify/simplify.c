/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* simplify/simplify.c: what the other passes leave, made simple.
 *
 * Idea.   One walk forward.  Loops tell what their variables can be, bindings what theirs are, ifs
 *         what holds inside; expressions are folded from the bottom up with that.  A condition that
 *         is known leaves one branch, a loop that runs once its body, one that never runs nothing.
 * Needs   a verified function.
 * Keeps   values, traps, effects and the order of loads and stores.  A binding to an atom is used
 *         up but stays; the pass "dead" drops it.
 * Costs   one step a node of each operand; inside an if the memo begins anew. */
#include "simplify/simplify.h"

/* ---- What holds --------------------------------------------------------------------------*/
/* True or false of e here: 1, 2; 0: not known. */
static uint8_t fact_of(const struct simplifier *s, const struct tir_expr *e)
{
	return e->id < s->fact.n ? s->fact.at[e->id] : 0;
}

static void learn_one(struct simplifier *s, const struct tir_expr *e, bool holds)
{
	while (s->fact.n <= e->id)
		VEC_PUSH(s->arena, &s->fact, 0);
	if (s->fact.at[e->id] || e->op == TIR_INT_IMM ||
	        (e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT)) || e->type.lanes > 1)
		return;
	s->fact.at[e->id] = holds ? 1 : 2;
	VEC_PUSH(s->arena, &s->facts, e);
}

enum { MAX_PARTS = 16 };

/* Learn that e is true (or false), and its parts where that says something of them. */
static void learn(struct simplifier *s, const struct tir_expr *e, bool holds)
{
	const struct tir_expr *part[MAX_PARTS + 2];
	uint32_t n = 0;
	part[n++] = e;
	while (n) {
		e = part[--n];
		learn_one(s, e, holds);
		if (e->op == (holds ? TIR_AND : TIR_OR) && n < MAX_PARTS) {
			part[n++] = e->arg[1];
			part[n++] = e->arg[0];
		}
	}
	s->stamp++;
}

static void forget(struct simplifier *s, uint32_t mark)
{
	if (s->facts.n > mark)
		s->stamp++;
	while (s->facts.n > mark)
		s->fact.at[s->facts.at[--s->facts.n]->id] = 0;
}

/* ---- Expressions -------------------------------------------------------------------------*/
static struct simplified *memo_of(struct simplifier *s, const struct tir_expr *e)
{
	while (s->memo.n <= e->id)
		VEC_PUSH(s->arena, &s->memo, (struct simplified){0});
	return &s->memo.at[e->id];
}

static const struct tir_expr *known(struct simplifier *s, const struct tir_expr *e)
{
	uint8_t fact = e->type.code == TIR_TYPE_BOOL ? fact_of(s, e) : 0;
	return fact ? tir_int(s->m, e->type, fact == 1) : e;
}

/* The result for e if it needs no work, else NULL. */
static const struct tir_expr *leaf(struct simplifier *s, const struct tir_expr *e)
{
	if (e->op == TIR_VAR) {
		uint32_t id = e->u.var->id;
		struct range r = simplify_range_of(s, e);
		if (id < s->value.n && s->value.at[id])
			return s->value.at[id];
		return r.known && r.lo == r.hi ? tir_int(s->m, e->type, r.lo) : known(s, e);
	}
	if (!e->n)
		return e;
	const struct simplified *memo = memo_of(s, e);
	return memo->stamp == s->stamp ? memo->e : NULL;
}

/* The node with these operands, folded. */
static const struct tir_expr *finish(struct simplifier *s, const struct tir_expr *e,
        const struct tir_expr *const *args)
{
	bool same = !memcmp(args, e->arg, e->n * sizeof *args);
	const struct tir_expr *r = same ? e : tir_with_args(s->m, e, args);
	return known(s, simplify_fold_node(s, known(s, r)));
}

struct simplify_frame {
	const struct tir_expr *e;
	uint32_t next;
};

const struct tir_expr *simplify_expr(struct simplifier *s, const struct tir_expr *e)
{
	VEC(struct simplify_frame) open = {0};
	VEC(const struct tir_expr *) done = {0};
	const struct tir_expr *r = leaf(s, e);
	if (r)
		return r;
	VEC_PUSH(s->arena, &open, ((struct simplify_frame){e, 0}));
	while (open.n) {
		struct simplify_frame *f = &open.at[open.n - 1];
		if (f->next < f->e->n) {
			const struct tir_expr *arg = f->e->arg[f->next++];
			r = leaf(s, arg);
			if (r)
				VEC_PUSH(s->arena, &done, r);
			else
				VEC_PUSH(s->arena, &open, ((struct simplify_frame){arg, 0}));
			continue;
		}
		open.n--;
		done.n -= f->e->n;
		r = finish(s, f->e, done.at + done.n);
		*memo_of(s, f->e) = (struct simplified){s->stamp, r};
		VEC_PUSH(s->arena, &done, r);
	}
	return done.at[0];
}

/* ---- Statements --------------------------------------------------------------------------*/
static bool is_atom(const struct tir_expr *e)
{
	return e->op == TIR_VAR || e->op == TIR_INT_IMM || e->op == TIR_FLOAT_IMM;
}

/* The variable has this value from here on. */
static void bind(struct simplifier *s, const struct tir_var *v, const struct tir_expr *value)
{
	while (s->value.n <= v->id)
		VEC_PUSH(s->arena, &s->value, NULL);
	s->value.at[v->id] = is_atom(value) ? value : NULL;
	simplify_range_bind(s, v, value);
}

void simplify_anew(struct simplifier *s)
{
	for (uint32_t i = 0; i < s->value.n; i++)
		s->value.at[i] = NULL;
	s->stamp++;
}

static void simplify_for(struct simplifier *s, struct tir_stmt *t, struct tir_seq *out)
{
	bool once;
	if (simplify_range_loop(s, t, &once))
		return;
	if (once && !tir_as_for(t)->more->attr && t->kind == TIR_FOR && t->for_kind != TIR_THREAD &&
	        !tir_seq_leaves(tir_body(t))) {
		const struct tir_expr *min = tir_as_for(t)->min.e
		                                     ? tir_as_for(t)->min.e
		                                     : tir_int(s->m, tir_as_for(t)->var->type, 0);
		bind(s, tir_as_for(t)->var, min);
		if (!is_atom(min)) {
			struct tir_stmt *b = tir_stmt_new(s->m, TIR_BIND, t->at);
			b->form = TIR_BIND_PLAIN;
			tir_as_bind(b)->var = tir_as_for(t)->var;
			tir_as_bind(b)->value = (struct tir_operand){min, t->at};
			tir_seq_add(out, b);
		}
		tir_seq_append(out, simplify_seq(s, tir_body(t)));
		return;
	}
	uint32_t mark = s->facts.n;
	if ((!tir_as_for(t)->min.e || is_int(tir_as_for(t)->min.e, 0)) &&
	        tir_as_for(t)->extent.e->op != TIR_INT_IMM)
		learn(s,
		        tir_binary(s->m, TIR_LT, tir_as_for(t)->var->expr, tir_as_for(t)->extent.e),
		        true);
	tir_as_for(t)->body = simplify_seq(s, tir_body(t));
	forget(s, mark);
	tir_seq_add(out, t);
}

static void simplify_if(struct simplifier *s, struct tir_stmt *t, struct tir_seq *out)
{
	struct tir_if *branch = tir_as_if(t);
	const struct tir_expr *c = branch->value.e;
	if (c->op == TIR_INT_IMM) {
		tir_seq_append(out, simplify_seq(s, c->u.i ? tir_body(t) : tir_orelse(t)));
		return;
	}
	uint32_t mark = s->facts.n;
	learn(s, c, true);
	branch->body = simplify_seq(s, tir_body(t));
	forget(s, mark);
	learn(s, c, false);
	branch->orelse = simplify_seq(s, tir_orelse(t));
	forget(s, mark);
	tir_seq_add(out, t);
}

static void simplify_stmt(void *ctx, const struct tir_stmt *from, struct tir_seq *out)
{
	struct simplifier *s = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	struct tir_stmt *t = tir_stmt_copy(s->m->arena, from);
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		op[i]->e = simplify_expr(s, op[i]->e);
	if (t->kind == TIR_BIND)
		bind(s, tir_as_bind(t)->var, tir_as_bind(t)->value.e);
	if (t->kind == TIR_FOR || t->kind == TIR_LAUNCH) {
		simplify_for(s, t, out);
	} else if (t->kind == TIR_IF) {
		simplify_if(s, t, out);
	} else if (t->kind != TIR_WHILE || !is_int(tir_as_while(t)->value.e, 0)) {
		tir_set_body(t, simplify_seq(s, tir_body(t)));
		tir_set_orelse(t, simplify_seq(s, tir_orelse(t)));
		tir_seq_add(out, t);
	}
}

struct tir_seq simplify_seq(struct simplifier *s, const struct tir_seq *body)
{
	return tir_seq_map(body, simplify_stmt, s);
}

struct simplifier simplify_begin(struct tir_module *m, struct arena *arena)
{
	return (struct simplifier){.m = m, .arena = arena, .stamp = 1, .fold = simplify_fold_node};
}

struct tir_func *simplify_func(struct tir_func *f, struct arena *arena)
{
	struct simplifier s = simplify_begin(f->module, arena);
	simplify_range_shapes(&s, f);
	return tir_func_with_body(f, simplify_seq(&s, &f->body));
}
