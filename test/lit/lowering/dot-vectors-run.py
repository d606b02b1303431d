# What the functions of dot-vectors.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %S/dot-vectors.py --function=both_signed --save=%t/i && %tirc -O2 --run=hexagon %S/dot-vectors.py --function=both_signed --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/dot-vectors.py --function=both_unsigned --save=%t/i && %tirc -O2 --run=hexagon %S/dot-vectors.py --function=both_unsigned --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/dot-vectors.py --function=one_signed --save=%t/i && %tirc -O2 --run=hexagon %S/dot-vectors.py --function=one_signed --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/dot-vectors.py --function=other_signed --save=%t/i && %tirc -O2 --run=hexagon %S/dot-vectors.py --function=other_signed --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/dot-vectors.py --function=signed_sums --save=%t/i && %tirc -O2 --run=hexagon %S/dot-vectors.py --function=signed_sums --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %S/dot-vectors.py --function=other_byte --save=%t/i && %tirc -O2 --run=hexagon %S/dot-vectors.py --function=other_byte --save=%t/h && diff -r %t/i %t/h
