#include "pass/sleave_pass.h"

#include <llvm/IR/Module.h>

#include "pass/access_shortcut.h"
#include "pass/assembly.h"
#include "pass/atomic_cas.h"
#include "pass/atomic_load_store.h"
#include "pass/atomic_rmw.h"
#include "pass/await.h"
#include "pass/cycle_counter.h"
#include "pass/edge_coverage.h"
#include "pass/fence.h"
#include "pass/foreign_call.h"
#include "pass/format_call.h"
#include "pass/fresh_stack.h"
#include "pass/function_attributes.h"
#include "pass/library_accesses.h"
#include "pass/library_pointers.h"
#include "pass/masked_access.h"
#include "pass/memory_intrinsic.h"
#include "pass/module_init.h"
#include "pass/plain_access.h"
#include "pass/private_memory.h"
#include "pass/spin_hint.h"
#include "pass/string_call.h"
#include "pass/symbolic/follow.h"
#include "pass/symbolic/plain_copy.h"

namespace sleave {

namespace {

constexpr char kInstrumentedFlag[] = "sleave.instrumented";

bool hasOwnCode(const llvm::Function& function) {
  return !function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
         !function.hasFnAttribute(llvm::Attribute::Naked) && !function.getName().starts_with("__sleave_");
}

void instrument(llvm::Function& function, PrivateMemory& memory, bool for_inputs) {
  memory.enter(function);
  clearStackSlots(function);  // before hooks take the addresses of slots
  withdrawPromises(function);
  markEdges(function, for_inputs);         // first, to mark the program's edges and not those of our own loops
  if (for_inputs) followInputs(function);  // next, to follow the program's values and not those of our own
  announcePlainAccesses(function, memory);
  announceMaskedAccesses(function, memory);
  replaceMemoryIntrinsics(function, memory);
  replaceStringCalls(function);
  announceFormattedText(function);
  announceLibraryAccesses(function);
  replaceAtomicLoadsAndStores(function);
  replaceCompareExchanges(function);
  replaceAtomicUpdates(function);
  replaceFences(function);
  replaceSpinHints(function);
  replaceCycleCounters(function);
  announceAssembly(function);      // after the hints and counters that are assembly too
  announceForeignCalls(function);  // after calls that hooks have taken the place of
  shortenAccessHooks(function);    // looks for what all the others left
  addPlainCopy(function);          // last: all of it is copied
}

}  // namespace

llvm::PreservedAnalyses SleavePass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  if (module.getModuleFlag(kInstrumentedFlag)) return llvm::PreservedAnalyses::all();
  module.addModuleFlag(llvm::Module::Max, kInstrumentedFlag, 1);

  announceAwaits(module);
  replaceLibraryPointers(module);  // before functions that it makes are instrumented, and pointers looked for
  announceTakenFunctions(module);
  const bool for_inputs = isForInputs(module);
  PrivateMemory memory(module);
  for (llvm::Function& function : module) {
    if (!hasOwnCode(function)) continue;
    keepFramePointer(function);
    if (!function.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation)) {
      instrument(function, memory, for_inputs);
      markInstrumented(function, for_inputs);
    } else if (function.hasFnAttribute(kNotForeign)) {
      markInstrumented(function, /*tracked=*/false);
    }
  }
  addModuleConstructor(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace sleave
