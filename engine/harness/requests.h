// What functions ask of their callers: failures that one thread shows, in words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/run/one_thread.h"

namespace sleave::harness {

struct RequestLine {
  std::string text{};        // "insert asks for list->next != null (list.c:14)"
  std::uint64_t inputs = 0;  // with which it failed
  std::string function{};
  std::string condition{};  // "list->next != NULL"; empty: none is known
};

// One for each place, most inputs first.
std::vector<RequestLine> request_lines(const OneThread& one_thread);

}  // namespace sleave::harness
