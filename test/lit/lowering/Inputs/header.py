"""header.py CLANG HEADER...: each header with a program behind it must pass gcc and clang as any C and C++ without a
warning, twice included, before and behind the headers of the C library."""
import itertools
import pathlib
import subprocess
import sys
import tempfile

C = ["c99", "c11", "c17", "c2x", "gnu11"]
CXX = ["c++11", "c++14", "c++17", "c++20", "gnu++20"]
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wshadow", "-Wundef"]
clang, *headers = sys.argv[1:]
compilers = [([cc], lang) for cc, lang in (("gcc", "c"), ("g++", "c++"), (clang, "c"), (clang, "c++"))]
compilers += [([clang, "--target=hexagon-unknown-elf", "-ffreestanding"], lang) for lang in ("c", "c++")]
LIBRARY = "#include <complex.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
wrong = n = 0
with tempfile.TemporaryDirectory() as folder:
    for header, (words, lang) in itertools.product(headers, compilers):
        library = "" if "-ffreestanding" in words else LIBRARY if lang == "c" else LIBRARY.replace("<complex.h>", "<cmath>")
        include = f'#include "{pathlib.Path(header).resolve()}"\n'
        file = pathlib.Path(folder) / ("x.c" if lang == "c" else "x.cc")
        for std, text in itertools.product(C if lang == "c" else CXX, (include * 2 + library, library + include)):
            file.write_text(text + "int used(void);\nint used(void) { return 0; }\n")
            p = subprocess.run([*words, "-x", lang, f"-std={std}", *WARNINGS, "-fsyntax-only", str(file)],
                               capture_output=True, text=True, timeout=600)
            n += 1
            if p.returncode:
                wrong += 1
                print(header, *words, std, p.stderr[:1500], sep="\n", file=sys.stderr)
print(n, "compilations,", wrong, "wrong")
sys.exit(wrong > 0)
