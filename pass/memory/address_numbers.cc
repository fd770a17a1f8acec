#include "pass/memory/address_numbers.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "pass/atomics/volatile_access.h"
#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

bool isSameForAllThreads(const llvm::Value* address) {
  const auto* object = llvm::dyn_cast<llvm::GlobalValue>(llvm::getUnderlyingObject(address));
  return llvm::isa<llvm::ConstantPointerNull>(address) || (object && !object->isThreadLocal());
}

bool areOfOneObject(const llvm::Value* first, const llvm::Value* second) {
  return llvm::getUnderlyingObject(first) == llvm::getUnderlyingObject(second);
}

const llvm::PtrToIntOperator* numberOf(const llvm::Value* value) {
  return llvm::dyn_cast<llvm::PtrToIntOperator>(value);
}

// Of `number` - other, or other - `number`: the other's address, if it is one.
const llvm::Value* subtractedFrom(const llvm::User& user, const llvm::Value* number) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&user);
  if (!operation || operation->getOpcode() != llvm::Instruction::Sub) return nullptr;
  const bool first = operation->getOperand(0) == number;
  const llvm::PtrToIntOperator* other = numberOf(operation->getOperand(first ? 1 : 0));
  return other ? other->getPointerOperand() : nullptr;
}

bool isEquality(const llvm::User& user) {
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&user);
  return comparison && comparison->isEquality();
}

// Whether the user compares the number for equality, makes an address of it again, or is an atomic operation, which
// takes pointers as numbers. A plain store of a number is none of that: pointers are stored as pointers.
bool usesAsAddress(const llvm::User& user, const llvm::Value* number) {
  if (isEquality(user) || llvm::isa<llvm::IntToPtrInst>(user) || llvm::isa<llvm::AtomicCmpXchgInst>(user)) return true;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) return store->isAtomic() && !isVolatileAccess(*store);
  const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&user);
  if (update) return update->getOperation() == llvm::AtomicRMWInst::Xchg;
  return subtractedFrom(user, number) != nullptr;  // a pair
}

// Whether all users do, also where it comes together with other numbers.
bool isUsedAsAddressOnly(const llvm::Value& number) {
  llvm::SmallPtrSet<const llvm::Value*, 8> seen{&number};
  llvm::SmallVector<const llvm::Value*, 8> open{&number};
  while (!open.empty()) {
    const llvm::Value* value = open.pop_back_val();
    for (const llvm::User* user : value->users()) {
      const bool joins = llvm::isa<llvm::PHINode>(user) || llvm::isa<llvm::SelectInst>(user);
      if (!joins && !usesAsAddress(*user, value)) return false;
      if (joins && seen.insert(user).second) open.push_back(user);
    }
  }
  return true;
}

void announceNumber(llvm::PtrToIntInst& number) {
  llvm::Value* address = number.getPointerOperand();
  HookBuilder builder(number);
  callHook(builder, "__sleave_address_number", builder.getVoidTy(), {address});
}

void announcePair(llvm::Instruction& at, llvm::Value* first, llvm::Value* second) {
  if (areOfOneObject(first, second) || (isSameForAllThreads(first) && isSameForAllThreads(second))) return;
  HookBuilder builder(at);
  callHook(builder, "__sleave_address_pair", builder.getVoidTy(), {first, second});
}

bool isOfPointers(const llvm::ICmpInst& comparison) { return comparison.getOperand(0)->getType()->isPointerTy(); }

void announce(llvm::PtrToIntInst& number) {
  if (number.hasMetadata(llvm::LLVMContext::MD_nosanitize)) return;  // a sanitizer's, or our own
  if (!number.getType()->isIntegerTy() || isSameForAllThreads(number.getPointerOperand())) return;
  if (!isUsedAsAddressOnly(number)) announceNumber(number);
}

// The address of an operand of a subtraction; null: it is none.
llvm::Value* addressOf(llvm::Value* operand) {
  auto* number = llvm::dyn_cast<llvm::PtrToIntOperator>(operand);
  return number ? number->getPointerOperand() : nullptr;
}

}  // namespace

bool announceAddressNumbers(llvm::Function& function) {
  // AddressSanitizer's own code is full of them. No threads of such a program count as alike.
  if (function.hasFnAttribute(llvm::Attribute::SanitizeAddress)) return false;
  llvm::SmallVector<llvm::Instruction*, 16> candidates;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
    const bool orders = comparison && isOfPointers(*comparison) && !comparison->isEquality();
    const bool subtracts = instruction.getOpcode() == llvm::Instruction::Sub && instruction.getType()->isIntegerTy();
    if (llvm::isa<llvm::PtrToIntInst>(instruction) || orders || subtracts) candidates.push_back(&instruction);
  }
  for (llvm::Instruction* instruction : candidates) {
    if (auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(instruction)) {
      announce(*number);
    } else if (llvm::isa<llvm::ICmpInst>(instruction)) {
      announcePair(*instruction, instruction->getOperand(0), instruction->getOperand(1));
    } else {
      llvm::Value* first = addressOf(instruction->getOperand(0));
      llvm::Value* second = addressOf(instruction->getOperand(1));
      if (first && second) announcePair(*instruction, first, second);
    }
  }
  return !candidates.empty();
}

}  // namespace sleave
