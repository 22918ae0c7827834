#include "check/uninitialised.h"

#include "check/findings.h"

#include <mutex>
#include <set>

namespace cuda_emulator {

void report_uninitialised(warp& w, const instruction& i, int lane, std::uint64_t offset)
{
    static std::mutex mutex;
    static std::set<const instruction*> reported;
    {
        std::lock_guard lock(mutex);
        if (!reported.insert(&i).second) return;
    }
    std::string name;
    for (const shared_variable& v : w.grid->code->shared_variables)
        if (offset >= v.offset && offset - v.offset < v.size) name = " ('" + v.name + "')";
    add_finding(place_of(w, i, lane) + ": read of shared memory at offset " + std::to_string(offset) + name +
                ", which no thread has written");
}

} // namespace cuda_emulator
