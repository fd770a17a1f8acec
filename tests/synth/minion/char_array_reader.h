// C6, after CharArrayReader of Java 1.8. 3 crashes.
//
// Wrong: close() drops the characters without the lock, after a method has checked that the reader is open.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

class CharArrayReader {
 public:
  // All but close() throw std::runtime_error if the reader is closed.
  std::optional<char> read() {
    const std::lock_guard lock(mutex_);
    check_open();
    const std::string& letters = *letters_.load();
    if (next_ == letters.size()) return std::nullopt;  // crash
    return letters[next_++];
  }

  std::string read_some(std::size_t count) {
    const std::lock_guard lock(mutex_);
    check_open();
    const std::string part = letters_.load()->substr(next_, count);  // crash
    next_ += part.size();
    return part;
  }

  std::size_t skip(std::size_t count) {
    const std::lock_guard lock(mutex_);
    check_open();
    const std::size_t skipped = std::min(count, letters_.load()->size() - next_);  // crash
    next_ += skipped;
    return skipped;
  }

  void mark() {
    const std::lock_guard lock(mutex_);
    check_open();
    marked_ = next_;
  }

  void reset() {
    const std::lock_guard lock(mutex_);
    check_open();
    next_ = marked_;
  }

  void close() {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
#endif
    letters_ = nullptr;
  }

 private:
  void check_open() const {
    if (letters_ == nullptr) throw std::runtime_error("closed");
  }

  std::mutex mutex_;
  const std::string owned_ = "ab";
  std::atomic<const std::string*> letters_{&owned_};
  std::size_t next_ = 0;
  std::size_t marked_ = 0;
};
