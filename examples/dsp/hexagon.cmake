# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A toolchain for Hexagon without an SDK: clang compiles, lld links, nothing is added.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR hexagon)
set(CMAKE_C_COMPILER clang-22 CACHE STRING "")
set(CMAKE_C_COMPILER_TARGET hexagon-unknown-elf)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_LINKER ld.lld-22 CACHE STRING "")
set(CMAKE_C_LINK_EXECUTABLE "${CMAKE_LINKER} -static -o <TARGET> <OBJECTS> <LINK_LIBRARIES>")
