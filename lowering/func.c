/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/func.c: functions, and their versions. */
#include <llvm-c/DebugInfo.h>

#include "analysis/analysis.h"
#include "lowering/hexagon/hexagon.h"

/* Parameters that LLVM is told about what they point to: it makes a list of all attributes anew for each. */
enum { MAX_TOLD = 1024 };

/* The type a parameter or result has in C: a bool is a byte. */
static LLVMTypeRef abi_type(struct lower *l, struct tir_type t)
{
	return t.code == TIR_TYPE_BOOL ? LLVMInt8TypeInContext(l->ctx) : lower_type(l, t);
}

static void extend(struct lower *l, unsigned index, struct tir_type t)
{
	if (tir_is_integral(t) && t.bits < 32)
		lower_attribute(l, index, t.code == TIR_TYPE_INT ? "signext" : "zeroext", 0);
}

LLVMValueRef lower_declare_func(struct lower *l, const struct tir_func *f)
{
	unsigned n = f->params.n + f->syms.n;
	LLVMTypeRef *type = ARENA_NEWN(l->arena, LLVMTypeRef, n + 1);
	for (uint32_t i = 0; i < f->params.n; i++)
		type[i] = f->params.at[i].buffer ? LLVMPointerTypeInContext(l->ctx, 0)
		                                 : abi_type(l, f->params.at[i].var->type);
	for (uint32_t i = 0; i < f->syms.n; i++)
		type[f->params.n + i] = abi_type(l, f->syms.at[i].var->type);
	LLVMTypeRef t = LLVMFunctionType(abi_type(l, f->ret), type, n, false);
	LLVMValueRef fn = LLVMAddFunction(l->mod, f->symbol ? f->symbol : f->name, t);
	if (!f->symbol)
		LLVMSetLinkage(fn, LLVMInternalLinkage);
	return fn;
}

/* The bytes a compact buffer of constant shape has for sure, or 0. */
static uint64_t sure_bytes(const struct tir_buffer *b)
{
	uint64_t n = tir_type_bytes(b->elem);
	for (uint32_t i = 0; i < b->ndim; i++) {
		const struct tir_expr *e = b->shape[i];
		if (e->op != TIR_INT_IMM || e->u.i < 0 ||
		        __builtin_mul_overflow(n, (uint64_t)e->u.i, &n))
			return 0;
	}
	return b->strides || n > UINT32_MAX ? 0 : n;
}

static void name(LLVMValueRef v, const char *text)
{
	LLVMSetValueName2(v, text, strlen(text));
}

static void describe(struct lower *l, const struct tir_func *f)
{
	extend(l, 0, f->ret);
	for (uint32_t i = 0; i < f->syms.n; i++)
		name(LLVMGetParam(l->fn, f->params.n + i), f->syms.at[i].var->name);
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_buffer *b = f->params.at[i].buffer;
		name(LLVMGetParam(l->fn, i), b ? b->name : f->params.at[i].var->name);
		if (!b)
			extend(l, i + 1, f->params.at[i].var->type);
		if (!b || i >= MAX_TOLD)
			continue;
		if (f->noalias)
			lower_attribute(l, i + 1, "noalias", 0);
		if (sure_bytes(b))
			lower_attribute(l, i + 1, "dereferenceable", sure_bytes(b));
		uint64_t align = lower_param_align(l, b);
		if (!b->elem_offset && !b->offset_var && !b->offset_factor)
			lower_attribute(l, i + 1, "align", align & (align - 1) ? 64 : align);
	}
}

static LLVMValueRef argument(struct lower *l, unsigned i, struct tir_type t)
{
	LLVMValueRef v = LLVMGetParam(l->fn, i);
	if (t.code != TIR_TYPE_BOOL)
		return v;
	return LLVMBuildICmp(l->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
}

static void arguments(struct lower *l, const struct tir_func *f)
{
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_param *p = &f->params.at[i];
		if (p->buffer)
			l->data[p->buffer->id] = l->buffer[p->buffer->id] = LLVMGetParam(l->fn, i);
		else
			l->var[p->var->id] = argument(l, i, p->var->type);
	}
	for (uint32_t i = 0; i < f->syms.n; i++)
		l->var[f->syms.at[i].var->id] = argument(l, f->params.n + i,
		        f->syms.at[i].var->type);
	for (uint32_t i = 0; i < f->params.n && l->options->checked; i++)
		if (f->params.at[i].buffer)
			lower_note_bytes(l, f->params.at[i].buffer);
}

/* ---- A target without ways of its own ----------------------------------------------------*/
static void nothing_before(struct lower *l, const struct tir_func *f)
{
	(void)l, (void)f;
}

static LLVMValueRef no_value(struct lower *l, const struct tir_expr *e)
{
	(void)l, (void)e;
	return NULL;
}

static LLVMValueRef not_bound(struct lower *l, const struct tir_stmt *s)
{
	(void)l, (void)s;
	return NULL;
}

static void nothing_bound(struct lower *l, const struct tir_stmt *s, lower_bound *value)
{
	(void)l, (void)s, (void)value;
}

static LLVMValueRef no_gather(struct lower *l, LLVMValueRef base, const struct tir_buffer *b,
        const struct tir_expr *index, struct tir_type t)
{
	(void)l, (void)base, (void)b, (void)index, (void)t;
	return NULL;
}

static LLVMValueRef no_vector(struct lower *l, const LLVMValueRef *lane, struct tir_type t)
{
	(void)l, (void)lane, (void)t;
	return NULL;
}

static LLVMValueRef no_shift(struct lower *l, bool is_signed, LLVMValueRef a, LLVMValueRef by)
{
	(void)l, (void)is_signed, (void)a, (void)by;
	return NULL;
}

static LLVMValueRef no_divide(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b)
{
	(void)l, (void)e, (void)a, (void)b;
	return NULL;
}

static void nothing_stored(struct lower *l, const struct tir_store *s, LLVMValueRef store)
{
	(void)l, (void)s, (void)store;
}

static const struct lower_hooks no_hooks = {nothing_before, no_value, no_value, no_value, not_bound,
        nothing_bound, no_gather, no_vector, no_value, no_divide, no_shift, lower_keep_wrapped,
        nothing_stored};

/* ---- A function --------------------------------------------------------------------------*/
/* What a target still says of a loop where each access is made as it is written. */
static const struct lower_hooks *as_written(struct lower *l)
{
	struct lower_hooks *h = ARENA_NEW(l->arena, struct lower_hooks);
	*h = no_hooks;
	h->begin = l->hooks->begin;
	h->loop = l->hooks->loop;
	return h;
}

/* What is kept by number while f is built; what was kept for the function before is forgotten. */
static void start_tables(struct lower *l, const struct tir_func *f)
{
	struct tir_numbers n = tir_numbers_of(f);
	arena_clear(l->arena);
	memset(&l->active, 0, sizeof l->active);
	memset(&l->heap, 0, sizeof l->heap);
	l->var = ARENA_NEWN(l->arena, LLVMValueRef, n.nvars);
	l->factor = ARENA_NEWN(l->arena, uint64_t, n.nvars);
	l->named_chain = ARENA_NEWN(l->arena, uint32_t, n.nvars);
	l->buffer = ARENA_NEWN(l->arena, LLVMValueRef, n.nbuffers);
	l->data = ARENA_NEWN(l->arena, LLVMValueRef, n.nbuffers);
	l->data_align = ARENA_NEWN(l->arena, uint32_t, n.nbuffers);
	l->bytes = ARENA_NEWN(l->arena, LLVMValueRef, n.nbuffers);
	l->memo[LOWER_PLAIN] = ARENA_NEWN(l->arena, struct memo, n.nexprs);
	l->met = ARENA_NEWN(l->arena, uint32_t, n.nexprs);
	l->nest = ARENA_NEWN(l->arena, uint32_t, n.nexprs);
	l->chain = ARENA_NEWN(l->arena, uint32_t, n.nexprs);
	l->facts = facts_begin(f, NULL, l->arena);
	lower_names_begin(l, f);
	l->hexagon = NULL;
	l->hooks = l->is_hexagon ? lower_hexagon(l) : &no_hooks;
	if (l->options->checked)
		l->hooks = as_written(l);
	bool optimized = !l->is_hexagon && !l->options->checked && !l->options->unoptimized;
	l->again = optimized ? lower_find_windows(l, f) : NULL;
}

/* Do what that version of the function does, and return. */
static void end_with(struct lower *l, const struct tir_func *f, LLVMValueRef version)
{
	unsigned n = LLVMCountParams(l->fn);
	LLVMValueRef *arg = ARENA_NEWN(l->arena, LLVMValueRef, n + 1);
	LLVMGetParams(l->fn, arg);
	LLVMMetadataRef before = LLVMGetCurrentDebugLocation2(l->b);
	lower_debug_at(l, f->at);
	LLVMValueRef v = LLVMBuildCall2(l->b, LLVMGlobalGetValueType(version), version, arg, n, "");
	LLVMSetCurrentDebugLocation2(l->b, before);
	LLVMSetTailCall(v, true);
	if (f->ret.code == TIR_TYPE_VOID)
		LLVMBuildRetVoid(l->b);
	else
		LLVMBuildRet(l->b, v);
}

/* Go on in that version of the function if the condition holds. */
static void enter_version(struct lower *l, const struct tir_func *f, LLVMValueRef version,
        LLVMValueRef condition, const char *name)
{
	LLVMBasicBlockRef whole = LLVMAppendBasicBlockInContext(l->ctx, l->fn, name);
	LLVMBasicBlockRef plain = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "plain");
	LLVMBuildCondBr(l->b, condition, whole, plain);
	LLVMPositionBuilderAtEnd(l->b, whole);
	end_with(l, f, version);
	LLVMPositionBuilderAtEnd(l->b, plain);
}

/* Other versions of a function, or NULL. */
struct versions {
	LLVMValueRef apart,
	        lines; /* for buffers that do not overlap; for parameters in whole lines */
	LLVMValueRef
	        plain; /* for all others: registers that it saves are not saved before the test */
};

/* Keep LLVM from replacing loops by calls of memcpy() and memmove().  What such a call takes is unknown; a vector of HVX takes two
 * packets. */
static void keep_rows(struct lower *l)
{
	static const char *const words[] = {"no-builtin-memcpy", "no-builtin-memmove"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		LLVMAddAttributeAtIndex(l->fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		        LLVMCreateStringAttribute(l->ctx, words[i], (unsigned)strlen(words[i]), "",
		                0));
}

/* Build the function. */
static void build_function(struct lower *l, const struct tir_func *f, LLVMValueRef fn,
        struct versions v)
{
	l->f = f;
	start_tables(l, f);
	l->fn = fn;
	l->stack_bytes = 0;
	l->row = NULL;
	l->fail_values = NULL;
	l->stmt_at = f->at;
	memset(l->scratch, 0, sizeof l->scratch);
	describe(l, f);
	if (f->at_o2)
		lower_mark_o2(fn);
	lower_debug_function(l, f);
	l->entry = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "entry");
	LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "body");
	LLVMPositionBuilderAtEnd(l->b, l->entry);
	LLVMSetCurrentDebugLocation2(l->b, NULL);
	LLVMBuildBr(l->b, body);
	LLVMPositionBuilderAtEnd(l->b, body);
	if (v.lines)
		enter_version(l, f, v.lines, lower_lie_in_lines(l, f), "lines");
	arguments(l, f);
	if (v.apart)
		enter_version(l, f, v.apart, lower_are_apart(l, f), "apart");
	if (v.plain) {
		end_with(l, f, v.plain);
		return;
	}
	lower_debug_params(l, f);
	l->hooks->begin(l, f);
	l->overlaps = l->copies_rows = false;
	lower_seq(l, &f->body);
	if (l->overlaps) /* a caller's buffers are not to be seen in its loops */
		lower_attribute(l, (unsigned)LLVMAttributeFunctionIndex, "noinline", 0);
	if (l->copies_rows && l->is_hexagon && target_has_hvx(l->hvx))
		keep_rows(l);
	if (lower_is_terminated(l))
		return;
	LLVMTypeRef t = abi_type(l, f->ret);
	if (f->ret.code == TIR_TYPE_VOID)
		LLVMBuildRetVoid(l->b);
	else
		LLVMBuildRet(l->b, LLVMConstNull(t));
}

/* Build a version of the function fn, of its own name with a word behind it. */
static LLVMValueRef add_version(struct lower *l, const struct tir_func *f, LLVMValueRef fn,
        struct versions v, const char *word)
{
	const char *name = arena_printf(l->arena, "%s.%s", f->symbol ? f->symbol : f->name, word);
	LLVMValueRef version = LLVMAddFunction(l->mod, name, LLVMGlobalGetValueType(fn));
	LLVMSetLinkage(version, LLVMInternalLinkage);
	build_function(l, f, version, v);
	lower_attribute(l, (unsigned)LLVMAttributeFunctionIndex, "noinline", 0);
	lower_bound_function(l, f);
	return version;
}

/* The function's version for parameters that begin with a line of HVX: most do, though no more than half of one is
 * promised.  NULL: nothing is gained. */
static LLVMValueRef version_for_lines(struct lower *l, const struct tir_func *f, LLVMValueRef fn,
        const char *word)
{
	bool may = l->is_hexagon && target_has_hvx(l->hvx) && !l->options->unoptimized &&
	           !l->options->for_size && !l->options->checked && LLVMCountParams(fn) < MAX_TOLD;
	start_tables(l, f);
	if (!may || !lower_wants_lines(l, f))
		return NULL;
	l->in_lines = true;
	LLVMValueRef lines = add_version(l, f, fn, (struct versions){0}, word);
	l->in_lines = false;
	return lines;
}

/* Its version for buffers that do not overlap; NULL: there is none. */
static LLVMValueRef version_for_apart(struct lower *l, const struct tir_func *f, LLVMValueRef fn)
{
	if (!f->apart || l->options->checked || l->options->for_size || l->options->unoptimized)
		return NULL;
	struct versions v = {.lines = version_for_lines(l, f->apart, fn, "apart.lines")};
	return add_version(l, f->apart, fn, v, "apart");
}

void lower_func(struct lower *l, uint32_t i)
{
	const struct tir_func *f = l->m->funcs.at[i];
	tir_enter(f);
	l->f = f;
	l->scalar_loops = l->options->scalar_loops || tir_names_have(&l->options->scalar, f);
	struct versions v = {.apart = version_for_apart(l, f, l->func[i])};
	v.plain = v.apart ? add_version(l, f, l->func[i], (struct versions){0}, "overlap") : NULL;
	v.lines = v.apart ? NULL : version_for_lines(l, f, l->func[i], "lines");
	build_function(l, f, l->func[i], v);
	lower_bound_function(l, f);
	if (!l->options->packed || !f->symbol)
		return;
	start_tables(l, f);
	uint32_t stamp = ++l->stamp;
	VEC_PUSH(l->arena, &l->active, stamp);
	l->scope = NULL;
	lower_packed_entry(l, f, l->func[i]);
}
