# A column of bytes that begins between two lines of 128 is that of the lines, shifted, where its
# neighbours need those: here columns k = 127, 0 and 1 lanes behind three lines.
# RUN: rm -rf %t && mkdir -p %t/interp %t/hexagon
# RUN: %tirc --run=interp %s --save=%t/interp
# RUN: %tirc --run=hexagon -O3 --try-versions=0 %s --save=%t/hexagon
# RUN: cmp %t/interp/B.npy %t/hexagon/B.npy
# RUN: cmp %t/interp/C.npy %t/hexagon/C.npy
# RUN: cmp %t/interp/A.npy %t/hexagon/A.npy
# RUN: %tirc --run=hexagon -O0 --no-cse --no-loops %s --save=%t/hexagon
# RUN: cmp %t/interp/B.npy %t/hexagon/B.npy
# RUN: cmp %t/interp/C.npy %t/hexagon/C.npy
# RUN: cmp %t/interp/A.npy %t/hexagon/A.npy
# RUN: %tirc --target=hexagon -O2 --no-cse --no-loops --emit=ll --function=columns %s -o %t.ll
# RUN: FileCheck %s --check-prefix=LOADS --input-file=%t.ll
# RUN: FileCheck %s --check-prefix=SHIFTS --input-file=%t.ll
# RUN: %tirc --target=hexagon -O2 --emit=ll --function=columns %s -o %t.ll
# RUN: FileCheck %s --check-prefix=LOADS --input-file=%t.ll
# RUN: FileCheck %s --check-prefix=SHIFTS --input-file=%t.ll
# RUN: %tirc --target=hexagon -O0 --no-cse --no-loops --emit=ll --function=apart %s | FileCheck %s --check-prefix=APART
# RUN: %tirc --target=hexagon -mattr=-hvx -O0 --no-cse --no-loops --emit=ll --function=columns %s | FileCheck %s --check-prefix=APART
# from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def columns(A: T.Buffer((2048,), "uint8", align=128), B: T.Buffer((512,), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    # three lines of three rows, each loaded once, and no vector between them
    # LOADS-LABEL: @columns
    # LOADS-COUNT-9: load <128 x i8>, ptr %{{.*}}, align 128
    # LOADS-NOT: load
    # SHIFTS-LABEL: @columns
    # SHIFTS-DAG: shufflevector <128 x i8> %{{.*}}, <128 x i32> <i32 127, i32 128,
    # SHIFTS-DAG: shufflevector <128 x i8> %{{.*}}, <128 x i32> <i32 1, i32 2,
    # SHIFTS-NOT: shufflevector
    B[0:128] = T.max(T.max(T.max(T.max(A[127:255], A[639:767]), A[1151:1279]), T.max(T.max(A[128:256], A[640:768]), A[1152:1280])), T.max(T.max(A[129:257], A[641:769]), A[1153:1281]))

@T.prim_func(s_tir=True)
def apart(A: T.Buffer((2048,), "uint8", align=128), N: T.Buffer((2048,), "uint8", align=64),
          O: T.Buffer((2040,), "uint8", align=128), B: T.Buffer((1024,), "uint8", align=128)):
    # one column alone; memory that does not begin at a line; memory that ends within one; loads
    # that begin apart: as they are written
    # APART: define {{.*}}@{{apart|columns}}(
    # APART-NOT: shufflevector <128 x i8>
    B[0:128] = T.max(T.max(A[127:255], A[639:767]), A[1151:1279])
    B[128:256] = T.max(T.max(T.max(T.max(N[127:255], N[639:767]), N[1151:1279]), T.max(T.max(N[128:256], N[640:768]), N[1152:1280])), T.max(T.max(N[129:257], N[641:769]), N[1153:1281]))
    B[256:384] = T.max(T.max(T.max(T.max(O[127:255], O[639:767]), O[1151:1279]), T.max(T.max(O[128:256], O[640:768]), O[1152:1280])), T.max(T.max(O[129:257], O[641:769]), O[1153:1281]))
    B[384:512] = T.max(T.max(A[127:255], A[640:768]), T.max(A[128:256], A[641:769]))

@T.prim_func(s_tir=True)
def main(A: T.Buffer((2048,), "uint8", align=128), B: T.Buffer((512,), "uint8", align=128),
         C: T.Buffer((512,), "uint8", align=128)):
    for i in range(2048):
        A[i] = T.Cast("uint8", i * i * 7 + i // 3)
    B[0:128] = T.max(T.max(T.max(T.max(A[127:255], A[639:767]), A[1151:1279]), T.max(T.max(A[128:256], A[640:768]), A[1152:1280])), T.max(T.max(A[129:257], A[641:769]), A[1153:1281]))
    # names, and a store to what they were made of between them and their use
    l = T.bind(T.max(T.max(A[127:255], A[639:767]), A[1151:1279]))
    c = T.bind(T.max(T.max(A[128:256], A[640:768]), A[1152:1280]))
    r = T.bind(T.max(T.max(A[129:257], A[641:769]), A[1153:1281]))
    A[130:258] = T.Broadcast(T.uint8(9), 128)
    B[128:256] = T.max(T.max(l, c), r)
    B[256:384] = T.min(T.min(l & A[639:767], c & A[640:768]), r & A[641:769])
    # 16 bits, in pairs: an even and an odd shift
    C[0:128] = T.Cast("uint8x128", ((T.Cast("uint16x128", A[126:254]) + T.Cast("uint16x128", A[638:766]) + T.Cast("uint16x128", A[1150:1278])) + (T.Cast("uint16x128", A[127:255]) + T.Cast("uint16x128", A[639:767]) + T.Cast("uint16x128", A[1151:1279])) * T.Broadcast(T.uint16(3), 128) + (T.Cast("uint16x128", A[128:256]) + T.Cast("uint16x128", A[640:768]) + T.Cast("uint16x128", A[1152:1280])) + (T.Cast("uint16x128", A[129:257]) + T.Cast("uint16x128", A[641:769]) + T.Cast("uint16x128", A[1153:1281])) * T.Broadcast(T.uint16(3), 128) + (T.Cast("uint16x128", A[130:258]) + T.Cast("uint16x128", A[642:770]) + T.Cast("uint16x128", A[1154:1282]))) >> T.Broadcast(T.uint16(5), 128))
    for i in range(3):
        C[i * 128 + 128:i * 128 + 256] = T.max(T.max(T.min(A[i * 128 + 127:i * 128 + 255], A[i * 128 + 639:i * 128 + 767]), T.min(A[i * 128 + 128:i * 128 + 256], A[i * 128 + 640:i * 128 + 768])), T.min(A[i * 128 + 129:i * 128 + 257], A[i * 128 + 641:i * 128 + 769]))
    for i in range(1, 3):
        B[i * 128 + 128:i * 128 + 256] = T.max(T.max(T.min(A[i * 256 - 1:i * 256 + 127], A[i * 256 + 511:i * 256 + 639]), T.min(A[i * 256:i * 256 + 128], A[i * 256 + 512:i * 256 + 640])), T.min(A[i * 256 + 1:i * 256 + 129], A[i * 256 + 513:i * 256 + 641]))
