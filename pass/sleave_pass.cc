#include "pass/sleave_pass.h"

#include <llvm/IR/Module.h>

#include "pass/atomics/atomic_cas.h"
#include "pass/atomics/atomic_load_store.h"
#include "pass/atomics/atomic_rmw.h"
#include "pass/atomics/fence.h"
#include "pass/atomics/spin_hint.h"
#include "pass/atomics/volatile_access.h"
#include "pass/base/function_attributes.h"
#include "pass/base/private_memory.h"
#include "pass/calls/assembly.h"
#include "pass/calls/cycle_counter.h"
#include "pass/calls/foreign_call.h"
#include "pass/calls/format_call.h"
#include "pass/calls/library_accesses.h"
#include "pass/calls/library_pointers.h"
#include "pass/calls/string_call.h"
#include "pass/control/edge_coverage.h"
#include "pass/loops/await.h"
#include "pass/memory/access_shortcut.h"
#include "pass/memory/address_numbers.h"
#include "pass/memory/fresh_stack.h"
#include "pass/memory/masked_access.h"
#include "pass/memory/memory_intrinsic.h"
#include "pass/memory/plain_access.h"
#include "pass/module_init.h"
#include "pass/symbolic/copy/plain_copy.h"
#include "pass/symbolic/follow.h"

namespace sleave {

namespace {

constexpr char kInstrumentedFlag[] = "sleave.instrumented";

bool hasOwnCode(const llvm::Function& function) {
  return !function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
         !function.hasFnAttribute(llvm::Attribute::Naked) && !function.getName().starts_with("__sleave_");
}

void instrument(llvm::Function& function, PrivateMemory& memory, bool for_inputs) {
  replaceStringInvokes(function);  // before anything is known of its blocks
  memory.enter(function);
  clearStackSlots(function);  // before hooks take the addresses of slots
  withdrawPromises(function);
  announceAddressNumbers(function);        // before hooks convert addresses
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

  makeVolatileAccessesAtomic(module);
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
