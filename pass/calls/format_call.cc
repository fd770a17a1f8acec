#include "pass/calls/format_call.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "pass/base/hook_calls.h"

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
#include "abi/calls/format_calls.def"
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

bool takesList(const Shape& shape) { return shape.name.front() == 'v'; }

// Reads one conversion behind its '%': how many arguments it takes, and what it does with the last of them.
struct Conversion {
  unsigned arguments = 0;
  bool string = false;
  bool special = false;  // accesses something else: a part of a string, a wide one, a number that it stores
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
  result.special = conversion == 'n' || conversion == 'S' || (conversion == 's' && !result.string);
  return result;
}

// The arguments that are printed with %s.
llvm::SmallVector<llvm::Value*, 4> printedStrings(const llvm::CallInst& call, const Shape& shape) {
  llvm::SmallVector<llvm::Value*, 4> strings;
  auto next = static_cast<unsigned>(std::max({shape.format, shape.buffer, shape.room})) + 1;
  llvm::StringRef format;
  if (takesList(shape)) return {};
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

// Whether printedStrings() knows all of them. A precision may end a text that has no end of its own, and is only known
// by the run.
bool isPlain(const llvm::CallInst& call, const Shape& shape) {
  llvm::StringRef format;
  if (takesList(shape)) return false;
  if (!call.getFunctionType()->isVarArg()) return true;
  if (!llvm::getConstantStringInfo(call.getArgOperand(static_cast<unsigned>(shape.format)), format)) return false;
  for (std::size_t percent; (percent = format.find('%')) != llvm::StringRef::npos;) {
    format = format.drop_front(percent + 1);
    const std::optional<Conversion> conversion = readConversion(format);
    if (!conversion || conversion->special) return false;
  }
  return true;
}

// The run reads the format: the strings and their lengths are not known before.
void announceByFormat(llvm::IRBuilder<>& builder, llvm::CallInst& call, const Shape& shape) {
  llvm::Value* format = call.getArgOperand(static_cast<unsigned>(shape.format));
  if (takesList(shape)) {
    callHook(builder, "__sleave_read_argument_list", builder.getVoidTy(), {format, *std::prev(call.arg_end())});
    return;
  }
  llvm::SmallVector<llvm::Value*, 8> arguments = {format};
  const unsigned fixed = call.getFunctionType()->getNumParams();
  for (unsigned i = fixed; i < call.arg_size(); ++i) arguments.push_back(call.getArgOperand(i));
  auto* type = llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, /*isVarArg=*/true);
  llvm::CallInst* hook =
      builder.CreateCall(call.getModule()->getOrInsertFunction("__sleave_read_arguments", type), arguments);
  markOwn(hook);
}

// It defines those that print to streams and descriptors, and reads their formats itself.
bool isAnnouncedByRuntime(const llvm::CallInst& call, const Shape& shape) {
  return call.getFunctionType()->isVarArg() && shape.buffer < 0;
}

void announce(llvm::CallInst& call, const Shape& shape) {
  HookBuilder before(call);
  if (!isPlain(call, shape)) {
    announceByFormat(before, call, shape);
  } else {
    for (llvm::Value* text : printedStrings(call, shape)) {
      if (text->getType()->isPointerTy()) callHook(before, "__sleave_read_text", before.getVoidTy(), {text});
    }
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

bool isFormatCall(llvm::StringRef name) {
  return llvm::any_of(kShapes, [name](const Shape& shape) { return shape.name == name; });
}

bool hasPlainFormat(const llvm::CallBase& call) {
  const auto* plain = llvm::dyn_cast<llvm::CallInst>(&call);
  const Shape* shape = plain ? shapeOf(*plain) : nullptr;
  return shape && isPlain(*plain, *shape);
}

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
    if (shape && !isAnnouncedByRuntime(*call, *shape)) calls.emplace_back(call, shape);
  }
  for (const auto& [call, shape] : calls) announce(*call, *shape);
  return !calls.empty();
}

}  // namespace sleave
