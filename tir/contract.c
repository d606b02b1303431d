/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/contract.c: may a builtin be called so?  The one place that checks the contracts of builtins.def.
 *
 * Idea.   A word of a contract is a bit.  Each rule is one function that looks at the bits it knows, and
 *         tells in words what breaks it.  The reader asks where the call is written, the verifier for
 *         modules made by programs and passes.
 * Costs   a few comparisons an operand; text is made only of a fault. */
#include "tir/contract.h"

/* The operand or result that is looked at. */
struct look {
	enum tir_builtin builtin;
	uint32_t words; /* its contract */
	uint32_t k;     /* operand, from 0; n: the result */
	struct tir_type type, result;
	uint32_t n;
	const struct tir_expr *const *arg;
	struct tir_fault *fault;
};

/* ---- Words ------------------------------------------------------------------------------*/
static uint32_t kind_of(struct tir_type t, const struct tir_expr *e)
{
	if (e && e->op == TIR_STRING_IMM)
		return STRINGS;
	switch ((enum tir_code)t.code) {
	case TIR_TYPE_INT: return SIGNED;
	case TIR_TYPE_UINT: return UNSIGNED;
	case TIR_TYPE_BOOL: return BOOLS;
	case TIR_TYPE_HANDLE: return POINTERS;
	case TIR_TYPE_VOID: return NOTHING;
	case TIR_TYPE_BFLOAT:
	case TIR_TYPE_F8_E3M4:
	case TIR_TYPE_F8_E4M3:
	case TIR_TYPE_F8_E4M3B11FNUZ:
	case TIR_TYPE_F8_E4M3FN:
	case TIR_TYPE_F8_E4M3FNUZ:
	case TIR_TYPE_F8_E5M2:
	case TIR_TYPE_F8_E5M2FNUZ:
	case TIR_TYPE_F8_E8M0FNU:
	case TIR_TYPE_FLOAT:
	case TIR_NTYPES: break;
	}
	return FLOATS;
}

/* The kinds of a contract as a message names them: the row with all of them. */
static const char *kind_name(uint32_t words)
{
	static const struct {
		uint32_t kinds;
		const char *name;
	} rows[] = {{INT32, "an int32"}, {INTS, "an integer"}, {BOOLS, "a bool"},
	        {FLOATS, "a float"}, {INTS | BOOLS, "an integer or a bool"}, {NUMBERS, "a number"},
	        {POINTERS, "a pointer"}, {INTS | POINTERS, "a pointer or an integer"},
	        {STRINGS, "a string"}, {STRINGS | POINTERS, "a string or a pointer"},
	        {STRINGS | INTS, "a string or a number"}, {NOTHING, "nothing"},
	        {VALUES, "a number or a pointer"}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].kinds == (words & (KINDS | OF_32_BITS)))
			return rows[i].name;
	return "a value";
}

/* ---- Faults -----------------------------------------------------------------------------*/
/* Write the fault of what is looked at; returns false. */
static bool must_be(const struct look *l, const char *must, ...) PRINTF_LIKE(2, 3);
static bool must_be(const struct look *l, const char *must, ...)
{
	char *p = l->fault->text, *end = p + sizeof l->fault->text, is[40];
	const struct tir_expr *e = l->k < l->n ? l->arg[l->k] : NULL;
	const char *name = tir_builtins[l->builtin].text;
	va_list ap;
	l->fault->operand = l->k;
	if (e)
		p += snprintf(p, (size_t)(end - p), "operand %u of 'T.%s' must be ", l->k + 1,
		        name);
	else
		p += snprintf(p, (size_t)(end - p), "the result of 'T.%s' must be ", name);
	va_start(ap, must);
	p += vsnprintf(p, (size_t)(end - p), must, ap);
	va_end(ap);
	if (p < end)
		snprintf(p, (size_t)(end - p), ", but is %s",
		        e && e->op == TIR_STRING_IMM ? "a string" : tir_type_name(l->type, is));
	return false;
}

/* ---- Rules ------------------------------------------------------------------------------*/
static bool check_kind(const struct look *l)
{
	const struct tir_expr *e = l->k < l->n ? l->arg[l->k] : NULL;
	uint32_t kind = kind_of(l->type, e);
	if (!(l->words & kind) || (l->words & OF_32_BITS && l->type.bits != 32))
		return must_be(l, "%s", kind_name(l->words));
	if (kind & (POINTERS | NOTHING) && l->type.lanes != 1)
		return must_be(l, "a scalar");
	if (l->words & CONST && kind & INTS && e->op != TIR_INT_IMM)
		return must_be(l, "a constant");
	return true;
}

static bool check_lanes(const struct look *l)
{
	unsigned lanes = l->type.lanes;
	if (l->words & ONE && lanes != 1)
		return must_be(l, "a scalar");
	if (l->words & MANY && lanes == 1)
		return must_be(l, "a vector");
	if (l->words & EVEN && lanes % 2 != 0)
		return must_be(l, "a vector with an even number of lanes");
	if (l->words & SPREAD && lanes != 1 && lanes != l->result.lanes)
		return must_be(l, "a scalar or of the %u lane%s of the result", l->result.lanes,
		        l->result.lanes == 1 ? "" : "s");
	if (l->words & LANES && lanes != l->arg[0]->type.lanes)
		return must_be(l, "of the %u lane%s of the first operand", l->arg[0]->type.lanes,
		        l->arg[0]->type.lanes == 1 ? "" : "s");
	return true;
}

/* Bits that one value has and the other is to have: pointers take any integer, and each other. */
static bool have_same_bits(struct tir_type a, struct tir_type b)
{
	if (a.code == TIR_TYPE_HANDLE && b.code == TIR_TYPE_HANDLE)
		return true;
	if (a.code == TIR_TYPE_HANDLE)
		return tir_is_int(b) && b.lanes == 1;
	if (b.code == TIR_TYPE_HANDLE)
		return tir_is_int(a) && a.lanes == 1;
	return a.bits * a.lanes == b.bits * b.lanes;
}

static bool check_type(const struct look *l)
{
	char name[40];
	struct tir_type first = l->n ? l->arg[0]->type : TIR_VOID;
	if (l->words & SAME && !tir_type_eq(l->type, first))
		return must_be(l, "of the first operand's type, %s", tir_type_name(first, name));
	if (l->words & BITS && !have_same_bits(l->type, l->result))
		return must_be(l, "of as many bits as the result, %s",
		        tir_type_name(l->result, name));
	if (l->words & HALF && !tir_type_eq(l->type, tir_lanes(first, first.lanes / 2u)))
		return must_be(l, "%s, a half of operand 1",
		        tir_type_name(tir_lanes(first, first.lanes / 2u), name));
	if (l->words & TWICE && !tir_type_eq(l->type, tir_lanes(first, first.lanes * 2u)))
		return must_be(l, "%s, its operands one behind the other",
		        tir_type_name(tir_lanes(first, first.lanes * 2u), name));
	return true;
}

static bool check_symbol(const struct look *l)
{
	const struct tir_expr *e = l->arg[l->k];
	const char *why = e->op == TIR_STRING_IMM ? tir_symbol_fault(e->u.str) : NULL;
	if (!why)
		return true;
	l->fault->operand = l->k;
	snprintf(l->fault->text, sizeof l->fault->text, "%s", why);
	return false;
}

static bool check(struct look *l, uint32_t k, struct tir_type t, uint32_t words)
{
	l->k = k;
	l->type = t;
	l->words = words;
	return check_kind(l) && check_lanes(l) && check_type(l) &&
	       (!(words & SYMBOL) || check_symbol(l));
}

/* ---- Calls ------------------------------------------------------------------------------*/
static bool check_count(const struct look *l)
{
	const struct tir_builtininfo *b = &tir_builtins[l->builtin];
	int limit = l->n < (uint32_t)b->min ? b->min : b->max;
	if (l->n >= (uint32_t)b->min && (b->max < 0 || l->n <= (uint32_t)b->max))
		return true;
	l->fault->operand = l->n;
	snprintf(l->fault->text, sizeof l->fault->text, "T.%s takes %s%d argument%s, not %u",
	        b->text,
	        b->min == b->max  ? ""
	        : limit == b->min ? "at least "
	                          : "at most ",
	        limit, limit == 1 ? "" : "s", l->n);
	return false;
}

struct tir_type tir_call_type(enum tir_builtin b, struct tir_type t, uint32_t n,
        const struct tir_expr *const *arg)
{
	const struct tir_builtininfo *info = &tir_builtins[b];
	struct tir_type first = n ? arg[0]->type : TIR_VOID;
	if (info->dtype == TIR_DTYPE_OP)
		return first;
	if (info->dtype == TIR_DTYPE_FIXED)
		return info->type.lanes ? info->type : tir_lanes(info->type, first.lanes);
	return t;
}

bool tir_check_call(enum tir_builtin b, struct tir_type result, uint32_t n,
        const struct tir_expr *const *arg, struct tir_fault *fault)
{
	const struct tir_builtininfo *info = &tir_builtins[b];
	struct look l = {.builtin = b, .result = result, .n = n, .arg = arg, .fault = fault};
	uint32_t words = ANY;
	char name[40];
	if (!check_count(&l))
		return false;
	for (uint32_t k = 0; k < n; k++) {
		if (k < TIR_CONTRACT && info->contract[1 + k])
			words = info->contract[1 + k];
		if (!check(&l, k, arg[k]->type, words))
			return false;
	}
	if (!check(&l, n, result, info->contract[0]))
		return false;
	struct tir_type want = tir_call_type(b, result, n, arg);
	return tir_type_eq(result, want) || must_be(&l, "%s", tir_type_name(want, name));
}

const char *tir_symbol_fault(const char *name)
{
	if (!*name)
		return "a function cannot have an empty name";
	if (!strncmp(name, "llvm.", 5))
		return "a function's name cannot begin with 'llvm.', which is LLVM's own";
	for (const char *c = name; *c; c++)
		if ((unsigned char)*c < 32 || *c == 127)
			return "a function's name cannot hold a control character";
	return NULL;
}
