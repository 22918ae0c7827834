// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host command that writes a file while the program runs, without being its child process.
#pragma once

#include <string>
#include <vector>

namespace cuda_emulator::translation {

//! Neither wait() nor SIGCHLD of the program sees the command: it runs under a shell that is a detached process. The
//! shell outlives the program, so a later program finds the file. Finally the shell removes the command's folder.
class background_command {
public:
    struct what {
        std::vector<std::string> words; //!< the first one is looked up in PATH
        std::string folder;             //!< where the command writes the file `made`, and its TMPDIR
        std::string to;                 //!< where the file is kept, with its cksum in `to`.sum; empty: not kept
        bool keeps_folder = false;
    };
    //! The command's stderr goes to the file `log` in the folder. The command inherits no file descriptor.
    explicit background_command(const what&);
    ~background_command();
    background_command(const background_command&) = delete;
    background_command& operator=(const background_command&) = delete;

    //! Waits for the command and returns its exit status as a shell reports it (127: cannot be run). Returns -1 after
    //! leave().
    int status();
    //! Ends the wait in status(). Any thread may call this.
    void leave();

private:
    what what_;
    bool runs_ = false;
    int control_ = -1, said_ = -1, left_ = -1; //!< pipe to the shell, pipe from the shell, event that ends status()
};

} // namespace cuda_emulator::translation
