// CASES: one for each function below that is marked with CASE; check_standard.py runs them.
//
// What common parts of the C++ library do is seen: two threads that share nothing, or share an object under a mutex,
// make a complete search; two that share it without one are found. The words are those of calls.c.
#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>

#define CASE(name, expectation) static void name()

namespace {

std::mutex mutex;

template <typename Left, typename Right>
void beside(Left left, Right right) {
  std::thread thread(left);
  right();
  thread.join();
}

template <typename Body>
auto locked(Body body) {
  return [body] {
    const std::lock_guard<std::mutex> lock(mutex);
    body();
  };
}

std::map<int, int> map = {{1, 1}, {3, 3}, {5, 5}};
std::set<std::string> set = {"a", "b"};
std::list<int> list = {3, 1, 2};
std::string text = "a text that needs memory of its own";

// Trees: the library would balance them.
void use_map(std::map<int, int>& numbers, int key) {
  for (int i = 0; i < 3; ++i) numbers[key + i] = i;
  int sum = 0;
  for (const auto& [number, value] : numbers) sum += value;
  assert(sum >= 3);
  numbers.erase(key + 1);
  assert(std::prev(numbers.end())->first >= key + 2);
}
CASE(map_of_each, "complete") {
  const auto use = [] {
    std::map<int, int> numbers;
    use_map(numbers, 1);
  };
  beside(use, use);
}
CASE(map_under_mutex, "complete") {
  beside(locked([] { use_map(map, 10); }), locked([] { use_map(map, 20); }));
}
CASE(map_without_mutex, "found") {
  beside([] { map[2] = 2; }, [] { map[4] = 4; });
}
// Nodes that only balancing and iterating touch.
CASE(map_read_beside_insert, "found") {
  beside([] { map.emplace_hint(map.end(), 7, 7); },
         [] {
           int sum = 0;
           for (auto node = map.begin(); node != map.end(); ++node) sum += node->second;
           assert(sum == 9 || sum == 16);
         });
}
CASE(map_read_by_both, "complete") {
  const auto read = [] { assert(std::next(map.find(1))->first == 3); };
  beside(read, read);
}
CASE(set_erased_twice, "found") {
  beside([] { set.erase("a"); }, [] { set.erase("b"); });
}

// Lists: the library would hook nodes in.
CASE(list_of_each, "complete") {
  const auto use = [] {
    std::list<int> numbers = {2, 1};
    numbers.sort();
    numbers.reverse();
    std::list<int> others = {7};
    numbers.splice(numbers.begin(), others);
    numbers.swap(others);
    assert(numbers.empty() && others.front() == 7 && others.size() == 3);
  };
  beside(use, use);
}
CASE(list_under_mutex, "complete") {
  beside(locked([] { list.push_back(4); }), locked([] { list.remove(1); }));
}
CASE(list_without_mutex, "found") {
  beside([] { list.push_front(4); },
         [] {
           assert(list.back() == 2 || list.back() == 5);
           list.push_back(5);
         });
}
// The order decides, though every access is under a mutex.
CASE(list_in_order, "found") {
  beside(locked([] { list.push_front(4); }), locked([] { list.push_front(5); }));
  assert(list.front() == 5);
}

// Strings: the library would have their functions.
void use_text(std::string& words, const char* more) {
  words += more;
  words.insert(0, "first ");
  words.replace(0, 1, "FF");
  words.append(20, 'x');
  assert(words.find(more) != std::string::npos && words.compare(more) != 0);
  words.erase(words.size() - 20);
  words = words.substr(1) + std::to_string(words.size());
  words.shrink_to_fit();
}
CASE(text_of_each, "complete") {
  const auto use = [] {
    std::string words;
    use_text(words, "word");
  };
  beside(use, use);
}
CASE(text_under_mutex, "complete") {
  beside(locked([] { use_text(text, "left"); }), locked([] { use_text(text, "right"); }));
}
CASE(text_without_mutex, "found") {
  beside([] { text += "left"; }, [] { assert(text.find("left") != 1); });
}
CASE(text_in_order, "found") {
  beside(locked([] { text += "left"; }), locked([] { text += "right"; }));
  assert(text.back() == 't' && text[text.size() - 2] == 'h');
}
// Numbers: the library is given functions of C to call.
CASE(numbers_of_each, "complete") {
  const auto use = [] {
    assert(std::stoi("12") == 12 && std::stod("1.5") == 1.5);
    assert(std::to_string(1.5) == "1.500000");
  };
  beside(use, use);
}
CASE(text_thrown, "complete") {
  const auto use = [] {
    try {
      throw std::runtime_error("message " + std::to_string(5));
    } catch (const std::exception& error) {
      assert(std::strcmp(error.what(), "message 5") == 0);
    }
  };
  beside(use, use);
}
CASE(hashed_texts, "complete") {
  const auto use = [] {
    std::unordered_map<std::string, int> numbers;
    for (int i = 0; i < 20; ++i) numbers[std::to_string(i)] = i;
    assert(numbers.at("7") == 7);
  };
  beside(use, use);
}

// The library makes its mutexes for pointers at their first use, which is not seen.
std::shared_ptr<int> pointer;
CASE(pointer_seen_early, "gap _Sp_locker") {
  beside([] { std::atomic_store(&pointer, std::make_shared<int>(1)); }, [] { std::atomic_load(&pointer); });
}

// Standard streams: output of several threads is no race, and each part of it is an event.
CASE(output_of_both, "complete") {
  const auto print = [] { std::cout << "text " << 1 << std::endl; };
  beside(print, print);
}
CASE(errors_of_both, "complete") {
  const auto print = [] { std::cerr << std::string("text ") << 1.5 << 'c'; };
  beside(print, print);
}
// The width that one thread sets may be used by the other.
CASE(width_of_one, "found") {
  beside([] { std::cout << std::setw(5) << 1; }, [] { std::cout << 2; });
}
CASE(base_of_one, "found") {
  beside([] { std::cout << std::hex << 1 << std::dec; }, [] { std::cout << 20; });
}
CASE(width_under_mutex, "complete") {
  const auto print = [] { std::cout << std::hex << std::setw(5) << std::setfill('0') << 1 << std::dec; };
  beside(locked(print), locked(print));
}
CASE(output_apart_from_stdio, "found") {
  std::ios_base::sync_with_stdio(false);
  const auto print = [] { std::cout << 1; };
  beside(print, print);
}
// A buffer of the program's own.
struct Collector : std::streambuf {
  int overflow(int character) override {
    text += static_cast<char>(character);
    return character;
  }
  std::string text;
};
CASE(output_collected, "found") {
  Collector collector;
  std::streambuf* const before = std::cout.rdbuf(&collector);
  beside([] { std::cout << 1; }, [] { std::cout << 2; });
  std::cout.rdbuf(before);
}
CASE(output_collected_in_order, "found") {
  Collector collector;
  std::streambuf* const before = std::cout.rdbuf(&collector);
  beside(locked([] { std::cout << 1; }), locked([] { std::cout << 2; }));
  std::cout.rdbuf(before);
  assert(collector.text == "12");
}
CASE(output_collected_under_mutex, "complete") {
  Collector collector;
  std::streambuf* const before = std::cout.rdbuf(&collector);
  beside(locked([] { std::cout << 1; }), locked([] { std::cout << 2; }));
  std::cout.rdbuf(before);
  assert(collector.text.size() == 2);
}

// String streams.
std::stringstream stream;
CASE(streams_of_each, "complete") {
  const auto use = [] {
    std::ostringstream written;
    written << "a " << 1 << ' ' << 2.5 << std::hex << std::setw(4) << 255;
    assert(written.str() == "a 1 2.5  ff");
    std::istringstream read("12 word\nline");
    int number = 0;
    std::string word;
    std::string line;
    read >> number >> word;
    assert(read && number == 12 && word == "word");
    read.ignore();
    assert(std::getline(read, line) && line == "line" && read.eof());
  };
  beside(use, use);
}
CASE(stream_under_mutex, "complete") {
  beside(locked([] { stream << 1; }), locked([] { stream << 2; }));
  assert(stream.str().size() == 2);
}
CASE(stream_in_order, "found") {
  beside(locked([] { stream << 1; }), locked([] { stream << 2; }));
  assert(stream.str() == "12");
}
CASE(stream_without_mutex, "found") {
  beside([] { stream << 1; }, [] { stream << "text"; });
}
CASE(stream_read_beside_write, "found") {
  beside([] { stream << 1; }, [] { assert(stream.str().size() <= 1); });
}
CASE(stream_state_beside_use, "found") {
  beside([] { stream << 1; }, [] { assert(stream.good()); });
}
CASE(stream_read_into_text, "found") {
  stream << "word";
  beside([] { stream >> text; }, [] { assert(text.size() > 3); });
}
CASE(stream_printed_from_text, "found") {
  beside([] { stream << text; }, [] { text[2] = 'T'; });
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return 2;
#include "standard.inc"
  return 2;
}
