# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What cccl_names.py reads of small headers."""
import pathlib
import tempfile
import unittest

import cccl_names
from cccl_names import Name

HEADER = """
// using plus CCCL_DEPRECATED = in_a_comment;
#define THRUST_MACRO(x) \\
  struct in_a_macro {};
#define CUB_DETAIL_MACRO 1
THRUST_NAMESPACE_BEGIN
template <class T = void>
using plus CCCL_DEPRECATED_BECAUSE("Use cuda::std::plus "
  "instead") = ::cuda::std::plus<T>;
template <typename Iterator> class constant;
template <typename Iterator>
class CCCL_DEPRECATED_BECAUSE("Use cuda::constant instead") constant : public base<Iterator> { void member(); };
template <class T> [[nodiscard]] CCCL_DEPRECATED _CCCL_HOST_DEVICE constexpr auto all(T first) { return first; }
template <class T> CCCL_DEPRECATED void all(T first, T last);
CCCL_DEPRECATED void one_of_two(int);
void one_of_two(float);
template <> struct kept<void> { CCCL_DEPRECATED int member(); };
namespace detail { CCCL_DEPRECATED void private_one(); }
enum class kinds { a, b };
THRUST_NAMESPACE_END
CUB_NAMESPACE_BEGIN
template <int N, enable_if_t<(N > 0)> = 0>
struct __align__(8) CCCL_DEPRECATED Dispatch { static void run() { if (1) {} } };
CUB_NAMESPACE_END
"""


class Names(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            (place / "thrust/detail").mkdir(parents=True)
            (place / "cuda").mkdir()
            (place / "thrust/names.h").write_text(HEADER, encoding="utf-8")
            (place / "thrust/detail/more.h").write_text("", encoding="utf-8")
            (place / "cuda/stream_ref").write_text(
                '_CCCL_WARNING("The <cuda/stream_ref> header is deprecated and will be removed in the next major release. The \\\n'
                'contents were moved to <cuda/stream>. To ignore this")\n', encoding="utf-8")
            cls.names = cccl_names.names_of(place)

    def test_what_is_deprecated(self):
        self.assertEqual({name: one for name, one in self.names.items() if one.deprecated}, {
            "thrust::plus": Name("type", True, "Use cuda::std::plus instead"),
            "thrust::constant": Name("type", True, "Use cuda::constant instead"),
            "thrust::all": Name("function", True, ""),
            "cub::Dispatch": Name("type", True, ""),
            "cuda/stream_ref": Name("header", True, "<cuda/stream>")})

    def test_what_is_there(self):
        self.assertEqual(set(self.names) - {"thrust::plus", "thrust::constant", "thrust::all", "cub::Dispatch", "cuda/stream_ref"},
                         {"thrust/names.h", "THRUST_MACRO", "thrust::one_of_two", "thrust::kept", "thrust::kinds"})

    def test_replacements(self):
        self.assertEqual([cccl_names.replacement(words) for words in ("Use ::cuda::std::next instead", "<cuda/memory>", "No replacement.")],
                         ["cuda::std::next", "cuda/memory", ""])

    def test_what_lacks_a_row(self):
        before = {"thrust::a": Name("type", False, ""), "thrust::b": Name("type", True, ""), "cub::c": Name("type", False, "")}
        after = {"thrust::a": Name("type", True, ""), "thrust::b": Name("type", True, "")}
        read = [("13.0", before), ("13.1", after)]
        self.assertEqual(cccl_names.lacking(read, []), [
            ("thrust::b", "type", "is deprecated", "13.0", "13.0"), ("cub::c", "type", "is gone", "13.0", "13.1"),
            ("thrust::a", "type", "is deprecated", "13.0", "13.1")])
        self.assertEqual(cccl_names.lacking(read, [{"name": name} for name in ("thrust::a", "thrust::b", "cub::c")]), [])


if __name__ == "__main__":
    unittest.main()
