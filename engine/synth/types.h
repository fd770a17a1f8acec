// C++ types as text.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace sleave::synth {

// A type without what surrounds it: "const std::pair<int, int> &" is std::pair<int, int>, const, a reference.
struct Type {
  std::string base;
  bool is_const = false;
  bool is_reference = false;
  bool is_moved = false;  // T&&
  bool is_pack = false;   // T...
  int pointers = 0;
};
Type type_of(const std::string& text);

bool is_integral(const std::string& base);
bool is_floating(const std::string& base);
bool is_string(const std::string& base);  // std::string, or a view of one

// "int, std::string" of "std::map<int, std::string>".
std::vector<std::string> template_arguments(const std::string& base);

// Whole words of `text` that `names` has, replaced, until none is left.
std::string replace_names(std::string text, const std::map<std::string, std::string>& names);

}  // namespace sleave::synth
