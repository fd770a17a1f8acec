#include "engine/harness/state_functions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "engine/harness/arguments.h"
#include "engine/harness/callbacks.h"

namespace sleave::harness {
namespace {

constexpr std::size_t kMostMakers = 4;  // of each kind
constexpr std::size_t kMostChanging = 10;
constexpr std::size_t kMostHolders = 2;

bool has_part(const std::string& name, const auto& parts) {
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

bool makes(const std::string& name) {
  static constexpr std::array<std::string_view, 7> kParts = {"init", "create", "new", "open", "start", "setup", "make"};
  return has_part(name, kParts);
}

bool ends(const std::string& name) {
  static constexpr std::array<std::string_view, 10> kParts = {"free",    "delete", "destroy", "close",  "release",
                                                              "dispose", "fini",   "cleanup", "decref", "abort"};
  return has_part(name, kParts) || name.ends_with("End") || name.ends_with("_end");
}

class Finder {
 public:
  Finder(const Source& source, TypeId record, const std::set<std::string>& not_called, bool finds_holders)
      : types_(source.types), record_(source.types.bare(record)), not_called_(not_called) {
    add(source.functions);
    add(source.others);
    if (finds_holders) add_holders(source);
    if (!found_.holders.empty()) found_.filling.clear();  // they fill what the library makes
    keep(found_.returning, kMostMakers);
    keep(found_.filling, kMostMakers);
    keep(found_.changing, kMostChanging);
  }

  [[nodiscard]] const StateFunctions& found() const { return found_; }

 private:
  void add(const std::vector<Function>& functions) {
    for (const Function& function : functions) {
      if (function.is_variadic || function.is_method || not_called_.contains(function.name) || ends(function.name))
        continue;
      const std::size_t takes = taken(function);
      if (takes == 0 && leads_to_record(function.result) && can_pass_all(function, 0)) {
        found_.returning.push_back(&function);
      } else if (takes == 1 && leads_to_record(function.parameters[0].type) &&
                 !types_.is_const(types_.target(function.parameters[0].type)) && can_pass_all(function, 1)) {
        const bool fills = makes(function.name) && types_.at(record_).is_complete;
        (fills ? found_.filling : found_.changing).push_back(&function);
      }
    }
  }

  // z_stream has a deflate_state: functions for users make the former, and so the latter.
  void add_holders(const Source& source) {
    for (TypeId id = 0; id < types_.size() && found_.holders.size() < kMostHolders; ++id) {
      const Type& type = types_.at(id);
      if (type.kind != Kind::record || id == record_ || type.name.empty() || !type.is_complete) continue;
      for (const Member& member : type.members) {
        if (member.name.empty() || !leads_to_record(member.type)) continue;
        if (functions_for(source, id) <= functions_for(source, record_)) break;
        const StateFunctions own = Finder(source, id, not_called_, false).found();
        const auto is_for_users = [](const Function* each) { return each->is_external; };
        if (std::any_of(own.returning.begin(), own.returning.end(), is_for_users) ||
            std::any_of(own.filling.begin(), own.filling.end(), is_for_users))
          found_.holders.push_back({id, member.name});
        break;
      }
    }
  }

  // How many functions for users take one first: of two structures that point to each other more take the handle.
  [[nodiscard]] std::size_t functions_for(const Source& source, TypeId record) const {
    const auto takes = [&](const Function& function) {
      return function.is_external && !function.parameters.empty() &&
             types_.is_pointer_to(function.parameters[0].type, Kind::record) &&
             types_.bare(types_.target(function.parameters[0].type)) == record;
    };
    return static_cast<std::size_t>(std::count_if(source.functions.begin(), source.functions.end(), takes) +
                                    std::count_if(source.others.begin(), source.others.end(), takes));
  }

  // What other files can call first, and then what needs fewer arguments.
  static void keep(std::vector<const Function*>& functions, std::size_t most) {
    std::sort(functions.begin(), functions.end(), [](const Function* a, const Function* b) {
      if (a->is_external != b->is_external) return a->is_external;
      if (a->parameters.size() != b->parameters.size()) return a->parameters.size() < b->parameters.size();
      return a->name < b->name;
    });
    if (functions.size() > most) functions.resize(most);
  }

  [[nodiscard]] bool leads_to_record(TypeId type) const {
    return types_.is_pointer_to(type, Kind::record) && types_.bare(types_.target(type)) == record_;
  }
  [[nodiscard]] std::size_t taken(const Function& function) const {
    return static_cast<std::size_t>(
        std::count_if(function.parameters.begin(), function.parameters.end(),
                      [&](const Parameter& parameter) { return leads_to_record(parameter.type); }));
  }
  [[nodiscard]] bool can_pass_all(const Function& function, std::size_t from) const {
    for (std::size_t i = from; i < function.parameters.size(); ++i) {
      if (!can_pass(types_, function.parameters[i].type)) return false;
    }
    return true;
  }

  const Types& types_;
  TypeId record_;
  const std::set<std::string>& not_called_;
  StateFunctions found_;
};

}  // namespace

StateFunctions state_functions(const Source& source, TypeId record, const std::set<std::string>& not_called) {
  if (!source.is_c) return {};
  return Finder(source, record, not_called, true).found();
}

}  // namespace sleave::harness
