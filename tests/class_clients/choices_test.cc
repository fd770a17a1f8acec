// Which clients there are: those that the chooser makes against all that can be written down, up to renaming of threads
// and objects.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sleave/client/choices.hpp>
#include <sleave/client/pools.hpp>
#include <sleave/client/results.hpp>
#include <string>

namespace sleave::client {
namespace {

struct OperationOnly final : Operation {
  using Operation::Operation;
  std::string perform_once(const Objects&, const Call&, Handles&, const CallTime&) const override { return ""; }
  std::vector<std::string> argument_texts(const Call&, const std::vector<std::string>&) const override { return {}; }
  const std::type_info& handle_type() const override { return typeid(int); }
};

// take() returns a handle; look(handle), give(handle) and put(1 or 2).
struct Pool final : Subject {
  explicit Pool(std::size_t objects) : count_(objects) {
    operations_[1].arguments = {{0, "take", &typeid(int), true}};
    operations_[2].arguments = {{0, "take", &typeid(int), false}};
    operations_[3].arguments = {{2, "", nullptr, false}};
  }
  std::size_t count(Phase phase) const override { return phase == Phase::final ? 0 : 4; }
  const Operation& operation(Phase, std::size_t index) const override { return operations_[index]; }
  std::vector<std::size_t> make_choices() const override { return {}; }
  bool can_make() const override { return true; }
  void* make_object(const Call&) const override { return nullptr; }
  void delete_object(void*) const override {}
  const std::string& contract() const override { return none_; }
  const std::string& model() const override { return none_; }
  const std::string& progress() const override { return none_; }
  std::size_t objects() const override { return count_; }

 private:
  OperationOnly operations_[4] = {OperationOnly("take"), OperationOnly("look"), OperationOnly("give"),
                                  OperationOnly("put")};
  std::size_t count_;
  std::string none_;
};

// All clients that the chooser makes, one after the other.
class EachChoice final : public Choices {
 public:
  std::size_t below(std::size_t bound) override {
    if (at_ == path_.size()) path_.emplace_back(0, bound);
    return path_[at_++].first;
  }
  void exclude() override { excluded_ = true; }
  bool excluded() const { return excluded_; }
  bool next() {
    while (!path_.empty() && path_.back().first + 1 == path_.back().second) path_.pop_back();
    at_ = 0;
    excluded_ = false;
    if (path_.empty()) return false;
    ++path_.back().first;
    return true;
  }

 private:
  std::vector<std::pair<std::size_t, std::size_t>> path_;
  std::size_t at_ = 0;
  bool excluded_ = false;
};

// One letter for each call: operation and object, and for handles the place of the call that returned it, "m1" of main
// or "o0" of the thread's own.
using Word = std::string;
using Words = std::vector<Word>;  // of a thread
using Written = std::pair<Words, std::vector<Words>>;

Word word_of(const Call& call, const Client& client, const std::vector<Call>& own) {
  Word word = std::string(1, "TLGP"[call.operation]) + (call.receiver == 0 ? "a" : "b");
  if (call.operation == 3) return word + std::to_string(call.choices[0]);
  if (call.operation == 0) return word;
  for (std::size_t i = 0; i < client.before.size(); ++i) {
    if (client.before[i].number == static_cast<int>(call.choices[0])) return word + "m" + std::to_string(i);
  }
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i].number == static_cast<int>(call.choices[0])) return word + "o" + std::to_string(i);
  }
  return word + "?";
}

Written written(const Client& client) {
  Written all;
  for (const Call& call : client.before) all.first.push_back(word_of(call, client, {}));
  for (const std::vector<Call>& calls : client.threads) {
    all.second.emplace_back();
    for (const Call& call : calls) all.second.back().push_back(word_of(call, client, calls));
  }
  return all;
}

Words swapped(Words words) {
  for (Word& word : words) word[1] = word[1] == 'a' ? 'b' : 'a';
  return words;
}

// The same for clients that differ only in the names of threads and objects.
Written canonical(Written client) {
  const auto sort = [](Written& one) { std::sort(one.second.begin(), one.second.end()); };
  sort(client);
  Written other{swapped(client.first), {}};
  for (const Words& words : client.second) other.second.push_back(swapped(words));
  sort(other);
  return std::min(client, other);
}

// By the meaning of handles: each is used only where it is at hand, by one thread, and not after it was given back.
bool is_valid(const Written& client) {
  std::set<std::string> gone;
  std::map<std::string, std::size_t> users;
  const auto check = [&](const Words& words, std::size_t thread, bool is_main) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const Word& word = words[i];
      if (word[0] != 'L' && word[0] != 'G') continue;
      const std::size_t at = static_cast<std::size_t>(word[3] - '0');
      if (is_main ? word[2] != 'm' || at >= i : word[2] == 'o' && at >= i) return false;
      const Words& from = word[2] == 'm' ? client.first : words;
      if (at >= from.size() || from[at] != std::string("T") + word[1]) return false;
      const std::string handle = word.substr(2) + (word[2] == 'm' ? "" : std::to_string(thread));
      if (gone.contains(handle)) return false;
      if (!is_main && word[2] == 'm' && users.emplace(handle, thread).first->second != thread) return false;
      if (word[0] == 'G') gone.insert(handle);
    }
    return true;
  };
  if (!check(client.first, 0, true)) return false;
  for (std::size_t i = 0; i < client.second.size(); ++i) {
    if (!check(client.second[i], i, false)) return false;
  }
  return true;
}

class Writer {
 public:
  Writer(std::size_t objects, std::size_t before, std::vector<std::size_t> shape) : shape_(std::move(shape)) {
    for (const char object : std::string(objects == 1 ? "a" : "ab")) {
      const std::string at(1, object);
      for (const Word& word : {"T" + at, "P" + at + "0", "P" + at + "1"}) letters_.push_back(word);
      for (const char use : std::string("LG")) {
        for (std::size_t i = 0; i < before; ++i) letters_.push_back(use + at + "m" + std::to_string(i));
        for (std::size_t i = 0; i < 3; ++i) letters_.push_back(use + at + "o" + std::to_string(i));
      }
    }
    client_.first.resize(before);
    for (std::size_t length : shape_) client_.second.emplace_back(length);
  }

  std::set<Written> all() {
    write_main(0);
    return std::move(all_);
  }

 private:
  void write_main(std::size_t at) {
    if (at == client_.first.size()) return write(0, 0);
    for (const Word& letter : letters_) {
      client_.first[at] = letter;
      write_main(at + 1);
    }
  }
  void write(std::size_t thread, std::size_t at) {
    if (thread == shape_.size()) {
      if (is_valid(client_)) all_.insert(canonical(client_));
      return;
    }
    if (at == shape_[thread]) return write(thread + 1, 0);
    for (const Word& letter : letters_) {
      client_.second[thread][at] = letter;
      write(thread, at + 1);
    }
  }

  std::vector<std::size_t> shape_;
  std::vector<Word> letters_;
  Written client_;
  std::set<Written> all_;
};

void compare(std::size_t objects, int before, int calls, const std::vector<std::vector<std::size_t>>& shapes) {
  const Pool pool(objects);
  Size size;
  size.threads = 3;
  size.calls = calls;
  size.before = before;
  size.exactly = true;
  const ClientChooser chooser(pool, size);
  EachChoice choices;
  std::set<Written> chosen;
  std::size_t count = 0;
  do {
    const Client client = chooser.choose(choices);
    if (choices.excluded()) continue;
    ++count;
    EXPECT_TRUE(is_valid(written(client)));
    chosen.insert(canonical(written(client)));
  } while (choices.next());
  std::set<Written> expected;
  for (const std::vector<std::size_t>& shape : shapes)
    expected.merge(Writer(objects, static_cast<std::size_t>(before), shape).all());
  EXPECT_EQ(chosen, expected);
  if (objects == 1) EXPECT_EQ(count, expected.size()) << "each of them once";
}

TEST(Clients, OfHandles) {
  compare(1, 0, 3, {{2, 1}, {1, 1, 1}});
  compare(1, 1, 3, {{2, 1}, {1, 1, 1}});
  compare(1, 2, 2, {{1, 1}});
}

TEST(Clients, OfTwoObjects) {
  compare(2, 0, 3, {{2, 1}, {1, 1, 1}});
  compare(2, 1, 2, {{1, 1}});
}

enum class Scattered { first, second, ninth = 9, tenth };
enum Narrow { none, most = 3 };
enum class Byte : unsigned char { one = 1 };
enum class Answer : bool { no, yes };

TEST(Visit, ChangesNumbersThatMayBeChanged) {
  std::vector<std::string> seen;
  int number = 7;
  const int fixed = 3;
  unsigned char byte = 255;
  bool flag = false;
  std::string word = "a";
  const auto visitor = [&](auto&&... items) { (visit(items, seen), ...); };
  visitor(number, fixed, byte, flag, word, 5);
  EXPECT_EQ(seen, (std::vector<std::string>{"7", "3", "255", "false", "\"a\"", "5"}));
  EXPECT_EQ(number, 8);
  EXPECT_EQ(byte, 0);
  EXPECT_FALSE(flag);
  EXPECT_EQ(word, "a");
  number = std::numeric_limits<int>::max();
  visitor(number);
  EXPECT_EQ(number, std::numeric_limits<int>::min());
}

TEST(Pools, Enumerators) {
  EXPECT_EQ(listed(enumerators_of<Scattered>()), "0, 1, 9 or 10");
  EXPECT_EQ(listed(enumerators_of<Narrow>()), "0 or 3");
  EXPECT_EQ(listed(enumerators_of<Byte>()), "1");
  EXPECT_EQ(listed(enumerators_of<Answer>()), "0 or 1");
}

TEST(Pools, ValuesOfBytes) {
  EXPECT_EQ(value_of<int>(std::string("\x67\x12\0\0", 4)), 0x1267);
  EXPECT_EQ(value_of<int>("12345"), std::nullopt);
  EXPECT_EQ(value_of<std::string>(std::string("tmp/\0rest", 9)), "tmp/");
  EXPECT_EQ(value_of<Byte>(std::string("\1", 1)), Byte::one);
}

// put() of a number that no other call has, or, in one call of a client, of 100; the number 2 belongs to a call.
struct Numbers final : Subject {
  Numbers() { operation_.arguments = {{3, "", nullptr, false, {100, 2}}}; }
  std::size_t count(Phase phase) const override { return phase == Phase::final ? 0 : 1; }
  const Operation& operation(Phase, std::size_t) const override { return operation_; }
  std::vector<std::size_t> make_choices() const override { return {}; }
  bool can_make() const override { return true; }
  void* make_object(const Call&) const override { return nullptr; }
  void delete_object(void*) const override {}
  const std::string& contract() const override { return none_; }
  const std::string& model() const override { return none_; }
  const std::string& progress() const override { return none_; }
  std::size_t objects() const override { return 1; }

 private:
  OperationOnly operation_ = OperationOnly("put");
  std::string none_;
};

// By hand: where the 100 is, if anywhere; threads of equal length are interchangeable.
TEST(Choices, AValueThatOneCallOfAClientMayHave) {
  const Numbers subject;
  const auto count = [&](const Size& size) {
    const ClientChooser chooser(subject, size);
    EachChoice choices;
    int clients = 0;
    do {
      const Client client = chooser.choose(choices);
      if (choices.excluded()) continue;
      ++clients;
      int hundreds = 0;
      const auto look = [&](const std::vector<Call>& calls) {
        for (const Call& call : calls) {
          EXPECT_NE(call.choices[0], 2U);
          hundreds += call.choices[0] == 1 ? 1 : 0;
        }
      };
      look(client.before);
      for (const std::vector<Call>& calls : client.threads) look(calls);
      EXPECT_LE(hundreds, 1);
    } while (choices.next());
    return clients;
  };
  EXPECT_EQ(count({2, 2, 0, true, false}), 2);      // nowhere, in one thread
  EXPECT_EQ(count({2, 2, 1, true, false}), 3);      // in main
  EXPECT_EQ(count({3, 3, 0, true, false}), 4 + 2);  // 2 + 1 calls, 1 + 1 + 1 calls
  EXPECT_EQ(count({2, 4, 0, true, false}), 5 + 3);  // 3 + 1 calls, 2 + 2 calls
}

}  // namespace
}  // namespace sleave::client
