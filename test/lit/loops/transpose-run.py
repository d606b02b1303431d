# What the functions of transpose.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --function=words %S/transpose.py --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon --function=words %S/transpose.py --save=%t/o3
# RUN: cmp %t/interp/B.npy %t/o3/B.npy
# RUN: %tirc -O0 --run=interp --function=long %S/transpose.py --save=%t/long && %tirc -O2 --run=hexagon --function=long %S/transpose.py --save=%t/long2
# RUN: cmp %t/long/B.npy %t/long2/B.npy
