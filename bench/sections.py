# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sections of docs/measured.md in their order.

A section is a row: the name of its file in bench/results/measured, its page (docs/measured/PAGE.md), the title, the command that
measures it (each takes --tables=FILE), the folders that it tells something about, and what a reader has to know.  A new
measurement is a new row."""
import collections

Section = collections.namedtuple("Section", "name page title command folders about")

COMPILER = "analysis cse driver legalize loops lowering proof simplify target tir"

SECTIONS = [
    Section("corpus", "kernels", "Real kernels",
            "test/corpus.py --stage=read,print,cse,tvm,interp,jit0,jit2,v67hvx,v67,v73,qemu", COMPILER + " frontend interp",
            "The kernels of `test/corpus`, and a larger collection where there is one beside the repository (`TIRC_SHARED`). "
            "\"Right\" is within the kernel's own tolerance of what TVM's build computed, and the same bits with our CSE "
            "and without it. `test/corpus/expected-misses.tsv` has each miss with its reason."),
    Section("stir", "stir", "Real kernels before TVM's lowering",
            "test/corpus.py --stage=s-read,s-tvm,s-legal,s-interp,s-jit0,s-jit2,s-qemu", COMPILER + " frontend interp",
            "The same kernels as S-TIR: blocks, vectorised and unrolled loops, threads; tirc legalises them."),
    Section("conformance", "corners", "Corners of the language", "test/conformance.py", COMPILER + " frontend interp",
            "Small programs, one for each construct and each corner of the semantics, with the results of TVM's own build."),
    Section("rules", "rules", "Rules of equality", "test/rules.py", "cse simplify",
            "Each rule that value numbering uses is proved by Z3 at 8, 16, 32 and 64 bits; its wrong variants must fail."),
    Section("demo", "demo", "The demo", "bench/demo.py", COMPILER,
            "Packets of real kernels under qemu-hexagon, in per cent of -O2 without any sharing: what the text computes twice is "
            "computed twice, and LLVM runs neither EarlyCSE nor GVN. \"LLVM's\" are these two, \"our CSE\" is the profile `host` "
            "with the passes that share across loops, without vectors, \"both CSEs\" is ours before LLVM's, \"loops\" all transformations of loops "
            "without our CSE, \"all\" is tirc as it is. Ours is over 0.5 % behind LLVM's where LLVM's unrolling makes copies behind it, which its GVN "
            "shares (crouton_avg_pool2d_3x3_s1, depthwise_conv2d_i8: without unrolling both are equal), and in edit_distance and, by 10 packets, in "
            "a nearest resize, of which the cause is not known."),
    Section("cases", "cases", "Small cases", "bench/cases.py", COMPILER,
            "Each case of `test/cases` is one thing that a CSE can find, miss or get wrong: packets of -O3 alone, with our CSE "
            "before, with TVM's, and of the version written by hand."),
    Section("brings", "brings", "What each part brings", "bench/brings.py", COMPILER,
            "Packets of -O3 alone, with all parts before it, and by hand where there is such a version; then, as a factor of all "
            "parts together, what leaving one out costs. Spills and bytes of code are factors of -O3 alone. Rows in which nothing "
            "matters are left out; the means are over all."),
    Section("crossing", "crossing", "CSE across loops: how often each pass fires, and what it brings", "bench/crossing.py", COMPILER,
            "Packets of -O3 with our CSE in front, in loops and across them, over those of LLVM's -O3 alone: no vectors of ours, nothing else that changes loops, and no "
            "choice between versions at the end, which would take the better one. A pass fires in a kernel if it says there what it has done; what it brings is "
            "packets without it over packets with it; `locals` and `names` prepare for others and say nothing. Kernels in which nothing changes by over 1 % are left out of the second table."),
    Section("neighbours", "neighbours", "Kernels from seeds: never slower", "bench/neighbours.py --seed=20000 --count=1000 --level=3,2",
            COMPILER + " backend",
            "Packets of tirc as it is against the best of `--lanes=0`, `--no-cse`, LLVM alone (`--no-cse --no-loops`) and each profile of "
            "CSE alone. Counts are known where tirc says nothing of loops whose count it cannot read from the code."),
    Section("passes", "passes", "Pass against pass", "bench/passes.py", "analysis cse proof",
            "The work that is left in the small cases after our pass alone and after another: cases with less, the same and more, "
            "then the sums. \"Static\" is what the text holds, \"dynamic\" what is executed, each operation by its weight "
            "(`bench/passes.py` has the weights)."),
    Section("temps", "names", "Names and operations in the corpus", "bench/temps.py", "analysis cse proof",
            "What our pass (profile `host`) and TVM's save of the operations in the kernels. \"Costly\" leaves out what addresses have "
            "for free (`base + constant`), casts, ramps and broadcasts; \"executed\" is what the interpreter computes."),
    Section("flat", "flat", "Our flat form against TVM's", "bench/legalize.py", "legalize simplify",
            "Nodes that the interpreter evaluates without CSE: S-TIR legalised by us over S-TIR lowered by TVM."),
    Section("host", "host", "Kernels on this machine beside clang", "bench/host.py", COMPILER,
            "Nanoseconds of plain loops: `tirc -O3 -mcpu=native` beside `clang -O3 -march=native` on the same loops in C, which lies beside "
            "the text or is what `bench/plain_c.py` writes. Both are one program and run by turns. Floats are not contracted in either: "
            "tirc computes them as the text says. `bench/host_reasons.tsv` says why a kernel takes over 1.1 of clang's time; any other "
            "that does fails the command. `bench/host.py FILE.py...` measures other texts."),
    Section("speed", "speed", "Time of the pass beside TVM's", "bench/speed.py", "analysis cse proof",
            "TVM's figures were recorded with the kernels (its pass alone, median of five); ours are the best of fifteen, with the proof."),
    Section("read", "reading", "Time of reading", "bench/speed.py --read", "frontend support tir",
            "The five largest texts of the corpus, and a text of 100 MB made for it."),
]
