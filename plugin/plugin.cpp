/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plugin/plugin.cpp: the plugin's entry point and what LLVM offers in C++ only: registering a pass
 * and emitting diagnostics.  Everything else is C (plugin.c).
 *
 *   opt -load-pass-plugin=tirc-plugin.so -passes='tir-lower<file=kernel.py;no-cse>,default<O2>'
 *
 * Which extension points run depends on the host, so the pass is registered at all of them; its
 * second run finds nothing to do.  No writable statics: ThinLTO calls from several threads. */
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
		sources.AddNewSourceBuffer(MemoryBuffer::getMemBuffer(StringRef(text, len), name),
		        SMLoc());
		SMLoc from = SMLoc::getFromPointer(text + begin),
		      to = SMLoc::getFromPointer(text + end);
		diagnostic = sources.GetMessage(from, kinds[level], message, {SMRange(from, to)});
	}
	unwrap(context)->diagnose(DiagnosticInfoSrcMgr(diagnostic, name, /*InlineAsmDiag=*/false));
}

namespace
{
struct TirLower : PassInfoMixin<TirLower> {
	std::string params;
	explicit TirLower(StringRef p = "") : params(p)
	{
	}
	PreservedAnalyses run(Module &m, ModuleAnalysisManager &)
	{
		bool changed = plugin_run(wrap(&m), params.data(), params.size());
		return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
	}
	static bool isRequired()
	{
		return true;
	}
};

/* "tir-lower" or "tir-lower<parameters>" in a pipeline's text. */
bool parse(StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>)
{
	bool ours = name.consume_front("tir-lower");
	if (!ours || !(name.empty() || (name.consume_front("<") && name.consume_back(">"))))
		return false;
	passes.addPass(TirLower(name));
	return true;
}

void registerPasses(PassBuilder &pb)
{
	auto add = [](ModulePassManager &passes, auto...) { passes.addPass(TirLower()); };
	pb.registerPipelineParsingCallback(parse);
	pb.registerPipelineStartEPCallback(add);
	pb.registerPipelineEarlySimplificationEPCallback(add);
	pb.registerOptimizerLastEPCallback(add);
	pb.registerFullLinkTimeOptimizationEarlyEPCallback(add);
}

bool beforeCodeGen(Module &m, TargetMachine &, CodeGenFileType, raw_pwrite_stream &)
{
	plugin_run(wrap(&m), "", 0);
	return false; /* LLVM goes on to generate code */
}
} // namespace

/* A version of 0 makes the host refuse the plugin, after our sentence. */
extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo()
{
	uint32_t api = plugin_version_ok() ? LLVM_PLUGIN_API_VERSION : 0;
	return {api, "tirc", TIRC_VERSION, registerPasses, beforeCodeGen};
}
