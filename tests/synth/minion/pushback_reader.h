// C8, after PushbackReader of Java 1.8 (JDK-8143394): a reader to which characters can be returned. 9 crashes.
//
// Wrong: close() drops the buffer and the source without the lock, after a method has checked that the reader is open.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

class PushbackReader {
 public:
  // All but close() throw std::runtime_error if the reader is closed, and if there is no room to unread.
  std::optional<char> read() {
    const std::lock_guard lock(mutex_);
    check_open();
    const std::string& returned = *returned_.load();
    if (place_ < returned.size()) return returned[place_++];  // crash
    const std::string& source = *source_.load();
    if (next_ == source.size()) return std::nullopt;  // crash
    return source[next_++];
  }

  std::string read_some(std::size_t count) {
    const std::lock_guard lock(mutex_);
    check_open();
    std::string part = returned_.load()->substr(place_, count);  // crash
    place_ += part.size();
    const std::string more = source_.load()->substr(next_, count - part.size());  // crash
    next_ += more.size();
    return part + more;
  }

  void unread(char letter) {
    const std::lock_guard lock(mutex_);
    check_open();
    check_room(1);
    (*returned_.load())[place_ - 1] = letter;  // crash
    --place_;
  }

  void unread(const std::string& text) {
    const std::lock_guard lock(mutex_);
    check_open();
    check_room(text.size());
    returned_.load()->replace(place_ - text.size(), text.size(), text);  // crash
    place_ -= text.size();
  }

  bool ready() {
    const std::lock_guard lock(mutex_);
    check_open();
    if (place_ < returned_.load()->size()) return true;  // crash
    return next_ < source_.load()->size();               // crash
  }

  std::size_t skip(std::size_t count) {
    const std::lock_guard lock(mutex_);
    check_open();
    const std::size_t skipped = std::min(count, returned_.load()->size() - place_);  // crash
    place_ += skipped;
    return skipped;
  }

  void close() {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
#endif
    source_ = nullptr;
    returned_ = nullptr;
  }

 private:
  void check_open() const {
    if (source_ == nullptr || returned_ == nullptr) throw std::runtime_error("closed");
  }
  void check_room(std::size_t count) const {
    if (count > place_) throw std::runtime_error("no room");
  }

  std::mutex mutex_;
  std::string owned_returned_ = "..";
  const std::string owned_source_ = "ab";
  std::atomic<std::string*> returned_{&owned_returned_};
  std::atomic<const std::string*> source_{&owned_source_};
  std::size_t place_ = 2;  // in what was returned; from its end to its beginning
  std::size_t next_ = 0;   // in the source
};
