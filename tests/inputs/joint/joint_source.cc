#include "tests/inputs/joint/joint_source.h"

#include <fmt/format.h>

#include "engine/testing/random_joint_program.h"

namespace sleave::joint_test {
namespace {

constexpr const char* kPrelude = R"(#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#include <sleave/sleave.h>

static _Atomic uint8_t places[8];
static sem_t lock; /* a thread may end without giving it back, which is misuse of a mutex */
static uint8_t in[2];
)";

std::string statement(const Instruction& next, std::size_t number) {
  const unsigned a = next.a;
  switch (next.code) {
    case Code::read:
      return fmt::format("r = atomic_load(&places[{} + o]), o = 0;", next.x);
    case Code::write:
      return fmt::format("atomic_store(&places[{} + o], r), o = 0;", next.x);
    case Code::add:
      return fmt::format("r = atomic_fetch_add(&places[{} + o], {}), o = 0;", next.x, a);
    case Code::lock:
      return "sem_wait(&lock);";
    case Code::unlock:
      return "sem_post(&lock);";
    case Code::set:
      return fmt::format("r = {};", a);
    case Code::input:
      return fmt::format("r = in[{}];", a);
    case Code::plus:
      return fmt::format("r += {};", a);
    case Code::mix:
      return fmt::format("r ^= in[{}];", a);
    case Code::if_below:
      return fmt::format("if (r >= {}) goto after_{};", a, number + next.skip);
    case Code::if_equal:
      return fmt::format("if (r != {}) goto after_{};", a, number + next.skip);
    case Code::pick:
      return "o = r & 1;";
    default:
      return ";";
  }
}

std::string function(const std::vector<Instruction>& code, const std::string& name) {
  std::string text = fmt::format("static void* {}(void* unused) {{\n  uint8_t r = 0, o = 0;\n", name);
  for (std::size_t i = 0; i < code.size(); ++i) {
    text += fmt::format("  {}\nafter_{}:;\n", statement(code[i], i), i);
  }
  return text + "  return unused;\n}\n\n";
}

}  // namespace

std::string source_of(unsigned first, unsigned count) {
  std::string text = kPrelude;
  std::string table;
  for (unsigned seed = first; seed < first + count; ++seed) {
    const Program program = random_program(seed);
    std::string names;
    for (std::size_t i = 0; i < program.threads.size(); ++i) {
      const std::string name = fmt::format("program_{}_{}", seed, i);
      text += function(program.threads[i], name);
      names += name + ", ";
    }
    table += fmt::format("    {{{}, {}, {}, {{{}}}}},\n", program.inputs, program.bits, program.threads.size(), names);
  }
  return text + fmt::format(R"(static const struct {{
  int inputs, bits, threads;
  void* (*code[3])(void*);
}} programs[] = {{
{}}};

int main(int argc, char** argv) {{
  const int number = argc > 1 ? atoi(argv[1]) - {} : 0;
  for (int i = 0; i < 8; ++i) atomic_store(&places[i], 0);
  sem_init(&lock, 0, 1);
  sleave_symbolic(&in[0], 1, "first");
  if (programs[number].inputs > 1) sleave_symbolic(&in[1], 1, "second");
  for (int i = 0; i < 2; ++i) in[i] &= (1 << programs[number].bits) - 1;
  pthread_t threads[3];
  for (int i = 0; i < programs[number].threads; ++i) pthread_create(&threads[i], 0, programs[number].code[i], 0);
  for (int i = 0; i < programs[number].threads; ++i) pthread_join(threads[i], 0);
}}
)",
                            table, first);
}

}  // namespace sleave::joint_test
