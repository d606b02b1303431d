#!/bin/sh
tirc '-w' '-mcpu=hexagonv67' '-mhvx' '-O2' '--lanes=all' '--split-loops=all' '--promote-scalars' '--predictive-commoning=all' '--unroll-and-jam=all' '--cse-profile=host' '-c' '-o' '/tmp/tirc-forced-bcp2anmp/k.o' 'input.py'
