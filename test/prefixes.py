#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prefixes.py NM ARCHIVE... | --self-test NM CC: every external symbol of an archive has a prefix of its folder.

A program that is linked to the libraries may then use every plain word for functions of its own.  A
folder whose names say module and verb has a prefix for each module; no two folders have the same one.
--self-test compiles with CC what the test must find."""
import pathlib
import subprocess
import sys
import tempfile

PREFIXES = {
    "support": ("support_", "arena_", "diag_", "json_", "lookup_", "sbuf_", "source_", "strtab_"),
    "tir": ("tir_",),
    "interp": ("interp_",),
    "target": ("target_",),
    "analysis": ("analysis_", "facts_", "affine_", "range_", "trip_", "alias_", "access_", "effect_", "dependence_"),
    "frontend": ("frontend_",),
    "graph": ("graph_",),
    "simplify": ("simplify_",),
    "legalize": ("legalize_",),
    "loops": ("best_", "cover_", "dot_", "emit_", "exchange_", "lane_", "loops_", "nest_", "pack_", "predictive_", "private_", "quotient_", "radix_", "rewrite_", "schedule_", "split_", "stencil_", "sum_", "taps_", "turn_", "turned_", "twice_", "unroll_jam_",
              "vectorize_"),
    "cse": ("cse_",),
    "proof": ("proof_",),
    "lowering": ("lower_",),
    "backend": ("backend_",),
    "report": ("report_",),
    "driver-core": ("driver_", "tirc_"),
    "driver": ("driver_", "tirc_"),
    # Of the command alone: nobody links to it.
    "tool-lib": ("args_", "crash_", "emulate_", "job_", "progress_", "stats_", "supervisor_", "npy_", "options_", "output_", "page_", "slip_", "pass_", "passes_", "remarks_", "run_", "shape_",
                 "timeout_"),
    "tool-llvm": ("job_", "run_"),
}
SISTERS = ({"driver", "driver-core"}, {"tool-lib", "tool-llvm"})  # of one folder


def symbols(nm, archive):
    names = subprocess.run([nm, "--defined-only", "--extern-only", "--format=just-symbols", "--quiet", archive],
                           check=True, capture_output=True, text=True).stdout.split()
    return [s for s in names if not s.endswith((":", ".o"))]


def complaints(folder, names):
    """What is wrong with the external symbols of a folder."""
    if folder not in PREFIXES:
        return [f"{folder} has no row in PREFIXES"]
    if not names:
        return [f"{folder} has no symbols"]
    return [f"{folder}: {s} has none of the prefixes {' '.join(PREFIXES[folder])}"
            for s in names if not s.startswith(PREFIXES[folder])]


def shared():
    """Prefixes of one folder that are the start of another's."""
    return [f"{a} and {b}: {p} and {q}" for a in PREFIXES for b in PREFIXES if a != b
            for p in PREFIXES[a] for q in PREFIXES[b] if q.startswith(p) and {a, b} not in SISTERS]


SELF_TEST = [  # folder, source, how many complaints
    ("tir", "int tir_one = 1; static int two(void) { return 2; } int tir_two(void) { return two(); }", 0),
    ("tir", "int tir_one = 1; int eval(void) { return 1; }", 1),
    ("tir", "int tirc = 1; extern int elsewhere; int tir_one(void) { return elsewhere; }", 1),
    ("tir", "int tir = 1, forms = 2;", 2),
    ("analysis", "int range_least = 1, legalize_range = 2;", 1),
    ("legalize", "int range_of = 1, legalize_run = 2;", 1),
    ("nowhere", "int nowhere_one = 1;", 1),
    ("driver", "static int one; int *driver_one(void); static int *f(void) { return &one; }", 1),
]


def self_test(nm, cc):
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for name, text, n in SELF_TEST:
            source, out = pathlib.Path(folder, "one.c"), pathlib.Path(folder, "one.o")
            source.write_text(text + "\n")
            subprocess.run([cc, "-w", "-c", source, "-o", out], check=True)
            found = complaints(name, symbols(nm, out))
            if len(found) != n:
                wrong.append(f"{text}: {n} complaints expected, not {found}")
    return wrong


if sys.argv[1] == "--self-test":
    found = self_test(*sys.argv[2:])
else:
    found = shared()
    for archive in sys.argv[2:]:
        found += complaints(pathlib.Path(archive).stem.removeprefix("libtirc-"), symbols(sys.argv[1], archive))
print("\n".join(found), end="\n" if found else "")
sys.exit(1 if found else 0)
