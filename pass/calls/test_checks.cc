#include "pass/calls/test_checks.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <utility>
#include <vector>

#include "abi/hooks.h"
#include "abi/trace.h"
#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

// testing::internal::AssertHelper::AssertHelper(testing::TestPartResult::Type, char const*, int, char const*)
constexpr char kHelper[] = "_ZN7testing8internal12AssertHelper";
constexpr char kHelperArguments[] = "ENS_14TestPartResult4TypeEPKciS5_";
// testing::internal::AssertHelper::operator=(testing::Message const&) const
constexpr char kHelperAssigned[] = "_ZNK7testing8internal12AssertHelperaSERKNS_7MessageE";
// testing::Message::GetString[abi:cxx11]() const
constexpr char kMessageText[] = "_ZNK7testing7Message9GetStringB5cxx11Ev";
// testing::ScopedFakeTestPartResultReporter: EXPECT_FATAL_FAILURE and its like catch failures with it.
constexpr char kCatcherMade[] = "_ZN7testing32ScopedFakeTestPartResultReporterC";
constexpr char kCatcherGone[] = "_ZN7testing32ScopedFakeTestPartResultReporterD";

constexpr char kHandler[] = "_ZN5Catch16AssertionHandler";
constexpr unsigned kFalseTest = 4;     // Catch::ResultDisposition::Flags
constexpr unsigned kSuppressFail = 8;  // likewise
constexpr unsigned kFailureBit = 16;   // Catch::ResultWas::OfType

// Tags of Catch2's test cases whose failures do not count, or have to be.
constexpr llvm::StringRef kExpectingTags[] = {"[!mayfail]", "[!shouldfail]"};

constexpr std::uint64_t kUpToZero = ~std::uint64_t{0};  // the length of a C string

bool isConstructor(llvm::StringRef rest) { return rest.starts_with("C1E") || rest.starts_with("C2E"); }

// Where what follows the call begins.
llvm::Instruction* after(llvm::CallBase& call) {
  if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
    llvm::BasicBlock* next = invoke->getNormalDest();
    if (!next->getSinglePredecessor()) next = llvm::SplitEdge(invoke->getParent(), next);
    return &*next->getFirstInsertionPt();
  }
  return call.getNextNode();
}

// One call of a framework's function.
class Announcer {
 public:
  explicit Announcer(llvm::CallBase& call) : call_(call), builder_(call) {}

  bool announce(llvm::StringRef callee) {
    if (callee == kHelperAssigned) return helperAssigned();
    if (callee.starts_with(kCatcherMade)) return expected(1);
    if (callee.starts_with(kCatcherGone)) return expected(-1);
    if (callee.consume_front(kHelper)) return isConstructor(callee) && helperMade(callee);
    if (callee.consume_front(kHandler)) return isConstructor(callee) ? handlerMade() : handlerCalled(callee);
    return false;
  }

 private:
  llvm::Value* argument(unsigned number) { return call_.getArgOperand(number); }
  llvm::Value* number(std::uint64_t value) { return builder_.getInt64(value); }
  llvm::Value* load(llvm::Type* type, llvm::Value* address, std::uint64_t offset) {
    llvm::LoadInst* loaded =
        builder_.CreateLoad(type, builder_.CreateConstGEP1_64(builder_.getInt8Ty(), address, offset));
    markOwn(loaded);
    return loaded;
  }

  llvm::AllocaInst* local(llvm::Type* type) {
    llvm::BasicBlock& entry = call_.getFunction()->getEntryBlock();
    return llvm::IRBuilder<>(&entry, entry.getFirstInsertionPt()).CreateAlloca(type);
  }

  [[nodiscard]] bool takes(llvm::ArrayRef<llvm::Type*> types) {
    if (call_.arg_size() != types.size()) return false;
    for (unsigned i = 0; i < types.size(); ++i) {
      if (argument(i)->getType() != types[i]) return false;
    }
    return true;
  }

  bool begins(llvm::Value* file, llvm::Value* line, llvm::Value* text, llvm::Value* bytes, llvm::Value* flags) {
    callHook(builder_, "__sleave_check_begins", builder_.getVoidTy(), {argument(0), file, line, text, bytes, flags});
    return true;
  }
  bool failed(llvm::Value* text, llvm::Value* bytes) {
    builder_.SetInsertPoint(after(call_));
    callHook(builder_, "__sleave_check_failed", builder_.getVoidTy(), {argument(0), text, bytes});
    return true;
  }
  bool expected(int change) {
    callHook(builder_, "__sleave_failures_expected", builder_.getVoidTy(), {builder_.getInt32(change)});
    return true;
  }

  bool helperMade(llvm::StringRef callee);
  bool helperAssigned();
  bool handlerMade();
  bool handlerCalled(llvm::StringRef callee);
  bool messageGiven();

  llvm::CallBase& call_;
  HookBuilder builder_;
};

// (this, type, file, line, text). kNonFatalFailure is 1, kFatalFailure 2; whatever else there is does not fail.
bool Announcer::helperMade(llvm::StringRef callee) {
  llvm::Type* pointer = builder_.getPtrTy();
  llvm::Type* word = builder_.getInt32Ty();
  if (!callee.ends_with(kHelperArguments) || !takes({pointer, word, pointer, word, pointer})) return false;
  llvm::Value* fails =
      builder_.CreateICmpULT(builder_.CreateSub(argument(1), builder_.getInt32(1)), builder_.getInt32(2));
  llvm::Value* flags = builder_.CreateSelect(fails, builder_.getInt32(0), builder_.getInt32(SLEAVE_CHECK_IGNORED));
  llvm::Value* line = builder_.CreateZExt(argument(3), builder_.getInt64Ty());
  return begins(argument(2), line, argument(4), number(kUpToZero), flags);
}

// The string is not destroyed: the run ends here, or a little memory is lost.
bool Announcer::helperAssigned() {
  llvm::Type* pointer = builder_.getPtrTy();
  if (!takes({pointer, pointer})) return false;
  llvm::Module& module = *call_.getModule();
  auto* type = llvm::FunctionType::get(builder_.getVoidTy(), {pointer, pointer}, /*isVarArg=*/false);
  llvm::Function* text_of = module.getFunction(kMessageText);
  if (text_of == nullptr) {
    text_of = llvm::Function::Create(type, llvm::GlobalValue::ExternalWeakLinkage, kMessageText, module);
  }
  auto* string_type = llvm::ArrayType::get(builder_.getInt64Ty(), 4);  // as libstdc++ has it
  llvm::AllocaInst* string = local(string_type);
  markOwn(builder_.CreateStore(llvm::ConstantAggregateZero::get(string_type), string));
  callHook(builder_, "__sleave_check_text", builder_.getVoidTy(), {text_of, string, argument(1)});
  llvm::Value* text = load(pointer, string, 0);
  llvm::Value* bytes = load(builder_.getInt64Ty(), string, 8);
  return failed(text, bytes);
}

// (this, macro, line, text, disposition). A StringRef is two arguments, but the macro's is a reference in 2.x.
bool Announcer::handlerMade() {
  const unsigned count = call_.arg_size();
  const unsigned line = count > 2 && argument(2)->getType()->isIntegerTy(64) ? 3 : 2;
  const auto is = [&](unsigned index, llvm::Type* type) { return argument(index)->getType() == type; };
  if (count != line + 4 || !is(line, builder_.getPtrTy()) || !is(line + 1, builder_.getPtrTy()) ||
      !is(line + 2, builder_.getInt64Ty()) || !is(line + 3, builder_.getInt32Ty())) {
    return false;
  }
  const auto flag = [&](unsigned bit, int meaning) {
    llvm::Value* set = builder_.CreateICmpNE(builder_.CreateAnd(argument(line + 3), bit), builder_.getInt32(0));
    return builder_.CreateSelect(set, builder_.getInt32(meaning), builder_.getInt32(0));
  };
  llvm::Value* flags =
      builder_.CreateOr(flag(kFalseTest, SLEAVE_CHECK_NEGATED), flag(kSuppressFail, SLEAVE_CHECK_IGNORED));
  return begins(load(builder_.getPtrTy(), argument(line), 0), load(builder_.getInt64Ty(), argument(line), 8),
                argument(line + 1), argument(line + 2), flags);
}

bool Announcer::handlerCalled(llvm::StringRef callee) {
  if (callee == "10handleExprERKNS_20ITransientExpressionE" && call_.arg_size() == 2) {
    llvm::Value* holds = builder_.CreateZExt(load(builder_.getInt8Ty(), argument(1), 9), builder_.getInt32Ty());
    builder_.SetInsertPoint(after(call_));
    callHook(builder_, "__sleave_check_result", builder_.getVoidTy(), {argument(0), holds});
    return true;
  }
  if (callee.starts_with("13handleMessageENS_9ResultWas6OfTypeE") && call_.arg_size() == 3) return messageGiven();
  const auto failed_with = [&](llvm::StringRef text) {
    return failed(builder_.CreateGlobalString(text), number(text.size()));
  };
  if (callee == "33handleUnexpectedInflightExceptionEv") return failed_with("unexpected exception");
  if (callee == "34handleUnexpectedExceptionNotThrownEv") return failed_with("no exception was thrown");
  return false;
}

// A reference to a StringRef in 2.x, to a std::string in 3.x: both begin with address and length. The string is moved
// from, and a short one is then gone: what is reported after the call is a copy.
bool Announcer::messageGiven() {
  llvm::Value* given = load(builder_.getPtrTy(), argument(2), 0);
  llvm::Value* length = load(builder_.getInt64Ty(), argument(2), 8);
  llvm::Value* bytes = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, length, number(SLEAVE_MESSAGE_BYTES));
  llvm::Value* text = local(llvm::ArrayType::get(builder_.getInt8Ty(), SLEAVE_MESSAGE_BYTES));
  markOwn(builder_.CreateMemCpy(text, llvm::Align(1), given, llvm::Align(1), bytes));
  llvm::Value* failure = builder_.CreateAnd(argument(1), kFailureBit);
  llvm::Value* passes = builder_.CreateICmpEQ(failure, builder_.getInt32(0));
  builder_.SetInsertPoint(after(call_));
  llvm::Value* none = llvm::ConstantPointerNull::get(builder_.getPtrTy());
  llvm::Value* check = builder_.CreateSelect(passes, none, argument(0));  // no check: nothing fails
  callHook(builder_, "__sleave_check_failed", builder_.getVoidTy(), {check, text, bytes});
  return true;
}

bool expectsFailures(const llvm::Module& module) {
  for (const llvm::GlobalVariable& global : module.globals()) {
    const auto* data =
        global.hasInitializer() ? llvm::dyn_cast<llvm::ConstantDataArray>(global.getInitializer()) : nullptr;
    if (data == nullptr || !data->isString()) continue;
    for (const llvm::StringRef tag : kExpectingTags) {
      if (data->getAsString().contains(tag)) return true;
    }
  }
  return false;
}

// Which test case runs is known to the framework alone, so failures of all of them show only in the exit status.
void expectFailuresFromTheStart(llvm::Module& module) {
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), /*isVarArg=*/false);
  auto* constructor =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "__sleave_expect_failures", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", constructor));
  callHook(builder, "__sleave_failures_expected", builder.getVoidTy(), {builder.getInt32(1)});
  builder.CreateRetVoid();
  llvm::appendToGlobalCtors(module, constructor, 65535);
}

}  // namespace

// A constructor in the same file, as that of a framework that is a header alone, is called by an alias.
bool announceTestChecks(llvm::Module& module) {
  std::vector<std::pair<llvm::CallBase*, llvm::StringRef>> calls;
  bool uses_catch2 = false;
  const auto collect = [&](llvm::GlobalValue& callee) {
    const llvm::StringRef name = callee.getName();
    const bool catch2 = name.starts_with(kHandler);
    uses_catch2 = uses_catch2 || catch2;
    if (!catch2 && !name.starts_with("_ZN7testing") && name != kHelperAssigned) return;
    for (llvm::User* user : callee.users()) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call != nullptr && call->getCalledOperand() == &callee) calls.emplace_back(call, name);
    }
  };
  for (llvm::Function& function : module) collect(function);
  for (llvm::GlobalAlias& alias : module.aliases()) collect(alias);
  bool changed = uses_catch2 && expectsFailures(module);
  if (changed) expectFailuresFromTheStart(module);
  for (const auto& [call, name] : calls) changed = Announcer(*call).announce(name) || changed;
  return changed;
}

}  // namespace sleave
