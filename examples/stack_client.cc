// The client of a stack: Sleave makes the tests. "sleave synth stack.h --class=Stack" writes a file like this one.
#include <sleave/client.hpp>

#include "stack.h"

SLEAVE_CLIENT(stack, Stack) {
  op("push", [](Stack& stack, int item) { stack.push(item); }, fresh());
  op("pop", [](Stack& stack) { return stack.pop(); });
  op("top", [](Stack& stack) { return stack.top(); });
}
