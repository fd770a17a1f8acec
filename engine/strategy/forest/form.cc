#include "engine/strategy/forest/form.h"

#include "engine/base/rng.h"

namespace sleave::interference {
namespace {

constexpr std::size_t kMostReads = 256;
constexpr std::uint32_t kConstant = 0xfffffffe;
constexpr std::uint32_t kUnknown = 0xffffffff;

}  // namespace

std::size_t FormHash::operator()(const std::vector<std::uint32_t>& key) const {
  std::uint64_t hash = key.size();
  for (const std::uint32_t part : key) hash = mix64(hash ^ part);
  return hash;
}

void Forms::add(const Term& term, Form& form) {
  form.key.push_back(term.shape);
  for (const Term::Over& over : term.over) {
    std::vector<Stamped>& known = over.is_read ? reads_ : inputs_;
    std::vector<std::uint32_t>& listed = over.is_read ? form.reads : form.inputs;
    if (over.what >= known.size()) known.resize(over.what + 1);
    Stamped& place = known[over.what];
    if (place.stamp != stamp_) {
      place = {stamp_, static_cast<std::uint32_t>(listed.size())};
      listed.push_back(over.what);
    }
    form.key.push_back(place.place << 1 | (over.is_read ? 1 : 0));
  }
}

bool Forms::make(const Forest& forest, const Scenario& scenario, const Contents& contents,
                 std::span<const Term* const> conditions, Form& form) {
  form.key.clear();
  form.reads.clear();
  form.values.clear();
  form.constants.clear();
  form.has_value.clear();
  form.inputs.clear();
  ++stamp_;
  form.key.push_back(static_cast<std::uint32_t>(conditions.size()));
  for (const Term* condition : conditions) add(*condition, form);
  for (std::size_t i = 0; i < form.reads.size(); ++i) {
    if (i >= kMostReads) return false;
    const NodeId read = form.reads[i];
    const NodeId edge = scenario.source(read);
    const NodeId source = edge != kNone ? edge : forest[read].local;
    const Term* value = source != kNone ? &terms_.of(forest, source, forest[source].event.value) : nullptr;
    form.values.push_back(value);
    form.constants.emplace_back();
    form.has_value.push_back(1);
    if (value != nullptr) {
      add(*value, form);
    } else if (const auto content = contents.find(forest[read].event.location); content != contents.end()) {
      form.constants.back() = content->second;
      form.key.push_back(kConstant);
      form.key.push_back(content->second.number);
    } else {
      form.has_value.back() = 0;
      form.key.push_back(kUnknown);
    }
  }
  return true;
}

}  // namespace sleave::interference
