// What the names of parameters and of template parameters usually mean.
#pragma once

#include <string>

namespace sleave::synth {

// In lower case, without underscores around it.
std::string plain_name(std::string text);

// Of plain names.
bool names_key(const std::string& name);
bool names_index(const std::string& name);
bool names_count(const std::string& name);
bool names_time(const std::string& name);
bool names_element(const std::string& name);
bool names_mapped(const std::string& name);  // what a key is mapped to

// Of template parameters.
bool is_callable_name(const std::string& name);
bool is_iterator_name(const std::string& name);

// contains, erase and the like: elements are looked up.
bool looks_up_by_name(const std::string& method);

}  // namespace sleave::synth
