// Reads a class from clang's dump of its syntax tree (-Xclang -ast-dump=json).
#pragma once

#include <optional>
#include <string>

#include "engine/synth/class_description.h"

namespace sleave::synth {

// `dump` is one or more documents; the last complete class of that name counts, and of a template the last
// specialization: a probe that names it comes at the end of its file. Nothing: there is no such class.
std::optional<ClassDescription> read_class(const std::string& dump, const std::string& name);

// The unqualified name in "ns::Queue<int>".
std::string class_name(const std::string& type);

}  // namespace sleave::synth
