#include "engine/model/descriptor_reuse.h"

#include <algorithm>
#include <map>

namespace sleave {
namespace {

using graph::Step;

// Calls on descriptors are all ordered with each other, so what a thread knows of them is the last one that comes
// before it in every order of the class.
class Knowledge {
 public:
  void add(const Step& step, const NumberUse* use, std::size_t rank) {
    std::size_t& known = threads_[step.thread];
    switch (step.kind) {
      case Step::Kind::read:
        known = std::max(known, locations_[step.location]);
        break;
      case Step::Kind::write:
        locations_[step.location] = known;
        break;
      case Step::Kind::update:
        if (step.operation.op == graph::Op::opaque && step.operation.a != 0) {  // of a descriptor
          if (use != nullptr) look_at(*use, step.thread, known, rank);
          known = rank;
          break;
        }
        known = std::max(known, locations_[step.location]);
        if (step.stores.value_or(true)) locations_[step.location] = known;
        break;
      case Step::Kind::create:
        threads_[step.other] = known;
        break;
      case Step::Kind::join:
        known = std::max(known, threads_[step.other]);
        break;
      default:
        break;
    }
  }

  [[nodiscard]] bool closed_meanwhile() const { return closed_meanwhile_; }

 private:
  struct Close {
    std::size_t rank = 0;
    std::uint32_t thread = 0;
  };

  void look_at(const NumberUse& use, std::uint32_t thread, std::size_t known, std::size_t rank) {
    const auto close = closes_.find(use.number);
    if (close != closes_.end() && close->second.thread != thread && close->second.rank > known) {
      closed_meanwhile_ = true;
    }
    if (use.closes) closes_[use.number] = {rank, thread};
  }

  std::map<std::uint32_t, std::size_t> threads_;
  std::map<std::uint64_t, std::size_t> locations_;
  std::map<std::uint64_t, Close> closes_;  // the last of each number
  bool closed_meanwhile_ = false;
};

}  // namespace

bool uses_number_closed_meanwhile(const graph::Steps& steps, const std::vector<NumberUse>& uses) {
  if (std::none_of(uses.begin(), uses.end(), [](const NumberUse& use) { return use.closes; })) return false;
  Knowledge knowledge;
  auto use = uses.begin();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool here = use != uses.end() && use->step == i;
    knowledge.add(steps[i], here ? &*use : nullptr, i + 1);
    if (here) ++use;
  }
  return knowledge.closed_meanwhile();
}

}  // namespace sleave
