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

double Frontier::Bundle::weight() const {
  double sum = 0;
  for (std::size_t i = 0; i < size(); ++i) sum += weight(i);
  return sum;
}

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

SavedWork Frontier::Bundle::left_to_save() const {
  Bundle rest;
  double shares = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if (!done.empty() && done[i] != 0) continue;
    if (left != size()) rest.add(item(i), weight(i));
    shares += weight(i);
  }
  if (left == size()) rest.bytes = bytes;
  return {id, std::move(rest.bytes), static_cast<std::uint32_t>(left), shares};
}

bool Frontier::Bundle::read(std::span<const std::uint8_t> from) {
  for (std::size_t at = 0; at < from.size();) {
    const std::size_t room = from.size() - at;
    if (room < kHeadBytes || length_at(&from[at]) > room - kHeadBytes) return false;
    const std::size_t length = length_at(&from[at]);
    add(from.subspan(at + kHeadBytes, length), weight_at(&from[at]));
    at += kHeadBytes + length;
  }
  return true;
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
  ++made_;
  most_ = std::max(most_, size());
}

// Of the bundle at `place`, the first items and the others become two. Both are new ones for the disk.
void Frontier::cut(std::size_t place, std::size_t first) {
  const Bundle whole = std::move(open_[place]);
  removed_.push_back(whole.id);
  Bundle front;
  Bundle back;
  front.id = next_id_++;
  back.id = next_id_++;
  for (std::size_t i = 0; i < whole.size(); ++i) (i < first ? front : back).add(whole.item(i), whole.weight(i));
  open_[place] = std::move(front);
  open_.insert(open_.begin() + static_cast<std::ptrdiff_t>(place) + 1, std::move(back));
}

// One item at a time adds the least to what is open, but runs are made in batches.
std::size_t Frontier::together() const {
  if (size() < 2 * kFew) return kTogether;
  return size() < 3 * kFew ? kTogether / 4 : kTogether / 16;
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
  const std::size_t most = std::min(together(), (untaken_ + 1) / 2);
  std::vector<Taken> taken;
  ++takes_;
  if (takes_oldest() && most != 0 && open_.front().size() <= most) {
    begin(std::move(open_.front()), taken);
    open_.erase(open_.begin());
  }
  while (taken.size() < most) {
    const std::size_t more = most - taken.size();
    if (open_.back().size() > more) cut(open_.size() - 1, open_.back().size() - more);
    begin(std::move(open_.back()), taken);
    open_.pop_back();
  }
  return taken;
}

// Its bytes have been used.
void Frontier::done_with_dropped(const Ticket& ticket) {
  const auto entry = dropped_.find(ticket.bundle);
  if (entry != dropped_.end() && --entry->second.left == 0) dropped_.erase(entry);
}

void Frontier::done(const Ticket& ticket) {
  const auto entry = under_way_.find(ticket.bundle);
  if (entry == under_way_.end()) return done_with_dropped(ticket);
  Bundle& bundle = entry->second;
  if (ticket.place >= bundle.size() || bundle.done[ticket.place] != 0) return;
  bundle.done[ticket.place] = 1;
  bundle.saved = false;
  --under_way_items_;
  ++finished_;
  if (--bundle.left != 0) return;
  removed_.push_back(bundle.id);
  under_way_.erase(entry);
}

void Frontier::clear() {
  for (const auto& [id, bundle] : under_way_) removed_.push_back(id);
  for (const Bundle& bundle : open_) removed_.push_back(bundle.id);
  finished_ += size();
  dropped_.merge(under_way_);
  open_.clear();
  untaken_ = under_way_items_ = 0;
}

WorkChanges Frontier::changes() {
  WorkChanges changes;
  changes.removed = std::exchange(removed_, {});
  const auto keep = [&](Bundle& bundle) {
    if (!bundle.saved) changes.kept.push_back(bundle.left_to_save());
    bundle.saved = true;
  };
  for (auto& [id, bundle] : under_way_) keep(bundle);
  for (Bundle& bundle : open_) keep(bundle);
  return changes;
}

bool Frontier::load(const std::vector<SavedWork>& saved) {
  for (const SavedWork& work : saved) {
    if (work.id < next_id_) return false;
    next_id_ = work.id;
    Bundle& bundle = fresh_bundle();
    if (!bundle.read(work.bytes)) return false;
    untaken_ += bundle.size();
    bundle.saved = true;
  }
  return true;
}

std::uint64_t Frontier::add_bundle(std::span<const std::uint8_t> bytes) {
  Bundle bundle;
  if (!bundle.read(bytes) || bundle.size() == 0) return 0;
  bundle.id = next_id_++;
  bundle.saved = true;
  untaken_ += bundle.size();
  most_ = std::max(most_, size());
  const std::uint64_t id = bundle.id;
  open_.insert(open_.begin(), std::move(bundle));
  return id;
}

std::vector<SavedWork> Frontier::items_of(std::span<const std::uint8_t> bytes) {
  Bundle whole;
  if (!whole.read(bytes)) return {};
  std::vector<SavedWork> items;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    Bundle one;
    one.add(whole.item(i), whole.weight(i));
    items.push_back(one.left_to_save());
  }
  return items;
}

// As many of the oldest items, of those at the bottom of the stack, as weigh `weight` together.
std::size_t Frontier::oldest_of(double weight, std::size_t most) const {
  const Bundle& oldest = open_.front();
  most = std::min({kTogether, most, oldest.size()});
  std::size_t items = 1;
  for (double sum = oldest.weight(0); items < most && sum < weight; ++items) sum += oldest.weight(items);
  return items;
}

std::vector<SavedWork> Frontier::give(std::size_t most) {
  std::vector<SavedWork> given;
  std::size_t items = untaken_ / 2;
  double all = 0;
  for (const Bundle& bundle : open_) all += bundle.weight();
  double weight = all / 2;
  for (std::size_t rows = most; rows != 0 && items != 0; --rows) {
    // Half of an item's weight: it is given if that leaves this process nearer to half of all.
    if (!given.empty() && open_.front().weight(0) / 2 > weight) break;
    const std::size_t share = all > 0 ? oldest_of(weight / static_cast<double>(rows), items)
                                      : std::clamp<std::size_t>(items / rows, 1, kTogether);
    if (open_.front().size() > share) cut(0, share);
    const Bundle& oldest = open_.front();
    given.push_back(oldest.left_to_save());
    removed_.push_back(oldest.id);
    untaken_ -= oldest.size();
    items -= oldest.size();
    weight -= oldest.weight();
    open_.erase(open_.begin());
  }
  return given;
}

}  // namespace sleave
