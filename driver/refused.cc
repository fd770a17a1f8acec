#include "driver/refused.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace sleave {
namespace {

using Arguments = std::vector<std::string>;

// Whether `name` is one of the words of a list with commas.
bool lists(std::string_view list, std::string_view name) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(','), list.size());
    if (list.substr(0, end) == name) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

// The last option counts.
bool usesSanitizer(const Arguments& arguments, std::string_view name) {
  constexpr std::string_view kOn = "-fsanitize=";
  constexpr std::string_view kOff = "-fno-sanitize=";
  bool on = false;
  for (std::string_view argument : arguments) {
    if (argument.starts_with(kOn) && lists(argument.substr(kOn.size()), name)) on = true;
    if (argument.starts_with(kOff) && lists(argument.substr(kOff.size()), name)) on = false;
    if (argument == "-fno-sanitize=all") on = false;
  }
  return on;
}

bool isOneOf(const std::string& argument, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), argument) != names.end();
}

bool linksStatically(const Arguments& arguments) {
  const auto has = [&](std::initializer_list<const char*> names) {
    return std::any_of(arguments.begin(), arguments.end(),
                       [&](const std::string& argument) { return isOneOf(argument, names); });
  };
  return has({"-static", "--static", "-static-pie"}) && !has({"-c", "-S", "-E", "-fsyntax-only", "-r", "-shared"});
}

bool names(const Arguments& arguments, std::string_view option) {
  return std::find(arguments.begin(), arguments.end(), option) != arguments.end();
}

constexpr const char* kStatic =
    "-static does not work with Sleave, which intercepts functions of shared libraries: link without it";

}  // namespace

std::string refusalWithSanitizer(const Arguments& arguments) {
  if (names(arguments, "-fsleave-inputs")) return "-fsleave-inputs needs sleave-cc or sleave-c++, which use clang";
  if (names(arguments, "-static-libtsan")) {
    return "-static-libtsan does not work with Sleave, whose runtime takes that library's place: leave it out";
  }
  return linksStatically(arguments) ? kStatic : "";
}

std::string refusal(const Arguments& arguments) {
  if (usesSanitizer(arguments, "thread")) {
    return "-fsanitize=thread does not work with Sleave, which reports data races itself: leave it out";
  }
  if (usesSanitizer(arguments, "fuzzer")) {
    return "-fsanitize=fuzzer does not work with Sleave, which calls LLVMFuzzerTestOneInput itself: use "
           "-fsleave-inputs";
  }
  return linksStatically(arguments) ? kStatic : "";
}

}  // namespace sleave
