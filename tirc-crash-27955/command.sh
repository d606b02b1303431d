#!/bin/sh
tirc '-w' '-mcpu=hexagonv68' '-mno-hvx' '-O1' '--lanes=2' '-c' '-o' '/tmp/tirc-forced-36obkm_1/k.o' 'input.py'
