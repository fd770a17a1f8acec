# The configuration files work without the driver.
clang=$("$CC" -### -x c /dev/null 2>&1 | sed -n 's/^InstalledDir: //p')/clang
src=$PROJECTS/sources
quiet "$clang" --config="$CONFIG_DIR/sleave.cfg" -Wall -Werror "$src/main.c" "$src/sum.c" -o program
[ "$(./program)" = 500500 ] || fail "program printed something else"
quiet "$clang" --config="$CONFIG_DIR/sleave.cfg" -Werror -c "$src/sum.c" -o sum.o
quiet "$clang++" --config="$CONFIG_DIR/sleave.cfg" -std=c++20 -Werror "$src/main.cc" sum.o -o program_cxx
[ "$(./program_cxx)" = 500500 ] || fail "program_cxx printed something else"
quiet "$clang" --config="$CONFIG_DIR/sleave.cfg" -Werror -c "$src/main.c" -o main.o
quiet "$clang" --config="$CONFIG_DIR/sleave-shared.cfg" -Werror -shared -fPIC "$src/sum.c" -o libsum.so
quiet "$clang" --config="$CONFIG_DIR/sleave.cfg" -Werror main.o ./libsum.so -o program_shared
[ "$(./program_shared)" = 500500 ] || fail "program_shared printed something else"
