/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/dot_build.c: expressions and statements that the files dot*.c make. */
#include "loops/patterns/dot.h"

const struct tir_expr *dot_int(struct loop_builder *k, int64_t n)
{
	return tir_int(k->m, TIR_INT32, n);
}

static bool is_zero(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM && e->u.i == 0;
}

const struct tir_expr *dot_sum(struct loop_builder *k, const struct tir_expr *a,
        const struct tir_expr *b)
{
	if (is_zero(a) || is_zero(b))
		return is_zero(a) ? b : a;
	if (a->op == TIR_INT_IMM && b->op == TIR_INT_IMM)
		return dot_int(k, a->u.i + b->u.i);
	return tir_binary(k->m, TIR_ADD, a, b);
}

const struct tir_expr *dot_scaled(struct loop_builder *k, const struct tir_expr *a, int64_t by)
{
	if (a->op == TIR_INT_IMM)
		return dot_int(k, a->u.i * by);
	return by == 1 ? a : by == 0 ? dot_int(k, 0) : tir_binary(k->m, TIR_MUL, a, dot_int(k, by));
}

const struct tir_expr *dot_index(struct loop_builder *k, const struct dot_index *x)
{
	const struct tir_expr *sum = dot_int(k, 0);
	int64_t constant = x->constant;
	for (uint32_t l = 0; l < k->n->n; l++) {
		constant += x->stride[l] * k->off[l];
		if (k->at[l])
			sum = dot_sum(k, sum, dot_scaled(k, k->at[l], x->stride[l]));
	}
	return dot_sum(k, sum, dot_int(k, constant));
}

const struct tir_expr *dot_row(struct loop_builder *k, struct tir_buffer *b,
        const struct tir_expr *at, uint32_t lanes)
{
	const struct tir_expr *index = lanes > 1 ? tir_ramp(k->m, at, dot_int(k, 1), lanes) : at;
	return tir_access(k->m, TIR_LOAD, b, 1, &index);
}

const struct tir_expr *dot_bind(struct loop_builder *k, struct tir_seq *out, const char *name,
        const struct tir_expr *value)
{
	struct tir_var *v = tir_var_new(k->m, name, value->type);
	tir_seq_add(out, tir_bind_new(k->m, v, value, TIR_BIND_PLAIN, k->span));
	return v->expr;
}

const struct tir_expr *dot_shuffle(struct loop_builder *k, uint32_t n,
        const struct tir_expr *const *vector, uint32_t lanes, uint32_t first, uint32_t run)
{
	const struct tir_expr **arg = ARENA_NEWN(k->scratch, const struct tir_expr *, n + lanes);
	uint32_t all = n * vector[0]->type.lanes, step = run * (all / (lanes > 1 ? lanes : all));
	for (uint32_t i = 0; i < n; i++)
		arg[i] = vector[i];
	for (uint32_t i = 0; i < lanes; i++)
		arg[n + i] = dot_int(k, first + i / run * step + i % run);
	return tir_make(k->m, TIR_SHUFFLE, tir_lanes(vector[0]->type, lanes), n, n + lanes, arg);
}

void dot_store(struct loop_builder *k, struct tir_seq *out, struct tir_buffer *b,
        const struct tir_expr *at, const struct tir_expr *value)
{
	uint32_t lanes = value->type.lanes;
	const struct tir_expr *index = lanes > 1 ? tir_ramp(k->m, at, dot_int(k, 1), lanes) : at;
	tir_seq_add(out, tir_store_new(k->m, b, 1, &index, value, k->span));
}

struct tir_stmt *dot_loop(struct loop_builder *k, const char *name, int64_t extent, int64_t step)
{
	struct tir_stmt *s = tir_loop_new(k->m, tir_var_new(k->m, name, TIR_INT32), extent,
	        k->span);
	if (step > 1)
		tir_loop_more(k->m->arena, s)->step = (struct tir_operand){
		        dot_int(k, step), k->span};
	return s;
}

struct tir_buffer *dot_alloc(struct loop_builder *k, struct tir_seq *out, const char *name,
        struct tir_type elem, int64_t elements)
{
	struct tir_buffer *b = tir_row_new(k->m, name, elem, elements);
	struct tir_stmt *s = tir_alloc_new(k->m, b, k->span);
	b->align = TARGET_HVX_BYTES;
	tir_seq_add(out, s);
	return b;
}
