#include "pass/base/llvm_version.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/Passes/PassBuilder.h>

namespace sleave {

bool mayEscape(const llvm::Value* pointer) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::PointerMayBeCaptured(pointer, /*ReturnCaptures=*/true);
#else
  return llvm::PointerMayBeCaptured(pointer, /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
#endif
}

void keepsNoPointer(llvm::Function& function, unsigned argument) {
#if LLVM_VERSION_MAJOR >= 21
  function.addParamAttr(argument,
                        llvm::Attribute::getWithCaptureInfo(function.getContext(), llvm::CaptureInfo::none()));
#else
  function.addParamAttr(argument, llvm::Attribute::NoCapture);
#endif
}

void atEndOfOptimization(llvm::PassBuilder& builder, const std::function<void(llvm::ModulePassManager&)>& add) {
  builder.registerFullLinkTimeOptimizationLastEPCallback(
      [add](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { add(passes); });
#if LLVM_VERSION_MAJOR >= 20
  builder.registerOptimizerLastEPCallback(
      [add](llvm::ModulePassManager& passes, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) { add(passes); });
#else
  builder.registerOptimizerLastEPCallback(
      [add](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { add(passes); });
#endif
}

void atBeginOfOptimization(llvm::PassBuilder& builder, const std::function<void(llvm::ModulePassManager&)>& add) {
  builder.registerPipelineStartEPCallback(
      [add](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { add(passes); });
}

}  // namespace sleave
