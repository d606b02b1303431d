# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of the benchmark, with their arguments and what their results must be.

bench/kernels/SET/NAME.py is a kernel of ours (bench/kernels/README.md), test/corpus one that TVM
printed.  Both have the same fields:

    group, name, source   where the text is
    symbol                the function
    params                hexagon.Param of each parameter
    job                   bytes of hexagon.job_file
    peers                 {name: file} of the same kernel in other forms
    tvm                   the text after TVM's own CSE, or None: not recorded
    check(data)           raises hexagon.Failure if these bytes of all buffers are wrong"""
import fnmatch
import pathlib
import re
import sys
import zlib

import numpy as np

import hexagon
from hexagon import DTYPES, ROOT, Failure

sys.path.insert(0, str(ROOT / "test"))
import corpus  # noqa: E402

KERNELS = ROOT / "bench/kernels"
# The sets by their letter in #6.  G, the shapes of scaling, are no kernels (bench/scaling.py).
SETS = {"image": "A", "layout": "B", "loops": "C", "nn": "D", "corpus": "E", "micro": "F", "missed": "H",
        "others": "I"}


def by_set(kernels):
    """The results of kernels that could be had, by their set."""
    return {g: {k: r for k, r in kernels.items() if k.startswith(g + "/") and "failed" not in r}
            for g in SETS if any(k.startswith(g + "/") for k in kernels)}


# What else there may be beside NAME.py: the end of its file's name, and what the peer is called.
PEERS = {".c": "C", ".split.c": "C, split by hand", "_hand.py": "by hand", "_temp.py": "with a name",
         ".hvx.c": "HVX by hand"}


def is_buffer(param):
    return param.size is not None


class Kernel:
    """What all kernels do alike."""

    def compile(self, label, words):
        """The object that tirc makes of it for Hexagon with these options, and what it says; the label names the object."""
        obj = self.tools.temp / f"{self.name}-{label}.o"
        told = hexagon.call(self.tools.tirc, *words, f"--function={self.symbol}", self.source, "-c", "-o", obj, timeout=300,
                            errors=True)
        return obj, told

    def run(self, obj):
        """(packets, unaligned accesses) of a run of an object, which is gone then.  Raises Failure if the results are wrong."""
        ran, unaligned = self.tools.count(obj, self.tools.c_object(hexagon.entry_source(self.params, self.symbol)), self.job)
        obj.unlink()
        self.check(ran.data)
        return ran.packets, unaligned

    def packets(self, label, words):
        """Packets of a run of what tirc makes of it for Hexagon with these options.  Raises Failure if the results are wrong."""
        return self.run(self.compile(label, words)[0])[0]


class OwnKernel(Kernel):
    """A kernel of bench/kernels."""

    tvm = None

    def __init__(self, tools, source):
        self.group, self.name, self.source, self.symbol = source.parent.name, source.stem, source, source.stem
        self.tools = tools
        text = source.read_text()
        self.fills = {m[1]: (float(m[2]), float(m[3]))
                      for m in re.finditer(r"^# fill (\w+) (\S+) (\S+)$", text, re.M)}
        self.values = {m[1]: float(m[2]) for m in re.finditer(r"^# set (\w+) (\S+)$", text, re.M)}
        header = hexagon.call(tools.tirc, "--target=hexagon", "--emit=header", f"--function={self.symbol}",
                              "-o", "-", source)
        self.params, _ = hexagon.signature(header, self.symbol)
        known = {p.name for p in self.params}
        if unknown := (self.fills.keys() | self.values.keys()) - known:
            raise Failure(f"no parameter '{min(unknown)}'")
        self.job = hexagon.job_file([self.contents(p).tobytes() for p in self.params if is_buffer(p)],
                                    [hexagon.scalar_bits(self.values.get(p.name, 0), p.ctype)
                                     for p in self.params if not is_buffer(p)])
        self.peers = {word: source.with_name(source.stem + end) for end, word in PEERS.items()
                      if source.with_name(source.stem + end).exists()}
        self.expected = None

    def contents(self, param):
        """Numbers without a visible order, the same on every machine."""
        dtype = np.dtype(DTYPES[param.ctype])
        if param.name not in self.fills:
            return np.zeros(param.size, dtype)
        low, high = self.fills[param.name]
        random = np.random.RandomState(zlib.crc32(f"{self.name} {param.name}".encode()))
        if dtype.kind == "f":
            return random.uniform(low, high, param.size).astype(dtype)
        return random.randint(int(low), int(high) + 1, param.size, dtype="i8").astype(dtype)

    def check(self, data):
        """Against the interpreter, bit for bit; where floats are, which a math library may round another
        way, the first run is only near it, and all others are bit for bit the first."""
        if self.expected is None:
            self.expected = self.interpret()
            if self.is_near(data):
                self.expected = data
        if data != self.expected:
            wrong = np.flatnonzero(np.frombuffer(data, "u1") != np.frombuffer(self.expected, "u1"))
            raise Failure(f"wrong result: {wrong.size} bytes, the first is {wrong[0]}")

    def split(self, data):
        """The arrays of all buffers."""
        at = 0
        for p in filter(is_buffer, self.params):
            yield np.frombuffer(data, DTYPES[p.ctype], p.size, at)
            at += -(-p.size * np.dtype(DTYPES[p.ctype]).itemsize // 8) * 8

    def is_near(self, data):
        """Are there floats, and do all values agree with what is expected to some bits?"""
        return any(a.dtype.kind == "f" for a in self.split(data)) and \
            all(np.allclose(a, b, rtol=1e-6, atol=1e-6) if a.dtype.kind == "f" else np.array_equal(a, b)
                for a, b in zip(self.split(data), self.split(self.expected)))

    def interpret(self):
        """The bytes of all buffers after the interpreter ran the program as it is written."""
        folder = self.tools.temp / f"interp-{self.group}-{self.name}"
        folder.mkdir(exist_ok=True)
        words = []
        for p in self.params:
            if is_buffer(p):
                np.save(folder / f"{p.name}.npy", self.contents(p).reshape(p.shape))
                words.append(f"{p.name}=@{folder}/{p.name}.npy")
            else:
                value = self.values.get(p.name, 0)
                words.append(f"{p.name}={value if p.ctype in ('float', 'double') else int(value)}")
        hexagon.call(self.tools.tirc, "--run=interp", "-O0", f"--function={self.symbol}", f"--save={folder}",
                     self.source, *words, timeout=300)
        data = b""
        for p in self.params:
            if is_buffer(p):
                bits = np.load(folder / f"{p.name}.npy").tobytes()
                data += bits + bytes(-len(bits) % 8)
        return data


class CorpusKernel(Kernel):
    """A kernel of the corpus: TVM's text, data and results."""

    group, peers = "corpus", {}

    def __init__(self, tools, folder):
        self.tools = tools
        self.name, self.source, self.tvm = folder.name, folder / "lowered.py", folder / "tvm_cse.py"
        self.kernel = corpus.Kernel(tools.tirc, folder, tools.temp, 300)
        self.symbol = self.kernel.meta["func"]
        header = self.kernel.run("--target=hexagon", "--emit=header", f"--function={self.symbol}", "-o", "-",
                                 self.source)
        self.params, _ = hexagon.signature(header, self.symbol)
        values = dict(w.split("=", 1) for w in self.kernel.arguments())
        self.buffers = []
        for k, arg in enumerate(self.kernel.meta["args"]):
            if arg["kind"] == "buffer":
                array = self.kernel.data.get(f"arg{k}_in", self.kernel.data[f"arg{k}"])
                self.buffers.append((arg, self.kernel.data[f"arg{k}"],
                                     bytes(array.nbytes) if arg["role"] == "out" else array.tobytes()))
        self.job = hexagon.job_file([bits for _, _, bits in self.buffers],
                                    # What no argument tells is the offset of an array that has none.
                                    [hexagon.scalar_bits(float(values[p.name]) if p.ctype in ("float", "double")
                                                         else int(values.get(p.name, 0)), p.ctype)
                                     for p in self.params if not is_buffer(p)])
        self.expected = None

    def check(self, data):
        """Against TVM's results, as exact as the corpus asks for; and all runs to the bit."""
        if self.expected is None:
            at = 0
            for arg, theirs, _ in self.buffers:
                if arg["role"] != "in":
                    ours = np.frombuffer(data, "u1", theirs.nbytes, at).view(theirs.dtype)
                    try:
                        self.kernel.compare(arg, ours, theirs)
                    except corpus.Miss as miss:
                        raise Failure(str(miss)) from None
                at += -(-theirs.nbytes // 8) * 8
            self.expected = data
        if data != self.expected:
            raise Failure("the result differs from that of another configuration")


def matches(name, globs):
    return any(fnmatch.fnmatch(name, g) for g in globs or ["*"])


def find(groups, globs):
    """The kernels of these sets whose names match: (set, file of ours or folder of the corpus)."""
    found = []
    missed = {k for k, stage in corpus.read_expected() if stage == "qemu"}
    for group in SETS:
        if group not in groups:
            continue
        if group == "corpus":
            found += [(group, f) for f in corpus.folders(None) if f.name not in missed
                      and matches(f.name, globs) and '"ran": true' in (f / "meta.json").read_text()]
            continue
        found += [(group, f) for f in sorted((KERNELS / group).glob("*.py"))
                  if not f.stem.endswith(("_hand", "_temp")) and matches(f.stem, globs)
                  and f"def {f.stem}(" in f.read_text()]
    return found


def load(tools, group, path):
    """The kernel; hexagon.Failure if it cannot be had."""
    try:
        return CorpusKernel(tools, path) if group == "corpus" else OwnKernel(tools, path)
    except corpus.Miss as miss:
        raise Failure(str(miss)) from None
