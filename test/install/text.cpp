// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same header in C++, with a policy whose callbacks are lambdas.
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <tirc/lower.h>

int main(int argc, char **argv)
{
	std::unique_ptr<tirc_options, void (*)(tirc_options *)> o(tirc_options_new(),
	        tirc_options_free);
	tirc_options_set_handler(o.get(), tirc_message_print, stderr);
	tirc_policy policy = {};
	policy.size = sizeof policy;
	policy.profitable = [](void *, const tirc_candidate *c) { return c->uses > 1; };
	policy.name = [](void *, const tirc_expr *, uint32_t n) {
		static char name[16];
		std::snprintf(name, sizeof name, "mine%u", unsigned(n));
		return static_cast<const char *>(name);
	};
	tirc_options_set_policy(o.get(), &policy);
	tirc_options_set(o.get(), "target=hexagon");
	if (argc != 2)
		return 2;
	std::unique_ptr<tirc_module, void (*)(tirc_module *)> m(tirc_parse_file(o.get(), argv[1]),
	        tirc_module_free);
	if (!m || !tirc_legalize(m.get(), o.get(), TIRC_LOWERED) ||
	        !tirc_cse(m.get(), o.get(), nullptr))
		return 1;
	size_t n = 0;
	char *header = tirc_header(m.get(), "AXPY_H", &n);
	std::string text(header, n);
	tirc_free(header);
	char *printed = tirc_print(m.get(), nullptr);
	bool ok = std::strstr(printed, "mine1 ") && text.find("axpy(") != text.npos;
	tirc_free(printed);
	std::printf("C++: %s\n", ok ? "right" : "wrong");
	return ok ? 0 : 1;
}
