set confirm off
set debuginfod enabled off
break debug.py:15 if i == 1 && j == 2
run
backtrace
print i
print j
print twice
print k
print half
print n
print A[i][j]
print B[0][3]
print S[2]
next
delete 1
tbreak debug.py:18
continue
print done
print i
info locals
whatis B
finish
print b[1]
continue
