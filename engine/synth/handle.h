// An object of a C library: functions make it, use it through a pointer, and end it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/synth/class_description.h"
#include "engine/synth/passing.h"

namespace sleave::synth {

// "ck_ring_t", or with the prefix of its functions where it does not follow from the type: "struct ck_ring:ck_ring".
struct Handle {
  std::string type;
  std::string prefix;
};
Handle handle_of(const std::string& text);

// What a client takes for a class: a struct `Handle` that owns the object, with functions instead of methods.
struct Library {
  ClassDescription description;
  std::string text;  // definitions of the client file
  Given given;       // what else the functions are passed
};

// `functions` of the library with their full names. Nothing: no function makes or initializes an object.
std::optional<Library> library_of(const std::vector<Method>& functions, const Handle& handle);

}  // namespace sleave::synth
