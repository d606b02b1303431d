/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/target.c: target machines and pipelines. */
#include <stdlib.h>

#include <llvm-c/Error.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "lowering/internal.h"

static bool is_hexagon(const char *triple)
{
	return triple && !strncmp(triple, "hexagon", 7);
}

void lower_target_defaults(struct lower_target *t)
{
	if (t->triple && !strcmp(t->triple, "hexagon"))
		t->triple = "hexagon-unknown-elf";
	if (!is_hexagon(t->triple)) {
		t->cpu = t->cpu ? t->cpu : "";
		t->features = t->features ? t->features : "";
		return;
	}
	bool plain = !t->cpu;
	t->cpu = t->cpu ? t->cpu : "hexagonv67";
	if (!t->features)
		t->features = plain ? "+hvxv67,+hvx-length128b" : "";
}

enum lower_hvx lower_hvx_of(const char *features)
{
	if (!features)
		return LOWER_HVX_UNKNOWN;
	bool on = strstr(features, "+hvx") && !strstr(features, "-hvx");
	if (!on || !strstr(features, "+hvx-length128b"))
		return LOWER_HVX_NONE;
	const char *version = strstr(features, "+hvxv");
	return version && atoi(version + 5) >= 65 ? LOWER_HVX_128B_V65 : LOWER_HVX_128B;
}

bool lower_has_float_vectors(const struct lower_target *t)
{
	return !is_hexagon(t->triple) || strstr(t->features, "+hvx-qfloat") ||
	       strstr(t->features, "+hvx-ieee-fp");
}

/* LLVM itself only prints that it does not know a processor and goes on with another one, so what
 * -mcpu may name is checked here: the processors of LLVM 22's Hexagon.td. */
static bool hexagon_cpu(const char *cpu)
{
	static const char *const known[] = {"", "generic", "hexagonv5", "hexagonv55", "hexagonv60",
	        "hexagonv62", "hexagonv65", "hexagonv66", "hexagonv67", "hexagonv67t", "hexagonv68",
	        "hexagonv69", "hexagonv71", "hexagonv71t", "hexagonv73", "hexagonv75", "hexagonv79",
	        "hexagonv81"};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(cpu, known[i]))
			return true;
	return false;
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

/* LLVM has no other way to say so than its command line.  Its vectoriser of straight lines makes
 * long vectors of a few 64-bit integers and truths, which costs two to three times as much. */
bool lower_use_hvx(const struct lower_target *t)
{
	static const char *const line[] = {"tirc", "-hexagon-autohvx", "-vectorize-slp=false"};
	if (t->opt < 2 || !is_hexagon(t->triple) || lower_hvx_of(t->features) < LOWER_HVX_128B)
		return false;
	LLVMParseCommandLineOptions(sizeof line / sizeof *line, line, "");
	return true;
}

LLVMTargetMachineRef lower_machine(const struct lower_target *t, struct diag *d)
{
	static const LLVMCodeGenOptLevel levels[] = {LLVMCodeGenLevelNone, LLVMCodeGenLevelLess,
	        LLVMCodeGenLevelDefault, LLVMCodeGenLevelAggressive};
	LLVMTargetRef target;
	char *why = NULL, *host = LLVMGetDefaultTargetTriple();
	const char *triple = t->triple ? t->triple : host;
	LLVMTargetMachineRef machine = NULL;
	register_targets();
	if (LLVMGetTargetFromTriple(triple, &target, &why))
		diag_error(d, NULL, (struct span){0}, "target '%s' is not there: %s", triple, why);
	else if (is_hexagon(triple) && t->cpu && !hexagon_cpu(t->cpu))
		diag_error(d, NULL, (struct span){0}, "unknown processor '%s' for target '%s'",
		        t->cpu, triple);
	else
		machine = LLVMCreateTargetMachine(target, triple, t->cpu ? t->cpu : "",
		        t->features ? t->features : "", levels[t->opt > 3 ? 3 : t->opt],
		        LLVMRelocPIC, LLVMCodeModelDefault);
	LLVMDisposeMessage(why);
	LLVMDisposeMessage(host);
	return machine;
}

bool lower_optimize(LLVMModuleRef module, LLVMTargetMachineRef machine, const char *pipeline,
        struct diag *d)
{
	LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
	LLVMErrorRef e = LLVMRunPasses(module, pipeline, machine, o);
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
