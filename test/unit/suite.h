/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/suite.h: the end of a unit test's main. */
#ifndef TIRC_TEST_SUITE_H
#define TIRC_TEST_SUITE_H

#include <check.h>
#include <stdlib.h>

/* Run all of s and free it; returns what main does. */
static inline int run_suite(Suite *s)
{
	SRunner *r = srunner_create(s);
	srunner_run_all(r, CK_ENV);
	int failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
