#include "pass/format_call.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "pass/hook_calls.h"

namespace sleave {

namespace {

struct Shape {
  llvm::StringRef name;
  int format;
  int buffer;
  int room;
};
constexpr Shape kShapes[] = {
#define SLEAVE_FORMAT_CALL(name, format, buffer, room) {#name, format, buffer, room},
#include "abi/format_calls.def"
#undef SLEAVE_FORMAT_CALL
};

const Shape* shapeOf(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || callee->isIntrinsic() || call.isMustTailCall()) return nullptr;
  for (const Shape& shape : kShapes) {
    const int last = std::max({shape.format, shape.buffer, shape.room});
    if (callee->getName() == shape.name && static_cast<int>(call.arg_size()) > last) return &shape;
  }
  return nullptr;
}

// Reads one conversion behind its '%': how many arguments it takes, and whether the last of them is a whole string.
struct Conversion {
  unsigned arguments = 0;
  bool string = false;
};

std::optional<Conversion> readConversion(llvm::StringRef& format) {
  Conversion result;
  bool precise = false;
  while (!format.empty() && llvm::StringRef("-+ #0'123456789.*").contains(format.front())) {
    if (format.front() == '*') ++result.arguments;
    if (format.front() == '.') precise = true;
    format = format.drop_front();
  }
  bool wide = false;
  while (!format.empty() && llvm::StringRef("hljztLq").contains(format.front())) {
    wide = wide || format.front() == 'l';
    format = format.drop_front();
  }
  if (format.empty() || format.front() == '$') return std::nullopt;
  const char conversion = format.front();
  format = format.drop_front();
  if (conversion != '%' && conversion != 'm') ++result.arguments;
  result.string = conversion == 's' && !precise && !wide;
  return result;
}

// The arguments that are printed with %s.
llvm::SmallVector<llvm::Value*, 4> printedStrings(const llvm::CallInst& call, const Shape& shape) {
  llvm::SmallVector<llvm::Value*, 4> strings;
  auto next = static_cast<unsigned>(std::max({shape.format, shape.buffer, shape.room})) + 1;
  llvm::StringRef format;
  if (!call.getFunctionType()->isVarArg()) return {call.getArgOperand(static_cast<unsigned>(shape.format))};
  if (!llvm::getConstantStringInfo(call.getArgOperand(static_cast<unsigned>(shape.format)), format)) return {};
  for (std::size_t percent; (percent = format.find('%')) != llvm::StringRef::npos;) {
    format = format.drop_front(percent + 1);
    const std::optional<Conversion> conversion = readConversion(format);
    if (!conversion || next + conversion->arguments > call.arg_size()) return strings;
    next += conversion->arguments;
    if (conversion->string) strings.push_back(call.getArgOperand(next - 1));
  }
  return strings;
}

void announce(llvm::CallInst& call, const Shape& shape) {
  HookBuilder before(call);
  for (llvm::Value* text : printedStrings(call, shape)) {
    if (text->getType()->isPointerTy()) callHook(before, "__sleave_read_text", before.getVoidTy(), {text});
  }
  if (shape.buffer < 0) return;
  HookBuilder after(*call.getNextNode());
  if (call.getDebugLoc()) after.SetCurrentDebugLocation(call.getDebugLoc());
  llvm::Value* room = shape.room < 0 ? llvm::ConstantInt::get(after.getInt64Ty(), ~0ull)
                                     : call.getArgOperand(static_cast<unsigned>(shape.room));
  callHook(after, "__sleave_wrote_text", after.getVoidTy(),
           {call.getArgOperand(static_cast<unsigned>(shape.buffer)), room, &call});
}

}  // namespace

llvm::SmallVector<llvm::Value*, 4> stringsPrinted(const llvm::CallBase& call) {
  const auto* plain = llvm::dyn_cast<llvm::CallInst>(&call);
  const Shape* shape = plain ? shapeOf(*plain) : nullptr;
  return shape ? printedStrings(*plain, *shape) : llvm::SmallVector<llvm::Value*, 4>();
}

bool announceFormattedText(llvm::Function& function) {
  llvm::SmallVector<std::pair<llvm::CallInst*, const Shape*>, 8> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const Shape* shape = call ? shapeOf(*call) : nullptr;
    if (shape) calls.emplace_back(call, shape);
  }
  for (const auto& [call, shape] : calls) announce(*call, *shape);
  return !calls.empty();
}

}  // namespace sleave
