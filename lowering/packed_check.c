/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/packed_check.c: what the checks of an entry are made of: words, memory, conditions. */
#include "lowering/packed.h"

/* ---- Words -------------------------------------------------------------------------------*/
const char *lower_packed_expr(struct packed *p, const struct tir_expr *e)
{
	struct sbuf out = {0};
	tir_print_expr(p->l->m, e, MAX_TEXT, &out);
	const char *text = arena_strndup(p->l->arena, out.text ? out.text : "", out.len);
	sbuf_free(&out);
	return text;
}

static void add_type(struct sbuf *out, struct tir_type t)
{
	char text[64];
	sbuf_str(out, tir_type_name(t, text));
}

const char *lower_packed_call(struct packed *p)
{
	struct sbuf out = {0};
	sbuf_printf(&out, "%s(", p->f->symbol);
	for (uint32_t i = 0; i < p->f->params.n; i++) {
		const struct tir_param *x = &p->f->params.at[i];
		const struct tir_buffer *b = x->buffer;
		sbuf_printf(&out, "%s%s: ", i ? ", " : "", b ? b->name : x->var->name);
		for (uint32_t k = 0; b && k < b->ndim; k++)
			sbuf_printf(&out, "%s%s", k ? ", " : "Tensor([",
			        lower_packed_expr(p, b->shape[k]));
		if (b)
			sbuf_printf(&out, "%s], ", b->ndim ? "" : "Tensor([");
		if (!b && x->var->type.code == TIR_TYPE_HANDLE)
			sbuf_str(&out, "T.handle");
		else
			add_type(&out, b ? b->elem : x->var->type);
		sbuf_str(&out, b ? ")" : "");
	}
	sbuf_str(&out, ")");
	const char *text = arena_strndup(p->l->arena, out.text ? out.text : "", out.len);
	sbuf_free(&out);
	return text;
}

/* ---- Memory ------------------------------------------------------------------------------*/
LLVMValueRef lower_packed_at(struct packed *p, LLVMValueRef base, uint64_t bytes)
{
	LLVMValueRef k = LLVMConstInt(p->i64, bytes, false);
	return LLVMBuildGEP2(p->l->b, p->i8, base, &k, 1, "");
}

LLVMValueRef lower_packed_load(struct packed *p, LLVMTypeRef type, LLVMValueRef base,
        uint64_t bytes)
{
	LLVMValueRef v = LLVMBuildLoad2(p->l->b, type, lower_packed_at(p, base, bytes), "");
	LLVMSetAlignment(v, 1);
	return v;
}

void lower_packed_store(struct packed *p, LLVMValueRef v, LLVMValueRef base, uint64_t bytes)
{
	LLVMSetAlignment(LLVMBuildStore(p->l->b, v, lower_packed_at(p, base, bytes)), 1);
}

LLVMValueRef lower_packed_is(struct packed *p, LLVMValueRef v, uint64_t want)
{
	return LLVMBuildICmp(p->l->b, LLVMIntEQ, v, LLVMConstInt(LLVMTypeOf(v), want, true), "");
}

LLVMValueRef lower_packed_either(struct packed *p, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildOr(p->l->b, a, b, "");
}

/* ---- Checks ------------------------------------------------------------------------------*/
void lower_packed_check(struct packed *p, LLVMValueRef ok, const char *kind, const char *message)
{
	struct lower *l = p->l;
	LLVMBasicBlockRef bad = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "bad"),
	                  good = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "good");
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(l->ctx),
	        (LLVMTypeRef[]){p->pointer, p->pointer}, 2, false);
	bool fresh;
	LLVMBuildCondBr(l->b, ok, good, bad);
	LLVMPositionBuilderAtEnd(l->b, bad);
	LLVMValueRef text[] = {LLVMBuildGlobalStringPtr(l->b, kind, "kind"),
	        LLVMBuildGlobalStringPtr(l->b, message, "message")};
	LLVMBuildCall2(l->b, type, lower_outside(l, "TVMFFIErrorSetRaisedFromCStr", type, &fresh),
	        text, 2, "");
	LLVMBuildRet(l->b, LLVMConstInt(p->i32, UINT64_MAX, true));
	LLVMPositionBuilderAtEnd(l->b, good);
}

void lower_packed_check_argument(struct packed *p, LLVMValueRef ok, const char *kind,
        const char *what, const char *want)
{
	lower_packed_check(p, ok, kind,
	        arena_printf(p->l->arena,
	                "%s on argument #%u when calling:\n  `%s`,\n  expected %s", what, p->i,
	                p->call, want));
}
