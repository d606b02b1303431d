#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ccache.py TIRC CCACHE NINJA [--kernels=1000]: a build of many kernels by Ninja, with ccache in front of the command.

The first build misses each kernel, the second one, of a clean folder, hits each one and gives the same bytes; a kernel that
changes is compiled again, and nothing else.  Runs that write more than an object and its dependency file are never
cached: a hit would leave the rest unwritten."""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

KERNEL = """from tvm.script import tirx as T
@T.prim_func
def kernel{i}(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32")):
    for i in range(64):
        B[i] = A[i] * {i} + A[63 - i]
"""
RULE = """rule kernel
  command = {ccache} {tirc} -x c --target=hexagon -O1 -MD -MF $out.d -c $in -o $out
  depfile = $out.d
  deps = gcc
"""


def build(ninja, folder, cache):
    started = time.time()
    env = os.environ | {"CCACHE_DIR": str(cache), "CCACHE_NODISABLE": "1"}
    for name in ("CCACHE_DISABLE", "CCACHE_BASEDIR", "CCACHE_NOHASHDIR"):
        env.pop(name, None)
    p = subprocess.run([ninja, "-C", str(folder), "-j2"], env=env, capture_output=True, text=True, timeout=3000)
    if p.returncode:
        sys.exit(p.stdout[-2000:] + p.stderr)
    return time.time() - started


def counters(ccache, cache):
    p = subprocess.run([ccache, "--print-stats"], env=os.environ | {"CCACHE_DIR": str(cache)}, capture_output=True, text=True,
                       check=True)
    found = {k: int(v) for k, v in (line.split("\t") for line in p.stdout.splitlines() if line)}
    return (found["direct_cache_hit"] + found["preprocessed_cache_hit"], found["cache_miss"])


def objects(folder):
    return {o.name: o.read_bytes() for o in folder.glob("*.o")}


def expect(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}: {got} instead of {wanted}")


def main():
    tirc, ccache, ninja = (str(pathlib.Path(w).resolve()) for w in sys.argv[1:4])
    n = int(next((w.split("=")[1] for w in sys.argv[4:] if w.startswith("--kernels=")), 1000))
    with tempfile.TemporaryDirectory() as temp:
        folder, cache = pathlib.Path(temp) / "w", pathlib.Path(temp) / "cache"
        folder.mkdir()
        for i in range(n):
            (folder / f"k{i}.py").write_text(KERNEL.format(i=i))
        (folder / "build.ninja").write_text(RULE.format(ccache=ccache, tirc=tirc) +
                                            "".join(f"build k{i}.o: kernel k{i}.py\n" for i in range(n)))
        first = build(ninja, folder, cache)
        expect("hits and misses at first", counters(ccache, cache), (0, n))
        made = objects(folder)
        expect("objects", len(made), n)
        subprocess.run([ninja, "-C", str(folder), "-t", "clean"], check=True, capture_output=True)
        second = build(ninja, folder, cache)
        expect("hits and misses at second", counters(ccache, cache), (n, n))
        if objects(folder) != made:
            sys.exit("the second build gave other bytes")
        (folder / "k0.py").write_text(KERNEL.format(i=n))
        build(ninja, folder, cache)
        expect("hits and misses after a change", counters(ccache, cache), (n, n + 1))
        for _ in range(2):
            (folder / "k.h").unlink(missing_ok=True)
            subprocess.run([ccache, tirc, "-x", "c", "-c", "k1.py", "-o", "h.o", "-H", "k.h"], cwd=folder, check=True,
                           env=os.environ | {"CCACHE_DIR": str(cache)})
            if not (folder / "k.h").exists():
                sys.exit("a header was not written")
        expect("hits and misses with a header", counters(ccache, cache), (n, n + 1))
        print(f"{n} kernels: {first:.1f} s, all from the cache {second:.1f} s")


if __name__ == "__main__":
    main()
