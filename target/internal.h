/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* target/internal.h: what the files of target/ share. */
#ifndef TIRC_TARGET_INTERNAL_H
#define TIRC_TARGET_INTERNAL_H

#include "target/target.h"

/* ---- LLVM's features (features.c) --------------------------------------------------------*/
enum feature_kind {
	FEATURE_OTHER,
	FEATURE_ON,
	FEATURE_BYTES,
	FEATURE_IEEE,
	FEATURE_QFLOAT,
	NFEATURE_KINDS
};
struct feature {
	const char *name;
	enum feature_kind kind;
	unsigned version;
};
const struct feature *target_feature_at(size_t i);
const struct feature *target_feature_named(const char *name, size_t n);
/* The format of floats (enum target_floats) it is of, or 0. */
unsigned target_feature_format(const struct feature *f);
/* One feature of a string, without its sign. */
struct feature_item {
	const char *name;
	size_t n;
	bool off;
};
/* The next one, behind which text points then; false: there is none. */
bool target_feature_next(const char **text, struct feature_item *item);

#endif
