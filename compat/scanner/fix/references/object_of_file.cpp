// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "object_of_file.hpp"

#include <algorithm>

namespace scanner {

std::string why_no_object_of_file(const unit_model& model, const reference& one)
{
    const call_graph& graph = model.graph;
    if (!model.whole_program && !graph.defines("main"))
        return "needs an object that outlives its function, and callers that no path has may use several devices: "
               "give the whole program, or --whole-program if it uses one device and resets none";
    const std::string unseen = model.whole_program ? std::string() : graph.any_unseen();
    if (!unseen.empty())
        return "needs an object that outlives its function, and no path defines " + unseen +
               ", which may set or reset devices: give its source, or --whole-program if it belongs to a library";
    call_graph::names uses{"cudaBindTexture", "cudaBindTexture2D", "cudaBindTextureToArray", "cudaBindSurfaceToArray",
                           "cudaUnbindTexture"};
    for (const unit_function& function : model.functions)
        if (function.kernel && std::find(function.needs.begin(), function.needs.end(), &one) != function.needs.end())
            uses.insert(function.name);
    if (!model.one_device &&
        (!graph.out_of_order(device_settings(), uses, false).empty() || (graph.sets_devices() && graph.has_threads())))
        return "may be bound on several devices: a reference has a binding on each, an object is on one; "
               "--one-device if all that set a device set the same one";
    const std::string reset = graph.out_of_order(device_resets(), uses, true);
    if (!reset.empty())
        return "needs an object that outlives its function, and " + reset +
               " may reset the device between its uses: that ends the object";
    return {};
}

} // namespace scanner
