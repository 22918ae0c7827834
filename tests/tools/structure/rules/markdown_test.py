# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the texts show and where they point."""

from rules.markdown import links, snippets
from rules.small_tree import SmallTree

NOTE = "migration-notes/first.md"
DIFFERS = f"{NOTE}:18: the snippet does not stand in legacy/area/one.cu as it is here"


class Snippets(SmallTree):
    def test_a_snippet_that_is_not_verbatim(self):
        self.replace(NOTE, "    cudaDeviceReset();", "  cudaDeviceReset();")
        self.sees(snippets, DIFFERS)
        self.replace("legacy/area/one.cu", "cudaDeviceReset", "cudaThreadExit")
        self.sees(snippets, DIFFERS)
        self.replace(NOTE, "{\n    cudaDeviceReset();", "    cudaDeviceReset();")
        self.sees(snippets, DIFFERS)
        self.replace(NOTE, "int main()\n{\n    cudaDeviceReset();\n", "")
        self.sees(snippets, DIFFERS)

    def test_a_snippet_without_its_file_or_block(self):
        self.replace(NOTE, "from legacy/area/one.cu", "from legacy/area/two.cu")
        self.sees(snippets, f"{NOTE}:18: there is no legacy/area/two.cu")
        self.replace(NOTE, "from legacy/area/one.cu -->\n", "from legacy/area/one.cu -->\n\n")
        self.sees(snippets, f'{NOTE}:17: no fenced block follows the line "from legacy/area/one.cu"', 3)
        self.append(NOTE, "```text\nno end\n")
        self.sees(snippets, f"{NOTE}:39: the fenced block does not end")

    def test_other_code(self):
        self.append(NOTE, "```cpp\nint x;\n```\n")
        self.sees(snippets, f"{NOTE}:39: a block of C++ that comes from no file")
        self.append("README.md", "```cpp\nint x;\n```\n")  # only notes promise that it is built
        self.is_content(snippets)

    def test_other_texts(self):
        for file in ("README.md", "compat/emulator/README.md", "tests/area/README.md"):
            self.write(file, "\n\n<!-- from modern/area/one.cu -->\n```cpp\nint main() {}\n```\n")
            self.sees(snippets, file + ":4: the snippet does not stand in modern/area/one.cu")


class Links(SmallTree):
    def test_a_link_to_nowhere(self):
        for file in ("README.md", "CONTRIBUTING.md", "compat/README.md", "tests/area/README.md", "migration-notes/README.md", NOTE):
            text = self.read(file) if (self.root / file).exists() else ""
            self.write(file, text + "[x](gone.md#top)\n")
            self.sees(links, f"{file}:{text.count(chr(10)) + 1}: the link to gone.md#top points nowhere")
        self.append("README.md", "[x]: gone.md\n")
        self.sees(links, "README.md:2: the link to gone.md points nowhere")

    def test_a_link_out_of_the_repository(self):
        for link in ("../", "/etc/hosts", "migration-notes/../../x"):
            self.append("README.md", f"[x]({link})\n")
            self.sees(links, f"README.md:2: the link to {link} leaves the repository")

    def test_links_that_are_fine(self):
        self.append("README.md", "[x](#top) [y](migration-notes/first.md#summary) [z](migration-notes) [a](mailto:a@b.c)\n")
        self.is_content(links)
