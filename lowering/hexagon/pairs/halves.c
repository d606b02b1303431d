/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/pairs/halves.c: the even and odd halves of 16-bit vectors on HVX, as its instructions make them of bytes.
 *
 * Idea.   HVX widens 128 bytes to two registers, one of the even lanes and one of the odd, and
 *         saturates or cuts two such registers back to bytes in one instruction.  What lies between
 *         a widening and a narrowing cast is lane by lane, so it may stay in that order: no lane is
 *         moved on the way.  Sums of bytes times scalars become HVX's multiplications that
 *         accumulate.
 * Needs   HVX of 128 bytes; vectors of a multiple of 128 lanes of 16 bits, made of casts from
 *         bytes, scalars and each other.  Anything else is lowered as elsewhere.
 * Keeps   every bit: 16-bit arithmetic wraps in TIR as on HVX.
 * Costs   a walk over the function; a bound variable that a narrowing cast needs is built in both
 *         orders, and LLVM drops the one that is not used. */
#include "lowering/hexagon/halves.h"

enum { LANES = PAIR_LANES, HALF = PAIR_HALF };

static bool is_narrowing(const struct lower *l, const struct tir_expr *e)
{
	return e->op == TIR_CAST && lower_pairs_is_bytes(e->type) &&
	       lower_pairs_order(l, e->arg[0]) == PAIRED;
}

/* A sum of 16 bits that is stored: to put its lanes in order is one instruction, as each widening would be. */
static bool is_sum(const struct lower *l, const struct tir_expr *e)
{
	return (e->op == TIR_ADD || e->op == TIR_MUL || e->op == TIR_SUB) &&
	       lower_pairs_order(l, e) == PAIRED;
}

/* ---- The function, before it is built ----------------------------------------------------*/
static void survey_expr(struct lower *l, const struct tir_expr *root)
{
	struct lower_pairs *p = l->hexagon->pairs;
	VEC(const struct tir_expr *) todo = {0};
	VEC_PUSH(l->arena, &todo, root);
	p->uses[root->id]++;
	while (todo.n) {
		const struct tir_expr *e = todo.at[--todo.n];
		if (l->met[e->id] == l->round)
			continue;
		l->met[e->id] = l->round;
		if (is_narrowing(l, e))
			VEC_PUSH(l->arena, &p->wanted.todo, e->arg[0]);
		lower_quads_note(l, e);
		for (uint32_t i = 0; i < e->n; i++) {
			p->uses[e->arg[i]->id]++;
			VEC_PUSH(l->arena, &todo, e->arg[i]);
		}
	}
}

static bool survey_stmt(void *ctx, struct tir_stmt *s)
{
	struct lower *l = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	if (s->kind == TIR_BIND) {
		l->hexagon->pairs->named[tir_as_bind(s)->var->id] = (uint8_t)lower_pairs_order(l,
		        tir_as_bind(s)->value.e);
		lower_quads_bound(l, s);
		VEC_PUSH(l->arena, &l->hexagon->pairs->bind, s);
	}
	for (uint32_t i = 0; i < n; i++)
		survey_expr(l, op[i]->e);
	if (s->kind == TIR_STORE && is_sum(l, tir_as_store(s)->value.e)) {
		const struct tir_expr *e = tir_as_store(s)->value.e;
		l->hexagon->pairs->stored[e->id] = true;
		VEC_PUSH(l->arena, &l->hexagon->pairs->wanted.todo, e);
	}
	return true;
}

void lower_pairs_survey(struct lower *l, const struct tir_func *f)
{
	const struct tir_module *m = l->m;
	l->hexagon->pairs = NULL;
	if (!target_has_hvx(l->hvx))
		return;
	struct lower_pairs *p = l->hexagon->pairs = ARENA_NEW(l->arena, struct lower_pairs);
	p->order = ARENA_NEWN(l->arena, uint8_t, m->nexprs);
	p->uses = ARENA_NEWN(l->arena, uint32_t, m->nexprs);
	for (int i = 0; i < LOWER_SIDES; i++) {
		p->memo[i] = ARENA_NEWN(l->arena, struct memo, m->nexprs);
		p->var[i] = ARENA_NEWN(l->arena, LLVMValueRef, m->nvars);
	}
	p->named = ARENA_NEWN(l->arena, uint8_t, m->nvars);
	p->sum = ARENA_NEWN(l->arena, struct lower_bytes_sum *, m->nvars);
	p->mate = ARENA_NEWN(l->arena, uint32_t, m->nexprs);
	p->stored = ARENA_NEWN(l->arena, bool, m->nexprs);
	p->wanted.var = ARENA_NEWN(l->arena, bool, m->nvars);
	lower_quads_begin(l);
	l->round++;
	tir_walk_stmts(&f->body, survey_stmt, l);
	lower_want_names(l, &p->wanted, lower_pairs_order);
	lower_quads_want(l);
}

static LLVMValueRef build_pairs(struct lower *l, const struct tir_expr *e);

/* ---- Values ------------------------------------------------------------------------------*/
static LLVMValueRef widen(struct lower *l, const struct tir_expr *bytes)
{
	return lower_hvx_widen(l, lower_expr(l, bytes), bytes->type.code == TIR_TYPE_INT);
}

/* max(a, b) - min(a, b), the operands in any order. */
static LLVMValueRef difference(struct lower *l, const struct tir_expr *e)
{
	const struct tir_expr *a = e->arg[0], *b = e->arg[1];
	if (a->op != TIR_MAX || b->op != TIR_MIN ||
	        !((a->arg[0] == b->arg[0] && a->arg[1] == b->arg[1]) ||
	                (a->arg[0] == b->arg[1] && a->arg[1] == b->arg[0])))
		return NULL;
	LLVMValueRef x[2] = {build_pairs(l, a->arg[0]), build_pairs(l, a->arg[1])};
	return lower_hvx(l, e->type.code == TIR_TYPE_INT ? TARGET_VABSDIFFH : TARGET_VABSDIFFUH, x);
}

static LLVMValueRef make(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef v = NULL;
	if (lower_pairs_order(l, e) == NEUTRAL)
		return lower_expr(l, e);
	if (e->op == TIR_VAR)
		return l->hexagon->pairs->var[l->side][e->u.var->id];
	if (e->op == TIR_CAST)
		return lower_pairs_is_bytes(e->arg[0]->type) ? widen(l, e->arg[0])
		                                             : build_pairs(l, e->arg[0]);
	if (e->op == TIR_BITNOT)
		return LLVMBuildNot(l->b, build_pairs(l, e->arg[0]), "");
	if (e->op == TIR_ADD || e->op == TIR_MUL || e->op == TIR_SHL)
		v = lower_taps(l, e, build_pairs);
	if (e->op == TIR_SUB)
		v = difference(l, e);
	if (v)
		return v;
	LLVMValueRef a = build_pairs(l, e->arg[0]), b = build_pairs(l, e->arg[1]);
	return lower_binary(l, e, a, b);
}

/* e as the lanes between two computations of whole lines, or NULL (windows.c). */
static LLVMValueRef from_lines(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef side[2];
	unsigned k = lower_lines_offset(l, e);
	if (!k)
		return NULL;
	for (unsigned i = 0; i < 2; i++) {
		lower_lines_enter(l, i ? LOWER_HIGH : LOWER_LOW, k);
		side[i] = build_pairs(l, e);
	}
	lower_lines_leave(l);
	return lower_hvx_shift_pairs(l, side[0], side[1], k);
}

static LLVMValueRef build_pairs(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef v = lower_recall(l, l->hexagon->pairs->memo[l->side], e);
	if (v)
		return v;
	v = from_lines(l, e);
	return lower_remember(l, l->hexagon->pairs->memo[l->side], e, v ? v : make(l, e));
}

/* ---- Back to bytes -----------------------------------------------------------------------*/
/* e, which is not clamped, as the clamp to bytes without a sign that it does not need: what is shifted right. */
static void find_limits(const struct lower *l, const struct tir_expr *e, struct lower_range *r)
{
	int64_t lo, hi;
	if (e->op == TIR_SHR && r->shift > 0 && range_limits(l->hexagon->facts, e, &lo, &hi) &&
	        lo >= 0 && hi <= UINT8_MAX) {
		r->low = 0;
		r->high = UINT8_MAX;
	}
}

/* The code of x, or one that has the same numbers. */
static enum tir_code code_of(const struct lower *l, const struct tir_expr *x)
{
	int64_t lo, hi;
	bool small = range_limits(l->hexagon->facts, x, &lo, &hi) && hi <= INT16_MAX;
	return x->type.code == TIR_TYPE_UINT && !small ? TIR_TYPE_UINT : TIR_TYPE_INT;
}

static LLVMValueRef saturated(struct lower *l, const struct tir_expr *e)
{
	enum { MAX_SHIFT = 8 };
	struct lower_range r;
	const struct tir_expr *x = lower_pairs_clamped(e, &r);
	if (r.shift >= MAX_SHIFT) { /* what is shifted is clamped */
		x = lower_pairs_clamp(e, &r);
	}
	find_limits(l, e, &r);
	const struct tir_expr *y = lower_pairs_rounded(l, x, r.shift);
	enum target_instruction i;
	if (!lower_pairs_saturation(l, code_of(l, x), &r, y, &i))
		return NULL;
	LLVMValueRef n = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)r.shift, 0);
	return lower_hvx_pack(l, i, build_pairs(l, y ? y : x), n);
}

LLVMValueRef lower_narrow(struct lower *l, const struct tir_expr *e)
{
	int64_t shift;
	LLVMValueRef words = lower_quads_narrow(l, e);
	if (words)
		return words;
	if (!l->hexagon->pairs || !is_narrowing(l, e))
		return NULL;
	const struct tir_expr *x = e->arg[0];
	if (x->op == TIR_CAST && lower_pairs_is_bytes(x->arg[0]->type))
		return lower_expr(l, x->arg[0]);
	LLVMValueRef v = lower_mean(l, x);
	v = v ? v : saturated(l, x);
	if (v)
		return v;
	if (x->op == TIR_SHR && lower_pairs_number(x->arg[1], &shift) && shift == 8)
		return lower_hvx_pack(l, TARGET_VSHUFFOB, build_pairs(l, x->arg[0]), NULL);
	return lower_hvx_pack(l, TARGET_VSHUFFEB, build_pairs(l, x), NULL);
}

LLVMValueRef lower_pairs_bind(struct lower *l, const struct tir_stmt *s)
{
	LLVMValueRef words = lower_quads_bind(l, s);
	if (words || !l->hexagon->pairs || !l->hexagon->pairs->wanted.var[tir_as_bind(s)->var->id])
		return words;
	lower_mean_bind(l, s);
	LLVMValueRef v = build_pairs(l, tir_as_bind(s)->value.e);
	l->hexagon->pairs->var[l->side][tir_as_bind(s)->var->id] = v;
	return lower_hvx_in_order(l, v);
}

LLVMValueRef lower_pairs_stored(struct lower *l, const struct tir_expr *e)
{
	if (!l->hexagon->pairs || l->side != LOWER_PLAIN || !l->hexagon->pairs->stored[e->id])
		return NULL;
	return lower_hvx_in_order(l, build_pairs(l, e));
}
