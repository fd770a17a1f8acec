// C7, after PipedReader of Java 1.8: characters that one thread receives and another reads. 1 crash.
//
// Wrong: close() marks the pipe as empty, by a place of -1, without the lock. receive() then writes before the buffer.
#pragma once

#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stdexcept>

class PipedReader {
 public:
  // False: the pipe is full. Throws std::runtime_error if it is closed.
  bool receive(char letter) {
    const std::lock_guard lock(mutex_);
    check_open();
    if (in_ == kEmpty) {
      in_ = 0;
      out_ = 0;
    }
    const int place = in_;
    if (place == kPlaces) return false;
    assert(place >= 0);  // crash
    letters_[static_cast<std::size_t>(place)] = letter;
    in_ = place + 1;
    return true;
  }

  std::optional<char> read() {
    const std::lock_guard lock(mutex_);
    check_open();
    const int end = in_;
    if (end == kEmpty || out_ >= end) return std::nullopt;
    const char letter = letters_[static_cast<std::size_t>(out_++)];
    if (out_ == end) in_ = kEmpty;
    return letter;
  }

  bool ready() {
    const std::lock_guard lock(mutex_);
    check_open();
    return in_ != kEmpty;
  }

  void close() {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
#endif
    is_closed_ = true;
    in_ = kEmpty;
  }

 private:
  static constexpr int kPlaces = 2;
  static constexpr int kEmpty = -1;

  void check_open() const {
    if (is_closed_) throw std::runtime_error("closed");
  }

  std::mutex mutex_;
  std::array<char, kPlaces> letters_{};
  std::atomic<int> in_{kEmpty};
  int out_ = 0;
  std::atomic<bool> is_closed_{false};
};
