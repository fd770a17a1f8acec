// The shadow of a value: the number of its expression, an i32, for every scalar of up to 128 bits. Vectors and
// aggregates have vectors and aggregates of such numbers, so that taking them apart and putting them together needs no
// hook. Other values (wider ones, tokens, long double) have none and count as independent of the input.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>

namespace sleave {

// The bits of a scalar that is followed; 0: it is none.
unsigned scalarBits(const llvm::Type* type, const llvm::DataLayout& layout);

// Null if values of the type are not followed.
llvm::Type* shadowType(llvm::Type* type, const llvm::DataLayout& layout);

// Which values of a function may depend on the input: arguments, what is read or returned, and what is computed from
// these. Loop counters and addresses of variables, say, do not.
class Followed {
 public:
  explicit Followed(llvm::Function& function);
  bool contains(const llvm::Value* value) const { return values_.contains(value); }

 private:
  bool mayDepend(const llvm::Instruction& instruction, const llvm::DataLayout& layout) const;

  llvm::DenseSet<const llvm::Value*> values_;
};

// A scalar of a value: where it lies in it, as indices of extractvalue and at last, for vectors, extractelement.
struct ScalarPlace {
  llvm::SmallVector<unsigned, 2> path;
  llvm::Type* type;
  bool in_vector = false;  // the last index is a lane
};

// All scalars of a followed type, in order.
llvm::SmallVector<ScalarPlace, 4> scalarsOf(llvm::Type* type);

llvm::Value* extractScalar(llvm::IRBuilder<>& builder, llvm::Value* value, const ScalarPlace& place);
llvm::Value* insertScalar(llvm::IRBuilder<>& builder, llvm::Value* whole, llvm::Value* scalar,
                          const ScalarPlace& place);

// A scalar as 128 bits, extended with 0.
llvm::Value* asWord(llvm::IRBuilder<>& builder, llvm::Value* scalar);

// All numbers of a shadow in one: 0 if there are none.
llvm::Value* anyOf(llvm::IRBuilder<>& builder, llvm::Value* shadow);

}  // namespace sleave
