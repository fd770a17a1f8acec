#include "engine/find/symbols/code_origin.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>

namespace sleave {
namespace {

template <std::size_t N>
bool starts_with_any(std::string_view text, const std::array<std::string_view, N>& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [text](std::string_view p) { return text.starts_with(p); });
}

template <std::size_t N>
bool contains_any(std::string_view text, const std::array<std::string_view, N>& parts) {
  return std::any_of(parts.begin(), parts.end(), [text](std::string_view p) { return text.find(p) != text.npos; });
}

bool is_runtime(std::string_view function) {
  static constexpr std::array<std::string_view, 8> kPrefixes = {
      "__sleave_", "sleave_", "sleave::rt::", "__asan", "__ubsan", "__sanitizer", "__interceptor", "___interceptor"};
  const bool of_sanitizer = function.find("(__ubsan::") != function.npos;  // handleShiftOutOfBoundsImpl(__ubsan::...)
  return of_sanitizer || starts_with_any(function, kPrefixes);
}

// Whether the runtime, or the library behind it, defines this symbol. Methods of the program have such names, too:
// read(), close(), send(). Without the name of the class only the file tells.
bool is_intercepted(std::string_view function, std::string_view file) {
  static const std::unordered_set<std::string_view> kNames = {
#define SLEAVE_CALL(name, family, treatment, role) #name,
#include "abi/calls/intercepts.def"
#undef SLEAVE_CALL
  };
  const bool may_be = file.empty() || is_installed(file) || file.find("runtime/") != file.npos;
  return may_be && kNames.contains(function);
}

bool is_library_function(std::string_view function, std::string_view file) {
  static constexpr std::array<std::string_view, 16> kPrefixes = {"std::",
                                                                 "__gnu_cxx::",
                                                                 "__cxxabiv1::",
                                                                 "__gthread",
                                                                 "__gthrw_",
                                                                 "__pthread_",
                                                                 "__cxa_",
                                                                 "__assert",
                                                                 "__libc_",
                                                                 "__GI_",
                                                                 "__clang_call_terminate",
                                                                 "__gxx_",
                                                                 "_Unwind_",
                                                                 "__static_",
                                                                 "_start",
                                                                 "start_thread"};
  static constexpr std::array<std::string_view, 2> kAllocation = {"operator new", "operator delete"};
  return is_intercepted(function, file) || starts_with_any(function, kPrefixes) ||
         starts_with_any(function, kAllocation);
}

bool is_library_file(std::string_view file) {
  static constexpr std::array<std::string_view, 4> kParts = {"/include/c++/", "/bits/gthr", "/sysdeps/", "/nptl/"};
  return contains_any(file, kParts);
}

// GoogleTest and Catch2, linked or as headers: the bug is not there.
bool is_test_framework(const Frame& frame) {
  static constexpr std::array<std::string_view, 2> kPrefixes = {"testing::", "Catch::"};
  static constexpr std::array<std::string_view, 2> kResults = {" testing::", " Catch::"};  // "void testing::f<int>()"
  static constexpr std::array<std::string_view, 7> kFiles = {
      "/include/gtest/", "/include/gmock/", "/googletest/src/",    "/googlemock/src/",
      "/catch2/",        "/catch.hpp",      "/googletest/include/"};
  const std::string_view function = frame.function;
  const std::string_view name = function.substr(0, function.find('('));
  return starts_with_any(name, kPrefixes) || contains_any(name.substr(0, name.find('<')), kResults) ||
         contains_any(frame.file, kFiles);
}

bool is_library_module(std::string_view module) {
  static constexpr std::array<std::string_view, 8> kPrefixes = {"libc.so",   "libc-2",  "libstdc++.so", "libc++",
                                                                "libgcc_s.", "libm.so", "libpthread",   "ld-linux"};
  return starts_with_any(module, kPrefixes);
}

}  // namespace

Origin origin(const Frame& frame) {
  if (is_runtime(frame.function)) return Origin::runtime;
  const bool library = is_library_function(frame.function, frame.file) || is_library_file(frame.file) ||
                       is_library_module(frame.module) || is_test_framework(frame) || frame.module.empty();
  return library ? Origin::library : Origin::program;
}

bool is_installed(std::string_view file) {
  static constexpr std::array<std::string_view, 3> kFolders = {"/usr/include/", "/usr/lib/", "/usr/lib64/"};
  return starts_with_any(file, kFolders);
}

Stack trim(const Stack& stack, Top top) {
  const auto is_own = [](const Frame& frame) { return origin(frame) == Origin::program; };
  const auto is_not_runtime = [](const Frame& frame) { return origin(frame) != Origin::runtime; };
  const auto own = std::find_if(stack.begin(), stack.end(), is_own);
  if (own == stack.end()) {
    Stack rest;
    std::copy_if(stack.begin(), stack.end(), std::back_inserter(rest), is_not_runtime);
    return rest;
  }
  const auto end = std::find_if(stack.rbegin(), stack.rend(), is_own).base();
  // Behind the last runtime frame above the program: what the runtime called is the runtime's affair.
  const auto last_runtime = std::find_if_not(std::make_reverse_iterator(own), stack.rend(), is_not_runtime);
  Stack rest(top == Top::program ? own : last_runtime.base(), end);
  std::erase_if(rest, is_test_framework);
  return rest;
}

const Frame* caller_of_installed(const Stack& stack) {
  const Frame* inner = innermost_own(stack);
  if (inner == nullptr || origin(*inner) != Origin::program || !is_installed(inner->file)) return nullptr;
  const auto outer = std::find_if(stack.begin(), stack.end(), [](const Frame& frame) {
    return origin(frame) == Origin::program && !frame.file.empty() && !is_installed(frame.file);
  });
  return outer != stack.end() ? &*outer : nullptr;
}

const Frame* innermost_own(const Stack& stack) {
  for (const Origin wanted : {Origin::program, Origin::library}) {
    const auto found = std::find_if(stack.begin(), stack.end(), [=](const Frame& f) { return origin(f) == wanted; });
    if (found != stack.end()) return &*found;
  }
  return nullptr;
}

}  // namespace sleave
