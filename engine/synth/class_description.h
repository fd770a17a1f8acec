// What is known of a class whose client is to be written.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sleave::synth {

struct Parameter {
  std::string name;  // empty: it has none
  std::string type;  // as the class writes it
  bool has_default = false;
};

struct Method {
  std::string name;
  std::string function;  // of a C library: its full name
  std::string result;
  std::vector<Parameter> parameters;
  std::vector<std::string> template_parameters;  // of a member template
  std::string comment;                           // before its declaration, in lower case
  bool is_const = false;
  bool is_static = false;
};

struct ClassDescription {
  std::string name;                            // without its namespace
  std::string comment;                         // before its definition, in lower case
  std::vector<std::string> bases;              // public ones, as types
  std::vector<std::string> private_bases;      // protected ones, too
  std::vector<std::string> used;               // members of bases that it makes public by `using`
  std::vector<std::string> arguments;          // types that a template is instantiated with
  std::map<std::string, std::string> aliases;  // types that the class names
  std::set<std::string> enumerations;          // of it, and of its header, without namespaces
  std::vector<Method> constructors;            // public, neither copying nor moving
  std::vector<Method> methods;                 // public, neither deleted nor implicit
};

}  // namespace sleave::synth
