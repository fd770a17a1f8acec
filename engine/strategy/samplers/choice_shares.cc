#include "engine/strategy/samplers/choice_shares.h"

#include <algorithm>

#include "abi/plan.h"
#include "engine/base/rng.h"

namespace sleave {
namespace {

constexpr std::uint64_t kStream = 0x63686f69636573;  // tells this stream from others of the same seed
constexpr std::uint64_t kStoreStream = 0x73746f726573;
constexpr std::uint64_t kHesitation = 4;  // operations after an update: most critical sections are shorter
constexpr std::uint64_t kLingering = 8;   // of eight threads

sleave_plan_choice share(std::uint32_t kind, std::uint64_t opportunities, Rng& random) {
  if (kind == SLEAVE_CHOICE_wake) return {SLEAVE_EVERY_TIME, 0};
  const std::uint64_t among = std::min<std::uint64_t>(opportunities, SLEAVE_EVERY_TIME - 1);
  return {1 + static_cast<std::uint32_t>(random.below(2)), static_cast<std::uint32_t>(among)};
}

}  // namespace

void ChoiceShares::apply(std::uint64_t run, Plan& plan) const {
  draw(run, plan);
  if (allowed_.has(SLEAVE_CHOICE_read_from)) draw_stores(run, plan);
}

void ChoiceShares::draw_stores(std::uint64_t run, Plan& plan) const {
  constexpr sleave_plan_choice kEach{SLEAVE_EVERY_TIME, 0};
  constexpr sleave_plan_choice kByLocation{SLEAVE_EVERY_TIME, SLEAVE_EVERY_TIME};
  Rng random(derive_seed(plan.tail_seed, kStoreStream));
  const bool places = random.below(4) == 0;
  switch (run % 8) {
    case 5: {
      const sleave_choice_kind kind =
          places && most_[SLEAVE_CHOICE_place] != 0 ? SLEAVE_CHOICE_place : SLEAVE_CHOICE_read_from;
      if (most_[kind] != 0) plan.choices[kind] = share(kind, most_[kind], random);
      break;
    }
    case 1:
    case 2:
    case 6:
      plan.choices[SLEAVE_CHOICE_read_from] = kEach;
      if (places) plan.choices[SLEAVE_CHOICE_place] = kEach;
      break;
    case 3:
    case 4:
    case 7:
      plan.choices[SLEAVE_CHOICE_read_from] = kByLocation;
      if (places) plan.choices[SLEAVE_CHOICE_place] = kByLocation;
      break;
    default:
      break;
  }
  plan.tail_events = sleave_hesitation(random.below(8) != 0 ? kHesitation : 0, random.below(8) != 0 ? kLingering : 0);
  // All runs keep stores, so that opportunities are known.
  plan.flags |= SLEAVE_PLAN_OLD_STORES;
}

void ChoiceShares::draw(std::uint64_t run, Plan& plan) const {
  // Every run has its own client, if the program is one, which the first run shows.
  if (run == 0 || most_[SLEAVE_CHOICE_client] != 0) plan.choices[SLEAVE_CHOICE_client] = {SLEAVE_EVERY_TIME, 0};
  if (run % 4 == 3 && allowed_.has(SLEAVE_CHOICE_reuse)) plan.choices[SLEAVE_CHOICE_reuse] = {1, 0};
  if (run % 4 != 1) return;
  std::vector<std::uint32_t> possible;
  for (std::uint32_t kind = 0; kind < SLEAVE_CHOICE_COUNT; ++kind) {
    if (allowed_.has(kind) && kind != SLEAVE_CHOICE_reuse && most_[kind] != 0) possible.push_back(kind);
  }
  if (possible.empty()) return;
  Rng random(derive_seed(plan.tail_seed, kStream));
  const std::uint32_t certain = possible[random.below(possible.size())];
  std::vector<bool> drawn(SLEAVE_CHOICE_COUNT);
  bool any = false;
  for (const std::uint32_t kind : possible) any |= drawn[kind] = random.below(2) == 1;
  if (!any) drawn[certain] = true;
  for (const std::uint32_t kind : possible) {
    if (drawn[kind]) plan.choices[kind] = share(kind, most_[kind], random);
  }
}

void ChoiceShares::learn(const Trace& trace) {
  for (std::size_t kind = 0; kind < most_.size(); ++kind) {
    if (kind == SLEAVE_CHOICE_reuse) continue;  // holds for a whole run
    most_[kind] = std::max<std::uint64_t>(most_[kind], trace.header.opportunities[kind]);
  }
}

void ChoiceShares::load(const std::vector<std::uint64_t>& saved) {
  std::copy_n(saved.begin(), std::min(saved.size(), most_.size()), most_.begin());
}

}  // namespace sleave
