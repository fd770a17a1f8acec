// Inputs that leave the code that tracks them. Each case fails for one input: a search must find it, or say that it has
// not tried all inputs and where it lost them. "tracked": it must find it.
//   CASE(name, "tracked" or "lost")
#include <arpa/inet.h>
#include <fnmatch.h>
#include <sleave/sleave.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cassert>
#include <cfenv>
#include <charconv>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <unordered_map>

#define CASE(name, expectation) static void name()

bool is_secret_elsewhere(const char* text);  // inputs_elsewhere.cc
bool holds_secret_elsewhere();
extern char text_elsewhere[16];

namespace {

constexpr int kBytes = 5;
constexpr int kSecret = 4711;
volatile int minus_one = -1;

struct Text {
  char bytes[16] = "12";
  Text() { sleave_symbolic(bytes, kBytes, "text"); }
};

struct Number {
  int value = 0;
  Number() { sleave_symbolic(&value, sizeof value, "number"); }
};

int order(const void* a, const void* b) {
  const int x = *static_cast<const int*>(a);
  const int y = *static_cast<const int*>(b);
  return x < y ? -1 : x > y ? 1 : 0;
}

}  // namespace

CASE(compared, "tracked") {
  Text text;
  text.bytes[kBytes] = 0;
  assert(std::strcmp(text.bytes, "4711") != 0);
}

CASE(parsed_by_atoi, "tracked") {
  Text text;
  text.bytes[kBytes] = 0;
  assert(std::atoi(text.bytes) != kSecret);
}

CASE(least_over_minus_one, "tracked") { /* INT_MIN / -1 */
  Number number;
  volatile int result = number.value / minus_one;
  (void)result;
}

CASE(least_modulo_minus_one, "tracked") {
  Number number;
  volatile int result = number.value % minus_one;
  (void)result;
}

CASE(scanned, "lost") {
  Text text;
  int value = 0;
  if (std::sscanf(text.bytes, "%d", &value) == 1) assert(value != kSecret);
}

CASE(parsed_by_atof, "tracked") {
  Text text;
  text.bytes[2] = 0;
  assert(std::atof(text.bytes) != 47);
}

CASE(parsed_by_from_chars, "lost") {
  Text text;
  double value = 0;
  std::from_chars(text.bytes, text.bytes + kBytes, value);
  assert(value != kSecret);
}

CASE(parsed_by_stream, "lost") {
  Text text;
  std::istringstream stream(text.bytes);
  int value = 0;
  stream >> value;
  assert(value != kSecret);
}

CASE(parsed_by_stod, "tracked") {
  Text text;
  const std::string copy(text.bytes);
  if (copy.find_first_not_of("0123456789") != std::string::npos || copy.empty()) return;
  assert(std::stod(copy) != kSecret);
}

CASE(parsed_by_stream_of_numbers, "lost") {
  Text text;
  text.bytes[kBytes] = 0;
  double value = 0;
  assert(!(std::istringstream(text.bytes) >> value) || value != kSecret);
}

CASE(sorted, "tracked") {
  Number number;
  int values[] = {3, number.value, 9000};
  std::qsort(values, 3, sizeof *values, order);
  assert(values[1] != kSecret);
}

CASE(looked_up, "tracked") {
  Number number;
  const int values[] = {3, kSecret, 9000};
  assert(std::bsearch(&number.value, values, 3, sizeof *values, order) != &values[1]);
}

CASE(key_of_hash_table, "tracked") {
  Text text;
  text.bytes[kBytes] = 0;
  std::unordered_map<std::string, int> table;
  for (int i = 0; i < 40; ++i) table["key" + std::to_string(i)] = i;
  table["4711"] = 1;
  assert(table.count(text.bytes) == 0);
}

CASE(compared_as_number, "tracked") {
  Number number;
  float value = 0;
  std::memcpy(&value, &number.value, sizeof value);
  assert(!(3.5F < value && value < 3.75F));
}

CASE(scaled, "tracked") {
  Number number;
  assert(number.value * 0.5 + 1 != kSecret + 0.5);
}

CASE(multiplied, "lost") {
  Number number;
  const double value = number.value;
  assert(value * value != 1.0 * kSecret * kSecret || value < 0);
}

CASE(rounded_upwards, "lost") {
  Number number;
  std::fesetround(FE_UPWARD);
  const double value = number.value;
  assert(value > 1 || value + 1e-20 <= 1);
}

CASE(power, "lost") {
  Number number;
  assert(std::pow(number.value, 3) != 27);
}

CASE(allocated, "tracked") {
  Number number;
  if (number.value < 0 || number.value > 200) return;
  char* volatile block = static_cast<char*>(std::malloc(static_cast<std::size_t>(number.value)));
  std::free(block);
  assert(number.value != 147);
}

CASE(printed, "lost") {
  Text text;
  char copy[32];
  std::snprintf(copy, sizeof copy, "%.5s!", text.bytes);
  assert(std::strcmp(copy, "4711!") != 0);
}

static int pick(int count, ...) {
  va_list list;
  va_start(list, count);
  const int value = va_arg(list, int);
  va_end(list);
  return value;
}

CASE(given_as_variadic, "lost") {
  const Number number;
  assert(pick(1, number.value) != kSecret);
}

static void print_list(char* to, std::size_t room, const char* format, ...) {
  va_list list;
  va_start(list, format);
  std::vsnprintf(to, room, format, list);
  va_end(list);
}

CASE(text_printed_from_list, "lost") {
  const Text text;
  char copy[32];
  print_list(copy, sizeof copy, "%s!", text.bytes);
  assert(std::strcmp(copy, "4711!") != 0);
}

CASE(number_printed_from_list, "lost") {
  const Number number;
  char copy[32];
  print_list(copy, sizeof copy, "%d", number.value);
  assert(std::strcmp(copy, "4711") != 0);
}

CASE(number_printed, "lost") {
  const Number number;
  char copy[32];
  std::snprintf(copy, sizeof copy, "%d", number.value);
  assert(std::strcmp(copy, "4711") != 0);
}

CASE(parsed_as_address, "lost") {
  char text[12] = "0.0.0.0";
  sleave_symbolic(text, 7, "text");
  in_addr address{};
  if (inet_pton(AF_INET, text, &address) == 1) assert(address.s_addr != htonl(0x09080706));
}

CASE(matched, "lost") {
  Text text;
  assert(fnmatch("4?11", text.bytes, 0) != 0);
}

CASE(collated, "lost") {
  Text text;
  assert(std::strcoll(text.bytes, "4711") != 0);
}

CASE(cut_into_tokens, "lost") {
  Text text;
  char* rest = nullptr;
  const char* first = strtok_r(text.bytes, ",", &rest);
  assert(first == nullptr || rest == nullptr || std::strcmp(first, "47") != 0);
}

CASE(through_pipe, "lost") {
  Text text;
  int ends[2];
  if (pipe(ends) != 0 || write(ends[1], text.bytes, kBytes) != kBytes) return;
  char copy[16] = {};
  if (read(ends[0], copy, kBytes) != kBytes) return;
  assert(std::strcmp(copy, "4711") != 0);
}

CASE(through_socket, "lost") {
  Text text;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || send(ends[1], text.bytes, kBytes, 0) != kBytes) return;
  char copy[16] = {};
  if (recv(ends[0], copy, kBytes, 0) != kBytes) return;
  assert(std::strcmp(copy, "4711") != 0);
}

CASE(through_memory_file, "lost") {
  Text text;
  const int file = memfd_create("text", 0);
  if (file < 0 || pwrite(file, text.bytes, kBytes, 0) != kBytes) return;
  char copy[16] = {};
  if (pread(file, copy, kBytes, 0) != kBytes) return;
  assert(std::strcmp(copy, "4711") != 0);
}

CASE(given_to_another_file, "lost") {
  Text text;
  assert(!is_secret_elsewhere(text.bytes));
}

CASE(left_in_a_global, "lost") {
  const Text text;
  std::memcpy(text_elsewhere, text.bytes, sizeof text.bytes);
  assert(!holds_secret_elsewhere());
}

int main(int, char** words) {
#include "inputs.inc"
  return 2;
}
