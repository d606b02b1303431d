/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/mllvm.cpp: what LLVM tells in C++ alone.
 *
 * -mllvm: LLVM's C function of the same purpose keeps silent about an option that LLVM does not know; this one
 * tells and ends the process, as clang does.  Processors: C has no list of them. */
#include <llvm/Config/llvm-config.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Triple.h>

#include <memory>
#include <string>

#include "tool/mllvm.h"

extern "C" void mllvm_parse(int argc, const char *const *argv)
{
	llvm::cl::ParseCommandLineOptions(argc, argv);
}

/* What LLVM knows of the processors of a triple; null: it does not have the target. */
static std::unique_ptr<llvm::MCSubtargetInfo> processors(const char *name)
{
	llvm::Triple triple(llvm::Triple::normalize(name));
	std::string why;
	llvm::InitializeAllTargetInfos();
	llvm::InitializeAllTargetMCs();
	const llvm::Target *target = llvm::TargetRegistry::lookupTarget("", triple, why);
	if (!target)
		return nullptr;
#if LLVM_VERSION_MAJOR >= 22
	return std::unique_ptr<llvm::MCSubtargetInfo>(target->createMCSubtargetInfo(triple, "",
	        ""));
#else
	return std::unique_ptr<llvm::MCSubtargetInfo>(target->createMCSubtargetInfo(triple.str(),
	        "", ""));
#endif
}

extern "C" bool mllvm_has_cpu(const char *triple, const char *cpu)
{
	auto known = processors(triple);
	return !known || known->isCPUStringValid(cpu);
}

extern "C" void mllvm_list_cpus(const char *triple, void (*add)(void *ctx, const char *name),
        void *ctx)
{
	auto known = processors(triple);
	if (!known)
		return;
	for (const auto &p : known->getAllProcessorDescriptions())
		add(ctx, p.Key);
}
