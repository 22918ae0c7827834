// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The metrics of nvprof and their counterparts in Nsight Compute: Nsight Compute CLI, "nvprof Users Guide, Metric
// Comparison".
#include "profile/metrics.h"

namespace cuda_emulator {

std::vector<metric> metrics_of(const cuda_emulator_counters& c)
{
    constexpr auto count = metric::unit::count, ratio = metric::unit::ratio, percent = metric::unit::percent;
    const auto& ld = c.global_loads;
    const auto& st = c.global_stores;
    const auto& lds = c.shared_loads;
    const auto& sts = c.shared_stores;
    const auto& atoms = c.shared_atomics;
    const auto& ldc = c.constant_loads;
    return {
        {"launches", "", "", count, c.launches, 1},
        {"warp_instructions", "inst_executed", "smsp__inst_executed.sum", count, c.warp_instructions, 1},
        {"thread_instructions", "not_predicated_off_thread_inst_executed", "smsp__thread_inst_executed_pred_on.sum",
         count, c.thread_instructions, 1},
        {"threads_per_instruction", "", "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", ratio,
         c.thread_instructions, c.warp_instructions},

        {"global_loads.requests", "gld_request", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", count, ld.requests,
         1},
        {"global_loads.requested_bytes", "", "", count, ld.requested_bytes, 1},
        {"global_loads.lines_128", "gld_transactions (Fermi, L1 on)", "", count, ld.lines_128, 1},
        {"global_loads.segments_32", "gld_transactions (Fermi, L1 off)", "", count, ld.segments_32, 1},
        {"global_loads.sectors_32", "gld_transactions", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", count,
         ld.sectors_32, 1},
        {"global_loads.sectors_per_request", "gld_transactions_per_request",
         "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", ratio, ld.sectors_32, ld.requests},
        {"global_loads.efficiency_l1_on", "gld_efficiency (Fermi, L1 on)", "", percent, ld.requested_bytes,
         ld.lines_128 * 128},
        {"global_loads.efficiency_l1_off", "gld_efficiency (Fermi, L1 off)", "", percent, ld.requested_bytes,
         ld.segments_32 * 32},
        {"global_loads.efficiency", "gld_efficiency", "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
         percent, ld.requested_bytes, ld.sectors_32 * 32},

        {"global_stores.requests", "gst_request", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", count, st.requests,
         1},
        {"global_stores.requested_bytes", "", "", count, st.requested_bytes, 1},
        {"global_stores.lines_128", "", "", count, st.lines_128, 1},
        {"global_stores.segments_32", "gst_transactions (Fermi, in segments)", "", count, st.segments_32, 1},
        {"global_stores.sectors_32", "gst_transactions", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", count,
         st.sectors_32, 1},
        {"global_stores.sectors_per_request", "gst_transactions_per_request",
         "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", ratio, st.sectors_32, st.requests},
        {"global_stores.efficiency_fermi", "gst_efficiency (Fermi)", "", percent, st.requested_bytes,
         st.segments_32 * 32},
        {"global_stores.efficiency", "gst_efficiency", "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
         percent, st.requested_bytes, st.sectors_32 * 32},

        {"global_atomics", "inst_executed_global_atomics, …_reductions",
         "smsp__inst_executed_op_global_atom.sum, …_red.sum", count, c.global_atomics, 1},

        {"shared_loads.requests", "inst_executed_shared_loads", "smsp__inst_executed_op_shared_ld.sum", count,
         lds.requests, 1},
        {"shared_loads.wavefronts", "shared_load_transactions", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
         count, lds.wavefronts, 1},
        {"shared_loads.bank_conflicts", "shared_load_bank_conflict",
         "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", count, lds.bank_conflicts, 1},
        {"shared_loads.wavefronts_per_request", "shared_load_transactions_per_request", "", ratio, lds.wavefronts,
         lds.requests},

        {"shared_stores.requests", "inst_executed_shared_stores", "smsp__inst_executed_op_shared_st.sum", count,
         sts.requests, 1},
        {"shared_stores.wavefronts", "shared_store_transactions",
         "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", count, sts.wavefronts, 1},
        {"shared_stores.bank_conflicts", "shared_store_bank_conflict",
         "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", count, sts.bank_conflicts, 1},
        {"shared_stores.wavefronts_per_request", "shared_store_transactions_per_request", "", ratio, sts.wavefronts,
         sts.requests},

        {"shared_atomics.requests", "inst_executed_shared_atomics", "smsp__inst_executed_op_shared_atom.sum", count,
         atoms.requests, 1},
        {"shared_atomics.wavefronts", "", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", count,
         atoms.wavefronts, 1},
        {"shared_atomics.bank_conflicts", "", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", count,
         atoms.bank_conflicts, 1},

        {"constant_loads.requests", "", "smsp__inst_executed_op_ldc.sum", count, ldc.requests, 1},
        {"constant_loads.cache_requests", "", "idc__requests.sum", count, ldc.cache_requests, 1},
        {"constant_loads.replays", "", "sm__idc_divergent_instruction_replays.sum", count, ldc.replays, 1},
        {"constant_loads.cache_requests_per_request", "", "", ratio, ldc.cache_requests, ldc.requests},

        {"local_requests", "inst_executed_local_loads, …_stores", "smsp__inst_executed_op_local_ld.sum, …_st.sum",
         count, c.local_requests, 1},
        {"texture_requests", "inst_executed_tex_ops", "smsp__inst_executed_op_texture.sum", count, c.texture_requests,
         1},
        {"block_barriers", "", "", count, c.block_barriers, 1},
        {"warp_barriers", "", "", count, c.warp_barriers, 1},
        {"branches", "branch", "smsp__sass_branch_targets.sum", count, c.branches, 1},
        {"divergent_branches", "divergent_branch", "smsp__sass_branch_targets_threads_divergent.sum", count,
         c.divergent_branches, 1},
        {"branch_efficiency", "branch_efficiency", "smsp__sass_average_branch_targets_threads_uniform.pct", percent,
         c.branches - c.divergent_branches, c.branches},
    };
}

double quotient(const metric& m)
{
    return (m.in == metric::unit::percent ? 100.0 : 1.0) * static_cast<double>(m.value) / static_cast<double>(m.over);
}

} // namespace cuda_emulator
