// A relation between numbered things, as one row of bits for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sleave::graph {

class Relation {
 public:
  explicit Relation(std::size_t size) : size_(size), words_((size + 63) / 64), bits_(size * words_) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool has(std::size_t from, std::size_t to) const {
    return (bits_[from * words_ + to / 64] >> to % 64 & 1) != 0;
  }
  void add(std::size_t from, std::size_t to) { bits_[from * words_ + to / 64] |= std::uint64_t{1} << to % 64; }
  void remove(std::size_t from, std::size_t to) { bits_[from * words_ + to / 64] &= ~(std::uint64_t{1} << to % 64); }

  // `from` also has what `row` of the other relation has.
  void add_row(std::size_t from, const Relation& other, std::size_t row) {
    for (std::size_t i = 0; i < words_; ++i) bits_[from * words_ + i] |= other.bits_[row * words_ + i];
  }

  Relation& operator|=(const Relation& other) {
    for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] |= other.bits_[i];
    return *this;
  }

  // Calls `use` with everything that `from` has.
  template <typename Use>
  void each(std::size_t from, Use use) const {
    for (std::size_t i = 0; i < words_; ++i) {
      for (std::uint64_t rest = bits_[from * words_ + i]; rest != 0; rest &= rest - 1) {
        use(i * 64 + static_cast<std::size_t>(__builtin_ctzll(rest)));
      }
    }
  }

  // This, then the other.
  [[nodiscard]] Relation then(const Relation& other) const {
    Relation both(size_);
    for (std::size_t from = 0; from < size_; ++from) {
      each(from, [&](std::size_t middle) { both.add_row(from, other, middle); });
    }
    return both;
  }

  void close() {
    for (std::size_t middle = 0; middle < size_; ++middle) {
      for (std::size_t from = 0; from < size_; ++from) {
        if (has(from, middle)) add_row(from, *this, middle);
      }
    }
  }

  [[nodiscard]] bool has_cycle() const {
    Relation closed = *this;
    closed.close();
    for (std::size_t i = 0; i < size_; ++i) {
      if (closed.has(i, i)) return true;
    }
    return false;
  }

 private:
  std::size_t size_;
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace sleave::graph
