/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/print_attr.c: attribute trees as Python values.  Dictionaries are printed with sorted keys,
 * as TVM does.  Recursion is as deep as the tree, which the reader bounds. */
#include <stdlib.h>

#include "tir/print.h"

struct entry {
	const char *key;
	const struct tir_attr *value;
	uint32_t order;
};

static int by_key(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int c = strcmp(x->key, y->key);
	return c ? c : (x->order > y->order) - (x->order < y->order);
}

static void print_dict(struct printer *p, const struct tir_attr *a)
{
	struct entry *e = ARENA_NEWN(&p->scratch, struct entry, a->n);
	for (uint32_t i = 0; i < a->n; i++)
		e[i] = (struct entry){a->name[i] ? a->name[i] : "", a->item[i], i};
	qsort(e, a->n, sizeof *e, by_key);
	sbuf_char(p->out, '{');
	for (uint32_t i = 0; i < a->n; i++) {
		if (i)
			sbuf_str(p->out, ", ");
		tir_print_string(p->out, e[i].key);
		sbuf_str(p->out, ": ");
		tir_print_attr(p, e[i].value);
	}
	sbuf_char(p->out, '}');
}

/* The items with commas, those that have a name as keywords. */
static void print_items(struct printer *p, const struct tir_attr *a)
{
	for (uint32_t i = 0; i < a->n; i++) {
		if (i)
			sbuf_str(p->out, ", ");
		if (a->name && a->name[i])
			sbuf_printf(p->out, "%s=", a->name[i]);
		tir_print_attr(p, a->item[i]);
	}
}

void tir_print_attr(struct printer *p, const struct tir_attr *a)
{
	switch (a->kind) {
	case TIR_ATTR_NONE: sbuf_str(p->out, "None"); break;
	case TIR_ATTR_BOOL: sbuf_str(p->out, a->i ? "True" : "False"); break;
	case TIR_ATTR_INT: sbuf_printf(p->out, "%lld", (long long)a->i); break;
	case TIR_ATTR_FLOAT: tir_print_float(p->out, a->f); break;
	case TIR_ATTR_STRING: tir_print_string(p->out, a->str); break;
	case TIR_ATTR_EXPR:
		/* a bare number would be read as Python's, which is another value here */
		if (a->expr->op == TIR_INT_IMM && tir_type_eq(a->expr->type, TIR_INT32))
			sbuf_printf(p->out, "T.int32(%lld)", (long long)a->expr->u.i);
		else
			tir_print_operand(p, a->expr, 0);
		break;
	case TIR_ATTR_BUFFER: sbuf_str(p->out, tir_print_buffer_name(p, a->buffer)); break;
	case TIR_ATTR_LIST:
		sbuf_char(p->out, '[');
		print_items(p, a);
		sbuf_char(p->out, ']');
		break;
	case TIR_ATTR_TUPLE:
		sbuf_char(p->out, '(');
		print_items(p, a);
		sbuf_str(p->out, a->n == 1 ? ",)" : ")");
		break;
	case TIR_ATTR_DICT: print_dict(p, a); break;
	case TIR_ATTR_CALL:
		sbuf_printf(p->out, "%s(", a->str);
		print_items(p, a);
		sbuf_char(p->out, ')');
		break;
	case TIR_ATTR_TEXT: sbuf_str(p->out, a->str); break;
	}
}

/* ---- The message of an assert ------------------------------------------------------------*/
static void append(char *text, const char *more)
{
	size_t n = strlen(text);
	snprintf(text + n, TIR_MAX_MESSAGE - n, "%s", more);
}

/* The strings of an assert's message, in order: "ValueError: text". */
static void add_strings(const struct tir_attr *a, unsigned depth, char *text)
{
	if (!a || depth > 4)
		return;
	if (a->kind == TIR_ATTR_STRING)
		append(text, a->str);
	else if (a->kind == TIR_ATTR_EXPR && a->expr->op == TIR_STRING_IMM)
		append(text, a->expr->u.str);
	for (uint32_t i = 0; i < a->n; i++) {
		add_strings(a->item[i], depth + 1, text);
		if (a->kind == TIR_ATTR_TUPLE && i + 1 < a->n)
			append(text, ": ");
	}
}

const char *tir_assert_message(const struct tir_stmt *s, char *text)
{
	static const char start[] = "assertion failed: ";
	memcpy(text, start, sizeof start);
	add_strings(tir_as_assert(s)->attr, 0, text);
	if (strlen(text) == sizeof start - 1)
		text[sizeof start - 3] = 0; /* the program says no more */
	return text;
}
