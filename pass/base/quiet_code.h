// Code without lasting effects except atomic operations: running it again leaves the thread in the same state. Whether
// an atomic operation changed something is seen at run time.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace sleave {

class QuietCode {
 public:
  // What else is quiet: sleeps; and taking and releasing locks.
  enum class Also : unsigned char { nothing, sleeps, sleeps_and_locks };
  explicit QuietCode(Also also) : also_(also) {}

  // Whether the instruction leaves nothing behind.
  bool contains(const llvm::Instruction& instruction);

  // The stack slot of its function, which nobody else knows, that the instruction writes as a whole or in part; none.
  static llvm::AllocaInst* slotWrittenBy(const llvm::Instruction& instruction);

  // Whether it only lets others run: a pause, a yield, or nothing at all.
  static bool givesWay(const llvm::Instruction& instruction);

  // Whether it only lets others run for some time. The runtime knows whether anybody could notice by the clock.
  static bool sleeps(const llvm::Instruction& instruction);

  // Whether it calls a function that this module does not define and that is not known to be quiet.
  bool callsOutDirectly(const llvm::Instruction& instruction) const;

  // Whether it calls, itself or in a function of this module that it calls, what is not known to be quiet.
  bool callsOut(const llvm::Instruction& instruction);

  // Whether it reads an atomic, or may do no more than that, itself or in a function of this module that it calls.
  bool looks(const llvm::Instruction& instruction);

  // Whether it releases a lock, itself or in a function of this module that it calls.
  bool unlocks(const llvm::Instruction& instruction);

 private:
  enum class Answer : unsigned char { unknown, no, yes };

  bool isQuiet(const llvm::Function& function);
  bool looksIn(const llvm::Function& function);
  bool callsOutOf(const llvm::Function& function);
  bool unlocksIn(const llvm::Function& function);
  bool isQuietCall(const llvm::CallBase& call);
  bool isKnownQuiet(const llvm::CallBase& call) const;

  Also also_;
  llvm::DenseMap<const llvm::Function*, Answer> quiet_;
  llvm::DenseMap<const llvm::Function*, Answer> looking_;
  llvm::DenseMap<const llvm::Function*, Answer> calling_out_;
  llvm::DenseMap<const llvm::Function*, Answer> unlocking_;
};

}  // namespace sleave
