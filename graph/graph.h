/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph/graph.h: TVM's own JSON, tvm.ir.save_json and load_json, in and out.
 *
 * The JSON is a list of nodes that name each other by number, so terms that are shared in TVM's memory are shared
 * here, and back.  What is written for a module that was read from JSON begins with all the nodes that were read, and
 * names those of them that did not change: targets, types, other kinds of functions and places in Python come back as
 * they were.  Source: TVM 0.27, as it writes it. */
#ifndef TIRC_GRAPH_H
#define TIRC_GRAPH_H

#include "tir/tir.h"

/* Does the text begin as JSON does?  TVMScript never does. */
bool graph_is(const struct source *src);
/* Read an IRModule or a PrimFunc.  Functions are named by their keys in the module; global_symbol is their symbol.
 * Functions that are no PrimFunc are left out, and graph_write puts them back.  Errors go to d, with place and number of the
 * node; NULL after one.  The module lives in arena and points into src, as one of frontend_read does.  The result passes
 * tir_verify.  externs: what C headers say of external functions, or NULL.  only: the function that is asked for (NULL: all are); others
 * that cannot be read are left out without a word. */
struct tir_module *graph_read(const struct source *src, const struct tir_externs *externs,
        const char *only, struct arena *arena, struct diag *d);
/* Write what tvm.ir.load_json reads: a module, or the PrimFunc if the text was one bare function.  False after an
 * error: attributes that only TVM's text has. */
bool graph_write(const struct tir_module *m, struct sbuf *out, struct diag *d);

#endif
