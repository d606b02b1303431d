# What the functions of cover-interleaved.py compute is the same under qemu-hexagon.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc --function=data_means -O0 --run=interp %S/cover-interleaved.py --save=%t/dmeans
# RUN: %tirc --function=means -O0 --run=interp %S/cover-interleaved.py A=@%t/dmeans/A.npy --save=%t/imeans && %tirc --function=means -O2 --cover=all --run=hexagon %S/cover-interleaved.py A=@%t/dmeans/A.npy --save=%t/hmeans && cmp %t/imeans/O.npy %t/hmeans/O.npy
# RUN: %tirc --function=planes -O0 --run=interp %S/cover-interleaved.py --save=%t/iplanes && %tirc --function=planes -O2 --cover=all --run=hexagon %S/cover-interleaved.py --save=%t/hplanes && cmp %t/iplanes/O.npy %t/hplanes/O.npy
# RUN: %tirc --function=after -O0 --run=interp %S/cover-interleaved.py --save=%t/iafter && %tirc --function=after -O2 --cover=all --run=hexagon %S/cover-interleaved.py --save=%t/hafter && cmp %t/iafter/O.npy %t/hafter/O.npy
# RUN: %tirc --function=data_halves -O0 --run=interp %S/cover-interleaved.py --save=%t/dhalves
# RUN: %tirc --function=halves -O0 --run=interp %S/cover-interleaved.py A=@%t/dhalves/A.npy --save=%t/ihalves && %tirc --function=halves -O2 --cover=all --run=hexagon %S/cover-interleaved.py A=@%t/dhalves/A.npy --save=%t/hhalves && cmp %t/ihalves/O.npy %t/hhalves/O.npy
# RUN: %tirc --function=lengths -O0 --run=interp %S/cover-interleaved.py --save=%t/il && %tirc --function=lengths -O2 --cover=all --run=hexagon %S/cover-interleaved.py --save=%t/hl && cmp %t/il/O.npy %t/hl/O.npy
# RUN: cmp %t/iplanes/Z.npy %t/hplanes/Z.npy
