/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bench/scaling_halide.cpp: the seconds Halide's CSE takes on a shape (bench/shapes.py, "words") read
 * from the standard input.  Halide shares inside one statement only. */
#include <Halide.h>

#include <ctime>
#include <iostream>
#include <sstream>

using namespace Halide::Internal;
using Halide::Expr;

static Expr value(const std::string &postfix)
{
	std::vector<Expr> stack;
	std::stringstream words(postfix);
	for (std::string w; std::getline(words, w, ',');) {
		if (w == "+" || w == "*" || w == "<") {
			Expr right = stack.back(), left = stack[stack.size() - 2];
			stack.resize(stack.size() - 2);
			stack.push_back(w == "+"   ? Add::make(left, right)
			                : w == "*" ? Mul::make(left, right)
			                           : LT::make(left, right));
		} else if (isdigit((unsigned char)w[0]))
			stack.push_back(Expr(std::stoi(w)));
		else
			stack.push_back(Variable::make(Halide::Int(32), w));
	}
	return stack.back();
}

struct block {
	Expr condition; /* of an if */
	std::string loop;
	std::vector<Stmt> body, otherwise; /* until "else" what is in body stands in otherwise */
	bool swapped = false;
};

/* The statement of a finished block. */
static Stmt finish(block &b)
{
	if (b.swapped)
		std::swap(b.body, b.otherwise);
	Stmt body = Block::make(b.body);
	if (!b.loop.empty())
		return For::make(b.loop, 0, 4, ForType::Serial, Halide::Partition::Auto,
		        Halide::DeviceAPI::None, body);
	return IfThenElse::make(b.condition, body,
	        b.otherwise.empty() ? Stmt() : Block::make(b.otherwise));
}

int main()
{
	std::vector<block> stack(1);
	for (std::string line; std::getline(std::cin, line);) {
		std::stringstream words(line);
		std::string kind, first, second;
		words >> kind >> first >> second;
		if (kind == "store") {
			stack.back().body.push_back(Store::make("A", value(second), value(first),
			        Halide::Parameter(), const_true(), ModulusRemainder()));
		} else if (kind == "if" || kind == "for") {
			stack.emplace_back();
			kind == "if" ? void(stack.back().condition = value(first))
			             : void(stack.back().loop = first);
		} else if (kind == "else") {
			std::swap(stack.back().body, stack.back().otherwise);
			stack.back().swapped = true;
		} else {
			Stmt made = finish(stack.back());
			stack.pop_back();
			stack.back().body.push_back(made);
		}
	}
	Stmt program = Block::make(stack[0].body);
	clock_t start = clock();
	Stmt shared = common_subexpression_elimination(program);
	std::cout << (double)(clock() - start) / CLOCKS_PER_SEC << std::endl;
	std::_Exit(shared.defined() ? 0 : 1); /* taking a deep program apart recurses */
}
