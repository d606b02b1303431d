# What the functions of dot-after.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir -p %t
# RUN: %tirc -O0 --run=interp --function=joined %S/dot-after.py --save=%t/a && %tirc -O3 --try-versions=0 --run=hexagon --function=joined %S/dot-after.py --save=%t/b && diff -r %t/a %t/b
# RUN: %tirc -O0 --run=interp --function=own %S/dot-after.py --save=%t/c && %tirc -O3 --try-versions=0 --run=hexagon --function=own %S/dot-after.py --save=%t/d && diff -r %t/c %t/d
# RUN: %tirc -O0 --run=interp --function=begun %S/dot-after.py --save=%t/e && %tirc -O3 --try-versions=0 --run=hexagon --function=begun %S/dot-after.py --save=%t/f && diff -r %t/e %t/f
