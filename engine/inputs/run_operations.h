// What a run did with memory and locks, with addresses as expressions over its input: for alias queries.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/expr/path.h"
#include "engine/trace/trace.h"

namespace sleave {

struct HeldLock {
  std::uint64_t address = 0;
  expr::Expr word{};
  bool shared = false;
};

struct Operation {
  std::uint32_t thread = 0;
  sleave_site site = 0;
  std::uint64_t address = 0;
  // The address; a constant if it does not depend on the input. Several: the thread used other words of that value too.
  std::vector<expr::Expr> words{};
  std::uint64_t bytes = 0;
  bool writes = false;
  bool atomic = false;
  bool shared = false;           // a lock that others may share
  std::uint64_t points = 0;      // of its thread, before it
  std::size_t era = 0;           // of its thread: between creations and joins
  std::vector<HeldLock> held{};  // by its thread, before it
};

// Of each thread the first operation at each place in the code on each address, in the order of the run.
class RunOperations {
 public:
  RunOperations(const Trace& trace, const expr::Path& path, expr::Pool& pool);

  [[nodiscard]] const std::vector<Operation>& accesses() const { return accesses_; }
  [[nodiscard]] const std::vector<Operation>& acquisitions() const { return acquisitions_; }

  // Whether creations and joins of threads order the two, whatever the schedule.
  [[nodiscard]] bool ordered(const Operation& a, const Operation& b) const;

 private:
  // Of each thread, the last of its eras that is over when another era begins.
  using Clock = std::vector<std::size_t>;
  struct Thread {
    std::uint64_t points = 0;
    std::vector<Clock> eras{};
    std::vector<HeldLock> held{};
  };

  void find_words(const expr::Path& path, const expr::Pool& pool);
  [[nodiscard]] std::optional<std::uint64_t> address_of(sleave_location location) const;
  std::vector<expr::Expr> words_of(std::uint32_t thread, std::uint64_t address, expr::Pool& pool) const;
  void follow(const sleave_event& event, expr::Pool& pool);
  void use_lock(const sleave_event& event, expr::Pool& pool);
  void release(std::uint32_t thread, std::uint64_t address);
  void order(const sleave_event& event);
  void add(std::vector<Operation>& list, const sleave_event& event, std::uint64_t bytes, expr::Pool& pool);

  const Trace& trace_;
  std::vector<Thread> threads_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::vector<expr::Expr>> words_;  // by address and thread
  std::map<std::pair<std::uint64_t, sleave_site>, std::uint32_t> seen_;
  std::vector<Operation> accesses_;
  std::vector<Operation> acquisitions_;
};

}  // namespace sleave
