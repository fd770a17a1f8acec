// Where clang, opt and lld find the pass: -fpass-plugin, -load-pass-plugin with -passes=sleave, --load-pass-plugin.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "pass/library_spins.h"
#include "pass/llvm_version.h"
#include "pass/sleave_pass.h"
#include "pass/weak_try.h"

namespace {

// At the start of the pipeline: the library's functions are still functions.
class LibrarySpinsPass : public llvm::PassInfoMixin<LibrarySpinsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    return sleave::shortenLibrarySpins(module) ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
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
    passes.addPass(LibrarySpinsPass());
    passes.addPass(sleave::WeakTryPass());
  });
  sleave::atEndOfOptimization(builder, [](llvm::ModulePassManager& passes) { passes.addPass(sleave::SleavePass()); });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Sleave", SLEAVE_VERSION, registerPass};
}
