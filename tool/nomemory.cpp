/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/nomemory.cpp: the end of a process in which LLVM, libclang or the C++ library get no memory.
 *
 * Idea.   They are built without exceptions that anybody catches, so a failed `new` would end in abort().  A handler
 *         ends the process before.  Nothing has been written by then, and what the process has started or made
 *         in temporary folders ends and goes with it (supervisor.c).
 * Needs   C++: LLVM's C interface has no such handler. */
#include <llvm/Support/ErrorHandling.h>
#include <new>
#include <unistd.h>

#include "tool/nomemory.h"

[[noreturn]] static void end()
{
	static const char text[] = "tirc: error: out of memory\n";
	ssize_t n = write(STDERR_FILENO, text, sizeof text - 1);
	(void)n;
	_exit(1);
}

static void end_of_llvm(void *, const char *, bool)
{
	end();
}

extern "C" void nomemory_install(void)
{
	std::set_new_handler(end);
	llvm::install_bad_alloc_error_handler(end_of_llvm);
}
