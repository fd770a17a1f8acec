#include "cli/target/clients.h"

#include <filesystem>
#include <vector>

#include "abi/environment.h"
#include "cli/target/built_with.h"
#include "cli/target/program.h"
#include "cli/target/sight.h"

namespace sleave {
namespace {

using Words = std::vector<std::string>;

class Splitter {
 public:
  Result<std::vector<Words>> split(const std::string& text) {
    for (const char c : text) take(c);
    if (quote_ != 0) return Error{Tier::usage, std::string("a quote is not closed: ") + quote_};
    end_client();
    return std::move(clients_);
  }

 private:
  void take(char c) {
    if (quote_ != 0) {
      if (c == quote_) {
        quote_ = 0;
      } else {
        word_ += c;
      }
    } else if (c == '\'' || c == '"') {
      quote_ = c;
      begun_ = true;
    } else if (c == ';') {
      end_client();
    } else if (c == ' ' || c == '\t' || c == '\n') {
      end_word();
    } else {
      word_ += c;
      begun_ = true;
    }
  }
  void end_word() {
    if (begun_) words_.push_back(word_);
    word_.clear();
    begun_ = false;
  }
  void end_client() {
    end_word();
    if (!words_.empty()) clients_.push_back(std::move(words_));
    words_.clear();
  }

  std::vector<Words> clients_;
  Words words_;
  std::string word_;
  bool begun_ = false;  // a word, perhaps an empty one in quotes
  char quote_ = 0;
};

Status check_client(const std::string& program) {
  if (!has_runtime(program)) {
    return Error{Tier::usage, "the client " + program +
                                  " was not built with Sleave\nbuild it with sleave-cc or sleave-c++, as the server"};
  }
  const Result<sleave_sight> sight = sight_of(program);
  return sight ? ok() : Status(sight.error());
}

Result<std::string> path_of(const std::string& name) {
  Result<std::string> found = find_program(name);
  if (!found) return found;
  if (const Status usable = check_client(*found); !usable) return usable.error();
  return std::filesystem::absolute(*found).string();
}

}  // namespace

Status check_clients(const std::string& clients) {
  for (std::size_t begin = 0; begin < clients.size();) {
    const Status usable = check_client(clients.substr(begin, clients.find(SLEAVE_END_OF_WORD, begin) - begin));
    if (!usable) return usable;
    const std::size_t end = clients.find(SLEAVE_END_OF_CLIENT, begin);
    begin = end == std::string::npos ? clients.size() : end + 1;
  }
  return ok();
}

Result<std::string> parse_clients(const std::string& text) {
  Result<std::vector<Words>> clients = Splitter().split(text);
  if (!clients) return clients.error();
  std::string encoded;
  for (Words& words : *clients) {
    const Result<std::string> path = path_of(words[0]);
    if (!path) return path;
    words[0] = *path;
    for (const std::string& word : words) (encoded += word) += SLEAVE_END_OF_WORD;
    encoded += SLEAVE_END_OF_CLIENT;
  }
  return encoded;
}

}  // namespace sleave
