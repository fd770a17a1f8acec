#include "pass/memory/access_shortcut.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "abi/hooks.h"
#include "abi/layout.h"
#include "pass/base/hook_calls.h"
#include "pass/memory/repeated_access.h"

namespace sleave {

namespace {

constexpr size_t kMostAccesses = 5'000;
constexpr size_t kFewAccesses = 8;  // of a function that may be called in a loop

static_assert(SLEAVE_SLOT_BASE % (SLEAVE_SLOT_END - SLEAVE_SLOT_BASE) == 0, "one shift tells whether it is in a slot");

// abi/hooks.h's __sleave_watch. Code of an executable finds it without a table: the runtime is in the executable.
llvm::GlobalVariable* watchVariable(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  if (auto* known = module.getNamedGlobal("__sleave_watch")) return known;
  llvm::Type* word = llvm::Type::getInt64Ty(context);
  auto* type = llvm::StructType::create(context, {word, word, llvm::Type::getInt8Ty(context)}, "sleave_watch");
  auto* watch = new llvm::GlobalVariable(module, type, /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage,
                                         /*Initializer=*/nullptr, "__sleave_watch");
  const bool in_executable =
      module.getPICLevel() == llvm::PICLevel::NotPIC || module.getPIELevel() != llvm::PIELevel::Default;
  watch->setDSOLocal(in_executable);
  return watch;
}

// Builds the way around one hook. The hook's call is alone in `hook_`; `done_` follows it.
class Shortcut {
 public:
  Shortcut(const AccessHook& access, llvm::GlobalVariable* watch)
      : access_(access), watch_(watch), builder_(access.call->getContext()) {
    llvm::BasicBlock* before = access.call->getParent();
    hook_ = split(before, access.call, "sleave.hook");
    done_ = split(hook_, access.call->getNextNode(), "sleave.done");
    before->getTerminator()->eraseFromParent();
    enter(before);
    if (access.writes) own(builder_.CreateStore(builder_.getInt64(0), field(0)));
  }

  // While somebody wants to know of every access.
  void unlessEveryoneCounts() { jumpToHookIf(builder_.CreateICmpUGE(accesses(), kind(SLEAVE_ACCESSES_TO_OTHERS))); }

  void unlessNotYet(llvm::Value* known) { jumpToHookIf(builder_.CreateNot(known)); }

  void unlessItMatters() {
    if (surelyNoBlock()) return jumpToHookIf(matters());
    llvm::Value* address = builder_.CreatePtrToInt(access_.address, builder_.getInt64Ty());
    llvm::Value* heap = own(builder_.CreateLoad(builder_.getInt64Ty(), field(1)));
    llvm::Value* offset = builder_.CreateSub(address, heap);
    llvm::BasicBlock* in_heap = newBlock();
    llvm::BasicBlock* elsewhere = newBlock();
    branch(builder_.CreateICmpULT(offset, builder_.getInt64(SLEAVE_SLOT_HEAP_BYTES)), in_heap, elsewhere, kEither);
    enter(in_heap);
    jumpToHookIf(mayNotLive(address));
    enter(elsewhere);
    llvm::BasicBlock* to_nobody = newBlock();
    branch(matters(), hook_, to_nobody, kSeldom);
    enter(to_nobody);
    llvm::Value* outside = builder_.CreateICmpUGE(offset, builder_.getInt64(SLEAVE_SLOT_BYTES));
    jumpToHookIf(builder_.CreateAnd(outside, isInSlot(address)));
  }

  // A read's: after it, whether a write there needs no call.
  llvm::Value* known() {
    HookBuilder at_hook(*access_.call);
    llvm::CallInst* call =
        callHook(at_hook, sizedHook("read_to_write", access_.bytes), at_hook.getInt32Ty(), {access_.address});
    call->setDebugLoc(access_.call->getDebugLoc());
    llvm::Value* told = at_hook.CreateICmpNE(call, at_hook.getInt32(0));
    access_.call->eraseFromParent();
    llvm::PHINode* known = llvm::PHINode::Create(builder_.getInt1Ty(), 4, "", done_->begin());
    for (llvm::BasicBlock* from : llvm::predecessors(done_)) {
      known->addIncoming(from == hook_ ? told : builder_.getTrue(), from);
    }
    return known;
  }

 private:
  enum Weight { kSeldom, kEither };

  static llvm::BasicBlock* split(llvm::BasicBlock* block, llvm::Instruction* from, const char* name) {
    return llvm::SplitBlock(block, from, static_cast<llvm::DominatorTree*>(nullptr), nullptr, nullptr, name);
  }

  void enter(llvm::BasicBlock* block) { builder_.SetInsertPoint(block); }

  llvm::BasicBlock* newBlock() {
    return llvm::BasicBlock::Create(builder_.getContext(), "", hook_->getParent(), hook_);
  }

  template <typename Instruction>
  Instruction* own(Instruction* instruction) {
    markOwn(instruction);
    return instruction;
  }

  llvm::Value* field(unsigned index) { return builder_.CreateStructGEP(watch_->getValueType(), watch_, index); }
  llvm::Value* accesses() { return own(builder_.CreateLoad(builder_.getInt8Ty(), field(2))); }
  llvm::Value* kind(sleave_accesses_matter whom) { return builder_.getInt8(whom); }
  llvm::Value* matters() { return builder_.CreateICmpNE(accesses(), kind(SLEAVE_ACCESSES_TO_NOBODY)); }

  void branch(llvm::Value* condition, llvm::BasicBlock* yes, llvm::BasicBlock* no, Weight weight) {
    llvm::MDNode* weights =
        weight == kSeldom ? llvm::MDBuilder(builder_.getContext()).createBranchWeights(1, 1u << 20) : nullptr;
    builder_.CreateCondBr(condition, yes, no, weights);
  }

  void jumpToHookIf(llvm::Value* condition) { branch(condition, hook_, done_, kSeldom); }

  bool surelyNoBlock() const {
    const llvm::Value* object = llvm::getUnderlyingObject(access_.address);
    return llvm::isa<llvm::GlobalVariable>(object) || llvm::isa<llvm::AllocaInst>(object);
  }

  // Whether the state of the first granule leaves it open that all bytes are a live block's.
  llvm::Value* mayNotLive(llvm::Value* address) {
    llvm::Value* granule = builder_.CreateLShr(address, llvm::Log2_64(SLEAVE_GRANULE_BYTES));
    llvm::Value* where = builder_.CreateAdd(granule, builder_.getInt64(SLEAVE_STATES_OFFSET));
    llvm::Value* state =
        own(builder_.CreateLoad(builder_.getInt8Ty(), builder_.CreateIntToPtr(where, builder_.getPtrTy())));
    if (isAligned()) return builder_.CreateICmpNE(state, builder_.getInt8(SLEAVE_GRANULE_BYTES));
    llvm::Value* inside =
        builder_.CreateAnd(builder_.CreateTrunc(address, builder_.getInt32Ty()), SLEAVE_GRANULE_BYTES - 1);
    llvm::Value* end = builder_.CreateAdd(inside, builder_.getInt32(static_cast<uint32_t>(access_.bytes)));
    return builder_.CreateICmpSGT(end, builder_.CreateSExt(state, builder_.getInt32Ty()));
  }

  // By the access that the hook announces, which follows.
  bool isAligned() const {
    llvm::Instruction& next = done_->front();
    return llvm::getLoadStorePointerOperand(&next) == access_.address &&
           llvm::getLoadStoreAlignment(&next) >= access_.bytes;
  }

  llvm::Value* isInSlot(llvm::Value* address) {
    const uint64_t all = SLEAVE_SLOT_END - SLEAVE_SLOT_BASE;
    return builder_.CreateICmpEQ(builder_.CreateLShr(address, llvm::Log2_64(all)),
                                 builder_.getInt64(SLEAVE_SLOT_BASE / all));
  }

  const AccessHook& access_;
  llvm::GlobalVariable* watch_;
  llvm::IRBuilder<> builder_;
  llvm::BasicBlock* hook_;
  llvm::BasicBlock* done_;
};

bool keepsCalls(const llvm::Function& function) {
  return function.hasFnAttribute(llvm::Attribute::OptimizeNone) || function.hasFnAttribute(llvm::Attribute::MinSize);
}

// Where a shortcut costs more time to compile than it saves: in straight code of larger functions.
class RareCode {
 public:
  RareCode(llvm::Function& function, const AccessHooks& accesses) {
    if (accesses.size() <= kFewAccesses) return;
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    for (const AccessHook& access : accesses) {
      if (!loops.getLoopFor(access.call->getParent())) rare_.insert(access.call);
    }
  }

  [[nodiscard]] bool contains(const AccessHook& access) const { return rare_.contains(access.call); }

 private:
  llvm::SmallPtrSet<const llvm::CallInst*, 32> rare_;
};

}  // namespace

bool shortenAccessHooks(llvm::Function& function) {
  if (keepsCalls(function)) return false;
  const AccessHooks accesses = findAccessHooks(function);
  if (accesses.empty() || accesses.size() > kMostAccesses) return false;
  llvm::GlobalVariable* watch = watchVariable(*function.getParent());
  llvm::DenseMap<size_t, llvm::Value*> known;  // of reads that writes repeat
  const RareCode rare(function, accesses);
  for (size_t i = 0; i < accesses.size(); ++i) {
    const AccessHook& access = accesses[i];
    if (access.first == i && !access.is_read_to_write && rare.contains(access)) continue;
    Shortcut shortcut(access, watch);
    if (access.first == i) {
      shortcut.unlessItMatters();
    } else if (llvm::Value* written = access.writes ? known.lookup(access.first) : nullptr) {
      shortcut.unlessNotYet(written);
    } else {
      shortcut.unlessEveryoneCounts();
    }
    if (access.is_read_to_write) known[i] = shortcut.known();
  }
  return true;
}

}  // namespace sleave
