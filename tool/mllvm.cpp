/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/mllvm.cpp: what LLVM tells in C++ alone.
 *
 * -mllvm: LLVM's C function of the same purpose keeps silent about an option that LLVM does not know; this one
 * tells, as clang does.  Times: those of LLVM's own passes.  Processors: C has no list of
 * them. */
#include <llvm/ADT/SmallString.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/TimeProfiler.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>

#include <memory>
#include <string>

#include "tool/mllvm.h"

extern "C" bool mllvm_parse(int argc, const char *const *argv,
        void (*add)(void *ctx, const char *text, size_t n), void *ctx)
{
	std::string said;
	llvm::raw_string_ostream out(said);
	bool ok = llvm::cl::ParseCommandLineOptions(argc, argv, "", &out);
	if (!ok)
		add(ctx, said.data(), said.size());
	return ok;
}

/* ---- Times ---------------------------------------------------------------------------------*/
extern "C" void mllvm_trace_start(void)
{
	llvm::timeTraceProfilerInitialize(/*TimeTraceGranularity=*/0, "tirc");
}

extern "C" void mllvm_trace_begin(const char *pass)
{
	llvm::timeTraceProfilerBegin(pass, llvm::StringRef());
}

extern "C" void mllvm_trace_end(void)
{
	llvm::timeTraceProfilerEnd();
}

extern "C" void mllvm_trace_write(void (*add)(void *ctx, const char *text, size_t n), void *ctx)
{
	llvm::SmallString<0> text;
	llvm::raw_svector_ostream out(text);
	llvm::timeTraceProfilerWrite(out);
	llvm::timeTraceProfilerCleanup();
	add(ctx, text.data(), text.size());
}

/* ---- Processors ----------------------------------------------------------------------------*/
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

extern "C" bool mllvm_has_feature(const char *triple, const char *name, size_t n)
{
	auto known = processors(triple);
	if (!known)
		return true;
	for (const auto &f : known->getAllProcessorFeatures())
		if (llvm::StringRef(name, n) == f.Key)
			return true;
	return false;
}

extern "C" void mllvm_list(const char *triple, bool features,
        void (*add)(void *ctx, const char *name), void *ctx)
{
	auto known = processors(triple);
	if (!known)
		return;
	if (features)
		for (const auto &f : known->getAllProcessorFeatures())
			add(ctx, f.Key);
	else
		for (const auto &p : known->getAllProcessorDescriptions())
			add(ctx, p.Key);
}
