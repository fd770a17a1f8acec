#include "pass/symbolic/call.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>

#include "abi/follow.h"
#include "abi/words.h"
#include "pass/base/hook_calls.h"
#include "pass/calls/foreign_call.h"
#include "pass/calls/format_call.h"
#include "pass/calls/library_accesses.h"
#include "pass/calls/string_call.h"
#include "pass/symbolic/access.h"
#include "pass/symbolic/compute.h"
#include "pass/symbolic/output.h"

namespace sleave {

namespace {

constexpr char kAssume[] = "__sleave_assume";

uint64_t argumentOffset(unsigned index) { return offsetof(sleave_following, arguments) + index * sizeof(uint32_t); }
uint64_t resultOffset(unsigned index) { return offsetof(sleave_following, results) + index * sizeof(uint32_t); }

uint64_t copyOffset(size_t index) { return offsetof(sleave_following, copied) + index * sizeof(void*); }

// Calls of the runtime's own hooks take no part.
bool isHook(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && callee->getName().starts_with("__sleave_") && callee->getName() != kAssume;
}

// How many scalars of the values before it are handed over before the value at `position`.
unsigned scalarsBefore(llvm::ArrayRef<llvm::Type*> types, unsigned position, const llvm::DataLayout& layout) {
  unsigned count = 0;
  for (unsigned i = 0; i < position; ++i) {
    if (shadowType(types[i], layout)) count += static_cast<unsigned>(scalarsOf(types[i]).size());
  }
  return count;
}

// Whom the arguments are for: the function called, or the hook that will be called in its place.
llvm::Value* takerOf(llvm::CallBase& call) {
  const std::string hook = stringHookOf(call);
  if (hook.empty()) return call.getCalledOperand();
  return call.getModule()->getOrInsertFunction(hook, call.getFunctionType()).getCallee();
}

llvm::SmallVector<llvm::Value*, 8> argumentsOf(llvm::CallBase& call) {
  return llvm::SmallVector<llvm::Value*, 8>(call.args());
}

// The runtime hands the argument on to the thread.
bool startsThread(const llvm::Function& callee) {
  return callee.isDeclaration() && (callee.getName() == "pthread_create" || callee.getName() == "thrd_create");
}

// A function of this module is followed, and takes its arguments; so do hooks.
bool surelyTakes(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return false;
  if (callee->getName() == kAssume || startsThread(*callee) || !stringHookOf(call).empty()) return true;
  return !callee->isDeclaration() && !callee->isInterposable() &&
         !callee->hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation) &&
         !callee->hasFnAttribute(llvm::Attribute::Naked);
}

// Functions that look at nothing but their arguments and an object of the library's.
bool isBlind(const llvm::CallBase& call) {
  static const llvm::StringSet<> names{"pthread_mutex_lock",
                                       "pthread_mutex_trylock",
                                       "pthread_mutex_unlock",
                                       "pthread_mutex_destroy",
                                       "pthread_rwlock_rdlock",
                                       "pthread_rwlock_tryrdlock",
                                       "pthread_rwlock_wrlock",
                                       "pthread_rwlock_trywrlock",
                                       "pthread_rwlock_unlock",
                                       "pthread_rwlock_destroy",
                                       "pthread_spin_lock",
                                       "pthread_spin_trylock",
                                       "pthread_spin_unlock",
                                       "pthread_cond_wait",
                                       "pthread_cond_signal",
                                       "pthread_cond_broadcast",
                                       "pthread_cond_destroy",
                                       "pthread_barrier_wait",
                                       "sem_wait",
                                       "sem_trywait",
                                       "sem_post",
                                       "pthread_join",
                                       "pthread_self",
                                       "sched_yield",
                                       "malloc",
                                       "calloc",
                                       "free",
                                       "_Znwm",
                                       "_Znam",
                                       "_ZdlPv",
                                       "_ZdaPv",
                                       "_ZdlPvm",
                                       "_ZdaPvm"};
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return false;
  return callee->isIntrinsic() || call.doesNotAccessMemory() || names.contains(callee->getName());
}

// Functions of intercepts.def that take what their arguments point to out of the program, where it can come back from.
bool takesMemory(llvm::StringRef name) {
  static const llvm::StringSet<> names{"write",        "writev",  "pwrite",   "pwrite64", "pwritev", "send",
                                       "sendto",       "sendmsg", "sendmmsg", "fwrite",   "fputs",   "mq_send",
                                       "mq_timedsend", "msgsnd",  "setenv",   "putenv",   "open",    "open64",
                                       "openat",       "fopen",   "fopen64",  "vmsplice", "mkdir",   "unlink",
                                       "rename",       "stat",    "lstat",    "access",   "getenv",  "symlink"};
  return names.contains(name);
}

// Where a function that does not track inputs may read through its arguments.
llvm::SmallVector<ArgumentRead, 4> mayRead(llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  llvm::SmallVector<ArgumentRead, 4> reads = argumentsRead(call);
  if (hasPlainFormat(call)) {
    for (llvm::Value* text : stringsPrinted(call)) {
      if (text->getType()->isPointerTy()) reads.push_back({text, SLEAVE_READS_TEXT});
    }
    return reads;
  }
  const llvm::StringRef name = callee ? callee->getName() : "";
  const bool known = callee && !isFormatCall(name) && isKnownFunction(name);
  if (known && !takesMemory(name) && !usesObject(name)) return reads;
  for (llvm::Value* argument : call.args()) {
    if (argument->getType()->isPointerTy() && !llvm::isa<llvm::Function>(argument)) reads.push_back({argument, 0});
  }
  return reads;
}

// What is passed by value in memory: from where it is copied, in order.
llvm::SmallVector<llvm::Value*, 2> copiedBy(llvm::CallBase& call) {
  llvm::SmallVector<llvm::Value*, 2> copied;
  for (unsigned i = 0; i < call.arg_size() && copied.size() < SLEAVE_FOLLOWED_COPIES; ++i) {
    if (call.isByValArgument(i)) copied.push_back(call.getArgOperand(i));
  }
  return copied;
}

// A scalar that is handed over, as part of an argument.
struct Handed {
  llvm::Value* argument;
  ScalarPlace place;
};

llvm::SmallVector<Handed, 8> handedOver(llvm::CallBase& call, const llvm::DataLayout& layout) {
  llvm::SmallVector<Handed, 8> scalars;
  for (unsigned i = 0; i < call.getFunctionType()->getNumParams(); ++i) {
    llvm::Value* argument = call.getArgOperand(i);
    if (!shadowType(argument->getType(), layout)) continue;
    for (const ScalarPlace& place : scalarsOf(argument->getType())) scalars.push_back({argument, place});
  }
  if (scalars.size() > SLEAVE_FOLLOWED_ARGUMENTS) scalars.truncate(SLEAVE_FOLLOWED_ARGUMENTS);
  return scalars;
}

// Hooks of the string functions know some of them better than others; and more scalars are given than are taken.
bool isFollowedInPart(llvm::CallBase& call, const llvm::DataLayout& layout) {
  return !stringHookOf(call).empty() ||
         scalarsBefore(call.getFunctionType()->params(), call.getFunctionType()->getNumParams(), layout) >
             SLEAVE_FOLLOWED_ARGUMENTS;
}

void leaveArguments(Follower& follower, llvm::CallBase& call) {
  Follower* self = &follower;
  const auto scalars = handedOver(call, follower.layout());
  llvm::Value* taker = takerOf(call);
  const bool surely = surelyTakes(call);
  const bool output = isOutput(call);
  const bool looks = !surely && !isBlind(call);
  const llvm::SmallVector<ArgumentRead, 4> reads =
      looks && !output ? mayRead(call) : llvm::SmallVector<ArgumentRead, 4>();
  const llvm::SmallVector<llvm::Value*, 8> arguments = argumentsOf(call);
  const llvm::SmallVector<llvm::Value*, 2> copied = copiedBy(call);
  follower.add({.instruction = &call,
                .operands = {arguments.begin(), arguments.end()},
                .if_memory = looks || !copied.empty(),
                .build = [=](StepBuilder& builder) -> llvm::Value* {
                  for (size_t i = 0; i < copied.size(); ++i) self->storeField(builder, copied[i], copyOffset(i));
                  unsigned index = 0;
                  for (const auto& [argument, place] : scalars) {
                    llvm::Value* number = extractScalar(builder, builder.shadow(argument), place);
                    self->storeField(builder, number, argumentOffset(index++));
                  }
                  builder.hook(surely ? "call" : "offer", builder.getVoidTy(), {taker});
                  for (const ArgumentRead& read : reads) {
                    builder.hook("reads", builder.getVoidTy(), {read.pointer, builder.getInt64(read.bytes)});
                  }
                  if (surely || output) return nullptr;
                  for (const auto& [argument, place] : scalars) {
                    builder.hook("offered", builder.getVoidTy(),
                                 {builder.getInt32(scalarBits(place.type, self->layout())),
                                  extractScalar(builder, builder.shadow(argument), place),
                                  asWord(builder, extractScalar(builder, argument, place))});
                  }
                  return nullptr;
                }});
}

// Those that nobody can take: after a `...`.
void useOtherArguments(Follower& follower, llvm::CallBase& call) {
  if (isOutput(call)) return;
  for (unsigned i = call.getFunctionType()->getNumParams(); i < call.arg_size(); ++i) {
    followWord(follower, call, call.getArgOperand(i), SLEAVE_PATH_CONSTRAINT_value);
  }
}

void takeArgumentsBack(Follower& follower, llvm::CallBase& call) {
  const llvm::SmallVector<llvm::Value*, 8> arguments = argumentsOf(call);
  llvm::Value* callee = takerOf(call);
  follower.add({.instruction = &call,
                .operands = {arguments.begin(), arguments.end()},
                .build = [=](StepBuilder& builder) -> llvm::Value* {
                  builder.hook("called", builder.getVoidTy(), {callee});
                  return nullptr;
                }});
}

void takeResult(Follower& follower, llvm::CallBase& call) {
  const llvm::DataLayout* layout = &follower.layout();
  llvm::Type* type = shadowType(call.getType(), *layout);
  llvm::CallBase* result = &call;
  llvm::Value* taker = takerOf(call);
  follower.add({.instruction = result, .if_returned = true, .result = result, .build = [=](StepBuilder& builder) {
                  llvm::Value* numbers = llvm::Constant::getNullValue(type);
                  unsigned index = 0;
                  for (const ScalarPlace& place : scalarsOf(result->getType())) {
                    if (index == SLEAVE_FOLLOWED_RESULTS) break;
                    llvm::Value* number = builder.expression(
                        "result", {taker, builder.getInt32(index++), builder.getInt32(scalarBits(place.type, *layout)),
                                   asWord(builder, extractScalar(builder, result, place))});
                    numbers = insertScalar(builder, numbers, number, place);
                  }
                  return numbers;
                }});
}

// Where code stands that follows the call.
llvm::Instruction* afterCall(llvm::CallBase& call) {
  auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call);
  if (!invoke) return call.getNextNode();
  llvm::BasicBlock* normal = invoke->getNormalDest();
  if (!normal->getUniquePredecessor()) normal = llvm::SplitEdge(invoke->getParent(), normal);
  return &*normal->getFirstInsertionPt();
}

}  // namespace

bool followCall(Follower& follower, llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call) return false;
  if (llvm::isa<llvm::CallBrInst>(call) || call->isInlineAsm()) {
    addConcretization(follower, instruction, SLEAVE_CONCRETIZATION_assembly);
    if (call->mayReadFromMemory()) leaveWhatIsFollowed(follower, instruction);
    if (call->isTerminator()) follower.flush(&instruction);
    return true;
  }
  if (isHook(*call)) {
    follower.flush(&instruction);
    return true;
  }
  if (follower.follows(call->getCalledOperand())) {
    followWord(follower, instruction, call->getCalledOperand(), SLEAVE_PATH_CONSTRAINT_callee);
  }
  useOtherArguments(follower, *call);
  if (isFollowedInPart(*call, follower.layout())) leaveWhatIsFollowed(follower, instruction);
  leaveArguments(follower, *call);
  follower.flush(&instruction);
  if (call->isMustTailCall() || call->doesNotReturn()) return true;
  if (!surelyTakes(*call)) takeArgumentsBack(follower, *call);
  if (follower.follows(call)) takeResult(follower, *call);
  follower.flush(afterCall(*call));
  return true;
}

bool followReturn(Follower& follower, llvm::Instruction& instruction) {
  auto* end = llvm::dyn_cast<llvm::ReturnInst>(&instruction);
  if (!end) return false;
  if (end->getParent()->getTerminatingMustTailCall()) return true;
  llvm::Value* value = end->getReturnValue();
  Follower* self = &follower;
  const bool followed = value && shadowType(value->getType(), follower.layout());
  if (followed && scalarsOf(value->getType()).size() > SLEAVE_FOLLOWED_RESULTS)
    leaveWhatIsFollowed(follower, instruction);
  if (followed) {
    follower.add({.instruction = end, .operands = {value}, .build = [=](StepBuilder& builder) -> llvm::Value* {
                    unsigned index = 0;
                    llvm::Value* shadow = builder.shadow(value);
                    for (const ScalarPlace& place : scalarsOf(value->getType())) {
                      if (index == SLEAVE_FOLLOWED_RESULTS) break;
                      self->storeField(builder, extractScalar(builder, shadow, place), resultOffset(index++));
                    }
                    self->storeField(builder, &self->function(), offsetof(sleave_following, returner));
                    return nullptr;
                  }});
  }
  follower.flush(end);
  if (followed) {
    HookBuilder builder(*end);
    follower.storeField(builder, anyOf(builder, follower.shadowOf(value)), offsetof(sleave_following, returned));
  }
  return true;
}

void followArguments(Follower& follower) {
  llvm::Function& function = follower.function();
  llvm::SmallVector<llvm::Type*, 8> types(function.getFunctionType()->params());
  llvm::SmallVector<llvm::Argument*, 8> followed;
  for (llvm::Argument& argument : function.args()) {
    const bool used = follower.follows(&argument) && !argument.use_empty();
    if (used && scalarsBefore(types, argument.getArgNo(), follower.layout()) < SLEAVE_FOLLOWED_ARGUMENTS) {
      followed.push_back(&argument);
    }
  }
  llvm::SmallVector<llvm::Argument*, 2> copied;
  for (llvm::Argument& argument : function.args()) {
    if (argument.hasByValAttr() && copied.size() < SLEAVE_FOLLOWED_COPIES) copied.push_back(&argument);
  }
  if (followed.empty() && copied.empty()) return;
  llvm::BasicBlock::iterator place = function.getEntryBlock().getFirstInsertionPt();
  while (llvm::isa<llvm::AllocaInst>(*place)) ++place;
  llvm::Instruction* before = &*place;
  HookBuilder test(*before);
  llvm::Value* callee = follower.loadField(test, test.getPtrTy(), offsetof(sleave_following, callee));
  llvm::BasicBlock* fast = before->getParent();
  llvm::Instruction* end = follower.seldom(test.CreateICmpEQ(callee, &function), before);
  StepBuilder slow(follower, end);
  slow.SetCurrentDebugLocation(placeOf(*before));
  for (llvm::Argument* argument : followed) {
    unsigned index = scalarsBefore(types, argument->getArgNo(), follower.layout());
    llvm::Value* numbers = llvm::Constant::getNullValue(shadowType(argument->getType(), follower.layout()));
    llvm::Constant* none = llvm::cast<llvm::Constant>(numbers);
    for (const ScalarPlace& scalar : scalarsOf(argument->getType())) {
      if (index == SLEAVE_FOLLOWED_ARGUMENTS) break;
      const unsigned bits = scalarBits(scalar.type, follower.layout());
      llvm::Value* number = slow.expression("argument", {slow.getInt32(index++), slow.getInt32(bits),
                                                         asWord(slow, extractScalar(slow, argument, scalar))});
      numbers = insertScalar(slow, numbers, number, scalar);
    }
    llvm::PHINode* merged = follower.merge(none->getType(), 2, before);
    merged->addIncoming(none, fast);
    merged->addIncoming(numbers, end->getParent());
    follower.setShadow(argument, merged);
  }
  for (size_t i = 0; i < copied.size(); ++i) {
    const uint64_t bytes = follower.layout().getTypeAllocSize(copied[i]->getParamByValType());
    llvm::Value* from = follower.loadField(slow, slow.getPtrTy(), copyOffset(i));
    slow.hook("copy", slow.getVoidTy(), {copied[i], from, slow.getInt64(bytes)});
  }
  slow.hook("entered", slow.getVoidTy(), {});
}

}  // namespace sleave
