// A hash set of chains with a count of changes, as iterators of class libraries check it. add_all() walks over the
// other set without its lock, and throws if that set changes meanwhile; retain_all() holds both locks, in the order of
// the call.
#include <mutex>
#include <stdexcept>

class HashSet {
 public:
  HashSet() = default;

  bool add(int key) {
    std::lock_guard guard(lock_);
    if (find(key) != nullptr) return false;
    chains_[place(key)] = new Entry{key, chains_[place(key)]};
    ++changes_;
    return true;
  }

  bool remove(int key) {
    std::lock_guard guard(lock_);
    for (Entry** entry = &chains_[place(key)]; *entry != nullptr; entry = &(*entry)->next) {
      if ((*entry)->key != key) continue;
      *entry = (*entry)->next;
      ++changes_;
      return true;
    }
    return false;
  }

  void add_all(const HashSet& other) {
    std::lock_guard guard(lock_);
    const int changes = other.changes_;
    for (const Entry* chain : other.chains_) {
      for (const Entry* entry = chain; entry != nullptr; entry = entry->next) {
        if (&other != this && other.changes_ != changes) throw std::runtime_error("concurrent modification");
        if (&other != this) add(entry->key);
      }
    }
  }

  bool has_all(const HashSet& other) const {
    std::lock_guard guard(lock_);
    std::lock_guard second(other.lock_);
    for (const Entry* chain : other.chains_) {
      for (const Entry* entry = chain; entry != nullptr; entry = entry->next) {
        if (find(entry->key) == nullptr) return false;
      }
    }
    return true;
  }

 private:
  struct Entry {
    int key = 0;
    Entry* next = nullptr;
  };
  static constexpr int kChains = 4;

  static int place(int key) { return static_cast<int>(static_cast<unsigned>(key) % kChains); }

  const Entry* find(int key) const {
    const Entry* entry = chains_[place(key)];
    while (entry != nullptr && entry->key != key) entry = entry->next;
    return entry;
  }

  mutable std::recursive_mutex lock_;
  Entry* chains_[kChains] = {};
  int changes_ = 0;
};
