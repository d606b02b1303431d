/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plugin/plugin.cpp: the entry point and what LLVM offers in C++ only: registering a pass and emitting
 * diagnostics.  The rest is C (plugin.c).  The host chooses which extension points run, so the pass
 * is at all of them; a second run finds nothing to do.  No writable statics: ThinLTO has threads. */
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Plugins/PassPlugin.h>
#include <llvm/Support/SourceMgr.h>

#include "plugin/internal.h"

using namespace llvm;

extern "C" void plugin_diagnose(LLVMContextRef context, int level, const char *name,
        const char *text, size_t len, size_t begin, size_t end, const char *message)
{
	static const SourceMgr::DiagKind kinds[] = {SourceMgr::DK_Note, SourceMgr::DK_Remark,
	        SourceMgr::DK_Warning, SourceMgr::DK_Error};
	SourceMgr sources;
	SMDiagnostic diagnostic(name, kinds[level], message);
	if (text) {
		auto at = [&](size_t i) { return SMLoc::getFromPointer(text + i); };
		sources.AddNewSourceBuffer(MemoryBuffer::getMemBuffer({text, len}, name), {});
		diagnostic = sources.GetMessage(at(begin), kinds[level], message,
		        {{at(begin), at(end)}});
	}
	unwrap(context)->diagnose(DiagnosticInfoSrcMgr(diagnostic, name, /*InlineAsmDiag=*/false));
}

struct TirLower : PassInfoMixin<TirLower> {
	std::string params;
	PreservedAnalyses run(Module &m, ModuleAnalysisManager &)
	{
		return plugin_run(wrap(&m), params.data(), params.size())
		               ? PreservedAnalyses::none()
		               : PreservedAnalyses::all();
	}
	static bool isRequired()
	{
		return true;
	}
};

/* "tir-lower" or "tir-lower<parameters>" in a pipeline's text. */
static bool parse(StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>)
{
	bool ours = name.consume_front("tir-lower");
	if (!ours || !(name.empty() || (name.consume_front("<") && name.consume_back(">"))))
		return false;
	passes.addPass(TirLower{{}, name.str()});
	return true;
}

static void registerPasses(PassBuilder &pb)
{
	auto add = [](ModulePassManager &passes, auto...) { passes.addPass(TirLower{}); };
	pb.registerPipelineParsingCallback(parse);
	pb.registerPipelineStartEPCallback(add);
	pb.registerPipelineEarlySimplificationEPCallback(add);
	pb.registerOptimizerLastEPCallback(add);
	pb.registerFullLinkTimeOptimizationEarlyEPCallback(add);
}

static bool beforeCodeGen(Module &m, TargetMachine &, CodeGenFileType, raw_pwrite_stream &)
{
	plugin_run(wrap(&m), "", 0);
	return false; /* LLVM goes on to generate code */
}

/* A version of 0 makes the host refuse the plugin, after our sentence. */
extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo()
{
	return {plugin_version_ok() ? LLVM_PLUGIN_API_VERSION : 0u, "tirc", TIRC_VERSION,
	        registerPasses, beforeCodeGen};
}
