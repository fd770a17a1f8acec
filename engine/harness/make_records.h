// The functions of a harness that make structures: each type once.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/harness/arguments.h"
#include "engine/harness/callbacks.h"
#include "engine/harness/types.h"

namespace sleave::harness {

struct MakeOptions {
  bool is_c = false;
  unsigned depth = 0;                  // of shapes; 0: the default
  bool any_heap = false;               // also circles and shared nodes
  std::set<std::string> not_called{};  // functions that do not compile as a part of some state
};

// Members of a structure that points to others of its type.
struct ShapeParts {
  struct Range {
    std::string member;
    std::int64_t low;
    std::int64_t high;
  };
  std::vector<std::string> links;
  std::vector<std::string> backs;
  std::vector<std::string> values;
  std::vector<Range> ranges;
  std::string rest;  // statements
  bool is_list = true;
};

class RecordMakers {
 public:
  RecordMakers(const Source& source, const MakeOptions& options)
      : source_(source), options_(options), callbacks_(source.types) {}

  // An expression that makes a structure with this name and returns a pointer to it.
  std::string expression(TypeId record, const std::string& name, bool may_be_null);

  // Statements that make what is at `place` an input.
  void fill(std::string& statements, const std::string& place, const std::string& name, TypeId type,
            bool is_small = false);

  // A pointer of this type to new memory; empty: to nothing that is known.
  std::string pointer(const std::string& name, TypeId type, bool is_array);

  // A function of the right type; empty: none can be written. `type` is a pointer to a function.
  std::string callback(TypeId type) { return callbacks_.expression(type); }
  [[nodiscard]] const std::string& callbacks() const { return callbacks_.text(); }

  // Functions of the library that its makers call.
  [[nodiscard]] const std::set<std::string>& called() const { return called_; }

  // The functions, in the order in which they can be compiled.
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::string& declarations() const { return declarations_; }
  [[nodiscard]] bool has_shapes() const { return has_shapes_; }
  [[nodiscard]] bool uses_levels() const { return uses_levels_; }

  // How a structure is written; an alias counts if it has no name.
  [[nodiscard]] std::string record_name(TypeId record) const;

 private:
  std::string maker(TypeId record);
  void write_base(TypeId record, const std::string& function);
  void write_state(TypeId record, const std::string& function, const std::string& base);
  enum class Purpose : std::uint8_t { returning, filling, changing };
  std::string state_call(const Function& function, TypeId record, const std::string& indent, Purpose purpose);
  bool pass(std::string& statements, std::string& list, const Function& function, std::size_t index,
            const std::string& indent);
  void write_plain(TypeId record, const std::string& function);
  void write_shape(TypeId record, const std::string& function);
  void write_cpp_shape(TypeId record, const std::string& function, const ShapeParts& parts);
  void write_c_shape(TypeId record, const std::string& function, const ShapeParts& parts);
  void write_instance(TypeId record, const std::string& function);
  std::string calls_before(TypeId record);
  std::string members(TypeId record, const std::string& object, const std::string& label, bool for_shape);
  std::string union_member(TypeId record, const std::string& object, const std::string& label);
  [[nodiscard]] bool is_made_by_shape(TypeId record, const Member& member) const;
  [[nodiscard]] bool links(TypeId record, const Member& member) const;
  void fill_nameless(std::string& statements, const std::string& object, const std::string& label, TypeId type);
  void fill_pointer(std::string& statements, const std::string& place, const std::string& name, TypeId type);
  void fill_enumeration(std::string& statements, const std::string& place, const std::string& name, TypeId type);
  void fill_array(std::string& statements, const std::string& place, const std::string& name, TypeId type);
  [[nodiscard]] std::string name_for(TypeId record) const;
  [[nodiscard]] std::string spelled(TypeId type) const { return source_.types.declaration(type, ""); }

  const Source& source_;
  MakeOptions options_;
  Callbacks callbacks_;
  std::set<std::string> called_;
  std::map<TypeId, std::string> makers_;
  std::string text_;
  std::string declarations_;
  bool has_shapes_ = false;
  bool uses_levels_ = false;
};

constexpr unsigned kRoom = 8;  // elements of an array, characters of a text

}  // namespace sleave::harness
