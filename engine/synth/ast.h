// Reads a class from clang's dump of its syntax tree (-Xclang -ast-dump=json).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/synth/class_description.h"

namespace sleave::synth {

// `dump` is one or more documents; the last complete class of that name counts, and of a template the last
// specialization: a probe that names it comes at the end of its file. Nothing: there is no such class.
std::optional<ClassDescription> read_class(const std::string& dump, const std::string& name);

// Functions outside of classes. Types of parameters have no aliases but this one.
std::vector<Method> read_functions(const std::string& dump, const std::string& alias);

// The type that an alias names, without further aliases; empty: there is no such alias.
std::string aliased_type(const std::string& dump, const std::string& alias);

// In "ns::Queue<int>": Queue, and ns::Queue.
std::string class_name(const std::string& type);
std::string qualified_name(const std::string& type);

}  // namespace sleave::synth
