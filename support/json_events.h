/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/json_events.h: what RapidJSON (json_events.cpp) tells json.c, in C and C++. */
#ifndef TIRC_SUPPORT_JSON_EVENTS_H
#define TIRC_SUPPORT_JSON_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The numbers of enum json_kind, and more. */
enum json_event_kind {
	JSON_EVENT_NULL,
	JSON_EVENT_BOOL,
	JSON_EVENT_INT,
	JSON_EVENT_FLOAT,
	JSON_EVENT_STRING,
	JSON_EVENT_ARRAY,
	JSON_EVENT_OBJECT,
	JSON_EVENT_KEY,
	JSON_EVENT_END /* of an array or object: n items */
};
struct json_event {
	enum json_event_kind kind;
	int64_t i;        /* BOOL, INT */
	double f;         /* FLOAT, about; of integers that do not fit 64 bits, too */
	const char *text; /* STRING, KEY: n bytes and a NUL, in the text that was given */
	size_t n;
	size_t at; /* where numbers and brackets stand */
};

/* Read the text, which ends with a NUL and is changed: strings are decoded where they stand.  event is called with
 * each part in turn and ends the reading with false; grow returns memory that lasts until the return.  NULL, or what
 * is wrong, and *at where. */
const char *support_json_events(char *text,
        void *(*grow)(void *ctx, void *p, size_t old, size_t size),
        bool (*event)(void *ctx, const struct json_event *e), void *ctx, size_t *at);

#ifdef __cplusplus
}
#endif

#endif
