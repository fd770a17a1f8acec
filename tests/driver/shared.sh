# Shared libraries leave the hooks to the executable, whatever the user's flags say about undefined symbols, and find them
# there whether they are linked or opened.
src=$PROJECTS/sources
cat >open.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char** argv) {
  (void)argc;
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
  long (*sum)(int) = (long (*)(int))dlsym(library, "sum_with_threads");
  printf("%ld\n", sum(1000));
  return dlclose(library);
}
END
echo '{ global: sum_with_threads; local: *; };' >versions
quiet "$CC" open.c -o open
quiet "$CC" -fPIC -c "$src/sum.c" -o sum.o

try() {
  quiet "$CC" "$@" -o libsum.so
  quiet "$CC" "$src/main.c" -L. -lsum -Wl,-rpath,. -o program
  [ "$(./program)" = 500500 ] || fail "linked library: $*"
  [ "$(./open ./libsum.so)" = 500500 ] || fail "opened library: $*"
}

try -shared sum.o
try -shared sum.o -Wl,-z,defs
try -shared sum.o -Wl,--no-undefined -Wl,--as-needed
try -shared -Wl,--version-script=versions -Wl,-z,defs sum.o
try -shared -Wl,-Bsymbolic -Wl,-z,now sum.o
try -fPIC "-I$src" -Wl,-z,defs -shared "$src/sum.c"
printf -- '-shared sum.o' >link.rsp
try @link.rsp -Wl,-z,defs
if command -v ld.lld-19 >/dev/null; then
  try -fuse-ld=lld -shared sum.o -Wl,-z,defs
fi
