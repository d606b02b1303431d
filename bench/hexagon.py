# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels on Hexagon: linked with the runtime, run under qemu-hexagon on given arguments, counted."""
import collections
import pathlib
import re
import struct
import subprocess
import sys
import threading

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test"))  # corpus.py, tables.py
LLVM = pathlib.Path("/usr/lib/llvm-22/bin")
CPU = ["-mcpu=hexagonv67", "-mattr=+hvxv67,+hvx-length128b"]
OUTSIDE, DIVISION_BY_ZERO = 65, 77  # runtime/job.h
DTYPES = {"bool": "u1", "float": "f4", "double": "f8", "_Float16": "f2", "__fp16": "f2",
          **{f"{u}int{b}_t": f"{u or 'i'}{b // 8}" for u in ("", "u") for b in (8, 16, 32, 64)}}

# What a run cost: packets, instructions and HVX instructions from the call to the return, and the bytes of
# all buffers behind it.
Run = collections.namedtuple("Run", "packets instructions hvx data")


class Param(collections.namedtuple("Param", "name ctype shape")):
    """A parameter and its C type; shape is None for a scalar, and has None where arguments decide."""

    @property
    def size(self):
        """The elements; None for a scalar, 0 where arguments decide."""
        if self.shape is None:
            return None
        return 0 if None in self.shape else int(np.prod(self.shape))


class Failure(Exception):
    """A step that did not do what it should; the text is the reason."""


class Broken(Exception):
    """The kernel trapped or wrote outside its buffers; the text is the word for it."""


def call(*args, text=None, env=None, timeout=None, errors=False):
    """Run a program; what it printed, or what it told of errors."""
    try:
        done = subprocess.run([str(a) for a in args], capture_output=True, text=True, check=False,
                              input=text, env=env, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise Failure(f"{pathlib.Path(args[0]).name}: no end within {timeout} s") from None
    if done.returncode:
        lines = [s for s in done.stderr.splitlines() if "error" in s] or done.stderr.splitlines()
        raise Failure(f"{pathlib.Path(args[0]).name}: {lines[0] if lines else done.returncode}")
    return done.stderr if errors else done.stdout


# ---- arguments ----------------------------------------------------------------------------------
def signature(header, symbol):
    """The parameters of a function in a header of tirc's, and whether its buffers may overlap."""
    # A name that C does not take has an underscore, and the symbol behind it.
    found = re.search(rf"/\* {symbol}\n(.*?)\*/\nvoid {symbol}_?\((.*?)\)(?: TIRC_SYMBOL\(\S*\))?;", header, re.S)
    if not found:
        raise Failure(f"no declaration of '{symbol}'")
    params = []
    for word in found[2].split(", "):
        ctype, name = re.fullmatch(r"(?:const )?(\w+) (\*?\w+)", word.replace("TIRC_RESTRICT ", "")).groups()
        shape = None
        if name[0] == "*":
            dims = re.search(rf" \* {name[1:]}: \w+\[(.*?)\](?:,|\n| )", found[1])[1]
            dims = [re.sub(r"^T\.int64\((.*)\)$", r"\1", d) for d in dims.split(", ") if d]
            shape = tuple(int(d) if d.isdigit() else None for d in dims)
        params.append(Param(name.lstrip("*"), ctype, shape))
    return params, "No two buffers overlap" not in found[1]


def scalar_bits(value, ctype):
    """The 64 bits that stand for a scalar argument."""
    dtype = np.dtype(DTYPES[ctype])
    if dtype.kind == "f":
        return np.array([value], dtype).tobytes().ljust(8, b"\0")
    return np.array([value]).astype(dtype).astype("i8").tobytes()


ALIGN = 128  # where buffers begin, unless a configuration or --align says another number
BUFFER = struct.Struct("<QQII")  # of a job: size, place in the file, alignment, nothing


def job_file(buffers, scalars):
    """The job of runtime/job.h: bytes of each buffer, 64 bits of each scalar."""
    head = struct.pack("<8sII", b"TIRCJOB1", len(buffers), len(scalars))
    at = len(head) + 24 * len(buffers) + 8 * len(scalars)
    table, data = b"", b""
    for bits in buffers:
        table += BUFFER.pack(len(bits), at + len(data), ALIGN, 0)
        data += bits + bytes(-len(bits) % 8)
    return head + table + b"".join(scalars) + data


def aligned_job(job, align):
    """The same job with buffers that begin at multiples of `align` bytes, and of no higher power of two."""
    job = bytearray(job)
    for k in range(struct.unpack_from("<I", job, 8)[0]):
        size, place, _, zero = BUFFER.unpack_from(job, 16 + BUFFER.size * k)
        BUFFER.pack_into(job, 16 + BUFFER.size * k, size, place, align, zero)
    return bytes(job)


def entry_source(params, symbol, overlap=False):
    """C that calls the kernel with the arrays of arguments the runtime's start-up has read; in case
    of overlap the first buffer is all buffers."""
    types, words, count = [], [], {True: 0, False: 0}
    for p in params:
        isbuffer = p.size is not None
        k = count[isbuffer]
        count[isbuffer] += 1
        types.append("void *" if isbuffer else p.ctype)
        words.append(f"buffer[{0 if overlap else k}]" if isbuffer else f"*(const {p.ctype} *)&scalar[{k}]")
    return ("#include <stdbool.h>\n#include <stdint.h>\n"
            f"void {symbol}({', '.join(types)});\n"
            "void tirc_entry(void **buffer, const uint64_t *scalar);\n"
            "void tirc_entry(void **buffer, const uint64_t *scalar)\n"
            f"{{\n\t(void)buffer;\n\t(void)scalar;\n\t{symbol}({', '.join(words)});\n}}\n")


# ---- compile, link, run -------------------------------------------------------------------------
class Toolchain:
    """The programs of one build, a temporary folder, and what C was compiled before."""

    def __init__(self, build, temp):
        self.tirc, self.temp = f"{build}/bin/tirc", pathlib.Path(temp)
        self.runtime = f"{build}/lib/libtirc-hexagon.a"
        self.lock, self.compiled, self.counter = threading.Lock(), {}, None

    def c_object(self, text, *options):
        """C for Hexagon to an object; the same text and options only once."""
        with self.lock:
            if (text, options) not in self.compiled:
                source = self.temp / f"c{len(self.compiled)}.c"
                source.write_text(text)
                self.compiled[text, options] = source.with_suffix(".o")
                call(LLVM / "clang-22", "--target=hexagon-unknown-elf", "-mv67", *(options or ("-O2",)),
                     "-ffreestanding", "-fno-strict-aliasing", "-c", source, "-o",
                     self.compiled[text, options])
            return self.compiled[text, options]

    def link(self, program, *objects, options=()):
        call(LLVM / "ld.lld", "-static", "--gc-sections", *options, "-o", program, *objects, self.runtime)

    def plugin(self, listing, obj):
        """qemu's -plugin argument that counts what runs of an object's code, which the linker's listing places."""
        spans = [(int(m[1], 16), int(m[2], 16)) for m in re.finditer(
            rf"^ *(\w+) +\w+ +(\w+) +\d+ +{re.escape(str(obj))}:\(\.text", listing.read_text(), re.M)]
        if not spans:
            raise Failure("no code in the linked program")
        with self.lock:
            if not self.counter:
                counter = self.temp / "hxcount.so"
                call("gcc", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-o", counter, ROOT / "bench/hxcount.c")
                self.counter = counter
        return f"{self.counter},lo={min(a for a, _ in spans)},hi={max(a + n for a, n in spans)}"

    def count(self, obj, c_object, job):
        """Run an object with a C object that calls it.  Returns the Run, and how many unaligned accesses the object makes."""
        program, listing = obj.with_suffix(".elf"), obj.with_suffix(".map")
        self.link(program, obj, c_object, options=[f"-Map={listing}"])
        ran, printed = run(program, job, plugin=self.plugin(listing, obj))
        program.unlink()
        listing.unlink()
        return ran, int(re.search(r"unaligned (\d+)", printed)[1])

    def code_size(self, obj):
        sections = call(LLVM / "llvm-size", "-A", obj)
        return sum(map(int, re.findall(r"^\.text\S*\s+(\d+)", sections, re.M)))


def run(program, job, timeout=60, plugin=None):
    """Run a program of link() on the bytes of a job; plugin: qemu's -plugin argument.  Returns the
    Run and what qemu printed."""
    program = pathlib.Path(program)
    files = [program.with_suffix(".job"), program.with_suffix(".result")]
    files[0].write_bytes(job)
    words = ["qemu-hexagon", *(["-plugin", plugin] if plugin else []), "-cpu", "v67", program, *files]
    try:
        done = subprocess.run(words, capture_output=True, check=False, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise Failure(f"no end within {timeout} s") from None
    if done.returncode == DIVISION_BY_ZERO or done.returncode < 0:
        raise Broken("TRAP")
    if done.returncode == OUTSIDE:
        raise Broken("OUTSIDE")
    if done.returncode:
        raise Failure(f"ended with status {done.returncode}")
    result = files[1].read_bytes()
    counts = struct.unpack_from("<QQQ", result, 24)
    for f in files:
        f.unlink()
    return Run(*counts, result[48:]), done.stderr.decode(errors="replace")
