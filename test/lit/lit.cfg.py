# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The text tests: a file is its own test, the RUN lines at its top say how.
#   %tirc     the command             %opt-tirc   opt with the plugin loaded
#   %unprivileged  a command's prefix: it may do no more than modes of files allow
#   %lldb     that of the same LLVM
#   %plugin   the plugin's file       %opt %clang %llc   LLVM's own
# FileCheck, not, count, split-file and LLVM's tools are in PATH.
import os
import shutil

import lit.formats

config.name = "tirc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".py", ".ll", ".c", ".test"]
config.excludes = ["Inputs", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
# What runs under qemu was made by LLVM and the linker, which are instrumented nowhere: the release build runs it.
if config.preload:
    config.excludes += [n for _, _, names in os.walk(config.test_source_root) for n in names if n.endswith("-run.py")]
config.test_exec_root = os.path.join(config.tirc_build, "test", "lit")

config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.tirc_build, "bin"), config.llvm_bin, os.environ["PATH"]])
for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "TIRC_SHARED"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["LC_ALL"] = "C"

tirc = os.path.join(config.tirc_build, "bin", "tirc")
plugin = os.path.join(config.tirc_build, "lib", "tirc-plugin.so")
# libLLVM's tools are not built with ASan and leak what they like.
preload = f"env LD_PRELOAD={config.preload} ASAN_OPTIONS=detect_leaks=0 " if config.preload else ""
opt = os.path.join(config.llvm_bin, "opt")
config.substitutions += [
    ("%opt-tirc", f"{preload}{opt} -load-pass-plugin={plugin}"),
    ("%clang-tirc", f"{preload}{config.clang} -fpass-plugin={plugin}"),
    ("%clang-lto", f"{preload}{config.clang} -fuse-ld=lld-{config.llvm_version} -Wl,--load-pass-plugin={plugin}"),
    ("%lld-tirc", f"{preload}{os.path.join(config.llvm_bin, 'ld.lld')} --load-pass-plugin={plugin}"),
    ("%llc-tirc", f"{preload}{os.path.join(config.llvm_bin, 'llc')} -load-pass-plugin={plugin}"),
    ("%example-", os.path.join(config.tirc_build, "bin", "example-")),
    ("%reduce", os.path.join(config.tirc_source, "scripts", "tirc-reduce")),
    ("%tirc", tirc),
    ("%plugin", plugin),
    ("%opt", opt),
    ("%clang", config.clang),
    ("%llc", os.path.join(config.llvm_bin, "llc")),
    ("%corpus", os.path.join(config.tirc_source, "test", "corpus")),
    ("%runtime", os.path.join(config.tirc_build, "lib")),
    ("%python", config.python),
    # Even root may then not write to a file whose mode forbids it.
    ("%unprivileged", "setpriv --bounding-set=-dac_override" if os.geteuid() == 0 else "env"),
]
# What LLVM did not have in 19; see docs/llvm.md.
if int(config.llvm_version) >= 22:
    config.available_features.add("llvm-22")
lldb = shutil.which(f"lldb-{config.llvm_version}")
if lldb:
    config.available_features.add("lldb")
    config.substitutions.append(("%lldb", lldb))
if shutil.which("gdb"):
    config.available_features.add("gdb")
if os.path.exists(plugin):
    config.available_features.add("plugin")
if config.tirc_isl:
    config.available_features.add("isl")
if config.preload:
    config.available_features.update({"asan", "slow-with-sanitizers"})
    lit_config.note("UNSUPPORTED: slow-with-sanitizers stands in texts that take more than 3 seconds here; the release build runs them")
