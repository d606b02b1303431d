#!/bin/sh
tirc '-w' '-mcpu=hexagonv73' '-mhvx' '-Os' '--lanes=all' '--split-loops=all' '--promote-scalars' '--predictive-commoning=all' '--unroll-and-jam=all' '-fvectorize' '-c' '-o' '/tmp/tirc-forced-cnn0fis6/k.o' 'input.py'
