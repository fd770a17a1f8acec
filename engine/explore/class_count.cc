#include "engine/explore/class_count.h"

#include <bit>
#include <nlohmann/json.hpp>

#include "engine/base/rng.h"

namespace sleave {
namespace {

constexpr std::size_t kSaved = 4096;

}  // namespace

void ClassCount::add(std::uint64_t class_hash) {
  ++runs_;
  const std::uint64_t mixed = mix64(class_hash);
  if (!kept(mixed, level_)) return;
  const auto [entry, added] = seen_.emplace(mixed, false);
  if (added) {
    ++once_;
    if (seen_.size() > most_) thin(most_);
  } else if (!entry->second) {
    entry->second = true;
    --once_;
  }
}

void ClassCount::thin(std::size_t most) {
  while (seen_.size() > most && level_ < 63) {
    ++level_;
    std::erase_if(seen_, [this](const auto& entry) { return !kept(entry.first, level_); });
  }
  once_ = 0;
  for (const auto& [hash, again] : seen_) once_ += !again;
}

double ClassCount::chance_of_new() const {
  if (runs_ == 0) return 1;
  return static_cast<double>(once_ << level_) / static_cast<double>(runs_);
}

std::string ClassCount::save() const {
  std::size_t leading_zeros[65] = {};
  for (const auto& [hash, again] : seen_) ++leading_zeros[std::countl_zero(hash)];
  std::size_t kept_at_level = seen_.size();
  unsigned level = level_;
  while (kept_at_level > kSaved && level < 63) kept_at_level -= leading_zeros[level++];
  nlohmann::json once = nlohmann::json::array();
  nlohmann::json more = nlohmann::json::array();
  for (const auto& [hash, again] : seen_) {
    if (kept(hash, level)) (again ? more : once).push_back(hash);
  }
  return nlohmann::json{{"runs", runs_}, {"level", level}, {"once", once}, {"more", more}}.dump();
}

Status ClassCount::load(const std::string& state) {
  const Error damaged{Tier::usage, "the saved count of classes is damaged"};
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object()) return damaged;
  try {
    level_ = json.at("level");
    runs_ = json.at("runs");
    if (level_ > 63) return damaged;
    seen_.clear();
    for (const std::uint64_t hash : json.at("once")) seen_[hash] = false;
    for (const std::uint64_t hash : json.at("more")) seen_[hash] = true;
    once_ = json.at("once").size();
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
  return ok();
}

}  // namespace sleave
