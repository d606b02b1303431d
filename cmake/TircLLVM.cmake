# Find LLVM 22.1 and its tools.  One libLLVM in the process: always the shared one.
find_package(LLVM 22.1 CONFIG QUIET HINTS /usr/lib/llvm-22/lib/cmake/llvm)
if(NOT LLVM_FOUND)
  message(FATAL_ERROR "tirc needs LLVM 22.1 (Debian: llvm-22-dev); run scripts/setup")
endif()
set(TIRC_LLVM_BIN ${LLVM_TOOLS_BINARY_DIR})
find_program(TIRC_CLANG NAMES clang-22 HINTS ${TIRC_LLVM_BIN} REQUIRED)

add_library(tirc-llvm INTERFACE)
target_include_directories(tirc-llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(TIRC_LLVM_DEFS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(tirc-llvm INTERFACE ${TIRC_LLVM_DEFS})
target_link_libraries(tirc-llvm INTERFACE LLVM)
