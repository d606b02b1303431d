# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A toolchain file for Hexagon without a C library: cmake --toolchain hexagon.cmake -DCMAKE_C_COMPILER=clang-22
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR hexagon)
if(NOT WITHOUT_TRIPLE)
  set(CMAKE_C_COMPILER_TARGET hexagon-unknown-elf)
else()
  set(CMAKE_C_FLAGS_INIT --target=hexagon-unknown-elf)
endif()
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES WITHOUT_TRIPLE)
string(APPEND CMAKE_C_FLAGS_INIT " -mv67 -ffreestanding")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-fuse-ld=lld -nostdlib -static")
