#!/bin/sh
tirc '--emit=tir' '--target=hexagon' 'input.py'
