#!/bin/sh
tirc '-w' '-mcpu=hexagonv66' '-mhvx' '-O3' '--unroll-and-jam=3' '-c' '-o' '/tmp/tirc-forced-e26rn3h8/k.o' 'input.py'
