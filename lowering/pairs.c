/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/pairs.c: 16-bit vectors on HVX, in the order its instructions make them of bytes.
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
#include "lowering/internal.h"

enum { LANES = 128, HALF = 64, MAX_DEPTH = 256 };

/* What an expression is to this file. */
enum order {
	UNKNOWN,
	NEVER,   /* its lanes are in order: built elsewhere */
	NEUTRAL, /* the same in each lane */
	PAIRED,  /* holds a widening cast */
};

struct lower_pairs {
	uint8_t *order; /* by expression number: enum order */
	uint32_t *uses; /* by expression number: expressions and operands it is in */
	struct memo *memo[LOWER_SIDES]; /* by expression number: what was built */
	const struct tir_expr **of;     /* by variable number: what it is bound to */
	uint32_t *mate; /* by expression number: 1 + that of its mate; 0: none yet */
	bool *wanted;   /* by variable number: a narrowing cast needs it */
	LLVMValueRef *var[LOWER_SIDES]; /* by variable number */
	VEC(const struct tir_expr *) todo;
};

/* ---- What can be in pairs ----------------------------------------------------------------*/
static bool is_wide(struct tir_type t)
{
	return tir_is_int(t) && t.bits == 16 && t.lanes % LANES == 0;
}

static bool is_bytes(struct tir_type t)
{
	return tir_is_int(t) && t.bits == 8 && t.lanes % LANES == 0;
}

static bool is_lanewise(const struct tir_expr *e)
{
	switch ((enum tir_op)e->op) {
	case TIR_ADD:
	case TIR_SUB:
	case TIR_MUL:
	case TIR_MIN:
	case TIR_MAX:
	case TIR_BITAND:
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_BITNOT:
	case TIR_SHL:
	case TIR_SHR: return true;
	default: return false;
	}
}

static enum order order_of(const struct lower *l, const struct tir_expr *e);

static enum order find_order(const struct lower *l, const struct tir_expr *e)
{
	if (!is_wide(e->type) || e->depth > MAX_DEPTH)
		return NEVER;
	if (e->op == TIR_BROADCAST)
		return e->type.lanes == e->arg[0]->type.lanes ? NEVER : NEUTRAL;
	if (e->op == TIR_VAR)
		return l->pairs->of[e->u.var->id] ? order_of(l, l->pairs->of[e->u.var->id]) : NEVER;
	if (e->op == TIR_CAST)
		return is_bytes(e->arg[0]->type) ? PAIRED : order_of(l, e->arg[0]);
	if (!is_lanewise(e))
		return NEVER;
	enum order all = NEUTRAL;
	for (uint32_t i = 0; i < e->n; i++) {
		enum order a = order_of(l, e->arg[i]);
		if (a == NEVER)
			return NEVER;
		all = a == PAIRED ? PAIRED : all;
	}
	return all;
}

/* A variable's value was asked before it, so this goes no deeper than one expression does. */
static enum order order_of(const struct lower *l, const struct tir_expr *e)
{
	uint8_t *known = &l->pairs->order[e->id];
	if (*known == UNKNOWN)
		*known = (uint8_t)find_order(l, e);
	return (enum order) * known;
}

static bool is_narrowing(const struct lower *l, const struct tir_expr *e)
{
	return e->op == TIR_CAST && is_bytes(e->type) && order_of(l, e->arg[0]) == PAIRED;
}

/* ---- The function, before it is built ----------------------------------------------------*/
static void survey_expr(struct lower *l, const struct tir_expr *root)
{
	struct lower_pairs *p = l->pairs;
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
		l->pairs->of[s->var->id] = s->value.e;
		order_of(l, s->value.e);
	}
	for (uint32_t i = 0; i < n; i++)
		survey_expr(l, op[i]->e);
	return true;
}

/* Variables that what is narrowed is made of, and what those are made of. */
static void want(struct lower *l)
{
	struct lower_pairs *p = l->pairs;
	uint32_t round = ++l->round;
	while (p->todo.n) {
		const struct tir_expr *e = p->todo.at[--p->todo.n];
		if (l->met[e->id] == round || order_of(l, e) != PAIRED)
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
	l->pairs = NULL;
	if (l->hvx < LOWER_HVX_128B)
		return;
	struct lower_pairs *p = l->pairs = ARENA_NEW(l->arena, struct lower_pairs);
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

/* ---- Sums --------------------------------------------------------------------------------*/
/* x times a byte. */
struct term {
	const struct tir_expr *x;
	LLVMValueRef byte; /* in all four bytes of a word */
};
/* bytes, zero-extended, times scalars + 16-bit lanes times scalars + the rest */
struct sum {
	VEC(struct term) tap, scaled;
	VEC(const struct tir_expr *) rest;
};

static LLVMValueRef bytes4(struct lower *l, int64_t c)
{
	return LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)(c & 255) * 0x01010101u, 0);
}

/* What a variable is bound to. */
static const struct tir_expr *origin(const struct lower *l, const struct tir_expr *e)
{
	while (e->op == TIR_VAR && l->pairs->of[e->u.var->id])
		e = l->pairs->of[e->u.var->id];
	return e;
}

/* e, the same in each lane, as a signed byte in all bytes of a word; NULL if it may be none. */
static LLVMValueRef byte_of(struct lower *l, const struct tir_expr *e, bool is_shift)
{
	const struct tir_expr *s = e->op == TIR_BROADCAST ? e->arg[0] : e;
	if (s->op == TIR_INT_IMM && is_shift)
		return s->u.i >= 0 && s->u.i < 7 ? bytes4(l, 1 << s->u.i) : NULL;
	if (s->op == TIR_INT_IMM)
		return s->u.i >= -128 && s->u.i < 128 ? bytes4(l, s->u.i) : NULL;
	const struct tir_expr *value = origin(l, s);
	bool is_byte = value->op == TIR_CAST && value->arg[0]->type.code == TIR_TYPE_INT &&
	               value->arg[0]->type.bits == 8;
	if (is_shift || !is_byte || s->type.lanes > 1)
		return NULL;
	LLVMTypeRef byte = LLVMInt8TypeInContext(l->ctx), word = LLVMInt32TypeInContext(l->ctx);
	LLVMValueRef v = LLVMBuildTrunc(l->b, lower_expr(l, s), byte, "");
	v = LLVMBuildZExt(l->b, v, word, "");
	return LLVMBuildMul(l->b, v, LLVMConstInt(word, 0x01010101u, false), "");
}

static bool is_widened_uint8(const struct tir_expr *e)
{
	return e->op == TIR_CAST && e->arg[0]->type.code == TIR_TYPE_UINT &&
	       e->arg[0]->type.bits == 8;
}

static void add_term(struct lower *l, struct sum *s, const struct tir_expr *x, LLVMValueRef byte)
{
	if (is_widened_uint8(x))
		VEC_PUSH(l->arena, &s->tap, ((struct term){x->arg[0], byte}));
	else
		VEC_PUSH(l->arena, &s->scaled, ((struct term){x, byte}));
}

/* The product a variable is bound to, or e: to add it anew costs what adding the variable would. */
static const struct tir_expr *product(const struct lower *l, const struct tir_expr *e)
{
	const struct tir_expr *v = origin(l, e);
	return (v->op == TIR_MUL || v->op == TIR_SHL) && !(v->flags & TIR_READS_MEM) ? v : e;
}

/* The terms of e.  A sum that is needed elsewhere, too, is one term. */
static void gather(struct lower *l, const struct tir_expr *e, struct sum *s, bool top)
{
	bool here = l->pairs->uses[e->id] == 1 && !lower_lines_offset(l, e);
	if (e->op == TIR_ADD && (top || here)) {
		gather(l, e->arg[0], s, false);
		gather(l, e->arg[1], s, false);
		return;
	}
	e = product(l, e);
	for (uint32_t i = 0; i < 2 && (e->op == TIR_MUL || (e->op == TIR_SHL && i == 0)); i++) {
		bool fits = order_of(l, e->arg[i]) == PAIRED &&
		            order_of(l, e->arg[1 - i]) == NEUTRAL;
		LLVMValueRef byte = fits ? byte_of(l, e->arg[1 - i], e->op == TIR_SHL) : NULL;
		if (byte) {
			add_term(l, s, e->arg[i], byte);
			return;
		}
	}
	if (is_widened_uint8(e))
		add_term(l, s, e, bytes4(l, 1));
	else
		VEC_PUSH(l->arena, &s->rest, e);
}

static LLVMValueRef build(struct lower *l, const struct tir_expr *e);

static LLVMValueRef plus(struct lower *l, LLVMValueRef sum, LLVMValueRef v)
{
	return sum ? LLVMBuildAdd(l->b, sum, v, "") : v;
}

/* sum + (t[0] + those of the n terms that have its byte, too) * byte. */
static LLVMValueRef add_scaled(struct lower *l, LLVMValueRef sum, struct term *t, uint32_t n)
{
	if (!t->x)
		return sum;
	LLVMValueRef x = build(l, t->x);
	for (uint32_t i = 1; i < n; i++) {
		if (!t[i].x || t[i].byte != t->byte)
			continue;
		x = plus(l, x, build(l, t[i].x));
		t[i].x = NULL;
	}
	return sum ? lower_hvx(l, "vmpyihb.acc", (struct hvx_shape){{HALF, HALF, HALF}},
	                     (LLVMValueRef[]){sum, x, t->byte}, 3)
	           : lower_hvx(l, "vmpyihb", (struct hvx_shape){{HALF, HALF}},
	                     (LLVMValueRef[]){x, t->byte}, 2);
}

/* Loads of one row: they meet again in the sums of other rows, so that the register pair serves
 * them, too. */
static bool are_neighbours(const struct lower *l, const struct tir_expr *a,
        const struct tir_expr *b)
{
	const struct tir_expr *e[2] = {a, b}, *base[2];
	int64_t at[2];
	for (int i = 0; i < 2; i++) {
		e[i] = origin(l, e[i]);
		if (e[i]->op != TIR_LOAD || e[i]->n != 1 || e[i]->arg[0]->op != TIR_RAMP)
			return false;
		base[i] = e[i]->arg[0]->arg[0];
		bool offset = base[i]->op == TIR_ADD && tir_is_const_int(base[i]->arg[1]);
		at[i] = offset ? base[i]->arg[1]->u.i : 0;
		base[i] = offset ? base[i]->arg[0] : base[i];
	}
	return e[0]->u.buffer == e[1]->u.buffer && base[0] == base[1] && at[0] - at[1] < LANES &&
	       at[1] - at[0] < LANES;
}

static LLVMValueRef add_tap(struct lower *l, LLVMValueRef sum, const struct term *t)
{
	LLVMValueRef x = lower_expr(l, t->x);
	return sum ? lower_hvx(l, "vmpybus.acc", (struct hvx_shape){{LANES, LANES, LANES}},
	                     (LLVMValueRef[]){sum, x, t->byte}, 3)
	           : lower_hvx(l, "vmpybus", (struct hvx_shape){{LANES, LANES}},
	                     (LLVMValueRef[]){x, t->byte}, 2);
}

/* sum + a * its byte + b * its byte: the word has a's byte, b's, a's, b's. */
static LLVMValueRef add_two_taps(struct lower *l, LLVMValueRef sum, const struct term *a,
        const struct term *b)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
	LLVMValueRef even = LLVMBuildAnd(l->b, a->byte, LLVMConstInt(word, 0x00ff00ffu, false), "");
	LLVMValueRef odd = LLVMBuildAnd(l->b, b->byte, LLVMConstInt(word, 0xff00ff00u, false), "");
	LLVMValueRef bytes = LLVMBuildOr(l->b, even, odd, "");
	LLVMValueRef x = lower_hvx_join(l, lower_expr(l, a->x), lower_expr(l, b->x), LANES);
	return sum ? lower_hvx(l, "vmpabus.acc", (struct hvx_shape){{LANES, LANES, 2 * LANES}},
	                     (LLVMValueRef[]){sum, x, bytes}, 3)
	           : lower_hvx(l, "vmpabus", (struct hvx_shape){{LANES, 2 * LANES}},
	                     (LLVMValueRef[]){x, bytes}, 2);
}

/* Should a and b share a register pair?  As often as possible with whom they did before. */
static bool are_mates(struct lower *l, const struct tir_expr *a, const struct tir_expr *b,
        bool near)
{
	uint32_t *mate = l->pairs->mate, x = mate[a->id], y = mate[b->id];
	if (x || y)
		return x == b->id + 1 && y == a->id + 1;
	if (near && !are_neighbours(l, a, b))
		return false;
	mate[a->id] = b->id + 1;
	mate[b->id] = a->id + 1;
	return true;
}

/* Taps two by two: first neighbours in a row, then whatever is left. */
static LLVMValueRef add_taps(struct lower *l, LLVMValueRef sum, struct term *t, uint32_t n)
{
	for (int round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < n; i++) {
			uint32_t k = i + 1;
			while (k < n && !(t[i].x && t[k].x && are_mates(l, t[i].x, t[k].x, !round)))
				k++;
			if (k >= n)
				continue;
			sum = add_two_taps(l, sum, &t[i], &t[k]);
			t[i].x = t[k].x = NULL;
		}
	}
	for (uint32_t i = 0; i < n; i++)
		if (t[i].x)
			sum = add_tap(l, sum, &t[i]);
	return sum;
}

/* The first two taps that are taken once, together. */
static LLVMValueRef add_bytes(struct lower *l, struct sum *s)
{
	uint32_t at[2], n = 0;
	for (uint32_t i = 0; i < s->tap.n && n < 2; i++)
		if (s->tap.at[i].byte == bytes4(l, 1))
			at[n++] = i;
	if (n < 2)
		return NULL;
	LLVMValueRef x[2] = {lower_expr(l, s->tap.at[at[0]].x), lower_expr(l, s->tap.at[at[1]].x)};
	for (uint32_t i = at[0], k = i; i < s->tap.n; i++)
		if (i != at[0] && i != at[1])
			s->tap.at[k++] = s->tap.at[i];
	s->tap.n -= 2;
	return lower_hvx(l, "vaddubh", (struct hvx_shape){{LANES, LANES, LANES}}, x, 2);
}

static LLVMValueRef build_sum(struct lower *l, const struct tir_expr *e)
{
	struct sum s = {0};
	LLVMValueRef sum = NULL;
	gather(l, e, &s, true);
	if (s.tap.n + s.scaled.n == 0)
		return NULL;
	for (uint32_t i = 0; i < s.rest.n; i++)
		sum = plus(l, sum, build(l, s.rest.at[i]));
	for (uint32_t i = 0; i < s.scaled.n; i++)
		sum = add_scaled(l, sum, &s.scaled.at[i], s.scaled.n - i);
	LLVMValueRef bytes = add_bytes(l, &s);
	sum = bytes ? plus(l, sum, bytes) : sum;
	return add_taps(l, sum, s.tap.at, s.tap.n);
}

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
	LLVMValueRef x[2] = {build(l, a->arg[0]), build(l, a->arg[1])};
	return lower_hvx(l, e->type.code == TIR_TYPE_INT ? "vabsdiffh" : "vabsdiffuh",
	        (struct hvx_shape){{HALF, HALF, HALF}}, x, 2);
}

static LLVMValueRef make(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef v = NULL;
	if (order_of(l, e) == NEUTRAL)
		return lower_expr(l, e);
	if (e->op == TIR_VAR)
		return l->pairs->var[l->side][e->u.var->id];
	if (e->op == TIR_CAST)
		return is_bytes(e->arg[0]->type) ? widen(l, e->arg[0]) : build(l, e->arg[0]);
	if (e->op == TIR_BITNOT)
		return LLVMBuildNot(l->b, build(l, e->arg[0]), "");
	if (e->op == TIR_ADD || e->op == TIR_MUL || e->op == TIR_SHL)
		v = build_sum(l, e);
	if (e->op == TIR_SUB)
		v = difference(l, e);
	if (v)
		return v;
	LLVMValueRef a = build(l, e->arg[0]), b = build(l, e->arg[1]);
	return lower_binary(l, e, a, b);
}

/* e as the lanes between two computations of whole lines, or NULL (lines.c). */
static LLVMValueRef from_lines(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef side[2];
	unsigned k = lower_lines_offset(l, e);
	if (!k)
		return NULL;
	for (unsigned i = 0; i < 2; i++) {
		lower_lines_enter(l, i ? LOWER_HIGH : LOWER_LOW, k);
		side[i] = build(l, e);
	}
	lower_lines_leave(l);
	return lower_hvx_shift_pairs(l, side[0], side[1], k);
}

/* e, of order PAIRED or NEUTRAL, with its even lanes first in each 128. */
static LLVMValueRef build(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef v = lower_recall(l, l->pairs->memo[l->side], e);
	if (v)
		return v;
	v = from_lines(l, e);
	return lower_remember(l, l->pairs->memo[l->side], e, v ? v : make(l, e));
}

/* ---- Back to bytes -----------------------------------------------------------------------*/
/* A narrowing that saturates after a shift right of 0 to 7. */
static const struct saturation {
	enum tir_code from;
	int64_t low, high;
	const char *name;
	enum lower_hvx needs;
} saturations[] = {
        {TIR_TYPE_INT, 0, 255, "vasrhubsat", LOWER_HVX_128B},
        {TIR_TYPE_INT, -128, 127, "vasrhbsat", LOWER_HVX_128B_V65},
        {TIR_TYPE_UINT, 0, 255, "vasruhubsat", LOWER_HVX_128B_V65},
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
		        l->hvx < s->needs)
			continue;
		LLVMValueRef n = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)shift, 0);
		return lower_hvx_pack(l, s->name, build(l, x), n);
	}
	return NULL;
}

LLVMValueRef lower_narrow(struct lower *l, const struct tir_expr *e)
{
	int64_t shift;
	if (!l->pairs || !is_narrowing(l, e))
		return NULL;
	const struct tir_expr *x = e->arg[0];
	LLVMValueRef v = saturated(l, x);
	if (v)
		return v;
	if (x->op == TIR_SHR && constant(x->arg[1], &shift) && shift == 8)
		return lower_hvx_pack(l, "vshuffob", build(l, x->arg[0]), NULL);
	return lower_hvx_pack(l, "vshuffeb", build(l, x), NULL);
}

LLVMValueRef lower_pairs_bind(struct lower *l, const struct tir_stmt *s)
{
	if (!l->pairs || !l->pairs->wanted[s->var->id])
		return NULL;
	LLVMValueRef v = build(l, s->value.e);
	l->pairs->var[l->side][s->var->id] = v;
	return lower_hvx_in_order(l, v);
}
