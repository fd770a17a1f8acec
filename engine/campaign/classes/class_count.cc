#include "engine/campaign/classes/class_count.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "engine/base/rng.h"

namespace sleave {

void ClassCount::Sample::add(std::uint64_t mixed) {
  if (!keeps(mixed)) return;
  switch (classes.add(mixed)) {
    case ClassMarks::Seen::never:
      ++once;
      if (classes.size() > most) thin();
      return;
    case ClassMarks::Seen::once:
      --once;
      return;
    case ClassMarks::Seen::more:
      return;
  }
}

void ClassCount::Sample::thin() {
  while (classes.size() > most && level < 63) {
    ++level;
    classes.keep_if([this](std::uint64_t mixed) { return keeps(mixed); });
  }
  once = 0;
  classes.for_each([this](std::uint64_t, bool again) { once += !again; });
}

void ClassCount::add(std::uint64_t class_hash) {
  ++runs_;
  const std::uint64_t mixed = mix64(class_hash);
  seen_.add(mixed);
  saved_.add(mixed);
}

double ClassCount::chance_of_new() const {
  if (runs_ == 0) return 1;
  return static_cast<double>(seen_.once << seen_.level) / static_cast<double>(runs_);
}

std::string ClassCount::save() const {
  std::string once;
  std::string more;
  saved_.classes.for_each([&](std::uint64_t mixed, bool again) {
    std::string& list = again ? more : once;
    fmt::format_to(std::back_inserter(list), "{}{}", list.empty() ? "" : ",", mixed);
  });
  return fmt::format(R"({{"level":{},"more":[{}],"once":[{}],"runs":{}}})", saved_.level, more, once, runs_);
}

Status ClassCount::load(const std::string& state) {
  const Error damaged{Tier::usage, "the saved count of classes is damaged"};
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object()) return damaged;
  try {
    runs_ = json.at("runs");
    for (Sample* sample : {&seen_, &saved_}) {
      sample->level = json.at("level");
      if (sample->level > 63) return damaged;
      sample->classes.clear();
      for (const std::uint64_t mixed : json.at("once")) sample->classes.add(mixed);
      sample->once = sample->classes.size();
      for (const std::uint64_t mixed : json.at("more")) {
        sample->classes.add(mixed);
        sample->classes.add(mixed);
      }
    }
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
  return ok();
}

}  // namespace sleave
