/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/mllvm.cpp: -mllvm.  C++, for LLVM's C function of the same purpose keeps silent about an option
 * that LLVM does not know; this one tells and ends the process, as clang does. */
#include <llvm/Support/CommandLine.h>

#include "tool/mllvm.h"

extern "C" void mllvm_parse(int argc, const char *const *argv)
{
	llvm::cl::ParseCommandLineOptions(argc, argv);
}
