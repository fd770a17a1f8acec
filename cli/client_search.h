// Searches the clients of a class, smaller ones first.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/argument_values.h"
#include "cli/options/options.h"
#include "engine/base/result.h"

namespace sleave {

// The most of each.
struct ClientSizes {
  std::uint64_t calls = 0;
  std::uint64_t callers = 0;
  std::uint64_t before = 0;
};
// An error names the first option whose number is wrong, also of those that the search takes.
Result<ClientSizes> client_sizes(const Options& options);

// What --summary says of the client.
struct ClientContent {
  std::vector<std::string> operations;
  std::vector<std::pair<std::string, std::string>> left_out;  // with the reason
  double seconds_to_first_run = 0;
};

// First exhaustively, one size after the other, so that what is found is in a smallest client; then again with values
// of arguments that take other branches, if there are any; from the first size that is too large on, by samples of all
// sizes. Returns the exit code.
int search_clients(const CommandLine& line, const Options& options, const std::string& program,
                   const ClientSizes& sizes, const ClientContent& content, const SolvedProgram& solved_program);

}  // namespace sleave
