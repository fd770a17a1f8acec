// Instructions that only compute. A vector is followed lane by lane.
//
//   before:   %r = add i32 %a, %b
//             %c = icmp sgt i32 %r, 7
//             %w = zext i32 %r to i64
//             %m = select i1 %c, i32 %r, i32 %a
//   steps:    %sr = call i32 @__sleave_follow_binary(i32 "add, 32", i32 %sa, i32 %sb, i128 %a, i128 %b)
//             %sc = call i32 @__sleave_follow_compare(i32 "slt, 32", i32 0, i32 %sr, i128 7, i128 %r)
//             %sw = call i32 @__sleave_follow_cast(i32 "zext, 32, 64", i32 %sr, i128 %r)
//             %sm = call i32 @__sleave_follow_choose(i32 "32", i32 %sc, i32 %sr, i32 %sa, i32 %c, i128 %r, i128 %a)
//
// A divisor is looked at before the division, which may trap. Casts that keep the bits keep the number; so does freeze.
#pragma once

#include "pass/symbolic/steps.h"

namespace sleave {

// Each returns whether the instruction was one of its own.
bool followBinary(Follower& follower, llvm::Instruction& instruction);
bool followCompare(Follower& follower, llvm::Instruction& instruction);
bool followCast(Follower& follower, llvm::Instruction& instruction);
bool followSelect(Follower& follower, llvm::Instruction& instruction);

// An operation on scalars: from the operands' values and numbers to the number of the result.
struct Scalar {
  llvm::Value* value;
  llvm::Value* number;
};
using ScalarOperation = std::function<llvm::Value*(StepBuilder&, llvm::ArrayRef<Scalar>)>;

// Adds the step that does `operation` on the operands: on all scalars of the result's type, with operands that are
// scalars themselves the same for each.
void addComputation(Follower& follower, llvm::Instruction& instruction, llvm::ArrayRef<llvm::Value*> operands,
                    ScalarOperation operation);

// Adds the step that counts a loss (sleave_concretization_kind) if one of the operands depends on the input.
void addConcretization(Follower& follower, llvm::Instruction& instruction, unsigned kind);

}  // namespace sleave
