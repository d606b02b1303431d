/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plugin/plugin.cpp: what LLVM offers in C++ only; the rest is C (plugin.c).  The host chooses which extension
 * points run, so the pass is at all of them; a second run finds nothing.  No writable statics: ThinLTO. */
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PrintPasses.h>
#include <llvm/Passes/PassBuilder.h>
#if __has_include(<llvm/Plugins/PassPlugin.h>)
#include <llvm/Plugins/PassPlugin.h>
#else /* up to LLVM 21 */
#include <llvm/Passes/PassPlugin.h>
#endif
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include "plugin/internal.h"

using namespace llvm;

extern "C" void plugin_diagnose(LLVMContextRef context, int level, const char *name,
        const char *text, size_t len, size_t begin, size_t end, const char *message)
{
	auto kind = SourceMgr::DiagKind(SourceMgr::DK_Note - level); /* theirs fall */
	SourceMgr sources;
	SMDiagnostic diagnostic(name, kind, message);
	if (text) {
		auto at = [&](size_t i) { return SMLoc::getFromPointer(text + i); };
		sources.AddNewSourceBuffer(MemoryBuffer::getMemBuffer({text, len}, name), {});
		diagnostic = sources.GetMessage(at(begin), kind, message, {{at(begin), at(end)}});
	}
	unwrap(context)->diagnose(DiagnosticInfoSrcMgr(diagnostic, name, /*InlineAsmDiag=*/false));
}

extern "C" void plugin_remark(LLVMValueRef f, LLVMMetadataRef at, bool passed, const char *pass,
        const char *name, const char *text)
{
	DebugLoc location(at ? unwrap<DILocation>(at) : nullptr);
	BasicBlock *entry = &unwrap<Function>(f)->getEntryBlock();
	auto emit = [&](auto remark) { entry->getContext().diagnose(remark << text); };
	passed ? emit(OptimizationRemark(pass, name, location, entry))
	       : emit(OptimizationRemarkMissed(pass, name, location, entry));
}

/* The first unit with debug information: one that clang makes for remarks alone has none. */
static DICompileUnit *unitOf(Module &m)
{
	auto units = m.debug_compile_units();
	return units.begin() == units.end() ? nullptr : *units.begin();
}

extern "C" const char *plugin_debug_folder(LLVMModuleRef m, size_t *n)
{
	DICompileUnit *unit = unitOf(*unwrap(m));
	StringRef folder = unit ? unit->getDirectory() : "";
	*n = folder.size();
	return !unit ? nullptr : folder.empty() ? "" : folder.data();
}

extern "C" bool plugin_debug_lines(LLVMModuleRef m)
{
	DICompileUnit *unit = unitOf(*unwrap(m));
	return unit && unit->getEmissionKind() != DICompileUnit::FullDebug;
}

extern "C" unsigned plugin_debug_units(LLVMModuleRef m)
{
	NamedMDNode *all = unwrap(m)->getNamedMetadata("llvm.dbg.cu");
	return all ? all->getNumOperands() : 0;
}

extern "C" void plugin_join_debug(LLVMModuleRef module, unsigned n)
{
	Module &m = *unwrap(module);
	DICompileUnit *unit = unitOf(m);
	NamedMDNode *all = m.getNamedMetadata("llvm.dbg.cu");
	if (!n || !all)
		return;
	SmallVector<MDNode *> kept;
	for (unsigned i = 0; i < n; i++)
		kept.push_back(all->getOperand(i));
	if (!is_contained(kept, unit))
		return; /* what was there has none */
	for (Function &f : m)
		if (DISubprogram *s = f.getSubprogram();
		        s && s->isDefinition() && !is_contained(kept, s->getUnit()))
			s->replaceUnit(unit);
	all->clearOperands();
	for (MDNode *u : kept)
		all->addOperand(u);
}

extern "C" bool plugin_flag(const char *name)
{
	auto &all = cl::getRegisteredOptions();
	auto found = all.find(name);
	return found != all.end() && static_cast<cl::opt<bool> *>(found->second)->getValue();
}

extern "C" void plugin_each_word(const char *name, void (*add)(void *ctx, const char *word),
        void *ctx)
{
	auto &all = cl::getRegisteredOptions();
	auto found = all.find(name);
	if (found == all.end() || !found->second->getNumOccurrences())
		return;
	if (found->second->getNumOccurrencesFlag() == cl::ZeroOrMore) /* a list */
		for (const auto &word : *static_cast<cl::list<std::string> *>(found->second))
			add(ctx, word.c_str());
	else
		add(ctx, static_cast<cl::opt<std::string> *>(found->second)->getValue().c_str());
}

struct TirLower : PassInfoMixin<TirLower> {
	std::string params;
	int level = 2; /* the command's default */
	plugin_when when = PLUGIN_IN_TEXT;
	PreservedAnalyses run(Module &m, ModuleAnalysisManager &)
	{
		const plugin_request request = {params.data(), params.size(), level, when};
		bool changed = plugin_run(wrap(&m), &request);
		return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
	}
	/* -print-pipeline-passes: what -passes= takes again */
	void printPipeline(raw_ostream &out, function_ref<StringRef(StringRef)> passName)
	{
		out << passName(name());
		if (!params.empty())
			out << '<' << params << '>';
	}
	static constexpr auto isRequired = [] { return true; };
};

/* The last step before code generation, at the end of LLVM's passes: the text may go to an llc without plugin. */
struct BeforeCodegen : PassInfoMixin<BeforeCodegen> {
	PreservedAnalyses run(Module &m, ModuleAnalysisManager &)
	{
		bool changed = plugin_last(wrap(&m), nullptr, false);
		return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
	}
	static constexpr auto isRequired = [] { return true; };
};

/* "tir-lower" or "tir-lower<parameters>" in a pipeline's text; "tir-before-codegen" in what -print-pipeline-passes prints. */
static bool parse(StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>)
{
	if (name == "tir-before-codegen") {
		passes.addPass(BeforeCodegen{});
		return true;
	}
	if (!name.consume_front("tir-lower") ||
	        !(name.empty() || (name.consume_front("<") && name.consume_back(">"))))
		return false;
	passes.addPass(TirLower{{}, name.str()}); /* its parameters may say more */
	return true;
}

static int levelOf(OptimizationLevel level)
{
	return level == OptimizationLevel::Os || level == OptimizationLevel::Oz
	               ? int(PLUGIN_SIZE)
	               : int(level.getSpeedupLevel());
}

static void registerPasses(PassBuilder &pb)
{
	if (auto *callbacks = pb.getPassInstrumentationCallbacks()) { /* -print-after=tir-lower */
		callbacks->addClassToPassName(TirLower::name(), "tir-lower");
		callbacks->addClassToPassName(BeforeCodegen::name(), "tir-before-codegen");
	}
	auto add = [](plugin_when when) {
		return [when](ModulePassManager &passes, OptimizationLevel level, auto...) {
			passes.addPass(TirLower{{}, {}, levelOf(level), when});
		};
	};
	pb.registerPipelineParsingCallback(parse);
	auto addLast = [](ModulePassManager &passes, OptimizationLevel level, auto...) {
		passes.addPass(TirLower{{}, {}, levelOf(level), PLUGIN_AT_END});
		passes.addPass(BeforeCodegen{});
	};
	pb.registerPipelineStartEPCallback(add(PLUGIN_BEFORE_VECTORIZER));
	pb.registerPipelineEarlySimplificationEPCallback(add(PLUGIN_BEFORE_VECTORIZER));
	pb.registerOptimizerLastEPCallback(addLast);
	pb.registerFullLinkTimeOptimizationEarlyEPCallback(add(PLUGIN_BEFORE_VECTORIZER));
	pb.registerFullLinkTimeOptimizationLastEPCallback(addLast);
}

#if LLVM_PLUGIN_API_VERSION >=                                                                     \
        2 /* of LLVM 22; what there is before it stands at the end of the pipelines alone */
static bool beforeCodeGen(Module &m, TargetMachine &machine, CodeGenFileType, raw_pwrite_stream &)
{
	bool optimizes = machine.getOptLevel() != CodeGenOptLevel::None;
	if (shouldPrintBeforePass("tir-lower"))
		m.print(errs(), nullptr);
	plugin_before_code(wrap(&m),
	        optimizes ? reinterpret_cast<LLVMTargetMachineRef>(&machine) : nullptr,
	        int(machine.getOptLevel()));
	if (shouldPrintAfterPass("tir-lower"))
		m.print(errs(), nullptr);
	if (optimizes && plugin_is_bounded(wrap(&m)))
		machine.setOptLevel(CodeGenOptLevel::None);
	return false; /* LLVM goes on to generate code */
}
#define BEFORE_CODE_GEN , beforeCodeGen
#else
#define BEFORE_CODE_GEN
#endif

/* A version of 0 makes the host refuse the plugin, after our sentence. */
extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo()
{
	return {plugin_version_ok() ? LLVM_PLUGIN_API_VERSION : 0u, "tirc", TIRC_VERSION,
	        registerPasses BEFORE_CODE_GEN};
}
