import os

import lit.formats

config.name = "sleave-pass"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".c", ".cc"]
config.excludes = ["execution"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.sleave_build_dir

# Both end in a verifier run: what the pass leaves behind must be valid IR.
config.substitutions += [
    ("%sleave_opt", f"{config.opt} -load-pass-plugin={config.plugin} -passes=sleave,verify -S"),
    ("%clang_plain", config.clang),
    ("%sleave_clang", f"{config.clang} -fpass-plugin={config.plugin} -Xclang -emit-llvm -S"),
    ("%verify", f"{config.opt} -passes=verify -disable-output"),
    ("%opt", config.opt),
    ("%FileCheck", config.filecheck),
    ("%plugin", config.plugin),
    ("%readelf", config.readelf),
]
