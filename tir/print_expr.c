/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/print_expr.c: expressions as TVMScript.
 *
 * Idea.   A stack of what is still to be written: an expression is popped and replaced by its
 *         pieces, texts and operands.  Operators are printed as such only where no reader folds
 *         them; else the constructor is (T.Add(1, 2)), which never folds (tirscript 4.4).
 * Costs   linear in the text; no recursion. */
#include <math.h>

#include "tir/print.h"

enum { PREC_ANY = 0, PREC_ATOM = 15 };

/* ---- Pieces -----------------------------------------------------------------------------*/
static void push_text(struct printer *p, const char *s)
{
	struct item i = {ITEM_TEXT, 0, {.text = s}};
	VEC_PUSH(&p->scratch, &p->stack, i);
}

static void push_type(struct printer *p, struct tir_type t)
{
	struct item i = {ITEM_TYPE, 0, {.type = t}};
	VEC_PUSH(&p->scratch, &p->stack, i);
}

static void push_number(struct printer *p, uint32_t n)
{
	struct item i = {ITEM_NUMBER, 0, {.number = n}};
	VEC_PUSH(&p->scratch, &p->stack, i);
}

static void push_expr(struct printer *p, const struct tir_expr *e, int prec)
{
	struct item i = {ITEM_EXPR, prec, {.e = e}};
	VEC_PUSH(&p->scratch, &p->stack, i);
}

/* n operands with commas; comma: one before the first, too. */
static void push_list(struct printer *p, uint32_t n, const struct tir_expr *const *e, bool comma)
{
	for (uint32_t i = 0; i < n; i++) {
		if (comma || i > 0)
			push_text(p, ", ");
		push_expr(p, e[i], PREC_ANY);
	}
}

/* ---- Leaves -----------------------------------------------------------------------------*/
void tir_print_string(struct sbuf *out, const char *s)
{
	sbuf_char(out, '"');
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;
		static const char special[] = "\"\\\n\t\r", letters[] = "\"\\ntr";
		const char *escape = strchr(special, c);
		if (escape)
			sbuf_printf(out, "\\%c", letters[escape - special]);
		else if (c < 32 || c == 127)
			sbuf_printf(out, "\\x%02x", c);
		else
			sbuf_char(out, (char)c);
	}
	sbuf_char(out, '"');
}

/* The number as TVM writes it: whole ones with one decimal, others with 17 digits.  What is no
 * digit, sign or exponent is the locale's decimal point. */
void tir_print_float(struct sbuf *out, double v)
{
	char buf[400], *to = buf;
	snprintf(buf, sizeof buf, nearbyint(v) == v ? "%.1f" : "%.17g", v);
	for (const char *c = buf; *c; c++) {
		if (strchr("0123456789+-e", *c))
			*to++ = *c;
		else if (to == buf || to[-1] != '.')
			*to++ = '.';
	}
	sbuf_add(out, buf, (size_t)(to - buf));
}

void tir_print_type_string(struct sbuf *out, struct tir_type t)
{
	char buf[40];
	sbuf_printf(out, "\"%s\"", tir_type_name(t, buf));
}

void tir_print_var_type(struct printer *p, const struct tir_var *v)
{
	char buf[40];
	sbuf_printf(p->out, "T.%s", tir_type_name(v->type, buf));
	if (v->type.code != TIR_TYPE_HANDLE)
		return;
	bool global = !v->scope || !strcmp(v->scope, "global");
	if (v->elem.code != TIR_TYPE_VOID) {
		sbuf_printf(p->out, "(\"%s\", ", tir_type_name(v->elem, buf));
		tir_print_string(p->out, global ? "global" : v->scope);
		sbuf_char(p->out, ')');
	} else if (!global) {
		sbuf_str(p->out, "(storage_scope=");
		tir_print_string(p->out, v->scope);
		sbuf_char(p->out, ')');
	}
}

static void print_int_imm(struct printer *p, const struct tir_expr *e)
{
	char buf[40];
	if (tir_type_eq(e->type, TIR_INT32)) {
		sbuf_int(p->out, e->u.i);
		return;
	}
	sbuf_printf(p->out, "T.%s(", tir_type_name(e->type, buf));
	if (e->type.code == TIR_TYPE_BOOL)
		sbuf_str(p->out, e->u.i ? "True)" : "False)");
	else if (e->type.code == TIR_TYPE_UINT)
		sbuf_printf(p->out, "%llu)", (unsigned long long)e->u.i);
	else
		sbuf_printf(p->out, "%lld)", (long long)e->u.i);
}

static void print_float_imm(struct printer *p, const struct tir_expr *e)
{
	char buf[40];
	sbuf_printf(p->out, "T.%s(", tir_type_name(e->type, buf));
	if (isnan(e->u.f))
		sbuf_str(p->out, "\"nan\"");
	else if (isinf(e->u.f))
		sbuf_str(p->out, e->u.f < 0 ? "\"-inf\"" : "\"inf\"");
	else
		tir_print_float(p->out, e->u.f);
	sbuf_char(p->out, ')');
}

/* ---- Operators --------------------------------------------------------------------------*/
static bool is_const(const struct tir_expr *e, int v)
{
	return (e->op == TIR_INT_IMM && e->u.i == v) || (e->op == TIR_FLOAT_IMM && e->u.f == v);
}

static bool is_imm(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM || e->op == TIR_FLOAT_IMM;
}

/* False for a constant that no operator takes as the amount of a shift. */
static bool shifts_in_range(const struct tir_expr *e)
{
	return e->op != TIR_INT_IMM || (e->u.i >= 0 && e->u.i < e->type.bits);
}

/* True if a reader makes something else of the operator form of e (tirscript 4.4).  Vectors are
 * never folded, but "and" of bool vectors is read as &. */
static bool folds(const struct tir_expr *e)
{
	const struct tir_expr *a = e->arg[0], *b = e->n == 2 ? e->arg[1] : NULL;
	if (b && is_imm(a) && is_imm(b))
		return true;
	switch ((enum tir_op)e->op) {
	case TIR_ADD: return is_const(a, 0) || is_const(b, 0);
	case TIR_SUB: return is_const(b, 0);
	case TIR_MUL: return is_const(a, 0) || is_const(b, 0) || is_const(a, 1) || is_const(b, 1);
	case TIR_DIV:
	case TIR_MOD:
	case TIR_FLOORDIV:
	case TIR_FLOORMOD: /* by zero: a mistake of the operator, not of the constructor */
		if (e->op == TIR_DIV && tir_is_integral(e->type))
			return true;
		return is_const(a, 0) || is_const(b, 0) || is_const(b, 1);
	case TIR_MIN:
	case TIR_MAX: return a == b;
	case TIR_SHL:
	case TIR_SHR: return is_const(b, 0) || !shifts_in_range(b);
	case TIR_AND:
	case TIR_OR: return is_imm(a) || is_imm(b) || e->type.lanes > 1;
	case TIR_NOT: return e->type.lanes > 1;
	case TIR_BITNOT: return is_imm(a);
	case TIR_ANY_LEAF:
	case TIR_ANY_COMPARISON:
	case TIR_BITAND:
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return false;
}

static bool is_operator(const struct tir_expr *e)
{
	enum tir_form form = tir_ops[e->op].form;
	return (form == TIR_FORM_INFIX || form == TIR_FORM_PREFIX) && !folds(e);
}

static int prec_of(const struct tir_expr *e)
{
	return is_operator(e) ? tir_ops[e->op].prec : PREC_ATOM;
}

/* Operators and helpers.  TVM prints a comparison under a comparison bare, which Python reads as a
 * chain; here it gets parentheses on the left, too. */
static void push_operator(struct printer *p, const struct tir_expr *e)
{
	const struct tir_opinfo *op = &tir_ops[e->op];
	if (!is_operator(e)) {
		bool helper = op->form == TIR_FORM_HELPER && (e->n > 2 || !folds(e));
		push_text(p, "T.");
		push_text(p, helper ? op->text : op->node);
		push_text(p, "(");
		push_list(p, e->n, e->arg, false);
		push_text(p, ")");
	} else if (op->form == TIR_FORM_PREFIX) {
		push_text(p, e->op == TIR_NOT ? "not " : op->text);
		push_expr(p, e->arg[0], op->prec);
	} else {
		push_expr(p, e->arg[0], op->compare ? op->prec + 1 : op->prec);
		push_text(p, " ");
		push_text(p, op->text);
		push_text(p, " ");
		push_expr(p, e->arg[1], op->prec + 1);
	}
}

/* ---- Forms of their own -----------------------------------------------------------------*/
static void push_access(struct printer *p, const struct tir_expr *e)
{
	push_text(p, tir_print_buffer_name(p, e->u.buffer));
	if (p->watch == e->u.buffer)
		p->watched = true;
	if (p->scalar && p->scalar[e->u.buffer->id])
		return;
	push_text(p, e->n ? "[" : "[()");
	push_list(p, e->n, e->arg, false);
	push_text(p, "]");
}

/* The dtype argument of a call that gives a pointer: what it points at is known only if the call
 * is bound to a variable. */
static const char *pointer_type(struct printer *p, const struct tir_expr *e)
{
	char buf[40];
	const struct tir_var *v = p->bound == e ? p->bound_to : NULL;
	if (!v || v->elem.code == TIR_TYPE_VOID)
		return "T.handle().ty";
	return arena_printf(&p->scratch, "T.handle(\"%s\", \"%s\").ty", tir_type_name(v->elem, buf),
	        v->scope ? v->scope : "global");
}

static void push_call(struct printer *p, const struct tir_expr *e)
{
	const struct tir_builtininfo *b = &tir_builtins[e->u.call.builtin];
	bool global = e->u.call.builtin == TIR_BUILTIN_CALL_GLOBAL;
	bool first = b->dtype == TIR_DTYPE_FIRST && !global;
	push_text(p, global ? (p->m->name ? p->m->name : "cls") : "T");
	push_text(p, ".");
	push_text(p, tir_call_name(p->m, e));
	push_text(p, "(");
	if (e->u.call.builtin == TIR_BUILTIN_UNDEF) /* which TVM reads by name alone */
		push_text(p, "dtype=");
	if (first && e->type.code == TIR_TYPE_HANDLE)
		push_text(p, pointer_type(p, e));
	else if (first)
		push_type(p, e->type);
	push_list(p, e->n, e->arg, first);
	if (b->dtype == TIR_DTYPE_LAST) {
		if (e->n)
			push_text(p, ", ");
		push_type(p, e->type);
	}
	push_text(p, ")");
}

static void push_shuffle(struct printer *p, const struct tir_expr *e)
{
	push_text(p, "T.Shuffle([");
	push_list(p, e->u.nvectors, e->arg, false);
	push_text(p, "], [");
	push_list(p, e->n - e->u.nvectors, e->arg + e->u.nvectors, false);
	push_text(p, "])");
}

static void push_vector(struct printer *p, const struct tir_expr *e, const char *head)
{
	push_text(p, head);
	push_list(p, e->n, e->arg, false);
	push_text(p, ", ");
	push_number(p, e->type.lanes);
	push_text(p, ")");
}

static void push_let(struct printer *p, const struct tir_expr *e)
{
	push_text(p, "T.Let(");
	push_expr(p, e->arg[1], PREC_ANY);
	push_text(p, ", where={");
	push_text(p, tir_print_var_name(p, e->u.var));
	push_text(p, ": ");
	push_expr(p, e->arg[0], PREC_ANY);
	push_text(p, "})");
}

static void push_masked_load(struct printer *p, const struct tir_expr *e)
{
	push_text(p, "T.masked_load(");
	push_type(p, e->type);
	push_text(p, ", ");
	push_text(p, tir_print_buffer_name(p, e->u.buffer));
	push_list(p, e->n, e->arg, true);
	push_text(p, ")");
}

static void push_wrapped(struct printer *p, const char *head, const struct tir_expr *e)
{
	push_text(p, head);
	push_list(p, e->n, e->arg, false);
	push_text(p, ")");
}

static void push_special(struct printer *p, const struct tir_expr *e)
{
	switch ((enum tir_op)e->op) {
	case TIR_CAST:
		push_text(p, "T.Cast(");
		push_type(p, e->type);
		push_list(p, e->n, e->arg, true);
		push_text(p, ")");
		break;
	case TIR_SELECT: push_wrapped(p, "T.Select(", e); break;
	case TIR_RAMP: push_vector(p, e, "T.Ramp("); break;
	case TIR_BROADCAST: push_vector(p, e, "T.Broadcast("); break;
	case TIR_SHUFFLE: push_shuffle(p, e); break;
	case TIR_LET: push_let(p, e); break;
	case TIR_LOAD: push_access(p, e); break;
	case TIR_MASKED_LOAD: push_masked_load(p, e); break;
	case TIR_BUFFER_DATA:
		push_text(p, tir_print_buffer_name(p, e->u.buffer));
		push_text(p, ".data");
		break;
	case TIR_ADDRESS_OF:
		push_text(p, "T.address_of(");
		push_access(p, e);
		push_text(p, ")");
		break;
	case TIR_CALL: push_call(p, e); break;
	case TIR_ANY_LEAF:
	case TIR_ANY_OPERATOR:
	case TIR_IF_THEN_ELSE:
	case TIR_NOPS: push_operator(p, e); break;
	}
}

/* ---- The walk ---------------------------------------------------------------------------*/
/* Write a leaf, or push the pieces of e so that the first is on top. */
static void expand(struct printer *p, const struct tir_expr *e, int prec)
{
	uint32_t begin = p->stack.n;
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM: print_int_imm(p, e); return;
	case TIR_FLOAT_IMM: print_float_imm(p, e); return;
	case TIR_STRING_IMM: tir_print_string(p->out, e->u.str); return;
	case TIR_VAR: sbuf_str(p->out, tir_print_var_name(p, e->u.var)); return;
	case TIR_ANY_OPERATOR:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	bool parens = prec_of(e) < prec;
	if (parens)
		push_text(p, "(");
	push_special(p, e);
	if (parens)
		push_text(p, ")");
	for (uint32_t i = begin, j = p->stack.n - 1; i < j; i++, j--) {
		struct item t = p->stack.at[i];
		p->stack.at[i] = p->stack.at[j];
		p->stack.at[j] = t;
	}
}

void tir_print_operand(struct printer *p, const struct tir_expr *e, int prec)
{
	push_expr(p, e, prec);
	while (p->stack.n && !(p->end && p->out->len > p->end)) {
		struct item i = p->stack.at[--p->stack.n];
		switch (i.kind) {
		case ITEM_TEXT: sbuf_str(p->out, i.u.text); break;
		case ITEM_TYPE: tir_print_type_string(p->out, i.u.type); break;
		case ITEM_NUMBER: sbuf_uint(p->out, i.u.number); break;
		case ITEM_EXPR: expand(p, i.u.e, i.prec); break;
		}
	}
	p->stack.n = 0;
}

/* lo:hi:step of a ramp with a constant positive step; false if it has none (or hi overflows). */
static bool print_slice(struct printer *p, const struct tir_expr *e)
{
	if (e->op != TIR_RAMP)
		return false;
	const struct tir_expr *base = e->arg[0], *step = e->arg[1];
	if (step->op != TIR_INT_IMM || step->u.i <= 0 || base->type.code != TIR_TYPE_INT)
		return false;
	int64_t length, stop, lo = base->op == TIR_INT_IMM ? base->u.i : 0;
	int64_t max = INT64_MAX >> (64 - base->type.bits);
	if (__builtin_mul_overflow(step->u.i, (int64_t)e->type.lanes, &length) ||
	        __builtin_add_overflow(lo, length, &stop) || length > max || stop > max)
		return false;
	struct tir_expr hi = {.op = TIR_INT_IMM, .type = base->type, .u.i = stop};
	tir_print_operand(p, base, PREC_ANY);
	sbuf_char(p->out, ':');
	if (base->op != TIR_INT_IMM) {
		tir_print_operand(p, base, tir_ops[TIR_ADD].prec);
		sbuf_str(p->out, " + ");
	}
	print_int_imm(p, &hi);
	if (step->u.i != 1) {
		sbuf_char(p->out, ':');
		tir_print_operand(p, step, PREC_ANY);
	}
	return true;
}

void tir_print_indices(struct printer *p, uint32_t n, const struct tir_operand *index)
{
	sbuf_str(p->out, n ? "[" : "[()");
	for (uint32_t i = 0; i < n; i++) {
		if (i)
			sbuf_str(p->out, ", ");
		if (!print_slice(p, index[i].e))
			tir_print_operand(p, index[i].e, PREC_ANY);
	}
	sbuf_char(p->out, ']');
}

void tir_print_visit(struct printer *p, const struct tir_expr *e, uint8_t flags,
        void (*visit)(struct printer *p, const struct tir_expr *e, void *ctx), void *ctx)
{
	p->stack.n = 0;
	push_expr(p, e, 0);
	while (p->stack.n) {
		struct item *top = &p->stack.at[p->stack.n - 1];
		e = top->u.e;
		if (top->prec == 0 && (p->mark[e->id] == p->walk || !(e->flags & flags))) {
			p->stack.n--;
			continue;
		}
		p->mark[e->id] = p->walk;
		uint32_t next = (uint32_t)top->prec++;
		if ((e->op == TIR_LET && next == 1) || (e->op == TIR_VAR && next == 0))
			visit(p, e, ctx);
		if (next < e->n)
			push_expr(p, e->arg[next], 0);
		else
			p->stack.n--;
	}
}
