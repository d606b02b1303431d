# isl, which decides whether loops may be changed (proof/).  An own build of it, hidden from the one
# that libLLVM exports; scripts/setup-isl says more.
option(TIRC_ISL "let isl prove changes of loops; without it they are not made" ON)
set(TIRC_ISL_DIR ${PROJECT_SOURCE_DIR}/build/isl CACHE PATH "where isl is built, for all build folders")
set(TIRC_ISL_VERSION 0.25)

if(TIRC_ISL)
  if(NOT EXISTS ${TIRC_ISL_DIR}/lib/libisl.a)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env "CC=${CMAKE_C_COMPILER_LAUNCHER} ${CMAKE_C_COMPILER}"
      ${PROJECT_SOURCE_DIR}/scripts/setup-isl ${TIRC_ISL_DIR} RESULT_VARIABLE failed)
    if(failed)
      message(FATAL_ERROR "isl ${TIRC_ISL_VERSION} cannot be built here; "
        "-DTIRC_ISL=OFF builds tirc without it, and then it leaves outer loops as they are")
    endif()
  endif()
  add_library(tirc-isl INTERFACE)
  target_include_directories(tirc-isl SYSTEM INTERFACE ${TIRC_ISL_DIR}/include)
  target_link_libraries(tirc-isl INTERFACE ${TIRC_ISL_DIR}/lib/libisl.a)
endif()
