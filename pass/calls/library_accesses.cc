#include "pass/calls/library_accesses.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

#include "abi/follow.h"
#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

// One word of a row: abi/calls/pure_calls.def and abi/calls/call_accesses.def have the grammar.
struct Access {
  char kind = 'r';
  unsigned argument = 0;
  std::optional<std::uint64_t> bytes{};
  llvm::SmallVector<unsigned, 2> factors{};
};

std::optional<Access> parse(llvm::StringRef word) {
  Access access;
  access.kind = word.front();
  word = word.drop_front();
  if (word.consumeInteger(10, access.argument)) return std::nullopt;
  std::uint64_t bytes = 0;
  unsigned factor = 0;
  if (word.consume_front(":")) {
    if (word.consumeInteger(10, bytes)) return std::nullopt;
    access.bytes = bytes;
  }
  while (word.consume_front(",") || word.consume_front("*")) {
    if (word.consumeInteger(10, factor)) return std::nullopt;
    access.factors.push_back(factor);
  }
  return word.empty() ? std::optional(access) : std::nullopt;
}

// A word about an object, of which the run knows what is in it.
bool isObject(const Access& access) { return llvm::StringRef("tuomiq").contains(access.kind); }

bool isWrite(const Access& access) { return access.kind == 'w' || access.kind == 'c'; }

using Accesses = llvm::SmallVector<Access, 2>;

Accesses parseAll(llvm::StringRef text) {
  Accesses accesses;
  llvm::SmallVector<llvm::StringRef, 4> words;
  text.split(words, ' ', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef word : words) {
    const std::optional<Access> access = parse(word);
    assert(access && "a row of a table has a word that says nothing");
    accesses.push_back(*access);
  }
  return accesses;
}

const Accesses* accessesOf(llvm::StringRef name) {
  static const llvm::StringMap<Accesses> table = [] {
    llvm::StringMap<Accesses> rows;
#define SLEAVE_PURE(function, accesses) \
  if (*(accesses) != 0) rows[#function] = parseAll(accesses);
#define SLEAVE_PURE_PREFIX(prefix)
#include "abi/calls/pure_calls.def"
#undef SLEAVE_PURE_PREFIX
#undef SLEAVE_PURE
#define SLEAVE_ACCESSES(function, accesses) rows[#function] = parseAll(accesses);
#include "abi/calls/call_accesses.def"
#undef SLEAVE_ACCESSES
    return rows;
  }();
  const auto row = table.find(name);
  return row != table.end() ? &row->second : nullptr;
}

// The argument that a row has this number for; null: there is none.
llvm::Value* argumentAt(const llvm::CallBase& call, unsigned number) {
  const unsigned index = number + (call.hasStructRetAttr() ? 1 : 0);
  return index < call.arg_size() ? call.getArgOperand(index) : nullptr;
}

bool fits(const llvm::CallBase& call, const Accesses& accesses) {
  return llvm::all_of(accesses, [&](const Access& access) {
    const auto isNumber = [&](unsigned i) {
      const llvm::Value* argument = argumentAt(call, i);
      return argument && argument->getType()->isIntegerTy();
    };
    const llvm::Value* pointer = argumentAt(call, access.argument);
    const bool strings = access.kind == 'c';
    return pointer && pointer->getType()->isPointerTy() && (strings || llvm::all_of(access.factors, isNumber));
  });
}

llvm::Value* callLength(llvm::IRBuilder<>& builder, llvm::Module& module, llvm::Value* text, llvm::Value* most) {
  llvm::Type* word = builder.getInt64Ty();
  llvm::SmallVector<llvm::Value*, 2> arguments = {text};
  if (most) arguments.push_back(most);
  llvm::FunctionType* type = most ? llvm::FunctionType::get(word, {builder.getPtrTy(), word}, false)
                                  : llvm::FunctionType::get(word, {builder.getPtrTy()}, false);
  llvm::CallInst* length = builder.CreateCall(module.getOrInsertFunction(most ? "strnlen" : "strlen", type), arguments);
  markOwn(length);
  return length;
}

llvm::Value* asLength(llvm::IRBuilder<>& builder, llvm::Value* number) {
  return builder.CreateZExtOrTrunc(number, builder.getInt64Ty());
}

// Made when the call has returned, if it says that it did what it should.
bool isFilling(const Access& access) { return llvm::StringRef("fzbg").contains(access.kind); }

bool isRead(const Access& access) { return llvm::StringRef("rsn").contains(access.kind); }

llvm::Value* succeeded(llvm::IRBuilder<>& builder, const llvm::CallBase& call, const Access& access) {
  auto* result = const_cast<llvm::CallBase*>(&call);
  if (result->getType()->isPointerTy()) return builder.CreateIsNotNull(result);
  llvm::Value* none = llvm::ConstantInt::get(result->getType(), 0);
  return access.kind == 'z' ? builder.CreateICmpEQ(result, none) : builder.CreateICmpSGE(result, none);
}

// Where the call has returned. The edge of an invoke may lead to where others come as well.
llvm::Instruction* placeAfter(llvm::CallBase& call) {
  auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call);
  if (!invoke) return call.getNextNode();
  return &*llvm::SplitEdge(invoke->getParent(), invoke->getNormalDest())->getFirstInsertionPt();
}

void announceFilled(llvm::CallBase& call, const Access& access, llvm::Instruction* place) {
  HookBuilder builder(*place);
  if (call.getDebugLoc()) builder.SetCurrentDebugLocation(call.getDebugLoc());
  llvm::Value* address = call.getArgOperand(access.argument);
  llvm::Value* happened = builder.CreateAnd(succeeded(builder, call, access), builder.CreateIsNotNull(address));
  if (access.kind == 'g') {
    // Only then is there a string to measure.
    llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(happened, &*builder.GetInsertPoint(), false);
    HookBuilder inside(*then);
    inside.SetCurrentDebugLocation(builder.getCurrentDebugLocation());
    llvm::Value* bytes = inside.CreateAdd(callLength(inside, *call.getModule(), address, nullptr), inside.getInt64(1));
    callHook(inside, "__sleave_write_range", inside.getVoidTy(), {address, bytes});
    return;
  }
  llvm::Value* bytes = builder.getInt64(access.bytes.value_or(1));
  for (unsigned factor : access.factors) {
    bytes = builder.CreateMul(bytes, asLength(builder, call.getArgOperand(factor)));
  }
  if (access.kind == 'b') bytes = builder.CreateMul(bytes, asLength(builder, &call));
  llvm::Value* touched = builder.CreateSelect(happened, bytes, builder.getInt64(0));
  callHook(builder, "__sleave_write_range", builder.getVoidTy(), {address, touched});
}

void announceAllFilled(llvm::CallBase& call, const Accesses& accesses) {
  if (llvm::none_of(accesses, isFilling) || call.isMustTailCall()) return;
  if (!call.getType()->isPointerTy() && !call.getType()->isIntegerTy()) return;
  for (const Access& access : accesses) {
    if (isFilling(access)) announceFilled(call, access, placeAfter(call));
  }
}

void announce(llvm::CallBase& call, const Access& access) {
  HookBuilder builder(call);
  llvm::Module& module = *call.getModule();
  llvm::Value* address = argumentAt(call, access.argument);
  if (isObject(access)) {
    callHook(builder, "__sleave_use_object", builder.getVoidTy(), {address, builder.getInt32(access.kind)});
    return;
  }
  if (access.kind == 's') {
    callHook(builder, "__sleave_read_text", builder.getVoidTy(), {address});
    return;
  }
  llvm::Value* bytes = builder.getInt64(access.bytes.value_or(1));
  if (access.kind == 'c') {
    bytes = builder.CreateAdd(callLength(builder, module, argumentAt(call, access.factors[0]), nullptr),
                              builder.getInt64(1));
  } else if (access.kind == 'n') {
    bytes = callLength(builder, module, address, asLength(builder, argumentAt(call, access.factors[0])));
  } else {
    for (unsigned factor : access.factors) {
      bytes = builder.CreateMul(bytes, asLength(builder, argumentAt(call, factor)));
    }
  }
  // A null pointer says that the function need not store what it would.
  llvm::Value* touched = builder.CreateSelect(builder.CreateIsNull(address), builder.getInt64(0), bytes);
  callHook(builder, isWrite(access) ? "__sleave_write_range" : "__sleave_read_range", builder.getVoidTy(),
           {address, touched});
}

}  // namespace

llvm::SmallVector<ArgumentRead, 4> argumentsRead(const llvm::CallBase& call) {
  llvm::SmallVector<ArgumentRead, 4> reads;
  const llvm::Function* callee = call.getCalledFunction();
  const Accesses* accesses = callee ? accessesOf(callee->getName()) : nullptr;
  if (!accesses || !fits(call, *accesses)) return reads;
  for (const Access& access : *accesses) {
    if (!isRead(access)) continue;
    const std::uint64_t bytes = access.kind == 'r' ? access.bytes.value_or(0) : SLEAVE_READS_TEXT;
    reads.push_back({argumentAt(call, access.argument), bytes});
  }
  return reads;
}

bool accessesMemory(llvm::StringRef name) { return accessesOf(name) != nullptr; }

bool usesObject(llvm::StringRef name) {
  const Accesses* accesses = accessesOf(name);
  return accesses && llvm::any_of(*accesses, isObject);
}

bool keepLibraryCalls(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (!function.hasAvailableExternallyLinkage() || !accessesOf(function.getName())) continue;
    function.deleteBody();
    changed = true;
  }
  return changed;
}

bool announceLibraryAccesses(llvm::Function& function) {
  llvm::SmallVector<std::pair<llvm::CallBase*, const Accesses*>, 8> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || !callee->isDeclaration() || callee->isIntrinsic()) continue;
    const Accesses* accesses = accessesOf(callee->getName());
    if (accesses && fits(*call, *accesses)) calls.emplace_back(call, accesses);
  }
  for (const auto& [call, accesses] : calls) {
    for (const Access& access : *accesses) {
      if (!isFilling(access)) announce(*call, access);
    }
    announceAllFilled(*call, *accesses);
  }
  return !calls.empty();
}

}  // namespace sleave
