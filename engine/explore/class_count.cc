#include "engine/explore/class_count.h"

#include <nlohmann/json.hpp>

#include "engine/base/rng.h"

namespace sleave {

void ClassCount::Sample::add(std::uint64_t mixed) {
  if (!keeps(mixed)) return;
  const auto [entry, added] = classes.emplace(mixed, false);
  if (added) {
    ++once;
    if (classes.size() > most) thin();
  } else if (!entry->second) {
    entry->second = true;
    --once;
  }
}

void ClassCount::Sample::thin() {
  while (classes.size() > most && level < 63) {
    ++level;
    std::erase_if(classes, [this](const auto& entry) { return !keeps(entry.first); });
  }
  once = 0;
  for (const auto& [hash, again] : classes) once += !again;
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
  nlohmann::json once = nlohmann::json::array();
  nlohmann::json more = nlohmann::json::array();
  for (const auto& [hash, again] : saved_.classes) (again ? more : once).push_back(hash);
  return nlohmann::json{{"runs", runs_}, {"level", saved_.level}, {"once", once}, {"more", more}}.dump();
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
      for (const std::uint64_t hash : json.at("once")) sample->classes[hash] = false;
      for (const std::uint64_t hash : json.at("more")) sample->classes[hash] = true;
      sample->once = json.at("once").size();
    }
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
  return ok();
}

}  // namespace sleave
