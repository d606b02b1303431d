# cmake -DNM=... -DARCHIVES=... -DOUT=... -P names.cmake: the global names of archives but those of the API, each with the one
# that it has outside, as objcopy's --redefine-syms reads them; OUT.old has the names alone.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${NM} --extern-only --defined-only --format=just-symbols ${ARCHIVES}
  OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" lines "${lines}")
list(FILTER lines INCLUDE REGEX "^[A-Za-z][A-Za-z0-9_]*$")
list(FILTER lines EXCLUDE REGEX "^tirc_")
list(SORT lines)
list(JOIN lines "\n" old)
list(TRANSFORM lines REPLACE "(.+)" "\\1 tirc.\\1")
list(JOIN lines "\n" pairs)
file(WRITE ${OUT}.old "${old}\n")
file(WRITE ${OUT} "${pairs}\n")
