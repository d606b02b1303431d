/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/emit.c: the outputs of --emit.
 *
 * Each kind is a function that fills a byte buffer; the buffer is written at the end, whole or not
 * at all. */
#include <llvm-c/BitWriter.h>

#include "tool/internal.h"

static bool in_c_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* The file's name without its folders; *n is the length without the suffix. */
static const char *base_name(const char *path, size_t *n)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	const char *dot = strrchr(base, '.');
	*n = dot && dot != base ? (size_t)(dot - base) : strlen(base);
	return base;
}

/* ---- texts of ours ----------------------------------------------------------------------*/
static bool emit_TIR(struct job *j, struct sbuf *out)
{
	if (!j->options.driver.function) {
		tir_print_module(j->run.module, out);
		return true;
	}
	tir_print_func(driver_find_function(j->run.module, j->options.driver.function), out);
	return true;
}

static bool emit_PLAN(struct job *j, struct sbuf *out)
{
	sbuf_add(out, j->plan.text ? j->plan.text : "", j->plan.len);
	return true;
}

/* The include guard is made of the header's name, or of the input's where that is unknown. */
static bool emit_HEADER(struct job *j, struct sbuf *out)
{
	const char *path = j->options.output && strcmp(j->options.output, "-") ? j->options.output
	                                                                       : j->source->name;
	size_t n;
	const char *base = base_name(path, &n);
	char *guard = arena_printf(&j->arena, "%s%.*s_H", *base >= '0' && *base <= '9' ? "_" : "",
	        (int)n, base);
	for (char *c = guard; *c; c++)
		*c = !in_c_name(*c) ? '_' : *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
	lower_header(j->run.module, guard, out);
	return true;
}

/* ---- what LLVM makes --------------------------------------------------------------------*/
static bool emit_LL(struct job *j, struct sbuf *out)
{
	char *text = LLVMPrintModuleToString(j->run.llvm);
	sbuf_str(out, text);
	LLVMDisposeMessage(text);
	return true;
}

static bool emit_BC(struct job *j, struct sbuf *out)
{
	LLVMMemoryBufferRef b = LLVMWriteBitcodeToMemoryBuffer(j->run.llvm);
	sbuf_add(out, LLVMGetBufferStart(b), LLVMGetBufferSize(b));
	LLVMDisposeMemoryBuffer(b);
	return true;
}

/* What is left to do before code generation; optimises where the command does. */
static void prepare(struct job *j)
{
	bool optimizes = j->options.driver.level > 0;
	char *features = LLVMGetTargetMachineFeatureString(j->run.machine);
	lower_before_codegen(j->run.llvm,
	        &(struct lower_codegen){.machine = optimizes ? j->run.machine : NULL,
	                .features = features,
	                .unshare = j->options.driver.level > 1 && !j->options.driver.no_cse});
	LLVMDisposeMessage(features);
}

/* Run LLVM's back end; NULL after an error.  Assembly has LLVM's comments, as llc's and clang's:
 * loops, spills. */
static LLVMMemoryBufferRef generate(struct job *j, LLVMCodeGenFileType type)
{
	LLVMMemoryBufferRef b = NULL;
	char *why = NULL;
	LLVMSetTargetMachineAsmVerbosity(j->run.machine, true);
	pass_begin(j, "codegen");
	prepare(j);
	if (LLVMTargetMachineEmitToMemoryBuffer(j->run.machine, j->run.llvm, type, &why, &b)) {
		JOB_ERROR(j, "LLVM cannot generate code: %s", why ? why : "no reason given");
		LLVMDisposeMessage(why);
		return NULL;
	}
	pass_timed(j, "codegen");
	if (j->diag->errors == 0)
		return b;
	LLVMDisposeMemoryBuffer(b); /* LLVM reported an error on the way */
	return NULL;
}

LLVMMemoryBufferRef job_object(struct job *j)
{
	return generate(j, LLVMObjectFile);
}

static bool emit_generated(struct job *j, LLVMCodeGenFileType type, struct sbuf *out)
{
	LLVMMemoryBufferRef b = generate(j, type);
	if (!b)
		return false;
	sbuf_add(out, LLVMGetBufferStart(b), LLVMGetBufferSize(b));
	LLVMDisposeMemoryBuffer(b);
	return true;
}

static bool emit_ASM(struct job *j, struct sbuf *out)
{
	return emit_generated(j, LLVMAssemblyFile, out);
}

static bool emit_OBJ(struct job *j, struct sbuf *out)
{
	return emit_generated(j, LLVMObjectFile, out);
}

/* ---- the file ---------------------------------------------------------------------------*/
typedef bool emitter(struct job *j, struct sbuf *out);
static emitter *const emitters[EMIT_NKINDS] = {
#define EMIT(name, ...) [EMIT_##name] = emit_##name,
#include "tool/options.def"
};

/* Where the output goes: -o; stdout for texts; the input's name with another suffix, in the current
 * folder, for the others, as clang does.  NULL after an error. */
static const char *output_path(struct job *j)
{
	const struct emit_info *kind = &options_emit_kinds[j->options.kind];
	size_t n;
	if (j->options.output)
		return j->options.output;
	if (kind->text)
		return "-";
	if (!strcmp(j->options.input, "-")) {
		JOB_ERROR(j, "the input is stdin; name the output with -o FILE");
		return NULL;
	}
	const char *base = base_name(j->options.input, &n);
	return arena_printf(&j->arena, "%.*s.%s", (int)n, base, kind->suffix);
}

bool job_emit(struct job *j)
{
	struct sbuf out = {0};
	const char *path = output_path(j);
	bool ok = path && emitters[j->options.kind](j, &out) && output_write(j, path, &out);
	sbuf_free(&out);
	return ok;
}
