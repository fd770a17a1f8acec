#include "pass/format_call.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

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

// One conversion, from behind its '%'.
struct Conversion {
  enum class Kind { value, text, unknown };  // unknown: wide text, %n
  Kind kind = Kind::value;
  unsigned arguments = 0;             // that it takes, what it converts last
  bool bounded = false;               // it has a precision:
  bool by_argument = false;           // the argument before what it converts,
  std::optional<std::uint64_t> most;  // or this
};

void readPrecision(llvm::StringRef& format, Conversion& result) {
  result.bounded = true;
  if (format.consume_front("*")) {
    ++result.arguments;
    result.by_argument = true;
    return;
  }
  std::uint64_t most = 0;
  if (format.consumeInteger(10, most)) most = 0;
  result.most = most;
}

// None: its arguments are numbered, or it does not end.
std::optional<Conversion> readConversion(llvm::StringRef& format) {
  Conversion result;
  while (!format.empty() && llvm::StringRef("-+ #0'I123456789*").contains(format.front())) {
    if (format.front() == '*') ++result.arguments;
    format = format.drop_front();
  }
  if (format.consume_front(".")) readPrecision(format, result);
  bool wide = false;
  while (!format.empty() && llvm::StringRef("hljztLq").contains(format.front())) {
    wide = wide || format.front() == 'l';
    format = format.drop_front();
  }
  if (format.empty() || format.front() == '$') return std::nullopt;
  const char conversion = format.front();
  format = format.drop_front();
  if (conversion != '%' && conversion != 'm') ++result.arguments;
  if (conversion == 's') result.kind = wide ? Conversion::Kind::unknown : Conversion::Kind::text;
  if (conversion == 'S' || conversion == 'n') result.kind = Conversion::Kind::unknown;
  return result;
}

bool hasPointers(const llvm::CallInst& call, unsigned from) {
  for (unsigned i = from; i < call.arg_size(); ++i) {
    if (call.getArgOperand(i)->getType()->isPointerTy()) return true;
  }
  return false;
}

FormattedText formattedBy(const llvm::CallInst& call, const Shape& shape) {
  llvm::Value* format = call.getArgOperand(static_cast<unsigned>(shape.format));
  FormattedText result;
  if (!call.getFunctionType()->isVarArg()) {
    result.texts.push_back({format, nullptr});
    return result;
  }
  auto next = static_cast<unsigned>(std::max({shape.format, shape.buffer, shape.room})) + 1;
  llvm::StringRef rest;
  if (!llvm::getConstantStringInfo(format, rest)) {
    result.texts.push_back({format, nullptr});
    result.known = !hasPointers(call, next);
    return result;
  }
  for (std::size_t percent; (percent = rest.find('%')) != llvm::StringRef::npos;) {
    rest = rest.drop_front(percent + 1);
    const std::optional<Conversion> conversion = readConversion(rest);
    if (!conversion || next + conversion->arguments > call.arg_size()) {
      result.known = !hasPointers(call, next);
      return result;
    }
    next += conversion->arguments;
    if (conversion->kind == Conversion::Kind::unknown) result.known = false;
    if (conversion->kind != Conversion::Kind::text || !call.getArgOperand(next - 1)->getType()->isPointerTy()) continue;
    llvm::Value* most = nullptr;
    if (conversion->by_argument) most = call.getArgOperand(next - 2);
    if (conversion->most) most = llvm::ConstantInt::get(llvm::Type::getInt64Ty(call.getContext()), *conversion->most);
    result.texts.push_back({call.getArgOperand(next - 1), most});
  }
  return result;
}

// Up to its end or the limit, whichever comes first. A negative limit is none.
void announceRead(HookBuilder& builder, const FormattedText::Text& text) {
  if (!text.most) {
    callHook(builder, "__sleave_read_text", builder.getVoidTy(), {text.text});
    return;
  }
  llvm::Value* most = builder.CreateSExt(text.most, builder.getInt64Ty());
  callHook(builder, "__sleave_read_text_part", builder.getVoidTy(), {text.text, most});
}

// It defines those that print to streams and descriptors, and reads their formats.
bool isAnnouncedByRuntime(const llvm::CallInst& call, const Shape& shape) {
  return call.getFunctionType()->isVarArg() && shape.buffer < 0;
}

void announce(llvm::CallInst& call, const Shape& shape) {
  HookBuilder before(call);
  for (const FormattedText::Text& text : formattedBy(call, shape).texts) announceRead(before, text);
  if (shape.buffer < 0) return;
  HookBuilder after(*call.getNextNode());
  if (call.getDebugLoc()) after.SetCurrentDebugLocation(call.getDebugLoc());
  llvm::Value* room = shape.room < 0 ? llvm::ConstantInt::get(after.getInt64Ty(), ~0ull)
                                     : call.getArgOperand(static_cast<unsigned>(shape.room));
  callHook(after, "__sleave_wrote_text", after.getVoidTy(),
           {call.getArgOperand(static_cast<unsigned>(shape.buffer)), room, &call});
}

}  // namespace

std::optional<FormattedText> formattedText(const llvm::CallBase& call) {
  const auto* plain = llvm::dyn_cast<llvm::CallInst>(&call);
  const Shape* shape = plain ? shapeOf(*plain) : nullptr;
  if (!shape) return std::nullopt;
  return formattedBy(*plain, *shape);
}

bool isFormatFunction(llvm::StringRef name) {
  return llvm::any_of(kShapes, [name](const Shape& shape) { return shape.name == name; });
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
