// REPAIRED: A method locks both of its objects.
// FROM: java.util of JDK 1.4; jCUTE, section 8.1, table 1, HashSet: 19 races, 9 deadlocks, 0 endless loops, 2 exceptions in 20,000 paths, 7449 s
// INPUT: operation1 .. operation4 (0..8), argument1 .. argument4 (0..3)
// WITNESS: operation1=4 operation2=6
#include "../collections/drive.h"
#include "../collections/hash_set.h"
#include "../collections/synchronized.h"

int main() { drive<Synchronized<HashSet, LockBoth>>(); }
