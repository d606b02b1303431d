/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/print_stmt.c: statements as TVMScript, one line each and their bodies indented.
 *
 * Idea.   Sequences are scopes: a name given in one is free after it.  Statements keep the form
 *         they were read in (tir.h) where it still says the same.
 * Needs   a verified function.
 * Costs   linear in the text; recursion is as deep as statements nest, which the reader bounds. */
#include "tir/print.h"

static void end_line(struct printer *p)
{
	sbuf_char(p->out, '\n');
}

/* ---- Declarations before a statement ----------------------------------------------------*/
/* "x = T.int32()": TVM wants the variable of a Let, and one used outside its scope in an
 * attribute, declared before the statement.  Each statement gets new names, because TVM takes a
 * name for a variable, and a variable is defined once. */
static void declare(struct printer *p, const struct tir_var *v)
{
	char buf[40];
	tir_print_line(p);
	sbuf_printf(p->out, "%s = T.%s()\n", tir_print_define_var(p, v),
	        tir_type_name(v->type, buf));
}

static void declare_let(struct printer *p, const struct tir_expr *e, void *ctx)
{
	(void)ctx;
	if (e->op == TIR_LET)
		declare(p, e->u.var);
}

static void declare_free(struct printer *p, const struct tir_expr *e, void *ctx)
{
	(void)ctx;
	if (e->op == TIR_VAR && !p->var[e->u.var->id])
		declare(p, e->u.var);
}

static void declare_lets(struct printer *p, struct tir_stmt *s)
{
	struct tir_operand *o[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(s, o, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		if (o[i]->e->flags & TIR_HAS_LET)
			tir_print_visit(p, o[i]->e, TIR_HAS_LET, declare_let, NULL);
	p->walk++;
}

static void declare_in_attr(struct printer *p, const struct tir_attr *a)
{
	if (a && a->kind == TIR_ATTR_EXPR)
		tir_print_visit(p, a->expr, TIR_HAS_VAR, declare_free, NULL);
	p->walk++;
}

/* ---- Simple statements ------------------------------------------------------------------*/
/* T.boolx4 and T.int32x3 are no names of TVM's. */
static bool has_type_name(struct tir_type t)
{
	bool power = (t.lanes & (t.lanes - 1)) == 0 && t.lanes <= 64;
	return t.lanes == 1 || (power && t.code != TIR_TYPE_BOOL);
}

/* What a pointer points at is its value's type, which TVM wants to the letter. */
static struct tir_var typed_as(const struct tir_var *v, const struct tir_expr *value)
{
	struct tir_var as = *v;
	if (value->op == TIR_ADDRESS_OF || value->op == TIR_BUFFER_DATA) {
		as.elem = value->u.buffer->elem;
		as.scope = value->u.buffer->scope;
	} else if (value->op == TIR_VAR) {
		as.elem = value->u.var->elem;
		as.scope = value->u.var->scope;
	}
	return as;
}

static void print_bind(struct printer *p, const struct tir_stmt *s)
{
	const struct tir_bind *bind = tir_as_bind(s);
	const struct tir_var *v = bind->var;
	bool let = s->form == TIR_BIND_LET && has_type_name(v->type);
	sbuf_str(p->out, tir_print_define_var(p, v));
	if (let) {
		struct tir_var as = typed_as(v, bind->value.e);
		sbuf_str(p->out, ": T.let[");
		tir_print_var_type(p, &as);
	}
	sbuf_str(p->out, let ? "] = " : " = T.bind(");
	p->bound = bind->value.e;
	p->bound_to = v;
	tir_print_operand(p, bind->value.e, 0);
	p->bound = NULL;
	if (!let)
		sbuf_char(p->out, ')');
}

static void print_store(struct printer *p, const struct tir_stmt *s)
{
	const struct tir_store *store = tir_as_store(s);
	const char *name = tir_print_buffer_name(p, store->buffer);
	if (store->mask.e) {
		sbuf_printf(p->out, "T.masked_store(%s, ", name);
		tir_print_operand(p, store->value.e, 0);
		for (uint32_t i = 0; i < s->nindex; i++) {
			sbuf_str(p->out, ", ");
			tir_print_operand(p, store->index[i].e, 0);
		}
		sbuf_str(p->out, ", ");
		tir_print_operand(p, store->mask.e, 0);
		sbuf_char(p->out, ')');
		return;
	}
	sbuf_str(p->out, name);
	if (!p->scalar[store->buffer->id])
		tir_print_indices(p, s->nindex, store->index);
	sbuf_str(p->out, " = ");
	tir_print_operand(p, store->value.e, 0);
}

/* A scalar, together with the store that follows it if its value does not read the scalar; returns
 * the last statement printed. */
static struct tir_stmt *print_scalar(struct printer *p, struct tir_stmt *s)
{
	struct tir_stmt *next = s->next;
	char buf[40];
	bool init = next && next->kind == TIR_STORE &&
	            tir_as_store(next)->buffer == tir_as_alloc(s)->buffer &&
	            !tir_as_store(next)->mask.e;
	if (init)
		declare_lets(p, next);
	tir_print_line(p);
	p->scalar[tir_as_alloc(s)->buffer->id] = true;
	const char *name = tir_print_define_buffer(p, tir_as_alloc(s)->buffer);
	sbuf_printf(p->out, "%s: T.%s", name, tir_type_name(tir_as_alloc(s)->buffer->elem, buf));
	if (!init)
		return s;
	size_t begin = p->out->len;
	p->watch = tir_as_alloc(s)->buffer;
	p->watched = false;
	sbuf_str(p->out, " = ");
	tir_print_operand(p, tir_as_store(next)->value.e, 0);
	p->watch = NULL;
	if (p->watched && !p->out->failed) {
		char *tail = arena_strndup(&p->scratch, p->out->text + begin, p->out->len - begin);
		p->out->len = begin;
		end_line(p);
		tir_print_line(p);
		sbuf_printf(p->out, "%s%s", name, tail);
	}
	return next;
}

/* Calls stand alone; every other expression does in T.evaluate. */
static void print_evaluate(struct printer *p, const struct tir_expr *e)
{
	bool call = e->op == TIR_CALL || e->op == TIR_IF_THEN_ELSE || e->op == TIR_MASKED_LOAD ||
	            e->op == TIR_ADDRESS_OF;
	if (!call)
		sbuf_str(p->out, "T.evaluate(");
	tir_print_operand(p, e, 0);
	if (!call)
		sbuf_char(p->out, ')');
}

/* ---- Loops ------------------------------------------------------------------------------*/

static bool has_step(const struct tir_stmt *s)
{
	const struct tir_for *loop = tir_as_for(s);
	return loop->more->step.e &&
	       !(loop->more->step.e->op == TIR_INT_IMM && loop->more->step.e->u.i == 1);
}

static void find_var(struct printer *p, const struct tir_expr *e, void *ctx)
{
	bool *found = ctx;
	if (e->op == TIR_VAR && !p->var[e->u.var->id])
		*found = true;
}

/* A loop T.grid can hold: serial from zero, its extent made of variables already named.  (A loop
 * variable of the same grid has no name yet.) */
static bool in_grid(struct printer *p, const struct tir_stmt *s)
{
	if (s->kind != TIR_FOR || s->for_kind != TIR_SERIAL ||
	        !tir_print_is_zero(tir_as_for(s)->min.e) || has_step(s) ||
	        (tir_as_for(s)->more->attr && tir_as_for(s)->more->attr->n))
		return false;
	bool found = false;
	if (tir_as_for(s)->extent.e->flags & TIR_HAS_VAR)
		tir_print_visit(p, tir_as_for(s)->extent.e, TIR_HAS_VAR, find_var, &found);
	p->walk++;
	return !found;
}

/* The innermost loop of the grid that begins at s; s itself if there is none. */
static struct tir_stmt *grid_end(struct printer *p, struct tir_stmt *s)
{
	struct tir_stmt *last = s;
	if (!in_grid(p, s))
		return s;
	for (;;) {
		struct tir_stmt *inner = tir_as_for(last)->body.first;
		if (!inner || inner->next || !in_grid(p, inner))
			return last;
		last = inner;
	}
}

static void print_grid(struct printer *p, struct tir_stmt *s, const struct tir_stmt *last)
{
	uint32_t mark = tir_print_open(p);
	for (struct tir_stmt *l = s; l != tir_as_for(last)->body.first;
	        l = tir_as_for(l)->body.first)
		declare_lets(p, l);
	tir_print_line(p);
	sbuf_str(p->out, "for ");
	uint32_t loops = p->loops.n;
	for (struct tir_stmt *l = s; l != tir_as_for(last)->body.first;
	        l = tir_as_for(l)->body.first) {
		sbuf_printf(p->out, "%s%s", l == s ? "" : ", ",
		        tir_print_define_var(p, tir_as_for(l)->var));
		VEC_PUSH(&p->scratch, &p->loops, l);
	}
	sbuf_str(p->out, " in T.grid(");
	for (struct tir_stmt *l = s; l != tir_as_for(last)->body.first;
	        l = tir_as_for(l)->body.first) {
		if (l != s)
			sbuf_str(p->out, ", ");
		tir_print_operand(p, tir_as_for(l)->extent.e, 0);
	}
	sbuf_char(p->out, ')');
	tir_print_body(p, &tir_as_for(last)->body);
	p->loops.n = loops;
	tir_print_close(p, mark);
}

static void print_for(struct printer *p, struct tir_stmt *s)
{
	static const char *const heads[] = {[TIR_SERIAL] = "T.serial",
	        [TIR_PARALLEL] = "T.parallel",
	        [TIR_VECTORIZED] = "T.vectorized",
	        [TIR_UNROLLED] = "T.unroll",
	        [TIR_THREAD] = "T.thread_binding"};
	bool range = s->for_kind == TIR_SERIAL &&
	             !(tir_as_for(s)->more->attr && tir_as_for(s)->more->attr->n),
	     step = has_step(s);
	uint32_t mark = tir_print_open(p);
	VEC_PUSH(&p->scratch, &p->loops, s);
	sbuf_printf(p->out, "for %s in %s(", tir_print_define_var(p, tir_as_for(s)->var),
	        range ? "range" : heads[s->for_kind]);
	if (!tir_print_is_zero(tir_as_for(s)->min.e) || step) {
		tir_print_operand(p, tir_as_for(s)->min.e, 0);
		sbuf_str(p->out, ", ");
		tir_print_stop(p, tir_as_for(s)->min.e, tir_as_for(s)->extent.e);
	} else {
		tir_print_operand(p, tir_as_for(s)->extent.e, 0);
	}
	if (s->for_kind == TIR_THREAD) {
		sbuf_str(p->out, ", thread=");
		tir_print_string(p->out, tir_as_for(s)->more->tag);
	}
	if (tir_as_for(s)->more->attr && tir_as_for(s)->more->attr->n) {
		sbuf_str(p->out, ", annotations=");
		tir_print_attr(p, tir_as_for(s)->more->attr);
	}
	if (step) {
		sbuf_str(p->out, range ? ", " : ", step=");
		tir_print_operand(p, tir_as_for(s)->more->step.e, 0);
	}
	sbuf_char(p->out, ')');
	tir_print_body(p, &tir_as_for(s)->body);
	p->loops.n--;
	tir_print_close(p, mark);
}

/* ---- Statements with a body -------------------------------------------------------------*/
static void print_if(struct printer *p, const struct tir_stmt *s)
{
	sbuf_str(p->out, "if ");
	const struct tir_if *branch = tir_as_if(s);
	tir_print_operand(p, branch->value.e, 0);
	tir_print_body(p, &branch->body);
	if (!branch->orelse.first)
		return;
	tir_print_line(p);
	sbuf_str(p->out, "else");
	tir_print_body(p, &branch->orelse);
}

/* The body of an attribute: indented after "with ...:", or, if the statement ends its sequence
 * and was written so, the rest of the sequence. */
static void print_rest(struct printer *p, const struct tir_stmt *s, bool with)
{
	if (with) {
		tir_print_body(p, tir_body(s));
	} else {
		end_line(p);
		tir_print_seq(p, tir_body(s));
	}
}

static bool needs_with(const struct tir_stmt *s)
{
	return s->with || s->next || !tir_body(s)->first;
}

/* T.attr({key: value}) is T.attr(0, key, value). */
static bool is_zero_attr(const struct tir_attr *a)
{
	return (a->kind == TIR_ATTR_INT && a->i == 0) ||
	       (a->kind == TIR_ATTR_EXPR && a->expr->op == TIR_INT_IMM && a->expr->u.i == 0 &&
	               tir_type_eq(a->expr->type, TIR_INT32));
}

static void print_attr_stmt(struct printer *p, const struct tir_stmt *s)
{
	const struct tir_attr_stmt *note = tir_as_attr(s);
	bool with = needs_with(s), dict = !note->node || is_zero_attr(note->node);
	sbuf_str(p->out, with ? "with T.attr(" : "T.attr(");
	if (!dict) {
		tir_print_attr(p, note->node);
		sbuf_str(p->out, ", ");
		tir_print_string(p->out, note->tag);
		sbuf_str(p->out, ", ");
	} else {
		sbuf_char(p->out, '{');
		tir_print_string(p->out, note->tag);
		sbuf_str(p->out, ": ");
	}
	tir_print_attr(p, note->attr);
	sbuf_str(p->out, dict ? "})" : ")");
	print_rest(p, s, with);
}

static void print_launch(struct printer *p, const struct tir_stmt *s)
{
	bool with = needs_with(s);
	uint32_t mark = tir_print_open(p);
	const char *name = tir_print_define_var(p, tir_as_for(s)->var);
	if (with)
		sbuf_str(p->out, "with ");
	else
		sbuf_printf(p->out, "%s = ", name);
	sbuf_str(p->out, "T.launch_thread(");
	tir_print_string(p->out, tir_as_for(s)->more->tag);
	sbuf_str(p->out, ", ");
	tir_print_operand(p, tir_as_for(s)->extent.e, 0);
	sbuf_char(p->out, ')');
	if (with)
		sbuf_printf(p->out, " as %s", name);
	print_rest(p, s, with);
	tir_print_close(p, mark);
}

/* ---- All of them ------------------------------------------------------------------------*/
static void print_assert(struct printer *p, const struct tir_stmt *s)
{
	sbuf_str(p->out, "assert ");
	const struct tir_assert *check = tir_as_assert(s);
	tir_print_operand(p, check->value.e, 0);
	sbuf_str(p->out, ", ");
	if (check->attr && check->attr->kind != TIR_ATTR_STRING) {
		tir_print_attr(p, check->attr);
		return;
	}
	sbuf_str(p->out, "(\"RuntimeError\", [");
	tir_print_string(p->out, check->attr ? check->attr->str : "assertion failed");
	sbuf_str(p->out, "])");
}

static void print_return(struct printer *p, const struct tir_stmt *s)
{
	sbuf_str(p->out, "return");
	const struct tir_return *ret = tir_as_return(s);
	if (!ret->value.e)
		return;
	sbuf_char(p->out, ' ');
	tir_print_operand(p, ret->value.e, 0);
}

static void print_stmt(struct printer *p, struct tir_stmt *s)
{
	tir_print_line(p);
	switch (s->kind) {
	case TIR_BIND: print_bind(p, s); break;
	case TIR_STORE: print_store(p, s); break;
	case TIR_ALLOC: tir_print_alloc(p, s); break;
	case TIR_DECL: tir_print_decl(p, s); break;
	case TIR_FOR: print_for(p, s); return;
	case TIR_WHILE:
		sbuf_str(p->out, "while ");
		tir_print_operand(p, tir_value_of(s), 0);
		tir_print_body(p, tir_body_slot(s));
		return;
	case TIR_IF: print_if(p, s); return;
	case TIR_ASSERT: print_assert(p, s); break;
	case TIR_ATTR: print_attr_stmt(p, s); return;
	case TIR_LAUNCH: print_launch(p, s); return;
	case TIR_EVALUATE: print_evaluate(p, tir_value_of(s)); break;
	case TIR_BREAK: sbuf_str(p->out, "T.break_loop()"); break;
	case TIR_CONTINUE: sbuf_str(p->out, "T.continue_loop()"); break;
	case TIR_RETURN: print_return(p, s); break;
	case TIR_BLOCK: tir_print_block(p, s); return;
	}
	end_line(p);
}

void tir_print_seq(struct printer *p, const struct tir_seq *seq)
{
	uint32_t mark = tir_print_open(p);
	for (struct tir_stmt *s = seq->first; s; s = s->next) {
		if (s->kind == TIR_ALLOC && tir_print_is_scalar(s)) {
			s = print_scalar(p, s);
			end_line(p);
			continue;
		}
		struct tir_stmt *last = s->kind == TIR_FOR ? grid_end(p, s) : s;
		if (last != s) {
			print_grid(p, s, last);
			continue;
		}
		declare_lets(p, s);
		if (s->kind == TIR_ATTR) {
			declare_in_attr(p, tir_as_attr(s)->node);
			declare_in_attr(p, tir_as_attr(s)->attr);
		}
		print_stmt(p, s);
	}
	if (!seq->first) {
		tir_print_line(p);
		sbuf_str(p->out, "T.evaluate(0)\n");
	}
	tir_print_close(p, mark);
}
