// Where clang, opt and lld find the pass: -fpass-plugin, -load-pass-plugin with -passes=sleave, --load-pass-plugin.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "pass/llvm_version.h"
#include "pass/sleave_pass.h"

namespace {

void registerPass(llvm::PassBuilder& builder) {
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::ModulePassManager& passes, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (name != "sleave") return false;
        passes.addPass(sleave::SleavePass());
        return true;
      });
  sleave::atEndOfOptimization(builder, [](llvm::ModulePassManager& passes) { passes.addPass(sleave::SleavePass()); });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Sleave", SLEAVE_VERSION, registerPass};
}
