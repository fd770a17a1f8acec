#include "pass/calls/foreign_call.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <array>

#include "abi/hooks.h"
#include "pass/base/associated_data.h"
#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

enum class Use : std::uint32_t { by_code = 0, by_data = 1 };

const llvm::StringSet<>& knownNames() {
  static const llvm::StringSet<> names = {
#define SLEAVE_CALL(function, family, treatment, role) #function,
#include "abi/calls/intercepts.def"
#undef SLEAVE_CALL
#define SLEAVE_LIBRARY(function, family) #function,
#include "abi/calls/library.def"
#undef SLEAVE_LIBRARY
#define SLEAVE_STRING_CALL(function, arguments) #function,
#include "abi/calls/string_calls.def"
#undef SLEAVE_STRING_CALL
#define SLEAVE_FORMAT_CALL(function, format, buffer, room) #function,
#include "abi/calls/format_calls.def"
#undef SLEAVE_FORMAT_CALL
#define SLEAVE_PURE(function, accesses) #function,
#define SLEAVE_PURE_PREFIX(prefix)
#include "abi/calls/pure_calls.def"
#undef SLEAVE_PURE_PREFIX
#undef SLEAVE_PURE
  };
  return names;
}

constexpr std::array kKnownPrefixes = {
    llvm::StringLiteral("__sleave_"),
    llvm::StringLiteral("sleave_"),
    llvm::StringLiteral("llvm."),
#define SLEAVE_PURE(function, accesses)
#define SLEAVE_PURE_PREFIX(prefix) llvm::StringLiteral(prefix),
#include "abi/calls/pure_calls.def"
#undef SLEAVE_PURE_PREFIX
#undef SLEAVE_PURE
};

// Whether the linker may put code of another compiler in its place.
bool mayBeForeign(const llvm::Function& function) {
  if (function.isIntrinsic() || isKnownFunction(function.getName())) return false;
  const bool own = function.isStrongDefinitionForLinker() && !function.isDeclarationForLinker();
  return !own || function.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation);
}

llvm::StructType* calleeType(llvm::LLVMContext& context) {
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* word = llvm::Type::getInt32Ty(context);
  return llvm::StructType::get(context, {pointer, pointer, word, word});
}

llvm::Constant* nameOf(llvm::Function& function) {
  llvm::Module& module = *function.getParent();
  llvm::Constant* text = llvm::ConstantDataArray::getString(module.getContext(), function.getName());
  auto* name = new llvm::GlobalVariable(module, text->getType(), /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage,
                                        text, "sleave.callee");
  name->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return name;
}

llvm::GlobalVariable* createCallees(llvm::Module& module, llvm::ArrayRef<llvm::Function*> callees, Use use) {
  llvm::StructType* type = calleeType(module.getContext());
  llvm::Type* word = llvm::Type::getInt32Ty(module.getContext());
  llvm::SmallVector<llvm::Constant*, 8> entries;
  for (llvm::Function* callee : callees) {
    entries.push_back(llvm::ConstantStruct::get(
        type, {callee, nameOf(*callee), llvm::ConstantInt::get(word, static_cast<std::uint32_t>(use)),
               llvm::ConstantInt::get(word, 0)}));
  }
  auto* array = llvm::ArrayType::get(type, entries.size());
  auto* data = new llvm::GlobalVariable(module, array, /*isConstant=*/false, llvm::GlobalValue::PrivateLinkage,
                                        llvm::ConstantArray::get(array, entries), "sleave.callees");
  data->setSection(SLEAVE_CALLEE_SECTION);
  data->setAlignment(llvm::Align(8));
  return data;
}

constexpr unsigned kForeignField = 3;
constexpr unsigned kMostObjects = 8;  // of a call

llvm::Constant* entryOf(llvm::GlobalVariable* callees, unsigned index) {
  llvm::Type* word = llvm::Type::getInt64Ty(callees->getContext());
  llvm::Constant* indices[] = {llvm::ConstantInt::get(word, 0), llvm::ConstantInt::get(word, index)};
  return llvm::ConstantExpr::getInBoundsGetElementPtr(callees->getValueType(), callees, indices);
}

// Before `place`: a block that runs if the entry is foreign. Returns its end.
llvm::Instruction* guard(llvm::Instruction& place, llvm::Constant* entry) {
  HookBuilder builder(place);
  llvm::Value* field = builder.CreateStructGEP(calleeType(place.getContext()), entry, kForeignField);
  llvm::LoadInst* foreign = builder.CreateLoad(builder.getInt32Ty(), field);
  markOwn(foreign);
  llvm::MDNode* rarely = llvm::MDBuilder(place.getContext()).createBranchWeights(1, 1000);
  llvm::Instruction* then =
      llvm::SplitBlockAndInsertIfThen(builder.CreateIsNotNull(foreign), &place, /*Unreachable=*/false, rarely);
  then->setDebugLoc(builder.getCurrentDebugLocation());
  return then;
}

void announce(llvm::Instruction& place, llvm::StringRef hook, llvm::Constant* entry) {
  HookBuilder builder(place);
  callHook(builder, hook, builder.getVoidTy(), {entry});
}

// Where threads may meet inside the callee: a lock, a queue. What is constant is no such place.
llvm::SmallVector<llvm::Value*, 4> objectsOf(const llvm::CallBase& call) {
  llvm::SmallVector<llvm::Value*, 4> objects;
  for (const llvm::Use& argument : call.args()) {
    if (!argument->getType()->isPointerTy() || argument->getType()->getPointerAddressSpace() != 0) continue;
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(argument->stripPointerCasts());
    if (llvm::isa<llvm::ConstantPointerNull, llvm::Function>(argument) || (variable && variable->isConstant()))
      continue;
    if (objects.size() < kMostObjects) objects.push_back(argument);
  }
  return objects;
}

// The first instruction after a call that returns; null: there is none, or one that must follow the call.
llvm::Instruction* placeAfter(llvm::CallBase& call) {
  if (call.doesNotReturn() || call.isMustTailCall()) return nullptr;
  auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call);
  if (!invoke) return llvm::isa<llvm::CallInst>(call) ? call.getNextNode() : nullptr;
  return &*llvm::SplitEdge(invoke->getParent(), invoke->getNormalDest())->getFirstInsertionPt();
}

// A function that this module defines is rarely another compiler's, and then no lock of a library.
void announceForeignCall(llvm::CallBase& call, llvm::Constant* entry, bool is_defined) {
  if (is_defined) return announce(*guard(call, entry), "__sleave_foreign_call", entry);
  const llvm::SmallVector<llvm::Value*, 4> objects = objectsOf(call);
  const auto announceObjects = [&](llvm::Instruction& place) {
    HookBuilder builder(place);
    for (llvm::Value* object : objects) {
      callHook(builder, "__sleave_foreign_object", builder.getVoidTy(), {entry, object});
    }
  };
  if (llvm::Instruction* after = placeAfter(call)) {
    llvm::Instruction* returned = guard(*after, entry);
    returned->setDebugLoc(call.getDebugLoc());
    announceObjects(*returned);
    announce(*returned, "__sleave_foreign_return", entry);
  }
  llvm::Instruction* before = guard(call, entry);
  announce(*before, "__sleave_foreign_call", entry);
  announceObjects(*before);
}

bool isOrdinaryCall(const llvm::CallBase& call) {
  return !call.isInlineAsm() && !llvm::isa<llvm::IntrinsicInst>(call) &&
         !call.hasMetadata(llvm::LLVMContext::MD_nosanitize);
}

// The function that is called; null: one that only the run knows.
llvm::Function* calleeOf(const llvm::CallBase& call) {
  const llvm::Value* callee = call.getCalledOperand()->stripPointerCastsAndAliases();
  return const_cast<llvm::Function*>(llvm::dyn_cast<llvm::Function>(callee));
}

// The functions of other files whose addresses a constant has in it.
void collectTaken(const llvm::Constant& constant, llvm::SmallPtrSetImpl<const llvm::Constant*>& seen,
                  llvm::SetVector<llvm::Function*>& taken) {
  if (!seen.insert(&constant).second) return;
  if (const auto* function = llvm::dyn_cast<llvm::Function>(&constant)) {
    if (function->isDeclarationForLinker() && mayBeForeign(*function))
      taken.insert(const_cast<llvm::Function*>(function));
    return;
  }
  if (llvm::isa<llvm::GlobalValue>(constant)) return;
  for (const llvm::Use& operand : constant.operands()) {
    if (const auto* part = llvm::dyn_cast<llvm::Constant>(&operand)) collectTaken(*part, seen, taken);
  }
}

// Given a function of a test framework's to call (pass/calls/test_checks.h), which belongs to the check.
bool isCheckHook(const llvm::CallBase* call) {
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with("__sleave_check_");
}

llvm::SetVector<llvm::Function*> takenIn(const llvm::Function& function) {
  llvm::SmallPtrSet<const llvm::Constant*, 16> seen;
  llvm::SetVector<llvm::Function*> taken;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (isCheckHook(call)) continue;
    for (const llvm::Use& operand : instruction.operands()) {
      const auto* constant = llvm::dyn_cast<llvm::Constant>(&operand);
      if (constant && !(call && call->isCallee(&operand))) collectTaken(*constant, seen, taken);
    }
  }
  return taken;
}

// At the function's entry: what it takes the address of, it may hand to others.
void announceTaken(llvm::Function& function) {
  const llvm::SetVector<llvm::Function*> taken = takenIn(function);
  if (taken.empty()) return;
  llvm::GlobalVariable* data = createCallees(*function.getParent(), taken.getArrayRef(), Use::by_code);
  associate(data, function);
  for (unsigned i = 0; i < taken.size(); ++i) {
    llvm::BasicBlock::iterator place = function.getEntryBlock().getFirstInsertionPt();
    while (llvm::isa<llvm::AllocaInst>(*place)) ++place;
    announce(*guard(*place, entryOf(data, i)), "__sleave_foreign_taken", entryOf(data, i));
  }
}

// A table of virtual functions. Instrumented code asks before each call of one, and code that is not instrumented is a
// gap itself, or looks at no objects of the program's (runtime/libc/library_objects.cc does it for streams).
bool isVirtualTable(const llvm::GlobalVariable& variable) {
  return variable.getName().starts_with("_ZTV") || variable.getName().starts_with("_ZTC");
}

}  // namespace

bool isKnownFunction(llvm::StringRef name) {
  if (knownNames().contains(name)) return true;
  return llvm::any_of(kKnownPrefixes, [name](llvm::StringRef prefix) { return name.starts_with(prefix); });
}

void markInstrumented(llvm::Function& function, bool tracked) {
  if (function.hasPrefixData()) return;
  const std::uint64_t words[] = {SLEAVE_FUNCTION_MARK, tracked ? SLEAVE_FUNCTION_TRACKED : SLEAVE_FUNCTION_SCHEDULED};
  function.setPrefixData(llvm::ConstantDataArray::get(function.getContext(), words));
}

bool announceForeignCalls(llvm::Function& function) {
  announceTaken(function);
  llvm::MapVector<llvm::Function*, llvm::SmallVector<llvm::CallBase*, 2>> calls;
  llvm::SmallVector<llvm::CallBase*, 4> indirect;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || !isOrdinaryCall(*call)) continue;
    llvm::Function* callee = calleeOf(*call);
    if (!callee) {
      indirect.push_back(call);
    } else if (mayBeForeign(*callee)) {
      calls[callee].push_back(call);
    }
  }
  for (llvm::CallBase* call : indirect) {
    HookBuilder builder(*call);
    callHook(builder, "__sleave_indirect_call", builder.getVoidTy(), {call->getCalledOperand()});
  }
  if (calls.empty()) return !indirect.empty();
  llvm::SmallVector<llvm::Function*, 8> callees;
  for (const auto& [callee, at] : calls) callees.push_back(callee);
  llvm::GlobalVariable* data = createCallees(*function.getParent(), callees, Use::by_code);
  associate(data, function);
  unsigned index = 0;
  for (const auto& [callee, at] : calls) {
    for (llvm::CallBase* call : at) announceForeignCall(*call, entryOf(data, index), !callee->isDeclaration());
    ++index;
  }
  return true;
}

void announceTakenFunctions(llvm::Module& module) {
  llvm::SmallVector<llvm::GlobalVariable*, 16> variables;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.hasInitializer() || variable.getName().starts_with("llvm.") || isVirtualTable(variable)) continue;
    variables.push_back(&variable);
  }
  for (llvm::GlobalVariable* variable : variables) {
    llvm::SmallPtrSet<const llvm::Constant*, 16> seen;
    llvm::SetVector<llvm::Function*> taken;
    collectTaken(*variable->getInitializer(), seen, taken);
    if (!taken.empty()) associate(createCallees(module, taken.getArrayRef(), Use::by_data), *variable);
  }
}

}  // namespace sleave
