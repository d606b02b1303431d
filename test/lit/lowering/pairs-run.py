# What the functions of pairs.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir -p %t/interp %t/hexagon
# RUN: %tirc --run=interp %S/pairs.py k=-7 --save=%t/interp
# RUN: %tirc --run=hexagon -O0 %S/pairs.py k=-7 --save=%t/hexagon
# RUN: cmp %t/interp/B.npy %t/hexagon/B.npy
# RUN: cmp %t/interp/C.npy %t/hexagon/C.npy
# RUN: cmp %t/interp/D.npy %t/hexagon/D.npy
# RUN: %tirc --run=hexagon -O3 --try-versions=0 %S/pairs.py k=-7 --save=%t/hexagon
# RUN: cmp %t/interp/B.npy %t/hexagon/B.npy
# RUN: cmp %t/interp/C.npy %t/hexagon/C.npy
# RUN: cmp %t/interp/D.npy %t/hexagon/D.npy
