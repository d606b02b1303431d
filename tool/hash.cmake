# cmake -DFILES=... -DOUT=... -P hash.cmake: the header that says which bytes files have.
set(hashes)
foreach(file ${FILES})
  file(SHA256 ${file} hash)
  string(APPEND hashes ${hash})
endforeach()
string(SHA256 hash "${hashes}")
file(WRITE ${OUT} "#define TIRC_PART_HASH \"${hash}\"\n")
