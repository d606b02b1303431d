# What the functions of cover-windows.py and quotient-lanes.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --function=rows %S/cover-windows.py --save=%t/interp && %tirc -O2 --cover=all --run=hexagon --function=rows %S/cover-windows.py --save=%t/o2 && cmp %t/interp/O.npy %t/o2/O.npy
# RUN: %tirc -O0 --run=interp --function=planes %S/cover-windows.py --save=%t/interp && %tirc -O2 --cover=all --run=hexagon --function=planes %S/cover-windows.py --save=%t/o2 && cmp %t/interp/O.npy %t/o2/O.npy
# RUN: %tirc -O0 --run=interp --function=bits %S/cover-windows.py --save=%t/interp && %tirc -O2 --cover=all --run=hexagon --function=bits %S/cover-windows.py --save=%t/o2 && cmp %t/interp/O.npy %t/o2/O.npy
# RUN: %tirc -O0 --run=interp --function=lanes %S/quotient-lanes.py --save=%t/interp && %tirc -O2 --cover=all --run=hexagon --function=lanes %S/quotient-lanes.py --save=%t/o2 && cmp %t/interp/O.npy %t/o2/O.npy
