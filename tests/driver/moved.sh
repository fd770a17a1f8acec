# The tree works wherever it is copied, in a directory with a blank in its name, too, and when called through a link.
mkdir -p "moved here/bin" "moved here/lib"
cp "$CC" "moved here/bin/"
ln -s sleave-cc "moved here/bin/sleave-c++"
cp -r "$CONFIG_DIR" "moved here/lib/sleave"
ln -s "$PWD/moved here/bin/sleave-c++" linked-c++

src=$PROJECTS/sources
"moved here/bin/sleave-cc" -### "$src/main.c" 2>&1 | grep -q "moved here/.*SleavePass.so" || fail "another tree's plugin"
quiet "moved here/bin/sleave-cc" -Werror "$src/main.c" "$src/sum.c" -o program
[ "$(./program)" = 500500 ] || fail "program printed something else"
quiet "moved here/bin/sleave-cc" -Werror -c "$src/sum.c" -o sum.o
quiet ./linked-c++ -std=c++20 "$src/main.cc" sum.o -o program_cxx
[ "$(./program_cxx)" = 500500 ] || fail "program_cxx printed something else"
