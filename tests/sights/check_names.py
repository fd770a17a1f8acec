#!/usr/bin/env python3
"""The runtime as a library has every function that a program can find in ThreadSanitizer's libraries and nowhere else.

  check_names.py --runtime=LIBRARY

The libraries of all installed versions of GCC and clang are asked, by nm.
"""

import argparse
import glob
import subprocess
import sys

SANITIZERS = (
    "/usr/lib/*/libtsan.so.[0-9]",
    "/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.tsan-x86_64.so",
)
SYSTEM = ("libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2", "libcrypt.so.1", "libresolv.so.2")
# Private to these libraries; options and reports of theirs, which programs define or ask for in their own tests; Java; libc's
# other names for printf, which no compiled program calls.
LEFT_OUT = (
    "__interceptor_", "___interceptor", "__asan_", "__sanitizer_", "__sancov_", "__ubsan", "__tsan_java", "__tsan_get_", "__tsan_test",
    "__tsan_symbolize", "__tsan_default", "__tsan_locate", "__tsan_on_report", "__isoc99_", "__isoc23_", "__b64_", "_ZN", "_Z",
    "__bss_start", "_edata", "_end", "sigsetjmp", "xdr_", "__tsan_external_read_", "OnPrint",
)


def functions(library):
    done = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True)
    return {line.split()[-1].split("@")[0] for line in done.stdout.splitlines() if line.strip()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runtime", required=True)
    call = parser.parse_args()
    known = functions(call.runtime)
    for name in SYSTEM:
        for path in glob.glob(f"/lib/x86_64-linux-gnu/{name}") or glob.glob(f"/usr/lib/x86_64-linux-gnu/{name}"):
            known |= functions(path)
    libraries = [path for pattern in SANITIZERS for path in sorted(glob.glob(pattern))]
    missing = 0
    for library in libraries:
        lacking = sorted(name for name in functions(library) - known if not name.startswith(LEFT_OUT))
        missing += len(lacking)
        print(f"{library}: {', '.join(lacking) if lacking else 'everything'}")
    if not libraries:
        print("no library of ThreadSanitizer is installed")
    return 1 if missing or not libraries else 0


if __name__ == "__main__":
    sys.exit(main())
