#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""package.py --build=DIR [--all]: the Debian package, in a root of its own.

Builds it with cpack and has dpkg install it below a new folder, with a record of its own: what it holds, what it asks for,
and that the command in it runs, and that no code is in it twice; a second one has the same bytes.  Its libraries are the system's.  --all (root): a new Debian 12 in a folder, by
debootstrap, where apt installs the package with what it depends on; the command compiles a kernel there, in a chroot."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
KERNEL = HERE / "install" / "axpy.py"
FILES = ["usr/bin/tirc", "usr/lib/libtirc.so.0", "usr/lib/libtirc-core.so.0", "usr/lib/tirc-llvm.so", "usr/lib/libtirc-hexagon.a", "usr/include/tirc/tirc.h", "usr/share/man/man1/tirc.1.gz",
         "usr/share/bash-completion/completions/tirc", "usr/share/doc/tirc/copyright", "usr/share/doc/tirc/changelog.gz"]


def call(*command, **more):
    result = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {result.returncode}\n{result.stdout[-4000:]}")
    return result.stdout


def make(build, folder):
    call("cpack", "--config", build / "CPackConfig.cmake", "-B", folder)
    return next(folder.glob("tirc_*.deb"))


def check_fields(package):
    fields = call("dpkg-deb", "--field", package)
    for word in ("Package: tirc\n", "Depends: libc6", "libllvm", "Recommends: libclang1-"):
        if word not in fields:
            sys.exit(f"the package says no '{word.strip()}':\n{fields}")
    control = call("dpkg-deb", "--info", package, "triggers", "shlibs")
    for word in ("activate-noawait ldconfig", "libtirc 0 tirc", "libtirc-core 0 tirc"):
        if word not in control:
            sys.exit(f"the package does not say '{word}' to dpkg:\n{control}")


def check_again(build, package, folder):
    """The same bytes, made a second time; and what lintian finds, where there is one: the address is a placeholder."""
    if make(build, folder).read_bytes() != package.read_bytes():
        sys.exit("a second package has other bytes")
    if shutil.which("lintian"):
        said = subprocess.run(["lintian", package], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        wrong = [line for line in said.splitlines() if line.startswith(("E:", "W:")) and "bogus-mail-host" not in line]
        if wrong:
            sys.exit("lintian:\n" + "\n".join(wrong))


def install(package, root):
    """By dpkg, without what it depends on: that is the system's."""
    admin = root / "var/lib/dpkg"
    for part in ("info", "updates", "triggers"):
        (admin / part).mkdir(parents=True)
    (admin / "status").touch()
    call("dpkg", f"--root={root}", f"--log={root}/log", "--force-not-root", "--force-depends", "--force-script-chrootless",
         "--install", package, env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"})
    if "install ok installed" not in (admin / "status").read_text():
        sys.exit("dpkg did not install it")
    missing = [f for f in FILES if not (root / f).exists()]
    if missing:
        sys.exit(f"the package has no {' '.join(missing)}")
    strange = [p for p in root.rglob("*") if p.is_file() and not p.is_relative_to(root / "usr") and
               not p.is_relative_to(admin) and p.name != "log"]
    if strange:
        sys.exit(f"the package writes to {strange}")


def compile_kernel(root, folder):
    text = call(root / "usr/bin/tirc", "--emit=tir", "-o", "-", KERNEL)
    if "cse_v1" not in text:
        sys.exit(f"the command of the package names nothing:\n{text}")
    call(root / "usr/bin/tirc", "--target=hexagon", "-c", "-o", folder / "axpy.o", KERNEL)


def check_once(root):
    """The code is in the package once: beside it in libtirc-core, the rest is small."""
    files = [p for p in root.rglob("*") if p.is_file() and not p.is_symlink() and p.open("rb").read(4) == b"\x7fELF"]
    size = {p.name: p.stat().st_size for p in files}
    core = next(n for name, n in size.items() if name.startswith("libtirc-core.so"))
    if sum(size.values()) > 1.4 * core:
        sys.exit(f"the package has code more than once: {size}")


def clean_root(package, root):
    call("debootstrap", "--variant=minbase", "bookworm", root)
    sources = pathlib.Path("/etc/apt")
    for part in ("sources.list", "sources.list.d", "trusted.gpg.d", "apt.conf.d"):
        if (sources / part).exists():
            call("cp", "-rT", sources / part, root / "etc/apt" / part)
    call("cp", package, KERNEL, root / "tmp")
    call("cp", "/etc/resolv.conf", root / "etc/resolv.conf")
    call("chroot", root, "apt-get", "update", "-q")
    call("chroot", root, "apt-get", "install", "-y", "-q", "--no-install-recommends", f"/tmp/{package.name}")
    if "cse_v1" not in call("chroot", root, "tirc", "--emit=tir", "-o", "-", "/tmp/axpy.py"):
        sys.exit("the command names nothing in a clean root")
    call("chroot", root, "tirc", "--target=hexagon", "-c", "-o", "/tmp/axpy.o", "/tmp/axpy.py")


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", type=pathlib.Path, required=True)
    p.add_argument("--all", action="store_true")
    a = p.parse_args()
    with tempfile.TemporaryDirectory() as temp:
        folder = pathlib.Path(temp)
        package = make(a.build.resolve(), folder / "package")
        check_fields(package)
        check_again(a.build.resolve(), package, folder / "again")
        install(package, folder / "root")
        compile_kernel(folder / "root", folder)
        check_once(folder / "root")
        if a.all:
            clean_root(package, folder / "debian")


if __name__ == "__main__":
    main()
