#include "pass/symbolic/access.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "abi/words.h"
#include "pass/symbolic/compute.h"

namespace sleave {

namespace {

// Where a scalar of a value lies in memory; -1 if it begins inside a byte.
int64_t offsetOf(llvm::Type* type, const ScalarPlace& place, const llvm::DataLayout& layout) {
  uint64_t offset = 0;
  for (const unsigned index : place.path) {
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      offset += layout.getStructLayout(structure)->getElementOffset(index).getFixedValue();
      type = structure->getElementType(index);
    } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      type = array->getElementType();
      offset += layout.getTypeAllocSize(type).getFixedValue() * index;
    } else {
      type = llvm::cast<llvm::FixedVectorType>(type)->getElementType();
      const uint64_t bits = layout.getTypeSizeInBits(type).getFixedValue();
      if (bits % 8 != 0) return -1;
      offset += bits / 8 * index;
    }
  }
  return static_cast<int64_t>(offset);
}

// Calls visit(scalar's place, its bits, its address) for each scalar of a value in memory.
template <typename Visit>
void eachScalar(StepBuilder& builder, llvm::Type* type, llvm::Value* address, const llvm::DataLayout& layout,
                Visit visit) {
  for (const ScalarPlace& place : scalarsOf(type)) {
    const int64_t offset = offsetOf(type, place, layout);
    if (offset < 0) {
      builder.hook("concretization", builder.getVoidTy(), {builder.getInt32(SLEAVE_CONCRETIZATION_operation)});
      return;
    }
    llvm::Value* at = offset == 0 ? address : builder.CreateConstGEP1_64(builder.getInt8Ty(), address, offset);
    visit(place, builder.getInt32(scalarBits(place.type, layout)), at);
  }
}

void followLoad(Follower& follower, llvm::LoadInst& load) {
  const llvm::DataLayout* layout = &follower.layout();
  llvm::Type* type = shadowType(load.getType(), *layout);
  llvm::LoadInst* result = &load;
  follower.add({.instruction = result, .if_memory = true, .result = result, .build = [=](StepBuilder& builder) {
                  llvm::Value* numbers = llvm::Constant::getNullValue(type);
                  eachScalar(builder, result->getType(), result->getPointerOperand(), *layout,
                             [&](const ScalarPlace& place, llvm::Value* bits, llvm::Value* address) {
                               llvm::Value* value = asWord(builder, extractScalar(builder, result, place));
                               llvm::Value* number = builder.expression("load", {bits, address, value});
                               numbers = insertScalar(builder, numbers, number, place);
                             });
                  return numbers;
                }});
}

void followStore(Follower& follower, llvm::StoreInst& store) {
  const llvm::DataLayout* layout = &follower.layout();
  llvm::Value* stored = store.getValueOperand();
  llvm::Value* address = store.getPointerOperand();
  follower.add({.instruction = &store,
                .operands = {stored},
                .if_memory = true,
                .build = [=](StepBuilder& builder) -> llvm::Value* {
                  llvm::Value* shadow = builder.shadow(stored);
                  eachScalar(builder, stored->getType(), address, *layout,
                             [&](const ScalarPlace& place, llvm::Value* bits, llvm::Value* at) {
                               builder.hook("store", builder.getVoidTy(),
                                            {bits, at, extractScalar(builder, shadow, place),
                                             asWord(builder, extractScalar(builder, stored, place))});
                             });
                  return nullptr;
                }});
}

// The table that the address points into, if it is one that never changes.
llvm::GlobalVariable* constantTable(llvm::Value* address) {
  auto* table = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(address));
  const bool never_changes =
      table && table->isConstant() && table->hasDefinitiveInitializer() && !table->isThreadLocal();
  return never_changes ? table : nullptr;
}

// True if that is all there is to a load.
bool followTableLoad(Follower& follower, llvm::LoadInst& load) {
  llvm::GlobalVariable* table = constantTable(load.getPointerOperand());
  const unsigned bits = scalarBits(load.getType(), follower.layout());
  if (!table || bits == 0 || load.getType()->isVectorTy() || !follower.follows(&load)) return false;
  const uint64_t bytes = follower.layout().getTypeAllocSize(table->getValueType()).getFixedValue();
  if (bytes < follower.layout().getTypeStoreSize(load.getType()).getFixedValue()) return false;
  llvm::Value* address = load.getPointerOperand();
  follower.add({.instruction = &load, .operands = {address}, .result = &load, .build = [=](StepBuilder& builder) {
                  return builder.expression("table", {builder.getInt32(bits), table, builder.getInt64(bytes), address,
                                                      builder.shadow(address)});
                }});
  follower.flush(&load);
  return true;
}

// The variable that the address points into, and its size; null and 0 if it is not known.
std::pair<llvm::Value*, uint64_t> variableOf(llvm::Value* address, const llvm::DataLayout& layout) {
  llvm::Value* object = llvm::getUnderlyingObject(address);
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object)) {
    const bool known = global->hasDefinitiveInitializer() && global->getValueType()->isSized();
    if (known) return {global, layout.getTypeAllocSize(global->getValueType()).getFixedValue()};
  } else if (auto* slot = llvm::dyn_cast<llvm::AllocaInst>(object)) {
    const auto size = slot->getAllocationSize(layout);
    if (size && !size->isScalable()) return {slot, size->getFixedValue()};
  }
  return {llvm::ConstantPointerNull::get(llvm::PointerType::get(address->getContext(), 0)), 0};
}

// The runtime may know what is found at every place that the address can be.
bool announceIndexed(Follower& follower, llvm::LoadInst& load) {
  const unsigned bits = scalarBits(load.getType(), follower.layout());
  if (bits == 0 || !load.isSimple() || !follower.follows(&load)) return false;
  llvm::Value* address = load.getPointerOperand();
  const auto [variable, bytes] = variableOf(address, follower.layout());
  llvm::Value* object = variable;
  const uint64_t size = bytes;
  follower.add({.instruction = &load, .operands = {address}, .build = [=](StepBuilder& builder) -> llvm::Value* {
                  builder.hook(
                      "indexed", builder.getVoidTy(),
                      {builder.getInt32(bits), address, builder.shadow(address), object, builder.getInt64(size)});
                  return nullptr;
                }});
  return true;
}

// What is not followed hides what was there.
void followUnknownStore(Follower& follower, llvm::StoreInst& store) {
  const uint64_t bytes = follower.layout().getTypeStoreSize(store.getValueOperand()->getType()).getKnownMinValue();
  llvm::Value* address = store.getPointerOperand();
  follower.add({.instruction = &store, .if_memory = true, .build = [=](StepBuilder& builder) -> llvm::Value* {
                  builder.hook("fill", builder.getVoidTy(),
                               {address, builder.getInt32(0), builder.getInt8(0), builder.getInt64(bytes)});
                  return nullptr;
                }});
}

}  // namespace

void followWord(Follower& follower, llvm::Instruction& before, llvm::Value* word, unsigned kind) {
  const unsigned bits = scalarBits(word->getType(), follower.layout());
  if (bits == 0 || !follower.follows(word)) return;
  follower.add({.instruction = &before, .operands = {word}, .build = [=](StepBuilder& builder) -> llvm::Value* {
                  builder.hook(
                      "word", builder.getVoidTy(),
                      {builder.getInt32(kind), builder.getInt32(bits), builder.shadow(word), asWord(builder, word)});
                  return nullptr;
                }});
}

void leaveWhatIsFollowed(Follower& follower, llvm::Instruction& before) {
  follower.add({.instruction = &before, .if_memory = true, .build = [](StepBuilder& builder) -> llvm::Value* {
                  builder.hook("offer", builder.getVoidTy(), {llvm::ConstantPointerNull::get(builder.getPtrTy())});
                  return nullptr;
                }});
}

bool followAccess(Follower& follower, llvm::Instruction& instruction) {
  llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
  if (!address) return false;
  if (address->getType()->getPointerAddressSpace() != 0 || address->isSwiftError()) return true;
  auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (follower.follows(address)) {
    if (load && followTableLoad(follower, *load)) return true;
    if (!load || !announceIndexed(follower, *load))
      followWord(follower, instruction, address, SLEAVE_PATH_CONSTRAINT_address);
    follower.flush(&instruction);
  }
  if (load) {
    if (follower.follows(load)) {
      followLoad(follower, *load);
    } else if (!shadowType(load->getType(), follower.layout())) {
      leaveWhatIsFollowed(follower, instruction);
    }
  } else {
    auto& store = llvm::cast<llvm::StoreInst>(instruction);
    if (shadowType(store.getValueOperand()->getType(), follower.layout())) {
      followStore(follower, store);
    } else {
      followUnknownStore(follower, store);
    }
  }
  follower.flush(instruction.getNextNode());
  return true;
}

void followSlots(Follower& follower) {
  llvm::SmallVector<std::pair<llvm::AllocaInst*, uint64_t>, 16> slots;
  for (llvm::Instruction& instruction : follower.function().getEntryBlock()) {
    auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (!slot || !slot->isStaticAlloca() || slot->getAddressSpace() != 0) continue;
    const auto size = slot->getAllocationSize(follower.layout());
    if (size && !size->isScalable()) slots.push_back({slot, size->getFixedValue()});
  }
  if (slots.empty()) return;
  follower.add(
      {.instruction = slots.front().first, .if_memory = true, .build = [=](StepBuilder& builder) -> llvm::Value* {
         for (const auto& [slot, bytes] : slots) {
           builder.hook("fill", builder.getVoidTy(),
                        {slot, builder.getInt32(0), builder.getInt8(0), builder.getInt64(bytes)});
         }
         return nullptr;
       }});
}

}  // namespace sleave
