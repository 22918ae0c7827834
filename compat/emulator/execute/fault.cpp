#include "execute/block.h"

namespace cuda_emulator {

std::string place_of(const warp& w, const instruction& i, int lane)
{
    const program& p = *w.grid->code;
    auto triple = [](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
    };
    auto word = [&](special_register r) { return reinterpret_cast<const std::uint32_t*>(w.special + r * 128)[lane]; };
    std::string s = "kernel '" + std::string(p.kernel->source->name) + "', block " +
                    triple(w.owner->index.x, w.owner->index.y, w.owner->index.z) + ", thread " +
                    triple(word(sr_tid_x), word(sr_tid_y), word(sr_tid_z)) + ", PTX line " + std::to_string(i.line);
    if (w.current && i.source >= 0 && w.current->function->body) {
        const ptx::source_location& at = w.current->function->body->sources[static_cast<std::size_t>(i.source)];
        auto file = p.module->files.find(at.file);
        s += ", " + (file == p.module->files.end() ? "file " + std::to_string(at.file) : file->second) + ":" +
             std::to_string(at.line);
    }
    return s;
}

void fault(const warp& w, const instruction& i, int lane, int code, const std::string& what)
{
    throw device_fault(code, place_of(w, i, lane) + ": " + what);
}

} // namespace cuda_emulator
