// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// support/json_events.cpp: RapidJSON, as events.  It reads without recursion, allocates through the caller and needs
// no library of C++; all of it is in an anonymous namespace, so that nobody's own RapidJSON meets it.
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#define RAPIDJSON_NAMESPACE rapidjson
#define RAPIDJSON_NAMESPACE_BEGIN                                                                  \
	namespace                                                                                  \
	{                                                                                          \
	namespace rapidjson                                                                        \
	{
#define RAPIDJSON_NAMESPACE_END                                                                    \
	}                                                                                          \
	}
// Nothing is made with new: an allocator is always given.
#define RAPIDJSON_NEW(x)    nullptr
#define RAPIDJSON_DELETE(x) ((void)(x))
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include "support/json_events.h"

namespace
{
struct Memory {
	enum { kNeedFree = false };
	void *(*grow)(void *, void *, size_t, size_t);
	void *ctx;
	void *Malloc(size_t n)
	{
		return n ? grow(ctx, nullptr, 0, n) : nullptr;
	}
	void *Realloc(void *p, size_t old, size_t n)
	{
		return n ? grow(ctx, p, old, n) : nullptr;
	}
	static void Free(void *)
	{
	}
};

struct Handler {
	bool (*event)(void *, const json_event *);
	void *ctx;
	rapidjson::InsituStringStream *in;

	bool tell(json_event e)
	{
		e.at = in->Tell();
		return event(ctx, &e);
	}
	bool number(int64_t i)
	{
		return tell({JSON_EVENT_INT, i, 0, nullptr, 0, 0});
	}
	bool text(json_event_kind kind, const char *s, rapidjson::SizeType n)
	{
		return tell({kind, 0, 0, s, n, 0});
	}
	bool part(json_event_kind kind, size_t n)
	{
		return tell({kind, 0, 0, nullptr, n, 0});
	}
	bool Null()
	{
		return part(JSON_EVENT_NULL, 0);
	}
	bool Bool(bool b)
	{
		return tell({JSON_EVENT_BOOL, b, 0, nullptr, 0, 0});
	}
	bool Int(int i)
	{
		return number(i);
	}
	bool Uint(unsigned i)
	{
		return number(i);
	}
	bool Int64(int64_t i)
	{
		return number(i);
	}
	bool Uint64(uint64_t i)
	{
		return i <= INT64_MAX ? number((int64_t)i) : Double((double)i);
	}
	bool Double(double f)
	{
		return tell({JSON_EVENT_FLOAT, 0, f, nullptr, 0, 0});
	}
	bool RawNumber(const char *, rapidjson::SizeType, bool)
	{
		return false;
	}
	bool String(const char *s, rapidjson::SizeType n, bool)
	{
		return text(JSON_EVENT_STRING, s, n);
	}
	bool Key(const char *s, rapidjson::SizeType n, bool)
	{
		return text(JSON_EVENT_KEY, s, n);
	}
	bool StartObject()
	{
		return part(JSON_EVENT_OBJECT, 0);
	}
	bool EndObject(rapidjson::SizeType n)
	{
		return part(JSON_EVENT_END, n);
	}
	bool StartArray()
	{
		return part(JSON_EVENT_ARRAY, 0);
	}
	bool EndArray(rapidjson::SizeType n)
	{
		return part(JSON_EVENT_END, n);
	}
};
} // namespace

const char *support_json_events(char *text, void *(*grow)(void *, void *, size_t, size_t),
        bool (*event)(void *, const json_event *), void *ctx, size_t *at)
{
	using namespace rapidjson;
	Memory memory = {grow, ctx};
	InsituStringStream in(text);
	Handler handler = {event, ctx, &in};
	GenericReader<UTF8<>, UTF8<>, Memory> reader(&memory);
	const unsigned flags = kParseInsituFlag | kParseIterativeFlag | kParseNanAndInfFlag;
	ParseResult result = reader.Parse<flags>(in, handler);
	*at = result.Offset();
	return result.IsError() ? GetParseError_En(result.Code()) : nullptr;
}
