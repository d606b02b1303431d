#!/bin/sh
tirc '-w' '-mcpu=hexagonv79' '-mno-hvx' '-O3' '--lanes=all' '--split-loops=all' '--promote-scalars' '--predictive-commoning=all' '--unroll-and-jam=all' '-g' '-c' '-o' '/tmp/tirc-forced-jij7c7om/k.o' 'input.py'
