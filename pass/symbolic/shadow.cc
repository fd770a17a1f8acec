#include "pass/symbolic/shadow.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace sleave {

namespace {

constexpr unsigned kMostBits = 128;
constexpr unsigned kMostScalars = 64;

unsigned countScalars(const llvm::Type* type) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) return vector->getNumElements();
  unsigned count = 0;
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    if (array->getNumElements() > kMostScalars) return kMostScalars + 1;
    return static_cast<unsigned>(array->getNumElements()) * countScalars(array->getElementType());
  }
  if (!type->isStructTy()) return 1;
  for (const llvm::Type* member : type->subtypes()) count += countScalars(member);
  return count;
}

llvm::Type* partType(llvm::Type* type, const llvm::DataLayout& layout) {
  llvm::LLVMContext& context = type->getContext();
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    if (scalarBits(vector->getElementType(), layout) == 0) return nullptr;
    return llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context), vector->getNumElements());
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    llvm::Type* element = partType(array->getElementType(), layout);
    return element ? llvm::ArrayType::get(element, array->getNumElements()) : nullptr;
  }
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    llvm::SmallVector<llvm::Type*, 4> members;
    for (llvm::Type* member : structure->elements()) {
      members.push_back(partType(member, layout));
      if (!members.back()) return nullptr;
    }
    return llvm::StructType::get(context, members);
  }
  return scalarBits(type, layout) != 0 ? llvm::Type::getInt32Ty(context) : nullptr;
}

void addScalars(llvm::Type* type, llvm::SmallVector<unsigned, 2>& path, llvm::SmallVector<ScalarPlace, 4>& places) {
  const auto each = [&](unsigned count, auto element) {
    for (unsigned i = 0; i < count; ++i) {
      path.push_back(i);
      element(i);
      path.pop_back();
    }
  };
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    each(vector->getNumElements(), [&](unsigned) { places.push_back({path, vector->getElementType(), true}); });
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    each(static_cast<unsigned>(array->getNumElements()),
         [&](unsigned) { addScalars(array->getElementType(), path, places); });
  } else if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    each(structure->getNumElements(), [&](unsigned i) { addScalars(structure->getElementType(i), path, places); });
  } else {
    places.push_back({path, type});
  }
}

bool readsOnlyConstants(const llvm::LoadInst& load) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(load.getPointerOperand()));
  return variable && variable->isConstant();
}

}  // namespace

unsigned scalarBits(const llvm::Type* type, const llvm::DataLayout& layout) {
  if (type->isPointerTy()) return type->getPointerAddressSpace() == 0 ? layout.getPointerSizeInBits() : 0;
  if (type->isIntegerTy()) return type->getIntegerBitWidth() <= kMostBits ? type->getIntegerBitWidth() : 0;
  if (type->isHalfTy() || type->isBFloatTy() || type->isFloatTy() || type->isDoubleTy()) {
    return static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
  }
  return 0;
}

llvm::Type* shadowType(llvm::Type* type, const llvm::DataLayout& layout) {
  if (!type->isFirstClassType() || countScalars(type) > kMostScalars || countScalars(type) == 0) return nullptr;
  return partType(type, layout);
}

Followed::Followed(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  for (llvm::Argument& argument : function.args()) {
    if (shadowType(argument.getType(), layout)) values_.insert(&argument);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!contains(&instruction) && mayDepend(instruction, layout)) changed = values_.insert(&instruction).second;
    }
  }
}

bool Followed::mayDepend(const llvm::Instruction& instruction, const llvm::DataLayout& layout) const {
  if (!shadowType(instruction.getType(), layout) || instruction.hasMetadata(llvm::LLVMContext::MD_nosanitize)) {
    return false;
  }
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    return !readsOnlyConstants(*load) || contains(load->getPointerOperand());
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (!llvm::isa<llvm::IntrinsicInst>(call)) return !call->isInlineAsm();
  }
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) return true;
  if (llvm::isa<llvm::IntrinsicInst>(instruction) && instruction.mayReadFromMemory()) return true;
  if (llvm::isa<llvm::AllocaInst, llvm::LandingPadInst, llvm::VAArgInst>(instruction)) return false;
  return llvm::any_of(instruction.operands(), [this](const llvm::Use& operand) { return contains(operand.get()); });
}

llvm::SmallVector<ScalarPlace, 4> scalarsOf(llvm::Type* type) {
  llvm::SmallVector<ScalarPlace, 4> places;
  llvm::SmallVector<unsigned, 2> path;
  addScalars(type, path, places);
  return places;
}

llvm::Value* extractScalar(llvm::IRBuilder<>& builder, llvm::Value* value, const ScalarPlace& place) {
  llvm::ArrayRef<unsigned> path = place.path;
  if (place.in_vector) path = path.drop_back();
  if (!path.empty()) value = builder.CreateExtractValue(value, path);
  return place.in_vector ? builder.CreateExtractElement(value, place.path.back()) : value;
}

llvm::Value* insertScalar(llvm::IRBuilder<>& builder, llvm::Value* whole, llvm::Value* scalar,
                          const ScalarPlace& place) {
  llvm::ArrayRef<unsigned> path = place.path;
  if (!place.in_vector) return path.empty() ? scalar : builder.CreateInsertValue(whole, scalar, path);
  path = path.drop_back();
  llvm::Value* vector = path.empty() ? whole : builder.CreateExtractValue(whole, path);
  vector = builder.CreateInsertElement(vector, scalar, place.path.back());
  return path.empty() ? vector : builder.CreateInsertValue(whole, vector, path);
}

llvm::Value* asWord(llvm::IRBuilder<>& builder, llvm::Value* scalar) {
  llvm::Type* type = scalar->getType();
  if (type->isPointerTy()) scalar = builder.CreatePtrToInt(scalar, builder.getInt64Ty());
  if (type->isFloatingPointTy()) {
    scalar = builder.CreateBitCast(scalar, builder.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits())));
  }
  return builder.CreateZExt(scalar, builder.getInt128Ty());
}

llvm::Value* anyOf(llvm::IRBuilder<>& builder, llvm::Value* shadow) {
  if (shadow->getType()->isIntegerTy()) return shadow;
  if (shadow->getType()->isVectorTy()) return builder.CreateOrReduce(shadow);
  llvm::Value* any = nullptr;
  for (unsigned i = 0; i < (shadow->getType()->isArrayTy() ? shadow->getType()->getArrayNumElements()
                                                           : shadow->getType()->getStructNumElements());
       ++i) {
    llvm::Value* part = anyOf(builder, builder.CreateExtractValue(shadow, i));
    any = any ? builder.CreateOr(any, part) : part;
  }
  return any;
}

}  // namespace sleave
