#include "pass/symbolic/output.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

namespace sleave {

namespace {

constexpr int kNoStream = -1;  // prints to the standard output
constexpr int kNotOutput = -2;

// Which argument of a function of <stdio.h> is the stream.
int streamArgument(llvm::StringRef name) {
  return llvm::StringSwitch<int>(name)
      .Cases("printf", "vprintf", "puts", "putchar", "perror", kNoStream)
      .Cases("fprintf", "vfprintf", 0)
      .Cases("fputs", "fputc", "putc", 1)
      .Case("fwrite", 3)
      .Default(kNotOutput);
}

bool isStandardStream(const llvm::Value* stream) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(stream);
  if (!load) return false;
  const llvm::StringRef name = load->getPointerOperand()->getName();
  return name == "stdout" || name == "stderr";
}

bool printsToStream(llvm::StringRef name) {
  return name.starts_with("_ZNSo") || name.starts_with("_ZSt16__ostream_insert") || name.starts_with("_ZStls");
}

// std::cout << a << b: each call returns its first argument.
const llvm::Value* startOfChain(const llvm::Value* stream) {
  for (;;) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(stream);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || !printsToStream(callee->getName()) || call->arg_size() == 0) return stream;
    stream = call->getArgOperand(0);
  }
}

}  // namespace

bool isOutput(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration()) return false;
  if (printsToStream(callee->getName()) && call.arg_size() != 0) {
    const llvm::StringRef stream = startOfChain(call.getArgOperand(0))->getName();
    return stream == "_ZSt4cout" || stream == "_ZSt4cerr" || stream == "_ZSt4clog";
  }
  const int stream = streamArgument(callee->getName());
  if (stream == kNotOutput || !call.use_empty()) return false;
  return stream == kNoStream || isStandardStream(call.getArgOperand(static_cast<unsigned>(stream)));
}

}  // namespace sleave
