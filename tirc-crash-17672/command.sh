#!/bin/sh
tirc '--run=hexagon' '-O2' '--lanes=all' '--unroll-and-jam=all' 'input.py' 'A=@/tmp/tmptgvqi2ru/A.npy' '--save=/tmp/tmptgvqi2ru/h67all'
