// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls back, as a window system does.
void loop(void (*frame)(int), int frames)
{
    for (int i = 0; i < frames; i++)
        frame(i);
}
