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

constexpr size_t kFewAccesses = 6;  // of a function that may be called in a loop
constexpr size_t kMostOfLoop = 24;  // of a loop, without those it contains

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

// abi/hooks.h's __sleave_known, in the same place.
llvm::GlobalVariable* knownVariable(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  if (auto* known = module.getNamedGlobal("__sleave_known")) return known;
  llvm::Type* word = llvm::Type::getInt64Ty(context);
  auto* type =
      llvm::StructType::create(context, {word, llvm::ArrayType::get(word, SLEAVE_KNOWN_WORDS)}, "sleave_known");
  auto* known = new llvm::GlobalVariable(module, type, /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage,
                                         /*Initializer=*/nullptr, "__sleave_known");
  known->setDSOLocal(watchVariable(module)->isDSOLocal());
  return known;
}

// Builds the way around one hook. The hook's call is alone in `hook_`; `done_` follows it.
class Shortcut {
 public:
  // `known`: null where the detector's own look costs too much to compile.
  Shortcut(const AccessHook& access, llvm::GlobalVariable* watch, llvm::GlobalVariable* known)
      : access_(access), watch_(watch), known_(known), builder_(access.call->getContext()) {
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
    if (surelyNoBlock()) return unlessKnown(done_);
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
    unlessKnown(to_nobody);
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

  // To `to_nobody` while accesses matter to nobody, else to the hook or around it.
  void unlessKnown(llvm::BasicBlock* to_nobody) {
    if (!known_ || access_.bytes > 8) return branch(matters(), hook_, to_nobody, kSeldom);
    llvm::BasicBlock* to_detector = newBlock();
    branch(matters(), to_detector, to_nobody, kEither);
    enter(to_detector);
    llvm::Value* address = builder_.CreatePtrToInt(access_.address, builder_.getInt64Ty());
    jumpToHookIf(
        builder_.CreateICmpNE(builder_.CreateAnd(difference(address), bitsThatCount(address)), builder_.getInt64(0)));
  }

  // abi/hooks.h's word of this address, with zeros where it is as it should be.
  llvm::Value* difference(llvm::Value* address) {
    llvm::Value* offset = builder_.CreateAnd(address, uint64_t{SLEAVE_KNOWN_WORDS - 1} * 8);
    llvm::Value* words = builder_.CreateStructGEP(known_->getValueType(), known_, 1);
    llvm::Value* word = own(builder_.CreateLoad(builder_.getInt64Ty(), builder_.CreatePtrAdd(words, offset)));
    llvm::Value* mark =
        own(builder_.CreateLoad(builder_.getInt64Ty(), builder_.CreateStructGEP(known_->getValueType(), known_, 0)));
    llvm::Value* place = builder_.CreateShl(address, SLEAVE_KNOWN_ADDRESS_SHIFT);
    return builder_.CreateXor(builder_.CreateXor(place, word), mark);
  }

  // Those of the accessed bytes, of the mark and of the address; an address that is not aligned is never as it should
  // be, so that bytes of one word are accessed.
  llvm::Value* bitsThatCount(llvm::Value* address) {
    const uint64_t within = 8 - access_.bytes;  // bits of an aligned address that tell where in the word
    const uint64_t place = ~uint64_t{0} << SLEAVE_KNOWN_ADDRESS_SHIFT & ~(within << SLEAVE_KNOWN_ADDRESS_SHIFT);
    const uint64_t bytes = ((uint64_t{1} << access_.bytes) - 1) << (writesToo() ? 8 : 0);
    if (within == 0) return builder_.getInt64(place | bytes);
    return builder_.CreateOr(builder_.CreateShl(builder_.getInt64(bytes), builder_.CreateAnd(address, within)), place);
  }

  bool writesToo() const { return access_.writes || access_.is_read_to_write; }

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
  llvm::GlobalVariable* known_;
  llvm::IRBuilder<> builder_;
  llvm::BasicBlock* hook_;
  llvm::BasicBlock* done_;
};

bool keepsCalls(const llvm::Function& function) {
  return function.hasFnAttribute(llvm::Attribute::OptimizeNone) || function.hasFnAttribute(llvm::Attribute::MinSize);
}

// Accesses in loops that may be hot. An access is a small part of what a round of a large loop costs.
class HotCode {
 public:
  HotCode(llvm::Function& function, const AccessHooks& accesses) {
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    llvm::DenseMap<const llvm::Loop*, size_t> sizes;
    for (const AccessHook& access : accesses) ++sizes[loops.getLoopFor(access.call->getParent())];
    for (const AccessHook& access : accesses) {
      const llvm::Loop* loop = loops.getLoopFor(access.call->getParent());
      if (loop && sizes[loop] <= kMostOfLoop) accesses_.insert(access.call);
    }
  }

  [[nodiscard]] bool contains(const AccessHook& access) const { return accesses_.contains(access.call); }

 private:
  llvm::SmallPtrSet<const llvm::CallInst*, 32> accesses_;
};

}  // namespace

bool shortenAccessHooks(llvm::Function& function) {
  if (keepsCalls(function)) return false;
  const AccessHooks accesses = findAccessHooks(function);
  if (accesses.empty()) return false;
  llvm::GlobalVariable* watch = watchVariable(*function.getParent());
  llvm::DenseMap<size_t, llvm::Value*> known;  // of reads that writes repeat
  const HotCode hot(function, accesses);
  for (size_t i = 0; i < accesses.size(); ++i) {
    const AccessHook& access = accesses[i];
    const bool is_hot = hot.contains(access);
    if (!is_hot && accesses.size() > kFewAccesses) continue;  // nor do those that it repeats, of the same block
    Shortcut shortcut(access, watch, is_hot ? knownVariable(*function.getParent()) : nullptr);
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
