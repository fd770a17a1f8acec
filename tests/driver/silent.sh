# -Werror builds stay silent in every mode: options of the configuration file are never "unused".
src=$PROJECTS/sources
strict="-Wall -Wextra -Wpedantic -Werror -Wunused-command-line-argument -I$src"

for level in -O0 -O2; do
  quiet "$CC" $strict $level -g -c "$src/sum.c" -o sum.o
  quiet "$CC" $strict $level -S "$src/sum.c" -o sum.s
  quiet "$CC" $strict -c sum.s -o from_assembly.o
  quiet "$CC" $strict $level -emit-llvm -c "$src/sum.c" -o sum.bc
  quiet "$CC" $strict -fsyntax-only "$src/sum.c"
  quiet "$CC" $strict -E "$src/sum.c" -o sum.i
  quiet "$CC" $strict -MM -MF sum.d "$src/sum.c"
  quiet "$CC" $strict $level -MMD -c "$src/main.c" -o main.o
  quiet "$CC" $strict main.o sum.o -o program
  quiet "$CC" $strict main.o from_assembly.o -o program_assembly
  quiet "$CC" $strict $level "$src/main.c" "$src/sum.c" -o program_at_once
  quiet "$CXX" $strict $level -std=c++20 "$src/main.cc" sum.o -o program_cxx
  quiet "$CC" $strict -shared -fPIC $level "$src/sum.c" -o libsum.so
  quiet "$CC" $strict -r main.o sum.o -o all.o
  quiet "$CC" $strict all.o -o program_relocatable
  printf -- '-o program_response\n"main.o" sum.o' >arguments.rsp
  quiet "$CC" $strict @arguments.rsp
  for program in program program_assembly program_at_once program_cxx program_relocatable program_response; do
    [ "$(./$program)" = 500500 ] || fail "$program at $level printed something else"
  done
done
