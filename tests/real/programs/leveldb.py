"""leveldb: its own tests where threads meet. Tests that run for a number of seconds or of millions of steps are cut short by
--max-steps; what they check, they check all the time."""

import os
import pathlib
import shutil

from campaign import Campaign

PACKAGE = "leveldb"
TOOLS = ("cmake", "ninja")
HEADERS = {"gmock/gmock.h": "libgmock-dev", "benchmark/benchmark.h": "libbenchmark-dev"}
FILES = {"open", "read", "fopen", "fopen64"}  # the database, in a folder that each run finds empty
PROGRAMS = ("env_test", "cache_test", "skiplist_test", "db_test", "recovery_test", "corruption_test", "issue200_test",
            "db_bench")
DATABASES = ("db_test", "recovery_test", "leveldb_issue200_test", "bench")  # each run finds them empty
RECOVERIES = ("ManifestReused", "LogFileReuse", "MultipleMemTables", "MultipleLogFiles")
CORRUPTIONS = ("NewFileErrorDuringWrite", "SequenceNumberRecovery", "MissingDescriptor")
COMPACTIONS = ("GetFromImmutableLayer", "MinorCompactionsHappen", "ManualCompaction")


def build(at):
    made, fresh = at.source / "build", at.folder / "fresh.o"
    at.run(at.cc, "-g", "-O1", "-c", at.recipes / "fresh.c", "-o", fresh)
    if not (made / "build.ninja").exists():
        at.run("cmake", "-S", at.source, "-B", made, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None",
               f"-DCMAKE_C_COMPILER={at.cc}", f"-DCMAKE_CXX_COMPILER={at.cxx}", "-DCMAKE_C_FLAGS=-g -O1",
               "-DCMAKE_CXX_FLAGS=-g -O1", f"-DCMAKE_EXE_LINKER_FLAGS=-Wl,--wrap=main {fresh}")
    at.without(*(made / program for program in PROGRAMS))
    at.run("ninja", "-C", made, "-j2", *PROGRAMS)


def database_folder():
    """In memory where that is possible: the tests wait for the disk otherwise."""
    memory = pathlib.Path("/dev/shm")
    folder = (memory if os.access(memory, os.W_OK) else pathlib.Path("/tmp")) / f"sleave-leveldb-{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def named(tests):
    return ":".join(f"*.{test}" for test in tests)


def campaigns(at):
    made = at.source / "build"
    folder = database_folder()
    surroundings = {"TEST_TMPDIR": str(folder), "BENCHMARK_FILTER": "none",
                    "SLEAVE_FRESH": ":".join(f"{folder}/{name}" for name in DATABASES)}

    def tests(name, program, which, *options, cut_short=False):
        call = [made / program, f"--gtest_filter={which}"]
        return Campaign(name, call, FILES, options, surroundings, cut_short=cut_short)

    yield tests("leveldb, env_test: threads", "env_test", "*Run*:*StartThread*")
    yield tests("leveldb, cache_test: no threads, its locks", "cache_test", "*")
    yield tests("leveldb, skiplist_test: concurrent", "skiplist_test", "*.Concurrent1", "--max-steps=300000",
                cut_short=True)
    yield tests("leveldb, db_test: compactions", "db_test", named(COMPACTIONS))
    yield tests("leveldb, db_test: many threads", "db_test", "*.MultiThreaded", "--max-steps=100000", cut_short=True)
    yield tests("leveldb, recovery_test: a thread that compacts", "recovery_test", named(RECOVERIES))
    yield tests("leveldb, corruption_test: the same, in memory", "corruption_test", named(CORRUPTIONS))
    yield tests("leveldb, issue200_test", "issue200_test", "*")
    bench = [made / "db_bench", f"--db={folder}/bench", "--threads=3", "--num=20", "--write_buffer_size=65536",
             "--benchmarks=fillrandom,readrandom,readwhilewriting,compact"]
    yield Campaign("leveldb, db_bench: 3 threads", bench, FILES, environment=surroundings)
    shutil.rmtree(folder, ignore_errors=True)
