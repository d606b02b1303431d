# The average pool over croutons (blocks of 8 x 8 x 32 float16, two rows of pixels side by side) with
# which CSE for TIR was introduced, in the text of its time.  The parts the slides leave out are
# written out: the stores of one row of eight vectors, the reduction over them, the division.
# RUN: %tirc -O0 --emit=tir %s | FileCheck %s --check-prefix=READ
# RUN: %tirc -O0 --emit=tir %s -o %t.py
# RUN: %tirc -O0 --emit=tir %t.py | diff %t.py -
# RUN: %tirc --emit=tir %s | FileCheck %s --check-prefix=CSE
# RUN: %tirc --emit=ll --target=hexagon -o /dev/null %s
primfn(Ab_1: handle, B_1: handle, och: int32, ocw: int32, ocd: int32, hs: int32, ws: int32, hap: int32, wap: int32, hso: int32, wso: int32, kh: int32, kw: int32, w: int32) -> ()
  attr = {"global_symbol": "avg_pool", "tir.noalias": True}
  buffers = {B: Buffer(B_2: Pointer(float16), float16, [((och*ocw)*2048)], []),
             Ab: Buffer(Ab_2: Pointer(float16), float16, [n: int32], [])}
  buffer_map = {Ab_1: Ab, B_1: B} {
  let cse_var_3: int32x64 = (ramp(0, 1, 64) / broadcast(2, 64))
  let cse_var_2: int32x64 = (ramp(0, 1, 64) % broadcast(2, 64))
  let cse_var_1: int32x64 = (cse_var_2*broadcast(32, 64))
  for (y.outer: int32, 0, och) {
    let cse_var_7: int32 = (y.outer*4)
    let cse_var_6: int32 = (cse_var_7 + 3)
    let cse_var_5: int32 = (cse_var_7 + 1)
    let cse_var_4: int32 = (cse_var_7 + 2)
    for (x.outer: int32, 0, ocw) {
      let cse_var_8: int32 = (x.outer*4)
      B_2[((broadcast(0, 64) + cse_var_1) + cse_var_3)] = broadcast(0f16, 64)
      B_2[((broadcast(64, 64) + cse_var_1) + cse_var_3)] = broadcast(0f16, 64)
      B_2[((broadcast(128, 64) + cse_var_1) + cse_var_3)] = broadcast(0f16, 64)
      B_2[((broadcast(192, 64) + cse_var_1) + cse_var_3)] = broadcast(0f16, 64)
      for (ry: int32, 0, kh) {
        for (rx: int32, 0, kw) {
          B_2[((broadcast(0, 64) + cse_var_1) + cse_var_3)] = ((float16x64*)B_2[((broadcast(0, 64) + cse_var_1) + cse_var_3)] + (float16x64*)Ab_2[ramp(@tir.crouton_index((floordiv(((((cse_var_8*ws) + rx) + wso) + wap), 4) + (floordiv(((((cse_var_7*hs) + ry) + hso) + hap), 8)*floordiv((w + 3), 4))), (floormod(((((cse_var_7*hs) + ry) + hso) + hap), 8)*128), dtype=int32), 1, 64)])
          B_2[((broadcast(64, 64) + cse_var_1) + cse_var_3)] = ((float16x64*)B_2[((broadcast(64, 64) + cse_var_1) + cse_var_3)] + (float16x64*)Ab_2[ramp(@tir.crouton_index((floordiv((((((cse_var_8 + 2)*ws) + rx) + wso) + wap), 4) + (floordiv(((((cse_var_7*hs) + ry) + hso) + hap), 8)*floordiv((w + 3), 4))), (floormod(((((cse_var_7*hs) + ry) + hso) + hap), 8)*128), dtype=int32), 1, 64)])
          B_2[((broadcast(128, 64) + cse_var_1) + cse_var_3)] = ((float16x64*)B_2[((broadcast(128, 64) + cse_var_1) + cse_var_3)] + (float16x64*)Ab_2[ramp(@tir.crouton_index((floordiv(((((cse_var_8*ws) + rx) + wso) + wap), 4) + (floordiv(((((cse_var_5*hs) + ry) + hso) + hap), 8)*floordiv((w + 3), 4))), (floormod(((((cse_var_5*hs) + ry) + hso) + hap), 8)*128), dtype=int32), 1, 64)])
          B_2[((broadcast(192, 64) + cse_var_1) + cse_var_3)] = ((float16x64*)B_2[((broadcast(192, 64) + cse_var_1) + cse_var_3)] + (float16x64*)Ab_2[ramp(@tir.crouton_index((floordiv(((((cse_var_8*ws) + rx) + wso) + wap), 4) + (floordiv((((((cse_var_4 + cse_var_6)*hs) + ry) + hso) + hap), 8)*floordiv((w + 3), 4))), (floormod(((((cse_var_4*hs) + ry) + hso) + hap), 8)*128), dtype=int32), 1, 64)])
        }
      }
      B_2[((broadcast(0, 64) + cse_var_1) + cse_var_3)] = ((float16x64*)B_2[((broadcast(0, 64) + cse_var_1) + cse_var_3)]*broadcast((1f16 / cast(float16, (kh*kw))), 64))
    }
  }
}
// READ: def avg_pool(Ab: T.Buffer(("n",), "float16"), B: T.Buffer(("och * ocw * 2048",), "float16"), och: T.int32, ocw: T.int32,
// READ: cse_var_3: T.let[T.int32x64] = T.Div(T.Ramp(0, 1, 64), T.Broadcast(2, 64))
// READ: cse_var_2: T.let[T.int32x64] = T.truncmod(T.Ramp(0, 1, 64), T.Broadcast(2, 64))
// READ: for y_outer in range(och):
// READ:   cse_var_7: T.let[T.int32] = y_outer * 4
// READ:   for x_outer in range(ocw):
// READ:     B[T.Broadcast(64, 64) + cse_var_1 + cse_var_3] = T.Broadcast(T.float16(0.0), 64)
// READ:         B[T.Broadcast(0, 64) + cse_var_1 + cse_var_3] = B[T.Broadcast(0, 64) + cse_var_1 + cse_var_3] + Ab[T.Ramp(T.call_extern("int32", "crouton_index",
// What the pass adds: the rows of the input and the width in croutons are computed once.
// CSE: cse_v{{[0-9]+}} = T.bind((w + 3) // 4)
// CSE-NOT: w + 3
