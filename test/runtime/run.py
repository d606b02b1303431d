#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the Hexagon runtime: run.py CLANG LLD LIBRARY COMPARE SOURCE-DIRECTORY [functions].

Builds the programs of this folder with CLANG, links them with LIBRARY and runs them under
qemu-hexagon.  With 'functions' it runs only the comparison of every function with the host's."""

import os
import random
import struct
import subprocess
import sys
import tempfile

CLANG, LLD, LIBRARY, COMPARE, SOURCE = sys.argv[1:6]
HERE = os.path.join(SOURCE, "test", "runtime")
TARGET = "--target=hexagon-unknown-elf -mcpu=hexagonv67 -fPIC -std=c17 -ffreestanding".split()
FLAGS = ["-fno-builtin", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]
QEMU = ["qemu-hexagon", "-cpu", "v67"]
RESULT = struct.Struct("<8sIIIIQQQ")  # struct job_result


class Failure(Exception):
    pass


def expect(what, got, wanted):
    if got != wanted:
        raise Failure(f"{what}: {got!r} instead of {wanted!r}")


class Bench:
    """A folder with programs, jobs and results."""

    def __init__(self, folder):
        self.folder = folder
        resource = subprocess.run([CLANG, "-print-resource-dir"], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout.strip()
        self.flags = TARGET + FLAGS + ["-nostdinc", "-isystem", f"{resource}/include", "-I", SOURCE]

    def path(self, name):
        return os.path.join(self.folder, name)

    def build(self, source, level="-O2"):
        program = self.path(os.path.basename(source) + level)
        if not os.path.exists(program):
            subprocess.run([CLANG, *self.flags, level, "-c", os.path.join(HERE, source), "-o",
                            program + ".o"], check=True)
            subprocess.run([LLD, "-static", "-o", program, program + ".o", LIBRARY], check=True)
        return program

    def start(self, program, *arguments):
        return subprocess.run([*QEMU, program, *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=600)

    def run(self, source, buffers=(), scalars=(), level="-O2"):
        """Returns (exit code, stderr, header of the result, contents)."""
        result = self.path("result")
        if os.path.exists(result):
            os.remove(result)
        with open(self.path("job"), "wb") as f:
            f.write(job(buffers, scalars))
        done = self.start(self.build(f"programs/{source}.c", level), self.path("job"), result)
        header, contents = None, []
        if os.path.exists(result):
            data = open(result, "rb").read()
            header = RESULT.unpack_from(data)
            expect("magic", header[0], b"TIRCRES1")
            at = RESULT.size
            for content, _ in buffers:
                contents.append(data[at:at + len(content)])
                at += len(content) + -len(content) % 8
            expect("size of the result file", len(data), at)
        return done.returncode, done.stderr.decode(), header, contents


def job(buffers, scalars):
    """The job file: buffers are pairs of contents and alignment."""
    at = 16 + 24 * len(buffers) + 8 * len(scalars)
    table, contents = b"", b""
    for content, align in buffers:
        zero = not any(content)
        table += struct.pack("<QQII", len(content), 0 if zero else at + len(contents), align, 0)
        if not zero:
            contents += content + bytes(-len(content) % 8)
    head = struct.pack("<8sII", b"TIRCJOB1", len(buffers), len(scalars))
    return head + table + struct.pack(f"<{len(scalars)}Q", *scalars) + contents


# ---- tests ----------------------------------------------------------------------------------
def guards(b):
    for size in (0, 1, 7, 1000):
        code, _, header, data = b.run("outside", [(bytes(size), 4)], [size])
        expect(f"writing all of {size} bytes", (code, header[1], data[0]), (0, 0, b"\1" * size))
        code, text, header, _ = b.run("outside", [(bytes(8), 0), (bytes(size), 4)][::-1], [size + 1])
        expect("one too many", (code, header[1], header[3]), (65, 65, 0))
        expect("sentence", text, "kernel: wrote outside a buffer\n")
    code, _, header, _ = b.run("before", [(bytes(8), 0), (bytes(8), 0)], [1])
    expect("one before", (code, header[1], header[3]), (65, 65, 1))


def placing(b):
    aligns = [1, 2, 4, 8, 64, 128, 0, 4096]
    content = bytes(range(256)) * 40
    buffers = [(bytes(36), 4)] + [(content if i == 0 else b"x", a) for i, a in enumerate(aligns)]
    code, _, _, data = b.run("place", buffers, [len(content)])
    expect("exit code", code, 0)
    *addresses, stack = struct.unpack("<9I", data[0])
    expect("aligned as asked and no more", [a & -a for a in addresses], [a or 128 for a in aligns])
    expect("alignment of the stack", stack % 128, 0)
    expect("contents", data[1], bytes((x + 1) % 256 for x in content))


def counting(b):
    first = b.run("empty")[2]
    expect("an empty kernel's counts", first[4:], (1, 0, 0, 0))
    first = b.run("outside", [(bytes(64), 0)], [64])[2]
    expect("counts of a second run", b.run("outside", [(bytes(64), 0)], [64])[2], first)
    more = b.run("outside", [(bytes(128), 0)], [128])[2]
    if not 64 <= more[5] - first[5] <= 256 or more[6] <= more[5]:
        raise Failure(f"64 iterations more cost {more[5] - first[5]} packets")


def division(b):
    values = random.Random(7)
    for way in range(8):
        bits, signed = (32 if way < 4 else 64), way % 4 < 2
        code, text, header, _ = b.run("divide", [(bytes(8), 8)], [5, 0, way])
        expect(f"way {way} by zero", (code, text, header), (77, "kernel: division by zero\n", None))
        for _ in range(3):
            x, y = values.randrange(1 << bits - 1), values.randrange(1, 1 << 20)
            x = -x if signed else x
            q = abs(x) // y * (1 if x >= 0 else -1)
            answer = x - q * y if way % 2 else q
            code, _, _, data = b.run("divide", [(bytes(8), 8)], [x % 2**64, y, way])
            expect(f"way {way} of {x} and {y}", (code, data[0]),
                   (0, (answer % 2**64).to_bytes(8, "little")))


def aborting(b):
    expect("abort", b.run("give_up")[:2], (134, "kernel: aborted\n"))


def bad_jobs(b):
    program = b.build("programs/outside.c")
    good = job([(b"12345678", 0)], [1])
    huge = struct.pack("<8sII", b"TIRCJOB1", 1 << 31, 0)
    far = struct.pack("<8sIIQQII", b"TIRCJOB1", 1, 0, 2**64 - 8, 40, 0, 0) + bytes(8)
    odd = struct.pack("<8sIIQQII", b"TIRCJOB1", 1, 0, 8, 40, 3, 0) + bytes(8)
    bad = [good[:n] for n in range(0, len(good), 3)] + [b"X" + good[1:], huge, far, odd]
    for text in bad:
        with open(b.path("job"), "wb") as f:
            f.write(text)
        done = b.start(program, b.path("job"), b.path("result"))
        expect(f"a job of {len(text)} bytes", done.returncode, 64)
    expect("no arguments", b.start(program).returncode, 64)
    expect("no job", b.start(program, b.path("none"), b.path("result")).returncode, 64)
    with open(b.path("job"), "wb") as f:
        f.write(good)
    expect("no place for the result", b.start(program, b.path("job"), "/").returncode, 66)


def heap(b):
    code, _, _, data = b.run("heap", [(bytes(12), 4)], [3000])
    expect("spoilt, not aligned, failed", (code, struct.unpack("<3I", data[0])), (0, (0, 0, 0)))


def memory(b):
    code, _, _, data = b.run("memory", [(bytes(4), 4)])
    expect("differences", (code, data[0]), (0, bytes(4)))


def registers(b):
    results = [b.run("registers", [(bytes(256), 4)], [12345], level)
               for level in ("-O0", "-O2", "-Os", "-Oz")]
    for code, _, _, data in results:
        expect("result", (code, data), (0, results[0][3]))
    if not any(results[0][3][0]):
        raise Failure("nothing was computed")
    text = subprocess.run([CLANG, *b.flags, "-Os", "-S", os.path.join(HERE, "programs/registers.c"),
                           "-o", "-"], check=True, stdout=subprocess.PIPE, text=True).stdout
    for routine in ("__save_r16_through_", "_and_deallocframe", "_before_tailcall"):
        if routine not in text:
            raise Failure(f"the program does not call {routine}")


def sorting(b):
    expect("sort_check", b.start(b.build("sort_check.c")).returncode, 0)


def functions(b):
    program = b.build("probe.c")
    with subprocess.Popen([*QEMU, program], stdout=subprocess.PIPE) as qemu:
        done = subprocess.run([COMPARE], stdin=qemu.stdout, timeout=1100)
    expect("compare", done.returncode, 0)


TESTS = [guards, placing, counting, division, aborting, bad_jobs, heap, memory, registers, sorting]


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder)
        for test in [functions] if sys.argv[6:] == ["functions"] else TESTS:
            try:
                test(bench)
                print(f"{test.__name__}: ok")
            except (Failure, subprocess.SubprocessError) as problem:
                failed += 1
                print(f"{test.__name__}: {problem}")
    return failed != 0


sys.exit(main())
