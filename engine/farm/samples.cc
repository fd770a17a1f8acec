#include "engine/farm/samples.h"

#include <cstring>

#include "engine/base/rng.h"

namespace sleave::farm {
namespace {

using Length = std::uint32_t;

// In order: two runs that swap their results differ.
std::uint64_t with(std::uint64_t hash, std::uint64_t next) { return mix64(hash ^ mix64(next)); }

// No elements: damaged.
std::vector<std::vector<std::uint8_t>> split(const std::vector<std::uint8_t>& bytes) {
  std::vector<std::vector<std::uint8_t>> items;
  for (std::size_t at = 0; at < bytes.size();) {
    Length length = 0;
    if (bytes.size() - at < sizeof length) return {};
    std::memcpy(&length, &bytes[at], sizeof length);
    at += sizeof length;
    if (bytes.size() - at < length) return {};
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    items.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(length));
    at += length;
  }
  return items;
}

}  // namespace

Sample sample_of(const std::vector<SampledItem>& items) {
  Sample sample;
  for (const SampledItem& one : items) {
    const auto length = static_cast<Length>(one.item.size());
    const auto* const begin = reinterpret_cast<const std::uint8_t*>(&length);
    sample.items.insert(sample.items.end(), begin, begin + sizeof length);
    sample.items.insert(sample.items.end(), one.item.begin(), one.item.end());
    sample.hash = with(sample.hash, one.hash);
  }
  sample.size = items.size();
  return sample;
}

std::vector<Repeats::Item> Repeats::add(std::uint64_t sample, const std::vector<std::uint8_t>& items) {
  if (open_.contains(sample)) return {};
  std::vector<Item> to_run;
  for (std::vector<std::uint8_t>& bytes : split(items)) {
    places_[next_item_] = {sample, to_run.size()};
    to_run.push_back({next_item_++, std::move(bytes)});
  }
  if (to_run.empty()) {
    finished_.push_back({sample, std::nullopt});
  } else {
    open_[sample] = {std::vector<std::optional<std::uint64_t>>(to_run.size()), to_run.size()};
  }
  return to_run;
}

void Repeats::done(const RepeatedItem& item) {
  const auto place = places_.find(item.id);
  if (place == places_.end()) return;
  const auto [sample, number] = place->second;
  places_.erase(place);
  Open& open = open_[sample];
  open.hashes[number] = item.hash;
  if (--open.left != 0) return;
  std::optional<std::uint64_t> hash = 0;
  for (const std::optional<std::uint64_t>& one : open.hashes)
    hash = hash && one ? std::optional(with(*hash, *one)) : std::nullopt;
  finished_.push_back({sample, hash});
  open_.erase(sample);
}

std::vector<RepeatedItem> Repeats::take_finished() { return std::exchange(finished_, {}); }

std::vector<std::uint64_t> Repeats::held() const {
  std::vector<std::uint64_t> samples;
  for (const RepeatedItem& one : finished_) samples.push_back(one.id);
  for (const auto& [sample, open] : open_) samples.push_back(sample);
  return samples;
}

void Repeats::clear() {
  places_.clear();
  open_.clear();
  finished_.clear();
}

}  // namespace sleave::farm
