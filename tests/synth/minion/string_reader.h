// C9, after StringReader of Java 1.8. 3 crashes.
//
// Wrong: close() drops the string without the lock, after a method has checked that the reader is open.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

class StringReader {
 public:
  explicit StringReader(const std::string& text = "ab") : owned_(text), text_(&owned_) {}

  // All but close() throw std::runtime_error if the reader is closed.
  std::optional<char> read() {
    const std::lock_guard lock(mutex_);
    check_open();
    if (next_ >= owned_.size()) return std::nullopt;
    return text_.load()->at(next_++);  // crash
  }

  std::string read_some(std::size_t count) {
    const std::lock_guard lock(mutex_);
    check_open();
    const std::string part = text_.load()->substr(next_, count);  // crash
    next_ += part.size();
    return part;
  }

  // Also backward, but not before the beginning.
  int skip(int count) {
    const std::lock_guard lock(mutex_);
    check_open();
    const int size = static_cast<int>(text_.load()->size());  // crash
    const int place = static_cast<int>(next_);
    const int skipped = std::clamp(count, -place, size - place);
    next_ = static_cast<std::size_t>(place + skipped);
    return skipped;
  }

  void reset() {
    const std::lock_guard lock(mutex_);
    check_open();
    next_ = 0;
  }

  void close() {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
#endif
    text_ = nullptr;
  }

 private:
  void check_open() const {
    if (text_ == nullptr) throw std::runtime_error("closed");
  }

  std::mutex mutex_;
  const std::string owned_;
  std::atomic<const std::string*> text_;
  std::size_t next_ = 0;
};
