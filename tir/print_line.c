/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/print_line.c: where a line and a body begin, and where a range ends. */
#include "tir/print.h"

bool tir_print_is_zero(const struct tir_expr *e)
{
	return !e || (e->op == TIR_INT_IMM && e->u.i == 0);
}

void tir_print_line(struct printer *p)
{
	sbuf_fill(p->out, ' ', 4 * (size_t)p->indent);
}

void tir_print_body(struct printer *p, const struct tir_seq *s)
{
	sbuf_str(p->out, ":\n");
	p->indent++;
	p->print_seq(p, s);
	p->indent--;
}

void tir_print_stop(struct printer *p, const struct tir_expr *a, const struct tir_expr *b)
{
	int64_t sum;
	bool both = a->op == TIR_INT_IMM && b->op == TIR_INT_IMM;
	if (tir_print_is_zero(a)) {
		tir_print_operand(p, b, 0);
	} else if (tir_print_is_zero(b)) {
		tir_print_operand(p, a, 0);
	} else if (both && a->type.code == TIR_TYPE_INT &&
	           !__builtin_add_overflow(a->u.i, b->u.i, &sum) &&
	           sum <= INT64_MAX >> (64 - a->type.bits) &&
	           sum >= INT64_MIN >> (64 - a->type.bits)) {
		struct tir_expr stop = {.op = TIR_INT_IMM, .type = a->type, .u.i = sum};
		tir_print_operand(p, &stop, 0);
	} else {
		int prec = tir_ops[TIR_ADD].prec;
		sbuf_str(p->out, both ? "T.Add(" : "");
		tir_print_operand(p, a, both ? 0 : prec);
		sbuf_str(p->out, both ? ", " : " + ");
		tir_print_operand(p, b, both ? 0 : prec + 1);
		sbuf_str(p->out, both ? ")" : "");
	}
}
