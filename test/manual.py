#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""manual.py TIRC SHARE: the man page and the completions have every option that --help shows, and bash completes.

The shells that are there load their file, too: bash always; fish completes, zsh gives _arguments what the file says."""
import pathlib
import re
import shutil
import subprocess
import sys

tirc, share = sys.argv[1], pathlib.Path(sys.argv[2])
FILES = {"man": share / "man/man1/tirc.1", "bash": share / "bash-completion/completions/tirc",
         "zsh": share / "zsh/site-functions/_tirc", "fish": share / "fish/vendor_completions.d/tirc.fish"}
COMPLETED = [  # the words of a line, what bash offers for the last one
    (["tirc", "--emit", "=", "a"], "asm"),
    (["tirc", "--emit", "="], "tir json plan schedule values ll bc asm obj report header"),
    (["tirc", "--run", "=", "h"], "hexagon"),
    (["tirc", "--emi"], "--emit="),
    (["tirc", "-O"], "-O0 -O1 -O2 -O3 -Os"),
    (["tirc", "--target", "=", "h"], "host hexagon"),
    (["tirc", "--abi", "="], "c tvm-ffi"),
    (["tirc", "--time-p"], "--time-passes"),
]


def options():
    text = subprocess.run([tirc, "--help"], check=True, capture_output=True, text=True).stdout
    return re.findall(r"^  (--?[A-Za-z][\w-]*)", text, re.M)


def has(kind, text, option):
    name = option.lstrip("-")
    if kind == "man":
        return re.search(rf"^\.B {re.escape(option.replace('-', chr(92) + '-'))}", text, re.M)
    if kind == "bash":
        return re.search(rf"[' ]{re.escape(option)}[= ]", text)
    if kind == "zsh":
        return re.search(rf"'\*?{re.escape(option)}[=\[-]", text)
    return re.search(rf"^complete -c tirc -[los] '{re.escape(name)}' ", text, re.M)


def complete(words):
    line = " ".join(f"'{w}'" for w in words)
    script = (f"compopt() {{ :; }}; source {FILES['bash']}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _tirc; "
              'echo "${COMPREPLY[@]}"')
    return subprocess.run(["bash", "-uc", script], check=True, capture_output=True, text=True).stdout.strip()


def say(shell, *words):
    """What a shell prints with its file loaded; on stderr it must say nothing."""
    done = subprocess.run([shell, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return done.stdout + done.stderr


def loaded(kind, path):
    """What is wrong with the file in its shell, or nothing."""
    if kind == "fish":
        said = say("fish", "-c", f"source {path}; complete -C 'tirc --abi='")
        return "" if re.fullmatch(r"--abi=c\t.*\n--abi=tvm-ffi\t.*\n", said) else f"fish says: {said!r}"
    said = say("zsh", "-fc", f"_arguments() {{ print -rl -- $@ }}; autoload +X {path}; {path.name}")
    options = [line for line in said.splitlines() if line.startswith(("-", "*-"))]
    return "" if len(options) >= len(all_options) and "--abi=[" in said else f"zsh says: {said!r}"


wrong = []
all_options = options()
if len(all_options) < 30:
    wrong.append(f"--help shows only {all_options}")
for kind, path in FILES.items():
    text = path.read_text()
    for option in all_options:
        option = "-O" if option == "-O0" else option
        if not (has(kind, text, option) or (option == "-O" and has(kind, text, "-O0"))):
            wrong.append(f"{path.name} ({kind}) has no {option}")
    if kind in ("zsh", "fish") and shutil.which(kind):
        wrong += [line for line in [loaded(kind, path)] if line]
if not re.search(r'^\.TH TIRC 1 "20\d\d-\d\d-\d\d" ', FILES["man"].read_text(), re.M):
    wrong.append("the man page has no date")
for words, offered in COMPLETED:
    found = complete(words)
    if found != offered:
        wrong.append(f"bash offers '{found}' for {' '.join(words)}, not '{offered}'")
print("\n".join(wrong), end="\n" if wrong else "")
sys.exit(1 if wrong else 0)
