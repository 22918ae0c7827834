// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares cusparse<t>csrmv, csrmm, csrsv2, the conversions, hybrid matrices and the calls on vectors with the CPU. The
// values are small integers, so every sum is exact.

#include <complex>
#include <vector>

#include <cusparse.h>

#include <boost/test/unit_test.hpp>

namespace {

#define SUCCEEDS(call) BOOST_REQUIRE_EQUAL(static_cast<int>(call), 0)

template <class T>
struct on_device {
    explicit on_device(const std::vector<T>& values)
        : size(values.size())
    {
        SUCCEEDS(cudaMalloc(&data, size * sizeof(T) + 1));
        SUCCEEDS(cudaMemcpy(data, values.data(), size * sizeof(T), cudaMemcpyHostToDevice));
    }
    on_device(const on_device&) = delete;
    ~on_device() { cudaFree(data); }

    std::vector<T> values() const
    {
        std::vector<T> copy(size);
        SUCCEEDS(cudaMemcpy(copy.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost));
        return copy;
    }

    T* data = nullptr;
    std::size_t size;
};

// Makes a matrix of `rows` x `columns` with about a third of its elements. Indices count from `base`.
template <class T>
struct matrix {
    matrix(int rows, int columns, int base, bool triangular = false)
        : rows(rows)
        , columns(columns)
        , dense(std::size_t(rows) * columns)
    {
        for (int i = 0; i < rows; i++) {
            offsets.push_back(static_cast<int>(values.size()) + base);
            for (int j = 0; j < columns; j++) {
                const bool there = triangular ? j == i || (j < i && (i + 2 * j) % 3 == 0) : (i + 2 * j) % 3 == 0;
                if (!there) continue;
                const T value(triangular && i == j ? 1 : (3 * i + j) % 5 - 2);
                dense[std::size_t(i) * columns + j] = value;
                values.push_back(value);
                indices.push_back(j + base);
            }
        }
        offsets.push_back(static_cast<int>(values.size()) + base);
    }
    int nnz() const { return static_cast<int>(values.size()); }

    int rows, columns;
    std::vector<T> dense, values;
    std::vector<int> offsets, indices;
};

struct library {
    library()
    {
        SUCCEEDS(cusparseCreate(&handle));
        SUCCEEDS(cusparseCreateMatDescr(&description));
    }
    ~library()
    {
        cusparseDestroyMatDescr(description);
        cusparseDestroy(handle);
    }
    cusparseHandle_t handle = nullptr;
    cusparseMatDescr_t description = nullptr;
};

template <class T>
std::vector<T> numbers(int count)
{
    std::vector<T> result(count);
    for (int i = 0; i < count; i++)
        result[i] = T(i % 7 - 3);
    return result;
}

const auto as_it_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
const auto transposed = CUSPARSE_OPERATION_TRANSPOSE;

} // namespace

BOOST_AUTO_TEST_CASE(csrmv)
{
    library sparse;
    for (const int base : {0, 1})
        for (const auto op : {as_it_is, transposed}) {
            BOOST_TEST_CONTEXT("base " << base << " operation " << op)
            {
                SUCCEEDS(cusparseSetMatIndexBase(sparse.description, static_cast<cusparseIndexBase_t>(base)));
                const matrix<float> a(37, 23, base);
                const on_device<float> values(a.values);
                const on_device<int> offsets(a.offsets), indices(a.indices);
                const int in = op == as_it_is ? 23 : 37, out = op == as_it_is ? 37 : 23;
                const std::vector<float> x = numbers<float>(in);
                std::vector<float> expected = numbers<float>(out);
                const on_device<float> device_x(x), y(expected);
                const float alpha = 2, beta = -3;
                SUCCEEDS(cusparseScsrmv(sparse.handle, op, 37, 23, a.nnz(), &alpha, sparse.description, values.data,
                                        offsets.data, indices.data, device_x.data, &beta, y.data));
                for (float& one : expected)
                    one *= beta;
                for (int i = 0; i < 37; i++)
                    for (int j = 0; j < 23; j++)
                        expected[op == as_it_is ? i : j] += alpha * a.dense[i * 23 + j] * x[op == as_it_is ? j : i];
                BOOST_TEST(y.values() == expected, boost::test_tools::per_element());
            }
        }
}

BOOST_AUTO_TEST_CASE(csrmv_of_other_types)
{
    library sparse;
    const matrix<double> a(5, 5, 0);
    const on_device<int> offsets(a.offsets), indices(a.indices);
    std::vector<std::complex<double>> complex_values(a.values.begin(), a.values.end());
    for (auto& one : complex_values)
        one *= std::complex<double>(1, 2);
    const std::vector<double> x = numbers<double>(5);
    const std::vector<std::complex<double>> complex_x(x.begin(), x.end());
    std::vector<double> expected(5, 0.);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            expected[i] += a.dense[i * 5 + j] * x[j];

    const on_device<double> values(a.values), device_x(x), y(std::vector<double>(5, 77.));
    const double one = 1, zero = 0;
    SUCCEEDS(cusparseDcsrmv(sparse.handle, as_it_is, 5, 5, a.nnz(), &one, sparse.description, values.data, offsets.data,
                            indices.data, device_x.data, &zero, y.data));
    BOOST_TEST(y.values() == expected, boost::test_tools::per_element());

    const on_device<std::complex<double>> z_values(complex_values), z_x(complex_x), z_y(complex_x);
    const cuDoubleComplex z_one = {1, 0}, z_zero = {0, 0};
    SUCCEEDS(cusparseZcsrmv(sparse.handle, as_it_is, 5, 5, a.nnz(), &z_one, sparse.description,
                            reinterpret_cast<cuDoubleComplex*>(z_values.data), offsets.data, indices.data,
                            reinterpret_cast<cuDoubleComplex*>(z_x.data), &z_zero,
                            reinterpret_cast<cuDoubleComplex*>(z_y.data)));
    const std::vector<std::complex<double>> z_result = z_y.values();
    for (int i = 0; i < 5; i++)
        BOOST_TEST((z_result[i] == expected[i] * std::complex<double>(1, 2)));
}

BOOST_AUTO_TEST_CASE(what_csrmv_refuses)
{
    library sparse;
    const float one = 1;
    SUCCEEDS(cusparseSetMatType(sparse.description, CUSPARSE_MATRIX_TYPE_SYMMETRIC));
    BOOST_TEST(cusparseScsrmv(sparse.handle, as_it_is, 1, 1, 1, &one, sparse.description, &one, nullptr, nullptr, &one,
                              &one, nullptr) == CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
}

BOOST_AUTO_TEST_CASE(csrmm)
{
    library sparse;
    constexpr int m = 17, k = 11, n = 5;
    const matrix<float> a(m, k, 0);
    const on_device<float> values(a.values);
    const on_device<int> offsets(a.offsets), indices(a.indices);
    const float alpha = 2, beta = 3;
    for (const auto op : {as_it_is, transposed})
        for (const auto op_b : {as_it_is, transposed}) {
            if (op == transposed && op_b == transposed) continue; // csrmm2 refused it
            BOOST_TEST_CONTEXT("operations " << op << ' ' << op_b)
            {
                const int inner = op == as_it_is ? k : m, outer = op == as_it_is ? m : k;
                const int ldb = (op_b == as_it_is ? inner : n) + 2, ldc = outer + 1;
                const std::vector<float> b = numbers<float>(ldb * (op_b == as_it_is ? n : inner));
                std::vector<float> expected = numbers<float>(ldc * n);
                const on_device<float> device_b(b), c(expected);
                if (op_b == as_it_is)
                    SUCCEEDS(cusparseScsrmm(sparse.handle, op, m, n, k, a.nnz(), &alpha, sparse.description,
                                            values.data, offsets.data, indices.data, device_b.data, ldb, &beta, c.data,
                                            ldc));
                else
                    SUCCEEDS(cusparseScsrmm2(sparse.handle, op, op_b, m, n, k, a.nnz(), &alpha, sparse.description,
                                             values.data, offsets.data, indices.data, device_b.data, ldb, &beta, c.data,
                                             ldc));
                for (int j = 0; j < n; j++)
                    for (int i = 0; i < outer; i++) {
                        float sum = 0;
                        for (int l = 0; l < inner; l++)
                            sum += (op == as_it_is ? a.dense[i * k + l] : a.dense[l * k + i]) *
                                   (op_b == as_it_is ? b[l + j * ldb] : b[j + l * ldb]);
                        expected[i + j * ldc] = alpha * sum + beta * expected[i + j * ldc];
                    }
                BOOST_TEST(c.values() == expected, boost::test_tools::per_element());
            }
        }
}

namespace {

// Solves op(A) x = 2 f for a lower triangle with ones on its diagonal. All values are integers.
void solve(cusparseOperation_t op, int base)
{
    library sparse;
    constexpr int m = 12;
    const matrix<double> a(m, m, base, true);
    const on_device<double> values(a.values);
    const on_device<int> offsets(a.offsets), indices(a.indices);
    const std::vector<double> x = numbers<double>(m);
    std::vector<double> f(m, 0.);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            f[op == as_it_is ? i : j] += a.dense[i * m + j] * x[op == as_it_is ? j : i];
    const on_device<double> device_f(f), solution(std::vector<double>(m, 77.));

    SUCCEEDS(cusparseSetMatIndexBase(sparse.description, static_cast<cusparseIndexBase_t>(base)));
    SUCCEEDS(cusparseSetMatFillMode(sparse.description, CUSPARSE_FILL_MODE_LOWER));
    SUCCEEDS(cusparseSetMatDiagType(sparse.description, CUSPARSE_DIAG_TYPE_NON_UNIT));
    csrsv2Info_t info = nullptr;
    SUCCEEDS(cusparseCreateCsrsv2Info(&info));
    int bytes = 0;
    SUCCEEDS(cusparseDcsrsv2_bufferSize(sparse.handle, op, m, a.nnz(), sparse.description, values.data, offsets.data,
                                        indices.data, info, &bytes));
    const on_device<char> memory(std::vector<char>(bytes + 1));
    SUCCEEDS(cusparseDcsrsv2_analysis(sparse.handle, op, m, a.nnz(), sparse.description, values.data, offsets.data,
                                      indices.data, info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, memory.data));
    int pivot = 77;
    SUCCEEDS(cusparseXcsrsv2_zeroPivot(sparse.handle, info, &pivot));
    BOOST_TEST(pivot == -1);
    const double two = 2;
    SUCCEEDS(cusparseDcsrsv2_solve(sparse.handle, op, m, a.nnz(), &two, sparse.description, values.data, offsets.data,
                                   indices.data, info, device_f.data, solution.data, CUSPARSE_SOLVE_POLICY_NO_LEVEL,
                                   memory.data));
    SUCCEEDS(cusparseXcsrsv2_zeroPivot(sparse.handle, info, &pivot));
    BOOST_TEST(pivot == -1);
    std::vector<double> expected = x;
    for (double& one : expected)
        one *= 2;
    BOOST_TEST(solution.values() == expected, boost::test_tools::per_element());
    SUCCEEDS(cusparseDestroyCsrsv2Info(info));
}

} // namespace

BOOST_AUTO_TEST_CASE(csrsv2)
{
    for (const auto op : {as_it_is, transposed})
        for (const int base : {0, 1})
            BOOST_TEST_CONTEXT("base " << base << " operation " << op) { solve(op, base); }
}

BOOST_AUTO_TEST_CASE(a_zero_on_the_diagonal_of_csrsv2)
{
    library sparse;
    // Row 2 of 0, 1, 2 has no element on the diagonal.
    const on_device<float> values(std::vector<float>{1, 1, 1});
    const on_device<int> offsets(std::vector<int>{0, 1, 2, 3}), indices(std::vector<int>{0, 1, 0});
    SUCCEEDS(cusparseSetMatFillMode(sparse.description, CUSPARSE_FILL_MODE_LOWER));
    csrsv2Info_t info = nullptr;
    SUCCEEDS(cusparseCreateCsrsv2Info(&info));
    std::size_t bytes = 0;
    SUCCEEDS(cusparseScsrsv2_bufferSizeExt(sparse.handle, as_it_is, 3, 3, sparse.description, values.data, offsets.data,
                                           indices.data, info, &bytes));
    const on_device<char> memory(std::vector<char>(bytes + 1));
    cusparseScsrsv2_analysis(sparse.handle, as_it_is, 3, 3, sparse.description, values.data, offsets.data, indices.data,
                             info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, memory.data);
    int pivot = 77;
    BOOST_TEST(cusparseXcsrsv2_zeroPivot(sparse.handle, info, &pivot) == CUSPARSE_STATUS_ZERO_PIVOT);
    BOOST_TEST(pivot == 2);
    SUCCEEDS(cusparseDestroyCsrsv2Info(info));
}

namespace {

// Gives the elements of a dense matrix by columns, with `extra` elements of 77 below each.
template <class T>
std::vector<T> by_columns(const matrix<T>& a, int extra)
{
    std::vector<T> result(std::size_t(a.rows + extra) * a.columns, T(77));
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < a.columns; j++)
            result[i + std::size_t(j) * (a.rows + extra)] = a.dense[std::size_t(i) * a.columns + j];
    return result;
}

// A matrix by rows or by columns, without stored zeros: dense2csr makes none.
struct compressed {
    compressed(const matrix<double>& a, int base, bool columns_first)
    {
        for (int line = 0; line < (columns_first ? a.columns : a.rows); line++) {
            offsets.push_back(nnz() + base);
            for (int k = 0; k < (columns_first ? a.rows : a.columns); k++) {
                const double value = columns_first ? a.dense[k * a.columns + line] : a.dense[line * a.columns + k];
                if (value == 0) continue;
                values.push_back(value);
                indices.push_back(k + base);
            }
        }
        offsets.push_back(nnz() + base);
    }
    int nnz() const { return static_cast<int>(values.size()); }

    std::vector<double> values;
    std::vector<int> offsets, indices;
};

// Converts to a dense matrix and back.
void convert(int base, bool columns_first)
{
    library sparse;
    constexpr int m = 9, n = 7, extra = 2;
    const matrix<double> a(m, n, base);
    const compressed expected(a, base, columns_first);
    SUCCEEDS(cusparseSetMatIndexBase(sparse.description, static_cast<cusparseIndexBase_t>(base)));

    const on_device<double> values(expected.values), dense(std::vector<double>((m + extra) * n, 77.));
    const on_device<int> offsets(expected.offsets), indices(expected.indices);
    if (columns_first)
        SUCCEEDS(cusparseDcsc2dense(sparse.handle, m, n, sparse.description, values.data, indices.data, offsets.data,
                                    dense.data, m + extra));
    else
        SUCCEEDS(cusparseDcsr2dense(sparse.handle, m, n, sparse.description, values.data, offsets.data, indices.data,
                                    dense.data, m + extra));
    BOOST_TEST(dense.values() == by_columns(a, extra), boost::test_tools::per_element());

    const int lines = columns_first ? n : m;
    int total = 0;
    const on_device<int> counts(std::vector<int>(lines, 0)), new_offsets(std::vector<int>(lines + 1, -5));
    const on_device<int> new_indices(std::vector<int>(expected.nnz(), -5));
    const on_device<double> new_values(std::vector<double>(expected.nnz(), 77.));
    SUCCEEDS(cusparseDnnz(sparse.handle, columns_first ? CUSPARSE_DIRECTION_COLUMN : CUSPARSE_DIRECTION_ROW, m, n,
                          sparse.description, dense.data, m + extra, counts.data, &total));
    BOOST_REQUIRE(total == expected.nnz());
    if (columns_first)
        SUCCEEDS(cusparseDdense2csc(sparse.handle, m, n, sparse.description, dense.data, m + extra, counts.data,
                                    new_values.data, new_indices.data, new_offsets.data));
    else
        SUCCEEDS(cusparseDdense2csr(sparse.handle, m, n, sparse.description, dense.data, m + extra, counts.data,
                                    new_values.data, new_offsets.data, new_indices.data));
    BOOST_TEST(new_values.values() == expected.values, boost::test_tools::per_element());
    BOOST_TEST(new_offsets.values() == expected.offsets, boost::test_tools::per_element());
    BOOST_TEST(new_indices.values() == expected.indices, boost::test_tools::per_element());
}

} // namespace

BOOST_AUTO_TEST_CASE(dense_and_back)
{
    for (const int base : {0, 1})
        for (const bool columns_first : {false, true})
            BOOST_TEST_CONTEXT("base " << base << " by columns " << columns_first) { convert(base, columns_first); }
}

// The calls of a preconditioned solver: the matrix is analysed and factorised, and both triangles are solved with the
// analysis of the whole. The factors are integers, so everything is exact.
BOOST_AUTO_TEST_CASE(a_factorisation_and_its_triangles)
{
    library sparse;
    // {1 2 0; 3 7 4; 0 5 21} = {1 0 0; 3 1 0; 0 5 1} * {1 2 0; 0 1 4; 0 0 1}
    const on_device<double> values(std::vector<double>{1, 2, 3, 7, 4, 5, 21});
    const on_device<int> offsets(std::vector<int>{0, 2, 5, 7}), indices(std::vector<int>{0, 1, 0, 1, 2, 1, 2});
    cusparseSolveAnalysisInfo_t info = nullptr;
    SUCCEEDS(cusparseCreateSolveAnalysisInfo(&info));
    SUCCEEDS(cusparseDcsrsv_analysis(sparse.handle, as_it_is, 3, 7, sparse.description, values.data, offsets.data,
                                     indices.data, info));
    SUCCEEDS(cusparseDcsrilu0(sparse.handle, as_it_is, 3, sparse.description, values.data, offsets.data, indices.data,
                              info));
    const std::vector<double> factors = {1, 2, 3, 1, 4, 5, 1};
    BOOST_TEST(values.values() == factors, boost::test_tools::per_element());

    const std::vector<double> right = {5, 29, 73}, between = {5, 14, 3}, solution = {1, 2, 3};
    const on_device<double> f(right), y(std::vector<double>(3, 77.)), x(std::vector<double>(3, 77.));
    const double one = 1;
    cusparseMatDescr_t triangle = nullptr;
    SUCCEEDS(cusparseCreateMatDescr(&triangle));
    SUCCEEDS(cusparseSetMatFillMode(triangle, CUSPARSE_FILL_MODE_LOWER));
    SUCCEEDS(cusparseSetMatDiagType(triangle, CUSPARSE_DIAG_TYPE_UNIT));
    SUCCEEDS(cusparseDcsrsv_solve(sparse.handle, as_it_is, 3, &one, triangle, values.data, offsets.data, indices.data,
                                  info, f.data, y.data));
    BOOST_TEST(y.values() == between, boost::test_tools::per_element());
    SUCCEEDS(cusparseSetMatFillMode(triangle, CUSPARSE_FILL_MODE_UPPER));
    SUCCEEDS(cusparseSetMatDiagType(triangle, CUSPARSE_DIAG_TYPE_NON_UNIT));
    SUCCEEDS(cusparseSetMatType(triangle, CUSPARSE_MATRIX_TYPE_TRIANGULAR));
    SUCCEEDS(cusparseDcsrsv_solve(sparse.handle, as_it_is, 3, &one, triangle, values.data, offsets.data, indices.data,
                                  info, y.data, x.data));
    BOOST_TEST(x.values() == solution, boost::test_tools::per_element());
    SUCCEEDS(cusparseDestroyMatDescr(triangle));
    SUCCEEDS(cusparseDestroySolveAnalysisInfo(info));
}

BOOST_AUTO_TEST_CASE(rows_to_columns)
{
    library sparse;
    for (const int base : {0, 1}) {
        const matrix<double> a(9, 7, base);
        const compressed by_rows(a, base, false), by_columns(a, base, true);
        const on_device<double> values(by_rows.values), new_values(std::vector<double>(by_rows.nnz(), 77.));
        const on_device<int> offsets(by_rows.offsets), indices(by_rows.indices);
        const on_device<int> new_offsets(std::vector<int>(8, -5)), new_indices(std::vector<int>(by_rows.nnz(), -5));
        SUCCEEDS(cusparseDcsr2csc(sparse.handle, 9, 7, by_rows.nnz(), values.data, offsets.data, indices.data,
                                  new_values.data, new_indices.data, new_offsets.data, CUSPARSE_ACTION_NUMERIC,
                                  static_cast<cusparseIndexBase_t>(base)));
        BOOST_TEST(new_values.values() == by_columns.values, boost::test_tools::per_element());
        BOOST_TEST(new_offsets.values() == by_columns.offsets, boost::test_tools::per_element());
        BOOST_TEST(new_indices.values() == by_columns.indices, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(hybrid_matrices)
{
    library sparse;
    cusparseHybMat_t hybrid = nullptr;
    SUCCEEDS(cusparseCreateHybMat(&hybrid));
    const double alpha = 2, beta = -3;
    for (const auto partition :
         {CUSPARSE_HYB_PARTITION_AUTO, CUSPARSE_HYB_PARTITION_USER, CUSPARSE_HYB_PARTITION_MAX}) {
        const matrix<double> a(11 + partition, 7, 0); // created again, with another size
        const compressed rows(a, 0, false);
        const std::vector<double> x = numbers<double>(7);
        std::vector<double> expected = numbers<double>(a.rows);
        const on_device<double> values(rows.values), device_x(x), y(expected);
        const on_device<int> offsets(rows.offsets), indices(rows.indices);
        SUCCEEDS(cusparseDcsr2hyb(sparse.handle, a.rows, 7, sparse.description, values.data, offsets.data, indices.data,
                                  hybrid, 2, partition));
        SUCCEEDS(cudaMemset(values.data, 0, values.size * sizeof(double))); // the hybrid matrix has a copy
        SUCCEEDS(
            cusparseDhybmv(sparse.handle, as_it_is, &alpha, sparse.description, hybrid, device_x.data, &beta, y.data));
        for (int i = 0; i < a.rows; i++) {
            expected[i] *= beta;
            for (int j = 0; j < 7; j++)
                expected[i] += alpha * a.dense[i * 7 + j] * x[j];
        }
        BOOST_TEST(y.values() == expected, boost::test_tools::per_element());
        SUCCEEDS(cusparseDhyb2csr(sparse.handle, sparse.description, hybrid, values.data, offsets.data, indices.data));
        BOOST_TEST(values.values() == rows.values, boost::test_tools::per_element());
    }
    BOOST_TEST(cusparseShybmv(sparse.handle, as_it_is, nullptr, sparse.description, hybrid, nullptr, nullptr,
                              nullptr) == CUSPARSE_STATUS_INVALID_VALUE); // of another type
    SUCCEEDS(cusparseDestroyHybMat(hybrid));
}

BOOST_AUTO_TEST_CASE(sparse_vectors)
{
    library sparse;
    for (const int base : {0, 1})
        BOOST_TEST_CONTEXT("base " << base)
        {
            const auto from = static_cast<cusparseIndexBase_t>(base);
            std::vector<float> y = numbers<float>(20), gathered(4, 77.f);
            const std::vector<float> x = {1, 2, 3, 4};
            const std::vector<int> places = {17, 3, 0, 8};
            std::vector<int> shifted = places;
            for (int& one : shifted)
                one += base;
            const on_device<int> indices(shifted);
            const on_device<float> device_x(x), device_y(y), device_gathered(gathered);

            SUCCEEDS(cusparseSgthr(sparse.handle, 4, device_y.data, device_gathered.data, indices.data, from));
            for (int i = 0; i < 4; i++)
                gathered[i] = y[places[i]];
            BOOST_TEST(device_gathered.values() == gathered, boost::test_tools::per_element());

            const float alpha = 5;
            SUCCEEDS(cusparseSaxpyi(sparse.handle, 4, &alpha, device_x.data, indices.data, device_y.data, from));
            for (int i = 0; i < 4; i++)
                y[places[i]] += alpha * x[i];
            BOOST_TEST(device_y.values() == y, boost::test_tools::per_element());

            const on_device<float> device_alpha(std::vector<float>(1, alpha));
            SUCCEEDS(cusparseSetPointerMode(sparse.handle, CUSPARSE_POINTER_MODE_DEVICE));
            SUCCEEDS(
                cusparseSaxpyi(sparse.handle, 4, device_alpha.data, device_x.data, indices.data, device_y.data, from));
            SUCCEEDS(cusparseSetPointerMode(sparse.handle, CUSPARSE_POINTER_MODE_HOST));
            for (int i = 0; i < 4; i++)
                y[places[i]] += alpha * x[i];
            BOOST_TEST(device_y.values() == y, boost::test_tools::per_element());

            SUCCEEDS(cusparseSsctr(sparse.handle, 4, device_x.data, indices.data, device_y.data, from));
            for (int i = 0; i < 4; i++)
                y[places[i]] = x[i];
            BOOST_TEST(device_y.values() == y, boost::test_tools::per_element());

            SUCCEEDS(cusparseSgthr(sparse.handle, 0, device_y.data, device_gathered.data, indices.data, from));
        }
}
