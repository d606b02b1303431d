#!/bin/sh
tirc '-w' '-mcpu=hexagonv79' '-mhvx' '-O3' '--lanes=all' '--split-loops=all' '--promote-scalars' '--predictive-commoning=all' '--unroll-and-jam=all' '-fvectorize' '-c' '-o' '/tmp/tirc-forced-dk5rqhtv/k.o' 'input.py'
