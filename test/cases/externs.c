/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/cases/externs.c: what the cases call and do not define. */
float my_sigmoid(float x);
int opaque(int x);

/* Smooth, odd around 1/2, and of plain arithmetic. */
float my_sigmoid(float x)
{
	float magnitude = x < 0 ? -x : x;
	return 0.5f + 0.5f * x / (1.0f + magnitude);
}

int opaque(int x)
{
	static volatile int calls;
	calls += x;
	return calls;
}
