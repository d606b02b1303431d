// At link time too, when the compiler knew nothing of the plugin: full LTO and ThinLTO.
// REQUIRES: plugin
// RUN: %clang -O2 -flto -DMAIN -c %S/embedded.c -o %t.o
// RUN: %clang-lto -O2 -flto %t.o -o %t && %t | FileCheck %s
// RUN: %clang -O2 -flto=thin -DMAIN -c %S/embedded.c -o %t.o
// RUN: %clang-lto -O2 -flto=thin %t.o -o %t && %t | FileCheck %s
// CHECK: 2 4 6 8
