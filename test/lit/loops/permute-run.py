# What the functions of permute.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --function=blocks %S/permute.py --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon --cover=0 --function=blocks %S/permute.py --save=%t/o3
# RUN: cmp %t/interp/B.npy %t/o3/B.npy
# RUN: %tirc -O0 --run=interp --function=quarters %S/permute.py --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon --cover=0 --function=quarters %S/permute.py --save=%t/o3
# RUN: cmp %t/interp/B.npy %t/o3/B.npy
