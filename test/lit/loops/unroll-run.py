# What the functions of unroll.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %S/unroll.py --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon %S/unroll.py --save=%t/o3
# RUN: cmp %t/interp/B.npy %t/o3/B.npy && cmp %t/interp/C.npy %t/o3/C.npy && cmp %t/interp/D.npy %t/o3/D.npy
