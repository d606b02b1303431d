# What the functions of cut-vectors.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %S/cut-vectors.py --save=%t/i && %tirc -O3 --try-versions=0 --run=hexagon %S/cut-vectors.py --save=%t/h && cmp %t/i/O.npy %t/h/O.npy
