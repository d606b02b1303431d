# tirc_add_kernel(NAME FILE k.py [TARGET hexagon|TRIPLE] [CPU hexagonv68] [HEADER k.h] [OPTIONS ...] [DEPENDS ...])
#
# Compile the kernels of a text.  NAME is a library that a target links to: it gets the object, and HEADER (NAME.h
# by default) on its include path.  TARGET and CPU are those of the command: without them it is the host, or the
# CMAKE_C_COMPILER_TARGET of a toolchain file that compiles for another machine.
# OPTIONS go to the command as they are; DEPENDS names files that they mention.  The command runs once, behind
# CMAKE_C_COMPILER_LAUNCHER, if there is one: ccache then keeps object and header.  NAME-kernel is the target that makes
# them; a build of everything makes those that a target links to.
#
#     tirc_add_kernel(pool FILE pool.py TARGET hexagon CPU hexagonv68 HEADER pool.h)
#     target_link_libraries(app PRIVATE pool)
cmake_policy(VERSION 3.20)
function(tirc_add_kernel name)
  cmake_parse_arguments(PARSE_ARGV 1 kernel "" "FILE;TARGET;CPU;HEADER" "OPTIONS;DEPENDS")
  if(NOT kernel_FILE)
    message(FATAL_ERROR "tirc_add_kernel(${name}): FILE is missing")
  endif()
  if(kernel_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tirc_add_kernel(${name}): what is '${kernel_UNPARSED_ARGUMENTS}'?")
  endif()
  if(NOT kernel_HEADER)
    set(kernel_HEADER ${name}.h)
  endif()
  get_filename_component(file ${kernel_FILE} ABSOLUTE)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${name}.tirc)
  set(object ${folder}/${name}.o)
  set(header ${folder}/${kernel_HEADER})
  get_filename_component(header_folder ${header} DIRECTORY)
  file(MAKE_DIRECTORY ${folder} ${header_folder})
  if(CMAKE_CROSSCOMPILING AND NOT kernel_TARGET)
    set(kernel_TARGET ${CMAKE_C_COMPILER_TARGET})
    if(NOT kernel_TARGET)
      message(FATAL_ERROR "tirc_add_kernel(${name}): TARGET is missing, as CMAKE_C_COMPILER_TARGET does not say which machine "
        "the project is compiled for; for Hexagon it is TARGET hexagon")
    elseif(kernel_TARGET MATCHES "^hexagon")
      set(kernel_TARGET hexagon)
    endif()
  endif()
  set(target)
  if(kernel_TARGET MATCHES "-")
    list(APPEND target -mtriple=${kernel_TARGET})
  elseif(kernel_TARGET)
    list(APPEND target --target=${kernel_TARGET})
  endif()
  if(kernel_CPU)
    list(APPEND target -mcpu=${kernel_CPU})
  endif()

  # One run: what it prints is the header.  So a launcher as ccache keeps that with the object.  It wants a language that it
  # knows; to tirc each is TIR.
  set(run $<TARGET_FILE:tirc::command> -x c ${target} ${kernel_OPTIONS} -c -MD -MF ${object}.d -o ${object} -H- ${file})
  add_custom_command(OUTPUT ${object} ${header}
    COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${run} > ${header}
    DEPENDS ${file} ${kernel_DEPENDS} tirc::command DEPFILE ${object}.d COMMENT "TIR kernel ${name}" VERBATIM)
  add_custom_target(${name}-kernel DEPENDS ${object} ${header})
  add_library(${name} INTERFACE)
  add_dependencies(${name} ${name}-kernel)
  target_link_libraries(${name} INTERFACE ${object})
  target_include_directories(${name} INTERFACE ${folder})
endfunction()
