// A function while it is instrumented for symbolic tracking, and its steps.
//
// A step is the code that must run in addition to an instruction if one of its operands depends on the input: it builds
// the expression, records a path constraint, or marks memory. Steps are gathered until one of them must be done before
// the code continues, and then one test covers all:
//
//   %any = or i32 (all numbers that the steps use and none of them makes)
//   br i1 (%any != 0), label %steps, label %on         ; seldom
// steps:
//   %s1 = call i32 @__sleave_follow_...                ; step by step
//   br label %on
// on:
//   %s = phi i32 [ %s1, %steps ], [ 0, ... ]           ; the number of each value
//
// Code that handles nothing but constants pays for the test, and only where a value was read, was given or came back.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <functional>

#include "pass/symbolic/shadow.h"

namespace sleave {

class Follower;

// The code of a step: where it is built.
class StepBuilder : public llvm::IRBuilder<> {
 public:
  StepBuilder(Follower& follower, llvm::Instruction* before);

  // The expression numbers of a value: of the type that shadowType() says.
  llvm::Value* shadow(llvm::Value* value);
  void setShadow(llvm::Value* value, llvm::Value* shadow) { made_[value] = shadow; }

  llvm::Value* hook(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments);
  // One that returns the number of an expression.
  llvm::Value* expression(llvm::StringRef name, llvm::ArrayRef<llvm::Value*> arguments);

 private:
  Follower& follower_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> made_;
};

struct Step {
  llvm::Instruction* instruction;                 // whose place in the source it has
  llvm::SmallVector<llvm::Value*, 4> operands{};  // it is needed if one of these depends on the input,
  bool if_memory = false;                         // or something in memory,
  bool if_returned = false;                       // or what the last call returned
  llvm::Value* result = nullptr;                  // which gets the numbers that `build` returns
  std::function<llvm::Value*(StepBuilder&)> build{};
};

class Follower {
 public:
  explicit Follower(llvm::Function& function);

  llvm::Function& function() { return function_; }
  const llvm::DataLayout& layout() const { return layout_; }
  bool follows(const llvm::Value* value) const { return followed_.contains(value); }
  bool followsAny(llvm::ArrayRef<llvm::Value*> values) const;

  // The current shadow of a value; zero for values that are not tracked.
  llvm::Value* shadowOf(llvm::Value* value);
  void setShadow(llvm::Value* value, llvm::Value* shadow) { shadows_[value] = shadow; }

  // A member of __sleave_following, by its offset.
  llvm::Value* field(llvm::IRBuilder<>& builder, uint64_t offset);
  llvm::Value* loadField(llvm::IRBuilder<>& builder, llvm::Type* type, uint64_t offset);
  void storeField(llvm::IRBuilder<>& builder, llvm::Value* value, uint64_t offset);

  // A step that waits; one that no followed operand and no memory can make necessary is dropped.
  void add(Step step);
  // The steps that wait are done before `before`.
  void flush(llvm::Instruction* before);
  // Splits the block: what is built before the returned instruction happens if `condition` holds, which it seldom does.
  llvm::Instruction* seldom(llvm::Value* condition, llvm::Instruction* before);

  // A phi of numbers, whose incoming ones the caller adds; those that nobody uses are dropped in the end.
  llvm::PHINode* merge(llvm::Type* type, unsigned incoming, llvm::Instruction* before);
  void dropDeadMerges();

 private:
  llvm::Value* trigger(llvm::IRBuilder<>& builder);

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  Followed followed_;
  llvm::GlobalVariable* following_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> shadows_;
  llvm::SmallVector<Step, 16> steps_;
  llvm::SmallVector<llvm::PHINode*, 64> merges_;
};

// A place in the source for what belongs to `instruction`: its own, or line 0 of its function.
llvm::DebugLoc placeOf(const llvm::Instruction& instruction);

}  // namespace sleave
