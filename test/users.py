#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""users.py --build=DIR [--bare [--made=DIR]] [--only=WORD]: the paths of docs/users.md, block by block.

Installs the build into a folder and runs the blocks of each user in a folder of its own, with that tree in the place of
/usr; blocks that begin with "# as root" or "# bare" are left out, and the user of TVM without TVM.  --bare (root): each user
has a new Debian 12, made by debootstrap, where all blocks run in a chroot as they stand; the first one, the packager, makes
the package that the others install.  A block of text holds, in their order, lines that the block before it says."""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```$", re.M | re.S)
CERT = "/etc/pip.crt"  # whom this machine trusts; a package of Debian's writes the usual file anew
MADE = ("tirc_*.deb", "tirc-*.whl")  # by the packager


def users(text):
    """The name of each user with its blocks: lines to run, and lines that they say."""
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        title = section.splitlines()[0]
        blocks = []
        for kind, body in BLOCK.findall(section):
            if kind == "sh":
                blocks.append((body, []))
            else:
                blocks[-1][1].extend(body.splitlines())
        yield title, blocks


def check(where, lines, said):
    """Each line is in what was said, behind the one before; … is anything."""
    rest = said.splitlines()
    for line in lines:
        wanted = re.compile(".*?".join(re.escape(part) for part in line.strip().split("…")))
        while rest and not wanted.search(rest[0]):
            rest.pop(0)
        if not rest:
            sys.exit(f"{where}: does not say: {line}\n{said[-4000:]}")
        rest.pop(0)


def run(where, block, lines, command, **more):
    done = subprocess.run([*command, "-euo", "pipefail", "-c", block], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, **more)
    if done.returncode:
        sys.exit(f"{where}: ends with {done.returncode}:\n{block}\n{done.stdout[-4000:]}")
    check(where, lines, done.stdout)


# ---- an installed tree ----------------------------------------------------------------------
def tvm_python():
    for python in (os.environ.get("TIRC_TVM"), ROOT / "build/.venv-tvm/bin/python"):
        if python and os.access(python, os.X_OK) and not subprocess.run(
                [python, "-c", "import tvm; assert tvm.__version__.startswith('0.27.')"], capture_output=True, check=False).returncode:
            return python
    return None


def make_wheel(build, folder):
    """What pip would have made of the wheel."""
    subprocess.run([sys.executable, ROOT / "python/make_wheel.py", f"--build={build}", folder / "wheel"], check=True)
    with zipfile.ZipFile(next((folder / "wheel").glob("*.whl"))) as z:
        z.extractall(folder / "site")
    (folder / "site/tirc/native/bin/tirc").chmod(0o755)


def make_venv(here, python, site):
    program = here / "venv/bin/python"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nPYTHONPATH={site} exec {python} "$@"\n')
    program.chmod(0o755)


def in_tree(build, only, folder):
    tree, python = folder / "tree", tvm_python()
    subprocess.run(["cmake", "--install", build, "--prefix", tree], check=True, stdout=subprocess.DEVNULL)
    make_wheel(build, folder)
    environment = {**os.environ, "PATH": f"{tree}/bin:{os.environ['PATH']}", "CMAKE_PREFIX_PATH": str(tree),
                   "PKG_CONFIG_PATH": f"{tree}/lib/pkgconfig", "LD_LIBRARY_PATH": f"{tree}/lib", "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("TIRC_HOME", None)
    environment.pop("PYTHONPATH", None)
    for title, blocks in users((ROOT / "docs/users.md").read_text(encoding="utf-8")):
        if only not in title:
            continue
        if "TVM" in title and not python:
            print(f"{title}: left out, there is no TVM 0.27 (scripts/setup-tvm)")
            continue
        here = folder / title.replace(" ", "-")
        (here / "tirc").mkdir(parents=True)
        (here / "tirc/build").symlink_to(build)
        make_venv(here, python, folder / "site")
        n = 0
        for block, lines in blocks:
            if not block.startswith(("# as root\n", "# bare\n")):
                run(title, block.replace("/usr/lib/", f"{tree}/lib/"), lines, ["bash"], cwd=here, env=environment, timeout=1200)
                n += 1
        print(f"{title}: {n} blocks")


# ---- a bare system --------------------------------------------------------------------------
def make_base(base):
    subprocess.run(["debootstrap", "--variant=minbase", "bookworm", base], check=True, stdout=subprocess.DEVNULL)
    sources = pathlib.Path("/etc/apt")
    for part in ("sources.list", "sources.list.d", "trusted.gpg.d", "apt.conf.d"):
        if (sources / part).exists():
            subprocess.run(["cp", "-rT", sources / part, base / "etc/apt" / part], check=True)
    shutil.copy("/etc/resolv.conf", base / "etc/resolv.conf")
    if "PIP_CERT" in os.environ:
        shutil.copy(os.environ["PIP_CERT"], str(base) + CERT)
    subprocess.run(["chroot", base, "apt-get", "update", "-q"], check=True, stdout=subprocess.DEVNULL)


def from_here():
    """What this machine's environment says of the way to the network."""
    words = [f"{k}={v}" for k, v in os.environ.items() if k.lower() in ("http_proxy", "https_proxy", "no_proxy", "pip_index_url")]
    return words + [f"PIP_CERT={CERT}"] * ("PIP_CERT" in os.environ)


def enter(root):
    """Bash in the root, with mounts of its own that end with it, in the folder /root."""
    return ["unshare", "--mount", "--propagation", "private", "--", "/bin/sh", "-euc",
            'mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"; root=$1; shift; '
            'exec chroot "$root" /usr/bin/env -i -C /root PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root '
            'DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"', "sh", root, *from_here(), "/bin/bash"]


def in_bare(only, made, folder):
    base, has = folder / "base", made is not None
    made = made or folder / "made"
    made.mkdir(exist_ok=True)
    make_base(base)
    for title, blocks in users((ROOT / "docs/users.md").read_text(encoding="utf-8")):
        packager = "packager" in title
        if packager and has or not packager and only not in title:
            continue
        root = folder / "root"
        subprocess.run(["cp", "-a", base, root], check=True)
        if packager:
            skip = lambda where, names: {n for n in names if (n == "build" and pathlib.Path(where) == ROOT) or n == ".git"}
            shutil.copytree(ROOT, root / "root/tirc", symlinks=True, ignore=skip)
        else:
            for path in made.iterdir():
                shutil.copy(path, root / "root")
        for block, lines in blocks:
            if packager and block.startswith("tirc "):
                run(title, "apt-get install -y --no-install-recommends ./tirc_*.deb", [], enter(root))
            run(title, block, lines, enter(root))
        if packager:
            for path in [p for pattern in MADE for p in (root / "root").glob(pattern)]:
                shutil.copy(path, made)
        shutil.rmtree(root)
        print(f"{title}: {len(blocks)} blocks in a bare Debian 12", flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    p.add_argument("--bare", action="store_true")
    p.add_argument("--only", default="", help="the users whose title has this")
    p.add_argument("--made", type=pathlib.Path, help="--bare: a folder with package and wheel; the packager is left out")
    a = p.parse_args()
    with tempfile.TemporaryDirectory(prefix="tirc-users-") as temp:
        if a.bare:
            in_bare(a.only, a.made, pathlib.Path(temp))
        else:
            in_tree(a.build.resolve(), a.only, pathlib.Path(temp))


if __name__ == "__main__":
    main()
