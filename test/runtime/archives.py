#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""archives.py CLANG LLD NM LIB: the runtime's archives, each beside an SDK's in the place of the others.

What an archive needs is in it, in the archives that its README names, or weak.  Programs are linked with all of ours, with a
math library and a C library of somebody else's in front, and run under qemu-hexagon."""
import pathlib
import subprocess
import sys
import tempfile

clang, lld, nm, lib = sys.argv[1:]
FLAGS = ["--target=hexagon-unknown-elf", "-mcpu=hexagonv67", "-O2", "-fPIC", "-ffreestanding", "-fno-builtin", "-G0",
         "-Wall", "-Wextra", "-Werror"]
LIBC = """
#include <stddef.h>
static char heap[4096] __attribute__((aligned(128)));
void *malloc(size_t n) { return n < 4096 ? heap : 0; }
void free(void *p) { (void)p; }
void *memcpy(void *a, const void *b, size_t n) { char *x = a; const char *y = b; while (n--) *x++ = *y++; return a; }
void *memset(void *a, int c, size_t n) { char *x = a; while (n--) *x++ = c; return a; }
void *heap_of_libc(void) { return heap; }
"""
LIBM = """
double sqrt(double x) { return x + 42; }
float sqrtf(float x) { return x + 42; }
double fma(double a, double b, double c) { return a * b + c; }
float fmaf(float a, float b, float c) { return a * b + c; }
float expf(float x) { return x + 7; }
"""
START = """
#include <stddef.h>
#include <stdint.h>
void *TVMBackendAllocWorkspace(int device, int id, uint64_t size, int code, int bits);
int TVMBackendFreeWorkspace(int device, int id, void *p);
void *malloc(size_t n);
double sqrt(double x);
float expf(float x);
volatile int three = 3;
volatile double third = 3;
static int check(void)
{
	if (100 / three != 33 || 100 % three != 1 || (int)(9 / third) != 3)
		return 1;
	char *p = TVMBackendAllocWorkspace(0, 0, 64, 0, 0);
	if (!p || TVMBackendFreeWorkspace(0, 0, p))
		return 2;
	return PROGRAM_CHECK;
}
"""
ALONE = """
void _start(void)
{
	register int code __asm__("r0") = check();
	register int call __asm__("r6") = 94;
	__asm__ volatile("trap0(#1)" : : "r"(code), "r"(call));
	for (;;)
		;
}
"""
OURS = "int tirc_program(int argc, char **argv) { (void)argc, (void)argv; return check(); }\n"
# name, source, libraries in front of ours, ours
PROGRAMS = [
    ("all of ours in one", START.replace("PROGRAM_CHECK", "sqrt(4) != 2 || expf(0) != 1") + OURS, [], [""]),
    ("all of ours in three", START.replace("PROGRAM_CHECK", "sqrt(4) != 2 || expf(0) != 1") + OURS, [],
     ["-harness", "-math", "-builtins"]),
    ("an SDK's libm", START.replace("PROGRAM_CHECK", "sqrt(4) != 46 || expf(0) != 7") + OURS, ["libm"],
     ["-harness", "-builtins"]),
    ("an SDK's libm and libc", START.replace("PROGRAM_CHECK", "sqrt(4) != 46 || expf(0) != 7") + ALONE, ["libm", "libc"],
     ["-harness", "-builtins"]),
    ("an SDK's libc", START.replace("PROGRAM_CHECK", "sqrt(4) != 2 || expf(0) != 1") + ALONE, ["libc"],
     ["-math", "-builtins", "-harness"]),
]


def archive(part):
    return f"{lib}/libtirc-hexagon{part}.a"


def symbols(part, flag):
    words = subprocess.run([nm, flag, "--extern-only", "--format=just-symbols", "--quiet", archive(part)], check=True,
                           capture_output=True, text=True).stdout.split()
    return {w for w in words if not w.endswith(":")}


def undefined(part):
    lines = subprocess.run([nm, "--undefined-only", "--quiet", archive(part)], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    return {line.split()[1] for line in lines if len(line.split()) == 2 and line.split()[0] == "U"} - {"_GLOBAL_OFFSET_TABLE_"}


def compiled(folder, name, text):
    (folder / f"{name}.c").write_text(text)
    subprocess.run([clang, *FLAGS, "-c", str(folder / f"{name}.c"), "-o", str(folder / f"{name}.o")], check=True)
    return str(folder / f"{name}.o")


wrong = []
has = {part: symbols(part, "--defined-only") for part in ("-builtins", "-math", "-harness", "")}
for part, others in (("-builtins", {"memcpy"}), ("-math", has["-builtins"]), ("-harness", has["-builtins"] | {"tirc_entry"})):
    if rest := undefined(part) - has[part] - others:
        wrong.append(f"{archive(part)} needs {' '.join(sorted(rest))}")
if has[""] != has["-builtins"] | has["-math"] | has["-harness"]:
    wrong.append("the archive of all has not what the three have")
with tempfile.TemporaryDirectory() as temp:
    folder = pathlib.Path(temp)
    sdk = {name: compiled(folder, name, text) for name, text in (("libc", LIBC), ("libm", LIBM))}
    for i, (name, text, front, ours) in enumerate(PROGRAMS):
        program = str(folder / f"program{i}")
        p = subprocess.run([lld, "-static", "-o", program, compiled(folder, f"main{i}", text), *(sdk[f] for f in front),
                            *(archive(part) for part in ours)], capture_output=True, text=True)
        if p.returncode:
            wrong.append(f"{name}: {p.stderr[:800]}")
            continue
        p = subprocess.run(["qemu-hexagon", "-cpu", "v67", program], capture_output=True, text=True, timeout=600)
        if p.returncode:
            wrong.append(f"{name}: exit code {p.returncode} {p.stderr[:300]}")
print("\n".join(wrong) or f"{len(PROGRAMS)} programs linked and run")
sys.exit(bool(wrong))
