/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/cse_fits.c: part of the proof: loads that surely stay inside their buffers.
 *
 * Idea.   An index without memory has the range of its value.  One that reads memory has the range of its operations,
 *         whatever memory holds: n % 8 is 0 to 7 of any n.
 * Costs   MOST nodes an index. */
#include "proof/cse.h"

enum { MOST = 100 };

struct range {
	int64_t lo, hi;
};
struct fits {
	struct numbers *n;
	unsigned met;
};

static bool is_in_type(struct tir_type t, struct range r)
{
	bool is_signed = t.code == TIR_TYPE_INT;
	if (t.bits >= 64)
		return is_signed || r.lo >= 0;
	int64_t hi = (INT64_C(1) << (t.bits - is_signed)) - 1, lo = is_signed ? -hi - 1 : 0;
	return r.lo >= lo && r.hi <= hi;
}

/* Of an expression whose value does not depend on memory. */
static bool range_of_value(struct fits *f, const struct tir_expr *e, struct range *r)
{
	struct number_sum sum;
	proof_number_sum_of(f->n, proof_number_in(f->n, e, f->n->state), &sum);
	return proof_number_range(f->n, &sum, &r->lo, &r->hi);
}

static bool range_of(struct fits *f, const struct tir_expr *e, struct range *r);

/* Of a product: the smallest and the largest of what its corners give. */
static bool range_of_product(struct range a, struct range b, struct range *r)
{
	int64_t corner[4];
	if (__builtin_mul_overflow(a.lo, b.lo, &corner[0]) ||
	        __builtin_mul_overflow(a.lo, b.hi, &corner[1]) ||
	        __builtin_mul_overflow(a.hi, b.lo, &corner[2]) ||
	        __builtin_mul_overflow(a.hi, b.hi, &corner[3]))
		return false;
	*r = (struct range){corner[0], corner[0]};
	for (int i = 1; i < 4; i++) {
		r->lo = corner[i] < r->lo ? corner[i] : r->lo;
		r->hi = corner[i] > r->hi ? corner[i] : r->hi;
	}
	return true;
}

static bool range_of_operation(struct fits *f, const struct tir_expr *e, struct range *r)
{
	struct range a, b;
	if (!range_of(f, e->arg[0], &a) || !range_of(f, e->arg[1], &b))
		return false;
	switch (e->op) {
	case TIR_ADD:
		return !__builtin_add_overflow(a.lo, b.lo, &r->lo) &&
		       !__builtin_add_overflow(a.hi, b.hi, &r->hi);
	case TIR_SUB:
		return !__builtin_sub_overflow(a.lo, b.hi, &r->lo) &&
		       !__builtin_sub_overflow(a.hi, b.lo, &r->hi);
	case TIR_SHL:
		if (b.lo != b.hi || b.lo < 0 || b.lo > 31)
			return false;
		b.lo = b.hi = INT64_C(1) << b.lo;
		return range_of_product(a, b, r);
	default: return range_of_product(a, b, r);
	}
}

/* What e may be, as an integer; false: anything. */
static bool range_of(struct fits *f, const struct tir_expr *e, struct range *r)
{
	if (++f->met > MOST || !tir_is_int(e->type) || e->type.lanes != 1)
		return false;
	if (!(e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT)))
		return range_of_value(f, e, r);
	if (e->op == TIR_FLOORMOD && e->arg[1]->op == TIR_INT_IMM) {
		*r = (struct range){0, e->arg[1]->u.i - 1};
		return e->arg[1]->u.i > 0;
	}
	if (e->op == TIR_BITAND && (e->arg[0]->op == TIR_INT_IMM || e->arg[1]->op == TIR_INT_IMM)) {
		const struct tir_expr *mask = e->arg[e->arg[1]->op == TIR_INT_IMM];
		*r = (struct range){0, mask->u.i};
		return mask->u.i >= 0;
	}
	bool known = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL || e->op == TIR_SHL;
	return known && range_of_operation(f, e, r) && is_in_type(e->type, *r);
}

/* The elements of a buffer that begins where its memory does, one behind the other; 0: not known. */
static int64_t elements_of(const struct tir_buffer *b)
{
	int64_t n = 1;
	for (uint32_t i = 0; i < b->ndim; i++)
		if (b->shape[i]->op != TIR_INT_IMM || b->shape[i]->u.i <= 0 ||
		        __builtin_mul_overflow(n, b->shape[i]->u.i, &n))
			return 0;
	return b->strides || b->elem_offset ? 0 : n;
}

bool proof_cse_load_fits(struct numbers *n, const struct tir_expr *load)
{
	const struct tir_buffer *b = load->u.buffer, *root = b->root;
	int64_t elements = elements_of(b);
	if (load->op != TIR_LOAD || load->n != b->ndim || !root || root->kind == TIR_BUFFER_DECL ||
	        (b != root && !b->starts_there) || !tir_type_eq(b->elem, root->elem) ||
	        elements == 0 || elements > elements_of(root))
		return false;
	for (uint32_t i = 0; i < load->n; i++) {
		struct fits f = {.n = n};
		struct range r;
		if (!range_of(&f, load->arg[i], &r) || r.lo < 0 || r.hi >= b->shape[i]->u.i)
			return false;
	}
	return true;
}
