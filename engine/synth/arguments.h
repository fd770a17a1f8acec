// What a client passes for the parameters of a class's methods.
#pragma once

#include <string>
#include <vector>

#include "engine/synth/class_description.h"
#include "engine/synth/passing.h"

namespace sleave::synth {

// How parameters of the class's methods are understood.
class ArgumentRules {
 public:
  explicit ArgumentRules(const ClassDescription& description, Given given = {});

  // Ways to call it, the most likely one first, or none: a parameter is not understood. Parameters with a default may
  // be left out.
  [[nodiscard]] std::vector<Arguments> of(const Method& method) const;
  [[nodiscard]] std::vector<Arguments> of_constructor(const Method& method) const;
  // Whether it takes another object of the class.
  [[nodiscard]] bool takes_another(const Method& method) const;

  [[nodiscard]] const Held& held() const { return held_; }
  // Without aliases of the class.
  [[nodiscard]] std::string resolved(const std::string& type) const;

 private:
  [[nodiscard]] std::vector<Arguments> in_all_styles(const Method& method, bool constructs) const;
  bool pass_all(const Method& method, bool constructs, Passing& passing) const;
  [[nodiscard]] bool looks_up(const Method& method) const;
  [[nodiscard]] bool uses_others(const Method& method) const;
  [[nodiscard]] std::string alias(const char* name) const;

  const ClassDescription& description_;
  Held held_;
};

}  // namespace sleave::synth
