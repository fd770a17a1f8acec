// What a random sequence begins with: its dice, results of calls in words, and the tree of files that it changes.
#pragma once

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>

namespace {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(spread(seed + 1)) {}
  std::uint64_t operator()(std::uint64_t sides) {
    state_ += 0x9e3779b97f4a7c15ull;
    return spread(state_) % sides;
  }
  bool one_in(std::uint64_t sides) { return (*this)(sides) == 0; }
  template <std::size_t N>
  int of(const int (&list)[N]) {
    return list[(*this)(N)];
  }

 private:
  static std::uint64_t spread(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
  }

  std::uint64_t state_;
};

std::string number(long value) { return std::to_string(value); }

std::string result(long value) { return value < 0 ? std::string("-") + strerrorname_np(errno) : number(value); }

std::string octal(unsigned value) {
  char text[16];
  snprintf(text, sizeof text, "%o", value);
  return text;
}

void write_file(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

void prepare_tree(const std::string& at) {
  mkdir(at.c_str(), 0755);
  chmod(at.c_str(), 0755);
  write_file(at + "/a", "first file\n");
  write_file(at + "/b", std::string(5000, 'b'));
  link((at + "/a").c_str(), (at + "/e").c_str());
  mkdir((at + "/d").c_str(), 0755);
  write_file(at + "/d/a", "in a folder\n");
  write_file(at + "/d/b", "");
  mkdir((at + "/d/c").c_str(), 0700);
  symlink("d", (at + "/f").c_str());
  symlink("../b", (at + "/d/f").c_str());
  symlink("nowhere", (at + "/g").c_str());
}

}  // namespace
