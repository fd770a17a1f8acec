// What the arguments of a compiler call ask the linker for. The driver decides by it whether the runtime is linked in.
#pragma once

#include <string>
#include <vector>

namespace sleave {

enum class LinkKind {
  kNothing,     // no input: the compiler is only asked about itself (-v, --version, -print-...)
  kExecutable,  // the runtime goes in, should the call link at all
  kPart         // a shared library, or an object linked from others: hooks are resolved from the executable
};

// Response files (@file) are looked into, and nothing else is: an argument is judged by its own words.
LinkKind linkKind(const std::vector<std::string>& arguments);

// Splits a response file as GNU tools do: blanks separate, quotes and backslashes protect.
std::vector<std::string> splitResponse(const std::string& text);

}  // namespace sleave
