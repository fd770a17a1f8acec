// What one call passes for each parameter of a method.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/synth/class_description.h"
#include "engine/synth/types.h"

namespace sleave::synth {

// A call in C++: which values it is made with, and what becomes of them.
struct Arguments {
  std::vector<std::string> parameters;  // of the operation's function: "int item"
  std::vector<std::string> domains;     // what each can be: "fresh()"
  std::string setup;                    // before the call: "int out{}; "
  std::vector<std::string> values;      // passed: "out"
  std::vector<std::string> results;     // joined to what the call returns: "out"
  bool take_another = false;            // object of the class

  bool operator==(const Arguments&) const = default;
};

// What functions of a C library are passed.
struct Given {
  std::map<std::string, std::string> types;  // pointers to these are always the same: "ck_ring" -> "&object.handle"
  std::string node;                          // pointers to this type are new nodes
  std::string members;                       // of the struct that owns the object: what `types` names
};

// What objects of the class hold; empty: not known.
struct Held {
  std::string element;  // of a map: its keys
  std::string mapped;
  bool has_keys = false;               // elements are looked up, so that calls must name the same ones
  std::set<std::string> enumerations;  // names, without namespaces and classes
  Given given;

  [[nodiscard]] bool is_map() const { return !mapped.empty(); }
};

// The header does not say everything. The compiler is shown a call in several styles and takes the first that compiles.
struct Style {
  bool from_object = false;      // classes are constructed from the object, as tokens are, not by default
  bool returns = false;          // functions return true
  bool takes_functions = false;  // a template parameter of no known kind is a function, not an element
  bool takes_pairs = false;      // of a map, it is a key with what it is mapped to
};

// Names of what the client declares; no two are equal.
class Names {
 public:
  std::string fresh(std::string name);

 private:
  std::vector<std::string> used_ = {"object", "result", "all", "next", "T"};
};

class Passing {
 public:
  Passing(const Held& held, const Method& method, const Style& style, bool constructs)
      : held_(held), method_(method), style_(style), constructs_(constructs) {}

  // False: the parameter is not understood. `counted`: a number follows it. The type has no aliases of the class.
  bool add(const Parameter& parameter, const std::string& type, bool counted);

  // Another object of the class.
  void add_another(const std::string& name);

  Arguments take() { return std::move(arguments_); }

 private:
  [[nodiscard]] bool is_template_parameter(const std::string& base) const;
  [[nodiscard]] bool depends(const std::string& type) const;
  [[nodiscard]] std::string in_range() const;
  std::string choice(const std::string& name, const std::string& type, const std::string& domain);
  bool pass(const std::string& value);
  bool add_template(const Parameter& parameter, const Type& type);
  bool add_pack();
  bool add_unknown(const Parameter& parameter, const Type& type);
  bool add_time(const std::string& type);
  bool add_visitor();
  bool add_iterator();
  bool add_list();
  bool add_array(const std::string& base, bool is_const);
  bool add_out(const std::string& name, const std::string& base, const char* address_of);
  bool add_pointer(const Parameter& parameter, const Type& type, bool counted);
  bool add_value(const std::string& name, const Type& type);
  bool add_number(const std::string& name, const std::string& base);
  bool add_owner(const std::string& name, const std::string& base);
  bool add_pair(const std::string& base);
  bool add_function(const std::string& base);
  std::string domain_of(const std::string& name);

  const Held& held_;
  const Method& method_;
  Style style_;
  bool constructs_;
  Arguments arguments_;
  Names names_;
  std::string range_;       // the elements between two iterators
  bool has_first_ = false;  // a key was passed
};

}  // namespace sleave::synth
