# tirc_harden(TARGET): build what reads programs of strangers so that a fault is harder to exploit.
#
# hardening.flags has a compiler's flag a line; scripts/setup-isl reads it, too.  What the compiler does not
# take, as the other processor's flag, is left out.  Only where the build optimises, which FORTIFY_SOURCE needs, and
# has no instrumentation.  test/hardening.py reads in the files that are built what came of it.
include(CheckCCompilerFlag)

file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/hardening.flags candidates)
set(TIRC_HARDENING)
foreach(flag ${candidates})
  string(MAKE_C_IDENTIFIER "TIRC_TAKES${flag}" takes)
  check_c_compiler_flag(${flag} ${takes})
  if(${takes})
    list(APPEND TIRC_HARDENING ${flag})
  endif()
endforeach()

set(TIRC_HARDENS OFF)
if(CMAKE_BUILD_TYPE MATCHES "^(Release|RelWithDebInfo|MinSizeRel)$" AND NOT TIRC_SANITIZE AND NOT TIRC_FUZZ
    AND NOT TIRC_COVERAGE)
  set(TIRC_HARDENS ON)
endif()

function(tirc_harden target)
  if(NOT TIRC_HARDENS)
    return()
  endif()
  target_compile_options(${target} PRIVATE ${TIRC_HARDENING})
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "STATIC_LIBRARY")
    target_link_options(${target} PRIVATE LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
  endif()
  if(type STREQUAL "EXECUTABLE")
    target_link_options(${target} PRIVATE -pie)
  endif()
endfunction()
