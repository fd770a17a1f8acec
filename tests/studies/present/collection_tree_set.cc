// BUG: An iterator over the argument takes no lock; two sets that are each other's argument wait for each other.
// EXPECT: deadlock | terminate
// FROM: java.util of JDK 1.4; jCUTE, section 8.1, table 1, TreeSet: 4 races, 9 deadlocks, 0 endless loops, 2 exceptions in 20,000 paths, 7333 s
// INPUT: operation1 .. operation4 (0..8), argument1 .. argument4 (0..3)
// WITNESS: operation1=2 argument1=1 operation2=6
#include "../collections/drive.h"
#include "../collections/synchronized.h"
#include "../collections/tree_set.h"

int main() { drive<Synchronized<TreeSet, LockOwn>>(); }
