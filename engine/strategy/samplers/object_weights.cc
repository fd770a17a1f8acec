#include "engine/strategy/samplers/object_weights.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/base/rng.h"

namespace sleave {
namespace {

constexpr std::uint64_t kStream = 0x6f626a656374;  // tells this stream from others of the same seed
constexpr double kShareOfTheNew = 0.25;

}  // namespace

std::vector<sleave_location> ObjectWeights::draw(std::uint64_t seed) const {
  Rng random(derive_seed(seed, kStream));
  const std::uint64_t kind = random.below(4);
  if (kind == 0 || shared_.empty()) return shared_;
  std::vector<std::uint64_t> sizes;
  for (const sleave_location location : shared_) {
    double size = 0;
    for (const auto& [place, count] : objects_.at(location).counts) size += count;
    sizes.push_back(static_cast<std::uint64_t>(std::ceil(size)));
  }
  std::vector<sleave_location> drawn;
  for (std::uint64_t i = 0; i < (kind == 1 ? 2 : 1); ++i) {
    std::uint64_t at = random.below(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}));
    std::size_t rank = 0;
    while (at >= sizes[rank]) at -= sizes[rank++];
    if (drawn.empty() || drawn.front() != shared_[rank]) drawn.push_back(shared_[rank]);
  }
  return drawn;
}

void ObjectWeights::select(Plan& plan) const {
  plan.objects = draw(plan.tail_seed);
  std::vector<double> weights(plan.threads.size());
  for (const sleave_location location : plan.objects) {
    for (const auto& [place, count] : objects_.at(location).counts) {
      if (place < weights.size()) weights[place] += count;
    }
  }
  plan.weights.clear();
  for (const double weight : weights) plan.weights.push_back(static_cast<std::uint32_t>(std::lround(weight)));
}

void ObjectWeights::learn(const Trace& trace, const std::vector<std::uint32_t>& places) {
  if (trace.contacts.empty()) return;
  for (const sleave_trace_contact& contact : trace.contacts) {
    const std::uint32_t place = places[contact.thread];
    if (place == SLEAVE_NO_THREAD || (objects_.size() == kMost && !objects_.contains(contact.location))) continue;
    Object& object = objects_[contact.location];
    const auto [count, fresh] = object.counts.emplace(place, contact.count);
    if (!fresh) count->second += kShareOfTheNew * (contact.count - count->second);
    object.written |= contact.writes != 0;
  }
  find_shared();
}

void ObjectWeights::find_shared() {
  shared_.clear();
  for (const auto& [location, object] : objects_) {
    if (object.written && object.counts.size() > 1) shared_.push_back(location);
  }
}

nlohmann::json ObjectWeights::save() const {
  nlohmann::json saved = nlohmann::json::array();
  for (const auto& [location, object] : objects_) {
    nlohmann::json counts = nlohmann::json::array();
    for (const auto& [place, count] : object.counts) counts.push_back({place, count});
    saved.push_back({location, object.written, counts});
  }
  return saved;
}

void ObjectWeights::load(const nlohmann::json& saved) {
  objects_.clear();
  for (const nlohmann::json& entry : saved) {
    Object& object = objects_[entry.at(0).get<sleave_location>()];
    object.written = entry.at(1);
    for (const nlohmann::json& count : entry.at(2)) object.counts[count.at(0)] = count.at(1);
  }
  find_shared();
}

}  // namespace sleave
