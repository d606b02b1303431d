# cmake -DFILE=... -DOUT=... -P hash.cmake: the header that says which bytes a file has.
file(SHA256 ${FILE} hash)
file(WRITE ${OUT} "#define TIRC_PART_HASH \"${hash}\"\n")
