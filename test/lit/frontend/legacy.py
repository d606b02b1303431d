# TIR as it was printed before TVMScript, told apart by its first word.
# RUN: %tirc -O0 --emit=tir %s -o %t.py
# RUN: FileCheck --input-file=%t.py %s
# RUN: %tirc -O0 --emit=tir %t.py | diff %t.py -
# RUN: %tirc --emit=ll -o /dev/null %s
#[version = "0.0.5"]
@rows = primfn(A_1: handle, C_1: handle, n: int32) -> ()
  attr = {"from_legacy_te_schedule": True, "global_symbol": "rows", "tir.noalias": True}
  buffers = {A: Buffer(A_2: Pointer(float32), float32, [n, 16], []),
             C: Buffer(C_2: Pointer(float32), float32, [64], [], type="auto")}
  buffer_map = {A_1: A, C_1: C}
  preflattened_buffer_map = {A_1: A_3: Buffer(A_2, float32, [n, 16], [])} {
  // CHECK:      def rows(A: T.Buffer(("n", 16), "float32"), C: T.Buffer((64,), "float32"), n: T.int32):
  // CHECK:      T.func_attr({"from_legacy_te_schedule": True, "tir.noalias": True})
  // CHECK:      A_2 = T.decl_buffer((n * 16,), data=A.data)
  attr [local] "storage_scope" = "local";
  allocate(local, float32, [16]);
  // CHECK-NEXT: local = T.alloc_buffer((16,), scope="local")
  for (x.outer: int32, 0, n) "parallel" {
    // CHECK-NEXT: for x_outer in T.parallel(n):
    let base: int32 = (x.outer*16)
    // CHECK-NEXT: base: T.let[T.int32] = x_outer * 16
    for (y: int32, 0, 4) "unroll" {
      local[ramp((y*4), 1, 4)] = ((float32x4*)A_2[ramp(((y*4) + base), 1, 4)] + broadcast(1f32, 4))
      // CHECK: local[y * 4:y * 4 + 4] = A_2[{{.*}}] + T.Broadcast(T.float32(1.0), 4)
    }
    if ((base < 32) && !(n == 3)) {
      // CHECK: if base < 32 and not n == 3:
      C[base] = @tir.if_then_else((floormod(base, 3) == 1), max(local[0], 0.5f32), @tir.exp(local[1], dtype=float32), dtype=float32)
      // CHECK: C[base] = T.if_then_else(base % 3 == 1, T.max(local[0], T.float32(0.5)), T.exp(local[1]))
    } else {
      C[(base + 1)] = select((n > 2), cast(float32, (base / 3)), (let t: float32 = local[2] in (t*t)))
      // CHECK: C[base + 1] = T.Select(n > 2, T.Cast("float32", T.Div(base, 3)), T.Let(t * t, where={t: local[2]}))
    }
    assert((n > 0), "rows")
  }
  @tir.call_extern("note", cast(int64, n), 3i64, True, dtype=int32)
  // CHECK: T.call_extern("int32", "note", T.Cast("int64", n), T.int64(3), T.bool(True))
}
