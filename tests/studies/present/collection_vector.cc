// BUG: Two vectors that are each other's argument wait for each other; equals() walks over its argument without its lock.
// EXPECT: deadlock | terminate
// FROM: java.util of JDK 1.4; jCUTE, section 8.1, table 1, Vector: 1 race, 9 deadlocks, 0 endless loops, 2 exceptions in 20,000 paths, 5519 s
// INPUT: operation1 .. operation4 (0..8), argument1 .. argument4 (0..3)
// WITNESS: operation1=5 operation2=5
#include "../collections/drive.h"
#include "../collections/vector.h"

int main() { drive<Vector<LockOwn>>(); }
