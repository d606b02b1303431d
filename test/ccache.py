#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ccache.py TIRC CCACHE NINJA [--kernels=1000]: a build of many kernels by Ninja, with ccache in front of the command.

The first build misses each kernel, the second one, of a clean folder, hits each one and gives the same bytes; a kernel that
changes is compiled again, and nothing else.  A header on stdout is kept with the object; runs that write more files are never
cached: a hit would leave the rest unwritten.  What one machine compiled another one has by a server of HTTP, in another folder, with
-g as well."""
import http.server
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

KERNEL = """from tvm.script import tirx as T
@T.prim_func
def kernel{i}(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32")):
    for i in range(64):
        B[i] = A[i] * {i} + A[63 - i]
"""
RULE = """rule kernel
  command = {ccache} {tirc} -x c --target=hexagon -O1 {more} -MD -MF $out.d -c $in -o $out -H- >$out.h
  depfile = $out.d
  deps = gcc
"""


def write(folder, n, ccache, tirc, more=""):
    folder.mkdir()
    for i in range(n):
        (folder / f"k{i}.py").write_text(KERNEL.format(i=i))
    (folder / "build.ninja").write_text(RULE.format(ccache=ccache, tirc=tirc, more=more) +
                                        "".join(f"build k{i}.o: kernel k{i}.py\n" for i in range(n)))


def build(ninja, folder, cache, remote=None):
    started = time.time()
    env = os.environ | {"CCACHE_DIR": str(cache), "CCACHE_NODISABLE": "1"} | ({"CCACHE_REMOTE_STORAGE": remote} if remote else {})
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
    return {o.name: o.read_bytes() for pattern in ("*.o", "*.h") for o in folder.glob(pattern)}


class Storage(http.server.BaseHTTPRequestHandler):
    """Keeps what is put, as a server of WebDAV does."""
    kept = {}
    protocol_version = "HTTP/1.1"

    def answer(self, code, body=b""):
        self.send_response(code)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_PUT(self):
        self.kept[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(201)

    def do_GET(self):
        self.answer(200 if self.path in self.kept else 404, self.kept.get(self.path, b""))

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


def test_remote(ninja, ccache, tirc, temp, n=10):
    """Two folders with caches of their own, and one server."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Storage) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        remote, made = f"http://127.0.0.1:{server.server_port}", []
        for name, hits in (("here", 0), ("there", n)):
            folder, cache = temp / name / "src", temp / name / "cache"
            folder.parent.mkdir()
            write(folder, n, ccache, tirc, f"-g -fdebug-prefix-map={folder}=.")
            build(ninja, folder, cache, remote)
            expect(f"hits and misses {name}", counters(ccache, cache), (hits, n - hits))
            made.append(objects(folder))
        server.shutdown()
    if made[0] != made[1]:
        sys.exit("the server gave other bytes")


def expect(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}: {got} instead of {wanted}")


def main():
    tirc, ccache, ninja = (str(pathlib.Path(w).resolve()) for w in sys.argv[1:4])
    n = int(next((w.split("=")[1] for w in sys.argv[4:] if w.startswith("--kernels=")), 1000))
    with tempfile.TemporaryDirectory() as temp:
        folder, cache = pathlib.Path(temp) / "w", pathlib.Path(temp) / "cache"
        write(folder, n, ccache, tirc)
        first = build(ninja, folder, cache)
        expect("hits and misses at first", counters(ccache, cache), (0, n))
        made = objects(folder)
        expect("objects and headers", len(made), 2 * n)
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
        test_remote(ninja, ccache, tirc, pathlib.Path(temp))
        print(f"{n} kernels: {first:.1f} s, all from the cache {second:.1f} s")


if __name__ == "__main__":
    main()
