/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/debug.c: debug information: lines, functions, parameters, variables and buffers of the TVMScript.
 *
 * Idea.   Where LLVM optimises, a record tells which value a variable has from here on.  At -O0 a variable has a place on
 *         the stack, as clang gives it one: a debugger sees it wherever it is in scope.  The body of a loop or a branch is
 *         a lexical block, so that the innermost of several variables of one name is the one that is seen.  A buffer is
 *         what C would call a pointer to its rows: A[2][1] in a debugger is A[2, 1].
 * Keeps   the code, but for those places at -O0.  LLVM's back end for Hexagon makes other packets where records tell of
 *         values: there are none in optimised code for it, lines are. */
#include <llvm-c/DebugInfo.h>

#include "lowering/internal.h"

/* Of DWARF: DW_ATE_boolean and so on. */
enum { ENCODING_BOOL = 2, ENCODING_FLOAT = 4, ENCODING_SIGNED = 5, ENCODING_UNSIGNED = 7 };
enum { MAX_LANES = 64 }; /* of a variable that is shown */

void lower_open_debug(struct lower *l)
{
	const struct lower_options *o = l->options;
	const char *name = o->debug_file ? o->debug_file : l->src->name,
	           *folder = o->debug_folder ? o->debug_folder : ".";
	l->di = LLVMCreateDIBuilder(l->mod);
	l->file = LLVMDIBuilderCreateFile(l->di, name, strlen(name), folder, strlen(folder));
	LLVMDIBuilderCreateCompileUnit(l->di, LLVMDWARFSourceLanguageC, l->file, "tirc", 4,
	        !o->unoptimized, "", 0, 0, "", 0, LLVMDWARFEmissionFull, 0, false, false, "", 0, "",
	        0);
	LLVMAddModuleFlag(l->mod, LLVMModuleFlagBehaviorWarning, "Debug Info Version", 18,
	        LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(l->ctx),
	                LLVMDebugMetadataVersion(), false)));
}

/* ---- Types -------------------------------------------------------------------------------*/
static LLVMMetadataRef pointer_to(struct lower *l, LLVMMetadataRef type)
{
	return LLVMDIBuilderCreatePointerType(l->di, type, LLVMGetIntTypeWidth(l->word), 0, 0, "",
	        0);
}

static LLVMMetadataRef scalar_type(struct lower *l, struct tir_type t)
{
	char text[64];
	t.lanes = 1;
	const char *name = tir_type_name(t, text);
	unsigned encoding = t.code == TIR_TYPE_BOOL    ? ENCODING_BOOL
	                    : t.code == TIR_TYPE_FLOAT ? ENCODING_FLOAT
	                    : t.code == TIR_TYPE_INT   ? ENCODING_SIGNED
	                                               : ENCODING_UNSIGNED;
	if (t.code == TIR_TYPE_VOID)
		return NULL;
	if (t.code == TIR_TYPE_HANDLE)
		return pointer_to(l, NULL);
	return LLVMDIBuilderCreateBasicType(l->di, name, strlen(name), tir_elem_bytes(t) * 8,
	        encoding, LLVMDIFlagZero);
}

static LLVMMetadataRef type_of(struct lower *l, struct tir_type t)
{
	LLVMMetadataRef one = scalar_type(l, t), range;
	if (t.lanes <= 1)
		return one;
	range = LLVMDIBuilderGetOrCreateSubrange(l->di, 0, t.lanes);
	return LLVMDIBuilderCreateVectorType(l->di, tir_type_bytes(t) * 8, 0, one, &range, 1);
}

/* What its pointer points to: an element, or a row of those of constant shape. */
static LLVMMetadataRef row_of(struct lower *l, const struct tir_buffer *b)
{
	LLVMMetadataRef elem = type_of(l, b->elem), range[TIR_MAX_RANK];
	uint64_t bits = tir_type_bytes(b->elem) * 8;
	unsigned n = 0;
	for (uint32_t i = 1; i < b->ndim; i++) {
		const struct tir_expr *e = b->shape[i];
		if (e->op != TIR_INT_IMM || e->u.i <= 0 || b->strides || b->ndim > TIR_MAX_RANK ||
		        __builtin_mul_overflow(bits, (uint64_t)e->u.i, &bits))
			return elem;
		range[n++] = LLVMDIBuilderGetOrCreateSubrange(l->di, 0, e->u.i);
	}
	return n ? LLVMDIBuilderCreateArrayType(l->di, bits, 0, elem, range, n) : elem;
}

/* ---- Places ------------------------------------------------------------------------------*/
static unsigned line_of(const struct lower *l, struct span at, unsigned *column)
{
	unsigned line = 1;
	*column = 1;
	source_location(l->src, at.begin, &line, column);
	return line;
}

static LLVMMetadataRef location(struct lower *l, struct span at)
{
	unsigned column, line = line_of(l, at, &column);
	return LLVMDIBuilderCreateDebugLocation(l->ctx, line, column, l->scope, NULL);
}

void lower_debug_at(struct lower *l, struct span at)
{
	if (l->scope)
		LLVMSetCurrentDebugLocation2(l->b, location(l, at));
}

/* Where lines alone are asked for, there are no values, and no blocks that they would be in. */
static bool shows_values(const struct lower *l)
{
	return l->scope && !l->options->debug_lines;
}

LLVMMetadataRef lower_debug_enter(struct lower *l, struct span at)
{
	LLVMMetadataRef outer = l->scope;
	unsigned column;
	if (shows_values(l)) {
		unsigned line = line_of(l, at, &column);
		l->scope = LLVMDIBuilderCreateLexicalBlock(l->di, outer, l->file, line, column);
	}
	return outer;
}

void lower_debug_leave(struct lower *l, LLVMMetadataRef outer, struct span at)
{
	l->scope = outer;
	lower_debug_at(l, at);
}

void lower_debug_function(struct lower *l, const struct tir_func *f)
{
	unsigned column;
	l->scope = NULL;
	if (!l->di)
		return;
	unsigned line = line_of(l, f->at, &column);
	LLVMMetadataRef *type = ARENA_NEWN(l->arena, LLVMMetadataRef, f->params.n + 1);
	type[0] = type_of(l, f->ret);
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_param *p = &f->params.at[i];
		type[i + 1] = p->buffer ? pointer_to(l, row_of(l, p->buffer))
		                        : type_of(l, p->var->type);
	}
	LLVMMetadataRef all = LLVMDIBuilderCreateSubroutineType(l->di, l->file, type,
	        f->params.n + 1, LLVMDIFlagZero);
	l->scope = LLVMDIBuilderCreateFunction(l->di, l->file, f->name, strlen(f->name), "", 0,
	        l->file, line, all, !f->symbol, true, line, LLVMDIFlagPrototyped,
	        !l->options->unoptimized);
	LLVMSetSubprogram(l->fn, l->scope);
}

/* ---- Values ------------------------------------------------------------------------------*/
/* From here on the variable has the value v.  Returns its place on the stack, if it has one. */
static LLVMValueRef tell(struct lower *l, LLVMMetadataRef var, LLVMValueRef v, unsigned align,
        struct span at)
{
	LLVMMetadataRef none = LLVMDIBuilderCreateExpression(l->di, NULL, 0);
	LLVMBasicBlockRef here = LLVMGetInsertBlock(l->b);
	if (!l->options->unoptimized && l->is_hexagon)
		return NULL;
	if (!l->options->unoptimized) {
		LLVMDIBuilderInsertDbgValueRecordAtEnd(l->di, v, var, none, location(l, at), here);
		return NULL;
	}
	LLVMMetadataRef now = LLVMGetCurrentDebugLocation2(l->b);
	LLVMValueRef place = lower_alloca(l, LLVMTypeOf(v), 1, align);
	LLVMSetCurrentDebugLocation2(l->b, now);
	LLVMDIBuilderInsertDeclareRecordAtEnd(l->di, place, var, none, location(l, at), here);
	LLVMSetAlignment(LLVMBuildStore(l->b, v, place), align);
	return place;
}

/* A bool as a byte, where there is a place for it; NULL: it is not shown. */
static LLVMValueRef shown(struct lower *l, struct tir_type t, LLVMValueRef v)
{
	if (t.lanes > MAX_LANES || (t.code == TIR_TYPE_BOOL && t.lanes > 1))
		return NULL;
	if (LLVMTypeOf(v) != LLVMInt1TypeInContext(l->ctx))
		return v;
	return l->options->unoptimized ? LLVMBuildZExt(l->b, v, LLVMInt8TypeInContext(l->ctx), "")
	                               : NULL;
}

static unsigned align_of(struct tir_type t)
{
	unsigned n = 1, bytes = (unsigned)tir_type_bytes(t);
	while (n < bytes && n < LOWER_ALLOC_ALIGN)
		n *= 2;
	return n;
}

/* number: of a parameter, from 1; 0: another variable. */
static LLVMMetadataRef variable(struct lower *l, const char *name, unsigned number,
        LLVMMetadataRef type, struct span at)
{
	unsigned column, line = line_of(l, at, &column);
	if (number)
		return LLVMDIBuilderCreateParameterVariable(l->di, l->scope, name, strlen(name),
		        number, l->file, line, type, true, LLVMDIFlagZero);
	return LLVMDIBuilderCreateAutoVariable(l->di, l->scope, name, strlen(name), l->file, line,
	        type, true, LLVMDIFlagZero, 0);
}

static LLVMValueRef show_var(struct lower *l, const struct tir_var *var, unsigned number,
        LLVMValueRef v, struct span at)
{
	v = shown(l, var->type, v);
	return !v ? NULL
	          : tell(l, variable(l, var->name, number, type_of(l, var->type), at), v,
	                    align_of(var->type), at);
}

static void show_buffer(struct lower *l, const struct tir_buffer *b, unsigned number,
        struct span at)
{
	LLVMMetadataRef type = pointer_to(l, row_of(l, b));
	tell(l, variable(l, b->name, number, type, at), l->buffer[b->id],
	        LLVMGetIntTypeWidth(l->word) / 8, at);
}

void lower_debug_var(struct lower *l, const struct tir_var *var, struct span at)
{
	if (shows_values(l))
		show_var(l, var, 0, l->var[var->id], at);
}

LLVMValueRef lower_debug_first(struct lower *l, const struct tir_var *var, LLVMValueRef first,
        struct span at)
{
	return shows_values(l) && l->options->unoptimized ? show_var(l, var, 0, first, at) : NULL;
}

void lower_debug_next(struct lower *l, const struct tir_var *var, LLVMValueRef place,
        LLVMValueRef next)
{
	if (place)
		LLVMSetAlignment(LLVMBuildStore(l->b, next, place), align_of(var->type));
}

void lower_debug_buffer(struct lower *l, const struct tir_buffer *b, struct span at)
{
	if (shows_values(l))
		show_buffer(l, b, 0, at);
}

void lower_debug_params(struct lower *l, const struct tir_func *f)
{
	if (!l->scope)
		return;
	/* without a line of their own: a debugger stops behind them */
	LLVMSetCurrentDebugLocation2(l->b, NULL);
	if (!shows_values(l))
		return;
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_param *p = &f->params.at[i];
		if (p->buffer)
			show_buffer(l, p->buffer, i + 1, f->at);
		else
			show_var(l, p->var, i + 1, LLVMGetParam(l->fn, i), f->at);
	}
	for (uint32_t i = 0; i < f->syms.n; i++)
		show_var(l, f->syms.at[i].var, f->params.n + i + 1,
		        LLVMGetParam(l->fn, f->params.n + i), f->at);
}
