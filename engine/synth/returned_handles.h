// Handles: parameters that must be what another method returned, such as the number of a place that was acquired.
#pragma once

#include <optional>
#include <string>

#include "engine/synth/arguments.h"
#include "engine/synth/class_description.h"

namespace sleave::synth {

struct ReturnedHandle {
  std::string maker;  // the method that returns it
  std::string type;
};

// The handle that a method of one parameter asks for, by its comment, in lower case ("of a number that the caller
// acquired", "returned by acquire()"), or by its name (acquire and release), where it has no result that could report a
// wrong one. Nothing: any value will do.
std::optional<ReturnedHandle> returned_handle_of(const Method& method, const ClassDescription& description,
                                                 const ArgumentRules& rules, const std::string& comment);

Arguments arguments_of(const ReturnedHandle& handle, const Method& method);

}  // namespace sleave::synth
