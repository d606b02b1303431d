/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/match/half_products.c: products of halfwords, shifted and cut to halfwords again.
 *
 * Idea.   (x * y + c) >> n of 16-bit lanes is how fixed-point numbers are multiplied.  HVX multiplies halfwords to words,
 *         even lanes apart from odd ones, and packs such words to halfwords in order while it shifts them: nothing else moves
 *         lanes.  Above 15 bits of shift nothing of that is packed right.
 * Needs   vectors of whole registers; constants c and n.
 * Keeps   every bit: the pack takes the lower 16 bits of the shifted word.
 *         With c = 2^14 and n = 15 one instruction does it all; it saturates where both are -2^15, so one must be known not to be.
 * Costs   a product, a sum and a pack a register; or a product. */
#include "lowering/hexagon/internal.h"

enum { HALVES = 64, MOST_SHIFT = 15, SIGNED = 0, UNSIGNED = 1 };

struct factor {
	const struct tir_expr *e; /* of 16 bits; NULL: a constant */
	int64_t constant;
	unsigned kind;
};

/* Is the word one of 16 bits, widened? */
static bool read_factor(const struct tir_expr *e, struct factor *out)
{
	struct factor f = {.kind = SIGNED};
	if (tir_number_of(e, &f.constant)) {
		*out = f;
		return f.constant >= INT16_MIN && f.constant <= INT16_MAX;
	}
	const struct tir_expr *x = e->op == TIR_BROADCAST ? e->arg[0] : e;
	f.e = x->op == TIR_CAST ? x->arg[0] : NULL;
	if (!f.e || !tir_is_int(f.e->type) || f.e->type.bits != 16)
		return false;
	f.kind = f.e->type.code == TIR_TYPE_INT ? SIGNED : UNSIGNED;
	*out = f;
	return true;
}

struct scaled {
	struct factor x, y;
	int64_t add, by;
};

/* Is it (x * y + add) >> by? */
static bool read(const struct tir_expr *e, struct scaled *s)
{
	*s = (struct scaled){0};
	if (e->op != TIR_SHR || e->type.bits != 32 || !tir_is_int(e->type) ||
	        !tir_number_of(e->arg[1], &s->by) || s->by < 1 || s->by > MOST_SHIFT)
		return false;
	const struct tir_expr *p = e->arg[0];
	if (p->op == TIR_ADD && tir_number_of(p->arg[1], &s->add))
		p = p->arg[0];
	return p->op == TIR_MUL && read_factor(p->arg[0], &s->x) && read_factor(p->arg[1], &s->y) &&
	       (s->x.e || s->y.e);
}

static LLVMValueRef factor(struct lower *l, const struct factor *f, unsigned lanes)
{
	LLVMTypeRef half = LLVMInt16TypeInContext(l->ctx);
	LLVMValueRef v = f->e ? lower_expr(l, f->e)
	                      : LLVMConstInt(half, (uint64_t)f->constant, true);
	return f->e && f->e->type.lanes > 1 ? v : lower_splat(l, v, lanes);
}

/* Are all lanes of the 16 bits constants other than the lowest number? */
static bool is_not_lowest(const struct tir_expr *e)
{
	uint32_t vectors = e->op == TIR_SHUFFLE ? e->u.nvectors : 0, i = 0;
	if (e->op == TIR_INT_IMM)
		return e->u.i > INT16_MIN;
	if (e->op == TIR_BROADCAST)
		return is_not_lowest(e->arg[0]);
	if (e->op == TIR_SELECT)
		return is_not_lowest(e->arg[1]) && is_not_lowest(e->arg[2]);
	while (i < vectors && is_not_lowest(e->arg[i]))
		i++;
	return vectors && i == vectors;
}

/* (x * y + 2^14) >> 15 of signed numbers: one instruction, which saturates where both are -2^15. */
static bool is_rounded(const struct scaled *s)
{
	return s->by == MOST_SHIFT && s->add == 1 << (MOST_SHIFT - 1) && s->x.kind == SIGNED &&
	       s->y.kind == SIGNED &&
	       ((s->x.e ? is_not_lowest(s->x.e) : s->x.constant > INT16_MIN) ||
	               (s->y.e ? is_not_lowest(s->y.e) : s->y.constant > INT16_MIN));
}

static LLVMValueRef rounded_product(struct lower *l, const struct scaled *s, unsigned lanes)
{
	return LOWER_HVX(l, TARGET_VMPYHVSRS, factor(l, &s->x, lanes), factor(l, &s->y, lanes));
}

bool lower_read_rounded(const struct tir_expr *e, const struct tir_expr **x,
        const struct tir_expr **y, int64_t *number)
{
	struct scaled s;
	if (e->op != TIR_CAST || e->type.bits != 16 || e->type.code != TIR_TYPE_INT ||
	        !read(e->arg[0], &s) || !is_rounded(&s) || !s.x.e ||
	        s.x.e->type.lanes != e->type.lanes || (s.y.e && s.y.e->type.lanes != e->type.lanes))
		return false;
	*x = s.x.e;
	*y = s.y.e;
	*number = s.y.constant;
	return true;
}

LLVMValueRef lower_half_product(struct lower *l, const struct tir_expr *e)
{
	struct tir_type t = e->type;
	struct scaled s;
	if (!target_has_hvx(l->hvx) || l->side != LOWER_PLAIN || t.bits != 16 || !tir_is_int(t) ||
	        t.lanes < HALVES || t.lanes % HALVES || !read(e->arg[0], &s))
		return NULL;
	if (s.x.kind == UNSIGNED && s.y.kind == SIGNED) { /* the signed one first */
		struct factor swap = s.x;
		s.x = s.y;
		s.y = swap;
	}
	if (is_rounded(&s))
		return rounded_product(l, &s, t.lanes);
	LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
	LLVMValueRef x[2] = {factor(l, &s.x, t.lanes), factor(l, &s.y, t.lanes)};
	LLVMValueRef all = lower_hvx(l,
	        lower_hvx_product(s.x.kind == UNSIGNED, s.y.kind == UNSIGNED), x);
	if (s.add)
		all = LLVMBuildAdd(l->b, all,
		        lower_splat(l, LLVMConstInt(word, (uint64_t)s.add, true), t.lanes), "");
	LLVMValueRef by = LLVMConstInt(word, (uint64_t)s.by, false);
	return lower_hvx_pack(l, TARGET_VASRWH, all, by);
}
