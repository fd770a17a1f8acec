#include "engine/strategy/dpor/frontier.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace sleave {
namespace {

constexpr std::size_t kLengthBytes = sizeof(std::uint32_t);
constexpr std::size_t kHeadBytes = kLengthBytes + sizeof(double);  // of an item: its length, its weight

std::uint32_t length_at(const std::uint8_t* bytes) {
  std::uint32_t length = 0;
  std::memcpy(&length, bytes, kLengthBytes);
  return length;
}

double weight_at(const std::uint8_t* bytes) {
  double weight = 0;
  std::memcpy(&weight, bytes + kLengthBytes, sizeof weight);
  return weight;
}

}  // namespace

std::span<const std::uint8_t> Frontier::Bundle::item(std::size_t place) const {
  return std::span(bytes).subspan(begins[place] + kHeadBytes, length_at(&bytes[begins[place]]));
}

double Frontier::Bundle::weight(std::size_t place) const { return weight_at(&bytes[begins[place]]); }

void Frontier::Bundle::add(std::span<const std::uint8_t> item, double weight) {
  const std::size_t begin = bytes.size();
  const auto length = static_cast<std::uint32_t>(item.size());
  begins.push_back(static_cast<std::uint32_t>(begin));
  bytes.resize(begin + kHeadBytes + item.size());
  std::memcpy(&bytes[begin], &length, kLengthBytes);
  std::memcpy(&bytes[begin + kLengthBytes], &weight, sizeof weight);
  if (length != 0) std::memcpy(&bytes[begin + kHeadBytes], item.data(), item.size());
  ++left;
}

std::vector<std::uint8_t> Frontier::Bundle::bytes_left() const {
  if (left == size()) return bytes;
  Bundle rest;
  for (std::size_t i = 0; i < size(); ++i) {
    if (done[i] == 0) rest.add(item(i), weight(i));
  }
  return std::move(rest.bytes);
}

Frontier::Bundle& Frontier::fresh_bundle() {
  open_.emplace_back().id = next_id_++;
  return open_.back();
}

void Frontier::add(std::span<const std::uint8_t> item, double weight) {
  Bundle& bundle = open_.empty() || open_.back().size() >= kTogether ? fresh_bundle() : open_.back();
  bundle.add(item, weight);
  bundle.saved = false;  // not as it is now
  ++untaken_;
}

void Frontier::halve_top() {
  const Bundle whole = std::move(open_.back());
  open_.pop_back();
  removed_.push_back(whole.id);
  fresh_bundle();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (i == whole.size() / 2) fresh_bundle();
    open_.back().add(whole.item(i), whole.weight(i));
  }
}

void Frontier::begin(Bundle&& from, std::vector<Taken>& taken) {
  const std::uint64_t id = from.id;
  Bundle& bundle = under_way_[id] = std::move(from);
  bundle.done.resize(bundle.size());
  untaken_ -= bundle.size();
  under_way_items_ += bundle.size();
  for (std::uint32_t i = 0; i < bundle.size(); ++i) taken.push_back({{id, i}, bundle.item(i), bundle.weight(i)});
}

std::vector<Frontier::Taken> Frontier::take() {
  const std::size_t most = std::min(kTogether, (untaken_ + 1) / 2);
  std::vector<Taken> taken;
  ++takes_;
  if (takes_oldest() && most != 0 && open_.front().size() <= most) {
    begin(std::move(open_.front()), taken);
    open_.erase(open_.begin());
  }
  while (taken.size() < most) {
    if (open_.back().size() > 1 && open_.back().size() > untaken_ / 2) halve_top();
    begin(std::move(open_.back()), taken);
    open_.pop_back();
  }
  return taken;
}

void Frontier::done(const Ticket& ticket) {
  const auto entry = under_way_.find(ticket.bundle);
  if (entry == under_way_.end()) return;
  Bundle& bundle = entry->second;
  if (ticket.place >= bundle.size() || bundle.done[ticket.place] != 0) return;
  bundle.done[ticket.place] = 1;
  bundle.saved = false;
  --under_way_items_;
  if (--bundle.left != 0) return;
  removed_.push_back(bundle.id);
  under_way_.erase(entry);
}

WorkChanges Frontier::changes() {
  WorkChanges changes;
  changes.removed = std::exchange(removed_, {});
  const auto keep = [&](Bundle& bundle) {
    if (!bundle.saved) changes.kept.push_back({bundle.id, bundle.bytes_left()});
    bundle.saved = true;
  };
  for (auto& [id, bundle] : under_way_) keep(bundle);
  // Only the top of the stack changes.
  for (std::size_t i = open_.size(); i > 0 && !open_[i - 1].saved; --i) keep(open_[i - 1]);
  return changes;
}

bool Frontier::load(const std::vector<SavedWork>& saved) {
  for (const SavedWork& work : saved) {
    if (work.id < next_id_) return false;
    next_id_ = work.id;
    Bundle& bundle = fresh_bundle();
    for (std::size_t at = 0; at < work.bytes.size();) {
      const std::size_t room = work.bytes.size() - at;
      if (room < kHeadBytes || length_at(&work.bytes[at]) > room - kHeadBytes) return false;
      const std::size_t length = length_at(&work.bytes[at]);
      bundle.add(std::span(work.bytes).subspan(at + kHeadBytes, length), weight_at(&work.bytes[at]));
      at += kHeadBytes + length;
      ++untaken_;
    }
    bundle.saved = true;
  }
  return true;
}

}  // namespace sleave
