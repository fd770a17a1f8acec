// Short names for the data a trace talks about, the same throughout one finding, given in the order of asking.
//
//   counter q.lock   global or static variable, with the member where DWARF knows it
//   queue.count      local variable; "queue.count (T2)" if another variable has that name already
//   H1+16            byte 16 of a heap block
//   M1 R1 C1 O1 G1   mutex, rwlock, condition, once, static initializer without a name in the source
//   V1               something else on a thread's stack
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/analyze/names/heap_blocks.h"
#include "engine/analyze/names/stack_variables.h"
#include "engine/find/finding.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/trace/event_kinds.h"
#include "engine/trace/trace.h"

namespace sleave {

class ObjectNames {
 public:
  // Both must outlive this object.
  ObjectNames(const Trace& trace, Symbolizer& symbolizer);

  // Name of what was at `location` when event `at` happened.
  std::string name(sleave_location location, Category category, std::uint64_t at);

  // Name of what a value points to, "&H1+8"; nothing if it is no address of a known block or variable.
  std::optional<std::string> pointee(std::uint64_t value, std::uint64_t at);

  // Everything named so far.
  [[nodiscard]] const std::vector<FindingObject>& objects() const { return objects_; }

 private:
  using Key = std::pair<sleave_location, std::uint64_t>;  // with the category, or what distinguishes lives of a block
  static constexpr std::uint32_t kGlobal = SLEAVE_NO_THREAD;
  using LocalKey = std::tuple<sleave_location, std::string, std::string>;  // begin, name, function

  std::optional<std::string> source_name(sleave_location location, std::uint64_t at);
  const std::string& listed(const std::string& name, Category category, sleave_location location, std::uint64_t at);
  std::string data_name(sleave_location location, std::uint64_t at);
  std::string global_name(const Variable& variable);
  std::string local_name(const StackVariable& variable);
  const std::string& local_suffix(const StackVariable& variable);
  void add_life(const HeapBlock& block, FindingObject& object);
  std::string heap_name(const HeapBlock& block, sleave_location location);
  std::string numbered(const Key& key, const std::string& first, FindingObject object);
  std::string place(sleave_location location, std::uint64_t at);
  std::optional<Variable> variable(sleave_location location);
  [[nodiscard]] sleave_location location_of(std::uint64_t address) const;  // 0: none
  std::string slot_owner(std::uint32_t slot) const;

  const Trace& trace_;
  Symbolizer& symbolizer_;
  HeapBlocks heap_;
  StackVariables stacks_;
  std::map<Key, std::string> names_;
  std::map<std::string, int> last_number_;  // by letter
  std::map<LocalKey, std::string>
      suffixes_;  // " (T2)" distinguishes a local variable from others of that name; often empty
  std::map<std::string, std::uint32_t> taken_;  // names of whole variables, with the thread; kGlobal: none
  std::set<std::string> listed_;                // locks and the like that have a name in the source
  std::vector<FindingObject> objects_;
};

}  // namespace sleave
