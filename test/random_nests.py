# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The frame of the tests that make random nests: options, processes, runs that are compared, and what is told in the end."""
import argparse
import concurrent.futures
import pathlib
import random
import re
import subprocess
import tempfile
import zlib

import numpy as np

import progress

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Failure(Exception):
    pass


def align_of(text):
    """Where the buffers of a run under qemu begin: at 64 or at 128 bytes, by the text."""
    return f"--align={64 << zlib.crc32(text.encode()) % 2}"


def with_scalar(text):
    """The text, which is of one function, with a buffer without dimensions that some stores add; by the text itself, so that the same
    text gives the same.  Most texts stay."""
    rng = random.Random(zlib.crc32(text.encode()))
    types = dict(re.findall(r'(\w+)(?:: T\.Buffer| = T\.alloc_buffer)\([^"]*"(\w+)"', text))
    if rng.random() < .7 or len(re.findall(r"^ *def ", text, re.MULTILINE)) != 1:
        return text

    def add(store):
        ty = types.get(store[2], "")
        if not re.fullmatch(r"u?int(8|16|32)", ty) or rng.random() < .7:
            return store[0]
        z = "ZERO_D[()]" if ty == "int32" else f'T.Cast("{ty}", ZERO_D[()])'
        return f"{store[1]}{store[2]}{store[3]} = {z} + ({store[4]})"

    changed = re.sub(r"^( +)(\w+)(\[.*?\]) = (?!T\.Broadcast)([^:\n]+)$", add, text, flags=re.MULTILINE)
    return re.sub(r"( *def \w+\()", r'\1ZERO_D: T.Buffer((), "int32"), ', changed, count=1) if changed != text else text


def execute(options, folder, text, names, how, remark="", arguments=()):
    """The bytes of these buffers after the program ran, by name, and how often --explain said the remark."""
    (folder / "p.py").write_text(text)
    # qemu 7.2 lets such a load pass the store of its packet (docs/hexagon.md).
    apart = ["-mllvm", "-slot1-store-slot0-load=false", align_of(text)] if "--run=hexagon" in how else []
    done = subprocess.run([options.tirc, *how, *apart, "--explain", str(folder / "p.py"), f"--save={folder / 'after'}",
                           *(f"{n}=@{folder}/{n}.npy" for n in names), *arguments],
                          capture_output=True, text=True, timeout=600, check=False)
    if "please report" in done.stderr:
        raise Failure(next(line for line in done.stderr.splitlines() if "please report" in line))
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line]
        raise Failure(f"{' '.join(how)}: {errors[0] if errors else done.returncode}")
    after = {n: (folder / "after" / f"{n}.npy").read_bytes() for n in names}
    return after, done.stderr.count(remark) if remark else 0


def compare(options, folder, text, names, plain, ways, remark, arguments=()):
    """What is wrong with the first of the ways that leaves other bytes than plain does, or None; how often the remark
    was said."""
    found = 0
    scalar = with_scalar(text)
    if scalar != text:
        np.save(folder / "ZERO_D.npy", np.array(zlib.crc32(text.encode()) % 7, "int32"))
        text, names = scalar, [*names, "ZERO_D"]
    try:
        before, _ = execute(options, folder, text, names, plain, "", arguments)
        for how in ways:
            after, n = execute(options, folder, text, names, how, remark, arguments)
            found += n
            different = [name for name in names if before[name] != after[name]]
            if different:
                return f"{' '.join(how)}: {', '.join(different)} differ", found
        return None, found
    except Failure as failure:
        return str(failure), found


def work_on_one(job, program, remark):
    """The work of a test with one nest a program: its text, its buffers' sizes and types, and the values in them."""
    options, seed = job
    engines = ["interp", "hexagon"] if options.qemu else ["interp"]
    return work_on_text(options, seed, program.text(), program, [[f"--run={engine}", "--lanes=all"] for engine in engines], remark)


def work_on_text(options, seed, text, program, ways, remark):
    """The same of a text that there is already, in these ways."""
    with tempfile.TemporaryDirectory(prefix="random-") as temp:
        folder = pathlib.Path(temp)
        data = np.random.default_rng(seed)
        for n, (shape, dtype) in program.sizes.items():
            values = program.values(data, n, shape, dtype)
            np.save(folder / f"{n}.npy", values if dtype == "bfloat16" else values.astype(dtype))  # numpy has none
        why, found = compare(options, folder, text, program.sizes, ["--run=interp", "-O0"], ways, remark,
                             getattr(program, "arguments", ()))
    return seed, why, text if why else None, found


def work_on_many(options, seed, nests, text_of, buffers, wrong):
    """The work of a test with several nests a program: a wrong one is told with the nest that is wrong by itself.
    buffers: by name what lies there; wrong(folder, text): as compare."""
    with tempfile.TemporaryDirectory(prefix="random-") as temp:
        folder = pathlib.Path(temp)
        for n, values in buffers.items():
            np.save(folder / f"{n}.npy", values)
        why, found = wrong(folder, text_of(nests))
        if not why:
            return seed, None, None, found
        text = next((text_of([n]) for n in nests if wrong(folder, text_of([n]))[0]), text_of(nests))
        return seed, wrong(folder, text)[0], text, found


def main(doc, name, what, work, nests, *flags):
    """Run work((options, seed)) for each seed; it returns (seed, why it is wrong or None, text, number of `what`)."""
    p = argparse.ArgumentParser(description=doc.splitlines()[0])
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=60, help=f"programs, of {nests} nests each")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--keep", help="folder for failing programs")
    for flag in flags:
        p.add_argument(flag, action="store_true")
    progress.add_option(p)
    options = p.parse_args()
    jobs = [(options, seed) for seed in range(options.seed, options.seed + options.count)]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        results = list(progress.over(pool.map(work, jobs), len(jobs), options.progress))
    failures = [r for r in results if r[1]]
    for seed, why, text, _ in failures:
        text = with_scalar(text)
        print(f"seed {seed}: {why}\n{text}")
        if options.keep:
            pathlib.Path(options.keep).mkdir(exist_ok=True)
            (pathlib.Path(options.keep) / f"{name}-{seed}.py").write_text(text)
    changed = sum(r[3] for r in results)
    print(f"random-{name}: seeds {options.seed} to {options.seed + options.count - 1}, "
          f"{options.count * nests} nests, {changed} {what}, {len(failures)} failures")
    return 1 if failures or not changed else 0
