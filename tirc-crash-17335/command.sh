#!/bin/sh
tirc '-w' '-mcpu=hexagonv60' '-mhvx' '-O3' '--lanes=all' '--split-loops=all' '--promote-scalars' '--predictive-commoning=all' '--unroll-and-jam=all' '-c' '-o' '/tmp/tirc-forced-hlfx_amw/k.o' 'input.py'
