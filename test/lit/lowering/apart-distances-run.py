# REQUIRES: isl
# The version for buffers that do not overlap is entered where they do not, and nowhere else.
# RUN: %python %S/../../apart.py --tirc=%tirc --every=2 copy store-first three given given-first
# (nothing of this file is compiled)
