#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of schedules: random nests, each covered in a random way (loops/plan).

    test/random_schedule.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

The nests are those of test/random_cover.py.  Of the ways that --emit=schedule lists for a nest one is taken, good or bad, and given back
with --schedule; half of the time its numbers are changed as well.  What the compiler refuses must be refused with a reason, at the place in the
schedule.  What it does must leave the bytes that the interpreter computes without it; --qemu compiles and runs the code, too.
"""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import random_cover
import random_nests

TIMES = re.compile(r"^(?:# )?(\S+ = \S.*?)  # \d+ packets by the model$", re.MULTILINE)
REFUSED = re.compile(r"^\S+\.schedule:\d+:\d+: error: (the nest cannot be done so: .+|there is no such nest: .+)$", re.MULTILINE)


def ways(options, folder):
    """The ways that are possible, by nest, as the compiler lists them."""
    done = subprocess.run([options.tirc, "--target=hexagon", "-O2", "--cover=all", "--lanes=all", "--emit=schedule", str(folder / "p.py"),
                           "-o", "-"], capture_output=True, text=True, timeout=600, check=True)
    found = {}
    for line in TIMES.findall(done.stdout):
        found.setdefault(line.split(" = ")[0], []).append(line)
    return found


def changed(rng, line):
    """The way with some of its numbers changed: a step of other rows, other lanes, another loop."""
    def other(m):
        name, n = m[1], int(m[2])
        if rng.random() < .5:
            return m[0]
        new = {"lanes": rng.choice([n // 2, n * 2, 16, 32, 64, 128]), "rows": rng.choice([1, n - 1, n + 1, 2 * n, rng.randrange(1, 70)]),
               "together": rng.choice([1, 2, 4]), "padded": rng.choice([n, 2 * n, 32, 64, 96, 128]), "elements": rng.choice([n // 2, 2 * n, 16, 32, 33])}
        return f"{name}={new.get(name, rng.randrange(3))}"
    return re.sub(r"(\w+)=(\d+)", other, line)


def schedule(options, seed, text):
    """A random way for each nest of the text."""
    rng = random.Random(f"schedule {seed}")
    with tempfile.TemporaryDirectory(prefix="random-") as temp:
        folder = pathlib.Path(temp)
        (folder / "p.py").write_text(random_nests.with_scalar(text))
        lines = [rng.choice(found) for found in ways(options, folder).values()]
        lines = [changed(rng, line) if rng.random() < .5 else line for line in lines]
        (folder / "p.schedule").write_text("\n".join(lines) + "\n")
        done = subprocess.run([options.tirc, "--target=hexagon", "-O2", "--cover=all", "--lanes=all", f"--schedule={folder / 'p.schedule'}",
                               "--emit=tir", str(folder / "p.py"), "-o", "-"], capture_output=True, text=True, timeout=600, check=False)
        refused = {int(m) for m in re.findall(r"\.schedule:(\d+):", done.stderr)} if REFUSED.search(done.stderr) else set()
        if done.returncode and not refused:
            raise random_nests.Failure(f"{lines}: {done.stderr.splitlines()[:1]}")
        return [line for i, line in enumerate(lines) if i + 1 not in refused]


def work(job):
    options, seed = job
    program = random_cover.Program(seed)
    text = program.text()
    engines = ["interp", "hexagon"] if options.qemu else ["interp"]
    with tempfile.TemporaryDirectory(prefix="random-") as temp:
        file = pathlib.Path(temp) / "p.schedule"
        try:
            lines = schedule(options, seed, text)
        except (random_nests.Failure, subprocess.CalledProcessError) as failure:
            return seed, str(failure), text, 0
        file.write_text("\n".join(lines) + "\n")
        how = [[f"--run={e}", "-O2", "--cover=all", "--lanes=all", f"--schedule={file}"] for e in engines]
        seed, why, text, found = random_nests.work_on_text(options, seed, text, program, how, "covered by registers")
        return seed, f"{why}\n{file.read_text()}" if why else None, text, found


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "schedule", "of them covered", work, 1, "--qemu"))
