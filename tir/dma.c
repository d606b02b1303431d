/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/dma.c: TVM's copies by DMA. */
#include "tir/tir.h"

#include <string.h>

static const struct tir_dma rows[] = {
#define DMA(name, to, from, bytes) {name, to, from, bytes},
#include "tir/dma.def"
};

const struct tir_dma *tir_dma(const struct tir_expr *call)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (call->n > rows[i].bytes && call->arg[0]->op == TIR_STRING_IMM &&
		        !strcmp(call->arg[0]->u.str, rows[i].name))
			return &rows[i];
	return NULL;
}

static bool is_tensor(const struct tir_expr *e)
{
	return e->op == TIR_CALL && e->u.call.builtin == TIR_BUILTIN_TVM_STACK_MAKE_ARRAY;
}

struct tir_type tir_tensor_type(const struct tir_expr *array)
{
	const struct tir_expr *e = array->arg[4];
	struct tir_type t = e->type;
	if (e->op == TIR_STRING_IMM && !tir_type_parse(e->u.str, strlen(e->u.str), &t))
		return e->type;
	return t;
}

const struct tir_expr *tir_dma_pointer(const struct tir_expr *call, unsigned k)
{
	const struct tir_expr *e = call->arg[k];
	bool tensors = strstr(call->arg[0]->u.str, "dltensor") != NULL;
	if (tensors != is_tensor(e) || e->type.code != TIR_TYPE_HANDLE)
		return NULL;
	return tensors ? e->arg[0] : e;
}
