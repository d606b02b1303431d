# Find LLVM and its tools.  One libLLVM in the process: always the shared one.
set(TIRC_LLVM_VERSION 22 CACHE STRING "LLVM's major version: 19 or 22")
set_property(CACHE TIRC_LLVM_VERSION PROPERTY STRINGS 22 19)
find_package(LLVM ${TIRC_LLVM_VERSION}.1 CONFIG QUIET HINTS /usr/lib/llvm-${TIRC_LLVM_VERSION}/lib/cmake/llvm)
if(NOT LLVM_FOUND)
  message(FATAL_ERROR "tirc needs LLVM ${TIRC_LLVM_VERSION}.1 (Debian: llvm-${TIRC_LLVM_VERSION}-dev); "
    "scripts/setup installs LLVM 22, and -DTIRC_LLVM_VERSION names another one")
endif()
set(TIRC_LLVM_BIN ${LLVM_TOOLS_BINARY_DIR})
find_program(TIRC_CLANG NAMES clang-${TIRC_LLVM_VERSION} HINTS ${TIRC_LLVM_BIN} REQUIRED)

add_library(tirc-llvm INTERFACE)
target_include_directories(tirc-llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(TIRC_LLVM_DEFS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(tirc-llvm INTERFACE ${TIRC_LLVM_DEFS})
# A project that has this one as a subdirectory links what links LLVM.
set_target_properties(LLVM PROPERTIES IMPORTED_GLOBAL TRUE)
target_link_libraries(tirc-llvm INTERFACE LLVM)
