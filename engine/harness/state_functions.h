// Functions of a C library that bring a structure into the states it has in a program: those that make one, and those
// that change it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/harness/types.h"

namespace sleave::harness {

// A structure that the library makes, and its member that points to the one in question.
struct Holder {
  TypeId record = kVoid;
  std::string member{};
};

struct StateFunctions {
  std::vector<Holder> holders{};

  std::vector<const Function*> returning{};  // T* create(...)
  std::vector<const Function*> filling{};    // int init(T*, ...)
  std::vector<const Function*> changing{};   // int add(T*, ...), to be called on one that was made

  [[nodiscard]] bool can_make() const { return !holders.empty() || !returning.empty() || !filling.empty(); }
};

// By types and names; a few of each. `not_called`: these are left out. Nothing in C++, where classes have constructors.
StateFunctions state_functions(const Source& source, TypeId record, const std::set<std::string>& not_called = {});

}  // namespace sleave::harness
