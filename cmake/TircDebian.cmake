# What Debian asks of a package and an installed tree does not need: runs while cpack makes one, on the files of the package.
# A compressed man page, copyright, a changelog.  All files are as old as the release, so the bytes are the same each time.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  set(ENV{SOURCE_DATE_EPOCH} ${CPACK_TIRC_DATE})
endif()
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # of SOURCE_DATE_EPOCH
file(GLOB places ${CPACK_TEMPORARY_DIRECTORY}/usr ${CPACK_TEMPORARY_DIRECTORY}/*/usr)
list(GET places 0 usr)
set(doc ${usr}/share/doc/${CPACK_PACKAGE_NAME})
set(source ${CPACK_TIRC_SOURCE})

# A licence as DEP-5 wants it: each line one space in, an empty one as a dot.  Of tirc's only the exceptions: the rest is
# on every Debian.
function(licence file out)
  file(READ ${file} text)
  string(REGEX REPLACE "^.*(---- LLVM Exceptions)" "\\1" text "${text}")
  string(STRIP "${text}" text)
  string(REGEX REPLACE "[ \t]+\n" "\n" text "${text}")
  string(REPLACE "\n\n" "\n.\n" text "${text}")
  string(REPLACE "\n\n" "\n.\n" text "${text}")
  string(REPLACE "\n" "\n " text "${text}")
  set(${out} " ${text}" PARENT_SCOPE)
endfunction()
licence(${source}/LICENSE tirc)
licence(${source}/licences/isl.txt isl)
licence(${source}/licences/imath.txt imath)
licence(${source}/licences/rapidjson.txt rapidjson)
file(WRITE ${doc}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: tirc
Comment: The command, the plugin and the libraries carry isl, with imath in it, and RapidJSON.

Files: *
Copyright: the authors of tirc
License: Apache-2.0 with LLVM exceptions
 On Debian systems the Apache License, Version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.  The exceptions to it are:
 .
${tirc}

Files: isl
Copyright: the authors of isl
License: Expat-isl
${isl}

Files: imath
Copyright: the authors of imath
License: Expat-imath
${imath}

Files: rapidjson
Copyright: the authors of RapidJSON
License: Expat-rapidjson
${rapidjson}
")
file(REMOVE ${doc}/LICENSE)
file(REMOVE_RECURSE ${doc}/licences)

file(WRITE ${doc}/changelog "${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * What changed is in CHANGELOG.md of the sources.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
foreach(file ${doc}/changelog ${usr}/share/man/man1/tirc.1)
  execute_process(COMMAND gzip -9n ${file} COMMAND_ERROR_IS_FATAL ANY)
endforeach()

# What lintian may keep to itself, with the reason.
file(WRITE ${usr}/share/lintian/overrides/${CPACK_PACKAGE_NAME} "# Modules that programs open by their path.
tirc: sharedobject-in-library-directory-missing-soname *
# One package has the libraries with their headers: they belong to the command's release.
tirc: package-name-doesnt-match-sonames *
tirc: link-to-shared-library-in-wrong-package *
# The package may be unpacked anywhere without root (dpkg -x): its files find each other by the way between them.
tirc: custom-library-search-path *
# The command looks for its parts in ../lib.
tirc: pkg-config-unavailable-for-cross-compilation *
")
