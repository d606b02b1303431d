/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/target.c: target machines and pipelines. */
#include <llvm-c/Error.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/Config/llvm-config.h>

#include "lowering/internal.h"

/* All that LLVM has, for a triple that is neither the host's nor Hexagon's. */
static void register_all(void)
{
	LLVMInitializeAllTargetInfos();
	LLVMInitializeAllTargets();
	LLVMInitializeAllTargetMCs();
	LLVMInitializeAllAsmPrinters();
	LLVMInitializeAllAsmParsers();
}

static void register_targets(void)
{
	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	LLVMInitializeNativeAsmParser();
	LLVMInitializeHexagonTargetInfo();
	LLVMInitializeHexagonTarget();
	LLVMInitializeHexagonTargetMC();
	LLVMInitializeHexagonAsmPrinter();
	LLVMInitializeHexagonAsmParser();
}

/* LLVM has no other way to say so than its command line.  What splits double registers goes through a set of pointers, so that
 * code depends on where LLVM's memory lies.  What removes copies of registers by data flow (RDF) takes some of pairs of vectors for others.  LLVM's vectoriser of straight lines makes
 * long vectors of a few 64-bit integers and truths, which costs two to three times as much. */
void lower_set_options(const struct target *t, bool vectorizes)
{
	static const char *const line[] = {"tirc", "-disable-hsdr", "-rdf-opt=false",
	        "-hexagon-autohvx", "-vectorize-slp=false"};
	enum { ALL = sizeof line / sizeof *line, HEXAGON = 3 };
	if (target_is_hexagon(t->triple))
		LLVMParseCommandLineOptions(vectorizes && target_may_use_hvx(t) ? ALL : HEXAGON,
		        line, "");
}

/* The latest Hexagon that LLVM has: it ends the process where it is asked for another one. */
enum { LATEST_HEXAGON = LLVM_VERSION_MAJOR < 20 ? 73 : LLVM_VERSION_MAJOR < 22 ? 79 : 81 };

static bool has_processor(const struct target *t, struct diag *d)
{
	if (!t->processor || t->processor->version <= LATEST_HEXAGON)
		return true;
	return diag_error(d, NULL, (struct span){0},
	        "LLVM %d has no processor '%s'; its latest is hexagonv%d", LLVM_VERSION_MAJOR,
	        t->cpu, LATEST_HEXAGON);
}

/* The target of a triple, with all that makes code for it; NULL: LLVM has none.  Who asked for its processors has
 * registered its name alone. */
static LLVMTargetRef find_target(const char *triple)
{
	LLVMTargetRef target = NULL;
	for (int all = 0; all < 2; all++) {
		char *why = NULL;
		(all ? register_all : register_targets)();
		bool known = !LLVMGetTargetFromTriple(triple, &target, &why);
		LLVMDisposeMessage(why);
		if (known && LLVMTargetHasTargetMachine(target))
			return target;
	}
	return NULL;
}

/* Code that runs at any address, but where LLVM refuses to make such. */
static LLVMRelocMode reloc_of(const char *triple)
{
	return strncmp(triple, "xtensa", 6) ? LLVMRelocPIC : LLVMRelocStatic;
}

/* SPIR-V without a size of pointers is for shaders: LLVM's code generation ends in a signal on functions. */
static bool is_for_shaders(const char *triple)
{
	static const char name[] = "spirv";
	const char *rest = triple + sizeof name - 1;
	return !strncmp(triple, name, sizeof name - 1) && (!*rest || *rest == '-' || *rest == 'v');
}

LLVMTargetMachineRef lower_machine(const struct target *t, struct diag *d)
{
	static const LLVMCodeGenOptLevel levels[] = {LLVMCodeGenLevelNone, LLVMCodeGenLevelLess,
	        LLVMCodeGenLevelDefault, LLVMCodeGenLevelAggressive};
	if (!has_processor(t, d))
		return NULL;
	char *host = LLVMGetDefaultTargetTriple();
	const char *triple = t->triple ? t->triple : host;
	LLVMTargetRef target = find_target(triple);
	LLVMTargetMachineRef machine = NULL;
	bool shaders = is_for_shaders(triple);
	if (target && !shaders)
		machine = LLVMCreateTargetMachine(target, triple, t->cpu, t->features,
		        levels[t->opt > 3 ? 3 : t->opt], reloc_of(triple), LLVMCodeModelDefault);
	if (shaders)
		diag_error(d, NULL, (struct span){0},
		        "target '%s' is for shaders; for functions there are 'spirv32' and "
		        "'spirv64'",
		        triple);
	else if (!target)
		diag_error(d, NULL, (struct span){0},
		        "there is no target '%s'; there are 'hexagon', 'host', and what LLVM has, "
		        "such as "
		        "'riscv64-linux-gnu'",
		        triple);
	else if (!machine)
		diag_error(d, NULL, (struct span){0}, "LLVM makes no code for target '%s'", triple);
	LLVMDisposeMessage(host);
	return machine;
}

bool lower_optimize(LLVMModuleRef module, LLVMTargetMachineRef machine, const char *pipeline,
        struct diag *d)
{
	LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
	lower_spare_slp(module, true);
	LLVMErrorRef e = lower_run_passes(module, machine, pipeline, o);
	lower_spare_slp(module, false);
	LLVMDisposePassBuilderOptions(o);
	if (!e) {
		char *features = LLVMGetTargetMachineFeatureString(machine);
		lower_before_codegen(module, &(struct lower_codegen){.features = features});
		LLVMDisposeMessage(features);
		return true;
	}
	char *text = LLVMGetErrorMessage(e);
	diag_error(d, NULL, (struct span){0}, "pipeline '%s': %s", pipeline, text);
	LLVMDisposeErrorMessage(text);
	return false;
}

LLVMMemoryBufferRef lower_generate(LLVMModuleRef module, LLVMTargetMachineRef machine,
        LLVMCodeGenFileType type, struct diag *d)
{
	LLVMMemoryBufferRef code = NULL;
	char *why = NULL;
	if (type == LLVMObjectFile &&
	        !LLVMTargetHasAsmBackend(LLVMGetTargetMachineTarget(machine))) {
		diag_error(d, NULL, (struct span){0},
		        "LLVM makes no objects for target '%s'; it makes assembly: -S",
		        LLVMGetTarget(module));
		return NULL;
	}
	if (!LLVMTargetMachineEmitToMemoryBuffer(machine, module, type, &why, &code))
		return code;
	diag_error(d, NULL, (struct span){0}, "LLVM cannot generate code: %s",
	        why ? why : "no reason given");
	LLVMDisposeMessage(why);
	return NULL;
}

LLVMMemoryBufferRef lower_assemble(LLVMContextRef context, LLVMTargetMachineRef machine,
        const char *text, size_t n, struct diag *d)
{
	LLVMModuleRef module = LLVMModuleCreateWithNameInContext("assembly", context);
	char *triple = LLVMGetTargetMachineTriple(machine);
	LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
	LLVMSetTarget(module, triple);
	LLVMSetModuleDataLayout(module, layout);
	LLVMSetModuleInlineAsm2(module, text, n);
	LLVMMemoryBufferRef object = lower_generate(module, machine, LLVMObjectFile, d);
	LLVMDisposeTargetData(layout);
	LLVMDisposeMessage(triple);
	LLVMDisposeModule(module);
	return object;
}
