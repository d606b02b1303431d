# What the functions of cover-clamped.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %S/cover-clamped.py --save=%t/interp && %tirc -O3 --run=hexagon %S/cover-clamped.py --save=%t/o3 && cmp %t/interp/O.npy %t/o3/O.npy
