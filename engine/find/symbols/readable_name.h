// From a mangled symbol to a name a person can read.
#pragma once

#include <string>
#include <string_view>

namespace sleave {

// Demangles (a name that is not mangled stays as it is) and then shortens, see shorten_name().
std::string readable_name(const std::string& symbol);

// The same for the name of a type as std::type_info gives it: "St13runtime_error" becomes "std::runtime_error".
std::string readable_type(const std::string& name);

// Drops what a demangler adds without use to a reader: the return type of a template function, unnamed namespaces,
// inline namespaces of the standard libraries, and template arguments that repeat a default of the standard
// (allocators, traits, deleters, comparators). "void f<std::vector<int, std::allocator<int> > >()" becomes
// "f<std::vector<int>>()".
std::string shorten_name(std::string_view demangled);

// The name without parameters and template arguments, for places where only a little fits: "Queue::push".
std::string short_function(std::string_view readable);

}  // namespace sleave
