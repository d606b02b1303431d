# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The frame of the tests that make random nests: options, processes, and what is told in the end."""
import argparse
import concurrent.futures
import pathlib

import progress

ROOT = pathlib.Path(__file__).resolve().parent.parent


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
        print(f"seed {seed}: {why}\n{text}")
        if options.keep:
            pathlib.Path(options.keep).mkdir(exist_ok=True)
            (pathlib.Path(options.keep) / f"{name}-{seed}.py").write_text(text)
    changed = sum(r[3] for r in results)
    print(f"random-{name}: seeds {options.seed} to {options.seed + options.count - 1}, "
          f"{options.count * nests} nests, {changed} {what}, {len(failures)} failures")
    return 1 if failures or not changed else 0
