# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The configurations of the benchmark: how a kernel becomes an object.

The letters are those of #6.  A row of OURS goes from a text through tirc; `text` is "own" or "tvm" (after
TVM's CSE), `gvn` what stands where LLVM's pipeline has GVN and both EarlyCSE: KEEP, or the passes that
take GVN's place, where "" also takes EarlyCSE out.  A row of PEERS is another form of the kernel, by the
name it has in sets.PEERS."""
import collections
import functools
import re

from hexagon import CPU, LLVM, call

KEEP = None
HVX = ["-mllvm", "-hexagon-autohvx"]
Ours = collections.namedtuple("Ours", "what text cse gvn level llvm align", defaults=[[], None])
Peer = collections.namedtuple("Peer", "what form options")

OURS = {
    "a0": Ours("no sharing: as a, and what the text computes twice is computed twice", "own", False, "", 2, ["--no-sharing"]),
    "a": Ours("no CSE: -O2 without GVN and EarlyCSE; equal nodes of a statement are lowered once", "own", False, "", 2),
    "b2": Ours("LLVM's -O2", "own", False, KEEP, 2),
    "b3": Ours("LLVM's -O3", "own", False, KEEP, 3),
    "c": Ours("our CSE, then -O2 without GVN and EarlyCSE", "own", True, "", 2),
    "d2": Ours("our CSE, then -O2", "own", True, KEEP, 2),
    "d3": Ours("our CSE, then -O3", "own", True, KEEP, 3),
    "d3-64": Ours("the same, with buffers that begin at 64 bytes as TVM's do, and not at 128", "own", True, KEEP, 3, [], 64),
    "e2": Ours("TVM's CSE, then -O2", "tvm", False, KEEP, 2),
    "e3": Ours("TVM's CSE, then -O3", "tvm", False, KEEP, 3),
    "f-newgvn": Ours("-O2 with NewGVN in the place of GVN", "own", False, "newgvn", 2),
    "f-hoist": Ours("-O2, GVN with hoist and sink", "own", False, "gvn-hoist,gvn,gvn-sink", 2),
    "b3s": Ours("LLVM's -O3 without its vectoriser for HVX", "own", False, KEEP, 3, ["-fno-vectorize"]),
    "d3s": Ours("our CSE, then -O3 without LLVM's vectoriser for HVX", "own", True, KEEP, 3, ["-fno-vectorize"]),
}
C = ["-O3", "-mhvx=v67", "-mhvx-length=128b"]
PEERS = {
    "clang": Peer("C, clang -O3", "C", C),
    "clang-v": Peer("C, clang -O3 with LLVM's vectoriser for HVX", "C", C + HVX),
    "split": Peer("C split by hand, clang -O3", "C, split by hand", C),
    "split-v": Peer("C split by hand, clang -O3 with LLVM's vectoriser for HVX", "C, split by hand", C + HVX),
    "hvx": Peer("HVX by hand: C with intrinsics, clang -O3", "HVX by hand", C),
    "hand": Peer("TIR shared by hand, LLVM's -O3", "by hand", []),
    "temp": Peer("TIR with a name too many, LLVM's -O3", "with a name", []),
}
# What each part of the compiler brings (bench/brings.py): a name, what it is, and the words that leave it out of d3.
PARTS = {
    "cse": ("common subexpression elimination", ["--cse-counter=0"]),
    "jam": ("unroll-and-jam", ["--unroll-and-jam=0"]),
    "promote": ("scalar promotion", ["--no-promote-scalars"]),
    "predict": ("predictive commoning", ["--predictive-commoning=none"]),
    "lanes": ("iterations of outer loops as lanes of vectors", ["--lanes=0"]),
}
# Our CSE, in loops and across them, and nothing else that changes loops (bench/crossing.py, bench/demo.py): the passes in their order.
ACROSS = "locals names wrap delinearize fuse same-nests hoist sliding-windows version-loops cse divide".split()
QUICK = ("b2", "d2", "b3", "d3")
PAIRS = (("d2", "b2"), ("d3", "b3"))  # with our CSE, and the same without
DETAILED = ("b2", "d2", "b3", "d3", "e3")  # spills and IR are counted of these: they take two more runs
SCALAR = ("b3s", "d3s")  # not for the corpus


def across(without=None):
    """tirc's words for ACROSS, perhaps without one of these passes: the profile that leaves nothing to LLVM, and no vectors of loops."""
    return ["--cse-profile=host", "--lanes=0", "--scratch=65536", "--optimize=" + ",".join(p for p in ACROSS if p != without)]


@functools.cache
def pipeline(level, gvn):
    """The text of default<O2> or default<O3> for Hexagon with these passes instead of GVN."""
    text = call(LLVM / "opt", f"-passes=default<O{level}>", "-print-pipeline-passes", "-disable-output", *CPU,
                text='target triple = "hexagon-unknown-elf"\n').strip()
    if not gvn:
        return re.sub(r",(gvn|early-cse)<[^>]*>", "", text)
    return re.sub(r",gvn<[^>]*>", "," + gvn, text)


def options(name):
    """tirc's words for a row of OURS, but for the files."""
    row = OURS[name]
    words = ["--target=hexagon", f"-O{row.level}", *row.llvm]
    if not row.cse:
        words += ["--no-cse", "--no-loops"]
    elif row.gvn == "":
        words.append("--cse-profile=host")  # hexagon's leaves to LLVM what it finds by itself
    if row.gvn is not KEEP:
        words.append(f"--passes={pipeline(row.level, row.gvn)}")
    return words
