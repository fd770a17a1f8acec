// C2, after BufferedInputStream of GNU Classpath: a stream that can be closed while it is read. 6 crashes, one in each
// method that uses the buffer.
//
// Wrong: close() drops the buffer without the lock, after a method has checked that the stream is open.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

class BufferedInput {
 public:
  // All but close() throw std::runtime_error if the stream is closed.
  std::optional<char> read() {
    const std::lock_guard lock(mutex_);
    check_open();
    const std::string& bytes = buffer_.load()->bytes;
    if (place_ == bytes.size()) return std::nullopt;  // crash
    return bytes[place_++];
  }

  std::string read_some(std::size_t count) {
    const std::lock_guard lock(mutex_);
    check_open();
    const std::string part = buffer_.load()->bytes.substr(place_, count);  // crash
    place_ += part.size();
    return part;
  }

  std::size_t skip(std::size_t count) {
    const std::lock_guard lock(mutex_);
    check_open();
    const std::size_t skipped = std::min(count, buffer_.load()->bytes.size() - place_);  // crash
    place_ += skipped;
    return skipped;
  }

  std::size_t available() {
    const std::lock_guard lock(mutex_);
    check_open();
    return buffer_.load()->bytes.size() - place_;  // crash
  }

  void mark() {
    const std::lock_guard lock(mutex_);
    check_open();
    buffer_.load()->mark = place_;  // crash
  }

  void reset() {
    const std::lock_guard lock(mutex_);
    check_open();
    place_ = buffer_.load()->mark;  // crash
  }

  void close() {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
#endif
    buffer_ = nullptr;
  }

 private:
  struct Buffer {
    std::string bytes = "ab";
    std::size_t mark = 0;
  };

  void check_open() const {
    if (buffer_ == nullptr) throw std::runtime_error("closed");
  }

  std::mutex mutex_;
  std::unique_ptr<Buffer> owned_ = std::make_unique<Buffer>();
  std::atomic<Buffer*> buffer_{owned_.get()};
  std::size_t place_ = 0;
};
