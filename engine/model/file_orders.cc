#include "engine/model/file_orders.h"

#include <algorithm>
#include <map>

namespace sleave {
namespace {

using graph::Step;

using Clock = std::vector<std::uint32_t>;

void join(Clock& to, const Clock& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = std::max(to[i], from[i]);
}

// The last step of each thread that did something, and the file it was about.
struct Last {
  std::uint32_t time = 0;
  std::uint64_t file = 0;
};
using LastOf = std::map<std::uint32_t, Last>;

// Which steps come before which in every order of the class: those of one thread, creation and join, and steps of one
// location of which one writes. That a sleeper wakes after its signal is left out: less order is safe.
class Order {
 public:
  // Before the step is part of it.
  [[nodiscard]] Clock known_to(std::uint32_t thread) const {
    const auto known = threads_.find(thread);
    return known == threads_.end() ? Clock() : known->second;
  }

  // The time of the step in its thread.
  std::uint32_t add(const Step& step) {
    Clock& own = threads_[step.thread];
    if (own.size() <= step.thread) own.resize(step.thread + std::size_t{1});
    const std::uint32_t time = ++own[step.thread];
    switch (step.kind) {
      case Step::Kind::read:
      case Step::Kind::write:
      case Step::Kind::update:
        access(own, locations_[step.location], writes(step));
        break;
      case Step::Kind::create:
        join(threads_[step.other], Clock(own));
        break;
      case Step::Kind::join:
        join(own, known_to(step.other));
        break;
      default:
        break;
    }
    return time;
  }

 private:
  struct Location {
    Clock written;
    Clock read;
  };

  static void access(Clock& own, Location& location, bool writes) {
    join(own, location.written);
    if (!writes) return join(location.read, own);
    join(own, location.read);
    location.written = own;
  }

  std::map<std::uint32_t, Clock> threads_;
  std::map<std::uint64_t, Location> locations_;
};

bool is_known(const Clock& clock, std::uint32_t thread, std::uint32_t time) {
  return thread < clock.size() && clock[thread] >= time;
}

class Unordered {
 public:
  void add(const FileStep& use, std::uint32_t thread, std::uint32_t time, const Clock& before, const Clock& after) {
    if (use.apart) {
      look_at_apart(use, before, after);
      keep_apart(use, {time, use.contents.front().file}, thread);
    } else {
      look_at_kernel(use, after);
      keep_kernel(use, {time, 0}, thread);
    }
  }

  [[nodiscard]] const std::set<std::uint64_t>& files() const { return files_; }

 private:
  struct OfFile {
    LastOf read_apart;
    LastOf written_apart;
    LastOf read;
    LastOf written;
  };

  static bool all_known(const LastOf& steps, const Clock& clock) {
    return std::all_of(steps.begin(), steps.end(),
                       [&](const auto& last) { return is_known(clock, last.first, last.second.time); });
  }

  // Steps of files' own of which some are unknown make their files shared.
  void look_at(const LastOf& apart, const Clock& clock) {
    for (const auto& [thread, last] : apart) {
      if (!is_known(clock, thread, last.time)) files_.insert(last.file);
    }
  }

  // Which file the number means must be decided before the thread's last step: when the call is made.
  void look_at_apart(const FileStep& use, const Clock& before, const Clock& after) {
    const FileStep::Contents& contents = use.contents.front();
    const OfFile& file = contents_[contents.file];
    const bool ordered = all_known(any_, after) && all_known(file.written, after) &&
                         (!contents.writes || all_known(file.read, after)) && all_known(opened_[use.opened], after) &&
                         all_known(changed_[use.number.value_or(0)], before);
    if (!ordered) files_.insert(contents.file);
  }

  void look_at_kernel(const FileStep& use, const Clock& clock) {
    if (use.any_contents) {
      for (const auto& [name, file] : contents_) {
        look_at(file.written_apart, clock);
        look_at(file.read_apart, clock);
      }
    }
    for (const FileStep::Contents& contents : use.contents) {
      const OfFile& file = contents_[contents.file];
      look_at(file.written_apart, clock);
      if (contents.writes) look_at(file.read_apart, clock);
    }
    if (use.opened != 0) look_at(opened_apart_[use.opened], clock);
    if (use.changed) look_at(used_apart_[*use.changed], clock);
  }

  void keep_apart(const FileStep& use, const Last& last, std::uint32_t thread) {
    const FileStep::Contents& contents = use.contents.front();
    OfFile& file = contents_[contents.file];
    (contents.writes ? file.written_apart : file.read_apart)[thread] = last;
    opened_apart_[use.opened][thread] = last;
    used_apart_[use.number.value_or(0)][thread] = last;
  }

  void keep_kernel(const FileStep& use, const Last& last, std::uint32_t thread) {
    if (use.any_contents) any_[thread] = last;
    for (const FileStep::Contents& contents : use.contents) {
      OfFile& file = contents_[contents.file];
      (contents.writes ? file.written : file.read)[thread] = last;
    }
    if (use.opened != 0) opened_[use.opened][thread] = last;
    if (use.changed) changed_[*use.changed][thread] = last;
  }

  std::map<std::uint64_t, OfFile> contents_;
  LastOf any_;
  // By the name of what a descriptor refers to, and by number: steps of the kernel, and of files' own.
  std::map<std::uint64_t, LastOf> opened_;
  std::map<std::uint64_t, LastOf> opened_apart_;
  std::map<std::uint64_t, LastOf> changed_;
  std::map<std::uint64_t, LastOf> used_apart_;
  std::set<std::uint64_t> files_;
};

}  // namespace

std::set<std::uint64_t> unordered_files(const graph::Steps& steps, const std::vector<FileStep>& uses) {
  if (std::none_of(uses.begin(), uses.end(), [](const FileStep& use) { return use.apart; })) return {};
  Order order;
  Unordered unordered;
  auto use = uses.begin();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::uint32_t thread = steps[i].thread;
    const bool here = use != uses.end() && use->step == i;
    const Clock before = here ? order.known_to(thread) : Clock();
    const std::uint32_t time = order.add(steps[i]);
    if (!here) continue;
    unordered.add(*use, thread, time, before, order.known_to(thread));
    ++use;
  }
  return unordered.files();
}

}  // namespace sleave
