# What stays as it is even where all that is legal is done (--predictive-commoning=all).
# RUN: %tirc --target=hexagon -O3 --lanes=0 --predictive-commoning=all --emit=tir %s | FileCheck --implicit-check-not="next{{ = T}}" %s
# RUN: %tirc --target=hexagon -O3 --lanes=0 --predictive-commoning=all --emit=tir -o /dev/null %s 2>&1 | count 0
from tvm.script import tirx as T

# The loop stores what a later iteration loads.
# CHECK-LABEL: def stores(
@T.prim_func(s_tir=True)
def stores(A: T.Buffer((512,), "int32")):
    for i in range(510):
        A[i + 1] = A[i] + A[i + 1]

# The buffers may overlap.
# CHECK-LABEL: def overlap(
@T.prim_func(s_tir=True)
def overlap(O: T.Buffer((512,), "int32"), A: T.Buffer((512,), "int32")):
    for i in range(510):
        O[i] = A[i] + A[i + 1]

# Only some iterations load the first element.
# CHECK-LABEL: def sometimes(
@T.prim_func(s_tir=True)
def sometimes(O: T.Buffer((512,), "int32"), A: T.Buffer((512,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(512):
        O[i] = T.if_then_else(i > 0, A[i - 1], 0) + A[i]

# The loop may be left.
# CHECK-LABEL: def leaves(
@T.prim_func(s_tir=True)
def leaves(O: T.Buffer((512,), "int32"), A: T.Buffer((512,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(510):
        if O[i] > 5:
            break
        O[i] = A[i] + A[i + 1]

# Only some iterations divide: x may be 0 where none does.
# CHECK-LABEL: def divides(
@T.prim_func(s_tir=True)
def divides(O: T.Buffer((512,), "int32"), A: T.Buffer((512,), "int32"), x: T.int32, n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(510):
        if i < n:
            O[i] = A[i] // x + A[i + 1] // x

# The last line of the vector's buffer is not whole.
# CHECK-LABEL: def part(
@T.prim_func(s_tir=True)
def part(O: T.Buffer((1024,), "int16"), A: T.Buffer((1025,), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(16):
        O[T.Ramp(i * 64, 1, 64)] = A[T.Ramp(i * 64, 1, 64)] + A[T.Ramp(i * 64 + 1, 1, 64)]

# Two iterations on lies what no iteration has loaded, in rows whose length is not known.
# CHECK-LABEL: def between(
@T.prim_func(s_tir=True)
def between(O: T.Buffer((4096,), "int32"), A: T.Buffer((4096,), "int32"), w: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(10):
        O[i] = A[i * w] + A[(i + 2) * w]

# What is called may write what is loaded.
# CHECK-LABEL: def calls(
@T.prim_func(s_tir=True)
def calls(O: T.Buffer((512,), "int32"), A: T.Buffer((512,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(510):
        O[i] = A[i] + A[i + 1] + T.call_extern("int32", "g", A[i])
