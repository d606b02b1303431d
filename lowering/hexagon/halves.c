/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/halves.c: the even and odd halves of 16-bit vectors on HVX, as its instructions make them of bytes.
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
			VEC_PUSH(l->arena, &p->todo, e->arg[0]);
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
		l->hexagon->pairs->of[tir_as_bind(s)->var->id] = tir_as_bind(s)->value.e;
		lower_pairs_order(l, tir_as_bind(s)->value.e);
	}
	for (uint32_t i = 0; i < n; i++)
		survey_expr(l, op[i]->e);
	return true;
}

/* Variables that what is narrowed is made of, and what those are made of. */
static void want(struct lower *l)
{
	struct lower_pairs *p = l->hexagon->pairs;
	uint32_t round = ++l->round;
	while (p->todo.n) {
		const struct tir_expr *e = p->todo.at[--p->todo.n];
		if (l->met[e->id] == round || lower_pairs_order(l, e) != PAIRED)
			continue;
		l->met[e->id] = round;
		if (e->op == TIR_VAR) {
			p->wanted[e->u.var->id] = true;
			VEC_PUSH(l->arena, &p->todo, p->of[e->u.var->id]);
		}
		for (uint32_t i = 0; i < e->n; i++)
			VEC_PUSH(l->arena, &p->todo, e->arg[i]);
	}
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
	p->of = ARENA_NEWN(l->arena, const struct tir_expr *, m->nvars);
	p->mate = ARENA_NEWN(l->arena, uint32_t, m->nexprs);
	p->wanted = ARENA_NEWN(l->arena, bool, m->nvars);
	l->round++;
	tir_walk_stmts(&f->body, survey_stmt, l);
	want(l);
}

static LLVMValueRef build_pairs(struct lower *l, const struct tir_expr *e);

/* ---- Values ------------------------------------------------------------------------------*/
static LLVMValueRef widen(struct lower *l, const struct tir_expr *bytes)
{
	LLVMValueRef v = lower_expr(l, bytes);
	return lower_hvx(l, bytes->type.code == TIR_TYPE_INT ? "vsb" : "vzb",
	        (struct hvx_shape){{LANES, LANES}}, &v, 1);
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
	return lower_hvx(l, e->type.code == TIR_TYPE_INT ? "vabsdiffh" : "vabsdiffuh",
	        (struct hvx_shape){{HALF, HALF, HALF}}, x, 2);
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
/* A narrowing that saturates after a shift right of 0 to 7. */
static const struct saturation {
	enum tir_code from;
	int64_t low, high;
	const char *name;
} saturations[] = {
        {TIR_TYPE_INT, 0, 255, "vasrhubsat"},
        {TIR_TYPE_INT, -128, 127, "vasrhbsat"},
        {TIR_TYPE_UINT, 0, 255, "vasruhubsat"},
};

static bool constant(const struct tir_expr *e, int64_t *out)
{
	const struct tir_expr *s = e->op == TIR_BROADCAST ? e->arg[0] : e;
	*out = s->op == TIR_INT_IMM ? s->u.i : 0;
	return s->op == TIR_INT_IMM;
}

/* What e clamps, and to what. */
static const struct tir_expr *clamped(const struct tir_expr *e, int64_t *low, int64_t *high)
{
	int64_t c;
	*low = e->type.code == TIR_TYPE_UINT ? 0 : INT64_MIN;
	*high = INT64_MAX;
	for (int i = 0; i < 2 && (e->op == TIR_MIN || e->op == TIR_MAX); i++) {
		if (!constant(e->arg[1], &c))
			break;
		if (e->op == TIR_MIN && *high == INT64_MAX && c >= *low)
			*high = c;
		else if (e->op == TIR_MAX && *low <= 0 && (*low == 0 || *low == INT64_MIN) &&
		         c <= *high)
			*low = c;
		else
			break;
		e = e->arg[0];
	}
	return e;
}

static LLVMValueRef saturated(struct lower *l, const struct tir_expr *e)
{
	int64_t low, high, shift = 0;
	const struct tir_expr *x = clamped(e, &low, &high);
	if (x->op == TIR_SHR && constant(x->arg[1], &shift) && shift >= 0 && shift < 8)
		x = x->arg[0];
	else
		shift = 0;
	for (size_t i = 0; i < sizeof saturations / sizeof *saturations; i++) {
		const struct saturation *s = &saturations[i];
		if (s->from != (enum tir_code)x->type.code || s->low != low || s->high != high ||
		        !target_has_instruction(l->hvx, s->name))
			continue;
		LLVMValueRef n = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)shift, 0);
		return lower_hvx_pack(l, s->name, build_pairs(l, x), n);
	}
	return NULL;
}

LLVMValueRef lower_narrow(struct lower *l, const struct tir_expr *e)
{
	int64_t shift;
	if (!l->hexagon->pairs || !is_narrowing(l, e))
		return NULL;
	const struct tir_expr *x = e->arg[0];
	LLVMValueRef v = saturated(l, x);
	if (v)
		return v;
	if (x->op == TIR_SHR && constant(x->arg[1], &shift) && shift == 8)
		return lower_hvx_pack(l, "vshuffob", build_pairs(l, x->arg[0]), NULL);
	return lower_hvx_pack(l, "vshuffeb", build_pairs(l, x), NULL);
}

LLVMValueRef lower_pairs_bind(struct lower *l, const struct tir_stmt *s)
{
	if (!l->hexagon->pairs || !l->hexagon->pairs->wanted[tir_as_bind(s)->var->id])
		return NULL;
	LLVMValueRef v = build_pairs(l, tir_as_bind(s)->value.e);
	l->hexagon->pairs->var[l->side][tir_as_bind(s)->var->id] = v;
	return lower_hvx_in_order(l, v);
}
