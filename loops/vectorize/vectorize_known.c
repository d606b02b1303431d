/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize/vectorize_known.c: what the loops' variables alone decide, lane by lane.
 *
 * Idea.   In a tile each lane is an iteration that is known when the program is compiled, up to the piece's own steps. A
 *         condition on the tile's variables (`1 <= x + 2`), a count or a divisor is then a vector of constants, if it
 *         is the same in all steps of the piece: where it is not, another piece begins.  Lanes for which a condition is false
 *         need no element of a load under it (if-conversion): any element of the buffer will do there.
 * Needs   a tile, whose loops have constant bounds.
 * Costs   for each expression lanes times steps. */
#include "loops/vectorize/vectorize.h"

enum { MOST_ITERATIONS = 1 << 13 };

/* ---- Values ------------------------------------------------------------------------------*/
static bool is_number(struct tir_type t)
{
	return t.lanes == 1 && (tir_is_integral(t) || t.code == TIR_TYPE_BOOL);
}

/* Is it an operation that is computed on numbers here: arithmetic, a comparison, a connective? */
static bool is_operator(const struct tir_expr *e)
{
	switch ((enum tir_op)e->op) {
	case TIR_ANY_ARITHMETIC:
	case TIR_ANY_COMPARISON:
	case TIR_AND:
	case TIR_OR: return true;
	case TIR_NOT:
	case TIR_ANY_LEAF:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_CHOICE:
	case TIR_ANY_VECTOR:
	case TIR_ANY_MEMORY:
	case TIR_CAST:
	case TIR_LET:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	return false;
}

static const struct tir_expr *value_of(const struct vectorize_nest *n, const struct tir_var *v)
{
	uint32_t k = vectorize_bound(n, v);
	return k == UINT32_MAX ? NULL : tir_as_bind(n->bind[k].s)->value.e;
}

/* Is e a number in each lane that the compiler can compute: made of constants and the variables of lanes' loops? */
static bool is_known(const struct vectorize_nest *n, const struct tir_expr *e)
{
	if (!is_number(e->type))
		return false;
	if (e->op == TIR_VAR) {
		const struct tir_expr *value = value_of(n, e->u.var);
		return vectorize_dim(n, e->u.var) != UINT32_MAX || (value && is_known(n, value));
	}
	if (e->op == TIR_INT_IMM)
		return true;
	if (!is_operator(e) && e->op != TIR_NOT)
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (!is_known(n, e->arg[i]))
			return false;
	return true;
}

bool vectorize_is_known(const struct vectorize_nest *n, const struct tir_expr *e)
{
	return n->tiled && tir_as_for(n->loop)->min.e->op == TIR_INT_IMM &&
	       !(e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT)) && vectorize_varies(n, e) &&
	       is_known(n, e);
}

/* The expression in iteration `first` of the outermost loop, and these of the others; false: it traps or overflows. */
static bool evaluate(const struct vectorize_nest *n, const struct tir_expr *e, int64_t first,
        const uint32_t *digit, int64_t *out)
{
	int64_t x[2];
	uint64_t bits;
	if (e->op == TIR_INT_IMM) {
		*out = e->u.i;
		return true;
	}
	if (e->op == TIR_VAR) {
		uint32_t d = vectorize_dim(n, e->u.var);
		if (d == UINT32_MAX)
			return evaluate(n, value_of(n, e->u.var), first, digit, out);
		*out = tir_as_for(n->dim[d])->min.e->u.i + (d ? digit[d] : first + digit[0]);
		return true;
	}
	for (uint32_t i = 0; i < e->n; i++)
		if (!evaluate(n, e->arg[i], first, digit, &x[i]))
			return false;
	if (e->op == TIR_NOT || e->op == TIR_AND || e->op == TIR_OR) {
		*out = e->op == TIR_NOT ? !x[0] : e->op == TIR_AND ? x[0] && x[1] : x[0] || x[1];
		return true;
	}
	struct tir_type t = e->arg[0]->type;
	if (tir_overflows((enum tir_op)e->op, t, (uint64_t)x[0], (uint64_t)x[1]) ||
	        !tir_eval_binary((enum tir_op)e->op, t, (uint64_t)x[0], (uint64_t)x[1], &bits))
		return false;
	*out = (int64_t)bits;
	if (e->type.code == TIR_TYPE_INT && e->type.bits < 64)
		*out = (int64_t)(bits << (64 - e->type.bits)) >> (64 - e->type.bits);
	return true;
}

bool vectorize_values(const struct vectorize_nest *n, const struct vectorize_piece *p,
        const struct vectorize_group *g, int64_t tile, const struct tir_expr *e, int64_t *out)
{
	uint32_t digit[VECTORIZE_DIMS];
	for (uint32_t l = 0; l < g->n; l++) {
		for (uint32_t d = 0; d < n->ndims; d++)
			digit[d] = vectorize_digit(n, p->step, d, g->at + l);
		if (!evaluate(n, e, p->begin + tile * p->step, digit, &out[l]))
			return false;
	}
	return true;
}

/* ---- What a nest knows -------------------------------------------------------------------*/
bool vectorize_note_known(struct vectorize_nest *n, const struct tir_expr *e)
{
	for (uint32_t i = 0; i < n->nknown; i++)
		if (n->known[i] == e)
			return true;
	if (n->nknown == VECTORIZE_KNOWN)
		return false;
	n->known[n->nknown++] = e;
	return true;
}

/* Is all that is known the same in the piece's first tile and its tile number b? */
static bool is_alike(const struct vectorize_nest *n, const struct vectorize_piece *p, int64_t b,
        bool *ok)
{
	uint32_t lanes = p->step * n->inner;
	const struct vectorize_group all = {0, lanes};
	int64_t *x = ARENA_NEWN(n->scratch, int64_t, 2 * lanes), *y = x + lanes;
	for (uint32_t i = 0; i < n->nknown && *ok; i++) {
		*ok = vectorize_values(n, p, &all, 0, n->known[i], x) &&
		      vectorize_values(n, p, &all, b, n->known[i], y);
		if (memcmp(x, y, lanes * sizeof *x) != 0)
			return false;
	}
	return true;
}

bool vectorize_find_run(const struct vectorize_nest *n, uint32_t step, int64_t begin, int64_t end,
        int64_t *run)
{
	bool ok = true;
	const struct vectorize_piece p = {.begin = begin, .step = step};
	if (n->nknown && (end - begin) * n->inner > MOST_ITERATIONS)
		return false;
	*run = step;
	while (begin + *run < end && is_alike(n, &p, *run / step, &ok))
		*run += step;
	return ok;
}

/* The next iteration of the tile's loops; false: there is none. */
static bool advance(const struct vectorize_nest *n, uint32_t digit[VECTORIZE_DIMS])
{
	for (uint32_t d = n->ndims; d-- > 0;) {
		if (++digit[d] < tir_as_for(n->dim[d])->extent.e->u.i)
			return true;
		digit[d] = 0;
	}
	return false;
}

bool vectorize_is_divisor(const struct vectorize_nest *n, const struct tir_expr *e)
{
	uint32_t digit[VECTORIZE_DIMS] = {0};
	int64_t x;
	if (!vectorize_is_known(n, e) ||
	        tir_as_for(n->loop)->extent.e->u.i * n->inner > MOST_ITERATIONS)
		return false;
	do {
		if (!evaluate(n, e, 0, digit, &x) || x == 0 || x == -1)
			return false;
	} while (advance(n, digit));
	return true;
}

/* ---- Conditions --------------------------------------------------------------------------*/
bool vectorize_is_choice(const struct vectorize_nest *n, const struct tir_expr *e)
{
	return (e->op == TIR_IF_THEN_ELSE || e->op == TIR_SELECT) &&
	       vectorize_is_known(n, e->arg[0]);
}

enum vectorize_truth vectorize_decide(const struct vectorize_nest *n,
        const struct vectorize_piece *p, const struct vectorize_group *g, const struct tir_expr *e,
        const uint8_t *needed, uint8_t *yes, uint8_t *no)
{
	uint32_t lanes = g->n, any = 0, all = 0;
	int64_t *x = ARENA_NEWN(n->scratch, int64_t, lanes);
	if (!vectorize_values(n, p, g, 0, e, x))
		return VECTORIZE_SOMETIMES;
	for (uint32_t l = 0; l < lanes; l++) {
		bool asked = !needed || needed[l];
		yes[l] = asked && x[l];
		no[l] = asked && !x[l];
		any += yes[l];
		all += asked;
	}
	return any == all ? VECTORIZE_ALWAYS : any ? VECTORIZE_SOMETIMES : VECTORIZE_NEVER;
}
