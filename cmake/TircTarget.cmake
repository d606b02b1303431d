# tirc_flags(TARGET): the warnings and instrumentation every target of ours is built with.
# tirc_library(NAME DEPENDS...): the folder's .c files, and those of its folders, as a static library; the folder itself is
# not on the include path: headers are always named from the top ("tir/tir.h").
# tirc_library_of(NAME SOURCES DEPENDS...): the same of a list of files.
# tirc_link_sanitizers(TARGET): what an instrumented build links.
# tirc_link_fast(TARGET): by LLVM's linker, where there is one: a fifth of the time.  For what stays in the build folder.
function(tirc_link_fast target)
  if(EXISTS ${TIRC_LLVM_BIN}/ld.lld)
    target_link_options(${target} PRIVATE -B${TIRC_LLVM_BIN} -fuse-ld=lld)
  endif()
endfunction()

# The runtime of the sanitizers.  A program has that of GCC inside, which is called a third faster there, and is at a
# fixed place, so that nothing of it is relocated: tables of the sanitizers alone are 280,000 places in 8 MiB.  The property
# TIRC_SANITIZERS says "shared" of a program that links to libtirc.so, which has its own, and "opener" of a library that
# has those of the program that opens it.
function(tirc_link_sanitizers target)
  get_target_property(type ${target} TYPE)
  get_target_property(whose ${target} TIRC_SANITIZERS)
  if(whose STREQUAL opener)
    return()
  endif()
  target_link_options(${target} PRIVATE -fsanitize=address,undefined)
  if(CMAKE_C_COMPILER_ID STREQUAL GNU AND type STREQUAL EXECUTABLE)
    target_link_options(${target} PRIVATE -no-pie)
    if(NOT whose STREQUAL shared)
      target_link_options(${target} PRIVATE -static-libasan -static-libubsan)
    endif()
  endif()
endfunction()

function(tirc_flags target)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wvla
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes -Wswitch-enum>
    $<$<BOOL:${TIRC_WERROR}>:-Werror>
    -ffp-contract=off -fno-strict-aliasing)
  tirc_harden(${target})
  if(TIRC_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-omit-frame-pointer
      -fno-sanitize-recover=undefined)
    tirc_link_sanitizers(${target})
    tirc_link_fast(${target})
  endif()
  if(TIRC_COVERAGE)
    target_compile_options(${target} PRIVATE -fprofile-instr-generate -fcoverage-mapping)
    target_link_options(${target} PRIVATE -fprofile-instr-generate)
  endif()
  if(TIRC_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()

function(tirc_library_of name sources)
  add_library(tirc-${name} STATIC ${sources})
  tirc_flags(tirc-${name})
  target_include_directories(tirc-${name} INTERFACE ${PROJECT_SOURCE_DIR})
  foreach(dep ${ARGN})
    target_link_libraries(tirc-${name} PUBLIC ${dep})
  endforeach()
endfunction()

function(tirc_library name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.c)
  tirc_library_of(${name} "${sources}" ${ARGN})
endfunction()
