# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of this folder in Halide, with the schedules of its apps: tiles of one vector and four rows.

    python3 halide_gen.py KERNEL TARGET OUT.o

needs Halide's Python package (21.0.0).  The object has a function halide_KERNEL that takes
halide_buffer_t; halide_wrap.c makes KERNEL of it, with the parameters of KERNEL.c.  A target for
Hexagon v67 with a runtime of one's own is
hexagon-32-noos-no_runtime-hvx-hvx_v66-no_asserts-no_bounds_query."""
import sys

try:
    import halide as hl
except ImportError:
    sys.exit("halide_gen.py: Halide's Python package is not installed (pip install halide==21.0.0)")

I16, U16, U8 = hl.Int(16), hl.UInt(16), hl.UInt(8)
x, y, xi, yi = (hl.Var(n) for n in ("x", "y", "xi", "yi"))


def middle(a, b, c):
    return hl.max(hl.min(hl.max(a, b), c), hl.min(a, b))


def conv3x3(f, image, k):
    total = hl.cast(I16, 0)
    for i in range(3):
        for j in range(3):
            total += hl.cast(I16, image[x + j - 1, y + i - 1]) * hl.cast(I16, k[i * 3 + j])
    f[x, y] = hl.cast(U8, hl.clamp(total >> 4, 0, 255))


def dilate3x3(f, image, _):
    column = hl.Func("column")
    column[x, y] = hl.max(hl.max(image[x, y - 1], image[x, y]), image[x, y + 1])
    f[x, y] = hl.max(hl.max(column[x - 1, y], column[x, y]), column[x + 1, y])


def gaussian5x5(f, image, _):
    column = hl.Func("column")
    at = [hl.cast(I16, image[x, y + d]) for d in range(-2, 3)]
    column[x, y] = at[0] + 4 * at[1] + 6 * at[2] + 4 * at[3] + at[4]
    c = [column[x + d, y] for d in range(-2, 3)]
    f[x, y] = hl.cast(U8, (c[0] + 4 * c[1] + 6 * c[2] + 4 * c[3] + c[4]) >> 8)
    return column


def median3x3(f, image, _):
    a, b, c = (image[x, y + d] for d in (-1, 0, 1))
    high, low, mid = (hl.Func(n) for n in ("high", "low", "mid"))
    high[x, y] = hl.max(hl.max(a, b), c)
    low[x, y] = hl.min(hl.min(a, b), c)
    mid[x, y] = middle(a, b, c)
    f[x, y] = middle(hl.min(hl.min(high[x - 1, y], high[x, y]), high[x + 1, y]),
                     hl.max(hl.max(low[x - 1, y], low[x, y]), low[x + 1, y]),
                     middle(mid[x - 1, y], mid[x, y], mid[x + 1, y]))


def sobel(f, image, _):
    wide, row, column = (hl.Func(n) for n in ("wide", "row", "column"))
    wide[x, y] = hl.cast(U16, image[x, y])
    row[x, y] = wide[x - 1, y] + 2 * wide[x, y] + wide[x + 1, y]
    column[x, y] = wide[x, y - 1] + 2 * wide[x, y] + wide[x, y + 1]
    f[x, y] = hl.cast(U8, hl.clamp(hl.absd(row[x, y - 1], row[x, y + 1]) +
                                   hl.absd(column[x - 1, y], column[x + 1, y]), 0, 255))


KERNELS = {f.__name__: f for f in (conv3x3, dilate3x3, gaussian5x5, median3x3, sobel)}


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in KERNELS:
        sys.exit(__doc__)
    name, target, out = sys.argv[1:]
    image, k, f = hl.ImageParam(U8, 2, "A"), hl.ImageParam(hl.Int(8), 1, "K"), hl.Func("B")
    stage = KERNELS[name](f, image, k)
    image.set_host_alignment(128)
    image.dim(0).set_min(-128)
    image.dim(1).set_min(-2)
    image.dim(1).set_stride(512)
    result = f.output_buffer()
    result.set_host_alignment(128)
    result.dim(0).set_min(0)
    result.dim(1).set_min(0)
    result.dim(1).set_stride(256)
    tail = hl.TailStrategy.RoundUp
    f.tile(x, y, xi, yi, 256 if stage else 128, 4, tail).vectorize(xi).unroll(yi)
    if stage:
        stage.compute_at(f, y).tile(x, y, x, y, xi, yi, 128, 4, tail).vectorize(xi).unroll(yi)
    arguments = [image, k] if name == "conv3x3" else [image]
    f.compile_to({hl.OutputFileType.object: out}, arguments, "halide_" + name, hl.Target(target))


main()
