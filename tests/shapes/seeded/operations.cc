// The operations of a structure, each on its own, for `sleave harness --pairs`: compiled once for each structure, with
// -DOPERATIONS="OPERATION(insert) OPERATION(search)". Keys and -DREPAIRED are as in search.cc. A row of Sun's table is
// a pair of them.
#include <sleave/harness.h>

#include STRUCTURE

static Node* root;
static thread_local int key;
static thread_local Node* fresh;

static void make_inputs() { root = make_shape(); }
static void make_arguments() {
  key = sleave::any_in(1, kKeys, "key");
  fresh = new Node;
  fresh->key = key;
}

#ifdef REPAIRED
static std::mutex repaired;
#define OPERATION(name)                     \
  {#name, make_arguments, [] {              \
     const std::lock_guard guard(repaired); \
     name(root, key, fresh);                \
   }},
#else
#define OPERATION(name) {#name, make_arguments, [] { name(root, key, fresh); }},
#endif
SLEAVE_OPERATIONS(make_inputs, OPERATIONS)
