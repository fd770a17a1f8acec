// Where clang, opt and lld find the pass: -fpass-plugin, -load-pass-plugin with -passes=sleave, --load-pass-plugin.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "pass/atomics/volatile_access.h"
#include "pass/atomics/weak_try.h"
#include "pass/base/llvm_version.h"
#include "pass/calls/library_accesses.h"
#include "pass/calls/library_spins.h"
#include "pass/calls/test_checks.h"
#include "pass/loops/await.h"
#include "pass/memory/no_speculation.h"
#include "pass/sleave_pass.h"

namespace {

// At the start of the pipeline: the library's functions are still functions, and nothing was moved yet.
class EarlyPass : public llvm::PassInfoMixin<EarlyPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    const bool shortened = sleave::shortenLibrarySpins(module);
    const bool marked = sleave::markVolatileAccesses(module);
    const bool kept = sleave::keepAwaitsWhole(module);
    const bool announced = sleave::announceTestChecks(module);
    const bool calls = sleave::keepLibraryCalls(module);
    const bool changed = sleave::forbidSpeculation(module) || shortened || marked || kept || announced || calls;
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

void registerPass(llvm::PassBuilder& builder) {
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::ModulePassManager& passes, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (name != "sleave") return false;
        passes.addPass(sleave::SleavePass());
        return true;
      });
  sleave::atBeginOfOptimization(builder, [](llvm::ModulePassManager& passes) {
    passes.addPass(EarlyPass());
    passes.addPass(sleave::WeakTryPass());
  });
  sleave::atEndOfOptimization(builder, [](llvm::ModulePassManager& passes) { passes.addPass(sleave::SleavePass()); });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Sleave", SLEAVE_VERSION, registerPass};
}
