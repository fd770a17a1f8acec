// What functions expect of their callers, as a file says it.
//
//   # a comment
//   insert: list->next != NULL      the parameters have their names
//   insert: key > 0                 both hold
//   clear:                          everything is allowed
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace sleave::harness {

// By function; one without conditions is listed, too.
using Expects = std::map<std::string, std::vector<std::string>>;

// `name` of the file is for the message about a line that is none.
Result<Expects> read_expects(const std::string& text, const std::string& name);

// "a,b" as words.
std::vector<std::string> names_in(const std::string& list);

}  // namespace sleave::harness
