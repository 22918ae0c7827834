// Stands between the examples and the runtime library: poisons what they allocate, and times what they launch.
//
// The examples know nothing of it. The functions are defined in the program itself, so the loader finds them before
// the runtime library's, for the examples' shared objects too.
#pragma once

namespace pairs {

//! While one of these lives, device memory that cudaMalloc returns is filled with `byte`: a result that depends on
//! memory nobody wrote shows. 0xff makes NaN of a float and -1 of an int.
class poisoned_allocations {
public:
    explicit poisoned_allocations(unsigned char byte);
    ~poisoned_allocations();
    poisoned_allocations(const poisoned_allocations&) = delete;
    poisoned_allocations& operator=(const poisoned_allocations&) = delete;
};

//! While one of these lives, every kernel launch is timed by events in its stream.
class launch_timer {
public:
    launch_timer();
    ~launch_timer();
    launch_timer(const launch_timer&) = delete;
    launch_timer& operator=(const launch_timer&) = delete;

    //! Milliseconds of the launches so far without the first `skip` of them; waits for them.
    double milliseconds(int skip = 0) const;
    //! Number of launches so far.
    int launches() const;
};

} // namespace pairs
